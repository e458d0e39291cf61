//! `duel train`: the positions in which you threw a win away, until you find the winning move.

use std::{
    cell::Cell,
    path::{Path, PathBuf},
};

use duel_core::Record;
use duel_play::{Date, HintStep, Store, hint, journal};
use duel_solver::{Limits, Solver};
use duel_teach::{
    Training,
    moves::NODES,
    training::{Card, GameKey, TIMES, entries, mistakes},
};
use duel_tui::training_worker::came_of;
use serde::Serialize;

use crate::{
    busy::Busy,
    cli::TrainOptions,
    console,
    exercise::{self, HintWarning, Typed, counted},
    kept::Kept,
    keyboard::Keyboard,
    stop::Stop,
};

/// How many games are looked at in one run; the others come next time.
const GAMES: usize = 200;

/// What `--json` prints about a card.
#[derive(Serialize)]
struct CardForm {
    position: String,
    played: Vec<String>,
    games: Vec<String>,
    found: u32,
    learnt: bool,
    due: Option<String>,
    is_due: bool,
}

/// `duel train`.
pub(crate) fn run(options: &TrainOptions) -> Result<(), Stop> {
    let today = Date::today();
    let mut kept: Kept<Training> = Kept::load();
    let all_read = look_at_games(&options.files, &mut kept, today)?;
    if options.json {
        let forms: Vec<CardForm> =
            kept.value().cards.iter().map(|card| CardForm::of(card, today)).collect();
        console::say_json(&forms)?;
    } else if options.list {
        list(kept.value(), today)?;
    } else {
        train(&mut kept, today)?;
    }
    if all_read { Ok(()) } else { Err(Stop::Reported) }
}

/// Looks at the kept games and these files for mistakes, as far as that was not done before. Whether
/// all files that were named could be read.
fn look_at_games(files: &[PathBuf], kept: &mut Kept<Training>, today: Date) -> Result<bool, Stop> {
    let mut games: Vec<(String, Record)> = Vec::new();
    let store = Store::of_user().and_then(|store| store.games()).map_err(Stop::failed)?;
    for game in store {
        match game.record {
            // What was thrown away in a game that still goes on would be a hint.
            Ok((record, _)) if record.game.ending().is_none() => {}
            Ok((record, _)) => games.push((game.id, record)),
            Err(error) => console::note(&format!("{}: {error}. It is left out.", game.id)),
        }
    }
    let mut all_read = true;
    for file in files {
        match journal::recover(file) {
            Ok((record, _)) => games.push((name_of(file), record)),
            Err(error) => {
                all_read = false;
                console::error(&error.to_string());
            }
        }
    }
    let is_new = |(_, record): &(String, Record)| {
        entries(record) > kept.value().looked_at(GameKey::of(record))
    };
    games.retain(is_new);
    let later = games.len().saturating_sub(GAMES);
    games.truncate(GAMES);
    if games.is_empty() {
        return Ok(all_read);
    }
    if games.len() > 1 {
        console::note(&format!("Looking at {}.", counted(games.len(), "game")));
    }
    let busy = Busy::new("Looking", "games");
    let found: Vec<_> = games
        .into_iter()
        .zip(1..)
        .map(|((name, record), number)| {
            busy.set(number);
            let key = GameKey::of(&record);
            let found = mistakes(&record, kept.value().looked_at(key));
            (key, name, entries(&record), found)
        })
        .collect();
    drop(busy);
    kept.change(|training| {
        for (key, name, moves, found) in &found {
            training.learn_from(*key, name, *moves, found, today);
        }
    });
    if later > 0 {
        console::note(&format!("{} are left for the next time.", counted(later, "game")));
    }
    Ok(all_read)
}

/// The name of a file without its folder.
fn name_of(file: &Path) -> String {
    let name = file.file_name().unwrap_or(file.as_os_str());
    duel_core::shown(&name.to_string_lossy())
}

impl CardForm {
    fn of(card: &Card, today: Date) -> CardForm {
        CardForm {
            position: card.position.to_string(),
            played: card.played.clone(),
            games: card.games.clone(),
            found: card.found,
            learnt: card.is_learnt(),
            due: (!card.is_learnt()).then(|| card.due.to_string()),
            is_due: card.is_due(today),
        }
    }
}

fn list(training: &Training, today: Date) -> Result<(), Stop> {
    for card in &training.cards {
        let state = if card.is_learnt() {
            "learnt".to_owned()
        } else if card.is_due(today) {
            format!("due now, found {} of {TIMES} times", card.found)
        } else {
            format!("due on {}, found {} of {TIMES} times", card.due, card.found)
        };
        console::say_abbreviated(&format!(
            "{}  played {}: {state}\n",
            card.position,
            card.played.join(", ")
        ))?;
    }
    console::say(&format!("{}\n", summary(training, today)))
}

/// How much there is, and when it goes on.
fn summary(training: &Training, today: Date) -> String {
    let open = training.count_open();
    let learnt = training.cards.len() - open;
    let due = training.due(today).len();
    match training.next_due() {
        None if training.cards.is_empty() => {
            "There is nothing to train: no kept game has a win that you threw away. Play some \
             games, or name record files: duel train FILE"
                .to_owned()
        }
        None => format!("All is learnt: {}.", counted(learnt, "position")),
        Some(_) if due > 0 => {
            let verb = if due == 1 { "is" } else { "are" };
            format!("{} of {open} {verb} due, {learnt} learnt.", counted(due, "position"))
        }
        Some(next) => format!(
            "Nothing is due today. {} in training, the next on {next}; {learnt} learnt.",
            counted(open, "position")
        ),
    }
}

fn train(kept: &mut Kept<Training>, today: Date) -> Result<(), Stop> {
    let due: Vec<Card> = kept
        .value()
        .due(today)
        .into_iter()
        .map(|place| kept.value().cards[place].clone())
        .collect();
    if due.is_empty() {
        return console::say(&format!("{}\n", summary(kept.value(), today)));
    }
    console::note("Type help at any time.");
    console::say(&format!("{}\n\n", summary(kept.value(), today)))?;
    let mut keyboard = Keyboard::new();
    let mut solver = Solver::default();
    let mut told = None;
    let count = due.len();
    for (place, card) in due.into_iter().enumerate() {
        if place > 0 {
            exercise::ask_to_go_on(&mut keyboard, "Enter for the next position, or quit: ")?;
            console::say("\n")?;
        }
        console::note(&format!(
            "Position {} of {count}, from {}.",
            place + 1,
            card.games.join(", ")
        ));
        exercise::show(&card.position, &mut told)?;
        console::say("Here you threw a win away. Find a move that wins.\n")?;
        answer(&card, &mut keyboard, kept, &mut solver, today)?;
    }
    if !kept.is_kept() {
        return Ok(());
    }
    console::say(&format!("\n{}\n", summary(kept.value(), today)))
}

/// Asks until a winning move is found or the person wants to see it. The first answer counts.
fn answer(
    card: &Card,
    keyboard: &mut Keyboard,
    kept: &mut Kept<Training>,
    solver: &mut Solver,
    today: Date,
) -> Result<(), Stop> {
    let counted = Cell::new(false);
    let mut step = HintStep::Nudge;
    let mut warning = HintWarning::new("starts this position over: it comes back tomorrow");
    let mut count = |right: bool| -> Result<(), Stop> {
        if counted.replace(true) {
            return Ok(());
        }
        let after = kept.change(|training| {
            let card = training.cards.iter_mut().find(|known| known.position == card.position)?;
            *card = card.after(right, today);
            Some(card.clone())
        });
        // What is not kept does not come back on a day.
        let Some(after) = after.filter(|_| kept.is_kept()) else { return Ok(()) };
        console::say(&format!("{}\n", came_of(card, &after, right)))
    };
    let prompt = exercise::move_prompt(&card.position);
    loop {
        match exercise::ask(keyboard, &prompt, &card.position)? {
            Typed::Empty => console::refuse("Type a move, or skip, or help."),
            Typed::Hint if !counted.get() && warning.is_due() => {}
            Typed::Hint => {
                let hint = hint(&card.position, solver, Limits::nodes(NODES));
                console::say_abbreviated(&format!("{}\n", hint.words(step)))?;
                step = step.next();
                count(false)?;
            }
            Typed::Skip => {
                console::say_abbreviated(&format!("{}\n", card.solution(solver)))?;
                return count(false);
            }
            Typed::Answer(line) => match card.judge(&line, solver) {
                Err(error) => exercise::refuse(&card.position, &error),
                Ok(reply) if reply.right => {
                    console::say_abbreviated(&format!("Right. {}\n", reply.words))?;
                    return count(true);
                }
                Ok(reply) => {
                    console::say_abbreviated(&format!("Wrong. {}\n", reply.words))?;
                    count(false)?;
                    console::note("Try again, or skip to see the answer.");
                }
            },
        }
    }
}
