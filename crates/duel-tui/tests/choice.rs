//! The settings of a new game: remembered as they were, and explained where they do not fit.

use duel_tui::{
    Choice, Theme,
    choice::{Begins, Insight, LogStyle},
};

#[test]
fn a_choice_is_remembered_as_it_was() {
    let choice = Choice {
        book: 3,
        fair: false,
        house: vec![duel_core::HouseRule::Misere, duel_core::HouseRule::NoLeadingZero],
        length: Some(9),
        start: "7,11".to_owned(),
        players: ["Zo\u{eb}".to_owned(), "bot:hard".to_owned()],
        begins: Begins::Toss,
        clock: "30s".to_owned(),
        rounds: 3,
        insight: Insight::Always,
        log: LogStyle::Book,
        theme: Some(Theme::Light),
    };
    assert_eq!(Choice::from_text(&choice.to_text()), choice);
}

#[test]
fn nonsense_is_as_if_nothing_had_been_chosen() {
    let text = "book chess\nrules\nplayer2 cmd:rm\nbegins 9\nrounds x\ntheme red\n\u{1b}[31m\n";
    assert_eq!(Choice::from_text(text), Choice::default());
    let named = Choice { players: ["cmd:ls".to_owned(), "a".to_owned()], ..Choice::default() };
    assert_eq!(Choice::from_text(&named.to_text()).players[0], "");
}

#[test]
fn what_does_not_fit_is_explained() {
    let with = |start: &str| Choice { start: start.to_owned(), ..Choice::default() }.game();
    assert!(with("60").is_ok());
    assert!(with("factor+no-whole:6~6,3").is_ok());
    assert!(with("x").is_err());
    assert!(with("divide:x").is_err());
    let clock = Choice { clock: "soon".to_owned(), ..Choice::default() };
    assert!(clock.game().unwrap_err().contains("30s"));
}
