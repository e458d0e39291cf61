//! The table: one game, what is known about it, and what somebody is about to do.
//!
//! The game itself is changed at the desk and nowhere else; here it is looked at. That includes
//! positions of the past: stepping through them changes nothing.

mod draw;
mod insight;
mod keys;
mod over;
mod panes;

pub(crate) use insight::all_words;
pub(crate) use keys::{Pressed, is_control};

use std::time::Duration;

use duel_books::Book;
use duel_core::{Board, Move, Position, Record, Seat};
use duel_play::{BotChoice, Hint, Review, Sitting};
use duel_solver::Analysis;

use crate::{
    choice::Insight,
    desk::{Act, News, Opened, Reply, Request, Standing, Told},
    guests::{Ask, Said},
    message::Effect,
    mind::{Answer, Listing, Question, Task},
    roll::Roll,
};

/// The most lines that are remembered of what was said.
const LOG: usize = 2_000;

/// Who is to do something next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waiting {
    /// Whoever sits at the keyboard.
    Person,
    /// The desk.
    Desk,
    /// A player who is not a person, with this question.
    Guest(u64),
}

/// A question beside the game that is answered with yes or no.
#[derive(Clone, Debug)]
pub(crate) enum Asked {
    /// May the last move be taken back?
    TakeBack,
    /// Does the player to move really give up?
    Resign,
    /// Does the other player agree to stop?
    Draw,
    /// Does the person agree to stop, as the program offers?
    GuestDraw,
    /// Shall the game go on without being saved?
    Unkept(Box<News>),
}

/// How much of a tip was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tip {
    #[default]
    None,
    /// What to look for.
    Nudge,
    /// The move.
    Move,
}

/// The tickets of questions whose answers are still wanted. No two games share any.
#[derive(Clone, Copy, Debug, Default)]
struct Tickets {
    last: u64,
    sit: u64,
    moves: u64,
    value: u64,
    review: u64,
}

/// A game that is looked at.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) book: &'static Book,
    sitting: Sitting,
    pub(crate) record: Record,
    log: Vec<Told>,
    began: Duration,
    standing: Option<Standing>,
    pub(crate) farewell: Option<String>,
    allowed: Insight,
    /// The position that is looked at, and after how many moves, if it is one of the past.
    shown: Position,
    viewed: Option<usize>,
    listing: Option<Listing>,
    roll: Roll,
    cursor: u64,
    /// The move under the cursor.
    pointed: Option<Move>,
    /// What is being typed; `None` while keys are commands.
    typed: Option<String>,
    /// What was typed and lies at the desk now. It comes back if it is refused.
    submitted: Option<String>,
    /// Whether what is typed was refused, so that the next letter begins anew.
    refused: bool,
    /// Whether the cursor was moved since something was typed.
    picking: bool,
    insight: bool,
    tip: Tip,
    analysis: Option<Analysis>,
    pub(crate) review: Option<Review>,
    redo: Vec<Vec<Move>>,
    waiting: Waiting,
    pub(crate) asked: Option<Asked>,
    tickets: Tickets,
}

impl Table {
    /// Sits down at a game, after one whose last ticket was this.
    pub(crate) fn new(
        opened: Opened,
        allowed: Insight,
        insight: bool,
        last_ticket: u64,
    ) -> (Table, Vec<Effect>) {
        let Opened { sitting, news, farewell } = opened;
        let mut table = Table {
            book: sitting.agreed.book,
            record: news.record.clone(),
            shown: news.record.game.position().clone(),
            sitting,
            log: Vec::new(),
            began: news.began,
            standing: None,
            farewell,
            allowed,
            viewed: None,
            listing: None,
            roll: Roll::default(),
            cursor: 0,
            pointed: None,
            typed: None,
            submitted: None,
            refused: false,
            picking: false,
            insight,
            tip: Tip::None,
            analysis: None,
            review: None,
            redo: Vec::new(),
            waiting: Waiting::Person,
            asked: None,
            tickets: Tickets { last: last_ticket, ..Tickets::default() },
        };
        let mut effects = Vec::new();
        if table.record.kinds.first.is_some() || table.record.kinds.second.is_some() {
            let ticket = table.ticket();
            table.tickets.sit = ticket;
            let sitting = Box::new(table.sitting.clone());
            effects.push(Effect::Ask(Ask::Sit { ticket, sitting }));
        }
        effects.extend(table.hear_news(news));
        (table, effects)
    }

    /// Whether the game is over.
    pub(crate) fn is_over(&self) -> bool {
        self.record.game.ending().is_some()
    }

    /// Whether time passes that somebody should see.
    pub(crate) fn is_ticking(&self) -> bool {
        !self.is_over() && (self.record.game.deadline().is_some() || self.is_thinking())
    }

    fn is_thinking(&self) -> bool {
        self.waiting != Waiting::Person || self.listing.is_none()
    }

    /// Whether the person at the keyboard may do something in the game.
    fn can_act(&self) -> bool {
        let mover = self.record.game.position().turn();
        self.waiting == Waiting::Person && !self.is_over() && self.record.kinds[mover].is_none()
    }

    /// Whether the solver may be asked now.
    fn may_ask(&self) -> Result<(), &'static str> {
        let clocked = self.record.game.conduct().clock.is_some();
        match self.allowed {
            Insight::Afterwards if !self.is_over() => {
                Err("Insight comes after this game; that was chosen at home.")
            }
            Insight::Unclocked if clocked && !self.is_over() => {
                Err("There is no insight while a clock runs; it can be allowed at home.")
            }
            Insight::Always | Insight::Unclocked | Insight::Afterwards => Ok(()),
        }
    }

    fn tell(&mut self, told: Told) {
        self.log.push(told);
        if self.log.len() > LOG {
            self.log.drain(..LOG / 4);
        }
    }

    fn note(&mut self, text: &str) {
        self.tell(Told::Note(text.to_owned()));
    }

    /// Hears what the desk says.
    pub(crate) fn hear(&mut self, reply: Reply) -> Vec<Effect> {
        match reply {
            Reply::Happened(news) => self.hear_news(*news),
            Reply::Unkept(news, why) => {
                self.tell(Told::Refused(why));
                self.farewell = None;
                self.asked = Some(Asked::Unkept(news));
                Vec::new()
            }
            Reply::Refused(why) => {
                self.tell(Told::Refused(why));
                self.waiting = Waiting::Person;
                if let Some(typed) = self.submitted.take() {
                    self.typed = Some(typed);
                    self.narrow();
                    self.refused = true;
                }
                self.redo.clear();
                self.ask_guest(false).into_iter().collect()
            }
            Reply::Games(_) | Reply::Opened(_) | Reply::Failed(_) => Vec::new(),
        }
    }

    fn hear_news(&mut self, news: News) -> Vec<Effect> {
        let News { record, told, began, standing } = news;
        self.record = record;
        self.began = began;
        self.standing = standing;
        self.waiting = Waiting::Person;
        // What somebody has begun to type meanwhile stays.
        self.submitted = None;
        self.asked = None;
        for told in told {
            self.tell(told);
        }
        let mut effects = Vec::new();
        if self.viewed.is_none() {
            effects.extend(self.look_at(None));
        }
        if self.is_over() || self.insight && self.may_ask().is_ok() {
            effects.push(self.ask_review());
        }
        effects.extend(self.ask_guest(false));
        effects
    }

    /// Asks the player to move for a move, where it is not a person.
    fn ask_guest(&mut self, declined: bool) -> Option<Effect> {
        let mover = self.record.game.position().turn();
        if self.is_over() || self.record.kinds[mover].is_none() {
            return None;
        }
        let ticket = self.ticket();
        let ask = Ask::Choose { ticket, game: Box::new(self.record.game.clone()), declined };
        self.waiting = Waiting::Guest(ticket);
        Some(Effect::Ask(ask))
    }

    /// Hears a player who is not a person.
    pub(crate) fn hear_guest(&mut self, said: Said) -> Vec<Effect> {
        match said {
            // While the desk is busy this can wait: the program is asked at its turn, and fails then.
            Said::Absent { ticket, seat, fault }
                if ticket == self.tickets.sit
                    && !self.is_over()
                    && self.waiting != Waiting::Desk =>
            {
                self.act(Act::Fail(seat, fault), self.began)
            }
            Said::Draw { ticket, agreed } if self.waiting == Waiting::Guest(ticket) => {
                self.waiting = Waiting::Person;
                if agreed {
                    return self.act(Act::Abandon, self.began);
                }
                self.note("The game goes on.");
                Vec::new()
            }
            Said::Chosen { ticket, seat, choice, took }
                if self.waiting == Waiting::Guest(ticket) =>
            {
                let at = self.began + took;
                match choice {
                    Ok(BotChoice::Move(made)) => self.act(Act::Moves(vec![made]), at),
                    Ok(BotChoice::Resign) => self.act(Act::Resign, at),
                    Ok(BotChoice::Abandon) if self.record.kinds[seat.other()].is_some() => {
                        self.act(Act::Abandon, at)
                    }
                    Ok(BotChoice::Abandon) => {
                        self.asked = Some(Asked::GuestDraw);
                        Vec::new()
                    }
                    Err(fault) => self.act(Act::Fail(seat, fault), at),
                }
            }
            Said::Absent { .. } | Said::Draw { .. } | Said::Chosen { .. } => Vec::new(),
        }
    }

    /// Lets the desk do something in the game.
    fn act(&mut self, act: Act, at: Duration) -> Vec<Effect> {
        self.waiting = Waiting::Desk;
        self.tip = Tip::None;
        vec![Effect::Desk(Request::Act(act, at))]
    }

    /// Lets the desk open another game in place of this one. Until it has, nothing happens in this
    /// one: it would happen in the other.
    fn open_another(&mut self, request: Request) -> Vec<Effect> {
        if self.waiting == Waiting::Desk {
            return Vec::new();
        }
        self.waiting = Waiting::Desk;
        vec![Effect::StopAsking, Effect::Desk(request)]
    }

    /// Takes what was thought out.
    pub(crate) fn learn(&mut self, ticket: u64, answer: Answer) {
        match answer {
            Answer::Moves(listing) if ticket == self.tickets.moves => {
                self.listing = Some(*listing);
                self.narrow();
                self.find_played();
            }
            Answer::Value(analysis) if ticket == self.tickets.value => {
                self.analysis = Some(*analysis);
                self.tell_tip();
            }
            Answer::Review(review) if ticket == self.tickets.review => {
                self.review = Some(*review);
            }
            Answer::Moves(_) | Answer::Value(_) | Answer::Review(_) => {}
        }
    }

    /// Gives the tip that was asked for, once it is known: a nudge first, then the move.
    fn tell_tip(&mut self) {
        let Some(analysis) = &self.analysis else { return };
        let hint = Hint::of(&self.shown, analysis);
        match self.tip {
            Tip::None => {}
            Tip::Nudge => self.note(&format!("Tip: {} (t again: the move)", hint.nudge)),
            Tip::Move => self.note(&format!("Tip: {}", hint.told)),
        }
    }

    /// Sees that time passes.
    pub(crate) fn tick(&mut self, now: Duration) -> Vec<Effect> {
        let late = self.record.game.deadline().is_some_and(|deadline| now >= deadline);
        if late && !self.is_over() && self.waiting != Waiting::Desk {
            return self.act(Act::CheckTime, now);
        }
        Vec::new()
    }

    /// Looks at the position after so many moves; `None` for the one that is played.
    fn look_at(&mut self, viewed: Option<usize>) -> Vec<Effect> {
        let played = self.record.game.played().len();
        self.viewed = viewed.filter(|viewed| *viewed < played);
        self.shown = match self.viewed {
            None => self.record.game.position().clone(),
            Some(ply) => {
                let step = self.record.game.steps().nth(ply);
                step.map_or_else(|| self.record.game.position().clone(), |step| step.before)
            }
        };
        self.listing = None;
        self.analysis = None;
        self.roll = Roll::default();
        self.point_at(0);
        self.picking = false;
        self.tip = Tip::None;
        let question = Question::Moves(Box::new(self.shown.clone()));
        let ticket = self.ticket();
        self.tickets.moves = ticket;
        let mut effects = vec![Effect::Think(Task { ticket, question })];
        if self.insight && self.may_ask().is_ok() {
            effects.push(self.ask_value());
        }
        effects
    }

    fn ask_value(&mut self) -> Effect {
        let question = Question::Value(Box::new(self.shown.clone()));
        let ticket = self.ticket();
        self.tickets.value = ticket;
        Effect::Think(Task { ticket, question })
    }

    fn ask_review(&mut self) -> Effect {
        let question = Question::Review(Box::new(self.record.clone()));
        let ticket = self.ticket();
        self.tickets.review = ticket;
        Effect::Think(Task { ticket, question })
    }

    /// The last ticket that was given to a question.
    pub(crate) fn last_ticket(&self) -> u64 {
        self.tickets.last
    }

    fn ticket(&mut self) -> u64 {
        self.tickets.last += 1;
        self.tickets.last
    }

    /// Finds the moves that begin as typed.
    fn narrow(&mut self) {
        self.refused = false;
        let typed = self.typed.as_deref().unwrap_or("");
        self.roll = self
            .listing
            .as_ref()
            .map(|listing| Roll::of(&listing.moves, typed))
            .unwrap_or_default();
        self.point_at(0);
        self.picking = false;
    }

    /// Moves the cursor. The move under it is made once, not for every drawing.
    fn point_at(&mut self, place: u64) {
        self.cursor = place;
        let listing = self.listing.as_ref();
        self.pointed = listing.and_then(|listing| self.roll.at(&listing.moves, place));
    }

    /// While looking back, points at the move that was made.
    fn find_played(&mut self) {
        /// How much of a long list is looked through for it.
        const FAR: u64 = 5_000;
        let (Some(made), Some(listing)) = (self.chosen(), &self.listing) else { return };
        if self.viewed.is_some() {
            let found = self.roll.page(&listing.moves, 0, FAR).iter().position(|it| *it == made);
            self.point_at(found.map_or(0, |place| place as u64));
        }
    }

    /// The move under the cursor; while something is typed only if it is meant.
    fn chosen(&self) -> Option<Move> {
        if let Some(ply) = self.viewed {
            return Some(self.record.game.played().get(ply)?.made.clone());
        }
        let typed = self.typed.as_deref().unwrap_or("");
        let made = self.pointed.as_ref()?;
        let meant = typed.is_empty() || self.picking || self.shown.write_move(made) == typed;
        meant.then(|| made.clone())
    }

    /// Which of several numbers is looked at: that of the chosen move, or of those that begin as
    /// typed.
    fn focus(&self) -> usize {
        let Board::Numbers { numbers, .. } = self.shown.board() else { return 0 };
        match self.chosen().or_else(|| self.pointed.clone()) {
            Some(Move::Take { index, .. }) => index,
            _ => numbers.iter().position(|number| !number.is_zero()).unwrap_or(0),
        }
    }

    /// The number that is looked at.
    fn number(&self) -> Option<&duel_numbers::Natural> {
        match self.shown.board() {
            Board::Numbers { numbers, .. } => numbers.get(self.focus()),
            Board::Digits { .. } => None,
        }
    }

    /// What a player has left now, on a clock.
    fn time_left(&self, seat: Seat, now: Duration) -> Option<Duration> {
        let game = &self.record.game;
        let left = game.allowance(seat)?;
        let runs = game.position().turn() == seat && !self.is_over();
        let used = if runs { now.saturating_sub(self.began) } else { Duration::ZERO };
        Some(left.saturating_sub(used))
    }
}
