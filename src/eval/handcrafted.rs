//! Material, advancement, support and mobility: the evaluation of a game nobody has trained yet.

use super::features::Features;
use super::settle::settle;
use super::weights::Weights;
use crate::board::{Bits, Side};
use crate::position::Board;
use crate::rules::{Objective, Rules};

/// The parts of an evaluation for White and Black, in centipawns, for people to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Men and kings.
    pub material: [i32; 2],
    /// Support of men, and the move.
    pub placement: [i32; 2],
    /// Quiet moves.
    pub mobility: [i32; 2],
    /// The sum for the side to move, with what depends on both sides: endings that are hardly won, and the
    /// game's aim.
    pub total: i32,
}

/// The evaluation of a board for its side to move, in centipawns.
#[inline(always)]
pub(super) fn evaluate<R: Rules>(board: &Board<R>) -> i32 {
    let lead = Features::lead(board, board.turn());
    let total = weighted(board, &lead.0);
    settle(board, if matches!(R::SET.objective, Objective::Misere) { -total } else { total })
}

/// The features times their weights, by the number of pieces left.
#[inline(always)]
fn weighted<R: Rules>(board: &Board<R>, counts: &[i32; Features::COUNT]) -> i32 {
    let weights = const { &Weights::of(R::SET.id) };
    let (mut full, mut bare) = (0, 0);
    for (i, count) in counts.iter().enumerate() {
        full += count * i32::from(weights.full[i]);
        bare += count * i32::from(weights.bare[i]);
    }
    let start = i32::from(R::SET.setup.rows) * R::SET.board.per_row() * 2;
    // Some games may be set up with more pieces than they begin with.
    let left = ((board.pieces(Side::White) | board.pieces(Side::Black)).count() as i32).min(start);
    (full * left + bare * (start - left)) / start
}

impl Terms {
    /// The evaluation of a board, part by part.
    pub fn of<R: Rules>(board: &Board<R>) -> Self {
        let part = |features: std::ops::Range<usize>| {
            Side::BOTH.map(|side| {
                let all = Features::of_side(board, side).0;
                let mut counts = [0; Features::COUNT];
                for i in features.clone() {
                    counts[i] = all[i];
                }
                weighted(board, &counts)
            })
        };
        Self {
            material: part(Features::ROW..Features::MAN_MOVES),
            placement: part(Features::SUPPORT..Features::COUNT),
            mobility: part(Features::MAN_MOVES..Features::SUPPORT),
            total: evaluate(board),
        }
    }
}
