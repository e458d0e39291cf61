//! `duel hint`.

use crate::duel;

#[test]
fn a_hint_nudges_counts_and_names_the_move_only_when_asked_for_more() {
    let hints = [
        ("subtract:60", "15", "3 of 10 moves win."),
        ("divide:1000000016000000063", "1000000007", "Both moves win."),
        ("factor+no-whole:30", "1", "4 of 7 moves win."),
        ("digits:7:1", "4", "Just one of 10 moves wins."),
        ("subtract+no-echo:24", "8", "Just one of 6 moves wins."),
    ];
    for (position, best, count) in hints {
        let names = |text: &str| text.split(|c: char| !c.is_ascii_digit()).any(|word| word == best);
        let run = duel(&format!("hint {position}"), "").expect_code(0);
        assert!(run.out.starts_with("There is a winning move."), "{}", run.out);
        assert!(!names(&run.out), "{position}: {}", run.out);
        run.expect_err("--more");
        let run = duel(&format!("hint {position} --more"), "").expect_code(0);
        assert_eq!(run.out.trim_end(), count, "{position}");
        run.expect_err("--more --more");
        for asked in ["--more --more", "--move"] {
            let run = duel(&format!("hint {position} {asked}"), "").expect_code(0);
            assert!(names(&run.out), "{position}: {}", run.out);
            assert_eq!(run.err, "");
        }
    }
    let run = duel("hint divide:60,84", "").expect_code(0);
    run.expect_out("You are lost against best play.");
    let run = duel("hint divide:60,84 --more", "").expect_code(0);
    run.expect_out("None of the 20 moves wins.");
    let run = duel("hint divide:7", "").expect_code(0);
    run.expect_out("The game is over.");
    assert_eq!(run.err, "");
}

#[test]
fn a_move_comes_with_as_much_of_the_reason_as_is_asked_for() {
    let run =
        |why: &str| duel(&format!("hint subtract:60 --move --why {why}"), "").expect_code(0).out;
    let child = run("child");
    for why in ["student", "proof"] {
        let more = run(why);
        let (first, rest) = more.split_once('\n').expect("two parts");
        assert_eq!(first, child.trim_end());
        let solved = duel(&format!("solve subtract:60 --why {why}"), "").expect_code(0).out;
        assert!(!rest.is_empty() && solved.ends_with(rest), "{rest}");
    }
}
