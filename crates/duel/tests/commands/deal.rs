//! `duel deal`.

use serde_json::Value;

use crate::{BOOKS, duel, sitting::Home, solve::solve};

/// The numbers that a position starts from, or its targets.
fn numbers_of(position: &str) -> Vec<u64> {
    let state = position.split(':').nth(1).expect("a state");
    state.split(',').map(|number| number.parse().expect("a number")).collect()
}

#[test]
fn deals_are_reproducible_and_lie_in_the_range_of_the_book() {
    for book in BOOKS {
        let dealt = |seed: u64, level: &str| {
            let arguments = format!("deal {book} --seed {seed} --level {level} --json");
            let run = duel(&arguments, "").expect_code(0);
            serde_json::from_str::<Value>(&run.out).expect("JSON")
        };
        let mut starts = Vec::new();
        let mut winners = Vec::new();
        for seed in 0..8 {
            let deal = dealt(seed, ["easy", "medium", "hard"][usize::try_from(seed % 3).unwrap()]);
            let position = deal["position"].as_str().unwrap().to_owned();
            let (rules, count, range) = match book {
                "divide" => ("divide", 3, 30..=1_000),
                "dilemma" => ("dilemma+prime-steps", 1, 50..=500),
                "subtract" => ("subtract+no-echo", 1, 40..=200),
                "digits" => ("digits+no-leading-zero+cap-second=18", 4, 22..=34),
                _ => ("factor+misere+root+no-whole", 1, 100..=600),
            };
            assert_eq!(position.split(':').next(), Some(rules));
            let numbers = numbers_of(&position);
            assert_eq!(numbers.len(), count, "{position}");
            assert!(numbers.iter().all(|number| range.contains(number)), "{position}");
            assert_eq!(deal["seed"], seed.to_string());
            let answer = solve(&format!("{position} --budget 20s"));
            let winner = if answer["value"] == "win" { 1 } else { 2 };
            assert_eq!(deal["winner"], winner, "{position}");
            assert_eq!(deal["plies"], answer["plies"], "{position}");
            assert_eq!(deal["fairness"], "proven", "{position}");
            starts.push(position);
            winners.push(winner);
        }
        let again = duel(&format!("deal {book} --seed 1"), "").expect_code(0);
        assert_eq!(again.out, format!("{}\n", starts[1]), "medium is the default");
        again.expect_err("--seed 1");
        assert!(winners.contains(&1) && winners.contains(&2), "{book}: {winners:?}");
        starts.sort_unstable();
        starts.dedup();
        assert!(starts.len() >= 6, "{book}: {starts:?}");
    }
}

#[test]
fn a_deal_without_a_seed_tells_the_one_it_took() {
    let home = Home::new();
    let run = home.run("deal subtract --json", "").expect_code(0);
    let deal: Value = serde_json::from_str(&run.out).unwrap();
    let seed = deal["seed"].as_str().unwrap();
    let again = home.run(&format!("deal subtract --json --seed {seed}"), "").expect_code(0);
    assert_eq!(again.out, run.out);
    home.run("deal nim", "").expect_code(2).expect_err("divide, dilemma, subtract, digits, factor");
    home.run("deal divide --level harsh", "").expect_code(2).expect_err("easy, medium and hard");
    home.run("deal divide --seed x", "").expect_code(2).expect_err("--seed");
}
