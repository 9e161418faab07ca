//! A position: the board, its key, and the counters that draw rules look at.

use super::board::Board;
use super::game::Outcome;
use super::key::Key;
use super::mv::{Move, MoveList};
use crate::board::Side;
use crate::rules::{DrawRules, EndingRule, Progress, Rules};

/// Counters of plies, and the rules that look at them; they decide draws, never which moves are legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Clocks {
    /// Plies since the last progress; see [`Progress`].
    pub no_progress: u16,
    /// For each ending rule of the game, plies since its balance arose; 0 if it does not stand.
    pub endings: [u8; EndingRule::MAX],
    /// The number of the tag whose draw rules hold, 0 for those of the game; see [`crate::rules::Tag`].
    pub tag: u8,
}

/// A board with its key and counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<R: Rules> {
    board: Board<R>,
    key: Key,
    clocks: Clocks,
}

impl<R: Rules> Position<R> {
    /// The start position of the game.
    pub fn start() -> Self {
        Self::new(Board::start(), Clocks::default())
    }

    /// The start position under the tag with this number (from 1; 0 for the game as it is).
    pub fn start_with_tag(tag: u8) -> Self {
        let mut board = Board::start();
        if let Some(first) = R::SET.tag(tag).and_then(|tag| tag.first) {
            board.turn = first;
        }
        Self::new(board, Clocks { tag, ..Clocks::default() })
    }

    /// A position from its parts.
    pub fn new(board: Board<R>, clocks: Clocks) -> Self {
        Self { board, key: board.key(), clocks }
    }

    /// The board.
    #[inline(always)]
    pub fn board(&self) -> &Board<R> {
        &self.board
    }

    /// The side to move.
    #[inline(always)]
    pub fn turn(&self) -> Side {
        self.board.turn
    }

    /// The hash key of the board.
    #[inline(always)]
    pub fn key(&self) -> Key {
        self.key
    }

    /// The draw counters.
    #[inline(always)]
    pub fn clocks(&self) -> Clocks {
        self.clocks
    }

    /// The draw rules that hold.
    #[inline(always)]
    pub fn draws(&self) -> &'static DrawRules {
        const { &R::SET }.draws_of(self.clocks.tag)
    }

    /// The position after a legal move.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, mv: &Move<R::Bits>) -> Self {
        let board = self.board.after(mv);
        let key = self.board.key_after(self.key, &board);
        let no_progress = if self.is_progress(mv) { 0 } else { self.clocks.no_progress.saturating_add(1) };
        let endings = self.count_endings(&board);
        Self { board, key, clocks: Clocks { no_progress, endings, tag: self.clocks.tag } }
    }

    /// Whether a move is progress. No earlier position can come again after progress.
    #[inline(always)]
    pub fn is_progress(&self, mv: &Move<R::Bits>) -> bool {
        if mv.is_capture() || mv.promotes() {
            return true;
        }
        if matches!(self.draws().progress, Progress::Promotion) {
            return false;
        }
        // A sideways man move stays on its row (A34); on diagonal boards there is none.
        let sideways =
            R::SET.men_move.has(2, true) && R::GEOMETRY.place(mv.from).0 == R::GEOMETRY.place(mv.to).0;
        !mv.is_king_move() && !sideways
    }

    /// The result, if the game is over for a reason that lies in this position alone: everything but repetition.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = self.board.won_by_first_king() {
            return Some(outcome);
        }
        let mut scratch = MoveList::new();
        if self.board.count_moves(&mut scratch) == 0 {
            return Some(self.board.outcome_without_moves());
        }
        self.drawn_by_rule().map(Outcome::Draw)
    }
}
