//! Arguments: positions of any size for which a lemma settles who wins.
//!
//! Each argument is for certain rules and refuses all others. Its conditions are checked here, by
//! the rules and by plain arithmetic; that they suffice is proved in `docs/certificates.md`.

use std::io::BufRead;

#[cfg(feature = "recipes")]
use duel_core::Half;
use duel_core::{
    Append, Board, Cap, Choice, Digit, Echo, LastMover, Move, Op, Outcome, Pass, Position, Reach,
    Reuse, Take, TakeStep,
};
use duel_numbers::Natural;

use crate::{
    Claim, Value,
    factors::{Factors, is_prime},
    fault::{Fault, VerifyError},
    lemma,
    lines::Lines,
};

/// Checks an argument and what it brings along; its name.
pub(crate) fn check<R: BufRead>(
    claim: &Claim,
    text: &str,
    lines: &mut Lines<R>,
) -> Result<&'static str, VerifyError> {
    let words: Vec<&str> = text.split(' ').collect();
    let position = &claim.position;
    let name = match words[0] {
        "nim" => "nim",
        "either-misere" => "either-misere",
        "over" => "over",
        "ends" => "ends",
        "composite" => "composite",
        "subtract" => "subtract",
        "safe-digit" => "safe-digit",
        "never-forced" => "never-forced",
        _ => return Err(lines.fault(Fault::Argument)),
    };
    let line = lines.line();
    let factors = if matches!(name, "nim" | "either-misere") {
        let Board::Numbers { numbers, .. } = position.board() else {
            return Err(lines.fault(Fault::NotCovered));
        };
        numbers.iter().map(|number| Factors::read(number, lines)).collect::<Result<Vec<_>, _>>()?
    } else {
        Vec::new()
    };
    lines.end()?;
    match (name, &words[1..]) {
        ("over", []) => over(claim),
        ("ends", [reply]) => ends(claim, reply),
        ("composite", []) => composite(claim),
        ("nim", []) => nim(claim, None, &factors),
        ("nim", [reply]) => nim(claim, Some(reply), &factors),
        ("either-misere", []) => either_misere(claim, &factors),
        ("subtract", []) => subtract(claim, None),
        ("subtract", [reply]) => subtract(claim, Some(reply)),
        ("safe-digit", [reply]) => safe_digit(claim, reply),
        ("never-forced", []) => never_forced(claim),
        _ => Err(Fault::Argument),
    }
    .map_err(|fault| VerifyError { line, fault })?;
    Ok(name)
}

/// The game is over, and the rules say who has won.
fn over(claim: &Claim) -> Result<(), Fault> {
    let value = match outcome(&claim.position)?.ok_or(Fault::NotCovered)? {
        Outcome::Won(seat) if seat == claim.position.turn() => Value::Win,
        Outcome::Won(_) => Value::Loss,
        Outcome::Nobody => Value::Draw,
    };
    claim.agrees(value, Some(0))
}

/// The move ends the game, and the player who makes it has won.
fn ends(claim: &Claim, reply: &str) -> Result<(), Fault> {
    let (_, after) = play(&claim.position, reply)?;
    if outcome(&after)? != Some(Outcome::Won(claim.position.turn())) {
        return Err(Fault::Reply);
    }
    claim.agrees(Value::Win, Some(1))
}

/// A composite number can be divided so that a prime is left.
fn composite(claim: &Claim) -> Result<(), Fault> {
    let (take, numbers) = take_of(&claim.position)?;
    let divides = take.step == DIVIDE && matches!(take.or_step, None | Some(SUBTRACT));
    let ([number], true, true, true) =
        (numbers, divides, take.pass == Pass::Never, last_mover_wins(claim))
    else {
        return Err(Fault::NotCovered);
    };
    if number.is_one() || is_prime(number)? {
        return Err(Fault::NotCovered);
    }
    claim.agrees(Value::Win, Some(1))
}

/// Dividing is Nim with a heap of k - 1 for a number with k prime factors, and a heap of 1 for a
/// pass that is left.
fn nim(claim: &Claim, reply: Option<&str>, factors: &[Factors]) -> Result<(), Fault> {
    let (take, _) = take_of(&claim.position)?;
    if take.step != DIVIDE || take.or_step.is_some() {
        return Err(Fault::NotCovered);
    }
    let normal = last_mover_wins(claim);
    let mut heaps: Vec<u32> =
        factors.iter().map(|factors| factors.count().saturating_sub(1)).collect();
    let pass = heaps.len();
    heaps.push(u32::from(claim.position.can_pass()));
    let Some(reply) = reply else {
        return if lemma::nim_is_lost(&heaps, normal) {
            claim.agrees(Value::Loss, None)
        } else {
            Err(Fault::OtherValue(Value::Win))
        };
    };
    match play(&claim.position, reply)?.0 {
        Move::Take { index, divisor, .. } => heaps[index] -= factors[index].count_of(&divisor),
        Move::Pass => heaps[pass] = 0,
        Move::Append(_) => return Err(Fault::NotCovered),
    }
    if !lemma::nim_is_lost(&heaps, normal) {
        return Err(Fault::Reply);
    }
    claim.agrees(Value::Win, None)
}

/// Dividing or subtracting, where a player who cannot move wins: lost are 9 and the products of two
/// primes neither of which is 3.
fn either_misere(claim: &Claim, factors: &[Factors]) -> Result<(), Fault> {
    let (take, _) = take_of(&claim.position)?;
    let covered = take.step == DIVIDE
        && take.or_step == Some(SUBTRACT)
        && take.pass == Pass::Never
        && !last_mover_wins(claim);
    let ([factors], true) = (factors, covered) else { return Err(Fault::NotCovered) };
    let is_lost = factors.count() == 2 && (!factors.contains(3) || factors.is_nine());
    claim.agrees(if is_lost { Value::Loss } else { Value::Win }, None)
}

/// Subtracting: one number by its parity, several by their nimbers.
fn subtract(claim: &Claim, reply: Option<&str>) -> Result<(), Fault> {
    let (take, numbers) = take_of(&claim.position)?;
    let covered = take.step == SUBTRACT
        && take.or_step.is_none()
        && take.pass == Pass::Never
        && last_mover_wins(claim);
    if !covered {
        return Err(Fault::NotCovered);
    }
    match reply {
        None if subtract_is_lost(numbers) => claim.agrees(Value::Loss, None),
        // A sum that is not 0 is won, even where the winning move is not known.
        None if numbers.len() > 1 => claim.agrees(Value::Win, None),
        None => Err(Fault::OtherValue(Value::Win)),
        Some(reply) => {
            let (_, after) = play(&claim.position, reply)?;
            if !subtract_is_lost(take_of(&after)?.1) {
                return Err(Fault::Reply);
            }
            claim.agrees(Value::Win, None)
        }
    }
}

fn subtract_is_lost(numbers: &[Natural]) -> bool {
    match numbers {
        [number] => lemma::subtract_is_lost(number),
        _ => numbers.iter().fold(0, |sum, number| sum ^ lemma::subtract_nimber(number)) == 0,
    }
}

/// One target above 10, all digits free, no end: who cannot complete the number at once need not
/// let the opponent do it, provided that there is a safe digit now.
fn safe_digit(claim: &Claim, reply: &str) -> Result<(), Fault> {
    let target = open_target(&claim.position)?;
    if !last_mover_wins(claim) || *target <= Natural::from(10_u8) {
        return Err(Fault::NotCovered);
    }
    let (_, after) = play(&claim.position, reply)?;
    for position in [&claim.position, &after] {
        if position.is_over() || can_complete(position) {
            return Err(Fault::Reply);
        }
    }
    claim.agrees(Value::Endless, None)
}

/// One target, all digits free, no end, and completing the number loses: no player has to.
fn never_forced(claim: &Claim) -> Result<(), Fault> {
    open_target(&claim.position)?;
    if last_mover_wins(claim) || claim.position.is_over() {
        return Err(Fault::NotCovered);
    }
    claim.agrees(Value::Endless, None)
}

const DIVIDE: TakeStep = TakeStep { op: Op::Divide, choice: Choice::Proper };
const SUBTRACT: TakeStep = TakeStep { op: Op::Subtract, choice: Choice::Proper };

/// The rules and numbers of a game in which every divisor is free at any time.
fn take_of(position: &Position) -> Result<(Take, &[Natural]), Fault> {
    // Every part is named: a new one does not compile until it is known whether the arguments still
    // hold. Each argument looks at the steps and the pass itself.
    match position.board() {
        Board::Numbers {
            take:
                take @ Take {
                    step: _,
                    or_step: _,
                    reach: Reach::Any,
                    reuse: Reuse::Free,
                    echo: Echo::Allowed,
                    pass: _,
                    #[cfg(feature = "recipes")]
                        half: Half::Allowed,
                },
            numbers,
            barred: _,
        } => Ok((*take, numbers)),
        Board::Numbers { .. } | Board::Digits { .. } => Err(Fault::NotCovered),
    }
}

/// The only target of a game in which all digits are free and nothing else ends the game.
fn open_target(position: &Position) -> Result<&Natural, Fault> {
    match position.board() {
        Board::Digits {
            append: Append { leading_zero: _, reuse: Reuse::Free, cap: Cap::Open },
            targets,
            ..
        } if targets.len() == 1 => Ok(&targets[0]),
        _ => Err(Fault::NotCovered),
    }
}

fn last_mover_wins(claim: &Claim) -> bool {
    claim.position.rules().last_mover() == LastMover::Wins
}

fn can_complete(position: &Position) -> bool {
    Digit::ALL
        .into_iter()
        .filter_map(|digit| position.after(&Move::Append(digit)).ok())
        .any(|after| after.is_over())
}

fn play(position: &Position, reply: &str) -> Result<(Move, Position), Fault> {
    let reply = position.read_move(reply).map_err(|_| Fault::Illegal)?;
    let after = position.after(&reply).map_err(|_| Fault::Illegal)?;
    Ok((reply, after))
}

/// Who has won, unless that takes too long to decide: it may depend on whether large numbers are
/// prime.
fn outcome(position: &Position) -> Result<Option<Outcome>, Fault> {
    const QUICK: u64 = 3_000;
    if let Board::Numbers { numbers, .. } = position.board() {
        for number in numbers.iter().filter(|number| number.bits() > QUICK) {
            is_prime(number)?;
        }
    }
    Ok(position.outcome())
}
