//! The networks in the binary: the games that have one are named once, here.

use std::sync::Arc;

use once_cell::sync::OnceCell;

use super::Network;
use crate::rules::VariantId;

/// Embeds `data/nets/NAME.net` for the games named.
macro_rules! nets {
    ($($game:ident = $name:literal),* $(,)?) => {
        /// The files of the games that have one.
        const FILES: &[(VariantId, &[u8])] =
            &[$((VariantId::$game, include_bytes!(concat!("../../../data/nets/", $name, ".net")))),*];
    };
}

nets! {
    Antidraughts = "antidraughts",
    Arabic = "arabic",
    Armenian = "armenian",
    Brazilian = "brazilian",
    Breakthrough = "breakthrough",
    Canadian = "canadian",
    Croda = "croda",
    Czech = "czech",
    English = "english",
    Frisian = "frisian",
    Frysk = "frysk",
    Giveaway = "giveaway",
    Gothic = "gothic",
    International = "international",
    Italian = "italian",
    Killer = "killer",
    Poddavki = "poddavki",
    Pool = "pool",
    Portuguese = "portuguese",
    Russian = "russian",
    Spanish = "spanish",
    Thai = "thai",
    Tirana = "tirana",
    TiranaDesignation = "tirana-designation",
    Turkish = "turkish",
    Vinciperdi = "vinciperdi",
}

/// The network in the binary for a game, if it has one. Each is read once.
pub fn built_in(id: VariantId) -> Option<Arc<Network>> {
    static READ: [OnceCell<Option<Arc<Network>>>; VariantId::ALL.len()] =
        [const { OnceCell::new() }; VariantId::ALL.len()];
    // A file that cannot be read fails a test; here the game is judged by hand.
    let read = || FILES.iter().find(|(game, _)| *game == id).and_then(|(_, file)| Network::read(file).ok());
    READ.get(id as usize)?.get_or_init(|| read().map(Arc::new)).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_network_of_its_game() {
        for &(id, file) in FILES {
            let net = Network::read(file).unwrap_or_else(|error| panic!("{id}: {error}"));
            assert_eq!(net.variant, id);
            assert_eq!(built_in(id).as_deref(), Some(&net));
        }
        let known = |id: &VariantId| FILES.iter().any(|(game, _)| game == id);
        assert_eq!(VariantId::ALL.iter().filter(|id| known(id)).count(), FILES.len(), "a game twice");
    }
}
