//! The shared transposition table.

/// Placeholder.
#[derive(Debug)]
pub struct Table {
    megabytes: usize,
}

impl Table {
    /// A table of about `megabytes` MiB.
    pub fn new(megabytes: usize) -> Self {
        Self { megabytes }
    }

    /// Its size in MiB.
    pub fn megabytes(&self) -> usize {
        self.megabytes
    }

    /// Forgets everything, with `threads` threads.
    pub fn clear(&self, _threads: usize) {}
}
