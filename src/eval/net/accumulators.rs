//! Hidden sums kept from one evaluation to the next.
//!
//! Boards that follow one another in a search differ by a few pieces, so the sums of one are those of the other with a
//! few rows added and taken away. Every ply has a slot for the board evaluated there last; a new board begins with
//! the slot from which it differs least, an empty board among them. The difference is that of the pieces, so it does not
//! matter how the search came from one to the other, nor which boards on the way were never evaluated.

use super::input::{extra_input, extra_state, piece_input};
use super::kernel::{self, Output, Step};
use super::path::Path;
use super::{Network, bucket};
use crate::board::{Bits, Piece, Side};
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
    changes: Changes,
}

/// All that the inputs depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Placement<R: Rules> {
    /// Men and kings of White and of Black.
    pieces: [[R::Bits; 2]; 2],
    /// See [`extra_state`].
    extras: [u8; 2],
}

/// Inputs that differ between two placements, in White's view and in Black's.
#[derive(Debug, Default)]
struct Changes {
    added: [Vec<u16>; 2],
    removed: [Vec<u16>; 2],
}

impl<'a, R: Rules> Accumulators<'a, R> {
    /// The network at work, or `None` if it is not one for this game.
    pub fn new(net: &'a Network) -> Option<Self> {
        Self::on_path(net, Path::best())
    }

    pub(super) fn on_path(net: &'a Network, path: Path) -> Option<Self> {
        if net.variant != R::SET.id || net.check().is_err() {
            return None;
        }
        let empty = Placement { pieces: [[R::Bits::ZERO; 2]; 2], extras: [0; 2] };
        Some(Self {
            net,
            path,
            placements: vec![empty; 1 + PLIES],
            sums: net.bias.repeat(2 * (1 + PLIES)),
            changes: Changes::default(),
        })
    }

    /// The score of a board for its side to move: that of [`Network::evaluate_plain`]. `ply` is a count that grows by
    /// one with every move made; it helps to find a board that is like this one.
    // Not inlined: the search has several calls, and is to stay small for games without a network.
    #[inline(never)]
    pub fn evaluate(&mut self, board: &Board<R>, ply: usize) -> i32 {
        let placement = Placement::of(board);
        let to = slot(ply);
        let distance = |&slot: &usize| self.placements[slot].distance(&placement);
        let from = [to, slot(ply.wrapping_sub(1)), EMPTY].into_iter().min_by_key(distance).unwrap_or(EMPTY);
        self.changes.between(&self.placements[from], &placement);
        self.placements[to] = placement;
        let Changes { added, removed } = &self.changes;
        let step = Step {
            sums: &mut self.sums,
            from,
            to,
            added: [&added[0], &added[1]],
            removed: [&removed[0], &removed[1]],
        };
        let output = Output { turn: board.turn().index(), bucket: bucket(board) };
        self.net.centipawns(kernel::evaluate(self.net, self.path, step, output).into(), output.bucket)
    }
}

/// The slot of a ply.
#[inline(always)]
fn slot(ply: usize) -> usize {
    1 + ply % PLIES
}

impl<R: Rules> Placement<R> {
    #[inline(always)]
    fn of(board: &Board<R>) -> Self {
        let pieces = Side::BOTH.map(|side| [board.men(side), board.kings(side)]);
        Self { pieces, extras: extra_state(board) }
    }

    /// How many inputs differ in each view.
    #[inline(always)]
    fn distance(&self, other: &Self) -> u32 {
        let words = self.pieces.as_flattened().iter().zip(other.pieces.as_flattened());
        let pieces: u32 = words.map(|(&one, &other)| (one ^ other).count()).sum();
        let extras = self.extras.iter().zip(other.extras);
        pieces + extras.map(|(one, other)| (one ^ other).count_ones()).sum::<u32>()
    }
}

impl Changes {
    /// Fills the lists with what leads from `old` to `new`.
    #[inline(always)]
    fn between<R: Rules>(&mut self, old: &Placement<R>, new: &Placement<R>) {
        for list in self.added.iter_mut().chain(&mut self.removed) {
            list.clear();
        }
        for side in Side::BOTH {
            let (old_pieces, new_pieces) = (old.pieces[side.index()], new.pieces[side.index()]);
            for (kind, piece) in [Piece::Man, Piece::King].into_iter().enumerate() {
                let input = |viewer, bit| piece_input::<R>(viewer, side, piece, bit);
                note(&mut self.added, new_pieces[kind] & !old_pieces[kind], input);
                note(&mut self.removed, old_pieces[kind] & !new_pieces[kind], input);
            }
            let (old_extras, new_extras) = (old.extras[side.index()], new.extras[side.index()]);
            let input = |viewer, extra| extra_input::<R>(viewer, side, extra);
            note(&mut self.added, u64::from(new_extras & !old_extras), input);
            note(&mut self.removed, u64::from(old_extras & !new_extras), input);
        }
    }
}

/// Notes the inputs of some bits in both views.
#[inline(always)]
fn note<B: Bits>(lists: &mut [Vec<u16>; 2], bits: B, input: impl Fn(Side, u8) -> usize) {
    for bit in bits.iter() {
        for viewer in Side::BOTH {
            lists[viewer.index()].push(input(viewer, bit) as u16);
        }
    }
}
