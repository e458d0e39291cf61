//! Random games on one core, against `OpenSpiel` playing the same games.
//!
//! `OpenSpiel` is a Python package; our games are written as its Python games in `openspiel/`,
//! with tables of divisors made beforehand. It is installed into a virtual environment under the target
//! folder. Both sides count the reachable positions too, and have to agree.
//!
//! On our side there are three ways:
//!
//! - *listed*: `Position::moves` lists the legal moves, one is drawn, `Position::advance` plays it;
//! - *drawn*: a divisor (or digit) is drawn from a table of divisors until `Position::advance`
//!   accepts it, which leaves every legal move equally likely; `Position::is_over` ends the game;
//! - *mapped*: [`Atlas`] asks the rules about every move of the game once, and then
//!   walks at random on the map; drawing the map is not counted.

use std::{
    error::Error,
    fmt,
    hint::black_box,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use duel_core::{Board, Digit, Move, Op, Position};
use duel_numbers::{Budget, Natural};
use duel_play::Dice;
use rustc_hash::FxHashSet;

use crate::{
    atlas::Atlas,
    options::Options,
    peer_output::output,
    table::{Table, median, rounded, thousands},
};

/// How often everybody takes a turn.
const ROUNDS: usize = 3;
/// How long a turn lasts.
const TURN: Duration = Duration::from_millis(500);
/// How long `OpenSpiel`'s turn lasts, whose start takes a while.
const PEER_TURN: Duration = Duration::from_secs(1);

/// The most positions of a game that is mapped.
const MAPPED: usize = 1 << 20;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openspiel/selfplay.py");

/// The games: the default starts of the books, and the one that needs the most positions.
const GAMES: [Game; 6] = [
    Game { rules: "divide", start: 60, counted: "divide:60" },
    Game { rules: "dilemma", start: 16, counted: "dilemma:16" },
    Game { rules: "subtract", start: 12, counted: "subtract:12" },
    // Without a maximum length there is no end to its positions.
    Game { rules: "digits", start: 7, counted: "digits+cap-draw=4:7:" },
    Game { rules: "factor", start: 100, counted: "factor:100" },
    Game { rules: "factor+no-whole", start: 100, counted: "factor+no-whole:100" },
];

struct Game {
    rules: &'static str,
    start: u32,
    /// The position whose reachable positions are counted.
    counted: &'static str,
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colon = if self.rules == "digits" { ":" } else { "" };
        write!(f, "{}:{}{colon}", self.rules, self.start)
    }
}

pub(crate) fn run(_options: &Options) -> Result<String, Box<dyn Error>> {
    let peer = OpenSpiel::install()?;
    let mut speed = Table::new(
        format!(
            "random games in a second on one core, medians of {ROUNDS} turns each; ratios to \
             OpenSpiel {}",
            peer.version
        ),
        ["", "OpenSpiel", "listed", "ratio", "drawn", "ratio", "mapped", "ratio", "moves a game"],
    );
    let mut counts = Table::new(
        "reachable positions, the start and finished ones included",
        ["", "OpenSpiel", "ours", "finished", ""],
    );
    for game in &GAMES {
        let start = duel_books::position(&game.to_string())?;
        let mut dice = Dice::seeded(1);
        let (mut theirs, mut length) = (Vec::new(), Vec::new());
        let (mut listed, mut drawn, mut mapped) = (Vec::new(), Vec::new(), Vec::new());
        let table = Divisors::new(game);
        let naturals = table.naturals();
        let atlas = Atlas::of(&start, MAPPED).ok_or("the game is too large to be mapped")?;
        for _ in 0..ROUNDS {
            let (games, moves) = peer.play(game)?;
            theirs.push(games);
            length.push(moves / games);
            listed.push(for_a_turn(|| play_listed(&start, &mut dice)));
            drawn.push(for_a_turn(|| play_drawn(&start, &naturals, &mut dice)));
            mapped.push(walk(&atlas, dice.bits()));
        }
        let theirs = median(&theirs);
        let ratio = |games: &[f64]| format!("{:.0}", median(games) / theirs);
        speed.row([
            game.to_string(),
            rounded(theirs),
            rounded(median(&listed)),
            ratio(&listed),
            rounded(median(&drawn)),
            ratio(&drawn),
            rounded(median(&mapped)),
            ratio(&mapped),
            format!("{:.2}", median(&length)),
        ]);
        let ours = count(&duel_books::position(game.counted)?);
        let other = peer.count(game)?;
        counts.row([
            game.counted.to_owned(),
            thousands(other.0),
            thousands(ours.0),
            thousands(ours.1),
            if ours == other { "equal" } else { "DIFFERENT" }.to_owned(),
        ]);
        if ours != other {
            return Err(format!("{counts}the counts for {game} differ").into());
        }
    }
    speed.notes.push("the goal is a ratio of 1,000, for the fastest of the three".to_owned());
    counts
        .notes
        .push("a position holds the number, the whole used list, and who is to move".into());
    Ok(format!("{speed}\n{counts}"))
}

/// Games in a second, on a map.
fn walk(atlas: &Atlas, seed: u64) -> f64 {
    const STEPS: u64 = 1 << 22;
    let began = Instant::now();
    let mut games = 0.0;
    for round in 0.. {
        let tally = black_box(atlas.play(STEPS, seed.wrapping_add(round)));
        games += f64::from(u32::try_from(tally.games).unwrap_or(u32::MAX));
        if began.elapsed() >= TURN {
            break;
        }
    }
    games / began.elapsed().as_secs_f64()
}

/// Games in a second.
fn for_a_turn(mut play: impl FnMut() -> usize) -> f64 {
    const BATCH: u32 = 64;
    let began = Instant::now();
    let mut games = 0.0;
    loop {
        for _ in 0..BATCH {
            black_box(play());
        }
        games += f64::from(BATCH);
        let took = began.elapsed();
        if took >= TURN {
            return games / took.as_secs_f64();
        }
    }
}

/// A number below another, without a division: all are equally likely but for one part in 2^57.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the result is below a usize")]
fn below(end: usize, dice: &mut Dice) -> usize {
    ((u128::from(dice.bits()) * end as u128) >> 64) as usize
}

fn draw<'a, T>(among: &'a [T], dice: &mut Dice) -> &'a T {
    &among[below(among.len(), dice)]
}

/// A random game; how many moves it had.
fn play_listed(start: &Position, dice: &mut Dice) -> usize {
    let mut position = start.clone();
    let mut played = 0;
    loop {
        let moves: Vec<Move> = position.moves(Budget::PROMPT).iter().collect();
        if moves.is_empty() || position.advance(draw(&moves, dice)).is_err() {
            return played;
        }
        played += 1;
    }
}

/// A random game whose moves are drawn from a table until one is legal.
fn play_drawn(start: &Position, divisors: &[Vec<Move>], dice: &mut Dice) -> usize {
    let mut position = start.clone();
    let mut played = 0;
    while !position.is_over() {
        let number = match position.board() {
            Board::Numbers { numbers, .. } => numbers[0].to_u64().unwrap_or(0),
            Board::Digits { .. } => 0,
        };
        let Some(moves) = usize::try_from(number).ok().and_then(|number| divisors.get(number))
        else {
            break;
        };
        while position.advance(draw(moves, dice)).is_err() {}
        played += 1;
    }
    played
}

/// The choices from each number, before any is used.
struct Divisors {
    choices: Vec<Vec<u32>>,
    op: Option<Op>,
}

impl Divisors {
    fn new(game: &Game) -> Divisors {
        let mut choices = vec![Vec::new(); game.start as usize + 1];
        let op = match game.rules {
            "digits" => None,
            "divide" | "dilemma" => Some(Op::Divide),
            _ => Some(Op::Subtract),
        };
        for divisor in 1..=game.start {
            for number in (divisor..=game.start).step_by(divisor as usize) {
                let allowed = match game.rules {
                    "factor" => true,
                    "factor+no-whole" => divisor < number || number == 1,
                    _ => 1 < divisor && divisor < number,
                };
                if allowed {
                    choices[number as usize].push(divisor);
                }
            }
        }
        Divisors { choices, op }
    }

    /// As moves; those of a game of digits are the same everywhere.
    fn naturals(&self) -> Vec<Vec<Move>> {
        match self.op {
            None => vec![Digit::ALL.map(Move::Append).to_vec()],
            Some(op) => {
                let take = |divisor: &u32| Move::take(op, Natural::from(*divisor));
                self.choices.iter().map(|list| list.iter().map(take).collect()).collect()
            }
        }
    }
}

/// How many positions can be reached, and how many of them are finished.
#[allow(clippy::mutable_key_type, reason = "what changes inside tells no positions apart")]
fn count(start: &Position) -> (u64, u64) {
    let mut seen = FxHashSet::default();
    let mut waiting = vec![start.clone()];
    let mut finished = 0;
    seen.insert(start.clone());
    while let Some(position) = waiting.pop() {
        finished += u64::from(position.is_over());
        for made in position.moves(Budget::PROMPT).iter() {
            if let Ok(after) = position.after(&made)
                && seen.insert(after.clone())
            {
                waiting.push(after);
            }
        }
    }
    (seen.len() as u64, finished)
}

/// The peer, in its virtual environment.
struct OpenSpiel {
    python: PathBuf,
    version: String,
}

impl OpenSpiel {
    /// Installs it, if it is not there yet.
    fn install() -> Result<OpenSpiel, Box<dyn Error>> {
        let program = std::env::current_exe()?;
        let target = program.parent().and_then(Path::parent).ok_or("there is no target folder")?;
        let folder = target.join("openspiel");
        let python = folder.join("bin").join("python");
        if output(Command::new(&python).args(["-c", "import pyspiel"])).is_err() {
            output(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
            output(Command::new(&python).args(["-m", "pip", "install", "--quiet", "open_spiel"]))
                .map_err(|error| format!("OpenSpiel cannot be installed: {error}"))?;
        }
        let ask = "import importlib.metadata as m; print(m.version('open_spiel'))";
        let version = output(Command::new(&python).args(["-c", ask]))?.trim().to_owned();
        Ok(OpenSpiel { python, version })
    }

    fn script(&self, arguments: &[String]) -> Result<String, Box<dyn Error>> {
        output(Command::new(&self.python).args(["-B", SCRIPT]).args(arguments))
    }

    /// Games and moves in a second.
    fn play(&self, game: &Game) -> Result<(f64, f64), Box<dyn Error>> {
        let seconds = PEER_TURN.as_secs_f64().to_string();
        let text =
            self.script(&["play".into(), seconds, game.rules.into(), game.start.to_string()])?;
        pair(&text)
    }

    /// Reachable positions, and finished ones among them.
    fn count(&self, game: &Game) -> Result<(u64, u64), Box<dyn Error>> {
        let longest = "4".to_owned();
        let text =
            self.script(&["count".into(), game.rules.into(), game.start.to_string(), longest])?;
        pair(&text)
    }
}

fn pair<T: std::str::FromStr>(text: &str) -> Result<(T, T), Box<dyn Error>> {
    let mut parts = text.split_whitespace().map_while(|part| part.parse().ok());
    match (parts.next(), parts.next()) {
        (Some(one), Some(two)) => Ok((one, two)),
        _ => Err(format!("two numbers are expected, not {text:?}").into()),
    }
}
