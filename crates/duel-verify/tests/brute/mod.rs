//! Brute force that knows only the rules, and the positions that tests go through.

#![allow(dead_code, reason = "each test uses its part")]

use std::collections::HashMap;

use duel_books::BOOKS;
use duel_core::{Board, Cap, HouseRule, Outcome, Play, Position, Rules, Seat};
use duel_numbers::{Budget, Natural};
use duel_solver::{Limits, Solver, certificate::Certificate, certificate::prove};
use duel_verify::{Value, Verified, VerifyError, verify};

/// What a position is worth, and the distance to its end.
type Solved = (Value, Option<u32>);

/// Positions solved by working backwards from the ends.
#[derive(Default)]
pub(crate) struct Brute {
    places: HashMap<String, usize>,
    solved: Vec<Option<Solved>>,
}

impl Brute {
    /// Solves a position and everything that can come of it.
    pub(crate) fn solve(&mut self, root: &Position) -> Solved {
        if !self.places.contains_key(&key(root)) {
            self.explore(root);
        }
        self.solved[self.places[&key(root)]].unwrap()
    }

    fn explore(&mut self, root: &Position) {
        let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut todo = Vec::new();
        self.place(root, &mut todo);
        while let Some((place, position)) = todo.pop() {
            if let Some(outcome) = position.outcome() {
                self.solved[place] = Some((worth(outcome, &position), Some(0)));
                continue;
            }
            let after = position.moves(Budget::UNLIMITED);
            let after = after.iter().map(|made| position.after(&made).unwrap());
            let after = after.map(|after| self.place(&after, &mut todo)).collect();
            open.push((place, after));
        }
        loop {
            let mut news: Vec<(usize, Solved)> = open
                .iter()
                .filter_map(|(place, after)| Some((*place, self.settle(after)?)))
                .collect();
            // Only the nearest are certain: a quicker way may be settled next.
            let Some(nearest) = news.iter().map(|(_, (_, plies))| *plies).min() else { break };
            news.retain(|(_, (_, plies))| *plies == nearest);
            for (place, solved) in news {
                self.solved[place] = Some(solved);
            }
            open.retain(|(place, _)| self.solved[*place].is_none());
        }
        let nobody = match root.rules().play() {
            Play::Append(append) if matches!(append.cap, Cap::Draw(_)) => Value::Draw,
            _ => Value::Endless,
        };
        for (place, _) in open {
            self.solved[place] = Some((nobody, None));
        }
    }

    fn place(&mut self, position: &Position, todo: &mut Vec<(usize, Position)>) -> usize {
        let new = self.solved.len();
        let place = *self.places.entry(key(position)).or_insert(new);
        if place == new {
            self.solved.push(None);
            todo.push((place, position.clone()));
        }
        place
    }

    fn settle(&self, after: &[usize]) -> Option<Solved> {
        let known = after.iter().map(|place| self.solved[*place]);
        let lost = known.clone().flatten().filter(|(value, _)| *value == Value::Loss);
        if let Some(plies) = lost.filter_map(|(_, plies)| plies).min() {
            return Some((Value::Win, Some(plies + 1)));
        }
        let won = known.clone().all(|known| known.is_some_and(|(value, _)| value == Value::Win));
        let longest = known.flatten().filter_map(|(_, plies)| plies).max();
        won.then(|| (Value::Loss, longest.map(|plies| plies + 1)))
    }
}

fn worth(outcome: Outcome, position: &Position) -> Value {
    match outcome {
        Outcome::Won(seat) if seat == position.turn() => Value::Win,
        Outcome::Won(_) => Value::Loss,
        Outcome::Nobody => Value::Draw,
    }
}

/// The text of a position, with remainders in place of digits.
fn key(position: &Position) -> String {
    match position.board() {
        Board::Numbers { .. } => position.to_string(),
        Board::Digits { targets, digits, residues, .. } => {
            let mut used: Vec<char> = digits.iter().map(|digit| digit.to_char()).collect();
            used.sort_unstable();
            used.dedup();
            let rules = position.rules();
            let once = rules.house().any(|rule| rule == HouseRule::Once);
            format!(
                "{rules}:{targets:?} {residues:?} {} {:?} {:?} {:?}",
                digits.is_empty(),
                position.turn(),
                rules.cap_length().map(|_| digits.len()),
                once.then_some(used),
            )
        }
    }
}

/// The rules of a book, with no house rule, each one and each two that go together.
pub(crate) fn variants(base: Rules, cap: u32) -> Vec<Rules> {
    let mut all = vec![base];
    for (place, one) in HouseRule::ALL.into_iter().enumerate() {
        all.extend(base.with(&[one], Some(cap)));
        for other in &HouseRule::ALL[place + 1..] {
            all.extend(base.with(&[one, *other], Some(cap)));
        }
    }
    all
}

/// The books that are played with numbers.
pub(crate) fn number_books() -> impl Iterator<Item = Rules> {
    BOOKS.iter().filter(|book| book.slug != "digits").map(|book| book.rules)
}

/// The book of digits.
pub(crate) fn digits_book() -> Rules {
    BOOKS.iter().find(|book| book.slug == "digits").unwrap().rules
}

/// A position with numbers.
pub(crate) fn numbers(rules: Rules, numbers: &[u64], turn: Seat) -> Position {
    Position::numbers(rules, naturals(numbers), turn).unwrap()
}

/// A position of digits.
pub(crate) fn digits(rules: Rules, targets: &[u64], turn: Seat) -> Position {
    Position::digits(rules, naturals(targets), &[], turn).unwrap()
}

fn naturals(numbers: &[u64]) -> Vec<Natural> {
    numbers.iter().map(|number| Natural::from(*number)).collect()
}

/// Checks a text with the books' catalogue.
pub(crate) fn check(text: &str) -> Result<Verified, VerifyError> {
    verify(text.as_bytes(), duel_books::catalogue)
}

/// The certificate of a position that the solver settles.
pub(crate) fn proof(solver: &mut Solver, position: &Position) -> Certificate {
    prove(solver, position, Limits::NONE).unwrap_or_else(|error| panic!("{position}: {error}"))
}
