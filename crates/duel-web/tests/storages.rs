//! One session kept by a journal, by SQLite and by nothing: whatever happens, and wherever a crash
//! comes between storing and applying, all three are the same game.

use std::{fs, path::Path, time::Duration};

use duel_core::{Clock, Conduct, Input, Record, Seat, Seats};
use duel_numbers::Budget;
use duel_play::{Command, Event, Journal, Match, Offer, Recovery, Session, journal};
use duel_web::{
    game::{Chair, Entry, Game, GameHead, VERSION},
    secret::Token,
    store::{Place, Store},
};
use rand::{RngExt, SeedableRng, rngs::StdRng};

const STARTS: [&str; 6] =
    ["divide:360,84", "dilemma:64", "subtract:96", "digits:1000003:", "factor:60", "digits:7:"];

/// How many games are played, and the most commands in each.
const GAMES: u64 = 30;
const COMMANDS: usize = 40;

fn head(start: &str, clock: Option<Clock>) -> GameHead {
    let chair = || Chair { hash: Some(Token::fresh().hash().written()), ..Chair::default() };
    GameHead {
        moves: Vec::new(),
        v: VERSION,
        start: start.to_owned(),
        clock: clock.map(|clock| clock.to_string()),
        chairs: [chair(), chair()],
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

fn session(start: &str, clock: Option<Clock>) -> Session {
    let names = Seats::new("Player 1".to_owned(), "Player 2".to_owned());
    let conduct = Conduct { clock, ..Conduct::default() };
    let record = Record::new(names, duel_books::position(start).unwrap(), conduct);
    Session::resume(Match::of_record(&record), record)
}

fn some_command(session: &Session, dice: &mut StdRng) -> Command {
    let by = if dice.random() { Seat::First } else { Seat::Second };
    let offers = [Offer::TakeBack, Offer::TakeBack, Offer::Abandon, Offer::Rematch];
    match dice.random_range(0..20) {
        0..=9 => {
            let moves: Vec<_> = session.position().moves(Budget::PROMPT).iter().collect();
            let pick = dice.random_range(0..=moves.len());
            let input = moves.get(pick).cloned().map_or(Input::Garbled, Input::Move);
            Command::Enter { by: session.position().turn(), input }
        }
        10..=16 => Command::Offer(by, offers[dice.random_range(0..offers.len())]),
        17 => Command::Decline(by),
        18 => Command::CheckTime,
        _ if dice.random_range(0..8) == 0 => Command::Resign(by),
        _ => Command::Enter { by, input: Input::Stuck },
    }
}

async fn open(path: &Path) -> Store {
    Store::open(path.to_str().unwrap()).await.unwrap()
}

async fn stored(store: &Store, id: &str) -> Game {
    let stream = store.load(id).await.unwrap().unwrap();
    Game::replay(id, &stream.head, stream.events.iter().map(|kept| kept.body.as_str())).unwrap()
}

/// A journal that was cut off somewhere in its last lines holds the game before or after them.
fn check_torn_journal(path: &Path, before: usize, known: &[Record], dice: &mut StdRng) {
    let whole = fs::read(path).unwrap();
    let torn = path.with_extension("torn");
    fs::write(&torn, &whole[..dice.random_range(before..=whole.len())]).unwrap();
    let (record, recovery) = journal::recover(&torn).unwrap();
    // A move that ends the game is two lines; the first alone says as much.
    let is_known = known.iter().any(|it| it.game == record.game);
    assert!(is_known, "{recovery:?}\n{}", record.to_text());
    fs::remove_file(torn).unwrap();
}

#[tokio::test]
async fn a_journal_sqlite_and_nothing_agree_after_every_crash() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("games.db");
    let mut store = open(&database).await;
    for seed in 0..GAMES {
        let mut dice = StdRng::seed_from_u64(seed);
        let start = STARTS[dice.random_range(0..STARTS.len())];
        let clock = dice.random::<bool>().then(|| "2s+1s".parse::<Clock>().unwrap());
        let id = format!("{seed:0>12}");
        let mut alone = session(start, clock);
        let file = folder.path().join(format!("{seed}.duel"));
        let mut journal = Journal::create(&file, alone.record()).unwrap();
        let (mut game, text) = Game::begin(&id, head(start, clock)).unwrap();
        let key = store.begin(id.clone(), text).await.unwrap().unwrap();
        for _ in 0..COMMANDS {
            let command = some_command(&alone, &mut dice);
            let spent = alone.turn_spent() + Duration::from_micros(dice.random_range(0..900_000));
            let decided = alone.decide(&command, spent);
            assert_eq!(game.session().decide(&command, spent), decided, "{command:?}");
            let Ok(Some(event)) = decided else { continue };
            let before = fs::metadata(&file).unwrap().len();
            journal.store(&alone, &event).unwrap();
            let mut entry = Entry::from(event.clone());
            if event == Event::Rematched {
                entry.next_game = Some("next".to_owned());
            }
            let (row, _) = game.row(&entry);
            assert_eq!(store.append(key, game.seq() + 1, row).await, Ok(Place::Ours));
            // A crash here: stored, and not yet applied.
            if dice.random_range(0..10) == 0 {
                drop(journal);
                let (opened, record, recovery) = Journal::open(&file).unwrap();
                assert_eq!(recovery, Recovery::Whole);
                journal = opened;
                store.close().await;
                store = open(&database).await;
                let mut expected = alone.clone();
                expected.apply(&event).unwrap();
                assert_eq!(record.game, *expected.game());
                assert_eq!(stored(&store, &id).await.session().game(), expected.game());
            }
            let mut known = vec![alone.record().clone()];
            let announced = alone.apply(&event).unwrap();
            assert!(!announced.is_empty());
            game.apply(&entry).unwrap();
            known.push(alone.record().clone());
            if let Event::TookBack { plies: 2, by } = event {
                let mut halfway = Session::resume(Match::of_record(&known[0]), known[0].clone());
                halfway.apply(&Event::TookBack { plies: 1, by }).unwrap();
                known.push(halfway.record().clone());
            }
            check_torn_journal(&file, usize::try_from(before).unwrap(), &known, &mut dice);
            let again = stored(&store, &id).await;
            for offer in [Offer::TakeBack, Offer::Abandon, Offer::Rematch] {
                assert_eq!(again.session().offered(offer), alone.offered(offer));
            }
            assert_eq!(again.session().turn_spent(), alone.turn_spent());
            assert_eq!(again.session().game(), alone.game());
            assert_eq!(game.session().game(), alone.game());
            assert_eq!(journal::recover(&file).unwrap().0.game, *alone.game());
            if alone.is_over() && event == Event::Rematched {
                break;
            }
        }
    }
    store.close().await;
}
