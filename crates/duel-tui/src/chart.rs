//! The balance of a game as a chart: a column for each position, up while the first player was
//! winning, down while the second was.

use duel_core::Seats;

use crate::{
    look::Role,
    paint::{self, Canvas},
};

/// How many rows a chart takes.
pub(crate) const ROWS: u16 = 3;

/// Draws the chart of a balance as [`duel_play::Review`] gives it; `at` is the position looked at.
pub(crate) fn draw(balance: &str, names: &Seats<String>, at: usize, canvas: &mut Canvas<'_>) {
    let (area, look) = (canvas.area, canvas.look);
    if area.height < ROWS {
        return draw_line(balance, canvas);
    }
    let room = (area.width / 3).clamp(8, 20);
    let name = |name: &str| {
        let name = paint::whole_words(name, room, look);
        name.chars().take(usize::from(room)).collect::<String>()
    };
    let (first, second) = (name(&names.first), name(&names.second));
    let left = paint::width(&first).max(paint::width(&second)) + 1;
    canvas.put(0, 0, &first, Role::Quiet);
    canvas.put(0, 2, &second, Role::Quiet);
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
        canvas.put(x, 1, look.rule(), Role::Quiet);
        canvas.put(x, row, sign, role);
        if place + skip == at {
            let here = if look.ascii { "^" } else { "▴" };
            canvas.put(x, 1, here, Role::Key);
        }
    }
}

/// The same on a single line, where there is no more room.
fn draw_line(balance: &str, canvas: &mut Canvas<'_>) {
    let heading = "Balance ";
    canvas.put(0, 0, heading, Role::Quiet);
    let left = paint::width(heading);
    let room = usize::from(canvas.area.width.saturating_sub(left));
    let skip = balance.chars().count().saturating_sub(room);
    for (x, value) in (left..).zip(balance.chars().skip(skip)) {
        let (sign, role) = match (value, canvas.look.ascii) {
            ('+', true) => ("+", Role::Good),
            ('+', false) => ("▀", Role::Good),
            ('-', true) => ("-", Role::Bad),
            ('-', false) => ("▄", Role::Bad),
            ('=', _) => ("=", Role::Even),
            _ => ("?", Role::Quiet),
        };
        canvas.put(x, 0, sign, role);
    }
}
