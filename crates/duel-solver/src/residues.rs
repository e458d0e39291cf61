//! Games of digits, where only the remainder of the number matters.
//!
//! For several targets the remainder modulo their least common multiple is enough. Without a
//! cap and with every digit free such a game can go round in circles: [`Circles`] solves it
//! backwards from the end, all reachable remainders at once. With a maximum length, [`Layers`] goes
//! backwards length by length. Where digits are used up, the game is a [`Graph`] without loops.

use duel_core::{Append, Cap, LeadingZero};
use rustc_hash::FxHashMap;

use crate::{
    acyclic::{Edge, Graph, Solved},
    limits::Meter,
    value::Value,
};

/// The base of the digits.
pub(crate) const BASE: u64 = 10;

/// Targets as one modulus, and what completing the number is worth to the player who does.
#[derive(Clone, Debug)]
pub(crate) struct Wheel {
    targets: Vec<u64>,
    modulus: u64,
    completing: Value,
}

impl Wheel {
    /// The wheel of these targets, if their least common multiple is not too large.
    pub(crate) fn new(targets: &[u64], completing: Value) -> Option<Wheel> {
        let mut modulus = 1_u64;
        for target in targets {
            modulus = (modulus / gcd(modulus, *target)).checked_mul(*target)?;
        }
        (modulus <= u64::MAX / (2 * BASE)).then(|| Wheel {
            targets: targets.to_vec(),
            modulus,
            completing,
        })
    }

    /// The remainder after appending a digit.
    pub(crate) fn size(&self) -> u64 {
        self.modulus
    }

    pub(crate) fn append(&self, residue: u64, digit: u64) -> u64 {
        (residue * BASE + digit) % self.modulus
    }

    /// The remainders from which a digit leads to this one, each as often as digits do.
    fn before(&self, residue: u64) -> impl Iterator<Item = u64> {
        // 10 x + digit = residue modulo m can be solved where g = gcd(10, m) divides the rest, by
        // g remainders m / g apart.
        let common = gcd(BASE, self.modulus);
        let (modulus, apart) = (self.modulus, self.modulus / common);
        let inverse = inverse(BASE / common, apart);
        (0..BASE)
            .map(move |digit| (residue + modulus - digit % modulus) % modulus)
            .filter(move |rest| rest.is_multiple_of(common))
            .flat_map(move |rest| {
                let product = u128::from(rest / common) * u128::from(inverse) % u128::from(apart);
                let least = u64::try_from(product).unwrap_or_default();
                (0..common).map(move |place| least + place * apart)
            })
    }

    /// Whether a target divides a number with this remainder.
    pub(crate) fn completes(&self, residue: u64) -> bool {
        self.targets.iter().any(|target| residue.is_multiple_of(*target))
    }
}

fn gcd(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { gcd(other, one % other) }
}

/// The number whose product with `number`, which is coprime to the modulus, leaves 1.
fn inverse(number: u64, modulus: u64) -> u64 {
    // As `number` is a divisor of 10, one of its first few multiples of the modulus is one short.
    (0..BASE)
        .map(|times| times * modulus + 1)
        .find(|one| one.is_multiple_of(number))
        .map_or(0, |one| one / number % modulus)
}

/// Combines what the moves of a position lead to: value and plies for the player who moves.
fn best(moves: impl Iterator<Item = (Value, u32)>) -> (Value, u32) {
    let mut best = (Value::Loss, 0);
    for (value, plies) in moves {
        best = match (best.0, value) {
            (Value::Win, Value::Win) => (Value::Win, best.1.min(plies)),
            (_, Value::Win) => (Value::Win, plies),
            (Value::Win, _) => best,
            (Value::Loss, Value::Loss) => (Value::Loss, best.1.max(plies)),
            (Value::Loss, other) => (other, plies),
            (other, Value::Loss) => (other, best.1),
            (other, _) => (other, best.1.max(plies)),
        };
    }
    best
}

/// A game that may go round in circles: every remainder that can be reached, solved backwards.
#[derive(Debug)]
pub(crate) struct Circles {
    found: FxHashMap<u64, State>,
}

/// What is known about a remainder.
#[derive(Clone, Copy, Debug)]
enum State {
    /// So many digits do not lose, as far as is known. Those that stay open are endless.
    Open(u8),
    Settled(Value, u32),
}

impl Circles {
    /// Solves all remainders that can be reached from `roots`.
    pub(crate) fn solve(wheel: &Wheel, roots: &[u64], meter: &mut Meter<'_>) -> Option<Circles> {
        let mut found: FxHashMap<u64, State> = FxHashMap::default();
        let mut unexplored: Vec<u64> = roots.to_vec();
        found.extend(roots.iter().map(|root| (*root, State::Open(0))));
        let mut settled: Vec<u64> = Vec::new();
        while let Some(residue) = unexplored.pop() {
            // At most ten more are found from here.
            let most = found.len() + 10;
            if !meter.visit() || meter.memory().is_some_and(|memory| Circles::bytes(most) > memory)
            {
                return None;
            }
            let mut goes_on = 0_u8;
            for digit in 0..BASE {
                let next = wheel.append(residue, digit);
                if !wheel.completes(next) {
                    goes_on += 1;
                    found.entry(next).or_insert_with(|| {
                        unexplored.push(next);
                        State::Open(0)
                    });
                }
            }
            let ends = u64::from(goes_on) < BASE;
            let state = match wheel.completing {
                Value::Win if ends => State::Settled(Value::Win, 1),
                Value::Loss if goes_on == 0 => State::Settled(Value::Loss, 1),
                _ => State::Open(goes_on),
            };
            if let State::Settled(..) = state {
                settled.push(residue);
            }
            found.insert(residue, state);
        }
        // Breadth first: a win is found by its quickest way, a loss when its last hope is gone.
        let mut head = 0;
        while let Some(residue) = settled.get(head).copied() {
            head += 1;
            if !meter.goes_on(1) {
                return None;
            }
            let Some(State::Settled(value, plies)) = found.get(&residue).copied() else { continue };
            for before in wheel.before(residue) {
                let Some(State::Open(open)) = found.get_mut(&before) else { continue };
                *open -= 1;
                let now = match (value, *open) {
                    (Value::Loss, _) => Value::Win,
                    (_, 0) => Value::Loss,
                    _ => continue,
                };
                found.insert(before, State::Settled(now, plies + 1));
                settled.push(before);
            }
        }
        Some(Circles { found })
    }

    /// At most how many bytes so many remainders take, while a table or a list grows and its
    /// former memory is still there.
    fn bytes(count: usize) -> usize {
        const ENTRY: usize = size_of::<(u64, State)>() + 1;
        let buckets = (count * 8 / 7 + 1).next_power_of_two();
        let lists = 2 * size_of::<u64>() * count.next_power_of_two();
        (buckets * ENTRY + lists) * 3 / 2
    }

    /// The value for the player to move at this remainder, and its plies.
    pub(crate) fn at(&self, residue: u64) -> Option<(Value, u32)> {
        Some(match self.found.get(&residue)? {
            State::Open(_) => (Value::Endless, 0),
            State::Settled(value, plies) => (*value, *plies),
        })
    }
}

/// A game with a maximum length, solved backwards, length by length, for all remainders.
#[derive(Debug)]
pub(crate) struct Layers {
    completing: Value,
    cap: u32,
    /// Whether a number with this remainder is complete.
    complete: Vec<bool>,
    /// For each length from the cap downwards, the worth of each remainder: see [`pack`].
    worth: Vec<Vec<i32>>,
}

impl Layers {
    /// Prepares to solve, unless the meter ends it; no layer is computed yet. `at_cap` is what a
    /// number of full length is worth to the player who would be to move.
    pub(crate) fn new(
        wheel: &Wheel,
        cap: u32,
        at_cap: Value,
        meter: &mut Meter<'_>,
    ) -> Option<Layers> {
        let cost = 1 + wheel.targets.len() as u64 / 16;
        let complete: Option<Vec<bool>> =
            (0..wheel.modulus).map(|r| meter.goes_on(cost).then(|| wheel.completes(r))).collect();
        let complete = complete?;
        let worth = vec![vec![pack(at_cap, 0); complete.len()]];
        Some(Layers { completing: wheel.completing, cap, complete, worth })
    }

    /// About how many bytes the layers down to this length take.
    pub(crate) fn bytes(wheel: &Wheel, cap: u32, length: u32) -> u64 {
        wheel.modulus.saturating_mul(4 * (u64::from(cap.saturating_sub(length)) + 2) + 1)
    }

    /// The value of a number of this length and remainder for the player to move.
    pub(crate) fn at(
        &mut self,
        length: u32,
        residue: u64,
        meter: &mut Meter<'_>,
    ) -> Option<(Value, u32)> {
        let depth = usize::try_from(self.cap.checked_sub(length)?).ok()?;
        while self.worth.len() <= depth {
            let next = self.next_layer(meter)?;
            self.worth.push(next);
        }
        Some(unpack(self.worth[depth][usize::try_from(residue).ok()?]))
    }

    fn next_layer(&self, meter: &mut Meter<'_>) -> Option<Vec<i32>> {
        const DIGITS: usize = 10;
        let later = self.worth.last()?;
        let size = later.len();
        let completing = pack(self.completing, 1);
        // What appending a digit is worth to the player who does it, by the remainder it leads
        // to. The ten remainders of a position are adjacent, round the end if need be.
        let worth: Vec<i32> = (0..size + DIGITS)
            .map(|place| place % size)
            .map(|at| if self.complete[at] { completing } else { for_mover(later[at]) })
            .collect();
        let mut best = Vec::with_capacity(size);
        let mut first = 0;
        for residue in 0..size {
            if residue % 1024 == 0 && !meter.visit() {
                return None;
            }
            best.push(worth[first..first + DIGITS].iter().copied().fold(i32::MIN, i32::max));
            first = (first + DIGITS) % size;
        }
        Some(best)
    }
}

/// Value and plies as one number that grows with what the player to move likes: quick wins, then
/// slow wins, then draws, then slow losses, then quick losses.
fn pack(value: Value, plies: u32) -> i32 {
    let plies = i32::try_from(plies).unwrap_or(i32::MAX / 2);
    match value {
        Value::Win => i32::MAX - plies,
        Value::Loss => i32::MIN + plies,
        Value::Draw | Value::Endless => 0,
    }
}

fn unpack(packed: i32) -> (Value, u32) {
    match packed {
        0 => (Value::Draw, 0),
        1.. => (Value::Win, packed.abs_diff(i32::MAX)),
        _ => (Value::Loss, packed.abs_diff(i32::MIN)),
    }
}

/// The same, one ply earlier, for the player who moves there.
fn for_mover(packed: i32) -> i32 {
    match packed {
        0 => 0,
        1.. => i32::MIN + (i32::MAX - packed) + 1,
        _ => i32::MAX - (packed - i32::MIN) - 1,
    }
}

/// A game in which digits wear out: the remainder, which digits are used, and the length.
#[derive(Debug)]
pub(crate) struct OnceDigitsGraph {
    wheel: Wheel,
    append: Append,
    stuck: Value,
    /// What reaching the cap is worth to the player who makes the move that does.
    at_cap: Value,
}

/// A number whose digits wear out: its remainder and the digits it has used, one bit each.
pub(crate) type OnceDigitsKey = (u64, u16);

impl OnceDigitsGraph {
    pub(crate) fn new(
        wheel: Wheel,
        append: Append,
        stuck: Value,
        at_cap: Value,
    ) -> OnceDigitsGraph {
        OnceDigitsGraph { wheel, append, stuck, at_cap }
    }

    /// Lists the digits that may come, and where they lead.
    pub(crate) fn each_move(
        &self,
        (residue, used): OnceDigitsKey,
        mut list: impl FnMut(u64, Edge<OnceDigitsKey>),
    ) {
        let length = used.count_ones();
        for digit in 0..BASE {
            let leads = length == 0 && digit == 0;
            let bit = 1 << digit;
            if used & bit != 0 || leads && self.append.leading_zero == LeadingZero::Barred {
                continue;
            }
            let next = self.wheel.append(residue, digit);
            let edge = if self.wheel.completes(next) {
                Edge::End(self.wheel.completing)
            } else if self.append.cap.length() == Some(length + 1) {
                Edge::End(self.at_cap)
            } else {
                Edge::To((next, used | bit))
            };
            list(digit, edge);
        }
    }
}

impl Graph for OnceDigitsGraph {
    type Key = OnceDigitsKey;

    fn edges(
        &mut self,
        key: &OnceDigitsKey,
        edges: &mut Vec<Edge<OnceDigitsKey>>,
        _meter: &mut Meter<'_>,
    ) -> bool {
        self.each_move(*key, |_, edge| edges.push(edge));
        true
    }

    fn stuck(&self) -> Value {
        self.stuck
    }

    fn weight(&self, _key: &OnceDigitsKey) -> usize {
        // A table is at least 7/16 full, and the half as large one that it grew out of may still be
        // there.
        (size_of::<(OnceDigitsKey, Solved)>() + 1) * 16 / 7 * 3 / 2
    }
}

/// What the first digit leads to, where the number is still empty and the rest is known.
pub(crate) fn first_digit(
    wheel: &Wheel,
    append: &Append,
    mut later: impl FnMut(u64) -> Option<(Value, u32)>,
) -> Option<(Value, u32)> {
    let from = u64::from(append.leading_zero == LeadingZero::Barred);
    let mut moves = Vec::with_capacity(10);
    for digit in from..BASE {
        let next = wheel.append(0, digit);
        moves.push(if wheel.completes(next) {
            (wheel.completing, 1)
        } else {
            let (value, plies) = later(next)?;
            (value.for_opponent(), plies + 1)
        });
    }
    Some(best(moves.into_iter()))
}

/// What reaching the cap is worth to a player, `second` if it is the one who did not begin.
pub(crate) fn worth_of_cap(cap: Cap, second: bool) -> Value {
    match cap {
        Cap::Second(_) if second => Value::Win,
        Cap::Second(_) => Value::Loss,
        Cap::Draw(_) | Cap::Open => Value::Draw,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn what_comes_before_a_remainder_leads_to_it() {
        for modulus in 2..130 {
            let wheel = Wheel::new(&[modulus], Value::Win).unwrap();
            let mut forwards: Vec<(u64, u64)> = (0..modulus)
                .flat_map(|residue| (0..BASE).map(move |digit| (residue, digit)))
                .map(|(residue, digit)| (residue, wheel.append(residue, digit)))
                .collect();
            let mut backwards: Vec<(u64, u64)> = (0..modulus)
                .flat_map(|residue| wheel.before(residue).map(move |before| (before, residue)))
                .collect();
            forwards.sort_unstable();
            backwards.sort_unstable();
            assert_eq!(forwards, backwards, "{modulus}");
        }
    }

    #[test]
    fn a_table_stops_at_its_memory() {
        let wheel = Wheel::new(&[101, 103, 107], Value::Win).unwrap();
        let solve = |memory: usize| {
            let limits = Limits { memory: Some(memory), ..Limits::NONE };
            Circles::solve(&wheel, &[1], &mut limits.meter())
        };
        assert!(solve(32 << 20).is_none());
        let whole = solve(256 << 20).unwrap();
        assert!(Circles::bytes(whole.found.len()) > 32 << 20);
        assert!(whole.found.capacity() * 17 <= Circles::bytes(whole.found.len()));
    }
}
