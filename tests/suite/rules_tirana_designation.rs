//! Tirana dama with designation: who takes what can be demanded (T24 to T29, T32).

use crate::common::{board, captures, fen_after, moves};
use damone::notation::moves as text;
use damone::rules::variants::{Tirana, TiranaDesignation};

/// White can offer men in several ways.
const OFFER: &str = "W:Wd4,e3,a2:Bd6,e5,c5,h7";

#[test]
fn t24_without_a_demand_captures_are_compulsory_and_free() {
    let fen = "B:Wd4,f4,a2:Bd5,f5,h7";
    assert_eq!(captures::<TiranaDesignation>(fen), captures::<Tirana>(fen));
    assert_eq!(captures::<Tirana>(fen), ["d5xd3", "f5xf3"]);
}

#[test]
fn t25_a_demand_binds_capturer_and_first_victim() {
    assert_eq!(captures::<TiranaDesignation>("B:Wd4,f4,a2:Bd5,f5,h7:Df5xf4"), ["f5xf3"]);
    assert_eq!(captures::<TiranaDesignation>("B:Wd4,f4,a2:Bd5,f5,h7:Dd5xd4"), ["d5xd3"]);
}

#[test]
fn a_demand_needs_two_captures_to_choose_from() {
    // Section 3.4: with a single pair nothing is demanded.
    let one = moves::<TiranaDesignation>("W:Wd3,a2,h2:Bd5,h7,a7");
    assert!(one.contains(&"d3-d4".to_owned()) && one.iter().all(|mv| !mv.contains('[')), "{one:?}");
    let two: Vec<_> = moves::<TiranaDesignation>("W:Wd3,a2,h2:Bd5,c4,h7,a7")
        .into_iter()
        .filter(|mv| mv.starts_with("d3-d4"))
        .collect();
    assert_eq!(two, ["d3-d4", "d3-d4[c4xd4]", "d3-d4[d5xd4]"]);
}

#[test]
fn t26_the_demanded_victim_need_not_have_moved() {
    // White's d4 and f4 hang; whatever White moves, either may be demanded.
    let legal = moves::<TiranaDesignation>("W:Wd4,f4,a2:Bd5,d6,f5,f6");
    let by_a2: Vec<_> = legal.into_iter().filter(|mv| mv.starts_with("a2-a3")).collect();
    assert_eq!(by_a2, ["a2-a3", "a2-a3[d5xd4]", "a2-a3[f5xf4]"]);
}

#[test]
fn t27_later_jumps_and_landings_stay_free() {
    // The demand names d5xd4; beyond it Black chooses between c3 and e3.
    let fen = "B:Wd4,c3,e3,f4,a2:Bd5,f5,h7:Dd5xd4";
    assert_eq!(captures::<TiranaDesignation>(fen), ["d5xd3xb3", "d5xd3xf3"]);
    // A dama chooses its landing.
    let fen = "B:Wd4,f4,a2:BKd6,f5,h7:CWB:Dd6xd4";
    assert_eq!(captures::<TiranaDesignation>(fen), ["d6xd1", "d6xd2", "d6xd3"]);
}

#[test]
fn t28_an_impossible_demand_is_no_move() {
    let board = board::<TiranaDesignation>("W:Wd3,a2,h2:Bd5,c4,h7,a7");
    let error = text::read(&board, "d3-d4[h7xh2]").unwrap_err().to_string();
    assert!(error.contains("what it demands of the reply is not possible"), "{error}");
    assert!(text::read(&board, "d3-d4[d5xd4]").is_ok());
}

#[test]
fn t29_captures_and_damas_can_carry_demands() {
    let after_a_capture = moves::<TiranaDesignation>("W:Wd3,a2:Bd4,c5,b5,d6,d7");
    assert_eq!(after_a_capture, ["d3xd5", "d3xd5[c5xd5]", "d3xd5[d6xd5]"]);
    let damas = moves::<TiranaDesignation>("W:WKa4,a1:BKd8,Kh4");
    for mv in ["a4-d4", "a4-d4[d8xd4]", "a4-d4[h4xd4]"] {
        assert!(damas.contains(&mv.to_owned()), "{mv} in {damas:?}");
    }
}

#[test]
fn the_demand_lapses_after_the_reply() {
    let fen = "W:Wd3,a2,h2:Bd5,c4,h7,a7";
    assert_eq!(fen_after::<TiranaDesignation>(fen, &["d3-d4[d5xd4]"]), "B:Wa2,h2,d4:Bc4,d5,a7,h7:Dd5xd4");
    let after = fen_after::<TiranaDesignation>(fen, &["d3-d4[d5xd4]", "d5xd3"]);
    assert_eq!(after, "W:Wa2,h2:Bd3,c4,a7,h7");
}

#[test]
fn otherwise_it_is_tirana_with_obligation() {
    let plain: Vec<_> =
        moves::<TiranaDesignation>(OFFER).into_iter().filter(|mv| !mv.contains('[')).collect();
    assert_eq!(plain, moves::<Tirana>(OFFER));
}
