//! The limits of a search, put together from any number of `level` lines.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::str::FromStr;

use crate::engine::GoSpec;
use crate::notation::hub::{Line, real};

/// What was said about the next search. Later lines add to earlier ones and correct them.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Level {
    depth: Option<u32>,
    nodes: Option<u64>,
    /// All times in milliseconds.
    move_time: Option<i64>,
    moves: Option<u32>,
    time: Option<i64>,
    increment: Option<i64>,
}

impl Level {
    /// What holds after a `level` line. Arguments that mean nothing here are ignored.
    pub(super) fn with(mut self, line: &Line) -> Result<Self, String> {
        if line.has("infinite") {
            self = Self::default();
        }
        store(&mut self.depth, line, "depth", whole)?;
        store(&mut self.nodes, line, "nodes", whole)?;
        store(&mut self.move_time, line, "move-time", millis)?;
        store(&mut self.moves, line, "moves", count)?;
        store(&mut self.time, line, "time", millis)?;
        store(&mut self.increment, line, "inc", millis)?;
        Ok(self)
    }

    /// The search within these limits. In Hub the increment is added before the move.
    pub(super) fn search(self) -> GoSpec {
        let increment = self.increment.unwrap_or(0).max(0);
        let clock = match (self.time, self.increment) {
            (None, None) => None,
            (time, _) => Some(time.unwrap_or(0).max(0).saturating_add(increment)),
        };
        GoSpec {
            // The clock is that of the side to move, whichever it is.
            time: [clock; 2],
            increment: [clock.map(|_| increment); 2],
            moves_to_go: self.moves,
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.move_time,
            ..GoSpec::default()
        }
    }

    /// The same without a clock, as it holds for analysis.
    pub(super) fn timeless(self) -> Self {
        Self { depth: self.depth, nodes: self.nodes, ..Self::default() }
    }
}

fn store<T>(
    place: &mut Option<T>,
    line: &Line,
    name: &str,
    read: fn(&str) -> Result<T, &'static str>,
) -> Result<(), String> {
    if let Some(value) = line.value(name) {
        let wrong = |expected| format!("level: '{value}' for {name} is not {expected}");
        *place = Some(read(value).map_err(wrong)?);
    }
    Ok(())
}

/// A whole number; zero counts as one.
fn whole<T: FromStr + From<u8> + PartialOrd>(text: &str) -> Result<T, &'static str> {
    let number: T = text.parse().map_err(|_| "a whole number")?;
    Ok(if number < T::from(1) { T::from(1) } else { number })
}

/// A whole number; zero means as many as are left.
fn count(text: &str) -> Result<u32, &'static str> {
    text.parse().map_err(|_| "a whole number")
}

/// Seconds, as milliseconds.
fn millis(text: &str) -> Result<i64, &'static str> {
    // The cast saturates.
    real(text).map(|seconds| (seconds * 1000.0).round() as i64).ok_or("a number of seconds")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn after(lines: &[&str]) -> Level {
        lines.iter().fold(Level::default(), |level, line| level.with(&Line::read(line)).unwrap())
    }

    #[test]
    fn the_increment_comes_before_the_move() {
        for line in ["level time=9 inc=1", "level moves=75 time=9,000 inc=1,000"] {
            let spec = after(&[line]).search();
            assert_eq!((spec.time, spec.increment), ([Some(10_000); 2], [Some(1000); 2]), "{line}");
        }
        // Field case D10: no time but an increment is one second, not a lost game.
        assert_eq!(after(&["level time=0 inc=1"]).search().time, [Some(1000); 2]);
        assert_eq!(after(&["level time=-1 inc=1"]).search().time, [Some(1000); 2]);
    }

    #[test]
    fn lines_accumulate() {
        let spec =
            after(&["level depth=9", "level nodes=500 handicap=3", "level move-time=0.25", "level moves=4"])
                .search();
        assert_eq!(
            (spec.depth, spec.nodes, spec.move_time, spec.moves_to_go),
            (Some(9), Some(500), Some(250), Some(4))
        );
        assert_eq!(after(&["level depth=9", "level infinite"]).search(), GoSpec::default());
        assert!(after(&["level infinite"]).search().is_endless());
        assert_eq!(
            after(&["level depth=9", "level time=5", "level move-time=3"]).timeless(),
            after(&["level depth=9"])
        );
    }

    #[test]
    fn a_wrong_number_spoils_its_line() {
        for (line, complaint) in [
            ("level depth=x", "'x' for depth is not a whole number"),
            ("level time=9 inc=soon", "'soon' for inc is not a number of seconds"),
            ("level time", "'' for time"),
            ("level nodes=1.5", "'1.5' for nodes"),
        ] {
            let error = Level::default().with(&Line::read(line)).unwrap_err();
            assert!(error.contains(complaint), "{line}: {error}");
        }
    }
}
