//! Floor 8: the text protocol, described in `protocol.md`: lines in, commands out; events in, lines out.

mod arguments;
mod render;
mod stdio;
mod uci;

pub use arguments::ParseError;
pub use render::{description, render};
pub use stdio::serve;
pub use uci::parse;
