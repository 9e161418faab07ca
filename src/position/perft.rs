//! Counting the leaves of the game tree: the proof that the generator knows the rules. Draw rules do not cut it.

use super::board::Board;
use super::mv::{Move, MoveList};
use crate::board::Side;
use crate::rules::Rules;

/// Leaves at exactly `depth` plies; equal captures are one move. A position without moves above the horizon adds 0.
pub fn perft<R: Rules>(board: &Board<R>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut lists = vec![MoveList::with_capacity(128); depth as usize];
    count(board, &mut lists)
}

/// As [`perft`], one count for each legal move.
pub fn divide<R: Rules>(board: &Board<R>, depth: u32) -> Vec<(Move<R::Bits>, u64)> {
    let leaves = |mv: &Move<R::Bits>| if depth == 0 { 0 } else { perft(&board.after(mv), depth - 1) };
    board.legal_moves().into_iter().map(|mv| (mv, leaves(&mv))).collect()
}

/// One list for each ply below: the last ply is counted, not generated.
fn count<R: Rules>(board: &Board<R>, lists: &mut [MoveList<R::Bits>]) -> u64 {
    if R::SET.designation {
        return count_with_demands(board, lists);
    }
    match board.turn() {
        Side::White => count_by::<R, true, false>(board, lists),
        Side::Black => count_by::<R, false, true>(board, lists),
    }
}

/// `WHITE` tells who is to move and `BLACK` is its opposite: each side's code calls the other's.
fn count_by<R: Rules, const WHITE: bool, const BLACK: bool>(
    board: &Board<R>,
    lists: &mut [MoveList<R::Bits>],
) -> u64 {
    let mut leaves = 0;
    match lists {
        [] => leaves = 1,
        [list] => leaves = board.count_by::<WHITE>(list),
        [list, scratch] => board.each_move::<WHITE>(list, |mv| {
            leaves += board.after_by::<WHITE>(&mv).count_by::<BLACK>(scratch);
        }),
        [list, deeper @ ..] => board.each_move::<WHITE>(list, |mv| {
            leaves += count_by::<R, BLACK, WHITE>(&board.after_by::<WHITE>(&mv), deeper);
        }),
    }
    leaves
}

fn count_with_demands<R: Rules>(board: &Board<R>, lists: &mut [MoveList<R::Bits>]) -> u64 {
    let Some((list, deeper)) = lists.split_first_mut() else { return 1 };
    if deeper.is_empty() {
        return board.count_moves(list);
    }
    board.moves(list);
    list.iter().map(|mv| count_with_demands(&board.after(mv), deeper)).sum()
}
