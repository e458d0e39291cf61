//! The goal of the rules that are played: first as data, then in words.
//!
//! A [`GameGoal`] says what a player may do, what is barred, what ends the game, and who wins then.
//! `tests/goal.rs` plays it: from the data alone follow the legal moves and the winner, for all rules.

#[cfg(feature = "recipes")]
use duel_core::Half;
use duel_core::{
    Append, Board, Cap, Choice, Digit, Echo, LastMover, LeadingZero, Op, Pass, Play, Position,
    Reach, Reuse, Rules, Take, TakeStep,
};
use duel_numbers::Natural;

use crate::rules_text::{count_in_words, digits_in_words, in_a_sentence};

/// The longest list of targets that is named in a goal.
const NAMED_TARGETS: usize = 40;

/// The goal of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameGoal {
    /// What a player does with a turn.
    pub turn: Turn,
    /// What narrows or widens that, or ends the game otherwise.
    pub limits: Vec<Limit>,
    /// What ends the game.
    pub end: End,
    /// Who wins then.
    pub last_mover: LastMover,
}

/// What a player does with a turn, before limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Take a divisor from one of so many numbers.
    Take {
        /// What is done.
        step: TakeStep,
        /// What may be done instead.
        or_step: Option<TakeStep>,
        /// How many numbers there are.
        numbers: usize,
    },
    /// Append a digit.
    Append,
}

/// What narrows or widens a turn, or ends the game otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Only divisors whose square is at most the number.
    Root,
    /// The number itself may be taken only when it is 1.
    NotWhole,
    /// No number twice in a game.
    Once,
    /// Not the number that was chosen by the last move.
    NotJustChosen,
    /// Dividing by 1, once in the game.
    Pass,
    /// Not half of the number.
    #[cfg(feature = "recipes")]
    NotHalf,
    /// The first digit is not 0.
    NoLeadingZero,
    /// No digit twice in a game.
    DigitOnce {
        /// Whether the digits can run out, so that the player to move is stuck.
        run_out: bool,
    },
    /// At this length there is no winner.
    CapDraw(u32),
    /// At this length the player who did not begin wins.
    CapSecond(u32),
}

/// What ends a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// That the player to move has no move.
    Stuck {
        /// Numbers from which there is never a move; nothing where there are none that a game reaches.
        dead: Option<Dead>,
        /// Whether a player is stuck only when all numbers are such numbers.
        only: bool,
    },
    /// That the number is divisible by a target.
    Multiple(Targets),
}

/// Numbers from which there is never a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dead {
    /// Primes, and 1 where it is on the table from the start.
    Prime {
        /// Whether it is.
        or_one: bool,
    },
    /// 1.
    One,
    /// 0.
    Zero,
}

/// The targets of a game of digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Targets {
    /// These.
    Known(Vec<Natural>),
    /// So many, which are not drawn yet.
    Count(usize),
}

impl GameGoal {
    /// The goal of a position.
    pub fn of_position(position: &Position) -> GameGoal {
        let goal = |count| GameGoal::of_rules(position.rules(), count);
        match position.board() {
            Board::Numbers { numbers, .. } => {
                let mut goal = goal(numbers.len());
                if let End::Stuck { dead: Some(Dead::Prime { or_one }), .. } = &mut goal.end {
                    *or_one = numbers.iter().any(Natural::is_one);
                }
                goal
            }
            Board::Digits { targets, .. } => {
                GameGoal { end: End::Multiple(Targets::Known(targets.clone())), ..goal(1) }
            }
        }
    }

    /// The goal of these rules with so many numbers (or targets).
    pub fn of_rules(rules: &Rules, count: usize) -> GameGoal {
        let last_mover = rules.last_mover();
        match rules.play() {
            Play::Take(take) => {
                let Take { mut step, or_step, .. } = take;
                if step.choice == Choice::BelowWhole {
                    // That is a limit.
                    step.choice = Choice::All;
                }
                let turn = Turn::Take { step, or_step, numbers: count };
                GameGoal {
                    turn,
                    limits: limits_of_taking(take),
                    end: end_of_taking(take),
                    last_mover,
                }
            }
            Play::Append(append) => GameGoal {
                turn: Turn::Append,
                limits: limits_of_appending(append),
                end: End::Multiple(Targets::Count(count)),
                last_mover,
            },
        }
    }

    /// The goal in one line, without a full stop.
    pub fn aim(&self) -> String {
        match (&self.end, self.last_mover) {
            (End::Multiple(targets), LastMover::Wins) => {
                format!("Make the number divisible by {}", targets.in_words())
            }
            (End::Multiple(targets), LastMover::Loses) => {
                format!("Do not make the number divisible by {}", targets.in_words())
            }
            (End::Stuck { dead, only }, LastMover::Wins) => self.aim_to_move_last(*dead, *only),
            (End::Stuck { dead, only }, LastMover::Loses) => {
                let consequence = match dead.filter(|_| *only) {
                    Some(dead) => format!("gets {}", self.all_dead(dead)),
                    None => "cannot move".to_owned(),
                };
                format!("Do not be the one who moves last: whoever {consequence} wins")
            }
        }
    }

    fn aim_to_move_last(&self, dead: Option<Dead>, only: bool) -> String {
        let all = dead.map(|dead| self.all_dead(dead));
        match (dead, all) {
            (Some(Dead::Prime { .. }), Some(primes)) => {
                let or_stuck = if only { "" } else { ", or no move" };
                format!("Leave your opponent {primes}{or_stuck}")
            }
            (Some(_), Some(all)) if only => {
                let reaches = if self.numbers() == 1 { "reaches" } else { "leaves" };
                format!("Be the one who {reaches} {all}")
            }
            (Some(_), Some(all)) => {
                let reach = if self.numbers() == 1 { "Reach" } else { "Leave" };
                format!("{reach} {all}, or leave your opponent no move")
            }
            _ => "Leave your opponent no move".to_owned(),
        }
    }

    fn numbers(&self) -> usize {
        match self.turn {
            Turn::Take { numbers, .. } => numbers,
            Turn::Append => 1,
        }
    }

    /// All numbers dead, in words.
    fn all_dead(&self, dead: Dead) -> String {
        let count = self.numbers();
        match (dead, count) {
            (Dead::Prime { .. }, 1) => "a prime".to_owned(),
            (Dead::Prime { or_one: true }, _) => "only primes and ones".to_owned(),
            (Dead::Prime { or_one: false }, _) => format!("{} primes", count_in_words(count)),
            (Dead::One, 1) => "1".to_owned(),
            (Dead::One, _) => format!("{} ones", count_in_words(count)),
            (Dead::Zero, 1) => "0".to_owned(),
            (Dead::Zero, _) => format!("{} zeros", count_in_words(count)),
        }
    }

    /// What is special about the moves, in short sentences; nothing where that is nothing.
    pub fn limits_in_words(&self) -> String {
        sentences(self.limit_texts(&self.limits))
    }

    /// The same as sentences of their own, for where there is no room for all: first what ends the
    /// game, since nobody finds that out by trying.
    pub fn limits_by_weight(&self) -> Vec<String> {
        let mut limits = self.limits.clone();
        limits.sort_by_key(|limit| !limit.is_end());
        let ends = limits.iter().filter(|limit| limit.is_end()).count();
        let mut texts: Vec<String> = self.limit_texts(&limits).map(|text| text + ".").collect();
        // What a move does comes behind the ends.
        if texts.len() > limits.len() {
            texts[..=ends].rotate_left(1);
        }
        texts
    }

    fn limit_texts(&self, limits: &[Limit]) -> impl Iterator<Item = String> {
        let steps = match self.turn {
            Turn::Take { step, or_step: Some(_), .. } => Some(match step.choice {
                Choice::Prime => "Divide by a prime or subtract 1",
                _ => "Divide by a divisor or subtract it",
            }),
            _ => None,
        };
        let limits = limits.iter().map(|limit| limit.in_words(self.last_mover));
        steps.map(str::to_owned).into_iter().chain(limits)
    }

    /// The whole rules in a few sentences.
    pub fn brief(&self) -> String {
        let result = match (&self.end, self.last_mover) {
            (End::Stuck { .. }, last_mover) => {
                format!("Whoever cannot move {}", stuck_result(last_mover))
            }
            (End::Multiple(targets), last_mover) => {
                let result = if last_mover == LastMover::Wins { "wins" } else { "loses" };
                format!("Whoever makes it divisible by {} {result}", targets.in_words())
            }
        };
        let turn = format!("On your turn {}", self.turn_in_words());
        let limits = self.limits.iter().map(|limit| limit.in_words(self.last_mover)).collect();
        // What a number is made for comes before what happens if it is not reached.
        let rest = match self.end {
            End::Stuck { .. } => [limits, vec![result]],
            End::Multiple(_) => [vec![result], limits],
        };
        sentences([turn].into_iter().chain(rest.concat()))
    }

    fn turn_in_words(&self) -> String {
        let Turn::Take { step, or_step, numbers } = self.turn else {
            return "add a digit at the end of the number".to_owned();
        };
        let number = match numbers {
            1 => "the number".to_owned(),
            several => format!("one of the {} numbers", count_in_words(several)),
        };
        let below = |limit: &Limit| matches!(limit, Limit::Root | Limit::NotWhole);
        let whole = if self.limits.iter().any(below) { "" } else { " or the number itself" };
        match (step.choice, step.op, or_step) {
            (Choice::Prime | Choice::One, ..) => {
                format!("divide {number} by a prime that is smaller than it, or subtract 1")
            }
            (Choice::Proper, _, Some(_)) => format!(
                "divide {number} by one of its divisors or subtract the divisor, but not 1{whole}"
            ),
            (Choice::Proper, Op::Divide, None) => {
                format!("divide {number} by one of its divisors, but not by 1{whole}")
            }
            (Choice::Proper, Op::Subtract, None) => {
                format!("subtract from {number} one of its divisors, but not 1{whole}")
            }
            (Choice::All, ..) if !whole.is_empty() => {
                format!("subtract from {number} one of its factors; 1 and the number itself count")
            }
            (Choice::All | Choice::BelowWhole, ..) => {
                format!("subtract from {number} one of its factors; 1 counts")
            }
            #[cfg(feature = "recipes")]
            (Choice::Smaller, ..) => {
                format!("subtract from {number} a divisor that is smaller than it; 1 counts")
            }
        }
    }
}

fn sentences(texts: impl Iterator<Item = String>) -> String {
    texts.map(|text| text + ".").collect::<Vec<String>>().join(" ")
}

fn limits_of_taking(take: Take) -> Vec<Limit> {
    // Every part is named: a new one does not compile until it is a limit.
    let Take {
        step,
        or_step: _,
        reach,
        reuse,
        echo,
        pass,
        #[cfg(feature = "recipes")]
        half,
    } = take;
    let mut limits = Vec::new();
    match reach {
        Reach::Root => limits.push(Limit::Root),
        // Above 1 a number is above its root.
        Reach::Any if step.choice == Choice::BelowWhole => limits.push(Limit::NotWhole),
        Reach::Any => {}
    }
    #[cfg(feature = "recipes")]
    if half == Half::Barred {
        limits.push(Limit::NotHalf);
    }
    match (reuse, echo) {
        (Reuse::Once, _) => limits.push(Limit::Once),
        (Reuse::Free, Echo::Barred) => limits.push(Limit::NotJustChosen),
        (Reuse::Free, Echo::Allowed) => {}
    }
    if pass == Pass::OncePerGame {
        limits.push(Limit::Pass);
    }
    limits
}

fn end_of_taking(take: Take) -> End {
    let is_free = take.reuse == Reuse::Free && take.echo == Echo::Allowed;
    #[cfg(feature = "recipes")]
    let is_free = is_free && take.half == Half::Allowed;
    let (dead, only) = match take.step.choice {
        // A prime can be passed on.
        Choice::Proper if take.pass == Pass::OncePerGame => (None, false),
        Choice::Proper => (Some(Dead::Prime { or_one: false }), is_free),
        Choice::Prime | Choice::One => (Some(Dead::One), is_free),
        #[cfg(feature = "recipes")]
        Choice::Smaller => (Some(Dead::One), is_free),
        Choice::All if take.reach == Reach::Any => (Some(Dead::Zero), false),
        // 0 is reached only by taking the whole number, and 1 only by taking 1.
        Choice::All | Choice::BelowWhole => (None, false),
    };
    End::Stuck { dead, only }
}

fn limits_of_appending(append: Append) -> Vec<Limit> {
    let Append { leading_zero, reuse, cap } = append;
    let mut limits = Vec::new();
    if leading_zero == LeadingZero::Barred {
        limits.push(Limit::NoLeadingZero);
    }
    let most = if reuse == Reuse::Once { Digit::ALL.len() } else { usize::MAX };
    let cap_ends = cap.length().is_some_and(|length| length as usize <= most);
    if reuse == Reuse::Once {
        limits.push(Limit::DigitOnce { run_out: !cap_ends });
    }
    match cap {
        Cap::Draw(length) if cap_ends => limits.push(Limit::CapDraw(length)),
        Cap::Second(length) if cap_ends => limits.push(Limit::CapSecond(length)),
        // The digits run out before.
        Cap::Draw(_) | Cap::Second(_) | Cap::Open => {}
    }
    limits
}

/// What becomes of a player who cannot move.
pub(crate) fn stuck_result(last_mover: LastMover) -> &'static str {
    match last_mover {
        LastMover::Wins => "loses",
        LastMover::Loses => "wins",
    }
}

impl Limit {
    /// Whether the game may end by it.
    fn is_end(self) -> bool {
        matches!(self, Limit::CapDraw(_) | Limit::CapSecond(_) | Limit::DigitOnce { run_out: true })
    }

    fn in_words(self, last_mover: LastMover) -> String {
        let words = match self {
            Limit::Root => "Only divisors up to the square root",
            Limit::NotWhole => "Not the number itself, unless it is 1",
            Limit::Once => "Each number once in the game, by either player",
            Limit::NotJustChosen => "Not what was just chosen",
            Limit::Pass => "Once in the game, one of you may divide by 1",
            #[cfg(feature = "recipes")]
            Limit::NotHalf => "Not half of the number",
            Limit::NoLeadingZero => "The first digit may not be 0",
            Limit::DigitOnce { run_out: false } => "Each digit once in the game",
            Limit::DigitOnce { run_out: true } => {
                let result = stuck_result(last_mover);
                return format!("Each digit once in the game; whoever has none left {result}");
            }
            Limit::CapDraw(length) => {
                return format!("Not decided after {}: nobody wins", digits_in_words(length));
            }
            Limit::CapSecond(length) => {
                return format!(
                    "Not decided after {}: the second player wins",
                    digits_in_words(length)
                );
            }
        };
        words.to_owned()
    }
}

impl Targets {
    fn in_words(&self) -> String {
        let count = match self {
            Targets::Known(targets) => {
                let names: Vec<String> = targets.iter().map(Natural::to_string).collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let words = in_a_sentence(&names, "or");
                if words.len() <= NAMED_TARGETS {
                    return words;
                }
                targets.len()
            }
            Targets::Count(count) => *count,
        };
        match count {
            1 => "the target".to_owned(),
            several => format!("one of the {} targets", count_in_words(several)),
        }
    }
}
