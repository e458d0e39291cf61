//! Lists of moves and numbers, as the books print them.
//!
//! A list is complete up to [`FULL`] entries. Beyond, it shows the first dozen and the last few,
//! and how many there are in all.

use duel_core::{Board, Choice, Group, Move, Op, Position, Step, View, WrittenMove};
use duel_numbers::Natural;

/// The longest list that is printed whole.
pub const FULL: u64 = 200;
/// How many entries begin a longer one.
const FIRST: u64 = 12;
/// How many end it.
const LAST: u64 = 3;

/// Numbers with commas between them.
pub fn joined(numbers: &[Natural]) -> String {
    if let [only] = numbers {
        return only.to_string();
    }
    let texts: Vec<String> = numbers.iter().map(Natural::to_string).collect();
    texts.join(", ")
}

/// The numbers on the table, with commas between them.
pub fn numbers(position: &Position) -> String {
    match position.board() {
        Board::Numbers { numbers, .. } => joined(numbers),
        Board::Digits { digits, .. } => digits.iter().map(|digit| digit.to_char()).collect(),
    }
}

/// The number that a step changed, as it was before.
pub fn chosen_number(step: &Step) -> Natural {
    number_at(step, &step.before)
}

/// The number that a step changed, as it is now.
pub fn number_left(step: &Step) -> Natural {
    number_at(step, &step.after)
}

fn number_at(step: &Step, position: &Position) -> Natural {
    match (&step.played, position.board()) {
        (Move::Take { index, .. }, Board::Numbers { numbers, .. }) => numbers[*index].clone(),
        _ => Natural::default(),
    }
}

/// What a prompt adds when a bare divisor is not enough.
pub fn how_to_choose(position: &Position) -> String {
    let Board::Numbers { take, numbers, .. } = position.board() else { return String::new() };
    let which = if numbers.len() > 1 { "2:" } else { "" };
    match take.or_step.map(|step| step.choice) {
        None if which.is_empty() => String::new(),
        None => " (2:6 is 6 for the second number)".to_owned(),
        Some(Choice::One) => format!(" ({which}/2 divides, {which}-1 subtracts)"),
        Some(_) => format!(" ({which}/6 divides, {which}-6 subtracts)"),
    }
}

/// The lines that list what may be chosen, under the book's own heading where the book's rules
/// are played.
pub fn list(heading: &str, view: &View<'_>) -> String {
    let heading = if view.position.has_both_operations() || view.moves().has_pass() {
        "Valid Moves"
    } else {
        heading
    };
    let groups = view.moves().groups();
    let several = groups.len() > 1;
    let pass = if view.moves().has_pass() { "1" } else { "" };
    let mut lines = String::new();
    for group in groups {
        let choices = match (choices(group), pass, several) {
            (choices, "", _) | (choices, _, true) => choices,
            (choices, pass, false) if choices == NONE => pass.to_owned(),
            (choices, pass, false) => format!("{pass}, {choices}"),
        };
        let number = if several {
            format!(" ({}: {})", group.index() + 1, group.number())
        } else {
            String::new()
        };
        lines.push_str(&format!("{heading}{number}: {choices}\n"));
    }
    if several && view.moves().has_pass() {
        lines.push_str("Or divide by 1: 1\n");
    }
    lines
}

/// The lines of book 004.
pub fn list_of_factors(view: &View<'_>) -> String {
    let groups = view.moves().groups();
    let several = groups.len() > 1;
    groups
        .iter()
        .filter(|group| !several || !group.number().is_zero())
        .map(|group| {
            let place = if several { format!("{}: ", group.index() + 1) } else { String::new() };
            let (number, choices) = (group.number(), choices(group));
            format!("{place}Available factors of {number} not used: {choices}\n")
        })
        .collect()
}

const NONE: &str = "None";

/// What may be chosen for one number, on one line.
pub fn choices(group: &Group) -> String {
    let count = group.count();
    let is_short = count.to_u64().is_some_and(|count| count <= FULL);
    let note = if group.is_complete() {
        String::new()
    } else {
        " (those found so far; the number is not factored completely)".to_owned()
    };
    if is_short {
        let all = group.page(0..FULL).unwrap_or_default();
        return match (all.is_empty(), group.is_complete()) {
            (true, true) => NONE.to_owned(),
            (true, false) => "none found so far (the number is not factored)".to_owned(),
            (false, _) => format!("{}{note}", written(group, &all)),
        };
    }
    let first = group.page(0..FIRST).unwrap_or_default();
    let last = count
        .to_u64()
        .and_then(|count| group.page(count - LAST..count))
        .map(|last| format!(", {}", written(group, &last)))
        .unwrap_or_default();
    format!("{}, ...{last} ({} in all){note}", written(group, &first), grouped(&count))
}

/// Moves as they are typed, without the place of the number.
pub fn written(group: &Group, moves: &[(Op, Natural)]) -> String {
    let texts: Vec<String> = moves
        .iter()
        .map(|(op, number)| {
            let op = group.has_both_operations().then_some(*op);
            WrittenMove { index: None, op, number: number.clone() }.to_string()
        })
        .collect();
    texts.join(", ")
}

/// A count with commas, for reading: 184,320.
pub fn grouped(count: &Natural) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
