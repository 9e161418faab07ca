//! Making a network of records.
//!
//! A small trainer written for this one kind of network: only the inputs that are 1 are looked at, on the way forward
//! and back, so that a core learns from a million positions a second (1.2 million with 64 hidden numbers and
//! 2.7 million English positions). The same settings and files give the same
//! network, bit for bit, whatever the number of threads.
//!
//! What is learnt with are the weights as the file can hold them, rounded at every step; small steps add up in weights
//! that are not rounded. So the network that is tested is the one that plays, and nothing is lost in the end.

mod adam;
mod batch;
pub mod label;
mod model;
mod quantise;
mod state;
#[cfg(test)]
mod tests;
mod worth;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::eval::Network;
use crate::eval::net::{BUCKETS, HIDDEN_SIZES};
use crate::rules::VariantId;
use crate::train::samples::Data;
use crate::train::store::Header;
use crate::util::rng::Rng;
use batch::Task;
use label::Loss;
use model::Layout;
use state::Floats;
pub use state::State;

/// The logit of an output of 1. With it the output weights of a network that has learnt something use most of their
/// range, so that their steps are fine.
const LOGIT: f32 = 1.5;
/// Centipawns of an output of 1 before men have been weighed.
const FIRST_SCALE: i32 = 200;

/// How a network is made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Recipe {
    /// Size of the hidden layer, one of [`HIDDEN_SIZES`].
    pub hidden: usize,
    /// Passes over all positions.
    pub epochs: usize,
    /// Share of the game's result in what is learnt, 0 to 1; the rest is the search's score.
    pub lambda: f32,
    /// Positions of a step.
    pub batch: usize,
    /// The rate of learning at the beginning.
    pub rate: f32,
    /// The rate at the end, as a share of the first.
    pub last_rate: f32,
    /// How much weights are drawn towards 0.
    pub decay: f32,
    /// What a miss costs.
    pub loss: Loss,
    /// Centipawns of a logit of 1 in the scores learnt from; fitted to the results of each file if 0.
    pub k: f32,
    /// Percentage of the games that only test.
    pub validation: u64,
    /// Epochs without a better test before it ends.
    pub patience: usize,
    /// Whether positions come again with left and right exchanged, in games where that changes nothing.
    pub mirror: bool,
    /// What the first weights and the order of positions depend on.
    pub seed: u64,
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            hidden: 64,
            epochs: 12,
            lambda: 0.5,
            batch: 16_384,
            rate: 4e-3,
            last_rate: 0.01,
            decay: 1e-6,
            loss: Loss::CrossEntropy,
            k: 0.0,
            validation: 8,
            patience: 4,
            mirror: true,
            seed: 1,
        }
    }
}

/// A recipe that cannot be followed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadRecipe(String);

impl Recipe {
    /// Whether it can be followed.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), BadRecipe> {
        let bad = |what: &str| Err(BadRecipe(what.to_owned()));
        if !HIDDEN_SIZES.contains(&self.hidden) {
            return Err(BadRecipe(format!("hidden is {}, but must be one of {HIDDEN_SIZES:?}", self.hidden)));
        }
        if !(0.0..=1.0).contains(&self.lambda) {
            return bad("lambda must lie between 0 and 1");
        }
        if self.batch == 0 || self.epochs == 0 {
            return bad("batch and epochs must be at least 1");
        }
        if !(1..=50).contains(&self.validation) {
            return bad("validation must lie between 1 and 50 percent");
        }
        if !(self.rate > 0.0 && self.rate <= 1.0 && (0.0..=1.0).contains(&self.last_rate)) {
            return bad("rate must lie between 0 and 1, and last-rate too");
        }
        if !(0.0..=10_000.0).contains(&self.k) {
            return bad("k must lie between 0 and 10000");
        }
        Ok(())
    }
}

/// How far it has come.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Epoch {
    /// From 1.
    pub epoch: usize,
    /// Mean cost of the positions learnt from, while they were.
    pub train_loss: f64,
    /// Mean cost of the positions that only test.
    pub validation_loss: f64,
    /// The same for each bucket; nothing where there is no position.
    pub by_bucket: [Option<f64>; BUCKETS],
    /// The rate of learning at its end.
    pub rate: f32,
}

/// A finished network.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The network; its facts are still to be filled in.
    pub network: Network,
    /// The epoch it is from.
    pub best: Epoch,
    /// All epochs.
    pub log: Vec<Epoch>,
    /// Centipawns of a logit of 1 in the scores of each file.
    pub k: Vec<f32>,
    /// Mean difference of the network's scores from those it had in floating point, in centipawns.
    pub quantisation_error: f64,
}

/// What is kept beside a network: all that it takes to make it again, and how good it was.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// The game's name.
    pub variant: String,
    /// The files of positions, in their order.
    pub data: Vec<PathBuf>,
    /// Positions learnt from, and tested with.
    pub positions: [usize; 2],
    /// Centipawns of a logit of 1 in the scores of each file.
    pub k: Vec<f32>,
    /// The epoch that the network is from.
    pub epoch: usize,
    /// Its cost over the positions that test.
    pub validation_loss: f64,
    /// Mean difference from floating point, in centipawns.
    pub quantisation_error: f64,
    /// How it was made.
    pub recipe: Recipe,
    /// What the games of each file depend on; files of older programs do not say.
    #[serde(default)]
    pub games: Vec<Header>,
}

impl Kept {
    /// What there is to keep of a network made of these files; the network is told, too.
    pub fn new(fitted: &mut Fitted, data: &Data, paths: &[PathBuf], recipe: &Recipe) -> Self {
        let Fitted { network, best, k, quantisation_error, .. } = fitted;
        network.facts = format!(
            "{} positions, hidden {}, lambda {}, k {k:.0?}, epoch {} of {}, validation loss {:.5}, seed {}",
            data.train.len(),
            recipe.hidden,
            recipe.lambda,
            best.epoch,
            recipe.epochs,
            best.validation_loss,
            recipe.seed
        );
        Self {
            variant: network.variant.name().to_owned(),
            data: paths.to_vec(),
            positions: [data.train.len(), data.validation.len()],
            k: k.clone(),
            epoch: best.epoch,
            validation_loss: best.validation_loss,
            quantisation_error: *quantisation_error,
            recipe: recipe.clone(),
            games: data.games.clone(),
        }
    }
}

/// Fits a network. `hear` is told where it stands after every epoch; a fit that was broken off goes on where it stood if it
/// is told as `begun`, and comes to the same. What belongs to another fit counts for nothing.
///
/// # Errors
/// If the recipe cannot be followed.
pub fn fit(
    variant: VariantId,
    data: &Data,
    recipe: &Recipe,
    threads: usize,
    begun: Option<State>,
    hear: &mut dyn FnMut(&State),
) -> Result<Fitted, BadRecipe> {
    recipe.check()?;
    let k_of = |labels| if recipe.k > 0.0 { recipe.k } else { label::fit_k(labels) };
    let k: Vec<f32> = data.train.labels_by_file().map(k_of).collect();
    let mut trainer = Trainer::new(data, recipe, &k, threads);
    if let Some(state) = begun.filter(|state| state.belongs_to(data, recipe, trainer.layout.len())) {
        trainer.go_on(state);
    }
    while !trainer.is_done() {
        trainer.epoch();
        hear(&trainer.state);
    }
    let State { log, best: weights, .. } = trainer.state.clone();
    let best = trainer.state.best_epoch().cloned();
    let Some(best) = best else { return Err(BadRecipe("there is no epoch".to_owned())) };
    trainer.rounded = weights.0;
    let mut network =
        quantise::quantise(variant, &trainer.rounded, trainer.layout, FIRST_SCALE, String::new());
    network.scale = scale(&network, data);
    let quantisation_error = trainer.difference(&network);
    Ok(Fitted { network, best, log, k, quantisation_error })
}

/// The centipawns of an output of 1 with which a man is worth 100, or -100 in games played to lose.
fn scale(network: &Network, data: &Data) -> i32 {
    let man = worth::of_man(network, &data.examples).map_or(0.0, f64::abs);
    let scale = f64::from(network.scale) * 100.0 / man.max(1.0);
    // A network to which men are worth next to nothing, or more than anything, has not learnt enough to be scaled.
    if (20.0..=2000.0).contains(&scale) { scale.round() as i32 } else { network.scale }
}

struct Trainer<'a> {
    data: &'a Data,
    recipe: &'a Recipe,
    layout: Layout,
    /// Expected results of the positions to learn from and of those that test.
    wanted: [Vec<f32>; 2],
    threads: usize,
    state: State,
    /// Its weights, as a network file can hold them.
    rounded: Vec<f32>,
    rng: Rng,
    order: Vec<u32>,
}

impl<'a> Trainer<'a> {
    fn new(data: &'a Data, recipe: &'a Recipe, k: &[f32], threads: usize) -> Self {
        let layout = Layout { inputs: data.input_count, hidden: recipe.hidden };
        let weights = layout.random(recipe.seed);
        let mut rounded = weights.clone();
        layout.round(&weights, &mut rounded);
        Self {
            data,
            recipe,
            layout,
            wanted: [&data.train, &data.validation].map(|samples| label::wanted(samples, recipe.lambda, k)),
            threads,
            state: State::new(data, recipe, weights),
            rounded,
            rng: Rng::new(recipe.seed ^ 0x006f_7264_6572),
            order: (0..data.train.len() as u32).collect(),
        }
    }

    fn task(&self, validation: bool) -> Task<'_> {
        Task {
            layout: self.layout,
            weights: &self.rounded,
            samples: if validation { &self.data.validation } else { &self.data.train },
            wanted: &self.wanted[usize::from(validation)],
            loss: self.recipe.loss,
            logit: LOGIT,
            threads: self.threads,
        }
    }

    /// Goes on where another trainer of the same fit stood.
    fn go_on(&mut self, state: State) {
        state.log.iter().for_each(|_| self.shuffle());
        self.layout.round(&state.weights.0, &mut self.rounded);
        self.state = state;
    }

    /// Whether all epochs are done, or the last ones brought nothing better.
    fn is_done(&self) -> bool {
        let done = self.state.log.len();
        let better_since = self.state.best_epoch().map_or(0, |best| done - best.epoch);
        done >= self.recipe.epochs || better_since > 0 && better_since >= self.recipe.patience
    }

    fn shuffle(&mut self) {
        for last in (1..self.order.len()).rev() {
            self.order.swap(last, self.rng.below(last + 1));
        }
    }

    /// Learns from all positions once, and tests.
    fn epoch(&mut self) {
        let epoch = self.state.log.len() + 1;
        self.shuffle();
        let order = std::mem::take(&mut self.order);
        let mut slices = batch::slices(self.layout);
        let mut slopes = vec![0.0; self.layout.len()];
        let batches = order.len().div_ceil(self.recipe.batch);
        let (mut cost, mut rate) = (0.0, self.recipe.rate);
        for (nth, batch) in order.chunks(self.recipe.batch).enumerate() {
            cost += self.task(false).learn(batch, &mut slices, &mut slopes) * batch.len() as f64;
            let done = ((epoch - 1) * batches + nth + 1) as f32 / (self.recipe.epochs * batches) as f32;
            rate = adam::rate(self.recipe.rate, self.recipe.rate * self.recipe.last_rate, done);
            let State { weights: Floats(weights), adam, .. } = &mut self.state;
            adam.step(weights, &slopes, rate, self.recipe.decay);
            self.layout.clip(weights, self.data.most_active);
            self.layout.round(weights, &mut self.rounded);
        }
        let train_loss = cost / order.len().max(1) as f64;
        self.order = order;
        let done = self.tested(epoch, train_loss, rate);
        let loss = done.validation_loss;
        if self.state.best_epoch().is_none_or(|best| loss < best.validation_loss) {
            self.state.best = Floats(self.rounded.clone());
        }
        self.state.log.push(done);
    }

    fn tested(&self, epoch: usize, train_loss: f64, rate: f32) -> Epoch {
        let sums = self.task(true).test();
        let by_bucket = sums.map(|(cost, count)| (count > 0).then(|| cost / count as f64));
        let (cost, count) = sums.iter().fold((0.0, 0), |all, part| (all.0 + part.0, all.1 + part.1));
        let validation_loss = cost / count.max(1) as f64;
        Epoch { epoch, train_loss, validation_loss, by_bucket, rate }
    }

    /// The mean difference of a network's scores from those of the weights, over the examples.
    fn difference(&self, network: &Network) -> f64 {
        let scores = quantise::scores(network, &self.data.examples);
        let task = self.task(true);
        let differences = scores.iter().zip(&self.data.example_places).map(|(&score, &nth)| {
            (f64::from(task.output(nth)) * f64::from(network.scale) - f64::from(score)).abs()
        });
        differences.sum::<f64>() / scores.len().max(1) as f64
    }
}
