//! Puzzles: drawing one, judging answers, and what they do to the rating.
//!
//! A puzzle travels as an [`Attempt`], and what a person has reached as a [`PuzzleProgress`]; the page
//! keeps both and understands neither.

use duel_books::house::name_with_rules;
use duel_json::PositionForm;
use duel_play::Date;
use duel_solver::Solver;
use duel_teach::{
    Attempt, Kind, Puzzle, PuzzleProgress,
    puzzle::{
        Wanted,
        difficulty::{LEAST, MOST, in_words},
        generate::{draw_kind, generate},
        rules_in_words, sets, table_in_words,
    },
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{Request, needed, position, problem::Problem};

/// How many seeds are tried to find a puzzle that was not rated before.
const SEEDS: u64 = 20;

/// A puzzle that was drawn, and all that a page shows of it.
#[derive(Serialize)]
pub(crate) struct DrawnForm {
    /// What draws this very puzzle again: `BOOK.KIND.LEVEL.SEED`, or `SET.PLACE`.
    link: String,
    /// The seed of the next puzzle, or the place of the next one in the set.
    next: Option<String>,
    /// The name of its game, and in what its rules differ from the book's.
    title: String,
    kind: Kind,
    difficulty: u32,
    /// How hard that is, in words.
    grade: &'static str,
    /// Whether it was rated before, so that it will not be rated again.
    met: bool,
    /// What is to be done, in words.
    task: &'static str,
    #[serde(flatten)]
    stand: StandForm,
}

/// How an attempt stands, and the position to show.
#[derive(Serialize)]
pub(crate) struct StandForm {
    attempt: Attempt,
    #[serde(flatten)]
    shown: ShownForm,
}

/// A position as exercises show it.
#[derive(Serialize)]
pub(crate) struct ShownForm {
    /// The rules, in words.
    rules: String,
    /// What is on the table, in lines of words.
    table: Vec<String>,
    place: PositionForm,
}

/// What came of an answer, a hint or giving up.
#[derive(Serialize)]
pub(crate) struct AttemptForm {
    /// What is said about it.
    words: String,
    /// Whether the answer was right, if it was an answer.
    right: Option<bool>,
    /// Whether nothing of the answer was wrong, but something is missing.
    incomplete: bool,
    /// Whether it was decided just now that the puzzle counts as solved, or that it does not.
    decided: bool,
    #[serde(flatten)]
    stand: StandForm,
}

/// What a person has reached, to be shown.
#[derive(Serialize)]
pub(crate) struct StandingForm {
    rating: i64,
    /// Whether too few puzzles were rated to rely on it.
    uncertain: bool,
    rated: u32,
    solved: u32,
    /// How many were solved in a row, and the most that ever were.
    current: u32,
    best: u32,
    /// On how many days in a row one was solved.
    days: u32,
}

/// What is reached after a puzzle.
#[derive(Serialize)]
pub(crate) struct RatedForm {
    progress: PuzzleProgress,
    /// By how much the rating has changed; `None` if the puzzle was rated before.
    change: Option<i64>,
    #[serde(flatten)]
    standing: StandingForm,
}

/// A set of puzzles that were picked by hand.
#[derive(Serialize)]
pub(crate) struct SetForm {
    name: &'static str,
    title: &'static str,
    puzzles: usize,
    /// How hard they are, in words.
    grade: String,
    /// How far a person has come with it, in words; empty if none of them was rated.
    result: String,
    /// Whether all were rated before.
    done: bool,
    /// The link of the first one that was not, or of the first of all.
    link: String,
}

/// A value that a page kept.
pub(super) fn kept<T: Default + DeserializeOwned>(value: Option<&Value>) -> Result<T, Problem> {
    let Some(value) = value.filter(|value| !value.is_null()) else { return Ok(T::default()) };
    T::deserialize(value)
        .map_err(|error| Problem::new("damaged", &format!("what was kept is damaged: {error}")))
}

/// The day that the page says it is.
pub(super) fn today(r: &Request) -> Result<Date, Problem> {
    r.date()?.parse().map_err(|error| bad("date", &error))
}

/// A problem with a member.
fn bad(code: &'static str, error: &impl ToString) -> Problem {
    Problem::new(code, &error.to_string())
}

pub(super) fn shown(position: &duel_core::Position) -> ShownForm {
    let (rules, table) = (rules_in_words(position), table_in_words(position));
    ShownForm { rules, table, place: PositionForm::of(position) }
}

fn stand(attempt: Attempt) -> StandForm {
    let shown = shown(&attempt.position);
    StandForm { attempt, shown }
}

/// Draws a puzzle. With `link`, that very one. Otherwise by `seed`, of `book` and `kind` if they are
/// chosen, as hard as the rating in `progress` wants; one that was not rated before, if one of the next
/// seeds has one.
pub(crate) fn draw(r: &Request) -> Result<DrawnForm, Problem> {
    let progress: PuzzleProgress = kept(r.progress.as_ref())?;
    if let Some(link) = &r.link {
        return draw_link(link, &progress);
    }
    let book = r.book.as_deref().map(position::find_book).transpose()?;
    let kind = r.kind.as_deref().map(str::parse).transpose().map_err(|e| bad("kind", &e))?;
    let first = position::read_seed(r.seed()?)?;
    let difficulty = progress.wanted_difficulty();
    let mut met = None;
    let mut none = None;
    for seed in (0..SEEDS).map(|place| first.wrapping_add(place)) {
        let (book, kind) = draw_kind(book, kind, difficulty, seed);
        match generate(book, Wanted { kind, difficulty, seed }) {
            Err(error) => none = Some(error),
            Ok(puzzle) if progress.has_met(&puzzle.key()) => {
                met.get_or_insert((puzzle, seed));
            }
            Ok(puzzle) => return Ok(drawn(puzzle, seed, difficulty, &progress)),
        }
    }
    match (met, none) {
        (Some((puzzle, seed)), _) => Ok(drawn(puzzle, seed, difficulty, &progress)),
        (None, Some(error)) => Err(bad("no-puzzle", &error)),
        (None, None) => Err(Problem::new("no-puzzle", "there is no puzzle by this seed")),
    }
}

/// Draws the puzzle of a link.
fn draw_link(link: &str, progress: &PuzzleProgress) -> Result<DrawnForm, Problem> {
    let detail = "this link leads to no puzzle; one looks like subtract.only-move.1000.7 or \
                  subtract-beginner.1";
    let no_puzzle = || Problem::new("no-puzzle", detail);
    let parts: Vec<&str> = link.split('.').collect();
    match parts[..] {
        [book, kind, level, seed] => {
            let book = position::find_book(book)?;
            let kind = kind.parse().map_err(|error| bad("kind", &error))?;
            let level = level.parse().ok().filter(|level| (LEAST..=MOST).contains(level));
            let difficulty = level.ok_or_else(no_puzzle)?;
            let seed = position::read_seed(seed)?;
            let puzzle = generate(book, Wanted { kind, difficulty, seed });
            let puzzle = puzzle.map_err(|error| bad("no-puzzle", &error))?;
            Ok(drawn(puzzle, seed, difficulty, progress))
        }
        [name, place] => {
            let set = sets::find(name).ok_or_else(no_puzzle)?;
            let place = place.parse::<usize>().ok().and_then(|place| place.checked_sub(1));
            let place = place.ok_or_else(no_puzzle)?;
            let entry = set.entries.get(place).ok_or_else(no_puzzle)?;
            let puzzle = entry.puzzle(&mut position::solver()).ok_or_else(no_puzzle)?;
            let next = (place + 1 < set.entries.len()).then(|| format!("{name}.{}", place + 2));
            Ok(form(puzzle, format!("{name}.{}", place + 1), next, progress))
        }
        _ => Err(no_puzzle()),
    }
}

fn drawn(puzzle: Puzzle, seed: u64, level: u32, progress: &PuzzleProgress) -> DrawnForm {
    let link = format!("{}.{}.{level}.{seed}", puzzle.book().slug, puzzle.kind);
    form(puzzle, link, Some(seed.wrapping_add(1).to_string()), progress)
}

fn form(
    puzzle: Puzzle,
    link: String,
    next: Option<String>,
    progress: &PuzzleProgress,
) -> DrawnForm {
    DrawnForm {
        link,
        next,
        title: name_with_rules(puzzle.position.rules()),
        kind: puzzle.kind,
        difficulty: puzzle.difficulty,
        grade: in_words(puzzle.difficulty),
        met: progress.has_met(&puzzle.key()),
        task: puzzle.kind.task(),
        stand: stand(Attempt::new(puzzle)),
    }
}

/// Goes on with an `attempt`: `action` is `answer` (with the `answer` as it would be typed), `hint` or
/// `give-up`.
pub(crate) fn attempt(r: &Request) -> Result<AttemptForm, Problem> {
    let mut attempt = read_attempt(r)?;
    let was_decided = attempt.solved.is_some();
    let solver: &mut Solver = &mut position::solver();
    let (words, right, incomplete) = match r.action.as_deref() {
        Some("answer") => {
            let answer = needed(r.answer.as_ref(), "answer")?;
            let reply = attempt.answer(answer, solver);
            let reply = reply.map_err(|error| bad("not-an-answer", &error))?;
            (reply.words, Some(reply.right), reply.incomplete)
        }
        Some("hint") => (attempt.hint(solver), None, false),
        Some("give-up") => (attempt.give_up(solver), None, false),
        _ => return Err(no_such_action()),
    };
    let decided = attempt.solved.is_some() && !was_decided;
    Ok(AttemptForm { words, right, incomplete, decided, stand: stand(attempt) })
}

pub(super) fn no_such_action() -> Problem {
    Problem::new("action", "an action is \"answer\", \"hint\" or \"give-up\"")
}

fn read_attempt(r: &Request) -> Result<Attempt, Problem> {
    let missing = || Problem::new("bad-request", "the member attempt is missing");
    let attempt: Option<Attempt> = kept(r.attempt.as_ref())?;
    attempt.ok_or_else(missing)
}

/// What a person has reached, with `progress` and `date`.
pub(crate) fn standing(r: &Request) -> Result<StandingForm, Problem> {
    Ok(StandingForm::of(&kept(r.progress.as_ref())?, today(r)?))
}

impl StandingForm {
    fn of(progress: &PuzzleProgress, today: Date) -> StandingForm {
        StandingForm {
            rating: progress.rating.rounded(),
            uncertain: progress.rating.is_uncertain(),
            rated: progress.rated,
            solved: progress.solved,
            current: progress.streak.current,
            best: progress.streak.best,
            days: progress.streak.days_on(today),
        }
    }
}

/// What is reached after an `attempt` that is decided, with `progress` and `date`.
pub(crate) fn rate(r: &Request) -> Result<RatedForm, Problem> {
    let (before, today): (PuzzleProgress, Date) = (kept(r.progress.as_ref())?, today(r)?);
    let attempt = read_attempt(r)?;
    let undecided = || Problem::new("undecided", "this attempt is not decided yet");
    let solved = attempt.solved.ok_or_else(undecided)?;
    let after = before.after(&attempt.puzzle, solved, today);
    let change = after.as_ref().map(|after| after.rating.rounded() - before.rating.rounded());
    let progress = after.unwrap_or(before);
    let standing = StandingForm::of(&progress, today);
    Ok(RatedForm { progress, change, standing })
}

/// The sets, with what was met of them according to `progress`.
pub(crate) fn list_sets(r: &Request) -> Result<Vec<SetForm>, Problem> {
    let progress: PuzzleProgress = kept(r.progress.as_ref())?;
    let form = |set: sets::PuzzleSet| {
        let open = set.first_open(&progress);
        let is_new = !set.entries.iter().any(|entry| progress.has_met(&entry.key()));
        SetForm {
            name: set.name,
            title: set.title,
            puzzles: set.entries.len(),
            grade: set.difficulty_in_words(),
            result: if is_new { String::new() } else { set.result_in_words(&progress) },
            done: open.is_none(),
            link: format!("{}.{}", set.name, open.unwrap_or(0) + 1),
        }
    };
    Ok(sets().into_iter().map(form).collect())
}
