//! Where the parts of the screen are, for every size of it. Drawing and the mouse both ask here.

use ratatui_core::layout::{Margin, Rect};

use crate::{look::Role, paint::Canvas};

/// The parts of the screen; those without room are empty.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Panes {
    /// Whether parts have frames.
    pub(super) framed: bool,
    pub(super) title: Rect,
    /// The goal of the game.
    pub(super) goal: Rect,
    /// The number and its picture.
    pub(super) board: Rect,
    /// The moves, or the result.
    pub(super) moves: Rect,
    /// How many rows below the moves list what is missing there.
    missing_rows: u16,
    pub(super) log: Rect,
    pub(super) insight: Rect,
    /// What is typed.
    pub(super) entry: Rect,
}

impl Panes {
    /// The parts in an area. Much to say, in the log or as insight, takes room from the board and the moves;
    /// the goal takes so many lines of at most so many.
    pub(super) fn of(
        area: Rect,
        insight: bool,
        much: bool,
        goal_lines: impl Fn(u16) -> u16,
    ) -> Panes {
        let mut left = area;
        let mut take = |rows: u16| {
            let rows = rows.min(left.height);
            let taken = Rect { height: rows, ..left };
            left = Rect { y: left.y + rows, height: left.height - rows, ..left };
            taken
        };
        if area.width >= 64 && area.height >= 17 {
            let rows = goal_lines(2);
            let (title, goal) = (take(1), take(rows));
            let bottom = if much { area.height * 2 / 5 } else { area.height / 4 };
            // A log of one line a move needs little; the row of the goal is taken from it.
            let bottom = bottom.clamp(5, 16) - 1;
            let middle = take(area.height - bottom - 2 - rows);
            let bottom = take(bottom);
            let entry = take(1);
            let right = (area.width * 2 / 5).clamp(26, 48);
            let (board, moves) = split(middle, area.width - right);
            let (log, insight) =
                if insight { split(bottom, area.width * 2 / 5) } else { (bottom, Rect::default()) };
            let (framed, missing_rows) = (true, 0);
            return Panes { framed, title, goal, board, moves, missing_rows, log, insight, entry };
        }
        if area.width >= 20 && area.height >= 7 {
            // Of few rows the moves need most; below that the goal is told with the first moves.
            let most = match area.height {
                ..8 => 0,
                8..11 => 1,
                11..16 => 3,
                _ => 4,
            };
            let rows = goal_lines(most);
            let (title, goal) = (take(1), take(rows));
            let rows = area.height - 2 - rows;
            let board = take((rows / 3).max(1));
            let words = if much { (rows / 3).max(2) } else { (rows / 5).max(1) };
            let used = board.height + words;
            let moves = take(rows.saturating_sub(used));
            let (log, insight) = if insight {
                (Rect::default(), take(words))
            } else {
                (take(words), Rect::default())
            };
            let entry = take(1);
            return Panes { title, goal, board, moves, log, insight, entry, ..Panes::default() };
        }
        let board = take(1);
        let moves = take(area.height.saturating_sub(2));
        let entry = take(1);
        Panes { board, moves, entry, ..Panes::default() }
    }

    /// With room below the moves for so many lines; a third of it at most.
    pub(super) fn with_missing(self, lines: usize) -> Panes {
        let most = self.moves_inside().height / 3;
        Panes { missing_rows: u16::try_from(lines).map_or(most, |lines| lines.min(most)), ..self }
    }

    /// A part with its title, where parts have frames; gives where to draw.
    pub(super) fn open<'a>(&self, part: Canvas<'a>, title: &str) -> Canvas<'a> {
        self.open_as(part, title, Role::Title)
    }

    /// The same with a title in this role.
    pub(super) fn open_as<'a>(&self, part: Canvas<'a>, title: &str, role: Role) -> Canvas<'a> {
        if self.framed { part.framed_as(title, role) } else { part }
    }

    fn moves_inside(&self) -> Rect {
        self.inside(self.moves)
    }

    /// Where the log is written.
    pub(super) fn log_inside(&self) -> Rect {
        self.inside(self.log)
    }

    fn inside(&self, part: Rect) -> Rect {
        if self.framed { part.inner(Margin::new(1, 1)) } else { part }
    }

    /// Where the moves are listed.
    pub(super) fn list(&self) -> Rect {
        let area = self.moves_inside();
        Rect { height: area.height - self.missing_rows, ..area }
    }

    /// Where the missing moves are explained.
    pub(super) fn missing(&self) -> Rect {
        let area = self.moves_inside();
        Rect { y: area.y + area.height - self.missing_rows, height: self.missing_rows, ..area }
    }

    pub(super) fn list_rows(&self) -> u16 {
        self.list().height
    }

    /// The first row of the list that is seen when this one is chosen.
    pub(super) fn first_listed(&self, chosen: u64) -> u64 {
        let rows = u64::from(self.list_rows().max(1));
        chosen / rows * rows
    }
}

fn split(area: Rect, at: u16) -> (Rect, Rect) {
    let at = at.min(area.width);
    (Rect { width: at, ..area }, Rect { x: area.x + at, width: area.width - at, ..area })
}
