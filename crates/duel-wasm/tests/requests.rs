//! Questions as a page asks them. Whole games are in `built.rs`.

use serde_json::{Value, json};

/// The answer to a request that is right.
fn ask(request: &Value) -> Value {
    let reply: Value = serde_json::from_str(&duel_wasm::answer(&request.to_string())).unwrap();
    assert!(reply.get("answer").is_some(), "{request}: {reply}");
    reply["answer"].clone()
}

#[test]
fn two_people_at_one_device_take_back_and_resign() {
    let begun = ask(&json!({
        "ask": "begin", "position": "divide:360", "opponent": "person", "name": "Ann",
        "other_name": "Ben", "seed": "1", "date": "2026-11-16T12:00:00Z",
    }));
    let act = |record: &Value, action: &str, made: Option<&str>| {
        ask(&json!({ "ask": "act", "record": record, "action": action, "move": made }))
    };
    let moved = act(&begun["record"], "move", Some("6"));
    assert_eq!(moved["game"]["position"], json!("divide:60/2"));
    let back = act(&moved["record"], "take-back", None);
    assert_eq!(back["game"]["position"], json!("divide:360"));
    let moved = act(&back["record"], "move", Some("divide by 2"));
    let over = act(&moved["record"], "resign", None);
    assert_eq!(over["game"]["result"]["winner"], json!(1), "Ben was to move, and gave up");
    assert_eq!(over["game"]["seats"][1]["name"], json!("Ben"));
}

#[test]
fn what_is_wrong_is_said_in_a_sentence() {
    for (request, code) in [
        ("{", "bad-request"),
        ("[]", "bad-request"),
        (r#"{"ask":"nothing"}"#, "bad-request"),
        (r#"{"ask":"analysis"}"#, "bad-request"),
        (r#"{"ask":"analysis","position":60}"#, "bad-request"),
        (r#"{"ask":"analysis","position":"divide:60","more":1}"#, "bad-request"),
        (r#"{"ask":"position","position":"divid:60"}"#, "not-a-position"),
        (r#"{"ask":"position","position":"divide:060"}"#, "not-a-position"),
        (r#"{"ask":"moves","position":"divide:60","number":7}"#, "no-such-page"),
        (r#"{"ask":"act","record":"nonsense","action":"move","move":"2"}"#, "not-a-record"),
        (
            r#"{"ask":"begin","book":"divide","opponent":"computer","level":"god","seed":"1"}"#,
            "no-such-level",
        ),
        (
            r#"{"ask":"begin","position":"divide:7","opponent":"person","seed":"1","date":""}"#,
            "over",
        ),
        (r#"{"ask":"daily","date":"2026-02-30"}"#, "date"),
        (r#"{"ask":"deals","book":"divide","count":99,"seed":"1"}"#, "count"),
        (r#"{"ask":"deals","book":"divide","from":24,"count":1,"seed":"1"}"#, "from"),
        (r#"{"ask":"deal","book":"chess","seed":"1"}"#, "no-such-book"),
        (r#"{"ask":"deal","book":"divide","seed":"-1"}"#, "seed"),
    ] {
        let reply: Value = serde_json::from_str(&duel_wasm::answer(request)).unwrap();
        assert_eq!(reply["problem"]["code"], json!(code), "{request}: {reply}");
        let detail = reply["problem"]["detail"].as_str().unwrap();
        assert!(detail.ends_with('.') && !detail.starts_with(char::is_lowercase), "{detail}");
    }
}

/// Work is counted, so that even what cannot be settled has an answer.
#[test]
fn hard_positions_are_answered_too() {
    let factor = "9".repeat(60);
    for position in
        [format!("factor+no-whole:{factor}"), format!("digits+misere+once:{factor},97:")]
    {
        let known = ask(&json!({ "ask": "analysis", "position": position }));
        assert!(known["value"].is_string(), "{known}");
    }
}

#[test]
fn starts_can_be_drawn_one_after_the_other() {
    let drawn = |from: u64, count: u32| -> Vec<Value> {
        let request = json!({
            "ask": "deals", "book": "subtract", "from": from, "count": count, "seed": "5",
        });
        ask(&request)["starts"].as_array().unwrap().clone()
    };
    let all = drawn(0, 6);
    assert_eq!((0..6).flat_map(|from| drawn(from, 1)).collect::<Vec<_>>(), all);
}
