//! How the screen of a game looks.

use std::time::Duration;

use duel_books::{listing::grouped, short_name};
use duel_core::{Board, HouseRule, Move, Op, Seat};
use duel_numbers::Natural;
use ratatui_core::layout::{Margin, Rect};

use super::{Awaited, GameScreen, GoalWords, panes::Panes, reply::Changed};
use crate::{
    choice::LogStyle,
    look::{Look, Role},
    mark::Mark,
    move_list::ListRow,
    number::{self, Size},
    paint::{self, Canvas},
    picture::{self, Scene},
    session_worker::{Keeping, LogLine},
};

/// Numbers with more digits are not divided again for every line of a list.
const LONG: usize = 1_000;

impl GameScreen {
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, now: Duration) {
        let panes = self.panes(canvas.area);
        self.draw_title(&mut canvas.at(panes.title), now);
        self.draw_goal(&mut canvas.at(panes.goal));
        let board = canvas.at(panes.board);
        let role = self.mover_role();
        self.draw_board(&mut panes.open_as(board, &self.board_title(), role));
        if self.is_over() && self.viewed.is_none() {
            self.draw_result(&mut panes.open(canvas.at(panes.moves), "The end"));
        } else {
            panes.open(canvas.at(panes.moves), &self.moves_title());
            self.draw_moves(&panes, canvas);
        }
        self.draw_log(&mut panes.open(canvas.at(panes.log), "Log"));
        if self.insight && !panes.insight.is_empty() {
            self.draw_insight(&mut panes.open(canvas.at(panes.insight), "Insight"));
        }
        self.draw_entry(&mut canvas.at(panes.entry), panes.goal.is_empty(), now);
    }

    /// The layout of a screen of this size.
    pub(super) fn panes(&self, area: Rect) -> Panes {
        let goal = |most: u16| {
            let lines = self.goal_lines(area.width, usize::from(most), Look::default());
            u16::try_from(lines.len()).unwrap_or(most)
        };
        let of = |much| Panes::of(area, self.insight, much, goal);
        let panes = of(self.insight);
        let panes = if self.has_long_tip(panes.log_inside()) { of(true) } else { panes };
        let width = panes.list().width;
        let lines = self.missing_lines(width, Look::default());
        panes.with_missing(lines.len())
    }

    /// Whether what was said last is a remark that does not fit there.
    fn has_long_tip(&self, area: Rect) -> bool {
        let Some(LogLine::Note(text)) = self.log.last() else { return false };
        let lines = paint::wrapped(&number::readable(text, Look::default()), area.width);
        lines.len() > usize::from(area.height)
    }

    /// Which moves the rules leave out, and why.
    fn missing_lines(&self, width: u16, look: Look) -> Vec<String> {
        let missing = self.listing.iter().flat_map(|listing| &listing.missing);
        missing.flat_map(|text| paint::wrapped(&number::readable(text, look), width)).collect()
    }

    fn draw_title(&self, canvas: &mut Canvas<'_>, now: Duration) {
        let (area, bullet) = (canvas.area, canvas.look.bullet());
        let rules = self.shown.rules();
        let has_room = area.width >= 60;
        let name = if has_room { self.session.book().title } else { short_name(rules) };
        let mut title = name.to_owned();
        if self.is_daily() {
            title.push_str(&format!(" {bullet} duel of the day"));
        }
        // What the end of a narrow line leaves out had better be the house rules.
        if self.is_practice() {
            title.push_str(&format!(" {bullet} practice"));
        } else if self.keeping == Keeping::Nowhere && !self.is_only_shown() {
            title.push_str(&format!(" {bullet} not being saved"));
        }
        let house: Vec<&str> = rules.house().map(HouseRule::name).collect();
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
        let spent = now.saturating_sub(self.began);
        let clocks = Seat::BOTH.into_iter().filter_map(|seat| {
            Some(format!("{} {}", self.names()[seat], self.session.time_left(seat, spent)?))
        });
        let clocks: Vec<String> = clocks.collect();
        let clocks = clocks.join(&format!(" {bullet} "));
        let x = area.width.saturating_sub(paint::width(&clocks) + 1);
        let gap = u16::from(!clocks.is_empty());
        canvas.put_words(1, x.saturating_sub(gap), &title, Role::Title);
        canvas.put(x, 0, &clocks, Role::Alert);
    }

    fn draw_goal(&self, canvas: &mut Canvas<'_>) {
        let rows = usize::from(canvas.area.height);
        let lines = self.goal_lines(canvas.area.width, rows, canvas.look);
        for (y, line) in (0..).zip(lines) {
            canvas.put_spans(1, y, &line);
        }
    }

    /// The goal in at most so many lines: with as many limits as fit, what ends the game first, and
    /// dots for the others; and the aim alone no farther than whole words go.
    fn goal_lines(&self, width: u16, rows: usize, look: Look) -> Vec<Vec<(String, Role)>> {
        let room = width.saturating_sub(2);
        let GoalWords { aim, limits, limits_by_weight } = &self.goal;
        let aim = number::readable(&format!("{aim}."), look);
        let fitting = |text: &str| {
            Some(paint::wrapped(text.trim_end(), room)).filter(|lines| lines.len() <= rows)
        };
        let some = |count: usize| {
            fitting(&format!("{aim} {} {}", limits_by_weight[..count].join(" "), look.dots()))
        };
        let all = fitting(&format!("{aim} {limits}"));
        let lines = all.or_else(|| (1..limits_by_weight.len()).rev().find_map(some));
        let mut lines = lines.unwrap_or_else(|| paint::wrapped(&aim, room));
        if lines.len() > rows {
            lines.truncate(rows);
            if let Some(last) = lines.last_mut() {
                last.push_str(look.dots());
            }
        }
        // The aim stands out.
        let mut left = aim.chars().filter(|c| *c != ' ').count();
        let split = |line: String| {
            let mut at = line.len();
            for (place, c) in line.char_indices() {
                if left == 0 {
                    at = place;
                    break;
                }
                left -= usize::from(c != ' ');
            }
            vec![(line[..at].to_owned(), Role::Key), (line[at..].to_owned(), Role::Quiet)]
        };
        lines.into_iter().map(split).collect()
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

    /// The colour of the player whose move it is; the name is beside it.
    fn mover_role(&self) -> Role {
        match self.shown.turn() {
            _ if self.is_at_end() => Role::Title,
            Seat::First => Role::First,
            Seat::Second => Role::Second,
        }
    }

    /// The colour of a line of the log: that of the player whose name it begins with.
    fn speaker_role(&self, text: &str) -> Role {
        let is_of = |seat: Seat| {
            text.strip_prefix(self.names()[seat].as_str()).is_some_and(|it| it.starts_with(':'))
        };
        match () {
            () if is_of(Seat::First) => Role::First,
            () if is_of(Seat::Second) => Role::Second,
            () => Role::Text,
        }
    }

    fn moves_title(&self) -> String {
        let Some(listing) = &self.listing else { return "Moves".to_owned() };
        let all = grouped(&listing.moves.count());
        let known = if listing.moves.is_complete() { "" } else { " known" };
        let order = if self.list.is_sorted() { ", best first" } else { "" };
        match &self.typed {
            Some(typed) if !typed.is_empty() && !self.list.is_cut => {
                let found = grouped(&self.list.count().into());
                format!("Moves: {found} of {all}{known}{order}")
            }
            _ => format!("Moves: {all}{known}{order}"),
        }
    }

    /// The number, large where it fits, and the picture below.
    fn draw_board(&self, canvas: &mut Canvas<'_>) {
        let (area, look) = (canvas.area, canvas.look);
        let room = match area.height {
            22.. => area.height / 3,
            14.. if look.ascii => 5,
            _ => (area.height / 3).min(4),
        };
        let needed = picture::rows_needed(self.shown.board());
        let large = self.large_digits();
        let size = Size::fitting(large.len(), area.width.saturating_sub(2), room, look)
            .filter(|size| size.rows() + 1 + needed <= area.height);
        let used = if let Some(size) = size.filter(|_| !large.is_empty()) {
            number::draw_large(canvas, &large, size);
            size.rows() + 1
        } else {
            self.draw_small_numbers(&mut canvas.row(0));
            if area.height > 6 { 2 } else { 1 }
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
        let mut below = canvas.below(used);
        below.area = below.area.inner(Margin::new(1, 0));
        picture::draw(&scene, &mut below);
    }

    /// How a number, or the digits so far, are drawn: the one that is looked at, and what has changed.
    fn number_role(&self, index: usize) -> Role {
        match self.changed() {
            Some(Changed::Number(changed)) if changed == index => Role::Changed,
            _ if index == self.focus() => Role::Number,
            _ => Role::Quiet,
        }
    }

    /// The digits on the table, several numbers side by side.
    fn large_digits(&self) -> Vec<(char, Role)> {
        match self.shown.board() {
            Board::Digits { digits, .. } => {
                let mut parts: Vec<(char, Role)> =
                    digits.iter().map(|digit| (digit.to_char(), Role::Number)).collect();
                if let (Some(Changed::LastDigit), Some(last)) = (self.changed(), parts.last_mut()) {
                    last.1 = Role::Changed;
                }
                parts
            }
            Board::Numbers { numbers, .. } => {
                let digits = |(index, number): (usize, &Natural)| {
                    let role = self.number_role(index);
                    let gap = (index > 0).then_some((' ', Role::Text));
                    let digits: Vec<_> = number.to_string().chars().map(|c| (c, role)).collect();
                    gap.into_iter().chain(digits)
                };
                numbers.iter().enumerate().flat_map(digits).collect()
            }
        }
    }

    /// The same on one line.
    fn draw_small_numbers(&self, line: &mut Canvas<'_>) {
        let look = line.look;
        let room = line.area.width.saturating_sub(2);
        let changed = if self.changed().is_some() { Role::Changed } else { Role::Number };
        let numbers = match self.shown.board() {
            Board::Digits { digits, .. } if digits.is_empty() => {
                return line.put_centred(0, "no digit yet", Role::Number);
            }
            Board::Digits { digits, .. } => {
                let digits: String = digits.iter().map(|digit| digit.to_char()).collect();
                let text = number::cut(&digits, usize::from(room), look);
                return line.put_centred(0, &text, changed);
            }
            Board::Numbers { numbers, .. } => numbers,
        };
        // The one that is looked at is pointed at, as in the lists.
        let several = numbers.len() > 1;
        let part = |(index, number): (usize, &Natural)| {
            let pointer = if several && index == self.focus() { look.pointer() } else { "" };
            let text = number::fitted(number, room, look);
            (format!("{pointer}{text}"), self.number_role(index))
        };
        let parts: Vec<(String, Role)> = numbers.iter().enumerate().map(part).collect();
        let gaps = u16::try_from(parts.len().saturating_sub(1) * 3).unwrap_or(u16::MAX);
        let total =
            parts.iter().fold(gaps, |sum, (text, _)| sum.saturating_add(paint::width(text)));
        if total > room {
            let text = self.number().map(|number| number::fitted(number, room, look));
            return line.put_centred(0, &text.unwrap_or_default(), changed);
        }
        let mut x = line.area.width.saturating_sub(total) / 2;
        for (text, role) in parts {
            line.put(x, 0, &text, role);
            x += paint::width(&text) + 3;
        }
    }

    /// What a move is worth, where that may be shown.
    fn mark(&self, made: &Move) -> Option<(Mark, Option<u32>)> {
        let analysis = self.analysis.as_ref().filter(|_| self.insight)?;
        Some(Mark::of(analysis, made))
    }

    fn draw_moves(&self, panes: &Panes, canvas: &mut Canvas<'_>) {
        let (look, below) = (canvas.look, panes.missing());
        let missing = self.missing_lines(below.width, look);
        canvas.at(below).put_lines(0, missing.into_iter().map(|line| (line, Role::Quiet)));
        let list = &mut canvas.at(panes.list());
        let Some(listing) = &self.listing else {
            let text = format!("Listing the moves{}", look.dots());
            list.put(0, 0, &text, Role::Quiet);
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
            return list.put_lines(0, list.lines_of(text, Role::Quiet));
        }
        let first = panes.first_listed(self.list.row_of(self.cursor));
        let rows = self.list.rows(&listing.moves, first, u64::from(list.area.height));
        let chosen = self.chosen();
        for (y, row) in (0..).zip(&rows) {
            match row {
                ListRow::Heading(number) => self.draw_heading(*number, &mut list.row(y)),
                ListRow::Move(_, made) => {
                    self.draw_move(made, chosen.as_ref() == Some(made), &mut list.row(y));
                }
            }
        }
        let end = first + rows.len() as u64;
        if self.list.row_count() > end || first > 0 {
            let place = grouped(&(self.cursor + 1).into());
            let cut = if self.list.is_cut { " (ends only)" } else { "" };
            let text = format!("{place}/{}{cut}", grouped(&self.list.count().into()));
            if panes.framed {
                let x = panes.moves.width.saturating_sub(paint::width(&text) + 2);
                let y = panes.moves.height.saturating_sub(1);
                canvas.at(panes.moves).put(x, y, &text, Role::Quiet);
            }
        }
    }

    /// Above the moves of one of several numbers.
    fn draw_heading(&self, number: usize, line: &mut Canvas<'_>) {
        let Board::Numbers { numbers, .. } = self.shown.board() else { return };
        let Some(value) = numbers.get(number) else { return };
        let value = number::fitted(value, line.area.width.saturating_sub(12), line.look);
        let role = if number == self.focus() { Role::Title } else { Role::Quiet };
        line.put(0, 0, &format!("Number {}: {value}", number + 1), role);
    }

    fn draw_move(&self, made: &Move, chosen: bool, line: &mut Canvas<'_>) {
        let (look, width) = (line.look, line.area.width);
        let pointer = if chosen { look.pointer() } else { " " };
        let role = if chosen { Role::Chosen } else { Role::Text };
        let mut spans = vec![(format!("{pointer} "), Role::Title)];
        let mark = self.mark(made);
        if let Some((mark, _)) = mark {
            spans.push((format!("{} ", mark.sign(look)), mark.role()));
        }
        let room = usize::from(width.saturating_sub(6) / 2).max(4);
        let written = self.shown.write_move(made);
        let written = match made {
            Move::Take { divisor, .. } if written.len() > room => {
                let long = divisor.to_string();
                written.replace(&long, &number::cut(&long, room, look))
            }
            _ => written,
        };
        spans.push((written, role));
        let worth = mark.map_or_else(String::new, |(mark, plies)| {
            let plies = plies.map(|plies| format!(" in {plies}")).unwrap_or_default();
            format!("  {}{plies}", mark.word())
        });
        let used = spans.iter().map(|(text, _)| paint::width(text)).sum::<u16>();
        let arrow = paint::width(look.arrow()) + 2;
        let room = width.saturating_sub(used + arrow + paint::width(&worth));
        let leads = self.leads_to(made, room.min(width / 2).max(4), look);
        if !leads.is_empty() {
            spans.push((format!(" {} {leads}", look.arrow()), Role::Quiet));
        }
        if let Some((mark, _)) = mark {
            spans.push((worth, mark.role()));
        }
        line.put_spans(0, 0, &spans);
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
                let leads = |(target, residue): (&Natural, &Natural)| {
                    number::fitted(&(&residue.append_digit(digit.value()) % target), 12, look)
                };
                let leads: Vec<String> = targets.iter().zip(residues).map(leads).collect();
                format!("rest {}", leads.join(", "))
            }
            (Move::Pass, _) => "the same".to_owned(),
            _ => String::new(),
        }
    }

    fn draw_log(&self, canvas: &mut Canvas<'_>) {
        let room = usize::from(canvas.area.height);
        let mut lines: Vec<(String, Role)> = Vec::new();
        for line in self.log.iter().rev() {
            let (text, role) = match line {
                LogLine::Said { brief: Some(brief), .. } if self.style == LogStyle::Brief => {
                    (brief, self.speaker_role(brief))
                }
                LogLine::Said { text, .. } => (text, Role::Text),
                LogLine::Note(text) => (text, Role::Quiet),
                LogLine::Refused(text) => (text, Role::Alert),
            };
            if text.is_empty() {
                continue;
            }
            let mut said = canvas.lines_of(text, role);
            // Of the last words the beginning counts most.
            if lines.is_empty() && said.len() > room && room > 0 {
                let rest: Vec<_> = said.drain(room - 1..).map(|(line, _)| line).collect();
                let rest = rest.join(" ");
                let cut = paint::whole_words(&rest, canvas.area.width, canvas.look);
                said.push((cut.into_owned(), role));
            }
            lines.extend(said.into_iter().rev());
            if lines.len() >= room {
                break;
            }
        }
        lines.truncate(room);
        canvas.put_lines(0, lines.into_iter().rev());
    }

    fn draw_entry(&self, canvas: &mut Canvas<'_>, with_goal: bool, now: Duration) {
        let look = canvas.look;
        if let Some(text) = self.reply_in_words() {
            let text = number::readable(text, look);
            return canvas.put(1, 0, &format!("{} {text}", look.pointer()), Role::Changed);
        }
        if let Some(typed) = &self.typed {
            let tail = paint::tail(typed, canvas.area.width.saturating_sub(4));
            return canvas.put(1, 0, &format!("> {tail}_"), Role::Key);
        }
        let seat = self.awaited().unwrap_or(self.session.position().turn());
        let mover = &self.names()[seat];
        let text = match self.waiting {
            _ if self.is_over() => return,
            _ if self.is_only_shown() => "Only looked at; the game waits in the list.".to_owned(),
            Awaited::Session => format!("Looking it over{}", look.dots()),
            Awaited::Bot(_) => {
                let spin = if look.still { look.dots() } else { spinner(now, look) };
                format!("{mover} is thinking {spin}")
            }
            Awaited::Person if self.viewed.is_some() => "Looking back; the game waits.".to_owned(),
            // Where there is no row for the goal, it is told with the first moves.
            Awaited::Person if self.played() < 2 && with_goal => self.goal.aim.clone(),
            Awaited::Person => {
                format!("{mover}: choose a move and press Enter, or type it.")
            }
        };
        let role = if self.is_only_shown() { Role::Quiet } else { self.mover_role() };
        canvas.put(1, 0, &text, role);
    }
}

/// Turns while a player thinks.
fn spinner(now: Duration, look: Look) -> &'static str {
    const SIGNS: [&str; 4] = ["◐", "◓", "◑", "◒"];
    const ASCII: [&str; 4] = ["|", "/", "-", "\\"];
    let place = usize::try_from(now.as_millis() / 250 % 4).unwrap_or(0);
    if look.ascii { ASCII[place] } else { SIGNS[place] }
}
