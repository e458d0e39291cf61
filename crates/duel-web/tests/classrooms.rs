//! Classes through the API: pupils who join again, rematches, and the next round.

#[path = "support/client.rs"]
#[expect(dead_code, reason = "other tests use the rest of it")]
mod client;

use axum::http::{Method, StatusCode};
use client::{Client, Player};
use serde_json::{Value, json};

struct Class {
    client: Client,
    code: String,
    teacher: String,
}

impl Class {
    async fn open() -> Class {
        let client = Client::with(&["games=1000"]);
        let body = r#"{"position":"subtract+no-echo:126"}"#;
        let opened = client.post("/api/v1/rooms", None, body).await.json();
        let text = |name: &str| opened[name].as_str().unwrap().to_owned();
        Class { code: text("code"), teacher: text("token"), client }
    }

    fn path(&self, what: &str) -> String {
        format!("/api/v1/rooms/{}{what}", self.code)
    }

    async fn join(&self, token: &str) -> Player {
        let answer = self.client.post(&self.path("/join"), Some(token), "{}").await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        Player::of(&answer.json())
    }

    async fn seat(&self, token: &str) -> Value {
        self.client.json(Method::GET, &self.path("/seat"), Some(token), "").await.json()
    }

    async fn tables(&self) -> Vec<Value> {
        let room = self.client.get(&self.path("")).await.json();
        room["tables"].as_array().unwrap().clone()
    }

    async fn rematch(&self, pair: [&Player; 2]) -> Value {
        self.client.act(pair[0], "resign", "{}").await;
        let offer = r#"{"offer":"rematch"}"#;
        self.client.act(pair[0], "offers", offer).await;
        self.client.act(pair[1], "offers", offer).await.json()
    }
}

fn tokens() -> [String; 4] {
    ["a", "b", "c", "d"].map(|letter| letter.repeat(32))
}

#[tokio::test]
async fn a_rematch_is_played_at_its_table_of_the_class() {
    let class = Class::open().await;
    let [a, b, ..] = tokens();
    let (first, second) = (class.join(&a).await, class.join(&b).await);
    let next = class.rematch([&first, &second]).await["rematch"].as_str().unwrap().to_owned();
    let tables = class.tables().await;
    assert_eq!(tables.len(), 1);
    assert_eq!((&tables[0]["game"], &tables[0]["round"]), (&json!(next), &json!(2)));
    assert_eq!((&tables[0]["score"], &tables[0]["result"]), (&json!([1, 0]), &Value::Null));
    let again = class.join(&a).await;
    assert_eq!((again.id, again.seat), (next.clone(), 2), "the seats are swapped");
    let seat = class.seat(&b).await;
    assert_eq!((&seat["place"]["id"], &seat["place"]["seat"]), (&json!(next), &json!(1)));
}

#[tokio::test]
async fn whoever_joins_again_keeps_the_seat_until_the_game_is_over() {
    let class = Class::open().await;
    let [a, b, c, _] = tokens();
    let first = class.join(&a).await;
    let again = class.join(&a).await;
    assert_eq!((&again.id, again.seat), (&first.id, 1), "not opposite themselves");
    let second = class.join(&b).await;
    assert_eq!((&second.id, second.seat), (&first.id, 2));
    assert_eq!(class.join(&a).await.seat, 1);
    class.client.act(&first, "resign", "{}").await;
    let third = class.join(&c).await;
    let partner = class.join(&a).await;
    assert_eq!((&partner.id, partner.seat), (&third.id, 2), "another partner");
    assert_eq!(class.join(&a).await.id, third.id);
    assert_eq!(class.seat(&a).await["place"]["id"], third.id);
}

#[tokio::test]
async fn in_the_next_round_everybody_has_to_be_seated_anew() {
    let class = Class::open().await;
    let [a, b, ..] = tokens();
    let old = [class.join(&a).await, class.join(&b).await];
    let seat = class.seat(&a).await;
    assert_eq!((&seat["round"], &seat["place"]["id"]), (&json!(1), &json!(old[0].id)));
    class.client.post(&class.path("/round"), Some(&class.teacher), "{}").await;
    assert_eq!(class.seat(&a).await, json!({ "round": 2, "place": null }));
    let new = [class.join(&b).await, class.join(&a).await];
    assert_ne!(new[0].id, old[0].id);
    assert_eq!((&new[0].id, new[0].seat, new[1].seat), (&new[1].id, 1, 2));
    assert_eq!(class.seat(&a).await["place"]["id"], new[0].id);
    assert_eq!(class.seat(&"s".repeat(32)).await["place"], Value::Null);
}
