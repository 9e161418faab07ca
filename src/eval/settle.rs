//! What is done to every evaluation, wherever it comes from.

use crate::board::Bits;
use crate::position::Board;
use crate::rules::{KingRange, Landing, Objective, Rules};

/// Evaluations stay within this many centipawns of 0; the search keeps its win scores above.
pub const MAX_EVAL: i32 = 20_000;

/// A score for the side to move as the search is given it: near 0 where a lead can hardly be won, and within
/// [`MAX_EVAL`].
#[inline(always)]
pub(super) fn settle<R: Rules>(board: &Board<R>, score: i32) -> i32 {
    (score / drawishness(board, score)).clamp(-MAX_EVAL, MAX_EVAL)
}

/// What a lead is to be divided by: one flying king holds three pieces, or more, on a diagonal board.
#[inline(always)]
fn drawishness<R: Rules>(board: &Board<R>, total: i32) -> i32 {
    let holds = matches!(R::SET.king_range, KingRange::Flying)
        && R::SET.king_move.0 == crate::board::Dirs::DIAGONAL.0
        && R::SET.king_capture.0 == crate::board::Dirs::DIAGONAL.0
        && matches!(R::SET.king_landing, Landing::Anywhere)
        && matches!(R::SET.objective, Objective::Normal);
    if !holds {
        return 1;
    }
    let ahead = if total >= 0 { board.turn() } else { !board.turn() };
    // On 64 squares it holds two, and three only from the main road.
    let held = if R::SET.board.columns > 8 { 3 } else { 2 };
    if board.kings(!ahead).any() && board.pieces(ahead).count() <= held { 8 } else { 1 }
}
