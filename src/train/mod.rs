//! Floor 9: making networks.
//!
//! [`selfplay`] plays games of the engine with itself and keeps quiet positions as [`record`]s in files
//! ([`store`]); [`fit`] makes a network of them; [`arena`] plays a new network against an old one; [`generations`]
//! does all three again and again. Nothing but the engine's own games goes in.

pub mod arena;
mod decide;
pub mod files;
pub mod fit;
pub mod generations;
pub mod heat;
pub mod inspect;
pub mod known;
pub mod material;
mod opening;
pub mod record;
pub mod samples;
pub mod selfplay;
pub mod store;
