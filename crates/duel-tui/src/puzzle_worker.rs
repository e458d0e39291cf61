//! The thread that owns the puzzle: it draws one that suits the rating, judges answers, keeps what was
//! reached, and answers with a snapshot. It is a thread of its own because it asks the solver and
//! writes to the disk.

use duel_books::{BOOKS, explain::sentence, short_name};
use duel_numbers::Budget;
use duel_play::{Date, Dice, Store};
use duel_solver::Solver;
use duel_teach::{
    Attempt, KeptProgress, Kind, Puzzle, PuzzleProgress,
    puzzle::{
        Wanted,
        difficulty::in_words,
        generate::{draw_kind, generate},
        rules_in_words, table_in_words,
    },
};

use crate::{
    analysis_worker::Listing,
    exercise_screen::{ExerciseAction, ExerciseSaid, ExerciseSnapshot},
    message::Msg,
};

/// How many seeds are tried to find a puzzle that was not rated before.
const SEEDS: u64 = 20;

/// Something to do with puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleJob {
    /// Tell the rating.
    Rating,
    /// Draw a puzzle of the book at this place.
    Open(usize),
    /// Do what follows from this in the open puzzle.
    Act(ExerciseAction),
}

/// What the thread works on.
pub struct PuzzleWorker {
    kept: KeptProgress<PuzzleProgress>,
    seed: u64,
    book: usize,
    attempt: Option<Attempt>,
    /// Whether it was said what a hint costs.
    is_warned: bool,
    solver: Solver,
}

impl PuzzleWorker {
    /// Keeps progress beside the games of this store, and draws puzzles by lot.
    pub fn new(store: Option<&Store>) -> PuzzleWorker {
        PuzzleWorker::seeded(store, Dice::fresh_seed())
    }

    /// The same with puzzles that follow from a seed.
    pub fn seeded(store: Option<&Store>, seed: u64) -> PuzzleWorker {
        PuzzleWorker {
            kept: KeptProgress::beside(store),
            seed,
            book: 0,
            attempt: None,
            is_warned: false,
            solver: Solver::default(),
        }
    }

    /// Does a job.
    pub fn run(&mut self, job: PuzzleJob) -> Option<Msg> {
        match job {
            PuzzleJob::Rating => {
                self.kept.reload();
                let is_rated = self.kept.value().rated > 0;
                Some(Msg::PuzzleRating(is_rated.then(|| self.rating_in_words())))
            }
            PuzzleJob::Open(book) => {
                self.book = book.min(BOOKS.len() - 1);
                self.kept.reload();
                self.draw()
            }
            PuzzleJob::Act(action) => self.act(&action),
        }
    }

    /// Draws a puzzle that suits the rating and was not rated before, if there is one.
    fn draw(&mut self) -> Option<Msg> {
        let difficulty = self.kept.value().wanted_difficulty();
        let (mut drawn, mut why) = (None, String::new());
        for _ in 0..SEEDS {
            let (book, kind) = draw_kind(Some(BOOKS[self.book]), None, difficulty, self.seed);
            let wanted = Wanted { kind, difficulty, seed: self.seed };
            self.seed = self.seed.wrapping_add(1);
            match generate(book, wanted) {
                Err(none) => why = none.to_string(),
                Ok(puzzle) => {
                    let is_met = self.kept.value().has_met(&puzzle.key());
                    drawn = Some((puzzle, is_met));
                    if !is_met {
                        break;
                    }
                }
            }
        }
        let Some((puzzle, is_met)) = drawn else { return Some(Msg::NotOpened(sentence(&why))) };
        self.attempt = Some(Attempt::new(puzzle));
        self.is_warned = false;
        let met = || "You have met this puzzle before: it is not rated again.".to_owned();
        let told = self.kept.take_untold().or_else(|| is_met.then(met));
        self.snapshot(told.map(ExerciseSaid::Note))
    }

    fn act(&mut self, action: &ExerciseAction) -> Option<Msg> {
        let attempt = self.attempt.as_mut()?;
        let was_decided = attempt.solved.is_some();
        let said = match action {
            ExerciseAction::GoOn if attempt.over => return self.draw(),
            ExerciseAction::GoOn => ExerciseSaid::Note(attempt.give_up(&mut self.solver)),
            ExerciseAction::Back => return None,
            ExerciseAction::Hint => {
                let is_rated = !was_decided && !self.kept.value().has_met(&attempt.puzzle.key());
                let is_due = is_rated && !std::mem::replace(&mut self.is_warned, true);
                ExerciseSaid::Note(if is_due {
                    "A hint counts as not solved, and your rating may fall. Tab again gives it."
                        .to_owned()
                } else {
                    attempt.hint(&mut self.solver)
                })
            }
            ExerciseAction::Answer(line) => {
                match attempt.answer(&spelled_out(attempt.puzzle.kind, line), &mut self.solver) {
                    Err(error) => ExerciseSaid::Refused(sentence(&error.to_string())),
                    Ok(reply) if !reply.right => {
                        let more = if attempt.over { "" } else { " Try again, or skip it." };
                        ExerciseSaid::Wrong(format!("Wrong. {}{more}", reply.words))
                    }
                    Ok(reply) => {
                        let verdict = if attempt.over { "Right." } else { "Good." };
                        ExerciseSaid::Right(format!("{verdict} {}", reply.words))
                    }
                }
            }
        };
        let decided = attempt.solved.filter(|_| !was_decided);
        let puzzle = attempt.puzzle.clone();
        // At once: leaving now changes nothing any more.
        let rated = decided.and_then(|solved| self.rate(&puzzle, solved));
        self.snapshot(Some(said.with_more(rated)))
    }

    /// Rates a puzzle that is decided; what came of it, unless it was rated before.
    fn rate(&mut self, puzzle: &Puzzle, solved: bool) -> Option<String> {
        let today = Date::today();
        let before = self.kept.change(|progress| {
            let before = progress.rating.rounded();
            *progress = progress.after(puzzle, solved, today)?;
            Some(before)
        })?;
        let change = self.kept.value().rating.rounded() - before;
        let verdict = if solved { "Solved" } else { "Not solved" };
        let rating = self.rating_in_words();
        let mut words = format!("{verdict}. Your rating: {rating} ({change:+}).");
        if solved {
            let streak = self.kept.value().streak;
            words.push_str(&format!(" In a row: {} (best {}).", streak.current, streak.best));
        }
        Some(words)
    }

    /// "1180", with a question mark while it is uncertain.
    fn rating_in_words(&self) -> String {
        let mark = if self.kept.value().rating.is_uncertain() { "?" } else { "" };
        format!("{}{mark}", self.kept.value().rating.rounded())
    }

    fn snapshot(&mut self, said: Option<ExerciseSaid>) -> Option<Msg> {
        let said = match (said, self.kept.take_untold()) {
            (Some(said), more) => Some(said.with_more(more)),
            (None, told) => told.map(ExerciseSaid::Note),
        };
        let Attempt { puzzle, position, over, .. } = self.attempt.as_ref()?;
        let (kind, rating) = (puzzle.kind, self.rating_in_words());
        let options: &[&str] = if kind == Kind::WhoWins { &CHOICES } else { &[] };
        Some(Msg::Puzzle(Box::new(ExerciseSnapshot {
            heading: format!(
                "Puzzle: {}, {} (difficulty {}, your rating {rating})",
                short_name(position.rules()),
                in_words(puzzle.difficulty),
                puzzle.difficulty
            ),
            text: rules_in_words(position),
            // With the question: where there is little room, the rules give way.
            ask: format!("{}\n{}", table_in_words(position).join("\n"), kind.task()),
            options: options.iter().map(|&option| option.to_owned()).collect(),
            wants_several: kind == Kind::AllMoves,
            listing: Listing::of(position, Budget::PROMPT),
            position: position.clone(),
            said,
            done: *over,
            ending: None,
        })))
    }
}

/// The answers to the question who wins.
const CHOICES: [&str; 2] = ["I win.", "I lose."];

/// An answer that was given by its letter.
fn spelled_out(kind: Kind, line: &str) -> String {
    match (kind, line.trim().to_lowercase().as_str()) {
        (Kind::WhoWins, "a") => "win".to_owned(),
        (Kind::WhoWins, "b") => "loss".to_owned(),
        _ => line.to_owned(),
    }
}
