//! Where games begin: anywhere that is not lost already.

use crate::board::{Bits, Piece, Side, Square};
use crate::position::{Clocks, Game, Position, Setup};
use crate::rules::Rules;
use crate::search::solo::Solo;
use crate::util::rng::Rng;

/// Random plies from the start position.
const PLIES: std::ops::RangeInclusive<usize> = 6..=10;
/// Starts in which a side is further ahead are not played; hundredths of a man.
const LEVEL: u16 = 250;
/// Tries before any start is taken.
const PATIENCE: usize = 200;

/// A game after random moves, or with `setup` after a few pieces of each side were put on random squares, in which
/// neither side is lost.
pub(super) fn choose<R: Rules>(rng: &mut Rng, setup: bool, solo: &mut Solo<'_, R>) -> Game<R> {
    for _ in 0..PATIENCE {
        let position = if setup { scattered(rng) } else { None };
        let game = position.map_or_else(|| walked(rng), Game::new);
        if game.outcome().is_none() && is_level(&game, solo) {
            return game;
        }
    }
    Game::new(Position::start())
}

/// A game after random moves.
fn walked<R: Rules>(rng: &mut Rng) -> Game<R> {
    let mut game = Game::new(Position::start());
    let plies = PLIES.start() + rng.below(PLIES.end() - PLIES.start() + 1);
    for _ in 0..plies {
        let moves = game.position().board().legal_moves();
        if moves.is_empty() || game.play(moves[rng.below(moves.len())]).is_err() {
            break;
        }
    }
    game
}

/// A few pieces of each side on random squares.
fn scattered<R: Rules>(rng: &mut Rng) -> Option<Position<R>> {
    let start = usize::from(R::SET.setup.rows) * R::SET.board.per_row() as usize;
    let count = 2 + rng.below((start / 2).max(1));
    // Kings are rare while there are many pieces.
    let king_in = 1 + count / 2;
    let mut squares: Vec<u8> = R::GEOMETRY.all.iter().collect();
    let mut pieces = Vec::new();
    for side in Side::BOTH {
        for _ in 0..(count + rng.below(2)).min(squares.len()) {
            let square = squares.swap_remove(rng.below(squares.len()));
            let last = R::GEOMETRY.promotion[side.index()].has(square);
            let king = last || rng.below(king_in + 1) == 0;
            pieces.push((side, if king { Piece::King } else { Piece::Man }, Square(square)));
        }
    }
    let turn = if rng.below(2) == 0 { Side::White } else { Side::Black };
    let setup = Setup { turn, pieces, crowned: None, demand: None, king_run: [None; 2] };
    Some(Position::new(setup.board().ok()?, Clocks::default()))
}

/// Whether a search sees neither side lost.
fn is_level<R: Rules>(game: &Game<R>, solo: &mut Solo<'_, R>) -> bool {
    solo.think(game).is_some_and(|thought| thought.score.0.unsigned_abs() <= LEVEL)
}
