//! A small network that judges positions, one scheme for every game.
//!
//! ```text
//!  side to move's view ─► (4·S + E) x H ─► SCReLU ─┐
//!                          the same matrix         ├─► 2·H x 1, one of 8 buckets ─► centipawns
//!  opponent's view     ─► (4·S + E) x H ─► SCReLU ─┘
//! ```
//!
//! S squares, E inputs that the rules ask for beside the pieces (see [`input`]), H hidden numbers for each view.
//! The activation (`SCReLU`) clamps to 0..=[`QA`] and squares. All is integer arithmetic, so that every machine gives
//! the same scores.

mod accumulators;
mod builtin;
mod changes;
mod explain;
mod file;
pub mod input;
mod kernel;
mod path;
#[cfg(test)]
mod tests;

pub use accumulators::Accumulators;
pub use builtin::built_in;
pub use explain::Verdict;
pub use file::NetError;
pub use input::{BUCKETS, bucket, inputs};

use crate::board::Side;
use crate::position::Board;
use crate::rules::{Rules, VariantId};

/// What 1.0 is in the hidden layer.
pub const QA: i32 = 255;
/// What 1.0 is in the output weights.
pub const QB: i32 = 64;
/// The sizes of the hidden layer that there is code for.
pub const HIDDEN_SIZES: [usize; 4] = [32, 64, 128, 256];

/// The largest output weight of a network with so many hidden numbers, either sign: times [`QA`] it fits 16 bits, and the
/// sum of all products with squares of activations fits 32.
pub const fn max_output_weight(hidden: usize) -> i16 {
    if hidden <= 128 { 127 } else { 64 }
}

/// A network for one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// Which game it judges.
    pub variant: VariantId,
    /// S, the squares of its board.
    pub squares: usize,
    /// E, the inputs beside the pieces.
    pub extras: usize,
    /// H, one of [`HIDDEN_SIZES`].
    pub hidden: usize,
    /// (4·S + E) x H, the H weights of an input side by side; 1.0 is [`QA`]. Sums of 16 bits wrap round, the same
    /// everywhere: training keeps them smaller.
    pub features: Vec<i16>,
    /// H, 1.0 is [`QA`].
    pub bias: Vec<i16>,
    /// [`BUCKETS`] x 2·H, the side to move's half first; 1.0 is [`QB`], none beyond [`max_output_weight`].
    pub output: Vec<i16>,
    /// [`BUCKETS`], 1.0 is [`QA`] x [`QB`].
    pub output_bias: Vec<i32>,
    /// Centipawns of an output of 1.0; positive.
    pub scale: i32,
    /// How it was trained, for people to read.
    pub facts: String,
}

impl Network {
    /// The score of a board for its side to move in centipawns, as the network gives it: not yet clamped, nor
    /// divided in endings that are hardly won. The slow reference for everything faster.
    ///
    /// # Panics
    /// If the parts of the network do not fit each other ([`Network::check`]) or it is for another game.
    pub fn evaluate_plain<R: Rules>(&self, board: &Board<R>) -> i32 {
        let views = [board.turn(), !board.turn()].map(|viewer| self.hidden_layer(board, viewer));
        self.output_layer(&views, bucket(board))
    }

    /// The hidden layer before its activation, in the view of one side.
    fn hidden_layer<R: Rules>(&self, board: &Board<R>, viewer: Side) -> Vec<i16> {
        let mut sums = self.bias.clone();
        for input in inputs(board, viewer) {
            for (sum, weight) in sums.iter_mut().zip(&self.features[input * self.hidden..]) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        sums
    }

    /// The score of the hidden layer in the view of the side to move and of the other.
    fn output_layer(&self, views: &[Vec<i16>; 2], bucket: usize) -> i32 {
        let weights = &self.output[bucket * 2 * self.hidden..][..2 * self.hidden];
        let active = views.iter().flatten().map(|&sum| i64::from(sum).clamp(0, i64::from(QA)));
        let sum = active.zip(weights).map(|(active, &weight)| active * active * i64::from(weight)).sum();
        self.centipawns(sum, bucket)
    }

    /// The score of an output that has been summed up in units of [`QA`]² x [`QB`], its bias not yet included.
    #[inline(always)]
    fn centipawns(&self, sum: i64, bucket: usize) -> i32 {
        let output = sum / i64::from(QA) + i64::from(self.output_bias[bucket]);
        let score = output * i64::from(self.scale) / i64::from(QA * QB);
        score.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }
}
