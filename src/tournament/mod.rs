//! Floor 8: matches between engines.
//!
//! A *match* is a list of *pairs*: two games from one opening, colours swapped. The [`schedule`] says which
//! pairs there are and knows nothing of processes; the [`runner`] hands them to threads; a thread plays a
//! pair with two [`player`]s, each a process and the [`dialects`] it is spoken to in; [`game`] plays one game
//! by our own rules ([`referee`]); what comes out is a [`record`] per pair, and everything shown or written
//! ([`report`], [`pdn`], [`stats`], [`sprt`]) is made from records alone, so that a match can be resumed
//! ([`journal`]) and put together from parts. [`tune`] plays many small matches to find better numbers.

// A wire is a link and carries lines.
#![allow(clippy::similar_names)]

pub mod adjudicate;
pub mod compliance;
pub mod config;
pub mod dialects;
pub mod game;
pub mod journal;
pub mod limits;
pub mod link;
pub mod openings;
pub mod pdn;
pub mod player;
pub mod record;
pub mod referee;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod sprt;
pub mod standings;
pub mod stats;
pub mod stop;
pub mod tune;
