//! Which pairs a match has, in order. Knows nothing of processes; the same terms give the same pairs on every
//! machine.

use std::collections::HashSet;

use super::config::{Format, Order, Terms};
use super::openings::Opening;
use super::record::Shard;
use crate::util::rng::Rng;

/// Two games to be played: both engines get both colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// Its number, from 0.
    pub number: usize,
    /// The engines: the first has White in the first game.
    pub engines: [usize; 2],
    /// The place of its opening in the list.
    pub opening: usize,
}

/// All pairs of a match.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    rounds: usize,
    openings: usize,
    first_opening: usize,
}

impl Schedule {
    /// The pairs of these terms, with so many openings.
    pub fn new(terms: &Terms, openings: usize) -> Self {
        Self {
            pairings: pairings(terms.format, terms.engine.len()),
            rounds: terms.games / 2,
            openings: openings.max(1),
            first_opening: terms.openings.start.saturating_sub(1),
        }
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.pairings.len() * self.rounds
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The pair with this number. All pairings play an opening before any plays the next one.
    pub fn pair(&self, number: usize) -> Option<Pair> {
        if number >= self.len() {
            return None;
        }
        let (round, pairing) = (number / self.pairings.len(), number % self.pairings.len());
        let opening = (self.first_opening + round) % self.openings;
        Some(Pair { number, engines: self.pairings[pairing], opening })
    }

    /// The pairs of a part of the match that are not done yet.
    pub fn open_pairs(&self, shard: Shard, done: HashSet<usize>) -> impl Iterator<Item = Pair> {
        let numbers = (0..self.len()).filter(move |&n| shard.holds(n) && !done.contains(&n));
        numbers.filter_map(|number| self.pair(number))
    }
}

/// Who meets whom.
fn pairings(format: Format, engines: usize) -> Vec<[usize; 2]> {
    let firsts = match format {
        Format::RoundRobin => 0..engines,
        Format::Gauntlet => 0..1.min(engines),
    };
    firsts.flat_map(|first| (first + 1..engines).map(move |second| [first, second])).collect()
}

/// Puts openings into the order of the terms.
pub fn arrange(openings: &mut [Opening], order: Order, seed: u64) {
    if order == Order::Random {
        let mut rng = Rng::new(seed);
        for last in (1..openings.len()).rev() {
            openings.swap(last, rng.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(format: Format, engines: usize) -> Schedule {
        Schedule { pairings: pairings(format, engines), rounds: 3, openings: 2, first_opening: 1 }
    }

    #[test]
    fn everybody_meets_everybody_in_every_round() {
        let schedule = schedule(Format::RoundRobin, 4);
        assert_eq!(schedule.len(), 18);
        let all: Vec<Pair> = schedule.open_pairs(Shard::WHOLE, HashSet::new()).collect();
        assert_eq!(all.len(), 18);
        let round: HashSet<[usize; 2]> = all[..6].iter().map(|pair| pair.engines).collect();
        assert_eq!(round.len(), 6);
        assert!(all[..6].iter().all(|pair| pair.opening == 1));
        assert_eq!([all[6].opening, all[12].opening], [0, 1]);
        assert_eq!(schedule.pair(18), None);
    }

    #[test]
    fn a_gauntlet_is_run_by_the_first() {
        assert_eq!(pairings(Format::Gauntlet, 3), [[0, 1], [0, 2]]);
    }

    #[test]
    fn parts_and_what_is_done_are_left_out() {
        let schedule = schedule(Format::Gauntlet, 3);
        let part = Shard { index: 2, count: 2 };
        let numbers: Vec<usize> =
            schedule.open_pairs(part, HashSet::from([3])).map(|pair| pair.number).collect();
        assert_eq!(numbers, [1, 5]);
    }

    #[test]
    fn the_order_depends_on_the_seed_alone() {
        let list = || (1..=9).map(|id| Opening { id, fen: String::new() }).collect::<Vec<_>>();
        let ids = |order, seed| {
            let mut openings = list();
            arrange(&mut openings, order, seed);
            openings.iter().map(|opening| opening.id).collect::<Vec<_>>()
        };
        assert_eq!(ids(Order::File, 1), (1..=9).collect::<Vec<_>>());
        assert_eq!(ids(Order::Random, 5), ids(Order::Random, 5));
        assert_ne!(ids(Order::Random, 5), ids(Order::Random, 6));
    }
}
