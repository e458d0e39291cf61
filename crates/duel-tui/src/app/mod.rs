//! The whole of what is on the screen, as plain state: messages change it, and drawing reads it.
//!
//! Nothing here touches a terminal, a file or a clock. What has to be done outside comes back as
//! [`Job`]s, so a test can be the outside.

mod draw;
mod keys;
mod repeats;

use std::time::Duration;

use crossterm::event::KeyEventKind;
use duel_core::Position;
use duel_play::Review;
use ratatui_core::layout::Rect;

use self::repeats::Repeats;
use crate::{
    argument_screen::ArgumentScreen,
    choice::Choice,
    exercise_screen::{ExerciseKind, ExerciseScreen, ExerciseSnapshot},
    game_screen::{GameScreen, OpenedFor, score_in_words},
    games_screen::GamesScreen,
    home::{Home, Opening},
    lesson_worker::LessonJob,
    look::{Look, Theme},
    message::{Job, Msg},
    puzzle_worker::PuzzleJob,
    review_screen::ReviewScreen,
    session_worker::{Keeping, SessionJob, Snapshot},
    training_worker::TrainingJob,
};

/// Which screen is shown.
#[derive(Clone, Copy, Debug)]
enum Screen {
    Home,
    Games,
    Game,
    Review(ReviewScreen),
    /// A lesson, a puzzle or training.
    Exercise,
    Argument,
}

/// A text over the screen.
#[derive(Clone, Debug)]
struct Page {
    title: &'static str,
    text: String,
    from: usize,
}

/// What is on the screen.
pub struct App {
    size: (u16, u16),
    look: Look,
    /// Whether colours may be used at all.
    colours: bool,
    screen: Screen,
    home: Home,
    games: GamesScreen,
    game: Option<GameScreen>,
    /// Whether the open game was chosen among the kept ones, so that leaving it leads back there.
    from_games: bool,
    exercise: Option<ExerciseScreen>,
    argument: Option<ArgumentScreen>,
    /// The screen from which an argument was begun.
    argued_from: Screen,
    /// The last ticket of an argument before this one.
    last_argument: u64,
    /// The last ticket of the games before this one.
    last_ticket: u64,
    page: Option<Page>,
    repeats: Repeats,
    now: Duration,
}

impl App {
    /// The first screen, with what was chosen the last time. The look is what the terminal says; a
    /// theme that was given or chosen goes before it, unless there are no colours.
    pub fn new(choice: Choice, look: Look, given_theme: Option<Theme>, size: (u16, u16)) -> App {
        let colours = look.theme != Theme::Plain;
        App {
            size,
            look,
            colours,
            screen: Screen::Home,
            home: Home::new(choice, given_theme),
            games: GamesScreen::default(),
            game: None,
            from_games: false,
            exercise: None,
            argument: None,
            argued_from: Screen::Game,
            last_argument: 0,
            last_ticket: 0,
            page: None,
            repeats: Repeats::default(),
            now: Duration::ZERO,
        }
    }

    /// The same with players that were given: they count, but are not remembered, until others are
    /// chosen.
    #[must_use]
    pub fn with_players(mut self, given: [Option<String>; 2]) -> App {
        self.home.take_players(given);
        self
    }

    /// What is asked for at the beginning.
    pub fn begin(&self) -> Vec<Job> {
        what_is_kept()
    }

    /// Whether the screen changes by itself.
    pub fn is_ticking(&self) -> bool {
        self.game.as_ref().is_some_and(GameScreen::is_ticking)
    }

    /// When the move of an opponent that answered at once is made, if there is one: at the first tick
    /// from then on.
    pub fn held_until(&self) -> Option<Duration> {
        self.game.as_ref().and_then(GameScreen::held_until)
    }

    /// How to resume the open game, for a player who leaves it.
    pub fn farewell(&self) -> Option<&str> {
        match &self.game.as_ref().filter(|game| !game.is_over())?.keeping {
            Keeping::Saved { farewell } => Some(farewell),
            Keeping::FromFirstMove | Keeping::Nowhere => None,
        }
    }

    /// The game that is open.
    pub fn record(&self) -> Option<&duel_core::Record> {
        self.game.as_ref().map(GameScreen::record)
    }

    fn look(&self) -> Look {
        match self.home.theme() {
            Some(theme) if self.colours => Look { theme, ..self.look },
            _ => self.look,
        }
    }

    fn content(&self) -> Rect {
        content_of(Rect::new(0, 0, self.size.0, self.size.1))
    }

    /// Handles a message that came at this time; returns what is to be done.
    pub fn update(&mut self, now: Duration, msg: Msg) -> Vec<Job> {
        self.now = now;
        let before = self.place();
        let jobs = self.handle(msg);
        if self.place() != before {
            self.repeats.show_new();
        }
        jobs
    }

    /// Where one is: whether a game is on the screen, and how many moves were made in it. In exercises
    /// an Enter too many costs nothing.
    fn place(&self) -> (bool, usize) {
        let moves = self.game.as_ref().map_or(0, |game| game.record().game.played().len());
        (matches!(self.screen, Screen::Game), moves)
    }

    fn handle(&mut self, msg: Msg) -> Vec<Job> {
        let now = self.now;
        match (msg, &mut self.game) {
            (Msg::Key(key), _) if key.kind == KeyEventKind::Release => {}
            (Msg::Key(key), _) => return self.press(key),
            (Msg::Mouse(mouse), _) => return self.click(mouse),
            (Msg::Paste(text), _) => self.paste(&text),
            (Msg::Resize(width, height), _) => self.size = (width, height),
            (Msg::Games(games), _) => {
                self.home.set_games(&games);
                self.games.set_games(games);
            }
            (Msg::Day(standing), _) => self.home.set_day(standing),
            (Msg::DayOver(score), _) => {
                let score = score_in_words(&score, self.look());
                self.home.tell_day(&score);
            }
            (Msg::NotDeleted(why), _) => self.games.note = Some(why),
            (Msg::Lessons(counts), _) => self.home.set_lessons(counts),
            (Msg::PuzzleRating(rating), _) => self.home.set_rating(rating),
            (Msg::TrainingCount(count), _) => self.home.set_training(count),
            (Msg::Lesson(shown), _) => self.show_exercise(ExerciseKind::Lesson, shown),
            (Msg::Puzzle(shown), _) => self.show_exercise(ExerciseKind::Puzzle, shown),
            (Msg::Training(shown), _) => self.show_exercise(ExerciseKind::Training, shown),
            (Msg::Argument(ticket, snapshot), _) => {
                // One that was left meanwhile is not shown any more.
                if let Some(argument) = &mut self.argument {
                    argument.show(ticket, snapshot);
                }
            }
            (Msg::Opened(snapshot), _) => return self.open_game(*snapshot, OpenedFor::Play),
            (Msg::Shown(snapshot), _) => {
                let jobs = self.open_game(*snapshot, OpenedFor::Review);
                self.screen = Screen::Review(ReviewScreen::default());
                return jobs;
            }
            (Msg::NotOpened(why), _) => {
                self.home.opening = None;
                if let Screen::Games = self.screen {
                    self.games.note = Some(why);
                    return Vec::new();
                }
                self.home.note = Some(why);
                self.from_games = false;
                return self.leave_game(None);
            }
            (Msg::Tick, Some(game)) => return game.tick(now),
            (msg, Some(game)) => {
                let is_review = matches!(msg, Msg::Review(..));
                let jobs = game.update(msg, now);
                if let (true, Screen::Review(review)) = (is_review, &mut self.screen) {
                    review.see(game.review.as_ref());
                }
                self.show_wanted_reasons();
                return jobs;
            }
            (_, None) => {}
        }
        Vec::new()
    }

    /// Shows what an exercise has come to, unless it was left meanwhile.
    fn show_exercise(&mut self, kind: ExerciseKind, shown: Box<ExerciseSnapshot>) {
        let awaited = match kind {
            ExerciseKind::Lesson => Opening::Lesson,
            ExerciseKind::Puzzle => Opening::Puzzle,
            ExerciseKind::Training => Opening::Training,
        };
        if self.home.opening.take_if(|opening| *opening == awaited).is_some() {
            self.screen = Screen::Exercise;
            self.exercise = None;
        }
        let is_same = self.exercise.as_ref().is_none_or(|exercise| exercise.kind() == kind);
        if matches!(self.screen, Screen::Exercise) && is_same {
            self.exercise = Some(ExerciseScreen::new(kind, shown));
        }
    }

    fn open_game(&mut self, snapshot: Snapshot, purpose: OpenedFor) -> Vec<Job> {
        let insight = self.game.as_ref().is_some_and(GameScreen::has_insight);
        self.from_games = match self.screen {
            Screen::Games => true,
            Screen::Home => false,
            _ => self.from_games,
        };
        self.close_game();
        let (choice, last, still) = (&self.home.choice, self.last_ticket, self.look.still);
        let (game, jobs) =
            GameScreen::open(snapshot, choice, purpose, insight, still, last, self.now);
        self.game = Some(game);
        self.screen = Screen::Game;
        self.page = None;
        self.home.opening = None;
        jobs
    }

    fn close_game(&mut self) {
        self.close_argument();
        if let Some(game) = self.game.take() {
            self.last_ticket = game.last_ticket();
        }
    }

    /// Goes back to where the game was chosen.
    fn leave_game(&mut self, note: Option<String>) -> Vec<Job> {
        self.close_game();
        self.page = None;
        if self.from_games {
            self.screen = Screen::Games;
            self.games.note = note;
        } else {
            self.screen = Screen::Home;
            self.home.note = note.or(self.home.note.take());
        }
        let session = [SessionJob::Close, SessionJob::ListGames, SessionJob::LookAtDay];
        let stop = [Job::StopAnalysis, Job::StopBots];
        let count = Job::Training(TrainingJob::Count);
        stop.into_iter().chain(session.map(Job::Session)).chain([count]).collect()
    }

    /// Begins an argument about a position.
    fn argue(&mut self, position: &Position) -> Vec<Job> {
        let (argument, jobs) = ArgumentScreen::begin(position, self.last_argument);
        self.argument = Some(argument);
        self.argued_from = self.screen;
        self.screen = Screen::Argument;
        jobs
    }

    fn close_argument(&mut self) {
        if let Some(argument) = self.argument.take() {
            self.last_argument = argument.last_ticket();
        }
    }

    /// Shows the reasons that were asked for, once they are known.
    fn show_wanted_reasons(&mut self) {
        let reasons = self.game.as_mut().and_then(GameScreen::take_wanted_reasons);
        if let (Some(text), Screen::Game) = (reasons, self.screen) {
            self.page = Some(Page { title: "Why", text, from: 0 });
        }
    }

    fn review(&self) -> Option<&Review> {
        self.game.as_ref()?.review.as_ref()
    }
}

/// Asks for what the first screen tells about games, the day, lessons, puzzles and training.
fn what_is_kept() -> Vec<Job> {
    vec![
        Job::Session(SessionJob::ListGames),
        Job::Session(SessionJob::LookAtDay),
        Job::Lesson(LessonJob::List),
        Job::Puzzle(PuzzleJob::Rating),
        Job::Training(TrainingJob::Count),
    ]
}

/// The screen without its last line, which lists the keys.
fn content_of(screen: Rect) -> Rect {
    Rect { height: screen.height - u16::from(screen.height > 2), ..screen }
}
