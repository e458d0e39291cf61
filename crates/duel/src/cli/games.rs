//! The options of the commands about kept games.

use clap::{Args, Subcommand, ValueEnum};
use duel_play::Date;

/// Which kept games are listed, or what is done with some.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct GamesOptions {
    #[command(flatten)]
    pub(crate) filter: GameFilter,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Print nothing but the short names, for completions and scripts
    #[arg(long, conflicts_with = "json")]
    pub(crate) ids: bool,
    #[command(subcommand)]
    pub(crate) action: Option<GamesAction>,
}

/// Which kept games are meant. All conditions hold together.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct GameFilter {
    /// Only games of this book
    #[arg(long, value_name = "BOOK")]
    pub(crate) book: Option<String>,
    /// Only games against a player whose name or kind contains this, such as Ben or bot:hard
    #[arg(long, value_name = "NAME")]
    pub(crate) opponent: Option<String>,
    /// Only games with this result for you: the one person in the game, or who has your name
    #[arg(long, value_name = "RESULT", conflicts_with = "unfinished")]
    pub(crate) result: Option<GameResult>,
    /// Only games that are not over
    #[arg(long)]
    pub(crate) unfinished: bool,
    /// Only games that began on this day (UTC) or later
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(crate) since: Option<Date>,
}

/// How a game ended for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GameResult {
    /// Won
    Won,
    /// Lost
    Lost,
    /// Over without a winner
    Nobody,
}

/// What is done with kept games.
#[derive(Debug, Subcommand)]
pub(crate) enum GamesAction {
    /// Delete kept games
    Delete {
        /// The names of kept games, long or short; last is the newest
        #[arg(value_name = "ID", required = true)]
        games: Vec<String>,
        /// Delete without asking; a terminal is asked where a game is named by a part of its name
        #[arg(long)]
        yes: bool,
    },
    /// Delete games that are not worth keeping: those without a move
    ///
    /// A round of a match stays also without a move, because it knows the score and the match goes on
    /// from it; `duel games delete` takes it away.
    Prune {
        /// Also all games that began before this day (UTC)
        #[arg(long, value_name = "YYYY-MM-DD")]
        before: Option<Date>,
        /// Delete without asking
        #[arg(long)]
        yes: bool,
    },
    /// Keep games from record files, text or JSON
    Import {
        /// The files
        #[arg(value_name = "FILE", required = true)]
        files: Vec<std::path::PathBuf>,
    },
    /// Write a note to a kept game, which `duel games` shows
    Note {
        /// The name of a kept game, long or short; last is the newest
        #[arg(value_name = "ID")]
        game: String,
        /// The note; an empty one takes it away
        #[arg(value_name = "TEXT", required = true, allow_hyphen_values = true)]
        text: Vec<String>,
    },
}

/// Whose games are counted.
#[derive(Args, Debug)]
pub(crate) struct StatsOptions {
    #[command(flatten)]
    pub(crate) filter: GameFilter,
    /// Whose games; without it, games of one person against a program, and games between people in
    /// which one has the name that you gave the menu
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<String>,
    /// How long to judge moves, for all games together, the newest first: 500ms, 10s, 5m
    #[arg(long = "budget", id = "judging", value_name = "TIME", default_value = "2s")]
    pub(crate) judging: String,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The form of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Tags and numbered moves
    Text,
    /// The same as JSON
    Json,
}
