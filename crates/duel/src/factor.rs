//! `duel factor`: numbers as products of primes, line by line, in the form of GNU `factor`.

use std::io::Write as _;

use duel_numbers::{Factorization, Natural, ParseNaturalError};
use serde::Serialize;

use crate::{
    cli::FactorOptions,
    console, decimal,
    factoring::{self, Unsplit},
    solve::{budget, to_line},
    stop::Stop,
    words::{self, BadWord},
    wrap::wrap,
};

#[derive(Serialize)]
struct FactorsForm {
    number: String,
    factors: Vec<PrimeForm>,
    complete: bool,
    rest: Vec<RestForm>,
}

#[derive(Serialize)]
struct PrimeForm {
    prime: String,
    exponent: u32,
}

#[derive(Serialize)]
struct RestForm {
    number: String,
    exponent: u32,
    composite: bool,
}

/// A word that is not a number, as JSON.
#[derive(Serialize)]
pub(crate) struct ErrorForm {
    pub(crate) number: String,
    pub(crate) error: String,
}

pub(crate) fn factor(options: &FactorOptions) -> Result<(), Stop> {
    let limit = options.budget.as_deref().map(budget).transpose()?;
    let columns = console::columns().filter(|_| !options.json);
    let mut all_good = true;
    let mut line = Vec::new();
    words::each(&options.numbers, |word, out| {
        line.clear();
        match word {
            Ok(number) => {
                // Flush before work that may take long.
                if number.bits() > 64 {
                    out.flush()?;
                }
                let factors = factoring::factor(&number, limit);
                all_good &= factors.is_complete();
                if options.json {
                    line.extend_from_slice(to_line(&FactorsForm::of(&factors))?.as_bytes());
                } else {
                    write_factors(&mut line, &factors, options.exponents);
                }
                if !factors.is_complete() {
                    out.flush()?;
                    console::refuse(&factoring::shortfall(&factors));
                }
            }
            Err(BadWord { error: ParseNaturalError::Zero, .. }) if options.json => {
                line.extend_from_slice(to_line(&FactorsForm::of_zero())?.as_bytes());
            }
            Err(BadWord { error: ParseNaturalError::Zero, .. }) => {
                line.extend_from_slice(b"0:");
                // Programs get what GNU factor writes.
                if columns.is_some() {
                    line.extend_from_slice(b" no product of primes; every number divides it");
                }
            }
            Err(bad) => {
                all_good = false;
                if !options.json {
                    out.flush()?;
                    console::refuse(&bad.message());
                    return Ok(());
                }
                let error = ErrorForm { number: bad.word, error: bad.error.to_string() };
                line.extend_from_slice(to_line(&error)?.as_bytes());
            }
        }
        line.push(b'\n');
        match (columns, std::str::from_utf8(&line)) {
            (Some(columns), Ok(text)) => out.write_all(wrap(text, columns).as_bytes())?,
            _ => out.write_all(&line)?,
        }
        Ok(())
    })?;
    if all_good { Ok(()) } else { Err(Stop::Reported) }
}

/// `360: 2 2 2 3 3 5`, or `360: 2^3 3^2 5`. What is not known to be prime is in brackets.
fn write_factors(line: &mut Vec<u8>, factors: &Factorization, exponents: bool) {
    decimal::push(line, factors.number());
    line.push(b':');
    for (prime, exponent) in factors.primes() {
        write_power(line, *exponent, exponents, |line| decimal::push(line, prime));
    }
    if factors.is_complete() {
        return;
    }
    for Unsplit { part, exponent, composite } in factoring::unsplit(factors) {
        let nature = if composite { "composite" } else { "unsplit" };
        write_power(line, exponent, exponents, |line| {
            line.extend_from_slice(format!("[{nature} {part}]").as_bytes());
        });
    }
}

fn write_power(
    line: &mut Vec<u8>,
    exponent: u32,
    exponents: bool,
    mut write: impl FnMut(&mut Vec<u8>),
) {
    for _ in 0..if exponents { 1 } else { exponent } {
        line.push(b' ');
        write(line);
    }
    if exponents && exponent > 1 {
        line.push(b'^');
        decimal::push_word(line, exponent);
    }
}

impl FactorsForm {
    fn of(factors: &Factorization) -> FactorsForm {
        let prime = |(prime, exponent): &(Natural, u32)| PrimeForm {
            prime: prime.to_string(),
            exponent: *exponent,
        };
        let rest = |left: Unsplit<'_>| RestForm {
            number: left.part.to_string(),
            exponent: left.exponent,
            composite: left.composite,
        };
        FactorsForm {
            number: factors.number().to_string(),
            factors: factors.primes().iter().map(prime).collect(),
            complete: factors.is_complete(),
            rest: factoring::unsplit(factors).into_iter().map(rest).collect(),
        }
    }

    /// Zero has no primes, and nothing is left to find.
    fn of_zero() -> FactorsForm {
        FactorsForm {
            number: "0".to_owned(),
            factors: Vec::new(),
            complete: true,
            rest: Vec::new(),
        }
    }
}
