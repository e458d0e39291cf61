//! The JSON forms of the API: what programs and pages see of a game.
//!
//! Numbers of the game are strings of decimal digits, however large. A form that is read refuses
//! what it does not know.

mod game;
mod position;

use serde::Serialize;
use utoipa::ToSchema;

pub use self::{
    game::{answer, answer_at, game, history, log, numbers, present, result},
    position::{Listing, PageQuery, board, choices, moves, page, rules, written},
};

/// The longest list of choices in a [`GameForm`]; longer ones are requested in pages.
pub const CHOICES: u64 = 200;

/// A game, as everybody may see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameForm {
    /// Its name.
    pub id: String,
    /// The number of the last event; it grows with every change.
    pub seq: u64,
    /// How many moves have been made.
    pub ply: u64,
    /// The name of the book.
    pub book: &'static str,
    /// The title of the book.
    pub title: &'static str,
    /// The rules.
    pub rules: RulesForm,
    /// The first position, on one line.
    pub start: String,
    /// The position now, on one line.
    pub position: String,
    /// Who plays, first seat first.
    pub seats: [SeatForm; 2],
    /// Who is to move: 1 or 2; nobody while a player is missing, and after the end.
    pub turn: Option<u8>,
    /// Whether a player is still missing.
    pub waiting: bool,
    /// What is on the table.
    pub board: BoardForm,
    /// What may be done.
    pub moves: MovesForm,
    /// The last move.
    pub last: Option<LastForm>,
    /// The last hundred moves.
    pub history: Vec<PastForm>,
    /// The last lines of what was said.
    pub log: LogForm,
    /// The clock, if there is one.
    pub clock: Option<ClockForm>,
    /// Whose offers stand.
    pub offers: OffersForm,
    /// Whether the players may agree to stop without a winner.
    pub can_abandon: bool,
    /// How it ended.
    pub result: Option<ResultForm>,
    /// Which game of a row of rematches it is, from 1.
    pub round: u32,
    /// The score of the row, this game counted once it is over; first seat first.
    pub score: [u32; 2],
    /// The next game of the same players; the same tokens are valid there, with the seats swapped.
    pub rematch: Option<String>,
    /// The classroom it belongs to, if any.
    pub room: Option<String>,
    /// When analysis may be asked for.
    pub insight: Insight,
}

/// When analysis may be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Insight {
    /// At any time.
    Now,
    /// After the game.
    After,
}

/// The rules of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RulesForm {
    /// As a position names them, such as `subtract+no-echo`.
    pub name: String,
    /// The house rules.
    pub house: Vec<HouseForm>,
    /// The rules that are played, house rules included, in words.
    pub words: String,
}

/// A house rule.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HouseForm {
    /// Its name.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

/// A seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatForm {
    /// The name of the player.
    pub name: String,
    /// Who plays.
    pub kind: Kind,
    /// The level of the computer.
    pub level: Option<&'static str>,
    /// Whether somebody sits here.
    pub taken: bool,
    /// Whether they are connected.
    pub present: bool,
}

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Somebody, or a program of theirs.
    Person,
    /// One of our opponents.
    Computer,
}

/// What is on the table.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum BoardForm {
    /// Numbers that shrink.
    Numbers {
        /// `divide`, `subtract` or `either`.
        op: &'static str,
        /// The numbers.
        numbers: Vec<String>,
        /// Numbers that may not be chosen now.
        barred: Vec<String>,
        /// For each number its primes with their exponents; nothing where they are not known.
        #[schema(value_type = Vec<Option<Vec<(String, u32)>>>)]
        factors: Vec<Option<Vec<(String, u32)>>>,
    },
    /// One number that grows.
    Digits {
        /// The targets.
        targets: Vec<String>,
        /// The digits so far.
        digits: String,
        /// The remainder for each target.
        residues: Vec<String>,
        /// The maximum length, where reaching it ends the game.
        cap: Option<u32>,
    },
}

/// What may be done.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MovesForm {
    /// Whether these are all; the divisors of a number that cannot be factored are not all known,
    /// but any of them may be played.
    pub complete: bool,
    /// Whether `1` passes.
    pub pass: bool,
    /// The digits that may be appended.
    pub digits: Vec<String>,
    /// The choices for each number.
    pub groups: Vec<GroupForm>,
}

/// The choices for one number.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GroupForm {
    /// Which number, from 1.
    pub number: usize,
    /// The number.
    pub value: String,
    /// How many choices there are.
    pub count: String,
    /// Whether these are all.
    pub complete: bool,
    /// The choices as moves are written; nothing if there are more than 200.
    pub choices: Option<Vec<String>>,
}

/// A stretch of the choices for one number.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PageForm {
    /// Which number, from 1.
    pub number: usize,
    /// Where the stretch begins, from 0.
    pub from: u64,
    /// How many choices there are.
    pub count: String,
    /// Whether all choices are known.
    pub complete: bool,
    /// The choices as moves are written.
    pub choices: Vec<String>,
}

/// The last move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LastForm {
    /// Which move, from 1.
    pub ply: u64,
    /// Who made it.
    pub by: u8,
    /// The move.
    #[serde(rename = "move")]
    pub made: String,
}

/// A past move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PastForm {
    /// Which move, from 1.
    pub ply: u64,
    /// Who made it.
    pub by: u8,
    /// The move.
    #[serde(rename = "move")]
    pub made: String,
    /// The position after it.
    pub position: String,
}

/// Lines of what was said.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LogForm {
    /// How many there are.
    pub total: usize,
    /// Which is the first of these, from 0.
    pub from: usize,
    /// The lines.
    pub lines: Vec<LineForm>,
}

/// A line of what was said.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LineForm {
    /// Which line, from 0.
    pub n: usize,
    /// Whose doing it tells of.
    pub by: Option<u8>,
    /// The words.
    pub text: String,
}

/// The clock.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClockForm {
    /// The time control, such as `5m+3s`.
    pub name: String,
    /// What each player has left in milliseconds, at this moment.
    pub left_ms: [u64; 2],
    /// Whose time runs.
    pub running: Option<u8>,
}

/// Whose offers stand.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OffersForm {
    /// To take the last move back.
    pub take_back: Option<u8>,
    /// To stop without a winner.
    pub abandon: Option<u8>,
    /// To play again.
    pub rematch: Option<u8>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ResultForm {
    /// Who won.
    pub winner: Option<u8>,
    /// Why: `played`, `resigned`, `time`, `abandoned` or `forfeit`.
    pub why: &'static str,
    /// The end in words.
    pub words: String,
}

/// What came of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Answer {
    /// The number of the event.
    pub seq: u64,
    /// How many moves have been made.
    pub ply: u64,
    /// The position.
    pub position: String,
    /// Who is to move.
    pub turn: Option<u8>,
    /// How the game ended, if it has.
    pub result: Option<ResultForm>,
}
