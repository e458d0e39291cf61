//! Who sits with whom: the decisions of a classroom, as seatings that are still to be stored.
//!
//! Among those who can be chosen a pupil gets one whom they have met least, sits first about as often as
//! second, and plays the computer only while nobody else is left over. All of it follows from what the
//! room has kept and from who is connected.

use std::collections::HashMap;

use duel_core::Seat;

use super::{MOST_TABLES, Room, Seating};
use crate::secret;

/// How often pupils met, began, and played the computer.
#[derive(Default)]
struct History {
    met: HashMap<(u32, u32), u32>,
    first: HashMap<u32, u32>,
    second: HashMap<u32, u32>,
    alone: HashMap<u32, u32>,
}

fn pair(one: u32, other: u32) -> (u32, u32) {
    (one.min(other), one.max(other))
}

fn times<K: std::hash::Hash + Eq>(counts: &HashMap<K, u32>, key: &K) -> u32 {
    counts.get(key).copied().unwrap_or(0)
}

impl History {
    fn of(room: &Room) -> History {
        let mut history = History::default();
        let now = room.tables.iter().flat_map(|table| &table.seatings).map(|at| at.pupils);
        let before = room.past.iter().map(|(_, table)| table.pupils);
        for pupils in before.chain(now) {
            match pupils {
                [Some(first), Some(second)] => {
                    *history.met.entry(pair(first, second)).or_default() += 1;
                    *history.first.entry(first).or_default() += 1;
                    *history.second.entry(second).or_default() += 1;
                }
                [Some(one), None] | [None, Some(one)] => {
                    *history.alone.entry(one).or_default() += 1;
                }
                [None, None] => {}
            }
        }
        history
    }

    /// The two in the order of their seats: whoever began less often begins.
    fn seats(&self, one: u32, other: u32) -> [Option<u32>; 2] {
        let lead = |pupil: u32| {
            i64::from(times(&self.first, &pupil)) - i64::from(times(&self.second, &pupil))
        };
        if lead(one) <= lead(other) { [Some(one), Some(other)] } else { [Some(other), Some(one)] }
    }
}

fn seating(table: usize, pupils: [Option<u32>; 2]) -> Seating {
    let game = pupils.iter().any(Option::is_some).then(secret::game_id);
    Seating { table, game, pupils }
}

impl Room {
    /// Seats a pupil who has no game: opposite one who plays the computer, or at a free table opposite
    /// the computer. `number` may be that of a pupil who is about to join; `not_with` is somebody
    /// whom this pupil has just left. Present pupils are preferred. None if the room is full.
    pub fn seat_one(
        &self,
        number: u32,
        not_with: Option<u32>,
        is_present: impl Fn(u32) -> bool,
    ) -> Option<Vec<Seating>> {
        let history = History::of(self);
        let waiting = self.active().map(|(other, _)| other).filter(|other| {
            *other != number && Some(*other) != not_with && self.plays_the_computer(*other)
        });
        let rank =
            |other: &u32| (!is_present(*other), times(&history.met, &pair(number, *other)), *other);
        if let Some(other) = waiting.min_by_key(rank)
            && let Some(there) = self.seating_of(other)
        {
            return Some(vec![seating(there.table, history.seats(other, number))]);
        }
        let table = self.free_table(&[])?;
        Some(vec![seating(table, [Some(number), None])])
    }

    /// Whether a pupil sits opposite the computer.
    fn plays_the_computer(&self, pupil: u32) -> bool {
        self.seating_of(pupil).is_some_and(|at| at.opposite(pupil).is_none())
    }

    /// The first table at which nobody sits.
    fn free_table(&self, taken: &[usize]) -> Option<usize> {
        (1..=MOST_TABLES).find(|table| {
            !taken.contains(table) && self.pupils.iter().all(|pupil| pupil.table != Some(*table))
        })
    }

    /// Pairs these pupils for a new round. If one is left over, it is the one who has played the
    /// computer least.
    pub fn pair_all(&self, present: &[u32]) -> Vec<Seating> {
        let history = History::of(self);
        let mut left: Vec<u32> = present.to_vec();
        left.sort_by_key(|pupil| (std::cmp::Reverse(times(&history.alone, pupil)), *pupil));
        let mut tables = Vec::new();
        while !left.is_empty() && tables.len() < MOST_TABLES {
            let one = left.remove(0);
            let met = |other: &u32| times(&history.met, &pair(one, *other));
            let partner = (0..left.len()).min_by_key(|index| (met(&left[*index]), *index));
            let pupils = match partner {
                Some(index) => history.seats(one, left.remove(index)),
                None => [Some(one), None],
            };
            tables.push(seating(tables.len() + 1, pupils));
        }
        tables
    }

    /// What becomes of a table when this pupil leaves it: the partner, whose game was not over, is
    /// paired with one who plays the computer, or plays it too.
    pub fn after_leaving(&self, pupil: u32, is_present: impl Fn(u32) -> bool) -> Vec<Seating> {
        let Some(at) = self.seating_of(pupil) else { return Vec::new() };
        let Some(partner) = at.opposite(pupil) else {
            return vec![seating(at.table, [None, None])];
        };
        // A partner who has gone to another table since needs nothing.
        if self.pupil(partner).and_then(|partner| partner.table) != Some(at.table) {
            return vec![seating(at.table, [None, None])];
        }
        let history = History::of(self);
        let waiting = self
            .active()
            .map(|(other, _)| other)
            .filter(|other| *other != pupil && self.plays_the_computer(*other));
        let rank = |other: &u32| {
            (!is_present(*other), times(&history.met, &pair(partner, *other)), *other)
        };
        match waiting.min_by_key(rank).and_then(|other| Some((other, self.seating_of(other)?))) {
            Some((other, there)) => vec![
                seating(there.table, [None, None]),
                seating(at.table, history.seats(partner, other)),
            ],
            None => vec![seating(at.table, [Some(partner), None])],
        }
    }

    /// Moves a pupil to a seat of a table: whoever sits there takes the seat that becomes free. None
    /// if that changes nothing or there is no such table.
    pub fn swap(&self, pupil: u32, table: usize, seat: Seat) -> Option<Vec<Seating>> {
        if table == 0 || table > MOST_TABLES.min(self.tables.len() + 1) {
            return None;
        }
        let index = usize::from(seat.number()) - 1;
        // Only those who still sit there: a finished game may have been left by one of them.
        let seated = |table: usize| {
            let last = self.tables.get(table - 1).and_then(|table| table.seatings.last());
            let here = |pupil: &u32| self.pupil(*pupil).and_then(|it| it.table) == Some(table);
            last.map_or([None, None], |last| last.pupils.map(|pupil| pupil.filter(here)))
        };
        let mut there = seated(table);
        let from = self.seating_of(pupil).map(|at| at.table);
        if from == Some(table) {
            if there[index] == Some(pupil) {
                return None;
            }
            there.swap(0, 1);
            return Some(vec![seating(table, there)]);
        }
        let displaced = there[index].replace(pupil);
        let Some(from) = from else {
            // A pupil without a seat takes the place of another, who gets a free table.
            let mut tables = vec![seating(table, there)];
            if displaced.is_some() {
                tables.push(seating(self.free_table(&[table])?, [displaced, None]));
            }
            return Some(tables);
        };
        let left = seated(from).map(|at| if at == Some(pupil) { displaced } else { at });
        Some(vec![seating(from, left), seating(table, there)])
    }
}
