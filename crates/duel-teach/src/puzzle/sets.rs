//! Puzzles that were picked by hand, in sets from easy to hard.
//!
//! They are lines of `sets.txt`: the kind, the difficulty and the position. A test holds each line
//! against the solver.

use duel_core::Position;
use duel_solver::{Limits, Solver};

use crate::{
    moves::NODES,
    progress::PuzzleProgress,
    puzzle::{Kind, Puzzle, difficulty::in_words},
};

/// The sets as they are written down.
const SETS: &str = include_str!("sets.txt");

/// A set of puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSet {
    /// The name that options use: `subtract-beginner`.
    pub name: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// The puzzles, easiest first.
    pub entries: Vec<Entry>,
}

impl PuzzleSet {
    /// The place of the first puzzle that was not rated yet.
    pub fn first_open(&self, progress: &PuzzleProgress) -> Option<usize> {
        self.entries.iter().position(|entry| !progress.has_met(&entry.key()))
    }

    /// How hard its puzzles are.
    pub fn difficulty_in_words(&self) -> String {
        let difficulties = || self.entries.iter().map(|entry| entry.difficulty);
        let (least, most) = (difficulties().min().unwrap_or(0), difficulties().max().unwrap_or(0));
        match (in_words(least), in_words(most)) {
            (easiest, hardest) if easiest == hardest => easiest.to_owned(),
            (easiest, hardest) => format!("{easiest} to {hardest}"),
        }
    }

    /// How far a person has come with it, in a sentence.
    pub fn result_in_words(&self, progress: &PuzzleProgress) -> String {
        let all = self.entries.len();
        let keys: Vec<String> = self.entries.iter().map(Entry::key).collect();
        match progress.count(&keys) {
            (met, None) => format!("You have answered {met} of its {all} puzzles."),
            (met, Some(solved)) if met == all => {
                format!("You have solved {solved} of its {all} puzzles.")
            }
            (met, Some(solved)) => {
                format!(
                    "You have answered {met} of its {all} puzzles, and solved {solved} of them."
                )
            }
        }
    }
}

/// A puzzle of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What is asked for.
    pub kind: Kind,
    /// How hard it is.
    pub difficulty: u32,
    /// Where.
    pub position: Position,
}

impl Entry {
    /// The puzzle, with all that it demands.
    pub fn puzzle(&self, solver: &mut Solver) -> Option<Puzzle> {
        Puzzle::of(self.kind, &self.position, solver, Limits::nodes(NODES))
    }

    /// The name by which the puzzle is known again.
    pub fn key(&self) -> String {
        Puzzle::key_of(self.kind, &self.position)
    }
}

/// All sets: book by book, and from easy to hard in each.
pub fn sets() -> Vec<PuzzleSet> {
    let mut sets: Vec<PuzzleSet> = Vec::new();
    for line in SETS.lines() {
        if let Some((name, title)) = line.strip_prefix('[').and_then(|line| line.split_once("] ")) {
            sets.push(PuzzleSet { name, title, entries: Vec::new() });
        } else if let (Some(entry), Some(set)) = (read_entry(line), sets.last_mut()) {
            set.entries.push(entry);
        }
    }
    sets
}

/// The set of this name.
pub fn find(name: &str) -> Option<PuzzleSet> {
    sets().into_iter().find(|set| set.name == name)
}

/// The set that comes after the one of this name: the next harder one, or that of the next book.
pub fn following(name: &str) -> Option<PuzzleSet> {
    sets().into_iter().skip_while(|set| set.name != name).nth(1)
}

/// Reads `only-move 880 divide:4,6,16`.
fn read_entry(line: &str) -> Option<Entry> {
    let mut words = line.split_whitespace();
    let kind = words.next()?.parse().ok()?;
    let difficulty = words.next()?.parse().ok()?;
    let position = duel_books::position(words.next()?).ok()?;
    Some(Entry { kind, difficulty, position })
}
