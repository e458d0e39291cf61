//! Killed at any moment: what was announced is kept, and what is kept is whole.
//!
//! A scripted game is fed to the program with small pauses and the program is killed a random moment
//! after a random move was announced. `DUEL_KILLS` says how often (default: 20 times).

mod sitting;

use std::{
    env, fs,
    io::{BufRead as _, BufReader, Write as _},
    process::Stdio,
    sync::mpsc,
    thread,
    time::Duration,
};

use duel_core::Record;
use duel_play::{Dice, Journal};
use sitting::{Home, Run};

/// The digits that the script plays; none of them completes a number below the target.
fn script(dice: &mut Dice) -> String {
    (0..400)
        .map(|_| char::from_digit(u32::try_from(dice.roll(1..=9)).unwrap(), 10).unwrap())
        .collect()
}

/// The digits of a kept game, as they were played.
fn digits(record: &Record) -> String {
    record.game.steps().map(|step| step.before.write_move(&step.played)).collect()
}

/// When to kill the program.
struct Moment {
    /// After so many moves were announced,
    moves: usize,
    /// and then so much time.
    pause: Duration,
}

/// Plays until it is killed; gives the longest number that was announced.
fn play_until_killed(home: &Home, script: &str, moment: &Moment, dice: &mut Dice) -> String {
    let target = format!("1{}7", "0".repeat(500));
    let mut command = home.duel(["play", "digits", "--save", "g.duel", "--target", &target]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let out = BufReader::new(child.stdout.take().expect("a pipe"));
    let lines: Vec<(char, u64)> = script.chars().map(|digit| (digit, dice.roll(0..=400))).collect();
    let typing = thread::spawn(move || {
        for (digit, pause) in lines {
            if stdin.write_all(format!("{digit}\n").as_bytes()).is_err() {
                return;
            }
            thread::sleep(Duration::from_micros(pause));
        }
    });
    let (announcements, announced_by_now) = mpsc::channel();
    let reading = thread::spawn(move || {
        let mut announced = String::new();
        for line in out.split(b'\n') {
            let Ok(bytes) = line else { break };
            let text = String::from_utf8(bytes).expect("text");
            // The last line may be torn, but what stands before these words is whole.
            if let Some((number, _)) = text.split_once(" mod ") {
                number.clone_into(&mut announced);
                let _ = announcements.send(());
            }
        }
        announced
    });
    for _ in 0..moment.moves {
        announced_by_now.recv().expect("the program announces every move");
    }
    thread::sleep(moment.pause);
    child.kill().expect("a child of this process");
    child.wait().expect("a child of this process");
    let announced = reading.join().expect("the reader");
    typing.join().expect("the typist");
    announced
}

#[test]
fn nothing_announced_is_lost_when_the_program_is_killed() {
    let kills: u32 = env::var("DUEL_KILLS")
        .ok()
        .map_or(20, |count| count.parse().expect("DUEL_KILLS: a number"));
    let seed = env::var("DUEL_SEED")
        .map_or_else(|_| Dice::fresh_seed(), |seed| seed.parse().expect("DUEL_SEED: a number"));
    let mut dice = Dice::seeded(seed);
    for kill in 0..kills {
        let context = || format!("kill {kill} of seed {seed}");
        let home = Home::new();
        let script = script(&mut dice);
        // Mostly while moves come in; now and then while the file is being made.
        let (moves, most) = if kill % 5 == 0 { (0, 20_000) } else { (dice.roll(1..=250), 2_000) };
        let pause = Duration::from_micros(dice.roll(0..=most));
        let moment = Moment { moves: usize::try_from(moves).unwrap(), pause };
        let announced = play_until_killed(&home, &script, &moment, &mut dice);
        assert!(script.starts_with(&announced), "{}: {announced}", context());
        assert!(announced.len() >= moment.moves, "{}: {announced}", context());
        let file = home.file("g.duel");
        let left = fs::read(&file).unwrap_or_default();
        home.write("copy.duel", &left);
        match Journal::open(&file).map(|(_, record, _)| record) {
            Ok(record) => {
                let kept = digits(&record);
                assert!(script.starts_with(&kept), "{}: {kept} was never played", context());
                assert!(
                    kept.len() >= announced.len(),
                    "{}: {announced} was announced, {kept} was kept",
                    context()
                );
                let is_torn = left.last() != Some(&b'\n');
                let run = go_on(&home, "copy.duel", &kept);
                assert_eq!(run.err.contains("was dropped"), is_torn, "{}: {run:#?}", context());
            }
            Err(error) => assert_eq!(announced, "", "{}: {error}", context()),
        }
    }
}

/// The program itself goes on from what was kept.
#[track_caller]
fn go_on(home: &Home, file: &str, kept: &str) -> Run {
    let run = home.run(&format!("resume {file}"), "1\nquit\n").expect_code(0);
    run.expect_out(&format!("\nShared Number (N): {kept}1\n"));
    run
}
