//! Programs that do something wrong: each loses as it should, the next game is undisturbed, and
//! nothing of it stays behind.

use std::{
    convert::Infallible,
    fs,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use duel_core::{
    Clock, Conduct, Ending, Failure, Fault, Illegal, Move, Op, Outcome, Record, Seat, Seats,
};
use duel_play::{
    Bot, BotChoice, Event, Level, Match, Player, PlayerFault, Session, Turn,
    command_line::CommandLine, opponent,
};
use duel_solver::Limits;
use duel_testing::{PATIENCE, count_processes, unique_word, wait_until, wait_until_gone};
use duel_ugi::ChildBot;

const BOT: &str = env!("CARGO_BIN_EXE_misbehaving-bot");

fn start(wrong: &str) -> Result<ChildBot, PlayerFault> {
    ChildBot::start(&format!("'{BOT}' {wrong}").parse().unwrap())
}

/// A game that the program begins, against an opponent that is no trouble.
fn game(bot: &mut ChildBot, clock: Option<Clock>) -> (Record, Option<PlayerFault>) {
    game_with(bot, clock, PATIENCE)
}

/// The same, where each move may take so long if there is no clock. Only programs that never answer
/// are given little.
fn game_with(
    bot: &mut ChildBot,
    clock: Option<Clock>,
    time: Duration,
) -> (Record, Option<PlayerFault>) {
    let start = duel_books::position("subtract:60").unwrap();
    let names = Seats::new(bot.name().to_owned(), "Random".to_owned());
    let mut record = Record::new(names, start, Conduct { clock, ..Conduct::default() });
    record.kinds.first = Some("cmd".to_owned());
    let mut opponent = Bot::new(Level::Random, 1);
    let players = Seats::new(bot as &mut dyn Player, &mut opponent as &mut dyn Player);
    let limits = || Limits::time(time);
    let store = |_: &Session, _: &Event| Ok::<(), Infallible>(());
    let mut session = Session::resume(Match::of_record(&record), record);
    let fault = opponent::play(&mut session, players, limits, store).unwrap();
    let record = session.record().clone();
    let text = record.to_text();
    assert_eq!(duel_books::record(text.as_bytes()).as_ref(), Ok(&record), "{text}");
    if let Some(fault) = &fault {
        assert_eq!(ending(&record).outcome(), Outcome::Won(Seat::Second));
        assert!(fault.why.chars().all(duel_core::is_shown), "{:?}", fault.why);
    }
    (record, fault)
}

fn ending(record: &Record) -> &Ending {
    record.game.ending().expect("the game is over")
}

#[track_caller]
fn is_played_out(record: &Record) {
    assert!(matches!(ending(record), Ending::Played(_)), "{}", record.to_text());
}

/// For programs that never answer.
const BRIEF: Duration = Duration::from_millis(200);

/// One's own memory, in kibibytes.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("a status");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a line");
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
}

#[test]
fn one_who_does_nothing_wrong_plays_many_games_in_one_process() {
    let mut bot = start("nothing").unwrap();
    assert_eq!(bot.name(), "Wrong [31mnothing", "names are cleaned");
    for clock in [None, Some("1m"), Some("5m+1s")] {
        let (record, fault) = game(&mut bot, clock.map(|clock| clock.parse().unwrap()));
        assert_eq!(fault, None);
        is_played_out(&record);
        assert!(!record.game.played().is_empty());
    }
    assert!(bot.is_running());
    drop(bot);
    wait_until_gone(&format!("{BOT} nothing"));
}

#[test]
fn crashes_before_and_after_the_handshake() {
    for wrong in ["crash-at-start", "crash-after-handshake"] {
        let fault = start(wrong).err().expect("it is gone");
        assert_eq!(fault.failure, Failure::Crash, "{wrong}");
        assert!(fault.why.contains("has ended"), "{}", fault.why);
        wait_until_gone(&format!("{BOT} {wrong}"));
    }
    let missing: CommandLine = "/nowhere/bot".parse().unwrap();
    let fault = ChildBot::start(&missing).err().expect("there is no such program");
    assert_eq!(fault.failure, Failure::Crash);
}

#[test]
fn one_who_crashes_loses_that_game_and_is_started_again_for_the_next() {
    let mut bot = start("crash").unwrap();
    let (record, fault) = game(&mut bot, None);
    assert_eq!(ending(&record), &Ending::Failed(Seat::First, Failure::Crash));
    assert!(record.to_text().ends_with("result 0-1 failed crash\n"));
    let why = fault.expect("a fault").why;
    assert!(why.contains("has ended") && why.contains("oh dear"), "{why}");
    assert!(!bot.is_running());
    // In a new process this is its first game again.
    let (record, _) = game(&mut bot, None);
    assert_eq!(ending(&record), &Ending::Failed(Seat::First, Failure::Crash));
    wait_until_gone(&format!("{BOT} crash"));
}

#[test]
fn one_who_never_shakes_hands_is_given_up() {
    let fault = start("silent").err().expect("no handshake");
    assert_eq!(fault.failure, Failure::Time);
    assert!(fault.why.contains("has not answered `ugi` in 10s"), "{}", fault.why);
    wait_until_gone(&format!("{BOT} silent"));
}

#[test]
fn one_who_never_reads_is_given_up() {
    let fault = start("deaf").err().expect("no handshake");
    assert_eq!(fault.failure, Failure::Time);
    wait_until_gone(&format!("{BOT} deaf"));
}

#[test]
fn one_who_does_not_move_loses_on_time() {
    let clock = |text: &str| Some(text.parse().unwrap());
    for wrong in ["mute", "mute-and-deaf"] {
        let mut bot = start(wrong).unwrap();
        // After the first it is in a new process, where the next is its first game again.
        for _ in 0..2 {
            let (record, _) = game(&mut bot, clock("1s"));
            assert_eq!(ending(&record), &Ending::TimedOut(Seat::First), "{wrong}");
            assert!(record.to_text().ends_with("result 0-1 time\n"), "{wrong}");
        }
    }
    // One that was late and answers `stop` keeps its process, where the next game is its second.
    let mut bot = start("late").unwrap();
    let (record, _) = game(&mut bot, clock("1s"));
    assert_eq!(ending(&record), &Ending::TimedOut(Seat::First));
    let (record, fault) = game(&mut bot, clock("1m"));
    assert_eq!(fault, None);
    is_played_out(&record);
    let mut bot = start("mute").unwrap();
    let (record, fault) = game_with(&mut bot, None, BRIEF);
    assert_eq!(ending(&record), &Ending::Failed(Seat::First, Failure::Time), "without a clock");
    assert!(fault.expect("a fault").why.contains("has not moved"));
}

#[test]
fn one_who_is_never_ready_is_started_again_and_then_loses() {
    let mut bot = start("never-ready").unwrap();
    let (record, _) = game(&mut bot, None);
    assert_eq!(ending(&record), &Ending::Failed(Seat::First, Failure::Time));
    assert_eq!(record.game.played().len(), 0);
}

/// Whoever asked may change their mind.
#[test]
fn one_who_thinks_for_long_can_be_told_to_stop() {
    static CANCEL: AtomicBool = AtomicBool::new(false);
    let mut bot = start("patient").unwrap();
    bot.begin().unwrap();
    let position = duel_books::position("subtract:60").unwrap();
    let limits = Limits { cancel: Some(&CANCEL), ..Limits::time(PATIENCE) };
    thread::spawn(|| {
        thread::sleep(Duration::from_millis(200));
        CANCEL.store(true, Ordering::Relaxed);
    });
    // It moves after `stop` and not before.
    let choice = bot.choose(&Turn::new(&position, limits));
    assert!(matches!(choice, Ok(BotChoice::Move(_))), "{choice:?}");
    assert!(bot.took().is_some());
}

#[test]
fn moves_that_nobody_asked_for_are_ignored() {
    for wrong in ["last-game", "twice", "out-of-turn"] {
        let mut bot = start(wrong).unwrap();
        for _ in 0..2 {
            let (record, fault) = game(&mut bot, None);
            assert_eq!(fault, None, "{wrong}");
            is_played_out(&record);
        }
    }
}

#[test]
fn an_illegal_move_loses_with_the_reason_in_the_record() {
    let mut bot = start("illegal").unwrap();
    for _ in 0..2 {
        let (record, fault) = game(&mut bot, None);
        let entry = Fault::Illegal(Move::take(Op::Subtract, 59_u64), Illegal::NotADivisor);
        assert_eq!(ending(&record), &Ending::Failed(Seat::First, Failure::Entry(entry)));
        assert!(record.to_text().ends_with("result 0-1 failed illegal 59\n"));
        assert!(fault.expect("a fault").why.contains("59 does not divide 60"));
    }
    assert!(bot.is_running(), "one illegal move is no reason to be restarted");
}

#[test]
fn what_is_no_move_loses() {
    let mut bot = start("no-move").unwrap();
    let (record, fault) = game(&mut bot, None);
    let garbled = Failure::Entry(Fault::Garbled);
    assert_eq!(ending(&record), &Ending::Failed(Seat::First, garbled));
    assert!(fault.expect("a fault").why.contains("`bestmove [31mbest`"));
    let (record, _) = game(&mut start("empty-move").unwrap(), None);
    assert_eq!(ending(&record), &Ending::Failed(Seat::First, Failure::Protocol));
    let (record, fault) = game(&mut start("gives-up").unwrap(), None);
    assert_eq!((ending(&record), fault), (&Ending::Resigned(Seat::First), None));
}

#[test]
fn floods_and_garbage_do_not_make_us_grow() {
    for (wrong, plays) in [
        ("endless-line", false),
        ("chatter", false),
        ("stderr-flood", true),
        ("garbage", true),
        ("long-name", true),
    ] {
        let before = memory();
        let mut bot = start(wrong).unwrap_or_else(|fault| panic!("{wrong}: {fault}"));
        assert!(bot.name().chars().count() <= duel_core::MAX_NAME, "{wrong}");
        let (record, _) = game_with(&mut bot, None, if plays { PATIENCE } else { BRIEF });
        if plays {
            is_played_out(&record);
        } else {
            assert_eq!(ending(&record), &Ending::Failed(Seat::First, Failure::Time), "{wrong}");
        }
        assert!(bot.remarks().len() < 4_096, "{wrong}");
        let grown = memory().saturating_sub(before);
        assert!(grown < 64 << 10, "{wrong}: {grown} KiB");
        drop(bot);
        wait_until_gone(&format!("{BOT} {wrong}"));
    }
}

#[test]
fn one_who_does_not_quit_is_ended_with_its_whole_group() {
    let word = unique_word();
    let mut bot = start(&format!("leave-child {word}")).unwrap();
    let sleep = format!("sleep {word}");
    wait_until(|| "no child".to_owned(), || count_processes(&sleep) == 1);
    let (record, _) = game(&mut bot, None);
    is_played_out(&record);
    drop(bot);
    wait_until_gone(&word);
    let bot = start(&format!("never-quits {word}")).unwrap();
    drop(bot);
    wait_until_gone(&word);
}

/// What no test program in safe Rust can do, a shell can.
#[test]
fn one_who_ignores_signals_or_closes_its_output_is_ended_too() {
    let answers = "ugi) echo ugiok;; isready) echo readyok;;";
    let sleep = format!("sleep {}", unique_word());
    let shell = |script: String| {
        ChildBot::start(&format!("sh -c \"{}\"", script.replace('"', "\\\"")).parse().unwrap())
            .unwrap()
    };
    let stubborn = shell(format!(
        "cmd() {{ while read w r; do case $w in {answers} esac; done; }}; trap '' TERM; cmd; {sleep}"
    ));
    drop(stubborn);
    wait_until_gone(&sleep);
    let mut closing = shell(format!(
        "while read w r; do case $w in {answers} go) exec >&-; {sleep};; esac; done"
    ));
    let (record, fault) = game(&mut closing, None);
    assert_eq!(ending(&record), &Ending::Failed(Seat::First, Failure::Crash));
    assert!(fault.expect("a fault").why.contains("has closed its output"));
    drop(closing);
    wait_until_gone(&sleep);
    // One whose child holds the output open has ended all the same: a crash, not a loss on time.
    let mut leaving =
        shell(format!("while read w r; do case $w in {answers} go) {sleep} & exit;; esac; done"));
    let (record, _) = game(&mut leaving, Some("1m".parse().unwrap()));
    assert_eq!(ending(&record), &Ending::Failed(Seat::First, Failure::Crash));
    drop(leaving);
    wait_until_gone(&sleep);
}

/// A program of the shell that plays on, after it has done this.
fn shell(begin: &str) -> ChildBot {
    let script = format!(
        "{begin}; while read w r; do case $w in ugi) echo ugiok;; isready) echo readyok;; \
         quit) exit;; esac; done"
    );
    let command = format!("sh -c \"{}\"", script.replace('"', "\\\""));
    ChildBot::start(&command.parse().unwrap()).unwrap()
}

/// Both parents of such a process have ended, and it is in a session of its own.
#[cfg(target_os = "linux")]
#[test]
fn one_whose_children_leave_its_group_is_ended_with_them_and_no_other() {
    let (word, other) = (unique_word(), unique_word());
    let leave = |word: &str| {
        let bot = shell(&format!("(setsid sleep {word} <&- >&- 2>&- &)"));
        // The shell, whose command line has it too, and the command itself.
        wait_until(|| "no child".to_owned(), || count_processes(word) == 2);
        bot
    };
    let (bot, neighbour) = (leave(&word), leave(&other));
    drop(bot);
    wait_until_gone(&word);
    assert_eq!(count_processes(&other), 2, "another program and its child are left alone");
    drop(neighbour);
    wait_until_gone(&other);
}
