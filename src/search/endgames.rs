//! Endgame tables in the search: what they make of a node, and of the moves at the root.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::report::Bound;
use super::score::Score;
use super::worker::Worker;
use crate::board::{Bits, Side};
use crate::position::{Game, Key, Move, Outcome, Position};
use crate::rules::Rules;
use crate::tablebase::{Tables, Wdl, converts};
use crate::util::rng::mix;

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
    /// Nodes with more pieces are not asked about.
    most: usize,
    /// Nodes that the tables answered.
    hits: Arc<AtomicU64>,
}

impl<R: Rules> Endgames<R> {
    /// For searches with these tables.
    pub fn new(tables: Tables<R>, least_depth: i32) -> Self {
        Self { most: tables.max_pieces(), tables, least_depth, hits: Arc::default() }
    }

    /// Nodes that the tables answered so far.
    pub fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// Sets the entries of the transposition table apart where not all tables are asked: what is known to be won with
    /// them would hide how to get on.
    pub(super) fn salt(&self) -> Key {
        if self.most == self.tables.max_pieces() { 0 } else { mix(0x65_67_74_62 ^ self.most as u64) }
    }

    /// The worth of a position in the tree; nothing where the tables do not know it, a capture is due, or the rules that
    /// count moves may spoil a win.
    #[inline(always)]
    fn probe(&self, position: &Position<R>, depth: i32) -> Option<Wdl> {
        let pieces = pieces(position);
        if pieces > self.most || pieces == self.tables.max_pieces() && depth < self.least_depth {
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
        let winner = value.winner(position.turn());
        let in_time = |winner| is_in_time(position, winner, || self.tables.probe_distance(position));
        winner.is_none_or(in_time).then_some(value)
    }

    /// What the tables make of the root of a search: nothing where they do not know every move's worth.
    #[must_use]
    pub fn at_root(&self, game: &Game<R>, moves: &[Move<R::Bits>]) -> Option<Root<R>> {
        let position = game.position();
        let judged = self.judged(game, moves)?;
        let worth = judged.iter().map(|(value, ..)| *value).max()?;
        self.hits.fetch_add(judged.len() as u64, Ordering::Relaxed);
        let keepers: Vec<_> = judged.into_iter().filter(|(value, ..)| *value == worth).collect();
        let kept = keepers.iter().map(|(_, mv, _)| *mv).collect();
        if worth == Wdl::Draw {
            return Some(Root { moves: kept, worth: Some(worth), tree: self.below(position) });
        }
        let plies = |(_, mv, next): &Judged<R>| self.plies_to_conversion(mv, next);
        let winner = worth.winner(position.turn())?;
        let Some(timed) = keepers.iter().map(plies).collect::<Option<Vec<u16>>>() else {
            // Without distances it is for the search to get on, and to see whether a counter leaves time.
            let known = is_in_time(position, winner, || None).then_some(worth);
            return Some(Root { moves: kept, worth: known, tree: self.below(position) });
        };
        let wanted = if worth == Wdl::Win { timed.iter().min() } else { timed.iter().max() };
        if !is_in_time(position, winner, || wanted.copied()) {
            // A counter makes it a draw: what the other moves come to is for the search to say.
            return Some(Root { moves: moves.to_vec(), worth: None, tree: self.clone() });
        }
        let is_wanted = |(_, plies): &(_, &u16)| Some(*plies) == wanted;
        let moves = kept.into_iter().zip(&timed).filter(is_wanted).map(|(mv, _)| mv).collect();
        Some(Root { moves, worth: Some(worth), tree: self.clone() })
    }

    /// Sorts the moves of the root by what the tables make of them, if they know all: wins before draws, the quickest win and
    /// the longest loss first.
    pub(super) fn sort(&self, game: &Game<R>, moves: &mut [Move<R::Bits>]) {
        let Some(mut judged) = self.judged(game, moves) else { return };
        judged.sort_by_cached_key(|(worth, mv, next)| {
            let plies = self.plies_to_conversion(mv, next).map_or(0, i32::from);
            let merit = match worth {
                Wdl::Win => -plies,
                Wdl::Draw => 0,
                Wdl::Loss => plies,
            };
            std::cmp::Reverse((*worth, merit))
        });
        moves.iter_mut().zip(judged).for_each(|(place, (_, mv, _))| *place = mv);
    }

    /// What moves of the root are worth and where they lead to, if the tables know it of all.
    fn judged(&self, game: &Game<R>, moves: &[Move<R::Bits>]) -> Option<Vec<Judged<R>>> {
        let (position, mut board) = (game.position(), game.clone());
        let judge = |mv: &Move<R::Bits>| {
            let next = position.after(mv);
            let value = self.tables.probe_wdl(&next)?.turned();
            Some((worth_in_game(&mut board, mv, value), *mv, next))
        };
        moves.iter().map(judge).collect()
    }

    /// Plies from before a move, which leads to `next`, to the next conversion; nothing where distances are not known.
    fn plies_to_conversion(&self, mv: &Move<R::Bits>, next: &Position<R>) -> Option<u16> {
        let after = if converts::<R>(mv) { Some(0) } else { self.tables.probe_distance(next) };
        Some(after? + 1)
    }

    /// The same for a search whose root the tables know: they are asked about nodes with fewer pieces, so that the search
    /// sees what gets on and what sets problems.
    fn below(&self, root: &Position<R>) -> Self {
        let fewer = pieces(root).saturating_sub(1);
        Self { most: self.most.min(fewer), ..self.clone() }
    }
}

/// A move of the root: what it is worth in the game, and the position it leads to.
type Judged<R> = (Wdl, Move<<R as Rules>::Bits>, Position<R>);

/// What tables make of the root of a search.
#[derive(Clone, Debug)]
pub struct Root<R: Rules> {
    /// The moves that keep what the position is worth. Where distances are known: those that win soonest or hold out
    /// longest. All of them where a counter spoils the win.
    pub moves: Vec<Move<R::Bits>>,
    /// What it is worth to the side to move; nothing where a counter spoils the win or may do so.
    pub worth: Option<Wdl>,
    /// The tables for the tree below.
    pub tree: Endgames<R>,
}

impl<R: Rules> Root<R> {
    /// A score that the tree came to, with what is known of the root's moves: draws are drawn, and wins and losses that the
    /// tree does not prove are those of tables, a ply down.
    pub fn score(&self, found: Score) -> Score {
        match self.worth {
            Some(Wdl::Draw) => Score::DRAW,
            Some(Wdl::Win) => found.max(Score::known_win(1)),
            Some(Wdl::Loss) => found.min(-Score::known_win(1)),
            None => found,
        }
    }

    /// What kind of score that is, where the tree's was of this one: what tables know is no bound.
    pub const fn bound(&self, found: Bound) -> Bound {
        if self.worth.is_some() { Bound::Exact } else { found }
    }
}

/// The number of pieces on the board.
#[inline(always)]
fn pieces<R: Rules>(position: &Position<R>) -> usize {
    let board = position.board();
    (board.pieces(Side::White) | board.pieces(Side::Black)).count() as usize
}

/// Whether a decided position, so many plies from its next conversion, is won before a counter makes it a draw.
fn is_in_time<R: Rules>(position: &Position<R>, winner: Side, plies: impl FnOnce() -> Option<u16>) -> bool {
    let (draws, clocks) = (position.draws(), position.clocks());
    let progress = draws.no_progress.map_or(u16::MAX, |(plies, _)| plies.saturating_sub(clocks.no_progress));
    let ending = position.plies_left_in_ending().unwrap_or(u16::MAX);
    let left = progress.min(ending);
    // A man's move is a conversion, but no ending's count begins anew with it: how long the win takes is not known.
    let goes_on = ending < PLENTY && position.board().men(winner).any();
    left >= PLENTY || !goes_on && plies().is_some_and(|plies| plies <= left)
}

/// What a move of the game's present position is worth, which is `value` without what went before: a draw where it
/// repeats a position too often or a counter runs out, at once or, for a win, with the reply.
fn worth_in_game<R: Rules>(game: &mut Game<R>, mv: &Move<R::Bits>, value: Wdl) -> Wdl {
    let is_drawn = |game: &Game<R>| matches!(game.outcome(), Some(Outcome::Draw(_)));
    // They are legal, so that it can be played.
    if game.play(*mv).is_err() {
        return value;
    }
    let mut replies = game.position().board().legal_moves();
    replies.retain(|_| value == Wdl::Win && game.outcome().is_none());
    let is_spoilt = is_drawn(game)
        || replies.into_iter().any(|reply| {
            let drawn = game.play(reply).is_ok() && is_drawn(game);
            game.take_back();
            drawn
        });
    game.take_back();
    if is_spoilt { Wdl::Draw } else { value }
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
