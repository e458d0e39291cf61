//! `duel prove` and `duel verify`: certificates, and what a changed one comes to.

use std::fs;

use crate::sitting::Home;

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
