//! Tests that need private access: a full disk, a conflicting write.

use super::*;

async fn allow_pages(store: &Sqlite, more: i64) {
    let limit = move |connection: &mut Connection| {
        let pages: i64 = connection.query_one("PRAGMA page_count", (), |row| row.get(0))?;
        connection.pragma_update(None, "max_page_count", pages + more)
    };
    store.writing.run(move |writer| writer.with(limit)).await.unwrap();
}

#[tokio::test]
async fn a_full_disk_acknowledges_nothing_and_is_got_over() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(&folder.path().join("full.db")).await.unwrap();
    let begin = |id: usize| Write::Begin { id: id.to_string(), head: "x".repeat(500) };
    let first = store.write(vec![begin(0)]).await.unwrap();
    let Written::Begun(key) = first[0] else { panic!("{first:?}") };
    let body = |seq: u64| format!("{seq} {}", "x".repeat(1000));
    let append = |seq| Write::Append { key, seq, body: body(seq) };

    allow_pages(&store, 20).await;
    let mut acknowledged = 0;
    let error = loop {
        // A transaction of several statements, of which the first would find room.
        let batch = [begin(acknowledged + 1), append(acknowledged as u64 + 1)];
        match store.write(batch.to_vec()).await {
            Ok(written) => assert_eq!(written[1], Written::Appended),
            Err(error) => break error,
        }
        acknowledged += 1;
        assert!(acknowledged < 1000, "the disk is never full");
    };
    assert!(matches!(&error, StoreError::Unavailable(why) if why.contains("full")), "{error:?}");
    assert!(acknowledged > 10);
    assert_eq!(store.since(key, 0).await.unwrap().len(), acknowledged);
    assert_eq!(store.load(&(acknowledged + 1).to_string()).await, Ok(None));

    // The limit ended with the connection, as if space had been freed.
    let next = acknowledged as u64 + 1;
    let batch = [begin(acknowledged + 1), append(next), append(next)];
    let written = store.write(batch.to_vec()).await.unwrap();
    assert!(matches!(written[..], [Written::Begun(_), Written::Appended, Written::Taken]));
    let kept = store.since(key, 0).await.unwrap();
    let expected: Vec<StreamEvent> =
        (1..=next).map(|seq| StreamEvent { seq, body: body(seq) }).collect();
    assert_eq!(kept, expected);
    store.close().await;
}

#[tokio::test]
async fn the_file_decides_who_was_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let store = Sqlite::open(&path).await.unwrap();
    let begin = |id: &str| Write::Begin { id: id.into(), head: String::new() };
    let written = store.write(vec![begin("a"), begin("b")]).await.unwrap();
    let [Written::Begun(a), Written::Begun(b)] = written[..] else { panic!("{written:?}") };
    let append = |key, seq| Write::Append { key, seq, body: "ours".into() };
    let (other, _) = connect_to_write(&path).unwrap();
    other.execute("INSERT INTO events VALUES (?, 1, 'theirs')", [b.0]).unwrap();
    other.execute("INSERT INTO streams VALUES (?, 'c', 'theirs', 0)", [b.0 + 1]).unwrap();
    drop(other);

    let batch = [append(a, 1), append(b, 1), append(b, 2), append(b, 2), begin("c"), begin("d")];
    let written = store.write(batch.to_vec()).await.unwrap();
    let [.., Written::Begun(d)] = written[..] else { panic!("{written:?}") };
    let [ours, theirs] = [Written::Appended, Written::Taken];
    assert_eq!(written, [ours, theirs, ours, theirs, theirs, Written::Begun(d)]);
    assert_eq!(d, Key(b.0 + 2));
    let bodies =
        |kept: Vec<StreamEvent>| kept.into_iter().map(|kept| kept.body).collect::<Vec<_>>();
    assert_eq!(bodies(store.since(a, 0).await.unwrap()), ["ours"]);
    assert_eq!(bodies(store.since(b, 0).await.unwrap()), ["theirs", "ours"]);
    assert_eq!(store.load("c").await.unwrap().unwrap().head, "theirs");
    store.close().await;
}
