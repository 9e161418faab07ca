//! Finished slices in memory while others are built: two bits a position, captures included.

use std::sync::atomic::{AtomicU8, Ordering};

use crate::board::{Bits, Side};
use crate::position::{Board, Clocks, MoveList, Position};
use crate::rules::{Objective, OneEach, Rules};

use super::index::Index;
use super::material::Material;
use super::view::View;

/// What a position is worth to the side to move, as two bits.
pub(super) type Code = u8;
pub(super) const DRAW: Code = 0;
pub(super) const LOSS: Code = 1;
pub(super) const WIN: Code = 2;
/// The number belongs to no position, or to one that is stored as its reflection.
pub(super) const NOTHING: Code = 3;

/// A slice in memory.
#[derive(Debug)]
pub(super) struct Slice<R> {
    pub index: Index<R>,
    codes: Vec<AtomicU8>,
    /// Whether the position is quiet: only those are kept in files.
    quiet: Vec<AtomicU8>,
    /// Plies to the next conversion, at most 255; empty if they are not wanted.
    distances: Vec<AtomicU8>,
}

fn zeroed(len: u64) -> Vec<AtomicU8> {
    bytemuck::allocation::zeroed_vec(len as usize)
}

impl<R: Rules> Slice<R> {
    pub(super) fn new(material: Material, with_distances: bool) -> Self {
        let index = Index::new(material);
        let len = index.len;
        Self {
            index,
            codes: zeroed(len.div_ceil(4)),
            quiet: zeroed(len.div_ceil(8)),
            distances: zeroed(if with_distances { len } else { 0 }),
        }
    }

    /// The code of a position.
    #[inline(always)]
    pub(super) fn code(&self, number: u64) -> Code {
        self.codes[(number / 4) as usize].load(Ordering::Relaxed) >> (number % 4 * 2) & 3
    }

    /// Sets the code of a position whose code is 0 or this one. Threads may do so side by side.
    #[inline(always)]
    pub(super) fn set_code(&self, number: u64, code: Code) {
        self.codes[(number / 4) as usize].fetch_or(code << (number % 4 * 2), Ordering::Relaxed);
    }

    #[inline(always)]
    pub(super) fn is_quiet(&self, number: u64) -> bool {
        self.quiet[(number / 8) as usize].load(Ordering::Relaxed) >> (number % 8) & 1 != 0
    }

    #[inline(always)]
    pub(super) fn set_quiet(&self, number: u64) {
        self.quiet[(number / 8) as usize].fetch_or(1 << (number % 8), Ordering::Relaxed);
    }

    pub(super) fn has_distances(&self) -> bool {
        !self.distances.is_empty()
    }

    #[inline(always)]
    pub(super) fn distance(&self, number: u64) -> u8 {
        self.distances.get(number as usize).map_or(0, |byte| byte.load(Ordering::Relaxed))
    }

    #[inline(always)]
    pub(super) fn set_distance(&self, number: u64, plies: u16) {
        if let Some(byte) = self.distances.get(number as usize) {
            byte.store(plies.min(255) as u8, Ordering::Relaxed);
        }
    }

    /// Gives back what only writing the file needed.
    pub(super) fn keep_codes_only(&mut self) {
        self.quiet = Vec::new();
        self.distances = Vec::new();
    }
}

/// All slices so far.
#[derive(Debug)]
pub(super) struct Store<R> {
    slices: Vec<Option<Slice<R>>>,
}

/// What a thread needs to look positions up.
#[derive(Debug)]
pub(super) struct Scratch<B> {
    /// Lists of moves, one for each depth of captures.
    pub lists: Vec<MoveList<B>>,
}

impl<B> Scratch<B> {
    pub(super) fn new() -> Self {
        Self { lists: Vec::new() }
    }

    /// A list to fill; give it back with [`Scratch::put`].
    #[inline(always)]
    pub(super) fn take(&mut self) -> MoveList<B> {
        self.lists.pop().unwrap_or_default()
    }

    #[inline(always)]
    pub(super) fn put(&mut self, list: MoveList<B>) {
        self.lists.push(list);
    }
}

impl<R: Rules> Store<R> {
    pub(super) fn new() -> Self {
        Self { slices: (0..Material::CODES).map(|_| None).collect() }
    }

    pub(super) fn insert(&mut self, slice: Slice<R>) {
        let code = slice.index.material.code();
        self.slices[code] = Some(slice);
    }

    pub(super) fn slice(&self, material: Material) -> Option<&Slice<R>> {
        self.slices[material.code()].as_ref()
    }

    pub(super) fn slice_mut(&mut self, material: Material) -> Option<&mut Slice<R>> {
        self.slices[material.code()].as_mut()
    }

    /// The worth of a position to the side to move there, from finished slices.
    #[inline(always)]
    pub(super) fn value(&self, board: &Board<R>, scratch: &mut Scratch<R::Bits>) -> Code {
        if let Some(code) = over(board) {
            return code;
        }
        if R::SET.designation && board.demand().is_some() {
            return self.best(board, scratch);
        }
        let view = View::of(board).canonical::<R>();
        match self.slice(Material::of(&view)) {
            Some(slice) => slice.code(slice.index.number(&view)),
            None => NOTHING,
        }
    }

    /// The worth of a position all of whose moves lead to finished slices.
    pub(super) fn best(&self, board: &Board<R>, scratch: &mut Scratch<R::Bits>) -> Code {
        let mut list = scratch.take();
        board.moves_for_search(&mut list);
        let mut best = if list.is_empty() { without_moves::<R>() } else { LOSS };
        for mv in &list {
            match self.value(&board.after(mv), scratch) {
                LOSS => {
                    best = WIN;
                    break;
                }
                DRAW => best = DRAW,
                _ => {}
            }
        }
        scratch.put(list);
        best
    }
}

/// The worth to the side to move of having no move.
pub(super) const fn without_moves<R: Rules>() -> Code {
    if matches!(R::SET.objective, Objective::Misere) { WIN } else { LOSS }
}

/// The worth of a position that needs no table: the first king was made, or the side to move has no piece.
#[inline(always)]
pub(super) fn over<R: Rules>(board: &Board<R>) -> Option<Code> {
    let us = board.turn();
    if board.pieces(us).is_empty() {
        return Some(without_moves::<R>());
    }
    if matches!(R::SET.objective, Objective::FirstKing) {
        // Both sides can only have a king in a position set up by hand; it counts for White, as in the game's own test.
        let winner = Side::BOTH.into_iter().find(|&side| board.kings(side).any())?;
        return Some(if winner == us { WIN } else { LOSS });
    }
    None
}

/// Whether a position in which the side to move can move is drawn because of what stands on it alone.
#[inline(always)]
pub(super) fn is_drawn<R: Rules>(board: &Board<R>, material: Material) -> bool {
    if matches!(R::SET.draws.one_each, OneEach::PlayOn) || material.pieces() != 2 {
        return false;
    }
    Position::new(*board, Clocks::default()).drawn_by_rule().is_some()
}
