//! The wider family on 8x8 diagonal boards.

use super::draw::{Counting, DrawRules, EndingRule, MaterialTest, OneEach, Progress, Tag};
use super::id::VariantId;
use super::set::{
    Criterion, GameType, KingRange, Landing, Numbering, Objective, Promotion, Removal, Reversal, RuleSet,
    Rules, Setup, SquareNames,
};
use super::variants::{EIGHT_LEFT, EIGHT_RIGHT, ENGLISH, Italian, THREEFOLD};
use crate::board::{Dirs, Side};

/// The endings of FMJD-64 with `plies` of 7.2.6 for four or five and for six or seven pieces.
const fn fmjd64_endings(few: u8, many: u8) -> [EndingRule; 5] {
    [
        EndingRule {
            when: MaterialTest::LoneKingAgainstKings { least: 3, most: 12 },
            counts: Counting::Every,
            plies: 30,
            source: "F64 7.2.4",
        },
        EndingRule {
            when: MaterialTest::BothHaveKings { least: 4, most: 5 }, // A21: pieces of both sides together
            counts: Counting::SinceChange,
            plies: few,
            source: "F64 7.2.6, A21",
        },
        EndingRule {
            when: MaterialTest::BothHaveKings { least: 6, most: 7 },
            counts: Counting::SinceChange,
            plies: many,
            source: "F64 7.2.6, A21",
        },
        EndingRule {
            when: MaterialTest::LoneKingAgainst { least: 3, most: 3 },
            counts: Counting::LoneKingOnRoad, // A22
            plies: 10,
            source: "F64 7.2.7, A22",
        },
        EndingRule {
            when: MaterialTest::LoneKingAgainst { least: 1, most: 2 },
            counts: Counting::Every,
            plies: 10,
            source: "F64 7.2.8",
        },
    ]
}

/// The draw rules of FMJD-64 (IDF).
const FMJD64: DrawRules = DrawRules {
    repetition: Some((3, "F64 7.2.3")),
    no_progress: Some((30, "F64 7.2.5")),
    progress: Progress::ManMove,
    endings: &fmjd64_endings(60, 120),
    one_each: OneEach::PlayOn,
    one_each_source: "F64 7.2.8",
};

/// The other reading of 7.2.6.
const HALF_MOVES: Tag = Tag {
    name: "half-moves",
    title: "the 30 and 60 moves of 7.2.6 are those of both sides together",
    source: "A21",
    first: None,
    draws: Some(DrawRules { endings: &fmjd64_endings(30, 60), ..FMJD64 }),
};

/// Russian draughts, the base of the games with flying kings on this board.
pub(super) const RUSSIAN: RuleSet = RuleSet {
    id: VariantId::Russian,
    name: "russian",
    aliases: &["shashki", "russian-draughts", "russian-checkers", "шашки", "русские-шашки"],
    title: "Russian draughts (shashki)",
    source: "FMJD-64 (F64)",
    board: EIGHT_LEFT,        // F64: dark corner at the left
    setup: Setup::rows(0, 3), // F64
    first: Side::White,       // F64
    men_move: Dirs::DIAGONAL_FORWARD,
    men_capture: Dirs::DIAGONAL, // F64: forward and backward
    men_take_kings: true,
    king_range: KingRange::Flying,
    king_landing: Landing::Anywhere, // but where it can go on, if it can; HC, LID
    reversal: Reversal::Forbidden,   // impossible
    removal: Removal::AfterMove,     // the Turkish strike
    promotion: Promotion::InPassing, // F64: at once, it goes on as a king
    precedence: &[],                 // F64: free choice
    draws: FMJD64,
    tags: &[HALF_MOVES],
    squares: SquareNames::Letters,
    capture_sign: ':', // PDN
    hub_name: "russian",
    game_type: GameType { number: 25, corner: 0 },
    notes: &[
        ("which capture is free, but it must be completed; a king must land where it can go on", "F64, A8"),
        ("a man that reaches the last row in a capture goes on as a king", "F64"),
        ("men also capture backward", "F64"),
        ("captured pieces leave the board after the move", "F64"),
        ("three pieces against a king on the main road: five moves", "F64 7.2.7, A22"),
    ],
    ..ENGLISH
};

/// Brazilian draughts: international rules on the Russian board.
pub(super) const BRAZILIAN: RuleSet = RuleSet {
    id: VariantId::Brazilian,
    name: "brazilian",
    aliases: &["brazilian-draughts", "brazilian-checkers", "damas-brasileiras", "brasileira", "damas-64"],
    title: "Brazilian draughts",
    source: "FMJD-64 (F64), CBD",
    promotion: Promotion::OnStop,         // FMJD 4.15
    precedence: &[Criterion::MostPieces], // FMJD 4.13
    tags: &[
        Tag {
            name: "cbd",
            title: "twenty moves by kings only draw; no other counts",
            source: "CBD, A23",
            first: None,
            draws: Some(DrawRules { no_progress: Some((40, "CBD, A23")), endings: &[], ..FMJD64 }),
        },
        HALF_MOVES,
    ],
    capture_sign: 'x', // PDN
    hub_name: "brazilian",
    game_type: GameType { number: 26, corner: 0 },
    notes: &[
        ("international rules on 64 squares: most pieces, men also capture backward", "FMJD 4.2, 4.13"),
        ("a man that passes the last row in a capture stays a man", "FMJD 4.15"),
        ("draws as in Russian draughts", "F64, A23"),
    ],
    ..RUSSIAN
};

/// The draw rules of pool checkers.
const POOL_DRAWS: DrawRules = DrawRules {
    repetition: Some((3, "APCA 26")),
    no_progress: Some((30, "APCA 26")),
    progress: Progress::ManMove,
    endings: &[EndingRule {
        when: MaterialTest::LoneKingAgainstKings { least: 3, most: 3 },
        counts: Counting::Every,
        plies: 26,
        source: "A24",
    }],
    one_each: OneEach::PlayOn,
    one_each_source: "APCA 26",
};

/// Pool checkers.
pub(super) const POOL: RuleSet = RuleSet {
    id: VariantId::Pool,
    name: "pool",
    aliases: &["pool-checkers", "american-pool", "american-pool-checkers", "spanish-pool"],
    title: "Pool checkers",
    source: "APCA",
    first: Side::Black,           // APCA
    promotion: Promotion::OnStop, // APCA: one that goes on stays a man
    draws: POOL_DRAWS,
    tags: &[
        Tag {
            name: "unified",
            title: "White moves first (unified, Zimbabwean)",
            source: "PDN 23",
            first: Some(Side::White),
            draws: None,
        },
        Tag {
            name: "fifteen",
            title: "three kings against one have 15 moves",
            source: "A24",
            first: None,
            draws: Some(DrawRules { endings: &[], ..POOL_DRAWS }),
        },
    ],
    squares: SquareNames::Numbers(Numbering::TopLeft), // as English
    capture_sign: 'x',
    hub_name: "pool",
    game_type: GameType { number: 23, corner: 1 },
    notes: &[
        ("Russian moves on the English board; Black moves first", "APCA"),
        ("a man that passes the last row in a capture stays a man", "APCA"),
        ("three kings against one must win in 13 moves", "A24"),
    ],
    ..RUSSIAN
};

/// The draw rules of the Portuguese federation.
const FPD: DrawRules = DrawRules {
    repetition: Some((3, "FPD 3.2")),
    no_progress: Some((40, "FPD 3.2")),
    progress: Progress::Promotion,
    endings: &[EndingRule {
        when: MaterialTest::LoneKingAgainstKings { least: 3, most: 3 },
        counts: Counting::OtherSideOnRoad, // the three hold the rio
        plies: 24,
        source: "FPD 3.2",
    }],
    one_each: OneEach::PlayOn,
    one_each_source: "FPD 3.2",
};

/// Spanish draughts.
pub(super) const SPANISH: RuleSet = RuleSet {
    id: VariantId::Spanish,
    name: "spanish",
    aliases: &["spanish-draughts", "spanish-checkers", "damas", "damas-espanolas", "damas-españolas"],
    title: "Spanish draughts",
    source: "ESP",
    board: EIGHT_RIGHT,                  // ESP: dark corner at the right
    men_capture: Dirs::DIAGONAL_FORWARD, // ESP
    promotion: Promotion::EndsMove,      // ESP
    precedence: &[Criterion::MostPieces, Criterion::MostKings], // ESP: cantidad, then calidad
    draws: DrawRules {
        repetition: THREEFOLD,
        progress: Progress::ManMove,
        no_progress: Some((40, "ESP")),
        ..FPD
    }, // A25
    tags: &[Tag {
        name: "plain",
        title: "no count for three kings against one",
        source: "A25",
        first: None,
        draws: Some(DrawRules {
            repetition: THREEFOLD,
            progress: Progress::ManMove,
            no_progress: Some((40, "ESP")),
            endings: &[],
            ..FPD
        }),
    }],
    squares: SquareNames::Numbers(Numbering::BottomRight), // PDN N1: 1 at White's bottom right
    capture_sign: 'x',
    hub_name: "spanish",
    game_type: GameType { number: 24, corner: 1 },
    notes: &[
        ("captures: most pieces, then most kings; a king has no precedence", "ESP"),
        ("men capture forward only", "ESP"),
        ("three kings that hold the long diagonal against one: twelve moves", "A25"),
    ],
    ..RUSSIAN
};

/// Portuguese draughts: the Spanish game with its own draws.
pub(super) const PORTUGUESE: RuleSet = RuleSet {
    id: VariantId::Portuguese,
    name: "portuguese",
    aliases: &["portuguese-draughts", "portuguese-checkers", "damas-classicas", "damas-clássicas"],
    title: "Portuguese draughts (damas clássicas)",
    source: "FPD",
    draws: FPD,
    tags: &[],
    hub_name: "portuguese",
    game_type: GameType { number: 28, corner: 1 },
    notes: &[
        ("captures: most pieces, then most kings; it does not matter which piece captures", "FPD"),
        ("three kings that hold the rio (1-32) against one: twelve moves", "FPD 3.2"),
        ("twenty moves each without capture or promotion draw, man moves or not", "FPD 3.2"),
    ],
    ..SPANISH
};

/// Czech draughts.
pub(super) const CZECH: RuleSet = RuleSet {
    id: VariantId::Czech,
    name: "czech",
    aliases: &["czech-draughts", "czech-checkers", "ceska-dama", "česká-dáma", "dama-ceska"],
    title: "Czech draughts",
    source: "CZ",
    men_capture: Dirs::DIAGONAL_FORWARD, // CZ
    promotion: Promotion::EndsMove,      // CZ
    precedence: &[Criterion::WithKing],  // CZ: a king must capture if one can
    draws: DrawRules {
        repetition: THREEFOLD,
        no_progress: Some((80, "A26")),
        endings: &[],
        one_each_source: "A26",
        ..FMJD64
    },
    tags: &[Tag {
        name: "agreement",
        title: "no count of moves",
        source: "A26",
        first: None,
        draws: Some(DrawRules { repetition: THREEFOLD, no_progress: None, endings: &[], ..FMJD64 }),
    }],
    capture_sign: 'x', // A35
    hub_name: "czech",
    game_type: GameType { number: 29, corner: 0 },
    notes: &[
        ("if a king can capture, a king must, however few it takes; else any man", "CZ"),
        ("men capture forward only", "CZ"),
        ("no majority, but a capture must be completed", "CZ"),
    ],
    ..RUSSIAN
};

/// Thai draughts.
pub(super) const THAI: RuleSet = RuleSet {
    id: VariantId::Thai,
    name: "thai",
    aliases: &["makhos", "mak-hos", "thai-draughts", "thai-checkers"],
    title: "Thai draughts (makhos)",
    source: "PDN 31, MS",
    setup: Setup { skip: 0, rows: 2, room: 3 }, // eight men; sets of twelve are in use too
    first: Side::Black,                         // A31
    men_capture: Dirs::DIAGONAL_FORWARD,        // MS
    king_landing: Landing::Next,                // MS: directly behind
    reversal: Reversal::Free,                   // A31
    removal: Removal::AtOnce,                   // A31
    promotion: Promotion::EndsMove,             // MS
    draws: DrawRules { no_progress: Some((80, "A31")), ..CZECH.draws },
    tags: &[Tag {
        name: "white-first",
        title: "White moves first",
        source: "A31, MS",
        first: Some(Side::White),
        draws: None,
    }],
    squares: SquareNames::Numbers(Numbering::BottomRight), // PDN N2 as Black sees it: White has 1-8
    capture_sign: '-',                                     // PDN
    hub_name: "thai",
    game_type: GameType { number: 31, corner: 2 },
    notes: &[
        ("a king flies, but lands directly behind what it takes", "MS"),
        ("captured pieces leave the board one by one, and a king may turn straight back", "A31"),
        ("which capture is free, but it must be completed", "MS"),
    ],
    ..RUSSIAN
};

/// Russian draughts to lose.
pub(super) const PODDAVKI: RuleSet = RuleSet {
    id: VariantId::Poddavki,
    name: "poddavki",
    aliases: &["поддавки", "russian-losing", "russian-misere", "reverse-russian", "обратные-шашки"],
    title: "Poddavki (Russian draughts to lose)",
    source: "F64",
    objective: Objective::Misere, // section 17
    // The counts of material are for a side that tries to win with more of it, which nobody does here.
    draws: DrawRules { endings: &[], ..FMJD64 },
    tags: &[],
    hub_name: "poddavki",
    game_type: GameType { number: 89, corner: 0 },
    notes: &[("Russian rules, but who cannot move on his turn wins", "section 17")],
    ..RUSSIAN
};

/// English draughts to lose.
pub(super) const GIVEAWAY: RuleSet = RuleSet {
    id: VariantId::Giveaway,
    name: "giveaway",
    aliases: &["giveaway-checkers", "suicide-checkers", "losing-checkers", "anti-checkers"],
    title: "Giveaway checkers (English draughts to lose)",
    objective: Objective::Misere, // section 17
    hub_name: "giveaway",
    game_type: GameType { number: 88, corner: 1 },
    notes: &[("English rules, but who cannot move on his turn wins", "section 17")],
    ..ENGLISH
};

/// Italian draughts to lose.
pub(super) const VINCIPERDI: RuleSet = RuleSet {
    id: VariantId::Vinciperdi,
    name: "vinciperdi",
    aliases: &["vinci-perdi", "italian-losing", "italian-misere"],
    title: "Vinciperdi (Italian draughts to lose)",
    objective: Objective::Misere, // section 17
    hub_name: "vinciperdi",
    game_type: GameType { number: 87, corner: 2 },
    notes: &[("Italian rules with all precedences, but who cannot move on his turn wins", "section 17")],
    ..Italian::SET
};
