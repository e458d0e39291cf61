//! The number type: arithmetic, sizes and conversions.

use duel_numbers::Natural;

#[test]
fn operators_agree_with_u128() {
    let samples = [1u64, 2, 3, 10, 97, 1 << 32, u64::MAX - 1, u64::MAX];
    for a in samples {
        for b in samples {
            let (x, y) = (Natural::from(a), Natural::from(b));
            let (a, b) = (u128::from(a), u128::from(b));
            assert_eq!(&x + &y, Natural::from(a + b));
            assert_eq!(&x * &y, Natural::from(a * b));
            assert_eq!(&x / &y, Natural::from(a / b));
            assert_eq!(&x % &y, Natural::from(a % b));
            assert_eq!(x.checked_sub(&y), a.checked_sub(b).map(Natural::from));
        }
    }
}

#[test]
#[should_panic(expected = "negative")]
fn subtraction_below_zero_panics() {
    let _ = &Natural::one() - &Natural::from(2u8);
}

#[test]
#[should_panic(expected = "0")]
fn division_by_zero_panics() {
    let _ = &Natural::one() / &Natural::zero();
}

#[test]
fn sizes() {
    assert_eq!(Natural::zero().bits(), 0);
    assert_eq!(Natural::zero().digits(), 1);
    for (n, digits) in [(9u64, 1), (10, 2), (99, 2), (100, 3), (u64::MAX, 20)] {
        assert_eq!(Natural::from(n).digits(), digits, "{n}");
    }
    for k in [1u32, 18, 19, 20, 38, 39, 100, 9_999] {
        let power = Natural::from(10u8).pow(k);
        assert_eq!(power.digits(), k as usize + 1);
        assert_eq!((&power - &Natural::one()).digits(), k as usize);
    }
}

#[test]
fn conversions_round_trip() {
    assert_eq!(Natural::from(u64::MAX).to_u64(), Some(u64::MAX));
    assert_eq!((&Natural::from(u64::MAX) + &Natural::one()).to_u64(), None);
    assert_eq!(Natural::from(u128::MAX).to_u128(), Some(u128::MAX));
    assert_eq!((&Natural::from(u128::MAX) + &Natural::one()).to_u128(), None);
    assert_eq!(Natural::default(), Natural::zero());
    assert_eq!(format!("{:?}", Natural::from(42u8)), "42");
}

#[test]
fn zero_is_no_divisor() {
    assert!(!Natural::zero().divides(&Natural::zero()));
    assert!(!Natural::zero().divides(&Natural::one()));
    assert!(Natural::one().divides(&Natural::zero()));
}

#[test]
fn gcd_with_zero() {
    let six = Natural::from(6u8);
    assert_eq!(six.gcd(&Natural::zero()), six);
    assert_eq!(Natural::zero().gcd(&six), six);
    assert!(Natural::zero().gcd(&Natural::zero()).is_zero());
}

#[test]
fn trailing_zeros_counts_twos() {
    assert_eq!(Natural::zero().trailing_zeros(), 0);
    assert_eq!(Natural::from(40u8).trailing_zeros(), 3);
    assert_eq!(Natural::from(2u8).pow(10_000).trailing_zeros(), 10_000);
}
