//! One game at the prompt: the book's voice, the players' lines, and the journal between them.

mod bots;

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use duel_books::{
    Book, Reader, Stuck,
    closing::{announce, closing},
    explain,
    hear::{Unclear, hear},
    listing, rules_text,
};
use duel_core::{Ending, Event, Input, Outcome, Record, Refusal, Seats, Step, View};
use duel_numbers::Budget;
use duel_play::{
    Journal, Player,
    entry::{Entered, enter},
    hint,
    journal::lines_of,
    sitting::plies_to_take_back,
};
use duel_solver::{Limits, Solver};

use crate::{
    console::{self, Console},
    interrupt,
    keyboard::{Heard, Keyboard},
    prompt::{self, Order, Stretch},
    stop::Stop,
};

/// The most moves that `moves FROM..TO` prints at once.
const PAGE: u64 = 1_000;

/// How long a hint may take.
const HINT_TIME: Duration = Duration::from_millis(500);

/// Who plays here that is not a person.
pub(crate) type Bots<'a> = Seats<Option<Box<dyn Player + 'a>>>;

/// Where a game is kept while it is played.
pub(crate) enum Keeping {
    /// In this journal.
    Journal { journal: Journal, named_by_user: bool },
    /// Nowhere.
    Nowhere,
}

/// A game that was played to its end.
pub(crate) struct Finished {
    pub(crate) outcome: Outcome,
    /// How many moves people made that are part of it.
    pub(crate) made: usize,
    /// Every move that people made, those included that were taken back.
    pub(crate) tried: Vec<Step>,
}

/// A game at the prompt.
pub(crate) struct Table<'a> {
    console: Console,
    keyboard: &'a mut Keyboard,
    book: &'static Book,
    record: Record,
    keeping: Keeping,
    bots: Bots<'a>,
    began: Instant,
    solver: Solver,
    /// The number of moves when the last hint was given: asking again there gets the move.
    hinted_at: Option<usize>,
    tried: Vec<Step>,
}

impl<'a> Table<'a> {
    pub(crate) fn new(
        console: Console,
        keyboard: &'a mut Keyboard,
        record: Record,
        keeping: Keeping,
        bots: Bots<'a>,
    ) -> Table<'a> {
        let book = duel_books::of(record.game.start().rules());
        Table {
            console,
            keyboard,
            book,
            record,
            keeping,
            bots,
            began: Instant::now(),
            solver: Solver::default(),
            hinted_at: None,
            tried: Vec::new(),
        }
    }

    /// Plays from the beginning.
    pub(crate) fn play(self) -> Result<Finished, Stop> {
        let opening = (self.book.voice.opening)(&self.view());
        console::say(&opening)?;
        self.go_on()
    }

    /// Plays on from wherever the game is, to its end.
    pub(crate) fn go_on(mut self) -> Result<Finished, Stop> {
        self.wake_bots()?;
        loop {
            if let Some(ending) = self.record.game.ending().cloned() {
                self.close(&ending)?;
                let by_people = |step: &Step| self.bots[step.before.turn()].is_none();
                let made = self.record.game.steps().filter(by_people).count();
                return Ok(Finished { outcome: ending.outcome(), made, tried: self.tried });
            }
            let turn = (self.book.voice.turn)(&self.view());
            console::say(&turn)?;
            if self.bots[self.record.game.position().turn()].is_some() {
                self.let_bot_move()?;
            } else {
                self.take_turn()?;
            }
        }
    }

    /// Asks the player to move until something happens in the game.
    fn take_turn(&mut self) -> Result<(), Stop> {
        let now = self.now();
        self.record.game.begin_turn(now);
        self.tell_time();
        loop {
            let now = self.now();
            if let Some(event) = self.record.game.check_time(now) {
                return self.happened(&[event]);
            }
            let prompt = (self.book.voice.prompt)(&self.view());
            let patience = self.record.game.deadline().map(|end| end.saturating_sub(now));
            let Some(heard) = self.keyboard.ask(&prompt, patience)? else { continue };
            let line = match heard {
                Heard::Line(line) => line,
                Heard::TooLong => {
                    if self.submit(Err(Unclear::TooLong))? {
                        return Ok(());
                    }
                    continue;
                }
                Heard::End => {
                    interrupt::say_farewell();
                    return Err(Stop::failed("the input ended in the middle of the game"));
                }
                Heard::Interrupted => {
                    interrupt::say_farewell();
                    return Err(Stop::Interrupted);
                }
            };
            let happened = match prompt::order(&line) {
                Some(order) => self.obey(order)?,
                None => self.submit(hear(self.record.game.position(), &line))?,
            };
            if happened {
                return Ok(());
            }
        }
    }

    /// Hands an entry to the referee; whether something happened in the game.
    fn submit(&mut self, input: Result<Input, Unclear>) -> Result<bool, Stop> {
        let now = self.now();
        self.submit_at(input, now)
    }

    fn submit_at(&mut self, input: Result<Input, Unclear>, now: Duration) -> Result<bool, Stop> {
        match enter(&mut self.record, input, now) {
            Entered::Happened { events, remark } => {
                if let Some(remark) = remark {
                    console::refuse(&remark);
                }
                self.happened(&events)?;
                Ok(true)
            }
            Entered::Refused(why) => {
                console::refuse(&why);
                Ok(false)
            }
        }
    }

    /// Keeps what has happened, and then announces it.
    fn happened(&mut self, events: &[Event]) -> Result<(), Stop> {
        self.keep(&lines_of(&self.record, events))?;
        for event in events {
            let mut reader = Reader::Anyone;
            if let Event::Moved(step) = event
                && self.bots[step.before.turn()].is_none()
            {
                reader = Reader::Mover;
                self.tried.push((**step).clone());
            }
            let words = announce(self.book, &self.view(), event, reader);
            console::say(&words)?;
        }
        Ok(())
    }

    /// Writes to the journal; if that fails, the players decide whether to go on without it.
    fn keep(&mut self, lines: &str) -> Result<(), Stop> {
        let Keeping::Journal { journal, named_by_user } = &mut self.keeping else { return Ok(()) };
        let Err(error) = journal.append(lines) else { return Ok(()) };
        let path = journal.path().display().to_string();
        let must_keep = *named_by_user;
        console::error(&format!("{path}: {error}. What just happened could not be saved."));
        let goes_on = if self.console.is_interactive() {
            self.agrees("Go on without saving? (yes/no) ")?
        } else {
            !must_keep
        };
        if !goes_on {
            return Err(Stop::failed("the game stops where it was last saved"));
        }
        console::note("The game goes on without being saved.");
        self.keeping = Keeping::Nowhere;
        interrupt::set_farewell(None);
        Ok(())
    }

    /// What the book says at the end.
    fn close(&mut self, ending: &Ending) -> Result<(), Stop> {
        if let Ending::Played(_) = ending {
            let stuck = (self.book.voice.stuck)(&self.view());
            console::say(&stuck)?;
            if self.book.stuck == Stuck::Declared {
                self.ask_to_declare_stuck()?;
            }
        }
        let words = closing(self.book, &self.view(), ending);
        console::say(&words)
    }

    /// The game is decided; the player without a move is asked to say so.
    fn ask_to_declare_stuck(&mut self) -> Result<(), Stop> {
        if self.bots[self.record.game.position().turn()].is_some() {
            let prompt = (self.book.voice.prompt)(&self.view());
            return console::say(&format!("{prompt}I have no valid moves.\n"));
        }
        loop {
            let prompt = (self.book.voice.prompt)(&self.view());
            match self.keyboard.ask(&prompt, None)? {
                None | Some(Heard::End) => return Ok(()),
                Some(Heard::Interrupted) => return Err(Stop::Interrupted),
                Some(Heard::TooLong) => {}
                Some(Heard::Line(line)) => {
                    let gives_in =
                        matches!(prompt::order(&line), Some(Order::Resign | Order::Quit));
                    let position = self.record.game.position();
                    if gives_in || matches!(hear(position, &line), Ok(Input::Stuck)) {
                        return Ok(());
                    }
                }
            }
            console::refuse("There is no valid move left. Say: I have no valid moves.");
        }
    }

    /// Does what was asked for; whether something happened in the game.
    fn obey(&mut self, order: Order) -> Result<bool, Stop> {
        match order {
            Order::Help => console::say(prompt::HELP)?,
            Order::Rules => console::say(&rules_text::of_game(&self.record.game))?,
            Order::Moves(stretch) => {
                let list = match stretch {
                    None => format!("{}\n", explain::valid(&self.view())),
                    Some(stretch) => page(&self.view(), stretch),
                };
                console::say(&list)?;
            }
            Order::Undo => return self.undo(),
            Order::Draw => return self.offer_draw(),
            Order::Resign => {
                let sure = !self.console.is_interactive()
                    || self.agrees("Do you really give up? (yes/no) ")?;
                if sure {
                    return self.submit(Ok(Input::Resign));
                }
            }
            Order::Hint => self.hint(),
            Order::Malformed(right) => console::refuse(right),
            Order::Save(file) => self.save_copy(&PathBuf::from(file)),
            Order::Quit => {
                interrupt::say_farewell();
                return Err(Stop::Left);
            }
        }
        Ok(false)
    }

    /// Takes back the last move if the player to move agrees; against a bot, the bot's reply and
    /// the move before it.
    fn undo(&mut self) -> Result<bool, Stop> {
        let turn = self.record.game.position().turn();
        let against_bot = self.bots[turn.other()].is_some();
        let place = self.record.game.played().len();
        let last = self.record.game.steps().last();
        let Some((step, plies)) = last.zip(plies_to_take_back(&self.record)) else {
            console::refuse(&explain::refusal(&self.view(), &Refusal::NothingToTakeBack));
            return Ok(false);
        };
        let made = step.before.write_move(&step.played);
        let names = &self.record.names;
        let question =
            format!("{}, may {} take back {made}? (yes/no) ", names[turn], names[turn.other()]);
        if !against_bot && !self.agrees(&question)? {
            console::note("The move stands.");
            return Ok(false);
        }
        for place in (place - plies + 1..=place).rev() {
            let now = self.now();
            if let Err(refusal) = self.record.game.take_back(now) {
                console::refuse(&explain::refusal(&self.view(), &refusal));
                return Ok(false);
            }
            self.keep(&Record::undo_line(place))?;
            console::note(&format!("Move {place} is taken back."));
        }
        self.hinted_at = None;
        Ok(true)
    }

    /// A nudge at first; the move when asked again in the same position.
    fn hint(&mut self) {
        let ply = self.record.game.played().len();
        let hint = hint(self.record.game.position(), &mut self.solver, Limits::time(HINT_TIME));
        if self.hinted_at == Some(ply) {
            console::note(&console::abbreviated(&hint.told));
        } else {
            console::note(&format!("{} Ask again for a move.", hint.nudge));
        }
        self.hinted_at = Some(ply);
    }

    fn offer_draw(&mut self) -> Result<bool, Stop> {
        let mut trial = self.record.game.clone();
        if let Err(refusal) = trial.abandon() {
            console::refuse(&explain::refusal(&self.view(), &refusal));
            return Ok(false);
        }
        let turn = self.record.game.position().turn();
        if !self.accepts_draw(turn.other())? {
            console::note("The game goes on.");
            return Ok(false);
        }
        match self.record.game.abandon() {
            Ok(event) => self.happened(&[event]).map(|()| true),
            Err(_) => Ok(false),
        }
    }

    fn save_copy(&mut self, file: &Path) {
        match Journal::create(file, &self.record) {
            Ok(_) => console::note(&format!("Saved to {}.", file.display())),
            Err(error) => console::refuse(&error.to_string()),
        }
    }

    /// Asks a question beside the game until it is answered.
    fn agrees(&mut self, question: &str) -> Result<bool, Stop> {
        loop {
            match self.keyboard.ask(question, None)? {
                Some(Heard::Line(line)) => {
                    match line.trim().trim_end_matches(['.', '!']).to_lowercase().as_str() {
                        "yes" | "y" => return Ok(true),
                        "no" | "n" => return Ok(false),
                        _ => console::refuse("Please answer yes or no."),
                    }
                }
                Some(Heard::TooLong) => console::refuse("Please answer yes or no."),
                Some(Heard::Interrupted) => {
                    interrupt::say_farewell();
                    return Err(Stop::Interrupted);
                }
                None | Some(Heard::End) => return Ok(false),
            }
        }
    }

    fn tell_time(&self) {
        let turn = self.record.game.position().turn();
        if let Some(left) = self.record.game.allowance(turn) {
            let seconds = left.as_secs();
            console::note(&format!(
                "{} has {}:{:02} left.",
                self.record.names[turn],
                seconds / 60,
                seconds % 60
            ));
        }
    }

    fn view(&self) -> View<'_> {
        View::new(&self.record.game, &self.record.names, Budget::PROMPT)
    }

    fn now(&self) -> Duration {
        self.began.elapsed()
    }
}

/// A part of a long list of moves.
fn page(view: &View<'_>, stretch: Stretch) -> String {
    let Some(group) = view.moves().groups().get(stretch.index) else {
        return "There is no such list.\n".to_owned();
    };
    let to = stretch.to.min(stretch.from.saturating_add(PAGE - 1));
    match group.page(stretch.from - 1..to) {
        None => "Of so long a list only the first and the last million can be shown.\n".to_owned(),
        Some(moves) if moves.is_empty() => {
            format!("There are only {} moves.\n", listing::grouped(&group.count()))
        }
        Some(moves) => format!("{}\n", listing::written(group, &moves)),
    }
}
