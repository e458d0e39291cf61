//! The commands that describe the program and its books: help, `books`, `rules`, `completions`, `man`.

use crate::{BOOKS, duel, sitting::Home};

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
fn rules_alone_lists_the_books() {
    let run = Home::new().run("rules", "").expect_code(0);
    assert_eq!(run.out, Home::new().run("books", "").out);
    run.expect_err("`duel rules BOOK`");
}

#[test]
fn the_menu_needs_a_terminal_and_no_command() {
    Home::new().run("--menu", "").expect_code(2).expect_err("needs a terminal");
    Home::new().run("--menu books", "").expect_code(2).expect_err("does not go with a command");
    Home::new().run("play", "").expect_code(2).expect_err("name a book");
    Home::new().run("play --fair", "").expect_code(2).expect_err("name a book");
}

#[test]
fn commands_are_listed_in_groups() {
    let run = Home::new().run("--help", "").expect_code(0);
    run.expect_lines(&[
        "Play:",
        "Learn:",
        "Understand:",
        "Kept games:",
        "Numbers:",
        "Bots:",
        "Serve:",
    ]);
    let groups = run.out.find("Kept games:").unwrap()..run.out.find("Numbers:").unwrap();
    assert!(run.out[groups].contains("\n  stats "), "{}", run.out);
    let short = Home::new().run("-h", "").expect_code(0);
    short.expect_lines(&["Play:", "Serve:"]);
}

#[test]
fn positions_are_explained() {
    let run = Home::new().run("help positions", "").expect_code(0);
    run.expect_out("BOOK[+RULE...]:STATE");
    assert_eq!(Home::new().run("positions", "").expect_code(0).out, run.out);
}

/// The examples in the help of every command that need no file, no network and little time.
#[test]
fn quick_examples_do_what_they_say() {
    let quick = [
        "books",
        "rules",
        "solve",
        "explain",
        "hint",
        "deal",
        "daily",
        "games",
        "stats",
        "factor",
        "divisors",
        "learn",
        "prove",
        "ugi",
        "positions",
        "puzzle",
        "train",
    ];
    // They ask for something, take a file, or a game that is not kept here.
    let left_out = ["--try", "won.cert", "k7q", "saved.duel", "--again", "import"];
    let mut ran = 0;
    for command in quick {
        let help = Home::new().run(&format!("help {command}"), "").expect_code(0).out;
        let (_, examples) = help.split_once("Examples:\n").expect(command);
        for line in examples.lines().take_while(|line| line.starts_with("  ")) {
            let line = line.trim_start().split("  ").next().unwrap_or_default();
            if !line.contains("duel ") || left_out.iter().any(|part| line.contains(part)) {
                continue;
            }
            let home = Home::new();
            home.run("play divide --p1 Ann --p2 Ben", "6\n2\n").expect_code(0);
            let mut shell = home.command("sh");
            let folder = std::path::Path::new(crate::sitting::DUEL).parent().unwrap();
            let path = std::env::var("PATH").unwrap_or_default();
            shell.arg("-c").arg(line).env("PATH", format!("{}:{path}", folder.display()));
            let run = crate::sitting::finish(&mut shell, "quit\n");
            assert!(matches!(run.code, Some(0)), "{line}: {run:#?}");
            ran += 1;
        }
    }
    assert!(ran > 40, "{ran}");
}

#[test]
fn completions_are_generated_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = Home::new().run(&format!("completions {shell}"), "").expect_code(0);
        run.expect_out("on-illegal");
        assert_eq!(run.err, "");
        // Elvish and PowerShell are offered no values.
        for known in ["dilemma", "no-echo", "bot:swindler", "contrast"] {
            let out = run.out.replace("\\:", ":");
            assert!(out.contains(known) || matches!(shell, "elvish" | "powershell"), "{shell}");
        }
    }
}

/// The script of bash, in a real bash, completes the names of kept games.
#[test]
fn kept_games_are_completed() {
    let home = Home::new();
    home.run("play divide", "6\n").expect_code(1);
    let short = home.run("games --ids", "").expect_code(0).out.trim().to_owned();
    let folder = std::path::Path::new(crate::sitting::DUEL).parent().unwrap();
    let script = home.run("completions bash", "").expect_code(0).out;
    home.write("duel.bash", script);
    let complete = |words: &str, place: usize| {
        let mut bash = home.command("bash");
        let path = std::env::var("PATH").unwrap_or_default();
        bash.env("PATH", format!("{}:{path}", folder.display())).arg("-c").arg(format!(
            "source duel.bash; COMP_WORDS=({words}); COMP_CWORD={place}; \
             COMP_LINE=\"${{COMP_WORDS[*]}}\"; \
             _duel_and_games duel \"${{COMP_WORDS[{place}]}}\" \"\"; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        ));
        crate::sitting::finish(&mut bash, "").out
    };
    for words in ["duel replay ''", "duel review ''", "duel resume ''", "duel export ''"] {
        assert!(complete(words, 2).lines().any(|line| line == short), "{words}");
    }
    assert!(complete("duel games delete ''", 3).lines().any(|line| line == short));
    assert!(complete("duel pla", 1).lines().any(|line| line == "play"));
    assert!(complete("duel rules di", 2).lines().any(|line| line == "dilemma"));
}

#[test]
fn man_pages_are_generated_for_every_command() {
    let run = Home::new().run("man", "").expect_code(0);
    run.expect_out(".TH duel 1");
    run.expect_out(".SH \"EXIT STATUS\"");
    run.expect_out("\nDUEL_ON_ILLEGAL\n");
    run.expect_out("\non\\-illegal\n\\-\\-on\\-illegal of duel play\n");
    run.expect_out("divisor\\-duel/config.toml");
    for command in ["play", "books", "rules", "games", "resume", "replay", "export", "man"] {
        let run = Home::new().run(&format!("man {command}"), "").expect_code(0);
        run.expect_out(&format!(".TH duel-{command} 1"));
    }
    Home::new().run("man play", "").expect_out("\\-\\-on\\-illegal");
    Home::new().run("man games delete", "").expect_code(0).expect_out(".TH duel-games-delete 1");
    Home::new().run("man games delte", "").expect_code(2).expect_err("did you mean delete?");
    // Every page that another one refers to is written.
    let home = Home::new();
    home.run("man --out pages", "").expect_code(0);
    let mut references = 0;
    for page in std::fs::read_dir(home.file("pages")).unwrap() {
        let text = std::fs::read_to_string(page.unwrap().path()).unwrap();
        for line in text.lines().filter_map(|line| line.strip_suffix("(1)")) {
            let name = format!("{}.1", line.replace('\\', ""));
            assert!(home.file("pages").join(&name).exists(), "{name}");
            references += 1;
        }
    }
    assert!(references > 30, "{references}");
}

#[test]
fn help_on_positions_is_nothing_but_that() {
    for arguments in ["help positions", "positions", "positions --help"] {
        let run = duel(arguments, "").expect_code(0);
        assert!(run.out.contains("A position is one line without spaces"), "{}", run.out);
        assert!(!run.out.contains("Usage") && !run.out.contains("--color"), "{}", run.out);
    }
}
