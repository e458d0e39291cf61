//! The menu of `duel` without a command: a few questions, then a game.

use duel_books::{BOOKS, Book, house::fair_in_words, short_name};
use duel_core::clean_name;
use duel_play::{Level, Store};

use crate::{
    cli::{LearnOptions, PlayOptions, TuiOptions},
    console, interrupt,
    keyboard::Keyboard,
    learn, play,
    stop::Stop,
    tui,
};

/// The menu.
pub(crate) fn run() -> Result<(), Stop> {
    interrupt::watch()?;
    let mut keyboard = Keyboard::new();
    let unfinished = Store::of_user().and_then(|store| store.latest_unfinished()).is_ok();
    console::say("Divisor Duel: number games for two\n\n")?;
    for (place, book) in BOOKS.iter().enumerate() {
        let name = short_name(&book.fair_rules());
        console::say(&format!("  {}  {name:<14} {}\n", place + 1, book.fair_goal().aim()))?;
    }
    if unfinished {
        console::say("  r  Go on with the last unfinished game\n")?;
    }
    console::say("  l  Learn, in short lessons\n  t  The full screen\n  q  Quit\n\n")?;
    let book = match choose(&mut keyboard, unfinished)? {
        MenuChoice::Book(book) => book,
        MenuChoice::LastGame => {
            drop(keyboard);
            return play::resume(None);
        }
        MenuChoice::Lessons => {
            keyboard.close();
            return learn::run(&LearnOptions::default());
        }
        MenuChoice::FullScreen => {
            keyboard.close();
            return tui::run(&TuiOptions::default());
        }
    };
    let fair = choose_rules(&mut keyboard, book)?;
    let level = choose_opponent(&mut keyboard)?;
    let p1 = ask(&mut keyboard, "Name of the first player [Player 1]: ")?;
    let p2 = match level {
        Some(level) => format!("bot:{level}"),
        None => ask(&mut keyboard, "Name of the second player [Player 2]: ")?,
    };
    console::say("\n")?;
    console::note("Type help at any time.");
    let options = PlayOptions {
        game: book.slug.to_owned(),
        fair,
        p1: clean_name(&p1),
        p2: clean_name(&p2),
        ..PlayOptions::default()
    };
    play::play_match(keyboard, options).map(drop)
}

/// The answer to the first question.
enum MenuChoice {
    Book(&'static Book),
    LastGame,
    Lessons,
    FullScreen,
}

fn choose(keyboard: &mut Keyboard, unfinished: bool) -> Result<MenuChoice, Stop> {
    loop {
        let answer = ask(keyboard, "Which game? ")?;
        let answer = answer.trim().to_lowercase();
        let by_place = answer.parse::<usize>().ok().and_then(|place| place.checked_sub(1));
        match by_place.and_then(|place| BOOKS.get(place).copied()).or(duel_books::find(&answer)) {
            Some(book) => return Ok(MenuChoice::Book(book)),
            None if answer == "q" || answer == "quit" => return Err(Stop::Left),
            None if answer == "r" && unfinished => return Ok(MenuChoice::LastGame),
            None if answer == "l" || answer == "learn" => return Ok(MenuChoice::Lessons),
            None if answer == "t" => return Ok(MenuChoice::FullScreen),
            None => {
                let last = BOOKS.len();
                console::refuse(&format!("Please type a number from 1 to {last}, or q."));
            }
        }
    }
}

fn choose_rules(keyboard: &mut Keyboard, book: &Book) -> Result<bool, Stop> {
    console::say(&format!(
        "\n  f  Fair rules (recommended): {}\n  b  Book rules, as written\n\n",
        fair_in_words(book)
    ))?;
    loop {
        match ask(keyboard, "Fair or book rules? [f] ")?.trim().to_lowercase().as_str() {
            "" | "f" | "fair" => return Ok(true),
            "b" | "book" => return Ok(false),
            "q" | "quit" => return Err(Stop::Left),
            _ => console::refuse("Please type f or b."),
        }
    }
}

/// The level of the computer; `None` if another person plays.
fn choose_opponent(keyboard: &mut Keyboard) -> Result<Option<Level>, Stop> {
    let levels = Level::ALL.map(Level::name).join(", ");
    console::say(&format!(
        "\n  p  Another person, at this keyboard\n     or the computer: {levels}\n\n"
    ))?;
    loop {
        match ask(keyboard, "Who plays against you? [p] ")?.trim().to_lowercase().as_str() {
            "" | "p" | "person" => return Ok(None),
            "q" | "quit" => return Err(Stop::Left),
            level => match level.parse() {
                Ok(level) => return Ok(Some(level)),
                Err(_) => console::refuse(&format!("Please type p, or one of {levels}.")),
            },
        }
    }
}

fn ask(keyboard: &mut Keyboard, question: &str) -> Result<String, Stop> {
    keyboard.ask_line(question, Stop::Left)
}
