//! What the menu asks about a game of a book: fair or not, house rules to tick, and the start.

use duel_books::{
    Book,
    explain::sentence,
    house::{self, builds_digits, fair_in_words},
};
use duel_core::{HouseRule, notation};
use duel_play::{Agreed, Start, Terms, TermsError};

use crate::{console, keyboard::Keyboard, stop::Stop};

/// What was agreed on, as it is typed after options.
#[derive(Debug, Default)]
pub(crate) struct MenuTerms {
    pub(crate) fair: bool,
    pub(crate) house: Vec<HouseRule>,
    pub(crate) length: Option<u32>,
    /// The start or the targets; without them, what the rules provide.
    pub(crate) start: Option<String>,
}

impl MenuTerms {
    /// Asks for everything; `fair` is what Enter takes.
    pub(crate) fn ask(
        keyboard: &mut Keyboard,
        book: &'static Book,
        fair: bool,
    ) -> Result<MenuTerms, Stop> {
        let fair = choose_rules(keyboard, book, fair)?;
        let mut terms = MenuTerms { fair, ..MenuTerms::default() };
        terms.tick_rules(keyboard, book)?;
        terms.agree_on_start(keyboard, book)?;
        Ok(terms)
    }

    fn tick_rules(&mut self, keyboard: &mut Keyboard, book: &'static Book) -> Result<(), Stop> {
        let rules: Vec<HouseRule> = house::fitting(book).collect();
        let mut list = "\nHouse rules:\n".to_owned();
        for (place, rule) in rules.iter().enumerate() {
            let (mark, name) = (self.mark(book, *rule), rule.name());
            let meaning = house::meaning(*rule);
            list.push_str(&format!("  {:>2} {mark} {name:<16}  {meaning}\n", place + 1));
        }
        console::say(&format!("{list}\n"))?;
        loop {
            let question = "Tick a house rule by its number, or Enter to go on: ";
            let answer = ask(keyboard, question)?.trim().to_lowercase();
            let by_place = answer.parse::<usize>().ok().and_then(|place| place.checked_sub(1));
            let by_name = rules.iter().find(|rule| rule.name() == answer);
            match by_place.and_then(|place| rules.get(place)).or(by_name) {
                Some(rule) => {
                    self.toggle(keyboard, book, *rule)?;
                    console::say(&format!("     {} {rule}\n", self.mark(book, *rule)))?;
                }
                None if answer.is_empty() => return Ok(()),
                None if answer == "q" || answer == "quit" => return Err(Stop::Left),
                None => console::refuse(&format!(
                    "Please type a number from 1 to {}, or nothing.",
                    rules.len()
                )),
            }
        }
    }

    /// Adds a rule or takes it away; what does not fit is explained, and nothing changes.
    fn toggle(
        &mut self,
        keyboard: &mut Keyboard,
        book: &'static Book,
        rule: HouseRule,
    ) -> Result<(), Stop> {
        if self.is_fair_rule(book, rule) {
            console::refuse("The fair rules include this one; the book's own rules do not.");
            return Ok(());
        }
        let before = (self.house.clone(), self.length);
        if self.house.contains(&rule) {
            self.house.retain(|other| *other != rule);
            if rule.is_cap() {
                self.length = None;
            }
        } else {
            self.house.push(rule);
            let known = self.fair && book.fair.length.is_some();
            if rule.is_cap() && self.length.is_none() && !known {
                self.length = Some(ask_length(keyboard)?);
            }
        }
        if let Err(error) = self.agree(book, None) {
            console::refuse(&sentence(&error));
            (self.house, self.length) = before;
        }
        Ok(())
    }

    fn agree_on_start(&mut self, keyboard: &mut Keyboard, book: &'static Book) -> Result<(), Stop> {
        let (noun, example) =
            if builds_digits(book) { ("target", "7 or 22,25") } else { ("start", "60 or 60,84") };
        let default = match self.agree(book, None).map(|agreed| agreed.start) {
            Ok(Start::Dealt) => "drawn by lot".to_owned(),
            Ok(Start::Asked) => "set by a player".to_owned(),
            _ => book.start.to_string(),
        };
        loop {
            let answer =
                ask(keyboard, &format!("Agree on a {noun}, such as {example} [{default}]: "))?;
            let answer = answer.trim();
            if answer.is_empty() {
                return Ok(());
            }
            if answer == "q" || answer == "quit" {
                return Err(Stop::Left);
            }
            match self.agree(book, Some(answer)) {
                Ok(_) => {
                    self.start = Some(answer.to_owned());
                    return Ok(());
                }
                Err(why) => console::refuse(&sentence(&why)),
            }
        }
    }

    /// Holds the terms against the book.
    fn agree(&self, book: &'static Book, start: Option<&str>) -> Result<Agreed, String> {
        let numbers = start.map(notation::parse_list).transpose();
        let numbers = numbers.map_err(|error| error.to_string())?;
        let (start, targets) = if builds_digits(book) { (None, numbers) } else { (numbers, None) };
        let terms = Terms {
            start,
            targets,
            length: self.length,
            house: self.house.clone(),
            fair: self.fair,
        };
        terms.agree(book).map_err(|error: TermsError| error.to_string())
    }

    fn is_fair_rule(&self, book: &Book, rule: HouseRule) -> bool {
        let own_cap = self.house.iter().any(|rule| rule.is_cap());
        self.fair && book.fair.house.contains(&rule) && !(own_cap && rule.is_cap())
    }

    fn mark(&self, book: &Book, rule: HouseRule) -> &'static str {
        if self.house.contains(&rule) || self.is_fair_rule(book, rule) { "[x]" } else { "[ ]" }
    }
}

fn choose_rules(keyboard: &mut Keyboard, book: &Book, default: bool) -> Result<bool, Stop> {
    console::say(&format!(
        "\n  f  Fair rules (recommended): {}\n  b  Book rules, as written\n\n",
        fair_in_words(book)
    ))?;
    let letter = if default { "f" } else { "b" };
    loop {
        let answer = ask(keyboard, &format!("Fair or book rules? [{letter}] "))?;
        match answer.trim().to_lowercase().as_str() {
            "" => return Ok(default),
            "f" | "fair" => return Ok(true),
            "b" | "book" => return Ok(false),
            "q" | "quit" => return Err(Stop::Left),
            _ => console::refuse("Please type f or b."),
        }
    }
}

fn ask_length(keyboard: &mut Keyboard) -> Result<u32, Stop> {
    loop {
        let answer = ask(keyboard, "The maximum length, in digits: ")?;
        match notation::parse_length(answer.trim()) {
            Some(length) => return Ok(length),
            None => console::refuse(&sentence(&TermsError::BadLength.to_string())),
        }
    }
}

fn ask(keyboard: &mut Keyboard, question: &str) -> Result<String, Stop> {
    keyboard.ask_line(question, Stop::Left)
}
