//! Thin lines on a grid finer than the characters: two dots wide and four high in each cell.

use ratatui_core::layout::Rect;

use crate::{look::Role, paint::Canvas};

/// A grid of dots over an area.
pub(crate) struct Dots {
    area: Rect,
    cells: Vec<u8>,
}

/// The bit of a dot in the eight-dot characters of Unicode, by column and row.
const BITS: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];

impl Dots {
    pub(crate) fn over(area: Rect) -> Dots {
        Dots { area, cells: vec![0; usize::from(area.width) * usize::from(area.height)] }
    }

    /// The dot in the middle of a cell.
    pub(crate) fn middle(x: u16, y: u16) -> (i32, i32) {
        (i32::from(x) * 2 + 1, i32::from(y) * 4 + 2)
    }

    /// A straight line between two dots.
    pub(crate) fn line(&mut self, (x0, y0): (i32, i32), (x1, y1): (i32, i32)) {
        let (dx, dy) = ((x1 - x0).abs(), -(y1 - y0).abs());
        let (step_x, step_y) = ((x1 - x0).signum(), (y1 - y0).signum());
        let (mut x, mut y, mut error) = (x0, y0, dx + dy);
        loop {
            self.set(x, y);
            if (x, y) == (x1, y1) {
                return;
            }
            let twice = 2 * error;
            if twice >= dy {
                error += dy;
                x += step_x;
            }
            if twice <= dx {
                error += dx;
                y += step_y;
            }
        }
    }

    fn set(&mut self, x: i32, y: i32) {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return };
        let width = usize::from(self.area.width);
        if x / 2 < width
            && let Some(cell) = self.cells.get_mut(y / 4 * width + x / 2)
        {
            *cell |= BITS[x % 2][y % 4];
        }
    }

    /// Draws what is set; in ASCII a cell with dots is a full stop.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, role: Role) {
        let width = usize::from(self.area.width.max(1));
        for (place, bits) in self.cells.iter().enumerate().filter(|(_, bits)| **bits != 0) {
            let dots = char::from_u32(0x2800 + u32::from(*bits)).unwrap_or('.');
            let sign = if canvas.look.ascii { '.' } else { dots };
            let at = |place: usize| u16::try_from(place).unwrap_or(u16::MAX);
            let (x, y) = (at(place % width), at(place / width));
            canvas.put(x, y, sign.encode_utf8(&mut [0; 4]), role);
        }
    }
}
