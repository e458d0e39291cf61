//! Sentences about a position, as data: what is claimed comes first, and `words.rs` only puts it
//! into English.
//!
//! Every claim is spoken to the player to move, who is "you". The test `claims.rs` evaluates each
//! kind with code that knows only the rules, on thousands of positions; it takes them apart
//! exhaustively, so a new kind of sentence does not compile there until it has a check.

use duel_core::{Board, Digit, Move, Position};
use duel_numbers::{Factorization, Natural};

pub use crate::plan_words::{arithmetic, end as end_in_words, leading_to};
use crate::strategy::{Why, with_nothing_barred};

/// Numbers with more digits than this are not multiplied out in a sentence.
const READABLE: usize = 20;

/// One or two sentences that belong together, about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The game is over, and the result for the player to move.
    Over {
        /// What ended it.
        ending: Ending,
        /// The result for the player to move.
        result: FinalResult,
    },
    /// The number is composite, so some division leaves a prime, which ends the game.
    Composite(Natural),
    /// This move leaves a prime, where there is no move, and wins.
    LeavesPrime {
        /// The move.
        made: Move,
        /// What it leaves.
        prime: Natural,
    },
    /// This move leaves a product of two primes, from which the opponent has to leave a prime; being
    /// stuck there wins.
    LeavesTwoPrimes {
        /// The move.
        made: Move,
        /// What it leaves.
        left: Natural,
    },
    /// The number is a product of two primes, so every move leaves a prime; being stuck there wins.
    IsTwoPrimes(Natural),
    /// How many prime factors each number has, and how often it can be divided therefore.
    PrimeFactors(Vec<Factorization>),
    /// From here on (or after the move) the number of moves is fixed.
    MovesLeft {
        /// The winning move; `None` if the position itself is meant, which is lost.
        made: Option<Move>,
        /// The numbers that can be divided just once.
        numbers: Vec<Natural>,
        /// Whether the division by 1 is left as well.
        pass: bool,
    },
    /// From here on (or after the move) every number that can still be changed has a partner, and
    /// whatever happens to one is repeated on the other; or it is lost alone, and is answered there.
    Parts {
        /// The winning move; `None` if the position itself is meant, which is lost.
        made: Option<Move>,
        /// The partners, and what is lost alone.
        parts: Parts,
        /// What the partners have in common.
        alike: Alike,
    },
    /// From here on (or after the move) every number of a game of subtraction is lost alone: it is odd,
    /// or a power of two with an odd exponent, or has no move.
    LostAlone {
        /// The winning move; `None` if the position itself is meant, which is lost.
        made: Option<Move>,
        /// The numbers.
        numbers: LostAlone,
    },
    /// From here on (or after the move) the heaps balance, and the last mover wins.
    Balance {
        /// The winning move; `None` if the position itself is meant, which is lost.
        made: Option<Move>,
        /// What each number is worth.
        heaps: Vec<u32>,
        /// Whether the division by 1 is left, one more heap of 1.
        pass: bool,
        /// What a heap stands for.
        worth: Worth,
    },
    /// From here on (or after the move) the heaps balance, at least two of them are of two or more,
    /// and the last mover loses.
    BalanceMisere {
        /// The winning move; `None` if the position itself is meant, which is lost.
        made: Option<Move>,
        /// How often each number can be divided.
        heaps: Vec<u32>,
        /// Whether the division by 1 is left, one more heap of 1.
        pass: bool,
    },
    /// What each number is worth as a heap in Nim.
    Nimbers(Vec<(Natural, u32)>),
    /// Some move makes the heaps balance, but which one could not be found.
    CanBalance,
    /// This move leaves an unlucky number of division or subtraction, misère.
    LeavesUnlucky {
        /// The move.
        made: Move,
        /// What it leaves.
        left: Natural,
    },
    /// The number is an unlucky number of division or subtraction, misère.
    Unlucky(Natural),
    /// Subtracting this leaves an odd composite number, which is lost.
    LeavesOdd {
        /// The move.
        made: Move,
        /// What it leaves.
        left: Natural,
    },
    /// Halving this power of two leaves one with an odd exponent, which is lost.
    Halves {
        /// The number.
        number: Natural,
        /// The move.
        made: Move,
        /// What it leaves.
        left: Natural,
    },
    /// An odd composite number is lost in the game of subtraction.
    Odd(Natural),
    /// A power of two with an odd exponent is lost in the game of subtraction.
    OddPowerOfTwo(Natural),
    /// Taking the whole number leaves nothing.
    TakesAll {
        /// The number.
        number: Natural,
        /// The move.
        made: Move,
    },
    /// Taking 1 leaves a prime, of which no factor may be taken.
    LeavesPrimeByOne {
        /// The move.
        made: Move,
        /// What it leaves.
        prime: Natural,
    },
    /// This digit makes the number a multiple of a target, and wins.
    Completes(Multiple),
    /// No digit makes the number divisible by this target now.
    NoDigitCompletes(Natural),
    /// After this digit the opponent cannot make the number divisible either, and there will always
    /// be such a digit.
    SafeDigit(Digit),
    /// Whatever digit comes first, the opponent completes the number with the next: the multiple for
    /// each digit.
    EveryDigitLoses(Vec<Multiple>),
    /// Completing the number loses, and there is always a digit that does not, such as this one.
    NeverForced {
        /// The target.
        target: Natural,
        /// A digit that does not complete the number.
        digit: Digit,
    },
    /// This move ends the game, and wins it.
    WinsAtOnce(Move),
    /// This move wins.
    Wins(Move),
    /// You can win.
    CanWin,
    /// Every move loses.
    EveryMoveLoses,
    /// This move wins, and what it makes of the position.
    Plays {
        /// The move.
        made: Move,
        /// What may not be chosen after it though the rules would allow it otherwise, unless the next
        /// claim says so.
        barred: Vec<Natural>,
    },
    /// Why the loser, who is to move in this position, loses.
    Named {
        /// The position that play comes to: this one, or the one after the winning move.
        lost: Position,
        /// Why.
        why: Why,
    },
    /// What is answered to moves in a lost position.
    Answers {
        /// The position that play comes to.
        lost: Position,
        /// Moves and their answers.
        lines: Vec<Answered>,
    },
    /// A line of play to the end of the game, in which the winner makes no mistake.
    Line {
        /// Where it begins: the loser is to move.
        lost: Position,
        /// The moves.
        moves: Vec<Move>,
    },
    /// All moves that end the game at once, and win it.
    EndingMoves(Vec<Move>),
    /// Everything that can be done in a lost position, and what follows.
    Told(Told),
    /// There is more to tell than is told: these are some positions of a strategy, and what is answered
    /// leads to others too, which are lost for the same player.
    PartOfPlan,
    /// The same in small words.
    PartOfAnswer,
    /// Who wins was found within the limits of the search, and what answers each move was not.
    PlanNotFound,
    /// The lost numbers up to one of them.
    LostNumbers(LostNumbers),
    /// Neither player can force a win before the maximum length; this move, if it is known, keeps it
    /// so.
    KeepsDraw(Option<Move>),
    /// Neither player can force a win; this move, if it is known, keeps it so, for ever.
    KeepsEndless(Option<Move>),
    /// Only the remainder matters, and what it is.
    Remainder {
        /// The target.
        target: Natural,
        /// The remainder now.
        residue: Natural,
    },
    /// The number as a power of two.
    PowerOfTwo {
        /// The number.
        number: Natural,
        /// The exponent.
        twos: u64,
    },
    /// The number is even, and has this odd divisor above 1.
    EvenWithOddDivisor {
        /// The number.
        number: Natural,
        /// Its odd part.
        odd: Natural,
    },
    /// A general statement that holds for these rules.
    Theorem(Theorem),
    /// Why that statement holds.
    Proof(Theorem),
    /// What a proof by search consists of, where somebody wins.
    SearchProof,
    /// The same, where nobody does.
    CompleteSearch,
    /// How a number with a number chosen last is written in a plan.
    AfterMeans {
        /// The number.
        number: Natural,
        /// What was chosen last.
        last: Natural,
    },
    /// How a number of digits is written in a plan that is told for another one.
    LikeMeans {
        /// The number.
        number: Position,
        /// The one that is told, with the same remainders.
        like: Position,
    },
    /// What the numbers of a lost position are worth, as sums of powers of two, each of which occurs an
    /// even number of times: the balance of Nim in small words.
    Twins {
        /// The position that play comes to.
        lost: Position,
        /// What each number is worth.
        heaps: Vec<u32>,
        /// Whether the division by 1 is left, which counts as 1.
        pass: bool,
        /// What a heap stands for.
        worth: Worth,
    },
    /// The value is not known: the search was not finished.
    Unknown,
}

impl Claim {
    /// This move wins, and leads to this position.
    pub fn plays(made: Move, after: &Position) -> Claim {
        Claim::Plays { made, barred: used_choices(after) }
    }
}

/// What ended a game, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The player to move has no move. What could be chosen if it had not been used, of all numbers,
    /// ascending; where there is nothing, they are primes, 1 and 0.
    NoMove(Vec<Natural>),
    /// All digits have been used.
    NoDigit,
    /// A target divides the number.
    Divisible(Multiple),
    /// The number has reached its maximum length.
    FullLength(u32),
}

impl Ending {
    /// What ended the game at this position, where it is over.
    pub fn of(over: &Position) -> Ending {
        match over.board() {
            Board::Numbers { .. } => Ending::NoMove(used_choices(over)),
            Board::Digits { append, targets, residues, .. } => {
                let complete = over.board().is_complete();
                match residues.iter().position(Natural::is_zero).filter(|_| complete) {
                    Some(place) => Ending::Divisible(Multiple::of(over, &[], &targets[place])),
                    None => match append.cap.length().filter(|_| over.board().is_full()) {
                        Some(length) => Ending::FullLength(length),
                        None => Ending::NoDigit,
                    },
                }
            }
        }
    }
}

/// What could be chosen in this position if it had not been used, ascending.
pub fn used_choices(position: &Position) -> Vec<Natural> {
    let Board::Numbers { take, numbers, barred } = position.board() else { return Vec::new() };
    if barred.is_empty() {
        return Vec::new();
    }
    let free = with_nothing_barred(position);
    let could_be = |divisor: &&Natural| {
        (0..numbers.len()).any(|index| {
            take.steps().any(|step| {
                let made = Move::Take { index, op: step.op, divisor: (*divisor).clone() };
                free.after(&made).is_ok()
            })
        })
    };
    let mut found: Vec<Natural> = barred.iter().filter(could_be).cloned().collect();
    found.sort_unstable();
    found
}

/// Numbers that do not concern each other, sorted so that who wins can be seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Numbers that are worth the same: what is done to one can be made good on the other.
    pub pairs: Vec<[Natural; 2]>,
    /// Numbers of which each is lost for the player to move if it is alone.
    pub lost: Vec<Natural>,
}

/// Numbers of a game of subtraction of which each is lost alone, sorted by why.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LostAlone {
    /// 1 and primes: they have no move.
    pub stuck: Vec<Natural>,
    /// Other odd numbers.
    pub odd: Vec<Natural>,
    /// Powers of two with an odd exponent, above 2.
    pub powers: Vec<Natural>,
}

/// The result of a finished game for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalResult {
    /// The player to move has won.
    Won,
    /// The player to move has lost.
    Lost,
    /// There is no winner.
    Drawn,
}

/// What the partners of a pair have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alike {
    /// As many prime factors.
    PrimeFactors,
    /// They are equal.
    Equal,
}

/// What a heap stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// How often the number can be divided.
    Divisions,
    /// The nimber of the number.
    Nimber,
}

/// Digits appended one after the other, and the multiple of a target that they make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multiple {
    /// The digits, of both players in turn.
    pub digits: Vec<Digit>,
    /// The target that divides the number then.
    pub target: Natural,
    /// The number and its quotient, unless they are too long to be read.
    pub product: Option<(Natural, Natural)>,
}

impl Multiple {
    /// The multiple of a target that arises from a position by these digits.
    pub(crate) fn of(position: &Position, digits: &[Digit], target: &Natural) -> Multiple {
        let product = match position.board() {
            Board::Digits { digits: before, .. } if before.len() + digits.len() <= READABLE => {
                let all = before.iter().chain(digits);
                let number = all
                    .fold(Natural::default(), |number, digit| number.append_digit(digit.value()));
                let quotient = &number / target;
                Some((number, quotient))
            }
            _ => None,
        };
        Multiple { digits: digits.to_vec(), target: target.clone(), product }
    }
}

/// A move in a lost position, and what is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The move.
    pub tried: Move,
    /// The answer; `None` if the move has ended the game.
    pub answer: Option<Move>,
    /// What can be seen of the position that follows.
    pub seen: Seen,
}

/// What can be seen of a position that an answer leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// The number is a prime, and the game is over.
    Prime,
    /// The number is a prime, and nothing can be done but take 1 from it.
    Cage,
    /// The only moves that would win may not be made, because their numbers have been used.
    UsedUp(Vec<Move>),
    /// Whatever digit comes next, no target divides the number.
    NoMultiple,
    /// No more than the numbers.
    Nothing,
}

/// A lost position with all its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The position.
    pub lost: Position,
    /// Why it is lost.
    pub why: Why,
    /// The moves after which the game is over at once, each with the answer that ends it unless the
    /// move does.
    pub at_once: Vec<(Move, Option<Move>)>,
    /// The other moves, the answers, and the lost positions that they lead to.
    pub others: Vec<(Move, Move, Position)>,
}

/// The lost numbers of a game in which the number alone decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostNumbers {
    /// From where they are listed.
    pub from: u64,
    /// How far they are listed.
    pub up_to: u64,
    /// The lost numbers, ascending.
    pub numbers: Vec<u64>,
}

/// A general statement about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// Dividing is Nim, and who wins Nim.
    DivideIsNim,
    /// The same, where the last mover loses.
    DivideIsMisereNim,
    /// The same, with a division by 1 left, which is a heap of its own.
    PassIsHeap,
    /// Equal pairs, and numbers that are lost alone, are lost together.
    EqualPairs,
    /// Dividing (or subtracting as well) from one number: primes and 1 are lost.
    PrimesLost,
    /// Dividing one number, misère: products of two primes are lost.
    TwoPrimesLost,
    /// Dividing or subtracting, misère: the unlucky numbers.
    UnluckyNumbers,
    /// Subtracting from one number: the lost numbers.
    SubtractLost,
    /// Nimbers of independent numbers add.
    NimbersAdd,
    /// Subtracting from one number: its nimber.
    SubtractWorth,
    /// Every number that is not used can be taken whole.
    WholeDivides,
    /// Where a number may not be taken whole, 1 may.
    OneIsTakenWhole,
    /// Taking 1 above a prime wins.
    AbovePrime,
    /// Which remainders win at once.
    RemainderDecides,
    /// With a target above 11 there is a safe first digit, also where that may not be 0.
    SafeFirstDigit,
    /// With a target above 10 there is always a safe digit after the first one.
    AlwaysSafe,
    /// Of two neighbouring digits at most one completes the number.
    NeighbouringDigits,
}
