//! What several test files need: positions from random play, and the games as types.

use std::collections::HashSet;

use damone::board::{Piece, Side};
use damone::notation::{fen, moves};
use damone::position::{Board, Position, Setup};
use damone::rules::Rules;
use damone::util::rng::Rng;

/// The positions of a game of random moves, at most `plies` of them, the start first.
pub fn random_game<R: Rules>(random: &mut Rng, plies: usize) -> Vec<Position<R>> {
    let mut positions = vec![Position::<R>::start()];
    while positions.len() <= plies {
        let position = positions[positions.len() - 1];
        let moves = position.board().legal_moves();
        if moves.is_empty() {
            break;
        }
        positions.push(position.after(&moves[random.below(moves.len())]));
    }
    positions
}

/// The position that a FEN describes.
pub fn position<R: Rules>(fen: &str) -> Position<R> {
    fen::read(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The board that a FEN describes.
pub fn board<R: Rules>(fen: &str) -> Board<R> {
    *position::<R>(fen).board()
}

/// The legal moves of a position in the long form, sorted.
pub fn moves<R: Rules>(fen: &str) -> Vec<String> {
    let board = board::<R>(fen);
    let mut moves: Vec<_> = board.legal_moves().iter().map(|mv| moves::write(&board, mv)).collect();
    moves.sort();
    moves
}

/// The position after some moves.
pub fn play<R: Rules>(fen: &str, moves: &[&str]) -> Position<R> {
    moves.iter().fold(position::<R>(fen), |position, text| {
        let mv = moves::read(position.board(), text).unwrap_or_else(|error| panic!("{fen} {text}: {error}"));
        position.after(&mv)
    })
}

/// Pieces of both kinds and sides, `n` in all, on random squares; none if that is no legal board.
pub fn random_board<R: Rules>(n: usize, random: &mut Rng) -> Option<Board<R>> {
    let turn = if random.below(2) == 0 { Side::White } else { Side::Black };
    let mut setup = Setup { turn, pieces: Vec::new(), crowned: None, demand: None, king_run: [None; 2] };
    for _ in 0..n {
        let square = R::GEOMETRY.square(random.below(R::SET.board.squares()))?;
        let side = if random.below(2) == 0 { Side::White } else { Side::Black };
        let piece = if random.below(2) == 0 { Piece::Man } else { Piece::King };
        setup.pieces.push((side, piece, square));
    }
    let board = setup.board::<R>().ok()?;
    Side::BOTH.iter().all(|&side| board.pieces(side) != R::Bits::default()).then_some(board)
}

/// Writes and reads the positions of random games.
pub fn positions_round_trip<R: Rules>() {
    let mut random = Rng::new(1);
    for _ in 0..40 {
        for position in random_game::<R>(&mut random, 150) {
            let text = fen::write(&position);
            assert_eq!(fen::read::<R>(&text), Ok(position), "{text}");
            assert_eq!(fen::read::<R>(&text.to_lowercase()), Ok(position), "{text}");
            let hub = fen::read::<R>(&fen::write_hub(position.board())).expect("a Hub string");
            assert_eq!(hub.board().setup().pieces, position.board().setup().pieces);
        }
    }
}

/// Writes the moves of random games in every form and reads them.
pub fn moves_round_trip<R: Rules>() {
    let mut random = Rng::new(2);
    for _ in 0..25 {
        for position in random_game::<R>(&mut random, 150) {
            let board = position.board();
            let mut seen = HashSet::new();
            for mv in board.legal_moves() {
                let long = moves::write(board, &mv);
                assert!(seen.insert(long.clone()), "{} {long} twice", fen::write(&position));
                for text in [&long, &moves::write_short(board, &mv), &moves::write_hub(board, &mv)] {
                    assert_eq!(moves::read(board, text), Ok(mv), "{} {text}", fen::write(&position));
                    assert_eq!(moves::read(board, &text.to_uppercase()), Ok(mv), "{text}");
                }
            }
        }
    }
}

/// Runs a generic test function for every game.
#[macro_export]
macro_rules! for_every_game {
    ($test:ident) => {
        struct Visitor;
        impl damone::rules::variants::VariantVisitor for Visitor {
            type Output = ();
            fn visit<R: damone::rules::Rules>(self) {
                $test::<R>();
            }
        }
        for id in damone::rules::VariantId::ALL {
            damone::rules::variants::visit_variant(id, Visitor);
        }
    };
}

/// How the game stands in a position that nothing is known of but its FEN; empty if it goes on.
pub fn outcome<R: Rules>(fen: &str) -> String {
    ended(&position::<R>(fen))
}

/// How the game stands in a position; empty if it goes on.
pub fn ended<R: Rules>(position: &Position<R>) -> String {
    position.outcome().map(|outcome| outcome.to_string()).unwrap_or_default()
}

/// The moves of a position that capture.
pub fn captures<R: Rules>(fen: &str) -> Vec<String> {
    let mut moves = moves::<R>(fen);
    moves.retain(|mv| mv.contains('x') && !mv.contains('-'));
    moves
}

/// The canonical FEN of the position after some moves.
pub fn fen_after<R: Rules>(fen: &str, moves: &[&str]) -> String {
    fen::write(&play::<R>(fen, moves))
}
