//! `duel ugi` as a tournament program sees it: a conversation to the letter, whole games between two
//! engines that are asked for everything, and searches that stop at once.

mod sitting;

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    path::PathBuf,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use duel_testing::{golden, processor_ticks, wait_until};
use sitting::DUEL;

/// An engine at the other end of two pipes.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(DUEL)
            .arg("ugi")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Engine { input: child.stdin.take(), child, output }
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("an open pipe");
        input.write_all(format!("{line}\n").as_bytes()).expect("the engine reads");
    }

    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let count = self.output.read_line(&mut line).expect("text");
        (count > 0).then(|| line.trim_end().to_owned())
    }

    /// Everything up to a line that begins with this word; at most until the end of output.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(line) = self.line() {
            let found = line.split(' ').next() == Some(word);
            lines.push(line);
            if found {
                break;
            }
        }
        lines
    }

    /// What follows this word in the first line that begins with it.
    fn ask(&mut self, line: &str, word: &str) -> String {
        self.say(line);
        let lines = self.until(word);
        let last = lines.last().unwrap_or_else(|| panic!("no answer to {line}"));
        last.split(' ').nth(1).unwrap_or_default().to_owned()
    }

    fn ready(&mut self) {
        self.say("isready");
        assert_eq!(self.until("readyok").last().map(String::as_str), Some("readyok"));
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.input = None;
        sitting::wait(&mut self.child);
    }
}

/// The word whose line answers a command, if one does.
fn answered_by(command: &str) -> Option<&'static str> {
    match command.split(' ').next()? {
        "ugi" => Some("ugiok"),
        "isready" => Some("readyok"),
        // It tells what it has found, and waits for `stop` before it moves.
        "go" if command.ends_with("infinite") => Some("info"),
        "go" | "stop" => Some("bestmove"),
        "query" if command != "query weather" => Some("response"),
        _ => None,
    }
}

/// Times differ from run to run.
fn timeless(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for place in 1..words.len() {
        if words[0] == "info" && matches!(words[place - 1], "time" | "nps") {
            words[place] = "T";
        }
    }
    words.join(" ")
}

/// `golden/ugi.txt`: `>` is what the host says, `<` what comes back. `UPDATE_GOLDEN=1` writes the
/// answers anew.
/// The most memory that a process has taken, in kilobytes.
#[cfg(target_os = "linux")]
fn most_memory(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("a process");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("its memory");
    line.split_whitespace().nth(1).expect("a number").parse().expect("a number")
}

/// Games of digits without a cap are solved in a table of remainders, and that stops in time too.
#[cfg(target_os = "linux")]
#[test]
fn tables_of_remainders_keep_to_the_memory_that_was_set() {
    let mut engine = Engine::start();
    engine.say("setoption name Hash value 32");
    engine.say("position fen digits:101,103:1");
    engine.say("go nodes 20000");
    engine.until("bestmove");
    let before = most_memory(&engine.child);
    engine.say("position fen digits:1009,1013:1");
    engine.say("go nodes 5000000");
    engine.until("bestmove");
    let more = most_memory(&engine.child) - before;
    // The allocator keeps some of what was freed while the table grew.
    assert!(more < 64 << 10, "{more} kB more");
    engine.say("quit");
}

/// A seed is any number of 64 bits, in the handshake, when it is set and in the deal.
#[test]
fn seeds_of_twenty_digits() {
    let mut engine = Engine::start();
    engine.say("ugi");
    let options = engine.until("ugiok").join("\n");
    assert!(
        options.contains("option name Seed type spin default 0 min 0 max 18446744073709551615")
    );
    for (seed, taken) in [("18446744073709551615", true), ("18446744073709551616", false)] {
        engine.say(&format!("setoption name Seed value {seed}"));
        engine.say("isready");
        let said = engine.until("readyok").join("\n");
        let refused = said.contains("Seed takes a number from 0 to 18446744073709551615");
        assert_eq!(refused, !taken, "{seed}: {said}");
    }
    engine.say("quit");
    let deal = ["deal", "divide", "--seed", "18446744073709551615"];
    assert!(Command::new(DUEL).args(deal).output().unwrap().status.success());
}

#[test]
fn a_conversation_to_the_letter() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/ugi.txt");
    let kept = fs::read_to_string(&file).expect("the conversation");
    let mut engine = Engine::start();
    let mut found = String::new();
    for command in kept.lines().filter_map(|line| line.strip_prefix("> ")) {
        found.push_str(&format!("> {command}\n"));
        engine.say(command);
        if let Some(word) = answered_by(command) {
            for line in engine.until(word) {
                found.push_str(&format!("< {}\n", timeless(&line)));
            }
        }
    }
    assert_eq!(engine.line(), None, "nothing comes after quit");
    golden::compare(&file, &found);
}

/// A runner that knows no rules: it asks the engines, as tournament programs do.
fn run(start: &str, options: [&[(&str, &str)]; 2], go: &str) -> (String, usize) {
    let mut engines = [Engine::start(), Engine::start()];
    for (engine, options) in engines.iter_mut().zip(options) {
        engine.say("ugi");
        engine.until("ugiok");
        for (name, value) in options {
            engine.say(&format!("setoption name {name} value {value}"));
        }
        engine.ready();
        engine.say("uginewgame");
        engine.ready();
    }
    let mut moves: Vec<String> = Vec::new();
    loop {
        let told =
            if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        for engine in &mut engines {
            engine.say(&format!("position {start}{told}"));
            engine.ready();
        }
        let mut agreed = |query: &str| {
            let [one, two] = engines.each_mut().map(|engine| engine.ask(query, "response"));
            assert_eq!(one, two, "{query}: {start}{told}");
            one
        };
        let result = agreed("query result");
        if agreed("query gameover") == "true" {
            assert_ne!(result, "none", "{start}{told}");
            return (result, moves.len());
        }
        assert_eq!(result, "none", "{start}{told}");
        let turn = usize::from(agreed("query p1turn") != "true");
        assert_eq!(turn, moves.len() % 2, "{start}{told}");
        let made = engines[turn].ask(go, "bestmove");
        assert_ne!(made, "(none)", "{start}{told}");
        moves.push(made);
        assert!(moves.len() < 500, "{start}: this does not end");
    }
}

#[test]
fn two_engines_play_every_book_to_its_end() {
    let strong: &[(&str, &str)] = &[("Level", "perfect"), ("Seed", "3")];
    let weak: &[(&str, &str)] = &[("Level", "random"), ("Seed", "4"), ("Hash", "16")];
    for (start, winner) in [
        ("fen divide:60", Some("p1win")),
        ("fen divide:36,84,7", None),
        ("fen divide+one+misere:64", None),
        ("fen dilemma:210", Some("p1win")),
        ("fen dilemma+prime-steps:97", None),
        ("fen subtract:60", Some("p1win")),
        ("fen subtract+either+no-echo:30,12", None),
        ("fen digits:7:", Some("p1win")),
        ("fen digits+no-leading-zero+cap-second=18:22,25,27,33:", None),
        ("fen digits+no-leading-zero+cap-draw=2:997:", Some("draw")),
        ("fen factor:24", Some("p1win")),
        ("fen factor+no-whole+root+misere:120", None),
        ("startpos", Some("p1win")),
    ] {
        let (result, plies) = run(start, [strong, weak], "go movetime 1000");
        assert!(plies > 0, "{start}");
        if let Some(winner) = winner {
            assert_eq!(result, winner, "{start}");
        }
    }
    let clock = "go p1time 20000 p2time 20000 p1inc 100 p2inc 100";
    for level in ["easy", "medium", "hard", "swindler"] {
        let options: &[(&str, &str)] =
            &[("game", "subtract"), ("rules", "no-echo"), ("start", "96"), ("level", level)];
        let (result, _) = run("startpos", [options, options], clock);
        assert!(["p1win", "p2win"].contains(&result.as_str()), "{result}");
    }
}

#[test]
fn a_search_stops_at_once_however_hard_the_position() {
    // A product of two primes of 60 digits.
    let hard = "divide:30000000000000000000000000000000000000000000000000000001249600000000000000000000000000000000000000000000000000000236341"
        .to_owned();
    let many = "subtract+no-echo:897612484786617600".to_owned();
    let wide = "factor+no-whole:963761198400".to_owned();
    let deep = "dilemma+prime-steps:9999999967,9999999943".to_owned();
    for text in [hard, many, wide, deep] {
        let mut engine = Engine::start();
        engine.say(&format!("position fen {text}"));
        let before = processor_ticks(engine.child.id());
        engine.say("go infinite");
        wait_until(
            || format!("{text}: the search has not begun"),
            || processor_ticks(engine.child.id()) > before,
        );
        engine.ready();
        // Each of these searches would take hours to end by itself.
        engine.say("stop");
        let lines = engine.until("bestmove");
        assert!(lines.iter().any(|line| line.starts_with("bestmove ")), "{text}");
        engine.ready();
    }
}

#[test]
fn an_infinite_search_waits_for_stop_and_refuses_everything_else() {
    let mut engine = Engine::start();
    engine.say("position fen subtract:60");
    engine.say("go infinite");
    // It has found its move, and keeps it to itself.
    engine.until("info");
    engine.say("position fen divide:7");
    engine.say("go movetime 1");
    engine.say("isready");
    let before = engine.until("readyok");
    assert!(before.iter().all(|line| !line.starts_with("bestmove")), "{before:?}");
    assert_eq!(engine.ask("query gameover", "response"), "false", "the position has not changed");
    engine.say("stop");
    assert_eq!(engine.until("bestmove").last().map(String::as_str), Some("bestmove 3"));
    engine.say("stop");
    engine.say("isready");
    assert_eq!(engine.until("readyok"), ["readyok"], "nothing is left to stop");
}

#[test]
fn the_end_of_input_ends_it_and_long_lines_are_dropped_whole() {
    let mut engine = Engine::start();
    engine.say(&format!("position fen divide:{}", "6".repeat(17 << 20)));
    engine.say(&format!("position fen subtract:12 moves {}", "3 ".repeat(3_000_000)));
    engine.say("isready");
    let lines = engine.until("readyok");
    assert!(lines.iter().any(|line| line.contains("too long")), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("position unchanged: move 4")), "{lines:?}");
    engine.say("go infinite");
    engine.input = None;
    let rest = engine.until("bestmove");
    assert!(rest.last().is_some_and(|line| line.starts_with("bestmove ")), "{rest:?}");
    assert_eq!(engine.line(), None);
    assert_eq!(sitting::wait(&mut engine.child), Some(0));
}
