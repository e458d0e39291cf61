//! The menu of the prompt: a few questions, then a game; again, until the player has had enough.

use duel_books::{BOOKS, Book, house::builds_digits, short_name};
use duel_core::clean_name;
use duel_play::{Level, PlayerKind, Store};

use crate::{
    cli::{self, DailyOptions, First, LearnOptions, PlayOptions, PuzzleOptions, TrainOptions},
    console, daily, discover, interrupt,
    keyboard::Keyboard,
    learn,
    menu_terms::MenuTerms,
    nearest, options,
    play::{self, Leave},
    puzzle,
    remembered::Remembered,
    stop::Stop,
    train, tui,
};

/// The menu at a new keyboard.
pub(crate) fn open() -> Result<(), Stop> {
    interrupt::watch()?;
    run(Keyboard::new())
}

/// The menu.
pub(crate) fn run(mut keyboard: Keyboard) -> Result<(), Stop> {
    let mut remembered = Remembered::load();
    loop {
        let unfinished = Store::of_user().and_then(|store| store.latest_unfinished()).is_ok();
        show(unfinished)?;
        let book = match choose(&mut keyboard, remembered.book(), unfinished)? {
            MenuChoice::Book(book) => book,
            MenuChoice::Go(destination) => {
                keyboard.close();
                return destination.open(remembered.book());
            }
        };
        let options = agree(&mut keyboard, book, &remembered)?;
        let players = [options.p1.as_deref(), options.p2.as_deref()];
        remembered.keep(book, options.fair, players);
        console::say("\n")?;
        console::note("Type help at any time.");
        if play::play_on(&mut keyboard, &options)? == Leave::Program {
            return Ok(());
        }
        console::say("\n")?;
    }
}

fn show(unfinished: bool) -> Result<(), Stop> {
    console::say("Divisor Duel: number games for two\n\n")?;
    for (place, book) in BOOKS.iter().enumerate() {
        let name = short_name(&book.fair_rules());
        console::say(&format!("  {}  {name:<14} {}\n", place + 1, book.fair_goal().aim()))?;
    }
    let lines = destinations(unfinished)
        .map(|destination| format!("  {}  {}\n", destination.letter(), destination.about()));
    console::say(&format!("{}  q  Quit\n\n", lines.collect::<String>()))
}

/// Asks how a game of this book is played, and by whom.
fn agree(
    keyboard: &mut Keyboard,
    book: &'static Book,
    remembered: &Remembered,
) -> Result<PlayOptions, Stop> {
    let terms = MenuTerms::ask(keyboard, book, remembered.fair())?;
    let defaults = cli::play_defaults()?;
    let usual = match options::players(&defaults)?.map(|player| player.kind) {
        [_, PlayerKind::Bot(level)] => Some(level),
        [_, PlayerKind::Human] if defaults.p2.is_some() => None,
        _ => remembered.level(),
    };
    let level = choose_opponent(keyboard, usual)?;
    let p1 = ask_name(keyboard, remembered, 0, defaults.p1.as_deref())?;
    let p2 = match level {
        Some(level) => Some(format!("bot:{level}")),
        None => ask_name(keyboard, remembered, 1, defaults.p2.as_deref())?,
    };
    let first = choose_first(keyboard, defaults.first)?;
    let house: Vec<&str> = terms.house.iter().map(|rule| rule.name()).collect();
    let (start, target) =
        if builds_digits(book) { (None, terms.start) } else { (terms.start, None) };
    Ok(PlayOptions {
        game: Some(book.slug.to_owned()),
        start,
        target,
        max_length: terms.length.map(|length| length.to_string()),
        house: (!house.is_empty()).then(|| house.join(",")),
        fair: terms.fair,
        p1,
        p2,
        first,
        ..defaults
    })
}

/// The answer to the first question.
enum MenuChoice {
    Book(&'static Book),
    Go(Destination),
}

/// Where else the menu leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Destination {
    LastGame,
    Daily,
    Lessons,
    Puzzles,
    Training,
    Discover,
    FullScreen,
}

/// Where the menu leads; to the last unfinished game only where there is one.
fn destinations(unfinished: bool) -> impl Iterator<Item = Destination> {
    use Destination::{Daily, Discover, FullScreen, LastGame, Lessons, Puzzles, Training};
    let all = [LastGame, Daily, Lessons, Puzzles, Training, Discover, FullScreen];
    all.into_iter().filter(move |destination| *destination != LastGame || unfinished)
}

impl Destination {
    fn letter(self) -> char {
        match self {
            Destination::LastGame => 'r',
            Destination::Daily => 'd',
            Destination::Lessons => 'l',
            Destination::Puzzles => 'z',
            Destination::Training => 'm',
            Destination::Discover => 'e',
            Destination::FullScreen => 't',
        }
    }

    fn about(self) -> &'static str {
        match self {
            Destination::LastGame => "Go on with the last unfinished game",
            Destination::Daily => "The duel of the day",
            Destination::Lessons => "Learn, in short lessons",
            Destination::Puzzles => "Puzzles that suit you",
            Destination::Training => "Train on the wins that you threw away",
            Destination::Discover => "Explore: find the rule behind the lost numbers",
            Destination::FullScreen => "The full screen",
        }
    }

    /// The command that opens it.
    fn command(self) -> &'static str {
        match self {
            Destination::LastGame => "resume",
            Destination::Daily => "daily",
            Destination::Lessons => "learn",
            Destination::Puzzles => "puzzle",
            Destination::Training => "train",
            Destination::Discover => "discover",
            Destination::FullScreen => "tui",
        }
    }

    fn open(self, book: &Book) -> Result<(), Stop> {
        match self {
            Destination::LastGame => play::resume(None),
            Destination::Daily => daily::run(&DailyOptions::default()),
            Destination::Lessons => learn::run(&LearnOptions::default()),
            Destination::Puzzles => puzzle::run(&PuzzleOptions::default()),
            Destination::Training => train::run(&TrainOptions::default()),
            Destination::Discover => discover::run(book.slug, None, false),
            Destination::FullScreen => tui::run_or_menu(),
        }
    }
}

fn choose(
    keyboard: &mut Keyboard,
    last: &'static Book,
    unfinished: bool,
) -> Result<MenuChoice, Stop> {
    let default = BOOKS.iter().position(|book| book.slug == last.slug).unwrap_or(0);
    loop {
        let answer = ask(keyboard, &format!("Which game? [{}] ", default + 1))?;
        let answer = answer.trim().to_lowercase();
        let by_place = match answer.as_str() {
            "" => Some(default),
            place => place.parse::<usize>().ok().and_then(|place| place.checked_sub(1)),
        };
        match by_place.and_then(|place| BOOKS.get(place).copied()).or(duel_books::find(&answer)) {
            Some(book) => return Ok(MenuChoice::Book(book)),
            None if answer == "q" || answer == "quit" => return Err(Stop::Left),
            None => {
                let is_meant = |destination: &Destination| {
                    answer == destination.command() || answer == destination.letter().to_string()
                };
                if let Some(destination) = destinations(unfinished).find(is_meant) {
                    return Ok(MenuChoice::Go(destination));
                }
                let last = BOOKS.len();
                let letters: String =
                    destinations(unfinished).map(|it| format!("{}, ", it.letter())).collect();
                let letters = letters.trim_end_matches(", ");
                let commands = destinations(unfinished).map(Destination::command);
                let known = BOOKS.into_iter().map(|book| book.slug).chain(commands);
                let meant = nearest::remark(&answer, known);
                console::refuse(&format!(
                    "Please type a number from 1 to {last}, or {letters} or q.{meant}"
                ));
            }
        }
    }
}

/// The level of the computer; `None` if another person plays.
fn choose_opponent(keyboard: &mut Keyboard, default: Option<Level>) -> Result<Option<Level>, Stop> {
    let levels = Level::ALL.map(Level::name).join(", ");
    let lines =
        Level::ALL.map(|level| format!("     {:<8}  {}\n", level.name(), level.summary())).concat();
    console::say(&format!(
        "\n  p  Another person, at this keyboard\n     or the computer:\n{lines}\n"
    ))?;
    let name = default.map_or("p", Level::name);
    loop {
        let answer = ask(keyboard, &format!("Who plays against you? [{name}] "))?;
        match answer.trim().to_lowercase().as_str() {
            "" => return Ok(default),
            "p" | "person" => return Ok(None),
            "q" | "quit" => return Err(Stop::Left),
            level => {
                if let Ok(level) = level.parse() {
                    return Ok(Some(level));
                }
                let meant = nearest::remark(level, Level::ALL.map(Level::name));
                console::refuse(&format!("Please type p, or one of {levels}.{meant}"));
            }
        }
    }
}

/// Asks who begins; Enter takes what the settings say.
fn choose_first(keyboard: &mut Keyboard, default: First) -> Result<First, Stop> {
    let name = match default {
        First::P1 => "1",
        First::P2 => "2",
        First::Toss => "t",
    };
    loop {
        let answer =
            ask(keyboard, &format!("Who begins: player 1, 2, or t for a toss? [{name}] "))?;
        match answer.trim().to_lowercase().as_str() {
            "" => return Ok(default),
            "1" => return Ok(First::P1),
            "2" => return Ok(First::P2),
            "t" | "toss" => return Ok(First::Toss),
            "q" | "quit" => return Err(Stop::Left),
            _ => console::refuse("Please type 1, 2 or t."),
        }
    }
}

/// Asks for the name of a person, by place; Enter takes that of the settings, or of the last time.
fn ask_name(
    keyboard: &mut Keyboard,
    remembered: &Remembered,
    place: usize,
    configured: Option<&str>,
) -> Result<Option<String>, Stop> {
    let is_name = |text: &&str| !text.contains(':');
    let configured = configured.filter(is_name).and_then(clean_name);
    let last = configured.or_else(|| remembered.name(place));
    let which = ["first", "second"][place];
    let default = last.clone().unwrap_or_else(|| format!("Player {}", place + 1));
    let typed = ask(keyboard, &format!("Name of the {which} player [{default}]: "))?;
    Ok(clean_name(&typed).or(last))
}

fn ask(keyboard: &mut Keyboard, question: &str) -> Result<String, Stop> {
    keyboard.ask_line(question, Stop::Left)
}
