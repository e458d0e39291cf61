//! Kept games: listed here, shown again in `show`, and changed in `manage`.

mod filter;
mod manage;
mod notes;
mod show;

use std::ops::RangeInclusive;

use duel_core::{Ending, Outcome, Position, Record, shortened};
use duel_play::{JournalError, Recovery, Store, StoredGame, store::short_id};
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

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
        /// The same on a terminal.
        #[serde(skip)]
        brief_state: String,
        /// The result for the user.
        #[serde(skip)]
        result: Option<GameResult>,
    },
    /// The file cannot be read.
    Unreadable { error: String },
}

/// How wide the column of starts is for programs, at least.
const START: usize = 20;

/// How wide the column of starts is on a terminal: as the rest of the lines allows.
const STARTS: RangeInclusive<usize> = 12..=40;

/// How wide the columns before the starts are on a terminal.
const BEFORE_STARTS: usize = 16;

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
    for line in lines(games, console::columns()) {
        console::say(&line)?;
    }
    Ok(())
}

/// The games on lines of their own. On a terminal of so many columns they fit it where names allow
/// that; elsewhere nothing is left out.
fn lines(games: &[GameForm], columns: Option<usize>) -> Vec<String> {
    let longest = |length: &dyn Fn(&GameForm) -> usize| games.iter().map(length).max().unwrap_or(0);
    let starts = longest(&|game| game.start(columns).chars().count());
    let width = match columns {
        None => starts.max(START),
        Some(columns) => {
            let rest = longest(&|game| game.outcome(Some(columns)).width());
            let left = columns.saturating_sub(BEFORE_STARTS + "  ".len() + rest);
            starts.min(left).clamp(*STARTS.start(), *STARTS.end())
        }
    };
    games.iter().map(|game| game.lines(columns, width)).collect()
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

    /// Where it began, as people say it on a terminal.
    fn start(&self, columns: Option<usize>) -> &str {
        match &self.content {
            Content::Game { start_in_words, .. } if columns.is_some() => start_in_words,
            Content::Game { start, .. } => start,
            Content::Unreadable { .. } => "",
        }
    }

    /// Who played, and what came of it.
    fn outcome(&self, columns: Option<usize>) -> String {
        let Content::Game { first, second, .. } = &self.content else { return String::new() };
        format!("{first} - {second}: {}", self.state(columns))
    }

    fn state(&self, columns: Option<usize>) -> &str {
        match &self.content {
            Content::Game { brief_state, .. } if columns.is_some() => brief_state,
            Content::Game { state, .. } => state,
            Content::Unreadable { .. } => "",
        }
    }

    /// The game on a line, with so many columns for its start.
    fn lines(&self, columns: Option<usize>, width: usize) -> String {
        let short = &self.short;
        let line = match &self.content {
            Content::Game { date, first, second, result, .. } => {
                let state = self.state(columns);
                let state = match result {
                    Some(GameResult::Won) => console::painted(state, Tone::Good),
                    Some(GameResult::Lost) => console::painted(state, Tone::Bad),
                    _ => state.to_owned(),
                };
                let day = date.as_deref().and_then(|date| date.get(..10)).unwrap_or("");
                let start = self.start(columns);
                let (head, start) = match columns {
                    Some(_) => (format!("{short:<3} {day:<10}"), shortened_start(start, width)),
                    None => (format!("{short:<4} {day:<10}"), start.to_owned()),
                };
                format!("{head}  {start:<width$}  {first} - {second}: {state}\n")
            }
            Content::Unreadable { error } => format!("{short:<4} {error}\n"),
        };
        let note = self.note.as_ref().map(|note| format!("                 {note}\n"));
        format!("{line}{}", note.unwrap_or_default())
    }
}

impl Content {
    fn of(record: Result<(Record, Recovery), JournalError>, viewpoint: &Viewpoint) -> Content {
        let record = match record {
            Err(error) => return Content::Unreadable { error: error.to_string() },
            Ok((record, _)) => record,
        };
        let result = viewpoint.seat(&record).and_then(|own| result_for(&record, own));
        Content::Game {
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
            brief_state: brief_state(&record, result),
            result,
            date: record.date,
            first: record.names.first,
            second: record.names.second,
        }
    }
}

/// `fair digits 22,25,31,34`: without the house rules where they are those of the fair variant, or
/// where as many numbers as it has make all the difference.
fn start_in_words(start: &Position) -> String {
    let (book, text) = (duel_books::of(start.rules()), start.to_string());
    let is_fair = |state: &str| {
        let count = state.split(',').count();
        let is_told_by_count = book.fair.count > 1 && count == book.fair.count;
        *start.rules() == book.fair_rules() && (!book.fair.house.is_empty() || is_told_by_count)
    };
    match text.split_once(':') {
        Some((_, state)) if is_fair(state) => {
            format!("fair {} {}", book.slug, state.trim_end_matches(':'))
        }
        _ => text,
    }
}

/// A start in at most so many characters; the rules are cut before the numbers are.
fn shortened_start(start: &str, most: usize) -> String {
    match start.split_once(':') {
        Some((rules, state)) if start.chars().count() > most && state.len() + 8 <= most => {
            format!("{}:{state}", shortened(rules, most - state.len() - 1))
        }
        _ => shortened(start, most),
    }
}

/// How it stands in few words: `won in 12` for the user, `Ann won in 12` in a game of others.
fn brief_state(record: &Record, result: Option<GameResult>) -> String {
    let moves = record.game.played().len();
    match (record.game.ending().map(Ending::outcome), result) {
        (None, _) => "unfinished".to_owned(),
        (_, Some(GameResult::Won)) => format!("won in {moves}"),
        (_, Some(GameResult::Lost)) => format!("lost in {moves}"),
        (Some(Outcome::Won(seat)), _) => format!("{} won in {moves}", record.names[seat]),
        (Some(Outcome::Nobody), _) => format!("no winner in {moves}"),
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

#[cfg(test)]
mod tests {
    use duel_core::Seats;
    use duel_play::Session;

    use super::*;

    #[test]
    fn games_against_bots_fit_a_usual_terminal() {
        let rows = [
            ("s7z", "divide:333,408,714", "fair divide 333,408,714"),
            ("k2c", "subtract+no-echo:81", "fair subtract 81"),
            ("aab", "divide:60", "divide:60"),
            ("aac", "digits+no-leading-zero+cap-second=18:22,25,31,34:", "fair digits 22,25,31,34"),
        ];
        let forms: Vec<GameForm> = rows
            .iter()
            .map(|(short, start, _)| {
                let start = duel_books::position(start).unwrap();
                let mut record =
                    Session::between(["Player 1", "Bot (perfect)"], start).record().clone();
                record.names =
                    Seats { first: "Player 1".to_owned(), second: "Bot (perfect)".to_owned() };
                record.kinds.second = Some("bot:perfect".to_owned());
                record.date = Some("2026-11-19T12:00:00Z".to_owned());
                GameForm {
                    id: (*short).to_owned(),
                    short: (*short).to_owned(),
                    note: None,
                    content: Content::of(Ok((record, Recovery::Whole)), &Viewpoint::User(None)),
                }
            })
            .collect();
        for ((_, _, start), line) in rows.iter().zip(lines(&forms, Some(80))) {
            assert!(line.trim_end().width() <= 80, "{line}");
            assert!(line.contains(start), "{line}");
        }
        assert!(lines(&forms, None)[0].contains("divide:333,408,714"));
    }
}
