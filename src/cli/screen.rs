//! What is shown while something long runs: on a terminal a text that is drawn over itself, otherwise lines.

use std::time::{Duration, Instant};

use console::Term;

/// Least time between two drawings: short games would make it flicker.
const PAUSE: Duration = Duration::from_millis(200);

/// Standard error, as a terminal or not. One that cannot be written to ends nothing.
pub(super) struct Screen {
    term: Term,
    live: bool,
    drawn: usize,
    last: Option<Instant>,
}

impl Screen {
    /// A screen; `plain` lines even on a terminal.
    pub(super) fn new(plain: bool) -> Self {
        let term = Term::stderr();
        let live = term.is_term() && !plain;
        Self { term, live, drawn: 0, last: None }
    }

    /// Whether it is drawn over.
    pub(super) fn is_live(&self) -> bool {
        self.live
    }

    /// Writes something that stays.
    pub(super) fn write(&mut self, text: &str) {
        self.clear();
        let _ = self.term.write_line(text);
    }

    /// Draws `text` in place of what was drawn before, unless that was just now.
    pub(super) fn draw(&mut self, text: impl FnOnce() -> String) {
        if !self.live || self.drawn > 0 && self.last.is_some_and(|last| last.elapsed() < PAUSE) {
            return;
        }
        self.clear();
        let width = usize::from(self.term.size().1.max(20)) - 1;
        for line in text().lines() {
            // A line that wraps could not be cleared.
            let _ = self.term.write_line(&console::truncate_str(line, width, "…"));
            self.drawn += 1;
        }
        self.last = Some(Instant::now());
    }

    /// Takes what was drawn off the screen.
    pub(super) fn clear(&mut self) {
        if self.drawn > 0 {
            let _ = self.term.clear_last_lines(self.drawn);
            self.drawn = 0;
        }
    }
}
