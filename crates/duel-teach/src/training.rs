//! Training on one's own mistakes: positions in which a person threw a win away, brought back until
//! the winning move was found often enough.
//!
//! When a [`Card`] comes back follows from the answers and their days alone: no clock is read. A card
//! is due at once when it is new, [`INTERVALS`] days after the first and the second time that a
//! winning move was found, and one day after a wrong answer, which starts it over. Found
//! [`TIMES`] times, it is learnt. [`mistakes()`] finds what there is to train in a record.

use std::collections::BTreeMap;

use duel_core::Position;
use duel_play::Date;
use duel_solver::{Depth, Solver};
use serde::{Deserialize, Serialize};

use crate::{
    kept_progress::Progress,
    puzzle::{
        attempt::{AnswerError, Reply, analyse, find_win, read_step},
        without_seat,
    },
    text_form,
};

pub mod mistakes;

pub use mistakes::{GameKey, Mistake, entries, mistakes};

/// How many times a winning move has to be found, on different days.
pub const TIMES: u32 = 3;

/// After how many days a card comes back: after a wrong answer, after the first right one, and after
/// the second.
pub const INTERVALS: [u64; 3] = [1, 3, 7];

/// How many names of games a card keeps.
const NAMES: usize = 10;

/// A position in which a win was thrown away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// The position. The player to move is the one who trains.
    #[serde(with = "text_form")]
    pub position: Position,
    /// The moves that threw the win away there, as they were played.
    pub played: Vec<String>,
    /// The games they come from, the first of them by name.
    pub games: Vec<String>,
    /// How many times in a row a winning move was found.
    pub found: u32,
    /// When it is due.
    #[serde(with = "text_form::date")]
    pub due: Date,
    /// When it was answered last.
    #[serde(with = "text_form::optional")]
    pub answered: Option<Date>,
}

impl Card {
    /// Whether it does not come back any more.
    pub fn is_learnt(&self) -> bool {
        self.found >= TIMES
    }

    /// Whether it is to be answered on this day.
    pub fn is_due(&self, today: Date) -> bool {
        !self.is_learnt() && self.due <= today
    }

    /// The card after an answer. One that is not due stays as it is: what was seen a moment ago is
    /// no proof that it was learnt.
    #[must_use]
    pub fn after(&self, right: bool, today: Date) -> Card {
        if !self.is_due(today) {
            return self.clone();
        }
        let found = if right { self.found + 1 } else { 0 };
        let interval = INTERVALS[found.min(TIMES - 1) as usize];
        let due = Date::of_number(today.number() + interval);
        Card { found, due, answered: Some(today), ..self.clone() }
    }

    /// Judges a move that a person has typed.
    pub fn judge(&self, line: &str, solver: &mut Solver) -> Result<Reply, AnswerError> {
        find_win(&read_step(&self.position, line)?, solver)
    }

    /// How it is won, in words.
    pub fn solution(&self, solver: &mut Solver) -> String {
        analyse(&self.position, solver).reason.words(&self.position, Depth::Child)
    }
}

/// All cards of a person, and the games that they were made from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Training {
    /// The cards, in the order in which they were made.
    pub cards: Vec<Card>,
    /// How many moves of each game have been looked at.
    games: BTreeMap<GameKey, usize>,
}

impl Progress for Training {
    const FILE: &'static str = "training";
}

impl Training {
    /// How many moves of this game have been looked at.
    pub fn looked_at(&self, game: GameKey) -> usize {
        self.games.get(&game).copied().unwrap_or(0)
    }

    /// The places of the cards that are due, those that wait longest first.
    pub fn due(&self, today: Date) -> Vec<usize> {
        let mut due: Vec<usize> =
            (0..self.cards.len()).filter(|place| self.cards[*place].is_due(today)).collect();
        due.sort_by_key(|place| self.cards[*place].due);
        due
    }

    /// When the next card is due.
    pub fn next_due(&self) -> Option<Date> {
        self.cards.iter().filter(|card| !card.is_learnt()).map(|card| card.due).min()
    }

    /// How many cards are not learnt yet.
    pub fn count_open(&self) -> usize {
        self.cards.iter().filter(|card| !card.is_learnt()).count()
    }

    /// Takes in what was found in a game of which so many moves have been looked at now. A position
    /// that is known stays one card; if the mistake was made after its last answer, it starts over. Games
    /// are looked at before anything is answered: one of the same day that is new was played later.
    pub fn learn_from(
        &mut self,
        game: GameKey,
        name: &str,
        moves: usize,
        found: &[Mistake],
        today: Date,
    ) {
        for mistake in found {
            let position = without_seat(&mistake.position);
            let place = self.cards.iter().position(|card| card.position == position);
            let card = if let Some(place) = place {
                &mut self.cards[place]
            } else {
                self.cards.push(Card {
                    position,
                    played: Vec::new(),
                    games: Vec::new(),
                    found: 0,
                    due: today,
                    answered: None,
                });
                let last = self.cards.len() - 1;
                &mut self.cards[last]
            };
            if !card.played.contains(&mistake.made) {
                card.played.push(mistake.made.clone());
            }
            if card.games.len() < NAMES && card.games.iter().all(|known| known != name) {
                card.games.push(name.to_owned());
            }
            let is_new = card.answered.is_some_and(|answered| mistake.day >= Some(answered));
            if is_new {
                card.found = 0;
                card.due = card.due.min(today);
            }
        }
        self.games.insert(game, moves);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day(number: u64) -> Date {
        Date::of_number(Date::new(2026, 12, 30).number() + number)
    }

    fn mistake(position: &str, made: &str, day: Option<Date>) -> Mistake {
        let position = duel_books::position(position).unwrap();
        Mistake { position, made: made.to_owned(), ply: 1, day }
    }

    fn training() -> Training {
        let mut training = Training::default();
        let found = [mistake("subtract:60", "5", None), mistake("subtract:12/2", "3", None)];
        training.learn_from(GameKey::new(1), "one", 9, &found, day(0));
        training
    }

    #[test]
    fn a_card_comes_back_after_three_and_seven_days_and_is_learnt_the_third_time() {
        let card = training().cards[0].clone();
        assert!(card.is_due(day(0)));
        let first = card.after(true, day(0));
        assert_eq!((first.found, first.due), (1, day(3)));
        assert_eq!(first.after(true, day(2)), first);
        let second = first.after(true, day(4));
        assert_eq!((second.found, second.due), (2, day(11)));
        let over = second.after(false, day(11));
        assert_eq!((over.found, over.due), (0, day(12)));
        let learnt = second.after(true, day(11));
        assert!(learnt.is_learnt() && !learnt.is_due(day(1_000)));
        assert_eq!(learnt.after(false, day(30)), learnt);
    }

    #[test]
    fn a_position_of_several_games_is_one_card() {
        let mut training = training();
        let found = [mistake("subtract:12", "2", None), mistake("subtract:60", "5", None)];
        training.learn_from(GameKey::new(2), "two", 4, &found, day(1));
        assert_eq!(training.cards.len(), 2);
        assert_eq!(training.cards[1].played, ["3", "2"]);
        assert_eq!(training.cards[1].games, ["one", "two"]);
        assert_eq!(training.looked_at(GameKey::new(2)), 4);
        assert_eq!(training.looked_at(GameKey::new(3)), 0);
    }

    #[test]
    fn only_a_mistake_after_the_last_answer_starts_a_card_over() {
        let mut training = training();
        training.cards[0] = training.cards[0].after(true, day(5));
        let old = [mistake("subtract:60", "2", Some(day(4)))];
        training.learn_from(GameKey::new(2), "old", 4, &old, day(6));
        assert_eq!((training.cards[0].found, training.cards[0].due), (1, day(8)));
        // Played on the day of the answer, after it.
        let new = [mistake("subtract:60", "2", Some(day(5)))];
        training.learn_from(GameKey::new(3), "new", 4, &new, day(5));
        assert_eq!((training.cards[0].found, training.cards[0].due), (0, day(5)));
    }

    #[test]
    fn in_digits_it_matters_who_began() {
        let text = "digits+no-leading-zero+cap-second=18:24,25,28,34:1/2";
        let position = duel_books::position(text).unwrap();
        assert_eq!(without_seat(&position).to_string(), text);
    }

    #[test]
    fn cards_are_kept_as_text() {
        let training = training();
        let text = serde_json::to_string(&training).unwrap();
        assert!(text.contains(r#""position":"subtract:60""#), "{text}");
        assert!(text.contains(r#""due":"2026-12-30""#), "{text}");
        assert_eq!(serde_json::from_str::<Training>(&text).unwrap(), training);
        let wrong = text.replace("subtract:60", "subtract:x");
        assert!(serde_json::from_str::<Training>(&wrong).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// Whatever is answered whenever: a card is learnt after three right answers in a row that
        /// counted, each on another day, and a wrong one leads back to the beginning.
        #[test]
        fn three_right_answers_in_a_row_on_different_days_teach_a_card(
            answers in prop::collection::vec((0_u64..12, any::<bool>()), 0..60)
        ) {
            let mut card = training().cards[0].clone();
            let mut today = 0;
            let mut counted: Vec<(u64, bool)> = Vec::new();
            for (later, right) in answers {
                today += later;
                if card.is_due(day(today)) {
                    counted.push((today, right));
                }
                let before = card.clone();
                card = card.after(right, day(today));
                prop_assert!(card == before || card.due > day(today));
                prop_assert!(card == before || card.answered == Some(day(today)));
                prop_assert!(right || card == before || card.found == 0);
            }
            let in_a_row = counted.iter().rev().take_while(|(_, right)| *right).count();
            prop_assert_eq!(card.found as usize, in_a_row);
            prop_assert!(in_a_row <= TIMES as usize);
            prop_assert!(counted.windows(2).all(|pair| pair[0].0 < pair[1].0));
        }

        /// The next day that something is due is the first on which something is due.
        #[test]
        fn the_next_day_is_the_first_with_a_card(
            answers in prop::collection::vec((0_usize..2, 0_u64..5, any::<bool>()), 0..20)
        ) {
            let mut training = training();
            let mut today = 0;
            for (place, later, right) in answers {
                today += later;
                training.cards[place] = training.cards[place].after(right, day(today));
            }
            match training.next_due() {
                None => prop_assert_eq!(training.count_open(), 0),
                Some(next) => {
                    prop_assert!(!training.due(next).is_empty());
                    let eve = Date::of_number(next.number() - 1);
                    prop_assert!(training.due(eve).is_empty());
                }
            }
        }
    }
}
