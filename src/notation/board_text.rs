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
    let shape = R::SET.board;
    let lettered = matches!(R::SET.squares, SquareNames::Letters);
    let mut text = String::new();
    for row in 0..shape.rows {
        let margin = if lettered { format!("{:>2} ", shape.rows - row) } else { "   ".to_owned() };
        text.push_str(&margin);
        let mut names = Vec::new();
        for column in 0..shape.columns {
            let (r, c) = (i32::from(row), i32::from(column));
            text.push(' ');
            if shape.is_playable(r, c) {
                let square = Square(shape.bit_index(r, c));
                text.push(letter(board.piece_at(square)));
                names.push(squares::name::<R>(square));
            } else {
                text.push(' ');
            }
        }
        if let (false, Some(first), Some(last)) = (lettered, names.first(), names.last()) {
            text.push_str(&format!("   {first:>2}-{last}"));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    if lettered {
        let files = (0..shape.columns).map(|column| format!(" {}", char::from(b'a' + column)));
        text.push_str(&format!("   {}\n", files.collect::<String>()));
    }
    text.push_str(&format!("{} to move\n", board.turn()));
    text
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
