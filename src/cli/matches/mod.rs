//! `damone match` and `damone match merge`.

mod groups;
mod merge;
mod run;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use toml::{Table, Value};

use super::games::GameArguments;
use crate::tournament::config::{self, Terms};
use crate::tournament::record::{PairRecord, Shard};
use crate::tournament::{openings, pdn};

const EXAMPLES: &str = "\
Engine keys: cmd= proto=uci|hub|hub1|ugi|dxp name= dir= option.NAME= tc=[MOVES/]SECONDS[+INCREMENT]
  movetime=SECONDS nodes= depth= ponder=true restart=true startup=SECONDS; for dxp also host= port= (or {port} in the
  command) and init=LINE, which is written to the program's standard input.

Examples:
  damone match --engine cmd=damone name=new --engine cmd=./old --each nodes=5000 --variant english \\
    --games 2000 --concurrency 2 --sprt elo0=0 elo1=5 --json new-old.jsonl
  damone match --engine cmd='scan hub' proto=hub1 dir=/opt/scan --engine cmd=damone --each tc=10+0.1
  damone match --config match.toml --json match.jsonl --resume
  damone match merge part-*.jsonl";

/// `damone match`.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Option<MatchCommands>,
    #[command(flatten)]
    terms: TermArguments,
    #[command(flatten)]
    run: run::Arguments,
}

#[derive(Subcommand, Debug)]
enum MatchCommands {
    /// Join the records of the parts of a match and show its table
    Merge(merge::Arguments),
}

/// What is played. Everything but the engines has a default; a configuration file knows the same words.
#[derive(Args, Debug)]
struct TermArguments {
    /// A TOML file with the terms; what is given here besides takes precedence
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    engines: groups::Engines,
    #[command(flatten)]
    each_game: GameArguments,
    /// Who meets whom [default: round-robin]
    #[arg(long, value_parser = ["round-robin", "gauntlet"])]
    format: Option<String>,
    /// Games of each pairing, two for every opening [default: 100]
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// End games whose result the endgame tables of this folder, or the program's own of three pieces, know
    #[arg(long, value_name = "FOLDER")]
    tb: Option<String>,
    /// End early by a test: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized|logistic
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    sprt: Option<Vec<String>>,
}

impl TermArguments {
    /// The terms: those of the file, with those of the command line laid over them.
    fn terms(&self) -> Result<Terms> {
        let mut table = match &self.config {
            Some(path) => read_table(path)?,
            None => Table::new(),
        };
        config::overlay(&mut table, self.table()?);
        Ok(Terms::from_table(table)?)
    }

    fn table(&self) -> Result<Table> {
        let mut table = self.each_game.table()?;
        if let Some(format) = &self.format {
            table.insert("format".to_owned(), Value::String(format.clone()));
        }
        if let Some(games) = self.games {
            table.insert("games".to_owned(), Value::Integer(games.into()));
        }
        if let Some(folder) = &self.tb {
            table.insert("tb".to_owned(), Value::String(folder.clone()));
        }
        if let Some(words) = &self.sprt {
            table.insert("sprt".to_owned(), Value::Table(config::table(words)?));
        }
        if !self.engines.0.is_empty() {
            let engines = self.engines.0.iter().map(|words| Ok(Value::Table(config::table(words)?)));
            table.insert("engine".to_owned(), Value::Array(engines.collect::<Result<_>>()?));
        }
        Ok(table)
    }
}

fn read_table(path: &Path) -> Result<Table> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    text.parse().with_context(|| path.display().to_string())
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.command {
        Some(MatchCommands::Merge(merge)) => merge::run(merge),
        None => run::run(&arguments.terms.terms()?, &arguments.run),
    }
}

/// The games of some pairs as a file.
fn write_pdn(path: &Path, terms: &Terms, pairs: &[PairRecord]) -> Result<()> {
    let text: String = pairs.iter().map(|record| pdn::pair(terms, record)).collect();
    std::fs::write(path, text).with_context(|| path.display().to_string())
}

/// The openings of the terms.
fn load_openings(terms: &Terms) -> Result<Vec<openings::Opening>> {
    Ok(openings::load(terms.variant, &terms.openings)?)
}

/// How many pairs a part of a match has.
fn pairs_in(shard: Shard, all: usize) -> usize {
    (0..all).filter(|&pair| shard.holds(pair)).count()
}
