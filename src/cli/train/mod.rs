//! `damone train`: makes networks out of the engine's own games.

mod fit;
mod generations;
mod inspect;
mod progress;
mod selfplay;

use anyhow::Result;
use clap::{Args, Subcommand};

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

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        Command::Selfplay(arguments) => selfplay::run(arguments),
        Command::Fit(arguments) => fit::run(arguments),
        Command::Loop(arguments) => generations::run(arguments),
        Command::Inspect(arguments) => inspect::run(arguments),
    }
}

/// The threads to use: as many as there are cores, unless said otherwise.
fn threads(wanted: Option<usize>) -> usize {
    wanted.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1)
}
