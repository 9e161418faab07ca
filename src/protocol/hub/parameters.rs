//! The parameters: options under the names that Hub clients know, and two of the dialect's own.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::engine::options::{self, Kind, LOG_FILE, OptionError};
use crate::notation::hub::{Numbering, quoted};
use crate::rules::VariantId;

/// Hub's names of the options.
const NAMES: [(&str, &str); 11] = [
    ("variant", "UCI_Variant"),
    ("threads", "Threads"),
    ("hash", "Hash"),
    ("multi-pv", "MultiPV"),
    ("ponder", "Ponder"),
    ("move-overhead", "Move Overhead"),
    ("eval-file", "EvalFile"),
    ("tablebase-path", "TablebasePath"),
    ("tablebase-pieces", "TablebasePieces"),
    ("tablebase-probe-depth", "TablebaseProbeDepth"),
    (RECORD, LOG_FILE),
];

/// The parameter that names the file of the record.
pub(in crate::protocol) const RECORD: &str = "log-file";
/// The parameter that says how squares are numbered.
pub(super) const NUMBERING: &str = "numbering";
/// The parameter that keeps lines apart in time.
pub(super) const PAUSES: &str = "pauses";

/// The option that a parameter sets.
pub(super) fn option(parameter: &str) -> Option<&'static str> {
    NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(parameter)).map(|&(_, option)| option)
}

/// That `value` is one for `option`, which was called `name`: else a message with the words in use here, not those of
/// the option.
pub(super) fn check(name: &str, option: &str, value: &str) -> Result<(), String> {
    match options::check(option, Some(value)) {
        Ok(_) => Ok(()),
        Err(OptionError::BadValue { value, expected, .. }) => {
            let kind = options::table().iter().find(|spec| spec.name == option).map(|spec| &spec.kind);
            let expected = match kind {
                Some(Kind::Combo { choices, .. }) => format!("one of {}", names(choices).join(", ")),
                _ => expected,
            };
            Err(bad(name, &value, &expected))
        }
        Err(error) => Err(error.to_string()),
    }
}

/// The message for a value that the parameter `name` cannot have.
pub(super) fn bad(name: &str, value: &str, expected: &str) -> String {
    format!("set-param: '{value}' is no value for {name}: expected {expected}")
}

/// Hub's name of a game.
fn hub_name(game: &'static str) -> &'static str {
    game.parse().map_or(game, |id: VariantId| id.rules().hub_name)
}

/// Hub's names of games.
fn names(games: &[&'static str]) -> Vec<&'static str> {
    games.iter().copied().map(hub_name).collect()
}

/// The lines that declare the parameters.
pub(super) fn declared() -> Vec<String> {
    let known = NAMES.iter().filter_map(|(name, option)| {
        let spec = options::table().iter().find(|spec| spec.name == *option)?;
        Some(line(name, &spec.kind))
    });
    let numberings = Numbering::ALL.map(Numbering::name).join(" ");
    let own = [
        format!(
            "param name={NUMBERING} value={} type=enum values={}",
            Numbering::default().name(),
            quoted(&numberings)
        ),
        format!("param name={PAUSES} value=true type=bool"),
    ];
    known.chain(own).collect()
}

fn line(name: &str, kind: &Kind) -> String {
    match kind {
        Kind::Check { default } => format!("param name={name} value={default} type=bool"),
        Kind::Spin { default, min, max } => {
            format!("param name={name} value={default} type=int min={min} max={max}")
        }
        Kind::Combo { default, choices } => format!(
            "param name={name} value={} type=enum values={}",
            hub_name(default),
            quoted(&names(choices).join(" "))
        ),
        Kind::Button | Kind::Text => format!("param name={name} value=\"\" type=string"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_game_leads_back_to_it() {
        for id in VariantId::ALL {
            assert_eq!(id.rules().hub_name.parse(), Ok(id), "{id}");
        }
    }
}
