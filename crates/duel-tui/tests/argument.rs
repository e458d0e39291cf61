//! Arguing with a reason on the full screen.

mod harness;

use crossterm::event::KeyCode;
use duel_tui::{Look, Msg};
use harness::Sitting;

/// Too narrow for a picture beside the words.
const SIZE: (u16, u16) = (70, 30);

fn sitting(position: &str) -> Sitting {
    Sitting::at(position, Look::default(), SIZE)
}

/// The text of the screen in one line, without the frames.
fn words(sitting: &Sitting) -> String {
    sitting.screen().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn each_try_is_answered_until_the_loser_has_lost() {
    let mut sitting = sitting("dilemma+prime-steps:77");
    sitting.keys("ia");
    let screen = words(&sitting);
    assert!(screen.contains("Argue: you are the one who should lose"), "{screen}");
    assert!(screen.contains("The winner begins. Divide by 11"), "{screen}");
    // From 7 only 1 can be taken; 6 is halved; from 3 only 1 again.
    sitting.keys("\n");
    let screen = words(&sitting);
    assert!(screen.contains("You play 7 - 1 = 6. The answer is 6 / 2 = 3."), "{screen}");
    sitting.keys("\n");
    let screen = words(&sitting);
    assert!(screen.contains("Try something else, or press Esc"), "{screen}");
    // The game was not touched.
    sitting.press(KeyCode::Esc);
    assert!(!words(&sitting).contains("Argue:"), "{}", sitting.screen());
    assert_eq!(sitting.app.record().expect("a game").game.played().len(), 0);
}

#[test]
fn tries_are_typed_taken_back_and_begun_again() {
    let mut sitting = sitting("subtract+no-echo:60");
    sitting.keys("ia");
    let began = words(&sitting);
    sitting.keys("25\n");
    let screen = words(&sitting);
    assert!(screen.contains("You play 50 - 25 = 25."), "{screen}");
    sitting.keys("b");
    assert_eq!(words(&sitting), began);
    sitting.keys("b");
    assert!(words(&sitting).contains("This is where it began."), "{}", sitting.screen());
    sitting.keys("2\n");
    assert!(words(&sitting).contains("You play 50 - 2 = 48."), "{}", sitting.screen());
    sitting.keys("n");
    assert_eq!(words(&sitting), began);
    sitting.keys("7\n");
    assert!(words(&sitting).contains("7 does not divide 50."), "{}", sitting.screen());
    // Esc clears what is typed, and then leaves.
    sitting.press(KeyCode::Esc);
    assert!(words(&sitting).contains("Argue:"));
    sitting.press(KeyCode::Esc);
    assert!(!words(&sitting).contains("Argue:"));
}

#[test]
fn where_nobody_loses_there_is_nothing_to_argue_about() {
    let mut sitting = sitting("digits+no-leading-zero:97:");
    sitting.keys("ia");
    assert!(words(&sitting).contains("There is nothing to try"), "{}", sitting.screen());
    sitting.keys("\nbn");
    sitting.keys("q");
    assert!(!words(&sitting).contains("nothing to try"), "{}", sitting.screen());
}

#[test]
fn the_review_argues_too_and_gets_the_screen_back() {
    let mut sitting = sitting("subtract:12");
    for made in ["2", "2", "4", "2"] {
        sitting.keys(made);
        sitting.keys("\n");
    }
    sitting.keys("va");
    assert!(words(&sitting).contains("Argue:"), "{}", sitting.screen());
    sitting.press(KeyCode::Esc);
    assert!(words(&sitting).starts_with("Review"), "{}", sitting.screen());
}

#[test]
fn small_screens_and_late_answers_do_no_harm() {
    let mut sitting = sitting("subtract+no-echo:60");
    sitting.keys("ia");
    for (width, height) in [(1, 1), (10, 4), (40, 12), (200, 60)] {
        sitting.resize(width, height);
        let _ = sitting.screen();
    }
    // What is typed is seen where the reason fills the screen.
    sitting.resize(40, 8);
    sitting.keys("12");
    let screen = sitting.screen();
    assert!(screen.contains("Your try: 12_"), "{screen}");
    assert!(screen.contains("…\n"), "{screen}");
    sitting.press(KeyCode::Esc);
    sitting.resize(SIZE.0, SIZE.1);
    let before = words(&sitting);
    // The answer to a job that is not the last one.
    sitting.hear(Msg::Argument(0, Err(String::new())));
    assert_eq!(words(&sitting), before);
    sitting.press(KeyCode::Esc);
    sitting.hear(Msg::Argument(1, Err(String::new())));
    assert!(!words(&sitting).contains("Argue:"));
}

#[test]
fn the_first_press_argues_and_nothing_typed_after_it_is_played() {
    let mut sitting = sitting("subtract+no-echo:60");
    sitting.keys("5\n");
    // The plan is not found yet while these are pressed.
    let begin = sitting.ask(KeyCode::Char('a'));
    sitting.keys("2\n");
    let screen = words(&sitting);
    assert!(screen.contains("Looking for a plan"), "{screen}");
    assert!(screen.contains("Your try: 2_"), "{screen}");
    sitting.perform(begin);
    assert!(words(&sitting).contains("Your try: 2_"), "{}", sitting.screen());
    assert_eq!(sitting.app.record().expect("a game").game.played().len(), 1);
    sitting.press(KeyCode::Esc);
    sitting.press(KeyCode::Esc);
    assert!(!words(&sitting).contains("Argue:"), "{}", sitting.screen());
}

#[test]
fn after_the_game_the_argument_is_about_where_it_was_decided() {
    // Only 10 would have won.
    let mut sitting = sitting("subtract+no-echo:60");
    sitting.keys("5\nRya");
    let screen = words(&sitting);
    assert!(screen.contains("The winner begins. Take away 10"), "{screen}");
    assert!(!screen.contains("There is nothing to try"), "{screen}");
}

#[test]
fn a_win_that_ends_the_game_is_explained_instead_of_argued_about() {
    // Only 2 leaves a prime.
    let mut sitting = sitting("divide:12");
    sitting.keys("3\nRya");
    let screen = words(&sitting);
    assert!(screen.contains("prime"), "{screen}");
    assert!(screen.contains("There is nothing to try against that."), "{screen}");
}

#[test]
fn one_key_shows_the_reasons_also_without_insight() {
    let mut sitting = sitting("subtract:60");
    sitting.keys("w");
    let screen = words(&sitting);
    assert!(screen.contains("In short"), "{screen}");
}
