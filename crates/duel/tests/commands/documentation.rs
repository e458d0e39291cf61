//! The documentation as a whole: the reference of the commands, the contents of the book, and links.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use duel_testing::golden;

use crate::{
    duel,
    sitting::{DUEL, Home},
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The names under a heading of a help text, up to the options.
fn names_below(help: &str, heading: &str) -> Vec<String> {
    let (_, rest) = help.split_once(heading).unwrap_or_default();
    let listed = rest.split("\nOptions:").next().unwrap_or_default();
    let names = listed.lines().filter_map(|line| line.strip_prefix("  "));
    let names =
        names.filter(|line| !line.starts_with(' ')).filter_map(|line| line.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != "help").map(str::to_owned).collect()
}

/// Adds what the help of a command says, and that of its own commands.
fn describe(command: &str, text: &mut String) {
    let help = duel(&format!("{command} --help"), "").expect_code(0).out;
    text.push_str(&section(&format!("duel {command}"), &help));
    for name in names_below(&help, "\nCommands:\n") {
        describe(&format!("{command} {name}"), text);
    }
}

/// What the help of a command says, under its name.
fn section(command: &str, help: &str) -> String {
    let lines: Vec<&str> = help.trim_end().lines().map(str::trim_end).collect();
    format!("\n## {command}\n\n```text\n{}\n```\n", lines.join("\n"))
}

#[test]
fn the_reference_of_commands_is_what_the_parser_says() {
    let help = duel("--help", "").expect_code(0).out;
    let names = names_below(&help, "\nPlay:\n");
    assert!(names.len() > 20, "{names:?}");
    let mut text =
        "# Commands and options\n\nWhat `duel --help` prints, and `duel COMMAND --help` for every command. \
                    The tests write this page: change the texts in `crates/duel/src/cli`.\n"
            .to_owned();
    text.push_str(&section("duel", &help));
    for name in names {
        describe(&name, &mut text);
    }
    golden::compare(&root().join("docs/commands.md"), &text);
}

/// The pages of the documentation, as paths from the root.
fn pages() -> BTreeSet<String> {
    let mut pages = BTreeSet::new();
    for folder in ["", "docs/"] {
        for entry in fs::read_dir(root().join(folder)).expect("a folder") {
            let name = entry.expect("an entry").file_name().into_string().expect("a name in UTF-8");
            if Path::new(&name).extension().is_some_and(|extension| extension == "md") {
                pages.insert(format!("{folder}{name}"));
            }
        }
    }
    pages
}

fn read(page: &str) -> String {
    fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// The lines of a page that are not code.
fn prose(text: &str) -> String {
    let mut is_code = false;
    let mut kept = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// Where the links of a page lead, without those to other places in the world.
fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    let links = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    links.filter(|link| !link.contains("://")).map(str::to_owned).collect()
}

#[test]
fn every_page_is_in_the_book() {
    let summary = read("docs/SUMMARY.md");
    let listed: BTreeSet<String> = links(&summary)
        .into_iter()
        .map(|link| link.strip_prefix("../").map_or(format!("docs/{link}"), str::to_owned))
        .collect();
    let mut expected = pages();
    expected.remove("docs/SUMMARY.md");
    assert_eq!(listed, expected);
}

/// The names under which the headings of a page can be linked to.
fn anchors(text: &str) -> Vec<String> {
    prose(text)
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| {
            let heading = line.trim_start_matches('#').trim().to_lowercase();
            let kept =
                heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

#[test]
fn links_lead_somewhere() {
    let mut followed = 0;
    for page in pages() {
        let text = read(&page);
        for link in links(&text) {
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = match file {
                "" => root().join(&page),
                file => root().join(&page).parent().expect("a folder").join(file),
            };
            assert!(target.exists(), "{page}: there is no {link}");
            if !anchor.is_empty() {
                let text = fs::read_to_string(&target).expect("a page");
                assert!(
                    anchors(&text).iter().any(|name| name == anchor),
                    "{page}: no heading for {link}"
                );
            }
            followed += 1;
        }
    }
    assert!(followed > 50, "only {followed} links");
}

/// The lines of the shell examples on a page that begin with `duel`, without their comments.
fn examples(text: &str) -> Vec<String> {
    let blocks = text.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines = blocks.flat_map(str::lines).filter_map(|line| line.split(" # ").next());
    let lines = lines.map(|line| line.trim_end_matches([' ', '&']));
    let lines = lines.filter(|line| line.starts_with("duel ") || line.contains("| duel "));
    lines.map(str::to_owned).collect()
}

/// What an example runs by itself: it waits for nobody, and needs nothing that is not here.
const RUN: [&str; 9] =
    ["books", "deal", "divisors", "explain", "factor", "hint", "prove", "rules", "solve"];

/// Runs a line as a shell does, with `duel` on the path.
fn in_shell(line: &str) -> (Option<i32>, String) {
    let home = Home::new();
    let folder = Path::new(DUEL).parent().expect("the folder of the program");
    let path = format!("{}:/usr/bin:/bin", folder.display());
    let mut command = home.command("sh");
    let output = command.args(["-c", line]).env("PATH", path).output().expect("a shell");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn examples_are_commands_that_exist() {
    let mut count = 0;
    // The examples of that page are run by tests/json.rs, with what they print.
    for page in pages().into_iter().filter(|page| page != "docs/json.md") {
        for line in examples(&read(&page)) {
            let command = line.split("duel ").nth(1).expect("a command");
            let runs = RUN.iter().any(|name| command.split(' ').next() == Some(name));
            // Words in capitals stand for something else.
            let is_form = command
                .split([' ', '='])
                .any(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_uppercase()));
            let asked = match line.split_once(" && ") {
                _ if runs && !is_form => line.clone(),
                Some((first, _)) => format!("{first} --help"),
                None => format!("{line} --help"),
            };
            let (code, err) = in_shell(&asked);
            assert_eq!(code, Some(0), "{page}: {asked}\n{err}");
            count += 1;
        }
    }
    assert!(count > 40, "only {count} examples");
}

#[test]
fn the_readme_names_every_game_and_its_aim() {
    let readme = fs::read_to_string(root().join("README.md")).expect("the README");
    for book in duel_books::BOOKS {
        let row = format!("| `{}` | {} |", book.slug, book.name());
        let row = readme.lines().find(|line| line.starts_with(&row)).expect(&row);
        let aim = format!("| {} |", book.fair_goal().aim());
        assert!(row.ends_with(&aim), "{row} should end with {aim}");
    }
}
