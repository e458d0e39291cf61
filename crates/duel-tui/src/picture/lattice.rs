//! The divisors of a number as mathematicians draw them: the number on top, 1 at the bottom, a line
//! wherever one prime leads from one to the other. Dividing walks down.

use duel_core::{Move, Op};
use duel_numbers::{Divisors, Factorization, Natural};
use ratatui_core::layout::Rect;

use super::{Scene, Subject};
use crate::{
    dots::Dots,
    look::Role,
    paint::{self, Canvas},
};

/// More divisors than this are no picture any more.
const MOST: u64 = 96;

/// So few divisors have lines between them even where there is no row for the lines.
const FEW: usize = 8;

struct Node {
    divisor: Natural,
    x: u16,
    y: u16,
}

/// Draws the lattice, if it fits; whether it did.
pub(super) fn draw(
    scene: &Scene<'_>,
    subject: &Subject<'_>,
    factors: &Factorization,
    canvas: &mut Canvas<'_>,
) -> bool {
    let Some(nodes) = arranged(factors, canvas.area) else { return false };
    let mut lines = Dots::over(canvas.area);
    for upper in &nodes {
        for (prime, _) in factors.primes() {
            let is_below = |node: &&Node| &node.divisor * prime == upper.divisor;
            let lower = nodes.iter().find(is_below).filter(|lower| {
                // Between rows without a gap only a few lines can be told apart.
                lower.y > upper.y + 1 || nodes.len() <= FEW && !scene.look.ascii
            });
            if let Some(lower) = lower {
                lines.line(Dots::middle(upper.x, upper.y), Dots::middle(lower.x, lower.y));
            }
        }
    }
    lines.draw(canvas, Role::Quiet);
    let chosen = scene.chosen_on(subject.index);
    for node in &nodes {
        let divisor = subject.number / &node.divisor;
        let (op, index) = (Op::Divide, subject.index);
        let made = Move::Take { index, op, divisor: divisor.clone() };
        let is_chosen = chosen == Some((Op::Divide, &divisor));
        let is_legal = scene.position.after(&made).is_ok();
        let (sign, role) = if is_legal { scene.shown(&made) } else { ("", Role::Quiet) };
        let role = match () {
            () if is_chosen => Role::Chosen,
            () if divisor.is_one() => Role::Number,
            () => role,
        };
        let text = format!(" {sign}{} ", node.divisor);
        let x = node.x.saturating_sub(paint::width(&text) / 2);
        canvas.put(x, node.y, &text, role);
    }
    true
}

/// Finds a place for every divisor, level by level; `None` if there is no room.
fn arranged(factors: &Factorization, area: Rect) -> Option<Vec<Node>> {
    if !factors.is_complete() || area.is_empty() {
        return None;
    }
    let levels = usize::try_from(factors.big_omega()?).ok()? + 1;
    let divisors = Divisors::new(factors);
    divisors.count().to_u64().filter(|count| *count <= MOST)?;
    let height = usize::from(area.height);
    if levels > height || levels < 2 {
        return None;
    }
    let spacing = ((height - 1) / (levels - 1)).min(3);
    let mut rows: Vec<Vec<Natural>> = vec![Vec::new(); levels];
    for divisor in divisors.iter() {
        let depth =
            usize::try_from(Factorization::of(&divisor, duel_numbers::Budget::PROMPT).big_omega()?)
                .ok()?;
        rows[levels - 1 - depth].push(divisor);
    }
    let label = factors.number().digits() + 3;
    if rows.iter().any(|row| row.len() * label > usize::from(area.width) + 1) {
        return None;
    }
    let mut nodes = Vec::new();
    for (level, row) in rows.into_iter().enumerate() {
        let y = u16::try_from(level * spacing).ok()?;
        let count = row.len();
        // Neighbours keep close, so that the picture has the shape of a diamond.
        let gap = (usize::from(area.width) / count).min(label + 6);
        let left = (usize::from(area.width) - gap * count) / 2;
        for (place, divisor) in row.into_iter().enumerate() {
            let x = u16::try_from(left + gap * place + gap / 2).ok()?;
            nodes.push(Node { divisor, x, y });
        }
    }
    Some(nodes)
}
