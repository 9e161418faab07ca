//! One reader for all dialects.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::error::{MoveError, Reason};
use super::path;
use super::text::{self, MoveText};
use super::write::write;
use crate::board::{Bits, Square};
use crate::notation::{shortened, squares};
use crate::position::{Board, Move, MoveList};
use crate::rules::Rules;

/// The most moves that an error names: some positions have thousands.
const MOST_NAMED: usize = 12;

/// Reads a move of the position: long, short and Hub form, partial paths, captures as origin and victims
/// (`f3xf4xe5`), any separator, letters without one (`a3a4`), four digits (`3228`). Which sign stands between
/// the squares does not matter.
///
/// The readings are tried in this order, and the first that fits a move decides: the squares landed on; the
/// ends and everything captured; some of the squares landed on (so also the ends alone); origin and everything
/// captured.
///
/// # Errors
/// If the text is no move, no legal one, or could be several different ones.
pub fn read<R: Rules>(board: &Board<R>, text: &str) -> Result<Move<R::Bits>, MoveError> {
    let parts = text::split::<R>(text)?;
    let legal = board.legal_moves();
    let candidates: Vec<_> = legal.iter().filter(|mv| mv.demand == parts.demand).collect();
    for fits in [path_fits::<R>, hub_fits::<R>, partial_path_fits::<R>, victims_fit::<R>] {
        let fitting: Vec<_> = candidates.iter().filter(|mv| fits(board, mv, &parts.squares)).collect();
        match fitting.as_slice() {
            [] => {}
            [mv] => return Ok(***mv),
            several => {
                let candidates = several.iter().take(MOST_NAMED).map(|mv| write(board, mv)).collect();
                return Err(MoveError::Ambiguous { text: shortened(text.trim()), candidates });
            }
        }
    }
    Err(MoveError::Illegal { text: shortened(text.trim()), reason: reason(board, &legal, &parts) })
}

/// The text names every square landed on.
fn path_fits<R: Rules>(board: &Board<R>, mv: &Move<R::Bits>, squares: &[Square]) -> bool {
    match squares {
        [from, to] if !mv.is_capture() => mv.from == *from && mv.to == *to,
        [from, rest @ ..] if ends_fit(mv, squares) => mv.from == *from && path::lands_on(board, mv, rest),
        _ => false,
    }
}

/// The text names some of the squares landed on, the last among them.
fn partial_path_fits<R: Rules>(board: &Board<R>, mv: &Move<R::Bits>, squares: &[Square]) -> bool {
    match squares {
        [_, _] => mv.is_capture() && ends_fit(mv, squares),
        [_, rest @ ..] if ends_fit(mv, squares) => path::passes(board, mv, rest),
        _ => false,
    }
}

/// The text names the ends and then everything captured, in any order.
fn hub_fits<R: Rules>(_: &Board<R>, mv: &Move<R::Bits>, squares: &[Square]) -> bool {
    match squares {
        [from, to, victims @ ..] => mv.from == *from && mv.to == *to && takes::<R>(mv, victims),
        _ => false,
    }
}

/// The text names the origin and then everything captured, as the Turkish federation writes.
fn victims_fit<R: Rules>(_: &Board<R>, mv: &Move<R::Bits>, squares: &[Square]) -> bool {
    match squares {
        [from, victims @ ..] => mv.from == *from && takes::<R>(mv, victims),
        _ => false,
    }
}

fn ends_fit<B: Bits>(mv: &Move<B>, squares: &[Square]) -> bool {
    squares.first() == Some(&mv.from) && squares.last() == Some(&mv.to)
}

/// Whether the victims, each named once, are what the move captures.
fn takes<R: Rules>(mv: &Move<R::Bits>, victims: &[Square]) -> bool {
    let set = victims.iter().fold(R::Bits::ZERO, |set, square| set | R::Bits::bit(square.0));
    mv.is_capture() && set == mv.captured && victims.len() == set.count() as usize
}

/// Why nothing fits.
fn reason<R: Rules>(board: &Board<R>, legal: &MoveList<R::Bits>, parts: &MoveText) -> Reason {
    let Some(first_legal) = legal.first() else { return Reason::NoMoves };
    let (Some(&from), Some(&to)) = (parts.squares.first(), parts.squares.last()) else {
        return Reason::PieceDoesNotMoveSo;
    };
    let name = squares::name::<R>(from);
    match board.piece_at(from) {
        None => return Reason::EmptySquare(name),
        Some((side, _)) if side != board.turn() => return Reason::OpponentsPiece(name),
        Some(_) => {}
    }
    if parts.demand.is_some() && legal.iter().any(|mv| mv.from == from && mv.to == to) {
        return Reason::ImpossibleDemand;
    }
    let demand = board.demand();
    if demand.is_some() {
        return Reason::Demanded(squares::name::<R>(demand.capturer), squares::name::<R>(demand.victim));
    }
    match (first_legal.is_capture(), parts.squares.len() == 2 && is_quiet_try(board, from, to)) {
        (true, true) => Reason::CaptureIsCompulsory,
        (true, false) => Reason::NotAmongTheCaptures,
        (false, _) => Reason::PieceDoesNotMoveSo,
    }
}

/// Whether no piece stands between two squares, so that the move can only be meant as a quiet one.
fn is_quiet_try<R: Rules>(board: &Board<R>, from: Square, to: Square) -> bool {
    let empty = board.empty_squares();
    (0..8)
        .map(|d| squares::line::<R>(from, d))
        .any(|line| line.iter().take_while(|square| empty.has(square.0)).any(|&square| square == to))
}
