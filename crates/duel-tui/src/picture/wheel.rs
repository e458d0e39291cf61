//! The wheel of remainders: in a game of digits only the remainder matters, and each digit is an
//! arrow from where we are to where it leads. Zero wins.

use std::collections::BTreeMap;

use duel_core::{Digit, Move};
use duel_numbers::Natural;
use ratatui_core::layout::Rect;

use super::Scene;
use crate::{
    dots::Dots,
    look::Role,
    number,
    paint::{self, Canvas},
};

/// The most remainders that are drawn as a wheel.
const MOST: u64 = 60;

/// The most whose numbers are all written at its rim.
const MOST_WRITTEN: u64 = 32;

/// How many digits there are to append.
const DIGITS: u16 = 10;

/// The columns between two blocks of a table.
const GAP: u16 = 3;

/// The least rows in which a wheel can be drawn.
const LEAST: u16 = 9;

/// A row for each digit and two above, or a wheel.
pub(super) fn rows_needed(targets: &[Natural]) -> u16 {
    match targets {
        [target] if target.to_u64().is_some_and(|size| size <= MOST) => LEAST,
        _ => 12,
    }
}

/// Draws a wheel for one small target, else a table.
pub(super) fn draw(
    scene: &Scene<'_>,
    targets: &[Natural],
    residues: &[Natural],
    canvas: &mut Canvas<'_>,
) {
    if let ([target], [residue]) = (targets, residues)
        && let (Some(size), Some(at)) = (target.to_u64(), residue.to_u64())
        && size <= MOST
        && canvas.area.width >= 20
        && canvas.area.height >= LEAST
    {
        return draw_wheel(scene, size, at, canvas);
    }
    draw_table(scene, targets, residues, canvas);
}

fn draw_wheel(scene: &Scene<'_>, size: u64, at: u64, canvas: &mut Canvas<'_>) {
    let area = canvas.area;
    // Cells are twice as high as wide; the rim is a circle to the eye.
    let radius = (f64::from(area.height - 1) / 2.0).min(f64::from(area.width - 6) / 4.0);
    let (middle_x, middle_y) = (f64::from(area.width) / 2.0, f64::from(area.height - 1) / 2.0);
    let place = |residue: u64| {
        #[allow(clippy::cast_precision_loss, reason = "both are at most 60")]
        let turn = residue as f64 / size as f64 * std::f64::consts::TAU;
        let x = middle_x + turn.sin() * radius * 2.0;
        let y = middle_y - turn.cos() * radius;
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "inside the area"
        )]
        let cell = (x.round().max(0.0) as u16, y.round().max(0.0) as u16);
        cell
    };
    let legal = |digit: &Digit| scene.position.after(&Move::Append(*digit)).is_ok();
    let leads = |digit: Digit| (at * 10 + u64::from(digit.value())) % size;
    let mut arrows = Dots::over(area);
    for digit in Digit::ALL.into_iter().filter(legal) {
        let (from, to) = (place(at), place(leads(digit)));
        arrows.line(Dots::middle(from.0, from.1), Dots::middle(to.0, to.1));
    }
    arrows.draw(canvas, Role::Quiet);
    let chosen = match scene.chosen {
        Some(Move::Append(digit)) => Some(leads(*digit)),
        _ => None,
    };
    if let Some(chosen) = chosen {
        let mut arrow = Dots::over(area);
        let (from, to) = (place(at), place(chosen));
        arrow.line(Dots::middle(from.0, from.1), Dots::middle(to.0, to.1));
        arrow.draw(canvas, Role::Number);
    }
    for residue in 0..size {
        let (x, y) = place(residue);
        let is_reached = Digit::ALL.iter().any(|digit| legal(digit) && leads(*digit) == residue);
        let name = match residue {
            _ if residue == at => format!("({residue})"),
            0 => "[0]".to_owned(),
            _ if size <= MOST_WRITTEN || is_reached => residue.to_string(),
            _ => canvas.look.bullet().to_owned(),
        };
        let role = match residue {
            _ if Some(residue) == chosen => Role::Chosen,
            0 => Role::Good,
            _ if residue == at => Role::Number,
            _ if !is_reached => Role::Quiet,
            _ => Role::Text,
        };
        let x = x.saturating_sub(paint::width(&name) / 2);
        canvas.put(x, y, &name, role);
    }
    for (residue, digits) in digits_by_residue(Digit::ALL.into_iter().filter(legal), leads) {
        let ((from_x, from_y), (to_x, to_y)) = (place(at), place(residue));
        // An arrow that leads back to where it begins has no length: its digits stand inside.
        let (to_x, to_y, part) = if residue == at {
            (middle_x, middle_y, 0.4)
        } else {
            (f64::from(to_x), f64::from(to_y), 0.55)
        };
        let between = |from: u16, to: f64| f64::from(from) + (to - f64::from(from)) * part;
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between two cells of the area"
        )]
        let (x, y) = (between(from_x, to_x).round() as u16, between(from_y, to_y).round() as u16);
        canvas.put(x.saturating_sub(paint::width(&digits) / 2), y, &digits, Role::Key);
    }
    canvas.put(0, 0, &format!("mod {size}"), Role::Title);
}

/// The digits that lead to each remainder, as they stand at its arrow: `1,8`.
fn digits_by_residue(
    digits: impl Iterator<Item = Digit>,
    leads: impl Fn(Digit) -> u64,
) -> BTreeMap<u64, String> {
    let mut by_residue: BTreeMap<u64, String> = BTreeMap::new();
    for digit in digits {
        let text = by_residue.entry(leads(digit)).or_default();
        if !text.is_empty() {
            text.push(',');
        }
        text.push(digit.to_char());
    }
    by_residue
}

/// In how many blocks beside each other a table is drawn, and how many digits each has: as few
/// blocks as there is height for, and no more than there is width for.
fn table_blocks(area: Rect, block: u16) -> (u16, u16) {
    let rows = area.height.saturating_sub(2).min(DIGITS);
    if rows == 0 {
        return (1, rows);
    }
    let fitting = area.width.saturating_add(GAP) / block.saturating_add(GAP);
    let blocks = DIGITS.div_ceil(rows).min(fitting).max(1);
    // Blocks of the same height, where all have their place.
    let rows = if blocks * rows >= DIGITS { DIGITS.div_ceil(blocks) } else { rows };
    (blocks, rows)
}

/// For each digit the remainders that it leads to.
fn draw_table(
    scene: &Scene<'_>,
    targets: &[Natural],
    residues: &[Natural],
    canvas: &mut Canvas<'_>,
) {
    let look = canvas.look;
    let longest = targets.iter().map(Natural::digits).max().unwrap_or(1).clamp(4, 24);
    let column = u16::try_from(longest + 2).unwrap_or(26);
    let cell = |canvas: &mut Canvas<'_>, x: u16, y: u16, value: &Natural, role: Role| {
        let text = number::fitted(value, column - 2, look);
        let x = x + (column - 1).saturating_sub(paint::width(&text));
        canvas.put(x, y, &text, role);
    };
    let count = u16::try_from(targets.len()).unwrap_or(u16::MAX);
    let block = column.saturating_mul(count).saturating_add(4);
    let (blocks, rows) = table_blocks(canvas.area, block);
    for index in 0..blocks {
        let left = index * (block + GAP);
        canvas.put(left, 0, "mod", Role::Title);
        canvas.put(left, 1, "now", Role::Quiet);
        for (place, (target, residue)) in (0..).zip(targets.iter().zip(residues)) {
            let x = left + 4 + column * place;
            cell(canvas, x, 0, target, Role::Title);
            cell(canvas, x, 1, residue, Role::Quiet);
        }
    }
    let cells = (0..blocks).flat_map(|index| (0..rows).map(move |row| (index, row)));
    for ((index, row), digit) in cells.zip(Digit::ALL) {
        let (left, row) = (index * (block + GAP), row + 2);
        if blocks * rows < DIGITS && (index + 1, row) == (blocks, rows + 1) {
            canvas.put(left, row, &format!("  {} more digits", look.dots()), Role::Quiet);
            break;
        }
        let made = Move::Append(digit);
        let chosen = scene.chosen == Some(&made);
        let legal = scene.position.after(&made).is_ok();
        let (sign, role) = if legal { scene.shown(&made) } else { ("", Role::Quiet) };
        let name = format!("{sign:>1} {}", digit.to_char());
        let role = if chosen { Role::Chosen } else { role };
        canvas.put(left, row, &name, role);
        for (place, (target, residue)) in (0..).zip(targets.iter().zip(residues)) {
            let leads = &residue.append_digit(digit.value()) % target;
            let x = left + 4 + column * place;
            let role = match (legal, leads.is_zero()) {
                (false, _) => Role::Quiet,
                (true, true) => Role::Good,
                (true, false) if chosen => Role::Number,
                (true, false) => Role::Text,
            };
            cell(canvas, x, row, &leads, role);
            if leads.is_zero() && legal {
                canvas.put(x, row, if look.ascii { "*" } else { "★" }, Role::Good);
            }
        }
    }
}
