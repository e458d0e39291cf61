//! Classes through the API: pupils who join again, rematches, rounds, names, and what the teacher does.

#[path = "support/client.rs"]
#[expect(dead_code, reason = "other tests use the rest of it")]
mod client;

use std::collections::HashMap;

use axum::http::{Method, StatusCode};
use client::{Answer, Client, Player};
use duel_web::{
    Config,
    store::{Store, memory::Memory},
};
use futures_util::future::join_all;
use serde_json::{Value, json};

const POSITION: &str = r#"{"position":"subtract+no-echo:126"}"#;

struct Class {
    client: Client,
    code: String,
    teacher: String,
}

impl Class {
    async fn open() -> Class {
        Class::opened(POSITION).await
    }

    async fn opened(body: &str) -> Class {
        Class::on(Client::with(&["games=1000", "requests=10000"]), body).await
    }

    async fn on(client: Client, body: &str) -> Class {
        let opened = client.post("/api/v1/rooms", None, body).await.json();
        let text =
            |name: &str| opened[name].as_str().unwrap_or_else(|| panic!("{opened}")).to_owned();
        Class { code: text("code"), teacher: text("token"), client }
    }

    fn path(&self, what: &str) -> String {
        format!("/api/v1/rooms/{}{what}", self.code)
    }

    async fn try_join(&self, token: &str, body: &str) -> Answer {
        self.client.post(&self.path("/join"), Some(token), body).await
    }

    async fn join(&self, token: &str) -> Player {
        let answer = self.try_join(token, "{}").await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        Player::of(&answer.json())
    }

    /// Two who join one after the other, and are paired.
    async fn pair(&self, one: &str, other: &str) -> [Player; 2] {
        self.join(one).await;
        let other = self.join(other).await;
        let one = self.join(one).await;
        assert_eq!((&one.id, one.seat, other.seat), (&other.id, 1, 2));
        [one, other]
    }

    async fn seat(&self, token: &str) -> Value {
        self.client.json(Method::GET, &self.path("/seat"), Some(token), "").await.json()
    }

    async fn room(&self) -> Value {
        self.client.get(&self.path("")).await.json()
    }

    async fn tables(&self) -> Vec<Value> {
        self.room().await["tables"].as_array().unwrap().clone()
    }

    /// The labels of all tables.
    async fn labels(&self) -> Vec<[String; 2]> {
        let label = |seat: &Value| seat["label"].as_str().unwrap().to_owned();
        let tables = self.tables().await;
        tables.iter().map(|table| [label(&table["seats"][0]), label(&table["seats"][1])]).collect()
    }

    async fn lead(&self, what: &str, body: &Value) -> Answer {
        self.client.post(&self.path(what), Some(&self.teacher), &body.to_string()).await
    }

    async fn next_round(&self) {
        let answer = self.lead("/round", &json!({})).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    }

    async fn rematch(&self, pair: [&Player; 2]) -> Value {
        self.client.act(pair[0], "resign", "{}").await;
        let offer = r#"{"offer":"rematch"}"#;
        self.client.act(pair[0], "offers", offer).await;
        self.client.act(pair[1], "offers", offer).await.json()
    }
}

fn token(pupil: usize) -> String {
    format!("{pupil:032}")
}

fn tokens() -> [String; 4] {
    [1, 2, 3, 4].map(token)
}

#[tokio::test]
async fn the_odd_one_plays_the_computer_until_the_next_one_joins() {
    let class = Class::open().await;
    let [a, b, c, d] = tokens();
    let alone = class.join(&a).await;
    assert_eq!(class.client.game(&alone.id).await["seats"][1]["kind"], "computer");
    assert_eq!(class.join(&a).await.id, alone.id, "joining again changes nothing");
    let [_, second] = class.pair(&a, &b).await;
    assert_ne!(second.id, alone.id, "a game of its own");
    let third = class.join(&c).await;
    assert_eq!(class.labels().await, [["Pupil 1", "Pupil 2"], ["Pupil 3", "Computer"]]);
    let fourth = class.join(&d).await;
    assert_ne!(fourth.id, third.id);
    assert_eq!(class.seat(&c).await["place"]["id"], fourth.id);
    assert_eq!(class.labels().await, [["Pupil 1", "Pupil 2"], ["Pupil 3", "Pupil 4"]]);
    let seat = class.seat(&c).await;
    assert_eq!((&seat["place"]["label"], &seat["place"]["table"]), (&json!("Pupil 3"), &json!(2)));
    assert_eq!(seat["place"]["players"], json!(["Pupil 3", "Pupil 4"]));
}

#[tokio::test]
async fn a_rematch_is_played_at_its_table_of_the_class() {
    let class = Class::open().await;
    let [a, b, ..] = tokens();
    let [first, second] = class.pair(&a, &b).await;
    let next = class.rematch([&first, &second]).await["rematch"].as_str().unwrap().to_owned();
    let tables = class.tables().await;
    assert_eq!(tables.len(), 1);
    assert_eq!((&tables[0]["game"], &tables[0]["round"]), (&json!(next), &json!(2)));
    assert_eq!((&tables[0]["score"], &tables[0]["result"]), (&json!([1, 0]), &Value::Null));
    assert_eq!(class.labels().await, [["Pupil 2", "Pupil 1"]], "the seats are swapped");
    let again = class.join(&a).await;
    assert_eq!((again.id, again.seat), (next.clone(), 2));
    let seat = class.seat(&b).await;
    assert_eq!((&seat["place"]["id"], &seat["place"]["seat"]), (&json!(next), &json!(1)));
}

#[tokio::test]
async fn whoever_joins_again_keeps_the_seat_until_the_game_is_over() {
    let class = Class::open().await;
    let [a, b, c, _] = tokens();
    let [first, _] = class.pair(&a, &b).await;
    assert_eq!(class.join(&a).await.id, first.id);
    class.client.act(&first, "resign", "{}").await;
    class.join(&c).await;
    let partner = class.join(&a).await;
    assert_eq!(class.seat(&c).await["place"]["id"], partner.id, "another partner");
    assert_eq!(class.join(&a).await.id, partner.id);
    // The one who is left looks at the finished game until it is enough.
    assert_eq!(class.seat(&b).await["place"]["id"], first.id);
    let alone = class.join(&b).await;
    assert_eq!(class.client.game(&alone.id).await["seats"][1]["kind"], "computer");
}

#[tokio::test]
async fn in_the_next_round_everybody_is_seated_anew_with_another_partner() {
    let class = Class::open().await;
    let [a, b, c, d] = tokens();
    let old = class.pair(&a, &b).await;
    class.pair(&c, &d).await;
    assert_eq!(class.seat(&a).await["round"], 1);
    class.next_round().await;
    let seat = class.seat(&a).await;
    assert_eq!(
        (&seat["round"], &seat["place"], &seat["removed"]),
        (&json!(2), &Value::Null, &json!(false))
    );
    // Nobody here has a connection, so they are paired as they come.
    class.join(&b).await;
    class.join(&d).await;
    class.join(&c).await;
    class.join(&a).await;
    let new = class.seat(&a).await["place"]["id"].clone();
    assert_ne!(new, json!(old[0].id));
    assert_eq!(class.labels().await, [["Pupil 2", "Pupil 4"], ["Pupil 3", "Pupil 1"]]);
    assert_eq!(class.seat(&"s".repeat(32)).await["place"], Value::Null);
}

#[tokio::test]
async fn nicknames_are_kept_only_where_they_are_allowed() {
    let class = Class::open().await;
    class.try_join(&token(1), r#"{"name":"Ann"}"#).await;
    assert_eq!(class.room().await["pupils"][0]["label"], "Pupil 1");
    let body = r#"{"position":"divide:60","nicknames":true}"#;
    let class = Class::opened(body).await;
    let names = ["  Ann\\u202e ", "ann", "Bartholomew the Second of Exeter", "", "Pupil 1"];
    for (place, name) in names.iter().enumerate() {
        let answer = class.try_join(&token(place), &format!(r#"{{"name":"{name}"}}"#)).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    }
    let room = class.room().await;
    let labels: Vec<&str> =
        room["pupils"].as_array().unwrap().iter().map(|it| it["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["Ann", "ann 2", "Bartholomew the Seco", "Pupil 4", "Pupil 5"]);
    let answer = class.try_join(&token(9), r#"{"name":"computer"}"#).await.json();
    assert_eq!(answer["label"], "computer 2");
    let renamed = class.lead("/rename", &json!({ "pupil": 2, "name": "Bea" })).await.json();
    assert_eq!(renamed["pupils"][1]["label"], "Bea");
    let renamed = class.lead("/rename", &json!({ "pupil": 2, "name": null })).await.json();
    assert_eq!(
        (&renamed["pupils"][1]["label"], &renamed["pupils"][1]["named"]),
        (&json!("Pupil 2"), &json!(false))
    );
    assert_eq!(class.seat(&token(0)).await["place"]["players"][1], "Pupil 2");
    let other = class.lead("/rename", &json!({ "pupil": 77, "name": "X" })).await;
    assert_eq!(other.code(), "no-such-pupil");
    let stranger = class
        .client
        .post(&class.path("/rename"), Some(&token(0)), r#"{"pupil":1,"name":"X"}"#)
        .await;
    assert_eq!(stranger.code(), "not-your-room");
}

#[tokio::test]
async fn whoever_is_removed_can_join_again_unless_the_room_is_closed() {
    let class = Class::open().await;
    let [a, b, c, d] = tokens();
    class.pair(&a, &b).await;
    class.join(&c).await;
    let removed = class.lead("/remove", &json!({ "pupil": 1 })).await;
    assert_eq!(removed.status, StatusCode::OK, "{}", removed.text());
    let seat = class.seat(&a).await;
    assert_eq!((&seat["removed"], &seat["place"]), (&json!(true), &Value::Null));
    // The partner plays on with the one who was left over.
    assert_eq!(class.labels().await, [["Pupil 2", "Pupil 3"]]);
    class.lead("/settings", &json!({ "closed": true })).await;
    assert_eq!(class.try_join(&a, "{}").await.code(), "closed");
    assert_eq!(class.try_join(&d, "{}").await.code(), "closed");
    class.next_round().await;
    class.join(&b).await;
    class.join(&c).await;
    class.lead("/settings", &json!({ "closed": false })).await;
    class.join(&a).await;
    let seat = class.seat(&a).await;
    assert_eq!((&seat["removed"], &seat["place"]["label"]), (&json!(false), &json!("Pupil 1")));
    assert_eq!(class.seat(&a).await["place"]["players"], json!(["Pupil 1", "Computer"]));
}

#[tokio::test]
async fn the_teacher_moves_pupils_and_whoever_sat_there_takes_their_seat() {
    let class = Class::open().await;
    let [a, b, c, d] = tokens();
    class.pair(&a, &b).await;
    class.pair(&c, &d).await;
    let moved = class.lead("/move", &json!({ "pupil": 1, "table": 2, "seat": 2 })).await;
    assert_eq!(moved.status, StatusCode::OK, "{}", moved.text());
    assert_eq!(class.labels().await, [["Pupil 4", "Pupil 2"], ["Pupil 3", "Pupil 1"]]);
    assert_eq!(class.seat(&a).await["place"]["id"], class.seat(&c).await["place"]["id"]);
    // To a table of its own: the partner is left with the computer, and the table can be given up again.
    class.lead("/move", &json!({ "pupil": 1, "table": 3, "seat": 1 })).await;
    let expected = [["Pupil 4", "Pupil 2"], ["Pupil 3", "Computer"], ["Pupil 1", "Computer"]];
    assert_eq!(class.labels().await, expected);
    class.lead("/move", &json!({ "pupil": 1, "table": 2, "seat": 2 })).await;
    assert_eq!(class.labels().await, [["Pupil 4", "Pupil 2"], ["Pupil 3", "Pupil 1"]]);
    // Sides can be changed at one table, too.
    class.lead("/move", &json!({ "pupil": 1, "table": 2, "seat": 1 })).await;
    assert_eq!(class.labels().await[1], ["Pupil 1", "Pupil 3"]);
    for (body, code) in [
        (json!({ "pupil": 1, "table": 9, "seat": 1 }), "no-such-table"),
        (json!({ "pupil": 1, "table": 1, "seat": 3 }), "no-such-seat"),
        (json!({ "pupil": 5, "table": 1, "seat": 1 }), "no-such-pupil"),
    ] {
        assert_eq!(class.lead("/move", &body).await.code(), code);
    }
}

#[tokio::test]
async fn whoever_waits_for_an_absent_partner_can_play_another() {
    let class = Class::open().await;
    let [a, b, c, _] = tokens();
    class.pair(&a, &b).await;
    class.join(&c).await;
    let answer = class.try_join(&a, r#"{"leave":true}"#).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    assert_eq!(class.labels().await, [["Pupil 2", "Computer"], ["Pupil 3", "Pupil 1"]]);
}

#[tokio::test]
async fn the_numbers_are_as_large_as_the_teacher_wants() {
    let class = Class::opened(r#"{"book":"subtract","fair":true,"numbers":"small"}"#).await;
    class.join(&token(1)).await;
    let number =
        |room: &Value| room["tables"][0]["numbers"].as_str().unwrap().parse::<u64>().unwrap();
    assert!((40..=93).contains(&number(&class.room().await)));
    class.lead("/round", &json!({ "numbers": "large" })).await;
    class.join(&token(1)).await;
    let room = class.room().await;
    assert!((147..=200).contains(&number(&room)), "{room}");
    assert_eq!(room["numbers"], "large");
    let next = class.lead("/round", &json!({ "position": "divide:60" })).await.json();
    assert_eq!(
        (&next["book"], &next["numbers"], &next["fair"]),
        (&json!("divide:60"), &Value::Null, &json!(false))
    );
    let wrong = class.lead("/round", &json!({ "numbers": "huge" })).await;
    assert_eq!(wrong.code(), "numbers");
    let wrong = class.lead("/round", &json!({ "numbers": "small" })).await;
    assert_eq!(wrong.code(), "numbers", "a position has its own numbers");
    let wrong = class.lead("/round", &json!({ "book": "divide", "position": "divide:60" })).await;
    assert_eq!(wrong.code(), "what-to-play");
}

#[tokio::test]
async fn a_restart_loses_nothing_of_a_class() {
    let store = Store::new(Memory::default());
    let body = r#"{"position":"subtract+no-echo:126","nicknames":true}"#;
    let class = Class::on(Client::on(store.clone(), Config::default()), body).await;
    let [a, b, c, _] = tokens();
    class.try_join(&a, r#"{"name":"Ann"}"#).await;
    let [first, _] = class.pair(&a, &b).await;
    class.client.act(&first, "resign", "{}").await;
    class.next_round().await;
    class.join(&c).await;
    class.lead("/remove", &json!({ "pupil": 2 })).await;
    let before = (class.room().await, class.client.get(&class.path("/results")).await.json());
    let class = Class { client: Client::on(store, Config::default()), ..class };
    assert_eq!(
        (class.room().await, class.client.get(&class.path("/results")).await.json()),
        before
    );
    assert_eq!(before.1["results"][0]["players"], json!(["Ann", "Pupil 2"]));
    assert_eq!(before.1["results"][0]["wins"], json!([0, 1]));
    assert_eq!(before.0["pupils"][1]["wins"], 1, "also of those who have gone");
    assert_eq!(class.seat(&b).await["removed"], true);
}

/// What must be so at any time: whoever has joined has a game, and not with themselves.
async fn check_class(class: &Class, here: &[usize]) {
    let mut games: HashMap<String, Vec<u64>> = HashMap::new();
    for pupil in here {
        let seat = class.seat(&token(*pupil)).await;
        let place = &seat["place"];
        let id = place["id"].as_str().unwrap_or_else(|| panic!("pupil {pupil}: {seat}"));
        games.entry(id.to_owned()).or_default().push(place["seat"].as_u64().unwrap());
    }
    let alone = games.values().filter(|seats| seats.len() == 1).count();
    assert_eq!(alone, here.len() % 2, "only the odd one plays the computer: {games:?}");
    for seats in games.values().filter(|seats| seats.len() != 1) {
        let mut seats = seats.clone();
        seats.sort_unstable();
        assert_eq!(seats, [1, 2], "two pupils, each in a seat of their own");
    }
}

#[tokio::test]
async fn a_class_of_thirty_plays_three_rounds() {
    let class = Class::open().await;
    let mut wins: HashMap<u64, u64> = HashMap::new();
    let mut here: Vec<usize> = Vec::new();
    for (round, newcomers) in [(1, 28), (2, 1), (3, 1)] {
        if round > 1 {
            class.next_round().await;
        }
        // All at once, and some of them twice, as after a reload.
        let join = |pupil: usize| {
            let class = &class;
            async move { class.join(&token(pupil)).await }
        };
        join_all(here.iter().chain(here.iter().take(7)).map(|pupil| join(*pupil))).await;
        check_class(&class, &here).await;
        let next = here.len() + 1;
        let new: Vec<usize> = (next..next + newcomers).collect();
        join_all(new.iter().chain(&new).map(|pupil| join(*pupil))).await;
        here.extend(new);
        check_class(&class, &here).await;
        assert_eq!(class.tables().await.len(), here.len().div_ceil(2));

        let mut places = Vec::new();
        for pupil in &here {
            places.push(class.seat(&token(*pupil)).await["place"].clone());
        }
        // The first seat of every table of two gives up, and the other pupil has won.
        for winner in places.iter().filter(|place| place["seat"] == 2) {
            let loser = places.iter().find(|it| it["seat"] == 1 && it["id"] == winner["id"]);
            class.client.act(&Player::of(loser.unwrap()), "resign", "{}").await;
            *wins.entry(winner["pupil"].as_u64().unwrap()).or_default() += 1;
        }
    }
    let room = class.room().await;
    for pupil in room["pupils"].as_array().unwrap() {
        let expected = wins.get(&pupil["pupil"].as_u64().unwrap()).copied().unwrap_or(0);
        assert_eq!(pupil["wins"], expected, "{pupil}");
    }
    let results = class.client.get(&class.path("/results")).await.json();
    let results = results["results"].as_array().unwrap();
    let finished: u64 = results.iter().map(|line| line["games"].as_u64().unwrap()).sum();
    assert_eq!(finished, wins.values().sum::<u64>());
    assert!(results.iter().all(|line| line["players"].to_string().contains("Pupil")));
}

#[tokio::test]
async fn two_nodes_seat_one_class() {
    let store = Store::new(Memory::default());
    let config = || {
        let mut config = Config::default();
        config.limits.set("games=1000".parse().unwrap());
        config
    };
    let class = Class::on(Client::on(store.clone(), config()), POSITION).await;
    let (code, teacher) = (class.code.clone(), class.teacher.clone());
    let other = Class { client: Client::on(store, config()), code, teacher };
    // Both nodes seat pupils at the same time: the number of the event decides who was first.
    let here: Vec<usize> = (1..=20).collect();
    let nodes = [&class, &other];
    join_all(here.iter().map(|pupil| {
        let node = nodes[pupil % 2];
        async move { node.join(&token(*pupil)).await }
    }))
    .await;
    check_class(&class, &here).await;
    check_class(&other, &here).await;
    assert_eq!(class.labels().await, other.labels().await);
}
