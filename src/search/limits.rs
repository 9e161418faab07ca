//! What the user asked a search to keep to.

use std::time::Duration;

use crate::position::Move;
use crate::rules::Rules;

/// The limits of one search. It ends at whichever is reached first; without any it runs until stopped.
#[derive(Clone, Debug)]
pub struct Limits<R: Rules> {
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// Stop when a win within this many moves of the side to move is found.
    pub mate: Option<u32>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<ClockLimits>,
    /// Part of the clock and of `move_time` that is left for the way between engine and user interface.
    pub overhead: Duration,
    /// Do not end before `stop`: even a finished search waits.
    pub infinite: bool,
    /// The clocks are not running yet: time limits hold only from the ponder hit on.
    pub ponder: bool,
    /// Only these root moves; empty means all.
    pub search_moves: Vec<Move<R::Bits>>,
}

/// A running clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockLimits {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until the next time control; `None` means the rest of the game.
    pub moves_to_go: Option<u32>,
}

impl<R: Rules> Default for Limits<R> {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            mate: None,
            move_time: None,
            clock: None,
            overhead: Duration::ZERO,
            infinite: false,
            ponder: false,
            search_moves: Vec::new(),
        }
    }
}
