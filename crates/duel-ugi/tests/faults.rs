//! Programs that do something wrong: each loses as it should, the next game is undisturbed, and
//! nothing of it stays behind.

use std::{
    convert::Infallible,
    fs,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use duel_core::{
    Clock, Conduct, Ending, Event, Failure, Fault, Illegal, Move, Op, Record, Referee, Seat, Seats,
};
use duel_play::{Bot, BotChoice, Level, Player, PlayerFault, Turn, bout, command::CommandLine};
use duel_solver::Limits;
use duel_ugi::ChildBot;

const BOT: &str = env!("CARGO_BIN_EXE_misbehaving-bot");

fn start(wrong: &str) -> Result<ChildBot, PlayerFault> {
    ChildBot::start(&format!("'{BOT}' {wrong}").parse().unwrap())
}

/// A game that the program begins, against an opponent that is no trouble.
fn game(bot: &mut ChildBot, clock: Option<Clock>) -> (Record, Option<PlayerFault>) {
    let start = duel_books::position("subtract:60").unwrap();
    let names = Seats::new(bot.name().to_owned(), "Random".to_owned());
    let mut record = Record::new(names, start, Conduct { clock, ..Conduct::default() });
    record.kinds.first = Some("cmd".to_owned());
    let mut opponent = Bot::new(Level::Random, 1);
    let players = Seats::new(bot as &mut dyn Player, &mut opponent as &mut dyn Player);
    let limits = || Limits::time(Duration::from_millis(200));
    let unheard = |_: &Referee, _: &[Event]| Ok::<(), Infallible>(());
    let Ok(decisive) = bout::play(&mut record.game, players, limits, unheard);
    let text = record.to_text();
    assert_eq!(duel_books::record(text.as_bytes()).as_ref(), Ok(&record), "{text}");
    let fault = decisive.map(|decisive| {
        assert_eq!(decisive.seat, Seat::First);
        assert!(decisive.fault.why.chars().all(duel_core::is_shown), "{:?}", decisive.fault.why);
        decisive.fault
    });
    (record, fault)
}

fn ending(record: &Record) -> &Ending {
    record.game.ending().expect("the game is over")
}

#[track_caller]
fn is_played_out(record: &Record) {
    assert!(matches!(ending(record), Ending::Played(_)), "{}", record.to_text());
}

/// How many processes run this command.
fn count(part: &str) -> usize {
    let processes = fs::read_dir("/proc").expect("a list of processes").filter_map(Result::ok);
    let lines = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).replace('\0', " ").contains(part)).count()
}

/// Nobody runs this command any more. A killed process takes a moment to disappear.
#[track_caller]
fn is_gone(part: &str) {
    let until = Instant::now() + Duration::from_secs(3);
    while count(part) > 0 {
        assert!(Instant::now() < until, "`{part}` is still running");
        thread::sleep(Duration::from_millis(10));
    }
}

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
    for clock in [None, Some("2s"), Some("10s+1s")] {
        let (record, fault) = game(&mut bot, clock.map(|clock| clock.parse().unwrap()));
        assert_eq!(fault, None);
        is_played_out(&record);
        assert!(!record.game.played().is_empty());
    }
    assert!(bot.is_running());
    drop(bot);
    is_gone(&format!("{BOT} nothing"));
}

#[test]
fn crashes_before_and_after_the_handshake() {
    for wrong in ["crash-at-start", "crash-after-handshake"] {
        let fault = start(wrong).err().expect("it is gone");
        assert_eq!(fault.failure, Failure::Crash, "{wrong}");
        assert!(fault.why.contains("has ended"), "{}", fault.why);
        is_gone(&format!("{BOT} {wrong}"));
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
    is_gone(&format!("{BOT} crash"));
}

#[test]
fn one_who_never_shakes_hands_is_given_up() {
    let began = Instant::now();
    let fault = start("silent").err().expect("no handshake");
    assert_eq!(fault.failure, Failure::Time);
    assert!(began.elapsed() >= duel_ugi::child::HANDSHAKE, "{:?}", began.elapsed());
    is_gone(&format!("{BOT} silent"));
}

#[test]
fn one_who_never_reads_is_given_up() {
    let fault = start("deaf").err().expect("no handshake");
    assert_eq!(fault.failure, Failure::Time);
    is_gone(&format!("{BOT} deaf"));
}

#[test]
fn one_who_does_not_move_loses_on_time() {
    for (wrong, restarts) in [("mute", true), ("mute-and-deaf", true), ("late", false)] {
        let clock = "1s".parse().unwrap();
        let mut bot = start(wrong).unwrap();
        let (record, _) = game(&mut bot, Some(clock));
        assert_eq!(ending(&record), &Ending::TimedOut(Seat::First), "{wrong}");
        assert!(record.to_text().ends_with("result 0-1 time\n"), "{wrong}");
        let (record, fault) = game(&mut bot, Some(clock));
        if restarts {
            // In a new process this is its first game again.
            assert_eq!(ending(&record), &Ending::TimedOut(Seat::First), "{wrong}");
        } else {
            assert_eq!(fault, None, "{wrong}");
            is_played_out(&record);
        }
    }
    let mut bot = start("mute").unwrap();
    let (record, fault) = game(&mut bot, None);
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
    let limits = Limits { cancel: Some(&CANCEL), ..Limits::time(Duration::from_mins(1)) };
    thread::spawn(|| {
        thread::sleep(Duration::from_millis(200));
        CANCEL.store(true, Ordering::Relaxed);
    });
    let began = Instant::now();
    let choice = bot.choose(&Turn::new(&position, limits));
    assert!(matches!(choice, Ok(BotChoice::Move(_))), "{choice:?}");
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    assert!(bot.took().is_some_and(|took| took >= Duration::from_millis(150)), "{:?}", bot.took());
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
        let (record, _) = game(&mut bot, None);
        if plays {
            is_played_out(&record);
        } else {
            assert_eq!(ending(&record), &Ending::Failed(Seat::First, Failure::Time), "{wrong}");
        }
        assert!(bot.remarks().len() < 4_096, "{wrong}");
        let grown = memory().saturating_sub(before);
        assert!(grown < 64 << 10, "{wrong}: {grown} KiB");
        drop(bot);
        is_gone(&format!("{BOT} {wrong}"));
    }
}

#[test]
fn one_who_does_not_quit_is_ended_with_its_whole_group() {
    let mut bot = start("leave-child").unwrap();
    assert_eq!(count("sleep 987"), 1);
    let (record, _) = game(&mut bot, None);
    is_played_out(&record);
    drop(bot);
    is_gone("sleep 987");
    let bot = start("never-quits").unwrap();
    let began = Instant::now();
    drop(bot);
    assert!(began.elapsed() < Duration::from_secs(5));
    is_gone(&format!("{BOT} never-quits"));
}

/// What no test program in safe Rust can do, a shell can.
#[test]
fn one_who_ignores_signals_or_closes_its_output_is_ended_too() {
    let answers = "ugi) echo ugiok;; isready) echo readyok;;";
    let stubborn = format!(
        "cmd() {{ while read w r; do case $w in {answers} esac; done; }}; trap '' TERM; cmd; sleep 986"
    );
    let bot =
        ChildBot::start(&format!("sh -c \"{}\"", stubborn.replace('"', "\\\"")).parse().unwrap());
    drop(bot.unwrap());
    is_gone("sleep 986");
    let closing =
        format!("while read w r; do case $w in {answers} go) exec >&-; sleep 985;; esac; done");
    let command = format!("sh -c \"{closing}\"").parse().unwrap();
    let mut bot = ChildBot::start(&command).unwrap();
    let (record, fault) = game(&mut bot, None);
    assert_eq!(ending(&record), &Ending::Failed(Seat::First, Failure::Crash));
    assert!(fault.expect("a fault").why.contains("has closed its output"));
    drop(bot);
    is_gone("sleep 985");
    // One whose child holds the output open has ended all the same.
    let leaving =
        format!("while read w r; do case $w in {answers} go) sleep 984 & exit;; esac; done");
    let mut bot = ChildBot::start(&format!("sh -c \"{leaving}\"").parse().unwrap()).unwrap();
    let began = Instant::now();
    let (record, _) = game(&mut bot, Some("30s".parse().unwrap()));
    assert_eq!(ending(&record), &Ending::Failed(Seat::First, Failure::Crash));
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    drop(bot);
    is_gone("sleep 984");
}
