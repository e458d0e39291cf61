//! The balance of a game as a chart: a column for each position, up while the first player was
//! winning, down while the second was.

use duel_core::Seats;
use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    look::{Look, Role},
    paint,
};

/// How many rows a chart takes.
pub(crate) const ROWS: u16 = 3;

/// Draws the chart of a balance as [`duel_play::Review`] gives it; `at` is the position looked at.
pub(crate) fn draw(
    balance: &str,
    names: &Seats<String>,
    at: usize,
    area: Rect,
    buffer: &mut Buffer,
    look: Look,
) {
    if area.height < ROWS {
        return draw_line(balance, area, buffer, look);
    }
    let name = |name: &str| name.chars().take(8).collect::<String>();
    let (first, second) = (name(&names.first), name(&names.second));
    let left = paint::width(&first).max(paint::width(&second)) + 1;
    paint::put(buffer, area, 0, 0, &first, look.style(Role::Quiet));
    paint::put(buffer, area, 0, 2, &second, look.style(Role::Quiet));
    let room = usize::from(area.width.saturating_sub(left));
    // The end of a long game is what matters; what is looked at stays in view.
    let count = balance.chars().count();
    let skip = count.saturating_sub(room).min(at);
    for (place, (x, value)) in (left..).zip(balance.chars().skip(skip)).enumerate() {
        let (row, sign, role) = match value {
            '+' => (0, look.full(), Role::Good),
            '-' => (2, look.full(), Role::Bad),
            '=' => (1, look.rule(), Role::Even),
            _ => (1, "?", Role::Quiet),
        };
        paint::put(buffer, area, x, 1, look.rule(), look.style(Role::Quiet));
        paint::put(buffer, area, x, row, sign, look.style(role));
        if place + skip == at {
            let here = if look.ascii { "^" } else { "▴" };
            paint::put(buffer, area, x, 1, here, look.style(Role::Key));
        }
    }
}

/// The same on a single line, where there is no more room.
fn draw_line(balance: &str, area: Rect, buffer: &mut Buffer, look: Look) {
    let heading = "Balance ";
    paint::put(buffer, area, 0, 0, heading, look.style(Role::Quiet));
    let left = paint::width(heading);
    let room = usize::from(area.width.saturating_sub(left));
    let skip = balance.chars().count().saturating_sub(room);
    for (x, value) in (left..).zip(balance.chars().skip(skip)) {
        let (sign, role) = match (value, look.ascii) {
            ('+', true) => ("+", Role::Good),
            ('+', false) => ("▀", Role::Good),
            ('-', true) => ("-", Role::Bad),
            ('-', false) => ("▄", Role::Bad),
            ('=', _) => ("=", Role::Even),
            _ => ("?", Role::Quiet),
        };
        paint::put(buffer, area, x, 0, sign, look.style(role));
    }
}
