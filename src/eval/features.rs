//! What the handcrafted evaluation sees of a position: a few counts, the same for every game.

use crate::board::{Bits, Side};
use crate::position::{Board, Mobility};
use crate::rules::Rules;

/// Counts of one side, or the difference of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features(pub [i32; Features::COUNT]);

/// Men by row: one count for each row, up to 12.
const ROWS: usize = 12;
/// Men by distance from the nearer edge, up to 6 columns.
const BANDS: usize = 6;

impl Features {
    /// How many there are.
    pub const COUNT: usize = 28;

    /// First of the counts of men by rows advanced, 0 for the own back row.
    pub const ROW: usize = 0;
    /// First of the counts of men by columns from the nearer edge.
    pub const BAND: usize = ROWS;
    /// Kings that may move freely.
    pub const KING: usize = ROWS + BANDS;
    /// Kings that are frozen.
    pub const FROZEN_KING: usize = Self::KING + 1;
    /// 1 for a side that has a king.
    pub const FIRST_KING: usize = Self::KING + 2;
    /// Quiet moves of men.
    pub const MAN_MOVES: usize = Self::KING + 3;
    /// Quiet moves of kings.
    pub const KING_MOVES: usize = Self::KING + 4;
    /// Men with support behind them.
    pub const SUPPORT: usize = Self::KING + 5;
    /// 1 for the side to move.
    pub const TURN: usize = Self::KING + 6;

    /// The counts of one side.
    #[inline(always)]
    pub fn of_side<R: Rules>(board: &Board<R>, side: Side) -> Self {
        let mut counts = [0; Self::COUNT];
        let (men, kings) = (board.men(side), board.kings(side));
        let (rows, columns) = (usize::from(R::SET.board.rows), usize::from(R::SET.board.columns));
        for advanced in 0..rows {
            let row = if matches!(side, Side::White) { rows - 1 - advanced } else { advanced };
            counts[Self::ROW + advanced] = (men & R::GEOMETRY.row[row]).count() as i32;
        }
        for band in 0..columns / 2 {
            let both = R::GEOMETRY.column[band] | R::GEOMETRY.column[columns - 1 - band];
            counts[Self::BAND + band] = (men & both).count() as i32;
        }
        let king = if board.kings_are_frozen() { Self::FROZEN_KING } else { Self::KING };
        counts[king] = kings.count() as i32;
        counts[Self::FIRST_KING] = i32::from(kings.any());
        let Mobility { men, kings } = board.mobility(side);
        counts[Self::MAN_MOVES] = men as i32;
        counts[Self::KING_MOVES] = kings as i32;
        counts[Self::SUPPORT] = board.supported_men(side) as i32;
        counts[Self::TURN] = i32::from(board.turn() == side);
        Self(counts)
    }

    /// The counts of `side` less those of its opponent.
    #[inline(always)]
    pub fn lead<R: Rules>(board: &Board<R>, side: Side) -> Self {
        let (own, other) = (Self::of_side(board, side), Self::of_side(board, !side));
        let mut counts = own.0;
        for (count, other) in counts.iter_mut().zip(other.0) {
            *count -= other;
        }
        Self(counts)
    }

    /// What a feature is called.
    pub fn name(index: usize) -> String {
        match index {
            Self::KING => "king".into(),
            Self::FROZEN_KING => "frozen king".into(),
            Self::FIRST_KING => "first king".into(),
            Self::MAN_MOVES => "man move".into(),
            Self::KING_MOVES => "king move".into(),
            Self::SUPPORT => "supported man".into(),
            Self::TURN => "the move".into(),
            row if row < Self::BAND => format!("man on row {}", row + 1),
            band if band < Self::KING => format!("man {} columns from the edge", band - Self::BAND),
            _ => "unused".into(),
        }
    }
}
