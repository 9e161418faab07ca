//! What earlier nodes have taught about quiet moves.

use super::params::{HISTORY_MAX, MAX_PLY};
use crate::board::{Bits, Side};
use crate::position::Move;

/// A 16-bit code for a move: its squares and a digest of what it takes and demands. Moves of one position
/// rarely share a code, and where they do only the order of the search is affected. Never 0.
#[inline(always)]
pub(super) fn move_code<B: Bits>(mv: &Move<B>) -> u16 {
    let squares = u16::from(mv.from.0 & 127) | u16::from(mv.to.0 & 127) << 7;
    let rest = mv.captured.fold() ^ u64::from(mv.demand.capturer.0) << 8 ^ u64::from(mv.demand.victim.0);
    let digest = (rest.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 62) as u16;
    (squares | digest << 14).wrapping_add(1).max(1)
}

/// The success of quiet moves by side, origin and end; and the two latest refutations per ply.
#[derive(Debug)]
pub(super) struct History {
    scores: [Box<[[i16; 128]]>; 2],
    killers: Box<[[u16; 2]]>,
}

impl History {
    pub(super) fn new() -> Self {
        Self {
            scores: [0; 2].map(|_| vec![[0; 128]; 128].into_boxed_slice()),
            killers: vec![[0; 2]; MAX_PLY + 1].into_boxed_slice(),
        }
    }

    /// The killers of a ply, the latest first.
    #[inline(always)]
    pub(super) fn killers(&self, ply: usize) -> [u16; 2] {
        self.killers[ply]
    }

    #[inline(always)]
    fn slot<B: Bits>(&mut self, side: Side, mv: &Move<B>) -> &mut i16 {
        &mut self.scores[side.index()][mv.from.index() & 127][mv.to.index() & 127]
    }

    /// How well a move has done, -[`HISTORY_MAX`] to [`HISTORY_MAX`].
    #[inline(always)]
    pub(super) fn score<B: Bits>(&self, side: Side, mv: &Move<B>) -> i32 {
        i32::from(self.scores[side.index()][mv.from.index() & 127][mv.to.index() & 127])
    }

    /// `best` refuted the node's last move, the moves `tried` before it did not.
    pub(super) fn reward<B: Bits>(
        &mut self,
        side: Side,
        best: &Move<B>,
        tried: &[Move<B>],
        depth: i32,
        ply: usize,
    ) {
        let code = move_code(best);
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        let bonus = (depth * depth + 8 * depth).min(1200);
        adjust(self.slot(side, best), bonus);
        for mv in tried {
            adjust(self.slot(side, mv), -bonus);
        }
    }
}

/// Moves a score towards the sign of `bonus`, the less the nearer it is to its limit.
#[inline(always)]
fn adjust(slot: &mut i16, bonus: i32) {
    let old = i32::from(*slot);
    *slot = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_scores_stay_in_their_range() {
        let mut slot = 0;
        for _ in 0..1000 {
            adjust(&mut slot, 1200);
        }
        assert!(i32::from(slot) <= HISTORY_MAX && i32::from(slot) > HISTORY_MAX * 9 / 10);
        for _ in 0..2000 {
            adjust(&mut slot, -1200);
        }
        assert!(i32::from(slot) >= -HISTORY_MAX && i32::from(slot) < -HISTORY_MAX * 9 / 10);
    }
}
