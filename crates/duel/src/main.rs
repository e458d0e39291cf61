//! The program `duel`: turns what [`cli`] parsed into work, and its end into an exit code.

mod after_game;
mod bots;
mod busy;
mod cli;
mod config;
mod console;
mod daily;
mod decimal;
mod discover;
mod divisors;
mod event;
mod exercise;
mod explain;
mod factor;
mod factoring;
mod games;
mod interrupt;
mod kept;
mod keyboard;
mod learn;
mod manual;
mod menu;
mod menu_terms;
mod nearest;
mod options;
mod pages;
mod play;
mod progress;
mod prompt;
mod prompt_game;
mod proof;
mod puzzle;
mod remembered;
mod review;
mod serve;
mod site;
mod solve;
mod stats;
mod stop;
mod terminal;
mod ticker;
mod train;
mod tui;
mod words;
mod wrap;

use std::process::ExitCode;

use clap::{FromArgMatches as _, parser::ValueSource};
use duel_play::HintStep;

use crate::{
    cli::{Cli, Command},
    config::Config,
    stop::Stop,
};

fn main() -> ExitCode {
    let (command, wrong_setting) = match Config::load().and_then(|config| cli::command(&config)) {
        Ok(command) => (command, None),
        Err(why) => match cli::command(&Config::default()) {
            Ok(command) => (command, Some(why)),
            Err(why) => return Stop::Usage(why).exit(),
        },
    };
    let mut matches = match (command.try_get_matches(), &wrong_setting) {
        (Ok(matches), _) => matches,
        (Err(refusal), Some(why)) if refusal.use_stderr() => {
            return Stop::Usage(why.clone()).exit();
        }
        (Err(refusal), None) if refusal.use_stderr() => {
            console::complain(&refusal.render().ansi().to_string());
            if let Some(meant) = cli::command_meant(&refusal) {
                console::note(&format!("Did you mean {meant}?"));
            }
            return ExitCode::from(2);
        }
        (Err(help), _) => help.exit(),
    };
    // As a setting it only says what `duel` alone opens.
    let asks_for_menu = matches.value_source("menu") == Some(ValueSource::CommandLine);
    let cli = Cli::from_arg_matches_mut(&mut matches).unwrap_or_else(|error| error.exit());
    cli.color.apply();
    // Whoever has to mend the settings needs the help for it.
    if let Some(why) = wrong_setting
        && !cli.command.as_ref().is_some_and(Command::is_about_program)
    {
        return Stop::Usage(why).exit();
    }
    // No other children are started beside bots; `duel man` starts `man`, but no bots.
    duel_ugi::adopt_orphans();
    let ended = run(cli, asks_for_menu);
    interrupt::wait_for_exit();
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => stop.exit(),
    }
}

fn run(cli: Cli, asks_for_menu: bool) -> Result<(), Stop> {
    let Cli { menu, command, .. } = cli;
    if asks_for_menu && command.is_some() {
        return Err(Stop::usage("--menu does not go with a command"));
    }
    if command.as_ref().is_some_and(Command::is_long_running) {
        interrupt::watch()?;
    }
    match command {
        None if !menu && console::suits_full_screen() => tui::run_or_menu(),
        None if console::is_interactive() => menu::open(),
        None if asks_for_menu => Err(Stop::usage("the menu needs a terminal")),
        None => pages::help(),
        Some(Command::Play(options)) if options.is_bare() && console::is_interactive() => {
            menu::open()
        }
        Some(Command::Play(options)) => play::run(&options),
        Some(Command::Books { json }) => pages::books(json),
        Some(Command::Rules { book }) => pages::rules(book.as_deref()),
        Some(Command::Tui(options)) => tui::run(&options),
        Some(Command::Serve(options)) => serve::run(options),
        Some(Command::Site { out }) => site::write(&out),
        Some(Command::Learn(options)) => learn::run(&options),
        Some(Command::Games(options)) => games::run(&options),
        Some(Command::Stats(options)) => stats::run(&options),
        Some(Command::Resume { game }) => play::resume(game.as_deref()),
        Some(Command::Replay { game }) => games::replay(game.as_deref()),
        Some(Command::Export { game, format }) => games::export(game.as_deref(), format),
        Some(Command::Solve { position, json, effort }) => solve::solve(&position, json, &effort),
        Some(Command::Explain { position, json, tries, effort }) => {
            explain::run(&position, json, tries, &effort)
        }
        Some(Command::Hint { position, more, names_move, effort }) => {
            let step = match more {
                _ if names_move => HintStep::Move,
                0 => HintStep::Nudge,
                1 => HintStep::Count,
                _ => HintStep::Move,
            };
            solve::hint(&position, step, &effort)
        }
        Some(Command::Review { game, json, effort }) => {
            review::review(game.as_deref(), json, &effort)
        }
        Some(Command::Deal { book, level, seed, json }) => {
            solve::deal(&book, &level, seed.as_deref(), json)
        }
        Some(Command::Daily(options)) => daily::run(&options),
        Some(Command::Discover { game, conjecture, json }) => {
            discover::run(&game, conjecture.as_deref(), json)
        }
        Some(Command::Puzzle(options)) => puzzle::run(&options),
        Some(Command::Train(options)) => train::run(&options),
        Some(Command::Prove { position, emit, budget }) => {
            proof::prove(&position, emit.as_deref(), &budget)
        }
        Some(Command::Verify { file }) => proof::verify(&file),
        Some(Command::Factor(options)) => factor::factor(&options),
        Some(Command::Divisors(options)) => divisors::divisors(&options),
        Some(Command::CheckBot { command, books, json }) => {
            bots::check_bot(&command, books.as_deref(), json)
        }
        Some(Command::Match(options)) => event::run(&options),
        Some(Command::Ugi) => {
            duel_ugi::serve(std::io::stdin().lock(), std::io::stdout());
            Ok(())
        }
        Some(Command::Positions) => pages::positions(),
        Some(Command::Completions { shell }) => pages::completions(shell),
        Some(Command::Man { out: Some(folder), .. }) => manual::write(&folder),
        Some(Command::Man { command, out: None }) => manual::show(&command),
    }
}
