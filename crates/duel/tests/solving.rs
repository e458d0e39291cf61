//! The solver at the command line: answers as JSON and in words, reasons, hints, deals,
//! certificates, and what is refused.

mod sitting;

use std::{
    collections::HashMap,
    fs,
    io::{BufRead as _, BufReader, Write as _},
    process::Stdio,
    sync::mpsc,
    thread,
};

use duel_testing::PATIENCE;
use serde_json::{Value, json};
use sitting::{Home, Run, signal, wait};

const BOOKS: [&str; 5] = ["divide", "dilemma", "subtract", "digits", "factor"];

/// No number below 2^64 has more divisors: 184,320.
const MANY_DIVISORS: &str = "18401055938125660800";

/// The product of two primes of thirty digits.
const SEMIPRIME: &str = "124552659614703551282595183740832525525152004267194075607019";

fn duel(arguments: &str, input: &str) -> Run {
    Home::new().run(arguments, input)
}

/// The answer to one position.
#[track_caller]
fn solve(arguments: &str) -> Value {
    let run = duel(&format!("solve {arguments} --json"), "").expect_code(0);
    assert_eq!(run.err, "", "{arguments}");
    assert_eq!(run.out.lines().count(), 1, "{arguments}");
    serde_json::from_str(&run.out).expect("JSON")
}

/// The answers to many positions.
#[track_caller]
fn solve_all(input: &str, code: i32) -> Vec<Value> {
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

fn strings(list: &Value) -> Vec<&str> {
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
    assert!(answers[2]["position"].as_str().unwrap().len() < 100);
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
        "The player to move wins in 3 moves (both players' together), by a theorem. Nimber 3.",
        "Winning moves: 3, 4",
        "Moves (4):",
        "  2          loses                subtract:10/2",
        "  3          wins                 subtract:9/2",
        "",
    ]);
    run.expect_out("Take away 3");
    let run = duel("solve divide:7", "").expect_code(0);
    run.expect_out("The player to move loses (the game is over)");
    assert!(!run.out.contains("Winning moves"), "{}", run.out);
    let run = duel("solve factor+no-whole:27", "").expect_code(0);
    run.expect_out("The player to move loses in 2 moves (both players' together), by a complete search. Nimber 0.");
    let run = duel("solve digits+no-leading-zero:101:", "").expect_code(0);
    run.expect_out("The game never has to end, by a theorem.");
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

/// The numbers that a position starts from, or its targets.
fn numbers_of(position: &str) -> Vec<u64> {
    let state = position.split(':').nth(1).expect("a state");
    state.split(',').map(|number| number.parse().expect("a number")).collect()
}

#[test]
fn deals_are_reproducible_and_lie_in_the_range_of_the_book() {
    for book in BOOKS {
        let dealt = |seed: u64, level: &str| {
            let arguments = format!("deal {book} --seed {seed} --level {level} --json");
            let run = duel(&arguments, "").expect_code(0);
            serde_json::from_str::<Value>(&run.out).expect("JSON")
        };
        let mut starts = Vec::new();
        let mut winners = Vec::new();
        for seed in 0..8 {
            let deal = dealt(seed, ["easy", "medium", "hard"][usize::try_from(seed % 3).unwrap()]);
            let position = deal["position"].as_str().unwrap().to_owned();
            let (rules, count, range) = match book {
                "divide" => ("divide", 3, 30..=1_000),
                "dilemma" => ("dilemma+prime-steps", 1, 50..=500),
                "subtract" => ("subtract+no-echo", 1, 40..=200),
                "digits" => ("digits+no-leading-zero+cap-second=18", 4, 22..=34),
                _ => ("factor+misere+root+no-whole", 1, 100..=600),
            };
            assert_eq!(position.split(':').next(), Some(rules));
            let numbers = numbers_of(&position);
            assert_eq!(numbers.len(), count, "{position}");
            assert!(numbers.iter().all(|number| range.contains(number)), "{position}");
            assert_eq!(deal["seed"], seed.to_string());
            let answer = solve(&format!("{position} --budget 20s"));
            let winner = if answer["value"] == "win" { 1 } else { 2 };
            assert_eq!(deal["winner"], winner, "{position}");
            assert_eq!(deal["plies"], answer["plies"], "{position}");
            assert_eq!(deal["fairness"], "proven", "{position}");
            starts.push(position);
            winners.push(winner);
        }
        let again = duel(&format!("deal {book} --seed 1"), "").expect_code(0);
        assert_eq!(again.out, format!("{}\n", starts[1]), "medium is the default");
        again.expect_err("--seed 1");
        assert!(winners.contains(&1) && winners.contains(&2), "{book}: {winners:?}");
        starts.sort_unstable();
        starts.dedup();
        assert!(starts.len() >= 6, "{book}: {starts:?}");
    }
}

#[test]
fn a_deal_without_a_seed_tells_the_one_it_took() {
    let home = Home::new();
    let run = home.run("deal subtract --json", "").expect_code(0);
    let deal: Value = serde_json::from_str(&run.out).unwrap();
    let seed = deal["seed"].as_str().unwrap();
    let again = home.run(&format!("deal subtract --json --seed {seed}"), "").expect_code(0);
    assert_eq!(again.out, run.out);
    home.run("deal nim", "").expect_code(2).expect_err("divide, dilemma, subtract, digits, factor");
    home.run("deal divide --level harsh", "").expect_code(2).expect_err("easy, medium and hard");
    home.run("deal divide --seed x", "").expect_code(2).expect_err("--seed");
}

#[test]
fn certificates_are_written_once_and_verify() {
    let positions = [
        ("subtract:12", "a win"),
        ("divide+misere:60", "a win"),
        ("subtract+no-echo:25", "a win within 5 plies"),
        ("factor+no-whole:27", "a loss within 2 plies"),
        ("factor+misere+no-whole:18", "a win within 4 plies"),
        ("divide:7", "a loss within 0 plies"),
        ("digits:7:1", "a win within 1 ply"),
        ("digits+no-leading-zero:101:", "endless"),
        ("digits+no-leading-zero:22,25:", "endless"),
    ];
    for (position, value) in positions {
        let home = Home::new();
        let proved = home.run(&format!("prove {position} --emit it.proof"), "").expect_code(0);
        assert_eq!(proved.out, "");
        proved.expect_err("duel verify it.proof");
        let text = fs::read_to_string(home.file("it.proof")).unwrap();
        assert!(text.starts_with(&format!("certificate 1\nposition {position}\n")), "{text}");
        let run = home.run("verify it.proof", "").expect_code(0);
        assert!(run.out.starts_with(&format!("proved: {position} is {value}, by ")), "{}", run.out);
        assert_eq!(home.run("verify -", &text).expect_code(0).out, run.out);
        let printed = home.run(&format!("prove {position}"), "").expect_code(0);
        assert_eq!(printed.out, text, "standard output gets the same");
        home.run(&format!("prove {position} --emit it.proof"), "")
            .expect_code(2)
            .expect_err("it.proof");
        assert_eq!(fs::read_to_string(home.file("it.proof")).unwrap(), text, "overwritten");
    }
    let home = Home::new();
    home.run("prove divide:60 --emit no/such/folder", "").expect_code(1).expect_err("no/such");
    home.run("verify nothing.proof", "").expect_code(1).expect_err("nothing.proof");
}

#[test]
fn a_certificate_with_any_line_changed_is_refused() {
    for position in ["subtract+no-echo:24", "factor+no-whole:27", "digits+no-leading-zero:101:"] {
        let home = Home::new();
        let text = home.run(&format!("prove {position}"), "").expect_code(0).out;
        let refused = |changed: &str| {
            assert_ne!(changed, text);
            let run = home.run("verify -", changed).expect_code(1);
            assert_eq!(run.out, "", "{changed}");
            run.expect_err("not proved");
        };
        let lines: Vec<&str> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let with = |replacement: &[&str]| -> String {
                let changed = [&lines[..index], replacement, &lines[index + 1..]].concat();
                changed.iter().map(|line| format!("{line}\n")).collect()
            };
            if !line.starts_with("plies") {
                refused(&with(&[]));
            }
            refused(&with(&[line, line]));
            refused(&with(&[&format!("{line} ")]));
            // A safe digit may be exchanged for another one: that is another proof.
            if line.starts_with("argument") {
                refused(&with(&["argument over"]));
                continue;
            }
            for (at, digit) in line.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
                let other = if digit == '9' { '8' } else { '9' };
                let mut changed = (*line).to_owned();
                changed.replace_range(at..=at, &other.to_string());
                if line.starts_with("position digits") {
                    changed = changed.replace("101", "7").replace("901", "7");
                    changed = changed.replace("191", "7").replace("109", "7");
                }
                refused(&with(&[&changed]));
            }
        }
        let value = lines[2];
        for other in ["win", "loss", "draw", "endless"] {
            let changed = text.replace(value, &format!("value {other}"));
            if changed != text {
                refused(&changed);
            }
        }
        refused("");
        refused(text.trim_end());
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

/// One number and whether the division by 1 is still there.
type State = (u64, bool);

/// What plain recursion finds.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    wins: bool,
    plies: u64,
    nimber: u64,
    winning: Vec<String>,
    total: usize,
}

/// The rules of three books once more, as plainly as they can be written.
struct Plain {
    steps: Steps,
    misere: bool,
    known: HashMap<State, Found>,
}

enum Steps {
    Divide,
    Subtract,
    Either,
    Primes,
}

impl Plain {
    fn new(book: &str, rules: &str) -> Plain {
        let steps = if rules.contains("either") {
            Steps::Either
        } else if rules.contains("prime-steps") {
            Steps::Primes
        } else if book == "subtract" {
            Steps::Subtract
        } else {
            Steps::Divide
        };
        Plain { steps, misere: rules.contains("misere"), known: HashMap::new() }
    }

    fn moves(&self, (number, one): State) -> Vec<(String, State)> {
        let mut moves = Vec::new();
        if one {
            moves.push(("1".to_owned(), (number, false)));
        }
        for divisor in (2..number).filter(|divisor| number.is_multiple_of(*divisor)) {
            let (quotient, difference) = (number / divisor, number - divisor);
            match self.steps {
                Steps::Divide => moves.push((divisor.to_string(), (quotient, one))),
                Steps::Subtract => moves.push((divisor.to_string(), (difference, one))),
                Steps::Either => {
                    moves.push((format!("/{divisor}"), (quotient, one)));
                    moves.push((format!("-{divisor}"), (difference, one)));
                }
                Steps::Primes => {
                    if (2..divisor).all(|smaller| divisor % smaller != 0) {
                        moves.push((format!("/{divisor}"), (quotient, one)));
                    }
                }
            }
        }
        if matches!(self.steps, Steps::Primes) && number > 1 {
            moves.push(("-1".to_owned(), (number - 1, one)));
        }
        moves
    }

    fn solve(&mut self, state: State) -> Found {
        if let Some(found) = self.known.get(&state) {
            return found.clone();
        }
        let moves = self.moves(state);
        let mut children = Vec::new();
        for (made, to) in &moves {
            children.push((made, self.solve(*to)));
        }
        let mut winning: Vec<String> = children
            .iter()
            .filter(|(_, child)| !child.wins)
            .map(|(made, _)| (*made).clone())
            .collect();
        winning.sort_unstable();
        let stuck = moves.is_empty();
        let wins = if stuck { self.misere } else { !winning.is_empty() };
        let plies = if stuck {
            0
        } else if wins {
            1 + children.iter().filter(|(_, c)| !c.wins).map(|(_, c)| c.plies).min().unwrap()
        } else {
            1 + children.iter().map(|(_, child)| child.plies).max().unwrap()
        };
        let taken: Vec<u64> = children.iter().map(|(_, child)| child.nimber).collect();
        let nimber = (0..=taken.len() as u64).find(|nimber| !taken.contains(nimber)).unwrap();
        let found = Found { wins, plies, nimber, winning, total: moves.len() };
        self.known.insert(state, found.clone());
        found
    }
}

#[test]
fn every_field_is_settled_and_right_for_all_numbers_to_300() {
    let divided = ["", "+one", "+either", "+prime-steps", "+one+either"];
    let mut rules: Vec<(&str, String)> = Vec::new();
    for misere in ["", "+misere"] {
        for other in divided {
            rules.push(("divide", format!("{misere}{other}")));
            rules.push(("dilemma", format!("{misere}{other}")));
        }
        rules.push(("subtract", misere.to_owned()));
        rules.push(("subtract", format!("{misere}+either")));
    }
    let input: String = rules
        .iter()
        .flat_map(|(book, rule)| (1..=300).map(move |number| format!("{book}{rule}:{number}\n")))
        .collect();
    let answers = solve_all(&input, 0);
    assert_eq!(answers.len(), rules.len() * 300);
    for ((book, rule), answers) in rules.iter().zip(answers.chunks(300)) {
        let mut plain = Plain::new(book, rule);
        for (number, answer) in (1..=300).zip(answers) {
            let found = plain.solve((number, rule.contains("one")));
            let position = format!("{book}{rule}:{number}");
            assert_eq!(answer["position"], position);
            assert_eq!(answer["value"], if found.wins { "win" } else { "loss" }, "{position}");
            assert_eq!(answer["plies"], found.plies, "{position}");
            let nimber = if plain.misere { Value::Null } else { json!(found.nimber) };
            assert_eq!(answer["nimber"], nimber, "{position}");
            let mut winning = strings(&answer["winning_moves"]);
            winning.sort_unstable();
            assert_eq!(winning, found.winning, "{position}");
            assert_eq!(answer["moves_total"], found.total, "{position}");
            assert_eq!(answer["moves"].as_array().unwrap().len(), found.total, "{position}");
            assert_ne!(answer["basis"], "unknown", "{position}");
        }
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

#[test]
fn a_review_tells_how_it_ended_and_that_a_won_game_was_given_up() {
    let home = Home::new();
    home.run("play subtract --start 60 --save g", "resign\n").expect_code(0);
    let run = home.run("review g", "").expect_code(0);
    run.expect_out(
        "Player 1 resigns. Player 2 wins the game! Player 1 resigned a position that was won.",
    );
}

#[test]
fn the_rules_at_the_prompt_tell_the_house_rules_of_this_game() {
    let run =
        duel("play factor --house misere,no-whole --no-save", "rules\nresign\n").expect_code(0);
    run.expect_out("A player who cannot move wins");
    run.expect_out("The house rules misere and no-whole are part of this.");
}

/// A number of thousands of digits is shown by its ends in what people read, and whole in JSON.
#[test]
fn very_long_numbers_are_abbreviated_for_people_alone() {
    let number = format!("1{}", "0".repeat(3_009));
    let home = Home::new();
    let short = "1000000000...0000000000 (3,010 digits)";
    for command in ["solve", "explain", "hint --more"] {
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
