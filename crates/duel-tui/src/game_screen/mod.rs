//! The screen of a game: the session, what is known about the position, and what a player is about
//! to do.
//!
//! The session is changed by its worker and nowhere else; here its last snapshot is looked at. That
//! includes positions of the past: stepping through them changes nothing.

mod daily;
mod draw;
mod insight;
mod keys;
mod listed;
mod over;
mod panes;
mod reply;

pub(crate) use daily::score_in_words;
pub(crate) use insight::all_words;
pub(crate) use keys::{Next, is_control};

use std::time::Duration;

use duel_books::{explain::sentence, goal::GameGoal, hear::Unclear};
use duel_core::{Move, Position, Record, Seat, Seats};
use duel_play::{Command, Hint, HintStep, Match, Offer, Review, Session, opponent::BotDecision};
use duel_solver::Analysis;

use self::reply::Reply;
use crate::{
    analysis_worker::{AnalysisJob, Listing},
    bot_worker::BotJob,
    choice::{Choice, Insight, LogStyle},
    message::{Job, Msg},
    move_list::MoveList,
    session_worker::{DayGame, Keeping, LogLine, SessionJob, Snapshot},
};

/// How long an opponent takes for a move at least, so that a person sees one move after the other.
const PACE: Duration = Duration::from_millis(600);

/// The most lines of the log.
const LOG: usize = 2_000;

/// Who is to do something next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Awaited {
    /// The person at the keyboard.
    Person,
    /// The session's worker.
    Session,
    /// A player that is not a person, with this ticket.
    Bot(u64),
}

/// What a game was opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpenedFor {
    /// To be played.
    Play,
    /// To be looked at, whether it is over or not; nothing happens in it.
    Review,
}

/// In which order the moves are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveOrder {
    BySize,
    /// The best first, once their values are known.
    ByValue,
}

/// Whether a key was pressed since the moves were listed, or sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ListUse {
    Unused,
    Used,
}

/// Whether the reasons in full are shown once they are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WhyRequest {
    Nothing,
    Pending,
}

/// A question beside the game that is answered with yes or no.
#[derive(Clone, Debug)]
pub(crate) enum Confirmation {
    /// Does the other player agree to this offer?
    Offer(Offer, Seat),
    /// Does the player to move really give up?
    Resign,
    /// Shall the game go on without being saved?
    NotStored(Box<Snapshot>),
}

/// A move that waits to be made.
#[derive(Clone, Debug)]
struct HeldMove {
    ticket: u64,
    answer: BotDecision,
    until: Duration,
}

/// The tickets of jobs whose results are still needed. No two games share any.
#[derive(Clone, Copy, Debug, Default)]
struct Tickets {
    last: u64,
    seat: u64,
    moves: u64,
    value: u64,
    review: u64,
}

/// The goal of a game in words, made once: targets may have thousands of digits.
#[derive(Clone, Debug)]
struct GoalWords {
    aim: String,
    limits: String,
    /// The same as sentences, the weightiest first.
    limits_by_weight: Vec<String>,
}

/// A game that is looked at.
#[derive(Clone, Debug)]
pub(crate) struct GameScreen {
    session: Session,
    goal: GoalWords,
    log: Vec<LogLine>,
    style: LogStyle,
    /// When the turn began. What a program needs to answer an offer does not count.
    began: Duration,
    pub(crate) keeping: Keeping,
    allowed: Insight,
    /// The position that is looked at, and after how many moves, if it is one of the past.
    shown: Position,
    viewed: Option<usize>,
    listing: Option<Listing>,
    list: MoveList,
    cursor: u64,
    /// The move under the cursor.
    pointed: Option<Move>,
    /// What is being typed; `None` while keys are commands.
    typed: Option<String>,
    /// What was typed and is being decided. It comes back if it is refused.
    submitted: Option<String>,
    /// Whether what is typed was refused, so that the next letter begins anew.
    refused: bool,
    /// Whether the cursor was moved since something was typed.
    picking: bool,
    insight: bool,
    order: MoveOrder,
    list_use: ListUse,
    /// How much of a tip was asked for.
    tip: Option<HintStep>,
    analysis: Option<Analysis>,
    why: WhyRequest,
    pub(crate) review: Option<Review>,
    redo: Vec<Vec<Move>>,
    /// The move of the opponent that was just made, until it was seen.
    reply: Option<Reply>,
    /// How long a reply is shown; `None` until a key, where nothing changes by itself.
    reply_time: Option<Duration>,
    /// The move of an opponent that answered sooner than people do, until it is made.
    held: Option<HeldMove>,
    purpose: OpenedFor,
    /// The duel of the day, if it is one.
    day: Option<DayGame>,
    waiting: Awaited,
    pub(crate) asked: Option<Confirmation>,
    tickets: Tickets,
}

impl GameScreen {
    /// Shows a game that was just opened, after one whose last ticket was this.
    pub(crate) fn open(
        snapshot: Snapshot,
        choice: &Choice,
        purpose: OpenedFor,
        insight: bool,
        is_still: bool,
        last_ticket: u64,
        now: Duration,
    ) -> (GameScreen, Vec<Job>) {
        let session = snapshot.session.clone();
        let goal = GameGoal::of_position(session.position());
        let goal = GoalWords {
            aim: goal.aim(),
            limits: goal.limits_in_words(),
            limits_by_weight: goal.limits_by_weight(),
        };
        let mut screen = GameScreen {
            goal,
            shown: session.position().clone(),
            log: Vec::new(),
            style: choice.log,
            began: now,
            keeping: Keeping::Nowhere,
            allowed: choice.insight,
            viewed: None,
            listing: None,
            list: MoveList::default(),
            cursor: 0,
            pointed: None,
            typed: None,
            submitted: None,
            refused: false,
            picking: false,
            insight,
            order: MoveOrder::BySize,
            list_use: ListUse::Unused,
            tip: None,
            analysis: None,
            why: WhyRequest::Nothing,
            review: None,
            redo: Vec::new(),
            reply: None,
            held: None,
            reply_time: (!is_still).then_some(reply::SHOWN),
            purpose,
            day: None,
            waiting: Awaited::Person,
            asked: None,
            tickets: Tickets { last: last_ticket, ..Tickets::default() },
            session,
        };
        let mut jobs = Vec::new();
        if screen.session.has_program() && purpose == OpenedFor::Play {
            screen.tickets.seat = screen.ticket();
            let of = Box::new(screen.session.of_match().clone());
            jobs.push(Job::Bots(screen.tickets.seat, BotJob::Seat(of)));
        }
        jobs.extend(screen.look_again());
        jobs.extend(screen.show(snapshot, now));
        (screen, jobs)
    }

    /// The game as a record.
    pub(crate) fn record(&self) -> &Record {
        self.session.record()
    }

    fn names(&self) -> &Seats<String> {
        &self.session.record().names
    }

    /// How many moves were made.
    fn played(&self) -> usize {
        self.session.game().played().len()
    }

    /// Whether the game is over.
    pub(crate) fn is_over(&self) -> bool {
        self.session.is_over()
    }

    /// Whether the end of the game is shown, rather than a position of it.
    fn is_at_end(&self) -> bool {
        self.is_over() && self.viewed.is_none()
    }

    /// Whether something is shown that changes with time: a clock, a spinner, a reply.
    pub(crate) fn is_ticking(&self) -> bool {
        let is_thinking = self.waiting != Awaited::Person || self.listing.is_none();
        !self.is_over() && (self.is_clocked() && !self.is_only_shown() || is_thinking)
            || self.reply.as_ref().is_some_and(Reply::is_ending)
    }

    fn is_clocked(&self) -> bool {
        self.session.game().conduct().clock.is_some()
    }

    /// Whether the person at the keyboard may do something in the game.
    fn can_act(&self) -> bool {
        let is_persons_turn =
            self.session.turn().is_some_and(|seat| !self.session.is_program(seat));
        self.waiting == Awaited::Person && is_persons_turn && !self.is_only_shown()
    }

    /// Whether the game is looked at and nothing happens in it.
    pub(crate) fn is_only_shown(&self) -> bool {
        self.purpose == OpenedFor::Review
    }

    /// Whether the solver may be asked now.
    fn may_ask(&self) -> Result<(), &'static str> {
        match self.allowed {
            _ if self.is_only_shown() => Ok(()),
            Insight::Afterwards if !self.is_over() => {
                Err("Insight comes after this game; that was chosen at home.")
            }
            Insight::Unclocked if self.is_clocked() && !self.is_over() => {
                Err("There is no insight while a clock runs; it can be allowed at home.")
            }
            Insight::Always | Insight::Unclocked | Insight::Afterwards => Ok(()),
        }
    }

    fn log_line(&mut self, line: LogLine) {
        self.log.push(line);
        if self.log.len() > LOG {
            self.log.drain(..LOG / 4);
        }
    }

    fn note(&mut self, text: &str) {
        self.log_line(LogLine::Note(text.to_owned()));
    }

    /// Takes the result of a job.
    pub(crate) fn update(&mut self, msg: Msg, now: Duration) -> Vec<Job> {
        match msg {
            Msg::Changed(snapshot) => return self.show(*snapshot, now),
            Msg::NotStored(snapshot, why) => {
                self.log_line(LogLine::Refused(why));
                self.keeping = Keeping::Nowhere;
                self.asked = Some(Confirmation::NotStored(snapshot));
            }
            Msg::Refused(why) => {
                self.log_line(LogLine::Refused(why));
                self.waiting = Awaited::Person;
                if let Some(typed) = self.submitted.take() {
                    self.typed = Some(typed);
                    self.narrow();
                    self.refused = true;
                }
                return self.ask_bot().into_iter().collect();
            }
            Msg::Bot(ticket, answer) => return self.take_bot_answer(ticket, answer, now),
            Msg::Moves(ticket, listing) if ticket == self.tickets.moves => {
                self.listing = Some(*listing);
                self.narrow();
                self.find_played();
            }
            Msg::Analysis(ticket, analysis) if ticket == self.tickets.value => {
                self.analysis = Some(*analysis);
                self.tell_tip();
                if self.order == MoveOrder::ByValue {
                    self.rearrange();
                }
            }
            Msg::Review(ticket, review) if ticket == self.tickets.review => {
                self.review = Some(*review);
            }
            // Late answers, and what other screens react to.
            _ => {}
        }
        Vec::new()
    }

    /// Shows the session after something has happened in it.
    fn show(&mut self, snapshot: Snapshot, now: Duration) -> Vec<Job> {
        let before = std::mem::replace(&mut self.session, snapshot.session);
        let is_over = self.is_over() && !before.is_over();
        if is_over {
            self.typed = None;
        }
        self.reply = self.reply_after(&before, now);
        self.held = None;
        let (before, after) = (before.game().played(), self.played());
        if let Some(undone) = before.get(after..).filter(|undone| !undone.is_empty()) {
            self.redo.push(undone.iter().map(|played| played.made.clone()).collect());
            self.viewed = None;
        }
        self.began = now.saturating_sub(self.session.turn_spent());
        (self.keeping, self.day) = (snapshot.keeping, snapshot.day);
        self.waiting = Awaited::Person;
        // What was typed meanwhile stays.
        self.submitted = None;
        let to_person = |(_, by): &(Offer, Seat)| !self.session.is_program(by.other());
        let offer = self.open_offer().filter(to_person);
        self.asked = offer.map(|(offer, by)| Confirmation::Offer(offer, by));
        snapshot.lines.into_iter().for_each(|line| self.log_line(line));
        let has_changed = is_over || after != before.len();
        let mut jobs = if has_changed { self.look_again() } else { Vec::new() };
        jobs.extend(self.ask_bot());
        jobs
    }

    /// Finds out about the game as it is now.
    fn look_again(&mut self) -> Vec<Job> {
        let mut jobs = if self.viewed.is_none() { self.look_at(None) } else { Vec::new() };
        let is_wanted = self.is_over() || self.is_only_shown() || self.insight;
        if is_wanted && (self.is_over() || self.may_ask().is_ok()) {
            jobs.push(self.ask_review());
        }
        jobs
    }

    /// What was offered and not answered yet, and by whom.
    fn open_offer(&self) -> Option<(Offer, Seat)> {
        let mut offers = [Offer::TakeBack, Offer::Abandon].into_iter();
        offers.find_map(|offer| Some((offer, self.session.offered(offer)?)))
    }

    /// Who is to answer an offer, or to move.
    fn awaited(&self) -> Option<Seat> {
        self.open_offer().map(|(_, by)| by.other()).or(self.session.turn())
    }

    /// Asks the player that is awaited, where that is not a person.
    fn ask_bot(&mut self) -> Option<Job> {
        let is_asked = |seat: &Seat| self.session.is_program(*seat) && !self.is_only_shown();
        self.awaited().filter(is_asked)?;
        let ticket = self.ticket();
        self.waiting = Awaited::Bot(ticket);
        Some(Job::Bots(ticket, BotJob::Ask(Box::new(self.session.clone()))))
    }

    /// Takes what a player that is not a person has decided: a move is made at the pace of people,
    /// unless a clock runs, or nothing is to move by itself.
    fn take_bot_answer(&mut self, ticket: u64, answer: BotDecision, now: Duration) -> Vec<Job> {
        let pause = PACE.saturating_sub(answer.took);
        let is_move = matches!(answer.command, Command::Enter { .. });
        let is_paced = self.reply_time.is_some() && !self.is_clocked();
        if is_move && is_paced && !pause.is_zero() && self.waiting == Awaited::Bot(ticket) {
            self.held = Some(HeldMove { ticket, answer, until: now + pause });
            return Vec::new();
        }
        self.execute_bot_command(ticket, answer)
    }

    /// When the move that is held will be made.
    pub(crate) fn held_until(&self) -> Option<Duration> {
        self.held.as_ref().map(|held| held.until)
    }

    /// Executes the command of a player that is not a person.
    fn execute_bot_command(&mut self, ticket: u64, answer: BotDecision) -> Vec<Job> {
        // A program that could not be seated has lost. While something else is being decided this
        // can wait: the program is asked at its turn, and fails then.
        let is_absent = ticket == self.tickets.seat && self.waiting != Awaited::Session;
        if self.is_over() || !is_absent && self.waiting != Awaited::Bot(ticket) {
            return Vec::new();
        }
        if let Some(fault) = answer.fault {
            self.log_line(LogLine::Refused(sentence(&fault.why)));
        }
        if let Command::Decline(_) = answer.command {
            self.note("The game goes on.");
        }
        let spent = self.session.turn_spent() + answer.took;
        self.execute(vec![answer.command], None, spent)
    }

    /// Lets the session's worker execute commands.
    fn execute(
        &mut self,
        commands: Vec<Command>,
        unclear: Option<Unclear>,
        spent: Duration,
    ) -> Vec<Job> {
        self.waiting = Awaited::Session;
        self.tip = None;
        vec![Job::Session(SessionJob::Execute { commands, unclear, spent })]
    }

    /// Executes a command of a person now.
    fn execute_now(&mut self, command: Command, now: Duration) -> Vec<Job> {
        self.execute(vec![command], None, now.saturating_sub(self.began))
    }

    /// Begins another game in place of this one. Until it is there, nothing happens in this one: it
    /// would happen in the other.
    fn begin_another(&mut self, of: Match) -> Vec<Job> {
        self.begin_in_place(SessionJob::Begin { of: Box::new(of), toss: false })
    }

    fn begin_in_place(&mut self, begin: SessionJob) -> Vec<Job> {
        if self.waiting == Awaited::Session {
            return Vec::new();
        }
        self.waiting = Awaited::Session;
        vec![Job::StopBots, Job::Session(begin)]
    }

    /// Gives the tip that was asked for, once it is known: what to look for, how many moves win, and
    /// then the move.
    fn tell_tip(&mut self) {
        let Some(analysis) = &self.analysis else { return };
        let hint = Hint::of(&self.shown, analysis);
        let Some(step) = self.tip else { return };
        let more = match step {
            HintStep::Nudge => " (t again: how many)",
            HintStep::Count => " (t again: the move)",
            HintStep::Move => "",
        };
        self.note(&format!("Tip: {}{more}", hint.words(step)));
    }

    /// Sees that time passes.
    pub(crate) fn tick(&mut self, now: Duration) -> Vec<Job> {
        self.reply.take_if(|reply| reply.is_over(now));
        if let Some(HeldMove { ticket, answer, .. }) = self.held.take_if(|it| it.until <= now) {
            return self.execute_bot_command(ticket, answer);
        }
        let late = self.session.game().time_up(now.saturating_sub(self.began)).is_some();
        if late && self.waiting != Awaited::Session && !self.is_only_shown() {
            return self.execute_now(Command::CheckTime, now);
        }
        Vec::new()
    }

    /// Looks at the position after so many moves; `None` for the one that is played.
    fn look_at(&mut self, viewed: Option<usize>) -> Vec<Job> {
        self.viewed = viewed.filter(|viewed| *viewed < self.played());
        let step = self.viewed.and_then(|ply| self.session.game().steps().nth(ply));
        let now = || self.session.position().clone();
        self.shown = step.map_or_else(now, |step| step.before);
        self.listing = None;
        self.analysis = None;
        self.why = WhyRequest::Nothing;
        self.list = MoveList::default();
        self.list_use = ListUse::Unused;
        self.point_at(0);
        self.picking = false;
        self.tip = None;
        self.tickets.moves = self.ticket();
        let list = AnalysisJob::Moves(Box::new(self.shown.clone()));
        let mut jobs = vec![Job::Analysis(self.tickets.moves, list)];
        if self.insight && self.may_ask().is_ok() {
            jobs.push(self.ask_value());
        }
        jobs
    }

    fn ask_value(&mut self) -> Job {
        self.tickets.value = self.ticket();
        let position = Box::new(self.shown.clone());
        Job::Analysis(self.tickets.value, AnalysisJob::Value(position))
    }

    fn ask_review(&mut self) -> Job {
        self.tickets.review = self.ticket();
        let record = Box::new(self.record().clone());
        Job::Analysis(self.tickets.review, AnalysisJob::Review(record))
    }

    /// The last ticket that was given to a job.
    pub(crate) fn last_ticket(&self) -> u64 {
        self.tickets.last
    }

    fn ticket(&mut self) -> u64 {
        self.tickets.last += 1;
        self.tickets.last
    }
}
