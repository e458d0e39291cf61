//! The pictures of the full screen in the documentation, drawn by the program itself: `docs/pictures/`.
//!
//! After a change that is meant to alter them, run
//!
//! ```text
//! UPDATE_GOLDEN=1 cargo test -p duel-tui --test pictures
//! ```
//!
//! and look at them.

mod harness;

use std::{env, fmt::Write as _, fs, path::PathBuf};

use duel_tui::{Look, Theme};
use harness::Sitting;
use ratatui::{
    buffer::{Buffer, Cell},
    style::{Color, Modifier},
};

const LOOK: Look = Look { theme: Theme::Dark, ascii: false, still: true };
const SIZE: (u16, u16) = (80, 24);

/// How long each picture of a row is shown, in seconds.
const SHOWN: usize = 2;

/// The width and height of a character, in pixels.
const CELL: (usize, usize) = (9, 18);

const PAPER: &str = "#14171c";

/// The colour of a cell, as terminals commonly show it.
fn hex(color: Color) -> &'static str {
    match color {
        Color::Black => PAPER,
        Color::DarkGray => "#8a929e",
        Color::Gray => "#b8bec8",
        Color::White => "#ffffff",
        Color::Cyan | Color::LightCyan => "#6fd6d6",
        Color::Blue | Color::LightBlue => "#8ab8ff",
        Color::Magenta | Color::LightMagenta => "#f0a0e0",
        Color::Green | Color::LightGreen => "#7fdc8f",
        Color::Red | Color::LightRed => "#ff8f86",
        Color::Yellow | Color::LightYellow => "#f2d26b",
        _ => "#e6e4dd",
    }
}

/// Letters and background of a cell, and whether it is bold.
fn style(cell: &Cell) -> (&'static str, &'static str, bool) {
    let background = if cell.bg == Color::Reset { PAPER } else { hex(cell.bg) };
    let (letters, background) = if cell.modifier.contains(Modifier::REVERSED) {
        (background, hex(cell.fg))
    } else {
        (hex(cell.fg), background)
    };
    (letters, background, cell.modifier.contains(Modifier::BOLD))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A screen as SVG: for each stretch of one style its background and its letters.
fn draw(screen: &Buffer) -> String {
    let mut svg = String::new();
    let width = usize::from(screen.area.width);
    for (row, cells) in screen.content.chunks(width).enumerate() {
        let mut from = 0;
        for stretch in cells.chunk_by(|a, b| style(a) == style(b)) {
            let text: String = stretch.iter().map(Cell::symbol).collect();
            let (letters, background, bold) = style(&stretch[0]);
            let (x, y) = (from * CELL.0, row * CELL.1);
            let wide = stretch.len() * CELL.0;
            if background != PAPER {
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{}\" fill=\"{background}\"/>",
                    CELL.1
                );
            }
            if !text.trim().is_empty() {
                let weight = if bold { " font-weight=\"bold\"" } else { "" };
                let _ = writeln!(
                    svg,
                    "<text x=\"{x}\" y=\"{}\" textLength=\"{wide}\" fill=\"{letters}\"{weight}>{}</text>",
                    y + 14,
                    escaped(&text)
                );
            }
            from += stretch.len();
        }
    }
    svg
}

/// Screens one after the other, again and again.
fn animated(title: &str, screens: &[Buffer]) -> String {
    let (width, height) = (usize::from(SIZE.0) * CELL.0, usize::from(SIZE.1) * CELL.1);
    let all = screens.len() * SHOWN;
    let share = 10_000 / screens.len();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-12 -12 {} {}\" role=\"img\" aria-label=\"{title}\">\n\
         <style>text{{font:15px ui-monospace,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;white-space:pre}}\n\
         g{{visibility:hidden;animation:show {all}s steps(1) infinite}}\n\
         @keyframes show{{0%{{visibility:visible}}{}.{:02}%{{visibility:hidden}}}}\n\
         @media (prefers-reduced-motion:reduce){{g{{animation:none}}g:last-of-type{{visibility:visible}}}}</style>\n\
         <rect x=\"-12\" y=\"-12\" width=\"100%\" height=\"100%\" rx=\"10\" fill=\"{PAPER}\"/>\n",
        width + 24,
        height + 24,
        share / 100,
        share % 100,
    );
    for (place, screen) in screens.iter().enumerate() {
        let _ = writeln!(svg, "<g style=\"animation-delay:{}s\">", place * SHOWN);
        svg.push_str(&draw(screen));
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

#[track_caller]
fn compare(name: &str, svg: &str) {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures").join(name);
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&file, svg).expect("the picture can be written");
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert!(svg == kept, "{name} is not what the program shows (UPDATE_GOLDEN=1 draws it anew)");
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
    compare("full-screen.svg", &animated("A game of Subtract on the full screen", &screens));
}
