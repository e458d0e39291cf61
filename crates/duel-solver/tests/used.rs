//! The search for games with a used list, against a search that knows only the rules.

use std::collections::{BTreeSet, HashMap};

use duel_solver::{
    Limits,
    used::{Full, UsedRules, UsedSearch},
};

const MEMORY: usize = 1 << 26;

/// Every combination of the four rules.
fn all_rules() -> impl Iterator<Item = UsedRules> {
    (0..16).map(|bits| UsedRules {
        whole: bits & 1 != 0,
        one: bits & 2 != 0,
        root: bits & 4 != 0,
        misere: bits & 8 != 0,
    })
}

/// The rules and nothing else: the whole used list is part of the position.
struct Naive {
    rules: UsedRules,
    memo: HashMap<(u32, BTreeSet<u32>), Full>,
}

impl Naive {
    fn new(rules: UsedRules) -> Self {
        Self { rules, memo: HashMap::new() }
    }

    fn moves(&self, n: u32, used: &BTreeSet<u32>) -> Vec<u32> {
        let UsedRules { whole, one, root, .. } = self.rules;
        (1..=n)
            .filter(|&d| n.is_multiple_of(d) && !used.contains(&d))
            .filter(|&d| if n == 1 { one || whole } else { (d < n || whole) && (d > 1 || one) })
            .filter(|&d| !root || d * d <= n)
            .collect()
    }

    fn full(&mut self, n: u32, used: &BTreeSet<u32>) -> Full {
        if let Some(&full) = self.memo.get(&(n, used.clone())) {
            return full;
        }
        let next: Vec<Full> = self
            .moves(n, used)
            .into_iter()
            .map(|d| self.full(n - d, &used.iter().copied().chain([d]).collect()))
            .collect();
        let wins =
            if next.is_empty() { self.rules.misere } else { next.iter().any(|next| !next.wins) };
        let plies = if wins {
            next.iter().filter(|next| !next.wins).map(|next| next.plies + 1).min().unwrap_or(0)
        } else {
            next.iter().map(|next| next.plies + 1).max().unwrap_or(0)
        };
        let nimber = (!self.rules.misere)
            .then(|| (0..=255).find(|&g| next.iter().all(|next| next.nimber != Some(g))).unwrap());
        let full = Full { wins, plies, nimber };
        self.memo.insert((n, used.clone()), full);
        full
    }
}

/// A small generator of reproducible numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        u32::try_from((self.0 >> 33) % u64::from(limit)).unwrap()
    }

    fn some_below(&mut self, limit: u32, chance: u32) -> BTreeSet<u32> {
        (1..=limit).filter(|_| self.below(chance) == 0).collect()
    }
}

fn check(
    rules: UsedRules,
    naive: &mut Naive,
    search: &mut UsedSearch,
    n: u32,
    used: &BTreeSet<u32>,
) {
    let mut meter = Limits::NONE.meter();
    let list: Vec<u32> = used.iter().rev().copied().collect();
    let truth = naive.full(n, used);
    let case = format!("{rules:?} {n} {used:?}");
    assert_eq!(search.full(n, &list, &mut meter), Some(truth), "full {case}");
    assert_eq!(search.wins(n, &list, &mut meter), Some(truth.wins), "wins {case}");
    let best = search.winning_move(n, &list, &mut meter).expect("no limit");
    let moves = naive.moves(n, used);
    match best {
        Some(d) => {
            assert!(moves.contains(&d), "move {case}");
            let after = used.iter().copied().chain([d]).collect();
            assert!(!naive.full(n - d, &after).wins, "winning move {case}");
        }
        None => assert!(!truth.wins || moves.is_empty(), "no winning move {case}"),
    }
}

#[test]
fn every_start_agrees_with_the_rules_alone() {
    for rules in all_rules() {
        let (mut naive, mut search) = (Naive::new(rules), UsedSearch::new(rules, MEMORY));
        for n in 0..=60 {
            check(rules, &mut naive, &mut search, n, &BTreeSet::new());
        }
    }
}

#[test]
fn random_used_lists_agree_with_the_rules_alone() {
    let mut dice = Dice(1);
    for rules in all_rules() {
        let (mut naive, mut search) = (Naive::new(rules), UsedSearch::new(rules, MEMORY));
        for round in 0..120 {
            let n = 1 + dice.below(90);
            let used = dice.some_below(n, 2 + round % 4);
            check(rules, &mut naive, &mut search, n, &used);
        }
    }
}

#[test]
fn a_stopped_search_says_so_and_can_go_on() {
    let mut search = UsedSearch::new(UsedRules::FACTOR_NO_WHOLE, MEMORY);
    assert_eq!(search.wins(1009, &[], &mut Limits::nodes(3).meter()), None);
    assert_eq!(search.full(120, &[], &mut Limits::nodes(3).meter()), None);
    let fresh = UsedSearch::new(UsedRules::FACTOR_NO_WHOLE, MEMORY).wins(
        1009,
        &[],
        &mut Limits::NONE.meter(),
    );
    assert_eq!(search.wins(1009, &[], &mut Limits::NONE.meter()), fresh);
}

#[test]
fn little_memory_costs_time_and_not_truth() {
    for rules in
        [UsedRules::FACTOR_NO_WHOLE, UsedRules { misere: true, ..UsedRules::FACTOR_NO_WHOLE }]
    {
        let mut large = UsedSearch::new(rules, MEMORY);
        let mut small = UsedSearch::new(rules, 1 << 16);
        for n in 1..=300 {
            let mut meter = Limits::NONE.meter();
            let truth = large.wins(n, &[], &mut meter);
            assert_eq!(small.wins(n, &[], &mut meter), truth, "{rules:?} {n}");
        }
        assert!(small.bytes() < 1 << 18, "{} bytes", small.bytes());
        assert!(small.entries() > 0);
    }
}

#[test]
fn numbers_too_large_to_search_are_refused_unless_one_move_ends_them() {
    let mut meter = Limits::NONE.meter();
    let mut book = UsedSearch::new(UsedRules::FACTOR, MEMORY);
    assert_eq!(book.winning_move(1_000_000_000, &[], &mut meter), Some(Some(1_000_000_000)));
    let mut fair = UsedSearch::new(UsedRules::FACTOR_NO_WHOLE, MEMORY);
    assert_eq!(fair.wins(1_000_000_000, &[], &mut meter), None);
    assert_eq!(fair.winning_move(1_000_000_008, &[], &mut meter), Some(Some(1)));
    assert_eq!(fair.full(1_000_000_008, &[], &mut meter), None);
}

#[test]
fn one_above_a_prime_is_won() {
    let mut search = UsedSearch::new(UsedRules::FACTOR_NO_WHOLE, MEMORY);
    for n in [6, 102, 1010, 2004, 4002] {
        let best = search.winning_move(n, &[], &mut Limits::NONE.meter());
        assert!(best.flatten().is_some(), "{n}");
    }
}
