//! Draw rules and their counters.

use super::ends_after;
use crate::common::{ended, moves, outcome, play};
use damone::notation::fen;
use damone::rules::VariantId;
use damone::rules::variants::{
    Brazilian, Canadian, Czech, Frisian, Killer, Poddavki, Pool, Portuguese, Russian, Spanish, Thai,
};

#[test]
fn f64_7_2_4_three_kings_against_one() {
    assert_eq!(
        ended(&play::<Russian>("W:WKa7,Kb8,Kh4:BKa3:E29", &["h4-e1"])),
        "draw: ending not won in 30 plies (F64 7.2.4)"
    );
    // Four are three or more.
    assert_eq!(
        ended(&play::<Russian>("W:WKa7,Kb8,Kh4,Kg1:BKa3:E29", &["h4-e1"])),
        "draw: ending not won in 30 plies (F64 7.2.4)"
    );
}

#[test]
fn f64_7_2_5_fifteen_moves_by_kings() {
    assert_eq!(
        ended(&play::<Russian>("W:WKh4,c3:Bg7,Ka7:H29", &["h4-e1"])),
        "draw: no progress in 30 plies (F64 7.2.5)"
    );
    assert_eq!(ended(&play::<Russian>("W:WKh4,c3:Bg7,Ka7:H29", &["c3-b4"])), "");
}

#[test]
fn f64_7_2_6_thirty_and_sixty_moves_while_the_material_stands() {
    // Man moves do not set this count back; a promotion does.
    assert_eq!(
        ended(&play::<Russian>("W:WKh4,c3:Bg7,Ka7:E0,59", &["c3-b4"])),
        "draw: ending not won in 60 plies (F64 7.2.6, A21)"
    );
    assert_eq!(ended(&play::<Russian>("W:WKh4,c7:Bg7,Ka7:E0,59", &["c7-d8"])), "");
    assert_eq!(
        ended(&play::<Russian>("W:WKh4,c3,a3:Bg7,h8,Ka7:E0,0,119", &["c3-b4"])),
        "draw: ending not won in 120 plies (F64 7.2.6, A21)"
    );
    // The other reading is a tag.
    assert_eq!(
        ended(&play::<Russian>("W:WKh4,c3:Bg7,Ka7:Thalf-moves:E0,29", &["c3-b4"])),
        "draw: ending not won in 30 plies (F64 7.2.6, A21)"
    );
}

#[test]
fn f64_7_2_7_five_moves_against_a_king_on_the_main_road() {
    let (plies, reason) = ends_after::<Russian>("W:WKh4,Ka7,Kb8:BKh8", &["h4-e1", "h8-a1", "e1-h4", "a1-h8"]);
    assert_eq!((plies, reason.as_str()), (10, "draw: ending not won in 10 plies (F64 7.2.7, A22)"));
    // Off the road the count waits (A22).
    let waiting = "W:WKh4,Ka7,Kb8:BKa3:E20,0,0,9,0";
    assert_eq!(
        fen::write(&play::<Russian>(waiting, &["h4-e1", "a3-c1"])),
        "W:WKe1,Ka7,Kb8:BKc1:H2:E22,2,0,9,0"
    );
    assert_eq!(
        ended(&play::<Russian>(waiting, &["h4-e1", "a3-c1", "e1-h4", "c1-b2"])),
        "draw: ending not won in 10 plies (F64 7.2.7, A22)"
    );
}

#[test]
fn f64_7_2_8_five_moves_for_two_pieces_against_a_king() {
    for game in [
        ends_after::<Russian>("W:WKh4,Ka1:BKa7", &["h4-e1", "a7-b8", "e1-h4", "b8-a7"]),
        ends_after::<Brazilian>("W:WKh4,Ka1:BKa7", &["h4-e1", "a7-b8", "e1-h4", "b8-a7"]),
    ] {
        assert_eq!(game, (10, "draw: ending not won in 10 plies (F64 7.2.8)".to_owned()));
    }
}

#[test]
fn brazilian_by_the_confederation_counts_twenty_moves_only() {
    assert_eq!(VariantId::parse_with_tag("brazilian/cbd"), Ok((VariantId::Brazilian, 1)));
    assert!(VariantId::parse_with_tag("brazilian/xyz").is_err());
    let (plies, reason) =
        ends_after::<Brazilian>("W:WKh4,Ka1:BKa7:Tcbd", &["h4-e1", "a7-b8", "e1-h4", "b8-a7"]);
    assert_eq!((plies, reason.as_str()), (40, "draw: no progress in 40 plies (CBD, A23)"));
    // The tag stays with the position.
    let played = play::<Brazilian>("W:WKh4,Ka1:BKa7:Tcbd", &["h4-e1"]);
    assert_eq!(fen::write(&played), "B:WKa1,Ke1:BKa7:H1:Tcbd");
    assert!(fen::read::<Brazilian>("W:WKh4:BKa7:Tabc").is_err());
    assert!(fen::read::<Poddavki>("W:WKh4:BKa7:Tcbd").is_err());
}

#[test]
fn pool_three_kings_have_thirteen_moves() {
    let cycle = ["h4-e1", "a3-c1", "e1-h4", "c1-a3"];
    let (plies, reason) = ends_after::<Pool>("W:WKh4,Ka7,Kb8:BKa3", &cycle);
    assert_eq!((plies, reason.as_str()), (26, "draw: ending not won in 26 plies (A24)"));
    let (plies, reason) = ends_after::<Pool>("W:WKh4,Ka7,Kb8:BKa3:Tfifteen", &cycle);
    assert_eq!((plies, reason.as_str()), (30, "draw: no progress in 30 plies (APCA 26)"));
}

#[test]
fn portuguese_three_kings_that_hold_the_rio_have_twelve_moves() {
    let cycle = ["a4-e8", "b1-a2", "e8-a4", "a2-b1"];
    let held = "W:WKh1,Kh3,Ka4:BKb1";
    assert_eq!(
        ends_after::<Portuguese>(held, &cycle),
        (24, "draw: ending not won in 24 plies (FPD 3.2)".to_owned())
    );
    assert_eq!(ends_after::<Spanish>(held, &cycle).0, 24);
    assert_eq!(ends_after::<Spanish>(&format!("{held}:Tplain"), &cycle).0, 40);
    // Nobody on the rio: only the twenty moves.
    assert_eq!(ends_after::<Portuguese>("W:WKh7,Kh3,Ka4:BKd1", &["h7-g8", "d1-e2", "g8-h7", "e2-d1"]).0, 40);
}

#[test]
fn portuguese_man_moves_do_not_set_the_twenty_moves_back() {
    let before = "W:WKh1,a2:Ba8:H39";
    assert_eq!(ended(&play::<Portuguese>(before, &["a2-b3"])), "draw: no progress in 40 plies (FPD 3.2)");
    assert_eq!(ended(&play::<Spanish>(before, &["a2-b3"])), "");
}

#[test]
fn counts_of_the_others() {
    assert_eq!(outcome::<Czech>("W:WKa1:BKb8:H80"), "draw: no progress in 80 plies (A26)");
    assert_eq!(outcome::<Czech>("W:WKa1:BKb8:H80:Tagreement"), "");
    assert_eq!(outcome::<Thai>("W:WKa1:BKb8:H80"), "draw: no progress in 80 plies (A31)");
    assert_eq!(outcome::<Killer>("W:WK1:BK46:H49"), "");
    assert_eq!(outcome::<Killer>("W:WK1:BK46:H50"), "draw: no progress in 50 plies (FMJD 6.2)");
    assert_eq!(outcome::<Killer>("W:WK1:BK46:Tfmjd:E0,10"), "draw: ending not won in 10 plies (FMJD 6.4)");
    assert_eq!(outcome::<Canadian>("W:WK1,K2,K3:BK70:E32"), "draw: ending not won in 32 plies (FMJD 6.3)");
    assert_eq!(outcome::<Poddavki>("W:WKh4:BKa7:H30"), "draw: no progress in 30 plies (F64 7.2.5)");
    assert_eq!(outcome::<Frisian>("W:WK46:BK4:Tlidraughts"), "");
    assert_eq!(outcome::<Frisian>("W:WK46:BK4:Tlidraughts:E0,4"), "draw: ending not won in 4 plies (A28)");
}

#[test]
fn a_win_on_the_last_ply_of_a_count_is_a_win() {
    // White takes the last king with the ply that fills the count.
    assert_eq!(moves::<Russian>("W:WKa1:BKd4:E0,0,0,0,9").len(), 4);
    assert_eq!(
        ended(&play::<Russian>("W:WKa1:BKd4:H29:E0,0,0,0,9", &["a1:e5"])),
        "White wins: no pieces left"
    );
}
