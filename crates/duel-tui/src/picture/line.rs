//! The number line: where the number is, where each jump would land, and zero at the far end.

use duel_core::{Move, Op};
use duel_numbers::Natural;

use super::{Scene, Subject, tiles};
use crate::{
    look::Role,
    number,
    paint::{self, Canvas},
};

/// At most so many jumps are marked on the line; more would be no picture.
const MOST: u64 = 400;

/// Draws the line.
pub(super) fn draw(scene: &Scene<'_>, subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    let (area, look) = (canvas.area, canvas.look);
    if area.width < 8 {
        return;
    }
    let mut y = 0;
    if let Some(factors) = scene.factors(subject.index) {
        canvas.put_centred(y, &tiles(factors, look), Role::Title);
        y += 2;
    }
    // Middle of what is left, so that a tall picture does not hang at the top.
    y += area.height.saturating_sub(y + 5) / 3;
    let last = area.width - 1;
    let column = |value: &Natural| place(value, subject.number, last);
    let chosen = scene.chosen_on(subject.index).map(|(_, divisor)| divisor);
    if let Some(divisor) = chosen {
        let landing = subject.number - divisor;
        let from = column(&landing);
        let length = usize::from(last.saturating_sub(from));
        let head = if look.ascii { "<" } else { "◂" };
        let arrow = format!("{head}{}", look.rule().repeat(length.saturating_sub(1)));
        canvas.put(from, y, &arrow, Role::Number);
        let text = format!("-{}", number::fitted(divisor, area.width / 3, look));
        let middle = from + u16::try_from(length / 2).unwrap_or(0);
        let x = middle.saturating_sub(paint::width(&text) / 2);
        canvas.put(x, y + 1, &text, Role::Text);
    }
    let axis = look.rule().repeat(usize::from(area.width));
    canvas.put(0, y + 2, &axis, Role::Quiet);
    let group = scene.listing.and_then(|listing| listing.moves.groups().get(subject.index));
    let jumps = group.and_then(|group| group.page(0..MOST)).unwrap_or_default();
    for (op, divisor) in jumps.into_iter().filter(|(op, _)| *op == Op::Subtract) {
        let landing = subject.number - &divisor;
        let made = Move::Take { index: subject.index, op, divisor };
        let (sign, role) = scene.shown(&made);
        let sign = match (sign, look.ascii) {
            ("", true) => "|",
            ("", false) => "┴",
            (sign, _) => sign,
        };
        canvas.put(column(&landing), y + 2, sign, role);
    }
    let here = if look.ascii { "O" } else { "●" };
    canvas.put(last, y + 2, here, Role::Number);
    canvas.put(0, y + 3, "0", Role::Quiet);
    let number = number::fitted(subject.number, area.width / 3, look);
    let x = area.width.saturating_sub(paint::width(&number));
    canvas.put(x, y + 3, &number, Role::Number);
    if let Some(divisor) = chosen {
        let landing = number::fitted(&(subject.number - divisor), area.width / 3, look);
        let width = paint::width(&landing);
        let at = column(&(subject.number - divisor)).saturating_sub(width / 2).max(2);
        let at = at.min(x.saturating_sub(width + 1));
        canvas.put(at, y + 3, &landing, Role::Chosen);
    }
}

/// The column of a value on a line from 0 to the number.
pub(super) fn place(value: &Natural, number: &Natural, last: u16) -> u16 {
    let scaled = &(value * &Natural::from(u64::from(last))) / number;
    scaled.to_u64().and_then(|column| u16::try_from(column).ok()).unwrap_or(last).min(last)
}
