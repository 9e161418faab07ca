//! What the owner of a running search can tell it. Each search has signals of its own, so a stop can neither
//! be lost nor reach the next search.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, bounded};

/// The signals of one search.
#[derive(Debug)]
pub struct Signals {
    stop: AtomicBool,
    ponder_hit: OnceLock<Instant>,
    wake_sender: Sender<()>,
    wake: Receiver<()>,
}

impl Default for Signals {
    fn default() -> Self {
        // One message is enough: it only says that there is something to look at.
        let (wake_sender, wake) = bounded(1);
        Self { stop: AtomicBool::new(false), ponder_hit: OnceLock::new(), wake_sender, wake }
    }
}

impl Signals {
    /// Asks the search to end. Never blocks, never undone.
    pub fn request_stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        let _ = self.wake_sender.try_send(());
    }

    /// Whether the search was asked to end.
    #[inline(always)]
    pub fn stop_requested(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Says that the expected move was played: the clock runs from now on. Only the first call counts.
    pub fn ponder_hit(&self) {
        let _ = self.ponder_hit.set(Instant::now());
        let _ = self.wake_sender.try_send(());
    }

    /// As [`Signals::ponder_hit`], for a hit that came before this search.
    pub fn ponder_was_hit(&self, when: Instant) {
        let _ = self.ponder_hit.set(when);
    }

    /// When the ponder hit came, if it did.
    pub fn ponder_hit_at(&self) -> Option<Instant> {
        self.ponder_hit.get().copied()
    }

    /// Gets a message when a signal was given.
    pub(super) fn wake(&self) -> &Receiver<()> {
        &self.wake
    }
}
