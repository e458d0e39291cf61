//! The two sides of a game.

use std::ops::{Index, IndexMut};

/// A side of one game. The first seat began that game; which person sits there is the match's
/// business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seat {
    /// The side that began.
    First,
    /// The other side.
    Second,
}

impl Seat {
    /// Both seats, in order.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// The opponent.
    #[must_use]
    pub fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// 1 or 2, as the text forms count.
    pub fn number(self) -> u8 {
        match self {
            Seat::First => 1,
            Seat::Second => 2,
        }
    }

    /// The seat that text forms call 1 or 2.
    pub fn from_number(number: u8) -> Option<Seat> {
        match number {
            1 => Some(Seat::First),
            2 => Some(Seat::Second),
            _ => None,
        }
    }
}

/// One value for each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seats<T> {
    /// The first seat's.
    pub first: T,
    /// The second seat's.
    pub second: T,
}

impl<T> Seats<T> {
    /// A pair, first seat first.
    pub fn new(first: T, second: T) -> Self {
        Seats { first, second }
    }

    /// The same pair seen from the other side of the table.
    #[must_use]
    pub fn swapped(self) -> Self {
        Seats { first: self.second, second: self.first }
    }
}

impl<T> Index<Seat> for Seats<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        match seat {
            Seat::First => &self.first,
            Seat::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Seat> for Seats<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::First => &mut self.first,
            Seat::Second => &mut self.second,
        }
    }
}
