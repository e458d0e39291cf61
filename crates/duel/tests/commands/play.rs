//! `duel play`: how a game goes and ends at the prompt, and what the words there do.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::Stdio,
};

use crate::{
    duel, play,
    sitting::{Home, signal, wait},
};

#[test]
fn a_finished_game_is_fine() {
    let run = play("divide", "6\n2\n").expect_code(0);
    assert_eq!(run.err, "");
}

#[test]
fn input_that_ends_in_the_middle_of_a_game_fails() {
    let home = Home::new();
    let run = home.run("play divide", "6\n").expect_code(1);
    run.expect_err("the input ended in the middle of the game");
    run.expect_err("duel resume ");
    assert_eq!(home.kept().len(), 1);
    let run = home.run("play divide --no-save", "6\n").expect_code(1);
    assert!(!run.err.contains("duel resume"), "{run:#?}");
    assert_eq!(home.kept().len(), 1);
    play("divide --house swap", "").expect_code(1).expect_err("ended before the game began");
}

#[test]
fn quitting_is_no_failure() {
    let run = play("divide", "6\nquit\n").expect_code(0);
    run.expect_err("Go on with: duel resume ");
}

#[test]
fn an_interrupt_is_told_by_the_exit_code_also_from_a_pipe() {
    for (name, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let home = Home::new();
        let mut command = home.duel(["play", "divide"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        stdin.write_all(b"6\n").unwrap();
        let mut line = String::new();
        while !line.contains("New N is 10") {
            line.clear();
            assert_ne!(out.read_line(&mut line).unwrap(), 0, "the game ended by itself");
        }
        signal(name, child.id());
        assert_eq!(wait(&mut child), Some(code), "{name}");
        let err = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
        assert!(err.contains("Go on with: duel resume"), "{name}: {err}");
        drop(stdin);
        home.run("resume", "2\n").expect_code(0).expect_out("Player 2 wins!");
    }
}

#[test]
fn c1_dilemma_insists_on_the_admission_and_accepts_the_end_of_input() {
    let run = play("dilemma --start 30", "15\nnever\nI have no valid moves\n").expect_code(0);
    run.expect_err("Say: I have no valid moves.");
    run.expect_out("Player 2 cannot make a move. Player 1 wins the game!");
    let home = Home::new();
    let run = home.run("play dilemma --start 30", "15\n").expect_code(0);
    run.expect_out("Player 2 cannot make a move. Player 1 wins the game!");
    assert_eq!(run.err, "");
    home.run("games", "").expect_out("Player 1 won, 1 move");
}

#[test]
fn help_moves_and_rules_are_at_hand() {
    let run = play("divide", "help\n?\nHELP!\n").expect_code(1);
    assert_eq!(run.out.matches("save FILE").count(), 3);
    play("dilemma --start 12", "moves\n").expect_out("Valid: 2, 3, 4, 6.");
    play("digits --house no-leading-zero", "moves\n")
        .expect_out("Valid: 1, 2, 3, 4, 5, 6, 7, 8, 9 (0 may not come first).");
    play("divide --house one --start 6", "moves\n").expect_out("1 (once per game)");
    play("factor", "rules\n").expect_out("Two players share one number.");
}

#[test]
fn the_rules_at_the_prompt_tell_the_house_rules_of_this_game() {
    let run =
        duel("play factor --house misere,no-whole --no-save", "rules\nresign\n").expect_code(0);
    run.expect_out("A player who cannot move wins");
    run.expect_out("The house rules misere and no-whole are part of this.");
}

#[test]
fn a_move_is_taken_back_with_consent_only() {
    let home = Home::new();
    let run = home.run("play divide", "undo\n6\nundo\nno\nundo\nperhaps\nyes\n30\n").expect_code(0);
    run.expect_err("There is no move to take back.");
    run.expect_err("The move stands.");
    run.expect_err("Please answer yes or no.");
    run.expect_err("Move 1 is taken back.");
    run.expect_lines(&[
        "You divided 60 by 6. New N is 10.",
        "Player 2, may Player 1 take back 6? (yes/no) no",
        "Player 2, may Player 1 take back 6? (yes/no) yes",
        "Current N: 60",
        "You divided 60 by 30. New N is 2.",
        "Player 2 cannot make a move. Player 1 wins!",
    ]);
    let game = home.kept().remove(0);
    let record = std::fs::read_to_string(&game).unwrap();
    assert!(record.contains("\nundo 1\n1. 30 {"), "{record}");
    home.run("games", "").expect_out("Player 1 won, 1 move");
}

#[test]
fn a_game_whose_moves_are_all_taken_back_is_not_kept() {
    let home = Home::new();
    let run = home.run("play divide --start 360", "2\nundo\nyes\nquit\n").expect_code(0);
    run.expect_err("No move was made, so nothing is kept.");
    assert!(!run.err.contains("duel resume"), "{run:#?}");
    home.run("play divide --start 360", "2\nundo\nyes\n").expect_code(1);
    home.run("play divide --start 360 --rounds 3", "quit\n").expect_code(0);
    assert!(home.kept().is_empty(), "{:?}", home.kept());
    // A file that the user named stays.
    home.run("play divide --save g.duel", "quit\n").expect_code(0);
    assert!(home.file("g.duel").exists());
}

#[test]
fn resigning_loses() {
    play("factor", "resign\n").expect_code(0).expect_out("Player 1 resigns. Player 2 wins!");
    play("dilemma", "8\nresign\n").expect_code(0).expect_out("Player 1 wins the game!");
}

#[test]
fn a10_a_draw_is_offered_in_digits_only() {
    let run = play("digits", "1\ndraw\nno\n0\n").expect_code(1);
    run.expect_err("The game goes on.");
    run.expect_out("Shared Number (N): 10");
    let home = Home::new();
    home.run("play digits", "1\ndraw\nyes\n").expect_code(0).expect_out("without a winner");
    home.run("games", "").expect_out("no winner, 1 move");
    for book in ["divide", "dilemma", "subtract", "factor"] {
        let run = play(book, "draw\nyes\n").expect_code(1);
        run.expect_err("a draw cannot be offered");
    }
}

#[test]
fn a_copy_is_saved_at_the_prompt() {
    let home = Home::new();
    let run = home.run("play divide --no-save", "6\nsave my copy.duel\nsave my copy.duel\n");
    let run = run.expect_code(1);
    run.expect_err("Saved to my copy.duel.");
    run.expect_err("exists already");
    home.run_with(&["resume", "my copy.duel"], "2\n").expect_code(0).expect_out("Player 2 wins!");
    let run = home.run("play divide", "save no/such/folder/game\n6\n2\n").expect_code(0);
    run.expect_err("no/such/folder/game");
}

#[test]
fn a_position_is_played_from() {
    let run = play("factor+no-whole:6~6,3", "2\n").expect_code(1);
    run.expect_out("Used Numbers: 6, 3\n");
    run.expect_out("Available factors of 6 not used: 1, 2 (6 itself may not be chosen)\n");
    play("divide:60/2", "").expect_out("Player 2's Turn:");
    play("digits:7:31", "").expect_out("Shared Number (N): 31\n");
}

#[test]
fn names_are_cleaned() {
    let home = Home::new();
    let name = "\u{202e}Zo\u{eb}\u{1b}[31m\u{7} \t \u{2066}\u{645}\u{631}\u{6cc}\u{645}\u{200b}";
    let run = home.run_with(&["play", "divide", "--p1", name, "--p2", "李"], "6\n");
    run.expect_out("Zo\u{eb}[31m \u{645}\u{631}\u{6cc}\u{645}'s Turn:");
    run.expect_out("李's Turn:");
    for text in [&run.out, &run.err, &home.run("games", "").out] {
        let odd = |c: char| c != '\n' && !duel_core::is_shown(c);
        assert!(!text.contains(odd), "{text:?}");
    }
    let long = "x".repeat(100_000);
    let run = home.run_with(&["play", "divide", "--p1", &long], "");
    run.expect_out(&format!("\n{}'s Turn:", "x".repeat(80)));
}

#[test]
fn a9_a_clock_runs_out_while_a_pipe_is_silent() {
    let home = Home::new();
    let mut command = home.duel(["play", "divide", "--clock", "1s"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"6\n").unwrap();
    let out = std::io::read_to_string(child.stdout.take().unwrap()).unwrap();
    assert_eq!(wait(&mut child), Some(0));
    drop(stdin);
    assert!(out.ends_with("Player 2 has run out of time. Player 1 wins!\n"), "{out}");
    home.run("games", "").expect_out("Player 1 won, 1 move");
    let record = std::fs::read_to_string(&home.kept()[0]).unwrap();
    assert!(record.ends_with("result 1-0 time\n"), "{record}");
}

#[test]
fn a_total_is_told_and_grows_by_the_increment() {
    let run = play("subtract --clock 5m+30s", "6\n2\n").expect_code(1);
    run.expect_err("Player 1 has 5:00 left.");
    run.expect_err("Player 2 has 5:00 left.");
    let later = ["Player 1 has 5:30 left.", "Player 1 has 5:29 left.", "Player 1 has 5:28 left."];
    assert!(run.err.lines().any(|line| later.contains(&line)), "{run:#?}");
}

#[test]
fn a8_a_match_ends_at_its_score_or_after_its_rounds() {
    let run = play("divide --to 2", "30\n6\n2\n").expect_code(0);
    run.expect_out("Score: Player 1 2, Player 2 0\nPlayer 1 is the champion!");
    let run = play("divide --to 10 --points 5 --rounds 9", "30\n30\n30\n").expect_code(0);
    run.expect_out("Score: Player 1 5, Player 2 5\n\nRound 3");
    run.expect_out("Score: Player 1 10, Player 2 5\nPlayer 1 is the champion!");
    let run = play("divide --rounds 1 --p2 Ben", "resign\n").expect_code(0);
    run.expect_out("Score: Player 1 0, Ben 1\nBen is the champion!");
    let run = play("divide --rounds 2", "30\n").expect_code(1);
    run.expect_out("Round 2\n");
}
