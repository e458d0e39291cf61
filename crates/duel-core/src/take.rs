//! What may be taken from one number, decided without factoring it.
//!
//! A given divisor is checked by one remainder. Whether *any* divisor is left needs a short
//! argument, because the rules may bar some: see [`Take::has_choice`].

#[cfg(feature = "recipes")]
use std::borrow::Cow;

use duel_numbers::{Divisors, Natural, coprime_parts, is_prime};

#[cfg(feature = "recipes")]
use crate::rules::Half;
use crate::{
    rules::{Choice, Op, Reach, Take},
    step::Illegal,
};

/// Up to this number, trial division is faster than splitting it into coprime parts.
const SMALL: u64 = 1 << 16;

impl Take {
    /// Checks one divisor of `n` against the rules, and gives what is left of `n`.
    pub(crate) fn apply(
        self,
        n: &Natural,
        op: Op,
        divisor: &Natural,
        barred: &[Natural],
    ) -> Result<Natural, Illegal> {
        // Every part is named: a new one does not compile until it is looked at here, or in `bar`.
        let Take {
            step: _,
            or_step: _,
            reach,
            reuse: _,
            echo: _,
            pass: _,
            #[cfg(feature = "recipes")]
            half,
        } = self;
        let choice = self.step_with(op).ok_or(Illegal::WrongOperation)?.choice;
        if n.is_zero() || !divisor.divides(n) {
            return Err(Illegal::NotADivisor);
        }
        match choice {
            Choice::Proper if divisor.is_one() => return Err(Illegal::One),
            Choice::Proper | Choice::Prime if divisor == n => return Err(Illegal::Whole),
            Choice::BelowWhole if divisor == n && !n.is_one() => return Err(Illegal::Whole),
            Choice::Prime if !is_prime(divisor) => return Err(Illegal::NotPrime),
            Choice::One if !divisor.is_one() || n.is_one() => return Err(Illegal::OnlyOne),
            #[cfg(feature = "recipes")]
            Choice::Smaller if divisor == n => return Err(Illegal::Whole),
            _ => {}
        }
        if reach == Reach::Root && &divisor.square() > n {
            return Err(Illegal::AboveRoot);
        }
        #[cfg(feature = "recipes")]
        if half == Half::Barred && divisor + divisor == *n {
            return Err(Illegal::Half);
        }
        if barred.contains(divisor) {
            return Err(Illegal::Barred);
        }
        Ok(op.apply(n, divisor))
    }

    /// Whether any divisor of `n` may be chosen.
    ///
    /// Only primality is ever asked for. The barred numbers that divide `n` split it into coprime
    /// parts. A part that is composite has a prime factor which is not barred, or it would have
    /// been a part of its own, and its least one is below every root: that is a choice. If all
    /// parts are prime, `n` is factored, and counting settles it.
    pub(crate) fn has_choice(self, n: &Natural, barred: &[Natural]) -> bool {
        #[cfg(feature = "recipes")]
        let barred = &self.barred_for(n, barred)[..];
        let has_choice = |choice: Choice| self.has_choice_of(choice, n, barred);
        // What both steps may choose is looked at once: it may take a test for primality.
        let other = self.or_step.map(|step| step.choice).filter(|other| *other != self.step.choice);
        !n.is_zero() && (has_choice(self.step.choice) || other.is_some_and(has_choice))
    }

    fn has_choice_of(self, choice: Choice, n: &Natural, barred: &[Natural]) -> bool {
        let one_is_free = || !barred.contains(&Natural::one());
        match choice {
            Choice::One => !n.is_one() && one_is_free(),
            Choice::All => {
                let whole_is_free = (n.is_one() || self.reach == Reach::Any) && !barred.contains(n);
                one_is_free() || whole_is_free || self.has_proper(n, barred)
            }
            Choice::BelowWhole => one_is_free() || self.has_proper(n, barred),
            #[cfg(feature = "recipes")]
            Choice::Smaller => !n.is_one() && one_is_free() || self.has_proper(n, barred),
            Choice::Proper => self.has_proper(n, barred),
            Choice::Prime => self.has_prime(n, barred),
        }
    }

    /// What is barred for `n`: half of it is as good as used.
    #[cfg(feature = "recipes")]
    pub(crate) fn barred_for<'a>(self, n: &Natural, barred: &'a [Natural]) -> Cow<'a, [Natural]> {
        let two = Natural::from(2_u64);
        let half = (self.half == Half::Barred && two.divides(n)).then(|| n / &two);
        match half.filter(|half| !barred.contains(half)) {
            Some(half) => barred.iter().cloned().chain([half]).collect(),
            None => Cow::Borrowed(barred),
        }
    }

    fn has_proper(self, n: &Natural, barred: &[Natural]) -> bool {
        let known: Vec<Natural> =
            barred.iter().filter(|d| !d.is_one() && *d < n && d.divides(n)).cloned().collect();
        if n.is_one() || is_prime(n) {
            return false;
        }
        if known.is_empty() {
            return true;
        }
        if let Some(n) = n.to_u64().filter(|n| *n <= SMALL) {
            let known: Vec<u64> = known.iter().filter_map(Natural::to_u64).collect();
            return (2..=n.isqrt()).filter(|d| n % d == 0).any(|d| {
                !known.contains(&d) || self.reach == Reach::Any && !known.contains(&(n / d))
            });
        }
        let parts = coprime_parts(n, &known);
        if parts.iter().any(|(part, _)| !is_prime(part)) {
            return true;
        }
        let divisors = Divisors::of_parts(&parts);
        let one = Natural::one();
        let (proper, used) = match self.reach {
            Reach::Any => (&(&divisors.count() - &one) - &one, known.len()),
            Reach::Root => (
                &divisors.count_up_to_root() - &one,
                known.iter().filter(|d| &d.square() <= n).count(),
            ),
        };
        proper > Natural::from(used)
    }

    fn has_prime(self, n: &Natural, barred: &[Natural]) -> bool {
        if n.is_one() || is_prime(n) {
            return false;
        }
        let mut rest = n.clone();
        for prime in barred.iter().filter(|d| !d.is_one()) {
            while prime.divides(&rest) {
                rest = &rest / prime;
            }
        }
        if rest.is_one() {
            return false;
        }
        self.reach == Reach::Any || !is_prime(&rest) || &rest.square() <= n
    }
}
