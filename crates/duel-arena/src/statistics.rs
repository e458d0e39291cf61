//! What the results of two players say about their strength.
//!
//! The unit is a pair of games: the same start, played twice with sides changed. The two games of a
//! pair are not independent (a start that is won for one side tends to be won twice), pairs are; so
//! every error below comes from the five possible results of a pair, not from single games.
//!
//! With `s` the mean score of a game, the Elo difference is `400 log10(s / (1 - s))`. With `v` the
//! variance of a pair's score per game, the standard error of `s` over `n` pairs is `sqrt(v / n)`.

use std::f64::consts::{LN_10, PI};

/// How many standard errors to each side hold 95 % of a normal distribution.
pub const NINETY_FIVE: f64 = 1.959_963_984_540_054;

/// How many pairs brought how many half points, from 0 to 4, to the player named first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// The counts, by half points.
    pub counts: [u32; 5],
}

/// Whether an estimate is only a bound, because nothing was lost or nothing was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// An estimate, not a bound.
    Both,
    /// Every game was won: at least so much.
    Least,
    /// Every game was lost: at most so much.
    Most,
}

/// An estimated number of Elo points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The estimate. Where every game was won or lost, it is what one drawn game more would make
    /// it.
    pub value: f64,
    /// Half of the 95 % confidence interval; `None` where it is undefined, because the estimate is a
    /// bound or all pairs had the same result.
    pub margin: Option<f64>,
    /// Whether the estimate is only a bound.
    pub bound: Bound,
}

impl Pairs {
    /// Counts a pair.
    pub fn add(&mut self, half_points: usize) {
        self.counts[half_points.min(4)] += 1;
    }

    /// How many pairs there are.
    pub fn total(&self) -> u32 {
        self.counts.iter().sum()
    }

    /// The same pairs as the opponent sees them.
    #[must_use]
    pub fn reversed(mut self) -> Pairs {
        self.counts.reverse();
        self
    }

    /// The shares of the five results, each with its score per game; `None` without any pair.
    pub(crate) fn shares(&self) -> Option<[(f64, f64); 5]> {
        let total = f64::from(self.total());
        (total > 0.0).then(|| scored(self.counts.map(|count| f64::from(count) / total)))
    }

    /// The mean score of a game, from 0 to 1.
    pub fn mean(&self) -> Option<f64> {
        Some(self.shares()?.iter().map(|(share, score)| share * score).sum())
    }

    /// The variance of the mean score of a pair's two games.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        Some(self.shares()?.iter().map(|(share, score)| share * (score - mean).powi(2)).sum())
    }

    /// The standard error of the mean score; `None` where all pairs came out alike, which says
    /// nothing about how others may.
    pub fn standard_error(&self) -> Option<f64> {
        let variance = self.variance().filter(|variance| *variance > 0.0)?;
        Some((variance / f64::from(self.total())).sqrt())
    }

    /// How much stronger the player named first is.
    ///
    /// ```
    /// use duel_arena::Pairs;
    ///
    /// let pairs = Pairs { counts: [0, 0, 50, 0, 50] };
    /// let elo = pairs.elo().unwrap();
    /// assert_eq!(format!("{:.2}", elo.value), "190.85");
    /// ```
    pub fn elo(&self) -> Option<Elo> {
        let mean = self.mean()?;
        let games = 2.0 * f64::from(self.total());
        if mean <= 0.0 || mean >= 1.0 {
            let value = elo_of((mean * games + 0.5) / (games + 1.0));
            let bound = if mean > 0.5 { Bound::Least } else { Bound::Most };
            return Some(Elo { value, margin: None, bound });
        }
        // The slope of the difference at this score turns one error into the other.
        let slope = 400.0 / LN_10 / (mean * (1.0 - mean));
        let margin = self.standard_error().map(|error| NINETY_FIVE * slope * error);
        Some(Elo { value: elo_of(mean), margin, bound: Bound::Both })
    }

    /// The difference in units of the scatter of a single game, scaled so that it resembles Elo
    /// where half of the games of equals are decided. It does not depend on how many games are
    /// drawn. `None` where the results do not scatter.
    pub fn normalized_elo(&self) -> Option<f64> {
        let scatter = (2.0 * self.variance()?).sqrt();
        (scatter > 0.0).then_some((self.mean()? - 0.5) / scatter * 800.0 / LN_10)
    }

    /// How likely it is that the player named first is the stronger one.
    pub fn superiority(&self) -> Option<f64> {
        Some(normal((self.mean()? - 0.5) / self.standard_error()?))
    }
}

/// Each of the five results of a pair with its score per game.
pub(crate) fn scored([none, half, one, more, two]: [f64; 5]) -> [(f64, f64); 5] {
    [(none, 0.0), (half, 0.25), (one, 0.5), (more, 0.75), (two, 1.0)]
}

/// The Elo difference that makes this score be expected.
pub fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score to be expected at this Elo difference.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// The share of a normal distribution below `x`: half of it, and a series for the rest
/// (G. Marsaglia, Evaluating the normal distribution, 2004).
pub fn normal(x: f64) -> f64 {
    if x.abs() > 8.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while f64::abs(term) > f64::EPSILON * f64::abs(sum) {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    0.5 + sum * (-x * x / 2.0).exp() / (2.0 * PI).sqrt()
}
