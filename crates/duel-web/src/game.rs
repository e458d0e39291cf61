//! One game at the server: a session, and what the server adds to it.
//!
//! [`Game::decide`] says what follows from a request and changes nothing; [`Game::apply`] takes in
//! what is stored. Both are pure, so a game that is read from the database is the game that was
//! played, and a request that lost a race is simply decided again. Tokens, repeated requests and the
//! numbers of events belong to the server; everything else is the [`Session`]'s.

mod repeats;
mod request;
mod stored;

use std::time::Duration;

use duel_books::{Book, Reader};
use duel_core::{Board, Clock, Conduct, MatchTags, Position, Record, Seat, Seats};
use duel_numbers::Budget;
use duel_play::{Announcement, Event, Level, Match, Scoreboard, Session};
use serde::Deserialize;
use thiserror::Error;

use self::repeats::Repeats;
pub use self::{
    request::{Decision, GameRequest, MOST_EVENTS, MOST_PLIES, MoveInput, Refused},
    stored::{Chair, Entry, EventRow, GameHead, Offer, VERSION},
};
use crate::secret::{Token, TokenHash};

/// How much factoring the server does for a list of moves.
pub const LISTING: Budget<'static> = Budget::steps(5_000_000);

/// The same for the sentence about a move, which is made while the game is locked.
const WORDS: Budget<'static> = Budget::steps(20_000);

/// Why a stored game cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// The head or an event cannot be read.
    #[error("event {0} cannot be read: {1}")]
    Unreadable(u64, String),
    /// It was written by a newer program.
    #[error("this game has version {0}, and this program knows version {VERSION}")]
    Version(u32),
    /// An event does not follow from those before.
    #[error("event {0} does not follow from those before")]
    DoesNotFollow(u64),
}

/// One line of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogLine<'a> {
    /// Which line, from 0.
    pub n: usize,
    /// The player that it is about.
    pub by: Option<Seat>,
    /// The words.
    pub text: &'a str,
}

/// A text of the log, split into lines only when it is read.
#[derive(Clone, Debug)]
struct LogEntry {
    /// The number of its first line, from 0.
    from: usize,
    by: Option<Seat>,
    words: String,
}

impl LogEntry {
    fn lines(&self) -> impl Iterator<Item = LogLine<'_>> {
        let line = |(place, text)| LogLine { n: self.from + place, by: self.by, text };
        lines_of(&self.words).enumerate().map(line)
    }
}

fn lines_of(words: &str) -> impl Iterator<Item = &str> {
    words.lines().map(str::trim).filter(|line| !line.is_empty())
}

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    id: String,
    head: GameHead,
    session: Session,
    seq: u64,
    hashes: Seats<Option<TokenHash>>,
    levels: Seats<Option<Level>>,
    rematch: Option<String>,
    repeats: Repeats,
    log: Vec<LogEntry>,
    /// The number of lines in `log`.
    line_count: usize,
    /// The number of the event with which the turn in progress began.
    turn_from: u64,
}

impl Game {
    /// A game without events.
    pub fn begin(id: &str, head: GameHead) -> Result<Game, ReplayError> {
        let unreadable = |what: String| ReplayError::Unreadable(0, what);
        if head.v != VERSION {
            return Err(ReplayError::Version(head.v));
        }
        let start = duel_books::position(&head.start).map_err(|e| unreadable(e.to_string()))?;
        let clock = head.clock.as_ref().map(|clock| clock.parse::<Clock>()).transpose();
        let clock = clock.map_err(|error| unreadable(error.to_string()))?;
        let mut hashes = Seats::default();
        let mut levels = Seats::default();
        let names = Seats::new(shown_name(&head, Seat::First), shown_name(&head, Seat::Second));
        let mut record = Record::new(names, start, Conduct { clock, ..Conduct::default() });
        for (seat, chair) in Seat::BOTH.into_iter().zip(&head.chairs) {
            hashes[seat] = chair.hash.as_deref().and_then(TokenHash::read);
            levels[seat] = chair.level.as_ref().and_then(|level| level.parse::<Level>().ok());
            record.kinds[seat] = levels[seat].map(|level: Level| format!("bot:{level}"));
        }
        record.date = Some(head.date.clone());
        record.seed = Some(head.seed);
        let tags = MatchTags {
            round: head.round,
            rounds: None,
            to: None,
            points: 1,
            score: Seats::new(head.score[0], head.score[1]),
            player_one: if head.round % 2 == 1 { Seat::First } else { Seat::Second },
            deal: head.dealt.then_some(head.seed),
            swap: false,
        };
        let mut of = Match::of_record(&record);
        of.scoreboard = Scoreboard::resumed(&record.names, &tags);
        record.of_match = (head.round > 1).then_some(tags);
        let is_vacant = |seat: Seat| hashes[seat].is_none() && levels[seat].is_none();
        let session = Session::resume(of, record)
            .with_vacant(Seats::new(is_vacant(Seat::First), is_vacant(Seat::Second)))
            .with_budget(|position| if is_quick(position) { LISTING } else { WORDS });
        let mut game = Game {
            id: id.to_owned(),
            head,
            session,
            seq: 0,
            hashes,
            levels,
            rematch: None,
            repeats: Repeats::default(),
            log: Vec::new(),
            line_count: 0,
            turn_from: 0,
        };
        game.say(None, game.session.opening());
        if game.is_over() {
            game.say_the_end();
        }
        Ok(game)
    }

    /// A game as it was stored.
    pub fn replay<'a>(
        id: &str,
        head: &str,
        events: impl IntoIterator<Item = &'a str>,
    ) -> Result<Game, ReplayError> {
        let unreadable = |error: serde_json::Error| ReplayError::Unreadable(0, error.to_string());
        let version: Version = serde_json::from_str(head).map_err(unreadable)?;
        if version.v > VERSION {
            return Err(ReplayError::Version(version.v));
        }
        let mut game = Game::begin(id, serde_json::from_str(head).map_err(unreadable)?)?;
        for event in events {
            game.apply_row(event)?;
        }
        Ok(game)
    }

    /// Takes in the next event as it was stored.
    pub fn apply_row(&mut self, row: &str) -> Result<(), ReplayError> {
        let seq = self.seq + 1;
        let row: EventRow = serde_json::from_str(row)
            .map_err(|error| ReplayError::Unreadable(seq, error.to_string()))?;
        let entry = row.entry(self.position()).ok_or(ReplayError::DoesNotFollow(seq))?;
        self.apply(&entry)
    }

    /// What is stored of an entry that was decided on this game.
    pub fn row(&self, entry: &Entry) -> String {
        EventRow::of(entry, self.position()).written()
    }

    /// Its name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What it began with.
    pub fn head(&self) -> &GameHead {
        &self.head
    }

    /// Its book.
    pub fn book(&self) -> &'static Book {
        self.session.book()
    }

    /// The number of the last event.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The game as a record.
    pub fn record(&self) -> &Record {
        self.session.record()
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.session.position()
    }

    /// How many moves have been made.
    pub fn ply(&self) -> u64 {
        self.session.game().played().len() as u64
    }

    /// How many moves had been made with the one that was kept as this event, if a repetition of
    /// it would be recognised and it was not taken back.
    pub fn ply_of(&self, seq: u64) -> Option<u64> {
        self.repeats.ply_of(seq)
    }

    /// The number of the event with which the turn in progress began.
    pub fn turn_from(&self) -> u64 {
        self.turn_from
    }

    /// How long the turn in progress had lasted at the last event.
    pub fn turn_spent(&self) -> Duration {
        self.session.turn_spent()
    }

    /// The number of lines in the log.
    pub fn line_count(&self) -> usize {
        self.line_count
    }

    /// The log from this line on.
    pub fn lines_from(&self, first: usize) -> impl Iterator<Item = LogLine<'_>> {
        let later = self.log.partition_point(|entry| entry.from <= first);
        let log = &self.log[later.saturating_sub(1)..];
        log.iter().flat_map(LogEntry::lines).skip_while(move |line| line.n < first)
    }

    /// The player whose offer of this is open.
    pub fn offered(&self, offer: Offer) -> Option<Seat> {
        self.session.offered(offer.into())
    }

    /// The next game of the same players.
    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }

    /// The level that plays in this seat, if the computer does.
    pub fn level(&self, seat: Seat) -> Option<Level> {
        self.levels[seat]
    }

    /// Whether a seat is taken.
    pub fn is_taken(&self, seat: Seat) -> bool {
        !self.session.is_vacant(seat)
    }

    /// Whether a player is still missing.
    pub fn is_waiting(&self) -> bool {
        self.session.is_waiting()
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.session.is_over()
    }

    /// Who is to move; `None` while a player is missing and after the end.
    pub fn turn(&self) -> Option<Seat> {
        self.session.turn()
    }

    /// Whether the computer plays in it.
    pub fn has_computer(&self) -> bool {
        self.session.has_program()
    }

    fn hashes_of_seats(&self) -> impl Iterator<Item = TokenHash> + '_ {
        Seat::BOTH.into_iter().filter_map(|seat| self.hashes[seat])
    }

    /// The seat in which this token may move.
    pub fn seat_of(&self, token: &Token) -> Option<Seat> {
        let shown = token.hash();
        Seat::BOTH.into_iter().find(|seat| self.hashes[*seat].is_some_and(|hash| hash.is(&shown)))
    }

    /// What a player has left for the turn or the game, the turn in progress not counted.
    pub fn allowance(&self, seat: Seat) -> Option<Duration> {
        self.session.game().allowance(seat)
    }

    /// Whether the game can go on for ever, so that the players may agree to stop.
    pub fn can_be_abandoned(&self) -> bool {
        matches!(self.position().board(), Board::Digits { .. })
    }

    /// The end in words.
    pub fn closing(&self) -> Option<String> {
        Some(self.session.closing()?.result.trim().to_owned())
    }

    /// Takes in what is stored. What does not follow from before is refused, and changes nothing.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), ReplayError> {
        let seq = self.seq + 1;
        let misfit = || ReplayError::DoesNotFollow(seq);
        let mover = self.position().turn();
        let joined = match &entry.event {
            Event::Joined { by, name } => {
                let token = entry.token.as_deref().and_then(TokenHash::read).ok_or_else(misfit)?;
                Some((*by, name.clone(), token))
            }
            _ => None,
        };
        let announced = self.session.apply(&entry.event).map_err(|_| misfit())?;
        if let Some((by, name, token)) = joined {
            self.hashes[by] = Some(token);
            self.head.chairs[usize::from(by.number()) - 1] =
                Chair { name, hash: Some(token.written()), level: None };
        }
        match &entry.event {
            Event::Moved { .. } => {
                if let Some((key, said)) = &entry.key {
                    self.repeats.remember(mover, key, said, seq, self.ply());
                }
            }
            Event::TookBack { .. } => self.repeats.take_back(self.ply()),
            Event::Rematched => self.rematch.clone_from(&entry.next_game),
            _ => {}
        }
        for announcement in &announced {
            match announcement {
                Announcement::Over(_) => self.say_the_end(),
                Announcement::Moved(_) | Announcement::LengthReached(_) => {
                    self.say(Some(mover), self.session.say(announcement, Reader::Anyone));
                }
                Announcement::Offered(by, _)
                | Announcement::Declined(by)
                | Announcement::Withdrew(by)
                | Announcement::TookBack { by, .. } => {
                    self.say(Some(*by), self.session.say(announcement, Reader::Anyone));
                }
                Announcement::Joined(_) | Announcement::Rematched => {}
            }
        }
        self.seq = seq;
        if !entry.event.keeps_turn() {
            self.turn_from = seq;
        }
        Ok(())
    }

    fn say_the_end(&mut self) {
        let Some(closing) = self.session.closing() else { return };
        self.say(None, closing.stuck.unwrap_or_default());
        self.say(None, closing.result);
    }

    fn say(&mut self, by: Option<Seat>, words: String) {
        let count = lines_of(&words).count();
        if count > 0 {
            self.log.push(LogEntry { from: self.line_count, by, words });
            self.line_count += count;
        }
    }

    /// The score with this game counted, for the seats of this game.
    pub fn score(&self) -> [u32; 2] {
        let Seats { first, second } = self.session.of_match().scoreboard.seated_score();
        [first, second]
    }
}

/// Whether the moves can be listed without a worker thread.
pub fn is_quick(position: &Position) -> bool {
    match position.board() {
        Board::Numbers { numbers, .. } => {
            numbers.len() <= 8 && numbers.iter().all(|number| number.to_u64().is_some())
        }
        Board::Digits { .. } => true,
    }
}

#[derive(Deserialize)]
struct Version {
    v: u32,
}

fn shown_name(head: &GameHead, seat: Seat) -> String {
    let chair = &head.chairs[usize::from(seat.number()) - 1];
    match (&chair.name, &chair.level) {
        (Some(name), _) => name.clone(),
        (None, Some(level)) => format!("Computer ({level})"),
        (None, None) => format!("Player {}", seat.number()),
    }
}
