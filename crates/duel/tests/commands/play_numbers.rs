//! `duel play` with numbers that are large, hard to factor, or rich in divisors.

use duel_numbers::Natural;

use crate::{play, sitting::Home};

#[test]
fn long_lists_are_abbreviated_and_paged() {
    // The product of the first 24 primes has 2^24 divisors.
    let start = "23768741896345550770650537601358310";
    let input = "moves 1000..1100\nmoves 16777214..16777214\nmoves 16777215..16777216\n\
                 moves 8000000..8000001\nmoves 0..5\nmoves 5..1\nmoves 2:1..5\nmoves\n2\n";
    let run = play(&format!("divide --start {start}"), input).expect_code(1);
    run.expect_out("2, 3, 5, 6, 7, 10, 11, 13, 14, 15, 17, 19, ..., ");
    run.expect_out(", 11884370948172775385325268800679155 (16,777,214 in all)");
    let page = run.out.lines().find(|line| line.starts_with("6105, ")).expect("a page");
    assert_eq!(page.split(", ").count(), 101);
    run.expect_out("moves 16777214..16777214\n11884370948172775385325268800679155\n");
    run.expect_out("There are only 16,777,214 moves.");
    let middle = run.out.lines().skip_while(|line| !line.contains("moves 8000000..8000001")).nth(1);
    assert_eq!(middle.map(|line| line.split(", ").count()), Some(2), "{}", run.out);
    run.expect_out("There is no such list.");
    run.expect_out("New N is 11884370948172775385325268800679155.");
}

#[test]
fn only_lists_beyond_all_measure_have_a_part_that_cannot_be_shown() {
    let primes = [2_u8, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71];
    let n = primes.iter().fold(Natural::one(), |n, p| &n * &Natural::from(*p).pow(4));
    let run = play(&format!("divide --start {n}"), "moves 5000000..5000001\nmoves 999..1000\n");
    run.expect_out("only the first and the last million can be shown");
    assert!(run.out.lines().any(|line| line.split(", ").count() == 2), "{}", run.out);
}

#[test]
fn a_list_of_200_is_complete_and_one_of_201_is_not() {
    // 2^200 has 199 proper divisors, 2^202 has 201.
    let run =
        play("divide --start 1606938044258990275541962092341162602522202993782792835301376", "");
    assert!(!run.out.contains("in all"), "{}", run.out);
    let run =
        play("divide --start 6427752177035961102167848369364650410088811975131171341205504", "");
    run.expect_out("(201 in all)");
}

#[test]
fn a_number_that_resists_factoring_can_be_played() {
    let (one, other) = ("100000000000000000000000000319", "1000000000000000000000000000057");
    let start = "100000000000000000000000000324700000000000000000000000018183";
    let run = play(&format!("divide --start {start}"), &format!("3\nmoves\n{one}\n"));
    let run = run.expect_code(0);
    run.expect_out("none found so far");
    run.expect_err("3 does not divide");
    run.expect_out(&format!("{other} is prime. No valid moves.\n"));
    run.expect_out("Player 1 wins!");
}

#[test]
fn carmichael_numbers_and_strong_pseudoprimes_are_no_primes() {
    let games = [
        ("561", "33", "17"),
        ("3215031751", "113401", "28351"),
        ("3825123056546413051", "111737197441", "34233211"),
        ("3317044064679887385961981", "1287836182261", "2575672364521"),
    ];
    for (start, divisor, left) in games {
        let run = play(&format!("divide --start {start}"), &format!("{divisor}\n"));
        run.expect_code(0).expect_out(&format!("{left} is prime. No valid moves.\nPlayer 2"));
    }
}

#[test]
fn a_target_of_1000_digits_is_decided_exactly() {
    let target = format!("1{}7", "0".repeat(998));
    let typed: String = target.chars().map(|digit| format!("{digit}\n")).collect();
    let home = Home::new();
    let run = home.run(&format!("play digits --no-save --target {target}"), &typed).expect_code(0);
    assert_eq!(run.out.matches("No winner yet.").count(), 999);
    run.expect_out("= 0\nPlayer 2 wins!\n");
}
