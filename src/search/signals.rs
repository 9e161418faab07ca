//! What the owner of a running search can tell it. Each search has signals of its own, so a stop can neither
//! be lost nor reach the next search.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The signals of one search.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    ponder_hit: OnceLock<Instant>,
}

impl Signals {
    /// Asks the search to end. Never blocks, never undone.
    pub fn request_stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to end.
    pub fn stop_requested(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Says that the expected move was played: the clock runs from now on. Only the first call counts.
    pub fn ponder_hit(&self) {
        let _ = self.ponder_hit.set(Instant::now());
    }

    /// When the ponder hit came, if it did.
    pub fn ponder_hit_at(&self) -> Option<Instant> {
        self.ponder_hit.get().copied()
    }
}
