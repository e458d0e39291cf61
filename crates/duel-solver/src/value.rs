//! What a position is worth.

/// The value of a position for the player to move, if both play as well as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
    /// There is no winner, because the game ends at its maximum length first (`cap-draw`).
    Draw,
    /// Neither player can force a win, and nothing ends the game.
    Endless,
}

impl Value {
    /// The same position, seen by the opponent.
    #[must_use]
    pub fn for_opponent(self) -> Value {
        match self {
            Value::Win => Value::Loss,
            Value::Loss => Value::Win,
            other => other,
        }
    }

    /// The word that text forms use.
    pub fn name(self) -> &'static str {
        match self {
            Value::Win => "win",
            Value::Loss => "loss",
            Value::Draw => "draw",
            Value::Endless => "endless",
        }
    }
}

/// How a value is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Basis {
    /// By a proof that covers every position of its kind.
    Theorem,
    /// By a search that was completed.
    Search,
    /// It is not known within the limits.
    Unknown,
}

impl Basis {
    /// The word that text forms use.
    pub fn name(self) -> &'static str {
        match self {
            Basis::Theorem => "theorem",
            Basis::Search => "search",
            Basis::Unknown => "unknown",
        }
    }
}

/// What is known about a position. Each part may be missing on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assessment {
    /// Who wins.
    pub value: Option<Value>,
    /// After how many plies, if the winner hurries and the loser delays.
    pub plies: Option<u32>,
    /// The size of the Nim heap that this position is worth, in normal play.
    pub nimber: Option<u32>,
    /// How the value is known.
    pub basis: Basis,
}

impl Assessment {
    /// Nothing is known.
    pub const UNKNOWN: Assessment =
        Assessment { value: None, plies: None, nimber: None, basis: Basis::Unknown };

    /// A value that was proved.
    pub fn theorem(value: Value, plies: Option<u32>, nimber: Option<u32>) -> Assessment {
        Assessment { value: Some(value), plies, nimber, basis: Basis::Theorem }
    }

    /// Fills in what is missing from another source.
    #[must_use]
    pub fn or(self, other: Assessment) -> Assessment {
        Assessment {
            value: self.value.or(other.value),
            plies: self.plies.or(other.plies),
            nimber: self.nimber.or(other.nimber),
            basis: if self.value.is_some() { self.basis } else { other.basis },
        }
    }
}
