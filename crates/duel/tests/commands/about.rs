//! The commands that describe the program and its books: help, `books`, `rules`, `completions`, `man`.

use crate::{BOOKS, sitting::Home};

#[test]
fn duel_alone_prints_help_where_there_is_no_terminal() {
    let run = Home::new().run("", "1\n").expect_code(0);
    run.expect_out("Usage: duel");
    run.expect_out("Exit codes");
    for command in ["play", "books", "rules", "games", "resume", "replay", "export"] {
        run.expect_out(&format!("\n  {command} "));
    }
    assert_eq!(run.err, "");
    let help = Home::new().run("--help", "").expect_code(0);
    help.expect_out("Exit codes");
}

#[test]
fn books_are_listed() {
    let run = Home::new().run("books", "").expect_code(0);
    assert_eq!(run.out.lines().count(), 5);
    for book in BOOKS {
        run.expect_out(book);
    }
    let run = Home::new().run("books --json", "").expect_code(0);
    let books: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let slugs: Vec<&str> =
        books.as_array().unwrap().iter().map(|book| book["slug"].as_str().unwrap()).collect();
    assert_eq!(slugs, BOOKS);
    assert_eq!(books[4]["start"], "100", "numbers travel as strings");
    assert_eq!(books[1]["fair"][0], "prime-steps");
}

#[test]
fn rules_are_explained_for_every_book() {
    let own = [("divide", "B1"), ("dilemma", "C1"), ("subtract", "D1"), ("digits", "D4")];
    for (book, ruling) in own.into_iter().chain([("factor", "E1")]) {
        let run = Home::new().run(&format!("rules {book}"), "").expect_code(0);
        run.expect_out("House rules (--house NAME,...):");
        run.expect_out("  misere ");
        run.expect_out("The fair variant (--fair):");
        run.expect_out(&format!("  {ruling} "));
        run.expect_out("  A1 ");
        assert!(!run.out.contains("  E1 ") || book == "factor");
    }
}

#[test]
fn completions_are_generated_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = Home::new().run(&format!("completions {shell}"), "").expect_code(0);
        run.expect_out("on-illegal");
        assert_eq!(run.err, "");
    }
}

#[test]
fn man_pages_are_generated_for_every_command() {
    let run = Home::new().run("man", "").expect_code(0);
    run.expect_out(".TH duel 1");
    run.expect_out("Exit codes");
    for command in ["play", "books", "rules", "games", "resume", "replay", "export", "man"] {
        let run = Home::new().run(&format!("man {command}"), "").expect_code(0);
        run.expect_out(&format!(".TH duel-{command} 1"));
    }
    Home::new().run("man play", "").expect_out("\\-\\-on\\-illegal");
}
