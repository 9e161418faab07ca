//! One node of the tree: what is known already, what can be cut, and the loop over the moves.

use super::history::move_code;
use super::params::{
    FULL_MOVES, FULL_MOVES_PV, FUTILITY_DEPTH, FUTILITY_MARGIN, IIR_DEPTH, LATE_MOVE_BASE, LATE_MOVE_DEPTH,
    MAX_PLY, PROBCUT_DEPTH, PROBCUT_MARGIN, REDUCTION_DEPTH,
};
use super::picker::Picker;
use super::report::Bound;
use super::score::Score;
use super::tt::Entry;
use super::worker::{Worker, table_key};
use crate::board::Side;
use crate::position::{Key, Move, Position};
use crate::rules::Rules;

/// Scores at least this are announced wins.
const LEAST_WIN: i32 = Score::LEAST_WIN.0 as i32;

/// What the functions of one node hand to each other.
struct Node {
    key: Key,
    alpha: i32,
    beta: i32,
    depth: i32,
    ply: usize,
    /// The table's move, 0 if none.
    table_code: u16,
    /// Static evaluation, if the side to move may be judged at rest.
    eval: Option<i32>,
    /// Whether the opponent threatens to capture; only asked of quiet nodes.
    threatened: bool,
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
        if let Some(score) = self.draw_score(position) {
            return score;
        }
        // No line from here can be better than winning on the next ply, nor worse than losing at once.
        let alpha = alpha.max(i32::from(Score::loss_in(ply).0));
        let beta = beta.min(i32::from(Score::win_in(ply + 1).0));
        if alpha >= beta {
            return alpha;
        }
        let key = table_key(position);
        let entry = self.shared.table.probe(key);
        if !PV && let Some(score) = entry.and_then(|entry| cutoff(entry, alpha, beta, depth, ply)) {
            return score;
        }
        let mut picker = self.take_picker(ply);
        position.board().moves_for_search(&mut picker.moves);
        let score = if picker.moves.is_empty() {
            Self::score_without_moves(position, ply)
        } else {
            let mut node = Node::new(key, alpha, beta, depth, ply);
            self.set_up(position, &picker, entry, &mut node);
            if !PV && let Some(score) = self.prune(position, &node) {
                score
            } else {
                if node.table_code == 0 && depth >= IIR_DEPTH && picker.moves.len() > 1 {
                    node.depth -= 1;
                }
                self.search_moves::<PV>(position, &mut node, &mut picker)
            }
        };
        self.return_picker(ply, picker);
        score
    }

    /// Fills in what the cuts and the move loop want to know.
    #[inline(always)]
    fn set_up(
        &mut self,
        position: &Position<R>,
        picker: &Picker<R::Bits>,
        entry: Option<Entry>,
        node: &mut Node,
    ) {
        node.table_code = entry.map_or(0, |entry| entry.code);
        if picker.moves[0].is_capture() {
            return;
        }
        let known = entry.map(|entry| entry.eval).filter(|&eval| eval != Entry::NO_EVAL);
        node.eval = Some(known.map_or_else(|| self.evaluate(position), i32::from));
        node.threatened = position.board().is_threatened();
    }

    /// A score that spares the search of this node's moves. Only where neither side can capture.
    #[inline(always)]
    fn prune(&mut self, position: &Position<R>, node: &Node) -> Option<i32> {
        let eval = node.eval.filter(|_| !node.threatened)?;
        if node.beta.abs() >= LEAST_WIN {
            return None;
        }
        if node.depth <= FUTILITY_DEPTH && eval >= node.beta + FUTILITY_MARGIN * node.depth {
            return Some(eval);
        }
        self.shallow_cut(position, node, eval)
    }

    /// A search at 40 % of the depth that clears beta by a margin stands for the full one (as in Buro's
    /// `ProbCut`, 1995, without its regression).
    fn shallow_cut(&mut self, position: &Position<R>, node: &Node, eval: i32) -> Option<i32> {
        let target = node.beta + PROBCUT_MARGIN * node.depth;
        if node.depth < PROBCUT_DEPTH || eval < node.beta || target >= LEAST_WIN {
            return None;
        }
        let shallow = node.depth * 2 / 5;
        // The picker of this ply is in use, so the shallow search borrows the next ply's; its line is void.
        let score = self.node::<false>(position, target - 1, target, shallow, node.ply + 1);
        (score >= target && !self.stopped).then_some(score)
    }

    /// The best of all moves.
    fn search_moves<const PV: bool>(
        &mut self,
        position: &Position<R>,
        node: &mut Node,
        picker: &mut Picker<R::Bits>,
    ) -> i32 {
        let side = position.turn();
        let kings = position.board().kings(!side);
        picker.rate(node.table_code, kings, side, &self.history, self.history.killers(node.ply));
        let start_alpha = node.alpha;
        let forced = picker.moves.len() == 1;
        let mut best = i32::MIN;
        let mut best_code = 0;
        while let Some((place, mv)) = picker.next() {
            if !PV && best > -LEAST_WIN && is_too_late(node, &mv, place) {
                continue;
            }
            let score = self.search_move::<PV>(position, node, &mv, place, forced);
            if self.stopped {
                return 0;
            }
            if score <= best {
                continue;
            }
            best = score;
            if score > node.alpha {
                node.alpha = score;
                best_code = move_code(&mv);
                if PV {
                    self.set_line(node.ply, mv);
                }
                if score >= node.beta {
                    self.learn(side, node, &mv, picker);
                    break;
                }
            }
        }
        self.remember(node, best, best_code, start_alpha);
        best
    }

    /// One move: extended, reduced, searched again where the reduced search surprises.
    #[inline(always)]
    fn search_move<const PV: bool>(
        &mut self,
        position: &Position<R>,
        node: &Node,
        mv: &Move<R::Bits>,
        place: usize,
        forced: bool,
    ) -> i32 {
        let next = position.after(mv);
        self.push(&next);
        let (alpha, beta, ply) = (node.alpha, node.beta, node.ply + 1);
        // A forced reply is no choice and costs no depth; the ply limit ends chains of them.
        let depth = if forced && ply < MAX_PLY / 2 { node.depth } else { node.depth - 1 };
        let score = if place == 0 {
            -self.node::<PV>(&next, -beta, -alpha, depth, ply)
        } else {
            let reduction = self.reduction::<PV>(position.turn(), node, mv, place);
            let mut score = -self.node::<false>(&next, -alpha - 1, -alpha, depth - reduction, ply);
            if score > alpha && reduction > 0 {
                score = -self.node::<false>(&next, -alpha - 1, -alpha, depth, ply);
            }
            if PV && score > alpha && score < beta {
                score = -self.node::<true>(&next, -beta, -alpha, depth, ply);
            }
            score
        };
        self.pop();
        score
    }

    /// By how many plies a late quiet move is searched less.
    #[inline(always)]
    fn reduction<const PV: bool>(&self, side: Side, node: &Node, mv: &Move<R::Bits>, place: usize) -> i32 {
        let full = if PV { FULL_MOVES_PV } else { FULL_MOVES };
        if node.depth < REDUCTION_DEPTH || place < full || mv.is_capture() || mv.promotes() {
            return 0;
        }
        let mut reduction = REDUCTIONS[node.depth.min(63) as usize][place.min(63)] - i32::from(PV);
        if node.threatened {
            reduction -= 1;
        }
        reduction -= self.history.score(side, mv) / 4096;
        reduction.clamp(0, node.depth - 1)
    }

    /// Keeps what a cut teaches about the order of quiet moves.
    fn learn(&mut self, side: Side, node: &Node, mv: &Move<R::Bits>, picker: &Picker<R::Bits>) {
        if !mv.is_capture() {
            self.history.reward(side, mv, picker.given_before_last(), node.depth, node.ply);
        }
    }

    /// Stores the result in the table.
    #[inline(always)]
    fn remember(&self, node: &Node, best: i32, best_code: u16, start_alpha: i32) {
        let bound = if best >= node.beta {
            Bound::Lower
        } else if best > start_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = Entry {
            code: if best_code == 0 { node.table_code } else { best_code },
            score: Score(best as i16).from_node(node.ply).0,
            eval: node.eval.map_or(Entry::NO_EVAL, |eval| eval as i16),
            depth: node.depth as u8,
            bound,
        };
        self.shared.table.store(node.key, entry);
    }
}

impl Node {
    fn new(key: Key, alpha: i32, beta: i32, depth: i32, ply: usize) -> Self {
        Self { key, alpha, beta, depth, ply, table_code: 0, eval: None, threatened: false }
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
fn is_too_late<B: crate::board::Bits>(node: &Node, mv: &Move<B>, place: usize) -> bool {
    node.depth <= LATE_MOVE_DEPTH
        && !node.threatened
        && !mv.is_capture()
        && !mv.promotes()
        && place >= LATE_MOVE_BASE + (node.depth * node.depth) as usize
}

/// Reductions by depth and place of the move: half a ply plus ln(depth) ln(place) / 2.3, rounded down.
static REDUCTIONS: [[i32; 64]; 64] = reductions();

const fn reductions() -> [[i32; 64]; 64] {
    let ln = ln_thousandths();
    let mut table = [[0; 64]; 64];
    let mut depth = 1;
    while depth < 64 {
        let mut place = 1;
        while place < 64 {
            table[depth][place] = ((500_000 + ln[depth] * ln[place] * 10 / 23) / 1_000_000) as i32;
            place += 1;
        }
        depth += 1;
    }
    table
}

/// 1000 ln(n) for n from 1, rounded down: constants cannot call `f64::ln`, so 1/x is summed in fine steps.
const fn ln_thousandths() -> [u64; 64] {
    const STEPS: u64 = 32;
    let mut table = [0; 64];
    let mut sum = 0;
    let mut n = 2;
    while n < 64 {
        let mut i = (n as u64 - 1) * STEPS;
        while i < n as u64 * STEPS {
            sum += 2_000_000_000_000 / (2 * i + 1); // the middle of an interval of 1/32
            i += 1;
        }
        table[n] = sum / 1_000_000_000;
        n += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constant_logarithm_is_the_real_one() {
        for n in 1..64_usize {
            let real = (1000.0 * (n as f64).ln()) as i64;
            assert!((ln_thousandths()[n] as i64 - real).abs() <= 1, "{n}");
        }
        assert_eq!(REDUCTIONS[20][20], (0.5 + 20_f64.ln() * 20_f64.ln() / 2.3) as i32);
    }
}
