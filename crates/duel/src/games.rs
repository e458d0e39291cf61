//! `duel games`, `duel replay` and `duel export`: kept games, listed and shown.

use duel_books::{Reader, Stuck};
use duel_core::{Ending, Outcome, Played, Record, shortened};
use duel_play::{Event, Recovery, Session, Store, StoredGame, journal};
use serde::Serialize;

use crate::{cli::Format, console, stop::Stop};

#[derive(Serialize)]
struct GameForm {
    id: String,
    #[serde(flatten)]
    content: Content,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Content {
    Game {
        #[serde(skip_serializing_if = "Option::is_none")]
        date: Option<String>,
        first: String,
        second: String,
        start: String,
        position: String,
        moves: usize,
        /// Whether it is over.
        finished: bool,
        /// The seat that won, if one did.
        #[serde(skip_serializing_if = "Option::is_none")]
        winner: Option<u8>,
        #[serde(skip)]
        state: String,
    },
    /// The file cannot be read.
    Unreadable { error: String },
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
        return console::say_json(&games);
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
        let content = match game.record {
            Err(error) => Content::Unreadable { error: error.to_string() },
            Ok((record, _)) => Content::Game {
                start: record.game.start().to_string(),
                position: record.game.position().to_string(),
                moves: record.game.played().len(),
                finished: record.game.ending().is_some(),
                winner: match record.game.ending().map(Ending::outcome) {
                    Some(Outcome::Won(seat)) => Some(seat.number()),
                    _ => None,
                },
                state: state(&record),
                date: record.date,
                first: record.names.first,
                second: record.names.second,
            },
        };
        GameForm { id: game.id, content }
    }

    fn line(&self) -> String {
        match &self.content {
            Content::Game { start, first, second, state, .. } => {
                let start = shortened(start, 28);
                format!("{}  {start:<28}  {first} - {second}: {state}\n", self.id)
            }
            Content::Unreadable { error } => format!("{}  {error}\n", self.id),
        }
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
