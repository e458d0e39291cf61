//! What every command does with its standard output and its exit code.

use std::process::Stdio;

use crate::sitting::{Home, finish, wait};

#[test]
fn what_is_not_kept_cannot_be_found() {
    for command in ["resume", "resume nothing", "replay nothing", "export nothing"] {
        let run = Home::new().run(command, "").expect_code(1);
        run.expect_err("error:");
        assert_eq!(run.out, "");
    }
}

#[test]
fn nobody_reading_is_no_failure() {
    let commands = [
        "rules divide",
        "books",
        "books --json",
        "completions bash",
        "man",
        "--help",
        "--version",
        "",
        "games --json",
        "play divide",
    ];
    for arguments in commands {
        let home = Home::new();
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = home.duel(arguments.split_whitespace());
        command.stdin(Stdio::piped()).stdout(writer).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(command);
        drop(child.stdin.take());
        assert_eq!(wait(&mut child), Some(0), "duel {arguments}");
        let err = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
        assert_eq!(err, "", "duel {arguments}");
    }
}

#[test]
fn a_full_disk_behind_standard_output_is_a_failure() {
    let Ok(full) = std::fs::File::options().write(true).open("/dev/full") else { return };
    let home = Home::new();
    let mut child = home.duel(["books"]).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
    assert_eq!(wait(&mut child), Some(1));
}

#[test]
fn colour_follows_the_option_and_never_reaches_standard_output() {
    let home = Home::new();
    let wrong = "7\n6\n2\n";
    let plain = home.run("play divide", wrong).expect_code(0);
    assert!(!plain.err.contains('\u{1b}'), "{plain:#?}");
    let always = home.run("play divide --color always", wrong).expect_code(0);
    assert!(always.err.contains('\u{1b}'), "{always:#?}");
    assert_eq!(always.out, plain.out);
    let mut command = home.duel(["--color", "always", "play", "divide"]);
    let insists = finish(command.env("NO_COLOR", "1"), wrong).expect_code(0);
    assert!(insists.err.contains('\u{1b}'), "{insists:#?}");
    let mut command = home.duel(["play", "divide", "--color", "never"]);
    let never = finish(command.env("CLICOLOR_FORCE", "1"), wrong).expect_code(0);
    assert!(!never.err.contains('\u{1b}'), "{never:#?}");
}
