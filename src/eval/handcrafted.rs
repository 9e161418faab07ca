//! Material, advancement, support and mobility: the evaluation of a game nobody has trained yet.

use super::features::Features;
use super::weights::Weights;
use super::{Evaluator, MAX_EVAL};
use crate::board::{Bits, Side};
use crate::position::{Board, Position};
use crate::rules::{KingRange, Landing, Objective, Rules};

/// The handcrafted evaluation; it keeps no state.
#[derive(Clone, Copy, Default, Debug)]
pub struct Handcrafted;

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

impl<R: Rules> Evaluator<R> for Handcrafted {
    #[inline(always)]
    fn evaluate(&mut self, position: &Position<R>) -> i32 {
        total(position.board())
    }
}

/// The evaluation of a board for its side to move, in centipawns.
#[inline(always)]
fn total<R: Rules>(board: &Board<R>) -> i32 {
    let lead = Features::lead(board, board.turn());
    let total = weighted(board, &lead.0);
    let total = if matches!(R::SET.objective, Objective::Misere) { -total } else { total };
    (total / drawishness(board, total)).clamp(-MAX_EVAL, MAX_EVAL)
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
            total: total(board),
        }
    }
}
