//! A match as its front ends share it: who plays, for what, and what each round is kept as.
//!
//! Whether players sit at the prompt or in front of the full screen, a round begins, is kept and is
//! taken up again in the same way. Asking and telling is the front end's business.

use duel_core::{Conduct, Position, Record};
use thiserror::Error;

use crate::{
    bot::{Bot, PlayerKind, PlayerSpec},
    contest::{Contest, Person},
    store::date_now,
    terms::{Agreed, Start},
};

/// Why a kept game cannot be taken up again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResumeError {
    /// Somebody's program plays in it.
    #[error(
        "a program of somebody's plays in this game, and the record does not say how it is \
         started; `duel replay` shows the game, and `duel play` goes on from any position"
    )]
    Program,
    /// A kind of player that this program does not have.
    #[error("this program has no player \"{0}\"")]
    UnknownPlayer(String),
}

/// A match that is being played.
#[derive(Clone, Debug)]
pub struct Sitting {
    /// The rounds and the score.
    pub contest: Contest,
    /// Who plays, first named first.
    pub kinds: [PlayerKind; 2],
    /// What is played.
    pub agreed: Agreed,
    /// What was agreed on beside the rules.
    pub conduct: Conduct,
    /// The seed of everything that is left to chance.
    pub seed: u64,
}

impl Sitting {
    /// The match that a kept game belongs to, at that game.
    pub fn resumed(record: &Record) -> Result<Sitting, ResumeError> {
        let rules = *record.game.start().rules();
        let (contest, deal, swap) = if let Some(tags) = &record.of_match {
            (Contest::resumed(&record.names, tags), tags.deal, tags.swap)
        } else {
            let names = [record.names.first.clone(), record.names.second.clone()];
            (Contest::new(names, Person::One), None, false)
        };
        let agreed = Agreed {
            book: duel_books::of(&rules),
            rules,
            swap,
            announced_length: record.game.conduct().announced_length,
            start: match deal {
                Some(_) => Start::Dealt,
                None if swap => Start::Asked,
                None => Start::Given(record.game.start().clone()),
            },
        };
        Ok(Sitting {
            kinds: kinds_of(record, contest.begins())?,
            contest,
            agreed,
            conduct: *record.game.conduct(),
            seed: deal.or(record.seed).unwrap_or_default(),
        })
    }

    /// What this round is kept as, before its first move.
    pub fn record(&self, start: Position) -> Record {
        let mut record = Record::new(self.contest.seats(), start, self.conduct);
        record.date = Some(date_now());
        record.kinds = self.contest.seated(self.kinds.each_ref().map(PlayerKind::word));
        let has_lots = |kind: &PlayerKind| matches!(kind, PlayerKind::Bot(_));
        record.seed = self.kinds.iter().any(has_lots).then_some(self.seed);
        if self.contest.is_match() {
            let deal = matches!(self.agreed.start, Start::Dealt).then_some(self.seed);
            record.of_match = Some(self.contest.tags(deal, self.agreed.swap));
        }
        record
    }

    /// The opponent of ours that plays for this person in this round, if one does.
    ///
    /// Its seed goes by the seat: the record of a single game does not say who was named first, and
    /// a resumed game must go on as it would have.
    pub fn bot(&self, person: Person) -> Option<Bot> {
        let seed = self.seed.wrapping_add(u64::from(self.contest.round()));
        let seed = if person == self.contest.begins() { seed } else { !seed };
        match &self.kinds[person as usize] {
            PlayerKind::Bot(level) => Some(Bot::new(*level, seed)),
            PlayerKind::Human | PlayerKind::Command(_) => None,
        }
    }
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

/// How many moves one player takes back at once: against a program its reply as well, which gives
/// its consent to everything. `None` if that many have not been made.
pub fn plies_to_take_back(record: &Record) -> Option<usize> {
    let turn = record.game.position().turn();
    let plies = if record.kinds[turn.other()].is_some() { 2 } else { 1 };
    (record.game.played().len() >= plies).then_some(plies)
}
