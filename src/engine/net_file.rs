//! Network files that a user names.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::eval::{NetError, Network};
use crate::rules::VariantId;

/// No network is as large, in bytes; more is not read.
const LARGEST: u64 = 16 << 20;

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum NetFileError {
    /// It cannot be read.
    #[error("cannot read {0}: {1}")]
    Read(String, io::Error),
    /// It is a folder, a device, or a pipe for which one might wait for ever.
    #[error("{0} is no file")]
    NoFile(String),
    /// It is no network.
    #[error("{0}: {1}")]
    Net(String, NetError),
    /// It is one for another game.
    #[error("{0}: the network is for {1}, the game is {2}")]
    OtherGame(String, VariantId, VariantId),
}

/// Reads a network for a game.
///
/// # Errors
/// If the file cannot be read, or is not a network for this game.
pub fn read(path: &Path, game: VariantId) -> Result<Network, NetFileError> {
    let name = || path.display().to_string();
    let mut bytes = Vec::new();
    if path.metadata().is_ok_and(|data| !data.is_file()) {
        return Err(NetFileError::NoFile(name()));
    }
    let file = File::open(path).map_err(|error| NetFileError::Read(name(), error))?;
    file.take(LARGEST).read_to_end(&mut bytes).map_err(|error| NetFileError::Read(name(), error))?;
    let net = Network::read(&bytes).map_err(|error| NetFileError::Net(name(), error))?;
    if net.variant == game { Ok(net) } else { Err(NetFileError::OtherGame(name(), net.variant, game)) }
}
