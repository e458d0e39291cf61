//! A puzzle with its words and its answer, for pages, programs and teachers.

use duel_solver::Solver;
use serde::Serialize;

use crate::puzzle::{
    Kind, Puzzle,
    attempt::{answers, solution},
    difficulty::in_words,
    rules_in_words, table_in_words,
};

/// All that can be said about a puzzle, the answer included.
#[derive(Clone, Debug, Serialize)]
pub struct PuzzleForm {
    /// What is asked for.
    pub kind: Kind,
    /// The book.
    pub book: &'static str,
    /// The position.
    pub position: String,
    /// How hard it is.
    pub difficulty: u32,
    /// The same in words.
    pub grade: &'static str,
    /// How many moves there are.
    pub choices: u32,
    /// How many of them win.
    pub winning: u32,
    /// After how many plies the game ends with best play.
    pub plies: u32,
    /// How many moves do not win although that is not seen at once.
    pub traps: u32,
    /// What is to be done, in words.
    pub task: &'static str,
    /// The rules, in words.
    pub rules: String,
    /// What is on the table, in lines of words.
    pub table: Vec<String>,
    /// The winning moves, or `win` or `loss`.
    pub answer: Vec<String>,
    /// Why, in words.
    pub explanation: String,
    /// The seed that draws it again, if it was drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The difficulty that was wanted, if it was drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
}

impl PuzzleForm {
    /// This puzzle, and by which seed and wanted difficulty it was drawn, if it was.
    pub fn of(puzzle: &Puzzle, drawn_by: Option<(u64, u32)>, solver: &mut Solver) -> PuzzleForm {
        let Puzzle { kind, position, difficulty, features } = puzzle;
        PuzzleForm {
            kind: *kind,
            book: puzzle.book().slug,
            position: position.to_string(),
            difficulty: *difficulty,
            grade: in_words(*difficulty),
            choices: features.choices,
            winning: features.winning,
            plies: features.plies,
            traps: features.traps,
            task: kind.task(),
            rules: rules_in_words(position),
            table: table_in_words(position),
            answer: answers(puzzle, solver),
            explanation: solution(puzzle, solver),
            seed: drawn_by.map(|(seed, _)| seed.to_string()),
            level: drawn_by.map(|(_, level)| level),
        }
    }
}
