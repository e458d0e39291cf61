//! What is agreed on at home, and where else to go from there: the duel of the day and puzzles.

mod harness;

use crossterm::event::KeyCode;
use duel_core::{HouseRule, Move};
use duel_numbers::Budget;
use duel_play::{Date, Level, daily::daily};
use duel_solver::{Limits, Solver, Value};
use duel_tui::{Choice, Look, choice::DEALT};
use harness::Sitting;

fn sitting(choice: Choice) -> Sitting {
    Sitting::new(choice, Look::default(), (80, 24))
}

#[track_caller]
fn expect(sitting: &Sitting, part: &str) {
    let screen = sitting.screen();
    let flat = screen.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains(part), "no {part:?} in\n{screen}");
}

/// Plays a move of the person in the duel of the day that wins, so that the game goes on.
fn play_well(sitting: &mut Sitting) {
    let position = sitting.app.record().expect("a game").game.position().clone();
    let mut solver = Solver::default();
    let wins = |made: &Move| {
        let after = position.after(made).expect("a legal move");
        solver.solve_fully(&after, Limits::NONE).value == Some(Value::Loss)
    };
    let made = position.moves(Budget::PROMPT).iter().find(wins).expect("a winning move");
    sitting.keys(&format!("{}\n", position.write_move(&made)));
}

fn two_people() -> [String; 2] {
    ["Ann".to_owned(), "Ben".to_owned()]
}

#[test]
fn a_newcomer_meets_an_opponent_that_can_be_beaten_and_hears_of_the_lessons() {
    let mut sitting = sitting(Choice::of_newcomer());
    expect(&sitting, "▸ 3 ● Subtract");
    expect(&sitting, "player 2 ‹ bot:easy ›");
    expect(&sitting, "New here? t teaches the chosen game in short steps");
    sitting.keep("20260101-120000000-aaa", ["Ann", "Ben"], "divide:60", "6 2");
    sitting.keys("gq");
    expect(&sitting, "kept games ‹ 1 ›");
    assert!(!sitting.screen().contains("New here?"), "{}", sitting.screen());
}

#[test]
fn house_rules_are_ticked_and_played() {
    let mut sitting = sitting(Choice { fair: false, players: two_people(), ..Choice::default() });
    sitting.keys("1");
    sitting.keys("jjjjjj\n");
    expect(&sitting, "House rules of Divide");
    expect(&sitting, "▸ [ ] misere");
    sitting.keys(" ");
    expect(&sitting, "▸ [x] misere");
    sitting.keys("\n");
    expect(&sitting, "house rules ‹ misere ›");
    sitting.keys("p");
    expect(&sitting, "Divisor Duel: Division (misere)");
    let rules: Vec<HouseRule> =
        sitting.app.record().unwrap().game.start().rules().house().collect();
    assert_eq!(rules, [HouseRule::Misere]);
    // A book that the rule does not fit goes without it.
    sitting.keys("q5jj");
    expect(&sitting, "house rules ‹ misere ›");
    sitting.keys("\nc\n");
    expect(&sitting, "house rules ‹ none ›");
}

#[test]
fn the_card_of_the_chosen_game_says_the_goal_that_would_be_played() {
    let book = Choice { fair: false, ..Choice::default() };
    let house = vec![HouseRule::Misere];
    let start = |start: &str| start.to_owned();
    for (choice, card) in [
        (book.clone(), "● Divide Leave your opponent a prime"),
        (
            Choice { house: house.clone(), ..book.clone() },
            "● Divide Do not be the one who moves last",
        ),
        (
            Choice { start: start("60"), ..Choice::default() },
            "● Divide Leave your opponent a prime",
        ),
        (
            Choice { start: start("60,84"), ..book.clone() },
            "● Divide Leave your opponent two primes",
        ),
        (
            Choice { book: 3, start: start("7"), ..book.clone() },
            "● Digits Make the number divisible by 7",
        ),
        (
            Choice { start: DEALT.to_owned(), ..book.clone() },
            "● Divide Leave your opponent three primes",
        ),
        (
            Choice { start: start("dilemma+prime-steps:60"), ..book },
            "● Primes and -1 Be the one who reaches 1",
        ),
    ] {
        expect(&sitting(choice), card);
    }
}

#[test]
fn house_rules_that_do_not_go_together_are_explained_and_not_played() {
    let mut sitting = sitting(Choice { fair: false, players: two_people(), ..Choice::default() });
    sitting.keys("1jjjjjj\n");
    let rules: Vec<HouseRule> = duel_books::house::fitting(duel_books::BOOKS[0]).collect();
    for rule in [HouseRule::One, HouseRule::PrimeSteps] {
        sitting.press(KeyCode::Home);
        let place = rules.iter().position(|other| *other == rule).unwrap();
        sitting.keys(&"j".repeat(place));
        sitting.keys(" ");
    }
    expect(&sitting, "`one` and `prime-steps` exclude each other");
    sitting.keys("\np");
    expect(&sitting, "exclude each other");
    assert!(sitting.app.record().is_none());
    // Nothing is lost: without one of them it is played.
    sitting.press(KeyCode::Enter);
    sitting.press(KeyCode::Home);
    let place = rules.iter().position(|other| *other == HouseRule::One).unwrap();
    sitting.keys(&"j".repeat(place));
    sitting.keys(" \np");
    expect(&sitting, "(prime-steps)");
}

#[test]
fn what_the_prompt_alone_can_agree_on_is_said() {
    let mut sitting = sitting(Choice { fair: false, ..Choice::default() });
    sitting.keys("1jjjjjj\nj ");
    expect(&sitting, "`duel play divide --house swap`");
    expect(&sitting, "▸ [ ] swap");
}

#[test]
fn a_rule_of_the_fair_variant_is_not_ticked_twice() {
    let mut sitting = sitting(Choice::default());
    sitting.keys("5jj\n");
    expect(&sitting, "[f] no-whole");
    let rules: Vec<HouseRule> = duel_books::house::fitting(duel_books::BOOKS[4]).collect();
    let place = rules.iter().position(|other| *other == HouseRule::NoWhole).unwrap();
    sitting.keys(&"j".repeat(place));
    sitting.keys(" ");
    expect(&sitting, "no-whole belongs to the fair rules.");
}

#[test]
fn a_cap_wants_a_length() {
    let mut sitting = sitting(Choice { fair: false, players: two_people(), ..Choice::default() });
    sitting.keys("4jjj\n");
    let rules: Vec<HouseRule> = duel_books::house::fitting(duel_books::BOOKS[3]).collect();
    let place = rules.iter().position(|other| *other == HouseRule::CapDraw).unwrap();
    sitting.keys(&"j".repeat(place));
    sitting.keys(" ");
    expect(&sitting, "needs a maximum length");
    sitting.press(KeyCode::End);
    sitting.keys("12");
    expect(&sitting, "maximum length ‹ 12 ›");
    sitting.keys("\np");
    let rules = *sitting.app.record().expect("a game").game.start().rules();
    assert_eq!(rules.cap_length(), Some(12));
}

#[test]
fn the_start_is_typed_or_drawn_by_lot() {
    let mut sitting = sitting(Choice { fair: false, players: two_people(), ..Choice::default() });
    sitting.keys("3jjjjj");
    expect(&sitting, "start ‹ 12 ›");
    sitting.press(KeyCode::Right);
    expect(&sitting, "start ‹ drawn by lot ›");
    sitting.keys("p");
    expect(&sitting, "Ann to move");
    let start = sitting.app.record().unwrap().game.start().clone();
    assert_ne!(start.to_string(), "subtract:12");
    assert_eq!(start.rules().house().count(), 0, "{start}");
    sitting.keys("q84\np");
    expect(&sitting, "Ann to move");
    assert_eq!(sitting.app.record().unwrap().game.start().to_string(), "subtract:84");
}

#[test]
fn a_start_with_rules_of_its_own_excludes_ticks() {
    let (start, house) = ("divide+misere:60".to_owned(), vec![HouseRule::One]);
    let why = Choice { start, house, ..Choice::default() }.game().unwrap_err();
    assert!(why.contains("names its own rules"), "{why}");
    let dealt = Choice { start: DEALT.to_owned(), fair: false, ..Choice::default() };
    assert!(dealt.game().is_ok());
}

#[test]
fn every_opponent_is_explained_where_it_is_chosen() {
    let mut sitting = sitting(Choice::default());
    sitting.keys("1");
    sitting.keys("jjjjjjjjj");
    let mut told = Vec::new();
    for _ in Level::ALL {
        sitting.press(KeyCode::Right);
        let screen = sitting.screen();
        let line = screen.lines().find(|line| line.contains("player 2")).unwrap().to_owned();
        let about = line.split('›').nth(1).unwrap().trim().to_owned();
        assert!(!about.is_empty() || line.contains("a person"), "{line}");
        told.push(about);
    }
    told.sort();
    told.dedup();
    assert_eq!(told.len(), Level::ALL.len(), "{told:?}");
}

#[test]
fn the_duel_of_the_day_is_played_and_told() {
    let (before, mut sitting) = (Date::today(), sitting(Choice::default()));
    sitting.keys("d");
    let record = sitting.app.record().expect("a game").clone();
    let days = [before, Date::today()].map(|date| daily(date).unwrap().start.to_string());
    assert!(days.contains(&record.game.start().to_string()), "{days:?}");
    assert_eq!(record.kinds.second.as_deref(), Some("bot:perfect"));
    expect(&sitting, "to move, against");
    sitting.keys("Ry");
    expect(&sitting, "To share: Divisor Duel daily");
    // Once more from the same start, with the same player beginning, for practice.
    sitting.keys("r");
    let again = sitting.app.record().expect("a game");
    assert!(days.contains(&again.game.start().to_string()) && again.game.played().is_empty());
    assert_eq!(again.kinds.second.as_deref(), Some("bot:perfect"));
    expect(&sitting, "· practice");
    let file = sitting.folder.path().join("daily.json");
    let kept = std::fs::read_to_string(&file).expect("a file");
    play_well(&mut sitting);
    sitting.keys("Ry");
    expect(&sitting, "To share: Divisor Duel daily");
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), kept);
}

#[test]
fn the_duel_of_the_day_goes_on_and_is_played_once() {
    let players = ["Zoe".to_owned(), "bot:easy".to_owned()];
    let mut sitting = sitting(Choice { players, ..Choice::default() });
    expect(&sitting, "daily duel ‹ today's ›");
    sitting.keys("dq");
    expect(&sitting, "daily duel ‹ today's ›");
    sitting.keys("d");
    expect(&sitting, "duel of the day");
    play_well(&mut sitting);
    let left = sitting.app.record().expect("a game").clone();
    assert_eq!(left.names.first, "Zoe");
    let moves = left.game.played().len();
    assert!(moves >= 1);
    sitting.keys("q");
    expect(&sitting, "daily duel ‹ begun ›");
    sitting.keys("d");
    let on = sitting.app.record().expect("a game").clone();
    assert_eq!(on.game.played().len(), moves);
    assert_eq!(sitting.store().games().expect("a folder").len(), 1);
    sitting.keys("Ryq");
    expect(&sitting, "daily duel ‹ lost ›");
    // The moves of both parts count, and the day is not opened again.
    let file = sitting.folder.path().join("daily.json");
    let kept = std::fs::read_to_string(&file).expect("a file");
    assert!(kept.contains(r#""won":false"#), "{kept}");
    sitting.keys("d");
    assert!(sitting.app.record().is_none(), "{}", sitting.screen());
    expect(&sitting, "You have played today's duel.");
    expect(&sitting, "lost after ");
    sitting.keys("D");
    expect(&sitting, "· practice");
    sitting.keys("q");
    expect(&sitting, "That was practice; nothing of it is kept.");
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), kept);
    assert_eq!(sitting.store().games().expect("a folder").len(), 1);
}

#[test]
fn a_day_begun_at_the_first_screen_is_resumed_among_the_kept_games_too() {
    let mut sitting = sitting(Choice::default());
    sitting.keys("d");
    play_well(&mut sitting);
    sitting.keys("qr");
    expect(&sitting, "The game goes on after");
    sitting.keys("Ry");
    expect(&sitting, "To share: Divisor Duel daily");
    sitting.keys("q");
    expect(&sitting, "daily duel ‹ lost ›");
}

#[test]
fn a_puzzle_is_solved_and_rated() {
    let mut sitting = sitting(Choice::default());
    sitting.resize(100, 40);
    sitting.keys("3");
    expect(&sitting, "puzzles ‹ new ›");
    sitting.keys("z");
    expect(&sitting, "Puzzle: Subtract, ");
    sitting.press(KeyCode::Tab);
    expect(&sitting, "A hint counts as not solved");
    sitting.press(KeyCode::Right);
    expect(&sitting, "Not solved. Your rating: ");
    expect(&sitting, "Press Enter to go on.");
    let file = sitting.folder.path().join("puzzles.json");
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(kept.contains("\"rated\":1"), "{kept}");
    sitting.keys("\n");
    expect(&sitting, "Puzzle: Subtract, ");
    sitting.press(KeyCode::F(1));
    expect(&sitting, "The same puzzles as `duel puzzle`");
    sitting.press(KeyCode::F(1));
    sitting.press(KeyCode::Esc);
    expect(&sitting, "puzzles ‹ rating ");
}

#[test]
fn wins_that_were_thrown_away_come_back() {
    let mut sitting = sitting(Choice::default());
    expect(&sitting, "training ‹ none yet ›");
    sitting.keys("m");
    expect(&sitting, "There is nothing to train");
    // 60 / 12 = 5 would have won.
    sitting.keep("20260101-120000000-aaa", ["Ann", "Ben"], "divide:60", "6 2");
    sitting.keys("t");
    sitting.press(KeyCode::Esc);
    expect(&sitting, "training ‹ 1 position is due ›");
    sitting.keys("m");
    expect(&sitting, "Training: Divide, position 1 of 1");
    expect(&sitting, "Number: 60 Here you threw a win away.");
    sitting.press(KeyCode::F(1));
    expect(&sitting, "The same positions as `duel train`");
    sitting.press(KeyCode::F(1));
    sitting.press(KeyCode::Tab);
    expect(&sitting, "A hint starts this position over");
    sitting.keys("7\n");
    expect(&sitting, "7 does not divide 60.");
    sitting.keys("6\n");
    expect(&sitting, "Wrong. ");
    expect(&sitting, "It comes back on ");
    sitting.keys("12\n");
    expect(&sitting, "Right. ");
    sitting.keys("\n");
    expect(&sitting, "Training: done for today");
    expect(&sitting, "Nothing is due today. 1 in training, the next on ");
    sitting.keys("\n");
    expect(&sitting, "training ‹ none due today ›");
    let kept = std::fs::read_to_string(sitting.folder.path().join("training.json")).unwrap();
    assert!(kept.contains("\"found\":0"), "{kept}");
}

#[test]
fn puzzles_of_every_book_can_be_answered() {
    for book in ["1", "2", "3", "4", "5"] {
        let mut sitting = sitting(Choice::default());
        sitting.resize(120, 50);
        sitting.keys(book);
        sitting.keys("z");
        for _ in 0..4 {
            expect(&sitting, "Puzzle: ");
            sitting.keys("nonsense\n");
            sitting.press(KeyCode::Down);
            sitting.press(KeyCode::Enter);
            for size in [(1, 1), (20, 5), (40, 12), (80, 24)] {
                sitting.resize(size.0, size.1);
                sitting.screen();
            }
            sitting.resize(120, 50);
            sitting.press(KeyCode::Right);
            sitting.press(KeyCode::Right);
        }
    }
}

#[test]
fn words_are_not_cut_beside_a_clock_or_many_house_rules() {
    let house = vec![HouseRule::Misere, HouseRule::NoEcho, HouseRule::Once, HouseRule::Root];
    let ticked = Choice { fair: false, house, ..Choice::default() };
    let mut sitting = sitting(ticked);
    for width in 44..100 {
        sitting.resize(width, 24);
        let screen = sitting.screen();
        let line = screen.lines().find(|line| line.contains("house rules")).unwrap().trim_end();
        let is_whole =
            ["›", "Enter…", "to…", "tick…", "them"].iter().any(|end| line.ends_with(end));
        assert!(is_whole, "{line}");
    }
    let players = ["Player 1", "Player 2"].map(str::to_owned);
    let clock = "1m".to_owned();
    let mut sitting =
        self::sitting(Choice { fair: false, clock, rounds: 3, players, ..Choice::default() });
    sitting.keys("3p");
    for width in [40, 60, 80] {
        sitting.resize(width, 12);
        let screen = sitting.screen();
        let title = screen.lines().next().unwrap();
        assert!(title.contains(" Player 1 0:59 · Player 2 1:00"), "{title}");
        assert!(!title.contains("SubtracP"), "{title}");
    }
}
