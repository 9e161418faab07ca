//! The sequential probability ratio test on pairs.
//!
//! The generalised test (GSPRT) compares how well two hypotheses about the mean explain the results, each with
//! the class probabilities that suit it best: LLR = N Σ p̂ ln(p₁/p₀), where p̂ are the frequencies found and pₖ
//! is the most likely distribution under hypothesis k. (M. Van den Bergh, "The generalized maximum likelihood
//! ratio for the expectation value of a distribution" and "Normalized Elo".)

use serde::{Deserialize, Serialize};

use super::stats::{Distribution, NORMALIZED_ELO, score};

/// What the bounds are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalized Elo: the mean in units of its deviation, which draws do not shrink.
    #[default]
    Normalized,
    /// Elo by the logistic curve.
    Logistic,
}

/// A test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The difference that is not worth having.
    #[serde(default)]
    pub elo0: f64,
    /// The difference that is.
    #[serde(default = "five")]
    pub elo1: f64,
    /// Chance of accepting `elo1` though `elo0` is true.
    #[serde(default = "twentieth")]
    pub alpha: f64,
    /// Chance of accepting `elo0` though `elo1` is true.
    #[serde(default = "twentieth")]
    pub beta: f64,
    /// What the differences are.
    #[serde(default)]
    pub model: Model,
}

const fn five() -> f64 {
    5.0
}
const fn twentieth() -> f64 {
    0.05
}

/// What a test has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// More games are needed.
    Open,
    /// `elo0` is accepted.
    H0,
    /// `elo1` is accepted.
    H1,
}

/// Classes that never came count as this many results, so that they stay possible.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// What is wrong with the numbers.
    pub(super) fn check(&self) -> Result<(), String> {
        let chance = |p: f64| p > 0.0 && p < 0.5;
        let finite = self.elo0.is_finite() && self.elo1.is_finite();
        if !(finite && self.elo0 < self.elo1) {
            return Err("sprt: elo0 must be below elo1".to_owned());
        }
        if !(chance(self.alpha) && chance(self.beta)) {
            return Err("sprt: alpha and beta must lie between 0 and 0.5".to_owned());
        }
        Ok(())
    }

    /// The bounds of the log-likelihood ratio.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of counted pairs: LL, LD, DD or WL, WD, WW.
    pub fn llr(&self, pairs: &[u64; 5]) -> f64 {
        if pairs.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        // The mean of two games deviates less than a game does.
        self.llr_of(&pairs.map(|n| n as f64), std::f64::consts::SQRT_2)
    }

    /// What counted pairs decide.
    pub fn decide(&self, pairs: &[u64; 5]) -> Decision {
        let (llr, (lower, upper)) = (self.llr(pairs), self.bounds());
        if llr >= upper {
            Decision::H1
        } else if llr <= lower {
            Decision::H0
        } else {
            Decision::Open
        }
    }

    /// The ratio for results of any kind; `narrowing` is how much less they deviate than games.
    fn llr_of(&self, counts: &[f64], narrowing: f64) -> f64 {
        let counts: Vec<f64> = counts.iter().map(|&n| if n == 0.0 { UNSEEN } else { n }).collect();
        let total: f64 = counts.iter().sum();
        let found = Distribution::of(&counts);
        let fitted = |elo: f64| match self.model {
            Model::Logistic => with_mean(&found, score(elo)),
            Model::Normalized => with_deviations(&found, elo / NORMALIZED_ELO * narrowing),
        };
        let (p0, p1) = (fitted(self.elo0), fitted(self.elo1));
        let terms = found.points.iter().zip(p0.points.iter().zip(&p1.points));
        total * terms.map(|((_, p), ((_, p0), (_, p1)))| p * (p1 / p0).ln()).sum::<f64>()
    }
}

/// The most likely distribution with this mean.
fn with_mean(found: &Distribution, mean: f64) -> Distribution {
    constrained(found, |score| score - mean)
}

/// The most likely distribution whose mean lies this many deviations above a half.
///
/// The condition μ − ½ = t σ is not linear in the probabilities, so it is replaced by its tangent at the last
/// solution until that does not change any more.
fn with_deviations(found: &Distribution, t: f64) -> Distribution {
    // From the even distribution, which has a deviation: that of one-sided results may be next to nothing.
    let even = 1.0 / found.points.len() as f64;
    let mut fitted = Distribution { points: found.points.iter().map(|&(score, _)| (score, even)).collect() };
    for _ in 0..50 {
        let (mean, deviation) = (fitted.mean(), fitted.variance().sqrt());
        let tangent =
            |score: f64| score - 0.5 - 0.5 * t * deviation * (1.0 + ((score - mean) / deviation).powi(2));
        let next = constrained(found, tangent);
        let pairs = fitted.points.iter().zip(&next.points);
        let change = pairs.map(|((_, old), (_, new))| (old - new).abs()).fold(0.0, f64::max);
        fitted = next;
        if change < 1e-10 {
            break;
        }
    }
    fitted
}

/// The distribution p that maximises Σ p̂ ln p under Σ p x = 0, where x is a function of the score: by
/// Lagrange's rule p = p̂ / (1 + θ x) with the θ for which the condition holds.
fn constrained(found: &Distribution, x: impl Fn(f64) -> f64) -> Distribution {
    let values: Vec<f64> = found.points.iter().map(|&(score, _)| x(score)).collect();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        // No distribution on these scores fulfils the condition.
        return found.clone();
    }
    // Between these all probabilities are positive, and the sum falls from +∞ to −∞.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let sum = |theta: f64| -> f64 {
        found.points.iter().zip(&values).map(|((_, p), x)| p * x / (1.0 + theta * x)).sum()
    };
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = f64::midpoint(low, high);
    let points = found.points.iter().zip(&values).map(|(&(score, p), x)| (score, p / (1.0 + theta * x)));
    Distribution { points: points.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 0.01 * (1.0 + expected.abs()), "{found} is not {expected}");
    }

    fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    /// Figures of the test suite of fastchess (MIT), `sprt_test.cpp`: LL, LD, WL + DD, WD, WW.
    #[test]
    fn published_figures_of_pairs() {
        let normalized = |a, b, pairs: [u64; 5]| test(a, b, Model::Normalized).llr(&pairs);
        near(normalized(0.0, 2.0, [365, 16618, 36029 + 200, 16974, 390]), 2.25);
        near(normalized(-1.75, 0.25, [127, 4883, 10311 + 401, 5150, 104]), 3.01);
        let logistic = |a, b, pairs: [u64; 5]| test(a, b, Model::Logistic).llr(&pairs);
        near(logistic(0.5, 2.5, [223, 9863, 20279 + 1000, 10037, 246]), -3.07);
        near(logistic(0.0, 2.0, [871, 26175, 55003 + 980, 26678, 821]), -4.98);
    }

    /// The same for single games: losses, draws, wins.
    #[test]
    fn published_figures_of_games() {
        let llr = |a, b, model, games: [f64; 3]| test(a, b, model).llr_of(&games, 1.0);
        near(llr(0.0, 2.0, Model::Normalized, [36027.0, 68692.0, 36433.0]), 0.92);
        near(llr(-1.75, 0.25, Model::Normalized, [10650.0, 20431.0, 10871.0]), 2.30);
        near(llr(0.5, 2.5, Model::Logistic, [21184.0, 40708.0, 21404.0]), -1.57);
        near(llr(0.0, 2.0, Model::Logistic, [57030.0, 106_593.0, 57433.0]), -2.59);
    }

    /// The likeliest distributions can be written down here: N ln(p₁/p₀) with p₀ = ½ and p₁ = ½ + t/2, and
    /// N ln(1 − t²), where t = 5 √2 / 347.4 for pairs and 5 / 347.4 for games.
    #[test]
    fn one_sided_results() {
        let sprt = test(0.0, 5.0, Model::Normalized);
        near(sprt.llr(&[0, 0, 0, 0, 104]), 2.095);
        assert!(sprt.llr_of(&[0.0, 16700.0, 0.0], 1.0) < -3.4, "draws alone are no gain");
    }

    #[test]
    fn decisions_follow_the_bounds() {
        let sprt = test(0.0, 10.0, Model::Normalized);
        let (lower, upper) = sprt.bounds();
        near(lower, -2.944);
        near(upper, 2.944);
        assert_eq!(sprt.decide(&[0; 5]), Decision::Open);
        assert_eq!(sprt.decide(&[0, 100, 500, 400, 10]), Decision::H1);
        assert_eq!(sprt.decide(&[10, 400, 500, 100, 0]), Decision::H0);
        assert!(test(5.0, 0.0, Model::Normalized).check().is_err());
    }
}
