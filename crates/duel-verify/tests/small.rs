//! The certificates of all small positions are accepted, and say what is true.

mod brute;

use brute::{Brute, check, digits, digits_book, number_books, numbers, proof, variants};
use duel_core::{Position, Seat};
use duel_solver::{Limits, Solver, certificate::prove_by_play};
use duel_verify::Method;

/// Both certificates of a position: as they come, and by play alone.
fn certify(solver: &mut Solver, brute: &mut Brute, position: &Position) {
    let (value, plies) = brute.solve(position);
    let by_play = prove_by_play(solver, position, Limits::NONE)
        .unwrap_or_else(|error| panic!("{position}: {error}"));
    for certificate in [proof(solver, position), by_play] {
        let text = certificate.to_string();
        let verified = check(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
        assert_eq!(verified.value, value, "{text}");
        assert_eq!(verified.position, *position);
        assert_eq!(verified.plies, certificate.plies());
        assert_eq!(verified.entries, certificate.entries());
        if verified.method == Method::Strategy {
            assert_eq!(verified.plies, plies, "{text}");
        } else if let Some(claimed) = verified.plies {
            assert_eq!(Some(claimed), plies.or(Some(0)), "{text}");
        }
    }
}

#[test]
fn one_number_with_single_and_paired_house_rules() {
    let mut solver = Solver::default();
    for base in number_books() {
        for rules in variants(base, 1) {
            let mut brute = Brute::default();
            for number in 1..=24 {
                certify(&mut solver, &mut brute, &numbers(rules, &[number], Seat::First));
            }
            for number in [16, 20, 24] {
                certify(&mut solver, &mut brute, &numbers(rules, &[number], Seat::Second));
            }
        }
    }
}

#[test]
fn several_numbers_with_single_and_paired_house_rules() {
    let mut solver = Solver::default();
    for base in number_books().filter(|rules| rules.book() != "dilemma") {
        for rules in variants(base, 1) {
            let mut brute = Brute::default();
            for all in [&[4, 4][..], &[6, 8], &[12, 9], &[1, 12], &[10, 15], &[4, 6, 9], &[8, 8]] {
                certify(&mut solver, &mut brute, &numbers(rules, all, Seat::Second));
            }
        }
    }
}

#[test]
fn the_middle_of_games() {
    let mut solver = Solver::default();
    for text in [
        "factor+no-whole:6~6,3",
        "factor+no-whole:30~2,99",
        "factor:12~12,1/2",
        "factor:0",
        "factor+no-whole:12,0,6~1",
        "subtract+no-echo:24~5",
        "subtract+no-echo:24~4/2",
        "divide+one:12~1",
        "divide+one+no-echo:24,9~1,2",
        "dilemma+once+one:36~7,1,2/2",
        "divide+prime-steps+no-echo:20~1",
        "digits+no-leading-zero:22,25:31",
        "digits+once:7,11:31/2",
        "digits+misere:6,10:1",
        "digits+cap-draw=5:13,17:31",
        "digits+cap-second=5:13,17:311/2",
    ] {
        let position = duel_books::position(text).unwrap();
        certify(&mut solver, &mut Brute::default(), &position);
    }
}

#[test]
fn digits_with_a_cap_or_once() {
    let mut solver = Solver::default();
    for cap in 1..=4 {
        for rules in variants(digits_book(), cap) {
            if rules.cap_length().is_none() {
                continue;
            }
            for targets in [&[7][..], &[11], &[13, 17], &[12, 18, 35]] {
                for turn in Seat::BOTH {
                    let start = digits(rules, targets, turn);
                    certify(&mut solver, &mut Brute::default(), &start);
                }
            }
        }
    }
    for text in ["digits+once:97:102", "digits+once+misere:13,17:3148", "digits+once:23,29:987/2"] {
        let position = duel_books::position(text).unwrap();
        certify(&mut solver, &mut Brute::default(), &position);
    }
}

#[test]
fn digits_without_an_end() {
    let mut solver = Solver::default();
    let sets: [&[u64]; 11] = [
        &[2],
        &[9],
        &[10],
        &[11],
        &[12],
        &[97],
        &[19, 27],
        &[12, 14, 22],
        &[6, 10],
        &[2, 3],
        &[11, 12],
    ];
    for rules in variants(digits_book(), 1) {
        let open = rules.cap_length().is_none() && !rules.to_string().contains("once");
        for targets in sets.iter().filter(|_| open) {
            let start = digits(rules, targets, Seat::First);
            certify(&mut solver, &mut Brute::default(), &start);
        }
    }
}
