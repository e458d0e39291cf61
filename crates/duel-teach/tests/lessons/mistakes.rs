//! Every legal move that is not right gets an answer, and every answer is true.

use std::collections::BTreeSet;

use duel_core::{Board, Outcome, Position};
use duel_numbers::{Budget, Factorization, Natural};
use duel_solver::{Solver, Value};
use duel_teach::{
    Goal, Task, Verdict,
    mistake::{Mistake, WhyLost, mistake, steps},
};

use crate::{LIMITS, all_steps, asked_at, claims::loses_next, position, winning};

fn only_number(at: &Position) -> Natural {
    match at.board() {
        Board::Numbers { numbers, .. } if numbers.len() == 1 => numbers[0].clone(),
        _ => panic!("{at} has several numbers"),
    }
}

fn divisions(number: &Natural) -> u64 {
    Factorization::of(number, Budget::PROMPT).big_omega().unwrap().saturating_sub(1)
}

/// Evaluates what a mistake claims.
fn check(found: &Mistake, solver: &mut Solver) {
    let [made, rest @ ..] = found.steps.as_slice() else { panic!("no move") };
    let learner = made.before.turn();
    let lost_for_learner = |at: &Position, solver: &mut Solver| match at.outcome() {
        Some(outcome) => outcome == Outcome::Won(learner.other()),
        None => solver.solve_value(at, LIMITS) == Some(Value::Loss),
    };
    for (place, step) in rest.iter().enumerate() {
        assert_eq!(step.before, found.steps[place].after, "the line hangs together");
        if step.before.turn() == learner {
            assert_eq!(steps(&step.before).len(), 1, "{} is said to be forced", step.before);
        } else {
            assert!(lost_for_learner(&step.after, solver), "the answer at {} wins", step.before);
        }
    }
    let end = found.end().unwrap();
    match &found.why {
        WhyLost::Over => assert_eq!(end.outcome(), Some(Outcome::Won(learner.other())), "{end}"),
        WhyLost::Odd(number) => {
            assert!(end.rules().to_string() == "subtract" && only_number(end) == *number);
            assert!(!number.is_even());
        }
        WhyLost::PowerOfTwo(number) => {
            assert!(end.rules().to_string() == "subtract" && only_number(end) == *number);
            let unlucky = std::iter::successors(Some(2_u64), |n| n.checked_mul(4));
            assert!(unlucky.into_iter().any(|n| Natural::from(n) == *number), "{number}");
        }
        WhyLost::KeyUsed { number, key } => {
            let free = position(&format!("{}:{number}", end.rules()));
            assert_eq!(winning(&free, solver), BTreeSet::from([key.to_string()]), "{end}");
            assert!(
                matches!(end.board(), Board::Numbers { barred, .. } if barred == std::slice::from_ref(key))
            );
        }
        WhyLost::Pairs(pairs) => {
            let Board::Numbers { numbers, .. } = end.board() else { panic!("{end}") };
            let mut open: Vec<&Natural> =
                numbers.iter().filter(|number| divisions(number) > 0).collect();
            let mut paired: Vec<&Natural> = pairs.iter().flatten().collect();
            open.sort();
            paired.sort();
            assert_eq!(open, paired, "{end}");
            assert!(pairs.iter().all(|[one, other]| divisions(one) == divisions(other)), "{end}");
        }
        WhyLost::Balance(counts) => {
            let Board::Numbers { numbers, .. } = end.board() else { panic!("{end}") };
            let mut found: Vec<u64> =
                numbers.iter().map(divisions).filter(|count| *count > 0).collect();
            found.sort_unstable();
            assert_eq!(found, *counts, "{end}");
            assert_eq!(counts.iter().fold(0, |sum, count| sum ^ count), 0, "{end}");
        }
        WhyLost::LosesNext => assert!(loses_next(end), "{end}"),
        WhyLost::Answers(lines) => {
            let all = steps(end);
            assert_eq!(all.len(), lines.len(), "{end}");
            for (step, (reached, answer)) in all.iter().zip(lines) {
                assert_eq!(only_number(&step.after), *reached, "{end}");
                let Some(answer) = answer else {
                    let lost = Some(Outcome::Won(learner.other()));
                    assert_eq!(step.after.outcome(), lost, "{reached} in {end}");
                    continue;
                };
                let answers = steps(&step.after).into_iter().any(|reply| {
                    only_number(&reply.after) == *answer && lost_for_learner(&reply.after, solver)
                });
                assert!(answers, "{reached} is not answered by {answer} in {end}");
            }
        }
        WhyLost::EveryMove(count) => {
            assert_eq!(steps(end).len(), *count, "{end}");
            assert!(winning(end, solver).is_empty(), "{end}");
        }
    }
}

#[test]
fn every_wrong_move_gets_a_true_answer() {
    let mut solver = Solver::default();
    let mut wrong = 0;
    for (book, step) in all_steps() {
        for at in asked_at(step, &mut solver) {
            let wins = winning(&at, &mut solver);
            for tried in steps(&at) {
                let made = at.write_move(&tried.played);
                let judged = step.judge(&at, &made, &mut solver, LIMITS);
                let loses = solver.solve_value(&tried.after, LIMITS) == Some(Value::Win);
                let is_right = match &step.task {
                    Task::Move { goal: Goal::Legal, .. } => true,
                    Task::Move { goal: Goal::Safe, .. } => !loses,
                    _ => wins.contains(&made),
                };
                assert_eq!(
                    matches!(judged.verdict, Verdict::Right | Verdict::Good),
                    is_right,
                    "{book} {} {at} {made}: {judged:?}",
                    step.name
                );
                if is_right {
                    continue;
                }
                wrong += 1;
                assert_eq!(judged.verdict, Verdict::Wrong);
                assert_eq!(judged.position, at.to_string(), "a mistake is taken back");
                let found = mistake(&at, &tried.played, &mut solver, LIMITS).unwrap();
                assert!(judged.words.contains(&found.words()), "{}", judged.words);
                check(&found, &mut solver);
                let reply = found.reply().map(|reply| reply.before.write_move(&reply.played));
                assert_eq!(judged.reply, reply);
            }
        }
    }
    assert!(wrong > 200, "{wrong}");
}

/// Mistakes in positions that no course has.
#[test]
fn mistakes_elsewhere_are_explained_truly_too() {
    let mut solver = Solver::default();
    let mut texts: Vec<String> = Vec::new();
    for number in 4..60 {
        for rules in ["subtract", "subtract+no-echo", "dilemma+prime-steps", "divide"] {
            texts.push(format!("{rules}:{number}"));
        }
        texts.push(format!("factor+no-whole+root+misere:{number}"));
        texts.push(format!("factor+no-whole:{number}"));
        texts.push(format!("divide:{number},36,30"));
        texts.push(format!("digits+no-leading-zero:{number}:7"));
    }
    let mut checked = 0;
    for at in texts.iter().map(|text| position(text)).filter(|at| !at.is_over()) {
        for tried in steps(&at) {
            if let Some(found) = mistake(&at, &tried.played, &mut solver, LIMITS) {
                check(&found, &mut solver);
                checked += 1;
            }
        }
    }
    assert!(checked > 500, "{checked}");
}
