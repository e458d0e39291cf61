//! Names for reasons in English: why the player to move in a lost position loses.
//!
//! "You" is the player to move in the position that is explained, as in `plan_words.rs`.

use duel_core::{Board, Move, Op, Position, Reuse};
use duel_numbers::{Budget, Natural, is_prime_within};

use crate::{
    claim::Alike,
    plan_words::{each_once, numbers_of, short_move},
    strategy::{Parity, Why, with_nothing_barred},
    words::{and, capital, doing, lower, paired},
};

/// Why the player to move in `lost` loses, told to the player to move in `position`.
pub(crate) fn named(position: &Position, lost: &Position, why: &Why) -> String {
    let you_lose = position.turn() == lost.turn();
    let (who, has, other_has) = if you_lose {
        ("you", "you have", "your opponent has")
    } else {
        ("your opponent", "your opponent has", "you have")
    };
    let only = match caged_prime(lost) {
        Some(prime) => Some(format!("{prime} is a prime, so {who} can only take 1")),
        None => only_move(lost)
            .map(|made| format!("{} can only {}", capital(who), lower(&doing(lost, &made)))),
    };
    match (why, only) {
        (Why::AtOnce, Some(only)) => return format!("{only}, and that loses at once."),
        (Why::Theorem | Why::Answered, Some(only)) => {
            return format!("{only}, and {other_has} an answer to that.");
        }
        (Why::Forced, Some(only)) => {
            return format!("{only}, and later too {has} only one move each time.");
        }
        _ => {}
    }
    match why {
        Why::AtOnce if you_lose => "Every move of yours loses at once.".to_owned(),
        Why::AtOnce => "Now every move of your opponent loses at once.".to_owned(),
        Why::Forced => format!("{} only one move each time.", capital(has)),
        Why::UsedUp(moves) => {
            let would = used_up(lost, moves);
            format!("{would}.")
        }
        Why::Parity(parity) => {
            let count = match parity {
                Parity::Even => "an even number of moves is left",
                Parity::Odd => "an odd number of moves is left",
            };
            // Whoever is to move makes the odd ones.
            let loser_is_last = *parity == Parity::Odd;
            let conclusion = match (loser_is_last, you_lose) {
                (true, true) => "you have to make the last one, which loses here",
                (true, false) => "your opponent has to make the last one, which loses here",
                (false, true) => "your opponent makes the last one",
                (false, false) => "you make the last one",
            };
            format!("However you both play now, {count}, so {conclusion}.")
        }
        Why::Parts(parts) => paired(lost, None, parts, Alike::Equal, you_lose),
        Why::FullLength(length) => {
            let who = if you_lose { "your opponent, who" } else { "you: you" };
            format!(
                "Once the number has {length} digits, the player who did not begin wins, and that is \
                 {who} can wait for that, or win before."
            )
        }
        Why::Safe(moves) => {
            let whose = if you_lose { "your moves" } else { "your opponent's moves" };
            format!("Of {whose} {}.", safe(lost, moves))
        }
        Why::Theorem | Why::Answered if you_lose => {
            "Your opponent has an answer to each of your moves.".to_owned()
        }
        Why::Theorem | Why::Answered => {
            "You have an answer to each move of your opponent.".to_owned()
        }
    }
}

/// The prime from which 1 can be taken, where nothing else can be done.
pub(crate) fn caged_prime(position: &Position) -> Option<Natural> {
    let Board::Numbers { numbers, .. } = position.board() else { return None };
    // Not because something else is used.
    let free = with_nothing_barred(position);
    let moves = free.moves(Budget::PROMPT);
    let only: Vec<Move> = moves.iter().take(2).collect();
    let [Move::Take { index, op: Op::Subtract, divisor }] = only.as_slice() else { return None };
    let number = &numbers[*index];
    let is_prime = || is_prime_within(number, Budget::PROMPT) == Some(true);
    (divisor.is_one() && is_prime()).then(|| number.clone())
}

/// The only move of a position, where it has just one.
fn only_move(position: &Position) -> Option<Move> {
    let moves = position.moves(Budget::PROMPT);
    let mut first = moves.iter().take(2);
    first.next().filter(|_| first.next().is_none())
}

/// "From 50 the only good move would be 10, and 10 may not be repeated".
fn used_up(lost: &Position, moves: &[Move]) -> String {
    let would = match moves {
        _ if lost.has_several_numbers() => {
            return format!("From {} {}", numbers_of(lost), good_but_used(lost, moves));
        }
        [_] => "the only good move would be",
        _ => "the only good moves would be",
    };
    let which = and(moves_in_words(lost, moves));
    format!("From {} {would} {which}, and {}", numbers_of(lost), may_not_be_chosen(lost, moves))
}

/// "only 10 would be good, and 10 may not be repeated".
pub(crate) fn good_but_used(lost: &Position, moves: &[Move]) -> String {
    let which = if lost.has_several_numbers() {
        let divisors = divisors(moves);
        let with = (!divisors.is_empty()).then(|| format!("moves with {}", and(divisors)));
        let pass = moves.contains(&Move::Pass).then(|| short_move(lost, &Move::Pass));
        and(with.into_iter().chain(pass))
    } else {
        and(moves_in_words(lost, moves))
    };
    format!("only {which} would be good, and {}", may_not_be_chosen(lost, moves))
}

/// "10 may not be repeated", "3 and 5 are used already".
fn may_not_be_chosen(lost: &Position, moves: &[Move]) -> String {
    let used = divisors(moves);
    let reuse = match lost.board() {
        Board::Numbers { take, .. } => take.reuse,
        Board::Digits { .. } => Reuse::Free,
    };
    let are = if used.len() > 1 { "are" } else { "is" };
    let chosen = (!used.is_empty()).then(|| match reuse {
        Reuse::Once => format!("{} {are} used already", and(used)),
        Reuse::Free => format!("{} may not be repeated", and(used)),
    });
    // That one is spent for the whole game.
    let pass = moves.contains(&Move::Pass).then(|| "the division by 1 is used already".to_owned());
    and(chosen.into_iter().chain(pass))
}

/// What is chosen in these moves, each number once, ascending; a division by 1 that leaves all as it is
/// chooses none.
fn divisors(moves: &[Move]) -> Vec<Natural> {
    let chosen = |made: &Move| match made {
        Move::Take { divisor, .. } => Some(divisor.clone()),
        Move::Pass | Move::Append(_) => None,
    };
    let mut divisors: Vec<Natural> = moves.iter().filter_map(chosen).collect();
    divisors.sort_unstable();
    divisors.dedup();
    divisors
}

/// Moves as short as they can be told, those on equal numbers once.
fn moves_in_words(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut words = moves.iter().map(|made| short_move(position, made)).collect();
    each_once(&mut words);
    words
}

/// "only 3 and 7 do not lose at once".
fn safe(position: &Position, moves: &[Move]) -> String {
    let which = moves_in_words(position, moves);
    let verb = if which.len() == 1 { "does" } else { "do" };
    format!("only {} {verb} not lose at once", and(which))
}
