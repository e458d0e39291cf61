//! One client takes as much as it can, and the others get their share.
//!
//! The server believes these tests to be a proxy, so that they can speak for several clients.

mod serving;

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
};

use serde_json::{Value, json};
use serving::{
    GENEROUS, Plan, Server, folder,
    http::{Answer, Http},
    players::Player,
    socket::Live,
    until,
};

const GREEDY: &str = "198.51.100.1";
const HONEST: &str = "198.51.100.2";

/// The computer thinks about this for as long as it may.
const HARD: &str = "factor+no-whole:50040";

fn server(limits: &[&str]) -> (Server, Plan, tempfile::TempDir) {
    let folder = folder();
    let mut plan = Plan::in_folder(folder.path(), limits);
    plan.options = ["--trust-proxy", "127.0.0.1"].map(str::to_owned).into();
    (plan.start(), plan, folder)
}

/// Somebody at an address of their own.
struct Client<'a> {
    http: Http,
    from: &'a str,
}

impl<'a> Client<'a> {
    fn new(server: &Server, from: &'a str) -> Client<'a> {
        Client { http: server.http(), from }
    }

    fn post(&mut self, path: &str, token: Option<&str>, body: &Value) -> Answer {
        let from = [("x-forwarded-for", self.from)];
        self.http.post_with(path, token, &from, &body.to_string()).expect("an answer")
    }

    fn get(&mut self, path: &str) -> Answer {
        let from = [("x-forwarded-for", self.from)];
        self.http.send("GET", path, &from, None).expect("an answer")
    }

    /// Begins a game against the computer.
    fn begin(&mut self, position: &str, level: &str) -> Player {
        let terms = json!({ "position": position, "opponent": "computer", "level": level });
        let seated = self.post("/api/v1/games", None, &terms).expect(201);
        Player::of(&seated.json()).expect("a seat")
    }

    fn play(&mut self, player: &Player, made: &str) -> Answer {
        self.post(&player.path("moves"), Some(&player.token), &json!({ "move": made }))
    }

    fn take_back(&mut self, player: &Player) -> Answer {
        let offer = json!({ "offer": "take-back" });
        self.post(&player.path("offers"), Some(&player.token), &offer)
    }

    fn ply(&mut self, player: &Player) -> u64 {
        let game = self.get(&format!("/api/v1/games/{}", player.id)).expect(200).json();
        game["ply"].as_u64().expect("a number")
    }
}

#[test]
fn many_games_of_one_client_do_not_take_the_computer_from_another() {
    let (server, _plan, _folder) = server(GENEROUS);
    let mut greedy = Client::new(&server, GREEDY);
    let games: Vec<Player> = (0..12).map(|_| greedy.begin(HARD, "perfect")).collect();
    for game in &games {
        greedy.play(game, "1").expect(200);
    }
    assert!(server.metric("duel_moves_waiting") >= 9);
    let mut honest = Client::new(&server, HONEST);
    let game = honest.begin("divide:360", "easy");
    honest.play(&game, "6").expect(200);
    until("the computer replies", || (honest.ply(&game) > 1).then_some(()));
    // It did not wait for all the others.
    assert!(server.metric("duel_moves_waiting") > 0);
}

#[test]
fn a_newer_event_ends_what_was_thought_about_an_older_one() {
    let (server, _plan, _folder) = server(GENEROUS);
    let mut greedy = Client::new(&server, GREEDY);
    let game = greedy.begin(HARD, "perfect");
    for _ in 0..20 {
        greedy.play(&game, "1").expect(200);
        greedy.take_back(&game).expect(200);
    }
    greedy.play(&game, "1").expect(200);
    let waiting = server.metric("duel_moves_waiting");
    assert!(waiting <= 1, "{waiting} thoughts about one game");
    until("the computer replies", || (greedy.ply(&game) == 2).then_some(()));
    let events = server.events(&game.id);
    let replies = events.iter().filter(|event| event["by"] == 2 && event["type"] == "moved");
    assert_eq!(replies.count(), 1, "{events:?}");
}

#[test]
fn analyses_of_one_client_leave_room_for_those_of_another() {
    let mut limits = GENEROUS.to_vec();
    limits.push("waiting=8");
    let (server, _plan, _folder) = server(&limits);
    // A search that takes all the time that it may.
    let analysis =
        |which: u64| format!("/api/v1/positions/factor+no-whole:{}/analysis", 50_040 + 720 * which);
    let is_over = AtomicBool::new(false);
    let [answered, refused] = [0, 0].map(AtomicU64::new);
    thread::scope(|scope| {
        for which in 0..12 {
            let (server, is_over, answered, refused) = (&server, &is_over, &answered, &refused);
            scope.spawn(move || {
                let mut greedy = Client::new(server, GREEDY);
                while !is_over.load(Ordering::Relaxed) {
                    match greedy.get(&analysis(which)).status {
                        200 => answered.fetch_add(1, Ordering::Relaxed),
                        429 => refused.fetch_add(1, Ordering::Relaxed),
                        other => panic!("{other}"),
                    };
                }
            });
        }
        // The flood ends also when this fails, so that it is not waited for.
        let honest = thread::scope(|scope| {
            let honest = scope.spawn(|| {
                until("the share of one client is full", || {
                    (refused.load(Ordering::Relaxed) > 0).then_some(())
                });
                for which in 20..23 {
                    Client::new(&server, HONEST).get(&analysis(which)).expect(200);
                }
            });
            honest.join()
        });
        is_over.store(true, Ordering::Relaxed);
        honest.expect("others are answered");
    });
    assert!(answered.load(Ordering::Relaxed) > 0);
}

#[test]
fn streams_behind_a_proxy_count_for_its_client() {
    let (server, _plan, _folder) = server(&["connections=3"]);
    let pair = server.pair(r#"{"book":"divide"}"#);
    let path = pair[0].path("live");
    let connect = |from: &str| Live::connect(server.address, &path, &[("x-forwarded-for", from)]);
    let mut open: Vec<Live> = (0..3).map(|_| connect(GREEDY).expect("a connection")).collect();
    assert_eq!(connect(GREEDY).err(), Some(429));
    let stream = |from: &str| {
        let headers = [("x-forwarded-for", from), ("accept", "Text/Event-Stream")];
        server.http().send("GET", &pair[0].path("events"), &headers, None)
    };
    let refused = stream(GREEDY).expect("an answer").expect(429);
    assert!(refused.header("retry-after").is_some());
    let _other = connect(HONEST).expect("others have theirs");
    open.pop();
    until("there is room again", || connect(GREEDY).ok());
}

#[test]
fn too_many_connections_are_told_so() {
    let folder = folder();
    let server = Plan::in_folder(folder.path(), &["connections=2"]).start();
    let mut kept: Vec<Http> = (0..2).map(|_| server.http()).collect();
    for http in &mut kept {
        http.get("/healthz").expect("an answer").expect(200);
    }
    let refused = server.get("/healthz").expect(429);
    assert!(refused.header("retry-after").is_some());
    kept.pop();
    until("there is room again", || {
        let answer = server.http().get("/healthz").ok()?;
        (answer.status == 200).then_some(())
    });
}

/// A position of many long numbers that are easily factored, one of many.
fn long(which: usize) -> String {
    let numbers: Vec<String> =
        (0..18).map(|n| format!("{}{}", 18 * which + n + 1, "0".repeat(390))).collect();
    format!("subtract:{}", numbers.join(","))
}

#[test]
fn games_in_memory_are_evicted_by_size_and_come_back() {
    let mut limits = GENEROUS.to_vec();
    limits.push("memory=1");
    let (server, _plan, _folder) = server(&limits);
    let games: Vec<[Player; 2]> = (0..60)
        .map(|which| {
            let pair = server.pair(&json!({ "position": long(which) }).to_string());
            pair[0].play(&mut server.http(), "1:2").expect(200);
            pair
        })
        .collect();
    // The last one may be in use while room is made.
    let bytes = server.metric("duel_game_bytes");
    assert!(bytes < 2 << 20, "{bytes} bytes in {} games", server.metric("duel_tables"));
    assert!(server.metric("duel_tables") < 60);
    for [_, second] in &games {
        second.play(&mut server.http(), "2:2").expect(200);
    }
    // Of long numbers a game shows its last moves only.
    for ply in 2..40 {
        games[0][ply % 2].play(&mut server.http(), &format!("{}:2", ply % 18 + 1)).expect(200);
    }
    let game = server.game(&games[0][0].id);
    let history = game["history"].as_array().expect("a list");
    assert!((1..30).contains(&history.len()), "{}", history.len());
    assert_eq!(history.last().expect("a move")["ply"], 40);
    let bytes = game["history"].to_string().len();
    assert!(bytes < 100_000, "{bytes}");
}

#[test]
fn events_come_in_pages_and_moves_are_short() {
    let (server, _plan, _folder) = server(GENEROUS);
    let [first, second] = server.pair(r#"{"position":"digits:1000003:"}"#);
    let mut http = server.http();
    let blanks = format!("{}7{}", " ".repeat(8_000), " ".repeat(8_000));
    first.play(&mut http, &blanks).expect(200);
    let refused = second.play(&mut http, &"7".repeat(1_000)).expect(422);
    assert_eq!(refused.code(), "too-long");
    // One joined, one moved.
    for _ in 0..500 {
        first.act(&mut http, "offers", r#"{"offer":"abandon"}"#).expect(200);
        let bearer = format!("Bearer {}", first.token);
        let headers = [("authorization", bearer.as_str())];
        http.send("DELETE", &first.path("offers"), &headers, None).expect("an answer").expect(200);
    }
    let events = server.get(&first.path("events")).expect(200).json();
    assert_eq!(events.as_array().map(Vec::len), Some(1_000));
    assert_eq!(events[1]["move"], "7");
    assert_eq!(server.events(&first.id).len(), 1_002);
    let rest = server.get(&first.path("events?after=1000")).expect(200).json();
    assert_eq!(rest.as_array().map(Vec::len), Some(2));
    assert_eq!(rest[1]["seq"], 1_002);
}

#[test]
fn what_one_client_sends_to_be_kept_is_limited_for_a_day() {
    let (server, _plan, _folder) = server(&["requests=100000", "games=100000", "stored=1"]);
    let mut greedy = Client::new(&server, GREEDY);
    let terms = json!({ "position": long(1) });
    let refused = (0..1_000).find_map(|_| {
        let answer = greedy.post("/api/v1/games", None, &terms);
        (answer.status != 201).then_some(answer)
    });
    let refused = refused.expect("a limit").expect(429);
    assert!(refused.header("retry-after").is_some());
    Client::new(&server, HONEST).post("/api/v1/games", None, &terms).expect(201);
}

#[test]
fn codes_of_classrooms_cannot_be_tried_out() {
    let (server, _plan, _folder) = server(&["requests=100000", "codes=5"]);
    let mut greedy = Client::new(&server, GREEDY);
    let opened = greedy.post("/api/v1/rooms", None, &json!({ "book": "divide" })).expect(201);
    let code = opened.json()["code"].as_str().expect("a code").to_owned();
    let room = |code: &str| format!("/api/v1/rooms/{code}");
    greedy.get(&room(&code)).expect(200);
    let wrong = if code == "BBBBBB" { "CCCCCC" } else { "BBBBBB" };
    let answers: Vec<u16> = (0..20).map(|_| greedy.get(&room(wrong)).status).collect();
    assert!(answers.contains(&404) && answers.contains(&429), "{answers:?}");
    // Now the right one looks like the wrong ones.
    let refused = greedy.get(&room(&code)).expect(429);
    assert!(refused.header("retry-after").is_some());
    Client::new(&server, HONEST).get(&room(&code)).expect(200);
}
