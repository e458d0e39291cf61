//! An event that is killed at random moments ends with the same table as an undisturbed one.
//!
//! `DUEL_EVENT_KILLS` says how often (default: 10 times).

mod sitting;

use std::{collections::BTreeMap, env, fs, path::Path, process::Stdio, thread, time::Duration};

use duel_play::Dice;
use duel_testing::wait_until;
use sitting::{DUEL, Home};

/// Files that tell what came of an event.
const TOLD: [&str; 3] = ["event.json", "results.json", "table.txt"];

/// Opponents with lots to draw, and a program; every book, in three ways.
fn arguments(folder: &str) -> Vec<String> {
    let engine = format!("Engine=cmd:'{DUEL}' ugi");
    let mut arguments: Vec<String> =
        "match bot:easy bot:random --range subtract:20..60 --range divide+misere:60..66 --deal factor \
         --count 2 --starts starts.txt --seed 8 --concurrency 2 --out"
            .split_whitespace()
            .map(str::to_owned)
            .collect();
    arguments.insert(1, engine);
    arguments.push(folder.to_owned());
    arguments
}

/// The moves and results of all kept games, without their dates and times.
fn games(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder.join("games")).expect("games");
    entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|it| it == "duel"))
        .map(|path| {
            let record = duel_play::journal::read(&path).expect("a whole record");
            assert!(record.game.ending().is_some(), "{} is not over", path.display());
            let text = record.to_text();
            let untimed = text.lines().filter(|line| !line.starts_with("[Date"));
            let untimed = untimed.map(|line| line.split(" {").next().unwrap_or_default());
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, untimed.collect::<Vec<_>>().join("\n"))
        })
        .collect()
}

/// How many games are over by now.
fn count_games(folder: &Path) -> usize {
    let Ok(entries) = fs::read_dir(folder.join("games")) else { return 0 };
    entries
        .filter_map(Result::ok)
        .filter(|entry| entry.path().extension().is_some_and(|it| it == "duel"))
        .count()
}

#[test]
fn killed_events_come_to_the_same_table() {
    let kills: u32 = env::var("DUEL_EVENT_KILLS")
        .ok()
        .map_or(10, |count| count.parse().expect("DUEL_EVENT_KILLS: a number"));
    let seed = env::var("DUEL_SEED")
        .map_or_else(|_| Dice::fresh_seed(), |seed| seed.parse().expect("DUEL_SEED: a number"));
    let mut dice = Dice::seeded(seed);
    let home = Home::new();
    home.write("starts.txt", "digits+cap-draw=4:13:\ndilemma:48\n");
    home.run_with(&arguments("whole"), "").expect_code(0);
    let expected = games(&home.file("whole"));
    assert!(expected.len() > 100, "{}", expected.len());
    let (mut done, mut event, mut with_games) = (0, 0, 0);
    while done < kills {
        event += 1;
        let folder = format!("killed-{event}");
        let path = home.file(&folder);
        let mut kept = 0;
        // About five times in each event, then to its end.
        for _ in 0..5.min(kills - done) {
            let mut command = home.duel(arguments(&folder));
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = command.spawn().expect("the program starts");
            // A random moment after a random number of further games; sometimes before the first.
            let further = usize::try_from(dice.roll(0..=expected.len() as u64 / 6)).unwrap();
            // Between the last look and the kill any number of games may have ended.
            let awaited = (kept + further).min(expected.len());
            wait_until(
                || format!("seed {seed}: no further games"),
                || count_games(&path) >= awaited,
            );
            thread::sleep(Duration::from_micros(dice.roll(0..=20_000)));
            child.kill().expect("a child of this process");
            child.wait().expect("a child of this process");
            done += 1;
            if path.join("games").exists() {
                let now = games(&path);
                assert!(now.len() >= kept, "seed {seed}: finished games are gone");
                for (name, text) in &now {
                    assert_eq!(expected.get(name), Some(text), "seed {seed}, {name}");
                }
                with_games += u32::from(now.len() > kept);
                kept = now.len();
            }
        }
        home.run_with(&arguments(&folder), "").expect_code(0);
        assert_eq!(games(&path), expected, "seed {seed}");
        for folder in [path.join("games"), path.clone()] {
            let names = fs::read_dir(folder).expect("a folder").map(|it| it.unwrap().file_name());
            let left: Vec<_> =
                names.filter(|name| name.to_string_lossy().ends_with(".part")).collect();
            assert!(left.is_empty(), "seed {seed}: {left:?}");
        }
        for name in TOLD {
            let read = |folder: &str| fs::read_to_string(home.file(folder).join(name)).unwrap();
            assert_eq!(read(&folder), read("whole"), "seed {seed}, {name}");
        }
    }
    assert!(with_games >= kills / 5, "only {with_games} of {kills} kills came after a game");
}
