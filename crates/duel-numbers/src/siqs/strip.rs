//! The sieve proper: which values of a polynomial are products of small primes, to judge by the sum
//! of the logarithms of those that divide them.

use super::base::BasePrime;

/// How much of a long strip is worked on at once, so that it stays in the fastest cache.
const BLOCK: usize = 1 << 15;

/// One byte for each value of a polynomial.
pub(super) struct Strip {
    cells: Vec<u8>,
    /// What a cell holds before the first prime: its top bit is set once enough is added.
    blank: u8,
    /// The primes before this one are too small to be worth sieving.
    from: usize,
    /// Where each prime goes on in the next block.
    at: Vec<(u32, u32)>,
}

impl Strip {
    /// A strip for values that are interesting once the logarithms add up to `enough`.
    pub(super) fn new(length: usize, enough: u8, from: usize) -> Strip {
        debug_assert!(length.is_multiple_of(32));
        Strip { cells: vec![0; length], blank: 128 - enough.min(127), from, at: Vec::new() }
    }

    /// Sieves with the primes of the base, which divide at `first` and `second` and from there in
    /// steps of their size; hands the interesting places to `found`, with the sum of logarithms
    /// there.
    pub(super) fn sieve(
        &mut self,
        base: &[BasePrime],
        first: &[i32],
        second: &[i32],
        mut found: impl FnMut(usize, u8),
    ) {
        let Strip { cells, blank, from, at } = self;
        cells.fill(*blank);
        let block = if cells.len() <= 2 * BLOCK { cells.len() } else { BLOCK };
        let split = base.partition_point(|prime| (prime.prime as usize) < block).max(*from);
        // Primes beyond a block meet few cells, wherever they are.
        for ((prime, first), second) in
            base[split..].iter().zip(&first[split..]).zip(&second[split..])
        {
            for start in [*first, *second] {
                let mut place = start.cast_unsigned() as usize;
                while let Some(cell) = cells.get_mut(place) {
                    *cell = cell.wrapping_add(prime.log);
                    place += prime.prime as usize;
                }
            }
        }
        let small = &base[*from..split];
        at.clear();
        let places = first[*from..split].iter().zip(&second[*from..split]);
        at.extend(places.map(|(first, second)| {
            let (first, second) = (first.cast_unsigned(), second.cast_unsigned());
            (first.min(second), first.max(second))
        }));
        for (number, cells) in cells.chunks_mut(block).enumerate() {
            for (prime, places) in small.iter().zip(at.iter_mut()) {
                *places = mark(cells, prime.prime, prime.log, *places);
            }
            let blank = *blank;
            scan(cells, |place, cell| found(number * block + place, cell - blank));
        }
    }
}

/// Adds a logarithm at two places and in steps from there on, as far as the cells go; gives the
/// places where the next cells go on, the smaller first.
#[expect(clippy::cast_possible_truncation, reason = "strips are short")]
fn mark(cells: &mut [u8], prime: u32, log: u8, places: (u32, u32)) -> (u32, u32) {
    let step = prime as usize;
    let (mut low, mut high) = (places.0 as usize, places.1 as usize);
    let length = cells.len();
    while high < length {
        cells[low] = cells[low].wrapping_add(log);
        cells[high] = cells[high].wrapping_add(log);
        low += step;
        high += step;
    }
    if low < length {
        cells[low] = cells[low].wrapping_add(log);
        low += step;
        (low, high) = (high, low);
    }
    ((low - length) as u32, (high - length) as u32)
}

/// Finds the cells whose top bit is set.
fn scan(cells: &[u8], mut found: impl FnMut(usize, u8)) {
    const TOPS: u64 = 0x8080_8080_8080_8080;
    let word = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().expect("eight bytes"));
    for (at, chunk) in cells.chunks_exact(32).enumerate() {
        let any =
            word(&chunk[..8]) | word(&chunk[8..16]) | word(&chunk[16..24]) | word(&chunk[24..]);
        if any & TOPS != 0 {
            for (offset, cell) in chunk.iter().enumerate().filter(|(_, cell)| **cell >= 128) {
                found(32 * at + offset, *cell);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Natural;
    use crate::siqs::base::factor_base;

    /// Strips of one block, of two, and of many, with primes below and above a block.
    #[test]
    fn shows_the_places_where_enough_primes_divide() {
        let number = &Natural::from(10u8).pow(40) + &Natural::from(121u8);
        let base = factor_base(&number, 9_000);
        assert!(base[base.len() - 1].prime as usize > 2 * BLOCK);
        // Any places will do to compare with.
        let place = |factor: u32| {
            let place = move |p: &BasePrime| p.reduce(u64::from(p.root) * u64::from(factor));
            base.iter().map(|prime| place(prime).cast_signed()).collect::<Vec<i32>>()
        };
        let (first, second) = (place(7), place(1_001));
        for (length, enough, from) in [(1 << 12, 30, 4), (1 << 16, 35, 1), (3 << 16, 40, 10)] {
            let mut expected = vec![0u8; length];
            for (at, prime) in base.iter().enumerate().skip(from) {
                for start in [first[at], second[at]] {
                    let start = start.cast_unsigned() as usize;
                    for cell in expected.iter_mut().skip(start).step_by(prime.prime as usize) {
                        *cell += prime.log;
                    }
                }
            }
            let expected = expected.into_iter().enumerate().filter(|(_, sum)| *sum >= enough);
            let mut found = Vec::new();
            let mut strip = Strip::new(length, enough, from);
            strip.sieve(&base, &first, &second, |place, sum| found.push((place, sum)));
            assert!(!found.is_empty());
            assert_eq!(found, expected.collect::<Vec<_>>());
        }
    }
}
