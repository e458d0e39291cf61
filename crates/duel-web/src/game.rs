//! One game at the server: a fold over its events.
//!
//! [`Game::decide`] says what follows from a command and changes nothing; [`Game::apply`] takes
//! in what is kept. Both are pure, so a game that is read from the database is the game that was
//! played, and a command that lost a race is simply decided again.

mod command;
mod kept;
mod repeats;

use std::time::Duration;

use duel_books::{Book, Reader, closing};
use duel_core::{
    Board, Clock, Conduct, Ending, Input, MatchTags, Move, Outcome, Position, Record, Seat, Seats,
    View,
};
use duel_numbers::Budget;
use duel_play::Level;
use serde::Deserialize;
use thiserror::Error;

use self::repeats::Repeats;
pub use self::{
    command::{Command, Decision, MOST_EVENTS, MOST_PLIES, Refused},
    kept::{Chair, GameEvent, Head, Offer, VERSION},
};
use crate::secret::{Token, TokenHash};

/// How much factoring the server does for a list of moves.
pub const LISTING: Budget<'static> = Budget::steps(5_000_000);

/// The same for the words that are said about a move, in passing, where numbers are large: while
/// they are found nobody else can move in this game.
const WORDS: Budget<'static> = Budget::steps(20_000);

/// Why what was kept is not a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// The head or an event cannot be read.
    #[error("event {0} cannot be read: {1}")]
    Unreadable(u64, String),
    /// It was written by a newer program.
    #[error("this game has version {0}, and this program knows version {VERSION}")]
    Version(u32),
    /// An event does not follow from those before.
    #[error("event {0} does not fit")]
    HouseRuleError(u64),
}

/// A line of what was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Which line, from 0.
    pub n: usize,
    /// Whose doing it tells of.
    pub by: Option<Seat>,
    /// The words.
    pub text: &'a str,
}

/// What was said at one moment, which is taken apart into lines by whoever reads it.
#[derive(Clone, Debug)]
struct Saying {
    /// Which line is its first, from 0.
    from: usize,
    by: Option<Seat>,
    words: String,
}

impl Saying {
    fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let line = |(place, text)| Line { n: self.from + place, by: self.by, text };
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
    head: Head,
    book: &'static Book,
    seq: u64,
    record: Record,
    hashes: Seats<Option<TokenHash>>,
    levels: Seats<Option<Level>>,
    offers: Vec<(Offer, Seat)>,
    rematch: Option<String>,
    repeats: Repeats,
    sayings: Vec<Saying>,
    /// How many lines that is.
    line_count: usize,
    /// The number of the event with which the turn in progress began.
    turn_from: u64,
    /// How long the turn in progress had lasted at the last event.
    turn_spent: Duration,
}

impl Game {
    /// A game as its head tells, before anything has happened.
    pub fn begin(id: &str, head: Head) -> Result<Game, ReplayError> {
        let unreadable = |what: String| ReplayError::Unreadable(0, what);
        if head.v != VERSION {
            return Err(ReplayError::Version(head.v));
        }
        let start = duel_books::position(&head.start).map_err(|e| unreadable(e.to_string()))?;
        let clock = head.clock.as_ref().map(|clock| clock.parse::<Clock>()).transpose();
        let clock = clock.map_err(|error| unreadable(error.to_string()))?;
        let mut hashes = Seats::default();
        let mut levels = Seats::default();
        let mut kinds = Seats::default();
        for (seat, chair) in Seat::BOTH.into_iter().zip(&head.chairs) {
            hashes[seat] = chair.hash.as_deref().and_then(TokenHash::read);
            levels[seat] = chair.level.as_ref().and_then(|level| level.parse::<Level>().ok());
            kinds[seat] = levels[seat].map(|level: Level| format!("bot:{level}"));
        }
        let names = Seats::new(shown_name(&head, Seat::First), shown_name(&head, Seat::Second));
        let book = duel_books::of(start.rules());
        let mut record = Record::new(names, start, Conduct { clock, ..Conduct::default() });
        record.kinds = kinds;
        record.date = Some(head.date.clone());
        record.seed = Some(head.seed);
        if head.round > 1 {
            record.of_match = Some(MatchTags {
                round: head.round,
                rounds: None,
                to: None,
                points: 1,
                score: Seats::new(head.score[0], head.score[1]),
                player_one: if head.round % 2 == 1 { Seat::First } else { Seat::Second },
                deal: head.dealt.then_some(head.seed),
                swap: false,
            });
        }
        let mut game = Game {
            id: id.to_owned(),
            head,
            book,
            seq: 0,
            record,
            hashes,
            levels,
            offers: Vec::new(),
            rematch: None,
            repeats: Repeats::default(),
            sayings: Vec::new(),
            line_count: 0,
            turn_from: 0,
            turn_spent: Duration::ZERO,
        };
        let opening = (book.voice.opening)(&game.view());
        game.say(None, opening);
        if game.record.game.ending().is_some() {
            game.tell_the_end();
        }
        Ok(game)
    }

    /// A game as it was kept.
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
            game.take_in(event)?;
        }
        Ok(game)
    }

    /// Takes in the next event as it was kept.
    pub fn take_in(&mut self, event: &str) -> Result<(), ReplayError> {
        let event: GameEvent = serde_json::from_str(event)
            .map_err(|error| ReplayError::Unreadable(self.seq + 1, error.to_string()))?;
        self.apply(&event)
    }

    /// Its name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What it began with.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Its book.
    pub fn book(&self) -> &'static Book {
        self.book
    }

    /// The number of the last event.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The game as a record.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.record.game.position()
    }

    /// How many moves have been made.
    pub fn ply(&self) -> u64 {
        self.record.game.played().len() as u64
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
        self.turn_spent
    }

    /// How many lines were said.
    pub fn line_count(&self) -> usize {
        self.line_count
    }

    /// What was said, in order, from this line on.
    pub fn lines_from(&self, first: usize) -> impl Iterator<Item = Line<'_>> {
        let later = self.sayings.partition_point(|saying| saying.from <= first);
        let sayings = &self.sayings[later.saturating_sub(1)..];
        sayings.iter().flat_map(Saying::lines).skip_while(move |line| line.n < first)
    }

    /// Whose offer of this stands.
    pub fn offered(&self, offer: Offer) -> Option<Seat> {
        self.offers.iter().find(|(made, _)| *made == offer).map(|(_, by)| *by)
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
        self.hashes[seat].is_some() || self.levels[seat].is_some()
    }

    /// Whether a player is still missing.
    pub fn is_waiting(&self) -> bool {
        !Seat::BOTH.into_iter().all(|seat| self.is_taken(seat))
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.record.game.ending().is_some()
    }

    /// Who is to move; nobody before the players have come and after the game.
    pub fn turn(&self) -> Option<Seat> {
        (!self.is_over() && !self.is_waiting()).then(|| self.position().turn())
    }

    /// Whether the computer plays in it.
    pub fn has_computer(&self) -> bool {
        Seat::BOTH.into_iter().any(|seat| self.levels[seat].is_some())
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
        self.record.game.allowance(seat)
    }

    /// Whether the game can go on for ever, so that the players may agree to stop.
    pub fn can_be_abandoned(&self) -> bool {
        matches!(self.position().board(), Board::Digits { .. })
    }

    /// The game as its book speaks of it.
    pub fn view(&self) -> View<'_> {
        let budget = if is_quick(self.position()) { LISTING } else { WORDS };
        View::new(&self.record.game, &self.record.names, budget)
    }

    /// The end in words.
    pub fn closing(&self) -> Option<String> {
        let ending = self.record.game.ending()?;
        Some(closing::closing(self.book, &self.view(), ending).trim().to_owned())
    }

    /// Takes in what has happened. What does not follow from before is refused, and changes nothing.
    pub fn apply(&mut self, event: &GameEvent) -> Result<(), ReplayError> {
        let seq = self.seq + 1;
        let misfit = || ReplayError::HouseRuleError(seq);
        let seat = |number: &u8| Seat::from_number(*number).ok_or(ReplayError::HouseRuleError(seq));
        match event {
            GameEvent::Seated { by, name, hash } => {
                let by = seat(by)?;
                if self.is_taken(by) {
                    return Err(misfit());
                }
                self.hashes[by] = Some(TokenHash::read(hash).ok_or_else(misfit)?);
                self.head.chairs[usize::from(by.number()) - 1] =
                    Chair { name: name.clone(), hash: Some(hash.clone()), level: None };
                self.record.names[by] = shown_name(&self.head, by);
            }
            GameEvent::Moved { by, made, said, ms, key } => {
                let by = seat(by)?;
                let played = self.position().read_move(made).map_err(|_| misfit())?;
                self.play(by, played, *ms).ok_or_else(misfit)?;
                if let Some(key) = key {
                    let said = said.as_ref().unwrap_or(made);
                    self.repeats.remember(by, key, said, seq, self.ply());
                }
            }
            GameEvent::Resigned { by } => self.resign(seat(by)?).ok_or_else(misfit)?,
            GameEvent::TimedOut { by } => {
                let by = seat(by)?;
                self.record.game.begin_turn(Duration::ZERO);
                let deadline = self.record.game.deadline().ok_or_else(misfit)?;
                if self.turn() != Some(by) || self.record.game.check_time(deadline).is_none() {
                    return Err(misfit());
                }
                self.tell_the_end();
            }
            GameEvent::Offered { by, offer, .. } => {
                let by = seat(by)?;
                self.offers.push((*offer, by));
                let what = match offer {
                    Offer::TakeBack => "asks to take back their last move.",
                    Offer::Abandon => "offers to stop without a winner.",
                    Offer::Rematch => "would like to play again.",
                };
                self.note(by, what);
            }
            GameEvent::Declined { by, .. } => {
                let by = seat(by)?;
                let mine = self.offers.iter().any(|(_, from)| *from == by);
                self.offers.clear();
                self.note(by, if mine { "withdraws the offer." } else { "declines the offer." });
            }
            GameEvent::TookBack { plies, by } => {
                let by = seat(by)?;
                for _ in 0..*plies {
                    self.record.game.take_back(Duration::ZERO).map_err(|_| misfit())?;
                }
                self.repeats.take_back(self.ply());
                self.offers.clear();
                let number = duel_books::listing::numbers(self.position());
                let back = if number.is_empty() { "empty".to_owned() } else { number };
                self.note(by, &format!("takes back their last move. The number is {back} again."));
            }
            GameEvent::Abandoned => {
                self.record.game.abandon().map_err(|_| misfit())?;
                self.tell_the_end();
            }
            GameEvent::Rematched { id } => {
                self.offers.clear();
                self.rematch = Some(id.clone());
            }
        }
        self.seq = seq;
        match event {
            GameEvent::Offered { ms, .. } | GameEvent::Declined { ms, .. } => {
                self.turn_spent = Duration::from_millis(*ms);
            }
            _ => {
                self.turn_from = seq;
                self.turn_spent = Duration::ZERO;
            }
        }
        Ok(())
    }

    fn play(&mut self, by: Seat, played: Move, ms: u64) -> Option<()> {
        let game = &mut self.record.game;
        game.begin_turn(Duration::ZERO);
        let events = game.submit(by, Input::Move(played), Duration::from_millis(ms)).ok()?;
        self.offers.clear();
        for event in &events {
            let said = closing::announce(self.book, &self.view(), event, Reader::Anyone);
            self.say(Some(by), said);
        }
        if self.is_over() {
            self.tell_the_end();
        }
        Some(())
    }

    fn resign(&mut self, by: Seat) -> Option<()> {
        self.record.game.resign(by).ok()?;
        self.tell_the_end();
        Some(())
    }

    fn tell_the_end(&mut self) {
        self.offers.clear();
        if matches!(self.record.game.ending(), Some(Ending::Played(_))) {
            let stuck = (self.book.voice.stuck)(&self.view());
            self.say(None, stuck);
        }
        let end = self.closing().unwrap_or_default();
        self.say(None, end);
    }

    fn note(&mut self, by: Seat, what: &str) {
        self.say(Some(by), format!("{} {what}", self.record.names[by]));
    }

    fn say(&mut self, by: Option<Seat>, words: String) {
        let count = lines_of(&words).count();
        if count > 0 {
            self.sayings.push(Saying { from: self.line_count, by, words });
            self.line_count += count;
        }
    }

    /// The score with this game counted, for the seats of this game.
    pub fn score(&self) -> [u32; 2] {
        let [mut first, mut second] = self.head.score;
        match self.record.game.ending().map(Ending::outcome) {
            Some(Outcome::Won(Seat::First)) => first += 1,
            Some(Outcome::Won(Seat::Second)) => second += 1,
            _ => {}
        }
        [first, second]
    }
}

/// Whether the moves are listed in no time.
pub fn is_quick(position: &Position) -> bool {
    match position.board() {
        Board::Numbers { numbers, .. } => {
            numbers.len() <= 8 && numbers.iter().all(|number| number.to_u64().is_some())
        }
        Board::Digits { .. } => true,
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[derive(Deserialize)]
struct Version {
    v: u32,
}

fn shown_name(head: &Head, seat: Seat) -> String {
    let chair = &head.chairs[usize::from(seat.number()) - 1];
    match (&chair.name, &chair.level) {
        (Some(name), _) => name.clone(),
        (None, Some(level)) => format!("Computer ({level})"),
        (None, None) => format!("Player {}", seat.number()),
    }
}
