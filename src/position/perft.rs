//! Counting the leaves of the game tree: the proof that the generator knows the rules. Draw rules do not cut it.

use super::board::Board;
use super::mv::{Move, MoveList};
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
    let Some((list, deeper)) = lists.split_first_mut() else { return 1 };
    if deeper.is_empty() {
        return board.count_moves(list);
    }
    board.moves(list);
    list.iter().map(|mv| count(&board.after(mv), deeper)).sum()
}
