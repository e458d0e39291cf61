//! Natural numbers of up to ten thousand digits, and what a game of divisors wants to know about
//! them: whether they are prime, how they factor, and what their divisors are in order.
//!
//! Everything here is a pure function of its arguments: no files, no clock, no threads, no
//! randomness. Work that could take unbounded time is limited by a [`Budget`] counted in steps,
//! so the same call gives the same answer on every machine.
//!
//! What does not live here: the rules of any game, and anything that talks to people beyond the
//! grammar of a written number ([`Natural::parse`]).
//!
//! ```
//! use duel_numbers::{Budget, Divisors, Factorization, Natural};
//!
//! let n = Natural::parse("360")?;
//! let factors = Factorization::of(&n, Budget::PROMPT);
//! assert!(factors.is_complete());
//! let divisors = Divisors::new(&factors);
//! assert_eq!(divisors.count(), Natural::from(24u32));
//! assert_eq!(divisors.largest(2), [Natural::from(180u32), n]);
//! # Ok::<(), duel_numbers::ParseNaturalError>(())
//! ```

#![forbid(unsafe_code)]

mod arithmetic;
mod budget;
mod chain;
mod coprime;
mod divisors;
mod ecm;
mod factorization;
mod halves;
mod layers;
mod limbs;
mod lucas;
mod merge;
mod modulus;
mod montgomery;
mod natural;
mod parse;
mod power;
mod primality;
mod rho;
mod runs;
mod sieve;
#[cfg(feature = "sieve")]
mod siqs;
mod smallest;
mod walk;
mod whole;
mod word_factors;

pub use budget::{Budget, Progress};
pub use coprime::coprime_parts;
pub use divisors::Divisors;
pub use factorization::Factorization;
pub use natural::Natural;
pub use parse::{MAX_DIGITS, ParseNaturalError};
pub use primality::{is_prime, is_prime_u64, is_prime_within};
pub use runs::{Run, Runs};
