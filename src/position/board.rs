//! The board: everything that decides which moves are legal, and the effect of a move on it.

use super::mv::Move;
use crate::board::{Bits, Piece, Side, Square};
use crate::rules::{Objective, Rules};

/// What stands where, who moves, and the extra state that some games have. Four words, copied rather than undone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board<R: Rules> {
    /// All pieces of White and of Black.
    pub(super) pieces: [R::Bits; 2],
    /// The kings of both sides.
    pub(super) kings: R::Bits,
    /// The side to move.
    pub(super) turn: Side,
    /// Bit per side: has had a king (kept only in games where kings freeze; rulings A1, T8).
    pub(super) crowned: u8,
    /// What the side to move was told to capture (games with designation).
    pub(super) demand: Demand,
    /// Consecutive quiet moves with one king (games with a king run limit).
    pub(super) king_run: [KingRun; 2],
}

/// A demand in a game with designation (A7, T25): the opponent must capture `victim` first, with `capturer`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Demand {
    /// The piece that must capture.
    pub capturer: Square,
    /// The first piece that it must take.
    pub victim: Square,
}

impl Demand {
    /// No demand.
    pub const NONE: Self = Self { capturer: Square(255), victim: Square(255) };

    /// Whether something is demanded.
    #[inline(always)]
    pub fn is_some(self) -> bool {
        self.capturer.0 != 255
    }
}

/// A king and the number of quiet moves it has made in a row (Frisian article 17).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KingRun {
    /// Where the king stands; meaningless while `count` is 0.
    pub king: Square,
    /// Quiet moves in a row.
    pub count: u8,
}

impl KingRun {
    /// No run.
    pub const NONE: Self = Self { king: Square(255), count: 0 };
}

impl<R: Rules> Board<R> {
    /// A board without pieces.
    pub(super) fn empty(turn: Side) -> Self {
        Self {
            pieces: [R::Bits::ZERO; 2],
            kings: R::Bits::ZERO,
            turn,
            crowned: 0,
            demand: Demand::NONE,
            king_run: [KingRun::NONE; 2],
        }
    }

    /// A board with White to move and these sets of squares, for callers that go through positions in bulk and have
    /// made sure that the sets make sense: nothing is checked. `crowned` says which sides have had a king, where kings
    /// freeze.
    #[inline(always)]
    pub fn of_sets(white: R::Bits, black: R::Bits, kings: R::Bits, crowned: [bool; 2]) -> Self {
        let mut board = Self::empty(Side::White);
        board.pieces = [white, black];
        board.kings = kings;
        if R::SET.kings_freeze {
            board.crowned = u8::from(crowned[0]) | u8::from(crowned[1]) << 1;
        }
        board
    }

    /// The start position of the game.
    pub fn start() -> Self {
        let mut board = Self::empty(R::SET.first);
        let (skip, rows) = (usize::from(R::SET.setup.skip), usize::from(R::SET.setup.rows));
        let last = usize::from(R::SET.board.rows) - 1;
        for row in skip..skip + rows {
            board.pieces[Side::Black.index()] |= R::GEOMETRY.row[row];
            board.pieces[Side::White.index()] |= R::GEOMETRY.row[last - row];
        }
        board
    }

    /// The side to move.
    #[inline(always)]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// All pieces of a side.
    #[inline(always)]
    pub fn pieces(&self, side: Side) -> R::Bits {
        self.pieces[side.index()]
    }

    /// The men of a side.
    #[inline(always)]
    pub fn men(&self, side: Side) -> R::Bits {
        self.pieces(side) & !self.kings
    }

    /// The kings of a side.
    #[inline(always)]
    pub fn kings(&self, side: Side) -> R::Bits {
        self.pieces(side) & self.kings
    }

    /// The squares without a piece.
    #[inline(always)]
    pub fn empty_squares(&self) -> R::Bits {
        R::GEOMETRY.all & !(self.pieces[0] | self.pieces[1])
    }

    /// What stands on a square.
    pub fn piece_at(&self, square: Square) -> Option<(Side, Piece)> {
        let side = Side::BOTH.into_iter().find(|&side| self.pieces(side).has(square.0))?;
        Some((side, if self.kings.has(square.0) { Piece::King } else { Piece::Man }))
    }

    /// What the side to move was told to capture; [`Demand::NONE`] if nothing.
    #[inline(always)]
    pub fn demand(&self) -> Demand {
        self.demand
    }

    /// Whether `side` has ever had a king; always false in games where kings do not freeze.
    pub fn has_crowned(&self, side: Side) -> bool {
        self.crowned >> side.index() & 1 != 0
    }

    /// Whether the kings of both sides are frozen: they only slide sideways (A1, A4).
    #[inline(always)]
    pub fn kings_are_frozen(&self) -> bool {
        R::SET.kings_freeze && self.crowned != 0b11
    }

    /// The run of quiet king moves of a side; [`KingRun::NONE`] in games without a limit.
    pub fn king_run(&self, side: Side) -> KingRun {
        self.king_run[side.index()]
    }

    /// Whether the game is over because a side got its first king ([`Objective::FirstKing`]).
    #[inline(always)]
    pub(super) fn first_king_made(&self) -> bool {
        matches!(R::SET.objective, Objective::FirstKing) && self.kings.any()
    }

    /// The board after a move of [`Board::moves`]. A move from elsewhere gives a meaningless board, not a panic.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, mv: &Move<R::Bits>) -> Self {
        self.after_by_side(self.turn.index(), mv)
    }

    /// As [`Board::after`], where `WHITE` tells who is to move.
    #[inline(always)]
    pub(super) fn after_by<const WHITE: bool>(&self, mv: &Move<R::Bits>) -> Self {
        self.after_by_side(usize::from(!WHITE), mv)
    }

    #[inline(always)]
    fn after_by_side(&self, us: usize, mv: &Move<R::Bits>) -> Self {
        let (from, to) = (R::Bits::bit(mv.from.0), R::Bits::bit(mv.to.0));
        let mut next = *self;
        next.pieces[us] ^= from ^ to;
        next.pieces[us ^ 1] &= !mv.captured;
        next.kings &= !(from | mv.captured);
        if mv.ends_as_king() {
            next.kings |= to;
        }
        if R::SET.kings_freeze && mv.promotes() {
            next.crowned |= 1 << us;
        }
        if R::SET.last_man_crowns && mv.is_capture() {
            next.crown_last_men();
        }
        if R::SET.designation {
            next.demand = mv.demand;
        }
        if R::SET.king_run_limit.is_some() {
            next.count_king_run(mv);
        }
        next.turn = !self.turn;
        next
    }

    /// Crowns a side's only piece where it stands (A2, A3, T16 to T22).
    pub(super) fn crown_last_men(&mut self) {
        for side in Side::BOTH {
            let pieces = self.pieces(side);
            if pieces.count() == 1 && (pieces & self.kings).is_empty() {
                self.kings |= pieces;
                self.crowned |= 1 << side.index();
            }
        }
    }

    /// Keeps the runs of quiet king moves: any other move ends the mover's run, and a side without men has none (A29).
    fn count_king_run(&mut self, mv: &Move<R::Bits>) {
        let us = self.turn.index();
        let quiet_king_move = mv.is_king_move() && !mv.is_capture();
        self.king_run[us] = if quiet_king_move {
            let run = self.king_run[us];
            let count = if run.count > 0 && run.king == mv.from { run.count.saturating_add(1) } else { 1 };
            KingRun { king: mv.to, count }
        } else {
            KingRun::NONE
        };
        self.drop_void_runs();
    }

    /// Ends the runs of kings that are gone and of sides without men (A29).
    pub(super) fn drop_void_runs(&mut self) {
        for side in Side::BOTH {
            let run = self.king_run[side.index()];
            if self.men(side).is_empty() || !self.kings(side).has(run.king.0) {
                self.king_run[side.index()] = KingRun::NONE;
            }
        }
    }
}
