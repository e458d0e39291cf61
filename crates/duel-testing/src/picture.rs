//! Pictures of terminals for the documentation: screens one after the other, as one animated SVG.
//!
//! A test makes a picture from what the program shows and hands it to [`compare`], so that no picture
//! is older than the program.

use std::{fmt::Write as _, path::Path};

use crate::golden;

/// A character on a screen, and what it looks like. Colours are numbers of the sixteen that terminals
/// have; without one it is the terminal's own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// What is written there.
    pub symbol: String,
    /// The colour of the letters.
    pub letters: Option<u8>,
    /// The colour behind them.
    pub background: Option<u8>,
    /// Whether the letters are bold.
    pub is_bold: bool,
    /// Whether letters and background change their colours.
    pub is_reversed: bool,
}

/// The lines of a screen.
pub type Screen = Vec<Vec<Cell>>;

/// A screen, and for how many seconds it is shown.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What is shown.
    pub screen: Screen,
    /// For how long.
    pub seconds: usize,
}

/// The width and height of a character, in pixels.
const CELL: (usize, usize) = (9, 18);

/// How much room there is around the screen, in pixels.
const MARGIN: usize = 12;

const PAPER: &str = "#14171c";
const INK: &str = "#e6e4dd";
/// A line around the picture: some forges are as dark as the paper.
const EDGE: &str = "#4a525e";

/// The dark gray, which also stands for dimmed letters.
const GRAY: u8 = 8;

const PALETTE: [&str; 16] = [
    PAPER, "#ff8f86", "#7fdc8f", "#f2d26b", "#8ab8ff", "#f0a0e0", "#6fd6d6", "#b8bec8", //
    "#8a929e", "#ff8f86", "#7fdc8f", "#f2d26b", "#8ab8ff", "#f0a0e0", "#6fd6d6", "#ffffff",
];

impl Cell {
    /// Letters and background as they are drawn, and whether the letters are bold.
    fn style(&self) -> (&'static str, &'static str, bool) {
        let shade = |colour: Option<u8>, own| colour.map_or(own, |n| PALETTE[usize::from(n)]);
        let (letters, background) = (shade(self.letters, INK), shade(self.background, PAPER));
        if self.is_reversed {
            (background, letters, self.is_bold)
        } else {
            (letters, background, self.is_bold)
        }
    }

    /// Follows the numbers of an escape sequence that changes how letters look.
    fn restyle(&mut self, codes: &str) {
        for code in codes.split(';') {
            match code.parse::<u8>().unwrap_or(0) {
                0 => *self = Cell::default(),
                1 => self.is_bold = true,
                2 => self.letters = Some(GRAY),
                7 => self.is_reversed = true,
                code @ 30..=37 => self.letters = Some(code - 30),
                39 => self.letters = None,
                code @ 40..=47 => self.background = Some(code - 40),
                49 => self.background = None,
                code @ 90..=97 => self.letters = Some(code - 90 + GRAY),
                code => panic!("a picture cannot show the escape sequence {code}"),
            }
        }
    }
}

/// The screen of a terminal from its text, with escape sequences for colours alone.
///
/// ```
/// let screen = duel_testing::picture::read_screen("\u{1b}[1mHi\u{1b}[0m!\n");
/// let bold: Vec<bool> = screen[0].iter().map(|cell| cell.is_bold).collect();
/// assert_eq!(bold, [true, true, false]);
/// ```
#[must_use]
pub fn read_screen(text: &str) -> Screen {
    let mut pen = Cell::default();
    let mut screen = Screen::new();
    for line in text.lines() {
        let mut cells = Vec::new();
        for (place, part) in line.split("\u{1b}[").enumerate() {
            let mut letters = part;
            if place > 0 {
                let (codes, rest) = part.split_once('m').expect("the end of an escape sequence");
                pen.restyle(codes);
                letters = rest;
            }
            cells.extend(letters.chars().map(|c| Cell { symbol: c.to_string(), ..pen.clone() }));
        }
        screen.push(cells);
    }
    screen
}

/// A screen as SVG: for each stretch of one style its background and its letters.
fn draw(screen: &Screen) -> String {
    let mut svg = String::new();
    for (row, cells) in screen.iter().enumerate() {
        let mut from = 0;
        for stretch in cells.chunk_by(|a, b| a.style() == b.style()) {
            let text: String = stretch.iter().map(|cell| cell.symbol.as_str()).collect();
            let (letters, background, is_bold) = stretch[0].style();
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
                let weight = if is_bold { " font-weight=\"bold\"" } else { "" };
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

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Screens of this many columns and rows one after the other, again and again. Each covers those before it,
/// so that there is never a gap; without motion the last one is seen.
#[must_use]
pub fn animated(title: &str, (columns, rows): (usize, usize), frames: &[Frame]) -> String {
    let (width, height) = (columns * CELL.0 + 2 * MARGIN, rows * CELL.1 + 2 * MARGIN);
    let all: usize = frames.iter().map(|frame| frame.seconds).sum();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-{MARGIN} -{MARGIN} {width} {height}\" role=\"img\">\n\
         <title>{}</title>\n\
         <style>text{{font-family:ui-monospace,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;font-size:15px;white-space:pre}}\n\
         g{{animation:{all}s steps(1) infinite}}\n",
        escaped(title),
    );
    let begins: Vec<usize> = frames
        .iter()
        .scan(0, |begin, frame| {
            *begin += frame.seconds;
            Some(*begin - frame.seconds)
        })
        .collect();
    for begin in &begins[1..] {
        // In hundredths of a percent.
        let share = 10_000 * begin / all;
        let _ = writeln!(
            svg,
            "@keyframes from{begin}{{0%{{visibility:hidden}}{}.{:02}%{{visibility:visible}}}}",
            share / 100,
            share % 100
        );
    }
    let _ = writeln!(
        svg,
        "@media (prefers-reduced-motion:reduce){{g{{animation:none!important}}}}</style>"
    );
    let paper = format!(
        "<rect x=\"-{}\" y=\"-{}\" width=\"{}\" height=\"{}\" rx=\"10\" fill=\"{PAPER}\" stroke=\"{EDGE}\"/>\n",
        MARGIN - 1,
        MARGIN - 1,
        width - 2,
        height - 2,
    );
    for (Frame { screen, .. }, begin) in frames.iter().zip(begins) {
        let _ = writeln!(svg, "<g style=\"animation-name:from{begin}\">");
        svg.push_str(&paper);
        svg.push_str(&draw(screen));
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

/// Compares a picture with the one of this name in `docs/pictures`, or writes it with
/// `UPDATE_GOLDEN=1`.
#[track_caller]
pub fn compare(name: &str, svg: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    golden::compare(&folder.join(name), svg);
}
