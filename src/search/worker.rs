//! Everything that one search thread owns.

use std::sync::atomic::{AtomicU64, Ordering};

use super::busy::Busy;
use super::endgames::Endgames;
use super::history::{Context, History, Trace};
use super::params::{MAX_PLY, Params, Reductions, STOP_INTERVAL};
use super::picker::Picker;
use super::score::Score;
use super::signals::Signals;
use super::tt::Table;
use crate::board::Side;
use crate::eval::{Judge, Network};
use crate::position::{Game, Key, Move, Outcome, Position};
use crate::rules::Rules;
use crate::util::rng::mix;

/// What all threads of one search share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) signals: &'a Signals,
    /// The moves in work, if there is more than one thread.
    pub(super) busy: Option<&'a Busy>,
    /// Nodes of all threads, brought up to date every [`STOP_INTERVAL`] nodes of each.
    pub(super) nodes: &'a AtomicU64,
    /// Stop when they reach this.
    pub(super) node_limit: u64,
    /// What judges positions at rest, if it is not done by hand.
    pub(super) net: Option<&'a Network>,
    /// By how much a draw is worse than an even game for the side to move at the root.
    pub(super) contempt: i32,
    /// The numbers that shape the tree.
    pub(super) params: Params,
}

/// One search thread.
#[derive(Debug)]
pub(super) struct Worker<'a, R: Rules> {
    pub(super) shared: Shared<'a>,
    judge: Judge<'a, R>,
    /// The endgame tables, if there are any.
    pub(super) endgames: Option<&'a Endgames<R>>,
    pub(super) history: History,
    /// Lists that are not in use.
    pickers: Vec<Picker<R::Bits>>,
    /// What is kept per ply.
    frames: Vec<Frame>,
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
    /// The highest ply of the line on which the score given last rests, because it repeats the position there;
    /// [`NOTHING`] if it would be the same on any other line.
    pub(super) rests_on: usize,
    /// What a draw is worth to the side to move at the root.
    draw: i32,
    /// Sets the table's entries apart by what a draw is worth, see [`draw_salt`], and by what endgame tables are asked.
    salt: Key,
    #[cfg(feature = "tune")]
    tuned: (Params, Box<Reductions>),
}

/// What a score rests on that no repetition has coloured.
pub(super) const NOTHING: usize = usize::MAX;

/// What is kept of each ply of the line.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The move made from here.
    made: Trace,
    /// The two latest refutations here, the latest first.
    killers: [u16; 2],
    /// The static evaluation here, if there is one.
    eval: Option<i32>,
}

impl Frame {
    const NEW: Self = Self { made: Trace::NONE, killers: [0; 2], eval: None };
}

impl<'a, R: Rules> Worker<'a, R> {
    pub(super) fn new(shared: Shared<'a>, game: &Game<R>) -> Self {
        let keys = game.positions().iter().map(Position::key).collect();
        let params = shared.params;
        Self {
            shared,
            judge: Judge::new(shared.net),
            endgames: None,
            history: History::new(params.continuation),
            pickers: (0..32).map(|_| Picker::new()).collect(),
            frames: vec![Frame::NEW; MAX_PLY + 2],
            lines: (0..=MAX_PLY + 1).map(|_| Vec::with_capacity(32)).collect(),
            keys,
            unshared: 0,
            next_look: STOP_INTERVAL.min(shared.node_limit),
            sel_depth: 0,
            stopped: false,
            rests_on: NOTHING,
            draw: -shared.contempt,
            salt: draw_salt(-shared.contempt, game.position().turn()),
            #[cfg(feature = "tune")]
            tuned: (params, Box::new(params.reductions())),
        }
    }

    /// Makes ready for another search of a later position of the game, or of another game: what was learnt
    /// about moves stays, the count of nodes begins anew.
    pub(super) fn begin(&mut self, game: &Game<R>) {
        self.keys.clear();
        self.keys.extend(game.positions().iter().map(Position::key));
        self.frames.fill(Frame::NEW);
        self.shared.table.new_search();
        self.shared.nodes.store(0, Ordering::Relaxed);
        self.unshared = 0;
        self.next_look = STOP_INTERVAL.min(self.shared.node_limit);
        self.rests_on = NOTHING;
        self.set_salt(game);
        self.stopped = false;
    }

    /// The same, asking these endgame tables, if there are any.
    pub(super) fn asking(mut self, endgames: Option<&'a Endgames<R>>, game: &Game<R>) -> Self {
        self.endgames = endgames;
        self.set_salt(game);
        self
    }

    fn set_salt(&mut self, game: &Game<R>) {
        let of_tables = self.endgames.map_or(0, Endgames::salt);
        self.salt = draw_salt(self.draw, game.position().turn()) ^ of_tables;
    }

    /// The numbers that shape the tree.
    #[cfg(not(feature = "tune"))]
    #[inline(always)]
    #[allow(clippy::unused_self, reason = "a build for tuning keeps them in the worker")]
    pub(super) fn params(&self) -> &'static Params {
        const { &Params::of(R::SET.id) }
    }

    /// The numbers that shape the tree.
    #[cfg(feature = "tune")]
    pub(super) fn params(&self) -> &Params {
        &self.tuned.0
    }

    /// The reductions that follow from them.
    #[cfg(not(feature = "tune"))]
    #[inline(always)]
    #[allow(clippy::unused_self, reason = "a build for tuning keeps them in the worker")]
    pub(super) fn reductions(&self) -> &'static Reductions {
        const { &Params::of(R::SET.id).reductions() }
    }

    /// The reductions that follow from them.
    #[cfg(feature = "tune")]
    pub(super) fn reductions(&self) -> &Reductions {
        &self.tuned.1
    }

    /// Counts a node and looks at the signals now and then. `false` if the search is to end.
    #[inline(always)]
    pub(super) fn enter(&mut self, ply: usize) -> bool {
        if self.stopped {
            return false;
        }
        self.unshared += 1;
        self.rests_on = NOTHING;
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

    /// An unused list; to be given back by [`Worker::return_picker`].
    #[inline(always)]
    pub(super) fn take_picker(&mut self) -> Picker<R::Bits> {
        self.pickers.pop().unwrap_or_else(Picker::new)
    }

    #[inline(always)]
    pub(super) fn return_picker(&mut self, picker: Picker<R::Bits>) {
        self.pickers.push(picker);
    }

    /// Steps from `ply` into the position after a move.
    #[inline(always)]
    pub(super) fn push(&mut self, next: &Position<R>, mv: &Move<R::Bits>, ply: usize) {
        self.keys.push(next.key());
        self.frames[ply].made = Trace::of(mv);
    }

    /// Steps back.
    #[inline(always)]
    pub(super) fn pop(&mut self) {
        self.keys.pop();
    }

    /// What the success of a move from `ply` may depend on.
    #[inline(always)]
    pub(super) fn context(&self, side: Side, ply: usize) -> Context {
        let made = |back: usize| ply.checked_sub(back).map_or(Trace::NONE, |ply| self.frames[ply].made);
        Context { side, reply_to: made(1), follows: made(2) }
    }

    /// The killers of a ply, the latest first.
    #[inline(always)]
    pub(super) fn killers(&self, ply: usize) -> [u16; 2] {
        self.frames[ply].killers
    }

    /// Keeps the code of a move that refuted a node on `ply`.
    #[inline(always)]
    pub(super) fn set_killer(&mut self, ply: usize, code: u16) {
        let killers = &mut self.frames[ply].killers;
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
    }

    /// Keeps the static evaluation of the node being searched on a ply.
    #[inline(always)]
    pub(super) fn keep_eval(&mut self, ply: usize, eval: Option<i32>) {
        self.frames[ply].eval = eval;
    }

    /// The static evaluation of the node two plies above, for the same side to move.
    #[inline(always)]
    pub(super) fn eval_two_plies_before(&self, ply: usize) -> Option<i32> {
        self.frames[ply.checked_sub(2)?].eval
    }

    /// The ply on which the position, the last pushed, stood on the board before; 0 for any time in the game.
    /// One earlier occurrence is enough: who can repeat once can repeat again.
    #[inline(always)]
    fn repeated_from(&self, position: &Position<R>, ply: usize) -> Option<usize> {
        let reversible = usize::from(position.clocks().no_progress);
        if reversible < 4 || position.draws().repetition.is_none() {
            return None;
        }
        let here = self.keys.len() - 1;
        let oldest = here.saturating_sub(reversible);
        // Two plies are too few to come back, and the side to move must be the same.
        let mut backs = (4..=here - oldest).step_by(2);
        let back = backs.find(|back| self.keys[here - back] == position.key())?;
        Some(ply.saturating_sub(back))
    }

    /// The score of a position that is drawn by rule, if it is; repetition too.
    #[inline(always)]
    pub(super) fn draw_score(&mut self, position: &Position<R>, ply: usize) -> Option<i32> {
        if let Some(earlier) = self.repeated_from(position, ply) {
            self.rests_on = earlier;
            return Some(self.draw_at(ply));
        }
        // A win on the last ply of a count is a win, so the side to move must have a move.
        let drawn = position.drawn_by_rule().is_some() && position.board().has_moves();
        drawn.then(|| self.draw_at(ply))
    }

    /// What a draw is worth to the side to move on `ply`.
    #[inline(always)]
    pub(super) fn draw_at(&self, ply: usize) -> i32 {
        if ply.is_multiple_of(2) { self.draw } else { -self.draw }
    }

    /// The score of a position without moves, `ply` plies below the root.
    #[inline(always)]
    pub(super) fn score_without_moves(&self, position: &Position<R>, ply: usize) -> i32 {
        match position.board().outcome_without_moves() {
            Outcome::Win { winner, .. } if winner == position.turn() => Score::win_in(ply).0.into(),
            Outcome::Win { .. } => Score::loss_in(ply).0.into(),
            Outcome::Draw(_) => self.draw_at(ply),
        }
    }

    /// The static evaluation.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, position: &Position<R>) -> i32 {
        self.judge.evaluate(position.board(), self.keys.len())
    }

    /// The key under which the table keeps a position in this search.
    #[inline(always)]
    pub(super) fn table_key(&self, position: &Position<R>) -> Key {
        counted_key(position) ^ self.salt
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

/// What is xored to all keys of a search in which a draw is worth `draw` to `root`, the side to move at its root. A score
/// from the table may come from such draws, so a search that values them otherwise must not find it: after a change of
/// `Contempt`, and when the other side's move is searched. An even draw, the usual one, changes no key.
fn draw_salt(draw: i32, root: Side) -> Key {
    let for_white = if matches!(root, Side::White) { draw } else { -draw };
    if for_white == 0 { 0 } else { mix(i64::from(for_white) as u64) }
}

/// A position's key: near a draw by count, the counters belong to it, so that a score that the counters have coloured is
/// not taken for that of the same board with time to spare.
#[inline(always)]
fn counted_key<R: Rules>(position: &Position<R>) -> Key {
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
