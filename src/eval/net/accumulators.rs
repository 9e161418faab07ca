//! Hidden sums kept from one evaluation to the next.
//!
//! Boards that follow one another in a search differ by a few pieces, so the sums of one are those of the other with a
//! few rows added and taken away. Every ply has a slot for the board evaluated there last; a new board begins with
//! the slot from which it differs least, an empty board among them. The difference is that of the pieces, so it does not
//! matter how the search came from one to the other, nor which boards on the way were never evaluated.

use super::changes::{Changes, Placement};
use super::kernel::{self, Output, Step};
use super::path::Path;
use super::{Network, bucket};
use crate::position::Board;
use crate::rules::Rules;

/// Slots for plies; deeper ones share them. A power of two, so that counting may wrap.
const PLIES: usize = 64;
/// The slot of the empty board.
const EMPTY: usize = 0;

/// A network at work in one thread.
#[derive(Debug)]
pub struct Accumulators<'a, R: Rules> {
    net: &'a Network,
    path: Path,
    /// What stands on the board of each slot.
    placements: Vec<Placement<R>>,
    /// The hidden sums of each slot, White's view and Black's.
    sums: Vec<i16>,
    /// Kept so that it need not be cleared.
    changes: Changes,
}

impl<'a, R: Rules> Accumulators<'a, R> {
    /// The network at work, or `None` if it is not one for this game.
    pub fn new(net: &'a Network) -> Option<Self> {
        Self::on_path(net, Path::best())
    }

    /// As [`Accumulators::new`], with a choice of instructions.
    pub(super) fn on_path(net: &'a Network, path: Path) -> Option<Self> {
        if net.variant != R::SET.id || net.check().is_err() {
            return None;
        }
        Some(Self {
            net,
            path,
            placements: vec![Placement::EMPTY; 1 + PLIES],
            sums: net.bias.repeat(2 * (1 + PLIES)),
            changes: Changes::NONE,
        })
    }

    /// The score of a board for its side to move: that of [`Network::evaluate_plain`]. `ply` is a count that grows by
    /// one with every move made; it helps to find a board that is like this one.
    // Not inlined: the search has several calls, and is to stay small for games without a network.
    #[inline(never)]
    pub fn evaluate(&mut self, board: &Board<R>, ply: usize) -> i32 {
        let placement = Placement::of(board);
        let to = slot(ply);
        let from = self.nearest(&placement, [to, slot(ply.wrapping_sub(1))]);
        self.changes.between(&self.placements[from], &placement);
        self.placements[to] = placement;
        let (added, removed) = (self.changes.added(), self.changes.removed());
        let step = Step { sums: &mut self.sums, from, to, added, removed };
        let output = Output { turn: board.turn().index(), bucket: bucket(board) };
        self.net.centipawns(kernel::evaluate(self.net, self.path, step, output).into(), output.bucket)
    }

    /// Which of some slots and the empty board is most like a placement.
    #[inline(always)]
    fn nearest(&self, placement: &Placement<R>, slots: [usize; 2]) -> usize {
        let (mut nearest, mut least) = (EMPTY, placement.distance(&self.placements[EMPTY]));
        for slot in slots {
            let distance = placement.distance(&self.placements[slot]);
            if distance < least {
                (nearest, least) = (slot, distance);
            }
        }
        nearest
    }
}

/// The slot of a ply.
#[inline(always)]
fn slot(ply: usize) -> usize {
    1 + ply % PLIES
}
