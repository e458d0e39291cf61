//! The house rules of the chosen book, to tick. What does not go together is explained at once.

use crossterm::event::{KeyCode, KeyEvent};
use duel_books::house;
use duel_core::{HouseRule, rules::MAX_CAP};
use ratatui_core::layout::{Margin, Rect};

use super::rows::{house_rules, turned};
use crate::{choice::Choice, look::Role, paint::Canvas};

/// Maximum lengths to choose from without typing.
const LENGTHS: [Option<u32>; 6] = [None, Some(6), Some(8), Some(10), Some(12), Some(20)];

/// Which line is chosen.
#[derive(Clone, Debug, Default)]
pub(crate) struct HousePanel {
    cursor: usize,
    /// Why the last key changed nothing.
    note: Option<String>,
}

/// A line of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PanelRow {
    Rule(HouseRule),
    Length,
}

impl HousePanel {
    fn rows(choice: &Choice) -> Vec<PanelRow> {
        let book = choice.book();
        let rules = house_rules(book).into_iter().map(PanelRow::Rule);
        rules.chain(house::builds_digits(book).then_some(PanelRow::Length)).collect()
    }

    /// Takes a key; whether the panel is left.
    pub(super) fn press(&mut self, key: KeyEvent, choice: &mut Choice) -> bool {
        let rows = HousePanel::rows(choice);
        let last = rows.len().saturating_sub(1);
        self.cursor = self.cursor.min(last);
        self.note = None;
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.cursor = (self.cursor + 1).min(last),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = last,
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q') => return true,
            KeyCode::Char('c') => {
                choice.house.clear();
                choice.length = None;
            }
            KeyCode::Char(' ' | 'x' | 'l' | 'h') | KeyCode::Left | KeyCode::Right => {
                let back = matches!(key.code, KeyCode::Left | KeyCode::Char('h'));
                match rows.get(self.cursor) {
                    Some(PanelRow::Rule(rule)) => self.note = toggle(*rule, choice).err(),
                    Some(PanelRow::Length) => {
                        let by = if back { -1 } else { 1 };
                        choice.length = turned(&LENGTHS, &choice.length, by);
                    }
                    None => {}
                }
            }
            KeyCode::Char(digit @ '0'..='9')
                if rows.get(self.cursor) == Some(&PanelRow::Length) =>
            {
                let digit = digit.to_digit(10).unwrap_or(0);
                let length = choice.length.unwrap_or(0).saturating_mul(10).saturating_add(digit);
                choice.length = Some(if length > MAX_CAP { digit } else { length });
                choice.length.take_if(|length| *length == 0);
            }
            KeyCode::Backspace => {
                choice.length = choice.length.map(|length| length / 10).filter(|it| *it > 0);
            }
            _ => {}
        }
        false
    }

    pub(super) fn draw(&self, choice: &Choice, canvas: &mut Canvas<'_>) {
        let (area, look) = (canvas.area, canvas.look);
        let book = choice.book();
        canvas.put(1, 0, &format!("House rules of {}", book.short), Role::Title);
        let rows = HousePanel::rows(choice);
        let cursor = self.cursor.min(rows.len().saturating_sub(1));
        let foot = 3.min(area.height.saturating_sub(2));
        let room = usize::from(area.height.saturating_sub(1 + foot)).max(1);
        let first = (cursor + 1).saturating_sub(room);
        for (y, (place, row)) in (1..).zip(rows.iter().enumerate().skip(first).take(room)) {
            let chosen = place == cursor;
            let pointer = if chosen { look.pointer() } else { " " };
            canvas.put(0, y, pointer, Role::Title);
            let style = if chosen { Role::Chosen } else { Role::Text };
            match row {
                PanelRow::Rule(rule) => {
                    let tick = match () {
                        () if choice.house.contains(rule) => "[x]",
                        () if is_fair(*rule, choice) => "[f]",
                        () => "[ ]",
                    };
                    canvas.put(2, y, &format!("{tick} {rule}"), style);
                    canvas.put(23, y, house::meaning(*rule), Role::Quiet);
                }
                PanelRow::Length => {
                    let (open, close) = look.brackets();
                    let length = choice.length.map_or("none".to_owned(), |it| it.to_string());
                    let text = format!("maximum length {open} {length} {close}");
                    canvas.put(2, y, &text, style);
                }
            }
        }
        let foot = Rect { y: area.y + area.height - foot, height: foot, ..area };
        let mut foot = canvas.at(foot.inner(Margin::new(1, 0)));
        let conflict = self.note.clone().or_else(|| choice.game().err());
        let lines = match (conflict, rows.get(cursor)) {
            (Some(why), _) => foot.lines_of(&why, Role::Alert),
            (None, Some(PanelRow::Rule(rule))) => {
                let fair =
                    if is_fair(*rule, choice) { " It belongs to the fair rules." } else { "" };
                let text = format!("{rule}: {}{fair}", house::meaning(*rule));
                foot.lines_of(&text, Role::Text)
            }
            (None, _) => foot.lines_of("Where a game of digits ends at the latest.", Role::Text),
        };
        foot.put_lines(0, lines);
    }

    pub(super) fn keys() -> Vec<(&'static str, &'static str)> {
        vec![("Space", "tick"), ("c", "clear"), ("Enter", "done"), ("Esc", "done")]
    }
}

/// Whether a rule is played because the fair rules have it.
fn is_fair(rule: HouseRule, choice: &Choice) -> bool {
    let own_cap = choice.house.iter().any(|rule| rule.is_cap());
    choice.fair && choice.book().fair.house.contains(&rule) && !(own_cap && rule.is_cap())
}

/// Ticks a rule, or removes its tick; why neither is done.
fn toggle(rule: HouseRule, choice: &mut Choice) -> Result<(), String> {
    if choice.house.contains(&rule) {
        choice.house.retain(|ticked| *ticked != rule);
        return Ok(());
    }
    if rule == HouseRule::Swap {
        return Err(format!(
            "Under {rule} the players agree on the start first, which the prompt asks for: \
             `duel play {} --house swap`.",
            choice.book().slug
        ));
    }
    if is_fair(rule, choice) {
        return Err(format!(
            "{rule} belongs to the fair rules. To play without it, choose the rules as the book \
             says."
        ));
    }
    choice.house.push(rule);
    choice.house.sort_unstable();
    Ok(())
}
