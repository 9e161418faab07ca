//! One position of a game of self-play in 44 bytes.
//!
//! ```text
//!   0..27  three sets of squares, 9 bytes each: White's pieces, Black's pieces, kings
//!  27      bit 0: Black is to move; bits 1 and 2: White, Black has had a king
//!  28..30  what is demanded: capturer, victim; 255 for nothing
//!  30..34  runs of quiet king moves: square and length, White's and Black's
//!  34..36  score, centipawns, from the mover's view
//!  36      result from the mover's view: -1, 0, 1
//!  37      plies without progress, at most 255
//!  38..40  plies played in the game
//!  40..44  number of the game
//! ```
//!
//! Squares are numbered in reading order from 0, whatever a board's words look like; numbers are little-endian.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::board::{Bits, Piece, Side, Square};
use crate::position::{Board, Demand, KingRun, Setup};
use crate::rules::Rules;

/// Bytes of a record.
pub const SIZE: usize = 44;
/// Bytes of a set of squares: enough for the 72 of the largest board.
const SET: usize = 9;
/// Stands for no square.
const NOWHERE: u8 = 255;

/// What is known of a position beside the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Label {
    /// The search's score in centipawns, from the mover's view.
    pub score: i16,
    /// What became of the game, from the mover's view: -1 lost, 0 drawn, 1 won.
    pub result: i8,
    /// Plies since the last progress, at most 255.
    pub no_progress: u8,
    /// Plies played before.
    pub ply: u16,
    /// The number of the game.
    pub game: u32,
}

/// A board and its label, ready to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record(pub [u8; SIZE]);

/// Why bytes are no record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError {
    /// The position cannot be set up in this game.
    #[error("a position is impossible: {0}")]
    Position(#[from] crate::position::SetupError),
    /// The result is none.
    #[error("{0} is no result")]
    Result(i8),
}

impl Record {
    /// The record of a board.
    pub fn new<R: Rules>(board: &Board<R>, label: Label) -> Self {
        let mut bytes = Vec::with_capacity(SIZE);
        let (white, black) = (board.pieces(Side::White), board.pieces(Side::Black));
        for set in [white, black, board.kings(Side::White) | board.kings(Side::Black)] {
            bytes.extend(pack::<R>(set));
        }
        let crowned = Side::BOTH.map(|side| u8::from(board.has_crowned(side)));
        bytes.push(board.turn().index() as u8 | crowned[0] << 1 | crowned[1] << 2);
        let demand = board.demand();
        bytes.extend([demand.capturer, demand.victim].map(ordinal::<R>));
        for side in Side::BOTH {
            let run = board.king_run(side);
            let square = if run.count > 0 { ordinal::<R>(run.king) } else { NOWHERE };
            bytes.extend([square, run.count]);
        }
        bytes.extend(label.score.to_le_bytes());
        bytes.extend([label.result as u8, label.no_progress]);
        bytes.extend(label.ply.to_le_bytes());
        bytes.extend(label.game.to_le_bytes());
        let mut record = [0; SIZE];
        record.iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
        Self(record)
    }

    /// The label.
    ///
    /// # Errors
    /// If the result is none.
    pub fn label(&self) -> Result<Label, RecordError> {
        let [.., s0, s1, result, no_progress, p0, p1, g0, g1, g2, g3] = self.0;
        let result = result as i8;
        if !(-1..=1).contains(&result) {
            return Err(RecordError::Result(result));
        }
        Ok(Label {
            score: i16::from_le_bytes([s0, s1]),
            result,
            no_progress,
            ply: u16::from_le_bytes([p0, p1]),
            game: u32::from_le_bytes([g0, g1, g2, g3]),
        })
    }

    /// The same record with this result, from White's view.
    #[must_use]
    pub fn with_result(mut self, for_white: i8) -> Self {
        let black = self.0[27] & 1 != 0;
        let [.., result, _, _, _, _, _, _, _] = &mut self.0;
        *result = if black { -for_white } else { for_white } as u8;
        self
    }

    /// The board, or, if `mirrored`, the board with left and right exchanged.
    ///
    /// # Errors
    /// If there is no such position in the game.
    pub fn board<R: Rules>(&self, mirrored: bool) -> Result<Board<R>, RecordError> {
        let [white, black, kings, rest] = self.parts();
        let square = |ordinal: u8| square_at::<R>(ordinal, mirrored);
        let mut pieces = Vec::with_capacity(64);
        for (side, set) in [(Side::White, white), (Side::Black, black)] {
            for ordinal in ordinals(set) {
                let piece = if has(kings, ordinal) { Piece::King } else { Piece::Man };
                pieces.push((side, piece, square(ordinal)));
            }
        }
        let [flags, capturer, victim, runs @ ..] = rest.first_chunk::<7>().copied().unwrap_or_default();
        let run = |[king, count]: [u8; 2]| (count > 0).then_some(KingRun { king: square(king), count });
        let demanded = capturer != NOWHERE;
        let setup = Setup {
            turn: if flags & 1 == 0 { Side::White } else { Side::Black },
            pieces,
            crowned: R::SET.kings_freeze.then_some([flags & 2 != 0, flags & 4 != 0]),
            demand: demanded.then(|| Demand { capturer: square(capturer), victim: square(victim) }),
            king_run: [run([runs[0], runs[1]]), run([runs[2], runs[3]])],
        };
        Ok(setup.board()?)
    }

    /// The three sets and what follows them.
    fn parts(&self) -> [&[u8]; 4] {
        let (white, rest) = self.0.split_at(SET);
        let (black, rest) = rest.split_at(SET);
        let (kings, rest) = rest.split_at(SET);
        [white, black, kings, rest]
    }
}

fn ordinal<R: Rules>(square: Square) -> u8 {
    if square.0 == NOWHERE { NOWHERE } else { R::GEOMETRY.ordinal(square) }
}

/// The square with this number, seen in a mirror if asked for; a square outside the board if there is none.
fn square_at<R: Rules>(ordinal: u8, mirrored: bool) -> Square {
    let (ordinal, per_row) = (usize::from(ordinal), R::SET.board.per_row() as usize);
    let (before, nth) = (ordinal - ordinal % per_row, ordinal % per_row);
    let seen = if mirrored { before + per_row - 1 - nth } else { ordinal };
    R::GEOMETRY.square(seen).unwrap_or(Square(NOWHERE))
}

fn pack<R: Rules>(set: R::Bits) -> [u8; SET] {
    let mut bytes = [0; SET];
    for bit in set.iter() {
        let ordinal = usize::from(R::GEOMETRY.ordinal(Square(bit)));
        if let Some(byte) = bytes.get_mut(ordinal / 8) {
            *byte |= 1 << (ordinal % 8);
        }
    }
    bytes
}

fn has(set: &[u8], ordinal: u8) -> bool {
    set.get(usize::from(ordinal / 8)).is_some_and(|byte| byte >> (ordinal % 8) & 1 != 0)
}

fn ordinals(set: &[u8]) -> impl Iterator<Item = u8> + '_ {
    (0..(8 * SET) as u8).filter(|&ordinal| has(set, ordinal))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::position::Position;
    use crate::rules::VariantId;
    use crate::rules::variants::{Tirana, VariantVisitor, visit_variant};
    use crate::util::rng::Rng;

    const LABEL: Label = Label { score: -321, result: -1, no_progress: 7, ply: 300, game: 70_000 };

    struct Walk;
    impl VariantVisitor for Walk {
        type Output = ();
        fn visit<R: Rules>(self) {
            let mut rng = Rng::new(3);
            let mut position = Position::<R>::start();
            for _ in 0..200 {
                let board = position.board();
                let record = Record::new(board, LABEL);
                assert_eq!(record.board::<R>(false).as_ref(), Ok(board), "{:?}", R::SET.id);
                assert_eq!(record.label(), Ok(LABEL));
                let moves = board.legal_moves();
                if moves.is_empty() {
                    position = Position::start();
                } else {
                    position = position.after(&moves[rng.below(moves.len())]);
                }
            }
        }
    }

    #[test]
    fn boards_of_every_game_survive_being_written() {
        for id in VariantId::ALL {
            visit_variant(id, Walk);
        }
    }

    #[test]
    fn results_belong_to_the_mover_and_mirrors_turn_left_and_right() {
        let position = fen::read::<Tirana>("B:Wa2,Kc3:Bh7").unwrap();
        let record = Record::new(position.board(), LABEL).with_result(1);
        assert_eq!(record.label().unwrap().result, -1);
        let mirrored = fen::read::<Tirana>("B:Wh2,Kf3:Ba7").unwrap();
        let board = record.board::<Tirana>(true).unwrap();
        assert_eq!(board.pieces(Side::White), mirrored.board().pieces(Side::White));
        assert_eq!(board.kings(Side::White), mirrored.board().kings(Side::White));
    }

    #[test]
    fn bytes_that_are_no_position_are_refused() {
        assert!(Record([255; SIZE]).board::<Tirana>(false).is_err());
        assert!(Record([0; SIZE]).board::<Tirana>(false).is_err(), "no piece at all");
        assert_eq!(Record([5; SIZE]).label(), Err(RecordError::Result(5)));
    }
}
