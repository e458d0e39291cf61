//! Which method looks for a divisor of a number that is too long for a word: curves first, with
//! growing effort, then the quadratic sieve.
//!
//! Curves find small factors of numbers of any length, and cost little beside the sieve; the sieve
//! finds any factor, in a time that grows quickly with the length of the number. So curves get a
//! share of what the sieve would cost. Where the sieve exceeds the budget, or any budget, all of it
//! goes into curves. Without the feature `sieve` there are curves alone: the sieve would be a large part
//! of what a page has to load before a game.

use crate::Natural;
use crate::budget::{Meter, product_cost};
use crate::ecm::{self, Curves, Found};
#[cfg(feature = "sieve")]
use crate::siqs;

#[cfg(not(feature = "sieve"))]
mod siqs {
    use crate::{Natural, budget::Meter};

    /// What it would cost: more than any budget.
    pub(super) fn cost(_bits: u64) -> Option<u64> {
        None
    }

    pub(super) fn proper_divisor(_n: &Natural, _meter: &mut Meter<'_>) -> Option<Natural> {
        None
    }
}

/// How many curves of each level find most factors of the size that the level is meant for.
const CURVES: [u32; ecm::LEVELS] = [4, 4, 6, 8, 14, 18, 30, 60, 110, 300, 700];

/// Curves get one part in so many of what the sieve would cost.
const SHARE: u64 = 8;

/// A proper divisor of an odd composite number that is no power; `None` once the meter runs out.
pub(crate) fn proper_divisor(n: &Natural, meter: &mut Meter<'_>) -> Option<Natural> {
    let sieve = siqs::cost(n.bits()).filter(|steps| meter.affords(steps + steps / 4));
    let mut share = sieve.map_or(u64::MAX, |steps| steps / SHARE);
    let mut first = 0;
    for (level, count) in CURVES.into_iter().enumerate() {
        let each = ecm::products(level) * product_cost(n.limbs());
        let most = u32::try_from(share / each).unwrap_or(u32::MAX).min(count);
        match ecm::search(n, Curves { level, count: most }, first, meter) {
            Found::Divisor(divisor) => return Some(divisor),
            Found::Stopped => return None,
            Found::Nothing => {}
        }
        if most < count {
            break;
        }
        share -= each * u64::from(most);
        first += u64::from(most);
    }
    if sieve.is_some() {
        return siqs::proper_divisor(n, meter);
    }
    let last = Curves { level: ecm::LEVELS - 1, count: u32::MAX };
    match ecm::search(n, last, first, meter) {
        Found::Divisor(divisor) => Some(divisor),
        Found::Nothing | Found::Stopped => None,
    }
}
