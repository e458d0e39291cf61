//! From a reason to what is said about it: which claims, in which order, at which depth.

use duel_core::{Board, Digit, LeadingZero, Move, Op, Outcome, Position};
use duel_numbers::{Budget, Factorization, Natural, is_prime_within};

use crate::{
    analysis::LISTED,
    claim::{
        Alike, Claim, Ending, FinalResult, LostNumbers, Multiple, Parts, Theorem, Told, Worth,
        used_choices,
    },
    closed,
    reason::{Depth, Reason},
    strategy::{Entry, Reply, Strategy, Then, Why, order},
    value::Value,
};

/// How much testing for primality the claims of one reason may cost.
const TESTING: Budget<'static> = Budget::PROMPT;

impl Reason {
    /// The reason in words, for the player to move in this position.
    pub fn words(&self, position: &Position, depth: Depth) -> String {
        self.words_within(position, depth, TESTING)
    }

    /// The reason in words, with so much testing for primality at most: with less of it they may say
    /// less.
    pub fn words_within(&self, position: &Position, depth: Depth, budget: Budget<'_>) -> String {
        in_words(&self.claims_within(position, depth, budget), position)
    }

    /// The reason as claims about this position, which the reason belongs to. What is claimed at one
    /// depth is repeated at the next, with more after it.
    pub fn claims(&self, position: &Position, depth: Depth) -> Vec<Claim> {
        self.claims_within(position, depth, TESTING)
    }

    /// The reason as claims, with so much testing for primality at most.
    pub fn claims_within(
        &self,
        position: &Position,
        depth: Depth,
        budget: Budget<'_>,
    ) -> Vec<Claim> {
        let mut claims = self.added_claims(position, Depth::Child, budget);
        if depth != Depth::Child {
            claims.extend(self.added_claims(position, Depth::Student, budget));
        }
        if depth == Depth::Proof {
            claims.extend(self.added_claims(position, Depth::Proof, budget));
        }
        claims
    }

    /// What a depth adds to the one before, in words.
    pub fn added_words(&self, position: &Position, depth: Depth, budget: Budget<'_>) -> String {
        in_words(&self.added_claims(position, depth, budget), position)
    }

    /// What a depth adds to the one before.
    pub fn added_claims(
        &self,
        position: &Position,
        depth: Depth,
        budget: Budget<'_>,
    ) -> Vec<Claim> {
        if let Reason::Searched { .. } = self {
            return match depth {
                Depth::Child => self.searched(position),
                Depth::Student => self.ideas(position, &[]),
                Depth::Proof => vec![Claim::SearchProof],
            };
        }
        let gist = self.gist(position, budget);
        match depth {
            Depth::Child => self.short(position, gist, budget),
            Depth::Student => self.idea(position, &gist),
            Depth::Proof => proofs(&self.idea(position, &gist)),
        }
    }

    /// The gist without what needs Nim, and with a line of play to the end.
    fn short(&self, position: &Position, gist: Vec<Claim>, budget: Budget<'_>) -> Vec<Claim> {
        let (Reason::Nim { winning: made, .. }
        | Reason::Subtract { winning: made, .. }
        | Reason::SubtractSum { winning: made, .. }
        | Reason::EitherMisere { winning: made, .. }) = self
        else {
            return gist;
        };
        if gist.contains(&Claim::CanBalance) {
            return vec![Claim::CanWin];
        }
        let lost = match made {
            Some(made) => match position.after(made) {
                Ok(lost) => lost,
                Err(_) => return gist,
            },
            None => position.clone(),
        };
        let mut claims = if needs_nim(&gist) {
            let plays = made.clone().map(|made| Claim::plays(made, &lost));
            let named = Claim::Named { lost: lost.clone(), why: Why::Theorem };
            plays.into_iter().chain([named]).collect()
        } else {
            gist
        };
        // A line in which the winner does otherwise would only confuse.
        let copies = |claim: &Claim| matches!(claim, Claim::Parts { alike: Alike::Equal, .. });
        if !claims.iter().any(copies)
            && let Some(moves) = example_line(&lost, budget)
        {
            claims.push(Claim::Line { lost, moves });
        }
        claims
    }

    /// What decides, for this position.
    fn gist(&self, position: &Position, budget: Budget<'_>) -> Vec<Claim> {
        match self {
            Reason::Over => vec![over(position)],
            Reason::Composite(number) => vec![Claim::Composite(number.clone())],
            Reason::Nim { numbers, pass, normal, winning } => {
                nim(numbers, *pass == Some(true), *normal, winning.as_ref())
            }
            Reason::LeavePrime { prime, winning } => {
                vec![Claim::LeavesPrime { made: winning.clone(), prime: prime.clone() }]
            }
            Reason::EitherMisere { number, winning: None } => {
                vec![Claim::Unlucky(number.clone())]
            }
            Reason::EitherMisere { winning: Some(winning), .. } => {
                let left = left_after(position, winning);
                vec![Claim::LeavesUnlucky { made: winning.clone(), left }]
            }
            Reason::Subtract { number, winning } => {
                vec![subtract(number, winning.as_ref(), budget)]
            }
            Reason::SubtractSum { numbers, winning } => {
                subtract_sum(numbers, winning.as_ref(), budget)
            }
            Reason::TakeAll { number, winning } => {
                vec![Claim::TakesAll { number: number.clone(), made: winning.clone() }]
            }
            Reason::LeavePrimeByOne { prime, winning } => {
                vec![Claim::LeavesPrimeByOne { made: winning.clone(), prime: prime.clone() }]
            }
            Reason::Complete { target, digit } => {
                vec![Claim::Completes(Multiple::of(position, &[*digit], target))]
            }
            Reason::SafeDigit { target, safe } => {
                vec![Claim::NoDigitCompletes(target.clone()), Claim::SafeDigit(*safe)]
            }
            Reason::EveryDigitLoses(target) => {
                vec![Claim::EveryDigitLoses(completions(position, target))]
            }
            Reason::NeverForced { target, safe } => {
                vec![Claim::NeverForced { target: target.clone(), digit: *safe }]
            }
            Reason::Searched { .. } => self.searched(position),
            Reason::Unknown => vec![Claim::Unknown],
        }
    }

    fn searched(&self, position: &Position) -> Vec<Claim> {
        let Reason::Searched { value, best, strategy, .. } = self else { return Vec::new() };
        match (value, best, strategy) {
            (Value::Win, None, _) => vec![Claim::CanWin],
            (Value::Win, Some(best), _) if ends(position, best).is_some() => ends(position, best)
                .map(|after| wins_at_once(position, best, &after))
                .into_iter()
                .collect(),
            (Value::Win | Value::Loss, _, Some(strategy)) => plan_in_short(strategy),
            (Value::Win, Some(best), None) => vec![Claim::Wins(best.clone())],
            (Value::Loss, _, None) => vec![Claim::EveryMoveLoses],
            (Value::Draw, best, _) => vec![Claim::KeepsDraw(best.clone())],
            (Value::Endless, best, _) => vec![Claim::KeepsEndless(best.clone())],
        }
    }

    /// The idea behind what was said in short.
    fn idea(&self, position: &Position, gist: &[Claim]) -> Vec<Claim> {
        let untold = if needs_nim(gist) { gist } else { &[] };
        untold.iter().cloned().chain(self.ideas(position, gist)).collect()
    }

    fn ideas(&self, position: &Position, gist: &[Claim]) -> Vec<Claim> {
        match self {
            Reason::Nim { numbers, pass, normal, .. } => {
                let counted = Claim::PrimeFactors(numbers.clone());
                let said = gist.contains(&counted);
                let nim = if *normal { Theorem::DivideIsNim } else { Theorem::DivideIsMisereNim };
                let pass = (*pass == Some(true)).then_some(Claim::Theorem(Theorem::PassIsHeap));
                let counted = (!said).then_some(counted);
                counted.into_iter().chain([Claim::Theorem(nim)]).chain(pass).collect()
            }
            Reason::Subtract { number, .. } => {
                let twos = number.trailing_zeros();
                vec![
                    Claim::Theorem(Theorem::SubtractLost),
                    Claim::PowerOfTwo { number: number.clone(), twos },
                ]
            }
            Reason::SubtractSum { numbers, .. } => {
                let nimbers = Claim::Nimbers(numbers.clone());
                let said = gist.contains(&nimbers);
                let nimbers = (!said).then_some(nimbers);
                nimbers.into_iter().chain([Claim::Theorem(Theorem::NimbersAdd)]).collect()
            }
            Reason::Complete { target, .. } => remainder(position, target),
            Reason::SafeDigit { target, .. } => {
                let mut claims = remainder(position, target);
                claims.push(Claim::Theorem(Theorem::AlwaysSafe));
                claims
            }
            Reason::TakeAll { .. } => vec![Claim::Theorem(Theorem::WholeDivides)],
            Reason::LeavePrime { .. } | Reason::Composite { .. } => {
                vec![Claim::Theorem(Theorem::PrimesEnd)]
            }
            Reason::LeavePrimeByOne { .. } => vec![Claim::Theorem(Theorem::PrimeHasTwoFactors)],
            Reason::EitherMisere { .. } => vec![Claim::Theorem(Theorem::UnluckyNumbers)],
            Reason::NeverForced { .. } => vec![Claim::Theorem(Theorem::NotEveryDigit)],
            Reason::Searched { strategy, lost_numbers, .. } => {
                let mut claims = plan_in_full(strategy.as_deref(), lost_numbers.as_ref());
                if strategy.as_ref().is_some_and(|strategy| strategy.entries.is_empty()) {
                    claims.insert(0, Claim::EndingMoves(ending_moves(position)));
                }
                claims
            }
            Reason::EveryDigitLoses(_) | Reason::Over | Reason::Unknown => Vec::new(),
        }
    }
}

/// The proofs of what the idea names.
fn proofs(idea: &[Claim]) -> Vec<Claim> {
    let proof = |claim: &Claim| match claim {
        Claim::Theorem(theorem) => Some(Claim::Proof(*theorem)),
        _ => None,
    };
    idea.iter().filter_map(proof).collect()
}

/// Claims in words: those about single positions of a strategy have a line each.
fn in_words(claims: &[Claim], position: &Position) -> String {
    let mut text = String::new();
    for claim in claims {
        let own_line = |claim: &Claim| {
            matches!(claim, Claim::Told(_) | Claim::LostNumbers(_) | Claim::OneLineOnly)
        };
        let between = match text.is_empty() {
            true => "",
            false if own_line(claim) => "\n",
            false => " ",
        };
        text.push_str(between);
        text.push_str(&claim.words(position));
    }
    text
}

/// Whether claims speak of heaps that balance.
fn needs_nim(claims: &[Claim]) -> bool {
    let is_nim = |claim: &Claim| {
        matches!(claim, Claim::Balance { .. } | Claim::BalanceMisere { .. } | Claim::CanBalance)
    };
    claims.iter().any(is_nim)
}

/// A line of play from a position that is lost by a theorem, if it is short: the loser takes as little
/// as possible.
fn example_line(lost: &Position, budget: Budget<'_>) -> Option<Vec<Move>> {
    let Board::Numbers { numbers, .. } = lost.board() else { return None };
    if lost.is_over() || numbers.iter().any(|number| number.to_u64().is_none()) {
        return None;
    }
    let mut line = Vec::new();
    let mut at = lost.clone();
    while !at.is_over() {
        if line.len() > LONGEST_EXAMPLE {
            return None;
        }
        let tried = at.moves(budget).iter().next()?;
        let to = at.after(&tried).ok()?;
        line.push(tried);
        at = to;
        if !at.is_over() {
            let answer = winning_by_theorem(&at, budget)?;
            at = at.after(&answer).ok()?;
            line.push(answer);
        }
    }
    Some(line)
}

/// A winning move of a position that theorems cover.
fn winning_by_theorem(position: &Position, budget: Budget<'_>) -> Option<Move> {
    let named = closed::theorem(position, budget)?.reason.winning_move();
    named.or_else(|| {
        position.moves(budget).iter().take(LISTED).find(|made| match position.after(made) {
            Ok(after) if after.is_over() => after.outcome() == Some(Outcome::Won(position.turn())),
            Ok(after) => {
                let closed = closed::theorem(&after, budget);
                closed.and_then(|closed| closed.assessment.value) == Some(Value::Loss)
            }
            Err(_) => false,
        })
    })
}

/// How long a line of play may be that shows a theorem at work.
const LONGEST_EXAMPLE: usize = 16;

/// How many answers are named in short.
const FEW: usize = 3;

/// How long a line of play that is named may be.
const LONGEST_LINE: usize = 60;

/// A strategy in short: the first move, why the next position is lost, a few answers, and one line to
/// the end.
fn plan_in_short(strategy: &Strategy) -> Vec<Claim> {
    let made = strategy.first.clone();
    let Some(root) = strategy.entries.first() else { return Vec::new() };
    let lost = root.position.clone();
    let barred = match &root.why {
        // What the plan answers may be something else, and would only confuse.
        Why::Parts(parts) => {
            return vec![Claim::Parts { made, parts: parts.clone(), alike: Alike::Equal }];
        }
        Why::UsedUp(_) => Vec::new(),
        _ => used_choices(&lost),
    };
    let plays = made.map(|made| Claim::Plays { made, barred });
    let mut claims: Vec<Claim> = plays.into_iter().collect();
    claims.push(Claim::Named { lost: lost.clone(), why: root.why.clone() });
    let line = strategy.main_line();
    let on_line = |reply: &Reply| root.why != Why::AtOnce && line.first() == Some(&reply.tried);
    let holding_out = root.holding_out();
    let at_once = root.replies.iter().filter(|reply| reply.then == Then::Over);
    let lines: Vec<_> = holding_out
        .chain(at_once)
        .filter(|reply| !on_line(reply))
        .take(FEW)
        .map(|reply| (reply.tried.clone(), reply.answer.clone()))
        .collect();
    if !lines.is_empty() {
        claims.push(Claim::Answers { lost: lost.clone(), lines });
    }
    if root.why != Why::AtOnce && strategy.complete && line.len() <= LONGEST_LINE {
        claims.push(Claim::Line { lost, moves: line });
    }
    claims
}

/// A strategy in full: every position, the ones that are nearest to the end first.
fn plan_in_full(strategy: Option<&Strategy>, lost_numbers: Option<&LostNumbers>) -> Vec<Claim> {
    let mut claims = Vec::new();
    if let Some(strategy) = strategy {
        if !strategy.complete {
            claims.push(Claim::OneLineOnly);
        }
        let entries = &strategy.entries;
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
    used == used_there && some.iter().all(|n| count(some, n) == count(others, n))
}

/// How far a position is from the end, roughly: the numbers that shrink, or the digits to come.
fn size(position: &Position) -> u32 {
    match position.board() {
        Board::Numbers { numbers, .. } => {
            let sum = numbers.iter().fold(0, |sum: u64, number| {
                sum.saturating_add(number.to_u64().unwrap_or(u64::MAX))
            });
            u32::try_from(sum).unwrap_or(u32::MAX)
        }
        Board::Digits { digits, .. } => u32::MAX - u32::try_from(digits.len()).unwrap_or(u32::MAX),
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

/// All moves that end the game, and win it.
fn ending_moves(position: &Position) -> Vec<Move> {
    let wins = |made: &Move| {
        let after = position.after(made);
        after.is_ok_and(|after| after.outcome() == Some(Outcome::Won(position.turn())))
    };
    position.moves(TESTING).iter().take(LISTED).filter(wins).collect()
}

/// Where a move leads, if it ends the game.
fn ends(position: &Position, made: &Move) -> Option<Position> {
    position.after(made).ok().filter(Position::is_over)
}

fn over(position: &Position) -> Claim {
    let result = match position.outcome() {
        Some(Outcome::Won(seat)) if seat == position.turn() => FinalResult::Won,
        Some(Outcome::Won(_)) => FinalResult::Lost,
        Some(Outcome::Nobody) | None => FinalResult::Drawn,
    };
    Claim::Over { ending: Ending::of(position), result }
}

/// A number that is worth a heap.
struct Heap {
    number: Natural,
    size: u32,
}

fn nim(numbers: &[Factorization], spare: bool, normal: bool, winning: Option<&Move>) -> Vec<Claim> {
    let left = |winning: &Move| divided(numbers, Some(winning)).swap_remove(0).number;
    match (numbers, spare, winning, normal) {
        ([_], false, Some(made), true) => {
            vec![Claim::LeavesPrime { prime: left(made), made: made.clone() }]
        }
        ([_], false, Some(made), false) => {
            vec![Claim::LeavesTwoPrimes { left: left(made), made: made.clone() }]
        }
        ([only], false, None, _) => vec![Claim::IsTwoPrimes(only.number().clone())],
        _ => {
            let plan = nim_plan(numbers, spare, normal, winning);
            if let Claim::MovesLeft { .. } = plan {
                return vec![plan];
            }
            vec![Claim::PrimeFactors(numbers.to_vec()), plan]
        }
    }
}

/// What decides a game of several numbers that are divided, after the winning move or, if there is
/// none, in the position itself.
fn nim_plan(numbers: &[Factorization], spare: bool, normal: bool, winning: Option<&Move>) -> Claim {
    let made = winning.cloned();
    let pass = spare && winning != Some(&Move::Pass);
    let mut live = divided(numbers, winning);
    let heaps: Vec<u32> = live.iter().map(|heap| heap.size).collect();
    live.retain(|heap| heap.size > 0);
    if live.iter().all(|heap| heap.size == 1) {
        let numbers = live.into_iter().map(|heap| heap.number).collect();
        return Claim::MovesLeft { made, numbers, pass };
    }
    if !normal {
        return Claim::BalanceMisere { made, heaps, pass };
    }
    largest_first(&mut live, |heap| heap.size);
    match parts(&live, |a, b| a.size == b.size) {
        Some(parts) if !pass => Claim::Parts { made, parts, alike: Alike::PrimeFactors },
        _ => Claim::Balance { made, heaps, pass, worth: Worth::Divisions },
    }
}

/// The numbers and heaps of a game of division after a move.
fn divided(numbers: &[Factorization], made: Option<&Move>) -> Vec<Heap> {
    let heap = |(place, factors): (usize, &Factorization)| {
        let omega = factors.big_omega().unwrap_or(0);
        let (number, taken) = match made {
            Some(Move::Take { index, divisor, .. }) if *index == place => {
                (factors.number() / divisor, prime_factors_of(divisor, factors))
            }
            _ => (factors.number().clone(), 0),
        };
        let size = omega.saturating_sub(taken + 1);
        Heap { number, size: u32::try_from(size).unwrap_or(u32::MAX) }
    };
    numbers.iter().enumerate().map(heap).collect()
}

/// How many prime factors a divisor of a number has, whose factors are known.
fn prime_factors_of(divisor: &Natural, of: &Factorization) -> u64 {
    let mut rest = divisor.clone();
    let mut count = 0;
    for (prime, _) in of.primes() {
        while prime.divides(&rest) {
            rest = &rest / prime;
            count += 1;
        }
    }
    count
}

/// Neighbours as partners, if they are alike; all others have to be lost alone.
fn parts(sorted: &[Heap], alike: impl Fn(&Heap, &Heap) -> bool) -> Option<Parts> {
    let mut parts = Parts::default();
    let mut rest = sorted;
    loop {
        rest = match rest {
            [] => return Some(parts),
            [a, b, rest @ ..] if alike(a, b) => {
                parts.pairs.push([a.number.clone(), b.number.clone()]);
                rest
            }
            [Heap { number, size: 0 }, rest @ ..] => {
                parts.lost.push(number.clone());
                rest
            }
            _ => return None,
        };
    }
}

/// Numbers with moves that do not concern each other, each with whether it is lost alone, as equal
/// pairs and lost ones.
pub(crate) fn equal_parts(numbers: impl Iterator<Item = (Natural, bool)>) -> Option<Parts> {
    let heap = |(number, is_lost): (Natural, bool)| Heap { number, size: u32::from(!is_lost) };
    let mut live: Vec<Heap> = numbers.map(heap).collect();
    largest_first(&mut live, |_| 0);
    // A single number with moves is not a part of anything.
    parts(&live, |a, b| a.number == b.number).filter(|_| live.len() != 1)
}

fn subtract(number: &Natural, winning: Option<&Move>, budget: Budget<'_>) -> Claim {
    let number = number.clone();
    match winning {
        Some(made @ Move::Take { divisor, .. }) => {
            let (left, made) = (&number - divisor, made.clone());
            if is_known_prime(&left, budget) {
                Claim::LeavesPrime { made, prime: left }
            } else if left.is_even() {
                Claim::Halves { number, made, left }
            } else {
                Claim::LeavesOdd { made, left }
            }
        }
        _ if number.is_even() => Claim::OddPowerOfTwo(number),
        _ => Claim::Odd(number),
    }
}

/// Whether a number is a prime, as far as the budget tells.
fn is_known_prime(number: &Natural, budget: Budget<'_>) -> bool {
    number.bits() <= closed::LONG && is_prime_within(number, budget) == Some(true)
}

fn subtract_sum(
    numbers: &[(Natural, u32)],
    winning: Option<&Move>,
    budget: Budget<'_>,
) -> Vec<Claim> {
    let worth = Claim::Nimbers(numbers.to_vec());
    let balanced = numbers.iter().fold(0, |sum, (_, nimber)| sum ^ nimber) == 0;
    if winning.is_none() && !balanced {
        return vec![worth, Claim::CanBalance];
    }
    let made = winning.cloned();
    if let Some(parts) = EqualParts::new(numbers, budget).after(winning) {
        return vec![if parts == Parts::default() {
            Claim::MovesLeft { made, numbers: Vec::new(), pass: false }
        } else {
            Claim::Parts { made, parts, alike: Alike::Equal }
        }];
    }
    let heaps = subtracted(numbers, winning).into_iter().map(|heap| heap.size).collect();
    vec![worth, Claim::Balance { made, heaps, pass: false, worth: Worth::Nimber }]
}

/// A game of subtraction with several numbers, of which is known which ones have a move: asked for
/// partners after many moves, each number is tested for primality once.
pub(crate) struct EqualParts<'a> {
    numbers: &'a [(Natural, u32)],
    is_stuck: Vec<bool>,
    budget: Budget<'a>,
}

impl<'a> EqualParts<'a> {
    /// One budget is for testing all the numbers. A number of which it is not found out counts as one
    /// with a move.
    pub(crate) fn new(numbers: &'a [(Natural, u32)], budget: Budget<'a>) -> EqualParts<'a> {
        let budget = budget.share(numbers.len() as u64 + 1);
        let is_stuck = |number: &Natural| number.is_one() || is_known_prime(number, budget);
        let is_stuck = numbers.iter().map(|(number, _)| is_stuck(number)).collect();
        EqualParts { numbers, is_stuck, budget }
    }

    /// The parts after a move, if each number with a move has a partner or is lost alone.
    pub(crate) fn after(&self, made: Option<&Move>) -> Option<Parts> {
        let changed = match made {
            Some(Move::Take { index, .. }) => Some(*index),
            _ => None,
        };
        let heaps = subtracted(self.numbers, made).into_iter().enumerate();
        let live = heaps.filter(|(place, heap)| {
            if Some(*place) == changed {
                !(heap.number.is_one() || is_known_prime(&heap.number, self.budget))
            } else {
                !self.is_stuck[*place]
            }
        });
        equal_parts(live.map(|(_, heap)| (heap.number, heap.size == 0)))
    }
}

/// Sorts heaps by a size, then by their numbers. They are few, and a library sort is a lot of code.
fn largest_first(heaps: &mut Vec<Heap>, size: fn(&Heap) -> u32) {
    for heap in std::mem::take(heaps) {
        let after = |other: &Heap| (size(other), &other.number) < (size(&heap), &heap.number);
        let place = heaps.iter().position(after).unwrap_or(heaps.len());
        heaps.insert(place, heap);
    }
}

/// The numbers and nimbers of a game of subtraction after a move.
fn subtracted(numbers: &[(Natural, u32)], made: Option<&Move>) -> Vec<Heap> {
    let heap = |(place, (number, nimber)): (usize, &(Natural, u32))| match made {
        Some(Move::Take { index, divisor, .. }) if *index == place => {
            let number = number - divisor;
            Heap { size: closed::subtract_nimber_of(&number), number }
        }
        _ => Heap { number: number.clone(), size: *nimber },
    };
    numbers.iter().enumerate().map(heap).collect()
}

fn wins_at_once(position: &Position, made: &Move, after: &Position) -> Claim {
    match (Ending::of(after), made) {
        (Ending::Divisible(Multiple { target, .. }), Move::Append(digit)) => {
            Claim::Completes(Multiple::of(position, &[*digit], &target))
        }
        _ => Claim::WinsAtOnce(made.clone()),
    }
}

/// What the opponent makes of each digit that may come now.
fn completions(position: &Position, target: &Natural) -> Vec<Multiple> {
    let Board::Digits { append, digits, residues, .. } = position.board() else {
        return Vec::new();
    };
    let barred = digits.is_empty() && append.leading_zero == LeadingZero::Barred;
    let first = Digit::ALL.into_iter().filter(|digit| digit.value() > 0 || !barred);
    first
        .filter_map(|digit| {
            let residue = &residues[0].append_digit(digit.value()) % target;
            let reply = closed::completing_digit(target, &residue, 0)?;
            Some(Multiple::of(position, &[digit, reply], target))
        })
        .collect()
}

fn remainder(position: &Position, target: &Natural) -> Vec<Claim> {
    match position.board() {
        // Where 0 may not come first, the first digit is a case of its own.
        Board::Digits { append, digits, residues, .. }
            if !digits.is_empty() || append.leading_zero == LeadingZero::Allowed =>
        {
            let (target, residue) = (target.clone(), residues[0].clone());
            vec![Claim::Remainder { target, residue }, Claim::Theorem(Theorem::RemainderDecides)]
        }
        _ => Vec::new(),
    }
}

/// What a move on a single number leaves of it.
fn left_after(position: &Position, made: &Move) -> Natural {
    match (position.board(), made) {
        (Board::Numbers { numbers, .. }, Move::Take { index, op, divisor }) => {
            let number = &numbers[*index];
            match op {
                Op::Divide => number / divisor,
                Op::Subtract => number - divisor,
            }
        }
        _ => Natural::default(),
    }
}
