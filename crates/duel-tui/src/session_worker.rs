//! The thread that owns the session: it decides commands, stores the events, applies them, and
//! answers with a snapshot.
//!
//! The screen shows nothing but these snapshots, so nothing is on the screen that is not on the
//! disk, unless the disk failed: then the players are asked whether to go on without it. This is a thread of its own because disks can be slow, and so can finding out whether a
//! number of thousands of digits is prime.

use std::{iter, path::PathBuf, time::Duration};

use duel_books::{Reader, explain::sentence, hear::Unclear, listing};
use duel_core::Seat;
use duel_play::{
    Announcement, Command, Date, Dice, Event, Journal, Match, Opening, Person, Recovery, Session,
    Store,
    daily::{Daily, Score, daily},
    journal,
    store::farewell,
};
use duel_solver::Solver;

use crate::{
    choice::Choice,
    daily_record::{self, DayPurpose, DayRecord, DayStanding},
    game_file::Unmoved,
    kept_games::{self, moves_in_words},
    message::Msg,
};

/// Something to do with the session, or beside it on the disk.
#[derive(Clone, Debug)]
pub enum SessionJob {
    /// List the kept games.
    ListGames,
    /// Delete a kept game, and list the others.
    Delete(String),
    /// Begin a round of a match; a first round gets a fresh seed.
    Begin {
        /// The match.
        of: Box<Match>,
        /// Whether a coin decides who begins.
        toss: bool,
    },
    /// Find out how today's duel stands.
    LookAtDay,
    /// Play the duel of a day. For the record one that was left goes on, and one that is over is not
    /// opened.
    BeginDaily {
        /// The day; today's without one.
        date: Option<Date>,
        /// The name of the person; empty for one without a name.
        name: String,
        /// What it is played for.
        purpose: DayPurpose,
    },
    /// Resume a kept game; one that is over is shown instead.
    Resume(String),
    /// Show a kept game, whether it is over or not, without going on with it.
    Show(String),
    /// Execute commands one after the other.
    Execute {
        /// The commands.
        commands: Vec<Command>,
        /// What was wrong with the text that the first one comes from.
        unclear: Option<Unclear>,
        /// How long the turn had lasted at the first one.
        spent: Duration,
    },
    /// Close the game.
    Close,
    /// Remember a choice for the next time.
    Remember(Choice),
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogLine {
    /// The book says it.
    Said {
        /// The words.
        text: String,
        /// What a log with one line a move has instead: nothing more where it is empty, the words
        /// where it is `None`.
        brief: Option<String>,
    },
    /// A remark beside the game.
    Note(String),
    /// Why something was not accepted.
    Refused(String),
}

/// Whether a game is on the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// It is.
    Saved {
        /// How to resume it, for a player who leaves it.
        farewell: String,
    },
    /// It will be once there is a move: a game without one is not worth keeping.
    FromFirstMove,
    /// It is not kept.
    Nowhere,
}

/// The session after something has happened.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The session.
    pub session: Session,
    /// What is new in the log.
    pub lines: Vec<LogLine>,
    /// Whether the game is kept.
    pub keeping: Keeping,
    /// The day whose duel it is, if it is one.
    pub day: Option<DayGame>,
}

/// A game that is the duel of a day.
#[derive(Clone, Debug)]
pub struct DayGame {
    /// The day.
    pub date: Date,
    /// What it is played for.
    pub purpose: DayPurpose,
    /// The result, once it is over.
    pub score: Option<Score>,
}

/// What the thread works on.
pub struct SessionWorker {
    store: Option<Store>,
    open: Option<OpenGame>,
}

struct OpenGame {
    session: Session,
    file: GameFile,
    day: Option<OpenDay>,
}

/// The day whose duel is open.
struct OpenDay {
    daily: Daily,
    /// Where its moves and its result are kept; in practice, nowhere on the disk.
    record: DayRecord,
    purpose: DayPurpose,
    solver: Solver,
}

/// Where the open game is kept.
enum GameFile {
    /// In this journal.
    Open {
        journal: Journal,
        /// Whether it is removed again when all moves are taken back.
        needs_moves: bool,
    },
    /// With the kept games, from the first move on.
    FromFirstMove(Unmoved),
    /// Nowhere.
    None,
}

impl SessionWorker {
    /// Keeps games in this store.
    pub fn new(store: Option<Store>) -> SessionWorker {
        SessionWorker { store, open: None }
    }

    /// Does a job.
    pub fn run(&mut self, job: SessionJob) -> Option<Msg> {
        let opened = match job {
            SessionJob::ListGames => {
                return Some(Msg::Games(kept_games::list(self.store.as_ref())));
            }
            SessionJob::Delete(id) => return Some(self.delete(&id)),
            SessionJob::Execute { commands, unclear, spent } => {
                return self.execute(&commands, unclear.as_ref(), spent);
            }
            SessionJob::Close => {
                self.open = None;
                return None;
            }
            SessionJob::Remember(choice) => {
                // What cannot be remembered is chosen again the next time.
                let _ = self.store.as_ref().map(|store| choice.remember(store));
                return None;
            }
            SessionJob::Begin { of, toss } => self.begin(*of, toss),
            SessionJob::LookAtDay => {
                return Some(Msg::Day(self.day_record().standing(Date::today())));
            }
            SessionJob::BeginDaily { date, name, purpose } => {
                // The game that is open may be that of the day, and its file is locked.
                self.open = None;
                match self.play_daily(date, name, purpose) {
                    Ok(DayOpened::Game(open, lines)) => Ok((*open, lines)),
                    Ok(DayOpened::Over(score)) => return Some(Msg::DayOver(score)),
                    Err(why) => Err(why),
                }
            }
            SessionJob::Show(game) => return Some(self.show(&game)),
            SessionJob::Resume(game) => {
                // The game that is open is closed first: it may be the same, and its file is locked.
                self.open = None;
                if self.is_over(&game) {
                    return Some(self.show(&game));
                }
                self.resume(&game)
            }
        };
        Some(match opened {
            Ok((open, lines)) => {
                let open = self.open.insert(open);
                Msg::Opened(Box::new(open.snapshot(self.store.as_ref(), lines)))
            }
            Err(why) => Msg::NotOpened(why),
        })
    }

    /// Deletes a kept game; what is left.
    fn delete(&self, id: &str) -> Msg {
        match self.store.as_ref().map(|store| store.delete(id)) {
            Some(Err(error)) => Msg::NotDeleted(sentence(&error.to_string())),
            Some(Ok(())) | None => Msg::Games(kept_games::list(self.store.as_ref())),
        }
    }

    /// Reads a kept game to look at it.
    fn show(&self, game: &str) -> Msg {
        let path = match self.path_of(game) {
            Ok(path) => path,
            Err(why) => return Msg::NotOpened(why),
        };
        match journal::recover(&path) {
            Err(error) => Msg::NotOpened(error.to_string()),
            Ok((record, _)) => {
                let of = Match::resumed(&record).unwrap_or_else(|_| Match::of_record(&record));
                let session = Session::resume(of, record);
                let mut lines = all_moves(&session);
                lines.extend(closing(&session));
                Msg::Shown(Box::new(Snapshot {
                    session,
                    lines,
                    keeping: Keeping::Nowhere,
                    day: None,
                }))
            }
        }
    }

    fn is_over(&self, game: &str) -> bool {
        let path = self.path_of(game).ok();
        let record = path.and_then(|path| journal::recover(&path).ok());
        record.is_some_and(|(record, _)| record.game.ending().is_some())
    }

    fn path_of(&self, game: &str) -> Result<PathBuf, String> {
        match &self.store {
            Some(store) => store.find(game).map_err(|error| error.to_string()),
            None => Ok(PathBuf::from(game)),
        }
    }

    /// The days of this person.
    fn day_record(&self) -> DayRecord {
        DayRecord::beside(self.store.as_ref())
    }

    /// The duel of a day: new, going on, or how it ended.
    fn play_daily(
        &self,
        date: Option<Date>,
        name: String,
        purpose: DayPurpose,
    ) -> Result<DayOpened, String> {
        let date = date.unwrap_or_else(Date::today);
        let daily = daily(date).map_err(|error| error.to_string())?;
        if purpose == DayPurpose::Practice {
            return self.begin_daily(OpenDay::new(daily, DayRecord::default(), purpose), name);
        }
        let mut record = self.day_record();
        let is_begun = record.standing(date) == DayStanding::Begun;
        let game = self.store.as_ref().filter(|_| is_begun);
        if let Some((id, game)) = game.and_then(|store| daily_record::kept_game(store, &daily)) {
            let Some(won) = daily_record::is_won(&game) else {
                let (open, lines) = self.resume(&id)?;
                return Ok(DayOpened::Game(Box::new(open), lines));
            };
            let marks = daily_record::marks(&game, &mut Solver::default());
            record.finish(&daily, won, &marks);
        }
        if let Some(score) = record.score(&daily) {
            return Ok(DayOpened::Over(Box::new(score)));
        }
        self.begin_daily(OpenDay::new(daily, record, purpose), name)
    }

    /// Begins the duel of a day, against the computer, which makes no mistakes.
    fn begin_daily(&self, mut day: OpenDay, name: String) -> Result<DayOpened, String> {
        let daily = &day.daily;
        let players = [name, daily_record::OPPONENT.to_owned()];
        let choice = Choice { start: daily.start.to_string(), players, ..Choice::default() };
        let (mut of, _) = choice.game()?;
        of.seed = daily.seed;
        let (file, practice) = match day.purpose {
            DayPurpose::Record => (GameFile::FromFirstMove(Unmoved::default()), ""),
            DayPurpose::Practice => (GameFile::None, " For practice: nothing is kept."),
        };
        let about = format!(
            "The duel of {}: {} ({}). You begin, and you can win.{practice}",
            daily.date, daily.book.title, daily.difficulty
        );
        let (open, mut lines) = self.begin_seeded(&of)?;
        lines.insert(0, LogLine::Note(about));
        lines.extend(day.record.take_untold().map(LogLine::Refused));
        Ok(DayOpened::Game(Box::new(OpenGame { day: Some(day), file, ..open }), lines))
    }

    fn begin(&self, mut of: Match, toss: bool) -> Result<(OpenGame, Vec<LogLine>), String> {
        if of.scoreboard.round() == 1 {
            of.seed = Dice::fresh_seed();
        }
        if toss {
            of.scoreboard.let_begin(Person::tossed(of.seed));
        }
        self.begin_seeded(&of)
    }

    fn begin_seeded(&self, of: &Match) -> Result<(OpenGame, Vec<LogLine>), String> {
        let mut lines = notes(of.terms_in_words());
        let start = match of.opening().map_err(|error| error.to_string())? {
            Opening::At { start, deal } => {
                if let Some(deal) = deal {
                    let words = iter::once("Drawn by lot.").chain(deal.caveat());
                    lines.extend(notes(words.map(str::to_owned)));
                }
                start
            }
            Opening::Asked => {
                return Err(
                    "under the house rule swap games begin at the prompt: `duel play`".to_owned()
                );
            }
        };
        if of.scoreboard.is_match() {
            lines.extend(said(&format!("Round {}", of.scoreboard.round()), None));
        }
        let session = Session::begin(of.clone(), start);
        // A later round knows the score, so it is kept from its beginning.
        let needs_moves = of.scoreboard.round() == 1;
        let file = match &self.store {
            Some(_) if needs_moves => GameFile::FromFirstMove(Unmoved::default()),
            store => {
                let unmoved = Unmoved::default();
                GameFile::create(&unmoved, store.as_ref(), &session, needs_moves, &mut lines)
            }
        };
        lines.extend(said(&session.opening(), None));
        lines.extend(closing(&session));
        Ok((OpenGame { session, file, day: None }, lines))
    }

    fn resume(&self, game: &str) -> Result<(OpenGame, Vec<LogLine>), String> {
        let path = self.path_of(game)?;
        let (journal, record, recovery) =
            Journal::open(&path).map_err(|error| error.to_string())?;
        let of = Match::resumed(&record).map_err(|error| error.to_string())?;
        if of.agreed.swap {
            return Err(
                "a match under the house rule swap goes on at the prompt: `duel resume`".to_owned()
            );
        }
        let mut lines = notes(of.terms_in_words());
        if recovery == Recovery::DroppedLastLine {
            let why = "The last line of the record had been cut off and was dropped.";
            lines.push(LogLine::Note(why.to_owned()));
        }
        let days = self.day_record();
        let day = days.open_day(&record).map(|daily| OpenDay::new(daily, days, DayPurpose::Record));
        let session = Session::resume(of, record);
        lines.extend(all_moves(&session));
        let moves = moves_in_words(session.record().game.played().len());
        lines.push(LogLine::Note(format!("The game goes on after {moves}.")));
        let file = GameFile::Open { journal, needs_moves: false };
        Ok((OpenGame { session, file, day }, lines))
    }

    /// Executes commands until one is refused; only the refusal of the first is reported.
    fn execute(
        &mut self,
        commands: &[Command],
        unclear: Option<&Unclear>,
        spent: Duration,
    ) -> Option<Msg> {
        let OpenGame { session, file, day } = self.open.as_mut()?;
        let (mut lines, mut not_stored) = (Vec::new(), None);
        for (place, command) in commands.iter().enumerate() {
            let spent = if place == 0 { spent } else { Duration::ZERO };
            let event = match session.decide(command, spent) {
                Ok(Some(event)) => event,
                Ok(None) => continue,
                Err(refusal) if place == 0 => {
                    return Some(Msg::Refused(session.explain(&refusal, unclear)));
                }
                Err(_) => break,
            };
            lines.extend(Session::remark(&event, unclear).map(LogLine::Refused));
            if let (GameFile::FromFirstMove(unmoved), Event::Moved { .. }) = (&*file, &event) {
                let store = self.store.as_ref();
                *file = GameFile::create(unmoved, store, session, true, &mut lines);
            }
            if let GameFile::Open { journal, .. } = file
                && let Err(error) = journal.store(session, &event)
            {
                not_stored = Some(format!("{error}. What just happened could not be saved."));
                *file = GameFile::None;
            }
            match session.apply(&event) {
                Ok(announced) => {
                    if let Some(day) = day {
                        day.keep(&announced, session);
                        lines.extend(day.record.take_untold().map(LogLine::Refused));
                    }
                    lines.extend(announced.iter().flat_map(|it| announcement_lines(session, it)));
                }
                // It was decided for this very session, so this is a bug.
                Err(error) => return Some(Msg::NotOpened(error.to_string())),
            }
            file.drop_without_moves(session);
        }
        let snapshot = self.open.as_ref()?.snapshot(self.store.as_ref(), lines);
        let snapshot = Box::new(snapshot);
        Some(match not_stored {
            None => Msg::Changed(snapshot),
            Some(why) => Msg::NotStored(snapshot, why),
        })
    }
}

/// What opening the duel of a day leads to.
enum DayOpened {
    Game(Box<OpenGame>, Vec<LogLine>),
    Over(Box<Score>),
}

impl OpenDay {
    fn new(daily: Daily, record: DayRecord, purpose: DayPurpose) -> OpenDay {
        OpenDay { daily, record, purpose, solver: Solver::default() }
    }

    /// Keeps what the person has done: moves that are taken back later are not in the game.
    fn keep(&mut self, announced: &[Announcement], session: &Session) {
        for announcement in announced {
            match announcement {
                Announcement::Moved(step) if step.before.turn() == Seat::First => {
                    let mark = daily_record::mark(step, &mut self.solver);
                    self.record.try_move(&self.daily, mark);
                }
                Announcement::Over(_) => {
                    let marks = daily_record::marks(session.record(), &mut self.solver);
                    let won = daily_record::is_won(session.record()).unwrap_or(false);
                    self.record.finish(&self.daily, won, &marks);
                }
                _ => {}
            }
        }
    }
}

impl GameFile {
    /// Begins to keep a game; where that fails, the log says so.
    fn create(
        unmoved: &Unmoved,
        store: Option<&Store>,
        session: &Session,
        needs_moves: bool,
        lines: &mut Vec<LogLine>,
    ) -> GameFile {
        let journal = match store {
            None => Err("There is nowhere to keep games.".to_owned()),
            Some(store) => {
                let created = unmoved.create(store, session.record());
                created.map_err(|error| sentence(&error.to_string()))
            }
        };
        match journal {
            Ok(journal) => GameFile::Open { journal, needs_moves },
            Err(why) => {
                lines.push(LogLine::Refused(format!("{why} This game is not being saved.")));
                GameFile::None
            }
        }
    }

    /// Keeps a game no longer whose moves were all taken back, until there is one again.
    fn drop_without_moves(&mut self, session: &Session) {
        if !session.game().played().is_empty() || session.is_over() {
            return;
        }
        *self = match std::mem::replace(self, GameFile::None) {
            GameFile::Open { journal, needs_moves: true } => {
                GameFile::FromFirstMove(Unmoved::remove(journal, session.record()))
            }
            file => file,
        };
    }
}

impl OpenGame {
    fn snapshot(&self, store: Option<&Store>, lines: Vec<LogLine>) -> Snapshot {
        let session = self.session.clone();
        let keeping = match &self.file {
            GameFile::Open { journal, .. } => {
                Keeping::Saved { farewell: farewell(store, journal.path(), session.record()) }
            }
            GameFile::FromFirstMove(_) => Keeping::FromFirstMove,
            GameFile::None => Keeping::Nowhere,
        };
        let day = self.day.as_ref().map(|OpenDay { daily, record, purpose, .. }| DayGame {
            date: daily.date,
            purpose: *purpose,
            score: record.score(daily),
        });
        Snapshot { session, lines, keeping, day }
    }
}

/// What the log says about the moves of a game so far.
fn all_moves(session: &Session) -> Vec<LogLine> {
    let steps = session.game().steps().map(|step| Announcement::Moved(Box::new(step)));
    steps.flat_map(|moved| announcement_lines(session, &moved)).collect()
}

/// What the log says about something that has happened. Both players sit at this screen: offers are
/// put to them as questions.
fn announcement_lines(session: &Session, announcement: &Announcement) -> Vec<LogLine> {
    match announcement {
        Announcement::Moved(step) => {
            let brief = listing::move_line(step, &session.record().names);
            said(&session.say(announcement, Reader::Anyone), Some(brief))
        }
        Announcement::LengthReached(_) => said(&session.say(announcement, Reader::Anyone), None),
        Announcement::TookBack { plies, .. } => notes(session.taken_back(*plies)),
        Announcement::Over(_) => closing(session),
        Announcement::Joined(_)
        | Announcement::Offered(..)
        | Announcement::Declined(_)
        | Announcement::Withdrew(_)
        | Announcement::Rematched => Vec::new(),
    }
}

/// What is said at the end, once the game is over.
fn closing(session: &Session) -> Vec<LogLine> {
    let Some(closing) = session.closing() else { return Vec::new() };
    let words = closing.stuck.unwrap_or_default() + &closing.result;
    let standing = closing.standing.lines().flat_map(|text| said(&text, None));
    said(&words, session.reason(None)).into_iter().chain(standing).collect()
}

fn notes(texts: impl IntoIterator<Item = String>) -> Vec<LogLine> {
    texts.into_iter().map(LogLine::Note).collect()
}

/// What a book says, line by line. What a log with one line a move has instead takes the place of the
/// first.
fn said(text: &str, brief: Option<String>) -> Vec<LogLine> {
    let mut brief = brief.map(|brief| duel_core::shown(&brief));
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let said = |line| LogLine::Said {
        text: duel_core::shown(line),
        brief: brief.as_mut().map(std::mem::take),
    };
    lines.map(said).collect()
}
