//! Floor 2: what distinguishes one game from another, as data.

pub mod draw;
pub mod id;
pub mod set;
pub mod variants;

pub use draw::{DrawRules, EndingRule, MaterialTest, OneEach};
pub use id::VariantId;
pub use set::{
    Criterion, GameType, KingRange, Landing, Numbering, Objective, Promotion, Removal, Reversal, RuleSet,
    Rules, Setup, SquareNames,
};
