//! What can be wrong with the text of a position.

use std::fmt;

use crate::board::Side;
use crate::notation::squares::SquareError;
use crate::position::SetupError;

/// A word of the text and where it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// The word, shortened if it is very long.
    pub text: String,
    /// Its first character, counted from 1.
    pub column: usize,
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' (column {})", self.text, self.column)
    }
}

/// Why a text is no position of the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenError {
    /// Nothing there.
    #[error("the position is empty")]
    Empty,
    /// Nothing that looks like a position.
    #[error("{word} is no position; expected the side to move and the pieces, such as {example}")]
    Form {
        /// The text.
        word: Word,
        /// The start position of the game.
        example: String,
    },
    /// The first field is not a side to move.
    #[error("{0} is not a side to move; expected W, B or ?")]
    Turn(Word),
    /// The turn is given twice and not the same.
    #[error("{0} contradicts the side to move given before")]
    TurnTwice(Word),
    /// No side has a list of pieces.
    #[error("there are no pieces; expected lists of pieces such as W31,K32 and B1-20")]
    NoPieces,
    /// Two lists for one side.
    #[error("{word}: the pieces of {side} were given before")]
    SideTwice {
        /// The side.
        side: Side,
        /// The second list.
        word: Word,
    },
    /// A field that begins with no known letter.
    #[error("{0} is neither a list of pieces nor an extension that this game has")]
    UnknownField(Word),
    /// A word in a list of pieces that is no square.
    #[error("{word}: {error}")]
    Square {
        /// The word.
        word: Word,
        /// What is wrong with it.
        error: SquareError,
    },
    /// A comma with no square before it.
    #[error("no square stands before the comma in column {0}")]
    NoSquare(usize),
    /// A range whose end comes before its start, or that is not made of numbers.
    #[error("{0} is not a range of squares; expected numbers, the smaller first")]
    Range(Word),
    /// Two pieces on one square.
    #[error("{word}: a piece already stands on {square}")]
    Occupied {
        /// The word.
        word: Word,
        /// The square.
        square: String,
    },
    /// A man that would have been crowned.
    #[error("{word}: a {side} man cannot stand on its promotion row, on {square}")]
    ManOnPromotionRow {
        /// The word.
        word: Word,
        /// Whose man.
        side: Side,
        /// Where it stands.
        square: String,
    },
    /// An extension that makes no sense.
    #[error("{word}: {why}")]
    Extension {
        /// The extension.
        word: Word,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A Hub string of the wrong length.
    #[error(
        "a position in one word must have {expected} characters here, the side to move and each square; this has {found}"
    )]
    HubLength {
        /// The right length.
        expected: usize,
        /// The length found.
        found: usize,
    },
    /// A letter that is no piece in a Hub string.
    #[error("{0} is not one of w, b, W, B and e")]
    HubCharacter(Word),
    /// The pieces are no position of the game.
    #[error(transparent)]
    Setup(#[from] SetupError),
}
