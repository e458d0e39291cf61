//! Advice for the player to move, in three steps: what to look for, how many moves win, and the move.
//! The first two leave the finding to the player.
//!
//! What is said is data first ([`Clue`], [`Count`]) and words second: the tests evaluate what it claims
//! with the rules alone. A clue that describes moves describes winning ones only.

mod count;

use duel_core::{Board, LastMover, Move, Position};
use duel_solver::{
    Analysis, Claim, Depth, Limits, Reason, Solver, Strategy, Value,
    analysis::best_move,
    claim::{Alike, Parts},
    doing, lower,
    strategy::{Parity, Why},
};

pub use count::Count;

/// Advice in three steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// What to look for. It names neither the move nor how many win.
    pub clue: Clue,
    /// The clue in words.
    pub nudge: String,
    /// How many moves win.
    pub count: Count,
    /// The move, if one can be recommended.
    pub best: Option<Move>,
    /// For how many moves of both players it holds out, where the position is lost and no move holds
    /// out longer.
    pub holds_out: Option<u32>,
    /// The move in words, and why.
    pub advice: String,
}

/// How much of a hint is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HintStep {
    /// What to look for.
    Nudge,
    /// How many moves win.
    Count,
    /// The move, and why.
    Move,
}

impl HintStep {
    /// The step that is given when a hint is asked for again.
    #[must_use]
    pub fn next(self) -> HintStep {
        match self {
            HintStep::Nudge => HintStep::Count,
            HintStep::Count | HintStep::Move => HintStep::Move,
        }
    }
}

/// What to look for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clue {
    /// The game is over, and the player to move has won.
    OverWon,
    /// The game is over, and the player to move has not won.
    Over,
    /// The value is not known.
    Unsettled,
    /// Every move loses.
    Lost,
    /// Every move ends the game, and loses it.
    LostAtOnce,
    /// Every move loses, and how many moves are left is fixed.
    LostByCount,
    /// Every move wins.
    AnyMove,
    /// Moves that leave a prime win.
    LeavePrime,
    /// Moves that leave a product of two primes win.
    LeaveTwoPrimes,
    /// Moves after which the numbers that can still be divided form pairs with as many prime factors
    /// win.
    MakeFactorPairs,
    /// Some move that changes this number wins.
    LookAt {
        /// The number.
        number: duel_numbers::Natural,
        /// Its place.
        index: usize,
    },
    /// Moves after which every number can be divided at most once, and an odd number of moves is
    /// left, win.
    LeaveOddCount,
    /// Moves after which the numbers that can still be changed are equal in pairs win.
    MakePairs,
    /// Moves that leave 9 or a product of two primes other than 3 win.
    LeaveUnlucky,
    /// Moves that leave a power of two win.
    LeavePowerOfTwo,
    /// Moves that leave an odd number win.
    LeaveOdd,
    /// Taking as much as is allowed wins.
    TakeMost,
    /// The number just below this one is a prime, and leaving it wins.
    NumberBelow,
    /// A single digit wins at once.
    OneDigit,
    /// A single move wins at once.
    OneMove,
    /// Moves after which every reply loses at once win.
    LeaveNoReply,
    /// Moves after which the opponent has just one move each time, until the game is won, win.
    LeaveOneMove,
    /// Moves after which the only replies that would win may not be made, because their numbers have
    /// been used, win.
    UseUp,
    /// Moves after which the number of moves that are left is even (or odd), however both play, win.
    LeaveParity(Parity),
    /// Moves after which all replies but so many lose at once, and each of these has an answer, win.
    LeaveFewReplies(usize),
    /// Moves after which the opponent has so many replies, and each of them has an answer, win.
    LeaveReplies(usize),
    /// These numbers are lost for the player who is to move, and one of them can be left.
    LeaveLostNumber(Vec<u64>),
    /// Some move wins.
    SomeMove,
    /// Digits after which the opponent cannot make the number divisible keep the game open.
    SafeDigit,
    /// Digits that do not make the number divisible keep the game open.
    AvoidDivisible,
    /// Neither side can force a win; some moves keep it so.
    KeepOpen,
}

/// How many replies are worth counting.
const MANY_REPLIES: usize = 9;

/// Advice for the player to move.
pub fn hint(position: &Position, solver: &mut Solver, limits: Limits<'_>) -> Hint {
    let analysis = solver.analyse_moves(position, limits);
    Hint::of(position, &analysis)
}

impl Hint {
    /// Advice from an analysis of this position.
    pub fn of(position: &Position, analysis: &Analysis) -> Hint {
        let clue = clue(position, analysis);
        let best = match clue {
            Clue::Over | Clue::OverWon => None,
            _ => recommended(analysis),
        };
        let holds_out = match clue {
            Clue::Lost => holds_out(analysis, best.as_ref()),
            _ => None,
        };
        let advice = match clue {
            Clue::LostAtOnce | Clue::LostByCount => analysis.reason.words(position, Depth::Child),
            _ => advice(position, analysis, best.as_ref(), holds_out),
        };
        let count = match clue {
            Clue::Over | Clue::OverWon => Count::Over,
            _ => Count::of(analysis),
        };
        Hint { nudge: clue.words(), clue, count, best, holds_out, advice }
    }

    /// Whether no move wins, as the clue says.
    pub fn is_lost(&self) -> bool {
        matches!(self.clue, Clue::Lost | Clue::LostAtOnce | Clue::LostByCount)
    }

    /// One step of it, in words.
    pub fn words(&self, step: HintStep) -> String {
        match step {
            HintStep::Nudge => self.nudge.clone(),
            HintStep::Count => self.count.words(),
            HintStep::Move => self.advice.clone(),
        }
    }
}

/// The move of the reason, or else one that keeps the value.
fn recommended(analysis: &Analysis) -> Option<Move> {
    let kept = || {
        let line = best_move(analysis.known.value?, &analysis.moves)?;
        Some(line.made.clone())
    };
    let named = analysis.reason.recommended_move();
    named.or_else(kept).or_else(|| analysis.winning.first().cloned())
}

/// For how many moves this one holds out in a lost position, if that is known of all moves and none
/// holds out longer.
fn holds_out(analysis: &Analysis, best: Option<&Move>) -> Option<u32> {
    let all: Option<Vec<u32>> = analysis.moves.iter().map(|line| line.known.plies).collect();
    let best = analysis.moves.iter().find(|line| Some(&line.made) == best)?.known.plies?;
    let listed = duel_numbers::Natural::from(analysis.moves.len());
    let longest = all?.into_iter().max()?;
    (longest == best && analysis.total == Some(listed)).then_some(best + 1)
}

fn clue(position: &Position, analysis: &Analysis) -> Clue {
    let over = analysis.reason == Reason::Over;
    match analysis.known.value {
        None => Clue::Unsettled,
        Some(Value::Win) if over => Clue::OverWon,
        Some(_) if over => Clue::Over,
        Some(Value::Win) => winning_clue(position, analysis),
        Some(Value::Loss) => losing_clue(position, analysis),
        Some(Value::Draw | Value::Endless) => match &analysis.reason {
            Reason::SafeDigit { .. } => Clue::SafeDigit,
            Reason::NeverForced { .. } => Clue::AvoidDivisible,
            _ => Clue::KeepOpen,
        },
    }
}

fn losing_clue(position: &Position, analysis: &Analysis) -> Clue {
    let is_forced = |claim: &Claim| {
        matches!(claim, Claim::MovesLeft { made: None, .. } | Claim::IsTwoPrimes { .. })
    };
    let all_listed = analysis.total == Some(duel_numbers::Natural::from(analysis.moves.len()));
    if all_listed && analysis.moves.iter().all(|line| line.to.is_over()) {
        Clue::LostAtOnce
    } else if analysis.reason.claims(position, Depth::Child).iter().any(is_forced) {
        Clue::LostByCount
    } else {
        Clue::Lost
    }
}

fn winning_clue(position: &Position, analysis: &Analysis) -> Clue {
    match &analysis.reason {
        Reason::Composite { .. } | Reason::LeavePrime { .. } => Clue::LeavePrime,
        Reason::Nim { .. } | Reason::SubtractSum { .. } => sum_clue(position, analysis),
        Reason::EitherMisere { .. } => Clue::LeaveUnlucky,
        Reason::Subtract { number, .. } if number.trailing_zeros() + 1 == number.bits() => {
            Clue::LeavePowerOfTwo
        }
        Reason::Subtract { .. } => Clue::LeaveOdd,
        Reason::TakeAll { .. } => Clue::TakeMost,
        Reason::LeavePrimeByOne { .. } => Clue::NumberBelow,
        _ if analysis.known.plies == Some(1) => match position.board() {
            Board::Digits { .. } => Clue::OneDigit,
            Board::Numbers { .. } => Clue::OneMove,
        },
        _ => searched_clue(position, analysis),
    }
}

/// A number that a winning move changes.
fn look_at(position: &Position, made: Option<&Move>) -> Clue {
    match (position.board(), made) {
        (Board::Numbers { numbers, .. }, Some(Move::Take { index, .. })) => {
            Clue::LookAt { number: numbers[*index].clone(), index: *index }
        }
        _ => Clue::SomeMove,
    }
}

/// How to leave numbers in parts that can be seen.
fn parts_clue(position: &Position, made: Option<&Move>, parts: &Parts, alike: Alike) -> Clue {
    match alike {
        Alike::Equal if parts.lost.is_empty() => Clue::MakePairs,
        Alike::PrimeFactors => Clue::MakeFactorPairs,
        Alike::Equal => look_at(position, made),
    }
}

/// What to look for with several numbers, from what the reason claims about them.
fn sum_clue(position: &Position, analysis: &Analysis) -> Clue {
    let reason = &analysis.reason;
    let decides = |claim: &&Claim| {
        matches!(
            claim,
            Claim::LeavesPrime { .. }
                | Claim::LeavesTwoPrimes { .. }
                | Claim::MovesLeft { .. }
                | Claim::Parts { .. }
        )
    };
    let claims = reason.claims(position, Depth::Child);
    let normal = position.rules().last_mover() == LastMover::Wins;
    match claims.iter().find(decides) {
        Some(Claim::LeavesPrime { .. }) => Clue::LeavePrime,
        Some(Claim::LeavesTwoPrimes { .. }) => Clue::LeaveTwoPrimes,
        Some(Claim::MovesLeft { .. }) if !normal => match reason {
            // With all heaps at 1 the moves are forced; one larger heap decides their number.
            Reason::Nim { numbers, .. }
                if numbers.iter().any(|factors| factors.big_omega() > Some(2)) =>
            {
                Clue::LeaveOddCount
            }
            _ => Clue::AnyMove,
        },
        Some(Claim::Parts { made, parts, alike }) => {
            parts_clue(position, made.as_ref(), parts, *alike)
        }
        Some(Claim::MovesLeft { numbers, pass: false, .. }) if numbers.is_empty() => Clue::OneMove,
        _ => look_at(position, recommended(analysis).as_ref()),
    }
}

/// What to look for, from the strategy that a search has found: what makes the position lost that its
/// first move leaves.
fn searched_clue(position: &Position, analysis: &Analysis) -> Clue {
    let Reason::Searched { strategy: Some(strategy), lost_numbers, .. } = &analysis.reason else {
        return Clue::SomeMove;
    };
    let Strategy { first: Some(first), entries, .. } = strategy.as_ref() else {
        return Clue::SomeMove;
    };
    match entries.first().map(|entry| &entry.why) {
        Some(Why::AtOnce) => Clue::LeaveNoReply,
        Some(Why::Forced) => Clue::LeaveOneMove,
        Some(Why::UsedUp(_)) => Clue::UseUp,
        Some(Why::Parity(parity)) => Clue::LeaveParity(*parity),
        Some(Why::Parts(parts)) => parts_clue(position, Some(first), parts, Alike::Equal),
        Some(Why::Safe(moves)) => Clue::LeaveFewReplies(moves.len()),
        Some(Why::Theorem | Why::Answered | Why::FullLength(_)) | None => {
            let left = analysis.moves.iter().find(|line| line.made == *first);
            let number = left.and_then(|line| match line.to.board() {
                Board::Numbers { numbers, .. } => numbers.first()?.to_u64(),
                Board::Digits { .. } => None,
            });
            match (lost_numbers, number) {
                (Some(lost), Some(number)) if lost.numbers.contains(&number) => {
                    Clue::LeaveLostNumber(lost.numbers.clone())
                }
                // One reply is forced, and too many are no help.
                _ => match entries.first().map(|entry| entry.replies.len()) {
                    Some(count @ 2..=MANY_REPLIES) => Clue::LeaveReplies(count),
                    _ => Clue::SomeMove,
                },
            }
        }
    }
}

impl Clue {
    /// The clue in words.
    pub fn words(&self) -> String {
        let look = match self {
            Clue::OverWon => return "The game is over: you have won.".to_owned(),
            Clue::Over => return "The game is over.".to_owned(),
            Clue::Unsettled => {
                return "This could not be settled. Count what each move leaves your opponent, and \
                        keep away from moves that let your opponent win at once."
                    .to_owned();
            }
            Clue::Lost => {
                return "You are lost against best play. Make it hard: look for the move that holds \
                        out longest."
                    .to_owned();
            }
            Clue::LostAtOnce => return "Every move loses at once.".to_owned(),
            Clue::LostByCount => {
                return "You are lost, whatever you play: count how many moves are left."
                    .to_owned();
            }
            Clue::SafeDigit => {
                return "Nothing wins by force. Look for a safe digit: one after which your opponent \
                        cannot make the number divisible."
                    .to_owned();
            }
            Clue::AvoidDivisible => {
                return "Nothing wins by force. Look for a safe digit: one that does not make the \
                        number divisible."
                    .to_owned();
            }
            Clue::KeepOpen => {
                return "Nothing wins by force. Look for a move after which your opponent cannot \
                        force a win either."
                    .to_owned();
            }
            Clue::AnyMove => "Count how many moves are left.".to_owned(),
            Clue::LeavePrime => "Look for a way to leave a prime.".to_owned(),
            Clue::LeaveTwoPrimes => "Look for a way to leave a product of two primes.".to_owned(),
            Clue::MakeFactorPairs => {
                "Look for a way to leave numbers in pairs that have equally many prime factors; primes \
                 and 1 do not count."
                    .to_owned()
            }
            Clue::LookAt { number, .. } => {
                format!("Look at {number}: a good move changes it.")
            }
            Clue::LeaveOddCount => {
                "Only one number can be divided more than once. Change it so that every number can \
                 be divided at most once, and count: an odd number of moves should be left."
                    .to_owned()
            }
            Clue::MakePairs => {
                "Look for a way to leave equal numbers in pairs; primes and 1 do not count."
                    .to_owned()
            }
            Clue::LeaveUnlucky => {
                "Some numbers are unlucky: 9, and products of two primes other than 3. Can you \
                 leave one?"
                    .to_owned()
            }
            Clue::LeavePowerOfTwo => {
                "This is a power of two. Which smaller power of two can you leave?".to_owned()
            }
            Clue::LeaveOdd => "Which moves leave an odd number?".to_owned(),
            Clue::TakeMost => "How much may you take at once?".to_owned(),
            Clue::NumberBelow => "Look at the number just below this one.".to_owned(),
            Clue::OneDigit => "A single digit is enough.".to_owned(),
            Clue::OneMove => "You can end the game with this very move.".to_owned(),
            searched => searched.searched_words(),
        };
        format!("There is a winning move. {look}")
    }

    /// What to look for, where the winner's strategy says it.
    fn searched_words(&self) -> String {
        match self {
            Clue::LeaveNoReply => {
                "Look for a move after which every reply of your opponent loses at once.".to_owned()
            }
            Clue::LeaveOneMove => {
                "Look for a way to leave your opponent just one move each time, until you have won."
                    .to_owned()
            }
            Clue::UseUp => {
                "Look for a move after which every good reply is used up: your opponent would need \
                 a number that may not be chosen any more."
                    .to_owned()
            }
            Clue::LeaveParity(parity) => {
                let parity = match parity {
                    Parity::Even => "even",
                    Parity::Odd => "odd",
                };
                format!(
                    "Look for a move after which the number of moves that are left is {parity}, \
                     however both of you play."
                )
            }
            Clue::LeaveFewReplies(1) => {
                "Look for a move after which all replies but one lose at once, and to that one you \
                 have an answer."
                    .to_owned()
            }
            Clue::LeaveFewReplies(count) => format!(
                "Look for a move after which all replies but {count} lose at once, and to these you \
                 have an answer."
            ),
            Clue::LeaveReplies(count) => format!(
                "Look for a move after which your opponent has {count} replies, and you have an \
                 answer to each."
            ),
            Clue::LeaveLostNumber(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                format!(
                    "Some numbers are lost for the player who is to move: {}. Can you leave one?",
                    numbers.join(", ")
                )
            }
            _ => "Try each move, and ask what your opponent would answer.".to_owned(),
        }
    }
}

/// Whether a claim about a position with one move names that move.
fn names_only_move(claim: &Claim) -> bool {
    matches!(
        claim,
        Claim::Named { why: Why::AtOnce | Why::Forced | Why::Theorem | Why::Answered, .. }
    )
}

fn advice(
    position: &Position,
    analysis: &Analysis,
    best: Option<&Move>,
    holds_out: Option<u32>,
) -> String {
    let why = analysis.reason.words(position, Depth::Child);
    let Some(best) = best else { return why };
    let doing = doing(position, best);
    match analysis.known.value {
        Some(Value::Loss) => {
            // The line of the reason may begin with another move.
            let claims = analysis.reason.claims(position, Depth::Child);
            let without_line = claims.iter().filter(|claim| !matches!(claim, Claim::Line { .. }));
            let why: Vec<String> = without_line.map(|claim| claim.words(position)).collect();
            let why = why.join(" ");
            if analysis.total.as_ref().is_some_and(duel_numbers::Natural::is_one) {
                if claims.iter().any(names_only_move) {
                    return why;
                }
                return format!("{why} Your only move: {}.", lower(&doing));
            }
            let longest = match holds_out {
                Some(moves) => format!(" No move holds out longer: {moves} moves of both."),
                None => String::new(),
            };
            format!("{why} What is left to try: {}.{longest}", lower(&doing))
        }
        // The reason says so itself.
        Some(_) if analysis.reason.recommended_move().as_ref() == Some(best) => why,
        _ => format!("{doing}. {why}"),
    }
}
