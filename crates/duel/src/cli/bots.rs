//! The options of `match`.

use clap::Args;

/// Who plays an event, and from where.
#[derive(Args, Debug)]
pub(crate) struct MatchOptions {
    /// Two or more: bot:LEVEL (the levels are listed below) or cmd:PROGRAM
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
