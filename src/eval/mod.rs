//! Floor 5: how good a position is without looking ahead.

mod features;
mod handcrafted;
mod wdl;
mod weights;

pub use features::Features;
pub use handcrafted::{Handcrafted, Terms};
pub use wdl::{Curve, Wdl, WdlModel, pieces_left};
pub use weights::Weights;

use crate::position::Position;
use crate::rules::Rules;

/// Something that judges quiet positions. Each search thread owns one, so it may keep state between calls.
pub trait Evaluator<R: Rules>: Default + Send {
    /// The score of a position in centipawns (1/100 man) from the side to move's view; within
    /// [`MAX_EVAL`] of 0. Meaningful only where the side to move has no capture.
    fn evaluate(&mut self, position: &Position<R>) -> i32;
}

/// Evaluations stay within this many centipawns of 0; the search keeps its win scores above.
pub const MAX_EVAL: i32 = 20_000;
