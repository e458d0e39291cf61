//! The end of a game: who won, where it was decided, and how to play another.

use duel_core::{Ending, Outcome};
use duel_play::Review;
use duel_solver::Depth;
use ratatui::{buffer::Buffer, layout::Rect};

use super::GameScreen;
use crate::{
    look::{Look, Role},
    number, paint,
};

impl GameScreen {
    pub(super) fn draw_result(&self, area: Rect, buffer: &mut Buffer, look: Look) {
        let names = self.names();
        let headline = match self.session.game().ending().map(Ending::outcome) {
            Some(Outcome::Won(seat)) => format!("{} wins!", names[seat]),
            _ => "Nobody wins.".to_owned(),
        };
        let mut lines = vec![(headline, Role::Number)];
        if let Some(standing) = self.session.standing() {
            lines.extend(standing.lines().map(|line| (line, Role::Title)));
        }
        match &self.review {
            None => lines.push((format!("Where was it decided{}", look.dots()), Role::Quiet)),
            Some(review) => lines.extend(self.decisive(review)),
        }
        let wrapped = lines.into_iter().flat_map(|(text, role)| {
            paint::wrapped(&number::readable(&text, look), area.width)
                .into_iter()
                .map(move |line| (line, role))
        });
        for (y, (line, role)) in (0..area.height).zip(wrapped) {
            paint::put(buffer, area, 0, y, &line, look.style(role));
        }
    }

    /// The last move that changed who wins, what would have been better, and why.
    fn decisive(&self, review: &Review) -> Vec<(String, Role)> {
        let names = self.names();
        if let Some(text) = review.resigned.and_then(|resigned| resigned.words(names)) {
            return vec![(text, Role::Alert)];
        }
        let Some(last) = review.moves.iter().rev().find(|line| line.label.is_mistake()) else {
            let text = match review.balance.chars().next() {
                Some('+') => format!("No mistakes: {} could always win this start.", names.first),
                Some('-') => format!("No mistakes: {} could always win this start.", names.second),
                _ => "No move is known to have been a mistake.".to_owned(),
            };
            return vec![(text, Role::Text)];
        };
        let made = last.before.write_move(&last.made);
        let text = format!("Move {}, {}: {made} {}.", last.ply, names[last.seat], last.label);
        let mut lines = vec![(text, Role::Alert)];
        if let Some(best) = last.best.as_ref().filter(|best| **best != last.made) {
            lines.push((format!("Better: {}.", last.before.write_move(best)), Role::Good));
        }
        lines.push((last.why.words(&last.before, Depth::Child), Role::Text));
        lines
    }
}
