//! What spares a node the search of all its moves: a score that is good enough without it, and moves left out.

use super::history::move_code;
use super::node::{LEAST_PROVED, LEAST_WIN, Node};
use super::params::Params;
use super::picker::Picker;
use super::report::Bound;
use super::score::Score;
use super::tt::Entry;
use super::worker::{NOTHING, Worker};
use crate::position::{Move, Position};
use crate::rules::Rules;

/// What the search of all moves but the table's has shown.
pub(super) enum Singular {
    /// Nothing, or it was not made.
    No,
    /// The table's move stands alone.
    Extend,
    /// Another move is good enough for a cut with this score.
    Cut(i32),
}

impl<R: Rules> Worker<'_, R> {
    /// A score that spares the search of this node's moves. Only where neither side can capture.
    #[inline(always)]
    pub(super) fn prune(&mut self, position: &Position<R>, node: &Node) -> Option<i32> {
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
    pub(super) fn transposed(
        &mut self,
        position: &Position<R>,
        node: &Node,
        picker: &Picker<R::Bits>,
    ) -> Option<i32> {
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
    pub(super) fn singular(
        &mut self,
        position: &Position<R>,
        node: &Node,
        picker: &mut Picker<R::Bits>,
    ) -> Singular {
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
}

/// The score that a table entry gives a node without searching it: from the same depth or deeper, or a win or
/// loss from any.
#[inline(always)]
pub(super) fn cutoff(entry: Entry, alpha: i32, beta: i32, depth: i32, ply: usize) -> Option<i32> {
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
pub(super) fn is_too_late<B: crate::board::Bits>(
    params: &Params,
    node: &Node,
    mv: &Move<B>,
    place: usize,
) -> bool {
    node.depth <= params.late_move_depth
        && !node.threatened
        && !mv.is_capture()
        && !mv.promotes()
        && place as i32 >= params.late_move_base + node.depth * node.depth
}
