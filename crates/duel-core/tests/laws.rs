//! Laws that hold in every game: what is listed is what is accepted, what is printed can be read,
//! what is kept can be replayed, and nothing that anybody writes makes a parser panic.

mod table;

use std::collections::BTreeSet;

use duel_core::{
    Board, Clock, HouseRule, Move, Op, Position, Record, WrittenMove, clean_name, is_shown,
    notation::{parse_length, parse_list, parse_rules},
    record::Location,
};
use duel_numbers::{Budget, Natural};
use proptest::{
    prelude::*,
    strategy::{Strategy, ValueTree},
    test_runner::TestRunner,
};

fn parse(text: &[u8]) -> Result<Record, duel_core::RecordError> {
    Record::parse(text, duel_books::catalogue)
}

fn parse_json(text: &[u8]) -> Result<Record, duel_core::RecordError> {
    Record::parse_json(text, duel_books::catalogue)
}

/// Every move that could be tried in a position, and some that could not.
fn attempts(position: &Position) -> Vec<Move> {
    let mut attempts: Vec<Move> =
        duel_core::Digit::ALL.into_iter().map(Move::Append).chain([Move::Pass]).collect();
    if let Board::Numbers { numbers, .. } = position.board() {
        for (index, number) in numbers.iter().enumerate() {
            for divisor in 1..=number.to_u64().unwrap() + 1 {
                for op in [Op::Divide, Op::Subtract] {
                    attempts.push(Move::Take { index, op, divisor: Natural::from(divisor) });
                }
            }
        }
    }
    attempts
}

/// How many cases a property is tried with; `PROPTEST_CASES` asks for more.
fn cases(usual: u32) -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300)))]

    #[test]
    fn listed_moves_are_the_accepted_moves(line in table::line_of_play()) {
        let position = &line[line.len() - 1];
        let moves = position.moves(Budget::PROMPT);
        let listed: Vec<Move> = moves.iter().collect();
        let texts: BTreeSet<String> = listed.iter().map(|m| position.write_move(m)).collect();
        prop_assert_eq!(texts.len(), listed.len(), "no two moves are written alike");
        for attempt in attempts(position) {
            prop_assert_eq!(
                position.play(&attempt).is_ok(),
                listed.contains(&attempt),
                "{:?} in {}", attempt, position
            );
        }
        prop_assert_eq!(moves.count(), Natural::from(listed.len()));
        prop_assert_eq!(position.can_move(), !listed.is_empty());
        prop_assert_eq!(position.outcome().is_none(), position.can_move());
        prop_assert_eq!(position.is_over(), !position.can_move());
    }

    #[test]
    fn pages_are_slices_of_the_list(
        line in table::line_of_play(),
        big in 1..2_000_000_000_u64,
        from in 0..40_u64,
        length in 0..40_u64,
    ) {
        let last = &line[line.len() - 1];
        let mut positions = vec![last.clone()];
        if let Board::Numbers { barred, .. } = last.board() {
            let big = Natural::from(big * 720_720);
            let barred = barred.clone();
            let rules = *last.rules();
            positions.extend(Position::numbers_barred(rules, vec![big], barred, last.turn()));
        }
        for position in positions {
            for group in position.moves(Budget::PROMPT).groups() {
                let all: Vec<(Op, Natural)> = group.iter().map(taken).collect();
                prop_assert_eq!(group.count(), Natural::from(all.len()));
                let ascending: Vec<&Natural> = all.iter().map(|(_, divisor)| divisor).collect();
                prop_assert!(ascending.is_sorted());
                let count = all.len();
                let start = usize::try_from(from).unwrap().min(count);
                let end = usize::try_from(from + length).unwrap().min(count);
                prop_assert_eq!(group.page(from..from + length).unwrap(), &all[start..end]);
                let value = Natural::from(from);
                let up_to = all.iter().filter(|(_, divisor)| *divisor <= value).count();
                prop_assert_eq!(group.rank(&value), Some(up_to as u64));
                let wide = u64::try_from(count).unwrap() + from;
                prop_assert_eq!(group.page(from..wide).unwrap(), &all[start..]);
                prop_assert_eq!(group.page(wide..wide + length).unwrap(), &[]);
            }
        }
    }

    #[test]
    fn positions_and_moves_read_as_they_are_printed(line in table::line_of_play()) {
        for position in &line {
            let text = position.to_string();
            let read = duel_books::position(&text);
            prop_assert_eq!(read.as_ref(), Ok(position), "{}", text);
            prop_assert_eq!(read.unwrap().to_string(), text.clone());
            prop_assert!(!text.contains(char::is_whitespace));
            let rules = parse_rules(&position.rules().to_string(), duel_books::catalogue);
            prop_assert_eq!(rules.as_ref(), Ok(position.rules()));
            for made in position.moves(Budget::PROMPT).iter() {
                let text = position.write_move(&made);
                prop_assert_eq!(position.read_move(&text), Ok(made), "{}", text);
            }
        }
    }

    #[test]
    fn any_writable_move_reads_as_it_is_printed(line in table::line_of_play(), seed: u16) {
        let position = &line[line.len() - 1];
        let wild = table::wild_move(position, seed);
        let text = position.write_move(&wild);
        match position.read_move(&text) {
            Ok(read) => prop_assert_eq!(position.write_move(&read), text),
            Err(error) => prop_assert_eq!(wild, Move::Pass, "{}: {}", text, error),
        }
    }

    #[test]
    fn turns_alternate_and_games_shrink(line in table::line_of_play()) {
        for pair in line.windows(2) {
            prop_assert_eq!(pair[1].turn(), pair[0].turn().other());
            prop_assert_eq!(pair[1].rules(), pair[0].rules());
            match (pair[0].board(), pair[1].board()) {
                (
                    Board::Numbers { numbers: before, barred: b, .. },
                    Board::Numbers { numbers: after, barred: a, .. },
                ) => {
                    let changed = before.iter().zip(after).filter(|(old, new)| old != new).count();
                    let smaller = before.iter().zip(after).filter(|(old, new)| old > new).count();
                    prop_assert_eq!(changed, smaller, "numbers only shrink");
                    let one = Natural::one();
                    let passed = changed == 0 && a.contains(&one) && !b.contains(&one);
                    prop_assert!(changed == 1 || passed);
                }
                (Board::Digits { digits: before, .. }, Board::Digits { digits: after, .. }) => {
                    prop_assert_eq!(before.len() + 1, after.len());
                    prop_assert!(after.starts_with(before));
                }
                _ => prop_assert!(false, "the board changed its kind"),
            }
        }
    }

    #[test]
    fn a_kept_game_replays_to_itself(kept in table::kept()) {
        let record = &kept.record;
        let written = kept.text();
        prop_assert_eq!(parse(written.as_bytes()), Ok(record.clone()), "{}", written);
        let text = record.to_text();
        prop_assert_eq!(parse(text.as_bytes()), Ok(record.clone()), "{}", text);
        prop_assert_eq!(parse(text.as_bytes()).unwrap().to_text(), text.clone());
        let json = record.to_json();
        prop_assert_eq!(parse_json(json.as_bytes()), Ok(record.clone()), "{}", json);
        prop_assert_eq!(parse_json(json.as_bytes()).unwrap().to_text(), text.clone());
        prop_assert_eq!(parse(text.as_bytes()).unwrap().to_json(), json.clone());
        for either in [text.as_bytes(), json.as_bytes()] {
            prop_assert_eq!(duel_books::record(either), Ok(record.clone()));
        }
        let windows = text.replace('\n', "\r\n");
        prop_assert_eq!(parse(windows.as_bytes()), Ok(record.clone()), "line ends of either kind");
        let again = parse(text.as_bytes()).unwrap();
        prop_assert_eq!(again.game.position(), record.game.position());
        prop_assert_eq!(again.game.steps().count(), record.game.played().len());
        for seat in duel_core::Seat::BOTH {
            prop_assert_eq!(again.game.allowance(seat), record.game.allowance(seat));
        }
    }

    #[test]
    fn taking_back_restores_the_position(line in table::line_of_play(), seeds: [u16; 3]) {
        let mut game = duel_core::Referee::new(line[0].clone(), duel_core::Conduct::default());
        let now = std::time::Duration::ZERO;
        prop_assert!(game.take_back(1).is_err());
        let mut before = vec![game.clone()];
        for seed in seeds {
            if let Some(made) = table::pick(game.position(), seed) {
                let seat = game.position().turn();
                game.submit(seat, duel_core::Input::Move(made), now).unwrap();
                before.push(game.clone());
            }
        }
        if game.ending().is_some() {
            prop_assert_eq!(game.take_back(1), Err(duel_core::Refusal::Over));
        } else {
            before.pop();
            for earlier in before.iter().rev() {
                game.take_back(1).unwrap();
                prop_assert_eq!(game.position(), earlier.position());
                prop_assert_eq!(&game, earlier);
            }
        }
    }
}

/// The games of these laws see everything that a record can hold.
#[test]
fn every_kind_of_game_occurs() {
    let mut runner = TestRunner::deterministic();
    let strategy = table::kept();
    let mut seen = BTreeSet::new();
    for _ in 0..3_000 {
        let kept = strategy.new_tree(&mut runner).unwrap().current();
        let entry = kept.lines.last().map(|(line, _)| line.clone()).unwrap();
        seen.extend(entry.contains(" illegal ").then(|| format!("entry {}", entry.len().min(24))));
        seen.extend(kept.text().contains("undo ").then(|| "undo".to_owned()));
        seen.extend(entry.contains("illegal pass").then(|| "pass".to_owned()));
        seen.extend(entry.contains("illegal 1:/").then(|| "division".to_owned()));
        seen.insert(match kept.record.game.ending() {
            Some(ending @ duel_core::Ending::Forfeited(_, fault)) => {
                let fault = format!("{fault:?}");
                format!("{:?} {}", ending.outcome(), fault.split('(').next().unwrap())
            }
            Some(ending) => format!("{ending:?}"),
            None => "going on".to_owned(),
        });
    }
    for wanted in [
        "going on",
        "undo",
        "pass",
        "division",
        "Abandoned",
        "Played(Won(First))",
        "Played(Won(Second))",
        "Played(Nobody)",
        "Resigned(First)",
        "Resigned(Second)",
        "TimedOut(First)",
        "TimedOut(Second)",
        "Won(First) Illegal",
        "Won(Second) Illegal",
        "Won(First) NotStuck",
        "Won(Second) Garbled",
    ] {
        assert!(seen.contains(wanted), "{wanted} is not among {seen:#?}");
    }
}

/// Pages at the far end of lists that nobody reads whole.
#[test]
fn pages_at_either_end_of_a_long_list() {
    let primes = [2_u64, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71];
    let n = primes.iter().fold(Natural::one(), |n, p| &n * &Natural::from(*p));
    let all = 1_u64 << primes.len();
    let top = |k: u64| &n / &Natural::from(k);
    for (text, count, last) in [
        (format!("divide:{n}"), all - 2, vec![top(5), top(3), top(2)]),
        (format!("factor:{n}"), all, vec![top(3), top(2), n.clone()]),
        (format!("factor+no-whole:{n}"), all - 1, vec![top(5), top(3), top(2)]),
        (format!("factor:{n}~{},{n},1,4", top(2)), all - 3, vec![top(6), top(5), top(3)]),
        (format!("subtract+once:{n}~{},2", top(3)), all - 4, vec![top(6), top(5), top(2)]),
    ] {
        let moves = duel_books::position(&text).unwrap().moves(Budget::PROMPT);
        let group = &moves.groups()[0];
        assert_eq!(group.count(), Natural::from(count), "{text}");
        let page = group.page(count - 3..count).unwrap();
        let divisors: Vec<Natural> = page.into_iter().map(|(_, divisor)| divisor).collect();
        assert_eq!(divisors, last, "{text}");
        let beyond = group.page(count - 1..count + 5).unwrap();
        assert_eq!(beyond.iter().map(|(_, d)| d).collect::<Vec<_>>(), [&last[2]], "{text}");
        assert!(group.page(count..count + 5).unwrap().is_empty(), "{text}");
    }
    let both = duel_books::position(&format!("divide+either:{n}")).unwrap().moves(Budget::PROMPT);
    let count = 2 * (all - 2);
    assert_eq!(both.count(), Natural::from(count));
    let page = both.groups()[0].page(count - 3..count).unwrap();
    let expected = [(Op::Subtract, top(3)), (Op::Divide, top(2)), (Op::Subtract, top(2))];
    assert_eq!(page, expected);
    let deep = duel_books::position(&format!("divide:{}", n.pow(4))).unwrap().moves(Budget::PROMPT);
    assert_eq!(deep.groups()[0].page(1_000_000_000..1_000_000_010), None, "too deep to look for");
}

#[test]
fn barred_divisors_leave_no_gap_in_the_middle_of_a_long_list() {
    let primes = [2_u64, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59];
    let n = primes.iter().fold(Natural::one(), |n, p| &n * &Natural::from(*p));
    let page = |text: &str, from: u64| -> Vec<Natural> {
        let moves = duel_books::position(text).unwrap().moves(Budget::PROMPT);
        let page = moves.groups()[0].page(from..from + 6).unwrap();
        page.into_iter().map(|(_, divisor)| divisor).collect()
    };
    let open = page(&format!("factor:{n}"), 60_000);
    let barred = format!("factor:{n}~1,2,{},{},{}", open[1], open[4], &n / &Natural::from(2_u64));
    // Two before the page are gone, and two in it.
    let left = [&open[2], &open[3], &open[5]];
    assert_eq!(page(&barred, 59_999).iter().take(3).collect::<Vec<_>>(), left);
    assert_eq!(page(&barred, 59_998)[0], open[0]);
}

fn taken(made: Move) -> (Op, Natural) {
    match made {
        Move::Take { op, divisor, .. } => (op, divisor),
        other => panic!("{other:?} in a group"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(60)))]

    #[test]
    fn a_cut_record_is_a_prefix_or_refused(kept in table::kept()) {
        let text = kept.text();
        let mut ends = std::collections::BTreeMap::new();
        let mut end = 0;
        for (line, record) in &kept.lines {
            end += line.len();
            ends.insert(end, record);
        }
        for cut in 0..=text.len() {
            let whole_lines = text.as_bytes()[..cut].split(|byte| *byte == b'\n').count() - 1;
            match (parse(&text.as_bytes()[..cut]), ends.get(&cut)) {
                // The result is written behind the move that brought it about.
                (Ok(read), Some(record)) => prop_assert_eq!(&read, *record),
                (Ok(_), None) => prop_assert!(false, "read a half line, cut at {}", cut),
                (Err(error), None) => {
                    let Location::Line(line) = error.location else { panic!("{error} names no line") };
                    prop_assert!((1..=whole_lines + 1).contains(&line), "{} at {}", error, cut);
                    prop_assert!(line + 1 >= whole_lines, "{} at {}", error, cut);
                }
                (Err(error), Some(_)) => prop_assert!(false, "{} at {}", error, cut),
            }
        }
    }

    #[test]
    fn a_changed_byte_is_refused_or_harmless(
        kept in table::kept(),
        places in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 40),
    ) {
        let text = kept.record.to_text();
        let json = kept.record.to_json();
        for (place, byte) in places {
            for (form, read) in [(&text, parse as fn(&[u8]) -> _), (&json, parse_json)] {
                let mut bytes = form.clone().into_bytes();
                let place = place.index(bytes.len());
                // Half of the time a character that means something somewhere.
                let telling = b"0123456789\n\r \"\\[]{}./-:,~+=";
                bytes[place] = match byte {
                    0..128 => telling[usize::from(byte) % telling.len()],
                    other => other.wrapping_mul(37),
                };
                if let Ok(changed) = read(&bytes) {
                    let rewritten = changed.to_text();
                    prop_assert_eq!(parse(rewritten.as_bytes()), Ok(changed.clone()));
                    prop_assert_eq!(parse_json(changed.to_json().as_bytes()), Ok(changed.clone()));
                    prop_assert_eq!(changed == kept.record, rewritten == text, "{}", rewritten);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(600)))]

    #[test]
    fn clocks_read_as_they_are_printed(clock in table::clock()) {
        prop_assert_eq!(clock.to_string().parse::<Clock>(), Ok(clock));
    }

    #[test]
    fn names_are_clean_once_cleaned(name: String) {
        if let Some(clean) = clean_name(&name) {
            prop_assert_eq!(clean_name(&clean), Some(clean.clone()));
            prop_assert!(clean.chars().count() <= duel_core::MAX_NAME);
            prop_assert!(clean.chars().all(is_shown));
            prop_assert_eq!(clean.trim(), clean.as_str());
        } else {
            prop_assert!(!name.chars().any(|c| is_shown(c) && !c.is_whitespace()));
        }
    }

    #[test]
    fn no_text_makes_a_parser_panic(wild: String, tame in "[-0-9a-z:+~,/=.\\[\\] \"\n{}]{0,60}") {
        for text in [wild, tame] {
            read_everything(&text);
            for prefix in ["divide:", "digits:7:", "digits:", "factor:12~", "divide+", "["] {
                read_everything(&format!("{prefix}{text}"));
            }
        }
    }

    #[test]
    fn no_bytes_make_a_parser_panic(bytes: Vec<u8>) {
        let mut with_head = b"[Record \"1\"]\n".to_vec();
        with_head.extend(&bytes);
        let places = [parse(&bytes), parse(&with_head), parse_json(&bytes)];
        for read in places {
            prop_assert!(matches!(read.unwrap_err().location, Location::Line(1..)));
        }
    }

    #[test]
    fn what_can_be_read_can_be_printed(text in POSITION_LIKE) {
        if let Ok(position) = duel_books::position(&text) {
            let printed = position.to_string();
            prop_assert_eq!(duel_books::position(&printed), Ok(position.clone()));
            let count = position.moves(Budget::PROMPT).count();
            prop_assert_eq!(position.outcome().is_some(), count.is_zero(), "{}", text);
        }
    }
}

/// Mostly positions, and mostly possible ones.
const POSITION_LIKE: &str = "(divide|dilemma|subtract|factor)\
    (\\+(misere|one|either|prime-steps|no-echo|once|root|no-whole)){0,3}\
    :[1-9][0-9]{0,2}(,[1-9][0-9]{0,2}){0,2}(~[1-9](,[1-9]){0,3})?(/2)?\
    |digits(\\+(misere|once|no-leading-zero|cap-draw=4|cap-second=3)){0,3}\
    :[1-9][0-9]?(,[1-9][0-9]?){0,2}:[0-9]{0,5}(~[0-9](,[0-9]){0,2})?(/2)?";

fn read_everything(text: &str) {
    let _ = duel_books::position(text);
    let _ = duel_books::record(text.as_bytes());
    let _ = parse_json(text.as_bytes());
    let _ = WrittenMove::parse(text);
    let _ = parse_list(text);
    let length = parse_length(text);
    assert!(length.is_none_or(|length| length.to_string() == text));
    if let Ok(rule) = text.parse::<HouseRule>() {
        assert_eq!(rule.name(), text);
    }
    if let Ok(clock) = text.parse::<Clock>() {
        assert_eq!(clock.to_string().parse(), Ok(clock));
    }
    for position in ["divide:60", "dilemma+prime-steps:60,84", "digits:7:", "subtract+either:12"] {
        let position = duel_books::position(position).unwrap();
        if let Ok(read) = position.read_move(text) {
            assert_eq!(position.write_move(&read), text, "a move has one form");
        }
    }
}
