//! Russian draughts and the games with its moves: Brazilian, pool, Czech, poddavki.

use crate::common::{fen_after, moves, outcome};
use damone::rules::variants::{Brazilian, Czech, Giveaway, Poddavki, Pool, Russian, Vinciperdi};

#[test]
fn a_man_that_reaches_the_last_row_goes_on_as_a_king() {
    assert_eq!(moves::<Russian>("W:Wd6:Be7,g7"), ["d6:f8:h6"]);
    assert_eq!(fen_after::<Russian>("W:Wd6:Be7,g7,a5", &["d6:f8:h6"]), "B:WKh6:Ba5");
    // As a king it flies: no man could take f6 from d8.
    assert_eq!(moves::<Russian>("W:Wb6:Bc7,f6"), ["b6:d8:g5", "b6:d8:h4"]);
}

#[test]
fn the_choice_of_capture_is_free() {
    // One man or two.
    assert_eq!(moves::<Russian>("W:Wc3,g3:Bd4,d6,h4"), ["c3:e5:c7"]);
    assert_eq!(moves::<Russian>("W:Wc3,e3:Bd4,f6"), ["c3:e5:g7", "e3:c5"]);
    assert_eq!(moves::<Brazilian>("W:Wc3,e3:Bd4,f6"), ["c3xe5xg7"]);
}

#[test]
fn a_king_lands_where_it_can_go_on() {
    // From d4 it can take f2; e5, f6, g7 and h8 would end the capture.
    assert_eq!(moves::<Russian>("W:WKa1:Bc3,f2"), ["a1:d4:g1"]);
    assert_eq!(moves::<Pool>("W:WKa1:Bc3,f2"), ["29x18x4"].map(|_| "29x18x32"));
    assert_eq!(moves::<Czech>("W:WKa1:Bc3,f2"), ["a1xd4xg1"]);
}

#[test]
fn men_capture_backward_except_in_czech() {
    assert_eq!(moves::<Russian>("W:Wd4:Bc3"), ["d4:b2"]);
    assert_eq!(moves::<Brazilian>("W:Wd4:Bc3"), ["d4xb2"]);
    assert_eq!(moves::<Czech>("W:Wd4:Bc3"), ["d4-c5", "d4-e5"]);
}

#[test]
fn captured_pieces_stand_in_the_way_until_the_move_ends() {
    // The king could go on over c3 a second time, were it gone.
    let legal = moves::<Russian>("W:WKa1:Bc3,e3,e5,c5");
    assert!(legal.iter().all(|mv| mv.matches(':').count() <= 4), "{legal:?}");
}

#[test]
fn brazilian_and_pool_men_are_crowned_only_where_they_stop() {
    assert_eq!(fen_after::<Brazilian>("W:Wd6:Be7,g7,a5", &["d6xf8xh6"]), "B:Wh6:Ba5");
    assert_eq!(moves::<Pool>("W:W10:B7,8"), ["10x3x12"]);
    assert_eq!(fen_after::<Pool>("W:W10:B7,8,20", &["10x3x12"]), "B:W12:B20");
    assert_eq!(fen_after::<Pool>("W:W10:B7,20", &["10x3"]), "B:WK3:B20");
}

#[test]
fn pool_is_free_and_black_begins() {
    let start = damone::notation::fen::write(&damone::position::Position::<Pool>::start());
    assert_eq!(start, "B:W21-32:B1-12");
    assert_eq!(moves::<Pool>("W:Wc3,e3:Bd4,f6").len(), 2);
}

#[test]
fn a_czech_king_must_capture_if_one_can() {
    // The man could take two.
    assert_eq!(moves::<Czech>("W:WKc1,f4:Bd2,g5,g7"), ["c1xe3"]);
    assert_eq!(moves::<Russian>("W:WKc1,f4:Bd2,g5,g7"), ["c1:e3", "f4:h6:f8"]);
    // Between men the choice is free.
    assert_eq!(moves::<Czech>("W:Wc3,e3:Bd4,f6"), ["c3xe5xg7", "e3xc5"]);
}

#[test]
fn a_czech_man_stops_on_the_last_row() {
    assert_eq!(moves::<Czech>("W:Wd6:Be7,g7"), ["d6xf8"]);
}

#[test]
fn to_lose_is_to_win() {
    assert_eq!(outcome::<Poddavki>("W:W:Ba5"), "White wins: no pieces left");
    assert_eq!(outcome::<Poddavki>("W:Wa3:Bb4,c5"), "White wins: no legal move");
    assert_eq!(outcome::<Russian>("W:Wa3:Bb4,c5"), "Black wins: no legal move");
    assert_eq!(outcome::<Giveaway>("W:W21:B14,17"), "White wins: no legal move");
    assert_eq!(outcome::<Vinciperdi>("B:W20:B"), "Black wins: no pieces left");
}

#[test]
fn losing_games_keep_the_moves_of_their_base() {
    assert_eq!(moves::<Poddavki>("W:Wd6:Be7,g7"), ["d6:f8:h6"]);
    assert_eq!(moves::<Vinciperdi>("W:WK30:B10,K12,K18,20,K26,K27").len(), 1);
}
