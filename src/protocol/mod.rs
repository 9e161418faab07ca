//! Floor 8: the text protocols, described in `protocol.md`: lines in, commands out; events in, lines out.
//!
//! Each dialect only translates; search, time and positions are the engine's alone.

mod arguments;
mod dialect;
pub mod dxp;
mod help;
mod hub;
mod pace;
mod record;
mod render;
mod stdio;
mod uci;
mod ugi;

pub use arguments::ParseError;
pub use dialect::Dialect;
pub use render::{description, render};
pub use stdio::serve;
pub use uci::parse;
