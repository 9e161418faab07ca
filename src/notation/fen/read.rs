//! The reader of every dialect.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::error::FenError;
use super::extensions::Extensions;
use super::hub;
use super::span::Span;
use super::write::write;
use crate::board::{Bits, Piece, Side, Square};
use crate::notation::squares;
use crate::position::{Position, Setup};
use crate::rules::{Rules, SquareNames};

/// Reads a position; see the [module](super) for what is understood.
///
/// # Errors
/// Says what is wrong and where.
pub fn read<R: Rules>(text: &str) -> Result<Position<R>, FenError> {
    let text = unwrapped(Span::whole(text));
    if text.text.is_empty() {
        return Err(FenError::Empty);
    }
    if !text.text.contains([':', ',']) {
        if hub::looks_like::<R>(text.text) {
            return hub::read(text);
        }
        return Err(FenError::Form { word: text.word(), example: write(&Position::<R>::start()) });
    }
    let mut reader = Reader::<R>::default();
    let mut fields = text.split(':').map(Span::without_dot);
    let turn = turn::<R>(fields.next().unwrap_or(text))?;
    for field in fields.filter(|field| !field.text.is_empty()) {
        reader.field(turn, field)?;
    }
    reader.finish(turn)
}

/// The text without `[FEN "` and `"]`, slashes, quotes and blanks around it.
fn unwrapped(text: Span<'_>) -> Span<'_> {
    let outer =
        |c: char| c.is_whitespace() || matches!(c, '[' | ']' | '"' | '\'' | '/' | '“' | '”' | '\u{feff}');
    let bare = text.trim_with(outer);
    match bare.strip_prefix("FEN") {
        Some(rest) => rest.trim_with(outer).without_dot(),
        None => bare.without_dot(),
    }
}

/// The side of a letter.
fn side(letter: char) -> Option<Side> {
    match letter.to_ascii_uppercase() {
        'W' => Some(Side::White),
        'B' => Some(Side::Black),
        _ => None,
    }
}

/// The side to move.
pub(super) fn turn<R: Rules>(field: Span<'_>) -> Result<Side, FenError> {
    match field.split_first() {
        Some(('?', rest)) if rest.text.is_empty() => Ok(R::SET.first),
        Some((letter, rest)) if rest.text.is_empty() => side(letter).ok_or(FenError::Turn(field.word())),
        _ => Err(FenError::Turn(field.word())),
    }
}

/// What has been read so far.
#[derive(Default)]
struct Reader<'a, R: Rules> {
    pieces: Vec<(Side, Piece, Square)>,
    occupied: R::Bits,
    /// For each side whether its list was read, and whether it was empty.
    lists: [Option<Emptiness>; 2],
    extensions: Extensions<'a, R>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Emptiness {
    Empty,
    Filled,
}

impl<'a, R: Rules> Reader<'a, R> {
    fn field(&mut self, turn: Side, field: Span<'a>) -> Result<(), FenError> {
        let Some((letter, rest)) = field.split_first() else { return Ok(()) };
        match side(letter) {
            Some(side) => self.list(turn, side, field, rest.trim()),
            None => self.extensions.read(field, letter, rest.trim()),
        }
    }

    fn list(&mut self, turn: Side, side: Side, field: Span<'a>, list: Span<'a>) -> Result<(), FenError> {
        let Some(before) = self.lists.get_mut(side.index()) else { return Ok(()) };
        match *before {
            Some(Emptiness::Filled) => return Err(FenError::SideTwice { side, word: field.word() }),
            // `W:W:W31…`: what looked like an empty list was the turn once more.
            Some(Emptiness::Empty) if side != turn => return Err(FenError::TurnTwice(field.word())),
            _ => {}
        }
        *before = Some(if list.text.is_empty() { Emptiness::Empty } else { Emptiness::Filled });
        // An empty word may stand last only: in a list without pieces, or behind a comma at the end.
        let mut words = list.split(',').map(Span::trim).peekable();
        while let Some(word) = words.next() {
            if !word.text.is_empty() {
                self.word(side, word)?;
            } else if words.peek().is_some() {
                return Err(FenError::NoSquare(word.word().column));
            }
        }
        Ok(())
    }

    /// One square or range, with `K` for kings.
    fn word(&mut self, side: Side, word: Span<'a>) -> Result<(), FenError> {
        let at_error = |error| FenError::Square { word: word.word(), error };
        let (piece, name) = match word.strip_prefix("K") {
            Some(rest) => (Piece::King, rest.trim()),
            None => (Piece::Man, word),
        };
        let Some((first, last)) = name.text.split_once('-') else {
            let square = squares::parse::<R>(name.text).map_err(at_error)?;
            return self.place(side, piece, square, word);
        };
        let last = last.trim();
        let last = last.strip_prefix(['K', 'k']).filter(|_| piece == Piece::King).unwrap_or(last);
        let last_number = number(last).ok_or_else(|| FenError::Range(word.word()))?;
        let first_number = number(first).ok_or_else(|| FenError::Range(word.word()))?;
        if first_number > last_number {
            return Err(FenError::Range(word.word()));
        }
        // Both ends are on the board, so the loop is short.
        squares::parse::<R>(first).map_err(at_error)?;
        squares::parse::<R>(last).map_err(at_error)?;
        for n in first_number..=last_number {
            let square = squares::parse::<R>(&n.to_string()).map_err(at_error)?;
            self.place(side, piece, square, word)?;
        }
        Ok(())
    }

    fn place(&mut self, side: Side, piece: Piece, square: Square, word: Span<'a>) -> Result<(), FenError> {
        let bit = R::Bits::bit(square.0);
        let promotion = R::GEOMETRY.promotion.get(side.index()).copied().unwrap_or_default();
        if (self.occupied & bit).any() {
            return Err(FenError::Occupied { word: word.word(), square: squares::name::<R>(square) });
        }
        if piece == Piece::Man && (promotion & bit).any() {
            let square = squares::name::<R>(square);
            return Err(FenError::ManOnPromotionRow { word: word.word(), side, square });
        }
        self.occupied |= bit;
        self.pieces.push((side, piece, square));
        Ok(())
    }

    fn finish(self, turn: Side) -> Result<Position<R>, FenError> {
        if self.lists.iter().all(Option::is_none) {
            return Err(FenError::NoPieces);
        }
        let setup = Setup { turn, pieces: self.pieces, crowned: None, demand: None, king_run: [None; 2] };
        self.extensions.position(setup)
    }
}

/// A number of a range.
fn number(text: &str) -> Option<u16> {
    let text = text.trim();
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().unwrap_or(u16::MAX))
}

/// Whether the game names its squares by numbers.
pub(super) fn is_numbered<R: Rules>() -> bool {
    matches!(R::SET.squares, SquareNames::Numbers(_))
}
