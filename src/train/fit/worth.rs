//! What a man is worth to a network, so that its scores can be brought to the scale of all others: a man is 100.

use crate::board::{Piece, Side};
use crate::eval::Network;
use crate::position::Board;
use crate::rules::Rules;
use crate::rules::variants::{VariantVisitor, visit_variant};
use crate::train::record::Record;

/// Positions that are asked.
const POSITIONS: usize = 3000;

/// The mean change of the score, in centipawns, by taking a man off the board; nothing if there are too few men.
pub(super) fn of_man(network: &Network, records: &[Record]) -> Option<f64> {
    struct Worth<'a>(&'a Network, &'a [Record]);
    impl VariantVisitor for Worth<'_> {
        type Output = Option<f64>;
        fn visit<R: Rules>(self) -> Option<f64> {
            let step = self.1.len().div_ceil(POSITIONS).max(1);
            let (mut sum, mut count) = (0.0, 0);
            for (nth, record) in self.1.iter().step_by(step).enumerate() {
                let Ok(board) = record.board::<R>(false) else { continue };
                for side in Side::BOTH {
                    let Some(less) = without_man(&board, side, nth) else { continue };
                    let change = self.0.evaluate_plain(&board) - self.0.evaluate_plain(&less);
                    sum += f64::from(if side == board.turn() { change } else { -change });
                    count += 1;
                }
            }
            (count >= 10).then(|| sum / f64::from(count))
        }
    }
    visit_variant(network.variant, Worth(network, records))
}

/// The board without one of a side's men; which one depends on `nth`.
fn without_man<R: Rules>(board: &Board<R>, side: Side, nth: usize) -> Option<Board<R>> {
    let mut setup = board.setup();
    let is_man = |&(owner, piece, _): &(Side, Piece, _)| owner == side && piece == Piece::Man;
    let men: Vec<usize> = (0..setup.pieces.len()).filter(|&place| is_man(&setup.pieces[place])).collect();
    // A last man becomes a king, and a last piece ends the game.
    if men.len() < 3 {
        return None;
    }
    setup.pieces.remove(men[nth % men.len()]);
    setup.demand = None;
    setup.board().ok()
}
