//! The daily duel: the same everywhere, winnable, and told without giving anything away.

use std::thread;

use duel_books::BOOKS;
use duel_core::Seat;
use duel_play::{
    Date, Difficulty,
    daily::{Daily, DailyError, FIRST_DAY, LAST_DAY, Mark, Score, daily, parse_date},
    date::DateError,
    deal::LENGTH,
};
use duel_solver::{Limits, Solver, Value};

#[test]
fn these_days_never_change() {
    // Somebody may have played them already.
    for (day, start) in [
        ("2026-01-01", "divide:40,105,588"),
        ("2026-01-02", "dilemma+prime-steps:154"),
        ("2026-01-03", "subtract+no-echo:195"),
        ("2026-01-04", "digits+no-leading-zero+cap-second=18:22,27,30,31:"),
        ("2026-01-05", "factor+misere+root+no-whole:141"),
        ("2026-11-16", "factor+misere+root+no-whole:215"),
        // The last games of digits before the deal left three first digits.
        ("2026-11-20", "digits+no-leading-zero+cap-second=18:22,27,32,33:"),
        ("2026-11-25", "digits+no-leading-zero+cap-second=18:22,27,28,33:"),
        ("2026-11-30", "digits+no-leading-zero+cap-second=18:24,28,32,34:"),
        ("2028-02-29", "factor+misere+root+no-whole:260"),
        ("2100-12-31", "subtract+no-echo:116"),
    ] {
        let duel = daily(parse_date(day).unwrap()).unwrap();
        assert_eq!(duel.start.to_string(), start, "{day}");
    }
}

/// The days up to this one were played, and never change.
const PLAYED_TO: Date = Date::new(2026, 11, 16);

/// A fingerprint (FNV-1a) of the starts of each month up to then.
const PLAYED: [u64; 11] = [
    0xeb1e_bbfa_1316_1d14,
    0xe25c_6821_4cec_44e5,
    0x1f35_c8a3_1dff_ad66,
    0xc310_acc3_eb4b_dca5,
    0x7436_2fcd_5e8f_84ab,
    0x289f_cc64_9d83_bcd4,
    0x1d85_ae1f_6187_d0ab,
    0x0c0f_c911_7da5_4684,
    0x4219_203f_e437_ff48,
    0xe825_1174_ac4f_d09c,
    0x3262_4f4d_e12e_6fe3,
];

fn fingerprint(starts: &[String]) -> u64 {
    starts
        .iter()
        .flat_map(|start| start.bytes().chain([b'\n']))
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
}

#[test]
fn every_day_of_a_year_begins_with_a_win_that_takes_a_while() {
    let days: Vec<Date> = days_from(Date::new(2026, 1, 1)).take(366).collect();
    // A share for each thread; days that cost a table are spread over all of them.
    let shares: Vec<Vec<Date>> =
        (0..4).map(|share| days.iter().copied().skip(share).step_by(4).collect()).collect();
    let mut duels: Vec<Daily> = thread::scope(|scope| {
        let threads: Vec<_> = shares
            .iter()
            .map(|share| scope.spawn(|| share.iter().copied().map(check).collect()))
            .collect();
        threads.into_iter().flat_map(|thread| -> Vec<Daily> { thread.join().unwrap() }).collect()
    });
    let counts = BOOKS.map(|book| duels.iter().filter(|duel| duel.book.slug == book.slug).count());
    assert_eq!(counts, [74, 73, 73, 73, 73]);
    duels.sort_by_key(|duel| duel.date);
    duels.retain(|duel| duel.date <= PLAYED_TO);
    let months =
        duels.chunk_by(|one, other| one.date.as_number() / 100 == other.date.as_number() / 100);
    let found: Vec<u64> = months
        .map(|month| {
            fingerprint(&month.iter().map(|duel| duel.start.to_string()).collect::<Vec<_>>())
        })
        .collect();
    assert_eq!(found, PLAYED, "a day of the past has changed");
}

fn days_from(first: Date) -> impl Iterator<Item = Date> {
    (first.number()..).map(Date::of_number)
}

/// Holds one day against its promises.
fn check(day: Date) -> Daily {
    let duel = daily(day).unwrap();
    let known = Solver::default().solve_fully(&duel.start, Limits::NONE);
    assert_eq!(known.value, Some(Value::Win), "{day}: {}", duel.start);
    assert_eq!(known.plies, Some(duel.plies), "{day}");
    assert!(duel.plies >= LENGTH, "{day}");
    assert_eq!(duel.start.turn(), Seat::First);
    assert_eq!(duel.seed.to_string(), day.to_string().replace('-', ""));
    duel
}

#[test]
fn the_week_grows_harder() {
    use Difficulty::{Easy, Hard, Medium};
    let monday = Date::new(2026, 11, 16);
    let week: Vec<Difficulty> =
        days_from(monday).take(7).map(|day| daily(day).unwrap().difficulty).collect();
    assert_eq!(week, [Easy, Easy, Medium, Medium, Medium, Hard, Hard]);
}

#[test]
fn only_days_of_the_range_are_days() {
    for text in ["", "today", "2026-1-1", "20260101", "+2026-01-01", "2026-01-01T00"] {
        assert_eq!(parse_date(text), Err(DailyError::NotADate(DateError::Form)), "{text}");
    }
    let none = parse_date("2026-02-30");
    assert_eq!(none, Err(DailyError::NotADate(DateError::NoSuchDay)));
    for text in ["2025-12-31", "2101-01-01", "0001-01-01"] {
        assert_eq!(parse_date(text), Err(DailyError::OutOfRange), "{text}");
    }
    assert_eq!(daily(Date::of_number(FIRST_DAY.number() - 1)).err(), Some(DailyError::OutOfRange));
    assert!(daily(LAST_DAY).is_ok());
}

#[test]
fn a_score_tells_the_story_without_numbers_of_the_game() {
    let mut score = Score {
        date: Date::new(2026, 11, 16),
        book: "divide",
        won: true,
        marks: vec![Mark::Kept, Mark::Thrown, Mark::Kept, Mark::Kept],
        taken_back: 1,
    };
    assert_eq!(
        score.to_string(),
        "Divisor Duel daily 2026-11-16 · divide · won in 3 moves, 1 taken back · 🟩❌🟩🟩"
    );
    score.won = false;
    score.taken_back = 0;
    score.marks = vec![Mark::Thrown, Mark::Late];
    assert_eq!(
        score.to_string(),
        "Divisor Duel daily 2026-11-16 · divide · lost after 2 moves · ❌⚪"
    );
}
