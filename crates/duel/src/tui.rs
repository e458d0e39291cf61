//! `duel tui`: the full screen, where there is one.

use std::{env, io};

use anstream::{AutoStream, ColorChoice};
use duel_books::{BOOKS, explain::sentence};
use duel_play::Store;
use duel_tui::{Choice, Ended, InitialGame, Look, Options, RunError, Theme};

use crate::{
    cli::{self, TuiOptions},
    console, interrupt, menu, nearest,
    options::{self, usage},
    play,
    stop::Stop,
    terminal,
};

const NEEDS_CURSOR: &str = "the full screen needs a terminal that can move its cursor; `duel play BOOK` plays anywhere, \
     and `duel tui --screen-reader` says everything line by line";

/// The full screen with the usual options; the menu, where the terminal cannot show it after all.
pub(crate) fn run_or_menu() -> Result<(), Stop> {
    let opened = if terminal::is_dumb() {
        Err(NEEDS_CURSOR.to_owned())
    } else {
        open(&cli::tui_defaults()?)?
    };
    match opened {
        Ok(()) => Ok(()),
        Err(why) => {
            console::note(&sentence(&why));
            menu::open()
        }
    }
}

pub(crate) fn run(options: &TuiOptions) -> Result<(), Stop> {
    if options.screen_reader {
        return read_aloud(options);
    }
    if terminal::is_dumb() || !console::is_interactive() {
        return Err(Stop::usage(NEEDS_CURSOR));
    }
    open(options)?.map_err(Stop::failed)
}

/// Opens the full screen; or says why the terminal cannot show one, and has changed nothing then.
fn open(options: &TuiOptions) -> Result<Result<(), String>, Stop> {
    let theme = options.theme.as_ref().map(|name| name.parse()).transpose();
    let theme: Option<Theme> = theme.map_err(|error| {
        let asked = options.theme.as_deref().unwrap_or_default();
        let meant = nearest::remark(asked, Theme::ALL.map(Theme::name));
        usage("--theme", format!("{error}{meant}"))
    })?;
    let colours = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    let look = Look {
        theme: if colours { Theme::default() } else { Theme::Plain },
        ascii: options.ascii || !speaks_unicode(),
        still: options.still,
    };
    let players = players(options)?;
    let game = options.game.as_deref().map(|name| game(name, &players)).transpose()?;
    interrupt::hand_over();
    let ended = duel_tui::run(Options { look, theme, players, game });
    let Ended { code, farewell } = match ended {
        Ok(ended) => ended,
        Err(error @ RunError::NoScreen(_)) => {
            interrupt::take_back();
            return Ok(Err(error.to_string()));
        }
        Err(RunError::Lost(error)) => return Err(error.into()),
    };
    if let Some(farewell) = farewell {
        console::note(&farewell);
    }
    match code {
        0 => Ok(Ok(())),
        130 => Err(Stop::Interrupted),
        code => Err(Stop::Signalled(code)),
    }
}

/// The same games at the prompt, which a screen reader can follow.
fn read_aloud(options: &TuiOptions) -> Result<(), Stop> {
    let players = players(options)?;
    match options.game.as_deref().map(|name| game(name, &players)).transpose()? {
        None => menu::open(),
        Some(InitialGame::Kept(name)) => play::resume(Some(&name)),
        Some(InitialGame::New(of)) => play::run_agreed(*of),
    }
}

/// What to begin with: a position, a book against the usual opponent, or a kept game.
fn game(name: &str, players: &[Option<String>; 2]) -> Result<InitialGame, Stop> {
    let book = BOOKS.iter().position(|book| book.slug == name);
    let start = if name.contains([':', '+']) { name.to_owned() } else { String::new() };
    if book.is_none() && start.is_empty() {
        let meant = nearest::nearest(name, BOOKS.map(|book| book.slug));
        let is_kept = Store::of_user().is_ok_and(|store| store.find(name).is_ok());
        if let (Some(meant), false) = (meant, is_kept) {
            return Err(Stop::usage(format!(
                "there is no book and no kept game \"{name}\" (did you mean {meant}?)"
            )));
        }
        return Ok(InitialGame::Kept(name.to_owned()));
    }
    // The opponent that `duel` alone proposes first.
    let usual = Choice::of_newcomer().players;
    let mut choice = Choice { book: book.unwrap_or(0), start, players: usual, ..Choice::default() };
    for (player, given) in choice.players.iter_mut().zip(players) {
        if let Some(given) = given {
            player.clone_from(given);
        }
    }
    let (of, _) = choice.game().map_err(Stop::usage)?;
    Ok(InitialGame::New(Box::new(of)))
}

/// The players that were given, which can play.
fn players(given: &TuiOptions) -> Result<[Option<String>; 2], Stop> {
    let given = [("--p1", &given.p1), ("--p2", &given.p2)];
    for (option, player) in given {
        let parsed = player.as_deref().map(options::player).transpose();
        parsed.map_err(|error| usage(option, error))?;
    }
    Ok(given.map(|(_, player)| player.clone()))
}

/// Whether the locale says that characters beyond ASCII can be drawn; without one they can.
fn speaks_unicode() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].map(|name| env::var(name).unwrap_or_default());
    set.iter().find(|locale| !locale.is_empty()).is_none_or(|locale| {
        let locale = locale.to_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}
