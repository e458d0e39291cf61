//! The check: the example bots pass it, and whoever does something wrong hears what.

use std::path::{Path, PathBuf};

use duel_books::BOOKS;
use duel_ugi::check::{Report, check};

const BOT: &str = env!("CARGO_BIN_EXE_misbehaving-bot");

fn checked(command: &str, books: &[&str]) -> Report {
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
    assert_eq!(report.steps.len(), 21);
}

/// What is shown as an example is short.
#[test]
fn the_examples_are_short() {
    for name in ["bot.py", "bot.rs"] {
        let text = std::fs::read_to_string(examples().join(name)).unwrap();
        assert!(text.lines().count() < 60, "{name}");
    }
}

#[test]
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
        ("eager", "go infinite and stop", "no move before `stop`"),
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
