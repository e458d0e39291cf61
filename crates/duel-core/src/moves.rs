//! The legal moves of a position: counted, ascending, and built lazily.
//!
//! Listing moves needs the factors of the numbers, and for very large numbers these may not be
//! found within the budget. Then [`Moves::is_complete`] says so, and what is listed is true but
//! not all there is. Judging a move never needs any of this.

use std::ops::Range;

use duel_numbers::{Budget, Divisors, Factorization, Natural, coprime_parts, is_prime};

#[cfg(feature = "recipes")]
use crate::rules::Half;
use crate::{
    board::Board,
    position::Position,
    rules::{Choice, Op, Reach, Take},
    step::{Digit, Illegal, Move},
};

/// The legal moves of one position.
#[derive(Clone, Debug)]
pub struct Moves {
    groups: Vec<Group>,
    digits: Vec<Digit>,
    pass: bool,
}

/// The legal moves on one number.
#[derive(Clone, Debug)]
pub struct Group {
    index: usize,
    number: Natural,
    both_operations: bool,
    choices: Choices,
}

#[derive(Clone, Debug)]
enum Choices {
    /// A few, spelled out.
    Listed { moves: Vec<(Op, Natural)>, left_out: LeftOut, complete: bool },
    /// Divisors of a window, each with every operation.
    Window { divisors: Divisors, ops: Vec<Op>, window: Window },
}

/// Which of the ascending divisors may be chosen.
#[derive(Clone, Debug)]
struct Window {
    /// What the rules say apart from the size of divisors and what is barred.
    choice: Choice,
    /// Where it ends.
    end: WindowEnd,
    /// Divisors inside it that are barred.
    barred: Vec<Natural>,
    /// Whether half of the number is one of them whatever was chosen.
    #[cfg(feature = "recipes")]
    half: Half,
}

/// Divisors of a number that could be chosen if there were no restriction: what a short list of moves
/// is short of. Each is listed under the first restriction that forbids it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// The number itself, which may not be taken.
    pub whole: Option<Natural>,
    /// Those whose square is more than the number, ascending: at most as many as were asked for.
    pub above_root: Vec<Natural>,
    /// How many there are of those.
    pub above_root_count: Natural,
    /// Those that were chosen before and may not be chosen again, in the order of the position.
    pub barred: Vec<Natural>,
    /// Half of the number, which may not be chosen.
    #[cfg(feature = "recipes")]
    pub half: Option<Natural>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WindowEnd {
    Whole,
    BelowWhole,
    Root,
}

impl Position {
    /// The legal moves, with the numbers factored as far as the budget allows: one budget for all
    /// of them.
    pub fn moves(&self, budget: Budget<'_>) -> Moves {
        self.moves_factored(&self.factors(budget))
    }

    /// The factors of the numbers on the table, in their order, as far as one budget for all of them
    /// allows; `None` for a zero. There are none in a game of digits.
    pub fn factors(&self, budget: Budget<'_>) -> Vec<Option<Factorization>> {
        let Board::Numbers { numbers, .. } = self.board() else { return Vec::new() };
        let live = numbers.iter().filter(|number| !number.is_zero());
        let mut found = Factorization::of_each(live, budget).into_iter();
        numbers.iter().map(|number| if number.is_zero() { None } else { found.next() }).collect()
    }

    /// The legal moves, from [factors](Position::factors) of this very position.
    pub fn moves_factored(&self, factors: &[Option<Factorization>]) -> Moves {
        match self.board() {
            Board::Numbers { take, numbers, barred } => Moves {
                groups: numbers
                    .iter()
                    .zip(factors)
                    .enumerate()
                    .map(|(index, (number, factors))| {
                        take.group(index, number, barred, factors.as_ref())
                    })
                    .collect(),
                digits: Vec::new(),
                pass: self.can_pass(),
            },
            Board::Digits { .. } => Moves {
                groups: Vec::new(),
                digits: Digit::ALL
                    .into_iter()
                    .filter(|digit| self.after(&Move::Append(*digit)).is_ok())
                    .collect(),
                pass: false,
            },
        }
    }
}

impl Moves {
    /// Whether these are all the legal moves.
    pub fn is_complete(&self) -> bool {
        self.groups.iter().all(Group::is_complete)
    }

    /// How many moves are listed.
    pub fn count(&self) -> Natural {
        let plain = self.digits.len() + usize::from(self.pass);
        self.groups.iter().fold(Natural::from(plain), |sum, group| &sum + &group.count())
    }

    /// The moves number by number.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The digits that may be appended.
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// Whether passing is among the moves.
    pub fn has_pass(&self) -> bool {
        self.pass
    }

    /// All of them: the pass, then each number's moves ascending, or the digits ascending.
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        let digits = self.digits.iter().map(|digit| Move::Append(*digit));
        let groups = self.groups.iter().flat_map(Group::iter);
        self.pass.then_some(Move::Pass).into_iter().chain(digits).chain(groups)
    }
}

impl Group {
    /// Which number, counted from 0.
    pub fn index(&self) -> usize {
        self.index
    }

    /// The number itself.
    pub fn number(&self) -> &Natural {
        &self.number
    }

    /// Whether the moves differ by their operation too.
    pub fn has_both_operations(&self) -> bool {
        self.both_operations
    }

    /// Whether all choices are listed.
    pub fn is_complete(&self) -> bool {
        match &self.choices {
            Choices::Listed { complete, .. } => *complete,
            Choices::Window { divisors, .. } => divisors.is_complete(),
        }
    }

    /// How many moves there are on this number.
    pub fn count(&self) -> Natural {
        match &self.choices {
            Choices::Listed { moves, .. } => Natural::from(moves.len()),
            Choices::Window { divisors, ops, window } => {
                &window.count(divisors) * &Natural::from(ops.len())
            }
        }
    }

    /// The moves of this stretch of the ascending list; `None` where it is too far from both
    /// ends of a very long one.
    pub fn page(&self, range: Range<u64>) -> Option<Vec<(Op, Natural)>> {
        match &self.choices {
            Choices::Listed { moves, .. } => Some(
                moves
                    .iter()
                    .skip(usize::try_from(range.start).ok()?)
                    .take(usize::try_from(range.end.saturating_sub(range.start)).ok()?)
                    .cloned()
                    .collect(),
            ),
            Choices::Window { divisors, ops, window } => {
                let each = ops.len() as u64;
                let outer = range.start / each..range.end.div_ceil(each);
                let from = outer.start * each;
                let found = window.page(divisors, outer)?;
                Some(
                    found
                        .into_iter()
                        .flat_map(|divisor| ops.iter().map(move |op| (*op, divisor.clone())))
                        .skip(usize::try_from(range.start - from).ok()?)
                        .take(usize::try_from(range.end.saturating_sub(range.start)).ok()?)
                        .collect(),
                )
            }
        }
    }

    /// The divisors of this number that only a restriction keeps from being chosen, with at most so
    /// many above the root.
    pub fn left_out(&self, at_most: u64) -> LeftOut {
        match &self.choices {
            Choices::Listed { left_out, .. } => left_out.clone(),
            Choices::Window { divisors, window, .. } => window.left_out(divisors, at_most),
        }
    }

    /// How many of the moves choose at most this number: its rank, or the rank it would have, in the
    /// ascending list. `None` where the list is too long to find it.
    pub fn rank(&self, value: &Natural) -> Option<u64> {
        match &self.choices {
            Choices::Listed { moves, .. } => {
                Some(moves.iter().filter(|(_, divisor)| divisor <= value).count() as u64)
            }
            Choices::Window { divisors, ops, window } => {
                Some(window.rank(divisors, value)? * ops.len() as u64)
            }
        }
    }

    /// All moves on this number, ascending.
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        let (listed, window) = match &self.choices {
            Choices::Listed { moves, .. } => (Some(moves.iter().cloned()), None),
            Choices::Window { divisors, ops, window } => (None, Some((divisors, ops, window))),
        };
        let windowed = window.into_iter().flat_map(|(divisors, ops, window)| {
            window
                .iter(divisors)
                .flat_map(move |divisor| ops.iter().map(move |op| (*op, divisor.clone())))
        });
        listed.into_iter().flatten().chain(windowed).map(|(op, divisor)| Move::Take {
            index: self.index,
            op,
            divisor,
        })
    }
}

impl Window {
    /// Whether 1 is left out.
    fn skips_one(&self) -> bool {
        self.choice == Choice::Proper
    }

    fn left_out(&self, divisors: &Divisors, at_most: u64) -> LeftOut {
        let number = divisors.number();
        let forbids_whole = self.choice == Choice::BelowWhole && !number.is_one();
        let (mut above_root, mut above_root_count) = (Vec::new(), Natural::default());
        if self.end == WindowEnd::Root && !number.is_one() {
            let (all, allowed) = (divisors.count(), divisors.count_up_to_root());
            // The number itself is the last of them, and may be no choice to begin with.
            let whole = Natural::from(usize::from(self.choice != Choice::All));
            above_root_count = &(&all - &allowed) - &whole;
            let page = allowed.to_u64().and_then(|from| {
                let count = above_root_count.to_u64().unwrap_or(u64::MAX);
                divisors.page(from..from.saturating_add(at_most.min(count)))
            });
            above_root = page.unwrap_or_default();
        }
        let barred = self.barred.clone();
        #[cfg(feature = "recipes")]
        let (half, barred) = barred
            .into_iter()
            .partition::<Vec<_>, _>(|d| self.half == Half::Barred && d + d == *number);
        LeftOut {
            whole: forbids_whole.then(|| number.clone()),
            above_root,
            above_root_count,
            barred,
            #[cfg(feature = "recipes")]
            half: half.into_iter().next(),
        }
    }

    fn contains(&self, divisor: &Natural, number: &Natural) -> bool {
        !(self.skips_one() && divisor.is_one())
            && match self.end {
                WindowEnd::Whole => true,
                WindowEnd::BelowWhole => divisor != number,
                WindowEnd::Root => &divisor.square() <= number,
            }
    }

    fn allows(&self, divisor: &Natural, number: &Natural) -> bool {
        self.contains(divisor, number) && !self.barred.contains(divisor)
    }

    fn count(&self, divisors: &Divisors) -> Natural {
        let all = match self.end {
            WindowEnd::Whole | WindowEnd::BelowWhole => divisors.count(),
            WindowEnd::Root => divisors.count_up_to_root(),
        };
        let outside = usize::from(self.skips_one())
            + usize::from(self.end == WindowEnd::BelowWhole)
            + self.barred.len();
        &all - &Natural::from(outside)
    }

    /// How many allowed divisors are at most `value`.
    fn rank(&self, divisors: &Divisors, value: &Natural) -> Option<u64> {
        if value.is_zero() {
            return Some(0);
        }
        let all = self.count(divisors).to_u64()?;
        let barred = self.barred.iter().filter(|barred| *barred <= value).count() as u64;
        let before = divisors.rank(value)?.to_u64()?;
        Some(before.saturating_sub(u64::from(self.skips_one()) + barred).min(all))
    }

    fn iter<'a>(&'a self, divisors: &'a Divisors) -> impl Iterator<Item = Natural> + 'a {
        let number = divisors.number();
        divisors
            .iter()
            .skip(usize::from(self.skips_one()))
            .take_while(|divisor| self.contains(divisor, number))
            .filter(|divisor| self.allows(divisor, number))
    }

    /// The allowed divisors at these places among the allowed ones.
    fn page(&self, divisors: &Divisors, range: Range<u64>) -> Option<Vec<Natural>> {
        let end = self.count(divisors).to_u64().map_or(range.end, |count| range.end.min(count));
        let start = range.start.min(end);
        // Barred divisors take up places in the full list: look that much further, and count those
        // before the page once its first divisor is known.
        let from = start.saturating_add(u64::from(self.skips_one()));
        let to = end.saturating_add(u64::from(self.skips_one()) + self.barred.len() as u64);
        let found = divisors.page(from..to)?;
        let Some(first) = found.first() else { return Some(Vec::new()) };
        let barred_before = self.barred.iter().filter(|barred| *barred < first).count();
        let allowed = found.iter().filter(|d| self.allows(d, divisors.number()));
        Some(allowed.skip(barred_before).take(usize_of(end - start)?).cloned().collect())
    }
}

fn usize_of(value: u64) -> Option<usize> {
    usize::try_from(value).ok()
}

impl Take {
    fn group(
        self,
        index: usize,
        number: &Natural,
        barred: &[Natural],
        factors: Option<&Factorization>,
    ) -> Group {
        #[cfg(feature = "recipes")]
        let barred = &self.barred_for(number, barred)[..];
        let live = factors.filter(|_| !number.is_zero());
        #[cfg(feature = "recipes")]
        let live = live.filter(|_| self.step.choice != Choice::Smaller || !number.is_one());
        let choices = match live {
            None => {
                Choices::Listed { moves: Vec::new(), left_out: LeftOut::default(), complete: true }
            }
            Some(factors) => match self.step.choice {
                Choice::Prime | Choice::One => self.listed(factors, barred),
                choice => self.window(choice, factors, barred),
            },
        };
        Group { index, number: number.clone(), both_operations: self.or_step.is_some(), choices }
    }

    fn listed(self, factors: &Factorization, barred: &[Natural]) -> Choices {
        let one = Natural::one();
        let candidates =
            std::iter::once(&one).chain(factors.primes().iter().map(|(prime, _)| prime));
        let mut moves = Vec::new();
        let mut left_out = LeftOut::default();
        for divisor in candidates {
            for step in self.steps() {
                match self.apply(factors.number(), step.op, divisor, barred) {
                    Ok(_) => moves.push((step.op, divisor.clone())),
                    Err(Illegal::AboveRoot) => left_out.above_root.push(divisor.clone()),
                    Err(Illegal::Barred) => left_out.barred.push(divisor.clone()),
                    Err(_) => {}
                }
            }
        }
        left_out.above_root_count = Natural::from(left_out.above_root.len());
        Choices::Listed { moves, left_out, complete: factors.is_complete() }
    }

    fn window(self, choice: Choice, factors: &Factorization, barred: &[Natural]) -> Choices {
        let number = factors.number();
        let end = match (self.reach, choice) {
            (Reach::Root, _) => WindowEnd::Root,
            (Reach::Any, Choice::All) => WindowEnd::Whole,
            (Reach::Any, _) if number.is_one() => WindowEnd::Whole,
            (Reach::Any, _) => WindowEnd::BelowWhole,
        };
        let open = Window {
            choice,
            end,
            barred: Vec::new(),
            #[cfg(feature = "recipes")]
            half: self.half,
        };
        let barred: Vec<Natural> = barred
            .iter()
            .filter(|d| d.divides(number) && open.contains(d, number))
            .cloned()
            .collect();
        let divisors = known_divisors(factors, &barred);
        let ops = self.steps().map(|step| step.op).collect();
        Choices::Window { divisors, ops, window: Window { barred, ..open } }
    }
}

/// The divisors of a number as far as they are known. What is barred is known too: where the number
/// could not be factored, those divisors split it further.
fn known_divisors(factors: &Factorization, barred: &[Natural]) -> Divisors {
    if factors.is_complete() || barred.is_empty() {
        return Divisors::new(factors);
    }
    let factored = factors.primes().iter().chain(factors.unsplit()).map(|(part, _)| part);
    let known: Vec<Natural> = barred.iter().chain(factored).cloned().collect();
    let parts = coprime_parts(factors.number(), &known);
    if parts.iter().all(|(part, _)| is_prime(part)) {
        Divisors::of_parts(&parts)
    } else {
        Divisors::of_coprime_parts(&parts)
    }
}
