//! A network's verdict taken apart, for people to read.

use super::Network;
use super::input::{bucket, piece_input};
use crate::board::{Bits, Side, Square};
use crate::eval::settle::settle;
use crate::position::Board;
use crate::rules::Rules;

/// What a network says of a board, in centipawns for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The score as the search takes it.
    pub score: i32,
    /// The score as the network gives it: neither clamped nor divided in endings that are hardly won.
    pub raw: i32,
    /// The output bucket that gave it.
    pub bucket: usize,
    /// What each piece adds: `raw` less the score of the same bucket without the inputs of that piece.
    pub pieces: Vec<(Square, i32)>,
}

impl Verdict {
    /// What a network says of a board.
    ///
    /// # Panics
    /// As [`Network::evaluate_plain`].
    pub fn of<R: Rules>(net: &Network, board: &Board<R>) -> Self {
        let bucket = bucket(board);
        let raw = net.evaluate_plain(board);
        let views = [board.turn(), !board.turn()].map(|viewer| (viewer, net.hidden_layer(board, viewer)));
        let without = |side, king, bit| {
            let sums = views.clone().map(|(viewer, mut sums)| {
                let input = piece_input::<R>(viewer, side != viewer, king, bit);
                for (sum, weight) in sums.iter_mut().zip(&net.features[input * net.hidden..]) {
                    *sum = sum.wrapping_sub(*weight);
                }
                sums
            });
            net.output_layer(&sums, bucket)
        };
        let mut pieces = Vec::new();
        for side in Side::BOTH {
            for bit in board.pieces(side).iter() {
                let king = board.kings(side).has(bit);
                pieces.push((Square(bit), raw - without(side, king, bit)));
            }
        }
        Self { score: settle(board, raw), raw, bucket, pieces }
    }
}
