//! Random games of every book under every set of house rules, played by the library and by a
//! second implementation that knows only the rulings; the two must agree at every turn.

mod naive;

use std::collections::BTreeSet;

use duel_core::{Digit, HouseRule, Move, Op, Outcome, Position, Seat};
use duel_numbers::{Budget, Natural};
use naive::{Act, Game};

/// A small generator of random numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from `low` to `high`.
    fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.next() % (high - low + 1)
    }
}

fn position_of(game: &Game) -> Position {
    duel_books::position(&game.text()).unwrap_or_else(|error| panic!("{}: {error}", game.text()))
}

fn as_move(act: Act) -> Move {
    match act {
        Act::Pass => Move::Pass,
        Act::Append(digit) => Move::Append(Digit::ALL[usize::try_from(digit).unwrap()]),
        Act::Take(index, sign, divisor) => Move::Take {
            index,
            op: if sign == '/' { Op::Divide } else { Op::Subtract },
            divisor: Natural::from(divisor),
        },
    }
}

/// Everything that somebody could try.
fn attempts(game: &Game) -> Vec<Act> {
    let mut attempts: Vec<Act> = (0..10).map(Act::Append).collect();
    attempts.push(Act::Pass);
    for place in 0..=game.numbers.len() {
        let n = game.numbers.get(place).copied().unwrap_or(2);
        for divisor in 0..=n + 1 {
            attempts.push(Act::Take(place, '/', divisor));
            attempts.push(Act::Take(place, '-', divisor));
        }
    }
    attempts
}

/// Compares one position in every respect, and gives the legal moves.
fn compare(game: &Game, position: &Position) -> Vec<Act> {
    let text = game.text();
    assert_eq!(&position_of(game), position, "{text} against {position}");
    let printed = position.to_string();
    assert_eq!(&duel_books::position(&printed).unwrap(), position, "{printed} reads back");
    assert_eq!(duel_books::position(&printed).unwrap().to_string(), printed);

    let legal = game.acts();
    let moves = position.moves(Budget::PROMPT);
    let listed: Vec<Move> = moves.iter().collect();
    let expected: Vec<String> = legal.iter().map(|act| game.write(*act)).collect();
    let written: Vec<String> = listed.iter().map(|listed| position.write_move(listed)).collect();
    assert_eq!(written, expected, "the moves of {text}");
    assert!(moves.is_complete(), "{text}");
    assert_eq!(moves.count(), Natural::from(legal.len()), "{text}");
    for (listed, written) in listed.iter().zip(&written) {
        assert_eq!(position.read_move(written).as_ref(), Ok(listed), "{written} in {text}");
    }

    let legal_set: BTreeSet<Act> = legal.iter().copied().collect();
    for act in attempts(game) {
        let accepted = position.after(&as_move(act)).is_ok();
        assert_eq!(accepted, legal_set.contains(&act), "{act:?} in {text}");
    }

    assert_eq!(position.can_move(), !legal.is_empty(), "{text}");
    let outcome = game.winner().map(|winner| match winner {
        0 => Outcome::Nobody,
        1 => Outcome::Won(Seat::First),
        _ => Outcome::Won(Seat::Second),
    });
    assert_eq!(position.outcome(), outcome, "{text}");
    legal
}

/// Plays one random game; gives the number of moves.
fn play(mut game: Game, dice: &mut Dice) -> usize {
    let mut position = position_of(&game);
    for ply in 0..60 {
        let legal = compare(&game, &position);
        if legal.is_empty() {
            return ply;
        }
        // The smaller the divisor, the longer the game: mostly take one of the lower half.
        let most = if dice.between(0, 3) == 0 { legal.len() } else { legal.len().div_ceil(2) };
        let act = legal[usize::try_from(dice.next()).unwrap() % most];
        let step = position.play(&as_move(act)).unwrap();
        assert_eq!(step.before, position);
        assert_eq!(step.played, as_move(act));
        position = step.after;
        game = game.after(act);
    }
    assert_eq!(game.book, "digits", "only digits can go on for ever");
    60
}

/// Plays games of a book under every set of house rules; gives how many, and how many moves.
fn play_all(book: &'static str, dice: &mut Dice, games: usize, high: u64) -> (usize, usize) {
    let (mut played, mut moves) = (0, 0);
    for house in naive::combinations(book) {
        for count in (1..=3).cycle().take(games) {
            let mut drawn: Vec<u64> = Vec::new();
            while drawn.len() < count {
                let number = match book {
                    "digits" => dice.between(2, 40),
                    // Several numbers make longer games, so they are smaller.
                    _ => dice.between(1, high / u64::try_from(count).unwrap()),
                };
                if book != "digits" || !drawn.contains(&number) {
                    drawn.push(number);
                }
            }
            let is_digits = book == "digits";
            let game = Game {
                book,
                house: house.clone(),
                cap: dice.between(1, 12),
                numbers: if is_digits { Vec::new() } else { drawn.clone() },
                targets: if is_digits { drawn } else { Vec::new() },
                digits: Vec::new(),
                chosen: Vec::new(),
                seat: dice.between(1, 2),
            };
            moves += play(game, dice);
            played += 1;
        }
    }
    (played, moves)
}

#[test]
fn divide_agrees_with_the_naive_rules() {
    assert_eq!(naive::combinations("divide").len(), 80);
    let (games, moves) = play_all("divide", &mut Dice(1), 18, 120);
    assert!(games == 1_440 && moves > 3_000, "{games} games of {moves} moves are too few");
}

#[test]
fn dilemma_agrees_with_the_naive_rules() {
    let (games, moves) = play_all("dilemma", &mut Dice(2), 18, 120);
    assert!(games == 1_440 && moves > 3_000, "{games} games of {moves} moves are too few");
}

#[test]
fn subtract_agrees_with_the_naive_rules() {
    assert_eq!(naive::combinations("subtract").len(), 32);
    let (games, moves) = play_all("subtract", &mut Dice(3), 30, 120);
    assert!(games == 960 && moves > 3_000, "{games} games of {moves} moves are too few");
}

#[test]
fn digits_agrees_with_the_naive_rules() {
    assert_eq!(naive::combinations("digits").len(), 24);
    let (games, moves) = play_all("digits", &mut Dice(4), 60, 0);
    assert!(games == 1_440 && moves > 3_000, "{games} games of {moves} moves are too few");
}

#[test]
fn factor_agrees_with_the_naive_rules() {
    assert_eq!(naive::combinations("factor").len(), 8);
    let (games, moves) = play_all("factor", &mut Dice(5), 120, 150);
    assert!(games == 960 && moves > 3_000, "{games} games of {moves} moves are too few");
}

/// Positions that random play hardly reaches: most divisors of the number are barred.
#[test]
fn nearly_all_divisors_barred() {
    let mut dice = Dice(6);
    let mut stuck = 0;
    for book in ["divide", "dilemma", "subtract", "factor"] {
        for house in naive::combinations(book) {
            let mut game = Game {
                book,
                house,
                cap: 0,
                numbers: Vec::new(),
                targets: Vec::new(),
                digits: Vec::new(),
                chosen: Vec::new(),
                seat: 1,
            };
            if book != "factor" && !game.has("once") {
                continue;
            }
            for _ in 0..12 {
                let n = [12, 16, 24, 30, 36, 48, 60, 64, 72, 81, 90, 96, 105, 120, 128, 144]
                    [usize::try_from(dice.between(0, 15)).unwrap()];
                game.numbers = vec![n];
                game.chosen.clear();
                let gap = dice.between(2, 9);
                game.chosen = (1..=n + 3)
                    .filter(|d| {
                        let wanted = n.is_multiple_of(*d) || dice.between(0, 30) == 0;
                        wanted && dice.between(1, gap) > 1 && could_choose(&game, *d)
                    })
                    .collect();
                stuck += usize::from(compare(&game, &position_of(&game)).is_empty());
            }
        }
    }
    assert!(stuck > 50, "only {stuck} positions were stuck");
}

fn could_choose(game: &Game, d: u64) -> bool {
    let with_one = ["one", "prime-steps"].iter().any(|rule| game.has(rule));
    let is_prime = (2..d).all(|factor| !d.is_multiple_of(factor));
    match d {
        1 => with_one || game.book == "factor",
        _ => !game.has("prime-steps") || is_prime,
    }
}

#[test]
fn house_rules_in_any_order_are_the_same_rules() {
    for book in ["divide", "dilemma", "subtract", "digits", "factor"] {
        let rules = duel_books::catalogue(book).unwrap();
        for names in naive::combinations(book) {
            let mut house: Vec<HouseRule> =
                names.iter().map(|name| name.parse().unwrap()).collect();
            let forward = rules.with(&house, Some(5)).unwrap();
            house.reverse();
            assert_eq!(rules.with(&house, Some(5)), Ok(forward), "{book} {names:?}");
            let one_by_one =
                house.iter().try_fold(rules, |rules, rule| rules.with(&[*rule], Some(5))).unwrap();
            assert_eq!(one_by_one, forward, "{book} {names:?}");
            let printed: Vec<&str> = forward.house().map(HouseRule::name).collect();
            assert_eq!(printed, names);
        }
    }
}
