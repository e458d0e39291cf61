//! Every legal move that is not right gets an answer, and every answer is true.

use duel_solver::{Solver, Value};
use duel_teach::{
    Goal, Task, Verdict,
    mistake::{Worth, judge, why_it_wins},
    moves::steps,
};

use crate::{
    LIMITS, all_steps, asked_at,
    checks::{check, check_success, position, winning},
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
    let mut explained = 0;
    for at in texts.iter().map(|text| position(text)).filter(|at| !at.is_over()) {
        for tried in steps(&at) {
            match judge(&tried, &mut solver, LIMITS) {
                Worth::Fails(found) => {
                    check(&found, &mut solver);
                    checked += 1;
                }
                Worth::Wins => {
                    if let Some(found) = why_it_wins(&tried, &mut solver, LIMITS) {
                        check_success(&found, &mut solver);
                        explained += 1;
                    }
                }
                Worth::Unknown => panic!("{at}"),
            }
        }
    }
    assert!(checked > 500, "{checked}");
    assert!(explained > 200, "{explained}");
}

/// What is said about a move, after what was played.
fn said(at: &str, made: &str) -> String {
    let mut solver = Solver::default();
    let at = position(at);
    let step = at.play(&at.read_move(made).unwrap()).unwrap();
    match judge(&step, &mut solver, LIMITS) {
        Worth::Fails(found) => found.words(),
        Worth::Wins => why_it_wins(&step, &mut solver, LIMITS).unwrap().words(),
        Worth::Unknown => panic!("{at}"),
    }
}

/// Whose move it is, and what is left by whom, is said.
#[test]
fn what_is_left_is_left_by_somebody() {
    assert_eq!(
        said("dilemma+prime-steps:77", "-1"),
        "77 - 1 = 76. Your opponent takes 1: 76 - 1 = 75. If you leave 74, your opponent leaves 37; \
         if you leave 25, your opponent leaves 5; if you leave 15, your opponent leaves 3."
    );
    assert_eq!(
        said("dilemma+prime-steps:390", "-1"),
        "390 - 1 = 389. Your opponent can only take 1: 389 - 1 = 388. You take 1: 388 - 1 = 387. If \
         your opponent leaves 386, you leave 193; if your opponent leaves 129, you leave 3; if your \
         opponent leaves 9, you leave 3."
    );
    assert_eq!(
        said("factor+no-whole+root+misere:30", "5"),
        "30 - 5 = 25. Your opponent takes 1: 25 - 1 = 24. If you leave 22 or 21, your opponent cannot \
         move and wins. If you leave 20, your opponent leaves 18."
    );
    assert_eq!(
        said("digits+no-leading-zero+cap-second=18:24,25,28,34:18", "1"),
        "Now the number is 181. Your opponent appends 8: 1818. You have 10 moves there, and each of \
         them loses. For example, after 18180 comes 181800 = 24 x 7575 and after 18182 comes 181824 \
         = 24 x 7576."
    );
}
