//! Iterative deepening at the root: one depth after the other, each with a window round the last score.

use super::history::move_code;
use super::params::MAX_DEPTH;
use super::report::Bound;
use super::score::Score;
use super::worker::Worker;
use crate::position::{Move, Position};
use crate::rules::Rules;

/// A root move and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove<R: Rules> {
    pub(super) mv: Move<R::Bits>,
    /// Score from the last search that raised it, `-INFINITE` if none in this iteration.
    pub(super) score: i32,
    /// What kind of score that is: a window that it left may have cut it short.
    bound: Bound,
    /// Score of the iteration before.
    previous: i32,
    /// The line it begins.
    pub(super) line: Vec<Move<R::Bits>>,
    sel_depth: usize,
}

/// What a thread has after an iteration, best move first.
#[derive(Clone, Debug)]
pub(super) struct Iteration<R: Rules> {
    pub(super) depth: u32,
    /// Whether it was searched to its end.
    pub(super) complete: bool,
    pub(super) lines: Vec<RootLine<R>>,
}

/// A root line of an iteration.
#[derive(Clone, Debug)]
pub(super) struct RootLine<R: Rules> {
    pub(super) score: Score,
    pub(super) bound: Bound,
    pub(super) line: Vec<Move<R::Bits>>,
    pub(super) sel_depth: usize,
}

const INFINITE: i32 = Score::INFINITE.0 as i32;

/// How one thread deepens.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// First depth; threads begin at different ones so that they do not all do the same work.
    pub(super) first_depth: u32,
    /// Last depth.
    pub(super) last_depth: u32,
    /// Lines wanted.
    pub(super) multi_pv: usize,
}

impl<R: Rules> Worker<'_, R> {
    /// Deepens until the plan or a stop ends it; calls `report` after every iteration and after failed windows.
    pub(super) fn deepen(
        &mut self,
        root: &Position<R>,
        moves: &[Move<R::Bits>],
        plan: &Plan,
        mut report: impl FnMut(Iteration<R>),
    ) {
        let mut moves: Vec<RootMove<R>> = moves.iter().map(|&mv| RootMove::new(mv)).collect();
        let wanted = plan.multi_pv.min(moves.len());
        for depth in plan.first_depth..=plan.last_depth.min(MAX_DEPTH) {
            for root_move in &mut moves {
                root_move.previous = std::mem::replace(&mut root_move.score, -INFINITE);
            }
            for rank in 0..wanted {
                self.sel_depth = 0;
                self.search_rank(root, &mut moves, rank, depth as i32);
                if self.stopped {
                    break;
                }
            }
            self.share_nodes();
            if !self.stopped || moves[0].score > -INFINITE && (depth == plan.first_depth || moves[0].counts())
            {
                report(Iteration::of(&moves[..wanted], depth, !self.stopped));
            }
            if self.stopped {
                break;
            }
        }
    }

    /// Finds the best move among those from place `rank` on, and puts it there.
    fn search_rank(&mut self, root: &Position<R>, moves: &mut [RootMove<R>], rank: usize, depth: i32) {
        let previous = moves[rank].previous;
        let (first_width, from_depth) = (self.params().aspiration, self.params().aspiration_depth);
        let narrow = depth >= from_depth && previous > -INFINITE && !Score(previous as i16).is_decided();
        let mut width = if narrow { first_width } else { 2 * INFINITE };
        let (mut alpha, mut beta) = ((previous - width).max(-INFINITE), (previous + width).min(INFINITE));
        if !narrow {
            (alpha, beta) = (-INFINITE, INFINITE);
        }
        loop {
            let score = self.root_moves(root, &mut moves[rank..], alpha, beta, depth);
            // Stable: moves that raised nothing keep their order from the iteration before.
            moves[rank..].sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
            if self.stopped {
                return;
            }
            width *= 3;
            if score <= alpha && alpha > -INFINITE {
                alpha = if width > 500 { -INFINITE } else { (previous - width).max(-INFINITE) };
            } else if score >= beta && beta < INFINITE {
                beta = if width > 500 { INFINITE } else { (previous + width).min(INFINITE) };
            } else {
                return;
            }
        }
    }

    /// One pass over the root moves within a window.
    fn root_moves(
        &mut self,
        root: &Position<R>,
        moves: &mut [RootMove<R>],
        alpha: i32,
        beta: i32,
        depth: i32,
    ) -> i32 {
        let mut best = -INFINITE;
        let mut alpha = alpha;
        for (place, root_move) in moves.iter_mut().enumerate() {
            let score = self.root_move(root, &root_move.mv, alpha, beta, depth, place);
            if self.stopped {
                return best;
            }
            if place == 0 || score > alpha {
                root_move.score = score;
                root_move.bound = Bound::of(score, alpha, beta);
                root_move.sel_depth = self.sel_depth;
                root_move.line.clear();
                root_move.line.push(root_move.mv);
                root_move.line.extend_from_slice(self.line(1));
            } else {
                root_move.score = -INFINITE;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn root_move(
        &mut self,
        root: &Position<R>,
        mv: &Move<R::Bits>,
        alpha: i32,
        beta: i32,
        depth: i32,
        place: usize,
    ) -> i32 {
        let next = root.after(mv);
        self.push(&next, mv, 0);
        let mut score = 0;
        if place > 0 {
            score = -self.node::<false>(&next, -alpha - 1, -alpha, depth - 1, 1);
        }
        if place == 0 || score > alpha && !self.stopped {
            score = -self.node::<true>(&next, -beta, -alpha, depth - 1, 1);
        }
        self.pop();
        score
    }
}

impl<R: Rules> RootMove<R> {
    fn new(mv: Move<R::Bits>) -> Self {
        let (score, previous, bound) = (-INFINITE, -INFINITE, Bound::Exact);
        Self { mv, score, bound, previous, line: vec![mv], sel_depth: 0 }
    }

    /// Whether it says more, as the first of an iteration that was broken off, than the iteration before: another move
    /// may be better than one that loses or has just proved worse than it seemed.
    fn counts(&self) -> bool {
        self.bound != Bound::Upper && !Score(self.score as i16).is_lost()
    }

    /// What kind of score it is for the whole root. A broken-off iteration has not seen whether another move is better
    /// than a lost one.
    fn bound(&self, complete: bool) -> Bound {
        let lost = !complete && Score(self.score as i16).is_lost();
        if lost { Bound::Lower } else { self.bound }
    }
}

impl<R: Rules> Iteration<R> {
    fn of(moves: &[RootMove<R>], depth: u32, complete: bool) -> Self {
        let lines = moves.iter().filter(|root_move| root_move.score > -INFINITE).map(|root_move| RootLine {
            score: Score(root_move.score as i16),
            bound: root_move.bound(complete),
            line: root_move.line.clone(),
            sel_depth: root_move.sel_depth,
        });
        Self { depth, complete, lines: lines.collect() }
    }

    /// The best move's code.
    pub(super) fn best_code(&self) -> u16 {
        self.lines.first().and_then(|line| line.line.first()).map_or(0, move_code)
    }
}
