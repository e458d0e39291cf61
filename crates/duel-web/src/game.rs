//! One game at the server: a fold over its events.
//!
//! [`Game::decide`] says what follows from somebody's wish and changes nothing; [`Game::apply`] takes
//! in what is kept. Both are pure, so a game that is read from the database is the game that was
//! played, and a wish that lost a race is simply decided again.

use std::{collections::VecDeque, time::Duration};

use duel_books::{Book, closing, explain, hear::hear};
use duel_core::{
    Board, Clock, Conduct, Ending, Input, MatchTags, Move, Outcome, Position, Record, Refusal,
    Seat, Seats, View, clean_name,
};
use duel_numbers::{Budget, Natural};
use duel_play::Level;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::secret::{Token, TokenHash};

/// The version of what is kept.
pub const VERSION: u32 = 1;

/// How much factoring the server does for a list of moves.
pub const LISTING: Budget<'static> = Budget::steps(5_000_000);

/// The same for the words that are said about a move, in passing, where numbers are large: while
/// they are found nobody else can move in this game.
const WORDS: Budget<'static> = Budget::steps(20_000);

/// How many idempotency keys a game remembers.
const KEYS: usize = 128;

/// The most moves of one game.
pub const MOST_PLIES: usize = 5_000;

/// The most events of one game, after which it can only end: offers and moves that are taken back
/// would otherwise go on for ever.
pub const MOST_EVENTS: u64 = 20_000;

/// What a game begins with.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The version of the form.
    pub v: u32,
    /// The first position.
    pub start: String,
    /// The time control, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// Who sits where, as far as that is known.
    pub chairs: [Chair; 2],
    /// The seed of everything that is left to chance.
    pub seed: u64,
    /// Whether the start was drawn by lot; a rematch draws another.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dealt: bool,
    /// Which game of a row of rematches it is, from 1.
    pub round: u32,
    /// The score before it.
    pub score: [u32; 2],
    /// When it began, in UTC.
    pub date: String,
    /// The classroom it belongs to, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
}

/// Who sits in a seat.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chair {
    /// The name that somebody chose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The hash of the token that may move here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The level, where the computer plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
}

impl Chair {
    /// Whether somebody sits here.
    pub fn is_taken(&self) -> bool {
        self.hash.is_some() || self.level.is_some()
    }
}

/// What two players can agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// To take the last move back.
    TakeBack,
    /// To stop without a winner.
    Abandon,
    /// To play again, with the seats swapped.
    Rematch,
}

/// Something that has happened; what is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Happening {
    /// Somebody took the free seat.
    Seated {
        /// The seat, 1 or 2.
        by: u8,
        /// The name that they chose.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The hash of their token.
        hash: String,
    },
    /// A move was made.
    Moved {
        /// Who made it.
        by: u8,
        /// The move.
        #[serde(rename = "move")]
        made: String,
        /// What the player said, where that was not the move itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<String>,
        /// How long it took, in milliseconds.
        ms: u64,
        /// The key by which a repetition is recognised.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
    },
    /// Somebody gave up.
    Resigned {
        /// Who.
        by: u8,
    },
    /// Somebody ran out of time.
    TimedOut {
        /// Who.
        by: u8,
    },
    /// Somebody offers something.
    Offered {
        /// Who.
        by: u8,
        /// What.
        offer: Offer,
        /// How long the turn had lasted, in milliseconds: it goes on.
        #[serde(default, skip_serializing_if = "is_zero")]
        ms: u64,
    },
    /// Offers are withdrawn or declined.
    Declined {
        /// By whom.
        by: u8,
        /// How long the turn had lasted, in milliseconds: it goes on.
        #[serde(default, skip_serializing_if = "is_zero")]
        ms: u64,
    },
    /// So many moves are taken back, by agreement.
    TookBack {
        /// How many.
        plies: u32,
        /// Who asked for it.
        by: u8,
    },
    /// Both agree to stop.
    Abandoned,
    /// The next game of these players.
    Rematched {
        /// Its name.
        id: String,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "so it is called")]
fn is_zero(ms: &u64) -> bool {
    *ms == 0
}

impl Happening {
    /// The event as it is kept.
    pub fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// What somebody wants.
#[derive(Clone, Debug)]
pub enum Wish {
    /// To sit down in the free seat.
    Join {
        /// A name, if they chose one.
        name: Option<String>,
        /// The hash of their token.
        hash: TokenHash,
    },
    /// To make a move.
    Move {
        /// Who.
        by: Seat,
        /// What they typed.
        text: String,
        /// How many moves they think have been made.
        ply: Option<u64>,
        /// The key by which a repetition is recognised.
        key: Option<String>,
    },
    /// To give up.
    Resign(Seat),
    /// To agree on something.
    Offer(Seat, Offer),
    /// To withdraw what they offered, or decline what was offered to them.
    Decline(Seat),
    /// That the clock be looked at.
    CheckTime,
}

/// What follows from a wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// This has to be kept, and then has happened.
    Happens(Happening),
    /// It has happened before, as the event with this number.
    Already(u64),
    /// Nothing is left to do.
    Nothing,
    /// The players agree on another game, which has to exist before that can be kept.
    Rematch,
}

/// Why a wish is not granted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// The second player has not come yet.
    #[error("the game begins when the second player has come")]
    Waiting,
    /// Both seats are taken.
    #[error("both seats are taken; you can watch")]
    SeatsTaken,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// It is the other player's turn.
    #[error("it is the other player's turn")]
    NotYourTurn,
    /// The game has gone on since the player looked.
    #[error("the game has gone on: {ply} moves have been made")]
    OtherPly {
        /// How many moves have been made.
        ply: u64,
    },
    /// The rules do not allow it, in words.
    #[error("{0}")]
    Illegal(String),
    /// The key was used for another move.
    #[error("this idempotency key was used for another move")]
    KeyReused,
    /// It cannot be offered now, in words.
    #[error("{0}")]
    NoOffer(&'static str),
    /// It has become too long.
    #[error("a game has at most {MOST_PLIES} moves; resign, or agree to stop")]
    TooLong,
}

/// Why what was kept is not a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Spoiled {
    /// The head or an event cannot be read.
    #[error("event {0} cannot be read: {1}")]
    Unreadable(u64, String),
    /// It was written by a newer program.
    #[error("this game has version {0}, and this program knows version {VERSION}")]
    Version(u32),
    /// An event does not follow from those before.
    #[error("event {0} does not fit")]
    Misfit(u64),
}

/// A line of what was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Whose doing it tells of.
    pub by: Option<Seat>,
    /// The words.
    pub text: String,
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
    keys: VecDeque<Repeatable>,
    lines: Vec<Line>,
    /// The number of the event with which the turn in progress began.
    turn_from: u64,
    /// How long the turn in progress had lasted at the last event.
    turn_spent: Duration,
}

#[derive(Clone, Debug)]
struct Repeatable {
    by: Seat,
    key: String,
    said: String,
    seq: u64,
    /// How many moves had been made with it; nothing once it was taken back.
    ply: Option<u64>,
}

impl Game {
    /// A game as its head tells, before anything has happened.
    pub fn begin(id: &str, head: Head) -> Result<Game, Spoiled> {
        let unreadable = |what: String| Spoiled::Unreadable(0, what);
        if head.v != VERSION {
            return Err(Spoiled::Version(head.v));
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
            keys: VecDeque::new(),
            lines: Vec::new(),
            turn_from: 0,
            turn_spent: Duration::ZERO,
        };
        let opening = (book.voice.opening)(&game.view());
        game.say(None, &opening);
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
    ) -> Result<Game, Spoiled> {
        let unreadable = |error: serde_json::Error| Spoiled::Unreadable(0, error.to_string());
        let version: Version = serde_json::from_str(head).map_err(unreadable)?;
        if version.v > VERSION {
            return Err(Spoiled::Version(version.v));
        }
        let mut game = Game::begin(id, serde_json::from_str(head).map_err(unreadable)?)?;
        for event in events {
            game.take_in(event)?;
        }
        Ok(game)
    }

    /// Takes in the next event as it was kept.
    pub fn take_in(&mut self, event: &str) -> Result<(), Spoiled> {
        let happening: Happening = serde_json::from_str(event)
            .map_err(|error| Spoiled::Unreadable(self.seq + 1, error.to_string()))?;
        self.apply(&happening)
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
        self.keys.iter().find(|one| one.seq == seq)?.ply
    }

    /// The number of the event with which the turn in progress began.
    pub fn turn_from(&self) -> u64 {
        self.turn_from
    }

    /// How long the turn in progress had lasted at the last event.
    pub fn turn_spent(&self) -> Duration {
        self.turn_spent
    }

    /// What was said, in order.
    pub fn lines(&self) -> &[Line] {
        &self.lines
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

    /// What follows from a wish, when the turn has lasted `spent`.
    pub fn decide(&self, wish: &Wish, spent: Duration) -> Result<Decision, Refused> {
        if let Wish::Move { by, text, key: Some(key), .. } = wish
            && let Some(before) = self.keys.iter().find(|one| one.by == *by && one.key == *key)
        {
            let same = before.said == *text;
            return if same { Ok(Decision::Already(before.seq)) } else { Err(Refused::KeyReused) };
        }
        if let Some(turn) = self.turn()
            && self.allowance(turn).is_some_and(|allowance| spent >= allowance)
        {
            return Ok(Decision::Happens(Happening::TimedOut { by: turn.number() }));
        }
        match wish {
            Wish::Join { name, hash } => self.join(name.as_deref(), hash),
            Wish::Move { by, text, ply, key } => self.moves(*by, text, *ply, key.as_ref(), spent),
            Wish::Resign(by) => {
                if self.is_over() {
                    return Err(Refused::Over);
                }
                Ok(Decision::Happens(Happening::Resigned { by: by.number() }))
            }
            Wish::Offer(by, offer) => self.offer(*by, *offer, spent),
            Wish::Decline(by) => {
                let something = self.offers.iter().any(|(offer, from)| {
                    from == by || *offer != Offer::Rematch || !self.has_computer()
                });
                Ok(if something && self.seq < MOST_EVENTS {
                    Decision::Happens(Happening::Declined {
                        by: by.number(),
                        ms: milliseconds(spent),
                    })
                } else {
                    Decision::Nothing
                })
            }
            Wish::CheckTime => Ok(Decision::Nothing),
        }
    }

    fn join(&self, name: Option<&str>, hash: &TokenHash) -> Result<Decision, Refused> {
        if self.is_over() {
            return Err(Refused::Over);
        }
        if self.hashes_of_seats().any(|taken| taken.is(hash)) {
            return Ok(Decision::Nothing);
        }
        let free = Seat::BOTH.into_iter().find(|seat| !self.is_taken(*seat));
        let seat = free.ok_or(Refused::SeatsTaken)?;
        Ok(Decision::Happens(Happening::Seated {
            by: seat.number(),
            name: name.and_then(clean_name),
            hash: hash.written(),
        }))
    }

    fn moves(
        &self,
        by: Seat,
        text: &str,
        ply: Option<u64>,
        key: Option<&String>,
        spent: Duration,
    ) -> Result<Decision, Refused> {
        if self.is_over() {
            return Err(Refused::Over);
        }
        if self.is_waiting() {
            return Err(Refused::Waiting);
        }
        if ply.is_some_and(|ply| ply != self.ply()) {
            return Err(Refused::OtherPly { ply: self.ply() });
        }
        if by != self.position().turn() {
            return Err(Refused::NotYourTurn);
        }
        if self.record.game.played().len() >= MOST_PLIES || self.seq >= MOST_EVENTS {
            return Err(Refused::TooLong);
        }
        let made = match hear(self.position(), text) {
            Ok(Input::Move(made)) => made,
            Ok(Input::Resign) => {
                return Ok(Decision::Happens(Happening::Resigned { by: by.number() }));
            }
            Ok(Input::Stuck) => return Err(self.fault(duel_core::Fault::NotStuck)),
            Ok(Input::Garbled) => return Err(self.fault(duel_core::Fault::Garbled)),
            Err(unclear) => {
                let what = explain::sentence(&unclear.to_string());
                return Err(Refused::Illegal(format!("{what} {}", explain::valid(&self.view()))));
            }
        };
        if let Err(illegal) = self.position().after(&made) {
            return Err(self.fault(duel_core::Fault::Illegal(made, illegal)));
        }
        let made = self.position().write_move(&made);
        Ok(Decision::Happens(Happening::Moved {
            by: by.number(),
            said: (key.is_some() && made != text).then(|| text.to_owned()),
            made,
            ms: milliseconds(spent),
            key: key.cloned(),
        }))
    }

    fn fault(&self, fault: duel_core::Fault) -> Refused {
        Refused::Illegal(explain::refusal(&self.view(), &Refusal::Fault(fault)))
    }

    fn offer(&self, by: Seat, offer: Offer, spent: Duration) -> Result<Decision, Refused> {
        if self.is_waiting() {
            return Err(Refused::Waiting);
        }
        let from_other = self.offered(offer) == Some(by.other());
        let agreed = from_other || self.levels[by.other()].is_some();
        match offer {
            Offer::Rematch => {
                if !self.is_over() {
                    return Err(Refused::NoOffer("a rematch can be offered after the game"));
                }
                if self.rematch.is_some() {
                    return Ok(Decision::Nothing);
                }
                if agreed {
                    return Ok(Decision::Rematch);
                }
            }
            Offer::TakeBack => {
                let plies = self.plies_to_take_back(if from_other { by.other() } else { by });
                if self.is_over() {
                    return Err(Refused::Over);
                }
                if plies == 0 {
                    return Err(Refused::NoOffer("you have made no move that can be taken back"));
                }
                if agreed && self.seq < MOST_EVENTS {
                    let asked = if from_other { by.other() } else { by };
                    return Ok(Decision::Happens(Happening::TookBack {
                        plies,
                        by: asked.number(),
                    }));
                }
            }
            Offer::Abandon => {
                if self.is_over() {
                    return Err(Refused::Over);
                }
                if !self.can_be_abandoned() {
                    return Err(Refused::NoOffer(
                        "this game always has a winner, so it cannot be abandoned; you may resign",
                    ));
                }
                if from_other {
                    return Ok(Decision::Happens(Happening::Abandoned));
                }
            }
        }
        if self.offered(offer).is_some() {
            return Ok(Decision::Nothing);
        }
        if self.seq >= MOST_EVENTS {
            return Err(Refused::TooLong);
        }
        let ms = milliseconds(spent);
        Ok(Decision::Happens(Happening::Offered { by: by.number(), offer, ms }))
    }

    /// How many moves go back until the player who asks is to move again before their last one.
    fn plies_to_take_back(&self, asked: Seat) -> u32 {
        let plies = if self.position().turn() == asked { 2 } else { 1 };
        if self.record.game.played().len() >= plies as usize { plies } else { 0 }
    }

    /// Takes in what has happened. What does not follow from before is refused, and changes nothing.
    pub fn apply(&mut self, happening: &Happening) -> Result<(), Spoiled> {
        let seq = self.seq + 1;
        let misfit = || Spoiled::Misfit(seq);
        let seat = |number: &u8| Seat::from_number(*number).ok_or(Spoiled::Misfit(seq));
        match happening {
            Happening::Seated { by, name, hash } => {
                let by = seat(by)?;
                if self.is_taken(by) {
                    return Err(misfit());
                }
                self.hashes[by] = Some(TokenHash::read(hash).ok_or_else(misfit)?);
                self.head.chairs[usize::from(by.number()) - 1] =
                    Chair { name: name.clone(), hash: Some(hash.clone()), level: None };
                self.record.names[by] = shown_name(&self.head, by);
            }
            Happening::Moved { by, made, said, ms, key } => {
                let by = seat(by)?;
                let played = self.position().read_move(made).map_err(|_| misfit())?;
                self.play(by, played, *ms).ok_or_else(misfit)?;
                if let Some(key) = key {
                    if self.keys.len() == KEYS {
                        self.keys.pop_front();
                    }
                    let (key, said) = (key.clone(), said.as_ref().unwrap_or(made).clone());
                    let ply = Some(self.ply());
                    self.keys.push_back(Repeatable { by, key, said, seq, ply });
                }
            }
            Happening::Resigned { by } => self.resign(seat(by)?).ok_or_else(misfit)?,
            Happening::TimedOut { by } => {
                let by = seat(by)?;
                self.record.game.begin_turn(Duration::ZERO);
                let deadline = self.record.game.deadline().ok_or_else(misfit)?;
                if self.turn() != Some(by) || self.record.game.check_time(deadline).is_none() {
                    return Err(misfit());
                }
                self.tell_the_end();
            }
            Happening::Offered { by, offer, .. } => {
                let by = seat(by)?;
                self.offers.push((*offer, by));
                let what = match offer {
                    Offer::TakeBack => "asks to take the last move back.",
                    Offer::Abandon => "offers to stop without a winner.",
                    Offer::Rematch => "would like to play again.",
                };
                self.note(by, what);
            }
            Happening::Declined { by, .. } => {
                let by = seat(by)?;
                let mine = self.offers.iter().any(|(_, from)| *from == by);
                self.offers.clear();
                self.note(by, if mine { "withdraws the offer." } else { "declines the offer." });
            }
            Happening::TookBack { plies, by } => {
                let by = seat(by)?;
                for _ in 0..*plies {
                    self.record.game.take_back(Duration::ZERO).map_err(|_| misfit())?;
                }
                let left = self.ply();
                for one in &mut self.keys {
                    one.ply = one.ply.filter(|ply| *ply <= left);
                }
                self.offers.clear();
                let number = duel_books::listing::numbers(self.position());
                let back = if number.is_empty() { "empty".to_owned() } else { number };
                self.note(by, &format!("takes the last move back. The number is {back} again."));
            }
            Happening::Abandoned => {
                self.record.game.abandon().map_err(|_| misfit())?;
                self.tell_the_end();
            }
            Happening::Rematched { id } => {
                self.offers.clear();
                self.rematch = Some(id.clone());
            }
        }
        self.seq = seq;
        match happening {
            Happening::Offered { ms, .. } | Happening::Declined { ms, .. } => {
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
        let mut said = String::new();
        for event in &events {
            said.push_str(&closing::announce(self.book, &self.view(), event));
        }
        self.say(Some(by), &said);
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
            self.say(None, &stuck);
        }
        let end = self.closing().unwrap_or_default();
        self.say(None, &end);
    }

    fn note(&mut self, by: Seat, what: &str) {
        let text = format!("{} {what}", self.record.names[by]);
        self.lines.push(Line { by: Some(by), text });
    }

    fn say(&mut self, by: Option<Seat>, words: &str) {
        let lines = words.lines().map(str::trim).filter(|line| !line.is_empty());
        self.lines.extend(lines.map(|line| Line { by, text: line.to_owned() }));
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

    /// The largest number on the table, by its digits.
    pub fn most_digits(&self) -> usize {
        let digits = |numbers: &[Natural]| numbers.iter().map(digits_of).max().unwrap_or(0);
        match self.position().board() {
            Board::Numbers { numbers, .. } => digits(numbers),
            Board::Digits { targets, .. } => digits(targets),
        }
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

/// How many digits a number has, near enough.
pub fn digits_of(number: &Natural) -> usize {
    number.to_u64().map_or_else(|| number.to_string().len(), |_| 20)
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
