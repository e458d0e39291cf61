//! `duel replay` and `duel export`: a kept game shown again.

use duel_books::{Reader, Stuck};
use duel_core::{Played, Record};
use duel_play::{Event, Recovery, Session, Store, journal};

use super::CUT_OFF;
use crate::{cli::Format, console, stop::Stop};

/// Reads a kept game, by its name or its file; without one, the last game.
pub(crate) fn load(game: Option<&str>) -> Result<Record, Stop> {
    let path = Store::of_user()
        .and_then(|store| store.find(game.unwrap_or("last")))
        .map_err(Stop::failed)?;
    let (record, recovery) = journal::recover(&path).map_err(Stop::failed)?;
    if recovery == Recovery::DroppedLastLine {
        console::note(CUT_OFF);
    }
    Ok(record)
}

/// `duel export`.
pub(crate) fn export(game: Option<&str>, format: Format) -> Result<(), Stop> {
    let record = load(game)?;
    match format {
        Format::Text => console::say_exactly(&record.to_text()),
        Format::Json => console::say_exactly(&format!("{}\n", record.to_json())),
    }
}

/// `duel replay`: the texts of the prompt again, which address a person and name a program.
pub(crate) fn replay(game: Option<&str>) -> Result<(), Stop> {
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
