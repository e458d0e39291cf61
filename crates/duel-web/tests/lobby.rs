//! The lobby through the API: pairing with a stranger, open games, and what is never listed.

#[path = "support/client.rs"]
#[expect(dead_code, reason = "other tests use the rest of it")]
mod client;

use std::collections::HashMap;

use axum::http::StatusCode;
use client::Client;
use futures_util::future::join_all;
use serde_json::Value;

fn token(number: usize) -> String {
    format!("{number:0>40}")
}

async fn pair(client: &Client, number: usize, body: &str) -> (StatusCode, Value) {
    let answer = client.post("/api/v1/lobby/pair", Some(&token(number)), body).await;
    (answer.status, answer.json())
}

async fn lobby(client: &Client) -> Value {
    client.get("/api/v1/lobby").await.json()
}

fn ids(listed: &Value) -> Vec<&str> {
    listed.as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn the_second_finds_the_game_of_the_first() {
    let client = Client::new();
    let (status, first) = pair(&client, 1, r#"{"book":"subtract","name":"Anna"}"#).await;
    assert_eq!(status, StatusCode::CREATED, "{first}");
    assert_eq!(first["game"]["waiting"], true);
    let open = lobby(&client).await;
    assert_eq!(ids(&open["waiting"]), [first["id"].as_str().unwrap()], "{open}");
    let players = open["waiting"][0]["players"].as_array().unwrap();
    assert_eq!(players.iter().filter(|player| **player == "Anna").count(), 1);
    assert_eq!(players.iter().filter(|player| player.is_null()).count(), 1);

    // The same request again finds the same seat, and not the other one.
    assert_eq!(pair(&client, 1, r#"{"book":"subtract"}"#).await.1["seat"], first["seat"]);
    // Somebody who wants another book does not sit down here.
    let (status, other) = pair(&client, 2, r#"{"book":"digits"}"#).await;
    assert_eq!((status, &other["game"]["book"]), (StatusCode::CREATED, &"digits".into()));

    let (status, second) = pair(&client, 3, r#"{"book":"subtract"}"#).await;
    assert_eq!((status, &second["id"]), (StatusCode::OK, &first["id"]));
    assert_ne!(second["seat"], first["seat"]);
    assert_eq!(second["game"]["waiting"], false);
    assert_eq!(pair(&client, 3, "{}").await.1["id"], first["id"], "once more, also for any book");
    // Whoever takes any game takes the one that waits.
    assert_eq!(pair(&client, 4, "{}").await.1["id"], other["id"]);
    assert_eq!(lobby(&client).await["waiting"].as_array().unwrap().len(), 0);
}

#[tokio::test]
async fn many_at_once_are_all_paired() {
    let client = Client::with(&["games=1000", "requests=10000"]);
    let seats = join_all((0..30).map(|number| pair(&client, number, "{}"))).await;
    let mut tables: HashMap<String, Vec<u64>> = HashMap::new();
    for (_, seated) in &seats {
        let id = seated["id"].as_str().unwrap_or_else(|| panic!("{seated}")).to_owned();
        tables.entry(id).or_default().push(seated["seat"].as_u64().unwrap());
    }
    assert_eq!(tables.len(), 15);
    for (id, mut seats) in tables {
        seats.sort_unstable();
        assert_eq!(seats, [1, 2], "{id}");
    }
}

#[tokio::test]
async fn a_game_by_link_is_not_listed() {
    let client = Client::new();
    client.post("/api/v1/games", Some(&token(1)), r#"{"position":"divide:60"}"#).await;
    let open = lobby(&client).await;
    assert_eq!(open["waiting"], Value::Array(vec![]));
    let body = r#"{"position":"divide:60","open":true}"#;
    let begun = client.post("/api/v1/games", Some(&token(2)), body).await.json();
    assert_eq!(ids(&lobby(&client).await["waiting"]), [begun["id"].as_str().unwrap()]);
}

#[tokio::test]
async fn what_cannot_be_paired_is_refused_and_begins_nothing() {
    let client = Client::new();
    for (body, code) in [
        (r#"{"book":"chess"}"#, "no-such-book"),
        (r#"{"books":"divide"}"#, "body"),
        (r#"{"name":7}"#, "body"),
        (r#"["divide","Anna"]"#, "body"),
    ] {
        let (status, problem) = pair(&client, 1, body).await;
        assert!(status.is_client_error(), "{body}: {problem}");
        assert!(code == "body" || problem["code"] == code, "{body}: {problem}");
    }
    let body = r#"{"book":"divide","open":true,"opponent":"computer"}"#;
    let refused = client.post("/api/v1/games", None, body).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text());
    assert_eq!(lobby(&client).await["waiting"], Value::Array(vec![]));
}
