//! `damone analyse`: one search, its lines as they come, the best move last.

use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};

use super::output::{self, Printer};
use super::{PositionArguments, control, options};
use crate::engine::{Event, GoSpec, Info, Resources};
use crate::protocol;
use crate::search::{Bound, Table};

#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    /// Search for so many milliseconds
    #[arg(long, value_name = "MS")]
    movetime: Option<u32>,
    /// Search so many plies deep
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Search so many nodes
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Threads
    #[arg(long)]
    threads: Option<u64>,
    /// Size of the hash table in MiB
    #[arg(long, value_name = "MB")]
    hash: Option<u64>,
    /// Number of lines
    #[arg(long, value_name = "K")]
    multipv: Option<u64>,
    /// Print JSON, a value per line
    #[arg(long)]
    json: bool,
}

/// Searches until a limit is reached or Ctrl-C pressed.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let values = [("Threads", arguments.threads), ("Hash", arguments.hash), ("MultiPV", arguments.multipv)];
    let options = options(&values)?;
    let session = arguments.position.session()?;
    let spec = GoSpec {
        move_time: arguments.movetime.map(i64::from),
        depth: arguments.depth,
        nodes: arguments.nodes,
        ..GoSpec::default()
    };
    let description = session.describe();
    if arguments.json {
        let (game, moves) = (description.variant.name(), &description.moves);
        let position = json!({"variant": game, "fen": description.fen, "moves": moves,
            "outcome": description.outcome});
        output::print(&position.to_string())?;
    } else {
        protocol::description(&description).iter().try_for_each(|line| output::print(line))?;
    }
    let resources = Resources {
        table: Arc::new(Table::new(options.hash)?),
        threads: options.threads,
        multi_pv: options.multi_pv,
        // Nobody waits at the other end of a pipe.
        overhead: std::time::Duration::ZERO,
        net: None,
        contempt: options.contempt,
        handicap: None,
        show_wdl: false,
        started: Instant::now(),
        params: Vec::new(),
    };
    let work = session.search(&spec, resources)?;
    let control = control()?;
    let mut printer = Printer::new(&control);
    let lines = |event: &Event| if arguments.json { as_json(event) } else { protocol::render(event) };
    let last = work(&control, &mut |event| printer.print(&lines(&event)));
    printer.print(&lines(&last));
    printer.finish()
}

/// The JSON line of an event; other events than lines and the best move have none.
fn as_json(event: &Event) -> Vec<String> {
    let value = match event {
        Event::Info(info) => info_json(info),
        Event::Best(best) => json!({"bestmove": best.best, "ponder": best.ponder}),
        _ => return Vec::new(),
    };
    vec![value.to_string()]
}

fn info_json(info: &Info) -> Value {
    let bound = match info.bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    };
    // The score's own text is its kind and its number.
    let score = info.score.to_string();
    let (kind, number) = score.split_once(' ').unwrap_or(("cp", "0"));
    let number: i64 = number.parse().unwrap_or(0);
    json!({
        "depth": info.depth, "seldepth": info.sel_depth, "multipv": info.rank, "score": {kind: number},
        "bound": bound, "nodes": info.nodes, "nps": info.speed(), "hashfull": info.hash_full,
        "time": u64::try_from(info.time.as_millis()).unwrap_or(u64::MAX), "pv": info.pv,
    })
}
