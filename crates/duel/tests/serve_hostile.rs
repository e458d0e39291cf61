//! Hostile requests: a clear refusal, nothing changed, nothing disclosed.

#![allow(clippy::print_stdout, reason = "what was measured")]

mod serving;

use std::{
    io::{Read as _, Write as _},
    thread,
    time::{Duration, Instant},
};

use duel_testing::PATIENCE;
use serde_json::{Value, json};
use serving::{
    GENEROUS, Plan, Server, folder,
    http::{Answer, Http, connect, read},
    socket::Live,
    until,
};
use tempfile::TempDir;
use tokio_tungstenite::tungstenite::Message;

fn server(limits: &[&str]) -> (Server, Plan, TempDir) {
    let folder = folder();
    let mut all = GENEROUS.to_vec();
    all.extend_from_slice(limits);
    let plan = Plan::in_folder(folder.path(), &all);
    (plan.start(), plan, folder)
}

fn post(server: &Server, path: &str, body: &str) -> Answer {
    server.http().post(path, None, body).expect("an answer")
}

/// What comes back for these bytes, until the server closes.
fn raw(server: &Server, bytes: &[u8]) -> String {
    let mut connection = connect(server.address).expect("a connection");
    let _ = connection.get_mut().write_all(bytes);
    let _ = connection.get_mut().shutdown(std::net::Shutdown::Write);
    let mut said = Vec::new();
    let _ = connection.read_to_end(&mut said);
    String::from_utf8_lossy(&said).into_owned()
}

#[test]
fn bodies_that_are_too_large_or_not_what_was_asked_for() {
    let (server, plan, _folder) = server(&[]);
    let (before, _) = server.memory();
    let huge = format!("{{\"position\":\"divide:{}\"}}", "9".repeat(10_000_000));
    for _ in 0..5 {
        let answer = post(&server, "/api/v1/games", &huge);
        assert_eq!((answer.status, answer.code().as_str()), (413, "too-large"));
    }
    let (_, most) = server.memory();
    println!("10 MB bodies: {before} kB before, {most} kB at most");
    assert!(most < before + 16_000, "{before} kB before, {most} kB at most");

    for digits in [401, 10_001, 16_000] {
        let body = json!({ "position": format!("divide:{}", "9".repeat(digits)) }).to_string();
        let answer = post(&server, "/api/v1/games", &body);
        assert_eq!((answer.status, answer.code().as_str()), (422, "too-long"), "{digits}");
    }

    let deep = format!("{{\"name\":{}{}}}", "[".repeat(7_000), "]".repeat(7_000));
    let games = [
        r#"{"position":60}"#,
        r#"{"position":9007199254740993}"#,
        r#"{"position":["divide:60"]}"#,
        r#"{"book":"divide","book":"factor"}"#,
        r#"{"book":"divide","colour":"red"}"#,
        r#"{"book":"divide","fair":"yes"}"#,
        r#"{"book":"divide","seed":5}"#,
        r#"{"book":"divide","seed":18446744073709551616}"#,
        r#"{"book":"divide","clock":30}"#,
        r#"{"book":"divide","opponent":"god"}"#,
        r#"{"book":"divide""#,
        r#"{"book":"divide"} {}"#,
        "[]",
        "null",
        "\u{feff}{}",
        "{\"book\":\"div\0ide\"}",
        &deep,
    ];
    for body in games {
        let answer = post(&server, "/api/v1/games", body);
        assert_eq!(answer.status, 400, "{:.80}: {}", body, answer.text());
        assert_eq!(answer.code(), "bad-request");
        assert!(answer.body.len() < 1_000, "{}", answer.text());
    }
    for (body, code) in [
        (r#"{"book":null,"position":null}"#, "what-to-play"),
        (r#"{"book":"divide","position":"divide:60"}"#, "what-to-play"),
        (r#"{"book":"divide","level":"hard"}"#, "level"),
        (r#"{"book":"divide","seed":"18446744073709551616"}"#, "seed"),
        (r#"{"book":"divide","seed":"-1"}"#, "seed"),
        (r#"{"book":"divide","seed":"+1"}"#, "seed"),
        (r#"{"book":"chess"}"#, "no-such-book"),
        (r#"{"book":"divide","clock":"soon"}"#, "clock"),
        (r#"{"position":"divide:0x10"}"#, "not-a-position"),
        (r#"{"position":"divide:60\u0000"}"#, "not-a-position"),
        (r#"{"position":"divide:٣"}"#, "not-a-position"),
        (r#"{"position":"divide:7"}"#, "over"),
    ] {
        let answer = post(&server, "/api/v1/games", body);
        assert_eq!((answer.status, answer.code().as_str()), (422, code), "{body}");
    }
    let [first, _] = server.pair(r#"{"book":"divide"}"#);
    for body in [
        r#"{"move":6}"#,
        r#"{"move":9007199254740993}"#,
        r#"{"move":"6","ply":"0"}"#,
        r#"{"move":"6","ply":-1}"#,
        r#"{"move":"6","ply":0.5}"#,
        r#"{"move":"6","move":"5"}"#,
        r#"{"move":"6","seat":2}"#,
        r#"{"move":["6"]}"#,
        "{}",
    ] {
        let answer = first.act(&mut server.http(), "moves", body);
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad-request"), "{body}");
    }
    let wrong = [("content-type", "text/plain")];
    let answer = server.http().send("POST", "/api/v1/games", &wrong, Some(b"{}"));
    assert_eq!(answer.expect("an answer").code(), "not-json");
    assert_eq!(server.game(&first.id)["seq"], 1, "nothing has happened");
    assert!(!plan.written().contains("panicked"));
}

#[test]
fn addresses_that_lead_nowhere_and_what_is_no_request() {
    let (server, plan, _folder) = server(&[]);
    let api = "/api/v1";
    for (path, status) in [
        ("/games/%00", 404),
        ("/games/..%2f..%2fetc%2fpasswd", 404),
        ("/games/abcdefghijkm", 404),
        ("/games/abcdefghijkm/", 404),
        ("/games/'%20OR%201=1--", 404),
        ("/games/abcdefghijkm'--", 404),
        ("/positions/divide%3A60%00", 422),
        ("/positions/%2e%2e%2f%2e%2e", 422),
        ("/positions/%ff", 400),
        ("/positions/divide%3A60/", 404),
        ("/positions/divide%3A60/analysis/", 404),
        ("/daily/2026-13-45", 422),
        ("/daily/%00", 422),
        ("/rooms/%00", 404),
        ("/rooms/';DROP%20TABLE%20streams", 404),
        ("/nothing", 404),
    ] {
        let answer = server.get(&format!("{api}{path}"));
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
        answer.code();
    }
    let id = server.begin(r#"{"book":"divide"}"#).id;
    let too_large = format!("after={}", u64::MAX);
    for query in [
        "after=-1",
        "after=x",
        "before=1",
        "after=1&after=2",
        &too_large,
        "after=99999999999999999999",
    ] {
        let answer = server.get(&format!("{api}/games/{id}/events?{query}"));
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad-request"), "{query}");
    }
    let last = i64::MAX;
    assert_eq!(server.get(&format!("{api}/games/{id}/events?after={last}")).text(), "[]");
    for path in ["/static/..%2f..%2fCargo.toml", "/static/../../etc/passwd", "/g/%00", "/%2e%2e/"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    let long = format!("{api}/positions/divide%3A{}", "9".repeat(100_000));
    assert!(matches!(server.get(&long).status, 414 | 431));
    let padding = "x".repeat(60_000);
    let large = server.http().send("GET", "/", &[("x-padding", &padding)], None);
    assert_eq!(large.expect("an answer").status, 431);

    for (method, path, status) in [
        ("HEAD", "/", 200),
        ("HEAD", "/healthz", 200),
        ("OPTIONS", "/api/v1/games", 405),
        ("DELETE", "/api/v1/games", 405),
        ("PUT", "/", 405),
        ("BREW", "/", 405),
        ("TRACE", "/", 405),
    ] {
        let answer = server.http().send(method, path, &[], None).expect("an answer");
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.text());
        let is_document = !path.starts_with("/api/");
        assert_eq!(answer.header("content-security-policy").is_some(), is_document);
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    }
    for garbage in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\r\n\r\n",
        b"\0\0\0\0\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: x\r\nhost : y\r\n\r\n",
        b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        let said = raw(&server, garbage);
        let refused = said.is_empty() || said.starts_with("HTTP/1.1 4");
        assert!(refused, "{:?}: {said:.200}", String::from_utf8_lossy(garbage));
    }
    // Requests sent together are answered in order.
    let mut connection = connect(server.address).expect("a connection");
    let together = ["/healthz", "/api/v1/nothing", "/healthz"]
        .map(|path| format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n"));
    connection.get_mut().write_all(together.concat().as_bytes()).expect("it listens");
    let statuses = [0; 3].map(|_| read(&mut connection, false).expect("an answer").status);
    assert_eq!(statuses, [200, 404, 200]);
    assert_eq!(server.get("/healthz").status, 200);
    assert!(!plan.written().contains("panicked"), "{}", plan.written());
}

#[test]
fn other_sites_and_other_peoples_secrets() {
    let (server, _plan, _folder) = server(&[]);
    let [first, second] = server.pair(r#"{"book":"divide"}"#);
    let [stranger, _] = server.pair(r#"{"book":"divide"}"#);
    let own = format!("http://{}", server.address);
    for (origin, allowed) in [
        (own.as_str(), true),
        ("http://evil.example", false),
        ("null", false),
        ("http://127.0.0.1:1", false),
        ("", false),
    ] {
        let origin = [("origin", origin)];
        let answer = server
            .http()
            .post_with("/api/v1/games", None, &origin, r#"{"book":"divide"}"#)
            .expect("an answer");
        assert_eq!(answer.status, if allowed { 201 } else { 403 }, "{origin:?}");
        let socket = Live::connect(server.address, &first.path("live"), &origin);
        assert_eq!(socket.err(), (!allowed).then_some(403), "{origin:?}");
    }
    let body = r#"{"move":"6"}"#;
    let mut http = server.http();
    for token in [&stranger.token, "x", &"a".repeat(32), &first.token[..31], "%00"] {
        let answer = http.post(&first.path("moves"), Some(token), body).expect("an answer");
        assert_eq!((answer.status, answer.code().as_str()), (403, "not-your-seat"));
        assert!(!answer.text().contains(token), "{}", answer.text());
        for act in ["resign", "offers"] {
            let body = if act == "offers" { r#"{"offer":"take-back"}"# } else { "{}" };
            let answer = http.post(&first.path(act), Some(token), body).expect("an answer");
            assert_eq!(answer.status, 403);
        }
    }
    let rival = http.post(&first.path("moves"), Some(&second.token), body).expect("an answer");
    assert_eq!((rival.status, rival.code().as_str()), (409, "not-your-turn"));
    for scheme in ["Basic abc", "Bearer", "bearer x", "Bearer \u{fc}"] {
        let header = [("authorization", scheme), ("content-type", "application/json")];
        let answer = http.send("POST", &first.path("moves"), &header, Some(body.as_bytes()));
        assert_eq!(answer.expect("an answer").status, 401, "{scheme}");
    }
    // A WebSocket with a wrong token watches, and no message contains a secret.
    let mut live = Live::connect(server.address, &first.path("live"), &[]).expect("a connection");
    let hello = json!({ "v": 1, "type": "hello", "token": stranger.token }).to_string();
    live.0.send(hello.into()).expect("it listens");
    let game = live.next_game().expect("the game");
    assert_eq!(game["seats"][0]["present"], false);
    for path in [first.path("events"), first.path("record"), first.path("log"), first.path("")] {
        let text = server.get(path.trim_end_matches('/')).expect(200).text();
        assert!(!text.contains(&first.token) && !text.contains("hash"), "{path}: {text}");
    }
    assert_eq!(server.game(&first.id)["seq"], 1, "nothing has happened");
}

#[test]
fn names_are_inert_and_the_log_tells_no_secret() {
    let folder = folder();
    let mut plan = Plan::in_folder(folder.path(), GENEROUS);
    plan.options = ["--log", "json", "--verbose"].map(str::to_owned).to_vec();
    let mut server = plan.start();
    let name = "<script>alert(1)</script>'; DROP TABLE streams;--\u{202e}\u{1b}[31m\u{0}";
    let first = server.begin(&json!({ "book": "subtract", "name": name }).to_string());
    let joined = json!({ "name": "Robert'); DROP TABLE events;--" }).to_string();
    let joined = post(&server, &first.path("join"), &joined).expect(200).json();
    let second = serving::players::Player::of(&joined).expect("a seat");
    let shown = server.game(&first.id);
    let shown = shown["seats"][0]["name"].as_str().expect("a name");
    assert!(!shown.contains(['\u{202e}', '\u{1b}', '\0']), "{shown:?}");
    first.play(&mut server.http(), "4").expect(200);
    second.play(&mut server.http(), "x").expect(422);
    let page = server.get(&format!("/g/{}", first.id)).expect(200);
    assert!(!page.text().contains("<script>alert"));
    let record = server.get(&first.path("record")).expect(200);
    duel_books::record(&record.body).expect("a record that replays");
    let key = "a-key-that-only-its-owner-knows";
    let with_key = [("idempotency-key", key), ("x-forwarded-for", "192.0.2.1")];
    let body = r#"{"move":"2"}"#;
    let moves = second.path("moves");
    let made = server.http().post_with(&moves, Some(&second.token), &with_key, body);
    made.expect("an answer").expect(200);
    let mut live = Live::connect(server.address, &first.path("live"), &[]).expect("a connection");
    let hello = json!({ "v": 1, "type": "hello", "token": first.token }).to_string();
    live.0.send(hello.into()).expect("it listens");
    live.next_game().expect("the game");
    // In a place where it does not belong, a secret is not repeated either.
    for path in [
        format!("/api/v1/games/{}", first.token),
        format!("/api/v1/games/{}?token={}", first.id, first.token),
        format!("/{}", first.token),
        format!("/api/v1/positions/{}", first.token),
    ] {
        let answer = server.get(&path);
        assert!(!answer.text().contains(&first.token), "{path}: {}", answer.text());
    }
    server.ask_to_stop();
    assert_eq!(server.wait().code(), Some(0));
    let log = plan.written();
    assert!(log.contains(r#""path":"/api/v1/games/{id}/moves""#), "{log}");
    for secret in [&first.token, &second.token, key, &first.id, "192.0.2.1", "script"] {
        assert!(!log.contains(secret), "{secret} in {log}");
    }
    assert!(log.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
}

#[test]
fn the_limit_of_digits_counts_digits() {
    for (limit, digits) in
        [("digits=4", 4), ("digits=19", 19), ("digits=20", 20), ("digits=21", 21)]
    {
        let (server, _plan, _folder) = server(&[limit]);
        for (more, status) in [(0, 201), (1, 422)] {
            let number = format!("1{}", "0".repeat(digits - 1 + more));
            let body = json!({ "position": format!("divide:{number}") }).to_string();
            assert_eq!(post(&server, "/api/v1/games", &body).status, status, "{limit} {number}");
        }
    }
}

#[test]
fn numbers_that_only_look_prime_and_targets_of_a_thousand_digits() {
    let (server, _plan, _folder) = server(&["digits=1000"]);
    // Carmichael numbers and strong pseudoprimes to many bases are not prime: there is a move.
    for (number, divisor) in [
        ("561", "3"),
        ("3215031751", "151"),
        ("3825123056546413051", "149491"),
        ("318665857834031151167461", "399165290221"),
        ("3317044064679887385961981", "1287836182261"),
    ] {
        let body = json!({ "position": format!("divide:{number}") }).to_string();
        let pair = server.pair(&body);
        let game = server.game(&pair[0].id);
        assert_eq!((&game["turn"], &game["result"]), (&json!(1), &json!(null)), "{number}");
        let made = pair[0].play(&mut server.http(), divisor).expect(200).json();
        assert!(made["result"].is_object() || made["turn"] == 2, "{made}");
        if number.len() > 20 {
            assert_eq!(made["result"]["winner"], 1, "two primes, so one move: {made}");
        }
        let prime = json!({ "position": "divide:18446744073709551557" }).to_string();
        assert_eq!(post(&server, "/api/v1/games", &prime).code(), "over");
    }
    // With a target D of a thousand digits, a verdict is exact.
    let target = format!("1{}7", "0".repeat(998));
    let pair = server.pair(&json!({ "position": format!("digits:{target}:") }).to_string());
    let mut http = server.http();
    for (ply, digit) in "1234567890".chars().cycle().take(60).enumerate() {
        let made = pair[ply % 2].play(&mut http, &digit.to_string()).expect(200).json();
        assert_eq!(made["result"], json!(null));
    }
    let near = &target[..target.len() - 1];
    let pair = server.pair(&json!({ "position": format!("digits:{target}:{near}") }).to_string());
    let turn = server.game(&pair[0].id)["turn"].as_u64().expect("a turn");
    let mover = &pair[usize::try_from(turn).expect("1 or 2") - 1];
    let made = mover.play(&mut http, "7").expect(200).json();
    assert_eq!(made["result"]["why"], "played", "{made}");
}

#[test]
fn who_is_slow_is_let_go() {
    let (server, plan, _folder) = server(&["arrival=1"]);
    let starts: [(&str, &[u8]); 2] = [
        ("a head", b"GET / HTTP/1.1\r\nhost: x\r\nx-slow: "),
        ("a body", b"POST /api/v1/games HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 4000\r\n\r\n{\"name\":\""),
    ];
    thread::scope(|scope| {
        for (what, start) in starts {
            let server = &server;
            scope.spawn(move || {
                let mut connection = connect(server.address).expect("a connection");
                connection.get_mut().write_all(start).expect("it listens");
                let began = Instant::now();
                let wait = Duration::from_millis(250);
                connection.get_mut().set_read_timeout(Some(wait)).expect("a timeout");
                let mut said = Vec::new();
                // A byte now and then, until the server disconnects.
                loop {
                    match connection.read_to_end(&mut said) {
                        Ok(_) => break,
                        Err(error) if error.kind() != std::io::ErrorKind::WouldBlock => break,
                        Err(_) if connection.get_mut().write_all(b"x").is_err() => break,
                        Err(_) => {}
                    }
                    assert!(began.elapsed() < PATIENCE, "{what} is never let go");
                }
                if what == "a body" {
                    let said = String::from_utf8_lossy(&said);
                    assert!(said.starts_with("HTTP/1.1 408"), "{said}");
                }
            });
        }
    });
    assert!(!plan.written().contains("panicked"));
}

/// However its address is written, a move is answered the same.
#[test]
fn moves_are_refused_alike_however_their_address_is_written() {
    type Headers<'a> = &'a [(&'a str, &'a str)];
    let (server, _plan, _folder) = server(&[]);
    let [first, second] = server.pair(r#"{"book":"divide"}"#);
    let short = first.path("moves");
    let (letter, rest) = first.id.split_at(1);
    let long = format!("/api/v1/games/%{:02x}{rest}/moves", letter.as_bytes()[0]);
    let bearer = |token: &str| format!("Bearer {token}");
    let [ours, theirs] = [bearer(&first.token), bearer(&second.token)];
    let json = ("content-type", "application/json");
    let right = ("authorization", ours.as_str());
    let large = format!("{{\"move\":\"{}\"}}", "9".repeat(100_000));
    let cases: [(Headers<'_>, &str, u16); 13] = [
        (&[json], r#"{"move":"6"}"#, 401),
        (&[json, ("authorization", "Basic abc")], r#"{"move":"6"}"#, 401),
        (&[json, ("authorization", "Bearer x")], r#"{"move":"6"}"#, 403),
        (&[json, ("authorization", &theirs)], r#"{"move":"6"}"#, 409),
        (&[json, right], r#"{"move":"7"}"#, 422),
        (&[json, right], r#"{"move":"6","ply":3}"#, 409),
        (&[json, right], r#"{"move":6}"#, 400),
        (&[json, right], r#"{"move":"6","more":1}"#, 400),
        (&[json, right], "", 400),
        (&[right], r#"{"move":"6"}"#, 415),
        (&[json, right], &large, 413),
        (&[json, right, ("idempotency-key", &"k".repeat(65))], r#"{"move":"6"}"#, 400),
        (&[json, right, ("origin", "http://evil.example")], r#"{"move":"6"}"#, 403),
    ];
    for (headers, body, status) in cases {
        let [one, other] = [&short, &long].map(|path| {
            let answer = server.http().send("POST", path, headers, Some(body.as_bytes()));
            let answer = answer.expect("an answer");
            let told = ["content-type", "x-content-type-options"].map(|name| answer.header(name));
            (answer.status, told.map(|value| value.map(str::to_owned)), answer.text())
        });
        assert_eq!(one, other, "{headers:?} {body:.50}");
        assert_eq!(one.0, status, "{headers:?} {body:.50}: {}", one.2);
    }
    for path in [&short, &long] {
        let before = server.game(&first.id)["ply"].as_u64().expect("a number");
        let key = [("idempotency-key", "again")];
        let player = if before == 0 { &first } else { &second };
        let made = json!({ "move": "2", "ply": before }).to_string();
        let [once, twice] = [(); 2].map(|()| {
            let answer = server.http().post_with(path, Some(&player.token), &key, &made);
            answer.expect("an answer").expect(200).text()
        });
        assert_eq!(once, twice);
        assert_eq!(server.game(&first.id)["ply"], before + 1);
    }
    let metrics = server.get("/metrics").text();
    let counted = "path=\"/api/v1/games/{id}/moves\",status=\"200\"} 4";
    assert!(metrics.contains(counted), "{metrics}");
}

#[test]
fn what_is_asked_for_twice_with_one_key_happens_once() {
    let (server, _plan, _folder) = server(GENEROUS);
    let terms = r#"{"position":"digits:1000003:","opponent":"computer","level":"easy"}"#;
    let player = server.begin(terms);
    let mut http = server.http();
    let ply = |http: &mut Http| {
        let game = http.get(&format!("/api/v1/games/{}", player.id)).expect("an answer").json();
        game["ply"].as_u64().expect("a number")
    };
    for round in 1..=2 {
        player.play(&mut http, "7").expect(200);
        until("the computer replies", || (ply(&mut http) == 2 * round).then_some(()));
    }
    let act = |http: &mut Http, what: &str, key: &str, body: &str| {
        let key = [("idempotency-key", key)];
        http.post_with(&player.path(what), Some(&player.token), &key, body).expect("an answer")
    };
    let take_back = r#"{"offer":"take-back"}"#;
    for _ in 0..3 {
        act(&mut http, "offers", "once", take_back).expect(200);
        assert_eq!(ply(&mut http), 2);
    }
    let reused = act(&mut http, "moves", "once", r#"{"move":"7"}"#).expect(422);
    assert_eq!(reused.code(), "key-reused");
    act(&mut http, "offers", "another", take_back).expect(200);
    assert_eq!(ply(&mut http), 0);
    player.play(&mut http, "7").expect(200);
    let resigned: Vec<Value> =
        (0..2).map(|_| act(&mut http, "resign", "end", "{}").expect(200).json()).collect();
    assert_eq!(resigned[0], resigned[1]);
    let events = server.events(&player.id);
    let count = |kind: &str| events.iter().filter(|event| event["type"] == kind).count();
    assert_eq!((count("took-back"), count("resigned")), (2, 1), "{events:?}");
}

#[test]
fn answers_have_the_headers_that_protect_them() {
    let folder = folder();
    let mut plan = Plan::in_folder(folder.path(), &[]);
    plan.options = ["--public", "https://duel.example"].map(str::to_owned).into();
    let server = plan.start();
    for path in ["/", "/api/v1/games/AAAAAAAAAAAA", "/healthz"] {
        let answer = server.get(path);
        let strict = answer.header("strict-transport-security").expect("TLS only");
        assert!(strict.starts_with("max-age="), "{strict}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    }
    assert!(server.get("/").header("permissions-policy").is_some());
    let mut http = server.http();
    let json = [("content-type", "Application/JSON; Charset=utf-8")];
    let body = Some(&br#"{"book":"divide"}"#[..]);
    let begun = http.send("POST", "/api/v1/games", &json, body).expect("an answer").expect(201);
    assert_eq!(begun.header("cache-control"), Some("no-store"));
    // Our own client names the address; somebody else's name is not ours.
    for (host, status) in [("evil.example", 421), ("duel.example", 200)] {
        let mut connection = connect(server.address).expect("a connection");
        let request = format!("GET / HTTP/1.1\r\nhost: {host}\r\n\r\n");
        connection.get_mut().write_all(request.as_bytes()).expect("it listens");
        assert_eq!(read(&mut connection, false).expect("an answer").status, status, "{host}");
    }
}

#[test]
fn a_close_is_answered_and_empty_frames_are_counted() {
    let (server, _plan, _folder) = server(&[]);
    let [first, _] = server.pair(r#"{"book":"divide"}"#);
    let live = || Live::connect(server.address, &first.path("live"), &[]).expect("a connection");
    let mut polite = live();
    polite.next_game().expect("the game");
    polite.0.close(None).expect("it listens");
    let mut last = None;
    while let Ok(message) = polite.0.read() {
        last = Some(message);
    }
    assert!(matches!(last, Some(Message::Close(_))), "{last:?}");

    // A message that never ends, of frames without content: a mask, and nothing else.
    let mut endless = live();
    let stream = endless.0.get_mut();
    let mut frames = vec![0x01, 0x80, 0, 0, 0, 0];
    frames.extend([0x00, 0x80, 0, 0, 0, 0].repeat(10_000));
    let sent = (0..1_000).map(|_| stream.write_all(&frames)).find(Result::is_err);
    assert!(sent.is_some(), "it reads on and on");
}
