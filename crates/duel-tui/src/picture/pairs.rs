//! Factor pairs: what can still be taken and what is used up, and the bar that shrinks to zero.

use duel_core::{Board, Move, Op};
use duel_numbers::{Divisors, Natural};

use super::{Scene, Subject, line::place};
use crate::{look::Role, paint::Canvas};

/// Draws the bar and the pairs.
pub(super) fn draw(scene: &Scene<'_>, subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    let (area, look) = (canvas.area, canvas.look);
    bar(scene, subject, canvas);
    let Some(factors) = scene.factors(subject.index) else { return };
    let divisors = Divisors::new(factors);
    let half = divisors.count_up_to_root().to_u64().unwrap_or(u64::MAX);
    let rows = area.height.saturating_sub(2);
    let digits = u16::try_from(subject.number.digits()).unwrap_or(u16::MAX).min(40);
    let column = digits.saturating_mul(2).saturating_add(9);
    let columns = (area.width / column).max(1);
    let room = u64::from(rows) * u64::from(columns);
    let shown = half.min(room);
    let small = divisors.page(0..shown).unwrap_or_default();
    for (place, divisor) in (0_u64..).zip(&small) {
        let row = u16::try_from(place % u64::from(rows.max(1))).unwrap_or(0);
        let x = u16::try_from(place / u64::from(rows.max(1))).unwrap_or(0) * column;
        if half > room && place + 1 == shown {
            canvas.put(x, row + 2, look.dots(), Role::Quiet);
            break;
        }
        let opposite = subject.number / divisor;
        let mut spans = vec![factor(scene, subject, divisor)];
        if opposite != *divisor {
            spans.push((format!(" {} ", look.times()), Role::Quiet));
            spans.push(factor(scene, subject, &opposite));
        }
        canvas.put_spans(x, row + 2, &spans);
    }
}

/// One factor: free, chosen, or struck out.
fn factor(scene: &Scene<'_>, subject: &Subject<'_>, divisor: &Natural) -> (String, Role) {
    let made = Move::Take { index: subject.index, op: Op::Subtract, divisor: divisor.clone() };
    if subject.barred.contains(divisor) {
        // Not every terminal can strike out.
        return (format!("({divisor})"), Role::Used);
    }
    if scene.position.after(&made).is_err() {
        return (divisor.to_string(), Role::Quiet);
    }
    let is_chosen = scene.chosen_on(subject.index).map(|(_, chosen)| chosen) == Some(divisor);
    let (sign, role) = scene.shown(&made);
    (format!("{sign}{divisor}"), if is_chosen { Role::Chosen } else { role })
}

/// What is left of the start, and what the chosen move would leave.
fn bar(scene: &Scene<'_>, subject: &Subject<'_>, canvas: &mut Canvas<'_>) {
    let (area, look) = (canvas.area, canvas.look);
    let start = match scene.start.board() {
        Board::Numbers { numbers, .. } => numbers.get(subject.index),
        Board::Digits { .. } => None,
    };
    let Some(start) = start.filter(|start| !start.is_zero()) else { return };
    let columns = |value: &Natural| place(value, start, area.width);
    let now = columns(subject.number).max(1).min(area.width);
    let chosen = scene.chosen_on(subject.index);
    let left = chosen.map_or(now, |(_, divisor)| columns(&(subject.number - divisor)));
    let taken = if look.ascii { "=" } else { "▒" };
    let text = |sign: &str, count: u16| sign.repeat(usize::from(count));
    let spans = [
        (text(look.full(), left), Role::Number),
        (text(taken, now.saturating_sub(left)), Role::Even),
        (text(look.gone(), area.width.saturating_sub(now)), Role::Quiet),
    ];
    canvas.put_spans(0, 0, &spans);
}
