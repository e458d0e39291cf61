//! Answers by theorem, against the least that any answer needs.
//!
//! For `subtract` that is counting the trailing zeros of each number; for `digits` one remainder of
//! a number one digit longer than the target. Candidates take turns in every round.

use std::{error::Error, hint::black_box, time::Instant};

use duel_core::{Append, Digit, Play, Position, Rules, Seat};
use duel_numbers::{Budget, Natural};
use duel_play::Dice;
use duel_solver::closed::{subtract_nimber_u64, theorem};

use crate::{
    options::Options,
    table::{Table, median, nanoseconds},
};

const ROUNDS: usize = 101;
/// How many 64-bit numbers one round goes through.
const NUMBERS: usize = 1 << 14;
/// How often one round of `digits` asks for the shortest target; longer ones less often.
const REPEATS: usize = 512;

const LENGTHS: [usize; 4] = [1_000, 2_000, 4_000, 8_000];

pub(crate) fn run(_options: &Options) -> Result<String, Box<dyn Error>> {
    Ok(format!("{}\n{}", subtract(), digits()?))
}

/// Verdict and nimber for numbers of 64 bits.
fn subtract() -> Table {
    let mut dice = Dice::seeded(1);
    let random: Vec<u64> = (0..NUMBERS).map(|_| dice.bits()).collect();
    let special: Vec<u64> = (0..NUMBERS)
        .map(|_| {
            let odd = 2 * dice.roll(0..=15) + 1;
            odd << dice.roll(0..=58)
        })
        .collect();
    let mut table = Table::new(
        format!("subtract, verdict and nimber: ns a number, medians of {ROUNDS} rounds"),
        ["", "trailing zeros", "verdict and nimber", "ratio"],
    );
    for (name, numbers) in [("random 64-bit numbers", random), ("odd part below 32", special)] {
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            times[0].push(each(&numbers, u64::trailing_zeros));
            times[1].push(each(&numbers, |number| {
                let nimber = subtract_nimber_u64(number);
                nimber << 1 | u32::from(nimber != 0)
            }));
        }
        let [zeros, ours] = times.map(|times| median(&times));
        let ratio = ours / zeros;
        table.row([
            name.to_owned(),
            format!("{zeros:.3}"),
            format!("{ours:.3}"),
            format!("{ratio:.1}"),
        ]);
    }
    table.notes.push("the goal is a ratio of at most 20".to_owned());
    table
}

/// Nanoseconds for each number.
fn each(numbers: &[u64], answer: impl Fn(u64) -> u32) -> f64 {
    let numbers = black_box(numbers);
    let began = Instant::now();
    let sum = numbers.iter().fold(0_u32, |sum, number| sum.wrapping_add(answer(*number)));
    black_box(sum);
    nanoseconds(began.elapsed()) / count(numbers.len())
}

/// A position in mid-game, and what is divided for comparison.
struct Question {
    position: Position,
    target: Natural,
    /// One digit longer than the target.
    longer: Natural,
    /// Twice as long as the target.
    double: Natural,
}

/// Verdict and best move for long targets.
fn digits() -> Result<Table, Box<dyn Error>> {
    let mut table = Table::new(
        format!(
            "digits, verdict and best move in mid-game: ns, medians of {ROUNDS} rounds; remainders \
             of a number one digit longer than the target, and of one twice as long"
        ),
        [
            "target",
            "one longer",
            "twice as long",
            "verdict",
            "ratio",
            "ratio",
            "growth",
            "longer's",
        ],
    );
    for (name, is_won) in [("open", false), ("won", true)] {
        let mut before: Option<(f64, f64)> = None;
        for length in LENGTHS {
            let question = question(length, is_won)?;
            let repeats = (REPEATS * LENGTHS[0] / length).max(1);
            let mut times = [Vec::new(), Vec::new(), Vec::new()];
            for _ in 0..ROUNDS {
                let Question { position, target, longer, double } = black_box(&question);
                times[0].push(repeated(repeats, || black_box(longer) % black_box(target)));
                times[1].push(repeated(repeats, || black_box(double) % black_box(target)));
                times[2].push(repeated(repeats, || theorem(black_box(position), Budget::PROMPT)));
            }
            let [longer, double, ours] = times.map(|times| median(&times));
            let growth = |now: f64, then: Option<f64>| {
                then.map_or_else(|| "-".to_owned(), |then| format!("{:.2}", now / then))
            };
            table.row([
                format!("{length} digits, {name}"),
                format!("{longer:.0}"),
                format!("{double:.0}"),
                format!("{ours:.0}"),
                format!("{:.1}", ours / longer),
                format!("{:.2}", ours / double),
                growth(ours, before.map(|(ours, _)| ours)),
                growth(longer, before.map(|(_, longer)| longer)),
            ]);
            before = Some((ours, longer));
        }
    }
    table.notes.push("the first ratio is to the shorter remainder; the goal is 5 for 1,000".into());
    table.notes.push("growth is to the row above: 2 is linear".into());
    Ok(table)
}

fn repeated<T>(repeats: usize, mut work: impl FnMut() -> T) -> f64 {
    let began = Instant::now();
    for _ in 0..repeats {
        black_box(work());
    }
    nanoseconds(began.elapsed()) / count(repeats)
}

fn count(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

/// A target of this length and digits that are longer still; one digit away from a multiple if the
/// game is to be won.
fn question(length: usize, is_won: bool) -> Result<Question, Box<dyn Error>> {
    let mut dice = Dice::seeded(length as u64);
    let mut random = |length: usize| -> Result<Natural, Box<dyn Error>> {
        let digits: String =
            (0..length).map(|place| char::from(b'0' + digit(&mut dice, place))).collect();
        Ok(digits.parse()?)
    };
    let target = random(length)?;
    let played = if is_won {
        let multiple = (&target * &random(200)?).to_string();
        multiple[..multiple.len() - 1].to_owned()
    } else {
        random(length + 200)?.to_string()
    };
    let played: Vec<Digit> = played.chars().filter_map(Digit::from_char).collect();
    let rules = Rules::new("digits", Play::Append(Append::PLAIN));
    let position = Position::digits(rules, vec![target.clone()], &played, Seat::First)?;
    let value = theorem(&position, Budget::PROMPT).and_then(|closed| closed.assessment.value);
    let expected = if is_won { duel_solver::Value::Win } else { duel_solver::Value::Endless };
    if value != Some(expected) {
        return Err(format!("a target of {length} digits is {value:?}").into());
    }
    let longer = &random(length + 1)? % &(&target * &Natural::from(10_u64));
    let double = &random(length)? * &random(length)?;
    Ok(Question { position, target, longer, double })
}

/// A random digit; the first one is not 0.
fn digit(dice: &mut Dice, place: usize) -> u8 {
    let least = u64::from(place == 0);
    u8::try_from(dice.roll(least..=9)).unwrap_or(1)
}
