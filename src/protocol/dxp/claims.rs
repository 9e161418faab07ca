//! When to give up and when to offer a draw, by endgame tables or by score. A program says either only on its own turn.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::Path;

use crate::notation::dxp::Reason;
use crate::position::Position;
use crate::rules::variants::International;
use crate::search::{Endgames, Score};
use crate::tablebase::{Error, MOST_PIECES, Tables, Wdl};

/// From which score on, and for how many of its own moves in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threshold {
    /// Hundredths of a man.
    pub score: i16,
    /// Moves in a row.
    pub moves: u32,
}

/// What is claimed by score, or at once where tables know it; what the rules say is claimed in any case.
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

impl Claims {
    /// What to say of a position in which it is our turn, by its worth to us. Wins are played.
    pub(super) fn of_known(&self, worth: Option<Wdl>) -> Option<Reason> {
        match worth? {
            Wdl::Loss => self.resign.map(|_| Reason::Lost),
            Wdl::Draw => self.draw.map(|_| Reason::Draw),
            Wdl::Win => None,
        }
    }
}

/// Whether what the side to move says of its game is more than it can have.
pub(super) fn claims_too_much(claim: Reason, worth: Wdl) -> bool {
    match claim {
        Reason::Won => worth != Wdl::Win,
        Reason::Draw => worth == Wdl::Loss,
        Reason::Lost | Reason::Unknown => false,
    }
}

/// What endgame tables say of positions: those of a folder, and the program's own as soon as it has built them.
pub(super) struct Judge {
    opened: Option<Endgames<International>>,
}

impl Judge {
    /// With the tables of a folder, if one is given.
    pub(super) fn open(folder: Option<&Path>) -> Result<Self, Error> {
        Tables::<International>::begin_own();
        let open = |folder| Ok(Endgames::new(Tables::open(&[folder], MOST_PIECES)?, 0));
        Ok(Self { opened: folder.map(open).transpose()? })
    }

    /// What a position is worth to the side to move.
    pub(super) fn worth(&self, position: &Position<International>) -> Option<Wdl> {
        let opened = self.opened.as_ref().and_then(|tables| tables.worth(position));
        opened.or_else(|| Endgames::new(Tables::own_if_built()?, 0).worth(position))
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
    fn known_endings_need_no_streak() {
        let (claims, never) = (Claims::default(), Claims { resign: None, draw: None, draw_from: 0 });
        let of = |claims: &Claims| {
            [None, Some(Wdl::Win), Some(Wdl::Draw), Some(Wdl::Loss)].map(|w| claims.of_known(w))
        };
        assert_eq!(of(&claims), [None, None, Some(Reason::Draw), Some(Reason::Lost)]);
        assert_eq!(of(&never), [None; 4]);
        assert!(claims_too_much(Reason::Draw, Wdl::Loss) && claims_too_much(Reason::Won, Wdl::Draw));
        assert!(!claims_too_much(Reason::Draw, Wdl::Win) && !claims_too_much(Reason::Lost, Wdl::Loss));
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
