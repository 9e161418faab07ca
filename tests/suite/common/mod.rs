//! What several test files share; each uses its own part.
#![allow(dead_code, unused_imports, unreachable_pub)]

pub mod driver;
#[macro_use]
pub mod games;
pub mod wire;

pub use driver::*;
pub use games::*;
pub use wire::*;
