//! `duel games delete`, `prune`, `import` and `note`.

use std::path::PathBuf;

use duel_play::{Date, Imported, Store, StoredGame, atomic_file, journal, store::short_id};

use super::{
    GameForm, Viewpoint,
    notes::{self, Notes},
    say_games,
};
use crate::{console, interrupt, keyboard::Keyboard, prompt, stop::Stop};

/// Deletes games; none of them, if one of the names is wrong. At a terminal a name that is only a
/// part of one is asked about: it may be a typing error.
pub(crate) fn delete(store: &Store, names: &[String], yes: bool) -> Result<(), Stop> {
    let all = store.ids().map_err(Stop::failed)?;
    let (mut ids, mut is_doubtful) = (Vec::new(), false);
    for name in names {
        let id = store.find_kept(name).map_err(Stop::failed)?;
        is_doubtful |= *name != id && name != short_id(&id, &all) && name != "last";
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    let mut games = store.games().map_err(Stop::failed)?;
    games.retain(|game| ids.contains(&game.id));
    say_games(&forms(games, &all))?;
    if is_doubtful && !yes && console::is_interactive() && !agreed(ids.len())? {
        console::note("Nothing was deleted.");
        return Ok(());
    }
    remove(store, &ids)
}

/// Games as they are listed.
fn forms(games: Vec<StoredGame>, ids: &[String]) -> Vec<GameForm> {
    let (notes, viewpoint) = (Notes::load(), Viewpoint::of_user());
    games.into_iter().map(|game| GameForm::of(game, ids, &notes, &viewpoint)).collect()
}

/// Deletes what is not worth keeping, once it was shown and agreed to.
pub(crate) fn prune(store: &Store, before: Option<Date>, yes: bool) -> Result<(), Stop> {
    atomic_file::clean(store.folder());
    let games = store.games().map_err(Stop::failed)?;
    let before = before.map(|day| day.to_string());
    let useless: Vec<StoredGame> = games
        .into_iter()
        .filter(|game| {
            // What cannot be read may be of a newer program.
            let Ok((record, _)) = &game.record else { return false };
            let is_old = before
                .as_ref()
                .is_some_and(|day| record.date.as_ref().is_some_and(|date| date < day));
            is_old || (record.game.played().is_empty() && record.of_match.is_none())
        })
        .collect();
    if useless.is_empty() {
        console::note("There is nothing to delete.");
        return Ok(());
    }
    let ids = store.ids().map_err(Stop::failed)?;
    let useless_ids: Vec<String> = useless.iter().map(|game| game.id.clone()).collect();
    say_games(&forms(useless, &ids))?;
    if !yes && !agreed(useless_ids.len())? {
        console::note("Nothing was deleted.");
        return Ok(());
    }
    remove(store, &useless_ids)
}

fn agreed(count: usize) -> Result<bool, Stop> {
    if !console::is_interactive() {
        console::note("These would be deleted; --yes does it.");
        return Ok(false);
    }
    interrupt::watch()?;
    let mut keyboard = Keyboard::new();
    let these = if count == 1 { "this game".to_owned() } else { format!("these {count} games") };
    loop {
        let line = keyboard.ask_line(&format!("Delete {these}? (yes/no) "), Stop::Left)?;
        if let Some(answer) = prompt::yes_or_no(&line) {
            return Ok(answer);
        }
    }
}

fn remove(store: &Store, ids: &[String]) -> Result<(), Stop> {
    let mut notes = Notes::load();
    let mut had_notes = false;
    let mut removed = 0;
    let mut failed = None;
    for id in ids {
        match store.delete(id) {
            Ok(()) => {
                had_notes |= notes.set(id, None);
                removed += 1;
            }
            Err(error) => {
                failed = Some(Stop::failed(error));
                break;
            }
        }
    }
    if had_notes {
        notes.save().map_err(Stop::failed)?;
    }
    console::note(&match removed {
        1 => "1 game was deleted.".to_owned(),
        removed => format!("{removed} games were deleted."),
    });
    failed.map_or(Ok(()), Err)
}

/// Keeps games from elsewhere. Every file is read before the first game is kept.
pub(crate) fn import(store: &Store, files: &[PathBuf]) -> Result<(), Stop> {
    let mut records = Vec::new();
    for file in files {
        let record = journal::read(file).map_err(Stop::failed)?;
        if record.game.played().is_empty() {
            let file = file.display();
            return Err(Stop::failed(format!("{file}: no move was made in this game")));
        }
        records.push((file, record));
    }
    for (file, record) in records {
        let file = file.display();
        let imported = store.import(&record).map_err(Stop::failed)?;
        let ids = store.ids().map_err(Stop::failed)?;
        console::say(&match imported {
            Imported::As(id) => format!("{}  {file}\n", short_id(&id, &ids)),
            Imported::KeptAlready(id) => {
                format!("{}  {file}: was kept already\n", short_id(&id, &ids))
            }
        })?;
    }
    Ok(())
}

/// Writes a note to a game, or takes it away.
pub(crate) fn note(store: &Store, game: &str, text: &str) -> Result<(), Stop> {
    let id = store.find_kept(game).map_err(Stop::failed)?;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() > notes::LONGEST {
        let most = notes::LONGEST;
        return Err(Stop::usage(format!("a note has at most {most} characters")));
    }
    let mut notes = Notes::load();
    if notes.set(&id, Some(text.as_str()).filter(|text| !text.is_empty())) {
        notes.save().map_err(Stop::failed)?;
    }
    Ok(())
}
