//! Arabic dama by the founding document S2 and the rulings on what it leaves open.

use crate::common::{captures, ended, fen_after, moves, outcome, play};
use damone::notation::fen;
use damone::position::Position;
use damone::rules::variants::Arabic;

#[test]
fn the_armies_stand_on_the_first_two_ranks_and_white_begins() {
    let start = fen::write(&Position::<Arabic>::start());
    assert!(start.starts_with("W:Wa1,b1,") && start.ends_with("g8,h8"), "{start}");
    // Only the front rank can step.
    assert!(moves::<Arabic>(&start).iter().all(|mv| mv.contains("2-")));
    assert_eq!(moves::<Arabic>(&start).len(), 8);
}

#[test]
fn men_step_forward_and_sideways_but_also_capture_backward() {
    assert_eq!(moves::<Arabic>("W:Wd4:Bh7,a7"), ["d4-c4", "d4-d5", "d4-e4"]);
    assert_eq!(captures::<Arabic>("W:Wd4:Bd3,c4,e4,Kd5,h7"), ["d4xb4", "d4xd2", "d4xd6", "d4xf4"]);
}

#[test]
fn the_largest_capture_is_compulsory() {
    assert_eq!(captures::<Arabic>("W:Wd5,h3:Bd4,c3,h4"), ["d5xd3xb3"]);
}

#[test]
fn a12_a_man_that_only_passes_the_last_rank_stays_a_man() {
    assert_eq!(captures::<Arabic>("W:Wc6:Bc7,d8,e7,h2"), ["c6xc8xe8xe6"]);
    assert_eq!(fen_after::<Arabic>("W:Wc6,a2:Bc7,d8,e7,h2,h3", &["c6xc8xe8xe6"]), "B:Wa2,e6:Bh2,h3");
    assert_eq!(fen_after::<Arabic>("W:Wc6,a2:Bc7,d8,h2,h3", &["c6xc8xe8"]), "B:Wa2,Ke8:Bh2,h3");
}

#[test]
fn a14_a_dama_captures_from_afar_and_lands_anywhere_behind() {
    assert_eq!(
        captures::<Arabic>("W:WKd1:Bd3,f4,b6,d7,h8"),
        ["d1xd4xd8", "d1xd4xg4", "d1xd4xh4", "d1xd6xa6"]
    );
}

#[test]
fn a9_and_a10_no_turning_back_and_removal_at_once() {
    assert_eq!(captures::<Arabic>("W:WKd4:Bd6,d2,h5"), ["d4xd1", "d4xd7", "d4xd8"]);
    assert_eq!(captures::<Arabic>("W:WKd1:Bd3,f5,g4,b3"), ["d1xd5xg5xg3xa3"]);
}

#[test]
fn a11_draws() {
    assert_eq!(outcome::<Arabic>("W:WKa1:BKh8"), "draw: one piece each (A11)");
    // With a capture on, or a man left, the game goes on.
    assert_eq!(outcome::<Arabic>("W:WKa1:BKa5"), "");
    assert_eq!(outcome::<Arabic>("W:Wa2:BKh8"), "");
    let draw = "draw: no progress in 100 plies (A11, A17, A34)";
    assert_eq!(ended(&play::<Arabic>("W:Wd4,Ka1:Bd7,Kh8:H98", &["d4-c4", "d7-e7"])), draw);
}
