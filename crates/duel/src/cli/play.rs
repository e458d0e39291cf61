//! The options of the commands that play: `play`, `tui` and `daily`.

use clap::{Args, ValueEnum};

/// What to play, and how.
#[derive(Args, Debug, Default)]
pub(crate) struct PlayOptions {
    #[arg(
        value_name = "BOOK|POSITION",
        help = format!("{}; or a position such as factor+no-whole:6~6,3", duel_books::names("or"))
    )]
    pub(crate) game: Option<String>,
    /// The number to start from, or several
    #[arg(long, value_name = "N[,N...]", allow_hyphen_values = true)]
    pub(crate) start: Option<String>,
    /// The target of digits, or several
    #[arg(long, value_name = "D[,D...]", allow_hyphen_values = true)]
    pub(crate) target: Option<String>,
    /// The maximum length of the number in digits
    #[arg(long, value_name = "L")]
    pub(crate) max_length: Option<String>,
    /// The first player: a name, bot:LEVEL (the levels are listed below) or cmd:PROGRAM
    /// (docs/bot-protocol.md); NAME=bot:LEVEL gives it a name of its own
    #[arg(long, value_name = "PLAYER")]
    pub(crate) p1: Option<String>,
    /// The second player, likewise
    #[arg(long, value_name = "PLAYER")]
    pub(crate) p2: Option<String>,
    /// Who begins
    #[arg(long, value_name = "WHO", default_value = "p1")]
    pub(crate) first: First,
    /// The seed of tosses and deals, to have them again
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<String>,
    /// Play this many rounds; the first mover alternates
    #[arg(long, value_name = "R")]
    pub(crate) rounds: Option<String>,
    /// Play until somebody has this score
    #[arg(long, value_name = "SCORE")]
    pub(crate) to: Option<String>,
    /// What a win is worth, in a match
    #[arg(long, value_name = "P")]
    pub(crate) points: Option<String>,
    /// A time per turn (30s), or a total with an increment (5m+3s)
    #[arg(long, value_name = "TIME")]
    pub(crate) clock: Option<String>,
    /// What an invalid entry does
    #[arg(long, value_name = "WHAT", default_value = "ask")]
    pub(crate) on_illegal: Illegal,
    /// House rules; `duel rules BOOK` lists those that fit
    #[arg(long, value_name = "RULE[,RULE...]")]
    pub(crate) house: Option<String>,
    /// Play the book's fair variant, from a start drawn by lot
    #[arg(long)]
    pub(crate) fair: bool,
    /// Keep the game in this file, which must not exist yet (later rounds in FILE-2, ...)
    #[arg(long, value_name = "FILE", conflicts_with = "no_save")]
    pub(crate) save: Option<std::path::PathBuf>,
    /// Do not keep the game
    #[arg(long)]
    pub(crate) no_save: bool,
}

impl PlayOptions {
    /// Whether nothing was said about the game, so that the menu asks.
    pub(crate) fn is_bare(&self) -> bool {
        let PlayOptions { game, start, target, max_length, house, fair, .. } = self;
        game.is_none()
            && [start, target, max_length, house].iter().all(|option| option.is_none())
            && !fair
    }
}

/// How the full screen is wanted.
#[derive(Args, Debug, Default)]
pub(crate) struct TuiOptions {
    /// What to begin with: a book, a position such as factor+no-whole:6~6,3, or a kept game
    #[arg(value_name = "BOOK|POSITION|ID|FILE")]
    pub(crate) game: Option<String>,
    /// The first player, as for `duel play`, whatever was chosen the last time
    #[arg(long, value_name = "PLAYER")]
    pub(crate) p1: Option<String>,
    /// The second player, likewise
    #[arg(long, value_name = "PLAYER")]
    pub(crate) p2: Option<String>,
    /// The colours: dark, light, contrast or plain
    #[arg(long, value_name = "THEME")]
    pub(crate) theme: Option<String>,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Let nothing move by itself
    #[arg(long)]
    pub(crate) still: bool,
    /// Say everything line by line instead, for a screen reader
    #[arg(long, conflicts_with_all = ["theme", "ascii", "still"])]
    pub(crate) screen_reader: bool,
}

/// Who begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum First {
    /// The first player
    #[default]
    P1,
    /// The second player
    P2,
    /// A coin decides
    Toss,
}

/// What an invalid entry does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Illegal {
    /// It is explained, and asked again
    #[default]
    Ask,
    /// It loses the game
    Forfeit,
}

/// What `duel daily` takes.
#[derive(Args, Debug, Default)]
pub(crate) struct DailyOptions {
    /// Another day, as YYYY-MM-DD, from 2026-01-01 to 2100-12-31
    pub(crate) date: Option<String>,
    /// Only print the position
    #[arg(long)]
    pub(crate) show: bool,
    /// Play it once more, for practice: the first result stays
    #[arg(long, conflicts_with = "show")]
    pub(crate) again: bool,
    /// Play it for practice and keep nothing of it
    #[arg(long)]
    pub(crate) no_save: bool,
}
