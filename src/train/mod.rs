//! Floor 9: making networks.
//!
//! [`selfplay`] plays games of the engine with itself and keeps quiet positions as [`record`]s in files
//! ([`store`]); [`fit`] makes a network of them; [`arena`] plays a new network against an old one; and
//! [`generations`] does all three again and again. Nothing but the engine's own games goes in.

pub mod fit;
pub mod player;
pub mod record;
pub mod samples;
pub mod selfplay;
pub mod store;
