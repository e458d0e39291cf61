//! `duel play` and `duel resume`: options become terms, terms become a match, and each round is a
//! [`PromptGame`].

use std::path::{Path, PathBuf};

use duel_books::{goal::GameGoal, house};
use duel_core::{Board, Position, Record, notation::parse_list};
use duel_play::{
    Dice, Journal, JournalError, Match, Opening, Person, Player, PlayerKind, PlayerSpec, Recovery,
    Session, Store,
};
use duel_tui::game_file::Unmoved;
use duel_ugi::ChildBot;

use crate::{
    after_game::{self, Next},
    busy::Busy,
    cli::PlayOptions,
    console, daily,
    exercise::counted,
    interrupt,
    keyboard::Keyboard,
    menu, options, prompt,
    prompt_game::{Bots, Finished, JournalOrigin, Keeping, PromptGame, Watch},
    remembered::Remembered,
    stop::Stop,
};

/// Where the games of a match are kept.
#[derive(Clone, Debug)]
enum Saving {
    /// In the user's folder.
    Store,
    /// In this file.
    File(PathBuf),
    /// Nowhere.
    Off,
}

/// A match that is being played at the prompt.
struct PromptMatch<'a> {
    keyboard: &'a mut Keyboard,
    of: Match,
    /// The players that are external programs, started once for all rounds.
    programs: [Option<ChildBot>; 2],
    saving: Saving,
    watch: Option<Watch>,
}

/// Where the player goes after a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leave {
    Menu,
    Program,
}

/// `duel play`.
pub(crate) fn run(options: &PlayOptions) -> Result<(), Stop> {
    with_menu(|keyboard| play_on(keyboard, options))
}

/// Plays a match whose terms are given.
pub(crate) fn run_agreed(of: Match) -> Result<(), Stop> {
    interrupt::watch()?;
    let of = Match { seed: Dice::fresh_seed(), ..of };
    with_menu(|keyboard| {
        let mut programs = [None, None];
        for (kind, program) in of.kinds.iter().zip(&mut programs) {
            if let PlayerKind::Command(command) = kind {
                *program = Some(ChildBot::start(command).map_err(Stop::failed)?);
            }
        }
        let saving = Saving::Store;
        PromptMatch { keyboard, of, programs, saving, watch: None }.play_on()
    })
}

/// Plays at a new keyboard, and opens the menu if that is wanted afterwards.
pub(crate) fn with_menu(
    play: impl FnOnce(&mut Keyboard) -> Result<Leave, Stop>,
) -> Result<(), Stop> {
    let mut keyboard = Keyboard::new();
    match play(&mut keyboard)? {
        Leave::Menu => menu::run(keyboard),
        Leave::Program => Ok(()),
    }
}

/// Plays matches on these terms until the player has had enough. The menu, if that is wanted next, offers
/// the same game and players.
pub(crate) fn play_on(keyboard: &mut Keyboard, options: &PlayOptions) -> Result<Leave, Stop> {
    let played = PromptMatch::agree(keyboard, options, None)?;
    let book = played.of.agreed.book;
    let leave = played.play_on()?;
    if leave == Leave::Menu {
        let players = [options.p1.as_deref(), options.p2.as_deref()];
        Remembered::load().keep(book, options.fair, players);
    }
    Ok(leave)
}

/// Plays one match, and returns its last game; something may be done after every move of a person.
pub(crate) fn play_once(
    keyboard: &mut Keyboard,
    options: &PlayOptions,
    watch: Option<Watch>,
) -> Result<Finished, Stop> {
    PromptMatch::agree(keyboard, options, watch)?.play()
}

/// Starts the players that are external programs. Those without a name get the one they report.
fn start_programs(players: &mut [PlayerSpec; 2]) -> Result<[Option<ChildBot>; 2], Stop> {
    let mut programs = [None, None];
    for (player, program) in players.iter_mut().zip(&mut programs) {
        if let PlayerKind::Command(command) = &player.kind {
            let bot = ChildBot::start(command).map_err(Stop::failed)?;
            player.name.get_or_insert_with(|| bot.name().to_owned());
            *program = Some(bot);
        }
    }
    Ok(programs)
}

/// `duel resume`.
pub(crate) fn resume(game: Option<&str>) -> Result<(), Stop> {
    let store = Store::of_user().map_err(Stop::failed)?;
    let path = match game {
        Some(game) => store.find(game),
        None => store.latest_unfinished(),
    }
    .map_err(Stop::failed)?;
    let (journal, record, recovery) = Journal::open(&path).map_err(Stop::failed)?;
    if recovery == Recovery::DroppedLastLine {
        console::note("The last line of the record had been cut off and was dropped.");
    }
    if record.game.ending().is_some() {
        return Err(Stop::failed(format!(
            "this game is over; `duel replay {}` shows it again",
            path.display()
        )));
    }
    let of = Match::resumed(&record).map_err(Stop::failed)?;
    interrupt::watch()?;
    let saving = if path.starts_with(store.folder()) {
        Saving::Store
    } else {
        Saving::File(file_of_match(&path, of.scoreboard.round()))
    };
    with_menu(|keyboard| {
        let programs = [None, None];
        let day = daily::open_day(&record);
        let watch = day.map(daily::watch);
        let mut of = PromptMatch { keyboard, of, programs, saving, watch };
        let finished = of.go_on(record, journal)?;
        if let Some(day) = day {
            daily::finish(day, finished.session.record())?;
        }
        of.play_after(finished)
    })
}

impl<'a> PromptMatch<'a> {
    /// A match with these options.
    fn agree(
        keyboard: &'a mut Keyboard,
        options: &PlayOptions,
        watch: Option<Watch>,
    ) -> Result<PromptMatch<'a>, Stop> {
        let agreed = options::agree(options)?;
        let seed = options::seed(options)?;
        let conduct = options::conduct(options, &agreed)?;
        let mut players = options::players(options)?;
        interrupt::watch()?;
        let programs = start_programs(&mut players)?;
        let scoreboard = options::scoreboard(options, &players, seed)?;
        let kinds = players.map(|player| player.kind);
        let saving = match (&options.save, options.no_save) {
            (Some(file), _) => {
                for round in 1..=scoreboard.rounds.unwrap_or(1) {
                    let file = file_of_round(file, round);
                    if file.exists() {
                        return Err(Stop::usage(JournalError::Exists(file)));
                    }
                }
                Saving::File(file.clone())
            }
            (None, true) => Saving::Off,
            (None, false) => Saving::Store,
        };
        let of = Match { scoreboard, kinds, agreed, conduct, seed };
        Ok(PromptMatch { keyboard, of, programs, saving, watch })
    }

    /// Plays the match, and then what is asked for.
    fn play_on(mut self) -> Result<Leave, Stop> {
        let finished = self.play()?;
        self.play_after(finished)
    }

    /// Asks what comes after a match, as often as it is played again.
    fn play_after(mut self, mut finished: Finished) -> Result<Leave, Stop> {
        loop {
            match after_game::ask(self.keyboard, &finished)? {
                Next::Menu => return Ok(Leave::Menu),
                Next::Quit => return Ok(Leave::Program),
                Next::Again => {}
            }
            if let Saving::File(_) = self.saving {
                console::note("That file holds the first match; this one is kept with the others.");
                self.saving = Saving::Store;
            }
            self.watch = None;
            self.of = self.of.clone().rematch(Dice::fresh_seed());
            finished = self.play()?;
        }
    }

    /// Shows the house rules before the first move.
    fn show_terms(&self) {
        self.of.terms_in_words().iter().for_each(|note| console::note(note));
    }

    fn play(&mut self) -> Result<Finished, Stop> {
        self.show_terms();
        loop {
            self.keyboard.discard_late_line()?;
            let start = self.start()?;
            show_goal(&start);
            warn_of_size(&start);
            let session = Session::begin(self.of.clone(), start);
            show_decided(&session);
            if self.of.scoreboard.is_match() {
                console::say(&format!("Round {}\n", self.of.scoreboard.round()))?;
            }
            let keeping = self.keep(session.record())?;
            let finished = self.game(session, keeping).play()?;
            match next_round(&finished.session)? {
                Some(next) => self.of = next,
                None => return Ok(finished),
            }
        }
    }

    /// Finishes a kept game, and the match that it belongs to.
    fn go_on(&mut self, record: Record, journal: Journal) -> Result<Finished, Stop> {
        self.show_terms();
        console::note(&format!(
            "{}: {} and {}, {} so far.",
            self.of.agreed.book.title,
            record.names.first,
            record.names.second,
            counted(record.game.played().len(), "move")
        ));
        let origin = match self.saving {
            Saving::File(_) => JournalOrigin::File,
            Saving::Store | Saving::Off => JournalOrigin::Store,
        };
        let keeping = Keeping::begun(journal, &record, origin);
        show_goal(record.game.position());
        let session = Session::resume(self.of.clone(), record);
        let finished = self.game(session, keeping).go_on()?;
        match next_round(&finished.session)? {
            Some(next) => {
                self.of = next;
                self.play()
            }
            None => Ok(finished),
        }
    }

    fn game(&mut self, session: Session, keeping: Keeping) -> PromptGame<'_> {
        let bots = bots(&self.of, &mut self.programs);
        PromptGame::new(self.keyboard, session, keeping, bots).watched(self.watch.as_mut())
    }

    /// The start of this round: given, drawn, or set by a player.
    fn start(&mut self) -> Result<Position, Stop> {
        let busy = Busy::new("Dealing", "starts");
        let opening = self.of.opening();
        drop(busy);
        let start = match opening.map_err(Stop::failed)? {
            Opening::At { start, deal } => {
                if let Some(deal) = deal {
                    console::note(&format!("Drawn by lot (--seed {}).", self.of.seed));
                    deal.caveat().into_iter().for_each(console::note);
                }
                start
            }
            Opening::Asked => self.ask_for_start()?,
        };
        if self.of.agreed.swap {
            self.ask_who_begins(&start)?;
        }
        Ok(start)
    }

    fn ask_for_start(&mut self) -> Result<Position, Stop> {
        let noun = if house::builds_digits(self.of.agreed.book) { "target" } else { "start" };
        let setter = self.of.scoreboard.name(self.of.scoreboard.setter()).to_owned();
        loop {
            let line = self.ask(&format!("{setter}, set the {noun}: "))?;
            let position = parse_list(line.trim())
                .map_err(Stop::usage)
                .and_then(|numbers| self.of.agreed.first_position(numbers).map_err(Stop::usage));
            match position {
                Ok(position) => return Ok(position),
                Err(Stop::Usage(why)) => console::refuse(&why),
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Asks the player who did not set the start.
    fn ask_who_begins(&mut self, start: &Position) -> Result<(), Stop> {
        let setter = self.of.scoreboard.setter();
        let chooser = self.of.scoreboard.name(setter.other()).to_owned();
        console::say(&format!("The start is {start}.\n"))?;
        loop {
            let line = self.ask(&format!("{chooser}, do you want to move first? (yes/no) "))?;
            if let Some(first) = prompt::yes_or_no(&line) {
                self.of.scoreboard.let_begin(if first { setter.other() } else { setter });
                return Ok(());
            }
        }
    }

    fn ask(&mut self, prompt: &str) -> Result<String, Stop> {
        self.keyboard.ask_line(prompt, Stop::failed("the input ended before the game began"))
    }

    /// Where a game is kept. A later round of a match is kept from its beginning, since it knows the
    /// score.
    fn keep(&self, record: &Record) -> Result<Keeping, Stop> {
        let (journal, origin) = match &self.saving {
            Saving::Off => return Ok(Keeping::Nowhere),
            Saving::File(file) => {
                let file = file_of_round(file, self.of.scoreboard.round());
                (Journal::create(&file, record).map_err(refused_file)?, JournalOrigin::File)
            }
            Saving::Store if self.of.scoreboard.round() == 1 => {
                return Ok(Keeping::FromFirstMove(Unmoved::default()));
            }
            Saving::Store => match Store::of_user().and_then(|store| store.create(record)) {
                Ok((_, journal)) => (journal, JournalOrigin::Store),
                Err(error) => {
                    console::error(&format!("{error}. This game is not being saved."));
                    return Ok(Keeping::Nowhere);
                }
            },
        };
        Ok(Keeping::begun(journal, record, origin))
    }
}

/// Shows the score after a round; the next round, if there is one.
fn next_round(session: &Session) -> Result<Option<Match>, Stop> {
    interrupt::set_farewell(None);
    let Some(standing) = session.standing() else { return Ok(None) };
    let score: String = standing.lines().map(|line| format!("{line}\n")).collect();
    if !score.is_empty() {
        console::say(&format!("\n{score}"))?;
    }
    let next = session.next_round();
    if next.is_some() {
        console::say("\n")?;
    }
    Ok(next)
}

/// The bots of this round, by seat.
fn bots<'a>(of: &Match, programs: &'a mut [Option<ChildBot>; 2]) -> Bots<'a> {
    let [one, two] = programs.each_mut();
    let bot = |person: Person, program: &'a mut Option<ChildBot>| {
        let ours = of.bot(person).map(|bot| Box::new(bot) as Box<dyn Player + 'a>);
        ours.or_else(|| program.as_mut().map(|program| Box::new(program) as Box<dyn Player + 'a>))
    };
    of.scoreboard.seated([bot(Person::One, one), bot(Person::Two, two)])
}

fn refused_file(error: JournalError) -> Stop {
    match error {
        JournalError::Exists(_) => Stop::usage(error),
        other => Stop::failed(other),
    }
}

/// FILE, then FILE-2, FILE-3 and so on, with the ending kept.
fn file_of_round(file: &Path, round: u32) -> PathBuf {
    if round == 1 {
        return file.to_owned();
    }
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    with_stem(file, &format!("{stem}-{round}"))
}

/// The FILE that the file of a round was named after.
fn file_of_match(file: &Path, round: u32) -> PathBuf {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    match stem.strip_suffix(&format!("-{round}")) {
        Some(stem) if round > 1 => with_stem(file, stem),
        _ => file.to_owned(),
    }
}

fn with_stem(file: &Path, stem: &str) -> PathBuf {
    let ending = file.extension().map(|ending| format!(".{}", ending.to_string_lossy()));
    file.with_file_name(format!("{stem}{}", ending.unwrap_or_default()))
}

/// Shows the goal of the rules that are played. A transcript of a book's own game has the words of
/// the book alone.
fn show_goal(position: &Position) {
    let is_books_own = position.rules().house().next().is_none() && !position.has_several_numbers();
    if console::is_interactive() || !is_books_own {
        console::note(&format!("The goal: {}.", GameGoal::of_position(position).aim()));
    }
}

/// Explains a start that is decided before the first move.
fn show_decided(session: &Session) {
    let (position, names) = (session.position(), &session.record().names);
    let verdict = match position.outcome() {
        None => return,
        Some(duel_core::Outcome::Won(seat)) => format!("{} wins at once", names[seat]),
        Some(duel_core::Outcome::Nobody) => "nobody wins".to_owned(),
    };
    let start = console::abbreviated(&position.to_string());
    console::note(&format!("{start} leaves {} without a move: {verdict}.", names[position.turn()]));
}

/// Warns that moves may be slow: the end of a game depends on primality tests of large numbers.
fn warn_of_size(start: &Position) {
    const LONG: usize = 1_500;
    if let Board::Numbers { numbers, .. } = start.board()
        && numbers.iter().any(|number| number.digits() > LONG)
    {
        console::note(
            "Finding out whether a number of this size is prime can take up to half a minute.",
        );
    }
}
