//! Leaf counts that can be stopped and that several threads can share. The numbers are those of
//! [`crate::position::perft`].

use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::control::Control;
use crate::position::{Board, Move, perft};
use crate::rules::Rules;

/// Plies counted without looking whether to stop: some milliseconds at most, and too many for the look to cost.
const SLICE: u32 = 4;

/// A piece of the work: the board below root move `root`, to be counted `depth` plies deep.
struct Job<R: Rules> {
    root: usize,
    board: Board<R>,
    depth: u32,
}

/// Leaves `depth` plies below `board`: `report` is called for each legal move, in their order, as soon as its
/// count and those before it are known. `None` if it was stopped. A depth of 0 has no moves to report.
pub fn divide<R: Rules>(
    board: &Board<R>,
    depth: u32,
    threads: usize,
    control: &Control,
    mut report: impl FnMut(&Move<R::Bits>, u64),
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let moves = board.legal_moves();
    let jobs = jobs(board, &moves, depth);
    let mut tally = Tally { counts: vec![0; moves.len()], open: vec![0; moves.len()], said: 0 };
    for job in &jobs {
        tally.open[job.root] += 1;
    }
    tally.say(&moves, &mut report);
    let (to_do, from_owner) = unbounded();
    for job in jobs {
        // The other end is held below, so this cannot fail.
        let _ = to_do.send(job);
    }
    drop(to_do);
    let (done, results) = unbounded();
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (jobs, done) = (from_owner.clone(), done.clone());
            scope.spawn(move || work(&jobs, &done, control));
        }
        drop(done);
        for (root, count) in results {
            tally.counts[root] += count;
            tally.open[root] -= 1;
            tally.say(&moves, &mut report);
        }
    });
    (tally.said == moves.len()).then(|| tally.counts.iter().sum())
}

/// Cuts the work up two plies below the root, where there is enough of it for several threads.
fn jobs<R: Rules>(board: &Board<R>, moves: &[Move<R::Bits>], depth: u32) -> Vec<Job<R>> {
    let mut jobs = Vec::new();
    for (root, mv) in moves.iter().enumerate() {
        let board = board.after(mv);
        if depth < SLICE {
            jobs.push(Job { root, board, depth: depth - 1 });
            continue;
        }
        let replies = board.legal_moves();
        jobs.extend(replies.iter().map(|reply| Job { root, board: board.after(reply), depth: depth - 2 }));
    }
    jobs
}

fn work<R: Rules>(jobs: &Receiver<Job<R>>, done: &Sender<(usize, u64)>, control: &Control) {
    for job in jobs {
        let Some(count) = count(&job.board, job.depth, control) else { return };
        if done.send((job.root, count)).is_err() {
            return;
        }
    }
}

/// Counts slice by slice; `None` once a stop was asked for.
fn count<R: Rules>(board: &Board<R>, depth: u32, control: &Control) -> Option<u64> {
    if control.is_stopped() {
        return None;
    }
    if depth <= SLICE {
        return Some(perft::perft(board, depth));
    }
    board.legal_moves().iter().map(|mv| count(&board.after(mv), depth - 1, control)).sum()
}

/// What is known of each root move.
struct Tally {
    counts: Vec<u64>,
    /// Jobs not yet counted.
    open: Vec<usize>,
    /// Root moves reported.
    said: usize,
}

impl Tally {
    /// Reports the moves whose turn it is and that are complete.
    fn say<B>(&mut self, moves: &[Move<B>], report: &mut impl FnMut(&Move<B>, u64)) {
        while self.open.get(self.said) == Some(&0) {
            report(&moves[self.said], self.counts[self.said]);
            self.said += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variants::{English, International, Turkish};

    fn same_as_plain<R: Rules>(depth: u32) {
        let board = Board::<R>::start();
        let control = Control::default();
        for threads in [1, 3] {
            let mut lines = Vec::new();
            let total = divide(&board, depth, threads, &control, |mv, nodes| lines.push((*mv, nodes)));
            assert_eq!(total, Some(perft::perft(&board, depth)), "depth {depth}");
            if depth > 0 {
                assert_eq!(lines, perft::divide(&board, depth), "depth {depth}, {threads} threads");
            }
        }
    }

    #[test]
    fn slices_and_threads_change_no_number() {
        for depth in 0..7 {
            same_as_plain::<International>(depth);
            same_as_plain::<English>(depth);
        }
        same_as_plain::<Turkish>(5);
    }

    #[test]
    fn a_stop_ends_it() {
        let control = Control::default();
        control.stop();
        let board = Board::<International>::start();
        assert_eq!(divide(&board, 20, 2, &control, |_, _| {}), None);
    }
}
