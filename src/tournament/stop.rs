//! Ending a match early: one handle, any number of tokens that can be waited for.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded};

/// Ends what holds its tokens.
#[derive(Clone, Debug)]
pub struct StopHandle {
    sender: Arc<Mutex<Option<Sender<Infallible>>>>,
}

/// Tells whether the end has come. Nothing is ever sent over the channel: it is closed.
#[derive(Clone, Debug)]
pub struct StopToken {
    receiver: Receiver<Infallible>,
}

/// A handle and its token.
pub fn stop_pair() -> (StopHandle, StopToken) {
    let (sender, receiver) = bounded(0);
    (StopHandle { sender: Arc::new(Mutex::new(Some(sender))) }, StopToken { receiver })
}

impl StopHandle {
    /// Ends it. Can be called from anywhere and more than once.
    pub fn stop(&self) {
        self.sender.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

impl StopToken {
    /// Whether the end has come.
    pub fn is_stopped(&self) -> bool {
        matches!(self.receiver.try_recv(), Err(TryRecvError::Disconnected))
    }

    /// For `select!`: becomes ready when the end comes.
    pub(super) fn receiver(&self) -> &Receiver<Infallible> {
        &self.receiver
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_hears_of_the_end() {
        let (handle, token) = stop_pair();
        let other = token.clone();
        assert!(!token.is_stopped() && !other.is_stopped());
        handle.clone().stop();
        handle.stop();
        assert!(token.is_stopped() && other.is_stopped());
    }
}
