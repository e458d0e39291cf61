//! The command line: every command and option, in one place. Completions and man pages come from
//! here too.
//!
//! Numbers, rules and clocks arrive as text and are read by the libraries, so that the same
//! grammar and the same messages hold everywhere.

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

/// Two-player number games about divisors.
///
/// Without a command, on a terminal, a short menu opens.
#[derive(Debug, Parser)]
#[command(name = "duel", version, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const EXIT_CODES: &str = "\
Exit codes: 0 fine; 1 it failed, such as input that ended in the middle of a game; 2 wrong usage;
130 interrupted.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play a game, or a match of several
    Play(Box<PlayOptions>),
    /// List the rule books
    Books {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Explain the rules of a book, its house rules and rulings
    Rules {
        /// divide, dilemma, subtract, digits or factor
        book: String,
    },
    /// List the kept games, newest first
    Games {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Go on with a kept game
    Resume {
        /// The name of a kept game, or a file; without it, the newest unfinished game
        #[arg(value_name = "ID|FILE")]
        game: Option<String>,
    },
    /// Show a kept game again, move by move
    Replay {
        /// The name of a kept game, or a file
        #[arg(value_name = "ID|FILE")]
        game: String,
    },
    /// Print the record of a kept game
    Export {
        /// The name of a kept game, or a file
        #[arg(value_name = "ID|FILE")]
        game: String,
        /// The form of the record
        #[arg(long, default_value = "text")]
        format: Format,
    },
    /// Tell who wins a position, how fast, and why
    Solve {
        /// A position such as subtract:12, or - to read positions from standard input
        position: String,
        /// Print JSON (always so for positions from standard input)
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        effort: Effort,
    },
    /// Explain why a position is won or lost
    Explain {
        /// A position such as subtract:60
        position: String,
        #[command(flatten)]
        effort: Effort,
    },
    /// Give a hint: a nudge first, the move only with --more
    Hint {
        /// A position such as subtract:60
        position: String,
        /// Name the move as well
        #[arg(long)]
        more: bool,
        #[command(flatten)]
        effort: Effort,
    },
    /// Review a kept game: what each move did to it, and what would have been best
    Review {
        /// The name of a kept game, or a file
        #[arg(value_name = "ID|FILE")]
        game: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        effort: Effort,
    },
    /// Draw a fair start: a coin decides which side can win it
    Deal {
        /// divide, dilemma, subtract, digits or factor
        book: String,
        /// How hard it is for the side that can win: easy, medium or hard
        #[arg(long, value_name = "LEVEL", default_value = "medium")]
        level: String,
        /// The seed, to have the same start again
        #[arg(long, value_name = "S")]
        seed: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Prove who wins a position, with a certificate that `duel verify` checks
    Prove {
        /// A position such as subtract:60
        position: String,
        /// The file to write, which must not exist yet; without it, standard output
        #[arg(long, value_name = "FILE")]
        emit: Option<std::path::PathBuf>,
        /// How long to search: 500ms, 10s, 5m
        #[arg(long, value_name = "TIME", default_value = "10s")]
        budget: String,
    },
    /// Check a certificate
    Verify {
        /// The file, or - for standard input
        file: std::path::PathBuf,
    },
    /// Print completions for a shell
    Completions {
        /// Which shell
        shell: Shell,
    },
    /// Print a man page
    Man {
        /// The page of a command
        command: Option<String>,
    },
}

impl Command {
    /// Whether it may think for so long that somebody will want to interrupt it.
    pub(crate) fn thinks(&self) -> bool {
        matches!(
            self,
            Command::Solve { .. }
                | Command::Explain { .. }
                | Command::Hint { .. }
                | Command::Review { .. }
                | Command::Deal { .. }
                | Command::Prove { .. }
                | Command::Verify { .. }
        )
    }
}

/// What to play, and how.
#[derive(Args, Debug, Default)]
pub(crate) struct PlayOptions {
    /// divide, dilemma, subtract, digits or factor; or a position such as factor+no-whole:6~6,3
    #[arg(value_name = "BOOK|POSITION")]
    pub(crate) game: String,
    /// The number to start from, or several
    #[arg(long, value_name = "N[,N...]")]
    pub(crate) start: Option<String>,
    /// The target of digits, or several
    #[arg(long, value_name = "D[,D...]")]
    pub(crate) target: Option<String>,
    /// The maximum length of the number in digits
    #[arg(long, value_name = "L")]
    pub(crate) max_length: Option<String>,
    /// The first player: a name, bot:LEVEL or NAME=bot:LEVEL (random, easy, medium, hard, perfect,
    /// swindler)
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

/// How hard to try, and how much to say.
#[derive(Args, Debug)]
pub(crate) struct Effort {
    /// How long to search, for each position: 500ms, 10s, 5m
    #[arg(long, value_name = "TIME", default_value = "500ms")]
    pub(crate) budget: String,
    /// How much the reason says
    #[arg(long, value_name = "DEPTH", default_value = "child")]
    pub(crate) why: Why,
}

/// How much a reason says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Why {
    /// What to do and why it works, in small words
    Child,
    /// With the idea behind it
    Student,
    /// With the proof
    Proof,
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

/// The form of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Tags and numbered moves
    Text,
    /// The same as JSON
    Json,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    pub(crate) fn apply(self) {
        let dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        match self {
            // Where a build server runs us, a dumb terminal would otherwise count as a coloured one.
            Color::Auto if dumb => anstream::ColorChoice::Never,
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}
