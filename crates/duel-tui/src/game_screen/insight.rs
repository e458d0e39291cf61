//! What is known about the position, in words, and how the balance went.

use duel_core::Position;
use duel_solver::{Basis, Depth, Reason, Value};
use ratatui::{buffer::Buffer, layout::Rect};

use super::GameScreen;
use crate::{
    chart,
    look::{Look, Role},
    number, paint,
};

impl GameScreen {
    pub(super) fn draw_insight(&self, area: Rect, buffer: &mut Buffer, look: Look) {
        let mut lines: Vec<(String, Role)> = Vec::new();
        match &self.analysis {
            None => lines.push((format!("Thinking{}", look.dots()), Role::Quiet)),
            Some(analysis) => {
                lines.push((
                    self.verdict(analysis.known.value, analysis.known.plies, analysis.known.basis),
                    Role::Title,
                ));
                lines.push((analysis.reason.words(&self.shown, Depth::Child), Role::Text));
            }
        }
        let lines: Vec<(String, Role)> = lines
            .into_iter()
            .flat_map(|(text, role)| {
                paint::wrapped(&number::readable(&text, look), area.width)
                    .into_iter()
                    .map(move |line| (line, role))
            })
            .collect();
        let left = usize::from(area.height).saturating_sub(lines.len());
        let chart = match self.review {
            Some(_) if left >= usize::from(chart::ROWS) => chart::ROWS,
            Some(_) if area.height >= 4 => 1,
            _ => 0,
        };
        for (y, (line, role)) in (0..area.height - chart).zip(lines) {
            paint::put(buffer, area, 0, y, &line, look.style(role));
        }
        if let Some(review) = &self.review {
            let y = area.y + area.height - chart;
            let below = Rect { y, height: chart, ..area };
            let at = self.viewed.unwrap_or(self.played());
            chart::draw(&review.balance, self.names(), at, below, buffer, look);
        }
    }

    /// Who wins, in how many moves, and how that is known.
    fn verdict(&self, value: Option<Value>, plies: Option<u32>, basis: Basis) -> String {
        if self.viewed.is_none() && self.is_over() {
            return "The game is over.".to_owned();
        }
        let mover = self.shown.turn();
        let names = self.names();
        let in_plies = match plies {
            None | Some(0) => String::new(),
            Some(1) => ", with this move".to_owned(),
            Some(plies) => format!(", in {plies} moves of both"),
        };
        let known = match basis {
            Basis::Theorem => " (a theorem)",
            Basis::Search => " (a complete search)",
            Basis::Unknown => "",
        };
        match value {
            Some(Value::Win) => format!("{} wins with best play{in_plies}{known}.", names[mover]),
            Some(Value::Loss) => {
                format!("{} wins with best play{in_plies}{known}.", names[mover.other()])
            }
            Some(Value::Draw) => format!("With best play nobody wins{known}."),
            Some(Value::Endless) => format!("With best play the game never ends{known}."),
            None => "Who wins is not known.".to_owned(),
        }
    }
}

/// A reason in all its depths.
pub(crate) fn all_words(reason: &Reason, position: &Position) -> String {
    let mut parts: Vec<(&str, String)> = Vec::new();
    for (title, depth) in
        [("In short", Depth::Child), ("The idea", Depth::Student), ("The proof", Depth::Proof)]
    {
        let words = reason.words(position, depth);
        if parts.iter().all(|(_, other)| *other != words) {
            parts.push((title, words));
        }
    }
    parts.iter().map(|(title, words)| format!("{title}\n{words}\n\n")).collect()
}
