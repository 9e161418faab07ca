//! Floor 10: the command line. Without arguments the program speaks the protocol; everything else is a
//! subcommand. Errors go to stderr with exit status 2.

mod analyse;
mod bench;
mod compliance;
mod dxp;
mod games;
mod matches;
mod one_variant;
mod openings;
mod output;
mod perft;
mod screen;
mod searching;
mod suite;
mod tablebase;
mod train;
mod tune;
mod variants;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use clap::{Args, Parser, Subcommand};

use crate::engine::options::Options;
use crate::engine::session;
use crate::engine::{Control, PositionSpec, Session, StartSpec};
use crate::protocol::{self, Dialect};
use crate::rules::VariantId;

/// The exit status of a failure; clap uses the same for wrong arguments.
const FAILURE: u8 = 2;

/// The exit status of `suite` when it was carried out and positions stayed unsolved.
const UNSOLVED: u8 = 1;

#[derive(Parser, Debug)]
#[command(name = "damone", version, about = "A draughts engine for every kind of dama")]
#[command(
    after_help = "Without a command it speaks UCI, Hub or UGI on standard input and output, whichever the first line is in."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Subcommands>,
}

#[derive(Subcommand, Debug)]
enum Subcommands {
    /// Speak UCI on standard input and output
    Uci,
    /// Speak the Hub protocol on standard input and output
    Hub,
    /// Speak the Universal Game Interface on standard input and output
    Ugi,
    /// Play games of international draughts with another program over TCP
    Dxp(dxp::Arguments),
    /// Search a position and print the lines found
    Analyse(analyse::Arguments),
    /// Search the positions of a file and count those whose best move is found
    Suite(suite::Arguments),
    /// Count the leaves of the game tree
    Perft(perft::Arguments),
    /// Search fixed positions; the node count is a signature of the search
    Bench(bench::Arguments),
    /// List the games and their rules, or show one game in full with its start position
    Variants(variants::Arguments),
    /// Play engines against each other
    Match(Box<matches::Arguments>),
    /// Tune numbers of an engine by playing games (SPSA)
    Tune(Box<tune::Arguments>),
    /// Make a suite of balanced openings
    Openings(openings::Arguments),
    /// Make networks out of the engine's own games
    Train(train::Arguments),
    /// Build, check and ask endgame tables
    Tablebase(tablebase::Arguments),
    /// Walk an engine through its protocol and name the first step that fails
    Compliance(compliance::Arguments),
}

/// A position on the command line.
#[derive(Args, Debug)]
struct PositionArguments {
    /// The game: see `damone variants`
    #[arg(long, value_name = "GAME", default_value = VariantId::International.name())]
    variant: VariantId,
    /// The position; the game's start position unless given
    #[arg(long)]
    fen: Option<String>,
    /// The start position of the game, which is also what no position means
    #[arg(value_enum, conflicts_with = "fen")]
    start: Option<StartWord>,
    /// Moves to play from there, separated by blanks
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum StartWord {
    /// The start position
    Startpos,
}

impl PositionArguments {
    /// The game at that position.
    fn session(&self) -> Result<Box<dyn Session>> {
        let start = self.fen.clone().map_or(StartSpec::Initial, StartSpec::Fen);
        let moves = self.moves.split_whitespace().map(str::to_owned).collect();
        let mut session = session::open(self.variant);
        session.set_position(&PositionSpec { start, moves })?;
        Ok(session)
    }
}

/// Options with these values; their ranges are those of the protocol.
fn options(values: &[(&str, Option<u64>)]) -> Result<Options> {
    let mut options = Options::default();
    for (name, value) in values {
        if let Some(value) = value {
            options.set(name, Some(&value.to_string()))?;
        }
    }
    Ok(options)
}

/// The control of a task that Ctrl-C stops.
fn control() -> Result<Arc<Control>> {
    let control = Arc::new(Control::default());
    let in_handler = control.clone();
    ctrlc::set_handler(move || in_handler.stop()).context("cannot watch for Ctrl-C")?;
    Ok(control)
}

/// The program.
pub fn main() -> ExitCode {
    // The way every user interface takes: no parsing of arguments, nothing printed.
    let result = if std::env::args_os().len() == 1 { speak(None) } else { run(Cli::parse()) };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<suite::Unsolved>() => ExitCode::from(UNSOLVED),
        Err(error) => {
            eprintln!("damone: {error:#}");
            ExitCode::from(FAILURE)
        }
    }
}

fn speak(dialect: Option<Dialect>) -> Result<()> {
    protocol::serve(dialect, std::io::stdin(), std::io::stdout()).context("cannot start")
}

fn run(cli: Cli) -> Result<()> {
    match cli.command {
        None => speak(None),
        Some(Subcommands::Uci) => speak(Some(Dialect::Uci)),
        Some(Subcommands::Hub) => speak(Some(Dialect::Hub)),
        Some(Subcommands::Ugi) => speak(Some(Dialect::Ugi)),
        Some(Subcommands::Dxp(arguments)) => dxp::run(&arguments),
        Some(Subcommands::Analyse(arguments)) => analyse::run(&arguments),
        Some(Subcommands::Suite(arguments)) => suite::run(&arguments),
        Some(Subcommands::Perft(arguments)) => perft::run(&arguments),
        Some(Subcommands::Bench(arguments)) => bench::run(&arguments),
        Some(Subcommands::Variants(arguments)) => variants::run(&arguments),
        Some(Subcommands::Match(arguments)) => matches::run(&arguments),
        Some(Subcommands::Tune(arguments)) => tune::run(&arguments),
        Some(Subcommands::Openings(arguments)) => openings::run(&arguments),
        Some(Subcommands::Train(arguments)) => train::run(&arguments),
        Some(Subcommands::Tablebase(arguments)) => tablebase::run(&arguments),
        Some(Subcommands::Compliance(arguments)) => compliance::run(&arguments),
    }
}

/// Becomes true on Ctrl-C.
fn stop_flag() -> Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let in_handler = flag.clone();
    ctrlc::set_handler(move || in_handler.store(true, Ordering::Relaxed))
        .context("cannot watch for Ctrl-C")?;
    Ok(flag)
}
