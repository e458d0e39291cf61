//! One test for each ruling that the rules and the books can keep by themselves, named after it.
//! (A8 is about matches and is kept where they are played.)

mod prompt;

use std::time::Duration;

use duel_books::{BOOKS, Fair, Stuck, hear::hear, house, rulings};
use duel_core::{
    Announcement, Clock, Conduct, Ending, Fault, GameEvent, HouseRule, HouseRuleError, Illegal,
    Input, Move, NotationError, OnIllegal, Op, Outcome, Position, Referee, Refusal, Seat,
};
use duel_numbers::{Budget, Natural};
use prompt::Prompt;

fn position(text: &str) -> Position {
    duel_books::position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn won_by(text: &str) -> Option<Seat> {
    match position(text).outcome()? {
        Outcome::Won(seat) => Some(seat),
        Outcome::Nobody => None,
    }
}

/// The moves of a position, as they are written.
fn moves(text: &str) -> Vec<String> {
    let position = position(text);
    position.moves(Budget::PROMPT).iter().map(|made| position.write_move(&made)).collect()
}

/// The position after a move, or why there is none.
fn after(text: &str, made: &str) -> Result<String, Illegal> {
    let position = position(text);
    let made = position.read_move(made).unwrap_or_else(|error| panic!("{made}: {error}"));
    position.after(&made).map(|after| after.to_string())
}

#[test]
fn every_ruling_is_told_once_and_in_order() {
    let ids: Vec<&str> = rulings::all().into_iter().map(|ruling| ruling.id).collect();
    let expected = "A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 B1 B2 C1 C2 C3 C4 D1 D2 D3 D4 D5 D6 D7 D8 D9 \
                    E1 E2 E3 F1 F2 F3";
    assert_eq!(ids.join(" "), expected);
    for ruling in rulings::all() {
        assert!(ruling.text.ends_with('.'), "{}", ruling.id);
    }
    let of = |slug| {
        let rulings = rulings::of_book(duel_books::find(slug).unwrap());
        rulings.into_iter().map(|ruling| ruling.id).collect::<Vec<_>>().join(" ")
    };
    let general = |own| format!("A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 {own} F1 F2 F3");
    assert_eq!(of("divide"), general("B1 B2 C3 C4"));
    assert_eq!(of("dilemma"), general("C1 C2 C3 C4"));
    assert_eq!(of("subtract"), general("C4 D1 D2 D3"));
    assert_eq!(of("digits"), general("D4 D5 D6 D7 D8 D9"));
    assert_eq!(of("factor"), general("E1 E2 E3"));
}

#[test]
fn a1_whoever_cannot_move_loses() {
    for (text, winner) in [
        ("divide:7", Seat::Second),
        ("divide:7/2", Seat::First),
        ("dilemma:1", Seat::Second),
        ("subtract:2", Seat::Second),
        ("factor:4~1,2,4", Seat::Second),
        ("factor:0/2", Seat::First),
        ("digits:7:14", Seat::Second),
        ("digits:7:7/2", Seat::First),
    ] {
        assert_eq!(won_by(text), Some(winner), "{text}");
        let (book, state) = text.split_once(':').unwrap();
        let turned = format!("{book}+misere:{state}");
        assert_eq!(won_by(&turned), Some(winner.other()), "{turned}");
    }
}

#[test]
fn a2_exact_arithmetic_decides() {
    let huge = Natural::from(10_u64).pow(400);
    let odd = &huge + &Natural::one();
    assert!(position(&format!("divide:{huge}")).can_move());
    let half = &huge / &Natural::from(2_u64);
    assert_eq!(after(&format!("divide:{huge}"), "2"), Ok(format!("divide:{half}/2")));
    assert_eq!(after(&format!("divide:{odd}"), "2"), Err(Illegal::NotADivisor));
    let target = Natural::from(7_u64).pow(1_000);
    let digits = target.to_string();
    let (start, last) = digits.split_at(digits.len() - 1);
    let before = format!("digits:{target}:{start}");
    assert_eq!(won_by(&before), None);
    assert_eq!(won_by(&format!("{before}{last}/2")), Some(Seat::First));
}

#[test]
fn a3_any_name_may_stand_there() {
    let game = Prompt::between("Alice", "Зоя", "divide:4", Conduct::default()).types("2");
    assert!(game.said.contains("\nAlice's Turn:\n"), "{}", game.said);
    assert!(game.said.ends_with("Зоя cannot make a move. Alice wins!\n"), "{}", game.said);
    assert_eq!(position("divide:60").turn(), Seat::First);
    assert_eq!(position("divide:60/2").turn(), Seat::Second);
}

#[test]
fn a4_the_pie_rule_is_settled_before_the_game() {
    for book in duel_books::BOOKS {
        assert!(house::fits(HouseRule::Swap, book), "{}", book.slug);
        let misfit = HouseRuleError::BeforeTheGame(HouseRule::Swap);
        assert_eq!(book.rules.with(&[HouseRule::Swap], None), Err(misfit), "{}", book.slug);
    }
}

#[test]
fn a5_an_invalid_entry_changes_nothing_or_loses() {
    let start = position("divide:60");
    for (input, fault) in [
        (
            Input::Move(Move::take(Op::Divide, 7_u64)),
            Fault::Illegal(Move::take(Op::Divide, 7_u64), Illegal::NotADivisor),
        ),
        (Input::Garbled, Fault::Garbled),
        (Input::Stuck, Fault::NotStuck),
    ] {
        let mut asked = Referee::new(start.clone(), Conduct::default());
        let refused = asked.submit(Seat::First, input.clone(), Duration::ZERO);
        assert_eq!(refused, Err(Refusal::Fault(fault.clone())));
        assert_eq!(asked, Referee::new(start.clone(), Conduct::default()));
        let conduct = Conduct { on_illegal: OnIllegal::Forfeit, ..Conduct::default() };
        let mut strict = Referee::new(start.clone(), conduct);
        let ending = Ending::Forfeited(Seat::First, fault);
        let events = strict.submit(Seat::First, input, Duration::ZERO);
        assert_eq!(events, Ok(vec![Announcement::Over(ending.clone())]));
        assert_eq!(ending.outcome(), Outcome::Won(Seat::Second));
        assert_eq!(strict.position(), &start);
    }
}

#[test]
fn a6_one_grammar_of_numbers() {
    let ten_thousand = "7".repeat(10_000);
    assert!(duel_books::position(&format!("divide:{ten_thousand}")).is_ok());
    let too_long = format!("{ten_thousand}7");
    let wrong = ["", "-5", "+7", "007", "1e9", "1_000", "1,5e", "1.5", "٣", "７", "7 7", &too_long];
    for number in wrong {
        assert!(duel_books::position(&format!("divide:{number}")).is_err(), "{number:.20}");
        assert!(duel_books::position(&format!("digits:{number}:")).is_err(), "{number:.20}");
        assert!(position("divide:60").read_move(number).is_err(), "{number:.20}");
        assert!(hear(&position("divide:60"), number).is_err(), "{number:.20}");
        assert!(hear(&position("digits:7:"), number).is_err(), "{number:.20}");
    }
    for digit in '0'..='9' {
        assert!(hear(&position("digits:7:"), &digit.to_string()).is_ok());
    }
}

#[test]
fn a7_having_no_move_is_declared_only_where_it_is_true() {
    let mut game = Referee::new(position("dilemma:30"), Conduct::default());
    let refused = game.submit(Seat::First, Input::Stuck, Duration::ZERO);
    assert_eq!(refused, Err(Refusal::Fault(Fault::NotStuck)));
    let over = Referee::new(position("dilemma:2"), Conduct::default());
    assert_eq!(over.ending(), Some(&Ending::Played(Outcome::Won(Seat::Second))));
}

#[test]
fn a9_running_out_of_time_loses() {
    let per_turn: Clock = "30s".parse().unwrap();
    let total: Clock = "1m+5s".parse().unwrap();
    let seconds = Duration::from_secs;
    let play = |game: &mut Referee, spent| {
        let seat = game.position().turn();
        let made = game.position().moves(Budget::PROMPT).iter().next().unwrap();
        game.submit(seat, Input::Move(made), spent).unwrap()
    };
    let start = position("subtract:1024");
    let conduct = |clock| Conduct { clock: Some(clock), ..Conduct::default() };
    let mut game = Referee::new(start.clone(), conduct(per_turn));
    play(&mut game, seconds(29));
    play(&mut game, seconds(29));
    assert_eq!(game.allowance(Seat::First), Some(seconds(30)));
    assert_eq!(game.time_up(Duration::from_millis(29_999)), None);
    let ending = Ending::TimedOut(Seat::First);
    assert_eq!(play(&mut game, seconds(30)), [Announcement::Over(ending.clone())]);
    assert_eq!(ending.outcome(), Outcome::Won(Seat::Second));
    let mut game = Referee::new(start, conduct(total));
    play(&mut game, seconds(50));
    assert_eq!(game.allowance(Seat::First), Some(seconds(15)), "the increment is added");
    assert_eq!(game.allowance(Seat::Second), Some(seconds(60)));
    play(&mut game, seconds(5));
    assert_eq!(game.time_up(Duration::from_millis(14_999)), None);
    assert_eq!(game.time_up(seconds(15)), Some(GameEvent::Ended(ending)));
    let made = game.position().moves(Budget::PROMPT).iter().next().unwrap();
    let late = GameEvent::Moved { made, took: seconds(15) };
    assert_eq!(game.apply(&late), Err(Refusal::Late));
}

#[test]
fn a10_only_digits_may_be_abandoned() {
    let abandon = GameEvent::Ended(Ending::Abandoned);
    for text in ["divide:60", "dilemma:16", "subtract:12", "factor:100"] {
        let mut game = Referee::new(position(text), Conduct::default());
        assert_eq!(game.apply(&abandon), Err(Refusal::NoDraws), "{text}");
        assert_eq!(game.ending(), None);
    }
    let mut game = Referee::new(position("digits:7:"), Conduct::default());
    assert_eq!(game.apply(&abandon), Ok(vec![Announcement::Over(Ending::Abandoned)]));
    assert_eq!(Ending::Abandoned.outcome(), Outcome::Nobody);
    let mut game = Referee::new(position("divide:60"), Conduct::default());
    let made = Move::take(Op::Divide, 6_u64);
    game.submit(Seat::First, Input::Move(made), Duration::ZERO).unwrap();
    game.take_back(1).unwrap();
    assert_eq!(game.position(), &position("divide:60"));
}

#[test]
fn b1_a_start_above_one_and_a_prime_is_lost() {
    let book = duel_books::find("divide").unwrap();
    assert_eq!((book.start, book.least), (60, 2));
    for prime in ["2", "3", "97", "1000000007"] {
        assert_eq!(won_by(&format!("divide:{prime}")), Some(Seat::Second), "{prime}");
    }
}

#[test]
fn b2_the_sample_game() {
    let game = Prompt::new("divide:60").types("6").types("2");
    assert!(game.said.starts_with("Game Start! Initial N is 60.\n\nPlayer 1's Turn:\n"));
    assert!(
        game.said.contains("Enter your chosen divisor: 6\nYou divided 60 by 6. New N is 10.\n")
    );
    assert!(game.said.ends_with("Player 1 cannot make a move. Player 2 wins!\n"));
}

#[test]
fn c1_the_same_moves_in_other_words() {
    let book = duel_books::find("dilemma").unwrap();
    assert_eq!((book.start, book.least, book.stuck), (16, 1, Stuck::Declared));
    for number in [1_u64, 2, 12, 16, 30, 97, 100] {
        let own = moves(&format!("dilemma:{number}"));
        assert_eq!(own, moves(&format!("divide:{number}")), "{number}");
    }
    for line in ["Divide by 15", "15"] {
        let heard = hear(&position("dilemma:30"), line);
        assert_eq!(heard, Ok(Input::Move(Move::take(Op::Divide, 15_u64))), "{line}");
    }
    for line in ["I have no valid moves.", "I have no valid moves. You win!"] {
        assert_eq!(hear(&position("dilemma:2"), line), Ok(Input::Stuck), "{line}");
    }
    assert_eq!(won_by("dilemma:1"), Some(Seat::Second));
    assert_eq!(won_by("dilemma:2/2"), Some(Seat::First), "decided without a word");
}

#[test]
fn c2_every_move_makes_the_number_smaller() {
    for number in 1..200_u64 {
        for made in moves(&format!("dilemma:{number}")) {
            let left = after(&format!("dilemma:{number}"), &made).unwrap();
            let left: u64 = left["dilemma:".len()..left.len() - "/2".len()].parse().unwrap();
            assert!(left < number, "{number} by {made}");
        }
    }
}

#[test]
fn c3_division_by_one_once_per_game() {
    assert_eq!(moves("dilemma+one:4"), ["1", "2"]);
    assert_eq!(after("dilemma+one:4", "1"), Ok("dilemma+one:4~1/2".to_owned()));
    assert_eq!(moves("dilemma+one:4~1/2"), ["2"]);
    assert_eq!(after("dilemma+one:4~1/2", "1"), Err(Illegal::Barred));
    assert_eq!(moves("divide+one:7"), ["1"], "on a prime too");
    assert_eq!(moves("divide+one:1"), ["1"]);
    assert_eq!(after("divide+one:12~1", "2"), Ok("divide+one:6~1/2".to_owned()));
    assert_eq!(moves("divide+one:7,5"), ["1"], "one pass for all numbers");
    assert_eq!(after("divide:4", "1"), Err(Illegal::One));
}

#[test]
fn c4_divide_or_subtract() {
    assert_eq!(moves("dilemma+either:6"), ["/2", "-2", "/3", "-3"]);
    assert_eq!(after("dilemma+either:6", "/2"), Ok("dilemma+either:3/2".to_owned()));
    assert_eq!(after("dilemma+either:6", "-2"), Ok("dilemma+either:4/2".to_owned()));
    assert_eq!(moves("subtract+either:6"), moves("divide+either:6"));
}

#[test]
fn d1_proper_divisors_are_subtracted() {
    let book = duel_books::find("subtract").unwrap();
    assert_eq!((book.start, book.least), (12, 1));
    assert_eq!(moves("subtract:12"), ["2", "3", "4", "6"]);
    assert_eq!(after("subtract:12", "1"), Err(Illegal::One));
    assert_eq!(after("subtract:12", "12"), Err(Illegal::Whole));
    for lost in ["1", "2", "3", "7"] {
        assert_eq!(won_by(&format!("subtract:{lost}")), Some(Seat::Second), "{lost}");
    }
}

#[test]
fn d2_subtract_five_or_just_five() {
    for line in ["Subtract 5", "5"] {
        let heard = hear(&position("subtract:15"), line);
        assert_eq!(heard, Ok(Input::Move(Move::take(Op::Subtract, 5_u64))), "{line}");
    }
    let game =
        Prompt::between("Alice", "Bob", "subtract:15", Conduct::default()).types("Subtract 5");
    assert!(game.said.contains("Alice subtracts 5. New N is 10.\n"), "{}", game.said);
}

#[test]
fn d3_the_time_limit_is_the_clock() {
    let clock = Some("10s".parse().unwrap());
    let mut game = Referee::new(position("subtract:12"), Conduct { clock, ..Conduct::default() });
    let late = game.submit(Seat::First, Input::Resign, Duration::from_secs(10));
    assert_eq!(late, Ok(vec![Announcement::Over(Ending::TimedOut(Seat::First))]));
}

#[test]
fn d4_31428_is_not_divisible_by_7() {
    assert_eq!(after("digits:7:3142", "8"), Ok("digits:7:31428/2".to_owned()));
    assert_eq!(position("digits:7:31428/2").outcome(), None);
    assert_eq!(moves("digits:7:31428/2").len(), 10, "the game goes on");
    let game = ["3", "1", "4", "2", "8"].iter().fold(Prompt::new("digits:7:"), |g, d| g.types(d));
    assert!(game.said.contains("31428 mod 7 = 5\nNo winner yet.\n"), "{}", game.said);
    assert_eq!(won_by("digits:7:31423/2"), Some(Seat::First));
}

#[test]
fn d5_a_leading_zero_wins_unless_it_is_forbidden() {
    assert_eq!(after("digits:7:", "0"), Ok("digits:7:0/2".to_owned()));
    assert_eq!(won_by("digits:7:0/2"), Some(Seat::First));
    assert_eq!(after("digits+no-leading-zero:7:", "0"), Err(Illegal::LeadingZero));
    assert_eq!(moves("digits+no-leading-zero:7:").len(), 9);
    assert_eq!(moves("digits+no-leading-zero:7:3/2").len(), 10);
}

#[test]
fn d6_a_maximum_length_is_announced_or_ends_the_game() {
    let conduct = Conduct { announced_length: Some(1), ..Conduct::default() };
    let game = Prompt::between("A", "B", "digits:7:", conduct).types("3");
    assert!(game.said.contains("Maximum length (1) reached. The game goes on.\n"));
    assert_eq!(game.game.ending(), None);
    assert_eq!(position("digits+cap-draw=2:7:31").outcome(), Some(Outcome::Nobody));
    assert_eq!(won_by("digits+cap-second=2:7:31"), Some(Seat::Second));
    assert_eq!(
        won_by("digits+cap-second=2:7:35"),
        Some(Seat::Second),
        "made divisible, not capped"
    );
    assert_eq!(won_by("digits+cap-second=1:7:7/2"), Some(Seat::First));
}

#[test]
fn d7_rule_three_is_misere() {
    assert_eq!(won_by("digits:7:7/2"), Some(Seat::First));
    assert_eq!(won_by("digits+misere:7:7/2"), Some(Seat::Second));
}

#[test]
fn d8_the_number_grows_without_limit() {
    let book = duel_books::find("digits").unwrap();
    assert_eq!((book.start, book.least), (7, 2));
    let mut position = position("digits:10:");
    for _ in 0..2_000 {
        position = position.after(&position.read_move("1").unwrap()).unwrap();
    }
    assert_eq!(position.outcome(), None);
    let step = position.play(&position.read_move("0").unwrap()).unwrap();
    assert_eq!(step.after.outcome(), Some(Outcome::Won(Seat::First)));
}

#[test]
fn d9_each_digit_once() {
    assert_eq!(moves("digits+once:97:31"), ["0", "2", "4", "5", "6", "7", "8", "9"]);
    assert_eq!(after("digits+once:97:31", "3"), Err(Illegal::Barred));
    assert_eq!(won_by("digits+once:97:1023456879"), Some(Seat::Second), "no digit is left");
    assert_eq!(won_by("digits+misere+once:97:1023456879"), Some(Seat::First));
}

#[test]
fn e1_all_factors_each_once() {
    let book = duel_books::find("factor").unwrap();
    assert_eq!((book.start, book.least), (100, 1));
    assert_eq!(moves("factor:12"), ["1", "2", "3", "4", "6", "12"]);
    assert_eq!(after("factor:12", "6"), Ok("factor:6~6/2".to_owned()));
    assert_eq!(moves("factor:6~6/2"), ["1", "2", "3"]);
    assert_eq!(after("factor:6~6/2", "6"), Err(Illegal::Barred));
}

#[test]
fn e2_taking_the_whole_number_wins_unless_it_is_forbidden() {
    assert_eq!(after("factor:100", "100"), Ok("factor:0~100/2".to_owned()));
    assert_eq!(won_by("factor:0~100/2"), Some(Seat::First));
    assert_eq!(after("factor+no-whole:100", "100"), Err(Illegal::Whole));
    assert_eq!(moves("factor+no-whole:1"), ["1"], "1 may be taken from 1");
    assert_eq!(moves("factor+no-whole:2"), ["1"]);
}

#[test]
fn e3_the_sample_game() {
    let game = Prompt::new("factor:12").types("6").types("3").types("1").types("2");
    let start =
        "Starting the game. Current Number is 12.\nUsed Numbers: None\n\nPlayer 1's turn.\n";
    assert!(game.said.starts_with(start), "{}", game.said);
    let end = "New Current Number is 0.\nUsed Numbers: 6, 3, 1, 2\n\nPlayer 2 wins!\n";
    assert!(game.said.ends_with(end), "{}", game.said);
}

#[test]
fn f1_several_numbers_and_several_targets() {
    assert_eq!(moves("divide:4,7,9"), ["1:2", "3:3"]);
    assert_eq!(after("divide:4,7,9", "3:3"), Ok("divide:4,7,3/2".to_owned()));
    assert_eq!(won_by("divide:2,7,3"), Some(Seat::Second), "none of them has a divisor");
    assert_eq!(after("factor:6,6", "2:3"), Ok("factor:6,3~3/2".to_owned()));
    assert_eq!(moves("factor:6,3~3/2"), ["1:1", "1:2", "1:6", "2:1"], "the used list is shared");
    assert_eq!(after("factor:6,3~1", "2:3"), Ok("factor:6,0~1,3/2".to_owned()), "0 is out");
    assert_eq!(moves("factor:6,0~1,3/2"), ["1:2", "1:6"]);
    assert_eq!(won_by("digits:22,25:3"), None);
    assert_eq!(won_by("digits:22,25:66/2"), Some(Seat::First));
    assert_eq!(won_by("digits:22,25:75/2"), Some(Seat::First));
}

#[test]
fn f2_what_combines_and_what_does_not() {
    use HouseRule::{CapDraw, CapSecond, Either, NoWhole, One, PrimeSteps};
    for (text, misfit) in [
        ("divide+one+prime-steps:60", HouseRuleError::Conflict(One, PrimeSteps)),
        ("divide+either+prime-steps:60", HouseRuleError::Conflict(Either, PrimeSteps)),
        ("digits+cap-draw=3+cap-second=3:7:", HouseRuleError::Conflict(CapDraw, CapSecond)),
        ("digits+cap-draw:7:", HouseRuleError::CapWithoutLength(CapDraw)),
        ("divide+no-whole:60", HouseRuleError::OutsideItsBooks { rule: NoWhole, book: "divide" }),
    ] {
        assert_eq!(duel_books::position(text), Err(NotationError::House(misfit)), "{text}");
    }
    assert_eq!(moves("divide+either+once:12,12~2,3,4"), ["1:/6", "1:-6", "2:/6", "2:-6"]);
    assert_eq!(won_by("digits+misere+cap-second=2:7:31"), Some(Seat::Second));
}

#[test]
fn f3_every_book_has_a_fair_variant() {
    use HouseRule::{CapSecond, Misere, NoEcho, NoLeadingZero, NoWhole, PrimeSteps, Root};
    let fair = |house, count, from, to, length| Fair { house, count, from, to, length };
    let expected = [
        ("divide", fair(&[], 3, 30, 1_000, None)),
        ("dilemma", fair(&[PrimeSteps], 1, 50, 500, None)),
        ("subtract", fair(&[NoEcho], 1, 40, 200, None)),
        ("digits", fair(&[NoLeadingZero, CapSecond], 4, 22, 34, Some(18))),
        ("factor", fair(&[NoWhole, Root, Misere], 1, 100, 600, None)),
    ];
    for (book, (slug, fair)) in duel_books::BOOKS.iter().zip(expected) {
        assert_eq!((book.slug, book.fair), (slug, fair));
        assert!(book.rules.with(fair.house, fair.length).is_ok(), "{slug}");
    }
}

const PAGE: &str = include_str!("../../../docs/rulings.md");

#[test]
fn the_page_of_rulings_says_the_same() {
    for ruling in rulings::all() {
        let line = format!("- **{}.** {}", ruling.id, ruling.text);
        assert!(PAGE.contains(&line), "docs/rulings.md lacks: {line}");
    }
    assert_eq!(PAGE.matches("- **").count(), rulings::all().len());
}

#[test]
fn the_page_lists_each_house_rule_with_its_books() {
    for rule in HouseRule::ALL {
        let books = house::books_of(rule);
        let books = if books.len() == BOOKS.len() { "all".to_owned() } else { books.join(", ") };
        let row = PAGE.lines().find(|line| line.starts_with(&format!("| `{rule}` |")));
        assert!(row.is_some_and(|row| row.ends_with(&format!("| {books} |"))), "{rule}: {books}");
    }
}
