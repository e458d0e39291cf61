//! Writing into a part of the screen and never beside it, whatever size it has.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::Span,
    widgets::{Block, Widget as _},
};

use crate::look::{Look, Role};

/// Writes a text at this place of an area; what does not fit is left out.
pub(crate) fn put(buffer: &mut Buffer, area: Rect, x: u16, y: u16, text: &str, style: Style) {
    let area = area.intersection(buffer.area);
    if x >= area.width || y >= area.height {
        return;
    }
    let room = usize::from(area.width - x);
    buffer.set_stringn(area.x + x, area.y + y, text, room, style);
}

/// Writes a text in the middle of a line.
pub(crate) fn put_centred(buffer: &mut Buffer, area: Rect, y: u16, text: &str, style: Style) {
    let x = area.width.saturating_sub(width(text)) / 2;
    put(buffer, area, x, y, text, style);
}

/// Writes pieces one after the other; gives the column after the last.
pub(crate) fn put_spans(
    buffer: &mut Buffer,
    area: Rect,
    x: u16,
    y: u16,
    spans: &[(String, Style)],
) -> u16 {
    spans.iter().fold(x, |x, (text, style)| {
        put(buffer, area, x, y, text, *style);
        x.saturating_add(width(text))
    })
}

/// How many columns a text takes.
pub(crate) fn width(text: &str) -> u16 {
    u16::try_from(Span::raw(text).width()).unwrap_or(u16::MAX)
}

/// Draws a frame with a title; gives what is inside.
pub(crate) fn frame(buffer: &mut Buffer, area: Rect, title: &str, look: Look) -> Rect {
    let area = area.intersection(buffer.area);
    let title = if title.is_empty() { String::new() } else { format!(" {title} ") };
    let block = Block::bordered()
        .border_set(look.border())
        .border_style(look.style(Role::Quiet))
        .title(Span::styled(title, look.style(Role::Title)));
    let inside = block.inner(area);
    block.render(area, buffer);
    inside
}

/// Makes an area empty, whatever was drawn there.
pub(crate) fn clear(buffer: &mut Buffer, area: Rect) {
    ratatui::widgets::Clear.render(area.intersection(buffer.area), buffer);
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
    fn nothing_is_written_outside() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 3, 2));
        let style = Style::new();
        put(&mut buffer, Rect::new(1, 1, 90, 90), 0, 0, "abcdef", style);
        put(&mut buffer, Rect::new(1, 1, 1, 1), 0, 5, "x", style);
        put(&mut buffer, Rect::new(7, 7, 2, 2), 0, 0, "x", style);
        assert_eq!(buffer, Buffer::with_lines(["   ", " ab"]));
    }
}
