//! The theorem that settles every single start of a game, where one is known.

use duel_books::explain::capital;
use duel_core::{
    Choice, Digit, Echo, HouseRule, LeadingZero, Move, Op, Outcome, Play, Position, Reuse, Rules,
    Take,
};
use duel_numbers::Budget;
use duel_solver::{Claim, Depth, Reason, Value, closed};

use super::{Conjecture, game::Game};

/// From how many starts it is seen whether a theorem covers a game. Theorems ask for the rules and
/// nothing else, except that of `factor+no-whole`, which covers 1 and not 2.
const TRIED: u64 = 40;

/// What is known about all starts of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theorem {
    /// Which starts are lost, in the language of conjectures.
    pub rule: Option<Conjecture>,
    /// The general statement that it comes from.
    pub statement: String,
}

/// Why no target is lost where 0 may come first.
const ZERO_WINS: &str = "The first digit may be 0, and every target divides 0. So the player to move wins at once, \
                         whatever the target is.";

/// What carries the theorem of `divide` over to the games of [`leaves_a_prime`].
const BEFORE_ANY_BAR: &str = "That division ends the game, and before it no number is barred.";

impl Theorem {
    /// The theorem that covers every start of the game.
    pub(super) fn of(game: &Game) -> Option<Theorem> {
        Theorem::of_zero(game).or_else(|| Theorem::of_solver(game)).or_else(|| {
            let plain = Game::parse("divide").ok().filter(|_| leaves_a_prime(game.rules()))?;
            let Theorem { rule, statement } = Theorem::of_solver(&plain)?;
            Some(Theorem { rule, statement: format!("{statement} {BEFORE_ANY_BAR}") })
        })
    }

    /// The one that follows from the rules of digits alone: what is said about later digits, or about a
    /// maximum length, does not matter where the first digit wins.
    fn of_zero(game: &Game) -> Option<Theorem> {
        zero_wins(&game.position(game.first())?).then(|| Theorem {
            rule: Conjecture::parse("never").ok(),
            statement: ZERO_WINS.to_owned(),
        })
    }

    /// The one that follows from theorems of the solver.
    fn of_solver(game: &Game) -> Option<Theorem> {
        let mut statements: Vec<String> = Vec::new();
        let mut rule = None;
        for number in game.first()..game.first() + TRIED {
            let position = game.position(number)?;
            if position.is_over() {
                continue;
            }
            let reason = closed::theorem(&position, Budget::PROMPT)?.reason;
            for claim in reason.claims(&position, Depth::Student) {
                let words = claim.words(&position);
                if matches!(claim, Claim::Theorem(_)) && !statements.contains(&words) {
                    statements.push(words);
                }
            }
            rule = rule.or_else(|| rule_of(game, &reason));
        }
        let rule = rule.and_then(|rule| Conjecture::parse(rule).ok());
        Some(Theorem { rule, statement: statements.join(" ") })
    }

    /// The whole theorem in words.
    pub fn words(&self) -> String {
        match &self.rule {
            Some(rule) => format!("{}. {}", capital(&rule.claim()), self.statement),
            None => self.statement.clone(),
        }
    }
}

/// The value of a position by a theorem, or by the rules where the game is over.
pub(super) fn value(position: &Position) -> Option<Value> {
    match position.outcome() {
        None => {
            if let Some(theorem) = closed::theorem(position, Budget::PROMPT) {
                return theorem.assessment.value;
            }
            // No prime and not 1, for from these there is no move.
            let wins = leaves_a_prime(position.rules()) || zero_wins(position);
            wins.then_some(Value::Win)
        }
        Some(Outcome::Won(seat)) if seat == position.turn() => Some(Value::Win),
        Some(Outcome::Won(_)) => Some(Value::Loss),
        Some(Outcome::Nobody) => Some(Value::Draw),
    }
}

/// Whether single numbers are divided as in `divide`, except that numbers may wear out: its first
/// moves, one of which leaves a prime, are all there.
fn leaves_a_prime(rules: &Rules) -> bool {
    let wears_out = |rule| matches!(rule, HouseRule::NoEcho | HouseRule::Once);
    let Play::Take(take) = rules.play() else { return false };
    let plain = Take { reuse: Reuse::Free, echo: Echo::Allowed, ..take };
    plain == Take::one(Op::Divide, Choice::Proper) && rules.house().all(wears_out)
}

/// Whether the digit 0 wins at once here.
fn zero_wins(start: &Position) -> bool {
    let after = Digit::from_char('0').and_then(|zero| start.after(&Move::Append(zero)).ok());
    after.is_some_and(|after| after.outcome() == Some(Outcome::Won(start.turn())))
}

/// What the theorem of this reason says about single numbers; the proofs are in `docs/theory.md`.
fn rule_of(game: &Game, reason: &Reason) -> Option<&'static str> {
    match reason {
        Reason::Nim { normal, pass, .. } if *normal == pass.is_none() => Some("prime or n = 1"),
        Reason::Nim { .. } => Some("omega = 2"),
        Reason::LeavePrime { .. } | Reason::Composite(_) => Some("prime or n = 1"),
        Reason::EitherMisere { .. } => Some("n = 9 or omega = 2 and n mod 3 != 0"),
        Reason::Subtract { .. } => Some("odd or power of 2 and twos mod 2 = 1"),
        Reason::TakeAll { .. } | Reason::NeverForced { .. } => Some("never"),
        Reason::Complete { .. } | Reason::SafeDigit { .. } | Reason::EveryDigitLoses(_) => {
            match game.rules().play() {
                Play::Append(append) if append.leading_zero == LeadingZero::Barred => {
                    Some("n in 10, 11")
                }
                _ => Some("never"),
            }
        }
        _ => None,
    }
}
