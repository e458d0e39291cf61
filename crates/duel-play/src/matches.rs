//! What is the same for all rounds of a match: who plays, what was agreed on, and the score.

use duel_books::house;
use duel_core::{Conduct, HouseRule, Position, Record, Seats};
use thiserror::Error;

use crate::{
    bot::{Bot, PlayerKind, PlayerSpec},
    date::time_now,
    deal::Deal,
    scoreboard::{Person, Scoreboard},
    terms::{Agreed, Start, TermsError},
};

/// Why a kept game cannot be resumed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResumeError {
    /// An external program plays in it.
    #[error(
        "a program of somebody's plays in this game, and the record does not say how it is \
         started; `duel replay` shows the game, and `duel play` goes on from any position"
    )]
    Program,
    /// A kind of player that this program does not have.
    #[error("this program has no player \"{0}\"")]
    UnknownPlayer(String),
}

/// A match: one game, or several rounds. A [`Session`](crate::Session) plays one of its games.
#[derive(Clone, Debug)]
pub struct Match {
    /// The rounds and the score.
    pub scoreboard: Scoreboard,
    /// Who plays, first named first.
    pub kinds: [PlayerKind; 2],
    /// What is played.
    pub agreed: Agreed,
    /// What was agreed on beside the rules.
    pub conduct: Conduct,
    /// The seed of everything that is left to chance.
    pub seed: u64,
}

impl Match {
    /// The match that a kept game belongs to, at that game.
    pub fn resumed(record: &Record) -> Result<Match, ResumeError> {
        let mut of = Match::of_record(record);
        of.kinds = kinds_of(record, of.scoreboard.begins())?;
        Ok(of)
    }

    /// The same for watching the game: all players count as people.
    pub fn of_record(record: &Record) -> Match {
        let (scoreboard, deal, swap) = if let Some(tags) = &record.of_match {
            (Scoreboard::resumed(&record.names, tags), tags.deal, tags.swap)
        } else {
            let names = [record.names.first.clone(), record.names.second.clone()];
            (Scoreboard::new(names, Person::One), None, false)
        };
        let given = Agreed::at(record.game.start().clone());
        let agreed = Agreed {
            swap,
            announced_length: record.game.conduct().announced_length,
            start: match deal {
                Some(_) => Start::Dealt,
                None if swap => Start::Asked,
                None => given.start,
            },
            ..given
        };
        Match {
            kinds: [PlayerKind::Human, PlayerKind::Human],
            scoreboard,
            agreed,
            conduct: *record.game.conduct(),
            seed: deal.or(record.seed).unwrap_or_default(),
        }
    }

    /// What both players should know before the first move: the house rules.
    pub fn terms_in_words(&self) -> Vec<String> {
        let Agreed { rules, swap, .. } = &self.agreed;
        let meaning =
            |rule: HouseRule| format!("House rule {}: {}", rule.name(), house::meaning(rule));
        let length = rules.cap_length().map(|length| format!("The maximum length is {length}."));
        rules.house().chain(swap.then_some(HouseRule::Swap)).map(meaning).chain(length).collect()
    }

    /// Where this round begins.
    pub fn opening(&self) -> Result<Opening, TermsError> {
        Ok(match &self.agreed.start {
            Start::Given(start) => Opening::At { start: start.clone(), deal: None },
            Start::Dealt => {
                let deal = self.agreed.deal(self.seed, self.scoreboard.round());
                let start = self.agreed.first_position(deal.numbers.clone())?;
                Opening::At { start, deal: Some(Box::new(deal)) }
            }
            Start::Asked => Opening::Asked,
        })
    }

    /// The same match once more from its first round, which the other person begins.
    #[must_use]
    pub fn rematch(self, seed: u64) -> Match {
        Match { scoreboard: self.scoreboard.rematch(), seed, ..self }
    }

    /// A single game between the players of this round from a position of it.
    #[must_use]
    pub fn from_position(self, start: Position) -> Match {
        let Seats { first, second } = self.scoreboard.seats();
        let kinds = self.scoreboard.seated(self.kinds);
        Match {
            scoreboard: Scoreboard::new([first, second], Person::One),
            kinds: [kinds.first, kinds.second],
            agreed: Agreed { start: Start::Given(start), ..self.agreed },
            ..self
        }
    }

    /// What this round is kept as, before its first move.
    pub fn record(&self, start: Position) -> Record {
        let mut record = Record::new(self.scoreboard.seats(), start, self.conduct);
        record.date = Some(time_now());
        record.kinds = self.scoreboard.seated(self.kinds.each_ref().map(PlayerKind::word));
        let is_random = |kind: &PlayerKind| matches!(kind, PlayerKind::Bot(_));
        record.seed = self.kinds.iter().any(is_random).then_some(self.seed);
        if self.scoreboard.is_match() {
            let deal = matches!(self.agreed.start, Start::Dealt).then_some(self.seed);
            record.of_match = Some(self.scoreboard.tags(deal, self.agreed.swap));
        }
        record
    }

    /// The opponent of ours that plays for this person in this round, if one does.
    ///
    /// Its seed goes by the seat: the record of a single game does not say who was named first, and
    /// a resumed game must go on as it would have.
    pub fn bot(&self, person: Person) -> Option<Bot> {
        let seed = self.seed.wrapping_add(u64::from(self.scoreboard.round()));
        let seed = if person == self.scoreboard.begins() { seed } else { !seed };
        match &self.kinds[person as usize] {
            PlayerKind::Bot(level) => Some(Bot::new(*level, seed)),
            PlayerKind::Human | PlayerKind::Command(_) => None,
        }
    }
}

/// Where a round begins.
#[derive(Clone, Debug)]
pub enum Opening {
    /// At this position.
    At {
        /// The position.
        start: Position,
        /// How it was drawn, if it was.
        deal: Option<Box<Deal>>,
    },
    /// At a start that a player has to be asked for.
    Asked,
}

/// Who plays a kept game, first named first.
fn kinds_of(record: &Record, begins: Person) -> Result<[PlayerKind; 2], ResumeError> {
    let kind = |word: &Option<String>| match word {
        None => Ok(PlayerKind::Human),
        Some(word) if word == "cmd" => Err(ResumeError::Program),
        Some(word) => match word.parse::<PlayerSpec>() {
            Ok(PlayerSpec { kind: kind @ PlayerKind::Bot(_), .. }) => Ok(kind),
            _ => Err(ResumeError::UnknownPlayer(word.clone())),
        },
    };
    let (first, second) = (kind(&record.kinds.first)?, kind(&record.kinds.second)?);
    Ok(if begins == Person::One { [first, second] } else { [second, first] })
}
