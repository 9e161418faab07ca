//! The weights of the handcrafted evaluation, one set per game.

use super::features::Features;
use crate::rules::VariantId;

/// Values in centipawns of each feature, with all pieces on the board and with none; between them the
/// evaluation interpolates by the number of pieces.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// With the pieces of the start position.
    pub full: [i16; Features::COUNT],
    /// On an empty board.
    pub bare: [i16; Features::COUNT],
}

impl Weights {
    /// The weights of a game.
    pub const fn of(id: VariantId) -> Self {
        match id {
            VariantId::International => diagonal(300),
            VariantId::English => diagonal(135),
            VariantId::Italian => diagonal(190), // men cannot take kings
            VariantId::Turkish | VariantId::Arabic | VariantId::Tirana | VariantId::TiranaDesignation => {
                orthogonal()
            }
        }
    }
}

/// A guess for a diagonal game that has not been fitted.
const fn diagonal(king: i16) -> Weights {
    guess([6, 0, 1, 3, 5, 8, 11, 15, 30, 0, 0, 0], king, 0)
}

/// A guess for an orthogonal game that has not been fitted.
const fn orthogonal() -> Weights {
    guess([0, 0, 4, 9, 16, 28, 55, 0, 0, 0, 0, 0], 450, 250)
}

const fn guess(advance: [i16; 12], king: i16, frozen_king: i16) -> Weights {
    let mut weights = [0; Features::COUNT];
    let mut row = 0;
    while row < advance.len() {
        weights[Features::ROW + row] = 100 + advance[row];
        row += 1;
    }
    weights[Features::KING] = king;
    weights[Features::FROZEN_KING] = frozen_king;
    weights[Features::MAN_MOVES] = 4;
    weights[Features::KING_MOVES] = 2;
    weights[Features::TURN] = 3;
    Weights { full: weights, bare: weights }
}
