//! Questions about positions, and starts.

use duel_books::Book;
use duel_core::{NotationError, Position};
use duel_json::{DailyForm, DealForm, DealsForm, PageForm, PageQuery, PositionForm};
use duel_play::{Agreed, Difficulty, Terms, daily as days};
use duel_solver::Solver;
use serde::Serialize;

use crate::problem::Problem;

/// How many bytes each table of a solver may take.
const MEMORY: usize = 64 << 20;

/// The most starts of one request.
const MOST_DEALS: u32 = 24;

/// A solver of the size that a page can afford.
pub(crate) fn solver() -> Solver {
    Solver::new(MEMORY)
}

/// Reads a position.
pub(crate) fn read(text: &str) -> Result<Position, Problem> {
    duel_books::position(text).map_err(|error| {
        let books = if error == NotationError::UnknownBook {
            format!(". The books are {}", duel_books::names("and"))
        } else {
            String::new()
        };
        Problem::new("not-a-position", &format!("that is not a position: {error}{books}"))
    })
}

/// Reads the name of a book.
pub(crate) fn find_book(name: &str) -> Result<&'static Book, Problem> {
    duel_books::find(name).ok_or_else(|| {
        let names = duel_books::names("and");
        Problem::new("no-such-book", &format!("there is no such book; there are {names}"))
    })
}

/// Reads a seed.
pub(crate) fn read_seed(text: &str) -> Result<u64, Problem> {
    let number = text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
    number.ok_or_else(|| {
        let detail = "a seed is a number from 0 to 18446744073709551615, in digits alone";
        Problem::new("seed", detail)
    })
}

/// The fair variant of a book.
pub(crate) fn fair(book: &'static Book) -> Result<Agreed, Problem> {
    let terms = Terms { fair: true, ..Terms::default() };
    terms.agree(book).map_err(|error| Problem::new("no-deal", &error.to_string()))
}

pub(crate) fn show(text: &str) -> Result<PositionForm, Problem> {
    Ok(PositionForm::of(&read(text)?))
}

pub(crate) fn moves(text: &str, query: &PageQuery) -> Result<PageForm, Problem> {
    duel_json::page(&read(text)?, query).map_err(|what| Problem::new("no-such-page", what))
}

/// A text to keep.
#[derive(Debug, Serialize)]
pub(crate) struct TextForm {
    pub(crate) text: String,
}

pub(crate) fn deal(book: &str, seed: &str, difficulty: Option<&str>) -> Result<DealForm, Problem> {
    let (agreed, seed) = (fair(find_book(book)?)?, read_seed(seed)?);
    let difficulty = difficulty.map(str::parse::<Difficulty>).transpose();
    let difficulty = difficulty.map_err(|e| Problem::new("no-such-difficulty", &e.to_string()))?;
    let deal = agreed.deal_at(seed, 1, difficulty.unwrap_or_default());
    let position = agreed.first_position(deal.numbers.clone());
    let position = position.map_err(|error| Problem::new("no-deal", &error.to_string()))?;
    Ok(DealForm::of(&position, seed, &deal))
}

/// The fair starts of a book that follow the first `from` ones. A page asks for one after the other: some
/// take a second.
pub(crate) fn deals(book: &str, from: u64, count: u32, seed: &str) -> Result<DealsForm, Problem> {
    let (agreed, seed) = (fair(find_book(book)?)?, read_seed(seed)?);
    if !(1..=MOST_DEALS).contains(&count) {
        return Err(Problem::new("count", &format!("1 to {MOST_DEALS} starts are drawn at once")));
    }
    let start = |round| {
        let numbers = agreed.deal(seed, round).numbers;
        agreed.first_position(numbers).ok().map(|start| start.to_string())
    };
    let from = u32::try_from(from).ok().filter(|from| *from < MOST_DEALS).ok_or_else(|| {
        Problem::new("from", &format!("starts are counted from 0 to {}", MOST_DEALS - 1))
    })?;
    let starts = (from + 1..=from + count).filter_map(start).collect();
    Ok(DealsForm { seed: seed.to_string(), starts })
}

pub(crate) fn daily(date: &str) -> Result<DailyForm, Problem> {
    let drawn = days::parse_date(date).and_then(days::daily);
    drawn.map(|daily| DailyForm::of(&daily)).map_err(|e| Problem::new("date", &e.to_string()))
}
