//! `damone bench`: the signature of the search.

use anyhow::{Result, bail};
use clap::Args;

use super::control;
use super::output::{self, Printer};
use crate::engine::{Event, bench};
use crate::protocol;
use crate::rules::VariantId;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Only this game
    #[arg(long, value_name = "GAME")]
    variant: Option<VariantId>,
}

/// Runs the bench until done or Ctrl-C is pressed.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let games = arguments.variant.map_or_else(|| VariantId::ALL.to_vec(), |game| vec![game]);
    let control = control()?;
    let mut printer = Printer::new(&control);
    let sums =
        bench::run(&games, &control, |line| printer.print(&protocol::render(&Event::BenchLine(line))))?;
    printer.finish()?;
    let Some((nodes, time)) = sums else { bail!("stopped") };
    protocol::render(&Event::BenchTotal { nodes, time }).iter().try_for_each(|line| output::print(line))
}
