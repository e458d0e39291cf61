//! The solver and a search that shares nothing with it agree on thousands of random positions of
//! random rules.

mod plain_search;

use duel_books::BOOKS;
use duel_core::{HouseRule, Position, Rules, Seat};
use duel_numbers::{Budget, Natural};
use duel_solver::{Limits, Solver};
use plain_search::PlainSearch;

/// A plain generator of random numbers, so that a failure can be had again.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

fn random_rules(base: Rules, random: &mut Random) -> Rules {
    loop {
        let chosen: Vec<HouseRule> =
            HouseRule::ALL.into_iter().filter(|_| random.below(4) == 0).collect();
        if let Ok(rules) = base.with(&chosen, None) {
            return rules;
        }
    }
}

#[test]
fn two_searches_agree() {
    let mut random = Random(0x00d1_5015);
    let mut solver = Solver::default();
    let mut plain = PlainSearch::default();
    let mut compared = 0;
    while compared < 4_000 {
        let book = BOOKS[usize::try_from(random.below(5)).unwrap()];
        if book.slug == "digits" {
            continue;
        }
        let rules = random_rules(book.rules, &mut random);
        let count = 1 + random.below(3);
        let largest = if count == 1 { 90 } else { 24 };
        let numbers: Vec<Natural> =
            (0..count).map(|_| Natural::from(2 + random.below(largest))).collect();
        let mut position = Position::numbers(rules, numbers, Seat::First).unwrap();
        for _ in 0..random.below(4) {
            let moves: Vec<_> = position.moves(Budget::PROMPT).iter().collect();
            if moves.is_empty() {
                break;
            }
            let place = random.below(moves.len() as u64);
            position = position.after(&moves[usize::try_from(place).unwrap()]).unwrap();
        }
        if position.is_over() {
            continue;
        }
        let limits = Limits::nodes(300_000);
        let (Some(one), Some(other)) =
            (solver.solve_value(&position, limits), plain.value(&position, 300_000))
        else {
            continue;
        };
        assert_eq!(one, other, "{position}");
        compared += 1;
    }
}

#[test]
fn two_searches_agree_on_every_factor_game_to_120() {
    let mut solver = Solver::default();
    let mut plain = PlainSearch::default();
    for rules in [
        "factor+no-whole",
        "factor+no-whole+misere",
        "factor+no-whole+root",
        "factor+no-whole+root+misere",
        "factor+root",
        "factor+misere",
        "subtract+once",
    ] {
        for number in 1..=120 {
            let position = duel_books::position(&format!("{rules}:{number}")).unwrap();
            let value = solver.solve_value(&position, Limits::NONE);
            assert_eq!(value, solver.solve_fully(&position, Limits::NONE).value, "{position}");
            if !position.is_over() {
                assert_eq!(value, plain.value(&position, u64::MAX), "{position}");
            }
        }
    }
}
