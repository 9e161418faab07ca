//! What plays: an evaluation and its name.

use std::path::Path;
use std::sync::Arc;

use crate::engine::net_file::{self, NetFileError};
use crate::eval::Network;
use crate::eval::net::built_in;
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

impl Player {
    /// The network in a file, or the handcrafted evaluation if there is no file.
    ///
    /// # Errors
    /// If the file holds no network for this game.
    pub fn load(path: Option<&Path>, variant: VariantId) -> Result<Self, NetFileError> {
        let Some(path) = path else { return Ok(Self::Handcrafted) };
        Ok(Self::Network(Arc::new(net_file::read(path, variant)?)))
    }

    /// The network in the program, or the handcrafted evaluation if there is none for this game.
    pub fn of_program(variant: VariantId) -> Self {
        built_in(variant).map_or(Self::Handcrafted, Self::Network)
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
