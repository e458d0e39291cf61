//! What the screen hears and what it asks for. Between the two there is nothing but data, so that
//! tests can play whole games without a terminal.

use ratatui::crossterm::event::{KeyEvent, MouseEvent};

use crate::{
    choice::Choice,
    desk::{Reply, Request},
    guests::{Ask, Said},
    mind::{Answer, Task},
};

/// Something that the screen hears.
#[derive(Clone, Debug)]
pub enum Message {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse was used.
    Mouse(MouseEvent),
    /// Text was pasted.
    Paste(String),
    /// The terminal has so many columns and rows now.
    Resize(u16, u16),
    /// Time has passed.
    Tick,
    /// The desk answers.
    Desk(Reply),
    /// Thinking has come to something.
    Mind(u64, Answer),
    /// A player who is not a person answers.
    Guest(Said),
}

/// Something that the screen asks for.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Something to be done at the desk.
    Desk(Request),
    /// Something to be thought about.
    Think(Task),
    /// Nobody wants to know any more.
    StopThinking,
    /// Something to ask the players who are not people.
    Ask(Ask),
    /// They need not think any more.
    StopAsking,
    /// A choice to be remembered.
    Remember(Choice),
    /// Draw everything anew.
    Redraw,
    /// Leave the program.
    Leave(Leaving),
}

/// Why the program is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// Somebody has had enough.
    Quit,
    /// Ctrl-C.
    Interrupted,
}
