//! `damone variants`: the games and their rules, from the table that the generator itself reads.

use anyhow::Result;
use clap::Args;
use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{ContentArrangement, Table};

use super::{one_variant, output};
use crate::board::{Dirs, Playable};
use crate::rules::{Criterion, DrawRules, KingRange, Promotion, Removal, RuleSet, VariantId};

/// Columns of text where the terminal does not say how wide it is.
const WIDTH: u16 = 120;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Only this game, with its start position
    #[arg(value_name = "NAME")]
    name: Option<VariantId>,
}

/// Prints the table of all games, or what there is to say of one.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let text = arguments.name.map_or_else(all, one_variant::describe);
    text.iter().try_for_each(|line| output::print(line))
}

/// A table that is no wider than the terminal.
pub(super) fn empty_table() -> Table {
    let width = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).unwrap_or(WIDTH);
    let mut table = Table::new();
    table
        .load_style(UTF8_FULL_CONDENSED)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(width);
    table
}

fn all() -> Vec<String> {
    let mut table = empty_table();
    table.set_header(["Game", "Board", "Rules", "Draws"]);
    for id in VariantId::ALL {
        table.add_row(row(id.rules()));
    }
    table.lines().collect()
}

fn row(rules: &RuleSet) -> [String; 4] {
    let (men, kings, captures, notes) = (men(rules), kings(rules), captures(rules), notes(rules));
    let all = format!("men: {men}\nkings: {kings}\ncaptures: {captures}\n{notes}");
    [game(rules), board(rules), all, draws(&rules.draws)]
}

fn game(rules: &RuleSet) -> String {
    format!("{}\n{}\nalso: {}", rules.name, rules.title, rules.aliases.join(", "))
}

pub(super) fn board(rules: &RuleSet) -> String {
    let squares = match rules.board.playable {
        Playable::All => "all squares",
        Playable::DarkLeft => "dark squares, corner at the left",
        Playable::DarkRight => "dark squares, corner at the right",
    };
    let first = rules.first;
    let rows = rules.setup.rows;
    format!("{}x{}, {squares}\n{rows} rows of men\n{first} first", rules.board.columns, rules.board.rows)
}

pub(super) fn men(rules: &RuleSet) -> String {
    let kings = if rules.men_take_kings { "take kings" } else { "do not take kings" };
    let promotion = match rules.promotion {
        Promotion::OnStop => "promoted where a move ends",
        Promotion::EndsMove => "promotion ends the move",
        Promotion::InPassing => "promoted in passing",
    };
    let (moves, captures) = (ways(rules.men_move), ways(rules.men_capture));
    format!("move {moves}; capture {captures}; {kings}; {promotion}")
}

pub(super) fn kings(rules: &RuleSet) -> String {
    let range = match rules.king_range {
        KingRange::Short => "one step",
        KingRange::Flying => "any distance",
    };
    format!("{range}, {}", ways(rules.king_move))
}

/// Directions as words: which way, and on which lines.
fn ways(dirs: Dirs) -> String {
    let has = |set: Dirs| dirs.0 & set.0 != 0;
    let mut words = Vec::new();
    for (set, word) in [
        (Dirs::FORWARD.or(Dirs::DIAGONAL_FORWARD), "forward"),
        (Dirs::SIDEWAYS, "sideways"),
        (Dirs::BACKWARD.or(Dirs::DIAGONAL_BACKWARD), "backward"),
    ] {
        if has(set) {
            words.push(word);
        }
    }
    let lines = match (has(Dirs::ORTHOGONAL), has(Dirs::DIAGONAL)) {
        (true, true) => "on all lines",
        (_, true) => "diagonally",
        _ => "straight",
    };
    format!("{} ({lines})", words.join(", "))
}

pub(super) fn captures(rules: &RuleSet) -> String {
    let criterion = |criterion: &Criterion| match criterion {
        Criterion::MostPieces => "most pieces",
        Criterion::WithKing => "with a king",
        Criterion::MostKings => "most kings",
        Criterion::EarliestKing => "kings earliest",
        Criterion::MostValue => "most value",
    };
    let choice = if rules.precedence.is_empty() {
        "free choice".to_owned()
    } else {
        rules.precedence.iter().map(criterion).collect::<Vec<_>>().join(", then ")
    };
    let removal = match rules.removal {
        Removal::AfterMove => "removed after the move",
        Removal::AtOnce => "removed one by one",
    };
    format!("compulsory; {choice}; {removal}")
}

pub(super) fn draws(draws: &DrawRules) -> String {
    let mut lines = Vec::new();
    if let Some((times, source)) = draws.repetition {
        lines.push(format!("{times} repetitions ({source})"));
    }
    if let Some((plies, source)) = draws.no_progress {
        lines.push(format!("{plies} plies without progress ({source})"));
    }
    lines
        .extend(draws.endings.iter().map(|rule| format!("ending of {} plies ({})", rule.plies, rule.source)));
    lines.join("\n")
}

pub(super) fn notes(rules: &RuleSet) -> String {
    rules.notes.iter().map(|(text, source)| format!("{text} ({source})")).collect::<Vec<_>>().join("\n")
}
