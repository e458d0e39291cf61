//! Whatever the bytes, the checker answers.

mod brute;

use brute::{check, proof};
use duel_solver::Solver;
use duel_verify::{Fault, MAX_BYTES, verify};
use proptest::prelude::*;

#[test]
fn too_long_is_refused_without_reading_on() {
    let line = std::io::repeat(b'7');
    let error = verify(std::io::BufReader::new(line), duel_books::catalogue).unwrap_err();
    assert!(matches!(error.fault, Fault::TooLong));
    let start = "certificate 1\nposition subtract:12\nvalue win\nstrategy\n12 3 3\n";
    let entries = "6 3 1\n".repeat(usize::try_from(MAX_BYTES).unwrap() / 6);
    let error = check(&format!("{start}{entries}")).unwrap_err();
    assert!(matches!(error.fault, Fault::Twice(6)), "{error}");
    assert_eq!(error.to_string(), "line 7: that state is in line 6 already");
}

fn certificates() -> Vec<String> {
    let mut solver = Solver::default();
    [
        "subtract+no-echo:24",
        "factor+no-whole:18/2",
        "divide+one+misere:12,8",
        "digits:12,14:1",
        "digits+cap-draw=4:97,89:1",
        "digits:97:1",
        "divide+either:6,4",
    ]
    .into_iter()
    .map(|text| proof(&mut solver, &duel_books::position(text).unwrap()).to_string())
    .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn arbitrary_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(verify(bytes.as_slice(), duel_books::catalogue).is_err());
    }

    #[test]
    fn arbitrary_bodies(
        rules in "(divide|subtract|factor|digits)(\\+(misere|one|once|root|no-echo|cap-draw=3))?",
        state in "[1-9][0-9,:~]{0,6}(/2)?",
        value in "win|loss|draw|endless",
        body in "(argument (over|ends|composite|nim|subtract|safe-digit)( [0-9:/-]{1,3})?|strategy|stay 1)\n\
                 (factors [0-9^ ]{1,6}\n|[0-9.,~]{1,4} [0-9]{1,2} [0-9]\n|stay 2\n|[0-9.]{1,3} [0-9]\n){0,5}",
    ) {
        let text = format!("certificate 1\nposition {rules}:{state}\nvalue {value}\n{body}");
        let _ = check(&text);
    }

    #[test]
    fn certificates_with_one_byte_changed(which in 0_usize..7, place: usize, byte: u8) {
        let all = certificates();
        let mut bytes = all[which].clone().into_bytes();
        let place = place % bytes.len();
        bytes[place] = byte;
        let _ = verify(bytes.as_slice(), duel_books::catalogue);
    }
}
