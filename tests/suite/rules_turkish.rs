//! Turkish dama by the federation's rules.

use crate::common::{captures, ended, fen_after, moves, outcome, play};
use damone::rules::variants::Turkish;

#[test]
fn men_step_forward_and_sideways() {
    assert_eq!(moves::<Turkish>("W:Wd4:Bh7,a7"), ["d4-c4", "d4-d5", "d4-e4"]);
    assert_eq!(moves::<Turkish>("B:Wh2,a2:Bd4"), ["d4-c4", "d4-d3", "d4-e4"]);
}

#[test]
fn men_capture_forward_and_sideways_men_and_kings() {
    assert_eq!(captures::<Turkish>("W:Wd4:Bd5,c4,Ke4,d3,h7"), ["d4xb4", "d4xd6", "d4xf4"]);
    assert_eq!(captures::<Turkish>("W:Wd4:Bd3,h7"), [""; 0]);
}

#[test]
fn kings_move_and_capture_like_rooks_from_afar() {
    assert_eq!(moves::<Turkish>("W:WKb2:Bh7,g7").len(), 14);
    assert_eq!(captures::<Turkish>("W:WKa1:Ba4,h7"), ["a1xa5", "a1xa6", "a1xa7", "a1xa8"]);
    assert_eq!(captures::<Turkish>("W:WKa1:Ba4,a5,h7"), [""; 0]);
}

#[test]
fn the_largest_capture_is_compulsory_whatever_it_consists_of() {
    // A man may have to take two men where a king could take a king.
    assert_eq!(captures::<Turkish>("W:Wd3,Kh5:Bd4,d6,Kh6"), ["d3xd5xd7"]);
}

#[test]
fn captured_pieces_leave_at_once() {
    // Example 3: the king comes back over the square of its first victim.
    assert_eq!(captures::<Turkish>("W:WKd1:Bd3,f5,g4,b3"), ["d1xd5xg5xg3xa3"]);
}

#[test]
fn a_king_does_not_turn_back_between_two_jumps() {
    // Example 4. Up over d6, then down again over d2, would take two.
    assert_eq!(captures::<Turkish>("W:WKd4:Bd6,d2,h5"), ["d4xd1", "d4xd7", "d4xd8"]);
}

#[test]
fn equal_captures_are_one_move_and_may_end_where_they_began() {
    // Both ways round the square come back to a1.
    let fen = "W:WKa1:Ba3,c5,e3,Kc1";
    assert_eq!(captures::<Turkish>(fen), ["a1xa5xe5xe1xa1", "a1xa5xe5xe1xb1", "a1xe1xe5xa5xa2"]);
    let read = |text| damone::notation::moves::read(&crate::common::board::<Turkish>(fen), text);
    assert_eq!(read("a1xe1xe5xa5xa1"), read("a1xa5xe5xe1xa1"));
}

#[test]
fn a_man_stays_a_man_until_its_capture_ends() {
    // R5, A15: on the last rank it goes on sideways, not down as a king would.
    assert_eq!(captures::<Turkish>("W:Wf6:Bf7,Ke8,Kf4,h5"), ["f6xf8xd8"]);
    assert_eq!(captures::<Turkish>("W:Wf6:Bf7,f4,h5"), ["f6xf8"]);
    assert_eq!(fen_after::<Turkish>("W:Wf6,a2:Bf7,Ke8,h5", &["f6xf8xd8"]), "B:Wa2,Kd8:Bh5");
    assert_eq!(fen_after::<Turkish>("W:Wf7,a2:Bh5,g5", &["f7-f8"]), "B:Wa2,Kf8:Bg5,h5");
}

#[test]
fn one_piece_each_is_a_draw_at_once() {
    // A16 and field case A18: also with a capture on, and whatever the pieces are.
    let draw = "draw: one piece each (TÜDAF, A16)";
    for fen in ["W:WKa1:BKh8", "W:WKa1:BKa5", "W:Wa2:BKh8", "B:Wa2:Bh7"] {
        assert_eq!(outcome::<Turkish>(fen), draw, "{fen}");
    }
    assert_eq!(outcome::<Turkish>("W:WKa1,a2:BKh8"), "");
    // The side to move cannot move: that comes first.
    assert_eq!(outcome::<Turkish>("W:W:BKh8"), "Black wins: no pieces left");
}

#[test]
fn a_side_without_moves_loses() {
    assert_eq!(outcome::<Turkish>("B:Wa2,a3,b1,c2:BKa1,Kb2"), "");
    assert_eq!(outcome::<Turkish>("W:Wa7,b7:Ba8,b8,c7,d7"), "Black wins: no legal move");
    assert_eq!(ended(&play::<Turkish>("W:Wd3,a2:Bd4", &["d3xd5"])), "White wins: no pieces left");
}

#[test]
fn a_hundred_plies_without_progress_draw() {
    let draw = "draw: no progress in 100 plies (A11, A17, A34)";
    // Sideways steps of men are no progress.
    assert_eq!(ended(&play::<Turkish>("W:Wd4,Ka1:Bd7,Kh8:H98", &["d4-c4", "d7-e7"])), draw);
    assert_eq!(ended(&play::<Turkish>("W:Wd4,Ka1:Bd7,Kh8:H98", &["a1-b1", "h8-g8"])), draw);
    assert_eq!(play::<Turkish>("W:Wd4,Ka1:Bd7,Kh8:H98", &["d4-d5"]).clocks().no_progress, 0);
    assert_eq!(play::<Turkish>("W:Wd4,Ka1:Bd5,Kh8:H98", &["d4xd6"]).clocks().no_progress, 0);
}
