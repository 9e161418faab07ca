//! How games are played: the arguments that `match` and `tune` share. A configuration file knows the same words.

use anyhow::Result;
use clap::Args;
use toml::{Table, Value};

use crate::rules::VariantId;
use crate::tournament::config;

/// The words of both.
#[derive(Args, Debug)]
pub(super) struct GameArguments {
    /// What all engines have unless they say otherwise
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    pub(super) each: Vec<String>,
    /// The game: see `damone variants` [default: international]
    #[arg(long, value_name = "GAME")]
    variant: Option<VariantId>,
    /// Openings: a FEN list or PDN file, `builtin` or `start` [default: builtin]
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,
    /// Order of the openings [default: random]
    #[arg(long, value_parser = ["random", "file"])]
    order: Option<String>,
    /// What everything random depends on [default: 1]
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
    /// Plies after which a game is drawn [default: 1000]
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,
    /// Milliseconds that a move may be late [default: 20]
    #[arg(long, value_name = "MS")]
    margin: Option<u32>,
    /// Seconds beyond its limit after which an engine counts as hanging [default: 10]
    #[arg(long, value_name = "SECONDS")]
    hang: Option<f64>,
}

impl GameArguments {
    /// What was given, as a table of terms.
    pub(super) fn table(&self) -> Result<Table> {
        let mut table = Table::new();
        let number = |value: u32| Value::Integer(value.into());
        let text = |value: &String| Value::String(value.clone());
        let settings = [
            ("variant", self.variant.map(|variant| Value::String(variant.name().to_owned()))),
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
        for (key, words) in [("draw", &self.draw), ("win", &self.win)] {
            if let Some(words) = words {
                table.insert(key.to_owned(), Value::Table(config::table(words)?));
            }
        }
        if !self.each.is_empty() {
            table.insert("each".to_owned(), Value::Table(config::table(&self.each)?));
        }
        Ok(table)
    }
}
