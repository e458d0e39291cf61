//! `duel discover`: conjectures about the lost numbers of a game, at the prompt or one at a time.

use std::time::Duration;

use duel_books::{
    goal::GameGoal, hear::cut_short, house::builds_digits, listing::grouped, rules_text,
};
use duel_numbers::Natural;
use duel_solver::{Limits, Value};
use duel_teach::discover::{
    Conjecture, ConjectureError, Discovery, Game, LANGUAGE, LostNumbers, Reach, answer,
};

use crate::{busy::Busy, console, exercise, keyboard::Keyboard, nearest, stop::Stop, wrap::wrap};

/// How many numbers are looked at for one list of lost ones.
const SPAN: u64 = 100;

/// How wide such a list, and the rules off a terminal, may become, in characters.
const WIDTH: usize = 76;

/// How long the reason for one number may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// The words of [`COMMANDS`].
const WORDS: [&str; 5] = ["more", "show", "help", "quit", "exit"];

const COMMANDS: &str = "\
Instead of a conjecture:
  more         the next lost numbers
  show 60      why 60 is won or lost
  help         these words
  quit         leave
";

pub(crate) fn run(game: &str, conjecture: Option<&str>, json: bool) -> Result<(), Stop> {
    let game = Game::parse(game)
        .map_err(|error| Stop::usage(format!("\"{}\": {error}", cut_short(game))))?;
    let Some(text) = conjecture else {
        return Prompt::new(game).run();
    };
    let conjecture = Conjecture::parse(text).map_err(|error| Stop::usage(mistake(text, &error)))?;
    let busy = Busy::new("Comparing", "numbers");
    let verdict = answer(&game, &conjecture, Reach::default());
    drop(busy);
    if json {
        return console::say_json(&verdict.form());
    }
    console::say(&format!("{game}: {}\n{}\n", conjecture.claim(), verdict.words()))
}

/// What is wrong with a conjecture, with the place marked.
fn mistake(text: &str, error: &ConjectureError) -> String {
    let marked: String = error.marked(text).lines().map(|line| format!("\n  {line}")).collect();
    format!("the conjecture cannot be read, {error}{marked}")
}

/// The conversation about one game.
struct Prompt {
    discovery: Discovery,
    /// The last number that was looked at for a list.
    listed_to: u64,
}

/// What was typed.
enum Line<'a> {
    Nothing,
    Help,
    More,
    Show(&'a str),
    Quit,
    Conjecture,
}

impl Line<'_> {
    fn read(line: &str) -> Line<'_> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) => Line::Nothing,
            ("help" | "h" | "?", "") => Line::Help,
            ("more", "") => Line::More,
            ("show", number) => Line::Show(number),
            ("quit" | "exit" | "q", "") => Line::Quit,
            _ => Line::Conjecture,
        }
    }
}

impl Prompt {
    fn new(game: Game) -> Prompt {
        let listed_to = game.first() - 1;
        Prompt { discovery: Discovery::new(game, Reach::default()), listed_to }
    }

    fn run(mut self) -> Result<(), Stop> {
        let game = self.discovery.game();
        console::say(&format!("{} ({game})\n", game.book().title))?;
        console::say_rules(&format!("{}\n\n", about(game)))?;
        self.more()?;
        console::say(
            "\nWhich rule is behind these numbers? Finish the sentence, for example with\n\
             odd and not prime. Type help for all the words, more for more numbers.\n\n",
        )?;
        let mut keyboard = Keyboard::new();
        loop {
            let line = keyboard.ask_line("Lost exactly when ", Stop::Left)?;
            let line = line.trim();
            match Line::read(line) {
                Line::Nothing => {}
                Line::Help => console::say(&format!("{LANGUAGE}\n{COMMANDS}"))?,
                Line::More => self.more()?,
                Line::Show(number) => self.show(number)?,
                Line::Quit => return Ok(()),
                Line::Conjecture => self.compare(line)?,
            }
        }
    }

    fn compare(&mut self, line: &str) -> Result<(), Stop> {
        match Conjecture::parse(line) {
            Err(error) => {
                match nearest::mistyped(line, WORDS) {
                    Some(meant) => exercise::refuse_word(line, meant),
                    None => {
                        console::refuse(&duel_books::explain::capital(&mistake(line, &error)));
                    }
                }
                Ok(())
            }
            Ok(conjecture) => {
                if self.discovery.theorem().is_none() {
                    console::note("Comparing number by number. This may take some seconds.");
                }
                let busy = Busy::new("Comparing", "numbers");
                let verdict = self.discovery.answer(&conjecture);
                drop(busy);
                let show = match &verdict.counterexample {
                    Some(found) => format!("Type show {} to see why.\n", found.number),
                    None => String::new(),
                };
                console::say(&format!("{}\n{show}", verdict.words()))
            }
        }
    }

    /// Lists the lost ones of the next numbers.
    fn more(&mut self) -> Result<(), Stop> {
        let from = self.listed_to + 1;
        // The first list ends with a round number, whatever the least start is.
        let to = self.listed_to / SPAN * SPAN + SPAN;
        let LostNumbers { lost, known_to } = self.discovery.lost(from, to);
        let Some(known_to) = known_to else {
            let last = number(self.listed_to);
            return console::say(&if from == self.discovery.game().first() {
                format!("Whether {} is lost takes too long to find out.\n", number(from))
            } else {
                format!("Which numbers are lost was found out as far as {last}.\n")
            });
        };
        self.listed_to = known_to;
        let (from, to) = (number(from), number(known_to));
        let list = if lost.is_empty() { "  none\n".to_owned() } else { columns(&lost) };
        console::say(&format!("Lost for the player to move, from {from} to {to}:\n{list}"))
    }

    fn show(&self, text: &str) -> Result<(), Stop> {
        let game = self.discovery.game();
        let parsed = Natural::parse(text).ok();
        let explained = parsed.and_then(|number| {
            let explanation = game.explain(&number, Limits::time(PATIENCE))?;
            Some((number, explanation))
        });
        let Some((number, explanation)) = explained else {
            let first = game.first();
            console::refuse(&format!("Name a number from {first} on, as in show 60."));
            return Ok(());
        };
        let value = match explanation.value {
            Some(Value::Win) => "is won",
            Some(Value::Loss) => "is lost",
            Some(Value::Draw | Value::Endless) => "is not lost",
            None => "is not settled",
        };
        console::say_abbreviated(&format!("{number} {value}. {}\n", explanation.reason))
    }
}

/// The rules of the game, and which numbers it is about.
fn about(game: &Game) -> String {
    let book = game.book();
    if !builds_digits(book) {
        let rules = game.position(book.start).map(|start| rules_text::of_position(&start));
        // What to type in a game is of no use here.
        let rules = rules.as_deref().and_then(|rules| rules.split("\n\n").next());
        return rules.map_or_else(|| book.goal().brief(), |rules| rules.trim_end().to_owned());
    }
    let brief = GameGoal::of_rules(game.rules(), 1).brief();
    // On a terminal lines are broken where it ends, and nowhere else.
    let brief = if console::columns().is_some() { brief } else { wrap(&brief, WIDTH) };
    format!("{brief}\nThe numbers below are targets, one in each game.")
}

/// Numbers with commas between them, in lines.
fn columns(numbers: &[u64]) -> String {
    let mut text = String::new();
    let mut line = String::new();
    for (place, number) in numbers.iter().enumerate() {
        let comma = if place + 1 < numbers.len() { "," } else { "" };
        let word = format!(" {number}{comma}");
        if line.len() + word.len() > WIDTH {
            text.push_str(&format!(" {line}\n"));
            line.clear();
        }
        line.push_str(&word);
    }
    format!("{text} {line}\n")
}

/// A number for reading.
fn number(number: u64) -> String {
    grouped(&Natural::from(number))
}
