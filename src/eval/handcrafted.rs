//! Material, advancement and mobility: the evaluation of a game nobody has trained yet.

use super::weights::Weights;
use super::{Evaluator, MAX_EVAL};
use crate::board::{Bits, Side};
use crate::position::{Board, Mobility, Position};
use crate::rules::{KingRange, Landing, Objective, Rules};

/// The handcrafted evaluation; it keeps no state.
#[derive(Clone, Copy, Default, Debug)]
pub struct Handcrafted;

/// The parts of an evaluation for White and Black, in centipawns, for people to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Men and kings.
    pub material: [i32; 2],
    /// Where the men stand.
    pub placement: [i32; 2],
    /// Quiet moves.
    pub mobility: [i32; 2],
    /// The sum for the side to move, with what depends on both sides: the move, leads on an emptying board,
    /// endings that are hardly won, and the game's aim.
    pub total: i32,
}

impl<R: Rules> Evaluator<R> for Handcrafted {
    #[inline(always)]
    fn evaluate(&mut self, position: &Position<R>) -> i32 {
        Terms::of(position.board()).total
    }
}

impl Terms {
    /// The evaluation of a board.
    #[inline(always)]
    pub fn of<R: Rules>(board: &Board<R>) -> Self {
        let sides = Side::BOTH.map(|side| side_terms(board, side));
        let pair = |pick: fn(&[i32; 3]) -> i32| [pick(&sides[0]), pick(&sides[1])];
        let (material, placement, mobility) = (pair(|t| t[0]), pair(|t| t[1]), pair(|t| t[2]));
        let us = board.turn().index();
        let lead = |terms: [i32; 2]| terms[us] - terms[us ^ 1];
        let weights = const { Weights::of(R::SET.id) };
        let positional = lead(placement) + lead(mobility) + weights.tempo;
        let total = simplified(board, lead(material)) + positional;
        let total = if matches!(R::SET.objective, Objective::Misere) { -total } else { total };
        let total = (total / drawishness(board, total)).clamp(-MAX_EVAL, MAX_EVAL);
        Self { material, placement, mobility, total }
    }
}

/// Material, placement and mobility of one side.
#[inline(always)]
fn side_terms<R: Rules>(board: &Board<R>, side: Side) -> [i32; 3] {
    let weights = const { Weights::of(R::SET.id) };
    let (men, kings) = (board.men(side), board.kings(side));
    let count = |set: R::Bits| set.count() as i32;
    let king = if board.kings_are_frozen() { weights.frozen_king } else { weights.king };
    let first = if kings.any() { weights.first_king } else { 0 };
    let material = count(men) * weights.man + count(kings) * king + first;
    let Mobility { men: man_moves, kings: king_moves } = board.mobility(side);
    let mobility = man_moves as i32 * weights.man_mobility + king_moves as i32 * weights.king_mobility;
    [material, placement::<R>(men, side, &weights), mobility]
}

/// Where the men of one side stand.
#[inline(always)]
fn placement<R: Rules>(men: R::Bits, side: Side, weights: &Weights) -> i32 {
    let (rows, columns) = (usize::from(R::SET.board.rows), usize::from(R::SET.board.columns));
    let mut sum = 0;
    for advanced in 0..rows.min(weights.advance.len()) {
        let row = if matches!(side, Side::White) { rows - 1 - advanced } else { advanced };
        sum += (men & R::GEOMETRY.row[row]).count() as i32 * weights.advance[advanced];
    }
    for pair in 1..weights.centre.len().min(columns / 4 + 1) {
        let middle = column_band::<R>(2 * pair, columns - 2 * pair);
        sum += (men & middle).count() as i32 * (weights.centre[pair] - weights.centre[pair - 1]);
    }
    sum
}

/// The squares of columns `from..to`.
#[inline(always)]
fn column_band<R: Rules>(from: usize, to: usize) -> R::Bits {
    (from..to).fold(R::Bits::ZERO, |band, column| band | R::GEOMETRY.column[column])
}

/// A material lead weighs more the fewer pieces are left.
#[inline(always)]
fn simplified<R: Rules>(board: &Board<R>, lead: i32) -> i32 {
    let weights = const { Weights::of(R::SET.id) };
    let start = i32::from(R::SET.setup.rows) * R::SET.board.per_row() * 2;
    let left = (board.pieces(Side::White) | board.pieces(Side::Black)).count() as i32;
    lead + lead * weights.simplify * (start - left).max(0) / (100 * start)
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
