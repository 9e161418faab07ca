//! Notation must not know which games exist: rules that no game of the list has, put together here.

mod common;

use common::{moves, moves_round_trip, position, positions_round_trip};
use damone::board::{BoardShape, Dirs, Geometry, Playable, Side};
use damone::notation::fen;
use damone::rules::variants::{English, International, Turkish};
use damone::rules::{
    Criterion, Landing, Numbering, Promotion, Removal, Reversal, RuleSet, Rules, Setup, SquareNames,
};

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident: $bits:ty = $set:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
        struct $name;

        impl Rules for $name {
            type Bits = $bits;
            const SET: RuleSet = $set;
            const GEOMETRY: &'static Geometry<$bits> = &Geometry::<$bits>::build(Self::SET.board);
        }
    )*};
}

rules! {
    /// Russian: crowned in passing, free choice, letters on a diagonal board, captures written with a colon.
    Russian: u64 = RuleSet {
        first: Side::White,
        men_capture: Dirs::DIAGONAL,
        king_range: damone::rules::KingRange::Flying,
        king_landing: Landing::Anywhere,
        promotion: Promotion::InPassing,
        squares: SquareNames::Letters,
        capture_sign: ':',
        ..English::SET
    };
    /// Frisian: captures in eight directions, a limit to king moves.
    Frisian: u64 = RuleSet {
        men_capture: Dirs::ALL,
        king_capture: Dirs::ALL,
        precedence: &[Criterion::MostValue, Criterion::WithKing],
        king_run_limit: Some(3),
        ..International::SET
    };
    /// Canadian: a board that needs the large word.
    Canadian: u128 = RuleSet {
        board: BoardShape { columns: 12, rows: 12, playable: Playable::DarkLeft },
        setup: Setup { skip: 0, rows: 5 },
        ..International::SET
    };
    /// Killer: a king that takes a king last stops behind it.
    Killer: u64 = RuleSet { king_landing: Landing::NextIfLastIsKing, ..International::SET };
    /// Thai: kings land next to their victim and may turn back, pieces leave at once.
    Thai: u64 = RuleSet {
        setup: Setup { skip: 0, rows: 2 },
        king_range: damone::rules::KingRange::Flying,
        king_landing: Landing::Next,
        reversal: Reversal::Free,
        removal: Removal::AtOnce,
        ..English::SET
    };
    /// Spanish: square 1 at White's bottom right.
    Spanish: u64 = RuleSet {
        board: BoardShape { columns: 8, rows: 8, playable: Playable::DarkRight },
        first: Side::White,
        king_range: damone::rules::KingRange::Flying,
        king_landing: Landing::Anywhere,
        precedence: &[Criterion::MostPieces, Criterion::MostKings],
        squares: SquareNames::Numbers(Numbering::BottomRight),
        ..English::SET
    };
    /// Greek: Turkish with the turn of 180 degrees.
    Greek: u64 = RuleSet { reversal: Reversal::Free, ..Turkish::SET };
}

fn both<R: Rules>() {
    positions_round_trip::<R>();
    moves_round_trip::<R>();
}

#[test]
fn round_trips() {
    both::<Russian>();
    both::<Frisian>();
    both::<Canadian>();
    both::<Killer>();
    both::<Thai>();
    both::<Spanish>();
    both::<Greek>();
}

#[test]
fn russian_captures_with_equal_ends() {
    // Field case A2: three moves, two of them from h4 or f8 to b6 or b4.
    let legal = moves::<Russian>("W:Wa3,b2,e3,g3,h2,h4,a5,Kf8:Bc5,e5,g5,g7,h8");
    assert_eq!(legal, ["f8:b4", "f8:h6:f4:d6:b4", "h4:f6:d4:b6"]);
    // Field case A8: crowned on the way.
    assert_eq!(moves::<Russian>("W:Wd6:Be7,g7"), ["d6:f8:h6"]);
}

#[test]
fn numbers_from_the_bottom_right() {
    let start = fen::write(&damone::position::Position::<Spanish>::start());
    assert_eq!(start, "W:W1-12:B21-32");
    assert_eq!(moves::<Spanish>(&start).first().map(String::as_str), Some("10-13"));
}

#[test]
fn runs_of_kings_are_part_of_the_position() {
    let text = "W:W31,K46:BK5,20:R46/2,5/3";
    let read = position::<Frisian>(text);
    assert_eq!(fen::write(&read), "W:W31,K46:BK5,20:R46/2,5/3");
    assert_eq!(read.board().king_run(Side::Black).count, 3);
    // lidraughts gives the counts alone, Black's first.
    assert_eq!(fen::write(&position::<Frisian>("W:W31,K46:BK5,20:H0:F1:+3+2")), text);
    let refused = |text| fen::read::<Frisian>(text).unwrap_err().to_string();
    assert_eq!(refused("W:W31,K46:BK5,20:R31/2"), "'31/2' (column 19): there is no king on this square");
    assert_eq!(refused("W:W31,K46:BK5,20:R46"), "'46' (column 19): expected king and count, such as R46/2");
}
