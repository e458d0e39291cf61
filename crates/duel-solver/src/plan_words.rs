//! Strategies in English: moves with the numbers that arise, and why a position is lost.
//!
//! "You" is the player to move in the position that is explained; where that player wins, the loser of
//! a strategy is "your opponent".

use duel_core::{Board, LastMover, Move, Op, Position, Reach, Reuse};
use duel_numbers::Natural;

use crate::{
    claim::{EndedBy, Told},
    strategy::{Parity, Why},
    words::{and, capital, doing},
};

/// Lines with more moves than this are told by their numbers alone.
const SPELT_MOVES: usize = 12;

/// "Take away 10: 60 - 10 = 50."
pub(crate) fn plays(position: &Position, made: &Move) -> String {
    format!("{}: {}.", doing(position, made), arithmetic(position, made))
}

/// Why the player to move in `lost` loses, told to the player to move in `position`.
pub(crate) fn named(position: &Position, lost: &Position, why: &Why) -> String {
    let you_lose = position.turn() == lost.turn();
    match why {
        Why::AtOnce if you_lose => "Every move of yours loses at once.".to_owned(),
        Why::AtOnce => "Now every move of your opponent loses at once.".to_owned(),
        Why::Forced if you_lose => "From now on you have only one move each time.".to_owned(),
        Why::Forced => "From now on your opponent has only one move each time.".to_owned(),
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
        Why::Safe(moves) => format!("{}.", capital(&safe(lost, moves))),
        Why::Theorem | Why::Answered if you_lose => {
            "Your opponent has an answer to each of your moves.".to_owned()
        }
        Why::Theorem | Why::Answered => {
            "You have an answer to each move of your opponent.".to_owned()
        }
    }
}

/// "From 50 the only good move would be 10, and 10 has just been used".
fn used_up(lost: &Position, moves: &[Move]) -> String {
    let mut divisors: Vec<&Natural> = Vec::new();
    for made in moves {
        match made {
            Move::Take { divisor, .. } if !divisors.contains(&divisor) => divisors.push(divisor),
            _ => {}
        }
    }
    let used = and(&divisors);
    let (would, are) = match moves {
        _ if lost.has_several_numbers() => ("only moves with", "is"),
        [_] => ("the only good move would be", "is"),
        _ => ("the only good moves would be", "are"),
    };
    let are = if divisors.len() > 1 { "are" } else { are };
    let reuse = match lost.board() {
        Board::Numbers { take, .. } => take.reuse,
        Board::Digits { .. } => Reuse::Free,
    };
    let because = match reuse {
        Reuse::Once => format!("{used} {are} used already"),
        Reuse::Free => {
            format!("{used} {} just been used", if are == "is" { "has" } else { "have" })
        }
    };
    let good = if lost.has_several_numbers() { " would be good" } else { "" };
    format!("From {} {would} {used}{good}, and {because}", numbers_of(lost))
}

/// "only 3 and 7 do not lose at once".
fn safe(position: &Position, moves: &[Move]) -> String {
    let which = and(moves.iter().map(|made| short_move(position, made)));
    let verb = if moves.len() == 1 { "does" } else { "do" };
    format!("only {which} {verb} not lose at once")
}

/// "After 50 - 25 = 25 comes 25 - 5 = 20, and after 50 - 5 = 45 comes 45 - 9 = 36."
pub(crate) fn answers(lost: &Position, lines: &[(Move, Option<Move>)]) -> String {
    let spelt = lines.iter().map(|(tried, answer)| {
        let to = lost.after(tried).unwrap_or_else(|_| lost.clone());
        let tried = arithmetic(lost, tried);
        match answer {
            Some(answer) => format!("after {tried} comes {}", arithmetic(&to, answer)),
            None => format!("after {tried} the game is over"),
        }
    });
    format!("{}.", capital(&and(spelt)))
}

/// "A long game: 50 - 25 = 25, 25 - 5 = 20. Then your opponent cannot move, and you have won."
pub(crate) fn line(position: &Position, lost: &Position, moves: &[Move]) -> String {
    let mut at = lost.clone();
    let mut spelt = Vec::new();
    for made in moves {
        let Ok(after) = at.after(made) else { break };
        spelt.push(if moves.len() <= SPELT_MOVES {
            arithmetic(&at, made)
        } else {
            numbers_of(&after)
        });
        at = after;
    }
    let line = spelt.join(", ");
    format!("So it may go on: {line}. {}", end(position, &at))
}

/// "The moves that win at once: 12 - 3 = 9 and 12 - 6 = 6."
pub(crate) fn ending_moves(position: &Position, moves: &[Move]) -> String {
    let spelt = and(moves.iter().map(|made| arithmetic(position, made)));
    match moves {
        [_] => format!("Just one move wins at once: {spelt}."),
        _ => format!("The moves that win at once: {spelt}."),
    }
}

/// How the game has ended, in words, for the player to move in `position`.
pub fn end(position: &Position, over: &Position) -> String {
    let stuck = if over.turn() == position.turn() { "you cannot" } else { "your opponent cannot" };
    let wins = match over.outcome() {
        Some(duel_core::Outcome::Won(seat)) if seat == position.turn() => "you win",
        _ => "your opponent wins",
    };
    let misere = over.rules().last_mover() == LastMover::Loses;
    match EndedBy::of(over) {
        EndedBy::NoMove if misere => format!("Now {stuck} move, and here that means: {wins}."),
        EndedBy::NoMove => format!("Now {stuck} move, and {wins}."),
        EndedBy::Divisible if misere => format!("The last digit loses, so {wins}."),
        EndedBy::Divisible => format!("So {wins}."),
        EndedBy::FullLength => format!("The number has its full length, and {wins}."),
    }
}

/// "20 after 5: 10 loses at once; 2 is answered by 9, which leaves 9 after 9."
pub(crate) fn told(told: &Told) -> String {
    let Told { lost, why, at_once, others } = told;
    let mut parts = Vec::new();
    if let Why::UsedUp(moves) = why {
        let would = and(moves.iter().map(|made| short_move(lost, made)));
        parts.push(format!("only {would} would win"));
    }
    if !at_once.is_empty() {
        parts.push(losing_at_once(lost, at_once));
    }
    for (tried, answer, to) in others {
        let between = lost.after(tried).unwrap_or_else(|_| lost.clone());
        let (tried, answer) = (arithmetic(lost, tried), arithmetic(&between, answer));
        parts.push(match barred_in_words(to) {
            Some(barred) => format!("{tried}, then {answer} {barred}"),
            None => format!("{tried}, then {answer}"),
        });
    }
    let barred = barred_in_words(lost).map(|barred| format!(" {barred}")).unwrap_or_default();
    format!("{}{barred}: {}.", capital(&numbers_of(lost)), parts.join("; "))
}

/// "10 and 4 lose at once (6 - 3 = 3, 4 - 2 = 2)".
fn losing_at_once(position: &Position, lines: &[(Move, Option<Move>)]) -> String {
    let tried = and(lines.iter().map(|(tried, _)| short_move(position, tried)));
    let verb = if lines.len() == 1 { "loses" } else { "lose" };
    let answer = |(tried, answer): &(Move, Option<Move>)| {
        let to = position.after(tried).ok()?;
        Some(arithmetic(&to, answer.as_ref()?))
    };
    let answers: Vec<String> = lines.iter().filter_map(answer).collect();
    if answers.is_empty() {
        return format!("{tried} {verb} at once");
    }
    format!("{tried} {verb} at once ({})", answers.join(", "))
}

/// A move with the numbers that arise: "60 - 10 = 50", "77 / 11 = 7", "188", "100 = 25 x 4".
pub fn arithmetic(position: &Position, made: &Move) -> String {
    match (position.board(), made) {
        (Board::Numbers { numbers, .. }, Move::Take { index, op, divisor }) => {
            let number = &numbers[*index];
            let sign = match op {
                Op::Divide => '/',
                Op::Subtract => '-',
            };
            format!("{number} {sign} {divisor} = {}", op.apply(number, divisor))
        }
        (Board::Digits { .. }, Move::Append(_)) => match position.after(made) {
            Ok(after) => product(&after).unwrap_or_else(|| numbers_of(&after)),
            Err(_) => String::new(),
        },
        _ => "dividing by 1".to_owned(),
    }
}

/// "100 = 25 x 4", where a target divides the number.
fn product(position: &Position) -> Option<String> {
    let Board::Digits { targets, digits, residues, .. } = position.board() else { return None };
    let place = residues.iter().position(Natural::is_zero).filter(|_| !digits.is_empty())?;
    let number = digits.iter().fold(Natural::default(), |n, digit| n.append_digit(digit.value()));
    let target = &targets[place];
    Some(format!("{} = {target} x {}", numbers_of(position), &number / target))
}

/// A move as short as it can be told: "10", "dividing by 3", "taking 1", "the digit 8".
fn short_move(position: &Position, made: &Move) -> String {
    let both = match position.board() {
        Board::Numbers { take, .. } => take.or_step.is_some(),
        Board::Digits { .. } => false,
    };
    match made {
        Move::Take { index, op, divisor } => match (position.board(), op) {
            (Board::Numbers { numbers, .. }, Op::Divide) if numbers.len() > 1 => {
                format!("{} / {divisor}", numbers[*index])
            }
            (Board::Numbers { numbers, .. }, Op::Subtract) if numbers.len() > 1 => {
                format!("{} - {divisor}", numbers[*index])
            }
            (_, Op::Divide) if both => format!("dividing by {divisor}"),
            (_, Op::Subtract) if both => format!("taking {divisor}"),
            _ => divisor.to_string(),
        },
        Move::Append(digit) => digit.to_char().to_string(),
        Move::Pass => "dividing by 1".to_owned(),
    }
}

/// The numbers of a position: "60", "60 and 84", or the digits so far.
fn numbers_of(position: &Position) -> String {
    match position.board() {
        Board::Numbers { numbers, .. } => and(numbers),
        Board::Digits { digits, .. } if digits.is_empty() => "the beginning".to_owned(),
        Board::Digits { digits, .. } => digits.iter().map(|digit| digit.to_char()).collect(),
    }
}

/// Which numbers may not be chosen, as far as they could be otherwise: "after 5", "with 1 and 3 used".
fn barred_in_words(position: &Position) -> Option<String> {
    let Board::Numbers { take, numbers, barred } = position.board() else { return None };
    let largest = numbers.iter().max()?;
    let could_be = |divisor: &&Natural| {
        let reached = match take.reach {
            Reach::Any => *divisor <= largest,
            Reach::Root => divisor.square() <= *largest,
        };
        reached && !divisor.is_zero()
    };
    let mut barred: Vec<&Natural> = barred.iter().filter(could_be).collect();
    if barred.is_empty() {
        return None;
    }
    barred.sort_unstable();
    let barred = and(barred);
    Some(match take.reuse {
        Reuse::Once => format!("with {barred} used"),
        Reuse::Free => format!("after {barred}"),
    })
}
