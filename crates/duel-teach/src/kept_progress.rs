//! What a person has reached, in its file. What cannot be kept is said once, and nothing is written then.

use duel_books::explain::sentence;
use duel_play::Store;
use serde::{Serialize, de::DeserializeOwned};

use crate::UserFile;

/// What was reached, and the file that keeps it.
#[derive(Clone, Debug)]
pub struct KeptProgress<T> {
    file: Option<UserFile<T>>,
    /// What was reached.
    pub value: T,
    /// What the person has not been told yet.
    pub untold: Option<String>,
}

impl<T: Default + Serialize + DeserializeOwned> KeptProgress<T> {
    /// Kept in a file of this name beside the games of this store.
    pub fn beside(store: Option<&Store>, name: &str) -> KeptProgress<T> {
        let folder = store.and_then(|store| store.folder().parent());
        KeptProgress {
            file: folder.map(|folder| UserFile::at(&folder.join(name))),
            value: T::default(),
            untold: None,
        }
    }

    /// Whether what is changed is kept.
    pub fn is_kept(&self) -> bool {
        self.file.is_some()
    }

    /// Reads what was reached: the commands of the prompt may have changed it.
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
            Err(error) => self.stop_keeping(&error.to_string()),
        }
    }

    /// Changes what is kept, after reading it anew.
    pub fn change<R>(&mut self, change: impl FnOnce(&mut T) -> R) -> R {
        self.reload();
        let result = change(&mut self.value);
        if let Some(Err(error)) = self.file.as_ref().map(|file| file.save(&self.value)) {
            self.stop_keeping(&error.to_string());
        }
        result
    }

    fn stop_keeping(&mut self, why: &str) {
        self.untold = Some(format!("{} What you reach is not kept.", sentence(why)));
        self.file = None;
    }
}
