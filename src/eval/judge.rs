//! The evaluation that the search calls: a network's if there is one, else the handcrafted one.

use super::handcrafted;
use super::net::{Accumulators, Network};
use super::settle::settle;
use crate::position::Board;
use crate::rules::Rules;

/// Judges quiet positions. Each search thread has its own, since a network keeps what it may need again.
#[derive(Debug)]
pub struct Judge<'a, R: Rules> {
    net: Option<Accumulators<'a, R>>,
}

impl<'a, R: Rules> Judge<'a, R> {
    /// One that judges by a network; by hand without one, or if it is for another game.
    pub fn new(net: Option<&'a Network>) -> Self {
        Self { net: net.and_then(Accumulators::new) }
    }

    /// The score of a board in centipawns (1/100 man) from the side to move's view; within
    /// [`MAX_EVAL`](super::MAX_EVAL) of 0. Meaningful only where the side to move has no capture. `ply` is a count
    /// that grows by one with every move made and falls again with every move taken back.
    #[inline(always)]
    pub fn evaluate(&mut self, board: &Board<R>, ply: usize) -> i32 {
        match &mut self.net {
            Some(net) => settle(board, net.evaluate(board, ply)),
            None => handcrafted::evaluate(board),
        }
    }
}
