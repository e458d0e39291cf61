//! What is known about the position, in words, and how the balance went.

use duel_core::Position;
use duel_solver::{Assessment, Basis, Depth, Reason, Value};
use ratatui::layout::Rect;

use super::GameScreen;
use crate::{chart, look::Role, paint::Canvas};

impl GameScreen {
    pub(super) fn draw_insight(&self, canvas: &mut Canvas<'_>) {
        let area = canvas.area;
        let lines = match &self.analysis {
            None => canvas.lines_of(&format!("Thinking{}", canvas.look.dots()), Role::Quiet),
            Some(analysis) => {
                let reason = analysis.reason.words(&self.shown, Depth::Child);
                let mut lines = canvas.lines_of(&self.verdict(&analysis.known), Role::Title);
                lines.extend(canvas.lines_of(&reason, Role::Text));
                lines
            }
        };
        let left = usize::from(area.height).saturating_sub(lines.len());
        let chart = match self.review {
            Some(_) if left >= usize::from(chart::ROWS) => chart::ROWS,
            Some(_) if area.height >= 4 => 1,
            _ => 0,
        };
        canvas.at(Rect { height: area.height - chart, ..area }).put_lines(0, lines);
        if let Some(review) = &self.review {
            let below = Rect { y: area.y + area.height - chart, height: chart, ..area };
            let at = self.viewed.unwrap_or(self.played());
            chart::draw(&review.balance, self.names(), at, &mut canvas.at(below));
        }
    }

    /// Who wins, in how many moves, and how that is known.
    fn verdict(&self, assessment: &Assessment) -> String {
        if self.viewed.is_none() && self.is_over() {
            return "The game is over.".to_owned();
        }
        let mover = self.shown.turn();
        let names = self.names();
        let in_plies = match assessment.plies {
            None | Some(0) => String::new(),
            Some(1) => ", with this move".to_owned(),
            Some(plies) => format!(", in {plies} moves of both"),
        };
        let known = match assessment.basis {
            Basis::Theorem => " (a theorem)",
            Basis::Search => " (a complete search)",
            Basis::Unknown => "",
        };
        match assessment.value {
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
