//! What fair starts are dealt: the tables of `docs/deal.md`.
//!
//! ```text
//! cargo run --release -p duel-play --example deals -- presets 100
//! cargo run --release -p duel-play --example deals -- digits 150
//! cargo run --release -p duel-play --example deals -- house 20
//! ```
#![allow(clippy::print_stdout, reason = "a program that prints tables")]

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use duel_books::BOOKS;
use duel_core::{HouseRule, Outcome, Position, Seat};
use duel_numbers::Budget;
use duel_play::{Difficulty, Fairness, Terms};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let what = arguments.next().unwrap_or_default();
    let count = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(20);
    match what.as_str() {
        "presets" => presets(count),
        "digits" => digits(count),
        "house" => house(count),
        _ => println!("say `presets SEEDS`, `digits SEEDS` or `house SEEDS`"),
    }
}

/// What each preset deals.
fn presets(count: u64) {
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

/// How many first digits do not lose at once.
fn digits(count: u64) {
    println!("level    open first digits (min mean max)  different starts");
    let book = duel_books::find("digits").expect("there is that book");
    let fair = Terms { fair: true, ..Terms::default() }.agree(book).expect("the preset fits");
    for difficulty in Difficulty::ALL {
        let mut dealt = BTreeSet::new();
        let mut open: Vec<usize> = Vec::new();
        for seed in 0..count {
            let numbers = fair.deal_at(seed, 1, difficulty).numbers;
            let start = fair.first_position(numbers.clone()).expect("a deal fits");
            open.push(after(&start).iter().filter(|next| !wins_at_once(next)).count());
            dealt.insert(numbers);
        }
        println!(
            "{:<8} {:>19} {:>4.1} {:>3}  {:>16}",
            difficulty.name(),
            open.iter().min().unwrap_or(&0),
            f64::from(u32::try_from(open.iter().sum::<usize>()).unwrap_or(u32::MAX))
                / f64::from(u32::try_from(count).unwrap_or(u32::MAX)),
            open.iter().max().unwrap_or(&0),
            dealt.len(),
        );
    }
}

fn wins_at_once(position: &Position) -> bool {
    let won = Some(Outcome::Won(position.turn()));
    after(position).iter().any(|last| last.outcome() == won)
}

fn after(position: &Position) -> Vec<Position> {
    let moves = position.moves(Budget::PROMPT);
    moves.iter().filter_map(|made| position.after(&made).ok()).collect()
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
