//! The referee's desk: the one place that changes a game, and keeps every change on disk before it
//! tells anybody.
//!
//! The rest of the program only ever knows of what this desk has told, so nothing can be on the
//! screen that is not on the disk. It works on a thread of its own, because disks can be slow and so
//! can finding out whether a number of thousands of digits is prime.

use std::{path::PathBuf, time::Duration};

use duel_books::{
    Reader,
    closing::{announce, closing},
    explain::sentence,
    hear::{Unclear, hear},
    house,
};
use duel_core::{Ending, Input, Move, Position, Record, Seat, View};
use duel_numbers::Budget;
use duel_play::{
    Contest, Dice, Journal, Person, PlayerFault, Recovery, Sitting, Start, Store, Verdict,
    entry::{self, Entered, enter},
    journal::lines_of,
    sitting::plies_to_take_back,
    store::farewell,
};

/// What the desk is asked to do.
#[derive(Clone, Debug)]
pub enum Request {
    /// List the kept games that are not over.
    Games,
    /// Begin a match. Without a seed one is drawn.
    Begin {
        /// The match.
        sitting: Box<Sitting>,
        /// Whether a coin decides who begins.
        toss: bool,
    },
    /// Go on with a kept game.
    Resume(String),
    /// Begin the next round of the match, or the same game once more.
    Again,
    /// Begin a game of its own from a position of this one.
    From(Box<Position>),
    /// Do something in the game, at this time.
    Act(Act, Duration),
    /// Put the game away.
    Close,
}

/// Something done in a game.
#[derive(Clone, Debug)]
pub enum Act {
    /// The player to move has entered this line.
    Line(String),
    /// The player to move makes these moves, one after the other with the opponent's.
    Moves(Vec<Move>),
    /// The player to move gives up.
    Resign,
    /// Both stop without a winner.
    Abandon,
    /// The last move is taken back, and a program's reply with it.
    TakeBack,
    /// Look at the clock.
    CheckTime,
    /// The program in this seat has failed.
    Fail(Seat, PlayerFault),
}

/// A line of what has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// The book says it.
    Said(String),
    /// A remark beside the game.
    Note(String),
    /// Why something was not accepted.
    Refused(String),
}

/// A game that lies open on the desk.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The match around it.
    pub sitting: Sitting,
    /// The game.
    pub news: News,
    /// How to go on with it another time; `None` if it is not kept.
    pub farewell: Option<String>,
}

/// The game after something has happened, and what is to be said about it.
#[derive(Clone, Debug)]
pub struct News {
    /// The game.
    pub record: Record,
    /// What is to be said.
    pub told: Vec<Told>,
    /// When the turn began.
    pub began: Duration,
    /// How the match stands, once the game is over.
    pub standing: Option<Standing>,
}

/// How a match stands after a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The score in words; `None` for a single game.
    pub score: Option<String>,
    /// The end of the match in words.
    pub verdict: Option<String>,
    /// Whether there is another round.
    pub goes_on: bool,
}

/// A kept game that can be gone on with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its name.
    pub id: String,
    /// What it is.
    pub title: String,
}

/// What the desk answers.
#[derive(Clone, Debug)]
pub enum Reply {
    /// The kept games that are not over, newest first.
    Games(Vec<Kept>),
    /// A game lies open.
    Opened(Box<Opened>),
    /// Something has happened in it.
    Happened(Box<News>),
    /// Something has happened, but could not be kept, for this reason.
    Unkept(Box<News>, String),
    /// Nothing happened, for this reason.
    Refused(String),
    /// No game could be opened, for this reason.
    Failed(String),
}

struct Open {
    record: Record,
    journal: Option<Journal>,
    sitting: Sitting,
    began: Duration,
    standing: Option<Standing>,
}

/// The desk.
pub struct Desk {
    store: Option<Store>,
    open: Option<Open>,
}

/// How many unfinished games are listed.
const LISTED: usize = 50;

impl Desk {
    /// A desk that keeps games in this store.
    pub fn new(store: Option<Store>) -> Desk {
        Desk { store, open: None }
    }

    /// Does what is asked. `now` is read when the work is done, on the clock of the requests.
    pub fn answer(&mut self, request: Request, now: impl Fn() -> Duration) -> Option<Reply> {
        let opened = match request {
            Request::Games => return Some(Reply::Games(self.games())),
            Request::Close => {
                self.open = None;
                return None;
            }
            Request::Act(act, at) => return self.act(act, at, now),
            Request::Begin { mut sitting, toss } => {
                sitting.seed = Dice::fresh_seed();
                if toss && Dice::seeded(sitting.seed).toss() {
                    sitting.contest.let_begin(Person::Two);
                }
                self.begin(*sitting)
            }
            Request::Resume(game) => self.resume(&game),
            Request::Again => match self.open.take() {
                None => Err("there is no game to play again".to_owned()),
                Some(open) => self.begin(again(open)),
            },
            Request::From(position) => match self.open.take() {
                None => Err("there is no game to play from".to_owned()),
                Some(open) => from_here(&open, &position).and_then(|sitting| self.begin(sitting)),
            },
        };
        Some(match opened {
            Err(why) => Reply::Failed(why),
            Ok((mut open, told)) => {
                open.began = now();
                open.record.game.begin_turn(open.began);
                let path = open.journal.as_ref().map(Journal::path);
                let opened = Opened {
                    sitting: open.sitting.clone(),
                    news: open.news(told),
                    farewell: path.map(|path| farewell(self.store.as_ref(), path)),
                };
                self.open = Some(open);
                Reply::Opened(Box::new(opened))
            }
        })
    }

    fn games(&self) -> Vec<Kept> {
        let games = self.store.as_ref().and_then(|store| store.games().ok()).unwrap_or_default();
        let unfinished = games.into_iter().filter_map(|game| {
            let (record, _) = game.record.ok()?;
            if record.game.ending().is_some() {
                return None;
            }
            let book = duel_books::of(record.game.start().rules());
            let moves = moves_in_words(&record);
            let title =
                format!("{}: {} - {}, {moves}", book.slug, record.names.first, record.names.second);
            Some(Kept { id: game.id, title })
        });
        unfinished.take(LISTED).collect()
    }

    /// Begins a round: finds its start, and keeps it.
    fn begin(&self, sitting: Sitting) -> Result<(Open, Vec<Told>), String> {
        let mut told = terms(&sitting);
        let start = match &sitting.agreed.start {
            Start::Given(position) => position.clone(),
            Start::Dealt => {
                let deal = sitting.agreed.deal(sitting.seed, sitting.contest.round());
                told.push(Told::Note(format!("Drawn by lot (--seed {}).", sitting.seed)));
                told.extend(deal.caveat().map(|caveat| Told::Note(caveat.to_owned())));
                sitting.agreed.first_position(deal.numbers).map_err(|error| error.to_string())?
            }
            Start::Asked => {
                return Err(
                    "under the house rule swap games begin at the prompt: `duel play`".to_owned()
                );
            }
        };
        let record = sitting.record(start);
        if sitting.contest.is_match() {
            told.push(Told::Said(format!("Round {}", sitting.contest.round())));
        }
        let journal = match &self.store {
            None => Err("There is nowhere to keep games.".to_owned()),
            Some(store) => store.create(&record).map_err(|error| sentence(&error.to_string())),
        };
        let journal = journal
            .map_err(|why| told.push(Told::Refused(format!("{why} This game is not being saved."))))
            .ok()
            .map(|(_, journal)| journal);
        let mut open = Open { record, journal, sitting, began: Duration::ZERO, standing: None };
        let book = open.sitting.agreed.book;
        told.extend(said(&(book.voice.opening)(&open.view())));
        if let Some(ending) = open.record.game.ending().cloned() {
            open.close(&ending, &mut told);
        }
        Ok((open, told))
    }

    fn resume(&mut self, game: &str) -> Result<(Open, Vec<Told>), String> {
        // A game of this program's own is let go first, so that it can be taken up again.
        self.open = None;
        let path = match &self.store {
            Some(store) => store.find(game).map_err(|error| error.to_string())?,
            None => PathBuf::from(game),
        };
        let (journal, record, recovery) =
            Journal::open(&path).map_err(|error| error.to_string())?;
        if record.game.ending().is_some() {
            return Err(format!("this game is over; `duel replay {game}` shows it again"));
        }
        let sitting = Sitting::resumed(&record).map_err(|error| error.to_string())?;
        if sitting.agreed.swap {
            return Err(
                "a match under the house rule swap goes on at the prompt: `duel resume`".to_owned()
            );
        }
        let mut told = terms(&sitting);
        if recovery == Recovery::DroppedLastLine {
            let why = "The last line of the record had been cut off and was dropped.";
            told.push(Told::Note(why.to_owned()));
        }
        let book = sitting.agreed.book;
        let began = Duration::ZERO;
        let open = Open { record, journal: Some(journal), sitting, began, standing: None };
        for step in open.record.game.steps() {
            told.extend(said(&(book.voice.moved)(&step, &open.record.names, Reader::Anyone)));
        }
        let moves = moves_in_words(&open.record);
        told.push(Told::Note(format!("The game goes on after {moves}.")));
        Ok((open, told))
    }

    fn act(&mut self, act: Act, at: Duration, now: impl Fn() -> Duration) -> Option<Reply> {
        let open = self.open.as_mut()?;
        let mut told = Vec::new();
        let (lines, happened) = match open.perform(act, at, &mut told) {
            Ok(performed) => performed,
            Err(why) => return Some(Reply::Refused(why)),
        };
        if !happened {
            return Some(Reply::Refused("That cannot be done now.".to_owned()));
        }
        if let Some(ending) = open.record.game.ending().cloned() {
            open.close(&ending, &mut told);
        }
        let kept = open.journal.as_mut().map_or(Ok(()), |journal| journal.append(&lines));
        open.began = now();
        open.record.game.begin_turn(open.began);
        Some(match kept {
            Ok(()) => Reply::Happened(Box::new(open.news(told))),
            Err(error) => {
                open.journal = None;
                let why = format!("{error}. What just happened could not be saved.");
                Reply::Unkept(Box::new(open.news(told)), why)
            }
        })
    }
}

impl Open {
    /// Does it; gives the lines that keep it, and whether anything happened.
    fn perform(
        &mut self,
        act: Act,
        at: Duration,
        told: &mut Vec<Told>,
    ) -> Result<(String, bool), String> {
        let record = &mut self.record;
        let events = match act {
            Act::Line(line) => {
                let input = hear(record.game.position(), &line);
                return self.enter(input, at, told);
            }
            Act::Moves(moves) => {
                let mut lines = String::new();
                for made in moves {
                    match self.enter(Ok(Input::Move(made)), at, told) {
                        Ok((line, _)) => lines += &line,
                        Err(why) if lines.is_empty() => return Err(why),
                        // What has happened before has happened, and is kept.
                        Err(_) => break,
                    }
                }
                return Ok((lines, true));
            }
            Act::Resign => return self.enter(Ok(Input::Resign), at, told),
            Act::TakeBack => return self.take_back(at, told).map(|lines| (lines, true)),
            Act::Abandon => record.game.abandon().ok(),
            Act::CheckTime => record.game.check_time(at),
            Act::Fail(seat, fault) => {
                told.push(Told::Refused(sentence(&fault.why)));
                entry::fail(record, seat, &fault, at)
            }
        };
        let lines = lines_of(&self.record, events.as_slice());
        Ok((lines, events.is_some()))
    }

    fn enter(
        &mut self,
        input: Result<Input, Unclear>,
        at: Duration,
        told: &mut Vec<Told>,
    ) -> Result<(String, bool), String> {
        match enter(&mut self.record, input, at) {
            Entered::Refused(why) => Err(why),
            Entered::Happened { events, remark } => {
                told.extend(remark.map(Told::Refused));
                let lines = lines_of(&self.record, &events);
                let book = self.sitting.agreed.book;
                for event in &events {
                    told.extend(said(&announce(book, &self.view(), event, Reader::Anyone)));
                }
                Ok((lines, true))
            }
        }
    }

    fn take_back(&mut self, at: Duration, told: &mut Vec<Told>) -> Result<String, String> {
        let plies = plies_to_take_back(&self.record).ok_or("There is no move to take back.")?;
        let mut lines = String::new();
        for _ in 0..plies {
            let place = self.record.game.played().len();
            self.record.game.take_back(at).map_err(|_| "The game is over.")?;
            lines += &Record::undo_line(place);
            told.push(Told::Note(format!("Move {place} is taken back.")));
        }
        Ok(lines)
    }

    /// Says what the book says at the end, and counts the round.
    fn close(&mut self, ending: &Ending, told: &mut Vec<Told>) {
        let book = self.sitting.agreed.book;
        if let Ending::Played(_) = ending {
            told.extend(said(&(book.voice.stuck)(&self.view())));
        }
        told.extend(said(&closing(book, &self.view(), ending)));
        let contest = &mut self.sitting.contest;
        let verdict = contest.count(ending.outcome());
        let is_match = contest.is_match();
        let standing = Standing {
            score: is_match.then(|| contest.score_in_words()),
            verdict: contest.verdict_in_words(verdict).filter(|_| is_match),
            goes_on: verdict == Verdict::GoesOn,
        };
        let score = standing.score.as_ref().map(|score| format!("Score: {score}"));
        told.extend(score.into_iter().chain(standing.verdict.clone()).map(Told::Said));
        self.standing = Some(standing);
    }

    fn news(&self, told: Vec<Told>) -> News {
        let (record, began) = (self.record.clone(), self.began);
        News { record, told, began, standing: self.standing.clone() }
    }

    fn view(&self) -> View<'_> {
        View::new(&self.record.game, &self.record.names, Budget::PROMPT)
    }
}

/// The next round, or the same game once more with the other player beginning.
fn again(open: Open) -> Sitting {
    let mut sitting = open.sitting;
    if open.standing.is_some_and(|standing| standing.goes_on) {
        sitting.contest.next_round();
    } else {
        let begins = sitting.contest.begins().other();
        let old = sitting.contest;
        sitting.contest = Contest::new(old.names, begins);
        sitting.contest.rounds = old.rounds;
        sitting.contest.to = old.to;
        sitting.contest.points = old.points;
        sitting.seed = Dice::fresh_seed();
    }
    sitting
}

/// A single game between the same players from a position of their game.
fn from_here(open: &Open, position: &Position) -> Result<Sitting, String> {
    if position.is_over() {
        return Err("nobody can move there".to_owned());
    }
    let Sitting { kinds, agreed, conduct, seed, contest } = open.sitting.clone();
    let kinds = contest.seated(kinds);
    let names = &open.record.names;
    Ok(Sitting {
        contest: Contest::new([names.first.clone(), names.second.clone()], Person::One),
        kinds: [kinds.first, kinds.second],
        agreed: duel_play::Agreed { start: Start::Given(position.clone()), ..agreed },
        conduct,
        seed,
    })
}

fn moves_in_words(record: &Record) -> String {
    match record.game.played().len() {
        1 => "1 move".to_owned(),
        moves => format!("{moves} moves"),
    }
}

/// House rules are seen by both players before the first move.
fn terms(sitting: &Sitting) -> Vec<Told> {
    let rules = &sitting.agreed.rules;
    let meaning = |rule: duel_core::HouseRule| {
        format!("House rule {}: {}", rule.name(), house::meaning(rule))
    };
    let length = rules.cap_length().map(|length| format!("The maximum length is {length}."));
    rules.house().map(meaning).chain(length).map(Told::Note).collect()
}

/// What a book says, line by line.
fn said(text: &str) -> impl Iterator<Item = Told> {
    let lines: Vec<String> =
        text.lines().map(str::trim).filter(|line| !line.is_empty()).map(duel_core::shown).collect();
    lines.into_iter().map(Told::Said)
}
