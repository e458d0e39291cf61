//! The end of a game: who won, where it was decided, and how to play another.

use duel_core::{Ending, Outcome, Seat};
use duel_play::{Review, Summary, review::about};
use duel_solver::Depth;

use super::GameScreen;
use crate::{look::Role, paint::Canvas};

impl GameScreen {
    pub(super) fn draw_result(&self, canvas: &mut Canvas<'_>) {
        let names = self.names();
        // One person at the keyboard is "you".
        let mut people = Seat::BOTH.into_iter().filter(|seat| !self.session.is_program(*seat));
        let reader = people.next().filter(|_| people.next().is_none());
        let headline = match self.session.game().ending().map(Ending::outcome) {
            Some(Outcome::Won(seat)) => {
                let role = match reader {
                    None => Role::Number,
                    Some(reader) if reader == seat => Role::Good,
                    Some(_) => Role::Bad,
                };
                (format!("{} wins!", names[seat]), role)
            }
            _ => ("Nobody wins.".to_owned(), Role::Even),
        };
        let mut lines = vec![headline];
        lines.extend(self.session.reason(reader).map(|reason| (reason, Role::Text)));
        let score = self.score_in_words(canvas.look);
        lines.extend(score.map(|score| (format!("To share: {score}"), Role::Title)));
        if let Some(standing) = self.session.standing() {
            lines.extend(standing.lines().map(|line| (line, Role::Title)));
        }
        // Above what may be long: it has to be seen.
        let again = match () {
            () if self.is_daily() => "r to play it again for practice",
            () if self.goes_on() => "n for the next round",
            () => "r to play again",
        };
        lines.push((format!("Press {again}, v to look through the game."), Role::Key));
        match &self.review {
            None => {
                lines.push((format!("Where was it decided{}", canvas.look.dots()), Role::Quiet));
            }
            Some(review) => lines.extend(self.decisive(review)),
        }
        let lines: Vec<_> =
            lines.iter().flat_map(|(text, role)| canvas.lines_of(text, *role)).collect();
        canvas.put_lines_or(lines, "v shows the rest");
    }

    /// The last move that changed who wins, what would have been better, and why.
    fn decisive(&self, review: &Review) -> Vec<(String, Role)> {
        let names = self.names();
        if let Some(text) = review.resigned.and_then(|resigned| resigned.words(names)) {
            return vec![(text, Role::Alert)];
        }
        let Some(last) = review.moves.iter().rev().find(|line| line.label.is_mistake()) else {
            return vec![(Summary::of(review).words(names), Role::Text)];
        };
        let made = last.before.write_move(&last.made);
        let text = format!("Move {}, {}: {made} {}.", last.ply, names[last.seat], last.label);
        let mut lines = vec![(text, Role::Alert)];
        if let Some(best) = last.best.as_ref().filter(|best| **best != last.made) {
            lines.push((format!("Better: {}.", last.before.write_move(best)), Role::Good));
        }
        let why = last.why.words(&last.before, Depth::Child);
        lines.push((about(&why, &names[last.seat]), Role::Text));
        lines
    }
}
