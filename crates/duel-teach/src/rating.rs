//! How strong a person is at puzzles, as a Glicko-2 rating.
//!
//! Every rated puzzle is a rating period of one game: the person against the puzzle, which is as
//! strong as its difficulty. The new rating follows from the old one, the difficulty and whether
//! the puzzle was solved, and from nothing else. `docs/puzzles.md` describes the scale.

use serde::{Deserialize, Serialize};
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, expected_score, glicko2_rating_period},
};

/// The rating that a person begins with: that of the easiest puzzles, which come first. It rises
/// quickly while it is uncertain.
pub const START: f64 = 600.0;

/// The deviation that a person begins with: less than Glickman's 350, so that the first mistake does
/// not cost half of the rating.
pub const START_DEVIATION: f64 = 200.0;

/// No rating falls below this: there are no puzzles to lose against there.
pub const FLOOR: f64 = 400.0;

/// How sure a difficulty is taken to be: it follows from a formula, not from experience.
pub const PUZZLE_DEVIATION: f64 = 100.0;

/// The largest deviation.
pub const LARGEST_DEVIATION: f64 = 350.0;

/// A deviation above this means that the rating is still uncertain.
pub const UNCERTAIN: f64 = 110.0;

/// How quickly the volatility changes (tau in Glickman's paper).
const TAU: f64 = 0.5;

/// A rating with what is known about its precision.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written")]
pub struct Rating {
    /// The rating.
    pub rating: f64,
    /// Its deviation: the strength lies within two deviations of it, in 19 of 20 cases.
    pub deviation: f64,
    /// How much the strength is expected to change.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating { rating: START, deviation: START_DEVIATION, volatility: 0.06 }
    }
}

impl Rating {
    /// The rating after a puzzle of this difficulty.
    #[must_use]
    pub fn after(self, difficulty: u32, solved: bool) -> Rating {
        let after = self.after_games(&[(puzzle_rating(difficulty), solved)]);
        Rating { rating: after.rating.max(FLOOR), ..after }
    }

    /// The chance, from 0 to 1, that a puzzle of this difficulty is solved.
    pub fn chance(self, difficulty: u32) -> f64 {
        expected_score(&self.into(), &puzzle_rating(difficulty).into()).0
    }

    /// The rating as people read it.
    pub fn rounded(self) -> i64 {
        #[expect(clippy::cast_possible_truncation, reason = "ratings are a few thousands")]
        let rounded = self.rating.round() as i64;
        rounded
    }

    /// Whether too few puzzles were rated to rely on it.
    pub fn is_uncertain(self) -> bool {
        self.deviation > UNCERTAIN
    }

    fn after_games(self, games: &[(Rating, bool)]) -> Rating {
        let games: Vec<(Glicko2Rating, Outcomes)> = games
            .iter()
            .map(|(other, won)| {
                ((*other).into(), if *won { Outcomes::WIN } else { Outcomes::LOSS })
            })
            .collect();
        let config = Glicko2Config { tau: TAU, ..Glicko2Config::new() };
        let new = glicko2_rating_period(&self.into(), &games, &config);
        Rating {
            rating: new.rating,
            deviation: new.deviation.min(LARGEST_DEVIATION),
            volatility: new.volatility,
        }
    }
}

/// A puzzle as an opponent.
fn puzzle_rating(difficulty: u32) -> Rating {
    let rating = f64::from(difficulty);
    Rating { rating, deviation: PUZZLE_DEVIATION, ..Rating::default() }
}

impl From<Rating> for Glicko2Rating {
    fn from(Rating { rating, deviation, volatility }: Rating) -> Glicko2Rating {
        Glicko2Rating { rating, deviation, volatility }
    }
}

/// A rating as it is read from a file, before it is believed.
#[derive(Deserialize)]
struct Written {
    rating: f64,
    deviation: f64,
    volatility: f64,
}

impl TryFrom<Written> for Rating {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Rating, &'static str> {
        let Written { rating, deviation, volatility } = written;
        let fits = (-10_000.0..=10_000.0).contains(&rating)
            && (1.0..=LARGEST_DEVIATION).contains(&deviation)
            && (0.001..=1.0).contains(&volatility);
        let rating = rating.max(FLOOR);
        if fits { Ok(Rating { rating, deviation, volatility }) } else { Err("this is no rating") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The worked example of Glickman, "Example of the Glicko-2 system" (2013).
    #[test]
    fn the_published_example_comes_out() {
        let player = Rating { rating: 1_500.0, deviation: 200.0, volatility: 0.06 };
        let opponent = |rating, deviation| Rating { rating, deviation, volatility: 0.06 };
        let games = [
            (opponent(1_400.0, 30.0), true),
            (opponent(1_550.0, 100.0), false),
            (opponent(1_700.0, 300.0), false),
        ];
        let after = player.after_games(&games);
        assert!((after.rating - 1_464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.059_99).abs() < 0.000_01, "{after:?}");
    }

    #[test]
    fn solving_raises_and_failing_lowers_and_harder_puzzles_count_for_more() {
        let now = Rating::default();
        let mut gains = Vec::new();
        for difficulty in (600..=2_400).step_by(200) {
            let (up, down) = (now.after(difficulty, true), now.after(difficulty, false));
            assert!(up.rating > now.rating && down.rating < now.rating);
            if difficulty <= 1_400 {
                assert!(up.deviation < now.deviation && down.deviation < now.deviation);
            }
            gains.push((up.rating - now.rating, down.rating - now.rating));
        }
        assert!(gains.is_sorted());
    }

    #[test]
    fn a_rating_settles_where_half_of_the_puzzles_are_solved() {
        // A person who solves everything below 1600, and nothing above.
        let mut rating = Rating::default();
        for _ in 0..200 {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let difficulty = rating.rating.clamp(600.0, 2_400.0) as u32;
            rating = rating.after(difficulty, difficulty < 1_600);
        }
        assert!((1_550.0..1_650.0).contains(&rating.rating), "{rating:?}");
        assert!(!rating.is_uncertain());
        assert!((rating.chance(1_600) - 0.5).abs() < 0.1);
    }

    #[test]
    fn a_beginner_who_fails_goes_on_falling_gently_and_not_for_ever() {
        let first = Rating::default().after(600, false);
        assert!((480.0..560.0).contains(&first.rating), "{first:?}");
        let last = (0..100).fold(first, |rating, _| rating.after(600, false));
        assert!((last.rating - FLOOR).abs() < 0.1, "{last:?}");
        assert!(last.after(600, true).rating > FLOOR);
    }

    #[test]
    fn what_is_no_rating_is_refused() {
        let written = serde_json::to_string(&Rating::default()).unwrap();
        assert_eq!(serde_json::from_str::<Rating>(&written).unwrap(), Rating::default());
        let below = r#"{"rating":-5000,"deviation":100,"volatility":0.06}"#;
        assert_eq!(
            serde_json::from_str::<Rating>(below).unwrap().rating.to_bits(),
            FLOOR.to_bits()
        );
        for text in [
            r#"{"rating":1000,"deviation":0,"volatility":0.06}"#,
            r#"{"rating":1e300,"deviation":100,"volatility":0.06}"#,
            r#"{"rating":1000,"deviation":100,"volatility":-1}"#,
            r#"{"rating":null,"deviation":100,"volatility":0.06}"#,
        ] {
            assert!(serde_json::from_str::<Rating>(text).is_err(), "{text}");
        }
    }
}
