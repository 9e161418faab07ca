//! `damone match` and `damone match merge`.

mod groups;
mod merge;
mod run;
mod screen;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use toml::{Table, Value};

use crate::rules::VariantId;
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
    /// What all engines have unless they say otherwise
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    each: Vec<String>,
    /// The game: see `damone variants` [default: international]
    #[arg(long, value_name = "GAME")]
    variant: Option<VariantId>,
    /// Who meets whom [default: round-robin]
    #[arg(long, value_parser = ["round-robin", "gauntlet"])]
    format: Option<String>,
    /// Games of each pairing, two for every opening [default: 100]
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// Openings: a FEN list or PDN file, `builtin` or `start` [default: builtin]
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,
    /// Order of the openings [default: random]
    #[arg(long, value_parser = ["random", "file"])]
    order: Option<String>,
    /// What the random order depends on [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u32>,
    /// The first opening to play, counted from 1 in that order [default: 1]
    #[arg(long, value_name = "N")]
    first_opening: Option<u32>,
    /// Plies of each game of a PDN file that belong to its opening [default: all]
    #[arg(long, value_name = "N")]
    opening_plies: Option<u32>,
    /// Draw when both engines see nothing: from=40 count=8 score=5 (moves, moves, hundredths of a man)
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    draw: Option<Vec<String>>,
    /// Win when both engines agree: count=4 score=500
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    win: Option<Vec<String>>,
    /// End games by tablebases (none can be built yet)
    #[arg(long, value_name = "FOLDER")]
    tb: Option<PathBuf>,
    /// Plies after which a game is drawn [default: 1000]
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,
    /// Milliseconds that a move may be late [default: 20]
    #[arg(long, value_name = "MS")]
    margin: Option<u32>,
    /// Seconds beyond its limit after which an engine counts as hanging [default: 10]
    #[arg(long, value_name = "SECONDS")]
    hang: Option<f64>,
    /// End early by a test: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized|logistic
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    sprt: Option<Vec<String>>,
}

impl TermArguments {
    /// The terms: those of the file, with those of the command line laid over them.
    fn terms(&self) -> Result<Terms> {
        if let Some(folder) = &self.tb {
            bail!("--tb {}: no tablebases are built yet, so games cannot be ended by them", folder.display());
        }
        let mut table = match &self.config {
            Some(path) => read_table(path)?,
            None => Table::new(),
        };
        config::overlay(&mut table, self.table()?);
        Ok(Terms::from_table(table)?)
    }

    fn table(&self) -> Result<Table> {
        let mut table = Table::new();
        let number = |value: u32| Value::Integer(value.into());
        let text = |value: &String| Value::String(value.clone());
        let settings = [
            ("variant", self.variant.map(|variant| Value::String(variant.name().to_owned()))),
            ("format", self.format.as_ref().map(text)),
            ("games", self.games.map(number)),
            ("max_plies", self.max_plies.map(number)),
            ("margin", self.margin.map(number)),
            ("hang", self.hang.map(Value::Float)),
        ];
        let openings = [
            ("file", self.openings.as_ref().map(text)),
            ("order", self.order.as_ref().map(text)),
            ("seed", self.seed.map(number)),
            ("start", self.first_opening.map(number)),
            ("plies", self.opening_plies.map(number)),
        ];
        let given = |settings: Vec<(&str, Option<Value>)>| -> Table {
            settings.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
        };
        table.extend(given(settings.into()));
        let openings = given(openings.into());
        if !openings.is_empty() {
            table.insert("openings".to_owned(), Value::Table(openings));
        }
        for (key, words) in [("draw", &self.draw), ("win", &self.win), ("sprt", &self.sprt)] {
            if let Some(words) = words {
                table.insert(key.to_owned(), Value::Table(config::table(words)?));
            }
        }
        if !self.each.is_empty() {
            table.insert("each".to_owned(), Value::Table(config::table(&self.each)?));
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
