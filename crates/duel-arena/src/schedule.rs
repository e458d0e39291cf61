//! Who meets whom, from which start, and in which order.
//!
//! An encounter is one start played twice with sides changed. Encounters are ordered by start
//! first, so that at any time all entrants have played about the same starts.

use std::str::FromStr;

use duel_core::{Seat, Seats};
use thiserror::Error;

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// Each entrant meets each other one. With two entrants that is a match between them.
    #[default]
    RoundRobin,
    /// The first meets all the others.
    Gauntlet,
}

impl Format {
    /// The name that options use.
    pub fn name(self) -> &'static str {
        match self {
            Format::RoundRobin => "round-robin",
            Format::Gauntlet => "gauntlet",
        }
    }

    /// The pairs of entrants that meet.
    pub fn pairings(self, entrants: usize) -> Vec<[usize; 2]> {
        let hosts = match self {
            Format::RoundRobin => entrants,
            Format::Gauntlet => entrants.min(1),
        };
        (0..hosts).flat_map(|one| (one + 1..entrants).map(move |other| [one, other])).collect()
    }
}

/// There is no such format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no such format; there are round-robin and gauntlet")]
pub struct UnknownFormat;

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Format, UnknownFormat> {
        let formats = [Format::RoundRobin, Format::Gauntlet];
        formats.into_iter().find(|format| format.name() == name).ok_or(UnknownFormat)
    }
}

/// One start, played twice by the same two with sides changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Encounter {
    /// Its place in the event, from 0.
    pub place: usize,
    /// The number of the start, from 0.
    pub start: usize,
    /// The numbers of the entrants, from 0. The one named first begins the first game.
    pub entrants: [usize; 2],
}

/// One game of an encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlannedGame {
    /// The encounter.
    pub encounter: Encounter,
    /// Which of its two games: 1 or 2.
    pub round: u32,
}

impl Encounter {
    /// Its two games, in order.
    pub fn games(self) -> [PlannedGame; 2] {
        [1, 2].map(|round| PlannedGame { encounter: self, round })
    }
}

impl PlannedGame {
    /// Its number in the event, from 1.
    pub fn number(self) -> usize {
        2 * self.encounter.place + self.round as usize
    }

    /// Where the entrant sits who is named first in the encounter.
    pub fn seat_of_one(self) -> Seat {
        if self.round == 1 { Seat::First } else { Seat::Second }
    }

    /// Who sits where, by their numbers.
    pub fn seats(self) -> Seats<usize> {
        self.seated(self.encounter.entrants)
    }

    /// What belongs to the two entrants of the encounter, as they sit in this game.
    pub fn seated<T>(self, [one, two]: [T; 2]) -> Seats<T> {
        let seats = Seats::new(one, two);
        if self.round == 1 { seats } else { seats.swapped() }
    }
}

/// All encounters of an event, in their order.
pub fn schedule(format: Format, entrants: usize, starts: usize) -> Vec<Encounter> {
    let pairings = format.pairings(entrants);
    (0..starts)
        .flat_map(|start| pairings.iter().map(move |entrants| (start, *entrants)))
        .enumerate()
        .map(|(place, (start, entrants))| Encounter { place, start, entrants })
        .collect()
}
