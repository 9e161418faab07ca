//! One node of the tree: what is known already, what can be cut, and the loop over the moves.

use super::busy::Mark;
use super::history::{Context, move_code};
use super::params::{MARKED_DEPTH, MAX_PLY, Params};
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
const LEAST_PROVED: i32 = Score::known_win(Score::MAX_PLY).0 as i32;

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

    /// A score that spares the search of this node's moves. Only where neither side can capture.
    #[inline(always)]
    fn prune(&mut self, position: &Position<R>, node: &Node) -> Option<i32> {
        let eval = node.eval.filter(|_| !node.threatened)?;
        if node.beta.abs() >= LEAST_PROVED {
            return None;
        }
        let params = self.params();
        if node.depth <= params.futility_depth && eval >= node.beta + params.futility_margin * node.depth {
            return Some(eval);
        }
        self.shallow_cut(position, node, eval)
    }

    /// A search at part of the depth that clears beta by a margin stands for the full one (as in Buro's
    /// `ProbCut`, 1995, without its regression).
    fn shallow_cut(&mut self, position: &Position<R>, node: &Node, eval: i32) -> Option<i32> {
        let params = self.params();
        let target = node.beta + params.probcut_margin * node.depth;
        if node.depth < params.probcut_depth || eval < node.beta || target >= LEAST_PROVED {
            return None;
        }
        let shallow = node.depth * params.probcut_share / 100;
        let score = self.node::<false>(position, target - 1, target, shallow, node.ply);
        (score >= target && !self.stopped).then_some(score)
    }

    /// A score that the table has for the position after some move and that cuts the node: enhanced transposition cutoffs
    /// (Plaat, Schaeffer, Pijls and de Bruin, 1996).
    fn transposed(&mut self, position: &Position<R>, node: &Node, picker: &Picker<R::Bits>) -> Option<i32> {
        if node.depth < self.params().transposed_depth || picker.moves.len() < 2 {
            return None;
        }
        for mv in &picker.moves {
            let next = position.after(mv);
            let Some(entry) = self.shared.table.probe(self.table_key(&next)) else { continue };
            let score =
                cutoff(entry, -node.beta, 1 - node.beta, node.depth - 1, node.ply + 1).map(|score| -score);
            if score.is_some_and(|score| score >= node.beta) && !self.draws(&next, mv, node.ply) {
                return score;
            }
        }
        None
    }

    /// Whether a move ends in a draw by rule; repetition too.
    fn draws(&mut self, next: &Position<R>, mv: &Move<R::Bits>, ply: usize) -> bool {
        self.push(next, mv, ply);
        let score = self.draw_score(next, ply + 1);
        self.pop();
        self.rests_on = NOTHING;
        score.is_some()
    }

    /// Whether the table's move is the only one that holds its score: then it is searched deeper. If instead
    /// another one holds even beta, the node is cut: two good moves seldom both fail (multi-cut).
    #[inline(always)]
    fn singular(&mut self, position: &Position<R>, node: &Node, picker: &mut Picker<R::Bits>) -> Singular {
        let params = self.params();
        let (Some(entry), true) = (node.entry, node.depth >= params.singular_depth) else {
            return Singular::No;
        };
        let score = i32::from(Score(entry.score).from_root(node.ply).0);
        let reliable = i32::from(entry.depth) >= node.depth - 3 && entry.bound != Bound::Upper;
        if entry.code == 0 || !reliable || score.abs() >= LEAST_PROVED || picker.moves.len() < 2 {
            return Singular::No;
        }
        self.other_moves(position, node, picker, score - params.singular_margin * node.depth)
    }

    /// Searches all moves but the table's, at half the depth, for one that reaches `target`.
    fn other_moves(
        &mut self,
        position: &Position<R>,
        node: &Node,
        picker: &mut Picker<R::Bits>,
        target: i32,
    ) -> Singular {
        let depth = (node.depth - 1) / 2;
        let mut verdict = Singular::Extend;
        while let Some((_, mv)) = picker.next() {
            if move_code(&mv) == node.table_code() {
                continue;
            }
            let next = position.after(&mv);
            self.push(&next, &mv, node.ply);
            let score = -self.node::<false>(&next, -target, 1 - target, depth - 1, node.ply + 1);
            self.pop();
            if self.stopped || score >= target {
                let cuts = target >= node.beta && !self.stopped;
                verdict = if cuts { Singular::Cut(target) } else { Singular::No };
                break;
            }
        }
        picker.rewind();
        verdict
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

/// What the search of all moves but the table's has shown.
enum Singular {
    /// Nothing, or it was not made.
    No,
    /// The table's move stands alone.
    Extend,
    /// Another move is good enough for a cut with this score.
    Cut(i32),
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
    fn table_code(&self) -> u16 {
        self.entry.map_or(0, |entry| entry.code)
    }
}

/// The score that a table entry gives a node without searching it: from the same depth or deeper, or a win or
/// loss from any.
#[inline(always)]
fn cutoff(entry: Entry, alpha: i32, beta: i32, depth: i32, ply: usize) -> Option<i32> {
    let score = i32::from(Score(entry.score).from_root(ply).0);
    let deep_enough = i32::from(entry.depth) >= depth;
    let cuts = match entry.bound {
        Bound::Exact => deep_enough || score.abs() >= LEAST_WIN,
        Bound::Lower => score >= beta && (deep_enough || score >= LEAST_WIN),
        Bound::Upper => score <= alpha && (deep_enough || score <= -LEAST_WIN),
    };
    cuts.then_some(score)
}

/// Whether a late quiet move is left out altogether: near the leaves, when nothing is threatened.
#[inline(always)]
fn is_too_late<B: crate::board::Bits>(params: &Params, node: &Node, mv: &Move<B>, place: usize) -> bool {
    node.depth <= params.late_move_depth
        && !node.threatened
        && !mv.is_capture()
        && !mv.promotes()
        && place as i32 >= params.late_move_base + node.depth * node.depth
}
