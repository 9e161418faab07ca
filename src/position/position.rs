//! A position: the board, its key, and the counters that draw rules look at.

use super::board::Board;
use super::game::{DrawReason, Outcome, WinReason};
use super::key::Key;
use super::mv::{Move, MoveList};
use crate::board::{Bits, Side};
use crate::rules::{EndingRule, MaterialTest, Objective, OneEach, Rules};

/// Counters of plies; they decide draws, never which moves are legal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Clocks {
    /// Plies since the last progress: a capture, a promotion or a forward man move (A34).
    pub no_progress: u16,
    /// For each ending rule of the game, plies since its balance arose; 0 if it does not stand.
    pub endings: [u8; EndingRule::MAX],
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

    /// The position after a legal move.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, mv: &Move<R::Bits>) -> Self {
        let board = self.board.after(mv);
        let key = self.board.key_after(self.key, &board);
        let no_progress = if self.is_progress(mv) { 0 } else { self.clocks.no_progress.saturating_add(1) };
        let endings = Self::count_endings(&board, self.clocks.endings, &self.board);
        Self { board, key, clocks: Clocks { no_progress, endings } }
    }

    /// Whether a move can never be taken back by later ones: no earlier position can come again after it.
    #[inline(always)]
    pub fn is_progress(&self, mv: &Move<R::Bits>) -> bool {
        if mv.is_capture() || mv.promotes() {
            return true;
        }
        // A sideways man move stays on its row (A34); on diagonal boards there is none.
        let sideways =
            R::SET.men_move.has(2, true) && R::GEOMETRY.place(mv.from).0 == R::GEOMETRY.place(mv.to).0;
        !mv.is_king_move() && !sideways
    }

    #[inline(always)]
    fn count_endings(
        board: &Board<R>,
        before: [u8; EndingRule::MAX],
        previous: &Board<R>,
    ) -> [u8; EndingRule::MAX] {
        let mut counts = [0; EndingRule::MAX];
        let rules = R::SET.draws.endings;
        if rules.is_empty() || (board.pieces[0] | board.pieces[1]).count() > 7 {
            return counts;
        }
        for ((count, rule), before) in counts.iter_mut().zip(rules).zip(before) {
            if board.satisfies(rule.when) && previous.satisfies(rule.when) {
                *count = before.saturating_add(1);
            }
        }
        counts
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

    /// The draw rule that ends the game here, repetition excepted. To be asked only if the side to move has a
    /// legal move, since a win on the last ply of a count is a win (field case A31).
    #[inline(always)]
    pub fn drawn_by_rule(&self) -> Option<DrawReason> {
        let draws = &R::SET.draws;
        if let Some((plies, source)) = draws.no_progress
            && self.clocks.no_progress >= plies
        {
            return Some(DrawReason::NoProgress { plies, source });
        }
        for (rule, &count) in draws.endings.iter().zip(&self.clocks.endings) {
            if count >= rule.plies {
                return Some(DrawReason::Ending { plies: rule.plies, source: rule.source });
            }
        }
        self.board.drawn_one_each()
    }
}

impl<R: Rules> Board<R> {
    /// The draw with one piece each.
    #[inline(always)]
    fn drawn_one_each(&self) -> Option<DrawReason> {
        let rule = R::SET.draws.one_each;
        if matches!(rule, OneEach::PlayOn) || self.pieces.iter().any(|pieces| pieces.count() != 1) {
            return None;
        }
        let drawn = match rule {
            OneEach::PlayOn => false,
            OneEach::Draw => true,
            OneEach::DrawIfKingsWithoutCapture => self.kings.count() == 2 && !self.can_capture(),
        };
        drawn.then_some(DrawReason::OneEach { source: R::SET.draws.one_each_source })
    }

    /// The result of a side having got its first king, in games where that wins.
    fn won_by_first_king(&self) -> Option<Outcome> {
        if !self.first_king_made() {
            return None;
        }
        let winner = if self.kings(Side::White).any() { Side::White } else { Side::Black };
        Some(Outcome::Win { winner, reason: WinReason::FirstKing })
    }

    /// The result when the side to move has no legal move.
    pub fn outcome_without_moves(&self) -> Outcome {
        if let Some(outcome) = self.won_by_first_king() {
            return outcome;
        }
        let stuck = self.turn;
        let reason = if self.pieces(stuck).is_empty() { WinReason::NoPieces } else { WinReason::NoMoves };
        let winner = if matches!(R::SET.objective, Objective::Misere) { stuck } else { !stuck };
        Outcome::Win { winner, reason }
    }

    /// Whether the material on the board passes a test.
    #[inline(always)]
    fn satisfies(&self, test: MaterialTest) -> bool {
        let count = |side: Side| (self.men(side).count() as u8, self.kings(side).count() as u8);
        let ((white_men, white_kings), (black_men, black_kings)) = (count(Side::White), count(Side::Black));
        let lone = |men, kings| men == 0 && kings == 1;
        match test {
            MaterialTest::LoneKingAgainst { least, most } => {
                let other = |men, kings| kings >= 1 && (least..=most).contains(&(men + kings));
                lone(white_men, white_kings) && other(black_men, black_kings)
                    || lone(black_men, black_kings) && other(white_men, white_kings)
            }
            MaterialTest::LoneKingAgainstKings { least, most } => {
                let other = |men, kings| men == 0 && (least..=most).contains(&kings);
                lone(white_men, white_kings) && other(black_men, black_kings)
                    || lone(black_men, black_kings) && other(white_men, white_kings)
            }
            MaterialTest::BothHaveKings { least, most } => {
                let all = white_men + white_kings + black_men + black_kings;
                white_kings > 0 && black_kings > 0 && (least..=most).contains(&all)
            }
        }
    }
}
