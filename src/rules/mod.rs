//! Floor 2: what distinguishes one game from another, as data.

pub mod draw;
mod eight;
pub mod id;
mod large;
mod orthogonal;
pub mod set;
pub mod variants;

pub use draw::{Counting, DrawRules, EndingRule, MaterialTest, OneEach, Progress, Tag};
pub use id::VariantId;
pub use set::{
    Criterion, GameType, KingRange, Landing, Numbering, Objective, Promotion, Removal, Reversal, RuleSet,
    Rules, Setup, SquareNames,
};
