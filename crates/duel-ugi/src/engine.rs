//! Our opponents behind the protocol: reads commands, keeps the position, and lets a search
//! think on threads of its own, so that a command is never left waiting.

use std::{
    io::{BufRead, Write},
    ops::ControlFlow,
    sync::{Arc, Mutex, PoisonError},
    thread::{self, JoinHandle},
};

use duel_books::explain;
use duel_core::{Board, Fault, Outcome, Position, Seat, record::MAX_BYTES};
use duel_play::{
    Bot,
    lines::{InputLine, read_line},
};

use crate::{
    message::{Answer, Command, Go, NO_MOVE, Query},
    options::Options,
    search::{Job, Search},
};

/// The longest line that is read, in bytes: as much as a record may hold, because a line may tell
/// a whole game. Longer ones are dropped whole.
pub const LONGEST: usize = MAX_BYTES;

/// Whether such a position is over can be said at once; above, a primality test takes its time.
const PROMPT_DIGITS: usize = 500;

/// Plays the engine's part until `quit` or the end of input.
pub fn serve(mut input: impl BufRead, output: impl Write + Send + 'static) {
    let mut engine = Engine::new(Voice::new(output));
    loop {
        let goes_on = match read_line(&mut input, LONGEST) {
            InputLine::Text(line) => match Command::parse(&line) {
                Some(command) => engine.obey(command),
                None => ControlFlow::Continue(()),
            },
            InputLine::TooLong => {
                engine.voice.note("a line was too long and was dropped");
                ControlFlow::Continue(())
            }
            InputLine::End => ControlFlow::Break(()),
        };
        if goes_on.is_break() {
            break;
        }
    }
    if let Some(search) = &mut engine.search {
        search.stop();
        search.settle();
    }
}

/// Where answers go; shared by everybody who has something to say.
pub(crate) struct Voice(Mutex<Box<dyn Write + Send>>);

impl Voice {
    fn new(output: impl Write + Send + 'static) -> Arc<Voice> {
        Arc::new(Voice(Mutex::new(Box::new(output))))
    }

    /// Says lines that belong together, at once. A host that is gone will show as the end of input.
    pub(crate) fn say(&self, answers: &[Answer]) {
        let lines: String = answers.iter().map(|answer| format!("{answer}\n")).collect();
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = out.write_all(lines.as_bytes()).and_then(|()| out.flush());
    }

    /// A remark for people.
    pub(crate) fn note(&self, text: &str) {
        self.say(&[Answer::Info(format!("string {}", duel_core::shown(text)))]);
    }
}

struct Engine {
    voice: Arc<Voice>,
    options: Options,
    /// `None` until a host sets one: the start that the options describe.
    position: Option<Arc<Position>>,
    /// Rests between searches, and remembers what it has worked out in this game.
    bot: Option<Bot>,
    search: Option<Search>,
    /// Whether `stop` is awaited without a search, because there is no position to think about.
    waits: bool,
    /// Works out answers that take their time, one after the other.
    clerk: Option<JoinHandle<()>>,
}

impl Engine {
    fn new(voice: Arc<Voice>) -> Engine {
        Engine {
            voice,
            options: Options::default(),
            position: None,
            bot: None,
            search: None,
            waits: false,
            clerk: None,
        }
    }

    fn obey(&mut self, command: Command) -> ControlFlow<()> {
        match command {
            Command::Ugi => self.introduce(),
            Command::IsReady => self.voice.say(&[Answer::ReadyOk]),
            Command::Stop => {
                if let Some(search) = &mut self.search {
                    search.stop();
                }
                if std::mem::take(&mut self.waits) {
                    self.pass();
                }
            }
            Command::Query(query) => self.answer(query),
            Command::Quit => return ControlFlow::Break(()),
            Command::NewGame
            | Command::SetOption { .. }
            | Command::Position { .. }
            | Command::Go(_)
                if !self.rests() =>
            {
                self.voice.note("ignored while thinking: send stop first");
            }
            Command::NewGame => {
                self.bot = None;
                self.position = None;
            }
            Command::SetOption { name, value } => match self.options.set(&name, &value) {
                Ok(()) => self.bot = None,
                Err(why) => self.voice.note(&why),
            },
            Command::Position { text, moves } => match self.set_up(text.as_deref(), &moves) {
                Ok(position) => self.position = Some(Arc::new(position)),
                Err(why) => self.voice.note(&format!("position unchanged: {why}")),
            },
            Command::Go(go) => self.go(go),
        }
        ControlFlow::Continue(())
    }

    fn introduce(&self) {
        let name = format!("Divisor Duel {}", env!("CARGO_PKG_VERSION"));
        let mut answers =
            vec![Answer::Name(name), Answer::Author("the authors of Divisor Duel".to_owned())];
        answers.extend(Options::listed());
        answers.push(Answer::UgiOk);
        self.voice.say(&answers);
    }

    /// Whether nobody is thinking. One who was told to stop is given a moment to do so.
    fn rests(&mut self) -> bool {
        if let Some(search) = &mut self.search {
            if !search.settle() {
                return false;
            }
            self.bot = self.search.take().and_then(Search::finish);
        }
        true
    }

    fn set_up(&self, text: Option<&str>, moves: &[String]) -> Result<Position, String> {
        let mut position = match text {
            None => self.options.start()?,
            Some(text) => duel_books::position(text).map_err(|error| error.to_string())?,
        };
        for (place, text) in moves.iter().enumerate() {
            let refused = |why: String| format!("move {}, {text}: {why}", place + 1);
            let made = position.read_move(text).map_err(|error| refused(error.to_string()))?;
            if let Err(illegal) = position.advance(&made) {
                let fault = Fault::Illegal(made, illegal);
                return Err(refused(explain::fault(&position, &fault)));
            }
        }
        Ok(position)
    }

    /// The position to talk about; `None`, with a remark, if the options describe none.
    fn position(&mut self) -> Option<Arc<Position>> {
        if self.position.is_none() {
            match self.options.start() {
                Ok(start) => self.position = Some(Arc::new(start)),
                Err(why) => self.voice.note(&why),
            }
        }
        self.position.clone()
    }

    fn go(&mut self, go: Go) {
        let Some(position) = self.position() else {
            self.waits = go.infinite;
            if !go.infinite {
                self.pass();
            }
            return;
        };
        let Options { level, seed, .. } = self.options;
        let memory = self.options.memory();
        let bot = self.bot.take().unwrap_or_else(|| Bot::with_memory(level, seed, memory));
        self.search = Some(Search::start(Job { bot, position, go }, &self.voice));
    }

    fn answer(&mut self, query: Query) {
        let Some(position) = self.position() else {
            // A host waits for some answer; without a game none is over.
            let answer = if query == Query::Result { "none" } else { "false" };
            return self.voice.say(&[Answer::Response(answer.to_owned())]);
        };
        let voice = Arc::clone(&self.voice);
        let takes_time = query != Query::FirstTurn && is_long(&position);
        let say = move || voice.say(&[Answer::Response(respond(&position, query).to_owned())]);
        let before = self.clerk.take().filter(|clerk| !clerk.is_finished());
        if takes_time || before.is_some() {
            // Answers come in the order of the questions.
            self.clerk = Some(thread::spawn(move || {
                before.map(JoinHandle::join);
                say();
            }));
        } else {
            say();
        }
    }

    /// Answers where there is no move to make.
    fn pass(&self) {
        self.voice.say(&[Answer::BestMove(NO_MOVE.to_owned())]);
    }
}

fn respond(position: &Position, query: Query) -> &'static str {
    let word = |yes: bool| if yes { "true" } else { "false" };
    match query {
        Query::FirstTurn => word(position.turn() == Seat::First),
        Query::GameOver => word(position.is_over()),
        Query::Result => match position.outcome() {
            None => "none",
            Some(Outcome::Won(Seat::First)) => "p1win",
            Some(Outcome::Won(Seat::Second)) => "p2win",
            Some(Outcome::Nobody) => "draw",
        },
    }
}

fn is_long(position: &Position) -> bool {
    match position.board() {
        Board::Numbers { numbers, .. } => numbers.iter().any(|n| n.digits() > PROMPT_DIGITS),
        Board::Digits { .. } => false,
    }
}
