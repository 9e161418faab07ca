//! Adam (Kingma, Ba 2014), and the rate at which it learns.

use serde::{Deserialize, Serialize};

use super::state::Floats;

const FIRST: f32 = 0.9;
const SECOND: f32 = 0.999;

/// The moments of each weight's slope.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Adam {
    first: Floats,
    second: Floats,
    steps: i32,
}

impl Adam {
    /// For so many weights.
    pub(super) fn new(weights: usize) -> Self {
        let zeros = || Floats(vec![0.0; weights]);
        Self { first: zeros(), second: zeros(), steps: 0 }
    }

    /// The number of weights.
    pub(super) fn len(&self) -> usize {
        self.first.0.len().min(self.second.0.len())
    }

    /// Moves the weights against their slopes; `decay` draws them towards 0.
    pub(super) fn step(&mut self, weights: &mut [f32], slopes: &[f32], rate: f32, decay: f32) {
        self.steps = self.steps.saturating_add(1);
        let first_share = 1.0 - FIRST.powi(self.steps);
        let second_share = 1.0 - SECOND.powi(self.steps);
        let moments = self.first.0.iter_mut().zip(&mut self.second.0);
        for ((weight, slope), (first, second)) in weights.iter_mut().zip(slopes).zip(moments) {
            *first = FIRST * *first + (1.0 - FIRST) * slope;
            *second = SECOND * *second + (1.0 - SECOND) * slope * slope;
            let step = (*first / first_share) / ((*second / second_share).sqrt() + 1e-8);
            *weight -= rate * (step + decay * *weight);
        }
    }
}

/// The rate at `done` (0 to 1) of the way: a cosine from `first` down to `last`.
pub(super) fn rate(first: f32, last: f32, done: f32) -> f32 {
    last + (first - last) * 0.5 * (1.0 + (std::f32::consts::PI * done.clamp(0.0, 1.0)).cos())
}
