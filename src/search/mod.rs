//! Floor 6: the search.

mod busy;
mod clock;
mod cuts;
mod deepen;
pub mod endgames;
mod history;
pub mod level;
pub mod limits;
mod node;
pub mod params;
mod picker;
mod pool;
pub mod prove;
mod quiesce;
pub mod report;
pub mod score;
pub mod signals;
pub mod solo;
pub mod tt;
mod worker;

pub use clock::deadline;
pub use endgames::{Endgames, Root};
pub use level::{Handicap, Level, run_at_level};
pub use limits::{ClockLimits, Limits};
pub use params::Params;
pub use pool::run;
pub use prove::{Proof, Prover};
pub use report::{Bound, Finished, Line};
pub use score::Score;
pub use signals::Signals;
pub use tt::Table;

use std::sync::Arc;
use std::time::Instant;

use crate::eval::net::{self, Network};
use crate::position::Game;
use crate::rules::Rules;

/// The stack, in bytes, that a thread needs to search in: searches recurse, a few frames per ply, to
/// `MAX_PLY` and a chain of captures beyond.
pub const STACK: usize = 16 << 20;

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
    /// The network that judges positions, at first the built-in one; without one, or with one for another game, they
    /// are judged by hand.
    pub net: Option<Arc<Network>>,
    /// The endgame tables, if there are any.
    pub endgames: Option<Endgames<R>>,
    /// By how much a draw is worse than an even game for the side to move, in centipawns; negative: better.
    pub contempt: i32,
    /// The numbers that shape the tree; only a build with the feature `tune` heeds them.
    pub params: Params,
    /// The shared table.
    pub table: Arc<Table>,
    /// When the search was asked for.
    pub started: Instant,
}

impl<R: Rules> Task<R> {
    /// A search with one thread and one line that begins now.
    pub fn new(game: Game<R>, limits: Limits<R>, table: Arc<Table>) -> Self {
        let params = Params::of(R::SET.id);
        let net = net::built_in(R::SET.id);
        Self {
            game,
            limits,
            threads: 1,
            multi_pv: 1,
            net,
            endgames: None,
            contempt: 0,
            params,
            table,
            started: Instant::now(),
        }
    }
}
