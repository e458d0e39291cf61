//! Opponents of six levels.
//!
//! A level is defined by what it sees ([`Level`]; `docs/opponents.md` has the table). What it sees
//! is counted in positions, not in time, so the same seed gives the same moves on every machine; a
//! deadline may only cut it short, and then a legal move comes at once. Moves that look equally
//! good are drawn by lot, from the seed and the position.

mod candidates;
mod exact;
mod level;
mod sight;

use duel_core::{Board, Move, Position};
use duel_solver::Limits;

pub use self::level::{Level, PlayerKind, PlayerSpec, PlayerSpecError, UnknownLevel};
use self::{
    candidates::{Candidates, draw, factoring, pick},
    exact::{Exact, WhenLost},
    sight::{Sight, View},
};
use crate::dice::Dice;

/// At this many digits an opponent offers to abandon a game of digits.
pub const ABANDONED_AT: usize = 1_000;

/// How many positions `perfect` and `swindler` let the solver visit for a move.
pub const SOLVER_NODES: u64 = 400_000;

/// What a player does with a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotChoice {
    /// Makes this move, which is legal.
    Move(Move),
    /// Gives up: the game is not over, but no move could be found, because the numbers are too
    /// large to be factored.
    Resign,
    /// Offers to stop without a winner, in a game of digits that has grown to [`ABANDONED_AT`].
    Abandon,
}

/// Anybody who can be asked for a move.
pub trait Player {
    /// The name to show.
    fn name(&self) -> &str;

    /// Chooses, in a position that is not over, within the limits.
    fn choose(&mut self, position: &Position, limits: Limits<'_>) -> BotChoice;
}

/// An opponent.
///
/// ```
/// use duel_play::bot::{Bot, BotChoice, Level, Player};
/// use duel_solver::Limits;
///
/// let position = duel_books::position("subtract:60").unwrap();
/// let mut bot = Bot::new(Level::Perfect, 7);
/// let BotChoice::Move(made) = bot.choose(&position, Limits::NONE) else { panic!() };
/// assert!(position.after(&made).is_ok());
/// ```
pub struct Bot {
    level: Level,
    seed: u64,
    name: String,
    exact: Option<Exact>,
}

impl Bot {
    /// An opponent of this level. Equal seeds and positions, in the same order, bring equal moves.
    pub fn new(level: Level, seed: u64) -> Bot {
        let exact = match level {
            Level::Perfect => Some(Exact::new(WhenLost::Resist)),
            Level::Swindler => Some(Exact::new(WhenLost::Swindle)),
            Level::Random | Level::Easy | Level::Medium | Level::Hard => None,
        };
        Bot { level, seed, name: format!("Bot ({level})"), exact }
    }

    /// The same opponent under another name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Bot {
        Bot { name: name.into(), ..self }
    }

    /// Its level.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Its move; `None` if it knows none. It never offers to abandon the game here, so this is
    /// what to ask when such an offer was declined.
    ///
    /// `limits.nodes` replaces the number of positions that `perfect` and `swindler` let the solver
    /// visit; the other levels are defined by theirs. The deadline and the flag cut every level
    /// short.
    pub fn pick(&mut self, position: &Position, limits: Limits<'_>) -> Option<Move> {
        let mut dice = Dice::seeded(self.seed ^ fingerprint(position));
        let (plies, positions) = (self.level.plies(), self.level.positions());
        if plies == 0 {
            return draw(position, &mut dice, factoring(&limits));
        }
        let found = if let Some(exact) = &mut self.exact {
            let nodes = limits.nodes.unwrap_or(SOLVER_NODES);
            exact.choose(position, &mut dice, nodes, (plies, positions), limits)
        } else {
            let known = Candidates::of(position, factoring(&limits));
            match Sight::new(positions, limits).look(position, &known, plies) {
                // Nothing seen: the whole list, however long, is as good as its ends.
                View::Open(open) if open.len() == known.moves.len() => None,
                View::Winning(moves) | View::Open(moves) | View::Losing(moves) => {
                    pick(&moves, &mut dice).cloned()
                }
            }
        };
        found.or_else(|| draw(position, &mut dice, factoring(&limits)))
    }
}

impl Player for Bot {
    fn name(&self) -> &str {
        &self.name
    }

    fn choose(&mut self, position: &Position, limits: Limits<'_>) -> BotChoice {
        if let Board::Digits { digits, .. } = position.board()
            && digits.len() >= ABANDONED_AT
        {
            return BotChoice::Abandon;
        }
        self.pick(position, limits).map_or(BotChoice::Resign, BotChoice::Move)
    }
}

/// A number that tells positions apart, the same in every run: FNV-1a of the text.
fn fingerprint(position: &Position) -> u64 {
    position.to_string().bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
