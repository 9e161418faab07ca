//! Endgame tables in the search: what they make of a node, and of the moves at the root.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::report::Bound;
use super::score::Score;
use super::worker::Worker;
use crate::board::{Bits, Side};
use crate::position::{Move, Position};
use crate::rules::Rules;
use crate::tablebase::{Tables, Wdl, converts};

/// Plies that a win may take and that no counter has to be asked about: more than any conversion known to be needed
/// where counters are not far on.
const PLENTY: u16 = 60;

/// Endgame tables and how a search is to use them.
#[derive(Clone, Debug)]
pub struct Endgames<R: Rules> {
    /// The tables.
    pub tables: Tables<R>,
    /// Least depth, in plies, of nodes with the most pieces that the tables hold; those with fewer are always asked.
    pub least_depth: i32,
    /// Nodes that the tables answered.
    hits: Arc<AtomicU64>,
}

impl<R: Rules> Endgames<R> {
    /// For searches with these tables.
    pub fn new(tables: Tables<R>, least_depth: i32) -> Self {
        Self { tables, least_depth, hits: Arc::default() }
    }

    /// Nodes that the tables answered so far.
    pub fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// The worth of a position in the tree; nothing where the tables do not know it, a capture is due, or the rules that
    /// count moves may spoil a win.
    #[inline(always)]
    fn probe(&self, position: &Position<R>, depth: i32) -> Option<Wdl> {
        let board = position.board();
        let pieces = (board.pieces(Side::White) | board.pieces(Side::Black)).count() as usize;
        let most = self.tables.max_pieces();
        if pieces > most || pieces == most && depth < self.least_depth {
            return None;
        }
        self.probe_few(position)
    }

    #[cold]
    fn probe_few(&self, position: &Position<R>) -> Option<Wdl> {
        if position.board().can_capture() || !position.board().has_moves() {
            return None;
        }
        let value = self.worth(position)?;
        self.hits.fetch_add(1, Ordering::Relaxed);
        Some(value)
    }

    /// What a position is worth to the side to move; nothing where the tables do not know it, or where a rule that counts
    /// moves may spoil the win.
    pub fn worth(&self, position: &Position<R>) -> Option<Wdl> {
        let value = self.tables.probe_wdl(position)?;
        (value == Wdl::Draw || self.is_in_time(position)).then_some(value)
    }

    /// Whether a decided position reaches its next conversion before a counter makes it a draw.
    fn is_in_time(&self, position: &Position<R>) -> bool {
        let left = plies_left(position);
        left >= PLENTY || self.tables.probe_distance(position).is_some_and(|plies| plies <= left)
    }

    /// The root moves that keep what the position is worth, the quickest among those that win. All of them where
    /// the tables do not know every move's worth, or where a counter would spoil the win.
    #[must_use]
    pub fn keepers(&self, position: &Position<R>, moves: &[Move<R::Bits>]) -> Vec<Move<R::Bits>> {
        let judge = |mv: &Move<R::Bits>| {
            let next = position.after(mv);
            Some((self.tables.probe_wdl(&next)?.turned(), *mv, next))
        };
        let Some(judged) = moves.iter().map(judge).collect::<Option<Vec<_>>>() else { return moves.to_vec() };
        let Some(best) = judged.iter().map(|(value, ..)| *value).max() else { return Vec::new() };
        self.hits.fetch_add(judged.len() as u64, Ordering::Relaxed);
        let keepers = judged.into_iter().filter(|(value, ..)| *value == best).map(|(_, mv, next)| (mv, next));
        if best != Wdl::Win {
            return keepers.map(|(mv, _)| mv).collect();
        }
        let plies = |mv: &Move<R::Bits>, next: &Position<R>| match self.tables.probe_distance(next) {
            _ if converts::<R>(mv) => Some(1),
            distance => distance.map(|plies| plies + 1),
        };
        let timed: Vec<_> = keepers.map(|(mv, next)| (mv, plies(&mv, &next))).collect();
        match timed.iter().filter_map(|(_, plies)| *plies).min() {
            Some(least) if least <= plies_left(position) => {
                timed.iter().filter(|(_, plies)| *plies == Some(least)).map(|(mv, _)| *mv).collect()
            }
            Some(_) => moves.to_vec(),
            None => timed.iter().map(|(mv, _)| *mv).collect(),
        }
    }
}

/// Plies until the first counter that runs makes the game a draw.
fn plies_left<R: Rules>(position: &Position<R>) -> u16 {
    let (draws, clocks) = (position.draws(), position.clocks());
    let progress = draws.no_progress.map_or(u16::MAX, |(plies, _)| plies.saturating_sub(clocks.no_progress));
    let endings = draws.endings.iter().zip(clocks.endings).filter(|(_, count)| *count > 0);
    endings.map(|(rule, count)| u16::from(rule.plies.saturating_sub(count))).fold(progress, u16::min)
}

impl<R: Rules> Worker<'_, R> {
    /// What the tables make of a node: a draw is one, a loss is no better than its score, a win no worse.
    #[inline(always)]
    pub(super) fn known_ending(
        &self,
        position: &Position<R>,
        depth: i32,
        ply: usize,
    ) -> Option<(i32, Bound)> {
        let value = self.endgames?.probe(position, depth)?;
        Some(match value {
            Wdl::Draw => (self.draw_at(ply), Bound::Exact),
            Wdl::Win => (Score::known_win(ply).0.into(), Bound::Lower),
            Wdl::Loss => ((-Score::known_win(ply)).0.into(), Bound::Upper),
        })
    }
}
