//! When to stop: pure arithmetic on the limits, no clock is read here.

use std::time::{Duration, Instant};

use super::limits::{ClockLimits, Limits};
use crate::rules::Rules;

/// How long a search may take, counted from when its time began to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Budget {
    /// Do not start another iteration after this, scaled by how settled the search is.
    pub(super) soft: Duration,
    /// Stop in the middle of an iteration.
    pub(super) hard: Duration,
}

/// A clock that is told to be empty still gives this much: the move must be made.
const LEAST: Duration = Duration::from_millis(1);

/// Kept on a clock against stalls of the machine: other programs may hold a core for tens of milliseconds.
const RESERVE: Duration = Duration::from_millis(200);

/// Moves that a game is thought to last yet, when no time control says how many must be played.
const MOVES_LEFT: u32 = 28;

/// A clock without increment below this is shared among more and more moves, up to four times as many: king
/// endings can last hundreds of moves.
const SHORT_CLOCK: Duration = Duration::from_secs(4);

impl Budget {
    /// The budget under `limits`; `None` if they say nothing about time.
    pub(super) fn of<R: Rules>(limits: &Limits<R>) -> Option<Self> {
        let for_move = limits.move_time.map(|time| {
            let time = time.saturating_sub(limits.overhead).max(LEAST);
            Self { soft: time, hard: time }
        });
        let for_clock = limits.clock.map(|clock| Self::on_clock(clock, limits.overhead));
        match (for_move, for_clock) {
            (Some(a), Some(b)) => Some(Self { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
            (one, other) => one.or(other),
        }
    }

    /// A share of the clock. Each move may use its increment and a part of what remains, so however long the
    /// game the clock shrinks but never ends.
    fn on_clock(clock: ClockLimits, overhead: Duration) -> Self {
        // The overhead is lost once per move. What stays as a reserve, a twentieth and on short clocks up to a
        // half, is for a machine that stalls. Increments of a few ms fill it up again only slowly, so with them
        // it may be up to three quarters, and where it is broken into, less than half of them is spent.
        let all = clock.remaining.saturating_sub(overhead);
        let most_kept = if clock.increment.is_zero() { all / 2 } else { all * 3 / 4 };
        let reserve = (all / 20).max(RESERVE.min(most_kept));
        let usable = all.saturating_sub(reserve);
        let filled = all.min(RESERVE).as_secs_f64() / RESERVE.as_secs_f64();
        let spent = if filled < 1.0 { 0.5 * filled } else { 0.75 };
        let moves = match clock.moves_to_go {
            Some(moves) if moves > 0 => moves.min(MOVES_LEFT),
            _ if clock.increment.is_zero() => Self::moves_of_sudden_death(usable),
            _ => MOVES_LEFT,
        };
        let share = usable / moves + clock.increment.mul_f64(spent);
        let most = if moves == 1 { usable } else { usable / 3 };
        let soft = share.min(most).max(LEAST);
        let hard = (share * 4).min(most).max(LEAST);
        Self { soft, hard }
    }

    fn moves_of_sudden_death(usable: Duration) -> u32 {
        let missing = SHORT_CLOCK.saturating_sub(usable).as_millis() as u32;
        MOVES_LEFT + 3 * MOVES_LEFT * missing / SHORT_CLOCK.as_millis() as u32
    }
}

/// When a search that was asked for at `started` should have an answer, by its limits of time; `None` if they
/// set no time, or not yet: while pondering the clock waits for the hit.
pub fn deadline<R: Rules>(
    limits: &Limits<R>,
    started: Instant,
    ponder_hit: Option<Instant>,
) -> Option<Instant> {
    let clock_start = if limits.ponder { ponder_hit } else { Some(started) };
    let budget = Budget::of(limits).filter(|_| !limits.infinite)?;
    Some(clock_start? + budget.soft)
}

/// How settled a search is, from one finished iteration to the next: scales [`Budget::soft`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Stability {
    factor: f64,
    last_best: Option<u16>,
    last_score: Option<i32>,
}

impl Default for Stability {
    fn default() -> Self {
        Self { factor: 1.0, last_best: None, last_score: None }
    }
}

impl Stability {
    /// Tells the best move (as any code) and its score in centipawns after an iteration; returns the part of
    /// the soft limit, 0.4 to 2, that the search should take in all.
    pub(super) fn after_iteration(&mut self, best: u16, score: i32) -> f64 {
        self.factor = match self.last_best {
            Some(last) if last == best => (self.factor * 0.9).max(0.5),
            Some(_) => (self.factor * 1.3).min(1.8),
            None => 1.0,
        };
        let drop = self.last_score.map_or(0, |last| (last - score).clamp(0, 100));
        self.last_best = Some(best);
        self.last_score = Some(score);
        (self.factor * (1.0 + f64::from(drop) / 100.0)).clamp(0.4, 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variants::International;

    fn budget(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        let clock = ClockLimits {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let limits = Limits::<International> {
            clock: Some(clock),
            overhead: Duration::from_millis(10),
            ..Limits::default()
        };
        Budget::of(&limits).unwrap()
    }

    #[test]
    fn the_hard_limit_leaves_the_overhead() {
        for remaining in [0, 1, 5, 11, 50, 100, 1000, 60_000, 10_000_000] {
            for increment in [0, 10, 1000, 100_000] {
                for moves in [None, Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let Budget { soft, hard } = budget(remaining, increment, moves);
                    let left = Duration::from_millis(remaining.saturating_sub(10)).max(LEAST);
                    assert!(
                        soft <= hard && hard <= left,
                        "{remaining} {increment} {moves:?}: {soft:?} {hard:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn three_hundred_moves_of_sudden_death_do_not_lose_on_time() {
        // Each move takes its soft limit and a tenth: field case D5.
        let mut clock = Duration::from_secs(10);
        for _ in 0..300 {
            let limits = budget(clock.as_millis() as u64, 0, None);
            clock = clock.checked_sub(limits.soft * 11 / 10).expect("flag fell");
        }
        assert!(clock > Duration::from_millis(10), "{clock:?}");
    }

    #[test]
    fn increments_fill_a_low_clock_up_again() {
        // Each move takes its soft limit and 2 ms on the way.
        let mut clock = Duration::from_millis(30);
        for _ in 0..300 {
            let limits = budget(clock.as_millis() as u64, 10, None);
            clock = clock.saturating_sub(limits.soft + Duration::from_millis(2)) + Duration::from_millis(10);
        }
        assert!(clock > Duration::from_millis(180), "{clock:?}");
    }

    #[test]
    fn the_last_move_of_a_period_may_use_all_of_it() {
        assert!(budget(10_000, 0, Some(1)).hard > Duration::from_secs(9));
    }

    #[test]
    fn a_changing_best_move_gets_more_time_than_a_settled_one() {
        let mut settled = Stability::default();
        let mut changing = Stability::default();
        let (mut a, mut b) = (0.0, 0.0);
        for i in 0..6 {
            a = settled.after_iteration(7, 20);
            b = changing.after_iteration(i, 20 - 30 * i32::from(i));
        }
        assert!(a < 0.7 && b > 1.5, "{a} {b}");
    }
}
