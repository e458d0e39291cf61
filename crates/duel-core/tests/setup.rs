//! What cannot be set up, and why; and that the end of a game is seen without factoring.

use duel_core::{
    Digit, HouseRule, HouseRuleError, Illegal, MAX_NUMBERS, Move, MoveError, NotationError, Op,
    Outcome, Position, Seat, SetupError, notation::MAX_TEXT, rules::MAX_CAP,
};
use duel_numbers::{Budget, MAX_DIGITS, Natural, ParseNaturalError};

/// Two primes of thirty digits.
const P: &str = "123456789012345678901234567907";
const Q: &str = "987654321098765432109876543229";

fn natural(text: &str) -> Natural {
    Natural::parse(text).unwrap()
}

fn product() -> Natural {
    &natural(P) * &natural(Q)
}

fn refused(text: &str) -> NotationError {
    duel_books::position(text).expect_err(text)
}

fn refused_rule(text: &str) -> HouseRuleError {
    match refused(text) {
        NotationError::House(misfit) => misfit,
        other => panic!("{text}: {other:?}"),
    }
}

fn refused_setup(text: &str) -> SetupError {
    match refused(text) {
        NotationError::Setup(error) => error,
        other => panic!("{text}: {other:?}"),
    }
}

fn refused_number(text: &str) -> ParseNaturalError {
    match refused(text) {
        NotationError::Number(error) => error,
        other => panic!("{text}: {other:?}"),
    }
}

fn read(text: &str) -> Position {
    duel_books::position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The table of the rulings: each house rule and its books.
const TABLE: [(HouseRule, &[&str]); 12] = [
    (HouseRule::Misere, &["divide", "dilemma", "subtract", "digits", "factor"]),
    (HouseRule::Swap, &["divide", "dilemma", "subtract", "digits", "factor"]),
    (HouseRule::One, &["divide", "dilemma"]),
    (HouseRule::Either, &["divide", "dilemma", "subtract"]),
    (HouseRule::PrimeSteps, &["divide", "dilemma"]),
    (HouseRule::NoEcho, &["divide", "dilemma", "subtract"]),
    (HouseRule::Once, &["divide", "dilemma", "subtract", "digits"]),
    (HouseRule::Root, &["divide", "dilemma", "subtract", "factor"]),
    (HouseRule::NoWhole, &["factor"]),
    (HouseRule::NoLeadingZero, &["digits"]),
    (HouseRule::CapDraw, &["digits"]),
    (HouseRule::CapSecond, &["digits"]),
];

#[test]
fn every_rule_fits_exactly_its_books() {
    for (rule, books) in TABLE {
        assert_eq!(duel_books::house::books_of(rule), books, "{rule}");
        for book in duel_books::BOOKS {
            let expected = match rule {
                HouseRule::Swap => Err(HouseRuleError::BeforeTheGame(rule)),
                _ if books.contains(&book.slug) => Ok(()),
                _ => Err(HouseRuleError::OutsideItsBooks { rule, book: book.slug }),
            };
            let found = book.rules.with(&[rule], Some(9)).map(|rules| {
                assert_eq!(rules.house().collect::<Vec<_>>(), [rule]);
            });
            assert_eq!(found, expected, "{rule} in {}", book.slug);
        }
    }
}

#[test]
fn a_rule_outside_its_books_is_refused_in_company_too() {
    for (rule, books) in TABLE.into_iter().filter(|(rule, _)| *rule != HouseRule::Swap) {
        for book in duel_books::BOOKS {
            let found = book.rules.with(&[HouseRule::Misere], None).unwrap();
            let found = found.with(&[rule], Some(4));
            match (rule, books.contains(&book.slug)) {
                (HouseRule::Misere, _) => assert_eq!(found, Err(HouseRuleError::Twice(rule))),
                (_, true) => assert!(found.is_ok(), "{rule} in {}", book.slug),
                (_, false) => assert_eq!(
                    found,
                    Err(HouseRuleError::OutsideItsBooks { rule, book: book.slug }),
                    "{rule} in {}",
                    book.slug
                ),
            }
        }
    }
    // `either` gives book 002 a division, but no rule that belongs to division books.
    for (text, rule) in [
        ("subtract+either+one:12", HouseRule::One),
        ("subtract+one+either:12", HouseRule::One),
        ("factor+root+once:12", HouseRule::Once),
        ("factor+no-whole+no-echo:12", HouseRule::NoEcho),
    ] {
        let book = read(&format!("{}:12", text.split('+').next().unwrap())).rules().book();
        assert_eq!(refused_rule(text), HouseRuleError::OutsideItsBooks { rule, book }, "{text}");
    }
}

#[test]
fn contradictions_are_refused() {
    use HouseRule::{CapDraw, CapSecond, Either, One, PrimeSteps};
    for (text, quarrel) in [
        ("divide+one+prime-steps:60", HouseRuleError::Conflict(One, PrimeSteps)),
        ("dilemma+prime-steps+one:60", HouseRuleError::Conflict(One, PrimeSteps)),
        ("divide+either+prime-steps:60", HouseRuleError::Conflict(Either, PrimeSteps)),
        ("dilemma+misere+prime-steps+root+either:60", HouseRuleError::Conflict(Either, PrimeSteps)),
        ("digits+cap-draw=4+cap-second=4:7:", HouseRuleError::Conflict(CapDraw, CapSecond)),
        ("digits+cap-second=4+cap-draw:7:", HouseRuleError::Conflict(CapDraw, CapSecond)),
    ] {
        assert_eq!(refused_rule(text), quarrel, "{text}");
    }
    assert_eq!(
        read("dilemma+one+either+no-echo+once+root+misere:60").to_string(),
        "dilemma+misere+one+either+no-echo+once+root:60"
    );
}

#[test]
fn rules_are_named_once_and_exist() {
    assert_eq!(refused_rule("divide+once+once:60"), HouseRuleError::Twice(HouseRule::Once));
    assert_eq!(
        refused_rule("digits+cap-draw=3+cap-draw=3:7:"),
        HouseRuleError::Twice(HouseRule::CapDraw)
    );
    for text in ["divide+:60", "divide+Once:60", "divide+nought:60", "divide+ once:60"] {
        assert_eq!(refused_rule(text), HouseRuleError::Unknown, "{text}");
    }
    for rule in HouseRule::ALL {
        assert_eq!(rule.name().parse(), Ok(rule));
    }
    assert!(HouseRuleError::Unknown.to_string().contains("no-leading-zero"), "the names are told");
}

#[test]
fn swap_is_never_part_of_a_position() {
    for book in ["divide", "dilemma", "subtract", "factor"] {
        let misfit = HouseRuleError::BeforeTheGame(HouseRule::Swap);
        assert_eq!(refused_rule(&format!("{book}+swap:60")), misfit);
        assert_eq!(refused_rule(&format!("{book}+misere+swap:60")), misfit);
    }
    assert_eq!(refused_rule("digits+swap:7:"), HouseRuleError::BeforeTheGame(HouseRule::Swap));
}

#[test]
fn caps_need_a_length() {
    for rule in [HouseRule::CapDraw, HouseRule::CapSecond] {
        let without = HouseRuleError::CapWithoutLength(rule);
        let rules = duel_books::catalogue("digits").unwrap();
        assert_eq!(rules.with(&[rule], None), Err(without));
        assert_eq!(rules.with(&[rule], Some(0)), Err(without));
        assert_eq!(rules.with(&[rule], Some(1)).unwrap().cap_length(), Some(1));
        assert_eq!(refused_rule(&format!("digits+{rule}:7:")), without);
        for length in ["", "0", "018", "-1", "+5", "1.5", "1000001", "99999999999999999999", "x"] {
            let text = format!("digits+{rule}={length}:7:");
            assert_eq!(refused(&text), NotationError::BadLength, "{text}");
        }
        let longest = format!("digits+{rule}={MAX_CAP}:7:");
        assert_eq!(read(&longest).to_string(), longest);
    }
    for text in ["digits+misere=3:7:", "divide+once=3:60", "digits+no-leading-zero=1:7:"] {
        assert_eq!(refused(text), NotationError::BadLength, "{text}");
    }
}

#[test]
fn numbers_are_written_in_one_way() {
    use ParseNaturalError::{Empty, LeadingZero, NotADigit, TooLong, Zero};
    let not_a_digit = |character, position| NotADigit { character, position };
    for (number, error) in [
        ("", Empty),
        ("00", LeadingZero),
        ("060", LeadingZero),
        ("-5", not_a_digit('-', 1)),
        ("+7", not_a_digit('+', 1)),
        ("1e9", not_a_digit('e', 2)),
        ("1_000", not_a_digit('_', 2)),
        ("1.5", not_a_digit('.', 2)),
        (" 60", not_a_digit(' ', 1)),
        ("60 ", not_a_digit(' ', 3)),
        ("6 0", not_a_digit(' ', 2)),
        ("60\n", not_a_digit('\n', 3)),
        ("٣", not_a_digit('٣', 1)),
        ("６０", not_a_digit('６', 1)),
    ] {
        for text in [format!("divide:{number}"), format!("subtract:12,{number}")] {
            assert_eq!(refused_number(&text), error, "{text:?}");
        }
        assert_eq!(refused_number(&format!("factor:12~{number}")), error, "barred {number:?}");
        assert_eq!(refused_number(&format!("digits:{number}:")), error, "target {number:?}");
    }
    assert_eq!(refused_number("digits:0:"), Zero);
    assert_eq!(refused_number("factor:12~0"), Zero);
    assert_eq!(refused_number("divide:60,"), Empty);
    assert_eq!(refused_number("divide:60,,7"), Empty);
    let long = "1".repeat(MAX_DIGITS + 1);
    let too_long = TooLong { digits: MAX_DIGITS + 1 };
    for text in [format!("divide:{long}"), format!("factor:6~{long}"), format!("digits:{long}:")] {
        assert_eq!(refused_number(&text), too_long);
    }
    let longest = "7".repeat(MAX_DIGITS);
    assert_eq!(read(&format!("divide:{longest}")).to_string(), format!("divide:{longest}"));
    assert_eq!(read(&format!("digits:{longest}:")).to_string(), format!("digits:{longest}:"));
}

#[test]
fn zero_occurs_only_where_factors_reach_it() {
    for book in ["divide", "dilemma", "subtract"] {
        assert_eq!(refused_setup(&format!("{book}:0")), SetupError::Zero(book));
        assert_eq!(refused_setup(&format!("{book}:60,0")), SetupError::Zero(book));
    }
    let prime_steps = "dilemma+prime-steps:0";
    assert_eq!(refused_setup(prime_steps), SetupError::Zero("dilemma"), "only 1 can be left");
    assert_eq!(refused_setup("subtract+either:0"), SetupError::Zero("subtract"));
    assert_eq!(read("factor:0,6~4").to_string(), "factor:0,6~4");
    assert_eq!(read("factor:0/2").outcome(), Some(Outcome::Won(Seat::First)));
    assert_eq!(read("factor+misere:0").outcome(), Some(Outcome::Won(Seat::First)));
    let out = read("factor:0,6");
    let on_nothing = Move::Take { index: 0, op: Op::Subtract, divisor: Natural::one() };
    assert_eq!(out.after(&on_nothing), Err(Illegal::NotADivisor));
}

#[test]
fn the_shape_of_a_position() {
    for text in ["", "divide", "60", "divide+once"] {
        assert_eq!(refused(text), NotationError::NoState, "{text:?}");
    }
    for text in [":60", "Divide:60", "nim:60", " divide:60", "divide :60", "+once:60"] {
        assert_eq!(refused(text), NotationError::UnknownBook, "{text:?}");
    }
    for text in ["divide:60/1", "divide:60/", "divide:60/3", "divide:60/2/2", "divide:60/2 "] {
        assert_eq!(refused(text), NotationError::BadSeat, "{text:?}");
    }
    assert_eq!(refused("divide:60/2~6"), NotationError::BadSeat, "the seat comes last");
    assert_eq!(read("divide:60/2").turn(), Seat::Second);
    for text in ["digits:7", "digits:7/2", "digits+once:7~1"] {
        assert_eq!(refused(text), NotationError::NoTargets, "{text:?}");
    }
    for text in ["digits:7:3a", "digits:7:3 1", "digits:7: ", "digits:7:٣", "digits:7:3:1"] {
        assert_eq!(refused(text), NotationError::BadDigits, "{text:?}");
    }
    let endless = format!("digits:{}:{}", "9".repeat(20), "1".repeat(MAX_DIGITS + 1));
    assert_eq!(refused(&endless), NotationError::BadDigits);
    let huge = format!("divide:{}", "1".repeat(MAX_TEXT));
    assert_eq!(refused(&huge), NotationError::TooLong(huge.len()));
}

#[test]
fn how_many_numbers() {
    let list = |count: usize| vec!["12"; count].join(",");
    assert!(duel_books::position(&format!("divide:{}", list(MAX_NUMBERS))).is_ok());
    let too_many = SetupError::TooMany(MAX_NUMBERS + 1);
    assert_eq!(refused_setup(&format!("divide:{}", list(MAX_NUMBERS + 1))), too_many);
    let rules = duel_books::catalogue("divide").unwrap();
    assert_eq!(Position::numbers(rules, Vec::new(), Seat::First), Err(SetupError::Nothing));
    let digits = duel_books::catalogue("digits").unwrap();
    assert_eq!(Position::digits(digits, Vec::new(), &[], Seat::First), Err(SetupError::Nothing));
    let wrong = Position::digits(rules, vec![natural("7")], &[], Seat::First);
    assert_eq!(wrong, Err(SetupError::WrongKind("divide")));
    let wrong = Position::numbers(digits, vec![natural("7")], Seat::First);
    assert_eq!(wrong, Err(SetupError::WrongKind("digits")));
}

#[test]
fn targets_above_one_and_each_once() {
    assert_eq!(refused_setup("digits:1:"), SetupError::TargetOne);
    assert_eq!(refused_setup("digits:7,1:"), SetupError::TargetOne);
    assert_eq!(refused_setup("digits:7,8,7:"), SetupError::TargetTwice(natural("7")));
    assert_eq!(read("digits:2:").to_string(), "digits:2:");
    let rules = duel_books::catalogue("digits").unwrap();
    let zero = Position::digits(rules, vec![Natural::zero()], &[], Seat::First);
    assert_eq!(zero, Err(SetupError::Zero("digits")));
}

#[test]
fn a_digit_string_that_was_won_earlier_is_refused() {
    let bad = |text: &str| match refused_setup(text) {
        SetupError::BadDigit { place, why } => (place, why),
        other => panic!("{text}: {other:?}"),
    };
    let won = "the game was already won before it";
    assert_eq!(bad("digits:7:71"), (2, won));
    assert_eq!(bad("digits:7:0000"), (2, won));
    assert_eq!(bad("digits:7:314231"), (6, won));
    assert_eq!(bad("digits:22,31:3110"), (3, won));
    assert_eq!(bad("digits+misere:7:70"), (2, won));
    assert_eq!(read("digits:7:31423/2").outcome(), Some(Outcome::Won(Seat::First)));
    assert_eq!(read("digits:7:31428/2").outcome(), None);
    assert_eq!(bad("digits+no-leading-zero:7:0"), (1, "the first digit may not be 0"));
    assert_eq!(bad("digits+once:7:3113"), (3, "each digit may be used once"));
    let full = "the maximum length had been reached";
    assert_eq!(bad("digits+cap-draw=3:7:3111"), (4, full));
    assert_eq!(bad("digits+cap-second=1:7:31"), (2, full));
    assert_eq!(read("digits+cap-draw=3:7:311/2").outcome(), Some(Outcome::Nobody));
    assert_eq!(read("digits+cap-second=3:7:311/2").outcome(), Some(Outcome::Won(Seat::Second)));
    let misere = "digits+misere+cap-second=3:7:311/2";
    assert_eq!(read(misere).outcome(), Some(Outcome::Won(Seat::Second)), "caps are not turned");
    assert_eq!(read("digits+cap-draw=3:7:315/2").outcome(), Some(Outcome::Won(Seat::First)));
}

#[test]
fn barred_numbers_only_where_the_rules_bar_some() {
    for text in ["divide:60~6", "subtract+either:12~2", "dilemma+misere+root:60~2", "divide:60~1"] {
        assert_eq!(refused_setup(text), SetupError::NothingIsBarred, "{text}");
    }
    let only_one = SetupError::OnlyOneIsBarred(natural("6"));
    assert_eq!(refused_setup("divide+one:60~6"), only_one);
    for (text, twice) in [("factor:6~3,3", "3"), ("divide+once:60~2,5,2", "2")] {
        assert_eq!(refused_setup(text), SetupError::BarredTwice(natural(twice)), "{text}");
    }
    assert_eq!(refused_setup("divide+one:60~1,1"), SetupError::BarredTwice(Natural::one()));
    for (text, one) in [
        ("subtract+no-echo:12~2,3", false),
        ("divide+no-echo:60~2,3", false),
        ("divide+one+no-echo:60~2,3", true),
        ("divide+one+no-echo:60~1,2,3", true),
    ] {
        assert_eq!(refused_setup(text), SetupError::TooManyBarred { one }, "{text}");
    }
    for (text, never) in [
        ("divide+once:60~1", "1"),
        ("subtract+no-echo:12~1", "1"),
        ("dilemma+prime-steps+once:60~4", "4"),
        ("dilemma+prime-steps+no-echo:60~15", "15"),
    ] {
        assert_eq!(refused_setup(text), SetupError::NeverChosen(natural(never)), "{text}");
    }
    for text in [
        "factor:6~6,3",
        "factor:6~3,6",
        "factor+no-whole:6~6,3",
        "divide+one:60~1",
        "divide+one+no-echo:60~1,2",
        "divide+one+once:60~1,2,30",
        "subtract+no-echo:12~7",
        "dilemma+prime-steps+once:60~1,7",
        "divide+once:60~6/2",
    ] {
        assert_eq!(read(text).to_string(), text);
    }
    assert_eq!(read("factor:6~6,3"), read("factor:6~3,6"), "the order is free");
    assert_eq!(read("divide+one+no-echo:60~2,1"), read("divide+one+no-echo:60~1,2"));
    assert_eq!(refused_number("factor:6~"), ParseNaturalError::Empty);
    assert_eq!(refused_number("factor:6~3~2"), refused_number("factor:6~3~"));
}

#[test]
fn used_digits_are_told_by_the_digits() {
    for text in ["digits:7:31~3,1", "digits:7:31~", "digits+once:7:31~3", "digits+once:7:~"] {
        assert_eq!(refused(text), NotationError::BarredDigits, "{text}");
    }
    for text in ["digits+once:7:31~3,1,1", "digits+once:7:31~3,1,4"] {
        assert_eq!(refused(text), NotationError::BarredDigits, "{text}");
    }
    assert_eq!(read("digits+once:7:31~1,3").to_string(), "digits+once:7:31");
}

#[test]
fn texts_of_moves_have_one_form() {
    use MoveError::{OneDigit, OnlyOneNumber, OnlyOneOperation, WhichNumber, WhichOperation};
    for (position, text, error) in [
        ("divide:60", "1:6", OnlyOneNumber),
        ("divide:60", "/6", OnlyOneOperation),
        ("subtract:60", "-6", OnlyOneOperation),
        ("divide:60,84", "6", WhichNumber),
        ("divide:60,84", "2:/6", OnlyOneOperation),
        ("divide+either:60", "6", WhichOperation(natural("6"))),
        ("divide+either:60,84", "2:6", WhichOperation(natural("6"))),
        ("divide+either:60,84", "/6", WhichNumber),
        ("dilemma+prime-steps:60", "1", WhichOperation(Natural::one())),
        ("digits:7:", "", OneDigit),
        ("digits:7:", "10", OneDigit),
        ("digits:7:", "-1", OneDigit),
        ("digits:7:", "٣", OneDigit),
        ("divide:60", "", ParseNaturalError::Empty.into()),
        ("divide:60", "0", ParseNaturalError::Zero.into()),
        ("divide:60", "06", ParseNaturalError::LeadingZero.into()),
        ("divide:60,84", "0:6", ParseNaturalError::Zero.into()),
        ("divide:60,84", "02:6", ParseNaturalError::LeadingZero.into()),
        ("divide:60,84", ":6", ParseNaturalError::Empty.into()),
        ("divide:60,84", "2:", ParseNaturalError::Empty.into()),
        ("divide+either:60", "/", ParseNaturalError::Empty.into()),
    ] {
        assert_eq!(read(position).read_move(text), Err(error), "{text:?} in {position}");
    }
    let two = read("divide+one:60,84");
    assert_eq!(two.read_move("1"), Ok(Move::Pass));
    let far = Move::Take { index: 2, op: Op::Divide, divisor: natural("6") };
    assert_eq!(two.read_move("3:6"), Ok(far.clone()));
    assert_eq!(two.play(&far), Err(Illegal::NoSuchNumber));
    let beyond = two.read_move(&format!("{}:6", "9".repeat(30))).unwrap();
    assert_eq!(two.play(&beyond), Err(Illegal::NoSuchNumber));
    let digit = Move::Append(Digit::from_char('3').unwrap());
    assert_eq!(two.play(&digit), Err(Illegal::WrongKind));
    assert_eq!(read("digits:7:").play(&Move::Pass), Err(Illegal::WrongKind));
    assert_eq!(read("digits:7:7/2").play(&digit), Err(Illegal::Over));
}

/// The reason for a refusal is the first that applies.
#[test]
fn why_a_move_is_illegal() {
    for (position, text, why) in [
        ("divide:60", "7", Illegal::NotADivisor),
        ("divide:60", "61", Illegal::NotADivisor),
        ("divide:60", "1", Illegal::One),
        ("divide:60", "60", Illegal::Whole),
        ("subtract:12", "12", Illegal::Whole),
        ("factor+no-whole:12", "12", Illegal::Whole),
        ("dilemma+prime-steps:60", "/4", Illegal::NotPrime),
        ("dilemma+prime-steps:7", "/7", Illegal::Whole),
        ("dilemma+prime-steps:60", "-2", Illegal::OnlyOne),
        ("dilemma+prime-steps:1", "-1", Illegal::OnlyOne),
        ("divide+root:60", "10", Illegal::AboveRoot),
        ("factor+root:12", "12", Illegal::AboveRoot),
        ("factor:6~6,3", "3", Illegal::Barred),
        ("subtract+no-echo:12~4", "4", Illegal::Barred),
        ("divide+one:60~1", "1", Illegal::Barred),
        ("divide+either+once:60,84~6", "2:-6", Illegal::Barred),
        ("digits+once:7:31", "3", Illegal::Barred),
        ("digits+no-leading-zero:7:", "0", Illegal::LeadingZero),
    ] {
        let position = read(position);
        let made = position.read_move(text).unwrap();
        assert_eq!(position.play(&made), Err(why), "{text} in {position}");
    }
    assert_eq!(read("divide:60").play(&Move::Pass), Err(Illegal::NoPass));
    assert_eq!(read("divide+one:7").play(&Move::Pass).unwrap().after, read("divide+one:7~1/2"));
    let subtract = Move::take(Op::Subtract, 6_u64);
    assert_eq!(read("divide:60").play(&subtract), Err(Illegal::WrongOperation));
    assert_eq!(read("divide:60").play(&Move::take(Op::Divide, 0_u64)), Err(Illegal::NotADivisor));
}

/// A product of two primes of thirty digits, which nobody factors at the prompt.
#[test]
fn the_end_is_seen_without_factoring() {
    let pq = product();
    let cube = &pq * &natural(P);
    for (text, can_move) in [
        (format!("divide:{pq}"), true),
        (format!("divide:{P}"), false),
        (format!("divide+root:{pq}"), true),
        (format!("divide+once:{pq}~{P}"), true),
        (format!("divide+once:{pq}~{Q}"), true),
        (format!("divide+once:{pq}~{P},{Q}"), false),
        (format!("divide+once:{pq}~{Q},{P},7"), false),
        (format!("divide+once+one:{pq}~{P},{Q}"), true),
        (format!("divide+once+one:{pq}~{P},{Q},1"), false),
        (format!("subtract+no-echo:{pq}~{P}"), true),
        (format!("subtract+once+root:{pq}~{Q}"), true),
        (format!("subtract+once+root:{pq}~{P}"), false),
        (format!("subtract+once+root:{cube}~{P}"), true),
        (format!("divide+once:{cube}~{P},{Q},{pq}"), true),
        (format!("divide+once:{cube}~{P},{Q},{pq},{}", natural(P).square()), false),
        (format!("dilemma+prime-steps:{pq}"), true),
        (format!("dilemma+prime-steps+once:{pq}~1,{P}"), true),
        (format!("dilemma+prime-steps+once:{pq}~1,{P},{Q}"), false),
        (format!("dilemma+prime-steps+once+root:{pq}~1"), true),
        (format!("dilemma+prime-steps+once+root:{pq}~1,{Q}"), true),
        (format!("dilemma+prime-steps+once+root:{pq}~1,{P}"), false),
        (format!("factor:{pq}~1,{P},{Q}"), true),
        (format!("factor:{pq}~1,{P},{Q},{pq}"), false),
        (format!("factor+no-whole:{pq}~1,{P},{Q}"), false),
        (format!("factor+no-whole:{pq}~1,{P}"), true),
        (format!("factor+root:{pq}~1,{Q}"), true),
        (format!("factor+root:{pq}~1,{P}"), false),
        (format!("factor+no-whole+root:{pq},{P}~1,{P}"), false),
    ] {
        let position = read(&text);
        assert_eq!(position.can_move(), can_move, "{text}");
        assert_eq!(position.outcome().is_none(), can_move, "{text}");
    }
}

/// Pseudoprimes are composite: Carmichael numbers, and strong pseudoprimes to many bases.
#[test]
fn pseudoprimes_go_on() {
    for composite in [
        "561",
        "1729",
        "3215031751",
        "3825123056546413051",
        "318665857834031151167461",
        "3317044064679887385961981",
    ] {
        assert!(read(&format!("divide:{composite}")).can_move(), "{composite}");
        assert!(read(&format!("dilemma+prime-steps+once:{composite}~1")).can_move());
    }
}

/// A divisor typed by hand is judged however little is known.
#[test]
fn a_hidden_divisor_may_be_typed() {
    let position = read(&format!("divide:{}", product()));
    let step = position.play(&position.read_move(P).unwrap()).unwrap();
    assert_eq!(step.after.to_string(), format!("divide:{Q}/2"));
    assert_eq!(step.after.outcome(), Some(Outcome::Won(Seat::First)));
    let wrong = position.read_move(&natural(P).append_digit(1).to_string()).unwrap();
    assert_eq!(position.play(&wrong), Err(Illegal::NotADivisor));
}

/// Whatever is barred and however little is known, a list of moves is true and counted.
#[test]
fn lists_of_numbers_that_nobody_factors() {
    let pq = product();
    for (text, expected) in [
        (format!("divide:{pq}"), None),
        (format!("divide+once:{pq}~{P}"), Some(vec![Q.to_owned()])),
        (format!("subtract+once:{pq}~{P},{Q}"), Some(vec![])),
        (format!("subtract+no-echo:{pq}~{Q}"), Some(vec![P.to_owned()])),
        (format!("divide+once+root:{pq}~{P}"), Some(vec![])),
        (format!("factor:{pq}~{P}"), Some(vec!["1".to_owned(), Q.to_owned(), pq.to_string()])),
        (format!("factor+no-whole:{pq}~{Q},1"), Some(vec![P.to_owned()])),
    ] {
        let position = read(&text);
        let moves = position.moves(Budget::steps(1_000));
        let listed: Vec<Move> = moves.iter().collect();
        assert_eq!(moves.count(), Natural::from(listed.len()), "{text}");
        for made in &listed {
            assert!(position.play(made).is_ok(), "{made:?} in {text}");
        }
        for group in moves.groups() {
            let page = group.page(0..100).unwrap();
            assert_eq!(Natural::from(page.len()), group.count(), "{text}");
        }
        match expected {
            None => assert!(!moves.is_complete(), "{text}"),
            Some(expected) => {
                let written: Vec<String> =
                    listed.iter().map(|made| position.write_move(made)).collect();
                assert_eq!(written, expected, "{text}");
                assert!(moves.is_complete(), "the barred factor gives the number away: {text}");
            }
        }
    }
}
