//! `duel train`: one's own mistakes, from kept games and files.

use std::fs;

use serde_json::Value;

use crate::sitting::Home;

/// A game in which the first player threw the win of 12 away: 3 and 4 win, 2 does not.
const GAME: &str = "\
[Record \"1\"]
[Start \"subtract:12\"]
[First \"Ann\"]
[Second \"Bot\"]
[SecondIs \"bot:easy\"]
[Seed \"1\"]
[Date \"2026-03-01T12:00:00Z\"]

1. 2 {1.000}
result 1-0 resigned
";

/// A home with this game kept.
fn home_with(game: &str) -> Home {
    let home = Home::new();
    fs::create_dir_all(home.games()).unwrap();
    fs::write(home.games().join("20260301-120000000-abc.duel"), game).unwrap();
    home
}

fn cards(home: &Home) -> Vec<Value> {
    let run = home.run("train --json", "").expect_code(0);
    serde_json::from_str(&run.out).unwrap()
}

/// Makes all cards due.
fn let_time_pass(home: &Home) {
    let file = home.path().join("data/divisor-duel/training.json");
    let mut training: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    for card in training["cards"].as_array_mut().unwrap() {
        card["due"] = "2026-03-02".into();
    }
    fs::write(file, training.to_string()).unwrap();
}

#[test]
fn a_game_that_goes_on_gives_nothing_away() {
    let open = GAME.strip_suffix("result 1-0 resigned\n").unwrap();
    assert!(cards(&home_with(open)).is_empty());
}

#[test]
fn a_win_that_was_thrown_away_comes_back_until_it_was_found_three_times() {
    let home = home_with(GAME);
    let run = home.run("train", "3\n").expect_code(0);
    run.expect_err("Position 1 of 1, from 20260301-120000000-abc.");
    run.expect_out("Number: 12");
    run.expect_out("Here you threw a win away. Find a move that wins.");
    run.expect_out("Right. ");
    run.expect_out("Found 1 of 3 times. It comes back on ");
    run.expect_out("Nothing is due today. 1 position in training, the next on ");
    let run = home.run("train", "").expect_code(0);
    run.expect_out("Nothing is due today.");
    let_time_pass(&home);
    home.run("train", "4\n").expect_code(0).expect_out("Found 2 of 3 times.");
    let_time_pass(&home);
    home.run("train", "3\n").expect_code(0).expect_out("Found 3 times: this position is learnt.");
    home.run("train", "").expect_code(0).expect_out("All is learnt: 1 position.");
    assert_eq!((&cards(&home)[0]["learnt"], &cards(&home)[0]["due"]), (&true.into(), &Value::Null));
}

#[test]
fn a_wrong_move_starts_over_and_says_what_beats_it() {
    let home = home_with(GAME);
    home.run("train", "3\n").expect_code(0);
    let_time_pass(&home);
    let run = home.run("train", "5\n2\n3\n").expect_code(0);
    run.expect_err("5 does not divide 12.");
    run.expect_out("Wrong. 12 - 2 = 10. Your opponent takes 5: 10 - 5 = 5. 5 is a prime");
    run.expect_out("It starts over, and comes back on ");
    run.expect_out("Right. ");
    assert_eq!(cards(&home)[0]["found"], 0);
    let_time_pass(&home);
    let run = home.run("train", "hint\nhint\nskip\n").expect_code(0);
    run.expect_err("A hint starts this position over");
    run.expect_out("It comes back on ");
}

#[test]
fn leaving_before_an_answer_changes_nothing() {
    let home = home_with(GAME);
    for input in ["quit\n", "", "help\nmoves\n", "5\n"] {
        home.run("train", input).expect_code(0);
        assert_eq!(
            (&cards(&home)[0]["found"], &cards(&home)[0]["is_due"]),
            (&0.into(), &true.into())
        );
    }
}

#[test]
fn the_mistakes_of_programs_and_moves_that_kept_the_win_are_no_cards() {
    let won = GAME.replace("result 1-0 resigned", "2. 5 {1.000}\nresult 0-1 played");
    let home = home_with(&won.replace("[SecondIs", "[FirstIs"));
    assert!(cards(&home).is_empty());
    home.run("train", "").expect_code(0).expect_out("There is nothing to train");
    let home = home_with(&GAME.replace("1. 2 ", "1. 3 "));
    assert!(cards(&home).is_empty());
}

#[test]
fn files_are_read_in_both_forms_and_a_copy_is_the_same_game() {
    let home = home_with(GAME);
    home.write("copy.duel", GAME);
    let json = home.run("export copy.duel --format json", "").expect_code(0).out;
    home.write("copy.json", json);
    let other = GAME.replace("subtract:12", "subtract:20").replace("1. 2 ", "1. 10 ");
    home.write("other.duel", other.replace("12:00", "13:00"));
    let run = home.run("train --list copy.duel copy.json other.duel", "").expect_code(0);
    run.expect_out("subtract:12  played 2: due now, found 0 of 3 times");
    let cards = cards(&home);
    let positions: Vec<&str> =
        cards.iter().map(|card| card["position"].as_str().unwrap()).collect();
    assert_eq!(positions, ["subtract:12", "subtract:20"]);
}

#[test]
fn games_that_cannot_be_read_are_named_and_left_out() {
    let home = home_with(GAME);
    fs::write(home.games().join("broken.duel"), "no record\n").unwrap();
    home.write("bad.duel", "nothing\n");
    let run = home.run("train --list", "").expect_code(0);
    run.expect_err("broken");
    run.expect_out("subtract:12  played 2");
    let run = home.run("train --list bad.duel missing.duel", "").expect_code(1);
    run.expect_err("bad.duel");
    run.expect_err("missing.duel");
    run.expect_out("subtract:12  played 2");
}

#[test]
fn a_damaged_file_is_set_aside_and_said() {
    let home = home_with(GAME);
    let file = home.path().join("data/divisor-duel/training.json");
    fs::write(&file, "{\"cards\":[{}]}").unwrap();
    let run = home.run("train --list", "").expect_code(0);
    run.expect_err("training.json was damaged. It is kept as");
    run.expect_out("subtract:12  played 2");
    let aside = home.path().join("data/divisor-duel/training.damaged-1.json");
    assert_eq!(fs::read_to_string(aside).unwrap(), "{\"cards\":[{}]}");
}

/// What was found is explained, and not another move that wins too.
#[test]
fn the_move_that_was_found_is_the_one_that_is_explained() {
    let game = GAME.replace("subtract:12", "subtract:42").replace("1. 2 {", "1. 14 {");
    let run = home_with(&game).run("train", "3\n").expect_code(0);
    run.expect_out("Right. 42 - 3 = 39. 39 is odd. You can give your opponent odd numbers");
    assert!(!run.out.contains("Take away 21"), "{}", run.out);
}

#[test]
fn the_same_mistake_in_a_later_game_of_the_same_day_starts_the_card_over() {
    let home = home_with(GAME);
    home.run("train", "3\n").expect_code(0).expect_out("Found 1 of 3 times.");
    assert_eq!(cards(&home)[0]["found"], 1);
    let typed = "2\nquit\n";
    home.run("play subtract:12 --p2 bot:easy --seed 1", typed);
    let card = &cards(&home)[0];
    assert_eq!((&card["found"], &card["is_due"]), (&0.into(), &true.into()), "{card}");
}

#[test]
fn a_won_position_that_was_resigned_is_trained() {
    let home = Home::new();
    // From 9 only 3 can be taken.
    home.run("play subtract:12 --p2 bot:easy --seed 1", "3\nquit\n");
    assert!(cards(&home).is_empty());
    // The game was looked at before it was resigned, without another move.
    home.run("resume", "resign\nyes\n").expect_code(0);
    let card = &cards(&home)[0];
    assert_eq!((&card["position"], &card["played"][0]), (&"subtract:6".into(), &"resign".into()));
    let run = home.run("train", "2\nskip\n").expect_code(0);
    run.expect_out("It comes back on ");
    assert!(!run.out.contains("It starts over"), "{}", run.out);
}

#[test]
fn what_is_not_kept_does_not_promise_to_come_back() {
    let home = home_with(GAME);
    fs::create_dir_all(home.path().join("data/divisor-duel/training.json")).unwrap();
    let run = home.run("train", "3\n").expect_code(0);
    run.expect_err("What you reach is not kept.");
    run.expect_out("Right. ");
    assert!(!run.out.contains("back on") && !run.out.contains("the next on"), "{run:?}");
}
