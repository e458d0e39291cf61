//! `duel daily`: the duel of a day, played like any other, and a line to share at its end.

use duel_core::{Outcome, Seat};
use duel_play::{
    Date,
    daily::{Daily, Mark, Score, daily, parse_date},
};
use duel_solver::{Limits, Solver};

use crate::{
    cli::PlayOptions, console, keyboard::Keyboard, play, prompt_game::Finished, stop::Stop,
};

/// How many positions may be visited to judge a move; far more than a dealt game has.
const NODES: u64 = 1_000_000;

pub(crate) fn run(date: Option<&str>, show: bool, no_save: bool) -> Result<(), Stop> {
    let date = date.map_or(Ok(Date::today()), parse_date).map_err(Stop::usage)?;
    let day = daily(date).map_err(Stop::usage)?;
    if show {
        return console::say(&format!("{}\n", day.start));
    }
    console::note(&format!("The duel of {date}: {} ({}).", day.book.title, day.difficulty));
    console::note("You begin, and you can win. The computer makes no mistakes.");
    let options = PlayOptions {
        game: day.start.to_string(),
        p2: Some("bot:perfect".to_owned()),
        seed: Some(day.seed.to_string()),
        no_save,
        ..PlayOptions::default()
    };
    let finished = play::play_match(Keyboard::new(), options)?;
    console::say(&format!("\n{}\n", score(&day, &finished)))
}

fn score(day: &Daily, finished: &Finished) -> Score {
    let mut solver = Solver::default();
    let mark = |step| Mark::of(step, &mut solver, Limits::nodes(NODES));
    Score {
        date: day.date,
        book: day.book.slug,
        won: finished.outcome == Outcome::Won(Seat::First),
        marks: finished.tried.iter().map(mark).collect(),
        taken_back: finished.tried.len().saturating_sub(finished.made),
    }
}
