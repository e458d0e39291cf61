//! How strong the opponents are, and what the deal draws: the tables of `docs/opponents.md` and
//! `docs/deal.md`.
//!
//! ```text
//! cargo run --release -p duel-play --example opponents -- levels 40
//! cargo run --release -p duel-play --example opponents -- deal 100
//! cargo run --release -p duel-play --example opponents -- house 20
//! ```
#![allow(clippy::print_stdout, reason = "a program that prints tables")]

use std::time::{Duration, Instant};

use duel_books::BOOKS;
use duel_core::{HouseRule, Position, Seat};
use duel_play::{
    Difficulty, Fairness, Level, Terms,
    deal::start,
    tournament::{Crosstable, Score, round_robin},
};
use duel_solver::Limits;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let what = arguments.next().unwrap_or_default();
    let count = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(20);
    match what.as_str() {
        "levels" => levels(count),
        "deal" => deals(count),
        "house" => house(count),
        _ => println!("say `levels STARTS`, `deal SEEDS` or `house SEEDS`"),
    }
}

/// A round robin over each fair preset and each book, and their sum over the fair presets.
fn levels(count: u64) {
    let mut total: Option<Crosstable> = None;
    for book in BOOKS {
        let fair = Terms { fair: true, ..Terms::default() }.agree(book).expect("the preset fits");
        let starts: Vec<Position> = (0..count)
            .filter_map(|seed| fair.first_position(fair.deal(seed, 1).numbers).ok())
            .collect();
        let table = timed(&format!("{} (fair)", book.slug), &starts);
        match &mut total {
            None => total = Some(table),
            Some(total) => add(total, &table),
        }
    }
    if let Some(total) = total {
        println!("all fair presets\n{total}");
    }
    for book in BOOKS {
        let starts: Vec<Position> = (0..count)
            .map(|place| if book.slug == "digits" { 7 + place } else { 60 + 7 * place })
            .filter_map(|number| start(book.rules, vec![number.into()]).ok())
            .filter(Position::can_move)
            .collect();
        timed(&format!("{} (as the book says)", book.slug), &starts);
    }
}

fn timed(title: &str, starts: &[Position]) -> Crosstable {
    let begun = Instant::now();
    let table = round_robin(&Level::ALL, starts, 1, || Limits::NONE);
    println!("{title}: {} starts, {:.1?}\n{table}", starts.len(), begun.elapsed());
    table
}

fn add(total: &mut Crosstable, table: &Crosstable) {
    for (sums, scores) in total.scores.iter_mut().zip(&table.scores) {
        for (sum, score) in sums.iter_mut().zip(scores) {
            *sum = Score {
                won: sum.won + score.won,
                drawn: sum.drawn + score.drawn,
                lost: sum.lost + score.lost,
            };
        }
    }
}

/// What each preset deals.
fn deals(count: u64) {
    println!("book      level    first  unfair  plies (min mean max)  traps  drawn   mean   worst");
    for book in BOOKS {
        let fair = Terms { fair: true, ..Terms::default() }.agree(book).expect("the preset fits");
        for difficulty in Difficulty::ALL {
            let (mut first, mut unfair, mut traps, mut drawn) = (0, 0, 0.0, 0.0);
            let mut plies: Vec<u32> = Vec::new();
            let (mut time, mut worst) = (Duration::ZERO, Duration::ZERO);
            for seed in 0..count {
                let begun = Instant::now();
                let deal = fair.deal_at(seed, 1, difficulty);
                let took = begun.elapsed();
                time += took;
                worst = worst.max(took);
                first += u32::from(deal.winner == Some(Seat::First));
                unfair += u32::from(deal.fairness != Fairness::Proven);
                plies.extend(deal.plies);
                traps += f64::from(deal.traps) / 1_000.0;
                drawn += f64::from(deal.drawn);
            }
            let deals = f64::from(u32::try_from(count).unwrap_or(u32::MAX));
            println!(
                "{:<9} {:<8} {:>5}  {:>6}  {:>6} {:>6.1} {:>6}  {:>5.1}  {:>5.0}  {:>5.0?}  {:>5.0?}",
                book.slug,
                difficulty.name(),
                first,
                unfair,
                plies.iter().min().unwrap_or(&0),
                f64::from(plies.iter().sum::<u32>()) / deals,
                plies.iter().max().unwrap_or(&0),
                traps / deals,
                drawn / deals,
                time / u32::try_from(count).unwrap_or(1),
                worst
            );
        }
    }
}

/// What a deal costs, under each preset and with each further house rule.
fn house(count: u64) {
    println!(
        "book      rule             proven  relaxed  unknown  work (mean, most)   mean   worst"
    );
    for book in BOOKS {
        let further = HouseRule::ALL.into_iter().filter(|rule| *rule != HouseRule::Swap).map(Some);
        for rule in std::iter::once(None).chain(further) {
            let terms = Terms { fair: true, house: rule.into_iter().collect(), ..Terms::default() };
            let Ok(agreed) = terms.agree(book) else { continue };
            if rule.is_some_and(|rule| book.fair.house.contains(&rule)) {
                continue;
            }
            let (mut sums, mut work, mut most) = ([0_u32; 3], 0, 0);
            let (mut time, mut worst) = (Duration::ZERO, Duration::ZERO);
            for seed in 0..count {
                let begun = Instant::now();
                let deal = agreed.deal_at(seed, 1, Difficulty::Hard);
                let took = begun.elapsed();
                time += took;
                worst = worst.max(took);
                work += deal.work;
                most = most.max(deal.work);
                sums[deal.fairness as usize] += 1;
            }
            println!(
                "{:<9} {:<16} {:>6}  {:>7}  {:>7}  {:>8} {:>8}  {:>5.0?}  {:>5.0?}",
                book.slug,
                rule.map_or("-", HouseRule::name),
                sums[Fairness::Proven as usize],
                sums[Fairness::Relaxed as usize],
                sums[Fairness::Unknown as usize],
                work / count,
                most,
                time / u32::try_from(count).unwrap_or(1),
                worst
            );
        }
    }
}
