//! A server that is asked to stop lets everything finish, and games go on where they were.

mod serving;

use std::{
    fs::{self, File},
    io::{BufRead as _, BufReader, Write as _},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::json;
use serving::{
    GENEROUS, Plan, folder,
    http::{connect, read},
    socket::Live,
};

#[test]
fn what_is_under_way_is_finished_and_games_go_on() {
    let folder = folder();
    let plan = Plan::in_folder(folder.path(), GENEROUS);
    let mut server = plan.start();
    let pair = server.pair(r#"{"position":"digits:1000003:","clock":"60s+1s"}"#);
    pair[0].play(&mut server.http(), "7").expect(200);
    let bots = server.begin(r#"{"position":"subtract:5040","opponent":"computer"}"#);
    let mut watcher =
        Live::connect(server.address, &pair[0].path("live"), &[]).expect("a connection");
    watcher.next_game().expect("the game");
    let before = server.game(&pair[0].id)["clock"]["left_ms"][0].as_u64().expect("a clock");
    thread::sleep(Duration::from_millis(700));

    // Half a request is there when the server is asked to stop.
    let body = json!({ "move": "7", "ply": 1 }).to_string();
    let mut slow = connect(server.address).expect("a connection");
    let head = format!(
        "POST {} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{}",
        pair[1].path("moves"),
        pair[1].token,
        body.len(),
        &body[..5]
    );
    slow.get_mut().write_all(head.as_bytes()).expect("it listens");
    // Neither an idle connection nor a running bot search delays the shutdown.
    let _idle = connect(server.address).expect("a connection");
    bots.play(&mut server.http(), "2").expect(200);
    thread::sleep(Duration::from_millis(100));
    server.ask_to_stop();
    assert_eq!(watcher.end(), 1001);
    // From here on it is the other player's turn.
    let turn = Instant::now();
    slow.get_mut().write_all(&body.as_bytes()[5..]).expect("it listens still");
    let finished = read(&mut slow, false).expect("an answer").expect(200);
    assert_eq!(finished.json()["ply"], 2);
    assert_eq!(server.wait().code(), Some(0), "{}", plan.written());
    let mut running = turn.elapsed();

    // The time that the server was away is not counted: no more than while it ran.
    thread::sleep(Duration::from_millis(1_500));
    let again = Instant::now();
    let server = plan.start();
    let game = server.game(&pair[0].id);
    running += again.elapsed();
    assert_eq!((&game["ply"], &game["turn"]), (&json!(2), &json!(1)));
    let left = |seat: usize| game["clock"]["left_ms"][seat].as_u64().expect("a clock");
    let charged = Duration::from_millis(before.saturating_sub(left(0)));
    assert!(charged <= running, "{charged:?} of {running:?}: {game}");
    assert!(left(1) <= 60_400, "the move before took its time: {game}");
    let mut watcher =
        Live::connect(server.address, &pair[0].path("live"), &[]).expect("a connection");
    assert_eq!(watcher.next_game().expect("the game")["ply"], 2);
    pair[0].play(&mut server.http(), "7").expect(200);
    assert_eq!(watcher.next_game().expect("the game")["ply"], 3);
    // The bot moves as soon as a client connects.
    serving::until("the computer has moved", || {
        let game = server.game(&bots.id);
        (game["ply"] == 2 || game["turn"] == 1).then_some(())
    });
}

/// The limit that a shell sets is the lower one of two; the server may go up to the other.
#[cfg(target_os = "linux")]
#[test]
fn a_server_may_open_as_many_files_as_the_system_lets_it() {
    let folder = folder();
    let log = File::create(folder.path().join("log")).expect("a log");
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -Sn 64; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_duel"), "serve"])
        .args(["--listen", "127.0.0.1:0", "--database"])
        .arg(folder.path().join("games.db"))
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .expect("a shell");
    let mut said = String::new();
    let out = child.stdout.take().expect("a pipe");
    BufReader::new(out).read_line(&mut said).expect("a line");
    let limits = fs::read_to_string(format!("/proc/{}/limits", child.id())).expect("/proc");
    child.kill().expect("a child of this process");
    child.wait().expect("a child of this process");
    let line = limits.lines().find(|line| line.starts_with("Max open files")).expect("a line");
    let numbers: Vec<&str> = line.split_whitespace().skip(3).take(2).collect();
    assert_ne!(numbers[1], "64", "this test needs a system that allows more");
    assert_eq!(numbers[0], numbers[1], "{said}");
    let log = fs::read_to_string(folder.path().join("log")).expect("a log");
    let told = format!("open files before=\"64\" now=\"{}\"", numbers[1]);
    assert!(log.contains(&told), "{log}");
}

#[test]
fn a_server_that_is_asked_twice_or_while_busy_stops() {
    let folder = folder();
    let mut limits = GENEROUS.to_vec();
    limits.push("drain=2");
    let plan = Plan::in_folder(folder.path(), &limits);
    let mut server = plan.start();
    // A client that never finishes, one that never reads, and searches that take long.
    let mut endless = connect(server.address).expect("a connection");
    let half = "POST /api/v1/games HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{";
    endless.get_mut().write_all(half.as_bytes()).expect("it listens");
    let pair = server.pair(r#"{"book":"divide"}"#);
    let _asleep = Live::connect(server.address, &pair[0].path("live"), &[]).expect("a connection");
    let hard = format!("subtract:{}", "9".repeat(60));
    let bots = json!({ "position": hard, "opponent": "computer", "level": "perfect" });
    for _ in 0..3 {
        let bots = server.begin(&bots.to_string());
        bots.play(&mut server.http(), "9").expect(200);
    }
    server.ask_to_stop();
    thread::sleep(Duration::from_millis(100));
    server.ask_to_stop();
    // Without its limit it would wait for the request that never ends.
    assert_eq!(server.wait().code(), Some(0), "{}", plan.written());
}
