//! The full screen at a real terminal: tmux shows what a person would see, and afterwards whether
//! the terminal is as it was.

mod sitting;
mod tmux;

use std::{fs, thread, time::Duration};

use duel_testing::{wait_for, wait_until};
use sitting::{DUEL, Home, signal};
use tmux::Terminal;

const SCRIPT: &str = r#"
eval "$PREPARE"
before=$(stty -g)
sh -c 'echo $$ >process; exec "$DUEL" "$@"' duel "$@"
code=$?
if [ "$before" = "$(stty -g)" ]; then state=restored; else state=changed; fi
echo "$state $code" >ended
echo 'The program has left.'
sleep 100
"#;

impl<'a> Terminal<'a> {
    #[track_caller]
    fn open(home: &'a Home, arguments: &str) -> Terminal<'a> {
        Terminal::prepared(home, arguments, "")
    }

    /// Runs something in the terminal before the program.
    #[track_caller]
    fn prepared(home: &'a Home, arguments: &str, prepare: &str) -> Terminal<'a> {
        for file in ["process", "ended"] {
            let _ = fs::remove_file(home.file(file));
        }
        let script = home.write("script", SCRIPT);
        let words = ["bash", script.to_str().expect("a path in UTF-8")];
        let words: Vec<&str> = words.into_iter().chain(arguments.split_whitespace()).collect();
        Terminal::run(home, &[("PREPARE", prepare), ("DUEL", DUEL)], &words)
    }

    /// Waits until this is on the screen.
    #[track_caller]
    fn see(&self, text: &str) -> String {
        wait_for(
            || format!("no {text:?} on\n{}", self.screen()),
            || Some(self.screen()).filter(|screen| screen.contains(text)),
        )
    }

    fn resize(&self, width: u16, height: u16) {
        let (width, height) = (width.to_string(), height.to_string());
        self.tmux(&["resize-window", "-x", &width, "-y", &height]);
    }

    fn process(&self) -> u32 {
        let text = fs::read_to_string(self.home.file("process")).expect("a process number");
        text.trim().parse().expect("a number")
    }

    /// Waits for the end of the program, and looks at what it leaves behind.
    #[track_caller]
    fn leave(self, code: i32) -> String {
        let ended = wait_for(
            || format!("it goes on:\n{}", self.screen()),
            || {
                let ended = fs::read_to_string(self.home.file("ended")).ok();
                ended.filter(|ended| ended.ends_with('\n'))
            },
        );
        assert_eq!(ended.trim(), format!("restored {code}"), "{}", self.screen());
        // Now all that it wrote is on the screen.
        let screen = self.see("The program has left.");
        let flags = "#{alternate_on} #{mouse_any_flag} #{cursor_flag}";
        let flags = self.tmux(&["display-message", "-p", flags]);
        assert_eq!(String::from_utf8_lossy(&flags.stdout).trim(), "0 0 1");
        screen
    }
}

#[track_caller]
fn kept(home: &Home) -> String {
    fs::read_to_string(home.kept().last().expect("a kept game")).expect("a record")
}

/// Bash breaks words at `:` and `=`; what is offered goes on with what was typed.
#[test]
#[ignore = "needs tmux"]
fn bash_completes_values_with_colons_and_equals_signs() {
    let home = Home::new();
    let folder = std::path::Path::new(DUEL).parent().expect("a folder").display();
    let settings =
        format!("PATH='{folder}':$PATH\nPS1='ready '\nsource <(duel completions bash)\n");
    let settings = home.write("settings", settings);
    let settings = settings.to_str().expect("a path in UTF-8");
    let terminal = Terminal::run(&home, &[], &["bash", "--noprofile", "--rcfile", settings]);
    terminal.see("ready");
    for (typed, completed) in [
        ("duel play divide --p2 bot:e", "--p2 bot:easy"),
        ("duel games --opponent bot:h", "--opponent bot:hard"),
        ("duel play --house=mis", "--house=misere"),
        ("duel play --house misere,no-e", "--house misere,no-echo"),
        ("duel tui --p1=bot:me", "--p1=bot:medium"),
        ("duel tui --theme=li", "--theme=light"),
    ] {
        terminal.press(&["-l", typed]);
        terminal.press(&["Tab"]);
        terminal.see(completed);
        terminal.press(&["C-u"]);
    }
    terminal.press(&["-l", "duel play divide --p2 bot:"]);
    terminal.press(&["Tab", "Tab"]);
    let offered = terminal.see("swindler");
    assert!(!offered.contains("dilemma"), "{offered}");
}

#[test]
#[ignore = "needs tmux"]
fn a_game_of_each_book_comes_to_its_record() {
    for (place, start, moves, result) in [
        ("1", "60", ["6", "2", ""], "result 0-1 played"),
        ("2", "60", ["6", "2", ""], "result 0-1 played"),
        ("3", "12", ["3", "3", "3"], "result 1-0 played"),
        ("4", "7", ["4", "9", ""], "result 0-1 played"),
        ("5", "6", ["3", "1", "2"], "result 1-0 played"),
    ] {
        let home = Home::new();
        let terminal = Terminal::open(&home, "tui");
        terminal.see("number games for two");
        // The book's rules, this start, and two people.
        let down = |times: usize| vec!["Down"; times];
        terminal.press(&[place]);
        let book: usize = place.parse().unwrap();
        terminal.press(&[down(6 - book), vec!["Right", "Down", "Down"]].concat());
        terminal.press(&["Enter", start, "Enter", "Down", "Left", "Left", "p"]);
        terminal.see("Player 1 to move, against Player 2");
        let moves = moves.iter().filter(|made| !made.is_empty());
        for (made, next) in moves.zip(["Player 2 to move", "Player 1 to move", "wins!"]) {
            terminal.press(&[made, "Enter"]);
            wait_until(
                || format!("no move {made}:\n{}", terminal.screen()),
                || ["wins!", next].iter().any(|text| terminal.screen().contains(text)),
            );
        }
        terminal.see("wins!");
        terminal.press(&["q"]);
        terminal.see("number games for two");
        terminal.press(&["q"]);
        terminal.leave(0);
        let record = kept(&home);
        assert!(record.ends_with(&format!("{result}\n")), "{record}");
        assert_eq!(home.kept().len(), 1);
    }
}

#[test]
#[ignore = "needs tmux"]
fn against_the_computer_from_the_menu() {
    let home = Home::new();
    let terminal = Terminal::open(&home, "--menu");
    terminal.see("Which game?");
    terminal.press(&["t", "Enter"]);
    // Only the full screen has this; the menu has the same title.
    terminal.see("1-5 game");
    terminal.press(&["3", "Enter"]);
    terminal.see("Player 1 to move, against Bot (easy)");
    // Another key comes between: this Enter does not repeat the one before.
    terminal.press(&["Down", "Enter"]);
    wait_until(|| terminal.screen(), || !home.kept().is_empty() && kept(&home).contains("\n2. "));
    terminal.press(&["C-c"]);
    let left = terminal.leave(130);
    // The start is drawn by lot, and the computer may have won with its first move.
    let is_over = kept(&home).contains("\nresult ");
    assert_eq!(left.contains("duel resume"), !is_over, "{left}");
}

#[test]
#[ignore = "needs tmux"]
fn newcomers_get_the_same_first_lessons_at_the_prompt_and_on_the_full_screen() {
    let home = Home::new();
    let terminal = Terminal::open(&home, "tui");
    terminal.see("1-5 game");
    terminal.press(&["t"]);
    let screen = terminal.see(" 1 of ");
    let heading = screen.lines().find(|line| line.contains(" 1 of ")).expect("a heading").trim();
    Home::new().run("learn", "quit\n").expect_out(heading);
    terminal.press(&["C-c"]);
    terminal.leave(130);
}

#[test]
#[ignore = "needs tmux"]
fn a_game_goes_on_at_the_prompt_and_back() {
    let home = Home::new();
    home.run("play divide --start 360 --p1 Ann --p2 Ben", "2\nquit\n").expect_code(0);
    let terminal = Terminal::open(&home, "tui");
    terminal.see("divide: Ann - Ben, 1 move");
    terminal.press(&["r"]);
    terminal.see("Ben to move, against Ann");
    let second = home.run("resume", "");
    second.expect_err("in use");
    terminal.press(&["3", "Enter"]);
    terminal.see("Ann to move, against Ben");
    terminal.press(&["q"]);
    terminal.see("The game is saved");
    terminal.press(&["q"]);
    terminal.leave(0);
    home.run("resume", "30\n").expect_code(0).expect_out("Ann");
    let record = kept(&home);
    for line in ["1. 2 {", "2. 3 {", "3. 30 {", "result 1-0 played"] {
        assert!(record.contains(line), "{record}");
    }
}

#[test]
#[ignore = "needs tmux"]
fn a_game_without_a_move_is_not_kept() {
    let home = Home::new();
    let terminal = Terminal::open(&home, "tui divide:60");
    terminal.see("to move");
    terminal.press(&["q"]);
    terminal.see("No move was made, so nothing is kept.");
    terminal.press(&["q"]);
    terminal.leave(0);
    // One that was taken back counts for nothing, however the game is left.
    let terminal = Terminal::open(&home, "tui subtract:360");
    terminal.see("to move");
    // What is left is odd, so that the computer cannot win at once.
    terminal.press(&["4", "5", "Enter"]);
    terminal.see("Bot (easy): 315 - ");
    assert!(kept(&home).contains("\n2. "));
    terminal.press(&["u"]);
    wait_until(|| terminal.screen(), || home.kept().is_empty());
    wait_until(|| terminal.screen(), || !terminal.screen().contains("315"));
    terminal.press(&["C-c"]);
    let left = terminal.leave(130);
    assert!(!left.contains("duel resume"), "{left}");
    home.run("games", "").expect_err("No games are kept yet");
}

#[test]
#[ignore = "needs tmux"]
fn a_signal_finds_the_terminal_put_right_and_the_game_kept() {
    for (name, code) in [("TERM", 143), ("HUP", 129), ("INT", 130), ("QUIT", 131)] {
        let home = Home::new();
        let terminal = Terminal::open(&home, "tui subtract:60");
        terminal.see("to move");
        terminal.press(&["6", "Enter"]);
        terminal.see("60 - 6 = 54");
        signal(name, terminal.process());
        assert!(terminal.leave(code).contains("duel resume"), "{name}");
        assert!(kept(&home).contains("1. 6 {"));
    }
}

#[test]
#[ignore = "needs tmux"]
fn the_window_may_change_while_somebody_plays() {
    let home = Home::new();
    let terminal = Terminal::open(&home, "tui subtract:60");
    terminal.see("╭ Moves: 10");
    for (width, height) in [(40, 12), (20, 5), (1, 1), (132, 50), (2, 40), (80, 24)] {
        terminal.resize(width, height);
        terminal.press(&["Down", "i"]);
        thread::sleep(Duration::from_millis(60));
    }
    terminal.see("to move");
    terminal.press(&["1", "5", "Enter"]);
    terminal.see("60 - 15 = 45");
    terminal.press(&["q"]);
    terminal.see("The game is saved");
    terminal.press(&["q"]);
    terminal.leave(0);
}

#[test]
#[ignore = "needs tmux"]
fn players_decide_whether_to_go_on_when_the_disk_is_full() {
    for (decision, seen) in [("n", "last saved"), ("y", "not being saved")] {
        let home = Home::new();
        let arguments = format!("tui digits:1{}7:", "0".repeat(800));
        let terminal = Terminal::prepared(&home, &arguments, "trap '' XFSZ; ulimit -f 1");
        terminal.see("Player 1 to move");
        wait_until(
            || terminal.screen(),
            || {
                let asked = terminal.screen().contains("Go on without saving?");
                if !asked {
                    terminal.press(&["1", "Enter"]);
                }
                asked
            },
        );
        terminal.press(&[decision]);
        terminal.see(seen);
        terminal.press(&["C-c"]);
        terminal.leave(130);
        home.run("games", "").expect_out("unfinished");
    }
}

#[test]
#[ignore = "needs tmux"]
fn no_colour_and_ascii_are_heard() {
    let home = Home::new();
    let terminal = Terminal::open(&home, "tui divide:60 --ascii --color never");
    let screen = terminal.see("+ Moves: 10");
    assert!(screen.is_ascii(), "{screen}");
    let coloured = terminal.tmux(&["capture-pane", "-p", "-e"]).stdout;
    let coloured = String::from_utf8_lossy(&coloured).into_owned();
    let codes = coloured.split("\u{1b}[").filter_map(|code| code.split('m').next());
    let is_colour = |code: &str| {
        code.split(';').any(|part| matches!(part.parse(), Ok(30..=38 | 40..=48 | 90..=107)))
    };
    let colours: Vec<&str> = codes.filter(|code| is_colour(code)).collect();
    assert!(colours.is_empty(), "{colours:?}");
    terminal.press(&["C-c"]);
    terminal.leave(130);
}

#[test]
#[ignore = "needs tmux"]
fn where_there_is_no_screen_that_is_said() {
    let home = Home::new();
    let run = home.run("tui", "").expect_code(2);
    run.expect_err("duel play");
    run.expect_no_panic();
    let mut dumb = home.duel(["tui", "--theme", "pink"]);
    sitting::finish(dumb.env("TERM", "dumb"), "").expect_code(2).expect_err("needs a terminal");
    home.run("tui --screen-reader divide:60", "30\n").expect_code(0).expect_out("Player 1 wins!");
}

/// Remembers this as what was chosen the last time.
fn remember(home: &Home, choice: &str) -> std::path::PathBuf {
    let file = home.games().with_file_name("last-choice");
    fs::create_dir_all(home.games()).expect("a folder");
    fs::write(&file, choice).expect("a file");
    file
}

#[test]
#[ignore = "needs tmux"]
fn a_computer_that_begins_moves_in_the_first_game_and_in_rematches() {
    let home = Home::new();
    remember(&home, "start subtract:60\nplayer2 bot:easy\nbegins 1\n");
    let terminal = Terminal::open(&home, "tui");
    terminal.see("number games for two");
    terminal.press(&["p"]);
    for game in 0..8 {
        if game % 2 == 0 {
            terminal.see("Bot (easy): 60 - ");
        }
        terminal.see("Player 1 to move, against Bot (easy)");
        terminal.press(&["R"]);
        terminal.see("do you really give up?");
        terminal.press(&["y"]);
        terminal.see("Bot (easy) wins!");
        // An Enter too many does not leave the end.
        terminal.press(&["Enter", "r"]);
        wait_until(|| terminal.screen(), || !terminal.screen().contains("wins!"));
    }
    terminal.press(&["C-c"]);
    terminal.leave(130);
}

#[test]
#[ignore = "needs tmux"]
fn a_theme_of_the_command_line_goes_before_a_remembered_one() {
    let home = Home::new();
    let remembered = "theme light\n";
    let file = remember(&home, remembered);
    let terminal = Terminal::open(&home, "tui --theme dark");
    terminal.see("number games for two");
    let coloured = terminal.tmux(&["capture-pane", "-p", "-e"]).stdout;
    let coloured = String::from_utf8_lossy(&coloured).into_owned();
    // Titles are cyan in the dark theme, and blue in the light one.
    assert!(coloured.contains("38;5;6m") && !coloured.contains("38;5;4m"), "{coloured:?}");
    terminal.press(&["p"]);
    terminal.see("to move");
    assert!(fs::read_to_string(&file).unwrap().contains(remembered), "the memory stays");
    terminal.press(&["C-c"]);
    terminal.leave(130);
}

#[test]
#[ignore = "needs tmux"]
fn a_screen_reader_plays_what_the_screen_plays() {
    for game in ["divide", "dilemma", "subtract", "digits", "factor", "subtract+no-echo:132"] {
        let tags = |record: &str| -> Vec<String> {
            let tags = record.lines().filter(|line| {
                ["[First", "[Second", "[Start"].iter().any(|tag| line.starts_with(tag))
            });
            // Starts are drawn by lot: their rules and how many numbers there are must agree.
            let is_given = game.contains(':');
            tags.map(|line| line.chars().filter(|c| is_given || !c.is_ascii_digit()).collect())
                .collect()
        };
        let (on_screen, aloud) = (Home::new(), Home::new());
        let terminal = Terminal::open(&on_screen, &format!("tui {game}"));
        terminal.see("to move");
        // The moves are listed a moment later.
        terminal.see("\u{25b8} ");
        // A game is kept from its first move on.
        let made = if game == "digits" { "1" } else { "Down" };
        terminal.press(&[made, "Enter"]);
        wait_until(|| terminal.screen(), || !on_screen.kept().is_empty());
        terminal.press(&["C-c"]);
        terminal.leave(130);
        aloud.run(&format!("tui --screen-reader {game}"), "save g.duel\nquit\n").expect_code(0);
        let saved = fs::read_to_string(aloud.file("g.duel")).expect("a saved game");
        assert_eq!(tags(&kept(&on_screen)), tags(&saved));
    }
}

#[test]
#[ignore = "needs tmux"]
fn given_players_go_before_remembered_ones() {
    let home = Home::new();
    let remembered = "player1 Zoe\nplayer2 bot:easy\n";
    let file = remember(&home, remembered);
    let settings = "export DUEL_P1=Eve DUEL_P2=bot:hard";
    let terminal = Terminal::prepared(&home, "", settings);
    let screen = terminal.see("number games for two");
    assert!(screen.contains("\u{2039} Eve \u{203a}"), "{screen}");
    assert!(screen.contains("\u{2039} bot:hard \u{203a}"), "{screen}");
    terminal.press(&["q"]);
    terminal.leave(0);
    assert!(fs::read_to_string(&file).unwrap().contains(remembered), "the memory stays");
    let terminal = Terminal::prepared(&home, "tui --p1 Ann", settings);
    let screen = terminal.see("number games for two");
    assert!(screen.contains("\u{2039} Ann \u{203a}"), "{screen}");
    terminal.press(&["C-c"]);
    terminal.leave(130);
    let terminal = Terminal::prepared(&home, "tui divide:60", settings);
    terminal.see("Eve to move, against Bot (hard)");
    terminal.press(&["C-c"]);
    terminal.leave(130);
    home.run("tui --screen-reader divide:60 --p1 Ann --p2 Ben", "30\n").expect_out("Ann wins!");
}

#[test]
#[ignore = "needs tmux"]
fn a_start_that_cannot_be_played_is_corrected_where_it_was_typed() {
    let home = Home::new();
    let file = remember(&home, "rules book\nstart abc\n");
    let terminal = Terminal::open(&home, "tui");
    let screen = terminal.see("number games for two");
    assert!(!screen.contains("abc"), "{screen}");
    terminal.press(&["Down"; 7]);
    terminal.see("Enter type");
    terminal.press(&["Enter", "a", "b", "c", "Enter"]);
    terminal.see("is not a digit");
    terminal.press(&["4", "8", ",", "9", "0", "Enter"]);
    let screen = terminal.see("\u{2039} 48,90 \u{203a}");
    assert!(screen.contains("Player 1, a person") && !screen.contains("not a digit"), "{screen}");
    terminal.press(&["Up", "Enter", "x", "Enter"]);
    terminal.see("is not a digit");
    terminal.press(&["Escape"]);
    terminal.see("\u{2039} 48,90 \u{203a}");
    terminal.press(&["q"]);
    terminal.leave(0);
    assert!(fs::read_to_string(&file).unwrap().contains("\nstart 48,90\n"));
}
