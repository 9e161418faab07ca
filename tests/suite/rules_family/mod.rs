//! What sets the games of the wider family apart, one test for an article or ruling.

mod draws;
mod frisian;
mod iberian;
mod large;
mod orthogonal;
mod russian;
mod table;
mod thai;

use crate::common;
use damone::rules::Rules;

/// Plays `cycle` over and over from `fen` until the game ends for a reason other than repetition: how many plies
/// that takes, and the reason.
fn ends_after<R: Rules>(fen: &str, cycle: &[&str]) -> (usize, String) {
    let mut position = common::position::<R>(fen);
    for ply in 0..500 {
        if let Some(outcome) = position.outcome() {
            return (ply, outcome.to_string());
        }
        let text = cycle[ply % cycle.len()];
        let mv = damone::notation::moves::read(position.board(), text)
            .unwrap_or_else(|error| panic!("{fen} {text}: {error}"));
        position = position.after(&mv);
    }
    panic!("{fen} goes on");
}
