//! One number for each of several players: the ratings that fit all results best together.
//!
//! The model is that of Bradley and Terry (1952), as Elo uses it: the score to be expected follows
//! from the difference of two ratings. The best ratings are found by Newton's method. To keep them
//! finite whatever the results, each player is taken to have drawn one game more, against the
//! average. The mean of all ratings is 0.
//!
//! The errors come from how the pairs of games scatter about what the fit expects of them (the
//! "sandwich" of Huber and White), for the same reason as in [`statistics`](crate::statistics).

use std::f64::consts::LN_10;

use crate::statistics::{Bound, Elo, NINETY_FIVE, Pairs};

/// The results of two players against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The number of the player whose points are counted.
    pub one: usize,
    /// The number of the opponent.
    pub other: usize,
    /// The pairs of games that they played.
    pub pairs: Pairs,
}

/// The most steps of Newton's method; a few are enough.
const STEPS: usize = 200;

/// Ratings are found in this unit: a logistic scale with natural logarithms.
const POINT: f64 = 400.0 / LN_10;

type Matrix = Vec<Vec<f64>>;

/// The ratings of so many players.
pub fn ratings(players: usize, meetings: &[Meeting]) -> Vec<Elo> {
    let mut strengths = vec![0.0; players];
    for _ in 0..STEPS {
        let (slope, information) = derivatives(&strengths, meetings);
        let inverse = inverse(information);
        let steps = product(&inverse, &slope);
        let largest = steps.iter().fold(0.0, |most: f64, step| most.max(step.abs()));
        // Too long a step leads astray; in the end they are short.
        let scale = if largest > 1.0 { 1.0 / largest } else { 1.0 };
        strengths.iter_mut().zip(&steps).for_each(|(strength, step)| *strength += scale * step);
        if largest < 1e-12 {
            break;
        }
    }
    let (_, information) = derivatives(&strengths, meetings);
    let covariance = covariance(&strengths, meetings, &inverse(information));
    let count = f64::from(u32::try_from(players.max(1)).unwrap_or(u32::MAX));
    let mean = strengths.iter().sum::<f64>() / count;
    let rating = |player: usize| {
        // How far a player is from the mean of all: that mean has an error too.
        let weight = |other: usize| f64::from(u8::from(other == player)) - 1.0 / count;
        let variance: f64 = (0..players)
            .flat_map(|row| (0..players).map(move |column| (row, column)))
            .map(|(row, column)| weight(row) * weight(column) * covariance[row][column])
            .sum();
        let bound = bound(player, meetings);
        let margin = Some(NINETY_FIVE * POINT * variance.max(0.0).sqrt())
            .filter(|margin| bound == Bound::Both && *margin > 1e-6);
        Elo { value: POINT * (strengths[player] - mean), margin, bound }
    };
    (0..players).map(rating).collect()
}

/// Whether a player has won or lost everything.
fn bound(player: usize, meetings: &[Meeting]) -> Bound {
    let (mut points, mut most) = (0, 0);
    for meeting in meetings {
        let pairs = if meeting.one == player { meeting.pairs } else { meeting.pairs.reversed() };
        if meeting.one == player || meeting.other == player {
            points += (0..).zip(pairs.counts).map(|(half, count)| half * count).sum::<u32>();
            most += 4 * pairs.total();
        }
    }
    match points {
        _ if most == 0 => Bound::Both,
        0 => Bound::Most,
        _ if points == most => Bound::Least,
        _ => Bound::Both,
    }
}

fn expected(strengths: &[f64], meeting: &Meeting) -> f64 {
    1.0 / (1.0 + (strengths[meeting.other] - strengths[meeting.one]).exp())
}

/// The slope of the log-likelihood, and how much it is curved.
fn derivatives(strengths: &[f64], meetings: &[Meeting]) -> (Vec<f64>, Matrix) {
    let players = strengths.len();
    let (mut slope, mut information) = (vec![0.0; players], vec![vec![0.0; players]; players]);
    for (player, strength) in strengths.iter().enumerate() {
        let draw = 1.0 / (1.0 + (-strength).exp());
        slope[player] += 0.5 - draw;
        information[player][player] += draw * (1.0 - draw);
    }
    for meeting in meetings {
        let Some(mean) = meeting.pairs.mean() else { continue };
        let expected = expected(strengths, meeting);
        let games = 2.0 * f64::from(meeting.pairs.total());
        slope[meeting.one] += games * (mean - expected);
        slope[meeting.other] -= games * (mean - expected);
        spread(&mut information, meeting, games * expected * (1.0 - expected));
    }
    (slope, information)
}

/// The errors of the strengths, from the scatter of the pairs.
fn covariance(strengths: &[f64], meetings: &[Meeting], inverse: &Matrix) -> Matrix {
    let players = strengths.len();
    let mut scatter = vec![vec![0.0; players]; players];
    for meeting in meetings {
        let expected = expected(strengths, meeting);
        let Some(shares) = meeting.pairs.shares() else { continue };
        let squares: f64 =
            shares.iter().map(|(share, score)| share * (2.0 * (score - expected)).powi(2)).sum();
        spread(&mut scatter, meeting, f64::from(meeting.pairs.total()) * squares);
    }
    times(&times(inverse, &scatter), inverse)
}

/// Adds what concerns the difference of two players.
fn spread(matrix: &mut Matrix, meeting: &Meeting, amount: f64) {
    let (one, other) = (meeting.one, meeting.other);
    matrix[one][one] += amount;
    matrix[other][other] += amount;
    matrix[one][other] -= amount;
    matrix[other][one] -= amount;
}

fn product(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(one, other)| one * other).sum()).collect()
}

fn times(one: &Matrix, other: &Matrix) -> Matrix {
    let column = |place: usize| other.iter().map(|row| row[place]).collect::<Vec<f64>>();
    let columns: Vec<Vec<f64>> = (0..other.len()).map(column).collect();
    one.iter().map(|row| product(&columns, row)).collect()
}

/// The inverse of a symmetric matrix with a positive diagonal that outweighs the rest, as all
/// matrices of [`derivatives`] are; so no rows have to be exchanged.
fn inverse(mut matrix: Matrix) -> Matrix {
    let size = matrix.len();
    let mut inverse = vec![vec![0.0; size]; size];
    for (place, row) in inverse.iter_mut().enumerate() {
        row[place] = 1.0;
    }
    for pivot in 0..size {
        let scale = 1.0 / matrix[pivot][pivot];
        matrix[pivot].iter_mut().chain(&mut inverse[pivot]).for_each(|cell| *cell *= scale);
        let (line, line_of_inverse) = (matrix[pivot].clone(), inverse[pivot].clone());
        for row in (0..size).filter(|row| *row != pivot) {
            let factor = matrix[row][pivot];
            let lines = line.iter().chain(&line_of_inverse);
            let cells = matrix[row].iter_mut().chain(&mut inverse[row]);
            cells.zip(lines).for_each(|(cell, by)| *cell -= factor * by);
        }
    }
    inverse
}
