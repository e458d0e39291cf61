//! Several servers on one database: one game, whichever of them is asked.

#![allow(clippy::print_stdout, reason = "what was measured")]

mod serving;

use std::{thread, time::Duration};

use duel_play::Dice;
use serde_json::{Value, json};
use serving::{
    GENEROUS, Plan, Server, folder,
    http::Answer,
    players::{Player, any_move},
    postgres::{Cluster, Disk, connect},
    socket::Live,
    until, wait_for,
};
use tempfile::TempDir;

/// Two servers on one database.
struct Nodes {
    one: Server,
    two: Server,
    address: String,
    #[expect(dead_code, reason = "held as long as the servers write their logs")]
    folder: TempDir,
}

fn nodes(cluster: &Cluster) -> Nodes {
    let folder = folder();
    let address = wait_for(cluster.database());
    let plan = Plan::on(folder.path(), &address, GENEROUS);
    Nodes { one: plan.start(), two: plan.start(), address, folder }
}

fn moving(server: &Server, player: &Player, made: &str, ply: usize) -> Answer {
    let body = json!({ "move": made, "ply": ply }).to_string();
    player.act(&mut server.http(), "moves", &body)
}

#[test]
#[ignore = "needs PostgreSQL"]
fn of_all_who_fight_for_a_ply_one_wins_and_everybody_sees_it() {
    let cluster = Cluster::start(Disk::Lax);
    let nodes = nodes(&cluster);
    let pair = nodes.one.pair(r#"{"position":"subtract:27720"}"#);
    let path = pair[0].path("live");
    let mut watcher = Live::connect(nodes.two.address, &path, &[]).expect("a connection");
    let mut position = watcher.next_game().expect("the game")["position"].clone();
    let mut dice = Dice::seeded(7);
    let mut ply = 0;
    while let Some(made) = any_move(position.as_str().expect("a position"), &mut dice) {
        let other = any_move(position.as_str().expect("a position"), &mut dice).expect("a move");
        // Both players in two tabs each, on both nodes.
        let answers: Vec<Answer> = thread::scope(|scope| {
            let attempts: Vec<_> = (0..8)
                .map(|n| {
                    let server = if n % 2 == 0 { &nodes.one } else { &nodes.two };
                    let player = &pair[(ply + n / 4) % 2];
                    let made = if n % 4 < 2 { &made } else { &other };
                    scope.spawn(move || moving(server, player, made, ply))
                })
                .collect();
            attempts.into_iter().map(|one| one.join().expect("an answer")).collect()
        });
        let won: Vec<&Answer> = answers.iter().filter(|answer| answer.status == 200).collect();
        let [won] = won[..] else { panic!("ply {ply}: {answers:?}") };
        for lost in answers.iter().filter(|answer| answer.status != 200) {
            assert_eq!(lost.status, 409, "{}", lost.text());
            let code = lost.code();
            assert!(["other-ply", "not-your-turn", "over"].contains(&code.as_str()), "{code}");
        }
        let won = won.json();
        let seen = loop {
            let game = watcher.next_game().expect("the game goes on");
            assert!(game["ply"].as_u64() <= Some(ply as u64 + 1), "{game}");
            if game["ply"] == ply + 1 {
                break game;
            }
        };
        assert_eq!((&seen["position"], &seen["seq"]), (&won["position"], &won["seq"]));
        position = seen["position"].clone();
        ply += 1;
        if !seen["result"].is_null() {
            break;
        }
    }
    println!("{ply} plies fought for by 8");
    for server in [&nodes.one, &nodes.two] {
        assert_eq!(server.game(&pair[0].id)["ply"], ply);
        let record = server.get(&pair[0].path("record")).expect(200);
        assert!(duel_books::record(&record.body).expect("a record").game.ending().is_some());
    }
}

#[test]
#[ignore = "needs PostgreSQL"]
fn watchers_on_another_node_see_every_move_in_order() {
    let cluster = Cluster::start(Disk::Lax);
    let nodes = nodes(&cluster);
    let pair = nodes.one.pair(r#"{"position":"digits:1000003:"}"#);
    let path = pair[0].path("live");
    let mut watcher = Live::connect(nodes.two.address, &path, &[]).expect("a connection");
    watcher.next_game().expect("the game");
    let mut see = |ply: usize| loop {
        let game = watcher.next_game().expect("the game goes on");
        if game["ply"] == ply + 1 {
            assert_eq!(game["history"].as_array().map(Vec::len), Some(ply + 1));
            return;
        }
    };
    for ply in 0..40 {
        moving(&nodes.one, &pair[ply % 2], "7", ply).expect(200);
        see(ply);
    }
    // The line on which the node listens is cut, and all its others too.
    let cut = async || {
        let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                   WHERE datname = current_database() AND pid <> pg_backend_pid()";
        connect(&nodes.address).await.batch_execute(cut).await.expect("they are cut");
    };
    for round in 0..3 {
        wait_for(cut());
        let ply = 40 + round;
        until("a move is acknowledged again", || {
            let answer = moving(&nodes.one, &pair[ply % 2], "7", ply);
            match answer.status {
                200 => Some(()),
                // An attempt that was not acknowledged was kept.
                409 if answer.json()["ply"] == ply + 1 => Some(()),
                503 => None,
                _ => panic!("{}", answer.text()),
            }
        });
        see(ply);
    }
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_node_that_lags_looks_before_it_refuses() {
    let cluster = Cluster::start(Disk::Lax);
    let nodes = nodes(&cluster);
    let servers = [&nodes.one, &nodes.two];
    let first = nodes.one.begin(r#"{"position":"digits:1000003:"}"#);
    // The other node knows the game without its second player.
    assert_eq!(nodes.two.game(&first.id)["waiting"], true);
    let joined = nodes.one.http().post(&first.path("join"), None, "{}").expect("an answer");
    let second = Player::of(&joined.expect(200).json()).expect("a seat");
    let pair = [first, second];
    for ply in 0..200 {
        // Each on its own node, at once.
        moving(servers[ply % 2], &pair[ply % 2], "7", ply).expect(200);
    }
    // And each on the node of the other.
    for ply in 200..300 {
        moving(servers[(ply + 1) % 2], &pair[ply % 2], "7", ply).expect(200);
    }
    let resigned = pair[0].act(&mut nodes.one.http(), "resign", "{}").expect(200);
    assert_eq!(resigned.json()["result"]["why"], "resigned");
    let late = moving(&nodes.two, &pair[0], "7", 300).expect(409);
    assert_eq!(late.code(), "over");
}

fn left(game: &Value, seat: usize) -> u64 {
    game["clock"]["left_ms"][seat].as_u64().expect("a clock")
}

#[test]
#[ignore = "needs PostgreSQL"]
fn nobody_gains_time_by_changing_nodes_and_a_flag_falls_once() {
    let cluster = Cluster::start(Disk::Lax);
    let nodes = nodes(&cluster);
    let Nodes { one, two, .. } = &nodes;
    // Both nodes have looked at one game before; the other is new to the second.
    for known in [true, false] {
        let pair = one.pair(r#"{"position":"digits:1000003:","clock":"60s+1s"}"#);
        if known {
            two.game(&pair[0].id);
        }
        moving(one, &pair[0], "7", 0).expect(200);
        // From here on the clock runs on both.
        if known {
            until("the other node has the move", || {
                (two.game(&pair[0].id)["ply"] == 1).then_some(())
            });
        }
        thread::sleep(Duration::from_millis(900));
        // An offer in the middle of the turn does not begin it anew, on either node.
        pair[1].act(&mut one.http(), "offers", r#"{"offer":"take-back"}"#);
        pair[1].act(&mut one.http(), "offers", r#"{"offer":"abandon"}"#).expect(200);
        thread::sleep(Duration::from_millis(600));
        let (here, there) = (left(&one.game(&pair[0].id), 1), left(&two.game(&pair[0].id), 1));
        println!("known {known}: {here} ms left on one node, {there} ms on the other");
        // What a node has not seen itself it knows from the last event.
        let spent = if known { 1_500 } else { 900 };
        assert!(here <= 58_500, "{here}");
        assert!(there <= 60_000 - spent, "{there}");
        moving(two, &pair[1], "7", 1).expect(200);
        let moved = two.events(&pair[0].id).pop().expect("an event");
        assert!(moved["ms"].as_u64().is_some_and(|ms| ms >= spent), "{moved}");
    }
    // Both watch the clock, and people try to move on both at the very end.
    let games: Vec<[Player; 2]> = (0..4)
        .map(|_| {
            let pair = one.pair(r#"{"position":"digits:1000003:","clock":"1s"}"#);
            two.game(&pair[0].id);
            pair
        })
        .collect();
    thread::scope(|scope| {
        for (place, pair) in games.iter().enumerate() {
            scope.spawn(move || {
                let server = if place % 2 == 0 { one } else { two };
                thread::sleep(Duration::from_millis(850));
                let mut made = 0;
                for _ in 0..400 {
                    let answer = moving(server, &pair[0], "7", 0);
                    made += usize::from(answer.status == 200 && answer.json()["ply"] == 1);
                    if answer.status == 409 {
                        break;
                    }
                }
                assert!(made <= 1);
            });
        }
    });
    for pair in &games {
        let id = &pair[0].id;
        let over = |server: &Server| {
            let game = server.game(id);
            (!game["result"].is_null()).then_some(game)
        };
        let [here, there] = [one, two].map(|server| until("the flag falls", || over(server)));
        assert_eq!(here["result"], there["result"]);
        assert_eq!(here["result"]["why"], "time");
        for server in [one, two] {
            let events = server.events(id);
            let flags = events.iter().filter(|event| event["type"] == "timed-out").count();
            assert_eq!(flags, 1, "{events:?}");
            assert_eq!(events.last().expect("events")["type"], "timed-out");
        }
    }
}
