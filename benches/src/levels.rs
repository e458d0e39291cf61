//! How strong the opponents are: everybody against everybody, on dealt starts of the fair presets.
//!
//! Seeds are fixed and opponents count positions instead of time, so the table is the same in every
//! run.

use std::{error::Error, fmt::Write as _};

use duel_books::BOOKS;
use duel_core::Position;
use duel_play::{
    Level, Terms,
    tournament::{Crosstable, Score, round_robin},
};
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
        let table = round_robin(&Level::ALL, &starts, SEED, || Limits::NONE);
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
