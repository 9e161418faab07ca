//! Tirana dama with obligation, by the founding document and its corner cases T1 to T31.

use crate::common::{board, captures, ended, fen_after, moves, outcome, play};
use damone::board::Side;
use damone::position::Board;
use damone::rules::variants::Tirana;

#[test]
fn t1_white_begins_with_sixteen_men_on_ranks_two_and_three() {
    let start = Board::<Tirana>::start();
    assert_eq!(start.turn(), Side::White);
    assert_eq!(
        moves::<Tirana>(&damone::notation::fen::write(&damone::position::Position::<Tirana>::start())).len(),
        8
    );
}

#[test]
fn t2_men_neither_step_nor_capture_backward() {
    assert_eq!(moves::<Tirana>("W:Wd4,h2:Bd3,h7,a7"), ["d4-c4", "d4-d5", "d4-e4", "h2-g2", "h2-h3"]);
}

#[test]
fn t3_a_capture_goes_on_and_the_way_is_free() {
    // The document's example: from d3 over d4, then over d6, c5 or e5.
    let fen = "W:Wd3,a2:Bd4,d6,c5,e5,h7";
    assert_eq!(captures::<Tirana>(fen), ["d3xd5xb5", "d3xd5xd7", "d3xd5xf5"]);
    // No majority: the smaller capture and the other piece are free too.
    assert_eq!(captures::<Tirana>("W:Wd3,h3:Bd4,d6,h4,a7"), ["d3xd5xd7", "h3xh5"]);
}

#[test]
fn t4_captured_pieces_leave_at_once() {
    assert!(captures::<Tirana>("W:WKd1,h2:Bd3,f5,g4,b3:CWB").contains(&"d1xd5xg5xg3xa3".to_owned()));
}

#[test]
fn t5_a_dama_does_not_turn_back_between_two_jumps() {
    assert_eq!(captures::<Tirana>("W:WKd4,a2:Bd6,d2,h5:CWB"), ["d4xd1", "d4xd7", "d4xd8"]);
}

#[test]
fn t6_a_dama_lands_where_it_can_go_on() {
    assert_eq!(captures::<Tirana>("W:WKd1,a2:Bd3,g5,a7:CWB"), ["d1xd5xh5"]);
    assert_eq!(captures::<Tirana>("W:WKd1,a2:Bd3,d6,a5:CWB"), ["d1xd4xd7", "d1xd4xd8"]);
}

#[test]
fn t7_a_capture_ends_on_the_last_rank() {
    // Black men that never moved from rank 8 could be jumped on, but the move is over.
    assert_eq!(captures::<Tirana>("W:Wc6,a2:Bc7,d8,h7"), ["c6xc8"]);
    assert_eq!(fen_after::<Tirana>("W:Wc6,a2:Bc7,d8,h7", &["c6xc8"]), "B:Wa2,Kc8:Bh7,d8");
}

#[test]
fn t8_rights_once_won_are_kept() {
    // Black has had a dama and lost it: White's is free.
    let diagram = "W:WKd4,d3:Bb4,d5,d7,h4,h8:CWB";
    assert_eq!(captures::<Tirana>(diagram), ["d4xa4", "d4xd6xd8"]);
    assert!(!board::<Tirana>(diagram).kings_are_frozen());
}

#[test]
fn t9_to_t11_a_frozen_dama_only_slides_on_its_rank() {
    let frozen = "W:WKd4,d3:Bb4,d5,d7,h4,h8:CW";
    assert_eq!(moves::<Tirana>(frozen), ["d3-c3", "d3-e3", "d4-c4", "d4-e4", "d4-f4", "d4-g4"]);
    assert!(board::<Tirana>(frozen).kings_are_frozen());
}

#[test]
fn t12_and_t13_damas_are_immune_to_men_and_block_them() {
    assert_eq!(captures::<Tirana>("B:WKd4,d3:Bd5,h7:CWB"), [""; 0]);
    assert_eq!(moves::<Tirana>("W:Wc7,a2:BKc8,h7:CB"), ["a2-a3", "a2-b2", "c7-b7", "c7-d7"]);
    assert_eq!(captures::<Tirana>("W:WKa4,a2:BKd4,b7"), ["a4xe4", "a4xf4", "a4xg4", "a4xh4"]);
}

#[test]
fn t14_the_second_side_to_crown_frees_all() {
    let fen = "B:WKd4,a2:Bb2,d6,h7:CW";
    assert!(board::<Tirana>(fen).kings_are_frozen());
    let after = play::<Tirana>(fen, &["b2-b1"]);
    assert!(!after.board().kings_are_frozen());
    assert_eq!(captures::<Tirana>(&fen_after::<Tirana>(fen, &["b2-b1"])), ["d4xd7", "d4xd8"]);
}

#[test]
fn t15_frozen_damas_without_a_slide_lose() {
    assert_eq!(outcome::<Tirana>("B:Wc4,e4,a2:Bd4"), "White wins: no legal move");
}

#[test]
fn t16_and_t17_the_last_piece_is_crowned_but_frozen() {
    // White has never crowned: Black's last man on h7 is a dama that only slides along its rank.
    let after = play::<Tirana>("W:Wd3,a2:Bd4,h7", &["d3xd5"]);
    let fen = damone::notation::fen::write(&after);
    assert_eq!(fen, "B:Wa2,d5:BKh7");
    assert!(moves::<Tirana>(&fen).iter().all(|mv| mv.starts_with("h7-") && mv.ends_with('7')));
    assert_eq!(moves::<Tirana>(&fen).len(), 7);
}

#[test]
fn t18_crowning_the_last_piece_frees_all_if_the_other_side_has_crowned() {
    let fen = "W:WKa8,d3,a2:Bd4,h7:CW";
    assert_eq!(moves::<Tirana>(fen), ["d3xd5"]);
    let after = fen_after::<Tirana>(fen, &["d3xd5"]);
    assert!(moves::<Tirana>(&after).contains(&"h7-h1".to_owned()));
}

#[test]
fn t19_the_last_two_men_can_be_taken_in_one_chain() {
    assert_eq!(moves::<Tirana>("W:Wd3,a2:Bd4,d6"), ["d3xd5xd7"]);
    assert_eq!(ended(&play::<Tirana>("W:Wd3,a2:Bd4,d6", &["d3xd5xd7"])), "White wins: no pieces left");
}

#[test]
fn t20_a_man_beside_a_dama_is_not_the_last_piece() {
    assert_eq!(fen_after::<Tirana>("W:Wd3,a2:Bd4,c7,Kh8", &["d3xd5"]), "B:Wa2,d5:Bc7,Kh8");
}

#[test]
fn t21_and_t22_both_sides_can_be_crowned_by_one_capture() {
    let after = play::<Tirana>("W:Wc6,a2:Bc7,h6", &["c6xc8"]);
    assert_eq!(damone::notation::fen::write(&after), "B:Wa2,Kc8:BKh6");
    assert!(!after.board().kings_are_frozen());
    assert_eq!(outcome::<Tirana>("W:Wd4:Bh6"), "draw: one piece each (A11, T30)");
}

#[test]
fn t23_positions_set_up_are_normalised() {
    assert!(board::<Tirana>("W:Wd4:Bh6,h7").has_crowned(Side::White));
    assert!(!board::<Tirana>("W:Wd4:Bh6,h7").has_crowned(Side::Black));
    assert!(board::<Tirana>("W:Wd4,d3:Bh6,Kh7").has_crowned(Side::Black));
}

#[test]
fn t30_draws() {
    // One dama each, unless the side to move can capture.
    assert_eq!(outcome::<Tirana>("W:WKa1:BKh8"), "draw: one piece each (A11, T30)");
    assert_eq!(outcome::<Tirana>("W:WKa1:BKa5"), "");
    assert_eq!(ended(&play::<Tirana>("W:WKa1:BKa5", &["a1xa8"])), "White wins: no pieces left");
    let draw = "draw: no progress in 100 plies (A11, A17, A34)";
    assert_eq!(ended(&play::<Tirana>("W:Wd4,a2:Bd7,h7:H98", &["d4-c4", "d7-e7"])), draw);
    assert_eq!(play::<Tirana>("W:Wd4,a2:Bd7,h7:H98", &["d4-d5"]).clocks().no_progress, 0);
    // Crowning is progress.
    assert_eq!(play::<Tirana>("W:Wd7,a2:Bc6,h7:H98", &["d7-d8"]).clocks().no_progress, 0);
}
