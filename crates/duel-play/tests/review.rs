//! Reviews and hints, held against brute force.

use std::{
    cell::Cell,
    collections::HashMap,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use duel_core::{Conduct, Ending, GameEvent, Input, Move, Outcome, Position, Record, Seat, Seats};
use duel_numbers::Budget;
use duel_play::{
    Dice, Hint, Label, ReasonTeller, Summary, hint, review,
    review::{GivenAway, Lost},
};
use duel_solver::{Depth, Limits, Solver, Value};

fn position(text: &str) -> Position {
    duel_books::position(text).unwrap()
}

/// Plays these moves, or a random game if there are none.
fn game(start: &str, moves: &[&str], seed: u64) -> Record {
    let names = Seats::new("Ann".to_owned(), "Ben".to_owned());
    let mut record = Record::new(names, position(start), Conduct::default());
    let game = &mut record.game;
    let mut dice = Dice::seeded(seed);
    let mut written = moves.iter();
    while game.ending().is_none() {
        let here = game.position().clone();
        let made = match written.next() {
            Some(text) => here.read_move(text).unwrap(),
            None if !moves.is_empty() => break,
            None => {
                let all: Vec<Move> = here.moves(Budget::PROMPT).iter().collect();
                let last = u64::try_from(all.len()).unwrap() - 1;
                all[usize::try_from(dice.roll(0..=last)).unwrap()].clone()
            }
        };
        game.submit(here.turn(), Input::Move(made), Duration::ZERO).unwrap();
    }
    record
}

/// Who wins and how fast, by trying everything.
#[derive(Default)]
struct Brute(HashMap<String, (Value, u32)>);

impl Brute {
    fn solve(&mut self, position: &Position) -> (Value, u32) {
        let text = position.to_string();
        if let Some(known) = self.0.get(&text) {
            return *known;
        }
        let found = match position.outcome() {
            Some(Outcome::Won(seat)) if seat == position.turn() => (Value::Win, 0),
            Some(Outcome::Won(_)) => (Value::Loss, 0),
            Some(Outcome::Nobody) => (Value::Draw, 0),
            None => {
                let children: Vec<(Value, u32)> = position
                    .moves(Budget::PROMPT)
                    .iter()
                    .map(|made| self.solve(&position.after(&made).unwrap()))
                    .collect();
                let of = |value| children.iter().filter(move |c| c.0 == value).map(|c| c.1 + 1);
                match (of(Value::Loss).min(), of(Value::Draw).max()) {
                    (Some(plies), _) => (Value::Win, plies),
                    (None, Some(plies)) => (Value::Draw, plies),
                    (None, None) => (Value::Loss, of(Value::Win).max().unwrap()),
                }
            }
        };
        self.0.insert(text, found);
        found
    }
}

fn check(record: &Record, brute: &mut Brute, solver: &mut Solver) {
    let review = review(record, solver, || Limits::NONE);
    assert_eq!(review.moves.len(), record.game.played().len());
    assert_eq!(review.balance.chars().count(), review.moves.len() + 1);
    for line in &review.moves {
        let here = &line.before;
        let after = here.after(&line.made).unwrap();
        let (before_value, before_plies) = brute.solve(here);
        let (after_value, after_plies) = brute.solve(&after);
        assert_eq!(line.value_before, Some(before_value), "{here}");
        assert_eq!(line.value_after, Some(after_value.for_opponent()), "{here}");
        let expected = match (before_value, after_value) {
            (Value::Win, Value::Loss) if after_plies + 1 == before_plies => Label::KeptTheWin,
            (Value::Win, Value::Loss) => Label::Slower(after_plies + 1 - before_plies),
            (Value::Win, Value::Win) => Label::ThrewItAway,
            (Value::Loss, _) => Label::AlreadyLost { sooner: Some(before_plies - after_plies - 1) },
            (Value::Win, _) | (_, Value::Win) => Label::LetItSlip,
            _ => Label::Drawn,
        };
        assert_eq!(line.label, expected, "{:?} in {here}", line.made);
        assert_eq!(line.label.is_mistake(), before_value != after_value.for_opponent());
        let best = here.after(line.best.as_ref().unwrap()).unwrap();
        let (best_value, best_plies) = brute.solve(&best);
        assert_eq!(best_value.for_opponent(), before_value, "best move in {here}");
        if line.label.is_mistake() {
            // What is better is what is explained.
            let explained = line.why.winning_move();
            assert!(explained.is_none() || explained == line.best, "best move in {here}");
        } else if before_value != Value::Draw {
            assert_eq!(best_plies + 1, before_plies, "best move in {here}");
        }
        assert_eq!(line.forced, here.moves(Budget::PROMPT).iter().count() == 1);
    }
}

#[test]
fn labels_agree_with_brute_force() {
    let starts = [
        "divide:60,36",
        "divide+misere:48,18",
        "dilemma+prime-steps:90",
        "dilemma+one:48",
        "subtract:60",
        "subtract+no-echo:72",
        "factor+no-whole:36",
        "factor+misere+root+no-whole:60",
        "digits+once:7:12345",
        "digits+no-leading-zero+cap-second=4:22,25:",
        "digits+cap-draw=4:23:1/2",
        "digits+misere+cap-draw=4:3:1/2",
    ];
    let mut solver = Solver::default();
    for start in starts {
        let mut brute = Brute::default();
        for seed in 0..12 {
            check(&game(start, &[], seed), &mut brute, &mut solver);
        }
    }
}

#[test]
fn the_book_game_of_subtraction_in_one_line() {
    // 12 - 4 = 8 (kept), 8 - 2 = 6 (lost already), 6 - 2 = 4 (thrown away), 4 - 2 = 2.
    let record = game("subtract:12", &["4", "2", "2", "2"], 0);
    let review = review(&record, &mut Solver::default(), || Limits::NONE);
    assert_eq!(review.balance, "+++--");
    let labels: Vec<&str> = review.moves.iter().map(|line| line.label.name()).collect();
    assert_eq!(labels[1..], ["already lost", "threw it away", "kept the win"]);
    assert!(labels[0] == "kept the win" || labels[0] == "slower");
}

#[test]
fn endless_games_are_called_endless() {
    let record = game("digits+no-leading-zero:97:", &["1", "1", "1", "1"], 0);
    let review = review(&record, &mut Solver::default(), || Limits::NONE);
    assert_eq!(review.balance, "=====");
    assert!(review.moves.iter().all(|line| line.label == Label::Endless));
    // 97 * 2 = 194: after 19 the opponent completes the number.
    let record = game("digits+no-leading-zero:97:1", &["9", "4"], 0);
    let review = duel_play::review(&record, &mut Solver::default(), || Limits::NONE);
    assert_eq!(review.moves[0].label, Label::LetItSlip);
    assert_eq!(review.moves[1].label, Label::KeptTheWin);
    assert_eq!(review.balance, "=-+".replace("-+", "--"));
}

#[test]
fn what_is_not_settled_is_not_judged() {
    let record = game("factor+no-whole:720720", &["2", "1"], 0);
    let review = review(&record, &mut Solver::default(), || Limits::nodes(1));
    assert!(review.moves.iter().all(|line| !line.label.is_mistake()), "{:?}", review.balance);
}

#[test]
fn a_position_that_is_resigned_though_it_was_not_lost_is_told() {
    for (start, made, by, told) in [
        ("subtract:12", "4", Seat::First, Some("Ann resigned a position that was won.")),
        ("subtract:12", "2", Seat::Second, Some("Ben resigned a position that was won.")),
        ("subtract:12", "4", Seat::Second, None),
        ("digits:97:1", "1", Seat::Second, Some("Ben resigned a position that was not lost.")),
    ] {
        let mut record = game(start, &[made], 0);
        record.game.apply(&GameEvent::Ended(Ending::Resigned(by))).unwrap();
        let review = review(&record, &mut Solver::default(), || Limits::NONE);
        let resigned = review.resigned.expect("a resignation");
        assert_eq!(resigned.words(&record.names).as_deref(), told, "{start} {made}");
    }
}

#[test]
fn labels_in_words() {
    let words = |label: Label| label.to_string();
    assert_eq!(words(Label::Slower(1)), "kept the win, 1 move slower than necessary");
    assert_eq!(words(Label::Slower(4)), "kept the win, 4 moves slower than necessary");
    let lost = |sooner| words(Label::AlreadyLost { sooner });
    assert_eq!(lost(None), "already lost");
    assert_eq!(lost(Some(0)), "already lost; resisted as long as possible");
    assert_eq!(lost(Some(2)), "already lost; 2 moves sooner than necessary");
}

#[test]
fn hints_recommend_a_move_that_keeps_the_value() {
    let mut solver = Solver::default();
    let starts = [
        "divide:60",
        "divide:60,36",
        "divide+misere:48",
        "dilemma+one:48",
        "divide+either:48",
        "divide+either+misere:48",
        "dilemma+prime-steps:90",
        "subtract:60",
        "subtract:64",
        "subtract:60,36",
        "subtract+no-echo:72",
        "factor:24",
        "factor+no-whole:36",
        "factor+no-whole:38",
        "digits:7:",
        "digits+once:7:12345",
        "digits+no-leading-zero+cap-second=4:22,25:",
    ];
    let mut brute = Brute::default();
    for start in starts {
        let here = position(start);
        let Hint { nudge, best, advice, .. } = hint(&here, &mut solver, Limits::NONE);
        let best = best.unwrap_or_else(|| panic!("no move for {start}"));
        let after = here.after(&best).unwrap();
        if !start.starts_with("digits:") {
            let (before, after) = (brute.solve(&here).0, brute.solve(&after).0);
            assert_eq!(before, after.for_opponent(), "{start}");
            assert_eq!(nudge.starts_with("There is a winning move."), before == Value::Win);
        }
        assert!(!advice.is_empty() && nudge.ends_with(['.', '?', ':']), "{start}: {nudge}");
        let named = duel_solver::doing(&here, &best);
        assert!(!nudge.contains(&named), "{start}: {nudge}");
        assert!(
            advice.contains(&named) || advice.contains(&named.to_lowercase()),
            "{start}: {advice}"
        );
    }
}

#[test]
fn hints_without_a_win() {
    let mut solver = Solver::default();
    let mut nudge = |text: &str| hint(&position(text), &mut solver, Limits::nodes(10_000)).nudge;
    assert!(nudge("subtract:15").starts_with("You are lost"));
    assert!(nudge("digits+no-leading-zero:97:").starts_with("Nothing wins by force."));
    assert!(nudge("subtract:7").starts_with("The game is over"));
}

#[test]
fn reviews_without_time_claim_nothing_wrong() {
    let late = || Limits { deadline: Some(Instant::now()), ..Limits::NONE };
    let starts =
        ["subtract:720", "subtract:60,36", "divide:720", "factor+no-whole:30", "digits+once:7:"];
    for (start, seed) in starts.into_iter().zip(1..) {
        let record = game(start, &[], seed);
        let full = review(&record, &mut Solver::default(), || Limits::NONE);
        let hasty = review(&record, &mut Solver::default(), late);
        assert_eq!(hasty.moves.len(), full.moves.len());
        let symbols = hasty.balance.chars().zip(full.balance.chars());
        assert!(symbols.clone().all(|(hasty, full)| hasty == '?' || hasty == full), "{start}");
        if start.starts_with("subtract") {
            assert_eq!(hasty.balance, full.balance, "at sight: {start}");
        }
        for (hasty, full) in hasty.moves.iter().zip(&full.moves) {
            let value = hasty.value_before;
            assert!(value.is_none() || value == full.value_before, "{start}");
            assert!(!hasty.label.is_mistake() || full.label.is_mistake(), "{start}");
            assert!(!hasty.forced || full.forced, "{start}");
        }
    }
}

#[test]
fn a_flag_ends_a_review() {
    let record = game("factor+no-whole:4000", &["1", "3", "4", "2", "5"], 1);
    let (flag, reports) = (AtomicBool::new(false), Cell::new(0));
    let progress = |_| {
        reports.set(reports.get() + 1);
        flag.store(true, Ordering::Relaxed);
    };
    let limits = Limits { cancel: Some(&flag), progress: Some(&progress), ..Limits::NONE };
    let cancelled = review(&record, &mut Solver::default(), || limits);
    // The last positions may have been settled before.
    assert!(cancelled.balance.starts_with("????"), "{}", cancelled.balance);
    assert!(cancelled.moves.iter().take(3).all(|line| line.label == Label::Unknown));
    assert!(reports.get() <= 2, "went on for {} reports", reports.get());
}

/// Games from many starts, some of them resigned.
fn many_games() -> Vec<Record> {
    let starts = [
        "divide:60,36",
        "divide:360",
        "divide+misere:48,18",
        "dilemma+prime-steps:90",
        "subtract:120",
        "subtract:60,45",
        "subtract+no-echo:72",
        "factor+no-whole:36",
        "digits+once:7:12345",
        "digits+cap-draw=4:23:1/2",
        "digits+misere+cap-draw=4:3:1/2",
    ];
    let games = starts.iter().flat_map(|start| (0..20).map(move |seed| game(start, &[], seed)));
    let mut games: Vec<Record> = games.collect();
    for start in ["subtract:60", "subtract:45", "digits:97:1"] {
        for (seat, seed) in [(Seat::First, 0), (Seat::Second, 1)] {
            let first = position(start).moves(Budget::PROMPT).iter().nth(seed).unwrap();
            let mut record = game(start, &[&position(start).write_move(&first)], 0);
            record.game.apply(&GameEvent::Ended(Ending::Resigned(seat))).unwrap();
            games.push(record);
        }
    }
    games
}

#[test]
fn a_summary_agrees_with_the_labels_of_the_moves() {
    let mut solver = Solver::default();
    let (mut turned, mut flawless) = (0, 0);
    for record in many_games() {
        let review = review(&record, &mut solver, || Limits::NONE);
        let summary = Summary::of(&review);
        let balance: Vec<char> = review.balance.chars().collect();
        assert_eq!((summary.moves, summary.unjudged), (review.moves.len(), 0));
        assert_eq!(summary.start.sign(), balance[0]);
        // A mistake is where the balance changes; it was better for the player before.
        let changes: Vec<usize> =
            (1..balance.len()).filter(|n| balance[*n - 1] != balance[*n]).collect();
        let told: Vec<usize> = summary.mistakes.iter().map(|mistake| mistake.ply).collect();
        assert_eq!(told, changes, "{}", review.balance);
        for mistake in &summary.mistakes {
            let line = &review.moves[mistake.ply - 1];
            assert_eq!(line.seat, mistake.seat);
            let (own, other) = if line.seat == Seat::First { ('+', '-') } else { ('-', '+') };
            let expected = match mistake.lost {
                Lost::Win => (own, other),
                Lost::WinForNothing => (own, '='),
                Lost::Balance => ('=', other),
            };
            assert_eq!((balance[mistake.ply - 1], balance[mistake.ply]), expected);
        }
        match summary.turning_point {
            None => assert!(changes.is_empty()),
            Some(turning) => {
                turned += 1;
                assert_eq!(Some(&turning.ply), changes.last());
                assert!(turning.to_the_end);
                let after = turning.after.sign();
                assert!(balance[turning.ply..].iter().all(|sign| *sign == after));
            }
        }
        for seat in Seat::BOTH {
            let own: Vec<_> = review.moves.iter().filter(|line| line.seat == seat).collect();
            let gave_up = review.resigned.is_some_and(|gave_up| {
                gave_up.seat == seat && gave_up.words(&record.names).is_some()
            });
            let good =
                !own.is_empty() && own.iter().all(|line| !line.label.is_mistake()) && !gave_up;
            assert_eq!(summary.flawless[seat], good);
            flawless += usize::from(good);
            // What could have been done better, from the values alone.
            let wasted = |value, sign: i64| {
                own.iter().any(|line| match (line.plies_before, line.plies_after) {
                    (Some(before), Some(after)) if line.value_before == Some(value) => {
                        line.value_after == Some(value)
                            && sign * (i64::from(after) + 1 - i64::from(before)) > 0
                    }
                    _ => false,
                })
            };
            assert_eq!(summary.slower[seat], wasted(Value::Win, 1));
            assert_eq!(summary.sooner[seat], wasted(Value::Loss, -1));
        }
        check_words(&summary, &record);
    }
    assert!(turned > 50 && flawless > 50, "{turned} {flawless}");
}

/// The words name each number and each player where the data does.
fn check_words(summary: &Summary, record: &Record) {
    let words = summary.words(&record.names);
    assert!(words.ends_with('.'), "{words}");
    assert!(!words.contains("plies") && !words.contains("ply"), "{words}");
    if let Some(turning) = summary.turning_point {
        assert!(words.contains(&format!("move {}", turning.ply)) || words.contains("That was"));
    }
    let wasted = |seat: Seat| summary.slower[seat] || summary.sooner[seat];
    let both = Seat::BOTH.iter().all(|seat| summary.flawless[*seat]);
    let is_perfect = both && !Seat::BOTH.iter().any(|seat| wasted(*seat));
    assert_eq!(words.contains("Neither player made a mistake."), is_perfect, "{words}");
    assert_eq!(words.contains("Neither player threw"), both && !is_perfect, "{words}");
    for seat in Seat::BOTH {
        let name = &record.names[seat];
        let alone = summary.flawless[seat] && !summary.flawless[seat.other()];
        let praise = format!("{name} played without a mistake.");
        assert_eq!(words.contains(&praise), alone && !wasted(seat), "{words}");
        let better = format!("{name} threw nothing away, but could have ");
        assert_eq!(words.contains(&better), alone && wasted(seat), "{words}");
        // Where something could have been better, nothing is called free of mistakes.
        let longer = words.contains(&format!("{name} could have held out longer"));
        assert_eq!(longer, both && summary.sooner[seat] && !summary.slower[seat], "{words}");
    }
}

#[test]
fn summaries_in_words() {
    let words = |start: &str, moves: &[&str]| {
        let record = game(start, moves, 0);
        let review = review(&record, &mut Solver::default(), || Limits::NONE);
        Summary::of(&review).words(&record.names)
    };
    assert_eq!(
        words("subtract:12", &["4", "2", "2", "2"]),
        "At the start Ann could win. Ann threw the win away with move 3. That was the turning point: \
         from then on Ben could win. Ben played without a mistake."
    );
    assert_eq!(
        words("subtract:12", &["3", "3", "3"]),
        "From start to end Ann could win. Neither player made a mistake."
    );
    assert_eq!(
        words("subtract:75", &["25", "25", "5", "5", "5"]),
        "From start to end Ben could win. Neither player threw anything away, but Ann could have held \
         out longer."
    );
    assert_eq!(
        words("dilemma:360", &["45", "2", "2"]),
        "At the start Ann could win. Ann threw the win away with move 1; Ben threw the win away with \
         move 2. The turning point was move 2: from then on Ann could win."
    );
    assert_eq!(
        words("digits+no-leading-zero:97:1", &["9", "4"]),
        "At the start neither player could force a win. Ann let the game slip with move 1. That was \
         the turning point: from then on Ben could win. Ben played without a mistake."
    );
}

#[test]
fn a_general_statement_is_told_once_in_a_review() {
    let mut solver = Solver::default();
    let mut referred = 0;
    for record in many_games() {
        let review = review(&record, &mut solver, || Limits::NONE);
        for depth in [Depth::Child, Depth::Student, Depth::Proof] {
            let mut teller = ReasonTeller::default();
            let mut told: Vec<String> = Vec::new();
            for line in &review.moves {
                // A proof may go on from another one.
                let plain = |text: String| text.replace("Proof: ", "").to_lowercase();
                let words = plain(line.why.words(&line.before, depth));
                let mut shorter = plain(teller.tell(line, depth, Budget::PROMPT));
                if let Some(start) = shorter.find("(why: see move") {
                    referred += 1;
                    // Whatever is left out was told with a move that is referred to.
                    let moves: Vec<usize> = shorter[start..]
                        .split(|c: char| !c.is_ascii_digit())
                        .filter_map(|word| word.parse().ok())
                        .collect();
                    assert!(moves.iter().all(|ply| *ply < line.ply), "{shorter}");
                    shorter.truncate(start);
                    for part in sentences(&words).filter(|part| !shorter.contains(part)) {
                        assert!(moves.iter().any(|ply| told[*ply - 1].contains(part)), "{part}");
                    }
                }
                assert!(sentences(&shorter).all(|part| words.contains(part)), "{shorter}");
                told.push(shorter);
            }
            let general = "all divisors of an odd number are odd";
            assert!(told.concat().matches(general).count() <= 1, "{told:?}");
            let general = "a prime has no divisor that may be chosen";
            assert!(told.concat().matches(general).count() <= 1, "{told:?}");
        }
    }
    assert!(referred > 100, "{referred}");
}

fn sentences(words: &str) -> impl Iterator<Item = &str> {
    words.split(['.', '\n']).map(str::trim).filter(|part| !part.is_empty())
}

/// Who could win and gave the game away without a move has lost by that, and by nothing else.
#[test]
fn a_win_that_was_given_away_without_a_move_is_the_turning_point() {
    let words_of = |moves: &[&str], seat: Seat, how: GivenAway| {
        let mut record = game("subtract:12", moves, 0);
        record.game.apply(&GameEvent::Ended(Ending::Resigned(seat))).unwrap();
        let mut review = review(&record, &mut Solver::default(), || Limits::NONE);
        let resigned = review.resigned.as_mut().expect("a resignation");
        assert_eq!(resigned.how, GivenAway::Resigned);
        resigned.how = how;
        Summary::of(&review).words(&record.names)
    };
    let words = |moves: &[&str], seat: Seat| words_of(moves, seat, GivenAway::Resigned);
    assert_eq!(
        words(&["3", "3"], Seat::First),
        "From the start Ann could win. Ann threw the win away by resigning. That was the turning point. \
         Ben played without a mistake."
    );
    let flag = words_of(&["3", "3"], Seat::First, GivenAway::TimedOut);
    assert!(flag.contains("Ann threw the win away by running out of time. "), "{flag}");
    let entry = words_of(&["3", "3"], Seat::First, GivenAway::Forfeited);
    assert!(entry.contains("Ann threw the win away by an entry that loses"), "{entry}");
    // After the mistake Ben could win, and resigned all the same: from then on nobody did.
    let text = words(&["2"], Seat::Second);
    let in_order = [
        "At the start Ann could win.",
        "Ann threw the win away with move 1.",
        "Ben threw the win away by resigning. That was the turning point.",
    ];
    assert_eq!(text, in_order.join(" "));
    // A lost position may be resigned.
    let lost = words(&["3"], Seat::Second);
    assert!(lost.starts_with("From start to end Ann could win."), "{lost}");
}
