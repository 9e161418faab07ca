//! What the subcommands that search share: their limits and resources on the command line, and a score as JSON.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};

use super::options;
use crate::engine::options::Options;
use crate::engine::{Evaluator, GoSpec, Resources};
use crate::search::{Score, Table};

/// Limits and resources of a search.
#[derive(Args, Debug)]
pub(super) struct SearchArguments {
    /// Search for so many milliseconds. Without any limit `suite` takes a second a position, and `analyse` goes on until
    /// Ctrl-C
    #[arg(long, value_name = "MS")]
    movetime: Option<u32>,
    /// Search so many plies deep
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Search so many nodes
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Threads, 1 to 1024 [default: 1]
    #[arg(long)]
    threads: Option<u64>,
    /// Size of the hash table in MiB [default: 16]
    #[arg(long, value_name = "MB")]
    hash: Option<u64>,
}

impl SearchArguments {
    /// The limits.
    pub(super) fn spec(&self) -> GoSpec {
        GoSpec {
            move_time: self.movetime.map(i64::from),
            depth: self.depth,
            nodes: self.nodes,
            ..GoSpec::default()
        }
    }

    /// The options set here and `more`.
    pub(super) fn options(&self, more: &[(&str, Option<u64>)]) -> Result<Options> {
        let own = [("Threads", self.threads), ("Hash", self.hash)];
        options(&[&own, more].concat())
    }
}

/// What a search with these options may use, from now on: a table of its own among it.
pub(super) fn resources(options: &Options) -> Result<Resources> {
    Ok(Resources {
        table: Arc::new(Table::new(options.hash)?),
        threads: options.threads,
        multi_pv: options.multi_pv,
        // Nobody waits at the other end of a pipe.
        overhead: Duration::ZERO,
        net: Evaluator::BuiltIn,
        contempt: options.contempt,
        handicap: None,
        show_wdl: false,
        started: Instant::now(),
        params: Vec::new(),
    })
}

/// A score as JSON: `{"cp": 14}` or `{"mate": -3}`.
pub(super) fn score_json(score: Score) -> Value {
    // The score's own text is its kind and its number.
    let score = score.to_string();
    let (kind, number) = score.split_once(' ').unwrap_or(("cp", "0"));
    let number: i64 = number.parse().unwrap_or(0);
    json!({ kind: number })
}

/// A time as JSON, in milliseconds.
pub(super) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
