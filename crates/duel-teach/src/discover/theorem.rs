//! The theorem that settles every single start of a game, where one is known.

use duel_core::{LeadingZero, Outcome, Play, Position};
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

impl Theorem {
    /// The theorem that covers every start of the game.
    pub(super) fn of(game: &Game) -> Option<Theorem> {
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
            Some(rule) => format!("Lost exactly when {rule}. {}", self.statement),
            None => self.statement.clone(),
        }
    }
}

/// The value of a position by a theorem, or by the rules where the game is over.
pub(super) fn value(position: &Position) -> Option<Value> {
    match position.outcome() {
        None => closed::theorem(position, Budget::PROMPT)?.assessment.value,
        Some(Outcome::Won(seat)) if seat == position.turn() => Some(Value::Win),
        Some(Outcome::Won(_)) => Some(Value::Loss),
        Some(Outcome::Nobody) => Some(Value::Draw),
    }
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
