//! A game is a fold over its events: whatever people wish for, what is decided can be kept, and
//! what was kept is the game that was played.

use std::time::Duration;

use duel_core::Seat;
use duel_web::{
    forms,
    game::{
        Chair, Command, Decision, Game, GameEvent, Head, LISTING, MOST_EVENTS, Offer, Refused,
        VERSION,
    },
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

fn head(start: &str, clock: Option<&str>, both: bool) -> Head {
    let chair = |taken: bool| Chair {
        hash: taken.then(|| Token::fresh().hash().written()),
        ..Chair::default()
    };
    Head {
        v: VERSION,
        start: start.to_owned(),
        clock: clock.map(str::to_owned),
        chairs: [chair(true), chair(both)],
        seed: 7,
        dealt: false,
        round: 1,
        score: [0, 0],
        date: duel_play::store::date_now(),
        room: None,
    }
}

/// Everything that anybody can see of a game.
fn snapshot(game: &Game) -> String {
    let listing = forms::Listing::of(game.position());
    let history = forms::history(game);
    let form = forms::game(game, &listing, history, Presence::default(), game.turn_spent());
    let keys: Vec<_> = (0..=game.seq()).map(|seq| game.ply_of(seq)).collect();
    let allowances = Seat::BOTH.map(|seat| game.allowance(seat));
    let lines: Vec<_> = game.lines_from(0).collect();
    assert_eq!(lines.len(), game.line_count());
    for (place, line) in lines.iter().enumerate() {
        assert_eq!((line.n, game.lines_from(place).next()), (place, Some(*line)));
    }
    assert_eq!(game.lines_from(lines.len()).next(), None);
    format!(
        "{}\n{lines:?}\n{keys:?}\n{allowances:?} {} {:?}\n{}",
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
        texts.extend(forms::choices(position, group, 0..20));
    }
    texts.extend(["", "1", "0", "resign", "1:1", "x", "99999999999999999999"].map(str::to_owned));
    texts.swap_remove(usize::from(pick) % texts.len())
}

fn wish(game: &Game, kind: u8, seat: bool, pick: u16) -> Command {
    let seat = if seat { Seat::First } else { Seat::Second };
    let offers = [Offer::TakeBack, Offer::Abandon, Offer::Rematch];
    let mover = game.turn().unwrap_or(seat);
    match kind {
        0..=9 => Command::Move {
            by: if pick.is_multiple_of(16) { seat } else { mover },
            text: some_text(game, pick),
            ply: pick.is_multiple_of(8).then(|| game.ply().saturating_sub(u64::from(pick % 3))),
            key: pick.is_multiple_of(2).then(|| format!("k{}", pick % 40)),
        },
        10..=13 => Command::Offer(seat, offers[usize::from(pick % 3)]),
        14 => Command::Decline(seat),
        15 if pick.is_multiple_of(8) => Command::Resign(seat),
        16 => Command::Join { name: Some("<b>\u{1b}Zoe</b>".into()), hash: Token::fresh().hash() },
        _ => Command::CheckTime,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_wished_for_what_was_kept_is_what_was_played(
        start in 0..STARTS.len(),
        timed in any::<bool>(),
        both in any::<bool>(),
        wishes in prop::collection::vec((0..18_u8, any::<bool>(), any::<u16>(), 0..1_100_u64), 0..60),
    ) {
        let head = head(STARTS[start], timed.then_some("1s"), both);
        let text = serde_json::to_string(&head).unwrap();
        let mut game = Game::begin("abcdefghijkm", head).unwrap();
        let mut kept: Vec<String> = Vec::new();
        for (kind, seat, pick, ms) in wishes {
            let wish = wish(&game, kind, seat, pick);
            // Time within a turn does not run backwards.
            let spent = game.turn_spent().max(Duration::from_millis(ms));
            let before = (game.seq(), game.ply());
            let happening = match game.decide(&wish, spent) {
                Ok(Decision::Happens(happening)) => happening,
                Ok(Decision::Rematch) => GameEvent::Rematched { id: "abcdefghijkn".to_owned() },
                Ok(Decision::Already(seq)) => {
                    prop_assert!(seq <= game.seq());
                    continue;
                }
                Ok(Decision::Nothing) | Err(_) => continue,
            };
            prop_assert_eq!(game.decide(&wish, spent).is_ok(), true, "deciding changes nothing");
            let applied = game.apply(&happening);
            prop_assert!(applied.is_ok(), "{happening:?} was decided and is refused");
            prop_assert_eq!(game.seq(), before.0 + 1);
            kept.push(happening.written());
            // A move that is repeated with its key is answered as it was the first time.
            if let (Command::Move { key: Some(_), .. }, GameEvent::Moved { .. }) = (&wish, &happening) {
                prop_assert_eq!(game.decide(&wish, spent), Ok(Decision::Already(game.seq())));
                prop_assert_eq!(forms::answer_at(&game, game.seq()), forms::answer(&game));
            }
        }
        let again = Game::replay("abcdefghijkm", &text, kept.iter().map(String::as_str)).unwrap();
        prop_assert_eq!(snapshot(&again), snapshot(&game));
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
        let text = serde_json::to_string(&head).unwrap();
        let mut game = Game::begin("abcdefghijkm", head).unwrap();
        let spent = Duration::from_millis(spent) + Duration::from_nanos(nanos);
        let made = Command::Move { by: Seat::First, text: "7".into(), ply: Some(0), key: None };
        let order = if flag_first { [Command::CheckTime, made] } else { [made, Command::CheckTime] };
        let mut kept = Vec::new();
        for wish in &order {
            // After an event the turn is another one.
            let spent = if game.seq() == 0 { spent } else { Duration::ZERO };
            if let Ok(Decision::Happens(happening)) = game.decide(wish, spent) {
                prop_assert!(game.apply(&happening).is_ok());
                kept.push(happening.written());
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
    let mut game = Game::begin("abcdefghijkm", head("digits:1000003:", None, true)).unwrap();
    let offer = Command::Offer(Seat::First, Offer::Abandon);
    let mut refused = 0;
    for _ in 0..MOST_EVENTS + 10 {
        for wish in [&offer, &Command::Decline(Seat::First)] {
            match game.decide(wish, Duration::ZERO) {
                Ok(Decision::Happens(happening)) => game.apply(&happening).unwrap(),
                _ => refused += 1,
            }
        }
    }
    assert!(refused > 0);
    assert_eq!(game.seq(), MOST_EVENTS);
    let made = Command::Move { by: Seat::First, text: "7".into(), ply: None, key: None };
    assert_eq!(game.decide(&made, Duration::ZERO), Err(Refused::TooLong));
    let resigned = game.decide(&Command::Resign(Seat::First), Duration::ZERO);
    assert!(matches!(resigned, Ok(Decision::Happens(GameEvent::Resigned { by: 1 }))));
}

#[test]
fn nobody_sits_down_in_a_game_that_was_given_up() {
    let mut game = Game::begin("abcdefghijkm", head("divide:60", None, false)).unwrap();
    game.apply(&GameEvent::Resigned { by: 1 }).unwrap();
    let join = Command::Join { name: None, hash: Token::fresh().hash() };
    assert_eq!(game.decide(&join, Duration::ZERO), Err(Refused::Over));
}

#[test]
fn an_offer_does_not_begin_a_turn_anew() {
    let mut game = Game::begin("abcdefghijkm", head("digits:1000003:", Some("1s"), true)).unwrap();
    let offer = Command::Offer(Seat::First, Offer::Abandon);
    for ms in [300, 600] {
        let wish = if ms == 300 { &offer } else { &Command::Decline(Seat::First) };
        let Ok(Decision::Happens(happening)) = game.decide(wish, Duration::from_millis(ms)) else {
            panic!("an offer");
        };
        game.apply(&happening).unwrap();
        assert_eq!((game.turn_from(), game.turn_spent()), (0, Duration::from_millis(ms)));
    }
}
