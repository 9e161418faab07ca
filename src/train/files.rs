//! What training leaves in a folder. Files appear complete or not at all: they are written under another name first.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::fit::{Epoch, Kept, State};
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

/// What a file is called while it is written.
fn part_path(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    path.with_file_name(name)
}

/// Writes a file.
///
/// # Errors
/// If it cannot be written.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let part = part_path(path);
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

/// Whether a network and what lies beside it can be written, without touching what the fit reads.
///
/// # Errors
/// If one of these files is read, or is no file, or if nothing can be written there.
pub fn check_outputs(network: &Path, inputs: &[&Path]) -> Result<(), FileError> {
    let refused = |path: &Path, reason: &str| at::<(), _>(path, Err(reason));
    let beside = ["toml", "jsonl", "fit"].map(|ending| network.with_extension(ending));
    if beside.iter().any(|path| path == network) {
        return refused(network, "a network's name cannot end like that of its recipe, its log or its fit");
    }
    for path in beside.iter().map(PathBuf::as_path).chain([network]) {
        if path.metadata().is_ok_and(|data| !data.is_file()) {
            return refused(path, "it is no file");
        }
        let is_this =
            |input: &&Path| matches!((input.canonicalize(), path.canonicalize()), (Ok(a), Ok(b)) if a == b);
        if inputs.iter().any(is_this) {
            return refused(path, "it would be written over, and is read; name another network");
        }
    }
    let part = part_path(network);
    at(network, fs::write(&part, b"").and_then(|()| fs::remove_file(&part)))
}

/// Where a fit stands is kept beside the network that it is to make.
fn state_path(network: &Path) -> PathBuf {
    network.with_extension("fit")
}

/// Keeps where the fit of a network stands.
///
/// # Errors
/// If it cannot be written.
pub fn save_fit(network: &Path, state: &State) -> Result<(), FileError> {
    let path = state_path(network);
    let text = at(&path, serde_json::to_vec(state))?;
    save(&path, &text)
}

/// Where the fit of a network stood when it was broken off; nothing if it was not, or cannot be read.
pub fn begun_fit(network: &Path) -> Option<State> {
    serde_json::from_slice(&fs::read(state_path(network)).ok()?).ok()
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
    save(path, &network.write())?;
    // It has come to its end.
    let _ = fs::remove_file(state_path(path));
    Ok(())
}
