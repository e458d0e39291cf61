//! The entry point to all methods: theorems first, then the search that fits the game.

use std::collections::hash_map::Entry;

use duel_core::{
    Append, Board, Cap, Choice, Echo, LastMover, Move, Op, Outcome, Pass, Position, Reach, Reuse,
    Seat, Take,
};
use duel_numbers::{Budget, Factorization, Natural};
use rustc_hash::FxHashMap;

use crate::{
    acyclic::Acyclic,
    closed::{self, Closed},
    limits::{Limits, Meter},
    residues::{Circles, Layers, OnceDigitsGraph, OnceDigitsKey, Wheel, first_digit, worth_of_cap},
    strategy::{
        self, DigitGame, DigitValues, OnceDigitsGame, Strategy, TakeGame, TakeValues, digit_key,
        once_digits_key,
    },
    take_graph::{TakeGraph, TakeKey},
    used::{UsedRules, UsedSearch},
    value::{Assessment, Basis, Value},
};

/// How many bytes a table may take by default.
const MEMORY: usize = 1 << 30;

/// Tables of digits up to so many remainders are there in no time.
const QUICK_TABLE: u64 = 100_000;

/// Starts of used-number games up to this are explored completely before anything else is tried.
const EXPLORED: u64 = 160;

/// A solver, with the tables that its questions share.
pub struct Solver {
    memory: usize,
    takes: FxHashMap<(Take, bool), TakeTables>,
    used: FxHashMap<UsedRules, UsedSearch>,
    circles: FxHashMap<(Vec<u64>, bool), Circles>,
    layers: FxHashMap<LayersKey, Layers>,
    once_digits: FxHashMap<OnceDigitsTableKey, Acyclic<OnceDigitsKey>>,
}

/// Targets, cap, whether the last mover wins, and what the cap is worth.
type LayersKey = (Vec<u64>, u32, bool, Value);
type OnceDigitsTableKey = (Vec<u64>, Append, bool, Value);

/// What a search is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// Who wins; the rest only if it costs nothing.
    Value,
    /// Distance and nimber as well.
    Everything,
}

struct TakeTables {
    graph: TakeGraph,
    full: Acyclic<TakeKey>,
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new(MEMORY)
    }
}

impl Solver {
    /// A solver whose tables take about this many bytes at most, each.
    pub fn new(memory: usize) -> Solver {
        Solver {
            memory,
            takes: FxHashMap::default(),
            used: FxHashMap::default(),
            circles: FxHashMap::default(),
            layers: FxHashMap::default(),
            once_digits: FxHashMap::default(),
        }
    }

    /// Who wins. It stops there: the cheapest question.
    pub fn solve_value(&mut self, position: &Position, limits: Limits<'_>) -> Option<Value> {
        self.assess_value(position, limits).value
    }

    /// Who wins, after how many plies, and the nimber: whatever of these can be known within the
    /// limits. [`Solver::analyse_moves`] also judges each move and says why.
    pub fn solve_fully(&mut self, position: &Position, limits: Limits<'_>) -> Assessment {
        let closed = theorem(position, limits);
        let known = closed.map_or(Assessment::UNKNOWN, |closed| closed.assessment);
        self.search_for_missing(position, known, limits)
    }

    /// Like [`Solver::solve_value`], with the distance and the nimber where the same theorem or
    /// search gives them.
    pub(crate) fn assess_value(&mut self, position: &Position, limits: Limits<'_>) -> Assessment {
        match theorem(position, limits) {
            Some(closed) => closed.assessment,
            None => self.search_for_value(position, limits),
        }
    }

    /// Searches for the value of a position that no theorem covers.
    pub(crate) fn search_for_value(
        &mut self,
        position: &Position,
        limits: Limits<'_>,
    ) -> Assessment {
        self.search(position, Assessment::UNKNOWN, Wanted::Value, limits)
    }

    /// Searches for what `known` leaves open: the value, the distance or the nimber.
    pub(crate) fn search_for_missing(
        &mut self,
        position: &Position,
        known: Assessment,
        limits: Limits<'_>,
    ) -> Assessment {
        if is_settled(position, &known) {
            known
        } else {
            self.search(position, known, Wanted::Everything, limits)
        }
    }

    /// Fills in by search what is not known yet.
    fn search(
        &mut self,
        position: &Position,
        known: Assessment,
        wanted: Wanted,
        limits: Limits<'_>,
    ) -> Assessment {
        let limits = Limits { memory: Some(limits.memory.unwrap_or(self.memory)), ..limits };
        let normal = position.rules().last_mover() == LastMover::Wins;
        let mut meter = limits.meter();
        match position.board() {
            Board::Numbers { take, numbers, barred } => {
                let small =
                    |all: &[Natural]| all.iter().map(Natural::to_u64).collect::<Option<Vec<u64>>>();
                match (small(numbers), small(barred)) {
                    (Some(numbers), Some(barred)) => {
                        let known = if self.is_long_search(*take, normal, &numbers, &barred) {
                            known.or(win_at_once(position, limits))
                        } else {
                            known
                        };
                        if wanted == Wanted::Value && known.value.is_some() {
                            return known;
                        }
                        let numbers = (numbers.as_slice(), barred.as_slice());
                        let wanted = (known, wanted);
                        let found = self.search_numbers(*take, normal, numbers, wanted, &mut meter);
                        match found.value {
                            Some(_) => found,
                            None => found.or(win_at_once(position, limits)),
                        }
                    }
                    _ if limits.is_spent() || is_huge(position) => known,
                    _ => known.or(win_at_once(position, limits)),
                }
            }
            Board::Digits { append, .. } => {
                let Some(number) = Number::of(position) else {
                    let spent = limits.is_spent();
                    return if spent { known } else { known.or(win_at_once(position, limits)) };
                };
                // Where a table would be large, what the rules show at once needs none.
                let known = if number.wheel.size() > QUICK_TABLE {
                    known.or(decided_at_once(position, limits))
                } else {
                    known
                };
                if wanted == Wanted::Value && known.value.is_some() {
                    return known;
                }
                known.or(self.search_digits(*append, normal, number, &mut meter))
            }
        }
    }

    /// Whether numbers have to be searched together, which takes long, and were not yet: what a single
    /// move shows is looked at before.
    fn is_long_search(
        &mut self,
        take: Take,
        normal: bool,
        numbers: &[u64],
        barred: &[u64],
    ) -> bool {
        if !normal || is_sum_of_independent(take) || used_rules(take, normal).is_some() {
            return false;
        }
        self.takes.get_mut(&(take, normal)).is_none_or(|tables| {
            let key = tables.graph.key(numbers, barred);
            tables.full.known(&key).is_none()
        })
    }

    fn search_numbers(
        &mut self,
        take: Take,
        normal: bool,
        (numbers, barred): (&[u64], &[u64]),
        (known, wanted): (Assessment, Wanted),
        meter: &mut Meter<'_>,
    ) -> Assessment {
        if let ([number], Some(rules)) = (numbers, used_rules(take, normal))
            && let Ok(number) = u32::try_from(*number)
        {
            return known.or(self.search_used(rules, number, barred, wanted, meter));
        }
        let tables =
            self.takes.entry((take, normal)).or_insert_with(|| TakeTables::new(take, normal));
        let mut found = known;
        if normal && numbers.len() > 1 && is_sum_of_independent(take) {
            found = found.or(tables.sum(take, numbers, barred, meter));
            if wanted == Wanted::Value && found.value.is_some() {
                return found;
            }
        }
        let key = tables.graph.key(numbers, barred);
        match tables.full.solve(&mut tables.graph, &key, meter) {
            Some(solved) => found.or(Assessment {
                value: Some(solved.value),
                plies: Some(solved.plies),
                nimber: normal.then_some(solved.nimber),
                basis: Basis::Search,
            }),
            None => found,
        }
    }

    /// The specialised search for one number whose divisors wear out.
    fn search_used(
        &mut self,
        rules: UsedRules,
        number: u32,
        barred: &[u64],
        wanted: Wanted,
        meter: &mut Meter<'_>,
    ) -> Assessment {
        let memory = meter.memory().unwrap_or(self.memory);
        let search = self.used.entry(rules).or_insert_with(|| UsedSearch::new(rules, memory));
        // Used numbers above the number can never be chosen again.
        let used: Vec<u32> = barred.iter().filter_map(|used| u32::try_from(*used).ok()).collect();
        let mut found = Assessment::UNKNOWN;
        if (wanted == Wanted::Value || u64::from(number) > EXPLORED)
            && let Some(wins) = search.wins(number, &used, meter)
        {
            found.value = Some(if wins { Value::Win } else { Value::Loss });
            found.basis = Basis::Search;
            if wanted == Wanted::Value {
                return found;
            }
        }
        if let Some(full) = search.full(number, &used, meter) {
            found = Assessment {
                value: Some(if full.wins { Value::Win } else { Value::Loss }),
                plies: Some(full.plies),
                nimber: full.nimber,
                basis: Basis::Search,
            };
        }
        found
    }

    fn search_digits(
        &mut self,
        append: Append,
        normal: bool,
        number: Number,
        meter: &mut Meter<'_>,
    ) -> Assessment {
        // The first digit is looked at where the first move is made.
        let Append { leading_zero: _, reuse, cap } = append;
        let solved = if reuse == Reuse::Once {
            return self
                .search_once_digits(append, normal, number, meter)
                .unwrap_or(Assessment::UNKNOWN);
        } else if let Some(cap) = cap.length() {
            self.search_layers(append, cap, normal, &number, meter)
        } else {
            self.search_circles(append, normal, &number, meter)
        };
        match solved {
            None => Assessment::UNKNOWN,
            Some((value, plies)) => Assessment {
                value: Some(value),
                plies: matches!(value, Value::Win | Value::Loss).then_some(plies),
                nimber: None,
                basis: Basis::Search,
            },
        }
    }

    fn search_once_digits(
        &mut self,
        append: Append,
        normal: bool,
        number: Number,
        meter: &mut Meter<'_>,
    ) -> Option<Assessment> {
        let stuck = if normal { Value::Loss } else { Value::Win };
        let at_cap = number.worth_of_cap(append.cap).for_opponent();
        let table = self.once_digits.entry((number.targets, append, normal, at_cap)).or_default();
        let mut graph = OnceDigitsGraph::new(number.wheel, append, stuck, at_cap);
        let solved = table.solve(&mut graph, &(number.residue, number.used), meter)?;
        Some(Assessment {
            value: Some(solved.value),
            plies: matches!(solved.value, Value::Win | Value::Loss).then_some(solved.plies),
            nimber: (normal && append.cap == Cap::Open).then_some(solved.nimber),
            basis: Basis::Search,
        })
    }

    fn search_layers(
        &mut self,
        append: Append,
        cap: u32,
        normal: bool,
        number: &Number,
        meter: &mut Meter<'_>,
    ) -> Option<(Value, u32)> {
        let memory = meter.memory().unwrap_or(self.memory) as u64;
        if Layers::bytes(&number.wheel, cap, number.length) > memory {
            return None;
        }
        let at_cap = number.worth_of_cap(append.cap);
        let layers = match self.layers.entry((number.targets.clone(), cap, normal, at_cap)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(Layers::new(&number.wheel, cap, at_cap, meter)?),
        };
        if number.length == 0 {
            first_digit(&number.wheel, &append, |residue| layers.at(1, residue, meter))
        } else {
            layers.at(number.length, number.residue, meter)
        }
    }

    fn search_circles(
        &mut self,
        append: Append,
        normal: bool,
        number: &Number,
        meter: &mut Meter<'_>,
    ) -> Option<(Value, u32)> {
        let key = (number.targets.clone(), normal);
        let wheel = &number.wheel;
        let roots: Vec<u64> = if number.length == 0 {
            (0..10).map(|digit| wheel.append(0, digit)).filter(|r| !wheel.completes(*r)).collect()
        } else {
            vec![number.residue]
        };
        let known = self
            .circles
            .get(&key)
            .is_some_and(|known| roots.iter().all(|r| known.at(*r).is_some()));
        if !known {
            let circles = Circles::solve(wheel, &roots, meter)?;
            self.circles.insert(key.clone(), circles);
        }
        let circles = self.circles.get(&key)?;
        if number.length == 0 {
            first_digit(wheel, &append, |residue| circles.at(residue))
        } else {
            circles.at(number.residue)
        }
    }
}

impl Solver {
    /// The winner's strategy in a position that is won or lost by search.
    pub(crate) fn searched_strategy(
        &mut self,
        position: &Position,
        is_lost: bool,
        limits: Limits<'_>,
    ) -> Option<Strategy> {
        let limits = Limits { memory: Some(limits.memory.unwrap_or(self.memory)), ..limits };
        let normal = position.rules().last_mover() == LastMover::Wins;
        let mut meter = limits.meter();
        match position.board() {
            Board::Numbers { take, .. } => {
                self.strategy_of_numbers(position, *take, normal, is_lost, &mut meter)
            }
            Board::Digits { append, .. } => {
                let number = Number::of(position)?;
                self.strategy_of_digits(position, *append, number, is_lost, &mut meter)
            }
        }
    }

    fn strategy_of_numbers(
        &mut self,
        position: &Position,
        take: Take,
        normal: bool,
        is_lost: bool,
        meter: &mut Meter<'_>,
    ) -> Option<Strategy> {
        let Board::Numbers { numbers, barred, .. } = position.board() else { return None };
        let numbers: Vec<u64> = numbers.iter().map(Natural::to_u64).collect::<Option<_>>()?;
        let barred: Vec<u64> = barred.iter().map(Natural::to_u64).collect::<Option<_>>()?;
        let tables =
            self.takes.entry((take, normal)).or_insert_with(|| TakeTables::new(take, normal));
        let key = tables.graph.key(&numbers, &barred);
        let is_used = numbers.len() == 1 && u32::try_from(numbers[0]).is_ok();
        let is_sum = normal && numbers.len() > 1 && is_sum_of_independent(take);
        let values = match used_rules(take, normal).filter(|_| is_used) {
            Some(rules) => {
                let memory = meter.memory().unwrap_or(self.memory);
                let search =
                    self.used.entry(rules).or_insert_with(|| UsedSearch::new(rules, memory));
                TakeValues::Used { search, misere: !normal }
            }
            None if is_sum => {
                let passes = take.pass == Pass::OncePerGame;
                TakeValues::Sum { table: &mut tables.full, passes }
            }
            None => TakeValues::Table(&mut tables.full),
        };
        let mut game = TakeGame { graph: &mut tables.graph, values };
        strategy::find(&mut game, (position, &key), is_lost, meter)
    }

    fn strategy_of_digits(
        &mut self,
        position: &Position,
        append: Append,
        number: Number,
        is_lost: bool,
        meter: &mut Meter<'_>,
    ) -> Option<Strategy> {
        let completing = completing(position);
        let normal = completing == Value::Win;
        let at_cap = number.worth_of_cap(append.cap);
        if append.reuse == Reuse::Once {
            let (stuck, at_cap) = (completing.for_opponent(), at_cap.for_opponent());
            let key = once_digits_key((number.residue, number.used));
            let table =
                self.once_digits.entry((number.targets, append, normal, at_cap)).or_default();
            let graph = OnceDigitsGraph::new(number.wheel, append, stuck, at_cap);
            let mut game = OnceDigitsGame { graph, table };
            return strategy::find(&mut game, (position, &key), is_lost, meter);
        }
        let Some(cap) = append.cap.length() else {
            let circles = self.circles.get(&(number.targets, normal))?;
            let values = DigitValues::Circles(circles);
            let mut game = DigitGame { wheel: &number.wheel, completing, append, values };
            let key = digit_key(number.length.min(1), number.residue);
            return strategy::find(&mut game, (position, &key), is_lost, meter);
        };
        let layers = self.layers.get_mut(&(number.targets, cap, normal, at_cap))?;
        let values = DigitValues::Layers { layers, cap, at_cap };
        let mut game = DigitGame { wheel: &number.wheel, completing, append, values };
        let key = digit_key(number.length, number.residue);
        let found = strategy::find(&mut game, (position, &key), is_lost, meter);
        // The loser is to move at every second length from here on.
        let loser_at_cap = (cap - number.length).is_multiple_of(2) == is_lost;
        let winner_can_wait = at_cap == if loser_at_cap { Value::Loss } else { Value::Win };
        if !winner_can_wait || found.as_ref().is_some_and(Strategy::is_short) {
            return found;
        }
        let game = (&number.wheel, append, completing);
        let number = (number.length, number.residue);
        let waiting = strategy::find_waiting(position, game, layers, number, is_lost, meter);
        let is_shorter = |other: &Strategy| {
            found
                .as_ref()
                .is_none_or(|found| !found.complete || found.entries.len() > other.entries.len())
        };
        waiting.filter(is_shorter).or(found)
    }
}

/// A number of digits in progress, as its searches want it.
struct Number {
    targets: Vec<u64>,
    wheel: Wheel,
    residue: u64,
    length: u32,
    used: u16,
    second: bool,
}

impl Number {
    /// The number of a position, unless it is one of divisors or its targets are too large.
    fn of(position: &Position) -> Option<Number> {
        let Board::Digits { targets, digits, .. } = position.board() else { return None };
        let targets: Vec<u64> = targets.iter().map(Natural::to_u64).collect::<Option<_>>()?;
        let wheel = Wheel::new(&targets, completing(position))?;
        let residue =
            digits.iter().fold(0, |residue, digit| wheel.append(residue, u64::from(digit.value())));
        Some(Number {
            targets,
            wheel,
            residue,
            length: u32::try_from(digits.len()).unwrap_or(u32::MAX),
            used: digits.iter().fold(0, |used, digit| used | 1 << digit.value()),
            second: position.turn() == Seat::Second,
        })
    }

    /// What a number of full length is worth to the player who would be to move there.
    fn worth_of_cap(&self, cap: Cap) -> Value {
        let plies = cap.length().unwrap_or(0).saturating_sub(self.length);
        worth_of_cap(cap, self.second ^ (plies % 2 == 1))
    }
}

impl TakeTables {
    fn new(take: Take, normal: bool) -> TakeTables {
        let stuck = if normal { Value::Loss } else { Value::Win };
        TakeTables { graph: TakeGraph::new(take, stuck), full: Acyclic::default() }
    }

    /// Numbers that do not touch each other: the nimbers of the parts give that of the whole.
    fn sum(
        &mut self,
        take: Take,
        numbers: &[u64],
        barred: &[u64],
        meter: &mut Meter<'_>,
    ) -> Assessment {
        let passes = take.pass == Pass::OncePerGame;
        let mut sum = u32::from(passes && !barred.contains(&1));
        let spent: &[u64] = if passes { &[1] } else { &[] };
        for number in numbers {
            let key = self.graph.key(&[*number], spent);
            match self.full.solve(&mut self.graph, &key, meter) {
                Some(solved) => sum ^= solved.nimber,
                None => return Assessment::UNKNOWN,
            }
        }
        Assessment {
            value: Some(if sum == 0 { Value::Loss } else { Value::Win }),
            plies: None,
            nimber: Some(sum),
            basis: Basis::Search,
        }
    }
}

/// What completing the number is worth to the player who does.
fn completing(position: &Position) -> Value {
    match position.rules().last_mover() {
        LastMover::Wins => Value::Win,
        LastMover::Loses => Value::Loss,
    }
}

/// The verdict of the theorems, where the game is not over; of the rules, where it is.
pub(crate) fn theorem(position: &Position, limits: Limits<'_>) -> Option<Closed> {
    let budget = limits.budget(Budget::PROMPT);
    if is_huge(position) {
        // Whether such a game is over may take half a minute of primality testing.
        return if goes_on(position, limits) { closed::theorem(position, budget) } else { None };
    }
    if let Some(outcome) = position.outcome() {
        let value = match outcome {
            Outcome::Won(seat) if seat == position.turn() => Value::Win,
            Outcome::Won(_) => Value::Loss,
            Outcome::Nobody => Value::Draw,
        };
        let nimber =
            (position.rules().last_mover() == LastMover::Wins && value == Value::Loss).then_some(0);
        return Some(Closed {
            assessment: Assessment::theorem(value, Some(0), nimber),
            reason: crate::reason::Reason::Over,
        });
    }
    closed::theorem(position, budget)
}

/// Whether listing all moves of a position, and whether they end the game, takes no time.
pub(crate) fn is_quick(position: &Position) -> bool {
    const QUICK: u64 = 1 << 22;
    match position.board() {
        Board::Numbers { numbers, .. } => {
            numbers.len() <= 10
                && numbers.iter().all(|number| number.to_u64().is_some_and(|n| n <= QUICK))
        }
        Board::Digits { targets, .. } => targets.len() <= 10,
    }
}

/// Whether testing the primality of a number here takes too long.
pub(crate) fn is_huge(position: &Position) -> bool {
    match position.board() {
        Board::Numbers { numbers, .. } => numbers.iter().any(|number| number.bits() > closed::LONG),
        Board::Digits { .. } => false,
    }
}

/// Whether a game of huge numbers certainly goes on: nothing is barred, and a small factor of some
/// number is known, which may be chosen (in subtraction the theorem holds either way).
fn goes_on(position: &Position, limits: Limits<'_>) -> bool {
    let Board::Numbers { take, numbers, barred } = position.board() else { return false };
    let subtracts = *take == Take::one(Op::Subtract, Choice::Proper);
    subtracts
        || barred.is_empty()
            && numbers.iter().any(|number| {
                let factors = Factorization::of(number, limits.budget(Budget::steps(1_000_000)));
                factors.primes().first().is_some_and(|(prime, _)| prime < number)
            })
}

/// Whether there is nothing left to find out.
fn is_settled(position: &Position, known: &Assessment) -> bool {
    match known.value {
        None => false,
        Some(Value::Endless | Value::Draw) => true,
        Some(_) => known.plies.is_some() && (known.nimber.is_some() || !has_nimber(position)),
    }
}

/// Whether nimbers make sense: the last mover wins, nothing else ends the game, and it ends.
pub fn has_nimber(position: &Position) -> bool {
    let finite = match position.board() {
        Board::Numbers { .. } => true,
        Board::Digits { append, .. } => append.reuse == Reuse::Once && append.cap == Cap::Open,
    };
    finite && position.rules().last_mover() == LastMover::Wins
}

/// Whether moves on one number leave the others as they were, and nothing else ties them together.
pub(crate) fn is_sum_of_independent(take: Take) -> bool {
    // A new part of the rules has to say whether it ties the numbers together.
    let Take {
        step: _,
        or_step: _,
        reach: _,
        reuse,
        echo,
        pass: _,
        #[cfg(feature = "recipes")]
            half: _,
    } = take;
    reuse == Reuse::Free && echo == Echo::Allowed
}

/// The rules of the specialised search, where they fit.
fn used_rules(take: Take, normal: bool) -> Option<UsedRules> {
    // What was used is never free again, so that an echo is barred already.
    let Take {
        step,
        or_step,
        reach,
        reuse,
        echo: _,
        pass,
        #[cfg(feature = "recipes")]
        half,
    } = take;
    #[cfg(feature = "recipes")]
    if half == duel_core::Half::Barred {
        return None;
    }
    let fits =
        step.op == Op::Subtract && or_step.is_none() && reuse == Reuse::Once && pass == Pass::Never;
    let (whole, one) = match step.choice {
        Choice::All => (true, true),
        Choice::BelowWhole => (false, true),
        Choice::Proper => (false, false),
        Choice::Prime | Choice::One => return None,
        #[cfg(feature = "recipes")]
        Choice::Smaller => return None,
    };
    let root = reach == Reach::Root;
    fits.then_some(UsedRules { whole, one, root, misere: !normal })
}

/// Whether the next two moves decide a game of digits: one that wins, or one that does after each move.
fn decided_at_once(position: &Position, limits: Limits<'_>) -> Assessment {
    let won = win_at_once(position, limits);
    if won.value.is_some() {
        return won;
    }
    let moves = position.moves(limits.budget(Budget::PROMPT));
    let loses = moves.iter().all(|made| {
        position.after(&made).is_ok_and(|after| match after.outcome() {
            Some(outcome) => outcome == Outcome::Won(after.turn()),
            None => win_at_once(&after, limits).value.is_some(),
        })
    });
    if !loses {
        return Assessment::UNKNOWN;
    }
    let over = |made: &Move| position.after(made).is_ok_and(|after| after.is_over());
    let plies = if moves.iter().all(|made| over(&made)) { 1 } else { 2 };
    Assessment { value: Some(Value::Loss), plies: Some(plies), nimber: None, basis: Basis::Search }
}

/// What was not searched can still be won by a move that ends the game. Where that is seen in no time, it
/// is also when the time is up.
fn win_at_once(position: &Position, limits: Limits<'_>) -> Assessment {
    const TRIED: usize = 1_000;
    let limits = if is_quick(position) { Limits::NONE } else { limits };
    let moves = position.moves(limits.budget(Budget::PROMPT));
    let wins = moves.iter().take(TRIED).take_while(|_| !limits.is_spent()).any(|made| {
        position
            .after(&made)
            .is_ok_and(|after| after.outcome() == Some(Outcome::Won(position.turn())))
    });
    if wins {
        Assessment { value: Some(Value::Win), plies: Some(1), nimber: None, basis: Basis::Search }
    } else {
        Assessment::UNKNOWN
    }
}
