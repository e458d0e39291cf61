//! Every sentence of a reason and of a hint, evaluated: thousands of positions of all rule sets,
//! against code that knows only the rules.

#[path = "sentences/claims.rs"]
mod claims;
#[path = "sentences/clues.rs"]
mod clues;
#[path = "sentences/oracle.rs"]
mod oracle;
#[path = "sentences/third_person.rs"]
mod third_person;
#[path = "sentences/variants.rs"]
mod variants;

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::LazyLock,
};

use duel_books::{BOOKS, position};
use duel_core::{Board, HouseRule, Pass, Position, Seat};
use duel_numbers::{Budget, Natural};
use duel_play::{Dice, hint::Hint};
use duel_solver::{Claim, Depth, Limits, Reason, Solver, claim::Alike, strategy::Why};
use oracle::{Oracle, Worth, moves};
use variants::variants;

/// The depth between them says no more than the deepest.
const DEPTHS: [Depth; 2] = [Depth::Child, Depth::Proof];

/// How often each kind of sentence was met, and the sentences without their numbers.
#[derive(Default)]
struct Met {
    kinds: BTreeMap<String, usize>,
    forms: BTreeSet<String>,
}

impl Met {
    fn count(&mut self, sentence: &impl std::fmt::Debug) {
        let text = format!("{sentence:?}");
        let kind = text.split([' ', '{', '(']).next().unwrap_or_default().to_owned();
        *self.kinds.entry(kind).or_default() += 1;
    }

    /// Each of these kinds was met more than so often.
    fn check(&self, more_than: usize, kinds: &[&str]) {
        for kind in kinds {
            let often = self.kinds.get(*kind).copied().unwrap_or(0);
            assert!(often > more_than, "{kind} was met {often} times: {:?}", self.kinds);
        }
    }
}

/// At most six sentences, all in small words.
fn check_child(at: &Position, text: &str) {
    static SMALL: LazyLock<HashSet<&str>> =
        LazyLock::new(|| SMALL_WORDS.split_whitespace().collect());
    let sentences = text.split_inclusive(['.', '?']).count();
    assert!(sentences <= 6, "{at}: {sentences} sentences: {text}");
    let letters = |word: &str| word.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
    let mut words = text.split_whitespace().map(letters);
    let unknown = words.find(|word| !word.is_empty() && !SMALL.contains(word.as_str()));
    assert_eq!(unknown, None, "{at}: no small word: {text}");
}

/// The words of the shortest reasons: what a child of ten years has met.
const SMALL_WORDS: &str = "\
    a after again all allowed alone already always an and answer answered append are as at away \
    back be been before begin beginning both but by can cannot changed changes choose chosen comes \
    completes could count did digit digits divide divided dividing divisible division divisor divisors \
    do does each either end equal equally even every exactly example factors for force forced form from full game \
    get gets gives go good half has have here how however if in is it its itself just keeps last \
    later leave leaves left length less long lose loses lost made make makes making many maximum may means \
    meet more most move moves multiplied multiple multiply neither never next no not nothing now number numbers odd of \
    often on once one only opponent opponent's or order other out over pairs part partner play player prime primes \
    product products put puts repeated right safe same since so such sum sums take taken takes taking than that the them then there they \
    this time times to too twice two unlucky until up used wait whatever which who whole will win winner wins \
    with won would x you your yours";

/// Evaluates everything that is said about a position.
fn evaluate(oracle: &mut Oracle, solver: &mut Solver, at: &Position, met: &mut Met) {
    let analysis = solver.analyse_moves(at, Limits::NONE);
    let hint = Hint::of(at, &analysis);
    for claim in DEPTHS.iter().flat_map(|depth| analysis.reason.claims(at, *depth)) {
        let words = claim.words(at);
        met.count(&claim);
        say_if_false(at, &words, &claim, || {
            check_text(&words);
            check_each_once(&claim, &words);
            check_last_choice(at, &claim, &words);
            if met.forms.insert(words.replace(|c: char| c.is_ascii_digit(), "")) {
                third_person::check(&words);
            }
            claims::check(oracle, at, &claim);
        });
    }
    let child = analysis.reason.claims(at, Depth::Child);
    check_line_in_parts(at, &child);
    check_theorem_is_followed(at, &child);
    check_added(at, &analysis.reason);
    check_child(at, &analysis.reason.words(at, Depth::Child));
    met.count(&hint.clue);
    say_if_false(at, &hint.nudge, &hint.clue, || {
        check_text(&hint.nudge);
        clues::check(oracle, at, &hint.clue);
    });
    let counted = hint.count.words();
    say_if_false(at, &counted, &hint.count, || {
        check_text(&counted);
        clues::check_count(oracle, at, &hint.count);
    });
    say_if_false(at, &hint.advice, &hint.best, || {
        check_text(&hint.advice);
        if let Some(best) = &hint.best {
            let after = oracle.worth(&at.after(best).unwrap());
            let kept = match oracle.worth(at) {
                Worth::Won => after == Worth::Lost,
                Worth::Lost => after == Worth::Won,
                open => after == open,
            };
            assert!(kept, "the hint throws the game away");
            if let Some(moves) = hint.holds_out {
                assert_eq!(oracle.distance(at), moves, "no move holds out longer");
                assert_eq!(oracle.distance(&at.after(best).unwrap()) + 1, moves);
            }
        }
        let said = format!("{} {}", hint.nudge, hint.advice);
        let learned =
            ["Nim", "nimber", "theorem", "heap"].iter().find(|word| said.contains(**word));
        assert_eq!(learned, None, "no word for a child");
    });
}

/// Where numbers are said to be answered on their partners or on themselves, they are in the line of
/// play too.
fn check_line_in_parts(at: &Position, claims: &[Claim]) {
    let in_parts = |claim: &Claim| {
        matches!(claim, Claim::Parts { alike: Alike::Equal, .. } | Claim::LostAlone { .. })
    };
    for claim in claims {
        if let Claim::Line { lost, moves } = claim
            && claims.iter().any(in_parts)
        {
            say_if_false(at, &claim.words(at), claim, || {
                claims::check_answers_in_parts(lost, moves);
            });
        }
    }
}

/// That a theorem has an answer to each move is not all that is said: answers are named, or how they are
/// found, unless the line of play has them all.
fn check_theorem_is_followed(at: &Position, claims: &[Claim]) {
    let said_nothing_more = |claim: &Claim| match claim {
        Claim::Named { lost, why: Why::Theorem } => moves(lost).len() > 1,
        _ => false,
    };
    let followed = claims.iter().any(|claim| matches!(claim, Claim::Answers { .. }));
    assert!(followed || !claims.iter().any(said_nothing_more), "{at}: {claims:?}");
}

/// No depth says a sentence that the one before has said.
fn check_added(at: &Position, reason: &Reason) {
    let mut said = BTreeSet::new();
    for depth in [Depth::Child, Depth::Student, Depth::Proof] {
        let words = reason.added_words(at, depth, Budget::PROMPT);
        let new: BTreeSet<String> =
            words.split(['\n', '.']).map(|sentence| sentence.trim().to_owned()).collect();
        let again: Vec<&String> = new.iter().filter(|s| s.len() > 3 && said.contains(*s)).collect();
        assert!(again.is_empty(), "{at}: {again:?}");
        said.extend(new);
    }
}

fn say_if_false(at: &Position, words: &str, sentence: &impl std::fmt::Debug, check: impl FnOnce()) {
    let holds = catch_unwind(AssertUnwindSafe(check)).is_ok();
    assert!(holds, "false about {at}: {words}\n{sentence:?}");
}

/// Sentences are the same at the prompt, on the full screen and on a page, so they name no command.
fn check_text(text: &str) {
    assert!(text.ends_with(['.', '?']), "{text}");
    assert!(!text.contains("--") && !text.contains('`') && !text.contains("duel "), "{text}");
    assert!(!text.contains("  "), "{text}");
}

/// No move is named twice, as those on equal numbers would be.
fn check_each_once(claim: &Claim, text: &str) {
    let named: Vec<&str> = match claim {
        Claim::Named { why: Why::Safe(_), .. } => {
            let listed = text.split_once(" only ").unwrap().1;
            let listed = listed.split(" do not").next().unwrap();
            listed.split(", ").flat_map(|items| items.split(" and ")).collect()
        }
        Claim::EndingMoves(_) => {
            let listed = text.split_once(": ").unwrap().1.trim_end_matches('.');
            listed.split(", ").flat_map(|items| items.split(" and ")).collect()
        }
        Claim::Answers { .. } => {
            let lines = text.split("fter ").skip(1);
            lines.map(|line| line.split([',', '.']).next().unwrap_or_default()).collect()
        }
        _ => return,
    };
    let distinct: BTreeSet<&str> = named.iter().copied().collect();
    assert_eq!(distinct.len(), named.len(), "{text}");
}

/// Only what was chosen last is said to be not repeated; what was chosen before is used.
fn check_last_choice(at: &Position, claim: &Claim, words: &str) {
    let Board::Numbers { take, .. } = at.board() else { return };
    if let Claim::Named { .. } = claim
        && take.pass == Pass::OncePerGame
    {
        let named = words.split(" may not be repeated").next().unwrap_or_default();
        let is_repeated = words.contains(" may not be repeated");
        assert!(!is_repeated || !named.ends_with(" 1"), "{words}");
    }
}

fn naturals(numbers: &[u64]) -> Vec<Natural> {
    numbers.iter().map(|number| Natural::from(*number)).collect()
}

fn below(dice: &mut Dice, count: usize) -> usize {
    usize::try_from(dice.roll(0..=count as u64 - 1)).unwrap()
}

/// This position and a few that follow from it by random moves.
fn and_on(dice: &mut Dice, start: Position) -> Vec<Position> {
    let mut line = vec![start];
    while let Some(last) = line.last().filter(|last| !last.is_over() && line.len() < 4) {
        let moves = moves(last);
        let made = &moves[below(dice, moves.len())];
        line.push(last.after(made).unwrap());
    }
    line
}

/// Small enough to be tried to the end, with a list of used numbers or without.
const SEVERAL: [&[u64]; 12] = [
    &[7, 11, 15],
    &[8, 6],
    &[15, 21],
    &[4, 16],
    &[12, 18],
    &[1, 12],
    &[2, 2],
    &[4, 6, 10],
    &[16, 9],
    &[24, 10],
    &[8, 8],
    &[6, 6, 6],
];

/// Evaluates what is said in all variants of a book of numbers.
fn evaluate_book(slug: &str) -> Met {
    let book = BOOKS.iter().find(|book| book.slug == slug).unwrap();
    let mut met = Met::default();
    let mut positions = 0;
    let mut solver = Solver::default();
    for rules in variants(book.rules, 1) {
        let mut oracle = Oracle::default();
        let mut dice = Dice::seeded(1);
        let single = (1..=48).map(|number| naturals(&[number]));
        let several = SEVERAL.iter().map(|numbers| naturals(numbers));
        for numbers in single.chain(several) {
            let start = Position::numbers(rules, numbers, Seat::First).unwrap();
            for at in and_on(&mut dice, start) {
                positions += 1;
                evaluate(&mut oracle, &mut solver, &at, &mut met);
            }
        }
    }
    assert!(positions > 1_500, "{positions}");
    met
}

/// What is said where numbers are divided.
const OF_DIVISION: &[&str] = &[
    "Over",
    "LeavesPrime",
    "LeavesTwoPrimes",
    "IsTwoPrimes",
    "PrimeFactors",
    "MovesLeft",
    "Parts",
    "BalanceMisere",
    "LeavesUnlucky",
    "Unlucky",
    "WinsAtOnce",
    "Plays",
    "Named",
    "Answers",
    "Line",
    "Told",
    "LostNumbers",
    "LeavePrime",
    "LeaveTwoPrimes",
    "MakeFactorPairs",
    "LookAt",
    "LeaveOddCount",
    "AnyMove",
    "MakePairs",
    "LeaveUnlucky",
    "OneMove",
    "LeaveNoReply",
    "LeaveOneMove",
    "UseUp",
    "LeaveParity",
    "LeaveFewReplies",
    "LeaveLostNumber",
];

#[test]
fn everything_said_about_divide_is_true() {
    evaluate_book("divide").check(0, OF_DIVISION);
}

#[test]
fn everything_said_about_dilemma_is_true() {
    evaluate_book("dilemma").check(0, OF_DIVISION);
}

#[test]
fn everything_said_about_subtract_is_true() {
    evaluate_book("subtract").check(
        0,
        &[
            "Over",
            "LeavesPrime",
            "MovesLeft",
            "Parts",
            "Balance",
            "Nimbers",
            "LeavesUnlucky",
            "Unlucky",
            "LeavesOdd",
            "Halves",
            "Odd",
            "OddPowerOfTwo",
            "WinsAtOnce",
            "Plays",
            "Named",
            "Answers",
            "Line",
            "Told",
            "LostNumbers",
            "LeavePrime",
            "LookAt",
            "MakePairs",
            "LeaveUnlucky",
            "LeavePowerOfTwo",
            "LeaveOdd",
            "OneMove",
            "LeaveNoReply",
            "LeaveOneMove",
            "UseUp",
            "LeaveParity",
            "LeaveFewReplies",
            "LeaveLostNumber",
        ],
    );
}

#[test]
fn everything_said_about_factor_is_true() {
    evaluate_book("factor").check(
        0,
        &[
            "Over",
            "TakesAll",
            "LeavesPrimeByOne",
            "WinsAtOnce",
            "Plays",
            "Named",
            "Answers",
            "Line",
            "Told",
            "TakeMost",
            "NumberBelow",
            "OneMove",
            "LeaveNoReply",
            "LeaveOneMove",
            "UseUp",
            "LeaveParity",
            "LeaveFewReplies",
        ],
    );
}

#[test]
fn everything_said_about_larger_sums_is_true() {
    let mut met = Met::default();
    let mut dice = Dice::seeded(2);
    for rules in ["divide", "divide+misere", "divide+one", "divide+one+misere", "subtract"] {
        let mut oracle = Oracle::default();
        let mut solver = Solver::default();
        let most = if rules == "subtract" { 60 } else { 96 };
        for _ in 0..150 {
            let count = 2 + below(&mut dice, 2);
            let numbers: Vec<String> =
                (0..count).map(|_| dice.roll(1..=most).to_string()).collect();
            let start = position(&format!("{rules}:{}", numbers.join(","))).unwrap();
            for at in and_on(&mut dice, start) {
                evaluate(&mut oracle, &mut solver, &at, &mut met);
            }
        }
    }
    met.check(
        10,
        &[
            "Parts",
            "LostAlone",
            "Balance",
            "BalanceMisere",
            "Twins",
            "LookAt",
            "MovesLeft",
            "LeaveOddCount",
        ],
    );
}

#[test]
fn everything_said_about_digits_is_true() {
    let digits = BOOKS.iter().find(|book| book.slug == "digits").unwrap();
    let mut met = Met::default();
    let mut dice = Dice::seeded(3);
    for cap in [1, 3] {
        for rules in variants(digits.rules, cap) {
            if cap > 1 && rules.cap_length().is_none() {
                continue;
            }
            let mut oracle = Oracle::default();
            let mut solver = Solver::default();
            let once = rules.house().any(|rule| rule == HouseRule::Once);
            let sets: &[&[u64]] = match (once, rules.cap_length()) {
                // All orders of ten digits are too many to try: these are soon over.
                (true, None) => &[&[2], &[3], &[7]],
                (false, None) => &[&[2], &[7], &[10], &[11], &[12], &[97], &[6, 10], &[12, 14]],
                (_, Some(_)) => &[&[7], &[11], &[97], &[12, 14, 22]],
            };
            for targets in sets {
                for turn in Seat::BOTH {
                    let start = Position::digits(rules, naturals(targets), &[], turn).unwrap();
                    for _ in 0..3 {
                        for at in and_on(&mut dice, start.clone()) {
                            evaluate(&mut oracle, &mut solver, &at, &mut met);
                        }
                    }
                }
            }
        }
    }
    met.check(
        0,
        &[
            "Completes",
            "NoDigitCompletes",
            "SafeDigit",
            "EveryDigitLoses",
            "NeverForced",
            "KeepsDraw",
            "KeepsEndless",
            "Remainder",
            "OneDigit",
            "AvoidDivisible",
            "KeepOpen",
        ],
    );
}

#[test]
fn a_number_that_could_not_be_split_is_still_explained() {
    let mut oracle = Oracle::default();
    for rules in ["divide", "divide+either"] {
        let at = position(&format!("{rules}:60")).unwrap();
        let claim = Claim::Composite(Natural::from(60_u64));
        claims::check(&mut oracle, &at, &claim);
    }
}

/// What is said at positions where it was once false, empty, or about moves that do not exist.
fn reads(text: &str, expected: &str) {
    let at = position(text).unwrap();
    let analysis = Solver::default().analyse_moves(&at, Limits::NONE);
    assert_eq!(analysis.reason.words(&at, Depth::Child), expected, "{text}");
}

#[test]
fn what_players_read_where_a_theorem_decides() {
    reads(
        "subtract:34",
        "Take away 17: that leaves 17, a prime. A prime has no divisor that may be chosen, so \
         your opponent cannot move.",
    );
    reads(
        "subtract:4",
        "Take away 2: that leaves 2, a prime. A prime has no divisor that may be chosen, so your \
         opponent cannot move.",
    );
    reads(
        "subtract:60,45",
        "Take 15 away from 60: 60 - 15 = 45. Then the numbers that can be changed form equal \
         pairs: 45 with 45. Whatever your opponent does to one, do the same to its partner: you \
         always have an answer, so you make the last move. So it may go on: 45 - 15 = 30, 45 - \
         15 = 30, 30 - 15 = 15, 30 - 15 = 15, 15 - 5 = 10, 15 - 5 = 10, 10 - 5 = 5, 10 - 5 = 5. \
         Now 5 and 5 are primes: your opponent cannot move, and you win.",
    );
    reads(
        "divide:60,84,90",
        "Divide 60 by 30: 60 / 30 = 2. Then the numbers that can be divided form pairs with equally many \
         prime factors: 90 = 2 x 3 x 3 x 5 with 84 = 2 x 2 x 3 x 7. Whatever your opponent takes out of \
         one, take as many prime factors out of its partner: you always have an answer, so you make the \
         last move. So it may go on: 84 / 2 = 42, 90 / 2 = 45, 42 / 2 = 21, 45 / 3 = 15, 21 / 3 = 7, 15 \
         / 3 = 5. Now 2, 7 and 5 are primes: your opponent cannot move, and you win.",
    );
    reads(
        "divide+misere:15,21",
        "Divide 15 by 3: 15 / 3 = 5. Then 21 can be divided just once: one move is left, and your opponent \
         makes it. Here the last move loses. So it may go on: 21 / 3 = 7. Now 5 and 7 are \
         primes: you cannot move, and here that means: you win.",
    );
    reads(
        "divide+misere:8,6",
        "Divide 8 by 4: 8 / 4 = 2. Then 6 can be divided just once: one move is left, and your opponent \
         makes it. Here the last move loses. So it may go on: 6 / 2 = 3. Now 2 and 3 are primes: \
         you cannot move, and here that means: you win.",
    );
    reads(
        "divide+misere:7,11,15",
        "15 can be divided just once: one move is left, and you make it. Here the last move \
         loses. So it may go on: 15 / 3 = 5. Now 7, 11 and 5 are primes: your opponent cannot move, \
         and here that means: your opponent wins.",
    );
    reads(
        "divide+one+misere:2",
        "Only the division by 1 is left: one move is left, and you make it. Here the last move \
         loses. So it may go on: 2 / 1 = 2. Now 2 is a prime, and the division by 1 is used: \
         your opponent cannot move, and here that means: your opponent wins.",
    );
    reads(
        "divide+either+misere:12",
        "Divide by 3: that leaves 4. Whatever your opponent does leaves 2, a prime, on which you \
         cannot move and so win. So it may go on: 4 / 2 = 2. Now 2 is a prime: you \
         cannot move, and here that means: you win.",
    );
    reads(
        "divide+either+misere:25",
        "25 is an unlucky number. The unlucky numbers are 9 and the products of two primes, neither of \
         which is 3, such as 10 = 2 x 5 and 14 = 2 x 7. Whatever you do leaves a prime, on which your opponent cannot move and so wins, or a number from \
         which your opponent can leave you an unlucky one again. So it may go on: 25 - 5 = 20, 20 \
         / 5 = 4, 4 / 2 = 2. Now 2 is a prime: your opponent cannot move, and here that means: \
         your opponent wins.",
    );
    reads(
        "digits+no-leading-zero:11:",
        "Whatever digit you append, your opponent completes a multiple: 11 = 11 x 1, 22 = 11 x 2, \
         33 = 11 x 3, 44 = 11 x 4, 55 = 11 x 5, 66 = 11 x 6, 77 = 11 x 7, 88 = 11 x 8 and 99 = 11 \
         x 9.",
    );
    reads("digits:7:", "Append 0: 0 = 7 x 0, and you have won.");
}

#[test]
fn what_players_read_elsewhere() {
    reads(
        "subtract:7,12",
        "Take 3 away from 12: 12 - 3 = 9. 7 is a prime, so nothing can be taken from it, and 9 \
         is odd. All divisors of an odd number are odd, so whatever is taken away leaves an even \
         number, and then an odd divisor can be taken, which leaves an odd one again. You always \
         have that answer, so you make the last move. So it may go on: 9 - 3 = 6, 6 - 3 = 3. Now 7 and 3 are primes: your opponent \
         cannot move, and you win.",
    );
    reads(
        "dilemma+one:24,9,84",
        "Count how often each number can be divided now, as a sum of 1, 2, 4 and so on: 2 + 1 for 24, 1 \
         for 9, 2 + 1 for 84 and 1 for the division by 1. Each part is there an even number of times. \
         Whatever you do changes that, and your opponent can always put it right again. So it \
         may go on: dividing by 1, 24 / 2 = 12, 12 / 2 = 6, 84 / 42 = 2, 6 / 2 = 3, 9 / 3 = 3. Now \
         3, 3 and 2 are primes, and the division by 1 is used: you cannot move, and your \
         opponent wins.",
    );
    reads(
        "subtract+no-echo:6",
        "Take away 2: 6 - 2 = 4. Now 4 is left, only 2 could be chosen, and 2 may not be repeated: \
         your opponent cannot move, and you win.",
    );
    reads(
        "subtract:9,15",
        "9 and 15 are odd. All divisors of an odd number are odd, so whatever is taken away \
         leaves an even number, and then an odd divisor can be taken, which leaves an odd one \
         again. Your opponent always has that answer, and makes the last move. So it may go on: 9 - 3 = 6, 6 - 3 = 3, 15 - 3 = 12, 12 - 3 = 9, 9 - \
         3 = 6, 6 - 3 = 3. Now 3 and 3 are primes: you cannot move, and your opponent wins.",
    );
    reads(
        "dilemma+prime-steps:60,20",
        "Divide 60 by 3: 60 / 3 = 20. Then the numbers that can be changed form equal pairs: 20 \
         with 20. Whatever your opponent does to one, do the same to its partner: you always \
         have an answer, so you make the last move. So it may go on: 20 - 1 = 19, 20 - 1 = 19, \
         19 - 1 = 18, 19 - 1 = 18, 18 / 3 = 6, 18 / 3 = 6, 6 / 3 = 2, 6 / 3 = 2, 2 - 1 = 1, 2 - \
         1 = 1. Now only 1 and 1 are left: your opponent cannot move, and you win.",
    );
    reads(
        "digits+no-leading-zero+cap-second=4:97:12",
        "Once the number has 4 digits, the player who did not begin wins, and that is your \
         opponent, who can wait for that, or win before. For example, after 121 comes 1210, after 122 comes \
         1220 and after 123 comes 1230. So it may go on: 120, 1200. Now the number has 4 digits, \
         the most allowed, and the player who did not begin wins: your opponent wins.",
    );
    reads(
        "dilemma+prime-steps:84",
        "Take away 1: 84 - 1 = 83. 83 is a prime, so your opponent can only take 1, and you have \
         an answer to that. So it may go on: 83, 82, 41, 40, 20, 19, 18, 17, 16, 8, 7, 6, 3, 2, 1. Now \
         only 1 is left: your opponent cannot move, and you win.",
    );
    reads(
        "subtract+no-echo:60",
        "Take away 10: 60 - 10 = 50, and 10 may not be repeated. You have an answer to each move of your \
         opponent. For example, after 50 - 2 = 48 comes 48 - 8 = 40 (only 8 would be good, and 8 may not \
         be repeated) and after 50 - 25 = 25 comes 25 - 5 = 20 (only 5 would be good, and 5 may not be \
         repeated). So it may go on: 50 - 5 = 45, 45 - 9 = 36, 36 - 3 = 33, 33 - 11 = 22, 22 - 2 = 20, \
         20 - 5 = 15, 15 - 3 = 12, 12 - 4 = 8, 8 - 2 = 6, 6 - 3 = 3. Now 3 is a prime: your opponent \
         cannot move, and you win.",
    );
    reads(
        "factor+no-whole+root+misere:120",
        "Take away 2: 120 - 2 = 118, and 2 is used. Your opponent can only take away 1, and later too \
         your opponent has only one move each time. So it may go on: 118 - 1 = 117, 117 - 3 = 114, \
         114 - 6 = 108, 108 - 4 = 104, 104 - 8 = 96. Now 96 is left, only 1, 2, 3, 4, 6 and 8 could be \
         chosen, and all of them are used: you cannot move, and here that means: you win.",
    );
    reads(
        "digits+no-leading-zero:24,26,30,34:",
        "Begin with 1. Of your opponent's moves only 1 does not lose at once. For example, after 10 comes 102 = \
         34 x 3, after 12 comes 120 = 24 x 5 and after 13 comes 130 = 26 x 5. So it may go on: 11, \
         113, 1130, 11304 = 24 x 471. So you win.",
    );
    reads(
        "divide:7",
        "The game is over: 7 is a prime. The player to move has no move, and has lost.",
    );
    reads(
        "digits:7:14",
        "The game is over: 14 = 7 x 2. The player who made it has won, and the player to move has \
         lost.",
    );
    let hints = |text: &str| {
        let at = position(text).unwrap();
        Hint::of(&at, &Solver::default().analyse_moves(&at, Limits::NONE)).nudge
    };
    assert_eq!(hints("divide+misere:4"), "Every move loses at once.");
    assert_eq!(
        hints("subtract:5,4"),
        "There is a winning move. You can end the game with this very move."
    );
}
