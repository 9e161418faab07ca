//! English draughts by the rules of the WCDF.

use crate::common::{captures, ended, fen_after, moves, outcome, play};
use damone::board::Side;
use damone::position::Board;
use damone::rules::variants::English;

#[test]
fn black_begins() {
    assert_eq!(Board::<English>::start().turn(), Side::Black);
    let legal = moves::<English>("B:W21-32:B1-12");
    assert_eq!(legal, ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]);
}

#[test]
fn men_move_and_capture_forward_only_and_take_kings() {
    assert_eq!(captures::<English>("B:W9,10,26:BK1,14"), ["1x14"; 0]);
    assert_eq!(captures::<English>("B:W18,31:B14"), ["14x23"]);
    assert_eq!(captures::<English>("B:WK18,31:B14"), ["14x23"]);
    assert_eq!(captures::<English>("B:W10,31:B14"), [""; 0]);
}

#[test]
fn kings_are_short_and_capture_backward() {
    assert_eq!(captures::<English>("W:WK29:BK25"), ["29x22"]);
    assert_eq!(moves::<English>("W:WK18:B1,2"), ["18-14", "18-15", "18-22", "18-23"]);
}

#[test]
fn which_capture_is_free_but_it_must_be_completed() {
    assert_eq!(captures::<English>("B:W18,26,19,32:B14,15"), ["14x23x30", "15x22x31", "15x24"]);
}

#[test]
fn reaching_the_king_row_ends_the_move() {
    // WCDF 1.19: from 2 a king could take 6.
    assert_eq!(captures::<English>("W:W11:B6,7"), ["11x2"]);
    assert_eq!(fen_after::<English>("W:W11:B6,7", &["11x2"]), "B:WK2:B6");
}

#[test]
fn taking_the_last_man_and_blocking_win() {
    // Field case A22.
    assert_eq!(moves::<English>("B:W17:B14"), ["14x21"]);
    assert_eq!(ended(&play::<English>("B:W17:B14", &["14x21"])), "Black wins: no pieces left");
    assert_eq!(outcome::<English>("W:W21:B14,17"), "Black wins: no legal move");
}

#[test]
fn eighty_plies_without_an_advance_or_capture_draw() {
    let fen = "W:WK32,21:BK1,12:H78";
    assert_eq!(ended(&play::<English>(fen, &["32-28", "1-6"])), "draw: no progress in 80 plies (WCDF 1.32)");
    // A11: the move of a man starts the count again.
    assert_eq!(play::<English>(fen, &["32-28", "12-16"]).clocks().no_progress, 0);
    assert_eq!(outcome::<English>("W:WK32:BK1"), "");
}
