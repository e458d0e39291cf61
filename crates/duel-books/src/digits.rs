//! Book 003, "Divisor Duel": append digits until a target divides the number.

use duel_core::{Append, Board, HouseRule, Play, Rules, Seats, Step, View};
use duel_numbers::Natural;

use crate::{
    Book, Fair, Picture, Reader, Stuck, Voice, divide::wins, listing::joined, rulings::Ruling,
};

/// The book.
pub(crate) const BOOK: Book = Book {
    slug: "digits",
    title: "Divisor Duel: Digits",
    short: "Digits",
    example: "digits:7:31",
    trials: &[
        "digits:7:",
        "digits+no-leading-zero:22,25:",
        "digits+misere+once:97:",
        "digits+no-leading-zero+cap-second=6:22,25,27:",
        "digits+cap-draw=4:89:",
    ],
    picture: Picture::Wheel,
    rules: Rules::new("digits", Play::Append(Append::PLAIN)),
    start: 7,
    least: 2,
    fair: Fair {
        house: &[HouseRule::NoLeadingZero, HouseRule::CapSecond],
        count: 4,
        from: 22,
        to: 34,
        length: Some(18),
    },
    stuck: Stuck::Announced,
    text: "\
Two players agree on a target D, any number above 1 (here 7), and build a number N together. It
starts empty; on your turn append exactly one digit, 0 to 9, at its end. If N is then divisible by
D (N mod D = 0), you have won. You may agree on a maximum length: reaching it is announced, and
the game goes on. An invalid entry may be agreed to lose. A game that never ends may be abandoned
by agreement.

What you type: the digit (4).",
    rulings: &[
        Ruling {
            id: "D4",
            text: "Erratum: 31428 mod 7 is 5, not 0, so the book's first example would go on. 31423 would have won.",
        },
        Ruling {
            id: "D5",
            text: "Any digit may come first, so 0 wins at once. The house rule no-leading-zero forbids it.",
        },
        Ruling {
            id: "D6",
            text: "A maximum length is only announced when it is reached, and the game goes on. The house rules cap-draw and cap-second end it there.",
        },
        Ruling {
            id: "D7",
            text: "Making the number divisible wins, as the book's second rule says; the game that its third rule describes is misere.",
        },
        Ruling {
            id: "D8",
            text: "The number may grow without limit, and the target is any number above 1.",
        },
        Ruling {
            id: "D9",
            text: "House rule once: each digit is used at most once, and a player with no digit left has no valid move.",
        },
    ],
    voice: Voice { opening, turn, prompt, moved, stuck, result, wins },
};

fn opening(view: &View<'_>) -> String {
    let Board::Digits { targets, .. } = view.position.board() else {
        return String::new();
    };
    let noun = if targets.len() > 1 { "Target Divisors" } else { "Target Divisor" };
    let number = shared_number(view.position.board());
    format!("Welcome to Divisor Duel!\n{noun} (D): {}\n{number}", joined(targets))
}

fn shared_number(board: &Board) -> String {
    let number = format!("Shared Number (N): {}", written(board));
    format!("{}\n", number.trim_end())
}

fn written(board: &Board) -> String {
    match board {
        Board::Digits { digits, .. } => digits.iter().map(|digit| digit.to_char()).collect(),
        Board::Numbers { .. } => String::new(),
    }
}

fn turn(view: &View<'_>) -> String {
    format!("\n{}'s turn.\n", view.mover())
}

fn prompt(_view: &View<'_>) -> String {
    "Enter a digit to append: ".to_owned()
}

fn moved(step: &Step, _names: &Seats<String>, _reader: Reader) -> String {
    let board = step.after.board();
    let Board::Digits { targets, residues, .. } = board else {
        return String::new();
    };
    let number = written(board);
    let remainders: String = targets
        .iter()
        .zip(residues)
        .map(|(target, residue): (&Natural, &Natural)| {
            format!("{number} mod {target} = {residue}\n")
        })
        .collect();
    let verdict = if step.after.is_over() { "" } else { "No winner yet.\n" };
    format!("{}{remainders}{verdict}", shared_number(board))
}

fn stuck(view: &View<'_>) -> String {
    let Board::Digits { append, digits, .. } = view.position.board() else {
        return String::new();
    };
    if view.position.board().is_complete() {
        String::new()
    } else if append.cap.length().is_some_and(|length| digits.len() >= length as usize) {
        format!("Maximum length ({}) reached.\n", digits.len())
    } else {
        format!("\n{}'s turn.\nEvery digit has been used. No valid moves.\n", view.mover())
    }
}

fn result(_view: &View<'_>, winner: Option<&str>) -> String {
    let verdict = winner.map_or_else(|| "Nobody wins.".to_owned(), wins);
    format!("{verdict}\n")
}
