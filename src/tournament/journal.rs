//! The record file of a match: written pair by pair, so that a match which is broken off, however roughly, goes
//! on where it was.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::record::{Header, Line, PairRecord, VERSION};

/// Why a record file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It is there although the match is new.
    #[error("{0} holds a match already; use --resume to go on with it, or another file")]
    Exists(PathBuf),
    /// It holds another match.
    #[error("{path} holds a match with other terms ({what}); nothing was changed")]
    OtherMatch {
        /// Which.
        path: PathBuf,
        /// The first difference.
        what: String,
    },
    /// A line is no record.
    #[error("{path}, line {line}: {error}")]
    Line {
        /// Which.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What is wrong.
        error: String,
    },
    /// It has no header.
    #[error("{0} is no record of a match")]
    NoMatch(PathBuf),
    /// Two files hold the same pair.
    #[error("pair {pair} is in {path} again")]
    Twice {
        /// The pair.
        pair: usize,
        /// The file in which it comes for the second time.
        path: PathBuf,
    },
}

/// An open record file.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Opens a record file: a new one, or with `resume` the one that is there. Returns the pairs it holds.
    ///
    /// # Errors
    /// If it cannot be used for this match.
    pub fn open(path: &Path, header: &Header, resume: bool) -> Result<(Self, Vec<PairRecord>), JournalError> {
        let failed = |error| JournalError::File { path: path.to_owned(), error };
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        if length > 0 && !resume {
            return Err(JournalError::Exists(path.to_owned()));
        }
        let contents = read(path)?;
        let mut pairs = Vec::new();
        if let Some((old, old_pairs, end)) = contents {
            if let Some(what) = difference(&old, header) {
                return Err(JournalError::OtherMatch { path: path.to_owned(), what });
            }
            pairs = old_pairs;
            // A line that was being written when the match was broken off.
            file.set_len(end).map_err(failed)?;
            file.seek(SeekFrom::Start(end)).map_err(failed)?;
        } else {
            file.set_len(0).map_err(failed)?;
        }
        let mut journal = Self { file, path: path.to_owned() };
        if pairs.is_empty() && journal.file.metadata().map_err(failed)?.len() == 0 {
            journal.write(&Line::Match(Box::new(header.clone())))?;
        }
        Ok((journal, pairs))
    }

    /// Adds a line, complete in a single write.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, line: &Line) -> Result<(), JournalError> {
        let failed = |error| JournalError::File { path: self.path.clone(), error };
        let text = text(line).map_err(failed)?;
        self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush()).map_err(failed)
    }
}

/// A line as it is written, with its end.
///
/// # Errors
/// Never for what can be recorded.
pub fn text(line: &Line) -> io::Result<String> {
    Ok(serde_json::to_string(line)? + "\n")
}

/// Header, pairs, and where the last complete line ends.
type Contents = (Header, Vec<PairRecord>, u64);

/// Reads a record file; nothing if it is empty or breaks off in its first line.
fn read(path: &Path) -> Result<Option<Contents>, JournalError> {
    let failed = |error| JournalError::File { path: path.to_owned(), error };
    let mut input = BufReader::new(File::open(path).map_err(failed)?);
    let (mut header, mut pairs, mut end) = (None, Vec::new(), 0);
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        let length = input.read_until(b'\n', &mut bytes).map_err(failed)?;
        if bytes.last() != Some(&b'\n') {
            break;
        }
        let bad = |error: String| JournalError::Line { path: path.to_owned(), line: number, error };
        match serde_json::from_slice(&bytes).map_err(|error| bad(error.to_string()))? {
            Line::Match(_) if header.is_some() => return Err(bad("a second header".to_owned())),
            Line::Match(read) if read.version == VERSION => header = Some(*read),
            Line::Match(read) => return Err(bad(format!("version {} of the records", read.version))),
            Line::Pair(_) if header.is_none() => return Err(JournalError::NoMatch(path.to_owned())),
            Line::Pair(pair) => pairs.push(*pair),
        }
        end += length as u64;
    }
    Ok(header.map(|header| (header, pairs, end)))
}

/// The first thing in which two matches differ.
fn difference(old: &Header, new: &Header) -> Option<String> {
    let [mut old, mut new] = [old, new].map(|header| serde_json::to_value(header).unwrap_or_default());
    // The terms first: other openings, for one, may just follow from them.
    let terms = first_difference("terms", &old["terms"].take(), &new["terms"].take());
    terms.or_else(|| first_difference("", &old, &new))
}

/// The first thing in which two values differ, in words; `name` is what they are called.
pub(super) fn first_difference(
    name: &str,
    old: &serde_json::Value,
    new: &serde_json::Value,
) -> Option<String> {
    use serde_json::Value::{Array, Null, Object};
    match (old, new) {
        (Object(a), Object(b)) => a.keys().chain(b.keys()).find_map(|key| {
            let inner = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
            first_difference(&inner, a.get(key).unwrap_or(&Null), b.get(key).unwrap_or(&Null))
        }),
        (Array(a), Array(b)) if a.len() == b.len() => {
            let mut both = a.iter().zip(b).enumerate();
            both.find_map(|(n, (a, b))| first_difference(&format!("{name}[{}]", n + 1), a, b))
        }
        _ => (old != new).then(|| format!("{name}: {old}, now {new}")),
    }
}

/// Joins the record files of the parts of a match: the header of the whole, and all pairs in order.
///
/// # Errors
/// If a file cannot be read, belongs to another match, or repeats a pair.
pub fn merge(paths: &[PathBuf]) -> Result<(Header, Vec<PairRecord>), JournalError> {
    let mut whole: Option<Header> = None;
    let mut pairs: Vec<PairRecord> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for path in paths {
        let (mut header, own, _) = read(path)?.ok_or_else(|| JournalError::NoMatch(path.clone()))?;
        header.shard = super::record::Shard::WHOLE;
        match &whole {
            None => whole = Some(header),
            Some(first) => {
                if let Some(what) = difference(first, &header) {
                    return Err(JournalError::OtherMatch { path: path.clone(), what });
                }
            }
        }
        for pair in own {
            if !seen.insert(pair.pair) {
                return Err(JournalError::Twice { pair: pair.pair, path: path.clone() });
            }
            pairs.push(pair);
        }
    }
    let whole = whole.ok_or_else(|| JournalError::NoMatch(PathBuf::from("(no file)")))?;
    pairs.sort_by_key(|pair| pair.pair);
    Ok((whole, pairs))
}
