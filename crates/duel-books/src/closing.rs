//! The end of a game in words, also where it ends as no book describes.

use duel_core::{
    Board, Echo, Ending, Failure, Move, Op, Outcome, Position, Reuse, Seat, Seats, View,
};
use duel_numbers::{Budget, Natural, is_prime_within};

use crate::{Book, explain, listing, rules_text::digits_in_words};

/// The sentences that end a game, without what the book says to a player who is stuck.
pub fn closing(book: &Book, view: &View<'_>, ending: &Ending) -> String {
    let name = |seat: Seat| view.name(seat);
    let wins = |loser: Seat| (book.voice.wins)(name(loser.other()));
    match ending {
        Ending::Played(Outcome::Won(winner)) => (book.voice.result)(view, Some(name(*winner))),
        Ending::Played(Outcome::Nobody) => (book.voice.result)(view, None),
        Ending::Resigned(loser) => format!("{} resigns. {}\n", name(*loser), wins(*loser)),
        Ending::TimedOut(loser) => {
            format!("{} has run out of time. {}\n", name(*loser), wins(*loser))
        }
        Ending::Forfeited(loser, fault) => format!(
            "{} {} forfeits the game. {}\n",
            explain::fault(view.position, fault),
            name(*loser),
            wins(*loser)
        ),
        Ending::Failed(loser, failure) => {
            let name = name(*loser);
            let failed = match failure {
                Failure::Crash => format!("{name} has stopped working."),
                Failure::Time => format!("{name} has not answered in time."),
                Failure::Protocol => format!("{name} has not kept to the protocol."),
                Failure::Entry(fault) => {
                    format!("{} {name} forfeits the game.", explain::fault(view.position, fault))
                }
            };
            format!("{failed} {}\n", wins(*loser))
        }
        Ending::Abandoned => "The game is abandoned without a winner.\n".to_owned(),
    }
}

/// Why a game is over and who has won, in one sentence; the player in the seat `reader` is "you".
///
/// ```
/// use duel_core::{Ending, Outcome, Seat, Seats};
///
/// let stuck = duel_books::position("divide+misere:7").unwrap();
/// let ending = Ending::Played(stuck.outcome().unwrap());
/// let names = Seats::new("Ann".to_owned(), "Ben".to_owned());
/// let reason = |reader| duel_books::closing::reason(&stuck, &names, &ending, reader);
/// assert_eq!(reason(Some(Seat::First)), "You cannot move, because 7 is a prime: you win.");
/// assert_eq!(reason(None), "Ann cannot move, because 7 is a prime: Ann wins.");
///
/// let stuck = duel_books::position("subtract+no-echo:121~11").unwrap();
/// let ending = Ending::Played(stuck.outcome().unwrap());
/// assert_eq!(
///     duel_books::closing::reason(&stuck, &names, &ending, Some(Seat::First)),
///     "You cannot move, because only 11 could be chosen, and it was just chosen: Ben wins."
/// );
/// ```
pub fn reason(
    position: &Position,
    names: &Seats<String>,
    ending: &Ending,
    reader: Option<Seat>,
) -> String {
    let name = |seat: Seat| if reader == Some(seat) { "You" } else { &names[seat] };
    let why = match ending {
        Ending::Played(_) => played_out(position, name),
        Ending::Resigned(loser) if reader == Some(*loser) => "You resign".to_owned(),
        Ending::Resigned(loser) => format!("{} resigns", name(*loser)),
        Ending::TimedOut(loser) => format!("{} ran out of time", name(*loser)),
        Ending::Forfeited(loser, _) => format!("{} made an invalid entry", name(*loser)),
        Ending::Failed(loser, _) => format!("{} stopped playing", name(*loser)),
        Ending::Abandoned => "Both agreed to stop".to_owned(),
    };
    let result = match ending.outcome() {
        Outcome::Won(winner) if reader == Some(winner) => "you win".to_owned(),
        Outcome::Won(winner) => format!("{} wins", names[winner]),
        Outcome::Nobody => "nobody wins".to_owned(),
    };
    format!("{why}: {result}.")
}

/// Why no game begins at a position that is over, and what would be a start.
///
/// ```
/// let over = duel_books::position("divide:7").unwrap();
/// assert_eq!(
///     duel_books::closing::no_start(&over),
///     "This position is over: the player to move cannot move, because 7 is a prime, \
///      and their opponent wins. A start has a move, such as divide:60,84."
/// );
/// ```
pub fn no_start(over: &Position) -> String {
    let turn = over.turn();
    let mut names = Seats::new("their opponent".to_owned(), "their opponent".to_owned());
    "the player to move".clone_into(&mut names[turn]);
    let ended = over.outcome().map(|outcome| {
        reason(over, &names, &Ending::Played(outcome), None)
            .trim_end_matches('.')
            .replace(": ", ", and ")
    });
    let example = crate::of(over.rules()).example;
    format!(
        "This position is over: {}. A start has a move, such as {example}.",
        ended.unwrap_or_else(|| "it has no move".to_owned())
    )
}

/// The most digits of a number that a sentence contains.
const READABLE: usize = 20;

/// A number, or other words for a long one.
fn readable(text: String, long: &str) -> String {
    if text.len() <= READABLE { text } else { long.to_owned() }
}

fn played_out<'a>(position: &Position, name: impl Fn(Seat) -> &'a str) -> String {
    let (board, stuck) = (position.board(), name(position.turn()));
    match board {
        Board::Digits { targets, residues, .. } if board.is_complete() => {
            let number = readable(listing::numbers(position), "the number");
            let target = targets.iter().zip(residues).find(|(_, residue)| residue.is_zero());
            let target = target.map(|(target, _)| target.to_string()).unwrap_or_default();
            let (by, target) = (name(position.turn().other()), readable(target, "a target"));
            format!("{by} made {number} divisible by {target}")
        }
        Board::Digits { append, .. } if board.is_full() => {
            format!("Not decided after {}", digits_in_words(append.cap.length().unwrap_or(0)))
        }
        Board::Digits { .. } => format!("{stuck} cannot move, because every digit is used"),
        Board::Numbers { numbers, .. } if numbers.iter().all(Natural::is_zero) => {
            format!("{} reached 0", name(position.turn().other()))
        }
        Board::Numbers { numbers, barred, .. } => {
            let because = why_stuck(position, numbers, barred);
            let because = because.map(|because| format!(", because {because}"));
            format!("{stuck} cannot move{}", because.unwrap_or_default())
        }
    }
}

/// Why nothing can be chosen: "7 is a prime", or what was chosen before and is barred now.
fn why_stuck(position: &Position, numbers: &[Natural], barred: &[Natural]) -> Option<String> {
    let unused = Position::numbers(*position.rules(), numbers.to_vec(), position.turn()).ok()?;
    let are_primes =
        || numbers.iter().all(|number| is_prime_within(number, Budget::PROMPT) == Some(true));
    match numbers {
        _ if !unused.is_over() => Some(only_barred(&unused, barred)),
        [one] if one.is_one() => Some("only 1 is left".to_owned()),
        _ if !are_primes() => None,
        [prime] => Some(format!("{} is a prime", readable(prime.to_string(), "the number"))),
        _ => Some("only primes are left".to_owned()),
    }
}

/// "only 2 and 3 could be chosen, and both are used", where nothing else can be chosen in the same
/// position before anything was.
fn only_barred(unused: &Position, barred: &[Natural]) -> String {
    /// The most numbers that a sentence names.
    const NAMED: usize = 6;
    let mut choices: Vec<&Natural> =
        barred.iter().filter(|chosen| can_be_chosen(unused, chosen)).collect();
    choices.sort_unstable();
    choices.dedup();
    let names: Vec<String> = choices.iter().map(ToString::to_string).collect();
    let is_echo = |chosen: &Natural| match unused.board() {
        Board::Numbers { take, .. } => {
            take.echo == Echo::Barred && take.reuse != Reuse::Once && !chosen.is_one()
        }
        Board::Digits { .. } => false,
    };
    match names.as_slice() {
        _ if names.len() > NAMED || names.iter().any(|name| name.len() > READABLE) => {
            "everything that could be chosen was chosen before".to_owned()
        }
        [only] if is_echo(choices[0]) => {
            format!("only {only} could be chosen, and it was just chosen")
        }
        [only] => format!("only {only} could be chosen, and it is used"),
        [one, two] if is_echo(choices[1]) => {
            format!(
                "only {one} and {two} could be chosen, {one} is used, and {two} was just chosen"
            )
        }
        [one, two] => format!("only {one} and {two} could be chosen, and both are used"),
        [init @ .., last] => {
            format!("only {} and {last} could be chosen, and all are used", init.join(", "))
        }
        [] => "nothing can be chosen".to_owned(),
    }
}

/// Whether some move of a position chooses this number.
fn can_be_chosen(position: &Position, chosen: &Natural) -> bool {
    let Board::Numbers { numbers, .. } = position.board() else { return false };
    let is_legal = |index: usize, op: Op| {
        position.play(&Move::Take { index, op, divisor: chosen.clone() }).is_ok()
    };
    (0..numbers.len()).any(|index| is_legal(index, Op::Divide) || is_legal(index, Op::Subtract))
        || chosen.is_one() && position.can_pass()
}

/// What is said when the announced length of a game of digits is reached.
pub fn length_reached(length: u32) -> String {
    format!("Maximum length ({length}) reached. The game goes on.\n")
}
