//! Passes over many positions, divided among threads so that the result does not depend on their number: the
//! positions are cut into a fixed number of slices, and what the slices sum up to is added in their order.

use super::label::{Loss, sigmoid};
use super::model::{GradientMut, Layout, Net};
use crate::eval::net::BUCKETS;
use crate::train::samples::Samples;

/// Slices of a batch: also the most threads that can help.
pub(super) const SLICES: usize = 16;

/// What a pass is to look at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'a> {
    pub(super) layout: Layout,
    pub(super) weights: &'a [f32],
    pub(super) samples: &'a Samples,
    /// The expected results.
    pub(super) wanted: &'a [f32],
    pub(super) loss: Loss,
    /// The logit of an output of 1.
    pub(super) logit: f32,
    pub(super) threads: usize,
}

/// What one slice of a batch comes to.
#[derive(Clone, Debug)]
pub(super) struct Slice {
    /// Its gradient.
    pub(super) slopes: Vec<f32>,
    cost: f64,
}

/// A slice for each part of a batch.
pub(super) fn slices(layout: Layout) -> Vec<Slice> {
    vec![Slice { slopes: vec![0.0; layout.len()], cost: 0.0 }; SLICES]
}

/// Runs code that needs the hidden size at compile time.
macro_rules! with_hidden {
    ($hidden:expr, $function:ident($($argument:expr),*)) => {
        match $hidden {
            32 => $function::<32>($($argument),*),
            64 => $function::<64>($($argument),*),
            128 => $function::<128>($($argument),*),
            _ => $function::<256>($($argument),*),
        }
    };
}

impl Task<'_> {
    /// The mean cost of a batch; its mean gradient is left in `total`.
    pub(super) fn learn(&self, batch: &[u32], slices: &mut [Slice], total: &mut [f32]) -> f64 {
        let share = batch.len().div_ceil(SLICES).max(1);
        let parts: Vec<&[u32]> = batch.chunks(share).collect();
        let used = parts.len();
        self.divide(&parts, &mut slices[..used], |part, slice| {
            with_hidden!(self.layout.hidden, learn(self, part, slice));
        });
        total.fill(0.0);
        for slice in &slices[..used] {
            total.iter_mut().zip(&slice.slopes).for_each(|(sum, slope)| *sum += slope);
        }
        let count = batch.len().max(1);
        for slope in total.iter_mut() {
            *slope /= count as f32;
        }
        slices[..used].iter().map(|slice| slice.cost).sum::<f64>() / count as f64
    }

    /// Costs summed up and positions counted for each bucket.
    pub(super) fn test(&self) -> [(f64, u64); BUCKETS] {
        let all: Vec<u32> = (0..self.samples.len() as u32).collect();
        let parts: Vec<&[u32]> = all.chunks(all.len().div_ceil(SLICES).max(1)).collect();
        let mut sums = vec![[(0.0, 0); BUCKETS]; parts.len()];
        self.divide(&parts, &mut sums, |part, sums| {
            with_hidden!(self.layout.hidden, test(self, part, sums));
        });
        let mut total = [(0.0, 0); BUCKETS];
        for sums in &sums {
            total.iter_mut().zip(sums).for_each(|(all, part)| *all = (all.0 + part.0, all.1 + part.1));
        }
        total
    }

    /// What the network says of position `nth`, an output in units of the scale.
    pub(super) fn output(&self, nth: usize) -> f32 {
        with_hidden!(self.layout.hidden, output(self, nth))
    }

    /// Has threads do each part with the result that belongs to it.
    fn divide<T: Send>(&self, parts: &[&[u32]], results: &mut [T], work: impl Fn(&[u32], &mut T) + Sync) {
        let pairs: Vec<(&[u32], &mut T)> = parts.iter().copied().zip(results).collect();
        let share = pairs.len().div_ceil(self.threads.max(1)).max(1);
        let mut pairs = pairs.into_iter();
        std::thread::scope(|scope| {
            let work = &work;
            let mine: Vec<_> = pairs.by_ref().take(share).collect();
            loop {
                let theirs: Vec<_> = pairs.by_ref().take(share).collect();
                if theirs.is_empty() {
                    break;
                }
                scope.spawn(move || theirs.into_iter().for_each(|(part, result)| work(part, result)));
            }
            for (part, result) in mine {
                work(part, result);
            }
        });
    }
}

fn learn<const H: usize>(task: &Task<'_>, part: &[u32], slice: &mut Slice) {
    slice.slopes.fill(0.0);
    slice.cost = 0.0;
    let net = Net::<H>::of(task.weights, task.layout);
    let gradient = GradientMut::<H>::of(&mut slice.slopes, task.layout);
    let (Some(net), Some(mut gradient)) = (net, gradient) else { return };
    for &nth in part {
        let nth = nth as usize;
        let (sample, wanted) = (task.samples.get(nth), task.wanted[nth]);
        let forward = net.forward(sample);
        let said = sigmoid(forward.output * task.logit);
        slice.cost += f64::from(task.loss.cost(said, wanted));
        let slope = task.loss.slope(said, wanted) * task.logit;
        net.backward(sample, &forward, slope, &mut gradient);
    }
}

fn test<const H: usize>(task: &Task<'_>, part: &[u32], sums: &mut [(f64, u64); BUCKETS]) {
    let Some(net) = Net::<H>::of(task.weights, task.layout) else { return };
    for &nth in part {
        let sample = task.samples.get(nth as usize);
        let said = sigmoid(net.forward(sample).output * task.logit);
        let sum = &mut sums[sample.bucket];
        *sum = (sum.0 + f64::from(task.loss.cost(said, task.wanted[nth as usize])), sum.1 + 1);
    }
}

fn output<const H: usize>(task: &Task<'_>, nth: usize) -> f32 {
    Net::<H>::of(task.weights, task.layout).map_or(0.0, |net| net.forward(task.samples.get(nth)).output)
}
