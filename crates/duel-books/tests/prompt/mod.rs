//! A game at the prompt, written down as both players see it.

use std::time::Duration;

use duel_books::{Book, Reader, Stuck, closing, hear::hear};
use duel_core::{Announcement, Conduct, Referee, Seats, View};
use duel_numbers::Budget;

/// A game, and everything that was said in it.
pub(crate) struct Prompt {
    pub(crate) book: &'static Book,
    pub(crate) game: Referee,
    pub(crate) names: Seats<String>,
    pub(crate) said: String,
}

impl Prompt {
    /// Begins a game between two named players.
    pub(crate) fn between(first: &str, second: &str, start: &str, conduct: Conduct) -> Prompt {
        let start = duel_books::position(start).unwrap_or_else(|error| panic!("{start}: {error}"));
        let mut prompt = Prompt {
            book: duel_books::of(start.rules()),
            game: Referee::new(start, conduct),
            names: Seats::new(first.to_owned(), second.to_owned()),
            said: String::new(),
        };
        prompt.said = (prompt.book.voice.opening)(&prompt.view());
        prompt.say_turn();
        prompt
    }

    /// Begins a game of the players that the books know.
    pub(crate) fn new(start: &str) -> Prompt {
        Prompt::between("Player 1", "Player 2", start, Conduct::default())
    }

    /// The game as it stands.
    pub(crate) fn view(&self) -> View<'_> {
        View::new(&self.game, &self.names, Budget::PROMPT)
    }

    fn say_turn(&mut self) {
        let voice = &self.book.voice;
        let turn = match self.game.ending() {
            None => (voice.turn)(&self.view()) + &(voice.prompt)(&self.view()),
            Some(_) => (voice.stuck)(&self.view()),
        };
        self.said += &turn;
        if self.game.ending().is_some() {
            let declared = self.book.stuck == Stuck::Declared;
            if declared {
                let prompt = (self.book.voice.prompt)(&self.view());
                self.said += &format!("{prompt}I have no valid moves.\n");
            }
            let ending = self.game.ending().expect("asked just now");
            let end = closing::closing(self.book, &self.view(), ending);
            self.said += &end;
        }
    }

    /// The player to move types a line.
    pub(crate) fn types(mut self, line: &str) -> Prompt {
        let position = self.game.position().clone();
        let input = hear(&position, line).unwrap_or_else(|unclear| panic!("{line}: {unclear}"));
        let events = self.game.submit(position.turn(), input, Duration::ZERO);
        self.said += &format!("{line}\n");
        for event in events.unwrap_or_else(|refusal| panic!("{line} in {position}: {refusal:?}")) {
            self.said += &match event {
                Announcement::Moved(step) => {
                    (self.book.voice.moved)(&step, &self.names, Reader::Mover)
                }
                Announcement::LengthReached(length) => closing::length_reached(length),
                Announcement::Over(_) => String::new(),
            };
        }
        self.say_turn();
        self
    }
}
