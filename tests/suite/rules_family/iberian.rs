//! Spanish and Portuguese draughts.

use crate::common::{fen_after, moves};
use damone::rules::variants::{Portuguese, Spanish};

#[test]
fn square_one_is_at_whites_bottom_right() {
    let start = damone::notation::fen::write(&damone::position::Position::<Spanish>::start());
    assert_eq!(start, "W:W1-12:B21-32");
    assert_eq!(moves::<Spanish>("W:W1:B32"), ["1-5"]);
    assert_eq!(moves::<Spanish>("W:Wh1:Ba8"), ["1-5"]);
}

#[test]
fn most_pieces_then_most_kings() {
    // cantidad: two men before one king; calidad: one king before one man.
    assert_eq!(moves::<Spanish>("W:Wd3:BKc4,e4"), ["11x20"]);
    assert_eq!(moves::<Spanish>("W:Wd3:BKc4,e4,e6"), ["11x18x27"]);
    assert_eq!(moves::<Portuguese>("W:Wd3:BKc4,e4,e6"), ["11x18x27"]);
}

#[test]
fn it_does_not_matter_which_piece_captures() {
    assert_eq!(moves::<Spanish>("W:Wd3,Kh1:Be4"), ["11x18", "1x19", "1x23", "1x28", "1x32"]);
    assert_eq!(moves::<Portuguese>("W:Wd3,Kh1:Be4").len(), 5);
}

#[test]
fn men_capture_forward_and_stop_on_the_last_row() {
    assert_eq!(moves::<Spanish>("W:Wd3:Be2,a8"), ["11-14", "11-15"]);
    assert_eq!(fen_after::<Spanish>("W:Wd5:Be6,g6,a2", &["19x26"]), "B:W26:B8,21");
    assert_eq!(fen_after::<Spanish>("W:Wc6:Bd7,f7,a2", &["23x30"]), "B:WK30:B8,26");
}
