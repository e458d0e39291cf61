//! Every legal move that is not right gets an answer, and every answer is true.

use duel_solver::{Solver, Value};
use duel_teach::{
    Goal, Task, Verdict,
    mistake::{Worth, judge},
    moves::steps,
};

use crate::{
    LIMITS, all_steps, asked_at,
    checks::{check, position, winning},
};

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
                let Worth::Fails(found) = judge(&tried, &mut solver, LIMITS) else {
                    panic!("{at} {made}")
                };
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
        texts.push(format!("digits+misere:{number}:7"));
        texts.push(format!("digits+cap-draw=3:{number}:7"));
        texts.push(format!("divide+either:{number}"));
    }
    let mut checked = 0;
    for at in texts.iter().map(|text| position(text)).filter(|at| !at.is_over()) {
        for tried in steps(&at) {
            if let Worth::Fails(found) = judge(&tried, &mut solver, LIMITS) {
                check(&found, &mut solver);
                checked += 1;
            }
        }
    }
    assert!(checked > 500, "{checked}");
}
