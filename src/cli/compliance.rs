//! `damone compliance`: walks a foreign engine through its dialect.

use anyhow::{Context, Result, bail};
use clap::Args;
use toml::Value;

use super::output;
use crate::rules::VariantId;
use crate::tournament::compliance::walk;
use crate::tournament::config;
use crate::tournament::dialects::Protocol;
use crate::tournament::stop::stop_pair;

/// `damone compliance`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The engine's command, with arguments
    cmd: String,
    /// Its dialect: uci, hub, hub1, ugi or dxp
    #[arg(long, default_value_t = Protocol::Uci)]
    proto: Protocol,
    /// The game: see `damone variants`
    #[arg(long, value_name = "GAME", default_value = VariantId::International.name())]
    variant: VariantId,
    /// More about it, as behind --engine in a match: dir= option.NAME= movetime= …
    #[arg(long = "with", value_name = "KEY=VALUE", num_args = 1..)]
    with: Vec<String>,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let mut table = config::table(&arguments.with)?;
    table.insert("cmd".to_owned(), Value::String(arguments.cmd.clone()));
    table.insert("proto".to_owned(), Value::String(arguments.proto.name().to_owned()));
    if !["tc", "movetime", "nodes", "depth"].iter().any(|key| table.contains_key(*key)) {
        table.insert("movetime".to_owned(), Value::Float(0.1));
    }
    let engine: config::Engine = table.try_into().context("--with")?;
    let (handle, token) = stop_pair();
    ctrlc::set_handler(move || handle.stop()).context("cannot watch for Ctrl-C")?;
    let mut printed = Ok(());
    let (passed, transcript) = walk(&engine, arguments.variant, &token, |step| {
        let line = match &step.result {
            Ok(()) => format!("ok    {}", step.name),
            Err(defect) => format!("FAIL  {}: {defect}", step.name),
        };
        let said = output::print(&line);
        if printed.is_ok() {
            printed = said;
        }
    })?;
    printed?;
    if !passed {
        for line in transcript {
            output::print(&format!("      {line}"))?;
        }
        bail!("{} does not speak {} as it should", arguments.cmd, arguments.proto);
    }
    Ok(())
}
