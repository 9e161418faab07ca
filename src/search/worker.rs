//! Everything that one search thread owns.

use std::sync::atomic::{AtomicU64, Ordering};

use super::history::History;
use super::params::{MAX_PLY, STOP_INTERVAL};
use super::picker::Picker;
use super::score::Score;
use super::signals::Signals;
use super::tt::Table;
use crate::eval::{Evaluator, Handcrafted};
use crate::position::{Game, Key, Move, Position};
use crate::rules::Rules;
use crate::util::rng::mix;

/// What all threads of one search share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) signals: &'a Signals,
    /// Nodes of all threads, brought up to date every [`STOP_INTERVAL`] nodes of each.
    pub(super) nodes: &'a AtomicU64,
    /// Stop when they reach this.
    pub(super) node_limit: u64,
}

/// One search thread.
#[derive(Debug)]
pub(super) struct Worker<'a, R: Rules> {
    pub(super) shared: Shared<'a>,
    pub(super) evaluator: Handcrafted,
    pub(super) history: History,
    /// A list for each ply.
    pickers: Vec<Picker<R::Bits>>,
    /// The best line found from each ply.
    lines: Vec<Vec<Move<R::Bits>>>,
    /// Keys of all positions of the game and of the line being searched.
    keys: Vec<Key>,
    /// Nodes not yet added to the shared count.
    unshared: u64,
    /// When to share them and to look at the signals.
    next_look: u64,
    /// Deepest ply of this iteration.
    pub(super) sel_depth: usize,
    /// Whether the search is to end: every result from now on is void.
    pub(super) stopped: bool,
}

impl<'a, R: Rules> Worker<'a, R> {
    pub(super) fn new(shared: Shared<'a>, game: &Game<R>) -> Self {
        let keys = game.positions().iter().map(Position::key).collect();
        Self {
            shared,
            evaluator: Handcrafted,
            history: History::new(),
            pickers: (0..=MAX_PLY).map(|_| Picker::new()).collect(),
            lines: (0..=MAX_PLY + 1).map(|_| Vec::with_capacity(32)).collect(),
            keys,
            unshared: 0,
            next_look: STOP_INTERVAL.min(shared.node_limit),
            sel_depth: 0,
            stopped: false,
        }
    }

    /// Counts a node and looks at the signals now and then. `false` if the search is to end.
    #[inline(always)]
    pub(super) fn enter(&mut self, ply: usize) -> bool {
        if self.stopped {
            return false;
        }
        self.unshared += 1;
        self.sel_depth = self.sel_depth.max(ply);
        if self.unshared >= self.next_look {
            self.share_nodes();
        }
        !self.stopped
    }

    /// Adds the own nodes to the shared count and reads the signals.
    #[cold]
    pub(super) fn share_nodes(&mut self) {
        let nodes = self.shared.nodes.fetch_add(self.unshared, Ordering::Relaxed) + self.unshared;
        self.unshared = 0;
        self.next_look = STOP_INTERVAL.min(self.shared.node_limit.saturating_sub(nodes)).max(1);
        self.stopped |= self.shared.signals.stop_requested() || nodes >= self.shared.node_limit;
    }

    /// The list of a ply; to be given back by [`Worker::return_picker`].
    #[inline(always)]
    pub(super) fn take_picker(&mut self, ply: usize) -> Picker<R::Bits> {
        std::mem::replace(&mut self.pickers[ply], Picker::none())
    }

    #[inline(always)]
    pub(super) fn return_picker(&mut self, ply: usize, picker: Picker<R::Bits>) {
        self.pickers[ply] = picker;
    }

    /// Steps into the position after a move.
    #[inline(always)]
    pub(super) fn push(&mut self, next: &Position<R>) {
        self.keys.push(next.key());
    }

    /// Steps back.
    #[inline(always)]
    pub(super) fn pop(&mut self) {
        self.keys.pop();
    }

    /// Whether the position, the last pushed, stood on the board before, in the game or in the line. One
    /// earlier occurrence is enough: who can repeat once can repeat again.
    #[inline(always)]
    pub(super) fn is_repeated(&self, position: &Position<R>) -> bool {
        let reversible = usize::from(position.clocks().no_progress);
        if reversible < 4 || position.draws().repetition.is_none() {
            return false;
        }
        let here = self.keys.len() - 1;
        let oldest = here.saturating_sub(reversible);
        // Two plies are too few to come back, and the side to move must be the same.
        (4..=here - oldest).step_by(2).any(|back| self.keys[here - back] == position.key())
    }

    /// The score of a position that is over or drawn by rule, if it is; win and draw rules, repetition too.
    #[inline(always)]
    pub(super) fn draw_score(&self, position: &Position<R>) -> Option<i32> {
        if self.is_repeated(position) {
            return Some(i32::from(Score::DRAW.0));
        }
        // A win on the last ply of a count is a win, so the side to move must have a move.
        let drawn = position.drawn_by_rule().is_some() && position.board().has_moves();
        drawn.then_some(i32::from(Score::DRAW.0))
    }

    /// The score of a position without moves, `ply` plies below the root.
    #[inline(always)]
    pub(super) fn score_without_moves(position: &Position<R>, ply: usize) -> i32 {
        use crate::position::Outcome;
        let score = match position.board().outcome_without_moves() {
            Outcome::Win { winner, .. } if winner == position.turn() => Score::win_in(ply),
            Outcome::Win { .. } => Score::loss_in(ply),
            Outcome::Draw(_) => Score::DRAW,
        };
        i32::from(score.0)
    }

    /// The static evaluation.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, position: &Position<R>) -> i32 {
        self.evaluator.evaluate(position)
    }

    /// Empties the line of a ply.
    #[inline(always)]
    pub(super) fn clear_line(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Makes `mv` and the line of the next ply the line of `ply`.
    pub(super) fn set_line(&mut self, ply: usize, mv: Move<R::Bits>) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// The line of a ply.
    pub(super) fn line(&self, ply: usize) -> &[Move<R::Bits>] {
        &self.lines[ply]
    }
}

/// The key under which the table keeps a position: near a draw by count, the counters belong to it, so that
/// a score that the counters have coloured is not taken for that of the same board with time to spare.
#[inline(always)]
pub(super) fn table_key<R: Rules>(position: &Position<R>) -> Key {
    let clocks = position.clocks();
    let limit = position.draws().no_progress.map_or(u16::MAX, |(plies, _)| plies);
    let late = clocks.no_progress > limit / 2;
    let progress = if late { u64::from(clocks.no_progress / 4) + 1 } else { 0 };
    if const { R::SET.most_pieces_in_endings() } == 0 && progress == 0 {
        return position.key();
    }
    let counts = clocks.endings.iter().fold(progress, |word, &count| word << 8 | u64::from(count));
    if counts == 0 { position.key() } else { position.key() ^ mix(counts) }
}
