//! Simultaneous perturbation stochastic approximation (Spall 1992, 1998), with the gains, the clock and the
//! rounding of fishtest, so that figures known from there can be used here.
//!
//! In pair k of N (from 1) every number x is moved by c(k) to one side or the other, all at once and by lot. The
//! engine with the numbers x + c·δ plays the one with x − c·δ, and by `balance`, games won less games lost,
//!
//! ```text
//!   x += a(k) / c(k) · balance · δ      a(k) = a_end · ((A + N) / (A + k))^alpha     a_end = rate · step²
//!                                       c(k) = step  · (N / k)^gamma                 A     = stability · N
//! ```
//!
//! so that `step` is the c of the last pair and `rate` its a / c².

use serde::{Deserialize, Serialize};

use crate::util::rng::{Rng, mix};

/// A number to be tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// Its option.
    pub name: String,
    /// Where it starts.
    pub start: f64,
    /// Least value tried.
    pub least: i64,
    /// Largest value tried.
    pub most: i64,
    /// How far it is moved to either side in the last pair.
    pub step: f64,
}

impl Parameter {
    /// Keeps a value within the range.
    fn clamp(&self, value: f64) -> f64 {
        value.clamp(self.least as f64, self.most as f64)
    }

    /// A whole number within the range; `lot` from [0, 1) decides between the two neighbours of a value, so that
    /// the mean is the value.
    fn whole(&self, value: f64, lot: f64) -> i64 {
        ((value + lot).floor() as i64).clamp(self.least, self.most)
    }
}

/// How gains shrink.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gains {
    /// Exponent of a.
    pub alpha: f64,
    /// Exponent of c.
    pub gamma: f64,
    /// A, as a share of all pairs: while k is below it, a hardly shrinks.
    pub stability: f64,
    /// a / c² in the last pair (fishtest's `r_end`).
    pub rate: f64,
}

impl Gains {
    /// Spall's exponents, and what fishtest proposes besides.
    pub const USUAL: Self = Self { alpha: 0.602, gamma: 0.101, stability: 0.1, rate: 0.002 };
}

/// The numbers and how they are moved.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spsa {
    /// The numbers.
    pub parameters: Vec<Parameter>,
    /// The gains.
    pub gains: Gains,
    /// Pairs in all.
    pub pairs: usize,
    /// What all lots depend on.
    pub seed: u64,
}

/// Two settings that are to play each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// Values moved one way, in the order of the parameters.
    pub plus: Vec<i64>,
    /// Values moved the other way.
    pub minus: Vec<i64>,
    /// What one game won is worth to each number.
    gain: Vec<f64>,
}

impl Spsa {
    /// Where the numbers start.
    pub fn start(&self) -> Vec<f64> {
        self.parameters.iter().map(|parameter| parameter.start).collect()
    }

    /// The settings to be tried about `values` when so many `pairs` are played. The same for the same pair,
    /// whatever came before: a tuning that is resumed throws no lot twice.
    pub fn trial(&self, values: &[f64], pairs: usize) -> Trial {
        let mut rng = Rng::new(mix(mix(self.seed) ^ pairs as u64));
        let mut trial = Trial { plus: Vec::new(), minus: Vec::new(), gain: Vec::new() };
        for (parameter, &value) in self.parameters.iter().zip(values) {
            let (a, c) = self.gains_at(parameter, pairs + 1);
            let side = if rng.below(2) == 0 { 1.0 } else { -1.0 };
            // One lot for both: they stay 2c apart, and what rounding adds to one it adds to the other.
            let lot = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
            trial.plus.push(parameter.whole(value + c * side, lot));
            trial.minus.push(parameter.whole(value - c * side, lot));
            trial.gain.push(a / c * side);
        }
        trial
    }

    /// Moves `values` by the outcome of a trial: games that `plus` won less those it lost.
    pub fn learn(&self, values: &mut [f64], trial: &Trial, balance: i64) {
        for ((value, parameter), gain) in values.iter_mut().zip(&self.parameters).zip(&trial.gain) {
            *value = parameter.clamp(*value + gain * balance as f64);
        }
    }

    /// a and c of the k-th pair.
    fn gains_at(&self, parameter: &Parameter, k: usize) -> (f64, f64) {
        let Gains { alpha, gamma, stability, rate } = self.gains;
        let (n, k) = (self.pairs as f64, k as f64);
        let shift = stability * n;
        let a = rate * parameter.step.powi(2) * ((shift + n) / (shift + k)).powf(alpha);
        (a, parameter.step * (n / k).powf(gamma))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::stats;

    fn parameter(start: f64, least: i64, most: i64, step: f64) -> Parameter {
        Parameter { name: "x".to_owned(), start, least, most, step }
    }

    fn spsa(parameters: Vec<Parameter>, pairs: usize, seed: u64) -> Spsa {
        Spsa { parameters, gains: Gains::USUAL, pairs, seed }
    }

    /// Games won less games lost in two games between settings whose strength falls with the square of their
    /// distance from `best`, in units of `width`, by 100 Elo; half of the games are drawn.
    fn play(rng: &mut Rng, trial: &Trial, best: &[f64], width: &[f64]) -> i64 {
        let strength = |values: &[i64]| -> f64 {
            let distances = values.iter().zip(best).zip(width).map(|((&x, best), w)| (x as f64 - best) / w);
            -100.0 * distances.map(|d| d * d).sum::<f64>()
        };
        let score = stats::score(strength(&trial.plus) - strength(&trial.minus));
        let lot = |rng: &mut Rng| (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let mut game = || match lot(rng) < 0.5 {
            true => 0,
            false if lot(rng) < score => 1,
            false => -1,
        };
        game() + game()
    }

    #[test]
    fn it_finds_a_known_optimum_from_afar() {
        let best = [62.0, -14.0, 3.0];
        let width = [30.0, 12.0, 2.5];
        for seed in 1..=5 {
            let parameters =
                vec![parameter(110.0, 0, 120, 6.0), parameter(8.0, -20, 20, 2.5), parameter(6.0, 1, 9, 0.6)];
            let spsa = spsa(parameters, 40_000, seed);
            let (mut values, mut rng) = (spsa.start(), Rng::new(1000 + seed));
            for pair in 0..spsa.pairs {
                let trial = spsa.trial(&values, pair);
                spsa.learn(&mut values, &trial, play(&mut rng, &trial, &best, &width));
            }
            for ((value, best), width) in values.iter().zip(best).zip(width) {
                assert!((value - best).abs() < width / 4.0, "seed {seed}: {values:?}");
            }
        }
    }

    #[test]
    fn nothing_is_learnt_from_an_even_result() {
        let spsa = spsa(vec![parameter(5.0, 0, 10, 1.0)], 100, 1);
        let mut values = spsa.start();
        spsa.learn(&mut values, &spsa.trial(&[5.0], 0), 0);
        assert_eq!(values, [5.0]);
        let trial = spsa.trial(&[5.0], 0);
        spsa.learn(&mut values, &trial, 1);
        assert_eq!(values[0] > 5.0, trial.plus[0] > trial.minus[0], "it moves to where the winner was");
    }

    /// `c_end` and `r_end` mean what they mean in fishtest: `(c, a)` of the last pair, and the course to it.
    #[test]
    fn gains_end_as_they_are_told() {
        let spsa = spsa(vec![parameter(50.0, 0, 100, 4.0)], 1000, 1);
        let (a, c) = spsa.gains_at(&spsa.parameters[0], 1000);
        assert!((c - 4.0).abs() < 1e-12 && (a / (c * c) - 0.002).abs() < 1e-12, "{a} {c}");
        let (first_a, first_c) = spsa.gains_at(&spsa.parameters[0], 1);
        assert!((first_c / 4.0 - 1000_f64.powf(0.101)).abs() < 1e-9);
        assert!((first_a / a - (1100.0_f64 / 101.0).powf(0.602)).abs() < 1e-9);
    }

    #[test]
    fn values_stay_in_their_range_and_are_right_on_average() {
        let spsa = spsa(vec![parameter(9.7, 0, 10, 1.0), parameter(50.3, 0, 100, 2.0)], 4000, 3);
        let mut sums = [0.0; 2];
        let mut sides = [0; 2];
        for pair in 0..spsa.pairs {
            let trial = spsa.trial(&[9.7, 50.3], pair);
            assert!(trial.plus[0].max(trial.minus[0]) <= 10, "{trial:?}");
            assert_ne!(trial.plus[1], trial.minus[1]);
            sides[usize::from(trial.plus[1] > trial.minus[1])] += 1;
            sums[0] += trial.plus[1] as f64;
            sums[1] += trial.minus[1] as f64;
        }
        let means = sums.map(|sum| sum / spsa.pairs as f64);
        assert!(means.iter().all(|mean| (mean - 50.3).abs() < 0.2), "{means:?}");
        assert!(sides.iter().all(|&n| n > 1800), "{sides:?}");
        let mut values = vec![9.7, 50.3];
        let trial = spsa.trial(&values, 0);
        spsa.learn(&mut values, &trial, 1_000_000);
        assert!((0.0..=10.0).contains(&values[0]) && (0.0..=100.0).contains(&values[1]), "{values:?}");
    }

    #[test]
    fn lots_depend_on_seed_and_pair_alone() {
        let trial =
            |seed, pair| spsa(vec![parameter(50.0, 0, 100, 4.5); 16], 1000, seed).trial(&[50.0; 16], pair);
        assert_eq!(trial(1, 7), trial(1, 7));
        assert_ne!(trial(1, 7).plus, trial(1, 8).plus);
        assert_ne!(trial(1, 7).plus, trial(2, 7).plus);
    }
}
