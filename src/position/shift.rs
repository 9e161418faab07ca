//! Whole sets of squares moved one step, in a direction that is known at compile time.

use crate::board::{Bits, Playable};
use crate::rules::Rules;

/// Runs `$body` once for each direction, with `$d` a constant usable as a const argument. A condition on
/// `$d` inside is decided at compile time, so directions a game does not use leave no code.
macro_rules! each_direction {
    ($d:ident => $body:expr) => {{
        {
            const $d: usize = 0;
            $body
        }
        {
            const $d: usize = 1;
            $body
        }
        {
            const $d: usize = 2;
            $body
        }
        {
            const $d: usize = 3;
            $body
        }
        {
            const $d: usize = 4;
            $body
        }
        {
            const $d: usize = 5;
            $body
        }
        {
            const $d: usize = 6;
            $body
        }
        {
            const $d: usize = 7;
            $body
        }
    }};
}
pub(super) use each_direction;

/// Whether a shift in direction `d` can wrap round an edge onto a playing square. Sideways steps can on
/// every board; diagonal ones only where no ghost bits lie between the rows. Straight ones fall off the end.
const fn wraps(playable: Playable, d: usize) -> bool {
    match playable {
        Playable::All => d & 3 != 0,
        Playable::DarkLeft | Playable::DarkRight => d & 3 == 2,
    }
}

/// The set moved by `n` steps of direction `D`, edges ignored.
#[inline(always)]
fn shift<R: Rules, const D: usize>(set: R::Bits, n: u32) -> R::Bits {
    let step = const { R::GEOMETRY.step[D] };
    if step > 0 { set << (step as u32 * n) } else { set >> (step.unsigned_abs() * n) }
}

/// The set moved by one step in direction `D`. On boards with ghosts the result may hold ghost bits, so it
/// is to be intersected with a set of playing squares; squares that would wrap round an edge are dropped.
#[inline(always)]
pub(super) fn step<R: Rules, const D: usize>(set: R::Bits) -> R::Bits {
    let moved = shift::<R, D>(set, 1);
    if const { wraps(R::SET.board.playable, D) } { moved & R::GEOMETRY.landing[D] } else { moved }
}

/// The set moved one step against direction `D`.
#[inline(always)]
pub(super) fn step_back<R: Rules, const D: usize>(set: R::Bits) -> R::Bits {
    match D {
        0 => step::<R, 4>(set),
        1 => step::<R, 5>(set),
        2 => step::<R, 6>(set),
        3 => step::<R, 7>(set),
        4 => step::<R, 0>(set),
        5 => step::<R, 1>(set),
        6 => step::<R, 2>(set),
        _ => step::<R, 3>(set),
    }
}

/// The most squares on a line in direction `d`. Straight lines of a diagonal board skip every other square;
/// were they filled as far as the others, the last doubling would shift by more than the word has bits.
const fn longest_line<R: Rules>(d: usize) -> u32 {
    let board = R::SET.board;
    let longest = if board.rows > board.columns { board.rows } else { board.columns };
    let skips = !matches!(board.playable, Playable::All) && d & 1 == 0;
    (if skips { longest / 2 } else { longest }) as u32
}

/// The squares of `empty` that pieces on `from` reach in direction `D` before the first other square: a
/// Kogge-Stone fill, in as many doublings as the longest line of the board needs. Squares reached by
/// different pieces are different, since a piece stops the fill of those behind it.
#[inline(always)]
pub(super) fn fill<R: Rules, const D: usize>(from: R::Bits, empty: R::Bits) -> R::Bits {
    let mut pass =
        if const { wraps(R::SET.board.playable, D) } { empty & R::GEOMETRY.landing[D] } else { empty };
    let mut filled = from;
    let mut n = 1;
    while n < const { longest_line::<R>(D) } {
        filled |= pass & shift::<R, D>(filled, n);
        pass &= shift::<R, D>(pass, n);
        n *= 2;
    }
    filled & !from
}

/// As [`fill`] for the piece on bit index `from` alone: the ray as far as the first square that is not empty.
#[inline(always)]
pub(super) fn slide<R: Rules, const D: usize>(from: u8, empty: R::Bits) -> R::Bits {
    let ray = R::GEOMETRY.rays[usize::from(from & 127)][D];
    let blockers = ray & !empty;
    ray & if const { R::GEOMETRY.step[D] > 0 } { blockers.below_lowest() } else { blockers.above_highest() }
}

/// The nearest square of `occupied` on the ray from bit index `from` in direction `D`, if there is one.
#[inline(always)]
pub(super) fn first_on_ray<R: Rules, const D: usize>(from: u8, occupied: R::Bits) -> Option<u8> {
    let on_ray = R::GEOMETRY.rays[usize::from(from & 127)][D] & occupied;
    if on_ray.is_empty() {
        None
    } else if const { R::GEOMETRY.step[D] > 0 } {
        Some(on_ray.lowest())
    } else {
        Some(on_ray.highest())
    }
}

/// As [`fill`], against direction `D`.
#[inline(always)]
pub(super) fn fill_back<R: Rules, const D: usize>(from: R::Bits, empty: R::Bits) -> R::Bits {
    match D {
        0 => fill::<R, 4>(from, empty),
        1 => fill::<R, 5>(from, empty),
        2 => fill::<R, 6>(from, empty),
        3 => fill::<R, 7>(from, empty),
        4 => fill::<R, 0>(from, empty),
        5 => fill::<R, 1>(from, empty),
        6 => fill::<R, 2>(from, empty),
        _ => fill::<R, 3>(from, empty),
    }
}
