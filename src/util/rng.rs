//! The `SplitMix64` generator (Steele, Lea, Flood 2014): tiny, usable in constants, and its stream never
//! changes between versions, which golden files and hash keys rely on.

/// One step of `SplitMix64`: the new state and the number it gives.
pub const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    (state, mix(state))
}

/// The finaliser of `SplitMix64`: a bijection on 64 bits that spreads every input bit over the whole word.
pub const fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A seeded stream of numbers. The same seed gives the same stream in every version.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A stream that depends on `seed` alone.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        let (state, value) = split_mix(self.0);
        self.0 = state;
        value
    }

    /// A number in `0..n`. The bias for `n` far below 2^64 is below 2^-32.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "a range needs at least one number");
        ((u128::from(self.next_u64()) * n as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stream_is_that_of_the_published_algorithm() {
        // First outputs of the reference implementation (prng.di.unimi.it/splitmix64.c) for seed 1234567.
        let mut rng = Rng::new(1_234_567);
        let stream: Vec<u64> = (0..3).map(|_| rng.next_u64()).collect();
        assert_eq!(stream, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn below_stays_in_its_range_and_reaches_all_of_it() {
        let mut rng = Rng::new(7);
        let mut seen = [0; 5];
        for _ in 0..1000 {
            seen[rng.below(5)] += 1;
        }
        assert!(seen.iter().all(|&n| n > 120), "{seen:?}");
    }
}
