//! Book 004, "Factor Duel": subtract factors that were not used before.

use duel_core::{Board, Choice, HouseRule, Move, Op, Play, Reuse, Rules, Seats, Step, Take, View};

use crate::{
    Book, Fair, Picture, Reader, Stuck, Voice,
    divide::wins,
    listing::{self, joined, list_of_factors, numbers},
    rulings::Ruling,
};

/// The book.
pub(crate) const BOOK: Book = Book {
    slug: "factor",
    title: "Factor Duel",
    short: "Factors",
    example: "factor+no-whole:30",
    trials: &[
        "factor:24",
        "factor+no-whole:60",
        "factor+misere+root+no-whole:120",
        "factor:12,18",
        "factor+root:36",
    ],
    picture: Picture::Pairs,
    rules: Rules::new(
        "factor",
        Play::Take(Take { reuse: Reuse::Once, ..Take::one(Op::Subtract, Choice::All) }),
    ),
    start: 100,
    least: 1,
    fair: Fair {
        house: &[HouseRule::NoWhole, HouseRule::Root, HouseRule::Misere],
        count: 1,
        from: 100,
        to: 600,
        length: None,
    },
    stuck: Stuck::Announced,
    text: "\
Two players share the Current Number, at first 100 or any other that they agree on, and a list of
used numbers, at first empty. On your turn choose a factor of the Current Number (1 and the number
itself count) that is not on the list. It is subtracted, and goes on the list. Whoever reaches
zero wins; whoever has no unused factor to choose loses. There are no draws.

What you type: the factor (6).",
    rulings: &[
        Ruling {
            id: "E1",
            text: "Every factor counts, 1 and the Current Number included, and each number is used at most once per game.",
        },
        Ruling {
            id: "E2",
            text: "So the first player can win at once by taking the whole number. The house rule no-whole forbids it while the number is above 1.",
        },
        Ruling { id: "E3", text: "The sample game from 12 comes out as the book prints it." },
    ],
    voice: Voice { opening, turn, prompt, moved, stuck, result, wins },
};

fn opening(view: &View<'_>) -> String {
    let current = numbers(view.position);
    format!("Starting the game. Current Number is {current}.\n{}", used(view.position.board()))
}

fn used(board: &Board) -> String {
    let list = match board {
        Board::Numbers { barred, .. } if !barred.is_empty() => joined(barred),
        _ => "None".to_owned(),
    };
    format!("Used Numbers: {list}\n")
}

fn turn(view: &View<'_>) -> String {
    format!("\n{}'s turn.\n{}", view.mover(), list_of_factors(view))
}

fn prompt(view: &View<'_>) -> String {
    format!("Enter your chosen factor{}: ", listing::how_to_choose(view.position))
}

fn moved(step: &Step, names: &Seats<String>, _reader: Reader) -> String {
    let Move::Take { divisor, .. } = &step.played else {
        return String::new();
    };
    let from = if step.before.has_several_numbers() {
        format!(" from {}", listing::chosen_number(step))
    } else {
        String::new()
    };
    format!(
        "\n{} selects {divisor}{from}.\nNew Current Number is {}.\n{}",
        names[step.before.turn()],
        numbers(&step.after),
        used(step.after.board())
    )
}

fn stuck(view: &View<'_>) -> String {
    let Board::Numbers { numbers, .. } = view.position.board() else {
        return String::new();
    };
    if numbers.iter().all(duel_numbers::Natural::is_zero) {
        String::new()
    } else {
        format!("{}{} has no valid move.\n", turn(view), view.mover())
    }
}

fn result(_view: &View<'_>, winner: Option<&str>) -> String {
    format!("\n{}\n", winner.map(wins).unwrap_or_default())
}
