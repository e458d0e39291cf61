//! Why there is no answer.

use duel_books::explain::sentence;
use serde::Serialize;

/// Why there is no answer, with the members that problems of the HTTP API have too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Problem {
    /// What is wrong, for programs.
    code: &'static str,
    /// What is wrong and what would be right, for people.
    detail: String,
}

impl Problem {
    /// A problem; the detail becomes a sentence.
    pub(crate) fn new(code: &'static str, detail: &str) -> Problem {
        Problem { code, detail: sentence(detail) }
    }

    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
