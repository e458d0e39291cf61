//! Lists of moves and numbers, as the books print them.
//!
//! A list is complete up to [`FULL`] entries. Beyond, it shows the first dozen and the last few,
//! and how many there are in all.

use duel_core::{
    Append, Board, Choice, Digit, Echo, Group, LeadingZero, LeftOut, Move, Moves, Op, Pass,
    Position, Reuse, Seats, Step, Take, View, WrittenMove,
};
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

/// A move and what it did on one line, as a log lists moves: `Ann: 60 / 4 = 15`.
pub fn move_line(step: &Step, names: &Seats<String>) -> String {
    let name = &names[step.before.turn()];
    match &step.played {
        Move::Take { index, op, divisor } => {
            let several = step.before.has_several_numbers();
            let place = if several { format!("number {}, ", index + 1) } else { String::new() };
            let sign = match op {
                Op::Divide => '/',
                Op::Subtract => '-',
            };
            let (before, left) = (chosen_number(step), number_left(step));
            format!("{name}: {place}{before} {sign} {divisor} = {left}")
        }
        Move::Append(digit) => match numbers(&step.before).as_str() {
            "" => format!("{name}: {}", digit.to_char()),
            before => {
                format!("{name}: {before} then {}: {}", digit.to_char(), numbers(&step.after))
            }
        },
        Move::Pass => format!("{name}: divides by 1"),
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
/// are played. What a restriction leaves out is named after them.
pub fn list(heading: &str, view: &View<'_>) -> String {
    let position = view.position;
    let heading = if position.has_both_operations() || view.moves().has_pass() {
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
        let mut reasons = left_out(position, group);
        if !several {
            add_spent_pass(position, &mut reasons);
        }
        lines.push_str(&format!("{heading}{number}: {choices}{}\n", bracketed(&reasons)));
    }
    if several && view.moves().has_pass() {
        lines.push_str("Or divide by 1: 1\n");
    } else if several && let Some(spent) = spent_pass(position) {
        lines.push_str(&format!("Or divide by 1: {NONE} ({spent})\n"));
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
            let mut reasons = left_out(view.position, group);
            if choices != NONE {
                // The heading says that what was used is not here, and the book lists it.
                reasons.retain(|reason| reason.kind != Restriction::Used);
            }
            let reasons = bracketed(&reasons);
            format!("{place}Available factors of {number} not used: {choices}{reasons}\n")
        })
        .collect()
}

const NONE: &str = "None";

/// The most divisors that are named with one reason.
const NAMED: usize = 12;

/// A restriction that leaves out moves, and the moves that it leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    kind: Restriction,
    /// The first of them.
    named: Vec<String>,
    /// How many more there are.
    more: Natural,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Restriction {
    Whole,
    AboveRoot,
    JustChosen,
    Used,
    LeadingZero,
    #[cfg(feature = "recipes")]
    Half,
}

impl Reason {
    fn of(kind: Restriction, named: impl IntoIterator<Item = String>) -> Option<Reason> {
        let mut named: Vec<String> = named.into_iter().collect();
        let more = Natural::from(named.len().saturating_sub(NAMED));
        named.truncate(NAMED);
        (!named.is_empty()).then_some(Reason { kind, named, more })
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.named.join(", "))?;
        if !self.more.is_zero() {
            write!(f, " and {} more", grouped(&self.more))?;
        }
        let is_one = self.named.len() == 1 && self.more.is_zero();
        f.write_str(match self.kind {
            Restriction::Whole => " itself may not be chosen",
            Restriction::AboveRoot if is_one => " is above the square root",
            Restriction::AboveRoot => " are above the square root",
            Restriction::JustChosen if is_one => " was just chosen",
            Restriction::JustChosen => " were just chosen",
            Restriction::Used if is_one => " has been used",
            Restriction::Used => " have been used",
            Restriction::LeadingZero => " may not come first",
            #[cfg(feature = "recipes")]
            Restriction::Half => " is half of the number",
        })
    }
}

/// Why divisors of one number are missing among its moves: those that the game would allow but for
/// a restriction.
fn left_out(position: &Position, group: &Group) -> Vec<Reason> {
    let Board::Numbers { take, .. } = position.board() else { return Vec::new() };
    let LeftOut {
        whole,
        above_root,
        above_root_count,
        barred,
        #[cfg(feature = "recipes")]
        half,
    } = group.left_out(NAMED as u64);
    let texts = |numbers: &[Natural]| numbers.iter().map(Natural::to_string).collect::<Vec<_>>();
    let above_root = Reason::of(Restriction::AboveRoot, texts(&above_root)).map(|reason| {
        let named = Natural::from(reason.named.len());
        Reason { more: &above_root_count - &named, ..reason }
    });
    let whole = Reason::of(Restriction::Whole, whole.as_ref().map(Natural::to_string));
    let barred = Reason::of(bar_restriction(*take), texts(&barred));
    #[cfg(feature = "recipes")]
    let whole = whole
        .into_iter()
        .chain(Reason::of(Restriction::Half, half.as_ref().map(Natural::to_string)));
    whole.into_iter().chain(above_root).chain(barred).collect()
}

fn bar_restriction(take: Take) -> Restriction {
    match (take.reuse, take.echo) {
        (Reuse::Free, Echo::Barred) => Restriction::JustChosen,
        _ => Restriction::Used,
    }
}

/// Why there is no dividing by 1 any more, where the rules have it.
fn spent_pass(position: &Position) -> Option<Reason> {
    let Board::Numbers { take, .. } = position.board() else { return None };
    let spent = take.pass == Pass::OncePerGame && !position.can_pass();
    Reason::of(Restriction::Used, spent.then(|| "1".to_owned()))
}

/// Names the pass that is spent, together with other numbers that have been used.
fn add_spent_pass(position: &Position, reasons: &mut Vec<Reason>) {
    let Some(spent) = spent_pass(position) else { return };
    match reasons.iter_mut().find(|reason| reason.kind == spent.kind) {
        Some(used) => used.named.splice(0..0, spent.named).for_each(drop),
        None => reasons.push(spent),
    }
}

fn left_out_digits(append: Append, digits: &[Digit]) -> Vec<Reason> {
    let zero = append.leading_zero == LeadingZero::Barred && digits.is_empty();
    let zero = Reason::of(Restriction::LeadingZero, zero.then(|| "0".to_owned()));
    let mut used = if append.reuse == Reuse::Once { digits.to_vec() } else { Vec::new() };
    used.sort_unstable();
    let used = Reason::of(Restriction::Used, used.iter().map(|digit| digit.to_char().to_string()));
    zero.into_iter().chain(used).collect()
}

/// Reasons, one after the other.
pub fn in_words(reasons: &[Reason]) -> String {
    reasons.iter().map(Reason::to_string).collect::<Vec<String>>().join("; ")
}

/// Reasons in brackets, to follow a list; nothing where there are none.
pub fn bracketed(reasons: &[Reason]) -> String {
    if reasons.is_empty() { String::new() } else { format!(" ({})", in_words(reasons)) }
}

/// Why there is no move, to follow a sentence that says so; nothing if no restriction is why.
pub fn why_none(view: &View<'_>) -> String {
    let missing = missing(view.position, view.moves());
    let parts: Vec<String> = missing
        .iter()
        .map(|(place, reasons)| {
            let number = place.map(|place| format!("{}: ", view.moves().groups()[place].number()));
            format!("{}{}", number.unwrap_or_default(), in_words(reasons))
        })
        .collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join("; ")) }
}

/// Why moves are missing in the list of a position, for each number that this concerns (its place
/// comes with it where there are several), or for the game as a whole.
pub fn missing(position: &Position, moves: &Moves) -> Vec<(Option<usize>, Vec<Reason>)> {
    let several = position.has_several_numbers();
    let digits = match position.board() {
        Board::Digits { append, digits, .. } => left_out_digits(*append, digits),
        Board::Numbers { .. } => Vec::new(),
    };
    let of_numbers = moves
        .groups()
        .iter()
        .map(|group| (several.then(|| group.index()), left_out(position, group)));
    let mut all: Vec<(Option<usize>, Vec<Reason>)> = of_numbers.collect();
    match all.as_mut_slice() {
        [(None, reasons)] => add_spent_pass(position, reasons),
        _ => all.push((None, digits.into_iter().chain(spent_pass(position)).collect())),
    }
    all.retain(|(_, reasons)| !reasons.is_empty());
    all
}

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

/// A text in which every row of digits is written in another way.
pub fn with_numbers(text: &str, write: impl Fn(&str) -> String) -> String {
    let is_digit = |c: char| c.is_ascii_digit();
    let parts = text.split_inclusive(|c| !is_digit(c)).map(|part| {
        let (digits, rest) = part.split_at(part.find(|c| !is_digit(c)).unwrap_or(part.len()));
        if digits.is_empty() { rest.to_owned() } else { write(digits) + rest }
    });
    parts.collect()
}
