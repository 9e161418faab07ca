//! The leaves: captures are played out, since a side that must capture cannot be judged at rest.

use super::params::MAX_PLY;
use super::picker::Picker;
use super::worker::{NOTHING, Worker};
use crate::position::Position;
use crate::rules::Rules;

impl<R: Rules> Worker<'_, R> {
    /// The score of a position at the horizon. A side that must capture is not judged, its captures are
    /// searched. With `look_at_threats`, neither is one whose opponent threatens to capture: all its moves
    /// are searched, once, since an exchange there decides more than any evaluation knows.
    pub(super) fn quiesce(
        &mut self,
        position: &Position<R>,
        alpha: i32,
        beta: i32,
        ply: usize,
        look_at_threats: bool,
    ) -> i32 {
        self.clear_line(ply);
        if !self.enter(ply) {
            return 0;
        }
        if let Some(score) = self.draw_score(position, ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.evaluate(position);
        }
        let board = position.board();
        let (must_capture, threatened) = (board.can_capture(), look_at_threats && board.is_threatened());
        if must_capture || threatened {
            return self.quiesce_moves(position, alpha, beta, ply, look_at_threats && must_capture);
        }
        if !board.has_moves() {
            return self.score_without_moves(position, ply);
        }
        if let Some((score, _)) = self.known_ending(position, 0, ply) {
            return score;
        }
        self.evaluate(position)
    }

    /// The best of all moves, each followed by quiescence.
    fn quiesce_moves(
        &mut self,
        position: &Position<R>,
        alpha: i32,
        beta: i32,
        ply: usize,
        threats: bool,
    ) -> i32 {
        let mut picker = self.take_picker();
        position.board().moves_for_search(&mut picker.moves);
        let score = if picker.moves.is_empty() {
            self.score_without_moves(position, ply)
        } else {
            self.quiesce_list(position, alpha, beta, ply, threats, &mut picker)
        };
        self.return_picker(picker);
        score
    }

    fn quiesce_list(
        &mut self,
        position: &Position<R>,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        threats: bool,
        picker: &mut Picker<R::Bits>,
    ) -> i32 {
        let side = position.turn();
        let context = self.context(side, ply);
        picker.rate(0, position.board().kings(!side), context, &self.history, self.killers(ply));
        let mut best = i32::MIN;
        let mut rests_on = NOTHING;
        while let Some((_, mv)) = picker.next() {
            let next = position.after(&mv);
            self.push(&next, &mv, ply);
            let score = -self.quiesce(&next, -beta, -alpha, ply + 1, threats);
            self.pop();
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                rests_on = self.rests_on;
                if score > alpha {
                    alpha = score;
                    self.set_line(ply, mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.rests_on = rests_on;
        best
    }
}
