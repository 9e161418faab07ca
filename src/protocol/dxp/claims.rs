//! When to give up and when to offer a draw, by score. A program says either only on its own turn.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::notation::dxp::Reason;
use crate::search::Score;

/// From which score on, and for how many of its own moves in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threshold {
    /// Hundredths of a man.
    pub score: i16,
    /// Moves in a row.
    pub moves: u32,
}

/// What is claimed by score; what the rules say is claimed in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claims {
    /// Lost by so much: resign.
    pub resign: Option<Threshold>,
    /// Neither side better by more: draw.
    pub draw: Option<Threshold>,
    /// No draws before this move.
    pub draw_from: u32,
}

impl Default for Claims {
    fn default() -> Self {
        Self {
            resign: Some(Threshold { score: 800, moves: 3 }),
            draw: Some(Threshold { score: 10, moves: 15 }),
            draw_from: 50,
        }
    }
}

/// How long things have stood so.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Streaks {
    lost: u32,
    level: u32,
}

impl Streaks {
    /// Takes in the score of a move about to be played; what to claim instead of playing it.
    pub(super) fn after(&mut self, score: Score, move_number: u32, claims: &Claims) -> Option<Reason> {
        let count = |streak: &mut u32, holds: bool| *streak = if holds { *streak + 1 } else { 0 };
        let is_lost = |threshold: Threshold| score.0 <= -threshold.score;
        let is_level = |threshold: Threshold| score.0.abs() <= threshold.score;
        count(&mut self.lost, claims.resign.is_some_and(is_lost));
        count(&mut self.level, claims.draw.is_some_and(is_level) && move_number >= claims.draw_from);
        let full = |streak, threshold: Option<Threshold>| threshold.is_some_and(|t| streak >= t.moves.max(1));
        if full(self.lost, claims.resign) {
            Some(Reason::Lost)
        } else if full(self.level, claims.draw) {
            Some(Reason::Draw)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_gives_up_when_it_has_been_lost_for_some_moves() {
        let claims = Claims::default();
        let mut streaks = Streaks::default();
        let answers: Vec<_> = [-900, -900, -100, -900, -29_990, -800]
            .map(|score| streaks.after(Score(score), 10, &claims))
            .into_iter()
            .collect();
        assert_eq!(answers, [None, None, None, None, None, Some(Reason::Lost)]);
    }

    #[test]
    fn a_draw_needs_a_late_level_game() {
        let claims = Claims { draw: Some(Threshold { score: 10, moves: 2 }), draw_from: 40, resign: None };
        let mut streaks = Streaks::default();
        assert_eq!(streaks.after(Score(0), 39, &claims), None);
        assert_eq!(streaks.after(Score(-10), 40, &claims), None);
        assert_eq!(streaks.after(Score(10), 41, &claims), Some(Reason::Draw));
        let never = Claims { draw: None, resign: None, draw_from: 0 };
        assert_eq!(streaks.after(Score(-30_000), 50, &never), None);
    }
}
