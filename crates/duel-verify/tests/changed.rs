//! A certificate that was tampered with is refused, or proves something that is true all the same.

mod brute;

use brute::{Brute, check, digits_book, number_books, numbers, proof, variants};
use duel_core::{Outcome, Position, Seat};
use duel_numbers::Budget;
use duel_solver::{Limits, Solver, certificate::prove_by_play};
use duel_verify::{Method, Value, Verified};

/// Positions whose certificates are varied enough to tamper with.
fn originals() -> Vec<String> {
    let mut solver = Solver::default();
    let mut all = Vec::new();
    for base in number_books().filter(|rules| rules.book() != "dilemma") {
        for rules in variants(base, 1) {
            for (start, turn) in [
                (&[12][..], Seat::First),
                (&[18], Seat::Second),
                (&[24], Seat::First),
                (&[6, 9], Seat::First),
            ] {
                let position = numbers(rules, start, turn);
                all.push(proof(&mut solver, &position).to_string());
                all.push(prove_by_play(&mut solver, &position, Limits::NONE).unwrap().to_string());
            }
        }
    }
    for rules in variants(digits_book(), 3) {
        for targets in ["11", "12,14"] {
            let text = format!("{rules}:{targets}:1");
            let position = duel_books::position(&text).unwrap();
            if !text.contains("once") {
                all.push(proof(&mut solver, &position).to_string());
            }
        }
    }
    for text in ["digits+once:97:1024", "digits+once+cap-draw=8:97,98:10245/2"] {
        all.push(proof(&mut solver, &duel_books::position(text).unwrap()).to_string());
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Whatever is accepted must be true.
fn must_be_true(verified: &Verified, text: &str) {
    let (value, plies) = Brute::default().solve(&verified.position);
    assert_eq!(verified.value, value, "{text}");
    if let (Some(claimed), Value::Win | Value::Loss) = (verified.plies, value) {
        assert!(plies.unwrap() <= claimed, "{text}");
    }
}

fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The numbers around this one, and some others.
fn other_numbers(word: &str) -> Vec<String> {
    let Ok(number) = word.parse::<u64>() else { return Vec::new() };
    [number + 1, number + 2, number.saturating_sub(1), number * 2, number / 2, 0]
        .into_iter()
        .filter(|other| *other != number)
        .map(|other| other.to_string())
        .collect()
}

#[test]
fn originals_are_accepted() {
    let all = originals();
    assert!(all.len() > 200, "{}", all.len());
    for text in all {
        must_be_true(&check(&text).unwrap(), &text);
    }
}

#[test]
fn a_line_that_is_missing_extra_doubled_or_elsewhere() {
    for text in originals() {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let strategy = lines.iter().position(|line| line == "strategy" || line == "stay 1");
        for place in 0..lines.len() {
            let mut fewer = lines.clone();
            let gone = fewer.remove(place);
            if !gone.starts_with("plies ") {
                let refused = check(&joined(&fewer));
                assert!(refused.is_err(), "without line {place}:\n{text}");
            }
            let mut doubled = lines.clone();
            doubled.insert(place, lines[place].clone());
            assert!(check(&joined(&doubled)).is_err(), "line {place} twice:\n{text}");
            for extra in
                ["", "4 2 1", "9 3 1", "1 1", "11 0 1", "argument over", "stay 2", "plies 1"]
            {
                let mut more = lines.clone();
                more.insert(place, extra.to_owned());
                if let Ok(verified) = check(&joined(&more)) {
                    // An argument is not told apart by a claim of plies that it proves.
                    assert!(
                        extra == "plies 1" && verified.plies == Some(1),
                        "`{extra}` in\n{text}"
                    );
                }
            }
            if place + 1 < lines.len() && strategy.is_none_or(|strategy| place <= strategy) {
                let mut swapped = lines.clone();
                swapped.swap(place, place + 1);
                if swapped[place] != lines[place] {
                    assert!(check(&joined(&swapped)).is_err(), "line {place} swapped:\n{text}");
                }
            }
        }
        let cut = &text[..text.len() - 1];
        assert!(check(cut).is_err(), "cut off:\n{text}");
    }
}

#[test]
fn another_value_or_other_plies() {
    for text in originals() {
        let honest = check(&text).unwrap();
        for value in ["win", "loss", "draw", "endless", "lost", ""] {
            if value != honest.value.name() {
                let lie =
                    text.replace(&format!("value {}\n", honest.value), &format!("value {value}\n"));
                assert!(check(&lie).is_err(), "{lie}");
            }
        }
        if let Some(plies) = honest.plies {
            for other in [plies + 1, plies.wrapping_sub(1), plies + 2, 0, u32::MAX] {
                if other != plies {
                    let lie =
                        text.replace(&format!("plies {plies}\n"), &format!("plies {other}\n"));
                    assert!(check(&lie).is_err(), "{lie}");
                }
            }
        }
    }
}

#[test]
fn another_word_in_any_line() {
    for text in originals() {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let ranked = lines.iter().any(|line| line == "strategy");
        for (place, line) in lines.iter().enumerate().skip(2) {
            let words: Vec<&str> = line.split(' ').collect();
            for word in 0..words.len() {
                for other in other_numbers(words[word]) {
                    let mut changed = words.clone();
                    changed[word] = &other;
                    let mut lie = lines.clone();
                    lie[place] = changed.join(" ");
                    let lie = joined(&lie);
                    let Ok(verified) = check(&lie) else { continue };
                    must_be_true(&verified, &lie);
                    assert!(!ranked || words.len() == 3 && word == 1, "{lie}");
                    assert_ne!(verified.method, Method::Argument("over"), "{lie}");
                    // What was accepted is another good reply.
                    assert!(word > 0, "{lie}");
                }
            }
        }
    }
}

#[test]
fn every_other_reply_is_refused_unless_it_is_as_good() {
    let mut brute = Brute::default();
    for text in originals().iter().filter(|text| text.contains("\nstrategy\n")) {
        let honest = check(text).unwrap();
        let winner = match honest.value {
            Value::Win => honest.position.turn(),
            _ => honest.position.turn().other(),
        };
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let first = lines.iter().position(|line| line == "strategy").unwrap() + 1;
        for place in first..lines.len() {
            let words: Vec<&str> = lines[place].split(' ').collect();
            let position = state(&honest.position, words[0], winner);
            for made in position.moves(Budget::UNLIMITED).iter() {
                let reply = position.write_move(&made);
                if reply == words[1] {
                    continue;
                }
                let mut lie = lines.clone();
                lie[place] = format!("{} {reply} {}", words[0], words[2]);
                if check(&joined(&lie)).is_ok() {
                    let after = position.after(&made).unwrap();
                    let good = match after.outcome() {
                        Some(outcome) => outcome == Outcome::Won(winner),
                        None => brute.solve(&after).0 == Value::Loss,
                    };
                    assert!(good, "{}", joined(&lie));
                }
            }
        }
    }
}

fn state(root: &Position, state: &str, seat: Seat) -> Position {
    let turn = if seat == Seat::Second { "/2" } else { "" };
    let text = root.to_string();
    let text = text.strip_suffix("/2").unwrap_or(&text);
    let state = if state == "." { "" } else { state };
    let text = if root.rules().book() == "digits" {
        format!("{text}{state}{turn}")
    } else {
        format!("{}:{state}{turn}", root.rules())
    };
    duel_books::position(&text).unwrap()
}
