//! Asking the solver: how `perfect` and `swindler` search.

use std::time::{Duration, Instant};

use duel_core::{Move, Position};
use duel_numbers::Budget;
use duel_solver::{Assessment, Limits, MoveValue, Solver, Value};

use super::{
    candidates::{Candidates, factoring, pick, words},
    lookahead::{BestMoves, Lookahead},
    thought::ChosenMove,
};
use crate::dice::Dice;

/// What to do in a lost position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum WhenLost {
    /// Make it last.
    Resist,
    /// Leave the fewest replies that win.
    Swindle,
}

/// A solver and the limits of one decision.
pub(super) struct Exact {
    solver: Solver,
    when_lost: WhenLost,
}

/// What a winning move proves about the position before it.
fn seen_from_before(line: &MoveValue) -> Assessment {
    match line.known.value {
        Some(Value::Loss) => Assessment {
            value: Some(Value::Win),
            plies: line.known.plies.map(|plies| plies + 1),
            nimber: None,
            basis: line.known.basis,
        },
        _ => Assessment::UNKNOWN,
    }
}

impl Exact {
    /// `memory` is how many bytes each of the solver's tables may take.
    pub(super) fn new(when_lost: WhenLost, memory: usize) -> Exact {
        Exact { solver: Solver::new(memory), when_lost }
    }

    /// Chooses among the moves that are known, of which there is at least one.
    pub(super) fn choose(
        &mut self,
        position: &Position,
        dice: &mut Dice,
        nodes: u64,
        lookahead_size: (u32, u64),
        limits: Limits<'_>,
    ) -> ChosenMove {
        let candidates = Candidates::of(position, factoring(&limits));
        if let [only] = candidates.moves.as_slice() {
            return ChosenMove { made: Some(only.clone()), known: Assessment::UNKNOWN, depth: 1 };
        }
        // A win at once needs no solver.
        let mut lookahead = Lookahead::new(lookahead_size.1, limits);
        if let BestMoves::Winning(moves) = lookahead.look(position, &candidates, 1) {
            return ChosenMove::from_view(&BestMoves::Winning(moves), &lookahead, true, dice);
        }
        let mut question = SolverBudget::new(position, &candidates, nodes, limits);
        let known = question.ask(&mut self.solver, position, question.nodes);
        let lines = self.lines(position, &candidates, known.value, &mut question);
        let moves_to = |value: Value| lines.iter().filter(move |l| l.known.value == Some(value));
        let best = match known.value {
            _ if moves_to(Value::Loss).next().is_some() => {
                let plies = |line: &&MoveValue| line.known.plies.unwrap_or(u32::MAX);
                let quickest = moves_to(Value::Loss).map(|line| plies(&line)).min();
                moves_to(Value::Loss).filter(|line| Some(plies(line)) == quickest).collect()
            }
            Some(value @ (Value::Draw | Value::Endless)) => moves_to(value).collect(),
            Some(Value::Loss) => self.least_bad(lines.iter().collect(), &mut question),
            _ => Vec::new(),
        };
        if let Some(line) = pick(&best, dice) {
            let made = Some(line.made.clone());
            let known = known.or(seen_from_before(line));
            return ChosenMove { made, known, depth: known.plies.unwrap_or(1) };
        }
        // Not settled: stay away from what is known to lose, and look a few plies ahead.
        let open: Vec<Move> = lines
            .iter()
            .filter(|line| line.known.value != Some(Value::Win))
            .map(|line| line.made.clone())
            .collect();
        let open = if open.is_empty() { candidates.moves } else { open };
        let (plies, positions) = lookahead_size;
        let open = Candidates { moves: open, complete: false };
        let mut lookahead = Lookahead::new(positions, limits);
        let seen = lookahead.look(position, &open, plies);
        let found = ChosenMove::from_view(&seen, &lookahead, false, dice);
        ChosenMove { known: known.or(found.known), ..found }
    }

    /// The moves with what is known about them. A search that settled the position has settled
    /// them too, or nearly so.
    fn lines(
        &mut self,
        position: &Position,
        candidates: &Candidates,
        value: Option<Value>,
        question: &mut SolverBudget<'_>,
    ) -> Vec<MoveValue> {
        let each = question.nodes / (candidates.moves.len() as u64).max(1);
        let mut lines = Vec::with_capacity(candidates.moves.len());
        for made in question.in_order(&candidates.moves) {
            let Ok(to) = position.after(made) else { continue };
            let known = question.ask(&mut self.solver, &to, each);
            let found = value == Some(Value::Win) && known.value == Some(Value::Loss);
            lines.push(MoveValue { made: made.clone(), to, known });
            if found && question.is_large {
                break;
            }
        }
        lines
    }

    fn least_bad<'l>(
        &mut self,
        mut lines: Vec<&'l MoveValue>,
        question: &mut SolverBudget<'_>,
    ) -> Vec<&'l MoveValue> {
        if self.when_lost == WhenLost::Swindle {
            let each = question.nodes / (lines.len() as u64).max(1);
            let traps: Vec<(usize, usize)> =
                lines.iter().map(|line| self.winning_replies(&line.to, each, question)).collect();
            // The fewest winning replies; among equals, those with more replies that do not win.
            let least = traps.iter().copied().min().unwrap_or_default();
            lines = lines
                .into_iter()
                .zip(&traps)
                .filter_map(|(line, traps)| (*traps == least).then_some(line))
                .collect();
        }
        let plies = |line: &MoveValue| line.known.plies.unwrap_or(0);
        let longest = lines.iter().map(|line| plies(line)).max().unwrap_or(0);
        lines.retain(|line| plies(line) == longest);
        lines
    }

    /// How many replies win here (unknown ones count), and how few do not, for comparing.
    fn winning_replies(
        &mut self,
        position: &Position,
        nodes: u64,
        question: &mut SolverBudget<'_>,
    ) -> (usize, usize) {
        if question.limits.is_spent() {
            return (usize::MAX, usize::MAX);
        }
        let replies = Candidates::of(position, factoring(&question.limits)).moves;
        let each = nodes / (replies.len() as u64).max(1);
        let winning = replies
            .iter()
            .filter_map(|reply| position.after(reply).ok())
            .filter(|after| {
                let value = question.ask(&mut self.solver, after, each).value;
                !matches!(value, Some(Value::Win | Value::Draw | Value::Endless))
            })
            .count();
        (winning, usize::MAX - (replies.len() - winning))
    }
}

/// What one decision may still ask the solver.
struct SolverBudget<'a> {
    limits: Limits<'a>,
    nodes: u64,
    /// Whether the numbers are too large, or have too many divisors, to be searched move by move.
    /// Then little more than theorems can answer, and few questions are asked.
    is_large: bool,
    /// How many questions are left then.
    left: u64,
    /// About how long one such question may take.
    takes: Duration,
}

impl<'a> SolverBudget<'a> {
    fn new(
        position: &Position,
        candidates: &Candidates,
        nodes: u64,
        limits: Limits<'a>,
    ) -> SolverBudget<'a> {
        /// Positions with more moves than this count for more than one node.
        const WIDE: u64 = 32;
        let words = words(position);
        let count = if candidates.complete {
            candidates.moves.len() as u64
        } else {
            let budget = limits.budget(Budget::steps(1_000_000));
            position.moves(budget).count().to_u64().unwrap_or(u64::MAX)
        };
        let is_large = words > 1 || !candidates.complete;
        SolverBudget {
            limits,
            nodes: nodes / (count / WIDE).max(1) / if is_large { 4 } else { 1 },
            is_large,
            left: (4_000 / (words * words)).min(400_000 / count.max(1)).clamp(2, 64),
            takes: Duration::from_millis(400 + words.pow(3) / 10_000),
        }
    }

    /// The order in which moves are asked about. Of large numbers few are, so those that theorems
    /// like come first: large divisors, which leave little, and the odd part, which stands last.
    fn in_order<'m>(&self, moves: &'m [Move]) -> Box<dyn Iterator<Item = &'m Move> + 'm> {
        if self.is_large { Box::new(moves.iter().rev()) } else { Box::new(moves.iter()) }
    }

    fn ask(&mut self, solver: &mut Solver, position: &Position, nodes: u64) -> Assessment {
        if self.limits.is_spent() {
            return Assessment::UNKNOWN;
        }
        let limits = Limits { nodes: Some(nodes), ..self.limits };
        if !self.is_large {
            return solver.solve_fully(position, limits);
        }
        let in_time = self.limits.deadline.is_none_or(|by| Instant::now() + self.takes < by);
        if self.left == 0 || !in_time {
            return Assessment::UNKNOWN;
        }
        self.left -= 1;
        Assessment { value: solver.solve_value(position, limits), ..Assessment::UNKNOWN }
    }
}
