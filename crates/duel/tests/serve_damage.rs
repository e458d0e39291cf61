//! A database that is away, removed, cut or changed: nothing is acknowledged that is not kept, and
//! what is lost is said.

mod serving;

use std::{
    fs,
    path::{Path, PathBuf},
};

use rusqlite::Connection;
use serde_json::json;
use serving::{GENEROUS, Plan, folder, until};

/// A plan, the path of its database, and the folder of both.
fn plan() -> (Plan, PathBuf, tempfile::TempDir) {
    let folder = folder();
    let plan = Plan::in_folder(folder.path(), GENEROUS);
    let database = PathBuf::from(&plan.database);
    (plan, database, folder)
}

fn beside(database: &Path, end: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// A connection that keeps the server from writing.
fn locked(database: &Path) -> Connection {
    let other = Connection::open(database).expect("a database");
    other.execute_batch("BEGIN IMMEDIATE").expect("the lock");
    other
}

#[test]
fn time_in_which_nothing_can_be_written_is_not_the_players() {
    let (plan, database, _folder) = plan();
    let server = plan.start();
    let [first, second] = server.pair(r#"{"position":"digits:1000003:","clock":"3s"}"#);
    let mut http = server.http();
    first.play(&mut http, "7").expect(200);
    let moving = json!({ "move": "7", "ply": 1 }).to_string();
    let lock = locked(&database);
    // In time, but it is refused after the server has waited for longer than the clock allows.
    second.act(&mut http, "moves", &moving).expect(503);
    drop(lock);
    let moved = until("the database answers", || {
        let answer = second.act(&mut http, "moves", &moving);
        (answer.status != 503).then_some(answer)
    });
    moved.expect(200);
    let game = server.game(&first.id);
    assert!(game["result"].is_null(), "{}", game["result"]);
    // The clock goes on.
    until("the first player loses on time", || {
        let game = server.game(&first.id);
        (game["result"]["why"] == "time" && game["result"]["winner"] == 2).then_some(())
    });
}

#[test]
fn a_flag_falls_by_itself_after_a_downtime() {
    let (plan, database, _folder) = plan();
    let server = plan.start();
    let timed = server.pair(r#"{"position":"digits:1000003:","clock":"1s"}"#);
    let other = server.pair(r#"{"position":"digits:1000003:"}"#);
    let mut http = server.http();
    timed[0].play(&mut http, "7").expect(200);
    let lock = locked(&database);
    other[0].play(&mut http, "7").expect(503);
    drop(lock);
    // Nobody writes anything.
    until("the flag falls", || {
        (server.game(&timed[0].id)["result"]["why"] == "time").then_some(())
    });
}

#[test]
fn a_removed_or_replaced_file_acknowledges_nothing() {
    for replace in [false, true] {
        for end in ["", "-wal"] {
            let (plan, database, _folder) = plan();
            let server = plan.start();
            server.get("/readyz").expect(200);
            let [first, second] = server.pair(r#"{"position":"digits:1000003:"}"#);
            let mut http = server.http();
            first.play(&mut http, "7").expect(200);
            let file = beside(&database, end);
            fs::rename(&file, beside(&database, ".away")).expect("it is there");
            if replace {
                fs::copy(beside(&database, ".away"), &file).expect("a copy");
            }
            // Asking again for the same does not make it so.
            let key = [("idempotency-key", "same")];
            for _ in 0..3 {
                let body = r#"{"move":"7"}"#;
                let path = second.path("moves");
                let answer = http.post_with(&path, Some(&second.token), &key, body);
                answer.expect("an answer").expect(503);
            }
            assert_eq!(server.game(&first.id)["ply"], 1);
            until("it is not ready", || (server.get("/readyz").status == 503).then_some(()));
            // Also when it looks as if everything were there again.
            for player in [&first, &second] {
                assert_ne!(player.play(&mut http, "7").status, 200);
            }
            let log = plan.written();
            assert!(log.contains("was removed or replaced"), "{log}");
        }
    }
}

#[test]
fn a_cut_log_and_changed_events_are_said_at_the_next_start() {
    let (plan, database, _folder) = plan();
    let mut server = plan.start();
    let pair = server.pair(r#"{"position":"digits:1000003:"}"#);
    let other = server.pair(r#"{"position":"digits:1000003:"}"#);
    let mut http = server.http();
    for ply in 0..10 {
        pair[ply % 2].play(&mut http, "7").expect(200);
        other[ply % 2].play(&mut http, "7").expect(200);
    }
    server.ask_to_stop();
    assert!(server.wait().success());
    assert!(!plan.written().contains("ERROR"), "{}", plan.written());
    // Event 1 is that the second player joined.
    let file = Connection::open(&database).expect("a database");
    let changed = file.execute(
        "UPDATE events SET body = replace(body, '\"move\":\"7\"', '\"move\":\"3\"') \
         WHERE seq = 5 AND stream = (SELECT key FROM streams WHERE id = ?)",
        [&pair[0].id],
    );
    assert_eq!(changed, Ok(1));
    drop(file);
    let mut server = plan.start();
    until("the change is said", || {
        let log = plan.written();
        (log.contains("event 5 does not fit its checksum") && log.contains(&pair[0].id))
            .then_some(())
    });
    assert!(!plan.written().contains(&other[0].id));
    server.get(&format!("/api/v1/games/{}", pair[0].id)).expect(500);
    let mut http = server.http();
    for ply in 10..20 {
        other[ply % 2].play(&mut http, "7").expect(200);
    }
    // A power cut would not do this, but somebody who copies only one of the files does.
    server.kill();
    fs::remove_file(beside(&database, "-wal")).expect("a log");
    let _ = fs::remove_file(beside(&database, "-shm"));
    let server = plan.start();
    let log = plan.written();
    assert!(log.contains("has lost events"), "{log}");
    // What is left goes on.
    let game = server.game(&other[0].id);
    let ply = game["ply"].as_u64().expect("a number");
    assert!(ply < 20, "{ply}");
    other[usize::try_from(ply % 2).expect("0 or 1")].play(&mut server.http(), "7").expect(200);
}
