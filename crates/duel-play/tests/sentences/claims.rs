//! One check for each kind of claim. What is claimed is held against the rules alone.

use duel_core::{Board, Cap, Digit, LastMover, Move, Op, Outcome, Pass, Position, Seat};
use duel_numbers::Natural;
use duel_solver::{
    Claim,
    claim::{
        Alike, Answered, Ending, FinalResult, LostAlone, LostNumbers, Multiple, Parts, Seen,
        Theorem, Told, Worth as HeapWorth, end_in_words, used_choices,
    },
    strategy::{Parity, Why},
};

use crate::oracle::{
    Oracle, Worth, children, divisions, has_won, heaps, is_prime, is_unlucky, live_numbers, moves,
    numbers, prime_factors, small,
};

/// Checks that a claim about a position is true.
#[expect(clippy::too_many_lines, reason = "one arm for each kind of claim")]
pub(crate) fn check(oracle: &mut Oracle, at: &Position, claim: &Claim) {
    let you = at.turn();
    match claim {
        Claim::Over { ending, result } => {
            check_ending(at, ending);
            let outcome = match result {
                FinalResult::Won => Outcome::Won(you),
                FinalResult::Lost => Outcome::Won(you.other()),
                FinalResult::Drawn => Outcome::Nobody,
            };
            assert_eq!(at.outcome(), Some(outcome));
        }
        Claim::Composite(number) => {
            assert_eq!(numbers(at), [small(number)]);
            let factors = prime_factors(small(number));
            assert!(factors.len() > 1);
            for prime in factors {
                let after = at.after(&Move::take(Op::Divide, small(number) / prime)).unwrap();
                assert!(has_won(&after, you));
            }
        }
        Claim::LeavesPrime { made, prime } => {
            let after = at.after(made).unwrap();
            assert_eq!(numbers(&after), [small(prime)]);
            assert!(is_prime(small(prime)) && has_won(&after, you));
        }
        Claim::LeavesTwoPrimes { made, left } => {
            let after = at.after(made).unwrap();
            assert_eq!(numbers(&after), [small(left)]);
            assert_eq!(prime_factors(small(left)).len(), 2);
            for child in children(&after) {
                assert!(is_prime(numbers(&child)[0]) && has_won(&child, you));
            }
        }
        Claim::IsTwoPrimes(number) => {
            assert_eq!(numbers(at), [small(number)]);
            assert_eq!(prime_factors(small(number)).len(), 2);
            for child in children(at) {
                assert!(is_prime(numbers(&child)[0]) && has_won(&child, you.other()));
            }
        }
        Claim::PrimeFactors(split) => {
            let all: Vec<u64> = split.iter().map(|factors| small(factors.number())).collect();
            assert_eq!(all, numbers(at));
            for factors in split {
                let number = small(factors.number());
                let omega = factors.big_omega().unwrap();
                let primes: Vec<u64> = factors
                    .primes()
                    .iter()
                    .flat_map(|(prime, exponent)| (0..*exponent).map(|_| small(prime)))
                    .collect();
                assert_eq!(primes, prime_factors(number));
                assert_eq!(divisions(number), u32::try_from(omega.saturating_sub(1)).unwrap());
            }
        }
        Claim::MovesLeft { made, numbers, pass } => {
            let counted = at_or_after(oracle, at, made.as_ref());
            let mut listed: Vec<u64> = numbers.iter().map(small).collect();
            listed.sort_unstable();
            assert_eq!(listed, live_numbers(&counted));
            assert_eq!(moves(&counted).contains(&Move::Pass), *pass);
            assert!(lasts_exactly(&counted, listed.len() + usize::from(*pass)));
        }
        Claim::Parts { made, parts, alike } => {
            let parted = at_or_after(oracle, at, made.as_ref());
            check_parts(oracle, &parted, parts, *alike);
        }
        Claim::LostAlone { made, numbers } => {
            let lost = at_or_after(oracle, at, made.as_ref());
            check_lost_alone(oracle, &lost, numbers);
        }
        Claim::Balance { made, heaps: claimed, pass, worth } => {
            assert_eq!(at.rules().last_mover(), LastMover::Wins);
            let balanced = at_or_after(oracle, at, made.as_ref());
            let found = match worth {
                HeapWorth::Divisions => all_divisions(&balanced),
                HeapWorth::Nimber => nimbers(oracle, &balanced),
            };
            assert_eq!(*claimed, found);
            assert_eq!(moves(&balanced).contains(&Move::Pass), *pass);
            assert_eq!(claimed.iter().fold(u32::from(*pass), |sum, heap| sum ^ heap), 0);
        }
        Claim::BalanceMisere { made, heaps: claimed, pass } => {
            assert_eq!(at.rules().last_mover(), LastMover::Loses);
            let balanced = at_or_after(oracle, at, made.as_ref());
            assert_eq!(*claimed, all_divisions(&balanced));
            assert_eq!(moves(&balanced).contains(&Move::Pass), *pass);
            assert_eq!(claimed.iter().fold(u32::from(*pass), |sum, heap| sum ^ heap), 0);
        }
        Claim::Nimbers(claimed) => {
            let all: Vec<u64> = claimed.iter().map(|(number, _)| small(number)).collect();
            assert_eq!(all, numbers(at));
            for (number, nimber) in claimed {
                assert_eq!(oracle.nimber(at, number), *nimber);
            }
        }
        Claim::LeavesUnlucky { made, left } => {
            let after = at.after(made).unwrap();
            assert_eq!(numbers(&after), [small(left)]);
            check_unlucky(oracle, &after);
        }
        Claim::Unlucky(number) => {
            assert_eq!(numbers(at), [small(number)]);
            check_unlucky(oracle, at);
        }
        Claim::LeavesOdd { made, left } => {
            let after = at.after(made).unwrap();
            assert_eq!(numbers(&after), [small(left)]);
            check_odd(oracle, &after);
        }
        Claim::Halves { number, made, left } => {
            assert_eq!(numbers(at), [small(number)]);
            assert!(small(number).is_power_of_two());
            let after = at.after(made).unwrap();
            assert_eq!(numbers(&after), [small(left)]);
            assert_eq!(small(left) * 2, small(number));
            check_power_of_two(oracle, &after);
        }
        Claim::Odd(number) => {
            assert_eq!(numbers(at), [small(number)]);
            check_odd(oracle, at);
        }
        Claim::OddPowerOfTwo(number) => {
            assert_eq!(numbers(at), [small(number)]);
            check_power_of_two(oracle, at);
        }
        Claim::TakesAll { number, made } => {
            assert_eq!(numbers(at), [small(number)]);
            let after = at.after(made).unwrap();
            assert_eq!(numbers(&after), [0]);
            assert!(has_won(&after, you));
        }
        Claim::LeavesPrimeByOne { made, prime } => {
            assert_eq!(*made, Move::take(Op::Subtract, 1_u64));
            let after = at.after(made).unwrap();
            assert_eq!(numbers(&after), [small(prime)]);
            assert!(is_prime(small(prime)) && has_won(&after, you));
        }
        Claim::Completes(multiple) => {
            assert_eq!(multiple.digits.len(), 1);
            assert!(has_won(&check_multiple(at, multiple), you));
        }
        Claim::NoDigitCompletes { .. } => {
            assert!(!children(at).iter().any(is_divisible));
        }
        Claim::SafeDigit(digit) => {
            let after = at.after(&Move::Append(*digit)).unwrap();
            assert!(!after.is_over() && children(&after).iter().all(|child| !child.is_over()));
            assert_eq!(oracle.worth(&after), Worth::Endless);
        }
        Claim::EveryDigitLoses(multiples) => {
            let first: Vec<Move> =
                multiples.iter().map(|multiple| Move::Append(multiple.digits[0])).collect();
            assert_eq!(first, moves(at));
            for multiple in multiples {
                assert_eq!(multiple.digits.len(), 2);
                assert!(has_won(&check_multiple(at, multiple), you.other()));
            }
        }
        Claim::NeverForced { digit, .. } => {
            assert_eq!(at.rules().last_mover(), LastMover::Loses);
            assert!(!at.after(&Move::Append(*digit)).unwrap().is_over());
            assert_eq!(oracle.worth(at), Worth::Endless);
        }
        Claim::WinsAtOnce(made) => {
            let after = at.after(made).unwrap();
            assert!(has_won(&after, you));
            check_ending(&after, &Ending::of(&after));
        }
        Claim::Wins(made) => assert!(oracle.wins(at, made)),
        Claim::Plays { made, barred } => {
            assert!(oracle.wins(at, made));
            let after = at.after(made).unwrap();
            assert!(barred.is_empty() || *barred == barred_choices(&after));
        }
        Claim::CanWin | Claim::CanBalance => assert_eq!(oracle.worth(at), Worth::Won),
        Claim::EveryMoveLoses => assert_eq!(oracle.worth(at), Worth::Lost),
        Claim::Named { lost, why } => {
            assert_comes_next(at, lost);
            check_why(oracle, lost, why);
            check_only_move(lost, &claim.words(at));
        }
        Claim::Answers { lost, lines } => {
            assert_comes_next(at, lost);
            check_answers(oracle, lost, lines);
        }
        Claim::Line { lost, moves } => {
            assert_comes_next(at, lost);
            check_line(oracle, lost, moves);
        }
        Claim::EndingMoves(ending) => {
            let wins = |made: &Move| has_won(&at.after(made).unwrap(), you);
            let all: Vec<Move> = moves(at).into_iter().filter(wins).collect();
            assert!(!all.is_empty());
            assert_eq!(all, *ending);
        }
        Claim::Told(told) => check_told(oracle, told),
        Claim::PartOfPlan | Claim::PartOfAnswer | Claim::PlanNotFound => {
            panic!("small games are told in full")
        }
        Claim::LostNumbers(LostNumbers { from, up_to, numbers }) => {
            for number in *from..=*up_to {
                let alone = Natural::from(number);
                let alone = Position::numbers(*at.rules(), vec![alone], at.turn()).unwrap();
                let lost = oracle.worth(&alone) == Worth::Lost;
                assert_eq!(lost, numbers.contains(&number), "{number}");
            }
        }
        Claim::KeepsDraw(made) => check_keeps(oracle, at, made.as_ref(), Worth::Drawn),
        Claim::KeepsEndless(made) => check_keeps(oracle, at, made.as_ref(), Worth::Endless),
        Claim::Remainder { target, residue } => check_remainder(at, target, residue),
        Claim::PowerOfTwo { number, twos } => {
            assert_eq!(numbers(at), [small(number)]);
            assert_eq!(1 << *twos, small(number));
        }
        Claim::EvenWithOddDivisor { number, odd } => {
            assert_eq!(numbers(at), [small(number)]);
            let (number, odd) = (small(number), small(odd));
            assert!(number.is_multiple_of(2) && !number.is_power_of_two());
            assert!(odd > 1 && !odd.is_multiple_of(2) && number.is_multiple_of(odd));
        }
        Claim::Theorem(theorem) => check_theorem(oracle, at, *theorem),
        // A proof is read, not evaluated; what it proves is claimed beside it.
        Claim::Proof(_) => {}
        Claim::SearchProof => {
            assert!(matches!(oracle.worth(at), Worth::Won | Worth::Lost));
        }
        Claim::CompleteSearch => {
            assert!(matches!(oracle.worth(at), Worth::Drawn | Worth::Endless));
        }
        Claim::AfterMeans { number, last } => {
            let rules = *at.rules();
            let (numbers, barred) = (vec![number.clone()], vec![last.clone()]);
            let after = Position::numbers_barred(rules, numbers, barred, at.turn()).unwrap();
            assert!(after.after(&Move::take(Op::Subtract, last.clone())).is_err());
            assert!(after.after(&Move::take(Op::Divide, last.clone())).is_err());
        }
        Claim::LikeMeans { number, like } => check_like(oracle, number, like),
        Claim::Twins { lost, heaps, pass, worth } => {
            assert_comes_next(at, lost);
            check_twins(oracle, lost, (heaps, *pass), *worth);
        }
        Claim::Unknown => panic!("unknown within no limits"),
    }
}

/// Where a sentence says what can only be done, that is the only move; and "7 is a prime" says why.
fn check_only_move(lost: &Position, words: &str) {
    let Some((before, said)) = words.split_once(" can only ") else {
        assert!(!words.contains("is a prime"), "{words}");
        return;
    };
    let moves = moves(lost);
    let [only] = moves.as_slice() else { panic!("{lost}: {words}") };
    let (verb, chosen) = match only {
        Move::Take { op: Op::Subtract, divisor, .. } => ("take", divisor.to_string()),
        Move::Take { op: Op::Divide, divisor, .. } => ("divide", divisor.to_string()),
        Move::Append(digit) => ("append", digit.to_char().to_string()),
        Move::Pass => ("divide", "1".to_owned()),
    };
    let mut spoken = said.split([' ', ',']);
    assert_eq!(spoken.next(), Some(verb), "{words}");
    assert!(spoken.any(|word| word == chosen), "{words}");
    if before.contains("is a prime") {
        check_cage(lost);
        let Move::Take { index, .. } = only else { panic!("{words}") };
        let prime = numbers(lost)[*index];
        assert!(words.starts_with(&format!("{prime} is a prime")), "{words}");
    }
}

/// A prime from which only 1 can be taken, whatever has been used; no other number has a move.
fn check_cage(lost: &Position) {
    let all: Vec<Natural> = numbers(lost).into_iter().map(Natural::from).collect();
    let free = Position::numbers(*lost.rules(), all, lost.turn()).unwrap();
    let only = moves(lost);
    assert_eq!(moves(&free), only);
    let [Move::Take { index, op: Op::Subtract, divisor }] = only.as_slice() else {
        panic!("{only:?}")
    };
    assert_eq!(small(divisor), 1);
    assert!(is_prime(numbers(lost)[*index]), "{lost}");
}

/// Every number is odd, or a power of two with an odd exponent, or has no move, and what is said about
/// moves and answers on each of them is so.
fn check_lost_alone(oracle: &mut Oracle, lost: &Position, claimed: &LostAlone) {
    let LostAlone { stuck, odd, powers } = claimed;
    let mut listed: Vec<u64> = stuck.iter().chain(odd).chain(powers).map(small).collect();
    let mut all = numbers(lost);
    listed.sort_unstable();
    all.sort_unstable();
    assert_eq!(listed, all);
    assert!(!odd.is_empty() || !powers.is_empty());
    assert!(stuck.iter().all(|number| small(number) == 1 || is_prime(small(number))));
    let mut live: Vec<u64> = odd.iter().chain(powers).map(small).collect();
    live.sort_unstable();
    assert_eq!(live, live_numbers(lost));
    for tried in moves(lost) {
        let Move::Take { index, .. } = tried else { panic!("no number") };
        let number = numbers(lost)[index];
        let to = lost.after(&tried).unwrap();
        let left = numbers(&to)[index];
        let answers: Vec<u64> = moves(&to)
            .into_iter()
            .filter(|made| matches!(made, Move::Take { index: other, .. } if *other == index))
            .filter(|made| oracle.wins(&to, made))
            .map(|made| numbers(&to.after(&made).unwrap())[index])
            .collect();
        if number.is_multiple_of(2) {
            assert!(powers.contains(&Natural::from(number)));
            assert!(number.is_power_of_two() && number.trailing_zeros() % 2 == 1);
            if left * 2 == number {
                assert!(answers.contains(&(left / 2)));
                continue;
            }
            assert!(left * 2 > number);
        } else {
            assert!(left.is_multiple_of(2));
        }
        assert!(answers.iter().any(|next| !next.is_multiple_of(2)));
    }
}

/// Each power of two occurs an even number of times in what the numbers are worth; every move changes
/// that, and some answer makes it so again. Where the last mover loses, that goes on until one number can
/// be divided more than once, and then an odd number of moves can be left.
fn check_twins(
    oracle: &mut Oracle,
    lost: &Position,
    (claimed, pass): (&[u32], bool),
    worth: HeapWorth,
) {
    assert_eq!(oracle.worth(lost), Worth::Lost);
    let mut counted = |position: &Position| match worth {
        HeapWorth::Divisions => heaps(position),
        HeapWorth::Nimber => nimbers(oracle, position),
    };
    let sum = |heaps: &[u32]| heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let sorted = |heaps: &[u32]| {
        let mut heaps: Vec<u32> = heaps.iter().copied().filter(|heap| *heap > 0).collect();
        heaps.sort_unstable();
        heaps
    };
    let all: Vec<u32> = claimed.iter().copied().chain(pass.then_some(1)).collect();
    assert_eq!(moves(lost).contains(&Move::Pass), pass);
    assert_eq!(sorted(&all), sorted(&counted(lost)));
    assert_eq!(sum(&all), 0);
    let misere = lost.rules().last_mover() == LastMover::Loses;
    for child in children(lost) {
        let heaps = counted(&child);
        assert_ne!(sum(&heaps), 0);
        let mut next = children(&child).iter().map(&mut counted).collect::<Vec<_>>().into_iter();
        if misere && heaps.iter().filter(|heap| **heap > 1).count() == 1 {
            let is_odd = |heaps: Vec<u32>| {
                sorted(&heaps).iter().all(|heap| *heap == 1) && sorted(&heaps).len() % 2 == 1
            };
            assert!(next.any(is_odd));
        } else {
            let is_large = |heaps: &[u32]| heaps.iter().any(|heap| *heap > 1);
            assert!(next.any(|heaps| sum(&heaps) == 0 && (!misere || is_large(&heaps))));
        }
    }
}

/// In a line of play every answer is on the same number, or does the same to an equal one.
pub(crate) fn check_answers_in_parts(lost: &Position, line: &[Move]) {
    let mut at = lost.clone();
    for turn in line.chunks(2) {
        if let [
            Move::Take { index, op, divisor },
            Move::Take { index: place, op: how, divisor: by },
        ] = turn
        {
            let numbers = numbers(&at);
            let same = numbers[*index] == numbers[*place] && op == how && divisor == by;
            assert!(index == place || same, "{at}: {turn:?}");
        }
        at = turn.iter().fold(at, |at, made| at.after(made).unwrap());
    }
}

/// The position that a claim with a winning move is about: lost for the player to move there.
fn at_or_after(oracle: &mut Oracle, at: &Position, made: Option<&Move>) -> Position {
    let lost = made.map_or_else(|| at.clone(), |made| at.after(made).unwrap());
    assert_eq!(oracle.worth(&lost), Worth::Lost);
    lost
}

/// How often each number can be divided.
fn all_divisions(at: &Position) -> Vec<u32> {
    numbers(at).into_iter().map(divisions).collect()
}

fn nimbers(oracle: &mut Oracle, at: &Position) -> Vec<u32> {
    numbers(at).into_iter().map(|number| oracle.nimber(at, &Natural::from(number))).collect()
}

/// Whether every line of play from here has exactly so many moves.
fn lasts_exactly(position: &Position, count: usize) -> bool {
    let children = children(position);
    match count.checked_sub(1) {
        None => children.is_empty(),
        Some(rest) => {
            !children.is_empty() && children.iter().all(|child| lasts_exactly(child, rest))
        }
    }
}

/// Whether a target divides the number of digits.
fn is_divisible(position: &Position) -> bool {
    let Board::Digits { targets, digits, .. } = position.board() else { return false };
    let number =
        digits.iter().fold(0_u128, |number, digit| number * 10 + u128::from(digit.value()));
    let divides = |target: &Natural| number.is_multiple_of(u128::from(small(target)));
    !digits.is_empty() && targets.iter().any(divides)
}

/// What could be chosen if nothing were barred, but may not be.
fn barred_choices(position: &Position) -> Vec<Natural> {
    let Board::Numbers { numbers, .. } = position.board() else { return Vec::new() };
    let free =
        Position::numbers_barred(*position.rules(), numbers.clone(), Vec::new(), position.turn());
    let legal = moves(position);
    let mut found: Vec<Natural> = moves(&free.unwrap())
        .into_iter()
        .filter(|made| !legal.contains(made))
        .filter_map(|made| match made {
            Move::Take { divisor, .. } => Some(divisor),
            _ => None,
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The game is over, for this reason.
fn check_ending(over: &Position, ending: &Ending) {
    assert!(over.is_over() && moves(over).is_empty());
    match (ending, over.board()) {
        (Ending::NoMove(used), Board::Numbers { take, .. }) => {
            assert_eq!(*used, barred_choices(over));
            // The division by 1, which would be possible otherwise, is named whatever is left.
            let said = end_in_words(over, over);
            let has_pass = take.pass == Pass::OncePerGame;
            assert_eq!(said.contains("the division by 1 is used"), has_pass, "{said}");
            // They are called primes, 1 and 0 otherwise.
            assert!(!used.is_empty() || numbers(over).iter().all(|n| *n < 2 || is_prime(*n)));
        }
        (Ending::NoDigit, Board::Digits { digits, .. }) => {
            assert_eq!(digits.len(), 10);
            assert!(!is_divisible(over));
        }
        (Ending::Divisible(multiple), Board::Digits { .. }) => {
            assert!(is_divisible(over));
            check_multiple(over, multiple);
        }
        (Ending::FullLength(length), Board::Digits { append, digits, .. }) => {
            assert!(!is_divisible(over));
            assert_eq!(append.cap.length(), Some(*length));
            assert_eq!(digits.len(), *length as usize);
        }
        _ => panic!("{ending:?}"),
    }
}

/// Every number that can be changed has a partner, or is lost alone, and no number concerns another:
/// answering on the partner, or on the same number, leads to such parts again.
fn check_parts(oracle: &mut Oracle, lost: &Position, parts: &Parts, alike: Alike) {
    assert_eq!(oracle.worth(lost), Worth::Lost);
    assert_eq!(lost.rules().last_mover(), LastMover::Wins);
    assert!(!moves(lost).contains(&Move::Pass));
    let pairs = parts.pairs.iter().flatten();
    let mut listed: Vec<u64> = pairs.chain(&parts.lost).map(small).collect();
    listed.sort_unstable();
    assert_eq!(listed, live_numbers(lost));
    let equal = |a: &Natural, b: &Natural| match alike {
        Alike::Equal => a == b,
        Alike::PrimeFactors => prime_factors(small(a)).len() == prime_factors(small(b)).len(),
    };
    assert!(parts.pairs.iter().all(|[a, b]| equal(a, b)));
    let Board::Numbers { barred, .. } = lost.board() else { panic!("no numbers") };
    let alone = |number: &Natural| {
        let (rules, numbers) = (*lost.rules(), vec![number.clone()]);
        Position::numbers_barred(rules, numbers, barred.clone(), lost.turn()).unwrap()
    };
    for number in &parts.lost {
        assert_eq!(oracle.worth(&alone(number)), Worth::Lost, "{number}");
    }
    for tried in moves(lost) {
        let Move::Take { index, op, divisor } = &tried else { panic!("no number") };
        let after = lost.after(&tried).unwrap();
        let all = numbers(lost);
        let number = Natural::from(all[*index]);
        let wins_on = |oracle: &mut Oracle, place: usize| {
            moves(&after).iter().any(|made| {
                matches!(made, Move::Take { index, .. } if *index == place)
                    && oracle.wins(&after, made)
            })
        };
        let partner = parts.pairs.iter().find(|pair| pair.contains(&number));
        match (partner, alike) {
            (Some([a, b]), Alike::PrimeFactors) => {
                let partner = if *a == number { b } else { a };
                let is_partner = |place: &usize| place != index && all[*place] == small(partner);
                assert!((0..all.len()).filter(is_partner).any(|place| wins_on(oracle, place)));
            }
            (Some(_), Alike::Equal) if !parts.lost.contains(&number) => {
                let is_twin = |place: &usize| place != index && all[*place] == all[*index];
                let twin = (0..all.len()).find(is_twin).unwrap();
                let same = Move::Take { index: twin, op: *op, divisor: divisor.clone() };
                assert!(oracle.wins(&after, &same));
            }
            _ => assert!(wins_on(oracle, *index)),
        }
    }
}

fn check_multiple(at: &Position, multiple: &Multiple) -> Position {
    let mut after = at.clone();
    for digit in &multiple.digits {
        after = after.after(&Move::Append(*digit)).unwrap();
    }
    let Board::Digits { targets, digits, .. } = after.board() else { panic!("no digits") };
    assert!(targets.contains(&multiple.target));
    let (number, quotient) = multiple.product.as_ref().unwrap();
    assert_eq!(number, &(&multiple.target * quotient));
    let text: String = digits.iter().map(|digit| digit.to_char()).collect();
    assert_eq!(number.to_string(), text);
    after
}

/// The position that is spoken of is the one at hand, or comes after a winning move.
fn assert_comes_next(at: &Position, lost: &Position) {
    assert!(at == lost || children(at).contains(lost));
}

fn check_why(oracle: &mut Oracle, lost: &Position, why: &Why) {
    assert_eq!(oracle.worth(lost), Worth::Lost);
    match why {
        Why::AtOnce => {
            for child in children(lost) {
                assert!(child.is_over() || ends_at_once(&child));
            }
        }
        Why::Forced => assert!(is_forced(oracle, lost)),
        Why::UsedUp(moves) => check_used_up(oracle, lost, moves),
        Why::Parity(parity) => {
            let odd = check_parity(lost).expect("always the same");
            assert_eq!(odd, *parity == Parity::Odd);
            // The player who makes the last move wins, or loses.
            let misere = lost.rules().last_mover() == LastMover::Loses;
            assert_eq!(odd, misere);
        }
        Why::Parts(parts) => check_parts(oracle, lost, parts, Alike::Equal),
        Why::FullLength(length) => {
            let Board::Digits { append, .. } = lost.board() else { panic!("no digits") };
            assert_eq!(append.cap, Cap::Second(*length));
            // The winner is the one who did not begin, and the full length can come.
            assert_eq!(lost.turn(), Seat::First);
            assert!(can_come_to_full_length(oracle, lost));
        }
        Why::Safe(moves) => {
            let holds_out = |made: &Move| {
                let after = lost.after(made).unwrap();
                !after.is_over() && !ends_at_once(&after)
            };
            let all: Vec<Move> = crate::oracle::moves(lost).into_iter().filter(holds_out).collect();
            assert_eq!(all, *moves);
        }
        Why::Theorem | Why::Answered => {}
    }
}

/// Whether the number can come to its full length if the winner makes no mistake.
fn can_come_to_full_length(oracle: &mut Oracle, lost: &Position) -> bool {
    let is_full = |over: &Position| matches!(Ending::of(over), Ending::FullLength(_));
    children(lost).iter().any(|reply| {
        reply.is_over() && is_full(reply)
            || children(reply).iter().any(|answer| {
                oracle.worth(answer) == Worth::Lost
                    && if answer.is_over() {
                        is_full(answer)
                    } else {
                        can_come_to_full_length(oracle, answer)
                    }
            })
    })
}

/// Whether the player to move has a move that wins at once.
fn ends_at_once(position: &Position) -> bool {
    children(position).iter().any(|child| has_won(child, position.turn()))
}

/// Whether the loser has one move each time, if the winner plays well.
fn is_forced(oracle: &mut Oracle, lost: &Position) -> bool {
    let replies = children(lost);
    let [only] = replies.as_slice() else { return false };
    let answers = children(only);
    only.is_over()
        || answers.iter().any(|answer| {
            oracle.worth(answer) == Worth::Lost && (answer.is_over() || is_forced(oracle, answer))
        })
}

/// The only moves that would win are moves with numbers that are barred.
fn check_used_up(oracle: &mut Oracle, lost: &Position, moves: &[Move]) {
    let Board::Numbers { barred, .. } = lost.board() else { panic!("no numbers") };
    assert!(!moves.is_empty());
    for made in moves {
        let divisor = match made {
            Move::Take { divisor, .. } => divisor.clone(),
            Move::Pass => Natural::from(1_u64),
            Move::Append(_) => panic!("no divisor"),
        };
        assert!(barred.contains(&divisor) && lost.after(made).is_err());
        let free = without(lost, &divisor);
        assert!(oracle.wins(&free, made));
    }
    // They are the only ones: any other move of any barred number would lose.
    for divisor in barred {
        let free = without(lost, divisor);
        for made in crate::oracle::moves(&free) {
            let is_of_divisor = match &made {
                Move::Take { divisor: other, .. } => other == divisor,
                Move::Pass => *divisor == Natural::from(1_u64),
                Move::Append(_) => false,
            };
            // With the number free, nothing else is good either.
            let is_named = is_of_divisor && moves.contains(&made);
            let would = moves.iter().any(|made| free.after(made).is_ok());
            if is_of_divisor || would {
                assert_eq!(oracle.wins(&free, &made), is_named, "{made:?}");
            }
        }
    }
}

/// The position in which this number is not barred.
fn without(lost: &Position, divisor: &Natural) -> Position {
    let Board::Numbers { numbers, barred, .. } = lost.board() else { panic!("no numbers") };
    let others: Vec<Natural> = barred.iter().filter(|d| *d != divisor).cloned().collect();
    Position::numbers_barred(*lost.rules(), numbers.clone(), others, lost.turn()).unwrap()
}

/// Whether the number of moves that are left is odd, if it is the same however both play.
pub(crate) fn check_parity(position: &Position) -> Option<bool> {
    let mut found = if position.is_over() { Some(false) } else { None };
    for child in children(position) {
        let odd = !check_parity(&child)?;
        if found.is_some_and(|found| found != odd) {
            return None;
        }
        found = Some(odd);
    }
    found
}

fn check_answers(oracle: &mut Oracle, lost: &Position, lines: &[Answered]) {
    assert!(!lines.is_empty());
    for Answered { tried, answer, seen } in lines {
        let to = lost.after(tried).unwrap();
        let Some(answer) = answer else {
            assert!(has_won(&to, to.turn()));
            assert_eq!(*seen, Seen::Nothing);
            continue;
        };
        assert!(oracle.wins(&to, answer));
        let next = to.after(answer).unwrap();
        match seen {
            Seen::Prime => {
                let [number] = numbers(&next).try_into().unwrap();
                assert!(has_won(&next, to.turn()) && is_prime(number), "{next}");
                assert_eq!(barred_choices(&next), []);
            }
            Seen::Cage => check_cage(&next),
            Seen::UsedUp(moves) => check_used_up(oracle, &next, moves),
            Seen::NoMultiple => {
                assert_eq!(moves(&next).len(), 10);
                assert!(!children(&next).iter().any(is_divisible));
            }
            // What may not be chosen there is named with it.
            Seen::Nothing => assert_eq!(used_choices(&next), barred_choices(&next)),
        }
    }
}

/// A line of play to the end, in which every second move wins.
fn check_line(oracle: &mut Oracle, lost: &Position, moves: &[Move]) {
    let winner = lost.turn().other();
    let mut at = lost.clone();
    for made in moves {
        if at.turn() == winner {
            assert!(oracle.wins(&at, made));
        }
        at = at.after(made).unwrap();
    }
    assert!(has_won(&at, winner), "it ends at {at}");
    check_ending(&at, &Ending::of(&at));
}

fn check_told(oracle: &mut Oracle, told: &Told) {
    let Told { lost, why, at_once, others } = told;
    check_why(oracle, lost, why);
    let mut tried: Vec<Move> = at_once.iter().map(|(tried, _)| tried.clone()).collect();
    tried.extend(others.iter().map(|(tried, ..)| tried.clone()));
    let all = moves(lost);
    assert_eq!(tried.len(), all.len());
    assert!(all.iter().all(|made| tried.contains(made)));
    for (tried, answer) in at_once {
        let to = lost.after(tried).unwrap();
        match answer {
            None => assert!(has_won(&to, to.turn())),
            Some(answer) => assert!(has_won(&to.after(answer).unwrap(), to.turn())),
        }
    }
    for (tried, answer, next) in others {
        let after = lost.after(tried).unwrap().after(answer).unwrap();
        assert_eq!(oracle.worth(&after), Worth::Lost);
        // It is told as another position with the same numbers, or the same remainders, in which
        // the loser may do at least as much.
        let told = moves(next);
        assert!(moves(&after).iter().all(|made| told.contains(made)));
        assert_eq!(oracle.worth(next), Worth::Lost);
    }
}

/// Two numbers of digits with the same remainders, both lost, the one that is told not longer.
fn check_like(oracle: &mut Oracle, number: &Position, like: &Position) {
    let (
        Board::Digits { digits, targets, .. },
        Board::Digits { digits: told, targets: others, .. },
    ) = (number.board(), like.board())
    else {
        panic!("{number} like {like}")
    };
    assert_eq!(targets, others);
    assert!(digits != told && told.len() <= digits.len());
    for target in targets {
        let target = small(target);
        let remainder = |digits: &[Digit]| {
            digits.iter().fold(0, |rest, digit| (rest * 10 + u64::from(digit.value())) % target)
        };
        assert_eq!(remainder(digits), remainder(told), "{number} like {like}");
    }
    assert_eq!(oracle.worth(number), Worth::Lost);
    assert_eq!(oracle.worth(like), Worth::Lost);
}

fn check_keeps(oracle: &mut Oracle, at: &Position, made: Option<&Move>, worth: Worth) {
    assert_eq!(oracle.worth(at), worth);
    if let Some(made) = made {
        assert_eq!(oracle.worth(&at.after(made).unwrap()), worth);
    }
}

/// An unlucky number: every move leaves a prime, where the next player is stuck and wins, or a
/// number from which an unlucky one can be left.
fn check_unlucky(oracle: &mut Oracle, at: &Position) {
    assert!(is_unlucky(numbers(at)[0]));
    assert_eq!(oracle.worth(at), Worth::Lost);
    for child in children(at) {
        let stuck = is_prime(numbers(&child)[0]) && has_won(&child, child.turn());
        assert!(stuck || children(&child).iter().any(|next| is_unlucky(numbers(next)[0])));
        // Of 4 nothing else is said.
        assert!(numbers(at) != [4] || numbers(&child) == [2]);
    }
}

fn check_odd(oracle: &mut Oracle, at: &Position) {
    assert!(!numbers(at)[0].is_multiple_of(2));
    assert_eq!(oracle.worth(at), Worth::Lost);
    // The sentence speaks of moves, so there must be one.
    assert!(!at.is_over());
    for child in children(at) {
        let number = numbers(&child)[0];
        assert!(number.is_multiple_of(2) && !number.is_power_of_two());
        assert!(children(&child).iter().any(|next| !numbers(next)[0].is_multiple_of(2)));
    }
}

fn check_power_of_two(oracle: &mut Oracle, at: &Position) {
    let number = numbers(at)[0];
    assert!(number.is_power_of_two() && number.trailing_zeros() % 2 == 1);
    assert_eq!(oracle.worth(at), Worth::Lost);
    let left: Vec<u64> = children(at).iter().map(|child| numbers(child)[0]).collect();
    assert!(left.contains(&(number / 2)) && left.len() > 1);
    for child in children(at) {
        let left = numbers(&child)[0];
        let next: Vec<u64> = children(&child).iter().map(|next| numbers(next)[0]).collect();
        if left == number / 2 {
            assert!(next.contains(&(left / 2)));
        } else {
            assert!(left.is_multiple_of(2) && !left.is_power_of_two());
            assert!(next.iter().any(|next| !next.is_multiple_of(2)));
        }
    }
}

fn check_remainder(at: &Position, target: &Natural, residue: &Natural) {
    let Board::Digits { targets, digits, .. } = at.board() else { panic!("no digits") };
    assert_eq!(targets, std::slice::from_ref(target));
    let (target, residue) = (small(target), small(residue));
    let now = digits.iter().fold(0, |rest, digit| (rest * 10 + u64::from(digit.value())) % target);
    assert_eq!(now, residue);
}

fn check_remainder_decides(at: &Position) {
    let Board::Digits { targets, digits, .. } = at.board() else { panic!("no digits") };
    let target = small(&targets[0]);
    let r = digits.iter().fold(0, |rest, digit| (rest * 10 + u64::from(digit.value())) % target);
    let missing = (target - r * 10 % target) % target;
    let completes = children(at).iter().any(is_divisible);
    assert_eq!(completes, missing <= 9);
}

/// Holds a general statement against this position and all that can follow at once.
fn check_theorem(oracle: &mut Oracle, at: &Position, theorem: Theorem) {
    let mut around = children(at);
    around.push(at.clone());
    for position in around {
        let lost = oracle.worth(&position) == Worth::Lost;
        match theorem {
            Theorem::DivideIsNim => {
                let sum = heaps(&position).iter().fold(0, |sum, heap| sum ^ heap);
                assert_eq!(lost, sum == 0);
            }
            Theorem::DivideIsMisereNim => {
                let heaps = heaps(&position);
                let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
                let large = heaps.iter().any(|heap| *heap > 1);
                assert_eq!(lost, if large { sum == 0 } else { heaps.len() % 2 == 1 });
            }
            Theorem::PassIsHeap => assert!(moves(at).contains(&Move::Pass)),
            Theorem::EqualPairs => assert!(lost || !is_parted(oracle, &position)),
            Theorem::PrimesLost => {
                let number = numbers(&position)[0];
                assert_eq!(lost, number == 1 || is_prime(number));
                assert_eq!(position.is_over(), lost);
                let leaves_prime = |next: &Position| is_prime(numbers(next)[0]);
                assert!(lost || children(&position).iter().any(leaves_prime));
            }
            Theorem::TwoPrimesLost => {
                let number = numbers(&position)[0];
                assert_eq!(lost, prime_factors(number).len() == 2);
                let leaves_two = |next: &Position| prime_factors(numbers(next)[0]).len() == 2;
                let more = prime_factors(number).len() > 2;
                assert!(!more || children(&position).iter().any(leaves_two));
            }
            Theorem::UnluckyNumbers => {
                let number = numbers(&position)[0];
                assert_eq!(lost, is_unlucky(number));
                let leaves_unlucky = |next: &Position| is_unlucky(numbers(next)[0]);
                let won = !lost && !position.is_over();
                assert!(!won || children(&position).iter().any(leaves_unlucky));
            }
            Theorem::SubtractLost => {
                for number in numbers(&position) {
                    let alone = vec![Natural::from(number)];
                    let alone = Position::numbers(*at.rules(), alone, at.turn()).unwrap();
                    let power = number.is_power_of_two() && number.trailing_zeros() % 2 == 1;
                    let is_lost = oracle.worth(&alone) == Worth::Lost;
                    assert_eq!(is_lost, !number.is_multiple_of(2) || power);
                }
            }
            Theorem::NimbersAdd => {
                let sum = nimbers(oracle, &position).iter().fold(0, |sum, heap| sum ^ heap);
                assert_eq!(lost, sum == 0);
            }
            Theorem::SubtractWorth => {
                for number in numbers(&position) {
                    let worth = oracle.nimber(at, &Natural::from(number));
                    assert_eq!(worth, subtract_worth(number), "{number}");
                }
            }
            Theorem::WholeDivides | Theorem::OneIsTakenWhole | Theorem::AbovePrime => {
                check_fresh_numbers(at, theorem);
            }
            Theorem::RemainderDecides => check_remainder_decides(at),
            Theorem::SafeFirstDigit => check_safe_first_digit(at),
            Theorem::AlwaysSafe => check_always_safe(at),
            Theorem::NeighbouringDigits => {
                let completes = |digit: u8| {
                    let digit = Digit::ALL[usize::from(digit)];
                    at.after(&Move::Append(digit)).is_ok_and(|after| is_divisible(&after))
                };
                assert!((0..9).all(|digit| !completes(digit) || !completes(digit + 1)));
            }
        }
    }
}

/// What a number is worth by the table of the theorem.
fn subtract_worth(number: u64) -> u32 {
    let a = number.trailing_zeros();
    let at = a as usize;
    match number >> a {
        1 if a == 0 || a % 2 == 1 => 0,
        1 if a == 4 => 2,
        1 => a - 1,
        3 => [0, 2, 3, 4, 3, 6].get(at).copied().unwrap_or_else(|| a - 2),
        5 => [0, 1, 3, 4, 3, 6].get(at).copied().unwrap_or(a + 2),
        7 | 9 | 11 | 15 if a > 2 => a + 1,
        13 if a > 3 => a + 1,
        _ => a,
    }
}

/// What is said about all numbers from which something is taken: here about the first ones.
fn check_fresh_numbers(at: &Position, theorem: Theorem) {
    for number in 1..=60_u64 {
        let alone = vec![Natural::from(number)];
        let start = Position::numbers(*at.rules(), alone, at.turn()).unwrap();
        let take = |divisor: u64| start.after(&Move::take(Op::Subtract, divisor));
        match theorem {
            Theorem::WholeDivides => assert!(has_won(&take(number).unwrap(), at.turn())),
            Theorem::OneIsTakenWhole => assert_eq!(take(number).is_ok(), number == 1),
            _ if is_prime(number - 1) => assert!(has_won(&take(1).unwrap(), at.turn())),
            _ => {}
        }
    }
}

/// Whether every move is on a number, and every number that can be changed has an equal partner or is
/// lost alone.
fn is_parted(oracle: &mut Oracle, position: &Position) -> bool {
    if moves(position).contains(&Move::Pass) {
        return false;
    }
    let mut live = live_numbers(position);
    live.sort_unstable();
    let mut single = Vec::new();
    for number in live {
        if single.last() == Some(&number) {
            single.pop();
        } else {
            single.push(number);
        }
    }
    single.into_iter().all(|number| {
        let alone = vec![Natural::from(number)];
        let alone = Position::numbers(*position.rules(), alone, position.turn()).unwrap();
        oracle.worth(&alone) == Worth::Lost
    })
}

/// The number is empty, 0 may not come first, and after one of the nine digits none completes it; the
/// proof counts the remainders that win at once.
fn check_safe_first_digit(at: &Position) {
    let Board::Digits { targets, digits, .. } = at.board() else { panic!("no digits") };
    let target = small(&targets[0]);
    assert!(target > 11 && digits.is_empty());
    let first = children(at);
    assert_eq!(first.len(), 9);
    assert!(first.iter().any(|next| !children(next).iter().any(is_divisible)));
    assert!(first.iter().all(|next| moves(next).len() == 10));
    let wins = |r: &u64| (0..10).any(|digit| (r * 10 + digit).is_multiple_of(target));
    let counted: Vec<u64> = (1..10).map(|k| k * target / 10).collect();
    assert_eq!((1..target).filter(wins).collect::<Vec<_>>(), counted);
    assert!(counted[8] >= 10);
}

fn check_always_safe(at: &Position) {
    let Board::Digits { targets, .. } = at.board() else { panic!("no digits") };
    let target = small(&targets[0]);
    assert!(target > 10);
    let wins = |r: u64| (0..10).any(|digit| (r * 10 + digit).is_multiple_of(target));
    assert_eq!((1..target).filter(|r| wins(*r)).count(), 9);
    for r in (1..target).filter(|r| !wins(*r)) {
        assert!((0..10).any(|digit| !wins((r * 10 + digit) % target)));
    }
}
