//! The pictures of the full screen in the documentation, drawn by the program itself.
//!
//! `docs/pictures/make` draws them anew after a change that is meant to alter them: look at them.

mod harness;

use duel_testing::picture::{Cell, Frame, Screen, animated, compare};
use duel_tui::{Look, Theme};
use harness::Sitting;
use ratatui_core::{
    buffer::Buffer,
    style::{Color, Modifier},
};

const LOOK: Look = Look { theme: Theme::Dark, ascii: false, still: true };
const SIZE: (u16, u16) = (80, 24);

/// How long each screen is shown, in seconds.
const SHOWN: usize = 2;

/// The number of a colour among the sixteen of a terminal.
fn number(color: Color) -> Option<u8> {
    match color {
        Color::Black => Some(0),
        Color::Red => Some(1),
        Color::Green => Some(2),
        Color::Yellow => Some(3),
        Color::Blue => Some(4),
        Color::Magenta => Some(5),
        Color::Cyan => Some(6),
        Color::Gray => Some(7),
        Color::DarkGray => Some(8),
        Color::LightRed => Some(9),
        Color::LightGreen => Some(10),
        Color::LightYellow => Some(11),
        Color::LightBlue => Some(12),
        Color::LightMagenta => Some(13),
        Color::LightCyan => Some(14),
        Color::White => Some(15),
        Color::Reset => None,
        _ => panic!("a picture cannot show {color}"),
    }
}

fn screen(buffer: &Buffer) -> Screen {
    let cells = buffer.content.iter().map(|cell| Cell {
        symbol: cell.symbol().to_owned(),
        letters: number(cell.fg),
        background: number(cell.bg),
        is_bold: cell.modifier.contains(Modifier::BOLD),
        is_reversed: cell.modifier.contains(Modifier::REVERSED),
    });
    let cells: Vec<Cell> = cells.collect();
    cells.chunks(usize::from(buffer.area.width)).map(<[Cell]>::to_vec).collect()
}

#[test]
fn a_game_on_the_full_screen() {
    let mut sitting = Sitting::at("subtract+no-echo:60", LOOK, SIZE);
    let mut screens = vec![sitting.buffer()];
    // The winning line that docs/explanations.md tells.
    for made in ["10", "25", "5", "4", "8", "2", "3"] {
        sitting.keys(made);
        screens.push(sitting.buffer());
        sitting.keys("\n");
        screens.push(sitting.buffer());
    }
    let frames: Vec<Frame> =
        screens.iter().map(|shown| Frame { screen: screen(shown), seconds: SHOWN }).collect();
    let size = (usize::from(SIZE.0), usize::from(SIZE.1));
    compare("full-screen.svg", &animated("A game of Subtract on the full screen", size, &frames));
}
