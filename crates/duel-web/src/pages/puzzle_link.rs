//! Puzzles by their links, as the engine of the pages reads them: what a link shows of itself elsewhere.

use duel_books::Book;
use duel_core::Position;
use duel_teach::puzzle::{
    difficulty::{LEAST, MOST},
    generate::{Wanted, generate},
    sets::{self, Entry},
};

use super::sharing::Sharing;

/// What a link leads to.
pub(super) enum PuzzleLink {
    /// A puzzle of a set: `subtract-beginner.1`.
    OfSet(Entry),
    /// One that is drawn: `subtract.only-move.1000.7`.
    Drawn(&'static Book, Wanted),
}

impl PuzzleLink {
    pub(super) fn read(link: &str) -> Option<PuzzleLink> {
        match link.split('.').collect::<Vec<_>>()[..] {
            [set, number] => {
                let place = number.parse::<usize>().ok()?.checked_sub(1)?;
                sets::find(set)?.entries.into_iter().nth(place).map(PuzzleLink::OfSet)
            }
            [book, kind, difficulty, seed] => {
                let (kind, difficulty) = (kind.parse().ok()?, difficulty.parse().ok()?);
                let wanted = Wanted { kind, difficulty, seed: seed.parse().ok()? };
                let drawn = PuzzleLink::Drawn(duel_books::find(book)?, wanted);
                (LEAST..=MOST).contains(&difficulty).then_some(drawn)
            }
            _ => None,
        }
    }

    /// What is shown of it. Drawing a puzzle takes long, so that is done only for its picture.
    pub(super) fn sharing(&self, link: &str) -> Sharing {
        match self {
            PuzzleLink::OfSet(entry) => Sharing::of_position(&entry.position, entry.kind.task()),
            PuzzleLink::Drawn(book, wanted) => Sharing {
                title: format!("{}: {}", book.name(), wanted.kind.title()),
                text: wanted.kind.task().to_owned(),
                picture: format!("puzzles/{link}/card.png"),
                is_of_query: false,
            },
        }
    }

    /// Where it is set, which takes long for a puzzle that is drawn; nothing if there is none.
    pub(super) fn position(self) -> Option<Position> {
        match self {
            PuzzleLink::OfSet(entry) => Some(entry.position),
            PuzzleLink::Drawn(book, wanted) => Some(generate(book, wanted).ok()?.position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawn_puzzle_is_shown_by_its_game_and_task() {
        let link = "subtract.only-move.1000.7";
        let puzzle = PuzzleLink::read(link).unwrap();
        let Sharing { title, text, picture, .. } = puzzle.sharing(link);
        assert_eq!(title, "Subtract: The only move");
        assert_eq!(text, "Exactly one move wins. Find it.");
        assert_eq!(picture, "puzzles/subtract.only-move.1000.7/card.png");
        let position = puzzle.position().unwrap();
        assert_eq!(duel_books::of(position.rules()).slug, "subtract");
    }

    #[test]
    fn what_the_engine_refuses_is_no_link() {
        for link in ["", "subtract", "subtract-beginner.0", "chess.win.1000.7", "subtract.win.9.7"]
        {
            assert!(PuzzleLink::read(link).is_none(), "{link}");
        }
    }
}
