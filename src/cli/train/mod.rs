//! `damone train`: makes networks out of the engine's own games.

mod fit;
mod generations;
mod inspect;
mod progress;
mod selfplay;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand};

use crate::train::known::Known;

/// `damone train`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Play games of the engine with itself and keep their quiet positions
    Selfplay(selfplay::Arguments),
    /// Make a network of kept positions
    Fit(Box<fit::Arguments>),
    /// Play, fit and match again and again
    Loop(Box<generations::Arguments>),
    /// Show what a network is and what it thinks pieces are worth
    Inspect(inspect::Arguments),
}

/// The endgame tables that games are played with.
#[derive(Args, Debug)]
struct TableArguments {
    /// A folder with endgame tables, in which games end; without one those of three pieces that the program builds for itself
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Ask no endgame tables, and play every game out
    #[arg(long, conflicts_with = "tables")]
    no_tables: bool,
}

impl TableArguments {
    fn known(&self) -> Known {
        if self.no_tables { Known::Nothing } else { Known::of(self.tables.as_deref()) }
    }
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        Command::Selfplay(arguments) => selfplay::run(arguments),
        Command::Fit(arguments) => fit::run(arguments),
        Command::Loop(arguments) => generations::run(arguments),
        Command::Inspect(arguments) => inspect::run(arguments),
    }
}

/// More threads are of no use: each takes memory before it does anything.
const MOST_THREADS: usize = 1024;

/// The threads to use: as many as there are cores, unless said otherwise.
fn threads(wanted: Option<usize>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    wanted.unwrap_or_else(cores).clamp(1, MOST_THREADS)
}
