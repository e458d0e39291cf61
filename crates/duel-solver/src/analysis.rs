//! A position in full: its value, every move's value, and the reason.

use duel_core::{Board, Echo, Move, Pass, Position, Reuse};
use duel_numbers::{Budget, Natural};

use crate::{
    claim::LostNumbers,
    explain::EqualParts,
    limits::Limits,
    reason::Reason,
    solver::{Solver, is_huge, is_quick, theorem},
    value::{Assessment, Basis, Value},
};

/// How many moves are listed with their values.
pub const LISTED: usize = 1_000;

/// How many moves are looked at for the list of winning ones.
const LOOKED_AT: usize = 200_000;

/// How far lost numbers are listed, at least and at most.
pub(crate) const FEW_NUMBERS: u64 = 31;
pub(crate) const MANY_NUMBERS: u64 = 100;

/// A move and what it leads to.
#[derive(Clone, Debug)]
pub struct MoveValue {
    /// The move.
    pub made: Move,
    /// The position after it.
    pub to: Position,
    /// What that is worth to the opponent, who is to move there.
    pub known: Assessment,
}

/// A position in full.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// What is known about it.
    pub known: Assessment,
    /// The first [`LISTED`] moves.
    pub moves: Vec<MoveValue>,
    /// How many moves there are; `None` if the numbers could not be factored.
    pub total: Option<Natural>,
    /// The winning moves that are known.
    pub winning: Vec<Move>,
    /// Whether the value of every move is known, so that no other move wins.
    pub all_judged: bool,
    /// Why.
    pub reason: Reason,
}

impl Solver {
    /// Solves a position and each of its moves, and finds the reason: the most expensive question.
    pub fn analyse_moves(&mut self, position: &Position, limits: Limits<'_>) -> Analysis {
        let closed = theorem(position, limits);
        let mut known = match &closed {
            Some(closed) => closed.assessment,
            None => self.search_for_value(position, limits),
        };
        let by_theorem = closed.is_some();
        let over = !is_huge(position) && position.is_over();
        let listed = match closed.as_ref().map(|closed| &closed.reason) {
            // Here the factors are known already.
            Some(Reason::Nim { numbers, .. }) => {
                let factors: Vec<_> = numbers.iter().cloned().map(Some).collect();
                position.moves_factored(&factors)
            }
            _ => position.moves(limits.budget(Budget::PROMPT)),
        };
        let total = listed.is_complete().then(|| listed.count());
        let mut moves: Vec<MoveValue> = Vec::new();
        let mut winning_unlisted: Vec<Move> = Vec::new();
        let mut unlisted_judged = true;
        let mut seen = 0_usize;
        let all_winning = closed.as_ref().and_then(|closed| closed.reason.all_winning_moves());
        let looked_at = if by_theorem && all_winning.is_none() { LOOKED_AT } else { LISTED };
        // Values come first, for every move; what they leave of the limits goes to distances.
        for made in listed.iter().take(looked_at) {
            let Ok(to) = position.after(&made) else { continue };
            if limits.is_spent() && moves.len() >= LISTED {
                break;
            }
            seen += 1;
            let child = match &all_winning {
                // What needs no search is known also when the time is up.
                _ if !limits.is_spent() || is_quick(&to) => self.assess_value(&to, limits),
                Some(all) => {
                    let value = if all.contains(&made) { Value::Loss } else { Value::Win };
                    Assessment::theorem(value, None, None)
                }
                None => Assessment::UNKNOWN,
            };
            if moves.len() < LISTED {
                moves.push(MoveValue { made, to, known: child });
                continue;
            }
            unlisted_judged &= child.value.is_some();
            if child.value == Some(Value::Loss) {
                winning_unlisted.push(made);
            }
        }
        if !over {
            known = self.search_for_missing(position, known, limits);
        }
        // A search that was finished has met every move; a theorem needs distances only to say what
        // holds out longest.
        if known.plies.is_some() && (!by_theorem || known.value == Some(Value::Loss)) {
            for line in moves.iter_mut().take_while(|_| !limits.is_spent()) {
                line.known = line.known.or(self.solve_fully(&line.to, limits));
            }
        }
        let complete = total.as_ref().and_then(Natural::to_u64) == Some(seen as u64);
        if !over {
            known = known.or(from_children(&moves, complete && seen == moves.len()));
        }
        let listed_judged = moves.iter().all(|line| line.known.value.is_some());
        let all_judged = all_winning.is_some() || complete && listed_judged && unlisted_judged;
        let winning_listed = moves.iter().filter(|line| line.known.value == Some(Value::Loss));
        let mut winning: Vec<Move> =
            winning_listed.map(|line| line.made.clone()).chain(winning_unlisted).collect();
        if let Some(all) = all_winning {
            winning = all;
        }
        if winning.is_empty()
            && let Some(best) = closed.as_ref().and_then(|closed| closed.reason.winning_move())
        {
            winning.push(best);
        }
        let reason = match closed {
            Some(closed) => with_winning_move(closed.reason, &winning, limits),
            None => self.searched_reason(position, &known, &moves, limits),
        };
        Analysis { known, moves, total, winning, all_judged, reason }
    }

    /// The reason for a value that was found by search.
    pub(crate) fn searched_reason(
        &mut self,
        position: &Position,
        known: &Assessment,
        moves: &[MoveValue],
        limits: Limits<'_>,
    ) -> Reason {
        let Some(value) = known.value else { return Reason::Unknown };
        let strategy = match value {
            Value::Win | Value::Loss => self.named_strategy(position, value, limits),
            Value::Draw | Value::Endless => None,
        };
        let first = strategy.as_ref().and_then(|strategy| strategy.first.clone());
        let best = first.or_else(|| Some(best_move(value, moves)?.made.clone()));
        let best = match (value, best) {
            (Value::Win, None) => self.some_winning_move(position, limits),
            (_, best) => best,
        };
        let lost_numbers = strategy.as_ref().and_then(|_| self.lost_numbers(position, limits));
        Reason::Searched { value, best, strategy: strategy.map(Box::new), lost_numbers }
    }

    /// A move that wins, where the search has met it or finds it in time. A look into its tables is
    /// allowed when the time is up: who wins is of little use without a move.
    fn some_winning_move(&mut self, position: &Position, limits: Limits<'_>) -> Option<Move> {
        const LOOK: u64 = 100;
        let limits = Limits { deadline: None, nodes: Some(LOOK), ..limits };
        let moves = position.moves(limits.budget(Budget::PROMPT));
        let mut in_time = moves.iter().take(LISTED).take_while(|_| !limits.is_spent());
        in_time.find(|made| {
            let after = position.after(made).ok();
            after.is_some_and(|after| self.solve_value(&after, limits) == Some(Value::Loss))
        })
    }

    /// The lost numbers up to the number of a position, or the first of them, where the number alone
    /// decides.
    fn lost_numbers(&mut self, position: &Position, limits: Limits<'_>) -> Option<LostNumbers> {
        let Board::Numbers { take, numbers, .. } = position.board() else { return None };
        let ([number], Reuse::Free, Echo::Allowed, Pass::Never) =
            (numbers.as_slice(), take.reuse, take.echo, take.pass)
        else {
            return None;
        };
        let up_to = number.to_u64()?.clamp(FEW_NUMBERS, MANY_NUMBERS);
        let mut lost = Vec::new();
        for number in 1..=up_to {
            let numbers = vec![Natural::from(number)];
            let alone = Position::numbers(*position.rules(), numbers, position.turn()).ok()?;
            if self.solve_value(&alone, limits)? == Value::Loss {
                lost.push(number);
            }
        }
        Some(LostNumbers { from: 1, up_to, numbers: lost })
    }
}

/// A theorem that knows who wins several numbers, but not how, with a winning move that was found:
/// one after which all numbers are equal in pairs or lost alone, if it is found in time.
fn with_winning_move(reason: Reason, winning: &[Move], limits: Limits<'_>) -> Reason {
    match reason {
        Reason::SubtractSum { numbers, winning: None } => {
            let budget = limits.budget(Budget::PROMPT);
            let parts = EqualParts::new(&numbers, budget);
            let in_time = winning.iter().take_while(|_| !limits.is_spent());
            let found = in_time.filter_map(|made| Some((parts.after(Some(made))?, made)));
            let best = found.min_by_key(|(parts, _)| parts.lost.len());
            let winning = best.map(|(_, made)| made).or(winning.first()).cloned();
            Reason::SubtractSum { numbers, winning }
        }
        other => other,
    }
}

/// The move that keeps a value: the quickest win, the slowest loss, any way to stay safe.
pub fn best_move(value: Value, moves: &[MoveValue]) -> Option<&MoveValue> {
    let wanted = Some(value.for_opponent());
    let mut keeping = moves.iter().filter(|line| line.known.value == wanted);
    match value {
        Value::Win => keeping.min_by_key(|line| line.known.plies.unwrap_or(u32::MAX)),
        Value::Loss if keeping.clone().any(|line| line.known.plies.is_some()) => {
            keeping.max_by_key(|line| line.known.plies.unwrap_or(0))
        }
        // What takes least comes first.
        Value::Loss | Value::Draw | Value::Endless => keeping.next(),
    }
}

/// What follows for a position from what is known about its moves.
fn from_children(moves: &[MoveValue], complete: bool) -> Assessment {
    let quickest = moves.iter().filter(|line| line.known.value == Some(Value::Loss));
    if quickest.clone().next().is_some() {
        return Assessment {
            value: Some(Value::Win),
            plies: quickest
                .map(|line| line.known.plies)
                .min_by_key(|plies| plies.unwrap_or(u32::MAX))
                .flatten()
                .filter(|plies| complete || *plies == 0)
                .map(|plies| plies + 1),
            nimber: None,
            basis: Basis::Search,
        };
    }
    let all_lose = complete && moves.iter().all(|line| line.known.value == Some(Value::Win));
    if all_lose {
        let plies: Option<Vec<u32>> = moves.iter().map(|line| line.known.plies).collect();
        return Assessment {
            value: Some(Value::Loss),
            plies: plies.and_then(|plies| plies.into_iter().max()).map(|plies| plies + 1),
            nimber: None,
            basis: Basis::Search,
        };
    }
    Assessment::UNKNOWN
}
