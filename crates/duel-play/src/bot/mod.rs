//! Opponents of six levels.
//!
//! A level is defined by what it sees and what it overlooks ([`Level::sight`]; `docs/opponents.md` has
//! the table). What it sees is counted in positions, not in time, so the same seed gives the same moves
//! on every machine; a deadline may only cut it short, and then a legal move comes at once. Lots decide
//! what is overlooked, and among moves that look equally good; they come from the seed and the position.

mod candidates;
mod exact;
mod level;
mod lookahead;
mod thought;

use std::{
    cell::Cell,
    time::{Duration, Instant},
};

use duel_core::{Board, Move, Position, Referee};
use duel_solver::{Assessment, Limits, Solver, Value};

pub use self::{
    candidates::any_move,
    level::{Level, Overlooks, PlayerKind, PlayerSpec, PlayerSpecError, Sight, UnknownLevel},
    thought::{Horizon, Thought},
};
use self::{
    candidates::{Candidates, draw, factoring},
    exact::{Exact, WhenLost},
    lookahead::{BestMoves, Lookahead},
    thought::ChosenMove,
};
pub use crate::player::{BotChoice, Player};
use crate::{
    dice::{Dice, fingerprint},
    player::{Draw, PlayerFault, TimeLeft, Turn},
};

/// At this many digits an opponent offers to abandon a game of digits.
pub const ABANDONED_AT: usize = 1_000;

/// How many positions `perfect` and `swindler` let the solver visit for a move.
pub const SOLVER_NODES: u64 = 400_000;

/// The longest that an opponent thinks; its own budget is nearly always spent sooner.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// How many bytes each table of an opponent's solver may take by default.
pub const MEMORY: usize = 256 << 20;

/// An opponent.
///
/// ```
/// use duel_play::{Bot, BotChoice, Level, Player, Turn};
/// use duel_solver::Limits;
///
/// let position = duel_books::position("subtract:60").unwrap();
/// let mut bot = Bot::new(Level::Perfect, 7);
/// let turn = Turn::new(&position, Limits::NONE);
/// let Ok(BotChoice::Move(made)) = bot.choose(&turn) else { panic!() };
/// assert!(position.after(&made).is_ok());
/// ```
pub struct Bot {
    level: Level,
    seed: u64,
    exact: Option<Exact>,
}

impl Bot {
    /// An opponent of this level. Equal seeds and positions, in the same order, bring equal moves.
    pub fn new(level: Level, seed: u64) -> Bot {
        Bot::with_memory(level, seed, MEMORY)
    }

    /// An opponent whose solver's tables take about this many bytes at most, each.
    pub fn with_memory(level: Level, seed: u64, memory: usize) -> Bot {
        let exact = match level {
            Level::Perfect => Some(Exact::new(WhenLost::Resist, memory)),
            Level::Swindler => Some(Exact::new(WhenLost::Swindle, memory)),
            Level::Random | Level::Easy | Level::Medium | Level::Hard => None,
        };
        Bot { level, seed, exact }
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
        self.think(position, Horizon::default(), limits).made
    }

    /// Its move, as [`Bot::pick`] gives it, and what it has seen on the way. `limits.progress` gets
    /// the number of positions so far.
    pub fn think(&mut self, position: &Position, horizon: Horizon, limits: Limits<'_>) -> Thought {
        let count = Cell::new(0_u64);
        let progress = |visited: u64| {
            if let Some(progress) = limits.progress {
                progress(count.get() + visited);
            }
        };
        let limits = Limits { counter: Some(&count), progress: Some(&progress), ..limits };
        let mut dice = Dice::seeded(self.seed ^ fingerprint(position));
        let ChosenMove { made, known, depth } = self.find(position, horizon, limits, &mut dice);
        let made = made.or_else(|| draw(position, &mut dice, factoring(&limits)));
        Thought { made, known, depth, nodes: count.get() }
    }

    fn find(
        &mut self,
        position: &Position,
        horizon: Horizon,
        limits: Limits<'_>,
        dice: &mut Dice,
    ) -> ChosenMove {
        let at_most = |bound: Option<u64>, own: u64| bound.map_or(own, |bound| bound.min(own));
        let sight = self.level.sight();
        let plies = horizon.plies.unwrap_or(u32::MAX).min(sight.plies);
        let positions = at_most(horizon.positions, sight.positions);
        let nothing = ChosenMove { made: None, known: Assessment::UNKNOWN, depth: 0 };
        if plies == 0 {
            return nothing;
        }
        if let (Some(exact), None) = (&mut self.exact, horizon.plies) {
            let nodes = at_most(horizon.positions, limits.nodes.unwrap_or(SOLVER_NODES));
            return exact.choose(position, dice, nodes, (plies, positions), limits);
        }
        let known = Candidates::of(position, factoring(&limits));
        let percent = sight.overlooks.percent(position.rules());
        let (moves, overlooked) = known.overlook(percent, dice);
        let seen = Candidates { moves, complete: known.complete };
        let mut lookahead = Lookahead::new(positions, limits);
        match lookahead.look(position, &seen, plies).or_overlooked(overlooked) {
            // Nothing seen: the whole list, however long, is as good as its ends.
            BestMoves::Open(open) if open.len() == known.moves.len() => {
                ChosenMove { depth: lookahead.depth, ..nothing }
            }
            best => ChosenMove::from_view(&best, &lookahead, known.complete, dice),
        }
    }
}

impl Player for Bot {
    fn choose(&mut self, turn: &Turn<'_>) -> Result<BotChoice, PlayerFault> {
        if is_endless(turn) {
            return Ok(BotChoice::Abandon);
        }
        // Half of the time is kept for everything that is not thinking, on whatever machine.
        let time = turn.time.as_ref().map(|time: &TimeLeft| time.of(turn.position.turn()) / 2);
        let by = time.and_then(|time| Instant::now().checked_add(time.min(PATIENCE)));
        let deadline = turn.limits.deadline.into_iter().chain(by).min();
        let limits = Limits { deadline, ..turn.limits };
        Ok(self.pick(turn.position, limits).map_or(BotChoice::Resign, BotChoice::Move))
    }
}

/// Whether a program, built in or external, should offer to abandon this game.
pub fn is_endless(turn: &Turn<'_>) -> bool {
    matches!(turn.position.board(), Board::Digits { digits, .. } if digits.len() >= ABANDONED_AT)
        && turn.draw == Draw::MayOffer
}

/// Whether a program agrees to abandon this game: when it has grown long, or cannot be
/// won.
pub fn accepts_draw(game: &Referee, solver: &mut Solver, limits: Limits<'_>) -> bool {
    /// How many positions are looked at before a game is called endless.
    const NODES: u64 = 200_000;
    let limits = Limits { nodes: Some(limits.nodes.unwrap_or(NODES).min(NODES)), ..limits };
    game.played().len() >= ABANDONED_AT
        || solver.solve_value(game.position(), limits) == Some(Value::Endless)
}
