//! What comes after a game at the prompt: again, its review, an argument about where it was decided, the
//! menu, or the end.

use std::time::Duration;

use duel_solver::Depth;

use crate::{console, explain, keyboard::Keyboard, prompt_game::Finished, review, stop::Stop};

/// How long the review may think about each move.
const REVIEW_TIME: Duration = Duration::from_millis(500);

/// How long an answer may be looked for in an argument.
const ANSWER_TIME: Duration = Duration::from_secs(5);

/// What the player wants next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// The same once more; the other player begins.
    Again,
    /// Another game.
    Menu,
    /// Nothing.
    Quit,
}

/// Asks what comes next; Enter alone, pressed once too often, is no answer. A script has said all that
/// it wanted, and is not asked.
pub(crate) fn ask(keyboard: &mut Keyboard, finished: &Finished) -> Result<Next, Stop> {
    if !console::is_interactive() {
        return Ok(Next::Quit);
    }
    console::say("\n")?;
    loop {
        let line = keyboard.ask_line("(a)gain, (r)eview, (w)hy, (m)enu or (q)uit? ", Stop::Left)?;
        match line.trim().to_lowercase().as_str() {
            "a" | "again" => return Ok(Next::Again),
            "r" | "review" => {
                console::say("\n")?;
                review::show(finished.session.record(), REVIEW_TIME, Depth::Child)?;
                console::say("\n")?;
            }
            "w" | "why" => {
                console::say("\n")?;
                why(keyboard, finished)?;
                console::say("\n")?;
            }
            "m" | "menu" => return Ok(Next::Menu),
            "q" | "quit" | "exit" => return Ok(Next::Quit),
            _ => console::refuse("Please type a, r, w, m or q."),
        }
    }
}

/// Explains where the game was decided, and lets the player argue about it.
fn why(keyboard: &mut Keyboard, finished: &Finished) -> Result<(), Stop> {
    let record = finished.session.record();
    let (position, remark) = review::turning_point(record, REVIEW_TIME);
    console::say(&format!("{remark}\n"))?;
    explain::argue(keyboard, &position, ANSWER_TIME, Depth::Child)
}
