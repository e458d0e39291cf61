//! The rules of the games on one number in which every divisor may be taken once.
//!
//! All of them subtract an unused divisor of the number that is left; they differ in which
//! divisors count and in who wins when none is left. This file says which, and nothing else.

/// Which divisors may be taken, and who wins when none is left.
///
/// ```
/// use duel_solver::used::UsedRules;
///
/// assert!(UsedRules::FACTOR.allows(12, 12));
/// assert!(!UsedRules::FACTOR_NO_WHOLE.allows(12, 12));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools, reason = "four independent rules, each with its name")]
pub struct UsedRules {
    /// The whole number may be taken while it is above 1.
    pub whole: bool,
    /// 1 may be taken while the number is above 1.
    pub one: bool,
    /// Only divisors whose square does not exceed the number.
    pub root: bool,
    /// The player who cannot move wins.
    pub misere: bool,
}

impl UsedRules {
    /// Book 004 to the letter.
    pub const FACTOR: Self = Self { whole: true, one: true, root: false, misere: false };
    /// Book 004 with `no-whole`.
    pub const FACTOR_NO_WHOLE: Self = Self { whole: false, ..Self::FACTOR };

    /// Whether the divisor `d` of `n` may be taken from `n` as long as it is unused.
    ///
    /// From 1 the number 1 may be taken, unless only proper divisors count at all.
    #[inline]
    pub fn allows(self, n: u32, d: u32) -> bool {
        if n == 1 {
            return d == 1 && (self.one || self.whole);
        }
        (d < n || self.whole)
            && (d > 1 || self.one)
            && (!self.root || u64::from(d) * u64::from(d) <= u64::from(n))
    }

    /// All moves from `n` with nothing used, smallest first, by trial division.
    pub(super) fn moves(self, n: u32) -> Vec<u32> {
        let mut small = Vec::new();
        let mut large = Vec::new();
        let mut d = 1;
        while d <= n / d.max(1) {
            if n.is_multiple_of(d) {
                small.push(d);
                if d != n / d {
                    large.push(n / d);
                }
            }
            d += 1;
        }
        small.extend(large.into_iter().rev());
        small.retain(|&d| n > 0 && self.allows(n, d));
        small
    }
}
