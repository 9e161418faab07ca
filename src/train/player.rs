//! What plays: an evaluation and its name.

use std::path::Path;
use std::sync::Arc;

use crate::eval::Network;
use crate::eval::net::NetError;
use crate::rules::VariantId;

/// What judges positions in a game.
#[derive(Clone, Debug, Default)]
pub enum Player {
    /// The handcrafted evaluation.
    #[default]
    Handcrafted,
    /// A network.
    Network(Arc<Network>),
}

/// Why a network cannot play.
#[derive(Debug, thiserror::Error)]
pub enum PlayerError {
    /// It cannot be read.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// It is none.
    #[error("{path}: {error}")]
    Network {
        /// Which.
        path: String,
        /// Why.
        error: NetError,
    },
    /// It is for another game.
    #[error("{path} is a network for {found}, not {wanted}")]
    Game {
        /// Which.
        path: String,
        /// Its game.
        found: VariantId,
        /// The game to be played.
        wanted: VariantId,
    },
}

impl Player {
    /// The network in a file, or the handcrafted evaluation if there is no file.
    ///
    /// # Errors
    /// If the file holds no network for this game.
    pub fn load(path: Option<&Path>, variant: VariantId) -> Result<Self, PlayerError> {
        let Some(path) = path else { return Ok(Self::Handcrafted) };
        let named = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| PlayerError::File { path: named.clone(), error })?;
        let network =
            Network::read(&bytes).map_err(|error| PlayerError::Network { path: named.clone(), error })?;
        if network.variant != variant {
            return Err(PlayerError::Game { path: named, found: network.variant, wanted: variant });
        }
        Ok(Self::Network(Arc::new(network)))
    }

    /// The network, if it is one.
    pub fn network(&self) -> Option<Arc<Network>> {
        match self {
            Self::Handcrafted => None,
            Self::Network(network) => Some(network.clone()),
        }
    }

    /// A name that no other evaluation has: `handcrafted`, or the checksum of the network.
    pub fn name(&self) -> String {
        match self {
            Self::Handcrafted => "handcrafted".to_owned(),
            Self::Network(network) => format!("{:08x}", crc32fast::hash(&network.write())),
        }
    }
}
