//! `docs/json.md` lists every member that `--json` prints, and no other: its examples are run, and
//! what they print is held against its tables.

mod sitting;

use std::{collections::BTreeSet, env, path::Path};

use serde_json::{Deserializer, Value};
use sitting::{DUEL, Home};

const PAGE: &str = include_str!("../../../docs/json.md");

/// The text between a fence of this language and its end.
fn block<'a>(section: &'a str, language: &str) -> Option<&'a str> {
    let (_, rest) = section.split_once(&format!("```{language}\n"))?;
    Some(rest.split_once("```")?.0)
}

/// The members in the first column of a table.
fn documented(section: &str) -> BTreeSet<String> {
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.flat_map(|row| row.split(" | ").next().unwrap_or_default().split(", "))
        .map(|member| member.trim_matches('`').to_owned())
        .collect()
}

/// The members of a value, as the tables write them.
fn members(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                found.insert(path.clone());
                members(value, &path, found);
            }
        }
        Value::Array(array) => {
            for value in array {
                members(value, &format!("{path}[]"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn every_member_that_is_printed_is_documented_and_the_other_way_round() {
    let folder = Path::new(DUEL).parent().expect("a folder").to_owned();
    let path = env::join_paths(
        [folder].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())),
    )
    .expect("a path");
    let sections: Vec<&str> = PAGE.split("\n## ").skip(1).collect();
    assert_eq!(sections.len(), 13);
    for section in sections {
        let title = section.lines().next().unwrap_or_default();
        let home = Home::new();
        let mut printed = BTreeSet::new();
        for line in block(section, "sh").expect(title).lines() {
            let run = home.command("sh").arg("-c").arg(line).env("PATH", &path).output();
            let output = String::from_utf8(run.expect("a shell").stdout).expect("text");
            if !line.contains("--json") && !line.ends_with(" -") {
                continue;
            }
            let answers: Vec<Value> = Deserializer::from_str(&output)
                .into_iter()
                .map(|answer| answer.expect(line))
                .collect();
            assert!(!answers.is_empty(), "{line} prints nothing");
            for answer in &answers {
                members(answer, "", &mut printed);
            }
            if let Some(example) = block(section, "json").filter(|_| line.contains("--json")) {
                let example: Value = serde_json::from_str(example).expect(title);
                assert_eq!(answers[0], example, "{title}");
            }
        }
        assert_eq!(printed, documented(section), "{title}");
    }
}
