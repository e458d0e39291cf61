//! Conjectures as the page asks about them.

use duel_books::BOOKS;
use duel_solver::{Limits, Solver, Value};
use serde_json::{Value as Json, json};

fn ask(request: &Json) -> Json {
    let reply: Json = serde_json::from_str(&duel_wasm::answer(&request.to_string())).unwrap();
    assert!(reply.get("answer").is_some(), "{request}: {reply}");
    reply["answer"].clone()
}

/// The numbers of the picture are those that the solver calls lost, one by one.
#[test]
fn lost_numbers_are_those_of_the_solver() {
    let fair = ["dilemma+prime-steps", "subtract+no-echo", "factor+no-whole"];
    for game in BOOKS.iter().map(|book| book.slug).chain(fair) {
        let found = ask(&json!({ "ask": "lost-numbers", "game": game }));
        assert_eq!(found["game"], json!(game));
        assert_eq!(found["known_to"], json!("100"), "{found}");
        let first: u64 = found["first"].as_str().unwrap().parse().unwrap();
        let tail = if game.starts_with("digits") { ":" } else { "" };
        let mut solver = Solver::default();
        let lost: Vec<String> = (first..=100)
            .filter(|number| {
                let position = duel_books::position(&format!("{game}:{number}{tail}")).unwrap();
                solver.solve_value(&position, Limits::NONE) == Some(Value::Loss)
            })
            .map(|number| number.to_string())
            .collect();
        assert_eq!(found["lost"], json!(lost), "{game}");
    }
}

#[test]
fn a_wrong_conjecture_has_its_smallest_counterexample_and_position() {
    let answer = ask(&json!({ "ask": "conjecture", "game": "subtract", "conjecture": "odd" }));
    assert_eq!(answer["verdict"], json!("counterexample"));
    assert_eq!(answer["counterexample"]["number"], json!("2"));
    assert_eq!(answer["position"], json!("subtract:2"));
    assert_eq!(answer["theorem"], json!(null), "nothing is given away");
    assert!(answer["words"].as_str().unwrap().contains("smallest counterexample is 2."));
    assert_eq!(answer["says_lost"].as_array().unwrap().len(), 50);
    let answer = ask(&json!({ "ask": "conjecture", "game": "digits", "conjecture": "always" }));
    let position = answer["position"].as_str().unwrap();
    assert!(duel_books::position(position).is_ok(), "{position}");
}

#[test]
fn a_true_conjecture_says_how_far_it_was_checked() {
    let rule = "odd or power of 2 and twos mod 2 = 1";
    let answer = ask(&json!({ "ask": "conjecture", "game": "subtract", "conjecture": rule }));
    assert_eq!(answer["verdict"], json!("holds"));
    assert_eq!(answer["checked"], json!("1000000"));
    assert!(answer["theorem"].as_str().unwrap().contains("lost exactly if it is odd"), "{answer}");
    let to = json!({ "ask": "conjecture", "game": "subtract", "conjecture": rule, "to": 50 });
    assert_eq!(ask(&to)["checked"], json!("50"));
}

#[test]
fn a_mistake_has_its_place() {
    let request =
        json!({ "ask": "conjecture", "game": "subtract", "conjecture": "odd or powr of 2" });
    let mistake = &ask(&request)["mistake"];
    assert_eq!((&mistake["at"], &mistake["length"]), (&json!(7), &json!(4)));
    let words = mistake["words"].as_str().unwrap();
    assert!(words.contains("is `power` meant?"), "{words}");
    for (game, code) in [("chess", "no-such-game"), ("subtract:60", "no-such-game")] {
        let request = json!({ "ask": "lost-numbers", "game": game }).to_string();
        let reply: Json = serde_json::from_str(&duel_wasm::answer(&request)).unwrap();
        assert_eq!(reply["problem"]["code"], json!(code), "{reply}");
    }
}
