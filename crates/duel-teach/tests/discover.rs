//! Lost numbers and smallest counterexamples, against games that are played out with the rules alone.

use std::collections::HashMap;

use duel_core::{HouseRule, LastMover, Position, Rules};
use duel_numbers::{Budget, Natural};
use duel_solver::{Limits, Solver, Value};
use duel_teach::discover::{
    Conjecture, Counterexample, Discovery, Game, GameError, Reach, Sieve, Verdict, VerdictForm,
    answer,
};

fn game(text: &str) -> Game {
    Game::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn conjecture(text: &str) -> Conjecture {
    Conjecture::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn ask(game_text: &str, text: &str, to: u32) -> Verdict {
    answer(&game(game_text), &conjecture(text), Reach::to(to))
}

/// Whether the player to move loses, by playing every game to its end.
fn is_lost(position: &Position, known: &mut HashMap<String, bool>) -> bool {
    let key = position.to_string().trim_end_matches("/2").to_owned();
    if let Some(lost) = known.get(&key) {
        return *lost;
    }
    let moves = position.moves(Budget::PROMPT);
    assert!(moves.is_complete());
    let mut lost = true;
    let mut stuck = true;
    for made in moves.iter() {
        stuck = false;
        lost &= !is_lost(&position.after(&made).unwrap(), known);
    }
    if stuck {
        lost = position.rules().last_mover() == LastMover::Wins;
    }
    known.insert(key, lost);
    lost
}

/// The lost starts of a game up to a number, by brute force.
fn lost_by_force(game: &Game, to: u64) -> Vec<u64> {
    let mut known = HashMap::new();
    let starts = game.first()..=to;
    starts.filter(|n| is_lost(&game.position(*n).unwrap(), &mut known)).collect()
}

const GAMES: [(&str, u64); 16] = [
    ("subtract", 150),
    ("subtract+no-echo", 80),
    ("subtract+misere", 150),
    ("subtract+root", 100),
    ("subtract+once", 48),
    ("subtract+misere+either", 80),
    ("divide", 200),
    ("divide+misere", 200),
    ("divide+one", 100),
    ("divide+misere+one", 100),
    ("divide+root", 200),
    ("dilemma", 100),
    ("dilemma+prime-steps", 120),
    ("dilemma+misere+prime-steps", 120),
    ("factor", 12),
    ("factor+no-whole", 24),
];

const CONJECTURES: [&str; 14] = [
    "always",
    "never",
    "odd",
    "even",
    "prime",
    "composite",
    "prime or n = 1",
    "omega = 2",
    "odd or power of 2 and twos mod 2 = 1",
    "odd or n in 2, 8, 32",
    "n = 9 or omega = 2 and n mod 3 != 0",
    "not square and (odd or divisors > 12)",
    "largest prime mod 4 = 3",
    "digit sum <= smallest prime",
];

#[test]
fn lost_numbers_and_smallest_counterexamples_are_those_of_brute_force() {
    let sieve = Sieve::to(200);
    for (text, to) in GAMES {
        let game = game(text);
        let lost = lost_by_force(&game, to);
        let reach = Reach::to(u32::try_from(to).unwrap());
        let mut discovery = Discovery::new(game.clone(), reach);
        for said in CONJECTURES.map(conjecture) {
            let smallest = (game.first()..=to)
                .find(|number| said.holds_for(*number, &sieve) != lost.contains(number));
            let verdict = discovery.answer(&said);
            let found = verdict.counterexample.as_ref();
            assert_eq!(found.map(|found| found.number), smallest, "{text}: {said}");
            assert_eq!(verdict.checked, Some(smallest.unwrap_or(to)), "{text}: {said}");
            if let Some(Counterexample { number, value, says_lost, .. }) = found {
                assert_eq!(*value == Value::Loss, lost.contains(number), "{text}: {said}");
                assert_eq!(*says_lost, said.holds_for(*number, &sieve), "{text}: {said}");
                assert_ne!(*says_lost, *value == Value::Loss, "{text}: {said}");
            }
        }
        // What was asked before makes no difference.
        assert_eq!(discovery.lost(1, to).lost, lost, "{text}");
        let fresh = Discovery::new(game, reach).lost(1, to);
        assert_eq!((fresh.lost, fresh.known_to), (lost, Some(to)), "{text}");
    }
}

#[test]
fn a_target_of_digits_is_lost_only_if_every_digit_lets_the_opponent_win() {
    /// Whether the player to move wins within so many moves of both, from this remainder.
    fn wins(target: u64, residue: u64, digits: std::ops::Range<u64>, moves: u32) -> bool {
        moves > 0
            && digits.into_iter().any(|digit| {
                let next = (10 * residue + digit) % target;
                next == 0 || loses(target, next, 0..10, moves - 1)
            })
    }
    fn loses(target: u64, residue: u64, digits: std::ops::Range<u64>, moves: u32) -> bool {
        moves > 0
            && digits.into_iter().all(|digit| {
                let next = (10 * residue + digit) % target;
                next != 0 && wins(target, next, 0..10, moves - 1)
            })
    }
    let mut discovery = Discovery::new(game("digits+no-leading-zero"), Reach::to(60));
    for target in 2..=60 {
        let value = if wins(target, 0, 1..10, 3) {
            Value::Win
        } else if loses(target, 0, 1..10, 4) {
            Value::Loss
        } else {
            Value::Endless
        };
        assert_eq!(discovery.value(target), Some(value), "{target}");
    }
    let verdict = discovery.answer(&conjecture("n mod 10 in 0, 1"));
    let found = verdict.counterexample.unwrap();
    assert_eq!((found.number, found.value, found.says_lost), (20, Value::Endless, true));
    assert!(discovery.answer(&conjecture("n in 10, 11")).counterexample.is_none());
}

#[test]
fn true_conjectures_hold_and_bring_the_theorem() {
    for (text, said, statement) in [
        (
            "subtract",
            "odd or power of 2 and twos mod 2 = 1",
            "lost exactly if it is odd or a power of two",
        ),
        ("divide", "prime or n = 1", "So exactly the primes and 1 are lost."),
        ("divide+no-echo", "prime or n = 1", "before it no number is barred."),
        ("divide+once", "prime or n = 1", "before it no number is barred."),
        ("divide+misere", "omega = 2", "So exactly the products of two primes are lost."),
        ("dilemma+either", "prime or n = 1", "So exactly the primes and 1 are lost."),
    ] {
        let verdict = ask(text, said, 30_000);
        assert_eq!(verdict.counterexample, None, "{text}");
        assert_eq!(verdict.checked, Some(30_000), "{text}");
        let words = verdict.words();
        assert!(
            words.starts_with("True as far as 30,000.\nIt is the theorem of this game."),
            "{words}"
        );
        assert!(words.contains(statement), "{words}");
        let theorem = verdict.form().theorem.unwrap();
        assert!(theorem.starts_with(&format!("Lost exactly when {said}. ")), "{theorem}");
        // The same in other words is true as well, and the theorem is told in full.
        let words = ask(text, &format!("not not ({said})"), 5_000).words();
        assert!(words.contains(&format!("The theorem of this game: Lost exactly when {said}. ")));
    }
}

#[test]
fn where_nothing_is_lost_it_is_said_and_why() {
    for (text, why) in [
        ("digits", "The first digit may be 0, and every target divides 0."),
        ("factor", "Every number divides itself."),
    ] {
        let words = ask(text, "n = 0", 5_000).words();
        let told = format!("The theorem of this game: No start is lost. {why}");
        assert!(words.contains(&told), "{words}");
        let words = ask(text, "never", 5_000).words();
        assert!(words.contains(&format!("It is the theorem of this game. {why}")), "{words}");
    }
    let barred = ask("digits+no-leading-zero", "n in 10, 11", 5_000).words();
    assert!(!barred.contains("may be 0"), "{barred}");
}

#[test]
fn the_rule_of_every_theorem_is_what_the_solver_says() {
    /// Every set of house rules that fits a book, without lengths.
    fn variants(rules: Rules, rest: &[HouseRule], found: &mut Vec<Rules>) {
        match rest {
            [] => found.push(rules),
            [first, rest @ ..] => {
                variants(rules, rest, found);
                if let Ok(more) = rules.with(&[*first], None) {
                    variants(more, rest, found);
                }
            }
        }
    }
    let mut covered = Vec::new();
    for book in duel_books::BOOKS {
        let mut found = Vec::new();
        variants(book.rules, &HouseRule::ALL, &mut found);
        for rules in found {
            let mut discovery = Discovery::new(game(&rules.to_string()), Reach::to(20_000));
            let Some(theorem) = discovery.theorem().cloned() else { continue };
            assert!(!theorem.statement.is_empty(), "{rules}");
            let rule = theorem.rule.unwrap_or_else(|| panic!("{rules} has no rule"));
            let verdict = discovery.answer(&rule);
            assert_eq!(verdict.counterexample, None, "{rules}: {rule}");
            assert_eq!(verdict.checked, Some(20_000), "{rules}");
            // Values by theorem are those of the solver, which may search.
            let mut solver = duel_solver::Solver::default();
            for number in discovery.game().first()..200 {
                let position = discovery.game().position(number).unwrap();
                let value = solver.solve_value(&position, Limits::NONE);
                assert_eq!(discovery.value(number), value, "{position}");
            }
            covered.push(rules.to_string());
        }
    }
    for known in [
        "divide",
        "divide+no-echo",
        "divide+once",
        "divide+misere+one",
        "subtract",
        "dilemma+misere+either",
        "factor",
    ] {
        assert!(covered.iter().any(|rules| rules == known), "{known} of {covered:?}");
    }
    for open in ["subtract+no-echo", "dilemma+prime-steps", "factor+no-whole", "subtract+misere"] {
        assert!(!covered.iter().any(|rules| rules == open), "{open}");
    }
}

#[test]
fn without_a_theorem_it_is_said_how_far_the_search_went() {
    let reach = Reach { work: 20_000, ..Reach::default() };
    let open = game("subtract+no-echo");
    let mut discovery = Discovery::new(open.clone(), reach);
    let known_to = discovery.lost(1, 1_000_000).known_to.unwrap();
    assert!((100..100_000).contains(&known_to), "{known_to}");
    assert_eq!(discovery.value(known_to + 1), None);
    // A conjecture that no number contradicts: the lost ones themselves, one by one.
    let few = Reach { work: 600, ..reach };
    let lost = Discovery::new(open.clone(), few).lost(1, 1_000_000);
    let known_to = lost.known_to.unwrap();
    let numbers: Vec<String> = lost.lost.iter().map(u64::to_string).collect();
    let said = conjecture(&format!("n in {}", numbers.join(", ")));
    let verdict = answer(&open, &said, few);
    assert_eq!((verdict.counterexample.clone(), verdict.checked), (None, Some(known_to)));
    assert_eq!(
        verdict.words(),
        format!(
            "True as far as {known_to}. Farther the search did not get within its limit of work.\n\
             This program knows no theorem about this game: if your conjecture holds for all \
             numbers, that would be news to it."
        )
    );
    assert_eq!(verdict.form().theorem, None);
    // With more work the search goes on where it ended, and the list is too short.
    let found = answer(&open, &said, reach).counterexample.unwrap();
    assert!(found.number > known_to && found.value == Value::Loss && !found.says_lost);
    let none = answer(&open, &said, Reach { work: 0, ..reach });
    assert_eq!(none.checked, None);
    assert_eq!(none.words(), "The search was too long even for 1.");
}

/// Where the first digit may be 0 and completing the number wins, what follows does not matter.
#[test]
fn a_first_digit_of_0_settles_every_game_of_digits_that_allows_it() {
    let plain = ask("digits", "never", 100);
    for name in
        ["digits+cap-second=4", "digits+cap-draw=3", "digits+once", "digits+once+cap-second=5"]
    {
        let verdict = ask(name, "never", 100);
        assert_eq!((&verdict.counterexample, verdict.checked), (&None, Some(100)), "{name}");
        assert_eq!(verdict.theorem, plain.theorem, "{name}");
        for number in [2, 3, 7, 10, 11, 12, 97] {
            let start = game(name).position(number).unwrap();
            let value = Solver::default().solve_value(&start, Limits::NONE);
            assert_eq!(value, Some(Value::Win), "{start}");
        }
    }
    for name in ["digits+no-leading-zero+once", "digits+misere+cap-second=3"] {
        assert_eq!(ask(name, "never", 20).theorem, None, "{name}");
    }
}

#[test]
fn a_verdict_in_words_and_for_programs() {
    let verdict = ask("subtract", "twos mod 2 = 0", 1_000);
    assert_eq!(
        verdict.words(),
        "No. The smallest counterexample is 2.\nYour conjecture says that 2 is not lost (twos mod 2 \
         = 1). It is lost: the player to move there loses, if the other plays well."
    );
    let form = verdict.form();
    let json = serde_json::to_value(&form).unwrap();
    assert_eq!(
        json,
        serde_json::json!({
            "game": "subtract",
            "conjecture": "twos mod 2 = 0",
            "verdict": "counterexample",
            "counterexample": { "number": "2", "value": "loss", "conjecture": "not lost" },
            "first": "1",
            "checked": "2",
            "theorem": null
        })
    );
    assert_eq!(serde_json::from_value::<VerdictForm>(json).unwrap(), form);
    let won = ask("divide", "always", 1_000);
    assert_eq!(
        won.words(),
        "No. The smallest counterexample is 4.\nYour conjecture says that 4 is lost. It is won: the \
         player to move there can win.\n1 is no start of this game and was skipped."
    );
    let form = ask("divide", "n = 1 or prime", 1_000).form();
    assert_eq!((form.verdict.as_str(), form.counterexample), ("holds", None));
    assert_eq!((form.first.as_str(), form.checked.as_deref()), ("2", Some("1000")));
}

#[test]
fn explanations_agree_with_the_values() {
    for text in ["subtract", "subtract+no-echo", "divide+misere", "digits+no-leading-zero"] {
        let game = game(text);
        let mut discovery = Discovery::new(game.clone(), Reach::to(60));
        assert_eq!(game.explain(&Natural::zero(), Limits::NONE), None);
        for number in game.first()..=60 {
            let explained = game.explain(&Natural::from(number), Limits::NONE).unwrap();
            assert_eq!(explained.value, discovery.value(number), "{text}:{number}");
            assert!(!explained.reason.is_empty());
        }
    }
}

#[test]
fn what_is_no_game_is_refused_with_a_reason() {
    for (text, error) in [
        ("subtract:60", "leave out what begins with `:`"),
        ("digits:7:", "leave out what begins with `:`"),
        ("nim", "the books are divide, dilemma, subtract, digits, factor"),
        ("", "there is no book of that name"),
        ("subtract+prime-steps", "does not fit the book `subtract`"),
        ("subtract+", "there is no house rule of that name"),
        ("divide+swap", "settled before the first move"),
        ("digits+cap-draw", "needs a maximum length"),
    ] {
        let refused: GameError = Game::parse(text).expect_err(text);
        assert!(refused.to_string().contains(error), "{text}: {refused}");
    }
    assert_eq!(game("digits+cap-draw=6").to_string(), "digits+cap-draw=6");
}
