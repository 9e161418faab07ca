//! The two sides and the two kinds of piece.

use std::fmt;
use std::ops::Not;

/// A player. White sits at the bottom of the board (the highest row numbers) in every game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Side {
    /// The side at the bottom; its men move towards row 0.
    White = 0,
    /// The side at the top.
    Black = 1,
}

impl Side {
    /// Both sides, White first; the order is that of [`Side::index`].
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black: the place of this side in a pair.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter that FEN uses: `W` or `B`.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Black => 'B',
        }
    }

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl Not for Side {
    type Output = Self;

    fn not(self) -> Self {
        self.other()
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// A piece that has not been promoted.
    Man,
    /// A promoted man; called dama in the orthogonal games.
    King,
}
