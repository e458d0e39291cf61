//! `duel play`: how a game begins. House rules, fair starts, the toss.

use crate::{
    play,
    sitting::{DUEL, Home, finish},
};

#[test]
fn b1_a_start_without_a_move_is_told_before_the_game() {
    for (game, told, turn) in [
        ("divide --start 7", "Player 2 wins at once", "'s Turn"),
        ("dilemma --start 1", "Player 2 wins at once", ", it's your turn"),
        ("subtract --start 13", "Player 2 wins at once", "'s Turn"),
        ("divide --start 7 --house misere", "Player 1 wins at once", "'s Turn"),
    ] {
        let home = Home::new();
        // Both streams into one file show the order.
        let script = format!("\"$DUEL\" play {game} </dev/null 2>&1");
        let mut command = home.command("sh");
        let run = finish(command.arg("-c").arg(script).env("DUEL", DUEL), "");
        let run = run.expect_code(0);
        let place = |part: &str| run.out.find(part).unwrap_or_else(|| panic!("{}", run.out));
        assert!(place(told) < place(&format!("Player 1{turn}")), "{}", run.out);
    }
}

#[test]
fn house_rules_are_told_before_the_game() {
    let run = play("divide --house misere,no-echo", "");
    run.expect_err("House rule misere: ");
    run.expect_err("House rule no-echo: ");
    play("digits --fair --seed 1", "").expect_err("The maximum length is 18.");
    play("factor+no-whole:12", "").expect_err("House rule no-whole: ");
}

/// `--start` and `--target` override the deal; the fair house rules stay, and what is played is said
/// where the fair variant would have dealt another number of them.
#[test]
fn f3_a_start_of_ones_own_keeps_the_fair_rules() {
    let run = play("divide --fair --start 60", "");
    run.expect_err("This start has 1 number, and fair `divide` is dealt with 3 numbers");
    run.expect_err("so this is the book's own game");
    run.expect_err("Without a start of your own a fair one is drawn.");
    let run = play("digits --fair --target 7", "");
    run.expect_err("This start has 1 target, and fair `digits` is dealt with 4 targets");
    run.expect_err("its rules hold all the same: digits+no-leading-zero+cap-second=18");
    run.expect_err("House rule no-leading-zero: ");
    let run = play("dilemma --fair --start 60,84", "");
    run.expect_err("its rules hold all the same: dilemma+prime-steps");
    for whole in [
        "divide --fair --start 60,84,90",
        "dilemma --fair --start 60",
        "digits --fair --target 22,25,31,34",
        "divide --start 60",
    ] {
        let run = play(whole, "");
        assert!(!run.err.contains(" is dealt with "), "{whole}: {}", run.err);
    }
}

#[test]
fn a4_a_toss_can_be_had_again() {
    let mut winners = Vec::new();
    for seed in 0..8 {
        let arguments = format!("divide --first toss --seed {seed}");
        let run = play(&arguments, "");
        assert_eq!(run.out, play(&arguments, "").out);
        let first = run.out.lines().nth(2).expect("a turn").to_owned();
        run.expect_err(&format!("The toss is made: {} begins.", &first[..8]));
        winners.push(first);
    }
    assert!(winners.contains(&"Player 1's Turn:".to_owned()), "{winners:?}");
    assert!(winners.contains(&"Player 2's Turn:".to_owned()), "{winners:?}");
    play("divide --first p2", "").expect_out("Player 2's Turn:");
}

#[test]
fn f3_fair_games_are_dealt_in_range_and_can_be_had_again() {
    let fair = [
        ("divide", "divide:", 3, 30..=1000),
        ("dilemma", "dilemma+prime-steps:", 1, 50..=500),
        ("subtract", "subtract+no-echo:", 1, 40..=200),
        ("digits", "digits+no-leading-zero+cap-second=18:", 4, 22..=34),
        ("factor", "factor+misere+root+no-whole:", 1, 100..=600),
    ];
    for (book, rules, count, range) in fair {
        let mut starts = Vec::new();
        for seed in [1, 1, 2, 3] {
            let home = Home::new();
            let arguments = format!("play {book} --fair --seed {seed} --save g.duel");
            let run = home.run(&arguments, "").expect_code(1);
            run.expect_err(&format!("--seed {seed}"));
            let record = home.run("export g.duel", "").expect_code(0).out;
            let tag = record.lines().find_map(|line| line.strip_prefix("[Start \""));
            let start = tag.unwrap().trim_end_matches("\"]").to_owned();
            let numbers = start.strip_prefix(rules).unwrap_or_else(|| panic!("{start}"));
            let numbers: Vec<u64> =
                numbers.trim_end_matches(':').split(',').map(|n| n.parse().unwrap()).collect();
            assert_eq!(numbers.len(), count, "{start}");
            assert!(numbers.iter().all(|number| range.contains(number)), "{start}");
            starts.push(start);
        }
        assert_eq!(starts[0], starts[1]);
        assert!(starts[1] != starts[2] || starts[2] != starts[3], "{starts:?}");
    }
    play("subtract --fair --start 44", "").expect_out("Initial N: 44");
    play("digits --fair --target 30", "").expect_out("Target Divisor (D): 30");
}

#[test]
fn players_learn_that_a_dealt_start_is_not_proven_fair() {
    let run = play("dilemma --fair --house once --seed 1", "");
    run.expect_err("This one comes closest: it may favour one side, or be over sooner.");
    let run = play("digits --fair --house once --seed 1", "");
    run.expect_err("This one comes closest: it may favour one side, or be over sooner.");
    let run = play("dilemma --fair --seed 1", "");
    run.expect_err("Drawn by lot (--seed 1).\n");
    assert!(!run.err.contains("Under these rules"), "{}", run.err);
}

#[test]
fn a_fair_match_deals_anew_every_round() {
    let run = play("divide --fair --seed 5 --rounds 3", "resign\nresign\nresign\n").expect_code(0);
    let starts: Vec<&str> = run.out.lines().filter(|line| line.starts_with("Game Start")).collect();
    assert_eq!(starts.len(), 3);
    assert!(starts[0] != starts[1] && starts[1] != starts[2], "{starts:?}");
}
