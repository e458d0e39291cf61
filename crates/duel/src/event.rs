//! `duel match`: an event between programs and opponents, from the command to the table.
//!
//! All errors in the command are reported before a folder is created or a program started.

use std::{collections::BTreeMap, fs, num::NonZero, path::Path, thread, time::Duration};

use duel_arena::{
    Entrant, Entry, Folder, Format, Pace, Plan, RunError, Runner, Sprt, Tally,
    plan::{PlanForm, distinct},
    programs::try_out,
    report::report,
    runner::Judging,
    starts,
    table::account,
};
use duel_core::{Clock, Position, Record};
use duel_play::{
    Dice, PlayerKind,
    atomic_file::{Readers, write_whole},
};
use duel_ugi::ChildBot;

use crate::{
    busy::Busy,
    cli::MatchOptions,
    console, interrupt,
    options::{number, usage},
    progress::Progress,
    solve::parse_time,
    stop::Stop,
};

/// The most games that are played at once.
const MOST_AT_ONCE: u64 = 256;

/// The default number of starts dealt for each book.
const DEALT: usize = 10;

pub(crate) fn run(options: &MatchOptions) -> Result<(), Stop> {
    interrupt::watch()?;
    let out = options.out.as_deref();
    let stored = out.map(Folder::stored).transpose().map_err(Stop::failed)?.flatten();
    let (mut plan, concurrency) = plan(options, stored.as_ref())?;
    if options.seed.is_none() {
        console::note(&format!("--seed {}", plan.seed));
    }
    let folder = out.map(Folder::take).transpose().map_err(Stop::failed)?;
    let mut programs = Vec::new();
    let (folder, kept) = match folder {
        Some((folder, Some(stored))) => {
            resume(&mut plan, &stored, options)?;
            let kept = folder.games(plan.games()).map_err(Stop::failed)?;
            (Some(folder), kept)
        }
        new => {
            programs = start_all(&mut plan)?;
            let folder = new.map(|(folder, _)| folder);
            if let Some(folder) = &folder {
                folder.begin(&plan.form()).map_err(Stop::failed)?;
            }
            (folder, BTreeMap::new())
        }
    };
    let mut runner = Runner::new(&plan, folder.as_ref());
    runner.concurrency = concurrency;
    runner.judging = if options.no_blunders { Judging::None } else { Judging::Exact };
    runner.check(&kept).map_err(Stop::failed)?;
    if programs.is_empty() && !runner.is_complete(&kept) {
        programs = try_out_all(&plan)?;
    }
    for (number, bot) in programs.into_iter().enumerate() {
        if let Some(bot) = bot {
            runner.add_program(number, bot);
        }
    }
    let tally = play(&plan, &runner, &kept, out)?;
    report_results(&plan, &tally, folder.as_ref(), options.json.as_deref())
}

/// Plays the remaining games, and shows the progress.
fn play(
    plan: &Plan,
    runner: &Runner<'_>,
    kept: &BTreeMap<usize, Record>,
    out: Option<&Path>,
) -> Result<Tally, Stop> {
    if !kept.is_empty() {
        console::note(&format!("{} of {} games were played before.", kept.len(), plan.games()));
    }
    interrupt::set_farewell(Some(match out {
        Some(_) => "Finished games are kept; the same command goes on with the others.".to_owned(),
        None => "Nothing is kept without --out.".to_owned(),
    }));
    let mut progress = Progress::new(plan);
    let finished = runner.run(kept, |report| progress.update(report)).map_err(|halt| match halt {
        RunError::Folder(error) => Stop::failed(error),
        RunError::Callback(stop) => stop,
    });
    interrupt::set_farewell(None);
    let finished = finished?;
    progress.finish()?;
    Ok(Tally::of(plan, &finished))
}

/// Writes the results, to standard output and files.
fn report_results(
    plan: &Plan,
    tally: &Tally,
    folder: Option<&Folder>,
    json: Option<&Path>,
) -> Result<(), Stop> {
    let (table, report) = (account(plan, tally, None), report(plan, tally));
    if let Some(folder) = folder {
        folder.write("results.json", &report).map_err(Stop::failed)?;
        folder.write("table.txt", &table).map_err(Stop::failed)?;
    }
    if let Some(path) = json {
        write_whole(path, &report, Readers::Usual)
            .map_err(|error| Stop::failed(format!("{}: {error}", path.display())))?;
    }
    console::say(&account(plan, tally, console::columns()))?;
    if let Some(folder) = folder {
        let path = folder.path().display();
        console::note(&format!("Games, results.json and table.txt are in {path}."));
    }
    Ok(())
}

/// The plan of the command, and how many games to play at once.
fn plan(options: &MatchOptions, stored: Option<&PlanForm>) -> Result<(Plan, usize), Stop> {
    let entrants = entrants(options)?;
    let format: Format = options.format.parse().map_err(|error| usage("--format", error))?;
    let pace = pace(options)?;
    let sprt = options.sprt.as_deref().map(str::parse::<Sprt>).transpose();
    let sprt = sprt.map_err(|error| usage("--sprt", error))?;
    if sprt.is_some() && entrants.len() != 2 {
        return Err(usage("--sprt", "a test is for a match of two entrants"));
    }
    let seed = match (&options.seed, stored) {
        (Some(text), _) => number("--seed", text, 0, u64::MAX)?,
        // The same command continues the same event, with its seed.
        (None, Some(stored)) => stored.seed.parse().unwrap_or_default(),
        (None, None) => Dice::fresh_seed(),
    };
    let timed = pace != Pace::Free
        || entrants.iter().any(|it| matches!(it.entry.player.kind, PlayerKind::Command(_)));
    let concurrency = match options.concurrency.as_deref() {
        Some(text) => number("--concurrency", text, 1, MOST_AT_ONCE)?,
        // Parallel games take processor time from each other.
        None if timed => 1,
        None => thread::available_parallelism().map_or(1, NonZero::get),
    };
    let starts = starts(options, seed)?;
    Ok((Plan { entrants, format, starts, seed, pace, sprt }, concurrency))
}

/// Who takes part, by the names that are known before any program was started.
fn entrants(options: &MatchOptions) -> Result<Vec<Entrant>, Stop> {
    let entries: Vec<Entry> = options
        .entrants
        .iter()
        .map(|typed| typed.parse::<Entry>().map_err(Stop::usage))
        .collect::<Result<_, _>>()?;
    if entries.len() < 2 {
        return Err(Stop::usage("an event needs two entrants or more"));
    }
    let own: Vec<String> = entries.iter().map(|it| it.player.shown("Bot")).collect();
    let names = distinct(&entries, &own).map_err(Stop::usage)?;
    let entrant = |(entry, name)| Entrant { name, entry, settings: Vec::new() };
    let mut entrants: Vec<Entrant> = entries.into_iter().zip(names).map(entrant).collect();
    for text in &options.options {
        let wanted = || usage("--option", "ENTRANT:NAME=VALUE is wanted, such as 1:Hash=64");
        let (place, setting) = text.split_once(':').ok_or_else(wanted)?;
        let (name, value) = setting.split_once('=').ok_or_else(wanted)?;
        let clean = |text: &str| !text.is_empty() && text.chars().all(duel_core::is_shown);
        if !clean(name) || !clean(value) {
            return Err(wanted());
        }
        let place: usize = number("--option", place, 1, entrants.len() as u64)?;
        let entrant = &mut entrants[place - 1];
        if matches!(entrant.entry.player.kind, PlayerKind::Bot(_)) {
            return Err(usage("--option", format!("{} has no options", entrant.name)));
        }
        entrant.settings.push((name.to_owned(), value.to_owned()));
    }
    Ok(entrants)
}

fn pace(options: &MatchOptions) -> Result<Pace, Stop> {
    if let Some(text) = options.clock.as_deref() {
        let clock: Clock = text.parse().map_err(|error| usage("--clock", error))?;
        return Ok(Pace::Clock(clock));
    }
    match options.movetime.as_deref() {
        None => Ok(Pace::Free),
        Some(text) => parse_time(text)
            .filter(|time| *time >= Duration::from_millis(1))
            .map(Pace::MoveTime)
            .ok_or_else(|| usage("--movetime", "a time such as 200ms, 2s or 1m is wanted")),
    }
}

/// Where the games start: from all sources that are named, in this order.
fn starts(options: &MatchOptions, seed: u64) -> Result<Vec<Position>, Stop> {
    let mut found = Vec::new();
    for path in &options.starts {
        let name = path.display();
        let text = fs::read_to_string(path)
            .map_err(|error| usage("--starts", format!("{name}: {error}")))?;
        let listed = starts::listed(&text);
        found.extend(listed.map_err(|error| usage("--starts", format!("{name}: {error}")))?);
    }
    for text in &options.range {
        found.extend(starts::range(text).map_err(|error| usage("--range", error))?);
    }
    let most = starts::MOST as u64;
    let count = match options.count.as_deref() {
        Some(text) => number("--count", text, 1, most)?,
        None => DEALT,
    };
    let busy = Busy::new("Dealing", "starts");
    let mut few = Vec::new();
    for text in &options.deal {
        let dealt = starts::dealt(text, count, seed).map_err(|error| usage("--deal", error))?;
        if dealt.len() < count {
            few.push(format!(
                "Only {} different starts of {text} were dealt, not {count}.",
                dealt.len()
            ));
        }
        found.extend(dealt);
        busy.set(found.len() as u64);
    }
    drop(busy);
    for few in &few {
        console::note(few);
    }
    if found.is_empty() {
        return Err(Stop::usage(
            "an event needs starts: --deal BOOK, --range BOOK:FROM..TO or --starts FILE",
        ));
    }
    if found.len() > starts::MOST {
        return Err(Stop::usage(starts::StartsError::TooMany));
    }
    Ok(found)
}

/// Takes over the names of a stored event, which must be the one of this command.
fn resume(plan: &mut Plan, stored: &PlanForm, options: &MatchOptions) -> Result<(), Stop> {
    let differences = stored.differences(&plan.form());
    if !differences.is_empty() {
        let folder = options.out.as_deref().unwrap_or(Path::new(".")).display();
        return Err(Stop::usage(format!(
            "{folder} holds another event; give its own command, or another folder:\n  {}",
            differences.join("\n  ")
        )));
    }
    for (entrant, stored) in plan.entrants.iter_mut().zip(&stored.entrants) {
        entrant.name.clone_from(&stored.name);
    }
    Ok(())
}

/// Starts every program once: one that cannot be started should not lose a whole event. Those
/// without a name get the one that they report.
fn start_all(plan: &mut Plan) -> Result<Vec<Option<ChildBot>>, Stop> {
    let programs = try_out_all(plan)?;
    let own = plan.entrants.iter().zip(&programs).map(|(entrant, bot)| match bot {
        Some(bot) => bot.name().to_owned(),
        None => entrant.entry.player.shown("Bot"),
    });
    let own: Vec<String> = own.collect();
    let entries: Vec<Entry> = plan.entrants.iter().map(|it| it.entry.clone()).collect();
    let names = distinct(&entries, &own).map_err(Stop::usage)?;
    for (entrant, name) in plan.entrants.iter_mut().zip(names) {
        entrant.name = name;
    }
    Ok(programs)
}

fn try_out_all(plan: &Plan) -> Result<Vec<Option<ChildBot>>, Stop> {
    let programs = plan.entrants.iter().map(try_out).collect::<Result<_, _>>();
    programs.map_err(|fault| Stop::failed(format!("the event does not begin: {fault}")))
}
