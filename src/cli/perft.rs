//! `damone perft`: leaf counts, shared by several threads.

use std::io::{IsTerminal, stderr};

use anyhow::{Result, bail};
use clap::Args;

use super::output::{self, Printer};
use super::{PositionArguments, control, options};
use crate::engine::Event;
use crate::engine::event::speed;
use crate::protocol;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Plies
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,
    /// Print the count of each legal move
    #[arg(long)]
    divide: bool,
    /// Threads
    #[arg(long)]
    threads: Option<u64>,
}

/// Counts until done or Ctrl-C is pressed.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let threads = options(&[("Threads", arguments.threads)])?.threads;
    let session = arguments.position.session()?;
    let moves = session.describe().moves.len();
    let work = session.perft(arguments.depth, threads);
    let control = control()?;
    let mut printer = Printer::new(&control);
    let shows_progress = !arguments.divide && stderr().is_terminal();
    let mut done = 0;
    let last = work(&control, &mut |event| {
        done += 1;
        if arguments.divide {
            printer.print(&protocol::render(&event));
        } else if shows_progress {
            eprint!("\r{done} of {moves} moves ");
        }
    });
    if shows_progress {
        eprint!("\r\x1b[K");
    }
    printer.finish()?;
    let Event::PerftTotal { nodes, time } = last else { bail!("stopped") };
    if arguments.divide {
        output::print("")?;
    }
    let speed = speed(nodes, time);
    output::print(&format!("{nodes} leaves in {:.3} s, {speed} per second", time.as_secs_f64()))
}
