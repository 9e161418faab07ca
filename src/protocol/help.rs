//! The answer to `help`: the commands of a dialect, a line each, and the options.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::dialect::Dialect;
use crate::engine::options::{self, Kind, OptionSpec};

const UCI: &[Dialect] = &[Dialect::Uci];
const UGI: &[Dialect] = &[Dialect::Ugi];
const BOTH: &[Dialect] = &[Dialect::Uci, Dialect::Ugi];

/// Which dialects have a command, its form, and what it does.
const COMMANDS: [(&[Dialect], &str, &str); 24] = [
    (UCI, "uci", "who the engine is and what can be set"),
    (UGI, "ugi", "who the engine is and what can be set"),
    (BOTH, "isready", "readyok, as soon as all that came before is done"),
    (UCI, "ucinewgame", "forget what was learnt from the game so far"),
    (UGI, "uginewgame", "forget what was learnt from the game so far"),
    (BOTH, "setoption name N [value V]", "set an option; see below"),
    (BOTH, "position startpos|fen F [moves M...]", "set up a position"),
    (UGI, "query p1turn|gameover|result", "whose turn it is, whether the game is over, and who won"),
    (UCI, "go [infinite] [ponder]", "search until stop"),
    (UGI, "go [infinite]", "search until stop"),
    (UCI, "go wtime T btime T [winc T] [binc T] [movestogo N]", "search by the clock, milliseconds"),
    (UGI, "go p1time T p2time T [p1inc T] [p2inc T] [movestogo N]", "search by the clock, milliseconds"),
    (BOTH, "go movetime T | depth N | nodes N", "search within limits"),
    (BOTH, "go mate N", "look for a win within N moves, or prove that there is none"),
    (BOTH, "go ... searchmoves M...", "search these moves only"),
    (BOTH, "go perft N, perft N", "count the leaves N plies deep"),
    (BOTH, "stop", "end the search, the perft or the bench"),
    (UCI, "ponderhit", "the expected move was played: the clock runs"),
    (BOTH, "d", "show the position"),
    (BOTH, "eval", "evaluate the position without searching"),
    (BOTH, "bench [GAME]", "search fixed positions; the node count is a signature"),
    (BOTH, "debug on|off", "say more about what is being done"),
    (BOTH, "help", "this list"),
    (BOTH, "quit", "end"),
];

/// The lines for a dialect.
pub(super) fn lines(dialect: Dialect) -> Vec<String> {
    let known = COMMANDS.iter().filter(|(dialects, ..)| dialects.contains(&dialect));
    let mut lines: Vec<String> = known.map(|(_, form, text)| line(form, text)).collect();
    lines.push("Options:".to_owned());
    lines.extend(options::table().iter().map(option));
    lines
}

/// What is typed, and behind it what that does.
fn line(form: &str, text: &str) -> String {
    format!("{form:58} {text}")
}

fn option(spec: &OptionSpec) -> String {
    let range = match &spec.kind {
        Kind::Check { default } => format!("true|false, {default}"),
        Kind::Spin { default, min, max } => format!("{min} to {max}, {default}"),
        Kind::Combo { default, .. } => format!("a game, {default}"),
        Kind::Button => "button".to_owned(),
        Kind::Text => "text".to_owned(),
    };
    line(&format!("  {} ({range})", spec.name), spec.doc)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::arguments::ParseError;
    use crate::protocol::{uci, ugi};

    #[test]
    fn every_dialect_knows_the_commands_that_it_lists() {
        // `go [infinite]` is no other command in UGI, only described as less.
        for (dialects, form, _) in COMMANDS.into_iter().filter(|(_, form, _)| !form.starts_with("go [")) {
            // Of the forms of `go` only that of the clocks differs.
            let words = if form.contains("inc T") { 5 } else { 1 };
            let line = form.split_whitespace().take(words).collect::<Vec<_>>().join(" ").replace('T', "9");
            let known = [(Dialect::Uci, uci::parse(&line)), (Dialect::Ugi, ugi::parse(&line))];
            for (dialect, read) in known {
                let refused = matches!(
                    read,
                    Err(ParseError::UnknownCommand(_) | ParseError::UnexpectedWord { command: "go", .. })
                );
                assert_eq!(refused, !dialects.contains(&dialect), "{dialect:?}: {line}");
            }
        }
    }
}
