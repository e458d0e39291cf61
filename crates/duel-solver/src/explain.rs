//! From a reason to what is said about it: which claims, in which order, at which depth.

mod example;
mod heaps;
mod nearby;
mod plan;

use duel_core::{Board, Choice, Digit, LeadingZero, Move, Op, Outcome, Position, Reach};
use duel_numbers::{Budget, Natural};

use crate::{
    analysis::LISTED,
    claim::{Alike, Claim, Ending, FinalResult, LostAlone, Multiple, Parts, Theorem, Worth},
    closed,
    reason::{Depth, Reason},
    strategy::Why,
    value::Value,
};

pub(crate) use example::distinct_moves;
use example::{example_answers, example_line};
pub(crate) use heaps::{EqualParts, equal_parts};
use heaps::{is_known_prime, nim, subtract_sum};
use nearby::lost_nearby;
use plan::{plan_in_full, plan_in_short};

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
                Depth::Proof => self.search_proof(),
            };
        }
        let gist = self.gist(position, budget);
        match depth {
            Depth::Child => self.short(position, gist, budget),
            Depth::Student => self.idea(position, &gist),
            Depth::Proof => proofs(&self.idea(position, &gist)),
        }
    }

    /// Where the numbers of a lost position are pairs, or lost alone: how, and what partners have in
    /// common.
    pub(crate) fn parts(&self, lost: &Position, budget: Budget<'_>) -> Option<(Parts, Alike)> {
        self.gist(lost, budget).into_iter().find_map(|claim| match claim {
            Claim::Parts { made: None, parts, alike } => Some((parts, alike)),
            Claim::LostAlone { made: None, numbers: LostAlone { odd, powers, .. } } => {
                let lost = odd.into_iter().chain(powers).collect();
                Some((Parts { pairs: Vec::new(), lost }, Alike::Equal))
            }
            _ => None,
        })
    }

    /// How the answers of the winner can be found in a position that is lost by a theorem and that play
    /// comes to: what has to be the same or to balance.
    pub(crate) fn followed(
        &self,
        position: &Position,
        lost: &Position,
        budget: Budget<'_>,
    ) -> Option<Claim> {
        let gist = self.gist(position, budget);
        let parts = gist.iter().find_map(|claim| match claim {
            Claim::Parts { parts, alike: Alike::Equal, .. } => {
                Some(Claim::Named { lost: lost.clone(), why: Why::Parts(parts.clone()) })
            }
            _ => None,
        });
        parts.or_else(|| twins(&gist, lost))
    }

    /// What proves a value that was searched.
    fn search_proof(&self) -> Vec<Claim> {
        match self {
            Reason::Searched { value: Value::Draw | Value::Endless, .. } => {
                vec![Claim::CompleteSearch]
            }
            Reason::Searched { strategy: Some(strategy), .. } if strategy.is_of_pairs() => {
                vec![Claim::Proof(Theorem::EqualPairs)]
            }
            Reason::Searched { strategy: None, .. } => Vec::new(),
            _ => vec![Claim::SearchProof],
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
        // What a number is worth cannot be seen from it, but how often it can be divided can.
        let seen = |claim: &Claim| !matches!(claim, Claim::Twins { worth: Worth::Nimber, .. });
        let line = example_line(&lost, budget);
        let mut claims = if needs_nim(&gist) {
            let plays = made.clone().map(|made| Claim::plays(made, &lost));
            let mut claims: Vec<Claim> = plays.into_iter().collect();
            if let Some(twins) = twins(&gist, &lost).filter(seen) {
                claims.push(twins);
            } else {
                let first = line.as_ref().and_then(|line| line.first());
                let lines = example_answers(&lost, first, budget);
                claims.push(Claim::Named { lost: lost.clone(), why: Why::Theorem });
                let named =
                    (!lines.is_empty()).then(|| Claim::Answers { lost: lost.clone(), lines });
                claims.extend(named);
            }
            claims
        } else {
            gist
        };
        if let Some(moves) = line {
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
            (Value::Win, None, _) => vec![Claim::CanWin, Claim::PlanNotFound],
            (Value::Win, Some(best), _) if ends(position, best).is_some() => ends(position, best)
                .map(|after| wins_at_once(position, best, &after))
                .into_iter()
                .collect(),
            (Value::Win | Value::Loss, _, Some(strategy)) => plan_in_short(strategy),
            (Value::Win, Some(best), None) => {
                vec![Claim::Wins(best.clone()), Claim::PlanNotFound]
            }
            (Value::Loss, _, None) => vec![Claim::EveryMoveLoses, Claim::PlanNotFound],
            (Value::Draw, best, _) => vec![Claim::KeepsDraw(best.clone())],
            (Value::Endless, best, _) => vec![Claim::KeepsEndless(best.clone())],
        }
    }

    /// The idea behind what was said in short.
    fn idea(&self, position: &Position, gist: &[Claim]) -> Vec<Claim> {
        let untold = if needs_nim(gist) { gist } else { &[] };
        // What the numbers are worth now has been told, unless it was what they are worth after a move.
        let is_lost = |claim: &Claim| matches!(claim, Claim::Balance { made: None, .. });
        let is_told =
            |claim: &Claim| matches!(claim, Claim::Nimbers(_)) && gist.iter().any(is_lost);
        let untold = untold.iter().filter(|claim| !is_told(claim)).cloned();
        untold.chain(self.ideas(position, gist)).chain(lost_nearby(position)).collect()
    }

    fn ideas(&self, position: &Position, gist: &[Claim]) -> Vec<Claim> {
        match self {
            Reason::Nim { numbers, pass: None, normal, .. } if numbers.len() == 1 => {
                let lost = if *normal { Theorem::PrimesLost } else { Theorem::TwoPrimesLost };
                vec![Claim::PrimeFactors(numbers.clone()), Claim::Theorem(lost)]
            }
            Reason::Nim { numbers, pass, normal, .. } => {
                let counted = Claim::PrimeFactors(numbers.clone());
                let nim = if *normal { Theorem::DivideIsNim } else { Theorem::DivideIsMisereNim };
                let pass = (*pass == Some(true)).then_some(Claim::Theorem(Theorem::PassIsHeap));
                [counted, Claim::Theorem(nim)].into_iter().chain(pass).collect()
            }
            Reason::Subtract { number, .. } => {
                let mut claims = vec![Claim::Theorem(Theorem::SubtractLost)];
                claims.extend(powers_of_two(number));
                claims
            }
            Reason::SubtractSum { numbers, .. } => {
                let nimbers = Claim::Nimbers(numbers.clone());
                let said = gist.contains(&nimbers);
                let nimbers = (!said).then_some(nimbers);
                let pairs = Claim::Theorem(Theorem::EqualPairs);
                let theorems = [Theorem::SubtractWorth, Theorem::NimbersAdd].map(Claim::Theorem);
                let added = nimbers.into_iter().chain(theorems);
                match gist {
                    [Claim::Parts { parts, .. }] if parts.lost.is_empty() => vec![pairs],
                    [Claim::Parts { .. } | Claim::LostAlone { .. }] => {
                        vec![Claim::Theorem(Theorem::SubtractLost), pairs]
                    }
                    _ => added.collect(),
                }
            }
            Reason::Complete { target, .. } => remainder(position, target),
            Reason::SafeDigit { target, .. } => {
                let mut claims = remainder(position, target);
                // Where 0 may not come first, there are nine first digits and not ten.
                if claims.is_empty() {
                    claims.push(Claim::Theorem(Theorem::SafeFirstDigit));
                }
                claims.push(Claim::Theorem(Theorem::AlwaysSafe));
                claims
            }
            Reason::TakeAll { .. } => {
                let every = may_take_whole(position);
                let whole = if every { Theorem::WholeDivides } else { Theorem::OneIsTakenWhole };
                vec![Claim::Theorem(whole)]
            }
            Reason::LeavePrime { .. } | Reason::Composite { .. } => {
                vec![Claim::Theorem(Theorem::PrimesLost)]
            }
            Reason::LeavePrimeByOne { .. } => vec![Claim::Theorem(Theorem::AbovePrime)],
            Reason::EitherMisere { .. } => vec![Claim::Theorem(Theorem::UnluckyNumbers)],
            Reason::NeverForced { .. } => vec![Claim::Theorem(Theorem::NeighbouringDigits)],
            Reason::Searched { strategy, lost_numbers, .. } => {
                let mut claims = plan_in_full(strategy.as_deref(), lost_numbers.as_ref());
                if strategy.as_ref().is_some_and(|strategy| strategy.is_of_pairs()) {
                    claims.insert(0, Claim::Theorem(Theorem::EqualPairs));
                }
                if strategy.as_ref().is_some_and(|strategy| strategy.entries.is_empty()) {
                    // A single one has been named.
                    let ending = Some(ending_moves(position)).filter(|moves| moves.len() > 1);
                    claims.splice(0..0, ending.map(Claim::EndingMoves));
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
            matches!(claim, Claim::Told(_) | Claim::LostNumbers(_) | Claim::PartOfPlan)
        };
        let between = match text.is_empty() {
            true => "",
            false if own_line(claim) => "\n",
            false => " ",
        };
        let words = claim.words_after(&text, position);
        // Positions that differ in what no longer matters are told alike.
        if own_line(claim) && text.lines().any(|line| line == words) {
            continue;
        }
        text.push_str(between);
        text.push_str(&words);
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

/// The balance of Nim in small words.
fn twins(gist: &[Claim], lost: &Position) -> Option<Claim> {
    let twins = |heaps: &[u32], pass, worth| Claim::Twins {
        lost: lost.clone(),
        heaps: heaps.to_vec(),
        pass,
        worth,
    };
    gist.iter().find_map(|claim| match claim {
        Claim::Balance { heaps, pass, worth, .. } => Some(twins(heaps, *pass, *worth)),
        Claim::BalanceMisere { heaps, pass, .. } => Some(twins(heaps, *pass, Worth::Divisions)),
        _ => None,
    })
}

/// Whether a number above 1 may be taken whole by these rules.
fn may_take_whole(position: &Position) -> bool {
    let Board::Numbers { take, .. } = position.board() else { return false };
    take.step.choice == Choice::All && take.reach == Reach::Any
}

/// What an even number is made of.
fn powers_of_two(number: &Natural) -> Option<Claim> {
    let twos = number.trailing_zeros();
    let odd = number / &Natural::from(2_u64).pow(u32::try_from(twos).ok()?);
    match (twos, odd.is_one()) {
        (0, _) => None,
        (_, true) => Some(Claim::PowerOfTwo { number: number.clone(), twos }),
        (_, false) => Some(Claim::EvenWithOddDivisor { number: number.clone(), odd }),
    }
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
