//! The formulas that arguments use. Statements and proofs are in `docs/certificates.md`.

use duel_numbers::Natural;

/// Whether the player to move loses Nim on these heaps; `normal` if the last mover wins.
pub(crate) fn nim_is_lost(heaps: &[u32], normal: bool) -> bool {
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let all_small = heaps.iter().all(|heap| *heap <= 1);
    if !normal && all_small { sum == 1 } else { sum == 0 }
}

/// Whether subtracting from this one number is lost: it is odd, or 2, 8, 32 and so on.
pub(crate) fn subtract_is_lost(number: &Natural) -> bool {
    let exponent = number.trailing_zeros();
    let is_power_of_two = exponent + 1 == number.bits();
    !number.is_even() || is_power_of_two && exponent % 2 == 1
}

/// The nimber of a number in the game of subtraction: `2^twos` times an odd number.
pub(crate) fn subtract_nimber(number: &Natural) -> u64 {
    let twos = number.trailing_zeros();
    let odd_bits = number.bits() - twos;
    // An odd number of five bits or fewer is below 32; beyond 16 they are all alike.
    let odd = if odd_bits > 5 {
        u64::MAX
    } else {
        let power = Natural::from(2_u8).pow(u32::try_from(twos).unwrap_or(u32::MAX));
        (number / &power).to_u64().unwrap_or(u64::MAX)
    };
    match (odd, twos) {
        (1 | 3 | 5, 0) => 0,
        (1, 4) | (3, 1) => 2,
        (1, twos) if twos % 2 == 1 => 0,
        (1, twos) => twos - 1,
        (5, 1) => 1,
        (3 | 5, 2 | 4) => 3,
        (3 | 5, 3) => 4,
        (3 | 5, 5) => 6,
        (3, twos) => twos - 2,
        (5, twos) => twos + 2,
        (7 | 9 | 11 | 15, 3..) | (13, 4..) => twos + 1,
        _ => twos,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The induction step of the nimber lemma, for one number: the formula of the number is the
    /// least that none of its options has.
    fn is_mex_of_options(twos: u32, odd: u128) -> bool {
        let number = odd << twos;
        let mut seen = std::collections::HashSet::new();
        for divisor in (1..=odd).step_by(2).filter(|divisor| odd.is_multiple_of(*divisor)) {
            for shift in 0..=twos {
                let divisor = divisor << shift;
                if 1 < divisor && divisor < number {
                    seen.insert(subtract_nimber(&Natural::from(number - divisor)));
                }
            }
        }
        let mex = (0..=seen.len() as u64).find(|nimber| !seen.contains(nimber));
        mex == Some(subtract_nimber(&Natural::from(number)))
    }

    #[test]
    fn the_nimber_lemma_holds_step_by_step() {
        for odd in (1..17).step_by(2) {
            for twos in 0..=100 {
                assert!(is_mex_of_options(twos, odd), "2^{twos} * {odd}");
            }
        }
        for odd in (17..2_000).step_by(2) {
            for twos in 0..=14 {
                assert!(is_mex_of_options(twos, odd), "2^{twos} * {odd}");
            }
        }
    }

    #[test]
    fn one_number_is_lost_where_its_nimber_is_0() {
        for number in 1_u64..100_000 {
            let number = Natural::from(number);
            assert_eq!(subtract_is_lost(&number), subtract_nimber(&number) == 0, "{number}");
        }
    }

    #[test]
    fn nim_by_brute_force() {
        fn lost(heaps: [u32; 3], normal: bool) -> bool {
            let mut any = false;
            for place in 0..3 {
                for left in 0..heaps[place] {
                    let mut after = heaps;
                    after[place] = left;
                    any = true;
                    if lost(after, normal) {
                        return false;
                    }
                }
            }
            any || normal
        }
        for code in 0..125 {
            let heaps = [code % 5, code / 5 % 5, code / 25];
            for normal in [true, false] {
                assert_eq!(nim_is_lost(&heaps, normal), lost(heaps, normal), "{heaps:?} {normal}");
            }
        }
    }
}
