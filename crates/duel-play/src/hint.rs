//! Advice for the player to move: a nudge that leaves the finding to the player, and then the
//! move.

use duel_core::{Board, LastMover, Move, Position};
use duel_solver::{Analysis, Depth, Limits, Reason, Solver, Value, analysis::best_move, doing};

/// Advice in two portions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// What to look for. It never names the move.
    pub nudge: String,
    /// The move, if one can be recommended.
    pub best: Option<Move>,
    /// The move in words, and why.
    pub told: String,
}

/// Advice for the player to move.
pub fn hint(position: &Position, solver: &mut Solver, limits: Limits<'_>) -> Hint {
    let analysis = solver.analyse(position, limits);
    Hint::of(position, &analysis)
}

impl Hint {
    /// Advice from an analysis of this position.
    pub fn of(position: &Position, analysis: &Analysis) -> Hint {
        let value = analysis.known.value;
        let best = if position.is_over() { None } else { recommended(analysis) };
        let nudge = match value {
            None => "This could not be settled. Count what each move leaves your opponent, and \
                     keep away from moves that let your opponent win at once."
                .to_owned(),
            Some(Value::Win) if position.is_over() => "The game is over: you have won.".to_owned(),
            Some(_) if position.is_over() => "The game is over.".to_owned(),
            Some(Value::Win) => format!("There is a winning move. {}", idea(position, analysis)),
            Some(Value::Loss) => "You are lost against best play. Make it hard: look for a move \
                                  after which your opponent has to find the only good reply."
                .to_owned(),
            Some(Value::Draw | Value::Endless) => {
                "Nothing wins by force. Look for a safe digit: one after which your opponent \
                 cannot finish."
                    .to_owned()
            }
        };
        let told = told(position, analysis, best.as_ref());
        Hint { nudge, best, told }
    }
}

/// The move of the reason, or else one that keeps the value.
fn recommended(analysis: &Analysis) -> Option<Move> {
    let kept = || {
        let line = best_move(analysis.known.value?, &analysis.moves)?;
        Some(line.made.clone())
    };
    let named = match &analysis.reason {
        Reason::SafeDigit { safe, .. } | Reason::NeverForced { safe, .. } => {
            Some(Move::Append(*safe))
        }
        Reason::Searched { best, .. } => best.clone(),
        other => other.winning_move(),
    };
    named.or_else(kept).or_else(|| analysis.winning.first().cloned())
}

/// What to look for, where there is a win.
fn idea(position: &Position, analysis: &Analysis) -> &'static str {
    let normal = position.rules().last_mover() == LastMover::Wins;
    match &analysis.reason {
        Reason::Composite { .. } | Reason::LeavePrime { .. } => "Look for a way to leave a prime.",
        Reason::Nim { numbers, pass, .. } => match (numbers.len(), pass, normal) {
            (1, None | Some(false), true) => "Look for a way to leave a prime.",
            (1, None | Some(false), false) => "Look for a way to leave a product of two primes.",
            _ => {
                "Count the prime factors of each number, less one, and think of these counts as \
                 heaps in Nim. Which move balances them?"
            }
        },
        Reason::EitherMisere { .. } => {
            "Some numbers are unlucky: 9, and products of two primes other than 3. Can you leave \
             one?"
        }
        Reason::Subtract { number, .. } if is_power_of_two(number) => {
            "This is a power of two. Which power of two would you not like to get?"
        }
        Reason::Subtract { .. } => "Which moves leave an odd number?",
        Reason::SubtractSum { .. } => {
            "Each number is worth a heap in Nim, by how often it can be halved. Which move \
             balances the heaps?"
        }
        Reason::TakeAll { .. } => "How much may you take at once?",
        Reason::LeavePrimeByOne { .. } => "Look at the number just below this one.",
        Reason::Complete { .. } => "A single digit is enough.",
        _ if analysis.known.plies == Some(1) => match position.board() {
            Board::Digits { .. } => "A single digit is enough.",
            Board::Numbers { .. } => "You can end the game with this very move.",
        },
        _ => match (analysis.winning.len(), position.board()) {
            (1, _) => "There is just one. Try each move, and ask what your opponent would answer.",
            (_, Board::Digits { .. }) => {
                "Try each digit, and ask what your opponent could make of it."
            }
            _ => "There is more than one. Which moves leave your opponent little to do?",
        },
    }
}

fn is_power_of_two(number: &duel_numbers::Natural) -> bool {
    number.trailing_zeros() + 1 == number.bits()
}

fn told(position: &Position, analysis: &Analysis, best: Option<&Move>) -> String {
    let why = analysis.reason.words(position, Depth::Child);
    let Some(best) = best else { return why };
    let doing = doing(position, best);
    // Most reasons that recommend a move say so themselves.
    if why.contains(&doing) { why } else { format!("{doing}. {why}") }
}
