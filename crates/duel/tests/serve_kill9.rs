//! The server is killed at any moment, under load: what was acknowledged is kept, exactly once and
//! in its place; what was not is absent or whole; games go on to their ends.
//!
//! `DUEL_WEB_KILLS` says how often (default: 20 times).

#![allow(clippy::print_stdout, reason = "what was measured")]

mod serving;

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use duel_play::Dice;
use duel_testing::PATIENCE;
use serde_json::{Value, json};
use serving::{
    GENEROUS, Plan, Server, folder,
    http::{Answer, Http},
    players::{Player, any_move},
    postgres::{Cluster, Disk},
    setting, wait_for,
};

/// How many play at once.
const PLAYERS: u64 = 6;

/// A move that the server has said it made.
#[derive(Clone, Debug, PartialEq)]
struct Acknowledged {
    made: String,
    answer: Value,
}

/// What the players know, whatever becomes of the server.
struct World {
    address: Mutex<SocketAddr>,
    stop: AtomicBool,
    /// The moves of each game that were acknowledged, in order.
    games: Mutex<HashMap<String, Vec<Acknowledged>>>,
    finished: AtomicU64,
    repeated: AtomicU64,
    /// Acknowledgements that got lost, so that the move was made by an earlier attempt.
    unheard: AtomicU64,
}

impl World {
    fn games(&self) -> std::sync::MutexGuard<'_, HashMap<String, Vec<Acknowledged>>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn http(&self) -> Http {
        Http::new(*self.address.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn moved(&self, address: SocketAddr) {
        *self.address.lock().unwrap_or_else(PoisonError::into_inner) = address;
    }
}

/// A client that keeps trying.
struct Client<'a> {
    world: &'a World,
    http: Http,
    dice: Dice,
}

impl Client<'_> {
    /// Sends until there is an answer that is no excuse; how many attempts it took.
    fn insist(&mut self, player: &Player, key: &str, body: &str) -> (Answer, u32) {
        let began = Instant::now();
        for attempt in 1.. {
            let (path, key) = (player.path("moves"), [("idempotency-key", key)]);
            let answer = self.http.post_with(&path, Some(&player.token), &key, body);
            match answer {
                Ok(answer) if answer.status != 503 => return (answer, attempt),
                _ => thread::sleep(Duration::from_millis(self.dice.roll(1..=20))),
            }
            assert!(began.elapsed() < PATIENCE, "no answer any more: {answer:?}");
            self.http = self.world.http();
        }
        unreachable!()
    }

    /// Begins a game and joins it. Either may get lost.
    fn sit_down(&mut self, body: &str) -> Option<[Player; 2]> {
        let begun = self.http.post("/api/v1/games", None, body).ok()?;
        let first = Player::of(&(begun.status == 201).then(|| begun.json())?)?;
        let joined = self.http.post(&first.path("join"), None, "{}").ok()?;
        let second = Player::of(&(joined.status == 200).then(|| joined.json())?)?;
        Some([first, second])
    }

    /// Plays games until it is stopped, and the last one to its end.
    fn play(&mut self) {
        let mut turns = self.dice.bits();
        while !self.world.stop.load(Ordering::Relaxed) {
            turns = turns.wrapping_add(1);
            let start = match turns % 3 {
                0 => format!("subtract:{}", self.dice.roll(100..=5_000)),
                1 => format!("factor:{}", self.dice.roll(100_000..=9_000_000)),
                _ => format!("digits:{}:", self.dice.roll(17..=99)),
            };
            let Some(pair) = self.sit_down(&json!({ "position": start }).to_string()) else {
                thread::sleep(Duration::from_millis(5));
                self.http = self.world.http();
                continue;
            };
            self.world.games().insert(pair[0].id.clone(), Vec::new());
            self.play_one(&pair, start);
            self.world.finished.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn play_one(&mut self, pair: &[Player; 2], start: String) {
        let mut position = start;
        for ply in 0.. {
            let player = &pair[ply % 2];
            let made = any_move(&position, &mut self.dice)
                .unwrap_or_else(|| panic!("no move in {position}, and it is not over"));
            let key = format!("{ply}-{}", self.dice.bits());
            let body = json!({ "move": made, "ply": ply }).to_string();
            let (answer, attempts) = self.insist(player, &key, &body);
            assert_eq!(answer.status, 200, "{} {body} {attempts}: {}", player.id, answer.text());
            let answer = answer.json();
            assert_eq!(answer["ply"], ply + 1, "{body}: {answer}");
            self.world.unheard.fetch_add(u64::from(attempts > 1), Ordering::Relaxed);
            let one = Acknowledged { made, answer: answer.clone() };
            self.world.games().get_mut(&player.id).expect("a known game").push(one);
            if self.dice.roll(0..=9) == 0 {
                let (again, _) = self.insist(player, &key, &body);
                assert_eq!(again.json(), answer, "the same key, the same answer");
                self.world.repeated.fetch_add(1, Ordering::Relaxed);
            }
            if !answer["result"].is_null() {
                return;
            }
            answer["position"].as_str().expect("a position").clone_into(&mut position);
        }
    }
}

/// Every acknowledged move is there, once and in its place.
fn check(server: &Server, id: &str, known: &[Acknowledged], complete: bool) {
    let events = server.events(id);
    let numbers: Vec<u64> = events.iter().filter_map(|event| event["seq"].as_u64()).collect();
    assert_eq!(numbers, (1..=events.len() as u64).collect::<Vec<_>>(), "no holes");
    let moved: Vec<&Value> = events.iter().filter(|event| event["type"] == "moved").collect();
    for (ply, one) in known.iter().enumerate() {
        let kept = moved.get(ply).unwrap_or_else(|| panic!("{id}: move {ply} is lost: {one:?}"));
        assert_eq!(kept["move"], one.made, "{id}: move {ply}");
        assert_eq!(kept["seq"], one.answer["seq"], "{id}: move {ply}");
    }
    if complete {
        assert_eq!(moved.len(), known.len(), "{id}: moves that nobody made");
        let record = server.get(&format!("/api/v1/games/{id}/record")).expect(200);
        let record = duel_books::record(&record.body).expect("a record that replays");
        assert_eq!(record.game.played().len(), known.len());
        assert!(record.game.ending().is_some(), "{id} is not over");
        let last = &known.last().expect("a move").answer;
        assert_eq!(record.game.position().to_string(), last["position"]);
    }
}

/// Lets people play while `trouble` happens, and looks at what is left.
fn under_load(name: &str, plan: &Plan, trouble: impl FnOnce(&mut Server, &World, &mut Dice)) {
    let seed = std::env::var("DUEL_SEED")
        .map_or_else(|_| Dice::fresh_seed(), |seed| seed.parse().expect("DUEL_SEED: a number"));
    let mut dice = Dice::seeded(seed);
    let mut server = plan.start();
    let world = Arc::new(World {
        address: Mutex::new(server.address),
        stop: AtomicBool::new(false),
        games: Mutex::default(),
        finished: AtomicU64::new(0),
        repeated: AtomicU64::new(0),
        unheard: AtomicU64::new(0),
    });
    thread::scope(|scope| {
        let playing: Vec<_> = (0..PLAYERS)
            .map(|player| {
                let world = &*world;
                let dice = Dice::seeded(seed.wrapping_add(1 + player));
                scope.spawn(move || Client { world, http: world.http(), dice }.play())
            })
            .collect();
        trouble(&mut server, &world, &mut dice);
        world.stop.store(true, Ordering::Relaxed);
        for player in playing {
            player.join().unwrap_or_else(|_| panic!("a player failed (seed {seed})"));
        }
    });
    let games = world.games();
    for (id, known) in games.iter() {
        check(&server, id, known, true);
    }
    let moves: usize = games.values().map(Vec::len).sum();
    let count = |count: &AtomicU64| count.load(Ordering::Relaxed);
    println!(
        "{name}: {moves} moves in {} games ({} needed another attempt, {} repeated)",
        count(&world.finished),
        count(&world.unheard),
        count(&world.repeated),
    );
    assert!(count(&world.unheard) > 0, "no move was under way when the server was killed");
    assert!(!plan.written().contains("panicked"), "{}", plan.written());
}

/// How often one database is killed: the longer it is, the longer a server reads it when it starts.
const KILLS_OF_ONE: u32 = 100;

/// How many databases are killed, and how often each.
fn kills() -> impl Iterator<Item = u32> {
    let all = setting("DUEL_WEB_KILLS", 20);
    (0..all).step_by(KILLS_OF_ONE as usize).map(move |done| KILLS_OF_ONE.min(all - done))
}

/// Kills the server so often. After each time, what was acknowledged before is there.
fn kill_again_and_again(
    kills: u32,
    plan: &Plan,
    server: &mut Server,
    world: &World,
    dice: &mut Dice,
) {
    let mut checked: HashMap<String, usize> = HashMap::new();
    for _ in 0..kills {
        thread::sleep(Duration::from_micros(dice.roll(1_000..=250_000)));
        server.kill();
        let known = world.games().clone();
        *server = plan.start();
        world.moved(server.address);
        for (id, moves) in known {
            if checked.insert(id.clone(), moves.len()) != Some(moves.len()) {
                check(server, &id, &moves, false);
            }
        }
    }
}

#[test]
fn a_killed_server_with_sqlite_loses_nothing() {
    for kills in kills() {
        let folder = folder();
        let plan = Plan::in_folder(folder.path(), GENEROUS);
        under_load("SQLite", &plan, |server, world, dice| {
            kill_again_and_again(kills, &plan, server, world, dice);
        });
    }
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_killed_server_with_postgres_loses_nothing_nor_does_a_killed_postgres() {
    let cluster = Cluster::start(Disk::Real);
    for kills in kills() {
        let folder = folder();
        let plan = Plan::on(folder.path(), &wait_for(cluster.database()), GENEROUS);
        under_load("PostgreSQL", &plan, |server, world, dice| {
            kill_again_and_again(kills, &plan, server, world, dice);
        });
    }
    let folder = folder();
    let plan = Plan::on(folder.path(), &wait_for(cluster.database()), GENEROUS);
    under_load("PostgreSQL killed", &plan, |server, world, dice| {
        for time in 0..4 {
            thread::sleep(Duration::from_millis(dice.roll(100..=500)));
            if time % 2 == 0 {
                cluster.end();
            } else {
                cluster.kill();
            }
            let away = server.get("/readyz");
            assert_eq!(away.status, 503, "{}", away.text());
            thread::sleep(Duration::from_millis(dice.roll(0..=400)));
            // Whatever was acknowledged until now has to be there: a move that was acknowledged
            // without the database would be missing.
            let known = world.games().clone();
            cluster.begin();
            // It recovers by itself.
            let before: usize = known.values().map(Vec::len).sum();
            serving::until("the game goes on", || {
                let now: usize = world.games().values().map(Vec::len).sum();
                (now > before).then_some(())
            });
            for (id, moves) in &known {
                check(server, id, moves, false);
            }
        }
    });
}
