//! Classrooms as they are shown.

use std::collections::HashMap;

use duel_core::Seat;
use duel_json::ResultForm;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Facts, last_game};
use crate::{
    app::App,
    forms,
    game::Game,
    guard::Client,
    problem::Problem,
    rooms::{COMPUTER_LABEL, PastTable, Room, RoundTerms, Seating},
};

/// A classroom.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RoomForm {
    /// The code to join by.
    pub code: String,
    /// Which round is played, from 1.
    pub round: u32,
    /// What is played: a book, or a position.
    pub book: String,
    /// Whether the fair variant is played.
    pub fair: bool,
    /// The time control.
    pub clock: Option<String>,
    /// How large the numbers of fair starts are, where that was chosen.
    pub numbers: Option<String>,
    /// Whether pupils may choose a nickname.
    pub nicknames: bool,
    /// Whether new pupils are refused.
    pub closed: bool,
    /// The tables of this round at which there is a game.
    pub tables: Vec<TableForm>,
    /// All pupils, in the order in which they came.
    pub pupils: Vec<PupilForm>,
}

/// A table of a classroom.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TableForm {
    /// Its number, from 1.
    pub table: usize,
    /// The name of the game that is played there, a rematch of the first one perhaps.
    pub game: String,
    /// Which game of the same players it is, from 1.
    pub round: u32,
    /// What they have won at this table, in the seats of this game.
    pub score: [u32; 2],
    /// How many players sit there, the computer included.
    pub players: u8,
    /// Who sits in the first and second seat of this game.
    pub seats: Vec<PlayerForm>,
    /// How many moves have been made.
    pub ply: u64,
    /// Who is to move.
    pub turn: Option<u8>,
    /// The numbers on the table.
    pub numbers: String,
    /// How the game ended.
    pub result: Option<ResultForm>,
}

/// Who sits in a seat of a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerForm {
    /// The number of the pupil; `null` is the computer.
    pub pupil: Option<u32>,
    /// What the player is called.
    pub label: String,
    /// Whether the player has a connection to this node; the computer always has.
    pub present: bool,
}

/// A pupil of a classroom.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PupilForm {
    /// The number, in the order in which pupils came.
    pub pupil: u32,
    /// The nickname, or `Pupil` and the number.
    pub label: String,
    /// Whether that is a nickname.
    pub named: bool,
    /// Whether the teacher has removed the pupil.
    pub removed: bool,
    /// Whether the pupil has a connection to this node.
    pub present: bool,
    /// The table of this round.
    pub table: Option<usize>,
    /// How many games the pupil has won, in all rounds.
    pub wins: u32,
    /// How many games the pupil has finished, in all rounds.
    pub games: u32,
}

/// A seat in a classroom.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Placed {
    /// The name of the game.
    pub id: String,
    /// The seat, 1 or 2.
    pub seat: u8,
    /// The secret that lets you move.
    pub token: String,
    /// The table, from 1.
    pub table: usize,
    /// Your number in this room.
    pub pupil: u32,
    /// What you are called.
    pub label: String,
    /// What the players in the first and second seat are called.
    pub players: [String; 2],
}

/// Where a player sits in the round that is played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlaceForm {
    /// Which round is played, from 1.
    pub round: u32,
    /// The seat; `null` if the player has not joined this round.
    pub place: Option<Placed>,
    /// Whether the teacher has removed the player, who may join again unless the room is closed.
    pub removed: bool,
    /// Whether new pupils are refused.
    pub closed: bool,
}

/// What was played in a classroom.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ResultsForm {
    /// A line for every two who played each other in a round, in the order of rounds and tables.
    pub results: Vec<ResultLine>,
}

/// What two players of a table played in a round.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ResultLine {
    /// The round, from 1.
    pub round: u32,
    /// The table, from 1.
    pub table: usize,
    /// What the players are called: who began the first game, and who was second.
    pub players: [String; 2],
    /// How many games each of them won.
    pub wins: [u32; 2],
    /// How many games were finished.
    pub games: u32,
}

fn label(room: &Room, pupil: Option<u32>) -> String {
    pupil.map_or_else(|| COMPUTER_LABEL.to_owned(), |number| room.label(number))
}

/// What the players are called in the seats of the game of this number; rematches swap them.
pub(super) fn players(room: &Room, seating: &Seating, round: u32) -> [String; 2] {
    let [first, second] = seating.pupils.map(|pupil| label(room, pupil));
    if round.is_multiple_of(2) { [second, first] } else { [first, second] }
}

/// A classroom as it is shown.
pub(super) async fn room(app: &App, client: Client, room: &Room) -> Result<RoomForm, Problem> {
    let facts = Facts::of(app, client, room).await?;
    let mut tables = Vec::with_capacity(room.tables.len());
    for seating in room.tables.iter().filter_map(|table| table.seatings.last()) {
        let Some(live) = last_game(app, client, room, seating, true).await? else { continue };
        let read = |game: &Game| {
            let [first, second] = seating.pupils;
            let order =
                if game.head().round.is_multiple_of(2) { [second, first] } else { [first, second] };
            TableForm {
                table: seating.table,
                game: live.id().to_owned(),
                round: game.head().round,
                score: game.score(),
                players: Seat::BOTH.map(|seat| u8::from(game.is_taken(seat))).iter().sum(),
                seats: order.map(|pupil| player(room, &facts, pupil)).into(),
                ply: game.ply(),
                turn: game.turn().map(Seat::number),
                numbers: forms::numbers(game),
                result: duel_json::result(game.session()),
            }
        };
        tables.push(live.read(read).await);
    }
    let RoundTerms { book, position, fair, clock, numbers, .. } = &room.terms;
    Ok(RoomForm {
        code: room.code.clone(),
        round: room.round,
        book: book.clone().or_else(|| position.clone()).unwrap_or_default(),
        fair: *fair,
        clock: clock.clone(),
        numbers: numbers.clone(),
        nicknames: room.nicknames,
        closed: room.closed,
        tables,
        pupils: pupils(room, &facts),
    })
}

fn player(room: &Room, facts: &Facts, pupil: Option<u32>) -> PlayerForm {
    let present = pupil.is_none_or(|number| facts.present.contains(&number));
    PlayerForm { pupil, label: label(room, pupil), present }
}

/// All pupils, with what they have won.
fn pupils(room: &Room, facts: &Facts) -> Vec<PupilForm> {
    let mut sums: HashMap<u32, (u32, u32)> = HashMap::new();
    for table in room.past.iter().map(|(_, table)| table).chain(&facts.results) {
        for (pupil, wins) in table.pupils.iter().zip(table.wins) {
            if let Some(number) = pupil {
                let sum = sums.entry(*number).or_default();
                *sum = (sum.0 + wins, sum.1 + table.games);
            }
        }
    }
    let numbered = (1_u32..).zip(&room.pupils);
    let form = |(number, pupil): (u32, &crate::rooms::Pupil)| {
        let (wins, games) = sums.get(&number).copied().unwrap_or_default();
        PupilForm {
            pupil: number,
            label: room.label(number),
            named: pupil.name.is_some(),
            removed: pupil.removed,
            present: facts.present.contains(&number),
            table: pupil.table,
            wins,
            games,
        }
    };
    numbered.map(form).collect()
}

/// What was played, up to now.
pub(super) fn results(room: &Room, facts: &Facts) -> ResultsForm {
    let now = facts.results.iter().map(|table| (room.round, table));
    let past = room.past.iter().map(|(round, table)| (*round, table));
    let line = |(round, table): (u32, &PastTable)| ResultLine {
        round,
        table: table.table,
        players: table.pupils.map(|pupil| label(room, pupil)),
        wins: table.wins,
        games: table.games,
    };
    ResultsForm { results: past.chain(now).map(line).collect() }
}
