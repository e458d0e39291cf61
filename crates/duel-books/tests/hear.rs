//! What players say at the prompt, and what is made of it.

use duel_books::hear::{Unclear, hear};
use duel_core::{Board, Digit, HouseRule, Illegal, Input, Move, MoveError, Op, Position};
use duel_numbers::{Budget, MAX_DIGITS, Natural, ParseNaturalError};
use proptest::prelude::*;

fn position(text: &str) -> Position {
    duel_books::position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn heard(start: &str, line: &str) -> Result<Input, Unclear> {
    hear(&position(start), line)
}

fn take(index: usize, op: Op, divisor: u64) -> Input {
    Input::Move(Move::Take { index, op, divisor: Natural::from(divisor) })
}

fn divide(divisor: u64) -> Input {
    take(0, Op::Divide, divisor)
}

fn subtract(divisor: u64) -> Input {
    take(0, Op::Subtract, divisor)
}

fn digit(character: char) -> Input {
    Input::Move(Move::Append(Digit::from_char(character).unwrap()))
}

#[test]
fn the_phrases_of_the_books() {
    for line in
        ["6", "Divide by 6", "divide 6", "I divide by 6.", "I divide 60 by 6.", "divide 60 by 6"]
    {
        assert_eq!(heard("divide:60", line), Ok(divide(6)), "{line}");
        assert_eq!(heard("dilemma:60", line), Ok(divide(6)), "{line}");
    }
    for line in ["5", "Subtract 5", "subtract 5", "I subtract 5 from 15.", "subtract 5 from 15"] {
        assert_eq!(heard("subtract:15", line), Ok(subtract(5)), "{line}");
    }
    for line in ["6", "subtract 6", "take 6", "select 6", "choose 6", "I select 6."] {
        assert_eq!(heard("factor:12", line), Ok(subtract(6)), "{line}");
    }
    for line in ["4", "append 4", "append digit 4", "Append '4'", "append digit '4'.", "\"4\""] {
        assert_eq!(heard("digits:7:3", line), Ok(digit('4')), "{line}");
    }
    assert_eq!(heard("digits:7:", "0"), Ok(digit('0')));
}

#[test]
fn case_and_final_punctuation_do_not_matter() {
    for line in
        ["DIVIDE BY 15", "divide by 15.", "Divide by 15!", "  Divide   by 15  ", "15.", "15!"]
    {
        assert_eq!(heard("dilemma:30", line), Ok(divide(15)), "{line:?}");
    }
    for line in ["SUBTRACT 5!", "Subtract 5?!", "\tsubtract 5.\r\n"] {
        assert_eq!(heard("subtract:15", line), Ok(subtract(5)), "{line:?}");
    }
    for line in ["4.", "4!", " 4 ", "APPEND 4."] {
        assert_eq!(heard("digits:7:", line), Ok(digit('4')), "{line:?}");
    }
}

#[test]
fn the_admission_of_having_no_move() {
    for line in [
        "I have no valid moves.",
        "I have no valid moves. You win!",
        "i have no valid moves",
        "I HAVE NO VALID MOVES!",
        "I have no valid move.",
        "No valid moves.",
        "No valid moves. I cannot subtract any proper divisors from 2.",
    ] {
        for start in
            ["dilemma:2", "dilemma:30", "subtract:2", "divide:5,7", "factor:4~1,2,4", "digits:7:"]
        {
            assert_eq!(heard(start, line), Ok(Input::Stuck), "{line} in {start}");
        }
    }
    for line in ["I have no idea.", "no", "valid moves", "I have moves"] {
        assert!(heard("dilemma:30", line).is_err(), "{line}");
        assert!(heard("digits:7:", line).is_err(), "{line}");
    }
}

/// One grammar for numbers, and a reason for everything else.
#[test]
fn what_is_no_number() {
    let not_a_digit = |character, position| ParseNaturalError::NotADigit { character, position };
    for (text, error) in [
        ("0", ParseNaturalError::Zero),
        ("+7", not_a_digit('+', 1)),
        ("007", ParseNaturalError::LeadingZero),
        ("1e9", not_a_digit('e', 2)),
        ("1_000", not_a_digit('_', 2)),
        ("1,000", not_a_digit(',', 2)),
        ("6.5", not_a_digit('.', 2)),
        ("٣", not_a_digit('٣', 1)),
        ("６", not_a_digit('６', 1)),
        ("6x", not_a_digit('x', 2)),
        ("½", not_a_digit('½', 1)),
    ] {
        let unclear = Unclear::Move(MoveError::Number(error.clone()));
        for start in ["divide:60", "dilemma+prime-steps:60", "subtract:12,15", "factor:12"] {
            assert_eq!(heard(start, text), Err(unclear.clone()), "{text} in {start}");
        }
        assert_eq!(heard("divide:60", &format!("Divide by {text}")), Err(unclear.clone()));
        assert_eq!(heard("divide:60", &format!("divide {text} by 6")), Err(unclear.clone()));
        assert_eq!(heard("subtract:12", &format!("subtract {text}")), Err(unclear.clone()));
        assert_eq!(heard("subtract:12", &format!("subtract {text} from 12")), Err(unclear));
    }
    for start in ["divide:60", "subtract:12", "factor:12"] {
        let signed = Err(Unclear::Move(MoveError::OnlyOneOperation));
        assert_eq!(heard(start, "-5"), signed, "{start}");
        assert_eq!(heard(start, "/5"), signed, "{start}");
    }
    for start in ["divide:60", "digits:7:"] {
        for line in ["", "   ", "\n", "...", " ! "] {
            assert_eq!(heard(start, line), Err(Unclear::Empty), "{line:?}");
        }
    }
    for line in
        ["1 000", "6 6", "six", "divide", "by 6", "divide by", "6 by divide", "i", "help me"]
    {
        let found = heard("divide:60", line);
        assert!(found.is_err(), "{line} was heard as {found:?}");
    }
    assert_eq!(heard("divide:60", "6 6"), Err(Unclear::Words("6 6".to_owned())));
    for line in ["10", "-1", "+1", "٣", "６", "x", "4 5", "append", "append 45", "divide 4", "1e0"]
    {
        assert_eq!(heard("digits:7:", line), Err(MoveError::OneDigit.into()), "{line}");
    }
}

#[test]
fn very_long_lines() {
    let longest = "7".repeat(MAX_DIGITS);
    assert!(heard("divide:60", &longest).is_ok(), "a number that does not divide, but a number");
    assert!(heard("divide:60", &format!("divide by {longest}")).is_ok());
    let too_long = "7".repeat(MAX_DIGITS + 1);
    let digits = MAX_DIGITS + 1;
    let error = MoveError::Number(ParseNaturalError::TooLong { digits });
    assert_eq!(heard("divide:60", &too_long), Err(error.into()));
    assert_eq!(heard("divide:60", &"x".repeat(1 << 20)), Err(Unclear::TooLong));
    assert_eq!(heard("digits:7:", &"7".repeat(1 << 20)), Err(Unclear::TooLong));
    let Err(Unclear::Words(shown)) = heard("divide:60", &"\u{1b}[2Jwords and words".repeat(9))
    else {
        panic!("words are no move");
    };
    assert!(shown.chars().count() <= 43 && !shown.contains('\u{1b}'), "{shown}");
}

#[test]
fn several_numbers() {
    let two = "divide:60,84";
    assert_eq!(heard(two, "2:6"), Ok(take(1, Op::Divide, 6)));
    assert_eq!(heard(two, "divide by 2:6"), Ok(take(1, Op::Divide, 6)));
    assert_eq!(heard(two, "divide 84 by 6"), Ok(take(1, Op::Divide, 6)));
    assert_eq!(heard(two, "7"), Ok(take(1, Op::Divide, 7)), "7 divides just one of them");
    assert_eq!(heard(two, "divide by 5"), Ok(take(0, Op::Divide, 5)));
    assert_eq!(heard(two, "6"), Err(MoveError::WhichNumber.into()));
    assert_eq!(heard(two, "11"), Err(MoveError::WhichNumber.into()));
    let absent = Unclear::NotOnTheTable(Natural::from(61_u64));
    assert_eq!(heard(two, "divide 61 by 6"), Err(absent));
    assert_eq!(heard(two, "3:6"), Ok(take(2, Op::Divide, 6)), "refused later, with the reason");
    assert_eq!(heard("divide:60", "1:6"), Err(MoveError::OnlyOneNumber.into()));
    assert_eq!(heard("divide:60", "divide by 1:6"), Err(MoveError::OnlyOneNumber.into()));
    assert_eq!(heard(two, "0:6"), Err(MoveError::from(ParseNaturalError::Zero).into()));
    assert_eq!(heard("subtract:15,12", "subtract 4"), Ok(take(1, Op::Subtract, 4)));
    assert_eq!(heard("subtract:15,12", "subtract 4 from 12"), Ok(take(1, Op::Subtract, 4)));
}

#[test]
fn either_operation() {
    let either = "dilemma+either:60";
    assert_eq!(heard(either, "/6"), Ok(divide(6)));
    assert_eq!(heard(either, "-6"), Ok(subtract(6)));
    assert_eq!(heard(either, "divide by 6"), Ok(divide(6)));
    assert_eq!(heard(either, "Subtract 6"), Ok(subtract(6)));
    assert_eq!(heard(either, "subtract 6 from 60"), Ok(subtract(6)));
    let which = MoveError::WhichOperation(Natural::from(6_u64));
    assert_eq!(heard(either, "6"), Err(which.into()));
    assert_eq!(heard("divide+either:60,84", "2:/7"), Ok(take(1, Op::Divide, 7)));
    assert_eq!(heard("divide+either:60,84", "2:-7"), Ok(take(1, Op::Subtract, 7)));
    assert_eq!(heard("divide+either:60,84", "divide by 2:7"), Ok(take(1, Op::Divide, 7)));
    assert_eq!(heard(either, "divide by /6"), Err(MoveError::OnlyOneOperation.into()));
}

#[test]
fn prime_steps() {
    let steps = "dilemma+prime-steps:60";
    for (line, input) in [
        ("/5", divide(5)),
        ("5", divide(5)),
        ("divide by 5", divide(5)),
        ("-1", subtract(1)),
        ("1", subtract(1)),
        ("subtract 1", subtract(1)),
        ("I subtract 1 from 60.", subtract(1)),
    ] {
        assert_eq!(heard(steps, line), Ok(input), "{line}");
    }
    assert_eq!(heard("dilemma+prime-steps:60,7", "2:-1"), Ok(take(1, Op::Subtract, 1)));
    assert_eq!(heard("dilemma+prime-steps:60,7", "subtract 1"), Err(MoveError::WhichNumber.into()));
}

#[test]
fn the_pass() {
    for line in ["1", "pass", "Pass.", "divide by 1", "I divide by 1."] {
        for start in ["divide+one:60", "dilemma+one:60,84", "divide+one+no-echo:7"] {
            assert_eq!(heard(start, line), Ok(Input::Move(Move::Pass)), "{line} in {start}");
        }
    }
    for (start, line, why) in [
        ("divide:60", "pass", Illegal::NoPass),
        ("divide:60", "divide by 1", Illegal::NoPass),
        ("divide:60", "1", Illegal::One),
        ("divide+one:60~1", "1", Illegal::Barred),
        ("dilemma+prime-steps:60", "divide by 1", Illegal::NoPass),
    ] {
        let position = position(start);
        let Ok(Input::Move(made)) = hear(&position, line) else { panic!("{line} in {start}") };
        assert_eq!(position.play(&made), Err(why), "{line} in {start}");
    }
    assert_eq!(heard("factor:12", "1"), Ok(subtract(1)), "a factor like any other");
}

/// A clear but illegal entry is heard, so that the player is told what is wrong with it.
#[test]
fn illegal_moves_are_understood() {
    for (start, line, why) in [
        ("divide:60", "7", Illegal::NotADivisor),
        ("divide:60", "divide by 60", Illegal::Whole),
        ("divide:60", "subtract 6", Illegal::WrongOperation),
        ("subtract:12", "divide by 3", Illegal::WrongOperation),
        ("factor:6~6,3", "select 3", Illegal::Barred),
        ("dilemma+prime-steps:60", "subtract 2", Illegal::OnlyOne),
        ("digits+no-leading-zero:7:", "0", Illegal::LeadingZero),
        ("divide:60,84", "5:6", Illegal::NoSuchNumber),
    ] {
        let position = position(start);
        let Ok(Input::Move(made)) = hear(&position, line) else { panic!("{line} in {start}") };
        assert_eq!(position.play(&made), Err(why), "{line} in {start}");
    }
}

/// A position of any book, a few moves into the game.
fn some_position() -> impl Strategy<Value = Position> {
    let numbers = prop::collection::vec(1..150_u64, 1..4);
    let targets = prop::collection::btree_set(2..40_u64, 1..4);
    let seeds = prop::collection::vec(any::<usize>(), 0..8);
    (0..5_usize, any::<[bool; 12]>(), numbers, targets, seeds).prop_map(
        |(book, wanted, numbers, targets, seeds)| {
            let named = HouseRule::ALL.into_iter().zip(wanted).filter(|(_, wanted)| *wanted);
            let rules = named.fold(duel_books::BOOKS[book].rules, |rules, (rule, _)| {
                rules.with(&[rule], Some(9)).unwrap_or(rules)
            });
            let seat = duel_core::Seat::First;
            let numbers = numbers.into_iter().map(Natural::from).collect();
            let targets = targets.into_iter().map(Natural::from).collect();
            let start = Position::numbers(rules, numbers, seat)
                .or_else(|_| Position::digits(rules, targets, &[], seat))
                .expect("a start that the rules allow");
            seeds.into_iter().fold(start, |position, seed| {
                let moves: Vec<Move> = position.moves(Budget::PROMPT).iter().collect();
                match seed.checked_rem(moves.len()) {
                    Some(place) => position.after(&moves[place]).expect("a listed move"),
                    None => position,
                }
            })
        },
    )
}

/// How many cases a property is tried with; `PROPTEST_CASES` asks for more.
fn cases(usual: u32) -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(400)))]

    #[test]
    fn every_legal_move_is_heard_as_it_is_written(position in some_position()) {
        for made in position.moves(Budget::PROMPT).iter() {
            let text = position.write_move(&made);
            let expected = Ok(Input::Move(made.clone()));
            prop_assert_eq!(hear(&position, &text), expected.clone(), "{} in {}", text, position);
            let shouted = format!("  {text}!\r\n");
            prop_assert_eq!(hear(&position, &shouted), expected.clone());
            if let (Move::Take { op, divisor, index }, Board::Numbers { numbers, .. }) =
                (&made, position.board())
            {
                let on = &numbers[*index];
                let first = numbers.iter().position(|number| number == on) == Some(*index);
                let phrase = match op {
                    Op::Divide => format!("Divide {on} by {divisor}."),
                    Op::Subtract => format!("I subtract {divisor} from {on}!"),
                };
                if first {
                    prop_assert_eq!(hear(&position, &phrase), expected, "{}", phrase);
                }
            }
        }
    }

    #[test]
    fn nothing_makes_it_panic(
        position in some_position(),
        wild: String,
        tame in "[-0-9a-z/:.,!' ]{0,30}",
    ) {
        for line in [wild, tame] {
            for said in ["", "divide ", "subtract ", "append ", "1:"] {
                let said = format!("{said}{line}");
                if let Err(unclear) = hear(&position, &said) {
                    prop_assert!(!unclear.to_string().contains(char::is_control), "{:?}", unclear);
                }
            }
        }
    }

    /// Nobody is taken to have said something that reads otherwise.
    #[test]
    fn a_bare_number_is_never_another_number(position in some_position(), number in 1..200_u64) {
        if let Ok(Input::Move(Move::Take { divisor, .. })) = hear(&position, &number.to_string()) {
            prop_assert_eq!(divisor, Natural::from(number));
        }
    }
}
