//! `duel hint`.

use crate::duel;

#[test]
fn a_hint_nudges_first_and_names_the_move_only_when_asked_again() {
    let hints = [
        ("subtract:60", "15"),
        ("divide:1000000016000000063", "1000000007"),
        ("factor+no-whole:30", "1"),
        ("digits:7:1", "4"),
        ("subtract+no-echo:24", "8"),
    ];
    for (position, best) in hints {
        let names = |text: &str| text.split(|c: char| !c.is_ascii_digit()).any(|word| word == best);
        let run = duel(&format!("hint {position}"), "").expect_code(0);
        assert!(run.out.starts_with("There is a winning move."), "{}", run.out);
        assert!(!names(&run.out), "{position}: {}", run.out);
        run.expect_err("--more");
        let run = duel(&format!("hint {position} --more"), "").expect_code(0);
        assert!(names(&run.out), "{position}: {}", run.out);
    }
    let run = duel("hint divide:60,84", "").expect_code(0);
    run.expect_out("You are lost against best play.");
    let run = duel("hint divide:7", "").expect_code(0);
    run.expect_out("The game is over.");
    assert_eq!(run.err, "");
}
