//! The test that ends a match, against likelihoods found by trying.

use duel_arena::{
    Pairs, Sprt,
    sprt::{Accepted, SprtError},
    statistics::score_of,
};

use crate::close;

fn test(text: &str) -> Sprt {
    text.parse().unwrap()
}

#[test]
fn the_bounds_are_walds() {
    close(test("0,5").bounds().1, 2.944_438_979, 1e-9);
    close(test("0,5").bounds().0, -2.944_438_979, 1e-9);
    let (lower, upper) = test("-3,1,0.1,0.02").bounds();
    close(lower, (0.02_f64 / 0.9).ln(), 1e-12);
    close(upper, (0.98_f64 / 0.1).ln(), 1e-12);
}

/// The largest log-likelihood of these counts among all shares with this mean, found by trying:
/// small steps along the directions that change neither the sum nor the mean.
fn best_likelihood(counts: [f64; 5], mean: f64) -> f64 {
    let directions: [[f64; 5]; 3] =
        [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0], [0.0, 0.0, 1.0, -2.0, 1.0]];
    let likelihood = |shares: &[f64; 5]| -> f64 {
        if shares.iter().any(|share| *share <= 0.0) {
            return f64::NEG_INFINITY;
        }
        counts.iter().zip(shares).map(|(count, share)| count * share.ln()).sum()
    };
    // Binomial shares have this mean.
    let q = 1.0 - mean;
    let mut shares = [
        q.powi(4),
        4.0 * mean * q.powi(3),
        6.0 * mean.powi(2) * q.powi(2),
        4.0 * mean.powi(3) * q,
        mean.powi(4),
    ];
    let (mut best, mut step) = (likelihood(&shares), 0.1);
    while step > 1e-13 {
        let mut improved = false;
        for direction in &directions {
            for sign in [step, -step] {
                let mut other = shares;
                other.iter_mut().zip(direction).for_each(|(share, by)| *share += sign * by);
                let value = likelihood(&other);
                if value > best {
                    (shares, best, improved) = (other, value, true);
                }
            }
        }
        if !improved {
            step /= 2.0;
        }
    }
    best
}

#[test]
fn the_ratio_is_that_of_the_best_likelihoods() {
    for (counts, text) in [
        ([3, 5, 40, 21, 11], "0,10"),
        ([10, 40, 200, 45, 9], "-5,5"),
        ([1, 1, 1, 1, 1], "0,100"),
        ([30, 2, 7, 3, 2], "-100,-20,0.01,0.2"),
    ] {
        let sprt = test(text);
        let pairs = Pairs { counts };
        let counts = counts.map(f64::from);
        let expected = best_likelihood(counts, score_of(sprt.elo1))
            - best_likelihood(counts, score_of(sprt.elo0));
        close(sprt.ratio(&pairs), expected, 1e-5 * expected.abs().max(1.0));
    }
}

/// Two results only: their shares follow from the mean, and nothing is left to be fitted.
#[test]
fn pairs_that_are_won_or_lost_whole_are_single_games() {
    let sprt = test("0,20");
    let (won, lost) = (620.0, 540.0);
    let pairs = Pairs { counts: [540, 0, 0, 0, 620] };
    let (s0, s1) = (score_of(0.0), score_of(20.0));
    let expected = won * (s1 / s0).ln() + lost * ((1.0 - s1) / (1.0 - s0)).ln();
    close(sprt.ratio(&pairs), expected, 0.01);
}

#[test]
fn clear_results_end_it_and_others_do_not() {
    let sprt = test("0,10");
    assert_eq!(sprt.verdict(&Pairs::default()), None);
    assert_eq!(sprt.verdict(&Pairs { counts: [10, 20, 40, 20, 10] }), None);
    assert_eq!(sprt.verdict(&Pairs { counts: [0, 0, 0, 0, 400] }), Some(Accepted::Elo1));
    assert_eq!(sprt.verdict(&Pairs { counts: [400, 0, 0, 0, 0] }), Some(Accepted::Elo0));
    let balanced = Pairs { counts: [0, 0, 4_000, 0, 0] };
    assert_eq!(sprt.verdict(&balanced), Some(Accepted::Elo0));
}

#[test]
fn what_is_no_test_is_refused() {
    for text in ["", "5", "5,0", "0,0", "0,5,0.05", "0,5,0,0.05", "0,5,0.05,0.6", "0,x", "0,nan"] {
        assert_eq!(text.parse::<Sprt>(), Err(SprtError), "{text}");
    }
    assert_eq!(test("0, 10"), test(&test("0,10").to_string()));
}
