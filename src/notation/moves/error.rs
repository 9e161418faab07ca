//! What can be wrong with the text of a move.

use std::fmt;

use crate::notation::squares::SquareError;

/// Why a text is no move of the position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveError {
    /// Not even the form of a move.
    #[error("'{0}' is not a move; expected squares such as 32-28, 19x28 or d3xd5xd7")]
    Unreadable(String),
    /// A square that the board does not have.
    #[error("'{text}' is not a move: {error}")]
    Square {
        /// The move.
        text: String,
        /// What is wrong with the square.
        error: SquareError,
    },
    /// A move that the position does not have.
    #[error("'{text}' is not legal: {reason}")]
    Illegal {
        /// The move.
        text: String,
        /// Why.
        reason: Reason,
    },
    /// A text that fits several moves.
    #[error("'{text}' is ambiguous; it can be {}", alternatives(candidates))]
    Ambiguous {
        /// The move.
        text: String,
        /// The first of the moves that it can be, in the long form.
        candidates: Vec<String>,
    },
}

/// The candidates in a readable number.
fn alternatives(candidates: &[String]) -> String {
    const MOST: usize = 6;
    let shown: Vec<_> = candidates.iter().take(MOST).map(String::as_str).collect();
    let more = if candidates.len() > MOST { " …" } else { "" };
    shown.join(" or ") + more
}

/// Why a move is not legal, as far as that can be told in a few words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The side to move has no legal move.
    NoMoves,
    /// The first square is empty.
    EmptySquare(String),
    /// The piece on the first square is the opponent's.
    OpponentsPiece(String),
    /// The move takes nothing, but something must be taken.
    CaptureIsCompulsory,
    /// A certain capture was demanded: capturer and victim.
    Demanded(String, String),
    /// The piece can capture, but not so, or another capture comes first.
    NotAmongTheCaptures,
    /// The move itself is legal, what it demands of the reply is not.
    ImpossibleDemand,
    /// The piece does not move there.
    PieceDoesNotMoveSo,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMoves => f.write_str("the side to move has no legal move"),
            Self::EmptySquare(square) => write!(f, "there is no piece on {square}"),
            Self::OpponentsPiece(square) => write!(f, "the piece on {square} is not of the side to move"),
            Self::CaptureIsCompulsory => f.write_str("a capture is compulsory"),
            Self::Demanded(capturer, victim) => write!(f, "{capturer} was told to take {victim}"),
            Self::NotAmongTheCaptures => f.write_str("it is not one of the captures that are allowed here"),
            Self::ImpossibleDemand => {
                f.write_str("the move is, but what it demands of the reply is not possible")
            }
            Self::PieceDoesNotMoveSo => f.write_str("the piece cannot move there"),
        }
    }
}
