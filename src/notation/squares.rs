//! Names of squares: letters (`a1` at White's bottom left) or numbers, as the game has it.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::shortened;
use crate::board::{Dir, Square};
use crate::rules::{Numbering, Rules, SquareNames};

/// Why a text is no square of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SquareError {
    /// Neither a number nor a letter with a number.
    #[error("'{0}' is not a square")]
    Unreadable(String),
    /// A number or a letter beyond the board.
    #[error("the square {name} is not on the board, which has squares {first} to {last}")]
    OutsideBoard {
        /// What was read.
        name: String,
        /// The first square in the style of the text.
        first: String,
        /// The last square in the style of the text.
        last: String,
    },
    /// A square of the colour that is not played on.
    #[error("the square {0} is not played on")]
    NotPlayed(String),
}

/// The name of a square; `?` for a square that the board does not have.
pub fn name<R: Rules>(square: Square) -> String {
    let ordinal = usize::from(R::GEOMETRY.ordinal(square));
    if ordinal >= R::SET.board.squares() {
        return "?".to_owned();
    }
    match R::SET.squares {
        SquareNames::Letters => letters::<R>(square),
        SquareNames::Numbers(Numbering::TopLeft) => (ordinal + 1).to_string(),
        SquareNames::Numbers(Numbering::BottomRight) => (R::SET.board.squares() - ordinal).to_string(),
    }
}

/// The number of a square, whatever the game uses; on lettered boards from 1 at the top left, row by row.
pub fn number_of<R: Rules>(square: Square) -> usize {
    let ordinal = usize::from(R::GEOMETRY.ordinal(square));
    match R::SET.squares {
        SquareNames::Numbers(Numbering::BottomRight) => R::SET.board.squares().saturating_sub(ordinal),
        _ => ordinal + 1,
    }
}

/// The square of a number, as [`number_of`] counts.
pub fn by_number<R: Rules>(number: usize) -> Option<Square> {
    let count = R::SET.board.squares();
    let ordinal = match R::SET.squares {
        SquareNames::Numbers(Numbering::BottomRight) => count.checked_sub(number)?,
        _ => number.checked_sub(1)?,
    };
    R::GEOMETRY.square(ordinal)
}

/// The name in letters, whatever the game uses.
fn letters<R: Rules>(square: Square) -> String {
    let (row, column) = R::GEOMETRY.place(square);
    let letter = char::from(b'a'.saturating_add(column));
    format!("{letter}{}", R::SET.board.rows.saturating_sub(row))
}

/// Reads the name of a square. Both styles are understood in every game: letters on numbered boards, and on
/// lettered boards numbers from 1 at the top left, row by row. Upper case and leading zeros do not matter.
///
/// # Errors
/// If the text is no square of this board.
pub fn parse<R: Rules>(text: &str) -> Result<Square, SquareError> {
    let text = text.trim();
    let unreadable = || SquareError::Unreadable(shortened(text));
    match text.chars().next().ok_or_else(unreadable)? {
        '0'..='9' => numbered::<R>(text, number(text).ok_or_else(unreadable)?),
        letter @ ('a'..='z' | 'A'..='Z') => {
            let rank = text.get(1..).and_then(number).ok_or_else(unreadable)?;
            lettered::<R>(text, letter.to_ascii_lowercase(), rank)
        }
        _ => Err(unreadable()),
    }
}

/// A plain decimal number, small enough to be a square.
fn number(digits: &str) -> Option<usize> {
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    // More digits than any board needs are a number all the same, so that it is called outside the board.
    plain.then(|| digits.parse().unwrap_or(usize::MAX))
}

fn numbered<R: Rules>(text: &str, number: usize) -> Result<Square, SquareError> {
    let count = R::SET.board.squares();
    let outside = || SquareError::OutsideBoard {
        name: shortened(text),
        first: "1".to_owned(),
        last: count.to_string(),
    };
    if number == 0 || number > count {
        return Err(outside());
    }
    by_number::<R>(number).ok_or_else(outside)
}

fn lettered<R: Rules>(text: &str, letter: char, rank: usize) -> Result<Square, SquareError> {
    let shape = R::SET.board;
    let column = usize::from(letter as u8 - b'a');
    let (columns, rows) = (usize::from(shape.columns), usize::from(shape.rows));
    if column >= columns || rank == 0 || rank > rows {
        let last = char::from(b'a'.saturating_add(shape.columns.saturating_sub(1)));
        return Err(SquareError::OutsideBoard {
            name: shortened(text),
            first: "a1".to_owned(),
            last: format!("{last}{rows}"),
        });
    }
    let (row, column) = ((rows - rank) as i32, column as i32);
    if shape.is_playable(row, column) {
        Ok(Square(shape.bit_index(row, column)))
    } else {
        Err(SquareError::NotPlayed(shortened(text)))
    }
}

/// The squares of a line, from the one next to `from` in the direction `d` to the edge.
pub(super) fn line<R: Rules>(from: Square, d: usize) -> Vec<Square> {
    use crate::board::Bits;
    let Some(&ray) = R::GEOMETRY.rays.get(from.index()).and_then(|rays| rays.get(d)) else {
        return Vec::new();
    };
    let mut squares: Vec<Square> = ray.iter().map(Square).collect();
    // Ray sets come lowest first; northward and westward lines run the other way.
    if matches!(Dir::ALL.get(d), Some(Dir::North | Dir::NorthEast | Dir::West | Dir::NorthWest)) {
        squares.reverse();
    }
    squares
}
