//! How things look: colours and characters, each decided here and nowhere else.
//!
//! Nothing is shown by colour alone. What is won, lost or chosen also has a sign of its own, so that
//! the plain theme says as much as the others.

use std::str::FromStr;

use ratatui_core::{
    style::{Color, Modifier, Style},
    symbols::border,
};
use thiserror::Error;

/// A set of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// For a dark background.
    #[default]
    Dark,
    /// For a light background.
    Light,
    /// Black and white with a few strong colours.
    Contrast,
    /// No colours at all.
    Plain,
}

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 4] = [Theme::Dark, Theme::Light, Theme::Contrast, Theme::Plain];

    /// The name that options use.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Dark => "dark",
            Theme::Light => "light",
            Theme::Contrast => "contrast",
            Theme::Plain => "plain",
        }
    }
}

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(name: &str) -> Result<Theme, UnknownTheme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name).ok_or(UnknownTheme)
    }
}

/// There is no theme of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no such theme; there are dark, light, contrast and plain")]
pub struct UnknownTheme;

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Anything.
    Text,
    /// Dimmed: frames, hints, what cannot be chosen.
    Quiet,
    /// Struck out: what is used up.
    Used,
    /// Headings.
    Title,
    /// The number on the table.
    Number,
    /// What the opponent's move has just changed.
    Changed,
    /// A key that can be pressed.
    Key,
    /// What is chosen now.
    Chosen,
    /// What the player who began does.
    First,
    /// What the other player does.
    Second,
    /// Good for the player who chooses it.
    Good,
    /// Bad for the player who chooses it.
    Bad,
    /// Neither.
    Even,
    /// Something that must not be overlooked.
    Alert,
}

/// How the screen looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The colours.
    pub theme: Theme,
    /// Whether only ASCII is drawn.
    pub ascii: bool,
    /// Whether nothing moves by itself.
    pub still: bool,
}

impl Look {
    pub(crate) fn style(self, role: Role) -> Style {
        let plain = match role {
            Role::Title | Role::Number | Role::Good => Style::new().add_modifier(Modifier::BOLD),
            Role::Key => Style::new().add_modifier(Modifier::UNDERLINED),
            Role::Chosen => Style::new().add_modifier(Modifier::REVERSED),
            Role::Changed => Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED),
            Role::Used => Style::new().add_modifier(Modifier::CROSSED_OUT),
            Role::Alert => Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            Role::Text | Role::Quiet | Role::First | Role::Second | Role::Bad | Role::Even => {
                Style::new()
            }
        };
        match self.colour(role) {
            Some(colour) => plain.fg(colour),
            None => plain,
        }
    }

    fn colour(self, role: Role) -> Option<Color> {
        let [dark, light, contrast] = match role {
            Role::Text | Role::Chosen => return None,
            Role::Quiet | Role::Used => [Color::DarkGray, Color::Gray, Color::White],
            Role::Title | Role::Key => [Color::Cyan, Color::Blue, Color::LightYellow],
            Role::Number => [Color::White, Color::Black, Color::LightYellow],
            Role::First => [Color::LightBlue, Color::Blue, Color::LightCyan],
            Role::Second => [Color::LightMagenta, Color::Magenta, Color::LightMagenta],
            Role::Good => [Color::Green, Color::Green, Color::LightGreen],
            Role::Bad => [Color::Red, Color::Red, Color::LightRed],
            Role::Changed => [Color::Yellow, Color::Blue, Color::LightCyan],
            Role::Even => [Color::Yellow, Color::Magenta, Color::LightCyan],
            Role::Alert => [Color::Yellow, Color::Magenta, Color::LightYellow],
        };
        match self.theme {
            Theme::Dark => Some(dark),
            Theme::Light => Some(light),
            Theme::Contrast => Some(contrast),
            Theme::Plain => None,
        }
    }

    /// A sign in either alphabet.
    fn sign(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.ascii { ascii } else { unicode }
    }

    /// Points at what is chosen.
    pub(crate) fn pointer(self) -> &'static str {
        self.sign("▸", ">")
    }

    /// Marks what is taken among several.
    pub(crate) fn taken(self) -> &'static str {
        self.sign("●", "*")
    }

    /// Leads to what comes of a move.
    pub(crate) fn arrow(self) -> &'static str {
        self.sign("→", "->")
    }

    /// Says that something was left out.
    pub(crate) fn dots(self) -> &'static str {
        self.sign("…", "..")
    }

    /// Separates things on one line.
    pub(crate) fn bullet(self) -> &'static str {
        self.sign("·", "-")
    }

    /// Between two factors.
    pub(crate) fn times(self) -> &'static str {
        self.sign("×", "x")
    }

    /// A part of a bar that is there.
    pub(crate) fn full(self) -> &'static str {
        self.sign("█", "#")
    }

    /// A part of a bar that is gone.
    pub(crate) fn gone(self) -> &'static str {
        self.sign("░", ".")
    }

    /// A stretch of a line.
    pub(crate) fn rule(self) -> &'static str {
        self.sign("─", "-")
    }

    /// Values that can be changed, between these.
    pub(crate) fn brackets(self) -> (&'static str, &'static str) {
        if self.ascii { ("<", ">") } else { ("‹", "›") }
    }

    /// The keys that go up and down, and left and right.
    pub(crate) fn arrow_keys(self) -> (&'static str, &'static str) {
        if self.ascii { ("up/down", "left/right") } else { ("↑↓", "←→") }
    }

    /// The key that goes right.
    pub(crate) fn right_key(self) -> &'static str {
        self.sign("→", "right")
    }

    pub(crate) fn border(self) -> border::Set<'static> {
        const ASCII: border::Set<'static> = border::Set {
            top_left: "+",
            top_right: "+",
            bottom_left: "+",
            bottom_right: "+",
            vertical_left: "|",
            vertical_right: "|",
            horizontal_top: "-",
            horizontal_bottom: "-",
        };
        if self.ascii { ASCII } else { border::ROUNDED }
    }
}
