//! Known numbers of leaves: the proof that the generator knows the rules of each game.

use std::collections::BTreeMap;

use damone::notation::fen;
use damone::position::{Board, perft::perft};
use damone::rules::variants::{VariantVisitor, visit_variant};
use damone::rules::{Rules, VariantId};
use serde_json::Value;

/// One line of `data/perft.json`.
struct Entry {
    variant: VariantId,
    name: String,
    fen: Option<String>,
    equal_captures: String,
    counts: BTreeMap<u32, u64>,
}

fn entries() -> Vec<Entry> {
    let file: Value = serde_json::from_str(include_str!("../data/perft.json")).expect("the file is JSON");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let entry = |value: &Value| Entry {
        variant: text(&value["variant"]).parse().expect("a game"),
        name: text(&value["name"]),
        fen: value["fen"].as_str().map(str::to_owned),
        equal_captures: text(&value["equal_captures"]),
        counts: value["counts"]
            .as_object()
            .expect("counts")
            .iter()
            .map(|(depth, count)| (depth.parse().expect("a depth"), count.as_u64().expect("a count")))
            .collect(),
    };
    file["entries"].as_array().expect("a list").iter().map(entry).collect()
}

impl Entry {
    /// Whether equal captures are one move here, as in our generator.
    fn is_ours(&self) -> bool {
        matches!(self.equal_captures.as_str(), "merged" | "no difference")
    }
}

/// Compares all counts of an entry above `least` and up to `most` leaves; returns the leaves counted.
struct Check<'a> {
    entry: &'a Entry,
    least: u64,
    most: u64,
}

impl VariantVisitor for Check<'_> {
    type Output = u64;

    fn visit<R: Rules>(self) -> u64 {
        let entry = self.entry;
        let board = match &entry.fen {
            None => Board::<R>::start(),
            Some(text) => *fen::read::<R>(text).unwrap_or_else(|error| panic!("{text}: {error}")).board(),
        };
        let wanted = entry.counts.iter().filter(|&(_, &count)| (self.least..=self.most).contains(&count));
        let mut leaves = 0;
        for (&depth, &count) in wanted {
            assert_eq!(perft(&board, depth), count, "{} {} depth {depth}", entry.variant, entry.name);
            leaves += count;
        }
        leaves
    }
}

fn check_all(least: u64, most: u64) {
    let entries = entries();
    let ours: Vec<_> = entries.iter().filter(|entry| entry.is_ours()).collect();
    for id in VariantId::ALL {
        assert!(ours.iter().any(|entry| entry.variant == id && entry.fen.is_none()), "no counts for {id}");
    }
    let leaves: u64 =
        ours.iter().map(|entry| visit_variant(entry.variant, Check { entry, least, most })).sum();
    assert!(leaves > 0);
}

#[test]
fn known_leaf_counts() {
    check_all(0, 12_000_000);
}

/// Minutes: run with `cargo test --release --test suite perft -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn known_leaf_counts_deep() {
    check_all(12_000_001, 2_000_000_000);
}

#[test]
fn counting_every_path_gives_at_least_as_many() {
    let entries = entries();
    for ours in entries.iter().filter(|entry| entry.is_ours()) {
        let same =
            |other: &&Entry| other.variant == ours.variant && other.fen == ours.fen && !other.is_ours();
        for other in entries.iter().filter(same) {
            for (depth, count) in &ours.counts {
                assert!(
                    other.counts.get(depth).is_none_or(|all| all >= count),
                    "{} {}",
                    ours.variant,
                    ours.name
                );
            }
        }
    }
}
