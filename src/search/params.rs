//! The numbers that shape the search tree. Depths in plies, margins in centipawns.
//!
//! What may differ between games and what a tuner may turn stands in one table, [`Params`]; an ordinary build
//! compiles its values in, a build with the feature `tune` lets options set them.

use crate::rules::VariantId;

/// Deepest line the search follows, root included.
pub(super) const MAX_PLY: usize = super::Score::MAX_PLY;
/// Deepest iteration.
pub const MAX_DEPTH: u32 = 127;
/// Nodes between two looks at the stop signal.
pub(super) const STOP_INTERVAL: u64 = 512;
/// Least depth at which threads tell each other which moves they are at: below, a search is too short for that.
pub(super) const MARKED_DEPTH: i32 = 3;
/// History scores stay within this of 0.
pub(super) const HISTORY_MAX: i32 = 8192;

/// One number that may be tuned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tunable {
    /// Its name.
    pub name: &'static str,
    /// Its value where a game has no other.
    pub default: i32,
    /// Least sensible value.
    pub least: i32,
    /// Largest sensible value.
    pub most: i32,
    /// What it means.
    pub doc: &'static str,
}

/// Declares the tunable numbers: name, value, sensible range.
macro_rules! params {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal in $least:literal..=$most:literal;)*) => {
        /// The numbers that shape the search of one game.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[doc = $doc])+ pub $name: i32,)*
        }

        impl Params {
            /// What a game has unless it says otherwise.
            pub const DEFAULT: Self = Self { $($name: $default,)* };

            /// All of them, in the order of [`Params::set`].
            pub const TABLE: &'static [Tunable] = &[$(Tunable {
                name: stringify!($name),
                default: $default,
                least: $least,
                most: $most,
                doc: concat!($($doc),+),
            },)*];

            /// Sets the number of this name; whether there is one.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return false,
                }
                true
            }

            /// The number of this name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

params! {
    /// Half width of the first aspiration window.
    aspiration = 15 in 5..=60;
    /// Depth from which iterations begin with a narrow window.
    aspiration_depth = 4 in 2..=10;

    /// Least depth at which a node without a table move is searched one ply less.
    iir_depth = 4 in 2..=10;

    /// Deepest node that is cut on its static evaluation alone.
    futility_depth = 4 in 0..=8;
    /// How far above beta, per ply of depth, the evaluation must be for that.
    futility_margin = 33 in 10..=150;

    /// Least depth at which a shallow search may cut a node.
    probcut_depth = 4 in 2..=12;
    /// How far above beta, per ply of depth, the shallow search must score.
    probcut_margin = 5 in 2..=40;
    /// Depth of the shallow search, in percent of the node's.
    probcut_share = 32 in 20..=70;

    /// Least depth at which the table's move is tested for being the only good one; 127 never.
    singular_depth = 127 in 4..=127;
    /// How far below the table's score, per ply of depth, all other moves must stay.
    singular_margin = 3 in 1..=20;

    /// Quiet moves searched at full depth before reductions begin, in principal variation nodes.
    full_moves_pv = 4 in 1..=10;
    /// The same in all other nodes.
    full_moves = 2 in 1..=8;
    /// Least depth at which moves are reduced.
    reduction_depth = 2 in 1..=6;
    /// What every reduction has to begin with, in hundredths of a ply.
    reduction_base = 30 in -100..=200;
    /// What ln(depth) ln(place) is divided by, in hundredths.
    reduction_divisor = 197 in 100..=500;
    /// History score that is worth a ply of reduction.
    reduction_history = 2220 in 1024..=16384;

    /// Plies by which a late move is reduced more where the side to move judges itself no better than two plies before.
    reduction_worse = 1 in 0..=2;

    /// Deepest node in which late quiet moves are left out.
    late_move_depth = 3 in 0..=8;
    /// Quiet moves kept in such a node, plus the square of the depth.
    late_move_base = 5 in 1..=20;

    /// Least depth at which the table is asked for a cut by any move before one is searched; 127 never.
    transposed_depth = 3 in 1..=127;

    /// Weight of the histories of replies and follow-ups beside the plain one, in percent.
    continuation = 0 in 0..=300;
}

impl Params {
    /// The numbers of a game.
    pub const fn of(id: VariantId) -> Self {
        let _ = id;
        Self::DEFAULT
    }
}

/// Reductions by depth and place of the move, in plies, rounded down.
pub(super) type Reductions = [[i8; 64]; 64];

impl Params {
    /// The reductions that follow from the numbers: base + ln(depth) ln(place) / divisor.
    pub(super) const fn reductions(&self) -> Reductions {
        let ln = ln_thousandths();
        let mut table = [[0; 64]; 64];
        let mut depth = 1;
        while depth < 64 {
            let mut place = 1;
            while place < 64 {
                let logs = ln[depth] * ln[place] * 100 / self.reduction_divisor as i64;
                let reduction = (self.reduction_base as i64 * 10_000 + logs) / 1_000_000;
                table[depth][place] = if reduction < 0 { 0 } else { reduction as i8 };
                place += 1;
            }
            depth += 1;
        }
        table
    }
}

/// 1000 ln(n) for n from 1, rounded down: constants cannot call `f64::ln`, so 1/x is summed in fine steps.
const fn ln_thousandths() -> [i64; 64] {
    const STEPS: i64 = 32;
    let mut table = [0; 64];
    let mut sum = 0;
    let mut n = 2;
    while n < 64 {
        let mut i = (n as i64 - 1) * STEPS;
        while i < n as i64 * STEPS {
            sum += 2_000_000_000_000 / (2 * i + 1); // the middle of an interval of 1/32
            i += 1;
        }
        table[n] = sum / 1_000_000_000;
        n += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constant_logarithm_is_the_real_one() {
        for n in 1..64_usize {
            let real = (1000.0 * (n as f64).ln()) as i64;
            assert!((ln_thousandths()[n] - real).abs() <= 1, "{n}");
        }
        let expected = (0.5 + 20_f64.ln() * 20_f64.ln() / 2.3) as i8;
        assert_eq!(Params::DEFAULT.reductions()[20][20], expected);
    }

    #[test]
    fn every_number_is_in_its_range_and_can_be_set() {
        for id in VariantId::ALL {
            let mut params = Params::of(id);
            for tunable in Params::TABLE {
                let value = params.get(tunable.name).unwrap();
                assert!((tunable.least..=tunable.most).contains(&value), "{id:?} {}", tunable.name);
                assert!(params.set(tunable.name, tunable.least));
                assert_eq!(params.get(tunable.name), Some(tunable.least));
            }
            assert!(!params.set("no such number", 1));
        }
    }
}
