//! Kept games: listed here, shown again in `show`, and changed in `manage`.

mod filter;
mod manage;
mod notes;
mod show;

use duel_core::{Ending, Outcome, Position, Record, shortened};
use duel_play::{JournalError, Recovery, Store, StoredGame, store::short_id};
use serde::Serialize;

use self::notes::Notes;
pub(crate) use self::{
    filter::{Viewpoint, opponent, parse, result_for},
    show::{export, load, replay},
};
use crate::{
    cli::{GameFilter, GameResult, GamesAction, GamesOptions},
    console::{self, Tone},
    exercise::counted,
    stop::Stop,
};

#[derive(Serialize)]
struct GameForm {
    id: String,
    short: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(flatten)]
    content: Content,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Content {
    Game {
        #[serde(skip_serializing_if = "Option::is_none")]
        date: Option<String>,
        book: &'static str,
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
        /// The start as people read it.
        #[serde(skip)]
        start_in_words: String,
        #[serde(skip)]
        state: String,
        /// The result for the user.
        #[serde(skip)]
        result: Option<GameResult>,
    },
    /// The file cannot be read.
    Unreadable { error: String },
}

/// How wide the column of starts is at least.
const START: usize = 20;

/// The longest start that a line for people has.
const LONGEST_START: usize = 40;

/// The remark on a record whose last line is incomplete.
const CUT_OFF: &str = "The last line of the record had been cut off and is left out.";

/// `duel games`.
pub(crate) fn run(options: &GamesOptions) -> Result<(), Stop> {
    let store = Store::of_user().map_err(Stop::failed)?;
    match &options.action {
        None => list(&store, options),
        Some(GamesAction::Delete { games, yes }) => manage::delete(&store, games, *yes),
        Some(GamesAction::Prune { before, yes }) => manage::prune(&store, *before, *yes),
        Some(GamesAction::Import { files }) => manage::import(&store, files),
        Some(GamesAction::Note { game, text }) => manage::note(&store, game, &text.join(" ")),
    }
}

fn list(store: &Store, options: &GamesOptions) -> Result<(), Stop> {
    let ids = store.ids().map_err(Stop::failed)?;
    let viewpoint = Viewpoint::of_user();
    let is_wanted = parse(&options.filter)?;
    let mut games = store.games().map_err(Stop::failed)?;
    games.retain(|game| match &game.record {
        Ok((record, _)) => is_wanted(record, viewpoint.seat(record)),
        // What it is cannot be told, so no condition holds.
        Err(_) => options.filter.is_empty(),
    });
    if options.ids {
        let names: String =
            games.iter().map(|game| format!("{}\n", short_id(&game.id, &ids))).collect();
        return console::say(&names);
    }
    for game in &games {
        if let Ok((_, Recovery::DroppedLastLine)) = game.record {
            console::note(&format!("{}: {CUT_OFF}", game.id));
        }
    }
    let notes = Notes::load();
    let games: Vec<GameForm> =
        games.into_iter().map(|game| GameForm::of(game, &ids, &notes, &viewpoint)).collect();
    if options.json {
        return console::say_json(&games);
    }
    if games.is_empty() {
        console::note(if ids.is_empty() {
            "No games are kept yet; `duel play BOOK` begins one."
        } else {
            "No kept game is like that; `duel games` lists them all."
        });
    }
    say_games(&games)
}

/// Prints games, one below the other.
fn say_games(games: &[GameForm]) -> Result<(), Stop> {
    let width = games.iter().map(|game| game.start().chars().count()).max().unwrap_or(0);
    for game in games {
        console::say(&game.lines(width.max(START)))?;
    }
    Ok(())
}

impl GameFilter {
    /// Whether every game fits.
    fn is_empty(&self) -> bool {
        let GameFilter { book, opponent, result, unfinished, since } = self;
        book.is_none() && opponent.is_none() && result.is_none() && !unfinished && since.is_none()
    }
}

impl GameForm {
    fn of(game: StoredGame, ids: &[String], notes: &Notes, viewpoint: &Viewpoint) -> GameForm {
        GameForm {
            short: short_id(&game.id, ids).to_owned(),
            note: notes.of(&game.id).map(str::to_owned),
            content: Content::of(game.record, viewpoint),
            id: game.id,
        }
    }

    /// Where it began. Whole for programs; people see what fits a column.
    fn start(&self) -> String {
        match (&self.content, console::columns()) {
            (Content::Game { start_in_words, .. }, Some(_)) => {
                shortened(start_in_words, LONGEST_START)
            }
            (Content::Game { start, .. }, None) => start.clone(),
            (Content::Unreadable { .. }, _) => String::new(),
        }
    }

    /// The game on a line, with so many columns for its start where people read it.
    fn lines(&self, width: usize) -> String {
        let width = if console::columns().is_some() { width } else { START };
        let line = match &self.content {
            Content::Game { date, first, second, state, result, .. } => {
                let state = match result {
                    Some(GameResult::Won) => console::painted(state, Tone::Good),
                    Some(GameResult::Lost) => console::painted(state, Tone::Bad),
                    _ => state.clone(),
                };
                let day = date.as_deref().and_then(|date| date.get(..10)).unwrap_or("");
                let start = self.start();
                format!(
                    "{:<4} {day:<10}  {start:<width$}  {first} - {second}: {state}\n",
                    self.short
                )
            }
            Content::Unreadable { error } => format!("{:<4} {error}\n", self.short),
        };
        let note = self.note.as_ref().map(|note| format!("                 {note}\n"));
        format!("{line}{}", note.unwrap_or_default())
    }
}

impl Content {
    fn of(record: Result<(Record, Recovery), JournalError>, viewpoint: &Viewpoint) -> Content {
        match record {
            Err(error) => Content::Unreadable { error: error.to_string() },
            Ok((record, _)) => Content::Game {
                book: duel_books::of(record.game.start().rules()).slug,
                start: record.game.start().to_string(),
                position: record.game.position().to_string(),
                moves: record.game.played().len(),
                finished: record.game.ending().is_some(),
                winner: match record.game.ending().map(Ending::outcome) {
                    Some(Outcome::Won(seat)) => Some(seat.number()),
                    _ => None,
                },
                start_in_words: start_in_words(record.game.start()),
                state: state(&record),
                result: viewpoint.seat(&record).and_then(|own| result_for(&record, own)),
                date: record.date,
                first: record.names.first,
                second: record.names.second,
            },
        }
    }
}

/// `fair digits 22,25,31,34`: without the house rules where they are those of the fair variant.
fn start_in_words(start: &Position) -> String {
    let (book, text) = (duel_books::of(start.rules()), start.to_string());
    match text.split_once(':') {
        Some((_, state)) if *start.rules() == book.fair_rules() && !book.fair.house.is_empty() => {
            format!("fair {} {}", book.slug, state.trim_end_matches(':'))
        }
        _ => text,
    }
}

fn state(record: &Record) -> String {
    let moves = counted(record.game.played().len(), "move");
    match record.game.ending().map(Ending::outcome) {
        None => format!("unfinished, {moves}"),
        Some(Outcome::Won(seat)) => format!("{} won, {moves}", record.names[seat]),
        Some(Outcome::Nobody) => format!("no winner, {moves}"),
    }
}
