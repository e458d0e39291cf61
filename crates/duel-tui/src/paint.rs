//! Writing into a part of the screen and never beside it, whatever size it has.

use std::borrow::Cow;

use ratatui_core::{
    buffer::Buffer,
    layout::{Margin, Rect},
    style::Modifier,
    text::Span,
};

use crate::{
    look::{Look, Role},
    number,
};

/// A part of the screen, and how things look on it. Nothing is drawn outside of it.
pub(crate) struct Canvas<'a> {
    buffer: &'a mut Buffer,
    pub(crate) area: Rect,
    pub(crate) look: Look,
}

impl<'a> Canvas<'a> {
    pub(crate) fn new(buffer: &'a mut Buffer, area: Rect, look: Look) -> Canvas<'a> {
        Canvas { area: area.intersection(buffer.area), buffer, look }
    }

    /// Another part of the same screen.
    pub(crate) fn at(&mut self, area: Rect) -> Canvas<'_> {
        Canvas::new(self.buffer, area, self.look)
    }

    /// One of its rows.
    pub(crate) fn row(&mut self, y: u16) -> Canvas<'_> {
        self.at(Rect { y: self.area.y.saturating_add(y), height: 1, ..self.area })
    }

    /// What is below so many of its rows.
    pub(crate) fn below(&mut self, rows: u16) -> Canvas<'_> {
        let rows = rows.min(self.area.height);
        let height = self.area.height - rows;
        self.at(Rect { y: self.area.y + rows, height, ..self.area })
    }

    /// Writes a text at this place. What does not fit is left out by whole words, and a word that is
    /// too long for the line by letters.
    pub(crate) fn put(&mut self, x: u16, y: u16, text: &str, role: Role) {
        if x < self.area.width && y < self.area.height {
            let room = self.area.width - x;
            let text = whole_words(text, room, self.look);
            let (x, y) = (self.area.x + x, self.area.y + y);
            self.buffer.set_stringn(x, y, &text, usize::from(room), self.look.style(role));
        }
    }

    /// Writes as many words of a text as fit before this column; nothing, where none does.
    pub(crate) fn put_words(&mut self, x: u16, end: u16, text: &str, role: Role) {
        let room = end.min(self.area.width).saturating_sub(x);
        let words = whole_words(text, room, self.look).into_owned();
        if width(&words) <= room {
            self.put(x, 0, &words, role);
        }
    }

    /// Writes a text in the middle of a line.
    pub(crate) fn put_centred(&mut self, y: u16, text: &str, role: Role) {
        self.put(self.area.width.saturating_sub(width(text)) / 2, y, text, role);
    }

    /// Writes pieces one after the other; gives the column after the last.
    pub(crate) fn put_spans(&mut self, x: u16, y: u16, spans: &[(String, Role)]) -> u16 {
        spans.iter().fold(x, |x, (text, role)| {
            self.put(x, y, text, *role);
            x.saturating_add(width(text))
        })
    }

    /// Leaves out the lines that go beyond so many rows; dots say that there were more.
    pub(crate) fn cut(&self, lines: &mut Vec<(String, Role)>, rows: usize) {
        if lines.len() <= rows {
            return;
        }
        lines.truncate(rows);
        if let Some((last, _)) = lines.last_mut() {
            // A word too many makes the line too long, so that it ends with dots.
            let more = format!("{last} {}", "_".repeat(usize::from(self.area.width)));
            *last = whole_words(&more, self.area.width, self.look).into_owned();
        }
    }

    /// Writes lines from this one on, as far as there is room.
    pub(crate) fn put_lines(&mut self, y: u16, lines: impl IntoIterator<Item = (String, Role)>) {
        for (y, (line, role)) in (y..self.area.height).zip(lines) {
            self.put(0, y, &line, role);
        }
    }

    /// Writes lines as far as there is room. If there is not enough, the last row says where the rest is.
    pub(crate) fn put_lines_or(&mut self, lines: Vec<(String, Role)>, rest: &str) {
        let rows = usize::from(self.area.height);
        if lines.len() <= rows || rows < 3 {
            return self.put_lines(0, lines);
        }
        self.put_lines(0, lines.into_iter().take(rows - 1));
        let sign = format!("{} {rest}", self.look.dots());
        self.put(0, self.area.height - 1, &sign, Role::Key);
    }

    /// A text in lines that fit, with long numbers cut, in this role.
    pub(crate) fn lines_of(&self, text: &str, role: Role) -> Vec<(String, Role)> {
        let lines = wrapped(&number::readable(text, self.look), self.area.width);
        lines.into_iter().map(|line| (line, role)).collect()
    }

    /// Draws a frame with a title; gives what is inside.
    pub(crate) fn framed(self, title: &str) -> Canvas<'a> {
        self.framed_as(title, Role::Title)
    }

    /// The same with a title in this role.
    pub(crate) fn framed_as(mut self, title: &str, role: Role) -> Canvas<'a> {
        let title = whole_words(title, self.area.width.saturating_sub(4), self.look);
        let title = if title.is_empty() { String::new() } else { format!(" {title} ") };
        let style = self.look.style(role).add_modifier(Modifier::BOLD);
        self.draw_border();
        let room = usize::from(self.area.width.saturating_sub(2));
        if room > 0 {
            self.buffer.set_stringn(self.area.x + 1, self.area.y, title, room, style);
        }
        Canvas { area: self.area.inner(Margin::new(1, 1)), ..self }
    }

    fn draw_border(&mut self) {
        let (border, style) = (self.look.border(), self.look.style(Role::Quiet));
        let Rect { x: left, y: top, .. } = self.area;
        let (right, bottom) = (self.area.right() - 1, self.area.bottom() - 1);
        for place in self.area.positions() {
            let horizontal =
                if place.y == top { border.horizontal_top } else { border.horizontal_bottom };
            let symbol =
                match (place.x == left, place.x == right, place.y == top, place.y == bottom) {
                    (true, _, true, _) => border.top_left,
                    (_, true, true, _) => border.top_right,
                    (true, _, _, true) => border.bottom_left,
                    (_, true, _, true) => border.bottom_right,
                    (true, ..) => border.vertical_left,
                    (_, true, ..) => border.vertical_right,
                    (_, _, true, _) | (.., true) => horizontal,
                    _ => continue,
                };
            self.buffer[place].set_symbol(symbol).set_style(style);
        }
    }

    /// Makes it empty, whatever was drawn there.
    pub(crate) fn clear(&mut self) {
        for place in self.area.positions() {
            self.buffer[place].reset();
        }
    }
}

/// The end of a text that is being typed, in so many columns.
pub(crate) fn tail(typed: &str, room: u16) -> String {
    typed.chars().skip(typed.chars().count().saturating_sub(usize::from(room))).collect()
}

/// As many words of a text as fit, with a sign where others are missing; a text without any that
/// fits stays as it is.
pub(crate) fn whole_words(text: &str, room: u16, look: Look) -> Cow<'_, str> {
    if width(text) <= room {
        return Cow::Borrowed(text);
    }
    let dots = look.dots();
    let room = room.saturating_sub(width(dots));
    let mut ends = text.match_indices(' ').map(|(at, _)| at);
    let fitting = ends.rfind(|at| width(text[..*at].trim_end()) <= room);
    match fitting.map(|at| text[..at].trim_end()) {
        Some(words) if !words.trim_start().is_empty() => Cow::Owned(format!("{words}{dots}")),
        // One more word after others: without it.
        Some(_) => Cow::Borrowed(""),
        _ => Cow::Borrowed(text),
    }
}

/// How many columns a text takes.
pub(crate) fn width(text: &str) -> u16 {
    u16::try_from(Span::raw(text).width()).unwrap_or(u16::MAX)
}

/// Breaks a text into lines of at most this width, at spaces where there are any.
pub(crate) fn wrapped(text: &str, room: u16) -> Vec<String> {
    let room = usize::from(room.max(1));
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            let mut word = word;
            loop {
                let taken = usize::from(width(&line));
                let gap = usize::from(!line.is_empty());
                if taken + gap + usize::from(width(word)) <= room {
                    if gap == 1 {
                        line.push(' ');
                    }
                    line.push_str(word);
                    break;
                }
                if !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                    continue;
                }
                // A word that is wider than the room is broken anywhere.
                let cut = word.char_indices().map(|(at, _)| at).nth(room).unwrap_or(word.len());
                let cut = if cut == word.len() { cut / 2 } else { cut };
                let Some((head, tail)) = word.split_at_checked(cut).filter(|(h, _)| !h.is_empty())
                else {
                    line.push_str(word);
                    break;
                };
                lines.push(head.to_owned());
                word = tail;
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_spaces_and_long_words_anywhere() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("12345678901", 4), ["1234", "5678", "901"]);
        assert_eq!(wrapped("a\n\nb", 9), ["a", "", "b"]);
        assert_eq!(wrapped("ab", 0).concat(), "ab");
    }

    #[test]
    fn what_does_not_fit_is_left_out_by_whole_words() {
        let cut = |text, room| whole_words(text, room, Look::default()).into_owned();
        assert_eq!(cut("Leave your opponent a prime.", 28), "Leave your opponent a prime.");
        assert_eq!(cut("Leave your opponent a prime.", 27), "Leave your opponent a\u{2026}");
        assert_eq!(cut("Leave your opponent a prime.", 12), "Leave your\u{2026}");
        assert_eq!(cut("Leave your opponent", 5), "Leave your opponent", "the line cuts it");
        assert_eq!(cut("123456", 3), "123456");
        assert_eq!(cut("  loses", 6), "", "beside something else");
    }

    #[test]
    fn nothing_is_written_outside() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 3, 2));
        let mut put = |area: Rect, y: u16, text: &str| {
            Canvas::new(&mut buffer, area, Look::default()).put(0, y, text, Role::Text);
        };
        put(Rect::new(1, 1, 90, 90), 0, "abcdef");
        put(Rect::new(1, 1, 1, 1), 5, "x");
        put(Rect::new(7, 7, 2, 2), 0, "x");
        assert_eq!(buffer, Buffer::with_lines(["   ", " ab"]));
    }
}
