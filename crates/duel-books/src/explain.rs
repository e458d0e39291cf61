//! Why an entry is refused, in words, and what would be right.

use duel_core::{Board, Echo, Fault, Illegal, Move, Op, Pass, Position, Refusal, Reuse, View};

use crate::listing::{self, Reason};

/// Why the referee refused.
pub fn refusal(view: &View<'_>, refusal: &Refusal) -> String {
    match refusal {
        Refusal::Over => "The game is over.".to_owned(),
        Refusal::NotYourTurn => format!("It is {}'s turn.", view.mover()),
        Refusal::Fault(fault) => {
            let why = self::fault(view.position, fault);
            format!("{why} {}", valid_beside(view, &why))
        }
        Refusal::NothingToTakeBack => "There is no move to take back.".to_owned(),
        Refusal::NoDraws => {
            "This game always has a winner, so a draw cannot be offered; you may resign.".to_owned()
        }
        Refusal::Late | Refusal::DoesNotFollow => sentence(&refusal.to_string()),
    }
}

/// What is wrong with an entry.
pub fn fault(position: &Position, fault: &Fault) -> String {
    match fault {
        Fault::Illegal(made, illegal) => illegal_move(position, made, *illegal),
        Fault::NotStuck => "There is a valid move.".to_owned(),
        Fault::Garbled => "That is not a move.".to_owned(),
    }
}

/// What may be entered instead.
pub fn valid(view: &View<'_>) -> String {
    valid_beside(view, "")
}

/// The same beside a sentence, whose reason is not given twice.
fn valid_beside(view: &View<'_>, said: &str) -> String {
    let moves = view.moves();
    let mut missing = listing::missing(view.position, moves);
    for (_, reasons) in &mut missing {
        reasons.retain(|reason| sentence(&reason.to_string()) != said);
    }
    if !moves.digits().is_empty() {
        let digits: Vec<String> =
            moves.digits().iter().map(|digit| digit.to_char().to_string()).collect();
        let missing: Vec<Reason> = missing.into_iter().flat_map(|(_, all)| all).collect();
        return format!("Valid: {}{}.", digits.join(", "), listing::bracketed(&missing));
    }
    let several = moves.groups().len() > 1;
    let reasons = |place: Option<usize>| {
        let found = missing.iter().find(|(missing, _)| *missing == place);
        listing::bracketed(found.map_or(&[], |(_, reasons)| reasons))
    };
    let mut parts: Vec<String> = moves
        .groups()
        .iter()
        .filter(|group| {
            let is_missing = missing.iter().any(|(place, _)| *place == Some(group.index()));
            !group.count().is_zero() || !group.is_complete() || is_missing
        })
        .map(|group| {
            let place = if several {
                format!("for {}, as {}:DIVISOR: ", group.number(), group.index() + 1)
            } else {
                String::new()
            };
            let reasons = reasons(several.then(|| group.index()));
            format!("{place}{}{reasons}", listing::choices(group))
        })
        .collect();
    if moves.has_pass() {
        parts.insert(0, "1 (once per game)".to_owned());
    }
    let of_the_pass = reasons(None);
    if several && !of_the_pass.is_empty() {
        parts.push(format!("dividing by 1: none{of_the_pass}"));
    }
    match parts.as_slice() {
        [] => "There is no valid move.".to_owned(),
        [only] => format!("Valid: {only}."),
        several => format!("Valid:\n  {}", several.join("\n  ")),
    }
}

/// A message with a capital letter and a full stop.
pub fn sentence(message: &str) -> String {
    let stop = if message.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{stop}", capital(message))
}

/// A text with a capital letter at its beginning.
pub fn capital(text: &str) -> String {
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    format!("{}{rest}", first.to_uppercase())
}

fn illegal_move(position: &Position, made: &Move, illegal: Illegal) -> String {
    let (divisor, number, op) = match (made, position.board()) {
        (Move::Take { index, divisor, op }, Board::Numbers { numbers, .. }) => (
            divisor.to_string(),
            numbers.get(*index).map(ToString::to_string).unwrap_or_default(),
            Some(*op),
        ),
        (Move::Append(digit), _) => (digit.to_char().to_string(), String::new(), None),
        _ => ("1".to_owned(), listing::numbers(position), None),
    };
    match illegal {
        Illegal::Over => "The game is over.".to_owned(),
        Illegal::WrongKind => "That kind of move belongs to another game.".to_owned(),
        Illegal::NoSuchNumber => "There is no such number on the table.".to_owned(),
        Illegal::WrongOperation => match op {
            Some(Op::Divide) => {
                "Nothing is divided in this game; divisors are subtracted.".to_owned()
            }
            _ => "Nothing is subtracted in this game; the number is divided.".to_owned(),
        },
        Illegal::NotADivisor if number == "0" => {
            "That number is 0, and out of the game.".to_owned()
        }
        Illegal::NotADivisor => format!("{divisor} does not divide {number}."),
        Illegal::One => "1 may not be chosen.".to_owned(),
        Illegal::Whole => format!("{number} itself may not be chosen."),
        Illegal::NotPrime => format!("{divisor} is not a prime; divide by a prime or subtract 1."),
        Illegal::OnlyOne => {
            "Only 1 may be subtracted, and only while the number is above 1.".to_owned()
        }
        Illegal::AboveRoot => format!("{divisor} times {divisor} is more than {number}."),
        Illegal::Barred => barred(position, &divisor),
        Illegal::NoPass => "Dividing by 1 is not allowed here.".to_owned(),
        Illegal::LeadingZero => "The first digit may not be 0.".to_owned(),
        #[cfg(feature = "recipes")]
        Illegal::Half => format!("{divisor} is half of {number}, which may not be chosen."),
    }
}

fn barred(position: &Position, divisor: &str) -> String {
    match position.board() {
        Board::Numbers { take, .. }
            if take.reuse == Reuse::Free
                && take.echo == Echo::Barred
                && !(take.pass == Pass::OncePerGame && divisor == "1") =>
        {
            format!("{divisor} was just chosen by your opponent.")
        }
        Board::Numbers { .. } | Board::Digits { .. } => format!("{divisor} has already been used."),
    }
}
