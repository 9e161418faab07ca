//! Which moves other threads are searching right now, so that each begins with those that nobody searches yet
//! (simplified ABDADA, T. Kerrigan 2016, after J.-C. Weill 1996).

use std::sync::atomic::{AtomicU64, Ordering};

use crate::position::Key;

/// Words looked at for one move: a cache line.
const WAYS: usize = 8;
/// Few moves are searched at a time, so there is room enough that they seldom meet.
const SETS: usize = 4096;

/// The moves in work. A mark may be lost to another one or come too late; then a move is searched by two threads,
/// which is what they do without marks too.
#[derive(Debug)]
pub(super) struct Busy {
    marks: Box<[AtomicU64]>,
}

/// Where a mark was set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark(usize);

impl Busy {
    pub(super) fn new() -> Self {
        Self { marks: (0..SETS * WAYS).map(|_| AtomicU64::new(0)).collect() }
    }

    #[inline(always)]
    fn set(position: Key) -> usize {
        (position as usize % SETS) * WAYS
    }

    /// Whether some thread searches the move that leads to `position`.
    #[inline(always)]
    pub(super) fn is_marked(&self, position: Key) -> bool {
        let start = Self::set(position);
        self.marks[start..start + WAYS].iter().any(|mark| mark.load(Ordering::Relaxed) == position)
    }

    /// Marks the move that leads to `position`; `None` if there is no room, or it is marked already.
    #[inline(always)]
    pub(super) fn mark(&self, position: Key) -> Option<Mark> {
        let start = Self::set(position);
        let set = &self.marks[start..start + WAYS];
        if set.iter().any(|mark| mark.load(Ordering::Relaxed) == position) {
            return None;
        }
        let free = set.iter().position(|mark| mark.load(Ordering::Relaxed) == 0)?;
        set[free].store(position, Ordering::Relaxed);
        Some(Mark(start + free))
    }

    /// Takes a mark away.
    #[inline(always)]
    pub(super) fn clear(&self, mark: Mark) {
        self.marks[mark.0].store(0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marked_move_is_busy_until_the_mark_is_cleared() {
        let busy = Busy::new();
        let mark = busy.mark(77).unwrap();
        assert!(busy.is_marked(77) && !busy.is_marked(78));
        assert!(busy.mark(77).is_none());
        busy.clear(mark);
        assert!(!busy.is_marked(77));
    }

    #[test]
    fn a_full_set_takes_no_more() {
        let busy = Busy::new();
        let same_set = |nth: u64| 5 + nth * SETS as u64;
        for nth in 0..WAYS as u64 {
            assert!(busy.mark(same_set(nth)).is_some());
        }
        assert!(busy.mark(same_set(WAYS as u64)).is_none());
    }
}
