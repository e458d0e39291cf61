//! `duel review`.

use crate::sitting::Home;

#[test]
fn a_review_tells_how_it_ended_and_that_a_won_game_was_given_up() {
    let home = Home::new();
    home.run("play subtract --start 60 --save g", "resign\n").expect_code(0);
    let run = home.run("review g", "").expect_code(0);
    run.expect_out(
        "Player 1 resigns. Player 2 wins the game! Player 1 resigned a position that was won.",
    );
}
