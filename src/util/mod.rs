//! Floor 0: small helpers that know nothing of draughts.

pub mod rng;
