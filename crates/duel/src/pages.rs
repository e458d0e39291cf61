//! Pages of text: the books, their rules, help, completions and man pages.

use clap::CommandFactory as _;
use clap_complete::Shell;
use duel_books::{BOOKS, Book, house, rulings};
use serde::Serialize;

use crate::{cli::Cli, console, stop::Stop};

/// The book of this name, or a refusal that lists the names.
pub(crate) fn find_book(slug: &str) -> Result<&'static Book, Stop> {
    duel_books::find(slug).ok_or_else(|| {
        let slugs = BOOKS.map(|book| book.slug).join(", ");
        let asked: String = slug.chars().take(40).collect();
        Stop::usage(format!("there is no book \"{asked}\"; the books are {slugs}"))
    })
}

/// The help, printed by `duel` without a command where there is no terminal for the menu.
pub(crate) fn help() -> Result<(), Stop> {
    console::say(&Cli::command().render_long_help().to_string())
}

#[derive(Serialize)]
struct BookForm {
    slug: &'static str,
    title: &'static str,
    idea: String,
    start: String,
    house: Vec<&'static str>,
    fair: Vec<&'static str>,
}

/// `duel books`.
pub(crate) fn books(json: bool) -> Result<(), Stop> {
    if json {
        let books: Vec<BookForm> = BOOKS
            .iter()
            .map(|book| BookForm {
                slug: book.slug,
                title: book.title,
                idea: book.goal().aim(),
                start: book.start.to_string(),
                house: house::fitting(book).map(duel_core::HouseRule::name).collect(),
                fair: book.fair.house.iter().map(|rule| rule.name()).collect(),
            })
            .collect();
        return console::say_json(&books);
    }
    let lines =
        BOOKS.map(|book| format!("{:<9} {:<26} {}\n", book.slug, book.title, book.goal().aim()));
    console::say(&lines.concat())
}

/// `duel rules BOOK`.
pub(crate) fn rules(slug: &str) -> Result<(), Stop> {
    let page = rules_page(find_book(slug)?);
    console::say(&page)
}

fn rules_page(book: &Book) -> String {
    let mut page = format!("{}\n\n{}\n\nHouse rules (--house NAME,...):\n", book.title, book.text);
    for rule in house::fitting(book) {
        page.push_str(&format!("  {:<16} {}\n", rule.name(), house::meaning(rule)));
    }
    page.push_str(&format!(
        "\nThe fair variant (--fair): {}\n\nRulings:\n",
        house::fair_in_words(book)
    ));
    for ruling in rulings::of_book(book) {
        page.push_str(&format!("  {:<4} {}\n", ruling.id, wrapped(ruling.text)));
    }
    page
}

/// Breaks a sentence into lines, aligned after the name of a ruling.
fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut width = 0;
    for word in text.split(' ') {
        if width + word.len() > 88 {
            lines.push_str("\n       ");
            width = 0;
        } else if width > 0 {
            lines.push(' ');
        }
        lines.push_str(word);
        width += word.len() + 1;
    }
    lines
}

/// `duel completions SHELL`.
pub(crate) fn completions(shell: Shell) -> Result<(), Stop> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "duel", &mut script);
    console::say(&String::from_utf8_lossy(&script))
}

/// `duel man [COMMAND]`.
pub(crate) fn man(command: Option<&str>) -> Result<(), Stop> {
    let mut program = Cli::command();
    program.build();
    let page = match command {
        None => program,
        Some(name) => {
            let found = program.find_subcommand(name).cloned();
            let found =
                found.ok_or_else(|| Stop::usage(format!("there is no command \"{name}\"")))?;
            found.display_name(format!("duel-{name}")).bin_name(format!("duel {name}"))
        }
    };
    let mut roff = Vec::new();
    clap_mangen::Man::new(page).render(&mut roff)?;
    console::say(&String::from_utf8_lossy(&roff))
}
