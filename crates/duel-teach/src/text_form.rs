//! Positions and days in files and messages: as the text that they have everywhere else.

use std::fmt::Display;

use duel_core::Position;
use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

/// Writes a position in its one-line form.
pub(crate) fn serialize<S: Serializer>(value: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

/// Reads a position in its one-line form.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Position, D::Error> {
    let text = String::deserialize(from)?;
    duel_books::position(&text).map_err(D::Error::custom)
}

/// A day.
pub(crate) mod date {
    use duel_play::Date;
    use serde::{Deserialize, Deserializer, de::Error as _};

    pub(crate) use super::serialize;

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Date, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// A day that may be missing.
pub(crate) mod optional {
    use duel_play::Date;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

    #[expect(
        clippy::ref_option,
        clippy::trivially_copy_pass_by_ref,
        reason = "serde hands members on like this"
    )]
    pub(crate) fn serialize<S: Serializer>(date: &Option<Date>, to: S) -> Result<S::Ok, S::Error> {
        date.map(|date| date.to_string()).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Date>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
    }
}
