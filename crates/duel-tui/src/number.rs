//! Numbers of any length, readable in any room: grouped, cut in the middle, or in large digits.

use duel_books::listing::{grouped, with_numbers};
use duel_numbers::Natural;

use crate::{
    look::{Look, Role},
    paint::Canvas,
};

/// A number in so many columns: with commas, without, or cut in the middle and counted.
pub(crate) fn fitted(number: &Natural, room: u16, look: Look) -> String {
    let room = usize::from(room);
    let digits = number.digits();
    if digits + digits.saturating_sub(1) / 3 <= room {
        return grouped(number);
    }
    let plain = number.to_string();
    if digits <= room {
        return plain;
    }
    cut(&plain, room, look)
}

/// The two ends of a long row of digits, and how many there are.
pub(crate) fn cut(digits: &str, room: usize, look: Look) -> String {
    let count = digits.len();
    if count <= room {
        return digits.to_owned();
    }
    let text = format!(" ({count} digits)");
    let dots = look.dots();
    let kept = room.saturating_sub(text.len() + dots.chars().count());
    if kept >= 4 {
        let head = kept.div_ceil(2);
        return format!("{}{dots}{}{text}", &digits[..head], &digits[count - (kept - head)..]);
    }
    let kept = room.saturating_sub(dots.chars().count());
    format!("{}{dots}", &digits[..kept.min(count)])
}

/// A sentence in which numbers too long to be read are cut in the middle.
pub(crate) fn readable(text: &str, look: Look) -> String {
    /// The most digits that are written out, and the room for a number with more.
    const MOST: usize = 48;
    with_numbers(text, |digits| cut(digits, MOST, look))
}

/// The ten digits, five rows of three dots each.
const FONT: [[u8; 5]; 10] = [
    [0b111, 0b101, 0b101, 0b101, 0b111],
    [0b010, 0b110, 0b010, 0b010, 0b111],
    [0b111, 0b001, 0b111, 0b100, 0b111],
    [0b111, 0b001, 0b111, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001],
    [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111],
    [0b111, 0b001, 0b001, 0b010, 0b010],
    [0b111, 0b101, 0b111, 0b101, 0b111],
    [0b111, 0b101, 0b111, 0b001, 0b111],
];

/// How large digits are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// Five rows, two columns a dot.
    Large,
    /// Three rows, half a row a dot.
    Small,
    /// Five rows of ASCII, one column a dot.
    Ascii,
}

impl Size {
    /// The largest size in which so many digits fit; `None` if they have to be written plainly.
    pub(crate) fn fitting(digits: usize, width: u16, height: u16, look: Look) -> Option<Size> {
        let sizes: &[Size] = if look.ascii { &[Size::Ascii] } else { &[Size::Large, Size::Small] };
        sizes
            .iter()
            .copied()
            .find(|size| digits * size.columns() <= usize::from(width) + 1 && size.rows() <= height)
    }

    pub(crate) fn rows(self) -> u16 {
        match self {
            Size::Large | Size::Ascii => 5,
            Size::Small => 3,
        }
    }

    fn columns(self) -> usize {
        match self {
            Size::Large => 8,
            Size::Small | Size::Ascii => 4,
        }
    }
}

/// Draws digits in this size, in the middle; what is no digit is a gap.
pub(crate) fn draw_large(canvas: &mut Canvas<'_>, digits: &[(char, Role)], size: Size) {
    let columns = u16::try_from(size.columns()).unwrap_or(1);
    let count = u16::try_from(digits.len()).unwrap_or(u16::MAX);
    let total = count.saturating_mul(columns).saturating_sub(1);
    let mut x = canvas.area.width.saturating_sub(total) / 2;
    for (digit, role) in digits {
        let shape = digit.to_digit(10).and_then(|digit| FONT.get(digit as usize));
        for row in 0..size.rows() {
            if let Some(shape) = shape {
                canvas.put(x, row, &row_of(*shape, usize::from(row), size), *role);
            }
        }
        x = x.saturating_add(columns);
    }
}

fn row_of(shape: [u8; 5], row: usize, size: Size) -> String {
    let dot =
        |row: usize, column: u8| shape.get(row).is_some_and(|bits| bits >> (2 - column) & 1 == 1);
    (0..3)
        .map(|column| match size {
            Size::Large if dot(row, column) => "██",
            Size::Large => "  ",
            Size::Ascii if dot(row, column) => "#",
            Size::Ascii => " ",
            Size::Small => match (dot(2 * row, column), dot(2 * row + 1, column)) {
                (true, true) => "█",
                (true, false) => "▀",
                (false, true) => "▄",
                (false, false) => " ",
            },
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOK: Look = Look { theme: crate::look::Theme::Plain, ascii: false, still: true };

    #[test]
    fn numbers_are_grouped_then_plain_then_cut() {
        let number = Natural::from(12_345_678_u64);
        assert_eq!(fitted(&number, 10, LOOK), "12,345,678");
        assert_eq!(fitted(&number, 9, LOOK), "12345678");
        assert_eq!(fitted(&number, 5, LOOK), "1234…");
        let long = Natural::from(10_u8).pow(59);
        assert_eq!(fitted(&long, 22, LOOK), "10000…0000 (60 digits)");
        assert_eq!(fitted(&long, 0, LOOK), "…");
    }

    #[test]
    fn sentences_with_long_numbers_stay_readable() {
        let long = "7".repeat(60);
        let text = readable(&format!("New N: 14 - {long} = 3."), LOOK);
        assert_eq!(text, "New N: 14 - 777777777777777777…77777777777777777 (60 digits) = 3.");
        assert_eq!(readable("60 / 5 = 12", LOOK), "60 / 5 = 12");
    }
}
