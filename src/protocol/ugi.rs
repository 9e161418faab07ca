//! The Universal Game Interface: UCI without its chess words. The runner knows no rules and asks for them.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::arguments::{self, ParseError, Words};
use super::dialect::Dialect;
use super::render::{self as uci_lines, Wins};
use super::{help, uci};
use crate::engine::{BestMove, Command, Event, Query, Standing};
use crate::position::Outcome;

/// Reads a line. An empty one is no command.
///
/// # Errors
/// What is wrong with it, naming the word.
pub(super) fn parse(line: &str) -> Result<Option<Command>, ParseError> {
    let trimmed = uci::trimmed(line);
    let (verb, rest) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
    let command = match verb.to_ascii_lowercase().as_str() {
        "ugi" => Command::Hello,
        "uginewgame" => Command::NewGame,
        "query" => query(rest)?,
        "go" => arguments::go(rest, &arguments::BY_ORDER)?,
        "uci" | "ucinewgame" | "ponderhit" => return Err(ParseError::UnknownCommand(verb.to_owned())),
        _ => return uci::parse(line),
    };
    Ok(Some(command))
}

/// `query p1turn|gameover|result`.
fn query(rest: &str) -> Result<Command, ParseError> {
    let mut words = Words::new("query", rest);
    let query = match words.next() {
        Some((_, word)) if word == "p1turn" => Query::FirstToMove,
        Some((_, word)) if word == "gameover" => Query::Over,
        Some((_, word)) if word == "result" => Query::Result,
        Some((word, _)) => return Err(words.unexpected(word)),
        None => return Err(words.missing("query", "'p1turn', 'gameover' or 'result'")),
    };
    words.end()?;
    Ok(Command::Query(query))
}

/// The lines that say an event: those of UCI but for a few.
pub(super) fn render(event: &Event) -> Vec<String> {
    match event {
        Event::Hello => {
            let mut lines = uci::greeting();
            lines.pop();
            lines.push("ugiok".to_owned());
            lines
        }
        Event::Standing(query, standing) => vec![format!("response {}", answer(*query, standing))],
        Event::Info(info) => vec![uci_lines::info(info, Wins::InPlies)],
        // Runners know the line with two words only.
        Event::Best(best) => {
            uci_lines::render(&Event::Best(BestMove { best: best.best.clone(), ponder: None }))
        }
        Event::Help => help::lines(Dialect::Ugi),
        other => uci_lines::render(other),
    }
}

fn answer(query: Query, standing: &Standing) -> &'static str {
    let Standing { turn, first, outcome, .. } = standing;
    let truth = |yes| if yes { "true" } else { "false" };
    match (query, outcome) {
        (Query::FirstToMove, _) => truth(turn == first),
        (Query::Over, outcome) => truth(outcome.is_some()),
        (Query::Result, None) => "none",
        (Query::Result, Some(Outcome::Draw(_))) => "draw",
        (Query::Result, Some(Outcome::Win { winner, .. })) if winner == first => "p1win",
        (Query::Result, Some(Outcome::Win { .. })) => "p2win",
    }
}
