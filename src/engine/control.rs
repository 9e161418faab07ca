//! How the engine talks to a job that may be more than one search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use crate::search::Signals;

/// The signals of a job. Each search in it gets signals of its own, since a search that has ended leaves its
/// own stopped; a stop of the job reaches the search that runs and all that would follow.
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    ponder_hit: OnceLock<Instant>,
    current: Mutex<Arc<Signals>>,
}

impl Control {
    /// Asks the job to end. Never undone.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
        self.signals().request_stop();
    }

    /// Whether the job was asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }

    /// Tells the running search, and all that follow it, that the expected move was played.
    pub fn ponder_hit(&self) {
        let _ = self.ponder_hit.set(Instant::now());
        self.signals().ponder_hit();
    }

    /// When the ponder hit came, if it did.
    pub fn ponder_hit_at(&self) -> Option<Instant> {
        self.ponder_hit.get().copied()
    }

    /// The signals of the first search, or of the one that runs.
    pub fn signals(&self) -> Arc<Signals> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Fresh signals for the next search; already stopped if the job was.
    pub fn next_signals(&self) -> Arc<Signals> {
        let fresh = Arc::new(Signals::default());
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = fresh.clone();
        // Whoever stops sets the flag before it looks for the signals: one of the two sees the other. So with hits.
        if let Some(when) = self.ponder_hit_at() {
            fresh.ponder_was_hit(when);
        }
        if self.is_stopped() {
            fresh.request_stop();
        }
        fresh
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_reaches_this_search_and_the_next() {
        let control = Control::default();
        let first = control.next_signals();
        first.request_stop();
        assert!(!control.is_stopped(), "a search that ends by itself does not end the job");
        let second = control.next_signals();
        assert!(!second.stop_requested());
        control.stop();
        assert!(second.stop_requested() && control.next_signals().stop_requested());
    }

    #[test]
    fn a_ponder_hit_counts_for_all_searches_of_a_job() {
        let control = Control::default();
        assert_eq!(control.next_signals().ponder_hit_at(), None);
        control.ponder_hit();
        let when = control.ponder_hit_at();
        assert!(when.is_some() && control.next_signals().ponder_hit_at() == when);
    }
}
