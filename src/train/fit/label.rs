//! What is to be learnt of a position: an expected result between 0 and 1, and what missing it costs.

use serde::{Deserialize, Serialize};

use crate::train::samples::Samples;

/// What a miss costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// The cross-entropy of expected and said result.
    #[default]
    CrossEntropy,
    /// The 2.5th power of the difference: cares less about small misses.
    Power,
}

/// The expected result at a logit.
#[inline(always)]
pub fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

impl Loss {
    /// What saying `said` costs where `wanted` is right.
    #[inline(always)]
    pub fn cost(self, said: f32, wanted: f32) -> f32 {
        match self {
            Self::CrossEntropy => {
                let said = said.clamp(1e-6, 1.0 - 1e-6);
                -(wanted * said.ln() + (1.0 - wanted) * (1.0 - said).ln())
            }
            Self::Power => (said - wanted).abs().powf(2.5),
        }
    }

    /// What the cost changes with the logit of `said`.
    #[inline(always)]
    pub fn slope(self, said: f32, wanted: f32) -> f32 {
        let miss = said - wanted;
        match self {
            Self::CrossEntropy => miss,
            Self::Power => 2.5 * miss * miss.abs().sqrt() * said * (1.0 - said),
        }
    }
}

/// The expected results of all positions: `lambda` of what became of the game and the rest of what the search said,
/// where in the nth file `k[n]` centipawns are a logit of 1.
pub fn wanted(samples: &Samples, lambda: f32, k: &[f32]) -> Vec<f32> {
    let label = |&(score, result): &(i16, i8), k: f32| {
        let became = f32::midpoint(f32::from(result), 1.0);
        lambda * became + (1.0 - lambda) * sigmoid(f32::from(score) / k)
    };
    let files = samples.labels_by_file().zip(k);
    files.flat_map(|(labels, &k)| labels.iter().map(move |one| label(one, k))).collect()
}

/// Positions that K is fitted to.
const K_POSITIONS: usize = 200_000;

/// The K, in centipawns, with which the scores of one file foretell the results best.
pub fn fit_k(labels: &[(i16, i8)]) -> f32 {
    let step = labels.len().div_ceil(K_POSITIONS).max(1);
    let cost = |log_k: f32| -> f64 {
        let k = log_k.exp();
        let cost = |&(score, result): &(i16, i8)| {
            let said = sigmoid(f32::from(score) / k);
            f64::from(Loss::CrossEntropy.cost(said, f32::midpoint(f32::from(result), 1.0)))
        };
        labels.iter().step_by(step).map(cost).sum()
    };
    // Golden section; the cost has one valley.
    let (mut low, mut high) = (20.0_f32.ln(), 2000.0_f32.ln());
    let share = 0.618_034;
    for _ in 0..24 {
        let (left, right) = (high - share * (high - low), low + share * (high - low));
        if cost(left) < cost(right) {
            high = right;
        } else {
            low = left;
        }
    }
    f32::midpoint(low, high).exp()
}
