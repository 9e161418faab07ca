//! The arithmetic of one evaluation: loops of a fixed length over 16-bit numbers.

use super::path::Path;
use super::{HIDDEN_SIZES, Network, QA, max_output_weight};

/// Hidden sums of several boards, and how to get those of another one from them.
pub(super) struct Step<'a> {
    /// Per slot the H sums of White's view and those of Black's.
    pub(super) sums: &'a mut [i16],
    /// The slot to begin with.
    pub(super) from: usize,
    /// The slot to fill; it may be the same.
    pub(super) to: usize,
    /// The inputs that become 1, in each view.
    pub(super) added: [&'a [u16]; 2],
    /// The inputs that become 0.
    pub(super) removed: [&'a [u16]; 2],
}

/// Where in the output layer to look, and from whose side.
#[derive(Clone, Copy)]
pub(super) struct Output {
    /// Index of the side to move.
    pub(super) turn: usize,
    /// Below [`BUCKETS`](super::BUCKETS).
    pub(super) bucket: usize,
}

/// Takes a step; gives the output, without its bias, in units of [`QA`]² x [`QB`](super::QB).
///
/// # Panics
/// If the network was not checked, or an index is none of its inputs or of the slots.
#[inline(always)]
pub(super) fn evaluate(net: &Network, path: Path, step: Step<'_>, output: Output) -> i32 {
    match net.hidden {
        32 => path.run(
            #[inline(always)]
            || sized::<32>(net, step, output),
        ),
        64 => path.run(
            #[inline(always)]
            || sized::<64>(net, step, output),
        ),
        128 => path.run(
            #[inline(always)]
            || sized::<128>(net, step, output),
        ),
        _ => path.run(
            #[inline(always)]
            || sized::<256>(net, step, output),
        ),
    }
}

/// [`evaluate`] for H hidden numbers.
#[inline(always)]
fn sized<const H: usize>(net: &Network, step: Step<'_>, output: Output) -> i32 {
    let Step { sums, from, to, added, removed } = step;
    let rows = net.features.as_chunks::<H>().0;
    let slots = sums.as_chunks_mut::<H>().0;
    for view in 0..2 {
        if from == to && added[view].is_empty() && removed[view].is_empty() {
            continue;
        }
        let mut sums = slots[2 * from + view];
        update(&mut sums, rows, added[view], removed[view]);
        slots[2 * to + view] = sums;
    }
    let weights = net.output.as_chunks::<H>().0;
    let (own, other) = (&slots[2 * to + output.turn], &slots[2 * to + (output.turn ^ 1)]);
    half(own, &weights[2 * output.bucket]) + half(other, &weights[2 * output.bucket + 1])
}

/// Adds the rows of some inputs and subtracts those of others, as far as possible in pairs: a move is one of each.
#[inline(always)]
fn update<const H: usize>(sums: &mut [i16; H], rows: &[[i16; H]], added: &[u16], removed: &[u16]) {
    let pairs = added.len().min(removed.len());
    for (&plus, &minus) in added.iter().zip(removed) {
        let (plus, minus) = (&rows[usize::from(plus)], &rows[usize::from(minus)]);
        for i in 0..H {
            sums[i] = sums[i].wrapping_add(plus[i]).wrapping_sub(minus[i]);
        }
    }
    for &plus in &added[pairs..] {
        let plus = &rows[usize::from(plus)];
        for i in 0..H {
            sums[i] = sums[i].wrapping_add(plus[i]);
        }
    }
    for &minus in &removed[pairs..] {
        let minus = &rows[usize::from(minus)];
        for i in 0..H {
            sums[i] = sums[i].wrapping_sub(minus[i]);
        }
    }
}

/// Half of the output layer: the activation squares, but 16 bits hold only the product of one factor and a weight, so
/// that one is made first and the sum of products with the other factor is one instruction.
#[inline(always)]
fn half<const H: usize>(sums: &[i16; H], weights: &[i16; H]) -> i32 {
    let terms = sums.iter().zip(weights).map(|(sum, weight)| {
        let active = (*sum).clamp(0, QA as i16);
        i32::from(active.wrapping_mul(*weight)) * i32::from(active)
    });
    terms.sum()
}

/// Nothing overflows: neither the product of an activation and a weight, nor the sum of all.
const _: () = {
    let mut place = 0;
    while place < HIDDEN_SIZES.len() {
        let product = QA * max_output_weight(HIDDEN_SIZES[place]) as i32;
        assert!(product <= i16::MAX as i32);
        assert!(2 * HIDDEN_SIZES[place] as i64 * (product * QA) as i64 <= i32::MAX as i64);
        place += 1;
    }
};
