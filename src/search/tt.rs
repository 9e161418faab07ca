//! The transposition table that all search threads share.
//!
//! ```text
//!  data word   63      56 55  50 49 48 47        32 31        16 15         0
//!             |  depth   | age  |bound| static eval |   score    | move code  |
//! ```
//!
//! An entry is two words: the data, and the key xored with the data (Hyatt, Mann 2002). Both are relaxed
//! atomics, so racing threads may mix halves of two entries, but such a mixture does not decode to the key
//! that is asked for: it is a miss, not a lie. No lock, no data race.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::report::Bound;
use crate::position::Key;

/// Entries looked at for one key: together one cache line.
const BUCKET: usize = 4;
const WORDS: usize = 2 * BUCKET;
const MAX_AGE: u8 = 63;

/// The table. Shared by reference; replaced, not resized, and only between searches.
#[derive(Debug)]
pub struct Table {
    words: Box<[AtomicU64]>,
    /// Words skipped so that each bucket is one cache line.
    offset: usize,
    buckets: usize,
    megabytes: usize,
    age: AtomicU8,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move found, in the search's 16-bit code for moves; 0 if none.
    pub code: u16,
    /// Score, wins counted from this position.
    pub score: i16,
    /// Static evaluation; [`Entry::NO_EVAL`] where a capture is compulsory.
    pub eval: i16,
    /// Depth searched, in plies.
    pub depth: u8,
    /// What kind of score it is.
    pub bound: Bound,
}

impl Entry {
    /// Stands for "not evaluated".
    pub const NO_EVAL: i16 = i16::MIN;

    fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        u64::from(self.code)
            | u64::from(self.score as u16) << 16
            | u64::from(self.eval as u16) << 32
            | bound << 48
            | u64::from(age) << 50
            | u64::from(self.depth) << 56
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 48 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        Some(Self {
            code: data as u16,
            score: (data >> 16) as i16,
            eval: (data >> 32) as i16,
            depth: (data >> 56) as u8,
            bound,
        })
    }
}

fn age_of(data: u64) -> u8 {
    (data >> 50) as u8 & MAX_AGE
}

/// The memory for a table could not be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no memory for a hash table of {0} MiB")]
pub struct NoMemory(pub usize);

impl Table {
    /// A table of `megabytes` MiB (at least 1).
    ///
    /// # Errors
    /// If the system does not give that much memory.
    pub fn new(megabytes: usize) -> Result<Self, NoMemory> {
        let megabytes = megabytes.max(1);
        let buckets = megabytes.checked_mul(1024 * 1024 / (WORDS * 8)).ok_or(NoMemory(megabytes))?;
        let words = buckets.checked_add(1).and_then(|n| n.checked_mul(WORDS)).ok_or(NoMemory(megabytes))?;
        // Zeroed by the system, page by page at first use: a large table costs nothing until it fills.
        let words: Box<[AtomicU64]> =
            bytemuck::allocation::try_zeroed_slice_box(words).map_err(|()| NoMemory(megabytes))?;
        let offset = words.as_ptr().align_offset(64).min(WORDS);
        ask_for_huge_pages(&words);
        Ok(Self { words, offset, buckets, megabytes, age: AtomicU8::new(0) })
    }

    /// Its size in MiB.
    pub fn megabytes(&self) -> usize {
        self.megabytes
    }

    /// Forgets everything, the work shared by `threads` threads.
    pub fn clear(&self, threads: usize) {
        let share = self.words.len().div_ceil(threads.max(1));
        std::thread::scope(|scope| {
            for part in self.words.chunks(share) {
                scope.spawn(move || part.iter().for_each(|word| word.store(0, Ordering::Relaxed)));
            }
        });
        self.age.store(0, Ordering::Relaxed);
    }

    /// Begins a new search: entries of earlier ones are given up first.
    pub fn new_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) & MAX_AGE, Ordering::Relaxed);
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> &[AtomicU64] {
        let nth = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        let start = self.offset + nth * WORDS;
        &self.words[start..start + WORDS]
    }

    /// What is known of the position with this key.
    #[inline(always)]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        self.bucket(key).chunks_exact(2).find_map(|pair| {
            let data = pair[1].load(Ordering::Relaxed);
            if pair[0].load(Ordering::Relaxed) ^ data == key { Entry::unpack(data) } else { None }
        })
    }

    /// Remembers an entry in place of the same position's, or of the least worth in its bucket: shallow and old.
    #[inline(always)]
    pub fn store(&self, key: Key, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut worst = i32::MAX;
        let mut place = 0;
        let bucket = self.bucket(key);
        for (nth, pair) in bucket.chunks_exact(2).enumerate() {
            let data = pair[1].load(Ordering::Relaxed);
            if pair[0].load(Ordering::Relaxed) ^ data == key {
                place = nth;
                break;
            }
            let searches_ago = i32::from(age.wrapping_sub(age_of(data)) & MAX_AGE);
            let worth = if data == 0 { i32::MIN } else { (data >> 56) as i32 - 8 * searches_ago };
            if worth < worst {
                worst = worth;
                place = nth;
            }
        }
        let data = entry.pack(age);
        bucket[2 * place].store(key ^ data, Ordering::Relaxed);
        bucket[2 * place + 1].store(data, Ordering::Relaxed);
    }

    /// Share of the table that the present search has filled, per mille, from a sample.
    pub fn full_per_mille(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = 250.min(self.buckets);
        let words = &self.words[self.offset..self.offset + sample * WORDS];
        let used = words.chunks_exact(2).filter(|pair| {
            let data = pair[1].load(Ordering::Relaxed);
            data != 0 && age_of(data) == age
        });
        (used.count() * 1000 / (sample * BUCKET)) as u32
    }
}

/// Asks the system to back the table with huge pages, if it does so on request only: with small ones a probe may miss
/// the processor's cache of page addresses too. It is a wish; nothing depends on its being granted. Measured, the
/// first touch of the pages not counted: searches of international take 14 % less time in user mode with 16 MiB and 31 % less
/// with 1024 MiB (`docs/strength-log.md`).
#[allow(unsafe_code)]
fn ask_for_huge_pages(words: &[AtomicU64]) {
    #[cfg(target_os = "linux")]
    {
        let page = rustix::param::page_size();
        let start = words.as_ptr().addr().next_multiple_of(page);
        let end = words.as_ptr_range().end.addr() / page * page;
        if let Some(length) = end.checked_sub(start).filter(|&length| length > 0) {
            let pointer = words.as_ptr().with_addr(start).cast_mut().cast();
            // SAFETY: the range lies within the slice, whose memory is ours while it is borrowed, and this advice
            // changes neither its contents nor whether it can be read and written.
            let _ = unsafe { rustix::mm::madvise(pointer, length, rustix::mm::Advice::LinuxHugepage) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = words;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::{Rng, mix};

    fn entry(depth: u8, code: u16) -> Entry {
        Entry { code, score: -321, eval: 45, depth, bound: Bound::Lower }
    }

    #[test]
    fn what_was_stored_is_found() {
        let table = Table::new(1).unwrap();
        assert_eq!(table.probe(0x1234_5678), None);
        let stored = Entry {
            code: 0xabcd,
            score: i16::MIN + 1,
            eval: Entry::NO_EVAL,
            depth: 255,
            bound: Bound::Upper,
        };
        table.store(0x1234_5678, stored);
        assert_eq!(table.probe(0x1234_5678), Some(stored));
        table.clear(2);
        assert_eq!(table.probe(0x1234_5678), None);
    }

    #[test]
    fn the_shallowest_and_oldest_entry_goes_first() {
        let table = Table::new(1).unwrap();
        // The same bucket: keys that differ in their low bits.
        for (key, depth) in [(1, 9), (2, 3), (3, 12), (4, 7)] {
            table.store(key, entry(depth, depth.into()));
        }
        table.store(5, entry(1, 1));
        assert_eq!(table.probe(2), None, "depth 3 was the shallowest");
        table.new_search();
        table.new_search();
        table.store(6, entry(2, 2));
        table.store(7, entry(2, 2));
        assert!(table.probe(3).is_some(), "depth 12 is worth keeping although old");
        assert_eq!((table.probe(5), table.probe(4)), (None, None));
    }

    #[test]
    fn impossible_sizes_are_refused() {
        assert_eq!(Table::new(usize::MAX).unwrap_err(), NoMemory(usize::MAX));
    }

    /// Threads hammer a few buckets; whatever is found must be what some thread stored under that very key.
    #[test]
    fn racing_threads_never_read_another_keys_entry() {
        let table = Table::new(1).unwrap();
        let rounds = if cfg!(miri) { 300 } else { 400_000 };
        let of_key = |key: Key, salt: u64| {
            let h = mix(key);
            Entry {
                code: h as u16,
                score: (h >> 16) as i16,
                eval: (h >> 32) as i16,
                depth: salt as u8,
                bound: Bound::Exact,
            }
        };
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    let mut rng = Rng::new(thread);
                    for _ in 0..rounds {
                        let key = rng.next_u64() % 13;
                        table.store(key, of_key(key, rng.next_u64() % 4));
                        let key = rng.next_u64() % 13;
                        if let Some(found) = table.probe(key) {
                            assert_eq!(found, of_key(key, found.depth.into()));
                        }
                    }
                });
            }
        });
    }
}
