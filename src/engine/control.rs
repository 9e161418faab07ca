//! How the engine talks to a job that may be more than one search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::search::Signals;

/// The signals of a job. Each search in it gets signals of its own, since a search that has ended leaves its
/// own stopped; a stop of the job reaches the search that runs and all that would follow.
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
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

    /// Tells the running search that the expected move was played.
    pub fn ponder_hit(&self) {
        self.signals().ponder_hit();
    }

    /// The signals of the first search, or of the one that runs.
    pub fn signals(&self) -> Arc<Signals> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Fresh signals for the next search; already stopped if the job was.
    pub fn next_signals(&self) -> Arc<Signals> {
        let fresh = Arc::new(Signals::default());
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = fresh.clone();
        // Whoever stops sets the flag before it looks for the signals: one of the two sees the other.
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
}
