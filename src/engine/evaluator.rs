//! What judges positions, as the option `EvalFile` names it.

use std::path::Path;
use std::sync::Arc;

use super::net_file::{self, NetFileError};
use crate::eval::Network;
use crate::eval::net::built_in;
use crate::rules::VariantId;

/// The word for the handcrafted evaluation where a network file could be named; `./handcrafted` is a file.
const HANDCRAFTED: &str = "handcrafted";

/// What judges positions.
#[derive(Clone, Debug, Default)]
pub enum Evaluator {
    /// The game's built-in network, or the handcrafted evaluation where there is none.
    #[default]
    BuiltIn,
    /// The handcrafted evaluation.
    Handcrafted,
    /// The network of a file in its game, the built-in ones in others.
    Network(Arc<Network>),
}

impl Evaluator {
    /// What a user names for a game: a network file, `handcrafted`, or nothing for what is built in.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a network for this game.
    pub fn read(path: Option<&Path>, game: VariantId) -> Result<Self, NetFileError> {
        match path {
            None => Ok(Self::BuiltIn),
            Some(path) if path.as_os_str().is_empty() => Ok(Self::BuiltIn),
            Some(path) if path.as_os_str() == HANDCRAFTED => Ok(Self::Handcrafted),
            Some(path) => Ok(Self::Network(Arc::new(net_file::read(path, game)?))),
        }
    }

    /// The network that judges a game; `None` if it is judged by hand.
    pub fn network(&self, game: VariantId) -> Option<Arc<Network>> {
        match self {
            Self::Handcrafted => None,
            Self::Network(network) if network.variant == game => Some(network.clone()),
            Self::BuiltIn | Self::Network(_) => built_in(game),
        }
    }

    /// A name that nothing else that judges the game has: `handcrafted`, or the checksum of the network.
    pub fn name(&self, game: VariantId) -> String {
        self.network(game).map_or(HANDCRAFTED.to_owned(), |network| format!("{:08x}", network.checksum()))
    }
}
