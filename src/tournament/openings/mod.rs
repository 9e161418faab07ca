//! Openings: positions from which both engines play with both colours.

pub mod make;
mod pdn;
mod symmetry;

use std::path::{Path, PathBuf};

use super::config::OpeningTerms;
use super::schedule::arrange;
use crate::notation::{fen, moves};
use crate::position::{Clocks, Game, Position};
use crate::rules::variants::{VariantVisitor, visit_variant};
use crate::rules::{Rules, VariantId};

/// An opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Its place in its file, from 1.
    pub id: usize,
    /// The position.
    pub fen: String,
}

/// Why there are no openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// An opening is none.
    #[error("{file}, line {line}: {what}")]
    Bad {
        /// Which file.
        file: String,
        /// From 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// There is none.
    #[error("{0} has no openings")]
    Empty(String),
    /// There is none, in bytes that are no text: most likely another kind of file.
    #[error("{file} has no openings and is not UTF-8 text: see line {line}")]
    NoText {
        /// Which file.
        file: String,
        /// The first line that is none, from 1.
        line: usize,
    },
    /// Fewer than the one to begin with.
    #[error("there is no opening {start} to begin with: {file} has {count}")]
    Few {
        /// Which file.
        file: String,
        /// The one to begin with, from 1.
        start: usize,
        /// How many there are.
        count: usize,
    },
    /// No suite is at hand.
    #[error(
        "no openings for {0} come with the program; give a file with --openings, or make one with `damone openings`"
    )]
    NoSuite(VariantId),
}

/// The openings of a match, in the order in which they are played.
///
/// # Errors
/// If there are none, or not as many as the first that is to be played.
pub fn load(variant: VariantId, terms: &OpeningTerms) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = match terms.file.as_str() {
        "start" => vec![Opening { id: 1, fen: start(variant) }],
        "builtin" => {
            let text = suite(variant).ok_or(OpeningError::NoSuite(variant))?;
            read(variant, text, "the built-in suite", terms.plies)?
        }
        file => {
            let path = Path::new(file);
            let bytes = std::fs::read(path);
            let bytes = bytes.map_err(|error| OpeningError::File { path: path.to_owned(), error })?;
            read_bytes(variant, &bytes, file, terms.plies)?
        }
    };
    let (start, count) = (terms.start, openings.len());
    if start > count {
        return Err(OpeningError::Few { file: terms.file.clone(), start, count });
    }
    arrange(&mut openings, terms.order, terms.seed);
    Ok(openings)
}

/// The suite that comes with the program.
fn suite(variant: VariantId) -> Option<&'static str> {
    macro_rules! suites {
        ($($name:literal),*) => {
            match variant.name() {
                $($name => Some(include_str!(concat!("../../../data/openings/", $name, ".fen"))),)*
                _ => None,
            }
        };
    }
    suites!("tirana", "tirana-designation", "arabic", "italian", "international", "turkish", "english")
}

/// A fingerprint of a list of openings (FNV-1a): two machines play the same match only if theirs agree.
pub fn fingerprint(openings: &[Opening]) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in openings.iter().flat_map(|opening| opening.fen.bytes().chain([b'\n'])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}

fn start(variant: VariantId) -> String {
    struct Start;
    impl VariantVisitor for Start {
        type Output = String;
        fn visit<R: Rules>(self) -> String {
            fen::write(&Position::<R>::start())
        }
    }
    visit_variant(variant, Start)
}

/// Reads openings from bytes that should be UTF-8. What is none may stand in names and comments, as in many old PDN
/// files: it is blamed only where nothing else is found.
fn read_bytes(
    variant: VariantId,
    bytes: &[u8],
    file: &str,
    plies: Option<usize>,
) -> Result<Vec<Opening>, OpeningError> {
    let openings = read(variant, &String::from_utf8_lossy(bytes), file, plies);
    match (openings, std::str::from_utf8(bytes)) {
        (Err(OpeningError::Empty(file)), Err(error)) => {
            let before = bytes.iter().take(error.valid_up_to());
            Err(OpeningError::NoText { file, line: 1 + before.filter(|&&byte| byte == b'\n').count() })
        }
        (openings, _) => openings,
    }
}

/// Reads openings: a position per line (FEN or Hub string, `#` comments), or PDN games, each of which is an
/// opening: its position (FEN tag or start) after its moves, or after the first `plies` of them.
///
/// # Errors
/// At the first opening that is none.
pub fn read(
    variant: VariantId,
    text: &str,
    file: &str,
    plies: Option<usize>,
) -> Result<Vec<Opening>, OpeningError> {
    struct Read<'a>(&'a str, Option<usize>);
    impl VariantVisitor for Read<'_> {
        type Output = Result<Vec<String>, (usize, String)>;
        fn visit<R: Rules>(self) -> Self::Output {
            lines_or_games(self.0)
                .into_iter()
                .map(|game| position::<R>(&game, self.1).map_err(|what| (game.line, what)))
                .collect()
        }
    }
    let positions = visit_variant(variant, Read(text, plies)).map_err(|(line, what)| OpeningError::Bad {
        file: file.to_owned(),
        line,
        what,
    })?;
    if positions.is_empty() {
        return Err(OpeningError::Empty(file.to_owned()));
    }
    Ok((1..).zip(positions).map(|(id, fen)| Opening { id, fen }).collect())
}

/// An opening as it stands in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Written {
    line: usize,
    fen: Option<String>,
    moves: Vec<String>,
}

fn lines_or_games(text: &str) -> Vec<Written> {
    let text = text.trim_start_matches('\u{feff}');
    let lines =
        || text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    if lines().next().is_some_and(|(_, line)| !is_position(line)) {
        return pdn::games(text);
    }
    let written = |(n, line): (usize, &str)| {
        let fen = line.split_whitespace().next().map(str::to_owned);
        Written { line: n + 1, fen, moves: Vec::new() }
    };
    lines().map(written).collect()
}

/// Whether a line begins with a position: a turn and a colon, or the letters of a Hub string.
fn is_position(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default().trim_matches('"');
    let hub = word.len() > 30 && word.chars().all(|c| "WBwbe".contains(c));
    hub || word.chars().nth(1) == Some(':') && word.starts_with(['W', 'B', 'w', 'b', '?'])
}

/// The position of an opening.
fn position<R: Rules>(written: &Written, plies: Option<usize>) -> Result<String, String> {
    let start = match &written.fen {
        None => Position::start(),
        Some(text) => fen::read::<R>(text).map_err(|error| error.to_string())?,
    };
    let mut game = Game::new(start);
    for text in written.moves.iter().take(plies.unwrap_or(usize::MAX)) {
        let mv = moves::read(game.position().board(), text).map_err(|error| error.to_string())?;
        let _ = game.play(mv);
    }
    if let Some(outcome) = game.position().outcome() {
        return Err(format!("the game is over: {outcome}"));
    }
    // Games begin here: what was counted before counts no more.
    Ok(fen::write(&Position::<R>::new(*game.position().board(), Clocks::default())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fens(variant: VariantId, text: &str, plies: Option<usize>) -> Result<Vec<String>, String> {
        let openings = read(variant, text, "test", plies).map_err(|error| error.to_string())?;
        Ok(openings.into_iter().map(|opening| opening.fen).collect())
    }

    #[test]
    fn lists_of_positions_are_read() {
        let text = "# made by hand\n\nB:W21-32:B1-12 first\nW:W25,K3:B12.\n";
        let found = fens(VariantId::English, text, None).unwrap();
        assert_eq!(found, ["B:W21-32:B1-12", "W:WK3,25:B12"]);
        let error = fens(VariantId::English, "B:W21-32:B1-12\nB:W99:B1", None).unwrap_err();
        assert!(error.starts_with("test, line 2: "), "{error}");
        assert!(fens(VariantId::English, "# nothing", None).is_err());
        assert!(fens(VariantId::English, "W:W30:B\n", None).is_err());
    }

    #[test]
    fn ballots_and_games_are_read() {
        let text = "[FEN \"B:W21-32:B1-8,10-12\"] *\n[FEN \"W:W21-31:B1-12\"] *\n";
        assert_eq!(fens(VariantId::English, text, None).unwrap().len(), 2);
        let text = "[Event \"x\"]\n1. 11-15 {the [old] one} 23-19 2. 8-11 *\n1. 9-13 22-18 (22-17) 1-0\n";
        let found = fens(VariantId::English, text, None).unwrap();
        assert_eq!(found, ["W:W19,21,22,24-32:B1-7,9-12,15", "B:W18,21,23-32:B1-8,10-13"]);
        assert!(found[0].contains("B1-7,9-12,15"), "8-11 was played: {found:?}");
        let found = fens(VariantId::English, text, Some(1)).unwrap();
        assert_eq!(found[1], "W:W21-32:B1-8,10-13");
        assert!(fens(VariantId::English, "1. 11-15 11-15 *", None).unwrap_err().contains("line 1"));
    }

    #[test]
    fn bytes_that_are_no_text_are_blamed_if_nothing_is_found() {
        let read = |bytes: &[u8]| {
            let found = read_bytes(VariantId::English, bytes, "test", None);
            found.map(|openings| openings.len()).map_err(|error| error.to_string())
        };
        assert_eq!(read(b"[White \"J\xf6rg\"]\n1. 11-15 {caf\xe9} 23-19 *\n"), Ok(1));
        let error = read(b"# made by hand\n\xff\xfeB\0:\0\n").unwrap_err();
        assert!(error.contains("not UTF-8 text: see line 2"), "{error}");
        let error = read(b"B:W21-32:B1-12\nB:W21-3\xb2:B1\n").unwrap_err();
        assert!(error.starts_with("test, line 2: "), "{error}");
        assert_eq!(read(b"# nothing").unwrap_err(), "test has no openings");
    }

    #[test]
    fn the_first_opening_is_one_of_the_file() {
        let load = |start| {
            let terms = OpeningTerms { file: "start".to_owned(), start, ..OpeningTerms::default() };
            load(VariantId::English, &terms).map_err(|error| error.to_string())
        };
        assert_eq!(load(1).unwrap().len(), 1);
        assert_eq!(load(2).unwrap_err(), "there is no opening 2 to begin with: start has 1");
    }

    #[test]
    fn every_game_has_a_suite() {
        for variant in VariantId::ALL {
            let Some(text) = suite(variant) else { continue };
            let openings = read(variant, text, "suite", None).unwrap();
            assert!(openings.len() >= 500, "{variant} has {}", openings.len());
            let different: std::collections::HashSet<_> = openings.iter().map(|o| &o.fen).collect();
            assert_eq!(different.len(), openings.len(), "{variant}");
        }
    }

    #[test]
    fn fingerprints_depend_on_the_order() {
        let list = |fens: [&str; 2]| fens.map(|fen| Opening { id: 1, fen: fen.to_owned() });
        assert_eq!(fingerprint(&list(["a", "b"])), fingerprint(&list(["a", "b"])));
        assert_ne!(fingerprint(&list(["a", "b"])), fingerprint(&list(["b", "a"])));
    }
}
