//! What a tuning shows.

use super::state::State;
use crate::search::Params;
use crate::tournament::report::{empty_table, finish};

/// The numbers: where they started and where they are.
pub fn table(state: &State) -> String {
    let mut table = empty_table(&["parameter", "start", "", "value", "range"]);
    for (parameter, value) in state.tuning.spsa.parameters.iter().zip(&state.values) {
        table.add_row([
            parameter.name.clone(),
            short(parameter.start),
            "->".to_owned(),
            format!("{value:.2}"),
            format!("{} to {}", parameter.least, parameter.most),
        ]);
    }
    finish(table, 0)
}

/// How far it is.
pub fn progress(state: &State) -> String {
    let (pairs, iterations) = (state.tuning.pairs(), state.tuning.iterations());
    let played = state.open.len();
    if played == 0 {
        return format!("iteration {} of {iterations}", state.iteration);
    }
    format!("iteration {} of {iterations}, {played} of {pairs} pairs", state.iteration + 1)
}

/// A line about the iteration that has just ended.
pub fn line(state: &State) -> String {
    let named = state.tuning.spsa.parameters.iter().zip(&state.values);
    let values: Vec<String> =
        named.map(|(parameter, value)| format!("{} {value:.2}", parameter.name)).collect();
    let games = 2 * state.tuning.pairs();
    format!("{}: {:+} in {games} games; {}", progress(state), state.last_balance, values.join(", "))
}

/// The values reached, to be pasted: lines of `src/search/params.rs` for numbers that stand there, words of
/// `--engine` for those of other engines.
pub fn paste(state: &State) -> String {
    let (mut lines, mut words) = (Vec::new(), Vec::new());
    for (parameter, value) in state.tuning.spsa.parameters.iter().zip(&state.values) {
        let (name, value) = (&parameter.name, value.round());
        match Params::TABLE.iter().find(|tunable| tunable.name == name) {
            Some(tunable) => {
                lines.push(format!("    {name} = {value} in {}..={};", tunable.least, tunable.most));
            }
            None if name.contains(' ') => words.push(format!("'option.{name}={value}'")),
            None => words.push(format!("option.{name}={value}")),
        }
    }
    if !lines.is_empty() {
        lines.insert(0, "src/search/params.rs:".to_owned());
    }
    if !words.is_empty() {
        lines.extend(["--engine words:".to_owned(), format!("    {}", words.join(" "))]);
    }
    lines.join("\n")
}

/// A number without needless zeros.
fn short(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
