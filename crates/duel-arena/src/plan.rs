//! What an event consists of: who plays, from which starts, at which pace.
//!
//! A plan has a text form (JSON) that is kept beside the games. It is only compared with the plan of
//! a command, to see whether that means the same event, and what differs if not.

use std::{fmt, str::FromStr, time::Duration};

use duel_core::{Clock, Position, clean_name};
use duel_play::{Dice, PlayerKind, PlayerSpec};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    schedule::{Encounter, Format, schedule},
    sprt::Sprt,
};

/// The version of the text form.
pub const VERSION: u32 = 1;

/// A player of an event as options name one: `bot:LEVEL`, `cmd:PROGRAM`, and either after `NAME=`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// As it was typed.
    pub typed: String,
    /// What that means; never a person.
    pub player: PlayerSpec,
}

/// Why a player cannot take part.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EntryError {
    /// Not a player at all.
    #[error(transparent)]
    Player(#[from] duel_play::bot::PlayerSpecError),
    /// A person.
    #[error(
        "\"{0}\" is no program: an entrant is bot:LEVEL or cmd:PROGRAM, either one behind NAME= \
         if you like"
    )]
    Person(String),
}

impl FromStr for Entry {
    type Err = EntryError;

    fn from_str(typed: &str) -> Result<Entry, EntryError> {
        let player: PlayerSpec = typed.parse()?;
        if player.kind == PlayerKind::Human {
            return Err(EntryError::Person(duel_core::shown(typed)));
        }
        Ok(Entry { typed: typed.to_owned(), player })
    }
}

/// A player of the event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The name, unique in the event.
    pub name: String,
    /// Who that is.
    pub entry: Entry,
    /// Options that its program is given, by name.
    pub settings: Vec<(String, String)>,
}

/// How much time the players have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// As much as the rest of this program gives them.
    #[default]
    Free,
    /// What a clock shows; who runs out of it loses.
    Clock(Clock),
    /// So much for each move.
    MoveTime(Duration),
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pace::Free => f.write_str("no clock"),
            Pace::Clock(clock) => write!(f, "clock {clock}"),
            Pace::MoveTime(time) => write!(f, "movetime {time:?}"),
        }
    }
}

/// An event.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// Who meets whom.
    pub format: Format,
    /// Where the games start, each with a move to be made.
    pub starts: Vec<Position>,
    /// The seed of everything that is left to chance.
    pub seed: u64,
    /// How much time there is.
    pub pace: Pace,
    /// The test that ends a match of two.
    pub sprt: Option<Sprt>,
}

impl Plan {
    /// All encounters, in their order.
    pub fn encounters(&self) -> Vec<Encounter> {
        schedule(self.format, self.entrants.len(), self.starts.len())
    }

    /// How many games there are, if no test ends it sooner.
    pub fn games(&self) -> usize {
        2 * self.starts.len() * self.format.pairings(self.entrants.len()).len()
    }

    /// The seed of an encounter: it depends on the plan alone, not on what was played before.
    pub fn seed_of(&self, encounter: &Encounter) -> u64 {
        let place = encounter.place as u64;
        Dice::seeded(self.seed ^ place.rotate_right(20)).bits()
    }

    /// The text form.
    pub fn form(&self) -> PlanForm {
        let entrant = |entrant: &Entrant| EntrantForm {
            name: entrant.name.clone(),
            player: entrant.entry.typed.clone(),
            options: entrant
                .settings
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect(),
        };
        PlanForm {
            event: VERSION,
            entrants: self.entrants.iter().map(entrant).collect(),
            format: self.format.name().to_owned(),
            pace: self.pace.to_string(),
            sprt: self.sprt.map(|sprt| sprt.to_string()),
            seed: self.seed.to_string(),
            starts: self.starts.iter().map(ToString::to_string).collect(),
        }
    }
}

/// A plan as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanForm {
    /// The version of this form.
    pub event: u32,
    /// Who takes part.
    pub entrants: Vec<EntrantForm>,
    /// Who meets whom.
    pub format: String,
    /// How much time there is.
    pub pace: String,
    /// The test that ends it.
    pub sprt: Option<String>,
    /// The seed; a string, because not every program reads such large numbers.
    pub seed: String,
    /// Where the games start.
    pub starts: Vec<String>,
}

/// An entrant as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntrantForm {
    /// The name.
    pub name: String,
    /// As it was typed.
    pub player: String,
    /// Options, each as `NAME=VALUE`.
    pub options: Vec<String>,
}

impl PlanForm {
    /// What is different in another plan, in words; nothing if it is the same event.
    pub fn differences(&self, now: &PlanForm) -> Vec<String> {
        let mut found = Vec::new();
        let mut compare = |what: &str, then: &str, now: &str| {
            if then != now {
                found.push(format!("{what}: it was {then}, and is {now} now"));
            }
        };
        let players = |plan: &PlanForm| {
            let texts: Vec<String> = plan
                .entrants
                .iter()
                .map(|entrant| {
                    let options: String =
                        entrant.options.iter().map(|option| format!(" ({option})")).collect();
                    format!("\"{}\"{options}", entrant.player)
                })
                .collect();
            texts.join(", ")
        };
        compare("entrants", &players(self), &players(now));
        compare("--format", &self.format, &now.format);
        compare("time", &self.pace, &now.pace);
        let sprt = |plan: &PlanForm| plan.sprt.clone().unwrap_or_else(|| "none".to_owned());
        compare("--sprt", &sprt(self), &sprt(now));
        compare("--seed", &self.seed, &now.seed);
        if self.starts != now.starts {
            let pairs = self.starts.iter().zip(&now.starts);
            let differing = pairs.enumerate().find(|(_, (then, now))| then != now);
            found.push(match differing {
                Some((place, (then, now))) => {
                    format!("starts: number {} was {then}, and is {now} now", place + 1)
                }
                None => format!(
                    "starts: there were {}, and are {} now",
                    self.starts.len(),
                    now.starts.len()
                ),
            });
        }
        found
    }
}

/// Two entrants were given the same name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("two entrants are called \"{0}\"; give them different names, as in A=bot:hard B=bot:hard")]
pub struct SameName(pub String);

/// Unique names: those that were given stay, others are numbered where they are not the first of
/// their kind.
pub fn distinct(entries: &[Entry], own: &[String]) -> Result<Vec<String>, SameName> {
    let mut names: Vec<String> = Vec::with_capacity(entries.len());
    let given = |name: &str| {
        entries.iter().filter(|entry| entry.player.name.as_deref() == Some(name)).count()
    };
    for (entry, own) in entries.iter().zip(own) {
        let name = match &entry.player.name {
            Some(name) if given(name) > 1 => return Err(SameName(name.clone())),
            Some(name) => name.clone(),
            None => {
                let is_free = |name: &String| !names.contains(name) && given(name) == 0;
                let numbered = (2..).map(|number| {
                    // However long the name, its number stays.
                    let short: String = own.chars().take(duel_core::MAX_NAME - 8).collect();
                    format!("{} {number}", short.trim_end())
                });
                std::iter::once(own.clone())
                    .filter(|own| clean_name(own).is_some())
                    .chain(numbered)
                    .find(is_free)
                    .unwrap_or_default()
            }
        };
        names.push(name);
    }
    Ok(names)
}
