//! The results of an event, for people: a table of the entrants, a table of who scored what against
//! whom, and statistics.

use std::{fmt::Write as _, iter, ops::Range};

use crate::{
    plan::Plan,
    sprt::Accepted,
    statistics::{Bound, Elo},
    tally::{Pairing, Score, Standing, Tally},
};

/// The longest name that a table shows whole.
const NAME: usize = 28;

/// How many columns of the standings name an entrant, and how many follow in the first part of a
/// table that has to be divided.
const NAMED: usize = 2;
const RESULTS: usize = 5;

/// The entrants, best first; in two tables, where one is wider than the screen.
pub fn standings(plan: &Plan, tally: &Tally, screen: Option<usize>) -> String {
    let rows = rows(plan, tally);
    let whole = aligned(rows.iter(), NAMED);
    let width = whole.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    if screen.is_none_or(|screen| width <= screen) {
        return whole;
    }
    let part = |cells: Range<usize>| {
        let named = |row: &[String; COLUMNS]| [&row[..NAMED], &row[cells.clone()]].concat();
        aligned(rows.iter().map(named), NAMED)
    };
    let first = NAMED + RESULTS;
    format!("{}\n{}", part(NAMED..first), part(first..COLUMNS))
}

/// How many columns the standings have.
const COLUMNS: usize = 12;

/// The cells of the standings, below their headings.
fn rows(plan: &Plan, tally: &Tally) -> Vec<[String; COLUMNS]> {
    let heading = [
        "", "", "points", "%", "won", "drawn", "lost", "first", "second", "Elo", "faults",
        "blunders",
    ];
    let row = |(place, number): (usize, &usize)| {
        let standing = &tally.standings[*number];
        let score = standing.score();
        let percent = |score: Score| match score.games() {
            0 => "-".to_owned(),
            _ => format!("{:.1}", score.percent()),
        };
        [
            format!("{}.", place + 1),
            short(&plan.entrants[*number].name),
            points(score),
            percent(score),
            score.won.to_string(),
            score.drawn.to_string(),
            score.lost.to_string(),
            points(standing.first),
            points(standing.second),
            standing.elo.map_or_else(|| "-".to_owned(), elo),
            standing.faults.to_string(),
            blunders(standing),
        ]
    };
    let ranking = tally.ranking();
    iter::once(heading.map(str::to_owned)).chain(ranking.iter().enumerate().map(row)).collect()
}

/// The whole account of an event, for a screen of so many columns.
pub fn account(plan: &Plan, tally: &Tally, screen: Option<usize>) -> String {
    let mut text = standings(plan, tally, screen);
    text.push('\n');
    if plan.entrants.len() > 2 {
        text.push_str(&crosstable(plan, tally));
        text.push('\n');
    }
    if let ([one, two], Some(pairing)) = (&plan.entrants[..], tally.pairings.get(&[0, 1])) {
        text.push_str(&difference(&one.name, &two.name, pairing));
        if let Some(sprt) = plan.sprt {
            let (lower, upper) = sprt.bounds();
            let _ = writeln!(
                text,
                "SPRT of {} against {} Elo: log-likelihood ratio {:+.2} between {lower:+.2} and \
                 {upper:+.2}: {}",
                sprt.elo0,
                sprt.elo1,
                sprt.ratio(&pairing.pairs),
                match sprt.verdict(&pairing.pairs) {
                    None => "not decided".to_owned(),
                    Some(Accepted::Elo0) => format!("{} Elo or less is accepted", sprt.elo0),
                    Some(Accepted::Elo1) => format!("{} Elo or more is accepted", sprt.elo1),
                }
            );
        }
    }
    let planned = plan.games();
    let counted = if tally.games == planned {
        format!("{planned} games")
    } else {
        format!("{} of {planned} games", tally.games)
    };
    let starts = plan.starts.len();
    let word = if starts == 1 { "start" } else { "starts" };
    let _ = writeln!(text, "{counted} from {starts} {word}, {}.", plan.pace);
    text
}

/// The difference in strength of two entrants.
fn difference(one: &str, two: &str, pairing: &Pairing) -> String {
    let pairs = &pairing.pairs;
    let Some(value) = pairs.elo() else { return String::new() };
    let mut text = format!("{} against {}: {} Elo", short(one), short(two), elo(value));
    if let Some(normalized) = pairs.normalized_elo() {
        let _ = write!(text, ", normalised {normalized:+.0}");
    }
    if let Some(superiority) = pairs.superiority() {
        let _ = write!(text, "; stronger with a likelihood of {:.1} %", 100.0 * superiority);
    }
    let [none, half, one, more, two] = pairs.counts;
    let _ = writeln!(
        text,
        ".\nPairs of games with 0, 1/2, 1, 1 1/2, 2 points: {none}, {half}, {one}, {more}, {two}"
    );
    text
}

/// Percentages of the row against the column, in the order of the standings.
fn crosstable(plan: &Plan, tally: &Tally) -> String {
    let ranking = tally.ranking();
    let heading = [String::new(), "%".to_owned()]
        .into_iter()
        .chain((1..=ranking.len()).map(|place| format!("{place}.")));
    let score = |one: usize, other: usize| {
        let of = |key| tally.pairings.get(&key).map(|pairing| pairing.score);
        let reversed = |it: Score| Score { won: it.lost, lost: it.won, ..it };
        of([one, other]).or_else(|| of([other, one]).map(reversed)).filter(|it| it.games() > 0)
    };
    let row = |(place, one): (usize, &usize)| -> Vec<String> {
        let cells = ranking.iter().map(|other| match score(*one, *other) {
            Some(score) => format!("{:.1}", score.percent()),
            None => String::new(),
        });
        let name = [format!("{}.", place + 1), short(&plan.entrants[*one].name)];
        name.into_iter().chain(cells).collect()
    };
    let rows = ranking.iter().enumerate().map(row);
    aligned(iter::once(heading.collect()).chain(rows), 2)
}

/// `+35 ± 12`; `+35 ± ?` where the error is undefined; a bound where everything was won or lost.
pub fn elo(elo: Elo) -> String {
    // Not -0.
    let value = elo.value.round() + 0.0;
    match elo.bound {
        Bound::Both => match elo.margin {
            Some(margin) => format!("{value:+.0} ± {margin:.0}"),
            None => format!("{value:+.0} ± ?"),
        },
        Bound::Least => format!(">= {value:+.0}"),
        Bound::Most => format!("<= {value:+.0}"),
    }
}

fn blunders(standing: &Standing) -> String {
    let judged = standing.judged;
    let undecided = match judged.undecided {
        0 => String::new(),
        count => format!(", {count} undecided"),
    };
    format!("{} of {}{undecided}", judged.thrown, judged.won)
}

fn points(score: Score) -> String {
    format!("{}/{}", score.points(), score.games())
}

fn short(name: &str) -> String {
    duel_core::shortened(name, NAME)
}

/// Columns as wide as they need to be; the first `left` of them to the left, the others to the
/// right.
fn aligned<R: AsRef<[String]>>(rows: impl Iterator<Item = R>, left: usize) -> String {
    let rows: Vec<R> = rows.collect();
    let columns = rows.first().map_or(0, |row| row.as_ref().len());
    let width = |column: usize| {
        rows.iter().map(|row| row.as_ref()[column].chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in &rows {
        let mut line = String::new();
        for (column, (cell, width)) in row.as_ref().iter().zip(&widths).enumerate() {
            let _ = if column < left {
                write!(line, "{cell:<width$} ")
            } else {
                write!(line, " {cell:>width$} ")
            };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
