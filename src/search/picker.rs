//! The order in which the moves of a node are tried. Since captures are compulsory, a node's moves are
//! either all captures or all quiet.

use super::history::{Context, History, move_code};
use crate::board::Bits;
use crate::position::{Move, MoveList};

/// The moves of one node and the order in which they are to be tried. Kept by the worker and used again.
///
/// The moves stay where the generator wrote them; what is sorted are words of worth and place. A profile put 13 % of
/// the search's time where moves were copied and swapped, a moment after the generator had written them in pieces.
#[derive(Debug)]
pub(super) struct Picker<B> {
    pub(super) moves: MoveList<B>,
    /// For each move its worth and, in the low bits, its place in `moves`, counted down so that of equal moves the
    /// first is the largest.
    order: Vec<u64>,
    next: usize,
    /// Moves put off, with their places in the order, and how many of them have been given again.
    deferred: Vec<(usize, Move<B>)>,
    resumed: usize,
}

/// Bits of [`Picker::order`] that hold a place.
const PLACE_BITS: u32 = 16;
const PLACES: u64 = (1 << PLACE_BITS) - 1;

impl<B: Bits> Picker<B> {
    pub(super) fn new() -> Self {
        Self {
            moves: MoveList::with_capacity(64),
            order: Vec::with_capacity(64),
            next: 0,
            deferred: Vec::new(),
            resumed: 0,
        }
    }

    /// Values the moves: the table's first, then captures by what they take, promotion and history, quiet moves by
    /// promotion, killers and history.
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
        self.order.clear();
        self.order.extend(self.moves.iter().enumerate().map(|(place, mv)| {
            let worth = worth(mv, table_code, kings, context, history, killers);
            let raised = i64::from(worth) - i64::from(i32::MIN);
            (raised as u64) << PLACE_BITS | (PLACES - place as u64)
        }));
    }

    /// The best move not yet given, and its place in the order; at last those that were put off.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<(usize, Move<B>)> {
        let place = self.next;
        let Some(&first) = self.order.get(place) else { return self.resume() };
        let (mut best, mut most) = (place, first);
        for (i, &word) in self.order.iter().enumerate().skip(place + 1) {
            if word > most {
                (best, most) = (i, word);
            }
        }
        self.order.swap(place, best);
        self.next += 1;
        Some((place, self.moves[index(most)]))
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
    pub(super) fn given_before_last(&self) -> impl Iterator<Item = &Move<B>> {
        self.order[..self.next.saturating_sub(1)].iter().map(|&word| &self.moves[index(word)])
    }
}

/// The place in the list that a word of the order holds.
#[inline(always)]
fn index(word: u64) -> usize {
    (PLACES - (word & PLACES)) as usize
}

/// How early a move is to be tried; the larger the earlier.
#[inline(always)]
fn worth<B: Bits>(
    mv: &Move<B>,
    table_code: u16,
    kings: B,
    context: Context,
    history: &History,
    killers: [u16; 2],
) -> i32 {
    let code = move_code(mv);
    if code == table_code {
        return i32::MAX;
    }
    if mv.is_capture() {
        let taken = mv.captured.count() + 2 * (mv.captured & kings).count();
        return 1_000_000
            + taken as i32 * 65_536
            + i32::from(mv.promotes()) * 32_768
            + history.score(context, mv);
    }
    let rank = match code {
        _ if mv.promotes() => 3,
        _ if code == killers[0] => 2,
        _ if code == killers[1] => 1,
        _ => 0,
    };
    rank * 100_000 + history.score(context, mv)
}
