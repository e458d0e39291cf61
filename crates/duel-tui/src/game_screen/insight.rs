//! What is known about the position, in words, and how the balance went.

use duel_core::Position;
use duel_numbers::Budget;
use duel_solver::{Assessment, Depth, Reason, Value};
use ratatui_core::layout::Rect;

use super::GameScreen;
use crate::{chart, look::Role, paint::Canvas};

impl GameScreen {
    pub(super) fn draw_insight(&self, canvas: &mut Canvas<'_>) {
        let area = canvas.area;
        let lines = match &self.analysis {
            None => canvas.lines_of(&format!("Thinking{}", canvas.look.dots()), Role::Quiet),
            Some(analysis) => {
                let reason = analysis.reason.words(&self.shown, Depth::Child);
                // The reason of an end says that it is one.
                let verdict = (!self.shown.is_over()).then(|| self.verdict(&analysis.known));
                let verdict = verdict.map(|verdict| canvas.lines_of(&verdict, Role::Title));
                let mut lines = verdict.unwrap_or_default();
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
        canvas
            .at(Rect { height: area.height - chart, ..area })
            .put_lines_or(lines, "w shows all of it");
        if let Some(review) = &self.review {
            let below = Rect { y: area.y + area.height - chart, height: chart, ..area };
            let at = self.viewed.unwrap_or(self.played());
            chart::draw(&review.balance, self.names(), at, &mut canvas.at(below));
        }
    }

    /// Who wins, and in how many moves at the quickest.
    fn verdict(&self, assessment: &Assessment) -> String {
        if self.viewed.is_none() && self.is_over() {
            return "The game is over.".to_owned();
        }
        let mover = self.shown.turn();
        let names = self.names();
        let in_plies = match assessment.plies {
            None | Some(0) => String::new(),
            Some(1) => ", with this move".to_owned(),
            Some(plies) => format!(", at the quickest in {plies} moves of both"),
        };
        match assessment.value {
            Some(Value::Win) => format!("{} wins with best play{in_plies}.", names[mover]),
            Some(Value::Loss) => {
                format!("{} wins with best play{in_plies}.", names[mover.other()])
            }
            Some(Value::Draw) => "With best play nobody wins.".to_owned(),
            Some(Value::Endless) => "With best play the game never ends.".to_owned(),
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
        let words = reason.added_words(position, depth, Budget::PROMPT);
        if !words.is_empty() {
            parts.push((title, words));
        }
    }
    parts.iter().map(|(title, words)| format!("{title}\n{words}\n\n")).collect()
}
