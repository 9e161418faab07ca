//! Armenian tama, Gothic draughts and Croda.

use crate::common::{fen_after, moves};
use damone::rules::variants::{Armenian, Croda, Gothic};

#[test]
fn armenian_men_step_five_ways_and_capture_three() {
    assert_eq!(moves::<Armenian>("W:Wd4:Bh8"), ["d4-c4", "d4-c5", "d4-d5", "d4-e4", "d4-e5"]);
    assert_eq!(moves::<Armenian>("W:Wd4:Be5"), ["d4-c4", "d4-c5", "d4-d5", "d4-e4"]);
    assert_eq!(moves::<Armenian>("W:Wd4:Bd5,h8"), ["d4xd6"]);
}

#[test]
fn armenian_kings_move_like_queens_and_capture_like_rooks() {
    assert_eq!(moves::<Armenian>("W:WKa1:Bh7").len(), 21);
    assert_eq!(moves::<Armenian>("W:WKa1:Bd4").iter().filter(|mv| mv.contains('x')).count(), 0);
    assert_eq!(moves::<Armenian>("W:WKa1:Ba6"), ["a1xa7", "a1xa8"]);
}

#[test]
fn armenian_men_are_crowned_on_the_way() {
    assert_eq!(moves::<Armenian>("W:Wd6:Bd7,g8"), ["d6xd8xh8"]);
    assert_eq!(fen_after::<Armenian>("W:Wd6:Bd7,g8,a2", &["d6xd8xh8"]), "B:WKh8:Ba2");
    // The new king may not turn by 180 degrees either: d3 stays.
    assert_eq!(moves::<Armenian>("W:Wd6:Bd7,d3,a2"), ["d6xd8"]);
}

#[test]
fn gothic_men_capture_forward_sideways_and_diagonally_forward() {
    assert_eq!(moves::<Gothic>("W:Wd4:Bh8"), ["d4-c5", "d4-e5"]);
    for (victim, to) in [("c5", "b6"), ("d5", "d6"), ("e5", "f6"), ("c4", "b4"), ("e4", "f4")] {
        assert_eq!(moves::<Gothic>(&format!("W:Wd4:B{victim}")), [format!("d4x{to}")]);
    }
    assert_eq!(moves::<Gothic>("W:Wd4:Bd3,c3,e3"), ["d4-c5", "d4-e5"]);
}

#[test]
fn gothic_kings_take_one_step_in_eight_directions() {
    assert_eq!(moves::<Gothic>("W:WKd4:Bh7").len(), 8);
    assert_eq!(moves::<Gothic>("W:WKd4:Bc3"), ["d4xb2"]);
    assert_eq!(moves::<Gothic>("W:WKd4:Bb2").len(), 8);
    // A man stops on the last rank.
    assert_eq!(fen_after::<Gothic>("W:Wd6:Bd7,e8,a3", &["d6xd8"]), "B:WKd8:Ba3,e8");
}

#[test]
fn croda_men_step_three_ways_forward_and_capture_straight() {
    assert_eq!(moves::<Croda>("W:Wd4:Bh8"), ["d4-c5", "d4-d5", "d4-e5"]);
    for (victim, to) in [("d5", "d6"), ("c4", "b4"), ("e4", "f4"), ("d3", "d2")] {
        assert_eq!(moves::<Croda>(&format!("W:Wd4:B{victim}")), [format!("d4x{to}")]);
    }
    assert_eq!(moves::<Croda>("W:Wd4:Be5"), ["d4-c5", "d4-d5"]);
}

#[test]
fn croda_lifts_after_the_move_and_crowns_where_it_ends() {
    // A man that passes the last rank stays one.
    assert_eq!(fen_after::<Croda>("W:Wd6:Bd7,e8,f7,a3", &["d6xd8xf8xf6"]), "B:Wf6:Ba3");
    // Most pieces.
    assert_eq!(moves::<Croda>("W:Wd4:Bd5,d7,e4"), ["d4xd6xd8"]);
}
