//! How the program behaves on a command line and at the prompt: exit codes, what goes where, and
//! what the words do.

mod sitting;

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::Stdio,
};

use duel_numbers::Natural;
use sitting::{Home, Run, finish, signal, wait};

const BOOKS: [&str; 5] = ["divide", "dilemma", "subtract", "digits", "factor"];

fn play(arguments: &str, input: &str) -> Run {
    Home::new().run(&format!("play {arguments}"), input)
}

#[test]
fn a_finished_game_is_fine() {
    let run = play("divide", "6\n2\n").expect_code(0);
    assert_eq!(run.err, "");
}

#[test]
fn input_that_ends_in_the_middle_of_a_game_fails() {
    let home = Home::new();
    let run = home.run("play divide", "6\n").expect_code(1);
    run.expect_err("the input ended in the middle of the game");
    run.expect_err("duel resume ");
    assert_eq!(home.kept().len(), 1);
    let run = home.run("play divide --no-save", "6\n").expect_code(1);
    assert!(!run.err.contains("duel resume"), "{run:#?}");
    assert_eq!(home.kept().len(), 1);
    play("divide --house swap", "").expect_code(1).expect_err("ended before the game began");
}

#[test]
fn quitting_is_no_failure() {
    let run = play("divide", "6\nquit\n").expect_code(0);
    run.expect_err("Go on with: duel resume ");
}

#[test]
fn what_is_not_kept_cannot_be_found() {
    for command in ["resume", "resume nothing", "replay nothing", "export nothing"] {
        let run = Home::new().run(command, "").expect_code(1);
        run.expect_err("error:");
        assert_eq!(run.out, "");
    }
}

#[test]
fn an_interrupt_is_told_by_the_exit_code_also_from_a_pipe() {
    for (name, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let home = Home::new();
        let mut command = home.duel(["play", "divide"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        stdin.write_all(b"6\n").unwrap();
        let mut line = String::new();
        while !line.contains("New N is 10") {
            line.clear();
            assert_ne!(out.read_line(&mut line).unwrap(), 0, "the game ended by itself");
        }
        signal(name, child.id());
        assert_eq!(wait(&mut child), Some(code), "{name}");
        let err = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
        assert!(err.contains("Go on with: duel resume"), "{name}: {err}");
        drop(stdin);
        home.run("resume", "2\n").expect_code(0).expect_out("Player 2 wins!");
    }
}

#[test]
fn duel_alone_prints_help_where_there_is_no_terminal() {
    let run = Home::new().run("", "1\n").expect_code(0);
    run.expect_out("Usage: duel");
    run.expect_out("Exit codes");
    for command in ["play", "books", "rules", "games", "resume", "replay", "export"] {
        run.expect_out(&format!("\n  {command} "));
    }
    assert_eq!(run.err, "");
    let help = Home::new().run("--help", "").expect_code(0);
    help.expect_out("Exit codes");
}

#[test]
fn books_are_listed() {
    let run = Home::new().run("books", "").expect_code(0);
    assert_eq!(run.out.lines().count(), 5);
    for book in BOOKS {
        run.expect_out(book);
    }
    let run = Home::new().run("books --json", "").expect_code(0);
    let books: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let slugs: Vec<&str> =
        books.as_array().unwrap().iter().map(|book| book["slug"].as_str().unwrap()).collect();
    assert_eq!(slugs, BOOKS);
    assert_eq!(books[4]["start"], "100", "numbers travel as strings");
    assert_eq!(books[1]["fair"][0], "prime-steps");
}

#[test]
fn rules_are_explained_for_every_book() {
    let own = [("divide", "B1"), ("dilemma", "C1"), ("subtract", "D1"), ("digits", "D4")];
    for (book, ruling) in own.into_iter().chain([("factor", "E1")]) {
        let run = Home::new().run(&format!("rules {book}"), "").expect_code(0);
        run.expect_out("House rules (--house NAME,...):");
        run.expect_out("  misere ");
        run.expect_out("The fair variant (--fair):");
        run.expect_out(&format!("  {ruling} "));
        run.expect_out("  A1 ");
        assert!(!run.out.contains("  E1 ") || book == "factor");
    }
}

#[test]
fn completions_are_generated_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = Home::new().run(&format!("completions {shell}"), "").expect_code(0);
        run.expect_out("on-illegal");
        assert_eq!(run.err, "");
    }
}

#[test]
fn man_pages_are_generated_for_every_command() {
    let run = Home::new().run("man", "").expect_code(0);
    run.expect_out(".TH duel 1");
    run.expect_out("Exit codes");
    for command in ["play", "books", "rules", "games", "resume", "replay", "export", "man"] {
        let run = Home::new().run(&format!("man {command}"), "").expect_code(0);
        run.expect_out(&format!(".TH duel-{command} 1"));
    }
    Home::new().run("man play", "").expect_out("\\-\\-on\\-illegal");
}

#[test]
fn nobody_reading_is_no_failure() {
    let commands = [
        "rules divide",
        "books",
        "books --json",
        "completions bash",
        "man",
        "--help",
        "--version",
        "",
        "games --json",
        "play divide",
    ];
    for arguments in commands {
        let home = Home::new();
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = home.duel(arguments.split_whitespace());
        command.stdin(Stdio::piped()).stdout(writer).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(command);
        drop(child.stdin.take());
        assert_eq!(wait(&mut child), Some(0), "duel {arguments}");
        let err = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
        assert_eq!(err, "", "duel {arguments}");
    }
}

#[test]
fn a_full_disk_behind_standard_output_is_a_failure() {
    let Ok(full) = std::fs::File::options().write(true).open("/dev/full") else { return };
    let home = Home::new();
    let mut child = home.duel(["books"]).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
    assert_eq!(wait(&mut child), Some(1));
}

#[test]
fn colour_follows_the_option_and_never_reaches_standard_output() {
    let home = Home::new();
    let wrong = "7\n6\n2\n";
    let plain = home.run("play divide", wrong).expect_code(0);
    assert!(!plain.err.contains('\u{1b}'), "{plain:#?}");
    let always = home.run("play divide --color always", wrong).expect_code(0);
    assert!(always.err.contains('\u{1b}'), "{always:#?}");
    assert_eq!(always.out, plain.out);
    let mut command = home.duel(["--color", "always", "play", "divide"]);
    let insists = finish(command.env("NO_COLOR", "1"), wrong).expect_code(0);
    assert!(insists.err.contains('\u{1b}'), "{insists:#?}");
    let mut command = home.duel(["play", "divide", "--color", "never"]);
    let never = finish(command.env("CLICOLOR_FORCE", "1"), wrong).expect_code(0);
    assert!(!never.err.contains('\u{1b}'), "{never:#?}");
}

#[test]
fn a5_invalid_entries_are_explained_and_asked_again() {
    let entries = [
        ("divide", "1", "1 "),
        ("subtract", "1", "1 may not be chosen"),
        ("divide", "60", "60 itself may not be chosen"),
        ("divide", "7", "7 does not divide 60"),
        ("divide", "061", "leading zeros"),
        ("divide", "-6", ""),
        ("divide", "", "empty line"),
        ("divide", "six", "\"six\" is not a move here"),
        ("divide", "6 2", "is not a move here"),
        ("divide", "\u{ff16}", "U+FF16"),
        ("divide", "2:6", ""),
        ("divide", "subtract 6", "divided"),
        ("subtract", "divide by 6", "subtracted"),
        ("subtract", "12", "12 itself"),
        ("digits", "12", "digit"),
        ("digits", "-1", "digit"),
        ("digits", "", "empty line"),
        ("digits", "x", "digit"),
        ("factor", "7", "7 does not divide 100"),
        ("factor", "0", ""),
        ("dilemma", "divide by", ""),
        ("dilemma", "divide by zero", ""),
        ("divide --start 8,9", "7", ""),
        ("divide --start 8,9", "3:2", ""),
        ("divide --start 8,8", "2", "which number"),
        ("divide --house either", "6", "/6 divides, -6 subtracts"),
        ("dilemma --house prime-steps", "/4", "not a prime"),
        ("dilemma --house prime-steps", "-2", "Only 1"),
        ("digits --house no-leading-zero", "0", "first digit may not be 0"),
        ("factor --house no-whole", "100", "100 itself"),
        ("factor --house root", "20", "20 times 20"),
    ];
    for (game, entry, reason) in entries {
        let run = play(game, &format!("{entry}\n")).expect_code(1);
        run.expect_err(reason);
        run.expect_err("Valid");
        assert!(!run.out.contains("ew "), "{game}: {entry:?} changed something: {run:#?}");
    }
}

#[test]
fn a_used_number_is_refused() {
    play("factor --start 12", "6\n6\n")
        .expect_err("6 has already been used. Valid: 1, 2, 3 (6 has been used).");
    play("divide --house once", "2\n2\n").expect_err("2 has already been used");
    play("subtract --house no-echo", "2\n2\n").expect_err("2 was just chosen by your opponent");
    play("divide --house one", "1\n1\n").expect_err("1 has already been used");
    play("digits --house once", "1\n1\n").expect_err("1 has already been used");
}

#[test]
fn an_invalid_entry_forfeits_where_that_was_agreed() {
    let entries = [
        ("divide", "7", "7 does not divide 60"),
        ("digits", "12", "digit"),
        ("factor", "hello", "not a move"),
        ("dilemma", "I have no valid moves.", "There is a valid move"),
        ("subtract", "", "empty line"),
    ];
    for (book, entry, reason) in entries {
        let home = Home::new();
        let arguments = format!("play {book} --on-illegal forfeit");
        let run = home.run(&arguments, &format!("{entry}\n")).expect_code(0);
        run.expect_out("Player 1 forfeits the game. Player 2 wins");
        assert!(run.err.contains(reason) || run.out.contains(reason), "{run:#?}");
        let run = home.run("games", "").expect_code(0);
        run.expect_out("Player 2 won, 0 moves");
    }
}

#[test]
fn the_words_at_the_prompt_never_forfeit() {
    let orders = "help\nmoves\nrules\nundo\ndraw\nmoves 1..2\nsave copy.duel\n6\n2\n";
    let run = play("divide --on-illegal forfeit", orders).expect_code(0);
    run.expect_out("Player 1 cannot make a move. Player 2 wins!");
}

#[test]
fn phrases_are_heard_in_any_case_and_with_any_punctuation() {
    for phrase in ["6", "Divide by 6", "divide 6.", "DIVIDE BY 6!", " 6 ", "I divide 60 by 6."] {
        play("divide", &format!("{phrase}\n")).expect_out("You divided 60 by 6. New N is 10.");
    }
    for phrase in ["5", "Subtract 5", "subtract 5.", "I subtract 5 from 15."] {
        play("subtract --start 15", &format!("{phrase}\n")).expect_out("subtracts 5. New N is 10");
    }
    for phrase in
        ["I have no valid moves.", "i have no valid moves", "I have no valid moves. You win!"]
    {
        let run = play("dilemma --start 7 --rounds 1", &format!("{phrase}\n")).expect_code(0);
        run.expect_out(&format!("Player 1 Input: {phrase}\nPlayer 1 cannot make a move."));
    }
}

#[test]
fn a7_a_false_admission_is_refused_and_told_the_moves() {
    for book in ["divide --start 10", "dilemma --start 10", "subtract --start 10"] {
        let run = play(book, "I have no valid moves.\n").expect_code(1);
        run.expect_err("There is a valid move. Valid: 2, 5.");
    }
}

#[test]
fn c1_dilemma_insists_on_the_admission_and_accepts_the_end_of_input() {
    let run = play("dilemma --start 30", "15\nnever\nI have no valid moves\n").expect_code(0);
    run.expect_err("Say: I have no valid moves.");
    run.expect_out("Player 2 cannot make a move. Player 1 wins the game!");
    let home = Home::new();
    let run = home.run("play dilemma --start 30", "15\n").expect_code(0);
    run.expect_out("Player 2 cannot make a move. Player 1 wins the game!");
    assert_eq!(run.err, "");
    home.run("games", "").expect_out("Player 1 won, 1 move");
}

#[test]
fn help_moves_and_rules_are_at_hand() {
    let run = play("divide", "help\n?\nHELP!\n").expect_code(1);
    assert_eq!(run.out.matches("save FILE").count(), 3);
    play("dilemma --start 12", "moves\n").expect_out("Valid: 2, 3, 4, 6.");
    play("digits --house no-leading-zero", "moves\n")
        .expect_out("Valid: 1, 2, 3, 4, 5, 6, 7, 8, 9 (0 may not come first).");
    play("divide --house one --start 6", "moves\n").expect_out("1 (once per game)");
    play("factor", "rules\n").expect_out("Two players share one number.");
}

#[test]
fn a_move_is_taken_back_with_consent_only() {
    let home = Home::new();
    let run = home.run("play divide", "undo\n6\nundo\nno\nundo\nperhaps\nyes\n30\n").expect_code(0);
    run.expect_err("There is no move to take back.");
    run.expect_err("The move stands.");
    run.expect_err("Please answer yes or no.");
    run.expect_err("Move 1 is taken back.");
    run.expect_lines(&[
        "You divided 60 by 6. New N is 10.",
        "Player 2, may Player 1 take back 6? (yes/no) no",
        "Player 2, may Player 1 take back 6? (yes/no) yes",
        "Current N: 60",
        "You divided 60 by 30. New N is 2.",
        "Player 2 cannot make a move. Player 1 wins!",
    ]);
    let game = home.kept().remove(0);
    let record = std::fs::read_to_string(&game).unwrap();
    assert!(record.contains("\nundo 1\n1. 30 {"), "{record}");
    home.run("games", "").expect_out("Player 1 won, 1 move");
}

#[test]
fn resigning_loses() {
    play("factor", "resign\n").expect_code(0).expect_out("Player 1 resigns. Player 2 wins!");
    play("dilemma", "8\nresign\n").expect_code(0).expect_out("Player 1 wins the game!");
}

#[test]
fn a10_a_draw_is_offered_in_digits_only() {
    let run = play("digits", "1\ndraw\nno\n0\n").expect_code(1);
    run.expect_err("The game goes on.");
    run.expect_out("Shared Number (N): 10");
    let home = Home::new();
    home.run("play digits", "1\ndraw\nyes\n").expect_code(0).expect_out("without a winner");
    home.run("games", "").expect_out("no winner, 1 move");
    for book in ["divide", "dilemma", "subtract", "factor"] {
        let run = play(book, "draw\nyes\n").expect_code(1);
        run.expect_err("a draw cannot be offered");
    }
}

#[test]
fn a_copy_is_saved_at_the_prompt() {
    let home = Home::new();
    let run = home.run("play divide --no-save", "6\nsave my copy.duel\nsave my copy.duel\n");
    let run = run.expect_code(1);
    run.expect_err("Saved to my copy.duel.");
    run.expect_err("exists already");
    home.run_with(&["resume", "my copy.duel"], "2\n").expect_code(0).expect_out("Player 2 wins!");
    let run = home.run("play divide", "save no/such/folder/game\n6\n2\n").expect_code(0);
    run.expect_err("no/such/folder/game");
}

#[test]
fn long_lists_are_abbreviated_and_paged() {
    // The product of the first 24 primes has 2^24 divisors.
    let start = "23768741896345550770650537601358310";
    let input = "moves 1000..1100\nmoves 16777214..16777214\nmoves 16777215..16777216\n\
                 moves 8000000..8000001\nmoves 0..5\nmoves 5..1\nmoves 2:1..5\nmoves\n2\n";
    let run = play(&format!("divide --start {start}"), input).expect_code(1);
    run.expect_out("2, 3, 5, 6, 7, 10, 11, 13, 14, 15, 17, 19, ..., ");
    run.expect_out(", 11884370948172775385325268800679155 (16,777,214 in all)");
    let page = run.out.lines().find(|line| line.starts_with("6105, ")).expect("a page");
    assert_eq!(page.split(", ").count(), 101);
    run.expect_out("moves 16777214..16777214\n11884370948172775385325268800679155\n");
    run.expect_out("There are only 16,777,214 moves.");
    let middle = run.out.lines().skip_while(|line| !line.contains("moves 8000000..8000001")).nth(1);
    assert_eq!(middle.map(|line| line.split(", ").count()), Some(2), "{}", run.out);
    run.expect_out("There is no such list.");
    run.expect_out("New N is 11884370948172775385325268800679155.");
}

#[test]
fn only_lists_beyond_all_measure_have_a_part_that_cannot_be_shown() {
    let primes = [2_u8, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71];
    let n = primes.iter().fold(Natural::one(), |n, p| &n * &Natural::from(*p).pow(4));
    let run = play(&format!("divide --start {n}"), "moves 5000000..5000001\nmoves 999..1000\n");
    run.expect_out("only the first and the last million can be shown");
    assert!(run.out.lines().any(|line| line.split(", ").count() == 2), "{}", run.out);
}

#[test]
fn a_list_of_200_is_complete_and_one_of_201_is_not() {
    // 2^200 has 199 proper divisors, 2^202 has 201.
    let run =
        play("divide --start 1606938044258990275541962092341162602522202993782792835301376", "");
    assert!(!run.out.contains("in all"), "{}", run.out);
    let run =
        play("divide --start 6427752177035961102167848369364650410088811975131171341205504", "");
    run.expect_out("(201 in all)");
}

#[test]
fn a_number_that_resists_factoring_can_be_played() {
    let (one, other) = ("100000000000000000000000000319", "1000000000000000000000000000057");
    let start = "100000000000000000000000000324700000000000000000000000018183";
    let run = play(&format!("divide --start {start}"), &format!("3\nmoves\n{one}\n"));
    let run = run.expect_code(0);
    run.expect_out("none found so far");
    run.expect_err("3 does not divide");
    run.expect_out(&format!("{other} is prime. No valid moves.\n"));
    run.expect_out("Player 1 wins!");
}

#[test]
fn carmichael_numbers_and_strong_pseudoprimes_are_no_primes() {
    let games = [
        ("561", "33", "17"),
        ("3215031751", "113401", "28351"),
        ("3825123056546413051", "111737197441", "34233211"),
        ("3317044064679887385961981", "1287836182261", "2575672364521"),
    ];
    for (start, divisor, left) in games {
        let run = play(&format!("divide --start {start}"), &format!("{divisor}\n"));
        run.expect_code(0).expect_out(&format!("{left} is prime. No valid moves.\nPlayer 2"));
    }
}

#[test]
fn a_target_of_1000_digits_is_decided_exactly() {
    let target = format!("1{}7", "0".repeat(998));
    let typed: String = target.chars().map(|digit| format!("{digit}\n")).collect();
    let home = Home::new();
    let run = home.run(&format!("play digits --no-save --target {target}"), &typed).expect_code(0);
    assert_eq!(run.out.matches("No winner yet.").count(), 999);
    run.expect_out("= 0\nPlayer 2 wins!\n");
}

#[test]
fn b1_a_start_without_a_move_is_told_before_the_game() {
    for (game, told, turn) in [
        ("divide --start 7", "Player 2 wins at once", "'s Turn"),
        ("dilemma --start 1", "Player 2 wins at once", ", it's your turn"),
        ("subtract --start 13", "Player 2 wins at once", "'s Turn"),
        ("divide --start 7 --house misere", "Player 1 wins at once", "'s Turn"),
    ] {
        let home = Home::new();
        // Both streams into one file show the order.
        let script = format!("\"$DUEL\" play {game} </dev/null 2>&1");
        let mut command = home.command("sh");
        let run = finish(command.arg("-c").arg(script).env("DUEL", sitting::DUEL), "");
        let run = run.expect_code(0);
        let place = |part: &str| run.out.find(part).unwrap_or_else(|| panic!("{}", run.out));
        assert!(place(told) < place(&format!("Player 1{turn}")), "{}", run.out);
    }
}

#[test]
fn house_rules_are_told_before_the_game() {
    let run = play("divide --house misere,no-echo", "");
    run.expect_err("House rule misere: ");
    run.expect_err("House rule no-echo: ");
    play("digits --fair --seed 1", "").expect_err("The maximum length is 18.");
    play("factor+no-whole:12", "").expect_err("House rule no-whole: ");
}

/// `--start` and `--target` override the deal; the fair house rules stay, and what is played is said
/// where the fair variant would have dealt another number of them.
#[test]
fn f3_a_start_of_ones_own_keeps_the_fair_rules() {
    let run = play("divide --fair --start 60", "");
    run.expect_err("--start gives 1 number, and fair `divide` is dealt with 3 numbers");
    run.expect_err("so this is the book's own game");
    run.expect_err("Without --start a fair start is drawn.");
    let run = play("digits --fair --target 7", "");
    run.expect_err("--target gives 1 target, and fair `digits` is dealt with 4 targets");
    run.expect_err("its rules hold all the same: digits+no-leading-zero+cap-second=18");
    run.expect_err("House rule no-leading-zero: ");
    let run = play("dilemma --fair --start 60,84", "");
    run.expect_err("its rules hold all the same: dilemma+prime-steps");
    for whole in [
        "divide --fair --start 60,84,90",
        "dilemma --fair --start 60",
        "digits --fair --target 22,25,31,34",
        "divide --start 60",
    ] {
        let run = play(whole, "");
        assert!(!run.err.contains(" is dealt with "), "{whole}: {}", run.err);
    }
}

#[test]
fn a4_a_toss_can_be_had_again() {
    let mut winners = Vec::new();
    for seed in 0..8 {
        let arguments = format!("divide --first toss --seed {seed}");
        let run = play(&arguments, "");
        assert_eq!(run.out, play(&arguments, "").out);
        let first = run.out.lines().nth(2).expect("a turn").to_owned();
        run.expect_err(&format!("The toss is made: {} begins.", &first[..8]));
        winners.push(first);
    }
    assert!(winners.contains(&"Player 1's Turn:".to_owned()), "{winners:?}");
    assert!(winners.contains(&"Player 2's Turn:".to_owned()), "{winners:?}");
    play("divide --first p2", "").expect_out("Player 2's Turn:");
}

#[test]
fn f3_fair_games_are_dealt_in_range_and_can_be_had_again() {
    let fair = [
        ("divide", "divide:", 3, 30..=1000),
        ("dilemma", "dilemma+prime-steps:", 1, 50..=500),
        ("subtract", "subtract+no-echo:", 1, 40..=200),
        ("digits", "digits+no-leading-zero+cap-second=18:", 4, 22..=34),
        ("factor", "factor+misere+root+no-whole:", 1, 100..=600),
    ];
    for (book, rules, count, range) in fair {
        let mut starts = Vec::new();
        for seed in [1, 1, 2, 3] {
            let home = Home::new();
            let run = home.run(&format!("play {book} --fair --seed {seed}"), "").expect_code(1);
            run.expect_err(&format!("--seed {seed}"));
            let games = home.run("games --json", "").expect_code(0);
            let games: serde_json::Value = serde_json::from_str(&games.out).unwrap();
            let start = games[0]["start"].as_str().unwrap().to_owned();
            let numbers = start.strip_prefix(rules).unwrap_or_else(|| panic!("{start}"));
            let numbers: Vec<u64> =
                numbers.trim_end_matches(':').split(',').map(|n| n.parse().unwrap()).collect();
            assert_eq!(numbers.len(), count, "{start}");
            assert!(numbers.iter().all(|number| range.contains(number)), "{start}");
            starts.push(start);
        }
        assert_eq!(starts[0], starts[1]);
        assert!(starts[1] != starts[2] || starts[2] != starts[3], "{starts:?}");
    }
    play("subtract --fair --start 44", "").expect_out("Initial N: 44");
    play("digits --fair --target 30", "").expect_out("Target Divisor (D): 30");
}

#[test]
fn players_learn_that_a_dealt_start_is_not_proven_fair() {
    let run = play("dilemma --fair --house once --seed 1", "");
    run.expect_err("This one comes closest: it may favour one side, or be over sooner.");
    let run = play("digits --fair --house once --seed 1", "");
    run.expect_err("It is not known which side this one favours.");
    let run = play("dilemma --fair --seed 1", "");
    run.expect_err("Drawn by lot (--seed 1).\n");
    assert!(!run.err.contains("Under these rules"), "{}", run.err);
}

#[test]
fn a_fair_match_deals_anew_every_round() {
    let run = play("divide --fair --seed 5 --rounds 3", "resign\nresign\nresign\n").expect_code(0);
    let starts: Vec<&str> = run.out.lines().filter(|line| line.starts_with("Game Start")).collect();
    assert_eq!(starts.len(), 3);
    assert!(starts[0] != starts[1] && starts[1] != starts[2], "{starts:?}");
}

#[test]
fn a8_a_match_ends_at_its_score_or_after_its_rounds() {
    let run = play("divide --to 2", "30\n6\n2\n").expect_code(0);
    run.expect_out("Score: Player 1 2, Player 2 0\nPlayer 1 is the champion!");
    let run = play("divide --to 10 --points 5 --rounds 9", "30\n30\n30\n").expect_code(0);
    run.expect_out("Score: Player 1 5, Player 2 5\n\nRound 3");
    run.expect_out("Score: Player 1 10, Player 2 5\nPlayer 1 is the champion!");
    let run = play("divide --rounds 1 --p2 Ben", "resign\n").expect_code(0);
    run.expect_out("Score: Player 1 0, Ben 1\nBen is the champion!");
    let run = play("divide --rounds 2", "30\n").expect_code(1);
    run.expect_out("Round 2\n");
}

#[test]
fn names_are_cleaned() {
    let home = Home::new();
    let name = "\u{202e}Zo\u{eb}\u{1b}[31m\u{7} \t \u{2066}\u{645}\u{631}\u{6cc}\u{645}\u{200b}";
    let run = home.run_with(&["play", "divide", "--p1", name, "--p2", "李"], "6\n");
    run.expect_out("Zo\u{eb}[31m \u{645}\u{631}\u{6cc}\u{645}'s Turn:");
    run.expect_out("李's Turn:");
    for text in [&run.out, &run.err, &home.run("games", "").out] {
        let odd = |c: char| c != '\n' && !duel_core::is_shown(c);
        assert!(!text.contains(odd), "{text:?}");
    }
    let long = "x".repeat(100_000);
    let run = home.run_with(&["play", "divide", "--p1", &long], "");
    run.expect_out(&format!("\n{}'s Turn:", "x".repeat(80)));
}

#[test]
fn what_is_typed_reaches_no_terminal_raw() {
    let run = play("divide", "\u{1b}[2J\u{202e}\u{7}6\u{1b}\n6\n2\n").expect_code(0);
    for text in [&run.out, &run.err] {
        assert!(!text.contains(|c: char| c != '\n' && !duel_core::is_shown(c)), "{text:?}");
    }
    let long = format!("{}\n6\n2\n", "1".repeat(1 << 20));
    let run = play("divide", &long).expect_code(0);
    run.expect_err("longer than any move");
    assert!(run.out.len() < 1000 && run.err.len() < 1000);
    let home = Home::new();
    let mut command = home.duel(["play", "divide"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"\xff\xfe\x00\n6\r\n2\n").unwrap();
    let out = std::io::read_to_string(child.stdout.take().unwrap()).unwrap();
    assert_eq!(wait(&mut child), Some(0));
    assert!(out.contains("Player 2 wins!") && !out.contains('\0'), "{out:?}");
}

#[test]
fn a9_a_clock_runs_out_while_a_pipe_is_silent() {
    let home = Home::new();
    let mut command = home.duel(["play", "divide", "--clock", "1s"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"6\n").unwrap();
    let out = std::io::read_to_string(child.stdout.take().unwrap()).unwrap();
    assert_eq!(wait(&mut child), Some(0));
    drop(stdin);
    assert!(out.ends_with("Player 2 has run out of time. Player 1 wins!\n"), "{out}");
    home.run("games", "").expect_out("Player 1 won, 1 move");
    let record = std::fs::read_to_string(&home.kept()[0]).unwrap();
    assert!(record.ends_with("result 1-0 time\n"), "{record}");
}

#[test]
fn a_position_is_played_from() {
    let run = play("factor+no-whole:6~6,3", "2\n").expect_code(1);
    run.expect_out("Used Numbers: 6, 3\n");
    run.expect_out("Available factors of 6 not used: 1, 2 (6 itself may not be chosen)\n");
    play("divide:60/2", "").expect_out("Player 2's Turn:");
    play("digits:7:31", "").expect_out("Shared Number (N): 31\n");
}

#[test]
fn a_total_is_told_and_grows_by_the_increment() {
    let run = play("subtract --clock 5m+30s", "6\n2\n").expect_code(1);
    run.expect_err("Player 1 has 5:00 left.");
    run.expect_err("Player 2 has 5:00 left.");
    let later = ["Player 1 has 5:30 left.", "Player 1 has 5:29 left.", "Player 1 has 5:28 left."];
    assert!(run.err.lines().any(|line| later.contains(&line)), "{run:#?}");
}
