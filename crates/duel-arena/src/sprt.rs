//! The sequential probability ratio test: playing until it is clear enough which of two Elo
//! differences fits the results better.
//!
//! For each of the two differences the five shares of a pair's results are found that fit best
//! among those with the score that the difference makes one expect; the logarithm of the ratio of
//! their likelihoods is followed until it leaves the bounds of A. Wald (1945).
//!
//! With the shares `p` that were seen, scores `s` and the expected score `m`, the best shares are
//! `p / (1 + t (s - m))`, where `t` makes their mean `m` (A. Owen, Empirical Likelihood, 2001, 2.9).

use std::{fmt, str::FromStr};

use serde::Serialize;
use thiserror::Error;

use crate::statistics::{Pairs, score_of, scored};

/// A test of one Elo difference against another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// The difference that is rejected if the test succeeds.
    pub elo0: f64,
    /// The difference that is accepted then.
    pub elo1: f64,
    /// How likely it may be to accept `elo1` although `elo0` is true.
    pub alpha: f64,
    /// How likely it may be to accept `elo0` although `elo1` is true.
    pub beta: f64,
}

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepted {
    /// The first difference, or less.
    Elo0,
    /// The second difference, or more.
    Elo1,
}

/// Why a text is not a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a test is elo0,elo1 or elo0,elo1,alpha,beta, such as 0,10 or 0,10,0.05,0.05: two Elo \
     differences, the smaller one first, and two probabilities of error from 0.0001 to 0.5"
)]
pub struct SprtError;

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let numbers: Vec<f64> = text
            .split(',')
            .map(|number| number.trim().parse().map_err(|_| SprtError))
            .collect::<Result<_, _>>()?;
        let (elo0, elo1, alpha, beta) = match numbers[..] {
            [elo0, elo1] => (elo0, elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => (elo0, elo1, alpha, beta),
            _ => return Err(SprtError),
        };
        let is_elo = |elo: f64| (-2_000.0..=2_000.0).contains(&elo);
        let is_error = |error: f64| (0.0001..=0.5).contains(&error);
        let fits = is_elo(elo0) && is_elo(elo1) && elo0 < elo1 && is_error(alpha) && is_error(beta);
        if fits { Ok(Sprt { elo0, elo1, alpha, beta }) } else { Err(SprtError) }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{},{}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

/// Results that have not been seen yet are not impossible: each counts as seen this often at
/// least.
const HARDLY_EVER: f64 = 1e-3;

impl Sprt {
    /// The bounds that end the test.
    ///
    /// ```
    /// use duel_arena::Sprt;
    ///
    /// let test: Sprt = "0,10".parse().unwrap();
    /// let (lower, upper) = test.bounds();
    /// assert_eq!((format!("{lower:.3}"), format!("{upper:.3}")), ("-2.944".into(), "2.944".into()));
    /// ```
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio: above 0 the results favour `elo1`.
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.total() == 0 {
            return 0.0;
        }
        let counts = pairs.counts.map(|count| f64::from(count).max(HARDLY_EVER));
        let total: f64 = counts.iter().sum();
        let seen = scored(counts.map(|count| count / total));
        let (m0, m1) = (score_of(self.elo0), score_of(self.elo1));
        let (t0, t1) = (tilt(&seen, m0), tilt(&seen, m1));
        let ratio = |(share, score): &(f64, f64)| {
            share * ((1.0 + t0 * (score - m0)) / (1.0 + t1 * (score - m1))).ln()
        };
        total * seen.iter().map(ratio).sum::<f64>()
    }

    /// The result of the test, if it is decided.
    pub fn verdict(&self, pairs: &Pairs) -> Option<Accepted> {
        let (lower, upper) = self.bounds();
        match self.ratio(pairs) {
            ratio if ratio >= upper => Some(Accepted::Elo1),
            ratio if ratio <= lower => Some(Accepted::Elo0),
            _ => None,
        }
    }
}

/// The `t` that gives the best shares the mean `m`: `sum p (s - m) / (1 + t (s - m)) = 0`. The sum
/// falls as `t` grows, from one pole to the other, so halving the interval finds it.
fn tilt(seen: &[(f64, f64); 5], m: f64) -> f64 {
    let sum = |t: f64| -> f64 {
        seen.iter().map(|(share, score)| share * (score - m) / (1.0 + t * (score - m))).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - m), 1.0 / m);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if sum(middle) > 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}
