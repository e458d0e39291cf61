//! Claims in English. Nothing is decided here: a sentence says what its claim holds, no more.

use duel_core::{Board, LastMover, Move, Op, Position};
use duel_numbers::{Budget, Factorization, Natural};

use crate::{
    claim::{Alike, Claim, Ending, FinalResult, LostAlone, LostNumbers, Multiple, Parts, Worth},
    plan_words,
    strategy::Strategy,
    why_words,
};

/// Numbers with more prime factors than this are not written as a product.
const SPELT_FACTORS: u64 = 8;

/// Which numbers are unlucky where one divides or subtracts and the last mover loses.
const UNLUCKY: &str = "The unlucky numbers are 9 and the products of two primes, neither of which is 3, \
                       such as 10 = 2 x 5 and 14 = 2 x 7.";

/// Whether this is the unlucky number from which every move leaves a prime.
fn is_four(number: &Natural) -> bool {
    number.to_u64() == Some(4)
}

impl Claim {
    /// The claim in words, for the player to move in this position.
    #[expect(clippy::too_many_lines, reason = "one arm for each kind of claim")]
    pub fn words(&self, position: &Position) -> String {
        let misere = position.rules().last_mover() == LastMover::Loses;
        match self {
            Claim::Over { ending, result } => over(position, ending, *result),
            Claim::Composite(number) => format!(
                "{number} is not a prime, so it has a prime factor, even if it has not been found \
                 yet. Divide so that just that prime is left: your opponent cannot move."
            ),
            Claim::LeavesPrime { made, prime } => format!(
                "{}: that leaves {prime}, a prime. A prime has no divisor that may be chosen, so \
                 your opponent cannot move.",
                doing(position, made)
            ),
            Claim::LeavesTwoPrimes { made, left } => format!(
                "{}: that leaves {left}, a product of two primes. Your opponent can only leave a \
                 prime, you cannot move then, and here that wins.",
                doing(position, made)
            ),
            Claim::IsTwoPrimes(number) => format!(
                "{number} is a product of two primes. You can only leave a prime; your opponent \
                 cannot move then, and here that wins."
            ),
            Claim::PrimeFactors(numbers) => {
                let but_by_1 = if position.can_pass() { " (but by 1)" } else { "" };
                let times = and(numbers.iter().map(divisions));
                let which = if numbers.len() == 1 { "the number" } else { "the numbers" };
                format!("How often {which} can be divided{but_by_1}: {times}.")
            }
            Claim::MovesLeft { made, numbers, pass } => {
                moves_left(position, made.as_ref(), numbers, *pass, misere)
            }
            Claim::Parts { made, parts, alike } => {
                paired(position, made.as_ref(), parts, *alike, made.is_none())
            }
            Claim::LostAlone { made, numbers } => lost_alone(position, made.as_ref(), numbers),
            Claim::Balance { made, heaps, pass, worth } => {
                balance(position, made.as_ref(), (heaps, *pass), *worth)
            }
            Claim::BalanceMisere { made, heaps, pass } => {
                balance(position, made.as_ref(), (heaps, *pass), Worth::Divisions)
            }
            Claim::Nimbers(numbers) => {
                let worth = |(number, nimber): &(Natural, u32)| {
                    format!("{} is worth a heap of {nimber}", by_powers_of_two(number))
                };
                format!("Play as in Nim: {}.", and(numbers.iter().map(worth)))
            }
            Claim::CanBalance => {
                "The heaps do not balance, and there is a move that makes them balance.".to_owned()
            }
            Claim::LeavesUnlucky { made, left } if is_four(left) => format!(
                "{}: that leaves 4. Whatever your opponent does leaves 2, a prime, on which you \
                 cannot move and so win.",
                doing(position, made)
            ),
            Claim::LeavesUnlucky { made, left } => format!(
                "{}: that leaves {left}, an unlucky number. {UNLUCKY} Whatever your opponent does \
                 leaves a prime, on which you cannot move and so win, or a number from which you \
                 can leave an unlucky one again.",
                doing(position, made)
            ),
            Claim::Unlucky(number) if is_four(number) => {
                "Whatever you do leaves 2, a prime, on which your opponent cannot move and so wins."
                    .to_owned()
            }
            Claim::Unlucky(number) => format!(
                "{number} is an unlucky number. {UNLUCKY} Whatever you do leaves a prime, on which \
                 your opponent cannot move and so wins, or a number from which your opponent can \
                 leave you an unlucky one again."
            ),
            Claim::LeavesOdd { made, left } => format!(
                "{}: that leaves {left}, which is odd. All divisors of an odd number are odd, so \
                 whatever your opponent takes away, you get an even number back. You can leave an \
                 odd one again.",
                doing(position, made)
            ),
            Claim::Halves { number, made, left } => format!(
                "{}, half of {number}: that leaves {left}. If your opponent takes half of that, you \
                 take half again. If your opponent takes less, you get an even number from which \
                 you can leave an odd one.",
                doing(position, made)
            ),
            Claim::Odd(number) => format!(
                "{number} is odd. All its divisors are odd, so whatever you take away leaves an \
                 even number. Your opponent takes an odd divisor from it and gives you an odd \
                 number again."
            ),
            Claim::OddPowerOfTwo(number) => format!(
                "Multiply 2 by 4 again and again, and you meet {number}. If you take half of it, \
                 your opponent takes half again. If you take less, your opponent gets an even \
                 number and leaves you an odd one."
            ),
            Claim::TakesAll { made, .. } => format!(
                "{}, the whole number: nothing is left, and your opponent cannot move.",
                doing(position, made)
            ),
            Claim::LeavesPrimeByOne { prime, .. } => format!(
                "Take away 1: that leaves {prime}, a prime. Its only factors are 1, which is used \
                 now, and itself, which may not be taken. Your opponent cannot move."
            ),
            Claim::Completes(multiple) => {
                let product = multiple_in_words(multiple);
                format!("Append {}: {product}, and you have won.", appended(multiple))
            }
            Claim::NoDigitCompletes(target) => {
                format!("No digit makes the number divisible by {target} now.")
            }
            Claim::SafeDigit(digit) => format!(
                "But after {} your opponent cannot make it divisible either, and there will always \
                 be such a safe digit. So neither of you can force a win.",
                digit.to_char()
            ),
            Claim::EveryDigitLoses(multiples) => {
                let line = |multiple: &Multiple| match multiple.product {
                    Some(_) => multiple_in_words(multiple),
                    None => appended(multiple),
                };
                format!(
                    "Whatever digit you append, your opponent completes a multiple: {}.",
                    and(multiples.iter().map(line))
                )
            }
            Claim::NeverForced { target, digit } => format!(
                "Making the number divisible by {target} loses, but it is never forced: there is \
                 always a digit that does not, such as {} now. So the game never has to end.",
                digit.to_char()
            ),
            Claim::WinsAtOnce(made) => wins_at_once(position, made),
            Claim::Wins(made) => format!("{}: that wins.", doing(position, made)),
            Claim::CanWin => "You can win.".to_owned(),
            Claim::EveryMoveLoses => "Every move loses.".to_owned(),
            Claim::Plays { made, barred } => plan_words::plays(position, made, barred),
            Claim::Named { lost, why } => why_words::named(position, lost, why),
            Claim::Answers { lost, lines } => plan_words::answers(lost, lines),
            Claim::Line { lost, moves } => plan_words::line(position, lost, moves),
            Claim::EndingMoves(moves) => plan_words::ending_moves(position, moves),
            Claim::Told(told) => plan_words::told(told),
            Claim::PartOfPlan => format!(
                "No plan of at most {} positions was found. These are a part of one: some answers \
                 lead to positions that are not listed, but lost as well.",
                Strategy::MOST_ENTRIES
            ),
            Claim::PartOfAnswer => {
                "This is only a part of the answer: the whole of it would be too long.".to_owned()
            }
            Claim::LostNumbers(lost) => lost_numbers(lost),
            Claim::KeepsDraw(made) => {
                let length = match position.board() {
                    Board::Digits { append, .. } => append.cap.length().unwrap_or(0),
                    Board::Numbers { .. } => 0,
                };
                let digits = if length == 1 { "digit" } else { "digits" };
                let keeps = match made {
                    Some(made) => format!(" {}: that keeps it so.", doing(position, made)),
                    None => String::new(),
                };
                format!(
                    "Neither of you can force a win before the number has {length} {digits}, \
                     and then there is no winner.{keeps}"
                )
            }
            Claim::KeepsEndless(Some(made)) => format!(
                "Neither of you can force a win. {}: that is safe, and there is always a safe move \
                 after it.",
                doing(position, made)
            ),
            Claim::KeepsEndless(None) => "Neither of you can force a win.".to_owned(),
            Claim::Remainder { target, residue } => {
                format!("Only the remainder by {target} matters: it is {residue} now.")
            }
            Claim::PowerOfTwo { number, twos } => format!("{number} is 2^{twos}."),
            Claim::EvenWithOddDivisor { number, odd } => format!(
                "{number} is even and not a power of two: {odd} is an odd divisor of it."
            ),
            Claim::Theorem(theorem) => theorem.statement().to_owned(),
            Claim::Proof(theorem) => format!("Proof: {}", theorem.proof()),
            Claim::SearchProof => {
                "A certificate proves it by the rules alone: a move for the winner in every position \
                 that can arise, on the quickest way to win, which need not be that of the plan."
                    .to_owned()
            }
            Claim::CompleteSearch => {
                "The proof is the search itself, which has looked at every position that can arise. \
                 Certificates are written only where one player wins."
                    .to_owned()
            }
            Claim::AfterMeans { number, last } => format!(
                "In this plan \"{number} after {last}\" means that {number} is left and {last} was \
                 chosen last, so that {last} may not be chosen."
            ),
            Claim::PlanNotFound => {
                "Who wins was found, but not everything that can follow: the search was at its limits."
                    .to_owned()
            }
            Claim::LikeMeans { number, like } => plan_words::like_means(number, like),
            Claim::Twins { lost, heaps, pass, worth } => {
                plan_words::twins(position, lost, (heaps, *pass), *worth)
            }
            Claim::Unknown => {
                "Not known: the search was not finished within its limits.".to_owned()
            }
        }
    }
}

impl Claim {
    /// The claim in words, after this text: several proofs are one.
    pub fn words_after(&self, text: &str, position: &Position) -> String {
        match self {
            Claim::Proof(theorem) if text.contains("Proof: ") => capital(theorem.proof()),
            _ => self.words(position),
        }
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

/// "The game is over: 7 is a prime. The player to move has no move, and has lost."
fn over(position: &Position, ending: &Ending, result: FinalResult) -> String {
    let misere = position.rules().last_mover() == LastMover::Loses;
    let so = match (ending, result) {
        (_, FinalResult::Drawn) => "There is no winner.",
        (Ending::Divisible(_), _) if misere => {
            "Here that loses: the player who made it has lost, and the player to move has won."
        }
        (Ending::Divisible(_), _) => {
            "The player who made it has won, and the player to move has lost."
        }
        (Ending::FullLength(_), FinalResult::Won) => {
            "The player who did not begin has won, and that is the player to move."
        }
        (Ending::FullLength(_), _) => {
            "The player who did not begin has won, and the player to move has lost."
        }
        _ if misere => "The player to move has no move, and here that wins.",
        _ => "The player to move has no move, and has lost.",
    };
    format!("The game is over: {}. {so}", plan_words::ended(position, ending))
}

/// "60 = 2 x 2 x 3 x 5 up to 3 times".
fn divisions(factors: &Factorization) -> String {
    let number = factors.number();
    let omega = factors.big_omega().unwrap_or(0);
    let times = match omega {
        0 | 1 => return format!("{number} not at all"),
        2 => "once".to_owned(),
        omega => format!("up to {} times", omega - 1),
    };
    match product(factors) {
        Some(product) => format!("{number} = {product} {times}"),
        None => format!("{number} {times}"),
    }
}

/// "2 x 2 x 3 x 5", where all factors are known and not too many.
fn product(factors: &Factorization) -> Option<String> {
    factors.big_omega().filter(|omega| *omega <= SPELT_FACTORS)?;
    let primes = factors.primes().iter();
    let spelt: Vec<String> = primes
        .flat_map(|(prime, exponent)| (0..*exponent).map(move |_| prime.to_string()))
        .collect();
    Some(spelt.join(" x "))
}

/// "60 = 2 x 2 x 3 x 5"; a number that is hard to split alone.
fn as_product(number: &Natural) -> String {
    let factors = number.to_u64().map(|_| Factorization::of(number, Budget::PROMPT));
    match factors.as_ref().and_then(product) {
        Some(product) => format!("{number} = {product}"),
        None => number.to_string(),
    }
}

fn moves_left(
    position: &Position,
    made: Option<&Move>,
    numbers: &[Natural],
    pass: bool,
    misere: bool,
) -> String {
    let moves = numbers.len() + usize::from(pass);
    if let Some(made) = made.filter(|_| moves == 0) {
        return wins_at_once(position, made);
    }
    let plays = made.map(|made| plan_words::plays(position, made, &[]));
    let each = if numbers.len() == 1 { "" } else { " each" };
    let once = match (numbers.is_empty(), pass) {
        (true, _) => "only the division by 1 is left".to_owned(),
        (false, false) => format!("{} can be divided just once{each}", and(numbers)),
        (false, true) => {
            format!("{} can be divided just once{each}, and once by 1", and(numbers))
        }
    };
    let exactly = match moves {
        1 => "one move is left".to_owned(),
        moves => format!("exactly {moves} moves are left, in whatever order they are made"),
    };
    // The loser of the position, who is to move where the moves are counted, makes the odd ones.
    let loser_is_last = moves % 2 == 1;
    let last = match (made.is_some(), loser_is_last) {
        (true, true) | (false, false) => "your opponent makes",
        (true, false) | (false, true) => "you make",
    };
    let what = if moves == 1 { "it" } else { "the last one" };
    let rule = if misere { ". Here the last move loses" } else { "" };
    match plays {
        Some(plays) => format!("{plays} Then {once}: {exactly}, and {last} {what}{rule}."),
        None => format!("{}: {exactly}, and {last} {what}{rule}.", capital(&once)),
    }
}

/// Numbers as pairs and numbers that are lost alone, after a move of the player to move, who wins, or
/// as they are.
pub(crate) fn paired(
    position: &Position,
    made: Option<&Move>,
    Parts { pairs, lost }: &Parts,
    alike: Alike,
    you_lose: bool,
) -> String {
    let (begin, then) = match made {
        Some(made) => (format!("{} ", plan_words::plays(position, made, &[])), "Then "),
        None => (String::new(), ""),
    };
    let mut what = Vec::new();
    let mut answers = Vec::new();
    if !pairs.is_empty() {
        let shown = |number: &Natural| match alike {
            Alike::Equal => number.to_string(),
            Alike::PrimeFactors => as_product(number),
        };
        let all = and(pairs.iter().map(|[a, b]| format!("{} with {}", shown(a), shown(b))));
        let equal = match lost.as_slice() {
            [] => "the numbers that can be changed form equal pairs",
            _ => "there are equal pairs",
        };
        let (pair, answer) = match (alike, you_lose) {
            (Alike::PrimeFactors, true) => (
                "the numbers that can be divided form pairs with equally many prime factors",
                "whatever you take out of one, your opponent takes as many prime factors out of its \
                 partner",
            ),
            (Alike::PrimeFactors, false) => (
                "the numbers that can be divided form pairs with equally many prime factors",
                "whatever your opponent takes out of one, take as many prime factors out of its \
                 partner",
            ),
            (Alike::Equal, true) => {
                (equal, "whatever you do to one, your opponent does the same to its partner")
            }
            (Alike::Equal, false) => {
                (equal, "whatever your opponent does to one, do the same to its partner")
            }
        };
        what.push(format!("{pair}: {all}"));
        answers.push(answer.to_owned());
    }
    if !lost.is_empty() {
        let alone: Vec<String> = lost.iter().map(|number| format!("with {number} alone")).collect();
        what.push(format!("{} the player to move would lose", alone.join(" or ")));
        let any: Vec<String> = lost.iter().map(ToString::to_string).collect();
        answers.push(format!("a move on {} is answered on the same number", any.join(" or ")));
    }
    let what = what.join("; ");
    let what = if then.is_empty() { capital(&what) } else { what };
    let last = if you_lose {
        "your opponent always has an answer, and makes the last move"
    } else {
        "you always have an answer, so you make the last move"
    };
    format!("{begin}{then}{what}. {}: {last}.", capital(&answers.join("; ")))
}

/// "11 is a prime, so nothing can be taken from it, and 35 is odd. All divisors of an odd number are
/// odd, so whatever is taken away leaves an even number, and ..."
fn lost_alone(position: &Position, made: Option<&Move>, numbers: &LostAlone) -> String {
    let LostAlone { stuck, odd, powers } = numbers;
    let are = |all: &[Natural]| if all.len() == 1 { "is" } else { "are" };
    let no_move = match stuck.as_slice() {
        [] => None,
        all if all.contains(&Natural::one()) => {
            Some(format!("nothing can be taken from {}", and(all)))
        }
        [prime] => Some(format!("{prime} is a prime, so nothing can be taken from it")),
        primes => Some(format!("{} are primes, so nothing can be taken from them", and(primes))),
    };
    let is_odd = (!odd.is_empty()).then(|| format!("{} {} odd", and(odd), are(odd)));
    let (who, other, takes) = match made {
        None => ("you take", "your opponent", "your opponent takes"),
        Some(_) => ("your opponent takes", "you", "you take"),
    };
    let mut said: Vec<String> =
        made.map(|made| plan_words::plays(position, made, &[])).into_iter().collect();
    let seen: Vec<String> = no_move.into_iter().chain(is_odd).collect();
    if !seen.is_empty() {
        said.push(format!("{}.", capital(&seen.join(", and "))));
    }
    if !odd.is_empty() {
        let general = "All divisors of an odd number are odd, so whatever is taken away leaves an even \
                       number, and then an odd divisor can be taken, which leaves an odd one again.";
        said.push(general.to_owned());
    }
    said.push(if powers.is_empty() {
        let last = match made {
            None => "Your opponent always has that answer, and makes the last move.",
            Some(_) => "You always have that answer, so you make the last move.",
        };
        last.to_owned()
    } else {
        format!(
            "Multiply 2 by 4 again and again, and you meet {}: if {who} half, {takes} half again; if \
             {who} less, {other} can leave an odd number.",
            and(powers)
        )
    });
    said.join(" ")
}

/// "Here the number alone decides. Lost for the player to move, up to 31: 1 3 5."
fn lost_numbers(LostNumbers { from, up_to, numbers }: &LostNumbers) -> String {
    let range = match from {
        1 => format!("up to {up_to}"),
        from => format!("from {from} to {up_to}"),
    };
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    let listed = if numbers.is_empty() { "none".to_owned() } else { numbers.join(" ") };
    format!("Here the number alone decides. Lost for the player to move, {range}: {listed}.")
}

fn wins_at_once(position: &Position, made: &Move) -> String {
    let doing = plan_words::plays(position, made, &[]);
    match position.after(made) {
        Ok(over) => format!("{doing} {}", plan_words::end(position, &over)),
        Err(_) => doing,
    }
}

/// "112 = 28 x 4".
pub(crate) fn multiple_in_words(multiple: &Multiple) -> String {
    match &multiple.product {
        Some((number, quotient)) => format!("{number} = {} x {quotient}", multiple.target),
        None => format!("{} divides the number then", multiple.target),
    }
}

fn appended(multiple: &Multiple) -> String {
    let digits: Vec<String> =
        multiple.digits.iter().map(|digit| digit.to_char().to_string()).collect();
    digits.join(", then ")
}

/// "After this move the numbers are heaps in Nim: 3 for 16, 2 for 12 and 1 for the division by 1. They
/// balance."
fn balance(
    position: &Position,
    made: Option<&Move>,
    (heaps, pass): (&[u32], bool),
    worth: Worth,
) -> String {
    let after = made.and_then(|made| position.after(made).ok());
    let begin = if made.is_some() { "After this move the" } else { "The" };
    let counted =
        heaps_of(after.as_ref().unwrap_or(position), heaps, pass, |heap, number| match worth {
            Worth::Divisions => format!("{heap} for {number}"),
            Worth::Nimber => format!("{heap} for {}", by_powers_of_two(number)),
        });
    format!("{begin} numbers are heaps in Nim: {}. They balance.", and(counted))
}

/// "3 for 16", each number that is worth a heap, and "1 for the division by 1".
pub(crate) fn heaps_of(
    position: &Position,
    heaps: &[u32],
    pass: bool,
    counted: impl Fn(u32, &Natural) -> String,
) -> Vec<String> {
    let Board::Numbers { numbers, .. } = position.board() else { return Vec::new() };
    let worth = numbers.iter().zip(heaps).filter(|(_, heap)| **heap > 0);
    let mut counted: Vec<String> = worth.map(|(number, heap)| counted(*heap, number)).collect();
    counted.extend(pass.then(|| "1 for the division by 1".to_owned()));
    counted
}

/// "36 = 2^2 x 9", "16 = 2^4"; an odd number alone.
fn by_powers_of_two(number: &Natural) -> String {
    let twos = number.trailing_zeros();
    let Ok(exponent) = u32::try_from(twos) else { return number.to_string() };
    let odd = number / &Natural::from(2_u64).pow(exponent);
    match (twos, odd.is_one()) {
        (0, _) => number.to_string(),
        (1, false) => format!("{number} = 2 x {odd}"),
        (_, true) if twos == 1 => number.to_string(),
        (_, true) => format!("{number} = 2^{twos}"),
        (_, false) => format!("{number} = 2^{twos} x {odd}"),
    }
}

/// "1, 2 and 3".
pub(crate) fn and<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    listed(items, "and")
}

fn listed<T: ToString>(items: impl IntoIterator<Item = T>, last_word: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [init @ .., last] => format!("{} {last_word} {last}", init.join(", ")),
    }
}

/// "1, 2 or 3".
pub(crate) fn or<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    listed(items, "or")
}

/// A sentence in the middle of another one.
pub fn lower(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
