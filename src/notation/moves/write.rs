//! The three written forms.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::path;
use crate::board::{Bits, Square};
use crate::notation::squares::{name, number_of};
use crate::position::{Board, Move};
use crate::rules::Rules;

/// The canonical long form, which no other move of the position shares: every square landed on, and the demand.
pub fn write<R: Rules>(board: &Board<R>, mv: &Move<R::Bits>) -> String {
    // A capture without a path is no move of this board; its ends are the best that can be said of it.
    let path = path::canonical(board, mv).unwrap_or_else(|| vec![mv.from, mv.to]);
    joined::<R>(&path, mv) + &demand::<R>(mv)
}

/// The short form of PDN: the ends; the long form if another legal capture has the same ends.
pub fn write_short<R: Rules>(board: &Board<R>, mv: &Move<R::Bits>) -> String {
    let rival =
        |other: &Move<R::Bits>| other.from == mv.from && other.to == mv.to && other.captured != mv.captured;
    if board.legal_moves().iter().any(rival) {
        return write(board, mv);
    }
    joined::<R>(&[mv.from, mv.to], mv) + &demand::<R>(mv)
}

/// The form of the Hub protocol: the ends, then everything captured in ascending order, in numbers whatever
/// the game uses. The board only tells the game.
pub fn write_hub<R: Rules>(_: &Board<R>, mv: &Move<R::Bits>) -> String {
    write_numbers::<R>(mv, number_of::<R>)
}

/// As [`write_hub`], each square with the number that `number` gives it.
pub(in crate::notation) fn write_numbers<R: Rules>(
    mv: &Move<R::Bits>,
    number: impl Fn(Square) -> usize,
) -> String {
    let mut victims: Vec<usize> = mv.captured.iter().map(|square| number(Square(square))).collect();
    victims.sort_unstable();
    let ends = [number(mv.from), number(mv.to)];
    let sign = if mv.is_capture() { "x" } else { "-" };
    let names: Vec<_> = ends.into_iter().chain(victims).map(|square| square.to_string()).collect();
    names.join(sign) + &demand::<R>(mv)
}

/// The squares with the sign between them that the game uses.
fn joined<R: Rules>(squares: &[Square], mv: &Move<R::Bits>) -> String {
    let sign = if mv.is_capture() { R::SET.capture_sign } else { '-' };
    let names: Vec<_> = squares.iter().map(|&square| name::<R>(square)).collect();
    names.join(&sign.to_string())
}

/// What the move demands of the reply.
fn demand<R: Rules>(mv: &Move<R::Bits>) -> String {
    if !mv.demand.is_some() {
        return String::new();
    }
    format!("[{}x{}]", name::<R>(mv.demand.capturer), name::<R>(mv.demand.victim))
}
