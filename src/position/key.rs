//! Hash keys of positions (Zobrist 1970): equal boards have equal keys, in every version and on every machine.

use super::board::Board;
use crate::board::{Bits, Side};
use crate::rules::Rules;
use crate::util::rng::{mix, split_mix};

/// A 64-bit hash of everything that makes two positions the same: placement, side to move and extra state.
pub type Key = u64;

/// Black to move.
const TURN: Key = mix(0x44_41_4d_4f_4e_45);

/// A number for each kind of piece (men of White and Black, kings of White and Black) on each bit index.
static PIECES: [[Key; 128]; 4] = piece_keys();

const fn piece_keys() -> [[Key; 128]; 4] {
    let mut keys = [[0; 128]; 4];
    let mut state = 20_140_415;
    let mut kind = 0;
    while kind < 4 {
        let mut square = 0;
        while square < 128 {
            (state, keys[kind][square]) = split_mix(state);
            square += 1;
        }
        kind += 1;
    }
    keys
}

/// The key of a set of squares that hold one kind of piece.
#[inline(always)]
fn set_key<B: Bits>(kind: usize, set: B) -> Key {
    set.iter().fold(0, |key, square| key ^ PIECES[kind][usize::from(square & 127)])
}

impl<R: Rules> Board<R> {
    /// The key, from scratch.
    pub fn key(&self) -> Key {
        Self::empty(Side::White).key_after(0, self)
    }

    /// The key of `next`, a board that differs little, given this board's `key`: only the squares that
    /// changed are looked at, whatever the rule was that changed them.
    #[inline(always)]
    pub(super) fn key_after(&self, mut key: Key, next: &Self) -> Key {
        for side in Side::BOTH {
            let kind = side.index();
            key ^= set_key(kind, self.men(side) ^ next.men(side));
            key ^= set_key(kind + 2, self.kings(side) ^ next.kings(side));
        }
        if self.turn != next.turn {
            key ^= TURN;
        }
        if R::SET.kings_freeze || R::SET.designation || R::SET.king_run_limit.is_some() {
            key ^= self.extra_key() ^ next.extra_key();
        }
        key
    }

    /// The key of the state that only some games have; 0 for the state in which they start.
    fn extra_key(&self) -> Key {
        let [white, black] = self.king_run;
        let runs = [white, black].map(|run| if run.count == 0 { [0, 0] } else { [run.king.0, run.count] });
        let demand = if self.demand.is_some() {
            [self.demand.capturer.0 + 1, self.demand.victim.0 + 1]
        } else {
            [0; 2]
        };
        let word = u64::from_le_bytes([
            self.crowned,
            demand[0],
            demand[1],
            runs[0][0],
            runs[0][1],
            runs[1][0],
            runs[1][1],
            0,
        ]);
        if word == 0 { 0 } else { mix(word.wrapping_mul(0x9e37_79b9_7f4a_7c15)) }
    }
}
