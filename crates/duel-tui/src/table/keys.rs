//! What keys and the mouse do at the table.

use std::time::Duration;

use duel_core::Play;
use duel_play::sitting::plies_to_take_back;
use ratatui::{
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind},
    layout::Rect,
};

use super::{Asked, Table, Tip, Waiting, insight};
use crate::{
    desk::{Act, Request},
    guests::Ask,
    look::Look,
    message::Effect,
};

/// The longest line that can be typed: longer than any move.
const LONGEST: usize = 20_200;

/// Where a key leads.
pub(crate) enum Pressed {
    /// Nowhere else.
    Here(Vec<Effect>),
    /// To the first screen.
    Home,
    /// To the review of the game.
    Review,
    /// To the rules of the game.
    Rules,
    /// To the reasons in full.
    Why,
    /// The key means nothing here.
    Unknown,
}

impl Table {
    /// Takes a key.
    pub(crate) fn press(&mut self, key: KeyEvent, now: Duration, area: Rect) -> Pressed {
        let page = self.page(area);
        match (key.code, self.typed.is_some()) {
            (KeyCode::Up, _) | (KeyCode::Char('k'), false) => self.step(-1),
            (KeyCode::Down, _) | (KeyCode::Char('j'), false) => self.step(1),
            (KeyCode::Left | KeyCode::PageUp, _) | (KeyCode::Char('h'), false) => self.step(-page),
            (KeyCode::Right | KeyCode::PageDown, _) | (KeyCode::Char('l'), false) => {
                self.step(page);
            }
            (KeyCode::Home, _) => self.step(i64::MIN / 2),
            (KeyCode::End, _) => self.step(i64::MAX / 2),
            (KeyCode::Enter, _) => return self.enter(now),
            (KeyCode::Esc, true) => self.set_typed(None),
            (KeyCode::Backspace, true) => {
                let mut typed = self.typed.take().unwrap_or_default();
                typed.pop();
                self.set_typed(Some(typed).filter(|typed| !typed.is_empty()));
            }
            (KeyCode::Char(letter), typing) if typing || begins_a_move(letter) => {
                self.type_letter(letter);
            }
            (KeyCode::Char(':'), false) => self.set_typed(Some(String::new())),
            _ => return self.command(key, now),
        }
        Pressed::Here(Vec::new())
    }

    fn command(&mut self, key: KeyEvent, now: Duration) -> Pressed {
        let effects = match key.code {
            KeyCode::Esc if self.viewed.is_some() => self.look_at(None),
            KeyCode::Esc | KeyCode::Char('q') => return Pressed::Home,
            KeyCode::Char('s') => return Pressed::Rules,
            KeyCode::Char('v') if self.is_over() => return Pressed::Review,
            KeyCode::Char('i') => self.toggle_insight(),
            KeyCode::Char('w') if self.insight && self.analysis.is_some() => return Pressed::Why,
            KeyCode::Char('w') if !self.insight => self.toggle_insight(),
            KeyCode::Char('t') => self.give_tip(),
            KeyCode::Char('u') => self.ask_to_take_back(now),
            KeyCode::Char('r') => self.redo(now),
            KeyCode::Char('[' | '<') => self.step_through(-1),
            KeyCode::Char(']' | '>') => self.step_through(1),
            KeyCode::Char('{') => self.look_at(Some(0)),
            KeyCode::Char('}' | 'g') => self.look_at(None),
            KeyCode::Char('n') if self.is_over() => self.open_another(Request::Again),
            KeyCode::Char('p') if self.viewed.is_some() => {
                self.open_another(Request::From(Box::new(self.shown.clone())))
            }
            KeyCode::Char('R') if self.can_act() => {
                self.asked = Some(Asked::Resign);
                Vec::new()
            }
            KeyCode::Char('d') if self.can_act() => self.offer_draw(),
            _ => return Pressed::Unknown,
        };
        Pressed::Here(effects)
    }

    /// Whether keys are letters of a line now.
    pub(crate) fn is_typing(&self) -> bool {
        self.typed.is_some()
    }

    fn type_letter(&mut self, letter: char) {
        let kept = self.typed.take().filter(|_| !self.refused);
        let mut typed = kept.unwrap_or_default();
        if typed.len() < LONGEST && duel_core::is_shown(letter) {
            typed.push(letter);
        }
        self.set_typed(Some(typed));
    }

    /// Takes a text at once.
    pub(crate) fn paste(&mut self, text: &str) {
        let mut typed = self.typed.take().unwrap_or_default();
        let room = LONGEST.saturating_sub(typed.len());
        typed.extend(duel_core::shown(text.trim()).chars().take(room));
        self.set_typed(Some(typed));
    }

    fn set_typed(&mut self, typed: Option<String>) {
        if self.viewed.is_some() {
            return;
        }
        self.typed = typed;
        self.narrow();
    }

    fn step(&mut self, by: i64) {
        let last = self.roll.count().saturating_sub(1);
        if self.typed.is_some() && !self.picking {
            // From the line into the list.
            self.picking = self.roll.count() > 0;
            self.point_at(0);
            return;
        }
        self.point_at(self.cursor.saturating_add_signed(by).min(last));
    }

    /// How many moves are seen at once.
    fn page(&self, area: Rect) -> i64 {
        i64::from(self.panes(area).list_rows().max(1))
    }

    /// Plays what is typed or chosen; after the game, another.
    fn enter(&mut self, now: Duration) -> Pressed {
        if self.viewed.is_some() {
            return Pressed::Here(self.look_at(None));
        }
        if self.is_over() {
            return Pressed::Here(self.open_another(Request::Again));
        }
        if !self.can_act() {
            return Pressed::Here(Vec::new());
        }
        self.redo.clear();
        let typed = self.typed.clone().filter(|typed| !typed.is_empty());
        let act = match (typed, self.chosen()) {
            (_, Some(made)) => Act::Moves(vec![made]),
            (Some(line), None) => Act::Line(line),
            (None, None) => return Pressed::Here(Vec::new()),
        };
        self.submitted = self.typed.take();
        Pressed::Here(self.act(act, now))
    }

    fn toggle_insight(&mut self) -> Vec<Effect> {
        if let Err(why) = self.may_ask() {
            self.note(why);
            return Vec::new();
        }
        self.insight = !self.insight;
        if !self.insight {
            // After the game the result tells of the review too.
            return if self.is_over() { Vec::new() } else { vec![Effect::StopThinking] };
        }
        let mut effects = vec![self.ask_review()];
        if self.analysis.is_none() {
            effects.push(self.ask_value());
        }
        effects
    }

    /// Whether insight is on, for the next game.
    pub(crate) fn has_insight(&self) -> bool {
        self.insight
    }

    /// Why the position is won or lost, from small words to the proof.
    pub(crate) fn reasons(&self) -> Option<String> {
        let analysis = self.analysis.as_ref()?;
        Some(insight::all_words(&analysis.reason, &self.shown))
    }

    /// A nudge at first, the move when asked again.
    fn give_tip(&mut self) -> Vec<Effect> {
        if let Err(why) = self.may_ask() {
            self.note(why);
            return Vec::new();
        }
        if self.viewed.is_none() && self.is_over() {
            return Vec::new();
        }
        self.tip = if self.tip == Tip::None { Tip::Nudge } else { Tip::Move };
        if self.analysis.is_none() {
            return vec![self.ask_value()];
        }
        self.tell_tip();
        Vec::new()
    }

    fn ask_to_take_back(&mut self, now: Duration) -> Vec<Effect> {
        if !self.can_act() {
            self.note("Nothing can be taken back now.");
            return Vec::new();
        }
        let mover = self.record.game.position().turn();
        match plies_to_take_back(&self.record) {
            None => {
                self.note("There is no move to take back.");
                Vec::new()
            }
            Some(_) if self.record.kinds[mover.other()].is_some() => self.take_back(now),
            Some(_) => {
                self.asked = Some(Asked::TakeBack);
                Vec::new()
            }
        }
    }

    fn take_back(&mut self, now: Duration) -> Vec<Effect> {
        let plies = plies_to_take_back(&self.record).unwrap_or(0);
        let played = self.record.game.played();
        let undone = played[played.len() - plies..].iter().map(|played| played.made.clone());
        self.redo.push(undone.collect());
        self.viewed = None;
        self.act(Act::TakeBack, now)
    }

    fn redo(&mut self, now: Duration) -> Vec<Effect> {
        if !self.can_act() {
            return Vec::new();
        }
        if let Some(moves) = self.redo.pop() {
            return self.act(Act::Moves(moves), now);
        }
        self.note("There is nothing to do again.");
        Vec::new()
    }

    fn step_through(&mut self, by: isize) -> Vec<Effect> {
        let played = self.record.game.played().len();
        let at = self.viewed.unwrap_or(played);
        self.look_at(Some(at.saturating_add_signed(by)))
    }

    /// Looks at the position before this move, from 1.
    pub(crate) fn look_before(&mut self, ply: usize) -> Vec<Effect> {
        self.look_at(Some(ply.saturating_sub(1)))
    }

    fn offer_draw(&mut self) -> Vec<Effect> {
        let game = &self.record.game;
        if let Play::Take(_) = game.start().rules().play() {
            self.note(
                "This game always has a winner, so a draw cannot be offered; you may resign.",
            );
            return Vec::new();
        }
        if self.record.kinds[game.position().turn().other()].is_none() {
            self.asked = Some(Asked::Draw);
            return Vec::new();
        }
        let game = Box::new(game.clone());
        let ticket = self.ticket();
        let ask = Ask::Draw { ticket, game };
        self.waiting = Waiting::Guest(ticket);
        vec![Effect::Ask(ask)]
    }

    /// The question that waits for yes or no.
    pub(crate) fn question(&self) -> Option<String> {
        let names = &self.record.names;
        let mover = self.record.game.position().turn();
        let (mine, other) = (&names[mover], &names[mover.other()]);
        let offer = |from: &str, to: &str| {
            format!("{to}, {from} offers to abandon the game without a winner. Do you agree?")
        };
        Some(match self.asked.as_ref()? {
            Asked::TakeBack => format!("{mine}, may {other} take back the last move?"),
            Asked::Resign => format!("{mine}, do you really give up?"),
            Asked::Draw | Asked::GuestDraw => offer(mine, other),
            Asked::Unkept(_) => {
                "What just happened could not be saved. Go on without saving?".to_owned()
            }
        })
    }

    /// Takes the answer.
    pub(crate) fn answer(&mut self, yes: bool, now: Duration) -> Pressed {
        let Some(asked) = self.asked.take() else { return Pressed::Unknown };
        let effects = match (asked, yes) {
            (Asked::TakeBack, true) => self.take_back(now),
            (Asked::TakeBack, false) => {
                self.note("The move stands.");
                Vec::new()
            }
            (Asked::Resign, true) => self.act(Act::Resign, now),
            (Asked::Draw | Asked::GuestDraw, true) => self.act(Act::Abandon, now),
            (Asked::GuestDraw, false) => {
                self.note("The game goes on.");
                self.ask_guest(true).into_iter().collect()
            }
            (Asked::Draw, false) => {
                self.note("The game goes on.");
                Vec::new()
            }
            (Asked::Resign, false) => Vec::new(),
            (Asked::Unkept(news), true) => {
                self.note("The game goes on without being saved.");
                self.hear_news(*news)
            }
            (Asked::Unkept(_), false) => return Pressed::Home,
        };
        Pressed::Here(effects)
    }

    /// Takes the mouse: a click chooses a move, another one plays it.
    pub(crate) fn click(&mut self, mouse: MouseEvent, now: Duration, area: Rect) -> Pressed {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.step(-1),
            MouseEventKind::ScrollDown => self.step(1),
            MouseEventKind::Down(MouseButton::Left) if self.viewed.is_none() => {
                let panes = self.panes(area);
                let inside = panes.list();
                if inside.contains((mouse.column, mouse.row).into()) && !self.is_over() {
                    let row = u64::from(mouse.row - inside.y);
                    let place = panes.first_listed(self.cursor) + row;
                    if place < self.roll.count() {
                        let again = place == self.cursor && self.chosen().is_some();
                        self.point_at(place);
                        self.picking = true;
                        if again {
                            return self.enter(now);
                        }
                    }
                }
            }
            _ => {}
        }
        Pressed::Here(Vec::new())
    }

    /// The keys that matter now.
    pub(crate) fn keys(&self, look: Look) -> Vec<(&'static str, &'static str)> {
        let (up_down, _) = look.arrow_keys();
        if self.asked.is_some() {
            return vec![("y", "yes"), ("n", "no")];
        }
        if self.viewed.is_some() {
            return vec![
                ("[ ]", "step"),
                ("Esc", "back to now"),
                ("p", "play from here"),
                ("i", "insight"),
                ("?", "help"),
            ];
        }
        if self.typed.is_some() {
            return vec![("Enter", "play"), (up_down, "into the list"), ("Esc", "clear")];
        }
        if self.is_over() {
            let again = match &self.standing {
                Some(standing) if standing.goes_on => "next round",
                _ => "another game",
            };
            return vec![
                ("Enter", again),
                ("v", "review"),
                ("[ ]", "step through"),
                ("q", "home"),
                ("?", "help"),
            ];
        }
        let mut keys = vec![("Enter", "play"), (up_down, "choose"), ("0-9", "type")];
        if self.may_ask().is_ok() {
            keys.extend([("t", "tip"), ("i", "insight")]);
        }
        if self.insight {
            keys.push(("w", "why"));
        }
        keys.extend([("u", "undo"), ("?", "help"), ("q", "home")]);
        keys
    }
}

/// Whether a letter can only be the beginning of a move.
fn begins_a_move(letter: char) -> bool {
    letter.is_ascii_digit() || letter == '/' || letter == '-'
}

/// Whether a key is Ctrl with this letter.
pub(crate) fn is_control(key: KeyEvent, letter: char) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char(letter)
}
