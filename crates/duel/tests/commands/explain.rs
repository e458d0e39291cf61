//! `duel explain`: reasons for a child, for a student, and as a proof.

use crate::{duel, solve::solve};

#[test]
fn reasons_come_in_three_depths() {
    let told = |position: &str, why: &str| {
        let run = duel(&format!("explain {position} --why {why}"), "").expect_code(0);
        let (verdict, reason) = run.out.split_once('\n').expect("a verdict and a reason");
        assert!(verdict.starts_with("The "), "{verdict}");
        reason.to_owned()
    };
    for position in ["subtract:60", "digits:12:1", "digits+no-leading-zero:101:", "divide:60,84"] {
        let [child, student, proof] = ["child", "student", "proof"].map(|why| told(position, why));
        assert!(student.len() > child.len(), "{position}: {student}");
        assert!(proof.len() > student.len(), "{position}: {proof}");
        assert_eq!(told(position, "child"), child);
        let json = solve(&format!("{position} --why proof"));
        assert_eq!(json["reason"].as_str().unwrap(), proof.trim_end(), "{position}");
    }
    assert!(told("subtract:60", "child").contains("Take away 15: that leaves 45"));
    assert!(told("subtract:60", "proof").contains("Proof:"));
    let searched = told("factor+no-whole:27", "child");
    assert_eq!(
        searched,
        "Every move loses. Of your moves, 1 is answered by 13; 3 is answered by 1; 9 is answered by 1.\n"
    );
    duel("explain subtract:60 --why because", "")
        .expect_code(2)
        .expect_err("child, student, proof");
    let by_default = duel("explain subtract:60", "").expect_code(0);
    assert!(by_default.out.ends_with(&told("subtract:60", "child")));
}
