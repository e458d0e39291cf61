//! The check: the example bots pass it, and whoever does something wrong hears what.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use duel_books::BOOKS;
use duel_core::{HouseRule, Position};
use duel_play::{Bot, Level};
use duel_solver::Limits;
use duel_ugi::check::{CheckReport, Finding, check};

const BOT: &str = env!("CARGO_BIN_EXE_misbehaving-bot");

fn checked(command: &str, books: &[&str]) -> CheckReport {
    let books: Vec<_> = BOOKS.into_iter().filter(|book| books.contains(&book.slug)).collect();
    check(&command.parse().unwrap(), &books, |_| {})
}

const ALL: [&str; 5] = ["divide", "dilemma", "subtract", "digits", "factor"];

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

#[track_caller]
fn passes(command: &str) {
    let report = checked(command, &ALL);
    let failed: Vec<String> =
        report.steps.iter().filter(|step| step.found.is_err()).map(ToString::to_string).collect();
    assert!(report.is_fine(), "{}", failed.join("\n"));
    assert_eq!(report.steps.len(), 22);
    let absent = report.steps.iter().filter(|step| !matches!(step.found, Ok(Finding::Passed(_))));
    assert_eq!(absent.count(), 0, "{:#?}", report.steps);
}

#[test]
#[ignore = "needs Python"]
fn the_example_in_python_passes() {
    passes(&format!("python3 '{}'", examples().join("bot.py").display()));
}

/// Cargo builds it together with the tests, beside the program that misbehaves.
#[test]
fn the_example_in_rust_passes() {
    let bot = Path::new(BOT).with_file_name("examples").join("bot");
    assert!(bot.exists(), "`cargo build -p duel-ugi --example bot` builds {}", bot.display());
    passes(&format!("'{}'", bot.display()));
}

/// Positions of random games under every pair of house rules that fit together, one after another.
fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for book in BOOKS {
        let starts: &[&str] = match book.slug {
            "digits" => &["22,25,27:", "7:"],
            "factor" => &["60", "12,18"],
            _ => &["720", "36,84,7"],
        };
        let mut sets: Vec<Vec<HouseRule>> = vec![vec![]];
        for (place, rule) in HouseRule::ALL.into_iter().enumerate() {
            sets.push(vec![rule]);
            sets.extend(HouseRule::ALL[..place].iter().map(|other| vec![*other, rule]));
        }
        for house in sets {
            let Ok(rules) = book.rules.with(&house, Some(5)) else { continue };
            for start in starts {
                let mut position = duel_books::position(&format!("{rules}:{start}")).unwrap();
                let mut bot = Bot::new(Level::Random, positions.len() as u64);
                positions.push(position.clone());
                while let Some(made) = bot.pick(&position, Limits::NONE) {
                    position = position.after(&made).unwrap();
                    positions.push(position.clone());
                    if position.is_over() || positions.len() % 16 == 0 {
                        break;
                    }
                }
            }
        }
    }
    positions
}

/// What a bot answers in each of these positions, all asked in one go.
fn answers(command: &mut Command, positions: &[Position]) -> Vec<String> {
    let mut bot = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a program");
    let mut input = bot.stdin.take().expect("a pipe");
    let asked: String = positions
        .iter()
        .map(|position| format!("position fen {position}\ngo movetime 50\n"))
        .collect();
    let writer = thread::spawn(move || input.write_all(asked.as_bytes()));
    let output = bot.wait_with_output().expect("an end");
    writer.join().unwrap().unwrap();
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(|line| line.strip_prefix("bestmove ").expect(line).to_owned()).collect()
}

#[test]
#[ignore = "needs Python"]
fn the_examples_play_legally_under_every_pair_of_house_rules() {
    let positions = positions();
    assert!(positions.len() > 1_000, "{}", positions.len());
    let mut python = Command::new("python3");
    python.arg(examples().join("bot.py"));
    let rust = Path::new(BOT).with_file_name("examples").join("bot");
    for command in [&mut python, &mut Command::new(rust)] {
        let answers = answers(command, &positions);
        assert_eq!(answers.len(), positions.len());
        for (position, answer) in positions.iter().zip(answers) {
            if position.is_over() {
                assert_eq!(answer, "(none)", "{position}");
            } else {
                let made = position.read_move(&answer).expect(&answer);
                assert!(position.after(&made).is_ok(), "{answer} in {position}");
            }
        }
    }
}

/// Whoever starts from an example finds first what there is to change.
#[test]
fn the_examples_begin_with_the_choice() {
    for (name, first) in [("bot.py", "def "), ("bot.rs", "fn ")] {
        let text = std::fs::read_to_string(examples().join(name)).unwrap();
        let function = text.lines().find_map(|line| line.strip_prefix(first)).unwrap();
        assert!(function.starts_with("choose("), "{name}: {function}");
        assert!(text.lines().all(|line| line.len() <= 100), "{name} has long lines");
    }
}

/// The steps that fail, with what is wrong.
fn failures(wrong: &str) -> Vec<(String, String)> {
    let report = checked(&format!("'{BOT}' {wrong}"), &["subtract"]);
    let failed = report.steps.into_iter().filter_map(|step| {
        let problem = step.found.err()?;
        Some((step.name, format!("{} / {}", problem.expected, problem.came)))
    });
    failed.collect()
}

#[test]
fn mistakes_are_found_where_they_are() {
    assert_eq!(failures("nothing"), []);
    for (wrong, step, part) in [
        ("crash-at-start", "handshake", "`ugiok`"),
        ("crash-after-handshake", "readiness", "ended"),
        ("illegal", "subtract: moves", "59 does not divide 48"),
        ("no-move", "subtract: moves", "`bestmove [31mbest`"),
        ("twice", "subtract: moves", "nobody had asked for"),
        ("out-of-turn", "subtract: queries", "nobody had asked for"),
        ("mixed-up", "subtract: queries", "`response true`"),
        ("never-quits", "quit", "still there"),
        ("never-quits", "restart, and the end of input", "still there"),
    ] {
        let failed = failures(wrong);
        let why = failed.iter().find(|(name, _)| name == step);
        assert!(why.is_some_and(|(_, why)| why.contains(part)), "{wrong}: {failed:#?}");
        for (_, why) in &failed {
            assert!(why.chars().all(duel_core::is_shown), "{why:?}");
        }
    }
}

/// What our host never says need not be understood, and nothing is waited for in vain.
#[test]
fn what_our_host_does_not_need_may_be_absent() {
    for (wrong, absent) in [
        ("no-query", vec!["subtract: queries"]),
        ("eager", vec!["go infinite and stop"]),
        ("no-depth", vec!["depth"]),
        ("no-name", vec!["handshake"]),
    ] {
        let report = checked(&format!("'{BOT}' {wrong}"), &["subtract"]);
        assert!(report.is_fine(), "{wrong}: {:#?}", report.steps);
        let found: Vec<&str> = report
            .steps
            .iter()
            .filter(|step| matches!(step.found, Ok(Finding::Unsupported(_))))
            .map(|step| step.name.as_str())
            .collect();
        assert_eq!(found, absent, "{wrong}");
        let told = report.steps.iter().any(|step| step.to_string().contains("not supported"));
        assert!(told, "{wrong}");
    }
}
