//! How strong the opponents are: everybody against everybody, on dealt starts of the fair presets, and
//! with them two players that stand for people.
//!
//! Seeds are fixed and opponents count positions instead of time, so the tables are the same in every
//! run, whatever the number of cores.

use std::{
    convert::Infallible,
    error::Error,
    fmt::{self, Write as _},
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

use duel_books::BOOKS;
use duel_core::{Ending, Outcome, Position, Seat, Seats};
use duel_play::{
    Agreed, Bot, BotChoice, Dice, Event, Level, Player, Session, Terms, Turn, bot::Horizon,
    dice::fingerprint, opponent, player::PlayerFault,
};
use duel_solver::Limits;

use crate::{options::Options, table::Table};

const SEED: u64 = 1;

/// Who takes part. Their order is that of rows and columns.
const ENTRANTS: [Entrant; 7] = [
    Entrant::Level(Level::Random),
    Entrant::Sometimes,
    Entrant::Level(Level::Easy),
    Entrant::Level(Level::Medium),
    Entrant::Level(Level::Hard),
    Entrant::Level(Level::Perfect),
    Entrant::Level(Level::Swindler),
];

/// From the weakest to the strongest; `swindler` differs from `perfect` only where it has lost.
const LADDER: [Level; 5] = [Level::Random, Level::Easy, Level::Medium, Level::Hard, Level::Perfect];

/// An opponent, or a player that stands for a person. `random` is both.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entrant {
    Level(Level),
    /// A person who looks one move ahead every other time.
    Sometimes,
}

impl Entrant {
    fn name(self) -> &'static str {
        match self {
            Entrant::Level(level) => level.name(),
            Entrant::Sometimes => "sometimes",
        }
    }

    fn player(self, seed: u64) -> Box<dyn Player> {
        match self {
            Entrant::Level(level) => Box::new(Bot::new(level, seed)),
            Entrant::Sometimes => Box::new(Sometimes { seed, bot: Bot::new(Level::Hard, seed) }),
        }
    }
}

/// On the toss of a coin, takes a win at once and does not let the opponent win at once; else moves at
/// random.
struct Sometimes {
    seed: u64,
    /// Its horizon is narrowed to what this player sees.
    bot: Bot,
}

impl Player for Sometimes {
    fn choose(&mut self, turn: &Turn<'_>) -> Result<BotChoice, PlayerFault> {
        // Another lot than the one that chooses the move.
        let mut dice = Dice::seeded(self.seed ^ !fingerprint(turn.position));
        let plies = if dice.toss() { 2 } else { 0 };
        let horizon = Horizon { plies: Some(plies), positions: None };
        let made = self.bot.think(turn.position, horizon, turn.limits).made;
        Ok(made.map_or(BotChoice::Resign, BotChoice::Move))
    }
}

pub(crate) fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let mut text = format!(
        "  {} starts of each fair preset, each played twice with sides changed (up to medium twelve \
         times); percent of the row against the column\n  random and sometimes stand for people: any move, or, on the toss of a \
         coin, one that wins at once or at least does not lose at once\n",
        options.starts,
    );
    let mut people = Table::new(
        "how often people win, percent",
        ["", "random : easy", "sometimes : easy", "sometimes : medium", "sometimes : hard"],
    );
    let mut steps = Table::new(
        "each level against the one below it, percent",
        ["", "easy : random", "medium : easy", "hard : medium", "perfect : hard"],
    );
    let mut total = Crosstable::default();
    let mut every_one = true;
    for book in BOOKS {
        let fair = Terms { fair: true, ..Terms::default() }.agree(book)?;
        let table = round_robin(&fair, options.starts);
        writeln!(text, "\n  {}\n{table}", book.slug)?;
        people.row(person_wins(book.slug, &table));
        steps.row(ladder(book.slug, &table));
        every_one &= is_ordered(&table);
        total.add(&table);
    }
    writeln!(text, "\n  all\n{total}")?;
    people.row(person_wins("all", &total));
    steps.row(ladder("all", &total));
    let yes = |is_so: bool| if is_so { "yes" } else { "no" };
    steps.notes.push(format!(
        "each level scores more than half against the one below it, error included: {} over all \
         presets, {} in every single one",
        yes(is_ordered(&total)),
        yes(every_one),
    ));
    let error = "± is twice the standard error; the games of a pair from one start count as one observation";
    steps.notes.push(error.to_owned());
    Ok(format!("{text}\n{people}\n{steps}"))
}

fn person_wins(name: &str, table: &Crosstable) -> [String; 5] {
    let score = |entrant, level| table.score(entrant, Entrant::Level(level)).to_string();
    let (random, sometimes) = (Entrant::Level(Level::Random), Entrant::Sometimes);
    [
        name.to_owned(),
        score(random, Level::Easy),
        score(sometimes, Level::Easy),
        score(sometimes, Level::Medium),
        score(sometimes, Level::Hard),
    ]
}

/// What each level scores against the one below it.
fn steps(table: &Crosstable) -> [Score; 4] {
    let score = |place: usize| {
        table.score(Entrant::Level(LADDER[place + 1]), Entrant::Level(LADDER[place]))
    };
    [score(0), score(1), score(2), score(3)]
}

fn ladder(name: &str, table: &Crosstable) -> [String; 5] {
    let [easy, medium, hard, perfect] = steps(table).map(|score| score.to_string());
    [name.to_owned(), easy, medium, hard, perfect]
}

/// Whether each level beats the one below it by more than the error.
fn is_ordered(table: &Crosstable) -> bool {
    steps(table).iter().all(|score| score.percent() - score.error() > 50.0)
}

/// What one entrant scored against another: from each start 0 to 2 points for two games (their mean, if
/// there were more).
#[derive(Clone, Copy, Default)]
struct Score {
    starts: f64,
    points: f64,
    squares: f64,
}

impl Score {
    fn add(&mut self, points: f64) {
        self.merge(Score { starts: 1.0, points, squares: points * points });
    }

    fn merge(&mut self, other: Score) {
        self.starts += other.starts;
        self.points += other.points;
        self.squares += other.squares;
    }

    fn percent(self) -> f64 {
        50.0 * self.points / self.starts.max(1.0)
    }

    /// Twice the standard error of the percentage.
    fn error(self) -> f64 {
        let starts = self.starts.max(2.0);
        let mean = self.points / starts;
        let variance = (self.squares / starts - mean * mean).max(0.0) * starts / (starts - 1.0);
        100.0 * (variance / starts).sqrt()
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} ±{:4.1}", self.percent(), self.error())
    }
}

/// What each scored against each, by row and column; empty where they did not meet.
#[derive(Clone, Default)]
struct Crosstable([[Score; ENTRANTS.len()]; ENTRANTS.len()]);

impl Crosstable {
    fn score(&self, one: Entrant, other: Entrant) -> Score {
        let place = |wanted| ENTRANTS.iter().position(|entrant| *entrant == wanted).unwrap_or(0);
        self.0[place(one)][place(other)]
    }

    fn add(&mut self, other: &Crosstable) {
        for (scores, others) in self.0.iter_mut().zip(&other.0) {
            for (score, other) in scores.iter_mut().zip(others) {
                score.merge(*other);
            }
        }
    }
}

impl fmt::Display for Crosstable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "  {:>9}", "")?;
        for entrant in ENTRANTS {
            write!(f, " {:>9}", entrant.name())?;
        }
        for (entrant, scores) in ENTRANTS.iter().zip(&self.0) {
            write!(f, "\n  {:>9}", entrant.name())?;
            for score in scores {
                if score.starts > 0.0 {
                    write!(f, " {:>8.1}%", score.percent())?;
                } else {
                    write!(f, " {:>9}", "-")?;
                }
            }
        }
        Ok(())
    }
}

/// Lets every pair play every start twice, with sides changed, on all cores.
fn round_robin(fair: &Agreed, starts: u64) -> Crosstable {
    let next = AtomicU64::new(0);
    let work = || {
        let mut table = Crosstable::default();
        loop {
            let start = next.fetch_add(1, Ordering::Relaxed);
            if start >= starts {
                return table;
            }
            let numbers = fair.deal(start, 1).numbers;
            if let Ok(position) = fair.first_position(numbers) {
                play_all(&position, SEED.wrapping_add(start), &mut table);
            }
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut total = Crosstable::default();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        for table in threads.into_iter().filter_map(|thread| thread.join().ok()) {
            total.add(&table);
        }
    });
    total
}

/// Lets every pair play this start twice, and those that move quickly and by lot with several seeds.
fn play_all(start: &Position, seed: u64, table: &mut Crosstable) {
    /// How many of the first entrants are quick.
    const QUICK: usize = 4;
    const SEEDS_OF_QUICK: u32 = 6;
    for (row, one) in ENTRANTS.into_iter().enumerate() {
        for (column, other) in ENTRANTS.into_iter().enumerate().skip(row + 1) {
            let seeds = if column < QUICK { SEEDS_OF_QUICK } else { 1 };
            let mut points = 0.0;
            for place in 0..seeds {
                let seed = seed.wrapping_add(u64::from(place) << 16);
                let mut one = one.player(seed);
                let mut other = other.player(seed.wrapping_add(1 << 32));
                points += points_of_first(start, &mut *one, &mut *other);
                points += 1.0 - points_of_first(start, &mut *other, &mut *one);
            }
            let points = points / f64::from(seeds);
            table.0[row][column].add(points);
            table.0[column][row].add(2.0 - points);
        }
    }
}

/// Lets two play a game to its end: a point for the first player who wins.
fn points_of_first(start: &Position, first: &mut dyn Player, second: &mut dyn Player) -> f64 {
    let mut session = Session::between(["first", "second"], start.clone());
    let store = |_: &Session, _: &Event| Ok::<(), Infallible>(());
    let _ = opponent::play(&mut session, Seats::new(first, second), || Limits::NONE, store);
    match session.game().ending().map_or(Outcome::Nobody, Ending::outcome) {
        Outcome::Won(Seat::First) => 1.0,
        Outcome::Won(Seat::Second) => 0.0,
        Outcome::Nobody => 0.5,
    }
}
