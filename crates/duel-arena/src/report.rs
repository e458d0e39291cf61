//! The results of an event, for programs: JSON. `docs/tournaments.md` describes its members.

use serde::Serialize;

use crate::{
    blunders::Judged,
    plan::{Plan, VERSION},
    sprt::{Accepted, Sprt},
    statistics::{Bound, Elo},
    tally::{Score, Tally},
};

#[derive(Serialize)]
struct EventReport<'a> {
    event: u32,
    format: &'a str,
    pace: String,
    seed: String,
    starts: usize,
    games: usize,
    planned: usize,
    standings: Vec<StandingForm<'a>>,
    pairings: Vec<PairingForm<'a>>,
    sprt: Option<SprtForm>,
}

#[derive(Serialize)]
struct StandingForm<'a> {
    place: usize,
    name: &'a str,
    player: &'a str,
    games: u32,
    points: f64,
    #[serde(flatten)]
    score: Score,
    first: Score,
    second: Score,
    elo: Option<EloForm>,
    faults: u32,
    blunders: Judged,
}

#[derive(Serialize)]
struct EloForm {
    value: f64,
    /// `null` where it is undefined.
    margin: Option<f64>,
    /// `least` or `most` where everything was won or lost.
    bound: Option<&'static str>,
}

#[derive(Serialize)]
struct PairingForm<'a> {
    one: &'a str,
    two: &'a str,
    #[serde(flatten)]
    score: Score,
    /// How many pairs of games brought `one` 0, 1/2, 1, 1 1/2 and 2 points.
    pairs: [u32; 5],
    elo: Option<EloForm>,
    normalized_elo: Option<f64>,
    superiority: Option<f64>,
}

#[derive(Serialize)]
struct SprtForm {
    #[serde(flatten)]
    test: Sprt,
    ratio: f64,
    lower: f64,
    upper: f64,
    accepted: Option<&'static str>,
}

/// The report of an event, as JSON text.
pub fn report(plan: &Plan, tally: &Tally) -> String {
    let pairings = tally.pairings.iter().map(|([one, two], pairing)| PairingForm {
        one: &plan.entrants[*one].name,
        two: &plan.entrants[*two].name,
        score: pairing.score,
        pairs: pairing.pairs.counts,
        elo: pairing.pairs.elo().map(EloForm::of),
        normalized_elo: pairing.pairs.normalized_elo().map(rounded),
        superiority: pairing.pairs.superiority().map(rounded),
    });
    let report = EventReport {
        event: VERSION,
        format: plan.format.name(),
        pace: plan.pace.to_string(),
        seed: plan.seed.to_string(),
        starts: plan.starts.len(),
        games: tally.games,
        planned: plan.games(),
        standings: standings(plan, tally),
        pairings: pairings.collect(),
        sprt: sprt(plan, tally),
    };
    // Nothing in it can fail to be written.
    serde_json::to_string_pretty(&report).unwrap_or_default() + "\n"
}

fn standings<'a>(plan: &'a Plan, tally: &Tally) -> Vec<StandingForm<'a>> {
    let form = |(place, number): (usize, usize)| {
        let standing = &tally.standings[number];
        let score = standing.score();
        StandingForm {
            place,
            name: &plan.entrants[number].name,
            player: &plan.entrants[number].entry.typed,
            games: score.games(),
            points: score.points(),
            score,
            first: standing.first,
            second: standing.second,
            elo: standing.elo.map(EloForm::of),
            faults: standing.faults,
            blunders: standing.judged,
        }
    };
    (1..).zip(tally.ranking()).map(form).collect()
}

fn sprt(plan: &Plan, tally: &Tally) -> Option<SprtForm> {
    let sprt = plan.sprt?;
    let pairs = tally.pairings.get(&[0, 1]).map(|pairing| pairing.pairs).unwrap_or_default();
    let (lower, upper) = sprt.bounds();
    Some(SprtForm {
        test: sprt,
        ratio: rounded(sprt.ratio(&pairs)),
        lower: rounded(lower),
        upper: rounded(upper),
        accepted: sprt.verdict(&pairs).map(|accepted| match accepted {
            Accepted::Elo0 => "elo0",
            Accepted::Elo1 => "elo1",
        }),
    })
}

impl EloForm {
    fn of(elo: Elo) -> EloForm {
        let bound = match elo.bound {
            Bound::Both => None,
            Bound::Least => Some("least"),
            Bound::Most => Some("most"),
        };
        EloForm { value: rounded(elo.value), margin: elo.margin.map(rounded), bound }
    }
}

/// To four decimals.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4 + 0.0
}
