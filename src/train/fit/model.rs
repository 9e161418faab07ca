//! The network in floating point: its weights in one row, what it says of a position, and the slope of its error.

use crate::eval::net::{BUCKETS, QA, QB, max_output_weight};
use crate::train::samples::Sample;
use crate::util::rng::Rng;

/// Where the parts of a network lie in its row of weights: feature weights (the H weights of an input side by side),
/// hidden biases, output weights ([`BUCKETS`] x 2 H, the mover's half first), output biases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    /// Inputs of a view.
    pub(super) inputs: usize,
    /// H.
    pub(super) hidden: usize,
}

impl Layout {
    /// Where the hidden biases begin.
    pub(super) fn bias(self) -> usize {
        self.inputs * self.hidden
    }

    /// Where the output weights begin.
    pub(super) fn output(self) -> usize {
        self.bias() + self.hidden
    }

    /// Where the output biases begin.
    pub(super) fn output_bias(self) -> usize {
        self.output() + BUCKETS * 2 * self.hidden
    }

    /// How many weights there are.
    pub(super) fn len(self) -> usize {
        self.output_bias() + BUCKETS
    }

    /// Random weights to begin with. Small enough that no hidden number is clamped for good.
    pub(super) fn random(self, seed: u64) -> Vec<f32> {
        let mut rng = Rng::new(seed);
        let mut uniform = |width: f32| {
            let unit = (rng.next_u64() >> 40) as f32 / (1_u64 << 23) as f32 - 1.0;
            unit * width
        };
        let output_width = 1.0 / (2.0 * self.hidden as f32).sqrt();
        let weight = |place: usize| match place {
            _ if place < self.bias() => uniform(0.15),
            _ if place < self.output() => 0.25,
            _ if place < self.output_bias() => uniform(output_width),
            _ => 0.0,
        };
        (0..self.len()).map(weight).collect()
    }

    /// Writes to `rounded` the weights as a network file can hold them.
    pub(super) fn round(self, weights: &[f32], rounded: &mut [f32]) {
        let units = [(0, self.output(), QA as f32), (self.output(), self.output_bias(), QB as f32)];
        for (from, to, unit) in units {
            for (to, from) in rounded[from..to].iter_mut().zip(&weights[from..to]) {
                *to = (from * unit).round_ties_even() / unit;
            }
        }
        rounded[self.output_bias()..].copy_from_slice(&weights[self.output_bias()..]);
    }

    /// Keeps weights where the integers of a network file can follow: with `most_active` inputs no sum may leave
    /// 16 bits, and output weights are small by definition.
    pub(super) fn clip(self, weights: &mut [f32], most_active: usize) {
        let output_limit = f32::from(max_output_weight(self.hidden)) / QB as f32;
        let sum_limit = (f32::from(i16::MAX) - most_active as f32) / QA as f32;
        let limit = MOST_HIDDEN.min(sum_limit / (most_active + 1) as f32);
        let (hidden, output) = weights.split_at_mut(self.output());
        for weight in hidden {
            *weight = weight.clamp(-limit, limit);
        }
        for weight in &mut output[..BUCKETS * 2 * self.hidden] {
            *weight = weight.clamp(-output_limit, output_limit);
        }
    }
}

/// The largest hidden weight.
const MOST_HIDDEN: f32 = 127.0 / 64.0;

/// The code for a hidden layer of `H`, and what it works on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Net<'a, const H: usize> {
    rows: &'a [[f32; H]],
    bias: &'a [f32; H],
    /// For each bucket the mover's and the opponent's half.
    output: &'a [[f32; H]],
    output_bias: &'a [f32],
}

/// What a forward pass leaves for the backward pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forward<const H: usize> {
    /// The hidden layers before activation, the mover's view first.
    sums: [[f32; H]; 2],
    /// The output, in units of the network's scale.
    pub(super) output: f32,
}

impl<'a, const H: usize> Net<'a, H> {
    /// The parts of a row of weights; `None` if it is too short.
    pub(super) fn of(weights: &'a [f32], layout: Layout) -> Option<Self> {
        let (rows, rest) = weights.split_at_checked(layout.bias())?;
        let (bias, rest) = rest.split_first_chunk::<H>()?;
        let (output, output_bias) = rest.split_at_checked(BUCKETS * 2 * H)?;
        Some(Self { rows: rows.as_chunks().0, bias, output: output.as_chunks().0, output_bias })
    }

    #[inline(always)]
    fn view(&self, inputs: &[u16]) -> [f32; H] {
        let mut sums = *self.bias;
        for &input in inputs {
            let row = &self.rows[usize::from(input)];
            for h in 0..H {
                sums[h] += row[h];
            }
        }
        sums
    }

    /// What the network says of a position.
    #[inline(always)]
    pub(super) fn forward(&self, sample: Sample<'_>) -> Forward<H> {
        let sums = [self.view(sample.own), self.view(sample.other)];
        // Sums of eight lanes, so that they need not be added one after the other.
        let mut lanes = [0.0_f32; 8];
        for (half, sums) in sums.iter().enumerate() {
            let weights = &self.output[2 * sample.bucket + half];
            for (sums, weights) in sums.as_chunks::<8>().0.iter().zip(weights.as_chunks::<8>().0) {
                for lane in 0..8 {
                    let clamped = sums[lane].clamp(0.0, 1.0);
                    lanes[lane] += clamped * clamped * weights[lane];
                }
            }
        }
        let output = lanes.iter().sum::<f32>() + self.output_bias[sample.bucket];
        Forward { sums, output }
    }

    /// Adds to `gradient` what the error changes with each weight, where `slope` is what it changes with the output.
    #[inline(always)]
    pub(super) fn backward(
        &self,
        sample: Sample<'_>,
        forward: &Forward<H>,
        slope: f32,
        gradient: &mut GradientMut<'_, H>,
    ) {
        gradient.output_bias[sample.bucket] += slope;
        for (half, inputs) in [sample.own, sample.other].into_iter().enumerate() {
            let sums = &forward.sums[half];
            let weights = &self.output[2 * sample.bucket + half];
            let output = &mut gradient.output[2 * sample.bucket + half];
            let mut slopes = [0.0_f32; H];
            for h in 0..H {
                let clamped = sums[h].clamp(0.0, 1.0);
                output[h] += slope * clamped * clamped;
                // Where the number is clamped its weights change nothing.
                let inside = if sums[h] < 1.0 { 2.0 * clamped } else { 0.0 };
                slopes[h] = slope * weights[h] * inside;
                gradient.bias[h] += slopes[h];
            }
            for &input in inputs {
                let row = &mut gradient.rows[usize::from(input)];
                for h in 0..H {
                    row[h] += slopes[h];
                }
            }
        }
    }
}

/// The parts of a gradient; they lie as those of [`Net`].
#[derive(Debug)]
pub(super) struct GradientMut<'a, const H: usize> {
    rows: &'a mut [[f32; H]],
    bias: &'a mut [f32; H],
    output: &'a mut [[f32; H]],
    output_bias: &'a mut [f32],
}

impl<'a, const H: usize> GradientMut<'a, H> {
    /// The parts of a row of slopes; `None` if it is too short.
    pub(super) fn of(slopes: &'a mut [f32], layout: Layout) -> Option<Self> {
        let (rows, rest) = slopes.split_at_mut_checked(layout.bias())?;
        let (bias, rest) = rest.split_first_chunk_mut::<H>()?;
        let (output, output_bias) = rest.split_at_mut_checked(BUCKETS * 2 * H)?;
        Some(Self { rows: rows.as_chunks_mut().0, bias, output: output.as_chunks_mut().0, output_bias })
    }
}
