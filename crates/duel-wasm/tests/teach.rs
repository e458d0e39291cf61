//! Lessons and arguments as a page asks for them.

use serde_json::{Value, json};

fn reply(request: &Value) -> Value {
    serde_json::from_str(&duel_wasm::answer(&request.to_string())).unwrap()
}

/// The answer to a request that is right.
fn ask(request: &Value) -> Value {
    let reply = reply(request);
    assert!(reply.get("answer").is_some(), "{request}: {reply}");
    reply["answer"].clone()
}

/// Every move that a position lists.
fn moves(place: &Value) -> Vec<String> {
    let groups = place["moves"]["groups"].as_array().unwrap();
    let choices = groups.iter().flat_map(|group| group["choices"].as_array().unwrap().clone());
    let all = choices.chain(place["moves"]["digits"].as_array().unwrap().clone());
    all.map(|made| made.as_str().unwrap().to_owned()).collect()
}

/// A page that knows nothing of the games finishes every course: it tries the moves it is shown, one
/// after the other, and every answer that is not right says why.
#[test]
fn every_course_can_be_finished_without_knowing_the_rules() {
    let all = ask(&json!({ "ask": "courses" }));
    assert_eq!(all["first"], json!("subtract"));
    for course in all["courses"].as_array().unwrap() {
        let steps = course["steps"].as_array().unwrap();
        for (place, step) in steps.iter().enumerate() {
            let asked = json!({ "ask": "lesson", "book": course["book"], "step": step["name"] });
            let mut now = ask(&asked);
            assert_eq!(now["step"]["number"], json!(place + 1));
            assert_eq!(now["step"]["title"], step["title"]);
            let mut turns = 0;
            while now["judgement"]["verdict"] != json!("right") {
                turns += 1;
                assert!(turns < 50, "{step} does not end");
                let at = now["place"]["position"].clone();
                let answers: Vec<String> = match now["step"]["kind"].as_str().unwrap() {
                    "read" => vec![String::new()],
                    "choose" => ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec(),
                    _ => moves(&now["place"]),
                };
                let judged = answers.iter().map(|answer| {
                    let mut asked = asked.clone();
                    asked["position"] = at.clone();
                    asked["answer"] = json!(answer);
                    ask(&asked)
                });
                let mut good = judged.filter(|judged| {
                    let verdict = judged["judgement"]["verdict"].as_str().unwrap();
                    if verdict == "wrong" || verdict == "refused" {
                        assert!(!judged["judgement"]["words"].as_str().unwrap().is_empty());
                        assert_eq!(judged["place"]["position"], at, "a mistake is taken back");
                    }
                    verdict == "right" || verdict == "good"
                });
                now = good
                    .next_back()
                    .unwrap_or_else(|| panic!("{at} in {step} has no right answer"));
            }
        }
    }
}

#[test]
fn a_lesson_helps_and_goes_on_where_it_was_left() {
    let at = |members: Value| {
        let mut request = json!({ "ask": "lesson", "book": "subtract", "step": "whole-game" });
        request.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        ask(&request)
    };
    let moved = at(json!({ "answer": "3" }));
    assert_eq!(moved["judgement"]["verdict"], json!("good"));
    let left = moved["place"]["position"].clone();
    assert_ne!(left, json!("subtract:12"));
    assert_eq!(at(json!({ "position": left }))["place"]["position"], left);
    let nudge = at(json!({ "position": left, "hint": true }))["hint"].clone();
    let told = at(json!({ "position": left, "hint": true, "hints": 1 }))["hint"].clone();
    assert_ne!(nudge, told);
    assert!(told.as_str().unwrap().starts_with("Try "), "{told}");
    // What cannot belong to the step begins it anew.
    for other in ["divide:12", "subtract:7"] {
        let begun = at(json!({ "position": other }));
        assert_eq!(begun["place"]["position"], json!("subtract:12"), "{other}");
    }
    let unknown = reply(&json!({ "ask": "lesson", "book": "subtract", "step": "none" }));
    assert_eq!(unknown["problem"]["code"], json!("no-such-step"));
}

/// Every try of the loser, to the end of the game: the plan's answer, or else that of a new explanation.
fn loses(place: &Value, known: &Value, entry: &str, tries: &mut usize) {
    let position = &place["position"];
    let plan = known["plan"].as_array().unwrap();
    let entry = plan.iter().find(|each| each["position"] == json!(entry)).unwrap();
    assert!(!entry["say"].as_str().unwrap().is_empty());
    for made in moves(place) {
        *tries += 1;
        let mut replies = entry["replies"].as_array().unwrap().iter();
        let found = replies.find(|reply| reply["move"] == json!(made)).unwrap();
        let next = ask(&json!({
            "ask": "argue", "position": position, "move": made, "answer": found["answer"],
        }));
        assert!(next["words"].as_str().unwrap().starts_with("You play "));
        if next["over"] == json!(true) {
            assert!(next["place"]["over"] == json!(true));
        } else if let Some(to) = found["to"].as_str() {
            loses(&next["place"], known, to, tries);
        } else {
            let known = ask(&json!({ "ask": "explain", "position": next["place"]["position"] }));
            assert_eq!(known["value"], json!("loss"), "{position} {made}");
            loses(&next["place"], &known, known["root"].as_str().unwrap(), tries);
        }
    }
}

#[test]
fn every_try_to_refute_a_reason_fails() {
    for position in [
        "subtract+no-echo:40",
        "divide:30,42",
        "divide:30,30",
        "dilemma+prime-steps:77",
        "digits+once:13:4",
        "factor+no-whole:16",
        "subtract:15",
    ] {
        let mut known = ask(&json!({ "ask": "explain", "position": position }));
        let mut place = ask(&json!({ "ask": "position", "position": position }));
        if known["value"] == json!("win") {
            let first = json!({ "ask": "argue", "position": position, "answer": known["first"] });
            place = ask(&first)["place"].clone();
            known = ask(&json!({ "ask": "explain", "position": place["position"] }));
        }
        assert_eq!(known["value"], json!("loss"), "{position}");
        let mut tries = 0;
        loses(&place, &known, known["root"].as_str().unwrap(), &mut tries);
        assert!(tries > 0, "{position}");
    }
    let illegal = reply(&json!({ "ask": "argue", "position": "subtract:15", "move": "4" }));
    assert_eq!(illegal["problem"]["code"], json!("illegal"));
}
