//! The Hub protocol, version 2: lines in, commands out; events in, lines out.

mod level;
mod parameters;
mod read;
mod write;

pub(super) use parameters::RECORD;
pub(super) use read::Reader;
pub(super) use write::render;
