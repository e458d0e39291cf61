//! Games: what everybody may see of one while it is played and after it.

use std::{collections::VecDeque, time::Duration};

use duel_books::short_name;
use duel_core::{Board, Ending, Move, Outcome, Played, Position, Record, Seat, Seats, Step};
use duel_play::{
    Event, Offer, Session,
    session::{LogLine, Telling},
};
use serde::Serialize;

use crate::{BoardForm, GoalForm, Listing, MovesForm, RulesForm, StepForm, position::texts};

/// How many past moves a [`GameForm`] contains.
const HISTORY: usize = 100;

/// How many bytes its past moves may take, about; of long numbers it contains fewer moves.
const HISTORY_BYTES: usize = 64 << 10;

/// A game, as everybody may see it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameForm {
    /// Its name.
    pub id: String,
    /// The number of the last event; it grows with every change.
    pub seq: u64,
    /// How many moves have been made.
    pub ply: u64,
    /// The name of the book.
    pub book: &'static str,
    /// The title of the book.
    pub title: &'static str,
    /// The name of the game in one to three words.
    pub short: &'static str,
    /// The goal.
    pub goal: GoalForm,
    /// The rules.
    pub rules: RulesForm,
    /// The first position, on one line.
    pub start: String,
    /// The numbers of the first position; none in a game of digits.
    pub start_numbers: Vec<String>,
    /// The position now, on one line.
    pub position: String,
    /// Who plays, first seat first.
    pub seats: [SeatForm; 2],
    /// Who is to move: 1 or 2; nobody while a player is missing, and after the end.
    pub turn: Option<u8>,
    /// Whether a player is still missing.
    pub waiting: bool,
    /// What is on the table.
    pub board: BoardForm,
    /// What may be done.
    pub moves: MovesForm,
    /// The last move.
    pub last: Option<LastForm>,
    /// The last hundred moves.
    pub history: Vec<PastForm>,
    /// The last lines of what was said.
    pub log: LogForm,
    /// The clock, if there is one.
    pub clock: Option<ClockForm>,
    /// Whose offers stand.
    pub offers: OffersForm,
    /// Whether the players may agree to stop without a winner.
    pub can_abandon: bool,
    /// How it ended.
    pub result: Option<ResultForm>,
    /// Which game of a row of rematches it is, from 1.
    pub round: u32,
    /// The score of the row, this game counted once it is over; first seat first.
    pub score: [u32; 2],
    /// The next game of the same players; the same tokens are valid there, with the seats swapped.
    pub rematch: Option<String>,
    /// The classroom it belongs to, if any.
    pub room: Option<String>,
    /// When analysis may be asked for.
    pub insight: Insight,
}

/// When analysis may be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Insight {
    /// At any time.
    Now,
    /// After the game.
    After,
}

/// A seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatForm {
    /// The name of the player.
    pub name: String,
    /// Who plays.
    pub kind: Kind,
    /// The level of the computer.
    pub level: Option<&'static str>,
    /// Whether somebody sits here.
    pub taken: bool,
    /// Whether they are connected.
    pub present: bool,
}

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Somebody, or a program of theirs.
    Person,
    /// One of our opponents.
    Computer,
}

/// The last move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LastForm {
    /// Which move, from 1.
    pub ply: u64,
    /// Who made it.
    pub by: u8,
    /// The move.
    #[serde(rename = "move")]
    pub made: String,
}

/// A past move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PastForm {
    /// Which move, from 1.
    pub ply: u64,
    /// Who made it.
    pub by: u8,
    /// The move.
    #[serde(rename = "move")]
    pub made: String,
    /// The position after it.
    pub position: String,
    /// The numbers after it; none in a game of digits.
    pub numbers: Vec<String>,
    /// The number that it changed, from 1; nothing for a digit or a pass.
    pub number: Option<usize>,
    /// What it did to that number.
    pub step: Option<StepForm>,
}

/// Lines of what was said.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LogForm {
    /// How many there are.
    pub total: usize,
    /// Which is the first of these, from 0.
    pub from: usize,
    /// The lines.
    pub lines: Vec<LineForm>,
}

/// A line of what was said.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LineForm {
    /// Which line, from 0.
    pub n: usize,
    /// Whose doing it tells of.
    pub by: Option<u8>,
    /// The words.
    pub text: String,
    /// What a log with one line a move shows instead: nothing where it is empty, the words where it
    /// is missing.
    pub brief: Option<String>,
}

/// The clock.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ClockForm {
    /// The time control, such as `5m+3s`.
    pub name: String,
    /// What each player has left in milliseconds, at this moment.
    pub left_ms: [u64; 2],
    /// Whose time runs.
    pub running: Option<u8>,
}

/// Whose offers stand.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OffersForm {
    /// To take the last move back.
    pub take_back: Option<u8>,
    /// To stop without a winner.
    pub abandon: Option<u8>,
    /// To play again.
    pub rematch: Option<u8>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ResultForm {
    /// Who won.
    pub winner: Option<u8>,
    /// Why: `played`, `resigned`, `time`, `abandoned` or `forfeit`.
    pub why: &'static str,
    /// The end in words.
    pub words: String,
    /// Why it is over and who won, in one sentence.
    pub reason: String,
    /// The same for the player in each seat, who is "you"; first seat first.
    pub reason_to: [String; 2],
}

impl GameForm {
    /// The game of a session, when the turn has lasted `spent`. Nobody is connected, and it has no name;
    /// whoever keeps it fills in the rest.
    pub fn of(
        session: &Session,
        listing: &Listing,
        history: Vec<PastForm>,
        log: LogForm,
        spent: Duration,
    ) -> GameForm {
        let record = session.record();
        let position = session.position();
        let ply = session.game().played().len() as u64;
        let seat = |seat: Seat| SeatForm {
            name: record.names[seat].clone(),
            kind: if session.is_program(seat) { Kind::Computer } else { Kind::Person },
            level: record.kinds[seat].as_deref().and_then(level),
            taken: !session.is_vacant(seat),
            present: session.is_program(seat),
        };
        let offered = |offer| session.offered(offer).map(Seat::number);
        let scoreboard = &session.of_match().scoreboard;
        let Seats { first, second } = scoreboard.seated_score();
        GameForm {
            id: String::new(),
            seq: ply,
            ply,
            book: session.book().slug,
            title: session.book().title,
            short: short_name(position.rules()),
            goal: GoalForm::of(position),
            rules: RulesForm::of(position),
            start: record.game.start().to_string(),
            start_numbers: numbers(record.game.start()),
            position: position.to_string(),
            seats: Seat::BOTH.map(seat),
            turn: session.turn().map(Seat::number),
            waiting: session.is_waiting(),
            board: listing.board.clone(),
            moves: listing.moves.clone(),
            last: history.last().map(|past| LastForm {
                ply: past.ply,
                by: past.by,
                made: past.made.clone(),
            }),
            history,
            log,
            clock: ClockForm::of(session, spent),
            offers: OffersForm {
                take_back: offered(Offer::TakeBack),
                abandon: offered(Offer::Abandon),
                rematch: offered(Offer::Rematch),
            },
            can_abandon: matches!(position.board(), Board::Digits { .. }),
            result: result(session),
            round: scoreboard.round(),
            score: [first, second],
            rematch: None,
            room: None,
            insight: if session.has_program() { Insight::Now } else { Insight::After },
        }
    }
}

fn level(kind: &str) -> Option<&'static str> {
    let level = kind.strip_prefix("bot:")?.parse::<duel_play::Level>().ok()?;
    Some(level.name())
}

fn numbers(position: &Position) -> Vec<String> {
    match position.board() {
        Board::Numbers { numbers, .. } => texts(numbers),
        Board::Digits { .. } => Vec::new(),
    }
}

/// How a game ended, once it has.
pub fn result(session: &Session) -> Option<ResultForm> {
    let ending = session.game().ending()?;
    Some(ResultForm {
        winner: match ending.outcome() {
            Outcome::Won(seat) => Some(seat.number()),
            Outcome::Nobody => None,
        },
        why: match ending {
            Ending::Played(_) => "played",
            Ending::Resigned(_) => "resigned",
            Ending::TimedOut(_) => "time",
            Ending::Abandoned => "abandoned",
            Ending::Forfeited(..) | Ending::Failed(..) => "forfeit",
        },
        words: session.closing().map(|closing| closing.result.trim().to_owned())?,
        reason: session.reason(None)?,
        reason_to: Seat::BOTH.map(|seat| session.reason(Some(seat)).unwrap_or_default()),
    })
}

/// The last moves of a game, which is played once more for them.
pub fn history(record: &Record) -> Vec<PastForm> {
    let skipped = record.game.played().len().saturating_sub(HISTORY);
    let mut past = VecDeque::new();
    let mut bytes = 0;
    for form in record.game.steps().enumerate().skip(skipped).map(PastForm::of) {
        bytes += form.bytes();
        past.push_back(form);
        while bytes > HISTORY_BYTES
            && past.len() > 1
            && let Some(oldest) = past.pop_front()
        {
            bytes -= oldest.bytes();
        }
    }
    past.into()
}

impl PastForm {
    /// How much memory it takes, about.
    pub fn bytes(&self) -> usize {
        let numbers: usize = self.numbers.iter().map(|number| number.len() + 24).sum();
        // The step has the number, the divisor and the result once more.
        256 + self.position.len() + 4 * self.made.len() + numbers
    }

    fn of((place, step): (usize, Step)) -> PastForm {
        let (number, done) = match (step.before.board(), &step.played) {
            (Board::Numbers { numbers, .. }, Move::Take { index, op, divisor }) => {
                let done = numbers.get(*index).map(|number| StepForm::of(number, *op, divisor));
                (Some(index + 1), done)
            }
            _ => (None, None),
        };
        PastForm {
            ply: place as u64 + 1,
            by: step.before.turn().number(),
            made: step.before.write_move(&step.played),
            position: step.after.to_string(),
            numbers: numbers(&step.after),
            number,
            step: done,
        }
    }
}

impl From<LogLine> for LineForm {
    fn from(LogLine { n, by, text, brief }: LogLine) -> LineForm {
        LineForm { n, by: by.map(Seat::number), text, brief }
    }
}

/// What is said in a recorded game, which is played once more for it.
pub fn log_of_record(record: &Record) -> LogForm {
    let moved = |played: &Played| Event::Moved { made: played.made.clone(), took: played.took };
    let mut events: Vec<Event> = record.game.played().iter().map(moved).collect();
    if !record.game.position().is_over() {
        events.extend(record.game.ending().cloned().map(Event::Ended));
    }
    let (mut telling, mut lines) = (Telling::new(Session::at_start_of(record)), Vec::new());
    telling.read(&events, |line| lines.push(line.into()));
    LogForm { total: lines.len(), from: 0, lines }
}

impl ClockForm {
    fn of(session: &Session, spent: Duration) -> Option<ClockForm> {
        let clock = session.game().conduct().clock?;
        let turn = session.turn();
        let left = |seat: Seat| {
            let allowance = session.game().allowance(seat).unwrap_or_default();
            let spent = if turn == Some(seat) { spent } else { Duration::ZERO };
            u64::try_from(allowance.saturating_sub(spent).as_millis()).unwrap_or(u64::MAX)
        };
        Some(ClockForm {
            name: clock.to_string(),
            left_ms: Seat::BOTH.map(left),
            running: turn.map(Seat::number),
        })
    }
}
