//! `duel games`: which kept games are listed, how they are named, and what is done with them.

use std::fs;

use serde_json::Value;

use crate::sitting::{Home, Run};

/// A kept game with this name, begun on this day.
fn keep(home: &Home, id: &str, day: &str, rest: &str) {
    fs::create_dir_all(home.games()).unwrap();
    let text = format!("[Record \"1\"]\n[Date \"{day}T12:00:00Z\"]\n{rest}");
    fs::write(home.games().join(format!("{id}.duel")), text).unwrap();
}

const PEOPLE: &str = "[Start \"divide:60\"]\n[First \"Ann\"]\n[Second \"Ben\"]\n\n1. 30 {1.000}\nresult 1-0 played\n";
const WON: &str = "[Start \"divide:60\"]\n[First \"Ann\"]\n[Second \"Bot (hard)\"]\n\
                   [SecondIs \"bot:hard\"]\n\n1. 30 {1.000}\nresult 1-0 played\n";
const LOST: &str = "[Start \"subtract:12\"]\n[First \"Bot (easy)\"]\n[FirstIs \"bot:easy\"]\n\
                    [Second \"Ann\"]\n\n1. 3 {1.000}\nresult 1-0 resigned\n";
const OPEN: &str = "[Start \"subtract:12\"]\n[First \"Ann\"]\n[Second \"Cleo\"]\n\n1. 6 {1.000}\n";

fn several() -> Home {
    let home = Home::new();
    keep(&home, "20260101-120000000-aaa", "2026-01-01", PEOPLE);
    keep(&home, "20260102-120000000-aab", "2026-01-02", WON);
    keep(&home, "20260103-120000000-bcd", "2026-01-03", LOST);
    keep(&home, "20260104-120000000-cde", "2026-01-04", OPEN);
    home
}

/// The short names that are listed.
fn listed(run: &Run) -> Vec<&str> {
    run.out.lines().map(|line| line.split_whitespace().next().unwrap()).collect()
}

#[test]
fn lists_are_filtered() {
    let home = several();
    for (options, wanted) in [
        ("", &["cde", "bcd", "aab", "aaa"][..]),
        ("--book divide", &["aab", "aaa"]),
        ("--opponent bot:", &["bcd", "aab"]),
        ("--opponent HARD", &["aab"]),
        ("--opponent cleo", &["cde"]),
        ("--result won", &["aab"]),
        ("--result lost", &["bcd"]),
        ("--result nobody", &[]),
        ("--unfinished", &["cde"]),
        ("--since 2026-01-03", &["cde", "bcd"]),
        ("--since 2026-01-02 --book divide", &["aab"]),
    ] {
        let run = home.run(&format!("games {options}"), "").expect_code(0);
        assert_eq!(listed(&run), wanted, "{options}");
        let ids = home.run(&format!("games --ids {options}"), "").expect_code(0).out;
        assert_eq!(ids.lines().collect::<Vec<_>>(), wanted, "{options}");
    }
    home.run("games --result nobody", "").expect_err("No kept game is like that");
    home.run("games --book chess", "").expect_code(2).expect_err("the books are divide");
    home.run("games --since yesterday", "").expect_code(2).expect_err("YYYY-MM-DD");
}

#[test]
fn a_game_between_people_is_the_users_by_the_name_of_the_menu() {
    let home = several();
    fs::write(home.games().with_file_name("last-choice"), "player1 Ben\n").unwrap();
    let run = home.run("games --result lost", "").expect_code(0);
    assert_eq!(listed(&run), ["bcd", "aaa"]);
}

#[test]
fn games_are_named_briefly() {
    let home = several();
    for (name, start) in [
        ("aaa", "divide:60"),
        ("20260104", "subtract:12"),
        ("b", "subtract:12"),
        ("cde", "subtract:12"),
        ("20260101-120000000-aaa", "divide:60"),
    ] {
        home.run(&format!("export {name}"), "").expect_code(0).expect_out(start);
    }
    let run = home.run("replay aa", "").expect_code(1);
    run.expect_err("\"aa\" may be any of 20260102-120000000-aab, 20260101-120000000-aaa");
    home.run("replay 2026010", "").expect_code(1).expect_err("more letters");
    home.run("replay zz", "").expect_code(1).expect_err("`duel games` lists");
    home.run("replay ../games/aaa", "").expect_code(1);
    // A file comes before a part of a name, but not before a name.
    home.write("aa", format!("[Record \"1\"]\n{PEOPLE}"));
    home.write("aaa", "no record");
    home.run("export aa", "").expect_code(0);
    home.run("export aaa", "").expect_code(0);
}

#[test]
fn short_names_that_are_not_unique_are_not_shown() {
    let home = Home::new();
    keep(&home, "20260101-120000000-aaa", "2026-01-01", PEOPLE);
    keep(&home, "20260102-120000000-aaa", "2026-01-02", WON);
    let run = home.run("games", "").expect_code(0);
    assert_eq!(listed(&run), ["20260102-120000000-aaa", "20260101-120000000-aaa"]);
    home.run("export aaa", "").expect_code(1).expect_err("may be any of");
}

#[test]
fn without_a_name_the_last_game_is_meant() {
    let home = several();
    home.run("export", "").expect_code(0).expect_out("\"Cleo\"");
    home.run("replay", "").expect_code(0).expect_err("Unfinished: Cleo is to move.");
    home.run("review", "").expect_code(0).expect_out("Ann and Cleo");
    home.run("export last", "").expect_code(0).expect_out("\"Cleo\"");
    Home::new().run("review", "").expect_code(1).expect_err("no game is kept yet");
}

#[test]
fn games_are_deleted_all_or_none() {
    let home = several();
    home.run("games delete aaa nothing", "").expect_code(1).expect_err("no kept game \"nothing\"");
    assert_eq!(home.kept().len(), 4);
    home.write("elsewhere.duel", format!("[Record \"1\"]\n{PEOPLE}"));
    home.run("games delete elsewhere.duel", "").expect_code(1);
    assert!(home.file("elsewhere.duel").exists());
    let run = home.run("games delete aaa last 20260101", "").expect_code(0);
    run.expect_err("2 games were deleted.");
    assert_eq!(listed(&run).len(), 2, "they are named");
    assert_eq!(listed(&home.run("games", "")), ["bcd", "aab"]);
}

#[test]
fn pruning_shows_what_it_would_delete() {
    let home = several();
    let empty = "[Start \"divide:60\"]\n[First \"Ann\"]\n[Second \"Ben\"]\n\n";
    keep(&home, "20260105-120000000-eee", "2026-01-05", empty);
    fs::write(home.games().join("damaged.duel"), "no record").unwrap();
    let run = home.run("games prune", "").expect_code(0);
    assert_eq!(listed(&run), ["eee"]);
    run.expect_err("--yes");
    assert_eq!(home.kept().len(), 6);
    home.run("games prune --yes", "").expect_code(0).expect_err("1 game was deleted.");
    home.run("games prune --yes", "").expect_code(0).expect_err("nothing to delete");
    home.run("games prune --before 2026-01-03 --yes", "").expect_code(0);
    assert_eq!(listed(&home.run("games", "")), ["damaged", "cde", "bcd"]);
}

#[test]
fn games_are_imported_once() {
    let home = Home::new();
    let text = format!("[Record \"1\"]\n[Date \"2026-01-02T03:04:05Z\"]\n{PEOPLE}");
    let file = home.write("g.duel", &text);
    let json = home.run("export --format json g.duel", "").expect_code(0).out;
    home.write("g.json", json);
    let run = home.run("games import g.json", "").expect_code(0);
    let kept = home.kept();
    assert!(kept[0].file_name().unwrap().to_str().unwrap().starts_with("20260102-030405000-"));
    let exported = home.run(&format!("export {}", listed(&run)[0]), "").expect_code(0).out;
    assert_eq!(exported, home.run("export g.duel", "").out);
    home.run("games import g.duel", "").expect_code(0).expect_out("was kept already");
    assert_eq!(home.kept().len(), 1);
    home.write("bad.duel", "no record");
    fs::write(file, text.replace("Ann", "Zoe")).unwrap();
    home.run("games import g.duel bad.duel", "").expect_code(1).expect_err("bad.duel: line 1");
    assert_eq!(home.kept().len(), 1, "none of them is kept");
    let empty = "[Record \"1\"]\n[Start \"divide:60\"]\n[First \"Ann\"]\n[Second \"Ben\"]\n\n";
    home.write("empty.duel", empty);
    home.run("games import empty.duel", "").expect_code(1).expect_err("no move was made");
}

#[test]
fn games_have_notes() {
    let home = several();
    home.run("games note aaa a  fine\u{7} end", "").expect_code(0);
    let run = home.run("games", "").expect_code(0);
    run.expect_out("\n                 a fine");
    assert!(!run.out.contains('\u{7}'));
    let games = home.run("games --json", "").expect_code(0).out;
    let games: Value = serde_json::from_str(&games).unwrap();
    assert!(games[3]["note"].as_str().unwrap().starts_with("a fine"));
    assert!(games[2].get("note").is_none());
    home.run(&format!("games note aaa {}", "x".repeat(501)), "").expect_code(2);
    home.run_with(&["games", "note", "aaa", ""], "").expect_code(0);
    assert!(!home.run("games", "").out.contains("a fine"));
    home.run("games note nothing x", "").expect_code(1);
    home.run("games note aaa -1 is a fine move", "").expect_code(0);
    home.run("games delete aaa", "").expect_code(0);
    let notes = fs::read_to_string(home.games().with_file_name("notes.json")).unwrap();
    assert_eq!(notes, "{}\n", "the note goes with its game");
}
