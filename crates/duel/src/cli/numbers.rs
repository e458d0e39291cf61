//! The options of `factor` and `divisors`.

use clap::Args;

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
