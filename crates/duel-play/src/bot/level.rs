//! The levels, and players as options name them.

use std::{fmt, str::FromStr};

use duel_core::{Op, Play, Rules, Take, TakeStep, clean_name};
use thiserror::Error;

use crate::command_line::{CommandError, CommandLine};

/// How much an opponent sees; [`Level::sight`] has the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Nothing: any legal move is as good as any other.
    Random,
    /// Two plies: wins at once, and does not let the opponent win at once, as far as it sees the
    /// moves. It overlooks many. Everything else is chosen at random.
    Easy,
    /// Four plies, as far as 5,000 positions allow: also a win in two moves of its own, and how to
    /// escape one. It overlooks some moves.
    Medium,
    /// Eight plies, as far as 20,000 positions allow.
    Hard,
    /// Everything that a theorem or a complete search of 400,000 positions tells: wins as quickly
    /// as possible, and when lost resists as long as possible. Where that is not enough it sees as
    /// much as [`Level::Hard`].
    Perfect,
    /// As [`Level::Perfect`], but when lost it leaves the opponent the fewest winning replies.
    Swindler,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 6] =
        [Level::Random, Level::Easy, Level::Medium, Level::Hard, Level::Perfect, Level::Swindler];

    /// The name that options use.
    pub fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Perfect => "perfect",
            Level::Swindler => "swindler",
        }
    }

    /// What it is like to play against, in a few words after its name: lists and help say this.
    ///
    /// ```
    /// use duel_play::Level;
    ///
    /// assert_eq!(Level::Easy.summary(), "a beginner who overlooks things; you can beat it");
    /// ```
    pub fn summary(self) -> &'static str {
        match self {
            Level::Random => "any move, without thinking",
            Level::Easy => "a beginner who overlooks things; you can beat it",
            Level::Medium => "looks two moves ahead, and misses something now and then",
            Level::Hard => "looks four moves ahead, and misses nothing there",
            Level::Perfect => "never throws a win away",
            Level::Swindler => "perfect, and sets traps when it is lost",
        }
    }

    /// What it sees, and how much of that it overlooks: the definition of the level.
    pub const fn sight(self) -> Sight {
        let (plies, positions, overlooks) = match self {
            Level::Random => (0, 0, Overlooks::NOTHING),
            // Set so that a player who moves at random wins about a third of the games of each fair
            // variant.
            Level::Easy => (2, 2_000, Overlooks { dividing: 35, subtracting: 50, appending: 90 }),
            // Set so that a player who looks one move ahead every other time wins about a fifth.
            Level::Medium => (4, 5_000, Overlooks { dividing: 12, subtracting: 12, appending: 12 }),
            Level::Hard | Level::Perfect | Level::Swindler => (8, 20_000, Overlooks::NOTHING),
        };
        Sight { plies, positions, overlooks }
    }
}

/// What a level sees of a position by looking ahead, one ply after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// How many plies.
    pub plies: u32,
    /// How many positions, at most.
    pub positions: u64,
    /// Which share of its own moves it does not think about.
    pub overlooks: Overlooks,
}

/// The share of its own moves that a level overlooks, in percent, by what has to be seen in the mind:
/// each move by a lot of its own. Of an overlooked move it does not see where it leads, so it may miss
/// a win, and may walk into a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlooks {
    /// In games in which numbers are divided (and perhaps subtracted as well).
    pub dividing: u8,
    /// In games in which divisors are subtracted.
    pub subtracting: u8,
    /// In games of digits, in which divisors are hard to see.
    pub appending: u8,
}

impl Overlooks {
    /// It thinks about every move.
    pub const NOTHING: Overlooks = Overlooks { dividing: 0, subtracting: 0, appending: 0 };

    /// The share in games of these rules, in percent.
    pub fn percent(self, rules: &Rules) -> u8 {
        match rules.play() {
            Play::Append(_) => self.appending,
            Play::Take(Take { step: TakeStep { op: Op::Subtract, .. }, or_step: None, .. }) => {
                self.subtracting
            }
            Play::Take(_) => self.dividing,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(name: &str) -> Result<Level, UnknownLevel> {
        Level::ALL.into_iter().find(|level| level.name() == name).ok_or(UnknownLevel)
    }
}

/// There is no level of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no such level; bot:LEVEL takes {}", Level::ALL.map(Level::name).join(", "))]
pub struct UnknownLevel;

/// Why a player cannot be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlayerSpecError {
    /// A bot of no level that exists.
    #[error(transparent)]
    Level(#[from] UnknownLevel),
    /// A program that cannot be started.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// A name of which nothing can be shown.
    #[error("a player's name needs at least one character that can be shown")]
    Name,
}

/// Who plays.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PlayerKind {
    /// A person.
    Human,
    /// An opponent of this level.
    Bot(Level),
    /// An external program.
    Command(CommandLine),
}

/// A player as options name one: `NAME`, `bot:LEVEL`, `cmd:PROGRAM`, and the last two after `NAME=`.
///
/// ```
/// use duel_play::bot::{Level, PlayerKind, PlayerSpec};
///
/// let spec: PlayerSpec = "Ada=bot:hard".parse().unwrap();
/// assert_eq!(spec.name.as_deref(), Some("Ada"));
/// assert_eq!(spec.kind, PlayerKind::Bot(Level::Hard));
/// assert_eq!("bot:easy".parse::<PlayerSpec>().unwrap().shown("Player 1"), "Bot (easy)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlayerSpec {
    /// The name, if one was given; fit to be shown.
    pub name: Option<String>,
    /// Who it is.
    pub kind: PlayerKind,
}

impl PlayerKind {
    /// The word that records keep; `None` for a person. The command of an external program is left
    /// out: opening a file must not start programs.
    pub fn word(&self) -> Option<String> {
        match self {
            PlayerKind::Human => None,
            PlayerKind::Bot(level) => Some(format!("bot:{level}")),
            PlayerKind::Command(_) => Some("cmd".to_owned()),
        }
    }
}

impl PlayerSpec {
    /// Distinct names for two players; `None` if both were given the same one.
    pub fn names(players: &[PlayerSpec; 2]) -> Option<[String; 2]> {
        let [one, two] = players;
        let mut names = [one.shown("Player 1"), two.shown("Player 2")];
        if names[0] == names[1] {
            if two.name.is_some() && one != two {
                return None;
            }
            names[1].push_str(" 2");
        }
        Some(names)
    }

    /// The name to show. `unnamed` is what a person without a name is called.
    pub fn shown(&self, unnamed: &str) -> String {
        match (&self.name, &self.kind) {
            (Some(name), _) => name.clone(),
            (None, PlayerKind::Human) => unnamed.to_owned(),
            (None, PlayerKind::Bot(level)) => format!("Bot ({level})"),
            (None, PlayerKind::Command(command)) => {
                clean_name(&command.to_string()).unwrap_or_else(|| unnamed.to_owned())
            }
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, PlayerSpecError> {
        const BOT: &str = "bot:";
        const COMMAND: &str = "cmd:";
        let clean = |name: &str| clean_name(name).ok_or(PlayerSpecError::Name);
        if text == "bot" {
            return Err(PlayerSpecError::Level(UnknownLevel));
        }
        if let Some(level) = text.strip_prefix(BOT) {
            return Ok(PlayerSpec { name: None, kind: PlayerKind::Bot(level.parse()?) });
        }
        let command = |name, command: &str| {
            Ok(PlayerSpec { name, kind: PlayerKind::Command(command.parse()?) })
        };
        if let Some(line) = text.strip_prefix(COMMAND) {
            return command(None, line);
        }
        if let Some((name, line)) = text.split_once(&format!("={COMMAND}")) {
            return command(Some(clean(name)?), line);
        }
        // The last one counts, so that a name may hold an equals sign.
        match text.rsplit_once('=') {
            Some((name, kind)) if kind.starts_with(BOT) => {
                let level = kind[BOT.len()..].parse()?;
                Ok(PlayerSpec { name: Some(clean(name)?), kind: PlayerKind::Bot(level) })
            }
            _ => Ok(PlayerSpec { name: Some(clean(text)?), kind: PlayerKind::Human }),
        }
    }
}
