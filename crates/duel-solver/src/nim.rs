//! Nim: heaps, from which a player takes as many as he likes from one. Dividing is this game in
//! disguise.

use rustc_hash::FxHashMap;

/// Positions with more heaps than this, or larger ones, are not played out for their length.
const SMALL: u64 = 200_000;

/// Whether the player to move wins; `normal` if the last mover does.
pub(crate) fn wins(heaps: &[u32], normal: bool) -> bool {
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    if normal || heaps.iter().any(|heap| *heap > 1) { sum != 0 } else { sum == 0 }
}

/// A winning move: which heap, and what to leave of it.
pub(crate) fn winning_move(heaps: &[u32], normal: bool) -> Option<(usize, u32)> {
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let candidates = heaps.iter().enumerate().flat_map(|(place, heap)| {
        [heap ^ sum, 0, 1].into_iter().filter(|left| left < heap).map(move |left| (place, left))
    });
    candidates.into_iter().find(|(place, left)| {
        let mut after = heaps.to_vec();
        after[*place] = *left;
        !wins(&after, normal)
    })
}

/// How long the game lasts, if the winner hurries and the loser delays; `None` if that is too much
/// to play out.
pub(crate) fn plies(heaps: &[u32], normal: bool) -> Option<u32> {
    let mut sorted: Vec<u32> = heaps.iter().copied().filter(|heap| *heap > 0).collect();
    sorted.sort_unstable();
    let positions = sorted.iter().try_fold(1_u64, |product, heap| {
        product.checked_mul(u64::from(*heap) + 1).filter(|product| *product <= SMALL)
    })?;
    let capacity = usize::try_from(positions).ok()?;
    let mut memo = FxHashMap::with_capacity_and_hasher(capacity, rustc_hash::FxBuildHasher);
    Some(distance(&sorted, normal, &mut memo))
}

fn distance(heaps: &[u32], normal: bool, memo: &mut FxHashMap<Vec<u32>, u32>) -> u32 {
    if heaps.is_empty() {
        return 0;
    }
    if let Some(plies) = memo.get(heaps) {
        return *plies;
    }
    let winning = wins(heaps, normal);
    let mut best: Option<u32> = None;
    for (place, heap) in heaps.iter().enumerate() {
        for left in 0..*heap {
            let mut after = heaps.to_vec();
            after[place] = left;
            after.retain(|heap| *heap > 0);
            after.sort_unstable();
            if winning && wins(&after, normal) {
                continue;
            }
            let plies = distance(&after, normal, memo) + 1;
            best = Some(
                best.map_or(plies, |best| if winning { best.min(plies) } else { best.max(plies) }),
            );
        }
    }
    let plies = best.unwrap_or(0);
    memo.insert(heaps.to_vec(), plies);
    plies
}
