//! The rules in the page (`static/engine.js`, `static/perfect.js`) against those of the program: the
//! same texts, moves and results, and the same winners, in positions of all books and house rules.
//!
//! Needs `node`; without it the test is skipped, unless `DUEL_NODE` says that it must be there.

use std::{
    collections::BTreeSet,
    env,
    io::Write as _,
    process::{Command, Stdio},
};

use duel_books::{BOOKS, house};
use duel_core::{HouseRule, Outcome, Position, Seat};
use duel_numbers::Budget;
use duel_play::{Dice, Difficulty, Terms, daily};
use duel_solver::{Limits, Solver, Value};
use serde_json::{Value as Json, json};

/// Answers every line, a position, with a line of JSON.
const DRIVER: &str = r#"
import { readFileSync } from "node:fs";
import { parse, write, moves, play, outcome } from "./engine.js";
import { Solver } from "./perfect.js";
const solver = new Solver(4_000_000);
for (const text of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  let answer;
  try {
    const position = parse(text);
    const known = solver.assess(position);
    const lines = moves(position).map((move) => [move, write(play(position, move))]);
    const over = outcome(position);
    const best = over ? null : solver.best(position);
    answer = { text: write(position), moves: lines, over: over && (over.winner ?? 0), value: known?.value ?? null, plies: known?.plies ?? null, best };
  } catch (error) {
    answer = { error: String(error.message) };
  }
  console.log(JSON.stringify(answer));
}
"#;

/// What the page says about positions, or nothing where there is no node.
fn answers(positions: &BTreeSet<String>) -> Option<Vec<Json>> {
    let folder = tempfile::tempdir().unwrap();
    for script in ["engine.js", "perfect.js"] {
        let kept = format!("{}/static/{script}", env!("CARGO_MANIFEST_DIR"));
        std::fs::copy(kept, folder.path().join(script)).unwrap();
    }
    for (name, text) in [
        ("books.js", duel_web::pages::books_script().as_str()),
        ("driver.js", DRIVER),
        ("package.json", r#"{"type":"module"}"#),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let node = Command::new("node")
        .arg("driver.js")
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut node = match node {
        Ok(node) => node,
        Err(_) if env::var_os("DUEL_NODE").is_none() => return None,
        Err(error) => panic!("node: {error}"),
    };
    let lines: String = positions.iter().map(|position| format!("{position}\n")).collect();
    node.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success(), "node failed");
    let text = String::from_utf8(output.stdout).unwrap();
    Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// A position and those of a random game from it.
fn walk(start: Position, dice: &mut Dice, into: &mut BTreeSet<String>) {
    let mut position = start;
    loop {
        into.insert(position.to_string());
        let moves: Vec<_> = position.moves(Budget::PROMPT).iter().collect();
        let Some(last) = moves.len().checked_sub(1) else { return };
        let place = usize::try_from(dice.roll(0..=last as u64)).unwrap();
        position = position.after(&moves[place]).unwrap();
    }
}

/// Any start of a book with any house rules that agree with each other.
fn any_start(book: &'static duel_books::Book, dice: &mut Dice) -> Option<Position> {
    let fitting: Vec<HouseRule> =
        house::fitting(book).filter(|rule| *rule != HouseRule::Swap).collect();
    let chosen: Vec<HouseRule> = fitting.into_iter().filter(|_| dice.roll(0..=2) == 0).collect();
    let rules = book.rules.with(&chosen, Some(u32::try_from(dice.roll(1..=6)).ok()?)).ok()?;
    let most = if book.slug == "factor" { 24 } else { 60 };
    let mut numbers: Vec<u64> = (0..dice.roll(1..=2)).map(|_| dice.roll(2..=most)).collect();
    numbers.dedup();
    let list: Vec<String> = numbers.iter().map(u64::to_string).collect();
    let colon = if house::builds_digits(book) { ":" } else { "" };
    duel_books::position(&format!("{rules}:{}{colon}", list.join(","))).ok()
}

fn compare(positions: &BTreeSet<String>) {
    let Some(answers) = answers(positions) else { return };
    assert_eq!(answers.len(), positions.len());
    let mut solver = Solver::default();
    for (text, answer) in positions.iter().zip(answers) {
        let position = duel_books::position(text).unwrap();
        assert_eq!(answer["text"], json!(text), "{answer}");
        let mut moves: Vec<(String, String)> = position
            .moves(Budget::PROMPT)
            .iter()
            .map(|made| (position.write_move(&made), position.after(&made).unwrap().to_string()))
            .collect();
        let mut theirs: Vec<(String, String)> =
            serde_json::from_value(answer["moves"].clone()).unwrap();
        moves.sort();
        theirs.sort();
        assert_eq!(theirs, moves, "the moves of {text}");
        let over = match position.outcome() {
            None => Json::Null,
            Some(Outcome::Nobody) => json!(0),
            Some(Outcome::Won(seat)) => json!(seat.number()),
        };
        assert_eq!(answer["over"], over, "the end of {text}");
        let known = solver.solve_fully(&position, Limits::NONE);
        assert_eq!(answer["value"], json!(known.value.map(Value::name)), "the value of {text}");
        if let (Some(Value::Win | Value::Loss), Some(plies)) = (known.value, known.plies) {
            assert_eq!(answer["plies"], json!(plies), "the plies of {text}");
        }
        if let Some(best) = answer["best"].as_str() {
            let after = position.after(&position.read_move(best).unwrap()).unwrap();
            let reached = solver.solve_fully(&after, Limits::NONE);
            let kept = reached.value.map(Value::for_opponent);
            assert_eq!(kept, known.value, "{best} is not the best move of {text}");
        }
    }
}

#[test]
fn the_page_plays_the_dealt_games_as_the_program_does() {
    let mut dice = Dice::seeded(17);
    let mut positions = BTreeSet::new();
    for book in BOOKS {
        let agreed = Terms { fair: true, ..Terms::default() }.agree(book).unwrap();
        for seed in 0..4 {
            let deal = agreed.deal_at(seed, 1, Difficulty::Hard);
            let start = agreed.first_position(deal.numbers).unwrap();
            for _ in 0..3 {
                walk(start.clone(), &mut dice, &mut positions);
            }
        }
    }
    for day in ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04", "2026-01-05"] {
        let day = daily::daily(daily::parse_date(day).unwrap()).unwrap();
        assert_eq!(day.start.turn(), Seat::First);
        walk(day.start, &mut dice, &mut positions);
    }
    assert!(positions.len() > 300, "{}", positions.len());
    compare(&positions);
}

#[test]
fn the_page_knows_every_house_rule() {
    let mut dice = Dice::seeded(18);
    let mut positions = BTreeSet::new();
    for book in BOOKS {
        for _ in 0..80 {
            if let Some(start) = any_start(book, &mut dice) {
                walk(start, &mut dice, &mut positions);
            }
        }
    }
    assert!(positions.len() > 500, "{}", positions.len());
    compare(&positions);
}

#[test]
fn what_is_no_position_is_none_in_the_page_either() {
    let texts = [
        "",
        "divide",
        "divid:60",
        "divide:",
        "divide:0",
        "divide:060",
        "divide:60/1",
        "divide:60/2/2",
        "divide:60~2",
        "divide+no-echo:60~2,3",
        "divide+no-echo:60~1",
        "divide+one:60~2",
        "factor:12~3,3",
        "factor+either:12",
        "divide+misere+misere:60",
        "divide+one+prime-steps:60",
        "dilemma+prime-steps+no-echo:60~4",
        "digits:7",
        "digits:1:",
        "digits:7,7:",
        "digits:7:07x",
        "digits:7:141",
        "digits+once:11:33",
        "digits+cap-draw:7:",
        "digits+cap-draw=0:7:",
        "digits:7:3~3",
        "digits+cap-draw=2:7:123",
        "digits+no-leading-zero:11:01",
        "divide+swap:60",
        "divide+root=3:60",
    ];
    let positions: BTreeSet<String> =
        texts.iter().filter(|text| !text.is_empty()).map(|text| (*text).to_owned()).collect();
    for text in &positions {
        assert!(duel_books::position(text).is_err(), "{text}");
    }
    let Some(answers) = answers(&positions) else { return };
    for (text, answer) in positions.iter().zip(answers) {
        assert!(answer["error"].is_string(), "{text}: {answer}");
    }
}
