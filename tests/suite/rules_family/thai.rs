//! Thai draughts.

use crate::common::{fen_after, moves, position};
use damone::notation::fen;
use damone::position::Position;
use damone::rules::variants::Thai;

#[test]
fn eight_men_each_and_black_begins() {
    assert_eq!(fen::write(&Position::<Thai>::start()), "B:W1-8:B25-32");
    // Sets of twelve are in use; they can be set up.
    assert_eq!(fen::write(&position::<Thai>("W:W1-12:B21-32")), "W:W1-12:B21-32");
    let tag = Thai::tag("white-first");
    assert_eq!(fen::write(&Position::<Thai>::start_with_tag(tag)), "W:W1-8:B25-32:Twhite-first");
}

trait Tagged {
    fn tag(name: &str) -> u8;
}

impl<R: damone::rules::Rules> Tagged for R {
    fn tag(name: &str) -> u8 {
        R::SET.tags.iter().position(|tag| tag.name == name).map_or(0, |n| n as u8 + 1)
    }
}

#[test]
fn a_king_lands_directly_behind() {
    // a1 over c3 to d4 and no farther; captures are written with a hyphen.
    assert_eq!(moves::<Thai>("W:WKa1:Bc3,h8"), ["4-15"]);
}

#[test]
fn a_king_may_turn_straight_back_over_what_has_left() {
    // d4 over e5 to f6, back over the empty e5 and d4, over c3 to b2; or the other way round.
    assert_eq!(moves::<Thai>("W:WKd4:Be5,c3"), ["15-22-8", "15-8-22"]);
}

#[test]
fn men_capture_forward_and_stop_on_the_last_row() {
    assert_eq!(moves::<Thai>("W:Wd4:Bc3,h8"), ["15-18", "15-19"]);
    assert_eq!(fen_after::<Thai>("W:Wd6:Be7,g7,a5", &["d6-f8"]), "B:WK30:B20,25");
}

#[test]
fn the_choice_of_capture_is_free() {
    assert_eq!(moves::<Thai>("W:Wc3,e3:Bd4,f6").len(), 2);
}
