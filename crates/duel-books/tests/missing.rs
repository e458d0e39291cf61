//! Lists of moves tell what is missing: exactly what the rules would allow but for a restriction.

mod rule_sets;

use std::collections::BTreeSet;

use duel_books::listing;
use duel_core::{
    Board, Choice, Conduct, Move, Op, Pass, Play, Position, Referee, Seats, Take, View,
};
use duel_numbers::{Budget, Natural};

/// Whether a divisor may be chosen for this number where nothing restricts the choice further.
fn is_plain_choice(take: Take, number: u64, divisor: u64) -> bool {
    let is_prime = |n: u64| n > 1 && (2..n).all(|d| !n.is_multiple_of(d));
    number > 0
        && number.is_multiple_of(divisor)
        && take.steps().any(|step| match step.choice {
            Choice::Proper => 1 < divisor && divisor < number,
            Choice::All | Choice::BelowWhole => true,
            Choice::Prime => is_prime(divisor) && divisor < number,
            Choice::One => divisor == 1 && number > 1,
        })
}

fn is_legal(position: &Position, index: usize, divisor: u64) -> bool {
    [Op::Divide, Op::Subtract]
        .into_iter()
        .any(|op| position.play(&Move::Take { index, op, divisor: Natural::from(divisor) }).is_ok())
}

/// The numbers that a text names, and how many more it speaks of.
fn named(text: &str) -> (BTreeSet<u64>, u64) {
    let mut names = BTreeSet::new();
    let mut more = 0;
    for reason in text.split("; ") {
        let (list, rest) = reason.split_once(" and ").unwrap_or((reason, ""));
        let words = list.split([',', ' ']).filter(|word| !word.is_empty());
        names.extend(words.map_while(|word| word.parse::<u64>().ok()));
        more += rest.split(' ').next().and_then(|count| count.parse::<u64>().ok()).unwrap_or(0);
    }
    (names, more)
}

fn check(position: &Position) {
    let Board::Numbers { take, numbers, .. } = position.board() else { return };
    let moves = position.moves(Budget::PROMPT);
    let missing = listing::missing(position, &moves);
    let several = numbers.len() > 1;
    for (index, number) in numbers.iter().enumerate() {
        let number = number.to_u64().unwrap();
        let divisors = (1..=number).filter(|divisor| number.is_multiple_of(*divisor));
        let mut expected: BTreeSet<u64> = divisors
            .filter(|d| is_plain_choice(*take, number, *d) && !is_legal(position, index, *d))
            .collect();
        if !several && take.pass == Pass::OncePerGame && !position.can_pass() {
            expected.insert(1);
        }
        let place = several.then_some(index);
        let reasons = missing.iter().find(|(found, _)| *found == place);
        let text = reasons.map(|(_, reasons)| listing::in_words(reasons)).unwrap_or_default();
        let (names, more) = named(&text);
        assert!(names.is_subset(&expected), "{position}: {text}");
        assert_eq!(names.len() as u64 + more, expected.len() as u64, "{position}: {text}");
    }
}

#[test]
fn exactly_what_a_restriction_forbids_is_named() {
    let mut positions = 0;
    let mut lot = 1_u64;
    for rules in rule_sets::all() {
        if !matches!(rules.play(), Play::Take(_)) {
            continue;
        }
        for start in ["12", "36", "60", "97", "121", "132", "180", "720", "30,84", "16,16,9"] {
            let mut position = duel_books::position(&format!("{rules}:{start}")).unwrap();
            loop {
                check(&position);
                positions += 1;
                let moves: Vec<Move> = position.moves(Budget::PROMPT).iter().collect();
                if moves.is_empty() {
                    break;
                }
                lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let made = &moves[(lot >> 33) as usize % moves.len().min(4)];
                position = position.after(made).unwrap();
            }
        }
    }
    assert!(positions > 5_000, "{positions}");
}

fn turn(position: &str) -> String {
    let position = duel_books::position(position).unwrap();
    let voice = duel_books::of(position.rules()).voice;
    let names = Seats::new("Ann".to_owned(), "Ben".to_owned());
    let game = Referee::new(position, Conduct::default());
    let view = View::new(&game, &names, Budget::PROMPT);
    if game.ending().is_some() { (voice.stuck)(&view) } else { (voice.turn)(&view) }
}

#[test]
fn books_say_what_is_missing() {
    for (position, said) in [
        ("subtract+no-echo:121~11", "Current N: 121\nProper Divisors: None (11 was just chosen)\n"),
        ("subtract+no-echo:121~5", "Current N: 121\nProper Divisors: 11\n"),
        ("divide+once:12~3,2", "Proper Divisors: 4, 6 (3, 2 have been used)\n"),
        ("divide+one:12~1", "Proper Divisors: 2, 3, 4, 6 (1 has been used)\n"),
        ("divide+root:12", "Proper Divisors: 2, 3 (4, 6 are above the square root)\n"),
        ("divide+no-echo:4~2", "No valid moves (2 was just chosen).\n"),
        ("dilemma+no-echo:4~2", "No valid divisors available (2 was just chosen).\n"),
        ("factor:6~6,3", "Available factors of 6 not used: 1, 2\n"),
        ("factor:6~6,3,2,1", "Available factors of 6 not used: None (6, 3, 2, 1 have been used)\n"),
        ("factor+no-whole:6~3", "not used: 1, 2 (6 itself may not be chosen)\n"),
        ("divide:7", "7 is prime. No valid moves.\n"),
    ] {
        let turn = turn(position);
        assert!(turn.contains(said), "{position}: {turn}");
    }
}

#[test]
fn a_long_list_of_what_is_missing_is_bounded() {
    let turn = turn("divide+root:735134400");
    let expected = "and 659 more are above the square root)\n";
    assert!(turn.contains(expected), "{turn}");
}
