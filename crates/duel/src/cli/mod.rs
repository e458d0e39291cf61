//! The command line: every command here, its options in a file for each group. Completions and man
//! pages come from here too.
//!
//! Numbers, rules and clocks arrive as text and are read by the libraries, so that the same
//! grammar and the same messages hold everywhere.

mod bots;
mod examples;
mod games;
mod help;
mod learn;
mod numbers;
mod play;
mod serve;
mod understand;
mod values;

use clap::{
    CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum,
    error::{ContextKind, ContextValue},
};
use clap_complete::Shell;
use duel_play::Level;

use crate::{config::Config, console, nearest, stop::Stop};

use self::examples::{EXAMPLES, POSITIONS};
pub(crate) use self::{
    bots::MatchOptions,
    games::{Format, GameFilter, GameResult, GamesAction, GamesOptions, StatsOptions},
    learn::{LearnOptions, PuzzleOptions, TrainOptions},
    numbers::{DivisorsOptions, FactorOptions},
    play::{DailyOptions, First, Illegal, PlayOptions, TuiOptions},
    serve::{LogFormat, ServeOptions},
    understand::{Effort, Why},
};

/// The parser, with the defaults that are configured.
pub(crate) fn command(config: &Config) -> Result<clap::Command, String> {
    fn with_negative_numbers(command: clap::Command) -> clap::Command {
        command
            .mut_args(|argument| {
                let takes_values = argument.get_action().takes_values();
                // Values may look like negative numbers, so that our own message rejects them.
                if takes_values { argument.allow_negative_numbers(true) } else { argument }
            })
            .mut_subcommands(with_negative_numbers)
    }
    let program = values::offer(with_negative_numbers(Cli::command()));
    let program = program.mut_subcommands(|command| {
        match EXAMPLES.iter().find(|(name, _)| *name == command.get_name()) {
            // These take `bot:LEVEL`.
            Some(("play" | "match", examples)) => {
                command.after_help(format!("{examples}\n\n{}", levels()))
            }
            Some((_, examples)) => command.after_help(*examples),
            None => command,
        }
    });
    let program = config.apply(program)?;
    let template = help::template(&program, console::columns().unwrap_or(help::WIDEST));
    Ok(program.help_template(template))
}

/// What each level is like.
fn levels() -> String {
    let line = |level: Level| format!("  {:<8}  {}\n", level.name(), level.summary());
    format!("Levels:\n{}", Level::ALL.map(line).concat())
}

/// The options of `duel play` without any.
pub(crate) fn play_defaults() -> Result<PlayOptions, Stop> {
    match parse(["duel", "play"])?.command {
        Some(Command::Play(options)) => Ok(*options),
        _ => Ok(PlayOptions::default()),
    }
}

/// The options of `duel tui` without any.
pub(crate) fn tui_defaults() -> Result<TuiOptions, Stop> {
    match parse(["duel", "tui"])?.command {
        Some(Command::Tui(options)) => Ok(options),
        _ => Ok(TuiOptions::default()),
    }
}

/// The command that was meant where a book was named, or that a mistyped one may have been meant as where the
/// parser does not say it itself.
pub(crate) fn command_meant(refusal: &clap::Error) -> Option<String> {
    let ContextValue::String(typed) = refusal.get(ContextKind::InvalidSubcommand)? else {
        return None;
    };
    if duel_books::find(typed).is_some() {
        return Some(format!("duel play {typed}"));
    }
    if refusal.get(ContextKind::SuggestedSubcommand).is_some() {
        return None;
    }
    let program = Cli::command();
    nearest::nearest(typed, program.get_subcommands().map(clap::Command::get_name))
        .map(str::to_owned)
}

fn parse<const N: usize>(words: [&str; N]) -> Result<Cli, Stop> {
    let command = Config::load().and_then(|config| command(&config)).map_err(Stop::usage)?;
    let mut matches = command.try_get_matches_from(words).map_err(Stop::usage)?;
    Cli::from_arg_matches_mut(&mut matches).map_err(Stop::usage)
}

/// Two-player number games about divisors.
///
/// Without a command the full screen opens on a terminal of 60 by 16 characters or more, and a short
/// menu on any other; --menu opens the menu everywhere.
#[derive(Debug, Parser)]
#[command(name = "duel", version, max_term_width = 100, after_help = EXIT_CODES, after_long_help = MORE)]
pub(crate) struct Cli {
    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    /// Open the menu of the prompt, where the full screen would be opened
    #[arg(long)]
    pub(crate) menu: bool,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What exit codes mean.
pub(crate) const EXIT_CODES: &str = "\
Exit codes: 0 fine; 1 it failed, such as input that ended in the middle of a game; 2 wrong usage; 130 \
interrupted; 129, 131 and 143 ended by a signal (the terminal was closed, SIGQUIT, SIGTERM).";

const MORE: &str = "\
Defaults of options may be set in the environment (DUEL_COLOR, DUEL_MENU, DUEL_THEME, DUEL_ASCII, \
DUEL_STILL, DUEL_P1, DUEL_P2, DUEL_ON_ILLEGAL, DUEL_BUDGET, DUEL_WHY, DUEL_LISTEN, DUEL_DATABASE, \
DUEL_PUBLIC) and in the file divisor-duel/config.toml in your configuration folder, or in the file that \
DUEL_CONFIG names: p1 = \"Ann\", ascii = true. What is typed comes first, then the environment, then the \
file. NO_COLOR is respected.

Exit codes: 0 fine; 1 it failed, such as input that ended in the middle of a game; 2 wrong usage; 130 \
interrupted; 129, 131 and 143 ended by a signal (the terminal was closed, SIGQUIT, SIGTERM).";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play a game, or a match of several; without a book, a menu asks for everything
    Play(Box<PlayOptions>),
    /// List the rule books
    Books {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Explain the rules of a book, its house rules and rulings; without a book, list the books
    Rules {
        #[arg(help = duel_books::names("or"))]
        book: Option<String>,
    },
    /// Play on the full screen
    Tui(TuiOptions),
    /// Write the pages that need no server as files for any web space
    ///
    /// Playing the computer, two people at one device, lessons, puzzles, training, the duel of the day, the
    /// solver, assignments, rules and sheets. Serve the folder with anything, under any path.
    Site {
        /// The folder to write; it must be new or empty
        #[arg(long, value_name = "DIR")]
        out: std::path::PathBuf,
    },
    /// Serve the games to browsers and programs: play a friend by a link
    Serve(ServeOptions),
    /// Learn a game in short lessons
    ///
    /// Without a book, the courses are listed, and the one that was begun last goes on; at first,
    /// that is a first game for newcomers. Wrong moves are explained.
    Learn(LearnOptions),
    /// List the kept games, newest first; delete, import or annotate them
    ///
    /// A game has a short name, such as k7q, which is enough wherever a game is asked for; so is the
    /// beginning of its long name, and last for the newest.
    Games(GamesOptions),
    /// Count wins by book and opponent, how many moves were good, and streaks
    Stats(StatsOptions),
    /// Go on with a kept game
    Resume {
        /// The name of a kept game, long or short, or a file; without it, the newest unfinished game
        #[arg(value_name = "ID|FILE")]
        game: Option<String>,
    },
    /// Show a kept game again, move by move
    Replay {
        /// The name of a kept game, long or short, or a file; without it, the last game
        #[arg(value_name = "ID|FILE")]
        game: Option<String>,
    },
    /// Print the record of a kept game
    Export {
        /// The name of a kept game, long or short, or a file; without it, the last game
        #[arg(value_name = "ID|FILE")]
        game: Option<String>,
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
    ///
    /// The winner's plan can be followed to the end of the game: --why student tells all of it, --try
    /// lets you argue, and --json has it for programs (docs/json.md).
    Explain {
        /// A position such as subtract:60, or - to read positions from standard input
        position: String,
        /// Print JSON (always so for positions from standard input)
        #[arg(long)]
        json: bool,
        /// Take the loser's side and try anything: each try is answered
        #[arg(long = "try", conflicts_with = "json")]
        tries: bool,
        #[command(flatten)]
        effort: Effort,
    },
    /// Give a hint: what to look for; with --more how many moves win, with --more --more the move
    Hint {
        /// A position such as subtract:60
        position: String,
        /// Say how many moves win; given twice, name the move
        #[arg(long, action = clap::ArgAction::Count)]
        more: u8,
        /// Name the move, as --more --more does
        #[arg(long = "move", conflicts_with = "more")]
        names_move: bool,
        #[command(flatten)]
        effort: Effort,
    },
    /// Review a kept game: what each move did to it, and what would have been best
    Review {
        /// The name of a kept game, long or short, or a file; without it, the last game
        #[arg(value_name = "ID|FILE")]
        game: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        effort: Effort,
    },
    /// Draw a fair start: a coin decides which side can win it
    Deal {
        #[arg(help = duel_books::names("or"))]
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
    /// Play the duel of the day, which is the same for everybody: you begin, and you can win
    ///
    /// The computer plays perfectly. Days change at midnight UTC. At the end comes a line to share
    /// that gives nothing away. A day that was left goes on where it stood; one that is over says how
    /// it ended.
    Daily(DailyOptions),
    /// Discover the rule behind the lost numbers of a game: state one, and see where it fails
    ///
    /// Without a conjecture the lost numbers are shown, and conjectures are asked for. docs/discover.md
    /// describes how they are written.
    Discover {
        /// A book, with house rules if you like, such as subtract or subtract+no-echo
        game: String,
        /// Numbers are lost exactly when this holds
        conjecture: Option<String>,
        /// Print JSON
        #[arg(long, requires = "conjecture")]
        json: bool,
    },
    /// Solve puzzles of the difficulty that suits you, with a rating
    ///
    /// Each puzzle is rated once. docs/puzzles.md explains kinds, difficulty and rating.
    Puzzle(PuzzleOptions),
    /// Train on the positions in which you threw a win away
    ///
    /// They come from your kept games and from the record files that are named, text or JSON. Each is due
    /// at once, and 3 and 7 days later, until you have found a winning move three times; if you do not, it
    /// comes back the next day.
    Train(TrainOptions),
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
    /// Split numbers into primes
    Factor(FactorOptions),
    /// List the divisors of a number, ascending
    Divisors(DivisorsOptions),
    /// Speak the Universal Game Interface: our opponents for any tournament program
    ///
    /// Commands come from standard input, answers go to standard output. docs/bot-protocol.md
    /// describes them.
    Ugi,
    /// Check step by step whether a program that plays keeps to the protocol
    CheckBot {
        /// What starts it, as typed at a shell: "python3 mybot.py"
        #[arg(value_name = "COMMAND")]
        command: String,
        #[arg(
            long,
            value_name = "BOOK[,BOOK...]",
            help = format!("The books it plays; without this, all {}", duel_books::count_in_words())
        )]
        books: Option<String>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Let programs and opponents play each other: a match, a round robin or a gauntlet
    ///
    /// Each start is played twice with sides changed. With --out, an event that was interrupted
    /// goes on when the same command is given again. docs/tournaments.md explains the table.
    Match(Box<MatchOptions>),
    /// How positions are written, on one line
    #[command(long_about = POSITIONS, help_template = "{about}\n")]
    Positions,
    /// Print completions for a shell
    Completions {
        /// Which shell
        shell: Shell,
    },
    /// Show a man page; where the output is no terminal, or there is no `man`, print its source
    Man {
        /// The page of a command, such as play or games delete
        command: Vec<String>,
        /// Write the pages of all commands into a folder
        #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
        out: Option<std::path::PathBuf>,
    },
}

impl Command {
    /// Whether it tells about the program alone, so that no setting matters.
    pub(crate) fn is_about_program(&self) -> bool {
        matches!(self, Command::Positions | Command::Completions { .. } | Command::Man { .. })
    }

    /// Whether it may run for so long that it has to handle Ctrl-C.
    pub(crate) fn is_long_running(&self) -> bool {
        matches!(
            self,
            Command::Solve { .. }
                | Command::Explain { .. }
                | Command::Hint { .. }
                | Command::Review { .. }
                | Command::Stats(_)
                | Command::Deal { .. }
                | Command::Discover { .. }
                | Command::Puzzle(_)
                | Command::Train(_)
                | Command::Prove { .. }
                | Command::Verify { .. }
                | Command::Factor(_)
                | Command::Divisors(_)
        )
    }
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
            // anstream would take a dumb terminal of a build server for a coloured one.
            Color::Auto if dumb => anstream::ColorChoice::Never,
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use duel_play::command_line::CommandLine;

    use super::*;

    fn program() -> clap::Command {
        command(&Config::default()).unwrap()
    }

    #[test]
    fn every_command_is_in_one_group_and_has_examples() {
        let program = program();
        let names: BTreeSet<&str> =
            program.get_subcommands().map(clap::Command::get_name).collect();
        let mut grouped = BTreeSet::new();
        for name in help::GROUPS.iter().flat_map(|(_, names)| names.iter()) {
            assert!(grouped.insert(*name), "{name} is in two groups");
        }
        assert_eq!(grouped, names);
        let with_examples: BTreeSet<&str> = EXAMPLES.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.difference(&with_examples).collect::<Vec<_>>(), [&"positions"]);
        program.debug_assert();
    }

    #[test]
    fn every_example_is_accepted() {
        let texts = EXAMPLES.iter().map(|(_, text)| *text).chain([POSITIONS]);
        let mut parsed = 0;
        for text in texts {
            let (_, examples) = text.split_once("Examples:\n").expect(text);
            let is_listed = |line: &&str| line.starts_with("  ");
            if let Some(line) = text.lines().filter(is_listed).find(|line| line.len() > 80) {
                panic!("too long for most terminals: {line}");
            }
            for line in examples.lines().take_while(|line| line.starts_with("  ")) {
                let line = line.trim_start().split("  ").next().unwrap();
                // Output may be redirected; within quotation marks it is another sign.
                let line = match line.split_once(" > ") {
                    Some((before, _)) if before.matches('"').count() % 2 == 0 => before,
                    _ => line,
                };
                // A line may hold several commands, as a pipe, or only a remark.
                for part in line.split(" | ").filter(|part| part.starts_with("duel")) {
                    let words: CommandLine = part.parse().unwrap();
                    let words = [words.program()]
                        .into_iter()
                        .chain(words.arguments().iter().map(AsRef::as_ref));
                    let parse = program().try_get_matches_from(words);
                    assert!(parse.is_ok(), "{part}: {}", parse.unwrap_err());
                    parsed += 1;
                }
            }
        }
        assert!(parsed > 80, "{parsed}");
    }

    #[test]
    fn the_settings_are_all_in_the_help_and_the_page() {
        const PAGE: &str = include_str!("../../../../docs/configuration.md");
        for setting in &crate::config::SETTINGS {
            assert!(MORE.contains(setting.variable), "{}", setting.variable);
            let row = format!("| `{}` | `{}` |", setting.key, setting.variable);
            assert!(PAGE.contains(&row), "{row}");
        }
    }
}
