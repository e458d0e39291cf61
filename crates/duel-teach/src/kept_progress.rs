//! What a person has reached, in its file. Where nothing can be kept, everything works all the same.

use duel_books::explain::sentence;
use duel_play::Store;
use serde::{Serialize, de::DeserializeOwned};

use crate::user_file::{UserFile, UserFileError};

/// Something that a person reaches, and that has a file of its own.
pub trait Progress: Default + Serialize + DeserializeOwned {
    /// The name of the file beside the user's kept games, without `.json`.
    const FILE: &'static str;
}

/// What was reached, and the file that keeps it.
#[derive(Clone, Debug)]
pub struct KeptProgress<T> {
    file: Option<UserFile<T>>,
    value: T,
    untold: Option<String>,
}

/// Kept nowhere.
impl<T: Default> Default for KeptProgress<T> {
    fn default() -> KeptProgress<T> {
        KeptProgress { file: None, value: T::default(), untold: None }
    }
}

impl<T: Progress> KeptProgress<T> {
    /// What the user has reached.
    pub fn of_user() -> KeptProgress<T> {
        let mut kept = KeptProgress::default();
        match UserFile::of_user(T::FILE) {
            Ok(file) => kept.file = Some(file),
            Err(error) => kept.stop_keeping(&error),
        }
        kept.reload();
        kept
    }

    /// What was reached beside the games of this store; without one it is kept nowhere.
    pub fn beside(store: Option<&Store>) -> KeptProgress<T> {
        let folder = store.and_then(|store| store.folder().parent());
        let file = folder.map(|folder| UserFile::named(folder, T::FILE));
        let mut kept = KeptProgress { file, ..KeptProgress::default() };
        kept.reload();
        kept
    }

    /// What was reached.
    pub fn value(&self) -> &T {
        &self.value
    }

    /// Whether what is changed is kept.
    pub fn is_kept(&self) -> bool {
        self.file.is_some()
    }

    /// What was wrong with the file, once.
    pub fn take_untold(&mut self) -> Option<String> {
        self.untold.take()
    }

    /// Reads what was reached: another program may have changed it.
    pub fn reload(&mut self) {
        let Some(file) = &self.file else { return };
        match file.load() {
            Ok(loaded) => {
                self.value = loaded.value;
                if let Some(aside) = loaded.set_aside {
                    self.untold = Some(format!(
                        "{} was damaged. It is kept as {}, and a new one begins.",
                        file.path().display(),
                        aside.display()
                    ));
                }
            }
            Err(error) => self.stop_keeping(&error),
        }
    }

    /// Changes what is kept, after reading it anew.
    pub fn change<R>(&mut self, change: impl FnOnce(&mut T) -> R) -> R {
        self.reload();
        let result = change(&mut self.value);
        if let Some(Err(error)) = self.file.as_ref().map(|file| file.save(&self.value)) {
            self.stop_keeping(&error);
        }
        result
    }

    fn stop_keeping(&mut self, why: &UserFileError) {
        self.untold = Some(format!("{} What you reach is not kept.", sentence(&why.to_string())));
        self.file = None;
    }
}
