//! Positions in their JSON forms: the board, what may be done, and long lists in pages.

use duel_books::{house::meaning, rules_text};
use duel_core::{Board, Group, Move, Op, Position};
use duel_numbers::{Factorization, Natural};
use serde::Deserialize;

use super::{BoardForm, CHOICES, GroupForm, HouseForm, MovesForm, PageForm, RulesForm};
use crate::game::LISTING;

/// What is worked out once for a position: what may be done, and the factors.
#[derive(Clone, Debug)]
pub struct Listing {
    /// What may be done.
    pub moves: MovesForm,
    /// What is on the table.
    pub board: BoardForm,
}

impl Listing {
    /// Works it out, with a bounded effort for factoring.
    pub fn of(position: &Position) -> Listing {
        Listing { moves: moves(position), board: board(position) }
    }
}

/// The rules of a position.
pub fn rules(position: &Position) -> RulesForm {
    let rules = position.rules();
    let house = rules.house().map(|rule| HouseForm { name: rule.name(), meaning: meaning(rule) });
    RulesForm {
        name: rules.to_string(),
        house: house.collect(),
        words: rules_text::of_position(position),
    }
}

fn texts(numbers: &[Natural]) -> Vec<String> {
    numbers.iter().map(Natural::to_string).collect()
}

/// What is on the table.
pub fn board(position: &Position) -> BoardForm {
    match position.board() {
        Board::Numbers { take, numbers, barred } => BoardForm::Numbers {
            op: match (position.has_both_operations(), take.step.op) {
                (true, _) => "either",
                (false, Op::Divide) => "divide",
                (false, Op::Subtract) => "subtract",
            },
            numbers: texts(numbers),
            barred: texts(barred),
            factors: numbers.iter().map(factors).collect(),
        },
        Board::Digits { append, targets, digits, residues } => BoardForm::Digits {
            targets: texts(targets),
            digits: digits.iter().map(|digit| digit.to_char()).collect(),
            residues: texts(residues),
            cap: append.cap.length(),
        },
    }
}

fn factors(number: &Natural) -> Option<Vec<(String, u32)>> {
    if number.is_zero() {
        return None;
    }
    let known = Factorization::of(number, LISTING);
    let primes = known.primes().iter().map(|(prime, exponent)| (prime.to_string(), *exponent));
    known.is_complete().then(|| primes.collect())
}

/// What may be done.
pub fn moves(position: &Position) -> MovesForm {
    if position.is_over() {
        return MovesForm { complete: true, pass: false, digits: Vec::new(), groups: Vec::new() };
    }
    let moves = position.moves(LISTING);
    MovesForm {
        complete: moves.is_complete(),
        pass: moves.has_pass(),
        digits: moves.digits().iter().map(|digit| digit.to_char().to_string()).collect(),
        groups: moves.groups().iter().map(|group| group_form(position, group)).collect(),
    }
}

fn group_form(position: &Position, group: &Group) -> GroupForm {
    let count = group.count();
    let short = count.to_u64().is_some_and(|count| count <= CHOICES);
    GroupForm {
        number: group.index() + 1,
        value: group.number().to_string(),
        count: count.to_string(),
        complete: group.is_complete(),
        choices: short.then(|| choices(position, group, 0..CHOICES)),
    }
}

/// A stretch of the choices for a number, as moves are written.
pub fn choices(position: &Position, group: &Group, range: std::ops::Range<u64>) -> Vec<String> {
    let written = |(op, divisor): (Op, Natural)| {
        position.write_move(&Move::Take { index: group.index(), op, divisor })
    };
    group.page(range).unwrap_or_default().into_iter().map(written).collect()
}

/// What a page of choices is asked for by.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// Which number, from 1.
    #[param(minimum = 1, maximum = 18_446_744_073_709_551_615_u64)]
    pub number: Option<usize>,
    /// Where the stretch begins, from 0.
    #[param(maximum = 18_446_744_073_709_551_615_u64)]
    pub from: Option<u64>,
    /// Where it ends; at most 200 behind its beginning.
    #[param(maximum = 18_446_744_073_709_551_615_u64)]
    pub to: Option<u64>,
    /// Or the choices around this number.
    #[param(max_length = 1000, pattern = "^[1-9][0-9]*$")]
    pub near: Option<String>,
}

/// A stretch of the choices for one number; what is wrong with the question, if something is.
pub fn page(position: &Position, query: &PageQuery) -> Result<PageForm, &'static str> {
    let moves = position.moves(LISTING);
    let number = query.number.unwrap_or(1);
    let group = number
        .checked_sub(1)
        .and_then(|index| moves.groups().get(index))
        .ok_or("there is no such number on the table; they are counted from 1")?;
    let from = match &query.near {
        Some(near) => {
            let near = Natural::parse(near).map_err(|_| "near should be a number such as 360")?;
            group.rank(&near).unwrap_or(0).saturating_sub(CHOICES / 4)
        }
        None => query.from.unwrap_or(0),
    };
    let to = query.to.filter(|_| query.near.is_none()).unwrap_or(from.saturating_add(CHOICES / 2));
    if to < from || to - from > CHOICES {
        return Err("a page has at most 200 choices: from below to");
    }
    Ok(PageForm {
        number,
        from,
        count: group.count().to_string(),
        complete: group.is_complete(),
        choices: choices(position, group, from..to),
    })
}

/// Moves as a JSON list writes them.
pub fn written(position: &Position, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|made| position.write_move(made)).collect()
}
