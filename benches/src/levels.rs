//! How strong the opponents are: everybody against everybody, on dealt starts of the fair presets.
//!
//! Seeds are fixed and opponents count positions instead of time, so the table is the same in every
//! run.

use std::{
    convert::Infallible,
    error::Error,
    fmt::{self, Write as _},
};

use duel_arena::Score;
use duel_books::BOOKS;
use duel_core::{Ending, Outcome, Position, Seat, Seats};
use duel_play::{Bot, Event, Level, Session, Terms, opponent};
use duel_solver::Limits;

use crate::{options::Options, table::Table};

const SEED: u64 = 1;
/// From the weakest to the strongest; `swindler` differs from `perfect` only where it has lost.
const LADDER: [Level; 5] = [Level::Random, Level::Easy, Level::Medium, Level::Hard, Level::Perfect];

pub(crate) fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let mut total: Option<Crosstable> = None;
    let mut every_one = true;
    let mut steps = Table::new(
        "each level against the one below it, percent",
        ["", "easy : random", "medium : easy", "hard : medium", "perfect : hard"],
    );
    for book in BOOKS {
        let fair = Terms { fair: true, ..Terms::default() }.agree(book)?;
        let starts: Vec<Position> = (0..options.starts)
            .map(|seed| fair.first_position(fair.deal(seed, 1).numbers))
            .collect::<Result<_, _>>()?;
        let table = round_robin(&Level::ALL, &starts, SEED);
        steps.row(ladder(book.slug, &table));
        every_one &= is_ordered(&table);
        match &mut total {
            None => total = Some(table),
            Some(total) => add(total, &table),
        }
    }
    let total = total.ok_or("there are no books")?;
    steps.row(ladder("all", &total));
    steps.notes.push(format!(
        "each level beats the one below it: {} over all presets, {} in every single one",
        if is_ordered(&total) { "yes" } else { "no" },
        if every_one { "yes" } else { "no" },
    ));
    let games = score(&total, Level::Random, Level::Easy).games();
    let mut text = format!(
        "  {} starts of each of the five fair presets, sides changed: {games} games for each pair; \
         percent of the row against the column\n",
        options.starts,
    );
    for line in total.to_string().lines() {
        writeln!(text, "  {line}")?;
    }
    Ok(format!("{text}\n{steps}"))
}

fn score(table: &Crosstable, level: Level, rival: Level) -> Score {
    let place = |wanted| table.levels.iter().position(|level| *level == wanted);
    match (place(level), place(rival)) {
        (Some(row), Some(column)) => table.scores[row][column],
        _ => Score::default(),
    }
}

/// Whether each level beats the one below it.
fn is_ordered(table: &Crosstable) -> bool {
    LADDER.windows(2).all(|pair| score(table, pair[1], pair[0]).percent() > 50.0)
}

fn ladder(name: &str, table: &Crosstable) -> [String; 5] {
    let percent =
        |above| format!("{:4.1}", score(table, LADDER[above], LADDER[above - 1]).percent());
    [name.to_owned(), percent(1), percent(2), percent(3), percent(4)]
}

fn add(total: &mut Crosstable, table: &Crosstable) {
    for (sums, scores) in total.scores.iter_mut().zip(&table.scores) {
        for (sum, score) in sums.iter_mut().zip(scores) {
            sum.won += score.won;
            sum.drawn += score.drawn;
            sum.lost += score.lost;
        }
    }
}

/// The table of a round robin.
#[derive(Clone, Debug)]
struct Crosstable {
    /// Who took part.
    levels: Vec<Level>,
    /// What each scored against each, by row and column.
    scores: Vec<Vec<Score>>,
}

impl fmt::Display for Crosstable {
    /// Percentages of the row against the column.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>9}", "")?;
        for level in &self.levels {
            write!(f, " {:>9}", level.name())?;
        }
        for (row, level) in self.levels.iter().enumerate() {
            write!(f, "\n{:>9}", level.name())?;
            for score in &self.scores[row] {
                if score.games() == 0 {
                    write!(f, " {:>9}", "-")?;
                } else {
                    write!(f, " {:>8.1}%", score.percent())?;
                }
            }
        }
        writeln!(f)
    }
}

/// Lets two opponents play a game to its end.
fn play(start: &Position, first: &mut Bot, second: &mut Bot) -> Outcome {
    let mut session = Session::between(["first", "second"], start.clone());
    let store = |_: &Session, _: &Event| Ok::<(), Infallible>(());
    let _ = opponent::play(&mut session, Seats::new(first, second), || Limits::NONE, store);
    session.game().ending().map_or(Outcome::Nobody, Ending::outcome)
}

/// Lets every pair of levels play every start twice, with sides changed. Equal seeds bring equal
/// tables.
fn round_robin(levels: &[Level], starts: &[Position], seed: u64) -> Crosstable {
    let mut scores = vec![vec![Score::default(); levels.len()]; levels.len()];
    for (one, level) in levels.iter().enumerate() {
        for (other, rival) in levels.iter().enumerate().skip(one + 1) {
            for (number, start) in starts.iter().enumerate() {
                let seed = seed.wrapping_add(number as u64);
                let mut player = Bot::new(*level, seed);
                let mut opponent = Bot::new(*rival, seed.wrapping_add(1 << 32));
                for seat in Seat::BOTH {
                    let outcome = match seat {
                        Seat::First => play(start, &mut player, &mut opponent),
                        Seat::Second => play(start, &mut opponent, &mut player),
                    };
                    let (won, lost) = match outcome {
                        Outcome::Won(winner) => (winner == seat, winner != seat),
                        Outcome::Nobody => (false, false),
                    };
                    count(&mut scores[one][other], won, lost);
                    count(&mut scores[other][one], lost, won);
                }
            }
        }
    }
    Crosstable { levels: levels.to_vec(), scores }
}

fn count(score: &mut Score, won: bool, lost: bool) {
    match (won, lost) {
        (true, _) => score.won += 1,
        (_, true) => score.lost += 1,
        _ => score.drawn += 1,
    }
}
