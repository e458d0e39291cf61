//! Theorems: positions of any size that need no search.
//!
//! Each function recognises its kind of position, and gives the verdict together with the reason.
//! The proofs are in `docs/theory.md`; every formula is tested against brute force.

use duel_core::{
    Append, Board, Cap, Choice, Digit, Echo, LastMover, LeadingZero, Move, Op, Pass, Position,
    Reach, Reuse, Take, TakeStep,
};
use duel_numbers::{Budget, Factorization, Natural, is_prime_within};

use crate::{
    nim,
    reason::Reason,
    value::{Assessment, Value},
};

/// Numbers of more bits than this are not tested for primality: it would take too long.
pub(crate) const LONG: u64 = 4_000;

/// A verdict, and why it holds.
#[derive(Clone, Debug)]
pub struct Closed {
    /// The verdict.
    pub assessment: Assessment,
    /// Why it holds.
    pub reason: Reason,
}

/// The theorem that covers a position which is not over, if there is one. The budget is for each
/// number whose factors a theorem needs.
pub fn theorem(position: &Position, budget: Budget<'_>) -> Option<Closed> {
    let normal = position.rules().last_mover() == LastMover::Wins;
    match position.board() {
        Board::Numbers { take, numbers, barred } => {
            // Every part is named, here and in `kind`: a new one does not compile until each theorem
            // has said whether it still holds.
            let Take {
                step: _,
                or_step: _,
                reach,
                reuse,
                echo,
                pass,
                #[cfg(feature = "recipes")]
                half,
            } = *take;
            // No theorem speaks of it.
            #[cfg(feature = "recipes")]
            if half == duel_core::Half::Barred {
                return None;
            }
            let plain = reach == Reach::Any && reuse == Reuse::Free && echo == Echo::Allowed;
            let passes = pass == Pass::OncePerGame;
            match kind(*take)? {
                Kind::Divide if plain => divide(position, numbers, passes, normal, budget),
                Kind::Either if plain && !passes && numbers.len() == 1 => {
                    either(&numbers[0], normal, budget)
                }
                Kind::Subtract if plain && normal => Some(subtract(numbers)),
                Kind::Factor if normal && numbers.len() == 1 => {
                    factor(*take, &numbers[0], barred, budget)
                }
                _ => None,
            }
        }
        Board::Digits { append, targets, digits, residues } => match (targets.as_slice(), append) {
            ([target], Append { reuse: Reuse::Free, cap: Cap::Open, leading_zero }) => {
                let empty = digits.is_empty();
                Some(if normal {
                    digits_normal(target, &residues[0], empty, *leading_zero)
                } else {
                    digits_misere(target, &residues[0], empty)
                })
            }
            _ => None,
        },
    }
}

/// The theorem that covers a position which is not over, where it needs neither factors nor a test
/// for primality: what can still be said when the time is up.
pub fn at_sight(position: &Position) -> Option<Closed> {
    let at_sight = match position.board() {
        Board::Numbers { take, .. } => matches!(kind(*take), Some(Kind::Subtract)),
        Board::Digits { .. } => true,
    };
    if at_sight { theorem(position, Budget::steps(0)) } else { None }
}

enum Kind {
    Divide,
    Either,
    Subtract,
    Factor,
}

fn kind(take: Take) -> Option<Kind> {
    let Take {
        step,
        or_step,
        reach: _,
        reuse: _,
        echo: _,
        pass: _,
        #[cfg(feature = "recipes")]
            half: _,
    } = take;
    let TakeStep { op, choice } = step;
    match (op, choice, or_step.map(|step| step.choice)) {
        (Op::Divide, Choice::Proper, None) => Some(Kind::Divide),
        (Op::Divide, Choice::Proper, Some(Choice::Proper)) => Some(Kind::Either),
        (Op::Subtract, Choice::Proper, None) => Some(Kind::Subtract),
        (Op::Subtract, Choice::All | Choice::BelowWhole, None) => Some(Kind::Factor),
        _ => None,
    }
}

/// Dividing is Nim: a number with k prime factors is a heap of k - 1, and a pass that is left is
/// one more heap of 1.
fn divide(
    position: &Position,
    numbers: &[Natural],
    passes: bool,
    normal: bool,
    budget: Budget<'_>,
) -> Option<Closed> {
    let spare = passes && position.can_pass();
    let Some((factors, sizes)) = factor_all(numbers, budget) else {
        // Not factored, but composite: in the plain game that is enough to know who wins.
        return (normal && !passes && numbers.len() == 1)
            .then(|| leave_prime(&numbers[0], budget.share(SHARE_OF_ONE_PRIME)));
    };
    let heaps: Vec<u32> = sizes
        .iter()
        .map(|size| u32::try_from(size.saturating_sub(1)).unwrap_or(u32::MAX))
        .collect();
    let all: Vec<u32> = heaps.iter().copied().chain(spare.then_some(1)).collect();
    let nimber = all.iter().fold(0, |sum, heap| sum ^ heap);
    let wins = nim::wins(&all, normal);
    let winning = nim::winning_move(&all, normal).map(|(heap, left)| {
        if heap == heaps.len() {
            Move::Pass
        } else {
            let mut prime_factors = factors[heap].primes().to_vec();
            let taken = heaps[heap] - left;
            if numbers.len() > 1 && taken > 1 {
                // The game goes on with what is left, which should be small.
                prime_factors.reverse();
            }
            take(heap, Op::Divide, product_of(&prime_factors, taken))
        }
    });
    let value = if wins { Value::Win } else { Value::Loss };
    let assessment = Assessment::theorem(value, nim::plies(&all, normal), normal.then_some(nimber));
    let reason = Reason::Nim { numbers: factors, pass: passes.then_some(spare), normal, winning };
    Some(Closed { assessment, reason })
}

/// The factors of each number, and how many they are; `None` as soon as some are not found.
fn factor_all(numbers: &[Natural], budget: Budget<'_>) -> Option<(Vec<Factorization>, Vec<u64>)> {
    let factored = numbers.iter().map(|number| {
        let factors = Factorization::of(number, budget);
        let size = factors.big_omega()?;
        Some((factors, size))
    });
    factored.collect()
}

fn take(index: usize, op: Op, divisor: Natural) -> Move {
    Move::Take { index, op, divisor }
}

/// The product of so many of the prime factors, the first ones first.
pub(crate) fn product_of(primes: &[(Natural, u32)], count: u32) -> Natural {
    let mut left = count;
    let mut product = Natural::one();
    for (prime, exponent) in primes {
        let some = left.min(*exponent);
        product = &product * &prime.pow(some);
        left -= some;
    }
    product
}

/// One prime factor of a number that could not be split is looked for with this part of the budget.
const SHARE_OF_ONE_PRIME: u64 = 10;

/// A composite number of which a prime can be left, whether it is found or not.
fn leave_prime(number: &Natural, budget: Budget<'_>) -> Closed {
    leave_prime_of(number, &Factorization::of(number, budget))
}

fn leave_prime_of(number: &Natural, factors: &Factorization) -> Closed {
    let reason = match factors.primes().first() {
        Some((prime, _)) => Reason::LeavePrime {
            winning: take(0, Op::Divide, number / prime),
            prime: prime.clone(),
        },
        None => Reason::Composite(number.clone()),
    };
    Closed { assessment: Assessment::theorem(Value::Win, Some(1), None), reason }
}

/// Dividing or subtracting: a prime or 1 is lost for the player to move. Misère: 9 is, and every
/// product of two primes neither of which is 3.
fn either(number: &Natural, normal: bool, budget: Budget<'_>) -> Option<Closed> {
    let factors = Factorization::of(number, budget);
    if normal {
        return Some(leave_prime_of(number, &factors));
    }
    let winning = either_misere_move(number, &factors, factors.big_omega()?);
    let value = if winning.is_none() { Value::Loss } else { Value::Win };
    Some(Closed {
        assessment: Assessment::theorem(value, None, None),
        reason: Reason::EitherMisere { number: number.clone(), winning },
    })
}

/// A winning move of division or subtraction, misère, for a number with `omega` prime factors: one
/// that leaves 9 or a product of two primes other than 3.
fn either_misere_move(number: &Natural, factors: &Factorization, omega: u64) -> Option<Move> {
    let three = Natural::from(3_u64);
    let others: Vec<&Natural> = factors
        .primes()
        .iter()
        .filter(|(prime, _)| *prime != three)
        .flat_map(|(prime, exponent)| (0..*exponent).map(move |_| prime))
        .collect();
    let leave = |left: Natural| Some(take(0, Op::Divide, number / &left));
    match (omega, others.as_slice()) {
        (2, [prime]) => Some(take(0, Op::Subtract, (*prime).clone())),
        (..=2, _) => None,
        (_, [a, b, ..]) => leave(*a * *b),
        _ => leave(three.square()),
    }
}

/// A number as a power of two times an odd number, and whether it is lost in the game of
/// subtraction; all from its bits.
pub(crate) fn subtract_is_lost(number: &Natural) -> bool {
    let twos = number.trailing_zeros();
    twos == 0 || (twos + 1 == number.bits() && twos % 2 == 1)
}

/// The nimber of `2^twos * odd` in the game of subtraction. Odd parts from 17 on are all alike.
fn nimber_of_parts(twos: u32, odd: u64) -> u32 {
    const FIVE: [u32; 6] = [0, 1, 3, 4, 3, 6];
    const THREE: [u32; 6] = [0, 2, 3, 4, 3, 6];
    match odd {
        1 => match twos {
            0 => 0,
            4 => 2,
            twos if twos % 2 == 1 => 0,
            twos => twos - 1,
        },
        3 => THREE.get(twos as usize).copied().unwrap_or_else(|| twos - 2),
        5 => FIVE.get(twos as usize).copied().unwrap_or(twos + 2),
        7 | 9 | 11 | 15 if twos > 2 => twos + 1,
        13 if twos > 3 => twos + 1,
        _ => twos,
    }
}

/// The nimber of a number of 64 bits in the game of subtraction.
pub fn subtract_nimber_u64(number: u64) -> u32 {
    let twos = number.trailing_zeros();
    // All 64 bits of 0 are zeros.
    number.checked_shr(twos).map_or(0, |odd| nimber_of_parts(twos, odd))
}

/// The nimber of a number of any size in the game of subtraction.
pub(crate) fn subtract_nimber_of(number: &Natural) -> u32 {
    let twos = u32::try_from(number.trailing_zeros()).unwrap_or(u32::MAX);
    let is_word = number.bits() - u64::from(twos) <= 64;
    let odd = if is_word { (number / &Natural::from(2_u64).pow(twos)).to_u64() } else { None };
    nimber_of_parts(twos, odd.unwrap_or(u64::MAX))
}

/// Subtracting, one number or several: nimbers from the powers of two alone.
fn subtract(numbers: &[Natural]) -> Closed {
    let heaps: Vec<u32> = numbers.iter().map(subtract_nimber_of).collect();
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let value = if sum == 0 { Value::Loss } else { Value::Win };
    let reason = match numbers {
        [number] => Reason::Subtract { number: number.clone(), winning: subtract_move(number) },
        _ => Reason::SubtractSum {
            numbers: numbers.iter().cloned().zip(heaps).collect(),
            // Finding it takes factors; the analysis of all moves fills it in.
            winning: None,
        },
    };
    Closed { assessment: Assessment::theorem(value, None, Some(sum)), reason }
}

/// A winning move of the game of subtraction, without factoring: half of a power of two, or the
/// whole odd part of any other even number.
fn subtract_move(number: &Natural) -> Option<Move> {
    if subtract_is_lost(number) {
        return None;
    }
    let twos = number.trailing_zeros();
    let two = Natural::from(2_u64);
    let divisor = if twos + 1 == number.bits() {
        number / &two
    } else {
        number / &two.pow(u32::try_from(twos).unwrap_or(u32::MAX))
    };
    Some(take(0, Op::Subtract, divisor))
}

/// The book's own game of factors is over in one move, and so is any in which taking 1 leaves
/// nothing.
fn factor(rules: Take, number: &Natural, barred: &[Natural], budget: Budget<'_>) -> Option<Closed> {
    let one = Natural::one();
    let wins_at_once = |reason| {
        let assessment = Assessment::theorem(Value::Win, Some(1), None);
        Some(Closed { assessment, reason })
    };
    let whole_allowed =
        number.is_one() || (rules.step.choice == Choice::All && rules.reach == Reach::Any);
    if whole_allowed && !barred.contains(number) {
        let winning = take(0, Op::Subtract, number.clone());
        return wins_at_once(Reason::TakeAll { number: number.clone(), winning });
    }
    let left = number.checked_sub(&one)?;
    if left.bits() > LONG {
        return None;
    }
    let takes_one = rules.step.choice == Choice::BelowWhole && !barred.contains(&one);
    if takes_one && is_prime_within(&left, budget) == Some(true) {
        let winning = take(0, Op::Subtract, one);
        return wins_at_once(Reason::LeavePrimeByOne { prime: left, winning });
    }
    None
}

/// One target, every digit, no end: a position is won at once or never, except that the first
/// digit may be forced into the opponent's hands.
fn digits_normal(
    target: &Natural,
    residue: &Natural,
    empty: bool,
    leading_zero: LeadingZero,
) -> Closed {
    let first = u8::from(empty && leading_zero == LeadingZero::Barred);
    let completing = completing_digit(target, residue, first);
    if let Some(digit) = completing {
        return Closed {
            assessment: Assessment::theorem(Value::Win, Some(1), None),
            reason: Reason::Complete { target: target.clone(), digit },
        };
    }
    let safe = Digit::ALL.into_iter().filter(|digit| digit.value() >= first).find(|digit| {
        let next = &residue.append_digit(digit.value()) % target;
        completing_digit(target, &next, 0).is_none()
    });
    match safe {
        Some(safe) => Closed {
            assessment: Assessment::theorem(Value::Endless, None, None),
            reason: Reason::SafeDigit { target: target.clone(), safe },
        },
        None => Closed {
            assessment: Assessment::theorem(Value::Loss, Some(2), None),
            reason: Reason::EveryDigitLoses(target.clone()),
        },
    }
}

/// The least digit, from `first` up, that makes the number divisible: what is missing to the next
/// multiple of the target, if that is a digit.
pub(crate) fn completing_digit(target: &Natural, residue: &Natural, first: u8) -> Option<Digit> {
    let beyond = &residue.append_digit(0) % target;
    let missing = if beyond.is_zero() { beyond } else { target - &beyond };
    let mut missing = missing.to_u64()?;
    while missing < u64::from(first) {
        missing = missing.checked_add(target.to_u64()?)?;
    }
    Digit::ALL.get(usize::try_from(missing).ok()?).copied()
}

/// Misère with one target: there is always a digit that does not complete the number.
fn digits_misere(target: &Natural, residue: &Natural, empty: bool) -> Closed {
    let safe = Digit::ALL
        .into_iter()
        .filter(|digit| !empty || digit.value() > 0)
        .find(|digit| !(&residue.append_digit(digit.value()) % target).is_zero());
    Closed {
        assessment: Assessment::theorem(Value::Endless, None, None),
        reason: Reason::NeverForced { target: target.clone(), safe: safe.unwrap_or(Digit::ALL[1]) },
    }
}
