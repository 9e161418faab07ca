//! Which inputs differ between two boards. Few do, and nothing foretells which: so there are no branches on them.

use super::input::{extra_input, extra_state, extras, piece_input};
use crate::board::{Bits, Side};
use crate::position::Board;
use crate::rules::Rules;

/// All of a board that the inputs depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placement<R: Rules> {
    /// White's pieces and Black's.
    sides: [R::Bits; 2],
    kings: R::Bits,
    /// See [`extra_state`].
    extras: [u8; 2],
}

impl<R: Rules> Placement<R> {
    /// An empty board.
    pub(super) const EMPTY: Self = Self { sides: [R::Bits::ZERO; 2], kings: R::Bits::ZERO, extras: [0; 2] };

    #[inline(always)]
    pub(super) fn of(board: &Board<R>) -> Self {
        let sides = [board.pieces(Side::White), board.pieces(Side::Black)];
        let kings = board.kings(Side::White) | board.kings(Side::Black);
        Self { sides, kings, extras: extra_state(board) }
    }

    /// The squares on which something else stands.
    #[inline(always)]
    fn changed(&self, other: &Self) -> R::Bits {
        let sides = (self.sides[0] ^ other.sides[0]) | (self.sides[1] ^ other.sides[1]);
        sides | (self.kings ^ other.kings)
    }

    /// How far another one is, in squares and extra inputs.
    #[inline(always)]
    pub(super) fn distance(&self, other: &Self) -> u32 {
        let squares = self.changed(other).count();
        if const { extras::<R>() == 0 } {
            return squares;
        }
        squares + (u16::from_ne_bytes(self.extras) ^ u16::from_ne_bytes(other.extras)).count_ones()
    }
}

/// The inputs that differ between two placements.
#[derive(Debug)]
pub(super) struct Changes {
    added: Inputs,
    removed: Inputs,
}

impl Changes {
    /// None.
    pub(super) const NONE: Self = Self { added: Inputs::NONE, removed: Inputs::NONE };

    /// Becomes what leads from `old` to `new`.
    #[inline(always)]
    pub(super) fn between<R: Rules>(&mut self, old: &Placement<R>, new: &Placement<R>) {
        const { assert!(R::SET.board.squares() + extras::<R>() <= MOST, "all changes fit the lists") };
        (self.added.count, self.removed.count) = (0, 0);
        for bit in new.changed(old).iter() {
            self.added.push_piece(new, bit);
            self.removed.push_piece(old, bit);
        }
        if const { extras::<R>() == 0 } {
            return;
        }
        for side in Side::BOTH {
            let (old, new) = (old.extras[side.index()], new.extras[side.index()]);
            self.added.push_extras::<R>(side, new & !old);
            self.removed.push_extras::<R>(side, old & !new);
        }
    }

    /// The inputs that become 1, in White's view and in Black's.
    #[inline(always)]
    pub(super) fn added(&self) -> [&[u16]; 2] {
        self.added.views()
    }

    /// The inputs that become 0.
    #[inline(always)]
    pub(super) fn removed(&self) -> [&[u16]; 2] {
        self.removed.views()
    }
}

/// The most inputs that a list holds; a power of two.
const MOST: usize = 128;

/// Inputs in both views.
#[derive(Debug)]
struct Inputs {
    views: [[u16; MOST]; 2],
    count: usize,
}

impl Inputs {
    const NONE: Self = Self { views: [[0; MOST]; 2], count: 0 };

    /// What stands on a square, if something does.
    #[inline(always)]
    fn push_piece<R: Rules>(&mut self, placement: &Placement<R>, bit: u8) {
        let (white, black) = (placement.sides[0].has(bit), placement.sides[1].has(bit));
        let king = placement.kings.has(bit);
        let in_whites_view = piece_input::<R>(Side::White, black, king, bit);
        let in_blacks_view = piece_input::<R>(Side::Black, white, king, bit);
        // Written at any rate, counted only if it is there.
        self.put([in_whites_view, in_blacks_view]);
        self.count += usize::from(white | black);
    }

    /// The extra inputs of a side.
    #[inline(always)]
    fn push_extras<R: Rules>(&mut self, side: Side, bits: u8) {
        for extra in u64::from(bits).iter() {
            self.put([
                extra_input::<R>(Side::White, side, extra),
                extra_input::<R>(Side::Black, side, extra),
            ]);
            self.count += 1;
        }
    }

    /// Writes an input behind the last.
    #[inline(always)]
    fn put(&mut self, [white, black]: [usize; 2]) {
        self.views[0][self.count % MOST] = white as u16;
        self.views[1][self.count % MOST] = black as u16;
    }

    #[inline(always)]
    fn views(&self) -> [&[u16]; 2] {
        let count = self.count.min(MOST);
        [&self.views[0][..count], &self.views[1][..count]]
    }
}
