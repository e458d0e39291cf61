//! The screen of the kept games, key by key.

mod harness;

use crossterm::event::KeyCode;
use duel_tui::{Choice, Look};
use harness::Sitting;

/// Four games: two over, one not, one that cannot be read; and the screen that lists them.
fn sitting() -> Sitting {
    let mut sitting = Sitting::new(Choice::default(), Look::default(), (80, 24));
    sitting.keep("20260101-120000000-aaa", ["Ann", "Ben"], "divide:60", "6 2");
    sitting.keep("20260102-120000000-bbb", ["Ann", "Cleo"], "subtract:60", "15");
    sitting.keep("20260103-120000000-ccc", ["Dora", "Ben"], "subtract:12", "3 3 3");
    let damaged = sitting.folder.path().join("games/20260104-120000000-ddd.duel");
    std::fs::write(damaged, "no record\n").unwrap();
    sitting.keys("g");
    sitting
}

#[track_caller]
fn expect(sitting: &Sitting, parts: &[&str]) {
    let screen = sitting.screen();
    for part in parts {
        assert!(screen.contains(part), "no {part:?} in\n{screen}");
    }
}

fn names(sitting: &Sitting) -> Vec<String> {
    sitting.store().games().unwrap().into_iter().map(|game| game.id).collect()
}

#[test]
fn all_games_are_listed_with_dates_and_results() {
    let sitting = sitting();
    expect(&sitting, &["Kept games: 4", "20260104-120000000-ddd: cannot be read"]);
    expect(&sitting, &["2026-01-31 12:00", "Dora - Ben", "Dora won, 3 moves"]);
    expect(&sitting, &["Ann - Cleo", "unfinished, 1 move", "Ben won, 2 moves"]);
}

#[test]
fn where_no_game_is_kept_it_says_what_to_do() {
    let mut sitting = Sitting::new(Choice::default(), Look::default(), (80, 24));
    sitting.keys("g");
    expect(&sitting, &["No game is kept yet.", "choose a game and press Enter"]);
    sitting.keys("\nvxq");
    expect(&sitting, &["number games for two", "none yet"]);
}

#[test]
fn an_unfinished_game_goes_on_and_a_finished_one_is_looked_through() {
    let mut sitting = sitting();
    sitting.keys("jj\n");
    expect(&sitting, &["Cleo to move, against Ann"]);
    sitting.keys("15\nq");
    expect(&sitting, &["Kept games: 4", "unfinished, 2 moves", "Enter goes on with it"]);
    sitting.keys("k\n");
    expect(&sitting, &["Review", "Dora: 3"]);
    sitting.press(KeyCode::Esc);
    expect(&sitting, &["Kept games: 4"]);
}

#[test]
fn an_unfinished_game_is_reviewed_without_being_changed() {
    let mut sitting = sitting();
    let file = sitting.folder.path().join("games/20260102-120000000-bbb.duel");
    let before = std::fs::read_to_string(&file).unwrap();
    sitting.keys("jjv");
    expect(&sitting, &["Review", "Ann: 15"]);
    // From there into the game, where nothing can be done but looking and playing a new one.
    sitting.keys("\n");
    expect(&sitting, &["Before move 1 of 1"]);
    sitting.keys("}15\nRud");
    expect(&sitting, &["Only looked at"]);
    sitting.press(KeyCode::Esc);
    expect(&sitting, &["Kept games: 4"]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), before);
}

#[test]
fn a_game_is_deleted_after_a_question() {
    let mut sitting = sitting();
    sitting.keys("jx");
    expect(&sitting, &["Delete the game 20260103-120000000-ccc for good?", "Dora won"]);
    // Nothing but an answer is heard.
    sitting.keys("q\n");
    expect(&sitting, &["for good?"]);
    sitting.keys("n");
    assert_eq!(names(&sitting).len(), 4);
    sitting.keys("xy");
    expect(&sitting, &["Kept games: 3"]);
    assert!(!names(&sitting).contains(&"20260103-120000000-ccc".to_owned()));
    // What cannot be read can go too.
    sitting.press(KeyCode::Home);
    sitting.press(KeyCode::Delete);
    sitting.keys("y");
    assert_eq!(names(&sitting).len(), 2);
}

#[test]
fn a_game_that_is_played_elsewhere_is_not_deleted() {
    let mut sitting = sitting();
    let path = sitting.store().find("20260102-120000000-bbb").unwrap();
    let held = duel_play::Journal::open(&path).unwrap();
    sitting.keys("jjxy");
    expect(&sitting, &["is in use", "Kept games: 4"]);
    drop(held);
    sitting.keys("xy");
    expect(&sitting, &["Kept games: 3"]);
}

#[test]
fn games_are_filtered_by_book_state_and_text() {
    let mut sitting = sitting();
    sitting.keys("b");
    expect(&sitting, &["Kept games: 1 of 4", "Divide, finished or not", "Ann - Ben"]);
    sitting.keys("bb");
    expect(&sitting, &["Kept games: 2 of 4", "Subtract, finished or not"]);
    sitting.keys("f");
    expect(&sitting, &["Kept games: 1 of 4", "Subtract, unfinished", "Ann - Cleo"]);
    sitting.keys("f");
    expect(&sitting, &["Kept games: 1 of 4", "Subtract, finished", "Dora - Ben"]);
    sitting.keys("b");
    expect(&sitting, &["Kept games: 0 of 4", "No game is like that. c shows all of them."]);
    sitting.keys("c/cLEO");
    expect(&sitting, &["Kept games: 1 of 4", "With: cLEO_", "Ann - Cleo"]);
    sitting.keys("\n\n");
    expect(&sitting, &["Cleo to move, against Ann"]);
    sitting.keys("q");
    expect(&sitting, &["with \"cLEO\""]);
    sitting.keys("c");
    expect(&sitting, &["Kept games: 4"]);
}

#[test]
fn what_cannot_be_opened_says_why() {
    let mut sitting = sitting();
    sitting.keys("\n");
    expect(&sitting, &["This game cannot be read:"]);
    sitting.keys("v");
    expect(&sitting, &["This game cannot be read:"]);
}

/// Where there is room for little, that is for the games.
#[test]
fn a_small_screen_shows_games_to_choose() {
    let mut sitting = sitting();
    sitting.resize(20, 5);
    expect(&sitting, &["Kept games: 4", "▸ "]);
    let first = sitting.screen();
    sitting.keys("j");
    assert_ne!(sitting.screen(), first);
    sitting.keys("x");
    sitting.keys("y");
    expect(&sitting, &["Kept games: 3", "▸ "]);
}

#[test]
fn every_size_can_be_drawn() {
    let mut sitting = sitting();
    for keys in ["", "j", "x", "n/a", "\n", "b"] {
        sitting.keys(keys);
        for size in [(1, 1), (3, 2), (20, 5), (40, 12), (80, 24), (200, 60)] {
            sitting.resize(size.0, size.1);
            sitting.screen();
        }
    }
}
