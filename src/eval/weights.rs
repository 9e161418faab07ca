//! The weights of the handcrafted evaluation, one set per game.

use crate::rules::VariantId;

/// Values in centipawns.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// A man.
    pub man: i32,
    /// A king that may move freely.
    pub king: i32,
    /// A king that is frozen (games where kings freeze).
    pub frozen_king: i32,
    /// A side's first king, above the others.
    pub first_king: i32,
    /// A man by the rows it has advanced, 0 for its own back row.
    pub advance: [i32; 12],
    /// A man by its distance from the nearer edge, in pairs of columns.
    pub centre: [i32; 3],
    /// A quiet man move that a side has.
    pub man_mobility: i32,
    /// A quiet king move that a side has.
    pub king_mobility: i32,
    /// The move.
    pub tempo: i32,
    /// Per cent by which a material lead grows when the board empties.
    pub simplify: i32,
}

const DIAGONAL: Weights = Weights {
    man: 100,
    king: 300,
    frozen_king: 0,
    first_king: 0,
    advance: [6, 0, 1, 3, 5, 8, 11, 15, 30, 0, 0, 0],
    centre: [0, 3, 5],
    man_mobility: 1,
    king_mobility: 1,
    tempo: 3,
    simplify: 25,
};

const ORTHOGONAL: Weights = Weights {
    man: 100,
    king: 450,
    frozen_king: 250,
    first_king: 60,
    advance: [0, 0, 4, 9, 16, 28, 55, 0, 0, 0, 0, 0],
    centre: [0, 1, 2],
    man_mobility: 1,
    king_mobility: 2,
    tempo: 5,
    simplify: 25,
};

const EIGHT_FLYING: Weights =
    Weights { king: 300, advance: [8, 0, 2, 4, 7, 12, 25, 0, 0, 0, 0, 0], ..DIAGONAL };

const LOSING: Weights = Weights {
    king: 170,
    advance: [0; 12],
    centre: [0, 0, 0],
    man_mobility: -2,
    king_mobility: -1,
    tempo: 0,
    simplify: 60,
    ..DIAGONAL
};

impl Weights {
    /// The weights of a game.
    pub const fn of(id: VariantId) -> Self {
        match id {
            VariantId::International => DIAGONAL,
            VariantId::English => Self {
                king: 135,
                advance: [8, 0, 2, 4, 7, 11, 20, 0, 0, 0, 0, 0],
                king_mobility: 2,
                ..DIAGONAL
            },
            // Men cannot take kings, which makes a king worth more than in English draughts.
            VariantId::Italian => Self {
                king: 190,
                advance: [8, 0, 2, 4, 8, 14, 28, 0, 0, 0, 0, 0],
                king_mobility: 2,
                ..DIAGONAL
            },
            VariantId::Turkish | VariantId::Arabic => ORTHOGONAL,
            VariantId::Tirana | VariantId::TiranaDesignation => {
                Self { king: 550, first_king: 0, ..ORTHOGONAL }
            }
            // Flying kings on 64 squares: a man is crowned soon, and a king reaches all of the board.
            VariantId::Russian | VariantId::Brazilian | VariantId::Pool => EIGHT_FLYING,
            VariantId::Spanish | VariantId::Portuguese | VariantId::Czech => {
                Self { king: 350, advance: [8, 0, 2, 4, 8, 14, 28, 0, 0, 0, 0, 0], ..EIGHT_FLYING }
            }
            VariantId::Thai => {
                Self { king: 280, advance: [8, 0, 2, 5, 10, 18, 32, 0, 0, 0, 0, 0], ..EIGHT_FLYING }
            }
            // Kings capture eight ways and cannot be held by one of their kind.
            VariantId::Frisian | VariantId::Frysk => {
                Self { king: 450, advance: [2, 0, 2, 5, 9, 14, 22, 35, 60, 0, 0, 0], ..DIAGONAL }
            }
            VariantId::Killer => Self { king: 350, ..DIAGONAL },
            // The race decides; there are no kings to value.
            VariantId::Breakthrough => Self {
                advance: [4, 0, 3, 7, 12, 18, 28, 45, 80, 0, 0, 0],
                man_mobility: 2,
                simplify: 0,
                ..DIAGONAL
            },
            VariantId::Canadian => Self { advance: [6, 0, 0, 1, 3, 5, 8, 11, 15, 21, 30, 0], ..DIAGONAL },
            // To lose: pieces are a burden (the sign is turned elsewhere), and so are moves the opponent has.
            VariantId::Antidraughts | VariantId::Poddavki => LOSING,
            VariantId::Giveaway | VariantId::Vinciperdi => Self { king: 120, king_mobility: 1, ..LOSING },
            VariantId::Armenian => Self { king: 500, ..ORTHOGONAL },
            VariantId::Gothic => Self { king: 200, first_king: 0, ..ORTHOGONAL },
            VariantId::Croda => Self { king: 450, ..ORTHOGONAL },
        }
    }
}
