//! Whole screens, character for character, in three sizes and in ASCII.
//!
//! After a change that is meant to alter them, run
//!
//! ```text
//! UPDATE_GOLDEN=1 cargo test -p duel-tui --test screens
//! ```
//!
//! and read the difference before keeping it.

mod harness;

use std::{fs, path::PathBuf};

use duel_testing::golden;
use duel_tui::{Choice, Look, Theme};
use harness::Sitting;
use ratatui_core::style::Color;

const DARK: Look = Look { theme: Theme::Dark, ascii: false, still: true };
const ASCII: Look = Look { theme: Theme::Dark, ascii: true, still: true };
const SIZES: [(u16, u16); 3] = [(40, 12), (80, 24), (120, 40)];

/// Compares what a sitting comes to in every size and look with what was kept under this name.
#[track_caller]
fn compare(name: &str, sit: impl Fn(Look, (u16, u16)) -> Sitting) {
    let mut shown = String::new();
    for (look, size) in SIZES.map(|size| (DARK, size)).into_iter().chain([(ASCII, (80, 24))]) {
        let sitting = sit(look, size);
        let screen = sitting.screen();
        if look.ascii {
            assert!(screen.is_ascii(), "{screen}");
        }
        let (width, height) = size;
        let ascii = if look.ascii { " ascii" } else { "" };
        shown.push_str(&format!("=== {width}x{height}{ascii}\n{screen}"));
        // Without colours the same is said.
        let plain = sit(Look { theme: Theme::Plain, ..look }, size);
        assert_eq!(plain.screen(), screen);
        let uncoloured =
            |cell: &ratatui_core::buffer::Cell| cell.fg == Color::Reset && cell.bg == Color::Reset;
        assert!(plain.buffer().content.iter().all(uncoloured), "{name} is coloured");
    }
    let file =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.txt"));
    golden::compare(&file, &shown);
}

#[test]
fn home() {
    compare("home", |look, size| {
        let mut sitting = Sitting::at("divide:60", look, size);
        sitting.keys("6\nq");
        sitting
    });
}

#[test]
fn home_while_a_name_is_typed() {
    compare("home-typing", |look, size| {
        let mut sitting = Sitting::new(Choice::default(), look, size);
        sitting.keys("3jjjjjj\nZo");
        sitting
    });
}

#[test]
fn a_lesson_with_a_move_that_was_wrong() {
    compare("lesson", |look, size| {
        let mut sitting = Sitting::new(Choice::default(), look, size);
        sitting.keys("3t\n3\n\nc\n\n2\n");
        sitting.press(crossterm::event::KeyCode::Down);
        sitting
    });
}

#[test]
fn a_lesson_with_answers_to_choose() {
    compare("lesson-choice", |look, size| {
        let mut sitting = Sitting::new(Choice::default(), look, size);
        sitting.keys("3t\n3\n\nb");
        sitting
    });
}

#[test]
fn kept_games() {
    compare("games", |look, size| {
        let mut sitting = Sitting::new(Choice::default(), look, size);
        sitting.keep("20260101-120000000-aaa", ["Ann", "Ben"], "divide:60", "6 2");
        sitting.keep("20260102-120000000-bbb", ["Ann", "Cleo"], "subtract:60", "15");
        sitting.keep("20260103-120000000-ccc", ["Dora", "Ben"], "subtract:12", "3 3 3");
        sitting.keys("gj");
        sitting
    });
}

#[test]
fn no_kept_games() {
    compare("games-none", |look, size| {
        let mut sitting = Sitting::new(Choice::default(), look, size);
        sitting.keys("g");
        sitting
    });
}

#[test]
fn house_rules() {
    compare("house", |look, size| {
        let choice = Choice { fair: false, ..Choice::default() };
        let mut sitting = Sitting::new(choice, look, size);
        sitting.keys("1jjjjjj\n jjj ");
        sitting
    });
}

#[test]
fn a_puzzle() {
    compare("puzzle", |look, size| {
        let mut sitting = Sitting::new(Choice::default(), look, size);
        sitting.keys("3z");
        sitting.press(crossterm::event::KeyCode::Down);
        sitting
    });
}

#[test]
fn the_move_of_the_computer() {
    compare("reply", |look, size| {
        let players = ["Ann".to_owned(), "bot:perfect".to_owned()];
        // A single move is left to the computer.
        let choice = Choice { start: "divide:60,4".to_owned(), players, ..Choice::default() };
        let mut sitting = Sitting::new(choice, look, size);
        sitting.keys("\n1:20\n");
        sitting
    });
}

#[test]
fn the_table_of_divide() {
    compare("divide", |look, size| {
        let mut sitting = Sitting::at("divide:60", look, size);
        sitting.keys("jj");
        sitting
    });
}

#[test]
fn the_table_of_several_numbers() {
    compare("several", |look, size| {
        let mut sitting = Sitting::at("divide:175,60,999", look, size);
        sitting.keys("2:1");
        sitting
    });
}

#[test]
fn the_table_of_dilemma() {
    compare("dilemma", |look, size| {
        let mut sitting = Sitting::at("dilemma+no-echo:360", look, size);
        sitting.keys("6\n");
        sitting
    });
}

#[test]
fn the_table_of_subtract() {
    compare("subtract", |look, size| {
        let mut sitting = Sitting::at("subtract:60", look, size);
        sitting.keys("15\nj");
        sitting
    });
}

#[test]
fn the_table_of_digits() {
    compare("digits", |look, size| {
        let mut sitting = Sitting::at("digits:7:", look, size);
        sitting.keys("3\n1\njj");
        sitting
    });
}

#[test]
fn the_table_of_digits_with_several_targets() {
    compare("targets", |look, size| {
        let mut sitting = Sitting::at("digits+no-leading-zero:22,25,28:", look, size);
        sitting.keys("4\njj");
        sitting
    });
}

#[test]
fn the_table_of_factor() {
    compare("factor", |look, size| {
        let mut sitting = Sitting::at("factor+no-whole:60", look, size);
        sitting.keys("6\n3\n1\njj");
        sitting
    });
}

#[test]
fn insight() {
    compare("insight", |look, size| {
        let mut sitting = Sitting::at("subtract:60", look, size);
        sitting.keys("4\n7\ntijj");
        sitting
    });
}

#[test]
fn a_long_list_narrowed() {
    compare("long", |look, size| {
        let mut sitting = Sitting::at("divide:18401055938125660800", look, size);
        sitting.keys("99");
        sitting
    });
}

#[test]
fn a_number_that_cannot_be_factored() {
    compare("hard", |look, size| {
        // The product of two primes of thirty digits.
        let hard = "divide:1000000000000000000000000000156000000000000000000000000005643";
        let mut sitting = Sitting::at(hard, look, size);
        sitting.keys("7\n");
        sitting
    });
}

#[test]
fn looking_back() {
    compare("back", |look, size| {
        let mut sitting = Sitting::at("divide:360", look, size);
        sitting.keys("6\n2\n[[");
        sitting
    });
}

#[test]
fn the_end() {
    compare("end", |look, size| {
        let mut sitting = Sitting::at("divide:60", look, size);
        sitting.keys("6\n2\n");
        sitting
    });
}

#[test]
fn the_review() {
    compare("review", |look, size| {
        let mut sitting = Sitting::at("subtract:12", look, size);
        sitting.keys("2\n2\n4\n2\nv");
        sitting
    });
}

#[test]
fn help() {
    compare("help", |look, size| {
        let mut sitting = Sitting::at("divide:60", look, size);
        sitting.keys("?");
        sitting
    });
}

#[test]
fn a_question() {
    compare("question", |look, size| {
        let mut sitting = Sitting::at("divide:60", look, size);
        sitting.keys("6\nu");
        sitting
    });
}

#[test]
fn a_refusal() {
    compare("refusal", |look, size| {
        let mut sitting = Sitting::at("divide:60", look, size);
        sitting.keys("7\n");
        sitting
    });
}

#[test]
fn the_best_moves_first() {
    compare("order", |look, size| {
        let mut sitting = Sitting::at("divide:18,30,8", look, size);
        sitting.keys("o");
        sitting
    });
}

/// The goal is on the board in every size that can be played in, and ends with a whole word.
#[test]
fn the_goal_is_there_in_every_size() {
    for position in
        ["divide+misere:60", "divide:175,60,999", "digits+once+misere:7,11:", "factor+no-whole:36"]
    {
        let position_read = duel_books::position(position).unwrap();
        let goal = duel_books::goal::GameGoal::of_position(&position_read);
        let words: Vec<String> = format!("{}. {}", goal.aim(), goal.limits_in_words())
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        for size in [(28, 10), (40, 11), (40, 15), (60, 20), (64, 24), (80, 24), (120, 40)] {
            let screen = Sitting::at(position, DARK, size).screen();
            let rows: Vec<&str> = screen.lines().skip(1).take(2).collect();
            let first = rows[0].split_whitespace().next().unwrap_or_default();
            assert_eq!(first, words[0], "{position} {size:?}\n{screen}");
            for word in rows[0].split_whitespace() {
                let word = word.trim_end_matches('…');
                assert!(words.iter().any(|it| it == word), "{word}: {size:?}\n{screen}");
            }
        }
        // With all that limits it, where there is room.
        let screen = Sitting::at(position, DARK, (80, 24)).screen();
        let shown: Vec<&str> =
            screen.lines().skip(1).take(2).flat_map(str::split_whitespace).collect();
        assert!(words.iter().zip(&shown).all(|(word, it)| word == it), "{shown:?}");
    }
}

/// Where there is no room for every limit, what ends the game is told, and dots stand for the others.
#[test]
fn as_many_limits_are_told_as_fit() {
    let fair = "digits+no-leading-zero+cap-second=18:22,25,31,34:";
    let screen = Sitting::at(fair, DARK, (60, 20)).screen();
    assert!(screen.contains("second player wins."), "{screen}");
    let screen = Sitting::at(fair, DARK, (40, 12)).screen();
    let rows: Vec<&str> = screen.lines().skip(1).take(3).map(str::trim).collect();
    assert!(rows.join(" ").contains("18 digits"), "{screen}");
    let many = "dilemma+prime-steps+root+once+no-echo:60";
    let screen = Sitting::at(many, DARK, (80, 24)).screen();
    let goal: String = screen.lines().skip(1).take(2).collect();
    assert!(goal.contains("square root") || goal.contains("subtract 1"), "{screen}");
}

/// Texts that are too long are cut between words, on every screen.
#[test]
fn nothing_is_cut_in_mid_word_at_80_columns() {
    for file in
        fs::read_dir(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden")).unwrap()
    {
        let path = file.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let parts = text.split("=== ").filter(|part| part.starts_with("80x24"));
        for line in parts.flat_map(str::lines) {
            // A letter in the last column is the end of a sentence, or of a word that went on.
            let last = line.chars().nth(79);
            assert!(!last.is_some_and(char::is_alphabetic), "{}: {line}", path.display());
        }
    }
}

#[test]
fn the_smallest_screens_say_something() {
    for size in [(1, 1), (20, 5), (5, 20), (3, 3), (200, 1), (1, 60), (300, 100)] {
        for position in ["divide:60", "digits:7:", "factor:60", "subtract:15,18"] {
            let mut sitting = Sitting::at(position, DARK, size);
            assert!(!sitting.screen().trim().is_empty(), "{position} {size:?}");
            sitting.keys("i?\nq");
            assert!(!sitting.screen().trim().is_empty(), "home {size:?}");
        }
    }
}
