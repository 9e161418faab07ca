//! The numbers that shape the search tree. Depths in plies, margins in centipawns.

/// Deepest line the search follows, root included.
pub(super) const MAX_PLY: usize = super::Score::MAX_PLY;
/// Deepest iteration.
pub(super) const MAX_DEPTH: u32 = 127;
/// Nodes between two looks at the stop signal.
pub(super) const STOP_INTERVAL: u64 = 512;

/// Half width of the first aspiration window.
pub(super) const ASPIRATION: i32 = 15;
/// Depth from which iterations begin with a narrow window.
pub(super) const ASPIRATION_DEPTH: u32 = 4;

/// Least depth at which a node without a table move is searched one ply less.
pub(super) const IIR_DEPTH: i32 = 4;

/// Deepest node that is cut on its static evaluation alone.
pub(super) const FUTILITY_DEPTH: i32 = 4;
/// How far above beta, per ply of depth, the evaluation must be for that.
pub(super) const FUTILITY_MARGIN: i32 = 45;

/// Least depth at which a shallow search may cut a node.
pub(super) const PROBCUT_DEPTH: i32 = 4;
/// How far above beta, per ply of depth, the shallow search must score.
pub(super) const PROBCUT_MARGIN: i32 = 10;

/// Quiet moves searched at full depth before reductions begin, in principal variation nodes.
pub(super) const FULL_MOVES_PV: usize = 4;
/// The same in all other nodes.
pub(super) const FULL_MOVES: usize = 2;
/// Least depth at which moves are reduced.
pub(super) const REDUCTION_DEPTH: i32 = 2;

/// Deepest node in which late quiet moves are left out.
pub(super) const LATE_MOVE_DEPTH: i32 = 3;
/// Quiet moves kept in such a node, plus the square of the depth.
pub(super) const LATE_MOVE_BASE: usize = 6;

/// History scores stay within this of 0.
pub(super) const HISTORY_MAX: i32 = 8192;
