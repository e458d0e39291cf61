//! The duel of the day at the prompt.

mod sitting;

use sitting::{Home, finish};

#[test]
fn the_day_is_shown_without_being_played() {
    let run = Home::new().run("daily 2026-01-01 --show", "").expect_code(0);
    assert_eq!(run.out, "divide:40,105,588\n");
    let today = Home::new().run("daily --show", "").expect_code(0);
    assert!(duel_books::position(today.out.trim()).is_ok(), "{today:?}");
}

#[test]
fn a_day_that_is_none_is_refused_with_what_would_be_right() {
    let run = Home::new().run("daily 2026-02-30", "").expect_code(2);
    run.expect_err("there is no such day in the calendar");
    for day in ["yesterday", "2026-1-1"] {
        let run = Home::new().run(&format!("daily {day}"), "").expect_code(2);
        run.expect_err("YYYY-MM-DD");
    }
    let run = Home::new().run("daily 2025-12-31", "").expect_code(2);
    run.expect_err("from 2026-01-01 to 2100-12-31");
}

#[test]
fn a_win_ends_with_a_line_to_share_and_the_game_is_kept() {
    let home = Home::new();
    let run = home.run("daily 2026-01-01", "3:12\n3:7\n1:2\n1:2\n").expect_code(0);
    let last = run.out.lines().last();
    assert_eq!(
        last,
        Some(
            "Divisor Duel daily 2026-01-01 · divide · won in 4 moves · 🟩🟩🟩🟩 · duel daily 2026-01-01"
        ),
        "{run:?}"
    );
    run.expect_err("You begin, and you can win.");
    assert_eq!(home.kept().len(), 1);
}

#[test]
fn a_mistake_that_was_taken_back_is_told() {
    let home = Home::new();
    // Whatever the computer replies to the first move is taken back with it.
    let typed = "3:2\nundo\n3:12\n3:7\n1:2\n1:2\n";
    let run = home.run("daily 2026-01-01 --no-save", typed).expect_code(0);
    let last = run.out.lines().last();
    assert_eq!(
        last,
        Some(
            "Divisor Duel daily 2026-01-01 · divide · won in 4 moves, 1 taken back · ❌🟩🟩🟩🟩 · duel daily 2026-01-01"
        ),
        "{run:?}"
    );
    assert!(home.kept().is_empty());
}

#[test]
fn giving_up_is_told_too() {
    let run = Home::new().run("daily 2026-01-01 --no-save", "3:2\nresign\nyes\n").expect_code(0);
    let last = run.out.lines().last();
    assert_eq!(
        last,
        Some(
            "Divisor Duel daily 2026-01-01 · divide · lost after 1 move · ❌ · duel daily 2026-01-01"
        ),
        "{run:?}"
    );
}

#[test]
fn a_day_that_was_left_goes_on_and_its_tries_are_kept() {
    let line = "Divisor Duel daily 2026-01-01 · divide · won in 4 moves, 1 taken back · ❌🟩🟩🟩🟩 · \
                duel daily 2026-01-01";
    for resumed in ["daily 2026-01-01", "resume"] {
        let home = Home::new();
        home.run("daily 2026-01-01", "3:2\nundo\n3:12\nquit\n");
        let run = home.run(resumed, "3:7\n1:2\n1:2\n").expect_code(0);
        assert_eq!(run.out.lines().last(), Some(line), "{run:?}");
        run.expect_err("Won 1 of 1 day.");
        assert_eq!(home.kept().len(), 1);
        // The day is over: it says how it went, and is played again only for practice.
        let run = home.run("daily 2026-01-01", "").expect_code(0);
        assert_eq!(run.out.lines().last(), Some(line), "{run:?}");
        run.expect_err("`duel daily 2026-01-01 --again` plays it once more, for practice.");
        let run = home.run("daily 2026-01-01 --again", "3:2\nresign\nyes\n").expect_code(0);
        run.expect_out("lost after 1 move");
        let run = home.run("daily 2026-01-01", "").expect_code(0);
        assert_eq!(run.out.lines().last(), Some(line), "{run:?}");
    }
}

/// The record of a day was damaged on the disk: it stays as it is, beside the new one.
#[test]
fn a_day_whose_game_cannot_be_read_says_that_it_begins_anew() {
    let home = Home::new();
    home.run("daily 2026-01-01", "3:2\nquit\n");
    std::fs::write(&home.kept()[0], "damaged").expect("a file");
    let run = home.run("daily 2026-01-01", "3:12\nquit\n");
    run.expect_err("that game cannot be read any more: it begins anew.");
    let kept: Vec<String> =
        home.kept().iter().map(|file| std::fs::read_to_string(file).expect("a record")).collect();
    assert_eq!(kept.len(), 2);
    assert!(kept.contains(&"damaged".to_owned()), "{kept:?}");
}

#[test]
fn days_in_a_row_are_counted_and_a_damaged_file_is_set_aside() {
    let home = Home::new();
    let file = home.path().join("data/divisor-duel/daily.json");
    home.run("daily", "resign\nyes\n")
        .expect_code(0)
        .expect_err("Won 0 of 1 day. In a row: 0 days");
    std::fs::write(&file, "[]").expect("a file");
    let run = home.run("daily 2026-01-01", "3:12\n3:7\n1:2\n1:2\n").expect_code(0);
    run.expect_err("daily.damaged-1.json");
    // A day that is won later does not count for a row.
    run.expect_err("Won 1 of 1 day. In a row: 0 days (best 0).");
}

#[test]
fn the_line_to_share_links_to_the_server_of_the_settings() {
    let home = Home::new();
    let mut command = home.duel(["daily", "2026-01-01"]);
    let run = finish(command.env("DUEL_PUBLIC", "https://duel.example/"), "3:2\nresign\nyes\n");
    run.expect_out("lost after 1 move · ❌ · https://duel.example/daily/2026-01-01\n");
}
