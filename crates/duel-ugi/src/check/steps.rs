//! The steps of the check, one function each.

use std::time::{Duration, Instant};

use duel_books::Book;
use duel_core::Position;
use duel_play::{Bot, Dice, Level};
use duel_solver::Limits;

use super::{
    Finding, Problem, StepResult,
    talk::{Shutdown, Talk, legal, quoted},
};
use crate::{
    child::{BotOption, Introduction, MARGIN},
    message::{Command, Go, Query},
};

/// What a program is given for a move in the games of the check.
const MOVETIME: Duration = Duration::from_millis(100);

/// How long a program may take to end.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// The positions that a program is tried with in this book.
fn starts(book: &Book) -> impl Iterator<Item = Position> {
    book.trials.iter().filter_map(|text| duel_books::position(text).ok())
}

/// Sets a start of this book with a choice of moves.
fn set_start(talk: &Talk, book: &Book) -> Result<Position, Problem> {
    let start = starts(book).next();
    let start = start.ok_or_else(|| Problem::new("a book with a start", "none"))?;
    talk.set_position(&start.to_string(), &[]);
    talk.ready("after a position")?;
    Ok(start)
}

pub(super) fn handshake(hello: &Introduction, took: Duration) -> Finding {
    match &hello.name {
        None => Finding::Unsupported("`id name NAME`; it is called by its command".to_owned()),
        Some(name) => Finding::Passed(format!(
            "calls itself {name}, {} options, {} ms",
            hello.options.len(),
            took.as_millis()
        )),
    }
}

pub(super) fn readiness(talk: &Talk) -> StepResult {
    let began = Instant::now();
    talk.ready("after `isready`")?;
    talk.send(&Command::NewGame);
    talk.ready("after `uginewgame`")?;
    Ok(Finding::Passed(format!(
        "ready, and ready for a new game, {} ms",
        began.elapsed().as_millis()
    )))
}

/// Every option takes its own default, and one that does not exist does no harm.
pub(super) fn options(talk: &Talk, options: &[BotOption]) -> StepResult {
    for BotOption { name, about } in options {
        let words: Vec<&str> = about.split_whitespace().collect();
        let kind = words.get(1).copied().unwrap_or_default();
        if !["check", "spin", "combo", "button", "string"].contains(&kind) {
            return Err(Problem::new(
                format!("`option name {name} type` check, spin, combo, button or string"),
                format!("`{}`", quoted(about)),
            ));
        }
        let after = |word: &str| {
            let place = words.iter().position(|other| *other == word)?;
            words.get(place + 1).copied()
        };
        let number = |word| after(word).and_then(|text| text.parse::<i128>().ok());
        if kind == "spin"
            && !matches!(
                (number("min"), number("default"), number("max")),
                (Some(least), Some(own), Some(most)) if least <= own && own <= most
            )
        {
            return Err(Problem::new(
                format!("`option name {name} type spin default D min A max B`, D between A and B"),
                format!("`{}`", quoted(about)),
            ));
        }
        if kind != "button" {
            let value = after("default").unwrap_or_default().to_owned();
            talk.send(&Command::SetOption { name: name.clone(), value });
        }
    }
    let unknown = Command::SetOption { name: "No Such Option".to_owned(), value: "7".to_owned() };
    talk.send(&unknown);
    talk.ready("after setting every option")?;
    Ok(Finding::Passed(format!("{} take their defaults, an unknown one is ignored", options.len())))
}

/// The replies to queries along a random game from every start, sent as a position with moves.
pub(super) fn queries(talk: &Talk, book: &Book) -> StepResult {
    let mut asked = 0;
    for (number, start) in starts(book).enumerate() {
        let mut bot = Bot::new(Level::Random, number as u64);
        let mut position = start.clone();
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..40 {
            let text = if moves.is_empty() {
                format!("{start}")
            } else {
                format!("{start} moves {}", moves.join(" "))
            };
            talk.set_position(&start.to_string(), &moves);
            talk.ready("after a position")?;
            if let Some(query) = unanswered(talk, &position, &text)? {
                return Ok(Finding::Unsupported(format!(
                    "`query {query}`, which our host never asks"
                )));
            }
            asked += 1;
            let Some(made) = bot.pick(&position, Limits::NONE) else { break };
            moves.push(position.write_move(&made));
            let Ok(after) = position.after(&made) else { break };
            position = after;
        }
        // The position after the moves, as a text of its own.
        talk.set_position(&position.to_string(), &[]);
        unanswered(talk, &position, &position.to_string())?;
        asked += 1;
    }
    Ok(Finding::Passed(format!("right in {asked} positions, also with moves and after the end")))
}

/// Asks all there is to ask about a position; the query that the program does not answer, if so.
fn unanswered(talk: &Talk, position: &Position, text: &str) -> Result<Option<Query>, Problem> {
    for query in [Query::GameOver, Query::FirstTurn, Query::Result] {
        if !talk.query(query, position, text)? {
            return Ok(Some(query));
        }
    }
    Ok(None)
}

/// A game from every start against random moves: each answer is legal and in time.
pub(super) fn games(talk: &Talk, book: &Book) -> StepResult {
    let mut dice = Dice::seeded(5);
    let (mut games, mut asked) = (0, 0);
    for start in starts(book) {
        let mut opponent = Bot::new(Level::Random, dice.bits());
        let mut position = start;
        talk.send(&Command::NewGame);
        for _ in 0..60 {
            if position.is_over() {
                break;
            }
            talk.set_position(&position.to_string(), &[]);
            talk.ready("after a position")?;
            let go = Go { movetime: Some(MOVETIME), ..Go::default() };
            let (answer, _) = talk.go(go, MOVETIME + MARGIN)?;
            position = legal(&position, &answer)?;
            asked += 1;
            let reply = opponent.pick(&position, Limits::NONE);
            if let Some(after) = reply.and_then(|made| position.after(&made).ok()) {
                position = after;
            }
        }
        talk.ready("after a game")?;
        games += 1;
    }
    Ok(Finding::Passed(format!("{asked} legal moves in {games} games")))
}

/// One move with this limit, on a new position.
fn one_move(talk: &Talk, book: &Book, go: Go, limit: Duration) -> Result<Duration, Problem> {
    let start = set_start(talk, book)?;
    let (answer, took) = talk.go(go, limit)?;
    legal(&start, &answer)?;
    talk.ready("after a move")?;
    Ok(took)
}

pub(super) fn movetime(talk: &Talk, book: &Book) -> StepResult {
    let mut times = Vec::new();
    for milliseconds in [1, 50, 300] {
        let time = Duration::from_millis(milliseconds);
        let go = Go { movetime: Some(time), ..Go::default() };
        let took = one_move(talk, book, go, time + MARGIN)?;
        times.push(format!("{} of {milliseconds} ms", took.as_millis()));
    }
    Ok(Finding::Passed(times.join(", ")))
}

pub(super) fn on_clock(talk: &Talk, book: &Book) -> StepResult {
    let left = Duration::from_millis(1_500);
    let go = Go {
        p1time: Some(left),
        p2time: Some(left),
        p1inc: Some(Duration::ZERO),
        p2inc: Some(Duration::ZERO),
        ..Go::default()
    };
    let took = one_move(talk, book, go, left)?;
    Ok(Finding::Passed(format!("{} of {} ms", took.as_millis(), left.as_millis())))
}

pub(super) fn nodes(talk: &Talk, book: &Book) -> StepResult {
    let go = Go { nodes: Some(100), ..Go::default() };
    let took = one_move(talk, book, go, Duration::from_secs(10))?;
    Ok(Finding::Passed(format!("100 nodes in {} ms", took.as_millis())))
}

pub(super) fn depth(talk: &Talk, book: &Book) -> StepResult {
    const LIMIT: Duration = Duration::from_secs(2);
    let start = set_start(talk, book)?;
    let began = Instant::now();
    talk.send(&Command::Go(Go { depth: Some(1), ..Go::default() }));
    let seen = if let Some(answer) = talk.moves_within(LIMIT)? {
        legal(&start, &answer)?;
        Finding::Passed(format!("depth 1 in {} ms", began.elapsed().as_millis()))
    } else {
        talk.send(&Command::Stop);
        talk.moves_within(MARGIN)?;
        Finding::Unsupported("`go depth`, which our host never says".to_owned())
    };
    talk.ready("after a move")?;
    Ok(seen)
}

pub(super) fn infinite(talk: &Talk, book: &Book) -> StepResult {
    let start = set_start(talk, book)?;
    talk.send(&Command::Go(Go { infinite: true, ..Go::default() }));
    if talk.moves_within(Duration::from_millis(400))?.is_some() {
        talk.ready("after a move")?;
        let what = "`go infinite`, which our host never says: it moves before `stop`";
        return Ok(Finding::Unsupported(what.to_owned()));
    }
    talk.ready("while thinking")?;
    let began = Instant::now();
    talk.send(&Command::Stop);
    let (answer, took) = talk.best_move("`bestmove` within 1s after `stop`", began, MARGIN)?;
    legal(&start, &answer)?;
    talk.ready("after a move")?;
    let took = took.as_millis();
    Ok(Finding::Passed(format!("waits, stays ready, and stops in {took} ms")))
}

pub(super) fn idle_stop(talk: &Talk) -> StepResult {
    talk.send(&Command::Stop);
    talk.ready("after `stop` without a search")?;
    Ok(Finding::Passed("does nothing".to_owned()))
}

pub(super) fn garbage(talk: &Talk, book: &Book) -> StepResult {
    let start = set_start(talk, book)?;
    for line in ["", "   ", "xyzzy", "debug on", "query weather", "\u{fffd}\u{1b}[2J", "ugiok"] {
        talk.send_line(line);
    }
    talk.send_line(&"long ".repeat(20_000));
    talk.ready("after lines that are no commands")?;
    let go = Go { movetime: Some(MOVETIME), ..Go::default() };
    let (answer, _) = talk.go(go, MOVETIME + MARGIN)?;
    legal(&start, &answer)?;
    talk.ready("after a move")?;
    Ok(Finding::Passed("is ignored".to_owned()))
}

pub(super) fn leave(talk: Talk, how: Shutdown) -> StepResult {
    let took = talk.ends(how, EXIT_TIMEOUT)?;
    Ok(Finding::Passed(format!("ends in {} ms", took.as_millis())))
}
