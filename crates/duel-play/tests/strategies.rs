//! Strategies, followed against every reply by code that knows only the rules.

#[path = "sentences/oracle.rs"]
#[allow(dead_code, reason = "shared with the test of sentences")]
mod oracle;
#[path = "sentences/variants.rs"]
mod variants;

use std::collections::{HashMap, HashSet};

use duel_books::{BOOKS, Book, house::builds_digits};
use duel_core::{Board, HouseRule, LastMover, Move, Position, Rules, Seat};
use duel_numbers::Natural;
use duel_play::{Dice, deal};
use duel_solver::{
    Claim, Depth, Limits, Solver, Strategy, Value,
    claim::{Alike, Parts},
    strategy::{Reply, Then, Why},
};
use oracle::{Oracle, Worth, has_won, moves, numbers, prime_factors};
use variants::variants;

/// How a position is judged that a strategy leaves to a theorem.
type IsLost<'a> = dyn FnMut(&Position) -> bool + 'a;

/// Plays a strategy against every reply, in the positions that really arise.
fn follow(start: &Position, strategy: &Strategy, is_lost: &mut IsLost<'_>) {
    let mut at = start.clone();
    if let Some(first) = &strategy.first {
        at = start.after(first).unwrap();
    }
    let winner = at.turn().other();
    if strategy.entries.is_empty() {
        assert!(has_won(&at, winner), "{start}");
        return;
    }
    check_longest(start, &at, strategy);
    let mut open = vec![(at, 0)];
    let mut seen = HashSet::new();
    let mut used = HashSet::new();
    while let Some((at, place)) = open.pop() {
        if !seen.insert((at.to_string(), place)) {
            continue;
        }
        used.insert(place);
        let entry = &strategy.entries[place];
        assert_eq!(at.turn(), winner.other(), "{start}: the loser moves at {at}");
        let tried: Vec<_> = entry.replies.iter().map(|reply| reply.tried.clone()).collect();
        assert_eq!(tried, moves(&entry.position), "{start}: every reply at {}", entry.position);
        let legal = moves(&at);
        assert!(legal.iter().all(|made| tried.contains(made)), "{start}: every reply at {at}");
        for Reply { tried, answer, then } in &entry.replies {
            let Ok(mut after) = at.after(tried) else { continue };
            if let Some(answer) = answer
                && !at_full_length(&after)
            {
                after = after.after(answer).unwrap();
            }
            match then {
                // An entry serves for greater lengths than its own too.
                _ if at_full_length(&after) => assert!(has_won(&after, winner), "{start}: {after}"),
                Then::Over => assert!(has_won(&after, winner), "{start}: {after}"),
                Then::Entry(next) => open.push((after, *next)),
                Then::Theorem => assert!(is_lost(&after), "{start}: {after}"),
                Then::Untold => panic!("{start}: nothing is told about {after}"),
            }
        }
    }
    assert_eq!(used.len(), strategy.entries.len(), "{start}: every entry is needed");
}

/// Whether a number has as many digits as it may have.
fn at_full_length(position: &Position) -> bool {
    match position.board() {
        Board::Digits { append, digits, .. } => {
            append.cap.length() == u32::try_from(digits.len()).ok()
        }
        Board::Numbers { .. } => false,
    }
}

/// What is said about the length of a strategy is true of every line of play, and of the one that is
/// told.
fn check_longest(start: &Position, root: &Position, strategy: &Strategy) {
    let mut known = HashMap::new();
    let played = longest_play(root, 0, strategy, &mut known);
    let first = u32::from(strategy.first.is_some());
    assert_eq!(strategy.longest(), played.map(|moves| moves + first), "{start}");
    let line = strategy.main_line();
    let mut at = root.clone();
    for made in &line {
        at = at.after(made).unwrap();
    }
    if let Some(moves) = played {
        assert!(at.is_over(), "{start}");
        assert_eq!(line.len(), usize::try_from(moves).unwrap(), "{start}");
    }
}

/// How many moves there are at most from a position on, if a strategy is followed to the end.
fn longest_play(
    at: &Position,
    place: usize,
    strategy: &Strategy,
    known: &mut HashMap<(String, usize), Option<u32>>,
) -> Option<u32> {
    let key = (at.to_string(), place);
    if let Some(moves) = known.get(&key) {
        return *moves;
    }
    let mut most = Some(0);
    for Reply { tried, answer, then } in &strategy.entries[place].replies {
        let Ok(mut after) = at.after(tried) else { continue };
        let mut moves = 1;
        if let Some(answer) = answer
            && !at_full_length(&after)
        {
            after = after.after(answer).unwrap();
            moves = 2;
        }
        let rest = match then {
            _ if at_full_length(&after) => Some(0),
            Then::Over => Some(0),
            Then::Entry(next) => longest_play(&after, *next, strategy, known),
            Then::Theorem | Then::Untold => None,
        };
        most = most.and_then(|most| Some(most.max(moves + rest?)));
    }
    known.insert(key, most);
    most
}

#[test]
fn small_strategies_of_all_rules_win_against_every_reply() {
    let mut followed = 0;
    for book in BOOKS.iter().filter(|book| !builds_digits(book)) {
        let mut solver = Solver::default();
        for rules in variants(book.rules, 1) {
            let mut oracle = Oracle::default();
            let singles = (1..=40_u64).map(|number| vec![number]);
            let several =
                [vec![4, 6], vec![8, 6], vec![12, 10], vec![6, 6], vec![4, 6, 9], vec![21, 16]];
            for numbers in singles.chain(several) {
                let numbers = numbers.into_iter().map(Natural::from).collect();
                let start = Position::numbers(rules, numbers, Seat::First).unwrap();
                followed += check_small(&mut solver, &mut oracle, &start);
            }
        }
    }
    assert!(followed > 3_000, "{followed}");
}

/// Where pairs and numbers that are lost alone are named as the reason, a move is answered on the
/// partner or on the same number.
#[test]
fn what_is_answered_in_pairs_is_what_is_said() {
    let mut solver = Solver::default();
    let mut checked = 0;
    for text in [
        "subtract:60,45",
        "subtract:45,45,9",
        "subtract:3,25,12",
        "dilemma+prime-steps:12,12",
        "dilemma+prime-steps:5,3,8",
        "dilemma+prime-steps:60,20",
        "subtract+root:40,40",
        "subtract+root:36,40",
        "divide+either:60,60,9",
        "divide:60,84,90",
        "divide:60,84,36,100",
    ] {
        let position = duel_books::position(text).unwrap();
        let explanation = solver.explain(&position, Limits::NONE);
        let strategy = explanation.strategy().unwrap();
        let said = explanation.reason.claims(&position, Depth::Child);
        for entry in &strategy.entries {
            let is_root = entry == &strategy.entries[0];
            let (parts, alike) = match (&entry.why, said.iter().find_map(parts_said)) {
                (Why::Parts(parts), _) => (parts.clone(), Alike::Equal),
                (_, Some(said)) if is_root => said,
                _ => continue,
            };
            let before = numbers(&entry.position);
            for Reply { tried, answer, .. } in &entry.replies {
                let (
                    Move::Take { index, divisor, .. },
                    Some(Move::Take { index: at, divisor: with, .. }),
                ) = (tried, answer)
                else {
                    panic!("{text}: {tried:?}, {answer:?}")
                };
                let number = Natural::from(before[*index]);
                let pair = parts.pairs.iter().find(|pair| pair.contains(&number));
                match (pair, alike) {
                    (None, _) => assert_eq!(index, at, "{text}: {tried:?}, {answer:?}"),
                    (Some(_), Alike::Equal) => {
                        assert_eq!(divisor, with, "{text}: {tried:?}, {answer:?}");
                        assert!(index != at && before[*index] == before[*at], "{text}");
                    }
                    (Some(pair), Alike::PrimeFactors) => {
                        let many = |n: &Natural| prime_factors(n.to_u64().unwrap()).len();
                        assert_eq!(many(divisor), many(with), "{text}: {tried:?}, {answer:?}");
                        assert!(
                            index != at && pair.contains(&Natural::from(before[*at])),
                            "{text}"
                        );
                    }
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 100, "{checked}");
}

/// Where no plan is short enough to be told, a part of one is: what it leaves out is lost as well, and one
/// line comes to the end of the game.
#[test]
fn a_part_of_a_plan_is_true_too() {
    let mut solver = Solver::default();
    for text in ["digits+misere+once:13,32:", "subtract+no-echo:76,88"] {
        let position = duel_books::position(text).unwrap();
        let explanation = solver.explain(&position, Limits::NONE);
        let strategy = explanation.strategy().unwrap();
        assert!(!strategy.complete, "{text}");
        let mut left_out = 0;
        for entry in &strategy.entries {
            for Reply { tried, answer, then } in &entry.replies {
                let (Then::Untold, Some(answer)) = (then, answer) else { continue };
                let after = entry.position.after(tried).unwrap().after(answer).unwrap();
                assert_eq!(solver.solve_value(&after, Limits::NONE), Some(Value::Loss), "{after}");
                left_out += 1;
            }
        }
        assert!(left_out > 0, "{text}");
        let said = explanation.reason.claims(&position, Depth::Student);
        assert!(said.contains(&Claim::PartOfPlan), "{text}");
        let said = explanation.reason.claims(&position, Depth::Child);
        let [.., Claim::Line { lost, moves }, Claim::PartOfAnswer] = said.as_slice() else {
            panic!("{text}: {said:?}")
        };
        let winner = lost.turn().other();
        let end = moves.iter().fold(lost.clone(), |at, made| {
            let after = at.after(made).unwrap();
            let mut is_lost = || solver.solve_value(&after, Limits::NONE) == Some(Value::Loss);
            assert!(at.turn() != winner || after.is_over() || is_lost(), "{text}: {at}");
            after
        });
        assert!(has_won(&end, winner), "{text}: {end}");
    }
}

fn parts_said(claim: &Claim) -> Option<(Parts, Alike)> {
    match claim {
        Claim::Parts { parts, alike, .. } => Some((parts.clone(), *alike)),
        _ => None,
    }
}

#[test]
fn small_strategies_of_digits_win_against_every_reply() {
    let digits = BOOKS.iter().find(|book| builds_digits(book)).unwrap();
    let mut followed = 0;
    for cap in [1, 3] {
        for rules in variants(digits.rules, cap) {
            let mut oracle = Oracle::default();
            let mut solver = Solver::default();
            let once = rules.house().any(|rule| rule == HouseRule::Once);
            let sets: &[&[u64]] = match (once, rules.cap_length()) {
                (true, None) => &[&[2], &[3], &[7]],
                (false, None) => &[&[2], &[7], &[10], &[11], &[12], &[6, 10], &[12, 14], &[19, 27]],
                (_, Some(_)) => &[&[7], &[11], &[97], &[12, 14, 22]],
            };
            for targets in sets {
                for turn in Seat::BOTH {
                    let targets = targets.iter().copied().map(Natural::from).collect();
                    let start = Position::digits(rules, targets, &[], turn).unwrap();
                    followed += check_small(&mut solver, &mut oracle, &start);
                    for made in moves(&start) {
                        let next = start.after(&made).unwrap();
                        followed += check_small(&mut solver, &mut oracle, &next);
                    }
                }
            }
        }
    }
    assert!(followed > 500, "{followed}");
}

/// Follows the strategy of a position, if there is a winner; how many were followed.
fn check_small(solver: &mut Solver, oracle: &mut Oracle, start: &Position) -> usize {
    let strategy = solver.strategy(start, Limits::NONE);
    let worth = oracle.worth(start);
    if matches!(worth, Worth::Drawn | Worth::Endless) {
        assert_eq!(strategy, None, "{start}");
        return 0;
    }
    let strategy = strategy.unwrap_or_else(|| panic!("{start} has a winner"));
    assert!(strategy.complete, "{start}");
    if start.is_over() {
        assert!(strategy.first.is_none() && strategy.entries.is_empty());
        return 0;
    }
    assert_eq!(strategy.first.is_some(), worth == Worth::Won, "{start}");
    follow(start, &strategy, &mut |after| oracle.worth(after) == Worth::Lost);
    1
}

/// The longest known forced win of several targets without a cap, which goes round in circles if the
/// winner dawdles.
#[test]
fn a_long_win_that_could_go_in_circles_comes_to_its_end() {
    let start = duel_books::position("digits:19,27,28:1").unwrap();
    let mut solver = Solver::default();
    let known = solver.solve_fully(&start, Limits::NONE);
    let Some(strategy) = solver.strategy(&start, Limits::NONE) else {
        assert!(matches!(known.value, Some(Value::Endless)));
        return;
    };
    follow(&start, &strategy, &mut |_| false);
}

/// How many starts of each book are followed.
const STARTS: usize = 500;

/// A start of the fair variant that lasts as long as dealt ones do.
fn fair_start(book: &Book, rules: Rules, dice: &mut Dice, solver: &mut Solver) -> Position {
    loop {
        let mut drawn: Vec<u64> = Vec::new();
        while drawn.len() < book.fair.count {
            let number = dice.roll(book.fair.from..=book.fair.to);
            if !drawn.contains(&number) {
                drawn.push(number);
            }
        }
        if builds_digits(book) && common_multiple(&drawn) > 100_000 {
            continue;
        }
        let start = deal::start(rules, drawn.into_iter().map(Natural::from).collect()).unwrap();
        if builds_digits(book) {
            *solver = Solver::default();
        }
        let known = solver.solve_fully(&start, Limits::nodes(50_000));
        if known.plies.is_some_and(|plies| plies >= deal::LENGTH) {
            return start;
        }
    }
}

fn common_multiple(numbers: &[u64]) -> u64 {
    numbers.iter().fold(1, |multiple, number| {
        let (mut a, mut b) = (multiple, *number);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        multiple / a * number
    })
}

/// Whether heaps of divisions balance: what the theorem of the fair variant of `divide` claims.
fn balances(position: &Position) -> bool {
    assert_eq!(position.rules().last_mover(), LastMover::Wins);
    let heaps = numbers(position).into_iter().map(|number| prime_factors(number).len().max(1) - 1);
    heaps.fold(0, |sum, heap| sum ^ heap) == 0
}

fn follow_fair(slug: &str) {
    let book = duel_books::find(slug).unwrap();
    let rules = book.rules.with(book.fair.house, book.fair.length).unwrap();
    let mut dice = Dice::seeded(11);
    let mut solver = Solver::default();
    let mut statements = Vec::new();
    for _ in 0..STARTS {
        let start = fair_start(book, rules, &mut dice, &mut solver);
        let strategy = solver.strategy(&start, Limits::NONE).unwrap();
        assert!(strategy.complete, "{start}");
        follow(&start, &strategy, &mut balances);
        statements.push(strategy.entries.len());
    }
    statements.sort_unstable();
    let (median, most) = (statements[STARTS / 2], statements[STARTS * 95 / 100]);
    assert!(median <= 20 && most <= 100, "{slug}: median {median}, 95 % {most}");
}

#[test]
fn fair_starts_of_divide() {
    follow_fair("divide");
}

#[test]
fn fair_starts_of_dilemma() {
    follow_fair("dilemma");
}

#[test]
fn fair_starts_of_subtract() {
    follow_fair("subtract");
}

#[test]
fn fair_starts_of_digits() {
    follow_fair("digits");
}

#[test]
fn fair_starts_of_factor() {
    follow_fair("factor");
}
