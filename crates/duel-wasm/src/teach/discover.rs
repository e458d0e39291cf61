//! Conjectures about lost numbers.

use duel_books::explain::sentence;
use duel_teach::discover::{
    Conjecture, ConjectureError, Discovery, Game, Reach, Sieve, VerdictForm,
};
use serde::Serialize;

use crate::{Request, needed, problem::Problem, to_json};

/// How far numbers are compared where a theorem settles them all.
const FARTHEST: u32 = 1_000_000;

/// The same where each is searched.
const FARTHEST_SEARCHED: u32 = 20_000;

/// The work for all of them together: some seconds in a browser.
const WORK: u64 = 1_000_000;

/// How many bytes each table of the solver may take.
const MEMORY: usize = 64 << 20;

/// The last number of a picture.
const LAST_SHOWN: u32 = 100;

/// Which starts of a game are lost.
#[derive(Debug, Serialize)]
struct LostForm {
    /// The game in its canonical form.
    game: String,
    /// Its least start.
    first: String,
    /// The last number that was looked at.
    known_to: Option<String>,
    /// The lost ones, ascending.
    lost: Vec<String>,
    /// Whether a theorem settles every start.
    has_theorem: bool,
}

/// What comes of a conjecture.
#[derive(Debug, Serialize)]
struct AnswerForm {
    #[serde(flatten)]
    verdict: VerdictForm,
    /// The same in words, a paragraph a line.
    words: String,
    /// The position of the counterexample.
    position: Option<String>,
    /// The numbers that the conjecture calls lost, of those that a picture shows.
    says_lost: Vec<String>,
}

/// What is wrong with the text of a conjecture.
#[derive(Debug, Serialize)]
struct MistakeForm {
    mistake: PlaceForm,
}

/// A place in a text.
#[derive(Debug, Serialize)]
struct PlaceForm {
    /// How many characters stand before it.
    at: usize,
    /// How many characters it has; 0 at the end of the text.
    length: usize,
    /// What is wrong there, and what would be right.
    words: String,
}

fn game(r: &Request) -> Result<Game, Problem> {
    let text = needed(r.game.as_ref(), "game")?;
    Game::parse(text).map_err(|error| Problem::new("no-such-game", &error.to_string()))
}

/// How far a page compares numbers: as far as it asks, within the limits.
fn reach(game: &Game, to: Option<u64>) -> Reach {
    let none = Reach { to: 0, work: 0, memory: MEMORY };
    let farthest = match Discovery::new(game.clone(), none).theorem() {
        Some(_) => FARTHEST,
        None => FARTHEST_SEARCHED,
    };
    let to = to.and_then(|to| u32::try_from(to).ok()).unwrap_or(farthest).min(farthest);
    Reach { to, work: WORK, memory: MEMORY }
}

/// The lost numbers of a game as far as a picture shows them (`game`).
pub(super) fn lost_numbers(r: &Request) -> Result<String, Problem> {
    let game = game(r)?;
    let reach = Reach { to: LAST_SHOWN, ..reach(&game, None) };
    let mut discovery = Discovery::new(game, reach);
    let found = discovery.lost(1, LAST_SHOWN.into());
    to_json(&LostForm {
        game: discovery.game().to_string(),
        first: discovery.game().first().to_string(),
        known_to: found.known_to.map(|number| number.to_string()),
        lost: found.lost.iter().map(u64::to_string).collect(),
        has_theorem: discovery.theorem().is_some(),
    })
}

/// What comes of a conjecture about a game (`game`, `conjecture`, and `to`, the last number). One that
/// cannot be read is answered with the place of the mistake.
pub(super) fn conjecture(r: &Request) -> Result<String, Problem> {
    let game = game(r)?;
    let text = needed(r.conjecture.as_ref(), "conjecture")?;
    let conjecture = match Conjecture::parse(text) {
        Ok(conjecture) => conjecture,
        Err(error) => return to_json(&MistakeForm { mistake: place(&error) }),
    };
    let reach = reach(&game, r.to);
    let mut discovery = Discovery::new(game, reach);
    let verdict = discovery.answer(&conjecture);
    let counterexample = verdict.counterexample.as_ref();
    let position = counterexample.and_then(|found| discovery.game().position(found.number));
    to_json(&AnswerForm {
        words: verdict.words(),
        position: position.map(|position| position.to_string()),
        says_lost: said(&discovery, &conjecture),
        verdict: verdict.form(),
    })
}

/// The numbers that a conjecture calls lost, of those that a picture shows.
fn said(discovery: &Discovery, conjecture: &Conjecture) -> Vec<String> {
    let sieve = Sieve::to(LAST_SHOWN);
    let numbers = discovery.game().first()..=LAST_SHOWN.into();
    let lost = numbers.filter(|number| conjecture.holds_for(*number, &sieve));
    lost.map(|number| number.to_string()).collect()
}

fn place(error: &ConjectureError) -> PlaceForm {
    let words = sentence(&error.problem.to_string());
    PlaceForm { at: error.at, length: error.length, words }
}
