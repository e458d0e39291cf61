//! Points and ratings as the table writes them.

use duel_arena::{Elo, Score, statistics::Bound, table::elo};

#[test]
fn half_points_are_shown_as_such() {
    let points = |won, drawn| Score { won, drawn, lost: 0 }.points().to_string();
    assert_eq!(points(3, 1), "3.5");
    assert_eq!(points(3, 2), "4");
    assert_eq!(points(0, 1), "0.5");
}

#[test]
fn ratings_tell_their_error_or_that_they_are_bounds() {
    let of = |value, bound| elo(Elo { value, margin: Some(12.4), bound });
    assert_eq!(of(-0.2, Bound::Both), "+0 ± 12");
    assert_eq!(of(35.4, Bound::Both), "+35 ± 12");
    assert_eq!(elo(Elo { value: 35.4, margin: None, bound: Bound::Both }), "+35 ± ?");
    assert_eq!(of(400.0, Bound::Least), ">= +400");
    assert_eq!(of(-400.0, Bound::Most), "<= -400");
}
