//! A picture of the position that belongs to the game: what the number is made of, where a move
//! leads, and how far it is to the end.
//!
//! Dividing is a walk down the lattice of divisors, subtracting a jump along a line, appending a
//! digit an arrow on a wheel of remainders; where factors wear out, the pairs say which are left.

mod columns;
mod lattice;
mod line;
mod pairs;
mod wheel;

use duel_core::{Board, Move, Op, Position, Reuse};
use duel_numbers::{Factorization, Natural};

use crate::{
    analysis_worker::Listing,
    look::{Look, Role},
    mark::Mark,
    number,
    paint::Canvas,
};

/// Everything that a picture shows.
pub(crate) struct Scene<'a> {
    /// The position.
    pub(crate) position: &'a Position,
    /// Where the game began.
    pub(crate) start: &'a Position,
    /// Its moves, once they are known.
    pub(crate) listing: Option<&'a Listing>,
    /// The move that is chosen now.
    pub(crate) chosen: Option<&'a Move>,
    /// Which of several numbers is shown in full.
    pub(crate) focus: usize,
    /// What moves are worth, as far as that may be shown.
    pub(crate) marks: &'a dyn Fn(&Move) -> Option<Mark>,
    /// How it looks.
    pub(crate) look: Look,
}

/// How many rows a picture needs to say all that matters: where they are few, the number above it
/// is not drawn large.
pub(crate) fn rows_needed(board: &Board) -> u16 {
    match board {
        Board::Digits { targets, .. } => wheel::rows_needed(targets),
        Board::Numbers { numbers, .. } => u16::try_from(numbers.len().min(8)).unwrap_or(8),
    }
}

/// Draws the picture of a position.
pub(crate) fn draw(scene: &Scene<'_>, canvas: &mut Canvas<'_>) {
    if canvas.area.is_empty() {
        return;
    }
    match scene.position.board() {
        Board::Digits { targets, residues, .. } => {
            wheel::draw(scene, targets, residues, canvas);
        }
        Board::Numbers { take, numbers, barred } => {
            let index = scene.focus;
            let used = if numbers.len() > 1 { draw_row(scene, numbers, index, canvas) } else { 0 };
            let below = &mut canvas.below(used);
            let Some(number) = numbers.get(index).filter(|number| !number.is_zero()) else {
                return;
            };
            let subject = Subject { index, number, barred };
            match (take.step.op, take.or_step.is_some(), take.reuse) {
                (Op::Divide, ..) | (_, true, _) => {
                    draw_divisors(scene, &subject, numbers.len() == 1, below);
                }
                (Op::Subtract, _, Reuse::Once) => pairs::draw(scene, &subject, below),
                (Op::Subtract, ..) => line::draw(scene, &subject, below),
            }
        }
    }
}

/// The number that a picture is about.
pub(crate) struct Subject<'a> {
    index: usize,
    number: &'a Natural,
    barred: &'a [Natural],
}

impl Scene<'_> {
    fn factors(&self, index: usize) -> Option<&Factorization> {
        self.listing?.factors.get(index)?.as_ref()
    }

    /// The divisor that is chosen, and what is done with it.
    fn chosen_on(&self, index: usize) -> Option<(Op, &Natural)> {
        match self.chosen {
            Some(Move::Take { index: chosen, op, divisor }) if *chosen == index => {
                Some((*op, divisor))
            }
            _ => None,
        }
    }

    /// A way of drawing a move by its value: the sign, and the role of its colour.
    fn shown(&self, made: &Move) -> (&'static str, Role) {
        match (self.marks)(made) {
            Some(mark) => (mark.sign(self.look), mark.role()),
            None => ("", Role::Text),
        }
    }
}

/// All numbers side by side, with their factors; gives how many rows that takes.
fn draw_row(scene: &Scene<'_>, numbers: &[Natural], focus: usize, canvas: &mut Canvas<'_>) -> u16 {
    let (area, look) = (canvas.area, canvas.look);
    let rows = u16::try_from(numbers.len()).unwrap_or(u16::MAX).min(area.height / 2);
    for (index, (y, number)) in (0..rows).zip(numbers).enumerate() {
        let role = if index == focus { Role::Number } else { Role::Text };
        let pointer = if index == focus { look.pointer() } else { " " };
        let text = number::fitted(number, area.width / 2, look);
        let tiles = scene.factors(index).map(|factors| tiles(factors, look)).unwrap_or_default();
        let line = format!("{pointer} {}: {text} = {tiles}", index + 1);
        canvas.put(0, y, &line, role);
    }
    rows + 1
}

/// The prime factors as tiles, and below them how the divisors hang together.
fn draw_divisors(
    scene: &Scene<'_>,
    subject: &Subject<'_>,
    with_tiles: bool,
    canvas: &mut Canvas<'_>,
) {
    let look = canvas.look;
    let Some(factors) = scene.factors(subject.index) else {
        canvas.put_centred(0, look.dots(), Role::Quiet);
        return;
    };
    let mut used = 0;
    if with_tiles {
        canvas.put_centred(0, &tiles(factors, look), Role::Title);
        used = if canvas.area.height > 11 { 2 } else { 1 };
    }
    let below = &mut canvas.below(used);
    if !lattice::draw(scene, subject, factors, below) {
        columns::draw(factors, below);
    }
}

/// A number as a product of tiles, one for each prime factor: `[2][2][3][5]`, or with exponents.
pub(crate) fn tiles(factors: &Factorization, look: Look) -> String {
    const MANY: u64 = 12;
    let parts = factors.primes();
    let total: u64 = parts.iter().map(|(_, exponent)| u64::from(*exponent)).sum();
    let tile = |prime: &Natural| format!("[{}]", number::fitted(prime, 20, look));
    let mut text: String = if total <= MANY {
        parts.iter().map(|(prime, exponent)| tile(prime).repeat(*exponent as usize)).collect()
    } else {
        parts
            .iter()
            .map(|(prime, exponent)| match exponent {
                1 => tile(prime),
                _ => format!("{}^{exponent}", tile(prime)),
            })
            .collect()
    };
    if let Some(rest) = factors.rest() {
        text.push_str(&format!("[? {} digits]", rest.digits()));
    }
    if text.is_empty() { "[1]".to_owned() } else { text }
}
