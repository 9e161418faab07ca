//! Positions that are the same but for the point of view.

use crate::board::{Piece, Playable, Side, Square};
use crate::position::{Board, Demand, Setup};
use crate::rules::Rules;

/// A piece with its row and column.
type Placed = (usize, bool, u8, u8);

/// A position as seen after a symmetry; equal for two positions if and only if they are images of each other
/// once the least over all symmetries is taken.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Key {
    turn: usize,
    pieces: Vec<Placed>,
    crowned: Option<[bool; 2]>,
    demand: Option<[(u8, u8); 2]>,
}

/// The least image of a board. Every game looks the same to both players, so half a turn with the colours
/// swapped is a symmetry; a board whose squares are all played on can be mirrored too.
pub(super) fn key<R: Rules>(board: &Board<R>) -> Key {
    let setup = board.setup();
    let mirrors: &[bool] = match R::SET.board.playable {
        Playable::All => &[false, true],
        _ => &[false],
    };
    let images = mirrors.iter().flat_map(|&mirrored| [false, true].map(|turned| (turned, mirrored)));
    let keys = images.map(|(turned, mirrored)| image::<R>(&setup, turned, mirrored));
    // There is always the image that changes nothing.
    keys.min().unwrap_or_else(|| image::<R>(&setup, false, false))
}

fn image<R: Rules>(setup: &Setup, turned: bool, mirrored: bool) -> Key {
    let side = |side: Side| if turned { side.other().index() } else { side.index() };
    let place = |square: Square| {
        let (row, column) = R::GEOMETRY.place(square);
        let (last_row, last_column) = (R::SET.board.rows - 1, R::SET.board.columns - 1);
        let row = if turned { last_row - row } else { row };
        // Half a turn and a mirror leave the columns as they are.
        (row, if turned == mirrored { column } else { last_column - column })
    };
    let piece = |&(owner, piece, square): &(Side, Piece, Square)| {
        let (row, column) = place(square);
        (side(owner), piece == Piece::King, row, column)
    };
    let mut pieces: Vec<Placed> = setup.pieces.iter().map(piece).collect();
    pieces.sort_unstable();
    let crowned = setup.crowned.map(|[white, black]| if turned { [black, white] } else { [white, black] });
    let demand = setup.demand.map(|Demand { capturer, victim }| [place(capturer), place(victim)]);
    Key { turn: side(setup.turn), pieces, crowned, demand }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::variants::{International, Turkish};

    fn key_of<R: Rules>(text: &str) -> Key {
        key(fen::read::<R>(text).unwrap().board())
    }

    #[test]
    fn half_a_turn_with_swapped_colours_is_the_same() {
        let one = key_of::<International>("W:W31,32,K5:B20");
        assert_eq!(one, key_of::<International>("B:B20,19,K46:W31"));
        assert_ne!(one, key_of::<International>("B:W31,32,K5:B20"));
        assert_ne!(one, key_of::<International>("W:W31,33,K5:B20"));
    }

    #[test]
    fn mirrors_are_the_same_on_full_boards_only() {
        let one = key_of::<Turkish>("W:Wa2,Kc3:Bh7");
        assert_eq!(one, key_of::<Turkish>("W:Wh2,Kf3:Ba7"));
        assert_eq!(one, key_of::<Turkish>("B:Bh7,Kf6:Wa2"));
        assert_eq!(one, key_of::<Turkish>("B:Ba7,Kc6:Wh2"));
        assert_ne!(one, key_of::<Turkish>("W:Wh2,Kc3:Bh7"));
    }
}
