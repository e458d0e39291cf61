//! The list of moves: several numbers, and the best moves first.

mod harness;

use crossterm::event::KeyCode;
use duel_tui::{Choice, Look, choice::Insight};
use harness::Sitting;

fn sitting(position: &str) -> Sitting {
    Sitting::at(position, Look::default(), (80, 24))
}

/// What is in the right half of the middle of the screen, line by line.
fn listed(sitting: &Sitting) -> Vec<String> {
    let screen = sitting.screen();
    let rows = screen.lines().skip(3).take(14);
    let right = rows.filter_map(|line| line.split("││").nth(1));
    let right = right.map(|line| line.trim_end_matches('│').trim_end().to_owned());
    right.filter(|line| !line.is_empty()).collect()
}

fn chosen(sitting: &Sitting) -> String {
    let lines = listed(sitting);
    lines.iter().find(|line| line.starts_with('▸')).cloned().unwrap_or_default()
}

#[test]
fn moves_are_grouped_by_number_and_tab_goes_from_one_to_the_next() {
    let mut sitting = sitting("divide:15,7,12");
    assert_eq!(
        listed(&sitting),
        [
            "Number 1: 15",
            "▸ 1:3 → 5",
            "  1:5 → 3",
            "Number 3: 12",
            "  3:2 → 6",
            "  3:3 → 4",
            "  3:4 → 3",
            "  3:6 → 2"
        ]
    );
    sitting.press(KeyCode::Tab);
    assert_eq!(chosen(&sitting), "▸ 3:2 → 6");
    assert!(sitting.screen().contains("▸ 3: 12 = [2][2][3]"), "{}", sitting.screen());
    sitting.press(KeyCode::Tab);
    assert_eq!(chosen(&sitting), "▸ 1:3 → 5");
    sitting.press(KeyCode::BackTab);
    assert_eq!(chosen(&sitting), "▸ 3:2 → 6");
    sitting.press(KeyCode::Enter);
    assert!(sitting.kept().contains("1. 3:2"), "{}", sitting.kept());
}

#[test]
fn the_numbers_are_side_by_side() {
    let screen = sitting("divide:175,60,999").screen();
    // Eight digits and two gaps, in three rows.
    assert!(screen.contains("▄█  ▀▀█ █▀▀     █▀▀ █▀█     █▀█ █▀█ █▀█"), "{screen}");
    let narrow = Sitting::at("divide:175,60,999", Look::default(), (40, 14)).screen();
    assert!(narrow.contains("▸175   60   999"), "{narrow}");
}

#[test]
fn the_best_moves_come_first_when_asked_for() {
    let mut sitting = sitting("subtract:60");
    let by_size = listed(&sitting);
    assert!(by_size[0].contains("2 → 58"), "{by_size:?}");
    sitting.keys("o");
    let by_value = listed(&sitting);
    let screen = sitting.screen();
    assert!(screen.contains("best first") && screen.contains("Insight"), "{screen}");
    let places: Vec<usize> =
        by_value.iter().filter_map(|line| "▲=?▽".chars().position(|c| line.contains(c))).collect();
    assert!(places.is_sorted() && places.contains(&0) && places.contains(&3), "{by_value:?}");
    assert!(by_value[0].starts_with('▸') && by_value[0].contains("wins"), "{by_value:?}");
    // What is typed narrows it.
    sitting.keys("1");
    assert!(sitting.screen().contains("of 10, best first"), "{}", sitting.screen());
    sitting.press(KeyCode::Esc);
    sitting.keys("o");
    assert!(!sitting.screen().contains("best first"), "{}", sitting.screen());
    assert!(listed(&sitting)[0].contains("2 → 58"));
    // Without insight there is no such order.
    sitting.keys("oi");
    assert_eq!(listed(&sitting), by_size);
}

#[test]
fn the_order_is_insight_and_is_refused_where_that_is() {
    for (clock, insight) in [("9m", Insight::Unclocked), ("", Insight::Afterwards)] {
        let (start, clock) = ("subtract:60".to_owned(), clock.to_owned());
        let choice = Choice { start, clock, insight, ..Choice::default() };
        let mut sitting = Sitting::new(choice, Look::default(), (80, 24));
        sitting.keys("\n");
        let before = listed(&sitting);
        sitting.keys("o");
        assert_eq!(listed(&sitting), before);
        assert!(!sitting.screen().contains("best first"), "{}", sitting.screen());
    }
}

#[test]
fn a_list_that_is_too_long_to_sort_says_so() {
    let mut sitting = sitting("divide:18401055938125660800");
    sitting.hurried = true;
    sitting.keys("o");
    sitting.keys("oo");
    // In narrow lines.
    assert!(sitting.screen().contains("too many moves to"), "{}", sitting.screen());
}
