//! Arguing with a reason: what answers a try of the loser. The argument goes to the worker with the
//! job and comes back with the answer, so that a job that is cancelled changes nothing.

use std::{sync::atomic::AtomicBool, time::Duration};

use duel_core::{Move, Position};
use duel_numbers::Budget;
use duel_solver::{Depth, Limits, Reason, Solver};
use duel_teach::{Answered, Argument};

use crate::{analysis_worker::Listing, message::Msg};

/// How long an answer is looked for.
const ANSWER_TIME: Duration = Duration::from_secs(20);

/// Something that is asked in an argument.
#[derive(Clone, Debug)]
pub enum ArgumentJob {
    /// Begin about this position.
    Begin(Box<Position>),
    /// Answer this try.
    Try(Box<Argument>, Move),
    /// List the moves of where it is now.
    Show(Box<Argument>),
}

/// An argument after something was asked.
#[derive(Clone, Debug)]
pub struct ArgumentSnapshot {
    /// The argument, and the moves that can be tried.
    pub argument: Argument,
    /// The moves that can be tried.
    pub listing: Listing,
    /// What was answered to the try; `None` inside if no answer was found.
    pub answered: Option<Option<Answered>>,
}

/// What comes of a job: the argument, or why there is none.
pub type ArgumentAnswer = Result<Box<ArgumentSnapshot>, String>;

/// Does a job, and ends early once the flag is set. Without an argument it says why there is none.
pub fn run(ticket: u64, job: ArgumentJob, solver: &mut Solver, cancel: &AtomicBool) -> Msg {
    let limits = Limits { cancel: Some(cancel), ..Limits::time(ANSWER_TIME) };
    let (argument, answered) = match job {
        ArgumentJob::Begin(position) => match Argument::new(&position, solver, limits) {
            Some(argument) => (argument, None),
            None => return Msg::Argument(ticket, Err(why_not(&position, solver, limits))),
        },
        ArgumentJob::Show(argument) => (*argument, None),
        ArgumentJob::Try(mut argument, tried) => {
            let answered = argument.answer(&tried, solver, limits).ok().flatten();
            (*argument, Some(answered))
        }
    };
    let listing = Listing::of(argument.position(), Budget::PROMPT.cancelled_by(cancel));
    Msg::Argument(ticket, Ok(Box::new(ArgumentSnapshot { argument, listing, answered })))
}

/// Why nobody can argue about a position: what is known of it, and that this leaves nothing to try.
fn why_not(position: &Position, solver: &mut Solver, limits: Limits<'_>) -> String {
    let reason = solver.explain(position, limits).reason;
    if reason == Reason::Unknown || limits.is_spent() {
        return "No plan to argue with was found in time.".to_owned();
    }
    let words = reason.words(position, Depth::Child);
    format!("{words}\n\nThere is nothing to try against that.")
}
