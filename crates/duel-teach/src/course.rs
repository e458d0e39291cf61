//! What a course is made of. A course is data: its texts, its positions, and everything it says about
//! them as [`Fact`]s, which the tests check with the solver.

use duel_core::{NotationError, Position};

/// The lessons of one book.
#[derive(Debug)]
pub struct Course {
    /// The book, by its name.
    pub book: &'static str,
    /// What it teaches, in a few words.
    pub about: &'static str,
    /// The first game: a few steps on small numbers, for somebody who has never played it. Every one
    /// of them ends with a win.
    pub first: &'static [LessonStep],
    /// A start on small numbers that the player who begins can win: what comes after the first game.
    pub small: &'static str,
    /// Its steps, in order.
    pub steps: &'static [LessonStep],
    /// What is said after the last one.
    pub ending: &'static str,
}

impl Course {
    /// The place of the step of this name.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.steps.iter().position(|step| step.name == name)
    }
}

/// One step of a course: a few sentences, a position to look at, and something to do there.
#[derive(Debug)]
pub struct LessonStep {
    /// The name under which progress is kept. It never changes, even if steps are added.
    pub name: &'static str,
    /// The heading.
    pub title: &'static str,
    /// What is explained, in simple sentences.
    pub text: &'static str,
    /// The position, as text.
    pub position: &'static str,
    /// What to do there.
    pub task: Task,
    /// What the texts claim.
    pub facts: &'static [Fact],
}

impl LessonStep {
    /// The position that it starts from.
    pub fn start(&self) -> Result<Position, NotationError> {
        duel_books::position(self.position)
    }
}

/// What there is to do.
#[derive(Debug)]
pub enum Task {
    /// Nothing but reading.
    Read,
    /// Find a move.
    Move {
        /// What is asked for, in words.
        ask: &'static str,
        /// Which moves are right.
        goal: Goal,
        /// What is said about mistakes that many people make, before it is shown why they lose.
        remarks: &'static [Remark],
        /// What was learnt.
        learnt: &'static str,
    },
    /// Choose the right answer.
    Choose {
        /// The question.
        ask: &'static str,
        /// The answers; one is right.
        options: &'static [LessonOption],
        /// What was learnt.
        learnt: &'static str,
    },
    /// Play a won position to its end. A mistake is explained and taken back.
    PlayToEnd {
        /// What is asked for, in words.
        ask: &'static str,
        /// What was learnt.
        learnt: &'static str,
    },
}

impl Task {
    /// The word that text forms use.
    pub fn kind(&self) -> &'static str {
        match self {
            Task::Read => "read",
            Task::Move { .. } => "move",
            Task::Choose { .. } => "choose",
            Task::PlayToEnd { .. } => "play",
        }
    }

    /// What is asked for; empty if nothing is.
    pub fn ask(&self) -> &'static str {
        match self {
            Task::Read => "",
            Task::Move { ask, .. } | Task::Choose { ask, .. } | Task::PlayToEnd { ask, .. } => ask,
        }
    }

    /// What is said when it has been done.
    pub fn learnt(&self) -> &'static str {
        match self {
            Task::Read => "",
            Task::Move { learnt, .. }
            | Task::Choose { learnt, .. }
            | Task::PlayToEnd { learnt, .. } => learnt,
        }
    }
}

/// Which moves are right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Every move that the rules allow.
    Legal,
    /// Moves that win.
    Win,
    /// The only move that wins.
    OnlyMove,
    /// Moves after which the opponent cannot force a win.
    Safe,
}

/// A remark on a move that is not right.
#[derive(Debug)]
pub struct Remark {
    /// The move, as text.
    pub made: &'static str,
    /// What is said about it first.
    pub words: &'static str,
}

/// An answer to choose.
#[derive(Debug)]
pub struct LessonOption {
    /// The answer.
    pub text: &'static str,
    /// Whether it is right.
    pub is_right: bool,
    /// Why it is right, or why it is not.
    pub because: &'static str,
}

/// Something that a step says about positions. Positions and moves are texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The player to move can win.
    Won(&'static str),
    /// The player to move loses.
    Lost(&'static str),
    /// Neither player can force a win.
    Open(&'static str),
    /// The game is over.
    Over(&'static str),
    /// Just these moves are allowed.
    Moves(&'static str, &'static [&'static str]),
    /// Just these moves win.
    Winning(&'static str, &'static [&'static str]),
    /// Whatever is played, the opponent can end the game with the next move, and win it.
    LosesNext(&'static str),
    /// Under these rules, just these numbers from 1 to `to` are lost.
    LostUpTo {
        /// The rules, as they stand before the colon of a position.
        rules: &'static str,
        /// The last number that is looked at.
        to: u64,
        /// The lost ones.
        lost: &'static [u64],
    },
    /// The number of prime factors, counted with repetition.
    PrimeFactors(u64, u64),
    /// How often a number can be divided at most, until no proper divisor is left.
    Divisions(u64, u64),
    /// Both numbers can be divided equally often, and after every move there is an answer after which
    /// they can be again.
    EqualAgain(&'static str),
}
