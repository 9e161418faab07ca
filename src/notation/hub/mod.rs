//! The text of the Hub protocol: its lines, and positions and moves in its numbers.
//!
//! In Hub a position is a letter per square, and moves name squares by number. Scan's rule is that both number
//! alike: the n-th letter is the square that moves call n. For numbered games that is the game's own number, for
//! lettered games row by row from the top left (a8 is 1, b8 is 2). One client, pydraughts, mixes two numberings;
//! see [`Numbering::Pydraughts`].

mod line;

pub use line::{Line, quoted, real};

use super::fen::{self, FenError};
use super::moves::{self, MoveError};
use super::squares;
use crate::board::{Side, Square};
use crate::position::{Board, Move, Position};
use crate::rules::{Rules, SquareNames};

/// How squares are numbered in the Hub protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Numbering {
    /// Positions and moves number alike.
    #[default]
    Scan,
    /// As pydraughts does it. Positions are seen by the side that begins, which is always called White: in
    /// English draughts the board is turned round and the colours are exchanged. Moves are in the game's own
    /// numbers, and in lettered games count from a1, row by row upwards.
    Pydraughts,
}

impl Numbering {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Scan, Self::Pydraughts];

    /// The name that users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scan => "scan",
            Self::Pydraughts => "pydraughts",
        }
    }
}

/// Whether positions are turned round with their colours exchanged.
fn is_turned<R: Rules>(numbering: Numbering) -> bool {
    numbering == Numbering::Pydraughts && R::SET.first == Side::Black
}

/// Whether moves count from the bottom left.
fn counts_upwards<R: Rules>(numbering: Numbering) -> bool {
    numbering == Numbering::Pydraughts && matches!(R::SET.squares, SquareNames::Letters)
}

/// Reads the position string of `pos`.
///
/// # Errors
/// Says what is wrong and where.
pub fn read_position<R: Rules>(text: &str, numbering: Numbering) -> Result<Position<R>, FenError> {
    if is_turned::<R>(numbering) { fen::read_hub(&turned(text)) } else { fen::read_hub(text) }
}

/// A position string seen from the other side: colours exchanged, squares in the opposite order.
fn turned(text: &str) -> String {
    let exchanged = |letter| match letter {
        'w' => 'b',
        'W' => 'B',
        'b' => 'w',
        'B' => 'W',
        other => other,
    };
    let mut letters = text.chars().map(exchanged);
    let turn = letters.next();
    let squares: Vec<char> = letters.collect();
    turn.into_iter().chain(squares.into_iter().rev()).collect()
}

/// Reads a move.
///
/// # Errors
/// As [`moves::read`].
pub fn read_move<R: Rules>(
    board: &Board<R>,
    text: &str,
    numbering: Numbering,
) -> Result<Move<R::Bits>, MoveError> {
    if counts_upwards::<R>(numbering) {
        moves::read(board, &flipped::<R>(text))
    } else {
        moves::read(board, text)
    }
}

/// The text of a move with every number that is a square counted from the other end of the board.
fn flipped<R: Rules>(text: &str) -> String {
    let mut out = String::new();
    for part in text.split_inclusive(|c: char| !c.is_ascii_digit()) {
        let digits = part.trim_end_matches(|c: char| !c.is_ascii_digit());
        let square = digits.parse().ok().and_then(flip::<R>);
        match square {
            Some(number) => out.push_str(&number.to_string()),
            None => out.push_str(digits),
        }
        out.push_str(part.get(digits.len()..).unwrap_or_default());
    }
    out
}

/// The number of the square that counts `number` from the other end: rows exchanged, columns kept.
fn flip<R: Rules>(number: usize) -> Option<usize> {
    let per_row = R::SET.board.per_row() as usize;
    let rows = usize::from(R::SET.board.rows);
    let ordinal = number.checked_sub(1)?;
    let row = rows.checked_sub(1 + ordinal / per_row)?;
    Some(row * per_row + ordinal % per_row + 1)
}

/// Writes a move: the ends, then everything captured, in ascending order.
pub fn write_move<R: Rules>(mv: &Move<R::Bits>, numbering: Numbering) -> String {
    let own = squares::number_of::<R>;
    let upwards = |square: Square| flip::<R>(own(square)).unwrap_or_default();
    if counts_upwards::<R>(numbering) {
        moves::write_numbers::<R>(mv, upwards)
    } else {
        moves::write_numbers::<R>(mv, own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variants::{English, Italian, Turkish};

    /// The start positions and first moves that pydraughts 0.6.7 sends.
    #[test]
    fn the_numbers_of_pydraughts() {
        fn plays<R: Rules>(pos: &str, text: &[&str]) {
            let mut board = *read_position::<R>(pos, Numbering::Pydraughts).unwrap().board();
            assert_eq!(board, Board::start());
            for text in text {
                let mv = read_move(&board, text, Numbering::Pydraughts).unwrap();
                assert_eq!(write_move::<R>(&mv, Numbering::Pydraughts), *text);
                board = board.after(&mv);
            }
        }
        let small = format!("W{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12));
        plays::<Italian>(&small, &["21-17", "9-13"]);
        plays::<English>(&small, &["12-16", "24-20"]);
        let full = format!("W{0}{1}{0}{0}{2}{0}", "e".repeat(8), "b".repeat(16), "w".repeat(16));
        plays::<Turkish>(&full, &["17-25", "41-33"]);
    }

    #[test]
    fn scans_rule_numbers_alike() {
        let small = format!("B{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12));
        let board = *read_position::<English>(&small, Numbering::Scan).unwrap().board();
        let mv = read_move(&board, "12-16", Numbering::Scan).unwrap();
        assert_eq!(write_move::<English>(&mv, Numbering::Scan), "12-16");
        let full = format!("W{0}{1}{0}{0}{2}{0}", "e".repeat(8), "b".repeat(16), "w".repeat(16));
        let board = *read_position::<Turkish>(&full, Numbering::Scan).unwrap().board();
        let mv = read_move(&board, "a3-a4", Numbering::Scan).unwrap();
        assert_eq!(write_move::<Turkish>(&mv, Numbering::Scan), "41-33");
        assert_eq!(read_move(&board, "41-33", Numbering::Scan), Ok(mv));
    }

    /// Field case C5: the mixed numbering is no position of English draughts, and that is said.
    #[test]
    fn the_mixed_numbering_is_an_error_unless_asked_for() {
        let small = format!("W{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12));
        let board = *read_position::<English>(&small, Numbering::Scan).unwrap().board();
        assert!(read_move(&board, "12-16", Numbering::Scan).is_err(), "there it is Black's move");
    }
}
