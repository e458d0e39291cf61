//! Games that are played in the page: between a person and the computer, or two people at one
//! device. A game is its record; every request brings it and gets the new one.

use std::time::Duration;

use duel_books::closing;
use duel_core::{Conduct, MatchTags, Position, Record, Seat, Seats, clean_name};
use duel_json::{GameForm, Listing, history, log_of_record};
use duel_play::{
    BotChoice, Command, Dice, Level, Match, Offer, Player, PlayerKind, Refusal, Session, Turn,
    opponent,
};
use duel_solver::Limits;
use serde::Serialize;

use crate::{
    Request, needed,
    position::{TextForm, fair, find_book, read, read_seed, solver},
    problem::Problem,
};

/// A game, and what it is kept as.
#[derive(Debug, Serialize)]
pub(crate) struct KeptGame {
    /// Its record, to be brought with the next request.
    record: String,
    /// The game as the HTTP API tells one.
    game: GameForm,
}

/// Begins a game: `book`, and whether its `fair` variant, or `position`; `opponent`, which is
/// `computer` or `person`, and the computer's `level`; the `seat` of the person of this page (`first`,
/// `second` or `either`), their `name`, and the `other_name` of the second person; the `seed` of all that
/// is left to chance, and the `date` as records write it. Members that the HTTP API has too are called
/// the same.
pub(crate) fn begin(new: &Request) -> Result<KeptGame, Problem> {
    let seed = read_seed(new.seed()?)?;
    let level = match (new.opponent.as_deref(), new.level.as_deref()) {
        (Some("computer"), level) => {
            let level = level.unwrap_or("medium").parse::<Level>();
            Some(level.map_err(|error| Problem::new("no-such-level", &error.to_string()))?)
        }
        (Some("person"), None) => None,
        (Some("person"), Some(_)) => {
            return Err(Problem::new("level", "a level is for \"opponent\":\"computer\""));
        }
        _ => return Err(Problem::new("opponent", "an opponent is \"computer\" or \"person\"")),
    };
    let (start, dealt) = start(new, seed)?;
    if start.is_over() {
        return Err(Problem::new("over", &closing::no_start(&start)));
    }
    let seat = match new.seat.as_deref() {
        None | Some("first") => Seat::First,
        Some("either") if Dice::seeded(seed).toss() => Seat::First,
        Some("second" | "either") => Seat::Second,
        _ => return Err(Problem::new("seat", "a seat is \"first\", \"second\" or \"either\"")),
    };
    let shown_name = |name: Option<&str>, seat: Seat| {
        name.and_then(clean_name).unwrap_or_else(|| format!("Player {}", seat.number()))
    };
    let other = match level {
        Some(level) => format!("Computer ({level})"),
        None => shown_name(new.other_name.as_deref(), seat.other()),
    };
    let names = seated(seat, shown_name(new.name.as_deref(), seat), other);
    let kinds = seated(seat, None, level.and_then(|level| PlayerKind::Bot(level).word()));
    let tags = MatchTags {
        round: 1,
        rounds: None,
        to: None,
        points: 1,
        score: Seats::new(0, 0),
        player_one: Seat::First,
        deal: dealt.then_some(seed),
        swap: false,
    };
    let record = Record {
        date: Some(new.date()?.to_owned()),
        kinds,
        seed: Some(seed),
        of_match: Some(tags),
        ..Record::new(names, start, Conduct::default())
    };
    Ok(kept(&session(record)))
}

fn start(new: &Request, seed: u64) -> Result<(Position, bool), Problem> {
    match (&new.position, &new.book) {
        (Some(text), None) => Ok((read(text)?, false)),
        (None, Some(book)) if new.fair => Ok((dealt(&fair(find_book(book)?)?, seed, 1)?, true)),
        (None, Some(book)) => {
            let position = duel_play::Terms::default()
                .agree(find_book(book)?)
                .and_then(|agreed| agreed.first_position(vec![agreed.book.start.into()]));
            position
                .map(|start| (start, false))
                .map_err(|error| Problem::new("no-such-start", &error.to_string()))
        }
        _ => Err(Problem::new("what-to-play", "give a book or a position, and not both")),
    }
}

fn dealt(agreed: &duel_play::Agreed, seed: u64, round: u32) -> Result<Position, Problem> {
    let numbers = agreed.deal(seed, round).numbers;
    agreed.first_position(numbers).map_err(|error| Problem::new("no-deal", &error.to_string()))
}

fn seated<T>(seat: Seat, mine: T, other: T) -> Seats<T> {
    match seat {
        Seat::First => Seats::new(mine, other),
        Seat::Second => Seats::new(other, mine),
    }
}

/// The game as it stands.
pub(crate) fn show(text: &str) -> Result<KeptGame, Problem> {
    Ok(kept(&session(read_record(text)?)))
}

pub(crate) fn read_record(text: &str) -> Result<Record, Problem> {
    if !text.contains("[Record ") && !text.contains("\"record\"") {
        let detail =
            "this is not the record of a game; “Save the record” and “Save it as JSON” make one";
        return Err(Problem::new("not-a-record", detail));
    }
    duel_books::record(text.as_bytes()).map_err(|error| {
        Problem::new("not-a-record", &format!("this is not a game that can be played: {error}"))
    })
}

fn session(record: Record) -> Session {
    // Where a program of one's own played, both seats are people's here.
    let of = Match::resumed(&record).unwrap_or_else(|_| Match::of_record(&record));
    Session::resume(of, record)
}

fn kept(session: &Session) -> KeptGame {
    let record = session.record();
    let listing = Listing::of(session.position());
    let game =
        GameForm::of(session, &listing, history(record), log_of_record(record), Duration::ZERO);
    KeptGame { record: record.to_text(), game }
}

/// Decides a command and lets it take effect.
fn execute(session: &mut Session, command: &Command, took: Duration) -> Result<(), Refusal> {
    if let Some(event) = session.decide(command, took)? {
        session.apply(&event).map_err(|error| error.0)?;
    }
    Ok(())
}

fn refused(session: &Session, refusal: &Refusal) -> Problem {
    Problem::new("refused", &session.explain(refusal, None))
}

/// Lets a player do something: the `action` is `move` (with the `move` as text), `take-back` (against the
/// computer its reply as well), `resign` (the person who plays the computer, or who is to move at one
/// device) or `abandon`, to which two people at one device have agreed. `ms` is how long the turn
/// took.
pub(crate) fn act(request: &Request) -> Result<KeptGame, Problem> {
    let mut session = session(read_record(request.record()?)?);
    let turn = session.position().turn();
    let person = if session.is_program(turn) { turn.other() } else { turn };
    let took = Duration::from_millis(request.ms);
    match needed(request.action.as_ref(), "action")? {
        "move" if session.is_program(turn) => {
            return Err(Problem::new("not-your-turn", "the computer is to move"));
        }
        "move" => {
            let (command, unclear) = session.entered(needed(request.made.as_ref(), "move")?);
            execute(&mut session, &command, took).map_err(|refusal| {
                Problem::new("illegal", &session.explain(&refusal, unclear.as_ref()))
            })?;
        }
        "take-back" => {
            let by = if session.has_program() { person } else { turn.other() };
            agree(&mut session, by, Offer::TakeBack)?;
        }
        "resign" => {
            let done = execute(&mut session, &Command::Resign(person), took);
            done.map_err(|refusal| refused(&session, &refusal))?;
        }
        "abandon" => abandon(&mut session, person)?,
        _ => {
            let detail = "an action is \"move\", \"take-back\", \"resign\" or \"abandon\"";
            return Err(Problem::new("action", detail));
        }
    }
    Ok(kept(&session))
}

/// Offers something on behalf of both.
fn agree(session: &mut Session, by: Seat, offer: Offer) -> Result<(), Problem> {
    for seat in [by, by.other()] {
        let before = session.record().clone();
        execute(session, &Command::Offer(seat, offer), Duration::ZERO)
            .map_err(|refusal| refused(session, &refusal))?;
        if *session.record() != before {
            break;
        }
    }
    Ok(())
}

fn abandon(session: &mut Session, person: Seat) -> Result<(), Problem> {
    if !session.has_program() {
        return agree(session, person, Offer::Abandon);
    }
    let offer = Command::Offer(person, Offer::Abandon);
    execute(session, &offer, Duration::ZERO).map_err(|refusal| refused(session, &refusal))?;
    let answer =
        opponent::answer_offer(session.game(), person.other(), &mut solver(), Limits::NONE);
    if matches!(answer, Command::Decline(_)) {
        return Err(Problem::new("declined", "the computer would rather play on"));
    }
    execute(session, &answer, Duration::ZERO).map_err(|refusal| refused(session, &refusal))
}

/// Lets the computer move.
pub(crate) fn reply(text: &str) -> Result<KeptGame, Problem> {
    let mut session = session(read_record(text)?);
    let not_its_turn = || Problem::new("not-its-turn", "it is not the computer's turn");
    let turn = session.turn().ok_or_else(not_its_turn)?;
    let bot = session.of_match().bot(session.of_match().scoreboard.person(turn));
    let mut bot = bot.ok_or_else(not_its_turn)?;
    let command = match bot.choose(&Turn::of(session.game(), Limits::NONE)) {
        Ok(BotChoice::Move(made)) => {
            Command::Enter { by: turn, input: duel_core::Input::Move(made) }
        }
        Ok(BotChoice::Abandon) => Command::Offer(turn, Offer::Abandon),
        Ok(BotChoice::Resign) | Err(_) => Command::Resign(turn),
    };
    execute(&mut session, &command, Duration::ZERO)
        .map_err(|refusal| refused(&session, &refusal))?;
    Ok(kept(&session))
}

/// Begins the next game of the same players.
pub(crate) fn rematch(text: &str, date: &str) -> Result<KeptGame, Problem> {
    let session = session(read_record(text)?);
    if !session.is_over() {
        return Err(Problem::new("not-over", "a rematch can be played after the game"));
    }
    let mut of = session.of_match().clone();
    of.scoreboard.next_round();
    let old = session.record();
    let deal = old.of_match.as_ref().and_then(|tags| tags.deal);
    let start = match deal {
        Some(seed) => dealt(&of.agreed, seed, of.scoreboard.round())?,
        None => old.game.start().clone(),
    };
    let Seats { first, second } = old.kinds.clone();
    let record = Record {
        date: Some(date.to_owned()),
        kinds: Seats::new(second, first),
        seed: old.seed,
        of_match: Some(of.scoreboard.tags(deal, false)),
        ..Record::new(of.scoreboard.seats(), start, *old.game.conduct())
    };
    Ok(kept(&self::session(record)))
}

/// The record in its JSON form.
pub(crate) fn export(text: &str) -> Result<TextForm, Problem> {
    Ok(TextForm { text: read_record(text)?.to_json() })
}
