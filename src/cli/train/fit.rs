//! `damone train fit`: makes a network, with its recipe and its log beside it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use serde::Deserialize;

use crate::cli::output;
use crate::rules::VariantId;
use crate::train::files;
use crate::train::fit::{Epoch, Kept, Recipe, State, fit};
use crate::train::samples::{Reading, read};

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
pub(super) struct Words {
    /// Size of the hidden layer: 32, 64, 128 or 256 [default: 64]
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
    /// Centipawns at which the side ahead expects 1/(1 + 1/e) of the points; fitted to the results of each file if 0 [default: 0]
    #[arg(long, value_name = "SCORE")]
    k: Option<f32>,
    /// What the network depends on beside the data [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl Words {
    /// Puts what was given into a recipe.
    pub(super) fn apply(&self, recipe: &mut Recipe) {
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
pub(super) fn read_recipe(path: &Path) -> Result<Recipe> {
    #[derive(Deserialize)]
    struct Nested {
        recipe: Recipe,
    }
    match files::read_toml::<Nested>(path) {
        Ok(nested) => Ok(nested.recipe),
        Err(_) => Ok(files::read_toml(path)?),
    }
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let mut recipe = arguments.config.as_deref().map(read_recipe).transpose()?.unwrap_or_default();
    arguments.words.apply(&mut recipe);
    recipe.check()?;
    let inputs: Vec<&Path> = arguments.data.iter().chain(&arguments.config).map(PathBuf::as_path).collect();
    files::check_outputs(&arguments.out, &inputs)?;
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
    let mut failed = Ok(());
    let (begun, mut learnt) = (Instant::now(), 0);
    let threads = super::threads(arguments.threads);
    let state = files::begun_fit(&arguments.out);
    let mut fitted = fit(arguments.variant, &data, &recipe, threads, state, &mut |state| {
        learnt += data.train.len();
        let rate = learnt as f64 / begun.elapsed().as_secs_f64();
        if failed.is_ok() {
            failed = shown_and_kept(state, rate, &arguments.out);
        }
    })?;
    failed?;
    let kept = Kept::new(&mut fitted, &data, &arguments.data, &recipe);
    files::save_network(&arguments.out, &fitted.network, &kept, &fitted.log)?;
    output::print(&format!(
        "{}: {}; {:.2} centipawns lost to integers",
        arguments.out.display(),
        fitted.network.facts,
        kept.quantisation_error
    ))
}

/// Shows the last epoch, and keeps where the fit stands beside its network.
fn shown_and_kept(state: &State, rate: f64, network: &Path) -> Result<()> {
    files::save_fit(network, state)?;
    state.log.last().map_or(Ok(()), |epoch| output::print(&describe(epoch, Some(rate))))
}

/// An epoch in a line, with the positions learnt from in a second if they are known.
pub(super) fn describe(epoch: &Epoch, rate: Option<f64>) -> String {
    let Epoch { epoch: number, train_loss, validation_loss, by_bucket, .. } = epoch;
    let mut line = format!("epoch {number:2}: learnt {train_loss:.5}, tested {validation_loss:.5}");
    if let Some(rate) = rate {
        let _ = write!(line, ", {:.2} M positions/s", rate / 1e6);
    }
    line += "; by bucket";
    for loss in by_bucket {
        let _ = match loss {
            Some(loss) => write!(line, " {loss:.4}"),
            None => write!(line, " -"),
        };
    }
    line
}
