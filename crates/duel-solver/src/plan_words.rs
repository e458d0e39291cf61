//! Strategies in English: moves with the numbers that arise, and why a position is lost.
//!
//! "You" is the player to move in the position that is explained; where that player wins, the loser of
//! a strategy is "your opponent".

use duel_core::{Board, LastMover, Move, Op, Outcome, Pass, Position, Reach, Reuse};
use duel_numbers::{Budget, Natural};

use crate::{
    claim::{Answered, Ending, Seen, Told, Worth, used_choices},
    explain::distinct_moves,
    strategy::Why,
    why_words::good_but_used,
    words::{and, capital, doing, heaps_of, multiple_in_words, or},
};

/// Lines with more moves than this are told by their numbers alone.
const SPELT_MOVES: usize = 12;

/// Of such a line with several numbers each time, so many positions are told at the beginning and at the
/// end.
const BEGINNING: usize = 6;
const ENDING: usize = 4;

/// A number of more digits is not repeated in a sentence.
const READABLE_DIGITS: usize = 6;

/// "Take away 10: 60 - 10 = 50, and 10 may not be repeated."
pub(crate) fn plays(position: &Position, made: &Move, barred: &[Natural]) -> String {
    let barred = match barred {
        [] => String::new(),
        barred => format!(", and {}", used_in_words(position, barred)),
    };
    match position.board() {
        Board::Digits { digits, .. } if digits.is_empty() => {
            format!("Begin with {}.", arithmetic(position, made))
        }
        _ if *made == Move::Pass => format!("{}.", doing(position, made)),
        _ => format!("{}: {}{barred}.", doing(position, made), arithmetic(position, made)),
    }
}

/// "After 50 - 25 = 25 comes 25 - 5 = 20 (only 5 would be good, and 5 may not be repeated)."
pub(crate) fn answers(lost: &Position, lines: &[Answered]) -> String {
    let spelt = lines.iter().map(|Answered { tried, answer, seen }| {
        let to = lost.after(tried).unwrap_or_else(|_| lost.clone());
        let tried = arithmetic(lost, tried);
        match answer {
            Some(answer) => format!("after {tried} comes {}", answered(&to, answer, seen)),
            None => match Ending::of(&to) {
                Ending::Divisible(_) => format!("after {tried} the game is over"),
                ending => format!("after {tried} it is over ({})", ended(&to, &ending)),
            },
        }
    });
    let mut spelt = spelt.collect();
    each_once(&mut spelt);
    let has_more = distinct_moves(lost, Budget::PROMPT).len() > lines.len();
    let example = if has_more { "for example, " } else { "" };
    format!("{}.", capital(&format!("{example}{}", and(spelt))))
}

/// An answer with the numbers that arise, and what can be seen of them.
fn answered(to: &Position, answer: &Move, seen: &Seen) -> String {
    let moved = arithmetic(to, answer);
    match seen {
        Seen::Nothing => leading_to(to, answer),
        Seen::Prime => format!("{moved} (a prime)"),
        Seen::Cage => format!("{moved} (a prime, from which only 1 can be taken)"),
        Seen::NoMultiple => match to.after(answer) {
            Ok(after) => format!("{moved} ({})", no_multiple(&after)),
            Err(_) => moved,
        },
        Seen::UsedUp(good) => match to.after(answer) {
            Ok(after) => format!("{moved} ({})", good_but_used(&after, good)),
            Err(_) => moved,
        },
    }
}

/// "whatever digit comes next, 820 to 829, no multiple of 24, 26, 30 or 32 is there".
fn no_multiple(position: &Position) -> String {
    let Board::Digits { targets, .. } = position.board() else { return String::new() };
    let number = numbers_of(position);
    let range = match number.len() {
        ..=READABLE_DIGITS => format!(", {number}0 to {number}9"),
        _ => String::new(),
    };
    format!("whatever digit comes next{range}, it is no multiple of {}", or(targets))
}

/// "Count how often each number can be divided now, as a sum of 1, 2, 4 and so on: 2 for 12 and 4 + 2 for
/// 640. Each part is there twice."
pub(crate) fn twins(
    position: &Position,
    lost: &Position,
    (heaps, pass): (&[u32], bool),
    worth: Worth,
) -> String {
    fn powers(heap: u32) -> impl Iterator<Item = u32> {
        (0..u32::BITS).rev().map(|bit| 1 << bit).filter(move |power| heap & power > 0)
    }
    fn sum(heap: u32) -> String {
        let parts: Vec<String> = powers(heap).map(|power| power.to_string()).collect();
        parts.join(" + ")
    }
    let all = || heaps.iter().copied().chain(pass.then_some(1));
    let times = |power: u32| all().filter(|heap| *heap & power > 0).count();
    let often = if all().flat_map(powers).all(|power| times(power) == 2) {
        "twice"
    } else {
        "an even number of times"
    };
    let counted = if let (Worth::Nimber, Board::Numbers { numbers, .. }) = (worth, lost.board()) {
        let worth = |(number, heap): (&Natural, &u32)| match heap {
            0 => format!("{number} is worth nothing"),
            heap => format!("{number} is worth {}", sum(*heap)),
        };
        format!("In this game {}", and(numbers.iter().zip(heaps).map(worth)))
    } else {
        format!(
            "Count how often each number can be divided now, as a sum of 1, 2, 4 and so on: {}",
            and(heaps_of(lost, heaps, pass, |heap, number| format!("{} for {number}", sum(heap))))
        )
    };
    let you_lose = position.turn() == lost.turn();
    if lost.rules().last_mover() == LastMover::Loses {
        let (who, puts, leaves, makes) = if you_lose {
            ("you do", "your opponent puts", "your opponent leaves", "you make")
        } else {
            ("your opponent does", "you put", "you leave", "your opponent makes")
        };
        return format!(
            "{counted}, each part {often}. Whatever {who} changes that, and {puts} it right again, until \
             just one number can be divided more than once. Then {leaves} an odd number of moves, and \
             {makes} the last one, which loses here."
        );
    }
    let then = if you_lose {
        "Whatever you do changes that, and your opponent can always put it right again"
    } else {
        "Whatever your opponent does changes that, and you can always put it right again"
    };
    format!("{counted}. Each part is there {often}. {then}.")
}

/// "A long game: 50 - 25 = 25, 25 - 5 = 20. Then your opponent cannot move, and you have won."
pub(crate) fn line(position: &Position, lost: &Position, moves: &[Move]) -> String {
    let in_full = moves.len() <= SPELT_MOVES;
    let mut at = lost.clone();
    // Numbers alone are read from the one where the line begins.
    let mut spelt: Vec<String> = match lost.board() {
        Board::Numbers { .. } if !in_full => vec![numbers_of(lost)],
        _ => Vec::new(),
    };
    for made in moves {
        let Ok(after) = at.after(made) else { break };
        let last_digit = matches!(made, Move::Append(_)) && after.is_over();
        spelt.push(if in_full || last_digit { arithmetic(&at, made) } else { numbers_of(&after) });
        at = after;
    }
    if !in_full && lost.has_several_numbers() && spelt.len() > BEGINNING + ENDING {
        let and_so_on = "and so on".to_owned();
        spelt.splice(BEGINNING..spelt.len() - ENDING, [and_so_on]);
    }
    let line = spelt.join(if in_full || !lost.has_several_numbers() { ", " } else { "; " });
    format!("So it may go on: {line}. {}", end(position, &at))
}

/// "The moves that win at once: 12 - 3 = 9 and 12 - 6 = 6."
pub(crate) fn ending_moves(position: &Position, moves: &[Move]) -> String {
    let mut spelt = moves.iter().map(|made| arithmetic(position, made)).collect();
    each_once(&mut spelt);
    format!("The moves that win at once: {}.", and(spelt))
}

/// How the game has ended, in words, for the player to move in `position`.
pub fn end(position: &Position, over: &Position) -> String {
    let you = position.turn();
    let wins = match over.outcome() {
        Some(Outcome::Won(seat)) if seat == you => "you win",
        _ => "your opponent wins",
    };
    let misere = over.rules().last_mover() == LastMover::Loses;
    let ending = Ending::of(over);
    let why = ended(over, &ending);
    match ending {
        Ending::NoMove(_) | Ending::NoDigit => {
            let who = if over.turn() == you { "you cannot" } else { "your opponent cannot" };
            let so = if misere { "and here that means: " } else { "and " };
            format!("Now {why}: {who} move, {so}{wins}.")
        }
        Ending::Divisible(_) if misere => format!("Making a multiple loses here, so {wins}."),
        Ending::Divisible(_) => format!("So {wins}."),
        Ending::FullLength(_) => {
            format!("Now {why}, and the player who did not begin wins: {wins}.")
        }
    }
}

/// What has ended the game: "7 is a prime", "4 is left, only 2 could be chosen, and 2 may not be
/// repeated".
pub(crate) fn ended(over: &Position, ending: &Ending) -> String {
    match ending {
        Ending::NoMove(used) if used.is_empty() => stuck(over),
        Ending::NoMove(used) => {
            let left = numbers_of(over);
            let only = if over.has_several_numbers() {
                format!("of {left} only")
            } else {
                format!("{left} is left, only")
            };
            let may_repeat = is_free(over);
            let are_used = match used.as_slice() {
                [_, _] if !may_repeat => "both are used".to_owned(),
                [_, _, _, ..] if !may_repeat => "all of them are used".to_owned(),
                used => used_in_words(over, used),
            };
            let spent = match spent_pass(over) {
                "" => String::new(),
                spent if may_repeat => spent.to_owned(),
                spent => format!("{spent} too"),
            };
            format!("{only} {} could be chosen, and {are_used}{spent}", and(used))
        }
        Ending::NoDigit => "all digits are used".to_owned(),
        Ending::Divisible(multiple) => multiple_in_words(multiple),
        Ending::FullLength(length) => {
            let digits = if *length == 1 { "digit" } else { "digits" };
            format!("the number has {length} {digits}, the most allowed")
        }
    }
}

/// "only primes are left", where no number has a divisor that may be chosen.
fn stuck(over: &Position) -> String {
    let Board::Numbers { numbers, .. } = over.board() else { return String::new() };
    let spent = spent_pass(over);
    let left = match numbers.as_slice() {
        [only] if only.is_zero() => "nothing is left".to_owned(),
        [only] if only.is_one() => "only 1 is left".to_owned(),
        [only] => format!("{only} is a prime"),
        all => match all.iter().filter(|number| number.is_zero() || number.is_one()).count() {
            _ if all.iter().all(Natural::is_zero) => "nothing is left".to_owned(),
            0 => format!("{} are primes", and(all)),
            count if count == all.len() => format!("only {} are left", and(all)),
            _ => format!("of {} nothing can be chosen", and(all)),
        },
    };
    format!("{left}{spent}")
}

/// What else would be possible at the end of a game with a division by 1.
fn spent_pass(over: &Position) -> &'static str {
    match over.board() {
        Board::Numbers { take, .. } if take.pass == Pass::OncePerGame => {
            ", and the division by 1 is used"
        }
        _ => "",
    }
}

/// Whether what was chosen may be chosen again later.
fn is_free(position: &Position) -> bool {
    matches!(position.board(), Board::Numbers { take, .. } if take.reuse == Reuse::Free)
}

/// "2 may not be repeated", "1 and 2 are used".
fn used_in_words(position: &Position, used: &[Natural]) -> String {
    let all = and(used);
    match used {
        _ if is_free(position) => format!("{all} may not be repeated"),
        [_] => format!("{all} is used"),
        _ => format!("{all} are used"),
    }
}

/// "20 after 5: 10 loses at once; 2 is answered by 9, which leaves 9 after 9."
pub(crate) fn told(told: &Told) -> String {
    let Told { lost, why, at_once, others } = told;
    let mut parts = Vec::new();
    if let Why::UsedUp(moves) = why {
        let mut would = moves.iter().map(|made| short_move(lost, made)).collect();
        each_once(&mut would);
        parts.push(format!("only {} would win", and(&would)));
    }
    if !at_once.is_empty() {
        parts.push(losing_at_once(lost, at_once, others.is_empty()));
    }
    for (tried, answer, to) in others {
        let between = lost.after(tried).unwrap_or_else(|_| lost.clone());
        let like =
            told_for_another(&between, answer, to).map(|_| format!("like {}", numbers_of(to)));
        let tried = arithmetic(lost, tried);
        let answer = match answer {
            Move::Pass if to.has_several_numbers() => {
                format!("{}, which leaves {}", arithmetic(&between, answer), numbers_of(to))
            }
            answer => arithmetic(&between, answer),
        };
        parts.push(match barred_in_words(to).or(like) {
            Some(added) => format!("{tried}, then {answer} {added}"),
            None => format!("{tried}, then {answer}"),
        });
    }
    each_once(&mut parts);
    let barred = barred_in_words(lost).map(|barred| format!(" {barred}")).unwrap_or_default();
    format!("{}{barred}: {}.", capital(&numbers_of(lost)), parts.join("; "))
}

/// The number of digits that a move leads to, where a plan tells what follows for another one.
pub(crate) fn told_for_another(
    between: &Position,
    answer: &Move,
    to: &Position,
) -> Option<Position> {
    let after = between.after(answer).ok()?;
    match (after.board(), to.board()) {
        (Board::Digits { digits, .. }, Board::Digits { digits: told, .. }) if digits != told => {
            Some(after)
        }
        _ => None,
    }
}

/// "In this plan "314 like 22" means that both leave the same remainder when they are divided by 73."
pub(crate) fn like_means(number: &Position, like: &Position) -> String {
    let Board::Digits { targets, .. } = number.board() else { return String::new() };
    let remainder = if targets.len() == 1 { "the same remainder" } else { "the same remainders" };
    let (number, like) = (numbers_of(number), numbers_of(like));
    format!(
        "In this plan \"{number} like {like}\" means that both leave {remainder} when they are divided \
         by {}, so that what is answered after {like} wins after {number} too.",
        and(targets)
    )
}

/// "10 and 4 lose at once (6 - 3 = 3, 4 - 2 = 2)".
fn losing_at_once(position: &Position, lines: &[(Move, Option<Move>)], every: bool) -> String {
    let tried = match lines {
        lines if every && lines.len() > 1 => "every move loses".to_owned(),
        [(only, _)] => format!("{} loses", short_move(position, only)),
        lines => {
            let mut moves = lines.iter().map(|(made, _)| short_move(position, made)).collect();
            each_once(&mut moves);
            format!("{} {}", and(&moves), if moves.len() == 1 { "loses" } else { "lose" })
        }
    };
    let mut answers: Vec<String> = Vec::new();
    let mut by_length = None;
    for (tried, answer) in lines {
        let Ok(to) = position.after(tried) else { continue };
        let over = answer.as_ref().and_then(|answer| to.after(answer).ok());
        let ending = Ending::of(over.as_ref().unwrap_or(&to));
        match (ending, answer, over) {
            (Ending::FullLength(length), ..) => by_length = Some(length),
            // The loser has to complete a multiple.
            (Ending::Divisible(multiple), None, _) => answers.push(multiple_in_words(&multiple)),
            (ending, Some(answer), Some(over)) => {
                let moved = arithmetic(&to, answer);
                answers.push(match ending {
                    Ending::NoMove(used) if !used.is_empty() => {
                        format!("{moved} {}", used_before(&over, &used))
                    }
                    _ => moved,
                });
            }
            _ => {}
        }
    }
    let or = if answers.is_empty() { "" } else { "or " };
    answers.extend(by_length.map(|length| format!("{or}the number has {length} digits then")));
    each_once(&mut answers);
    if answers.is_empty() {
        return format!("{tried} at once");
    }
    format!("{tried} at once ({})", answers.join(", "))
}

/// Leaves out what was said before: equal numbers have equal moves.
pub(crate) fn each_once(parts: &mut Vec<String>) {
    let mut place = 0;
    while place < parts.len() {
        if parts[..place].contains(&parts[place]) {
            parts.remove(place);
        } else {
            place += 1;
        }
    }
}

/// "after 5", "with 1 and 3 used".
fn used_before(position: &Position, used: &[Natural]) -> String {
    match position.board() {
        Board::Numbers { take, .. } if take.reuse == Reuse::Once => {
            format!("with {} used", and(used))
        }
        // The division by 1 is spent for good, anything else only for this move.
        Board::Numbers { take, .. } if take.pass == Pass::OncePerGame => {
            let last: Vec<&Natural> = used.iter().filter(|divisor| !divisor.is_one()).collect();
            match (last.is_empty(), last.len() < used.len()) {
                (true, _) => "with 1 used".to_owned(),
                (false, true) => format!("after {}, with 1 used", and(last)),
                (false, false) => format!("after {}", and(last)),
            }
        }
        _ => format!("after {}", and(used)),
    }
}

/// A move with the numbers that arise and what may not be chosen then: "6 - 2 = 4 (2 may not be
/// repeated)".
pub fn leading_to(position: &Position, made: &Move) -> String {
    let moved = arithmetic(position, made);
    let Ok(after) = position.after(made) else { return moved };
    let used = used_choices(&after);
    if used.is_empty() { moved } else { format!("{moved} ({})", used_in_words(&after, &used)) }
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
            Ok(after) if after.is_over() => match Ending::of(&after) {
                Ending::Divisible(multiple) if multiple.product.is_some() => {
                    multiple_in_words(&multiple)
                }
                _ => numbers_of(&after),
            },
            Ok(after) => numbers_of(&after),
            Err(_) => String::new(),
        },
        (Board::Numbers { numbers, .. }, Move::Pass) if numbers.len() == 1 => {
            format!("{0} / 1 = {0}", numbers[0])
        }
        _ => "dividing by 1".to_owned(),
    }
}

/// A move as short as it can be told: "10", "dividing by 3", "taking 1", "the digit 8".
pub(crate) fn short_move(position: &Position, made: &Move) -> String {
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
pub(crate) fn numbers_of(position: &Position) -> String {
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
    let mut barred: Vec<Natural> = barred.iter().filter(could_be).cloned().collect();
    barred.sort_unstable();
    if barred.is_empty() { None } else { Some(used_before(position, &barred)) }
}
