//! The score of finished games: points, pairs, faults and blunders, for each entrant and each
//! pairing.
//!
//! A game without a winner is half a point for both, whether a house rule says so or it was
//! abandoned as endless.

use std::collections::BTreeMap;

use duel_core::{Outcome, Seat};
use serde::Serialize;

use crate::{
    blunders::Judged,
    plan::Plan,
    ratings::{Meeting, ratings},
    runner::GameSummary,
    statistics::{Elo, Pairs},
};

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Games won.
    pub won: u32,
    /// Games without a winner.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl Score {
    /// How many games were played.
    pub fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Points; a game without a winner is half a point.
    pub fn points(self) -> f64 {
        f64::from(self.won) + f64::from(self.drawn) / 2.0
    }

    /// Points out of a hundred games.
    pub fn percent(self) -> f64 {
        100.0 * self.points() / f64::from(self.games().max(1))
    }
}

/// The results of an entrant.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Standing {
    /// Games that it began.
    pub first: Score,
    /// Games that the other side began.
    pub second: Score,
    /// Games that were lost by a fault or on time.
    pub faults: u32,
    /// Won positions, and what became of them.
    pub judged: Judged,
    /// Its rating; `None` before it has finished a pair of games.
    pub elo: Option<Elo>,
}

impl Standing {
    /// All its games.
    pub fn score(&self) -> Score {
        let Standing { first, second, .. } = self;
        Score {
            won: first.won + second.won,
            drawn: first.drawn + second.drawn,
            lost: first.lost + second.lost,
        }
    }
}

/// The results of two entrants against each other, seen from the first one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairing {
    /// The games.
    pub score: Score,
    /// The pairs of games of which both are over.
    pub pairs: Pairs,
}

/// The results of an event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// How many games are counted.
    pub games: usize,
    /// The entrants, in the order of the plan.
    pub standings: Vec<Standing>,
    /// Those who met, by their numbers.
    pub pairings: BTreeMap<[usize; 2], Pairing>,
}

impl Tally {
    /// Counts these games, in whatever order they come.
    pub fn of<'a>(plan: &Plan, games: impl IntoIterator<Item = &'a GameSummary>) -> Tally {
        let mut tally =
            Tally { standings: vec![Standing::default(); plan.entrants.len()], ..Tally::default() };
        // Half points of the first game of a pair that lacks the second.
        let mut halves: BTreeMap<usize, usize> = BTreeMap::new();
        for game in games {
            tally.count(game);
            let encounter = game.game.encounter;
            let points = half_points(game);
            match halves.remove(&encounter.place) {
                None => drop(halves.insert(encounter.place, points)),
                Some(other) => {
                    let pairing = tally.pairings.entry(encounter.entrants).or_default();
                    pairing.pairs.add(points + other);
                }
            }
        }
        tally.rate();
        tally
    }

    fn count(&mut self, finished: &GameSummary) {
        self.games += 1;
        let game = finished.game;
        let one = game.seat_of_one();
        let pairing = self.pairings.entry(game.encounter.entrants).or_default();
        count(&mut pairing.score, finished.outcome, one);
        let seats = game.seats();
        for seat in Seat::BOTH {
            let standing = &mut self.standings[seats[seat]];
            let score = match seat {
                Seat::First => &mut standing.first,
                Seat::Second => &mut standing.second,
            };
            count(score, finished.outcome, seat);
            standing.faults += u32::from(finished.fault == Some(seat));
            if let Some(judged) = &finished.judged {
                standing.judged.add(judged[seat]);
            }
        }
    }

    /// Two entrants are rated by their pairs alone, more by a joint fit.
    fn rate(&mut self) {
        let meetings: Vec<Meeting> = self
            .pairings
            .iter()
            .map(|([one, other], pairing)| Meeting {
                one: *one,
                other: *other,
                pairs: pairing.pairs,
            })
            .filter(|meeting| meeting.pairs.total() > 0)
            .collect();
        if let ([one, two], [meeting]) = (&mut self.standings[..], &meetings[..]) {
            one.elo = meeting.pairs.elo();
            two.elo = meeting.pairs.reversed().elo();
            return;
        }
        let rated = ratings(self.standings.len(), &meetings);
        for (number, (standing, elo)) in self.standings.iter_mut().zip(rated).enumerate() {
            let has_met = |it: &Meeting| it.one == number || it.other == number;
            standing.elo = meetings.iter().any(has_met).then_some(elo);
        }
    }

    /// The numbers of the entrants, best first; among equals, as they were named.
    pub fn ranking(&self) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..self.standings.len()).collect();
        let percent = |number: &usize| self.standings[*number].score().percent();
        numbers.sort_by(|one, other| percent(other).total_cmp(&percent(one)));
        numbers
    }
}

/// What the entrant named first got from a game: 0, 1 or 2 half points.
pub fn half_points(finished: &GameSummary) -> usize {
    match finished.outcome {
        Outcome::Nobody => 1,
        Outcome::Won(seat) if seat == finished.game.seat_of_one() => 2,
        Outcome::Won(_) => 0,
    }
}

fn count(score: &mut Score, outcome: Outcome, seat: Seat) {
    match outcome {
        Outcome::Nobody => score.drawn += 1,
        Outcome::Won(winner) if winner == seat => score.won += 1,
        Outcome::Won(_) => score.lost += 1,
    }
}
