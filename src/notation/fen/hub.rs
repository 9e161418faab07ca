//! The position string of the Hub protocol: the side to move and a letter for each square, in the order of the
//! squares' numbers.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::error::FenError;
use super::read::turn;
use super::span::Span;
use crate::board::{Piece, Side};
use crate::notation::squares;
use crate::position::{Board, Clocks, Position, Setup};
use crate::rules::Rules;

/// Whether a text is meant to be such a string: one word that has its letters, or as many as it must have.
pub(super) fn looks_like<R: Rules>(text: &str) -> bool {
    let letters = |text: &str| text.chars().all(|c| matches!(c, 'w' | 'W' | 'b' | 'B' | 'e' | 'E' | '?'));
    let length = || text.chars().count() == R::SET.board.squares() + 1;
    !text.contains(char::is_whitespace) && (letters(text) || length())
}

/// Reads the string.
pub(super) fn read<R: Rules>(text: Span<'_>) -> Result<Position<R>, FenError> {
    let expected = R::SET.board.squares() + 1;
    let found = text.text.chars().count();
    if found != expected {
        return Err(FenError::HubLength { expected, found });
    }
    let mut characters = text.characters();
    let (_, first) = characters.next().ok_or(FenError::Empty)?;
    let turn = turn::<R>(first)?;
    let mut pieces = Vec::new();
    for (number, (letter, word)) in (1..).zip(characters) {
        let (side, piece) = match letter {
            'w' => (Side::White, Piece::Man),
            'b' => (Side::Black, Piece::Man),
            'W' => (Side::White, Piece::King),
            'B' => (Side::Black, Piece::King),
            'e' => continue,
            _ => return Err(FenError::HubCharacter(word.word())),
        };
        let square = squares::by_number::<R>(number).ok_or(FenError::HubLength { expected, found })?;
        pieces.push((side, piece, square));
    }
    let setup = Setup { turn, pieces, crowned: None, demand: None, king_run: [None; 2] };
    Ok(Position::new(setup.board()?, Clocks::default()))
}

/// Reads a position string alone: nothing but that, not even blanks around it.
///
/// # Errors
/// Says what is wrong and where.
pub fn read_hub<R: Rules>(text: &str) -> Result<Position<R>, FenError> {
    read(Span::whole(text))
}

/// The Hub string of a board: placement and side to move only.
pub fn write_hub<R: Rules>(board: &Board<R>) -> String {
    let letter = |square| match board.piece_at(square) {
        None => 'e',
        Some((Side::White, Piece::Man)) => 'w',
        Some((Side::Black, Piece::Man)) => 'b',
        Some((side, Piece::King)) => side.letter(),
    };
    let squares = (1..=R::SET.board.squares()).filter_map(squares::by_number::<R>);
    std::iter::once(board.turn().letter()).chain(squares.map(letter)).collect()
}
