//! `damone tablebase`: builds endgame tables, checks them and shows what they say.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use console::Term;

use super::output;
use crate::notation::fen;
use crate::notation::moves;
use crate::position::Position;
use crate::rules::variants::{VariantVisitor, visit_variant};
use crate::rules::{Rules, VariantId};
use crate::tablebase::build::{self, Needs, Plan, Progress};
use crate::tablebase::{Coverage, MOST_PIECES, Material, Tables, Wdl};

/// `damone tablebase`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Build the tables that are not there yet; what was finished before a break is kept
    Build(BuildArguments),
    /// Solve everything again and compare it with the files
    Verify(BuildArguments),
    /// List the slices with their sizes and counts
    Info(Common),
    /// Add up the slices by number of pieces
    Stats(Common),
    /// Say what a position and each of its moves are worth
    Probe(ProbeArguments),
    /// Print the slices to build with those they depend on, as JSON: tasks for many machines
    Plan(BuildArguments),
    /// Write all quiet positions of a slice with what they are worth, one in a line
    Export(ExportArguments),
}

/// Most pieces of the tables to build, unless told otherwise: seconds in every game.
const USUAL_PIECES: usize = 4;

#[derive(Args, Debug, Clone)]
struct Common {
    /// The game: see `damone variants`
    #[arg(long, value_name = "GAME", default_value = VariantId::International.name())]
    variant: VariantId,
    /// Most pieces on the board: 4 to build or plan, all that are there to read, unless given
    #[arg(long, value_name = "N")]
    pieces: Option<usize>,
    /// The folder of the tables; each game has its own in it
    #[arg(long, value_name = "DIR", default_value = "tablebases")]
    dir: PathBuf,
}

#[derive(Args, Debug)]
struct BuildArguments {
    #[command(flatten)]
    common: Common,
    /// Keep distances for slices of at most so many pieces: 5 on boards of at most 32 squares, else 4, unless given
    #[arg(long, value_name = "N")]
    distances: Option<usize>,
    /// Threads; all cores unless given
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// Only this slice, such as 2m1k-0m1k, and the same with the other side to move; the ones it needs must be there
    #[arg(long, value_name = "SLICE")]
    only: Option<Material>,
    /// Begin even if memory or disk seem too small
    #[arg(long)]
    force: bool,
}

#[derive(Args, Debug)]
struct ProbeArguments {
    #[command(flatten)]
    common: Common,
    /// The position
    fen: String,
}

#[derive(Args, Debug)]
struct ExportArguments {
    #[command(flatten)]
    common: Common,
    /// The slice, such as 2m1k-0m1k
    slice: Material,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    visit_variant(arguments.command.common().variant, &arguments.command)
}

impl Command {
    fn common(&self) -> &Common {
        match self {
            Self::Build(arguments) | Self::Verify(arguments) | Self::Plan(arguments) => &arguments.common,
            Self::Info(common) | Self::Stats(common) => common,
            Self::Probe(arguments) => &arguments.common,
            Self::Export(arguments) => &arguments.common,
        }
    }
}

/// Carries the command out in its game.
impl VariantVisitor for &Command {
    type Output = Result<()>;

    fn visit<R: Rules>(self) -> Result<()> {
        match self {
            Command::Build(arguments) => build_tables::<R>(arguments),
            Command::Verify(arguments) => verify::<R>(arguments),
            Command::Plan(arguments) => plan::<R>(arguments),
            Command::Info(common) => info::<R>(common),
            Command::Stats(common) => stats::<R>(common),
            Command::Probe(arguments) => probe::<R>(arguments),
            Command::Export(arguments) => export::<R>(arguments),
        }
    }
}

impl BuildArguments {
    fn plan<R: Rules>(&self) -> Plan {
        // What can be built in a minute and takes some 20 MB.
        let usual = if R::SET.board.squares() <= 32 { 5 } else { 4 };
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Plan {
            folder: self.common.dir.clone(),
            pieces: self.common.pieces.unwrap_or(USUAL_PIECES),
            distances: self.distances.unwrap_or(usual),
            threads: self.threads.unwrap_or_else(cores).get(),
            only: self.only,
        }
    }
}

fn build_tables<R: Rules>(arguments: &BuildArguments) -> Result<()> {
    let plan = arguments.plan::<R>();
    let needs = build::needs::<R>(&plan)?;
    std::fs::create_dir_all(&plan.folder).with_context(|| plan.folder.display().to_string())?;
    eprintln!(
        "{}: {} positions, at most {} of memory and about {} of disk",
        R::SET.name,
        needs.numbers,
        size(needs.memory),
        size(needs.disk)
    );
    if let Some(reason) = Coverage::of::<R>().reason() {
        eprintln!("{}: {reason}", R::SET.name);
    }
    if !arguments.force {
        refuse_if_too_large(&needs, &plan)?;
    }
    let began = Instant::now();
    watched(&*super::stop_flag()?, |stop, progress| build::build::<R>(&plan, stop, progress))?;
    stats::<R>(&arguments.common)?;
    output::print(&format!("{:.1} s", began.elapsed().as_secs_f64()))
}

fn verify<R: Rules>(arguments: &BuildArguments) -> Result<()> {
    let common = &arguments.common;
    let pieces = match common.pieces {
        Some(pieces) => pieces,
        None => open::<R>(common)?.max_pieces(),
    };
    let plan = Plan { pieces, ..arguments.plan::<R>() };
    watched(&*super::stop_flag()?, |stop, progress| build::verify::<R>(&plan, stop, progress))?;
    let what = plan.only.map_or_else(|| format!("at most {pieces} pieces"), |slice| slice.to_string());
    output::print(&format!("{what}: every position is worth what its moves say"))
}

/// Does work while a line on stderr, if that is a terminal, says how far it has come.
fn watched<E: Send>(
    stop: &AtomicBool,
    work: impl FnOnce(&AtomicBool, &Progress) -> Result<(), E> + Send,
) -> Result<(), E> {
    let (progress, ended) = (Progress::default(), AtomicBool::new(false));
    let term = Term::stderr();
    let began = Instant::now();
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while term.is_term() && !ended.load(Ordering::Relaxed) {
                let _ = term.clear_line();
                let _ = term.write_str(&format!("\r{}", bar(&progress, began)));
                std::thread::park_timeout(Duration::from_millis(200));
            }
        });
        let result = work(stop, &progress);
        ended.store(true, Ordering::Relaxed);
        watcher.thread().unpark();
        let _ = watcher.join();
        if term.is_term() {
            let _ = term.clear_line();
        }
        result
    })
}

/// A progress bar with speed and time left.
fn bar(progress: &Progress, began: Instant) -> String {
    const WIDTH: u64 = 30;
    let (done, total) = (progress.done.load(Ordering::Relaxed), progress.total.load(Ordering::Relaxed));
    let total = total.max(1);
    let filled = (done.saturating_mul(WIDTH) / total).min(WIDTH) as usize;
    let seconds = began.elapsed().as_secs_f64();
    let speed = done as f64 / seconds.max(0.001);
    let left = total.saturating_sub(done) as f64 / speed.max(1.0);
    format!(
        "[{}{}] {:5.1} %  {:.1} M/s  {left:.0} s left  {} slices written ",
        "#".repeat(filled),
        ".".repeat(WIDTH as usize - filled),
        100.0 * done as f64 / total as f64,
        speed / 1e6,
        progress.written.load(Ordering::Relaxed)
    )
}

fn size(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}

fn refuse_if_too_large(needs: &Needs, plan: &Plan) -> Result<()> {
    if !crate::engine::memory::can_give(needs.memory.div_ceil(1 << 20) as usize) {
        bail!("the machine cannot give {} of memory now (--force tries)", size(needs.memory));
    }
    if let Some(free) = free_disk(plan)
        && free < needs.disk
    {
        bail!("only {} are free where the tables go (--force tries)", size(free));
    }
    Ok(())
}

/// Free bytes where the tables go, if the system tells.
#[cfg(target_os = "linux")]
fn free_disk(plan: &Plan) -> Option<u64> {
    let found = rustix::fs::statvfs(&plan.folder).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

#[cfg(not(target_os = "linux"))]
fn free_disk(_: &Plan) -> Option<u64> {
    None
}

fn plan<R: Rules>(arguments: &BuildArguments) -> Result<()> {
    let tasks = build::tasks::<R>(&arguments.plan::<R>())?;
    let tasks: Vec<_> = tasks
        .iter()
        .map(|(slice, after, numbers)| {
            let after: Vec<String> = after.iter().map(Material::to_string).collect();
            serde_json::json!({"slice": slice.to_string(), "after": after, "numbers": numbers})
        })
        .collect();
    output::print(&serde_json::to_string(&tasks)?)
}

fn open<R: Rules>(common: &Common) -> Result<Tables<R>> {
    let tables = Tables::open(&[&common.dir], common.pieces.unwrap_or(MOST_PIECES))?;
    if tables.max_pieces() == 0 {
        bail!(
            "no tables of {} below {}: damone tablebase build makes them",
            R::SET.name,
            common.dir.display()
        );
    }
    Ok(tables)
}

fn info<R: Rules>(common: &Common) -> Result<()> {
    let tables = open::<R>(common)?;
    output::print(
        "slice             positions          wins        losses         draws         bytes  quiet/byte",
    )?;
    for slice in tables.slices() {
        output::print(&format!(
            "{:14} {:12} {:13} {:13} {:13} {:13} {:11.1}{}",
            slice.material.to_string(),
            slice.counts.total(),
            slice.counts.wins,
            slice.counts.losses,
            slice.counts.draws,
            slice.bytes,
            slice.quiet.total() as f64 / slice.bytes as f64,
            if slice.has_distances { "  distances" } else { "" }
        ))?;
    }
    Ok(())
}

fn stats<R: Rules>(common: &Common) -> Result<()> {
    let tables = open::<R>(common)?;
    output::print(
        "pieces  slices     positions          wins        losses         draws         quiet         bytes  positions/byte",
    )?;
    for pieces in 2..=tables.max_pieces() {
        let (mut slices, mut bytes, mut quiet) = (0, 0, 0);
        let (mut wins, mut losses, mut draws) = (0, 0, 0);
        for slice in tables.slices().filter(|slice| slice.material.pieces() == pieces) {
            slices += 1;
            bytes += slice.bytes;
            quiet += slice.quiet.total();
            wins += slice.counts.wins;
            losses += slice.counts.losses;
            draws += slice.counts.draws;
        }
        let positions = wins + losses + draws;
        output::print(&format!(
            "{pieces:6} {slices:7} {positions:13} {wins:13} {losses:13} {draws:13} {quiet:13} {bytes:13} {:15.1}",
            positions as f64 / (bytes as f64).max(1.0)
        ))?;
    }
    Ok(())
}

fn probe<R: Rules>(arguments: &ProbeArguments) -> Result<()> {
    let tables = open::<R>(&arguments.common)?;
    let position: Position<R> = fen::read(&arguments.fen)?;
    output::print(&format!("position  {}", worth(&tables, &position)))?;
    for mv in position.board().legal_moves() {
        let text = moves::write(position.board(), &mv);
        output::print(&format!("{text:9} {}", worth_to_mover(&tables, &position.after(&mv))))?;
    }
    Ok(())
}

fn word(wdl: Option<Wdl>) -> &'static str {
    match wdl {
        Some(Wdl::Win) => "win",
        Some(Wdl::Draw) => "draw",
        Some(Wdl::Loss) => "loss",
        None => "not in the tables",
    }
}

fn worth<R: Rules>(tables: &Tables<R>, position: &Position<R>) -> String {
    with_distance(word(tables.probe_wdl(position)), tables.probe_distance(position))
}

fn worth_to_mover<R: Rules>(tables: &Tables<R>, position: &Position<R>) -> String {
    with_distance(word(tables.probe_wdl(position).map(Wdl::turned)), tables.probe_distance(position))
}

fn with_distance(word: &str, plies: Option<u16>) -> String {
    plies.map_or(word.to_owned(), |plies| format!("{word}, conversion in {plies}"))
}

fn export<R: Rules>(arguments: &ExportArguments) -> Result<()> {
    let tables = open::<R>(&Common { pieces: Some(arguments.slice.pieces()), ..arguments.common.clone() })?;
    let mut result = Ok(());
    let found = tables.each_quiet(arguments.slice, |position, wdl| {
        let distance = tables.probe_distance(position);
        let plies = distance.map_or(String::new(), |plies| format!(" {plies}"));
        result = output::print(&format!("{} {}{plies}", fen::write(position), word(Some(wdl))));
        result.is_ok()
    });
    if !found {
        bail!("no slice {} of {} is there", arguments.slice, R::SET.name);
    }
    result
}
