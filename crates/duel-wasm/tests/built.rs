//! The engine as pages run it, built and in the tree, against the same code in this program: equal
//! answers, to the letter.
//!
//! Needs `node`.

use std::{
    collections::BTreeSet,
    env, fs,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use duel_books::{BOOKS, Book, house};
use duel_core::{HouseRule, Play, Position, Reuse, Take};
use duel_numbers::Budget;
use duel_play::Dice;
use serde_json::{Value, json};

/// How many positions are compared.
const POSITIONS: usize = 10_000;

/// Runs the engine of the pages on all lines of standard input.
const DRIVER: &str = r#"
import { readFileSync } from "node:fs";
import * as files from "./file.js";
import { run } from "./wasi.js";
const engine = new WebAssembly.Module(readFileSync(files[process.argv[2]]));
console.log(run(engine, readFileSync(0, "utf8").trimEnd()));
"#;

/// The engine for games, and the one of the pages that teach and solve.
#[derive(Clone, Copy)]
enum Engine {
    Games,
    Teacher,
}

/// What a built engine answers, or nothing where there is no node.
fn built(which: Engine, requests: &[String]) -> Vec<String> {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../duel-web/static/engine");
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(engine).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    fs::write(folder.path().join("driver.js"), DRIVER).unwrap();
    fs::write(folder.path().join("package.json"), r#"{"type":"module"}"#).unwrap();
    let node = Command::new("node")
        .arg("driver.js")
        .arg(match which {
            Engine::Games => "FILE",
            Engine::Teacher => "TEACHER",
        })
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut node = node.expect("node");
    node.stdin.take().unwrap().write_all(requests.join("\n").as_bytes()).unwrap();
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success(), "node failed");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

fn compare(which: Engine, requests: &[String]) {
    let answers = built(which, requests);
    assert_eq!(answers.len(), requests.len());
    for (request, answer) in requests.iter().zip(answers) {
        assert_eq!(answer, duel_wasm::answer(request), "{request}");
    }
}

/// A position and those of a random game from it, which may go on for ever.
fn walk(start: Position, dice: &mut Dice, into: &mut BTreeSet<String>) {
    let mut position = start;
    for _ in 0..16 {
        into.insert(position.to_string());
        let moves: Vec<_> = position.moves(Budget::PROMPT).iter().collect();
        let Some(last) = moves.len().checked_sub(1) else { return };
        let place = usize::try_from(dice.roll(0..=last as u64)).unwrap();
        position = position.after(&moves[place]).unwrap();
    }
}

/// Any start of a book with any house rules that agree with each other.
fn any_start(book: &'static Book, dice: &mut Dice) -> Option<Position> {
    let fitting = house::fitting(book).filter(|rule| *rule != HouseRule::Swap);
    let chosen: Vec<HouseRule> = fitting.filter(|_| dice.roll(0..=2) == 0).collect();
    let rules = book.rules.with(&chosen, Some(u32::try_from(dice.roll(1..=6)).ok()?)).ok()?;
    // What was used makes every line of play another position.
    let uses_up = matches!(rules.play(), Play::Take(Take { reuse: Reuse::Once, .. }));
    let most = if uses_up { 40 } else { 120 };
    let numbers: Vec<String> =
        (0..dice.roll(1..=2)).map(|_| dice.roll(2..=most).to_string()).collect();
    let colon = if house::builds_digits(book) { ":" } else { "" };
    duel_books::position(&format!("{rules}:{}{colon}", numbers.join(","))).ok()
}

#[test]
#[ignore = "needs Node"]
fn the_built_engine_answers_like_the_program() {
    let mut dice = Dice::seeded(18);
    let mut positions = BTreeSet::new();
    for book in BOOKS.into_iter().cycle() {
        if let Some(start) = any_start(book, &mut dice) {
            walk(start, &mut dice, &mut positions);
        }
        if positions.len() >= POSITIONS {
            break;
        }
    }
    let ask = |position: &String| json!({ "ask": "analysis", "position": position }).to_string();
    let requests: Vec<String> = positions.iter().map(ask).collect();
    compare(Engine::Teacher, &requests);
    let some = || positions.iter().step_by(50);
    let ask = |position: &String| json!({ "ask": "certificate", "position": position }).to_string();
    compare(Engine::Teacher, &some().map(ask).collect::<Vec<_>>());
    let ask = |position: &String| json!({ "ask": "hint", "position": position }).to_string();
    compare(Engine::Teacher, &some().map(ask).collect::<Vec<_>>());
    let ask = |position: &String| json!({ "ask": "position", "position": position }).to_string();
    compare(Engine::Games, &some().map(ask).collect::<Vec<_>>());
}

#[test]
#[ignore = "needs Node"]
fn large_numbers_and_bad_requests_are_answered_alike() {
    let long = "9".repeat(300);
    let positions = [
        "divide:8320987112741390144276341183223364380754172606361245952449277696409600000000000000",
        "divide:340282366920938463463374607431768211457",
        "subtract:1000000000000000000000000000057",
        "factor:12345678901234567890123456789",
        "divide:1606938044258990275541962092341162602522202993782792835301399",
        &format!("digits+no-leading-zero:{long}:1"),
        "divide:0",
        "divide:060",
        "divid:60",
        "digits:7",
        "divide+one+prime-steps:60",
        "",
    ];
    let mut requests: Vec<String> = positions
        .iter()
        .flat_map(|position| {
            ["position", "analysis", "moves"]
                .map(|question| json!({ "ask": question, "position": position }).to_string())
        })
        .collect();
    requests.extend(
        [
            "{", "[]", "{\"ask\":\"nothing\"}", "{\"ask\":\"analysis\"}",
            "{\"ask\":\"analysis\",\"position\":60}",
            "{\"ask\":\"analysis\",\"position\":\"divide:60\",\"more\":1}",
            "{\"ask\":\"act\",\"record\":\"nonsense\",\"action\":\"move\",\"move\":\"2\"}",
            "{\"ask\":\"begin\",\"book\":\"divide\",\"opponent\":\"computer\",\"level\":\"god\",\"seed\":\"1\",\"date\":\"\"}",
            "{\"ask\":\"daily\",\"date\":\"2026-02-30\"}",
            "{\"ask\":\"deals\",\"book\":\"divide\",\"count\":99,\"seed\":\"1\"}",
            "{\"ask\":\"moves\",\"position\":\"divide:60\",\"number\":7}",
        ]
        .map(str::to_owned),
    );
    requests.extend(
        ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-05"]
            .map(|date| json!({ "ask": "daily", "date": date }).to_string()),
    );
    // The other engine has no sieve.
    compare(Engine::Teacher, &requests);
}

/// Asks natively; the answer.
fn ask(request: &Value) -> Value {
    let reply: Value = serde_json::from_str(&duel_wasm::answer(&request.to_string())).unwrap();
    assert!(reply.get("answer").is_some(), "{request}: {reply}");
    reply["answer"].clone()
}

/// Whole games against every level, and the requests that they are made of.
#[test]
#[ignore = "needs Node"]
fn games_are_played_alike_and_end() {
    let (mut requests, mut reviews) = (Vec::new(), Vec::new());
    let mut played = |request: Value| {
        requests.push(request.to_string());
        ask(&request)
    };
    for (place, book) in BOOKS.iter().enumerate() {
        for (seed, level) in ["random", "easy", "hard", "perfect"].iter().enumerate() {
            let seat = if (place + seed) % 2 == 0 { "first" } else { "second" };
            let mut now = played(json!({
                "ask": "begin", "book": book.slug, "position": null, "fair": book.slug != "digits",
                "opponent": "computer", "level": level, "seat": seat, "seed": seed.to_string(),
                "date": "2026-11-16T12:00:00Z",
            }));
            let own = if seat == "first" { 1 } else { 2 };
            while now["game"]["result"].is_null() {
                let record = now["record"].clone();
                now = if now["game"]["turn"] == json!(own) {
                    let groups = now["game"]["moves"]["groups"].as_array().unwrap();
                    let choice = groups.iter().find_map(|group| group["choices"].get(0));
                    let made = choice.or(now["game"]["moves"]["digits"].get(0)).unwrap();
                    let act =
                        json!({ "ask": "act", "record": record, "action": "move", "move": made });
                    played(act)
                } else {
                    played(json!({ "ask": "reply", "record": record }))
                };
            }
            let record = now["record"].clone();
            let again = played(json!({ "ask": "game", "record": record }));
            assert_eq!(again, now, "a kept game is the game that was played");
            let json = played(json!({ "ask": "export", "record": record }))["text"].clone();
            assert_eq!(played(json!({ "ask": "game", "record": json })), now);
            let request = json!({ "ask": "review", "record": record });
            let review = ask(&request);
            reviews.push(request.to_string());
            assert_eq!(review["moves"].as_array().unwrap().len() as u64, now["game"]["ply"]);
            let next = played(
                json!({ "ask": "rematch", "record": record, "date": "2026-11-16T13:00:00Z" }),
            );
            assert_eq!(next["game"]["seats"][0]["kind"], now["game"]["seats"][1]["kind"]);
            assert_eq!(next["game"]["round"], json!(2));
        }
    }
    compare(Engine::Games, &requests);
    compare(Engine::Teacher, &reviews);
}
