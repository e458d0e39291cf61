//! Puzzles that were picked by hand, in sets from easy to hard.
pub struct PuzzleSet;
pub fn sets() {}
