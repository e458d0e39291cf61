//! The steps of the check, one function each.

use std::time::{Duration, Instant};

use duel_core::{Outcome, Position, Seat};
use duel_play::{Bot, Dice, Level};
use duel_solver::Limits;

use super::{
    Problem,
    talk::{Hello, Leaving, Talk, legal, quoted},
};
use crate::{
    child::MARGIN,
    message::{Command, Go, Query},
};

/// What a program is given for a move in the games of the check.
const MOVETIME: Duration = Duration::from_millis(100);

/// How long a program may take to end.
const PARTING: Duration = Duration::from_secs(2);

/// Starts of every book, with most house rules somewhere among them.
const STARTS: [&str; 26] = [
    "divide:60",
    "divide:36,84,7",
    "divide+one:30",
    "divide+either:36",
    "divide+prime-steps:48",
    "divide+no-echo:96",
    "divide+misere+once:720",
    "divide+one+no-echo+root:360",
    "dilemma:210",
    "dilemma+prime-steps:97",
    "dilemma+either+once:60,12",
    "subtract:48",
    "subtract+no-echo:60",
    "subtract+misere+root:100",
    "subtract+either+no-echo:30,12",
    "subtract+once:97",
    "digits:7:",
    "digits+no-leading-zero:22,25:",
    "digits+misere+once:97:",
    "digits+no-leading-zero+cap-second=6:22,25,27:",
    "digits+cap-draw=4:89:",
    "factor:24",
    "factor+no-whole:60",
    "factor+misere+root+no-whole:120",
    "factor:12,18",
    "factor+root:36",
];

fn starts(book: &str) -> impl Iterator<Item = Position> {
    let of_book = move |text: &&str| text.split([':', '+']).next() == Some(book);
    STARTS.into_iter().filter(of_book).filter_map(|text| duel_books::position(text).ok())
}

/// A start of this book with a choice of moves.
fn start(book: &str) -> String {
    starts(book).next().map(|start| start.to_string()).unwrap_or_default()
}

pub(super) fn handshake(hello: &Hello) -> Result<String, Problem> {
    match &hello.name {
        None => Err(Problem::new("`id name NAME` before `ugiok`", "no name")),
        Some(name) => Ok(format!(
            "calls itself {name}, {} options, {} ms",
            hello.options.len(),
            hello.took.as_millis()
        )),
    }
}

pub(super) fn readiness(talk: &Talk) -> Result<String, Problem> {
    let began = Instant::now();
    talk.ready("after `isready`")?;
    talk.say(&Command::NewGame);
    talk.ready("after `uginewgame`")?;
    Ok(format!("ready, and ready for a new game, {} ms", began.elapsed().as_millis()))
}

/// Every option takes its own default, and one that does not exist does no harm.
pub(super) fn options(talk: &Talk, options: &[(String, String)]) -> Result<String, Problem> {
    for (name, about) in options {
        let words: Vec<&str> = about.split_whitespace().collect();
        let kind = words.get(1).copied().unwrap_or_default();
        if !["check", "spin", "combo", "button", "string"].contains(&kind) {
            return Err(Problem::new(
                format!("`option name {name} type` check, spin, combo, button or string"),
                format!("`{}`", quoted(about)),
            ));
        }
        let behind = |word: &str| {
            let place = words.iter().position(|other| *other == word)?;
            words.get(place + 1).copied()
        };
        let number = |word| behind(word).and_then(|text| text.parse::<i64>().ok());
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
            let value = behind("default").unwrap_or_default().to_owned();
            talk.say(&Command::SetOption { name: name.clone(), value });
        }
    }
    let unknown = Command::SetOption { name: "No Such Option".to_owned(), value: "7".to_owned() };
    talk.say(&unknown);
    talk.ready("after setting every option")?;
    Ok(format!("{} take their defaults, an unknown one is ignored", options.len()))
}

/// The answers to queries along a random game from every start, told as a position with moves.
pub(super) fn queries(talk: &Talk, book: &str) -> Result<String, Problem> {
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
            ask_everything(talk, &position, &text)?;
            asked += 1;
            let Some(made) = bot.pick(&position, Limits::NONE) else { break };
            moves.push(position.write_move(&made));
            let Ok(after) = position.after(&made) else { break };
            position = after;
        }
        // The position after the moves, as a text of its own.
        talk.set_position(&position.to_string(), &[]);
        ask_everything(talk, &position, &position.to_string())?;
        asked += 1;
    }
    Ok(format!("right in {asked} positions, also with moves and after the end"))
}

fn ask_everything(talk: &Talk, position: &Position, text: &str) -> Result<(), Problem> {
    let word = |yes: bool| if yes { "true" } else { "false" };
    let result = match position.outcome() {
        None => "none",
        Some(Outcome::Won(Seat::First)) => "p1win",
        Some(Outcome::Won(Seat::Second)) => "p2win",
        Some(Outcome::Nobody) => "draw",
    };
    talk.query(Query::GameOver, text, word(position.is_over()))?;
    talk.query(Query::FirstTurn, text, word(position.turn() == Seat::First))?;
    talk.query(Query::Result, text, result)
}

/// A game from every start against random moves: each answer is legal and in time.
pub(super) fn games(talk: &Talk, book: &str) -> Result<String, Problem> {
    let mut dice = Dice::seeded(5);
    let (mut games, mut asked) = (0, 0);
    for start in starts(book) {
        let mut opponent = Bot::new(Level::Random, dice.bits());
        let mut position = start;
        talk.say(&Command::NewGame);
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
    Ok(format!("{asked} legal moves in {games} games"))
}

/// One move with this limit, on a new position.
fn one_move(talk: &Talk, book: &str, go: Go, limit: Duration) -> Result<Duration, Problem> {
    let text = start(book);
    talk.set_position(&text, &[]);
    talk.ready("after a position")?;
    let (answer, took) = talk.go(go, limit)?;
    if let Ok(position) = duel_books::position(&text) {
        legal(&position, &answer)?;
    }
    talk.ready("after a move")?;
    Ok(took)
}

pub(super) fn movetime(talk: &Talk, book: &str) -> Result<String, Problem> {
    let mut told = Vec::new();
    for milliseconds in [1, 50, 300] {
        let time = Duration::from_millis(milliseconds);
        let go = Go { movetime: Some(time), ..Go::default() };
        let took = one_move(talk, book, go, time + MARGIN)?;
        told.push(format!("{} of {milliseconds} ms", took.as_millis()));
    }
    Ok(told.join(", "))
}

pub(super) fn on_clock(talk: &Talk, book: &str) -> Result<String, Problem> {
    let left = Duration::from_millis(1_500);
    let go = Go {
        p1time: Some(left),
        p2time: Some(left),
        p1inc: Some(Duration::ZERO),
        p2inc: Some(Duration::ZERO),
        ..Go::default()
    };
    let took = one_move(talk, book, go, left)?;
    Ok(format!("{} of {} ms", took.as_millis(), left.as_millis()))
}

pub(super) fn bounded(talk: &Talk, book: &str) -> Result<String, Problem> {
    const LIMIT: Duration = Duration::from_secs(10);
    let shallow = one_move(talk, book, Go { depth: Some(1), ..Go::default() }, LIMIT)?;
    let few = one_move(talk, book, Go { nodes: Some(100), ..Go::default() }, LIMIT)?;
    let (shallow, few) = (shallow.as_millis(), few.as_millis());
    Ok(format!("depth 1 in {shallow} ms, 100 nodes in {few} ms"))
}

pub(super) fn infinite(talk: &Talk, book: &str) -> Result<String, Problem> {
    let text = start(book);
    talk.set_position(&text, &[]);
    talk.ready("after a position")?;
    talk.say(&Command::Go(Go { infinite: true, ..Go::default() }));
    talk.is_silent("no move before `stop` after `go infinite`", Duration::from_millis(400))?;
    talk.ready("while thinking")?;
    let began = Instant::now();
    talk.say(&Command::Stop);
    let (answer, took) = talk.best_move("`bestmove` within 1s after `stop`", began, MARGIN)?;
    if let Ok(position) = duel_books::position(&text) {
        legal(&position, &answer)?;
    }
    talk.ready("after a move")?;
    Ok(format!("waits, stays ready, and stops in {} ms", took.as_millis()))
}

pub(super) fn idle_stop(talk: &Talk) -> Result<String, Problem> {
    talk.say(&Command::Stop);
    talk.ready("after `stop` without a search")?;
    Ok("does nothing".to_owned())
}

pub(super) fn garbage(talk: &Talk, book: &str) -> Result<String, Problem> {
    let text = start(book);
    talk.set_position(&text, &[]);
    talk.ready("after a position")?;
    for line in ["", "   ", "xyzzy", "debug on", "query weather", "\u{fffd}\u{1b}[2J", "ugiok"] {
        talk.say_line(line);
    }
    talk.say_line(&"long ".repeat(20_000));
    talk.ready("after lines that are no commands")?;
    if let Ok(position) = duel_books::position(&text) {
        ask_everything(talk, &position, &text)?;
    }
    Ok("is ignored".to_owned())
}

pub(super) fn leave(talk: Talk, how: Leaving) -> Result<String, Problem> {
    let took = talk.ends(how, PARTING)?;
    Ok(format!("ends in {} ms", took.as_millis()))
}
