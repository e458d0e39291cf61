//! `duel solve`: its answers as JSON and in words, and what is refused. Where `explain`, `hint` and
//! `prove` share a refusal or a limit with it, they are here too.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::Stdio,
    sync::mpsc,
    thread,
};

use duel_testing::PATIENCE;
use serde_json::{Value, json};

use crate::{
    duel,
    sitting::{Home, signal, wait},
};

/// No number below 2^64 has more divisors: 184,320.
const MANY_DIVISORS: &str = "18401055938125660800";

/// The product of two primes of thirty digits.
const SEMIPRIME: &str = "124552659614703551282595183740832525525152004267194075607019";

/// The answer to one position.
#[track_caller]
pub(crate) fn solve(arguments: &str) -> Value {
    let run = duel(&format!("solve {arguments} --json"), "").expect_code(0);
    assert_eq!(run.err, "", "{arguments}");
    assert_eq!(run.out.lines().count(), 1, "{arguments}");
    serde_json::from_str(&run.out).expect("JSON")
}

/// The answers to many positions.
#[track_caller]
pub(crate) fn solve_all(input: &str, code: i32) -> Vec<Value> {
    let run = duel("solve -", input).expect_code(code);
    run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[track_caller]
fn settled(arguments: &str, expected: &Value) {
    let answer = solve(arguments);
    for (field, value) in expected.as_object().expect("an object") {
        assert_eq!(&answer[field], value, "{arguments}: {field} in {answer}");
    }
}

pub(crate) fn strings(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|text| text.as_str().expect("a string")).collect()
}

#[test]
fn the_answer_has_the_fields_of_the_contract_and_no_others() {
    let mut answer = solve("subtract:12");
    let reason = answer["reason"].take();
    assert!(reason.as_str().unwrap().contains("Take away 3: that leaves 9"), "{reason}");
    let expected = json!({
        "position": "subtract:12",
        "value": "win",
        "plies": 3,
        "nimber": 3,
        "winning_moves": ["3", "4"],
        "moves": [
            {"move": "2", "to": "subtract:10/2", "value": "win"},
            {"move": "3", "to": "subtract:9/2", "value": "loss"},
            {"move": "4", "to": "subtract:8/2", "value": "loss"},
            {"move": "6", "to": "subtract:6/2", "value": "win"},
        ],
        "moves_total": 4,
        "basis": "theorem",
        "reason": null,
    });
    assert_eq!(answer, expected);
}

#[test]
fn the_turn_passes_to_the_other_seat() {
    let answer = solve("subtract:12/2");
    assert_eq!(answer["position"], "subtract:12/2");
    assert_eq!(answer["moves"][0]["to"], "subtract:10");
}

#[test]
fn a_finished_game_has_no_plies_left() {
    let lost = json!({"value": "loss", "plies": 0, "winning_moves": [], "moves": [],
                      "moves_total": 0, "nimber": 0});
    let finished = [
        "divide:7",
        "divide:1",
        "divide:2,3,5",
        "dilemma:13",
        "subtract:11",
        "factor:0",
        "factor+no-whole:5~1",
        "divide+one:7~1",
        "divide+prime-steps:1",
        "digits:7:35",
        "digits:7:0/2",
        "digits+no-leading-zero:22,25:50",
    ];
    for position in finished {
        settled(position, &lost);
    }
    let won = json!({"value": "win", "plies": 0, "nimber": null, "winning_moves": [],
                     "moves": [], "moves_total": 0});
    for position in ["divide+misere:7", "subtract+misere:11", "digits+misere:7:35"] {
        settled(position, &won);
    }
}

#[test]
fn what_is_undefined_is_null() {
    settled("divide+misere:60", &json!({"value": "win", "nimber": null}));
    settled("subtract+misere:60", &json!({"nimber": null, "basis": "search"}));
    let endless = json!({"value": "endless", "plies": null, "nimber": null, "winning_moves": [],
                         "basis": "theorem", "moves_total": 9});
    settled("digits+no-leading-zero:101:", &endless);
    settled("digits+misere:12:", &json!({"value": "endless", "plies": null, "nimber": null}));
    let searched = json!({"value": "endless", "plies": null, "nimber": null, "basis": "search"});
    settled("digits+no-leading-zero:22,25:", &searched);
}

#[test]
fn dividing_and_subtracting_are_two_moves_even_where_they_leave_the_same() {
    let answer = solve("dilemma+either:4");
    assert_eq!(strings(&answer["winning_moves"]), ["/2", "-2"]);
    assert_eq!(answer["moves_total"], 2);
    assert_eq!(answer["moves"][0]["to"], answer["moves"][1]["to"]);
    let answer = solve("divide+prime-steps:6");
    let moves: Vec<&Value> =
        answer["moves"].as_array().unwrap().iter().map(|line| &line["move"]).collect();
    assert_eq!(moves.len(), 3);
    for made in ["/2", "/3", "-1"] {
        assert!(moves.contains(&&json!(made)), "{answer}");
    }
}

#[test]
fn moves_name_the_number_they_are_made_on() {
    let answer = solve("divide:12,10");
    assert_eq!(strings(&answer["winning_moves"]), ["1:2", "1:3"]);
    assert_eq!(answer["moves"][0]["to"], "divide:6,10/2");
    assert_eq!(answer["moves_total"], 6);
    let answer = solve("dilemma+either:4,10");
    assert!(
        answer["moves"]
            .as_array()
            .unwrap()
            .contains(&json!({"move": "2:-5", "to": "dilemma+either:4,5/2", "value": "win"})),
        "{answer}"
    );
}

#[test]
fn the_pass_is_one_move_however_many_numbers_there_are() {
    let answer = solve("divide+one:3,5");
    assert_eq!(
        answer["moves"],
        json!([{"move": "1", "to": "divide+one:3,5~1/2", "value": "loss"}])
    );
    assert_eq!(strings(&answer["winning_moves"]), ["1"]);
    settled("divide+one:3,5~1", &json!({"value": "loss", "plies": 0}));
    settled("divide+one:6", &json!({"value": "loss", "plies": 2, "nimber": 0, "moves_total": 3}));
}

#[test]
fn digits_are_moves() {
    let answer = solve("digits:7:1");
    assert_eq!(strings(&answer["winning_moves"]), ["4"]);
    assert_eq!(answer["moves_total"], 10);
    assert_eq!(answer["moves"][4], json!({"move": "4", "to": "digits:7:14/2", "value": "loss"}));
    let answer = solve("digits+no-leading-zero:7:");
    assert_eq!(answer["moves_total"], 9);
    assert_eq!(strings(&answer["winning_moves"]), ["7"]);
    let answer = solve("digits+cap-draw=2:7:1");
    assert_eq!(answer["moves"][0]["value"], "draw");
}

#[test]
fn what_is_not_settled_within_the_budget_is_unknown() {
    for position in ["factor+no-whole:50040", "factor+misere+no-whole:50000"] {
        let answer = solve(&format!("{position} --budget 50ms"));
        assert_eq!(answer["value"], "unknown", "{position}");
        assert_eq!(answer["basis"], "unknown", "{position}");
        for field in ["plies", "nimber"] {
            assert_eq!(answer[field], Value::Null, "{position}: {field}");
        }
        assert!(answer["reason"].as_str().unwrap().contains("within its limits"), "{answer}");
        assert!(!answer["moves"].as_array().unwrap().is_empty(), "{answer}");
    }
    let run = duel("explain factor+no-whole:50040 --budget 50ms", "").expect_code(0);
    run.expect_out("It is not known who wins.");
    run.expect_err("--budget");
    let run = duel("prove factor+no-whole:50040 --budget 50ms", "").expect_code(1);
    run.expect_err("not settled within the limits");
    assert_eq!(run.out, "");
}

#[test]
fn the_budget_holds_where_a_number_has_very_many_divisors() {
    for rule in ["divide+once", "factor+no-whole"] {
        let answer = solve(&format!("{rule}:{MANY_DIVISORS} --budget 50ms"));
        assert!(answer["moves"].as_array().unwrap().len() <= 1_000);
    }
}

#[test]
fn theorems_hold_for_numbers_of_any_size() {
    let even = format!("{}8", "7".repeat(999));
    let answer = solve(&format!("subtract:{even}"));
    assert_eq!(answer["value"], "win");
    assert_eq!(answer["nimber"], 1, "twice an odd number");
    assert_eq!(answer["basis"], "theorem");
    assert!(!answer["winning_moves"].as_array().unwrap().is_empty());
    settled(&format!("subtract:{}7", "7".repeat(999)), &json!({"value": "loss", "nimber": 0}));
    let target = format!("{}7", "9".repeat(999));
    let won = json!({"value": "win", "plies": 1, "winning_moves": ["0"], "basis": "theorem"});
    settled(&format!("digits:{target}:"), &won);
    let endless = json!({"value": "endless", "plies": null, "basis": "theorem"});
    settled(&format!("digits+no-leading-zero:{target}:12"), &endless);
}

#[test]
fn a_number_that_nobody_can_factor_is_won_because_it_is_not_a_prime() {
    let won = json!({"value": "win", "plies": 1, "basis": "theorem", "moves_total": null,
                     "winning_moves": []});
    settled(&format!("divide:{SEMIPRIME}"), &won);
    duel(&format!("explain divide:{SEMIPRIME}"), "").expect_code(0).expect_out("is not a prime");
}

#[test]
fn at_most_1000_moves_are_listed_and_all_are_counted() {
    let answer = solve(&format!("divide:{MANY_DIVISORS}"));
    assert_eq!(answer["moves"].as_array().unwrap().len(), 1_000);
    assert_eq!(answer["moves_total"], 184_318);
    assert_eq!(answer["value"], "win");
    let run = duel(&format!("solve divide:{MANY_DIVISORS}"), "").expect_code(0);
    run.expect_out("Moves (184,318):");
    run.expect_out("  ...\n");
    assert!(run.out.lines().count() < 60, "{}", run.out);
}

#[test]
fn lines_are_answered_in_order_and_bad_ones_in_their_place() {
    let input = "subtract:12\nnim:5\n\ndivide:60/2 \r\n\x1b[31mred\x07\ndivide+kind:6\ndivide:8";
    let answers = solve_all(input, 1);
    assert_eq!(answers.len(), 7);
    assert_eq!(answers[0], solve("subtract:12"));
    assert_eq!(answers[1], json!({"position": "nim:5", "error": "there is no book of that name"}));
    assert!(answers[2]["error"].as_str().unwrap().contains("BOOK:STATE"));
    assert_eq!(answers[3]["position"], "divide:60/2");
    assert_eq!(answers[3]["value"], "win");
    let red = answers[4]["position"].as_str().unwrap();
    assert!(red.contains("red") && !red.contains(char::is_control), "{red:?}");
    assert!(answers[5]["error"].as_str().unwrap().contains("prime-steps"), "{}", answers[5]);
    assert_eq!(answers[6]["position"], "divide:8");
    duel("solve -", input).expect_code(1).expect_err("some lines were not positions");
}

#[test]
fn good_lines_alone_are_fine_and_so_is_no_line() {
    assert_eq!(solve_all("subtract:12\ndivide:7\n", 0).len(), 2);
    let run = duel("solve -", "").expect_code(0);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", ""));
}

#[test]
fn a_line_longer_than_any_position_is_an_error_of_its_own() {
    let input =
        format!("divide:{}\ndivide:8\nsubtract:{}\n", "7".repeat(2 << 20), "7".repeat(10_001));
    let answers = solve_all(&input, 1);
    assert_eq!(answers.len(), 3);
    assert!(answers[0]["error"].as_str().unwrap().contains("too long"), "{}", answers[0]);
    assert!(answers[0]["position"].is_string());
    assert_eq!(answers[1]["value"], "win");
    assert!(answers[2]["error"].as_str().unwrap().contains("10001 digits are too many"));
    assert_eq!(answers[2]["position"].as_str().unwrap().len(), "subtract:".len() + 10_001);
}

#[test]
fn each_answer_comes_before_the_next_line_is_needed() {
    let home = Home::new();
    let mut command = home.duel(["solve", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let out = BufReader::new(child.stdout.take().unwrap());
    let (sender, answers) = mpsc::channel();
    let reader = thread::spawn(move || {
        for line in out.lines() {
            sender.send(line.unwrap()).unwrap();
        }
    });
    for position in ["subtract:12", "divide:60", "digits:7:1"] {
        stdin.write_all(format!("{position}\n").as_bytes()).unwrap();
        let line = answers.recv_timeout(PATIENCE).expect("an answer by now");
        assert!(line.starts_with(&format!("{{\"position\":\"{position}\"")), "{line}");
    }
    drop(stdin);
    assert_eq!(wait(&mut child), Some(0));
    reader.join().unwrap();
}

#[test]
fn the_readable_answer_says_who_wins_how_and_why() {
    let run = duel("solve subtract:12", "").expect_code(0);
    run.expect_lines(&[
        "subtract:12",
        "The player to move wins.",
        "By a theorem. With best play: 3 moves. Nimber 3.",
        "Winning moves: 3, 4",
        "Moves (4):",
        "  2          loses                subtract:10/2",
        "  3          wins                 subtract:9/2",
        "",
    ]);
    run.expect_out("Take away 3");
    let run = duel("solve divide:7", "").expect_code(0);
    run.expect_out(
        "The game is over, and the player to move has lost.\n\nThe game is over: 7 is a prime.",
    );
    assert!(!run.out.contains("Winning moves"), "{}", run.out);
    let run = duel("solve factor+no-whole:27", "").expect_code(0);
    run.expect_out(
        "The player to move loses in 2 moves (both players' together).\nBy a complete search.",
    );
    let run = duel("solve digits+no-leading-zero:101:", "").expect_code(0);
    run.expect_out("The game never has to end.\nBy a theorem.\n");
    run.expect_out("keeps the game going");
}

#[test]
fn a_budget_that_is_none_is_refused() {
    let budgets =
        ["", "0", "5", "0ms", "ms", "5x", "-5s", "1.5s", "25h", "9999999999999999999h", "5 s"];
    for budget in budgets {
        let option = format!("--budget={budget}");
        for command in ["solve", "explain", "hint", "prove"] {
            let run = Home::new().run_with(&[command, "subtract:12", &option], "").expect_code(2);
            run.expect_err("--budget");
            run.expect_err("500ms");
            assert_eq!(run.out, "", "{command} {budget}");
        }
    }
    for budget in ["1ms", "2s", "3m", "24h"] {
        settled(&format!("subtract:12 --budget={budget}"), &json!({"value": "win"}));
    }
}

#[test]
fn positions_that_cannot_occur_are_refused_with_the_reason() {
    let bad = [
        ("divide", "BOOK:STATE"),
        ("", "BOOK:STATE"),
        ("nim:5", "no book"),
        ("divide:", "no number"),
        ("divide:0", "0 cannot occur"),
        ("divide:x", "'x'"),
        ("divide:007", "leading zeros"),
        ("divide:6,", "no number"),
        ("divide:60/3", "only /2"),
        ("divide:60/1", "only /2"),
        ("divide+kind:60", "there are misere"),
        ("divide+no-whole:60", "does not fit"),
        ("divide+swap:60", "never part of a position"),
        ("divide+misere+misere:60", "twice"),
        ("divide+either+prime-steps:60", "exclude each other"),
        ("factor:6~6,6", "named twice"),
        ("factor:6~0", "0 is too small"),
        ("factor:6~", "no number"),
        ("divide+once:60~2,3,2", "named twice"),
        ("divide+once:60~1", "1 cannot have been chosen"),
        ("divide+one:60~1,1", "named twice"),
        ("divide+one:60~2", "bar"),
        ("divide:60~2", "these rules bar no numbers"),
        ("subtract+misere:60~2", "these rules bar no numbers"),
        ("divide+no-echo:60~2,3", "only the divisor just chosen"),
        ("digits:7", "TARGETS:DIGITS"),
        ("digits:1:", "2 or more"),
        ("digits:7:3a", "0 to 9"),
        ("digits:7:351", "already won"),
        ("digits+once:7:11", "each digit may be used once"),
        ("digits+no-leading-zero:7:0", "could not be played"),
    ];
    for (position, reason) in bad {
        for command in ["solve", "explain", "hint", "prove"] {
            let run = Home::new().run_with(&[command, position], "").expect_code(2);
            run.expect_err("is not a position");
            run.expect_err(reason);
            assert_eq!(run.out, "", "{command} {position}");
        }
    }
    let lines: String = bad.iter().map(|(position, _)| format!("{position}\n")).collect();
    for (answer, (position, reason)) in solve_all(&lines, 1).iter().zip(bad) {
        assert_eq!(answer["position"], position);
        assert!(answer["error"].as_str().unwrap().contains(reason), "{answer}");
    }
}

#[test]
fn a_long_search_can_be_interrupted() {
    let home = Home::new();
    let mut command = home.duel(["solve", "-", "--budget", "1m"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    input.write_all(b"subtract:12\nfactor+misere+no-whole:60000\n").unwrap();
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert!(line.contains("subtract:12"), "{line}");
    signal("INT", child.id());
    assert_eq!(wait(&mut child), Some(130));
}

#[test]
fn numbers_of_ten_thousand_digits_do_not_break_the_budget() {
    let number = "9".repeat(10_000);
    for rules in ["subtract+no-echo", "factor+no-whole", "factor+root", "subtract+misere"] {
        let answer = solve(&format!("{rules}:{number} --budget 100ms"));
        assert_eq!(answer["value"], "unknown", "{rules}");
    }
    let answer = solve(&format!("divide:{number}"));
    assert_eq!((&answer["value"], &answer["basis"]), (&json!("win"), &json!("theorem")));
    let answer = solve(&format!("subtract:{number}"));
    assert_eq!((&answer["value"], &answer["nimber"]), (&json!("loss"), &json!(0)));
}

/// A number of thousands of digits is shown by its ends in what people read, and whole in JSON.
#[test]
fn very_long_numbers_are_abbreviated_for_people_alone() {
    let number = format!("1{}", "0".repeat(3_009));
    let home = Home::new();
    let short = "1000000000...0000000000 (3,010 digits)";
    for command in ["solve", "explain", "hint --move"] {
        let run = home.run(&format!("{command} subtract:{number}"), "").expect_code(0);
        assert!(run.out.contains("(3,0"), "{command}: {}", run.out);
        let longest = run.out.split(|c: char| !c.is_ascii_digit()).map(str::len).max();
        assert!(longest <= Some(100), "{command}: {}", run.out);
    }
    home.run(&format!("solve subtract:{number}"), "").expect_out(short);
    let run = home.run(&format!("solve --json subtract:{number}"), "").expect_code(0);
    run.expect_out(&format!("\"position\":\"subtract:{number}\""));
    let game = format!("play subtract:{number} --save g");
    home.run(&game, "2\nresign\n").expect_code(0);
    home.run("review g", "").expect_out(short);
    home.run("review --json g", "").expect_out(&number);
}

#[test]
fn the_advice_names_the_limit_that_was_reached() {
    let large = "factor+no-whole:720720";
    for command in ["solve", "hint", "explain", "prove"] {
        let run = duel(&format!("{command} {large} --budget 10m"), "");
        let said = format!("{}{}", run.out, run.err);
        assert!(
            said.contains("It is too large to be searched; more time would not help."),
            "{said}"
        );
        assert!(!said.contains("--budget"), "{said}");
        let run = duel(&format!("{command} {large} --budget 1ms"), "");
        let said = format!("{}{}", run.out, run.err);
        assert!(said.contains("Give it more time with --budget."), "{said}");
    }
}
