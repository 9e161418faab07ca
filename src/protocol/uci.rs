//! From lines to commands.
//!
//! This is the only file that knows the crate `vampirc-uci`. The crate reads chess: it panics on `go depth 300`
//! and on a trailing blank, drops moves it does not know without a word, and takes prefixes for the whole. So
//! it is given trimmed session verbs only, what it understood is compared with what was sent, and it writes
//! the lines of the greeting. Everything with draughts in it is read and written by our own code.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use vampirc_uci::{Serializable, UciMessage, UciOptionConfig, parse_one};

use super::arguments::{self, ParseError, Words};
use crate::engine::Command;
use crate::engine::options::{self, Kind, OptionSpec};

/// What may stand around a line without meaning anything, beside white space: byte order mark, zero bytes.
const DIRT: [char; 2] = ['\u{feff}', '\0'];

/// Reads a line. An empty one is no command.
///
/// # Errors
/// What is wrong with it, naming the word.
pub fn parse(line: &str) -> Result<Option<Command>, ParseError> {
    let line = trimmed(line);
    let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let lower = verb.to_ascii_lowercase();
    let nothing_follows = |command, name| Words::new(name, rest).end().map(|()| command);
    let command = match lower.as_str() {
        "" => return Ok(None),
        "uci" | "isready" | "ucinewgame" | "stop" | "ponderhit" | "quit" => session_verb(&lower),
        "setoption" => set_option(line),
        "debug" => debug(rest),
        "position" => arguments::position(rest),
        "go" => arguments::go(rest, &arguments::BY_COLOUR),
        "perft" => arguments::perft(rest),
        "bench" => arguments::bench(rest),
        "d" => nothing_follows(Command::Display, "d"),
        "eval" => nothing_follows(Command::Eval, "eval"),
        "help" => nothing_follows(Command::Help, "help"),
        _ => Err(ParseError::UnknownCommand(verb.to_owned())),
    };
    command.map(Some)
}

/// The line without what means nothing at its ends.
pub(super) fn trimmed(line: &str) -> &str {
    line.trim_matches(|c: char| c.is_whitespace() || DIRT.contains(&c))
}

/// The verbs that stand alone. What follows them is ignored, as UCI asks for.
fn session_verb(verb: &str) -> Result<Command, ParseError> {
    match parse_one(verb) {
        UciMessage::Uci => Ok(Command::Hello),
        UciMessage::IsReady => Ok(Command::IsReady),
        UciMessage::UciNewGame => Ok(Command::NewGame),
        UciMessage::Stop => Ok(Command::Stop),
        UciMessage::PonderHit => Ok(Command::PonderHit),
        UciMessage::Quit => Ok(Command::Quit),
        _ => Err(ParseError::UnknownCommand(verb.to_owned())),
    }
}

/// `debug on|off`.
fn debug(rest: &str) -> Result<Command, ParseError> {
    let message = parse_one(&format!("debug {rest}"));
    match message {
        UciMessage::Debug(on) if same_words(&message.serialize(), &format!("debug {rest}")) => {
            Ok(Command::Debug(on))
        }
        _ if rest.is_empty() => {
            let word = "debug".to_owned();
            Err(ParseError::Missing { command: "debug", word, expected: "'on' or 'off'" })
        }
        _ => Err(ParseError::UnexpectedWord { command: "debug", word: rest.to_owned() }),
    }
}

/// `setoption name N [value V]`.
fn set_option(line: &str) -> Result<Command, ParseError> {
    let missing =
        |word: &str, expected| ParseError::Missing { command: "setoption", word: word.to_owned(), expected };
    // A string option is emptied by `value` with nothing behind it; the crate does not know that form.
    let (line, emptied) = strip_empty_value(line);
    match parse_one(line) {
        UciMessage::SetOption { name, value } => {
            let understood = match &value {
                Some(value) => format!("setoption name {name} value {value}"),
                None => format!("setoption name {name}"),
            };
            if !same_words(&understood, line) {
                // It stopped at a word of the name that begins with "value".
                let word = line.split_whitespace().nth(understood.split_whitespace().count());
                let word = word.unwrap_or_default().to_owned();
                return Err(ParseError::UnexpectedWord { command: "setoption", word });
            }
            let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
            let value =
                value.map(|value| arguments::option_value(&name, &value)).or(emptied.then(String::new));
            Ok(Command::SetOption { name, value })
        }
        _ => match line.split_whitespace().nth(1) {
            Some(word) if word.eq_ignore_ascii_case("name") => Err(missing(word, "the name of an option")),
            Some(word) => Err(ParseError::UnexpectedWord { command: "setoption", word: word.to_owned() }),
            None => Err(missing("setoption", "'name' and the name of an option")),
        },
    }
}

/// The line without a `value` at its end, and whether there was one.
fn strip_empty_value(line: &str) -> (&str, bool) {
    let stripped =
        line.rsplit_once(char::is_whitespace).filter(|(_, last)| last.eq_ignore_ascii_case("value"));
    stripped.map_or((line, false), |(front, _)| (front.trim_end(), true))
}

fn same_words(one: &str, other: &str) -> bool {
    let mut others = other.split_whitespace();
    one.split_whitespace().all(|word| others.next().is_some_and(|other| word.eq_ignore_ascii_case(other)))
        && others.next().is_none()
}

/// The answer to `uci`.
pub(super) fn greeting() -> Vec<String> {
    let name = format!("Damone {}", env!("CARGO_PKG_VERSION"));
    let mut lines =
        vec![UciMessage::id_name(&name).serialize(), UciMessage::id_author("the Damone authors").serialize()];
    lines.extend(options::table().iter().map(|spec| UciMessage::Option(config(spec)).serialize()));
    lines.push(UciMessage::UciOk.serialize());
    lines
}

/// The answer to `isready`.
pub(super) fn ready() -> String {
    UciMessage::ReadyOk.serialize()
}

fn config(spec: &OptionSpec) -> UciOptionConfig {
    let name = spec.name.to_owned();
    match &spec.kind {
        Kind::Check { default } => UciOptionConfig::Check { name, default: Some(*default) },
        Kind::Spin { default, min, max } => {
            UciOptionConfig::Spin { name, default: Some(*default), min: Some(*min), max: Some(*max) }
        }
        Kind::Combo { default, choices } => UciOptionConfig::Combo {
            name,
            default: Some((*default).to_owned()),
            var: choices.iter().map(|&choice| choice.to_owned()).collect(),
        },
        Kind::Button => UciOptionConfig::Button { name },
        Kind::Text => UciOptionConfig::String { name, default: Some("<empty>".to_owned()) },
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]
mod tests;
