//! The JSON forms of the API: what programs and pages see of a game.
//!
//! Numbers of the game are strings of decimal digits, however large. A form that is read refuses
//! what it does not know.

use std::time::Duration;

use duel_books::{Book, house::meaning, listing};
use duel_core::{
    Board, Ending, Group, Move, Op, Outcome, Position, Rules, Seat, Seats, WrittenMove,
};
use duel_numbers::{Factorization, Natural};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    game::{Game, LISTING, Line, Offer},
    live::Presence,
};

/// The longest list of choices that comes with a game; longer ones are asked for in pages.
pub const CHOICES: u64 = 200;

/// How many past moves come with a game.
const HISTORY: usize = 100;

/// How many lines of the log come with a game.
const LINES: usize = 60;

/// A game, as everybody may see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
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
    /// The rules.
    pub rules: RulesForm,
    /// The first position, on one line.
    pub start: String,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Insight {
    /// At any time.
    Now,
    /// After the game.
    After,
}

/// The rules of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RulesForm {
    /// As a position names them, such as `subtract+no-echo`.
    pub name: String,
    /// The house rules.
    pub house: Vec<HouseForm>,
    /// The rules of the book in words.
    pub words: &'static str,
}

/// A house rule.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HouseForm {
    /// Its name.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

/// A seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Somebody, or a program of theirs.
    Person,
    /// One of our opponents.
    Computer,
}

/// What is on the table.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum BoardForm {
    /// Numbers that shrink.
    Numbers {
        /// `divide`, `subtract` or `either`.
        op: &'static str,
        /// The numbers.
        numbers: Vec<String>,
        /// Numbers that may not be chosen now.
        barred: Vec<String>,
        /// For each number its primes with their exponents; nothing where they are not known.
        #[schema(value_type = Vec<Option<Vec<(String, u32)>>>)]
        factors: Vec<Option<Vec<(String, u32)>>>,
    },
    /// One number that grows.
    Digits {
        /// The targets.
        targets: Vec<String>,
        /// The digits so far.
        digits: String,
        /// The remainder for each target.
        residues: Vec<String>,
        /// The maximum length, where reaching it ends the game.
        cap: Option<u32>,
    },
}

/// What may be done.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MovesForm {
    /// Whether these are all; the divisors of a number that cannot be factored are not all known,
    /// but any of them may be played.
    pub complete: bool,
    /// Whether `1` passes.
    pub pass: bool,
    /// The digits that may be appended.
    pub digits: Vec<String>,
    /// The choices for each number.
    pub groups: Vec<GroupForm>,
}

/// The choices for one number.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GroupForm {
    /// Which number, from 1.
    pub number: usize,
    /// The number.
    pub value: String,
    /// How many choices there are.
    pub count: String,
    /// Whether these are all.
    pub complete: bool,
    /// The choices as moves are written; nothing if there are more than 200.
    pub choices: Option<Vec<String>>,
}

/// A stretch of the choices for one number.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PageForm {
    /// Which number, from 1.
    pub number: usize,
    /// Where the stretch begins, from 0.
    pub from: u64,
    /// How many choices there are.
    pub count: String,
    /// Whether all choices are known.
    pub complete: bool,
    /// The choices as moves are written.
    pub choices: Vec<String>,
}

/// The last move.
#[derive(Clone, Debug, Serialize, ToSchema)]
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
#[derive(Clone, Debug, Serialize, ToSchema)]
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
}

/// Lines of what was said.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LogForm {
    /// How many there are.
    pub total: usize,
    /// Which is the first of these, from 0.
    pub from: usize,
    /// The lines.
    pub lines: Vec<LineForm>,
}

/// A line of what was said.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LineForm {
    /// Which line, from 0.
    pub n: usize,
    /// Whose doing it tells of.
    pub by: Option<u8>,
    /// The words.
    pub text: String,
}

/// The clock.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClockForm {
    /// The time control, such as `5m+3s`.
    pub name: String,
    /// What each player has left in milliseconds, at this moment.
    pub left_ms: [u64; 2],
    /// Whose time runs.
    pub running: Option<u8>,
}

/// Whose offers stand.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OffersForm {
    /// To take the last move back.
    pub take_back: Option<u8>,
    /// To stop without a winner.
    pub abandon: Option<u8>,
    /// To play again.
    pub rematch: Option<u8>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ResultForm {
    /// Who won.
    pub winner: Option<u8>,
    /// Why: `played`, `resigned`, `time`, `abandoned` or `forfeit`.
    pub why: &'static str,
    /// The end in words.
    pub words: String,
}

/// What came of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Answer {
    /// The number of the event.
    pub seq: u64,
    /// How many moves have been made.
    pub ply: u64,
    /// The position.
    pub position: String,
    /// Who is to move.
    pub turn: Option<u8>,
    /// How the game ended, if it has.
    pub result: Option<ResultForm>,
}

/// What is worked out once for a position: what may be done, and the factors.
#[derive(Clone, Debug)]
pub struct Listing {
    /// What may be done.
    pub moves: MovesForm,
    /// What is on the table.
    pub board: BoardForm,
}

impl Listing {
    /// Works it out, with a bounded effort for factoring.
    pub fn of(position: &Position) -> Listing {
        Listing { moves: moves(position), board: board(position) }
    }
}

/// The rules of a position.
pub fn rules(book: &Book, rules: &Rules) -> RulesForm {
    let house = rules.house().map(|rule| HouseForm { name: rule.name(), meaning: meaning(rule) });
    RulesForm { name: rules.to_string(), house: house.collect(), words: book.text }
}

fn texts(numbers: &[Natural]) -> Vec<String> {
    numbers.iter().map(Natural::to_string).collect()
}

/// What is on the table.
pub fn board(position: &Position) -> BoardForm {
    match position.board() {
        Board::Numbers { take, numbers, barred } => BoardForm::Numbers {
            op: match (position.has_both_operations(), take.step.op) {
                (true, _) => "either",
                (false, Op::Divide) => "divide",
                (false, Op::Subtract) => "subtract",
            },
            numbers: texts(numbers),
            barred: texts(barred),
            factors: numbers.iter().map(factors).collect(),
        },
        Board::Digits { append, targets, digits, residues } => BoardForm::Digits {
            targets: texts(targets),
            digits: digits.iter().map(|digit| digit.to_char()).collect(),
            residues: texts(residues),
            cap: append.cap.length(),
        },
    }
}

fn factors(number: &Natural) -> Option<Vec<(String, u32)>> {
    if number.is_zero() {
        return None;
    }
    let known = Factorization::of(number, LISTING);
    let primes = known.primes().iter().map(|(prime, exponent)| (prime.to_string(), *exponent));
    known.is_complete().then(|| primes.collect())
}

/// What may be done.
pub fn moves(position: &Position) -> MovesForm {
    if position.is_over() {
        return MovesForm { complete: true, pass: false, digits: Vec::new(), groups: Vec::new() };
    }
    let moves = position.moves(LISTING);
    MovesForm {
        complete: moves.is_complete(),
        pass: moves.has_pass(),
        digits: moves.digits().iter().map(|digit| digit.to_char().to_string()).collect(),
        groups: moves.groups().iter().map(|group| group_form(position, group)).collect(),
    }
}

fn group_form(position: &Position, group: &Group) -> GroupForm {
    let count = group.count();
    let short = count.to_u64().is_some_and(|count| count <= CHOICES);
    GroupForm {
        number: group.index() + 1,
        value: group.number().to_string(),
        count: count.to_string(),
        complete: group.is_complete(),
        choices: short.then(|| choices(position, group, 0..CHOICES)),
    }
}

/// A stretch of the choices for a number, as moves are written.
pub fn choices(position: &Position, group: &Group, range: std::ops::Range<u64>) -> Vec<String> {
    let written = |(op, divisor): (Op, Natural)| {
        position.write_move(&Move::Take { index: group.index(), op, divisor })
    };
    group.page(range).unwrap_or_default().into_iter().map(written).collect()
}

/// What a page of choices is asked for by.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// Which number, from 1.
    #[param(minimum = 1, maximum = 9_007_199_254_740_991_i64)]
    pub number: Option<usize>,
    /// Where the stretch begins, from 0.
    #[param(maximum = 9_007_199_254_740_991_i64)]
    pub from: Option<u64>,
    /// Where it ends; at most 200 behind its beginning.
    #[param(maximum = 9_007_199_254_740_991_i64)]
    pub to: Option<u64>,
    /// Or the choices around this number.
    #[param(max_length = 1000, pattern = "^[1-9][0-9]*$")]
    pub near: Option<String>,
}

/// A stretch of the choices for one number; what is wrong with the question, if something is.
pub fn page(position: &Position, query: &PageQuery) -> Result<PageForm, &'static str> {
    let moves = position.moves(LISTING);
    let number = query.number.unwrap_or(1);
    let group = number
        .checked_sub(1)
        .and_then(|index| moves.groups().get(index))
        .ok_or("there is no such number on the table; they are counted from 1")?;
    let from = match &query.near {
        Some(near) => {
            let near = Natural::parse(near).map_err(|_| "near should be a number such as 360")?;
            group.rank(&near).unwrap_or(0).saturating_sub(CHOICES / 4)
        }
        None => query.from.unwrap_or(0),
    };
    let to = query.to.filter(|_| query.near.is_none()).unwrap_or(from.saturating_add(CHOICES / 2));
    if to < from || to - from > CHOICES {
        return Err("a page has at most 200 choices: from below to");
    }
    Ok(PageForm {
        number,
        from,
        count: group.count().to_string(),
        complete: group.is_complete(),
        choices: choices(position, group, from..to),
    })
}

/// How a game ended.
pub fn result(game: &Game) -> Option<ResultForm> {
    let ending = game.record().game.ending()?;
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
        words: game.closing().unwrap_or_default(),
    })
}

/// How a game stands, shortly.
pub fn answer(game: &Game) -> Answer {
    Answer {
        seq: game.seq(),
        ply: game.ply(),
        position: game.position().to_string(),
        turn: game.turn().map(Seat::number),
        result: result(game),
    }
}

/// The answer that was given to a move which was kept as this event, for somebody who repeats it;
/// how the game stands, should that move have been taken back.
pub fn answer_at(game: &Game, seq: u64) -> Answer {
    let moves = |ply: u64| usize::try_from(ply).ok()?.checked_sub(1);
    let then = game.ply_of(seq).and_then(|ply| {
        let step = game.record().game.steps().nth(moves(ply)?)?;
        Some((ply, step.after))
    });
    let Some((ply, position)) = then else { return Answer { seq, ..answer(game) } };
    let over = position.is_over();
    Answer {
        seq,
        ply,
        position: position.to_string(),
        turn: (!over).then(|| position.turn().number()),
        result: if over { result(game) } else { None },
    }
}

/// The game as everybody sees it, when the turn has lasted `spent`.
pub fn game(
    game: &Game,
    listing: &Listing,
    history: Vec<PastForm>,
    presence: Presence,
    spent: Duration,
) -> GameForm {
    let record = game.record();
    let position = game.position();
    let turn = game.turn();
    let seat = |seat: Seat| SeatForm {
        name: record.names[seat].clone(),
        kind: if game.level(seat).is_some() { Kind::Computer } else { Kind::Person },
        level: game.level(seat).map(duel_play::Level::name),
        taken: game.is_taken(seat),
        present: game.level(seat).is_some() || presence.players[seat] > 0,
    };
    let offered = |offer| game.offered(offer).map(Seat::number);
    GameForm {
        id: game.id().to_owned(),
        seq: game.seq(),
        ply: game.ply(),
        book: game.book().slug,
        title: game.book().title,
        rules: rules(game.book(), position.rules()),
        start: record.game.start().to_string(),
        position: position.to_string(),
        seats: [seat(Seat::First), seat(Seat::Second)],
        turn: turn.map(Seat::number),
        waiting: game.is_waiting(),
        board: listing.board.clone(),
        moves: listing.moves.clone(),
        last: history.last().map(|past| LastForm {
            ply: past.ply,
            by: past.by,
            made: past.made.clone(),
        }),
        history,
        log: log(game.lines(), game.lines().len().saturating_sub(LINES), LINES),
        clock: clock(game, spent),
        offers: OffersForm {
            take_back: offered(Offer::TakeBack),
            abandon: offered(Offer::Abandon),
            rematch: offered(Offer::Rematch),
        },
        can_abandon: game.can_be_abandoned(),
        result: result(game),
        round: game.head().round,
        score: game.score(),
        rematch: game.rematch().map(str::to_owned),
        room: game.head().room.clone(),
        insight: if game.has_computer() { Insight::Now } else { Insight::After },
    }
}

/// The last moves, for which the game is played once more.
pub fn history(game: &Game) -> Vec<PastForm> {
    let record = &game.record().game;
    let skipped = record.played().len().saturating_sub(HISTORY);
    let past = |(place, step): (usize, duel_core::Step)| PastForm {
        ply: place as u64 + 1,
        by: step.before.turn().number(),
        made: step.before.write_move(&step.played),
        position: step.after.to_string(),
    };
    record.steps().enumerate().skip(skipped).map(past).collect()
}

/// A stretch of what was said.
pub fn log(lines: &[Line], from: usize, count: usize) -> LogForm {
    let line = |(n, line): (usize, &Line)| LineForm {
        n,
        by: line.by.map(Seat::number),
        text: line.text.clone(),
    };
    let shown = lines.iter().enumerate().skip(from).take(count).map(line).collect();
    LogForm { total: lines.len(), from, lines: shown }
}

fn clock(game: &Game, spent: Duration) -> Option<ClockForm> {
    let clock = game.record().game.conduct().clock?;
    let turn = game.turn();
    let left = |seat: Seat| {
        let allowance = game.allowance(seat).unwrap_or_default();
        let spent = if turn == Some(seat) { spent } else { Duration::ZERO };
        u64::try_from(allowance.saturating_sub(spent).as_millis()).unwrap_or(u64::MAX)
    };
    Some(ClockForm {
        name: clock.to_string(),
        left_ms: Seat::BOTH.map(left),
        running: turn.map(Seat::number),
    })
}

/// The numbers on the table, for a short line.
pub fn numbers(game: &Game) -> String {
    listing::numbers(game.position())
}

/// Which seats have a connection.
pub fn present(presence: Presence) -> [bool; 2] {
    let Seats { first, second } = presence.players;
    [first > 0, second > 0]
}

/// Moves as a JSON list writes them.
pub fn written(position: &Position, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|made| position.write_move(made)).collect()
}

/// One move of a number, as the API takes it.
pub fn is_written_move(text: &str) -> bool {
    WrittenMove::parse(text).is_ok()
}
