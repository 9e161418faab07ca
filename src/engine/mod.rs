//! Floor 7: the engine as one object. Commands go in, events come out; it knows no protocol and no terminal.

pub mod bench;
pub mod control;
mod core;
mod endings;
mod evaluator;
pub mod event;
mod mate;
pub mod memory;
pub mod net_file;
pub mod options;
pub mod perft;
pub mod session;

pub use self::core::{Engine, Inbox, Parser};
pub use bench::BenchLine;
pub use control::Control;
pub use evaluator::Evaluator;
pub use event::{
    BestMove, Command, Description, Evaluation, Event, GoSpec, Info, MoveForm, NetEvaluation, PositionSpec,
    Query, Standing, StartSpec,
};
pub use session::{Resources, Session, SessionError, TableTerms, Work};
