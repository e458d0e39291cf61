//! What the books leave open, settled. `docs/rulings.md` prints the same sentences.
//!
//! What concerns one book alone is in its file; here is the rest.

use duel_core::HouseRule;

use crate::{BOOKS, Book, house};

/// One ruling.
#[derive(Clone, Copy, Debug)]
pub struct Ruling {
    /// Its name: a letter and a number.
    pub id: &'static str,
    /// What it says.
    pub text: &'static str,
}

/// The rulings that concern a book, in the order of their names.
pub fn of_book(book: &Book) -> Vec<&'static Ruling> {
    let of_house = HOUSE_RULES.iter().filter(|(rule, _)| house::fits(*rule, book));
    let general = EVERY_BOOK.iter().chain(of_house.map(|(_, ruling)| ruling));
    sorted(general.chain(book.rulings).collect())
}

/// Every ruling, in the order of their names.
pub fn all() -> Vec<&'static Ruling> {
    let general = EVERY_BOOK.iter().chain(HOUSE_RULES.iter().map(|(_, ruling)| ruling));
    sorted(general.chain(BOOKS.iter().flat_map(|book| book.rulings)).collect())
}

fn sorted(mut rulings: Vec<&'static Ruling>) -> Vec<&'static Ruling> {
    // A2 comes before A10.
    rulings.sort_by_key(|ruling| (ruling.id.chars().next(), ruling.id.len(), ruling.id));
    rulings
}

/// The rulings that concern every book.
const EVERY_BOOK: &[Ruling] = &[
    Ruling {
        id: "A1",
        text: "Whoever is to move and has no valid move loses; so the last mover wins. In digits the move that makes the number divisible ends the game and wins, and in factor reaching 0 leaves the opponent without a move. The house rule misere turns this round.",
    },
    Ruling {
        id: "A2",
        text: "Exact arithmetic decides. Where an example in a book miscalculates, the errata say so.",
    },
    Ruling {
        id: "A3",
        text: "Players are called Player 1 and Player 2 unless they give names. A name belongs to a person for the whole match; in text forms the seats 1 and 2 belong to one game, and seat 1 began it.",
    },
    Ruling {
        id: "A4",
        text: "The first named player begins, or the other one, or a toss decides, or (house rule swap) one player sets the start and the other chooses who begins.",
    },
    Ruling {
        id: "A5",
        text: "An invalid entry changes nothing. It is explained and asked again, or, if that was agreed (--on-illegal forfeit), it loses the game at once.",
    },
    Ruling {
        id: "A6",
        text: "Numbers are written in ASCII digits, from 1 up, without leading zeros, signs, spaces, separators or exponents, and with at most 10,000 digits. A move in digits is one character, 0 to 9.",
    },
    Ruling {
        id: "A7",
        text: "Saying that one has no valid move is accepted only where it is true.",
    },
    Ruling {
        id: "A8",
        text: "In a match the first mover alternates, wins are counted, a win may be worth several points, and a number of rounds or a score may end it.",
    },
    Ruling {
        id: "A9",
        text: "A clock gives a time per turn, or a total with an increment. Running out of time loses the game.",
    },
    Ruling {
        id: "A10",
        text: "There are no draws by agreement, except in digits, which can go on for ever: there both may agree to abandon the game without a winner. A move taken back by consent is struck from the record.",
    },
    Ruling {
        id: "F1",
        text: "Several numbers may be played at once: a move changes one of them, used numbers are shared, a number at 0 is out, and the last mover decides. In digits several targets may be set; any of them ends the game.",
    },
    Ruling {
        id: "F2",
        text: "House rules combine, except for those that contradict each other: one or either with prime-steps, and two caps. A cap needs a maximum length. A barred number is barred for both operations and on all numbers. Misere does not turn caps round.",
    },
    Ruling {
        id: "F3",
        text: "Every book has a fair variant, because as the books stand most of the games end after one good move. Its start is drawn by lot; a given start or target takes its place, and its house rules stay.",
    },
];

/// The rulings that concern the books that a house rule fits.
const HOUSE_RULES: &[(HouseRule, Ruling)] = &[
    (
        HouseRule::One,
        Ruling {
            id: "C3",
            text: "House rule one: dividing by 1 cannot be repeated, so it happens once per game, by whoever does it first.",
        },
    ),
    (
        HouseRule::Either,
        Ruling {
            id: "C4",
            text: "House rule either: a chosen divisor may be divided by or subtracted.",
        },
    ),
];
