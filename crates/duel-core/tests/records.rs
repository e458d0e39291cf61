//! Records in their two forms: what they look like, and what is refused where.

use std::time::Duration;

use duel_core::{
    Clock, Conduct, Ending, Failure, Fault, GameEvent, Illegal, Input, MatchTags, Move, OnIllegal,
    Op, Outcome, Record, RecordError, Referee, Refusal, Seat, Seats,
    record::{Location, MAX_BYTES, MAX_STEPS, Problem},
};
use duel_numbers::Natural;

fn parse(text: &str) -> Result<Record, RecordError> {
    Record::parse(text.as_bytes(), duel_books::catalogue)
}

fn parse_json(text: &str) -> Result<Record, RecordError> {
    Record::parse_json(text.as_bytes(), duel_books::catalogue)
}

fn names() -> Seats<String> {
    Seats::new("Ada \"the \\ Countess\"".to_owned(), "Зоя".to_owned())
}

fn milliseconds(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// A game of book 002 with everything agreed on that can be.
fn sample() -> Record {
    let start = duel_books::position("subtract+no-echo:15").unwrap();
    let conduct = Conduct {
        on_illegal: OnIllegal::Forfeit,
        clock: Some(Clock::Total {
            total: Duration::from_secs(90),
            increment: milliseconds(2_000),
        }),
        announced_length: Some(20),
    };
    let mut record = Record::new(names(), start, conduct);
    record.date = Some("2026-01-31T12:00:00Z".to_owned());
    record.of_match = Some(MatchTags {
        round: 2,
        rounds: Some(3),
        to: Some(5),
        points: 2,
        score: Seats::new(0, 2),
        player_one: Seat::Second,
        deal: Some(u64::MAX),
        swap: true,
    });
    let game = &mut record.game;
    let five = Input::Move(Move::take(Op::Subtract, 5_u64));
    game.submit(Seat::First, five, milliseconds(12_345)).unwrap();
    let two = Input::Move(Move::take(Op::Divide, 2_u64));
    let ended = game.submit(Seat::Second, two, Duration::ZERO);
    assert_eq!(ended.unwrap().len(), 1);
    record
}

const SAMPLE: &str = r#"[Record "1"]
[Start "subtract+no-echo:15"]
[First "Ada \"the \\ Countess\""]
[Second "Зоя"]
[Date "2026-01-31T12:00:00Z"]
[Clock "1m30s+2s"]
[Announce "20"]
[Illegal "forfeit"]
[Round "2"]
[Rounds "3"]
[To "5"]
[Points "2"]
[Score "0-2"]
[Player1 "2"]
[Deal "18446744073709551615"]
[Swap "yes"]

1. 5 {12.345}
result 1-0 illegal 1:/2
"#;

const SAMPLE_JSON: &str = r#"{
  "record": 1,
  "start": "subtract+no-echo:15",
  "first": "Ada \"the \\ Countess\"",
  "second": "Зоя",
  "date": "2026-01-31T12:00:00Z",
  "clock": "1m30s+2s",
  "announce": 20,
  "illegal": "forfeit",
  "match": {
    "round": 2,
    "rounds": 3,
    "to": 5,
    "points": 2,
    "score": [
      0,
      2
    ],
    "player1": 2,
    "deal": "18446744073709551615",
    "swap": true
  },
  "moves": [
    {
      "move": "5",
      "ms": 12345
    }
  ],
  "result": {
    "score": "1-0",
    "why": "illegal",
    "entry": "1:/2"
  }
}"#;

#[test]
fn the_two_forms() {
    let record = sample();
    assert_eq!(record.to_text(), SAMPLE);
    assert_eq!(record.to_json(), SAMPLE_JSON);
    assert_eq!(parse(SAMPLE), Ok(record.clone()));
    assert_eq!(parse_json(SAMPLE_JSON), Ok(record));
}

/// The two examples of the format's page are the same game, and both are taken.
#[test]
fn the_examples_of_the_documentation_can_be_read() {
    let page = include_str!("../../../docs/record-format.md");
    let block = |fence: &str| {
        let (_, rest) = page.split_once(fence).expect(fence);
        rest.split_once("```").expect("an end").0
    };
    let text = parse(block("## Text\n\n```\n")).unwrap();
    let json = parse_json(block("```json\n")).unwrap();
    assert_eq!(text, json);
    assert_eq!(text.game.ending(), Some(&Ending::Played(Outcome::Won(Seat::Second))));
}

fn problem(text: &str) -> (usize, Problem) {
    match parse(text).expect_err(text) {
        RecordError { location: Location::Line(line), problem } => (line, problem),
        other => panic!("{other:?} names no line"),
    }
}

fn changed(from: &str, to: &str) -> String {
    assert_eq!(SAMPLE.matches(from).count(), 1, "{from}");
    SAMPLE.replace(from, to)
}

#[test]
fn what_is_refused_in_the_tags() {
    let tag = |from: &str, to: &str| problem(&changed(from, to));
    assert_eq!(problem(""), (1, Problem::NotARecord));
    assert_eq!(problem("\n"), (1, Problem::NotARecord));
    assert_eq!(problem("divide:60\n"), (1, Problem::NotARecord));
    assert_eq!(tag("[Record \"1\"]", "[Record \"01\"]"), (1, Problem::NotARecord));
    assert_eq!(tag("[Record \"1\"]\n", ""), (1, Problem::NotARecord));
    assert_eq!(tag("[Record \"1\"]", "[Record \"2\"]"), (1, Problem::Version(2)));
    assert_eq!(tag("[Date ", "[Dato "), (5, Problem::UnknownTag));
    assert_eq!(tag("[Round \"2\"]", "[Points \"2\"]"), (12, Problem::Twice));
    assert_eq!(tag("[Announce \"20\"]", "Announce 20"), (7, Problem::Shape));
    assert_eq!(tag("[Announce \"20\"]", "[Announce \"2\"0\"]"), (7, Problem::Shape));
    assert_eq!(tag("[Announce \"20\"]", "[Announce \"2\\0\"]"), (7, Problem::Shape));
    assert_eq!(tag("[Announce \"20\"]", "[Announce \"20\"] "), (7, Problem::Shape));
    for length in ["0", "020", "1000001", "twenty", ""] {
        let changed = tag("[Announce \"20\"]", &format!("[Announce \"{length}\"]"));
        assert_eq!(changed, (7, Problem::Value("a length")), "{length}");
    }
    assert_eq!(tag("[Illegal \"forfeit\"]", "[Illegal \"ask\"]"), (8, Problem::Value("forfeit")));
    assert_eq!(tag("T12:00:00Z", " 12:00:00Z"), (5, Problem::Value("a UTC time")));
    assert_eq!(tag("\"1m30s+2s\"", "\"90\""), (6, Problem::Clock(duel_core::ClockError)));
    assert_eq!(tag("[Score \"0-2\"]", "[Score \"0-02\"]").0, 13);
    assert_eq!(tag("[Player1 \"2\"]", "[Player1 \"3\"]"), (14, Problem::Value("1 or 2")));
    assert_eq!(tag("[Deal \"18", "[Deal \"+8"), (15, Problem::Value("a number")));
    assert_eq!(tag("[Swap \"yes\"]", "[Swap \"no\"]"), (16, Problem::Value("yes")));
    assert_eq!(tag("\"Зоя\"", "\"\""), (4, Problem::Name));
    assert_eq!(tag("\"Зоя\"", "\"Зоя \""), (4, Problem::Name));
    assert_eq!(tag("\"Зоя\"", "\"\u{202e}Зоя\""), (4, Problem::Name));
    assert_eq!(tag("\"Зоя\"", &format!("\"{}\"", "я".repeat(81))), (4, Problem::Name));
    assert!(matches!(tag("+no-echo:15", "+no-ekko:15"), (2, Problem::Start(_))));
    assert_eq!(tag("[Second \"Зоя\"]\n", ""), (16, Problem::Missing("Second")));
    assert_eq!(tag("[Points \"2\"]\n", ""), (16, Problem::Missing("Points")));
    assert_eq!(tag("[Round \"2\"]\n", ""), (9, Problem::Missing("Round")));
}

#[test]
fn what_is_refused_behind_the_tags() {
    let line = |from: &str, to: &str| problem(&changed(from, to));
    let first = "1. 5 {12.345}";
    for shape in ["1 5 {12.345}", "1. 5", "1. 5 {12.34}", "1. 5 {012.345}", "1. 5 12.345", "x"] {
        assert_eq!(line(first, shape), (18, Problem::Shape), "{shape}");
    }
    assert_eq!(line(first, "2. 5 {12.345}"), (18, Problem::Numbering(1)));
    assert_eq!(line(first, "undo 1"), (18, Problem::Numbering(0)));
    assert_eq!(line(first, "undo 0"), (18, Problem::Shape));
    assert_eq!(line(first, "1. 4 {12.345}"), (18, Problem::Illegal(Illegal::NotADivisor)));
    assert!(matches!(line(first, "1. 05 {12.345}"), (18, Problem::Move(_))));
    assert_eq!(line(first, "1. 5 {90.000}"), (18, Problem::Late));
    assert!(parse(&changed(first, "1. 5 {89.999}")).is_ok());
    let last = "result 1-0 illegal 1:/2";
    for wrong in [
        "result 0-1 illegal 1:/2",
        "result 1-0 illegal 2",
        "result 1-0 illegal",
        "result 1-0 illegal 1:-3 ",
        "result 1-0 played",
        "result 0-0 abandoned",
        "result 0-1 time",
        "result 1-0 garbled 3",
        "result 1-0 bored",
    ] {
        let (place, found) = line(last, wrong);
        assert!(place == 19 && matches!(found, Problem::Result | Problem::Shape), "{wrong}");
    }
    for right in [
        "result 1-0 illegal 3",
        "result 1-0 illegal pass",
        "result 1-0 illegal 2:-5",
        "result 1-0 time",
        "result 1-0 resigned",
        "result 0-1 resigned",
        "result 1-0 garbled",
        "result 1-0 not-stuck",
    ] {
        let text = changed(last, right);
        assert_eq!(parse(&text).unwrap().to_text(), text);
    }
    assert_eq!(problem(&format!("{SAMPLE}2. 2 {{0.000}}\n")), (20, Problem::Over));
    assert_eq!(problem(SAMPLE.trim_end()), (19, Problem::CutOff));
    let unagreed = changed("[Illegal \"forfeit\"]\n", "");
    assert_eq!(problem(&unagreed), (18, Problem::Result), "nobody forfeits unless that was agreed");
    let timeless = changed("[Clock \"1m30s+2s\"]\n", "").replace("illegal 1:/2", "time");
    assert_eq!(problem(&timeless), (18, Problem::Result));
}

/// A record whose tags were cut off has lost what was agreed on, and is not a game.
#[test]
fn tags_without_their_end_are_cut_off() {
    let head = SAMPLE.split_once("[Clock").unwrap().0;
    assert_eq!(problem(head), (5, Problem::CutOff));
    assert!(parse(&format!("{head}\n")).is_ok());
}

#[test]
fn bytes_that_are_no_text() {
    let mut bytes = SAMPLE.as_bytes().to_vec();
    let place = SAMPLE.find("[Date").unwrap();
    bytes[place] = 0xff;
    let error = Record::parse(&bytes, duel_books::catalogue).unwrap_err();
    assert_eq!(error, RecordError { location: Location::Line(5), problem: Problem::NotText });
    let huge = vec![b' '; MAX_BYTES + 1];
    let text = Record::parse(&huge, duel_books::catalogue).unwrap_err();
    assert_eq!(text.problem, Problem::TooLarge);
    let json = Record::parse_json(&huge, duel_books::catalogue).unwrap_err();
    assert_eq!(json.problem, Problem::TooLarge);
}

#[test]
fn what_is_refused_in_json() {
    let json = |from: &str, to: &str| {
        assert_eq!(SAMPLE_JSON.matches(from).count(), 1, "{from}");
        parse_json(&SAMPLE_JSON.replace(from, to)).expect_err(to)
    };
    let member = |error: RecordError| match error.location {
        Location::Member(member) => (member, error.problem),
        Location::Line(_) => panic!("{error}"),
    };
    let at = |name: &str, problem| (name.to_owned(), problem);
    let length = Problem::Value("a length");
    assert_eq!(member(json("\"announce\": 20", "\"announce\": 0")), at("announce", length.clone()));
    let long = "\"announce\": 1000001";
    assert_eq!(member(json("\"announce\": 20", long)), at("announce", length));
    let version = json("\"record\": 1", "\"record\": 2, \"new\": []");
    assert_eq!(member(version), at("record", Problem::Version(2)));
    for seed in ["+8", "08", "-1", "18446744073709551616", ""] {
        let error = json("\"18446744073709551615\"", &format!("\"{seed}\""));
        assert_eq!(member(error).0, "deal", "{seed}");
    }
    assert_eq!(member(json("\"player1\": 2", "\"player1\": 0")).0, "player1");
    assert_eq!(member(json("\"Зоя\"", "\"\\u202e\"")), at("second", Problem::Name));
    let late = json("12345", "90000");
    assert_eq!(member(late), at("move 1", Problem::Late));
    let result = json("\"1-0\"", "\"0-1\"");
    assert_eq!(member(result), at("result", Problem::Result));
    for (from, to) in [
        ("\"ms\": 12345", "\"ms\": -1"),
        ("\"ms\": 12345", "\"ms\": 1, \"ms\": 1"),
        ("\"move\": \"5\"", "\"move\": 5"),
        ("\"swap\": true", "\"swap\": true, \"pie\": true"),
        ("\"illegal\": \"forfeit\"", "\"illegal\": \"ask\""),
        ("\"first\":", "\"third\":"),
    ] {
        let error = json(from, to);
        assert!(matches!(error.problem, Problem::Json(_)), "{to}: {error:?}");
        assert!(matches!(error.location, Location::Line(2..)), "{to}: {error:?}");
    }
}

/// Times that no clock shows still add up.
#[test]
fn absurd_times_are_no_danger() {
    let head = "[Record \"1\"]\n[Start \"digits:97:\"]\n[First \"A\"]\n[Second \"B\"]\n";
    let moves: String =
        (1..=3_000).map(|place| format!("{place}. 1 {{18446744073709551.615}}\n")).collect();
    let record = parse(&format!("{head}\n{moves}"));
    // 96 ones are divisible by 97.
    assert_eq!(record.unwrap_err().problem, Problem::Over);
    let head = head.replace("97", "10");
    let record = parse(&format!("{head}\n{moves}")).unwrap();
    assert_eq!(record.game.played().len(), 3_000);
    assert_eq!(parse_json(&record.to_json()), Ok(record.clone()));
    let timed = parse(&format!("{head}[Clock \"168h\"]\n\n{moves}")).unwrap_err();
    assert_eq!(timed.problem, Problem::Late);
}

/// An entry that the game has no short word for still comes out of the record as it went in.
#[test]
fn every_losing_entry_is_kept() {
    let conduct = Conduct { on_illegal: OnIllegal::Forfeit, ..Conduct::default() };
    let take = |index, op, divisor: u64| Move::Take { index, op, divisor: Natural::from(divisor) };
    for (start, entry, written, why) in [
        ("divide:60", Move::Pass, "pass", Illegal::NoPass),
        ("divide:60,84", Move::Pass, "pass", Illegal::NoPass),
        ("divide+one:60~1", Move::Pass, "1", Illegal::Barred),
        ("divide:60", take(0, Op::Subtract, 6), "1:-6", Illegal::WrongOperation),
        ("subtract:12,15", take(1, Op::Divide, 5), "2:/5", Illegal::WrongOperation),
        ("subtract:12", take(3, Op::Subtract, 5), "4:-5", Illegal::NoSuchNumber),
        ("divide:60", take(0, Op::Divide, 7), "7", Illegal::NotADivisor),
        ("dilemma+prime-steps:60", take(0, Op::Subtract, 2), "-2", Illegal::OnlyOne),
        ("digits:7:3", take(0, Op::Divide, 2), "1:/2", Illegal::WrongKind),
    ] {
        let start = duel_books::position(start).unwrap();
        let mut record = Record::new(names(), start, conduct);
        let seat = record.game.position().turn();
        record.game.submit(seat, Input::Move(entry.clone()), Duration::ZERO).unwrap();
        let ending = Ending::Forfeited(seat, Fault::Illegal(entry, why));
        assert_eq!(record.game.ending(), Some(&ending));
        assert!(
            record.to_text().ends_with(&format!("result 0-1 illegal {written}\n")),
            "{written}"
        );
        assert_eq!(parse(&record.to_text()), Ok(record.clone()));
        assert_eq!(parse_json(&record.to_json()), Ok(record));
    }
}

/// A program that fails loses, whatever was agreed for people, and the record says how.
#[test]
fn the_failures_of_programs_are_kept() {
    let illegal =
        |divisor: u64, why| Failure::Entry(Fault::Illegal(Move::take(Op::Divide, divisor), why));
    for (failure, written) in [
        (Failure::Crash, "failed crash"),
        (Failure::Time, "failed time"),
        (Failure::Protocol, "failed protocol"),
        (Failure::Entry(Fault::Garbled), "failed garbled"),
        (illegal(7, Illegal::NotADivisor), "failed illegal 7"),
        (illegal(60, Illegal::Whole), "failed illegal 60"),
    ] {
        let start = duel_books::position("divide:60").unwrap();
        let mut record = Record::new(names(), start, Conduct::default());
        record.kinds.first = Some("cmd".to_owned());
        let failed = GameEvent::Ended(Ending::Failed(Seat::First, failure.clone()));
        record.game.apply(&failed).unwrap();
        assert_eq!(record.game.ending(), Some(&Ending::Failed(Seat::First, failure)));
        assert_eq!(record.game.apply(&failed), Err(Refusal::Over));
        let text = record.to_text();
        assert!(text.ends_with(&format!("result 0-1 {written}\n")), "{text}");
        assert_eq!(parse(&text), Ok(record.clone()));
        assert_eq!(parse_json(&record.to_json()), Ok(record.clone()));
        let person = text.replace("[FirstIs \"cmd\"]\n", "");
        assert_eq!(problem(&person).1, Problem::Result, "people do not fail");
        let other = text.replace("0-1", "1-0").replace("FirstIs", "SecondIs");
        let allowed =
            !matches!(written, "failed garbled" | "failed illegal 7" | "failed illegal 60");
        assert_eq!(parse(&other).is_ok(), allowed, "an entry is made in turn: {written}");
        for wrong in ["failed", "failed illegal 6", "failed illegal", "failed crash 6", "failed x"]
        {
            let text = text.replace(written, wrong);
            assert_eq!(problem(&text).1, Problem::Result, "{wrong}");
        }
    }
}

/// The name of an ending, so that a new kind of ending does not compile until it is tested here.
fn kind(ending: &Ending) -> &'static str {
    let fault = |fault: &Fault| match fault {
        Fault::Illegal(..) => "illegal",
        Fault::NotStuck => "not-stuck",
        Fault::Garbled => "garbled",
    };
    match ending {
        Ending::Played(Outcome::Won(_)) => "played",
        Ending::Played(Outcome::Nobody) => "played without a winner",
        Ending::Resigned(_) => "resigned",
        Ending::TimedOut(_) => "time",
        Ending::Abandoned => "abandoned",
        Ending::Forfeited(_, found) => fault(found),
        Ending::Failed(_, failure) => match failure {
            Failure::Crash => "failed crash",
            Failure::Time => "failed time",
            Failure::Protocol => "failed protocol",
            Failure::Entry(found) => match fault(found) {
                "illegal" => "failed illegal",
                "not-stuck" => "failed not-stuck",
                _ => "failed garbled",
            },
        },
    }
}

/// Whatever a game can come to is written as a record that can be read, in both forms, and a
/// journal that grows line by line says the same.
#[test]
fn every_ending_is_read_back() {
    type End = fn(&mut Referee);
    const FAILURES: [fn() -> Failure; 6] = [
        || Failure::Crash,
        || Failure::Time,
        || Failure::Protocol,
        || Failure::Entry(Fault::Garbled),
        || Failure::Entry(Fault::NotStuck),
        || Failure::Entry(Fault::Illegal(Move::Append(digit('0')), Illegal::LeadingZero)),
    ];
    fn digit(character: char) -> duel_core::Digit {
        duel_core::Digit::from_char(character).unwrap()
    }
    fn append(game: &mut Referee, text: &str) {
        for character in text.chars() {
            let seat = game.position().turn();
            let made = Input::Move(Move::Append(digit(character)));
            game.submit(seat, made, Duration::ZERO).unwrap();
        }
    }
    fn submit(game: &mut Referee, input: Input) {
        game.submit(game.position().turn(), input, Duration::ZERO).unwrap();
    }
    fn end(game: &mut Referee, ending: Ending) {
        game.apply(&GameEvent::Ended(ending)).unwrap();
    }
    let ends: [End; 8] = [
        |game| append(game, "22"),
        |game| append(game, "231"),
        |game| end(game, Ending::Resigned(Seat::Second)),
        |game| end(game, Ending::TimedOut(Seat::First)),
        |game| end(game, Ending::Abandoned),
        |game| submit(game, Input::Move(Move::Append(digit('0')))),
        |game| submit(game, Input::Stuck),
        |game| submit(game, Input::Garbled),
    ];
    let conduct = Conduct {
        on_illegal: OnIllegal::Forfeit,
        clock: Some(Clock::PerTurn(Duration::from_secs(30))),
        announced_length: Some(2),
    };
    let start = duel_books::position("digits+no-leading-zero+cap-draw=3:22,25:").unwrap();
    let begun = || {
        let mut record = Record::new(names(), start.clone(), conduct);
        record.kinds.first = Some("cmd".to_owned());
        record
    };
    let mut records: Vec<Record> = Vec::new();
    for end in ends {
        let mut record = begun();
        end(&mut record.game);
        records.push(record);
    }
    for failure in FAILURES {
        let mut record = begun();
        record.game.apply(&GameEvent::Ended(Ending::Failed(Seat::First, failure()))).unwrap();
        records.push(record);
    }
    let mut kinds = Vec::new();
    for record in records {
        let ending = record.game.ending().unwrap();
        kinds.push(kind(ending));
        let text = record.to_text();
        assert_eq!(parse(&text), Ok(record.clone()), "{text}");
        assert_eq!(parse_json(&record.to_json()), Ok(record.clone()), "{}", record.to_json());
        let mut journal = record.opening();
        for (place, (step, played)) in record.game.steps().zip(record.game.played()).enumerate() {
            let line = Record::move_line(place + 1, &step.before, played);
            if !step.after.is_over() {
                journal.push_str(&format!("{line}{}", Record::undo_line(place + 1)));
            }
            journal.push_str(&line);
        }
        journal.push_str(&Record::result_line(ending, record.game.position()));
        assert_eq!(parse(&journal), Ok(record), "{journal}");
    }
    kinds.sort_unstable();
    let all = [
        "abandoned",
        "failed crash",
        "failed garbled",
        "failed illegal",
        "failed not-stuck",
        "failed protocol",
        "failed time",
        "garbled",
        "illegal",
        "not-stuck",
        "played",
        "played without a winner",
        "resigned",
        "time",
    ];
    assert_eq!(kinds, all);
}

#[test]
fn the_referee_keeps_order() {
    let start = duel_books::position("divide:60").unwrap();
    let mut game = Referee::new(start.clone(), Conduct::default());
    let now = Duration::ZERO;
    let six = Input::Move(Move::take(Op::Divide, 6_u64));
    assert_eq!(game.submit(Seat::Second, six.clone(), now), Err(Refusal::NotYourTurn));
    assert_eq!(game.submit(Seat::First, Input::Stuck, now), Err(Refusal::Fault(Fault::NotStuck)));
    assert_eq!(game.submit(Seat::First, Input::Garbled, now), Err(Refusal::Fault(Fault::Garbled)));
    let abandon = GameEvent::Ended(Ending::Abandoned);
    assert_eq!(game.take_back(1), Err(Refusal::NothingToTakeBack));
    assert_eq!(game.apply(&abandon), Err(Refusal::NoDraws));
    let untrue = [
        Ending::Played(Outcome::Won(Seat::First)),
        Ending::TimedOut(Seat::First),
        Ending::Forfeited(Seat::First, Fault::Garbled),
        Ending::Failed(
            Seat::First,
            Failure::Entry(Fault::Illegal(Move::take(Op::Divide, 6_u64), Illegal::NotADivisor)),
        ),
    ];
    for ending in untrue {
        assert_eq!(game.apply(&GameEvent::Ended(ending)), Err(Refusal::DoesNotFollow));
    }
    assert_eq!(game, Referee::new(start, Conduct::default()), "nothing has happened yet");
    game.submit(Seat::First, six.clone(), now).unwrap();
    assert_eq!(game.submit(Seat::First, six.clone(), now), Err(Refusal::NotYourTurn));
    let five = Input::Move(Move::take(Op::Divide, 5_u64));
    assert_eq!(game.submit(Seat::Second, five, now).unwrap().len(), 2);
    assert_eq!(game.ending(), Some(&Ending::Played(Outcome::Won(Seat::Second))));
    assert_eq!(game.submit(Seat::First, six, now), Err(Refusal::Over));
    assert_eq!(game.take_back(1), Err(Refusal::Over));
    assert_eq!(game.apply(&abandon), Err(Refusal::Over));
}

/// A record of these lines.
fn record_of(start: &str, lines: &[String]) -> String {
    let tags = format!("[Record \"1\"]\n[Start \"{start}\"]\n[First \"A\"]\n[Second \"B\"]\n\n");
    lines.iter().fold(tags, |text, line| format!("{text}{line}\n"))
}

fn too_much(text: &str, steps: u64) -> Option<Location> {
    let within = Record::parse_within(text.as_bytes(), duel_books::catalogue, steps);
    match within {
        Err(RecordError { location, problem: Problem::TooMuchWork }) => Some(location),
        Err(other) => panic!("{other}"),
        Ok(_) => None,
    }
}

/// Whether so long a number without small factors is prime takes much longer than a test may.
#[test]
fn work_on_long_numbers_is_refused_before_it_is_done() {
    let prime = |exponent| &Natural::from(2_u64).pow(exponent) - &Natural::one();
    let hard = &prime(9_689) * &prime(19_937);
    let text = record_of(&format!("dilemma:{hard}"), &[]);
    assert_eq!(too_much(&text, 1_000_000_000), Some(Location::Line(2)));
    let json =
        format!(r#"{{"record":1,"start":"dilemma:{hard}","first":"A","second":"B","moves":[]}}"#);
    let error = Record::parse_json_within(json.as_bytes(), duel_books::catalogue, 1_000_000_000);
    let error = error.unwrap_err();
    assert_eq!(error.problem, Problem::TooMuchWork);
    assert!(error.to_string().contains(&MAX_STEPS.to_string()), "{error}");
    // With the usual limit the start alone is fine, but not what comes after it, which is found out
    // before anything is tested.
    let small = prime(127);
    let pair = [format!("1. {small} {{0.000}}"), "undo 1".to_owned()];
    let lines: Vec<String> = pair.iter().cycle().take(40).cloned().collect();
    let product = (0..60).fold(small.clone(), |product, _| &product * &prime(521));
    let text = record_of(&format!("dilemma:{product}"), &lines);
    assert!(matches!(too_much(&text, MAX_STEPS), Some(Location::Line(line)) if line > 6));
    // An even number as long is no work.
    let even = &hard - &Natural::one();
    assert_eq!(too_much(&record_of(&format!("dilemma:{even}"), &[]), 1_000_000), None);
    // A divisor is asked whether it is prime where only primes may be chosen.
    let moves = [format!("1. /{hard} {{0.000}}")];
    let text = record_of(&format!("divide+prime-steps:{}", &hard + &hard), &moves);
    assert_eq!(too_much(&text, 1_000_000_000), Some(Location::Line(6)));
}

/// For each move that is taken back, all moves before it are made again.
#[test]
fn taking_back_again_and_again_is_refused() {
    let mut lines: Vec<String> = (1..=100).map(|place| format!("{place}. 1 {{0.000}}")).collect();
    for _ in 0..100 {
        lines.extend(["undo 100".to_owned(), "100. 2 {0.000}".to_owned()]);
    }
    let text = record_of("digits:1000003:", &lines);
    assert_eq!(too_much(&text, MAX_STEPS), None);
    assert!(matches!(too_much(&text, 100_000), Some(Location::Line(line)) if line > 105));
}
