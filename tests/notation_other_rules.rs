//! Notation must not know which games exist: rules that no game of the list has, put together here.

mod common;

use common::{moves_round_trip, positions_round_trip};
use damone::board::Geometry;
use damone::rules::variants::Turkish;
use damone::rules::{Reversal, RuleSet, Rules};

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident: $bits:ty = $set:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
        struct $name;

        impl Rules for $name {
            type Bits = $bits;
            const SET: RuleSet = $set;
            const GEOMETRY: &'static Geometry<$bits> = &Geometry::<$bits>::build(Self::SET.board);
        }
    )*};
}

rules! {
    /// Greek: Turkish with the turn of 180 degrees.
    Greek: u64 = RuleSet { reversal: Reversal::Free, ..Turkish::SET };
}

#[test]
fn round_trips() {
    positions_round_trip::<Greek>();
    moves_round_trip::<Greek>();
}
