//! The record of a talk: a file to which both directions are appended.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs::{File, FileType, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::engine::Command;
use crate::engine::options::{self, LOG_FILE, Value};

/// Why a file can hold no record.
#[derive(Debug, thiserror::Error)]
pub(super) enum RecordError {
    /// A pipe might have to be waited for.
    #[error("{}: it is a pipe", .0.display())]
    Pipe(PathBuf),
    /// The system does not open it.
    #[error("{}: {error}", path.display())]
    Closed {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
}

/// The file of which a command wants to make the record.
pub(super) fn wanted(command: &Command) -> Option<PathBuf> {
    let Command::SetOption { name, value } = command else { return None };
    match options::check(name, value.as_deref()) {
        Ok((spec, Value::Text(path))) if spec.name == LOG_FILE && !path.is_empty() => Some(path.into()),
        _ => None,
    }
}

/// Opens the file for the record; devices will do.
pub(super) fn open(path: &Path) -> Result<File, RecordError> {
    if path.metadata().is_ok_and(|data| is_pipe(data.file_type())) {
        return Err(RecordError::Pipe(path.to_owned()));
    }
    let closed = |error| RecordError::Closed { path: path.to_owned(), error };
    OpenOptions::new().create(true).append(true).open(path).map_err(closed)
}

#[cfg(unix)]
fn is_pipe(kind: FileType) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&kind)
}

#[cfg(not(unix))]
fn is_pipe(_: FileType) -> bool {
    false
}

/// Adds a line to the record. A full disk must not end a game, so errors are not looked at.
pub(super) fn keep(record: &mut Option<File>, direction: char, line: &str) {
    if let Some(file) = record {
        let _ = file.write_all(format!("{direction} {line}\n").as_bytes());
    }
}
