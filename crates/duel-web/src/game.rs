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

use duel_books::Book;
use duel_core::{
    Board, Clock, Conduct, GameEvent, MatchTags, Move, Position, Record, Seat, Seats, Step,
};
use duel_json::LISTING;
use duel_numbers::Budget;
use duel_play::{Event, Level, Match, NumberSize, Scoreboard, Session, session::Telling};
use serde::Deserialize;
use thiserror::Error;

use self::repeats::Repeats;
pub use self::{
    request::{Decision, GameRequest, MOST_EVENTS, MOST_PLIES, Refused},
    stored::{Chair, Entry, EventRow, GameHead, KeyedRequest, Offer, VERSION},
};
use crate::{
    secret::{Token, TokenHash},
    store::chain::{Chain, Damaged},
};

/// How much factoring a sentence about a large number may cost: it may be made while the game is locked.
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
    /// Something was changed or lost in the database.
    #[error(transparent)]
    Damaged(#[from] Damaged),
}

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    id: String,
    head: GameHead,
    /// Who sits where now.
    chairs: [Chair; 2],
    session: Session,
    events: Vec<Event>,
    hashes: Seats<Option<TokenHash>>,
    levels: Seats<Option<Level>>,
    rematch: Option<String>,
    repeats: Repeats,
    /// The number of the event with which the turn in progress began.
    turn_from: u64,
    bytes: usize,
    chain: Chain,
}

impl Game {
    /// A new game, and what is to be stored of it.
    pub fn begin(id: &str, head: GameHead) -> Result<(Game, String), ReplayError> {
        let mut game = Game::at_start(id, head)?;
        let text;
        let head = serde_json::to_string(&game.head).unwrap_or_default();
        (text, game.chain) = game.chain.seal(0, head);
        Ok((game, text))
    }

    /// A game without events, the chain without its head.
    fn at_start(id: &str, head: GameHead) -> Result<Game, ReplayError> {
        let unreadable = |what: String| ReplayError::Unreadable(0, what);
        if head.v != VERSION {
            return Err(ReplayError::Version(head.v));
        }
        let start = duel_books::position(&head.start).map_err(|e| unreadable(e.to_string()))?;
        let clock = head.clock.as_ref().map(|clock| clock.parse::<Clock>()).transpose();
        let clock = clock.map_err(|error| unreadable(error.to_string()))?;
        let session = head.session(start, Conduct { clock, ..Conduct::default() });
        if session.game().played().len() != head.moves.len() {
            return Err(unreadable("its moves cannot be played".to_owned()));
        }
        Ok(Game {
            id: id.to_owned(),
            chairs: head.chairs.clone(),
            session,
            events: Vec::new(),
            hashes: head.hashes(),
            levels: head.levels(),
            rematch: None,
            repeats: Repeats::default(),
            turn_from: 0,
            bytes: EMPTY_GAME + 4 * head.start.len() + 128 * head.moves.len(),
            chain: Chain::new(id),
            head,
        })
    }

    /// A game as it was stored.
    pub fn replay<'a>(
        id: &str,
        head: &str,
        events: impl IntoIterator<Item = &'a str>,
    ) -> Result<Game, ReplayError> {
        let unreadable = |error: serde_json::Error| ReplayError::Unreadable(0, error.to_string());
        let mut chain = Chain::new(id);
        let head = chain.open(0, head)?;
        let version: Version = serde_json::from_str(head).map_err(unreadable)?;
        if version.v > VERSION {
            return Err(ReplayError::Version(version.v));
        }
        let mut game = Game::at_start(id, serde_json::from_str(head).map_err(unreadable)?)?;
        game.chain = chain;
        for event in events {
            game.apply_row(event)?;
        }
        Ok(game)
    }

    /// Takes in the next event as it was stored.
    pub fn apply_row(&mut self, row: &str) -> Result<(), ReplayError> {
        let seq = self.seq() + 1;
        let mut chain = self.chain;
        let body = chain.open(seq, row)?;
        let read: EventRow<'_> = serde_json::from_str(body)
            .map_err(|error| ReplayError::Unreadable(seq, error.to_string()))?;
        let entry = read.entry(self.position()).ok_or(ReplayError::DoesNotFollow(seq))?;
        self.apply_stored(entry, chain)
    }

    /// What is stored of an entry that was decided on this game, and the chain with it.
    pub fn row(&self, entry: &Entry) -> (String, Chain) {
        self.chain.seal(self.seq() + 1, EventRow::of(entry, self.position()).written())
    }

    /// Its name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What it began with.
    pub fn head(&self) -> &GameHead {
        &self.head
    }

    /// Who sits where now.
    pub fn chairs(&self) -> &[Chair; 2] {
        &self.chairs
    }

    /// Its book.
    pub fn book(&self) -> &'static Book {
        self.session.book()
    }

    /// The number of the last event.
    pub fn seq(&self) -> u64 {
        self.events.len() as u64
    }

    /// Its events.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Its log, of which nothing has been read.
    pub fn telling(&self) -> Telling {
        let played = &self.record().game;
        let session = self.head.session(played.start().clone(), *played.conduct());
        if self.head.moves.is_empty() {
            return Telling::new(session);
        }
        let event = |step: Step| Event::Moved { made: step.played, took: Duration::ZERO };
        let moves = session.game().steps().map(event).collect();
        let start = Session::at_start_of(session.record()).with_budget(word_budget);
        Telling::new(session).after(start, moves)
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

    /// How much memory it takes, about.
    pub fn bytes(&self) -> usize {
        self.bytes
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

    /// Takes in an entry that is stored as its [`row`](Game::row).
    pub fn apply(&mut self, entry: &Entry) -> Result<(), ReplayError> {
        let (_, chain) = self.row(entry);
        self.apply_stored(entry.clone(), chain)
    }

    /// Takes in an entry that is stored; its row leaves this chain. What does not follow from before
    /// is refused, and changes nothing.
    pub fn apply_stored(&mut self, entry: Entry, chain: Chain) -> Result<(), ReplayError> {
        let seq = self.seq() + 1;
        let misfit = || ReplayError::DoesNotFollow(seq);
        let joined = match &entry.event {
            Event::Joined { by, name } => {
                let token = entry.token.as_deref().and_then(TokenHash::read).ok_or_else(misfit)?;
                Some((*by, name.clone(), token))
            }
            _ => None,
        };
        self.session.apply(&entry.event).map_err(|_| misfit())?;
        if let Some((by, name, token)) = joined {
            self.hashes[by] = Some(token);
            self.chairs[usize::from(by.number()) - 1] =
                Chair { name, hash: Some(token.written()), level: None };
        }
        match &entry.event {
            Event::TookBack { .. } => self.repeats.take_back(self.ply()),
            Event::Rematched => self.rematch = entry.next_game,
            _ => {}
        }
        if let Some(request) = &entry.request {
            self.repeats.remember(request, seq, self.ply());
        }
        self.chain = chain;
        self.bytes += bytes_of(&entry.event);
        if !entry.event.keeps_turn() {
            self.turn_from = seq;
        }
        self.events.push(entry.event);
        Ok(())
    }

    /// The score with this game counted, for the seats of this game.
    pub fn score(&self) -> [u32; 2] {
        let Seats { first, second } = self.session.of_match().scoreboard.seated_score();
        [first, second]
    }
}

/// How much memory a game without events takes, about.
const EMPTY_GAME: usize = 4 << 10;

/// How much memory an event takes in a game, about: it is kept in the list of events, as a move and
/// in what may be repeated.
fn bytes_of(event: &Event) -> usize {
    match event {
        Event::Moved { made: Move::Take { divisor, .. }, .. } => {
            256 + usize::try_from(divisor.bits() / 4).unwrap_or(usize::MAX / 2)
        }
        Event::Moved { .. } => 256,
        _ => 64,
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

/// How much factoring a sentence about a position may cost.
fn word_budget(position: &Position) -> Budget<'static> {
    if is_quick(position) { LISTING } else { WORDS }
}

#[derive(Deserialize)]
struct Version {
    v: u32,
}

impl GameHead {
    /// How large the numbers of a drawn start are.
    pub fn numbers(&self) -> NumberSize {
        self.numbers.as_deref().and_then(|size| size.parse().ok()).unwrap_or_default()
    }

    fn hashes(&self) -> Seats<Option<TokenHash>> {
        self.seats(|chair| chair.hash.as_deref().and_then(TokenHash::read))
    }

    fn levels(&self) -> Seats<Option<Level>> {
        self.seats(|chair| chair.level.as_deref().and_then(|level| level.parse().ok()))
    }

    fn seats<T>(&self, of: impl Fn(&Chair) -> T) -> Seats<T> {
        let [first, second] = &self.chairs;
        Seats::new(of(first), of(second))
    }

    /// The session before its first event.
    fn session(&self, start: Position, conduct: Conduct) -> Session {
        let [first, second] = Seat::BOTH.map(|seat| self.shown_name(seat));
        let mut record = Record::new(Seats::new(first, second), start, conduct);
        let levels = self.levels();
        let hashes = self.hashes();
        for seat in Seat::BOTH {
            record.kinds[seat] = levels[seat].map(|level| format!("bot:{level}"));
        }
        for text in &self.moves {
            let Ok(made) = record.game.position().read_move(text) else { break };
            if record.game.apply(&GameEvent::Moved { made, took: Duration::ZERO }).is_err() {
                break;
            }
        }
        record.date = Some(self.date.clone());
        record.seed = Some(self.seed);
        let tags = MatchTags {
            round: self.round,
            rounds: None,
            to: None,
            points: 1,
            score: Seats::new(self.score[0], self.score[1]),
            player_one: if self.round % 2 == 1 { Seat::First } else { Seat::Second },
            deal: self.dealt.then_some(self.seed),
            swap: false,
        };
        let mut of = Match::of_record(&record);
        of.scoreboard = Scoreboard::resumed(&record.names, &tags);
        record.of_match = (self.round > 1).then_some(tags);
        let is_vacant = |seat: Seat| hashes[seat].is_none() && levels[seat].is_none();
        Session::resume(of, record)
            .with_vacant(Seats::new(is_vacant(Seat::First), is_vacant(Seat::Second)))
            .with_budget(word_budget)
    }

    fn shown_name(&self, seat: Seat) -> String {
        let chair = &self.chairs[usize::from(seat.number()) - 1];
        match (&chair.name, &chair.level) {
            (Some(name), _) => name.clone(),
            (None, Some(level)) => format!("Computer ({level})"),
            (None, None) => format!("Player {}", seat.number()),
        }
    }
}
