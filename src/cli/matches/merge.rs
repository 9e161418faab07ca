//! Joining the parts of a match.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;

use super::write_pdn;
use crate::cli::output;
use crate::tournament::journal;
use crate::tournament::record::{Header, Line};
use crate::tournament::report;
use crate::tournament::schedule::Schedule;
use crate::tournament::sprt::Decision;
use crate::tournament::standings::Standings;

/// `damone match merge`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Record files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The joined records
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// The games
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// A line of JSON instead of the table
    #[arg(long)]
    summary: bool,
}

/// What scripts want to know.
#[derive(Serialize)]
struct Summary {
    pairs: usize,
    pairs_in_match: usize,
    /// Of the first engine against the second: LL, LD, DD or WL, WD, WW.
    pentanomial: [u64; 5],
    /// Games lost, drawn and won by the first engine against the second.
    games: [u64; 3],
    elo: Option<f64>,
    elo_error: Option<f64>,
    nelo: Option<f64>,
    nelo_error: Option<f64>,
    los: Option<f64>,
    llr: Option<f64>,
    decision: Option<Decision>,
    faults: u64,
}

impl Summary {
    fn of(header: &Header, standings: &Standings) -> Self {
        let tally = standings.against(0, 1);
        let estimate = tally.estimate();
        let finite = |value: f64| value.is_finite().then_some(value);
        let test = header.terms.sprt.as_ref().map(|sprt| standings.test(sprt));
        Self {
            pairs: standings.pairs(),
            pairs_in_match: Schedule::new(&header.terms, header.openings).len(),
            pentanomial: tally.pairs,
            games: tally.games,
            elo: estimate.and_then(|e| finite(e.elo)),
            elo_error: estimate.and_then(|e| finite(e.elo_error)),
            nelo: estimate.and_then(|e| finite(e.nelo)),
            nelo_error: estimate.and_then(|e| finite(e.nelo_error)),
            los: estimate.and_then(|e| finite(e.los)),
            llr: test.map(|(llr, _)| llr),
            decision: test.map(|(_, decision)| decision),
            faults: standings.faults().values().sum(),
        }
    }
}

/// Joins the files.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let (header, pairs) = journal::merge(&arguments.files)?;
    let mut standings = Standings::default();
    for record in &pairs {
        standings.add(record);
    }
    if arguments.summary {
        output::print(&serde_json::to_string(&Summary::of(&header, &standings))?)?;
    } else {
        output::print(&report::table(&header.terms, &standings))?;
    }
    if let Some(path) = &arguments.pdn {
        write_pdn(path, &header.terms, &pairs)?;
    }
    if let Some(path) = &arguments.json {
        let mut text = journal::text(&Line::Match(Box::new(header)))?;
        for record in pairs {
            text.push_str(&journal::text(&Line::Pair(Box::new(record)))?);
        }
        std::fs::write(path, text).with_context(|| path.display().to_string())?;
    }
    Ok(())
}
