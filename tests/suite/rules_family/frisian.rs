//! Frisian draughts, by the articles of the rules of 2011.

use crate::common::{fen_after, moves, outcome, play};
use damone::notation::fen;
use damone::position::Position;
use damone::rules::variants::{Frisian, Frysk};

use super::ends_after;

#[test]
fn article_9_men_capture_in_eight_directions() {
    assert_eq!(moves::<Frisian>("W:W28:B18"), ["28x8"]);
    assert_eq!(moves::<Frisian>("W:W28:B29"), ["28x30"]);
    assert_eq!(moves::<Frisian>("W:W28:B27"), ["28x26"]);
    assert_eq!(moves::<Frisian>("W:W28:B38"), ["28x48"]);
    assert_eq!(moves::<Frisian>("W:W28:B33"), ["28x39"]);
    // A piece farther off on the row is out of a man's reach.
    assert_eq!(moves::<Frisian>("W:W26:B28"), ["26-21"]);
}

#[test]
fn article_10_kings_capture_at_a_distance_but_move_diagonally() {
    assert_eq!(moves::<Frisian>("W:WK6:B26"), ["6x36", "6x46"]);
    let quiet = ["6-1", "6-11", "6-17", "6-22", "6-28", "6-33", "6-39", "6-44", "6-50"];
    assert_eq!(moves::<Frisian>("W:WK6:B45"), quiet);
}

#[test]
fn article_11_the_highest_value_a_king_just_under_two_men() {
    assert_eq!(moves::<Frisian>("W:W28:BK18,29"), ["28x8"]);
    assert_eq!(moves::<Frisian>("W:W28:BK18,29,20"), ["28x30x10"]);
}

#[test]
fn article_12_with_a_king_where_the_value_is_equal() {
    assert_eq!(moves::<Frisian>("W:WK6,40:B16,30"), ["6x26", "6x36", "6x46"]);
}

#[test]
fn article_17_three_moves_with_the_same_king() {
    let tired = "W:W31,K46:BK5,20:R46/3";
    assert!(moves::<Frisian>(tired).iter().all(|mv| mv.starts_with("31")));
    let after = |text, moves: &[&str]| fen::write(&play::<Frisian>(text, moves));
    // Each quiet move counts, for each side.
    assert_eq!(after("W:W31,K46:BK3,20", &["46-41", "3-9"]), "W:W31,K41:BK9,20:R41/1,9/1:H2");
    // A move with another piece lifts the ban.
    assert_eq!(after(tired, &["31-26"]), "B:W26,K46:BK5,20");
    // It is void for a side that has only kings.
    assert_eq!(fen_after::<Frisian>("W:WK46:BK4,K3,20", &["46-41"]), "B:WK41:BK3,K4,20:H1");
    assert_eq!(moves::<Frisian>("W:WK46:BK4,20:R46/3").len(), moves::<Frisian>("W:WK46:BK4,20").len());
}

#[test]
fn article_18_two_kings_against_one_have_seven_moves() {
    let (plies, reason) = ends_after::<Frisian>("W:WK6,K46:BK45", &["6-1", "45-50", "1-6", "50-45"]);
    assert_eq!((plies, reason.as_str()), (14, "draw: ending not won in 14 plies (FRI 18)"));
}

#[test]
fn article_21_one_king_each_is_a_draw_unless_one_is_lost_at_once() {
    assert_eq!(outcome::<Frisian>("W:WK46:BK4"), "draw: one piece each (FRI 21, A28)");
    // White takes at once.
    assert_eq!(outcome::<Frisian>("W:WK46:BK41"), "");
}

#[test]
fn a_king_each_is_drawn_exactly_where_no_capture_is_near() {
    use damone::board::Side;
    let mut lost = Vec::new();
    for white in 1..=50 {
        for black in (1..=50).filter(|&black| black != white) {
            let position: Position<Frisian> = crate::common::position(&format!("W:WK{white}:BK{black}"));
            let board = position.board();
            let near = board.can_capture()
                || board.legal_moves().iter().all(|mv| position.after(mv).board().can_capture());
            assert_eq!(position.outcome().is_none(), near, "{white} {black}");
            if near && !board.can_capture() {
                lost.push((white, black));
            }
            assert_eq!(board.turn(), Side::White);
        }
    }
    // Some kings are lost though nothing can be taken at once.
    assert!(!lost.is_empty());
}

#[test]
fn frysk_begins_with_five_men() {
    assert_eq!(fen::write(&Position::<Frysk>::start()), "W:W46-50:B1-5");
    assert_eq!(moves::<Frysk>("W:W28:B18"), ["28x8"]);
}
