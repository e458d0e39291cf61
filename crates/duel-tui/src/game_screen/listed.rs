//! The list of moves on the screen of a game: which are in it, in which order, and which one is
//! pointed at.

use duel_core::{Board, Move};
use duel_numbers::Natural;

use super::{GameScreen, ListUse, MoveOrder, reply::Changed};
use crate::{mark::Mark, move_list::MoveList};

impl GameScreen {
    /// Finds the moves that begin as typed.
    pub(super) fn narrow(&mut self) {
        self.refused = false;
        self.arrange();
    }

    /// Lists the moves anew. The one that was pointed at stays the same, if a key was pressed since
    /// the list came: it may be played this very moment.
    pub(super) fn rearrange(&mut self) {
        let (pointed, picking) = (self.pointed.clone(), self.picking);
        self.arrange();
        if let Some(pointed) = pointed.filter(|_| self.list_use == ListUse::Used) {
            self.picking = picking;
            self.find(&pointed);
        }
    }

    /// Lists the moves that begin as typed, sorted by value if that is wanted and known.
    pub(super) fn arrange(&mut self) {
        let typed = self.typed.as_deref().unwrap_or("");
        self.list = self
            .listing
            .as_ref()
            .map(|listing| MoveList::of(&listing.moves, typed))
            .unwrap_or_default();
        let analysis =
            self.analysis.as_ref().filter(|_| self.order == MoveOrder::ByValue && self.insight);
        if let (Some(analysis), Some(listing)) = (analysis, &self.listing) {
            self.list.sort(&listing.moves, |made| {
                let (mark, plies) = Mark::of(analysis, made);
                mark.order(plies)
            });
        }
        self.point_at(0);
        self.picking = false;
    }

    /// Moves the cursor. The move under it is made once, not for every drawing.
    pub(super) fn point_at(&mut self, place: u64) {
        self.cursor = place;
        let listing = self.listing.as_ref();
        self.pointed = listing.and_then(|listing| self.list.at(&listing.moves, place));
    }

    /// While looking back, points at the move that was made.
    pub(super) fn find_played(&mut self) {
        if let (Some(made), Some(_)) = (self.chosen(), self.viewed) {
            self.find(&made);
        }
    }

    /// Points at a move, wherever it is in the list.
    pub(super) fn find(&mut self, made: &Move) {
        /// How much of a long list is looked through for it.
        const FAR: u64 = 5_000;
        let Some(listing) = &self.listing else { return };
        let found = self.list.page(&listing.moves, 0, FAR).iter().position(|it| it == made);
        self.point_at(found.map_or(0, |place| place as u64));
    }

    /// The move under the cursor; while something is typed only if it is meant.
    pub(super) fn chosen(&self) -> Option<Move> {
        if let Some(ply) = self.viewed {
            return Some(self.session.game().played().get(ply)?.made.clone());
        }
        let typed = self.typed.as_deref().unwrap_or("");
        let made = self.pointed.as_ref()?;
        let meant = typed.is_empty() || self.picking || self.shown.write_move(made) == typed;
        meant.then(|| made.clone())
    }

    /// Which of several numbers is looked at: that of the chosen move, or of those that begin as
    /// typed.
    pub(super) fn focus(&self) -> usize {
        let Board::Numbers { numbers, .. } = self.shown.board() else { return 0 };
        if let Some(Changed::Number(index)) = self.changed() {
            return index;
        }
        match self.chosen().or_else(|| self.pointed.clone()) {
            Some(Move::Take { index, .. }) => index,
            _ => numbers.iter().position(|number| !number.is_zero()).unwrap_or(0),
        }
    }

    /// The number that is looked at.
    pub(super) fn number(&self) -> Option<&Natural> {
        match self.shown.board() {
            Board::Numbers { numbers, .. } => numbers.get(self.focus()),
            Board::Digits { .. } => None,
        }
    }
}
