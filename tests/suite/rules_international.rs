//! International draughts by FMJD Annex 1.

use crate::common::{captures, ended, fen_after, moves, outcome, play};
use damone::rules::variants::International;

#[test]
fn men_move_forward_and_capture_in_four_directions() {
    assert_eq!(moves::<International>("W:W28:B1,2"), ["28-22", "28-23"]);
    assert_eq!(captures::<International>("W:W28:B22,23,32,33,1"), ["28x17", "28x19", "28x37", "28x39"]);
}

#[test]
fn kings_fly_and_land_anywhere_behind() {
    assert_eq!(moves::<International>("B:WK1,K2,14,16,31,37,42:BK49").len(), 8);
    assert_eq!(captures::<International>("W:WK46:B28,1"), ["46x10", "46x14", "46x19", "46x23", "46x5"]);
}

#[test]
fn article_4_13_the_most_pieces_men_and_kings_alike() {
    assert_eq!(captures::<International>("W:W28,K46:B22,12,K41"), ["28x17x8"]);
    assert_eq!(captures::<International>("W:WK4:B13,20,32,37").len(), 2);
}

#[test]
fn article_4_8_captured_pieces_stay_until_the_move_ends() {
    // Field case A25: lifting at once would allow a fourth.
    assert_eq!(captures::<International>("W:WK14:B9,20,30,44"), ["14x25x39x50"]);
}

#[test]
fn article_4_15_passing_the_last_row_does_not_crown() {
    assert_eq!(captures::<International>("W:W12:B8,9"), ["12x3x14"]);
    assert_eq!(fen_after::<International>("W:W12:B8,9,36", &["12x3x14"]), "B:W14:B36");
    assert_eq!(fen_after::<International>("W:W12:B8,36", &["12x3"]), "B:WK3:B36");
}

#[test]
fn no_moves_and_no_pieces_lose() {
    assert_eq!(outcome::<International>("W:W:B1"), "Black wins: no pieces left");
    assert_eq!(outcome::<International>("W:W26:B21"), "");
    assert_eq!(outcome::<International>("W:W36:B31,27"), "Black wins: no legal move");
}

#[test]
fn article_6_2_twenty_five_moves_each_with_kings_only() {
    let fen = "W:WK47,26:BK4,25:H48";
    assert_eq!(
        ended(&play::<International>(fen, &["47-42", "4-9"])),
        "draw: no progress in 50 plies (FMJD 6.2)"
    );
    assert_eq!(play::<International>(fen, &["26-21"]).clocks().no_progress, 0);
    assert_eq!(play::<International>(fen, &["47-42"]).clocks().no_progress, 49);
}

#[test]
fn article_6_3_three_pieces_against_a_king() {
    let draw = "draw: ending not won in 32 plies (FMJD 6.3)";
    for three in ["K47,K48,K50", "K47,K48,35", "K47,45,35"] {
        assert_eq!(ended(&play::<International>(&format!("B:W{three}:BK1:E31"), &["1-6"])), draw, "{three}");
        assert_eq!(outcome::<International>(&format!("B:W{three}:BK1:E31")), "");
    }
    // Three men are not such a balance, and neither are four pieces.
    for other in ["47,45,35", "K47,K48,K50,K49"] {
        assert_eq!(play::<International>(&format!("B:W{other}:BK1"), &["1-6"]).clocks().endings, [0; 5]);
    }
}

#[test]
fn article_6_4_two_pieces_or_one_against_a_king() {
    let draw = "draw: ending not won in 10 plies (FMJD 6.4)";
    for few in ["K47,K48", "K47,35", "K47"] {
        assert_eq!(ended(&play::<International>(&format!("B:W{few}:BK1:E0,9"), &["1-6"])), draw, "{few}");
    }
    // One king each is no draw at once.
    assert_eq!(outcome::<International>("W:WK47:BK1"), "");
}

#[test]
fn endings_count_from_the_position_in_which_they_arise() {
    // The capture that brings the balance about is not counted, nor does it carry on another count.
    let fen = "B:WK47,K48,K50,14:BK3:E0,0";
    let captured = play::<International>(fen, &["3x25"]);
    assert_eq!(captured.clocks().endings, [0; 5]);
    let next = play::<International>(fen, &["3x25", "48-43"]);
    assert_eq!(next.clocks().endings, [1, 0, 0, 0, 0]);
    // From three to two pieces: the second count begins at 0 and the first ends.
    let fen = "B:WK47,K48,14:BK3:E20";
    assert_eq!(play::<International>(fen, &["3x25"]).clocks().endings, [0; 5]);
    // A promotion within the balance does not restart it.
    let fen = "W:WK47,K48,6:BK50:E20";
    assert_eq!(play::<International>(fen, &["6-1"]).clocks().endings, [21, 0, 0, 0, 0]);
}

#[test]
fn a_win_on_the_last_ply_of_a_count_is_a_win() {
    // Field case A31.
    let fen = "W:WK47,K46:BK33:E0,9";
    assert_eq!(ended(&play::<International>(fen, &["47x29"])), "White wins: no pieces left");
}
