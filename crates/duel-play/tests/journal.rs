//! Journals and the store: what was written is there, and what is damaged is refused.

use std::{fs, path::Path, time::Duration};

use duel_core::{Conduct, Input, Record, Seats};
use duel_play::{
    Imported, Journal, JournalError, Recovery, Store, StoreError,
    atomic_file::{Readers, write_whole},
    journal,
};
use tempfile::TempDir;

fn game() -> Record {
    let names = Seats::new("Ann".to_owned(), "Ben".to_owned());
    Record::new(names, duel_books::position("divide:60").unwrap(), Conduct::default())
}

/// Makes a move, and gives the lines that a journal adds for it.
fn make_move(record: &mut Record, text: &str) -> String {
    let position = record.game.position().clone();
    let made = Input::Move(position.read_move(text).unwrap());
    record.game.submit(position.turn(), made, Duration::ZERO).unwrap();
    let played = record.game.played();
    Record::move_line(played.len(), &position, played.last().unwrap())
}

fn folder() -> TempDir {
    TempDir::new().unwrap()
}

#[test]
fn what_was_appended_is_read_again() {
    let folder = folder();
    let path = folder.path().join("g.duel");
    let mut record = game();
    let mut journal = Journal::create(&path, &record).unwrap();
    let line = make_move(&mut record, "6");
    journal.append(&line).unwrap();
    assert_eq!(journal::read(&path).unwrap(), record);
    drop(journal);
    let (mut journal, mut read, recovery) = Journal::open(&path).unwrap();
    assert_eq!((&read, recovery), (&record, Recovery::Whole));
    let line = make_move(&mut read, "2");
    journal.append(&line).unwrap();
    drop(journal);
    let (_, read, _) = Journal::open(&path).unwrap();
    assert!(read.game.ending().is_some());
}

#[test]
fn a_journal_cut_at_any_byte_opens_as_its_whole_lines_or_is_refused() {
    let folder = folder();
    let path = folder.path().join("g.duel");
    let mut record = game();
    let opening = record.opening();
    make_move(&mut record, "6");
    make_move(&mut record, "2");
    let text = record.to_text();
    for length in 0..=text.len() {
        fs::write(&path, &text[..length]).unwrap();
        let whole = text[..length].rfind('\n').map_or(0, |end| end + 1);
        match Journal::open(&path) {
            Ok((_, read, recovery)) => {
                assert!(length >= opening.len(), "opened at {length}");
                assert_eq!(recovery == Recovery::DroppedLastLine, whole < length, "{length}");
                assert_eq!(fs::read_to_string(&path).unwrap(), text[..whole]);
                let moves = text[opening.len()..whole].matches(". ").count();
                assert_eq!(read.game.played().len(), moves, "{length}");
            }
            Err(JournalError::Record { error, .. }) => {
                assert!(length < opening.len(), "refused at {length}: {error}");
                assert_eq!(fs::read(&path).unwrap(), &text.as_bytes()[..length], "changed");
            }
            Err(other) => panic!("{length}: {other}"),
        }
    }
}

#[test]
fn a_journal_with_any_byte_changed_never_panics() {
    let folder = folder();
    let path = folder.path().join("g.duel");
    let mut record = game();
    make_move(&mut record, "6");
    make_move(&mut record, "2");
    let text = record.to_text().into_bytes();
    let mut refused = 0;
    for place in 0..text.len() {
        for byte in [0, b'\n', b'"', b'9', 0xff] {
            let mut edited = text.clone();
            edited[place] = byte;
            fs::write(&path, &edited).unwrap();
            refused += usize::from(journal::read(&path).is_err());
            drop(Journal::open(&path));
        }
    }
    assert!(refused > text.len(), "{refused}");
}

#[test]
fn a_new_journal_spares_what_exists() {
    let folder = folder();
    let path = folder.path().join("g.duel");
    fs::write(&path, "dear diary").unwrap();
    assert!(matches!(Journal::create(&path, &game()), Err(JournalError::Exists(_))));
    assert_eq!(fs::read_to_string(&path).unwrap(), "dear diary");
    let missing = Path::new("/no/such/folder/g.duel");
    assert!(matches!(Journal::create(missing, &game()), Err(JournalError::Io { .. })));
}

#[test]
fn a_journal_in_use_is_locked() {
    let folder = folder();
    let path = folder.path().join("g.duel");
    let journal = Journal::create(&path, &game()).unwrap();
    assert!(matches!(Journal::open(&path), Err(JournalError::InUse(_))));
    drop(journal);
    let (_open, ..) = Journal::open(&path).unwrap();
    assert!(matches!(Journal::open(&path), Err(JournalError::InUse(_))));
}

#[test]
fn the_store_finds_what_it_keeps() {
    let folder = folder();
    let store = Store::at(&folder.path().join("not/yet/there"));
    assert!(store.games().unwrap().is_empty());
    assert!(matches!(store.latest_unfinished(), Err(StoreError::NoneUnfinished)));
    let mut record = game();
    make_move(&mut record, "30");
    let (over, _) = store.create(&record).unwrap();
    let (first, _) = store.create(&game()).unwrap();
    std::thread::sleep(Duration::from_millis(3));
    let (second, _) = store.create(&game()).unwrap();
    let ids: Vec<String> = store.games().unwrap().into_iter().map(|game| game.id).collect();
    assert_eq!(ids.len(), 3);
    assert!(ids.is_sorted_by(|one, other| one > other), "{ids:?}");
    assert_eq!(store.latest_unfinished().unwrap(), store.find(&second).unwrap());
    assert!(ids.contains(&over) && ids.contains(&first));
    assert!(matches!(store.find("../x"), Err(StoreError::NotFound(_))));
}

#[test]
fn a_kept_game_is_deleted_unless_it_is_being_played() {
    let folder = folder();
    let store = Store::at(folder.path());
    let (id, journal) = store.create(&game()).unwrap();
    let refused = store.delete(&id);
    assert!(matches!(refused, Err(StoreError::Journal(JournalError::InUse(_)))), "{refused:?}");
    drop(journal);
    store.delete(&id).unwrap();
    assert!(store.ids().unwrap().is_empty());
    assert!(store.delete(&id).is_err());
    assert!(matches!(store.delete("../x"), Err(StoreError::NotKept(_))));
    assert!(matches!(store.find("last"), Err(StoreError::None)));
}

#[test]
fn a_game_from_elsewhere_is_kept_once_under_the_time_when_it_began() {
    let folder = folder();
    let store = Store::at(folder.path());
    let mut record = game();
    record.date = Some("2026-01-31T12:00:05Z".to_owned());
    make_move(&mut record, "6");
    let Imported::As(id) = store.import(&record).unwrap() else { panic!("it is new") };
    assert!(id.starts_with("20260131-120005000-"), "{id}");
    assert_eq!(store.import(&record).unwrap(), Imported::KeptAlready(id.clone()));
    let (_, kept, _) = Journal::open(&store.find(&id).unwrap()).unwrap();
    assert_eq!(kept, record);
}

#[test]
fn many_games_at_once_get_names_of_their_own() {
    let folder = folder();
    let store = Store::at(folder.path());
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let store = store.clone();
            std::thread::spawn(move || {
                (0..10).map(|_| store.create(&game()).unwrap().0).collect::<Vec<_>>()
            })
        })
        .collect();
    let mut ids: Vec<String> =
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 40);
}

#[test]
fn a_file_that_is_too_large_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.duel");
    let opening = "[Record \"1\"]\n[Start \"divide:60\"]\n[First \"A\"]\n[Second \"B\"]\n\n";
    let mut text = opening.as_bytes().to_vec();
    text.resize((16 << 20) - 5, b'\n');
    text.extend(b"1. 6 {0.000}\n2. 2 {0.000}\nresult 0-1 played\n");
    std::fs::write(&path, &text).unwrap();
    assert!(matches!(Journal::open(&path), Err(JournalError::Record { .. })));
    assert_eq!(std::fs::read(&path).unwrap(), text);
}

#[test]
fn a_file_is_replaced_whole_and_nothing_else_is_left() {
    let folder = folder();
    let file = folder.path().join("a.txt");
    for text in ["one\n", "", "two\n"] {
        write_whole(&file, text, Readers::Owner).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    assert!(write_whole(&folder.path().join("none/a.txt"), "", Readers::Owner).is_err());
    assert!(write_whole(Path::new("/"), "", Readers::Owner).is_err());
}
