//! Notation must not know which games exist: rules that no game of the list has, put together here.

use crate::common::{moves_round_trip, positions_round_trip};
use damone::board::Geometry;
use damone::rules::variants::Turkish;
use damone::rules::{Reversal, RuleSet, Rules};

/// Greek: Turkish with the turn of 180 degrees.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Greek;

impl Rules for Greek {
    type Bits = u64;
    const SET: RuleSet = RuleSet { reversal: Reversal::Free, ..Turkish::SET };
    const GEOMETRY: &'static Geometry<u64> = &Geometry::<u64>::build(Self::SET.board);
}

#[test]
fn round_trips() {
    positions_round_trip::<Greek>();
    moves_round_trip::<Greek>();
}
