//! People with seats.

use duel_json::{CHOICES, LISTING, choices};
use duel_play::Dice;
use serde_json::{Value, json};

use super::{
    Server,
    http::{Answer, Http},
};

/// Somebody with a seat.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(crate) id: String,
    pub(crate) seat: u64,
    pub(crate) token: String,
}

impl Player {
    pub(crate) fn of(seated: &Value) -> Option<Player> {
        Some(Player {
            id: seated["id"].as_str()?.to_owned(),
            seat: seated["seat"].as_u64()?,
            token: seated["token"].as_str()?.to_owned(),
        })
    }

    pub(crate) fn path(&self, what: &str) -> String {
        format!("/api/v1/games/{}/{what}", self.id)
    }

    /// Does something in the game.
    #[track_caller]
    pub(crate) fn act(&self, http: &mut Http, what: &str, body: &str) -> Answer {
        http.post(&self.path(what), Some(&self.token), body).expect("an answer")
    }

    /// Makes a move.
    #[track_caller]
    pub(crate) fn play(&self, http: &mut Http, made: &str) -> Answer {
        self.act(http, "moves", &json!({ "move": made }).to_string())
    }
}

impl Server {
    /// Begins a game with this body.
    #[track_caller]
    pub(crate) fn begin(&self, body: &str) -> Player {
        let answer = self.http().post("/api/v1/games", None, body).expect("an answer").expect(201);
        Player::of(&answer.json()).expect("a seat")
    }

    /// Begins a game between two people.
    #[track_caller]
    pub(crate) fn pair(&self, body: &str) -> [Player; 2] {
        let first = self.begin(body);
        let joined = self.http().post(&first.path("join"), None, "{}").expect("an answer");
        let second = Player::of(&joined.expect(200).json()).expect("a seat");
        [first, second]
    }

    #[track_caller]
    pub(crate) fn game(&self, id: &str) -> Value {
        self.get(&format!("/api/v1/games/{id}")).expect(200).json()
    }

    /// All events of a game, which come in pages.
    #[track_caller]
    pub(crate) fn events(&self, id: &str) -> Vec<Value> {
        let mut all: Vec<Value> = Vec::new();
        loop {
            let path = format!("/api/v1/games/{id}/events?after={}", all.len());
            let page = self.get(&path).expect(200).json();
            let page = page.as_array().expect("a list");
            if page.is_empty() {
                return all;
            }
            all.extend_from_slice(page);
        }
    }
}

/// Any legal move in a position on one line.
pub(crate) fn any_move(position: &str, dice: &mut Dice) -> Option<String> {
    let position = duel_books::position(position).expect("a position");
    let moves = position.moves(LISTING);
    let digits = moves.digits().iter().map(|digit| digit.to_char().to_string());
    let choices = moves.groups().iter().flat_map(|group| choices(&position, group, 0..CHOICES).0);
    let all: Vec<String> = digits.chain(choices).collect();
    let last = u64::try_from(all.len()).expect("few").checked_sub(1)?;
    let place = usize::try_from(dice.roll(0..=last)).expect("few");
    all.into_iter().nth(place)
}
