//! Strategies for numbers that do not concern each other and are equal in pairs, or else lost alone:
//! the same is done to the partner, or the answer is on the same number. What is told of such a game is
//! what is played in it.

use duel_core::{Board, LastMover, Move, Outcome, Position};
use duel_numbers::{Budget, Factorization, Natural};

use super::{Entry, Reply, Strategy, Then, Why};
use crate::{
    analysis::LISTED,
    claim::{Alike, Parts},
    closed::product_of,
    explain::equal_parts,
    limits::Limits,
    solver::{Solver, is_sum_of_independent},
    value::Value,
};

impl Solver {
    /// The numbers of a lost position as equal pairs and numbers that are lost alone, where two or
    /// more can be changed and do not concern each other.
    pub(super) fn parts(&mut self, position: &Position, limits: Limits<'_>) -> Option<Parts> {
        let Board::Numbers { take, numbers, .. } = position.board() else { return None };
        if numbers.len() < 2
            || !is_sum_of_independent(*take)
            || position.can_pass()
            || position.rules().last_mover() == LastMover::Loses
        {
            return None;
        }
        let mut live = Vec::new();
        for number in numbers {
            let alone = alone(position, number)?;
            if alone.can_move() {
                let value = self.solve_value(&alone, limits)?;
                live.push((number.clone(), value == Value::Loss));
            }
        }
        equal_parts(live.into_iter())
    }

    /// A move of a won position after which the numbers are equal in pairs, or else lost alone, unless
    /// some move wins at once.
    pub(super) fn parting_move(
        &mut self,
        position: &Position,
        limits: Limits<'_>,
    ) -> Option<(Move, Position)> {
        if !position.has_several_numbers() {
            return None;
        }
        let mut best = None;
        let mut fewest = usize::MAX;
        for made in position.moves(limits.budget(Budget::PROMPT)).iter().take(LISTED) {
            let after = position.after(&made).ok()?;
            if after.is_over() {
                return None;
            }
            if let Some(Parts { lost, .. }) = self.parts(&after, limits)
                && lost.len() < fewest
            {
                fewest = lost.len();
                best = Some((made, after));
            }
        }
        best
    }

    /// The strategy against the player to move, where the numbers are equal in pairs or lost alone.
    /// Where only pairs are left, nothing more has to be told.
    pub(super) fn strategy_of_parts(
        &mut self,
        lost: &Position,
        limits: Limits<'_>,
    ) -> Option<Strategy> {
        let mut open = vec![(lost.clone(), self.parts(lost, limits)?)];
        let mut entries = Vec::new();
        while let Some((position, parts)) = open.get(entries.len()).cloned() {
            let mut replies = Vec::new();
            for tried in position.moves(limits.budget(Budget::PROMPT)).iter() {
                let answer =
                    self.answer_in_parts(&position, &tried, (&parts, Alike::Equal), limits)?;
                let to = position.after(&tried).ok()?.after(&answer).ok()?;
                let then = if to.is_over() {
                    Then::Over
                } else {
                    match self.parts(&to, limits).or_else(|| single_part(&to))? {
                        Parts { lost, .. } if lost.is_empty() => Then::Theorem,
                        parts => {
                            let met = open.iter().position(|(other, _)| *other == to);
                            Then::Entry(met.unwrap_or_else(|| {
                                open.push((to, parts));
                                open.len() - 1
                            }))
                        }
                    }
                };
                replies.push(Reply { tried, answer: Some(answer), then });
            }
            if open.len() > Strategy::MOST_ENTRIES {
                return None;
            }
            entries.push(Entry { position, why: Why::Answered, replies });
        }
        let mut strategy = Strategy { first: None, entries, complete: true };
        self.name_reasons(&mut strategy, limits);
        for (entry, (_, parts)) in strategy.entries.iter_mut().zip(open) {
            let is_plain = matches!(entry.why, Why::Answered | Why::Safe(_));
            if is_plain && parts.pairs.len() * 2 + parts.lost.len() > 1 {
                entry.why = Why::Parts(parts);
            }
        }
        Some(strategy)
    }

    /// What to answer to a move in a position of parts: on the partner, or on the same number.
    pub(super) fn answer_in_parts(
        &mut self,
        lost: &Position,
        tried: &Move,
        (parts, alike): (&Parts, Alike),
        limits: Limits<'_>,
    ) -> Option<Move> {
        let to = lost.after(tried).ok()?;
        if let Some(mirrored) = mirrored(lost, tried, (parts, alike), limits.budget(Budget::PROMPT))
            && to.after(&mirrored).is_ok()
        {
            return Some(mirrored);
        }
        let (Move::Take { index, .. }, Board::Numbers { numbers, .. }) = (tried, to.board()) else {
            return None;
        };
        let alone = alone(&to, &numbers[*index])?;
        let moves = alone.moves(limits.budget(Budget::PROMPT));
        let found = moves.iter().take(LISTED).find(|made| match alone.after(made) {
            Ok(after) if after.is_over() => after.outcome() == Some(Outcome::Won(alone.turn())),
            Ok(after) => self.solve_value(&after, limits) == Some(Value::Loss),
            Err(_) => false,
        })?;
        match found {
            Move::Take { op, divisor, .. } => Some(Move::Take { index: *index, op, divisor }),
            _ => None,
        }
    }
}

/// What is done to the partner of the number that a move changes, if it has one.
pub(crate) fn mirrored(
    lost: &Position,
    tried: &Move,
    (parts, alike): (&Parts, Alike),
    budget: Budget<'_>,
) -> Option<Move> {
    let (Board::Numbers { numbers, .. }, Move::Take { index, op, divisor }) = (lost.board(), tried)
    else {
        return None;
    };
    let number = &numbers[*index];
    let partner = parts.pairs.iter().find_map(|[a, b]| match () {
        () if a == number => Some(b),
        () if b == number => Some(a),
        () => None,
    })?;
    let place = (0..numbers.len()).find(|place| place != index && numbers[*place] == *partner)?;
    let divisor = match alike {
        Alike::Equal => divisor.clone(),
        Alike::PrimeFactors => {
            let taken = Factorization::of(divisor, budget).big_omega()?;
            let factors = Factorization::of(partner, budget);
            product_of(factors.primes(), u32::try_from(taken).ok()?)
        }
    };
    Some(Move::Take { index: place, op: *op, divisor })
}

/// The position in which this number is the only one.
pub(crate) fn alone(position: &Position, number: &Natural) -> Option<Position> {
    let Board::Numbers { barred, .. } = position.board() else { return None };
    let (rules, numbers) = (*position.rules(), vec![number.clone()]);
    Position::numbers_barred(rules, numbers, barred.clone(), position.turn()).ok()
}

/// The only number that can be changed, where others have no move any more; it is lost, as the position
/// is.
fn single_part(position: &Position) -> Option<Parts> {
    let Board::Numbers { numbers, .. } = position.board() else { return None };
    let is_live = |number: &&Natural| alone(position, number).is_some_and(|alone| alone.can_move());
    let mut live = numbers.iter().filter(is_live);
    match (live.next(), live.next()) {
        (Some(only), None) => Some(Parts { pairs: Vec::new(), lost: vec![only.clone()] }),
        _ => None,
    }
}
