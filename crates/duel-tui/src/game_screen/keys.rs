//! What keys and the mouse do on the screen of a game.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use duel_core::{Input, Move, Position};
use duel_play::{Command, HintStep, Offer, Session, Summary};
use ratatui_core::layout::Rect;

use super::{Awaited, Confirmation, GameScreen, ListUse, MoveOrder, WhyRequest, insight};
use crate::{choice::LogStyle, look::Look, message::Job, move_list::ListRow};

/// The longest line that can be typed: longer than any move.
const LONGEST: usize = 20_200;

/// What follows from a key.
pub(crate) enum Next {
    /// These jobs.
    Jobs(Vec<Job>),
    /// The first screen.
    Home,
    /// The review of the game.
    Review,
    /// The rules of the game.
    Rules,
    /// The reasons in full.
    Why,
    /// An argument with the reason.
    Argue,
    /// This log, also in the next games.
    Log(LogStyle),
}

impl GameScreen {
    /// Takes a key.
    pub(crate) fn press(&mut self, key: KeyEvent, now: Duration, area: Rect) -> Next {
        self.reply = None;
        self.list_use = ListUse::Used;
        if self.is_at_end() {
            // Only its own keys leave the end: never an Enter that was meant for the last move.
            return self.command(key, now);
        }
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
            (KeyCode::Tab, _) => self.step_number(false),
            (KeyCode::BackTab, _) => self.step_number(true),
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
        Next::Jobs(Vec::new())
    }

    fn command(&mut self, key: KeyEvent, now: Duration) -> Next {
        let jobs = match key.code {
            KeyCode::Esc if self.viewed.is_some() => self.look_at(None),
            KeyCode::Esc | KeyCode::Char('q') => return Next::Home,
            KeyCode::Char('s') => return Next::Rules,
            KeyCode::Char('v') if self.is_over() => return Next::Review,
            KeyCode::Char('i') => self.toggle_insight(),
            KeyCode::Char('o') => self.toggle_order(),
            KeyCode::Char('w') if self.insight && self.analysis.is_some() => return Next::Why,
            KeyCode::Char('w') => {
                let jobs = if self.insight { Vec::new() } else { self.toggle_insight() };
                if self.insight {
                    self.why = WhyRequest::Pending;
                }
                jobs
            }
            KeyCode::Char('a') if self.is_at_end() && self.review.is_none() => {
                self.note("The game is still being judged.");
                Vec::new()
            }
            KeyCode::Char('a') => match self.may_ask() {
                Ok(()) => return Next::Argue,
                Err(why) => {
                    self.note(why);
                    Vec::new()
                }
            },
            KeyCode::Char('b') => {
                self.style = self.style.other();
                return Next::Log(self.style);
            }
            KeyCode::Char('n' | 'r') if self.is_at_end() => self.play_again(),
            KeyCode::Char('t') => self.give_tip(),
            KeyCode::Char('u') => self.ask_to_take_back(now),
            KeyCode::Char('r') => self.redo(now),
            KeyCode::Char('[' | '<') => self.step_through(-1),
            KeyCode::Char(']' | '>') => self.step_through(1),
            KeyCode::Char('{') => self.look_at(Some(0)),
            KeyCode::Char('}' | 'g') => self.look_at(None),
            KeyCode::Char('p') if self.viewed.is_some() => {
                let of = self.session.of_match().clone();
                self.begin_another(of.from_position(self.shown.clone()))
            }
            KeyCode::Char('R') if self.can_act() => {
                self.asked = Some(Confirmation::Resign);
                Vec::new()
            }
            KeyCode::Char('d') if self.can_act() => self
                .execute_now(Command::Offer(self.session.position().turn(), Offer::Abandon), now),
            _ => Vec::new(),
        };
        Next::Jobs(jobs)
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
        if self.viewed.is_some() || self.is_over() || self.is_only_shown() {
            return;
        }
        self.typed = typed;
        self.narrow();
    }

    fn step(&mut self, by: i64) {
        let last = self.list.count().saturating_sub(1);
        if self.typed.is_some() && !self.picking {
            // From the line into the list.
            self.picking = self.list.count() > 0;
            self.point_at(0);
            return;
        }
        self.point_at(self.cursor.saturating_add_signed(by).min(last));
    }

    /// Goes to the moves of the next of several numbers, or of the one before.
    fn step_number(&mut self, back: bool) {
        if let Some(place) = self.list.next_number(self.cursor, self.focus(), back) {
            self.picking = self.typed.is_some();
            self.point_at(place);
        }
    }

    /// How many moves are seen at once.
    fn page(&self, area: Rect) -> i64 {
        i64::from(self.panes(area).list_rows().max(1))
    }

    /// Plays what is typed or chosen; while looking back, goes back to now.
    fn enter(&mut self, now: Duration) -> Next {
        if self.viewed.is_some() {
            return Next::Jobs(self.look_at(None));
        }
        if !self.can_act() {
            return Next::Jobs(Vec::new());
        }
        self.redo.clear();
        let typed = self.typed.clone().filter(|typed| !typed.is_empty());
        let by = self.session.position().turn();
        let (command, unclear) = match (typed, self.chosen()) {
            (_, Some(made)) => (Command::Enter { by, input: Input::Move(made) }, None),
            (Some(line), None) => self.session.entered(&line),
            (None, None) => return Next::Jobs(Vec::new()),
        };
        self.submitted = self.typed.take();
        let spent = now.saturating_sub(self.began);
        Next::Jobs(self.execute(vec![command], unclear, spent))
    }

    /// Whether the match has a next round.
    pub(super) fn goes_on(&self) -> bool {
        self.session.standing().is_some_and(|standing| standing.goes_on)
    }

    /// The next round of the match, or the same match once more.
    fn play_again(&mut self) -> Vec<Job> {
        if self.is_daily() {
            return self.practise_day();
        }
        let rematch = || self.session.of_match().clone().rematch(0);
        self.begin_another(self.session.next_round().unwrap_or_else(rematch))
    }

    fn toggle_insight(&mut self) -> Vec<Job> {
        if let Err(why) = self.may_ask() {
            self.note(why);
            return Vec::new();
        }
        self.insight = !self.insight;
        if !self.insight {
            if std::mem::replace(&mut self.order, MoveOrder::BySize) == MoveOrder::ByValue {
                self.arrange();
            }
            // After the game the result needs the review too.
            return if self.is_over() { Vec::new() } else { vec![Job::StopAnalysis] };
        }
        let mut jobs = vec![self.ask_review()];
        if self.analysis.is_none() {
            jobs.push(self.ask_value());
        }
        jobs
    }

    /// Sorts the moves by what they are worth, or by size again. What they are worth is insight, so
    /// that is turned on, and is allowed when insight is.
    fn toggle_order(&mut self) -> Vec<Job> {
        if let Err(why) = self.may_ask() {
            self.note(why);
            return Vec::new();
        }
        if self.is_at_end() {
            return Vec::new();
        }
        self.order = match self.order {
            MoveOrder::BySize => MoveOrder::ByValue,
            MoveOrder::ByValue => MoveOrder::BySize,
        };
        let is_wanted = self.order == MoveOrder::ByValue;
        let jobs = if is_wanted && !self.insight { self.toggle_insight() } else { Vec::new() };
        self.arrange();
        self.list_use = ListUse::Unused;
        if is_wanted && self.analysis.is_some() && !self.list.is_sorted() {
            self.note("There are too many moves to sort; type digits to have fewer.");
        }
        jobs
    }

    /// Whether insight is on, for the next game.
    pub(crate) fn has_insight(&self) -> bool {
        self.insight
    }

    /// The position to argue about: the one that is shown; at the end, the one before the move that
    /// decided the game, or its start where none did.
    pub(crate) fn arguable_position(&self) -> &Position {
        let Some(review) = self.review.as_ref().filter(|_| self.is_at_end()) else {
            return &self.shown;
        };
        let turn = Summary::of(review).turning_point;
        let line = turn.and_then(|turn| review.moves.get(turn.ply.checked_sub(1)?));
        line.map_or(self.session.game().start(), |line| &line.before)
    }

    /// Why the position is won or lost, from small words to the proof.
    pub(crate) fn reasons(&self) -> Option<String> {
        let analysis = self.analysis.as_ref()?;
        Some(insight::all_words(&analysis.reason, &self.shown))
    }

    /// The reasons, if they were asked for before they were known; once.
    pub(crate) fn take_wanted_reasons(&mut self) -> Option<String> {
        let reasons = self.reasons().filter(|_| self.why == WhyRequest::Pending)?;
        self.why = WhyRequest::Nothing;
        Some(reasons)
    }

    /// What to look for at first; how many moves win, and the move, when asked again.
    fn give_tip(&mut self) -> Vec<Job> {
        if let Err(why) = self.may_ask() {
            self.note(why);
            return Vec::new();
        }
        if self.viewed.is_none() && self.is_over() {
            return Vec::new();
        }
        self.tip = Some(self.tip.map_or(HintStep::Nudge, HintStep::next));
        if self.analysis.is_none() {
            return vec![self.ask_value()];
        }
        self.tell_tip();
        Vec::new()
    }

    fn ask_to_take_back(&mut self, now: Duration) -> Vec<Job> {
        let turn = self.session.position().turn();
        if self.can_act() {
            return self.execute_now(self.session.take_back(), now);
        }
        if self.is_over() {
            self.note("The game is over; nothing can be taken back.");
        } else if self.session.is_program(turn) {
            self.note(&format!("Wait for the move of {}, then take back.", self.names()[turn]));
        }
        Vec::new()
    }

    fn redo(&mut self, now: Duration) -> Vec<Job> {
        if !self.can_act() {
            return Vec::new();
        }
        let Some(moves) = self.redo.pop() else {
            self.note("There is nothing to do again.");
            return Vec::new();
        };
        let turn = self.session.position().turn();
        let seats = [turn, turn.other()].into_iter().cycle();
        let enter = |(made, by): (Move, _)| Command::Enter { by, input: Input::Move(made) };
        let commands = moves.into_iter().zip(seats).map(enter).collect();
        self.execute(commands, None, now.saturating_sub(self.began))
    }

    fn step_through(&mut self, by: isize) -> Vec<Job> {
        let at = self.viewed.unwrap_or(self.played());
        self.look_at(Some(at.saturating_add_signed(by)))
    }

    /// Looks at the position before this move, from 1.
    pub(crate) fn look_before(&mut self, ply: usize) -> Vec<Job> {
        self.look_at(Some(ply.saturating_sub(1)))
    }

    /// The question that waits for yes or no.
    pub(crate) fn question(&self) -> Option<String> {
        let (names, turn) = (self.names(), self.session.position().turn());
        Some(match self.asked.as_ref()? {
            Confirmation::Offer(offer, by) => self.session.question(*offer, *by),
            Confirmation::Resign => format!("{}, do you really give up?", names[turn]),
            Confirmation::NotStored(_) => {
                "What just happened could not be saved. Go on without saving?".to_owned()
            }
        })
    }

    /// Takes the answer.
    pub(crate) fn answer(&mut self, yes: bool, now: Duration) -> Next {
        let Some(asked) = self.asked.take() else { return Next::Jobs(Vec::new()) };
        Next::Jobs(match (asked, yes) {
            (Confirmation::Offer(offer, by), true) => {
                self.execute_now(Command::Offer(by.other(), offer), now)
            }
            (Confirmation::Offer(offer, by), false) => {
                self.note(Session::declined(offer));
                self.execute_now(Command::Decline(by.other()), now)
            }
            (Confirmation::Resign, true) => {
                self.execute_now(Command::Resign(self.session.position().turn()), now)
            }
            (Confirmation::Resign, false) => Vec::new(),
            (Confirmation::NotStored(snapshot), true) => {
                self.note("The game goes on without being saved.");
                self.show(*snapshot, now)
            }
            (Confirmation::NotStored(_), false) => return Next::Home,
        })
    }

    /// Takes the mouse: a click chooses a move, another one plays it.
    pub(crate) fn click(&mut self, mouse: MouseEvent, now: Duration, area: Rect) -> Next {
        if let MouseEventKind::Down(_) = mouse.kind {
            self.reply = None;
            self.list_use = ListUse::Used;
        }
        match mouse.kind {
            MouseEventKind::ScrollUp => self.step(-1),
            MouseEventKind::ScrollDown => self.step(1),
            MouseEventKind::Down(MouseButton::Left) if self.viewed.is_none() => {
                let panes = self.panes(area);
                let inside = panes.list();
                if inside.contains((mouse.column, mouse.row).into()) && !self.is_over() {
                    let row = u64::from(mouse.row - inside.y);
                    let row = panes.first_listed(self.list.row_of(self.cursor)) + row;
                    let listing = self.listing.as_ref();
                    let hit = listing.map(|listing| self.list.rows(&listing.moves, row, 1));
                    if let Some([ListRow::Move(place, _)]) = hit.as_deref() {
                        let place = *place;
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
        Next::Jobs(Vec::new())
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
            return vec![
                if self.goes_on() { ("n", "next round") } else { ("r", "rematch") },
                ("v", "review"),
                ("[ ]", "step through"),
                ("q", "home"),
                ("?", "help"),
            ];
        }
        // The most useful first: what has no room on the line is in the help.
        let mut keys = vec![("Enter", "play"), (up_down, "choose")];
        if self.shown.has_several_numbers() {
            keys.push(("Tab", "number"));
        } else if !self.insight {
            keys.push(("0-9", "type"));
        }
        if self.may_ask().is_ok() {
            keys.extend((!self.insight).then_some(("t", "tip")));
            keys.push(("i", "insight"));
            if self.insight {
                keys.extend([("o", "sort"), ("a", "argue")]);
            }
        }
        if !matches!(self.waiting, Awaited::Bot(_)) {
            keys.push(("u", "undo"));
        }
        keys.extend([("?", "help"), ("q", "home")]);
        if self.insight {
            keys.extend([("w", "why"), ("t", "tip")]);
        }
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
