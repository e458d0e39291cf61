//! Random games for the laws: any book, any house rules that fit, any course of events.

use std::time::Duration;

use duel_core::{
    Announcement, Board, Clock, Conduct, Digit, Ending, GameEvent, HouseRule, Input, MatchTags,
    Move, OnIllegal, Op, Position, Record, Refusal, Rules, Seat, Seats, clean_name,
};
use duel_numbers::{Budget, Natural};
use proptest::{collection::vec, option, prelude::*, sample::select};

/// Rules of any book, with every house rule of the set that fits.
fn rules() -> impl Strategy<Value = Rules> {
    (0..5_usize, any::<[bool; 12]>(), 1..12_u32).prop_map(|(book, wanted, length)| {
        let named = HouseRule::ALL.into_iter().zip(wanted).filter(|(_, wanted)| *wanted);
        named.fold(duel_books::BOOKS[book].rules, |rules, (rule, _)| {
            rules.with(&[rule], Some(length)).unwrap_or(rules)
        })
    })
}

/// The start of a game.
pub(crate) fn start() -> impl Strategy<Value = Position> {
    let numbers = vec(prop_oneof![1..40_u64, 1..200_u64], 1..4);
    let targets = prop::collection::btree_set(2..60_u64, 1..4);
    (rules(), numbers, targets, select(&Seat::BOTH[..])).prop_map(
        |(rules, numbers, targets, turn)| {
            let numbers = numbers.into_iter().map(Natural::from).collect();
            let targets = targets.into_iter().map(Natural::from).collect();
            Position::numbers(rules, numbers, turn)
                .or_else(|_| Position::digits(rules, targets, &[], turn))
                .expect("a start that the rules allow")
        },
    )
}

/// The legal move that a random number picks.
pub(crate) fn pick(position: &Position, seed: u16) -> Option<Move> {
    let moves: Vec<Move> = position.moves(Budget::PROMPT).iter().collect();
    let place = usize::from(seed).checked_rem(moves.len())?;
    Some(moves[place].clone())
}

/// The positions of a random game, one behind the other.
pub(crate) fn line_of_play() -> impl Strategy<Value = Vec<Position>> {
    (start(), vec(any::<u16>(), 0..12)).prop_map(|(start, seeds)| {
        let mut line = vec![start];
        for seed in seeds {
            let last = &line[line.len() - 1];
            let Some(picked) = pick(last, seed) else { break };
            let after = last.after(&picked).expect("a listed move is legal");
            line.push(after);
        }
        line
    })
}

/// A move that may be legal or not, of a kind that this board has words for.
pub(crate) fn wild_move(position: &Position, seed: u16) -> Move {
    let small = u64::from(seed / 64);
    match position.board() {
        Board::Digits { .. } => Move::Append(Digit::ALL[usize::from(seed % 10)]),
        Board::Numbers { .. } if seed.is_multiple_of(7) => Move::Pass,
        Board::Numbers { numbers, .. } => Move::Take {
            index: usize::from(seed % 64) % (numbers.len() + 1),
            op: if seed.is_multiple_of(2) { Op::Divide } else { Op::Subtract },
            divisor: Natural::from(small % 70 + 1),
        },
    }
}

/// A clock that a text can name.
pub(crate) fn clock() -> impl Strategy<Value = Clock> {
    const LONGEST: u64 = 7 * 24 * 60 * 60;
    prop_oneof![
        (1..=LONGEST).prop_map(|s| Clock::PerTurn(Duration::from_secs(s))),
        (1..120_u64).prop_map(|s| Clock::PerTurn(Duration::from_secs(s))),
        (1..=LONGEST, 0..=LONGEST).prop_map(|(total, increment)| Clock::Total {
            total: Duration::from_secs(total),
            increment: Duration::from_secs(increment),
        }),
        (1..60_u64, 0..5_u64).prop_map(|(total, increment)| Clock::Total {
            total: Duration::from_secs(total),
            increment: Duration::from_secs(increment),
        }),
    ]
}

fn name() -> impl Strategy<Value = String> {
    let any_script = any::<String>();
    let awkward = "[\\\\\"\\[\\]{}a Зя中‍é'/:~]{1,100}";
    prop_oneof![any_script.boxed(), awkward.boxed(), Just("Player 1".to_owned()).boxed()]
        .prop_filter_map("nothing to show", |name| clean_name(&name))
}

fn match_tags() -> impl Strategy<Value = MatchTags> {
    (
        any::<(u32, Option<u32>, Option<u32>, u32)>(),
        any::<(u32, u32)>(),
        select(&Seat::BOTH[..]),
        any::<Option<u64>>(),
        any::<bool>(),
    )
        .prop_map(|((round, rounds, to, points), score, player_one, deal, swap)| MatchTags {
            round,
            rounds,
            to,
            points,
            score: Seats::new(score.0, score.1),
            player_one,
            deal,
            swap,
        })
}

/// What happens at a turn, if it can.
#[derive(Clone, Debug)]
pub(crate) enum Deed {
    Play(u16),
    Wild(u16),
    TakeBack,
    Resign,
    SayStuck,
    Mumble,
    Abandon,
    Wait,
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        12 => any::<u16>().prop_map(Deed::Play),
        2 => any::<u16>().prop_map(Deed::Wild),
        3 => Just(Deed::TakeBack),
        1 => Just(Deed::Resign),
        1 => Just(Deed::SayStuck),
        1 => Just(Deed::Mumble),
        1 => Just(Deed::Abandon),
        1 => Just(Deed::Wait),
    ]
}

/// A game as it was kept while it was played.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    /// The record in memory.
    pub(crate) record: Record,
    /// The text, written line by line as things happened, and after each line the record so far.
    pub(crate) lines: Vec<(String, Record)>,
}

impl Kept {
    /// The text as it was written.
    pub(crate) fn text(&self) -> String {
        self.lines.iter().map(|(line, _)| line.as_str()).collect()
    }

    fn write(&mut self, line: String) {
        self.lines.push((line, self.record.clone()));
    }

    /// One deed, `waited` microseconds after the last; `spent` is how long the turn has lasted.
    fn happen(&mut self, deed: &Deed, spent: &mut Duration, waited: u32) {
        let position = self.record.game.position().clone();
        *spent += Duration::from_micros(waited.into());
        let game = &mut self.record.game;
        let input = match deed {
            Deed::Play(seed) => pick(&position, *seed).map_or(Input::Stuck, Input::Move),
            Deed::Wild(seed) => Input::Move(wild_move(&position, *seed)),
            Deed::Resign => Input::Resign,
            Deed::SayStuck => Input::Stuck,
            Deed::Mumble => Input::Garbled,
            Deed::TakeBack => {
                let place = game.played().len();
                if game.take_back(1).is_ok() {
                    *spent = Duration::ZERO;
                    self.write(Record::undo_line(place));
                }
                return;
            }
            Deed::Abandon => {
                if game.apply(&GameEvent::Ended(Ending::Abandoned)).is_ok() {
                    self.write_result(&position);
                }
                return;
            }
            Deed::Wait => {
                if let Some(left) = game.allowance(position.turn()) {
                    let late = game.time_up(left);
                    assert!(game.ending().is_some() || game.apply(&late.unwrap()).is_ok());
                    if self.lines.last().is_some_and(|(line, _)| !line.starts_with("result")) {
                        self.write_result(&position);
                    }
                }
                return;
            }
        };
        match game.submit(position.turn(), input, *spent) {
            Ok(announced) => {
                *spent = Duration::ZERO;
                let place = game.played().len();
                if let [Announcement::Moved(step), ..] = announced.as_slice() {
                    let played = game.played()[place - 1].clone();
                    assert_eq!(step.before, position);
                    let over = game.ending().cloned();
                    // The line of the move comes first; the end of the game is another line.
                    let line = Record::move_line(place, &position, &played);
                    self.write(line);
                    if over.is_some() {
                        let after = self.record.game.position().clone();
                        self.write_result(&after);
                    }
                } else {
                    self.write_result(&position);
                }
            }
            Err(refusal) => assert!(matches!(refusal, Refusal::Fault(_) | Refusal::Over)),
        }
    }

    fn write_result(&mut self, last: &Position) {
        let ending = self.record.game.ending().expect("the game is over").clone();
        self.write(Record::result_line(&ending, last));
    }
}

/// A game with everything that can happen around it.
pub(crate) fn kept() -> impl Strategy<Value = Kept> {
    let conduct = (any::<bool>(), option::of(clock()), option::of(1..1_000_000_u32)).prop_map(
        |(forfeit, clock, announced_length)| Conduct {
            on_illegal: if forfeit { OnIllegal::Forfeit } else { OnIllegal::Ask },
            clock,
            announced_length,
        },
    );
    let names = (name(), name()).prop_map(|(first, second)| Seats::new(first, second));
    let date = option::of("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z");
    let deeds = vec((deed(), prop_oneof![0..3_000_000_u32, any::<u32>()]), 0..14);
    (names, start(), conduct, date, option::of(match_tags()), deeds).prop_map(
        |(names, start, conduct, date, of_match, deeds)| {
            let record = Record { date, of_match, ..Record::new(names, start, conduct) };
            let mut kept = Kept { record, lines: Vec::new() };
            kept.write(kept.record.opening());
            let mut spent = Duration::ZERO;
            if kept.record.game.ending().is_some() {
                let last = kept.record.game.position().clone();
                kept.write_result(&last);
            }
            for (deed, waited) in deeds {
                kept.happen(&deed, &mut spent, waited);
            }
            kept
        },
    )
}
