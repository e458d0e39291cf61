//! The session: what follows from commands.

use std::time::Duration;

use duel_core::{Conduct, Ending, Failure, Fault, Input, OnIllegal, Outcome, Record, Seat, Seats};
use duel_play::{
    Announcement, Command, Draw, Event, Match, Offer, Person, Refusal, Scoreboard, Session, Verdict,
};

const NOW: Duration = Duration::ZERO;
const FIRST: Seat = Seat::First;
const SECOND: Seat = Seat::Second;

fn between_people(start: &str) -> Session {
    Session::between(["Ann", "Ben"], duel_books::position(start).unwrap())
}

/// A game in which a program plays in the second seat.
fn against_a_program(start: &str) -> Session {
    let names = Seats::new("Ann".to_owned(), "Bot".to_owned());
    let mut record = Record::new(names, duel_books::position(start).unwrap(), Conduct::default());
    record.kinds.second = Some("bot:easy".to_owned());
    Session::resume(Match::of_record(&record), record)
}

fn enters(session: &Session, by: Seat, text: &str) -> Command {
    Command::Enter { by, input: Input::Move(session.position().read_move(text).unwrap()) }
}

/// Decides and applies.
#[track_caller]
fn execute(session: &mut Session, command: &Command) -> Vec<Announcement> {
    let event = session.decide(command, NOW).unwrap().expect("something happens");
    session.apply(&event).unwrap()
}

#[track_caller]
fn plays(session: &mut Session, moves: &[&str]) {
    for text in moves {
        let command = enters(session, session.position().turn(), text);
        execute(session, &command);
    }
}

#[test]
fn deciding_changes_nothing() {
    let session = between_people("divide:60");
    let before = session.game().clone();
    let command = enters(&session, FIRST, "6");
    assert_eq!(session.decide(&command, NOW), session.decide(&command, NOW));
    assert_eq!(session.game(), &before);
}

#[test]
fn a_move_is_taken_back_when_the_other_person_agrees() {
    let mut session = between_people("subtract:60");
    let ask = |seat| Command::Offer(seat, Offer::TakeBack);
    let nothing = Refusal::Game(duel_core::Refusal::NothingToTakeBack);
    assert_eq!(session.decide(&ask(FIRST), NOW), Err(nothing));
    plays(&mut session, &["4"]);
    let offered = execute(&mut session, &ask(FIRST));
    assert_eq!(offered, [Announcement::Offered(FIRST, Offer::TakeBack)]);
    assert_eq!(session.decide(&ask(FIRST), NOW), Ok(None), "it is open already");
    let declined = execute(&mut session, &Command::Decline(SECOND));
    assert_eq!(declined, [Announcement::Declined(SECOND)]);
    execute(&mut session, &ask(FIRST));
    let taken = execute(&mut session, &ask(SECOND));
    assert_eq!(taken, [Announcement::TookBack { by: FIRST, plies: 1 }]);
    assert_eq!(session.position().to_string(), "subtract:60");
    assert_eq!(session.taken_back(1).collect::<Vec<_>>(), ["Move 1 is taken back."]);
    // On one's own turn the move before the other's reply goes back as well.
    plays(&mut session, &["4", "7"]);
    execute(&mut session, &ask(FIRST));
    let taken = execute(&mut session, &ask(SECOND));
    assert_eq!(taken, [Announcement::TookBack { by: FIRST, plies: 2 }]);
    assert_eq!(session.game().played(), []);
}

#[test]
fn a_program_gives_moves_back_at_once() {
    let mut session = against_a_program("subtract:60");
    plays(&mut session, &["4"]);
    let ask = Command::Offer(FIRST, Offer::TakeBack);
    let taken = execute(&mut session, &ask);
    assert_eq!(taken, [Announcement::TookBack { by: FIRST, plies: 1 }]);
    plays(&mut session, &["4", "7"]);
    let taken = execute(&mut session, &ask);
    assert_eq!(taken, [Announcement::TookBack { by: FIRST, plies: 2 }]);
    assert_eq!(session.game().played(), []);
}

#[test]
fn only_a_game_that_can_be_endless_is_abandoned_and_only_by_both() {
    let offer = |seat| Command::Offer(seat, Offer::Abandon);
    let session = between_people("divide:60");
    let refused = Refusal::Game(duel_core::Refusal::NoDraws);
    assert_eq!(session.decide(&offer(FIRST), NOW), Err(refused));
    let mut session = against_a_program("digits:7:");
    execute(&mut session, &offer(FIRST));
    assert_eq!(session.draw(), Draw::MayOffer);
    execute(&mut session, &Command::Decline(SECOND));
    assert_eq!(session.draw(), Draw::Declined);
    execute(&mut session, &offer(FIRST));
    let over = execute(&mut session, &offer(SECOND));
    assert_eq!(over, [Announcement::Over(Ending::Abandoned)]);
}

#[test]
fn time_that_has_run_out_comes_before_every_command() {
    let names = Seats::new("Ann".to_owned(), "Ben".to_owned());
    let start = duel_books::position("digits:7:").unwrap();
    let conduct = Conduct { clock: Some("10s".parse().unwrap()), ..Conduct::default() };
    let record = Record::new(names, start, conduct);
    let session = Session::resume(Match::of_record(&record), record);
    let late = Ok(Some(Event::Ended(Ending::TimedOut(FIRST))));
    let three = enters(&session, FIRST, "3");
    let commands = [
        three,
        Command::CheckTime,
        Command::Resign(SECOND),
        Command::Offer(SECOND, Offer::Abandon),
        Command::Fail(FIRST, Failure::Crash),
    ];
    for command in commands {
        assert_eq!(session.decide(&command, Duration::from_secs(10)), late, "{command:?}");
        assert_ne!(session.decide(&command, Duration::from_millis(9_999)), late, "{command:?}");
    }
}

#[test]
fn a_seat_is_taken_once_and_nobody_moves_before() {
    let vacant = Seats::new(false, true);
    let mut session = between_people("divide:60").with_vacant(vacant);
    let six = enters(&session, FIRST, "6");
    assert_eq!(session.decide(&six, NOW), Err(Refusal::Waiting));
    assert_eq!(session.turn(), None);
    let join = Command::Join { name: Some(" Zoë\u{7} ".to_owned()) };
    let joined = execute(&mut session, &join);
    assert_eq!(joined, [Announcement::Joined(SECOND)]);
    assert_eq!(session.record().names.second, "Zoë");
    assert_eq!(session.of_match().scoreboard.name(Person::Two), "Zoë");
    assert_eq!(session.decide(&join, NOW), Err(Refusal::SeatsTaken));
    plays(&mut session, &["6"]);
}

#[test]
fn an_entry_that_is_no_move_is_explained_or_loses() {
    let garbled = Command::Enter { by: FIRST, input: Input::Garbled };
    let session = between_people("divide:12");
    let refusal = session.decide(&garbled, NOW).unwrap_err();
    let words = session.explain(&refusal, None);
    assert_eq!(words, "That is not a move. Valid: 2, 3, 4, 6.");
    let names = Seats::new("Ann".to_owned(), "Ben".to_owned());
    let conduct = Conduct { on_illegal: OnIllegal::Forfeit, ..Conduct::default() };
    let record = Record::new(names, session.position().clone(), conduct);
    let strict = Session::resume(Match::of_record(&record), record);
    let forfeited = Ending::Forfeited(FIRST, Fault::Garbled);
    assert_eq!(strict.decide(&garbled, NOW), Ok(Some(Event::Ended(forfeited))));
}

#[test]
fn a_match_goes_on_until_it_is_decided() {
    let mut session = between_people("divide:60");
    let mut of = session.of_match().clone();
    of.scoreboard.to = Some(2);
    for (winner, score, goes_on) in [
        (SECOND, "Ann 0, Ben 1", true),
        (SECOND, "Ann 1, Ben 1", true),
        (FIRST, "Ann 2, Ben 1", false),
    ] {
        session = Session::begin(of.clone(), duel_books::position("divide:60").unwrap());
        execute(&mut session, &Command::Resign(winner.other()));
        let outcome = session.game().ending().map(Ending::outcome);
        assert_eq!(outcome, Some(Outcome::Won(winner)));
        let closing = session.closing().unwrap();
        assert_eq!(closing.stuck, None);
        assert_eq!(closing.standing.score.as_deref(), Some(score));
        assert_eq!((closing.standing.goes_on, session.next_round().is_some()), (goes_on, goes_on));
        of = session.next_round().unwrap_or(of);
    }
    let closing = session.closing().unwrap();
    assert_eq!(closing.standing.verdict.as_deref(), Some("Ann is the champion!"));
    let again = session.of_match().scoreboard.rematch();
    assert_eq!((again.round(), again.score(Person::One), again.to), (1, 0, Some(2)));
    assert_eq!(again.begins(), session.of_match().scoreboard.begins().other());
}

#[test]
fn a_rematch_is_for_after_the_game() {
    let mut session = between_people("divide:60");
    let offer = |seat| Command::Offer(seat, Offer::Rematch);
    assert_eq!(session.decide(&offer(FIRST), NOW), Err(Refusal::NotOver));
    execute(&mut session, &Command::Resign(FIRST));
    execute(&mut session, &offer(SECOND));
    assert_eq!(execute(&mut session, &offer(FIRST)), [Announcement::Rematched]);
}

#[test]
fn what_does_not_follow_is_refused_and_changes_nothing() {
    let mut session = between_people("divide:60");
    let made = session.position().read_move("6").unwrap();
    let events = [
        Event::Joined { by: FIRST, name: None },
        Event::TookBack { by: FIRST, plies: 1 },
        Event::TookBack { by: FIRST, plies: 0 },
        Event::Ended(Ending::Abandoned),
        Event::Ended(Ending::TimedOut(FIRST)),
        Event::Ended(Ending::Played(Outcome::Won(FIRST))),
        Event::Moved { made: session.position().read_move("7").unwrap(), took: NOW },
    ];
    let before = session.game().clone();
    for event in events {
        assert!(session.apply(&event).is_err(), "{event:?}");
        assert_eq!(session.game(), &before);
    }
    session.apply(&Event::Moved { made, took: NOW }).unwrap();
}

#[test]
fn the_score_of_a_single_game_is_not_mentioned() {
    let standing = scoreboard().standing(Verdict::Champion(Person::One));
    assert_eq!((standing.score, standing.verdict, standing.goes_on), (None, None, false));
}

fn scoreboard() -> Scoreboard {
    Scoreboard::new(["Ann".to_owned(), "Ben".to_owned()], Person::One)
}

#[test]
fn a_single_game_is_decided_by_itself() {
    assert_eq!(scoreboard().count(Outcome::Won(Seat::Second)), Verdict::Champion(Person::Two));
    assert_eq!(scoreboard().count(Outcome::Nobody), Verdict::Tied);
}

#[test]
fn the_first_mover_alternates_and_wins_follow_the_person() {
    let mut scoreboard = scoreboard();
    (scoreboard.rounds, scoreboard.points) = (Some(3), 5);
    assert_eq!(scoreboard.seats().first, "Ann");
    assert_eq!(scoreboard.count(Outcome::Won(Seat::First)), Verdict::GoesOn);
    scoreboard.next_round();
    assert_eq!(scoreboard.seats().first, "Ben");
    assert_eq!(scoreboard.count(Outcome::Won(Seat::First)), Verdict::GoesOn);
    scoreboard.next_round();
    assert_eq!((scoreboard.score(Person::One), scoreboard.score(Person::Two)), (5, 5));
    assert_eq!(scoreboard.count(Outcome::Won(Seat::Second)), Verdict::Champion(Person::Two));
}

#[test]
fn a_score_ends_the_match_early() {
    let mut scoreboard = scoreboard();
    (scoreboard.rounds, scoreboard.to) = (Some(9), Some(2));
    assert_eq!(scoreboard.count(Outcome::Won(Seat::First)), Verdict::GoesOn);
    scoreboard.next_round();
    assert_eq!(scoreboard.count(Outcome::Won(Seat::Second)), Verdict::Champion(Person::One));
}

#[test]
fn tags_bring_the_match_back() {
    let mut scoreboard = scoreboard();
    (scoreboard.to, scoreboard.points) = (Some(4), 2);
    scoreboard.count(Outcome::Won(Seat::First));
    scoreboard.next_round();
    assert_eq!(
        Scoreboard::resumed(&scoreboard.seats(), &scoreboard.tags(Some(7), false)),
        scoreboard
    );
}
