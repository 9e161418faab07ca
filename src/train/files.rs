//! What training leaves in a folder. Files appear complete or not at all: they are written under another name first.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::fit::{Epoch, Kept};
use crate::eval::Network;

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {reason}")]
pub struct FileError {
    path: PathBuf,
    reason: String,
}

fn at<T, E: std::fmt::Display>(path: &Path, result: Result<T, E>) -> Result<T, FileError> {
    result.map_err(|reason| FileError { path: path.to_owned(), reason: reason.to_string() })
}

/// Makes a folder and those above it.
pub(super) fn make_folder(path: &Path) -> Result<(), FileError> {
    at(path, fs::create_dir_all(path))
}

/// Writes a file.
///
/// # Errors
/// If it cannot be written.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    at(path, fs::write(&part, bytes).and_then(|()| fs::rename(&part, path)))
}

pub(super) fn save_json(path: &Path, value: &impl Serialize) -> Result<(), FileError> {
    let text = at(path, serde_json::to_string_pretty(value))?;
    save(path, (text + "\n").as_bytes())
}

pub(super) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, FileError> {
    let text = at(path, fs::read_to_string(path))?;
    at(path, serde_json::from_str(&text))
}

/// Reads a TOML file.
///
/// # Errors
/// If it cannot be read or is something else.
pub fn read_toml<T: DeserializeOwned>(path: &Path) -> Result<T, FileError> {
    let text = at(path, fs::read_to_string(path))?;
    at(path, toml::from_str(&text))
}

/// Writes a network and, beside it, its recipe (`.toml`) and its epochs, one in a line (`.jsonl`). The network comes
/// last: where it is, the others are.
///
/// # Errors
/// If one cannot be written.
pub fn save_network(path: &Path, network: &Network, kept: &Kept, log: &[Epoch]) -> Result<(), FileError> {
    let mut lines = String::new();
    for epoch in log {
        lines += &at(path, serde_json::to_string(epoch))?;
        lines.push('\n');
    }
    save(&path.with_extension("jsonl"), lines.as_bytes())?;
    save(&path.with_extension("toml"), at(path, toml::to_string(kept))?.as_bytes())?;
    save(path, &network.write())
}
