//! `go mate N`: one job of two searches that take turns. The ordinary search finds long forced wins soon and has a
//! move to play; the proof finds the shortest win, and alone can say that there is none. Each turn is longer than
//! the one before, so that neither holds the other up for more than its share.

use std::time::Instant;

use super::control::Control;
use crate::position::Move;
use crate::rules::Rules;
use crate::search::prove::{DEEPEST, plies};
use crate::search::{self, Bound, Finished, Limits, Line, Proof, Prover, Score, Task};

/// Nodes of the first turn of each search.
const FIRST_TURN: u64 = 20_000;

/// What has become of the question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// The side to move wins within the moves asked for.
    Won,
    /// It does not, whatever it plays.
    NotWon,
    /// A limit or a stop came first.
    Undecided,
    /// There is no move to ask about.
    NoMoves,
}

/// Looks for a win within `moves` moves of the side to move, calling `report` for the lines found on the way.
pub(super) fn run<R: Rules>(
    task: Task<R>,
    moves: u32,
    control: &Control,
    report: impl FnMut(Line<R>),
) -> (Finished<R>, Verdict) {
    let asked = plies::<R>(moves);
    let last = asked.min(task.limits.depth.unwrap_or(DEEPEST)).min(DEEPEST);
    let root_moves = if task.limits.search_moves.is_empty() {
        task.game.position().board().legal_moves()
    } else {
        task.limits.search_moves.clone()
    };
    let table = task.table.clone();
    let goes_on = {
        let (limits, started) = (task.limits.clone(), task.started);
        move || {
            let deadline = search::deadline(&limits, started, control.ponder_hit_at());
            !control.is_stopped() && deadline.is_none_or(|deadline| Instant::now() < deadline)
        }
    };
    let mut prover = Prover::new(&task.game, root_moves, last, &table, &goes_on);
    let mut hunt = Hunt { task, moves, control, report, guessed: 0, shown: 0 };
    let mut finished = hunt.guess(FIRST_TURN, 0);
    let mut turn = FIRST_TURN;
    loop {
        if finished.best.is_none() {
            return (finished, Verdict::NoMoves);
        }
        if hunt.is_won(finished.score) {
            return (finished, Verdict::Won);
        }
        let proof = prover.search(turn.min(hunt.left(prover.nodes())));
        let nodes = hunt.guessed + prover.nodes();
        finished = Finished { nodes, time: hunt.task.started.elapsed(), ..finished };
        match proof {
            Proof::Win { plies, line } => return (hunt.won_by(plies, line, &finished), Verdict::Won),
            Proof::NoWin if last == asked => return (finished, Verdict::NotWon),
            Proof::NoWin if hunt.is_at_its_depth(&finished) => return (finished, Verdict::Undecided),
            Proof::NoWin | Proof::Open => {}
        }
        if !goes_on() || hunt.left(prover.nodes()) == 0 {
            return (finished, Verdict::Undecided);
        }
        turn = turn.saturating_mul(4);
        finished = hunt.guess(turn, prover.nodes());
    }
}

/// The part of the ordinary search.
struct Hunt<'a, R: Rules, F: FnMut(Line<R>)> {
    task: Task<R>,
    moves: u32,
    control: &'a Control,
    report: F,
    /// Nodes of the ordinary search so far.
    guessed: u64,
    /// The deepest line reported.
    shown: u32,
}

impl<R: Rules, F: FnMut(Line<R>)> Hunt<'_, R, F> {
    /// A turn of the ordinary search. It begins anew, but the table remembers, so that it soon is where it was;
    /// what it has to say until then is not said again.
    fn guess(&mut self, nodes: u64, proved: u64) -> Finished<R> {
        let nodes = nodes.min(self.left(proved));
        let limits = Limits { nodes: Some(nodes), mate: Some(self.moves), ..self.task.limits.clone() };
        let (game, table) = (self.task.game.clone(), self.task.table.clone());
        let task = Task {
            threads: self.task.threads,
            multi_pv: self.task.multi_pv,
            net: self.task.net.clone(),
            contempt: self.task.contempt,
            params: self.task.params,
            started: self.task.started,
            ..Task::new(game, limits, table)
        };
        let (before, shown, moves) = (self.guessed + proved, self.shown, self.moves);
        let (report, deepest) = (&mut self.report, &mut self.shown);
        let finished = search::run(&task, &self.control.next_signals(), |mut line| {
            if line.depth > shown || is_win_within(line.score, moves) {
                *deepest = line.depth.max(*deepest);
                line.nodes += before;
                report(line);
            }
        });
        self.guessed += finished.nodes;
        Finished { nodes: self.guessed + proved, ..finished }
    }

    /// Nodes that may yet be searched, of both searches together.
    fn left(&self, proved: u64) -> u64 {
        self.task.limits.nodes.unwrap_or(u64::MAX).saturating_sub(self.guessed + proved)
    }

    /// Whether a score of the ordinary search proves a win. Its table tells counts of moves without progress apart
    /// only roughly, so where such a count can run out before the win, the other search decides.
    fn is_won(&self, score: Score) -> bool {
        let position = self.task.game.position();
        let limit = position.draws().no_progress.map_or(i32::MAX, |(limit, _)| limit.into());
        let in_time = |plies| i32::from(position.clocks().no_progress) + plies < limit;
        is_win_within(score, self.moves) && score.plies_to_end().is_some_and(in_time)
    }

    /// Whether the ordinary search has searched as deep as it may.
    fn is_at_its_depth(&self, finished: &Finished<R>) -> bool {
        finished.depth >= self.task.limits.depth.unwrap_or(u32::MAX).min(search::params::MAX_DEPTH)
    }

    /// Reports and returns a proven win.
    fn won_by(&mut self, depth: u32, pv: Vec<Move<R::Bits>>, so_far: &Finished<R>) -> Finished<R> {
        let score = Score::win_in(depth as usize);
        let (nodes, time) = (so_far.nodes, so_far.time);
        let (best, ponder) = (pv.first().copied(), pv.get(1).copied());
        let hash_full = self.task.table.full_per_mille();
        (self.report)(Line {
            depth,
            sel_depth: depth,
            rank: 1,
            score,
            bound: Bound::Exact,
            pv,
            nodes,
            time,
            hash_full,
            tb_hits: None,
        });
        Finished { best, ponder, score, depth, nodes, time }
    }
}

/// Whether a score announces a win of the side to move within so many of its moves.
fn is_win_within(score: Score, moves: u32) -> bool {
    score.plies_to_end().is_some_and(|plies| plies > 0 && (plies as u32).div_ceil(2) <= moves)
}
