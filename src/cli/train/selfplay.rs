//! `damone train selfplay`.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;

use super::progress::Progress;
use crate::cli::output;
use crate::engine::Evaluator;
use crate::rules::VariantId;
use crate::train::selfplay::{self, Settings};

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The game: see `damone variants`
    #[arg(long, value_name = "GAME")]
    variant: VariantId,
    /// Games to play, all parts together
    #[arg(long, value_name = "N", required_unless_present = "positions")]
    games: Option<u64>,
    /// Positions to keep, in this part
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
    /// Positions searched for each move
    #[arg(long, value_name = "N", default_value_t = 2000)]
    nodes: u64,
    /// What the games depend on
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games at a time: as many as there are cores, unless given. The file does not depend on it
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// The network that plays; that of the program unless given
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Play with the handcrafted evaluation
    #[arg(long, conflicts_with = "net")]
    handcrafted: bool,
    /// The file for the positions
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Go on with the file that is there
    #[arg(long)]
    resume: bool,
    /// Play part I of N of the games
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = shard)]
    shard: (u32, u32),
    #[command(flatten)]
    tables: super::TableArguments,
}

fn shard(text: &str) -> Result<(u32, u32), String> {
    let wrong = || format!("'{text}' is no part: write 2/5 for the second of five");
    let (part, parts) = text.split_once('/').ok_or_else(wrong)?;
    let number = |text: &str| text.parse::<u32>().map_err(|_| wrong());
    let (part, parts) = (number(part)?, number(parts)?);
    if (1..=parts).contains(&part) { Ok((part, parts)) } else { Err(wrong()) }
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let settings = Settings {
        variant: arguments.variant,
        games: arguments.games,
        positions: arguments.positions,
        nodes: arguments.nodes,
        seed: arguments.seed,
        threads: super::threads(arguments.threads),
        shard: arguments.shard,
        evaluator: if arguments.handcrafted {
            Evaluator::Handcrafted
        } else {
            Evaluator::read(arguments.net.as_deref(), arguments.variant)?
        },
        known: arguments.tables.known(),
    };
    if settings.nodes == 0 {
        bail!("--nodes must be at least 1");
    }
    let stop = crate::cli::stop_flag()?;
    let mut progress = Progress::new();
    let begun = Instant::now();
    let mut before = None;
    let done = selfplay::run(&settings, &arguments.out, arguments.resume, &stop, &mut |now| {
        let first = *before.get_or_insert(now.positions);
        let rate = (now.positions - first) as f64 / begun.elapsed().as_secs_f64();
        progress.tell(&format!("{} games, {} positions, {rate:.0}/s", now.games, now.positions));
    });
    progress.clear();
    let done = done?;
    let seconds = begun.elapsed().as_secs_f64().max(1e-9);
    output::print(&format!(
        "{} games, {} positions ({} repeated ones left out); {} plies and {} nodes in {seconds:.1} s: {:.0} plies/s, {:.0} nodes/s",
        done.games,
        done.positions,
        done.repeated,
        done.plies,
        done.nodes,
        done.plies as f64 / seconds,
        done.nodes as f64 / seconds,
    ))
}
