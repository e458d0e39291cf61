//! `duel match`: whole events, from the command to the table, with opponents and with programs.

mod sitting;

use std::{fs, path::Path, process::Stdio};

use duel_testing::{unique_word, wait_until, wait_until_gone};
use serde_json::Value;
use sitting::{DUEL, Home, Run, signal, wait};

/// `duel ugi`, as an entrant.
fn engine(name: &str) -> String {
    format!("{name}=cmd:'{DUEL}' ugi")
}

/// A program that does one thing wrong, in the words of a shell.
fn shell(name: &str, go: &str) -> String {
    let talk = format!(
        "while read w r; do case $w in ugi) echo id name Sh; echo ugiok;; isready) echo readyok;; \
         go) {go};; quit) exit;; esac; done"
    );
    format!("{name}=cmd:sh -c '{talk}'")
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("a file")).expect("JSON")
}

#[test]
fn every_book_is_dealt_and_played_by_levels() {
    let home = Home::new();
    let run = home
        .run(
            "match bot:random bot:easy bot:medium --deal divide,dilemma,subtract,digits,factor \
             --count 2 --seed 5 --out e",
            "",
        )
        .expect_code(0);
    // Three pairs, ten starts, both sides.
    run.expect_out("60 games from 10 starts, no clock.");
    assert_eq!(run.out.lines().filter(|line| line.contains("/60  game ")).count(), 60);
    let results = json(&home.file("e/results.json"));
    assert_eq!(results["games"], 60);
    let points: f64 = results["standings"]
        .as_array()
        .expect("standings")
        .iter()
        .map(|it| it["points"].as_f64().expect("points"))
        .sum();
    assert!((points - 60.0).abs() < 1e-9);
    assert_eq!(fs::read_dir(home.file("e/games")).expect("games").count(), 60);
    for number in 1..=60 {
        let file = home.file(&format!("e/games/{number:06}.duel"));
        let record = duel_play::journal::read(&file).expect("a record");
        assert!(record.game.ending().is_some());
        let tags = record.of_match.expect("the tags of a match");
        assert_eq!((tags.rounds, tags.points), (Some(2), 1));
        assert_eq!(tags.round, if number % 2 == 1 { 1 } else { 2 });
    }
    let table = fs::read_to_string(home.file("e/table.txt")).expect("a table");
    assert!(run.out.ends_with(&table), "{}", run.out);
    // The whole event is there: nothing is played again.
    let again = home
        .run(
            "match bot:random bot:easy bot:medium --deal divide,dilemma,subtract,digits,factor \
             --count 2 --out e",
            "",
        )
        .expect_code(0);
    assert_eq!(again.out, table);
    again.expect_err("60 of 60 games were played before.");
}

#[test]
fn programs_play_every_book_and_house_rules() {
    let home = Home::new();
    let starts = "divide:360\ndivide+no-echo:60,84\ndilemma+misere:48\ndivide+one:30\n\
                  subtract+either:24 # divide or subtract\n\ndigits+cap-draw=3:97:\ndigits+once:13:\n\
                  factor+no-whole:60\nfactor+root:50\ndivide+prime-steps:90\n";
    home.write("starts.txt", starts);
    let arguments = [
        "match",
        &engine("A"),
        &engine("B"),
        "--starts",
        "starts.txt",
        "--option",
        "2:Level=easy",
        "--json",
        "r.json",
        "--concurrency",
        "2",
    ];
    let run = home.run_with(&arguments, "").expect_code(0);
    run.expect_out("20 games from 10 starts, no clock.");
    let results = json(&home.file("r.json"));
    assert_eq!(results["event"], 1);
    assert_eq!(results["planned"], 20);
    assert_eq!(results["sprt"], Value::Null);
    let best = &results["standings"][0];
    assert_eq!((&best["name"], &best["place"]), (&"A".into(), &1.into()));
    assert_eq!(best["faults"], 0);
    assert_eq!(best["blunders"]["thrown_away"], 0, "a perfect player throws nothing away");
    assert!(best["blunders"]["won_positions"].as_u64() > Some(10));
    let pairing = &results["pairings"][0];
    assert_eq!((&pairing["one"], &pairing["two"]), (&"A".into(), &"B".into()));
    let pairs = pairing["pairs"].as_array().expect("five counts");
    assert_eq!(pairs.iter().map(|it| it.as_u64().expect("a count")).sum::<u64>(), 10);
    for member in ["elo", "normalized_elo", "superiority"] {
        assert!(!pairing[member].is_null(), "{member}");
    }
    wait_until_gone(&format!("{DUEL} ugi"));
}

#[test]
fn a_gauntlet_over_a_range() {
    let home = Home::new();
    let run = home
        .run(
            "match Hero=bot:perfect bot:random bot:random --format gauntlet --range divide:20..40 \
             --seed 1",
            "",
        )
        .expect_code(0);
    // Four numbers of these are prime.
    run.expect_out("68 games from 17 starts, no clock.");
    let line = run.out.lines().find(|line| line.starts_with("1. Hero")).expect("a row");
    assert!(line.contains(" 0 of "), "no blunders: {line}");
    run.expect_out("Bot (random) 2");
    assert!(!run.out.contains("Bot (random) - Bot (random) 2"), "the others do not meet");
}

/// What is wrong with a bot loses a game with its reason; the event goes on.
#[test]
fn misbehaving_programs_lose_their_games_and_nothing_else() {
    let home = Home::new();
    let word = unique_word();
    let sleep = format!("sleep {word}");
    let entrants = [
        shell("Crash", "echo oh dear >&2; exit 3"),
        shell("Cheat", "echo bestmove 59"),
        shell("Babble", "echo bestmove \\$x"),
        shell("Mute", &sleep),
        shell("Flood", &format!("while echo bestmov {word}; do :; done")),
        shell("Quitter", "echo bestmove \"(none)\""),
    ];
    let mut arguments = vec!["match".to_owned(), "bot:perfect".to_owned()];
    arguments.extend(entrants);
    arguments.extend(
        "--format gauntlet --range subtract:60..60 --movetime 100ms --out e --concurrency 6"
            .split(' ')
            .map(str::to_owned),
    );
    let run = home.run_with(&arguments, "").expect_code(0);
    run.expect_out("12 games from 1 start, movetime 100ms.");
    let results = json(&home.file("e/results.json"));
    for standing in results["standings"].as_array().expect("standings") {
        let name = standing["name"].as_str().expect("a name");
        let faults = if matches!(name, "Bot (perfect)" | "Quitter") { 0 } else { 2 };
        assert_eq!(standing["faults"], faults, "{name}");
        assert_eq!(standing["lost"], if name == "Bot (perfect)" { 0 } else { 2 }, "{name}");
    }
    for (name, why) in [
        (
            "Crash",
            "failed crash, 0 moves: Crash has ended instead of answering `go`; it said: oh dear",
        ),
        (
            "Cheat",
            "failed illegal 59, 0 moves: Cheat has answered `bestmove 59`: 59 does not divide 60",
        ),
        ("Babble", "failed garbled"),
        ("Mute", "failed time, 0 moves: Mute has not moved in 1.1s"),
        ("Flood", "failed time"),
        ("Quitter", "resigned"),
    ] {
        let line = format!("{name} - Bot (perfect)  0-1 {why}");
        assert!(run.out.contains(&line), "no {line:?} in {}", run.out);
    }
    let kept = fs::read_to_string(home.file("e/games/000002.duel")).expect("a record");
    assert!(kept.ends_with("result 0-1 failed crash\n"), "{kept}");
    wait_until_gone(&word);
}

#[test]
fn on_a_clock_who_is_late_loses_on_time() {
    let home = Home::new();
    let sleep = format!("sleep {}", unique_word());
    let mute = shell("Mute", &sleep);
    let run = home
        .run_with(
            &[
                "match",
                "bot:easy",
                &mute,
                "--range",
                "divide:60..60",
                "--clock",
                "1s",
                "--out",
                "e",
            ],
            "",
        )
        .expect_code(0);
    run.expect_out("divide:60  Mute - Bot (easy)  0-1 time, 0 moves");
    run.expect_out("2 games from 1 start, clock 1s.");
    let kept = fs::read_to_string(home.file("e/games/000002.duel")).expect("a record");
    assert!(kept.contains("[Clock \"1s\"]") && kept.ends_with("result 0-1 time\n"), "{kept}");
    wait_until_gone(&sleep);
}

#[test]
fn programs_without_a_name_are_called_as_they_call_themselves() {
    let home = Home::new();
    let sh = shell("", "echo bestmove 2").replacen('=', "", 1);
    let arguments = ["match", &sh, &sh, "--range", "divide:64..64", "--out", "e"];
    let first = home.run_with(&arguments, "").expect_code(0);
    first.expect_out("divide:64  Sh - Sh 2  1-0 played, 5 moves");
    // The plan knows their names: no program has to be started to print the table again.
    let second = home.run_with(&arguments, "").expect_code(0);
    second.expect_err("2 of 2 games were played before.");
    second.expect_out("Sh 2");
}

#[test]
fn a_program_that_cannot_be_started_begins_no_event() {
    let home = Home::new();
    let run = home.run_with(
        &["match", "bot:easy", "cmd:./no-such-bot", "--range", "divide:60..62", "--out", "e"],
        "",
    );
    let run = run.expect_code(1);
    run.expect_err("the event does not begin: ./no-such-bot cannot be started");
    assert!(!home.file("e/event.json").exists());
}

#[test]
fn a_test_ends_a_match_of_two_where_it_is_decided() {
    let home = Home::new();
    let command = |more: &str| {
        format!(
            "match bot:perfect bot:random --range subtract:20..400 --seed 2 --sprt 0,100 {more}"
        )
    };
    let one = home.run(&command("--concurrency 1 --out one"), "").expect_code(0);
    one.expect_out("100 Elo or more is accepted");
    one.expect_out(" of 622 games from 311 starts");
    // However many are played at once, it is decided at the same game.
    let many = home.run(&command("--concurrency 7 --out many"), "").expect_code(0);
    let results = |folder: &str| json(&home.file(&format!("{folder}/results.json")));
    assert_eq!(results("one"), results("many"));
    assert_eq!(results("one")["sprt"]["accepted"], "elo1");
    assert_eq!(
        fs::read_to_string(home.file("one/table.txt")).expect("a table"),
        many.out
            .lines()
            .skip_while(|line| !line.contains("points"))
            .map(|it| format!("{it}\n"))
            .collect::<String>()
    );
    // A decided match stays decided.
    let again = home.run(&command("--out many"), "").expect_code(0);
    assert!(!again.out.contains("  game "), "{}", again.out);
}

#[test]
fn another_event_in_the_same_folder_is_refused_with_what_differs() {
    let home = Home::new();
    let base = "match bot:easy bot:medium --range divide:60..64 --seed 1 --out e";
    home.run(base, "").expect_code(0);
    for (more, what) in [
        ("--clock 5s", "time: it was no clock, and is clock 5s now"),
        ("--range divide:70..71", "starts: there were 4, and are 5 now"),
        ("--sprt 0,9", "--sprt: it was none, and is 0,9,0.05,0.05 now"),
        ("--format gauntlet", "--format: it was round-robin, and is gauntlet now"),
        ("bot:hard", "entrants: it was \"bot:easy\", \"bot:medium\", and is"),
    ] {
        let run = home.run(&format!("{base} {more}"), "").expect_code(2);
        run.expect_err("e holds another event");
        run.expect_err(what);
    }
    let seed = base.replace("--seed 1", "--seed 2");
    home.run(&seed, "").expect_code(2).expect_err("--seed: it was 1, and is 2 now");
    // What was kept is untouched.
    home.run(base, "").expect_code(0).expect_err("8 of 8 games were played before.");
    // A game that is none of this event is found.
    let game = home.file("e/games/000003.duel");
    let text = fs::read_to_string(&game).expect("a record").replace("divide:", "dilemma:");
    fs::write(&game, text).expect("a file");
    home.run(base, "").expect_code(1).expect_err("000003.duel is no game of this event");
    fs::remove_file(&game).expect("a file");
    home.run(base, "").expect_code(0).expect_err("7 of 8 games were played before.");
}

#[test]
fn bad_commands_are_refused_before_anything_happens() {
    let home = Home::new();
    home.write("bad.txt", "divide:60\nchess:e4\n");
    for (arguments, why) in [
        ("bot:easy --range divide:60..62", "two entrants or more"),
        ("bot:easy Alice --range divide:60..62", "\"Alice\" is no program"),
        ("bot:easy bot:best --range divide:60..62", "there is no such level"),
        ("bot:easy bot:hard", "an event needs starts"),
        ("A=bot:easy A=bot:hard --range divide:60..62", "two entrants are called \"A\""),
        ("bot:easy bot:hard --range divide:2..3", "--range: there is no start in it"),
        ("bot:easy bot:hard --range divide", "--range: a range is"),
        ("bot:easy bot:hard --deal chess", "--deal: a deal is"),
        ("bot:easy bot:hard --deal divide --count 0", "--count: a number from 1"),
        ("bot:easy bot:hard --starts bad.txt", "--starts: bad.txt: line 2:"),
        ("bot:easy bot:hard --starts none.txt", "--starts: none.txt: "),
        ("bot:easy bot:hard --range divide:60..62 --format knockout", "--format: there is no such"),
        ("bot:easy bot:hard --range divide:60..62 --clock soon", "--clock: a clock is"),
        ("bot:easy bot:hard --range divide:60..62 --movetime soon", "--movetime: a time such as"),
        ("bot:easy bot:hard --range divide:60..62 --movetime 1s --clock 1s", "cannot be used with"),
        ("bot:easy bot:hard --range divide:60..62 --concurrency 0", "--concurrency: a number"),
        ("bot:easy bot:hard --range divide:60..62 --sprt 5,0", "--sprt: a test is"),
        ("bot:easy bot:hard bot:random --range divide:60..62 --sprt 0,5", "a match of two"),
        ("bot:easy bot:hard --range divide:60..62 --option 1:Hash=3", "Bot (easy) has no options"),
        ("bot:easy bot:hard --range divide:60..62 --option Hash", "ENTRANT:NAME=VALUE"),
        ("bot:easy bot:hard --range divide:60..62 --seed x", "--seed: a number"),
    ] {
        let run = home.run(&format!("match {arguments} --out e"), "").expect_code(2);
        run.expect_err(why);
        assert!(!home.file("e").exists(), "{arguments}");
    }
}

/// An interrupted event leaves no program behind, and keeps no loss that is not one.
#[test]
fn interrupted_events_end_their_programs_and_go_on() {
    for name in ["INT", "TERM", "HUP"] {
        let home = Home::new();
        let nap = format!("sleep 0.0{}", unique_word());
        let slow = |name: &str| shell(name, &format!("{nap}; echo bestmove 2"));
        let arguments = [
            "match".to_owned(),
            slow("A"),
            slow("B"),
            "--range".to_owned(),
            "divide+misere:64..64".to_owned(),
            "--range".to_owned(),
            "divide:128..128".to_owned(),
            "--out".to_owned(),
            "e".to_owned(),
        ];
        let mut command = home.duel(&arguments);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let first = home.file("e/games/000001.duel");
        wait_until(|| "no game is over".to_owned(), || first.exists());
        signal(name, child.id());
        let code = wait(&mut child);
        assert!(code.is_some_and(|code| code > 128), "{code:?}");
        wait_until_gone(&nap);
        let run: Run = home.run_with(&arguments, "").expect_code(0);
        run.expect_err(" of 4 games were played before.");
        let results = json(&home.file("e/results.json"));
        for standing in results["standings"].as_array().expect("standings") {
            assert_eq!(standing["faults"], 0, "{run:#?}");
            assert_eq!(standing["games"], 4);
        }
    }
}

#[test]
fn two_runners_do_not_share_a_folder() {
    let home = Home::new();
    let slow = shell("A", "sleep 0.2; echo bestmove 2");
    let arguments = ["match", &slow, "bot:easy", "--range", "divide:60..64", "--out", "e"];
    let mut command = home.duel(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    wait_until(|| "nothing begins".to_owned(), || home.file("e/event.json").exists());
    home.run_with(&arguments, "").expect_code(1).expect_err("e is in use");
    signal("TERM", child.id());
    wait(&mut child);
}

/// A program that is told to stop lets the write end that is under way.
#[test]
fn an_interrupted_event_leaves_nothing_half_written() {
    let home = Home::new();
    let arguments =
        "match bot:easy bot:random --range subtract:20..2000 --seed 8 --no-blunders --out e";
    let games = || fs::read_dir(home.file("e/games")).into_iter().flatten().flatten();
    let (mut kept, mut interrupted) = (0, 0);
    for _ in 0..10 {
        let mut command = home.duel(arguments.split(' '));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        wait_until(|| "no further games".to_owned(), || games().count() > kept + 5);
        signal("INT", child.id());
        match wait(&mut child) {
            Some(130) => interrupted += 1,
            // It was faster than the signal.
            Some(0) => break,
            other => panic!("{other:?}"),
        }
        let mut left: Vec<_> = games().map(|entry| entry.path()).collect();
        left.retain(|path| path.extension().is_some_and(|it| it == "part"));
        assert!(left.is_empty(), "{left:?}");
        kept = games().count();
    }
    assert!(interrupted > 0);
}

#[test]
fn somebody_who_stops_reading_is_no_failure() {
    let home = Home::new();
    let script = format!(
        "'{DUEL}' match bot:easy bot:random --range divide:60..260 --seed 1 | head -2; \
         echo \"${{PIPESTATUS[0]}}\""
    );
    let mut command = home.command("bash");
    command.args(["-c", &script]);
    let run = sitting::finish(&mut command, "");
    assert_eq!(run.out.lines().count(), 3, "{run:#?}");
    assert_eq!(run.out.lines().last(), Some("0"), "{run:#?}");
    assert_eq!(run.err.lines().count(), 0, "{run:#?}");
}
