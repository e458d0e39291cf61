//! A strategy as claims: in short, and position by position.

use duel_core::{Board, Echo, LastMover, Move, Pass, Position, Reuse};
use duel_numbers::{Budget, Natural};

use crate::{
    analysis::LISTED,
    claim::{Alike, Answered, Claim, Ending, LostNumbers, Seen, Told, used_choices},
    explain::distinct_moves,
    plan_words::told_for_another,
    strategy::{Entry, Reply, Strategy, Then, Why, order},
    why_words::caged_prime,
};

/// How many answers are named in short.
const FEW: usize = 3;

/// How long a line of play that is named may be.
const LONGEST_LINE: usize = 60;

/// A strategy in short: the first move, why the next position is lost, a few answers, and one line to
/// the end.
pub(super) fn plan_in_short(strategy: &Strategy) -> Vec<Claim> {
    let made = strategy.first.clone();
    let Some(root) = strategy.entries.first() else { return Vec::new() };
    let lost = root.position.clone();
    let mut claims = match &root.why {
        Why::Parts(parts) => {
            vec![Claim::Parts { made, parts: parts.clone(), alike: Alike::Equal }]
        }
        why => {
            let barred = if let Why::UsedUp(_) = why { Vec::new() } else { used_choices(&lost) };
            let plays = made.map(|made| Claim::Plays { made, barred });
            let named = Claim::Named { lost: lost.clone(), why: why.clone() };
            plays.into_iter().chain([named]).collect()
        }
    };
    let mut line = strategy.main_line();
    if strategy.complete {
        copy_to_end(&lost, &mut line);
    }
    let on_line = |reply: &Reply| root.why != Why::AtOnce && line.first() == Some(&reply.tried);
    let distinct = distinct_moves(&lost, Budget::PROMPT);
    let holding_out = root.holding_out();
    let at_once = root.replies.iter().filter(|reply| reply.then == Then::Over);
    let examples = holding_out.chain(at_once);
    let examples = examples.filter(|reply| distinct.contains(&reply.tried) && !on_line(reply));
    let examples: Vec<Answered> =
        examples.take(LISTED).map(|reply| answered(strategy, &lost, reply)).collect();
    // Those of which more is seen than the numbers come first.
    let (telling, plain): (Vec<_>, Vec<_>) =
        examples.into_iter().partition(|example| example.seen != Seen::Nothing);
    let lines: Vec<_> = telling.into_iter().chain(plain).take(FEW).collect();
    // What is copied is told already.
    if !lines.is_empty() && !strategy.is_of_pairs() {
        claims.push(Claim::Answers { lost: lost.clone(), lines });
    }
    let is_told = line.len() <= LONGEST_LINE && ends_game(&lost, &line);
    if root.why != Why::AtOnce && is_told {
        claims.push(Claim::Line { lost, moves: line });
    }
    if !strategy.complete {
        claims.push(Claim::PartOfAnswer);
    }
    claims
}

fn answered(strategy: &Strategy, lost: &Position, reply: &Reply) -> Answered {
    let Reply { tried, answer, then } = reply;
    let after = answer.as_ref().and_then(|answer| lost.after(tried).ok()?.after(answer).ok());
    let seen = match (then, after) {
        (Then::Entry(next), Some(after)) => match &strategy.entries[*next].why {
            Why::UsedUp(moves) => Seen::UsedUp(moves.clone()),
            _ if !after.has_several_numbers() && caged_prime(&after).is_some() => Seen::Cage,
            _ if completes_nothing(&after) => Seen::NoMultiple,
            _ => Seen::Nothing,
        },
        (Then::Over, Some(over)) if is_prime_left(&over) => Seen::Prime,
        _ => Seen::Nothing,
    };
    Answered { tried: tried.clone(), answer: answer.clone(), seen }
}

/// Whether no digit completes a number of digits, where any may come and completing it wins.
fn completes_nothing(position: &Position) -> bool {
    let Board::Digits { append, .. } = position.board() else { return false };
    append.reuse == Reuse::Free
        && position.rules().last_mover() == LastMover::Wins
        && position.moves(Budget::PROMPT).iter().all(|made| {
            let after = position.after(&made);
            after.is_ok_and(|after| !after.board().is_complete())
        })
}

/// Whether a game is over because the number is a prime, and not because something is used.
fn is_prime_left(over: &Position) -> bool {
    let Board::Numbers { numbers, .. } = over.board() else { return false };
    let [number] = numbers.as_slice() else { return false };
    Ending::of(over) == Ending::NoMove(Vec::new()) && *number > Natural::one()
}

/// Goes on with a line of play where equal pairs are left, with which a strategy ends: what the loser does
/// to a number is done to its partner.
fn copy_to_end(lost: &Position, line: &mut Vec<Move>) {
    let played = line.iter().try_fold(lost.clone(), |at, made| at.after(made));
    let Ok(mut at) = played else { return };
    while at.turn() == lost.turn() && line.len() < LONGEST_LINE {
        let moves = at.moves(Budget::PROMPT);
        let Some(tried) = moves.iter().take(LISTED).last() else { return };
        let Some(copied) = copied(&at, &tried) else { return };
        let to = at.after(&tried).and_then(|to| to.after(&copied));
        let Ok(to) = to else { return };
        at = to;
        line.extend([tried, copied]);
    }
}

/// The same move on an equal number.
fn copied(at: &Position, made: &Move) -> Option<Move> {
    let (Board::Numbers { numbers, .. }, Move::Take { index, op, divisor }) = (at.board(), made)
    else {
        return None;
    };
    let is_partner = |place: &usize| place != index && numbers[*place] == numbers[*index];
    let index = (0..numbers.len()).find(is_partner)?;
    Some(Move::Take { index, op: *op, divisor: divisor.clone() })
}

/// Whether a line of play comes to the end of the game.
fn ends_game(lost: &Position, line: &[Move]) -> bool {
    let over = line.iter().try_fold(lost.clone(), |at, made| at.after(made));
    over.is_ok_and(|over| over.is_over())
}

/// A strategy in full: every position, the ones with the smallest numbers first.
pub(super) fn plan_in_full(
    strategy: Option<&Strategy>,
    lost_numbers: Option<&LostNumbers>,
) -> Vec<Claim> {
    let mut claims = Vec::new();
    if let Some(strategy) = strategy {
        if !strategy.complete {
            claims.push(Claim::PartOfPlan);
        }
        let entries = &strategy.entries;
        claims.extend(entries.iter().find_map(|entry| after_means(&entry.position)));
        claims.extend(entries.iter().find_map(|entry| like_means(strategy, entry)));
        let mut told: Vec<&Position> = Vec::new();
        for place in order(entries.iter().map(|entry| size(&entry.position))) {
            let lost = &entries[place].position;
            // The order of the numbers matters for the names of moves alone.
            if !told.iter().any(|other| has_same_numbers(other, lost)) {
                claims.push(Claim::Told(tell(strategy, &entries[place])));
                told.extend(Some(lost).filter(|lost| lost.has_several_numbers()));
            }
        }
    }
    claims.extend(lost_numbers.cloned().map(Claim::LostNumbers));
    claims
}

/// How a position is written in a plan in which the choice before matters.
fn after_means(position: &Position) -> Option<Claim> {
    match position.board() {
        Board::Numbers { take, numbers, barred }
            if take.echo == Echo::Barred
                && take.reuse == Reuse::Free
                && take.pass == Pass::Never =>
        {
            match (numbers.as_slice(), barred.as_slice()) {
                ([number], [last]) if last <= number => {
                    Some(Claim::AfterMeans { number: number.clone(), last: last.clone() })
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// How a number of digits is written in a plan that is told for another one.
fn like_means(strategy: &Strategy, entry: &Entry) -> Option<Claim> {
    entry.replies.iter().find_map(|reply| {
        let (Then::Entry(next), Some(answer)) = (reply.then, &reply.answer) else { return None };
        let like = &strategy.entries[next].position;
        let between = entry.position.after(&reply.tried).ok()?;
        let number = told_for_another(&between, answer, like)?;
        Some(Claim::LikeMeans { number, like: like.clone() })
    })
}

/// Whether two positions differ in the order of their numbers alone.
fn has_same_numbers(one: &Position, other: &Position) -> bool {
    let (
        Board::Numbers { numbers: some, barred: used, .. },
        Board::Numbers { numbers: others, barred: used_there, .. },
    ) = (one.board(), other.board())
    else {
        return false;
    };
    let count = |all: &[Natural], number: &Natural| all.iter().filter(|n| *n == number).count();
    let alike = |one: &[Natural], other: &[Natural]| {
        one.len() == other.len() && one.iter().all(|n| count(one, n) == count(other, n))
    };
    alike(some, others) && alike(used, used_there)
}

/// How large the numbers of a position are, or how many digits there are.
fn size(position: &Position) -> u32 {
    match position.board() {
        Board::Numbers { numbers, .. } => {
            let sum = numbers.iter().fold(0, |sum: u64, number| {
                sum.saturating_add(number.to_u64().unwrap_or(u64::MAX))
            });
            u32::try_from(sum).unwrap_or(u32::MAX)
        }
        Board::Digits { digits, .. } => u32::try_from(digits.len()).unwrap_or(u32::MAX),
    }
}

fn tell(strategy: &Strategy, entry: &Entry) -> Told {
    let mut told = Told {
        lost: entry.position.clone(),
        why: entry.why.clone(),
        at_once: Vec::new(),
        others: Vec::new(),
    };
    for Reply { tried, answer, then } in &entry.replies {
        match (then, answer) {
            (Then::Entry(next), Some(answer)) => {
                let to = strategy.entries[*next].position.clone();
                told.others.push((tried.clone(), answer.clone(), to));
            }
            (Then::Untold | Then::Theorem, Some(answer)) => {
                let to = entry.position.after(tried).and_then(|to| to.after(answer));
                told.others.extend(to.ok().map(|to| (tried.clone(), answer.clone(), to)));
            }
            _ => told.at_once.push((tried.clone(), answer.clone())),
        }
    }
    told
}
