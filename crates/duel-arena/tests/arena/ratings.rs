//! Ratings that fit all results together.

use duel_arena::{
    Pairs,
    ratings::{Meeting, ratings},
    statistics::{Bound, score_of},
};

use crate::close;

fn meeting(one: usize, other: usize, counts: [u32; 5]) -> Meeting {
    Meeting { one, other, pairs: Pairs { counts } }
}

#[test]
fn two_players_are_as_far_apart_as_their_score_says() {
    let pairs = Pairs { counts: [100, 400, 2_500, 1_200, 800] };
    let fitted = ratings(2, &[Meeting { one: 0, other: 1, pairs }]);
    let elo = pairs.elo().unwrap();
    // One drawn game more changes little among ten thousand.
    close(fitted[0].value - fitted[1].value, elo.value, 0.05);
    // Each of the two moves by half of the error of their difference.
    close(fitted[0].margin.unwrap(), elo.margin.unwrap() / 2.0, 0.01);
}

/// Coordinate by coordinate, without derivatives: the same ratings.
#[test]
fn the_fit_is_the_best_there_is() {
    let meetings = [
        meeting(0, 1, [1, 2, 10, 4, 3]),
        meeting(0, 2, [0, 0, 5, 2, 13]),
        meeting(1, 2, [2, 3, 6, 4, 5]),
        meeting(2, 3, [4, 4, 4, 4, 4]),
        meeting(3, 0, [9, 0, 1, 0, 0]),
    ];
    let likelihood = |elos: &[f64; 4]| -> f64 {
        let of = |points: f64, games: f64, difference: f64| {
            let expected = score_of(difference);
            points * expected.ln() + (games - points) * (1.0 - expected).ln()
        };
        let drawn: f64 = elos.iter().map(|elo| of(0.5, 1.0, *elo)).sum();
        let played: f64 = meetings
            .iter()
            .map(|meeting| {
                let games = 2.0 * f64::from(meeting.pairs.total());
                let points = games * meeting.pairs.mean().unwrap();
                of(points, games, elos[meeting.one] - elos[meeting.other])
            })
            .sum();
        drawn + played
    };
    let (mut elos, mut step) = ([0.0; 4], 100.0);
    while step > 1e-7 {
        let before = likelihood(&elos);
        for place in 0..4 {
            for by in [step, -step] {
                let mut other = elos;
                other[place] += by;
                if likelihood(&other) > likelihood(&elos) {
                    elos = other;
                }
            }
        }
        if likelihood(&elos) <= before {
            step /= 2.0;
        }
    }
    let mean = elos.iter().sum::<f64>() / 4.0;
    let fitted = ratings(4, &meetings);
    for (rating, elo) in fitted.iter().zip(elos) {
        close(rating.value, elo - mean, 0.05);
        assert!((10.0..400.0).contains(&rating.margin.unwrap()), "{rating:?}");
    }
    close(fitted.iter().map(|rating| rating.value).sum(), 0.0, 1e-6);
}

#[test]
fn who_wins_everything_has_a_finite_rating_that_is_marked() {
    let meetings = [meeting(0, 1, [0, 0, 0, 0, 500]), meeting(1, 2, [0, 0, 0, 0, 500])];
    let fitted = ratings(3, &meetings);
    let bounds: Vec<Bound> = fitted.iter().map(|rating| rating.bound).collect();
    assert_eq!(bounds, [Bound::Least, Bound::Both, Bound::Most]);
    assert!(fitted.iter().all(|rating| rating.value.is_finite()));
    assert_eq!((fitted[0].margin, fitted[2].margin), (None, None));
    assert!(fitted[0].value > 500.0, "{fitted:?}");
    close(fitted[1].value, 0.0, 1e-6);
}

#[test]
fn nobody_has_played_yet() {
    let fitted = ratings(3, &[]);
    assert!(fitted.iter().all(|rating| rating.value.abs() < 1e-12), "{fitted:?}");
    assert_eq!(ratings(0, &[]), []);
}
