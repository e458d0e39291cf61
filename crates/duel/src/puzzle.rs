//! `duel puzzle`: puzzles of any book, with a rating.

use std::collections::BTreeSet;

use duel_books::{Book, house::name_with_rules};
use duel_play::{Date, Dice};
use duel_solver::Solver;
use duel_teach::{
    Attempt, Kind, Puzzle, PuzzleProgress,
    puzzle::{
        PuzzleForm, PuzzleSet, Wanted,
        difficulty::{LEAST, MOST, in_words},
        generate::{draw_kind, generate},
        sets,
    },
};
use serde::Serialize;

use crate::{
    cli::PuzzleOptions,
    console,
    exercise::{self, HintWarning, Typed, counted},
    kept::Kept,
    keyboard::Keyboard,
    nearest,
    options::{number, usage},
    pages::find_book,
    stop::Stop,
};

/// How many seeds are tried to find a puzzle that was not rated before.
const SEEDS: u64 = 20;

/// What `--list --json` prints about a set.
#[derive(Serialize)]
struct SetForm {
    name: &'static str,
    title: &'static str,
    puzzles: usize,
    met: usize,
    easiest: u32,
    hardest: u32,
    grade: String,
}

/// Where the puzzles come from.
enum Source {
    Generated {
        book: Option<&'static Book>,
        kind: Option<Kind>,
        level: Option<u32>,
        seed: u64,
        /// Whether that very seed is wanted, also if its puzzle was met before.
        is_chosen: bool,
        /// The puzzles that were shown since the program began, by their keys.
        shown: BTreeSet<String>,
    },
    Set {
        set: PuzzleSet,
        place: usize,
    },
}

/// A puzzle, and the seed and level that give it again.
struct Drawn {
    puzzle: Puzzle,
    /// The set that it comes from and its place there, as a sentence; empty if it comes from none.
    in_set: String,
    again: Option<(u64, u32)>,
}

/// `duel puzzle`.
pub(crate) fn run(options: &PuzzleOptions) -> Result<(), Stop> {
    if options.list {
        return list(options.json);
    }
    let mut source = source(options)?;
    let mut solver = Solver::default();
    if options.json {
        return print(&mut source, &mut solver);
    }
    let mut kept: Kept<PuzzleProgress> = Kept::load();
    if let Source::Set { set, place } = &mut source {
        // Those that were met before come again only if all were.
        *place = set.first_open(kept.value()).unwrap_or(0);
    }
    let mut keyboard = Keyboard::new();
    let mut told = None;
    console::note("Type help at any time.");
    console::say(&format!("Your rating: {}\n\n", rating_in_words(kept.value())))?;
    while let Some(drawn) = source.next(Some(kept.value()), &mut solver)? {
        console::note(&drawn.how_to_get_it_again());
        solve(drawn.puzzle, &mut keyboard, &mut kept, &mut solver, &mut told)?;
        let is_last = matches!(&source, Source::Set { set, place } if *place >= set.entries.len());
        if !is_last {
            exercise::ask_to_go_on(&mut keyboard, "Enter for the next puzzle, or quit: ")?;
        }
        console::say("\n")?;
    }
    let Source::Set { set, .. } = &source else { return Ok(()) };
    let result = set.result_in_words(kept.value());
    let next = match (set.first_open(kept.value()), sets::following(set.name)) {
        (Some(_), _) => format!("`duel puzzle --set {}` goes on with the others.", set.name),
        (None, Some(next)) => {
            format!("Next: `duel puzzle --set {}` ({}).", next.name, next.difficulty_in_words())
        }
        (None, None) => "`duel puzzle` draws puzzles that suit your rating.".to_owned(),
    };
    console::say(&format!("That was the last puzzle of {}. {result}\n{next}\n", set.name))
}

fn source(options: &PuzzleOptions) -> Result<Source, Stop> {
    if let Some(name) = &options.set {
        let set = sets::find(name).ok_or_else(|| {
            let names: Vec<&str> = sets::sets().iter().map(|set| set.name).collect();
            let meant = nearest::remark(name, names);
            let why = "there is no such set; `duel puzzle --list` lists the sets";
            usage("--set", format!("{why}{meant}"))
        })?;
        return Ok(Source::Set { set, place: 0 });
    }
    let level = options.level.as_deref();
    let level = level.map(|text| number("--level", text, LEAST.into(), MOST.into())).transpose()?;
    let kind = options.kind.as_deref();
    let read = |text: &str| {
        let meant = || nearest::remark(text, Kind::ALL.map(Kind::name));
        text.parse().map_err(|error| usage("--kind", format!("{error}{}", meant())))
    };
    let kind = kind.map(read).transpose()?;
    let seed = options.seed.as_deref();
    let seed = seed.map_or_else(|| Ok(Dice::fresh_seed()), |s| number("--seed", s, 0, u64::MAX))?;
    let book = options.book.as_deref().map(find_book).transpose()?;
    let (is_chosen, shown) = (options.seed.is_some(), BTreeSet::new());
    Ok(Source::Generated { book, kind, level, seed, is_chosen, shown })
}

impl Source {
    /// The next puzzle; `None` after the last of a set. One is drawn that was not shown before and,
    /// unless the seed is chosen, not rated before, if there is one.
    fn next(
        &mut self,
        progress: Option<&PuzzleProgress>,
        solver: &mut Solver,
    ) -> Result<Option<Drawn>, Stop> {
        match self {
            Source::Set { set, place } => {
                let Some(entry) = set.entries.get(*place) else { return Ok(None) };
                *place += 1;
                let puzzle = entry.puzzle(solver);
                let puzzle = puzzle.ok_or_else(|| Stop::failed("this puzzle cannot be solved"))?;
                let in_set = format!("{}, {place} of {}. ", set.title, set.entries.len());
                Ok(Some(Drawn { puzzle, in_set, again: None }))
            }
            Source::Generated { book, kind, level, seed, is_chosen, shown } => {
                let wanted = progress.map_or(1_200, PuzzleProgress::wanted_difficulty);
                let difficulty = level.unwrap_or(wanted);
                let mut met = None;
                let mut error = None;
                for _ in 0..SEEDS {
                    let (book, kind) = draw_kind(*book, *kind, difficulty, *seed);
                    let wanted = Wanted { kind, difficulty, seed: *seed };
                    *seed = seed.wrapping_add(1);
                    match generate(book, wanted) {
                        Err(none) => error = Some(none),
                        Ok(puzzle) => {
                            let again = Some((wanted.seed, difficulty));
                            let key = puzzle.key();
                            let is_met = progress.is_some_and(|p| p.has_met(&key));
                            let suits = (*is_chosen || !is_met) && !shown.contains(&key);
                            let drawn = Drawn { puzzle, in_set: String::new(), again };
                            if suits {
                                shown.insert(key);
                                return Ok(Some(drawn));
                            }
                            met.get_or_insert(drawn);
                        }
                    }
                }
                match (met, error) {
                    (Some(drawn), _) => Ok(Some(drawn)),
                    (None, Some(error)) => Err(Stop::failed(error)),
                    (None, None) => Ok(None),
                }
            }
        }
    }
}

impl Drawn {
    fn how_to_get_it_again(&self) -> String {
        let Puzzle { kind, difficulty, .. } = &self.puzzle;
        let book = self.puzzle.book();
        let grade = in_words(*difficulty);
        let name = name_with_rules(self.puzzle.position.rules());
        let title = kind.title();
        let what = format!("{}{name}: {title} ({grade}, difficulty {difficulty}).", self.in_set);
        match self.again {
            None => what,
            Some((seed, level)) => format!(
                "{what} Again: duel puzzle {} --kind {kind} --level {level} --seed {seed}",
                book.slug
            ),
        }
    }
}

/// One puzzle at the prompt.
fn solve(
    puzzle: Puzzle,
    keyboard: &mut Keyboard,
    kept: &mut Kept<PuzzleProgress>,
    solver: &mut Solver,
    told: &mut Option<String>,
) -> Result<(), Stop> {
    exercise::show(&puzzle.position, told)?;
    console::say(&format!("{}\n", puzzle.kind.task()))?;
    let is_rated = !kept.value().has_met(&puzzle.key());
    if !is_rated {
        console::note("You have met this puzzle before: it is not rated again.");
    }
    let mut warning = HintWarning::new("counts as not solved, and your rating may fall");
    let mut attempt = Attempt::new(puzzle);
    while !attempt.over {
        let prompt = match attempt.puzzle.kind {
            Kind::Win | Kind::OnlyMove => exercise::move_prompt(&attempt.position),
            Kind::AllMoves => exercise::moves_prompt(&attempt.position),
            Kind::WhoWins => "Win or loss? ".to_owned(),
        };
        let was_decided = attempt.solved.is_some();
        match exercise::ask(keyboard, &prompt, &attempt.position)? {
            Typed::Empty => console::refuse("Type an answer, or skip, or help."),
            Typed::Hint if is_rated && !was_decided && warning.is_due() => {}
            Typed::Hint => console::say_abbreviated(&format!("{}\n", attempt.hint(solver)))?,
            Typed::Skip => {
                console::say_abbreviated(&format!("{}\n", attempt.give_up(solver)))?;
            }
            Typed::Answer(line) => match attempt.answer(&line, solver) {
                Err(error) => exercise::refuse(&attempt.position, &error),
                Ok(reply) => {
                    let verdict = match (reply.right, attempt.over) {
                        (true, true) => "Right. ",
                        (true, false) => "Good. ",
                        // What is missing is said alone: none of what was named is wrong.
                        (false, _) if reply.incomplete => "",
                        (false, _) => "Wrong. ",
                    };
                    console::say_abbreviated(&format!("{verdict}{}\n", reply.words))?;
                    match (reply.right, attempt.over) {
                        (true, false) => exercise::show_table(&attempt.position)?,
                        (false, false) => console::note("Try again, or skip to see the answer."),
                        (_, true) => {}
                    }
                }
            },
        }
        if let (Some(solved), false) = (attempt.solved, was_decided) {
            // At once: leaving now changes nothing any more.
            rate(&attempt.puzzle, solved, kept)?;
        }
    }
    Ok(())
}

/// Rates a puzzle, and says what came of it.
fn rate(puzzle: &Puzzle, solved: bool, kept: &mut Kept<PuzzleProgress>) -> Result<(), Stop> {
    let today = Date::today();
    let before = kept.value().rating.rounded();
    let is_rated = kept.change(|progress| match progress.after(puzzle, solved, today) {
        None => false,
        Some(after) => {
            *progress = after;
            true
        }
    });
    if !is_rated {
        return Ok(());
    }
    let change = kept.value().rating.rounded() - before;
    let rating = rating_in_words(kept.value());
    let verdict = if solved { "Solved" } else { "Not solved" };
    let days = kept.value().streak.days_on(today);
    let streak = kept.value().streak;
    if !kept.is_kept() {
        return console::say(&format!(
            "{verdict}. Your rating until you leave: {rating} ({change:+}).\n"
        ));
    }
    let mut words = format!("{verdict}. Your rating: {rating} ({change:+}).");
    if solved {
        words.push_str(&format!(
            " In a row: {} (best {}). {} in a row.",
            counted(streak.current as usize, "puzzle"),
            streak.best,
            counted(days as usize, "day")
        ));
    }
    console::say(&format!("{words}\n"))
}

/// "1180", with a question mark while it is uncertain.
fn rating_in_words(progress: &PuzzleProgress) -> String {
    let mark = if progress.rating.is_uncertain() { "?" } else { "" };
    format!("{}{mark}", progress.rating.rounded())
}

/// `duel puzzle --json`: one puzzle, or all of a set.
fn print(source: &mut Source, solver: &mut Solver) -> Result<(), Stop> {
    let is_set = matches!(source, Source::Set { .. });
    while let Some(drawn) = source.next(None, solver)? {
        console::say_json(&PuzzleForm::of(&drawn.puzzle, drawn.again, solver))?;
        if !is_set {
            break;
        }
    }
    Ok(())
}

/// `duel puzzle --list`.
fn list(json: bool) -> Result<(), Stop> {
    let kept: Kept<PuzzleProgress> = Kept::load();
    let forms: Vec<SetForm> = sets()
        .into_iter()
        .map(|set| SetForm {
            name: set.name,
            title: set.title,
            puzzles: set.entries.len(),
            met: set.entries.iter().filter(|entry| kept.value().has_met(&entry.key())).count(),
            easiest: set.entries.iter().map(|entry| entry.difficulty).min().unwrap_or(LEAST),
            hardest: set.entries.iter().map(|entry| entry.difficulty).max().unwrap_or(LEAST),
            grade: set.difficulty_in_words(),
        })
        .collect();
    if json {
        return console::say_json(&forms);
    }
    for set in forms {
        let SetForm { name, title, puzzles, met, easiest, hardest, grade } = set;
        let met = if met > 0 { format!(", {met} met") } else { String::new() };
        console::say(&format!(
            "{name:<18} {title}: {puzzles} puzzles, {grade} ({easiest} to {hardest}){met}\n"
        ))?;
    }
    Ok(())
}
