//! Where keys, clicks and pasted text go, and where they lead.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};
use duel_books::rules_text;
use duel_play::{Match, review::about};

use super::{App, Page, Screen, what_is_kept};
use crate::{
    argument_screen,
    exercise_screen::{self, ExerciseKind, ExerciseScreen},
    game_screen::{self, GameScreen, Next, is_control},
    games_screen, help, home,
    message::{ExitReason, Job},
    paragraphs::of_rules,
    review_screen::{self, ReviewScreen},
    session_worker::{Keeping, SessionJob},
};

impl App {
    pub(super) fn press(&mut self, mut key: KeyEvent) -> Vec<Job> {
        if is_control(key, 'j') || is_control(key, 'm') {
            // Terminals that are set otherwise send Enter like this.
            key = KeyEvent::from(KeyCode::Enter);
        }
        if is_control(key, 'c') {
            return vec![Job::Leave(ExitReason::Interrupted)];
        }
        if is_control(key, 'l') {
            return vec![Job::Redraw];
        }
        if key.code != KeyCode::Enter {
            self.repeats.end();
        } else if self.repeats.is_repeat(self.now) {
            return Vec::new();
        }
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return Vec::new();
        }
        if self.page.is_some() {
            self.turn_page(key);
            return Vec::new();
        }
        if key.code == KeyCode::Char('?') && !self.is_typing() || key.code == KeyCode::F(1) {
            let text = self.help().to_owned();
            self.page = Some(Page { title: "Help", text, from: 0 });
            return Vec::new();
        }
        let content = self.content();
        match (&mut self.screen, &mut self.game) {
            (Screen::Game, Some(game)) if game.asked.is_some() => {
                let yes = match key.code {
                    KeyCode::Char('y' | 'Y') => true,
                    KeyCode::Char('n' | 'N') | KeyCode::Esc => false,
                    _ => return Vec::new(),
                };
                let pressed = game.answer(yes, self.now);
                self.follow(pressed)
            }
            (Screen::Game, Some(game)) => {
                let pressed = game.press(key, self.now, content);
                self.follow(pressed)
            }
            (Screen::Review(review), Some(game)) => {
                let moves = game.record().game.played().len();
                let pressed = review.press(key, moves);
                self.follow_review(pressed)
            }
            (Screen::Games, _) => match self.games.press(key, content) {
                games_screen::Pressed::Here(jobs) => jobs,
                games_screen::Pressed::Home => {
                    self.screen = Screen::Home;
                    self.home.note = None;
                    Vec::new()
                }
            },
            (Screen::Exercise, _) => {
                let pressed = self.exercise.as_mut().map(|exercise| exercise.press(key));
                match pressed {
                    Some(exercise_screen::Pressed::Here(jobs)) => jobs,
                    Some(exercise_screen::Pressed::Home) | None => {
                        self.exercise = None;
                        self.screen = Screen::Home;
                        what_is_kept()
                    }
                }
            }
            (Screen::Argument, _) => {
                let pressed = self.argument.as_mut().map(|argument| argument.press(key));
                match pressed {
                    Some(argument_screen::Pressed::Here(jobs)) => jobs,
                    Some(argument_screen::Pressed::Back) | None => {
                        self.close_argument();
                        self.screen = self.argued_from;
                        vec![Job::StopArgument]
                    }
                }
            }
            _ => {
                let pressed = self.home.press(key);
                self.follow_home(pressed)
            }
        }
    }

    /// Whether letters belong to a text now.
    fn is_typing(&self) -> bool {
        match self.screen {
            Screen::Home => self.home.is_typing(),
            Screen::Games => self.games.is_typing(),
            Screen::Game => self.game.as_ref().is_some_and(GameScreen::is_typing),
            Screen::Review(_) | Screen::Argument => false,
            Screen::Exercise => true,
        }
    }

    /// The keys of the screen.
    fn help(&self) -> &'static str {
        match self.screen {
            Screen::Home => help::HOME.as_str(),
            Screen::Games => help::GAMES,
            Screen::Game => help::GAME,
            Screen::Review(_) => help::REVIEW,
            Screen::Exercise => match self.exercise.as_ref().map(ExerciseScreen::kind) {
                Some(ExerciseKind::Puzzle) => help::PUZZLE,
                Some(ExerciseKind::Training) => help::TRAINING,
                Some(ExerciseKind::Lesson) | None => help::LESSON,
            },
            Screen::Argument => help::ARGUMENT,
        }
    }

    fn turn_page(&mut self, key: KeyEvent) {
        let Some(page) = &mut self.page else { return };
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => page.from = page.from.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => page.from = (page.from + 1).min(500),
            KeyCode::PageUp => page.from = page.from.saturating_sub(10),
            KeyCode::PageDown | KeyCode::Char(' ') => page.from = (page.from + 10).min(500),
            _ => self.page = None,
        }
    }

    pub(super) fn paste(&mut self, text: &str) {
        if self.page.is_some() {
            return;
        }
        match (&self.screen, &mut self.game) {
            (Screen::Home, _) => self.home.paste(text),
            (Screen::Games, _) => self.games.paste(text),
            (Screen::Game, Some(game)) => game.paste(text),
            (Screen::Exercise, _) => {
                if let Some(exercise) = &mut self.exercise {
                    exercise.paste(text);
                }
            }
            _ => {}
        }
    }

    pub(super) fn click(&mut self, mouse: MouseEvent) -> Vec<Job> {
        if self.page.is_some() {
            return Vec::new();
        }
        let content = self.content();
        match (&mut self.screen, &mut self.game) {
            (Screen::Game, Some(game)) if game.asked.is_none() => {
                let pressed = game.click(mouse, self.now, content);
                self.follow(pressed)
            }
            (Screen::Review(review), Some(game)) => {
                review.click(mouse, game.record().game.played().len());
                Vec::new()
            }
            (Screen::Games, _) => self.games.click(mouse, content),
            (Screen::Home, _) => {
                let pressed = self.home.click(mouse, content);
                self.follow_home(pressed)
            }
            _ => Vec::new(),
        }
    }

    /// Does what follows from a key on the first screen.
    fn follow_home(&mut self, pressed: home::Pressed) -> Vec<Job> {
        match pressed {
            home::Pressed::Here(jobs) => jobs,
            home::Pressed::Games => {
                self.screen = Screen::Games;
                self.games.note = None;
                vec![Job::Session(SessionJob::ListGames)]
            }
        }
    }

    /// Does what follows from a key in the review.
    fn follow_review(&mut self, pressed: review_screen::Pressed) -> Vec<Job> {
        match pressed {
            review_screen::Pressed::Here => Vec::new(),
            review_screen::Pressed::Back => {
                if self.game.as_ref().is_some_and(GameScreen::is_only_shown) {
                    return self.leave_game(None);
                }
                self.screen = Screen::Game;
                Vec::new()
            }
            review_screen::Pressed::Why(ply) => {
                let (Some(game), Some(review)) = (&self.game, self.review()) else {
                    return Vec::new();
                };
                let text = review.moves.get(ply).map(|line| {
                    let words = game_screen::all_words(&line.why, &line.before);
                    about(&words, &game.record().names[line.seat])
                });
                self.page = text.map(|text| Page { title: "Why", text, from: 0 });
                Vec::new()
            }
            review_screen::Pressed::Argue(ply) => {
                let line = self.review().and_then(|review| review.moves.get(ply));
                let before = line.map(|line| line.before.clone());
                before.map_or_else(Vec::new, |before| self.argue(&before))
            }
            review_screen::Pressed::LookBefore(ply) => {
                self.screen = Screen::Game;
                self.game.as_mut().map_or_else(Vec::new, |game| game.look_before(ply))
            }
        }
    }

    /// Does what follows from a key in a game.
    fn follow(&mut self, next: Next) -> Vec<Job> {
        let page = |title, text| Some(Page { title, text, from: 0 });
        match (next, &self.game) {
            (Next::Jobs(jobs), _) => {
                self.show_wanted_reasons();
                return jobs;
            }
            (Next::Log(style), _) => {
                self.home.choice.log = style;
                return vec![self.home.remember()];
            }
            (Next::Home, game) => {
                let is_left = |game: &&GameScreen| !game.is_over() && !game.is_only_shown();
                let resume = if self.from_games { "Enter" } else { "r" };
                let note = game.as_ref().filter(is_left).map(|game| {
                    match (&game.keeping, Match::resumed(game.record())) {
                        (Keeping::Saved { .. }, Ok(_)) => {
                            format!("The game is saved; {resume} goes on with it.")
                        }
                        (Keeping::Saved { .. }, Err(_)) => "The game is saved.".to_owned(),
                        (Keeping::FromFirstMove, _) => {
                            "No move was made, so nothing is kept.".to_owned()
                        }
                        (Keeping::Nowhere, _) if game.is_practice() => {
                            "That was practice; nothing of it is kept.".to_owned()
                        }
                        (Keeping::Nowhere, _) => {
                            "The game stops where it was last saved.".to_owned()
                        }
                    }
                });
                self.home.note = None;
                return self.leave_game(note);
            }
            (Next::Review, Some(game)) => {
                self.screen = Screen::Review(ReviewScreen::new(game.review.as_ref()));
            }
            (Next::Why, Some(game)) => {
                self.page = game.reasons().and_then(|text| page("Why", text));
            }
            (Next::Argue, Some(game)) => {
                let position = game.arguable_position().clone();
                return self.argue(&position);
            }
            (Next::Rules, Some(game)) => {
                self.page = page("Rules", of_rules(&rules_text::of_game(&game.record().game)));
            }
            (_, None) => {}
        }
        Vec::new()
    }
}
