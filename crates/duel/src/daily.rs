//! `duel daily`: the duel of a day, played once like any other game, with a line to share at its end.
//! A day that was left goes on where it stood, and one that is over says how it ended.

use duel_core::{Outcome, Record, Seat, Step};
use duel_play::{
    Date, Store,
    daily::{Daily, Score, daily, parse_date},
};
use duel_solver::Solver;
use duel_teach::{DailyProgress, days::Day};
use duel_tui::daily_record::{self, OPPONENT, is_daily};

use crate::{
    after_game::{self, Next},
    cli::{self, DailyOptions, PlayOptions},
    config::Config,
    console,
    exercise::counted,
    kept::Kept,
    keyboard::Keyboard,
    play::{self, Leave},
    prompt_game::{Finished, Watch},
    stop::Stop,
};

pub(crate) fn run(options: &DailyOptions) -> Result<(), Stop> {
    let date = options.date.as_deref();
    let date = date.map_or(Ok(Date::today()), parse_date).map_err(Stop::usage)?;
    let day = daily(date).map_err(Stop::usage)?;
    if options.show {
        return console::say(&format!("{}\n", day.start));
    }
    console::note(&format!("The duel of {date}: {} ({}).", day.book.title, day.difficulty));
    if options.again || options.no_save {
        return practise(&day);
    }
    let mut kept: Kept<DailyProgress> = Kept::load();
    if kept.value().score(&day).is_none() {
        let game = kept.value().day(date).and_then(|_| kept_game(&day));
        match game {
            Some((_, record)) if record.game.ending().is_some() => finish(date, &record)?,
            Some((id, _)) => {
                console::note("You have begun it before: it goes on.");
                return play::resume(Some(&id));
            }
            None => {
                if kept.value().day(date).is_some_and(Day::has_moves) {
                    console::refuse(
                        "You have begun it before, but that game cannot be read any more: it begins anew.",
                    );
                }
                return begin(&day, &mut kept);
            }
        }
        return Ok(());
    }
    let named = if date == Date::today() { String::new() } else { format!(" {date}") };
    console::note(&format!(
        "You have played it. `duel daily{named} --again` plays it once more, for practice."
    ));
    say_result(&day, kept.value())
}

/// Plays a day that was not played before.
fn begin(day: &Daily, kept: &mut Kept<DailyProgress>) -> Result<(), Stop> {
    say_terms();
    kept.change(|progress| progress.begin(day.date, &day.start.to_string()));
    play::with_menu(|keyboard| {
        let options = options(day, false)?;
        let finished = play::play_once(keyboard, &options, Some(watch(day.date)))?;
        finish(day.date, finished.session.record())?;
        play_after(keyboard, day, &finished)
    })
}

/// Plays a day without keeping anything of it.
fn practise(day: &Daily) -> Result<(), Stop> {
    say_terms();
    play::with_menu(|keyboard| {
        let finished = play_for_practice(keyboard, day)?;
        play_after(keyboard, day, &finished)
    })
}

/// Plays a day once, and says what came of it.
fn play_for_practice(keyboard: &mut Keyboard, day: &Daily) -> Result<Finished, Stop> {
    let finished = play::play_once(keyboard, &options(day, true)?, None)?;
    share(&score(day, &finished))?;
    Ok(finished)
}

/// Asks what comes after a day; playing it again is practice.
fn play_after(keyboard: &mut Keyboard, day: &Daily, finished: &Finished) -> Result<Leave, Stop> {
    let mut next = after_game::ask(keyboard, finished)?;
    loop {
        match next {
            Next::Menu => return Ok(Leave::Menu),
            Next::Quit => return Ok(Leave::Program),
            Next::Again => {
                let finished = play_for_practice(keyboard, day)?;
                next = after_game::ask(keyboard, &finished)?;
            }
        }
    }
}

fn say_terms() {
    console::note("You begin, and you can win. The computer makes no mistakes.");
}

fn options(day: &Daily, no_save: bool) -> Result<PlayOptions, Stop> {
    Ok(PlayOptions {
        game: Some(day.start.to_string()),
        p2: Some(OPPONENT.to_owned()),
        seed: Some(day.seed.to_string()),
        no_save,
        ..cli::play_defaults()?
    })
}

/// The kept game of a day.
fn kept_game(day: &Daily) -> Option<(String, Record)> {
    daily_record::kept_game(&Store::of_user().ok()?, day)
}

/// The day that this game was begun for and that is not over, if there is one.
pub(crate) fn open_day(record: &Record) -> Option<Date> {
    let start = record.game.start().to_string();
    if !is_daily(record, &start) {
        return None;
    }
    let progress: Kept<DailyProgress> = Kept::load();
    progress.value().open_day(&start)
}

/// Keeps what each move does while a day is played: those that are taken back are not in the record.
pub(crate) fn watch(date: Date) -> Watch {
    let mut solver = Solver::default();
    Box::new(move |step: &Step| {
        let mark = daily_record::mark(step, &mut solver);
        Kept::<DailyProgress>::load().change(|progress| progress.try_move(date, mark));
    })
}

/// Keeps how a day ended, and says it.
pub(crate) fn finish(date: Date, record: &Record) -> Result<(), Stop> {
    let day = daily(date).map_err(Stop::usage)?;
    let Some(won) = daily_record::is_won(record) else { return Ok(()) };
    let marks = daily_record::marks(record, &mut Solver::default());
    let mut kept: Kept<DailyProgress> = Kept::load();
    kept.change(|progress| progress.finish(date, won, &marks, Date::today()));
    say_result(&day, kept.value())
}

/// The line to share, and what all days amount to.
fn say_result(day: &Daily, progress: &DailyProgress) -> Result<(), Stop> {
    let Some(score) = progress.score(day) else { return Ok(()) };
    let found = progress.statistics(Date::today());
    let days = |count: u64| counted(usize::try_from(count).unwrap_or(usize::MAX), "day");
    console::note(&format!(
        "Won {} of {}. In a row: {} (best {}).",
        found.won,
        counted(found.played, "day"),
        days(found.current),
        found.longest
    ));
    share(&score)
}

/// Prints the line to share, with the place where the day can be played: the page of the server that
/// the settings name, or else the command.
fn share(score: &Score) -> Result<(), Stop> {
    let config = Config::load().unwrap_or_default();
    let place = match config.value("public") {
        Some(public) => format!("{}/daily/{}", public.trim_end_matches('/'), score.date),
        None => format!("duel daily {}", score.date),
    };
    console::say(&format!("\n{score} · {place}\n"))
}

fn score(day: &Daily, finished: &Finished) -> Score {
    let mut solver = Solver::default();
    let mark = |step| daily_record::mark(step, &mut solver);
    Score {
        date: day.date,
        book: day.book.slug,
        won: finished.outcome == Outcome::Won(Seat::First),
        marks: finished.tried.iter().map(mark).collect(),
        taken_back: finished.tried.len().saturating_sub(finished.made),
    }
}
