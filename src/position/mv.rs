//! A move, as small as the search wants it.

use super::board::Demand;
use crate::board::{Bits, Square};

/// One legal move. Two ways to capture the same pieces with the same piece, ending on the same square, are
/// the same move (section 1 of the rules); the squares passed on the way are found again by the notation floor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move<B> {
    /// The pieces it takes.
    pub captured: B,
    /// Where the piece starts.
    pub from: Square,
    /// Where it ends; equal to `from` for a capture in a circle.
    pub to: Square,
    /// What the mover demands of the reply ([`Demand::NONE`] in games without designation).
    pub demand: Demand,
    flags: u8,
}

/// Moves of one position. Reused by its owner, so that generating does not allocate.
pub type MoveList<B> = Vec<Move<B>>;

const KING: u8 = 1;
const PROMOTES: u8 = 2;

impl<B: Bits> Move<B> {
    /// A move by a king (`king`) or a man; `promotes` if the man becomes a king.
    #[inline(always)]
    pub(super) fn new(from: u8, to: u8, captured: B, king: bool, promotes: bool) -> Self {
        let flags = (u8::from(king) * KING) | (u8::from(promotes) * PROMOTES);
        Self { captured, from: Square(from), to: Square(to), demand: Demand::NONE, flags }
    }

    /// The same move with a demand.
    #[inline(always)]
    #[must_use]
    pub fn with_demand(self, demand: Demand) -> Self {
        Self { demand, ..self }
    }

    /// Whether it takes a piece.
    #[inline(always)]
    pub fn is_capture(&self) -> bool {
        self.captured.any()
    }

    /// Whether a king makes it.
    #[inline(always)]
    pub fn is_king_move(&self) -> bool {
        self.flags & KING != 0
    }

    /// Whether it turns a man into a king by reaching the last row. (Tirana's crowning of a last man is not
    /// part of a move.)
    #[inline(always)]
    pub fn promotes(&self) -> bool {
        self.flags & PROMOTES != 0
    }

    /// Whether the moved piece is a king afterwards.
    #[inline(always)]
    pub(super) fn ends_as_king(&self) -> bool {
        self.flags != 0
    }
}
