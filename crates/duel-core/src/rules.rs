//! The vocabulary: every rule book and every house rule is a value of the types below.
//!
//! *Divide or subtract; which divisors count; may a number be chosen twice; or append a digit
//! until a target divides the number; the last mover wins.* A book is one such sentence as data,
//! and a house rule changes one word of it (see [`crate::house`]). What the books say aloud is not
//! here.

use duel_numbers::Natural;

use crate::house::{House, HouseRule, HouseRuleError};

/// The longest cap that may be agreed on.
pub const MAX_CAP: u32 = 1_000_000;

/// What is done with the chosen divisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Op {
    /// The number is divided by it.
    Divide,
    /// It is subtracted from the number.
    Subtract,
}

impl Op {
    /// What is left of a number after this with one of its divisors.
    pub fn apply(self, number: &Natural, divisor: &Natural) -> Natural {
        match self {
            Op::Divide => number / divisor,
            Op::Subtract => number - divisor,
        }
    }
}

/// Which divisors of the current number `n` may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Greater than 1 and less than `n`.
    Proper,
    /// All of them, 1 and `n` included.
    All,
    /// All of them except `n` itself; when nothing but 1 is left, 1 may be taken.
    BelowWhole,
    /// The primes less than `n`.
    Prime,
    /// Just 1, while `n` is above 1.
    One,
    /// Less than `n`, 1 included.
    #[cfg(feature = "recipes")]
    Smaller,
}

impl Choice {
    /// Whether 1 can ever be chosen.
    pub fn includes_one(self) -> bool {
        match self {
            Choice::All | Choice::BelowWhole | Choice::One => true,
            #[cfg(feature = "recipes")]
            Choice::Smaller => true,
            Choice::Proper | Choice::Prime => false,
        }
    }

    /// Whether the divisors are divisors of every kind (not just 1, not just primes).
    pub fn includes_composites(self) -> bool {
        match self {
            Choice::Proper | Choice::All | Choice::BelowWhole => true,
            #[cfg(feature = "recipes")]
            Choice::Smaller => true,
            Choice::Prime | Choice::One => false,
        }
    }
}

/// One thing a player may do with a number: an operation and the divisors it may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TakeStep {
    /// What is done.
    pub op: Op,
    /// With which divisors.
    pub choice: Choice,
}

/// How large a divisor of `n` may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// As large as the choice says.
    Any,
    /// Only `d` with `d * d <= n`.
    Root,
}

/// Whether a number (or digit) may be chosen more than once per game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reuse {
    /// As often as one likes.
    Free,
    /// Once per game, by either player.
    Once,
}

/// Whether the divisor that the opponent has just chosen may be chosen again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Echo {
    /// It may.
    Allowed,
    /// It may not.
    Barred,
}

/// Whether a player may divide by 1, which changes nothing but whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pass {
    /// Never.
    Never,
    /// Once per game, by either player.
    OncePerGame,
}

/// Whether half of the number may be chosen.
#[cfg(feature = "recipes")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Half {
    /// It may.
    Allowed,
    /// It may not.
    Barred,
}

/// Games that make numbers smaller by their divisors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Take {
    /// What a player may do.
    pub step: TakeStep,
    /// What a player may do instead, with the other operation.
    pub or_step: Option<TakeStep>,
    /// How large a divisor may be.
    pub reach: Reach,
    /// Whether divisors wear out.
    pub reuse: Reuse,
    /// Whether the opponent's last divisor is free.
    pub echo: Echo,
    /// Whether there is a pass.
    pub pass: Pass,
    /// Whether half of the number is free.
    #[cfg(feature = "recipes")]
    pub half: Half,
}

impl Take {
    /// The plain game: one operation, one choice, nothing barred.
    pub const fn one(op: Op, choice: Choice) -> Take {
        Take {
            step: TakeStep { op, choice },
            or_step: None,
            reach: Reach::Any,
            reuse: Reuse::Free,
            echo: Echo::Allowed,
            pass: Pass::Never,
            #[cfg(feature = "recipes")]
            half: Half::Allowed,
        }
    }

    /// What a player may do: one step or two.
    pub fn steps(self) -> impl Iterator<Item = TakeStep> + use<> {
        std::iter::once(self.step).chain(self.or_step)
    }

    /// The step that uses this operation, if the rules have one.
    pub fn step_with(self, op: Op) -> Option<TakeStep> {
        self.steps().find(|step| step.op == op)
    }
}

/// Whether the first digit may be 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeadingZero {
    /// It may.
    Allowed,
    /// It may not.
    Barred,
}

/// What happens when the number has reached a length without a winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cap {
    /// The number may grow for ever.
    Open,
    /// At this length the game is a draw.
    Draw(u32),
    /// At this length the player who did not begin wins.
    Second(u32),
}

impl Cap {
    /// The length at which the game ends.
    pub fn length(self) -> Option<u32> {
        match self {
            Cap::Open => None,
            Cap::Draw(length) | Cap::Second(length) => Some(length),
        }
    }
}

/// Games that build a number digit by digit until a target divides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Append {
    /// Whether the first digit may be 0.
    pub leading_zero: LeadingZero,
    /// Whether digits wear out.
    pub reuse: Reuse,
    /// Whether the length is limited.
    pub cap: Cap,
}

impl Append {
    /// The plain game: any digit, any time, for ever.
    pub const PLAIN: Append =
        Append { leading_zero: LeadingZero::Allowed, reuse: Reuse::Free, cap: Cap::Open };
}

/// The two kinds of game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// Take divisors away, by division or subtraction.
    Take(Take),
    /// Append digits.
    Append(Append),
}

/// Who wins when the last move has been made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LastMover {
    /// The player who made it: the next one cannot move and loses.
    Wins,
    /// The other player: a player who cannot move wins, and completing the number loses.
    Loses,
}

/// A complete set of rules: a book's sentence, and the house rules that changed it.
///
/// House rules can only be added through [`Rules::with`], which refuses those that do not fit, so
/// a `Rules` never contradicts itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    book: &'static str,
    base: Play,
    play: Play,
    last_mover: LastMover,
    house: House,
}

impl Rules {
    /// A book's own rules. `book` is the name that text forms use.
    pub const fn new(book: &'static str, play: Play) -> Rules {
        Rules { book, base: play, play, last_mover: LastMover::Wins, house: House::NONE }
    }

    /// The name of the book.
    pub fn book(&self) -> &'static str {
        self.book
    }

    /// What a move is.
    pub fn play(&self) -> Play {
        self.play
    }

    /// Who wins when there is no move left.
    pub fn last_mover(&self) -> LastMover {
        self.last_mover
    }

    /// The house rules in force, in the order of [`HouseRule::ALL`].
    pub fn house(&self) -> impl Iterator<Item = HouseRule> + use<> {
        self.house.iter()
    }

    /// The length at which the game ends, where a cap is in force.
    pub fn cap_length(&self) -> Option<u32> {
        match self.play {
            Play::Append(append) => append.cap.length(),
            Play::Take(_) => None,
        }
    }

    /// The same rules with these house rules added, in whatever order they are named. `length` is
    /// the maximum length that a cap needs; without a cap it is ignored.
    pub fn with(self, added: &[HouseRule], length: Option<u32>) -> Result<Rules, HouseRuleError> {
        let house = self.house.with(added)?;
        let length = length.or(self.cap_length());
        let mut rules = Rules { house, ..Rules::new(self.book, self.base) };
        for rule in house.iter() {
            rules.adopt(rule, length)?;
        }
        Ok(rules)
    }

    /// Changes the one word that `rule` is about.
    fn adopt(&mut self, rule: HouseRule, length: Option<u32>) -> Result<(), HouseRuleError> {
        let length = || match length {
            Some(length) if (1..=MAX_CAP).contains(&length) => Ok(length),
            _ => Err(HouseRuleError::CapWithoutLength(rule)),
        };
        let outside = HouseRuleError::OutsideItsBooks { rule, book: self.book };
        match (rule, &mut self.play) {
            (HouseRule::Misere, _) => self.last_mover = LastMover::Loses,
            (HouseRule::Swap, _) => return Err(HouseRuleError::BeforeTheGame(rule)),
            (HouseRule::One, Play::Take(take)) if take.step == DIVIDE_PROPER => {
                take.pass = Pass::OncePerGame;
            }
            (HouseRule::Either, Play::Take(take)) if take.step.choice == Choice::Proper => {
                take.step = DIVIDE_PROPER;
                take.or_step = Some(TakeStep { op: Op::Subtract, choice: Choice::Proper });
            }
            (HouseRule::PrimeSteps, Play::Take(take)) if take.step == DIVIDE_PROPER => {
                take.step = TakeStep { op: Op::Divide, choice: Choice::Prime };
                take.or_step = Some(TakeStep { op: Op::Subtract, choice: Choice::One });
            }
            (HouseRule::NoEcho, Play::Take(take)) if take.reuse == Reuse::Free => {
                take.echo = Echo::Barred;
            }
            (HouseRule::Once, Play::Take(take)) if take.reuse == Reuse::Free => {
                take.reuse = Reuse::Once;
            }
            (HouseRule::Once, Play::Append(append)) => append.reuse = Reuse::Once,
            (HouseRule::Root, Play::Take(take)) => take.reach = Reach::Root,
            (HouseRule::NoWhole, Play::Take(take)) if take.step.choice == Choice::All => {
                take.step.choice = Choice::BelowWhole;
            }
            (HouseRule::NoLeadingZero, Play::Append(append)) => {
                append.leading_zero = LeadingZero::Barred;
            }
            (HouseRule::CapDraw, Play::Append(append)) => append.cap = Cap::Draw(length()?),
            (HouseRule::CapSecond, Play::Append(append)) => append.cap = Cap::Second(length()?),
            #[cfg(feature = "recipes")]
            (HouseRule::NoHalf, Play::Take(take)) if take.step.op == Op::Subtract => {
                take.half = Half::Barred;
            }
            _ => return Err(outside),
        }
        Ok(())
    }
}

const DIVIDE_PROPER: TakeStep = TakeStep { op: Op::Divide, choice: Choice::Proper };
