//! `duel factor` and `duel divisors`: the form of GNU `factor`, numbers of every size, words that are
//! no numbers, pipes, pages and interruptions.

mod sitting;

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Command, Stdio},
};

use duel_numbers::Natural;
use duel_testing::{processor_ticks, wait_until};
use serde_json::{Value, json};
use sitting::{Home, Run, signal, wait};

/// No number below 2^64 has more divisors: 184,320.
const MANY_DIVISORS: &str = "18401055938125660800";

/// A number with 11,796,480 divisors.
const TEN_MILLION: &str = "475271287409334551539567363200";

/// The product of two primes of a hundred digits, drawn by lot.
const HARD: &str = "\
    18045119544620735628512023359867409065950784132132633043858519704952587242163362\
    93235478050740188179236085222303067875100516982766596412473599713462380822814735\
    8353266088609686691378765618533615151031";

fn duel(arguments: &str, input: &str) -> Run {
    Home::new().run(arguments, input)
}

/// What a run without any trouble prints.
#[track_caller]
fn answer(arguments: &str, input: &str) -> String {
    let run = duel(arguments, input).expect_code(0);
    assert_eq!(run.err, "", "{arguments}");
    run.out
}

#[track_caller]
fn objects(run: &Run) -> Vec<Value> {
    run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn factorial(n: u32) -> Natural {
    (2..=n).fold(Natural::one(), |product, k| &product * &Natural::from(k))
}

#[test]
fn factors_are_written_as_gnu_factor_writes_them() {
    let mut words: Vec<String> = (0..500_u64).map(|n| n.to_string()).collect();
    words.extend((0..64).map(|k| (u64::MAX >> k).to_string()));
    words.extend((1..40).map(|k| (0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(k)).to_string()));
    words.push(MANY_DIVISORS.to_owned());
    let input = words.join("\n");
    let ours = answer("factor", &input);
    assert!(ours.starts_with("0:\n1:\n2: 2\n3: 3\n4: 2 2\n"), "{ours}");
    let Ok(peer) = Command::new("factor").arg("--version").output() else { return };
    if !String::from_utf8_lossy(&peer.stdout).contains("GNU coreutils") {
        return;
    }
    let theirs = sitting::finish(&mut Command::new("factor"), &input).expect_code(0);
    assert_eq!(ours, theirs.out);
    assert_eq!(answer(&format!("factor {}", words.join(" ")), ""), ours);
}

#[test]
fn powers_are_written_shorter_if_wanted() {
    assert_eq!(answer("factor -e 360 97 1 0", ""), "360: 2^3 3^2 5\n97: 97\n1:\n0:\n");
    let power = Natural::from(2_u8).pow(10_000);
    assert_eq!(answer(&format!("factor --exponents {power}"), ""), format!("{power}: 2^10000\n"));
    let long = answer("factor -", &power.to_string());
    assert_eq!(long.matches(" 2").count(), 10_000);
    let line = answer(&format!("factor -e {}", factorial(50)), "");
    assert!(line.ends_with(": 2^47 3^22 5^12 7^8 11^4 13^3 17^2 19^2 23^2 29 31 37 41 43 47\n"));
}

#[test]
fn standard_input_stands_where_the_dash_is() {
    assert_eq!(answer("factor 4 - 9", "6 \t 8\r\n"), "4: 2 2\n6: 2 3\n8: 2 2 2\n9: 3 3\n");
    assert_eq!(answer("factor", ""), "");
    assert_eq!(answer("factor -", " \n"), "");
}

#[test]
fn words_that_are_no_numbers_do_not_stop_the_others() {
    let words = "12 abc -5 +7 007 1e9 1_000 \u{663} \x1b[31m 15";
    for run in [duel("factor", words), duel(&format!("factor {words}"), "")] {
        let run = run.expect_code(1);
        assert_eq!(run.out, "12: 2 2 3\n15: 3 5\n");
        assert_eq!(run.err.lines().count(), 8, "{}", run.err);
        run.expect_err("\"abc\" is not a number: 'a' at position 1 is not a digit");
        run.expect_err("\"-5\" is not a number");
        run.expect_err("leave the leading zeros out");
        assert!(!run.err.contains("31m\u{1b}") && !run.err.contains("\u{1b}[31m"), "{}", run.err);
    }
    let run = duel("divisors 6 x", "").expect_code(1);
    assert_eq!(run.out, "6: 1 2 3 6\n");
    run.expect_err("\"x\" is not a number");
    duel("divisors 0", "").expect_code(1).expect_err("numbers start at 1");
    duel("divisors", "").expect_code(2);
}

#[test]
fn words_too_long_are_refused_by_their_length() {
    let longest = "7".repeat(10_000);
    let words = format!("8 {longest}7 {} 9", "7".repeat(3 << 20));
    let run = duel("factor", &words).expect_code(1);
    assert_eq!(run.out, "8: 2 2 2\n9: 3 3\n");
    run.expect_err("10001 digits are too many; a number has at most 10000");
    run.expect_err("3145728 digits are too many");
    assert!(run.err.len() < 500, "{}", run.err);
}

#[test]
fn json_has_the_fields_of_the_contract() {
    let run = duel("factor --json 360 0 1 x", "").expect_code(1);
    let expected = [
        json!({"number": "360", "complete": true, "rest": [], "factors": [
            {"prime": "2", "exponent": 3},
            {"prime": "3", "exponent": 2},
            {"prime": "5", "exponent": 1},
        ]}),
        json!({"number": "0", "complete": true, "rest": [], "factors": []}),
        json!({"number": "1", "complete": true, "rest": [], "factors": []}),
    ];
    let objects_found = objects(&run);
    assert_eq!(objects_found[..3], expected);
    assert_eq!(objects_found[3]["number"], "x");
    assert!(objects_found[3]["error"].as_str().unwrap().contains("not a digit"));

    let run = duel("divisors --json 12 1 x", "").expect_code(1);
    let found = objects(&run);
    let divisors = ["1", "2", "3", "4", "6", "12"];
    let twelve = json!({"number": "12", "complete": true, "count": 6, "divisors": divisors});
    assert_eq!(found[0], twelve);
    assert_eq!(found[1]["divisors"], json!(["1"]));
    assert!(found[2]["error"].is_string());
    let run = duel(&format!("divisors --json --count {}", factorial(1000)), "").expect_code(0);
    let found = objects(&run);
    assert!(found[0]["count"].as_str().unwrap().len() > 80, "{}", found[0]);
    assert_eq!(found[0].get("divisors"), None);
    let run = duel("divisors --json --page 2..3 12", "").expect_code(0);
    assert_eq!(objects(&run)[0]["divisors"], json!(["2", "3"]));
}

#[test]
fn what_is_not_split_in_time_is_never_passed_off_as_prime() {
    let hard = Natural::parse(HARD).unwrap();
    let number = &hard * &Natural::from(12_u8);
    let run = duel(&format!("factor --budget 100ms {number} 6"), "").expect_code(1);
    assert_eq!(run.out, format!("{number}: 2 2 3 [composite {HARD}]\n6: 2 3\n"));
    run.expect_err("not factored completely");
    run.expect_err("a composite number of 200 digits");
    let run = duel(&format!("factor --json --budget 100ms {number}"), "").expect_code(1);
    let object = &objects(&run)[0];
    assert_eq!(object["complete"], false);
    let rest = json!([{"number": HARD, "exponent": 1, "composite": true}]);
    assert_eq!(object["rest"], rest);

    let run = duel(&format!("divisors --budget 100ms {number}"), "").expect_code(1);
    assert_eq!(run.out, "");
    run.expect_err("--known");
    let run = duel(&format!("divisors --budget 100ms --known --count {number}"), "").expect_code(0);
    assert_eq!(run.out, "12\n");
    run.expect_err("not factored completely");
    let run = duel(&format!("divisors --budget 100ms --known {number}"), "").expect_code(0);
    assert!(run.out.starts_with(&format!("1\n2\n3\n4\n6\n12\n{HARD}\n")), "{}", run.out);
    for budget in ["5", "0s", "25h", "soon"] {
        for command in ["factor", "divisors"] {
            let run = duel(&format!("{command} --budget {budget} 6"), "").expect_code(2);
            run.expect_err("--budget");
        }
    }
}

#[test]
fn an_interrupted_search_tells_what_it_knows() {
    let number = &Natural::parse(HARD).unwrap() * &Natural::from(360_u32);
    for command in ["factor", "divisors"] {
        let home = Home::new();
        let mut duel = home.duel([command, "6", &number.to_string()]);
        let mut child = duel.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        // The first answer does not wait for the second.
        out.read_line(&mut line).unwrap();
        assert!(line.starts_with("6: "), "{line}");
        let before = processor_ticks(child.id());
        wait_until(
            || "the search has not begun".to_owned(),
            || processor_ticks(child.id()) > before + 20,
        );
        signal("INT", child.id());
        assert_eq!(wait(&mut child), Some(130));
        let err = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
        assert!(err.contains("Found so far") && err.contains("2^3 3^2 5."), "{err}");
    }
}

#[test]
fn each_answer_comes_before_the_next_number_is_needed() {
    let home = Home::new();
    let mut command = home.duel(["factor"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    for (number, expected) in [("12", "12: 2 2 3\n"), ("7", "7: 7\n")] {
        writeln!(stdin, "{number}").unwrap();
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        assert_eq!(line, expected);
    }
    // Waiting for numbers is interrupted, too.
    signal("INT", child.id());
    assert_eq!(wait(&mut child), Some(130));
}

#[test]
fn divisors_come_one_a_line_and_several_numbers_on_a_line_each() {
    assert_eq!(answer("divisors 28", ""), "1\n2\n4\n7\n14\n28\n");
    assert_eq!(answer("divisors 1", ""), "1\n");
    assert_eq!(answer("divisors 97", ""), "1\n97\n");
    let both = "6: 1 2 3 6\n28: 1 2 4 7 14 28\n";
    assert_eq!(answer("divisors 6 28", ""), both);
    assert_eq!(answer("divisors -", "6\n28\n"), both);
    assert_eq!(answer("divisors -", "6"), "6: 1 2 3 6\n");
    assert_eq!(answer("divisors --count 6 28", ""), "6: 4\n28: 6\n");
}

#[test]
fn all_divisors_of_a_word_with_very_many() {
    let out = answer(&format!("divisors {MANY_DIVISORS}"), "");
    let list: Vec<u64> = out.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(list.len(), 184_320);
    assert!(list.is_sorted_by(|a, b| a < b));
    let number: u64 = MANY_DIVISORS.parse().unwrap();
    assert!(list.iter().all(|divisor| number.is_multiple_of(*divisor)));
}

#[test]
fn counts_are_exact_however_large() {
    assert_eq!(answer("divisors --count 360", ""), "24\n");
    assert_eq!(answer(&format!("divisors --count {TEN_MILLION}"), ""), "11796480\n");
    let power = Natural::from(2_u8).pow(10_000);
    assert_eq!(answer(&format!("divisors --count {power}"), ""), "10001\n");
    assert_eq!(answer(&format!("divisors {power}"), "").lines().count(), 10_001);
    // Legendre's formula gives the exponents.
    let exponent = |p: u32| {
        (1..).map_while(|k| Some(1000 / p.checked_pow(k)?)).take_while(|q| *q > 0).sum::<u32>()
    };
    let primes = (2..=1000_u32).filter(|n| (2..*n).all(|d| n % d > 0));
    let count = primes.fold(Natural::one(), |n, p| &n * &Natural::from(exponent(p) + 1));
    assert_eq!(answer(&format!("divisors --count {}", factorial(1000)), ""), format!("{count}\n"));
}

/// The product of the first 65 primes has 2^65 divisors.
#[test]
fn pages_beyond_what_64_bits_count() {
    let primes = (2u32..).filter(|n| (2..*n).all(|d| n % d > 0)).take(65);
    let huge = primes.fold(Natural::one(), |product, prime| &product * &Natural::from(prime));
    let page = |page: &str| duel(&format!("divisors --page {page} {huge}"), "");
    assert_eq!(page("36893488147419103232..99999999999999999999").out, format!("{huge}\n"));
    let half = &huge / &Natural::from(2u8);
    let last = page("36893488147419103231..36893488147419103232").expect_code(0);
    assert_eq!(last.out, format!("{half}\n{huge}\n"));
    let deep = page("36893488147419093232..36893488147419093241").expect_code(0);
    let values: Vec<Natural> = deep.out.lines().map(|line| line.parse().unwrap()).collect();
    assert!(values.len() == 10 && values.is_sorted(), "{values:?}");
    for far in ["18446744073709551616..18446744073709551620", "1..36893488147419103232"] {
        page(far).expect_code(1).expect_err("only the first and the last million can be shown");
    }
    let beyond = page("36893488147419103233..99999999999999999999").expect_code(1);
    beyond.expect_err("There are only 36,893,488,147,419,103,232 divisors");
    let few = duel("divisors --page 18446744073709551616..18446744073709551617 360", "");
    few.expect_code(1).expect_err("There are only 24 divisors");
    let many = duel("divisors --page 23..18446744073709551616 360", "").expect_code(0);
    assert_eq!(many.out, "180\n360\n");
}

#[test]
fn pages_are_parts_of_the_list() {
    assert_eq!(answer("divisors --page 3..5 360", ""), "3\n4\n5\n");
    assert_eq!(answer("divisors --page 23..99 360", ""), "180\n360\n");
    assert_eq!(answer("divisors --page 2..2 6 10", ""), "6: 2\n10: 2\n");
    let all = answer(&format!("divisors {MANY_DIVISORS}"), "");
    let part: String =
        all.lines().skip(99_999).take(70_000).map(|line| format!("{line}\n")).collect();
    assert_eq!(answer(&format!("divisors --page 100000..169999 {MANY_DIVISORS}"), ""), part);
    let middle = answer(&format!("divisors --page 5000000..5000020 {TEN_MILLION}"), "");
    assert_eq!(middle.lines().count(), 21);
    let value = middle.lines().nth(10).unwrap();
    let around = answer(&format!("divisors --around {value} {TEN_MILLION}"), "");
    assert_eq!(around, middle);
    assert_eq!(answer("divisors --around 7 --radius 2 360", ""), "5\n6\n8\n9\n");
    duel("divisors --page 25..30 360", "").expect_code(1).expect_err("There are only 24 divisors");
    let thousand = factorial(1000);
    let run = duel(&format!("divisors --page 9999999..10000000 {thousand}"), "").expect_code(1);
    run.expect_err("only the first and the last million can be shown");
    for page in ["0..5", "5..2", "7", "a..b", "-1..3"] {
        let run = duel(&format!("divisors --page={page} 360"), "").expect_code(2);
        run.expect_err("--page");
    }
    duel("divisors --around x 360", "").expect_code(2).expect_err("--around");
    duel("divisors --count --page 1..2 360", "").expect_code(2);
    duel("divisors --radius 2 360", "").expect_code(2);
}

#[test]
fn whoever_stops_reading_is_no_failure() {
    for number in [MANY_DIVISORS.to_owned(), TEN_MILLION.to_owned(), factorial(1000).to_string()] {
        let home = Home::new();
        let mut command = home.duel(["divisors", &number]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        assert_eq!(line, "1\n");
        drop(out);
        assert_eq!(wait(&mut child), Some(0));
        let err = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
        assert_eq!(err, "", "{number}");
    }
}

#[test]
fn help_has_examples() {
    duel("factor --help", "").expect_code(0).expect_out("360: 2 2 2 3 3 5");
    duel("divisors --help", "").expect_code(0).expect_out("--around 1000");
    duel("man factor", "").expect_code(0).expect_out("exponents");
}
