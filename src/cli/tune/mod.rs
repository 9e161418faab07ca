//! `damone tune`: better numbers by games.

mod parameters;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use toml::{Table, Value};

use self::parameters::{Known, Wish};
use super::games::GameArguments;
use super::output;
use super::screen::Screen;
use crate::search::Params;
use crate::tournament::config::Terms;
use crate::tournament::dialects::Protocol;
use crate::tournament::openings;
use crate::tournament::player::Player;
use crate::tournament::record::PairRecord;
use crate::tournament::stop::{StopToken, stop_pair};
use crate::tournament::tune::spsa::{Gains, Spsa};
use crate::tournament::tune::state::State;
use crate::tournament::tune::{self, Tuning, report};

const EXAMPLES: &str = "\
The numbers are options of the engine, set as a user interface sets them. Those of Damone's search are options of a build
with `cargo build --release --features tune`; `all` means them. Other engines' whole numbers can be tuned by name.
LEAST, MOST and START are the engine's own unless given, STEP is a twentieth of the range and at least 0.5.
An iteration ends with its slowest game, so --pairs-per-iteration should be a multiple of --concurrency.

Examples:
  damone tune --engine ./damone-tune --param futility_margin probcut_margin=12,2,40,3 --variant english \\
    --iterations 2000 --pairs-per-iteration 8 --concurrency 8 --out tune.json
  damone tune --engine './other hub' --each proto=hub movetime=0.05 --param king-value --out other.json --resume";

/// `damone tune`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The engine's command, with arguments; more about it with --each [nodes=5000 unless that has a limit]
    #[arg(long, value_name = "CMD")]
    engine: String,
    /// Numbers to tune, or `all`
    #[arg(long = "param", value_name = "NAME[=START[,LEAST,MOST[,STEP]]]", num_args = 1.., required = true)]
    parameters: Vec<Wish>,
    /// Iterations in all
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    iterations: u32,
    /// Pairs of games in each
    #[arg(long, value_name = "K", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pairs_per_iteration: u32,
    #[command(flatten)]
    gains: GainArguments,
    #[command(flatten)]
    games: GameArguments,
    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN)]
    concurrency: NonZeroUsize,
    /// Where the tuning is, complete after every pair
    #[arg(long, value_name = "FILE.json")]
    out: Option<PathBuf>,
    /// Go on with the tuning that the --out file holds
    #[arg(long)]
    resume: bool,
    /// Lines instead of a live table
    #[arg(long)]
    plain: bool,
}

/// The gains of the method; the defaults are those of fishtest.
#[derive(Args, Debug)]
struct GainArguments {
    /// How fast numbers follow at the end: a / c² in the last pair (`r_end` of fishtest)
    #[arg(long, value_name = "R", default_value_t = Gains::USUAL.rate)]
    r_end: f64,
    /// The share of all pairs in which they follow at nearly full speed (A)
    #[arg(long, value_name = "SHARE", default_value_t = Gains::USUAL.stability)]
    a_share: f64,
    /// Exponent by which a shrinks
    #[arg(long, value_name = "X", default_value_t = Gains::USUAL.alpha)]
    alpha: f64,
    /// Exponent by which the steps shrink
    #[arg(long, value_name = "X", default_value_t = Gains::USUAL.gamma)]
    gamma: f64,
}

impl GainArguments {
    fn gains(&self) -> Result<Gains> {
        let Self { r_end: rate, a_share: stability, alpha, gamma } = *self;
        ensure!(rate > 0.0 && rate < 1e3, "--r-end {rate}: expected a number above 0");
        for (name, value) in [("a-share", stability), ("alpha", alpha), ("gamma", gamma)] {
            ensure!((0.0..=2.0).contains(&value), "--{name} {value}: expected a number from 0 to 2");
        }
        Ok(Gains { alpha, gamma, stability, rate })
    }
}

impl Arguments {
    /// The terms of an iteration, without the numbers.
    fn terms(&self) -> Result<Terms> {
        let mut table = self.games.table()?;
        let each = table.entry("each").or_insert_with(|| Value::Table(Table::new()));
        if let Value::Table(each) = each
            && !["tc", "movetime", "nodes", "depth"].iter().any(|key| each.contains_key(*key))
        {
            each.insert("nodes".to_owned(), Value::Integer(5000));
        }
        let engine = |name: &str| {
            let words = [("cmd", self.engine.as_str()), ("name", name)];
            Value::Table(
                words
                    .map(|(key, word)| (key.to_owned(), Value::String(word.to_owned())))
                    .into_iter()
                    .collect(),
            )
        };
        table.insert("engine".to_owned(), Value::Array(vec![engine("plus"), engine("minus")]));
        table.insert("games".to_owned(), Value::Integer(2 * i64::from(self.pairs_per_iteration)));
        Ok(Terms::from_table(table)?)
    }

    /// What is to be tuned, and how.
    fn tuning(&self, token: &StopToken) -> Result<Tuning> {
        ensure!(
            !self.resume || self.out.is_some(),
            "--resume needs the state of the tuning (--out FILE.json)"
        );
        let (gains, terms) = (self.gains.gains()?, self.terms()?);
        let parameters = ask(&terms, token)?.parameters(&self.parameters)?;
        let given = |name: &str| terms.engine.iter().any(|engine| engine.option.contains_key(name));
        if let Some(twice) = parameters.iter().find(|parameter| given(&parameter.name)) {
            bail!("--param {0}: it has a value already (--each option.{0}=…)", twice.name);
        }
        let pairs = self.iterations as usize * self.pairs_per_iteration as usize;
        let seed = terms.openings.seed;
        Ok(Tuning { terms, spsa: Spsa { parameters, gains, pairs, seed } })
    }
}

/// Starts the engine and asks what can be tuned.
fn ask(terms: &Terms, token: &StopToken) -> Result<Known> {
    let Some(engine) = terms.engine.first() else { bail!("there is no engine") };
    if engine.proto == Protocol::Dxp {
        bail!("dxp has no words for options, so nothing can be tuned over it");
    }
    let mut player = Player::new(engine.clone(), terms.variant, token.clone());
    if let Err(failure) = player.start() {
        bail!("engine {}: {failure}\n  {}", engine.cmd, player.transcript().join("\n  "));
    }
    let own = player.identity().name.starts_with("Damone").then(|| Params::of(terms.variant));
    Ok(Known { spins: player.spins(), own })
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let (handle, token) = stop_pair();
    let in_handler = handle.clone();
    ctrlc::set_handler(move || in_handler.stop()).context("cannot watch for Ctrl-C")?;
    let tuning = arguments.tuning(&token)?;
    let openings = openings::load(tuning.terms.variant, &tuning.terms.openings)?;
    let mut state = State::new(tuning, openings::fingerprint(&openings));
    if let Some(path) = &arguments.out {
        state = state.open(path, arguments.resume)?;
        state.save(path)?;
    }

    let mut screen = Screen::new(arguments.plain);
    let mut failed = None;
    let stop = (&handle, &token);
    let played = tune::run(&mut state, &openings, arguments.concurrency.get(), stop, |state, record| {
        failed = arguments.out.as_ref().and_then(|path| state.save(path).err());
        show(&mut screen, state, record);
        if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    screen.clear();
    output::print(&report::table(&state))?;
    played?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    if !state.is_done() {
        let hint = if arguments.out.is_some() { "; go on with --resume" } else { "" };
        bail!("stopped after {} iterations{hint}", state.iteration);
    }
    output::print(&format!("\n{}", report::paste(&state)))
}

/// Shows a pair that has just ended.
fn show(screen: &mut Screen, state: &State, record: &PairRecord) {
    for fault in crate::tournament::report::faults(record) {
        screen.write(&fault);
    }
    if screen.is_live() {
        screen.draw(|| format!("{}\n{}", report::table(state), report::progress(state)));
    } else if state.open.is_empty() {
        screen.write(&report::line(state));
    }
}
