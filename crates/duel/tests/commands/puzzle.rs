//! `duel puzzle`: what is typed and what comes of it.

use std::fs;

use serde_json::Value;

use crate::{
    BOOKS, duel,
    sitting::{Home, Run},
};

/// The first puzzle of this set: find all winning moves of divide:12, which are 4 and 6.
const SET: &str = "puzzle --set divide-beginner";

fn kept(home: &Home) -> Value {
    let file = home.path().join("data/divisor-duel/puzzles.json");
    serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
}

fn first(input: &str) -> (Home, Run) {
    let home = Home::new();
    let run = home.run(SET, input).expect_code(0);
    (home, run)
}

#[test]
fn a_right_answer_is_explained_and_raises_the_rating() {
    let (home, run) = first("4 6\nquit\n");
    run.expect_out("Your rating: 600?");
    run.expect_out("Number: 12");
    run.expect_out("Find every move that wins.");
    run.expect_out("Right. These win: 4, 6. ");
    run.expect_out("Solved. Your rating: 6");
    run.expect_out("(+");
    run.expect_out("In a row: 1 puzzle (best 1). 1 day in a row.");
    assert_eq!((&kept(&home)["rated"], &kept(&home)["solved"]), (&1.into(), &1.into()));
}

#[test]
fn a_wrong_answer_is_beaten_and_lowers_the_rating_and_may_be_tried_again() {
    let (home, run) = first("3 6\n4,6\nquit\n");
    run.expect_out(
        "Wrong. 12 / 3 = 4. Your opponent divides by 2: 4 / 2 = 2. 2 is a prime, so you cannot \
         move.",
    );
    run.expect_out("Not solved. Your rating: ");
    run.expect_out("(-");
    run.expect_err("Try again, or skip to see the answer.");
    run.expect_out("Right. These win: 4, 6. ");
    assert!(!run.out.contains("\nSolved."), "{run:#?}");
    assert_eq!((&kept(&home)["rated"], &kept(&home)["solved"]), (&1.into(), &0.into()));
}

#[test]
fn what_is_no_move_is_refused_and_asked_again() {
    let (home, run) = first("5\n12\nxyz\n\n4 5\n4 6\nquit\n");
    run.expect_err("5 does not divide 12. Valid: 2, 3, 4, 6.");
    run.expect_err("12 itself may not be chosen.");
    run.expect_err("\"xyz\" is not a move here.");
    run.expect_err("Type an answer, or skip, or help.");
    run.expect_out("Solved.");
    assert_eq!(kept(&home)["solved"], 1);
}

#[test]
fn a_hint_and_skipping_are_not_solved() {
    let (home, run) = first("hint\nhint\n4 6\nquit\n");
    run.expect_err("A hint counts as not solved, and your rating may fall. Type hint again");
    run.expect_out("There is a winning move. Look for a way to leave a prime.");
    run.expect_out("Not solved.");
    assert_eq!(kept(&home)["solved"], 0);
    let (home, run) = first("hint\n4 6\nquit\n");
    run.expect_out("Solved.");
    assert_eq!(kept(&home)["solved"], 1, "asking once costs nothing yet");
    let (home, run) = first("skip\nquit\n");
    run.expect_out("These win: 4, 6. ");
    run.expect_out("Not solved.");
    assert_eq!(kept(&home)["rated"], 1);
}

#[test]
fn leaving_before_an_answer_changes_nothing() {
    for input in ["quit\n", "", "moves\nrules\nhelp\n", "5\n"] {
        let (home, run) = first(input);
        assert!(!run.out.contains("olved."), "{run:#?}");
        assert!(!home.path().join("data/divisor-duel/puzzles.json").exists());
    }
    let (_, run) = first("moves\nrules\nhelp\n");
    run.expect_out("Valid: 2, 3, 4, 6.");
    run.expect_out("What you type:");
    run.expect_out("skip     show the answer");
}

#[test]
fn a_puzzle_is_rated_once_and_a_set_goes_on_with_the_next() {
    let home = Home::new();
    home.run(SET, "4 6\n").expect_code(0);
    let run = home.run(SET, "quit\n").expect_code(0);
    run.expect_out("Number: 68");
    let again = "puzzle divide --kind only-move --level 700 --seed 3";
    let run = home.run(again, "skip\nquit\n").expect_code(0);
    run.expect_out("Not solved.");
    let before = kept(&home);
    let run = home.run(again, "skip\nquit\n").expect_code(0);
    run.expect_err("You have met this puzzle before: it is not rated again.");
    assert!(!run.out.contains("olved."), "{run:#?}");
    assert_eq!(kept(&home), before);
}

#[test]
fn a_set_ends_and_begins_anew_as_practice() {
    let home = Home::new();
    let run = home.run(SET, &"skip\n\n".repeat(10)).expect_code(0);
    run.expect_out("That was the last puzzle of divide-beginner. You have solved 0 of its 10");
    run.expect_out("Next: `duel puzzle --set divide-middle` (easy to hard).");
    assert_eq!(kept(&home)["rated"], 10);
    let run = home.run(SET, "4 6\nquit\n").expect_code(0);
    run.expect_out("Number: 12");
    run.expect_err("You have met this puzzle before");
    assert_eq!(kept(&home)["rated"], 10);
}

#[test]
fn a_win_is_played_to_the_end() {
    // divide:4,8: dividing 8 by 2 leaves 4 and 4, and then the answer is the same again.
    let home = Home::new();
    let skip = "skip\n\n".repeat(5);
    let run = home.run(SET, &format!("{skip}2:4\n2:2\n1:2\nquit\n")).expect_code(0);
    run.expect_out("Numbers: 4, 8");
    run.expect_out("Wrong. 8 / 4 = 2. Your opponent divides by 2: 4 / 2 = 2.");
    run.expect_out("Good. Your opponent divides by 2: 4 / 2 = 2.");
    run.expect_out("You have won.");
}

#[test]
fn the_same_seed_gives_the_same_puzzle() {
    for book in BOOKS {
        let command = format!("puzzle {book} --level 1000 --seed 5 --json");
        let run = duel(&command, "").expect_code(0);
        assert_eq!(run.out, duel(&command, "").expect_code(0).out);
        let puzzle: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!((&puzzle["book"], &puzzle["seed"]), (&book.into(), &"5".into()));
        let position = puzzle["position"].as_str().unwrap();
        let solved = duel(&format!("solve --json {position}"), "").expect_code(0);
        let solved: Value = serde_json::from_str(&solved.out).unwrap();
        match puzzle["kind"].as_str().unwrap() {
            "who-wins" => assert_eq!(puzzle["answer"][0], solved["value"]),
            _ => assert_eq!(puzzle["answer"], solved["winning_moves"]),
        }
    }
}

#[test]
fn sets_are_listed_with_what_was_met() {
    let home = Home::new();
    home.run(SET, "4 6\n").expect_code(0);
    let run = home.run("puzzle --list", "").expect_code(0);
    assert_eq!(run.out.lines().count(), 15);
    run.expect_out(
        "divide-beginner    Leave a prime: 10 puzzles, very easy to easy (600 to 789), 1 met",
    );
    let run = home.run("puzzle --set factor-hard --json", "").expect_code(0);
    assert_eq!(run.out.matches("\"position\"").count(), 10);
}

#[test]
fn a_damaged_file_is_set_aside_and_said() {
    let home = Home::new();
    let folder = home.path().join("data/divisor-duel");
    fs::create_dir_all(&folder).unwrap();
    for damage in ["{\"rating\":", "[]", "{\"rating\":{\"rating\":1e99}}", "\u{0}"] {
        fs::write(folder.join("puzzles.json"), damage).unwrap();
        let run = home.run(SET, "4 6\nquit\n").expect_code(0);
        run.expect_err("puzzles.json was damaged. It is kept as");
        run.expect_out("Solved.");
        assert_eq!(kept(&home)["rated"], 1);
    }
    assert_eq!(fs::read_to_string(folder.join("puzzles.damaged-2.json")).unwrap(), "[]");
}

#[test]
fn without_a_place_to_keep_it_puzzles_are_solved_all_the_same() {
    let home = Home::new();
    fs::create_dir_all(home.path().join("data/divisor-duel/puzzles.json")).unwrap();
    let run = home.run(SET, "4 6\nquit\n").expect_code(0);
    run.expect_err("What you reach is not kept.");
    run.expect_out("Solved. Your rating until you leave: ");
    assert!(!run.out.contains("day in a row"), "{run:?}");
}

#[test]
fn a_hint_has_three_steps() {
    let options = "puzzle subtract --kind win --seed 11";
    let run = duel(options, "hint\nhint\nhint\nhint\nquit\n").expect_code(0);
    let place = |part: &str| run.out.find(part).unwrap_or_else(|| panic!("{part}: {run:?}"));
    let (nudge, count, advice) =
        (place("There is a winning move."), place(" moves win"), place("Take away"));
    assert!(nudge < count && count < advice, "{run:?}");
}

#[test]
fn no_puzzle_comes_twice_in_a_row_and_the_seed_that_is_told_gives_it_again() {
    let options = "puzzle subtract --kind who-wins --level 600 --seed 13";
    let run = duel(options, "skip\n\nskip\n\nskip\n\nskip\nquit\n").expect_code(0);
    let numbers = |out: &str| -> Vec<String> {
        let lines = out.lines().filter(|line| line.starts_with("Number: "));
        lines.map(str::to_owned).collect()
    };
    let shown = numbers(&run.out);
    assert_eq!(shown.len(), 4);
    for (place, number) in shown.iter().enumerate() {
        assert!(!shown[..place].contains(number), "{shown:?}");
    }
    let told: Vec<&str> = run.err.split("Again: duel ").skip(1).collect();
    for (number, told) in shown.iter().zip(told) {
        let options = told.lines().next().unwrap_or_default();
        assert_eq!(numbers(&duel(options, "quit\n").out), std::slice::from_ref(number));
    }
}

#[test]
fn wrong_options_are_refused() {
    for (options, why) in [
        ("nim", "there is no book \"nim\""),
        ("--kind mate", "there are win, only-move, all-moves and who-wins"),
        ("--level 5", "a number from 600 to 2400 is wanted"),
        ("--level 2401", "a number from 600 to 2400 is wanted"),
        ("--seed -1", "a number from 0"),
        ("--set chess", "`duel puzzle --list` lists the sets"),
        ("divide --set divide-hard", "cannot be used with"),
        ("--list --seed 1", "cannot be used with"),
    ] {
        let run = duel(&format!("puzzle {options}"), "").expect_code(2);
        run.expect_err(why);
        assert_eq!(run.out, "", "{options}");
    }
}

#[test]
fn what_is_not_all_is_not_called_wrong() {
    let (_, run) = first("4\nquit\n");
    run.expect_out("Not all yet: you have 1 of the 2 moves that win.");
    assert!(!run.out.contains("Wrong."), "{}", run.out);
}

#[test]
fn a_line_that_is_too_long_is_called_so() {
    let typed = format!("{}\n4 6\nquit\n", "7".repeat(200_000));
    let (_, run) = first(&typed);
    run.expect_err("That line is too long: at most 65536 characters are read.");
    run.expect_out("Right. These win: 4, 6. ");
}
