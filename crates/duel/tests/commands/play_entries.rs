//! `duel play`: which entries are moves, and what invalid ones come to.

use std::{io::Write as _, process::Stdio};

use crate::{
    play,
    sitting::{Home, wait},
};

#[test]
fn a5_invalid_entries_are_explained_and_asked_again() {
    let entries = [
        ("divide", "1", "1 "),
        ("subtract", "1", "1 may not be chosen"),
        ("divide", "60", "60 itself may not be chosen"),
        ("divide", "7", "7 does not divide 60"),
        ("divide", "061", "leading zeros"),
        ("divide", "-6", ""),
        ("divide", "", "empty line"),
        ("divide", "six", "\"six\" is not a move here"),
        ("divide", "6 2", "is not a move here"),
        ("divide", "\u{ff16}", "U+FF16"),
        ("divide", "2:6", ""),
        ("divide", "subtract 6", "divided"),
        ("subtract", "divide by 6", "subtracted"),
        ("subtract", "12", "12 itself"),
        ("digits", "12", "digit"),
        ("digits", "-1", "digit"),
        ("digits", "", "empty line"),
        ("digits", "x", "digit"),
        ("factor", "7", "7 does not divide 100"),
        ("factor", "0", ""),
        ("dilemma", "divide by", ""),
        ("dilemma", "divide by zero", ""),
        ("divide --start 8,9", "7", ""),
        ("divide --start 8,9", "3:2", ""),
        ("divide --start 8,8", "2", "which number"),
        ("divide --house either", "6", "/6 divides, -6 subtracts"),
        ("dilemma --house prime-steps", "/4", "not a prime"),
        ("dilemma --house prime-steps", "-2", "Only 1"),
        ("digits --house no-leading-zero", "0", "first digit may not be 0"),
        ("factor --house no-whole", "100", "100 itself"),
        ("factor --house root", "20", "20 times 20"),
    ];
    for (game, entry, reason) in entries {
        let run = play(game, &format!("{entry}\n")).expect_code(1);
        run.expect_err(reason);
        run.expect_err("Valid");
        assert!(!run.out.contains("ew "), "{game}: {entry:?} changed something: {run:#?}");
    }
}

#[test]
fn a_used_number_is_refused() {
    play("factor --start 12", "6\n6\n")
        .expect_err("6 has already been used. Valid: 1, 2, 3 (6 has been used).");
    play("divide --house once", "2\n2\n").expect_err("2 has already been used");
    play("subtract --house no-echo", "2\n2\n").expect_err("2 was just chosen by your opponent");
    play("divide --house one", "1\n1\n").expect_err("1 has already been used");
    play("digits --house once", "1\n1\n").expect_err("1 has already been used");
}

#[test]
fn an_invalid_entry_forfeits_where_that_was_agreed() {
    let entries = [
        ("divide", "7", "7 does not divide 60"),
        ("digits", "12", "digit"),
        ("factor", "hello", "not a move"),
        ("dilemma", "I have no valid moves.", "There is a valid move"),
        ("subtract", "", "empty line"),
    ];
    for (book, entry, reason) in entries {
        let home = Home::new();
        let arguments = format!("play {book} --on-illegal forfeit --save g.duel");
        let run = home.run(&arguments, &format!("{entry}\n")).expect_code(0);
        run.expect_out("Player 1 forfeits the game. Player 2 wins");
        assert!(run.err.contains(reason) || run.out.contains(reason), "{run:#?}");
        home.run("export g.duel", "").expect_code(0).expect_out("\nresult 0-1 ");
    }
}

#[test]
fn the_words_at_the_prompt_never_forfeit() {
    let orders = "help\nmoves\nrules\nundo\ndraw\nmoves 1..2\nsave copy.duel\n6\n2\n";
    let run = play("divide --on-illegal forfeit", orders).expect_code(0);
    run.expect_out("Player 1 cannot make a move. Player 2 wins!");
}

#[test]
fn phrases_are_heard_in_any_case_and_with_any_punctuation() {
    for phrase in ["6", "Divide by 6", "divide 6.", "DIVIDE BY 6!", " 6 ", "I divide 60 by 6."] {
        play("divide", &format!("{phrase}\n")).expect_out("You divided 60 by 6. New N is 10.");
    }
    for phrase in ["5", "Subtract 5", "subtract 5.", "I subtract 5 from 15."] {
        play("subtract --start 15", &format!("{phrase}\n")).expect_out("subtracts 5. New N is 10");
    }
    for phrase in
        ["I have no valid moves.", "i have no valid moves", "I have no valid moves. You win!"]
    {
        let run = play("dilemma --start 7 --rounds 1", &format!("{phrase}\n")).expect_code(0);
        run.expect_out(&format!("Player 1 Input: {phrase}\nPlayer 1 cannot make a move."));
    }
}

#[test]
fn a7_a_false_admission_is_refused_and_told_the_moves() {
    for book in ["divide --start 10", "dilemma --start 10", "subtract --start 10"] {
        let run = play(book, "I have no valid moves.\n").expect_code(1);
        run.expect_err("There is a valid move. Valid: 2, 5.");
    }
}

#[test]
fn what_is_typed_reaches_no_terminal_raw() {
    let run = play("divide", "\u{1b}[2J\u{202e}\u{7}6\u{1b}\n6\n2\n").expect_code(0);
    for text in [&run.out, &run.err] {
        assert!(!text.contains(|c: char| c != '\n' && !duel_core::is_shown(c)), "{text:?}");
    }
    let long = format!("{}\n6\n2\n", "1".repeat(1 << 20));
    let run = play("divide", &long).expect_code(0);
    run.expect_err("longer than any move");
    assert!(run.out.len() < 1000 && run.err.len() < 1000);
    let home = Home::new();
    let mut command = home.duel(["play", "divide"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"\xff\xfe\x00\n6\r\n2\n").unwrap();
    let out = std::io::read_to_string(child.stdout.take().unwrap()).unwrap();
    assert_eq!(wait(&mut child), Some(0));
    assert!(out.contains("Player 2 wins!") && !out.contains('\0'), "{out:?}");
}

#[test]
fn the_reason_of_a_refusal_is_given_once() {
    let refused = [
        ("factor+no-whole:297", "297", "297 itself may not be chosen"),
        ("subtract:60", "60", "60 itself may not be chosen"),
        ("digits+no-leading-zero:7:", "0", "The first digit may not be 0"),
    ];
    for (position, entry, reason) in refused {
        let run = play(position, &format!("{entry}\nquit\n"));
        let line = run.err.lines().find(|line| line.contains("Valid: ")).unwrap_or(&run.err);
        let times = line.to_lowercase().matches(&reason.to_lowercase()).count();
        assert_eq!(times, 1, "{line}");
    }
}
