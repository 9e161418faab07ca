//! Setting up positions: anything may be described, only what the rules allow becomes a board.

use super::board::{Board, Demand, KingRun};
use super::mv::MoveList;
use crate::board::{Bits, Piece, Side, Square};
use crate::rules::Rules;

/// A described position. Turn it into a board with [`Setup::board`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The side to move.
    pub turn: Side,
    /// The pieces, in any order.
    pub pieces: Vec<(Side, Piece, Square)>,
    /// Which sides (White, Black) have had a king; `None` derives it from the kings on the board.
    pub crowned: Option<[bool; 2]>,
    /// What the side to move was told to capture.
    pub demand: Option<Demand>,
    /// Runs of quiet king moves of White and Black.
    pub king_run: [Option<KingRun>; 2],
}

/// Why a described position is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The square is not one of the board.
    #[error("a piece stands outside the board")]
    OutsideBoard,
    /// Two pieces on one square.
    #[error("two pieces stand on the same square")]
    Occupied(Square),
    /// A side has more pieces than the game has.
    #[error("{0} has more than {1} pieces")]
    TooManyPieces(Side, u32),
    /// A man that should have been promoted.
    #[error("a {0} man stands on its promotion row")]
    ManOnPromotionRow(Side, Square),
    /// The side that just moved has no piece to have moved with.
    #[error("{0}, which is not to move, has no pieces")]
    NoPieces(Side),
    /// The demanded capture is not possible, or the game has no demands.
    #[error("the demanded capture is not possible")]
    ImpossibleDemand(Demand),
    /// A side owns a king but is said not to have had one.
    #[error("{0} owns a king but is marked as never having had one")]
    CrownedMismatch(Side),
}

impl Setup {
    /// The board described, with Tirana's rules for set-up positions applied (T23): a side's only piece is
    /// crowned, and who has had a king follows from the kings present unless it is given.
    ///
    /// # Errors
    /// The first defect found.
    pub fn board<R: Rules>(&self) -> Result<Board<R>, SetupError> {
        let mut board = Board::empty(self.turn);
        for &(side, piece, square) in &self.pieces {
            place(&mut board, side, piece, square)?;
        }
        check_counts(&board)?;
        if R::SET.kings_freeze {
            self.mark_crowned(&mut board)?;
        }
        if R::SET.last_man_crowns {
            board.crown_last_men();
        }
        if R::SET.king_run_limit.is_some() {
            board.king_run = self.king_run.map(|run| run.unwrap_or(KingRun::NONE));
            board.drop_void_runs();
        }
        if let Some(demand) = self.demand {
            let pairs = if R::SET.designation { board.first_jumps() } else { Vec::new() };
            if !pairs.contains(&demand) {
                return Err(SetupError::ImpossibleDemand(demand));
            }
            board.demand = demand;
        }
        Ok(board)
    }

    fn mark_crowned<R: Rules>(&self, board: &mut Board<R>) -> Result<(), SetupError> {
        for side in Side::BOTH {
            let owns_king = board.kings(side).any();
            let crowned = self.crowned.map_or(owns_king, |given| given[side.index()]);
            if owns_king && !crowned {
                return Err(SetupError::CrownedMismatch(side));
            }
            board.crowned |= u8::from(crowned) << side.index();
        }
        Ok(())
    }
}

impl<R: Rules> Board<R> {
    /// The description of this board.
    pub fn setup(&self) -> Setup {
        let pieces = R::GEOMETRY.all.iter().filter_map(|index| {
            let square = Square(index);
            self.piece_at(square).map(|(side, piece)| (side, piece, square))
        });
        Setup {
            turn: self.turn,
            pieces: pieces.collect(),
            crowned: R::SET.kings_freeze.then(|| Side::BOTH.map(|side| self.has_crowned(side))),
            demand: self.demand.is_some().then_some(self.demand),
            king_run: self.king_run.map(|run| (run.count > 0).then_some(run)),
        }
    }

    /// Whether `mv` is a legal move.
    pub fn is_legal(&self, mv: &Move<R::Bits>) -> bool {
        let mut list = MoveList::new();
        self.moves(&mut list);
        list.contains(mv)
    }
}

use super::mv::Move;

fn place<R: Rules>(board: &mut Board<R>, side: Side, piece: Piece, square: Square) -> Result<(), SetupError> {
    let bit = R::Bits::bit(square.0);
    if square.0 > 127 || (bit & R::GEOMETRY.all).is_empty() {
        return Err(SetupError::OutsideBoard);
    }
    if board.piece_at(square).is_some() {
        return Err(SetupError::Occupied(square));
    }
    match piece {
        Piece::King => board.kings |= bit,
        Piece::Man if (bit & R::GEOMETRY.promotion[side.index()]).any() => {
            return Err(SetupError::ManOnPromotionRow(side, square));
        }
        Piece::Man => {}
    }
    board.pieces[side.index()] |= bit;
    Ok(())
}

fn check_counts<R: Rules>(board: &Board<R>) -> Result<(), SetupError> {
    let most = u32::from(R::SET.setup.room) * R::SET.board.per_row() as u32;
    for side in Side::BOTH {
        if board.pieces(side).count() > most {
            return Err(SetupError::TooManyPieces(side, most));
        }
    }
    let waiting = !board.turn;
    if board.pieces(waiting).is_empty() { Err(SetupError::NoPieces(waiting)) } else { Ok(()) }
}
