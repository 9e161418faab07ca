//! `damone train inspect`.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

use crate::cli::output;
use crate::eval::Network;
use crate::eval::net::BUCKETS;
use crate::train::heat;
use crate::train::inspect::Values;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The network
    #[arg(value_name = "NET")]
    net: PathBuf,
    /// Draw what pieces are worth on each square
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let name = || arguments.net.display().to_string();
    let bytes = std::fs::read(&arguments.net).with_context(name)?;
    let network = Network::read(&bytes).with_context(name)?;
    let Network { variant, squares, extras, hidden, scale, .. } = &network;
    output::print(&format!("game      {variant}"))?;
    output::print(&format!(
        "shape     2 x (4 x {squares} squares + {extras} extra) -> {hidden}, 2 x {hidden} -> 1 in {BUCKETS} buckets"
    ))?;
    output::print(&format!("scale     {scale} centipawns, {} bytes", bytes.len()))?;
    output::print(&format!("facts     {}", network.facts))?;
    let values = Values::of(&network);
    for (piece, list) in [("man", &values.men), ("king", &values.kings)] {
        let mean =
            Values::mean(list).map_or("never there".to_owned(), |mean| format!("{mean:.0} centipawns"));
        output::print(&format!("{piece:9} {mean}"))?;
        for row in values.grid(list) {
            let cells =
                row.iter().map(|cell| cell.map_or("    .".to_owned(), |value| format!("{value:5.0}")));
            output::print(&cells.collect::<String>())?;
        }
    }
    let Some(path) = &arguments.svg else { return Ok(()) };
    std::fs::write(path, heat::svg(&values)).with_context(|| path.display().to_string())
}
