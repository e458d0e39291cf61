//! Transcripts of whole games, byte for byte.
//!
//! `golden/book/*.txt` are the sample sessions as the rule books print them; nobody but the books
//! may change those. `golden/*.txt` are ours: after a change that is meant to alter them, run
//!
//! ```text
//! UPDATE_GOLDEN=1 cargo test -p duel --test golden
//! ```
//!
//! and read the difference before keeping it.

mod sitting;

use std::{env, fs, path::PathBuf};

use sitting::Home;

fn golden(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.txt"))
}

/// Plays a game to its end and compares all that it says with the transcript of that name.
#[track_caller]
fn compare(name: &str, arguments: &str, typed: &[&str]) {
    let home = Home::new();
    let run = home.run(arguments, &lines(typed)).expect_code(0);
    let file = golden(name);
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&file, &run.out).expect("the transcript can be written");
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        run.out == expected,
        "{name}: the transcript differs (UPDATE_GOLDEN=1 rewrites it)\n\
         --- expected\n{expected}\n--- found\n{}",
        run.out
    );
}

fn lines(typed: &[&str]) -> String {
    typed.iter().map(|line| format!("{line}\n")).collect()
}

fn without_trailing_spaces(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Plays a sample session of a book, which prints it whole.
#[track_caller]
fn to_the_letter(book: &str, arguments: &str, typed: &[&str]) {
    let run = Home::new().run(arguments, &lines(typed)).expect_code(0);
    let printed = fs::read_to_string(golden(&format!("book/{book}"))).expect("the book's sample");
    assert_eq!(without_trailing_spaces(&run.out), without_trailing_spaces(&printed));
    assert!(run.err.is_empty(), "nothing is added: {}", run.err);
}

#[test]
fn b2_the_sample_of_divide_comes_out_to_the_letter() {
    to_the_letter("divide", "play divide --start 60", &["6", "2"]);
}

#[test]
fn the_default_start_of_divide_is_that_of_its_sample() {
    to_the_letter("divide", "play divide", &["6", "2"]);
}

#[test]
fn the_sample_of_digits_comes_out_to_the_letter() {
    to_the_letter("digits", "play digits --target 3", &["4", "5"]);
}

#[test]
fn e3_the_sample_of_factor_comes_out_to_the_letter() {
    to_the_letter("factor", "play factor --start 12", &["6", "3", "1", "2"]);
}

#[test]
fn the_quoted_lines_of_dilemma_appear_word_for_word_and_in_order() {
    let typed = ["Divide by 15", "I have no valid moves."];
    compare("dilemma", "play dilemma --start 30", &typed);
    let run = Home::new().run("play dilemma --start 30", &lines(&typed));
    run.expect_lines(&[
        "The game begins with the number 30.",
        "Player 1, it's your turn.",
        "Player 1 Input: Divide by 15",
        "Player 1 divides by 15. The new number is 2.",
        "Player 2, it's your turn. Current number is 2.",
        "No valid divisors available.",
        "Player 2 Input: I have no valid moves.",
        "Player 2 cannot make a move. Player 1 wins the game!",
    ]);
}

#[test]
fn the_quoted_lines_of_subtract_appear_word_for_word_and_in_order() {
    let arguments = "play subtract --start 15 --p1 Alice --p2 Bob";
    let typed = ["Subtract 5", "Subtract 2", "Subtract 4", "Subtract 2"];
    compare("subtract", arguments, &typed);
    let run = Home::new().run(arguments, &lines(&typed));
    run.expect_lines(&[
        "Initial N: 15",
        "Turn Order: Alice goes first.",
        "Alice's Turn:",
        "Current N: 15",
        "Proper Divisors: 3, 5",
        "Input: Subtract 5",
        "New N: 15 - 5 = 10",
        "Alice subtracts 5. New N is 10.",
        "Bob's Turn:",
        "Current N: 10",
        "Proper Divisors: 2, 5",
        "Input: Subtract 2",
        "New N: 10 - 2 = 8",
        "Bob subtracts 2. New N is 8.",
        "Alice's Turn:",
        "Current N: 8",
        "Proper Divisors: 2, 4",
        "Input: Subtract 4",
        "New N: 8 - 4 = 4",
        "Alice subtracts 4. New N is 4.",
        "Bob's Turn:",
        "Current N: 4",
        "Proper Divisors: 2",
        "Input: Subtract 2",
        "New N: 4 - 2 = 2",
        "Bob subtracts 2. New N is 2.",
        "Alice's Turn:",
        "Current N: 2",
        "Proper Divisors: None",
        "Alice cannot make a valid move. Bob wins the game!",
    ]);
}

#[test]
fn d4_the_faulty_example_of_digits_goes_on() {
    compare("digits-erratum", "play digits", &["3", "1", "4", "2", "8", "resign"]);
    compare("digits-erratum-put-right", "play digits", &["3", "1", "4", "2", "3"]);
}

#[test]
fn the_other_examples_of_the_books() {
    compare("digits-example-2", "play digits --target 5", &["1", "2", "3", "5"]);
    compare("dilemma-example-1", "play dilemma", &["8", "I have no valid moves. You win!"]);
    compare("dilemma-example-2", "play dilemma --start 100", &["25", "2", "no valid moves"]);
    compare("subtract-example", "play subtract", &["6", "2", "2"]);
}

#[test]
fn several_numbers() {
    compare("several-numbers", "play divide --start 12,18", &["2:6", "1:2", "1:3"]);
    compare("several-numbers-dilemma", "play dilemma --start 4,9", &["2:3", "2", "No valid moves"]);
    compare("several-numbers-subtract", "play subtract --start 4,9", &["2:3", "2:3", "1:2"]);
    compare("several-numbers-factor", "play factor --start 2,3", &["1:2", "2:1"]);
}

#[test]
fn either() {
    compare("either", "play divide --start 12 --house either", &["-6", "/2"]);
    compare(
        "either-dilemma",
        "play dilemma --start 12 --house either",
        &["subtract 4", "divide by 2", "-2", "I have no valid moves."],
    );
    compare("either-subtract", "play subtract --start 12 --house either", &["/2", "-2", "/2"]);
}

#[test]
fn prime_steps() {
    compare(
        "prime-steps",
        "play dilemma --start 10 --house prime-steps",
        &["/2", "-1", "-1", "-1", "-1", "I have no valid moves"],
    );
}

#[test]
fn one() {
    compare("one", "play divide --start 6 --house one", &["1", "2"]);
    compare("one-on-a-prime", "play divide --start 7 --house one", &["1"]);
    compare(
        "one-dilemma",
        "play dilemma --start 6 --house one",
        &["3", "divide by 1", "I have no valid moves."],
    );
}

#[test]
fn no_echo() {
    compare("no-echo", "play subtract --start 12 --house no-echo", &["2", "5"]);
    compare("no-echo-stuck", "play divide --start 8 --house no-echo", &["2"]);
}

#[test]
fn once() {
    compare("once", "play divide --start 36 --house once", &["2", "3"]);
    compare(
        "once-digits",
        "play digits --target 9876543211 --house once",
        &["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"],
    );
}

#[test]
fn misere() {
    compare("misere", "play divide --start 12 --house misere", &["2", "3"]);
    compare("misere-digits", "play digits --target 3 --house misere", &["4", "5"]);
}

#[test]
fn root_and_no_whole() {
    compare("root-no-whole", "play factor --start 12 --house no-whole,root", &["3", "1", "2"]);
}

#[test]
fn caps() {
    compare("cap-draw", "play digits --house cap-draw --max-length 2", &["1", "2"]);
    compare("cap-second", "play digits --house cap-second --max-length 3", &["1", "2", "1"]);
    compare("cap-announced", "play digits --max-length 2", &["1", "2", "1", "0", "3"]);
}

#[test]
fn several_targets() {
    compare("several-targets", "play digits --target 22,25", &["2", "7", "5"]);
}

#[test]
fn a_match_of_three_rounds() {
    compare("match", "play divide --rounds 3 --p1 Ann --p2 Ben", &["30", "6", "2", "resign"]);
}

#[test]
fn a_match_to_a_score() {
    compare("match-to", "play digits --to 6 --points 3", &["0", "1", "4"]);
}

#[test]
fn a_tied_match() {
    compare("match-tied", "play divide --rounds 2", &["30", "30"]);
}

#[test]
fn swap() {
    compare(
        "swap",
        "play divide --house swap --p1 Ann --p2 Ben",
        &["1", "36", "perhaps", "yes", "6", "2"],
    );
    compare("swap-declined", "play digits --house swap", &["3", "no", "4", "5"]);
}

#[test]
fn ends_that_no_book_describes() {
    compare("resigned", "play subtract --p1 Ann --p2 Ben", &["6", "resign"]);
    compare("forfeited", "play factor --start 12 --on-illegal forfeit", &["6", "6"]);
    compare("abandoned", "play digits", &["1", "draw", "yes"]);
}

#[test]
fn a_fair_game() {
    compare("fair", "play subtract --fair --seed 2 --start 40", &["20", "10", "5"]);
    compare("fair-dealt", "play divide --fair --seed 2", &["resign"]);
}

#[test]
fn a_start_without_a_move() {
    compare("prime", "play divide --start 7", &[]);
    compare("prime-dilemma", "play dilemma --start 7", &["i have no valid moves"]);
    compare("prime-subtract", "play subtract --start 1", &[]);
    compare("decided-factor", "play factor:6~1,2,3,6", &[]);
}
