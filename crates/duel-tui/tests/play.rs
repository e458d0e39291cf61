//! Games on the screen, key by key, and what is kept of them.

mod harness;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use duel_core::Record;
use duel_tui::{Choice, ExitReason, Look, Msg, choice::Insight};
use harness::Sitting;
use proptest::prelude::*;

const SIZE: (u16, u16) = (80, 24);

fn sitting(position: &str) -> Sitting {
    Sitting::at(position, Look::default(), SIZE)
}

fn moves(record: &str) -> Vec<&str> {
    let body = record.split("\n\n").nth(1).unwrap_or_default();
    body.lines().map(|line| line.split(" {").next().unwrap_or(line)).collect()
}

#[test]
fn every_book_can_be_played_and_is_kept() {
    for (position, keys, result) in [
        ("divide:60", "6\n2\n", "result 0-1 played"),
        ("dilemma:60", "6\n:divide by 2\n", "result 0-1 played"),
        ("subtract:12", "3\n3\n3\n", "result 1-0 played"),
        ("digits:7:", "4\n9\n", "result 0-1 played"),
        ("factor:6", "3\n1\n2\n", "result 1-0 played"),
    ] {
        let mut sitting = sitting(position);
        sitting.keys(keys);
        let kept = sitting.kept();
        assert!(kept.ends_with(&format!("{result}\n")), "{kept}");
        assert_eq!(sitting.app.record().unwrap().to_text(), kept);
        assert!(sitting.screen().contains("wins!"), "{}", sitting.screen());
    }
}

#[test]
fn three_keys_are_enough() {
    let choice = Choice { start: "60".to_owned(), ..Choice::default() };
    let mut sitting = Sitting::new(choice, Look::default(), SIZE);
    sitting.keys("\n");
    assert!(sitting.screen().contains("to move, against Bot (medium)"), "{}", sitting.screen());
    sitting.keys("30\n");
    assert!(sitting.screen().contains("Player 1 wins!"), "{}", sitting.screen());
    sitting.keys("r");
    assert!(sitting.screen().contains("Bot (medium) wins!"), "it begins and sees the win");
}

#[test]
fn pressing_enter_too_often_does_not_leave_the_end() {
    let players = [String::new(), "bot:easy".to_owned()];
    // Both moves from 10 win at once, so that the computer wins the rematch, whatever it plays.
    let choice = Choice { start: "10".to_owned(), players, ..Choice::default() };
    let mut sitting = Sitting::new(choice, Look::default(), SIZE);
    sitting.keys("\n5\n");
    let end = sitting.screen();
    assert!(end.contains("Player 1 wins!") && end.contains("r rematch"), "{end}");
    sitting.keys("\n\n  \n2\n");
    sitting.press(KeyCode::Down);
    sitting.hear(Msg::Paste("5".to_owned()));
    sitting.keys("\n");
    assert_eq!(sitting.screen(), end);
    assert_eq!(sitting.store().games().unwrap().len(), 1);
    // From a position that is looked back at, Enter leads to the end, and no farther.
    sitting.keys("[\n\n");
    assert_eq!(sitting.screen(), end);
    sitting.keys("v");
    assert!(sitting.screen().contains("Review"), "{}", sitting.screen());
    sitting.keys("q");
    assert_eq!(sitting.screen(), end);
    sitting.keys("r");
    assert!(sitting.screen().contains("Bot (easy) wins!"), "{}", sitting.screen());
    sitting.press(KeyCode::Esc);
    assert!(sitting.screen().contains("number games for two"), "{}", sitting.screen());
}

/// 4 leaves the computer a single move.
fn answered(look: Look) -> Sitting {
    let players = [String::new(), "bot:easy".to_owned()];
    let choice = Choice { start: "divide:60".to_owned(), players, ..Choice::default() };
    let mut sitting = Sitting::new(choice, look, SIZE);
    sitting.keys("\n15\n");
    sitting
}

fn has_reply(sitting: &Sitting) -> bool {
    sitting.screen().contains("▸ Bot (easy): 4 / 2 = 2")
}

#[test]
fn the_move_of_the_computer_is_said_for_a_while_or_until_a_key() {
    let mut sitting = answered(Look::default());
    assert!(has_reply(&sitting), "{}", sitting.screen());
    assert!(sitting.app.is_ticking());
    sitting.hear(Msg::Tick);
    assert!(has_reply(&sitting), "it is not over yet");
    sitting.now += std::time::Duration::from_millis(500);
    sitting.hear(Msg::Tick);
    assert!(!has_reply(&sitting), "{}", sitting.screen());
    assert!(!sitting.app.is_ticking());
    let mut sitting = answered(Look::default());
    sitting.press(KeyCode::Down);
    assert!(!has_reply(&sitting), "{}", sitting.screen());
}

#[test]
fn where_nothing_moves_by_itself_the_move_of_the_computer_stays_until_a_key() {
    let mut sitting = answered(Look { still: true, ..Look::default() });
    sitting.now += std::time::Duration::from_mins(1);
    sitting.hear(Msg::Tick);
    assert!(has_reply(&sitting) && !sitting.app.is_ticking(), "{}", sitting.screen());
    sitting.press(KeyCode::Down);
    assert!(!has_reply(&sitting), "{}", sitting.screen());
}

#[test]
fn what_the_computer_changed_is_highlighted_without_colours_too() {
    use ratatui_core::style::Modifier;
    for theme in duel_tui::Theme::ALL {
        let mut sitting = answered(Look { theme, ..Look::default() });
        let reversed = |sitting: &Sitting| {
            let buffer = sitting.buffer();
            // The rows of the number; the entry line and the list are elsewhere.
            let board = buffer.content.chunks(80).skip(3).take(3).flat_map(|row| &row[1..40]);
            board.filter(|cell| cell.modifier.contains(Modifier::REVERSED)).count()
        };
        assert_eq!(reversed(&sitting), 9, "{theme:?}");
        sitting.press(KeyCode::Down);
        assert_eq!(reversed(&sitting), 0, "{theme:?}");
    }
}

#[test]
fn the_log_has_one_line_a_move_or_the_words_of_the_book() {
    let mut sitting = sitting("divide+misere:60");
    let goal = "Do not be the one who moves last: whoever gets a prime wins.";
    assert!(sitting.screen().contains(goal), "{}", sitting.screen());
    sitting.keys("6\n");
    assert!(sitting.screen().contains("Ann: 60 / 6 = 10"), "{}", sitting.screen());
    assert!(!sitting.screen().contains("divided 60"), "{}", sitting.screen());
    sitting.keys("b");
    assert!(sitting.screen().contains("Ann divided 60 by 6."), "{}", sitting.screen());
    // It is remembered for the next game.
    sitting.keys("q1\n6\n");
    assert!(sitting.screen().contains("Ann divided 60 by 6."), "{}", sitting.screen());
    sitting.keys("b2\n");
    assert!(sitting.screen().contains("a prime: Ann wins."), "{}", sitting.screen());
    assert!(!sitting.screen().contains("divided"), "{}", sitting.screen());
}

#[test]
fn moves_can_be_taken_back_and_done_again() {
    let mut sitting = sitting("divide:360");
    sitting.keys("2\n3\nuy");
    assert_eq!(moves(&sitting.kept()), ["1. 2"]);
    sitting.keys("r");
    assert_eq!(moves(&sitting.kept()), ["1. 2", "2. 3"]);
    sitting.keys("un5\n");
    assert_eq!(moves(&sitting.kept()), ["1. 2", "2. 3", "3. 5"]);
}

#[test]
fn against_a_bot_its_reply_is_taken_back_too() {
    let players = [String::new(), "bot:easy".to_owned()];
    let choice = Choice { start: "subtract:60".to_owned(), players, ..Choice::default() };
    let mut sitting = Sitting::new(choice, Look::default(), SIZE);
    sitting.keys("\n6\n");
    let before = sitting.kept();
    assert_eq!(moves(&before).len(), 2);
    sitting.keys("u");
    assert!(sitting.app.record().unwrap().game.played().is_empty());
    sitting.keys("r");
    assert_eq!(moves(&sitting.kept()), moves(&before));
}

#[test]
fn looking_back_changes_nothing_and_play_can_go_on_from_there() {
    let mut sitting = sitting("divide:360");
    sitting.keys("2\n3\n");
    let before = sitting.kept();
    sitting.keys("[[");
    assert!(sitting.screen().contains("Before move 1 of 2"), "{}", sitting.screen());
    sitting.keys("5\n");
    assert_eq!(sitting.kept(), before);
    sitting.keys("[p6\n");
    let games = sitting.store().games().unwrap();
    let texts: Vec<String> =
        games.iter().map(|game| game.record.as_ref().unwrap().0.to_text()).collect();
    assert_eq!(texts[1], before);
    assert!(texts[0].contains("[Start \"divide:180/2\"]"), "{}", texts[0]);
    assert_eq!(moves(&texts[0]), ["1. 6"]);
}

#[test]
fn a_game_that_was_left_is_taken_up_again() {
    let mut sitting = sitting("divide:360");
    sitting.keys("2\nq");
    assert!(sitting.screen().contains("The game is saved"), "{}", sitting.screen());
    assert!(
        sitting.screen().contains("unfinished    ‹ divide: Ann - Ben, 1 move ›"),
        "{}",
        sitting.screen()
    );
    sitting.keys("r3\n");
    assert_eq!(moves(&sitting.kept()), ["1. 2", "2. 3"]);
}

#[test]
fn a_game_without_a_move_is_not_kept() {
    let mut sitting = sitting("divide:360");
    let kept = |sitting: &Sitting| sitting.store().ids().unwrap().len();
    assert!(!sitting.screen().contains("not being saved"), "{}", sitting.screen());
    assert_eq!((kept(&sitting), sitting.app.farewell()), (0, None));
    sitting.keys("2\n");
    assert_eq!(kept(&sitting), 1);
    // Ben agrees to taking it back.
    sitting.keys("uy");
    assert_eq!((kept(&sitting), sitting.app.farewell()), (0, None));
    sitting.keys("3\n");
    assert_eq!(moves(&sitting.kept()), ["1. 3"]);
    let files = std::fs::read_dir(sitting.store().folder()).unwrap();
    let files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    let text = std::fs::read_to_string(&files[0]).unwrap();
    assert!(text.contains("\n1. 2 {") && text.contains("\nundo 1\n1. 3 {"), "{text}");
    sitting.keys("uyq");
    let screen = sitting.screen();
    assert!(screen.contains("No move was made, so nothing is kept."), "{screen}");
    assert!(!screen.contains("unfinished"), "{screen}");
    assert_eq!(kept(&sitting), 0);
}

#[test]
fn a_game_in_use_elsewhere_is_refused() {
    let mut sitting = sitting("divide:360");
    sitting.keys("2\nq");
    let path = sitting.store().latest_unfinished().unwrap();
    let held = duel_play::Journal::open(&path).unwrap();
    sitting.keys("r");
    assert!(sitting.screen().contains("is in use"), "{}", sitting.screen());
    drop(held);
    sitting.keys("r");
    assert!(sitting.screen().contains("to move"), "{}", sitting.screen());
}

#[test]
fn a_game_of_a_program_is_not_said_to_be_resumable() {
    let mut sitting = sitting("divide:360");
    sitting.keys("2\n");
    let players = ["Ann".to_owned(), "Robot=cmd:anything".to_owned()];
    let choice = Choice { start: "divide:360".to_owned(), players, ..Choice::default() };
    let (of, _) = choice.game().unwrap();
    let record = of.record(duel_books::position("divide:360").unwrap());
    let (id, journal) = sitting.store().create(&record).unwrap();
    let farewell = duel_play::store::farewell(Some(&sitting.store()), journal.path(), &record);
    assert!(farewell.ends_with(&format!("duel replay {id}")), "{farewell}");
    sitting.keys("q");
    let screen = sitting.screen();
    assert!(screen.contains("Ann - Ben") && !screen.contains("Robot"), "{screen}");
}

#[test]
fn the_log_names_no_option_of_the_command_line() {
    let mut sitting = Sitting::new(Choice::default(), Look::default(), SIZE);
    sitting.keys("\n");
    let screen = sitting.screen();
    assert!(screen.contains("Drawn by lot.") && !screen.contains("--"), "{screen}");
}

#[test]
fn a_match_goes_on_and_is_counted() {
    let players = ["Ann".to_owned(), "Ben".to_owned()];
    let choice = Choice { start: "60".to_owned(), players, rounds: 2, ..Choice::default() };
    let mut sitting = Sitting::new(choice, Look::default(), SIZE);
    sitting.keys("\n30\n");
    assert!(sitting.screen().contains("Score: Ann 1, Ben 0"), "{}", sitting.screen());
    sitting.keys("n");
    assert!(sitting.screen().contains("round 2 of 2"), "{}", sitting.screen());
    assert!(sitting.screen().contains("Ben to move"), "{}", sitting.screen());
    sitting.keys("6\n2\n");
    assert!(sitting.screen().contains("Ann is the champion!"), "{}", sitting.screen());
}

#[test]
fn a_clock_runs_out() {
    let clock = "2s".to_owned();
    let names = ["Ben".to_owned(), "Player 1".to_owned()];
    let choice = Choice { start: "60".to_owned(), clock, players: names, ..Choice::default() };
    let mut sitting = Sitting::new(choice, Look::default(), SIZE);
    sitting.keys("\n6\n");
    assert!(sitting.app.is_ticking());
    sitting.now += std::time::Duration::from_secs(1);
    sitting.hear(Msg::Tick);
    assert!(sitting.screen().contains("Player 1 0:00"), "{}", sitting.screen());
    sitting.now += std::time::Duration::from_secs(1);
    sitting.hear(Msg::Tick);
    assert!(sitting.kept().ends_with("result 1-0 time\n"));
}

#[test]
fn insight_waits_where_it_is_not_allowed() {
    for (clock, insight, allowed) in [
        ("", Insight::Unclocked, true),
        ("9m", Insight::Unclocked, false),
        ("9m", Insight::Always, true),
        ("", Insight::Afterwards, false),
    ] {
        let clock = clock.to_owned();
        let choice = Choice { start: "60".to_owned(), clock, insight, ..Choice::default() };
        let mut sitting = Sitting::new(choice, Look::default(), SIZE);
        sitting.keys("\nit");
        let screen = sitting.screen();
        assert_eq!(screen.contains("wins with best play"), allowed, "{screen}");
        assert_eq!(screen.contains("Tip:"), allowed, "{screen}");
    }
}

#[test]
fn a_long_tip_begins_with_its_move_on_every_screen() {
    for size in [(80, 24), (60, 16), (40, 14)] {
        let mut sitting = Sitting::at("subtract+no-echo:78~2", Look::default(), size);
        sitting.keys("ttt");
        let screen = sitting.screen();
        assert!(screen.contains("Take away 13"), "{size:?}\n{screen}");
    }
}

#[test]
fn a_tip_comes_in_three_steps() {
    let mut sitting = sitting("subtract:60");
    sitting.resize(120, 60);
    sitting.keys("t");
    assert!(sitting.screen().contains("Tip: There is a winning move."), "{}", sitting.screen());
    sitting.keys("t");
    assert!(sitting.screen().contains("Tip: 3 of 10 moves win."), "{}", sitting.screen());
    assert!(!sitting.screen().contains("Take away 15"), "{}", sitting.screen());
    sitting.keys("t");
    assert!(sitting.screen().contains("Take away 15"), "{}", sitting.screen());
}

#[test]
fn a_won_game_that_is_resigned_is_not_called_free_of_mistakes() {
    let mut resigned = sitting("subtract:12");
    resigned.keys("Ry");
    for screen in ["the end", "the review"] {
        let shown = resigned.screen();
        assert!(shown.contains("Ann resigned a position that"), "{screen}:\n{shown}");
        assert!(!shown.contains("No mistakes"), "{screen}:\n{shown}");
        resigned.keys("v");
    }
}

#[test]
fn resigning_and_stopping_are_asked_about() {
    let mut resigned = sitting("digits:7:");
    resigned.keys("4\nRn");
    assert!(resigned.app.record().unwrap().game.ending().is_none());
    resigned.keys("Ry");
    assert!(resigned.kept().ends_with("result 1-0 resigned\n"));
    let mut abandoned = sitting("digits:7:");
    abandoned.keys("4\ndy");
    assert!(abandoned.kept().ends_with("result 0-0 abandoned\n"));
    let mut always_won = sitting("divide:60");
    always_won.keys("d");
    assert!(always_won.screen().contains("always has a winner"), "{}", always_won.screen());
}

fn digits_against(second: &str, start: &str) -> Sitting {
    let (start, players) = (start.to_owned(), [String::new(), second.to_owned()]);
    let choice = Choice { start, players, ..Choice::default() };
    let mut sitting = Sitting::new(choice, Look::default(), SIZE);
    sitting.keys("\n");
    sitting
}

#[test]
fn after_an_offer_is_declined_the_game_goes_on() {
    // A person is asked; a program declines by itself, because the game is won.
    for (second, offer) in [("", "dn"), ("bot:easy", "d")] {
        let mut sitting = digits_against(second, "digits:7:");
        sitting.keys(offer);
        assert!(sitting.screen().contains("The game goes on."), "{}", sitting.screen());
        sitting.keys("4\n");
        assert_eq!(moves(&sitting.kept())[0], "1. 4");
    }
}

#[test]
fn a_program_agrees_to_abandon_an_endless_game() {
    let mut sitting = digits_against("bot:easy", "digits+no-leading-zero:1000003:");
    sitting.keys("1\nd");
    assert!(sitting.kept().ends_with("result 0-0 abandoned\n"), "{}", sitting.kept());
}

#[test]
fn an_unfactored_number_is_played_by_typing_a_divisor() {
    let hard = "divide:1000000000000000000000000000156000000000000000000000000005643";
    let mut sitting = sitting(hard);
    sitting.keys("1000000000000000000000000000057\n");
    assert!(sitting.screen().contains("wins!"), "{}", sitting.screen());
}

#[test]
fn a_click_chooses_and_another_plays() {
    let mut sitting = sitting("divide:60");
    let screen = sitting.screen();
    let (row, line) = screen.lines().enumerate().find(|(_, line)| line.contains("15 → 4")).unwrap();
    let column = line.chars().count() - 20;
    let click = || {
        Msg::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: u16::try_from(column).unwrap(),
            row: u16::try_from(row).unwrap(),
            modifiers: KeyModifiers::NONE,
        })
    };
    sitting.hear(click());
    assert!(sitting.screen().contains("▸ 15 → 4"), "{}", sitting.screen());
    sitting.hear(click());
    assert_eq!(moves(&sitting.kept()), ["1. 15"]);
}

#[test]
fn after_a_refusal_typing_begins_anew() {
    let mut sitting = sitting("divide:60");
    sitting.keys("7\n6\n");
    assert_eq!(moves(&sitting.kept()), ["1. 6"]);
}

#[test]
fn leaving_tells_why() {
    let mut quit = Sitting::new(Choice::default(), Look::default(), SIZE);
    quit.keys("q");
    assert_eq!(quit.left, Some(ExitReason::Quit));
    let mut interrupted = sitting("divide:60");
    interrupted.keys("6\n");
    let control = crossterm::event::KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    interrupted.hear(Msg::Key(control));
    assert_eq!(interrupted.left, Some(ExitReason::Interrupted));
    assert!(interrupted.app.farewell().unwrap().contains("duel resume"));
}

#[test]
fn what_comes_from_elsewhere_is_cleaned() {
    let players = ["\u{1b}[31mEve\u{202e}".to_owned(), "bot:random".to_owned()];
    let choice = Choice { start: "60".to_owned(), players, ..Choice::default() };
    let mut sitting = Sitting::new(choice, Look::default(), SIZE);
    sitting.keys("\n");
    sitting.hear(Msg::Paste("\u{1b}]0;x\u{7}6".to_owned()));
    let screen = sitting.screen();
    assert!(screen.chars().all(|c| c == '\n' || duel_core::is_shown(c)), "{screen:?}");
}

fn any_key() -> impl Strategy<Value = KeyCode> {
    let letters: Vec<char> =
        "0123456789/-:?hjklitwurvnpsqRdynegocbf[]{}<> xq\u{eb}".chars().collect();
    prop_oneof![
        6 => prop::sample::select(letters).prop_map(KeyCode::Char),
        4 => Just(KeyCode::Enter),
        1 => prop::sample::select(vec![
            KeyCode::Up, KeyCode::Down, KeyCode::Left, KeyCode::Right, KeyCode::PageUp,
            KeyCode::PageDown, KeyCode::Home, KeyCode::End, KeyCode::Backspace, KeyCode::Esc,
            KeyCode::Tab, KeyCode::BackTab, KeyCode::F(1), KeyCode::F(5), KeyCode::Delete,
        ]),
    ]
}

#[derive(Clone, Debug)]
enum Done {
    Key(KeyCode),
    Resize(u16, u16),
    Click(u16, u16),
    Wait(u64),
}

fn anything() -> impl Strategy<Value = Done> {
    prop_oneof![
        20 => any_key().prop_map(Done::Key),
        1 => (1..130_u16, 1..45_u16).prop_map(|(width, height)| Done::Resize(width, height)),
        1 => (0..130_u16, 0..45_u16).prop_map(|(x, y)| Done::Click(x, y)),
        1 => (0..3_000_u64).prop_map(Done::Wait),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn whatever_is_pressed_the_game_stays_legal(
        start in prop::sample::select(vec![
            "divide:60", "dilemma+no-echo:360", "subtract:60,15", "digits:7:", "factor+no-whole:36",
            "divide+either:48", "divide+one:60", "digits+once+misere:7,11:",
        ]),
        clocked in any::<bool>(),
        bot in any::<bool>(),
        done in prop::collection::vec(anything(), 0..80),
    ) {
        let second = if bot { "bot:easy" } else { "" };
        let choice = Choice {
            start: start.to_owned(),
            players: [String::new(), second.to_owned()],
            clock: if clocked { "5s".to_owned() } else { String::new() },
            ..Choice::default()
        };
        let mut sitting = Sitting::new(choice, Look::default(), SIZE);
        sitting.hurried = true;
        sitting.keys("\n");
        for done in done {
            match done {
                Done::Key(code) => sitting.press(code),
                Done::Resize(width, height) => sitting.resize(width, height),
                Done::Click(column, row) => sitting.hear(Msg::Mouse(MouseEvent {
                    kind: MouseEventKind::Down(MouseButton::Left),
                    column,
                    row,
                    modifiers: KeyModifiers::NONE,
                })),
                Done::Wait(time) => {
                    sitting.now += std::time::Duration::from_millis(time);
                    sitting.hear(Msg::Tick);
                }
            }
            sitting.buffer();
            if let Some(record) = sitting.app.record() {
                let read = Record::parse(record.to_text().as_bytes(), duel_books::catalogue);
                prop_assert!(read.is_ok(), "{}: {read:?}", record.to_text());
            }
        }
        for game in sitting.store().games().unwrap() {
            prop_assert!(game.record.is_ok(), "{:?}", game.record);
        }
    }
}

#[test]
fn a_text_that_goes_on_says_so() {
    let mut sitting = sitting("divide:360");
    sitting.keys("?");
    let screen = sitting.screen();
    assert!(screen.contains("Help, lines 1 to ") && screen.contains("scroll"), "{screen}");
    sitting.press(KeyCode::Down);
    assert!(sitting.screen().contains("Help, lines 2 to "), "{}", sitting.screen());
    // The end of a long text is its end.
    for _ in 0..90 {
        sitting.press(KeyCode::PageDown);
    }
    let screen = sitting.screen();
    let title = screen.split("lines ").nth(1).expect("a title");
    let numbers: Vec<&str> = title.split_whitespace().take(5).collect();
    assert_eq!(numbers[2], numbers[4], "{screen}");
    sitting.keys("q");
    // A game that is thrown away has a long card at its end.
    sitting.keys("2\n36\n");
    let screen = sitting.screen();
    assert!(screen.contains("wins!"), "{screen}");
    sitting.size = (64, 18);
    sitting.hear(Msg::Resize(64, 18));
    let screen = sitting.screen();
    assert!(screen.contains("\u{2026} v shows the rest"), "{screen}");
}

#[test]
fn an_opponent_takes_its_time_unless_nothing_moves_by_itself() {
    for still in [false, true] {
        let choice = Choice {
            start: "subtract:60".to_owned(),
            players: ["Ann".to_owned(), "bot:easy".to_owned()],
            ..Choice::default()
        };
        let mut sitting = Sitting::new(choice, Look { still, ..Look::default() }, (80, 24));
        sitting.keys("p");
        let made = |sitting: &Sitting| sitting.app.record().expect("a game").game.played().len();
        sitting.hear_at_once(Msg::Key(KeyEvent::from(KeyCode::Enter)));
        assert_eq!(made(&sitting), if still { 2 } else { 1 });
        sitting.hear_at_once(Msg::Tick);
        assert_eq!(sitting.app.held_until().is_some(), !still);
        assert!(still || sitting.app.is_ticking());
        sitting.hear(Msg::Tick);
        assert_eq!(made(&sitting), 2);
    }
}

#[test]
fn an_enter_pressed_twice_by_mistake_makes_one_move() {
    let choice = Choice {
        start: "subtract:60".to_owned(),
        players: ["Ann".to_owned(), "bot:easy".to_owned()],
        ..Choice::default()
    };
    let still = Look { still: true, ..Look::default() };
    let mut sitting = Sitting::new(choice, still, (80, 24));
    let enter = || Msg::Key(KeyEvent::from(KeyCode::Enter));
    let made = |sitting: &Sitting| sitting.app.record().expect("a game").game.played().len();
    // The first Enter at home begins the game, and its repeat does not play in it.
    sitting.hear(enter());
    sitting.hear_at_once(enter());
    assert_eq!(made(&sitting), 0);
    sitting.keys("15\n");
    assert_eq!(made(&sitting), 2, "the opponent answers at once");
    sitting.hear_at_once(enter());
    assert_eq!(made(&sitting), 2);
    sitting.hear(enter());
    assert!(made(&sitting) > 2, "{}", sitting.screen());
}
