//! The screen, drawn: what is shown, what is over it, and the line of keys.

use ratatui_core::terminal::Frame;

use super::{App, Page, Screen, content_of};
use crate::{
    argument_screen::ArgumentScreen,
    game_screen::GameScreen,
    help,
    look::{Look, Role},
    paint::{self, Canvas},
    review_screen::ReviewScreen,
};

impl App {
    /// Draws the screen.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.is_empty() {
            return;
        }
        let canvas = &mut Canvas::new(frame.buffer_mut(), area, self.look());
        let content = content_of(area);
        if area.width < 4 && self.game.is_none() {
            // Nothing can be chosen here, but the program can be recognised.
            return canvas.put(0, 0, "Divisor Duel", Role::Title);
        }
        let mut part = canvas.at(content);
        match (&self.screen, &self.game) {
            (Screen::Game, Some(game)) => game.draw(&mut part, self.now),
            (Screen::Review(review), Some(game)) => {
                review.draw(game.record(), game.review.as_ref(), &mut part);
            }
            (Screen::Games, _) => self.games.draw(&mut part),
            (Screen::Exercise, _) => {
                if let Some(exercise) = &self.exercise {
                    exercise.draw(&mut part);
                }
            }
            (Screen::Argument, _) => {
                if let Some(argument) = &self.argument {
                    argument.draw(&mut part);
                }
            }
            _ => self.home.draw(&mut part),
        }
        if let Some(page) = &self.page {
            help::draw(page.title, &page.text, page.from, &mut part);
        }
        let question = match self.screen {
            Screen::Games => self.games.question(),
            _ => self.game.as_ref().and_then(GameScreen::question),
        };
        if let Some(question) = question {
            let text = format!("{question}\n\ny: yes    n: no");
            help::draw("", &text, 0, &mut part);
        }
        self.draw_keys(&mut canvas.below(content.height));
    }

    fn page_keys(&self, page: &Page, look: Look) -> Vec<(&'static str, &'static str)> {
        if help::scrolls(&page.text, self.content(), look) {
            vec![(look.arrow_keys().0, "scroll"), ("any other key", "back")]
        } else {
            vec![("any key", "back")]
        }
    }

    fn draw_keys(&self, line: &mut Canvas<'_>) {
        let look = line.look;
        let keys = match (&self.screen, &self.game) {
            _ if self.page.is_some() => {
                self.page.as_ref().map(|page| self.page_keys(page, look)).unwrap_or_default()
            }
            (Screen::Game, Some(game)) => game.keys(look),
            (Screen::Review(_), Some(_)) => ReviewScreen::keys(look),
            (Screen::Games, _) => self.games.keys(),
            (Screen::Exercise, _) => {
                self.exercise.as_ref().map(|exercise| exercise.keys(look)).unwrap_or_default()
            }
            (Screen::Argument, _) => ArgumentScreen::keys(look),
            _ => self.home.keys(look),
        };
        let mut x = 1;
        for (key, meaning) in keys {
            let spans = [(key.to_owned(), Role::Key), (format!(" {meaning}"), Role::Text)];
            let wide = spans.iter().map(|(text, _)| paint::width(text)).sum::<u16>();
            if x + wide > line.area.width {
                return;
            }
            x = line.put_spans(x, 0, &spans) + 2;
        }
    }
}
