//! What a person has reached with puzzles: a rating, streaks, and which puzzles were rated.

use duel_play::Date;
use serde::{Deserialize, Serialize};

use crate::{
    kept_progress::Progress,
    puzzle::{
        Puzzle,
        difficulty::{LEAST, MOST},
    },
    rating::Rating,
    streak::Streak,
};

/// How many rated puzzles are remembered; the oldest are forgotten first.
pub const REMEMBERED: usize = 20_000;

/// What a person has reached.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PuzzleProgress {
    /// The rating.
    pub rating: Rating,
    /// What is going on in a row.
    pub streak: Streak,
    /// How many puzzles were rated.
    pub rated: u32,
    /// How many of them were solved.
    pub solved: u32,
    /// The rated puzzles by their [keys](Puzzle::key), oldest first.
    met: Vec<String>,
    /// Those of them that were not solved, oldest first.
    #[serde(default)]
    missed: Vec<String>,
}

impl Progress for PuzzleProgress {
    const FILE: &'static str = "puzzles";
}

impl PuzzleProgress {
    /// Whether this puzzle was rated before, so that it will not be rated again.
    pub fn has_met(&self, key: &str) -> bool {
        self.met.iter().any(|met| met == key)
    }

    /// How many of these puzzles were rated, and how many of them were solved; `None` if that is not
    /// known, since an earlier version did not keep it.
    pub fn count(&self, keys: &[String]) -> (usize, Option<usize>) {
        let met: Vec<&String> = keys.iter().filter(|key| self.has_met(key)).collect();
        let missed = met.iter().filter(|key| self.missed.contains(key)).count();
        let is_known = self.missed.len() == self.rated.saturating_sub(self.solved) as usize;
        (met.len(), is_known.then(|| met.len() - missed))
    }

    /// The difficulty that suits the rating.
    pub fn wanted_difficulty(&self) -> u32 {
        let rating = self.rating.rounded().clamp(i64::from(LEAST), i64::from(MOST));
        u32::try_from(rating).unwrap_or(LEAST)
    }

    /// What is reached after a puzzle, once it is decided whether it counts as solved; `None` if the
    /// puzzle was rated before, so that nothing changes.
    pub fn after(&self, puzzle: &Puzzle, solved: bool, today: Date) -> Option<PuzzleProgress> {
        let key = puzzle.key();
        if self.has_met(&key) {
            return None;
        }
        let with_key = |list: &[String]| {
            let mut list = [list, std::slice::from_ref(&key)].concat();
            list.drain(..list.len().saturating_sub(REMEMBERED));
            list
        };
        Some(PuzzleProgress {
            rating: self.rating.after(puzzle.difficulty, solved),
            streak: self.streak.after(solved, today),
            rated: self.rated.saturating_add(1),
            solved: self.solved.saturating_add(u32::from(solved)),
            met: with_key(&self.met),
            missed: if solved { self.missed.clone() } else { with_key(&self.missed) },
        })
    }
}

#[cfg(test)]
mod tests {
    use duel_solver::{Limits, Solver};

    use super::*;
    use crate::puzzle::Kind;

    fn puzzle(position: &str) -> Puzzle {
        let position = duel_books::position(position).unwrap();
        Puzzle::of(Kind::OnlyMove, &position, &mut Solver::default(), Limits::NONE).unwrap()
    }

    #[test]
    fn a_puzzle_is_rated_once() {
        let today = Date::new(2026, 5, 1);
        let (one, other) = (puzzle("subtract:20"), puzzle("subtract:58"));
        let first = PuzzleProgress::default().after(&one, false, today).unwrap();
        assert!(first.rating.rating < PuzzleProgress::default().rating.rating);
        assert_eq!(first.after(&one, true, today), None);
        let second = first.after(&other, true, today).unwrap();
        assert_eq!((second.rated, second.solved, second.streak.current), (2, 1, 1));
        assert!(second.has_met(&one.key()) && second.has_met(&other.key()));
        let text = serde_json::to_string(&second).unwrap();
        assert_eq!(serde_json::from_str::<PuzzleProgress>(&text).unwrap(), second);
        let keys = [one.key(), other.key(), puzzle("subtract:22").key()];
        assert_eq!(second.count(&keys), (2, Some(1)));
        // An earlier version did not keep which ones were solved.
        let text = text.replace(r#","missed":["only-move subtract:20"]"#, "");
        let earlier: PuzzleProgress = serde_json::from_str(&text).unwrap();
        assert_eq!(earlier.count(&keys), (2, None));
    }

    #[test]
    fn the_wanted_difficulty_follows_the_rating_within_the_scale() {
        let mut progress = PuzzleProgress::default();
        assert_eq!(progress.wanted_difficulty(), LEAST, "newcomers begin with the easiest");
        for (rating, wanted) in [(-50.0, 600), (1_234.4, 1_234), (9_000.0, 2_400)] {
            progress.rating.rating = rating;
            assert_eq!(progress.wanted_difficulty(), wanted);
        }
    }

    #[test]
    fn what_is_remembered_stays_small() {
        let met = (0..REMEMBERED).map(|number| number.to_string()).collect();
        let progress = PuzzleProgress { met, ..PuzzleProgress::default() };
        let today = Date::new(2026, 5, 1);
        let after = progress.after(&puzzle("subtract:20"), true, today).unwrap();
        assert_eq!(after.met.len(), REMEMBERED);
        assert!(!after.has_met("0") && after.has_met("1"));
    }
}
