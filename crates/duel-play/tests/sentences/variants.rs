//! Rule sets.

use duel_core::{HouseRule, Rules};

/// Every set of house rules that fits a book.
pub(crate) fn variants(base: Rules, cap: u32) -> Vec<Rules> {
    let fitting: Vec<HouseRule> =
        HouseRule::ALL.into_iter().filter(|rule| base.with(&[*rule], Some(cap)).is_ok()).collect();
    (0..1_u32 << fitting.len())
        .filter_map(|subset| {
            let place = |(place, _): &(usize, &HouseRule)| subset & (1 << place) != 0;
            let chosen: Vec<HouseRule> =
                fitting.iter().enumerate().filter(place).map(|(_, rule)| *rule).collect();
            base.with(&chosen, Some(cap)).ok()
        })
        .collect()
}
