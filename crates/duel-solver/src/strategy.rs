//! The winner's strategy: every reply of the loser, and what is answered. It is the reason for the
//! value of a position that no theorem covers, and can be followed to the end of the game.
//!
//! Positions in which the loser is to move are [`Entry`]s, each told once however it comes about. The
//! answers are chosen so that there are few (see `choose.rs`).
//!
//! ```
//! use duel_solver::{Limits, Solver, strategy::Then};
//!
//! let position = duel_books::position("dilemma+prime-steps:77").unwrap();
//! let strategy = Solver::default().strategy(&position, Limits::NONE).unwrap();
//! assert_eq!(position.write_move(strategy.first.as_ref().unwrap()), "/11");
//! // Only 1 can be taken from 7, and the answer is to halve 6.
//! let seven = &strategy.entries[0];
//! assert_eq!(seven.position.to_string(), "dilemma+prime-steps:7/2");
//! assert_eq!(seven.replies.len(), 1);
//! assert_eq!(seven.replies[0].then, Then::Entry(1));
//! ```

mod choose;
mod games;
mod node_set;
mod parts;
mod waiting;
mod why;

use duel_core::{Append, Board, Cap, Echo, Move, Outcome, Position};
use duel_numbers::{Budget, Natural};
use rustc_hash::FxHashMap;

use crate::{
    analysis::LISTED,
    limits::{Limits, Meter},
    residues::{Layers, Wheel},
    solver::{Solver, theorem},
    value::Value,
};
pub(crate) use choose::order;
use choose::{Chooser, Chosen, ChosenAnswer, SolvedGame};
pub(crate) use games::{
    DigitGame, DigitValues, OnceDigitsGame, TakeGame, TakeValues, digit_key, once_digits_key,
};
use games::{label_of, move_of};
pub(crate) use parts::{alone, mirrored};
use waiting::{Place, Waiting};
pub use why::{Parity, Why};

/// A winner's answers to everything that the loser can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The winner's first move; `None` where the loser is to move first, or nobody.
    pub first: Option<Move>,
    /// The positions in which the loser may have to move. The first is the one that play comes to; it
    /// is empty where the first move ends the game.
    pub entries: Vec<Entry>,
    /// Whether nothing is left out. Otherwise no strategy of at most
    /// [`MOST_ENTRIES`](Strategy::MOST_ENTRIES) entries was found, and these are a part of one: some
    /// replies lead to [`Then::Untold`].
    pub complete: bool,
}

/// A position in which the loser is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position, in one of the ways in which it can come about. A number that is lost whatever was
    /// chosen last is told with nothing barred: then there may be a move here that is not legal in
    /// play.
    pub position: Position,
    /// What makes it lost.
    pub why: Why,
    /// Every legal move, and what follows.
    pub replies: Vec<Reply>,
}

/// A move of the loser, and what is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move.
    pub tried: Move,
    /// The answer; `None` if the move has ended the game.
    pub answer: Option<Move>,
    /// What follows.
    pub then: Then,
}

impl Reply {
    /// The entry that follows, and how play comes to it, unless the game is over before.
    fn next<'s>(&'s self, met: Met<'s>) -> Option<(usize, Met<'s>)> {
        let Then::Entry(next) = self.then else { return None };
        let last = match &self.answer {
            Some(Move::Take { divisor, .. }) => Some(divisor),
            _ => None,
        };
        let left = match met.left {
            // A move and its answer.
            Some(left) => Some(left.checked_sub(2).filter(|left| *left > 0)?),
            None => None,
        };
        Some((next, Met { last, left }))
    }
}

/// What follows after a reply and its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The game is over, and won.
    Over,
    /// The loser is to move in this entry.
    Entry(usize),
    /// A theorem says that the loser, who is to move, loses.
    Theorem,
    /// The loser is to move, in a position that is not told here: only where a strategy is not
    /// complete.
    Untold,
}

impl Strategy {
    /// How many entries a complete strategy may have.
    pub const MOST_ENTRIES: usize = choose::MOST_ENTRIES;

    /// The line of play in which the loser holds out longest, from the first entry to the end of the
    /// game, or as far as it is told.
    pub fn main_line(&self) -> Vec<Move> {
        let mut longest = Longest { strategy: self, known: FxHashMap::default() };
        let mut line = Vec::new();
        let root = self.entries.first().map(|entry| (0, Met::first(&entry.position)));
        let mut next = root;
        while let Some((place, met)) = next {
            // An entry that is not told has no replies.
            let Some(reply) = self.entries[place].replies.get(longest.at(place, met).1) else {
                break;
            };
            line.extend([Some(&reply.tried), reply.answer.as_ref()].into_iter().flatten().cloned());
            next = reply.next(met);
        }
        // An entry may serve for greater lengths than its own, at which the game ends sooner.
        line.truncate(root.and_then(|(_, met)| met.left).unwrap_or(line.len()));
        line
    }

    /// How many moves of both players there are at most, if the strategy is followed; `None` where it
    /// does not lead to the end.
    pub fn longest(&self) -> Option<u32> {
        let ends = |reply: &Reply| matches!(reply.then, Then::Over | Then::Entry(_));
        let told = self.entries.iter().flat_map(|entry| &entry.replies).all(ends);
        let moves = usize::from(self.first.is_some()) + self.main_line().len();
        u32::try_from(moves).ok().filter(|_| told && self.complete)
    }

    /// Whether nothing but equal pairs of numbers is left to the loser.
    pub(crate) fn is_of_pairs(&self) -> bool {
        let root = self.entries.first().map(|entry| &entry.why);
        matches!(root, Some(Why::Parts(parts)) if parts.lost.is_empty())
    }

    /// Whether it can be read through as it is, so that entries need not serve for several lengths.
    pub(crate) fn is_short(&self) -> bool {
        const SHORT: usize = 100;
        self.complete && self.entries.len() <= SHORT
    }

    /// A game that the first move ends, or that is over already.
    fn at_once(first: Option<Move>) -> Strategy {
        Strategy { first, entries: Vec::new(), complete: true }
    }
}

/// How play has come to an entry, as far as that matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Met<'s> {
    /// What was chosen last.
    last: Option<&'s Natural>,
    /// How many digits there are still to come, where the number has a maximum length.
    left: Option<usize>,
}

impl Met<'_> {
    fn first(root: &Position) -> Self {
        let left = match root.board() {
            Board::Digits { append, digits, .. } => match append.cap {
                Cap::Second(length) => Some((length as usize).saturating_sub(digits.len())),
                Cap::Draw(_) | Cap::Open => None,
            },
            Board::Numbers { .. } => None,
        };
        Met { last: None, left }
    }
}

/// How long the loser can hold out against a strategy.
struct Longest<'s> {
    strategy: &'s Strategy,
    /// How many moves can follow, and the first of them, for an entry and how play has come to it.
    known: FxHashMap<(usize, Met<'s>), (usize, usize)>,
}

impl<'s> Longest<'s> {
    /// How many moves can follow at an entry, and by which reply.
    fn at(&mut self, place: usize, met: Met<'s>) -> (usize, usize) {
        let Entry { position, replies, .. } = &self.strategy.entries[place];
        // Only an entry in which nothing is barred may hold moves that are not legal in play.
        let last = met.last.filter(|_| match position.board() {
            Board::Numbers { take, barred, .. } => take.echo == Echo::Barred && barred.is_empty(),
            Board::Digits { .. } => false,
        });
        let met = Met { last, ..met };
        if let Some(known) = self.known.get(&(place, met)) {
            return *known;
        }
        let mut best = (0, 0);
        for (number, reply) in replies.iter().enumerate() {
            if matches!(&reply.tried, Move::Take { divisor, .. } if Some(divisor) == last) {
                continue;
            }
            let after = reply.next(met).map_or(0, |(next, met)| self.at(next, met).0);
            let moves = match reply.then {
                // A line that can be told to its end comes before one that cannot.
                Then::Untold => 0,
                _ => 1 + usize::from(reply.answer.is_some()) + after,
            };
            let moves = moves.min(met.left.unwrap_or(moves));
            if moves > best.0 {
                best = (moves, number);
            }
        }
        self.known.insert((place, met), best);
        best
    }
}

impl Solver {
    /// The winner's strategy, where somebody wins and it is found within the limits.
    pub fn strategy(&mut self, position: &Position, limits: Limits<'_>) -> Option<Strategy> {
        let known = theorem(position, limits);
        let value = match &known {
            Some(closed) => closed.assessment.value?,
            None => self.solve_value(position, limits)?,
        };
        let is_lost = match value {
            Value::Win => false,
            Value::Loss => true,
            Value::Draw | Value::Endless => return None,
        };
        match known {
            _ if position.is_over() => Some(Strategy::at_once(None)),
            Some(_) => self.strategy_by_theorem(position, is_lost, None, limits),
            None => self.named_strategy(position, value, limits),
        }
    }

    /// The strategy in a position that no theorem covers and that has this value.
    pub(crate) fn named_strategy(
        &mut self,
        position: &Position,
        value: Value,
        limits: Limits<'_>,
    ) -> Option<Strategy> {
        if value == Value::Win
            && let Some(first) = ending_move(position, limits.budget(Budget::PROMPT))
        {
            return Some(Strategy::at_once(Some(first)));
        }
        let (first, root) = match value {
            Value::Win => self.parting_move(position, limits).unzip(),
            _ => (None, Some(position.clone())),
        };
        if let Some(strategy) = root.and_then(|root| self.strategy_of_parts(&root, limits)) {
            return Some(Strategy { first, ..strategy });
        }
        let is_lost = value == Value::Loss;
        let Some(mut strategy) = self.searched_strategy(position, is_lost, limits) else {
            return strategy_at_once(position, is_lost, limits);
        };
        self.name_reasons(&mut strategy, limits);
        Some(strategy)
    }

    /// One entry, from which theorems lead on; after this first move, if a certain one is wanted.
    pub(crate) fn strategy_by_theorem(
        &mut self,
        position: &Position,
        is_lost: bool,
        first: Option<Move>,
        limits: Limits<'_>,
    ) -> Option<Strategy> {
        if position.is_over() {
            return Some(Strategy::at_once(None));
        }
        let (first, root) = if is_lost {
            (None, position.clone())
        } else {
            let first = first.or_else(|| self.winning_move(position, limits))?;
            let root = position.after(&first).ok()?;
            (Some(first), root)
        };
        if root.is_over() {
            return Some(Strategy::at_once(first));
        }
        let budget = limits.budget(Budget::PROMPT);
        let parts = theorem(&root, limits).and_then(|known| known.reason.parts(&root, budget));
        let moves = root.moves(budget);
        let mut complete = moves.is_complete();
        let mut replies = Vec::new();
        for tried in moves.iter() {
            let to = root.after(&tried).ok()?;
            if replies.len() == LISTED || limits.is_spent() {
                complete = false;
                break;
            }
            if to.is_over() {
                replies.push(Reply { tried, answer: None, then: Then::Over });
                continue;
            }
            let in_parts = parts.as_ref().and_then(|(parts, alike)| {
                self.answer_in_parts(&root, &tried, (parts, *alike), limits)
            });
            let Some(answer) = in_parts.or_else(|| self.winning_move(&to, limits)) else {
                complete = false;
                break;
            };
            let over = to.after(&answer).ok()?.is_over();
            let then = if over { Then::Over } else { Then::Theorem };
            replies.push(Reply { tried, answer: Some(answer), then });
        }
        let entries = vec![Entry { position: root, why: Why::Theorem, replies }];
        Some(Strategy { first, entries, complete })
    }

    /// A winning move of a position that theorems cover.
    fn winning_move(&mut self, position: &Position, limits: Limits<'_>) -> Option<Move> {
        let named = theorem(position, limits)?.reason.winning_move();
        named.or_else(|| {
            let moves = position.moves(limits.budget(Budget::PROMPT));
            let mut in_time = moves.iter().take(LISTED).take_while(|_| !limits.is_spent());
            in_time.find(|made| {
                let after = position.after(made).ok();
                after.is_some_and(|after| self.solve_value(&after, limits) == Some(Value::Loss))
            })
        })
    }
}

/// A strategy that the rules alone show: a move that ends the game or, against the player to move, one
/// that does after each move.
fn strategy_at_once(position: &Position, is_lost: bool, limits: Limits<'_>) -> Option<Strategy> {
    let budget = limits.budget(Budget::PROMPT);
    if !is_lost {
        return Some(Strategy::at_once(Some(ending_move(position, budget)?)));
    }
    let moves = position.moves(budget);
    if !moves.is_complete() {
        return None;
    }
    let mut replies = Vec::new();
    for tried in moves.iter() {
        let to = position.after(&tried).ok()?;
        let answer = if to.is_over() { None } else { Some(ending_move(&to, budget)?) };
        replies.push(Reply { tried, answer, then: Then::Over });
    }
    let entries = vec![Entry { position: position.clone(), why: Why::AtOnce, replies }];
    Some(Strategy { first: None, entries, complete: true })
}

/// A move that ends the game and wins it.
fn ending_move(position: &Position, budget: Budget<'_>) -> Option<Move> {
    let won = Some(Outcome::Won(position.turn()));
    let moves = position.moves(budget);
    moves.iter().take(LISTED).find(|made| {
        position.after(made).is_ok_and(|after| after.is_over() && after.outcome() == won)
    })
}

/// How many lost positions are looked at for a strategy with few of them.
const LOOKED_AT: usize = 2_000;

/// Finds a strategy in a game, and writes it in moves and positions.
pub(crate) fn find(
    game: &mut dyn SolvedGame,
    (position, key): (&Position, &[u64]),
    is_lost: bool,
    meter: &mut Meter<'_>,
) -> Option<Strategy> {
    let chosen = Chooser::new(game, meter, LOOKED_AT).choose(key, is_lost)?;
    write(position, &chosen)
}

/// Finds a strategy of a winner who wins at the maximum length and can wait for that.
pub(crate) fn find_waiting(
    position: &Position,
    (wheel, append, completing): (&Wheel, Append, Value),
    layers: &mut Layers,
    (length, residue): (u32, u64),
    is_lost: bool,
    meter: &mut Meter<'_>,
) -> Option<Strategy> {
    let mut roots = Vec::new();
    if is_lost {
        roots.push((None, if length == 0 { Place::Empty } else { Place::Remainder(residue) }));
    } else {
        for first in position.moves(Budget::PROMPT).iter() {
            let Move::Append(digit) = first else { continue };
            let to = wheel.append(residue, u64::from(digit.value()));
            if !wheel.completes(to) && layers.at(length + 1, to, meter)?.0 == Value::Loss {
                roots.push((Some(digit), Place::Remainder(to)));
            }
        }
    }
    let length = match (is_lost, length) {
        (true, 0) => 2,
        (true, length) => length,
        (false, length) => length + 1,
    };
    let chosen = Waiting::new((wheel, append, completing), layers, length, meter).choose(&roots)?;
    write(position, &chosen)
}

fn write(position: &Position, chosen: &Chosen) -> Option<Strategy> {
    let first = match chosen.first {
        Some(label) => Some(move_of(position, label)?),
        None => None,
    };
    if chosen.entries.is_empty() {
        return Some(Strategy::at_once(first));
    }
    let root = match &first {
        Some(first) => position.after(first).ok()?,
        None => position.clone(),
    };
    let mut writer = Writer::default();
    writer.place(0, &root, false);
    let mut entries = Vec::with_capacity(chosen.entries.len());
    // Positions are met in the way in which they come about; an entry that is met in two ways is told
    // in general.
    let mut met = 0;
    while let Some((place, position)) = writer.met.get(met).cloned() {
        met += 1;
        let chosen_entry = &chosen.entries[writer.open[place].chosen];
        let mut replies = Vec::with_capacity(chosen_entry.replies.len());
        for tried in position.moves(Budget::PROMPT).iter() {
            let label = label_of(&position, &tried)?;
            let (_, answer) = chosen_entry.replies.iter().find(|(tried, _)| *tried == label)?;
            let to = position.after(&tried).ok()?;
            let (answer, then) = match *answer {
                // At the full length nothing has to be answered.
                _ if to.is_over() => (None, Then::Over),
                ChosenAnswer::Over => (None, Then::Over),
                ChosenAnswer::Ends(label) => (Some(move_of(&to, label)?), Then::Over),
                ChosenAnswer::Goes(label, next) => {
                    let answer = move_of(&to, label)?;
                    let after = to.after(&answer).ok()?;
                    let then = match next {
                        _ if after.is_over() => Then::Over,
                        Some(next) => writer.place(next, &after, chosen.entries[next].general),
                        None => Then::Untold,
                    };
                    (Some(answer), then)
                }
            };
            replies.push(Reply { tried, answer, then });
        }
        if place == entries.len() {
            entries.push(Entry { position, why: Why::Answered, replies });
        } else {
            // Each move is legal in one of two ways in which a position can come about.
            let told: &mut Entry = &mut entries[place];
            let position = with_nothing_barred(&told.position);
            let known = |made: &Move| {
                let all = told.replies.iter().chain(&replies);
                all.into_iter().find(|reply| reply.tried == *made).cloned()
            };
            let moves = position.moves(Budget::PROMPT);
            let replies: Option<Vec<Reply>> = moves.iter().map(|made| known(&made)).collect();
            let replies = replies?;
            *told = Entry { position, why: Why::Answered, replies };
        }
    }
    Some(Strategy { first, entries, complete: chosen.complete && !writer.is_cut })
}

/// The position in which the loser may choose again what was chosen last.
pub(crate) fn with_nothing_barred(lost: &Position) -> Position {
    let Board::Numbers { numbers, .. } = lost.board() else { return lost.clone() };
    Position::numbers_barred(*lost.rules(), numbers.clone(), Vec::new(), lost.turn())
        .unwrap_or_else(|_| lost.clone())
}

/// The entries of a strategy while it is written. What is searched as one position may be several for a
/// reader: the order of numbers matters for the names of moves, and 3 is not 5 though dividing by 1 is
/// all that can be done with either. So each list of numbers has an entry of its own.
#[derive(Default)]
struct Writer {
    places: FxHashMap<(usize, Vec<Natural>), usize>,
    open: Vec<OpenEntry>,
    /// Entries, each with a position that comes to it: the first one, and another one for those that
    /// are told in general.
    met: Vec<(usize, Position)>,
    /// Whether there were too many.
    is_cut: bool,
}

/// An entry that is being written.
struct OpenEntry {
    chosen: usize,
    /// What may not be chosen in the position that came first, as far as it could be otherwise.
    barred: Vec<Natural>,
    /// Whether another position was met.
    is_met_again: bool,
}

impl Writer {
    /// Where the entry for a chosen position is written, in this order of its numbers.
    fn place(&mut self, chosen: usize, position: &Position, general: bool) -> Then {
        let (order, barred) = match position.board() {
            Board::Numbers { numbers, barred, .. } => {
                let matters = |divisor: &&Natural| numbers.iter().any(|n| divisor.divides(n));
                let barred = barred.iter().filter(|_| general).filter(matters).cloned().collect();
                (numbers.clone(), barred)
            }
            Board::Digits { .. } => (Vec::new(), Vec::new()),
        };
        let next = self.open.len();
        if let Some(place) = self.places.get(&(chosen, order.clone())) {
            let open = &mut self.open[*place];
            if general && !open.is_met_again && open.barred != barred {
                open.is_met_again = true;
                self.met.push((*place, position.clone()));
            }
            return Then::Entry(*place);
        }
        if next == Strategy::MOST_ENTRIES {
            self.is_cut = true;
            return Then::Untold;
        }
        self.places.insert((chosen, order), next);
        self.open.push(OpenEntry { chosen, barred, is_met_again: false });
        self.met.push((next, position.clone()));
        Then::Entry(next)
    }
}
