//! What the command line refuses: exit code 2, a reason, and nothing done.

mod sitting;

use sitting::Home;

/// What is refused costs nothing: exit code 2, a reason, nothing on standard output, nothing kept.
#[track_caller]
fn refused(arguments: &[&str], reason: &str) {
    let home = Home::new();
    let run = home.run_with(arguments, "6\n2\n").expect_code(2);
    assert_eq!(run.out, "", "{arguments:?}");
    run.expect_err("error:");
    run.expect_err(reason);
    assert!(home.kept().is_empty(), "{arguments:?} left a game behind");
}

#[test]
fn a6_numbers_that_are_none_are_refused_wherever_they_stand() {
    let numbers = [
        ("0", "too small"),
        ("-5", "'-'"),
        ("+7", "'+'"),
        ("007", "leading zeros"),
        ("1e9", "'e'"),
        ("1_000", "'_'"),
        ("\u{663}", "U+0663"),
        ("\u{ff11}\u{ff12}", "U+FF11"),
        ("1 2", "' '"),
        ("3.5", "'.'"),
        ("", "no number"),
        ("12,", "no number"),
    ];
    for (number, reason) in numbers {
        refused(&["play", "divide", &format!("--start={number}")], reason);
        refused(&["play", "digits", &format!("--target={number}")], reason);
        refused(&["play", &format!("divide:{number}")], "");
    }
}

#[test]
fn a_number_of_10001_digits_is_refused_on_its_length() {
    let long = "7".repeat(10_001);
    refused(&["play", "divide", "--start", &long], "10001 digits are too many");
    refused(&["play", "digits", "--target", &long], "10001 digits are too many");
    refused(&["play", &format!("divide:{long}")], "10001 digits are too many");
    let longer = format!("{long}\n6\n2\n");
    Home::new().run("play divide", &longer).expect_code(0).expect_err("10001 digits are too many");
}

#[test]
fn options_that_do_not_fit_the_book_are_refused() {
    refused(&["play", "digits", "--start", "5"], "--target instead of --start");
    refused(&["play", "divide", "--target", "5"], "--start instead of --target");
    refused(&["play", "divide", "--max-length", "5"], "--max-length is for digits");
    refused(&["play", "digits", "--max-length", "0"], "from 1 to");
    refused(&["play", "divide", "--start", "1"], "2 or more");
    refused(&["play", "divide", "--start", "60,1"], "2 or more");
    refused(&["play", "digits", "--target", "1"], "2 or more");
    refused(&["play", "nim"], "divide, dilemma, subtract, digits, factor");
    refused(&["rules", "nim"], "divide, dilemma, subtract, digits, factor");
}

#[test]
fn f2_house_rules_that_do_not_fit_are_refused() {
    let outside = [
        ("subtract", "one"),
        ("digits", "one"),
        ("factor", "one"),
        ("digits", "either"),
        ("factor", "either"),
        ("subtract", "prime-steps"),
        ("digits", "no-echo"),
        ("factor", "no-echo"),
        ("factor", "once"),
        ("digits", "root"),
        ("divide", "no-whole"),
        ("divide", "no-leading-zero"),
        ("divide", "cap-draw"),
        ("factor", "cap-second"),
    ];
    for (book, rule) in outside {
        refused(&["play", book, "--house", rule], "does not fit");
    }
    refused(&["play", "divide", "--house", "either,prime-steps"], "exclude each other");
    refused(&["play", "dilemma", "--house", "prime-steps,one"], "exclude each other");
    let caps = ["play", "digits", "--house", "cap-draw,cap-second", "--max-length", "5"];
    refused(&caps, "exclude each other");
    refused(&["play", "digits", "--house", "cap-draw"], "needs a maximum length");
    refused(&["play", "divide", "--house", "misere,misere"], "twice");
    refused(&["play", "divide", "--house", "kindness"], "there are misere, swap, one");
    refused(&["play", "divide", "--house", ""], "no house rule");
}

#[test]
fn positions_that_are_none_are_refused() {
    refused(&["play", "divide:"], "no number");
    refused(&["play", "nim:5"], "");
    refused(&["play", "divide+swap:60"], "never part of a position");
    refused(&["play", "divide+no-whole:60"], "does not fit");
    refused(&["play", "factor:6~6,6"], "");
    refused(&["play", "divide:60/3"], "");
    refused(&["play", "digits:7:351"], "already won");
    refused(&["play", "divide:60", "--start", "5"], "--start does not go with a position");
    refused(&["play", "digits:7:", "--target", "5"], "--target does not go with a position");
    refused(&["play", "divide:60", "--fair"], "--fair does not go with a position");
    refused(&["play", "divide:60", "--house", "misere"], "--house does not go with a position");
}

#[test]
fn other_options_that_make_no_sense_are_refused() {
    refused(&["play"], "name a book (divide");
    refused(&["play", "divide", "--rounds", "0"], "--rounds: a number from 1");
    refused(&["play", "divide", "--rounds", "many"], "--rounds: a number from 1");
    refused(&["play", "divide", "--to", "-1"], "");
    refused(&["play", "divide", "--points", "3"], "give --rounds or --to");
    refused(&["play", "divide", "--rounds", "3", "--points", "0"], "--points: a number from 1");
    for clock in ["0s", "5", "s", "1m+", "+3s", "-5s", "1.5s", "3s5m", "169h", "9999999999999999h"]
    {
        refused(&["play", "divide", &format!("--clock={clock}")], "30s");
    }
    refused(&["play", "divide", "--p1", ""], "--p1: a player's name needs at least one character");
    refused(
        &["play", "divide", "--p2", "\u{202e}\u{1b}"],
        "--p2: a player's name needs at least one character",
    );
    refused(&["play", "divide", "--first", "me"], "p1, p2, toss");
    refused(&["play", "divide", "--seed", "x"], "--seed: a number from 0");
    refused(
        &["play", "divide", "--seed", "18446744073709551616"],
        "--seed: a number from 0 to 18446744073709551615 is wanted",
    );
    refused(&["play", "divide", "--on-illegal", "shrug"], "ask, forfeit");
    refused(&["play", "divide", "--save", "a", "--no-save"], "--no-save");
    refused(&["play", "divide", "--colour", "red"], "--colour");
    refused(&["--color", "red", "books"], "auto, always, never");
    refused(&["export", "x", "--format", "pgn"], "text, json");
    refused(&["completions", "tcsh"], "bash");
    refused(&["man", "nothing"], "there is no command");
    refused(&["dance"], "dance");
}

/// What looks like a negative number is refused by us, who know what would be right, and not by
/// the reader of options, who takes it for one.
#[test]
fn negative_numbers_are_refused_with_what_would_be_right() {
    for (arguments, reason) in [
        ("play divide --start -60", "--start: '-' at position 1 is not a digit"),
        ("play divide --start -60,84", "a number from 1 up is wanted, or several, such as 60"),
        ("play divide --start 60,-84", "--start: '-' at position 1 is not a digit"),
        ("play digits --target -7", "a number from 1 up is wanted, or several, such as 7"),
        ("play digits --max-length -7", "--max-length: a maximum length is a number from 1"),
        ("play divide --rounds -1", "--rounds: a number from 1"),
        ("play divide --to -1", "--to: a number from 1"),
        ("play divide --seed -1", "--seed: a number from 0"),
        ("play divide --clock -5", "30s"),
        ("play -60", "divide, dilemma, subtract, digits, factor"),
        ("solve -60", "\"-60\" is not a position"),
        ("explain -60", "\"-60\" is not a position"),
        ("hint -60", "\"-60\" is not a position"),
        ("solve divide:60 --budget -5", "--budget: a time such as 500ms"),
        ("deal divide --seed -5", "--seed: a number from 0"),
        ("divisors 360 --around -5", "--around: '-' at position 1"),
        ("divisors 360 --page -5", "--page: places such as 1..100"),
        ("match bot:easy bot:hard --deal divide --count -5", "--count: a number from 1"),
        ("daily -1", "YYYY-MM-DD"),
        ("discover -60", "\"-60\": there is no book of that name"),
        ("discover divide -60", "`-` has no meaning here"),
    ] {
        let run = Home::new().run(arguments, "").expect_code(2);
        run.expect_err(reason);
        assert!(!run.err.contains("-- -"), "{arguments}: {}", run.err);
    }
}
