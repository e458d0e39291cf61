//! The searched games as [`SolvedGame`]s: moves with their names, and which positions are lost.

use duel_core::{Append, Board, Digit, LeadingZero, Move, Position};
use duel_numbers::Natural;

use super::choose::{Key, Label, SolvedGame};
use crate::{
    acyclic::{Acyclic, Edge, Solved},
    limits::Meter,
    residues::{BASE, Circles, Layers, OnceDigitsGraph, OnceDigitsKey, Wheel},
    take_graph::{TakeGraph, TakeKey, TakeLabel, split},
    used::UsedSearch,
    value::Value,
};

/// How it is known whether a position of numbers is lost.
pub(crate) enum TakeValues<'s> {
    /// From the table of a complete search.
    Table(&'s mut Acyclic<TakeKey>),
    /// The same for each number alone; together they are worth the exclusive or. `passes` says whether
    /// there is a pass, which is one more heap of 1 while it is left.
    Sum { table: &'s mut Acyclic<TakeKey>, passes: bool },
    /// From the search for one number whose divisors are used up.
    Used { search: &'s mut UsedSearch, misere: bool },
}

/// A game of divisors.
pub(crate) struct TakeGame<'s> {
    pub(crate) graph: &'s mut TakeGraph,
    pub(crate) values: TakeValues<'s>,
}

impl SolvedGame for TakeGame<'_> {
    fn moves(
        &mut self,
        key: &[u64],
        moves: &mut Vec<(Label, Edge<Key>)>,
        meter: &mut Meter<'_>,
    ) -> bool {
        let list = |label, to| moves.push((Label::Take(label), Edge::To(to)));
        self.graph.each_move(key, 0, meter, list)
    }

    fn size(&mut self, key: &[u64], meter: &mut Meter<'_>) -> Option<u32> {
        match &mut self.values {
            TakeValues::Table(table) => Some(solved(table, self.graph, key, meter)?.plies),
            TakeValues::Sum { .. } | TakeValues::Used { .. } => Some(self.graph.count_moves(key)),
        }
    }

    /// A number that is lost whatever was chosen last is told once.
    fn general(&mut self, key: &[u64], meter: &mut Meter<'_>) -> Option<Key> {
        let free = self.graph.without_echo(key)?;
        self.is_lost(&free, meter)?.then_some(free)
    }

    fn is_general(&self, key: &[u64]) -> bool {
        self.graph.bars_echoes_only() && split(key).1.is_empty()
    }

    fn is_lost(&mut self, key: &[u64], meter: &mut Meter<'_>) -> Option<bool> {
        let (numbers, barred) = split(key);
        match &mut self.values {
            TakeValues::Table(table) => {
                Some(solved(table, self.graph, key, meter)?.value == Value::Loss)
            }
            TakeValues::Sum { table, passes } => {
                let spent: &[u64] = if *passes { &[1] } else { &[] };
                let mut sum = u32::from(*passes && !barred.contains(&1));
                for number in numbers {
                    let alone = self.graph.key(&[*number], spent);
                    sum ^= table.solve(self.graph, &alone, meter)?.nimber;
                }
                Some(sum == 0)
            }
            TakeValues::Used { search, misere } => {
                let Some(number) = numbers.first() else { return Some(!*misere) };
                let number = u32::try_from(*number).ok()?;
                let used: Vec<u32> = barred.iter().filter_map(|d| u32::try_from(*d).ok()).collect();
                Some(!search.wins(number, &used, meter)?)
            }
        }
    }
}

fn solved(
    table: &mut Acyclic<TakeKey>,
    graph: &mut TakeGraph,
    key: &[u64],
    meter: &mut Meter<'_>,
) -> Option<Solved> {
    table.known(key).or_else(|| table.solve(graph, &key.into(), meter))
}

/// How it is known whether a number of digits is lost.
pub(crate) enum DigitValues<'s> {
    /// With a maximum length.
    Layers { layers: &'s mut Layers, cap: u32, at_cap: Value },
    /// Without one: the game can go round in circles.
    Circles(&'s Circles),
}

/// A game of digits that may be used again. The key is the length, as far as it matters, and the
/// remainder.
pub(crate) struct DigitGame<'s> {
    pub(crate) wheel: &'s Wheel,
    pub(crate) completing: Value,
    pub(crate) append: Append,
    pub(crate) values: DigitValues<'s>,
}

impl SolvedGame for DigitGame<'_> {
    fn moves(
        &mut self,
        key: &[u64],
        moves: &mut Vec<(Label, Edge<Key>)>,
        _meter: &mut Meter<'_>,
    ) -> bool {
        let (length, residue) = length_and_residue(key);
        let barred = length == 0 && self.append.leading_zero == LeadingZero::Barred;
        for digit in Digit::ALL.into_iter().skip(usize::from(barred)) {
            let next = self.wheel.append(residue, u64::from(digit.value()));
            let edge = match &self.values {
                _ if self.wheel.completes(next) => Edge::End(self.completing),
                DigitValues::Layers { cap, at_cap, .. } if length + 1 == *cap => {
                    Edge::End(at_cap.for_opponent())
                }
                DigitValues::Layers { .. } => Edge::To(digit_key(length + 1, next)),
                DigitValues::Circles(_) => Edge::To(digit_key(1, next)),
            };
            moves.push((Label::Append(digit), edge));
        }
        true
    }

    fn size(&mut self, key: &[u64], meter: &mut Meter<'_>) -> Option<u32> {
        // How far the end of an empty number is, is known where it is asked for.
        let is_empty = length_and_residue(key).0 == 0;
        if is_empty { Some(u32::MAX) } else { Some(self.solved(key, meter)?.1) }
    }

    fn is_lost(&mut self, key: &[u64], meter: &mut Meter<'_>) -> Option<bool> {
        Some(self.solved(key, meter)?.0 == Value::Loss)
    }

    fn has_loops(&self) -> bool {
        matches!(self.values, DigitValues::Circles(_))
    }
}

impl DigitGame<'_> {
    fn solved(&mut self, key: &[u64], meter: &mut Meter<'_>) -> Option<(Value, u32)> {
        let (length, residue) = length_and_residue(key);
        match &mut self.values {
            DigitValues::Layers { layers, .. } => layers.at(length, residue, meter),
            DigitValues::Circles(circles) => circles.at(residue),
        }
    }
}

/// The key of a number of this length, as far as it matters, and this remainder.
pub(crate) fn digit_key(length: u32, residue: u64) -> Key {
    Box::new([u64::from(length), residue])
}

fn length_and_residue(key: &[u64]) -> (u32, u64) {
    (u32::try_from(key[0]).unwrap_or(u32::MAX), key[1])
}

/// The key of a number with this remainder that has used these digits.
pub(crate) fn once_digits_key((residue, used): OnceDigitsKey) -> Key {
    Box::new([residue, u64::from(used)])
}

fn residue_and_used(key: &[u64]) -> OnceDigitsKey {
    (key[0], u16::try_from(key[1]).unwrap_or(u16::MAX))
}

/// A game of digits that are used up.
pub(crate) struct OnceDigitsGame<'s> {
    pub(crate) graph: OnceDigitsGraph,
    pub(crate) table: &'s mut Acyclic<OnceDigitsKey>,
}

impl SolvedGame for OnceDigitsGame<'_> {
    fn moves(
        &mut self,
        key: &[u64],
        moves: &mut Vec<(Label, Edge<Key>)>,
        _meter: &mut Meter<'_>,
    ) -> bool {
        self.graph.each_move(residue_and_used(key), |digit, edge| {
            let digit = usize::try_from(digit % BASE).map_or(Digit::ALL[0], |at| Digit::ALL[at]);
            let edge = match edge {
                Edge::End(value) => Edge::End(value),
                Edge::To(next) => Edge::To(once_digits_key(next)),
            };
            moves.push((Label::Append(digit), edge));
        });
        true
    }

    fn size(&mut self, key: &[u64], meter: &mut Meter<'_>) -> Option<u32> {
        Some(self.table.solve(&mut self.graph, &residue_and_used(key), meter)?.plies)
    }

    fn is_lost(&mut self, key: &[u64], meter: &mut Meter<'_>) -> Option<bool> {
        Some(self.table.solve(&mut self.graph, &residue_and_used(key), meter)?.value == Value::Loss)
    }
}

/// The name of a move that is legal in a position.
pub(crate) fn label_of(position: &Position, made: &Move) -> Option<Label> {
    match (position.board(), made) {
        (Board::Numbers { numbers, .. }, Move::Take { index, op, divisor }) => {
            let number = numbers[*index].to_u64()?;
            Some(Label::Take(TakeLabel { number, op: *op, divisor: divisor.to_u64()? }))
        }
        (_, Move::Pass) => Some(Label::Take(TakeLabel::PASS)),
        (_, Move::Append(digit)) => Some(Label::Append(*digit)),
        _ => None,
    }
}

/// The move of that name.
pub(crate) fn move_of(position: &Position, label: Label) -> Option<Move> {
    match (position.board(), label) {
        (_, Label::Append(digit)) => Some(Move::Append(digit)),
        (_, Label::Take(TakeLabel::PASS)) => Some(Move::Pass),
        (Board::Numbers { numbers, .. }, Label::Take(TakeLabel { number, op, divisor })) => {
            let index = numbers.iter().position(|other| other.to_u64() == Some(number))?;
            Some(Move::Take { index, op, divisor: Natural::from(divisor) })
        }
        (Board::Digits { .. }, Label::Take(_)) => None,
    }
}
