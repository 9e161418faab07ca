//! Telling on stderr how far long work has come: one line that is written over on a terminal, a line now and then
//! elsewhere.

use std::io::Write;
use std::time::{Duration, Instant};

use console::Term;

/// Between two lines where there is no terminal.
const PAUSE: Duration = Duration::from_secs(60);

/// Where to tell.
pub(super) struct Progress {
    term: Term,
    live: bool,
    told: Instant,
}

impl Progress {
    /// On stderr, from now on.
    pub(super) fn new() -> Self {
        let term = Term::stderr();
        let live = term.is_term();
        Self { term, live, told: Instant::now() }
    }

    /// How far it has come. Nobody may be reading: that is no reason to end.
    pub(super) fn tell(&mut self, line: &str) {
        if self.live {
            let _ = self.term.clear_line();
            let _ = write!(self.term, "\r{line}");
            let _ = self.term.flush();
        } else if self.told.elapsed() >= PAUSE {
            let _ = writeln!(self.term, "{line}");
            self.told = Instant::now();
        }
    }

    /// Leaves the line to others.
    pub(super) fn clear(&mut self) {
        if self.live {
            let _ = self.term.clear_line();
        }
    }
}
