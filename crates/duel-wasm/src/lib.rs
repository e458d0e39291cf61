//! The engine of the pages: the same rules, books, solver and opponents as the program, asked in JSON.
//!
//! [`answer`] takes a request on one line and gives an answer on one line, as the program
//! `duel-engine` does from standard input to standard output. Compiled to WebAssembly that program
//! runs in a worker of the browser. It keeps nothing between requests: a game travels as its
//! [record](duel_core::Record). Clock and randomness are handed in with the request (dates and
//! seeds), and work is counted, not timed, so the same request has the same answer on every machine.
//!
//! The answers are those of the HTTP API where it has them (see [`duel_json`]). With the feature `teach`
//! there are also the questions that judge and explain (`teach.rs`).
//!
//! ```
//! let answer = duel_wasm::answer(r#"{"ask":"position","position":"divide:60"}"#);
//! assert!(answer.starts_with(r#"{"answer":{"position":"divide:60","#));
//! let answer = duel_wasm::answer(r#"{"ask":"position","position":"divide:x"}"#);
//! assert!(answer.starts_with(r#"{"problem":{"code":"not-a-position""#));
//! ```

mod game;
mod position;
mod problem;
#[cfg(feature = "teach")]
mod teach;

use serde::{Deserialize, Serialize};

use self::problem::Problem;

/// What a page asks for. Which members a question needs is said where it is answered.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Request {
    /// The question.
    ask: String,
    position: Option<String>,
    number: Option<usize>,
    from: Option<u64>,
    to: Option<u64>,
    near: Option<String>,
    book: Option<String>,
    difficulty: Option<String>,
    count: Option<u32>,
    seed: Option<String>,
    date: Option<String>,
    record: Option<String>,
    fair: bool,
    opponent: Option<String>,
    level: Option<String>,
    seat: Option<String>,
    name: Option<String>,
    other_name: Option<String>,
    action: Option<String>,
    #[serde(rename = "move")]
    made: Option<String>,
    ms: u64,
    // What the pages that teach ask with.
    step: Option<String>,
    answer: Option<String>,
    hint: bool,
    hints: usize,
    #[cfg(feature = "teach")]
    tried: Vec<String>,
    kind: Option<String>,
    link: Option<String>,
    #[cfg(feature = "teach")]
    attempt: Option<serde_json::Value>,
    #[cfg(feature = "teach")]
    progress: Option<serde_json::Value>,
    #[cfg(feature = "teach")]
    training: Option<serde_json::Value>,
    game: Option<String>,
    conjecture: Option<String>,
}

/// A member that the question needs.
fn needed<'a>(member: Option<&'a String>, name: &str) -> Result<&'a str, Problem> {
    let missing = || Problem::new("bad-request", &format!("the member {name} is missing"));
    member.map(String::as_str).ok_or_else(missing)
}

impl Request {
    fn position(&self) -> Result<&str, Problem> {
        needed(self.position.as_ref(), "position")
    }

    fn record(&self) -> Result<&str, Problem> {
        needed(self.record.as_ref(), "record")
    }

    fn seed(&self) -> Result<&str, Problem> {
        needed(self.seed.as_ref(), "seed")
    }

    fn date(&self) -> Result<&str, Problem> {
        needed(self.date.as_ref(), "date")
    }

    fn book(&self) -> Result<&str, Problem> {
        needed(self.book.as_ref(), "book")
    }
}

/// Answers one request, both as JSON.
pub fn answer(request: &str) -> String {
    match ask(request) {
        Ok(answer) => format!("{{\"answer\":{answer}}}"),
        Err(problem) => format!("{{\"problem\":{}}}", problem.to_json()),
    }
}

fn ask(request: &str) -> Result<String, Problem> {
    let request: Request = serde_json::from_str(request)
        .map_err(|error| Problem::new("bad-request", &error.to_string()))?;
    let r = &request;
    match request.ask.as_str() {
        "position" => to_json(&position::show(r.position()?)?),
        "moves" => {
            let near = r.near.clone();
            let query = duel_json::PageQuery { number: r.number, from: r.from, to: r.to, near };
            to_json(&position::moves(r.position()?, &query)?)
        }
        "deal" => to_json(&position::deal(r.book()?, r.seed()?, r.difficulty.as_deref())?),
        "deals" => to_json(&position::deals(
            r.book()?,
            r.from.unwrap_or(0),
            r.count.unwrap_or(1),
            r.seed()?,
        )?),
        "daily" => to_json(&position::daily(r.date()?)?),
        "begin" => to_json(&game::begin(r)?),
        "game" => to_json(&game::show(r.record()?)?),
        "act" => to_json(&game::act(r)?),
        "reply" => to_json(&game::reply(r.record()?)?),
        "rematch" => to_json(&game::rematch(r.record()?, r.date()?)?),
        "export" => to_json(&game::export(r.record()?)?),
        #[cfg(feature = "teach")]
        _ => teach::ask(r),
        #[cfg(not(feature = "teach"))]
        _ => Err(no_such_question()),
    }
}

fn no_such_question() -> Problem {
    Problem::new("bad-request", "there is no such question")
}

fn to_json(value: &impl Serialize) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(|error| Problem::new("engine", &error.to_string()))
}
