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

    /// Pairs an even number of pupils. Begins with neighbours, and lets two pairs change partners while
    /// that lowers the sum of the squares of how often partners have met. With fewer rounds than pairs,
    /// two who have met find another pair to change with, so that nobody meets anybody again.
    fn pairs(&self, pupils: &[u32]) -> Vec<[u32; 2]> {
        let cost = |one: u32, other: u32| times(&self.met, &pair(one, other)).pow(2);
        let mut pairs: Vec<[u32; 2]> = pupils.chunks_exact(2).map(|two| [two[0], two[1]]).collect();
        loop {
            let mut is_better = false;
            for here in 1..pairs.len() {
                for there in 0..here {
                    let ([a, b], [c, d]) = (pairs[here], pairs[there]);
                    let now = cost(a, b) + cost(c, d);
                    let [straight, crossed] = [cost(a, c) + cost(b, d), cost(a, d) + cost(b, c)];
                    if straight.min(crossed) >= now {
                        continue;
                    }
                    (pairs[here], pairs[there]) =
                        if straight <= crossed { ([a, c], [b, d]) } else { ([a, d], [b, c]) };
                    is_better = true;
                }
            }
            if !is_better {
                return pairs;
            }
        }
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
        let over = if left.len().is_multiple_of(2) { None } else { left.pop() };
        let pairs = history.pairs(&left);
        let seated = pairs.into_iter().map(|[one, other]| history.seats(one, other));
        let alone = over.map(|pupil| [Some(pupil), None]);
        let tables = (1..=MOST_TABLES).zip(seated.chain(alone));
        tables.map(|(table, pupils)| seating(table, pupils)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        rooms::{PastTable, RoomEvent, RoomHead, RoundTerms},
        secret::Token,
        store::{Key, chain::Chain},
    };

    /// A room with this many pupils, who have played nobody yet.
    fn room(pupils: u32) -> Room {
        let head = RoomHead::new(&Token::fresh(), RoundTerms::default(), 1, false);
        let mut room = Room::new("AAAAAA", head, Key(1), Chain::new("room:AAAAAA"));
        for pupil in 1..=pupils {
            room.apply(RoomEvent::Joined { hash: pupil.to_string(), name: None, tables: vec![] });
        }
        room
    }

    /// Pairs everybody for the next round, and lets it be played.
    fn next_round(room: &mut Room) -> Vec<[Option<u32>; 2]> {
        let everybody: Vec<u32> = room.active().map(|(number, _)| number).collect();
        let played = |seating: &Seating| PastTable {
            table: seating.table,
            pupils: seating.pupils,
            wins: [0, 0],
            games: 0,
        };
        let past: Vec<PastTable> =
            room.tables.iter().flat_map(|table| &table.seatings).map(played).collect();
        let tables = room.pair_all(&everybody);
        let pupils = tables.iter().map(|seating| seating.pupils).collect();
        room.apply(RoomEvent::Round { terms: None, past, tables });
        pupils
    }

    #[test]
    fn nobody_meets_anybody_again_while_there_are_fewer_rounds_than_pairs() {
        for pupils in 2..=32 {
            let mut room = room(pupils);
            let mut met = std::collections::HashSet::new();
            for round in 1..=pupils / 2 {
                let tables = next_round(&mut room);
                let mut seated: Vec<u32> = tables.iter().flatten().copied().flatten().collect();
                seated.sort_unstable();
                assert_eq!(seated, (1..=pupils).collect::<Vec<_>>(), "everybody has one seat");
                for two in tables {
                    if let [Some(one), Some(other)] = two {
                        assert!(
                            met.insert(pair(one, other)),
                            "{pupils} pupils, round {round}: {two:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_odd_ones_take_turns() {
        for pupils in [3_u32, 5, 7, 29] {
            let mut room = room(pupils);
            let mut alone = HashMap::new();
            for _ in 0..2 * pupils {
                for two in next_round(&mut room) {
                    if let [Some(one), None] = two {
                        *alone.entry(one).or_insert(0) += 1;
                    }
                }
            }
            assert!((1..=pupils).all(|pupil| times(&alone, &pupil) == 2), "{pupils}: {alone:?}");
        }
    }
}
