//! The threads of one search: started together, heard over one channel, stopped together.
//!
//! The thread that calls [`run`] coordinates: it alone decides by the clock, sleeps until a worker reports, the
//! owner signals or a deadline passes, and then decides. Workers only search and look at the stop signal.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, never, select, unbounded};

use super::busy::Busy;
use super::clock::{Budget, Stability};
use super::deepen::{Iteration, Plan};
use super::params::MAX_DEPTH;
use super::report::{Finished, Line};
use super::score::Score;
use super::signals::Signals;
use super::tt::Table;
use super::worker::{Shared, Worker};
use super::{Endgames, Limits, Root, STACK, Task};
use crate::position::Move;
use crate::rules::Rules;

/// What a worker sends.
enum News<R: Rules> {
    /// It has finished or broken off an iteration.
    Iterated { thread: usize, iteration: Iteration<R>, nodes: u64, at: Instant },
    /// It will search no more.
    Ended { thread: usize },
}

/// Searches until a limit or a stop, calling `report` for every line found on the way. Blocks.
pub fn run<R: Rules>(task: &Task<R>, signals: &Arc<Signals>, report: impl FnMut(Line<R>)) -> Finished<R> {
    let (moves, known) = root_moves(task);
    let nodes = AtomicU64::new(0);
    task.table.new_search();
    let mut coordinator = Coordinator::new(task, signals, &nodes, &moves, known.as_ref(), report);
    if moves.is_empty() {
        return coordinator.finished();
    }
    let busy = (task.threads > 1).then(Busy::new);
    let shared = Shared {
        table: &task.table,
        signals,
        busy: busy.as_ref(),
        nodes: &nodes,
        node_limit: task.limits.nodes.unwrap_or(u64::MAX).max(1),
        net: task.net.as_deref(),
        contempt: task.contempt,
        params: task.params,
    };
    let (sender, news) = unbounded();
    std::thread::scope(|scope| {
        for thread in 0..task.threads.max(1) {
            // Many threads take a while to start, and those that search take the processors: none after the end.
            if thread > 0 && coordinator.is_over() {
                break;
            }
            let (sender, moves, known) = (sender.clone(), &moves, known.as_ref());
            let named = std::thread::Builder::new().name(format!("search {thread}")).stack_size(STACK);
            let started =
                named.spawn_scoped(scope, move || work(task, shared, thread, moves, known, &sender));
            if started.is_err() {
                // The system gives no more threads: the search goes on with those it has.
                break;
            }
        }
        drop(sender);
        coordinator.listen(&news);
        signals.request_stop();
        // The others end within a few nodes; what they still say counts for the vote.
        for late in news {
            coordinator.hear(late);
        }
    });
    coordinator.finished()
}

/// The legal moves, or those of them that were asked for; if tables know all of them, those worth playing and what
/// is known.
fn root_moves<R: Rules>(task: &Task<R>) -> (Vec<Move<R::Bits>>, Option<Root<R>>) {
    let mut moves = task.game.position().board().legal_moves();
    let wanted = &task.limits.search_moves;
    if !wanted.is_empty() {
        moves.retain(|mv| wanted.contains(mv));
    }
    let Some(endgames) = &task.endgames else { return (moves, None) };
    if task.multi_pv > 1 {
        // Analysis of several lines wants to see the others too. What scores alike stays in this order.
        endgames.sort(&task.game, &mut moves);
        return (moves, None);
    }
    match endgames.at_root(&task.game, &moves) {
        Some(mut known) => (std::mem::take(&mut known.moves), Some(known)),
        None => (moves, None),
    }
}

/// One thread's life.
fn work<R: Rules>(
    task: &Task<R>,
    shared: Shared<'_>,
    thread: usize,
    moves: &[Move<R::Bits>],
    known: Option<&Root<R>>,
    sender: &Sender<News<R>>,
) {
    let endgames = known.map(|known| &known.tree).or(task.endgames.as_ref());
    let mut worker = Worker::new(shared, &task.game).asking(endgames, &task.game);
    let plan = Plan {
        first_depth: 1 + (thread % 2) as u32,
        last_depth: task.limits.depth.unwrap_or(MAX_DEPTH).max(1),
        multi_pv: task.multi_pv.max(1),
    };
    worker.deepen(task.game.position(), moves, &plan, |iteration| {
        // The coordinator listens until all have ended, so this cannot fail.
        let nodes = shared.nodes.load(Ordering::Relaxed);
        let _ = sender.send(News::Iterated { thread, iteration, nodes, at: Instant::now() });
    });
    let _ = sender.send(News::Ended { thread });
}

/// Decides when to stop, and which thread's move to play.
struct Coordinator<'a, R: Rules, F: FnMut(Line<R>)> {
    limits: &'a Limits<R>,
    table: &'a Table,
    endgames: Option<&'a Endgames<R>>,
    signals: &'a Signals,
    nodes: &'a AtomicU64,
    started: Instant,
    report: F,
    budget: Option<Budget>,
    stability: Stability,
    /// The moves to choose from.
    moves: &'a [Move<R::Bits>],
    /// What tables know of the root.
    known: Option<&'a Root<R>>,
    /// The latest iteration of each thread.
    latest: Vec<Option<Iteration<R>>>,
    /// The deepest iteration shown.
    deepest: u32,
    done: bool,
}

impl<'a, R: Rules, F: FnMut(Line<R>)> Coordinator<'a, R, F> {
    fn new(
        task: &'a Task<R>,
        signals: &'a Signals,
        nodes: &'a AtomicU64,
        moves: &'a [Move<R::Bits>],
        known: Option<&'a Root<R>>,
        report: F,
    ) -> Self {
        Self {
            limits: &task.limits,
            table: &task.table,
            endgames: task.endgames.as_ref(),
            signals,
            nodes,
            started: task.started,
            report,
            budget: Budget::of(&task.limits),
            stability: Stability::default(),
            moves,
            known,
            latest: vec![None; task.threads.max(1)],
            deepest: 0,
            done: false,
        }
    }

    /// Whether the search is to end by a signal or by the clock.
    fn is_over(&self) -> bool {
        self.signals.stop_requested() || self.deadline().is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Waits for news, signals and the clock until the search is to end.
    fn listen(&mut self, news: &Receiver<News<R>>) {
        while !self.done && !self.signals.stop_requested() {
            let deadline = self.deadline().map_or_else(never, crossbeam_channel::at);
            select! {
                recv(news) -> message => match message {
                    Ok(message) => self.hear(message),
                    Err(_) => self.done = true,
                },
                recv(self.signals.wake()) -> _ => self.consider_time(1.0),
                recv(deadline) -> _ => self.done = true,
            }
        }
    }

    /// When the clock began to run; `None` while pondering.
    fn clock_start(&self) -> Option<Instant> {
        if self.limits.ponder { self.signals.ponder_hit_at() } else { Some(self.started) }
    }

    /// When the search must be broken off.
    fn deadline(&self) -> Option<Instant> {
        if self.limits.infinite {
            return None;
        }
        Some(self.clock_start()? + self.budget?.hard)
    }

    fn hear(&mut self, message: News<R>) {
        match message {
            News::Iterated { thread, iteration, nodes, at } => {
                // Whichever thread is first at a depth speaks for all. What one says that was broken off is for the vote.
                let leads = iteration.depth > self.deepest && (iteration.complete || thread == 0);
                if leads {
                    self.deepest = iteration.depth;
                    self.show(&iteration, nodes, at.saturating_duration_since(self.started));
                    self.after_iteration(&iteration);
                }
                self.latest[thread] = Some(iteration);
            }
            News::Ended { thread } => self.done |= thread == 0,
        }
    }

    /// Passes the lines of an iteration on.
    fn show(&mut self, iteration: &Iteration<R>, nodes: u64, time: Duration) {
        let known = self.known;
        for (nth, line) in iteration.lines.iter().enumerate() {
            (self.report)(Line {
                depth: iteration.depth,
                sel_depth: line.sel_depth as u32,
                rank: nth + 1,
                score: known.map_or(line.score, |known| known.score(line.score)),
                bound: known.map_or(line.bound, |known| known.bound(line.bound)),
                pv: line.line.clone(),
                nodes,
                time,
                hash_full: self.table.full_per_mille(),
                tb_hits: self.endgames.map(Endgames::hits),
            });
        }
    }

    /// Asks whether another iteration is worth beginning.
    fn after_iteration(&mut self, iteration: &Iteration<R>) {
        self.done |= iteration.complete && self.limits.depth.is_some_and(|last| iteration.depth >= last);
        let score = iteration.lines.first().map_or(Score::DRAW, |line| line.score);
        let scale = self.stability.after_iteration(iteration.best_code(), i32::from(score.0));
        if let (Some(mate), Some(plies)) = (self.limits.mate, score.plies_to_end())
            && !self.limits.infinite
            && plies > 0
            && (plies + 1) / 2 <= mate as i32
        {
            self.done = true;
        }
        self.consider_time(scale);
    }

    /// Stops if `scale` times the soft limit has passed, or if there is nothing to decide and a clock runs.
    fn consider_time(&mut self, scale: f64) {
        let (Some(budget), Some(start), false) = (self.budget, self.clock_start(), self.limits.infinite)
        else {
            return;
        };
        // What was thought while pondering counts: the move may be ready at the ponder hit.
        let thought = if self.limits.ponder { self.started } else { start }.elapsed();
        let fixed_time = budget.soft == budget.hard && self.limits.move_time.is_some();
        let soft = if fixed_time { budget.soft } else { budget.soft.mul_f64(scale).min(budget.hard) };
        let decided = self.moves.len() == 1 && self.limits.clock.is_some();
        self.done |= decided && self.deepest > 0 || thought >= soft.max(Duration::from_micros(1));
    }

    /// The thread whose move is played: each votes for its best move, the more the deeper it looked and the
    /// better it scores; among those with the winning move the deepest speaks. Where a depth was asked for, it is whichever
    /// got there.
    fn chosen(&self) -> Option<&Iteration<R>> {
        let heard = || self.latest.iter().flatten().filter(|iteration| !iteration.lines.is_empty());
        if self.limits.depth.is_some() {
            return heard().rev().max_by_key(|iteration| (iteration.depth, iteration.complete));
        }
        let score = |iteration: &Iteration<R>| i64::from(iteration.lines[0].score.0);
        let lowest = heard().map(score).min()?;
        let votes = |code: u16| -> i64 {
            let voters = heard().filter(|iteration| iteration.best_code() == code);
            voters.map(|iteration| (score(iteration) - lowest + 14) * i64::from(iteration.depth)).sum()
        };
        // Ties go to the thread that comes first.
        heard().rev().max_by_key(|iteration| (votes(iteration.best_code()), iteration.depth))
    }

    fn finished(&self) -> Finished<R> {
        let chosen = self.chosen();
        let line = chosen.and_then(|iteration| iteration.lines.first());
        // A search that is stopped before its first result still has a legal move to give.
        let moves = line.map_or(&self.moves[..1.min(self.moves.len())], |line| &line.line[..]);
        Finished {
            best: moves.first().copied(),
            ponder: moves.get(1).copied(),
            score: line
                .map_or(Score::DRAW, |line| self.known.map_or(line.score, |known| known.score(line.score))),
            depth: chosen.map_or(0, |iteration| iteration.depth),
            nodes: self.nodes.load(Ordering::Relaxed),
            time: self.started.elapsed(),
        }
    }
}
