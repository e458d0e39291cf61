//! `duel discover`.

use std::{env, path::Path};

use serde_json::Value;

use crate::{
    duel,
    sitting::{DUEL, Home, Run, finish},
};

const PAGE: &str = include_str!("../../../../docs/discover.md");

fn discover(game: &str, conjecture: &str) -> Run {
    Home::new().run_with(&["discover", game, conjecture], "")
}

#[test]
fn the_page_shows_what_the_program_prints() {
    let folder = Path::new(DUEL).parent().expect("a folder").to_owned();
    let path = env::join_paths(
        [folder].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())),
    )
    .expect("a path");
    let mut examples = 0;
    for block in PAGE.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        for example in block.split("$ ").skip(1) {
            let (line, printed) = example.split_once('\n').expect("a command and its output");
            let mut command = Home::new().command("sh");
            let run = finish(command.current_dir("/").args(["-c", line]).env("PATH", &path), "");
            assert_eq!(format!("{}{}", run.out, run.err), printed, "{line}");
            examples += 1;
        }
    }
    assert_eq!(examples, 4);
}

#[test]
fn a_conjecture_is_answered_at_once_and_right_or_wrong_is_no_failure() {
    let run = discover("divide+misere", "OMEGA=2").expect_code(0);
    run.expect_lines(&["divide+misere: lost exactly when omega = 2", "True as far as 1,000,000."]);
    run.expect_out("It is the theorem of this game.");
    run.expect_out("So exactly the products of two primes are lost.");
    run.expect_out("1 is no start of this game and was skipped.");
    let run = discover("divide", "composite").expect_code(0);
    run.expect_lines(&["No. The smallest counterexample is 2."]);
    assert_eq!(run.err, "");
    discover("factor", "never").expect_code(0).expect_lines(&["factor: no start is lost"]);
}

#[test]
fn json_holds_the_verdict() {
    let home = Home::new();
    let ask = |game: &str, conjecture: &str| {
        let run = home.run_with(&["discover", game, conjecture, "--json"], "").expect_code(0);
        serde_json::from_str::<Value>(&run.out).expect("JSON")
    };
    let wrong = ask("subtract+no-echo", "odd");
    assert_eq!(wrong["verdict"], "counterexample");
    assert_eq!(wrong["counterexample"]["number"], "2");
    assert_eq!(wrong["counterexample"]["value"], "loss");
    assert_eq!(wrong["theorem"], Value::Null);
    let right = ask("divide", "not composite");
    assert_eq!(right["verdict"], "holds");
    assert_eq!(right["counterexample"], Value::Null);
    assert_eq!(right["checked"], "1000000");
    let theorem = right["theorem"].as_str().unwrap();
    assert!(theorem.starts_with("Lost exactly when prime or n = 1. "), "{theorem}");
    home.run("discover divide --json", "").expect_code(2).expect_err("CONJECTURE");
}

#[test]
fn what_cannot_be_read_is_marked() {
    let run = discover("subtract", "(odd or n mod 4 1)").expect_code(2);
    assert_eq!(
        run.err,
        "error: the conjecture cannot be read, at character 17: found the number 1, where a \
         comparison (=, !=, <, <=, >, >=, `in` or `is`) is wanted\n  (odd or n mod 4 1)\n                  ^\n"
    );
    assert_eq!(run.out, "");
    discover("subtract", "").expect_code(2).expect_err("there is nothing here");
    discover("subtract", "odd\u{1b}[2J").expect_code(2).expect_err("cannot be seen");
    discover("nim", "odd").expect_code(2).expect_err("the books are divide, dilemma");
    discover("subtract:60", "odd").expect_code(2).expect_err("leave out what begins with `:`");
}

#[test]
fn the_prompt_lists_answers_shows_and_leaves() {
    let typed = "odd\n\nodd orr even\nmore\nshow 8\nshow 0\nshow\nHELP\nodd or power of 2 and twos \
                 mod 2 = 1\nquit\n";
    let run = duel("discover subtract", typed).expect_code(0);
    run.expect_lines(&[
        "Divisor Duel: Subtraction (subtract)",
        "Lost for the player to move, from 1 to 100:",
        "  1, 2, 3, 5, 7, 8, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 32, 33,",
        "Lost exactly when odd",
        "No. The smallest counterexample is 2.",
        "Type show 2 to see why.",
        "Lost for the player to move, from 101 to 200:",
    ]);
    run.expect_out("8 is lost. Multiply 2 by 4 again and again, and you meet 8");
    run.expect_out("how often it can be halved");
    run.expect_out("why 60 is won or lost");
    run.expect_out("True as far as 1,000,000.\nIt is the theorem of this game.");
    run.expect_err("`orr` is no word of this language");
    run.expect_err("  odd orr even\n      ^^^");
    run.expect_err("Name a number from 1 on, as in show 60.");
    // The end of input leaves as politely, and a searched game works the same.
    let run = duel("discover factor+no-whole", "prime\nshow 10").expect_code(0);
    run.expect_lines(&["No. The smallest counterexample is 2."]);
    run.expect_out("10 is won. ");
    let run = duel("discover digits+no-leading-zero", "show 12\nshow 1\n").expect_code(0);
    run.expect_lines(&["Lost for the player to move, from 2 to 100:", "  10, 11"]);
    run.expect_out("12 is not lost. ");
    run.expect_err("Name a number from 2 on, as in show 60.");
}

#[test]
fn what_a_child_types_first_is_understood_and_mistakes_say_what_is_right() {
    let typed = "n is odd\neven xor odd\nn % 2 = 1\nshow 0\nshow me\nquit\n";
    let run = crate::duel("discover subtract", typed).expect_code(0);
    run.expect_out("No. The smallest counterexample is 2.");
    run.expect_err("`xor` is no word of this language; `and`, `or` or the end is wanted");
    run.expect_err("is `mod` meant");
    assert_eq!(run.err.matches("Name a number from 1 on, as in show 60.").count(), 2, "{run:?}");
}

#[test]
fn the_rules_have_lines_of_the_usual_width() {
    let run = duel("discover digits+no-leading-zero", "").expect_code(0);
    assert!(run.out.lines().all(|line| line.chars().count() <= 80), "{}", run.out);
}
