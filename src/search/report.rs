//! What a search tells its owner: data only, nobody formats text here.

use std::time::Duration;

use super::score::Score;
use crate::position::Move;
use crate::rules::Rules;

/// How a score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is at least this.
    Lower,
    /// The true one is at most this.
    Upper,
}

impl Bound {
    /// What a search within the window (`alpha`, `beta`) that came to `score` says.
    #[inline(always)]
    pub(super) const fn of(score: i32, alpha: i32, beta: i32) -> Self {
        if score >= beta {
            Self::Lower
        } else if score > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }
}

/// One line of analysis.
#[derive(Clone, Debug)]
pub struct Line<R: Rules> {
    /// Iteration, in plies.
    pub depth: u32,
    /// Deepest ply reached, quiescence included.
    pub sel_depth: u32,
    /// Place of the line among those asked for, 1 the best.
    pub rank: usize,
    /// Score for the side to move at the root.
    pub score: Score,
    /// What kind of score that is.
    pub bound: Bound,
    /// The line, its first move at the root.
    pub pv: Vec<Move<R::Bits>>,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// Share of the table in use, per mille.
    pub hash_full: u32,
    /// Nodes that endgame tables answered; nothing without tables.
    pub tb_hits: Option<u64>,
}

/// The end of a search.
#[derive(Clone, Debug)]
pub struct Finished<R: Rules> {
    /// The best move; `None` if there is no legal one.
    pub best: Option<Move<R::Bits>>,
    /// The reply expected.
    pub ponder: Option<Move<R::Bits>>,
    /// Its score.
    pub score: Score,
    /// Depth of the last finished iteration.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
}
