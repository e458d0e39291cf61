//! The command line: every command and option, in one place. Completions and man pages come from
//! here too.
//!
//! Numbers, rules and clocks arrive as text and are read by the libraries, so that the same
//! grammar and the same messages hold everywhere.

use clap::{Args, CommandFactory as _, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

/// The parser: values may look like negative numbers, so that our own message rejects them.
pub(crate) fn command() -> clap::Command {
    fn with_negative_numbers(command: clap::Command) -> clap::Command {
        command
            .mut_args(|argument| {
                let takes_values = argument.get_action().takes_values();
                if takes_values { argument.allow_negative_numbers(true) } else { argument }
            })
            .mut_subcommands(with_negative_numbers)
    }
    with_negative_numbers(Cli::command())
}

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

const FACTOR_EXAMPLES: &str = "\
Examples:
  duel factor 360                  360: 2 2 2 3 3 5
  duel factor -e 360 97            360: 2^3 3^2 5, and on the next line 97: 97
  seq 1000000 | duel factor        numbers from a pipe, separated by white space
  duel factor --budget 10s N       a part that is not split in time stands in brackets

A word that is no number is told on standard error, and the others are answered all the same.
Exit codes: 0 all is answered; 1 a word is no number, or a number not factored completely; 130
interrupted, with what was found so far on standard error.";

const DIVISORS_EXAMPLES: &str = "\
Examples:
  duel divisors 28                       1, 2, 4, 7, 14 and 28, each on a line
  duel divisors --count 360              24
  duel divisors --page 1000..1010 N      some from the middle of a long list
  duel divisors --around 1000 N          those next to 1000
  duel divisors 6 28                     6: 1 2 3 6, and on the next line 28: 1 2 4 7 14 28
  echo 6 28 | duel divisors -            the same

Exit codes: 0 all is answered; 1 a word is no number, or a number not factored completely; 130
interrupted.";

const DISCOVER_EXAMPLES: &str = "\
Examples:
  duel discover subtract
  duel discover subtract odd
  duel discover divide \"prime or n = 1\"
  duel discover dilemma+prime-steps \"n mod 4 = 1 or largest prime > 7\"

Exit codes: 0 the conjecture is answered, right or wrong; 2 it cannot be read; 130 interrupted.";

const PUZZLE_EXAMPLES: &str = "\
Examples:
  duel puzzle                              puzzles of all books, as hard as your rating
  duel puzzle subtract --kind only-move    of one book and one kind
  duel puzzle --level 1500 --seed 7        the same puzzle again, on every machine
  duel puzzle --set divide-beginner        a set that was picked by hand
  duel puzzle --json digits                one puzzle with its answer, for programs";

const SERVE_EXAMPLES: &str = "\
Examples:
  duel serve                                     on this machine, at http://127.0.0.1:8080
  duel serve --listen 0.0.0.0:8080               for everybody in the network
  duel serve --public https://duel.example --trust-proxy 127.0.0.1     behind a proxy
  duel serve --database postgres://duel@db/duel  several servers on one database
  duel serve --backup games.db                   a copy of the games, at any time";

const MATCH_EXAMPLES: &str = "\
Examples:
  duel match bot:easy bot:hard --deal subtract --count 50
  duel match \"cmd:python3 mybot.py\" bot:medium --deal subtract,factor --count 20 --out event
  duel match New=cmd:./new Old=cmd:./old --starts starts.txt --clock 10s+1s --sprt 0,20
  duel match cmd:./mine bot:easy bot:medium bot:hard --format gauntlet --range divide:60..160";

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
        #[arg(help = duel_books::names("or"))]
        book: String,
    },
    /// Play on the full screen
    Tui(TuiOptions),
    /// Write the pages that need no server as files for any web space
    ///
    /// Playing the computer, two people at one device, the duel of the day, the solver, rules and
    /// sheets. Serve the folder with anything, under any path.
    Site {
        /// The folder to write; it must be new or empty
        #[arg(long, value_name = "DIR")]
        out: std::path::PathBuf,
    },
    /// Serve the games to browsers and programs: play a friend by a link
    #[command(after_help = SERVE_EXAMPLES)]
    Serve(ServeOptions),
    /// Learn a game in short lessons
    ///
    /// Without a book, the courses are listed, and the one that was begun last goes on; at first,
    /// that is a first game for newcomers. Wrong moves are explained.
    Learn(LearnOptions),
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
    /// that gives nothing away.
    Daily {
        /// Another day, as YYYY-MM-DD, from 2026-01-01 to 2100-12-31
        date: Option<String>,
        /// Only print the position
        #[arg(long)]
        show: bool,
        /// Do not keep the game
        #[arg(long)]
        no_save: bool,
    },
    /// Discover the rule behind the lost numbers of a game: state one, and see where it fails
    ///
    /// Without a conjecture the lost numbers are shown, and conjectures are asked for. docs/discover.md
    /// describes how they are written.
    #[command(after_help = DISCOVER_EXAMPLES)]
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
    #[command(after_help = PUZZLE_EXAMPLES)]
    Puzzle(PuzzleOptions),
    /// Train on the positions in which you threw a win away
    ///
    /// They come from your kept games and from the record files that are named, text or JSON, and come
    /// back after 1, 3 and 7 days until you have found the winning move three times.
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
    #[command(after_help = FACTOR_EXAMPLES)]
    Factor(FactorOptions),
    /// List the divisors of a number, ascending
    #[command(after_help = DIVISORS_EXAMPLES)]
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
    #[command(after_help = MATCH_EXAMPLES)]
    Match(Box<MatchOptions>),
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
    /// Whether it may run for so long that it has to handle Ctrl-C.
    pub(crate) fn is_long_running(&self) -> bool {
        matches!(
            self,
            Command::Solve { .. }
                | Command::Explain { .. }
                | Command::Hint { .. }
                | Command::Review { .. }
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

/// What to play, and how.
#[derive(Args, Debug, Default)]
pub(crate) struct PlayOptions {
    #[arg(
        value_name = "BOOK|POSITION",
        help = format!("{}; or a position such as factor+no-whole:6~6,3", duel_books::names("or"))
    )]
    pub(crate) game: String,
    /// The number to start from, or several
    #[arg(long, value_name = "N[,N...]", allow_hyphen_values = true)]
    pub(crate) start: Option<String>,
    /// The target of digits, or several
    #[arg(long, value_name = "D[,D...]", allow_hyphen_values = true)]
    pub(crate) target: Option<String>,
    /// The maximum length of the number in digits
    #[arg(long, value_name = "L")]
    pub(crate) max_length: Option<String>,
    /// The first player: a name, bot:LEVEL (random, easy, medium, hard, perfect, swindler) or
    /// cmd:PROGRAM (docs/bot-protocol.md); NAME=bot:LEVEL gives it a name of its own
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

/// Which puzzles are wanted.
#[derive(Args, Debug, Default)]
pub(crate) struct PuzzleOptions {
    #[arg(help = format!("{}; without it, all of them in turn", duel_books::names("or")))]
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

/// How the full screen is wanted.
#[derive(Args, Debug, Default)]
pub(crate) struct TuiOptions {
    /// What to begin with: a book, a position such as factor+no-whole:6~6,3, or a kept game
    #[arg(value_name = "BOOK|POSITION|ID|FILE")]
    pub(crate) game: Option<String>,
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

/// What to learn, and from where.
#[derive(Args, Debug, Default)]
pub(crate) struct LearnOptions {
    #[arg(help = duel_books::names("or"))]
    pub(crate) book: Option<String>,
    /// The step to begin with, by its number or name
    #[arg(long, value_name = "STEP", requires = "book")]
    pub(crate) from: Option<String>,
    /// Start the course over
    #[arg(long, conflicts_with = "from", requires = "book")]
    pub(crate) again: bool,
    /// Only list the courses, and what you have done
    #[arg(long, conflicts_with_all = ["book", "from", "again"])]
    pub(crate) list: bool,
    /// Print the list as JSON
    #[arg(long, requires = "list")]
    pub(crate) json: bool,
}

/// How the games are served.
#[derive(Args, Debug)]
pub(crate) struct ServeOptions {
    /// The address and port to listen on; port 0 takes any free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    pub(crate) listen: String,
    #[arg(
        long,
        value_name = "FILE|URL",
        env = "DUEL_DATABASE",
        hide_env_values = true,
        help = "Where games are kept: a file (SQLite), or postgres://USER:PASSWORD@HOST/NAME for \
                several servers; without it web.db in your data directory"
    )]
    pub(crate) database: Option<String>,
    #[arg(
        long,
        value_name = "URL",
        help = "The address under which people reach the server, such as https://duel.example"
    )]
    pub(crate) public: Option<String>,
    /// A proxy whose X-Forwarded-For is believed; may be given several times
    #[arg(long, value_name = "IP")]
    pub(crate) trust_proxy: Vec<std::net::IpAddr>,
    /// Change a limit, such as games=100; may be given several times
    #[arg(long, value_name = "NAME=NUMBER")]
    pub(crate) limit: Vec<String>,
    /// Print the limits and what they mean
    #[arg(long)]
    pub(crate) limits: bool,
    /// How the log on standard error is written
    #[arg(long, default_value = "text")]
    pub(crate) log: LogFormat,
    /// Write a line about every request
    #[arg(long)]
    pub(crate) verbose: bool,
    /// Copy the games of a file into this new one, also while a server runs
    #[arg(long, value_name = "FILE")]
    pub(crate) backup: Option<std::path::PathBuf>,
}

/// A form of the log.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LogFormat {
    Text,
    Json,
}

/// Which numbers to factor, and how to write them.
#[derive(Args, Debug)]
pub(crate) struct FactorOptions {
    /// The numbers, 0 or of up to 10,000 digits; none, or -, reads them from standard input
    #[arg(value_name = "N")]
    pub(crate) numbers: Vec<String>,
    /// Write powers as 2^3 instead of 2 2 2
    #[arg(short, long)]
    pub(crate) exponents: bool,
    /// Print JSON, one object a line
    #[arg(long)]
    pub(crate) json: bool,
    /// How long to search, for each number: 500ms, 10s, 5m; without it, as long as it takes
    #[arg(long, value_name = "TIME")]
    pub(crate) budget: Option<String>,
}

/// Whose divisors to list, which of them, and how to write them.
#[derive(Args, Debug)]
pub(crate) struct DivisorsOptions {
    /// The number; several, or - for those of standard input, give a line each, N: 1 ... N
    #[arg(value_name = "N", required = true)]
    pub(crate) numbers: Vec<String>,
    /// Print only how many there are
    #[arg(long, conflicts_with_all = ["page", "around"])]
    pub(crate) count: bool,
    /// Only those at these places, counted from 1, both included
    #[arg(long, value_name = "A..B", conflicts_with = "around")]
    pub(crate) page: Option<String>,
    /// Only those next to this value, which need not be one
    #[arg(long, value_name = "V")]
    pub(crate) around: Option<String>,
    /// How many on either side of that value
    #[arg(long, value_name = "R", default_value = "10", requires = "around")]
    pub(crate) radius: String,
    /// Print JSON, one object a line
    #[arg(long)]
    pub(crate) json: bool,
    /// How long to search for factors, for each number: 500ms, 10s, 5m; without it, as long as it
    /// takes
    #[arg(long, value_name = "TIME")]
    pub(crate) budget: Option<String>,
    /// If a number is not factored in time, list the divisors that are known
    #[arg(long)]
    pub(crate) known: bool,
}

/// Who plays an event, and from where.
#[derive(Args, Debug)]
pub(crate) struct MatchOptions {
    /// Two or more: bot:LEVEL (random, easy, medium, hard, perfect, swindler) or cmd:PROGRAM
    /// (docs/bot-protocol.md), either one behind NAME= if you like
    #[arg(value_name = "ENTRANT", required = true, num_args = 1..)]
    pub(crate) entrants: Vec<String>,
    /// round-robin: everybody meets everybody; gauntlet: the first meets all the others
    #[arg(long, value_name = "FORMAT", default_value = "round-robin")]
    pub(crate) format: String,
    /// Start from the positions in this file, one on each line; # begins a remark
    #[arg(long, value_name = "FILE")]
    pub(crate) starts: Vec<std::path::PathBuf>,
    /// Deal fair starts of these books, with further house rules if you like
    #[arg(long, value_name = "BOOK[+RULE...][,...]", value_delimiter = ',')]
    pub(crate) deal: Vec<String>,
    /// How many starts of each book to deal (10 unless told)
    #[arg(long, value_name = "N", requires = "deal")]
    pub(crate) count: Option<String>,
    /// Start from every number of a range, such as divide:20..40
    #[arg(long, value_name = "BOOK[+RULE...]:FROM..TO")]
    pub(crate) range: Vec<String>,
    /// The seed of deals and of the opponents' choices, to have the event again
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<String>,
    /// A time per turn (30s), or a total with an increment (5m+3s)
    #[arg(long, value_name = "TIME", conflicts_with = "movetime")]
    pub(crate) clock: Option<String>,
    /// The time to think about a move (200ms, 2s); who takes a second more loses
    #[arg(long, value_name = "TIME")]
    pub(crate) movetime: Option<String>,
    /// How many games to play at once; without this, one on each core if neither a clock nor a
    /// program takes part, and otherwise 1
    #[arg(long, value_name = "N")]
    pub(crate) concurrency: Option<String>,
    /// Set an option of a program, by the entrant's number: 1:Hash=64
    #[arg(long = "option", value_name = "ENTRANT:NAME=VALUE")]
    pub(crate) options: Vec<String>,
    /// End a match of two when it is clear which of two Elo differences is true
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    pub(crate) sprt: Option<String>,
    /// Keep plan, games and results in this folder, and go on with what it holds
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<std::path::PathBuf>,
    /// Write the results as JSON to this file as well
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<std::path::PathBuf>,
    /// Do not ask the solver which won positions were thrown away
    #[arg(long)]
    pub(crate) no_blunders: bool,
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
            // anstream would take a dumb terminal of a build server for a coloured one.
            Color::Auto if dumb => anstream::ColorChoice::Never,
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}
