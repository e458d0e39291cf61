//! A SQLite file and its surroundings: other processes, kills, copies, wrong places.

use std::{
    env, fs,
    io::{BufRead, BufReader},
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use duel_web::store::{Place, Store, StoreError, sqlite::backup};
use futures_util::future::join_all;
use tokio::time::sleep;

/// Where the process that is going to be killed finds its database.
const VICTIM: &str = "DUEL_TEST_VICTIM";

/// How many streams the victim writes to at once.
const STREAMS: usize = 8;

async fn open(path: &Path) -> Result<Store, StoreError> {
    Store::open(path.to_str().unwrap()).await
}

async fn refusal(path: &Path) -> String {
    match open(path).await {
        Err(StoreError::Refused(why)) => why,
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("{} was opened", path.display()),
    }
}

#[tokio::test]
async fn a_file_is_made_with_its_folder_for_its_owner_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a/b/games.db");
    let store = open(&path).await.unwrap();
    store.begin("game".into(), "head".into()).await.unwrap();
    for file in fs::read_dir(path.parent().unwrap()).unwrap() {
        let file = file.unwrap();
        let mode = file.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", file.path().display());
    }
    store.close().await;
}

#[tokio::test]
async fn a_file_that_cannot_be_a_database_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("diary.txt");
    fs::write(&text, "Dear diary, this is not a database at all. ".repeat(50)).unwrap();
    let why = refusal(&text).await;
    assert!(why.contains("diary.txt") && why.contains("not a database"), "{why}");
    assert!(fs::read_to_string(&text).unwrap().starts_with("Dear diary"));
    let why = refusal(folder.path()).await;
    assert!(why.contains(folder.path().to_str().unwrap()), "{why}");
    let below = text.join("games.db");
    let why = refusal(&below).await;
    assert!(why.contains("diary.txt/games.db"), "{why}");
}

#[tokio::test]
async fn a_second_server_is_refused_until_the_first_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let first = open(&path).await.unwrap();
    let key = first.begin("game".into(), "head".into()).await.unwrap().unwrap();
    let link = folder.path().join("link.db");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    for way in [&path, &link] {
        let why = refusal(way).await;
        assert!(why.contains("another server is using"), "{why}");
    }
    assert_eq!(first.append(key, 1, "one".into()).await, Ok(Place::Ours));
    first.close().await;
    let second = open(&link).await.unwrap();
    assert_eq!(second.append(key, 2, "two".into()).await, Ok(Place::Ours));
    second.close().await;
}

/// Not a test of its own: what the next one kills. Prints what was acknowledged.
#[tokio::test]
#[allow(clippy::print_stdout)]
async fn victim() {
    let Some(path) = env::var_os(VICTIM) else { return };
    let store = open(path.as_ref()).await.unwrap();
    let play = async |stream: usize| {
        let id = format!("stream {stream}");
        let (key, last) = match store.load(&id).await.unwrap() {
            Some(stream) => (stream.key, stream.events.len() as u64),
            None => (store.begin(id, String::new()).await.unwrap().unwrap(), 0),
        };
        for seq in last + 1.. {
            let body = format!("{stream} {seq}");
            assert_eq!(store.append(key, seq, body).await, Ok(Place::Ours));
            println!("kept {stream} {seq}");
        }
    };
    join_all((0..STREAMS).map(play)).await;
}

#[tokio::test]
async fn what_was_acknowledged_survives_a_kill_and_the_lock_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut kept = [0; STREAMS];
    for round in 0..4 {
        let mut victim = Command::new(env::current_exe().unwrap())
            .args(["files::victim", "--exact", "--nocapture"])
            .env(VICTIM, &path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(victim.stdout.take().unwrap()).lines();
        let mut hear = |line: String| {
            let mut words = line.split_whitespace().skip_while(|word| *word != "kept").skip(1);
            if let (Some(stream), Some(seq)) = (words.next(), words.next())
                && let (Ok(stream), Ok(seq)) = (stream.parse::<usize>(), seq.parse::<u64>())
            {
                kept[stream] = kept[stream].max(seq);
            }
        };
        for line in said.by_ref().take(60 + 17 * round) {
            hear(line.unwrap());
        }
        assert!(refusal(&path).await.contains("another server"));
        victim.kill().unwrap();
        // What it managed to say counts, but not a line that was cut.
        let rest: Vec<String> = said.map_while(Result::ok).collect();
        rest.split_last().map_or(&[][..], |(_, whole)| whole).iter().cloned().for_each(hear);
        victim.wait().unwrap();

        let store = open(&path).await.unwrap();
        for (stream, acknowledged) in kept.iter().enumerate() {
            let events = store.load(&format!("stream {stream}")).await.unwrap().unwrap().events;
            assert!(events.len() as u64 >= *acknowledged, "{stream}: {acknowledged} were kept");
            for (event, seq) in events.iter().zip(1..) {
                assert_eq!((event.seq, &event.body), (seq, &format!("{stream} {seq}")));
            }
        }
        assert!(kept.iter().sum::<u64>() > 20, "the victim hardly did anything");
        store.close().await;
    }
}

#[tokio::test]
async fn a_copy_is_made_while_the_server_writes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let copy = folder.path().join("copy.db");
    let store = open(&path).await.unwrap();
    let key = store.begin("game".into(), "head".into()).await.unwrap().unwrap();
    for seq in 1..=100 {
        assert_eq!(store.append(key, seq, format!("{seq}")).await, Ok(Place::Ours));
    }
    let writer = store.clone();
    let writing = tokio::spawn(async move {
        let mut seq = 100;
        loop {
            seq += 1;
            assert_eq!(writer.append(key, seq, format!("{seq}")).await, Ok(Place::Ours));
        }
    });
    sleep(Duration::from_millis(20)).await;
    backup(&path, &copy).await.unwrap();
    assert!(!writing.is_finished());
    writing.abort();
    assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);

    let copied = open(&copy).await.unwrap();
    let events = copied.load("game").await.unwrap().unwrap().events;
    let all = store.load("game").await.unwrap().unwrap().events;
    assert!(events.len() >= 100, "{} events", events.len());
    assert_eq!(events[..], all[..events.len()]);
    copied.close().await;
    store.close().await;

    let before = fs::read(&copy).unwrap();
    let refused = backup(&path, &copy).await.unwrap_err().to_string();
    assert!(refused.contains("not overwritten"), "{refused}");
    assert_eq!(fs::read(&copy).unwrap(), before);
    let missing = folder.path().join("missing.db");
    let other = folder.path().join("other.db");
    let refused = backup(&missing, &other).await.unwrap_err().to_string();
    assert!(refused.contains("missing.db"), "{refused}");
    assert!(!missing.exists() && !other.exists());
    // Also of a file that no server has open.
    backup(&path, &other).await.unwrap();
    let names = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name());
    let parts = names.filter(|name| name.to_string_lossy().contains("part")).count();
    assert_eq!(parts, 0);
}
