//! `duel stats`: what the kept games say about a player.

use serde_json::Value;

use crate::sitting::Home;

fn stats(home: &Home, options: &str) -> Value {
    let run = home.run(&format!("stats --json {options}"), "").expect_code(0);
    serde_json::from_str(&run.out).unwrap()
}

/// Ann wins twice against the computer, loses once, and plays Ben.
fn several() -> Home {
    let home = Home::new();
    let won = "play divide --p1 Ann --p2 bot:random";
    home.run(won, "30\n").expect_code(0);
    home.run("play subtract --p1 bot:perfect --p2 Ann", "resign\n").expect_code(0);
    home.run(won, "30\n").expect_code(0);
    home.run("play divide --p1 Ann --p2 Ben", "6\n2\n").expect_code(0);
    home
}

#[test]
fn wins_are_counted_by_book_and_opponent() {
    let home = several();
    let stats = stats(&home, "");
    assert_eq!((&stats["games"], &stats["not_counted"]), (&3.into(), &1.into()));
    assert_eq!((&stats["total"]["won"], &stats["total"]["lost"]), (&2.into(), &1.into()));
    assert_eq!(stats["recent"], "WLW");
    assert_eq!(stats["streaks"], serde_json::json!({"current": 1, "longest": 1}));
    assert_eq!(stats["books"][0]["name"], "divide");
    assert_eq!(stats["books"][0]["won"], 2);
    assert_eq!(stats["opponents"][0]["name"], "bot:random");
    // 60 / 30 leaves a prime, which wins; both moves were good.
    let moves = serde_json::json!({"kept": 2, "judged": 2, "unjudged": 0});
    assert_eq!(stats["total"]["moves"], moves);
    let run = home.run("stats", "").expect_code(0);
    run.expect_out("3 games: 2 won, 1 lost, 0 without a winner, 0 unfinished");
    run.expect_out("Good moves: 2 of 2 (100 %)");
    run.expect_out("The last games: WLW");
    run.expect_out("####");
    assert!(run.out.lines().all(|line| line.len() <= 80), "{}", run.out);
}

#[test]
fn a_player_may_be_named() {
    let home = several();
    let ben = stats(&home, "--player Ben");
    assert_eq!((&ben["games"], &ben["total"]["won"]), (&1.into(), &1.into()));
    let ann = stats(&home, "--player Ann");
    assert_eq!((&ann["games"], &ann["total"]["lost"]), (&4.into(), &2.into()));
    // Ann threw a win away, against Ben.
    assert_eq!(ann["total"]["moves"], serde_json::json!({"kept": 2, "judged": 3, "unjudged": 0}));
    assert_eq!(stats(&home, "--player Ann --opponent ben")["games"], 1);
    assert_eq!(stats(&home, "--player Ann --result won")["games"], 2);
    home.run("stats --player Zoe", "").expect_code(0).expect_err("--player NAME");
}

#[test]
fn without_games_there_is_nothing_to_count() {
    let home = Home::new();
    home.run("stats", "").expect_code(0).expect_err("No such games");
    assert_eq!(stats(&home, "")["games"], 0);
    home.run("stats --budget soon", "").expect_code(2).expect_err("--budget: a time such as");
}
