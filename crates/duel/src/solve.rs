//! `duel solve`, `duel hint` and `duel deal`: the solver's answers, for people and
//! for programs.

use std::{io, time::Duration};

use duel_books::{BOOKS, hear::cut_short, listing::grouped};
use duel_core::{HouseRule, HouseRuleError, NotationError, Position, shown};
use duel_json::{DealForm, value_name};
use duel_numbers::Natural;
use duel_play::{
    Dice, Difficulty, Hint, HintStep, Terms,
    hint::Clue,
    lines::{InputLine, read_line},
};
use duel_solver::{Analysis, Assessment, Basis, Depth, Limits, Reason, Solver, Value};
use serde::Serialize;

use crate::{
    busy::Busy,
    cli::{Effort, Why},
    console::{self, Tone},
    nearest,
    options::{number, usage},
    pages::find_book,
    stop::Stop,
};

/// How many moves the readable answer lists.
const SHOWN: usize = 40;

/// The advice where no answer was found in time.
pub(crate) const MORE_TIME: &str = "Give it more time with --budget.";

/// The same where the time was not the limit.
const TOO_LARGE: &str = "It is too large to be searched; more time would not help.";

/// The advice where no answer was found within these limits, which the search has just left.
pub(crate) fn advice(limits: &Limits<'_>) -> &'static str {
    if limits.is_spent() { MORE_TIME } else { TOO_LARGE }
}

/// The longest line of positions that is read.
const LONGEST: usize = duel_core::notation::MAX_TEXT;

/// Numbers above this are not exact in JSON readers that use floating point.
const EXACT: u64 = 1 << 53;

#[derive(Serialize)]
struct AnswerForm<'a> {
    position: String,
    value: &'a str,
    plies: Option<u32>,
    nimber: Option<u32>,
    winning_moves: Vec<String>,
    moves: Vec<MoveForm<'a>>,
    moves_total: Option<CountForm>,
    basis: &'a str,
    reason: String,
}

#[derive(Serialize)]
struct MoveForm<'a> {
    #[serde(rename = "move")]
    made: String,
    to: String,
    value: &'a str,
}

/// A count: a number where every reader takes it exactly, a string beyond.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum CountForm {
    Number(u64),
    Text(String),
}

impl CountForm {
    pub(crate) fn of(count: &Natural) -> CountForm {
        match count.to_u64() {
            Some(count) if count <= EXACT => CountForm::Number(count),
            _ => CountForm::Text(count.to_string()),
        }
    }
}

#[derive(Serialize)]
struct ErrorForm {
    position: String,
    error: String,
}

impl Effort {
    /// The time to spend on one position.
    pub(crate) fn time(&self) -> Result<Duration, Stop> {
        budget(&self.budget)
    }

    pub(crate) fn depth(&self) -> Depth {
        match self.why {
            Why::Child => Depth::Child,
            Why::Student => Depth::Student,
            Why::Proof => Depth::Proof,
        }
    }
}

/// Reads the value of `--budget`.
pub(crate) fn budget(text: &str) -> Result<Duration, Stop> {
    parse_time(text).ok_or_else(|| usage("--budget", BAD_TIME))
}

/// What is said of a time that cannot be read.
pub(crate) const BAD_TIME: &str = "a time such as 500ms, 10s or 5m is wanted, at most 24h";

/// Reads `500ms`, `10s`, `5m`, `1h`.
pub(crate) fn parse_time(text: &str) -> Option<Duration> {
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.split_at(digits);
    let number = Natural::parse(number).ok()?.to_u64()?;
    let milliseconds = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    };
    let time = Duration::from_millis(number.checked_mul(milliseconds)?);
    (time <= Duration::from_hours(24)).then_some(time)
}

/// Reads a position that was given as an argument.
pub(crate) fn read_position(text: &str) -> Result<Position, Stop> {
    duel_books::position(text).map_err(|error| {
        let books = if error == NotationError::UnknownBook {
            format!("; the books are {}", BOOKS.map(|book| book.slug).join(", "))
        } else {
            String::new()
        };
        let meant = meant(text, &error);
        Stop::usage(format!("\"{}\" is not a position: {error}{books}{meant}", cut_short(text)))
    })
}

/// A remark on the book or house rule that a mistyped position may have been meant to name.
fn meant(text: &str, error: &NotationError) -> String {
    let head = text.split(':').next().unwrap_or_default();
    match error {
        NotationError::UnknownBook => {
            let book = head.split('+').next().unwrap_or_default();
            nearest::remark(book, BOOKS.map(|book| book.slug))
        }
        NotationError::House(HouseRuleError::Unknown) => {
            let is_unknown = |rule: &&str| rule.parse::<HouseRule>().is_err();
            let mut rules =
                head.split('+').skip(1).map(|rule| rule.split('=').next().unwrap_or(rule));
            let known = HouseRule::ALL.map(HouseRule::name);
            rules.find(is_unknown).map(|rule| nearest::remark(rule, known)).unwrap_or_default()
        }
        _ => String::new(),
    }
}

/// `duel solve`.
pub(crate) fn solve(text: &str, json: bool, effort: &Effort) -> Result<(), Stop> {
    let time = effort.time()?;
    if text == "-" {
        return solve_lines(time, effort.depth());
    }
    let position = read_position(text)?;
    let busy = Busy::new("Searching", "positions");
    let progress = |visited| busy.set(visited);
    let limits = Limits { progress: Some(&progress), ..Limits::time(time) };
    let analysis = Solver::default().analyse_moves(&position, limits);
    let reason = reason(&position, &analysis, effort.depth(), &limits);
    drop(busy);
    if json {
        let form = AnswerForm::of(&position, &analysis, reason);
        return console::say_exactly(&format!("{}\n", to_line(&form)?));
    }
    console::say_abbreviated(&readable(&position, &analysis, &reason))
}

/// Answers every line of standard input with the analysis of its position.
fn solve_lines(time: Duration, depth: Depth) -> Result<(), Stop> {
    let mut solver = Solver::default();
    answer_lines(|position| {
        let limits = Limits::time(time);
        let analysis = solver.analyse_moves(position, limits);
        let reason = reason(position, &analysis, depth, &limits);
        to_line(&AnswerForm::of(position, &analysis, reason))
    })
}

/// Answers every line of standard input, in order: a line of JSON for each position, and for what is
/// none.
pub(crate) fn answer_lines(
    mut answer: impl FnMut(&Position) -> Result<String, Stop>,
) -> Result<(), Stop> {
    let mut input = io::stdin().lock();
    let mut all_good = true;
    loop {
        let position = match read_line(&mut input, LONGEST) {
            InputLine::End => break,
            InputLine::TooLong => Err((String::new(), "this line is too long".to_owned())),
            InputLine::Text(line) => match duel_books::position(line.trim()) {
                Ok(position) => Ok(position),
                Err(error) => Err((shown(&line), error.to_string())),
            },
        };
        let line = match position {
            Ok(position) => answer(&position)?,
            Err((position, error)) => {
                all_good = false;
                to_line(&ErrorForm { position, error: shown(&error) })?
            }
        };
        console::say_exactly(&format!("{line}\n"))?;
    }
    if all_good { Ok(()) } else { Err(Stop::failed("some lines were not positions")) }
}

/// `duel hint`.
pub(crate) fn hint(text: &str, step: HintStep, effort: &Effort) -> Result<(), Stop> {
    let position = read_position(text)?;
    let limits = Limits::time(effort.time()?);
    let busy = Busy::new("Searching", "positions");
    let analysis = Solver::default().analyse_moves(&position, limits);
    let hint = Hint::of(&position, &analysis);
    drop(busy);
    console::say_abbreviated(&format!("{}\n", hint.words(step)))?;
    if let (HintStep::Move, Depth::Student | Depth::Proof) = (step, effort.depth()) {
        let reason = analysis.reason.words(&position, effort.depth());
        console::say_abbreviated(&format!("{reason}\n"))?;
    }
    match step {
        _ if hint.clue == Clue::Unsettled => console::note(advice(&limits)),
        _ if hint.best.is_none() => {}
        HintStep::Move => {}
        _ if hint.is_lost() => console::note("Ask again with --more --more for a move to try."),
        HintStep::Nudge => console::note("Ask again with --more for how many moves win."),
        HintStep::Count => console::note("Ask again with --more --more for a move."),
    }
    Ok(())
}

/// `duel deal`.
pub(crate) fn deal(slug: &str, level: &str, seed: Option<&str>, json: bool) -> Result<(), Stop> {
    let difficulty: Difficulty = level.parse().map_err(|error| usage("--level", error))?;
    let seed = match seed {
        None => Dice::fresh_seed(),
        Some(text) => number("--seed", text, 0, u64::MAX)?,
    };
    let terms = Terms { fair: true, ..Terms::default() };
    let agreed = terms.agree(find_book(slug)?).map_err(Stop::usage)?;
    let busy = Busy::new("Dealing", "starts");
    let deal = agreed.deal_at(seed, 1, difficulty);
    drop(busy);
    let caveat = deal.caveat();
    let position = agreed.first_position(deal.numbers.clone()).map_err(Stop::failed)?;
    if !json {
        console::note(&format!("--seed {seed}"));
        caveat.map(console::note);
        return console::say_exactly(&format!("{position}\n"));
    }
    let form = DealForm::of(&position, seed, &deal);
    console::say_exactly(&format!("{}\n", to_line(&form)?))
}

impl<'a> AnswerForm<'a> {
    fn of(position: &Position, analysis: &'a Analysis, reason: String) -> AnswerForm<'a> {
        let known = &analysis.known;
        AnswerForm {
            position: position.to_string(),
            value: value_name(known.value),
            plies: known.plies,
            nimber: known.nimber,
            winning_moves: analysis.winning.iter().map(|made| position.write_move(made)).collect(),
            moves: analysis
                .moves
                .iter()
                .map(|line| MoveForm {
                    made: position.write_move(&line.made),
                    to: line.to.to_string(),
                    value: value_name(line.known.value),
                })
                .collect(),
            moves_total: analysis.total.as_ref().map(CountForm::of),
            basis: known.basis.name(),
            reason,
        }
    }
}

/// A value as JSON on one line.
pub(crate) fn to_line(value: &impl Serialize) -> Result<String, Stop> {
    serde_json::to_string(value).map_err(Stop::failed)
}

/// Who wins, in a sentence. Where a plan is told beside it, so many moves are made at most if it is
/// followed, which is often not the quickest way.
pub(crate) fn verdict(known: &Assessment, longest: Option<u32>) -> String {
    let plies = match (longest, known.plies) {
        (_, Some(1)) => " in 1 move".to_owned(),
        (Some(longest), Some(plies)) if longest == plies => {
            format!(" in {plies} moves (both players' together)")
        }
        (Some(longest), _) => format!(" in at most {longest} moves (both players' together)"),
        (None, _) => String::new(),
    };
    let tone = match known.value {
        Some(Value::Win) => Tone::Good,
        Some(Value::Loss) => Tone::Bad,
        _ => Tone::Heading,
    };
    let words = match (known.value, known.plies) {
        (Some(Value::Win), Some(0)) => {
            "The game is over, and the player to move has won.".to_owned()
        }
        (Some(Value::Loss), Some(0)) => {
            "The game is over, and the player to move has lost.".to_owned()
        }
        (Some(Value::Draw), Some(0)) => "The game is over, and there is no winner.".to_owned(),
        (Some(Value::Win), _) => format!("The player to move wins{plies}."),
        (Some(Value::Loss), _) => format!("The player to move loses{plies}."),
        (Some(Value::Draw), _) => "Nobody can force a win before the game ends.".to_owned(),
        (Some(Value::Endless), _) => "The game never has to end.".to_owned(),
        (None, _) => "It is not known who wins.".to_owned(),
    };
    console::painted(&words, tone)
}

/// How that is known, after how many moves at the quickest unless that has been said, and the nimber.
pub(crate) fn facts(known: &Assessment, longest: Option<u32>) -> String {
    let mut facts = match known.basis {
        Basis::Theorem => "By a theorem.".to_owned(),
        Basis::Search => "By a complete search.".to_owned(),
        Basis::Unknown => return String::new(),
    };
    if let Some(plies) = known.plies.filter(|plies| *plies > 0 && longest != Some(*plies)) {
        let moves = if plies == 1 { "move" } else { "moves" };
        facts.push_str(&match longest {
            Some(_) => {
                format!(" The quickest win takes {plies} {moves}; this one has least to say.")
            }
            None => format!(" With best play: {plies} {moves}."),
        });
    }
    if let Some(nimber) = known.nimber {
        facts.push_str(&format!(" Nimber {nimber}."));
    }
    facts
}

fn readable(position: &Position, analysis: &Analysis, reason: &str) -> String {
    let longest = match &analysis.reason {
        Reason::Searched { strategy: Some(strategy), .. } => strategy.longest(),
        _ => None,
    };
    let mut text = format!("{position}\n{}\n", verdict(&analysis.known, longest));
    if analysis.known.plies != Some(0) {
        text.push_str(&format!("{}\n", facts(&analysis.known, longest)));
    }
    if !analysis.winning.is_empty() {
        let winning: Vec<String> =
            analysis.winning.iter().take(SHOWN).map(|made| position.write_move(made)).collect();
        let more = analysis.winning.len().saturating_sub(SHOWN);
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        let these = if analysis.all_judged { "" } else { " (at least these)" };
        text.push_str(&format!("Winning moves{these}: {}{more}\n", winning.join(", ")));
    }
    if !analysis.moves.is_empty() {
        let found = || format!("at least {}", grouped(&Natural::from(analysis.moves.len() as u64)));
        let total = analysis.total.as_ref().map_or_else(found, grouped);
        text.push_str(&format!("Moves ({total}):\n"));
        for line in analysis.moves.iter().take(SHOWN) {
            let worth = match line.known.value {
                Some(Value::Win) => "loses",
                Some(Value::Loss) => "wins",
                Some(Value::Draw) => "keeps the balance",
                Some(Value::Endless) => "keeps the game going",
                None => "not known",
            };
            let made = position.write_move(&line.made);
            let worth = format!("{worth:<20}");
            let worth = match line.known.value {
                Some(Value::Win) => console::painted(&worth, Tone::Bad),
                Some(Value::Loss) => console::painted(&worth, Tone::Good),
                _ => worth,
            };
            text.push_str(&format!("  {made:<10} {worth} {}\n", beside_move(&line.to)));
        }
        if analysis.moves.len() > SHOWN {
            text.push_str("  ...\n");
        }
    }
    text.push_str(&format!("\n{reason}\n"));
    text
}

/// A position at the end of a line of moves: without its rules, which stand above, where the terminal
/// has no room for them.
fn beside_move(position: &Position) -> String {
    /// How wide the line is before it.
    const BEFORE: usize = 34;
    let text = position.to_string();
    match (console::columns(), text.split_once(':')) {
        (Some(columns), Some((_, state))) if BEFORE + text.len() > columns => state.to_owned(),
        _ => text,
    }
}

/// The reason in words, or the advice where there is none.
fn reason(position: &Position, analysis: &Analysis, depth: Depth, limits: &Limits<'_>) -> String {
    let words = analysis.reason.words(position, depth);
    match analysis.reason {
        Reason::Unknown => format!("{words} {}", advice(limits)),
        _ => words,
    }
}
