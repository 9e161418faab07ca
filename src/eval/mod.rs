//! Floor 5: how good a position is without looking ahead.

mod features;
mod handcrafted;
mod judge;
pub mod net;
mod settle;
mod wdl;
mod weights;

pub use features::Features;
pub use handcrafted::Terms;
pub use judge::Judge;
pub use net::{NetError, Network, Verdict};
pub use settle::MAX_EVAL;
pub use wdl::{Curve, Wdl, WdlModel, pieces_left};
pub use weights::Weights;
