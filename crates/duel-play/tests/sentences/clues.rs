//! One check for each kind of clue. A clue that describes moves must describe winning ones only,
//! and there must be one.

use duel_core::{Board, LastMover, Move, Position};
use duel_numbers::Natural;
use duel_play::hint::Clue;

use crate::oracle::{
    Oracle, Worth, children, divisions, has_won, heaps, is_prime, is_unlucky, live_numbers, moves,
    numbers, prime_factors, small,
};

/// Checks that a clue is true of a position, and sends nobody astray.
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
        Clue::BalanceDivisions { pass } => {
            assert_eq!(moves(at).contains(&Move::Pass), *pass);
            let balances = |after: &Position| heaps(after).iter().fold(0, |a, b| a ^ b) == 0;
            describes(&|_, _, after| balances(after), lost);
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
        Clue::MakeWorth { number, index, worth } => {
            assert_eq!(numbers(at)[*index], small(number));
            let fits = |oracle: &mut Oracle, made: &Move, after: &Position| {
                let here = matches!(made, Move::Take { index: place, .. } if place == index);
                here && oracle.nimber(at, &Natural::from(numbers(after)[*index])) == *worth
            };
            describes(&fits, lost);
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
        Clue::JustOne => assert_eq!(winning(oracle, at), 1),
        Clue::Several(count) => assert_eq!(winning(oracle, at), *count),
        Clue::SomeMove | Clue::CanBalance => assert!(winning(oracle, at) > 0),
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

fn winning(oracle: &mut Oracle, at: &Position) -> usize {
    moves(at).iter().filter(|made| oracle.wins(at, made)).count()
}
