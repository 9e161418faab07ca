//! `damone analyse`: one search, its lines as they come, the best move last.

use std::path::PathBuf;

use anyhow::{Error, Result, ensure};
use clap::Args;
use serde_json::{Value, json};

use super::output::{self, Printer};
use super::searching::{SearchArguments, milliseconds, resources, score_json};
use super::{PositionArguments, control};
use crate::engine::{Evaluator, Event, Info, Resources, TableTerms};
use crate::protocol;
use crate::search::Bound;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    search: SearchArguments,
    /// Number of lines, 1 to 256 [default: 1]
    #[arg(long, value_name = "K")]
    multipv: Option<u64>,
    /// A file with a network for this game, instead of that of the program; `handcrafted` for the evaluation without one
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
    /// A folder with endgame tables; those of three pieces need none
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Print JSON, a value per line
    #[arg(long)]
    json: bool,
}

/// Searches until a limit is reached or Ctrl-C pressed.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let options = arguments.search.options(&[("MultiPV", arguments.multipv)])?;
    let mut session = arguments.position.session()?;
    if let Some(folder) = &arguments.tables {
        let (files, _) =
            session.open_tables(std::slice::from_ref(folder), TableTerms::default()).map_err(Error::msg)?;
        ensure!(files > 0, "no endgame tables of {} below {}", session.describe().variant, folder.display());
    }
    let description = session.describe();
    if arguments.json {
        let (game, moves) = (description.variant.name(), &description.moves);
        let position = json!({"variant": game, "fen": description.fen, "moves": moves,
            "outcome": description.outcome});
        output::print(&position.to_string())?;
    } else {
        protocol::description(&description).iter().try_for_each(|line| output::print(line))?;
    }
    let net = Evaluator::read(arguments.eval_file.as_deref(), description.variant)?;
    let work = session.search(&arguments.search.spec(), Resources { net, ..resources(&options)? })?;
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
    json!({
        "depth": info.depth, "seldepth": info.sel_depth, "multipv": info.rank, "score": score_json(info.score),
        "bound": bound, "nodes": info.nodes, "nps": info.speed(), "hashfull": info.hash_full,
        "tbhits": info.tb_hits, "time": milliseconds(info.time), "pv": info.pv,
    })
}
