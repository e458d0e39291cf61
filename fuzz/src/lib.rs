//! What must hold for whatever the fuzz targets come up with.
//!
//! Each target reads bytes as one of the text forms and hands what it got to a law below. A law
//! panics where it is broken, which is what the fuzzer looks for.

use std::collections::HashSet;

use duel_core::{Board, Conduct, Move, OnIllegal, Op, Position, Record, Seats, is_shown};
use duel_numbers::{Budget, Factorization, Natural, is_prime};

/// Enough for small numbers, and over at once for large ones.
pub const BUDGET: Budget<'static> = Budget::steps(50_000);

/// The bytes as text, if they are text without a number of more digits than this.
///
/// Asking whether a long number is prime takes time, so the long ones are left to the tests.
pub fn text(data: &[u8], digits: usize) -> Option<&str> {
    let is_short = data.split(|byte| !byte.is_ascii_digit()).all(|run| run.len() <= digits);
    std::str::from_utf8(data).ok().filter(|_| is_short)
}

/// The first line, and all behind it.
pub fn two_lines(text: &str) -> (&str, &str) {
    text.split_once('\n').unwrap_or((text, ""))
}

/// Nothing that a message quotes may disturb a terminal.
pub fn is_safe_to_show(message: &str) {
    assert!(message.chars().all(|c| c == '\n' || is_shown(c)), "{message:?}");
}

/// A position is printed so that it is read again, and its text has no spaces.
pub fn reads_as_printed(position: &Position) {
    let text = position.to_string();
    let again = duel_books::position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(&again, position);
    assert_eq!(again.to_string(), text);
    assert!(!text.contains(char::is_whitespace), "{text:?}");
}

/// What is listed is what is accepted, and a position without a move is over.
pub fn lists_what_it_accepts(position: &Position) {
    const MANY: usize = 300;
    let moves = position.moves(BUDGET);
    let listed: Vec<Move> = moves.iter().take(MANY).collect();
    for made in &listed {
        let text = position.write_move(made);
        assert_eq!(position.read_move(&text).as_ref(), Ok(made), "{text} in {position}");
        let step = position.play(made).unwrap_or_else(|why| panic!("{why:?} {text} {position}"));
        assert_ne!(step.after.turn(), position.turn());
    }
    if let Some(made) = listed.first() {
        assert!(position.can_move(), "{position}");
        reads_as_printed(&position.play(made).expect("just played").after);
    } else {
        assert!(!moves.is_complete() || !position.can_move(), "{position}");
    }
    assert_eq!(position.outcome().is_some(), !position.can_move());
    assert_eq!(position.is_over(), !position.can_move());
    if listed.len() == MANY {
        return;
    }
    assert_eq!(moves.count(), Natural::from(listed.len()), "{position}");
    for group in moves.groups() {
        let all: Vec<(Op, Natural)> = group.iter().filter_map(taken).collect();
        assert!(all.is_sorted_by_key(|(_, divisor)| divisor), "{position}");
        for (from, to) in [(0, MANY), (1, 3), (2, 2), (all.len() / 2, all.len())] {
            let (start, end) = (from.min(all.len()), to.min(all.len()).max(from.min(all.len())));
            let page = group.page(from as u64..to as u64);
            assert_eq!(page.as_deref(), Some(&all[start..end]), "{from}..{to} of {position}");
        }
    }
    accepts_nothing_else(position, &listed);
}

fn taken(made: Move) -> Option<(Op, Natural)> {
    match made {
        Move::Take { op, divisor, .. } => Some((op, divisor)),
        Move::Append(_) | Move::Pass => None,
    }
}

/// Tries every number up to the one on the table, where that is small.
fn accepts_nothing_else(position: &Position, listed: &[Move]) {
    const SMALL: u64 = 200;
    let listed: HashSet<&Move> = listed.iter().collect();
    let agrees = |made: &Move| {
        assert_eq!(position.after(made).is_ok(), listed.contains(made), "{made:?} in {position}");
    };
    agrees(&Move::Pass);
    duel_core::Digit::ALL.into_iter().for_each(|digit| agrees(&Move::Append(digit)));
    let Board::Numbers { numbers, .. } = position.board() else {
        return;
    };
    for (index, number) in numbers.iter().enumerate().take(4) {
        let Some(number) = number.to_u64().filter(|number| *number <= SMALL) else {
            continue;
        };
        for divisor in 0..=number + 1 {
            for op in [Op::Divide, Op::Subtract] {
                agrees(&Move::Take { index, op, divisor: Natural::from(divisor) });
            }
        }
    }
}

/// A game between two people, in which an invalid entry loses.
pub fn strict_game(position: &Position) -> Record {
    let names = Seats::new("Ada".to_owned(), "Борис".to_owned());
    let conduct = Conduct { on_illegal: OnIllegal::Forfeit, ..Conduct::default() };
    Record::new(names, position.clone(), conduct)
}

/// A record is the same after it was written and read, in both forms.
pub fn is_kept(record: &Record) {
    let text = record.to_text();
    let again = Record::parse(text.as_bytes(), duel_books::catalogue)
        .unwrap_or_else(|error| panic!("{error} in\n{text}"));
    assert_eq!(&again, record);
    assert_eq!(again.to_text(), text);

    let json = record.to_json();
    let again = Record::parse_json(json.as_bytes(), duel_books::catalogue)
        .unwrap_or_else(|error| panic!("{error} in\n{json}"));
    assert_eq!(&again, record);
    assert_eq!(again.to_json(), json);

    for text in [text, json] {
        assert_eq!(duel_books::record(text.as_bytes()).as_ref(), Ok(record));
    }
}

/// Whatever a factorisation says is true, however little it says.
pub fn is_true_factorization(f: &Factorization) {
    let n = f.number();
    let product = |parts: &[(Natural, u32)]| {
        parts.iter().fold(Natural::one(), |n, (part, exponent)| &n * &part.pow(*exponent))
    };
    let rest = product(f.unsplit());
    assert_eq!(f.rest(), (!rest.is_one()).then_some(&rest), "{n}");
    assert_eq!(f.is_complete(), rest.is_one(), "{n}");
    assert_eq!(&(&product(f.primes()) * &rest), n);
    assert!(f.primes().iter().all(|(prime, _)| is_prime(prime)), "{n}: {f:?}");
    assert!(!f.rest_is_composite() || !is_prime(&rest), "{n}: {f:?}");
    for list in [f.primes(), f.unsplit()] {
        assert!(list.is_sorted_by(|a, b| a.0 < b.0), "{n}: {f:?}");
    }
    let parts = [f.primes(), f.unsplit()].concat();
    for (at, (part, exponent)) in parts.iter().enumerate() {
        assert!(!part.is_one() && *exponent > 0, "{n}: {f:?}");
        assert!(parts[at + 1..].iter().all(|(other, _)| part.gcd(other).is_one()), "{n}: {f:?}");
    }
}

/// It is true, and nothing is left.
pub fn is_complete_factorization(f: &Factorization) {
    is_true_factorization(f);
    assert!(f.is_complete(), "{f:?}");
}
