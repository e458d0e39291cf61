//! Puzzles and training as a page asks for them.

use std::fmt::Write as _;

use serde_json::{Value, json};

const DAY: &str = "2026-11-16";

fn reply(request: &Value) -> Value {
    serde_json::from_str(&duel_wasm::answer(&request.to_string())).unwrap()
}

/// The answer to a request that is right.
fn ask(request: &Value) -> Value {
    let reply = reply(request);
    assert!(reply.get("answer").is_some(), "{request}: {reply}");
    reply["answer"].clone()
}

fn attempt(attempt: &Value, action: &str, answer: Option<&str>) -> Value {
    ask(&json!({ "ask": "attempt", "attempt": attempt, "action": action, "answer": answer }))
}

/// The moves that win, as the engine tells them.
fn winning(position: &Value) -> Vec<String> {
    let known = ask(&json!({ "ask": "analysis", "position": position }));
    serde_json::from_value(known["winning"].clone()).unwrap()
}

#[test]
fn a_link_draws_the_same_puzzle_again() {
    for (book, kind) in
        [(Some("subtract"), Some("only-move")), (None, None), (Some("digits"), None)]
    {
        let request = json!({ "ask": "puzzle", "book": book, "kind": kind, "seed": "7" });
        let drawn = ask(&request);
        let again = ask(&json!({ "ask": "puzzle", "link": drawn["link"] }));
        assert_eq!(drawn, again);
        assert_eq!(drawn["next"], json!("8"));
    }
    let first = ask(&json!({ "ask": "puzzle", "link": "subtract-beginner.1" }));
    assert_eq!(first["next"], json!("subtract-beginner.2"));
    let sets = ask(&json!({ "ask": "puzzle-sets" }));
    for set in sets.as_array().unwrap() {
        let last = format!("{}.{}", set["name"].as_str().unwrap(), set["puzzles"]);
        assert_eq!(ask(&json!({ "ask": "puzzle", "link": last }))["next"], Value::Null);
    }
}

#[test]
fn every_kind_is_solved_by_what_the_solver_says_and_rated_once() {
    let mut progress = Value::Null;
    for kind in ["win", "only-move", "all-moves", "who-wins"] {
        let drawn = ask(&json!({
            "ask": "puzzle", "book": "subtract", "kind": kind, "seed": "3", "progress": progress,
        }));
        assert_eq!((&drawn["kind"], &drawn["met"]), (&json!(kind), &json!(false)));
        let mut now = drawn["attempt"].clone();
        for _ in 0..40 {
            let wins = winning(&now["position"]);
            let answer = match kind {
                "win" | "only-move" => wins[0].clone(),
                "all-moves" => wins.join(", "),
                _ if wins.is_empty() => "loss".to_owned(),
                _ => "win".to_owned(),
            };
            let judged = attempt(&now, "answer", Some(&answer));
            assert_eq!(judged["right"], json!(true), "{judged}");
            assert_eq!(judged["decided"], judged["attempt"]["over"]);
            now = judged["attempt"].clone();
            if now["over"] == json!(true) {
                break;
            }
        }
        assert_eq!(now["solved"], json!(true));
        let rate = json!({ "ask": "rate", "attempt": now, "progress": progress, "date": DAY });
        let rated = ask(&rate);
        assert!(rated["change"].as_i64().unwrap() > 0);
        progress = rated["progress"].clone();
        let again = json!({ "ask": "rate", "attempt": now, "progress": progress, "date": DAY });
        assert_eq!(ask(&again)["change"], Value::Null);
        let met = json!({ "ask": "puzzle", "link": drawn["link"], "progress": progress });
        assert_eq!(ask(&met)["met"], json!(true));
    }
    let standing = ask(&json!({ "ask": "standing", "progress": progress, "date": DAY }));
    assert_eq!((&standing["solved"], &standing["current"]), (&json!(4), &json!(4)));
    assert_eq!(standing["days"], json!(1));
}

#[test]
fn hints_and_giving_up_are_not_solving_and_a_wrong_move_is_beaten() {
    let link = "subtract.only-move.1000.7";
    let drawn = ask(&json!({ "ask": "puzzle", "link": link }));
    let place = &drawn["place"]["moves"]["groups"][0]["choices"];
    let wins = winning(&drawn["attempt"]["position"]);
    let choices: Vec<String> = serde_json::from_value(place.clone()).unwrap();
    let wrong = choices.iter().find(|choice| !wins.contains(choice)).unwrap();
    for (action, answer) in [("hint", None), ("give-up", None), ("answer", Some(wrong.as_str()))] {
        let after = attempt(&drawn["attempt"], action, answer);
        assert_eq!(after["attempt"]["solved"], json!(false));
        assert_eq!(after["decided"], json!(true));
        assert!(!after["words"].as_str().unwrap().is_empty());
        if after["attempt"]["over"] == json!(false) {
            let later = attempt(&after["attempt"], "answer", Some(&wins[0]));
            assert_eq!(later["attempt"]["over"], json!(true));
            assert_eq!(later["attempt"]["solved"], json!(false), "it was decided before");
            assert_eq!(later["decided"], json!(false));
        }
    }
}

#[test]
fn what_is_wrong_is_said() {
    let drawn = ask(&json!({ "ask": "puzzle", "link": "subtract.only-move.1000.7" }));
    let attempt = &drawn["attempt"];
    for (request, code) in [
        (json!({ "ask": "puzzle" }), "bad-request"),
        (json!({ "ask": "puzzle", "link": "nonsense" }), "no-puzzle"),
        (json!({ "ask": "puzzle", "link": "subtract-beginner.0" }), "no-puzzle"),
        (json!({ "ask": "puzzle", "link": "subtract.only-move.9999.1" }), "no-puzzle"),
        (json!({ "ask": "puzzle", "link": "chess.only-move.1000.1" }), "no-such-book"),
        (json!({ "ask": "puzzle", "seed": "1", "kind": "mate" }), "kind"),
        (json!({ "ask": "puzzle", "seed": "1", "progress": { "rating": 3 } }), "damaged"),
        (json!({ "ask": "attempt", "action": "hint" }), "bad-request"),
        (json!({ "ask": "attempt", "attempt": attempt, "action": "x" }), "action"),
        (
            json!({ "ask": "attempt", "attempt": attempt, "action": "answer", "answer": "no" }),
            "not-an-answer",
        ),
        (json!({ "ask": "rate", "attempt": attempt, "date": DAY }), "undecided"),
        (json!({ "ask": "standing", "date": "today" }), "date"),
        (json!({ "ask": "training", "training": [1], "date": DAY }), "damaged"),
        (
            json!({ "ask": "train", "position": "divide:60", "action": "hint", "date": DAY }),
            "no-such-card",
        ),
    ] {
        let reply = reply(&request);
        assert_eq!(reply["problem"]["code"], json!(code), "{request}: {reply}");
        let detail = reply["problem"]["detail"].as_str().unwrap();
        assert!(detail.ends_with('.') && !detail.starts_with(char::is_lowercase), "{detail}");
    }
}

/// A game of two people in which the first throws a win away.
fn game_with_a_mistake() -> Value {
    let begun = ask(&json!({
        "ask": "begin", "position": "subtract:20", "opponent": "person", "seed": "1",
        "date": "2026-11-16T12:00:00Z",
    }));
    let wins = winning(&json!("subtract:20"));
    let wrong = ["2", "4", "5", "10"].into_iter().find(|made| !wins.contains(&(*made).to_owned()));
    let wrong = wrong.unwrap();
    let left = 20 - wrong.parse::<u32>().unwrap();
    let answer = winning(&json!(format!("subtract:{left}"))).remove(0);
    let mut record = begun["record"].clone();
    // The one who resigns has lost already: resigning a won game would be a mistake of its own.
    for made in [wrong, &answer] {
        let moved = json!({ "ask": "act", "record": record, "action": "move", "move": made });
        record = ask(&moved)["record"].clone();
    }
    ask(&json!({ "ask": "act", "record": record, "action": "resign" }))["record"].clone()
}

fn show(training: &Value, date: &str) -> Value {
    ask(&json!({ "ask": "training", "training": training, "date": date }))
}

#[test]
fn a_mistake_comes_back_until_it_was_found_three_times() {
    let look = |training: &Value| {
        ask(&json!({
            "ask": "mistakes", "record": game_with_a_mistake(), "name": "a game",
            "training": training, "date": DAY,
        }))
    };
    let found = look(&Value::Null);
    assert_eq!(found["found"], json!(1));
    let mut training = found["training"].clone();
    let again = look(&training);
    assert_eq!((&again["found"], &again["training"]), (&json!(0), &training), "looked at before");
    let shown = show(&training, DAY);
    assert_eq!(
        (&shown["due"], &shown["open"], &shown["learnt"]),
        (&json!(1), &json!(1), &json!(0))
    );
    let position = shown["card"]["position"].clone();
    assert_eq!(position, json!("subtract:20"));
    let train = |training: &Value, action: &str, answer: Option<&str>, date: &str| {
        ask(&json!({
            "ask": "train", "training": training, "position": position, "action": action,
            "answer": answer, "date": date,
        }))
    };
    let wins = winning(&position);
    let mut log = String::new();
    for (date, due, action, answer) in [
        (DAY, "2026-11-17", "hint", None),
        ("2026-11-17", "2026-11-20", "answer", Some(wins[0].as_str())),
        ("2026-11-20", "2026-11-21", "give-up", None),
        ("2026-11-21", "2026-11-24", "answer", Some(&wins[0])),
        ("2026-11-24", "2026-12-01", "answer", Some(&wins[0])),
        ("2026-12-01", "", "answer", Some(&wins[0])),
    ] {
        let trained = train(&training, action, answer, date);
        assert_eq!(trained["counted"], json!(true));
        training = trained["training"].clone();
        // What comes after the first answer of a day changes nothing.
        let practice = train(&training, "answer", Some(&wins[0]), date);
        assert_eq!((&practice["counted"], &practice["training"]), (&json!(false), &training));
        let next = show(&training, date);
        assert_eq!(next["due"], json!(0));
        assert_eq!(next["next"].as_str().unwrap_or_default(), due);
        write!(log, "{} ", trained["found"]).unwrap();
    }
    assert_eq!(log, "0 1 0 1 2 3 ");
    assert_eq!(show(&training, "2027-01-01")["learnt"], json!(1));
}
