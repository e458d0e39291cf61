//! The options of the commands that teach: `learn`, `puzzle`, `train` and `discover`.

use clap::Args;

/// What to learn, and from where.
#[derive(Args, Debug, Default)]
pub(crate) struct LearnOptions {
    #[arg(help = duel_books::names("or"))]
    pub(crate) book: Option<String>,
    /// The step to begin with, by its number or name
    #[arg(long, value_name = "STEP", requires = "book")]
    pub(crate) from: Option<String>,
    /// Start the course over
    #[arg(long, requires = "book")]
    pub(crate) again: bool,
    /// Only list the courses, and what you have done
    #[arg(long, conflicts_with_all = ["book", "from", "again"])]
    pub(crate) list: bool,
    /// Print the list as JSON
    #[arg(long, requires = "list", conflicts_with_all = ["book", "from", "again"])]
    pub(crate) json: bool,
}

/// Which puzzles are wanted.
#[derive(Args, Debug, Default)]
pub(crate) struct PuzzleOptions {
    #[arg(help = format!("{}; without it, drawn by lot from those that suit you", duel_books::names("or")))]
    pub(crate) book: Option<String>,
    /// The difficulty, from 600 to 2400; without it, your rating
    #[arg(long, value_name = "N", conflicts_with = "set")]
    pub(crate) level: Option<String>,
    /// The kind: win, only-move, all-moves or who-wins
    #[arg(long, value_name = "KIND", conflicts_with = "set")]
    pub(crate) kind: Option<String>,
    /// The seed, to have the same puzzle again; the next puzzle has the next seed
    #[arg(long, value_name = "S", conflicts_with = "set")]
    pub(crate) seed: Option<String>,
    /// The puzzles of a set, in order
    #[arg(long, value_name = "NAME", conflicts_with = "book")]
    pub(crate) set: Option<String>,
    /// List the sets
    #[arg(long, conflicts_with_all = ["book", "level", "kind", "seed", "set"])]
    pub(crate) list: bool,
    /// Print one puzzle, or all of a set, with answers as JSON; with --list, the sets
    #[arg(long)]
    pub(crate) json: bool,
}

/// What is trained.
#[derive(Args, Debug, Default)]
pub(crate) struct TrainOptions {
    /// Record files to look at beside the kept games, such as those saved from the pages
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<std::path::PathBuf>,
    /// Only list the positions
    #[arg(long)]
    pub(crate) list: bool,
    /// Only list the positions, as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
