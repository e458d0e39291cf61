//! Who wins a game of divisors, by the plainest search over 64-bit numbers: its own list of moves, its
//! own keys, its own results. Of the rules it reads the value alone, so that a mistake in the solver's
//! graph is not repeated here.

use std::collections::HashMap;

use duel_core::{Board, Choice, Echo, LastMover, Op, Pass, Position, Reach, Reuse, Take, TakeStep};
use duel_numbers::Natural;
use duel_solver::Value;

/// Numbers and barred numbers, each ascending.
type State = (Vec<u64>, Vec<u64>);

/// Decided positions, by the rules: whether the player to move wins.
#[derive(Default)]
pub(crate) struct PlainSearch(HashMap<(Take, bool), HashMap<State, bool>>);

/// One search, until its positions are used up.
struct Running<'a> {
    take: Take,
    normal: bool,
    decided: &'a mut HashMap<State, bool>,
    left: u64,
}

impl PlainSearch {
    /// Who wins, unless that takes more than so many positions.
    pub(crate) fn value(&mut self, position: &Position, most: u64) -> Option<Value> {
        let Board::Numbers { take, numbers, barred } = position.board() else { return None };
        let normal = position.rules().last_mover() == LastMover::Wins;
        let small = |all: &[Natural]| all.iter().map(Natural::to_u64).collect::<Option<Vec<_>>>();
        let state = canonical(small(numbers)?, small(barred)?);
        let decided = self.0.entry((*take, normal)).or_default();
        let wins = Running { take: *take, normal, decided, left: most }.wins(&state)?;
        Some(if wins { Value::Win } else { Value::Loss })
    }
}

/// Numbers without divisors drop out, and barred numbers above all numbers cannot be chosen.
fn canonical(mut numbers: Vec<u64>, mut barred: Vec<u64>) -> State {
    numbers.retain(|number| *number > 0);
    numbers.sort_unstable();
    let largest = numbers.last().copied().unwrap_or(0);
    barred.retain(|divisor| *divisor == 1 || *divisor <= largest);
    barred.sort_unstable();
    (numbers, barred)
}

impl Running<'_> {
    fn wins(&mut self, state: &State) -> Option<bool> {
        if let Some(wins) = self.decided.get(state) {
            return Some(*wins);
        }
        self.left = self.left.checked_sub(1)?;
        let replies = self.replies(state);
        let mut wins = replies.is_empty() && !self.normal;
        for reply in replies {
            if !self.wins(&reply)? {
                wins = true;
                break;
            }
        }
        self.decided.insert(state.clone(), wins);
        Some(wins)
    }

    /// The states that the moves lead to.
    fn replies(&self, (numbers, barred): &State) -> Vec<State> {
        let mut replies = Vec::new();
        if self.take.pass == Pass::OncePerGame && !barred.contains(&1) {
            replies.push(canonical(numbers.clone(), self.barred_after(barred, 1)));
        }
        for (index, number) in numbers.iter().enumerate() {
            for divisor in (1..=*number).filter(|divisor| number.is_multiple_of(*divisor)) {
                for TakeStep { op, choice } in self.take.steps() {
                    if barred.contains(&divisor) || !self.allows(choice, *number, divisor) {
                        continue;
                    }
                    let mut after = numbers.clone();
                    after[index] = match op {
                        Op::Divide => number / divisor,
                        Op::Subtract => number - divisor,
                    };
                    replies.push(canonical(after, self.barred_after(barred, divisor)));
                }
            }
        }
        replies
    }

    fn allows(&self, choice: Choice, number: u64, divisor: u64) -> bool {
        let chosen = match choice {
            Choice::Proper => divisor > 1 && divisor < number,
            Choice::All => true,
            Choice::BelowWhole => divisor < number || number == 1,
            Choice::Prime => {
                let is_prime = (2..divisor).all(|least| !divisor.is_multiple_of(least));
                divisor > 1 && divisor < number && is_prime
            }
            Choice::One => divisor == 1 && number > 1,
        };
        chosen && (self.take.reach == Reach::Any || divisor * divisor <= number)
    }

    fn barred_after(&self, barred: &[u64], chosen: u64) -> Vec<u64> {
        if self.take.reuse == Reuse::Once {
            return [barred, &[chosen]].concat();
        }
        let pass_is_spent =
            self.take.pass == Pass::OncePerGame && (chosen == 1 || barred.contains(&1));
        let mut after = Vec::new();
        if pass_is_spent {
            after.push(1);
        }
        if self.take.echo == Echo::Barred && !after.contains(&chosen) {
            after.push(chosen);
        }
        after
    }
}
