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
            // 1500 games of 1200 nodes a move, seed 1
            VariantId::International => Weights {
                full: [
                    115, 130, 109, 98, 86, 87, 41, 58, 171, 64, 64, 64, 91, 25, 24, 10, 8, 0, 238, 0, 110,
                    52, 70, 49, 3, 0, 0, 0,
                ],
                bare: [
                    82, 52, 57, 56, 57, 64, 80, 86, 98, 64, 64, 64, -20, 3, 10, 21, 25, 0, 80, 0, 131, 1,
                    -12, 2, 2, 0, 0, 0,
                ],
            },
            // 1500 games of 1200 nodes a move, seed 1
            VariantId::English => Weights {
                full: [
                    113, 88, 63, 54, 49, 46, 84, 51, 58, 44, 44, 44, 62, 31, 31, 43, 0, 0, 174, 0, 34, 44,
                    51, 35, 6, 0, 0, 0,
                ],
                bare: [
                    60, 58, 66, 79, 78, 82, 66, 51, 58, 44, 44, 44, 15, 32, 24, 28, 0, 0, 127, 0, 24, 4, -20,
                    3, -1, 0, 0, 0,
                ],
            },
            // 1500 games of 1200 nodes a move, seed 1
            VariantId::Italian => Weights {
                full: [
                    119, 99, 76, 55, 58, 72, 150, 56, 64, 49, 49, 49, 81, 22, 22, 42, 0, 0, 220, 0, 46, 51,
                    66, 43, 8, 0, 0, 0,
                ],
                bare: [
                    44, 50, 56, 83, 79, 89, 64, 56, 64, 49, 49, 49, -10, 29, 26, 26, 0, 0, 137, 0, 2, 0, -24,
                    -16, 0, 0, 0, 0,
                ],
            },
            // 1500 games of 1200 nodes a move, seed 1
            VariantId::Turkish => Weights {
                full: [
                    92, 88, 91, 105, 109, 66, 287, 92, 92, 92, 92, 92, 9, -10, 4, 6, 0, 0, 396, 229, 67, -2,
                    12, 12, -6, 0, 0, 0,
                ],
                bare: [
                    92, 98, 85, 71, 116, 187, 199, 92, 92, 92, 92, 92, 43, 14, -16, -36, 0, 0, 308, 229, 222,
                    12, -14, -4, 53, 0, 0, 0,
                ],
            },
            // 1500 games of 1200 nodes a move, seed 1
            VariantId::Arabic => Weights {
                full: [
                    82, 81, 91, 84, 59, 50, 349, 84, 84, 84, 84, 84, 1, -2, -7, -11, 0, 0, 484, 210, 96, -9,
                    102, 1, -4, 0, 0, 0,
                ],
                bare: [
                    108, 90, 95, 100, 139, 190, 204, 84, 84, 84, 84, 84, 90, 11, -12, -22, 0, 0, 449, 210,
                    -25, 49, -13, 21, 22, 0, 0, 0,
                ],
            },
            // 1500 games of 1200 nodes a move, seed 1
            VariantId::Tirana | VariantId::TiranaDesignation => Weights {
                full: [
                    134, 105, 90, 115, 107, 79, 210, 134, 134, 134, 134, 134, -68, -44, -30, -36, 0, 0, 289,
                    372, 102, -42, -8, -34, -2, 0, 0, 0,
                ],
                bare: [
                    134, 116, 118, 113, 143, 212, 273, 134, 134, 134, 134, 134, 63, 18, -3, -9, 0, 0, 420,
                    98, -124, 25, 17, 20, 42, 0, 0, 0,
                ],
            },
            // Flying kings on 64 squares: a man is crowned soon, and a king reaches all of the board.
            VariantId::Russian | VariantId::Brazilian | VariantId::Pool => {
                guess([8, 0, 2, 4, 7, 12, 25, 0, 0, 0, 0, 0], 300, 0)
            }
            VariantId::Spanish | VariantId::Portuguese | VariantId::Czech => {
                guess([8, 0, 2, 4, 8, 14, 28, 0, 0, 0, 0, 0], 350, 0)
            }
            VariantId::Thai => guess([8, 0, 2, 5, 10, 18, 32, 0, 0, 0, 0, 0], 280, 0),
            // Kings capture eight ways and cannot be held by one of their kind.
            VariantId::Frisian | VariantId::Frysk => guess([2, 0, 2, 5, 9, 14, 22, 35, 60, 0, 0, 0], 450, 0),
            VariantId::Killer => guess([6, 0, 1, 3, 5, 8, 11, 15, 30, 0, 0, 0], 350, 0),
            // The race decides; there are no kings to value.
            VariantId::Breakthrough => guess([4, 0, 3, 7, 12, 18, 28, 45, 80, 0, 0, 0], 0, 0),
            VariantId::Canadian => guess([6, 0, 0, 1, 3, 5, 8, 11, 15, 21, 30, 0], 300, 0),
            VariantId::Antidraughts | VariantId::Poddavki => losing(170),
            VariantId::Giveaway | VariantId::Vinciperdi => losing(120),
            VariantId::Armenian | VariantId::Croda => orthogonal(),
            VariantId::Gothic => guess([0, 0, 4, 9, 16, 28, 55, 0, 0, 0, 0, 0], 200, 0),
        }
    }
}

/// A guess for an orthogonal game that has not been fitted.
const fn orthogonal() -> Weights {
    guess([0, 0, 4, 9, 16, 28, 55, 0, 0, 0, 0, 0], 450, 250)
}

/// A guess for a game played to lose, where the sum is turned round: pieces are a burden, moves are a gift.
const fn losing(king: i16) -> Weights {
    let mut weights = guess([0; 12], king, 0);
    weights.full[Features::MAN_MOVES] = -2;
    weights.full[Features::KING_MOVES] = -1;
    weights.full[Features::TURN] = 0;
    weights.bare = weights.full;
    // Every piece counts more the fewer there are.
    let mut i = 0;
    while i <= Features::KING {
        weights.bare[i] = weights.full[i] * 8 / 5;
        i += 1;
    }
    weights
}

/// A guess for a game that has not been fitted.
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
