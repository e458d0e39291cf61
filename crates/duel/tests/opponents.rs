//! Games against the built-in opponents, and reviews of them.

mod sitting;

use std::{fs, path::Path};

use serde_json::Value;
use sitting::{Home, Run};

const BOOKS: [&str; 5] = ["divide", "dilemma", "subtract", "digits", "factor"];

const LEVELS: [&str; 6] = ["random", "easy", "medium", "hard", "perfect", "swindler"];

/// The product of two primes of thirty digits.
const SEMIPRIME: &str = "124552659614703551282595183740832525525152004267194075607019";

fn play(arguments: &str, input: &str) -> Run {
    Home::new().run(&format!("play {arguments}"), input)
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).expect("a record")
}

/// The moves of a record, without the undone ones.
fn moves(record: &str) -> Vec<String> {
    let mut moves = Vec::new();
    for line in record.lines() {
        if line.starts_with("undo ") {
            moves.pop();
        } else if let Some((number, rest)) = line.split_once(". ")
            && number.bytes().all(|byte| byte.is_ascii_digit())
        {
            moves.push(rest.split(' ').next().expect("a move").to_owned());
        }
    }
    moves
}

#[test]
fn bots_finish_a_game_of_every_book_and_it_is_recorded() {
    for (index, book) in BOOKS.into_iter().enumerate() {
        for fair in ["", " --fair"] {
            let (one, two) = (LEVELS[index], LEVELS[index + 1]);
            let home = Home::new();
            let arguments = format!("play {book}{fair} --p1 bot:{one} --p2 bot:{two} --seed 7");
            let run = home.run(&arguments, "").expect_code(0);
            run.expect_out("wins");
            let kept = home.kept();
            assert_eq!(kept.len(), 1, "{arguments}");
            let record = read(&kept[0]);
            for tag in [
                format!("[FirstIs \"bot:{one}\"]"),
                format!("[SecondIs \"bot:{two}\"]"),
                format!("[First \"Bot ({one})\"]"),
                "[Seed \"7\"]".to_owned(),
            ] {
                assert!(record.contains(&tag), "no {tag} in {record}");
            }
            let last = record.lines().last().unwrap();
            assert!(["result 1-0 played", "result 0-1 played"].contains(&last), "{record}");
            assert!(!moves(&record).is_empty(), "{record}");
            let json = home
                .run_with(&["export", kept[0].to_str().unwrap(), "--format", "json"], "")
                .expect_code(0);
            serde_json::from_str::<Value>(&json.out).expect("JSON");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for level in LEVELS {
        let game = |seed: u64| {
            let arguments =
                format!("dilemma --fair --p1 bot:{level} --p2 A=bot:{level} --seed {seed}");
            play(&arguments, "").expect_code(0).out
        };
        let first = game(3);
        assert_eq!(first, game(3), "{level}");
        assert!((4..8).any(|seed| game(seed) != first), "{level}: the seed changes nothing");
    }
}

#[test]
fn a_person_plays_a_bot_through_a_pipe() {
    let home = Home::new();
    let run = home.run("play subtract --p1 Ann --p2 bot:perfect --save g", "2\n").expect_code(0);
    run.expect_lines(&[
        "Ann's Turn:",
        "Ann subtracts 2. New N is 10.",
        "Bot (perfect)'s Turn:",
        "Input: 5",
        "Bot (perfect) subtracts 5. New N is 5.",
    ]);
    run.expect_out("Bot (perfect) wins the game!");
    let record = read(&home.file("g"));
    assert!(record.contains("[First \"Ann\"]\n"), "{record}");
    assert!(!record.contains("FirstIs"), "a person needs no tag: {record}");
    assert!(record.contains("[SecondIs \"bot:perfect\"]"), "{record}");
    assert_eq!(moves(&record), ["2", "5"]);
    let run = play("subtract --p1 bot:easy --p2 Ann", "").expect_code(1);
    run.expect_err("the input ended in the middle of the game");
}

#[test]
fn a_bot_can_have_a_name_of_its_own() {
    let run = play("divide --p1 Eve=bot:perfect --p2 Bob=bot:random", "").expect_code(0);
    run.expect_out("Bob cannot make a move. Eve wins!");
    let run = play("divide --p1 bot:perfect --p2 bot:perfect", "").expect_code(0);
    run.expect_out("Bot (perfect) 2's Turn:");
    let run = play("divide --p1 Eve=bot:perfect --p2 Eve=bot:easy", "").expect_code(2);
    run.expect_err("the same");
}

#[test]
fn a_level_that_does_not_exist_is_refused_with_those_that_do() {
    for player in ["bot:god", "bot:", "Eve=bot:god", "bot:Perfect ", "bot:perfect2"] {
        for option in ["--p1", "--p2"] {
            let home = Home::new();
            let run = home.run_with(&["play", "divide", option, player], "6\n2\n").expect_code(2);
            run.expect_err(option);
            for level in LEVELS {
                run.expect_err(level);
            }
            assert_eq!(run.out, "");
            assert!(home.kept().is_empty());
        }
    }
}

#[test]
fn undo_against_a_bot_takes_both_moves_back_without_asking() {
    let home = Home::new();
    let typed = "undo\n6\nundo\n15\nquit\n";
    let run = home.run("play subtract:60 --p2 bot:perfect --save g", typed).expect_code(0);
    run.expect_err("Move 2 is taken back.\nMove 1 is taken back.\n");
    assert!(!run.out.contains("may "), "nobody is asked: {}", run.out);
    assert_eq!(run.out.matches("Current N: 60").count(), 2, "{}", run.out);
    let record = read(&home.file("g"));
    assert!(record.contains("undo 2\nundo 1\n"), "{record}");
    assert_eq!(moves(&record)[0], "15");
    assert_eq!(moves(&record).len(), 2);
    // The bot began: there is nothing of one's own to take back yet.
    let run = play("subtract:60 --p1 bot:perfect", "undo\nquit\n").expect_code(0);
    assert!(!run.err.contains("taken back."), "{}", run.err);
}

#[test]
fn a_hint_at_the_prompt_tells_more_each_time_it_is_asked_for() {
    let run = play("subtract:60 --p2 bot:perfect --no-save", "hint\nquit\n").expect_code(0);
    run.expect_err("There is a winning move.");
    run.expect_err("Ask again for how many moves win.");
    assert!(!run.err.contains("15"), "{}", run.err);
    let run = play("subtract:60 --p2 bot:perfect", "hint\nhint\nquit\n").expect_code(0);
    run.expect_err("3 of 10 moves win. Ask again for a move.");
    assert!(!run.err.contains("15"), "{}", run.err);
    let run = play("subtract:60 --p2 bot:perfect", "hint\nhint\nhint\nquit\n").expect_code(0);
    run.expect_err("Take away 15: that leaves 45");
    // A move and its undoing later, the nudge comes first again.
    let run = play("subtract:60 --p2 bot:perfect", "hint\n15\nundo\nhint\nquit\n").expect_code(0);
    assert_eq!(run.err.matches("There is a winning move.").count(), 2, "{}", run.err);
    assert!(!run.err.contains("Take away 15"), "{}", run.err);
}

#[test]
fn a_game_against_a_bot_is_resumed_with_the_bot() {
    for (players, typed, next) in [
        ("--p2 Eve=bot:perfect", "6\nquit\n", "3\nquit\n"),
        ("--p1 Eve=bot:perfect", "3\nquit\n", "3\nquit\n"),
    ] {
        let home = Home::new();
        home.run(&format!("play subtract:60 {players} --seed 5 --save g"), typed).expect_code(0);
        let before = moves(&read(&home.file("g"))).len();
        let run = home.run("resume g", next).expect_code(0);
        run.expect_out("Eve's Turn:");
        let after = moves(&read(&home.file("g"))).len();
        assert_eq!(after, before + 2, "one move of each: {}", run.out);
    }
}

/// Interrupted before every move of the person, a game goes on as it does in one sitting.
#[test]
fn a_resumed_game_goes_on_as_it_would_have() {
    for level in ["random", "easy", "hard", "perfect"] {
        for players in [
            format!("--p1 Ann --p2 Eve=bot:{level} --first p1"),
            format!("--p1 Ann --p2 Eve=bot:{level} --first p2"),
            format!("--p1 Eve=bot:{level} --p2 Ann --first p1"),
            format!("--p1 Eve=bot:{level} --p2 Ann --first p2"),
        ] {
            let home = Home::new();
            let play = format!("play digits:101,103: {players} --seed 5 --save");
            let typed = "3\n".repeat(4);
            home.run(&format!("{play} whole"), &format!("{typed}quit\n")).expect_code(0);
            home.run(&format!("{play} parts"), "quit\n").expect_code(0);
            for _ in 0..4 {
                home.run("resume parts", "3\nquit\n");
            }
            let (whole, parts) = (read(&home.file("whole")), read(&home.file("parts")));
            assert_eq!(moves(&parts), moves(&whole), "{players}");
        }
    }
}

#[test]
fn bots_play_a_match() {
    let home = Home::new();
    let arguments = "play subtract --fair --p1 A=bot:hard --p2 B=bot:random --rounds 4 --seed 2";
    let run = home.run(arguments, "").expect_code(0);
    run.expect_lines(&["Round 1", "Round 2", "Round 3", "Round 4"]);
    let kept = home.kept();
    assert_eq!(kept.len(), 4);
    for (round, file) in kept.iter().enumerate() {
        let record = read(file);
        let (first, second) = if round % 2 == 0 { ("hard", "random") } else { ("random", "hard") };
        assert!(record.contains(&format!("[FirstIs \"bot:{first}\"]")), "{record}");
        assert!(record.contains(&format!("[SecondIs \"bot:{second}\"]")), "{record}");
    }
    let score = run.out.lines().rfind(|line| line.starts_with("Score: ")).expect("a score");
    let points: Vec<u32> = score
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|number| number.parse().ok())
        .collect();
    assert_eq!(points.iter().sum::<u32>(), 4, "{score}");
    assert_eq!(Home::new().run(arguments, "").out, run.out, "the seed covers the match");
}

#[test]
fn a10_an_endless_game_of_bots_is_abandoned_at_1000_digits() {
    let home = Home::new();
    let arguments = "play digits+no-leading-zero:101: --p1 bot:perfect --p2 bot:perfect --save g";
    let run = home.run(arguments, "").expect_code(0);
    assert!(run.out.ends_with("The game is abandoned without a winner.\n"), "{}", run.out);
    let record = read(&home.file("g"));
    assert!(record.ends_with("result 0-0 abandoned\n"));
    assert_eq!(moves(&record).len(), 1_000);
}

#[test]
fn a_person_may_abandon_an_endless_game_with_a_bot_but_not_a_decided_one() {
    let run = play("digits+no-leading-zero:101: --p2 bot:perfect", "1\ndraw\n").expect_code(0);
    run.expect_out("The game is abandoned without a winner.");
    let run = play("digits:7:1 --p2 bot:perfect", "draw\nquit\n").expect_code(0);
    run.expect_err("The game goes on.");
}

#[test]
fn a_bot_on_a_clock_never_runs_out() {
    for game in ["factor+no-whole:30030", "subtract+no-echo:9240", "dilemma+prime-steps:5040"] {
        for clock in ["1s", "1s+1s"] {
            let home = Home::new();
            let arguments = format!(
                "play {game} --p1 bot:perfect --p2 bot:hard --seed 3 --clock {clock} --save g"
            );
            home.run(&arguments, "").expect_code(0);
            let record = read(&home.file("g"));
            let last = record.lines().last().unwrap();
            assert!(last.ends_with(" played"), "{game} {clock}: {last}");
        }
    }
}

#[test]
fn a_bot_on_a_clock_never_runs_out_even_among_very_many_divisors() {
    let home = Home::new();
    let game = "play divide+no-echo:963761198400,866421317361600 --p1 bot:perfect --p2 bot:random";
    home.run(&format!("{game} --seed 1 --clock 2s --save g"), "").expect_code(0);
    let record = read(&home.file("g"));
    assert!(record.lines().last().unwrap().ends_with(" played"), "{record}");
}

#[test]
fn a_bot_that_is_stuck_says_the_sentence_of_dilemma() {
    let run = play("dilemma --start 30 --p1 bot:perfect --p2 bot:random", "").expect_code(0);
    run.expect_lines(&["Bot (random) Input: I have no valid moves."]);
    run.expect_out("Bot (random) cannot make a move. Bot (perfect) wins the game!");
    let run = play("dilemma --start 30 --p2 bot:random", "Divide by 15\n").expect_code(0);
    run.expect_lines(&["Bot (random) Input: I have no valid moves."]);
}

#[test]
fn a_review_labels_every_move() {
    let home = Home::new();
    home.run("play subtract:12 --p1 Ann --p2 bot:perfect --save lost", "2\n").expect_code(0);
    let run = home.run("review lost", "").expect_code(0);
    run.expect_lines(&[
        "subtract:12: Ann and Bot (perfect)",
        "  1. 12                       Ann: 2: threw it away",
        "     better: 3",
        "  2. 10                       Bot (perfect): 5: kept the win",
    ]);
    run.expect_out("Balance: +--   (+ Ann is winning, - Bot (perfect) is");
    run.expect_out("Ann can take away 3: that leaves 9");
    let run = home.run("review lost --json", "").expect_code(0);
    let review: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(review["start"], "subtract:12");
    assert_eq!(review["first"], "Ann");
    assert_eq!(review["second"], "Bot (perfect)");
    assert_eq!(review["balance"], "+--");
    let first = review["moves"][0].as_object().unwrap();
    let fields = [
        ("ply", Value::from(1)),
        ("seat", Value::from(1)),
        ("position", "subtract:12".into()),
        ("move", "2".into()),
        ("label", "threw it away".into()),
        ("forced", false.into()),
        ("before", "win".into()),
        ("after", "loss".into()),
        ("plies_before", 3.into()),
        ("plies_after", 1.into()),
        ("best", "3".into()),
        ("basis", "theorem".into()),
    ];
    for (field, value) in &fields {
        assert_eq!(&first[*field], value, "{field}");
    }
    assert!(first["reason"].as_str().unwrap().contains("Ann can take away 3"));
    assert_eq!(first.len(), fields.len() + 1, "{first:?}");
    assert_eq!(review["moves"].as_array().unwrap().len(), 2);
}

#[test]
fn a_review_tells_slow_wins_lost_games_and_endless_ones() {
    let home = Home::new();
    let label =
        |review: &Value, ply: usize| review["moves"][ply]["label"].as_str().unwrap().to_owned();
    let reviewed = |name: &str| -> Value {
        let run = home.run(&format!("review {name} --json"), "").expect_code(0);
        serde_json::from_str(&run.out).expect("JSON")
    };
    home.run("play divide+misere:64 --save short", "16\n2\n").expect_code(0);
    let review = reviewed("short");
    assert_eq!(label(&review, 0), "kept the win", "{review}");
    assert_eq!(label(&review, 1), "already lost", "{review}");
    assert_eq!(review["moves"][1]["forced"], true);
    home.run("play subtract:30 --save wins", "3\n9\nquit\n").expect_code(0);
    let review = reviewed("wins");
    assert_eq!(label(&review, 0), "slower", "{review}");
    assert_eq!(review["moves"][0]["best"], "15");
    assert_eq!(label(&review, 1), "already lost", "{review}");
    assert_eq!(review["balance"], "+++");
    let run = home.run("review wins", "").expect_code(0);
    run.expect_out("Player 1: 3: kept the win, 2 moves slower than necessary\n     better: 15\n");
    home.run("play digits+no-leading-zero:101: --save endless", "1\n2\nquit\n").expect_code(0);
    let review = reviewed("endless");
    assert_eq!(label(&review, 0), "endless", "{review}");
    assert!(review["balance"].as_str().unwrap().starts_with("=="), "{review}");
    home.run("review nothing", "").expect_code(1).expect_err("nothing");
    home.run("review wins --budget=0", "").expect_code(2).expect_err("--budget");
}

#[test]
fn a_move_that_keeps_the_win_is_never_a_mistake() {
    let home = Home::new();
    for seed in 0..6 {
        let game = "play subtract+no-echo:96 --p1 bot:perfect --p2 bot:random";
        let arguments = format!("{game} --seed {seed} --save g{seed}");
        home.run(&arguments, "").expect_code(0);
        let run = home.run(&format!("review g{seed} --json"), "").expect_code(0);
        let review: Value = serde_json::from_str(&run.out).expect("JSON");
        let moves = review["moves"].as_array().unwrap();
        let balance = review["balance"].as_str().unwrap();
        assert_eq!(balance.chars().count(), moves.len() + 1, "{balance}");
        for line in moves {
            let (before, after) =
                (line["before"].as_str().unwrap(), line["after"].as_str().unwrap());
            let label = line["label"].as_str().unwrap();
            match (before, after) {
                ("win", "win") => assert!(["kept the win", "slower"].contains(&label), "{line}"),
                ("win", "loss") => assert_eq!(label, "threw it away", "{line}"),
                ("loss", "loss") => assert_eq!(label, "already lost", "{line}"),
                _ => panic!("{line}"),
            }
            if line["seat"] == 1 {
                assert_ne!(label, "threw it away", "the perfect bot: {line}");
                assert_ne!(label, "slower", "the perfect bot: {line}");
            }
        }
    }
}

#[test]
fn perfect_wins_every_won_position_against_random() {
    let home = Home::new();
    let games =
        ["subtract:60", "subtract+no-echo:24", "factor+misere+no-whole:48", "divide:36,10,7"];
    for seed in 0..20 {
        let game = games[usize::try_from(seed).unwrap() % games.len()];
        let solved = home.run(&format!("solve {game}"), "").expect_code(0);
        solved.expect_out("The player to move wins");
        let arguments =
            format!("play {game} --p1 bot:perfect --p2 bot:random --seed {seed} --save g{seed}");
        home.run(&arguments, "").expect_code(0);
        let record = read(&home.file(&format!("g{seed}")));
        assert!(record.ends_with("result 1-0 played\n"), "{game} --seed {seed}: {record}");
    }
}

#[test]
fn a_bot_does_not_hang_on_a_number_that_nobody_can_factor() {
    for book in BOOKS.into_iter().filter(|book| *book != "digits") {
        let home = Home::new();
        let arguments =
            format!("play {book}:{SEMIPRIME} --p1 bot:perfect --p2 bot:easy --seed 1 --save g");
        let run = home.run(&arguments, "").expect_code(0);
        run.expect_out("wins");
        assert!(read(&home.file("g")).contains("\nresult "), "{book}");
    }
}

#[test]
fn what_a_bot_did_is_told_with_its_name() {
    let home = Home::new();
    let run =
        home.run("play divide:60,84,90 --p2 bot:random --seed 4", "1:2\nquit\n").expect_code(0);
    let file = home.kept().pop().expect("a kept game");
    let replayed = home.run(&format!("replay {}", file.display()), "").expect_code(0);
    for run in [run, replayed] {
        run.expect_out("You divided 60 by 2.");
        run.expect_out("Bot (random) divided");
        assert_eq!(run.out.matches("You divided").count(), 1, "{}", run.out);
    }
}
