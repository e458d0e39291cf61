//! The options of the commands that ask the solver.

use clap::{Args, ValueEnum};

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
