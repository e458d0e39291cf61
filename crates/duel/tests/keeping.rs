//! Games that are kept: listed, gone on with, replayed, exported, and refused when damaged.

mod sitting;

use std::{
    ffi::OsStr,
    fs::{self, Permissions},
    io::{BufRead as _, BufReader, Write as _},
    os::unix::{
        fs::{PermissionsExt as _, symlink},
        net::UnixListener,
    },
    path::{Path, PathBuf},
    process::Stdio,
};

use duel_numbers::Natural;
use sitting::{DUEL, Home, Run, finish, wait};

/// A finished game, as the program writes it.
const FINISHED: &str = "\
[Record \"1\"]
[Start \"divide:60\"]
[First \"Ann\"]
[Second \"Ben\"]
[Date \"2026-01-31T12:00:00Z\"]

1. 6 {1.250}
2. 2 {0.003}
result 0-1 played
";

/// The same game before its last move.
const UNFINISHED: &str = "\
[Record \"1\"]
[Start \"divide:60\"]
[First \"Ann\"]
[Second \"Ben\"]

1. 6 {1.250}
";

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("a record")
}

fn on_file(home: &Home, command: &str, file: &Path, input: &str) -> Run {
    let mut arguments: Vec<&OsStr> = command.split(' ').map(OsStr::new).collect();
    arguments.push(file.as_os_str());
    home.run_with(&arguments, input)
}

#[test]
fn games_are_listed_newest_first() {
    let home = Home::new();
    let run = home.run("games", "").expect_code(0);
    assert_eq!(run.out, "");
    run.expect_err("No games are kept yet");
    assert_eq!(home.run("games --json", "").expect_code(0).out, "[]\n");
    home.run("play divide --p1 Ann --p2 Ben", "6\n2\n").expect_code(0);
    home.run("play digits", "4\n").expect_code(1);
    let run = home.run("games", "").expect_code(0);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].contains("digits:7:") && lines[0].contains("unfinished, 1 move"));
    assert!(lines[1].contains("divide:60") && lines[1].ends_with("Ann - Ben: Ben won, 2 moves"));
    let run = home.run("games --json", "").expect_code(0);
    let games: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(games[1]["position"], "divide:5");
    assert_eq!(games[1]["start"], "divide:60");
    assert_eq!(games[0]["first"], "Player 1");
}

#[test]
fn a_game_is_gone_on_with_by_name_by_file_or_as_the_newest() {
    let home = Home::new();
    home.run("play divide", "6\n").expect_code(1);
    home.run("play subtract", "6\n").expect_code(1);
    let files = home.kept();
    let id = files[0].file_stem().unwrap().to_str().unwrap();
    let run = home.run("resume", "").expect_code(1);
    run.expect_err("Divisor Duel: Subtraction");
    let run = home.run(&format!("resume {id}"), "").expect_code(1);
    run.expect_out("Player 2's Turn:\nCurrent N: 10\n");
    run.expect_err(&format!("duel resume {id}"));
    let run = on_file(&home, "resume", &files[0], "2\n").expect_code(0);
    run.expect_out("Player 1 cannot make a move. Player 2 wins!");
    assert_eq!(home.kept().len(), 2, "nothing new is kept");
    assert!(text(&files[0]).ends_with("\nresult 0-1 played\n"));
}

#[test]
fn a_finished_game_cannot_be_gone_on_with() {
    let home = Home::new();
    home.run("play divide", "6\n2\n").expect_code(0);
    home.run("resume", "").expect_code(1).expect_err("no unfinished game");
    let file = home.kept().remove(0);
    let before = text(&file);
    let run = on_file(&home, "resume", &file, "2\n").expect_code(1);
    run.expect_err("this game is over");
    assert_eq!(text(&file), before);
}

#[test]
fn a_match_goes_on_with_its_score_and_its_order() {
    let home = Home::new();
    let arguments = "play divide --rounds 3 --points 2 --p1 Ann --p2 Ben --first p2";
    home.run(arguments, "30\n6\n").expect_code(1).expect_out("Score: Ann 0, Ben 2");
    let run = home.run("resume", "2\nresign\n").expect_code(0);
    run.expect_lines(&[
        "Ben's Turn:",
        "Current N: 10",
        "Ann cannot make a move. Ben wins!",
        "Score: Ann 0, Ben 4",
        "Round 3",
        "Ben's Turn:",
        "Ben resigns. Ann wins!",
        "Score: Ann 2, Ben 4",
        "Ben is the champion!",
    ]);
    assert_eq!(home.kept().len(), 3);
}

#[test]
fn a_match_saved_by_name_goes_on_in_numbered_files() {
    let home = Home::new();
    let run = home.run("play divide --rounds 3 --save m.duel", "30\n30\n").expect_code(1);
    run.expect_err("duel resume m-3.duel");
    assert!(home.kept().is_empty());
    assert!(text(&home.file("m-2.duel")).contains("[Round \"2\"]"));
    home.run("resume m-3.duel", "30\n").expect_code(0).expect_out("Player 1 2, Player 2 1");
    home.run("play divide --rounds 3 --save n.duel", "30\n").expect_code(1);
    let run = home.run("resume n-2.duel", "30\n").expect_code(1);
    run.expect_err("duel resume n-3.duel");
    assert!(home.file("n-3.duel").exists());
}

#[test]
fn a_dealt_match_deals_the_same_after_going_on() {
    let home = Home::new();
    let whole = home.run("play divide --fair --seed 9 --rounds 2 --no-save", "resign\nresign\n");
    home.run("play divide --fair --seed 9 --rounds 2", "2:2\n").expect_code(1);
    let run = home.run("resume", "resign\nresign\n").expect_code(0);
    let starts = |run: &Run| -> Vec<String> {
        run.out.lines().filter(|line| line.starts_with("Game Start")).map(str::to_owned).collect()
    };
    assert_eq!(starts(&run).last(), starts(&whole).last());
}

#[test]
fn conduct_is_kept_too() {
    let home = Home::new();
    let arguments = "play digits --on-illegal forfeit --clock 5m+3s --max-length 2";
    home.run(arguments, "1\n").expect_code(1);
    let run = home.run("resume", "2\n12\n").expect_code(0);
    run.expect_out("Maximum length (2) reached. The game goes on.");
    run.expect_out("Player 1 forfeits the game. Player 2 wins!");
    run.expect_err("left.");
    let record = text(&home.kept()[0]);
    assert!(record.contains("[Clock \"5m+3s\"]"), "{record}");
    assert!(record.ends_with("result 0-1 garbled\n"), "{record}");
}

#[test]
fn a_replay_shows_the_session_again() {
    let home = Home::new();
    let games = [
        ("divide", "6\n2\n"),
        ("dilemma --start 30", "15\nI have no valid moves.\n"),
        ("subtract", "6\n2\n2\n"),
        ("digits --target 3", "4\n5\n"),
        ("factor --start 12", "6\n3\n1\n2\n"),
        ("divide --start 12,18 --house either", "1:/6\n2:-9\n2:/3\n"),
        ("divide --house one --start 6", "1\n2\n"),
        ("digits --max-length 1", "1\n4\n"),
    ];
    for (game, input) in games {
        let played = home.run(&format!("play {game}"), input).expect_code(0);
        let file = home.kept().pop().unwrap();
        let replayed = on_file(&home, "replay", &file, "").expect_code(0);
        assert_eq!(replayed.out, played.out, "{game}");
    }
    home.run("play divide", "6\n").expect_code(1);
    let file = home.kept().pop().unwrap();
    let run = on_file(&home, "replay", &file, "").expect_code(0);
    run.expect_err("Unfinished: Player 2 is to move.");
}

#[test]
fn records_go_through_both_forms_unchanged() {
    let home = Home::new();
    let name = "A \"quoted\" \\ name";
    home.run_with(&["play", "divide", "--p1", name, "--rounds", "2"], "6\n2\n").expect_code(1);
    home.run("play digits --clock 30s", "1\ndraw\nyes\n").expect_code(0);
    home.run("play factor --on-illegal forfeit", "50\n7\n").expect_code(0);
    home.run("play divide --start 12,18 --house either,no-echo", "1:/6\n").expect_code(1);
    assert_eq!(home.kept().len(), 5);
    for file in home.kept() {
        let written = text(&file);
        let exported = on_file(&home, "export", &file, "").expect_code(0).out;
        assert_eq!(exported, written);
        let file = file.to_str().unwrap();
        let json = home.run(&format!("export --format json {file}"), "").expect_code(0).out;
        let parsed: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        assert!(parsed.is_object());
        let twin = home.write("twin.json", &json);
        assert_eq!(on_file(&home, "export", &twin, "").expect_code(0).out, written);
        let run = home.run("export --format json twin.json", "").expect_code(0);
        assert_eq!(run.out, json);
    }
}

#[test]
fn a_json_record_can_be_replayed_but_not_gone_on_with() {
    let home = Home::new();
    let file = home.write("g.duel", UNFINISHED);
    let file = file.to_str().unwrap();
    let json = home.run(&format!("export --format json {file}"), "").expect_code(0).out;
    let twin = home.write("g.json", json);
    on_file(&home, "replay", &twin, "").expect_code(0).expect_out("New N is 10.");
    on_file(&home, "resume", &twin, "2\n").expect_code(1).expect_err("g.json: line 1: ");
}

#[test]
fn a_number_in_json_is_refused_not_rounded() {
    let home = Home::new();
    let file = home.write("g.duel", FINISHED);
    let file = file.to_str().unwrap();
    let json = home.run(&format!("export --format json {file}"), "").expect_code(0).out;
    let bad = json.replacen("\"6\"", "6", 1);
    assert_ne!(bad, json);
    let bad = home.write("bad.json", bad);
    let run = on_file(&home, "replay", &bad, "").expect_code(1);
    run.expect_err("bad.json: ");
    assert_eq!(run.out, "");
}

#[test]
fn a_second_program_on_the_same_game_is_told() {
    let home = Home::new();
    let mut command = home.duel(["play", "divide", "--save", "g.duel"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    stdin.write_all(b"6\n").unwrap();
    let mut line = String::new();
    while !line.contains("New N is 10") {
        line.clear();
        assert_ne!(out.read_line(&mut line).unwrap(), 0);
    }
    let run = home.run("resume g.duel", "2\n").expect_code(1);
    run.expect_err("g.duel is in use");
    assert_eq!(run.out, "");
    home.run("export g.duel", "").expect_code(0).expect_out("1. 6 {");
    drop(stdin);
    assert_eq!(wait(&mut child), Some(1));
    home.run("resume g.duel", "2\n").expect_code(0).expect_out("Player 2 wins!");
}

#[test]
fn an_existing_file_is_never_written_over() {
    let home = Home::new();
    home.write("notes.txt", "dear diary");
    let run = home.run("play divide --save notes.txt", "6\n2\n").expect_code(2);
    run.expect_err("exists already");
    assert_eq!(run.out, "");
    assert_eq!(text(&home.file("notes.txt")), "dear diary");
    symlink("/nowhere/at/all", home.file("link")).unwrap();
    home.run("play divide --save link", "6\n2\n").expect_code(2);
}

#[test]
fn a_missing_folder_is_a_failure() {
    let run = Home::new().run("play divide --save no/such/game.duel", "6\n2\n").expect_code(1);
    run.expect_err("no/such/game.duel");
    assert_eq!(run.out, "");
}

#[test]
fn a_game_that_cannot_be_kept_is_played_all_the_same() {
    let home = Home::new();
    let file = home.write("data", "not a folder");
    let run = home.run("play divide", "6\n2\n").expect_code(0);
    run.expect_err("This game is not being saved.");
    run.expect_out("Player 2 wins!");
    assert_eq!(text(&file), "not a folder");
    let mut command = home.duel(["play", "divide"]);
    let run = finish(command.env("XDG_DATA_HOME", "/proc"), "6\n2\n").expect_code(0);
    run.expect_err("This game is not being saved.");
}

/// Plays with files that may not grow beyond a kibibyte.
fn play_on_a_full_disk(home: &Home, saving: &str) -> Run {
    let target = format!("1{}7", "0".repeat(300));
    let script =
        format!("trap '' XFSZ; ulimit -f 1; exec \"$DUEL\" play digits --target {target} {saving}");
    let mut command = home.command("bash");
    finish(command.arg("-c").arg(script).env("DUEL", DUEL), &"1\n".repeat(100))
}

/// The number of moves that were announced.
fn announced(run: &Run) -> usize {
    run.out.matches("No winner yet.").count()
}

#[test]
fn a_full_disk_is_told_at_once_and_stops_a_game_that_was_to_be_saved() {
    let home = Home::new();
    let run = play_on_a_full_disk(&home, "--save g.duel").expect_code(1);
    run.expect_err("What just happened could not be saved.");
    run.expect_err("the game stops where it was last saved");
    let moves = announced(&run);
    assert!((10..90).contains(&moves), "{moves}");
    let record = home.run("export g.duel", "").expect_code(0).out;
    assert_eq!(record.matches(". 1 {").count(), moves, "{record}");
    let run = home.run("resume g.duel", "2\n").expect_code(1);
    run.expect_out(&format!("\nShared Number (N): {}2\n", "1".repeat(moves)));
}

#[test]
fn a_full_disk_does_not_stop_a_game_that_nobody_asked_to_save() {
    let home = Home::new();
    let run = play_on_a_full_disk(&home, "").expect_code(1);
    run.expect_err("What just happened could not be saved.");
    run.expect_err("The game goes on without being saved.");
    assert_eq!(announced(&run), 100);
    assert!(!run.err.contains("duel resume"), "nothing is promised: {}", run.err);
    let run = home.run("games", "").expect_code(0);
    run.expect_out("unfinished, ");
}

#[test]
fn a_torn_last_line_is_dropped_and_told() {
    let home = Home::new();
    let torn = format!("{UNFINISHED}2. 5 {{0.1");
    let file = home.write("g.duel", &torn);
    for command in ["replay", "export", "review", "export --format json", "review --json"] {
        let run = on_file(&home, command, &file, "").expect_code(0);
        run.expect_err("The last line of the record had been cut off and is left out.");
        assert_eq!(text(&file), torn, "{command} changes nothing");
    }
    assert_eq!(on_file(&home, "export", &file, "").out, UNFINISHED);
    let run = on_file(&home, "resume", &file, "2\n").expect_code(0);
    run.expect_err("had been cut off and was dropped");
    run.expect_out("Ann cannot make a move. Ben wins!");
    let record = text(&file);
    assert!(record.starts_with(&format!("{UNFINISHED}2. 2 {{")), "{record}");
    on_file(&home, "replay", &file, "").expect_code(0);
}

#[test]
fn the_newest_game_is_gone_on_with_even_if_its_last_line_is_torn() {
    let home = Home::new();
    home.run("play divide", "6\n").expect_code(1);
    let file = home.kept().remove(0);
    fs::write(&file, format!("{}2. 5 {{0.1", text(&file))).unwrap();
    let run = home.run("games", "").expect_code(0);
    run.expect_err("had been cut off and is left out");
    run.expect_out("unfinished, 1 move");
    let run = home.run("resume", "2\n").expect_code(0);
    run.expect_err("had been cut off and was dropped");
    run.expect_out("Player 2 wins!");
}

/// A JSON record among the kept games is listed, but it cannot grow, so an older game goes on.
#[test]
fn a_json_record_among_the_kept_games_is_not_gone_on_with() {
    let home = Home::new();
    home.run("play divide", "6\n").expect_code(1);
    let file = home.kept().remove(0);
    let json = on_file(&home, "export --format json", &file, "").expect_code(0).out;
    fs::write(home.games().join("99991231-235959999-abc.duel"), json.trim_end()).unwrap();
    let games = home.run("games", "").expect_code(0);
    assert_eq!((games.out.matches("unfinished, 1 move").count(), games.err.as_str()), (2, ""));
    home.run("resume", "2\n").expect_code(0).expect_out("Player 2 wins!");
}

#[test]
fn a_truncated_record_is_refused_with_its_line_or_goes_on() {
    let home = Home::new();
    for length in (0..FINISHED.len()).step_by(7) {
        let file = home.write("g.duel", &FINISHED[..length]);
        let run = on_file(&home, "replay", &file, "");
        match run.code {
            Some(0) if FINISHED[..length].ends_with('\n') => {}
            Some(0) => run.expect_err("had been cut off and is left out"),
            _ => run.expect_code(1).expect_err("g.duel: line "),
        }
        let run = on_file(&home, "resume", &file, "");
        assert_eq!(run.code, Some(1), "{length}: {run:#?}");
    }
}

#[test]
fn an_edited_record_is_refused_with_its_line() {
    let home = Home::new();
    let edits = [
        ("[Record \"1\"]", "[Record \"2\"]", "line 1: this record has version 2"),
        ("[Record \"1\"]", "[Recorf \"1\"]", "line 1: "),
        ("divide:60", "divide:6x", "line 2: "),
        ("divide:60", "nim:60", "line 2: "),
        ("\"Ann\"", "\"A\u{1b}[31mnn\"", "line 3: a name"),
        ("\"Ann\"", "\"Ann", "line 3: "),
        ("[Second \"Ben\"]", "[First \"Ben\"]", "line 4: duplicate tag"),
        ("[Second \"Ben\"]", "[Colour \"red\"]", "line 4: unknown tag"),
        ("[Second \"Ben\"]\n", "", "the tag Second is missing"),
        ("12:00:00Z", "noon", "line 5: "),
        ("1. 6 ", "1. 7 ", "line 7: this move is not legal here"),
        ("1. 6 ", "2. 6 ", "line 7: move 1 is expected"),
        ("1. 6 {1.250}", "1. 6", "line 7: "),
        ("1. 6 {1.250}", "hello", "line 7: "),
        ("{0.003}", "{99999999999999999999.003}", "line 8: "),
        ("result 0-1 played", "result 1-0 played", "line 9: this result does not follow"),
        ("result 0-1 played", "undo 2", "line 9: "),
        ("result 0-1 played", "3. 5 {0.000}", "line 9: "),
        ("played\n", "played\nresult 0-1 played\nundo 2\n", "line 11: "),
    ];
    for (from, to, reason) in edits {
        let edited = FINISHED.replacen(from, to, 1);
        assert_ne!(edited, FINISHED);
        let file = home.write("g.duel", edited);
        for command in ["replay", "resume", "export"] {
            let run = on_file(&home, command, &file, "").expect_code(1);
            run.expect_err(reason);
            assert!(!run.err.contains('\u{1b}'), "{run:#?}");
            assert_eq!(run.out, "");
        }
    }
}

#[test]
fn a_record_of_a_newer_program_says_which_version_it_has() {
    let home = Home::new();
    let file = home.write("g.duel", "[Record \"7\"]\n[Mood \"new\"]\n\n");
    let run = on_file(&home, "resume", &file, "").expect_code(1);
    run.expect_err("version 7");
    run.expect_err("a newer one is needed");
}

#[test]
fn files_that_are_no_records_are_refused() {
    let home = Home::new();
    let binary: Vec<u8> = (0..=255).cycle().take(5000).collect();
    let mut huge = FINISHED.as_bytes().to_vec();
    huge.resize(17 << 20, b'\n');
    let long_name = FINISHED.replace("Ann", &"x".repeat(1 << 20));
    let files: [(&str, &[u8], &str); 9] = [
        ("empty", b"", "line 1: "),
        ("binary", &binary, "line "),
        ("huge", &huge, "larger than"),
        ("text", b"hello\n", "line 1: a record begins with"),
        ("nul", b"[Record \"1\"]\n\0\0\n", "line 2: "),
        ("long", long_name.as_bytes(), "line 3: a name"),
        ("object", b"{}", "object: "),
        ("half", b"{\"record\":", "half: "),
        ("deep", &b"{\"a\":[".repeat(100_000), "deep: "),
    ];
    for (name, bytes, reason) in files {
        let file = home.write(name, bytes);
        for command in ["replay", "resume", "export"] {
            let run = on_file(&home, command, &file, "").expect_code(1);
            assert!(run.err.contains(reason) || command == "resume", "{name}: {run:#?}");
            run.expect_err(name);
            assert!(run.err.len() < 1000, "{name}");
            assert_eq!(run.out, "");
        }
        assert_eq!(fs::read(&file).unwrap(), bytes, "{name} was changed");
    }
    home.run("replay .", "").expect_code(1);
    home.run("resume .", "").expect_code(1);
}

/// The commands that read a record.
const READERS: [&str; 4] = ["replay", "export", "review", "resume"];

/// Nobody writes into the pipe, so whoever opens it as a file waits for ever.
#[test]
fn what_is_no_plain_file_is_refused_and_not_waited_for() {
    let home = Home::new();
    home.run("play divide", "6\n").expect_code(1);
    let made = home.command("mkfifo").arg("pipe").status().expect("mkfifo");
    assert!(made.success());
    let _socket = UnixListener::bind(home.file("socket")).unwrap();
    symlink("/dev/zero", home.file("device")).unwrap();
    fs::create_dir(home.file("folder")).unwrap();
    for name in ["pipe", "socket", "device", "folder"] {
        let reason = format!("{name}: this is a {name}, not a file");
        for command in READERS {
            let run = home.run(&format!("{command} {name}"), "").expect_code(1);
            run.expect_err(&reason);
            assert_eq!(run.out, "");
        }
        home.run(&format!("play divide --save {name}"), "").expect_code(2).expect_err("exists");
        // The same among the kept games, as the newest of them.
        let kept = home.games().join(format!("20990101-000000000-{name}.duel"));
        symlink(home.file(name), kept).unwrap();
    }
    let run = home.run("games", "").expect_code(0);
    assert_eq!(run.out.matches("not a file").count(), 4, "{run:#?}");
    home.run("resume", "2\n").expect_code(0).expect_out("Player 2 wins!");
}

#[test]
fn a_number_that_is_too_long_is_refused_with_the_limit() {
    let home = Home::new();
    let long = "7".repeat(10_001);
    let start = UNFINISHED.replace("divide:60", &format!("divide:{long}"));
    let moves = UNFINISHED.replace("1. 6 ", &format!("1. {long} "));
    let json = home.write("g.duel", FINISHED);
    let json = on_file(&home, "export --format json", &json, "").expect_code(0).out;
    let [json_start, json_moves] =
        [("divide:60", format!("divide:{long}")), ("\"6\"", format!("\"{long}\""))].map(
            |(old, new)| {
                let changed = json.replacen(old, &new, 1);
                assert_ne!(changed, json, "{old}");
                changed
            },
        );
    for (name, text) in
        [("start", start), ("moves", moves), ("json-start", json_start), ("json-moves", json_moves)]
    {
        home.write(name, &text);
        // Only records of the text form can be gone on with.
        let commands = if name.starts_with("json") { &READERS[..3] } else { &READERS };
        for command in commands {
            let run = home.run(&format!("{command} {name}"), "").expect_code(1);
            run.expect_err("10001 digits are too many; a number has at most 10000");
            assert!(run.err.len() < 300, "{}", run.err);
            assert_eq!(run.out, "");
        }
        fs::create_dir_all(home.games()).unwrap();
        fs::write(home.games().join(format!("20990101-000000000-{name}.duel")), text).unwrap();
    }
    let run = home.run("games", "").expect_code(0);
    assert_eq!(run.out.matches("at most 10000").count(), 4, "{run:#?}");
}

/// Numbers without small factors, of almost 10,000 digits, on which the same move is made and taken
/// back: every line of it would be seconds of work.
#[test]
fn a_record_that_takes_too_long_to_replay_is_refused_with_the_limit() {
    let home = Home::new();
    let prime = |exponent| &Natural::from(2_u64).pow(exponent) - &Natural::one();
    let number = (0..60).fold(prime(127), |product, _| &product * &prime(521));
    let mut record = UNFINISHED.replace("divide:60", &format!("dilemma:{number}"));
    record.truncate(record.find("1. 6").unwrap());
    record.push_str(&format!("1. {} {{0.001}}\nundo 1\n", prime(127)).repeat(5_000));
    home.write("long", &record);
    for command in READERS {
        let run = home.run(&format!("{command} long"), "").expect_code(1);
        run.expect_err("more work than the limit allows, 20000000000 steps");
        assert_eq!(run.out, "");
    }
    fs::create_dir_all(home.games()).unwrap();
    fs::write(home.games().join("20990101-000000000-long.duel"), record).unwrap();
    home.run("games", "").expect_code(0).expect_out("more work than the limit allows");
}

/// Whom a file or folder lets do what.
fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("a file").permissions().mode() & 0o777
}

/// Runs the program where new files are open to everybody.
fn run_openly(home: &Home, arguments: &str, input: &str) -> Run {
    let mut command = home.command("sh");
    command.args(["-c", "umask 0; exec \"$0\" \"$@\"", DUEL]).args(arguments.split(' '));
    finish(&mut command, input)
}

/// What is not private below this folder.
fn open_to_others(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> = vec![folder.to_owned()];
    for path in entries {
        if path.is_dir() {
            found.extend(open_to_others(&path));
        } else {
            found.push(path);
        }
    }
    found.retain(|path| mode(path) & 0o077 != 0);
    found
}

#[test]
fn kept_games_are_readable_by_their_owner_alone() {
    let home = Home::new();
    run_openly(&home, "play divide --save named.duel", "6\n").expect_code(1);
    assert_eq!(mode(&home.file("named.duel")), 0o600);
    run_openly(&home, "play divide", "6\n").expect_code(1);
    let ours = home.games().parent().unwrap().to_owned();
    let game = home.kept().remove(0);
    assert_eq!((mode(&ours), mode(&home.games()), mode(&game)), (0o700, 0o700, 0o600));
    // As older versions have left them.
    for (path, mode) in [(&ours, 0o755), (&home.games(), 0o775), (&game, 0o644)] {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }
    run_openly(&home, "resume", "2\n").expect_code(0);
    assert_eq!(mode(&game), 0o600);
    run_openly(&home, "play divide", "6\n2\n").expect_code(0);
    assert_eq!(open_to_others(&ours), [] as [PathBuf; 0]);
    // What was closed even to its owner is not opened.
    fs::set_permissions(&game, Permissions::from_mode(0o400)).unwrap();
    run_openly(&home, "replay named.duel", "").expect_code(0);
    assert_eq!(mode(&game), 0o400);
    let event = "match bot:random bot:easy --range divide:60..61 --seed 1 --out e --json r.json";
    run_openly(&home, event, "").expect_code(0);
    assert_eq!(open_to_others(&home.file("e")), [] as [PathBuf; 0]);
    // A report is for whom one likes, and stays so.
    assert_eq!(mode(&home.file("r.json")), 0o666);
    fs::set_permissions(home.file("r.json"), Permissions::from_mode(0o640)).unwrap();
    run_openly(&home, event, "").expect_code(0);
    assert_eq!(mode(&home.file("r.json")), 0o640);
}

#[test]
fn nothing_half_written_stays() {
    let home = Home::new();
    let event = "match bot:random bot:easy --range divide:60..61 --seed 1 --out e";
    home.run(event, "").expect_code(0);
    // As a program leaves them that is killed while it writes.
    for name in ["e/.table.txt.part", "e/games/.000009.duel.part", ".r.json.part"] {
        home.write(name, "half");
    }
    home.run(&format!("{event} --json r.json"), "").expect_code(0);
    fs::create_dir(home.file("folder")).unwrap();
    let run = home.run(&format!("{event} --json folder"), "").expect_code(1);
    run.expect_err("folder: this is a folder, not a file");
    symlink("/dev/null", home.file("null")).unwrap();
    let run = home.run(&format!("{event} --json null"), "").expect_code(1);
    run.expect_err("null: this is a device, not a file");
    assert!(home.file("null").is_symlink());
    home.run(&format!("{event} --json no/such/r.json"), "").expect_code(1);
    // A link stays one.
    symlink("r.json", home.file("link")).unwrap();
    fs::write(home.file("r.json"), "old").unwrap();
    home.run(&format!("{event} --json link"), "").expect_code(0);
    assert!(home.file("link").is_symlink());
    assert!(text(&home.file("r.json")).contains("standings"));
    let left = home.command("find").args([".", "-name", "*.part"]).output().expect("find");
    assert_eq!(String::from_utf8_lossy(&left.stdout), "");
}

#[test]
fn a_damaged_game_among_the_kept_ones_is_listed_as_such() {
    let home = Home::new();
    home.run("play divide", "6\n2\n").expect_code(0);
    fs::write(home.games().join("20990101-000000000-bad.duel"), b"\xff\x00\x1b[31m\n").unwrap();
    fs::write(home.games().join("not a game.txt"), b"hello").unwrap();
    let run = home.run("games", "").expect_code(0);
    assert_eq!(run.out.lines().count(), 2);
    run.expect_out("bad  ");
    run.expect_out("line 1: this is not text");
    let run = home.run("games --json", "").expect_code(0);
    let games: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert!(games[0]["error"].is_string());
    home.run("resume", "").expect_code(1).expect_err("no unfinished game");
}

#[test]
fn a_name_of_a_game_never_leads_out_of_the_folder() {
    let home = Home::new();
    home.run("play divide", "6\n2\n").expect_code(0);
    let secret = home.games().parent().unwrap().join("secret.duel");
    fs::write(secret, FINISHED).unwrap();
    home.run("export ../secret", "").expect_code(1).expect_err("no kept game");
    home.run_with(&["export", ""], "").expect_code(1);
}

#[test]
fn a_round_at_the_end_of_counting_does_no_harm() {
    let home = Home::new();
    let tags = "[Round \"4294967295\"]\n[To \"4294967295\"]\n[Points \"1\"]\n[Score \"0-0\"]\n\
                [Player1 \"1\"]\n\n";
    let file = home.write("g.duel", UNFINISHED.replacen("\n\n", &format!("\n{tags}"), 1));
    on_file(&home, "resume", &file, "2\n").expect_out("Score: Ann 0, Ben 1");
}

#[test]
fn times_that_the_clock_does_not_allow_are_refused() {
    let home = Home::new();
    let late = FINISHED.replace("[Date", "[Clock \"1s\"]\n[Date");
    let file = home.write("g.duel", late);
    on_file(&home, "replay", &file, "").expect_code(1).expect_err("line 8: ");
}

#[test]
fn a_game_without_a_move_is_not_kept() {
    let home = Home::new();
    home.run("play divide --start 7", "").expect_code(0);
    home.run("play divide", "resign\n").expect_code(0);
    home.run("play divide", "").expect_code(1);
    let run = home.run("play divide", "quit\n").expect_code(0);
    run.expect_err("nothing is kept");
    assert!(home.kept().is_empty());
    // A file that the player has named is written all the same.
    home.run("play divide --start 7 --save g.duel", "").expect_code(0);
    assert!(text(&home.file("g.duel")).ends_with("\nresult 0-1 played\n"));
}
