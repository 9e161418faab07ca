//! The table of games as a whole.

use std::collections::{BTreeSet, HashSet};

use damone::notation::moves;
use damone::rules::variants::{VariantVisitor, visit_variant};
use damone::rules::{Objective, Rules, VariantId};

#[test]
fn hub_names_are_scans_where_it_has_one_and_ours_otherwise() {
    let scan = [
        (VariantId::International, "normal"),
        (VariantId::Killer, "killer"),
        (VariantId::Breakthrough, "bt"),
        (VariantId::Frisian, "frisian"),
        (VariantId::Antidraughts, "losing"),
    ];
    let mut seen = HashSet::new();
    for id in VariantId::ALL {
        let expected = scan.iter().find(|entry| entry.0 == id).map_or(id.name(), |entry| entry.1);
        assert_eq!(id.rules().hub_name, expected);
        assert!(seen.insert(expected), "{expected} twice");
        assert_eq!(expected.parse(), Ok(id), "a Hub name is a name");
    }
}

#[test]
fn every_row_is_its_own() {
    let mut numbers = HashSet::new();
    for id in VariantId::ALL {
        let rules = id.rules();
        assert_eq!(rules.id, id);
        assert!(!rules.title.is_empty() && !rules.source.is_empty() && !rules.notes.is_empty(), "{id}");
        // Killer has no number: it takes that of international draughts with a Variant tag.
        assert!(id == VariantId::Killer || numbers.insert(rules.game_type.number), "{id}");
        assert!(rules.draws.endings.len() <= damone::rules::EndingRule::MAX);
        for tag in rules.tags {
            assert!(tag.first.is_some() || tag.draws.is_some(), "{id}/{} changes nothing", tag.name);
            assert!(
                tag.draws.is_none_or(|draws| draws.progress == rules.draws.progress),
                "{id}/{}",
                tag.name
            );
            assert_eq!(VariantId::parse_with_tag(&format!("{id}/{}", tag.name)).map(|found| found.0), Ok(id));
        }
    }
}

#[test]
fn losing_games_have_no_count_of_material() {
    for id in VariantId::ALL {
        let rules = id.rules();
        assert!(rules.objective == Objective::Normal || rules.draws.endings.is_empty(), "{id}");
    }
}

/// The words between backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// Checks a row of the positions of a page: the position and its complete moves, or how the game stands.
struct Row<'a>(&'a str);

impl VariantVisitor for Row<'_> {
    type Output = ();

    fn visit<R: Rules>(self) {
        let cells: Vec<_> = self.0.split('|').map(str::trim).collect();
        let fen = quoted(cells[1])[0];
        let position = crate::common::position::<R>(fen);
        let board = position.board();
        let listed = quoted(cells[2]);
        if listed.is_empty() {
            assert_eq!(crate::common::ended(&position), cells[2], "{} {fen}", R::SET.name);
            return;
        }
        let legal: BTreeSet<_> = board.legal_moves().iter().map(|mv| moves::write(board, mv)).collect();
        let read = |text: &&str| {
            let mv =
                moves::read(board, text).unwrap_or_else(|error| panic!("{} {fen}: {error}", R::SET.name));
            moves::write(board, &mv)
        };
        assert_eq!(legal, listed.iter().map(read).collect(), "{} {fen}", R::SET.name);
    }
}

#[test]
fn every_game_has_its_page_with_true_positions() {
    for id in VariantId::ALL {
        let path = format!("{}/docs/rules/{id}.md", env!("CARGO_MANIFEST_DIR"));
        let page = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        for tag in id.rules().tags {
            assert!(page.contains(&format!("| `{}` |", tag.name)), "{id}/{} is not on its page", tag.name);
        }
        let positions = page.split("## Positions").nth(1).expect("positions");
        let rows: Vec<_> = positions.lines().filter(|line| line.starts_with("| `")).collect();
        assert!(!rows.is_empty(), "{path} shows no position");
        for row in rows {
            visit_variant(id, Row(row));
        }
    }
}
