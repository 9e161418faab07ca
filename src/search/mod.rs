//! Floor 6: the search.

mod clock;
mod deepen;
mod history;
pub mod limits;
mod node;
mod params;
mod picker;
mod pool;
mod quiesce;
pub mod report;
pub mod score;
pub mod signals;
pub mod tt;
mod worker;

pub use limits::{ClockLimits, Limits};
pub use pool::run;
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
