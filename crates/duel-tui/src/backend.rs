//! What ratatui draws on: a terminal, written to through crossterm.
//!
//! `ratatui-crossterm` does the same for every feature of both crates, and brings a dozen crates for
//! that. Here are the colours and attributes of [`crate::look`].

use std::io::{self, Stdout, Write};

use crossterm::{
    cursor::{self, Hide, MoveTo, Show},
    queue,
    style::{
        Attribute, Color as TerminalColor, Print, SetAttribute, SetBackgroundColor,
        SetForegroundColor,
    },
    terminal::{self, Clear, ClearType as Cleared},
};
use ratatui_core::{
    backend::{Backend, ClearType, WindowSize},
    buffer::Cell,
    layout::{Position, Size},
    style::{Color, Modifier},
};

/// Writes cells to a terminal as escape sequences. Its size and cursor are those of standard output.
#[derive(Debug)]
pub struct CrosstermBackend<W: Write = Stdout>(W);

impl<W: Write> CrosstermBackend<W> {
    /// Writes to this. Buffering is up to the writer.
    pub fn new(writer: W) -> Self {
        CrosstermBackend(writer)
    }
}

impl<W: Write> Backend for CrosstermBackend<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let plain = Cell::EMPTY;
        let mut style = plain.style();
        let mut next = None;
        for (x, y, cell) in content {
            if next != Some((x, y)) {
                queue!(self.0, MoveTo(x, y))?;
            }
            next = Some((x + 1, y));
            if cell.style() != style {
                style = cell.style();
                self.set_style(cell)?;
            }
            queue!(self.0, Print(cell.symbol()))?;
        }
        self.set_style(&plain)
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        queue!(self.0, Hide)
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        queue!(self.0, Show)
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        cursor::position().map(Position::from)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let Position { x, y } = position.into();
        queue!(self.0, MoveTo(x, y))
    }

    fn clear(&mut self) -> io::Result<()> {
        self.clear_region(ClearType::All)
    }

    fn clear_region(&mut self, region: ClearType) -> io::Result<()> {
        queue!(
            self.0,
            Clear(match region {
                ClearType::All => Cleared::All,
                ClearType::AfterCursor => Cleared::FromCursorDown,
                ClearType::BeforeCursor => Cleared::FromCursorUp,
                ClearType::CurrentLine => Cleared::CurrentLine,
                ClearType::UntilNewLine => Cleared::UntilNewLine,
            })
        )
    }

    fn size(&self) -> io::Result<Size> {
        terminal::size().map(Size::from)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        let size = terminal::window_size()?;
        Ok(WindowSize {
            columns_rows: Size::new(size.columns, size.rows),
            pixels: Size::new(size.width, size.height),
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl<W: Write> CrosstermBackend<W> {
    /// The style of a cell for what is printed next.
    fn set_style(&mut self, cell: &Cell) -> io::Result<()> {
        queue!(self.0, SetAttribute(Attribute::Reset))?;
        for (modifier, attribute) in [
            (Modifier::BOLD, Attribute::Bold),
            (Modifier::DIM, Attribute::Dim),
            (Modifier::ITALIC, Attribute::Italic),
            (Modifier::UNDERLINED, Attribute::Underlined),
            (Modifier::SLOW_BLINK, Attribute::SlowBlink),
            (Modifier::RAPID_BLINK, Attribute::RapidBlink),
            (Modifier::REVERSED, Attribute::Reverse),
            (Modifier::HIDDEN, Attribute::Hidden),
            (Modifier::CROSSED_OUT, Attribute::CrossedOut),
        ] {
            if cell.modifier.contains(modifier) {
                queue!(self.0, SetAttribute(attribute))?;
            }
        }
        if cell.fg != Color::Reset {
            queue!(self.0, SetForegroundColor(terminal_color(cell.fg)))?;
        }
        if cell.bg != Color::Reset {
            queue!(self.0, SetBackgroundColor(terminal_color(cell.bg)))?;
        }
        Ok(())
    }
}

/// The same colour for crossterm, whose plain names mean the bright colours.
fn terminal_color(color: Color) -> TerminalColor {
    match color {
        Color::Reset => TerminalColor::Reset,
        Color::Black => TerminalColor::Black,
        Color::Red => TerminalColor::DarkRed,
        Color::Green => TerminalColor::DarkGreen,
        Color::Yellow => TerminalColor::DarkYellow,
        Color::Blue => TerminalColor::DarkBlue,
        Color::Magenta => TerminalColor::DarkMagenta,
        Color::Cyan => TerminalColor::DarkCyan,
        Color::Gray => TerminalColor::Grey,
        Color::DarkGray => TerminalColor::DarkGrey,
        Color::LightRed => TerminalColor::Red,
        Color::LightGreen => TerminalColor::Green,
        Color::LightYellow => TerminalColor::Yellow,
        Color::LightBlue => TerminalColor::Blue,
        Color::LightMagenta => TerminalColor::Magenta,
        Color::LightCyan => TerminalColor::Cyan,
        Color::White => TerminalColor::White,
        Color::Indexed(index) => TerminalColor::AnsiValue(index),
        Color::Rgb(r, g, b) => TerminalColor::Rgb { r, g, b },
    }
}

#[cfg(test)]
mod tests {
    use ratatui_core::style::Style;

    use super::*;

    #[test]
    fn cells_are_written_in_runs_of_one_style() {
        crossterm::style::force_color_output(true);
        let bold = Style::new().fg(Color::Green).add_modifier(Modifier::BOLD);
        let struck = Style::new().bg(Color::Rgb(1, 2, 3)).add_modifier(Modifier::CROSSED_OUT);
        let cells = [
            (1, 0, Cell::new("a")),
            (2, 0, Cell::new("b").set_style(bold).clone()),
            (3, 0, Cell::new("c").set_style(bold).clone()),
            (0, 2, Cell::new("d").set_style(struck).clone()),
        ];
        let mut written = Vec::new();
        let mut backend = CrosstermBackend::new(&mut written);
        backend.draw(cells.iter().map(|(x, y, cell)| (*x, *y, cell))).unwrap();
        let written = String::from_utf8(written).unwrap().replace('\x1b', "^");
        let expected = "^[1;2Ha^[0m^[1m^[38;5;2mbc^[3;1H^[0m^[9m^[48;2;1;2;3md^[0m";
        assert_eq!(written, expected);
    }
}
