//! The words behind `position`, `go` and the commands of our own. Nothing here panics whatever it is given, and
//! every error names the word that is wrong.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::engine::options::EVAL_FILE;
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
    pub(super) fn next(&mut self) -> Option<(&'a str, String)> {
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

    pub(super) fn missing(&self, word: &str, expected: &'static str) -> ParseError {
        ParseError::Missing { command: self.command, word: word.to_owned(), expected }
    }

    pub(super) fn unexpected(&self, word: &str) -> ParseError {
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

/// The value of an option as the engine takes it: words that stand for something else than themselves are understood in
/// any case, all others are left as they are.
pub(super) fn option_value(option: &str, text: &str) -> String {
    let text = text.trim();
    let is = |word: &str| text.eq_ignore_ascii_case(word);
    if is("<empty>") || option.eq_ignore_ascii_case(EVAL_FILE) && is("handcrafted") {
        return text.to_ascii_lowercase();
    }
    text.to_owned()
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

/// The words of the clocks: two for the time left, two for the increments.
pub(super) struct ClockWords {
    time: [&'static str; 2],
    increment: [&'static str; 2],
    /// They name the side that begins the game and the other, not White and Black.
    by_order: bool,
}

/// The clocks of White and Black.
pub(super) const BY_COLOUR: ClockWords =
    ClockWords { time: ["wtime", "btime"], increment: ["winc", "binc"], by_order: false };

/// The clocks of the side that begins the game and of the other.
pub(super) const BY_ORDER: ClockWords =
    ClockWords { time: ["p1time", "p2time"], increment: ["p1inc", "p2inc"], by_order: true };

/// The words that can stand behind `go`, those of the clocks excepted: they also end the moves of `searchmoves`.
const GO_WORDS: [&str; 9] =
    ["movestogo", "depth", "nodes", "movetime", "mate", "infinite", "ponder", "perft", "searchmoves"];

/// `go` and its limits, in any order.
pub(super) fn go(rest: &str, clocks: &ClockWords) -> Result<Command, ParseError> {
    let mut words = Words::new("go", rest);
    let mut spec = GoSpec { by_order: clocks.by_order, ..GoSpec::default() };
    let mut perft = None;
    let [first_time, second_time] = clocks.time;
    let [first_inc, second_inc] = clocks.increment;
    let [time_one, time_two] = &mut spec.time;
    let [inc_one, inc_two] = &mut spec.increment;
    let any = i64::MIN..=i64::MAX;
    while let Some((given, word)) = words.next() {
        match word.as_str() {
            word if word == first_time => words.store(given, time_one, any.clone())?,
            word if word == second_time => words.store(given, time_two, any.clone())?,
            word if word == first_inc => words.store(given, inc_one, any.clone())?,
            word if word == second_inc => words.store(given, inc_two, any.clone())?,
            "movetime" => words.store(given, &mut spec.move_time, any.clone())?,
            "movestogo" => words.store(given, &mut spec.moves_to_go, 0..=u32::MAX)?,
            "depth" => words.store(given, &mut spec.depth, 1..=u32::MAX)?,
            "nodes" => words.store(given, &mut spec.nodes, 1..=u64::MAX)?,
            "mate" => words.store(given, &mut spec.mate, 1..=u32::MAX)?,
            "perft" => words.store(given, &mut perft, PERFT_DEPTHS)?,
            "infinite" => spec.infinite = true,
            "ponder" => spec.ponder = true,
            "searchmoves" => {
                let ends = [&GO_WORDS[..], &clocks.time, &clocks.increment].concat();
                let moves = words.until(&ends);
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
