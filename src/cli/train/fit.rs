//! `damone train fit`: makes a network, with its recipe and its log beside it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::cli::output;
use crate::rules::VariantId;
use crate::train::fit::{Epoch, Fitted, Recipe, fit};
use crate::train::samples::{Data, Reading, read};

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The game: see `damone variants`
    #[arg(long, value_name = "GAME")]
    variant: VariantId,
    /// Files of positions
    #[arg(long, value_name = "FILES", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// The network; its recipe and its log go beside it, with the endings .toml and .jsonl
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// A TOML file with the words below as keys; what is given here goes before it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    words: Words,
    /// Threads: as many as there are cores, unless given. The network does not depend on it
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

/// The parts of a recipe that are often changed.
#[derive(Args, Debug)]
struct Words {
    /// Size of the hidden layer [default: 64]
    #[arg(long, value_name = "H")]
    hidden: Option<usize>,
    /// Passes over all positions [default: 12]
    #[arg(long, value_name = "N")]
    epochs: Option<usize>,
    /// Share of the game's result in what is learnt; the rest is the search's score [default: 0.5]
    #[arg(long, value_name = "SHARE")]
    lambda: Option<f32>,
    /// Positions of a step [default: 16384]
    #[arg(long, value_name = "N")]
    batch: Option<usize>,
    /// The rate of learning at the beginning; a cosine takes it to one hundredth [default: 0.004]
    #[arg(long, value_name = "RATE")]
    rate: Option<f32>,
    /// Centipawns at which the side ahead expects 1/(1 + 1/e) of the points; fitted to the results if 0 [default: 0]
    #[arg(long, value_name = "SCORE")]
    k: Option<f32>,
    /// What the network depends on beside the data [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// What is kept beside a network: all that it takes to make it again.
#[derive(Serialize, Deserialize, Debug)]
struct Kept {
    /// The game's name.
    variant: String,
    /// The files, in their order.
    data: Vec<PathBuf>,
    /// Positions learnt from, and tested with.
    positions: [usize; 2],
    /// Centipawns of a logit of 1.
    k: f32,
    /// The epoch the network is from.
    epoch: usize,
    /// Its cost over the positions that test.
    validation_loss: f64,
    /// Mean difference from floating point, in centipawns.
    quantisation_error: f64,
    recipe: Recipe,
}

impl Words {
    fn apply(&self, recipe: &mut Recipe) {
        fn set<T: Copy>(word: &mut T, given: Option<T>) {
            *word = given.unwrap_or(*word);
        }
        set(&mut recipe.hidden, self.hidden);
        set(&mut recipe.epochs, self.epochs);
        set(&mut recipe.lambda, self.lambda);
        set(&mut recipe.batch, self.batch);
        set(&mut recipe.rate, self.rate);
        set(&mut recipe.k, self.k);
        set(&mut recipe.seed, self.seed);
    }
}

/// The recipe of a TOML file: its keys, or the table `recipe` of a file that is kept beside a network.
fn read_recipe(path: &Path) -> Result<Recipe> {
    #[derive(Deserialize)]
    struct Nested {
        recipe: Recipe,
    }
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    if let Ok(Nested { recipe }) = toml::from_str(&text) {
        return Ok(recipe);
    }
    toml::from_str(&text).with_context(|| path.display().to_string())
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let mut recipe = arguments.config.as_deref().map(read_recipe).transpose()?.unwrap_or_default();
    arguments.words.apply(&mut recipe);
    recipe.check()?;
    let begun = Instant::now();
    let reading = Reading { validation: recipe.validation, mirror: recipe.mirror };
    let data = read(arguments.variant, &arguments.data, reading)?;
    output::print(&format!(
        "{} files: {} positions to learn from, {} to test with ({:.1} s)",
        arguments.data.len(),
        data.train.len(),
        data.validation.len(),
        begun.elapsed().as_secs_f64()
    ))?;
    let mut log = String::new();
    let begun = Instant::now();
    let mut failed = Ok(());
    let threads = super::threads(arguments.threads);
    let fitted = fit(arguments.variant, &data, &recipe, threads, &mut |epoch| {
        let rate = (epoch.epoch * data.train.len()) as f64 / begun.elapsed().as_secs_f64();
        log += &serde_json::to_string(epoch).unwrap_or_default();
        log.push('\n');
        if failed.is_ok() {
            failed = output::print(&describe(epoch, rate));
        }
    })?;
    failed?;
    keep(arguments, &recipe, &data, fitted, &log)
}

/// An epoch in a line.
fn describe(epoch: &Epoch, rate: f64) -> String {
    let mut line = format!(
        "epoch {:2}: learnt {:.5}, tested {:.5}, {:.2} M positions/s; by bucket",
        epoch.epoch,
        epoch.train_loss,
        epoch.validation_loss,
        rate / 1e6
    );
    for loss in epoch.by_bucket {
        let _ = match loss {
            Some(loss) => write!(line, " {loss:.4}"),
            None => write!(line, " -"),
        };
    }
    line
}

/// Writes the network and what belongs to it.
fn keep(arguments: &Arguments, recipe: &Recipe, data: &Data, fitted: Fitted, log: &str) -> Result<()> {
    let kept = Kept {
        variant: arguments.variant.name().to_owned(),
        data: arguments.data.clone(),
        positions: [data.train.len(), data.validation.len()],
        k: fitted.k,
        epoch: fitted.best.epoch,
        validation_loss: fitted.best.validation_loss,
        quantisation_error: fitted.quantisation_error,
        recipe: recipe.clone(),
    };
    let mut network = fitted.network;
    network.facts = format!(
        "{} positions, hidden {}, lambda {}, k {:.0}, epoch {} of {}, validation loss {:.5}, seed {}",
        data.train.len(),
        recipe.hidden,
        recipe.lambda,
        fitted.k,
        fitted.best.epoch,
        recipe.epochs,
        fitted.best.validation_loss,
        recipe.seed
    );
    let save =
        |path: &Path, bytes: &[u8]| std::fs::write(path, bytes).with_context(|| path.display().to_string());
    save(&arguments.out, &network.write())?;
    save(&arguments.out.with_extension("toml"), toml::to_string(&kept)?.as_bytes())?;
    save(&arguments.out.with_extension("jsonl"), log.as_bytes())?;
    output::print(&format!(
        "{}: {}; {:.2} centipawns lost to integers",
        arguments.out.display(),
        network.facts,
        fitted.quantisation_error
    ))
}
