//! The wheel of remainders: in a game of digits only the remainder matters, and each digit is an
//! arrow from where we are to where it leads. Zero wins.

use duel_core::{Digit, Move};
use duel_numbers::Natural;
use ratatui::{buffer::Buffer, layout::Rect};

use super::Scene;
use crate::{
    dots::Dots,
    look::{Look, Role},
    number, paint,
};

/// The most remainders that are drawn as a wheel.
const MOST: u64 = 60;

/// The most whose numbers are all written at its rim.
const MOST_WRITTEN: u64 = 32;

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
    area: Rect,
    buffer: &mut Buffer,
) {
    if let ([target], [residue]) = (targets, residues)
        && let (Some(size), Some(at)) = (target.to_u64(), residue.to_u64())
        && size <= MOST
        && area.width >= 20
        && area.height >= LEAST
    {
        return draw_wheel(scene, size, at, area, buffer);
    }
    draw_table(scene, targets, residues, area, buffer);
}

fn draw_wheel(scene: &Scene<'_>, size: u64, at: u64, area: Rect, buffer: &mut Buffer) {
    let look = scene.look;
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
    arrows.draw(buffer, look, look.style(Role::Quiet));
    let chosen = match scene.chosen {
        Some(Move::Append(digit)) => Some(leads(*digit)),
        _ => None,
    };
    if let Some(chosen) = chosen {
        let mut arrow = Dots::over(area);
        let (from, to) = (place(at), place(chosen));
        arrow.line(Dots::middle(from.0, from.1), Dots::middle(to.0, to.1));
        arrow.draw(buffer, look, look.style(Role::Number));
    }
    for residue in 0..size {
        let (x, y) = place(residue);
        let digits: String = Digit::ALL
            .into_iter()
            .filter(legal)
            .filter(|d| leads(*d) == residue)
            .map(Digit::to_char)
            .collect();
        let name = match residue {
            _ if residue == at => format!("({residue})"),
            0 => "[0]".to_owned(),
            _ if size <= MOST_WRITTEN || !digits.is_empty() => residue.to_string(),
            _ => look.bullet().to_owned(),
        };
        let role = match residue {
            _ if Some(residue) == chosen => Role::Chosen,
            0 => Role::Good,
            _ if residue == at => Role::Number,
            _ if digits.is_empty() => Role::Quiet,
            _ => Role::Text,
        };
        let x = x.saturating_sub(paint::width(&name) / 2);
        paint::put(buffer, area, x, y, &name, look.style(role));
    }
    let text = format!("mod {size}");
    paint::put(buffer, area, 0, 0, &text, look.style(Role::Title));
}

/// For each digit the remainders that it leads to.
fn draw_table(
    scene: &Scene<'_>,
    targets: &[Natural],
    residues: &[Natural],
    area: Rect,
    buffer: &mut Buffer,
) {
    let look = scene.look;
    let longest = targets.iter().map(Natural::digits).max().unwrap_or(1).clamp(4, 24);
    let column = u16::try_from(longest + 2).unwrap_or(26);
    let cell = |buffer: &mut Buffer, x: u16, y: u16, value: &Natural, role: Role| {
        let text = number::fitted(value, column - 2, look);
        let x = x + (column - 1).saturating_sub(paint::width(&text));
        paint::put(buffer, area, x, y, &text, look.style(role));
    };
    paint::put(buffer, area, 0, 0, "mod", look.style(Role::Title));
    paint::put(buffer, area, 0, 1, "now", look.style(Role::Quiet));
    for (place, (target, residue)) in (0..).zip(targets.iter().zip(residues)) {
        let x = 4 + column * place;
        cell(buffer, x, 0, target, Role::Title);
        cell(buffer, x, 1, residue, Role::Quiet);
    }
    for (row, digit) in (2..).zip(Digit::ALL) {
        let made = Move::Append(digit);
        let chosen = scene.chosen == Some(&made);
        let legal = scene.position.after(&made).is_ok();
        let (sign, role) = if legal { scene.shown(&made) } else { ("", Role::Quiet) };
        let name = format!("{sign:>1} {}", digit.to_char());
        let role = if chosen { Role::Chosen } else { role };
        paint::put(buffer, area, 0, row, &name, look.style(role));
        for (place, (target, residue)) in (0..).zip(targets.iter().zip(residues)) {
            let leads = &residue.append_digit(digit.value()) % target;
            let x = 4 + column * place;
            let role = match (legal, leads.is_zero()) {
                (false, _) => Role::Quiet,
                (true, true) => Role::Good,
                (true, false) if chosen => Role::Number,
                (true, false) => Role::Text,
            };
            cell(buffer, x, row, &leads, role);
            if leads.is_zero() && legal {
                paint::put(buffer, area, x, row, winner(look), look.style(Role::Good));
            }
        }
    }
}

/// The sign of a digit that ends the game.
fn winner(look: Look) -> &'static str {
    if look.ascii { "*" } else { "★" }
}
