//! What `duel puzzle` and `duel train` share: showing a position and reading what is typed.

use duel_books::{
    explain::{self, sentence},
    listing, rules_text,
};
use duel_core::{Conduct, Position, Referee, Seats, View};
use duel_numbers::Budget;
use duel_teach::puzzle::{AnswerError, table_in_words};

use crate::{console, keyboard::Keyboard, nearest, stop::Stop};

/// What is typed at an exercise.
pub(crate) enum Typed {
    /// An answer, or something that should be one.
    Answer(String),
    Hint,
    Skip,
    /// Nothing.
    Empty,
}

/// Says once what a hint costs, before the first one is given.
pub(crate) struct HintWarning {
    cost: &'static str,
    is_given: bool,
}

impl HintWarning {
    pub(crate) fn new(cost: &'static str) -> HintWarning {
        HintWarning { cost, is_given: false }
    }

    /// Whether the warning was not given yet; then it is given now.
    pub(crate) fn is_due(&mut self) -> bool {
        if self.is_given {
            return false;
        }
        self.is_given = true;
        console::refuse(&format!("A hint {}. Type hint again to get it.", self.cost));
        true
    }
}

/// What `help` prints.
const HELP: &str = "\
An answer, or one of:
  help     these words
  moves    the valid moves
  rules    the rules of this game
  hint     a nudge; ask again for more (it does not count as solved then)
  skip     show the answer and go on (it does not count as solved)
  quit     leave
";

/// What may be typed at an exercise beside an answer.
const WORDS: [&str; 7] = ["help", "moves", "rules", "hint", "skip", "quit", "exit"];

/// Refuses a line that begins with a mistyped word.
pub(crate) fn refuse_word(line: &str, meant: &str) {
    let word = line.split_whitespace().next().unwrap_or_default();
    console::refuse(&format!("\"{word}\" is not known here. Did you mean {meant}?"));
}

/// Prints the prompt and reads a line, until it is one that the exercise has to deal with.
pub(crate) fn ask(
    keyboard: &mut Keyboard,
    prompt: &str,
    position: &Position,
) -> Result<Typed, Stop> {
    loop {
        let line = keyboard.ask_line(prompt, Stop::Left)?;
        match line.trim().trim_end_matches(['.', '!', '?']).to_ascii_lowercase().as_str() {
            "help" | "h" => console::say(HELP)?,
            "" if line.trim() == "?" => console::say(HELP)?,
            "moves" => console::say(&with_view(position, |view| explain::valid(view) + "\n"))?,
            "rules" => console::say_rules(&rules_text::of_position(position))?,
            "hint" => return Ok(Typed::Hint),
            "skip" => return Ok(Typed::Skip),
            "quit" | "exit" | "q" => return Err(Stop::Left),
            "" => return Ok(Typed::Empty),
            _ => match nearest::mistyped(&line, WORDS) {
                Some(meant) => refuse_word(&line, meant),
                None => return Ok(Typed::Answer(line)),
            },
        }
    }
}

/// Asks whether to go on.
pub(crate) fn ask_to_go_on(keyboard: &mut Keyboard, prompt: &str) -> Result<(), Stop> {
    loop {
        let line = keyboard.ask_line(prompt, Stop::Left)?;
        match line.trim().to_ascii_lowercase().as_str() {
            "" | "next" | "n" | "y" | "yes" => return Ok(()),
            "quit" | "exit" | "q" | "no" => return Err(Stop::Left),
            _ => console::refuse("Press Enter to go on, or type quit."),
        }
    }
}

/// Says why a line is no answer, and what would be one.
pub(crate) fn refuse(position: &Position, error: &AnswerError) {
    let why = sentence(&error.to_string());
    match error {
        AnswerError::Illegal(_) | AnswerError::Unclear(_) => {
            let valid = with_view(position, explain::valid);
            console::refuse(&console::abbreviated(&format!("{why} {valid}")));
        }
        AnswerError::Over | AnswerError::WinOrLoss | AnswerError::Unsettled => {
            console::refuse(&why);
        }
    }
}

/// The position in words, and before it the rules, if they are not those that were told last.
pub(crate) fn show(position: &Position, told: &mut Option<String>) -> Result<(), Stop> {
    let rules = rules_text::of_position(position);
    let rules = rules.split("\n\n").next().unwrap_or_default();
    if told.as_deref() != Some(rules) {
        console::say_rules(&format!("{rules}\n\n"))?;
        *told = Some(rules.to_owned());
    }
    show_table(position)
}

/// What is on the table.
pub(crate) fn show_table(position: &Position) -> Result<(), Stop> {
    console::say_abbreviated(&format!("{}\n", table_in_words(position).join("\n")))
}

/// The book's question for a move.
pub(crate) fn move_prompt(position: &Position) -> String {
    let prompt = duel_books::of(position.rules()).voice.prompt;
    with_view(position, prompt)
}

/// What a move of this position looks like where several are listed.
pub(crate) fn moves_prompt(position: &Position) -> String {
    format!("Every winning move, with spaces between them{}: ", listing::how_to_choose(position))
}

fn with_view(position: &Position, show: impl FnOnce(&View<'_>) -> String) -> String {
    // A book that names the player in its question asks for "Your Input".
    let names = Seats::new("Your".to_owned(), "Your".to_owned());
    let game = Referee::new(position.clone(), Conduct::default());
    show(&View::new(&game, &names, Budget::PROMPT))
}

/// A count of things: "1 move", "3 moves".
pub(crate) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
