//! `duel solve` beside plain recursion over the rules of three books.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::solve::{solve_all, strings};

/// One number and whether the division by 1 is still there.
type State = (u64, bool);

/// What plain recursion finds.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    wins: bool,
    plies: u64,
    nimber: u64,
    winning: Vec<String>,
    total: usize,
}

/// The rules of three books once more, as plainly as they can be written.
struct Plain {
    steps: Steps,
    misere: bool,
    known: HashMap<State, Found>,
}

enum Steps {
    Divide,
    Subtract,
    Either,
    Primes,
}

impl Plain {
    fn new(book: &str, rules: &str) -> Plain {
        let steps = if rules.contains("either") {
            Steps::Either
        } else if rules.contains("prime-steps") {
            Steps::Primes
        } else if book == "subtract" {
            Steps::Subtract
        } else {
            Steps::Divide
        };
        Plain { steps, misere: rules.contains("misere"), known: HashMap::new() }
    }

    fn moves(&self, (number, one): State) -> Vec<(String, State)> {
        let mut moves = Vec::new();
        if one {
            moves.push(("1".to_owned(), (number, false)));
        }
        for divisor in (2..number).filter(|divisor| number.is_multiple_of(*divisor)) {
            let (quotient, difference) = (number / divisor, number - divisor);
            match self.steps {
                Steps::Divide => moves.push((divisor.to_string(), (quotient, one))),
                Steps::Subtract => moves.push((divisor.to_string(), (difference, one))),
                Steps::Either => {
                    moves.push((format!("/{divisor}"), (quotient, one)));
                    moves.push((format!("-{divisor}"), (difference, one)));
                }
                Steps::Primes => {
                    if (2..divisor).all(|smaller| divisor % smaller != 0) {
                        moves.push((format!("/{divisor}"), (quotient, one)));
                    }
                }
            }
        }
        if matches!(self.steps, Steps::Primes) && number > 1 {
            moves.push(("-1".to_owned(), (number - 1, one)));
        }
        moves
    }

    fn solve(&mut self, state: State) -> Found {
        if let Some(found) = self.known.get(&state) {
            return found.clone();
        }
        let moves = self.moves(state);
        let mut children = Vec::new();
        for (made, to) in &moves {
            children.push((made, self.solve(*to)));
        }
        let mut winning: Vec<String> = children
            .iter()
            .filter(|(_, child)| !child.wins)
            .map(|(made, _)| (*made).clone())
            .collect();
        winning.sort_unstable();
        let stuck = moves.is_empty();
        let wins = if stuck { self.misere } else { !winning.is_empty() };
        let plies = if stuck {
            0
        } else if wins {
            1 + children.iter().filter(|(_, c)| !c.wins).map(|(_, c)| c.plies).min().unwrap()
        } else {
            1 + children.iter().map(|(_, child)| child.plies).max().unwrap()
        };
        let taken: Vec<u64> = children.iter().map(|(_, child)| child.nimber).collect();
        let nimber = (0..=taken.len() as u64).find(|nimber| !taken.contains(nimber)).unwrap();
        let found = Found { wins, plies, nimber, winning, total: moves.len() };
        self.known.insert(state, found.clone());
        found
    }
}

#[test]
fn every_field_is_settled_and_right_for_all_numbers_to_300() {
    let divided = ["", "+one", "+either", "+prime-steps", "+one+either"];
    let mut rules: Vec<(&str, String)> = Vec::new();
    for misere in ["", "+misere"] {
        for other in divided {
            rules.push(("divide", format!("{misere}{other}")));
            rules.push(("dilemma", format!("{misere}{other}")));
        }
        rules.push(("subtract", misere.to_owned()));
        rules.push(("subtract", format!("{misere}+either")));
    }
    let input: String = rules
        .iter()
        .flat_map(|(book, rule)| (1..=300).map(move |number| format!("{book}{rule}:{number}\n")))
        .collect();
    let answers = solve_all(&input, 0);
    assert_eq!(answers.len(), rules.len() * 300);
    for ((book, rule), answers) in rules.iter().zip(answers.chunks(300)) {
        let mut plain = Plain::new(book, rule);
        for (number, answer) in (1..=300).zip(answers) {
            let found = plain.solve((number, rule.contains("one")));
            let position = format!("{book}{rule}:{number}");
            assert_eq!(answer["position"], position);
            assert_eq!(answer["value"], if found.wins { "win" } else { "loss" }, "{position}");
            assert_eq!(answer["plies"], found.plies, "{position}");
            let nimber = if plain.misere { Value::Null } else { json!(found.nimber) };
            assert_eq!(answer["nimber"], nimber, "{position}");
            let mut winning = strings(&answer["winning_moves"]);
            winning.sort_unstable();
            assert_eq!(winning, found.winning, "{position}");
            assert_eq!(answer["moves_total"], found.total, "{position}");
            assert_eq!(answer["moves"].as_array().unwrap().len(), found.total, "{position}");
            assert_ne!(answer["basis"], "unknown", "{position}");
        }
    }
}
