//! The order in which the moves of a node are tried. Since captures are compulsory, a node's moves are
//! either all captures or all quiet.

use super::history::{History, move_code};
use crate::board::{Bits, Side};
use crate::position::{Move, MoveList};

/// The moves of one node with the worth that orders them. Kept by the worker and used again.
#[derive(Debug)]
pub(super) struct Picker<B> {
    pub(super) moves: MoveList<B>,
    worth: Vec<i32>,
    next: usize,
}

impl<B: Bits> Picker<B> {
    pub(super) fn new() -> Self {
        Self { moves: MoveList::with_capacity(64), worth: Vec::with_capacity(64), next: 0 }
    }

    /// Stands in while a picker is in use; holds no memory.
    #[inline(always)]
    pub(super) fn none() -> Self {
        Self { moves: Vec::new(), worth: Vec::new(), next: 0 }
    }

    /// Values the moves: the table's first, then captures by what they take, quiet moves by promotion,
    /// killers and history.
    #[inline(always)]
    pub(super) fn rate(
        &mut self,
        table_code: u16,
        kings: B,
        side: Side,
        history: &History,
        killers: [u16; 2],
    ) {
        self.next = 0;
        self.worth.clear();
        self.worth.extend(self.moves.iter().map(|mv| {
            let code = move_code(mv);
            if code == table_code {
                return i32::MAX;
            }
            if mv.is_capture() {
                let taken = mv.captured.count() + 2 * (mv.captured & kings).count();
                return 1_000_000 + taken as i32 * 64 + i32::from(mv.promotes());
            }
            let rank = match code {
                _ if mv.promotes() => 3,
                _ if code == killers[0] => 2,
                _ if code == killers[1] => 1,
                _ => 0,
            };
            rank * 100_000 + history.score(side, mv)
        }));
    }

    /// The best move not yet given, and its place in the order.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<(usize, Move<B>)> {
        let place = self.next;
        let rest = self.worth.get(place..)?;
        let (mut best, mut most) = (0, *rest.first()?);
        for (i, &worth) in rest.iter().enumerate().skip(1) {
            if worth > most {
                (best, most) = (i, worth);
            }
        }
        self.worth.swap(place, place + best);
        self.moves.swap(place, place + best);
        self.next += 1;
        Some((place, self.moves[place]))
    }

    /// The moves given before the last one.
    pub(super) fn given_before_last(&self) -> &[Move<B>] {
        &self.moves[..self.next.saturating_sub(1)]
    }
}
