//! Whole games through the API, without a port.

#[path = "support/client.rs"]
mod client;

use std::time::Duration;

use axum::http::{Method, StatusCode};
use client::{Client, Player};
use serde_json::{Value, json};

/// Plays these moves in turn, and gives the last answer.
async fn moves(client: &Client, players: &[Player; 2], made: &[&str]) -> Value {
    let mut last = Value::Null;
    for (ply, one) in made.iter().enumerate() {
        let answer = client.play(&players[ply % 2], one).await;
        assert_eq!(answer.status, StatusCode::OK, "{one}: {}", answer.text());
        last = answer.json();
        assert_eq!(last["ply"], ply + 1);
    }
    last
}

fn said(game: &Value) -> Vec<&str> {
    let lines = game["log"]["lines"].as_array().unwrap();
    lines.iter().map(|line| line["text"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn every_book_is_played_to_its_end() {
    let client = Client::new();
    for (book, made, winner, end) in [
        ("divide", &["6", "2"][..], 2, "Player 1 cannot make a move. Player 2 wins!"),
        ("dilemma", &["8"], 1, ""),
        ("subtract", &["4", "2", "3"], 1, ""),
        ("digits", &["1", "4"], 2, "Player 2 wins!"),
        ("factor", &["10"], 1, ""),
    ] {
        let pair = client.pair(&json!({ "book": book }).to_string()).await;
        let id = pair[0].id.clone();
        let game = client.game(&id).await;
        assert_eq!((&game["book"], &game["turn"]), (&json!(book), &json!(1)), "{game}");
        let last = match book {
            "factor" => {
                moves(&client, &pair, &[game["board"]["numbers"][0].as_str().unwrap()]).await
            }
            _ => moves(&client, &pair, made).await,
        };
        assert_eq!(last["result"]["winner"], winner, "{book}: {last}");
        assert_eq!(last["result"]["why"], "played");
        let game = client.game(&id).await;
        assert!(said(&game).last().unwrap().contains(end), "{:?}", said(&game));
        assert_eq!(game["turn"], Value::Null);
        assert_eq!(game["history"].as_array().unwrap().len() as u64, game["ply"].as_u64().unwrap());
        let record = client.get(&format!("/api/v1/games/{id}/record")).await;
        let read = duel_books::record(&record.bytes).unwrap();
        assert_eq!(read.game.position().to_string(), game["position"]);
        let json = client.get(&format!("/api/v1/games/{id}/record?format=json")).await;
        assert_eq!(duel_books::record(&json.bytes).unwrap(), read);
    }
}

#[tokio::test]
async fn the_book_speaks_in_the_log() {
    let client = Client::new();
    let pair = client.pair(r#"{"book":"divide","name":"Zoe"}"#).await;
    moves(&client, &pair, &["6", "Divide by 2"]).await;
    let game = client.game(&pair[0].id).await;
    assert_eq!(
        said(&game),
        [
            "Game Start! Initial N is 60.",
            "Zoe divided 60 by 6. New N is 10.",
            "Player 2 divided 10 by 2. New N is 5.",
            "Zoe's Turn:",
            "Current N: 5",
            "5 is prime. No valid moves.",
            "Zoe cannot make a move. Player 2 wins!"
        ]
    );
    assert_eq!(game["seats"][0]["name"], "Zoe");
    let step = json!({"op":"/","value":"2","leaves":"5"});
    let past = json!({"ply":2,"by":2,"move":"2","position":"divide:5","numbers":["5"],"number":1,"step":step});
    assert_eq!(game["history"][1], past);
}

#[tokio::test]
async fn what_is_wrong_is_said_and_changes_nothing() {
    let client = Client::new();
    let [first, second] = client.pair(r#"{"position":"divide:60,84"}"#).await;
    for (player, made, status, code) in [
        (&first, "2:7x", 422, "illegal"),
        (&first, "1:60", 422, "illegal"),
        (&first, "1:7", 422, "illegal"),
        (&first, "6", 422, "illegal"),
        (&first, "", 422, "illegal"),
        (&second, "1:6", 409, "not-your-turn"),
    ] {
        let answer = client.play(player, made).await;
        assert_eq!((answer.status.as_u16(), answer.code().as_str()), (status, code), "{made}");
    }
    let refused = client.play(&first, "1:7").await.json();
    assert!(refused["detail"].as_str().unwrap().contains("2, 3, 4, 5"), "{refused}");
    let stale = client.act(&first, "moves", r#"{"move":"1:6","ply":1}"#).await;
    assert_eq!((stale.status, stale.code()), (StatusCode::CONFLICT, "other-ply".to_owned()));
    assert_eq!(stale.json()["ply"], 0);
    let game = client.game(&first.id).await;
    assert_eq!((game["ply"].as_u64(), game["seq"].as_u64()), (Some(0), Some(1)));
}

#[tokio::test]
async fn nobody_moves_with_somebody_elses_right() {
    let client = Client::new();
    let [first, second] = client.pair(r#"{"book":"divide"}"#).await;
    let [other, _] = client.pair(r#"{"book":"divide"}"#).await;
    let path = format!("/api/v1/games/{}/moves", first.id);
    let body = r#"{"move":"6"}"#;
    assert_eq!(client.post(&path, None, body).await.status, StatusCode::UNAUTHORIZED);
    for token in [&other.token, "", "x", &"a".repeat(64)] {
        let answer = client.post(&path, Some(token), body).await;
        assert_eq!(answer.code(), "not-your-seat");
    }
    assert_eq!(client.post(&path, Some(&"a".repeat(65)), body).await.code(), "not-a-token");
    assert_eq!(client.post(&path, Some(&second.token), body).await.code(), "not-your-turn");
    let game = client.game(&first.id).await.to_string();
    assert!(!game.contains(&first.token) && !game.contains(&second.token));
    let events = client.get(&format!("/api/v1/games/{}/events", first.id)).await.text();
    assert!(!events.contains("hash") && events.contains("seated"), "{events}");
    for wrong in ["abcdefghijk1", "../../../etc", "%00", "abcdefghijkm"] {
        let answer = client.get(&format!("/api/v1/games/{wrong}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{wrong}");
    }
}

#[tokio::test]
async fn a_third_person_watches() {
    let client = Client::new();
    let [first, _] = client.pair(r#"{"book":"divide"}"#).await;
    let third = client.post(&format!("/api/v1/games/{}/join", first.id), None, "{}").await;
    assert_eq!((third.status, third.code()), (StatusCode::CONFLICT, "seats-taken".to_owned()));
}

#[tokio::test]
async fn before_the_second_player_nobody_moves() {
    let client = Client::new();
    let alone = client.begin(r#"{"book":"divide"}"#).await;
    assert_eq!(client.play(&alone, "6").await.code(), "waiting");
    let game = client.game(&alone.id).await;
    assert_eq!((&game["waiting"], &game["turn"]), (&json!(true), &Value::Null));
}

#[tokio::test]
async fn a_game_that_was_begun_elsewhere_goes_on() {
    let client = Client::new();
    let elsewhere = client.pair(r#"{"position":"subtract:60"}"#).await;
    moves(&client, &elsewhere, &["6", "2"]).await;
    let record = client.get(&format!("/api/v1/games/{}/record", elsewhere[0].id)).await.text();
    let again = |seat: &str| json!({ "record": record, "seat": seat }).to_string();
    // As the first player, who is to move.
    let pair = client.pair(&again("first")).await;
    let game = client.game(&pair[0].id).await;
    assert_eq!((&game["position"], &game["ply"]), (&json!("subtract:52"), &json!(2)), "{game}");
    assert_eq!(game["history"].as_array().unwrap().len(), 2);
    let told = said(&game).join("\n");
    for line in ["Initial N: 60", "Player 1", "54", "Player 2", "52"] {
        assert!(told.contains(line), "{line} in {told}");
    }
    let first = if pair[0].seat == 1 { &pair[0] } else { &pair[1] };
    let moved = client.play(first, "4").await.json();
    assert_eq!(moved["position"], "subtract:48/2");
    let read = client.get(&format!("/api/v1/games/{}/record", first.id)).await;
    assert_eq!(duel_books::record(&read.bytes).unwrap().game.played().len(), 3);
    // As the second, who waits.
    assert_eq!(client.begin(&again("second")).await.seat, 2);

    let begin = |body: Value| {
        let client = &client;
        async move { client.post("/api/v1/games", None, &body.to_string()).await.code() }
    };
    assert_eq!(begin(json!({ "record": "nonsense" })).await, "not-a-record");
    assert_eq!(begin(json!({ "record": record, "book": "divide" })).await, "what-to-play");
    client.act(&elsewhere[0], "resign", "{}").await;
    let over = client.get(&format!("/api/v1/games/{}/record", elsewhere[0].id)).await.text();
    assert_eq!(begin(json!({ "record": over })).await, "not-a-record");
}

#[tokio::test]
async fn a_repeated_move_is_one_move() {
    let client = Client::new();
    let [first, second] = client.pair(r#"{"book":"subtract"}"#).await;
    let send = async |player: &Player, made: &str, key: &str| {
        let path = format!("/api/v1/games/{}/moves", player.id);
        let request = axum::http::Request::post(path)
            .header("content-type", "application/json")
            .header("authorization", format!("Bearer {}", player.token))
            .header("idempotency-key", key)
            .body(json!({ "move": made }).to_string().into())
            .unwrap();
        client.send(request).await
    };
    let once = send(&first, "Subtract 4", "k1").await.json();
    assert_eq!(once["ply"], 1, "{once}");
    let again = send(&first, "Subtract 4", "k1").await.json();
    assert_eq!((&again["seq"], &again["ply"]), (&once["seq"], &once["ply"]));
    assert_eq!(send(&second, "2", "k1").await.json()["ply"], 2, "a key belongs to its player");
    let late = send(&first, "Subtract 4", "k1").await.json();
    assert_eq!(late["seq"], once["seq"], "also after the opponent's move");
    assert_eq!(send(&first, "3", "k1").await.code(), "key-reused");
    assert_eq!(send(&first, "3", &"k".repeat(65)).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(client.game(&first.id).await["ply"], 2);
}

#[tokio::test]
async fn of_many_who_move_at_once_one_does() {
    let client = std::sync::Arc::new(Client::new());
    let pair = client.pair(r#"{"position":"subtract:720720"}"#).await;
    for ply in 0..10_u64 {
        let player = &pair[usize::try_from(ply % 2).unwrap()];
        let tries = (0..8).map(|n| {
            let (client, player) = (client.clone(), player.clone());
            tokio::spawn(async move {
                let made = if n % 2 == 0 { "2" } else { "3" };
                let body = json!({ "move": made, "ply": ply }).to_string();
                client.act(&player, "moves", &body).await
            })
        });
        let answers = futures_util::future::join_all(tries).await;
        let statuses: Vec<u16> =
            answers.into_iter().map(|answer| answer.unwrap().status.as_u16()).collect();
        let made = statuses.iter().filter(|status| **status == 200).count();
        assert_eq!(made, 1, "{statuses:?}");
        assert!(statuses.iter().all(|status| matches!(status, 200 | 409 | 422)), "{statuses:?}");
    }
    assert_eq!(client.game(&pair[0].id).await["ply"], 10);
}

#[tokio::test]
async fn resigning_on_either_turn() {
    let client = Client::new();
    let [_, second] = client.pair(r#"{"book":"divide"}"#).await;
    let answer = client.act(&second, "resign", "{}").await.json();
    assert_eq!(answer["result"]["winner"], 1);
    assert_eq!(answer["result"]["why"], "resigned");
    assert_eq!(client.act(&second, "resign", "").await.code(), "over");
    let record = client.get(&format!("/api/v1/games/{}/record", second.id)).await;
    assert!(duel_books::record(&record.bytes).is_ok(), "{}", record.text());
}

#[tokio::test]
async fn taking_back_needs_two() {
    let client = Client::new();
    let pair = client.pair(r#"{"book":"subtract"}"#).await;
    let [first, second] = &pair;
    let offer = r#"{"offer":"take-back"}"#;
    assert_eq!(client.act(first, "offers", offer).await.code(), "no-offer");
    moves(&client, &pair, &["4"]).await;
    let game = client.act(first, "offers", offer).await.json();
    assert_eq!((&game["offers"]["take_back"], &game["ply"]), (&json!(1), &json!(1)));
    let path = format!("/api/v1/games/{}/offers", second.id);
    let declined = client.json(Method::DELETE, &path, Some(&second.token), "").await.json();
    assert_eq!(declined["offers"]["take_back"], Value::Null);
    client.act(first, "offers", offer).await;
    let back = client.act(second, "offers", offer).await.json();
    assert_eq!((&back["ply"], &back["position"]), (&json!(0), &json!("subtract:12")));
    let record = client.get(&format!("/api/v1/games/{}/record", second.id)).await;
    assert!(duel_books::record(&record.bytes).unwrap().game.played().is_empty());
}

#[tokio::test]
async fn a_rematch_swaps_the_seats_and_keeps_the_score() {
    let client = Client::new();
    let pair = client.pair(r#"{"book":"dilemma"}"#).await;
    let [first, second] = &pair;
    let offer = r#"{"offer":"rematch"}"#;
    assert_eq!(client.act(first, "offers", offer).await.code(), "no-offer");
    moves(&client, &pair, &["8"]).await;
    client.act(second, "offers", offer).await;
    let game = client.act(first, "offers", offer).await.json();
    let next = game["rematch"].as_str().unwrap().to_owned();
    let game = client.game(&next).await;
    assert_eq!((&game["round"], &game["score"]), (&json!(2), &json!([0, 1])));
    let now_first = Player { id: next.clone(), seat: 1, token: second.token.clone() };
    let now_second = Player { id: next, seat: 2, token: first.token.clone() };
    assert_eq!(client.play(&now_second, "8").await.code(), "not-your-turn");
    assert_eq!(client.play(&now_first, "8").await.json()["result"]["winner"], 1);
    assert_eq!(client.game(&now_first.id).await["score"], json!([1, 1]));
}

#[tokio::test]
async fn endless_games_are_abandoned_by_agreement() {
    let client = Client::new();
    let [first, second] = client.pair(r#"{"position":"digits:1000003:"}"#).await;
    let offer = r#"{"offer":"abandon"}"#;
    client.act(&first, "offers", offer).await;
    let game = client.act(&second, "offers", offer).await.json();
    assert_eq!(game["result"]["winner"], Value::Null);
    assert_eq!(game["result"]["why"], "abandoned");
    let [first, _] = client.pair(r#"{"book":"divide"}"#).await;
    assert_eq!(client.act(&first, "offers", offer).await.code(), "no-offer");
}

/// Waits until the game is as wanted.
async fn until(client: &Client, id: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..12_000 {
        let game = client.game(id).await;
        if wanted(&game) {
            return game;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it never came: {}", client.game(id).await);
}

#[tokio::test]
async fn the_computer_answers_and_agrees() {
    let client = Client::with(&["requests=100000"]);
    let me =
        client.begin(r#"{"position":"subtract:60","opponent":"computer","level":"perfect"}"#).await;
    let made = client.play(&me, "30").await.json();
    assert_eq!(made["ply"], 1);
    let game = until(&client, &me.id, |game| game["ply"] == 2).await;
    assert_eq!(game["seats"][1]["kind"], "computer");
    let offer = r#"{"offer":"take-back"}"#;
    let back = client.act(&me, "offers", offer).await.json();
    assert_eq!(back["ply"], 0, "the computer's reply goes with it");
    client.act(&me, "resign", "{}").await;
    let game = client.act(&me, "offers", r#"{"offer":"rematch"}"#).await.json();
    let next = game["rematch"].as_str().unwrap();
    until(&client, next, |game| game["ply"] == 1).await;
    // The computer begins where it has the first seat.
    let mine = client
        .begin(r#"{"book":"divide","opponent":"computer","level":"easy","seat":"second"}"#)
        .await;
    assert_eq!(mine.seat, 2);
    until(&client, &mine.id, |game| game["ply"] == 1).await;
}

#[tokio::test]
async fn insight_now_against_the_computer_and_later_between_people() {
    let client = Client::new();
    let me = client.begin(r#"{"position":"subtract:60","opponent":"computer"}"#).await;
    let analysis = client.get(&format!("/api/v1/games/{}/analysis", me.id)).await.json();
    assert_eq!(analysis["value"], "win");
    assert!(analysis["reasons"]["child"].as_str().unwrap().len() > 20);
    let pair = client.pair(r#"{"book":"divide"}"#).await;
    let path = format!("/api/v1/games/{}/analysis", pair[0].id);
    assert_eq!(client.get(&path).await.code(), "not-yet");
    let review = format!("/api/v1/games/{}/review", pair[0].id);
    assert_eq!(client.get(&review).await.code(), "not-yet");
    moves(&client, &pair, &["6", "2"]).await;
    assert_eq!(client.get(&path).await.json()["value"], "loss");
    let review = client.get(&review).await.json();
    assert_eq!(review["balance"], "+--");
    assert_eq!(review["moves"][0]["label"], "threw-it-away");
}

#[tokio::test]
async fn a_clock_runs_out_once_and_for_all() {
    let client = Client::with(&["requests=100000"]);
    let [first, second] = client.pair(r#"{"book":"divide","clock":"1s"}"#).await;
    let game = client.game(&first.id).await;
    assert_eq!(game["clock"]["running"], 1);
    assert_eq!(game["clock"]["left_ms"][1], 1000);
    let game = until(&client, &first.id, |game| game["result"] != Value::Null).await;
    assert_eq!(game["result"]["why"], "time");
    assert_eq!(game["result"]["winner"], 2);
    assert_eq!(
        game["clock"]["left_ms"],
        json!([0, 1000]),
        "the time of a turn does not begin anew"
    );
    assert_eq!(client.play(&first, "6").await.code(), "over");
    assert_eq!(client.play(&second, "6").await.code(), "over");
    let record = client.get(&format!("/api/v1/games/{}/record", first.id)).await;
    assert!(duel_books::record(&record.bytes).is_ok());
}

#[tokio::test]
async fn fair_games_are_dealt_by_their_seed() {
    let client = Client::new();
    for book in ["divide", "dilemma", "subtract", "digits", "factor"] {
        let body = json!({ "book": book, "fair": true, "seed": "7" }).to_string();
        let (one, other) = (client.begin(&body).await, client.begin(&body).await);
        let game = client.game(&one.id).await;
        assert_eq!(game["start"], client.game(&other.id).await["start"]);
        let start = duel_books::position(game["start"].as_str().unwrap()).unwrap();
        assert!(!start.is_over());
    }
}

#[tokio::test]
async fn classes_are_paired_as_they_come() {
    let client = std::sync::Arc::new(Client::with(&["games=1000"]));
    let opened = client.post("/api/v1/rooms", None, r#"{"book":"divide","fair":true}"#).await;
    assert_eq!(opened.status, StatusCode::CREATED, "{}", opened.text());
    let opened = opened.json();
    let code = opened["code"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/rooms/{}/join", code.to_lowercase());
    let joins = (0..7).map(|_| {
        let (client, path) = (client.clone(), path.clone());
        tokio::spawn(async move { client.post(&path, None, "{}").await })
    });
    let mut seats = Vec::new();
    for answer in futures_util::future::join_all(joins).await {
        let placed = answer.unwrap();
        assert_eq!(placed.status, StatusCode::OK, "{}", placed.text());
        let placed = placed.json();
        seats.push((placed["table"].as_u64().unwrap(), placed["seat"].as_u64().unwrap()));
    }
    seats.sort_unstable();
    assert_eq!(seats, [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2), (4, 1)]);
    let room = client.get(&format!("/api/v1/rooms/{code}")).await.json();
    let tables = room["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 4);
    assert!(tables.iter().all(|table| table["numbers"] == tables[0]["numbers"]), "{room}");
    assert_eq!(tables[3]["seats"][1]["label"], "Computer");
    let next = format!("/api/v1/rooms/{code}/round");
    assert_eq!(client.post(&next, None, "{}").await.code(), "not-your-room");
    let token = opened["token"].as_str().unwrap();
    let room = client.post(&next, Some(token), "{}").await.json();
    assert_eq!((&room["round"], room["tables"].as_array().unwrap().len()), (&json!(2), 0));
    assert_eq!(client.get("/api/v1/rooms/BCDFGH").await.status, StatusCode::NOT_FOUND);
}

/// A seat must not be lost with the answer that tells of it.
#[tokio::test]
async fn whoever_brings_a_token_can_sit_down_again() {
    let client = Client::with(&["games=1000"]);
    let (mine, yours) = ("m".repeat(32), "y".repeat(32));
    let body = r#"{"book":"divide","fair":true}"#;
    let begin = async || client.post("/api/v1/games", Some(&mine), body).await.json();
    let (once, again) = (begin().await, begin().await);
    assert_eq!((&once["id"], &once["seat"]), (&again["id"], &again["seat"]));
    assert_eq!(once["token"], mine);
    let path = format!("/api/v1/games/{}/join", once["id"].as_str().unwrap());
    for _ in 0..3 {
        let joined = client.post(&path, Some(&yours), "{}").await.json();
        assert_eq!((&joined["seat"], &joined["token"]), (&json!(2), &json!(yours)));
    }
    assert_eq!(client.post(&path, Some(&"z".repeat(32)), "{}").await.code(), "seats-taken");
    for weak in ["short", &"x".repeat(31), &"ü".repeat(20)] {
        let refused = client.post(&path, Some(weak), "{}").await;
        assert!(refused.status.is_client_error(), "{weak}");
    }
    let room = client.post("/api/v1/rooms", None, r#"{"book":"divide"}"#).await.json();
    let path = format!("/api/v1/rooms/{}/join", room["code"].as_str().unwrap());
    let join = async |token: &str| client.post(&path, Some(token), "{}").await.json();
    let placed = join(&mine).await;
    assert_eq!(join(&mine).await, placed);
    let opposite = join(&yours).await;
    assert_eq!((&opposite["table"], &opposite["seat"]), (&json!(1), &json!(2)));
    assert_eq!(join(&yours).await, opposite);
}
