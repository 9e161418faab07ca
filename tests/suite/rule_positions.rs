//! Positions with their complete list of legal moves, each with the rule that it shows.

use std::collections::BTreeSet;

use damone::notation::{fen, moves};
use damone::rules::variants::{VariantVisitor, visit_variant};
use damone::rules::{Rules, VariantId};
use serde_json::Value;

struct Check<'a>(&'a Value);

impl VariantVisitor for Check<'_> {
    type Output = ();

    fn visit<R: Rules>(self) {
        let text = self.0["fen"].as_str().expect("a FEN");
        let position = fen::read::<R>(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let board = position.board();
        let legal: BTreeSet<String> = board.legal_moves().iter().map(|mv| moves::write(board, mv)).collect();
        // A short capture stands for its one move, so the list is read, not compared as text.
        let read = |word: &Value| {
            let word = word.as_str().expect("a move");
            let mv = moves::read(board, word).unwrap_or_else(|error| panic!("{text}: {error}"));
            moves::write(board, &mv)
        };
        let listed: BTreeSet<String> = self.0["moves"].as_array().expect("moves").iter().map(read).collect();
        assert_eq!(legal, listed, "{} {text}: {}", R::SET.name, self.0["why"]);
    }
}

#[test]
fn complete_move_lists() {
    let file: Value =
        serde_json::from_str(include_str!("../data/rule_positions.json")).expect("the file is JSON");
    let entries = file["entries"].as_array().expect("a list");
    for entry in entries {
        let id: VariantId = entry["variant"].as_str().expect("a name").parse().expect("a game");
        visit_variant(id, Check(entry));
    }
    assert!(entries.len() > 20);
}
