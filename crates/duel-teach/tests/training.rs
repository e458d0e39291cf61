//! Which positions of a game are trained.

use duel_core::Record;
use duel_play::Date;
use duel_solver::{Limits, Solver, Value};
use duel_teach::{
    Training,
    training::{GameKey, mistakes},
};

fn record(text: &str) -> Record {
    duel_books::record(text.as_bytes()).unwrap()
}

/// Two people. 12 is won by 3 and 4; 10 is won by 5.
const GAME: &str = "\
[Record \"1\"]
[Start \"subtract:12\"]
[First \"Ann\"]
[Second \"Ben\"]
[Date \"2026-03-01T12:00:00Z\"]

1. 2 {1.000}
2. 2 {1.000}
";

#[test]
fn wins_that_were_thrown_away_are_found() {
    let mut solver = Solver::default();
    let found = mistakes(&record(GAME), 0);
    let texts: Vec<(String, &str)> =
        found.iter().map(|found| (found.position.to_string(), found.made.as_str())).collect();
    assert_eq!(texts[0], ("subtract:12".to_owned(), "2"));
    for mistake in &found {
        assert_eq!(mistake.day, Some(Date::new(2026, 3, 1)));
        assert_eq!(solver.solve_value(&mistake.position, Limits::NONE), Some(Value::Win));
        let made = mistake.position.read_move(&mistake.made).unwrap();
        let after = mistake.position.after(&made).unwrap();
        assert_ne!(solver.solve_value(&after, Limits::NONE), Some(Value::Loss));
    }
    assert!(mistakes(&record(GAME), 2).is_empty());
}

#[test]
fn mistakes_of_programs_are_not_trained() {
    let game = GAME.replace("[Date", "[FirstIs \"bot:easy\"]\n[Date");
    assert!(mistakes(&record(&game), 0).iter().all(|found| found.ply == 2));
}

#[test]
fn a_game_is_known_again_after_further_moves_and_as_json() {
    let shorter = record(&GAME.replace("2. 2 {1.000}\n", ""));
    let longer = record(GAME);
    assert_eq!(GameKey::of(&shorter), GameKey::of(&longer));
    let json = duel_books::record(longer.to_json().as_bytes()).unwrap();
    assert_eq!(GameKey::of(&json), GameKey::of(&longer));
    let other = record(&GAME.replace("12:00:00", "12:00:01"));
    assert_ne!(GameKey::of(&other), GameKey::of(&longer));
    let undated = |game: &str| record(&game.replace("[Date \"2026-03-01T12:00:00Z\"]\n", ""));
    assert_ne!(GameKey::of(&undated(GAME)), GameKey::of(&undated(&GAME.replace("2. 2 ", "2. 5 "))));
}

#[test]
fn what_was_looked_at_is_not_looked_at_again() {
    let mut training = Training::default();
    let (game, today) = (record(GAME), Date::new(2026, 3, 2));
    let key = GameKey::of(&game);
    let found = mistakes(&game, training.looked_at(key));
    training.learn_from(key, "one", 2, &found, today);
    assert_eq!(training.looked_at(key), 2);
    assert_eq!(training.due(today).len(), found.len());
    let again = mistakes(&game, training.looked_at(key));
    training.learn_from(key, "one", 2, &again, today);
    assert_eq!(training.cards.len(), found.len());
}

#[test]
fn games_of_numbers_that_nobody_can_read_are_left_out() {
    let start = "9".repeat(300);
    let game = GAME.replace("subtract:12", &format!("subtract:{start}"));
    let game = game.replace("1. 2", "1. 3").replace("2. 2", "2. 3");
    assert!(mistakes(&record(&game), 0).is_empty());
}

#[test]
fn a_card_is_judged_like_a_puzzle() {
    let mut training = Training::default();
    let game = record(GAME);
    training.learn_from(GameKey::of(&game), "one", 2, &mistakes(&game, 0), Date::new(2026, 3, 2));
    let card = &training.cards[0];
    let mut solver = Solver::default();
    for right in ["3", "4", "Subtract 3"] {
        assert!(card.judge(right, &mut solver).unwrap().right, "{right}");
    }
    for wrong in ["2", "6"] {
        assert!(!card.judge(wrong, &mut solver).unwrap().right, "{wrong}");
    }
    assert!(card.judge("5", &mut solver).is_err());
    assert!(!card.solution(&mut solver).is_empty());
}
