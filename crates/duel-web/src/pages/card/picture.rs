//! The picture of a position that is shown with a link to it: what is on the table, what may be done,
//! and the question.

use duel_books::{goal::GameGoal, listing, short_name};
use duel_core::{Board, Position};
use duel_json::Listing;

use super::{
    canvas::{Canvas, Colour},
    icon, letters,
    path::{Path, Point},
};
use crate::game::is_quick;

/// The size that sites which show links ask for.
pub(in crate::pages) const SIZE: (usize, usize) = (1200, 630);

const GROUND: Colour = [0x12, 0x3f, 0x3b];
const CHIP: Colour = [0x1d, 0x56, 0x50];
const CREAM: Colour = [0xfa, 0xf6, 0xee];
const MINT: Colour = [0x8f, 0xd3, 0xc5];
const RUST: Colour = [0xf4, 0xa6, 0x83];

/// Where text begins and ends.
const LEFT: f32 = 70.0;
const RIGHT: f32 = 1130.0;

/// How large a number is at most.
const LARGEST: f32 = 220.0;

/// How many moves are shown.
const MOVES: usize = 10;

/// How many numbers are shown.
const NUMBERS: usize = 5;

/// How many digits of a number are shown; of a longer one its ends.
const DIGITS: usize = 15;

/// The picture of a position.
pub(super) fn position(position: &Position) -> Vec<u8> {
    let mut canvas = Canvas::new(SIZE.0, SIZE.1, GROUND);
    icon::sign(&mut canvas, 84.0, (LEFT - 8.0, 54.0));
    let name = short_name(position.rules());
    write(&mut canvas, name, 54.0, (LEFT + 100.0, 114.0), CREAM);
    let brand = "Divisor Duel";
    write(&mut canvas, brand, 32.0, (RIGHT - letters::width(brand) * 32.0, 110.0), MINT);
    let aim = GameGoal::of_position(position).aim();
    write(&mut canvas, &aim, fitting(&aim, 34.0), (LEFT, 186.0), MINT);

    // The number, and for a game that appends digits where the next one goes.
    let shown = numbers(position);
    let appends = matches!(position.board(), Board::Digits { .. }) && !position.is_over();
    let next = if appends { "?" } else { "" };
    let whole = format!("{shown}{next}");
    let size = fitting(&whole, LARGEST);
    // A smaller number stays in the middle between the lines around it.
    let base = 400.0 - (LARGEST - size) * 0.3;
    write(&mut canvas, &shown, size, (LEFT, base), CREAM);
    write(&mut canvas, next, size, (LEFT + letters::width(&shown) * size, base), RUST);

    let question = if position.is_over() { "Game over" } else { "Your move?" };
    write(&mut canvas, question, 54.0, (LEFT, 580.0), RUST);
    if !position.is_over() && is_quick(position) {
        chips(&mut canvas, &moves(position));
    }
    canvas.png()
}

/// The picture of everything else.
pub(super) fn welcome() -> Vec<u8> {
    let mut canvas = Canvas::new(SIZE.0, SIZE.1, GROUND);
    icon::sign(&mut canvas, 430.0, (720.0, 100.0));
    write(&mut canvas, "Divisor", 128.0, (LEFT, 230.0), CREAM);
    write(&mut canvas, "Duel", 128.0, (LEFT, 375.0), CREAM);
    write(&mut canvas, "Two players, one number, no luck", 34.0, (LEFT, 470.0), MINT);
    write(&mut canvas, "Your move?", 54.0, (LEFT, 575.0), RUST);
    canvas.png()
}

/// What is on the table, in a few letters.
pub(in crate::pages) fn numbers(position: &Position) -> String {
    match position.board() {
        Board::Numbers { numbers, .. } => {
            let texts = numbers.iter().take(NUMBERS).map(|number| shortened(&number.to_string()));
            let more = (numbers.len() > NUMBERS).then(|| "…".to_owned());
            texts.chain(more).collect::<Vec<_>>().join(", ")
        }
        Board::Digits { .. } => shortened(&listing::numbers(position)),
    }
}

/// What may be done, as it is written on the keys.
fn moves(position: &Position) -> Vec<String> {
    let moves = Listing::of(position).moves;
    let steps = moves.groups.into_iter().flat_map(|group| group.steps.unwrap_or_default());
    let steps = steps.map(|step| {
        let sign = if step.op == "/" { "/" } else { "−" };
        format!("{sign}{}", step.value)
    });
    let mut all: Vec<String> = moves.digits.into_iter().chain(steps).collect();
    // The same choice for two numbers is one of them here.
    let mut seen = std::collections::BTreeSet::new();
    all.retain(|each| seen.insert(each.clone()));
    all
}

/// Draws moves in a row, as many as fit.
fn chips(canvas: &mut Canvas, moves: &[String]) {
    let (size, tall, top) = (34.0, 66.0, 440.0);
    let wide = |text: &str| (letters::width(text) * size + 36.0).max(tall);
    let mut x = LEFT;
    for (index, text) in moves.iter().enumerate() {
        let is_last = index + 1 == moves.len();
        let more = if is_last { 0.0 } else { wide("…") + 14.0 };
        let fits = index < MOVES && x + wide(text) + more <= RIGHT;
        let text = if fits { text.as_str() } else { "…" };
        let width = wide(text);
        canvas.fill(&Path::rectangle((x, top), (width, tall), 16.0), CHIP);
        let inset = (width - letters::width(text) * size) / 2.0;
        write(canvas, text, size, (x + inset, top + 45.0), CREAM);
        x += width + 14.0;
        if !fits {
            return;
        }
    }
}

fn write(canvas: &mut Canvas, text: &str, size: f32, at: Point, colour: Colour) {
    canvas.fill(&letters::line(text, size, at), colour);
}

/// The largest size in which a line fits, at most this.
fn fitting(text: &str, most: f32) -> f32 {
    most.min((RIGHT - LEFT) / letters::width(text).max(0.1))
}

fn shortened(digits: &str) -> String {
    if digits.len() <= DIGITS {
        return digits.to_owned();
    }
    let end = DIGITS / 2;
    match (digits.get(..end), digits.get(digits.len() - end..)) {
        (Some(first), Some(last)) => format!("{first}…{last}"),
        _ => digits.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_show_their_ends() {
        assert_eq!(shortened("360"), "360");
        assert_eq!(shortened(&format!("1234567{}7654321", "0".repeat(400))), "1234567…7654321");
    }

    #[test]
    fn moves_are_written_as_on_the_keys() {
        let moves = |text: &str| moves(&duel_books::position(text).unwrap());
        assert_eq!(moves("divide:12"), ["/2", "/3", "/4", "/6"]);
        assert_eq!(moves("subtract:6"), ["−2", "−3"]);
        assert_eq!(moves("divide:12,18"), ["/2", "/3", "/4", "/6", "/9"]);
        assert!(moves("digits:7:31").contains(&"0".to_owned()));
    }
}
