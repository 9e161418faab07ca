//! Squares, positions and moves as text: every dialect in, one form out, and nothing hostile gets through.

use std::collections::HashSet;

use crate::common::{board, moves_round_trip, position, positions_round_trip};
use damone::notation::{board_text, fen, moves, squares};
use damone::position::{Board, Clocks, KingRun, Position};
use damone::rules::variants::{
    Arabic, English, Frisian, International, Italian, Tirana, TiranaDesignation, Turkish,
};
use damone::rules::{Rules, VariantId};
use damone::util::rng::Rng;

/// The canonical form of what a text describes.
fn canonical<R: Rules>(text: &str) -> String {
    fen::write(&position::<R>(text))
}

/// The message that a text deserves.
fn refused<R: Rules>(text: &str) -> String {
    match fen::read::<R>(text) {
        Ok(position) => panic!("{text} was read as {}", fen::write(&position)),
        Err(error) => error.to_string(),
    }
}

/// The long form of what a move text is read as.
fn read<R: Rules>(fen: &str, text: &str) -> String {
    let board = board::<R>(fen);
    match moves::read(&board, text) {
        Ok(mv) => moves::write(&board, &mv),
        Err(error) => panic!("{fen} {text}: {error}"),
    }
}

/// The message that a move text deserves.
fn illegal<R: Rules>(fen: &str, text: &str) -> String {
    let board = board::<R>(fen);
    match moves::read(&board, text) {
        Ok(mv) => panic!("{fen} {text} was read as {}", moves::write(&board, &mv)),
        Err(error) => error.to_string(),
    }
}

// Squares

#[test]
fn every_square_is_read_back_in_both_styles() {
    fn every_square<R: Rules>() {
        let names: HashSet<_> = (0..R::SET.board.squares())
            .map(|ordinal| {
                let square = R::GEOMETRY.square(ordinal).expect("the board has this square");
                let name = squares::name::<R>(square);
                assert_eq!(squares::parse::<R>(&name), Ok(square));
                assert_eq!(squares::parse::<R>(&name.to_uppercase()), Ok(square));
                let (row, column) = R::GEOMETRY.place(square);
                let letters = format!("{}{}", char::from(b'a' + column), R::SET.board.rows - row);
                assert_eq!(squares::parse::<R>(&letters), Ok(square));
                name
            })
            .collect();
        assert_eq!(names.len(), R::SET.board.squares());
    }
    for_every_game!(every_square);
}

#[test]
fn squares_have_the_names_of_their_game() {
    let name = |ordinal| squares::name::<Turkish>(Turkish::GEOMETRY.square(ordinal).unwrap());
    assert_eq!((name(0).as_str(), name(7).as_str(), name(56).as_str()), ("a8", "h8", "a1"));
    // FMJD 2.6, S3 and PDN: 46, 29 and 32 lie in the corners of White's row.
    assert_eq!(squares::parse::<International>("a1"), squares::parse::<International>("46"));
    assert_eq!(squares::parse::<English>("a1"), squares::parse::<English>("29"));
    assert_eq!(squares::parse::<Italian>("h1"), squares::parse::<Italian>("32"));
    assert_eq!(squares::parse::<International>("06"), squares::parse::<International>("6"));
    assert_eq!(squares::parse::<Turkish>("57"), squares::parse::<Turkish>("a1"));
}

#[test]
fn what_is_no_square_is_called_so() {
    let error = |text| squares::parse::<English>(text).unwrap_err().to_string();
    assert_eq!(error("33"), "the square 33 is not on the board, which has squares 1 to 32");
    assert_eq!(error("0"), "the square 0 is not on the board, which has squares 1 to 32");
    assert_eq!(error("i1"), "the square i1 is not on the board, which has squares a1 to h8");
    assert_eq!(error("a2"), "the square a2 is not played on");
    assert_eq!(error("é"), "'é' is not a square");
    for text in
        ["", "a", "-1", "1a", "a-1", "a1b", "99999999999999999999999", "a99999999999999999999", "1.0", "ａ1"]
    {
        assert!(squares::parse::<English>(text).is_err(), "{text}");
    }
}

// Positions

const START_10: &str = "W:W31-50:B1-20";

#[test]
fn every_dialect_of_the_start_position_is_read() {
    let men = |from: u8, to: u8| (from..=to).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    let (white, black) = (men(31, 50), men(1, 20));
    let dialects = [
        START_10.to_owned(),
        format!("W:W{white}:B{black}"),
        format!("W:W{white}:B{black}."),
        format!("W:B{black}:W{white}"),
        format!("w:w{white}:b{black}"),
        format!("W:W:W{white}:B{black}"), // B3, the turn twice
        format!("?:W{white}:B{black}"),
        format!("[FEN \"W:W{white}:B{black}\"]"), // py-draughts
        format!("[FEN \"W:W{white}:B{black}.\"]"),
        "\"W:W31-50:B1-20\"".to_owned(),
        "/FEN \"W:W31-50:B1-20\"/".to_owned(),
        " W : W 31-50 : B 1-20 . ".to_owned(),
        "W:W31-40, 41-50:B01-09,10 - 20".to_owned(),
        "W:W31-50:B1-20:H0:F1".to_owned(), // lidraughts
        "\u{feff}W:W31-50:B1-20\r\n".to_owned(),
        "W:W1,1".to_owned(),
    ];
    for text in &dialects[..15] {
        assert_eq!(canonical::<International>(text), START_10, "{text}");
    }
    let hub = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
    assert_eq!(canonical::<International>(&hub), START_10);
    assert_eq!(fen::write_hub(&Board::<International>::start()), hub);
}

#[test]
fn start_positions_have_their_usual_fen() {
    let start = |id: VariantId| {
        struct Write;
        impl damone::rules::variants::VariantVisitor for Write {
            type Output = String;
            fn visit<R: Rules>(self) -> String {
                fen::write(&Position::<R>::start())
            }
        }
        damone::rules::variants::visit_variant(id, Write)
    };
    let rank = |n: u8| ('a'..='h').map(|file| format!("{file}{n}")).collect::<Vec<_>>().join(",");
    let ranks = |a, b| format!("{},{}", rank(a), rank(b));
    assert_eq!(start(VariantId::International), START_10);
    assert_eq!(start(VariantId::English), "B:W21-32:B1-12"); // B9
    assert_eq!(start(VariantId::Italian), "W:W21-32:B1-12");
    for id in [VariantId::Turkish, VariantId::Tirana, VariantId::TiranaDesignation] {
        assert_eq!(start(id), format!("W:W{}:B{}", ranks(2, 3), ranks(6, 7)));
    }
    assert_eq!(start(VariantId::Arabic), format!("W:W{}:B{}", ranks(1, 2), ranks(7, 8)));
}

#[test]
fn kings_ranges_and_empty_sides_are_read() {
    assert_eq!(canonical::<International>("B:W24,K23,K1-K3:B18,K46,K47,19"), "B:WK1-3,K23,24:B18,19,K46,K47");
    assert_eq!(canonical::<International>("B:W50:B"), "B:W50:B");
    assert_eq!(canonical::<International>("B:W50"), "B:W50:B");
    assert_eq!(canonical::<International>("W:W:BK3"), "W:W:BK3");
    assert_eq!(canonical::<Turkish>("W:Wka1,B2:BKH8,a7"), "W:WKa1,b2:Ba7,Kh8");
    assert_eq!(canonical::<Turkish>("W:WK57:BK8"), "W:WKa1:BKh8");
    assert_eq!(canonical::<English>("B:Wa1,c3:Bb8,Kh8"), "B:W22,29:B1,K4");
    assert_eq!(canonical::<English>("?:W21:B14"), "B:W21:B14");
    // A6: kings there and men on the other side's row are fine.
    assert_eq!(canonical::<International>("W:WK4:B20"), "W:WK4:B20");
    assert_eq!(canonical::<International>("W:W46:B1"), "W:W46:B1");
}

#[test]
fn hub_strings_of_small_boards_are_read() {
    let text = format!("B{}W{}", "b".repeat(12), "e".repeat(19));
    assert_eq!(canonical::<English>(&text), "B:WK13:B1-12");
    let turkish = format!("W{}", fen::write_hub(&Board::<Turkish>::start()).split_off(1));
    assert_eq!(position::<Turkish>(&turkish), Position::start());
}

#[test]
fn defects_of_positions_are_named_with_their_place() {
    let cases = [
        ("", "the position is empty"),
        ("[FEN \"\"]", "the position is empty"),
        ("X:W31:B1", "'X' (column 1) is not a side to move; expected W, B or ?"),
        ("W31-50:B1-20", "'W31-50' (column 1) is not a side to move; expected W, B or ?"),
        ("W::", "there are no pieces; expected lists of pieces such as W31,K32 and B1-20"),
        ("B:W:W31:B1", "'W31' (column 5) contradicts the side to move given before"),
        ("W:W31:B1:W32", "'W32' (column 10): the pieces of White were given before"),
        ("W:W31:B1:Q5", "'Q5' (column 10) is neither a list of pieces nor an extension that this game has"),
        ("W:W51:B1", "'51' (column 4): the square 51 is not on the board, which has squares 1 to 50"),
        ("W:W31,xy:B1", "'xy' (column 7): 'xy' is not a square"),
        ("W:W50-31:B1", "'50-31' (column 4) is not a range of squares; expected numbers, the smaller first"),
        ("W:Wa1-c3:B1", "'a1-c3' (column 4) is not a range of squares; expected numbers, the smaller first"),
        ("W:W48-60:B1", "'48-60' (column 4): the square 60 is not on the board, which has squares 1 to 50"),
        ("W:W31,31:B1", "'31' (column 7): a piece already stands on 31"),
        ("W:W31:B20-40", "'20-40' (column 8): a piece already stands on 31"),
        ("W:W4:B49", "'4' (column 4): a White man cannot stand on its promotion row, on 4"), // A6
        ("W:W6:B30,49", "'49' (column 10): a Black man cannot stand on its promotion row, on 49"),
        ("W:W1-20:B30", "'1-20' (column 4): a White man cannot stand on its promotion row, on 1"), // A6
        ("W:W26-46:B1", "White has more than 20 pieces"),
        ("W:W31:B", "Black, which is not to move, has no pieces"),
        ("W:W31", "Black, which is not to move, has no pieces"),
        ("W:W31:B1:H", "'H' (column 10): a counter must be a plain number"),
        ("W:W31:B1:H-1", "'H-1' (column 10): a counter must be a plain number"),
        ("W:W31:B1:H65536", "'H65536' (column 10): the counter is too large"),
        ("W:W31:B1:E256", "'E256' (column 10): the counter is too large"),
        ("W:W31:B1:E1,2,3", "'E1,2,3' (column 10): there are more counters than this game has ending rules"),
        ("W:W31:B1:CW", "'CW' (column 10) is neither a list of pieces nor an extension that this game has"),
        ("W:W31:B1:+1", "'+1' (column 10): expected the king moves of both sides, such as +1+0"),
        ("W:W31,,32:B1", "no square stands before the comma in column 7"),
        ("W:W31,32:B ,1", "no square stands before the comma in column 12"),
        ("W:W31,32:B1,,", "no square stands before the comma in column 13"),
        (
            "startpos",
            "'startpos' (column 1) is no position; expected the side to move and the pieces, such as W:W31-50:B1-20",
        ),
        (
            "Wbbb wwww",
            "'Wbbb wwww' (column 1) is no position; expected the side to move and the pieces, such as W:W31-50:B1-20",
        ),
        // B17
        (
            "Wbbb",
            "a position in one word must have 51 characters here, the side to move and each square; this has 4",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refused::<International>(text), message, "{text}");
    }
    let strange = format!("W{}x{}", "b".repeat(20), "e".repeat(29));
    assert_eq!(refused::<International>(&strange), "'x' (column 22) is not one of w, b, W, B and e");
    assert_eq!(
        refused::<International>(&"e".repeat(51)),
        "'e' (column 1) is not a side to move; expected W, B or ?"
    );
    for length in [49, 51] {
        assert!(fen::read::<International>(&format!("W{}", "w".repeat(length))).is_err());
    }
}

#[test]
fn who_has_had_a_king_is_written_only_if_it_is_news() {
    // T23: derived from the kings on the board unless given.
    let cases = [
        ("W:WKd4,d3:Bb4,d5,d7:CW", "W:WKd4,d3:Bb4,d5,d7"),
        ("W:WKd4,d3:Bb4,d5,d7:CWB", "W:Wd3,Kd4:Bb4,d5,d7:CWB"),
        ("W:Wd4,d3:Bb4,d5:C-", "W:Wd3,d4:Bb4,d5"),
        ("W:Wd4,d3:Bb4,d5:cb", "W:Wd3,d4:Bb4,d5:CB"),
        // The last piece is crowned when the position is set up, and counts as crowned.
        ("B:Wc4,e4,a2:Bd4", "B:Wa2,c4,e4:BKd4"),
        ("B:Wc4,e4,a2:Bd4:CWB", "B:Wa2,c4,e4:BKd4:CWB"),
    ];
    for (text, form) in cases {
        assert_eq!(
            canonical::<Tirana>(text).replace("Kd4,d3", "d3,Kd4"),
            form.replace("Kd4,d3", "d3,Kd4"),
            "{text}"
        );
    }
    assert_eq!(
        refused::<Tirana>("W:WKd4,d3:Bb4,d5:CB"),
        "'CB' (column 18): a side that owns a king has had one"
    );
    assert!(refused::<Tirana>("W:WKd4,d3:Bb4,d5:CX").contains("expected CW, CB, CWB or C-"));
}

#[test]
fn a_pending_demand_is_part_of_the_position() {
    let text = "B:Wd4,f4,a2:Bd5,f5,h7:Dd5xd4";
    assert_eq!(canonical::<TiranaDesignation>(text), "B:Wa2,d4,f4:Bd5,f5,h7:Dd5xd4");
    assert_eq!(
        crate::common::moves::<TiranaDesignation>(text).iter().filter(|mv| !mv.starts_with("d5xd3")).count(),
        0
    );
    let message = refused::<TiranaDesignation>("B:Wd4,f4,a2:Bd5,f5,h7:Dh7xd4");
    assert_eq!(message, "'Dh7xd4' (column 23): the side to move does not have this capture");
    let message = refused::<TiranaDesignation>("B:Wd4,f4,a2:Bd5,f5,h7:Dd5");
    assert_eq!(message, "'Dd5' (column 23): expected capturer and victim, such as De6xd5");
    assert!(refused::<Tirana>(text).contains("neither a list of pieces nor an extension"));
}

#[test]
fn counters_are_written_only_if_they_count() {
    let board = board::<International>("W:WK1:BK46,K47,K48");
    let clocks = Clocks { no_progress: 12, endings: [3, 0, 0, 0, 0], tag: 0 };
    let position = Position::new(board, clocks);
    assert_eq!(fen::write(&position), "W:WK1:BK46-48:H12:E3,0");
    assert_eq!(fen::read("W:WK1:BK46-48:H12:E3,0"), Ok(position));
    assert_eq!(fen::read("W:WK1:BK46-48:H12:E3"), Ok(position));
    assert_eq!(
        fen::read::<International>("W:WK1:BK46-48:H0:F12:+0+0").map(|p| p.clocks()),
        Ok(Clocks::default())
    );
    // No game of this list limits king runs; the description is kept for those that will.
    assert_eq!(board.king_run(damone::board::Side::White), KingRun::NONE);
}

#[test]
fn runs_of_kings_are_no_longer_than_the_game_allows() {
    for text in ["W:WK46,40:BK5,10:+1+2", "W:W40,K46,:BK5,10:R46/2,5/1"] {
        assert_eq!(canonical::<Frisian>(text), "W:W40,K46:BK5,10:R46/2,5/1", "{text}");
    }
    assert_eq!(canonical::<Frisian>("W:WK46:BK5:+1+2"), "W:WK46:BK5", "sides without men have no runs");
    for (text, word) in
        [("W:WK46,40:BK5,10:+9+9", "'+9+9' (column 18)"), ("W:WK46,40:BK5,10:R46/4", "'46/4' (column 19)")]
    {
        let message = format!("{word}: no king makes that many moves in a row in this game");
        assert_eq!(refused::<Frisian>(text), message);
    }
}

#[test]
fn positions_of_random_games_are_read_back() {
    for_every_game!(positions_round_trip);
}

// Moves

#[test]
fn all_forms_of_the_moves_of_random_games_are_read_back() {
    for_every_game!(moves_round_trip);
}

/// Field case B1: two captures with the same ends.
const TWINS: &str = "W:WK4:B13,20,32,37";

#[test]
fn long_captures_name_turns_and_the_square_behind_each_victim() {
    assert_eq!(crate::common::moves::<International>(TWINS), ["4x27x38x15", "4x31x42x15"]);
    let straight = "W:WK47:B20,33,42";
    assert_eq!(crate::common::moves::<International>(straight), ["47x38x29x15"]);
    assert_eq!(read::<International>(straight, "47x38x24x15"), "47x38x29x15");
    assert!(illegal::<International>(straight, "47x33x24x15").contains("not one of the captures"));
    assert_eq!(crate::common::moves::<Tirana>("W:WKd4,d3:Bb4,d5,d7,h4,h8:CWB"), ["d4xa4", "d4xd6xd8"]);
}

#[test]
fn short_captures_are_long_only_if_they_must_be() {
    let board_of = board::<International>(TWINS);
    for mv in board_of.legal_moves() {
        assert_eq!(moves::write_short(&board_of, &mv), moves::write(&board_of, &mv));
    }
    let board_of = board::<International>("W:WK14:B9,20,30,44");
    let mv = board_of.legal_moves()[0];
    assert_eq!(moves::write_short(&board_of, &mv), "14x50");
    assert_eq!(moves::write_hub(&board_of, &mv), "14x50x20x30x44");
}

#[test]
fn every_dialect_of_a_capture_is_read() {
    let dialects = [
        "4x27x38x15",
        "4x15x13x20x32",
        "4x15x32x13x20",
        "4:27:38:15",
        "04X27X38X15",
        "4×27×38×15",
        "4-27-38-15",
        "4x27x15", // a part of the path that tells
        "4x38x15",
        "4x13x20x32", // origin and victims
        " 4 x 27 x 38 x 15 ",
    ];
    for text in dialects {
        assert_eq!(read::<International>(TWINS, text), "4x27x38x15", "{text}");
    }
    assert_eq!(
        illegal::<International>(TWINS, "4x15"),
        "'4x15' is ambiguous; it can be 4x27x38x15 or 4x31x42x15"
    );
}

#[test]
fn other_landing_squares_of_the_same_move_are_read() {
    // Straight on over two men: PDN wants the square right behind the first, others serve.
    let fen = "W:Wa3,Kd1:Bd3,d6,a7";
    assert_eq!(crate::common::moves::<Turkish>(fen), ["d1xd4xd7", "d1xd4xd8"]);
    assert_eq!(read::<Turkish>(fen, "d1xd5xd8"), "d1xd4xd8");
    assert_eq!(read::<Turkish>(fen, "d1xd8"), "d1xd4xd8");
    assert!(illegal::<Turkish>(fen, "d1xd2xd8").contains("not one of the captures"));
    assert!(illegal::<Turkish>(fen, "d1xd3xd6").contains("ambiguous"));
    assert_eq!(read::<Turkish>(fen, "d1xd7xd3xd6"), "d1xd4xd7");
}

#[test]
fn quiet_moves_are_read_in_every_dialect() {
    for text in ["32-28", "32x28", "3228", "32:28", "32–28", "32\u{2011}28", " 32 - 28"] {
        assert_eq!(read::<International>(START_10, text), "32-28", "{text}");
    }
    for text in ["9-13", "09-13", "0913", "09x13", "B6-A5", "d6c5"] {
        assert!(moves::read(&Board::<English>::start(), text).is_ok(), "{text}");
    }
    let start = fen::write(&Position::<Turkish>::start());
    for text in ["a3a4", "A3-A4", "a3xa4", "a3:a4", "41-33"] {
        assert_eq!(read::<Turkish>(&start, text), "a3-a4", "{text}");
    }
    // A single capture with a hyphen, and captures of letters without signs.
    assert_eq!(read::<English>("B:W17:B14", "14-21"), "14x21");
    assert_eq!(read::<Tirana>("W:Wd3,a2:Bd4,d6", "d3d5d7"), "d3xd5xd7");
    assert_eq!(read::<Tirana>("W:Wd3,a2:Bd4,d6", "d3d7"), "d3xd5xd7");
    assert_eq!(read::<Tirana>("W:Wd3,a2:Bd4,d6", "d3xd4xd6"), "d3xd5xd7");
}

#[test]
fn federation_notation_of_turkish_captures_is_read() {
    let example =
        "W:Wa4,h4,a3,b3,c3,d3,e3,f3,g3,h3,a2,c2,d2,f2:Bc7,h7,a6,b6,c6,d6,e6,g6,h6,a5,b5,c5,e5,g5,f4";
    assert_eq!(read::<Turkish>(example, "f3xf4xe5xd6xc7"), "f3xf5xd5xd7xb7");
    assert_eq!(read::<Turkish>(example, "f3xb7"), "f3xf5xd5xd7xb7");
}

#[test]
fn a_capture_in_a_circle_has_a_path() {
    let fen = "W:Wa2,Kd4:Bd6,f7,g4,h8";
    for mv in crate::common::moves::<Turkish>(fen) {
        assert_eq!(read::<Turkish>(fen, &mv), mv);
    }
    let circle = "W:WK33:B19,20,29,30,44";
    for mv in crate::common::moves::<International>(circle) {
        assert_eq!(read::<International>(circle, &mv), mv);
    }
}

#[test]
fn demands_are_written_and_read() {
    let fen = "W:Wd3,a2,h2:Bd5,c4,h7,a7";
    let demanded: Vec<_> =
        crate::common::moves::<TiranaDesignation>(fen).into_iter().filter(|mv| mv.contains('[')).collect();
    assert!(demanded.contains(&"d3-d4[c4xd4]".to_owned()), "{demanded:?}");
    for mv in &demanded {
        assert_eq!(&read::<TiranaDesignation>(fen, mv), mv);
        assert_eq!(&read::<TiranaDesignation>(fen, &mv.replace('[', " [").replace('x', ":")), mv);
    }
    assert!(
        illegal::<TiranaDesignation>(fen, "d3-d4[h7xh2]")
            .contains("what it demands of the reply is not possible")
    );
    assert!(illegal::<TiranaDesignation>(fen, "d3-d4[h7xh2").contains("is not a move"));
}

#[test]
fn illegal_moves_are_refused_with_a_reason() {
    let cases = [
        ("W:W31:B1", "32-28", "'32-28' is not legal: there is no piece on 32"),
        ("W:W31:B1", "1-6", "'1-6' is not legal: the piece on 1 is not of the side to move"),
        ("W:W31:B1", "31-22", "'31-22' is not legal: the piece cannot move there"),
        (
            "W:W31:B1",
            "31-51",
            "'31-51' is not a move: the square 51 is not on the board, which has squares 1 to 50",
        ),
        ("W:W32,31:B28", "31-26", "'31-26' is not legal: a capture is compulsory"),
        (
            "W:W32,31:B28",
            "31x23",
            "'31x23' is not legal: it is not one of the captures that are allowed here",
        ),
        ("W:W:B28", "31-26", "'31-26' is not legal: the side to move has no legal move"),
        ("W:W31:B1", "hello", "'hello' is not a move; expected squares such as 32-28, 19x28 or d3xd5xd7"),
    ];
    for (fen, text, message) in cases {
        assert_eq!(illegal::<International>(fen, text), message);
    }
    let demanded = "B:Wd4,f4,a2:Bd5,f5,h7:Dd5xd4";
    assert_eq!(
        illegal::<TiranaDesignation>(demanded, "f5xf3"),
        "'f5xf3' is not legal: d5 was told to take d4"
    );
}

#[test]
fn a_move_played_twice_is_refused() {
    // A4: a stale move made a phantom king.
    let position = crate::common::play::<International>("W:WK2,25:B14,15,16", &[]);
    let board = position.board();
    if let Ok(mv) = moves::read(board, "25-20") {
        let after = position.after(&mv);
        assert!(moves::read(after.board(), "25-20").is_err());
    }
}

#[test]
fn a_text_that_fits_many_moves_gets_a_short_message() {
    let fen = "W:WKa1:Ba2,a4,c2,c4,e2,e4,g2,g4,b3,d3,f3,b5,d5,f5,Kb1,Kd1";
    let board = board::<Tirana>(fen);
    for mv in board.legal_moves().iter().step_by(100) {
        let (from, to) = (squares::name::<Tirana>(mv.from), squares::name::<Tirana>(mv.to));
        if let Err(error) = moves::read(&board, &format!("{from}x{to}")) {
            assert!(error.to_string().contains("ambiguous") && error.to_string().len() < 600, "{error}");
        }
    }
}

#[test]
fn the_path_is_found_quickly_where_kings_take_much() {
    // Each way through the lattice is a different chain; the search must not try them all.
    fn quick<R: Rules>() {
        let board = board::<R>("W:WKa1:Ba2,a4,c2,c4,e2,e4,g2,g4,b3,d3,f3,b5,d5,f5,Kb1,Kd1");
        let start = std::time::Instant::now();
        let legal = board.legal_moves();
        let generated = start.elapsed();
        for mv in legal.iter().step_by(50) {
            let long = moves::write(&board, mv);
            assert_eq!(moves::read(&board, &long), Ok(*mv));
        }
        println!(
            "{} moves, generated in {generated:?}, written and read in {:?}",
            legal.len(),
            start.elapsed()
        );
    }
    quick::<Turkish>();
    quick::<Tirana>();
    quick::<Arabic>();
}

// Hostile texts

/// Texts that no reader may trip over.
fn hostile() -> Vec<String> {
    let mut texts: Vec<String> = [
        "",
        " ",
        ":",
        "::::",
        "W",
        "W:",
        "W:W",
        "W:K",
        "W:WK",
        "W:W-",
        "W:W1-",
        "W:W-1",
        "W:WK-K",
        ",",
        ",,,,",
        "-",
        "--",
        "x",
        "x1",
        "1x",
        "1-",
        "-1",
        "1--2",
        "[",
        "]",
        "[]",
        "1-2[",
        "1-2]",
        "1-2[]",
        "1-2[x]",
        "a",
        "aa",
        "a1",
        "1",
        "é",
        "W:Wé1:Bß",
        "ＷＷ",
        "\u{0}",
        "W:W\u{0}1:B2",
        "1\u{200b}-2",
        "🂡-🂢",
        "W:W99999999999999999999:B1",
        "W:W1-99999999999999999999:B1",
        "99999999999999999999-1",
        "[FEN",
        "[FEN \"",
        "\"",
        "/",
        "W:W1:B2:H99999999999999",
        "W:W1:B2:D",
        "W:W1:B2:Dx",
        "W:W1:B2:R",
        "W:W1:B2:R/",
        "W:W1:B2:+",
        "W:W1:B2:++",
        "W:W1:B2:C",
        "W:W1:B2:E",
        "W:W1:B2:E,,,,",
    ]
    .map(str::to_owned)
    .to_vec();
    let long = 1 << 20;
    for unit in [
        "W", "1", ":", ",", "1,", "a1", "x", "-", "[", "K", "é", "W:W1:B", "1-50,", "\u{feff}", "32-28 ",
        "E1,",
    ] {
        texts.push(unit.repeat(long / unit.len()));
        texts.push(format!("W:W{}", unit.repeat(long / unit.len())));
        texts.push(format!("W:W31:B20:{}", unit.repeat(long / unit.len())));
    }
    texts
}

#[test]
fn hostile_texts_are_refused_with_short_messages() {
    fn refuse<R: Rules>() {
        let start = Board::<R>::start();
        for text in hostile() {
            if let Err(error) = fen::read::<R>(&text) {
                assert!(error.to_string().len() < 600, "{error}");
            }
            if let Err(error) = moves::read(&start, &text) {
                assert!(error.to_string().len() < 600, "{error}");
            }
            if let Err(error) = squares::parse::<R>(&text) {
                assert!(error.to_string().len() < 600, "{error}");
            }
        }
    }
    for_every_game!(refuse);
}

#[test]
fn garbage_made_of_right_letters_never_panics() {
    fn garble<R: Rules>() {
        const LETTERS: &[char] = &[
            'W', 'B', ':', ',', '-', 'x', 'K', '1', '2', '9', 'a', 'h', '[', ']', 'H', 'C', 'D', 'E', ' ',
            '.', 'é', '?',
        ];
        let mut random = Rng::new(3);
        let start = Board::<R>::start();
        for _ in 0..20_000 {
            let length = random.below(24);
            let text: String = (0..length).map(|_| LETTERS[random.below(LETTERS.len())]).collect();
            if let Ok(position) = fen::read::<R>(&text) {
                assert_eq!(fen::read::<R>(&fen::write(&position)), Ok(position), "{text}");
            }
            let _ = moves::read(&start, &text);
        }
    }
    for_every_game!(garble);
}

#[test]
fn a_move_of_another_position_is_written_without_harm() {
    let (here, there) = (Board::<International>::start(), board::<International>(TWINS));
    for mv in there.legal_moves() {
        assert_eq!(moves::write(&here, &mv), "4x15");
    }
}

// Diagrams

#[test]
fn boards_are_drawn_with_their_coordinates() {
    let drawn = board_text::draw(&board::<Turkish>("B:Wa1,Kh4:Bb7,Kc8"));
    let expected = " 8  . . B . . . . .\n 7  . b . . . . . .\n 6  . . . . . . . .\n 5  . . . . . . . .\n 4  . . . . . . . W\n \
                    3  . . . . . . . .\n 2  . . . . . . . .\n 1  w . . . . . . .\n    a b c d e f g h\nBlack to move\n";
    assert_eq!(drawn, expected);
    let drawn = board_text::draw(&Board::<English>::start());
    assert_eq!(drawn.lines().next(), Some("      b   b   b   b    1-4"));
    assert_eq!(drawn.lines().nth(7), Some("    w   w   w   w     29-32"));
    assert_eq!(board_text::draw(&Board::<Arabic>::start()).lines().count(), 10);
}
