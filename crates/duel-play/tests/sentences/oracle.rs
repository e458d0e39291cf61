//! Positions solved by trying everything: this knows the rules and nothing of the solver.

use std::collections::HashMap;

use duel_core::{Board, Move, Outcome, Position, Reuse, Seat};
use duel_numbers::{Budget, Natural};

/// What a position is worth to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Worth {
    Won,
    Lost,
    Drawn,
    Endless,
}

/// Everything that has been tried.
#[derive(Default)]
pub(crate) struct Oracle {
    worth: HashMap<String, Worth>,
    nimbers: HashMap<String, u32>,
    distances: HashMap<String, u32>,
    within: HashMap<(String, u32), bool>,
}

/// All legal moves.
pub(crate) fn moves(position: &Position) -> Vec<Move> {
    position.moves(Budget::PROMPT).iter().collect()
}

/// All positions that a move leads to.
pub(crate) fn children(position: &Position) -> Vec<Position> {
    moves(position).iter().map(|made| position.after(made).unwrap()).collect()
}

/// Whether the game is over, and this seat has won it.
pub(crate) fn has_won(position: &Position, seat: Seat) -> bool {
    position.outcome() == Some(Outcome::Won(seat))
}

impl Oracle {
    /// What a position is worth.
    pub(crate) fn worth(&mut self, position: &Position) -> Worth {
        if let Some(worth) = self.worth.get(&key(position)) {
            return *worth;
        }
        if is_circle(position) {
            self.solve_circle(position);
            return self.worth[&key(position)];
        }
        let worth = match position.outcome() {
            Some(Outcome::Won(seat)) if seat == position.turn() => Worth::Won,
            Some(Outcome::Won(_)) => Worth::Lost,
            Some(Outcome::Nobody) => Worth::Drawn,
            None => {
                let children: Vec<Worth> =
                    children(position).iter().map(|child| self.worth(child)).collect();
                if children.contains(&Worth::Lost) {
                    Worth::Won
                } else if children.contains(&Worth::Drawn) {
                    Worth::Drawn
                } else {
                    Worth::Lost
                }
            }
        };
        self.worth.insert(key(position), worth);
        worth
    }

    /// Solves a game of digits that may never end: what cannot be decided by going backwards from
    /// its ends is endless.
    fn solve_circle(&mut self, start: &Position) {
        let mut states: HashMap<String, (Option<Outcome>, Seat, Vec<String>)> = HashMap::new();
        let mut open = vec![start.clone()];
        while let Some(position) = open.pop() {
            let here = key(&position);
            if states.contains_key(&here) {
                continue;
            }
            let children = children(&position);
            let keys = children.iter().map(key).collect();
            states.insert(here, (position.outcome(), position.turn(), keys));
            open.extend(children);
        }
        loop {
            let mut changed = false;
            for (state, (outcome, turn, children)) in &states {
                if self.worth.contains_key(state) {
                    continue;
                }
                let known = |child: &String| self.worth.get(child).copied();
                let worth = match outcome {
                    Some(Outcome::Won(seat)) if seat == turn => Some(Worth::Won),
                    Some(_) => Some(Worth::Lost),
                    None if children.iter().any(|child| known(child) == Some(Worth::Lost)) => {
                        Some(Worth::Won)
                    }
                    None if children.iter().all(|child| known(child) == Some(Worth::Won)) => {
                        Some(Worth::Lost)
                    }
                    None => None,
                };
                if let Some(worth) = worth {
                    self.worth.insert(state.clone(), worth);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        for state in states.into_keys() {
            self.worth.entry(state).or_insert(Worth::Endless);
        }
    }

    /// The nimber of one number on its own, under the rules of this position.
    pub(crate) fn nimber(&mut self, position: &Position, number: &Natural) -> u32 {
        let alone =
            Position::numbers(*position.rules(), vec![number.clone()], Seat::First).unwrap();
        self.mex(&alone)
    }

    fn mex(&mut self, position: &Position) -> u32 {
        let key = position.to_string().replace("/2", "");
        if let Some(nimber) = self.nimbers.get(&key) {
            return *nimber;
        }
        let children: Vec<u32> = children(position).iter().map(|child| self.mex(child)).collect();
        let nimber = (0..=1_000).find(|nimber| !children.contains(nimber)).unwrap();
        self.nimbers.insert(key, nimber);
        nimber
    }

    /// After how many moves the game ends if the winner hurries and the loser delays.
    pub(crate) fn distance(&mut self, position: &Position) -> u32 {
        let worth = self.worth(position);
        assert!(matches!(worth, Worth::Won | Worth::Lost));
        if is_circle(position) {
            return (0..=1_000).find(|moves| self.ends_within(position, *moves)).unwrap();
        }
        let key = key(position);
        if let Some(distance) = self.distances.get(&key) {
            return *distance;
        }
        let children = children(position).into_iter();
        let distance = match worth {
            Worth::Lost => children.map(|child| 1 + self.distance(&child)).max(),
            _ => children
                .filter_map(|child| {
                    (self.worth(&child) == Worth::Lost).then(|| 1 + self.distance(&child))
                })
                .min(),
        };
        let distance = distance.unwrap_or(0);
        self.distances.insert(key, distance);
        distance
    }

    /// Whether the winner can end the game within so many moves.
    fn ends_within(&mut self, position: &Position, moves: u32) -> bool {
        if position.is_over() || moves == 0 {
            return position.is_over();
        }
        let key = (key(position), moves);
        if let Some(ends) = self.within.get(&key) {
            return *ends;
        }
        let children = children(position);
        let ends = if self.worth(position) == Worth::Lost {
            children.iter().all(|child| self.ends_within(child, moves - 1))
        } else {
            children
                .iter()
                .any(|child| self.worth(child) == Worth::Lost && self.ends_within(child, moves - 1))
        };
        self.within.insert(key, ends);
        ends
    }

    /// Whether a move wins.
    pub(crate) fn wins(&mut self, position: &Position, made: &Move) -> bool {
        self.worth(&position.after(made).unwrap()) == Worth::Lost
    }
}

/// Whether the game can go round in circles.
fn is_circle(position: &Position) -> bool {
    matches!(position.board(), Board::Digits { append, .. }
        if append.cap.length().is_none() && append.reuse == Reuse::Free)
}

/// Positions with the same key have the same moves, for ever: of digits only the remainders count,
/// the length where it is limited, and which digits are used where they wear out.
fn key(position: &Position) -> String {
    let text = position.to_string();
    let Board::Digits { append, targets, digits, residues } = position.board() else {
        return text;
    };
    let length = append.cap.length().map(|_| digits.len());
    let mut used: Vec<u8> = digits.iter().map(|digit| digit.value()).collect();
    used.sort_unstable();
    used.retain(|_| append.reuse == Reuse::Once);
    let rules = text.split(':').next().unwrap_or_default();
    let empty = digits.is_empty();
    format!("{rules} {targets:?} {residues:?} {length:?} {used:?} {empty} {:?}", position.turn())
}

pub(crate) fn small(number: &Natural) -> u64 {
    number.to_u64().unwrap()
}

pub(crate) fn is_prime(number: u64) -> bool {
    number > 1 && (2..number).all(|divisor| !number.is_multiple_of(divisor))
}

/// The prime factors, one after the other.
pub(crate) fn prime_factors(number: u64) -> Vec<u64> {
    let mut rest = number;
    let mut factors = Vec::new();
    for divisor in 2..=number {
        while rest.is_multiple_of(divisor) {
            rest /= divisor;
            factors.push(divisor);
        }
    }
    factors
}

/// 9, and the products of two primes other than 3.
pub(crate) fn is_unlucky(number: u64) -> bool {
    let factors = prime_factors(number);
    number == 9 || factors.len() == 2 && !factors.contains(&3)
}

/// The numbers of a position.
pub(crate) fn numbers(position: &Position) -> Vec<u64> {
    match position.board() {
        Board::Numbers { numbers, .. } => numbers.iter().map(small).collect(),
        Board::Digits { .. } => panic!("{position} has no numbers"),
    }
}

/// The numbers of a position that a move can change, sorted.
pub(crate) fn live_numbers(position: &Position) -> Vec<u64> {
    let numbers = numbers(position);
    let mut places: Vec<usize> = moves(position)
        .iter()
        .filter_map(|made| match made {
            Move::Take { index, .. } => Some(*index),
            _ => None,
        })
        .collect();
    places.sort_unstable();
    places.dedup();
    let mut live: Vec<u64> = places.into_iter().map(|place| numbers[place]).collect();
    live.sort_unstable();
    live
}

/// How often a number can be divided in a row, in the plain game of division.
pub(crate) fn divisions(number: u64) -> u32 {
    let proper = (2..number).filter(|divisor| number.is_multiple_of(*divisor));
    proper.map(|divisor| 1 + divisions(number / divisor)).max().unwrap_or(0)
}

/// The heaps of a game of division, without empty ones, sorted; the pass is one of them.
pub(crate) fn heaps(position: &Position) -> Vec<u32> {
    let pass = moves(position).contains(&Move::Pass).then_some(1);
    let mut heaps: Vec<u32> =
        numbers(position).into_iter().map(divisions).filter(|heap| *heap > 0).chain(pass).collect();
    heaps.sort_unstable();
    heaps
}
