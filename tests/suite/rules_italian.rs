//! Italian draughts by the federation's rules (FID) and the founding document S3.

use crate::common::{captures, ended, fen_after, moves, outcome, play};
use damone::rules::variants::Italian;

#[test]
fn men_move_and_capture_forward_only() {
    assert_eq!(moves::<Italian>("W:W18:B1,2"), ["18-13", "18-14"]);
    assert_eq!(captures::<Italian>("W:W18:B22,21,1"), [""; 0]);
    assert_eq!(captures::<Italian>("W:W18:B14,13,1"), ["18x11", "18x9"]);
}

#[test]
fn men_do_not_capture_kings() {
    assert_eq!(moves::<Italian>("W:W30:BK26"), ["30-27"]);
    assert_eq!(captures::<Italian>("W:WK30:BK26"), ["30x21"]);
}

#[test]
fn kings_are_short() {
    assert_eq!(moves::<Italian>("W:WK18:B1,2"), ["18-13", "18-14", "18-21", "18-22"]);
    assert_eq!(captures::<Italian>("W:WK32:B19,1"), [""; 0]);
}

#[test]
fn captures_are_ranked_by_number_capturer_kings_and_their_order() {
    // Most pieces; with the king; most kings; kings earliest, over the whole sequence (A20).
    assert_eq!(captures::<Italian>("W:WK21,31:B10,18,27").len(), 1);
    assert_eq!(captures::<Italian>("W:WK23,31:B19,26,27"), ["23x30x21"]);
    assert_eq!(captures::<Italian>("W:WK23:B19,K28"), ["23x32"]);
    assert_eq!(captures::<Italian>("W:WK30:B10,12,18,K20,K26,27").len(), 1);
    assert_eq!(captures::<Italian>("W:WK30:B10,K12,K18,20,K26,K27").len(), 1);
    // All equal: free.
    assert_eq!(captures::<Italian>("B:W11,13,19,21:B6,9").len(), 2);
}

#[test]
fn captured_pieces_stay_until_the_move_ends() {
    // Round a square and back over the start: no piece is jumped twice.
    let circle = "W:WK18:B14,15,22,23,1";
    assert!(captures::<Italian>(circle).iter().all(|mv| mv.matches('x').count() <= 4));
}

#[test]
fn reaching_the_last_row_ends_the_move() {
    // From 3 a king could take 7.
    assert_eq!(captures::<Italian>("W:W10:B6,7"), ["10x3"]);
    assert_eq!(fen_after::<Italian>("W:W10:B6,7", &["10x3"]), "B:WK3:B7");
}

#[test]
fn a_side_without_moves_loses() {
    assert_eq!(outcome::<Italian>("W:W:B1"), "Black wins: no pieces left");
    assert_eq!(outcome::<Italian>("W:W9:BK6,1"), "");
    assert_eq!(outcome::<Italian>("W:W17:BK13"), "Black wins: no legal move");
}

#[test]
fn eighty_plies_without_man_move_or_capture_draw() {
    let fen = "W:WK32,21:BK1,12:H78";
    assert_eq!(ended(&play::<Italian>(fen, &["32-28", "1-5"])), "draw: no progress in 80 plies (A19)");
    assert_eq!(play::<Italian>(fen, &["32-28", "12-16"]).clocks().no_progress, 0);
    // One king each goes on.
    assert_eq!(outcome::<Italian>("W:WK32:BK1"), "");
}
