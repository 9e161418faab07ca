//! The wider family on boards where every square is played on.

use super::draw::{DrawRules, OneEach, Progress};
use super::id::VariantId;
use super::set::{Criterion, GameType, KingRange, Landing, Promotion, Removal, RuleSet, Setup};
use super::variants::{FORWARD_SIDEWAYS, THREEFOLD, TURKISH};
use crate::board::Dirs;

/// What ends a game of these two between engines; no source has a count.
const DRAWS: DrawRules = DrawRules {
    repetition: THREEFOLD,
    no_progress: Some((100, "A17")),
    progress: Progress::ManMove,
    endings: &[],
    one_each: OneEach::PlayOn,
    one_each_source: "",
};

/// Armenian tama.
pub(super) const ARMENIAN: RuleSet = RuleSet {
    id: VariantId::Armenian,
    name: "armenian",
    aliases: &["tama", "armenian-tama", "armenian-draughts"],
    title: "Armenian tama",
    source: "LUD, section 22",
    men_move: FORWARD_SIDEWAYS.or(Dirs::DIAGONAL_FORWARD), // section 22
    king_move: Dirs::ALL,                                  // like a queen; it captures like a rook
    promotion: Promotion::InPassing,                       // A32
    hub_name: "armenian",
    game_type: GameType { number: 93, corner: 0 }, // A35
    notes: &[
        ("men also step diagonally forward, kings move like queens; all captures are straight", "LUD"),
        ("a man that reaches the last rank in a capture goes on as a king", "A32"),
        ("captured pieces leave the board one by one; no turn by 180°", "LUD"),
    ],
    ..TURKISH
};

/// Gothic draughts.
pub(super) const GOTHIC: RuleSet = RuleSet {
    id: VariantId::Gothic,
    name: "gothic",
    aliases: &["gothic-checkers", "gothic-draughts", "altdeutsch", "altdeutsche-dame"],
    title: "Gothic draughts (altdeutsche Dame)",
    source: "section 23",
    setup: Setup::rows(0, 2),         // ranks 1-2 and 7-8
    men_move: Dirs::DIAGONAL_FORWARD, // section 23
    men_capture: FORWARD_SIDEWAYS.or(Dirs::DIAGONAL_FORWARD),
    king_move: Dirs::ALL,
    king_capture: Dirs::ALL,
    king_range: KingRange::Short,
    king_landing: Landing::Next,
    removal: Removal::AfterMove,
    promotion: Promotion::EndsMove,
    precedence: &[], // a majority stands in one source only
    draws: DRAWS,
    hub_name: "gothic",
    game_type: GameType { number: 94, corner: 0 }, // A35
    notes: &[
        ("men step diagonally forward and capture forward, sideways and diagonally forward", "section 23"),
        ("kings step and capture one square in all eight directions", "section 23"),
        ("which capture is free, but it must be completed", "section 23"),
    ],
    ..TURKISH
};

/// Croda.
pub(super) const CRODA: RuleSet = RuleSet {
    id: VariantId::Croda,
    name: "croda",
    aliases: &["croda-draughts"],
    title: "Croda",
    source: "section 23",
    setup: Setup::rows(0, 3), // 24 men on three ranks
    men_move: Dirs::FORWARD.or(Dirs::DIAGONAL_FORWARD),
    men_capture: Dirs::ORTHOGONAL,
    removal: Removal::AfterMove,
    promotion: Promotion::OnStop,
    precedence: &[Criterion::MostPieces],
    draws: DRAWS,
    hub_name: "croda",
    game_type: GameType { number: 95, corner: 0 }, // A35
    notes: &[
        (
            "men step straight and diagonally forward, and capture forward, sideways and backward",
            "section 23",
        ),
        ("captured pieces leave the board after the move", "section 23"),
        ("a man that passes the last rank in a capture stays a man", "section 23"),
    ],
    ..TURKISH
};
