//! What is known about the position, in words, and how the balance went.

use duel_play::Hint;
use duel_solver::{Basis, Value};
use ratatui::{buffer::Buffer, layout::Rect};

use super::{Table, Tip};
use crate::{
    chart, ink,
    look::{Look, Role},
};

impl Table {
    pub(super) fn draw_insight(&self, area: Rect, buffer: &mut Buffer, look: Look) {
        let mut lines: Vec<(String, Role)> = Vec::new();
        match &self.analysis {
            None => lines.push((format!("Thinking{}", look.dots()), Role::Quiet)),
            Some(analysis) => {
                lines.push((
                    self.verdict(analysis.known.value, analysis.known.plies, analysis.known.basis),
                    Role::Title,
                ));
                lines.extend(self.tip_lines());
                lines.push((analysis.reason.words(&self.shown, self.depth), Role::Text));
            }
        }
        let has_chart = area.height >= 6 && self.review.is_some();
        let rows = if has_chart { area.height - chart::ROWS } else { area.height };
        let wrapped = lines.into_iter().flat_map(|(text, role)| {
            ink::wrapped(&text, area.width).into_iter().map(move |line| (line, role))
        });
        for (y, (line, role)) in (0..rows).zip(wrapped) {
            ink::put(buffer, area, 0, y, &line, look.style(role));
        }
        if let Some(review) = self.review.as_ref().filter(|_| has_chart) {
            let below = Rect { y: area.y + rows, height: chart::ROWS, ..area };
            let at = self.viewed.unwrap_or(self.record.game.played().len());
            chart::draw(&review.balance, &self.record.names, at, below, buffer, look);
        }
    }

    /// The tip that was asked for, as long as it is about this position.
    pub(super) fn tip_lines(&self) -> Vec<(String, Role)> {
        let Some(analysis) = &self.analysis else { return Vec::new() };
        let hint = || Hint::of(&self.shown, analysis);
        match self.tip {
            Tip::None => Vec::new(),
            Tip::Nudge => vec![(format!("Tip: {}", hint().nudge), Role::Even)],
            Tip::Move => vec![(format!("Tip: {}", hint().told), Role::Good)],
        }
    }

    /// Who wins, in how many moves, and how that is known.
    fn verdict(&self, value: Option<Value>, plies: Option<u32>, basis: Basis) -> String {
        let mover = self.shown.turn();
        let names = &self.record.names;
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
