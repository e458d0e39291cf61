//! What the user has reached in lessons, puzzles, training and days, at the prompt: what is wrong with its
//! file is said there.

use duel_teach::{KeptProgress, Progress};

use crate::console;

/// What was reached, as it is kept.
pub(crate) struct Kept<T>(KeptProgress<T>);

impl<T: Progress> Kept<T> {
    pub(crate) fn load() -> Kept<T> {
        let mut kept = Kept(KeptProgress::of_user());
        kept.say_untold();
        kept
    }

    pub(crate) fn value(&self) -> &T {
        self.0.value()
    }

    /// Whether what is changed is kept.
    pub(crate) fn is_kept(&self) -> bool {
        self.0.is_kept()
    }

    /// Changes what is kept.
    pub(crate) fn change<R>(&mut self, change: impl FnOnce(&mut T) -> R) -> R {
        let result = self.0.change(change);
        self.say_untold();
        result
    }

    fn say_untold(&mut self) {
        if let Some(untold) = self.0.take_untold() {
            console::refuse(&untold);
        }
    }
}
