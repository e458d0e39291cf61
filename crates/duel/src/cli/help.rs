//! The help of the program itself: its commands in groups.

use clap::Command;

use crate::wrap::wrap;

/// The widest help.
pub(crate) const WIDEST: usize = 100;

/// The commands, as people look for them.
pub(crate) const GROUPS: [(&str, &[&str]); 8] = [
    ("Play", &["play", "tui", "daily", "deal", "resume"]),
    ("Learn", &["learn", "puzzle", "train", "discover"]),
    ("Understand", &["rules", "books", "solve", "explain", "hint", "review", "prove", "verify"]),
    ("Kept games", &["games", "stats", "replay", "export"]),
    ("Numbers", &["factor", "divisors"]),
    ("Bots", &["match", "check-bot", "ugi"]),
    ("Serve", &["serve", "site"]),
    ("Help", &["positions", "completions", "man"]),
];

/// The template of the help, with the commands in their groups.
pub(crate) fn template(program: &Command, columns: usize) -> String {
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n\n".to_owned();
    for (title, names) in GROUPS {
        text.push_str(&format!("\u{1b}[1;4m{title}:\u{1b}[0m\n"));
        for name in names {
            let about = program.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let line = format!("  {name:<11}  {about}");
            text.push_str(&format!("{}\n", wrap(&line, columns.min(WIDEST))));
        }
        text.push('\n');
    }
    text.push_str("\u{1b}[1;4mOptions:\u{1b}[0m\n{options}{after-help}");
    text
}
