//! What a deadline and a cancel flag do: they end the work at once, and nothing wrong is said
//! because of them.

use std::{
    cell::Cell,
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

use duel_books::BOOKS;
use duel_core::{HouseRule, Position, Rules, Seat};
use duel_numbers::{Budget, Natural};
use duel_solver::{
    Analysis, Basis, Depth, Limits, Reason, Solver, Value,
    certificate::{ProveError, prove},
    closed,
};
use proptest::prelude::*;

fn position(text: &str) -> Position {
    duel_books::position(text).unwrap()
}

/// Products of two primes of 65 bits, and the numbers in between: all hard, or nearly so.
fn hard_numbers(count: u64) -> String {
    let near = |more: u64| &Natural::from(2_u8).pow(64) + &Natural::from(more);
    let semiprime = &near(13) * &near(37);
    let numbers = (0..count).map(|more| (&semiprime + &Natural::from(2 * more)).to_string());
    numbers.collect::<Vec<_>>().join(",")
}

fn late() -> Limits<'static> {
    Limits { deadline: Some(Instant::now()), ..Limits::NONE }
}

#[test]
fn late_analyses_of_hard_numbers_know_nothing() {
    let hard = position(&format!("divide:{}", hard_numbers(100)));
    let analysis = Solver::default().analyse_moves(&hard, late());
    assert_eq!(analysis.known.value, None);
    assert_eq!(analysis.total, None);
    assert_eq!(analysis.reason, Reason::Unknown);
    let proof = prove(&mut Solver::default(), &hard, late());
    assert_eq!(proof.unwrap_err(), ProveError::NotSettled);
}

#[test]
fn what_needs_no_factors_is_known_however_late() {
    // Composite, which is enough for who wins.
    let hard = position(&format!("divide:{}", hard_numbers(1)));
    let analysis = Solver::default().analyse_moves(&hard, late());
    assert_eq!((analysis.known.value, analysis.known.basis), (Some(Value::Win), Basis::Theorem));
    let sum = position(&format!("subtract:{},12", hard_numbers(9)));
    assert_eq!(Solver::default().solve_value(&sum, late()), Some(Value::Win));
    let at_sight = closed::at_sight(&sum).unwrap();
    assert_eq!(at_sight.assessment.value, Some(Value::Win));
    assert!(closed::at_sight(&hard).is_none());
    assert!(closed::at_sight(&position("subtract+no-echo:12")).is_none());
}

#[test]
fn a_budget_ends_with_its_limits() {
    let hard: Natural = hard_numbers(1).parse().unwrap();
    let is_complete = |limits: Limits<'_>| {
        let budget = limits.budget(Budget::UNLIMITED);
        duel_numbers::Factorization::of(&hard, budget).is_complete()
    };
    assert!(is_complete(Limits::NONE));
    assert!(!is_complete(late()));
    let flag = AtomicBool::new(true);
    assert!(!is_complete(Limits { cancel: Some(&flag), ..Limits::NONE }));
}

/// Runs work that is cancelled when its search first reports progress; what it gives, and how often
/// progress was reported.
fn cancelled<T>(work: impl FnOnce(Limits<'_>) -> T) -> (T, u64) {
    let (flag, reports) = (AtomicBool::new(false), Cell::new(0));
    let progress = |_| {
        reports.set(reports.get() + 1);
        flag.store(true, Ordering::Relaxed);
    };
    let limits = Limits { cancel: Some(&flag), progress: Some(&progress), ..Limits::NONE };
    (work(limits), reports.get())
}

#[test]
fn a_flag_ends_analyses_and_proofs() {
    for text in [
        "factor+no-whole:4000",
        "subtract+no-echo:5040,5041,5042",
        "digits+cap-draw=60:997,1009:1",
        "subtract+misere:897612484786617600,448806242393308800",
    ] {
        let here = position(text);
        let analyse = |limits: Limits<'_>| Solver::default().analyse_moves(&here, limits);
        let (analysis, reports): (Analysis, u64) = cancelled(analyse);
        assert_eq!(analysis.known.value, None, "{text}");
        assert!(analysis.moves.iter().all(|line| line.known.basis != Basis::Search), "{text}");
        assert!(reports <= 2, "{text}: went on for {reports} reports");
        let (proof, reports) = cancelled(|limits| prove(&mut Solver::default(), &here, limits));
        assert_eq!(proof.unwrap_err(), ProveError::NotSettled, "{text}");
        assert!(reports <= 2, "{text}: went on for {reports} reports");
    }
}

#[test]
fn lists_that_do_not_fit_into_memory_are_broken_off() {
    // Each of these has 100,000 divisors: the moves of one position would take gigabytes.
    let many = 897_612_484_786_617_600_u64;
    let numbers: Vec<String> =
        (1..=60).filter(|by| many.is_multiple_of(*by)).map(|by| (many / by).to_string()).collect();
    let here = position(&format!("subtract+no-echo:{}", numbers.join(",")));
    let limits = Limits { memory: Some(1 << 20), ..Limits::NONE };
    assert_eq!(Solver::default().solve_value(&here, limits), None);
}

#[test]
fn words_with_little_testing_say_less_and_nothing_else() {
    // Subtracting the odd part leaves a large prime, or just an odd number for all that is known.
    let here = position("subtract:36893488147419103258");
    let reason = closed::theorem(&here, Budget::PROMPT).unwrap().reason;
    assert!(reason.words(&here, Depth::Child).contains("prime"));
    let little = reason.words_within(&here, Depth::Child, Budget::steps(0));
    assert!(!little.contains("prime"), "{little}");
    let pairs = position("subtract:36893488147419103363,36893488147419103363,12,12");
    let reason = closed::theorem(&pairs, Budget::PROMPT).unwrap().reason;
    for depth in [Depth::Child, Depth::Student, Depth::Proof] {
        let little = reason.words_within(&pairs, depth, Budget::steps(0));
        assert!(little.contains("12"), "{little}");
    }
}

#[test]
fn a_move_that_ends_the_game_is_found_however_late() {
    let books = ["divide+either+once", "dilemma+either+once", "subtract+either+once"];
    let starts = [360_u64, 720, 1_000, 40_320];
    let mut texts: Vec<String> =
        books.iter().flat_map(|book| starts.map(|start| format!("{book}:{start}"))).collect();
    texts.extend(
        [
            "subtract+either+once:248~3,7,11",
            "dilemma+either+once:210~2,5,10/2",
            "subtract+either+once+root:720",
            "divide+once:60,7~3",
        ]
        .map(str::to_owned),
    );
    for text in texts {
        let start = position(&text);
        let ends = |made: &duel_core::Move| start.after(made).unwrap().is_over();
        for limits in [late(), Limits::nodes(100)] {
            let told = Solver::default().explain(&start, limits);
            assert_eq!((told.known.value, told.known.plies), (Some(Value::Win), Some(1)), "{text}");
            assert!(ends(&told.reason.winning_move().unwrap()), "{text}");
            let analysis = Solver::default().analyse_moves(&start, limits);
            assert_eq!(analysis.known.value, Some(Value::Win), "{text}");
            let listed = start.moves(Budget::PROMPT);
            assert!(
                listed.iter().filter(ends).all(|made| analysis.winning.contains(&made)),
                "{text}"
            );
        }
    }
}

fn rules() -> impl Strategy<Value = Rules> {
    let house = prop::sample::subsequence(HouseRule::ALL.to_vec(), 0..4);
    (0..BOOKS.len(), house, 1_u32..8).prop_map(|(book, house, length)| {
        house.into_iter().fold(BOOKS[book].rules, |rules, rule| {
            rules.with(&[rule], Some(length)).unwrap_or(rules)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn late_analyses_never_claim_a_wrong_value(
        rules in rules(),
        numbers in prop::collection::vec(2_u64..60, 1..3),
    ) {
        let numbers: Vec<Natural> = numbers.into_iter().map(Natural::from).collect();
        let start = Position::numbers(rules, numbers.clone(), Seat::First)
            .or_else(|_| Position::digits(rules, numbers, &[], Seat::First));
        let Ok(start) = start else { return Ok(()) };
        let nodes = Limits::nodes(200_000);
        let known = Solver::default().analyse_moves(&start, nodes);
        let hasty = Solver::default().analyse_moves(&start, late());
        if known.known.value.is_some() {
            prop_assert!(hasty.known.value.is_none() || hasty.known.value == known.known.value);
        }
        for made in &hasty.winning {
            let after = start.after(made).unwrap();
            let value = Solver::default().solve_value(&after, nodes);
            prop_assert!(value.is_none() || value == Some(Value::Loss), "{start} {made:?}");
        }
        if hasty.known.value.is_none() {
            prop_assert_eq!(hasty.reason, Reason::Unknown);
        }
        for limits in [late(), Limits::nodes(20)] {
            let told = Solver::default().explain(&start, limits);
            prop_assert_eq!(told.known.value.is_none(), told.reason == Reason::Unknown);
            let wins = told.reason.winning_move().is_some();
            prop_assert!(!wins || told.known.value == Some(Value::Win));
        }
        if let (false, Some(sight)) = (start.is_over(), closed::at_sight(&start)) {
            prop_assert_eq!(sight.assessment.value, known.known.value);
        }
        if let Ok(proof) = prove(&mut Solver::default(), &start, late()) {
            prop_assert!(known.known.value.is_none_or(|value| value == proof.value()));
        }
    }
}
