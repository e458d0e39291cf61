//! An Enter that was pressed twice by mistake, or is held down, does not act on what it has just
//! brought: the opponent's answer may be there before the finger is up.

use std::time::Duration;

/// Enters that follow each other within this time are one that repeats.
const REPEAT: Duration = Duration::from_millis(400);

/// The Enters of late.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Repeats {
    /// When the key before this one was pressed, if it was Enter.
    last: Option<Duration>,
    /// Whether something new has been shown since an Enter was heard.
    is_new: bool,
}

impl Repeats {
    /// Something new is shown: another screen, another position.
    pub(super) fn show_new(&mut self) {
        self.is_new = true;
    }

    /// A key other than Enter was pressed.
    pub(super) fn end(&mut self) {
        self.last = None;
    }

    /// Enter was pressed at this time; whether it only repeats the one before, which has led
    /// somewhere else.
    pub(super) fn is_repeat(&mut self, now: Duration) -> bool {
        let follows = self.last.is_some_and(|last| now.saturating_sub(last) < REPEAT);
        self.last = Some(now);
        let is_repeat = follows && self.is_new;
        self.is_new = is_repeat;
        is_repeat
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_enter_soon_after_another_repeats_it() {
        let at = Duration::from_millis;
        let mut repeats = Repeats::default();
        assert!(!repeats.is_repeat(at(0)));
        assert!(!repeats.is_repeat(at(20)), "nothing new is there");
        repeats.show_new();
        // A key that is held down stays the same Enter for as long as it repeats.
        assert!((2..40).all(|nth| repeats.is_repeat(at(20 * nth))));
        assert!(!repeats.is_repeat(at(2_000)));
        repeats.show_new();
        repeats.end();
        assert!(!repeats.is_repeat(at(2_020)), "another key came between");
    }
}
