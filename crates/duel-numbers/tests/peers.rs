//! Factors against those of PARI and FLINT, number by number.
//!
//! `./test` installs both; `DUEL_PEERS` is the path of the Python that has FLINT. `PEER_NUMBERS` says how
//! many words are tried (100,000 if it does not); of longer numbers there are fewer.

use std::{
    env, fs,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use duel_numbers::{Budget, Factorization, Natural, is_prime};
use proptest::{
    prelude::Rng as _,
    test_runner::{RngAlgorithm, TestRng},
};

/// The folder with the peers' scripts.
const PEERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../peers");

#[test]
#[ignore = "needs PARI"]
fn pari_finds_the_same_factors() {
    let mut gp = Command::new("gp");
    gp.args(["-q", "-f"]).arg(Path::new(PEERS).join("factor.gp"));
    compare("pari", &mut gp);
}

#[test]
#[ignore = "needs FLINT"]
fn flint_finds_the_same_factors() {
    let mut python =
        Command::new(env::var_os("DUEL_PEERS").expect("DUEL_PEERS: the Python that has FLINT"));
    python.arg("-B").arg(Path::new(PEERS).join("factor.py")).arg("flint");
    compare("flint", &mut python);
}

fn compare(name: &str, peer: &mut Command) {
    let numbers = numbers();
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.numbers"));
    fs::write(&file, numbers.iter().map(|n| format!("{n}\n")).collect::<String>()).unwrap();
    peer.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = peer.spawn().unwrap_or_else(|error| panic!("{name}: {error}"));
    let question = format!("answers(\"{}\")\n", file.display());
    process.stdin.take().unwrap().write_all(question.as_bytes()).unwrap();
    // Both work at the same time: the peer's answers are read by a thread of their own.
    let answers = std::thread::spawn(move || process.wait_with_output());
    let ours: Vec<Factorization> =
        numbers.iter().map(|n| Factorization::of(n, Budget::UNLIMITED)).collect();
    let answers = answers.join().unwrap().unwrap();
    assert!(answers.status.success(), "{name}: {}", answers.status);
    let answers = String::from_utf8(answers.stdout).unwrap();
    assert_eq!(answers.lines().count(), numbers.len(), "{name} ended early");
    for (ours, line) in ours.iter().zip(answers.lines()) {
        assert_eq!(ours.primes(), theirs(line), "{} ({name})", ours.number());
    }
}

/// Reads `2^3 5^1`.
fn theirs(line: &str) -> Vec<(Natural, u32)> {
    let read = |power: &str| {
        let (prime, exponent) = power.split_once('^')?;
        Some((prime.parse().ok()?, exponent.parse().ok()?))
    };
    let factors = line.split_whitespace().map(read).collect::<Option<Vec<_>>>();
    factors.unwrap_or_else(|| panic!("this is no list of factors: {line}"))
}

/// Words of all lengths, a hundredth as many of up to 128 bits, and some of 40 to 50 digits.
fn numbers() -> Vec<Natural> {
    let words = env::var("PEER_NUMBERS").map_or(100_000, |n| n.parse().expect("a whole number"));
    let mut draw = Draw(TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let mut numbers: Vec<Natural> = Vec::new();
    for at in 0..words {
        numbers.push(match at % 16 {
            // Two primes are the hardest, and squares the easiest to get wrong.
            0 => &draw.prime(32) * &draw.prime(32),
            1 => draw.up_to(32).square(),
            _ => draw.up_to(64),
        });
    }
    for at in 0..words / 100 {
        numbers.push(match at % 16 {
            0 => &draw.prime(64) * &draw.prime(64),
            1 => &draw.prime(40).square() * &draw.prime(40),
            _ => draw.up_to(128),
        });
    }
    let ten = Natural::from(10u8);
    for at in 0..(words / 5_000).min(100) {
        // The lengths go up and down over the range.
        let digits = 40 + u32::try_from(at % 11).unwrap();
        numbers.push(if at % 2 == 0 {
            &draw.prime_below(&ten.pow(digits / 2)) * &draw.prime_below(&ten.pow(digits / 2))
        } else {
            draw.below(&ten.pow(digits))
        });
    }
    numbers
}

/// Random numbers, the same in every run.
struct Draw(TestRng);

impl Draw {
    /// A number above 0 and below `end`.
    fn below(&mut self, end: &Natural) -> Natural {
        let word = Natural::from(1u128 << 64);
        let words = end.bits() / 64 + 1;
        let mut many = Natural::zero();
        for _ in 0..words {
            many = &(&many * &word) + &Natural::from(self.0.next_u64());
        }
        &(&many % &(end - &Natural::one())) + &Natural::one()
    }

    /// A number of any length up to so many bits, each length equally likely.
    fn up_to(&mut self, bits: u32) -> Natural {
        let bits = self.0.next_u32() % bits + 1;
        self.below(&Natural::from(2u8).pow(bits))
    }

    /// A prime of at most so many bits, most likely of nearly as many.
    fn prime(&mut self, bits: u32) -> Natural {
        self.prime_below(&Natural::from(2u8).pow(bits))
    }

    fn prime_below(&mut self, end: &Natural) -> Natural {
        loop {
            let drawn = self.below(end);
            if is_prime(&drawn) {
                return drawn;
            }
        }
    }
}
