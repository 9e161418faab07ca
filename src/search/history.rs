//! What earlier nodes have taught about moves. Those of one node are all captures or all quiet, so one table serves both.

use super::params::HISTORY_MAX;
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

/// What a move leaves on the board, as far as the moves after it care: which kind of piece stands where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Trace(u8);

impl Trace {
    /// No move: before the root.
    pub(super) const NONE: Self = Self(127);

    #[inline(always)]
    pub(super) fn of<B: Bits>(mv: &Move<B>) -> Self {
        Self(mv.to.0 & 127 | u8::from(mv.is_king_move()) << 7)
    }

    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Whose move it is and the two moves before: what a quiet move's success may depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    pub(super) side: Side,
    /// The opponent's last move.
    pub(super) reply_to: Trace,
    /// The own move before that.
    pub(super) follows: Trace,
}

/// Success by trace of an earlier move and trace of the move.
type Pairs = Box<[[i16; 256]]>;

/// The success of moves: by side, origin and end; as a reply; as a follow-up.
#[derive(Debug)]
pub(super) struct History {
    plain: [Box<[[i16; 128]]>; 2],
    replies: Pairs,
    follow_ups: Pairs,
    /// Weight of `replies` and `follow_ups`, in percent; 0 spares looking at them.
    continuation: i32,
}

impl History {
    pub(super) fn new(continuation: i32) -> Self {
        let pairs = || vec![[0; 256]; 256].into_boxed_slice();
        Self {
            plain: [0; 2].map(|_| vec![[0; 128]; 128].into_boxed_slice()),
            replies: pairs(),
            follow_ups: pairs(),
            continuation,
        }
    }

    /// How well a move has done; the larger the better.
    #[inline(always)]
    pub(super) fn score<B: Bits>(&self, context: Context, mv: &Move<B>) -> i32 {
        let plain = self.plain[context.side.index()][mv.from.index() & 127][mv.to.index() & 127];
        if self.continuation == 0 {
            return i32::from(plain);
        }
        let trace = Trace::of(mv).index();
        let reply = self.replies[context.reply_to.index()][trace];
        let follow_up = self.follow_ups[context.follows.index()][trace];
        i32::from(plain) + (i32::from(reply) + i32::from(follow_up)) * self.continuation / 100
    }

    /// `best` refuted the node's last move, the moves `tried` before it did not.
    pub(super) fn reward<'a, B: Bits>(
        &mut self,
        context: Context,
        best: &Move<B>,
        tried: impl Iterator<Item = &'a Move<B>>,
        depth: i32,
    ) {
        let bonus = (depth * depth + 8 * depth).min(1200);
        self.adjust(context, best, bonus);
        for mv in tried {
            self.adjust(context, mv, -bonus);
        }
    }

    #[inline(always)]
    fn adjust<B: Bits>(&mut self, context: Context, mv: &Move<B>, bonus: i32) {
        adjust(&mut self.plain[context.side.index()][mv.from.index() & 127][mv.to.index() & 127], bonus);
        if self.continuation != 0 {
            let trace = Trace::of(mv).index();
            adjust(&mut self.replies[context.reply_to.index()][trace], bonus);
            adjust(&mut self.follow_ups[context.follows.index()][trace], bonus);
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
