//! What is said about a move that does not win, evaluated.

use std::collections::BTreeSet;

use duel_core::{Board, Outcome, Position, Seat, Step};
use duel_numbers::{Budget, Factorization, Natural};
use duel_solver::{Limits, Solver, Value};
use duel_teach::{
    mistake::{Mistake, NotWon, Success},
    moves::steps,
};

pub(crate) fn position(text: &str) -> Position {
    duel_books::position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The moves that win, as text.
pub(crate) fn winning(at: &Position, solver: &mut Solver) -> BTreeSet<String> {
    steps(at)
        .into_iter()
        .filter(|step| solver.solve_value(&step.after, Limits::NONE) == Some(Value::Loss))
        .map(|step| step.before.write_move(&step.played))
        .collect()
}

/// Whether every move is answered by one that ends the game and wins it, or loses by itself.
pub(crate) fn loses_next(at: &Position) -> bool {
    let ends_for = |after: &Position, winner| after.outcome() == Some(Outcome::Won(winner));
    let opponent = at.turn().other();
    !at.is_over()
        && steps(at).iter().all(|step| {
            ends_for(&step.after, opponent)
                || !step.after.is_over()
                    && steps(&step.after).iter().any(|reply| ends_for(&reply.after, opponent))
        })
}

fn only_number(at: &Position) -> Natural {
    match at.board() {
        Board::Numbers { numbers, .. } if numbers.len() == 1 => numbers[0].clone(),
        _ => panic!("{at} has several numbers"),
    }
}

fn is_even(at: &Position, solver: &mut Solver) -> bool {
    matches!(solver.solve_value(at, Limits::NONE), Some(Value::Draw | Value::Endless))
}

fn divisions(number: &Natural) -> u64 {
    Factorization::of(number, Budget::PROMPT).big_omega().unwrap().saturating_sub(1)
}

/// Evaluates what a mistake claims.
pub(crate) fn check(found: &Mistake, solver: &mut Solver) {
    let learner = found.steps[0].before.turn();
    check_line(&found.steps, &found.why, &found.words(), learner, solver);
}

/// Evaluates what is claimed about a move that wins.
pub(crate) fn check_success(found: &Success, solver: &mut Solver) {
    let opponent = found.steps[0].after.turn();
    assert_ne!(found.why, NotWon::Even);
    check_line(&found.steps, &found.why, &found.words(), opponent, solver);
}

/// Evaluates a line of moves and why this player has lost at its end.
fn check_line(line: &[Step], why: &NotWon, words: &str, loser: Seat, solver: &mut Solver) {
    let lost_for_loser = |at: &Position, solver: &mut Solver| match at.outcome() {
        Some(outcome) => outcome == Outcome::Won(loser.other()),
        None => solver.solve_value(at, Limits::NONE) == Some(Value::Loss),
    };
    for (place, step) in line.iter().skip(1).enumerate() {
        assert_eq!(step.before, line[place].after, "the line hangs together");
        if *why == NotWon::Even {
            assert!(is_even(&step.after, solver), "{} is not kept even", step.before);
        } else if step.before.turn() == loser {
            assert_eq!(steps(&step.before).len(), 1, "{} is said to be forced", step.before);
        } else {
            assert!(lost_for_loser(&step.after, solver), "the answer at {} wins", step.before);
        }
    }
    let end = &line.last().unwrap().after;
    match why {
        NotWon::Over => {
            let outcome = end.outcome().unwrap_or_else(|| panic!("{end} is not over"));
            assert_ne!(outcome, Outcome::Won(loser), "{end}");
            let is_drawn = words.ends_with("without a winner.");
            assert_eq!(is_drawn, outcome == Outcome::Nobody, "{end}: {words}");
        }
        NotWon::Even => assert!(is_even(end, solver), "{end}"),
        NotWon::Odd(number) => {
            assert!(end.rules().to_string() == "subtract" && only_number(end) == *number);
            assert!(!number.is_even());
        }
        NotWon::PowerOfTwo(number) => {
            assert!(end.rules().to_string() == "subtract" && only_number(end) == *number);
            let unlucky = std::iter::successors(Some(2_u64), |n| n.checked_mul(4));
            assert!(unlucky.into_iter().any(|n| Natural::from(n) == *number), "{number}");
        }
        NotWon::KeyUsed { number, key } => {
            let free = position(&format!("{}:{number}", end.rules()));
            assert_eq!(winning(&free, solver), BTreeSet::from([key.to_string()]), "{end}");
            assert!(
                matches!(end.board(), Board::Numbers { barred, .. } if barred == std::slice::from_ref(key))
            );
        }
        NotWon::Pairs(pairs) => {
            let Board::Numbers { numbers, .. } = end.board() else { panic!("{end}") };
            let mut open: Vec<&Natural> =
                numbers.iter().filter(|number| divisions(number) > 0).collect();
            let mut paired: Vec<&Natural> = pairs.iter().flatten().collect();
            open.sort();
            paired.sort();
            assert_eq!(open, paired, "{end}");
            assert!(pairs.iter().all(|[one, other]| divisions(one) == divisions(other)), "{end}");
        }
        NotWon::Balance(counts) => {
            let Board::Numbers { numbers, .. } = end.board() else { panic!("{end}") };
            let mut found: Vec<u64> =
                numbers.iter().map(divisions).filter(|count| *count > 0).collect();
            found.sort_unstable();
            assert_eq!(found, *counts, "{end}");
            assert_eq!(counts.iter().fold(0, |sum, count| sum ^ count), 0, "{end}");
        }
        NotWon::LosesNext => assert!(loses_next(end), "{end}"),
        NotWon::Answers(lines) => {
            let all = steps(end);
            assert_eq!(all.len(), lines.len(), "{end}");
            for (step, (reached, answer)) in all.iter().zip(lines) {
                assert_eq!(only_number(&step.after), *reached, "{end}");
                let Some(answer) = answer else {
                    let lost = Some(Outcome::Won(loser.other()));
                    assert_eq!(step.after.outcome(), lost, "{reached} in {end}");
                    continue;
                };
                let answers = steps(&step.after).into_iter().any(|reply| {
                    only_number(&reply.after) == *answer && lost_for_loser(&reply.after, solver)
                });
                assert!(answers, "{reached} is not answered by {answer} in {end}");
            }
        }
        NotWon::EveryMove { count, shown } => {
            assert_eq!(steps(end).len(), *count, "{end}");
            assert!(winning(end, solver).is_empty(), "{end}");
            assert!(!shown.is_empty() || steps(end).iter().all(|step| step.after.is_over()));
            for [tried, answer] in shown {
                let after = end.after(tried).unwrap().after(answer).unwrap();
                assert!(
                    lost_for_loser(&after, solver),
                    "{tried:?} is answered by {answer:?}: {end}"
                );
            }
        }
    }
}
