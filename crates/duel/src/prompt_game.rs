//! One game at the prompt: lines of the keyboard become commands, events are written to the journal,
//! and announcements become the book's sentences.

use std::{
    mem,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use duel_books::{
    Reader, Stuck,
    explain::{self, sentence},
    hear::{Unclear, hear},
    house, listing, rules_text,
};
use duel_core::{Ending, HouseRule, Input, LastMover, Outcome, Record, Seat, Seats, Step, View};
use duel_play::{
    Announcement, Command, Event, HintStep, Journal, Offer, Player, Session, Store,
    bot::PATIENCE,
    hint,
    opponent::{self, BotDecision},
};
use duel_solver::{Limits, Solver};
use duel_tui::game_file::Unmoved;

use crate::{
    console::{self, Tone},
    interrupt,
    keyboard::{Keyboard, KeyboardEvent},
    prompt::{self, MoveRange, PromptCommand},
    stop::Stop,
};

/// The most moves that `moves FROM..TO` prints at once.
const PAGE: u64 = 1_000;

/// How long a hint may take.
const HINT_TIME: Duration = Duration::from_millis(500);

/// The players that are programs, by seat.
pub(crate) type Bots<'a> = Seats<Option<Box<dyn Player + 'a>>>;

/// Where a game is kept while it is played.
pub(crate) enum Keeping {
    /// In this journal.
    Journal { journal: Journal, origin: JournalOrigin },
    /// With the kept games, once there is a move: a game without one is not worth keeping.
    FromFirstMove(Unmoved),
    /// Nowhere.
    Nowhere,
}

impl Keeping {
    /// A journal that has begun; from now on leaving says how to go on with it.
    pub(crate) fn begun(journal: Journal, record: &Record, origin: JournalOrigin) -> Keeping {
        let store = Store::of_user().ok();
        let farewell = duel_play::store::farewell(store.as_ref(), journal.path(), record);
        interrupt::set_farewell(Some(farewell));
        Keeping::Journal { journal, origin }
    }
}

/// Where a journal comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JournalOrigin {
    /// A file that the user named.
    File,
    /// The kept games; it stays, whatever happens in it.
    Store,
    /// The first move of this game: it is removed if all moves are taken back.
    FirstMove,
}

/// What is done after every move of a person.
pub(crate) type Watch = Box<dyn FnMut(&Step)>;

/// A finished game.
pub(crate) struct Finished {
    pub(crate) session: Session,
    pub(crate) outcome: Outcome,
    /// How many of its moves people made.
    pub(crate) made: usize,
    /// Every move that people made, including those taken back.
    pub(crate) tried: Vec<Step>,
}

/// A game at the prompt.
pub(crate) struct PromptGame<'a> {
    keyboard: &'a mut Keyboard,
    session: Session,
    keeping: Keeping,
    bots: Bots<'a>,
    turn_began: Instant,
    solver: Solver,
    /// The number of moves at the last hint, and how much it told: the next one there tells more.
    hinted_at: Option<(usize, HintStep)>,
    tried: Vec<Step>,
    watch: Option<&'a mut Watch>,
}

impl<'a> PromptGame<'a> {
    pub(crate) fn new(
        keyboard: &'a mut Keyboard,
        session: Session,
        keeping: Keeping,
        bots: Bots<'a>,
    ) -> PromptGame<'a> {
        PromptGame {
            keyboard,
            session,
            keeping,
            bots,
            turn_began: Instant::now(),
            solver: Solver::default(),
            hinted_at: None,
            tried: Vec::new(),
            watch: None,
        }
    }

    /// The same game, with this done after every move of a person.
    pub(crate) fn watched(self, watch: Option<&'a mut Watch>) -> PromptGame<'a> {
        PromptGame { watch, ..self }
    }

    /// Plays from the beginning.
    pub(crate) fn play(self) -> Result<Finished, Stop> {
        console::say(&self.session.opening())?;
        self.go_on()
    }

    /// Plays on to the end.
    pub(crate) fn go_on(mut self) -> Result<Finished, Stop> {
        for seat in Seat::BOTH {
            let begun = self.bots[seat].as_mut().map_or(Ok(()), |bot| bot.begin());
            if let (Err(fault), false) = (begun, self.session.is_over()) {
                self.apply_answer(&BotDecision::failed(seat, fault, Duration::ZERO))?;
            }
        }
        loop {
            if let Some(outcome) = self.session.game().ending().map(Ending::outcome) {
                self.close()?;
                let by_people = |step: &Step| self.bots[step.before.turn()].is_none();
                let made = self.session.game().steps().filter(by_people).count();
                return Ok(Finished { outcome, made, tried: self.tried, session: self.session });
            }
            console::say(&self.turn())?;
            self.turn_began = Instant::now();
            if self.bots[self.session.position().turn()].is_some() {
                self.let_bot_move()?;
            } else {
                self.take_turn()?;
            }
        }
    }

    /// Asks the player to move until there is an event.
    fn take_turn(&mut self) -> Result<(), Stop> {
        self.show_time();
        loop {
            if self.execute(&Command::CheckTime, None)? {
                return Ok(());
            }
            let left = self.session.game().allowance(self.session.position().turn());
            let patience = left.map(|left| left.saturating_sub(self.turn_began.elapsed()));
            let Some(event) = self.keyboard.ask(&self.prompt(), patience)? else { continue };
            let happened = match event {
                KeyboardEvent::Line(line) => {
                    if let Some(command) = prompt::parse(&line) {
                        self.run_command(command)?
                    } else {
                        let (command, unclear) = self.session.entered(&line);
                        let happened = self.execute(&command, unclear.as_ref())?;
                        let meant = unclear.and_then(|_| prompt::suggestion(&line));
                        if let (Some(meant), false) = (meant, happened) {
                            console::note(&format!("Did you mean {meant}?"));
                        }
                        happened
                    }
                }
                KeyboardEvent::TooLong => {
                    self.execute(&self.enters(Input::Garbled), Some(&Unclear::TooLong))?
                }
                KeyboardEvent::End => {
                    interrupt::say_farewell();
                    return Err(Stop::failed("the input ended in the middle of the game"));
                }
                KeyboardEvent::Interrupted => {
                    interrupt::say_farewell();
                    return Err(Stop::Interrupted);
                }
            };
            if happened || self.session.is_over() {
                return Ok(());
            }
        }
    }

    fn enters(&self, input: Input) -> Command {
        Command::Enter { by: self.session.position().turn(), input }
    }

    /// Executes a command of the player to move; whether there was an event.
    fn execute(&mut self, command: &Command, unclear: Option<&Unclear>) -> Result<bool, Stop> {
        self.execute_at(command, unclear, self.turn_began.elapsed())
    }

    /// Decides a command, stores its event, applies it, and shows it.
    fn execute_at(
        &mut self,
        command: &Command,
        unclear: Option<&Unclear>,
        spent: Duration,
    ) -> Result<bool, Stop> {
        let event = match self.session.decide(command, spent) {
            Ok(Some(event)) => event,
            Ok(None) => return Ok(false),
            Err(refusal) => {
                console::refuse(&self.session.explain(&refusal, unclear));
                return Ok(false);
            }
        };
        if let Some(remark) = Session::remark(&event, unclear) {
            console::refuse(&remark);
        }
        self.store(&event)?;
        for announcement in self.session.apply(&event).map_err(Stop::failed)? {
            self.show(&announcement)?;
        }
        self.drop_without_moves();
        Ok(true)
    }

    fn show(&mut self, announcement: &Announcement) -> Result<(), Stop> {
        match announcement {
            Announcement::Moved(step) if self.bots[step.before.turn()].is_none() => {
                console::say(&self.session.say(announcement, Reader::Mover))?;
                self.tried.push((**step).clone());
                if let Some(watch) = &mut self.watch {
                    watch(step);
                }
            }
            Announcement::Moved(_) | Announcement::LengthReached(_) => {
                console::say(&self.session.say(announcement, Reader::Anyone))?;
            }
            Announcement::TookBack { plies, .. } => {
                self.session.taken_back(*plies).for_each(|note| console::note(&note));
                self.hinted_at = None;
            }
            // Both players use this keyboard: they have been asked, or see the end.
            Announcement::Joined(_)
            | Announcement::Offered(..)
            | Announcement::Declined(_)
            | Announcement::Withdrew(_)
            | Announcement::Rematched
            | Announcement::Over(_) => {}
        }
        Ok(())
    }

    /// Writes to the journal; if that fails, asks whether to continue without it.
    fn store(&mut self, event: &Event) -> Result<(), Stop> {
        if let (Keeping::FromFirstMove(unmoved), Event::Moved { .. }) = (&self.keeping, event) {
            let record = self.session.record();
            self.keeping = match Store::of_user().and_then(|store| unmoved.create(&store, record)) {
                Ok(journal) => {
                    let origin = JournalOrigin::FirstMove;
                    Keeping::begun(journal, record, origin)
                }
                Err(error) => {
                    console::error(&format!("{error}. This game is not being saved."));
                    Keeping::Nowhere
                }
            };
        }
        let Keeping::Journal { journal, origin } = &mut self.keeping else { return Ok(()) };
        let Err(error) = journal.store(&self.session, event) else { return Ok(()) };
        let path = journal.path().display().to_string();
        let must_keep = *origin == JournalOrigin::File;
        console::error(&format!("{path}: {error}. What just happened could not be saved."));
        let goes_on = if console::is_interactive() {
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

    /// Keeps a game no longer whose moves were all taken back, until there is one again.
    fn drop_without_moves(&mut self) {
        if !self.session.game().played().is_empty() || self.session.is_over() {
            return;
        }
        self.keeping = match mem::replace(&mut self.keeping, Keeping::Nowhere) {
            Keeping::Journal { journal, origin: JournalOrigin::FirstMove } => {
                interrupt::set_farewell(None);
                Keeping::FromFirstMove(Unmoved::remove(journal, self.session.record()))
            }
            keeping => keeping,
        };
    }

    /// Asks the bot for a move, and prints its answer as if typed.
    fn let_bot_move(&mut self) -> Result<(), Stop> {
        let mover = self.session.position().turn();
        console::say(&self.prompt())?;
        while self.session.turn() == Some(mover)
            && let Some(bot) = &mut self.bots[mover]
        {
            let (game, draw) = (self.session.game(), self.session.draw());
            let answer = opponent::ask(bot.as_mut(), game, draw, Limits::time(PATIENCE));
            let typed = match &answer.command {
                Command::Enter { input: Input::Move(made), .. } => game.position().write_move(made),
                Command::Resign(_) => "resign".to_owned(),
                Command::Offer(..) => "draw".to_owned(),
                _ => String::new(),
            };
            console::say(&format!("{typed}\n"))?;
            self.apply_answer(&answer)?;
        }
        Ok(())
    }

    /// Executes the answer of a bot.
    fn apply_answer(&mut self, answer: &BotDecision) -> Result<(), Stop> {
        if let Some(fault) = &answer.fault {
            console::refuse(&sentence(&fault.why));
        }
        let spent = self.session.turn_spent() + answer.took;
        self.execute_at(&answer.command, None, spent)?;
        if let Command::Offer(by, offer) = answer.command
            && self.session.offered(offer) == Some(by)
        {
            self.answer_offer(by, offer)?;
        }
        Ok(())
    }

    /// Makes an offer, and asks the other player at once; whether they agree.
    fn offer(&mut self, command: &Command) -> Result<bool, Stop> {
        if !self.execute(command, None)? {
            return Ok(false);
        }
        match command {
            Command::Offer(by, offer) if self.session.offered(*offer) == Some(*by) => {
                self.answer_offer(*by, *offer)
            }
            _ => Ok(true),
        }
    }

    /// Asks the other player about an offer; whether they agree.
    fn answer_offer(&mut self, by: Seat, offer: Offer) -> Result<bool, Stop> {
        let other = by.other();
        let answer = if self.bots[other].is_some() {
            let limits = Limits::time(PATIENCE);
            opponent::answer_offer(self.session.game(), other, &mut self.solver, limits)
        } else if self.agrees(&format!("{} (yes/no) ", self.session.question(offer, by)))? {
            Command::Offer(other, offer)
        } else {
            Command::Decline(other)
        };
        let agreed = matches!(answer, Command::Offer(..));
        if !agreed {
            console::note(Session::declined(offer));
        }
        self.execute(&answer, None)?;
        Ok(agreed)
    }

    /// Prints the closing sentences of the book.
    fn close(&mut self) -> Result<(), Stop> {
        let Some(closing) = self.session.closing() else { return Ok(()) };
        if let Some(stuck) = &closing.stuck {
            console::say(stuck)?;
            if self.session.book().stuck == Stuck::Declared {
                self.ask_to_declare_stuck()?;
            }
        }
        let program = |seat: Seat| self.bots[seat].is_some();
        let tone = match self.session.game().ending().map(Ending::outcome) {
            // Against a program there is one to be glad or sorry.
            Some(Outcome::Won(seat)) if program(seat) && !program(seat.other()) => Tone::Bad,
            Some(Outcome::Won(seat)) if program(seat.other()) && !program(seat) => Tone::Good,
            _ => Tone::Heading,
        };
        console::say(&console::painted(&closing.result, tone))?;
        let (rules, board) = (self.session.position().rules(), self.session.position().board());
        // The books do not know this end. At a cap another rule has decided.
        if closing.stuck.is_some()
            && rules.last_mover() == LastMover::Loses
            && (board.is_complete() || !board.is_full())
        {
            let (rule, meaning) = (HouseRule::Misere, house::meaning(HouseRule::Misere));
            console::note(&format!("House rule {rule}: {meaning}"));
        }
        Ok(())
    }

    /// Asks the player without a move to declare it; the game is decided already.
    fn ask_to_declare_stuck(&mut self) -> Result<(), Stop> {
        let position = self.session.position().clone();
        if self.bots[position.turn()].is_some() {
            return console::say(&format!("{}I have no valid moves.\n", self.prompt()));
        }
        loop {
            match self.keyboard.ask(&self.prompt(), None)? {
                None | Some(KeyboardEvent::End) => return Ok(()),
                Some(KeyboardEvent::Interrupted) => return Err(Stop::Interrupted),
                Some(KeyboardEvent::TooLong) => {}
                Some(KeyboardEvent::Line(line)) => {
                    let gives_in = matches!(
                        prompt::parse(&line),
                        Some(PromptCommand::Resign | PromptCommand::Quit)
                    );
                    if gives_in || matches!(hear(&position, &line), Ok(Input::Stuck)) {
                        return Ok(());
                    }
                }
            }
            console::refuse("There is no valid move left. Say: I have no valid moves.");
        }
    }

    /// Executes a command that is not a move; whether there was an event.
    fn run_command(&mut self, command: PromptCommand) -> Result<bool, Stop> {
        match command {
            PromptCommand::Help => console::say(prompt::HELP)?,
            PromptCommand::Rules => console::say_rules(&rules_text::of_game(self.session.game()))?,
            PromptCommand::Moves(range) => {
                let view = self.session.view();
                let list = match range {
                    None => format!("{}\n", explain::valid(&view)),
                    Some(range) => page(&view, range),
                };
                console::say(&list)?;
            }
            PromptCommand::Undo => return self.offer(&self.session.take_back()),
            PromptCommand::Draw => {
                return self.offer(&Command::Offer(self.session.position().turn(), Offer::Abandon));
            }
            PromptCommand::Resign => {
                let sure = !console::is_interactive()
                    || self.agrees("Do you really give up? (yes/no) ")?;
                if sure {
                    return self.execute(&self.enters(Input::Resign), None);
                }
            }
            PromptCommand::Hint => self.hint(),
            PromptCommand::Malformed(right) => console::refuse(right),
            PromptCommand::Save(file) => self.save_copy(&PathBuf::from(file)),
            PromptCommand::Quit => {
                if let Keeping::FromFirstMove(_) = self.keeping {
                    console::note("No move was made, so nothing is kept.");
                }
                interrupt::say_farewell();
                return Err(Stop::Left);
            }
        }
        Ok(false)
    }

    /// Shows a hint: what to look for, and at further requests in the same position how many moves
    /// win, and the move.
    fn hint(&mut self) {
        let ply = self.session.game().played().len();
        let hint = hint(self.session.position(), &mut self.solver, Limits::time(HINT_TIME));
        let step = match self.hinted_at {
            Some((at, last)) if at == ply => last.next(),
            _ => HintStep::Nudge,
        };
        let more = match step {
            HintStep::Move => "",
            _ if hint.is_lost() => " Ask again for a move to try.",
            HintStep::Nudge => " Ask again for how many moves win.",
            HintStep::Count => " Ask again for a move.",
        };
        console::note(&console::abbreviated(&format!("{}{more}", hint.words(step))));
        self.hinted_at = Some((ply, step));
    }

    fn save_copy(&mut self, file: &Path) {
        match Journal::create(file, self.session.record()) {
            Ok(_) => console::note(&format!("Saved to {}.", file.display())),
            Err(error) => console::refuse(&error.to_string()),
        }
    }

    /// Asks a yes/no question until it is answered.
    fn agrees(&mut self, question: &str) -> Result<bool, Stop> {
        loop {
            match self.keyboard.ask(question, None)? {
                Some(KeyboardEvent::Line(line)) => {
                    if let Some(answer) = prompt::yes_or_no(&line) {
                        return Ok(answer);
                    }
                }
                Some(KeyboardEvent::TooLong) => console::refuse(prompt::YES_OR_NO),
                Some(KeyboardEvent::Interrupted) => {
                    interrupt::say_farewell();
                    return Err(Stop::Interrupted);
                }
                None | Some(KeyboardEvent::End) => return Ok(false),
            }
        }
    }

    fn show_time(&self) {
        let turn = self.session.position().turn();
        if let Some(left) = self.session.time_left(turn, Duration::ZERO) {
            console::note(&format!("{} has {left} left.", self.session.record().names[turn]));
        }
    }

    /// What the book says before a move, with its first line, which names the player, as a heading.
    fn turn(&self) -> String {
        let turn = (self.session.book().voice.turn)(&self.session.view());
        let begins = turn.len() - turn.trim_start_matches('\n').len();
        let (gap, text) = turn.split_at(begins);
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        format!("{gap}{}\n{rest}", console::painted(first, Tone::Heading))
    }

    fn prompt(&self) -> String {
        (self.session.book().voice.prompt)(&self.session.view())
    }
}

/// A part of a long list of moves.
fn page(view: &View<'_>, range: MoveRange) -> String {
    let Some(group) = view.moves().groups().get(range.index) else {
        return "There is no such list.\n".to_owned();
    };
    let to = range.to.min(range.from.saturating_add(PAGE - 1));
    match group.page(range.from - 1..to) {
        None => "Of so long a list only the first and the last million can be shown.\n".to_owned(),
        Some(moves) if moves.is_empty() => {
            format!("There are only {} moves.\n", listing::grouped(&group.count()))
        }
        Some(moves) => format!("{}\n", listing::written(group, &moves)),
    }
}
