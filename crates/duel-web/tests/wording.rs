//! What pages show is for people at a browser: no words of the command line.

#[path = "support/client.rs"]
#[expect(dead_code, reason = "other tests use the rest of it")]
mod client;

use client::Client;
use serde_json::{Value, json};

const BOOKS: [&str; 5] = ["divide", "dilemma", "subtract", "digits", "factor"];

const COMMANDS: [&str; 12] = [
    "play", "solve", "explain", "hint", "prove", "verify", "serve", "rules", "review", "daily",
    "deal", "factor",
];

const ORDERS: [&str; 6] = ["draw", "moves", "help", "undo", "resign", "hint"];

/// The first phrase of the command line in a text.
fn phrase(text: &str) -> Option<String> {
    let text = text.replace(char::is_whitespace, " ");
    let lower = text.to_lowercase();
    let option = text.split([' ', '(', '`', '"', '>']).find(|word| {
        word.strip_prefix("--")
            .is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))
    });
    let command = COMMANDS.iter().map(|name| format!("duel {name}")).find(|command| {
        ["`", "<code>", "\""].iter().any(|quote| text.contains(&format!("{quote}{command}")))
    });
    let order = ORDERS.iter().map(|name| format!("type {name}")).find(|told| lower.contains(told));
    let named = lower.contains("command line").then(|| "command line".to_owned());
    option.map(str::to_owned).or(command).or(order).or(named)
}

#[track_caller]
fn plain(what: &str, text: &str) {
    assert!(!text.is_empty(), "{what} is empty");
    if let Some(found) = phrase(text) {
        panic!("{what} says \"{found}\": {text}");
    }
}

#[test]
fn phrases_are_recognised() {
    for told in ["(--clock 30s)", "`duel prove` writes", "type draw.", "At a command line"] {
        assert!(phrase(told).is_some(), "{told}");
    }
    for fine in ["Daily duel of today", "a duel plays on", "what you type: 5", "5 -- 6"] {
        assert_eq!(phrase(fine), None, "{fine}");
    }
}

#[tokio::test]
async fn pages_have_no_words_of_the_command_line() {
    let client = Client::with(&["requests=100000"]);
    let mut paths: Vec<String> = [
        "/",
        "/solve",
        "/daily",
        "/calendar",
        "/discover",
        "/puzzles",
        "/train",
        "/learn",
        "/class",
        "/join",
        "/sheet",
        "/rules",
        "/program",
        "/nothing",
    ]
    .map(str::to_owned)
    .to_vec();
    paths.extend(BOOKS.map(|book| format!("/rules/{book}")));
    paths.push("/static/books.js".to_owned());
    for path in paths {
        let mut text = client.get(&path).await.text();
        if path == "/class" {
            // How to start the server so that others can come, for the person who runs it.
            let told = text.find("<p class=\"notice no-print\" id=\"alone\"").unwrap();
            let end = told + text[told..].find("</p>").unwrap();
            text.replace_range(told..end, "");
        }
        plain(&path, &text);
    }
}

#[tokio::test]
async fn games_and_refusals_have_no_words_of_the_command_line() {
    let client = Client::with(&["requests=100000", "games=1000", "analyses=1000"]);
    for book in BOOKS {
        for fair in [false, true] {
            let body = json!({ "book": book, "fair": fair, "clock": "30s" }).to_string();
            let pair = client.pair(&body).await;
            let id = &pair[0].id;
            for entry in [
                "",
                "x",
                "0",
                "1",
                "7",
                "11",
                "999",
                "--help",
                "draw",
                "undo",
                "moves",
                "help",
                "2:6",
                "1:1",
                "/3",
                "-1",
                "I have no valid moves.",
            ] {
                let answer = client.play(&pair[0], entry).await;
                if !answer.status.is_success() {
                    let detail = answer.json()["detail"].as_str().unwrap().replace(entry, "");
                    plain(&format!("{book}: {entry}"), &detail);
                }
            }
            for what in ["take-back", "abandon", "rematch"] {
                let body = json!({ "offer": what }).to_string();
                plain(what, &client.act(&pair[1], "offers", &body).await.text());
            }
            plain(book, &client.game(id).await.to_string());
            client.act(&pair[0], "resign", "{}").await;
            for path in ["", "/log?from=0&to=100", "/review"] {
                plain(path, &client.get(&format!("/api/v1/games/{id}{path}")).await.text());
            }
        }
    }
    for wrong in [
        json!({ "book": "chess" }),
        json!({ "position": "divide:0" }),
        json!({ "position": "digits:" }),
        json!({ "book": "divide", "clock": "fast" }),
        json!({ "book": "divide", "position": "divide:6" }),
        json!({ "book": "divide", "opponent": "computer", "level": "silly" }),
        json!({}),
    ] {
        plain(
            &wrong.to_string(),
            &client.post("/api/v1/games", None, &wrong.to_string()).await.text(),
        );
        plain(
            &wrong.to_string(),
            &client.post("/api/v1/rooms", None, &wrong.to_string()).await.text(),
        );
    }
}

#[tokio::test]
async fn reasons_have_no_words_of_the_command_line() {
    let client = Client::with(&["requests=100000", "analyses=1000"]);
    for position in [
        "divide:60,84",
        "divide+once:360",
        "dilemma:16",
        "dilemma+prime-steps:154",
        "subtract:34",
        "subtract:60,45",
        "subtract+no-echo:126",
        "digits:7:31",
        "digits:97:",
        "factor:30",
        "factor+misere+root+no-whole:147",
        "factor+no-whole:50040",
        "divide:7",
    ] {
        let path = format!("/api/v1/positions/{}", position.replace('+', "%2B"));
        let analysis: Value = client.get(&format!("{path}/analysis")).await.json();
        plain(position, &analysis["reasons"].to_string());
        let proof = client.get(&format!("{path}/certificate")).await;
        if !proof.status.is_success() {
            plain(position, &proof.text());
        }
    }
}
