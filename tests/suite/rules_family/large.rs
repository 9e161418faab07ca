//! Games over international draughts.

use crate::common::{fen_after, moves, outcome, position};
use damone::notation::fen;
use damone::position::Position;
use damone::rules::variants::{Antidraughts, Breakthrough, Canadian, International, Killer};

#[test]
fn killer_kings_stop_behind_a_king_that_they_take_last() {
    assert_eq!(moves::<Killer>("W:WK46:BK28"), ["46x23"]);
    assert_eq!(moves::<International>("W:WK46:BK28").len(), 5);
    // A man last: any square. A king first, a man last: any square.
    assert_eq!(moves::<Killer>("W:WK46:B28").len(), 5);
    assert_eq!(moves::<Killer>("W:WK46:BK28,14,13").len(), moves::<International>("W:WK46:BK28,14,13").len());
    // Two kings on one line: only behind the last.
    assert_eq!(moves::<Killer>("W:WK46:BK37,K28"), ["46x32x23"]);
    assert_eq!(moves::<Killer>("W:WK46:BK37,K23"), ["46x32x19"]);
}

#[test]
fn the_first_king_wins() {
    let crowned = fen_after::<Breakthrough>("W:W6:B40", &["6-1"]);
    assert_eq!(crowned, "B:WK1:B40");
    assert_eq!(outcome::<Breakthrough>(&crowned), "White wins: first king");
    assert_eq!(moves::<Breakthrough>(&crowned), [""; 0]);
    assert_eq!(outcome::<Breakthrough>("W:W46:BK1"), "Black wins: first king");
}

#[test]
fn passing_the_last_row_breaks_nothing_through() {
    let passed = fen_after::<Breakthrough>("W:W12:B8,9,30", &["12x3x14"]);
    assert_eq!(passed, "B:W14:B30");
    assert_eq!(outcome::<Breakthrough>(&passed), "");
}

#[test]
fn breakthrough_is_lost_without_a_move() {
    assert_eq!(outcome::<Breakthrough>("W:W:B20"), "Black wins: no pieces left");
    assert_eq!(outcome::<Breakthrough>("W:W26:B21,17"), "Black wins: no legal move");
}

#[test]
fn antidraughts_is_won_without_a_move() {
    assert_eq!(outcome::<Antidraughts>("W:W:B20"), "White wins: no pieces left");
    assert_eq!(outcome::<Antidraughts>("W:W26:B21,17"), "White wins: no legal move");
    // No count of moves: a king each, and eighty plies without progress.
    assert_eq!(outcome::<Antidraughts>("W:WK1:BK46:H80"), "");
}

#[test]
fn canadian_has_thirty_men_on_seventy_two_squares() {
    assert_eq!(fen::write(&Position::<Canadian>::start()), "W:W43-72:B1-30");
    assert_eq!(moves::<Canadian>("W:WK67:B1").len(), 11);
    // A capture in several directions, across the middle of the large word.
    assert_eq!(moves::<Canadian>("W:W44:B38,27,16"), ["44x33x22x11"]);
    assert_eq!(position::<Canadian>("W:WK72:BK1").board().legal_moves().len(), 11);
}
