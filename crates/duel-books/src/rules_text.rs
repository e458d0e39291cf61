//! The rules of a game in words, made from the rules that are played: a house rule changes the
//! sentence that it is about, so that no sentence contradicts another.
//!
//! A book's own text (`Book::text`) describes the book as it is written; this describes one game.

#[cfg(feature = "recipes")]
use duel_core::Half;
use duel_core::{
    Append, Board, Cap, Choice, Echo, HouseRule, LastMover, LeadingZero, OnIllegal, Op, Pass, Play,
    Position, Reach, Referee, Reuse, Rules, Take,
};

use duel_numbers::Natural;

use crate::{
    Stuck,
    explain::capital,
    goal::{Dead, End, GameGoal, stuck_result},
    listing,
};

/// How wide a line is at most.
const WIDTH: usize = 100;

/// The rules of a game, and what was agreed on beside them.
pub fn of_game(game: &Referee) -> String {
    let mut sentences = Vec::new();
    let conduct = game.conduct();
    if let Some(length) = conduct.announced_length {
        let digits = digits_in_words(length);
        sentences.push(format!("Reaching {digits} is announced, and the game goes on."));
    }
    if conduct.on_illegal == OnIllegal::Forfeit {
        sentences.push("An invalid entry loses the game.".to_owned());
    }
    if let Some(clock) = conduct.clock {
        sentences.push(format!("The clock: {clock}. Running out of time loses."));
    }
    let agreed = if sentences.is_empty() { String::new() } else { paragraph(&sentences) };
    format!("{}{agreed}", of_position(game.start()))
}

/// The rules of a position.
pub fn of_position(position: &Position) -> String {
    let rules = position.rules();
    let (sentences, typed) = match (rules.play(), position.board()) {
        (Play::Take(take), Board::Numbers { numbers, .. }) => {
            (taking(rules, take, numbers.len()), typed_divisors(rules, take, numbers.len()))
        }
        (Play::Append(append), Board::Digits { targets, .. }) => {
            (appending(rules, append, targets), "the digit (4).".to_owned())
        }
        // A position's board is of the kind that its rules play.
        _ => return String::new(),
    };
    let names: Vec<&str> = rules.house().map(HouseRule::name).collect();
    let house = match names.as_slice() {
        [] => String::new(),
        [only] => paragraph(&[format!("The house rule {only} is part of this.")]),
        several => paragraph(&[format!(
            "The house rules {} are part of this.",
            in_a_sentence(several, "and")
        )]),
    };
    format!("{}\n{}{house}", paragraph(&sentences), paragraph(&[format!("What you type: {typed}")]))
}

/// A count in words, where that is usual.
pub(crate) fn count_in_words(count: usize) -> String {
    const WORDS: [&str; 12] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    let word = count.checked_sub(1).and_then(|place| WORDS.get(place));
    word.map_or_else(|| listing::grouped(&count.into()), |word| (*word).to_owned())
}

fn taking(rules: &Rules, take: Take, numbers: usize) -> Vec<String> {
    // Every part is named: a new one does not compile until it has its words.
    let Take {
        step: _,
        or_step: _,
        reach: _,
        reuse,
        echo,
        pass,
        #[cfg(feature = "recipes")]
        half,
    } = take;
    let several = numbers > 1;
    let shared = if several {
        format!(
            "Two players share {} numbers; a move changes one of them.",
            count_in_words(numbers)
        )
    } else {
        "Two players share one number.".to_owned()
    };
    let mut sentences = vec![shared, move_in_words(take, several)];
    #[cfg(feature = "recipes")]
    if half == Half::Barred {
        sentences.push("Half of the number may not be chosen.".to_owned());
    }
    let several = if several { ", for whichever of the numbers" } else { "" };
    match (reuse, echo) {
        (Reuse::Once, _) => sentences.push(format!(
            "Each number may be chosen once in the game, by either player{several}."
        )),
        (Reuse::Free, Echo::Barred) => sentences
            .push(format!("You may not choose what your opponent has just chosen{several}.")),
        (Reuse::Free, Echo::Allowed) => {}
    }
    if pass == Pass::OncePerGame {
        sentences.push(
            "Once in the game, one of the players may divide by 1 instead, which changes nothing \
             but whose turn it is."
                .to_owned(),
        );
    }
    sentences.push(end_in_words(rules, take, numbers));
    sentences
}

fn move_in_words(take: Take, several: bool) -> String {
    let (whose, number) =
        if several { ("one of the numbers", "that number") } else { ("the number", "the number") };
    let small = format!("whose square is at most {number}");
    let is_root = take.reach == Reach::Root;
    if take.step.choice == Choice::Prime {
        let size = if is_root { small } else { format!("that is less than {number}") };
        return format!(
            "On your turn divide {whose} by one of its prime factors {size}, or subtract 1 from a \
             number above 1."
        );
    }
    let choice = match (take.step.choice, take.reach) {
        (Choice::Proper, Reach::Any) => {
            format!(
                "a proper divisor of {whose}: it divides {number} without a remainder, is greater than 1 and less than {number}"
            )
        }
        (Choice::Proper, Reach::Root) => {
            format!("a divisor of {whose} that is greater than 1 and {small}")
        }
        (Choice::BelowWhole, Reach::Any) => {
            format!("a factor of {whose}; 1 counts, but {number} itself only when it is 1")
        }
        #[cfg(feature = "recipes")]
        (Choice::Smaller, Reach::Any) => {
            format!("a divisor of {whose} that is less than {number}; 1 counts")
        }
        (Choice::All | Choice::Prime | Choice::One, Reach::Any) => {
            format!("a factor of {whose}; 1 and {number} itself count")
        }
        (_, Reach::Root) => format!("a factor of {whose} {small}; 1 counts"),
    };
    let done = match (take.step.op, take.or_step) {
        (_, Some(_)) => format!("Divide {number} by it or subtract it, as you like."),
        (Op::Divide, None) => format!("{} is divided by it.", capital(number)),
        (Op::Subtract, None) => format!("It is subtracted from {number}."),
    };
    format!("On your turn choose {choice}. {done} What is left is for the other player.")
}

fn end_in_words(rules: &Rules, take: Take, numbers: usize) -> String {
    let result = stuck_result(rules.last_mover());
    let when = match GameGoal::of_rules(rules, numbers).end {
        End::Stuck { dead: Some(Dead::Prime { .. }), only: true } => Some("prime or 1"),
        End::Stuck { dead: Some(Dead::One), only: true } => Some("1"),
        _ => None,
    };
    match (when, numbers) {
        (Some(when), 1) => {
            format!("A player who cannot move, because the number is {when}, {result}.")
        }
        (Some(when), _) => {
            format!("A player who cannot move, because every number is {when}, {result}.")
        }
        (None, _) if matches!(take.step.choice, Choice::All | Choice::BelowWhole) => {
            format!("A player who cannot move {result}; from 0 there is no move.")
        }
        (None, _) => format!("A player who cannot move {result}."),
    }
}

fn typed_divisors(rules: &Rules, take: Take, numbers: usize) -> String {
    let place = if numbers > 1 { "2:" } else { "" };
    let mut typed = match (take.step.choice, take.or_step) {
        (Choice::Prime, _) => {
            format!("{place}/2 to divide by 2, {place}-1 to subtract 1")
        }
        (_, Some(_)) => format!("{place}/6 to divide by 6, {place}-6 to subtract it"),
        (_, None) if numbers > 1 => {
            "the place of the number and what you choose (2:6 is 6 for the second number)"
                .to_owned()
        }
        (_, None) => match take.step.op {
            Op::Divide => "the divisor (6) or the phrase (Divide by 6)".to_owned(),
            Op::Subtract if take.step.choice.includes_one() => {
                "the factor (6) or the phrase (Subtract 6)".to_owned()
            }
            Op::Subtract => "the divisor (6) or the phrase (Subtract 6)".to_owned(),
        },
    };
    if take.pass == Pass::OncePerGame {
        typed.push_str("; pass to divide by 1");
    }
    if crate::of(rules).stuck == Stuck::Declared {
        typed.push_str("; when you cannot move, \"I have no valid moves.\"");
    } else {
        typed.push('.');
    }
    typed
}

fn appending(rules: &Rules, append: Append, targets: &[Natural]) -> Vec<String> {
    let Append { leading_zero, reuse, cap } = append;
    let (goal, which) = match targets {
        [only] => (format!("The target is {only}."), "it"),
        several => {
            let names: Vec<String> = several.iter().map(Natural::to_string).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let count = count_in_words(several.len());
            (format!("The {count} targets are {}.", in_a_sentence(&names, "and")), "any of them")
        }
    };
    let first = match leading_zero {
        LeadingZero::Allowed => "",
        LeadingZero::Barred => "; the first digit may not be 0",
    };
    let result = match rules.last_mover() {
        LastMover::Wins => "win",
        LastMover::Loses => "lose",
    };
    let mut sentences = vec![
        format!("Two players build one number, digit by digit. {goal}"),
        format!("On your turn append exactly one digit, 0 to 9, at its end{first}."),
        format!("If the number is then divisible by {which}, you {result}."),
    ];
    if reuse == Reuse::Once {
        sentences.push(format!(
            "Each digit may be used once in the game, by either player; a player who has none left \
             {}.",
            stuck_result(rules.last_mover())
        ));
    }
    let without = |length| format!("At {} without a multiple", digits_in_words(length));
    match cap {
        Cap::Open => {}
        Cap::Draw(length) => sentences.push(format!("{}, there is no winner.", without(length))),
        Cap::Second(length) => {
            sentences.push(format!("{}, the player who did not begin wins.", without(length)));
        }
    }
    sentences.push("The game may be abandoned if both agree.".to_owned());
    sentences
}

pub(crate) fn digits_in_words(count: u32) -> String {
    if count == 1 { "1 digit".to_owned() } else { format!("{count} digits") }
}

/// Names with commas between them, and a conjunction before the last one.
pub(crate) fn in_a_sentence(names: &[&str], conjunction: &str) -> String {
    match names {
        [init @ .., last] if !init.is_empty() => {
            format!("{} {conjunction} {last}", init.join(", "))
        }
        _ => names.concat(),
    }
}

/// Sentences as a paragraph of lines that fit a terminal.
fn paragraph(sentences: &[String]) -> String {
    let mut lines = vec![String::new()];
    for word in sentences.iter().flat_map(|sentence| sentence.split_whitespace()) {
        let line = lines.last_mut().filter(|line| line.len() + word.len() < WIDTH);
        match line {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) => line.push_str(&format!(" {word}")),
            None => lines.push(word.to_owned()),
        }
    }
    format!("{}\n", lines.join("\n"))
}
