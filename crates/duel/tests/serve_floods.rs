//! Too much of anything: bounded, and honest players hardly notice.

#![allow(clippy::print_stdout, reason = "what was measured")]

mod serving;

use std::{
    io::{ErrorKind, Read as _, Write as _},
    net::TcpStream,
    sync::atomic::{AtomicBool, AtomicU32, Ordering},
    thread,
    time::Duration,
};

use duel_testing::PATIENCE;
use serde_json::json;
use serving::{
    GENEROUS, Plan, Server, folder,
    http::{Http, connect},
    socket::Live,
    until,
};
use tokio_tungstenite::tungstenite::Message;

fn server(limits: &[&str]) -> (Server, Plan, tempfile::TempDir) {
    let folder = folder();
    let plan = Plan::in_folder(folder.path(), limits);
    (plan.start(), plan, folder)
}

/// A game between two who know nothing of what else goes on: every move is made.
fn honest(server: &Server, moves: usize) {
    let pair = server.pair(r#"{"position":"digits:1000003:"}"#);
    let mut http = server.http();
    for ply in 0..moves {
        pair[ply % 2].play(&mut http, "7").expect(200);
    }
}

#[test]
fn live_connections_that_flood_or_send_too_much_are_closed() {
    let (server, plan, _folder) = server(GENEROUS);
    let pair = server.pair(r#"{"book":"divide"}"#);
    let path = pair[0].path("live");
    let live = || Live::connect(server.address, &path, &[]).expect("a connection");
    let (before, _) = server.memory();

    let mut large = live();
    let _ = large.0.send(Message::text("x".repeat(1 << 20)));
    assert_ne!(large.end(), 1000);
    let mut many = live();
    for _ in 0..10_000 {
        if many.0.send(Message::text(r#"{"v":1,"type":"ping"}"#)).is_err() {
            break;
        }
    }
    let code = many.end();
    assert!(matches!(code, 1008 | 0), "{code}");
    let deep = format!("{{\"v\":1,\"type\":{}", "[".repeat(2_000));
    for nonsense in ["", "{}", r#"{"v":2,"type":"hello"}"#, r#"{"v":1,"type":"move"}"#, &deep] {
        let mut socket = live();
        socket.0.send(Message::text(nonsense)).expect("it listens");
        assert_eq!(socket.end(), 1007, "{nonsense:.40}");
    }
    let mut binary = live();
    binary.0.send(Message::binary(vec![0; 100])).expect("it listens");
    assert_eq!(binary.end(), 1007);
    let mut broken = live();
    broken.0.get_mut().write_all(&[0xff; 64]).expect("it listens");
    assert_ne!(broken.end(), 1000);

    // Whoever never reads is let go, and the game does not wait for them.
    let endless = server.pair(r#"{"position":"digits:1000003:"}"#);
    let path = endless[0].path("live");
    let asleep: Vec<Live> =
        (0..20).map(|_| Live::connect(server.address, &path, &[]).expect("a connection")).collect();
    let mut http = server.http();
    for ply in 0..150 {
        endless[ply % 2].play(&mut http, "7").expect(200);
    }
    let (_, most) = server.memory();
    println!("20 who never read: {before} kB before, {most} kB at most");
    assert!(most < before + 64_000, "{before} kB before, {most} kB at most");
    drop(asleep);
    until("all have gone", || {
        let counted = server.get("/metrics").text();
        counted.lines().any(|line| line == "duel_sockets 0").then_some(())
    });
    assert_eq!(server.game(&pair[0].id)["seq"], 1);
    assert!(!plan.written().contains("panicked"), "{}", plan.written());
}

#[test]
fn one_address_gets_what_one_address_may_have() {
    let (server, _plan, _folder) = server(&["games=20", "connections=50", "requests=1000"]);
    let forged = AtomicU32::new(0);
    let mut http = server.http();
    let mut begin = || {
        // Nobody believes where this says it comes from.
        let from = format!("198.51.100.{}", forged.fetch_add(1, Ordering::Relaxed) % 250);
        let forged = [("x-forwarded-for", from.as_str()), ("forwarded", "for=192.0.2.1")];
        http.post_with("/api/v1/games", None, &forged, r#"{"book":"divide"}"#).expect("an answer")
    };
    let answers: Vec<_> = (0..200).map(|_| begin()).collect();
    let granted = answers.iter().filter(|answer| answer.status == 201).count();
    // On a slow machine some more are granted meanwhile.
    assert!((20..100).contains(&granted), "{granted}");
    let refused = answers.last().expect("an answer");
    assert_eq!((refused.status, refused.code().as_str()), (429, "too-many"));
    let wait: u64 = refused.header("retry-after").and_then(|wait| wait.parse().ok()).expect("when");
    assert!((1..=60).contains(&wait), "{wait}");

    // Live connections count as well as others.
    let id = answers[0].json()["id"].as_str().expect("a game").to_owned();
    let path = format!("/api/v1/games/{id}/live");
    let live: Vec<Live> =
        (0..45).map_while(|_| Live::connect(server.address, &path, &[]).ok()).collect();
    let idle: Vec<TcpStream> =
        (0..300).map_while(|_| TcpStream::connect(server.address).ok()).collect();
    assert!(live.len() >= 40, "{}", live.len());
    let is_open = |mut stream: &TcpStream| {
        stream.set_nonblocking(true).expect("a socket");
        stream.read(&mut [0]).is_err_and(|e| e.kind() == ErrorKind::WouldBlock)
    };
    until("the rest is closed", || {
        let open = idle.iter().filter(|stream| is_open(stream)).count();
        (live.len() + open <= 50).then_some(())
    });
    drop((live, idle));
    until("there is room again", || {
        let answer = Http::new(server.address).get("/healthz");
        answer.is_ok_and(|answer| answer.status == 200).then_some(())
    });
}

#[test]
fn too_many_requests_are_told_when_to_come_back() {
    let (server, _plan, _folder) = server(&["requests=10"]);
    let mut http = server.http();
    let refused = (0..10_000).map(|_| http.get("/rules").expect("an answer"));
    let refused = refused.into_iter().find(|answer| answer.status == 429).expect("a refusal");
    assert!(refused.header("retry-after").is_some());
    assert_eq!(refused.code(), "too-many");
    assert_eq!(http.get("/healthz").expect("an answer").status, 200, "probes are let through");
}

/// A number without small factors, one of many, of so many digits.
fn hard(which: u64, digits: usize) -> String {
    let body = format!("{}", 123_456_789 + 7_919 * which).repeat(digits / 9 + 1);
    format!("{}1", &body[..digits - 1])
}

#[test]
fn analyses_and_large_numbers_do_not_disturb_those_who_play() {
    let mut limits = GENEROUS.to_vec();
    limits.push("waiting=1");
    let (server, plan, _folder) = server(&limits);
    let numbers: Vec<String> = (0..18).map(|which| hard(which, 390)).collect();
    let large = json!({ "position": format!("divide:{}", numbers.join(",")) }).to_string();
    let board = server.begin(&large);
    let joined = server.http().post(&board.path("join"), None, "{}").expect("an answer");
    assert!(matches!(joined.status, 200 | 429), "{}", joined.text());
    let stop = AtomicBool::new(false);
    let [answered, busy, wrong] = [0; 3].map(AtomicU32::new);
    let count = |count: &AtomicU32| count.load(Ordering::Relaxed);
    thread::scope(|scope| {
        for worker in 0..12_u64 {
            let (server, stop, board) = (&server, &stop, &board);
            let (answered, busy, wrong) = (&answered, &busy, &wrong);
            scope.spawn(move || {
                let mut http = server.http();
                let mut which = worker << 32;
                while !stop.load(Ordering::Relaxed) {
                    which += 1;
                    let answer = match worker % 3 {
                        0 => {
                            let position = format!("subtract:{}", hard(which, 60));
                            http.get(&format!("/api/v1/positions/{position}/analysis"))
                        }
                        1 => http.get(&format!("/api/v1/games/{}", board.id)),
                        _ => {
                            wrong.fetch_add(1, Ordering::Relaxed);
                            let body = r#"{"move":"1:7"}"#;
                            http.post(&board.path("moves"), Some(&board.token), body)
                        }
                    };
                    match answer.expect("an answer") {
                        answer if answer.status == 429 => {
                            assert!(answer.header("retry-after").is_some());
                            busy.fetch_add(1, Ordering::Relaxed);
                            thread::sleep(Duration::from_millis(20));
                        }
                        answer => {
                            assert!(answer.status < 500, "{}", answer.text());
                            answered.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                }
            });
        }
        // The flood ends also when this fails, so that it is not waited for.
        let played = thread::scope(|scope| {
            let honest_game = scope.spawn(|| {
                until("the server has too much to do", || (count(&busy) > 0).then_some(()));
                honest(&server, 100);
            });
            honest_game.join()
        });
        stop.store(true, Ordering::Relaxed);
        played.expect("every move is made");
    });
    println!(
        "100 moves among {} answers, {} of them to wrong moves, and {} times busy",
        count(&answered),
        count(&wrong),
        count(&busy)
    );
    let (_, most) = server.memory();
    println!("{most} kB at most");
    assert!(most < 900_000, "{most} kB");
    assert!(!plan.written().contains("panicked"), "{}", plan.written());
}

#[test]
fn connections_that_say_nothing_are_let_go() {
    let (server, _plan, _folder) = server(&["arrival=1"]);
    let mut silent = connect(server.address).expect("a connection");
    let mut kept = server.http();
    assert_eq!(kept.get("/healthz").expect("an answer").status, 200);
    assert_eq!(silent.read(&mut [0]).expect("an end"), 0);
}

/// Answers that are not read fill all buffers; then the server neither reads nor writes any more.
#[test]
fn who_never_reads_is_let_go() {
    let (server, plan, _folder) = server(&["arrival=1", "requests=1000000"]);
    let mut asleep = TcpStream::connect(server.address).expect("a connection");
    asleep.set_write_timeout(Some(PATIENCE)).expect("a timeout");
    let request = b"GET /api/v1/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(100);
    let ended = loop {
        if let Err(error) = asleep.write_all(&request) {
            break error;
        }
    };
    let waited_in_vain = matches!(ended.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
    assert!(!waited_in_vain, "it is never let go: {ended}");
    assert_eq!(server.get("/healthz").status, 200);
    assert!(!plan.written().contains("panicked"), "{}", plan.written());
}
