//! The rules of a game in words agree with themselves and with the game, for all rules.

mod rule_sets;

use duel_books::{BOOKS, house::fair_in_words, rules_text};
use duel_core::{
    Conduct, Echo, HouseRule, LastMover, Move, Op, Outcome, Play, Position, Reuse, Rules,
};
use duel_numbers::{Budget, Natural};

/// Statements of which at most one can be true of a game.
const CONTRADICTIONS: [&[&str]; 9] = [
    &["share one number", "numbers; a move changes one of them"],
    &["cannot move loses", "cannot move wins", "1, loses", "1, wins"],
    &["you win", "you lose"],
    &["has none left loses", "has none left wins"],
    &["itself count", "itself only when it is 1", "square is at most"],
    &["is divided by it.", "It is subtracted", "as you like", "by one of its prime factors"],
    &["less than the number", "less than that number", "square is at most"],
    &["there is no winner", "the player who did not begin wins"],
    &["with a target", "any of the targets"],
];

fn starts(rules: &Rules) -> Vec<Position> {
    let starts: &[&str] = match rules.play() {
        Play::Take(_) => &["12", "12,30", "12,30,8"],
        Play::Append(_) => &["7:", "22,25,31,34:"],
    };
    starts.iter().map(|start| duel_books::position(&format!("{rules}:{start}")).unwrap()).collect()
}

/// Plays first moves until the game is over.
fn played_out(position: &Position) -> Position {
    let mut position = position.clone();
    while let Some(made) = position.moves(Budget::PROMPT).iter().next() {
        position = position.after(&made).unwrap();
    }
    position
}

#[test]
fn no_sentence_contradicts_another_or_the_game() {
    let all = rule_sets::all();
    assert_eq!(all.len(), 224);
    for rules in all {
        for start in starts(&rules) {
            let text = rules_text::of_position(&start).replace('\n', " ");
            for statements in CONTRADICTIONS {
                let made = statements.iter().filter(|statement| text.contains(**statement));
                assert!(made.count() <= 1, "{start}: {text}");
            }
            let says = |statement: &str| text.contains(statement);
            let house = text.split("The house rule").nth(1).unwrap_or_default();
            for rule in HouseRule::ALL {
                let is_named = house.split([' ', ',']).any(|word| word == rule.name());
                assert_eq!(is_named, rules.house().any(|own| own == rule), "{rule}: {text}");
            }
            match rules.play() {
                Play::Take(take) => {
                    let legal = |op, divisor: u64| {
                        let divisor = Natural::from(divisor);
                        start.play(&Move::Take { index: 0, op, divisor }).is_ok()
                    };
                    let any = |divisor| legal(Op::Divide, divisor) || legal(Op::Subtract, divisor);
                    let over = played_out(&start);
                    let stuck_wins = over.outcome() == Some(Outcome::Won(over.turn()));
                    assert_eq!(says("cannot move wins") || says("1, wins"), stuck_wins, "{text}");
                    assert_eq!(
                        says("cannot move loses") || says("1, loses"),
                        !stuck_wins,
                        "{text}"
                    );
                    assert_eq!(says("itself count"), any(12), "{text}");
                    let divides =
                        says("is divided by it.") || says("as you like") || says("prime factors");
                    assert_eq!(divides, legal(Op::Divide, 2), "{text}");
                    let subtracts =
                        says("It is subtracted") || says("as you like") || says("or subtract 1");
                    assert_eq!(
                        subtracts,
                        legal(Op::Subtract, 2) || legal(Op::Subtract, 1),
                        "{text}"
                    );
                    assert_eq!(
                        says("once in the game, by either"),
                        take.reuse == Reuse::Once,
                        "{text}"
                    );
                    let echo = take.echo == Echo::Barred && take.reuse == Reuse::Free;
                    assert_eq!(says("has just chosen"), echo, "{text}");
                    assert_eq!(says("may divide by 1 instead"), start.can_pass(), "{text}");
                    assert_eq!(
                        says("; 1 counts") || says("; 1 and"),
                        any(1) && !says("prime"),
                        "{text}"
                    );
                }
                Play::Append(_) => {
                    let loses = rules.last_mover() == LastMover::Loses;
                    assert_eq!(says("you lose"), loses, "{text}");
                    assert_eq!(says("you win"), !loses, "{text}");
                }
            }
        }
    }
}

#[test]
fn what_is_agreed_beside_the_rules_is_told() {
    let start = duel_books::position("factor+no-whole+root+misere:100").unwrap();
    let conduct = Conduct { clock: Some("30s".parse().unwrap()), ..Conduct::default() };
    let game = duel_core::Referee::new(start, conduct);
    let text = rules_text::of_game(&game);
    assert!(text.contains("The clock: 30s"), "{text}");
    assert!(text.replace('\n', " ").contains("A player who cannot move wins;"), "{text}");
    assert!(text.lines().all(|line| line.len() <= 100), "{text}");
}

#[test]
fn fair_variants_tell_how_many_numbers_there_are() {
    let words: Vec<String> = BOOKS.iter().map(|book| fair_in_words(book)).collect();
    for (words, count) in words.iter().zip([
        "three numbers ",
        "one number ",
        "one number ",
        "four targets ",
        "one number ",
    ]) {
        assert!(words.starts_with(count), "{words}");
    }
}
