//! Tuning: an engine plays itself with its numbers moved a little to both sides, and the numbers follow the
//! winner.
//!
//! [`spsa`] is the arithmetic and knows no games; an *iteration* is a small match by the ordinary [`runner`]
//! between two settings of one engine, `plus` and `minus`; the [`state`] is all that is kept, complete after
//! every pair.
//!
//! [`runner`]: super::runner

pub mod report;
pub mod spsa;
pub mod state;

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use self::spsa::{Spsa, Trial};
use self::state::State;
use super::config::Terms;
use super::openings::Opening;
use super::record::{PairRecord, Shard};
use super::runner::{self, Job, RunError};
use super::stop::{StopHandle, StopToken};

/// All that the result of a tuning depends on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    /// The terms of the first iteration: its pairs, and the engine twice, as `plus` and `minus`.
    pub terms: Terms,
    /// The numbers and how they are moved.
    pub spsa: Spsa,
}

impl Tuning {
    /// Pairs of each iteration.
    pub fn pairs(&self) -> usize {
        (self.terms.games / 2).max(1)
    }

    /// Iterations in all.
    pub fn iterations(&self) -> usize {
        self.spsa.pairs / self.pairs()
    }

    /// The terms of an iteration: it goes on in the list of openings, and its engines play with a trial's values.
    fn terms_of(&self, iteration: usize, trial: &Trial) -> Terms {
        let mut terms = self.terms.clone();
        terms.openings.start += iteration * self.pairs();
        for (engine, values) in terms.engine.iter_mut().zip([&trial.plus, &trial.minus]) {
            let named = self.spsa.parameters.iter().zip(values);
            engine.option.extend(named.map(|(parameter, value)| (parameter.name.clone(), value.to_string())));
        }
        terms
    }
}

/// Plays the iterations that `state` still lacks, until they are done, `hear` has enough or `stop` is pulled. What
/// `hear` is shown is worth keeping: the state has taken the pair in already.
///
/// # Errors
/// If an engine does not start, or an opening is none.
pub fn run(
    state: &mut State,
    openings: &[Opening],
    concurrency: usize,
    stop: (&StopHandle, &StopToken),
    mut hear: impl FnMut(&State, &PairRecord) -> ControlFlow<()>,
) -> Result<(), RunError> {
    while !state.is_done() && !stop.1.is_stopped() {
        let trial = state.tuning.spsa.trial(&state.values, state.iteration * state.tuning.pairs());
        let terms = state.tuning.terms_of(state.iteration, &trial);
        let done = state.open.keys().copied().collect();
        let job = Job { terms: &terms, openings, shard: Shard::WHOLE, done, concurrency };
        runner::run(&job, stop, |record| {
            state.add(&trial, &record);
            hear(state, &record)
        })?;
    }
    Ok(())
}
