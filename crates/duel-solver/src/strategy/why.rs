//! Names for what makes a lost position lost, where a person can see it.
//!
//! A name is data first: `crates/duel-play/tests/sentences/` checks each of them with the rules alone.

use duel_core::{Append, Board, Cap, Echo, Move, Pass, Position, Reuse};
use duel_numbers::{Budget, Natural};

use super::{Entry, Reply, Strategy, Then};
use crate::{
    claim::{Ending, Parts},
    limits::Limits,
    solver::Solver,
    value::Value,
};

/// Why the player to move loses, seen from what can be done next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// Every move ends the game, or is answered by one that does.
    AtOnce,
    /// There is just one move, here and at every later turn.
    Forced,
    /// The only moves that would win may not be made, because their numbers have been used.
    UsedUp(Vec<Move>),
    /// However both play, the number of moves that are left is even, or it is odd, and that decides.
    Parity(Parity),
    /// The numbers do not concern each other, and each has an equal partner or is lost alone; the
    /// strategy answers on the partner or on the same number.
    Parts(Parts),
    /// At this length the game is over, and the winner, who did not begin, can wait for that.
    FullLength(u32),
    /// Only these few moves do not lose at once.
    Safe(Vec<Move>),
    /// A theorem says so.
    Theorem,
    /// Every move has an answer.
    Answered,
}

/// Whether a number of moves is even or odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parity {
    /// A multiple of two.
    Even,
    /// One more than that.
    Odd,
}

impl Parity {
    fn other(self) -> Parity {
        match self {
            Parity::Even => Parity::Odd,
            Parity::Odd => Parity::Even,
        }
    }
}

/// How many moves are few enough to be named.
const FEW: usize = 3;

/// How many positions are looked at to see that a number of moves is fixed.
const COUNTED: u32 = 24;

impl Why {
    /// The word that text forms use.
    pub fn name(&self) -> &'static str {
        match self {
            Why::AtOnce => "at-once",
            Why::Forced => "forced",
            Why::UsedUp(_) => "used-up",
            Why::Parity(_) => "parity",
            Why::Parts(Parts { lost, .. }) if lost.is_empty() => "pairs",
            Why::Parts(_) => "parts",
            Why::FullLength(_) => "full-length",
            Why::Safe(_) => "safe-moves",
            Why::Theorem => "theorem",
            Why::Answered => "answered",
        }
    }
}

impl Why {
    /// The same reason where play has come to this position of an entry: what may not be chosen there
    /// is not named.
    #[must_use]
    pub fn in_position(&self, position: &Position) -> Why {
        let Why::Safe(moves) = self else { return self.clone() };
        let legal = moves.iter().filter(|made| position.after(made).is_ok()).cloned();
        let legal: Vec<Move> = legal.collect();
        if legal.is_empty() { Why::AtOnce } else { Why::Safe(legal) }
    }
}

impl Solver {
    /// Finds a name for each entry of a strategy that was searched.
    pub(super) fn name_reasons(&mut self, strategy: &mut Strategy, limits: Limits<'_>) {
        let full = ends_by_full_length(strategy);
        for place in 0..strategy.entries.len() {
            let why = self.why(strategy, place, &full, limits);
            strategy.entries[place].why = why;
        }
    }

    fn why(&mut self, strategy: &Strategy, place: usize, full: &[bool], limits: Limits<'_>) -> Why {
        let entry = &strategy.entries[place];
        if full[place]
            && let Board::Digits { append: Append { cap: Cap::Second(length), .. }, .. } =
                entry.position.board()
        {
            return Why::FullLength(*length);
        }
        if entry.replies.iter().all(|reply| reply.then == Then::Over) {
            return Why::AtOnce;
        }
        if is_forced(strategy, place) {
            return Why::Forced;
        }
        let used = self.used_up(&entry.position, limits);
        if !used.is_empty() {
            return Why::UsedUp(used);
        }
        if let Some(parity) = parity(&entry.position, &mut COUNTED.clone()) {
            return Why::Parity(parity);
        }
        let safe: Vec<Move> = entry.holding_out().map(|reply| reply.tried.clone()).collect();
        if safe.len() <= FEW && safe.len() < entry.replies.len() {
            Why::Safe(safe)
        } else {
            Why::Answered
        }
    }

    /// The moves that would win, and are the only ones that would, if their numbers had not been used.
    fn used_up(&mut self, position: &Position, limits: Limits<'_>) -> Vec<Move> {
        let Board::Numbers { take, numbers, barred } = position.board() else { return Vec::new() };
        if take.reuse == Reuse::Free && take.echo == Echo::Allowed {
            return Vec::new();
        }
        let mut found = Vec::new();
        for divisor in barred {
            let others: Vec<Natural> = barred.iter().filter(|d| *d != divisor).cloned().collect();
            let rules = *position.rules();
            let free = Position::numbers_barred(rules, numbers.clone(), others, position.turn());
            let Ok(free) = free else { continue };
            let mut choices: Vec<Move> = Vec::new();
            for index in 0..numbers.len() {
                for step in take.steps() {
                    choices.push(Move::Take { index, op: step.op, divisor: divisor.clone() });
                }
            }
            choices.extend((divisor.is_one() && free.can_pass()).then_some(Move::Pass));
            let mut wins = |made: &Move| {
                free.after(made)
                    .is_ok_and(|after| self.solve_value(&after, limits) == Some(Value::Loss))
            };
            let would_win: Vec<Move> = choices.iter().filter(|made| wins(made)).cloned().collect();
            if would_win.is_empty() {
                continue;
            }
            // Where it could still be chosen later, other moves may be good too; a bar that ends with
            // this move changes nothing for them.
            if take.reuse == Reuse::Once || take.pass == Pass::OncePerGame {
                let moves = free.moves(limits.budget(Budget::PROMPT));
                let mut others = moves.iter().filter(|made| !choices.contains(made));
                if !moves.is_complete() || others.any(|made| wins(&made)) {
                    return Vec::new();
                }
            }
            found.extend(would_win);
        }
        found.sort_by(|one, other| chosen(one).cmp(&chosen(other)));
        found
    }
}

impl Entry {
    /// The replies that do not lose at once.
    pub fn holding_out(&self) -> impl Iterator<Item = &Reply> {
        self.replies.iter().filter(|reply| reply.then != Then::Over)
    }
}

/// What a move chooses.
fn chosen(made: &Move) -> Option<&Natural> {
    match made {
        Move::Take { divisor, .. } => Some(divisor),
        Move::Pass | Move::Append(_) => None,
    }
}

fn is_forced(strategy: &Strategy, place: usize) -> bool {
    let mut at = place;
    // A line of play meets no entry twice.
    for _ in 0..strategy.entries.len() {
        match strategy.entries[at].replies.as_slice() {
            [only] => match only.then {
                Then::Over => return true,
                Then::Entry(next) => at = next,
                Then::Theorem | Then::Untold => return false,
            },
            _ => return false,
        }
    }
    false
}

/// For each entry, whether a line of play from there ends because the number has its full length.
fn ends_by_full_length(strategy: &Strategy) -> Vec<bool> {
    let mut found = go_round(strategy);
    let is_full = |entry: &Entry, reply: &Reply| {
        let mut over = entry.position.after(&reply.tried).ok();
        if let Some(answer) = &reply.answer {
            over = over.and_then(|to| to.after(answer).ok());
        }
        over.is_some_and(|over| matches!(Ending::of(&over), Ending::FullLength(_)))
    };
    for (place, entry) in strategy.entries.iter().enumerate() {
        // Nearly all entries are far from that.
        if let Board::Digits { append: Append { cap: Cap::Second(length), .. }, digits, .. } =
            entry.position.board()
            && digits.len() + 2 >= *length as usize
        {
            let mut over = entry.replies.iter().filter(|reply| reply.then == Then::Over);
            found[place] |= over.any(|reply| is_full(entry, reply));
        }
    }
    while found.contains(&true) {
        let before = found.clone();
        for (place, entry) in strategy.entries.iter().enumerate().rev() {
            let leads = |reply: &Reply| matches!(reply.then, Then::Entry(next) if found[next]);
            found[place] |= entry.replies.iter().any(leads);
        }
        if found == before {
            break;
        }
    }
    found
}

/// For each entry, whether a line of play from there never leaves the entries: only the full length ends
/// it.
fn go_round(strategy: &Strategy) -> Vec<bool> {
    let mut found = vec![true; strategy.entries.len()];
    loop {
        let before = found.clone();
        for (place, entry) in strategy.entries.iter().enumerate().rev() {
            let stays = |reply: &Reply| matches!(reply.then, Then::Entry(next) if found[next]);
            found[place] = entry.replies.iter().any(stays);
        }
        if found == before {
            return found;
        }
    }
}

/// Whether the number of moves that are left is even or odd, where it is the same however both play
/// and few positions show it.
fn parity(position: &Position, left: &mut u32) -> Option<Parity> {
    if position.is_over() {
        return Some(Parity::Even);
    }
    let mut found = None;
    for made in position.moves(Budget::PROMPT).iter() {
        *left = left.checked_sub(1)?;
        let after = parity(&position.after(&made).ok()?, left)?.other();
        if found.is_some_and(|found| found != after) {
            return None;
        }
        found = Some(after);
    }
    found
}
