//! A game: the positions played through, and how it ended.

use std::fmt;

use super::mv::{Move, MoveList};
use super::position::Position;
use crate::board::Side;
use crate::rules::Rules;
use crate::rules::set::Source;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// One side won.
    Win {
        /// Which.
        winner: Side,
        /// Why.
        reason: WinReason,
    },
    /// Nobody won.
    Draw(DrawReason),
}

/// Why a game was won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WinReason {
    /// The side to move has no piece left.
    NoPieces,
    /// The side to move has pieces but no legal move.
    NoMoves,
    /// A side got the first king.
    FirstKing,
}

/// Why a game was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawReason {
    /// The position stood on the board `times` times.
    Repetition {
        /// Occurrences.
        times: u8,
        /// Article or ruling.
        source: Source,
    },
    /// Nobody made progress for `plies` plies.
    NoProgress {
        /// The limit.
        plies: u16,
        /// Article or ruling.
        source: Source,
    },
    /// An ending was not won within `plies` plies.
    Ending {
        /// The limit.
        plies: u8,
        /// Article or ruling.
        source: Source,
    },
    /// One piece against one piece.
    OneEach {
        /// Article or ruling.
        source: Source,
    },
}

impl Outcome {
    /// The result as PDN writes it in games with default results: `1-0` if White won.
    pub fn result(self) -> &'static str {
        match self {
            Self::Win { winner: Side::White, .. } => "1-0",
            Self::Win { winner: Side::Black, .. } => "0-1",
            Self::Draw(_) => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Win { winner, reason: WinReason::NoPieces } => write!(f, "{winner} wins: no pieces left"),
            Self::Win { winner, reason: WinReason::NoMoves } => write!(f, "{winner} wins: no legal move"),
            Self::Win { winner, reason: WinReason::FirstKing } => write!(f, "{winner} wins: first king"),
            Self::Draw(reason) => write!(f, "draw: {reason}"),
        }
    }
}

impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Repetition { times, source } => write!(f, "position repeated {times} times ({source})"),
            Self::NoProgress { plies, source } => write!(f, "no progress in {plies} plies ({source})"),
            Self::Ending { plies, source } => write!(f, "ending not won in {plies} plies ({source})"),
            Self::OneEach { source } => write!(f, "one piece each ({source})"),
        }
    }
}

/// A start position and the moves played from it, with every position between.
#[derive(Clone, Debug)]
pub struct Game<R: Rules> {
    positions: Vec<Position<R>>,
    moves: Vec<Move<R::Bits>>,
}

/// A move that is not legal where it was to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the move is not legal in this position")]
pub struct IllegalMove;

impl<R: Rules> Game<R> {
    /// A game that begins with `start`.
    pub fn new(start: Position<R>) -> Self {
        Self { positions: vec![start], moves: Vec::new() }
    }

    /// The present position.
    ///
    /// # Panics
    /// Never: a game always has its start position.
    pub fn position(&self) -> &Position<R> {
        self.positions.last().expect("a game has a start position")
    }

    /// All positions, the start position first.
    pub fn positions(&self) -> &[Position<R>] {
        &self.positions
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move<R::Bits>] {
        &self.moves
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is not legal; nothing changes then.
    pub fn play(&mut self, mv: Move<R::Bits>) -> Result<(), IllegalMove> {
        let mut legal = MoveList::new();
        self.position().board().moves(&mut legal);
        if !legal.contains(&mv) {
            return Err(IllegalMove);
        }
        self.positions.push(self.position().after(&mv));
        self.moves.push(mv);
        Ok(())
    }

    /// Takes back the last move; `false` if there is none.
    pub fn take_back(&mut self) -> bool {
        let taken = self.moves.pop().is_some();
        if taken {
            self.positions.pop();
        }
        taken
    }

    /// How often the present position has stood on the board, this time included.
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        // Nothing before the last progress can be equal, so only that stretch is looked at.
        let reversible = usize::from(now.clocks().no_progress) + 1;
        self.positions
            .iter()
            .rev()
            .take(reversible)
            .filter(|position| position.board() == now.board())
            .count()
    }

    /// The result, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        let outcome = self.position().outcome();
        if outcome.is_some() {
            return outcome;
        }
        let (times, source) = self.position().draws().repetition?;
        (self.occurrences() >= usize::from(times))
            .then_some(Outcome::Draw(DrawReason::Repetition { times, source }))
    }
}
