//! When a game is over: by rule, or because playing on would only take time.

use crate::board::Side;
use crate::position::{Game, Outcome};
use crate::rules::Rules;
use crate::search::{Endgames, Score};

/// A game is won when both sides have seen this score, in centipawns, for [`WIN_STREAK`] plies in a row.
const WIN_SCORE: u16 = 1000;
const WIN_STREAK: usize = 6;
/// A game is drawn when nothing has been captured, crowned or moved forward for so many plies, ...
const DRAW_NO_PROGRESS: u16 = 50;
/// ... or after so many plies.
const LONGEST: usize = 400;

/// The result for White, -1 to 1, of a game that is over by its rules.
pub(super) fn by_rule<R: Rules>(game: &Game<R>) -> Option<i8> {
    Some(match game.outcome()? {
        Outcome::Win { winner, .. } => for_white(winner),
        Outcome::Draw(_) => 0,
    })
}

/// The result for White, -1 to 1, of a game that has come to an ending which the tables know.
pub(super) fn by_tables<R: Rules>(known: Option<&Endgames<R>>, game: &Game<R>) -> Option<i8> {
    let position = game.position();
    Some(known?.worth(position)?.winner(position.turn()).map_or(0, for_white))
}

/// Follows the scores of one game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Decider {
    /// Plies in a row in which the mover saw White, or Black, winning.
    streaks: [usize; 2],
}

impl Decider {
    /// Hears the score that the mover sees in the game's present position. The result for White, -1 to 1, if the game
    /// need not be played on.
    pub(super) fn hear<R: Rules>(&mut self, game: &Game<R>, score: Score) -> Option<i8> {
        let turn = game.position().turn();
        let winner = if score.0 > 0 { turn } else { !turn };
        if score.is_proved() {
            return Some(for_white(winner));
        }
        let clear = score.0.unsigned_abs() >= WIN_SCORE;
        for side in Side::BOTH {
            let streak = &mut self.streaks[side.index()];
            *streak = if clear && side == winner { *streak + 1 } else { 0 };
            if *streak >= WIN_STREAK {
                return Some(for_white(side));
            }
        }
        let endless =
            game.position().clocks().no_progress >= DRAW_NO_PROGRESS || game.moves().len() >= LONGEST;
        endless.then_some(0)
    }
}

fn for_white(winner: Side) -> i8 {
    if winner == Side::White { 1 } else { -1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::position::{Clocks, Position};
    use crate::rules::variants::English;
    use crate::train::known::Known;

    #[test]
    fn tables_end_games_unless_a_count_of_moves_comes_first() {
        let known = Known::Own.open::<English>().unwrap();
        let result = |text: &str, no_progress| {
            let board = *fen::read::<English>(text).unwrap().board();
            let game = Game::new(Position::new(board, Clocks { no_progress, ..Clocks::default() }));
            by_tables(known.as_ref(), &game)
        };
        // Two kings against one in the double corner, 17 plies from the end; then the other side to move.
        assert_eq!(result("W:WK14,K15:BK1", 0), Some(1));
        assert_eq!(result("B:WK1:BK14,K15", 0), Some(-1));
        assert_eq!(result("B:WK14,K15:BK1", 0), Some(1));
        assert_eq!(result("W:WK14,K15:BK1", 79), None, "the 80 plies are over before it is won");
        assert_eq!(result("W:WK14:BK1", 79), Some(0));
        assert_eq!(result("W:WK14,K15:BK1,K2", 0), None, "four pieces");
        assert_eq!(by_tables(None, &Game::new(fen::read::<English>("W:WK14:BK1").unwrap())), None);
    }

    #[test]
    fn a_win_by_score_needs_both_sides_for_a_while() {
        let mut game = Game::<English>::new(Position::start());
        let mut decider = Decider::default();
        // Black begins and sees himself winning; White sees the same, but for one ply.
        for (ply, for_black) in
            [1200, 1200, 1200, 900, 1100, 1100, 1100, 1100, 1100, 1100].into_iter().enumerate()
        {
            let score = if game.position().turn() == Side::Black { for_black } else { -for_black };
            assert_eq!(decider.hear(&game, Score(score)), (ply == 9).then_some(-1), "{ply}");
            game.play(game.position().board().legal_moves()[0]).unwrap();
        }
        assert_eq!(Decider::default().hear(&game, Score::win_in(9)), Some(-1));
        assert_eq!(Decider::default().hear(&game, Score::loss_in(9)), Some(1));
        assert_eq!(Decider::default().hear(&game, -Score::known_win(30)), Some(1), "the tables say so");
    }
}
