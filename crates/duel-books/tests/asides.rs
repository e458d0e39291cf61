//! What is said beside the moves: why an entry is refused, how a game ends that is not played to
//! its end, and lists that are too long to print.

mod prompt;

use std::time::Duration;

use duel_books::{closing::closing, explain};
use duel_core::{
    Announcement, Clock, Conduct, Ending, Fault, GameEvent, Illegal, Input, Move, OnIllegal, Op,
    Refusal,
};
use prompt::Prompt;

/// What no book describes: resignation, time, forfeits, giving up together.
#[test]
fn other_endings() {
    let clock = Some(Clock::PerTurn(Duration::from_secs(30)));
    let on_illegal = OnIllegal::Forfeit;
    let conduct = Conduct { clock, on_illegal, ..Conduct::default() };
    let closed = |start: &str, end: &dyn Fn(&mut Prompt) -> Announcement| {
        let mut game = Prompt::between("Ada", "Zoë", start, conduct);
        let Announcement::Over(ending) = end(&mut game) else { panic!("{start} goes on") };
        closing(game.book, &game.view(), &ending)
    };
    let submit = |input: Input| {
        move |game: &mut Prompt| {
            let seat = game.game.position().turn();
            game.game.submit(seat, input.clone(), Duration::ZERO).unwrap().remove(0)
        }
    };
    assert_eq!(closed("divide:60", &submit(Input::Resign)), "Ada resigns. Zoë wins!\n");
    assert_eq!(closed("dilemma:16/2", &submit(Input::Resign)), "Zoë resigns. Ada wins the game!\n");
    let apply = |game: &mut Prompt, event: GameEvent| game.game.apply(&event).unwrap().remove(0);
    let late = |game: &mut Prompt| {
        let event = game.game.time_up(Duration::from_secs(30)).unwrap();
        apply(game, event)
    };
    assert_eq!(closed("subtract:12", &late), "Ada has run out of time. Zoë wins the game!\n");
    let twelve = Input::Move(Move::take(Op::Subtract, 12_u64));
    assert_eq!(
        closed("subtract:12", &submit(twelve)),
        "12 itself may not be chosen. Ada forfeits the game. Zoë wins the game!\n"
    );
    assert_eq!(
        closed("digits:7:", &submit(Input::Garbled)),
        "That is not a move. Ada forfeits the game. Zoë wins!\n"
    );
    assert_eq!(
        closed("factor:12", &submit(Input::Stuck)),
        "There is a valid move. Ada forfeits the game. Zoë wins!\n"
    );
    let abandon = |game: &mut Prompt| apply(game, GameEvent::Ended(Ending::Abandoned));
    assert_eq!(closed("digits:7:31", &abandon), "The game is abandoned without a winner.\n");
}

#[test]
fn a_refusal_says_why_and_what_would_be_right() {
    for (start, typed, said) in [
        ("divide:12", "5", "5 does not divide 12. Valid: 2, 3, 4, 6."),
        ("divide:12", "1", "1 may not be chosen. Valid: 2, 3, 4, 6."),
        ("divide:12", "12", "12 itself may not be chosen. Valid: 2, 3, 4, 6."),
        (
            "divide:12",
            "subtract 2",
            "Nothing is subtracted in this game; the number is divided. Valid: 2, 3, 4, 6.",
        ),
        (
            "subtract:12",
            "divide by 2",
            "Nothing is divided in this game; divisors are subtracted. Valid: 2, 3, 4, 6.",
        ),
        ("divide:12", "pass", "Dividing by 1 is not allowed here. Valid: 2, 3, 4, 6."),
        ("divide+one:12~1", "1", "1 has already been used. Valid: 2, 3, 4, 6 (1 has been used)."),
        ("divide+one:12", "5", "5 does not divide 12. Valid:\n  1 (once per game)\n  2, 3, 4, 6"),
        (
            "subtract+no-echo:12~4",
            "4",
            "4 was just chosen by your opponent. Valid: 2, 3, 6 (4 was just chosen).",
        ),
        ("factor:6~6,3", "3", "3 has already been used. Valid: 1, 2 (6, 3 have been used)."),
        (
            "divide+root:12",
            "4",
            "4 times 4 is more than 12. Valid: 2, 3 (4, 6 are above the square root).",
        ),
        (
            "dilemma+prime-steps:12",
            "/4",
            "4 is not a prime; divide by a prime or subtract 1. Valid: -1, /2, /3.",
        ),
        (
            "dilemma+prime-steps:12",
            "-2",
            "Only 1 may be subtracted, and only while the number is above 1. Valid: -1, /2, /3.",
        ),
        (
            "divide:12,7,9",
            "3:2",
            "2 does not divide 9. Valid:\n  \
             for 12, as 1:DIVISOR: 2, 3, 4, 6\n  for 9, as 3:DIVISOR: 3",
        ),
        (
            "divide:12,9",
            "3:2",
            "There is no such number on the table. Valid:\n  \
             for 12, as 1:DIVISOR: 2, 3, 4, 6\n  for 9, as 2:DIVISOR: 3",
        ),
        (
            "digits+no-leading-zero:7:",
            "0",
            "The first digit may not be 0. Valid: 1, 2, 3, 4, 5, 6, 7, 8, 9 (0 may not come first).",
        ),
        (
            "digits+once:7:31",
            "3",
            "3 has already been used. Valid: 0, 2, 4, 5, 6, 7, 8, 9 (1, 3 have been used).",
        ),
        ("dilemma:16", "I have no valid moves.", "There is a valid move. Valid: 2, 4, 8."),
    ] {
        let mut game = Prompt::new(start);
        let before = game.game.clone();
        let input = duel_books::hear::hear(game.game.position(), typed).unwrap();
        let seat = game.game.position().turn();
        let refusal = game.game.submit(seat, input, Duration::ZERO).unwrap_err();
        assert_eq!(explain::refusal(&game.view(), &refusal), said, "{typed} in {start}");
        assert_eq!(game.game, before, "an invalid entry changes nothing");
    }
    let game = Prompt::between("Ada", "Zoë", "divide:12", Conduct::default()).types("2");
    let told = |refusal: Refusal| explain::refusal(&game.view(), &refusal);
    assert_eq!(told(Refusal::NotYourTurn), "It is Zoë's turn.");
    assert_eq!(told(Refusal::Over), "The game is over.");
    assert_eq!(told(Refusal::NothingToTakeBack), "There is no move to take back.");
    assert!(told(Refusal::NoDraws).contains("always has a winner"));
    let garbled = Fault::Garbled;
    assert_eq!(explain::fault(game.game.position(), &garbled), "That is not a move.");
    let foreign = Fault::Illegal(Move::Pass, Illegal::WrongKind);
    assert_eq!(
        explain::fault(game.game.position(), &foreign),
        "That kind of move belongs to another game."
    );
}

/// A list is whole up to two hundred entries; beyond, its ends and its length are told.
#[test]
fn long_lists_are_cut_in_the_middle() {
    let many = Prompt::new("divide:735134400");
    let listed = "Proper Divisors: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, ..., \
                  183783600, 245044800, 367567200 (1,342 in all)\n";
    assert!(many.said.contains(listed), "{}", many.said);
    let whole = Prompt::new("divide:360360");
    assert!(!whole.said.contains("..."), "{}", whole.said);
    let hidden = "121932631137021795226185032752758725782151044046102621551703";
    let unknown = Prompt::new(&format!("divide:{hidden}"));
    assert!(
        unknown.said.contains("Proper Divisors: none found so far (the number is not factored)\n"),
        "{}",
        unknown.said
    );
}

#[test]
fn examples_are_positions_of_their_book_with_a_move() {
    for book in duel_books::BOOKS {
        let example = duel_books::position(book.example).unwrap();
        assert_eq!(example.rules().book(), book.slug);
        assert!(!example.is_over(), "{}", book.example);
    }
}
