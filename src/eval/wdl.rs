//! What a score means for the result: the chances of win, draw and loss.
//!
//! The chance of a win is a logistic curve of the score, and that of a loss the same curve of the score negated;
//! what is left is the chance of a draw. Each game has its own curves, which shift with the number of pieces on the
//! board. They are fitted to games of the engine against itself: `scripts/fit_wdl.sh` does it anew, as is due
//! when the evaluation changes.

mod table;

use crate::board::{Bits, Side};
use crate::position::Board;
use crate::rules::{Rules, VariantId};

/// The curve of wins at one stage of the game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    /// The score, in centipawns, with which half the games are won; positive, so that draws have a chance.
    pub half: f64,
    /// By how many centipawns more the odds of a win grow e-fold.
    pub spread: f64,
}

/// The curves of a game: between them the number of pieces left decides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WdlModel {
    /// With the pieces of the start position.
    pub full: Curve,
    /// On an empty board.
    pub bare: Curve,
}

/// The chances of the side to move, per mille; they add up to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// That it wins.
    pub win: u32,
    /// That nobody wins.
    pub draw: u32,
    /// That it loses.
    pub loss: u32,
}

impl WdlModel {
    /// The model of a game; games that have not been fitted share one.
    pub fn of(id: VariantId) -> Self {
        let fitted = table::FITTED.iter().find(|(game, _)| *game == id);
        fitted.map_or(table::OTHERS, |&(_, model)| model)
    }

    /// The chances of win, draw and loss for a side with a score in centipawns, when `left` of the pieces, 0 to 1,
    /// are still on the board.
    pub fn chances(&self, score: f64, left: f64) -> [f64; 3] {
        let between = |bare: f64, full: f64| bare + (full - bare) * left;
        let half = between(self.bare.half, self.full.half);
        let spread = between(self.bare.spread, self.full.spread);
        let above = |score: f64| 1.0 / (1.0 + ((half - score) / spread).exp());
        let (win, loss) = (above(score), above(-score));
        [win, 1.0 - win - loss, loss]
    }
}

/// The part of the pieces of the start position that are left on a board, 0 to 1.
pub fn pieces_left<R: Rules>(board: &Board<R>) -> f64 {
    let start = i32::from(R::SET.setup.rows) * R::SET.board.per_row() * 2;
    let left = (board.pieces(Side::White) | board.pieces(Side::Black)).count();
    // Some games may be set up with more pieces than they begin with.
    (f64::from(left) / f64::from(start)).min(1.0)
}

impl Wdl {
    /// A certain win of the side to move.
    pub const WIN: Self = Self { win: 1000, draw: 0, loss: 0 };
    /// A certain loss.
    pub const LOSS: Self = Self { win: 0, draw: 0, loss: 1000 };

    /// The chances in a position with a score in centipawns from the view of its side to move.
    pub fn of<R: Rules>(board: &Board<R>, score: i32) -> Self {
        let [win, _, loss] = WdlModel::of(R::SET.id).chances(score.into(), pieces_left(board));
        let [win, loss] = [win, loss].map(|chance| (1000.0 * chance).round() as u32);
        // Both may have been rounded up.
        let loss = loss.min(1000 - win);
        Self { win, draw: 1000 - win - loss, loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variants::{English, International};

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        let board = Board::<International>::start();
        let scores: Vec<i32> = (-20_000..=20_000).step_by(50).collect();
        let all: Vec<Wdl> = scores.iter().map(|&score| Wdl::of(&board, score)).collect();
        assert!(all.iter().all(|wdl| wdl.win + wdl.draw + wdl.loss == 1000));
        assert!(all.is_sorted_by_key(|wdl| wdl.win) && all.iter().rev().is_sorted_by_key(|wdl| wdl.loss));
        assert_eq!((all[0], all[all.len() - 1]), (Wdl::LOSS, Wdl::WIN));
    }

    #[test]
    fn both_sides_are_treated_alike() {
        let board = Board::<English>::start();
        for score in [0, 1, 37, 250, 900] {
            let (ours, theirs) = (Wdl::of(&board, score), Wdl::of(&board, -score));
            assert_eq!((ours.win, ours.draw, ours.loss), (theirs.loss, theirs.draw, theirs.win));
        }
    }

    #[test]
    fn every_model_is_one() {
        for id in VariantId::ALL {
            let WdlModel { full, bare } = WdlModel::of(id);
            for Curve { half, spread } in [full, bare] {
                assert!(half > 0.0 && spread > 0.0, "{id}");
            }
        }
        let games: Vec<_> = table::FITTED.iter().map(|(id, _)| id).collect();
        assert!(games.iter().enumerate().all(|(n, id)| !games[..n].contains(id)), "a game is there twice");
    }
}
