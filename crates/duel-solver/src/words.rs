//! Reasons in words, at three depths: for a child, for a student, and as a proof.

use duel_core::{Board, LastMover, Move, Op, Position};
use duel_numbers::Natural;

use crate::{
    reason::{Depth, Reason, Refuted},
    value::Value,
};

impl Reason {
    /// The reason in words, for the player to move in this position.
    pub fn words(&self, position: &Position, depth: Depth) -> String {
        let mut words = self.short(position, depth);
        if depth != Depth::Child {
            words.push_str(&self.idea(position));
        }
        if depth == Depth::Proof {
            words.push_str(&self.proof());
        }
        words
    }

    fn short(&self, position: &Position, depth: Depth) -> String {
        match self {
            Reason::Over => over(position),
            Reason::Composite { number } => format!(
                "{number} is not a prime, so it has a prime factor, even if nobody has found it \
                 yet. Divide so that just that prime is left: your opponent cannot move."
            ),
            Reason::Nim { numbers, heaps, pass, normal, winning } => {
                nim(position, numbers, heaps, *pass == Some(true), *normal, winning.as_ref())
            }
            Reason::LeavePrime { prime, winning, .. } => format!(
                "{}: that leaves {prime}, a prime. A prime has no divisor that may be chosen, so \
                 your opponent cannot move.",
                doing(position, winning)
            ),
            Reason::EitherMisere { number, lost: true } => format!(
                "{number} is one of the unlucky numbers, 9 and the products of two primes other \
                 than 3: every move gives your opponent a good number, or leaves a prime, on which \
                 your opponent cannot move and so wins."
            ),
            Reason::EitherMisere { number, lost: false } => format!(
                "{number} is not one of the unlucky numbers, 9 and the products of two primes \
                 other than 3, and you can leave your opponent one of them."
            ),
            Reason::Subtract { number, winning } => subtract(number, winning.as_ref()),
            Reason::SubtractSum { numbers, heaps } => sum(numbers, heaps),
            Reason::TakeAll { number, .. } => {
                format!("Take {number} itself: nothing is left, and your opponent cannot move.")
            }
            Reason::LeavePrimeByOne { number, .. } => format!(
                "Take away 1: that leaves {}, a prime. Its only factors are 1, which is used now, \
                 and itself, which may not be taken. Your opponent cannot move.",
                number.checked_sub(&Natural::one()).unwrap_or_default()
            ),
            Reason::Complete { target, digit, .. } => format!(
                "Append {}: then {target} divides the number, and you have won.",
                digit.to_char()
            ),
            Reason::SafeDigit { target, safe } => format!(
                "No digit makes the number divisible by {target} now. But after {} your opponent \
                 cannot make it divisible either, and there is always such a safe digit. So nobody \
                 can force a win.",
                safe.to_char()
            ),
            Reason::EveryDigitLoses { target } => format!(
                "Whatever digit you append, your opponent can append one that makes the number \
                 divisible by {target}."
            ),
            Reason::NeverForced { target, safe } => format!(
                "Whoever makes the number divisible by {target} loses, but nobody has to: among \
                 ten digits in a row there is always one that does not, such as {}. So the game \
                 never has to end.",
                safe.to_char()
            ),
            Reason::Searched { value, best, refuted, total } => {
                let told = &refuted[..refuted.len().min(lines_told(depth))];
                searched(position, *value, best.as_ref(), told, *total)
            }
            Reason::Unknown { why } => format!("Not known: {why}."),
        }
    }

    fn idea(&self, position: &Position) -> String {
        match self {
            Reason::Nim { numbers, heaps, pass, .. } => {
                let heaps: Vec<String> = numbers
                    .iter()
                    .zip(heaps)
                    .map(|(number, heap)| {
                        let factors = if number.is_one() { 0 } else { heap + 1 };
                        let factors = count(factors, "prime factor");
                        format!("{number} has {factors} and is a heap of {heap}")
                    })
                    .collect();
                let pass = match pass {
                    Some(true) => " The division by 1 that is left is one more heap of 1.",
                    Some(false) => " The division by 1 is spent.",
                    None => "",
                };
                format!(
                    " Dividing takes away some of the prime factors of a number, any number of \
                     them, but always leaves one. So a number with k prime factors is a heap of \
                     k - 1 in Nim (and 1 is an empty heap): {}.{pass}",
                    heaps.join("; ")
                )
            }
            Reason::Subtract { number, .. } => {
                let twos = number.trailing_zeros();
                format!(
                    " Lost are the odd numbers and 2, 8, 32 and so on, the powers of two with an \
                     odd exponent. {number} is 2^{twos} times an odd number."
                )
            }
            Reason::SubtractSum { .. } => {
                " The worth of a number depends on its power of two and its odd part; numbers side \
                 by side are worth their sum without carrying (exclusive or)."
                    .to_owned()
            }
            Reason::Complete { target, .. }
            | Reason::SafeDigit { target, .. }
            | Reason::EveryDigitLoses { target } => match position.board() {
                Board::Digits { residues, .. } => format!(
                    " Only the remainder matters: it is {} now, and appending d turns a remainder \
                     r into 10r + d. A remainder wins at once if what is missing from 10r to the \
                     next multiple of {target} is at most 9.",
                    residues[0]
                ),
                Board::Numbers { .. } => String::new(),
            },
            Reason::TakeAll { .. } => {
                " A number divides itself, so it may be chosen as long as nobody has used it; then \
                 0 is left, and 0 has no factor to choose."
                    .to_owned()
            }
            Reason::LeavePrime { number, .. } | Reason::Composite { number } => {
                format!(" {number} is composite; whoever faces a prime or 1 cannot move.")
            }
            Reason::LeavePrimeByOne { .. } => {
                " A prime has two factors: 1, which is on the list of used numbers now, and itself."
                    .to_owned()
            }
            Reason::EitherMisere { .. } => {
                " Here whoever cannot move wins, so leaving a prime or 1 loses.".to_owned()
            }
            Reason::NeverForced { .. } => {
                " A player loses only by choosing to, and so nobody does.".to_owned()
            }
            Reason::Searched { .. } => {
                " This was found by trying every line of play that matters to its end; no rule of \
                 thumb is known for this game."
                    .to_owned()
            }
            Reason::Over | Reason::Unknown { .. } => String::new(),
        }
    }

    fn proof(&self) -> String {
        let text = match self {
            Reason::Nim { .. } => {
                " Proof: the divisors d with 1 < d < n leave n/d with any number of prime factors \
                 from 1 to one less than n has, and each such count occurs. These are the moves of \
                 a Nim heap of one less. Nim is won exactly when the exclusive or of the heaps is \
                 not 0 (if the last mover loses: with all heaps at most 1, exactly when it is 0)."
            }
            Reason::LeavePrime { .. } | Reason::Composite { .. } => {
                " Proof: if p is a prime factor of a composite n, then n/p is a proper divisor, and \
                 dividing by it leaves p. On a prime or 1 there is no proper divisor, so no move."
            }
            Reason::EitherMisere { .. } => {
                " The statement is proved in docs/theory.md and checked against every number to \
                 100,000."
            }
            Reason::Subtract { .. } => {
                " Proof: let n be odd and d a proper divisor. Then n - d = d(n/d - 1) is even, and \
                 it has the odd factor d > 1, so it is not a power of two. Let n = 2^k with k odd: \
                 a move takes 2^j, 0 < j < k, and leaves 2^j(2^(k-j) - 1), which is even and not a \
                 power of two unless j = k - 1, when it is 2^(k-1) with an even exponent. From an \
                 even number that is not a power of two, taking the odd part (or any odd divisor \
                 above 1) leaves an odd number; from 2^k with k even and positive, half of it \
                 leaves 2^(k-1). So the lost numbers lead only to won ones, and every won one leads \
                 to a lost one."
            }
            Reason::SubtractSum { .. } => {
                " The nimbers of single numbers are listed and proved in docs/theory.md; the sum \
                 is the theorem of Sprague and Grundy."
            }
            Reason::SafeDigit { .. } | Reason::EveryDigitLoses { .. } | Reason::Complete { .. } => {
                " Proof: for a target D above 10 exactly nine remainders win at once. The ten \
                 remainders that a player can leave lie side by side on the wheel; for D above 10 \
                 they are never all among those nine, so a player who cannot win at once can \
                 always leave a safe remainder. Only the first digit, where 0 is forbidden, has \
                 nine choices instead of ten."
            }
            Reason::NeverForced { .. } => {
                " Proof: the digits that complete the number differ by multiples of the target, \
                 which is at least 2, so among 0 to 9 not all do."
            }
            Reason::TakeAll { .. } | Reason::LeavePrimeByOne { .. } => {
                " Proof: the position after the move has no legal move, and whoever is to move there \
                 has lost."
            }
            Reason::Searched { .. } => {
                " The proof is the whole strategy: `duel prove` writes it down, position by position, \
                 and `duel verify` checks it with the rules alone."
            }
            Reason::Over | Reason::Unknown { .. } => "",
        };
        text.to_owned()
    }
}

/// How many refutations are told.
fn lines_told(depth: Depth) -> usize {
    match depth {
        Depth::Child => 4,
        Depth::Student => 12,
        Depth::Proof => usize::MAX,
    }
}

/// What to do, in the imperative.
pub fn doing(position: &Position, made: &Move) -> String {
    let number = |index: usize| match position.board() {
        Board::Numbers { numbers, .. } => numbers[index].to_string(),
        Board::Digits { .. } => String::new(),
    };
    let several = position.has_several_numbers();
    match made {
        Move::Take { index, op: Op::Divide, divisor } if several => {
            format!("Divide {} by {divisor}", number(*index))
        }
        Move::Take { op: Op::Divide, divisor, .. } => format!("Divide by {divisor}"),
        Move::Take { index, op: Op::Subtract, divisor } if several => {
            format!("Take {divisor} away from {}", number(*index))
        }
        Move::Take { op: Op::Subtract, divisor, .. } => format!("Take away {divisor}"),
        Move::Append(digit) => format!("Append {}", digit.to_char()),
        Move::Pass => "Divide by 1".to_owned(),
    }
}

/// The same as a noun: "Taking away 3".
fn doing_it(position: &Position, made: &Move) -> String {
    let doing = doing(position, made);
    [("Divide", "Dividing"), ("Take", "Taking"), ("Append", "Appending")]
        .iter()
        .find_map(|(verb, noun)| Some(format!("{noun}{}", doing.strip_prefix(verb)?)))
        .unwrap_or(doing)
}

fn over(position: &Position) -> String {
    use duel_core::Outcome;
    match position.outcome() {
        Some(Outcome::Won(seat)) if seat == position.turn() => {
            "The game is over, and the player to move has won.".to_owned()
        }
        Some(Outcome::Won(_)) => match position.rules().last_mover() {
            LastMover::Wins => "There is no move left: the player to move has lost.".to_owned(),
            LastMover::Loses => "The game is over, and the player to move has lost.".to_owned(),
        },
        _ => "The game is over, and nobody has won.".to_owned(),
    }
}

fn nim(
    position: &Position,
    numbers: &[Natural],
    heaps: &[u32],
    spare: bool,
    normal: bool,
    winning: Option<&Move>,
) -> String {
    let single = numbers.len() == 1 && !spare;
    match (winning, single, normal) {
        (Some(winning), true, true) => {
            let left = left_after(position, winning);
            format!(
                "{}: that leaves {left}, a prime. A prime has no divisor that may be chosen, so \
                 your opponent cannot move.",
                doing(position, winning)
            )
        }
        (Some(winning), true, false) => {
            let left = left_after(position, winning);
            format!(
                "{}: that leaves {left}, a product of two primes. Your opponent can only leave a \
                 prime, you cannot move then, and here that wins.",
                doing(position, winning)
            )
        }
        (None, true, _) => format!(
            "{} is a product of two primes. You can only leave a prime; your opponent cannot move \
             then, and here that wins.",
            numbers[0]
        ),
        (winning, _, _) => {
            let counts: Vec<String> = heaps.iter().map(u32::to_string).collect();
            let pass = if spare { ", and 1 for the division by 1 that is left" } else { "" };
            let count = format!(
                "Count the prime factors of each number, and one less: {}{pass}. Play as in Nim \
                 with heaps of these sizes.",
                counts.join(", ")
            );
            match winning {
                Some(winning) => format!(
                    "{count} {}: then the heaps balance, and whatever your opponent does, you can \
                     balance them again.",
                    doing(position, winning)
                ),
                None => format!(
                    "{count} They balance: whatever you do, your opponent can balance them again."
                ),
            }
        }
    }
}

fn left_after(position: &Position, made: &Move) -> Natural {
    match (position.after(made).map(|after| after.board().clone()), made) {
        (Ok(Board::Numbers { numbers, .. }), Move::Take { index, .. }) => numbers[*index].clone(),
        _ => Natural::default(),
    }
}

fn subtract(number: &Natural, winning: Option<&Move>) -> String {
    let power_of_two = number.trailing_zeros() + 1 == number.bits();
    match winning {
        Some(Move::Take { divisor, .. }) if power_of_two => {
            let left = number - divisor;
            format!(
                "{number} is a power of two. Take away {divisor}, half of it: that leaves {left}. \
                 From there your opponent must leave half of {left}, and you halve again, or an \
                 even number that is not a power of two, which is good for you."
            )
        }
        Some(Move::Take { divisor, .. }) => {
            let left = number - divisor;
            format!(
                "{number} is even and not a power of two. Take away {divisor}: that leaves {left}, \
                 which is odd. All divisors of an odd number are odd, so whatever your opponent \
                 takes away, you get an even number back that is not a power of two."
            )
        }
        _ if number.is_even() => format!(
            "{number} is a power of two with an odd exponent: multiply 2 by 4 again and again, and \
             you meet it. If you take half, your opponent takes half again; if you take less, your \
             opponent gets an even number that is not a power of two, and leaves you an odd one."
        ),
        _ => format!(
            "{number} is odd. All its divisors are odd, so whatever you take away leaves an even \
             number that is not a power of two. Your opponent takes an odd divisor from it and \
             gives you an odd number again."
        ),
    }
}

fn sum(numbers: &[Natural], heaps: &[u32]) -> String {
    let worth: Vec<String> = numbers
        .iter()
        .zip(heaps)
        .map(|(number, heap)| format!("{number} is worth a heap of {heap}"))
        .collect();
    let balance = heaps.iter().fold(0, |sum, heap| sum ^ heap) == 0;
    let verdict = if balance {
        "They balance: whatever you do, your opponent can balance them again."
    } else {
        "They do not balance, and you can make them balance."
    };
    format!("Play as in Nim: {}. {verdict}", worth.join(", "))
}

fn searched(
    position: &Position,
    value: Value,
    best: Option<&Move>,
    refuted: &[Refuted],
    total: usize,
) -> String {
    let lines: Vec<String> = refuted
        .iter()
        .map(|line| {
            let tried = shown_move(position, value, best, &line.tried);
            match &line.reply {
                Some(reply) => format!("{tried} is answered by {}", line.to.write_move(reply)),
                None => format!("{tried} ends the game"),
            }
        })
        .collect();
    let more = if total > refuted.len() {
        format!(" (and {} more)", total - refuted.len())
    } else {
        String::new()
    };
    match (value, best) {
        (Value::Win, Some(best)) if lines.is_empty() && total == 0 => {
            format!("{} wins at once.", doing_it(position, best))
        }
        (Value::Win, Some(best)) if lines.is_empty() => format!(
            "{} wins: a complete search found an answer to every reply.",
            doing_it(position, best)
        ),
        (Value::Win, Some(best)) => {
            format!(
                "{} wins. Of your opponent's replies, {}{more}.",
                doing_it(position, best),
                lines.join(", ")
            )
        }
        (Value::Win, None) => "A complete search found a way to win.".to_owned(),
        (Value::Loss, _) if lines.is_empty() => {
            "A complete search found an answer to every move.".to_owned()
        }
        (Value::Loss, _) => format!("Every move loses: {}{more}.", lines.join(", ")),
        (Value::Draw, Some(best)) => format!(
            "Nobody can force a win before the maximum length; {} keeps the balance.",
            position.write_move(best)
        ),
        (Value::Endless, Some(best)) => format!(
            "Nobody can force a win; {} is safe, and there is always a safe move after it.",
            position.write_move(best)
        ),
        (Value::Draw | Value::Endless, None) => "Nobody can force a win.".to_owned(),
    }
}

/// A move in the short form of the position in which it is played.
fn shown_move(position: &Position, value: Value, best: Option<&Move>, tried: &Move) -> String {
    match (value, best.and_then(|best| position.after(best).ok())) {
        (Value::Win, Some(after)) => after.write_move(tried),
        _ => position.write_move(tried),
    }
}

fn count(number: u32, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
