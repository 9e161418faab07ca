//! The wider family on 10x10 and 12x12 boards.

use super::draw::{Counting, DrawRules, EndingRule, MaterialTest, OneEach, Progress, Tag};
use super::id::VariantId;
use super::set::{Criterion, GameType, Landing, Objective, RuleSet, Rules, Setup};
use super::variants::{International, THREEFOLD};
use crate::board::{BoardShape, Dirs, Playable};

/// 72 squares, dark corner at the left.
const TWELVE_LEFT: BoardShape = BoardShape { columns: 12, rows: 12, playable: Playable::DarkLeft };

/// Repetition and nothing else.
const REPETITION_ONLY: DrawRules = DrawRules {
    repetition: THREEFOLD,
    no_progress: None,
    progress: Progress::ManMove,
    endings: &[],
    one_each: OneEach::PlayOn,
    one_each_source: "",
};

/// Frisian draughts.
pub(super) const FRISIAN: RuleSet = RuleSet {
    id: VariantId::Frisian,
    name: "frisian",
    aliases: &["frisian-draughts", "fries", "fries-dammen", "frysk-damjen"],
    title: "Frisian draughts",
    source: "Frisian rules 2011 (FRI)",
    men_capture: Dirs::ALL,  // FRI 9
    king_capture: Dirs::ALL, // FRI 10; quiet moves stay diagonal
    precedence: &[
        Criterion::MostValue, // FRI 11, A27: k kings count less than 2k men and more than 2k - 1
        Criterion::WithKing,  // FRI 12
    ],
    king_run_limit: Some(3), // FRI 17; A29
    draws: DrawRules {
        endings: &[EndingRule {
            when: MaterialTest::LoneKingAgainstKings { least: 2, most: 2 },
            counts: Counting::Every,
            plies: 14,
            source: "FRI 18",
        }],
        one_each: OneEach::DrawIfKingsSafe,
        one_each_source: "FRI 21, A28",
        ..REPETITION_ONLY // for engine play (A33)
    },
    tags: &[Tag {
        name: "lidraughts",
        title: "one king each: two more moves each, then a draw",
        source: "A28",
        first: None,
        draws: Some(DrawRules {
            endings: &[
                EndingRule {
                    when: MaterialTest::LoneKingAgainstKings { least: 2, most: 2 },
                    counts: Counting::Every,
                    plies: 14,
                    source: "FRI 18",
                },
                EndingRule {
                    when: MaterialTest::LoneKingAgainstKings { least: 1, most: 1 },
                    counts: Counting::Every,
                    plies: 4,
                    source: "A28",
                },
            ],
            ..REPETITION_ONLY
        }),
    }],
    hub_name: "frisian",
    game_type: GameType { number: 40, corner: 2 },
    notes: &[
        ("captures also go along rows and columns, over the next playing square of the line", "FRI 9, 10"),
        (
            "the capture of the highest value: a man 1, a king just under 2; then with a king",
            "FRI 11, 12, A27",
        ),
        ("at most three quiet moves in a row with the same king while its side has a man", "FRI 17, A29"),
        ("two kings against one must win in seven moves", "FRI 18"),
        ("one king each is a draw unless one is lost at once", "FRI 21, A28"),
    ],
    ..International::SET
};

/// Frysk!.
pub(super) const FRYSK: RuleSet = RuleSet {
    id: VariantId::Frysk,
    name: "frysk",
    aliases: &["frysk!"],
    title: "Frysk! (Frisian draughts with five men each)",
    source: "LID, FRI",
    setup: Setup { skip: 0, rows: 1, room: 4 }, // LID: 46-50 against 1-5
    hub_name: "frysk",
    game_type: GameType { number: 97, corner: 2 }, // LID
    notes: &[("Frisian rules with one row of men each", "LID")],
    ..FRISIAN
};

/// Killer draughts.
pub(super) const KILLER: RuleSet = RuleSet {
    id: VariantId::Killer,
    name: "killer",
    aliases: &["killer-draughts", "killer-dammen"],
    title: "Killer draughts",
    source: "MS, FMJD",
    king_landing: Landing::NextIfLastIsKing,                       // MS
    draws: DrawRules { endings: &[], ..International::SET.draws }, // A30
    tags: &[Tag {
        name: "fmjd",
        title: "the 16 and 5 moves of FMJD 6.3 and 6.4 hold too",
        source: "A30",
        first: None,
        draws: Some(International::SET.draws),
    }],
    hub_name: "killer",
    game_type: GameType { number: 20, corner: 2 }, // with a Variant tag
    notes: &[
        ("as international; a king whose last victim is a king stops directly behind it", "MS"),
        ("no counts for two or three pieces against a king", "A30"),
    ],
    ..International::SET
};

/// Breakthrough draughts.
pub(super) const BREAKTHROUGH: RuleSet = RuleSet {
    id: VariantId::Breakthrough,
    name: "breakthrough",
    aliases: &["bt", "breakthrough-draughts"],
    title: "Breakthrough draughts",
    source: "LID, FMJD",
    objective: Objective::FirstKing, // LID
    // Men only go forward, so nothing can come again.
    draws: DrawRules { repetition: None, ..REPETITION_ONLY },
    hub_name: "bt",
    game_type: GameType { number: 96, corner: 2 }, // LID
    notes: &[
        ("the first king wins; a man that only passes the last row gets none", "LID, FMJD 4.15"),
        ("who has no piece or no move loses; nothing is drawn", "LID"),
    ],
    ..International::SET
};

/// International draughts to lose.
pub(super) const ANTIDRAUGHTS: RuleSet = RuleSet {
    id: VariantId::Antidraughts,
    name: "antidraughts",
    aliases: &["losing", "losing-draughts", "anti-draughts", "giveaway-draughts"],
    title: "Antidraughts (international draughts to lose)",
    source: "LID, FMJD",
    objective: Objective::Misere, // LID
    draws: REPETITION_ONLY,       // LID, SCAN, PYD
    hub_name: "losing",
    game_type: GameType { number: 98, corner: 2 }, // LID
    notes: &[("international rules, but who cannot move on his turn wins; only repetition draws", "LID")],
    ..International::SET
};

/// Canadian draughts.
pub(super) const CANADIAN: RuleSet = RuleSet {
    id: VariantId::Canadian,
    name: "canadian",
    aliases: &["canadian-draughts", "canadian-checkers", "12x12"],
    title: "Canadian draughts (12x12)",
    source: "FMJD, PDN 27",
    board: TWELVE_LEFT,
    setup: Setup::rows(0, 5), // 30 men each
    hub_name: "canadian",
    game_type: GameType { number: 27, corner: 2 },
    notes: &[("international rules on 144 squares with 30 men each", "PDN 27, section 20")],
    ..International::SET
};
