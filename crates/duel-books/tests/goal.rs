//! The goal of a game is played: from its data alone follow the legal moves, the end and the winner of
//! every position, for all rules.

mod rule_sets;

use std::collections::{BTreeSet, HashMap, HashSet};

use duel_books::{
    BOOKS, closing,
    goal::{Dead, End, GameGoal, Limit, Targets, Turn},
    listing::move_line,
    short_name,
};
use duel_core::{
    Board, Choice, Digit, Ending, HouseRule, LastMover, Move, Op, Outcome, Play, Position, Rules,
    Seat, Seats, Step,
};

const NAMES: Seats<&str> = Seats { first: "Ann", second: "Ben" };

fn names() -> Seats<String> {
    Seats::new(NAMES.first.to_owned(), NAMES.second.to_owned())
}

/// How many positions are looked at after each start.
const PER_START: usize = 16;

/// A game that knows its goal and nothing else of the rules.
#[derive(Clone)]
struct Game {
    goal: GameGoal,
    numbers: Vec<u64>,
    digits: Vec<u64>,
    /// What was chosen, by both players, in order.
    chosen: Vec<u64>,
    turn: Seat,
}

fn is_prime(n: u64) -> bool {
    n > 1 && (2..n).all(|d| !n.is_multiple_of(d))
}

impl Game {
    fn at(start: &Position) -> Game {
        let numbers = match start.board() {
            Board::Numbers { numbers, .. } => numbers.iter().map(|n| n.to_u64().unwrap()).collect(),
            Board::Digits { .. } => Vec::new(),
        };
        let goal = GameGoal::of_position(start);
        Game { goal, numbers, digits: Vec::new(), chosen: Vec::new(), turn: start.turn() }
    }

    /// The same game without one of its limits.
    fn without(&self, limit: Limit) -> Game {
        let mut game = self.clone();
        game.goal.limits.retain(|other| *other != limit);
        game
    }

    fn allows(&self, made: &Move) -> bool {
        let limits = &self.goal.limits;
        match (made, &self.goal.turn) {
            (Move::Pass, Turn::Take { .. }) => {
                limits.contains(&Limit::Pass) && !self.chosen.contains(&1)
            }
            (Move::Take { index, op, divisor }, Turn::Take { step, or_step, .. }) => {
                let (n, d) = (self.numbers[*index], divisor.to_u64().unwrap());
                let fits = [Some(*step), *or_step].into_iter().flatten().any(|step| {
                    step.op == *op
                        && match step.choice {
                            Choice::Proper => 1 < d && d < n,
                            Choice::Prime => is_prime(d) && d < n,
                            Choice::One => d == 1 && n > 1,
                            _ => true,
                        }
                });
                let is_barred = |limit: &Limit| match limit {
                    Limit::Root => d * d > n,
                    Limit::NotWhole => d == n && n > 1,
                    Limit::Once => self.chosen.contains(&d),
                    Limit::NotJustChosen => self.chosen.last() == Some(&d),
                    _ => false,
                };
                n > 0 && n.is_multiple_of(d) && fits && !limits.iter().any(is_barred)
            }
            (Move::Append(digit), Turn::Append) => {
                let digit = u64::from(digit.value());
                let is_barred = |limit: &Limit| match limit {
                    Limit::NoLeadingZero => digit == 0 && self.digits.is_empty(),
                    Limit::DigitOnce { .. } => self.digits.contains(&digit),
                    _ => false,
                };
                !self.is_multiple() && self.cap().is_none() && !limits.iter().any(is_barred)
            }
            _ => false,
        }
    }

    /// The numbers that could be chosen, had nothing been chosen before.
    fn choices_if_nothing_was_chosen(&self) -> BTreeSet<u64> {
        let mut game = self.clone();
        game.chosen.clear();
        let choice = |made: Move| match made {
            Move::Take { divisor, .. } => divisor.to_u64().unwrap(),
            Move::Append(digit) => digit.value().into(),
            Move::Pass => 1,
        };
        game.attempts().into_iter().filter(|made| game.allows(made)).map(choice).collect()
    }

    fn is_multiple(&self) -> bool {
        let End::Multiple(Targets::Known(targets)) = &self.goal.end else { return false };
        let remainder = |d| self.digits.iter().fold(0, |rest, digit| (rest * 10 + digit) % d);
        let is_divisible = targets.iter().any(|target| remainder(target.to_u64().unwrap()) == 0);
        !self.digits.is_empty() && is_divisible
    }

    /// How a game ends that has reached its length.
    fn cap(&self) -> Option<Outcome> {
        self.goal.limits.iter().find_map(|limit| match limit {
            Limit::CapDraw(length) if self.digits.len() >= *length as usize => {
                Some(Outcome::Nobody)
            }
            Limit::CapSecond(length) if self.digits.len() >= *length as usize => {
                Some(Outcome::Won(Seat::Second))
            }
            _ => None,
        })
    }

    /// Whether each number is one from which there is never a move.
    fn is_dead(&self) -> bool {
        let End::Stuck { dead: Some(dead), .. } = self.goal.end else { return false };
        self.numbers.iter().all(|n| match dead {
            Dead::Prime { or_one } => is_prime(*n) || or_one && *n == 1,
            Dead::One => *n == 1,
            Dead::Zero => *n == 0,
        })
    }

    fn outcome(&self, can_move: bool) -> Option<Outcome> {
        let last_mover_wins = self.goal.last_mover == LastMover::Wins;
        let winner = if last_mover_wins { self.turn.other() } else { self.turn };
        match &self.goal.end {
            End::Stuck { .. } => {}
            End::Multiple(_) if self.is_multiple() => return Some(Outcome::Won(winner)),
            End::Multiple(_) => {
                if let Some(outcome) = self.cap() {
                    return Some(outcome);
                }
                let runs_out = self.goal.limits.contains(&Limit::DigitOnce { run_out: true });
                assert!(can_move || runs_out, "{:?}", self.goal);
            }
        }
        (!can_move).then_some(Outcome::Won(winner))
    }

    fn play(&mut self, made: &Move) {
        match made {
            Move::Pass => self.chosen.push(1),
            Move::Append(digit) => self.digits.push(digit.value().into()),
            Move::Take { index, op, divisor } => {
                let (number, d) = (&mut self.numbers[*index], divisor.to_u64().unwrap());
                *number = if *op == Op::Divide { *number / d } else { *number - d };
                self.chosen.push(d);
            }
        }
        self.turn = self.turn.other();
    }

    /// Every move that anybody could think of.
    fn attempts(&self) -> Vec<Move> {
        let takes = |index: usize| {
            let divisors = 1..=self.numbers[index];
            divisors.flat_map(move |d| {
                let made = move |op| Move::Take { index, op, divisor: d.into() };
                [made(Op::Divide), made(Op::Subtract)]
            })
        };
        let takes = (0..self.numbers.len()).flat_map(takes);
        takes.chain(Digit::ALL.map(Move::Append)).chain([Move::Pass]).collect()
    }
}

/// What happened in the games that were played.
#[derive(Default)]
struct Seen {
    dead_ends: usize,
    other_ends: usize,
    /// How often each limit has changed something.
    limits: HashMap<String, usize>,
}

/// A line of a log says who did what to which number, and what is left of it.
fn check_line(step: &Step, before: &Game, after: &Game) {
    let line = move_line(step, &names());
    let (name, rest) = line.split_once(": ").unwrap();
    assert_eq!(name, NAMES[before.turn], "{line}");
    let digits = |game: &Game| game.digits.iter().map(u64::to_string).collect::<String>();
    match &step.played {
        Move::Pass => assert_eq!(rest, "divides by 1"),
        Move::Append(digit) if before.digits.is_empty() => {
            assert_eq!(rest, digit.to_char().to_string());
        }
        Move::Append(digit) => {
            let (digit, before, after) = (digit.to_char(), digits(before), digits(after));
            assert_eq!(rest, format!("{before} then {digit}: {after}"));
        }
        Move::Take { .. } => {
            let (place, sum) = match rest.strip_prefix("number ") {
                Some(rest) => rest.split_once(", ").unwrap(),
                None => ("1", rest),
            };
            let place = place.parse::<usize>().unwrap() - 1;
            let [from, sign, divisor, "=", left] = sum.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{line}");
            };
            let [from, divisor, left] = [from, divisor, left].map(|n| n.parse::<u64>().unwrap());
            assert_eq!(left, if sign == "/" { from / divisor } else { from - divisor }, "{line}");
            assert_eq!((before.numbers[place], after.numbers[place]), (from, left), "{line}");
            assert_eq!(rest.contains("number"), before.numbers.len() > 1, "{line}");
        }
    }
}

/// What is said about the numbers of a player who cannot move.
fn check_stuck(why: &str, game: &Game, position: &Position) {
    let numbers = game.numbers.as_slice();
    let because = why.split_once(", because ").map(|(_, because)| because);
    match (because, numbers) {
        (Some("every digit is used"), []) => {}
        (Some("only 1 is left"), numbers) => assert_eq!(numbers, [1], "{position}: {why}"),
        (Some("only primes are left"), [_, _, ..]) => {
            assert!(numbers.iter().all(|n| is_prime(*n)), "{position}: {why}");
        }
        (Some(because), [number]) if because.ends_with(" is a prime") => {
            assert_eq!(because, format!("{number} is a prime"), "{position}");
            assert!(is_prime(*number), "{position}: {why}");
        }
        (Some(because), _) => check_barred(because, game, position),
        (None, _) => {
            let choices = game.choices_if_nothing_was_chosen();
            assert!(choices.is_empty(), "{position}: {why}: {choices:?}");
        }
    }
}

/// What is said of numbers that could be chosen if they had not been chosen before.
fn check_barred(because: &str, game: &Game, position: &Position) {
    let choices = game.choices_if_nothing_was_chosen();
    if because == "everything that could be chosen was chosen before" {
        assert!(choices.len() > 6, "{position}: {because}: {choices:?}");
        return;
    }
    let (named, how) = because.split_once(" could be chosen, ").unwrap();
    let named = named.strip_prefix("only ").unwrap();
    let named = named.split([',', ' ']).filter_map(|word| word.parse().ok());
    assert_eq!(named.collect::<BTreeSet<u64>>(), choices, "{position}: {because}");
    let (last, used) = match how.split_once(" was just chosen") {
        None => (None, how.contains("used")),
        Some((before, "")) => (choices.last().copied(), before.contains(" is used, and ")),
        Some(_) => panic!("{position}: {because}"),
    };
    assert_eq!(used, choices.len() > usize::from(last.is_some()), "{position}: {because}");
    if last.is_some() {
        assert_eq!(game.chosen.last().copied(), last, "{position}: {because}");
    }
    let all_used = choices.iter().all(|choice| game.chosen.contains(choice));
    assert!(all_used, "{position}: {because}");
}

/// The sentence about the end says what is so and who has won, whoever reads it.
fn check_reason(position: &Position, game: &Game, outcome: Outcome) {
    for reader in [None, Some(Seat::First), Some(Seat::Second)] {
        let names = names();
        let reason = closing::reason(position, &names, &Ending::Played(outcome), reader);
        let (why, result) = reason.trim_end_matches('.').split_once(": ").unwrap();
        let expected = match outcome {
            Outcome::Nobody => "nobody wins".to_owned(),
            Outcome::Won(seat) if reader == Some(seat) => "you win".to_owned(),
            Outcome::Won(seat) => format!("{} wins", NAMES[seat]),
        };
        assert_eq!(result, expected, "{position}: {reason}");
        let is_about =
            |seat: Seat| why.starts_with(if reader == Some(seat) { "You " } else { NAMES[seat] });
        if let Some((_, made)) = why.split_once(" made ") {
            let (number, target) = made.split_once(" divisible by ").unwrap();
            let [number, target] = [number, target].map(|n| n.parse::<u64>().unwrap());
            assert!(number.is_multiple_of(target) && is_about(game.turn.other()), "{reason}");
            assert!(position.to_string().contains(&format!(":{number}")), "{position}: {reason}");
        } else if let Some(digits) = why.strip_prefix("Not decided after ") {
            assert!(game.cap().is_some() && !game.is_multiple(), "{position}: {reason}");
            assert!(digits.starts_with(&game.digits.len().to_string()), "{reason}");
        } else if why.ends_with(" reached 0") {
            assert!(game.numbers.iter().all(|number| *number == 0), "{position}: {reason}");
            assert!(is_about(game.turn.other()), "{position}: {reason}");
        } else {
            check_stuck(why, game, position);
            let all_used = why.ends_with("because every digit is used");
            assert!(why.contains(" cannot move") && is_about(game.turn), "{position}: {reason}");
            assert_eq!(all_used, game.goal.turn == Turn::Append, "{position}: {reason}");
        }
    }
}

/// Compares the goal with the game in every position up to some number of them.
fn walk(start: &Position, seen: &mut Seen) {
    let mut stack = vec![(start.clone(), Game::at(start))];
    let mut known = HashSet::new();
    while let Some((position, game)) = stack.pop() {
        if known.len() >= PER_START || !known.insert(position.to_string()) {
            continue;
        }
        assert_eq!(GameGoal::of_position(&position), game.goal, "{position}: it stays the same");
        let mut can_move = false;
        for made in game.attempts() {
            let after = position.after(&made);
            assert_eq!(game.allows(&made), after.is_ok(), "{position} {made:?}: {:?}", game.goal);
            if let Ok(after) = after {
                can_move = true;
                let mut next = game.clone();
                next.play(&made);
                check_line(&position.play(&made).unwrap(), &game, &next);
                stack.push((after, next));
            }
        }
        let outcome = game.outcome(can_move);
        assert_eq!(outcome, position.outcome(), "{position}: {:?}", game.goal);
        if let Some(outcome) = outcome {
            check_reason(&position, &game, outcome);
        }
        if let End::Stuck { only, .. } = game.goal.end {
            assert!(!game.is_dead() || outcome.is_some(), "{position}: a dead number has a move");
            assert!(!only || outcome.is_none() || game.is_dead(), "{position}: another end");
            match (&outcome, game.is_dead()) {
                (None, _) => {}
                (Some(_), true) => seen.dead_ends += 1,
                (Some(_), false) => seen.other_ends += 1,
            }
        }
        for limit in &game.goal.limits {
            let without = game.without(*limit);
            let differs = match limit {
                Limit::CapDraw(_) | Limit::CapSecond(_) => game.cap() != without.cap(),
                Limit::DigitOnce { run_out: true } => !can_move && !game.is_multiple(),
                _ => game.attempts().iter().any(|made| game.allows(made) != without.allows(made)),
            };
            *seen.limits.entry(format!("{limit:?}")).or_default() += usize::from(differs);
        }
    }
}

fn starts(rules: &Rules) -> Vec<String> {
    match rules.play() {
        Play::Take(_) => {
            let least = BOOKS.iter().find(|book| book.slug == rules.book()).unwrap().least;
            let several = ["4,9", "12,30", "8,9,10", "2,2", "7,4,25"].map(str::to_owned);
            let ones = ["1,12", "1,1,8"].map(str::to_owned).into_iter().filter(|_| least == 1);
            (least..=24).map(|n| n.to_string()).chain(several).chain(ones).collect()
        }
        Play::Append(_) => ["7:", "22,25,31,34:", "97:", "1000003:"].map(str::to_owned).to_vec(),
    }
}

fn check(rules: &Rules) {
    let mut seen = Seen::default();
    let mut goal = None;
    for start in starts(rules) {
        let start = duel_books::position(&format!("{rules}:{start}")).unwrap();
        walk(&start, &mut seen);
        goal = Some(GameGoal::of_position(&start));
    }
    let goal = goal.unwrap();
    // Nothing is said that never happens.
    if let End::Stuck { dead, only } = goal.end {
        assert_eq!(seen.dead_ends > 0, dead.is_some(), "{rules}");
        assert_eq!(seen.other_ends == 0, only, "{rules}");
    }
    for (limit, times) in seen.limits {
        assert!(times > 0, "{rules}: {limit} changes nothing");
    }
}

fn check_book(slug: &str) {
    let all: Vec<Rules> =
        rule_sets::all().into_iter().filter(|rules| rules.book() == slug).collect();
    assert!(!all.is_empty());
    all.iter().for_each(check);
}

#[test]
fn the_goal_of_divide_is_what_is_played() {
    check_book("divide");
}

#[test]
fn the_goal_of_dilemma_is_what_is_played() {
    check_book("dilemma");
}

#[test]
fn the_goal_of_subtract_is_what_is_played() {
    check_book("subtract");
}

#[test]
fn the_goal_of_digits_is_what_is_played() {
    check_book("digits");
    // Ten digits, each once: a longer game cannot be.
    let digits = BOOKS.iter().find(|book| book.slug == "digits").unwrap().rules;
    for length in [2, 9, 10, 11, 18] {
        for cap in [HouseRule::CapDraw, HouseRule::CapSecond] {
            check(&digits.with(&[HouseRule::Once, cap], Some(length)).unwrap());
        }
    }
}

#[test]
fn the_goal_of_factor_is_what_is_played() {
    check_book("factor");
}

#[test]
fn different_goals_have_different_words() {
    let mut known: HashMap<(String, String), GameGoal> = HashMap::new();
    for rules in rule_sets::all() {
        for start in starts(&rules) {
            let start = duel_books::position(&format!("{rules}:{start}")).unwrap();
            let mut goal = GameGoal::of_position(&start);
            if start.is_over() {
                // A game from 1 is over before it begins.
                continue;
            }
            let words = (goal.aim(), goal.brief());
            if let (End::Stuck { dead, only: false }, LastMover::Loses) =
                (&mut goal.end, goal.last_mover)
            {
                // One way among others to lose is not named.
                *dead = None;
            }
            assert!(words.0.len() <= 90, "{}", words.0);
            if let (End::Stuck { dead, only: false }, LastMover::Loses) =
                (&mut goal.end, goal.last_mover)
            {
                // One way among others to lose is not named.
                *dead = None;
            }
            assert!(words.0.len() <= 90, "{}", words.0);
            let limits = goal.limits_in_words();
            assert!(
                limits
                    .split_inclusive(". ")
                    .last()
                    .is_none_or(|last| words.1.contains(last) || last.starts_with("Divide by")),
                "{words:?}"
            );
            assert_eq!(*known.entry(words).or_insert_with(|| goal.clone()), goal, "{start}");
        }
    }
}

#[test]
fn goals_in_words() {
    for (position, aim, limits) in [
        ("divide:60", "Leave your opponent a prime", ""),
        ("divide:60,84,90", "Leave your opponent three primes", ""),
        ("dilemma:1,60", "Leave your opponent only primes and ones", ""),
        (
            "divide+misere+root:60",
            "Do not be the one who moves last: whoever gets a prime wins",
            "Only divisors up to the square root.",
        ),
        (
            "divide+one:60",
            "Leave your opponent no move",
            "Once in the game, one of you may divide by 1.",
        ),
        ("dilemma+prime-steps:60", "Be the one who reaches 1", "Divide by a prime or subtract 1."),
        (
            "dilemma+prime-steps:60,9",
            "Be the one who leaves two ones",
            "Divide by a prime or subtract 1.",
        ),
        (
            "dilemma+prime-steps+no-echo:60",
            "Reach 1, or leave your opponent no move",
            "Divide by a prime or subtract 1. Not what was just chosen.",
        ),
        ("subtract:60", "Leave your opponent a prime", ""),
        (
            "subtract+no-echo:60",
            "Leave your opponent a prime, or no move",
            "Not what was just chosen.",
        ),
        (
            "digits+no-leading-zero+cap-second=18:22,25,31,34:",
            "Make the number divisible by 22, 25, 31 or 34",
            "The first digit may not be 0. Not decided after 18 digits: the second player wins.",
        ),
        (
            "digits+misere+once:7:",
            "Do not make the number divisible by 7",
            "Each digit once in the game; whoever has none left wins.",
        ),
        (
            "factor:100",
            "Reach 0, or leave your opponent no move",
            "Each number once in the game, by either player.",
        ),
        (
            "factor+no-whole:100",
            "Leave your opponent no move",
            "Not the number itself, unless it is 1. Each number once in the game, by either player.",
        ),
        (
            "factor+misere+root+no-whole:100",
            "Do not be the one who moves last: whoever cannot move wins",
            "Only divisors up to the square root. Each number once in the game, by either player.",
        ),
    ] {
        let goal = GameGoal::of_position(&duel_books::position(position).unwrap());
        assert_eq!((goal.aim().as_str(), goal.limits_in_words().as_str()), (aim, limits));
    }
    let of_books: Vec<[String; 2]> =
        BOOKS.iter().map(|book| [book.goal(), book.fair_goal()].map(|goal| goal.brief())).collect();
    assert_eq!(
        of_books[0][1],
        "On your turn divide one of the three numbers by one of its divisors, but not by 1 or the \
         number itself. Whoever cannot move loses."
    );
    assert_eq!(
        of_books[3][0],
        "On your turn add a digit at the end of the number. Whoever makes it divisible by the \
         target wins."
    );
    // Targets that are too long to be read are counted.
    let long = duel_books::position(&format!("digits:{}:", "9".repeat(50))).unwrap();
    assert_eq!(GameGoal::of_position(&long).aim(), "Make the number divisible by the target");
}

#[test]
fn a_short_name_is_right_for_the_moves() {
    for rules in rule_sets::all() {
        let name = short_name(&rules);
        let Play::Take(take) = rules.play() else {
            assert_eq!(name, "Digits");
            continue;
        };
        assert_eq!(name == "Primes and -1", take.step.choice == Choice::Prime, "{rules}");
        assert!(name.len() <= 13);
    }
}
