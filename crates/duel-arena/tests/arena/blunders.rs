//! Won positions that were kept or thrown away.

use std::convert::Infallible;

use duel_arena::blunders::{Judged, judge};
use duel_core::{Record, Seat, Seats};
use duel_play::{Bot, Event, Level, Player, Session, opponent};
use duel_solver::{Limits, Solver, Value};

/// A game of the moves that are given, first seat first.
fn judged(start: &str, moves: &str) -> [Judged; 2] {
    let lines: String = (1..)
        .zip(moves.split_whitespace())
        .map(|(n, it)| format!("{n}. {it} {{0.000}}\n"))
        .collect();
    let resigned = if start == "subtract:60" { "result 0-1 resigned\n" } else { "" };
    let text = format!(
        "[Record \"1\"]\n[Start \"{start}\"]\n[First \"A\"]\n[Second \"B\"]\n\n{lines}{resigned}"
    );
    let Seats { first, second } = judge(&duel_books::record(text.as_bytes()).expect("a record"));
    [first, second]
}

fn of(won: u32, thrown: u32) -> Judged {
    Judged { won, thrown, undecided: 0 }
}

#[test]
fn every_won_position_is_kept_or_thrown_away() {
    // Even numbers are won in subtraction: by leaving an odd one.
    assert_eq!(judged("subtract:12", "3 3 3"), [of(2, 0), of(0, 0)]);
    // 12 - 6 leaves an even number; then the other side wins it.
    assert_eq!(judged("subtract:12", "6 3"), [of(1, 1), of(1, 0)]);
    // One who gives up a won position has thrown it away too.
    assert_eq!(judged("subtract:60", ""), [of(1, 1), of(0, 0)]);
}

#[test]
fn judgements_agree_with_the_review() {
    for start in ["divide:360,84", "subtract:60", "factor+no-whole:60", "digits+cap-draw=6:7:"] {
        for seed in 0..5 {
            let record = random_game(start, seed);
            let review = duel_play::review(&record, &mut Solver::default(), || Limits::NONE);
            let judged = judge(&record);
            for seat in Seat::BOTH {
                let of_seat = review.moves.iter().filter(|line| line.seat == seat);
                let won = of_seat.filter(|line| line.value_before == Some(Value::Win));
                let thrown = won.clone().filter(|line| line.label.is_mistake()).count();
                let ours = (judged[seat].won as usize, judged[seat].thrown as usize);
                assert_eq!(ours, (won.count(), thrown), "{}", record.to_text());
                assert_eq!(judged[seat].undecided, 0);
            }
        }
    }
}

fn random_game(start: &str, seed: u64) -> Record {
    let mut session = Session::between(["A", "B"], duel_books::position(start).unwrap());
    let [mut one, mut two] = [seed, !seed].map(|seed| Bot::new(Level::Random, seed));
    let players = Seats::new(&mut one as &mut dyn Player, &mut two as &mut dyn Player);
    let store = |_: &Session, _: &Event| Ok::<(), Infallible>(());
    opponent::play(&mut session, players, || Limits::NONE, store).unwrap();
    session.record().clone()
}
