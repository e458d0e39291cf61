//! What comes of a conjecture: as data, in words, and as JSON.

use duel_books::listing::grouped;
use duel_numbers::Natural;
use duel_solver::Value;
use serde::{Deserialize, Serialize};

use super::{conjecture::Conjecture, theorem::Theorem};

/// What comes of a conjecture about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The game.
    pub game: String,
    /// Its least start, from which numbers were compared.
    pub first: u64,
    /// The number that was to be the last one.
    pub last: u64,
    /// The conjecture.
    pub conjecture: Conjecture,
    /// The smallest number of which it is wrong.
    pub counterexample: Option<Counterexample>,
    /// The last number that was compared; `None` if the work did not suffice for the first.
    pub checked: Option<u64>,
    /// The theorem that settles every start, if one is known.
    pub theorem: Option<Theorem>,
}

/// A number of which a conjecture is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The number.
    pub number: u64,
    /// Its value for the player to move.
    pub value: Value,
    /// Whether the conjecture says that it is lost.
    pub says_lost: bool,
    /// The quantities of the number that the conjecture compares, such as `twos = 2`.
    pub facts: Vec<String>,
}

/// A verdict for programs: numbers of games are strings there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerdictForm {
    /// The game.
    pub game: String,
    /// The conjecture in its canonical form.
    pub conjecture: String,
    /// `counterexample` or `holds`.
    pub verdict: String,
    /// The smallest number of which it is wrong.
    pub counterexample: Option<CounterexampleForm>,
    /// The least start of the game, from which numbers were compared.
    pub first: String,
    /// The last number that was compared.
    pub checked: Option<String>,
    /// The theorem of the game in words, if one is known and there is no counterexample.
    pub theorem: Option<String>,
}

/// A counterexample for programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CounterexampleForm {
    /// The number.
    pub number: String,
    /// Its value: `win`, `loss`, `draw` or `endless`.
    pub value: String,
    /// What the conjecture says: `lost` or `not lost`.
    pub conjecture: String,
}

impl Verdict {
    /// The verdict for programs. The theorem would give the rule away, so it goes only to who has
    /// found one.
    pub fn form(&self) -> VerdictForm {
        let holds = self.counterexample.is_none();
        VerdictForm {
            game: self.game.clone(),
            conjecture: self.conjecture.to_string(),
            verdict: if holds { "holds" } else { "counterexample" }.to_owned(),
            counterexample: self.counterexample.as_ref().map(Counterexample::form),
            first: self.first.to_string(),
            checked: self.checked.map(|checked| checked.to_string()),
            theorem: self.theorem.as_ref().filter(|_| holds).map(Theorem::words),
        }
    }

    /// The verdict in words, a paragraph a line.
    pub fn words(&self) -> String {
        let mut words = match (&self.counterexample, self.checked) {
            (Some(counterexample), _) => counterexample.words(),
            (None, None) => format!("The search was too long even for {}.", self.first),
            (None, Some(checked)) => self.holds_to(checked),
        };
        if self.first > 1 && self.checked.is_some() {
            let below = match self.first {
                2 => "1 is no start of this game and was".to_owned(),
                first => format!("Numbers below {first} are no starts of this game and were"),
            };
            words.push_str(&format!("\n{below} skipped."));
        }
        words
    }

    fn holds_to(&self, checked: u64) -> String {
        let so_far = format!("True as far as {}.", shown_number(checked));
        let so_far = if checked < self.last {
            format!("{so_far} Farther the search did not get within its limit of work.")
        } else {
            so_far
        };
        match &self.theorem {
            None => format!(
                "{so_far}\nThis program knows no theorem about this game: if your conjecture holds \
                 for all numbers, that would be news to it."
            ),
            Some(theorem) if theorem.rule.as_ref() == Some(&self.conjecture) => {
                format!("{so_far}\nIt is the theorem of this game. {}", theorem.statement)
            }
            Some(theorem) => format!("{so_far}\nThe theorem of this game: {}", theorem.words()),
        }
    }
}

impl Counterexample {
    fn form(&self) -> CounterexampleForm {
        CounterexampleForm {
            number: self.number.to_string(),
            value: self.value.name().to_owned(),
            conjecture: if self.says_lost { "lost" } else { "not lost" }.to_owned(),
        }
    }

    fn words(&self) -> String {
        let number = shown_number(self.number);
        let facts = match self.facts.as_slice() {
            [] => String::new(),
            facts => format!(" ({})", facts.join(", ")),
        };
        let says = if self.says_lost { "lost" } else { "not lost" };
        let truth = match self.value {
            Value::Loss => "It is lost: the player to move there loses, if the other plays well.",
            Value::Win => "It is won: the player to move there can win.",
            Value::Draw => "It is not lost: neither player can force a win before the game ends.",
            Value::Endless => "It is not lost: neither player can force a win.",
        };
        format!(
            "No. The smallest counterexample is {number}.\nYour conjecture says that {number} is {says}{facts}. {truth}"
        )
    }
}

/// A number for reading.
fn shown_number(number: u64) -> String {
    grouped(&Natural::from(number))
}
