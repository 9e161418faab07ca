//! The board as a picture made of letters.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::squares;
use crate::board::{Piece, Side, Square};
use crate::position::Board;
use crate::rules::{Rules, SquareNames};

/// Draws the board as White sees it: `w` `b` men, `W` `B` kings, `.` empty playing squares. Lettered boards
/// have their ranks at the left and their files below; numbered boards the first and last number of each row
/// at the right. The last line says who is to move.
pub fn draw<R: Rules>(board: &Board<R>) -> String {
    let mut lines: Vec<String> = (0..R::SET.board.rows).map(|row| line(board, row)).collect();
    if is_lettered::<R>() {
        let files = (b'a'..).take(usize::from(R::SET.board.columns)).flat_map(|file| [' ', char::from(file)]);
        lines.push(format!("   {}", files.collect::<String>()));
    }
    lines.push(format!("{} to move\n", board.turn()));
    lines.join("\n")
}

/// Draws a number for each square that has one, `.` for the others; rows and columns as in [`draw`].
pub fn numbers<R: Rules>(value: impl Fn(Square) -> Option<i32>) -> String {
    let cell = |row, column| {
        let number = |square| value(square).map_or_else(|| ".".to_owned(), |value| value.to_string());
        format!("{:>5}", square::<R>(row, column).map_or_else(String::new, number))
    };
    let line = |row| (0..R::SET.board.columns).map(|column| cell(row, column)).collect::<Vec<_>>().concat();
    (0..R::SET.board.rows).map(line).collect::<Vec<_>>().join("\n")
}

/// The playing square in a place, if there is one.
fn square<R: Rules>(row: u8, column: u8) -> Option<Square> {
    let (shape, row, column) = (R::SET.board, i32::from(row), i32::from(column));
    shape.is_playable(row, column).then(|| Square(shape.bit_index(row, column)))
}

fn is_lettered<R: Rules>() -> bool {
    matches!(R::SET.squares, SquareNames::Letters)
}

/// A row with what stands beside it.
fn line<R: Rules>(board: &Board<R>, row: u8) -> String {
    let shape = R::SET.board;
    let squares: Vec<_> = (0..shape.columns).map(|column| square::<R>(row, column)).collect();
    let letters = squares.iter().map(|square| square.map_or(' ', |square| letter(board.piece_at(square))));
    let picture: String = letters.flat_map(|letter| [' ', letter]).collect();
    if is_lettered::<R>() {
        return format!("{:>2} {picture}", shape.rows - row);
    }
    let names: Vec<_> = squares.into_iter().flatten().map(squares::name::<R>).collect();
    match (names.first(), names.last()) {
        (Some(first), Some(last)) => format!("   {picture}   {first:>2}-{last}"),
        _ => picture,
    }
}

/// The letter of what stands on a square.
fn letter(piece: Option<(Side, Piece)>) -> char {
    match piece {
        None => '.',
        Some((Side::White, Piece::Man)) => 'w',
        Some((Side::Black, Piece::Man)) => 'b',
        Some((side, Piece::King)) => side.letter(),
    }
}
