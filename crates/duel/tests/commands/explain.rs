//! `duel explain`: reasons for a child, for a student, and as a proof.

use serde_json::Value;

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
    let searched = told("dilemma+prime-steps:77", "child");
    assert_eq!(
        searched,
        "Divide by 11: 77 / 11 = 7. 7 is a prime, so your opponent can only take 1, and later too your \
         opponent has only one move each time. So it may go on: 7 - 1 = 6, 6 / 2 = 3, 3 - 1 = 2, 2 - 1 = 1. Now only 1 is left: your opponent \
         cannot move, and you win.\n"
    );
    duel("explain subtract:60 --why because", "")
        .expect_code(2)
        .expect_err("child, student, proof");
    let by_default = duel("explain subtract:60", "").expect_code(0);
    assert!(by_default.out.ends_with(&told("subtract:60", "child")));
}

/// The first line is true of the plan that is told, and has no word that a child has not met.
#[test]
fn what_stands_above_a_reason_is_true_of_it() {
    let above = |position: &str, why: &str| {
        let run = duel(&format!("explain {position} --why {why}"), "").expect_code(0);
        run.out.lines().next().unwrap().to_owned()
    };
    assert_eq!(
        above("factor+no-whole+root+misere:120", "child"),
        "The player to move wins in 6 moves (both players' together)."
    );
    assert_eq!(
        above("factor+no-whole+root+misere:120", "student"),
        "The player to move wins in 6 moves (both players' together). By a complete search."
    );
    assert_eq!(
        above("factor+no-whole+root+misere:214", "student"),
        "The player to move wins in at most 10 moves (both players' together). By a complete search. \
         The quickest win takes 6 moves; this one has least to say."
    );
    assert_eq!(
        above("dilemma+prime-steps:77", "child"),
        "The player to move wins in 5 moves (both players' together)."
    );
    assert_eq!(above("subtract:60,45", "child"), "The player to move wins.");
    assert_eq!(
        above("subtract:60,45", "proof"),
        "The player to move wins. By a theorem. With best play: 17 moves. Nimber 2."
    );
    assert_eq!(above("divide:7", "proof"), "The game is over, and the player to move has lost.");
}

#[test]
fn the_plan_is_an_object_for_programs() {
    let json = |text: &str, input: &str| -> Vec<Value> {
        let run = duel(text, input);
        run.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    };
    let explained = &json("explain --json subtract+no-echo:60", "")[0];
    assert_eq!(explained["first"], "10");
    assert_eq!(explained["root"], "subtract+no-echo:50~10/2");
    assert_eq!(explained["complete"], true);
    let plan = explained["plan"].as_array().unwrap();
    assert_eq!(explained["statements"], plan.len());
    assert_eq!(plan[0]["position"], explained["root"]);
    let moves: Vec<&str> = plan[0]["replies"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r["move"].as_str().unwrap())
        .collect();
    assert_eq!(moves, ["2", "5", "25"]);
    for entry in plan {
        for reply in entry["replies"].as_array().unwrap() {
            let to = &reply["to"];
            assert_eq!(to.is_null(), !reply["end"].is_null(), "{reply}");
            assert!(to.is_null() || plan.iter().any(|other| other["position"] == *to), "{to}");
        }
    }
    let ended = &json("explain --json subtract:34", "")[0];
    assert_eq!((&ended["root"], &ended["statements"]), (&Value::Null, &Value::from(0)));
    let lines = json("explain -", "divide:60,84,90\nnonsense\ndigits:97:5\n\n");
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["plan"][0]["replies"][0]["end"], "theorem");
    assert!(lines[1]["error"].is_string() && lines[3]["error"].is_string());
    assert_eq!(
        (&lines[2]["value"], &lines[2]["plan"]),
        (&"endless".into(), &Value::from(Vec::<Value>::new()))
    );
}

/// Of a game that the first move ends there is no plan, and nothing to argue with. What is found when
/// the time is up is said above the reason too.
#[test]
fn a_move_that_ends_the_game_has_no_plan() {
    for position in ["divide+once:60~3", "factor:0,5", "divide+either+once:360"] {
        let run = duel(&format!("explain {position} --budget 1s"), "").expect_code(0);
        assert!(run.out.starts_with("The player to move wins in 1 move.\n"), "{}", run.out);
        assert!(!run.err.contains("plan"), "{}", run.err);
    }
    let plan = duel("explain subtract+no-echo:60", "").expect_code(0);
    plan.expect_err("--why student tells the whole plan");
}

/// Numbers that are neither pairs nor lost alone: answers, what the numbers are worth, and why.
#[test]
fn sums_of_subtracted_numbers_can_be_followed() {
    for position in ["subtract:16,36", "subtract:10,6", "subtract:4,30", "subtract:30,42,77"] {
        let run = duel(&format!("explain {position} --json"), "").expect_code(0);
        let form: Value = serde_json::from_str(&run.out).expect("JSON");
        let said = |depth: &str| form[depth].as_str().unwrap().to_owned();
        assert!(said("child").contains("or example, after ") || said("child").contains("After "));
        assert!(said("student").contains("how often it can be halved"), "{form}");
        assert!(said("student").contains(" for ") && said("student").contains(" = 2"), "{form}");
        assert!(
            said("proof").contains("by induction") && !said("proof").contains("listed"),
            "{form}"
        );
        assert!(form["plan"][0]["say"].as_str().unwrap().contains("is worth"), "{form}");
    }
}

#[test]
fn an_argument_is_answered_until_it_is_given_up() {
    let run = duel(
        "explain subtract+no-echo:60 --try",
        "moves\n7\n10\n25\n10\nback\nback\nagain\nwhat\n",
    );
    let run = run.expect_code(0);
    for said in [
        "The winner begins. Take away 10: 60 - 10 = 50, and 10 may not be repeated.",
        "Valid: 2, 5, 25 (10 was just chosen).",
        "You play 50 - 25 = 25. The answer is 25 - 5 = 20 (5 may not be repeated).",
        "From 20 the only good move would be 5, and 5 may not be repeated.",
        "You play 20 - 10 = 10. The answer is 10 - 5 = 5. Now 5 is a prime: you cannot move, and your \
         opponent wins.",
    ] {
        assert!(run.out.contains(said), "{said}: {}", run.out);
    }
    run.expect_err("7 does not divide 50");
    run.expect_err("This is where it began.");
    run.expect_err("\"what\" is not a move here");
    duel("explain divide:60 --try", "").expect_code(0).expect_err("nothing to try");
    duel("explain subtract:60 --try --json", "").expect_code(2);
}

#[test]
fn why_tells_the_reason_with_a_line_of_play_and_nothing_is_repeated() {
    let asked = duel("explain subtract+no-echo:60 --try", "25\nwhy\nmoves\nquit\n").expect_code(0);
    let at = "subtract+no-echo:20~5/2";
    let explained = duel(&format!("explain {at}"), "").expect_code(0);
    let reason = explained.out.lines().last().expect("a reason");
    asked.expect_out(reason);
    let above = "From 20 the only good move would be 5, and 5 may not be repeated.";
    let beside = asked.out.replace(reason, "");
    assert_eq!(beside.matches(above).count(), 1, "{}", asked.out);
}
