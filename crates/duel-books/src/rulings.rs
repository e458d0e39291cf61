//! What the books leave open, settled. `docs/rulings.md` prints the same sentences.

/// One ruling.
pub struct Ruling {
    /// Its name.
    pub id: &'static str,
    /// The books it concerns; empty for all.
    pub books: &'static [&'static str],
    /// What it says.
    pub text: &'static str,
}

impl Ruling {
    const fn all(id: &'static str, text: &'static str) -> Ruling {
        Ruling { id, books: &[], text }
    }

    const fn of(id: &'static str, books: &'static [&'static str], text: &'static str) -> Ruling {
        Ruling { id, books, text }
    }
}

/// The rulings that concern a book.
pub fn of_book(slug: &str) -> impl Iterator<Item = &'static Ruling> {
    RULINGS.iter().filter(move |ruling| ruling.books.is_empty() || ruling.books.contains(&slug))
}

/// Every ruling, in order.
pub const RULINGS: [Ruling; 31] = [
    Ruling::all(
        "A1",
        "Whoever is to move and has no valid move loses; so the last mover wins. In digits the move that makes the number divisible ends the game and wins, and in factor reaching 0 leaves the opponent without a move. The house rule misere turns this round.",
    ),
    Ruling::all(
        "A2",
        "Exact arithmetic decides. Where an example in a book miscalculates, the errata say so.",
    ),
    Ruling::all(
        "A3",
        "Players are called Player 1 and Player 2 unless they give names. A name belongs to a person for the whole match; in text forms the seats 1 and 2 belong to one game, and seat 1 began it.",
    ),
    Ruling::all(
        "A4",
        "The first named player begins, or the other one, or a toss decides, or (house rule swap) one player sets the start and the other chooses who begins.",
    ),
    Ruling::all(
        "A5",
        "An invalid entry changes nothing. It is explained and asked again, or, if that was agreed (--on-illegal forfeit), it loses the game at once.",
    ),
    Ruling::all(
        "A6",
        "Numbers are written in ASCII digits, from 1 up, without leading zeros, signs, spaces, separators or exponents, and with at most 10,000 digits. A move in digits is one character, 0 to 9.",
    ),
    Ruling::all("A7", "Saying that one has no valid move is accepted only where it is true."),
    Ruling::all(
        "A8",
        "In a match the first mover alternates, wins are counted, a win may be worth several points, and a number of rounds or a score may end it.",
    ),
    Ruling::all(
        "A9",
        "A clock gives a time per turn, or a total with an increment. Running out of time loses the game.",
    ),
    Ruling::all(
        "A10",
        "There are no draws by agreement, except in digits, which can go on for ever: there both may agree to abandon the game without a winner. A move taken back by consent is struck from the record.",
    ),
    Ruling::of(
        "B1",
        &["divide"],
        "The start is greater than 1. A prime may be agreed on; it is lost at once for whoever begins, and that is said before the game.",
    ),
    Ruling::of("B2", &["divide"], "The sample game from 60 comes out as the book prints it."),
    Ruling::of(
        "C1",
        &["dilemma"],
        "At the prompt a player without a move is asked to say so. The game is decided all the same, and records hold no such entry. Any positive start is allowed; 1 and primes are lost at once.",
    ),
    Ruling::of(
        "C2",
        &["dilemma"],
        "Nothing can repeat, because every move makes the number smaller.",
    ),
    Ruling::of(
        "C3",
        &["divide", "dilemma"],
        "House rule one: dividing by 1 cannot be repeated, so it happens once per game, by whoever does it first.",
    ),
    Ruling::of(
        "C4",
        &["divide", "dilemma", "subtract"],
        "House rule either: a chosen divisor may be divided by or subtracted.",
    ),
    Ruling::of(
        "D1",
        &["subtract"],
        "Proper divisors leave out 1 and the number itself. Any positive start is allowed; primes and 1 are lost at once.",
    ),
    Ruling::of("D2", &["subtract"], "A move is typed as Subtract 5 or just 5."),
    Ruling::of("D3", &["subtract"], "The book's time limit per turn is the clock of A9."),
    Ruling::of(
        "D4",
        &["digits"],
        "Erratum: 31428 mod 7 is 5, not 0, so the book's first example would go on. 31423 would have won.",
    ),
    Ruling::of(
        "D5",
        &["digits"],
        "Any digit may come first, so 0 wins at once. The house rule no-leading-zero forbids it.",
    ),
    Ruling::of(
        "D6",
        &["digits"],
        "A maximum length is only announced when it is reached, and the game goes on. The house rules cap-draw and cap-second end it there.",
    ),
    Ruling::of(
        "D7",
        &["digits"],
        "Making the number divisible wins, as the book's second rule says; the game that its third rule describes is misere.",
    ),
    Ruling::of(
        "D8",
        &["digits"],
        "The number may grow without limit, and the target is any number above 1.",
    ),
    Ruling::of(
        "D9",
        &["digits"],
        "House rule once: each digit is used at most once, and a player with no digit left has no valid move.",
    ),
    Ruling::of(
        "E1",
        &["factor"],
        "Every factor counts, 1 and the Current Number included, and each number is used at most once per game.",
    ),
    Ruling::of(
        "E2",
        &["factor"],
        "So the first player can win at once by taking the whole number. The house rule no-whole forbids it while the number is above 1.",
    ),
    Ruling::of("E3", &["factor"], "The sample game from 12 comes out as the book prints it."),
    Ruling::all(
        "F1",
        "Several numbers may be played at once: a move changes one of them, used numbers are shared, a number at 0 is out, and the last mover decides. In digits several targets may be set; any of them ends the game.",
    ),
    Ruling::all(
        "F2",
        "House rules combine, except for those that contradict each other: one or either with prime-steps, and two caps. A cap needs a maximum length. A barred number is barred for both operations and on all numbers. Misere does not turn caps round.",
    ),
    Ruling::all(
        "F3",
        "Every book has a fair variant, because as the books stand most of the games end after one good move. Its start is drawn by lot; a given start or target takes its place, and its house rules stay.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = include_str!("../../../docs/rulings.md");

    #[test]
    fn the_page_of_rulings_says_the_same() {
        for ruling in &RULINGS {
            let line = format!("- **{}.** {}", ruling.id, ruling.text);
            assert!(PAGE.contains(&line), "docs/rulings.md lacks: {line}");
        }
        assert_eq!(PAGE.matches("- **").count(), RULINGS.len());
    }

    #[test]
    fn the_page_lists_each_house_rule_with_its_books() {
        for rule in duel_core::HouseRule::ALL {
            let books = crate::house::books_of(rule);
            let books = if books.len() == 5 { "all".to_owned() } else { books.join(", ") };
            let row = PAGE.lines().find(|line| line.starts_with(&format!("| `{rule}` |")));
            assert!(
                row.is_some_and(|row| row.ends_with(&format!("| {books} |"))),
                "{rule}: {books}"
            );
        }
    }
}
