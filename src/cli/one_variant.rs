//! `damone variants NAME`: the whole row of one game, and its start position.

use super::variants::{board, captures, draws, empty_table, kings, men, notes};
use crate::notation::{board_text, fen};
use crate::position::{Board, Position};
use crate::rules::variants::{VariantVisitor, visit_variant};
use crate::rules::{KingRange, Landing, Objective, Reversal, RuleSet, Rules, SquareNames, Tag, VariantId};

/// What there is to say of a game, by lines.
pub(super) fn describe(id: VariantId) -> Vec<String> {
    let mut table = empty_table();
    for row in rows(id.rules()) {
        table.add_row(row);
    }
    table.lines().chain(visit_variant(id, Start)).collect()
}

/// The start position: its FEN and how it looks.
struct Start;

impl VariantVisitor for Start {
    type Output = Vec<String>;

    fn visit<R: Rules>(self) -> Vec<String> {
        let drawn = board_text::draw(&Board::<R>::start());
        std::iter::once(fen::write(&Position::<R>::start())).chain(drawn.lines().map(str::to_owned)).collect()
    }
}

fn rows(rules: &RuleSet) -> Vec<[String; 2]> {
    let mut rows: Vec<(&str, String)> = vec![
        ("game", format!("{}: {}", rules.name, rules.title)),
        ("aliases", rules.aliases.join(", ")),
        ("rule book", rules.source.to_owned()),
        ("board", board(rules)),
        ("men", men(rules)),
        ("kings", format!("{}; {}", kings(rules), landing(rules))),
        ("captures", captures(rules)),
        ("aim", aim(rules.objective).to_owned()),
        ("draws", draws(&rules.draws)),
        ("PDN", pdn(rules)),
        ("Hub", rules.hub_name.to_owned()),
        ("notes", notes(rules)),
    ];
    if !rules.tags.is_empty() {
        rows.push(("tags", rules.tags.iter().map(tag).collect::<Vec<_>>().join("\n")));
    }
    rows.into_iter().map(|(name, text)| [name.to_owned(), text]).collect()
}

fn landing(rules: &RuleSet) -> String {
    let lands = match (rules.king_range, rules.king_landing) {
        (KingRange::Short, _) | (_, Landing::Next) => "land directly behind what they take",
        (_, Landing::Anywhere) => "land anywhere behind what they take",
        (_, Landing::NextIfLastIsKing) => {
            "land anywhere behind what they take, but directly behind a king taken last"
        }
    };
    let turns = matches!(rules.reversal, Reversal::Free);
    format!("{lands}{}", if turns { "; may turn straight back" } else { "" })
}

fn aim(objective: Objective) -> &'static str {
    match objective {
        Objective::Normal => "who cannot move on his turn loses",
        Objective::Misere => "who cannot move on his turn wins",
        Objective::FirstKing => "the first king wins; who cannot move on his turn loses",
    }
}

/// The `GameType` of PDN.
fn pdn(rules: &RuleSet) -> String {
    let letter = if matches!(rules.squares, SquareNames::Letters) { 'A' } else { 'N' };
    let inverted = u8::from(!rules.board.is_playable(i32::from(rules.board.rows) - 1, 0));
    let (kind, shape) = (rules.game_type, rules.board);
    format!(
        "{},{},{},{},{letter}{},{inverted}; captures with {}",
        kind.number,
        rules.first.letter(),
        shape.columns,
        shape.rows,
        kind.corner,
        rules.capture_sign
    )
}

fn tag(tag: &Tag) -> String {
    format!("{}: {} ({})", tag.name, tag.title, tag.source)
}
