//! The order in which the moves of a node are tried. Since captures are compulsory, a node's moves are
//! either all captures or all quiet.

use super::history::{Context, History, move_code};
use crate::board::Bits;
use crate::position::{Move, MoveList};

/// The moves of one node with the worth that orders them. Kept by the worker and used again.
#[derive(Debug)]
pub(super) struct Picker<B> {
    pub(super) moves: MoveList<B>,
    worth: Vec<i32>,
    next: usize,
    /// Moves put off, with their places, and how many of them have been given again.
    deferred: Vec<(usize, Move<B>)>,
    resumed: usize,
}

impl<B: Bits> Picker<B> {
    pub(super) fn new() -> Self {
        Self {
            moves: MoveList::with_capacity(64),
            worth: Vec::with_capacity(64),
            next: 0,
            deferred: Vec::new(),
            resumed: 0,
        }
    }

    /// Values the moves: the table's first, then captures by what they take, quiet moves by promotion,
    /// killers and history.
    #[inline(always)]
    pub(super) fn rate(
        &mut self,
        table_code: u16,
        kings: B,
        context: Context,
        history: &History,
        killers: [u16; 2],
    ) {
        self.next = 0;
        self.resumed = 0;
        self.deferred.clear();
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
            rank * 100_000 + history.score(context, mv)
        }));
    }

    /// The best move not yet given, and its place in the order; at last those that were put off.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<(usize, Move<B>)> {
        let place = self.next;
        let Some(&first) = self.worth.get(place) else { return self.resume() };
        let rest = &self.worth[place..];
        let (mut best, mut most) = (0, first);
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

    fn resume(&mut self) -> Option<(usize, Move<B>)> {
        let deferred = self.deferred.get(self.resumed).copied();
        self.resumed += 1;
        deferred
    }

    /// Puts the move just given off until all others have been; `false` if it has been put off before.
    pub(super) fn defer(&mut self, place: usize, mv: Move<B>) -> bool {
        if self.resumed > 0 {
            return false;
        }
        self.deferred.push((place, mv));
        true
    }

    /// Begins again: [`Picker::next`] gives all moves once more, in the same order.
    pub(super) fn rewind(&mut self) {
        self.next = 0;
    }

    /// The moves given before the last one.
    pub(super) fn given_before_last(&self) -> &[Move<B>] {
        &self.moves[..self.next.saturating_sub(1)]
    }
}
