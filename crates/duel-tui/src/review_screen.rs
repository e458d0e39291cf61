//! The review: a finished game move by move, what each move did to it, and where to play on.

use crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};
use duel_core::Record;
use duel_play::{Review, ReviewedMove, Summary, review::about};
use duel_solver::Depth;
use ratatui_core::layout::{Margin, Rect};

use crate::{
    chart,
    look::{Look, Role},
    paint::Canvas,
};

/// The height from which on the summary has room.
const SUMMARY_FROM: u16 = 18;

/// Which move is looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReviewScreen {
    cursor: usize,
    /// Whether the cursor was moved.
    is_moved: bool,
}

/// Where a key leads.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pressed {
    /// Nowhere else.
    Here,
    /// Back to the game.
    Back,
    /// To the position before this move, from 1.
    LookBefore(usize),
    /// To the reasons for the value before this move, from 0.
    Why(usize),
    /// To an argument about the value before this move, from 0.
    Argue(usize),
}

impl ReviewScreen {
    /// Begins at the last mistake, where there is one.
    pub(crate) fn new(review: Option<&Review>) -> ReviewScreen {
        let mut screen = ReviewScreen::default();
        screen.see(review);
        screen
    }

    /// Sees a review that has come.
    pub(crate) fn see(&mut self, review: Option<&Review>) {
        let last =
            review.and_then(|review| review.moves.iter().rposition(|line| line.label.is_mistake()));
        if let (Some(last), false) = (last, self.is_moved) {
            self.cursor = last;
        }
    }

    pub(crate) fn press(&mut self, key: KeyEvent, moves: usize) -> Pressed {
        self.is_moved = true;
        match key.code {
            KeyCode::Up | KeyCode::Char('k' | '[') => self.step(-1, moves),
            KeyCode::Down | KeyCode::Char('j' | ']') => self.step(1, moves),
            KeyCode::PageUp | KeyCode::Left | KeyCode::Char('h') => self.step(-10, moves),
            KeyCode::PageDown | KeyCode::Right | KeyCode::Char('l') => self.step(10, moves),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = moves.saturating_sub(1),
            KeyCode::Char('w') => return Pressed::Why(self.cursor),
            KeyCode::Char('a') => return Pressed::Argue(self.cursor),
            KeyCode::Enter | KeyCode::Char('p') if moves > 0 => {
                return Pressed::LookBefore(self.cursor + 1);
            }
            KeyCode::Esc | KeyCode::Char('q' | 'v') => return Pressed::Back,
            _ => {}
        }
        Pressed::Here
    }

    pub(crate) fn click(&mut self, mouse: MouseEvent, moves: usize) {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.step(-1, moves),
            MouseEventKind::ScrollDown => self.step(1, moves),
            _ => {}
        }
    }

    fn step(&mut self, by: isize, moves: usize) {
        self.cursor = self.cursor.saturating_add_signed(by).min(moves.saturating_sub(1));
    }

    pub(crate) fn draw(self, record: &Record, review: Option<&Review>, canvas: &mut Canvas<'_>) {
        let (area, look) = (canvas.area, canvas.look);
        canvas.put(1, 0, "Review", Role::Title);
        let Some(review) = review else {
            let text = format!("Looking through the game{}", look.dots());
            return canvas.put(1, 1, &text, Role::Quiet);
        };
        if let Some(text) = review.resigned.and_then(|resigned| resigned.words(&record.names)) {
            canvas.put(9, 0, &text, Role::Alert);
        }
        let mut y = 1;
        if area.height >= SUMMARY_FROM {
            let mut pane = canvas.at(area.inner(Margin::new(1, 0)));
            let lines = pane.lines_of(&Summary::of(review).words(&record.names), Role::Text);
            let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX).min(area.height / 4);
            pane.put_lines(y, lines.into_iter().take(usize::from(rows)));
            y += rows + 1;
        }
        if area.height >= 12 {
            let rows = Rect { y: area.y + y, height: chart::ROWS, ..area };
            let mut rows = canvas.at(rows.inner(Margin::new(1, 0)));
            chart::draw(&review.balance, &record.names, self.cursor, &mut rows);
            y += chart::ROWS + 1;
        }
        let words = (area.height.saturating_sub(y) / 2).max(1);
        let rows = area.height.saturating_sub(y + words);
        let first = (self.cursor + 1).saturating_sub(usize::from(rows.max(1)));
        for (row, line) in (y..y + rows).zip(review.moves.iter().skip(first)) {
            let chosen = line.ply == self.cursor + 1;
            let role = match () {
                () if chosen => Role::Chosen,
                () if line.label.is_mistake() => Role::Alert,
                () => Role::Text,
            };
            let pointer = if chosen { look.pointer() } else { " " };
            canvas.put(0, row, pointer, Role::Title);
            canvas.put(2, row, &line_of(record, line), role);
        }
        if let Some(line) = review.moves.get(self.cursor) {
            let (x, width) = (area.x + 2.min(area.width), area.width.saturating_sub(3));
            let top = y + rows;
            let height = area.height.saturating_sub(top);
            let mut pane = canvas.at(Rect { x, y: area.y + top, width, height });
            let lines = pane.lines_of(&explained(record, line), Role::Text);
            pane.put_lines_or(lines, "w shows all of it");
        }
    }

    pub(crate) fn keys(look: Look) -> Vec<(&'static str, &'static str)> {
        let (up_down, _) = look.arrow_keys();
        vec![
            (up_down, "move"),
            ("Enter", "look there"),
            ("w", "why"),
            ("a", "argue"),
            ("q", "back"),
            ("?", "help"),
        ]
    }
}

fn line_of(record: &Record, line: &ReviewedMove) -> String {
    let sign = if line.label.is_mistake() { "!" } else { " " };
    let forced = if line.forced { " (the only move)" } else { "" };
    let made = line.before.write_move(&line.made);
    let made: String = made.chars().take(24).collect();
    format!("{sign}{:>3}. {}: {made}: {}{forced}", line.ply, record.names[line.seat], line.label)
}

fn explained(record: &Record, line: &ReviewedMove) -> String {
    let state = line.before.to_string();
    let state: String = state.chars().take(60).collect();
    let mut text = format!("{state}\n");
    if let Some(best) = line.best.as_ref().filter(|best| **best != line.made) {
        text.push_str(&format!("Better: {}\n", line.before.write_move(best)));
    }
    text + &about(&line.why.words(&line.before, Depth::Child), &record.names[line.seat])
}
