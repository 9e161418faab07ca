//! `damone openings`: makes balanced suites.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use console::Term;

use super::output;
use crate::rules::VariantId;
use crate::tournament::openings::make::{Recipe, Suite, Walk, make};
use crate::tournament::stop::stop_pair;

/// `damone openings`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The game: see `damone variants`
    #[arg(long, value_name = "GAME", default_value = VariantId::International.name())]
    variant: VariantId,
    /// Openings wanted
    #[arg(long, value_name = "N", default_value_t = 500)]
    count: usize,
    /// Plies from the start position
    #[arg(long, value_name = "N", default_value_t = 8)]
    plies: usize,
    /// How starts are found
    #[arg(long, value_enum, default_value_t = WalkName::Random)]
    walk: WalkName,
    /// Nodes of each search
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    nodes: u64,
    /// Largest score kept, in hundredths of a man
    #[arg(long, value_name = "SCORE", default_value_t = 30)]
    limit: i16,
    /// What the suite depends on
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads; the suite does not depend on their number
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// The suite; its settings go into a file beside it, with the ending .toml. Standard output unless given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum WalkName {
    /// Random moves
    Random,
    /// All positions after the plies, shuffled
    Tree,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let (handle, token) = stop_pair();
    ctrlc::set_handler(move || handle.stop()).context("cannot watch for Ctrl-C")?;
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let recipe = Recipe {
        variant: arguments.variant,
        count: arguments.count,
        plies: arguments.plies,
        walk: if arguments.walk == WalkName::Tree { Walk::Tree } else { Walk::Random },
        nodes: arguments.nodes,
        limit: arguments.limit,
        seed: arguments.seed,
        threads: arguments.threads.unwrap_or_else(cores),
    };
    let mut term = Term::stderr();
    let live = term.is_term();
    let suite = make(&recipe, &token, &mut |found| {
        if live {
            let _ = write!(term, "\r{found} of {} openings", recipe.count);
            let _ = term.flush();
        }
    });
    if live {
        let _ = Term::stderr().clear_line();
    }
    let suite = suite?;
    if suite.fens.is_empty() {
        bail!("none of {} starts is level: allow a larger --limit, or other --plies", suite.tried);
    }
    match &arguments.out {
        None => suite.fens.iter().try_for_each(|fen| output::print(fen)),
        Some(path) => write(path, arguments, &suite),
    }
}

/// Writes a suite and, beside it, what made it.
fn write(path: &Path, arguments: &Arguments, suite: &Suite) -> Result<()> {
    let save =
        |path: &Path, text: String| std::fs::write(path, text).with_context(|| path.display().to_string());
    let Arguments { variant, count, plies, nodes, limit, seed, .. } = arguments;
    let walk = if arguments.walk == WalkName::Tree { "tree" } else { "random" };
    let command = format!(
        "damone openings --variant {variant} --count {count} --plies {plies} --walk {walk} --nodes {nodes} \
         --limit {limit} --seed {seed}"
    );
    let settings = format!(
        "# Made by Damone {} with\n#   {command}\nvariant = \"{variant}\"\ncount = {count}\nplies = {plies}\n\
         walk = \"{walk}\"\nnodes = {nodes}\nlimit = {limit}\nseed = {seed}\nopenings = {}\ntried = {}\n",
        env!("CARGO_PKG_VERSION"),
        suite.fens.len(),
        suite.tried
    );
    save(path, suite.fens.join("\n") + "\n")?;
    save(&path.with_extension("toml"), settings)?;
    output::print(&format!("{} openings of {} starts", suite.fens.len(), suite.tried))
}
