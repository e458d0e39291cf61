//! What the API answers to a fixed conversation, byte for byte but for names, tokens and times.
//!
//! `golden/api.txt`: `>` is what a client asks, `<` what comes back. After a change that is meant to
//! alter it, `UPDATE_GOLDEN=1` writes it anew; read the difference before keeping it.

mod serving;

use std::{collections::HashMap, path::PathBuf};

use duel_testing::golden;
use serde_json::Value;
use serving::{GENEROUS, Plan, Server, folder, players::Player};

/// Replaces what differs from run to run.
#[derive(Default)]
struct Names(HashMap<String, String>);

impl Names {
    fn of(&mut self, id: &str) -> String {
        let next = format!("GAME-{}", self.0.len() + 1);
        self.0.entry(id.to_owned()).or_insert(next).clone()
    }

    fn normalise(&mut self, value: &mut Value) {
        match value {
            Value::Object(members) => {
                for (key, member) in members {
                    match (key.as_str(), &*member) {
                        ("token", _) => *member = "TOKEN".into(),
                        ("date", _) => *member = "DATE".into(),
                        ("ms", _) => *member = "TIME".into(),
                        ("id" | "rematch", Value::String(id)) => *member = self.of(id).into(),
                        _ => self.normalise(member),
                    }
                }
            }
            Value::Array(values) => values.iter_mut().for_each(|it| self.normalise(it)),
            _ => {}
        }
    }
}

struct Recorder<'a> {
    server: &'a Server,
    names: Names,
    text: String,
}

impl Recorder<'_> {
    fn ask(&mut self, method: &str, path: &str, by: Option<&Player>, body: Option<&str>) -> Value {
        let authorization = by.map(|by| format!("Bearer {}", by.token)).unwrap_or_default();
        let mut headers = vec![("content-type", "application/json")];
        if by.is_some() {
            headers.push(("authorization", &authorization));
        }
        let body_bytes = body.map(str::as_bytes);
        let mut http = self.server.http();
        let answer = http.send(method, path, &headers, body_bytes).expect("an answer");
        let shown: Vec<String> = path
            .split('/')
            .map(|part| self.names.0.get(part).cloned().unwrap_or_else(|| part.to_owned()))
            .collect();
        let who = by.map(|by| format!(" (seat {})", by.seat)).unwrap_or_default();
        let mut found = serde_json::from_str(&answer.text()).unwrap_or(Value::Null);
        let whole = found.clone();
        self.names.normalise(&mut found);
        let found = serde_json::to_string_pretty(&found).expect("JSON");
        let body = body.unwrap_or_default();
        self.text += &format!("> {method} {}{who} {body}\n", shown.join("/"));
        self.text += &format!("< {} {found}\n\n", answer.status);
        whole
    }

    fn act(&mut self, by: &Player, what: &str, body: &str) -> Value {
        self.ask("POST", &by.path(what), Some(by), Some(body))
    }

    fn pair(&mut self, body: &str) -> [Player; 2] {
        let first = Player::of(&self.ask("POST", "/api/v1/games", None, Some(body))).unwrap();
        let join = self.ask("POST", &first.path("join"), None, Some(r#"{"name":"Ben"}"#));
        [first, Player::of(&join).expect("a seat")]
    }

    fn look(&mut self, by: &Player) {
        for what in ["", "/events", "/log", "/record", "/moves"] {
            self.ask("GET", &format!("/api/v1/games/{}{what}", by.id), None, None);
        }
    }
}

#[test]
fn the_api_answers_as_it_was_recorded() {
    let folder = folder();
    let server = Plan::in_folder(folder.path(), GENEROUS).start();
    let names = Names::default();
    let mut recorder = Recorder { server: &server, names, text: String::new() };

    let [ann, ben] = recorder.pair(r#"{"position":"divide:360","name":"Ann"}"#);
    recorder.act(&ben, "moves", r#"{"move":"6"}"#);
    recorder.act(&ann, "moves", r#"{"move":"7"}"#);
    recorder.act(&ann, "moves", r#"{"move":"what?"}"#);
    recorder.act(&ann, "moves", r#"{"move":"6","ply":3}"#);
    recorder.act(&ann, "moves", r#"{"move":"6","ply":0}"#);
    recorder.act(&ben, "offers", r#"{"offer":"abandon"}"#);
    recorder.act(&ben, "offers", r#"{"offer":"rematch"}"#);
    recorder.act(&ben, "offers", r#"{"offer":"take-back"}"#);
    recorder.act(&ann, "offers", r#"{"offer":"take-back"}"#);
    recorder.ask("DELETE", &ben.path("offers"), Some(&ben), None);
    recorder.act(&ann, "offers", r#"{"offer":"take-back"}"#);
    recorder.act(&ben, "offers", r#"{"offer":"take-back"}"#);
    recorder.act(&ann, "moves", r#"{"move":"Divide by 2"}"#);
    recorder.act(&ben, "moves", r#"{"move":"60"}"#);
    recorder.act(&ann, "moves", r#"{"move":"3"}"#);
    recorder.act(&ann, "offers", r#"{"offer":"rematch"}"#);
    recorder.act(&ben, "offers", r#"{"offer":"rematch"}"#);
    recorder.look(&ann);

    let [ann, ben] = recorder.pair(r#"{"position":"digits:7:","name":"Ann"}"#);
    recorder.act(&ann, "moves", r#"{"move":"3"}"#);
    recorder.act(&ben, "offers", r#"{"offer":"abandon"}"#);
    recorder.act(&ann, "offers", r#"{"offer":"abandon"}"#);
    recorder.look(&ann);

    let [ann, ben] = recorder.pair(r#"{"position":"subtract:60"}"#);
    recorder.act(&ben, "resign", "{}");
    recorder.act(&ann, "moves", r#"{"move":"4"}"#);
    recorder.look(&ben);

    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/api.txt");
    golden::compare(&file, &recorder.text);
}
