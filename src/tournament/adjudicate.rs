//! Ending games that are decided before the rules say so. Every way is off unless asked for.

use serde::{Deserialize, Serialize};

use crate::board::Side;

/// Draw when both engines have seen nothing for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DrawByScore {
    /// Not before this move of each side.
    pub from: usize,
    /// For so many moves of each side in a row.
    pub count: usize,
    /// Scores of at most this, in hundredths of a man.
    pub score: i32,
}

impl Default for DrawByScore {
    fn default() -> Self {
        Self { from: 40, count: 8, score: 5 }
    }
}

/// Win when both engines agree that one side is winning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WinByScore {
    /// For so many moves of each side in a row.
    pub count: usize,
    /// Scores of at least this, in hundredths of a man.
    pub score: i32,
}

impl Default for WinByScore {
    fn default() -> Self {
        Self { count: 4, score: 500 }
    }
}

/// A game that is over by agreement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Drawn.
    Draw,
    /// Won by a side.
    Win(Side),
}

/// Follows the scores of one game.
#[derive(Clone, Debug)]
pub struct Scores {
    draw: Option<DrawByScore>,
    win: Option<WinByScore>,
    plies: usize,
    /// Plies in a row with a score near zero.
    level: usize,
    /// Plies in a row in which the mover saw White (first) or Black winning.
    winning: [usize; 2],
}

impl Scores {
    /// At the beginning of a game.
    pub fn new(draw: Option<DrawByScore>, win: Option<WinByScore>) -> Self {
        Self { draw, win, plies: 0, level: 0, winning: [0; 2] }
    }

    /// Notes the score with which `side` moved; a move without a score is a disagreement.
    pub fn add(&mut self, side: Side, score: Option<i32>) {
        self.plies += 1;
        let near = |limit: i32| score.is_some_and(|score| score.abs() <= limit);
        self.level = if self.draw.is_some_and(|rule| near(rule.score)) { self.level + 1 } else { 0 };
        for (streak, winner) in self.winning.iter_mut().zip(Side::BOTH) {
            let for_winner = score.map(|score| if side == winner { score } else { -score });
            let sees_it = self.win.zip(for_winner).is_some_and(|(rule, score)| score >= rule.score);
            *streak = if sees_it { *streak + 1 } else { 0 };
        }
    }

    /// Whether the game is over. A streak of 2n plies is one of n moves of each side.
    pub fn verdict(&self) -> Option<Verdict> {
        if let Some(rule) = self.win
            && let Some(winner) =
                Side::BOTH.into_iter().find(|side| self.streak(*side) >= 2 * rule.count.max(1))
        {
            return Some(Verdict::Win(winner));
        }
        let rule = self.draw?;
        let long_enough = self.plies >= 2 * rule.from && self.level >= 2 * rule.count.max(1);
        long_enough.then_some(Verdict::Draw)
    }

    fn streak(&self, side: Side) -> usize {
        self.winning.get(side.index()).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_needs_both_engines() {
        let rule = WinByScore { count: 2, score: 300 };
        let mut scores = Scores::new(None, Some(rule));
        for (side, score) in [(Side::White, 900), (Side::Black, 10), (Side::White, 900)] {
            scores.add(side, Some(score));
        }
        assert_eq!(scores.verdict(), None);
        for (side, score) in [(Side::Black, -300), (Side::White, 400), (Side::Black, -900)] {
            assert_eq!(scores.verdict(), None);
            scores.add(side, Some(score));
        }
        assert_eq!(scores.verdict(), Some(Verdict::Win(Side::White)));
    }

    #[test]
    fn a_draw_waits_for_its_move_and_breaks_at_a_missing_score() {
        let rule = DrawByScore { from: 3, count: 1, score: 5 };
        let mut scores = Scores::new(Some(rule), None);
        for n in 0..5 {
            scores.add(if n % 2 == 0 { Side::White } else { Side::Black }, Some(0));
            assert_eq!(scores.verdict(), None);
        }
        scores.add(Side::Black, None);
        assert_eq!(scores.verdict(), None);
        scores.add(Side::White, Some(-5));
        scores.add(Side::Black, Some(5));
        assert_eq!(scores.verdict(), Some(Verdict::Draw));
    }
}
