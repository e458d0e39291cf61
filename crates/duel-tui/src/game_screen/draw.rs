//! How the screen of a game looks.

use std::time::Duration;

use duel_core::{Board, LastMover, Move, Op, Seat};
use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use super::{Awaited, GameScreen, panes::Panes};
use crate::{
    look::{Look, Role},
    mark::Mark,
    number::{self, Size},
    paint,
    picture::{self, Scene},
    session_worker::LogLine,
};

/// Numbers with more digits are not divided again for every line of a list.
const LONG: usize = 1_000;

impl GameScreen {
    pub(crate) fn draw(&self, area: Rect, buffer: &mut Buffer, look: Look, now: Duration) {
        let panes = self.panes(area);
        self.draw_title(panes.title, buffer, look, now);
        let board = if panes.framed {
            paint::frame(buffer, panes.board, &self.board_title(), look)
        } else {
            panes.board
        };
        self.draw_board(board, buffer, look);
        if self.is_over() && self.viewed.is_none() {
            let pane = if panes.framed {
                paint::frame(buffer, panes.moves, "The end", look)
            } else {
                panes.moves
            };
            self.draw_result(pane, buffer, look);
        } else {
            if panes.framed {
                paint::frame(buffer, panes.moves, &self.moves_title(), look);
            }
            self.draw_moves(&panes, buffer, look);
        }
        let log =
            if panes.framed { paint::frame(buffer, panes.log, "Log", look) } else { panes.log };
        self.draw_log(log, buffer, look);
        if self.insight && !panes.insight.is_empty() {
            let pane = if panes.framed {
                paint::frame(buffer, panes.insight, "Insight", look)
            } else {
                panes.insight
            };
            self.draw_insight(pane, buffer, look);
        }
        self.draw_entry(panes.entry, buffer, look, now);
    }

    /// The layout of a screen of this size.
    pub(super) fn panes(&self, area: Rect) -> Panes {
        let panes = Panes::of(area, self.insight);
        let width = panes.list().width;
        let lines = self.missing_lines(width, Look::default());
        panes.with_missing(lines.len())
    }

    /// Which moves the rules leave out, and why.
    fn missing_lines(&self, width: u16, look: Look) -> Vec<String> {
        let missing = self.listing.iter().flat_map(|listing| &listing.missing);
        missing.flat_map(|text| paint::wrapped(&number::readable(text, look), width)).collect()
    }

    fn draw_title(&self, area: Rect, buffer: &mut Buffer, look: Look, now: Duration) {
        let bullet = look.bullet();
        let mut title = self.session.book().title.to_owned();
        let house: Vec<&str> = self.shown.rules().house().map(duel_core::HouseRule::name).collect();
        if !house.is_empty() {
            title.push_str(&format!(" ({})", house.join(", ")));
        }
        if let Some(tags) = &self.record().of_match {
            let rounds = tags.rounds.map(|rounds| format!(" of {rounds}")).unwrap_or_default();
            let names = self.names();
            title.push_str(&format!(
                " {bullet} round {}{rounds} {bullet} {} {}, {} {}",
                tags.round, names.first, tags.score.first, names.second, tags.score.second
            ));
        }
        if self.farewell.is_none() {
            title.push_str(&format!(" {bullet} not being saved"));
        }
        let spent = now.saturating_sub(self.began);
        let clocks = Seat::BOTH.into_iter().filter_map(|seat| {
            Some(format!("{} {}", self.names()[seat], self.session.time_left(seat, spent)?))
        });
        let clocks: Vec<String> = clocks.collect();
        let clocks = clocks.join(&format!(" {bullet} "));
        let x = area.width.saturating_sub(paint::width(&clocks) + 1);
        let room = Rect { width: x.min(area.width), ..area };
        paint::put(buffer, room, 1, 0, &title, look.style(Role::Title));
        paint::put(buffer, area, x, 0, &clocks, look.style(Role::Alert));
    }

    fn board_title(&self) -> String {
        if let Some(ply) = self.viewed {
            return format!("Before move {} of {}", ply + 1, self.played());
        }
        let names = self.names();
        if self.is_over() {
            return format!("{} and {}", names.first, names.second);
        }
        let mover = self.session.position().turn();
        format!("{} to move, against {}", names[mover], names[mover.other()])
    }

    fn moves_title(&self) -> String {
        let Some(listing) = &self.listing else { return "Moves".to_owned() };
        let all = duel_books::listing::grouped(&listing.moves.count());
        let known = if listing.moves.is_complete() { "" } else { " known" };
        match &self.typed {
            Some(typed) if !typed.is_empty() && !self.list.is_cut => {
                let found = duel_books::listing::grouped(&self.list.count().into());
                format!("Moves: {found} of {all}{known}")
            }
            _ => format!("Moves: {all}{known}"),
        }
    }

    /// The number, large where it fits, and the picture below.
    fn draw_board(&self, area: Rect, buffer: &mut Buffer, look: Look) {
        let style = look.style(Role::Number);
        let digits = match self.shown.board() {
            Board::Digits { digits, .. } => digits.iter().map(|digit| digit.to_char()).collect(),
            Board::Numbers { .. } => self.number().map(ToString::to_string).unwrap_or_default(),
        };
        let room = match area.height {
            22.. => area.height / 3,
            14.. if look.ascii => 5,
            _ => (area.height / 3).min(4),
        };
        let needed = picture::rows_needed(self.shown.board());
        let size = Size::fitting(digits.len(), area.width.saturating_sub(2), room, look)
            .filter(|size| size.rows() + 1 + needed <= area.height);
        let used = if let Some(size) = size.filter(|_| !digits.is_empty()) {
            number::draw_large(buffer, area, &digits, size, style);
            size.rows() + 1
        } else {
            let room = area.width.saturating_sub(2);
            let text = match (self.shown.board(), self.number()) {
                (Board::Numbers { .. }, Some(number)) => number::fitted(number, room, look),
                _ if digits.is_empty() => "no digit yet".to_owned(),
                _ => number::cut(&digits, usize::from(room), look),
            };
            paint::put_centred(buffer, area, 0, &text, style);
            if area.height > 6 { 2 } else { 1 }
        };
        let used = used.min(area.height);
        let below = Rect {
            x: area.x + 1.min(area.width),
            width: area.width.saturating_sub(2),
            y: area.y + used,
            height: area.height - used,
        };
        let marks = |made: &Move| self.mark(made).map(|(mark, _)| mark);
        let chosen = self.chosen();
        let scene = Scene {
            position: &self.shown,
            start: self.session.game().start(),
            listing: self.listing.as_ref(),
            chosen: chosen.as_ref(),
            focus: self.focus(),
            marks: &marks,
            look,
        };
        picture::draw(&scene, below, buffer);
    }

    /// What a move is worth, where that may be shown.
    fn mark(&self, made: &Move) -> Option<(Mark, Option<u32>)> {
        let analysis = self.analysis.as_ref().filter(|_| self.insight)?;
        Some(Mark::of(analysis, made))
    }

    fn draw_moves(&self, panes: &Panes, buffer: &mut Buffer, look: Look) {
        let below = panes.missing();
        for (y, line) in (0..below.height).zip(self.missing_lines(below.width, look)) {
            paint::put(buffer, below, 0, y, &line, look.style(Role::Quiet));
        }
        let area = panes.list();
        let Some(listing) = &self.listing else {
            let text = format!("Listing the moves{}", look.dots());
            paint::put(buffer, area, 0, 0, &text, look.style(Role::Quiet));
            return;
        };
        if self.list.count() == 0 {
            let text = match (&self.typed, listing.moves.is_complete()) {
                (Some(typed), _) if !typed.is_empty() => {
                    "No known move begins like that. Enter tries it all the same."
                }
                (_, true) => "There is no move.",
                (_, false) => "The number could not be factored: type a divisor that you know.",
            };
            for (y, line) in (0..).zip(paint::wrapped(text, area.width)) {
                paint::put(buffer, area, 0, y, &line, look.style(Role::Quiet));
            }
            return;
        }
        let first = panes.first_listed(self.cursor);
        let page = self.list.page(&listing.moves, first, u64::from(area.height));
        let chosen = self.chosen();
        for (y, made) in (0..).zip(&page) {
            let is_chosen = chosen.as_ref() == Some(made);
            self.draw_move(
                made,
                is_chosen,
                Rect { y: area.y + y, height: 1, ..area },
                buffer,
                look,
            );
        }
        let last = first + page.len() as u64;
        if self.list.count() > last || first > 0 {
            let place = duel_books::listing::grouped(&(self.cursor + 1).into());
            let cut = if self.list.is_cut { " (ends only)" } else { "" };
            let text =
                format!("{place}/{}{cut}", duel_books::listing::grouped(&self.list.count().into()));
            if panes.framed {
                let x = panes.moves.width.saturating_sub(paint::width(&text) + 2);
                let y = panes.moves.height.saturating_sub(1);
                paint::put(buffer, panes.moves, x, y, &text, look.style(Role::Quiet));
            }
        }
    }

    fn draw_move(&self, made: &Move, chosen: bool, line: Rect, buffer: &mut Buffer, look: Look) {
        let pointer = if chosen { look.pointer() } else { " " };
        let role = if chosen { Role::Chosen } else { Role::Text };
        let mut spans: Vec<(String, Style)> =
            vec![(format!("{pointer} "), look.style(Role::Title))];
        let mark = self.mark(made);
        if let Some((mark, _)) = mark {
            spans.push((format!("{} ", mark.sign(look)), look.style(mark.role())));
        }
        let room = usize::from(line.width.saturating_sub(6) / 2).max(4);
        let written = self.shown.write_move(made);
        let written = match made {
            Move::Take { divisor, .. } if written.len() > room => {
                let long = divisor.to_string();
                written.replace(&long, &number::cut(&long, room, look))
            }
            _ => written,
        };
        spans.push((written, look.style(role)));
        let leads = self.leads_to(made, line.width / 2, look);
        if !leads.is_empty() {
            spans.push((format!(" {} {leads}", look.arrow()), look.style(Role::Quiet)));
        }
        if let Some((mark, plies)) = mark {
            let plies = plies.map(|plies| format!(" in {plies}")).unwrap_or_default();
            spans.push((format!("  {}{plies}", mark.word()), look.style(mark.role())));
        }
        paint::put_spans(buffer, line, 0, 0, &spans);
    }

    /// What a move leaves.
    fn leads_to(&self, made: &Move, room: u16, look: Look) -> String {
        match (made, self.shown.board()) {
            (Move::Take { index, op, divisor }, Board::Numbers { numbers, .. }) => {
                let Some(number) = numbers.get(*index).filter(|number| number.digits() <= LONG)
                else {
                    return String::new();
                };
                let left = match op {
                    Op::Divide => number / divisor,
                    Op::Subtract => number - divisor,
                };
                number::fitted(&left, room, look)
            }
            (Move::Append(digit), Board::Digits { targets, residues, .. }) => {
                let leads =
                    |(target, residue): (&duel_numbers::Natural, &duel_numbers::Natural)| {
                        number::fitted(&(&residue.append_digit(digit.value()) % target), 12, look)
                    };
                let leads: Vec<String> = targets.iter().zip(residues).map(leads).collect();
                format!("rest {}", leads.join(", "))
            }
            (Move::Pass, _) => "the same".to_owned(),
            _ => String::new(),
        }
    }

    fn draw_log(&self, area: Rect, buffer: &mut Buffer, look: Look) {
        let room = usize::from(area.height);
        let mut lines: Vec<(String, Role)> = Vec::new();
        for line in self.log.iter().rev() {
            let (text, role) = match line {
                LogLine::Said(text) => (text, Role::Text),
                LogLine::Note(text) => (text, Role::Quiet),
                LogLine::Refused(text) => (text, Role::Alert),
            };
            let wrapped = paint::wrapped(&number::readable(text, look), area.width);
            lines.extend(wrapped.into_iter().rev().map(|line| (line, role)));
            if lines.len() >= room {
                break;
            }
        }
        for (y, (line, role)) in (0..).zip(lines.iter().take(room).rev()) {
            paint::put(buffer, area, 0, y, line, look.style(*role));
        }
    }

    /// Whether the last mover wins, as the books say.
    fn is_normal(&self) -> bool {
        self.shown.rules().last_mover() == LastMover::Wins
    }

    fn draw_entry(&self, area: Rect, buffer: &mut Buffer, look: Look, now: Duration) {
        let style = look.style(Role::Text);
        if let Some(typed) = &self.typed {
            let room = usize::from(area.width.saturating_sub(4));
            let skip = typed.chars().count().saturating_sub(room);
            let tail: String = typed.chars().skip(skip).collect();
            paint::put(buffer, area, 1, 0, &format!("> {tail}_"), look.style(Role::Key));
            return;
        }
        let seat = self.awaited().unwrap_or(self.session.position().turn());
        let mover = &self.names()[seat];
        let text = match self.waiting {
            _ if self.is_over() => return,
            Awaited::Session => format!("Looking it over{}", look.dots()),
            Awaited::Bot(_) => {
                let spin = if look.still { look.dots() } else { spinner(now, look) };
                format!("{mover} is thinking {spin}")
            }
            Awaited::Person if self.viewed.is_some() => "Looking back; the game waits.".to_owned(),
            // A new player reads first what the game is about.
            Awaited::Person if self.played() < 2 && self.is_normal() => {
                format!("{mover}: {}", self.session.book().idea)
            }
            Awaited::Person => {
                format!("{mover}: choose a move and press Enter, or type it.")
            }
        };
        paint::put(buffer, area, 1, 0, &text, style);
    }
}

/// Turns while a player thinks.
fn spinner(now: Duration, look: Look) -> &'static str {
    const SIGNS: [&str; 4] = ["◐", "◓", "◑", "◒"];
    const ASCII: [&str; 4] = ["|", "/", "-", "\\"];
    let place = usize::try_from(now.as_millis() / 250 % 4).unwrap_or(0);
    if look.ascii { ASCII[place] } else { SIGNS[place] }
}
