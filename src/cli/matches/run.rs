//! Running a match, or a part of one.

use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;

use super::{load_openings, pairs_in, write_pdn};
use crate::cli::output;
use crate::cli::screen::Screen;
use crate::tournament::config::Terms;
use crate::tournament::journal::{self, Journal};
use crate::tournament::openings::fingerprint;
use crate::tournament::record::{Header, Line, PairRecord, Shard, VERSION};
use crate::tournament::runner::{self, Job};
use crate::tournament::schedule::Schedule;
use crate::tournament::sprt::Decision;
use crate::tournament::standings::Standings;
use crate::tournament::stop::stop_pair;
use crate::tournament::{pdn, report};

/// How it is run and what is kept.
#[derive(Args, Debug)]
#[group(skip)]
pub(super) struct Arguments {
    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN)]
    concurrency: NonZeroUsize,
    /// Records, one line a pair; `-` for standard output
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// The games, with scores, depths and times
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Go on with the match that the --json file holds
    #[arg(long)]
    resume: bool,
    /// Play the i-th of n parts only
    #[arg(long, value_name = "i/n")]
    shard: Option<Shard>,
    /// Lines instead of a live table
    #[arg(long)]
    plain: bool,
}

/// Where records go.
enum Records {
    Nowhere,
    Output,
    File(Journal),
}

impl Records {
    fn write(&mut self, line: &Line) -> Result<()> {
        match self {
            Self::Nowhere => Ok(()),
            Self::Output => output::print(journal::text(line)?.trim_end()),
            Self::File(journal) => Ok(journal.write(line)?),
        }
    }
}

/// Runs the match.
pub(super) fn run(terms: &Terms, arguments: &Arguments) -> Result<()> {
    let openings = load_openings(terms)?;
    let shard = arguments.shard.unwrap_or(Shard::WHOLE);
    let header = Header {
        version: VERSION,
        terms: terms.clone(),
        openings: openings.len(),
        openings_hash: fingerprint(&openings),
        shard,
    };
    let (mut records, old) = open_records(arguments, &header)?;
    let mut pdn_file =
        arguments.pdn.as_deref().map(|path| open_pdn(path, terms, arguments.resume, &old)).transpose()?;
    let mut standings = Standings::default();
    for record in &old {
        standings.add(record);
    }

    let all = Schedule::new(terms, openings.len()).len();
    let job = Job {
        terms,
        openings: &openings,
        shard,
        done: old.iter().map(|record| record.pair).collect::<HashSet<_>>(),
        concurrency: arguments.concurrency.get(),
    };
    let (handle, token) = stop_pair();
    let in_handler = handle.clone();
    ctrlc::set_handler(move || in_handler.stop()).context("cannot watch for Ctrl-C")?;

    let pairs = pairs_in(shard, all);
    let mut screen = Screen::new(arguments.plain);
    let mut failed = None;
    let mut decided = is_decided(terms, shard, &standings);
    if !decided {
        runner::run(&job, (&handle, &token), |record| {
            standings.add(&record);
            let kept = keep(&mut records, pdn_file.as_mut(), terms, &record);
            show(&mut screen, terms, &record, &standings, pairs);
            decided = is_decided(terms, shard, &standings);
            failed = kept.err();
            if decided || failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
    }
    screen.clear();
    let table = report::table(terms, &standings);
    if matches!(records, Records::Output) {
        eprintln!("{table}");
    } else {
        output::print(&table)?;
    }
    if let Some(error) = failed {
        return Err(error);
    }
    if token.is_stopped() && !decided {
        let hint = if matches!(records, Records::File(_)) { "; go on with --resume" } else { "" };
        bail!("stopped{hint}");
    }
    Ok(())
}

/// Shows a pair that has just ended, of a match of `pairs` pairs.
fn show(screen: &mut Screen, terms: &Terms, record: &PairRecord, standings: &Standings, pairs: usize) {
    for fault in report::faults(record) {
        screen.write(&fault);
    }
    if screen.is_live() {
        let progress = || format!("{} of {pairs} pairs", standings.pairs());
        screen.draw(|| format!("{}\n{}", report::table(terms, standings), progress()));
    } else {
        screen.write(&report::pair_line(terms, record, standings, pairs));
    }
}

/// Whether the test has come to its end. A part of a match is never decided: only the whole can be.
fn is_decided(terms: &Terms, shard: Shard, standings: &Standings) -> bool {
    let decision = terms.sprt.as_ref().map(|sprt| standings.test(sprt).1);
    shard == Shard::WHOLE && decision.is_some_and(|decision| decision != Decision::Open)
}

fn open_records(arguments: &Arguments, header: &Header) -> Result<(Records, Vec<PairRecord>)> {
    match &arguments.json {
        None if arguments.resume => bail!("--resume needs the records of the match (--json FILE)"),
        None => Ok((Records::Nowhere, Vec::new())),
        Some(path) if path.as_os_str() == "-" => {
            if arguments.resume {
                bail!("--resume needs the records in a file");
            }
            let mut records = Records::Output;
            records.write(&Line::Match(Box::new(header.clone())))?;
            Ok((records, Vec::new()))
        }
        Some(path) => {
            let (journal, pairs) = Journal::open(path, header, arguments.resume)?;
            Ok((Records::File(journal), pairs))
        }
    }
}

/// Opens the file of games. It is made anew from the records when a match is resumed, so that both agree.
fn open_pdn(path: &Path, terms: &Terms, resume: bool, old: &[PairRecord]) -> Result<std::fs::File> {
    let filled = path.metadata().is_ok_and(|data| data.len() > 0);
    if filled && !resume {
        bail!("{} is there already; use --resume to go on with its match, or another file", path.display());
    }
    write_pdn(path, terms, old)?;
    OpenOptions::new().append(true).open(path).with_context(|| path.display().to_string())
}

/// Records a pair: first the line that counts, then the games that can be made from it.
fn keep(
    records: &mut Records,
    pdn_file: Option<&mut std::fs::File>,
    terms: &Terms,
    record: &PairRecord,
) -> Result<()> {
    records.write(&Line::Pair(Box::new(record.clone())))?;
    if let Some(file) = pdn_file {
        file.write_all(pdn::pair(terms, record).as_bytes()).context("cannot write the games")?;
    }
    Ok(())
}
