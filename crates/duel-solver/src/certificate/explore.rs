//! Strategies: every position that can arise on one player's turn, with one reply each.

use duel_core::{Board, Choice, Move, Outcome, Pass, Position, Reuse, Seat, Take};
use duel_numbers::{Budget, Natural};
use rustc_hash::FxHashMap;

use super::{MAX_BYTES, ProveError};
use crate::{
    limits::{Limits, Meter},
    solver::Solver,
    value::{Assessment, Value},
};

/// What the strategy is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    /// To win.
    Win,
    /// To win as soon as possible.
    WinSoon,
    /// Not to lose.
    NotLose,
}

/// How many positions may be visited for a value at first, before more are tried.
const FIRST_TRY: u64 = 1 << 14;

/// How many positions may be visited for the distance of a position whose value is known.
const PATIENCE: u64 = 1 << 20;

/// About how many bytes a position takes while it is explored.
const WEIGHT: usize = 600;

/// How many entries an exploration may have if the limits do not say: 4 GB of them.
const MOST_ENTRIES: usize = 7_158_278;

/// Positions that have the same key have the same future.
#[derive(PartialEq, Eq, Hash)]
enum FutureKey {
    Numbers(Position),
    Digits { residues: Vec<Natural>, is_empty: bool, length: usize, used: u16 },
}

/// A position that can arise on the player's turn.
struct PlayerPosition {
    position: Position,
    state: String,
    reply: Option<Move>,
    /// Where the opponent can lead from there; empty if the game is over then.
    next: Vec<usize>,
    /// Whether the reply ends the game.
    ends: bool,
}

/// A reply that keeps the value.
struct Candidate {
    made: Move,
    after: Position,
    plies: u32,
}

pub(super) struct Explorer<'s, 'l> {
    solver: &'s mut Solver,
    root: &'s Position,
    limits: Limits<'l>,
}

/// One player's strategy, as far as it is found.
struct PlayerStrategy<'m, 'l> {
    seat: Seat,
    goal: Goal,
    spots: Vec<PlayerPosition>,
    places: FxHashMap<FutureKey, usize>,
    bytes: usize,
    most_entries: usize,
    meter: &'m mut Meter<'l>,
}

impl<'s, 'l> Explorer<'s, 'l> {
    pub(super) fn new(
        solver: &'s mut Solver,
        root: &'s Position,
        limits: Limits<'l>,
    ) -> Explorer<'s, 'l> {
        Explorer { solver, root, limits }
    }

    /// What is known about a position. The value comes first, however much of the limits it takes;
    /// for the distance there is some patience, but not all the time that is left.
    pub(super) fn solve_fully(&mut self, position: &Position) -> Assessment {
        let value = self.solve_value(position);
        let nodes = self.limits.nodes.unwrap_or(u64::MAX).min(PATIENCE);
        let known = match value {
            Some(_) => {
                self.solver.solve_fully(position, Limits { nodes: Some(nodes), ..self.limits })
            }
            None => Assessment::UNKNOWN,
        };
        Assessment { value, ..known }
    }

    /// Who wins. Small limits first, then larger ones: a search that finds the value soon may
    /// spend the rest of its limits on something else.
    fn solve_value(&mut self, position: &Position) -> Option<Value> {
        let most = self.limits.nodes.unwrap_or(u64::MAX);
        let mut nodes = FIRST_TRY.min(most);
        loop {
            let found =
                self.solver.solve_value(position, Limits { nodes: Some(nodes), ..self.limits });
            if found.is_some() || self.limits.is_spent() || nodes == most {
                return found;
            }
            nodes = nodes.saturating_mul(8).min(most);
        }
    }

    /// Adds the entries for a player, a line each; how many plies the game can last.
    pub(super) fn explore(
        &mut self,
        seat: Seat,
        goal: Goal,
        lines: &mut Vec<String>,
    ) -> Result<u32, ProveError> {
        let mut meter = self.limits.meter();
        let mut part = PlayerStrategy {
            seat,
            goal,
            spots: Vec::new(),
            places: FxHashMap::default(),
            bytes: 0,
            most_entries: self.limits.memory.map_or(MOST_ENTRIES, |bytes| bytes / WEIGHT),
            meter: &mut meter,
        };
        let mine = self.root.turn() == seat;
        let first = if mine {
            vec![part.add(normal(self.root)?, String::new())?]
        } else {
            part.spread(self.root, "")?
        };
        let mut place = 0;
        while place < part.spots.len() {
            let reply = self.reply(&part, place)?;
            let ends = reply.after.is_over();
            let spot = &mut part.spots[place];
            spot.reply = Some(reply.made.clone());
            spot.ends = ends;
            let state = with_digit(&spot.state, &reply.made);
            let next = part.spread(&reply.after, &state)?;
            part.spots[place].next = next;
            place += 1;
        }
        let ranks = if goal == Goal::NotLose { vec![0; part.spots.len()] } else { part.ranks()? };
        let longest = first.iter().map(|place| ranks[*place]).max().unwrap_or(0);
        lines.extend(part.spots.into_iter().zip(ranks).filter_map(|(spot, rank)| {
            let reply = spot.position.write_move(spot.reply.as_ref()?);
            let rank = if goal == Goal::NotLose { String::new() } else { format!(" {rank}") };
            let state = if spot.state.is_empty() { "." } else { &spot.state };
            Some(format!("{state} {reply}{rank}"))
        }));
        Ok(longest + u32::from(!mine))
    }

    /// The reply that is best for a short proof: the quickest where that is wanted, and then the
    /// one that leaves the fewest new positions.
    fn reply(
        &mut self,
        part: &PlayerStrategy<'_, '_>,
        place: usize,
    ) -> Result<Candidate, ProveError> {
        const COMPARED: usize = 12;
        let spot = &part.spots[place];
        let mut found: Vec<Candidate> = Vec::new();
        for made in spot.position.moves(self.limits.budget(Budget::PROMPT)).iter() {
            if self.limits.is_spent() {
                return Err(ProveError::NotSettled);
            }
            let Ok(after) = spot.position.after(&made) else { continue };
            if let Some(outcome) = after.outcome() {
                if outcome == Outcome::Won(part.seat) {
                    return Ok(Candidate { made, after, plies: 0 });
                }
                if outcome == Outcome::Nobody && part.goal == Goal::NotLose {
                    found.push(Candidate { made, after, plies: 0 });
                }
                continue;
            }
            let (value, plies) = if part.goal == Goal::Win {
                (self.solve_value(&after), None)
            } else {
                let known = self.solve_fully(&after);
                (known.value, known.plies)
            };
            let keeps = match part.goal {
                Goal::NotLose => value.is_some_and(|value| value != Value::Win),
                Goal::Win | Goal::WinSoon => value == Some(Value::Loss),
            };
            if keeps {
                let plies = match part.goal {
                    Goal::WinSoon => plies.unwrap_or(u32::MAX),
                    Goal::Win | Goal::NotLose => 0,
                };
                found.push(Candidate { made, after, plies });
            }
            let enough = match part.goal {
                Goal::Win => 1,
                Goal::WinSoon => usize::MAX,
                Goal::NotLose => COMPARED,
            };
            if found.len() >= enough {
                break;
            }
        }
        let least = found.iter().map(|candidate| candidate.plies).min();
        found.retain(|candidate| Some(candidate.plies) == least);
        found.truncate(COMPARED);
        let count = found.len();
        found
            .into_iter()
            .min_by_key(|candidate| if count > 1 { part.news(&candidate.after) } else { 0 })
            .ok_or(ProveError::NotSettled)
    }
}

impl PlayerStrategy<'_, '_> {
    /// Adds what the opponent can lead to from a position, in which the opponent is to move.
    fn spread(&mut self, position: &Position, state: &str) -> Result<Vec<usize>, ProveError> {
        let mut next = Vec::new();
        for made in position.moves(Budget::PROMPT).iter() {
            if self.meter.is_spent() {
                return Err(ProveError::NotSettled);
            }
            let Ok(after) = position.after(&made) else { continue };
            if !after.is_over() {
                next.push(self.add(normal(&after)?, with_digit(state, &made))?);
            }
        }
        next.sort_unstable();
        next.dedup();
        Ok(next)
    }

    fn add(&mut self, position: Position, state: String) -> Result<usize, ProveError> {
        let key = key(&position);
        if let Some(place) = self.places.get(&key) {
            return Ok(*place);
        }
        if !self.meter.visit() {
            return Err(ProveError::NotSettled);
        }
        let state = match position.board() {
            Board::Numbers { .. } => text_of(&position),
            Board::Digits { .. } => state,
        };
        let place = self.spots.len();
        self.bytes += state.len() + 5;
        if self.bytes > MAX_BYTES || place > self.most_entries {
            return Err(ProveError::TooLarge);
        }
        self.places.insert(key, place);
        self.spots.push(PlayerPosition {
            position,
            state,
            reply: None,
            next: Vec::new(),
            ends: false,
        });
        Ok(place)
    }

    /// How many new positions the opponent can lead to.
    fn news(&self, position: &Position) -> usize {
        let new = |made: &Move| {
            let after = position.after(made).ok().filter(|after| !after.is_over());
            after
                .and_then(|after| normal(&after).ok())
                .is_some_and(|after| !self.places.contains_key(&key(&after)))
        };
        let moves = position.moves(Budget::PROMPT);
        moves.iter().take_while(|_| !self.meter.is_spent()).filter(new).count()
    }

    /// How many plies are left at each position, if the opponent holds out.
    fn ranks(&self) -> Result<Vec<u32>, ProveError> {
        const OPEN: u32 = u32::MAX;
        let mut ranks = vec![0; self.spots.len()];
        for root in 0..self.spots.len() {
            let mut stack = vec![root];
            while let Some(place) = stack.last().copied() {
                let spot = &self.spots[place];
                let waits = spot.next.iter().find(|next| ranks[**next] == 0);
                match waits {
                    _ if ranks[place] != 0 && ranks[place] != OPEN => {
                        stack.pop();
                    }
                    Some(next) => {
                        ranks[place] = OPEN;
                        stack.push(*next);
                    }
                    // A circle proves nothing.
                    None if spot.next.iter().any(|next| ranks[*next] == OPEN) => {
                        return Err(ProveError::NotSettled);
                    }
                    None => {
                        let longest = spot.next.iter().map(|next| ranks[*next]).max();
                        ranks[place] =
                            if spot.ends { 1 } else { longest.unwrap_or(0).saturating_add(2) };
                        stack.pop();
                    }
                }
            }
        }
        Ok(ranks)
    }
}

/// The digits since the root, with one more.
fn with_digit(state: &str, made: &Move) -> String {
    match made {
        Move::Append(digit) => format!("{state}{}", digit.to_char()),
        Move::Take { .. } | Move::Pass => String::new(),
    }
}

/// What a position's text says after its rules, without the turn.
fn text_of(position: &Position) -> String {
    let text = position.to_string();
    let state = text.split_once(':').map_or("", |(_, state)| state);
    state.strip_suffix("/2").unwrap_or(state).to_owned()
}

/// A position with numbers in falling order, and without barred numbers that no longer matter.
fn normal(position: &Position) -> Result<Position, ProveError> {
    let Board::Numbers { take, numbers, barred } = position.board() else {
        return Ok(position.clone());
    };
    if numbers.iter().any(|number| number.to_u64().is_none()) {
        return Err(ProveError::NotSettled);
    }
    let mut barred: Vec<Natural> =
        barred.iter().filter(|divisor| matters(*take, divisor, numbers)).cloned().collect();
    let mut numbers = numbers.clone();
    numbers.sort_unstable();
    numbers.reverse();
    barred.sort_unstable();
    Position::numbers_barred(*position.rules(), numbers, barred, position.turn())
        .map_err(|_| ProveError::NotSettled)
}

/// Whether a barred number can still exclude a move.
fn matters(take: Take, divisor: &Natural, numbers: &[Natural]) -> bool {
    let Take {
        step,
        or_step: _,
        reach: _,
        reuse,
        echo: _,
        pass,
        #[cfg(feature = "recipes")]
            half: _,
    } = take;
    let largest = numbers.iter().max().cloned().unwrap_or_default();
    if divisor.is_one() {
        return pass == Pass::OncePerGame || !largest.is_zero();
    }
    match (reuse, step.choice) {
        (Reuse::Free, _) => numbers.iter().any(|n| !n.is_zero() && divisor.divides(n)),
        (Reuse::Once, Choice::All) => *divisor <= largest,
        (Reuse::Once, _) => divisor + divisor <= largest,
    }
}

fn key(position: &Position) -> FutureKey {
    match position.board() {
        Board::Numbers { .. } => FutureKey::Numbers(position.clone()),
        Board::Digits { append, digits, residues, .. } => FutureKey::Digits {
            residues: residues.clone(),
            is_empty: digits.is_empty(),
            length: if append.cap.length().is_some() { digits.len() } else { 0 },
            used: match append.reuse {
                Reuse::Free => 0,
                Reuse::Once => digits.iter().fold(0, |used, digit| used | 1 << digit.value()),
            },
        },
    }
}
