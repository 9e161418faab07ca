//! The table of games. Each is a difference over a base; beside each value stands its article or ruling. The
//! founding games stand here, the wider family in `eight`, `large` and `orthogonal`.

use super::draw::{Counting, DrawRules, EndingRule, MaterialTest, OneEach, Progress};
use super::set::{
    Criterion, GameType, KingRange, Landing, Numbering, Objective, Promotion, Removal, Reversal, RuleSet,
    Rules, Setup, SquareNames,
};
use super::{eight, large, orthogonal};
use crate::board::{BoardShape, Dirs, Geometry, Playable, Side};

/// Declares the games: for each a type that implements [`Rules`], a [`VariantId`], and the dispatch between them.
macro_rules! variants {
    ($($(#[$doc:meta])* $name:ident: $bits:ty = $set:expr;)*) => {
        /// A game, by name.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub enum VariantId { $($(#[$doc])* $name),* }

        impl VariantId {
            /// Every game, in the order of the table.
            pub const ALL: [Self; [$(stringify!($name)),*].len()] = [$(Self::$name),*];

            /// The rules of this game.
            pub const fn rules(self) -> &'static RuleSet {
                match self { $(Self::$name => &<$name as Rules>::SET),* }
            }
        }

        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
            pub struct $name;

            impl Rules for $name {
                type Bits = $bits;
                const SET: RuleSet = $set;
                const GEOMETRY: &'static Geometry<$bits> = &Geometry::<$bits>::build(Self::SET.board);
            }
        )*

        /// Calls the method [`VariantVisitor::visit`] for the game `id`: the one place where a name becomes a type.
        pub fn visit_variant<V: VariantVisitor>(id: VariantId, visitor: V) -> V::Output {
            match id { $(VariantId::$name => visitor.visit::<$name>()),* }
        }
    };
}

/// Generic code to be run for a game known only by name; see [`visit_variant`].
pub trait VariantVisitor {
    /// What the code returns.
    type Output;
    /// The code.
    fn visit<R: Rules>(self) -> Self::Output;
}

/// All 64 squares; TÜDAF, S1, S2.
const EIGHT_ALL: BoardShape = BoardShape { columns: 8, rows: 8, playable: Playable::All };
/// Dark corner at the left; WCDF.
pub(super) const EIGHT_LEFT: BoardShape = BoardShape { columns: 8, rows: 8, playable: Playable::DarkLeft };
/// Dark corner at the right; S3, FID 2.3.
pub(super) const EIGHT_RIGHT: BoardShape = BoardShape { columns: 8, rows: 8, playable: Playable::DarkRight };
/// FMJD 2.1 to 2.3.
const TEN_LEFT: BoardShape = BoardShape { columns: 10, rows: 10, playable: Playable::DarkLeft };

pub(super) const FORWARD_SIDEWAYS: Dirs = Dirs::FORWARD.or(Dirs::SIDEWAYS);

/// 3-fold: the usual rule of the family, automatic for engine play (A33).
pub(super) const THREEFOLD: Option<(u8, &str)> = Some((3, "A33"));
/// Sideways man moves are reversible and do not count as progress (A34).
pub(super) const HUNDRED_PLIES: Option<(u16, &str)> = Some((100, "A11, A17, A34"));

variants! {
    /// Tirana dama with obligation ("me detyrim").
    Tirana: u64 = RuleSet {
        id: VariantId::Tirana,
        name: "tirana",
        aliases: &["dama", "tirana-dama", "dama-tirana", "me-detyrim", "albanian", "shqip"],
        title: "Tirana dama, with obligation",
        source: "S1",
        first: Side::White,                    // T1
        men_take_kings: false,                 // S1: only another dama takes a dama
        kings_freeze: true,                    // S1, latch: A1 = T8; distance and captures: A4 = T9, T10
        last_man_crowns: true,                 // S1, unconditional: A2 = T16; after the whole move: A3 = T19
        promotion: Promotion::EndsMove,        // A5 = T7
        precedence: &[],                       // S1: he decides himself what and with which piece
        reversal: Reversal::Forbidden,         // A9 = T5
        removal: Removal::AtOnce,              // A10 = T4
        draws: DrawRules {
            one_each: OneEach::DrawIfKingsWithoutCapture, // A11 = T30 c
            one_each_source: "A11, T30",
            ..TURKISH.draws
        },
        hub_name: "tirana",
        game_type: GameType { number: 91, corner: 0 }, // A35
        notes: &[
            ("all damas are frozen (they only slide sideways, take nothing and are not taken) until both sides have had one", "A1 T8, A4 T9 T10"),
            ("a side's last piece becomes a dama where it stands, after the whole move", "A2 T16, A3 T19"),
            ("men never take damas", "S1"),
            ("capture is compulsory, which one is free; a dama must land where it can go on", "A6 T24, A8 T6"),
        ],
        ..TURKISH
    };
    /// Tirana dama with obligation and designation ("me detyrim e përcaktim").
    TiranaDesignation: u64 = RuleSet {
        id: VariantId::TiranaDesignation,
        name: "tirana-designation",
        aliases: &["tirana-percaktim", "tirana-përcaktim", "dama-designation", "me-detyrim-e-percaktim", "me-detyrim-e-përcaktim"],
        title: "Tirana dama, with obligation and designation",
        designation: true,                     // A7 = T25 to T29
        hub_name: "tirana-designation",
        game_type: GameType { number: 92, corner: 0 }, // A35
        notes: &[
            ("as tirana; after a move its player may demand which piece takes which, written d3-d4[e6xd5]", "A7 T25 T32"),
            ("a demand names the capturer and its first victim; landing and continuation stay free", "T25, T27"),
            ("a demand is possible only where the opponent has two or more such pairs", "section 3.4"),
            ("without a demand the capture is compulsory and free", "T24"),
        ],
        ..Tirana::SET
    };
    /// Arabic dama.
    Arabic: u64 = RuleSet {
        id: VariantId::Arabic,
        name: "arabic",
        aliases: &["arabic-dama", "dama-arabic", "dama-arabia", "damma"],
        title: "Arabic dama",
        source: "S2",
        setup: Setup::rows(0, 2),     // S2: the first two rows
        first: Side::White,                    // A13
        men_capture: Dirs::ORTHOGONAL,         // S2: forward, backward or sideways
        reversal: Reversal::Forbidden,         // A9
        removal: Removal::AtOnce,              // A10
        promotion: Promotion::OnStop,          // A12
        draws: DrawRules {
            one_each: OneEach::DrawIfKingsWithoutCapture, // A11
            one_each_source: "A11",
            ..TURKISH.draws
        },
        hub_name: "arabic",
        game_type: GameType { number: 90, corner: 0 }, // A35
        notes: &[
            ("men also capture backward", "S2"),
            ("a man that passes the last row in a capture stays a man", "A12"),
            ("a dama captures at any distance", "A14"),
        ],
        ..TURKISH
    };
    /// Turkish dama.
    Turkish: u64 = TURKISH;
    /// Italian draughts.
    Italian: u64 = RuleSet {
        id: VariantId::Italian,
        name: "italian",
        aliases: &["dama-italiana", "italian-draughts", "italian-checkers", "italiana"],
        title: "Italian draughts",
        source: "FID, S3",
        board: EIGHT_RIGHT,                    // S3, FID 2.3
        first: Side::White,                    // FID
        men_take_kings: false,                 // FID, S3
        precedence: &[
            Criterion::MostPieces,             // FID 5, S3
            Criterion::WithKing,
            Criterion::MostKings,
            Criterion::EarliestKing,           // A20: over the whole sequence
        ],
        draws: DrawRules {
            repetition: Some((3, "A18")),
            no_progress: Some((80, "A19")),    // 40 moves each without man move or capture, automatic
            ..ENGLISH.draws
        },
        hub_name: "italian",
        game_type: GameType { number: 22, corner: 2 },
        notes: &[
            ("men never take kings", "FID"),
            ("captures: most pieces, then with a king, then most kings, then kings met earliest", "FID 5-6, A20"),
        ],
        ..ENGLISH
    };
    /// International draughts.
    International: u64 = RuleSet {
        id: VariantId::International,
        name: "international",
        aliases: &["international-draughts", "10x10", "polish", "polish-draughts", "normal", "dames", "dammen", "draughts", "dama-internazionale"],
        title: "International draughts",
        source: "FMJD Annex 1",
        board: TEN_LEFT,                       // FMJD 2
        setup: Setup::rows(0, 4),     // FMJD 2.8
        first: Side::White,                    // FMJD 3.1
        men_move: Dirs::DIAGONAL_FORWARD,      // FMJD 3.4
        men_capture: Dirs::DIAGONAL,           // FMJD 4.2
        men_take_kings: true,                  // FMJD 4.2
        king_move: Dirs::DIAGONAL,             // FMJD 3.9
        king_capture: Dirs::DIAGONAL,          // FMJD 4.3
        king_range: KingRange::Flying,         // FMJD 3.9
        king_landing: Landing::Anywhere,       // FMJD 4.3
        reversal: Reversal::Forbidden,         // impossible: FMJD 4.8
        removal: Removal::AfterMove,           // FMJD 4.8, 4.11
        promotion: Promotion::OnStop,          // FMJD 3.5, 4.15
        precedence: &[Criterion::MostPieces],  // FMJD 4.13
        draws: DrawRules {
            repetition: Some((3, "FMJD 6.1")),
            no_progress: Some((50, "FMJD 6.2")),
            progress: Progress::ManMove,
            endings: &[
                EndingRule { when: MaterialTest::LoneKingAgainst { least: 3, most: 3 }, counts: Counting::Every, plies: 32, source: "FMJD 6.3" },
                EndingRule { when: MaterialTest::LoneKingAgainst { least: 1, most: 2 }, counts: Counting::Every, plies: 10, source: "FMJD 6.4" },
            ],
            one_each: OneEach::PlayOn,
            one_each_source: "FMJD 6.4",
        },
        squares: SquareNames::Numbers(Numbering::TopLeft), // FMJD 2.6
        hub_name: "normal",
        game_type: GameType { number: 20, corner: 2 },
        notes: &[
            ("men also capture backward", "FMJD 4.2"),
            ("a man that passes the last row in a capture stays a man", "FMJD 4.15"),
            ("captured pieces leave the board after the move", "FMJD 4.8"),
        ],
        ..ENGLISH
    };
    /// English draughts, American checkers.
    English: u64 = ENGLISH;
    /// Russian draughts.
    Russian: u64 = eight::RUSSIAN;
    /// Brazilian draughts.
    Brazilian: u64 = eight::BRAZILIAN;
    /// Pool checkers.
    Pool: u64 = eight::POOL;
    /// Spanish draughts.
    Spanish: u64 = eight::SPANISH;
    /// Portuguese draughts.
    Portuguese: u64 = eight::PORTUGUESE;
    /// Czech draughts.
    Czech: u64 = eight::CZECH;
    /// Thai draughts.
    Thai: u64 = eight::THAI;
    /// Frisian draughts.
    Frisian: u64 = large::FRISIAN;
    /// Frysk!, Frisian draughts with five men each.
    Frysk: u64 = large::FRYSK;
    /// Killer draughts.
    Killer: u64 = large::KILLER;
    /// Breakthrough draughts.
    Breakthrough: u64 = large::BREAKTHROUGH;
    /// Antidraughts, international draughts to lose.
    Antidraughts: u64 = large::ANTIDRAUGHTS;
    /// Canadian draughts.
    Canadian: u128 = large::CANADIAN;
    /// Poddavki, Russian draughts to lose.
    Poddavki: u64 = eight::PODDAVKI;
    /// Giveaway checkers, English draughts to lose.
    Giveaway: u64 = eight::GIVEAWAY;
    /// Vinciperdi, Italian draughts to lose.
    Vinciperdi: u64 = eight::VINCIPERDI;
    /// Armenian tama.
    Armenian: u64 = orthogonal::ARMENIAN;
    /// Gothic draughts.
    Gothic: u64 = orthogonal::GOTHIC;
    /// Croda.
    Croda: u64 = orthogonal::CRODA;
}

/// Turkish dama, the base of the orthogonal games.
pub(super) const TURKISH: RuleSet = RuleSet {
    id: VariantId::Turkish,
    name: "turkish",
    aliases: &["turkish-draughts", "turkish-dama", "turk-damasi", "türk-daması", "dama-turca"],
    title: "Turkish dama",
    source: "TÜDAF",
    board: EIGHT_ALL,
    setup: Setup::rows(1, 2), // ranks 2-3 and 6-7
    first: Side::White,
    men_move: FORWARD_SIDEWAYS,
    men_capture: FORWARD_SIDEWAYS,
    men_take_kings: true,
    king_move: Dirs::ORTHOGONAL,
    king_capture: Dirs::ORTHOGONAL,
    king_range: KingRange::Flying,
    king_landing: Landing::Anywhere,
    reversal: Reversal::Forbidden,        // TÜDAF example 4
    removal: Removal::AtOnce,             // TÜDAF example 3
    promotion: Promotion::OnStop,         // TÜDAF R5, A15
    precedence: &[Criterion::MostPieces], // TÜDAF
    objective: Objective::Normal,
    kings_freeze: false,
    last_man_crowns: false,
    designation: false,
    king_run_limit: None,
    draws: DrawRules {
        repetition: THREEFOLD,
        no_progress: HUNDRED_PLIES,
        progress: Progress::ManMove,
        endings: &[],
        one_each: OneEach::Draw, // TÜDAF, A16: at once, also with a capture on
        one_each_source: "TÜDAF, A16",
    },
    tags: &[],
    squares: SquareNames::Letters,
    capture_sign: 'x',
    hub_name: "turkish",
    game_type: GameType { number: 30, corner: 0 },
    notes: &[
        ("captured pieces leave the board one by one", "TÜDAF ex. 3"),
        ("a dama may not turn back by 180° between two jumps", "TÜDAF ex. 4"),
        ("a man that reaches the last rank in a capture goes on as a man", "TÜDAF R5, A15"),
    ],
};

/// English draughts, the base of the diagonal games.
pub(super) const ENGLISH: RuleSet = RuleSet {
    id: VariantId::English,
    name: "english",
    aliases: &["checkers", "english-draughts", "american-checkers", "american", "8x8"],
    title: "English draughts (American checkers)",
    source: "WCDF",
    board: EIGHT_LEFT,
    setup: Setup::rows(0, 3),
    first: Side::Black, // WCDF 1.10
    men_move: Dirs::DIAGONAL_FORWARD,
    men_capture: Dirs::DIAGONAL_FORWARD,
    men_take_kings: true,
    king_move: Dirs::DIAGONAL,
    king_capture: Dirs::DIAGONAL,
    king_range: KingRange::Short,
    king_landing: Landing::Next,
    reversal: Reversal::Forbidden,
    removal: Removal::AfterMove,
    promotion: Promotion::EndsMove, // WCDF 1.19
    precedence: &[],
    objective: Objective::Normal,
    kings_freeze: false,
    last_man_crowns: false,
    designation: false,
    king_run_limit: None,
    draws: DrawRules {
        repetition: THREEFOLD,
        no_progress: Some((80, "WCDF 1.32")), // 40 moves each without advancing a man or capturing
        progress: Progress::ManMove,
        endings: &[],
        one_each: OneEach::PlayOn,
        one_each_source: "",
    },
    tags: &[],
    squares: SquareNames::Numbers(Numbering::TopLeft),
    capture_sign: 'x',
    hub_name: "english",
    game_type: GameType { number: 21, corner: 1 },
    notes: &[("Black moves first; which capture is free, but it must be completed", "WCDF")],
};
