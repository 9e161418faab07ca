//! Results added up: per pairing and per engine.

use std::collections::BTreeMap;

use super::record::PairRecord;
use super::sprt::{Decision, Sprt};
use super::stats::{Estimate, Tally};

/// Results of a match so far. The order in which pairs are added does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standings {
    /// For each pairing that has met, from the view of its first engine.
    pairings: BTreeMap<[usize; 2], Tally>,
    /// Pairs counted.
    pairs: usize,
    /// Games that ended by a fault, by the engine's name.
    faults: BTreeMap<String, u64>,
}

/// An engine's place.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The engine, by its place in the terms.
    pub engine: usize,
    /// Its results against all others.
    pub tally: Tally,
    /// What they say.
    pub estimate: Option<Estimate>,
}

impl Standings {
    /// Counts a pair.
    pub fn add(&mut self, record: &PairRecord) {
        let [one, two] = record.engines;
        let (pairing, result) =
            if one <= two { ([one, two], record.result()) } else { ([two, one], record.result().turned()) };
        self.pairings.entry(pairing).or_default().add(result);
        self.pairs += 1;
        for fault in record.games.iter().filter_map(|game| game.fault.as_ref()) {
            *self.faults.entry(fault.engine.clone()).or_default() += 1;
        }
    }

    /// Pairs counted.
    pub fn pairs(&self) -> usize {
        self.pairs
    }

    /// Faults, by the engine's name.
    pub fn faults(&self) -> &BTreeMap<String, u64> {
        &self.faults
    }

    /// Results of `one` against `two`.
    pub fn against(&self, one: usize, two: usize) -> Tally {
        if one <= two {
            self.pairings.get(&[one, two]).copied().unwrap_or_default()
        } else {
            turned(&self.pairings.get(&[two, one]).copied().unwrap_or_default())
        }
    }

    /// All engines, the best first; equals in the order of the terms.
    pub fn places(&self, engines: usize) -> Vec<Place> {
        let mut places: Vec<Place> = (0..engines)
            .map(|engine| {
                let mut tally = Tally::default();
                (0..engines).filter(|&other| other != engine).for_each(|other| {
                    tally.join(&self.against(engine, other));
                });
                Place { engine, tally, estimate: tally.estimate() }
            })
            .collect();
        let score = |place: &Place| place.estimate.map_or(-1.0, |estimate| estimate.score);
        places.sort_by(|a, b| score(b).total_cmp(&score(a)));
        places
    }

    /// The test's ratio and what it decides, for the first engine against the second.
    pub fn test(&self, sprt: &Sprt) -> (f64, Decision) {
        let pairs = self.against(0, 1).pairs;
        (sprt.llr(&pairs), sprt.decide(&pairs))
    }
}

fn turned(tally: &Tally) -> Tally {
    let mut turned = *tally;
    turned.pairs.reverse();
    turned.games.reverse();
    turned
}
