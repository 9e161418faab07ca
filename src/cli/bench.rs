//! `damone bench`: the signature of the search.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;

use super::control;
use super::output::{self, Printer};
use crate::engine::{Evaluator, Event, bench};
use crate::protocol;
use crate::rules::VariantId;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Only this game
    #[arg(long, value_name = "GAME")]
    variant: Option<VariantId>,
    /// Judge by this network file, or by hand if it is `handcrafted`; needs --variant
    #[arg(long, value_name = "FILE", requires = "variant")]
    eval_file: Option<PathBuf>,
}

/// Runs the bench until done or Ctrl-C is pressed.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let games = arguments.variant.map_or_else(|| VariantId::ALL.to_vec(), |game| vec![game]);
    let net = match (&arguments.eval_file, arguments.variant) {
        (Some(path), Some(game)) => Evaluator::read(Some(path), game)?,
        _ => Evaluator::BuiltIn,
    };
    let control = control()?;
    let mut printer = Printer::new(&control);
    let sums = bench::run(&games, &net, &control, |line| {
        printer.print(&protocol::render(&Event::BenchLine(line)));
    })?;
    printer.finish()?;
    let Some((nodes, time)) = sums else { bail!("stopped") };
    protocol::render(&Event::BenchTotal { nodes, time }).iter().try_for_each(|line| output::print(line))
}
