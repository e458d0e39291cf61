//! The options of `duel play`, parsed and checked against the books.

use std::fmt::Display;

use duel_books::house::builds_digits;
use duel_core::{
    Clock, Conduct, HouseRule, OnIllegal, Position,
    notation::{parse_length, parse_list},
};
use duel_numbers::Natural;
use duel_play::{
    Agreed, Dice, Level, Person, PlayerKind, PlayerSpec, Scoreboard, Terms, TermsError,
};

use crate::{
    cli::{First, Illegal, PlayOptions},
    console, nearest,
    pages::find_book,
    solve::read_position,
    stop::Stop,
};

/// Reads what the players agree on.
pub(crate) fn agree(options: &PlayOptions) -> Result<Agreed, Stop> {
    let house = options.house.as_deref().map_or(Ok(Vec::new()), parse_house)?;
    let Some(game) = options.game.as_deref() else {
        return Err(Stop::usage(format!(
            "name a book ({}), or a position such as subtract:60",
            duel_books::names("or")
        )));
    };
    if game.contains([':', '+']) {
        let position = read_position(game)?;
        return agree_on_position(options, &house, position);
    }
    let terms = Terms {
        start: numbers("--start", "60 or 60,84,90", options.start.as_deref())?,
        targets: numbers("--target", "7 or 22,25,31", options.target.as_deref())?,
        length: options.max_length.as_deref().map(length).transpose()?,
        house,
        fair: options.fair,
    };
    let book = find_book(game)?;
    let given = terms.start.as_ref().or(terms.targets.as_ref()).map(Vec::len);
    let agreed = terms.agree(book).map_err(Stop::usage)?;
    if let Some(given) = given.filter(|given| options.fair && *given != book.fair.count) {
        console::note(&other_than_fair(&agreed, given));
    }
    Ok(agreed)
}

/// The remark on a start that the book's fair variant would not deal.
fn other_than_fair(agreed: &Agreed, given: usize) -> String {
    let Agreed { book, rules, .. } = agreed;
    let noun = if builds_digits(book) { "target" } else { "number" };
    let count = |count: usize| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    let played = if *rules == book.rules {
        "so this is the book's own game".to_owned()
    } else {
        format!("its rules hold all the same: {rules}")
    };
    format!(
        "This start has {}, and fair `{}` is dealt with {}; {played}. Without a start of your own a \
         fair one is drawn.",
        count(given),
        book.slug,
        count(book.fair.count)
    )
}

fn agree_on_position(
    options: &PlayOptions,
    house: &[HouseRule],
    position: Position,
) -> Result<Agreed, Stop> {
    let other_options = [
        ("--start", options.start.is_some()),
        ("--target", options.target.is_some()),
        ("--max-length", options.max_length.is_some()),
        ("--fair", options.fair),
        ("--house", house.iter().any(|rule| *rule != HouseRule::Swap)),
    ];
    if let Some((option, _)) = other_options.iter().find(|(_, given)| *given) {
        return Err(Stop::usage(format!(
            "{option} does not go with a position, which says all that itself"
        )));
    }
    Ok(Agreed { swap: house.contains(&HouseRule::Swap), ..Agreed::at(position) })
}

/// Reads a player; an error suggests a level.
pub(crate) fn player(text: &str) -> Result<PlayerSpec, String> {
    text.parse::<PlayerSpec>().map_err(|error| {
        let level = text.rsplit_once("bot:").map_or("", |(_, level)| level);
        format!("{error}{}", nearest::remark(level, Level::ALL.map(Level::name)))
    })
}

/// Who plays.
pub(crate) fn players(options: &PlayOptions) -> Result<[PlayerSpec; 2], Stop> {
    let read = |option: &str, given: &Option<String>| match given {
        None => Ok(PlayerSpec { name: None, kind: PlayerKind::Human }),
        Some(text) => player(text).map_err(|error| usage(option, error)),
    };
    Ok([read("--p1", &options.p1)?, read("--p2", &options.p2)?])
}

/// How long a match they play, and who begins.
pub(crate) fn scoreboard(
    options: &PlayOptions,
    players: &[PlayerSpec; 2],
    seed: u64,
) -> Result<Scoreboard, Stop> {
    let names = PlayerSpec::names(players)
        .ok_or_else(|| Stop::usage("--p1 and --p2 are the same; nobody could tell who is who"))?;
    let begins = match options.first {
        First::P1 => Person::One,
        First::P2 => Person::Two,
        First::Toss => Person::tossed(seed),
    };
    let counted = |option: &str, text: &Option<String>| {
        text.as_deref().map(|text| number(option, text, 1, 1_000_000)).transpose()
    };
    let mut scoreboard = Scoreboard::new(names, begins);
    scoreboard.rounds = counted("--rounds", &options.rounds)?;
    scoreboard.to = counted("--to", &options.to)?;
    if let Some(points) = counted("--points", &options.points)? {
        if !scoreboard.is_match() {
            return Err(Stop::usage("--points is for a match: give --rounds or --to as well"));
        }
        scoreboard.points = points;
    }
    if options.first == First::Toss {
        console::note(&format!("The toss is made: {} begins.", scoreboard.name(begins)));
    }
    Ok(scoreboard)
}

/// The seed of everything that is left to chance.
pub(crate) fn seed(options: &PlayOptions) -> Result<u64, Stop> {
    match &options.seed {
        None => Ok(Dice::fresh_seed()),
        Some(text) => number("--seed", text, 0, u64::MAX),
    }
}

/// What the players agree on beside the rules.
pub(crate) fn conduct(options: &PlayOptions, agreed: &Agreed) -> Result<Conduct, Stop> {
    let clock = options.clock.as_deref();
    Ok(Conduct {
        on_illegal: match options.on_illegal {
            Illegal::Ask => OnIllegal::Ask,
            Illegal::Forfeit => OnIllegal::Forfeit,
        },
        clock: clock
            .map(|text| text.parse::<Clock>().map_err(|error| usage("--clock", error)))
            .transpose()?,
        announced_length: agreed.announced_length,
    })
}

pub(crate) fn usage(option: &str, error: impl Display) -> Stop {
    Stop::usage(format!("{option}: {error}"))
}

fn numbers(option: &str, example: &str, text: Option<&str>) -> Result<Option<Vec<Natural>>, Stop> {
    let Some(text) = text else { return Ok(None) };
    let numbers = parse_list(text).map_err(|error| {
        let wanted = format!("a number from 1 up is wanted, or several, such as {example}");
        usage(option, format!("{error} ({wanted})"))
    })?;
    Ok(Some(numbers))
}

pub(crate) fn number<T: TryFrom<u64>>(
    option: &str,
    text: &str,
    least: u64,
    most: u64,
) -> Result<T, Stop> {
    let value =
        if text == "0" { Some(0) } else { Natural::parse(text).ok().and_then(|n| n.to_u64()) };
    value
        .filter(|value| (least..=most).contains(value))
        .and_then(|value| T::try_from(value).ok())
        .ok_or_else(|| usage(option, format!("a number from {least} to {most} is wanted")))
}

fn length(text: &str) -> Result<u32, Stop> {
    parse_length(text).ok_or_else(|| usage("--max-length", TermsError::BadLength))
}

fn parse_house(text: &str) -> Result<Vec<HouseRule>, Stop> {
    let parse = |name: &str| {
        name.parse().map_err(|error| {
            let meant = nearest::remark(name, HouseRule::ALL.map(HouseRule::name));
            usage("--house", format!("{error}{meant}"))
        })
    };
    text.split(',').map(parse).collect()
}
