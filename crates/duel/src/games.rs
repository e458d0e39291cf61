//! `duel games`, `duel replay` and `duel export`: kept games, listed and shown.

use duel_books::{Reader, Stuck};
use duel_core::{Ending, Outcome, Played, Record};
use duel_play::{Event, Recovery, Session, Store, StoredGame, journal};
use serde::Serialize;

use crate::{cli::Format, console, pages::to_json, stop::Stop};

#[derive(Serialize)]
struct GameForm {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<usize>,
    /// Whether it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    finished: Option<bool>,
    /// The seat that won, if one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<u8>,
    #[serde(skip)]
    state: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The remark on a record whose last line is incomplete.
const CUT_OFF: &str = "The last line of the record had been cut off and is left out.";

/// `duel games`.
pub(crate) fn list(json: bool) -> Result<(), Stop> {
    let store = Store::of_user().map_err(Stop::failed)?;
    let games = store.games().map_err(Stop::failed)?;
    for game in &games {
        if let Ok((_, Recovery::DroppedLastLine)) = game.record {
            console::note(&format!("{}: {CUT_OFF}", game.id));
        }
    }
    let games: Vec<GameForm> = games.into_iter().map(GameForm::of).collect();
    if json {
        return console::say(&format!("{}\n", to_json(&games)?));
    }
    if games.is_empty() {
        console::note("No games are kept yet; `duel play BOOK` begins one.");
    }
    for game in games {
        console::say(&game.line())?;
    }
    Ok(())
}

impl GameForm {
    fn of(game: StoredGame) -> GameForm {
        let id = game.id;
        match game.record {
            Err(error) => GameForm {
                id,
                date: None,
                first: None,
                second: None,
                start: None,
                position: None,
                moves: None,
                finished: None,
                winner: None,
                state: String::new(),
                error: Some(error.to_string()),
            },
            Ok((record, _)) => GameForm {
                id,
                start: Some(record.game.start().to_string()),
                position: Some(record.game.position().to_string()),
                moves: Some(record.game.played().len()),
                finished: Some(record.game.ending().is_some()),
                winner: match record.game.ending().map(Ending::outcome) {
                    Some(Outcome::Won(seat)) => Some(seat.number()),
                    _ => None,
                },
                state: state(&record),
                date: record.date,
                first: Some(record.names.first),
                second: Some(record.names.second),
                error: None,
            },
        }
    }

    fn line(&self) -> String {
        match (&self.start, &self.first, &self.second, &self.error) {
            (Some(start), Some(first), Some(second), _) => {
                let start = shortened(start);
                format!("{}  {start:<28}  {first} - {second}: {}\n", self.id, self.state)
            }
            (.., error) => format!("{}  {}\n", self.id, error.clone().unwrap_or_default()),
        }
    }
}

/// A text of at most 28 characters.
fn shortened(text: &str) -> String {
    if text.chars().count() <= 28 {
        text.to_owned()
    } else {
        format!("{}...", text.chars().take(25).collect::<String>())
    }
}

fn state(record: &Record) -> String {
    let moves = match record.game.played().len() {
        1 => "1 move".to_owned(),
        moves => format!("{moves} moves"),
    };
    match record.game.ending().map(Ending::outcome) {
        None => format!("unfinished, {moves}"),
        Some(Outcome::Won(seat)) => format!("{} won, {moves}", record.names[seat]),
        Some(Outcome::Nobody) => format!("no winner, {moves}"),
    }
}

/// Reads a kept game, by its name or its file.
pub(crate) fn load(game: &str) -> Result<Record, Stop> {
    let path = Store::of_user().and_then(|store| store.find(game)).map_err(Stop::failed)?;
    let (record, recovery) = journal::recover(&path).map_err(Stop::failed)?;
    if recovery == Recovery::DroppedLastLine {
        console::note(CUT_OFF);
    }
    Ok(record)
}

/// `duel export`.
pub(crate) fn export(game: &str, format: Format) -> Result<(), Stop> {
    let record = load(game)?;
    match format {
        Format::Text => console::say(&record.to_text()),
        Format::Json => console::say(&format!("{}\n", record.to_json())),
    }
}

/// `duel replay`: the texts of the prompt again, which address a person and name a program.
pub(crate) fn replay(game: &str) -> Result<(), Stop> {
    let record = load(game)?;
    let mut session = Session::at_start_of(&record);
    let voice = session.book().voice;
    console::say(&session.opening())?;
    for Played { made, took } in record.game.played() {
        let (view, mover) = (session.view(), session.position().turn());
        let typed = session.position().write_move(made);
        console::say(&format!("{}{}{typed}\n", (voice.turn)(&view), (voice.prompt)(&view)))?;
        let reader = if session.is_program(mover) { Reader::Anyone } else { Reader::Mover };
        let event = Event::Moved { made: made.clone(), took: *took };
        for announcement in session.apply(&event).map_err(Stop::failed)? {
            console::say(&session.say(&announcement, reader))?;
        }
    }
    if let (Some(ending), false) = (record.game.ending(), session.is_over()) {
        session.apply(&Event::Ended(ending.clone())).map_err(Stop::failed)?;
    }
    let Some(closing) = session.closing() else {
        console::note(&format!("Unfinished: {} is to move.", session.view().mover()));
        return Ok(());
    };
    if let Some(stuck) = &closing.stuck {
        console::say(stuck)?;
        if session.book().stuck == Stuck::Declared {
            let prompt = (voice.prompt)(&session.view());
            console::say(&format!("{prompt}I have no valid moves.\n"))?;
        }
    }
    console::say(&closing.result)
}
