//! Events on disk.

use std::fs;

use duel_arena::{Folder, FolderError};
use duel_core::{Conduct, Record, Seats};

#[test]
fn what_was_kept_comes_back_and_nothing_else() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("a/b");
    let (folder, plan) = Folder::take(&path).unwrap();
    assert_eq!(plan, None);
    assert!(matches!(Folder::take(&path), Err(FolderError::InUse(_))));
    let start = duel_books::position("divide:60").unwrap();
    let names = Seats::new("A".to_owned(), "B".to_owned());
    let record = Record::new(names, start, Conduct::default());
    folder.keep(3, &record).unwrap();
    fs::write(path.join("games/.000004.duel.part"), "half").unwrap();
    let games = folder.games(3).unwrap();
    assert_eq!(games.into_iter().collect::<Vec<_>>(), [(3, record)]);
    assert!(matches!(folder.games(2), Err(FolderError::Foreign(_))));
    fs::write(path.join("games/000001.duel"), "half").unwrap();
    let error = folder.games(3).unwrap_err().to_string();
    assert!(error.contains("000001.duel: line 1"), "{error}");
    drop(folder);
    fs::write(path.join("event.json"), "{\"event\": 2}").unwrap();
    assert!(matches!(Folder::take(&path), Err(FolderError::Version { version: 2, .. })));
    fs::write(path.join("event.json"), "{\"event\": 1}").unwrap();
    assert!(matches!(Folder::take(&path), Err(FolderError::Plan { .. })));
}
