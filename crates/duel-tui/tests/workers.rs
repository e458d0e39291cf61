//! Games on the screen with the threads of the program behind it: what is asked there is answered,
//! in whatever order the threads get to it.

use std::{
    sync::mpsc::{self, Receiver},
    time::Duration,
};

use crossterm::event::{KeyCode, KeyEvent};
use duel_core::{Ending, Failure, Record};
use duel_numbers::Budget;
use duel_play::{Command, Store, opponent::BotDecision};
use duel_tui::{
    App, Choice, Job, Look, Msg, Theme, bot_worker::BotJob, choice::Begins,
    session_worker::SessionJob, workers::Workers,
};
use ratatui_core::{backend::TestBackend, terminal::Terminal};
use tempfile::TempDir;

/// Ends a test that hangs. Nothing here is expected to take long.
const LIMIT: Duration = duel_testing::PATIENCE;

/// Opponents answer as soon as they can.
const LOOK: Look = Look { theme: Theme::Dark, ascii: false, still: true };

/// The screen and the threads behind it, without a terminal.
struct Session {
    app: App,
    workers: Workers,
    messages: Receiver<Msg>,
    folder: TempDir,
}

impl Session {
    fn new(choice: Choice) -> Session {
        let folder = TempDir::new().expect("a temporary folder");
        let (tell, messages) = mpsc::channel();
        let store = Store::at(&folder.path().join("games"));
        let workers = Workers::start(Some(store), move |message| drop(tell.send(message)));
        let app = App::new(choice, LOOK, None, (80, 24));
        let mut session = Session { app, workers, messages, folder };
        let begin = session.app.begin();
        session.workers.perform(begin);
        session
    }

    fn hear(&mut self, msg: Msg) {
        let jobs = self.app.update(self.workers.now(), msg);
        self.workers.perform(jobs);
    }

    /// Presses letters one after the other; `\n` is Enter. Answers come when they come.
    fn keys(&mut self, letters: &str) {
        for letter in letters.chars() {
            let code = if letter == '\n' { KeyCode::Enter } else { KeyCode::Char(letter) };
            self.hear(Msg::Key(KeyEvent::from(code)));
        }
    }

    /// Hears what comes until this is true of the game.
    #[track_caller]
    fn wait(&mut self, what: &str, is_so: impl Fn(&Record) -> bool) {
        while !self.app.record().is_some_and(&is_so) {
            let Ok(message) = self.messages.recv_timeout(LIMIT) else {
                panic!("never: {what}; {:?}", self.app.record().map(Record::to_text))
            };
            self.hear(message);
        }
    }

    fn screen(&self) -> String {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a test terminal");
        terminal.draw(|frame| self.app.draw(frame)).expect("a drawing");
        terminal.backend().to_string()
    }

    fn record(&self) -> &Record {
        self.app.record().expect("a game")
    }

    /// Types the first legal move, without waiting for the list of moves.
    fn play_something(&mut self) {
        let position = self.record().game.position();
        let made = position.moves(Budget::PROMPT).iter().next().expect("a move");
        let line = format!("{}\n", position.write_move(&made));
        self.keys(&line);
    }
}

/// Against the computer, which begins.
fn against(bot: &str, start: &str) -> Choice {
    let players = ["Ann".to_owned(), bot.to_owned()];
    let start = start.to_owned();
    Choice { start, players, begins: Begins::Two, ..Choice::default() }
}

fn is_person_to_move(record: &Record) -> bool {
    record.game.ending().is_none() && record.kinds[record.game.position().turn()].is_none()
}

#[test]
fn a_computer_that_begins_moves_in_every_game_and_rematch() {
    for _ in 0..6 {
        let mut session = Session::new(against("bot:easy", "subtract:60"));
        session.keys("\n");
        for game in 0..10 {
            let begins = game % 2;
            session.wait("the next game", |record| {
                record.game.ending().is_none()
                    && usize::from(record.kinds.second.is_some()) == begins
            });
            session.wait("the first move of the computer", |record| {
                record.game.played().len() == 1 - begins && is_person_to_move(record)
            });
            session.play_something();
            let played = 3 - begins;
            session.wait("the answer of the computer", |record| {
                record.game.played().len() >= played && is_person_to_move(record)
                    || record.game.ending().is_some()
            });
            session.keys("Ry");
            session.wait("the end", |record| record.game.ending().is_some());
            session.keys("r\n");
        }
    }
}

#[test]
fn a_game_is_resumed_on_the_turn_of_the_computer() {
    for _ in 0..10 {
        let mut session = Session::new(against("bot:easy", "subtract:60"));
        let choice = Choice { begins: Begins::One, ..against("bot:easy", "subtract:60") };
        let (of, _) = choice.game().unwrap();
        let record = of.record(duel_books::position("subtract:60").unwrap());
        let (id, mut journal) =
            Store::at(&session.folder.path().join("games")).create(&record).unwrap();
        journal.append("1. 6 {0.100}\n").unwrap();
        drop(journal);
        session.workers.perform(vec![Job::Session(SessionJob::Resume(id))]);
        session.wait("the move of the computer", |record| record.game.played().len() == 2);
    }
}

#[test]
fn play_goes_on_from_a_position_where_the_computer_is_to_move() {
    let mut session = Session::new(against("bot:easy", "subtract:60"));
    for _ in 0..10 {
        session.keys("\n");
        session.wait("its first move", |record| record.game.played().len() == 1);
        // The position before its move, from where it plays again.
        session.keys("[p");
        session.wait("the new game", |record| record.game.played().is_empty());
        session.wait("its first move there", |record| record.game.played().len() == 1);
        session.keys("q");
    }
}

#[test]
fn a_program_that_cannot_be_started_loses_every_time() {
    let mut session = Session::new(against("Ghost=cmd:/no/such/program", "subtract:60"));
    session.keys("\n");
    for game in 0..10 {
        session.wait("the end", |record| {
            record.game.ending().is_some() && usize::from(record.kinds.second.is_some()) == game % 2
        });
        let ending = session.record().game.ending();
        assert!(matches!(ending, Some(Ending::Failed(_, Failure::Crash))), "{ending:?}");
        session.keys("r");
    }
}

#[test]
fn asking_to_take_back_while_the_computer_thinks_stops_nothing() {
    // Three digits are never a multiple of this target, so no reply ends the game.
    let mut session = Session::new(against("bot:hard", "digits+no-leading-zero:1000003:"));
    session.keys("\n");
    for _ in 0..5 {
        session.wait("its first move", |record| record.game.played().len() == 1);
        // The move, and the wish to have it back while the reply is awaited.
        session.play_something();
        session.keys("u");
        session.wait("its reply", |record| {
            is_person_to_move(record) && record.game.played().len() == 3
        });
        session.keys("u");
        session.wait("both taken back", |record| record.game.played().len() == 1);
    }
}

/// Opens a game in which the computer is to move, and does not ask it; gives the ticket with which
/// it would be asked.
fn open_without_asking(session: &mut Session) -> u64 {
    session.keys("\n");
    loop {
        let msg = session.messages.recv_timeout(LIMIT).expect("a game is opened");
        let jobs = session.app.update(session.workers.now(), msg);
        let asked = jobs.iter().find_map(|job| match job {
            Job::Bots(ticket, BotJob::Ask(_)) => Some(*ticket),
            _ => None,
        });
        if let Some(ticket) = asked {
            return ticket;
        }
    }
}

#[test]
fn at_the_end_of_the_duel_of_the_day_the_score_and_the_review_both_come() {
    let mut session = Session::new(Choice::default());
    session.keys("d");
    session.wait("the duel", |record| record.game.ending().is_none());
    session.keys("Ry");
    session.wait("the end", |record| record.game.ending().is_some());
    loop {
        let screen = session.screen();
        if screen.contains("To share:") && !screen.contains("Where was it decided") {
            break;
        }
        let message = session.messages.recv_timeout(LIMIT);
        session.hear(message.unwrap_or_else(|_| panic!("never both:\n{screen}")));
    }
}

#[test]
fn while_the_computer_thinks_no_move_is_offered_to_be_taken_back() {
    let mut session = Session::new(against("bot:easy", "subtract:60"));
    open_without_asking(&mut session);
    session.keys("u");
    let screen = session.screen();
    assert!(screen.contains("Wait for the move of Bot (easy)"), "{screen}");
    assert!(screen.contains("q home") && !screen.contains("u undo"), "{screen}");
}

#[test]
fn what_was_asked_in_one_game_is_not_answered_in_the_next() {
    let mut session = Session::new(against("bot:easy", "subtract:60"));
    let late = open_without_asking(&mut session);
    session.keys("q");
    open_without_asking(&mut session);
    let command = Command::Resign(duel_core::Seat::First);
    let answer = BotDecision { command, took: Duration::ZERO, fault: None };
    let jobs = session.app.update(session.workers.now(), Msg::Bot(late, answer));
    assert!(jobs.is_empty(), "{jobs:?}");
}
