//! Floor 3: positions, moves and the game: the rules at work.

mod board;
mod capture;
mod ending;
pub mod game;
mod generate;
mod key;
mod mv;
pub mod perft;
#[allow(clippy::module_inception)]
mod position;
mod setup;
mod shift;

pub use board::{Board, Demand, KingRun};
pub use game::{DrawReason, Game, Outcome, WinReason};
pub use generate::Mobility;
pub use key::Key;
pub use mv::{Move, MoveList};
pub use position::{Clocks, Position};
pub use setup::{Setup, SetupError};
