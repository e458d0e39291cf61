//! The built-in opponents as a protocol engine: reads commands, keeps the position, and searches on
//! other threads, so that commands are handled at once.

use std::{
    io::{BufRead, Write},
    ops::ControlFlow,
    sync::{Arc, Mutex, PoisonError},
    thread::{self, JoinHandle},
};

use duel_books::explain;
use duel_core::{Board, Fault, Position, record::MAX_BYTES};
use duel_play::{
    Bot,
    lines::{InputLine, read_line},
};

use crate::{
    message::{Command, Go, NO_MOVE, Query, Reply},
    options::Options,
    search::{Search, SearchJob},
};

/// The longest line that is read, in bytes: as much as a record may hold, because a line may hold
/// a whole game. Longer ones are dropped.
pub const LONGEST: usize = MAX_BYTES;

/// Up to this size it is known at once whether a position is over; above, primality tests are slow.
const PROMPT_DIGITS: usize = 500;

/// Plays the engine's part until `quit` or the end of input.
pub fn serve(mut input: impl BufRead, output: impl Write + Send + 'static) {
    let mut engine = Engine::new(Output::new(output));
    loop {
        let goes_on = match read_line(&mut input, LONGEST) {
            InputLine::Text(line) => match Command::parse(&line) {
                Some(command) => engine.execute(command),
                None => ControlFlow::Continue(()),
            },
            InputLine::TooLong => {
                engine.output.note("a line was too long and was dropped");
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

/// The stream for replies, shared by the threads that write to it.
pub(crate) struct Output(Mutex<Box<dyn Write + Send>>);

impl Output {
    fn new(output: impl Write + Send + 'static) -> Arc<Output> {
        Arc::new(Output(Mutex::new(Box::new(output))))
    }

    /// Writes lines at once. Errors are ignored: if the host has exited, the input ends too.
    pub(crate) fn send(&self, replies: &[Reply]) {
        let lines: String = replies.iter().map(|reply| format!("{reply}\n")).collect();
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = out.write_all(lines.as_bytes()).and_then(|()| out.flush());
    }

    /// A remark for people, as `info string`.
    pub(crate) fn note(&self, text: &str) {
        self.send(&[Reply::Info(format!("string {}", duel_core::shown(text)))]);
    }
}

struct Engine {
    output: Arc<Output>,
    options: Options,
    /// `None` until a host sets one: the start that the options describe.
    position: Option<Arc<Position>>,
    /// The bot between searches, with what it has solved in this game.
    bot: Option<Bot>,
    search: Option<Search>,
    /// Whether `stop` is awaited without a search, because there is no position to think about.
    awaits_stop: bool,
    /// Works out slow replies to queries, in order.
    query_worker: Option<JoinHandle<()>>,
}

impl Engine {
    fn new(output: Arc<Output>) -> Engine {
        Engine {
            output,
            options: Options::default(),
            position: None,
            bot: None,
            search: None,
            awaits_stop: false,
            query_worker: None,
        }
    }

    fn execute(&mut self, command: Command) -> ControlFlow<()> {
        match command {
            Command::Ugi => self.shake_hands(),
            Command::IsReady => self.output.send(&[Reply::ReadyOk]),
            Command::Stop => {
                if let Some(search) = &mut self.search {
                    search.stop();
                }
                if std::mem::take(&mut self.awaits_stop) {
                    self.reply_no_move();
                }
            }
            Command::Query(query) => self.answer(query),
            Command::Quit => return ControlFlow::Break(()),
            Command::NewGame
            | Command::SetOption { .. }
            | Command::Position { .. }
            | Command::Go(_)
                if !self.is_idle() =>
            {
                self.output.note("ignored while thinking: send stop first");
            }
            Command::NewGame => {
                self.bot = None;
                self.position = None;
            }
            Command::SetOption { name, value } => match self.options.set(&name, &value) {
                Ok(()) => self.bot = None,
                Err(why) => self.output.note(&why),
            },
            Command::Position { text, moves } => match self.set_up(text.as_deref(), &moves) {
                Ok(position) => self.position = Some(Arc::new(position)),
                Err(why) => self.output.note(&format!("position unchanged: {why}")),
            },
            Command::Go(go) => self.go(go),
        }
        ControlFlow::Continue(())
    }

    fn shake_hands(&self) {
        let name = format!("Divisor Duel {}", env!("CARGO_PKG_VERSION"));
        let mut replies =
            vec![Reply::Name(name), Reply::Author("the authors of Divisor Duel".to_owned())];
        replies.extend(Options::listed());
        replies.push(Reply::UgiOk);
        self.output.send(&replies);
    }

    /// Whether no search is running. Waits briefly for one that was stopped.
    fn is_idle(&mut self) -> bool {
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

    /// The current position; `None`, with a remark, if the options describe none.
    fn position(&mut self) -> Option<Arc<Position>> {
        if self.position.is_none() {
            match self.options.start() {
                Ok(start) => self.position = Some(Arc::new(start)),
                Err(why) => self.output.note(&why),
            }
        }
        self.position.clone()
    }

    fn go(&mut self, go: Go) {
        let Some(position) = self.position() else {
            self.awaits_stop = go.infinite;
            if !go.infinite {
                self.reply_no_move();
            }
            return;
        };
        let Options { level, seed, .. } = self.options;
        let memory = self.options.memory();
        let bot = self.bot.take().unwrap_or_else(|| Bot::with_memory(level, seed, memory));
        self.search = Some(Search::start(SearchJob { bot, position, go }, &self.output));
    }

    fn answer(&mut self, query: Query) {
        let Some(position) = self.position() else {
            // A host waits for some reply; without a game none is over.
            let answer = if query == Query::Result { "none" } else { "false" };
            return self.output.send(&[Reply::Response(answer.to_owned())]);
        };
        let output = Arc::clone(&self.output);
        let takes_time = query != Query::FirstTurn && is_long(&position);
        let send = move || output.send(&[Reply::Response(query.answer(&position).to_owned())]);
        let before = self.query_worker.take().filter(|worker| !worker.is_finished());
        if takes_time || before.is_some() {
            // Replies come in the order of the queries.
            self.query_worker = Some(thread::spawn(move || {
                before.map(JoinHandle::join);
                send();
            }));
        } else {
            send();
        }
    }

    /// Replies where there is no move to make.
    fn reply_no_move(&self) {
        self.output.send(&[Reply::BestMove(NO_MOVE.to_owned())]);
    }
}

fn is_long(position: &Position) -> bool {
    match position.board() {
        Board::Numbers { numbers, .. } => numbers.iter().any(|n| n.digits() > PROMPT_DIGITS),
        Board::Digits { .. } => false,
    }
}
