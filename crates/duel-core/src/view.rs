//! The snapshot of a game that every front end draws.

use std::cell::OnceCell;

use duel_numbers::Budget;

use crate::{
    moves::Moves,
    position::Position,
    referee::Referee,
    seat::{Seat, Seats},
};

/// A snapshot of a game: what is needed to draw, print or announce it.
pub struct View<'a> {
    /// The position.
    pub position: &'a Position,
    /// Who sits where.
    pub names: &'a Seats<String>,
    /// How many moves have been made.
    pub ply: usize,
    budget: Budget<'a>,
    moves: OnceCell<Moves>,
}

impl<'a> View<'a> {
    /// A snapshot of this game. The budget is for factoring, if the moves are asked for.
    pub fn new(game: &'a Referee, names: &'a Seats<String>, budget: Budget<'a>) -> View<'a> {
        View {
            position: game.position(),
            names,
            ply: game.played().len(),
            budget,
            moves: OnceCell::new(),
        }
    }

    /// The legal moves, worked out when first asked for.
    pub fn moves(&self) -> &Moves {
        self.moves.get_or_init(|| self.position.moves(self.budget))
    }

    /// The name of the player to move.
    pub fn mover(&self) -> &str {
        &self.names[self.position.turn()]
    }

    /// The name of the player in this seat.
    pub fn name(&self, seat: Seat) -> &str {
        &self.names[seat]
    }
}
