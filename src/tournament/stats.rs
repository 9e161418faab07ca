//! What results say about strength: Elo, normalized Elo and the likelihood of superiority, from pairs.
//!
//! Games of a pair are not independent, since both begin with the same opening; pairs are. So every error is
//! that of the distribution of pair scores (the *pentanomial* one), not of game scores.

/// Standard deviations of a 95 % interval.
const Z95: f64 = 1.959_963_984_540_054;
/// Elo per unit of normalized score: the slope of the logistic curve at its middle, 800 / ln 10.
pub const NORMALIZED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// The half points of one engine in the two games of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairResult {
    first: u8,
    second: u8,
}

impl PairResult {
    /// From the half points (0 to 2) in each game.
    pub fn new(first: u8, second: u8) -> Self {
        Self { first: first.min(2), second: second.min(2) }
    }

    /// The same pair from the opponent's view.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { first: 2 - self.first, second: 2 - self.second }
    }

    /// Half points in both games together.
    fn sum(self) -> usize {
        usize::from(self.first + self.second)
    }
}

/// Counted results of one engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Pairs by their half points: LL, LD, DD or WL, WD, WW.
    pub pairs: [u64; 5],
    /// Of the middle ones, those with a win and a loss.
    pub win_loss: u64,
    /// Games lost, drawn, won.
    pub games: [u64; 3],
}

impl Tally {
    /// Counts a pair.
    pub fn add(&mut self, pair: PairResult) {
        self.pairs[pair.sum()] += 1;
        self.win_loss += u64::from(pair.sum() == 2 && pair.first != 1);
        self.games[usize::from(pair.first)] += 1;
        self.games[usize::from(pair.second)] += 1;
    }

    /// Counts everything that another tally has.
    pub fn join(&mut self, other: &Self) {
        self.pairs.iter_mut().zip(other.pairs).for_each(|(own, more)| *own += more);
        self.games.iter_mut().zip(other.games).for_each(|(own, more)| *own += more);
        self.win_loss += other.win_loss;
    }

    /// Games counted.
    pub fn game_count(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Points, a win being one.
    pub fn points(&self) -> f64 {
        self.games[2] as f64 + self.games[1] as f64 / 2.0
    }

    /// The distribution of pair scores.
    pub fn distribution(&self) -> Distribution {
        Distribution::of(&self.pairs.map(|n| n as f64))
    }

    /// What the pairs say about strength; `None` before the first one.
    pub fn estimate(&self) -> Option<Estimate> {
        let pairs: u64 = self.pairs.iter().sum();
        (pairs > 0).then(|| Estimate::of(&self.distribution(), pairs as f64, 2.0))
    }
}

/// A distribution over equally spaced scores from 0 to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Distribution {
    /// (score, probability).
    pub points: Vec<(f64, f64)>,
}

impl Distribution {
    /// From counts of results in ascending order of their scores.
    pub fn of(counts: &[f64]) -> Self {
        let total: f64 = counts.iter().sum();
        let steps = (counts.len() - 1) as f64;
        let points = counts.iter().enumerate().map(|(n, count)| (n as f64 / steps, count / total)).collect();
        Self { points }
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.points.iter().map(|(score, p)| score * p).sum()
    }

    /// The variance about the mean.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.points.iter().map(|(score, p)| p * (score - mean).powi(2)).sum()
    }
}

/// Strength differences with half the width of their 95 % intervals. Infinite where results are one-sided.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Mean score per game.
    pub score: f64,
    /// Elo difference.
    pub elo: f64,
    /// Its error.
    pub elo_error: f64,
    /// Normalized Elo difference: the mean in units of the deviation of a game.
    pub nelo: f64,
    /// Its error.
    pub nelo_error: f64,
    /// Likelihood of superiority.
    pub los: f64,
}

impl Estimate {
    /// From the distribution of `count` results, each the mean of `games` games.
    pub fn of(distribution: &Distribution, count: f64, games: f64) -> Self {
        let (mean, variance) = (distribution.mean(), distribution.variance());
        let deviation_of_mean = (variance / count).sqrt();
        let [low, high] = [-Z95, Z95].map(|z| elo(mean + z * deviation_of_mean));
        let away = mean - 0.5;
        // With no spread at all a difference is infinitely many deviations, and no difference none.
        let per = |deviation: f64| if away == 0.0 { 0.0 } else { away / deviation };
        Self {
            score: mean,
            elo: elo(mean),
            elo_error: (high - low) / 2.0,
            nelo: NORMALIZED_ELO * per((games * variance).sqrt()),
            nelo_error: NORMALIZED_ELO * Z95 / (games * count).sqrt(),
            los: normal(per(deviation_of_mean)),
        }
    }
}

/// The Elo difference that gives a mean score.
pub fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// The mean score that an Elo difference gives.
pub fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// The normal distribution function, to about 1e-7: the error function by the rational approximation 7.1.26 of
/// Abramowitz and Stegun.
fn normal(x: f64) -> f64 {
    const A: [f64; 5] = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    if x.is_infinite() {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let y = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * y);
    let tail = A.iter().rev().fold(0.0, |sum, a| (sum + a) * t) * (-y * y).exp();
    if x >= 0.0 { 1.0 - tail / 2.0 } else { tail / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Equal to within 1 %, as the published figures are checked by their authors.
    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 0.01 * (1.0 + expected.abs()), "{found} is not {expected}");
    }

    fn pairs(counts: [u32; 5]) -> Estimate {
        let total = counts.iter().map(|&n| f64::from(n)).sum();
        Estimate::of(&Distribution::of(&counts.map(f64::from)), total, 2.0)
    }

    /// Figures of the test suite of fastchess (MIT), `elo_test.cpp`: LL, LD, WL + DD, WD, WW.
    #[test]
    fn published_figures_of_pairs() {
        let one = pairs([34, 54, 31 + 32, 64, 75]);
        near(one.nelo, 57.94);
        near(one.nelo_error, 28.28);
        near(one.elo, 55.58);
        near(one.elo_error, 27.65);
        assert!(one.los > 0.9999);
        let two = pairs([332, 433, 457 + 41, 333, 334]);
        near(two.nelo, -9.17);
        near(two.nelo_error, 10.96);
        near(two.elo, -8.64);
        near(two.elo_error, 10.33);
        assert!((two.los - 0.0505).abs() < 1e-4, "{}", two.los);
        let three = pairs([7895, 8757, 5485 + 200, 568, 9999]);
        near(three.nelo, -19.01);
        near(three.nelo_error, 2.65);
        near(three.elo, -21.04);
        near(three.elo_error, 2.95);
    }

    /// The same for single games: losses, draws, wins.
    #[test]
    fn published_figures_of_games() {
        let games = |counts: [f64; 3]| Estimate::of(&Distribution::of(&counts), counts.iter().sum(), 1.0);
        let one = games([89.0, 123.0, 76.0]);
        near(one.nelo, -20.76);
        near(one.nelo_error, 40.13);
        assert!((one.los - 0.1553).abs() < 1e-4, "{}", one.los);
        let two = games([96.0, 111.0, 136.0]);
        near(two.nelo, 49.77);
        near(two.elo, 40.70);
        near(two.elo_error, 30.43);
        assert!((two.los - 0.9960).abs() < 1e-4, "{}", two.los);
        near(games([356.0, 0.0, 34.0]).nelo, -508.44);
    }

    #[test]
    fn one_sided_results_are_infinite_and_equal_ones_zero() {
        let won = pairs([0, 0, 0, 0, 7]);
        assert!(won.elo.is_infinite() && won.nelo.is_infinite());
        near(won.los, 1.0);
        let drawn = pairs([0, 0, 9, 0, 0]);
        assert!(drawn.elo.abs() < 1e-9 && drawn.nelo.abs() < 1e-9);
        near(drawn.los, 0.5);
    }

    #[test]
    fn a_tally_counts_both_sides() {
        let mut tally = Tally::default();
        for (first, second) in [(2, 2), (2, 0), (1, 1), (0, 1)] {
            tally.add(PairResult::new(first, second));
        }
        assert_eq!((tally.pairs, tally.win_loss, tally.games), ([0, 1, 2, 0, 1], 1, [2, 3, 3]));
        assert!((tally.points() - 4.5).abs() < 1e-9);
        assert_eq!(PairResult::new(2, 1).turned(), PairResult::new(0, 1));
    }
}
