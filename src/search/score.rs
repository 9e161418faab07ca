//! Scores of positions, from the side to move's view.

use std::fmt;
use std::ops::Neg;

/// A score in centipawns: 100 is one man. Forced wins lie near [`Score::WIN`], nearer the sooner they come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(pub i16);

impl Score {
    /// A drawn position.
    pub const DRAW: Self = Self(0);
    /// Already won; a win in n plies is n less.
    pub const WIN: Self = Self(30_000);
    /// Above every score.
    pub const INFINITE: Self = Self(32_000);
    /// Wins are announced within this many plies; evaluations stay below all of them.
    pub const MAX_PLY: usize = 255;
    /// The least score that announces a forced win; evaluations are smaller.
    pub const LEAST_WIN: Self = Self(Self::WIN.0 - 2 * Self::MAX_PLY as i16);

    /// The side to move wins in `plies`.
    pub const fn win_in(plies: usize) -> Self {
        Self(Self::WIN.0 - plies as i16)
    }

    /// The side to move loses in `plies`.
    pub const fn loss_in(plies: usize) -> Self {
        Self(-Self::WIN.0 + plies as i16)
    }

    /// The side to move has a won ending, by the tables, `ply` plies below the root: above every evaluation, below every
    /// announced win.
    pub const fn known_win(ply: usize) -> Self {
        Self(25_000 - ply as i16)
    }

    /// Whether it announces a forced win for either side.
    pub const fn is_decided(self) -> bool {
        self.0 >= Self::LEAST_WIN.0 || self.0 <= -Self::LEAST_WIN.0
    }

    /// Whether one side is proved to win, by search or by endgame tables.
    pub const fn is_proved(self) -> bool {
        self.0.unsigned_abs() >= Self::known_win(Self::MAX_PLY).0.unsigned_abs()
    }

    /// Whether the side to move is proved to lose.
    pub const fn is_lost(self) -> bool {
        self.is_proved() && self.0 < 0
    }

    /// Plies to the end if the score announces a win (positive) or a loss (negative).
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.0 >= Self::LEAST_WIN.0 {
            Some(Self::WIN.0 as i32 - self.0 as i32)
        } else if self.0 <= -Self::LEAST_WIN.0 {
            Some(-Self::WIN.0 as i32 - self.0 as i32)
        } else {
            None
        }
    }

    /// The score as a table entry keeps it: wins counted from the node `ply` plies below the root.
    #[must_use]
    pub const fn from_node(self, ply: usize) -> Self {
        if self.0 >= Self::LEAST_WIN.0 {
            Self(self.0 + ply as i16)
        } else if self.0 <= -Self::LEAST_WIN.0 {
            Self(self.0 - ply as i16)
        } else {
            self
        }
    }

    /// The inverse of [`Score::from_node`].
    #[must_use]
    pub const fn from_root(self, ply: usize) -> Self {
        if self.0 >= Self::LEAST_WIN.0 {
            Self(self.0 - ply as i16)
        } else if self.0 <= -Self::LEAST_WIN.0 {
            Self(self.0 + ply as i16)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// As UCI writes it: `cp N` or `mate N` (in moves, negative when losing).
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if plies >= 0 && self.0 > 0 => write!(f, "mate {}", (plies + 1) / 2),
            Some(plies) => write!(f, "mate {}", -(-plies / 2)),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_written_in_moves() {
        // I move and win: 1 ply. He moves, I move: lost in 2 plies means he has one more move to make.
        assert_eq!(Score::win_in(1).to_string(), "mate 1");
        assert_eq!(Score::win_in(3).to_string(), "mate 2");
        assert_eq!(Score::loss_in(2).to_string(), "mate -1");
        assert_eq!(Score::loss_in(0).to_string(), "mate 0");
        assert_eq!(Score(-57).to_string(), "cp -57");
    }

    #[test]
    fn wins_survive_the_table() {
        for score in [Score::win_in(7), Score::loss_in(12), Score(33)] {
            assert_eq!(score.from_node(5).from_root(5), score);
        }
        assert_eq!(Score::win_in(7).from_node(5).from_root(3), Score::win_in(5));
    }
}
