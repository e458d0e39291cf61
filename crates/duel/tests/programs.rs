//! Somebody's programs at the prompt, and `duel check-bot`.

mod sitting;

use std::{
    fs,
    process::{Command, Stdio},
};

use duel_testing::{count_processes, unique_word, wait_until, wait_until_gone};
use serde_json::Value;
use sitting::{DUEL, Home, finish, signal, wait};

/// A bot that is a few lines of shell: `go` is what it does when it should move.
fn shell(go: &str) -> String {
    format!(
        "sh -c 'while read word rest; do case $word in ugi) echo id name Shelly; echo ugiok;; \
         isready) echo readyok;; go) {go};; quit) exit;; esac; done'"
    )
}

fn play(home: &Home, game: &str, one: &str, two: &str) -> sitting::Run {
    let words = format!("play {game} --save g");
    let mut arguments: Vec<&str> = words.split_whitespace().collect();
    arguments.extend(["--p1", one, "--p2", two]);
    home.run_with(&arguments, "")
}

fn record(home: &Home) -> String {
    fs::read_to_string(home.file("g")).expect("a record")
}

#[test]
fn programs_play_at_the_prompt_under_the_name_they_give() {
    let home = Home::new();
    let two = format!("cmd:{}", shell("echo bestmove 2"));
    let run = play(&home, "subtract:12", &two, &format!("cmd:'{DUEL}' ugi")).expect_code(0);
    run.expect_out("Shelly subtracts 2. New N is 10.");
    run.expect_out("Divisor Duel 0.1.0 subtracts 5. New N is 5.");
    let record = record(&home);
    for line in ["[First \"Shelly\"]", "[FirstIs \"cmd\"]", "[SecondIs \"cmd\"]"] {
        assert!(record.contains(line), "{record}");
    }
    assert!(!record.contains("[Seed"), "programs bring their own chances: {record}");
    assert!(record.ends_with("result 0-1 played\n"), "{record}");
    let home = Home::new();
    let run = play(&home, "subtract:12 --clock 20s", &two, &format!("Eve={two}")).expect_code(0);
    run.expect_out("Shelly subtracts 2. New N is 10.");
    run.expect_out("Eve subtracts 2. New N is 8.");
    let home = Home::new();
    let run = play(&home, "subtract:12 --rounds 2", &two, &two).expect_code(0);
    run.expect_out("Shelly 2 subtracts 2.");
    run.expect_out("Score: Shelly 1, Shelly 2 1");
}

#[test]
fn a_person_plays_a_program_through_a_pipe() {
    let home = Home::new();
    let two = format!("cmd:{}", shell("echo bestmove 5"));
    let run = home.run_with(
        &["play", "subtract", "--start", "12", "--p1", "Ann", "--p2", &two, "--no-save"],
        "2\n",
    );
    run.expect_code(0).expect_out("Shelly wins the game!");
}

#[test]
fn a_program_that_fails_loses_and_the_record_says_why() {
    for (go, result, said) in [
        ("echo bestmove 7", "failed illegal 7", "7 does not divide 60. Shelly forfeits the game."),
        ("echo bestmove seven", "failed garbled", "Shelly forfeits the game."),
        ("exit 3", "failed crash", "Shelly has stopped working."),
        ("exec >&-; sleep 983", "failed crash", "Shelly has stopped working."),
    ] {
        let home = Home::new();
        let one = format!("cmd:{}", shell(go));
        let run = play(&home, "divide:60", &one, "Bob").expect_code(0);
        run.expect_out(said);
        run.expect_out("Bob wins!");
        let record = record(&home);
        assert!(record.ends_with(&format!("result 0-1 {result}\n")), "{record}");
        home.run("replay g", "").expect_code(0).expect_out(said);
    }
    let home = Home::new();
    let one = format!("cmd:{}", shell("sleep 982"));
    let run = play(&home, "divide:60 --clock 1s", &one, "Bob").expect_code(0);
    run.expect_out("Shelly has run out of time.");
    assert!(record(&home).ends_with("result 0-1 time\n"));
}

#[test]
fn what_a_program_says_reaches_the_terminal_clean() {
    let home = Home::new();
    let one = format!("cmd:{}", shell("printf \"bestmove \\033[31m6\\n\""));
    let run = play(&home, "divide:60", &one, "Bob").expect_code(0);
    assert!(!run.out.contains('\u{1b}'), "{:?}", run.out);
    run.expect_err("has answered `bestmove [31m6`");
}

#[test]
fn programs_that_cannot_be_started_are_told() {
    let home = Home::new();
    let run = play(&home, "divide", "cmd:/nowhere/bot", "Bob").expect_code(1);
    run.expect_err("/nowhere/bot cannot be started");
    let run = play(&home, "divide", "cmd:sh -c 'echo oh dear >&2'", "Bob").expect_code(1);
    run.expect_err("oh dear");
    for command in ["cmd:", "cmd:  ", "cmd:python3 'bot.py", "Eve=cmd:"] {
        play(&home, "divide", command, "Bob").expect_code(2).expect_err("--p1");
    }
    assert!(!home.file("g").exists());
}

#[test]
fn a_game_of_a_program_is_not_resumed_by_its_record() {
    let home = Home::new();
    let head = "[Record \"1\"]\n[Start \"subtract:12\"]\n[First \"Ann\"]\n[Second \"Shelly\"]\n";
    home.write("kept", format!("{head}[SecondIs \"cmd\"]\n\n"));
    home.run("resume kept", "2\n").expect_code(1).expect_err("does not say how it is started");
}

#[test]
fn a_signal_ends_the_programs_too() {
    let home = Home::new();
    let sleep = format!("sleep {}", unique_word());
    let one = format!("cmd:{}", shell(&format!("trap \"\" INT TERM HUP; {sleep}")));
    let arguments = ["play", "divide", "--no-save", "--p1", &one];
    let mut child = home
        .duel(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    // `duel`, the shell, and at last the command itself.
    wait_until(|| "it does not sleep".to_owned(), || count_processes(&sleep) == 3);
    signal("INT", child.id());
    assert_eq!(wait(&mut child), Some(130));
    wait_until_gone(&sleep);
}

/// A bot that leaves a process behind, which has a session of its own and whose parents have ended;
/// `wiped` takes its environment away too. The file `started` tells that it is running.
#[cfg(target_os = "linux")]
fn leaving(home: &Home, word: &str, wiped: &str) -> String {
    home.write(word, format!("sleep {word} & echo yes >started; wait\n"));
    let leave = format!("(setsid {wiped} sh {word} <&- >&- 2>&- &)");
    let wait = "while ! [ -s started ]; do sleep 0.01; done";
    format!("cmd:{}", shell(&format!("{leave}; {wait}; echo bestmove 6")))
}

/// Also one that has wiped its environment is ended, and not what the program did not start.
#[cfg(target_os = "linux")]
#[test]
fn a_program_is_ended_with_what_has_left_its_group() {
    for wiped in ["", "env -i"] {
        let home = Home::new();
        let word = unique_word();
        let bot = leaving(&home, &word, wiped);
        let run = home.run_with(&["play", "divide", "--no-save", "--p1", &bot], "2\n");
        run.expect_code(0).expect_out("Player 2 wins!");
        assert!(home.file("started").exists(), "it was running");
        wait_until_gone(&word);
    }
    let home = Home::new();
    let (word, other) = (unique_word(), unique_word());
    let bot = leaving(&home, &word, "");
    let script = format!("sleep {other} >&- 2>&- & echo $! >other; exec \"$0\" \"$@\"");
    let mut command = home.command("sh");
    command.args(["-c", &script, DUEL, "play", "divide", "--no-save", "--p1", &bot]);
    finish(&mut command, "2\n").expect_code(0).expect_out("Player 2 wins!");
    wait_until_gone(&word);
    assert_eq!(count_processes(&other), 1, "it was there before");
    let process = fs::read_to_string(home.file("other")).expect("a number");
    signal("KILL", process.trim().parse().expect("a number"));
}

#[test]
fn check_bot_reports_step_by_step() {
    let home = Home::new();
    let ours = format!("'{DUEL}' ugi");
    let run = home.run_with(&["check-bot", &ours], "").expect_code(0);
    run.expect_out("ok      handshake: calls itself Divisor Duel 0.1.0");
    run.expect_out("Divisor Duel 0.1.0 keeps to the protocol.");
    assert!(!run.out.contains("FAILED"), "{}", run.out);
    let run = home.run_with(&["check-bot", "--json", &ours], "").expect_code(0);
    let report: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((&report["ok"], &report["name"]), (&true.into(), &"Divisor Duel 0.1.0".into()));
    assert_eq!(report["steps"][0]["step"], "handshake");
    let bot = format!("cmd:{}", shell("echo bestmove 7"));
    let run = home.run_with(&["check-bot", "--books", "divide", &bot], "").expect_code(1);
    run.expect_out("FAILED  divide: moves\n        expected a legal move in divide:60\n");
    run.expect_out("        came     `bestmove 7`: 7 does not divide 60.");
    run.expect_err("Shelly fails");
    let run = home.run_with(&["check-bot", "--json", "/nowhere/bot"], "").expect_code(1);
    let report: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(report["ok"], false);
    assert_eq!(report["steps"][0]["expected"], "a program that starts");
    home.run_with(&["check-bot", "--books", "chess", &ours], "").expect_code(2);
    home.run_with(&["check-bot", "'"], "").expect_code(2);
}

/// Nobody who stops reading is a failure.
#[test]
fn check_bot_into_head_is_quiet() {
    let line = format!("'{DUEL}' check-bot \"'{DUEL}' ugi\" | head -n 1");
    let run = Command::new("sh").arg("-c").arg(line).output().expect("a shell");
    assert!(run.stderr.is_empty(), "{}", String::from_utf8_lossy(&run.stderr));
}
