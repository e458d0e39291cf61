//! Reasons are played out: a move that a reason names wins against every reply, a refutation
//! refutes, and no reason speaks of numbers that are not there.

use duel_core::{Move, Position};
use duel_numbers::Budget;
use duel_solver::{Depth, Limits, Solver, Value};

/// Follows the solver's reasons for the player who is winning, against every reply.
fn play_out(solver: &mut Solver, position: &Position, seen: &mut Vec<Position>) {
    if position.is_over() || seen.contains(position) {
        return;
    }
    seen.push(position.clone());
    let analysis = solver.analyse_moves(position, Limits::NONE);
    assert_eq!(analysis.known.value, Some(Value::Win), "{position}");
    let winning = match analysis.reason.winning_move() {
        Some(winning) => winning,
        None => analysis.winning[0].clone(),
    };
    let after = position.after(&winning).unwrap();
    for reply in after.moves(Budget::PROMPT).iter() {
        play_out(solver, &after.after(&reply).unwrap(), seen);
    }
}

#[test]
fn following_the_reason_wins_against_every_reply() {
    let mut solver = Solver::default();
    for text in [
        "divide:60",
        "divide:720",
        "divide+misere:60",
        "divide+one:24",
        "divide:12,90,8",
        "divide+misere:4,6,30",
        "dilemma+one+misere:48",
        "subtract:12",
        "subtract:60",
        "subtract:64",
        "subtract:16",
        "subtract:210",
        "subtract:12,20",
        "divide+either:72",
        "factor:30",
        "factor+no-whole:24",
        "factor+no-whole:30",
        "dilemma+prime-steps:60",
        "subtract+no-echo:48",
        "digits:7:",
        "digits+no-leading-zero:9:",
        "digits:13:9",
    ] {
        let position = duel_books::position(text).unwrap();
        let known = solver.solve_fully(&position, Limits::NONE);
        if known.value == Some(Value::Win) {
            play_out(&mut solver, &position, &mut Vec::new());
        } else {
            assert_eq!(known.value, Some(Value::Loss), "{text}");
            for made in position.moves(Budget::PROMPT).iter() {
                play_out(&mut solver, &position.after(&made).unwrap(), &mut Vec::new());
            }
        }
    }
}

#[test]
fn every_verdict_has_words_at_every_depth() {
    let mut solver = Solver::default();
    for text in [
        "divide:7",
        "divide:60",
        "divide:60,84",
        "divide+misere:15",
        "divide+misere+one:30",
        "divide+either:12",
        "divide+either+misere:9",
        "divide+either+misere:12",
        "subtract:15",
        "subtract:32",
        "subtract:64",
        "subtract:12,18",
        "factor:12",
        "factor+no-whole:12",
        "factor+no-whole:20",
        "digits:7:",
        "digits+no-leading-zero:11:",
        "digits:97:5",
        "digits+misere:7:",
        "digits+no-leading-zero+cap-draw=3:97:",
    ] {
        let position = duel_books::position(text).unwrap();
        let analysis = solver.analyse_moves(&position, Limits::NONE);
        let [child, student, proof] = [Depth::Child, Depth::Student, Depth::Proof]
            .map(|depth| analysis.reason.words(&position, depth));
        assert!(child.ends_with('.') && child.len() > 20, "{text}: {child}");
        assert!(student.starts_with(&child) && proof.starts_with(&student), "{text}");
    }
}

#[test]
fn the_reason_a_pupil_reads() {
    let position = duel_books::position("subtract:12").unwrap();
    let analysis = Solver::default().analyse_moves(&position, Limits::NONE);
    assert_eq!(
        analysis.reason.words(&position, Depth::Child),
        "Take away 3: that leaves 9, which is odd. All divisors of an odd number are odd, so \
         whatever your opponent takes away, you get an even number back. You can leave an odd one \
         again. So it may go on: 9 - 3 = 6, 6 - 3 = 3. Now 3 is a prime: your \
         opponent cannot move, and you win."
    );
    assert_eq!(analysis.reason.winning_move(), Some(Move::take(duel_core::Op::Subtract, 3_u64)));
}
