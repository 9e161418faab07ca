//! Which instructions the loops over the hidden layer use, chosen once when the program runs.
//!
//! The loops are plain Rust and the compiler makes vector code of them: on x86-64, for a processor that may lack AVX2,
//! with vectors half as long. So they are compiled again for AVX2 and for AVX-512 with VNNI. In such a build a whole
//! evaluation with 64 hidden numbers takes 0.81 of the time with AVX2, and 0.94 of that with AVX-512 (medians of seven
//! runs in each of three games).
//!
//! Where the build itself is for such a processor (`target-cpu=native`) the portable path has the same instructions
//! and is 4 % to 6 % faster, since nothing keeps the compiler from inlining it. Elsewhere it is what the target has: on
//! aarch64 that is NEON.

/// A way to run the loops.
#[derive(Clone, Copy, Debug)]
pub(super) enum Path {
    /// What every machine of the target has.
    Portable,
    /// x86-64 with AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// x86-64 with AVX-512 and its sums of products (VNNI).
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Path {
    /// The fastest that this machine has. What the whole build is for needs no path of its own.
    pub(super) fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        if !cfg!(target_feature = "avx512bw")
            && let Some(avx512) = Avx512::detect()
        {
            return Self::Avx512(avx512);
        }
        #[cfg(target_arch = "x86_64")]
        if !cfg!(target_feature = "avx2")
            && let Some(avx2) = Avx2::detect()
        {
            return Self::Avx2(avx2);
        }
        Self::Portable
    }

    /// All that this machine has.
    #[cfg(test)]
    pub(super) fn all() -> Vec<Self> {
        let mut paths = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        paths.extend(Avx2::detect().map(Self::Avx2));
        #[cfg(target_arch = "x86_64")]
        paths.extend(Avx512::detect().map(Self::Avx512));
        paths
    }

    /// Calls `work`, compiled for this path where it was inlined.
    #[inline(always)]
    pub(super) fn run<T>(self, work: impl FnOnce() -> T) -> T {
        match self {
            Self::Portable => work(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(avx2) => avx2.run(work),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(avx512) => avx512.run(work),
        }
    }
}

/// Witness that the processor has AVX2: only [`Avx2::detect`] makes one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    fn detect() -> Option<Self> {
        is_x86_feature_detected!("avx2").then_some(Self(()))
    }

    #[inline(always)]
    #[allow(clippy::unused_self, reason = "having one is the proof")]
    #[allow(unsafe_code, reason = "measured on portable builds: a fifth less time")]
    fn run<T>(self, work: impl FnOnce() -> T) -> T {
        #[target_feature(enable = "avx2")]
        fn with_avx2<T>(work: impl FnOnce() -> T) -> T {
            work()
        }
        // SAFETY: the function's only demand is AVX2, and `self` exists only where it was found.
        unsafe { with_avx2(work) }
    }
}

/// Witness that the processor has AVX-512 with VNNI: only [`Avx512::detect`] makes one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vnni");
        found.then_some(Self(()))
    }

    #[inline(always)]
    #[allow(clippy::unused_self, reason = "having one is the proof")]
    #[allow(unsafe_code, reason = "measured on portable builds: 6 % less time than with AVX2")]
    fn run<T>(self, work: impl FnOnce() -> T) -> T {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
        fn with_avx512<T>(work: impl FnOnce() -> T) -> T {
            work()
        }
        // SAFETY: the function demands these four features only, and `self` exists only where all of them were found.
        unsafe { with_avx512(work) }
    }
}
