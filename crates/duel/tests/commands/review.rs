//! `duel review`.

use crate::sitting::Home;

#[test]
fn a_review_begins_with_a_summary_and_tells_a_general_statement_once() {
    let home = Home::new();
    home.run("play subtract --start 120 --save g", "30\n18\n9\n7\n2\n27\nresign\n").expect_code(0);
    let run = home.run("review g", "").expect_code(0);
    run.expect_out(
        "At the start Player 1 could win. Player 1 threw the win away with moves 1 and 5; Player 2 \
         threw the win away with move 2. The turning point was move 5: from then on Player 2 could \
         win.\nBalance: +-+++--",
    );
    assert_eq!(run.out.matches("All divisors of an odd number are odd").count(), 1, "{}", run.out);
    run.expect_out("(Why: see move 1.)");
    run.expect_out("2 moves slower than necessary");
    let run = home.run("review --json g", "").expect_code(0);
    run.expect_out("\"turning_point\": 5,");
    run.expect_out("\"flawless\": [],");
}

#[test]
fn a_review_tells_how_it_ended_and_that_a_won_game_was_given_up() {
    let home = Home::new();
    home.run("play subtract --start 60 --save g", "resign\n").expect_code(0);
    let run = home.run("review g", "").expect_code(0);
    run.expect_out(
        "Player 1 resigns. Player 2 wins the game! Player 1 resigned a position that was won.",
    );
}

#[test]
fn all_of_a_reason_is_below_its_move_and_the_end_says_why() {
    let home = Home::new();
    let play = "play divide+misere:210 --p1 Ann --p2 Ben";
    home.run(play, "3\n7\n2\n").expect_code(0);
    let run = home.run("review last --why proof", "").expect_code(0);
    let (_, moves) = run.out.split_once("\n\n").expect("a head");
    let (moves, end) = moves.trim_end().rsplit_once("\n\n").expect("an end");
    assert!(moves.contains("better: "), "{moves}");
    for line in moves.lines().filter(|line| !line.is_empty()) {
        assert!(line.starts_with("  "), "{line:?} in {moves}");
    }
    assert_eq!(end, "Ben cannot move, because 5 is a prime: Ben wins.");
}
