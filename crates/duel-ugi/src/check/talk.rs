//! A conversation with a program under test: what it is sent, and what is expected of it.

use std::time::{Duration, Instant};

use duel_core::{Position, shown};
use duel_play::command_line::CommandLine;

use super::Problem;
use crate::{
    child::{self, HANDSHAKE, Introduction, READINESS},
    message::{Command, Go, Query, Reply},
    process::{Process, WaitError},
};

/// How much of an answer a report quotes.
const QUOTED: usize = 80;

/// A program under test.
pub(super) struct Talk {
    process: Process,
}

impl Talk {
    /// Starts the program and shakes hands.
    pub(super) fn open(command: &CommandLine) -> Result<(Talk, Introduction, Duration), Problem> {
        let process = Process::start(command)
            .map_err(|error| Problem::new("a program that starts", error.to_string()))?;
        let talk = Talk { process };
        let began = Instant::now();
        talk.send(&Command::Ugi);
        let mut introduction = Introduction::default();
        let read = |reply| introduction.read(reply);
        let ((), at) = talk.wait("`ugiok` after `ugi`", HANDSHAKE, read)?;
        Ok((talk, introduction, at.saturating_duration_since(began)))
    }

    pub(super) fn send(&self, command: &Command) {
        self.process.send(&command.to_string());
    }

    /// Sends something that is no command.
    pub(super) fn send_line(&self, line: &str) {
        self.process.send(line);
    }

    pub(super) fn set_position(&self, text: &str, moves: &[String]) {
        self.send(&Command::Position { text: Some(text.to_owned()), moves: moves.to_vec() });
    }

    /// `isready`; no move may come before the answer.
    pub(super) fn ready(&self, when: &str) -> Result<(), Problem> {
        self.send(&Command::IsReady);
        let mut stray = None;
        let expected = format!("`readyok` {when}");
        self.wait(&expected, READINESS, |answer| match answer {
            Reply::ReadyOk => Some(()),
            Reply::BestMove(made) => {
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
        self.send(&Command::Go(go));
        self.best_move(&format!("`bestmove` within {limit:?} after `go{go}`"), began, limit)
    }

    pub(super) fn best_move(
        &self,
        expected: &str,
        began: Instant,
        limit: Duration,
    ) -> Result<(String, Duration), Problem> {
        let (made, at) = self.wait(expected, limit, Reply::best_move)?;
        Ok((made, at.saturating_duration_since(began)))
    }

    /// Sends a query about a position, written like this, and compares the response with the right
    /// one; whether there was one before `readyok`.
    pub(super) fn query(
        &self,
        query: Query,
        position: &Position,
        here: &str,
    ) -> Result<bool, Problem> {
        let right = query.answer(position);
        self.send(&Command::Query(query));
        self.send(&Command::IsReady);
        let expected = format!("`response {right}` to `query {query}` in {here}");
        let mut response = None;
        self.wait(&expected, READINESS, |answer| match answer {
            Reply::Response(answer) => {
                response = Some(answer);
                None
            }
            Reply::ReadyOk => Some(()),
            _ => None,
        })?;
        match response {
            Some(answer) if answer != right => {
                Err(Problem::new(expected, format!("`response {}`", quoted(&answer))))
            }
            response => Ok(response.is_some()),
        }
    }

    /// A move that comes by itself within so much time.
    pub(super) fn moves_within(&self, time: Duration) -> Result<Option<String>, Problem> {
        match self.process.wait_for(Instant::now() + time, Reply::best_move) {
            Ok((made, _)) => Ok(Some(made)),
            Err(WaitError::TimedOut) => Ok(None),
            Err(WaitError::Ended) => Err(self.ended("a program that goes on")),
        }
    }

    /// Whether the program ends by itself.
    pub(super) fn ends(mut self, how: Shutdown, time: Duration) -> Result<Duration, Problem> {
        let began = Instant::now();
        let expected = match how {
            Shutdown::Quit => {
                self.send(&Command::Quit);
                "the program to end after `quit`"
            }
            Shutdown::CloseInput => {
                self.process.close_input();
                "the program to end when its input does"
            }
        };
        if self.process.ends_within(time) {
            Ok(began.elapsed())
        } else {
            Err(Problem::new(expected, format!("it was still there after {time:?}")))
        }
    }

    fn wait<T>(
        &self,
        expected: &str,
        patience: Duration,
        pick: impl FnMut(Reply) -> Option<T>,
    ) -> Result<(T, Instant), Problem> {
        self.process.wait_for(Instant::now() + patience, pick).map_err(|silence| match silence {
            WaitError::TimedOut => Problem::new(
                expected,
                format!("nothing of the kind in {patience:?} (is the output flushed?)"),
            ),
            WaitError::Ended => self.ended(expected),
        })
    }

    fn ended(&self, expected: &str) -> Problem {
        let remarks = self.process.last_remarks();
        let remarks = if remarks.is_empty() { remarks } else { format!("; it said: {remarks}") };
        Problem::new(expected, format!("the program ended or closed its output{remarks}"))
    }
}

/// How the program is asked to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shutdown {
    Quit,
    CloseInput,
}

/// A legal move, or the problem with it.
pub(super) fn legal(position: &Position, answer: &str) -> Result<Position, Problem> {
    child::legal(position, answer).map(|(_, after)| after).map_err(|(_, why)| {
        let came = format!("`bestmove {}`: {why}", quoted(answer));
        Problem::new(format!("a legal move in {position}"), came)
    })
}

pub(super) fn quoted(answer: &str) -> String {
    shown(answer).chars().take(QUOTED).collect()
}
