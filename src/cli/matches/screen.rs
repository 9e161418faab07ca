//! What is shown while a match runs: on a terminal a table that is drawn over itself, otherwise lines.

use std::time::{Duration, Instant};

use console::Term;

use crate::tournament::config::Terms;
use crate::tournament::record::PairRecord;
use crate::tournament::report;
use crate::tournament::standings::Standings;

/// Least time between two drawings: short games would make it flicker.
const PAUSE: Duration = Duration::from_millis(200);

/// Standard error, as a terminal or not.
pub(super) struct Screen {
    term: Term,
    live: bool,
    drawn: usize,
    last: Option<Instant>,
    pairs: usize,
}

impl Screen {
    /// For a match of `pairs` pairs.
    pub(super) fn new(pairs: usize, plain: bool) -> Self {
        let term = Term::stderr();
        let live = term.is_term() && !plain;
        Self { term, live, drawn: 0, last: None, pairs }
    }

    /// Shows a pair that has just ended. A terminal that cannot be written to does not end a match.
    pub(super) fn show(&mut self, terms: &Terms, record: &PairRecord, standings: &Standings) {
        for fault in report::faults(record) {
            self.clear();
            let _ = self.term.write_line(&fault);
        }
        if !self.live {
            let _ = self.term.write_line(&report::pair_line(terms, record, standings, self.pairs));
            return;
        }
        if self.last.is_none_or(|last| last.elapsed() >= PAUSE) || self.drawn == 0 {
            self.draw(terms, standings);
        }
    }

    fn draw(&mut self, terms: &Terms, standings: &Standings) {
        self.clear();
        let progress = format!("{} of {} pairs", standings.pairs(), self.pairs);
        let text = format!("{}\n{progress}", report::table(terms, standings));
        let width = usize::from(self.term.size().1.max(20)) - 1;
        for line in text.lines() {
            // A line that wraps could not be cleared.
            let _ = self.term.write_line(&console::truncate_str(line, width, "…"));
            self.drawn += 1;
        }
        self.last = Some(Instant::now());
    }

    /// Takes the table off the screen.
    pub(super) fn clear(&mut self) {
        if self.drawn > 0 {
            let _ = self.term.clear_last_lines(self.drawn);
            self.drawn = 0;
        }
    }
}
