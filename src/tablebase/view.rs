//! A position as the side to move sees it: turned by half a turn if that is Black, so that it always moves upward.

use crate::board::{Bits, Playable, Side};
use crate::position::Board;
use crate::rules::Rules;

/// The pieces, seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct View<B> {
    /// Pieces of the side to move.
    pub own: B,
    /// Pieces of its opponent.
    pub other: B,
    /// Kings of both.
    pub kings: B,
    /// Whether kings only slide sideways.
    pub frozen: bool,
}

/// Whether left and right are alike: on boards that play on every square.
pub(super) const fn has_reflection<R: Rules>() -> bool {
    matches!(R::SET.board.playable, Playable::All) && R::SET.board.columns == 8 && R::SET.board.rows == 8
}

impl<B: Bits> View<B> {
    /// The view of the side to move.
    #[inline(always)]
    pub(super) fn of<R: Rules<Bits = B>>(board: &Board<R>) -> Self {
        let us = board.turn();
        let kings = board.kings(Side::White) | board.kings(Side::Black);
        let view =
            Self { own: board.pieces(us), other: board.pieces(!us), kings, frozen: board.kings_are_frozen() };
        match us {
            Side::White => view,
            Side::Black => view.turned::<R>(),
        }
    }

    #[inline(always)]
    fn turned<R: Rules<Bits = B>>(&self) -> Self {
        let turn = |set| R::GEOMETRY.turned(set);
        Self { own: turn(self.own), other: turn(self.other), kings: turn(self.kings), frozen: self.frozen }
    }

    /// The same pieces as the opponent sees them.
    #[inline(always)]
    pub(super) fn passed<R: Rules<Bits = B>>(&self) -> Self {
        let Self { own, other, kings, frozen } = self.turned::<R>();
        Self { own: other, other: own, kings, frozen }
    }

    /// The same with left and right exchanged; only for games with that symmetry.
    #[inline(always)]
    pub(super) fn reflected<R: Rules<Bits = B>>(&self) -> Self {
        let reflect = |set| R::GEOMETRY.reflected(set);
        Self {
            own: reflect(self.own),
            other: reflect(self.other),
            kings: reflect(self.kings),
            frozen: self.frozen,
        }
    }

    /// What the two reflections of a position are compared by: men first, so that mostly they decide.
    #[inline(always)]
    fn rank(&self) -> [B; 4] {
        [self.own & !self.kings, self.other & !self.kings, self.own, self.other]
    }

    /// The one of the two reflections that tables store.
    #[inline(always)]
    pub(super) fn canonical<R: Rules<Bits = B>>(self) -> Self {
        if !const { has_reflection::<R>() } {
            return self;
        }
        let other = self.reflected::<R>();
        if other.rank() < self.rank() { other } else { self }
    }

    /// The board, with White to move. `crowned` tells which sides have had a king.
    #[inline(always)]
    pub(super) fn board<R: Rules<Bits = B>>(&self, crowned: [bool; 2]) -> Board<R> {
        Board::of_sets(self.own, self.other, self.kings, crowned)
    }
}
