//! One check for each kind of clue. A clue that describes moves must describe winning ones only,
//! and there must be one.

use duel_core::{Board, LastMover, Move, Position, Seat};
use duel_numbers::Natural;
use duel_play::hint::{Clue, Count};
use duel_solver::strategy::Parity;

use crate::{
    claims,
    oracle::{
        Oracle, Worth, children, divisions, has_won, heaps, is_prime, is_unlucky, live_numbers,
        moves, numbers, prime_factors, small,
    },
};

/// Checks that a clue is true of a position, and sends nobody astray.
#[expect(clippy::too_many_lines, reason = "one arm for each kind of clue")]
pub(crate) fn check(oracle: &mut Oracle, at: &Position, clue: &Clue) {
    let you = at.turn();
    let left = |after: &Position| numbers(after)[0];
    let mut describes = |fits: &dyn Fn(&mut Oracle, &Move, &Position) -> bool, keeps: Worth| {
        let mut described = 0;
        for made in moves(at) {
            let after = at.after(&made).unwrap();
            if fits(oracle, &made, &after) {
                described += 1;
                assert_eq!(oracle.worth(&after), keeps, "{}", at.write_move(&made));
            }
        }
        assert!(described > 0);
    };
    let lost = Worth::Lost;
    match clue {
        Clue::OverWon => assert!(has_won(at, you)),
        Clue::Over => assert!(at.is_over() && !has_won(at, you)),
        Clue::Unsettled => panic!("unsettled within no limits"),
        Clue::Lost => assert_eq!(oracle.worth(at), Worth::Lost),
        Clue::LostAtOnce => {
            assert!(!at.is_over() && children(at).iter().all(|c| has_won(c, you.other())));
        }
        Clue::LostByCount => {
            assert_eq!(oracle.worth(at), Worth::Lost);
            assert!(heaps(at).iter().all(|heap| *heap == 1));
        }
        Clue::AnyMove => describes(&|_, _, _| true, lost),
        Clue::LeavePrime => describes(&|_, _, after| is_prime(left(after)), lost),
        Clue::LeaveTwoPrimes => {
            describes(&|_, _, after| prime_factors(left(after)).len() == 2, lost);
        }
        Clue::MakeFactorPairs => {
            let pairs = |after: &Position| {
                let heaps = heaps(after);
                !moves(after).contains(&Move::Pass)
                    && heaps.chunks(2).all(|pair| pair.len() == 2 && pair[0] == pair[1])
            };
            describes(&|_, _, after| pairs(after), lost);
        }
        Clue::LookAt { number, index } => {
            assert_eq!(numbers(at)[*index], small(number));
            let here = |made: &Move| matches!(made, Move::Take { index: i, .. } if i == index);
            assert!(moves(at).iter().any(|made| here(made) && oracle.wins(at, made)));
        }
        Clue::LeaveOddCount => {
            assert_eq!(at.rules().last_mover(), LastMover::Loses);
            assert_eq!(numbers(at).into_iter().filter(|n| divisions(*n) > 1).count(), 1);
            let odd = |after: &Position| {
                let heaps = heaps(after);
                heaps.iter().all(|heap| *heap == 1) && heaps.len() % 2 == 1
            };
            describes(&|_, _, after| odd(after), lost);
        }
        Clue::MakePairs => {
            let pairs = |after: &Position| {
                let live = live_numbers(after);
                live.chunks(2).all(|pair| pair.len() == 2 && pair[0] == pair[1])
            };
            describes(&|_, _, after| pairs(after), lost);
        }
        Clue::LeaveUnlucky => describes(&|_, _, after| is_unlucky(left(after)), lost),
        Clue::LeavePowerOfTwo => {
            assert!(numbers(at)[0].is_power_of_two());
            describes(&|_, _, after| left(after).is_power_of_two(), lost);
        }
        Clue::LeaveOdd => describes(&|_, _, after| !left(after).is_multiple_of(2), lost),
        Clue::TakeMost => {
            let least = children(at).iter().map(left).min().unwrap();
            describes(&|_, _, after| left(after) == least, lost);
        }
        Clue::NumberBelow => {
            let below = numbers(at)[0] - 1;
            assert!(is_prime(below));
            describes(&|_, _, after| left(after) == below, lost);
        }
        Clue::OneDigit | Clue::OneMove => {
            assert_eq!(*clue == Clue::OneDigit, matches!(at.board(), Board::Digits { .. }));
            assert!(children(at).iter().any(|child| has_won(child, you)));
        }
        Clue::LeaveNoReply => {
            describes(&|_, _, after| !after.is_over() && holding_out(after, you) == 0, lost);
        }
        Clue::LeaveOneMove => describes(&|_, _, after| leaves_one_move(after, you), lost),
        Clue::UseUp => {
            describes(&|oracle, made, after| uses_up(oracle, at, made, after), lost);
        }
        Clue::LeaveParity(parity) => {
            let odd = *parity == Parity::Odd;
            describes(&|_, _, after| claims::check_parity(after) == Some(odd), lost);
        }
        Clue::LeaveFewReplies(count) => {
            let fits = |oracle: &mut Oracle, _: &Move, after: &Position| {
                let replies = children(after);
                let answered = |reply: &Position| oracle.worth(reply) == Worth::Won;
                holding_out(after, you) == *count
                    && replies.len() > *count
                    && replies.iter().all(answered)
            };
            describes(&fits, lost);
        }
        Clue::LeaveLostNumber(numbers) => {
            describes(&|_, _, after| numbers.contains(&left(after)), lost);
            for number in numbers {
                let alone = vec![Natural::from(*number)];
                let alone = Position::numbers(*at.rules(), alone, you).unwrap();
                assert_eq!(oracle.worth(&alone), Worth::Lost, "{number}");
            }
        }
        Clue::LeaveReplies(count) => {
            let fits = |oracle: &mut Oracle, _: &Move, after: &Position| {
                let replies = children(after);
                replies.len() == *count
                    && replies.iter().all(|reply| oracle.worth(reply) == Worth::Won)
            };
            describes(&fits, lost);
        }
        Clue::SomeMove => assert!(winning(oracle, at) > 0),
        Clue::SafeDigit => {
            let safe =
                |after: &Position| !after.is_over() && children(after).iter().all(|c| !c.is_over());
            describes(&|_, _, after| safe(after), Worth::Endless);
        }
        Clue::AvoidDivisible => describes(&|_, _, after| !after.is_over(), Worth::Endless),
        Clue::KeepOpen => {
            let worth = oracle.worth(at);
            assert!(matches!(worth, Worth::Drawn | Worth::Endless));
            assert!(children(at).iter().any(|child| oracle.worth(child) == worth));
        }
    }
}

/// Checks how many moves win.
pub(crate) fn check_count(oracle: &mut Oracle, at: &Position, count: &Count) {
    let all = Natural::from(moves(at).len());
    let worth = oracle.worth(at);
    let is_open = matches!(worth, Worth::Drawn | Worth::Endless);
    match count {
        Count::Over => assert!(at.is_over()),
        Count::Winning { winning: count, of } => {
            assert_eq!(worth, Worth::Won);
            assert_eq!((winning(oracle, at), &all), (*count, of));
        }
        Count::AtLeast(count) => assert!(winning(oracle, at) >= (*count).max(1)),
        Count::Lost { of } => {
            assert_eq!(worth, Worth::Lost);
            assert!(of.as_ref().is_none_or(|of| *of == all));
        }
        Count::Open { kept: None } => assert!(is_open),
        Count::Open { kept: Some((kept, of)) } => {
            assert!(is_open);
            let open =
                |child: &&Position| matches!(oracle.worth(child), Worth::Drawn | Worth::Endless);
            assert_eq!((children(at).iter().filter(open).count(), &all), (*kept, of));
        }
        Count::Unknown => panic!("unknown within no limits"),
    }
}

/// After how many replies this seat has neither won nor can win with the next move.
fn holding_out(after: &Position, you: Seat) -> usize {
    let loses = |reply: &Position| {
        has_won(reply, you) || children(reply).iter().any(|answer| has_won(answer, you))
    };
    children(after).iter().filter(|reply| !loses(reply)).count()
}

/// Whether this seat can win so that the other one has a single move each time.
fn leaves_one_move(after: &Position, you: Seat) -> bool {
    let replies = children(after);
    let [only] = replies.as_slice() else { return false };
    let answers = children(only);
    has_won(only, you)
        || answers.iter().any(|answer| has_won(answer, you) || leaves_one_move(answer, you))
}

/// Whether no reply wins, but one with a number that has been used would.
fn uses_up(oracle: &mut Oracle, at: &Position, made: &Move, after: &Position) -> bool {
    let Board::Numbers { numbers, barred, .. } = after.board() else { return false };
    let would_win = |divisor: &Natural| {
        let others: Vec<Natural> = barred.iter().filter(|d| *d != divisor).cloned().collect();
        let rules = *after.rules();
        let free = Position::numbers_barred(rules, numbers.clone(), others, after.turn()).unwrap();
        let with_it = |made: &Move| match made {
            Move::Take { divisor: taken, .. } => taken == divisor,
            Move::Pass => *divisor == Natural::from(1_u64),
            Move::Append(_) => false,
        };
        moves(&free).iter().any(|made| with_it(made) && oracle.wins(&free, made))
    };
    let is_used_up = barred.iter().any(would_win);
    is_used_up && oracle.wins(at, made)
}

fn winning(oracle: &mut Oracle, at: &Position) -> usize {
    moves(at).iter().filter(|made| oracle.wins(at, made)).count()
}
