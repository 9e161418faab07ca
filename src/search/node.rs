//! One node of the tree: what is known already, and the loop over the moves.

use super::busy::Mark;
use super::cuts::{Singular, cutoff, is_too_late};
use super::history::{Context, move_code};
use super::params::{MARKED_DEPTH, MAX_PLY};
use super::picker::Picker;
use super::report::Bound;
use super::score::Score;
use super::tt::Entry;
use super::worker::{NOTHING, Worker};
use crate::position::{Key, Move, Position};
use crate::rules::Rules;

/// Scores at least this are announced wins.
pub(super) const LEAST_WIN: i32 = Score::LEAST_WIN.0 as i32;
/// Scores at least this are wins proved by search or by endgame tables.
pub(super) const LEAST_PROVED: i32 = Score::known_win(Score::MAX_PLY).0 as i32;

/// What the functions of one node hand to each other.
pub(super) struct Node {
    key: Key,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// What the table knows.
    pub(super) entry: Option<Entry>,
    /// Static evaluation, if the side to move may be judged at rest.
    pub(super) eval: Option<i32>,
    /// Whether the evaluation is no better than two plies before: `true` on the first two plies, where there is none
    /// before, and `false` where one of the two is not known.
    worse: bool,
    /// Whether the opponent threatens to capture; only asked of quiet nodes.
    pub(super) threatened: bool,
    /// Plies by which the table's move is searched deeper.
    extension: i32,
}

impl<R: Rules> Worker<'_, R> {
    /// Searches a position to `depth` plies within the window (`alpha`, `beta`); fail-soft.
    pub(super) fn node<const PV: bool>(
        &mut self,
        position: &Position<R>,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(position, alpha, beta, ply, true);
        }
        self.clear_line(ply);
        if !self.enter(ply) {
            return 0;
        }
        if let Some(score) = self.draw_score(position, ply) {
            return score;
        }
        // No line from here can be better than winning on the next ply, nor worse than losing at once.
        let alpha = alpha.max(i32::from(Score::loss_in(ply).0));
        let beta = beta.min(i32::from(Score::win_in(ply + 1).0));
        if alpha >= beta {
            return alpha;
        }
        // Before the table of searched positions: what stands there of a won ending was found in a window above the win.
        let known = match self.known_ending(position, depth, ply) {
            Some((won, Bound::Lower)) if won < beta => won,
            Some((score, _)) => return score,
            None => i32::MIN,
        };
        self.open_node::<PV>(position, alpha.max(known), beta, depth, ply).max(known)
    }

    /// A node whose worth is still to be found.
    #[inline(always)]
    fn open_node<const PV: bool>(
        &mut self,
        position: &Position<R>,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        let key = self.table_key(position);
        let entry = self.shared.table.probe(key);
        if !PV && let Some(score) = entry.and_then(|entry| cutoff(entry, alpha, beta, depth, ply)) {
            return score;
        }
        let mut picker = self.take_picker();
        position.board().moves_for_search(&mut picker.moves);
        let score = if picker.moves.is_empty() {
            self.score_without_moves(position, ply)
        } else {
            let mut node = Node::new(key, entry, [alpha, beta], depth, ply);
            self.with_moves::<PV>(position, &mut node, &mut picker)
        };
        self.return_picker(picker);
        score
    }

    /// A node that has moves.
    #[inline(always)]
    fn with_moves<const PV: bool>(
        &mut self,
        position: &Position<R>,
        node: &mut Node,
        picker: &mut Picker<R::Bits>,
    ) -> i32 {
        self.set_up(position, picker, node);
        if !PV && let Some(score) = self.prune(position, node) {
            return score;
        }
        if !PV && let Some(score) = self.transposed(position, node, picker) {
            return score;
        }
        if node.table_code() == 0 && node.depth >= self.params().iir_depth && picker.moves.len() > 1 {
            node.depth -= 1;
        }
        let context = self.context(position.turn(), node.ply);
        let kings = position.board().kings(!position.turn());
        picker.rate(node.table_code(), kings, context, &self.history, self.killers(node.ply));
        match self.singular(position, node, picker) {
            Singular::Cut(score) => return score,
            Singular::Extend => node.extension = 1,
            Singular::No => {}
        }
        self.search_moves::<PV>(position, node, picker, context)
    }

    /// Fills in what the cuts and the move loop want to know.
    #[inline(always)]
    fn set_up(&mut self, position: &Position<R>, picker: &Picker<R::Bits>, node: &mut Node) {
        if picker.moves[0].is_capture() {
            self.keep_eval(node.ply, None);
            return;
        }
        let known = node.entry.map(|entry| entry.eval).filter(|&eval| eval != Entry::NO_EVAL);
        let eval = known.map_or_else(|| self.evaluate(position), i32::from);
        node.eval = Some(eval);
        node.worse =
            node.ply < 2 || self.eval_two_plies_before(node.ply).is_some_and(|before| eval <= before);
        self.keep_eval(node.ply, node.eval);
        node.threatened = position.board().is_threatened();
    }

    /// The best of all moves.
    fn search_moves<const PV: bool>(
        &mut self,
        position: &Position<R>,
        node: &mut Node,
        picker: &mut Picker<R::Bits>,
        context: Context,
    ) -> i32 {
        let start_alpha = node.alpha;
        let forced = picker.moves.len() == 1;
        let mut best = i32::MIN;
        let mut best_code = 0;
        let mut rests_on = NOTHING;
        while let Some((place, mv)) = picker.next() {
            if !PV && best > -LEAST_PROVED && is_too_late(self.params(), node, &mv, place) {
                continue;
            }
            let next = position.after(&mv);
            if self.defers(node, next.key(), place) && picker.defer(place, mv) {
                continue;
            }
            let mark = self.mark(node, next.key());
            let score = self.search_move::<PV>(&next, node, &mv, place, forced, context);
            self.clear_mark(mark);
            if self.stopped {
                return 0;
            }
            if score <= best {
                continue;
            }
            best = score;
            rests_on = self.rests_on;
            if score > node.alpha {
                node.alpha = score;
                best_code = move_code(&mv);
                if PV {
                    self.set_line(node.ply, mv);
                }
                if score >= node.beta {
                    self.learn(context, node, &mv, picker);
                    break;
                }
            }
        }
        // A draw by repetition of a position above this node holds only on this line: no other line must find it.
        self.rests_on = if rests_on < node.ply { rests_on } else { NOTHING };
        if self.rests_on == NOTHING {
            self.remember(node, best, best_code, start_alpha);
        }
        best
    }

    /// One move: extended, reduced, searched again where the reduced search surprises.
    #[inline(always)]
    fn search_move<const PV: bool>(
        &mut self,
        next: &Position<R>,
        node: &Node,
        mv: &Move<R::Bits>,
        place: usize,
        forced: bool,
        context: Context,
    ) -> i32 {
        self.push(next, mv, node.ply);
        let (alpha, beta, ply) = (node.alpha, node.beta, node.ply + 1);
        // A forced reply is no choice and costs no depth; the ply limit ends chains of them.
        let mut depth = if forced && ply < MAX_PLY / 2 { node.depth } else { node.depth - 1 };
        let score = if place == 0 {
            depth += node.extension;
            -self.node::<PV>(next, -beta, -alpha, depth, ply)
        } else {
            let reduction = self.reduction::<PV>(context, node, mv, place);
            let mut score = -self.node::<false>(next, -alpha - 1, -alpha, depth - reduction, ply);
            if score > alpha && reduction > 0 {
                score = -self.node::<false>(next, -alpha - 1, -alpha, depth, ply);
            }
            if PV && score > alpha && score < beta {
                score = -self.node::<true>(next, -beta, -alpha, depth, ply);
            }
            score
        };
        self.pop();
        score
    }

    /// Whether another thread is at work on the move that leads to `next`, so that this one had better begin with
    /// others.
    #[inline(always)]
    fn defers(&self, node: &Node, next: Key, place: usize) -> bool {
        let Some(busy) = self.shared.busy else { return false };
        place > 0 && node.depth >= MARKED_DEPTH && busy.is_marked(next)
    }

    /// Tells other threads that this one is at work on the move that leads to `next`.
    #[inline(always)]
    fn mark(&self, node: &Node, next: Key) -> Option<Mark> {
        self.shared.busy.filter(|_| node.depth >= MARKED_DEPTH)?.mark(next)
    }

    /// Tells them that it has done.
    #[inline(always)]
    fn clear_mark(&self, mark: Option<Mark>) {
        if let (Some(busy), Some(mark)) = (self.shared.busy, mark) {
            busy.clear(mark);
        }
    }

    /// By how many plies a late quiet move is searched less.
    #[inline(always)]
    fn reduction<const PV: bool>(
        &self,
        context: Context,
        node: &Node,
        mv: &Move<R::Bits>,
        place: usize,
    ) -> i32 {
        let params = self.params();
        let full = if PV { params.full_moves_pv } else { params.full_moves };
        if node.depth < params.reduction_depth || (place as i32) < full || mv.is_capture() || mv.promotes() {
            return 0;
        }
        let by_place = self.reductions()[node.depth.min(63) as usize][place.min(63)];
        let mut reduction = i32::from(by_place) - i32::from(PV) - i32::from(node.threatened);
        reduction += params.reduction_worse * i32::from(node.worse);
        reduction -= self.history.score(context, mv) / params.reduction_history;
        reduction.clamp(0, node.depth - 1)
    }

    /// Keeps what a cut teaches about the order of moves.
    fn learn(&mut self, context: Context, node: &Node, mv: &Move<R::Bits>, picker: &Picker<R::Bits>) {
        if !mv.is_capture() {
            self.set_killer(node.ply, move_code(mv));
        }
        self.history.reward(context, mv, picker.given_before_last(), node.depth);
    }

    /// Stores the result in the table.
    #[inline(always)]
    fn remember(&self, node: &Node, best: i32, best_code: u16, start_alpha: i32) {
        let bound = Bound::of(best, start_alpha, node.beta);
        let entry = Entry {
            code: if best_code == 0 { node.table_code() } else { best_code },
            score: Score(best as i16).from_node(node.ply).0,
            eval: node.eval.map_or(Entry::NO_EVAL, |eval| eval as i16),
            depth: node.depth as u8,
            bound,
        };
        self.shared.table.store(node.key, entry);
    }
}

impl Node {
    fn new(key: Key, entry: Option<Entry>, [alpha, beta]: [i32; 2], depth: i32, ply: usize) -> Self {
        Self {
            key,
            alpha,
            beta,
            depth,
            ply,
            entry,
            eval: None,
            worse: false,
            threatened: false,
            extension: 0,
        }
    }

    /// The table's move, 0 if none.
    #[inline(always)]
    pub(super) fn table_code(&self) -> u16 {
        self.entry.map_or(0, |entry| entry.code)
    }
}
