//! Floor 6: the search.

pub mod limits;
pub mod report;
pub mod score;
pub mod signals;
pub mod tt;

pub use limits::{ClockLimits, Limits};
pub use report::{Bound, Finished, Line};
pub use score::Score;
pub use signals::Signals;
pub use tt::Table;

use std::sync::Arc;
use std::time::Instant;

use crate::position::Game;
use crate::rules::Rules;

/// Everything a search needs to know.
#[derive(Debug)]
pub struct Task<R: Rules> {
    /// The game so far; the search looks for the move in its last position.
    pub game: Game<R>,
    /// What it is to keep to.
    pub limits: Limits<R>,
    /// Worker threads, at least 1.
    pub threads: usize,
    /// Lines wanted, at least 1.
    pub multi_pv: usize,
    /// The shared table.
    pub table: Arc<Table>,
    /// When the search was asked for.
    pub started: Instant,
}

/// Searches until a limit or a stop, calling `report` for every line found on the way. Blocks.
pub fn run<R: Rules>(
    task: Task<R>,
    signals: &Arc<Signals>,
    mut report: impl FnMut(Line<R>) + Send,
) -> Finished<R> {
    let best = task.game.position().board().legal_moves().first().copied();
    let line = Line {
        depth: 1,
        sel_depth: 1,
        rank: 1,
        score: Score(0),
        bound: Bound::Exact,
        pv: best.into_iter().collect(),
        nodes: 1,
        time: task.started.elapsed(),
        hash_full: 0,
    };
    report(line);
    let _ = signals;
    Finished { best, ponder: None, score: Score(0), depth: 1, nodes: 1, time: task.started.elapsed() }
}
