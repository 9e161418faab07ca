//! `damone train loop`.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};

use super::fit::{Words, describe, read_recipe};
use super::progress::Progress;
use crate::cli::output;
use crate::engine::Evaluator;
use crate::rules::VariantId;
use crate::train::generations::{self, News, Plan};
use crate::train::material;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The game: see `damone variants`
    #[arg(long, value_name = "GAME")]
    variant: VariantId,
    /// Generations there are to be in the end, those that are there included
    #[arg(long, value_name = "N", default_value_t = 5)]
    generations: usize,
    /// Positions that each generation adds
    #[arg(long, value_name = "N", default_value_t = 1_500_000)]
    positions: u64,
    /// Positions searched for each move, in games and matches
    #[arg(long, value_name = "N", default_value_t = 1500)]
    nodes: u64,
    /// Pairs of games in each match
    #[arg(long, value_name = "N", default_value_t = 250)]
    pairs: u64,
    /// What plays first
    #[arg(long, value_enum, default_value_t = First::Handcrafted)]
    first: First,
    /// The network that plays first, instead
    #[arg(long, value_name = "FILE", conflicts_with = "first")]
    net: Option<PathBuf>,
    /// The folder for games, networks and logs; what is there is gone on with
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// A TOML file with the recipe of the networks; what is given here goes before it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    words: Words,
    #[command(flatten)]
    tables: super::TableArguments,
    /// Threads: as many as there are cores, unless given. Nothing else depends on it
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum First {
    /// The handcrafted evaluation
    Handcrafted,
    /// A count of material
    Material,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let mut recipe = arguments.config.as_deref().map(read_recipe).transpose()?.unwrap_or_default();
    arguments.words.apply(&mut recipe);
    if arguments.nodes == 0 || arguments.pairs == 0 || arguments.positions == 0 {
        bail!("--nodes, --pairs and --positions must be at least 1");
    }
    let first = match (&arguments.net, arguments.first) {
        (None, First::Material) => Evaluator::Network(material::network(arguments.variant).into()),
        (None, First::Handcrafted) => Evaluator::Handcrafted,
        (path, _) => Evaluator::read(path.as_deref(), arguments.variant)?,
    };
    let plan = Plan {
        variant: arguments.variant,
        generations: arguments.generations,
        positions: arguments.positions,
        nodes: arguments.nodes,
        pairs: arguments.pairs,
        seed: recipe.seed,
        recipe,
        first,
        known: arguments.tables.known(),
        threads: super::threads(arguments.threads),
    };
    let stop = crate::cli::stop_flag()?;
    let mut progress = Progress::new();
    let begun = Instant::now();
    let mut failed = Ok(());
    let done = generations::run(&plan, &arguments.out, &stop, &mut |news| match news {
        News::Games(number, now) => {
            progress.tell(&format!("generation {number}: {} games, {} positions", now.games, now.positions));
        }
        News::Epoch(number, epoch) => {
            progress.tell(&format!("generation {number}: {}", describe(epoch, None)));
        }
        News::Match(number) => progress.tell(&format!("generation {number}: match")),
        News::Done(generation) => {
            progress.clear();
            if failed.is_ok() {
                failed = output::print(&generation.to_string());
            }
        }
    });
    progress.clear();
    failed?;
    let done = done?;
    let best = done.iter().rev().find(|generation| generation.accepted);
    let best = best.map_or("none was accepted".to_owned(), |best| {
        format!("the best is {}", arguments.out.join(best.generation.to_string()).join("net.net").display())
    });
    output::print(&format!("{} generations, {:.0} s; {best}", done.len(), begun.elapsed().as_secs_f64()))
}
