//! Every fact of every step.

use std::collections::{BTreeSet, HashMap};

use duel_core::{Board, Position};
use duel_numbers::{Budget, Factorization, Natural};
use duel_solver::{Solver, Value};
use duel_teach::{Fact, Goal, Task, moves::steps};

use crate::{
    LIMITS, all_steps, brute,
    checks::{loses_next, position, winning},
};

fn texts(moves: &[&str]) -> BTreeSet<String> {
    moves.iter().map(|made| (*made).to_owned()).collect()
}

fn value(at: &Position, solver: &mut Solver) -> Value {
    solver.solve_value(at, LIMITS).unwrap_or_else(|| panic!("{at} is not settled"))
}

fn check(fact: &Fact, solver: &mut Solver) {
    match fact {
        Fact::Won(at) => assert_eq!(value(&position(at), solver), Value::Win, "{at}"),
        Fact::Lost(at) => assert_eq!(value(&position(at), solver), Value::Loss, "{at}"),
        Fact::Open(at) => assert_eq!(value(&position(at), solver), Value::Endless, "{at}"),
        Fact::Over(at) => assert!(position(at).is_over(), "{at}"),
        Fact::Moves(at, moves) => {
            let at = position(at);
            let legal: BTreeSet<String> =
                steps(&at).iter().map(|step| at.write_move(&step.played)).collect();
            assert_eq!(legal, texts(moves), "{at}");
        }
        Fact::Winning(at, moves) => {
            assert_eq!(winning(&position(at), solver), texts(moves), "{at}");
        }
        Fact::LosesNext(at) => assert!(loses_next(&position(at)), "{at}"),
        Fact::LostUpTo { rules, to, lost } => {
            let found: Vec<u64> = (1..=*to)
                .filter(|n| value(&position(&format!("{rules}:{n}")), solver) == Value::Loss)
                .collect();
            assert_eq!(found, *lost, "{rules}");
        }
        Fact::PrimeFactors(number, count) => {
            let factors = Factorization::of(&Natural::from(*number), Budget::PROMPT);
            assert_eq!(factors.big_omega(), Some(*count), "{number}");
        }
        Fact::Divisions(number, times) => assert_eq!(divisions(*number), *times, "{number}"),
        Fact::EqualAgain(at) => {
            assert!(is_equal(&position(at)), "{at}");
            for reply in steps(&position(at)) {
                let is_answered = steps(&reply.after).iter().any(|step| is_equal(&step.after));
                assert!(is_answered, "{at}: {}", reply.after);
            }
        }
    }
}

/// Whether the two numbers of a position can be divided equally often.
fn is_equal(at: &Position) -> bool {
    let Board::Numbers { numbers, .. } = at.board() else { panic!("{at} has no numbers") };
    let [one, other] = numbers.as_slice() else { panic!("{at} has not two numbers") };
    let times = |number: &Natural| divisions(number.to_u64().unwrap());
    times(one) == times(other)
}

/// How often a number can be divided, by trying.
fn divisions(number: u64) -> u64 {
    let proper = (2..number).filter(|divisor| number.is_multiple_of(*divisor));
    proper.map(|divisor| 1 + divisions(number / divisor)).max().unwrap_or(0)
}

#[test]
fn every_fact_is_true() {
    let mut solver = Solver::default();
    let mut count = 0;
    for (book, step) in all_steps() {
        assert!(!step.facts.is_empty(), "{book} {} claims nothing", step.name);
        for fact in step.facts {
            check(fact, &mut solver);
            count += 1;
        }
    }
    assert!(count >= 100, "{count}");
}

/// The tests would notice a fact that is false.
#[test]
fn false_facts_are_noticed() {
    let wrong = [
        Fact::Won("subtract:9"),
        Fact::Lost("subtract:12"),
        Fact::Open("subtract:12"),
        Fact::Over("subtract:12"),
        Fact::Moves("subtract:12", &["2", "3", "4"]),
        Fact::Winning("subtract:12", &["3"]),
        Fact::LosesNext("subtract:12"),
        Fact::LostUpTo { rules: "subtract", to: 8, lost: &[1, 2, 3, 5, 7] },
        Fact::PrimeFactors(12, 2),
        Fact::Divisions(12, 3),
        Fact::EqualAgain("divide:12,10"),
    ];
    for fact in wrong {
        let noticed = std::panic::catch_unwind(|| check(&fact, &mut Solver::default()));
        assert!(noticed.is_err(), "{fact:?}");
    }
    check(&Fact::LosesNext("subtract:9"), &mut Solver::default());
}

/// The solver is not believed where everything can be tried.
#[test]
fn brute_force_agrees() {
    let mut solver = Solver::default();
    let mut known = HashMap::new();
    let mut compared = 0;
    for (_, step) in all_steps() {
        let start = step.start().unwrap();
        if matches!(start.board(), Board::Digits { .. }) {
            continue;
        }
        for step in steps(&start) {
            let wins = brute::wins(&step.after, &mut known);
            assert_eq!(wins, value(&step.after, &mut solver) == Value::Win, "{}", step.after);
            compared += 1;
        }
    }
    assert!(compared > 150, "{compared}");
}

#[test]
fn tasks_can_be_done_and_done_wrongly() {
    let mut solver = Solver::default();
    for (book, step) in all_steps() {
        let start = step.start().unwrap();
        let name = format!("{book} {}", step.name);
        match &step.task {
            Task::Read => assert!(step.task.ask().is_empty()),
            Task::Choose { options, .. } => {
                assert!((2..=5).contains(&options.len()), "{name}");
                assert_eq!(options.iter().filter(|option| option.is_right).count(), 1, "{name}");
                assert!(options.iter().all(|option| !option.because.is_empty()), "{name}");
            }
            Task::Move { goal, remarks, .. } => {
                let wins = winning(&start, &mut solver);
                let all = steps(&start).len();
                match goal {
                    Goal::Legal => assert!(all > 0, "{name}"),
                    Goal::Win => assert!(!wins.is_empty() && wins.len() < all, "{name}"),
                    Goal::OnlyMove => assert!(wins.len() == 1 && all > 1, "{name}: {wins:?}"),
                    Goal::Safe => assert!(wins.is_empty(), "{name}"),
                }
                for remark in *remarks {
                    let made = start.read_move(remark.made).unwrap();
                    assert!(start.after(&made).is_ok(), "{name}: {}", remark.made);
                    // Where several moves win, one that the text does not expect may have its reason.
                    let may_win = matches!(goal, Goal::Win);
                    assert!(may_win || !wins.contains(remark.made), "{name}: {}", remark.made);
                }
            }
            Task::PlayToEnd { .. } => {
                assert_eq!(value(&start, &mut solver), Value::Win, "{name}");
            }
        }
    }
}

/// "After every move the other player can leave a pair", says the course of `divide`.
#[test]
fn after_one_two_three_a_pair_can_be_left() {
    let omega = |number: &Natural| Factorization::of(number, Budget::PROMPT).big_omega().unwrap();
    let is_pair = |at: &Position| {
        let Board::Numbers { numbers, .. } = at.board() else { return false };
        let counts: Vec<u64> = numbers.iter().map(omega).filter(|count| *count > 1).collect();
        counts.is_empty() || matches!(counts.as_slice(), [one, other] if one == other)
    };
    for step in steps(&position("divide:6,12,24")) {
        assert!(steps(&step.after).iter().any(|reply| is_pair(&reply.after)), "{}", step.after);
    }
}
