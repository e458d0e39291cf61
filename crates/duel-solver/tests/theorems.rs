//! The closed forms against tables that know only the rules, for every number to 100,000 (and to
//! ten million where asked: `THEOREMS_TO=10000000 cargo test --release -p duel-solver --test
//! theorems`).

use duel_core::{HouseRule, Position, Seat};
use duel_numbers::Natural;
use duel_solver::{
    Limits, Solver, Value,
    closed::{subtract_nimber_u64, theorem},
};

fn limit() -> usize {
    std::env::var("THEOREMS_TO").ok().and_then(|text| text.parse().ok()).unwrap_or(100_000)
}

/// The divisors of every number below the limit, as one long list with the places in it.
struct Divisors {
    least: Vec<u32>,
}

impl Divisors {
    fn below(limit: usize) -> Divisors {
        let mut least = vec![0_u32; limit];
        for number in 2..limit {
            if least[number] == 0 {
                for multiple in (number..limit).step_by(number) {
                    if least[multiple] == 0 {
                        least[multiple] = u32::try_from(number).unwrap();
                    }
                }
            }
        }
        Divisors { least }
    }

    /// Divisors greater than 1 and less than the number.
    fn proper(&self, number: usize, divisors: &mut Vec<usize>) {
        divisors.clear();
        divisors.push(1);
        let mut rest = number;
        while rest > 1 {
            let prime = self.least[rest] as usize;
            let before = divisors.len();
            let mut power = 1;
            while rest.is_multiple_of(prime) {
                rest /= prime;
                power *= prime;
                for place in 0..before {
                    divisors.push(divisors[place] * power);
                }
            }
        }
        divisors.retain(|divisor| *divisor > 1 && *divisor < number);
    }
}

/// Nimbers of a game in which each number leads to smaller ones.
fn nimbers(limit: usize, options: impl Fn(usize, &[usize], &mut Vec<usize>)) -> Vec<u8> {
    let table = Divisors::below(limit);
    let mut nimbers = vec![0_u8; limit];
    let (mut divisors, mut to) = (Vec::new(), Vec::new());
    for number in 1..limit {
        table.proper(number, &mut divisors);
        to.clear();
        options(number, &divisors, &mut to);
        let mut seen = [false; 256];
        for place in &to {
            seen[usize::from(nimbers[*place])] = true;
        }
        nimbers[number] = u8::try_from(seen.iter().position(|seen| !seen).unwrap()).unwrap();
    }
    nimbers
}

/// Whether each number is won when whoever cannot move wins.
fn misere(limit: usize, options: impl Fn(usize, &[usize], &mut Vec<usize>)) -> Vec<bool> {
    let table = Divisors::below(limit);
    let mut wins = vec![true; limit];
    let (mut divisors, mut to) = (Vec::new(), Vec::new());
    for number in 1..limit {
        table.proper(number, &mut divisors);
        to.clear();
        options(number, &divisors, &mut to);
        wins[number] = to.is_empty() || to.iter().any(|place| !wins[*place]);
    }
    wins
}

fn divide(number: usize, divisors: &[usize], to: &mut Vec<usize>) {
    to.extend(divisors.iter().map(|divisor| number / divisor));
}

fn subtract(number: usize, divisors: &[usize], to: &mut Vec<usize>) {
    to.extend(divisors.iter().map(|divisor| number - divisor));
}

fn either(number: usize, divisors: &[usize], to: &mut Vec<usize>) {
    divide(number, divisors, to);
    subtract(number, divisors, to);
}

fn position(text: &str) -> Position {
    duel_books::position(text).unwrap()
}

#[test]
fn the_nimbers_of_subtraction() {
    for (number, nimber) in nimbers(limit(), subtract).into_iter().enumerate().skip(1) {
        assert_eq!(subtract_nimber_u64(number as u64), u32::from(nimber), "{number}");
    }
}

#[test]
fn the_nimbers_and_values_of_division() {
    let table = nimbers(limit(), divide);
    for (number, nimber) in table.iter().enumerate().skip(1) {
        let start = position(&format!("divide:{number}"));
        if let Some(closed) = theorem(&start, duel_numbers::Budget::PROMPT)
            && !start.is_over()
        {
            assert_eq!(closed.assessment.nimber, Some(u32::from(*nimber)), "{number}");
            assert_eq!(closed.assessment.value == Some(Value::Win), *nimber > 0, "{number}");
        } else {
            assert_eq!(*nimber, 0, "{number}");
        }
    }
}

#[test]
fn misere_and_either() {
    let mut solver = Solver::default();
    let rows: [(&str, Vec<bool>); 3] = [
        ("divide+misere", misere(limit(), divide)),
        ("divide+misere+either", misere(limit(), either)),
        ("subtract+either", nimbers(limit(), either).into_iter().map(|n| n > 0).collect()),
    ];
    for (rules, wins) in rows {
        for (number, wins) in wins.into_iter().enumerate().skip(1) {
            let value = solver.solve_value(&position(&format!("{rules}:{number}")), Limits::NONE);
            assert_eq!(value == Some(Value::Win), wins, "{rules}:{number}");
        }
    }
}

#[test]
fn distances_and_winning_moves_of_one_number_to_100_000() {
    let mut solver = Solver::default();
    let top = 100_001;
    let table = Divisors::below(top);
    for rules in ["divide", "subtract", "subtract+misere", "divide+either", "divide+either+misere"]
    {
        let normal = !rules.contains("misere");
        let mut plies: Vec<(bool, u32)> = vec![(!normal, 0); top];
        let (mut divisors, mut to) = (Vec::new(), Vec::new());
        for number in 1..top {
            table.proper(number, &mut divisors);
            to.clear();
            match rules.split('+').find(|rule| *rule == "either").or(rules.split('+').next()) {
                Some("either") => either(number, &divisors, &mut to),
                Some("divide") => divide(number, &divisors, &mut to),
                _ => subtract(number, &divisors, &mut to),
            }
            let best = to.iter().filter(|place| !plies[**place].0).map(|p| plies[*p].1).min();
            plies[number] = match best {
                Some(quickest) => (true, quickest + 1),
                None => match to.iter().map(|place| plies[*place].1).max() {
                    Some(longest) => (false, longest + 1),
                    None => (!normal, 0),
                },
            };
        }
        for number in (1..top).rev() {
            let start = position(&format!("{rules}:{number}"));
            let known = solver.solve_fully(&start, Limits::NONE);
            assert_eq!(known.value == Some(Value::Win), plies[number].0, "{start}");
            assert_eq!(known.plies, Some(plies[number].1), "{start}");
            // An analysis of a game without a theorem looks for a strategy too, which takes longer.
            let step = if rules == "subtract+misere" { 690 } else { 23 };
            if number % step == 0 {
                table.proper(number, &mut divisors);
                divisors.sort_unstable();
                check_winning_moves(&mut solver, &start, &divisors, |place| plies[place].0);
            }
        }
    }
}

/// The winning moves are those, and only those, that lead to a lost number.
fn check_winning_moves(
    solver: &mut Solver,
    start: &Position,
    divisors: &[usize],
    wins: impl Fn(usize) -> bool,
) {
    let text = start.to_string();
    let number: usize = text.rsplit(':').next().unwrap().parse().unwrap();
    let both = text.contains("either");
    let mut expected = Vec::new();
    for divisor in divisors {
        if (both || text.starts_with("divide")) && !wins(number / divisor) {
            expected.push(format!("{}{divisor}", if both { "/" } else { "" }));
        }
        if (both || text.starts_with("subtract")) && !wins(number - divisor) {
            expected.push(format!("{}{divisor}", if both { "-" } else { "" }));
        }
    }
    let analysis = solver.analyse_moves(start, Limits::NONE);
    let found: Vec<String> = analysis.winning.iter().map(|made| start.write_move(made)).collect();
    assert_eq!(found, expected, "{start}");
}

/// Plain retrograde analysis of one target: the value and distance of each remainder above 0.
fn retrograde(target: usize) -> Vec<(Value, u32)> {
    let mut values = vec![(Value::Endless, 0); target];
    let mut plies = 0;
    loop {
        plies += 1;
        let mut news = Vec::new();
        for residue in (1..target).filter(|residue| values[*residue].0 == Value::Endless) {
            let next = |digit| (residue * 10 + digit) % target;
            let completes = (0..10).any(|digit| next(digit) == 0);
            if completes || (0..10).any(|digit| values[next(digit)].0 == Value::Loss) {
                news.push((residue, Value::Win));
            } else if (0..10).all(|digit| values[next(digit)].0 == Value::Win) {
                news.push((residue, Value::Loss));
            }
        }
        if news.is_empty() {
            return values;
        }
        for (residue, value) in news {
            values[residue] = (value, plies);
        }
    }
}

#[test]
fn every_target_to_2_000_against_retrograde_analysis() {
    let digits = duel_books::find("digits").unwrap();
    let mut solver = Solver::default();
    for target in 2..=2_000_usize {
        let values = retrograde(target);
        for first in 1..10 {
            if first % target == 0 {
                continue;
            }
            for second in [None, Some(target % 10), Some(first)] {
                let mut number = first;
                let mut played = vec![duel_core::Digit::ALL[first]];
                if let Some(second) = second {
                    number = number * 10 + second;
                    played.push(duel_core::Digit::ALL[second]);
                }
                if number % target == 0 {
                    continue;
                }
                let wanted = vec![Natural::from(target)];
                let position =
                    Position::digits(digits.rules, wanted, &played, Seat::First).unwrap();
                let known = solver.solve_fully(&position, Limits::NONE);
                let (value, plies) = values[number % target];
                let plies = (value != Value::Endless).then_some(plies);
                assert_eq!((known.value, known.plies), (Some(value), plies), "{position}");
            }
        }
    }
}

#[test]
fn one_target_of_any_size() {
    let digits = duel_books::find("digits").unwrap();
    let mut solver = Solver::default();
    for target in 2..=2_000_u64 {
        // Backwards: who wins at once, who is forced, and who can go on for ever.
        let at_once =
            |residue: u64| (0..10).any(|digit| (residue * 10 + digit).is_multiple_of(target));
        for no_zero in [false, true] {
            let house: &[HouseRule] = if no_zero { &[HouseRule::NoLeadingZero] } else { &[] };
            let rules = digits.rules.with(house, None).unwrap();
            let start =
                Position::digits(rules, vec![Natural::from(target)], &[], Seat::First).unwrap();
            let first: Vec<u64> = (u64::from(no_zero)..10).collect();
            let expected = if first.iter().any(|digit| digit.is_multiple_of(target)) {
                (Some(Value::Win), Some(1))
            } else if first.iter().all(|digit| at_once(digit % target)) {
                (Some(Value::Loss), Some(2))
            } else {
                (Some(Value::Endless), None)
            };
            let known = solver.solve_fully(&start, Limits::NONE);
            assert_eq!((known.value, known.plies), expected, "{start}");
        }
    }
}

/// What `docs/theory.md` says about long forced wins in games of several targets.
#[test]
fn the_longest_forced_win_of_the_documentation() {
    let page =
        include_str!("../../../docs/theory.md").split_whitespace().collect::<Vec<_>>().join(" ");
    let claim =
        "with `no-leading-zero` and the targets 19, 27 and 28 the first player needs 35 plies";
    assert!(page.contains(claim));
    let assess = |text: &str| {
        let position = duel_books::position(text).unwrap();
        let known = Solver::default().solve_fully(&position, Limits::NONE);
        (known.value, known.plies)
    };
    assert_eq!(assess("digits+no-leading-zero:19,27,28:"), (Some(Value::Win), Some(35)));
    assert_eq!(assess("digits:19,27,28:"), (Some(Value::Win), Some(1)), "0 is divisible");
}
