//! A game is a fold over its events: whatever is asked for, what is decided can be stored, and what
//! was stored is the game that was played.

use std::time::Duration;

use duel_core::{Ending, Seat};
use duel_json::LISTING;
use duel_play::{Command, Event};
use duel_web::{
    forms,
    game::{Chair, Decision, Game, GameHead, GameRequest, MOST_EVENTS, Offer, Refused, VERSION},
    live::Presence,
    secret::Token,
};
use proptest::prelude::*;

const STARTS: [&str; 9] = [
    "divide:60",
    "divide:60,84",
    "dilemma:64",
    "subtract:96",
    "subtract+no-echo:60",
    "digits:7:",
    "digits:1000003:",
    "factor:60",
    "divide:2305843009213693951,4611686014132420609",
];

fn head(start: &str, clock: Option<&str>, both: bool) -> GameHead {
    let chair = |taken: bool| Chair {
        hash: taken.then(|| Token::fresh().hash().written()),
        ..Chair::default()
    };
    GameHead {
        moves: Vec::new(),
        v: VERSION,
        start: start.to_owned(),
        clock: clock.map(str::to_owned),
        chairs: [chair(true), chair(both)],
        seed: 7,
        dealt: false,
        numbers: None,
        round: 1,
        score: [0, 0],
        date: duel_play::date::time_now(),
        room: None,
        open: false,
    }
}

/// The public state of a game.
fn snapshot(game: &Game) -> String {
    let listing = duel_json::Listing::of(game.position());
    let history = duel_json::history(game.record());
    let log = forms::log(game, 0, usize::MAX);
    let part = forms::log(game, 1, 2);
    assert!(part.total == log.total && log.lines.len() == log.total);
    for (n, line) in log.lines.iter().enumerate() {
        assert_eq!(line.n, n);
        assert_eq!(part.lines.iter().any(|line| line.n == n), (1..3).contains(&n));
    }
    let form = forms::game(game, &listing, history, log, Presence::default(), game.turn_spent());
    let keys: Vec<_> = (0..=game.seq()).map(|seq| game.ply_of(seq)).collect();
    let allowances = Seat::BOTH.map(|seat| game.allowance(seat));
    format!(
        "{}\n{keys:?}\n{allowances:?} {} {:?}\n{}",
        serde_json::to_string(&form).unwrap(),
        game.turn_from(),
        game.turn_spent(),
        game.record().to_text()
    )
}

/// One of the moves that are legal now, or something that is none.
fn some_text(game: &Game, pick: u16) -> String {
    let position = game.position();
    let moves = position.moves(LISTING);
    let mut texts: Vec<String> =
        moves.digits().iter().map(|digit| digit.to_char().to_string()).collect();
    for group in moves.groups() {
        texts.extend(duel_json::choices(position, group, 0..20).0);
    }
    texts.extend(["", "1", "0", "resign", "1:1", "x", "99999999999999999999"].map(str::to_owned));
    texts.swap_remove(usize::from(pick) % texts.len())
}

fn some_request(game: &Game, kind: u8, seat: bool, pick: u16) -> GameRequest {
    let seat = if seat { Seat::First } else { Seat::Second };
    let offers = [Offer::TakeBack, Offer::Abandon, Offer::Rematch];
    let mover = game.turn().unwrap_or(seat);
    match kind {
        0..=9 => GameRequest::Move {
            by: if pick.is_multiple_of(16) { seat } else { mover },
            made: some_text(game, pick),
            ply: pick.is_multiple_of(8).then(|| game.ply().saturating_sub(u64::from(pick % 3))),
            key: pick.is_multiple_of(2).then(|| format!("k{}", pick % 40)),
        },
        10..=13 => GameRequest::other(Command::Offer(seat, offers[usize::from(pick % 3)].into())),
        14 => GameRequest::other(Command::Decline(seat)),
        15 if pick.is_multiple_of(8) => GameRequest::other(Command::Resign(seat)),
        16 => {
            GameRequest::Join { name: Some("<b>\u{1b}Zoe</b>".into()), hash: Token::fresh().hash() }
        }
        _ => GameRequest::other(Command::CheckTime),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_asked_for_what_was_stored_is_what_was_played(
        start in 0..STARTS.len(),
        timed in any::<bool>(),
        both in any::<bool>(),
        requests in prop::collection::vec((0..18_u8, any::<bool>(), any::<u16>(), 0..1_100_u64), 0..60),
    ) {
        let head = head(STARTS[start], timed.then_some("1s"), both);
        let (mut game, text) = Game::begin("abcdefghijkm", head).unwrap();
        let mut kept: Vec<String> = Vec::new();
        let (mut telling, mut told) = (game.telling(), Vec::new());
        for (kind, seat, pick, ms) in requests {
            let request = some_request(&game, kind, seat, pick);
            // Time within a turn does not run backwards.
            let spent = game.turn_spent().max(Duration::from_millis(ms));
            let before = (game.seq(), game.ply());
            let mut entry = match game.decide(&request, spent) {
                Ok(Decision::Happens(entry)) => entry,
                Ok(Decision::Already(seq)) => {
                    prop_assert!(seq <= game.seq());
                    continue;
                }
                Ok(Decision::Nothing) | Err(_) => continue,
            };
            prop_assert_eq!(game.decide(&request, spent).is_ok(), true, "deciding changes nothing");
            if entry.event == Event::Rematched {
                entry.next_game = Some("abcdefghijkn".to_owned());
            }
            kept.push(game.row(&entry).0);
            let applied = game.apply(&entry);
            prop_assert!(applied.is_ok(), "{entry:?} was decided and is refused");
            prop_assert_eq!(game.seq(), before.0 + 1);
            if pick.is_multiple_of(4) {
                telling.read(game.events(), |line| told.push(line));
            }
            // A move that is repeated with its key is answered as it was the first time.
            if let (GameRequest::Move { key: Some(_), .. }, Event::Moved { .. }) = (&request, &entry.event) {
                prop_assert_eq!(game.decide(&request, spent), Ok(Decision::Already(game.seq())));
                prop_assert_eq!(forms::answer_at(&game, game.seq()), forms::answer(&game));
            }
        }
        let again = Game::replay("abcdefghijkm", &text, kept.iter().map(String::as_str)).unwrap();
        prop_assert_eq!(snapshot(&again), snapshot(&game));
        telling.read(game.events(), |line| told.push(line));
        let mut whole = Vec::new();
        again.telling().read(again.events(), |line| whole.push(line));
        prop_assert_eq!(told, whole, "the log read bit by bit is the log read at once");
        let played = &game.record().game;
        for written in [game.record().to_text(), game.record().to_json()] {
            let record = duel_books::record(written.as_bytes()).unwrap();
            prop_assert_eq!(record.game.played(), played.played());
            prop_assert_eq!(record.game.ending(), played.ending());
            prop_assert_eq!(record.game.position(), played.position());
            prop_assert_eq!(&record.names, &game.record().names);
        }
    }

    /// A move and a flag in the same moment: the log decides, and whichever came first, the other
    /// is refused or falls away, on every node alike.
    #[test]
    fn a_move_and_a_flag_at_the_same_moment_have_one_outcome(
        spent in 0..2_500_u64,
        nanos in 0..1_000_000_u64,
        flag_first in any::<bool>(),
    ) {
        let head = head("digits:1000003:", Some("1s"), true);
        let (mut game, text) = Game::begin("abcdefghijkm", head).unwrap();
        let spent = Duration::from_millis(spent) + Duration::from_nanos(nanos);
        let seven = "7".to_owned();
        let made = GameRequest::Move { by: Seat::First, made: seven, ply: Some(0), key: None };
        let flag = GameRequest::other(Command::CheckTime);
        let order = if flag_first { [flag, made] } else { [made, flag] };
        let mut kept = Vec::new();
        for request in &order {
            // After an event the turn is another one.
            let spent = if game.seq() == 0 { spent } else { Duration::ZERO };
            if let Ok(Decision::Happens(entry)) = game.decide(request, spent) {
                kept.push(game.row(&entry).0);
                prop_assert!(game.apply(&entry).is_ok());
            }
        }
        let late = spent >= Duration::from_secs(1);
        prop_assert_eq!(kept.len(), 1);
        prop_assert_eq!((game.is_over(), game.ply()), (late, u64::from(!late)));
        let again = Game::replay("abcdefghijkm", &text, kept.iter().map(String::as_str)).unwrap();
        prop_assert_eq!(snapshot(&again), snapshot(&game));
    }
}

#[test]
fn a_game_has_no_endless_list_of_events() {
    let mut game = Game::begin("abcdefghijkm", head("digits:1000003:", None, true)).unwrap().0;
    let offer = Command::Offer(Seat::First, Offer::Abandon.into());
    let mut refused = 0;
    for _ in 0..MOST_EVENTS + 10 {
        for command in [offer.clone(), Command::Decline(Seat::First)] {
            match game.decide(&GameRequest::other(command), Duration::ZERO) {
                Ok(Decision::Happens(entry)) => game.apply(&entry).unwrap(),
                _ => refused += 1,
            }
        }
    }
    assert!(refused > 0);
    assert_eq!(game.seq(), MOST_EVENTS);
    let seven = "7".to_owned();
    let made = GameRequest::Move { by: Seat::First, made: seven, ply: None, key: None };
    assert_eq!(game.decide(&made, Duration::ZERO), Err(Refused::TooLong));
    let resign = GameRequest::other(Command::Resign(Seat::First));
    let resigned = Event::Ended(Ending::Resigned(Seat::First));
    let decided = game.decide(&resign, Duration::ZERO);
    assert_eq!(decided, Ok(Decision::Happens(Box::new(resigned.into()))));
}

#[test]
fn nobody_sits_down_in_a_game_that_was_given_up() {
    let mut game = Game::begin("abcdefghijkm", head("divide:60", None, false)).unwrap().0;
    game.apply(&Event::Ended(Ending::Resigned(Seat::First)).into()).unwrap();
    let join = GameRequest::Join { name: None, hash: Token::fresh().hash() };
    assert_eq!(game.decide(&join, Duration::ZERO), Err(Refused::Over));
}

#[test]
fn an_offer_does_not_begin_a_turn_anew() {
    let mut game =
        Game::begin("abcdefghijkm", head("digits:1000003:", Some("1s"), true)).unwrap().0;
    let offer = Command::Offer(Seat::First, Offer::Abandon.into());
    for (ms, command) in [(300, offer), (600, Command::Decline(Seat::First))] {
        let request = GameRequest::other(command);
        let Ok(Decision::Happens(entry)) = game.decide(&request, Duration::from_millis(ms)) else {
            panic!("an offer");
        };
        game.apply(&entry).unwrap();
        assert_eq!((game.turn_from(), game.turn_spent()), (0, Duration::from_millis(ms)));
    }
}
