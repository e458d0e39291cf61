//! A position as a small drawing in plain text: what a number is made of, and what each move leaves.

use duel_books::listing;
use duel_core::{Board, Op, Position, Reuse, WrittenMove};
use duel_numbers::{Budget, Factorization, Natural};

/// The most moves that are drawn.
const MOST_MOVES: u64 = 24;
/// The widest line, where lines are filled.
const WIDTH: usize = 72;

/// The lines of the drawing.
pub fn text_picture(position: &Position) -> Vec<String> {
    match position.board() {
        Board::Digits { targets, digits, .. } => {
            let number: String = digits.iter().map(|digit| digit.to_char()).collect();
            let mut lines = vec![format!("number  {number}_")];
            lines.extend(targets.iter().map(|target| target_line(&number, target)));
            lines
        }
        Board::Numbers { take, numbers, .. } => {
            let used = take.reuse == Reuse::Once;
            let mut lines = match numbers.as_slice() {
                [number] if used => pairs(number),
                [number] if take.step.op == Op::Divide => vec![product(number)],
                [number] => vec![number.to_string()],
                several => several
                    .iter()
                    .enumerate()
                    .map(|(place, number)| format!("{}:  {}", place + 1, product(number)))
                    .collect(),
            };
            lines.extend(barred_line(position));
            if numbers.len() == 1 {
                lines.extend(moves(position));
            }
            lines
        }
    }
}

/// The numbers that may not be chosen because they were before: `used: 1, 7`.
pub fn barred_line(position: &Position) -> Option<String> {
    let Board::Numbers { take, barred, .. } = position.board() else { return None };
    let name = if take.reuse == Reuse::Once { "used" } else { "just chosen" };
    (!barred.is_empty()).then(|| format!("{name}: {}", listing::joined(barred)))
}

/// `31_ and 7: 310 = 7 x 44 + 2`, so that 5 is seen to be missing.
fn target_line(number: &str, target: &Natural) -> String {
    match Natural::parse(&format!("{number}0")) {
        Ok(tenfold) if !number.is_empty() => {
            let (quotient, rest) = (&tenfold / target, &tenfold % target);
            format!("target  {target}    {tenfold} = {target} x {quotient} + {rest}")
        }
        _ => format!("target  {target}"),
    }
}

/// `60 = 2 x 2 x 3 x 5`; a prime stands alone.
fn product(number: &Natural) -> String {
    let factors = Factorization::of(number, Budget::PROMPT);
    let primes: Vec<String> = factors
        .primes()
        .iter()
        .flat_map(|(prime, times)| vec![prime.to_string(); *times as usize])
        .collect();
    if primes.len() < 2 || !factors.is_complete() {
        number.to_string()
    } else {
        format!("{number} = {}", primes.join(" x "))
    }
}

/// `12 = 1 x 12 = 2 x 6 = 3 x 4`, on as many lines as it takes.
fn pairs(number: &Natural) -> Vec<String> {
    let mut lines = vec![number.to_string()];
    let root = number.isqrt().to_u64().unwrap_or(0).min(10_000);
    for small in (1..=root).map(Natural::from).filter(|small| small.divides(number)) {
        let next = format!(" = {small} x {}", number / &small);
        match lines.last_mut() {
            Some(line) if line.len() + next.len() <= WIDTH => line.push_str(&next),
            _ => lines.push(format!("{number}{next}")),
        }
    }
    lines
}

/// What each move leaves: `12 - 3 = 9`.
fn moves(position: &Position) -> Vec<String> {
    let listed = position.moves(Budget::PROMPT);
    let Some(group) = listed.groups().first() else { return Vec::new() };
    let page = group.page(0..MOST_MOVES).unwrap_or_default();
    let mut lines: Vec<String> = page
        .into_iter()
        .filter_map(|(op, number)| {
            let sign = match op {
                Op::Divide => '/',
                Op::Subtract => '-',
            };
            let made = duel_core::Move::Take { index: 0, op, divisor: number.clone() };
            let step = position.play(&made).ok()?;
            let left = listing::number_left(&step);
            let op = position.has_both_operations().then_some(op);
            let typed = WrittenMove { index: None, op, number: number.clone() };
            let arithmetic = format!("{} {sign} {number} = {left}", group.number());
            Some(format!("{typed:>5}   {arithmetic}", typed = typed.to_string()))
        })
        .collect();
    if group.count() > Natural::from(MOST_MOVES) {
        lines.push("  ...".to_owned());
    }
    lines
}
