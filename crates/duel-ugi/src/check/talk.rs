//! A conversation with a program under test: everything it is asked, and what should have come.

use std::time::{Duration, Instant};

use duel_core::{Position, shown};
use duel_play::command_line::CommandLine;

use super::Problem;
use crate::{
    child::{HANDSHAKE, READINESS},
    message::{Answer, Command, Go, Query},
    process::{Process, Silence},
};

/// How much of an answer a report quotes.
const QUOTED: usize = 80;

/// A program under test.
pub(super) struct Talk {
    process: Process,
}

/// How a program introduces itself.
pub(super) struct Hello {
    pub(super) name: Option<String>,
    pub(super) options: Vec<(String, String)>,
    pub(super) took: Duration,
}

impl Talk {
    /// Starts the program and shakes hands.
    pub(super) fn open(command: &CommandLine) -> Result<(Talk, Hello), Problem> {
        let process = Process::start(command)
            .map_err(|error| Problem::new("a program that starts", error.to_string()))?;
        let talk = Talk { process };
        let began = Instant::now();
        talk.say(&Command::Ugi);
        let (mut name, mut options) = (None, Vec::new());
        let ((), at) = talk.wait("`ugiok` after `ugi`", HANDSHAKE, |answer| {
            match answer {
                Answer::UgiOk => return Some(()),
                Answer::Name(given) => name = duel_core::clean_name(&given),
                Answer::Option { name, about } => options.push((shown(&name), shown(&about))),
                _ => {}
            }
            None
        })?;
        Ok((talk, Hello { name, options, took: at.saturating_duration_since(began) }))
    }

    pub(super) fn say(&self, command: &Command) {
        self.process.say(&command.to_string());
    }

    /// Says something that is no command.
    pub(super) fn say_line(&self, line: &str) {
        self.process.say(line);
    }

    pub(super) fn set_position(&self, text: &str, moves: &[String]) {
        self.say(&Command::Position { text: Some(text.to_owned()), moves: moves.to_vec() });
    }

    /// `isready`; no move may come before the answer.
    pub(super) fn ready(&self, when: &str) -> Result<(), Problem> {
        self.say(&Command::IsReady);
        let mut stray = None;
        let wanted = format!("`readyok` {when}");
        self.wait(&wanted, READINESS, |answer| match answer {
            Answer::ReadyOk => Some(()),
            Answer::BestMove(made) => {
                stray = Some(made);
                None
            }
            _ => None,
        })?;
        match stray {
            None => Ok(()),
            Some(made) => Err(Problem::new(
                format!("no move {when}"),
                format!("`bestmove {}`, which nobody had asked for", quoted(&made)),
            )),
        }
    }

    /// `go`, within so much time.
    pub(super) fn go(&self, go: Go, limit: Duration) -> Result<(String, Duration), Problem> {
        let began = Instant::now();
        self.say(&Command::Go(go));
        self.best_move(&format!("`bestmove` within {limit:?} after `go{go}`"), began, limit)
    }

    pub(super) fn best_move(
        &self,
        wanted: &str,
        began: Instant,
        limit: Duration,
    ) -> Result<(String, Duration), Problem> {
        let (made, at) = self.wait(wanted, limit, |answer| match answer {
            Answer::BestMove(made) => Some(made),
            _ => None,
        })?;
        Ok((made, at.saturating_duration_since(began)))
    }

    /// Asks about a position, and holds the answer against the right one; whether there was one
    /// before the program was ready for more.
    pub(super) fn query(&self, query: Query, here: &str, right: &str) -> Result<bool, Problem> {
        self.say(&Command::Query(query));
        self.say(&Command::IsReady);
        let wanted = format!("`response {right}` to `query {query}` in {here}");
        let mut response = None;
        self.wait(&wanted, READINESS, |answer| match answer {
            Answer::Response(answer) => {
                response = Some(answer);
                None
            }
            Answer::ReadyOk => Some(()),
            _ => None,
        })?;
        match response {
            Some(answer) if answer != right => {
                Err(Problem::new(wanted, format!("`response {}`", quoted(&answer))))
            }
            response => Ok(response.is_some()),
        }
    }

    /// A move that comes by itself within so much time.
    pub(super) fn moves_within(&self, time: Duration) -> Result<Option<String>, Problem> {
        let moved = self.process.wait_for(Instant::now() + time, |answer| match answer {
            Answer::BestMove(made) => Some(made),
            _ => None,
        });
        match moved {
            Ok((made, _)) => Ok(Some(made)),
            Err(Silence::Late) => Ok(None),
            Err(Silence::Ended) => Err(self.ended("a program that goes on")),
        }
    }

    /// Whether the program ends by itself.
    pub(super) fn ends(mut self, how: Leaving, time: Duration) -> Result<Duration, Problem> {
        let began = Instant::now();
        let wanted = match how {
            Leaving::Quit => "the program to end after `quit`",
            Leaving::HangUp => "the program to end when its input does",
        };
        match how {
            Leaving::Quit => self.say(&Command::Quit),
            Leaving::HangUp => self.process.hang_up(),
        }
        if self.process.ends_within(time) {
            Ok(began.elapsed())
        } else {
            Err(Problem::new(wanted, format!("it was still there after {time:?}")))
        }
    }

    fn wait<T>(
        &self,
        wanted: &str,
        patience: Duration,
        pick: impl FnMut(Answer) -> Option<T>,
    ) -> Result<(T, Instant), Problem> {
        self.process.wait_for(Instant::now() + patience, pick).map_err(|silence| match silence {
            Silence::Late => Problem::new(
                wanted,
                format!("nothing of the kind in {patience:?} (is the output flushed?)"),
            ),
            Silence::Ended => self.ended(wanted),
        })
    }

    fn ended(&self, wanted: &str) -> Problem {
        let remarks = self.process.last_remarks();
        let remarks = if remarks.is_empty() { remarks } else { format!("; it said: {remarks}") };
        Problem::new(wanted, format!("the program ended or closed its output{remarks}"))
    }
}

/// How we part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaving {
    Quit,
    HangUp,
}

/// A legal move, or the problem with it.
pub(super) fn legal(position: &Position, answer: &str) -> Result<Position, Problem> {
    let problem = |why: String| {
        let came = format!("`bestmove {}`: {why}", quoted(answer));
        Problem::new(format!("a legal move in {position}"), came)
    };
    let made = position.read_move(answer).map_err(|error| problem(error.to_string()))?;
    position.after(&made).map_err(|illegal| {
        let fault = duel_core::Fault::Illegal(made, illegal);
        problem(duel_books::explain::fault(position, &fault))
    })
}

pub(super) fn quoted(answer: &str) -> String {
    shown(answer).chars().take(QUOTED).collect()
}
