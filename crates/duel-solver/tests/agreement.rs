//! The solver against brute force: every house rule and every compatible combination on small
//! numbers, and the games of digits that never end.

mod brute;

use std::collections::HashMap;

use brute::Memo;
use duel_books::BOOKS;
use duel_core::{HouseRule, Position, Rules, Seat};
use duel_numbers::{Budget, Natural};
use duel_solver::{Limits, Solver, Value, solver::has_nimber};

/// Solves a game of digits that may never end, backwards from all its remainders: the value and
/// the distance of every remainder, and of the empty number under this key: `None`.
fn circle(
    targets: &[u64],
    normal: bool,
    no_leading_zero: bool,
) -> HashMap<Option<u64>, (Value, Option<u32>)> {
    let modulus: u64 = targets.iter().fold(1, |all, target| {
        (1..=*target).map(|k| k * all).find(|multiple| multiple.is_multiple_of(*target)).unwrap()
    });
    let ends = |residue: u64| targets.iter().any(|target| residue.is_multiple_of(*target));
    let states: Vec<Option<u64>> =
        std::iter::once(None).chain((0..modulus).filter(|r| !ends(*r)).map(Some)).collect();
    let mut solved: HashMap<Option<u64>, (Value, Option<u32>)> = HashMap::new();
    for round in 1.. {
        let mut news = Vec::new();
        for state in &states {
            if solved.contains_key(state) {
                continue;
            }
            let first = u64::from(state.is_none() && no_leading_zero);
            // What each digit is worth to the player who appends it, as far as it is known.
            let worth: Vec<Option<Value>> = (first..10)
                .map(|digit| {
                    let next = (state.unwrap_or(0) * 10 + digit) % modulus;
                    if ends(next) {
                        Some(if normal { Value::Win } else { Value::Loss })
                    } else {
                        solved.get(&Some(next)).map(|(value, _)| value.for_opponent())
                    }
                })
                .collect();
            if worth.contains(&Some(Value::Win)) {
                news.push((*state, Value::Win));
            } else if worth.iter().all(|value| *value == Some(Value::Loss)) {
                news.push((*state, Value::Loss));
            }
        }
        if news.is_empty() {
            break;
        }
        for (state, value) in news {
            solved.insert(state, (value, Some(round)));
        }
    }
    for state in states {
        solved.entry(state).or_insert((Value::Endless, None));
    }
    solved
}

/// Every set of house rules that fits a book.
fn variants(base: Rules, cap: u32) -> Vec<Rules> {
    let fitting: Vec<HouseRule> =
        HouseRule::ALL.into_iter().filter(|rule| base.with(&[*rule], Some(cap)).is_ok()).collect();
    (0..1_u32 << fitting.len())
        .filter_map(|subset| {
            let chosen: Vec<HouseRule> = fitting
                .iter()
                .enumerate()
                .filter(|(place, _)| subset & (1 << place) != 0)
                .map(|(_, rule)| *rule)
                .collect();
            base.with(&chosen, Some(cap)).ok()
        })
        .collect()
}

fn naturals(numbers: &[u64]) -> Vec<Natural> {
    numbers.iter().map(|number| Natural::from(*number)).collect()
}

fn check(solver: &mut Solver, memo: &mut Memo, position: &Position) {
    let brute = memo.solve(position);
    let analysis = solver.analyse_moves(position, Limits::NONE);
    let known = analysis.known;
    assert_eq!(known.value, Some(brute.value), "value of {position}");
    if brute.value != Value::Draw {
        assert_eq!(known.plies, brute.plies, "plies of {position}");
    }
    if has_nimber(position) {
        assert_eq!(known.nimber, brute.nimber, "nimber of {position}");
    } else if !position.is_over() {
        assert_eq!(known.nimber, None, "nimber of {position}");
    }
    let winning: Vec<String> = position
        .moves(Budget::PROMPT)
        .iter()
        .filter(|made| memo.solve(&position.after(made).unwrap()).value == Value::Loss)
        .map(|made| position.write_move(&made))
        .collect();
    let found: Vec<String> =
        analysis.winning.iter().map(|made| position.write_move(made)).collect();
    assert_eq!(found, winning, "winning moves of {position}");
    for line in &analysis.moves {
        assert_eq!(line.known.value, Some(memo.solve(&line.to).value), "{position} to {}", line.to);
    }
}

#[test]
fn one_number_under_every_combination_of_house_rules() {
    let mut solver = Solver::default();
    for book in BOOKS.iter().filter(|book| book.slug != "digits" && book.slug != "dilemma") {
        for rules in variants(book.rules, 1) {
            let mut memo = Memo::default();
            for number in 1..=36 {
                let start = Position::numbers(rules, naturals(&[number]), Seat::First).unwrap();
                check(&mut solver, &mut memo, &start);
            }
        }
    }
}

#[test]
fn two_numbers_under_every_combination_of_house_rules() {
    let mut solver = Solver::default();
    for book in BOOKS.iter().filter(|book| book.slug != "digits" && book.slug != "dilemma") {
        for rules in variants(book.rules, 1) {
            let mut memo = Memo::default();
            for (one, other) in [(4, 4), (6, 8), (12, 9), (12, 16), (10, 15), (2, 2), (1, 12)] {
                let start =
                    Position::numbers(rules, naturals(&[one, other]), Seat::Second).unwrap();
                check(&mut solver, &mut memo, &start);
            }
        }
    }
}

#[test]
fn digits_that_must_end_under_every_combination_of_house_rules() {
    let digits = BOOKS.iter().find(|book| book.slug == "digits").unwrap();
    let mut solver = Solver::default();
    for cap in [1, 2, 3, 4] {
        for rules in variants(digits.rules, cap) {
            if rules.cap_length().is_none() {
                continue;
            }
            let mut memo = Memo::default();
            for targets in [&[7][..], &[11], &[13, 17], &[22, 25], &[12, 18, 35]] {
                for turn in Seat::BOTH {
                    let start = Position::digits(rules, naturals(targets), &[], turn).unwrap();
                    check(&mut solver, &mut memo, &start);
                }
            }
        }
    }
}

#[test]
fn digits_that_wear_out() {
    let digits = BOOKS.iter().find(|book| book.slug == "digits").unwrap();
    let mut solver = Solver::default();
    for misere in [&[HouseRule::Once][..], &[HouseRule::Once, HouseRule::Misere]] {
        let rules = digits.rules.with(misere, None).unwrap();
        for text in ["13,17:314", "97:1023", "23,29:9875"] {
            let (targets, played) = text.split_once(':').unwrap();
            let targets: Vec<Natural> =
                targets.split(',').map(|target| target.parse().unwrap()).collect();
            let played: Vec<_> =
                played.chars().map(|c| duel_core::Digit::from_char(c).unwrap()).collect();
            let start = Position::digits(rules, targets, &played, Seat::First).unwrap();
            check(&mut solver, &mut Memo::default(), &start);
        }
    }
}

#[test]
fn digits_that_may_never_end() {
    let digits = BOOKS.iter().find(|book| book.slug == "digits").unwrap();
    let mut solver = Solver::default();
    let sets: [&[u64]; 9] =
        [&[2], &[9], &[10], &[11], &[12], &[97], &[19, 27], &[12, 14, 22], &[6, 10]];
    for targets in sets {
        for (normal, zero) in [(true, true), (true, false), (false, true), (false, false)] {
            let mut house = Vec::new();
            if !normal {
                house.push(HouseRule::Misere);
            }
            if !zero {
                house.push(HouseRule::NoLeadingZero);
            }
            let rules = digits.rules.with(&house, None).unwrap();
            let brute = circle(targets, normal, !zero);
            let start = Position::digits(rules, naturals(targets), &[], Seat::First).unwrap();
            let known = solver.solve_fully(&start, Limits::NONE);
            let (value, plies) = brute[&None];
            assert_eq!((known.value, known.plies), (Some(value), plies), "{start}");
            for made in start.moves(Budget::PROMPT).iter() {
                let to = start.after(&made).unwrap();
                if to.is_over() {
                    continue;
                }
                let known = solver.solve_fully(&to, Limits::NONE);
                let modulus: u64 = targets.iter().product();
                let residue = to.to_string().rsplit(':').next().unwrap().replace("/2", "");
                let residue: u64 = residue.parse().unwrap();
                let found = brute.iter().find(|(state, _)| {
                    state.is_some_and(|r| targets.iter().all(|t| r % t == residue % modulus % t))
                });
                let (value, plies) = *found.unwrap().1;
                assert_eq!((known.value, known.plies), (Some(value), plies), "{to}");
            }
        }
    }
}

#[test]
fn limits_stop_a_search_and_nothing_is_lost() {
    let position = duel_books::position("divide+no-echo+misere:5040").unwrap();
    let mut solver = Solver::default();
    assert_eq!(solver.solve_value(&position, Limits::nodes(10)), None);
    let known = solver.solve_fully(&position, Limits::NONE);
    assert!(known.value.is_some());
    assert_eq!(known, Solver::default().solve_fully(&position, Limits::NONE));
}
