//! The words behind `position`, `go` and the commands of our own. Nothing here panics whatever it is given, and
//! every error names the word that is wrong.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::engine::{Command, GoSpec, PositionSpec, StartSpec};
use crate::rules::id::UnknownVariant;

/// Why a line is no command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseError {
    /// The first word is none of ours.
    #[error("unknown command '{0}'")]
    UnknownCommand(String),
    /// A word that means nothing at its place.
    #[error("{command}: unexpected word '{word}'")]
    UnexpectedWord {
        /// The command.
        command: &'static str,
        /// The word.
        word: String,
    },
    /// Something must follow.
    #[error("{command}: {expected} must follow '{word}'")]
    Missing {
        /// The command.
        command: &'static str,
        /// What it must follow.
        word: String,
        /// What is missing.
        expected: &'static str,
    },
    /// A word that should have been a number, or a number out of range.
    #[error("{command}: '{value}' after '{word}' is not {expected}")]
    BadNumber {
        /// The command.
        command: &'static str,
        /// What the number is for.
        word: String,
        /// What stands there.
        value: String,
        /// What should.
        expected: String,
    },
    /// A word that may stand once only.
    #[error("{command}: '{word}' is given twice")]
    Twice {
        /// The command.
        command: &'static str,
        /// The word.
        word: String,
    },
    /// No such game.
    #[error("{command}: {source}")]
    Variant {
        /// The command.
        command: &'static str,
        /// What is wrong.
        source: UnknownVariant,
    },
}

/// The words of one command, read from the left.
pub(super) struct Words<'a> {
    command: &'static str,
    words: std::iter::Peekable<std::str::SplitWhitespace<'a>>,
}

impl<'a> Words<'a> {
    /// The words of `rest`, which follow `command`.
    pub(super) fn new(command: &'static str, rest: &'a str) -> Self {
        Self { command, words: rest.split_whitespace().peekable() }
    }

    /// The next word, as it is written and in lower case.
    fn next(&mut self) -> Option<(&'a str, String)> {
        self.words.next().map(|word| (word, word.to_ascii_lowercase()))
    }

    /// The words up to one of `ends`, which stays.
    fn until(&mut self, ends: &[&str]) -> Vec<&'a str> {
        let is_end = |word: &&str| ends.iter().any(|end| end.eq_ignore_ascii_case(word));
        std::iter::from_fn(|| self.words.next_if(|word| !is_end(word))).collect()
    }

    /// The number that must follow `word`.
    fn number<T>(&mut self, word: &str, range: RangeInclusive<T>) -> Result<T, ParseError>
    where
        T: FromStr + PartialOrd + std::fmt::Display,
    {
        let value = self.words.next().ok_or_else(|| self.missing(word, "a number"))?;
        match value.parse::<T>() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => Err(ParseError::BadNumber {
                command: self.command,
                word: word.to_owned(),
                value: value.to_owned(),
                expected: format!("a whole number from {} to {}", range.start(), range.end()),
            }),
        }
    }

    /// Puts the number that must follow `word` into its place, if that is still free.
    fn store<T>(
        &mut self,
        word: &str,
        place: &mut Option<T>,
        range: RangeInclusive<T>,
    ) -> Result<(), ParseError>
    where
        T: FromStr + PartialOrd + std::fmt::Display,
    {
        let number = self.number(word, range)?;
        match place.replace(number) {
            None => Ok(()),
            Some(_) => Err(ParseError::Twice { command: self.command, word: word.to_owned() }),
        }
    }

    fn missing(&self, word: &str, expected: &'static str) -> ParseError {
        ParseError::Missing { command: self.command, word: word.to_owned(), expected }
    }

    fn unexpected(&self, word: &str) -> ParseError {
        ParseError::UnexpectedWord { command: self.command, word: word.to_owned() }
    }

    /// That nothing follows.
    pub(super) fn end(mut self) -> Result<(), ParseError> {
        match self.words.next() {
            None => Ok(()),
            Some(word) => Err(self.unexpected(word)),
        }
    }
}

/// `position startpos|fen F [moves …]`.
pub(super) fn position(rest: &str) -> Result<Command, ParseError> {
    let mut words = Words::new("position", rest);
    let start = match words.next() {
        Some((_, word)) if word == "startpos" => StartSpec::Initial,
        Some((_, word)) if word == "fen" => {
            let text = words.until(&["moves"]).join(" ");
            // People quote it, and old files end it with a dot.
            let fen = text.trim_matches(['"', '\'', ' ']).trim_end_matches('.');
            if fen.is_empty() {
                return Err(words.missing("fen", "a FEN"));
            }
            StartSpec::Fen(fen.to_owned())
        }
        Some((word, _)) => return Err(words.unexpected(word)),
        None => return Err(words.missing("position", "'startpos' or 'fen'")),
    };
    let moves = match words.next() {
        None => Vec::new(),
        Some((_, word)) if word == "moves" => words.until(&[]).into_iter().map(str::to_owned).collect(),
        Some((word, _)) => return Err(words.unexpected(word)),
    };
    Ok(Command::Position(PositionSpec { start, moves }))
}

/// The words that can stand behind `go`, `searchmoves` excepted: they also end the moves of that one.
const GO_WORDS: [&str; 13] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "movetime",
    "mate",
    "infinite",
    "ponder",
    "perft",
    "searchmoves",
];

/// `go` and its limits, in any order.
pub(super) fn go(rest: &str) -> Result<Command, ParseError> {
    let mut words = Words::new("go", rest);
    let mut spec = GoSpec::default();
    let mut perft = None;
    let [white_time, black_time] = &mut spec.time;
    let [white_increment, black_increment] = &mut spec.increment;
    let any = i64::MIN..=i64::MAX;
    while let Some((given, word)) = words.next() {
        match word.as_str() {
            "wtime" => words.store(given, white_time, any.clone())?,
            "btime" => words.store(given, black_time, any.clone())?,
            "winc" => words.store(given, white_increment, any.clone())?,
            "binc" => words.store(given, black_increment, any.clone())?,
            "movetime" => words.store(given, &mut spec.move_time, any.clone())?,
            "movestogo" => words.store(given, &mut spec.moves_to_go, 0..=u32::MAX)?,
            "depth" => words.store(given, &mut spec.depth, 1..=u32::MAX)?,
            "nodes" => words.store(given, &mut spec.nodes, 1..=u64::MAX)?,
            "mate" => words.store(given, &mut spec.mate, 1..=u32::MAX)?,
            "perft" => words.store(given, &mut perft, PERFT_DEPTHS)?,
            "infinite" => spec.infinite = true,
            "ponder" => spec.ponder = true,
            "searchmoves" => {
                let moves = words.until(&GO_WORDS);
                if moves.is_empty() {
                    return Err(words.missing(given, "a move"));
                }
                spec.search_moves.extend(moves.into_iter().map(str::to_owned));
            }
            _ => return Err(words.unexpected(given)),
        }
    }
    Ok(perft.map_or(Command::Go(spec), Command::Perft))
}

/// Deeper counts would not end in a lifetime.
const PERFT_DEPTHS: RangeInclusive<u32> = 0..=100;

/// `perft N`.
pub(super) fn perft(rest: &str) -> Result<Command, ParseError> {
    let mut words = Words::new("perft", rest);
    let depth = words.number("perft", PERFT_DEPTHS)?;
    words.end()?;
    Ok(Command::Perft(depth))
}

/// `bench [GAME]`.
pub(super) fn bench(rest: &str) -> Result<Command, ParseError> {
    let mut words = Words::new("bench", rest);
    let Some((name, _)) = words.next() else { return Ok(Command::Bench(None)) };
    let game = name.parse().map_err(|source| ParseError::Variant { command: "bench", source })?;
    words.end()?;
    Ok(Command::Bench(Some(game)))
}
