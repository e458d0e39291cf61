//! The man pages: one of the program, and one for each command.

use std::{
    fs,
    io::{self, IsTerminal as _, Write as _},
    path::Path,
    process::{Command as Process, Stdio},
};

use clap::Command;
use clap_mangen::{
    Man,
    roff::{Roff, roman},
};

use crate::{
    cli::EXIT_CODES,
    config::{SETTINGS, Setting},
    console, interrupt, nearest,
    pages::program,
    stop::Stop,
};

/// The files of a user, as folders of `duel`, and what they hold.
const FILES: [(&str, &str); 6] = [
    (
        "$XDG_CONFIG_HOME/divisor-duel/config.toml",
        "Settings: KEY = \"TEXT\", KEY = true or KEY = false, one on a line. XDG_CONFIG_HOME is as a rule \
         ~/.config. The keys are",
    ),
    (
        "$XDG_DATA_HOME/divisor-duel/games/",
        "Kept games, one file each. XDG_DATA_HOME is as a rule ~/.local/share.",
    ),
    ("$XDG_DATA_HOME/divisor-duel/notes.json", "What `duel games note` wrote."),
    (
        "$XDG_DATA_HOME/divisor-duel/last-choice",
        "What was chosen last, on the full screen or in the menu.",
    ),
    (
        "$XDG_DATA_HOME/divisor-duel/daily.json",
        "The daily duels: which were begun, and how they ended.",
    ),
    (
        "$XDG_DATA_HOME/divisor-duel/lessons.json, puzzles.json, training.json",
        "What was reached in lessons, puzzles and training.",
    ),
];

/// Variables that are not the default of an option.
const VARIABLES: [(&str, &str); 2] = [
    ("DUEL_CONFIG", "Another file of settings, which has to exist."),
    ("NO_COLOR", "No colours, unless --color always is given."),
];

/// `duel man [COMMAND...]`: at a terminal as `man` shows it, elsewhere as it is written.
pub(crate) fn show(words: &[String]) -> Result<(), Stop> {
    let program = manual_program()?;
    let (mut command, mut path) = (&program, vec![program.get_name()]);
    for word in words {
        command = command.find_subcommand(word).ok_or_else(|| {
            let known = command.get_subcommands().map(Command::get_name);
            let (typed, meant) = (words.join(" "), nearest::remark(word, known));
            Stop::usage(format!("there is no command \"{typed}\"{meant}"))
        })?;
        path.push(command.get_name());
    }
    let page = page(&program, command, &path)?;
    if io::stdout().is_terminal() && is_shown_by_man(&page) {
        return Ok(());
    }
    console::say_exactly(&String::from_utf8_lossy(&page))
}

/// `duel man --out FOLDER`: the page of the program, and those of all commands.
pub(crate) fn write(folder: &Path) -> Result<(), Stop> {
    fn write_all(
        program: &Command,
        command: &Command,
        path: &[&str],
        folder: &Path,
    ) -> io::Result<()> {
        fs::write(folder.join(format!("{}.1", path.join("-"))), page(program, command, path)?)?;
        command.get_subcommands().filter(|command| !command.is_hide_set()).try_for_each(|command| {
            write_all(program, command, &[path, &[command.get_name()]].concat(), folder)
        })
    }
    let program = manual_program()?;
    fs::create_dir_all(folder)?;
    Ok(write_all(&program, &program, &[program.get_name()], folder)?)
}

fn manual_program() -> Result<Command, Stop> {
    let mut program = program()?.disable_help_subcommand(true);
    program.build();
    Ok(program)
}

/// Whether the program `man` is there and has shown the page.
fn is_shown_by_man(page: &[u8]) -> bool {
    // Ctrl-C is for the pager.
    if interrupt::watch().is_err() {
        return false;
    }
    interrupt::hand_over();
    let shown = || {
        let mut man = Process::new("man").args(["-l", "-"]).stdin(Stdio::piped()).spawn()?;
        if let Some(mut pipe) = man.stdin.take() {
            // A pager that is left early reads no more.
            let _ = pipe.write_all(page);
        }
        man.wait()
    };
    let shown: io::Result<_> = shown();
    interrupt::take_back();
    shown.is_ok_and(|status| status.success())
}

/// The page of a command, which is reached by these words.
fn page(program: &Command, command: &Command, path: &[&str]) -> io::Result<Vec<u8>> {
    let named = command.clone().display_name(path.join("-")).bin_name(path.join(" "));
    let extra = named.get_after_long_help().or_else(|| named.get_after_help());
    let extra = extra.map(ToString::to_string).unwrap_or_default();
    let has_commands = named.has_subcommands();
    let man = Man::new(named);
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if has_commands {
        man.render_subcommands_section(&mut page)?;
    }
    let mut end = Roff::default();
    if path.len() == 1 {
        describe_surroundings(program, &mut end);
        end.to_writer(&mut page)?;
        man.render_version_section(&mut page)?;
    } else if !extra.is_empty() {
        end.control("SH", ["EXAMPLES"]);
        // As they are: neither filled nor justified.
        end.control("nf", []);
        for line in extra.strip_prefix("Examples:\n").unwrap_or(&extra).lines() {
            end.text([roman(line)]);
        }
        end.control("fi", []);
        end.to_writer(&mut page)?;
    }
    Ok(page)
}

/// Variables, files and exit codes.
fn describe_surroundings(program: &Command, page: &mut Roff) {
    let item = |page: &mut Roff, name: &str, meaning: &str| {
        page.control("TP", []);
        page.text([roman(name)]);
        page.text([roman(meaning)]);
    };
    page.control("SH", ["ENVIRONMENT"]);
    page.text([roman(
        "Variables are defaults of options. What is typed comes first, then the environment, then the \
         file of settings. An empty variable counts as not set.",
    )]);
    for setting in &SETTINGS {
        let (option, about) = option_of(program, setting);
        item(page, setting.variable, &format!("{option}: {about}"));
    }
    for (name, meaning) in VARIABLES {
        item(page, name, meaning);
    }
    page.control("SH", ["FILES"]);
    for (name, meaning) in FILES {
        item(page, name, meaning);
        if name.ends_with("config.toml") {
            page.control("RS", []);
            for setting in &SETTINGS {
                item(page, setting.key, &option_of(program, setting).0);
            }
            page.control("RE", []);
        }
    }
    page.control("SH", ["EXIT STATUS"]);
    page.text([roman(EXIT_CODES.strip_prefix("Exit codes: ").unwrap_or(EXIT_CODES))]);
}

/// The option whose default a setting is, and what its help says: `--theme of duel tui`.
fn option_of(program: &Command, setting: &Setting) -> (String, String) {
    let command = setting.commands.first().and_then(|name| program.find_subcommand(name));
    let mut arguments = command.unwrap_or(program).get_arguments();
    let argument = arguments.find(|argument| argument.get_id() == setting.argument);
    let option = argument.and_then(clap::Arg::get_long).unwrap_or(setting.key);
    let about = argument.and_then(clap::Arg::get_help).map(ToString::to_string);
    let about = about.unwrap_or_default();
    let about = about.split(" [env: ").next().unwrap_or_default().to_owned();
    let commands = setting.commands.join(", ");
    let option = match setting.commands {
        [] => format!("--{option}"),
        _ => format!("--{option} of duel {commands}"),
    };
    (option, about)
}
