//! Playing at a real terminal, through a pseudo-terminal.
//!
//! The program runs inside a small shell script, which tells its process number before and, behind
//! it, the exit code and whether the terminal is set as it was.

mod sitting;

use std::{thread, time::Duration};

use duel_testing::PATIENCE;
use rexpect::session::{PtySession, spawn_command};
use sitting::{DUEL, Home, signal};

const SCRIPT: &str = r#"
eval "$PREPARE"
before=$(stty -g)
sh -c 'echo "process $$."; exec "$DUEL" "$@"' duel "$@"
code=$?
if [ "$before" = "$(stty -g)" ]; then echo "terminal restored"; else echo "terminal changed"; fi
echo "exit code $code."
"#;

const UP: &str = "\u{1b}[A";
const BACKSPACE: &str = "\u{7f}";
const CTRL_C: &str = "\u{3}";

/// A program at a terminal.
struct Seat {
    terminal: PtySession,
    process: u32,
}

impl Seat {
    #[track_caller]
    fn take(home: &Home, arguments: &str) -> Seat {
        Seat::prepared(home, arguments, "", "xterm")
    }

    /// Runs something in the terminal before the program.
    #[track_caller]
    fn prepared(home: &Home, arguments: &str, prepare: &str, term: &str) -> Seat {
        let mut command = home.command("bash");
        command
            .args(["-c", SCRIPT, "duel"])
            .args(arguments.split_whitespace())
            .env("DUEL", DUEL)
            .env("PREPARE", prepare)
            .env("TERM", term);
        let patience = u64::try_from(PATIENCE.as_millis()).expect("a short time");
        let mut terminal = spawn_command(command, Some(patience)).expect("a terminal");
        terminal.exp_string("process ").expect("the script");
        let process = terminal.exp_string(".").expect("a process number");
        Seat { terminal, process: process.parse().expect("a number") }
    }

    /// Waits for this on the screen; gives what came before it.
    #[track_caller]
    fn see(&mut self, text: &str) -> String {
        // The library takes every byte for a character.
        let bytes: String = text.bytes().map(char::from).collect();
        self.terminal.exp_string(&bytes).unwrap_or_else(|error| panic!("no {text:?}: {error}"))
    }

    /// Waits for a prompt that ends so, and types a line.
    #[track_caller]
    fn answer(&mut self, prompt: &str, line: &str) {
        self.see(prompt);
        self.press(&format!("{line}\r"));
    }

    /// Sends keys as they are.
    #[track_caller]
    fn press(&mut self, keys: &str) {
        self.terminal.send(keys).and_then(|_| self.terminal.flush()).expect("the keyboard");
    }

    /// Waits for the end; gives what was shown until then.
    #[track_caller]
    fn leave(mut self, code: i32) -> String {
        let shown = self.see("terminal ");
        assert!(!shown.contains("panicked"), "{shown}");
        let state = self.see("\r\n");
        assert_eq!(state, "restored", "after {shown}");
        self.see("exit code ");
        assert_eq!(self.see("."), code.to_string(), "after {shown}");
        shown
    }
}

const DIVISOR: &str = "Enter your chosen divisor: ";
const DIGIT: &str = "Enter a digit to append: ";

#[test]
fn from_the_menu_to_a_finished_game() {
    let home = Home::new();
    let mut seat = Seat::take(&home, "");
    seat.see("1  Divide ");
    seat.see("5  Factors ");
    seat.answer("Which game? ", "7");
    seat.see("Please type a number from 1 to 5, or q.");
    seat.answer("Which game? ", "1");
    seat.see("Fair rules (recommended): three numbers of 30 to 1000");
    seat.answer("Fair or book rules? [f] ", "b");
    seat.answer("Who plays against you? [p] ", "grandmaster");
    seat.see("Please type p, or one of random");
    seat.answer("Who plays against you? [p] ", "");
    seat.answer("Name of the first player [Player 1]: ", "Zo\u{eb}");
    seat.answer("Name of the second player [Player 2]: ", "");
    seat.see("Game Start! Initial N is 60.");
    seat.see("Zo\u{eb}'s Turn:");
    seat.answer(DIVISOR, "6");
    seat.see("New N is 10.");
    seat.answer(DIVISOR, "divide by 2");
    seat.see("Zo\u{eb} cannot make a move. Player 2 wins!");
    seat.leave(0);
    home.run("games", "").expect_out("Zo\u{eb} - Player 2: Player 2 won, 2 moves");
}

#[test]
fn the_menu_deals_fair_games_and_goes_on_with_the_last() {
    let home = Home::new();
    let mut seat = Seat::take(&home, "");
    let menu = seat.see("Which game? ");
    assert!(!menu.contains("unfinished"), "{menu}");
    seat.press("subtract\r");
    seat.answer("Fair or book rules? [f] ", "");
    seat.answer("Who plays against you? [p] ", "p");
    seat.answer("[Player 1]: ", "\u{202e}");
    seat.answer("[Player 2]: ", "Ben");
    seat.see("House rule no-echo");
    seat.see("Player 1's Turn:");
    seat.answer("Input: ", "quit");
    seat.see("Go on with: duel resume ");
    seat.leave(0);
    let mut seat = Seat::take(&home, "");
    seat.see("Go on with the last unfinished game");
    seat.answer("Which game? ", "r");
    seat.see("Player 1 and Ben, 0 moves so far.");
    seat.answer("Input: ", "resign");
    seat.answer("Do you really give up? (yes/no) ", "yes");
    seat.see("Ben wins the game!");
    seat.leave(0);
}

#[test]
fn the_menu_can_be_left() {
    let home = Home::new();
    for (keys, code) in [("q\r", 0), ("\u{4}", 0), ("\u{3}", 130)] {
        let mut seat = Seat::take(&home, "");
        seat.see("Which game? ");
        seat.press(keys);
        seat.leave(code);
    }
    assert!(home.kept().is_empty());
}

#[test]
fn lines_can_be_edited_and_recalled() {
    let home = Home::new();
    let mut seat = Seat::take(&home, "play digits");
    seat.see(DIGIT);
    seat.press(&format!("85{BACKSPACE}{BACKSPACE}4\r"));
    seat.see("Shared Number (N): 4\r\n");
    seat.see(DIGIT);
    seat.press(&format!("{UP}\r"));
    seat.see("Shared Number (N): 44\r\n");
    seat.answer(DIGIT, "quit");
    seat.leave(0);
}

#[test]
fn an_invalid_entry_is_explained_in_colour_unless_that_is_not_wanted() {
    for (prepare, arguments, coloured) in [
        ("", "play divide", true),
        ("export NO_COLOR=1", "play divide", false),
        ("", "play divide --color never", false),
        ("export TERM=dumb", "play divide", false),
    ] {
        let home = Home::new();
        let mut seat = Seat::prepared(&home, arguments, prepare, "xterm");
        seat.answer(DIVISOR, "7");
        let before = seat.see("7 does not divide 60.");
        assert_eq!(before.contains("\u{1b}[33m"), coloured, "{prepare} {arguments}: {before:?}");
        seat.answer(DIVISOR, "quit");
        seat.leave(0);
    }
}

#[test]
fn ctrl_c_interrupts_and_the_game_goes_on_later() {
    let home = Home::new();
    let mut seat = Seat::take(&home, "play divide");
    seat.answer(DIVISOR, "6");
    seat.see(DIVISOR);
    seat.press("\u{3}");
    seat.see("Go on with: duel resume ");
    seat.leave(130);
    let mut seat = Seat::take(&home, "resume");
    seat.see("Player 2's Turn:");
    seat.answer(DIVISOR, "2");
    seat.see("Player 2 wins!");
    seat.leave(0);
}

#[test]
fn ctrl_d_ends_the_input() {
    let home = Home::new();
    let mut seat = Seat::take(&home, "play divide");
    seat.answer(DIVISOR, "6");
    seat.see(DIVISOR);
    seat.press("\u{4}");
    seat.see("Go on with: duel resume ");
    seat.see("the input ended in the middle of the game");
    seat.leave(1);
}

#[test]
fn a_clock_runs_out_while_somebody_types() {
    let home = Home::new();
    let mut seat = Seat::take(&home, "play divide --clock 2s");
    seat.see("Player 1 has 0:02 left.");
    seat.answer(DIVISOR, "6");
    seat.see(DIVISOR);
    seat.press("2");
    seat.see("Player 2 has run out of time. Player 1 wins!");
    seat.leave(0);
    let record = std::fs::read_to_string(&home.kept()[0]).unwrap();
    assert!(record.ends_with("result 1-0 time\n"), "{record}");
}

#[test]
fn a_match_goes_on_after_a_round_that_ended_on_time() {
    let home = Home::new();
    let mut seat = Seat::take(&home, "play divide --rounds 2 --clock 2s");
    seat.see(DIVISOR);
    seat.press("3");
    seat.see("Player 1 has run out of time. Player 2 wins!");
    seat.see("Score: Player 1 0, Player 2 1");
    seat.see("Press Enter to go on.");
    thread::sleep(Duration::from_millis(2_500));
    seat.press("\r");
    seat.see("Player 2's Turn:");
    seat.answer(DIVISOR, "30");
    seat.see("You divided 60 by 30. New N is 2.");
    seat.see("Score: Player 1 0, Player 2 2");
    seat.see("Player 2 is the champion!");
    seat.leave(0);
}

#[test]
fn resigning_is_confirmed() {
    let home = Home::new();
    let mut seat = Seat::take(&home, "play divide");
    seat.answer(DIVISOR, "resign");
    seat.answer("Do you really give up? (yes/no) ", "no");
    seat.answer(DIVISOR, "6");
    seat.see("New N is 10.");
    seat.answer(DIVISOR, "resign");
    seat.answer("Do you really give up? (yes/no) ", "hm");
    seat.see("Please answer yes or no.");
    seat.answer("Do you really give up? (yes/no) ", "yes");
    seat.see("Player 2 resigns. Player 1 wins!");
    seat.leave(0);
}

#[test]
fn a_simple_terminal_will_do() {
    for term in ["dumb", ""] {
        let home = Home::new();
        let mut seat = Seat::prepared(&home, "play divide", "", term);
        seat.answer(DIVISOR, "6");
        seat.answer(DIVISOR, "2");
        seat.see("Player 2 wins!");
        seat.leave(0);
        let mut seat = Seat::prepared(&home, "play divide", "", term);
        seat.answer(DIVISOR, "6");
        seat.see("New N is 10.");
        seat.see(DIVISOR);
        seat.press("\u{3}");
        seat.see("Go on with: duel resume ");
        seat.leave(130);
    }
}

#[test]
fn a_tiny_terminal_will_do() {
    for size in ["rows 1 cols 1", "rows 5 cols 20", "rows 0 cols 0"] {
        let home = Home::new();
        let prepare = format!("stty {size}");
        let mut seat = Seat::prepared(&home, "play divide", &prepare, "xterm");
        seat.see("Proper Divisors: 2, 3");
        thread::sleep(Duration::from_millis(300));
        seat.press("6\r");
        seat.see("You divided 60 by 6. New N is 10.");
        thread::sleep(Duration::from_millis(300));
        seat.press(&format!("7{BACKSPACE}\r"));
        seat.see("An empty line is not a move");
        thread::sleep(Duration::from_millis(300));
        seat.press("2\r");
        seat.see("Player 1 cannot make a move. Player 2 wins!");
        seat.leave(0);
    }
}

#[test]
fn the_window_may_change_while_somebody_types() {
    let home = Home::new();
    let mut seat = Seat::take(&home, "play divide");
    seat.see(DIVISOR);
    seat.press("6");
    signal("WINCH", seat.process);
    thread::sleep(Duration::from_millis(100));
    seat.press("\r");
    seat.see("New N is 10.");
    seat.answer(DIVISOR, "quit");
    seat.leave(0);
}

#[test]
fn a_signal_finds_the_terminal_put_right() {
    for (name, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        for arguments in ["play divide", ""] {
            let home = Home::new();
            let mut seat = Seat::take(&home, arguments);
            let shown = seat.see(if arguments.is_empty() { "Which game? " } else { DIVISOR });
            signal(name, seat.process);
            let shown = format!("{shown}{}", seat.leave(code));
            let count = |text: &str| shown.matches(text).count();
            assert_eq!(count("\u{1b}[?2004h"), count("\u{1b}[?2004l"), "{name}: {shown:?}");
            assert_eq!(shown.contains("duel resume"), !arguments.is_empty(), "{name}: {shown:?}");
        }
    }
}

#[test]
fn a_signal_after_the_time_was_up_does_no_harm() {
    let home = Home::new();
    let mut seat = Seat::take(&home, "play divide --rounds 2 --clock 1s");
    seat.see("Press Enter to go on.");
    seat.press("\u{3}");
    seat.leave(130);
}

#[test]
fn players_decide_whether_to_go_on_when_the_disk_is_full() {
    for (decision, code) in [("no", 1), ("yes", 0)] {
        let home = Home::new();
        let arguments = format!("play digits --target 1{}7", "0".repeat(820));
        let prepare = "trap '' XFSZ; ulimit -f 1";
        let mut seat = Seat::prepared(&home, &arguments, prepare, "xterm");
        let mut moves = 0;
        for _ in 0..20 {
            seat.answer(DIGIT, "1");
            let needles = vec![
                rexpect::ReadUntil::String("No winner yet.".to_owned()),
                rexpect::ReadUntil::String("Go on without saving? (yes/no) ".to_owned()),
            ];
            let (_, seen) = seat.terminal.exp_any(needles).expect("an answer");
            if seen != "No winner yet." {
                break;
            }
            moves += 1;
        }
        assert!((1..20).contains(&moves), "{moves}");
        seat.press(&format!("{decision}\r"));
        if code == 0 {
            seat.see("The game goes on without being saved.");
            seat.see("No winner yet.");
            seat.answer(DIGIT, "quit");
        }
        seat.leave(code);
        home.run("games", "").expect_out(&format!("unfinished, {moves} moves"));
    }
}

#[test]
fn an_event_is_watched_interrupted_and_taken_up_again() {
    let home = Home::new();
    let arguments = "match bot:hard bot:medium --range subtract:80..100 --concurrency 1 --out e";
    let mut seat = Seat::take(&home, arguments);
    seat.see("of 36 games [");
    seat.see("a second");
    seat.see("points");
    seat.see("Bot (hard)");
    seat.press(CTRL_C);
    seat.see("the same command goes on with the others.");
    seat.leave(130);
    let mut seat = Seat::take(&home, arguments);
    seat.see("of 36 games were played before.");
    seat.see("36 games from 18 starts, no clock.");
    seat.see("Games, results.json and table.txt are in e.");
    let shown = seat.leave(0);
    assert!(!shown.contains("  game "), "lines are for pipes: {shown}");
}

#[test]
fn an_event_at_a_dumb_or_tiny_terminal() {
    let home = Home::new();
    let arguments = "match bot:easy bot:random --range divide:60..64 --seed 1 --concurrency 1";
    let mut seat = Seat::prepared(&home, arguments, "", "dumb");
    seat.see("1/8  game 1  divide:60");
    seat.see("8 games from 4 starts");
    seat.leave(0);
    let mut seat = Seat::prepared(&home, arguments, "stty rows 1 cols 1", "xterm");
    seat.see("8 games from 4 starts");
    seat.leave(0);
}
