//! The eight directions and sets of them.

/// A direction on the board as White sees it: north is White's forward.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Dir {
    /// Forward for White.
    North = 0,
    /// Forward right for White.
    NorthEast = 1,
    /// Right for White.
    East = 2,
    /// Backward right for White.
    SouthEast = 3,
    /// Backward for White.
    South = 4,
    /// Backward left for White.
    SouthWest = 5,
    /// Left for White.
    West = 6,
    /// Forward left for White.
    NorthWest = 7,
}

impl Dir {
    /// All directions, clockwise; the place of each is its number.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The number of this direction, 0 to 7.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// (rows, columns) of one step on the full chequered board; rows grow southward, columns eastward.
    pub const fn step(self) -> (i32, i32) {
        match self {
            Self::North => (-1, 0),
            Self::NorthEast => (-1, 1),
            Self::East => (0, 1),
            Self::SouthEast => (1, 1),
            Self::South => (1, 0),
            Self::SouthWest => (1, -1),
            Self::West => (0, -1),
            Self::NorthWest => (-1, -1),
        }
    }
}

/// The number of the direction opposite to direction number `d`: half a turn.
pub const fn opposite(d: usize) -> usize {
    (d + 4) & 7
}

/// A set of directions from the mover's view: north is forward for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dirs(pub u8);

impl Dirs {
    /// No direction.
    pub const NONE: Self = Self(0);
    /// Straight forward.
    pub const FORWARD: Self = Self(1 << 0);
    /// Left and right.
    pub const SIDEWAYS: Self = Self(1 << 2 | 1 << 6);
    /// Straight backward.
    pub const BACKWARD: Self = Self(1 << 4);
    /// The two forward diagonals.
    pub const DIAGONAL_FORWARD: Self = Self(1 << 1 | 1 << 7);
    /// The two backward diagonals.
    pub const DIAGONAL_BACKWARD: Self = Self(1 << 3 | 1 << 5);
    /// All four diagonals.
    pub const DIAGONAL: Self = Self::DIAGONAL_FORWARD.or(Self::DIAGONAL_BACKWARD);
    /// The four directions of a chess rook.
    pub const ORTHOGONAL: Self = Self::FORWARD.or(Self::SIDEWAYS).or(Self::BACKWARD);
    /// All eight.
    pub const ALL: Self = Self(0xff);

    /// The directions in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether direction number `d`, seen from the board (north = White's forward), is in this set for a
    /// mover that is White (`white`) or Black.
    pub const fn has(self, d: usize, white: bool) -> bool {
        let d = if white { d } else { opposite(d) };
        self.0 >> d & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forward_is_north_for_white_and_south_for_black() {
        assert!(Dirs::FORWARD.has(Dir::North.index(), true));
        assert!(Dirs::FORWARD.has(Dir::South.index(), false));
        assert!(!Dirs::FORWARD.has(Dir::South.index(), true));
    }

    #[test]
    fn opposite_steps_cancel() {
        for d in Dir::ALL {
            let (a, b) = (d.step(), Dir::ALL[opposite(d.index())].step());
            assert_eq!((a.0 + b.0, a.1 + b.1), (0, 0));
        }
    }
}
