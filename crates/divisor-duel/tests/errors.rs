//! Every public error of the library is an error that programs can box, send and print.

use std::error::Error;

use divisor_duel::{books, numbers, play, rules, solver, verify};

fn is_error<E: Error + Send + Sync + 'static>() {}

#[test]
fn every_public_error_is_an_error() {
    is_error::<numbers::ParseNaturalError>();
    is_error::<rules::ClockError>();
    is_error::<rules::Failure>();
    is_error::<rules::Fault>();
    is_error::<rules::HouseRuleError>();
    is_error::<rules::Illegal>();
    is_error::<rules::MoveError>();
    is_error::<rules::NotationError>();
    is_error::<rules::RecordError>();
    is_error::<rules::Refusal>();
    is_error::<rules::SetupError>();
    is_error::<rules::record::Problem>();
    is_error::<books::hear::Unclear>();
    is_error::<solver::certificate::ProveError>();
    is_error::<verify::Fault>();
    is_error::<verify::VerifyError>();
    is_error::<play::daily::DailyError>();
    is_error::<play::deal::UnknownDifficulty>();
    is_error::<play::journal::JournalError>();
    is_error::<play::bot::PlayerSpecError>();
    is_error::<play::bot::UnknownLevel>();
    is_error::<play::player::PlayerFault>();
    is_error::<play::store::StoreError>();
    is_error::<play::terms::TermsError>();
}

#[test]
fn a_refused_move_says_why() {
    use divisor_duel::prelude::*;

    let mut game = Referee::new(books::position("divide:60").unwrap(), Conduct::default());
    let entry = Input::Move(Move::take(Op::Divide, 7_u64));
    let refusal = game.submit(Seat::First, entry, Duration::ZERO).unwrap_err();
    assert_eq!(refusal.to_string(), "the move is not legal: it does not divide the number");
}
