//! The table of games as a whole.

use std::collections::HashSet;

use damone::rules::{Objective, VariantId};

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

#[test]
fn every_game_has_its_page() {
    for id in VariantId::ALL {
        let page = format!("{}/docs/rules/{id}.md", env!("CARGO_MANIFEST_DIR"));
        assert!(std::path::Path::new(&page).is_file(), "{page} is missing");
    }
}
