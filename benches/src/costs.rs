//! The dearest requests that a server allows, beside the time that each may take.
//!
//! The limits are those of `duel-web`, and so are the positions: at most 100 numbers, of at most 400
//! digits each, on a line of 8,000 characters. What a request costs is the processor time from the
//! position to the form of the answer. A deadline is looked at now and then, and words come after
//! it; the goal is that no request costs twice its budget.

use std::{
    error::Error,
    fmt::Write as _,
    hint::black_box,
    io::{self, Write as _},
    time::{Duration, Instant},
};

use duel_core::{Conduct, Input, Move, Position, Record, Referee, Seats};
use duel_json::{AnalysisForm, PageQuery, PositionForm, ReviewForm};
use duel_numbers::{Budget, Natural, is_prime};
use duel_play::{Bot, Dice, Draw, Level, opponent, review};
use duel_solver::{Limits, Solver, certificate::prove};
use rustix::time::{ClockId, clock_gettime};

use crate::{options::Options, table::Table};

const ANALYSIS: Duration = Duration::from_millis(500);
const CERTIFICATE: Duration = Duration::from_secs(1);
const REVIEW: Duration = Duration::from_secs(4);
const BOT: Duration = Duration::from_secs(3);
/// A listing has counted steps instead of a deadline; this is what it is held to.
const LISTING: Duration = Duration::from_millis(100);

const MEMORY: usize = 32 << 20;
const BOT_MEMORY: usize = 16 << 20;

/// The goal: cost divided by budget.
const GOAL: f64 = 2.0;

/// The longest position that a server reads, and the longest number.
const LONGEST: usize = 8_000;
const DIGITS: usize = 400;

/// The most moves of a game on a server.
const MOST_PLIES: usize = 5_000;

/// How long a game may take to be played; what it has by then is reviewed.
const PLAYING: Duration = Duration::from_secs(20);

/// A number of 18 digits with 103,680 divisors.
const MANY_DIVISORS: u64 = 897_612_484_786_617_600;

pub(crate) fn run(options: &Options) -> Result<String, Box<dyn Error>> {
    let mut worst = Worst::default();
    let positions = positions(options, &mut worst)?;
    let reviews = reviews(options, &mut worst)?;
    let verdict = format!(
        "  the worst is {:.2} times its budget ({}); the goal is at most {GOAL}\n",
        worst.ratio, worst.what
    );
    Ok(format!("{positions}\n{reviews}\n{verdict}"))
}

/// The request that cost most beside its budget.
#[derive(Default)]
struct Worst {
    ratio: f64,
    what: String,
}

impl Worst {
    /// Measures some work: its processor time as a multiple of its budget.
    fn measure<T>(&mut self, what: &str, budget: Duration, work: impl FnOnce() -> T) -> String {
        let (began, wall) = (processor_time(), Instant::now());
        let done = black_box(work());
        let spent = processor_time().saturating_sub(began);
        drop(done);
        let ratio = spent.as_secs_f64() / budget.as_secs_f64();
        if ratio > self.ratio {
            let wall = wall.elapsed().as_secs_f64();
            *self = Worst { ratio, what: format!("{what}, {wall:.2} s by the clock") };
        }
        format!("{ratio:.2}")
    }
}

/// The processor time of this thread.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Everything that can be asked about a position.
fn positions(options: &Options, worst: &mut Worst) -> Result<Table, Box<dyn Error>> {
    let mut table = Table::new(
        "processor time / budget: analysis 0.5 s, certificate 1 s, listing and page 0.1 s, a move of \
         an opponent 3 s",
        ["position", "analysis", "certificate", "listing", "page", "hard", "perfect", "swindler"],
    );
    for (name, text) in hard_positions(options.is_quick) {
        assert!(text.len() <= LONGEST, "{name} is too long for a server: {}", text.len());
        let position: Position = duel_books::position(&text).map_err(|e| format!("{name}: {e}"))?;
        let mut row = vec![name.clone()];
        row.push(worst.measure(&format!("analysis of {name}"), ANALYSIS, || {
            let analysis = Solver::new(MEMORY).analyse_moves(&position, Limits::time(ANALYSIS));
            AnalysisForm::of(&position, &analysis)
        }));
        row.push(worst.measure(&format!("certificate of {name}"), CERTIFICATE, || {
            let limits = Limits::time(CERTIFICATE);
            prove(&mut Solver::new(MEMORY), &position, limits).map(|proof| proof.to_string())
        }));
        row.push(worst.measure(&format!("listing of {name}"), LISTING, || {
            PositionForm::of(&fresh(&position))
        }));
        row.push(worst.measure(&format!("page of {name}"), LISTING, || {
            let (from, to) = (Some(250_000_000_000), Some(250_000_000_200));
            let query = PageQuery { number: None, from, to, near: None };
            duel_json::page(&fresh(&position), &query).map(|page| page.choices.len())
        }));
        for level in [Level::Hard, Level::Perfect, Level::Swindler] {
            let referee = Referee::new(position.clone(), Conduct::default());
            row.push(worst.measure(&format!("{level} at {name}"), BOT, || {
                let mut bot = Bot::with_memory(level, 1, BOT_MEMORY);
                opponent::ask(&mut bot, &referee, Draw::Declined, Limits::time(BOT)).took
            }));
        }
        // It takes some minutes.
        writeln!(io::stderr(), "{}", row.join("  "))?;
        table.rows.push(row);
    }
    Ok(table)
}

/// The same position without what it remembers.
fn fresh(position: &Position) -> Position {
    duel_books::position(&position.to_string()).unwrap_or_else(|_| position.clone())
}

/// Reviews of long games.
fn reviews(options: &Options, worst: &mut Worst) -> Result<Table, Box<dyn Error>> {
    let mut table =
        Table::new("processor time / budget of a review, 4 s", ["game", "moves", "ratio"]);
    for (name, text) in long_games(options.is_quick) {
        let start = duel_books::position(&text).map_err(|error| format!("{name}: {error}"))?;
        let record = played(start);
        let plies = record.game.played().len();
        let ratio = worst.measure(&format!("review of {name}"), REVIEW, || {
            let until = Instant::now() + REVIEW;
            let limits = || {
                let left = until.saturating_duration_since(Instant::now());
                Limits::time(ANALYSIS.min(left))
            };
            ReviewForm::of(&record, review(&record, &mut Solver::new(MEMORY), limits), None)
        });
        writeln!(io::stderr(), "{name}  {plies}  {ratio}")?;
        table.row([name, plies.to_string(), ratio]);
    }
    Ok(table)
}

/// A long game: a small step at every turn, and one that does not end the game if there is one.
fn played(start: Position) -> Record {
    let names = Seats::new("Ann".to_owned(), "Ben".to_owned());
    let mut record = Record::new(names, start, Conduct::default());
    let game = &mut record.game;
    let began = Instant::now();
    let goes_on = |moves: usize| moves < MOST_PLIES && began.elapsed() < PLAYING;
    while game.ending().is_none() && goes_on(game.played().len()) {
        let here = game.position().clone();
        let lasts = |made: &Move| here.after(made).is_ok_and(|after| !after.is_over());
        // A little factoring finds small steps; where it does not, the game stays unfinished.
        let small = || here.moves(Budget::steps(1_000_000));
        let step = duel_play::bot::any_move(&here)
            .filter(lasts)
            .or_else(|| small().iter().take(50).find(lasts))
            .or_else(|| small().iter().next());
        let Some(made) = step else { break };
        if game.submit(here.turn(), Input::Move(made), Duration::ZERO).is_err() {
            break;
        }
    }
    record
}

/// Positions that are as hard as a server lets them be, with their names.
fn hard_positions(is_quick: bool) -> Vec<(String, String)> {
    let mut numbers = Numbers(Dice::seeded(1));
    let mut found = hard_to_factor(&mut numbers, is_quick);
    found.extend(with_many_divisors(&mut numbers));
    found.extend(hard_to_search(&mut numbers));
    found.extend(of_digits(&mut numbers));
    found
}

/// Numbers whose factors are hard to find.
fn hard_to_factor(numbers: &mut Numbers, is_quick: bool) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, text: String| found.push((name.to_owned(), text));
    for (count, digits) in [(100, 40), (100, 60), (79, 100), (19, 400)] {
        let list = list((0..count).map(|_| numbers.semiprime(digits)));
        add(&format!("divide, {count} semiprimes of {digits} digits"), format!("divide:{list}"));
        if is_quick && digits > 40 {
            continue;
        }
        add(
            &format!("subtract+no-echo, {count} semiprimes of {digits} digits"),
            format!("subtract+no-echo:{list}"),
        );
        add(
            &format!("divide+either, {count} semiprimes of {digits} digits"),
            format!("divide+either:{list}"),
        );
        add(
            &format!("factor+no-whole, {count} semiprimes of {digits} digits"),
            format!("factor+no-whole:{list}"),
        );
    }
    let one = numbers.semiprime(DIGITS);
    for rules in ["divide", "divide+either+misere", "subtract+root", "divide+prime-steps"] {
        add(&format!("{rules}, a semiprime of 400 digits"), format!("{rules}:{one}"));
    }
    found
}

/// Numbers with so many divisors that moves can never be listed.
fn with_many_divisors(numbers: &mut Numbers) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, text: String| found.push((name.to_owned(), text));
    let smooth = smooth(DIGITS);
    for rules in [
        "divide",
        "divide+root+misere",
        "subtract",
        "subtract+root",
        "subtract+once",
        "divide+either+no-echo",
        "factor+no-whole",
        "factor",
        "divide+prime-steps",
    ] {
        add(&format!("{rules}, a smooth number of 400 digits"), format!("{rules}:{smooth}"));
    }
    // Just as many as pages may begin anywhere in.
    let many = (10_000_u64..).filter(|n| duel_numbers::is_prime_u64(*n)).take(39);
    let many = many.fold(Natural::one(), |product, prime| &product * &Natural::from(prime));
    for rules in ["divide", "divide+either", "subtract+root+once"] {
        add(&format!("{rules}, a number with 2^39 divisors"), format!("{rules}:{many}"));
    }
    // Primes are what a test for primality takes longest for, and nobody can move there.
    let primes = list((0..18).map(|_| numbers.prime(DIGITS)));
    for rules in ["subtract", "divide", "subtract+no-echo", "divide+either+misere"] {
        add(
            &format!("{rules}, a smooth number and 18 primes of 400 digits"),
            format!("{rules}:{primes},{smooth}"),
        );
    }
    add("subtract, 18 primes of 400 digits", format!("subtract:{primes}"));
    let short = Natural::from(30_030_u64);
    let long_lists = list((0..100).map(|_| &short * &numbers.prime(73)));
    for rules in ["divide", "subtract+no-echo"] {
        add(
            &format!("{rules}, 100 numbers of 78 digits with 128 divisors"),
            format!("{rules}:{long_lists}"),
        );
    }
    let primes = list((0..99).map(|_| numbers.prime(78)));
    let smooth = self::smooth(78);
    for rules in ["subtract", "divide+one"] {
        add(
            &format!("{rules}, a smooth number and 99 primes of 78 digits"),
            format!("{rules}:{primes},{smooth}"),
        );
    }
    found
}

/// Numbers that are small enough to be searched, but not to the end.
fn hard_to_search(numbers: &mut Numbers) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, text: String| found.push((name.to_owned(), text));
    let many = Natural::from(MANY_DIVISORS);
    let divided = |by: u64| &many / &Natural::from(by);
    let parts =
        list((1..=400_u64).filter(|by| MANY_DIVISORS.is_multiple_of(*by)).take(60).map(divided));
    for rules in
        ["subtract+no-echo", "subtract+once", "divide+either", "factor+no-whole", "divide+root"]
    {
        add(&format!("{rules}, 60 words with many divisors"), format!("{rules}:{parts}"));
    }
    for rules in ["subtract+once", "factor+no-whole+root", "subtract+misere"] {
        add(&format!("{rules}, a word with 103,680 divisors"), format!("{rules}:{many}"));
    }
    let words = list((0..100).map(|_| numbers.semiprime(19)));
    for rules in ["divide", "subtract+misere", "divide+one+misere"] {
        add(&format!("{rules}, 100 semiprimes of 19 digits"), format!("{rules}:{words}"));
    }
    for number in ["3491888400", "4293918720", "65520", "55440", "5040"] {
        add(&format!("factor+no-whole:{number}"), format!("factor+no-whole:{number}"));
    }
    let small: Vec<Natural> = (0..100_u64).map(|more| Natural::from(5_040 + 60 * more)).collect();
    let small = list(small);
    for rules in ["factor+no-whole", "subtract+misere", "subtract+no-echo"] {
        add(&format!("{rules}, 100 numbers of 4 digits"), format!("{rules}:{small}"));
    }
    // Many barred divisors.
    let mut barred = String::new();
    for number in (2..1_200_u64).filter(|d| Natural::from(*d).divides(&self::smooth(DIGITS))) {
        let _ = write!(barred, "{}{number}", if barred.is_empty() { "" } else { "," });
    }
    let smooth = self::smooth(DIGITS);
    add("subtract+once, hundreds of barred divisors", format!("subtract+once:{smooth}~{barred}"));
    found
}

/// Games of digits.
fn of_digits(numbers: &mut Numbers) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, text: String| found.push((name.to_owned(), text));
    let targets = list((0..19).map(|_| numbers.prime(DIGITS)));
    add("digits, 19 targets of 400 digits", format!("digits:{targets}:1"));
    add("digits+once, 19 targets of 400 digits", format!("digits+once:{targets}:1"));
    // As many remainders as fit into the memory of a table, with and without a length.
    for (modulus, rules) in [
        (1_441_440_u64, "digits+cap-second=3"),
        (166_320, "digits+cap-draw=40"),
        (3_603_600, "digits"),
        (3_603_600, "digits+misere"),
        (3_603_600, "digits+once"),
    ] {
        let divisors = (200..=modulus).filter(|d| modulus.is_multiple_of(*d)).take(100);
        let divisors = list(divisors.map(Natural::from));
        add(&format!("{rules}, 100 targets"), format!("{rules}:{divisors}:1"));
    }
    add("digits+cap-draw=100000, two targets", "digits+cap-draw=100000:997,1009:1".to_owned());
    add("digits+once, a target of 9 digits", "digits+once:987654321:".to_owned());
    found
}

/// Games that take very many moves.
fn long_games(is_quick: bool) -> Vec<(String, String)> {
    let mut numbers = Numbers(Dice::seeded(2));
    let hard = list((0..50).map(|_| numbers.semiprime(40)));
    let powers = list((0..50).map(|_| Natural::from(2_u8).pow(120)));
    let smooth = smooth(DIGITS);
    let words = list((0..50).map(|_| numbers.semiprime(19)));
    let short = list((0..50).map(|_| Natural::from(2_u8).pow(63)));
    let primes = list((0..18).map(|_| numbers.prime(DIGITS)));
    let power = Natural::from(2_u8).pow(1_328);
    let mut games = vec![
        (
            "divide, 50 semiprimes of 40 digits and 50 powers of 2",
            format!("divide:{hard},{powers}"),
        ),
        (
            "divide, 50 semiprimes of 19 digits and 50 powers of 2",
            format!("divide:{words},{short}"),
        ),
        ("subtract, a smooth number of 400 digits", format!("subtract:{smooth}")),
    ];
    if !is_quick {
        games.extend([
            ("subtract, the same and 18 primes", format!("subtract:{primes},{smooth}")),
            ("subtract+no-echo, the same", format!("subtract+no-echo:{primes},{smooth}")),
            ("divide, 2^1328 and 18 primes", format!("divide:{primes},{power}")),
            ("divide+either, 2^1328 and 18 primes", format!("divide+either:{primes},{power}")),
            ("factor+no-whole, a smooth number of 400 digits", format!("factor+no-whole:{smooth}")),
            ("factor+no-whole:65533", "factor+no-whole:65533".to_owned()),
            ("digits, 18 targets of 400 digits", format!("digits:{primes}:")),
        ]);
    }
    games.into_iter().map(|(name, text)| (name.to_owned(), text)).collect()
}

fn list(numbers: impl IntoIterator<Item = Natural>) -> String {
    numbers.into_iter().map(|number| number.to_string()).collect::<Vec<_>>().join(",")
}

/// The product of the first primes, as many as fit into so many digits.
fn smooth(digits: usize) -> Natural {
    let mut product = Natural::one();
    for prime in (2_u64..).filter(|n| duel_numbers::is_prime_u64(*n)) {
        let next = &product * &Natural::from(prime);
        if next.digits() > digits {
            break;
        }
        product = next;
    }
    product
}

/// Numbers by lot.
struct Numbers(Dice);

impl Numbers {
    /// A prime of so many digits.
    fn prime(&mut self, digits: usize) -> Natural {
        let mut text = String::from("1");
        while text.len() + 1 < digits {
            let _ = write!(text, "{}", self.0.roll(0..=9));
        }
        text.push('1');
        let mut candidate = text.parse::<Natural>().unwrap_or_else(|_| Natural::one());
        let two = Natural::from(2_u8);
        while !is_prime(&candidate) {
            candidate = &candidate + &two;
        }
        candidate
    }

    /// A product of two primes of about the same size.
    fn semiprime(&mut self, digits: usize) -> Natural {
        &self.prime(digits / 2) * &self.prime(digits - digits / 2)
    }
}
