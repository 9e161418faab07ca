//! What a network thinks pieces are worth, asked by putting them on boards and seeing what changes.

use crate::board::{Bits, Piece, Side, Square};
use crate::eval::Network;
use crate::position::{Board, Position};
use crate::rules::variants::{VariantVisitor, visit_variant};
use crate::rules::{Rules, VariantId};
use crate::util::rng::Rng;

/// Boards that are looked at; they come from games of random moves.
const BOARDS: usize = 300;
/// Plies of such a game, at most.
const PLIES: usize = 60;

/// What one more piece of the mover's is worth on each square, in centipawns, on the average of many boards.
#[derive(Clone, PartialEq, Debug)]
pub struct Values {
    /// The game.
    pub variant: VariantId,
    /// Men, by squares in reading order, White's side below; nothing where a man cannot stand or never had room.
    pub men: Vec<Option<f64>>,
    /// Kings, the same.
    pub kings: Vec<Option<f64>>,
}

impl Values {
    /// Asks a network.
    pub fn of(network: &Network) -> Self {
        struct Ask<'a>(&'a Network);
        impl VariantVisitor for Ask<'_> {
            type Output = Values;
            fn visit<R: Rules>(self) -> Values {
                let boards = boards::<R>();
                let values = |piece| {
                    (0..R::SET.board.squares())
                        .map(|ordinal| value::<R>(self.0, &boards, piece, R::GEOMETRY.square(ordinal)?))
                        .collect()
                };
                Values { variant: R::SET.id, men: values(Piece::Man), kings: values(Piece::King) }
            }
        }
        visit_variant(network.variant, Ask(network))
    }

    /// The mean over all squares.
    pub fn mean(values: &[Option<f64>]) -> Option<f64> {
        let known: Vec<f64> = values.iter().copied().flatten().collect();
        (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
    }

    /// The values laid out as the board is: rows from the top, columns from White's left; nothing on squares that are
    /// not played on.
    pub fn grid(&self, values: &[Option<f64>]) -> Vec<Vec<Option<f64>>> {
        let shape = self.variant.rules().board;
        let mut values = values.iter();
        let mut cell = |row: u8, column: u8| {
            let played = shape.is_playable(row.into(), column.into());
            if played { values.next().copied().flatten() } else { None }
        };
        (0..shape.rows).map(|row| (0..shape.columns).map(|column| cell(row, column)).collect()).collect()
    }
}

/// Boards with White to move, so that the mover's side is below.
fn boards<R: Rules>() -> Vec<Board<R>> {
    let mut rng = Rng::new(1);
    let mut boards = Vec::new();
    // Games of random moves are short, but there is always another one.
    for _ in 0..100 * BOARDS {
        if boards.len() >= BOARDS {
            break;
        }
        let mut position = Position::<R>::start();
        for _ in 0..rng.below(PLIES) {
            let moves = position.board().legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.after(&moves[rng.below(moves.len())]);
        }
        if position.turn() == Side::White && position.outcome().is_none() {
            boards.push(*position.board());
        }
    }
    boards
}

/// The mean change of the score by one more piece of White's on a square.
fn value<R: Rules>(network: &Network, boards: &[Board<R>], piece: Piece, square: Square) -> Option<f64> {
    let changes = boards.iter().filter_map(|board| {
        if !board.empty_squares().has(square.0) {
            return None;
        }
        let mut setup = board.setup();
        setup.pieces.push((Side::White, piece, square));
        // Who has had a king follows from the kings that are there.
        setup.crowned = None;
        setup.demand = None;
        let more: Board<R> = setup.board().ok()?;
        Some(f64::from(network.evaluate_plain(&more) - network.evaluate_plain(board)))
    });
    let (sum, count) = changes.fold((0.0, 0), |(sum, count), change| (sum + change, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::material;

    #[test]
    fn a_count_of_material_values_all_squares_alike() {
        for variant in [VariantId::English, VariantId::Turkish] {
            let values = Values::of(&material::network(variant));
            let all_near = |values: &[Option<f64>], worth: f64| {
                values.iter().flatten().all(|value| (value - worth).abs() < 2.0)
            };
            assert!(all_near(&values.men, 100.0) && all_near(&values.kings, 275.0), "{values:?}");
            assert!(values.men.iter().flatten().count() >= 24);
            let grid = values.grid(&values.kings);
            assert_eq!((grid.len(), grid[0].len()), (8, 8));
            assert!(grid[0].iter().any(Option::is_some));
        }
    }
}
