//! Where a fit stands between two epochs: kept in a file, so that a fit that was broken off can be gone on with.

use serde::{Deserialize, Serialize};

use super::adam::Adam;
use super::{Epoch, Recipe};
use crate::train::samples::Data;

/// All that the next epochs depend on, beside the data and the recipe.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// What it belongs to: a checksum of the recipe and of what the files say of themselves.
    of: u32,
    /// The epochs done.
    pub log: Vec<Epoch>,
    /// What steps add up in.
    pub(super) weights: Floats,
    pub(super) adam: Adam,
    /// The weights of the best epoch, as a network file holds them.
    pub(super) best: Floats,
}

impl State {
    /// Before the first epoch.
    pub(super) fn new(data: &Data, recipe: &Recipe, weights: Vec<f32>) -> Self {
        let adam = Adam::new(weights.len());
        Self {
            of: fingerprint(data, recipe),
            log: Vec::new(),
            weights: Floats(weights),
            adam,
            best: Floats::default(),
        }
    }

    /// Whether it belongs to this fit.
    pub(super) fn belongs_to(&self, data: &Data, recipe: &Recipe, weights: usize) -> bool {
        let of_size = |floats: &Floats| floats.0.len() == weights;
        self.of == fingerprint(data, recipe)
            && of_size(&self.weights)
            && self.adam.len() == weights
            && !self.log.is_empty()
            && of_size(&self.best)
    }

    /// The best epoch: the first of those with the least cost over the positions that test.
    pub(super) fn best_epoch(&self) -> Option<&Epoch> {
        self.log
            .iter()
            .reduce(|best, epoch| if epoch.validation_loss < best.validation_loss { epoch } else { best })
    }
}

fn fingerprint(data: &Data, recipe: &Recipe) -> u32 {
    let positions = [data.train.len(), data.validation.len()];
    crc32fast::hash(&serde_json::to_vec(&(recipe, &data.games, positions)).unwrap_or_default())
}

/// Numbers that are the same after they were written and read: as text they are their bits.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<u32>", into = "Vec<u32>")]
pub(super) struct Floats(pub(super) Vec<f32>);

impl From<Vec<u32>> for Floats {
    fn from(bits: Vec<u32>) -> Self {
        Self(bits.into_iter().map(f32::from_bits).collect())
    }
}

impl From<Floats> for Vec<u32> {
    fn from(floats: Floats) -> Self {
        floats.0.into_iter().map(f32::to_bits).collect()
    }
}
