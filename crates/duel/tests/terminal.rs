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

const AFTER: &str = "(a)gain, (r)eview, (w)hy, (m)enu or (q)uit? ";
/// The ends of the questions of the menu about house rules and the start.
const RULE: &str = "or Enter to go on: ";
const START: &str = "]: ";
const BEGINS: &str = "t for a toss? [1] ";
const DIVISOR: &str = "Enter your chosen divisor: ";
const DIGIT: &str = "Enter a digit to append: ";

#[test]
fn from_the_menu_to_a_finished_game() {
    let home = Home::new();
    let mut seat = Seat::take(&home, "--menu");
    seat.see("1  Divide ");
    seat.see("5  Factors ");
    seat.see("m  Train on the wins that you threw away");
    seat.answer("Which game? ", "divid");
    seat.see("divide?)");
    seat.answer("Which game? ", "7");
    seat.see("Please type a number from 1 to 5, or d, l, z, m, e, t or q.");
    seat.answer("Which game? ", "1");
    seat.see("Fair rules (recommended): three numbers of 30 to 1000");
    seat.answer("Fair or book rules? [f] ", "b");
    seat.answer(RULE, "");
    seat.answer(START, "");
    seat.answer("Who plays against you? [easy] ", "grandmaster");
    seat.see("Please type p, or one of random");
    seat.answer("Who plays against you? [easy] ", "p");
    seat.answer("Name of the first player [Player 1]: ", "Zo\u{eb}");
    seat.answer("Name of the second player [Player 2]: ", "");
    seat.answer(BEGINS, "");
    seat.see("Game Start! Initial N is 60.");
    seat.see("Zo\u{eb}'s Turn:");
    seat.answer(DIVISOR, "6");
    seat.see("New N is 10.");
    seat.answer(DIVISOR, "divide by 2");
    seat.see("Zo\u{eb} cannot make a move.");
    seat.see("Player 2 wins!");
    seat.answer(AFTER, "q");
    seat.leave(0);
    home.run("games", "").expect_out("Zo\u{eb} - Player 2: Player 2 won, 2 moves");
}

/// Enter alone leads a newcomer to a game against the computer that can be won.
#[test]
fn the_menu_proposes_a_first_game() {
    let home = Home::new();
    let mut seat = Seat::take(&home, "--menu");
    for question in [
        "Which game? [3] ",
        "Fair or book rules? [f] ",
        RULE,
        START,
        "against you? [easy] ",
        "[Player 1]: ",
        BEGINS,
    ] {
        seat.answer(question, "");
    }
    seat.see("The goal: Leave your opponent a prime, or no move.");
    seat.see("Player 1's Turn:");
    seat.answer("Input: ", "quit");
    seat.leave(0);
}

#[test]
fn the_menu_deals_fair_games_and_goes_on_with_the_last() {
    let home = Home::new();
    let mut seat = Seat::take(&home, "--menu");
    let menu = seat.see("Which game? ");
    assert!(!menu.contains("unfinished"), "{menu}");
    seat.press("subtract\r");
    seat.answer("Fair or book rules? [f] ", "");
    seat.answer(RULE, "");
    seat.answer(START, "");
    seat.answer("Who plays against you? [easy] ", "p");
    seat.answer("[Player 1]: ", "\u{202e}");
    seat.answer("[Player 2]: ", "Ben");
    seat.answer(BEGINS, "");
    seat.see("House rule no-echo");
    seat.see("Player 1's Turn:");
    seat.answer("Input: ", "quit");
    seat.see("No move was made, so nothing is kept.");
    seat.leave(0);
    assert!(home.kept().is_empty());
    let mut seat = Seat::take(&home, "--menu");
    let menu = seat.see("Which game? [3] ");
    assert!(!menu.contains("unfinished"), "{menu}");
    seat.press("\r");
    seat.answer("Fair or book rules? [f] ", "b");
    seat.answer(RULE, "");
    seat.answer(START, "");
    seat.answer("Who plays against you? [p] ", "");
    seat.answer("[Player 1]: ", "");
    seat.answer("[Ben]: ", "");
    seat.answer(BEGINS, "");
    seat.answer("Input: ", "6");
    seat.see("Ben's Turn:");
    seat.answer("Input: ", "quit");
    seat.see("Go on with: duel resume ");
    seat.leave(0);
    let mut seat = Seat::take(&home, "--menu");
    seat.see("Go on with the last unfinished game");
    seat.answer("Which game? [3] ", "r");
    seat.see("Player 1 and Ben, 1 move so far.");
    seat.answer("Input: ", "resign");
    seat.answer("Do you really give up? (yes/no) ", "yes");
    seat.see("Player 1 wins the game!");
    seat.answer(AFTER, "quit");
    seat.leave(0);
}

/// A lost game leads to the position where it was decided, an argument about it, and back.
#[test]
fn after_a_game_why_is_answered_and_argued() {
    let home = Home::new();
    let mut seat = Seat::take(&home, "play subtract+no-echo:60 --p1 Ann --p2 Ben");
    seat.answer("Input: ", "5");
    seat.answer("Input: ", "11");
    seat.answer("Input: ", "resign");
    seat.answer("Do you really give up? (yes/no) ", "yes");
    seat.answer(AFTER, "why");
    seat.see("It was decided at move 1, when Ann played 5.");
    seat.see("The winner begins. Take away 10");
    seat.answer("50 > ", "25");
    seat.see("You play 50 - 25 = 25.");
    seat.answer("> ", "quit");
    seat.answer(AFTER, "r");
    seat.see("`duel explain subtract+no-echo:60 --try`");
    seat.answer(AFTER, "q");
    seat.leave(0);
}

#[test]
fn after_a_game_it_is_played_again_reviewed_or_left_for_the_menu() {
    let home = Home::new();
    let mut seat = Seat::take(&home, "play divide --p1 Ann --p2 Ben");
    seat.answer(DIVISOR, "30");
    seat.see("Ann wins!");
    for no_answer in ["x", ""] {
        seat.answer(AFTER, no_answer);
        seat.see("Please type a, r, w, m or q.");
    }
    seat.answer(AFTER, "r");
    seat.see("Ann played without a mistake.");
    seat.answer(AFTER, "w");
    seat.see("No move changed who wins, so this is about the start.");
    seat.answer(AFTER, "a");
    seat.see("Ben's Turn:");
    seat.answer(DIVISOR, "30");
    seat.see("Ben wins!");
    seat.answer(AFTER, "m");
    // It offers what was played, and by whom.
    seat.answer("Which game? [1] ", "");
    seat.answer("Fair or book rules? [b] ", "");
    seat.answer(RULE, "");
    seat.answer(START, "");
    seat.answer("Who plays against you? ", "easy");
    seat.answer("[Ann]: ", "Cleo");
    seat.answer(BEGINS, "");
    seat.see("Cleo's Turn:");
    seat.answer(DIVISOR, "30");
    seat.see("Cleo wins!");
    seat.answer(AFTER, "m");
    // The same once more, by Enter alone.
    for question in [
        "Which game? [1] ",
        "Fair or book rules? [b] ",
        RULE,
        START,
        "against you? [easy] ",
        "[Cleo]: ",
        BEGINS,
    ] {
        seat.answer(question, "");
    }
    seat.see("Cleo's Turn:");
    seat.answer(DIVISOR, "30");
    seat.see(AFTER);
    seat.press(CTRL_C);
    seat.leave(130);
    assert_eq!(home.kept().len(), 4);
}

#[test]
fn the_menu_agrees_on_house_rules_and_a_start() {
    let home = Home::new();
    let mut seat = Seat::take(&home, "--menu");
    seat.answer("Which game? ", "dilemma");
    seat.answer("Fair or book rules? [f] ", "b");
    seat.see("[ ] prime-steps");
    seat.answer(RULE, "99");
    seat.see("Please type a number from 1 to ");
    seat.answer(RULE, "either");
    seat.see("[x] either");
    seat.answer(RULE, "prime-steps");
    seat.see("either");
    seat.see("[ ] prime-steps");
    seat.answer(RULE, "either");
    seat.see("[ ] either");
    seat.answer(RULE, "prime-steps");
    seat.see("[x] prime-steps");
    seat.answer(RULE, "");
    seat.answer("Agree on a start, such as 60 or 60,84 [16]: ", "0");
    seat.answer("[16]: ", "10");
    seat.answer("Who plays against you? [easy] ", "p");
    seat.answer("[Player 1]: ", "");
    seat.answer("[Player 2]: ", "");
    seat.answer(BEGINS, "");
    seat.see("House rule prime-steps");
    seat.see("The game begins with the number 10.");
    seat.see("Input (/2 divides, -1 subtracts): ");
    seat.press(CTRL_C);
    seat.leave(130);
    // A cap needs a length, and digits have targets.
    let mut seat = Seat::take(&home, "--menu");
    seat.answer("Which game? [2] ", "digits");
    seat.answer("Fair or book rules? [b] ", "b");
    seat.answer(RULE, "cap-draw");
    seat.answer("The maximum length, in digits: ", "0");
    seat.see("A maximum length is a number from 1");
    seat.answer("The maximum length, in digits: ", "5");
    seat.see("[x] cap-draw");
    seat.answer(RULE, "cap-second");
    seat.see("[ ] cap-second");
    seat.answer(RULE, "");
    seat.answer("Agree on a target, such as 7 or 22,25 [7]: ", "22,25");
    seat.answer("Who plays against you? [p] ", "");
    seat.answer("[Player 1]: ", "");
    seat.answer("[Player 2]: ", "");
    seat.answer(BEGINS, "");
    seat.see("The maximum length is 5.");
    seat.see("22");
    seat.answer(DIGIT, "quit");
    seat.leave(0);
}

#[test]
fn long_lines_are_broken_between_words() {
    let home = Home::new();
    // The longest start of a list, with an opponent.
    home.run("play digits --fair --seed 5 --p2 bot:easy", "1\n");
    for (command, code) in [
        ("rules divide", 0),
        ("rules digits", 0),
        ("help play", 0),
        ("explain divide:60,84,90", 0),
        ("solve digits+no-leading-zero+cap-second=18:22,25,31,34:12345", 0),
        ("games", 0),
        ("games --since yesterday", 2),
        ("play divide --frist p2", 2),
        ("solve subtract+noecho:60", 2),
    ] {
        for columns in [80, 50] {
            let prepare = format!("stty rows 24 cols {columns}");
            let seat = Seat::prepared(&home, command, &prepare, "xterm");
            let shown = seat.leave(code);
            let bytes: Vec<u8> = shown.chars().map(|byte| byte as u8).collect();
            for line in String::from_utf8_lossy(&bytes).lines() {
                let mut width = 0;
                for (place, part) in line.split('\u{1b}').enumerate() {
                    let text =
                        if place == 0 { part } else { part.split_once('m').unwrap_or_default().1 };
                    width += text.chars().count();
                }
                let unbreakable = line.split_whitespace().any(|word| word.len() > 30);
                let is_position = columns > 50 && line.starts_with("  ");
                let allowed = unbreakable && !is_position;
                assert!(width <= columns || allowed, "{command} at {columns}: {line:?}");
            }
        }
    }
}

#[test]
fn paragraphs_of_rules_are_broken_once() {
    let home = Home::new();
    for book in ["divide", "dilemma", "subtract", "digits", "factor"] {
        let command = format!("rules {book}");
        let seat = Seat::prepared(&home, &command, "stty rows 24 cols 80", "xterm");
        let shown = seat.leave(0);
        let (intro, _) = shown.split_once("House rules").expect("house rules");
        for paragraph in intro.replace('\r', "").split("\n\n").skip(1) {
            let lines: Vec<&str> = paragraph.trim_end().lines().collect();
            for pair in lines.windows(2) {
                let word = pair[1].split(' ').next().unwrap_or_default();
                let is_full = pair[0].len() + 1 + word.len() > 80;
                assert!(is_full, "{:?} is short in {paragraph:?}", pair[0]);
            }
        }
    }
}

#[test]
fn a_game_named_by_a_part_of_its_name_is_deleted_once_agreed_to() {
    let home = Home::new();
    home.run("play divide --p1 Ann --p2 Ben", "6\nquit\n");
    let id = home.kept()[0].file_stem().unwrap().to_string_lossy().into_owned();
    let part = &id[..4];
    let mut seat = Seat::take(&home, &format!("games delete {part}"));
    seat.see("divide:60");
    seat.answer("Delete this game? (yes/no) ", "no");
    seat.see("Nothing was deleted.");
    seat.leave(0);
    assert_eq!(home.kept().len(), 1);
    let seat = Seat::take(&home, &format!("games delete {part} --yes"));
    assert!(seat.leave(0).contains("1 game was deleted."));
    home.run("play divide --p1 Ann --p2 Ben", "6\nquit\n");
    let seat = Seat::take(&home, "games delete last");
    seat.leave(0);
    assert!(home.kept().is_empty());
}

#[test]
fn whose_turn_it_is_and_who_has_won_is_coloured_unless_that_is_not_wanted() {
    for (prepare, coloured) in [("", true), ("export NO_COLOR=1", false)] {
        let home = Home::new();
        let mut seat =
            Seat::prepared(&home, "play divide --p1 Ann --p2 bot:random", prepare, "xterm");
        let before = seat.see("Ann's Turn:");
        assert_eq!(before.contains("\u{1b}[1m"), coloured, "{before:?}");
        seat.answer(DIVISOR, "30");
        let before = seat.see("cannot make a move. Ann wins!");
        assert_eq!(before.contains("\u{1b}[32m"), coloured, "{before:?}");
        seat.answer(AFTER, "q");
        seat.leave(0);
    }
}

#[test]
fn long_work_shows_that_it_goes_on_and_is_interrupted_cleanly() {
    let home = Home::new();
    let position = "factor+no-whole:720720,831600,942480";
    for command in ["prove", "solve"] {
        let emit = if command == "prove" { " --emit p.cert" } else { "" };
        let mut seat = Seat::take(&home, &format!("{command} {position} --budget 10m{emit}"));
        seat.see("positions (");
        seat.press(CTRL_C);
        seat.leave(130);
        let left: Vec<_> = std::fs::read_dir(home.path()).unwrap().flatten().collect();
        assert!(left.iter().all(|entry| !entry.file_name().to_string_lossy().contains("cert")));
    }
}

#[test]
fn a_mistyped_command_is_recognised() {
    let home = Home::new();
    let mut seat = Seat::take(&home, "play divide");
    seat.answer(DIVISOR, "hnt");
    seat.see("Did you mean hint?");
    seat.answer(DIVISOR, "quit");
    seat.leave(0);
}

#[test]
fn the_menu_and_the_full_screen_remember_the_same() {
    let home = Home::new();
    let file = home.games().with_file_name("last-choice");
    std::fs::create_dir_all(home.games()).unwrap();
    std::fs::write(&file, "book subtract\nplayer1 Zoe\nplayer2 bot:hard\nclock 30s\n").unwrap();
    let mut seat = Seat::take(&home, "--menu");
    seat.answer("Which game? [3] ", "");
    seat.answer("Fair or book rules? [f] ", "");
    seat.answer(RULE, "");
    seat.answer(START, "60");
    seat.answer("Who plays against you? [hard] ", "easy");
    seat.answer("Name of the first player [Zoe]: ", "Eve");
    seat.answer(BEGINS, "");
    seat.answer("Input: ", "quit");
    seat.leave(0);
    let kept = std::fs::read_to_string(&file).unwrap();
    for line in ["book subtract", "player1 Eve", "player2 bot:easy", "clock 30s"] {
        assert!(kept.lines().any(|other| other == line), "{kept}");
    }
}

#[test]
fn duel_alone_opens_the_full_screen_where_it_fits() {
    for (size, term, opens) in [
        ("rows 24 cols 80", "xterm", true),
        ("rows 16 cols 60", "xterm", true),
        ("rows 15 cols 80", "xterm", false),
        ("rows 24 cols 59", "xterm", false),
        ("rows 24 cols 80", "dumb", false),
        ("rows 24 cols 80; export DUEL_MENU=true", "xterm", false),
    ] {
        let home = Home::new();
        let mut seat = Seat::prepared(&home, "", &format!("stty {size}"), term);
        if opens {
            seat.see("\u{1b}[?1049h");
            // It asks where the cursor is, as every terminal can tell.
            seat.see("\u{1b}[6n");
            seat.press("\u{1b}[1;1R");
            // Once something is drawn, keys are read.
            seat.see("Divide");
            seat.press("q");
        } else {
            let shown = seat.see("Which game? ");
            assert!(!shown.contains("\u{1b}[?1049h"), "{size} {term}");
            seat.press("q\r");
        }
        seat.leave(0);
    }
}

#[test]
fn duel_play_alone_opens_the_menu() {
    let home = Home::new();
    let mut seat = Seat::prepared(&home, "play", "stty rows 24 cols 80", "xterm");
    seat.answer("Which game? ", "q");
    seat.leave(0);
}

#[test]
fn the_menu_can_be_left() {
    let home = Home::new();
    for (keys, code) in [("q\r", 0), ("\u{4}", 0), ("\u{3}", 130)] {
        let mut seat = Seat::take(&home, "--menu");
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
    seat.answer(AFTER, "q");
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
    seat.see("Press Enter to go on.");
    seat.press("\r");
    seat.answer(AFTER, "q");
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
    seat.answer(AFTER, "q");
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
    seat.answer(AFTER, "q");
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
        seat.answer(AFTER, "q");
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
        seat.see("Player 1 cannot make a move.");
        seat.see("Player 2 wins!");
        thread::sleep(Duration::from_millis(300));
        seat.press("q\r");
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
        for arguments in ["play divide", "--menu"] {
            let home = Home::new();
            let mut seat = Seat::take(&home, arguments);
            let plays = arguments != "--menu";
            if plays {
                seat.answer(DIVISOR, "6");
            }
            let shown = seat.see(if plays { DIVISOR } else { "Which game? " });
            signal(name, seat.process);
            let shown = format!("{shown}{}", seat.leave(code));
            let count = |text: &str| shown.matches(text).count();
            assert_eq!(count("\u{1b}[?2004h"), count("\u{1b}[?2004l"), "{name}: {shown:?}");
            assert_eq!(shown.contains("duel resume"), plays, "{name}: {shown:?}");
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

#[test]
fn a_terminal_without_a_full_screen_stays_as_it_was() {
    // Nobody answers here when the program asks for the place of the cursor.
    let size = "stty rows 24 cols 80";
    let home = Home::new();
    let mut seat = Seat::prepared(&home, "", size, "xterm");
    let shown = seat.see("This terminal cannot show the full screen");
    let left = ["\u{1b}[?1049l", "\u{1b}[?1000l", "\u{1b}[?2004l"];
    assert!(left.iter().all(|code| shown.contains(code)), "{shown:?}");
    seat.answer("Which game? ", "q");
    seat.leave(0);
    let mut seat = Seat::prepared(&home, "tui", size, "xterm");
    seat.see("this terminal cannot show the full screen");
    seat.leave(1);
    // The menu that opens instead hears signals.
    let mut seat = Seat::prepared(&home, "", size, "xterm");
    seat.see("Which game? ");
    signal("TERM", seat.process);
    seat.leave(143);
}

#[test]
fn the_menu_suggests_the_players_of_the_settings() {
    let home = Home::new();
    for _ in 0..2 {
        let settings = "export DUEL_P1=Eve DUEL_P2=bot:hard";
        let mut seat = Seat::prepared(&home, "--menu", settings, "xterm");
        seat.answer("Which game?", "1");
        seat.answer("Fair or book rules? ", "b");
        seat.answer(RULE, "");
        seat.answer(START, "");
        // Whoever played the last time.
        seat.answer("Who plays against you? [hard] ", "easy");
        seat.answer("Name of the first player [Eve]: ", "Zoe");
        seat.answer(BEGINS, "");
        seat.answer(DIVISOR, "quit");
        seat.leave(0);
    }
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let home = Home::new();
    home.run("play dilemma+prime-steps+no-echo:360360", "2\nquit\n").expect_code(0);
    for (arguments, code, whole) in [
        ("tui --theme foo", 2, "plain"),
        ("resume zz", 1, "kept games"),
        ("play divid", 2, "digits"),
        ("factor 123456789012345678901234567890", 0, "3803"),
        ("games", 0, "360360"),
    ] {
        let seat = Seat::prepared(&home, arguments, "stty rows 24 cols 80", "xterm");
        let shown = seat.leave(code);
        let plain = shown.replace("\u{1b}[1;31m", "").replace("\u{1b}[0m", "");
        let flat = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(whole), "{arguments}: {plain}");
        assert!(plain.lines().all(|line| line.chars().count() <= 80), "{arguments}: {plain}");
    }
    // Programs get lines as they are.
    let out = home.run("games", "").expect_code(0).out;
    assert_eq!(out.lines().count(), 1, "{out}");
    assert!(out.contains(":360360 "), "{out}");
}

#[test]
fn rules_are_broken_once() {
    let home = Home::new();
    let mut seat = Seat::prepared(&home, "play divide", "stty rows 24 cols 80", "xterm");
    seat.answer(DIVISOR, "rules");
    let shown = seat.see("What you type");
    let rules = shown.split("Two players").last().expect("the rules");
    let lines: Vec<&str> = rules.lines().filter(|line| !line.trim().is_empty()).collect();
    for pair in lines.windows(2) {
        let word = pair[1].split(' ').next().unwrap_or_default();
        let is_first = pair[0] == lines[0];
        assert!(is_first || pair[0].len() + word.len() >= 80, "{pair:?} in {shown}");
    }
    seat.answer(DIVISOR, "quit");
    seat.leave(0);
}
