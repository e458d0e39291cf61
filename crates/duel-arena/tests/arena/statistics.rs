//! Elo, its error, and the normal distribution.

use duel_arena::{
    Elo, Pairs,
    statistics::{Bound, NINETY_FIVE, elo_of, normal, score_of},
};

use crate::close;

#[test]
fn elo_and_score_are_as_published() {
    close(elo_of(0.75), 190.85, 0.005);
    close(elo_of(0.64), 99.95, 0.005);
    close(score_of(200.0), 0.759_747, 1e-6);
    close(score_of(0.0), 0.5, 1e-12);
    for elo in [-700.0, -35.5, 0.0, 12.0, 400.0] {
        close(elo_of(score_of(elo)), elo, 1e-8);
    }
}

#[test]
fn the_normal_distribution_is_as_in_the_tables() {
    close(normal(0.0), 0.5, 1e-15);
    close(normal(1.0), 0.841_344_746_068_543, 1e-14);
    close(normal(NINETY_FIVE), 0.975, 1e-14);
    close(normal(-2.575_829_303_548_901), 0.005, 1e-14);
    close(normal(5.0), 1.0 - 2.866_515_719e-7, 1e-15);
    close(normal(40.0), 1.0, 0.0);
}

/// The mean and its error, computed from the list of all pairs instead of their counts.
#[test]
fn the_error_is_that_of_the_list_of_pairs() {
    let pairs = Pairs { counts: [3, 5, 40, 21, 11] };
    let list: Vec<f64> = pairs
        .counts
        .iter()
        .zip([0.0, 0.5, 1.0, 1.5, 2.0])
        .flat_map(|(count, points)| vec![points / 2.0; *count as usize])
        .collect();
    let n = f64::from(pairs.total());
    let mean = list.iter().sum::<f64>() / n;
    let squares = list.iter().map(|score| score * score).sum::<f64>() / n;
    let error = ((squares - mean * mean) / n).sqrt();
    close(pairs.mean().unwrap(), mean, 1e-12);
    close(pairs.standard_error().unwrap(), error, 1e-12);
    let elo = pairs.elo().unwrap();
    // The slope by a difference quotient.
    let slope = (elo_of(mean + 1e-6) - elo_of(mean - 1e-6)) / 2e-6;
    close(elo.margin.unwrap(), NINETY_FIVE * error * slope, 1e-4);
    assert_eq!(elo.bound, Bound::Both);
    close(pairs.reversed().elo().unwrap().value, -elo.value, 1e-9);
    close(pairs.superiority().unwrap() + pairs.reversed().superiority().unwrap(), 1.0, 1e-12);
}

/// Where the two games of a pair are independent, the error is that of single games.
#[test]
fn independent_games_have_the_trinomial_error() {
    // Win, draw, loss with 1/2, 1/4, 1/4: the pairs as often as their probabilities say.
    let pairs = Pairs { counts: [100, 200, 500, 400, 400] };
    let (mean, squares): (f64, f64) = (0.5 + 0.125, 0.5 + 0.25 * 0.25);
    let error = ((squares - mean * mean) / (2.0 * 1_600.0)).sqrt();
    close(pairs.mean().unwrap(), mean, 1e-12);
    close(pairs.standard_error().unwrap(), error, 1e-12);
    let scatter = (squares - mean * mean).sqrt();
    let normalized = (mean - 0.5) / scatter * 347.435_585_522_601_4;
    close(pairs.normalized_elo().unwrap(), normalized, 1e-9);
}

#[test]
fn results_that_do_not_scatter_tell_no_error() {
    let all = |place: usize| {
        let mut pairs = Pairs::default();
        (0..10).for_each(|_| pairs.add(place));
        pairs
    };
    let won = all(4).elo().unwrap();
    assert_eq!(won.bound, Bound::Least);
    close(won.value, elo_of(20.5 / 21.0), 1e-9);
    assert_eq!(all(0).elo().unwrap().bound, Bound::Most);
    close(all(0).elo().unwrap().value, -won.value, 1e-9);
    let even = all(2).elo().unwrap();
    assert_eq!(even, Elo { value: 0.0, margin: None, bound: Bound::Both });
    assert_eq!(all(4).superiority(), None);
    assert_eq!(all(2).normalized_elo(), None);
    assert_eq!(Pairs::default().elo(), None);
    assert_eq!(Pairs::default().superiority(), None);
}
