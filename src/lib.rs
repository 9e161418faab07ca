//! Damone: an engine for every kind of dama.
//!
//! The modules are floors; each uses only those below it (`tests/floors.rs` holds them to it). Floors 0 to 4
//! are a library of rules: no threads, no clock, no printing.

pub mod board;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod notation;
pub mod position;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod tablebase;
pub mod tournament;
pub mod train;
pub mod util;
