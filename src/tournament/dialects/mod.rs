//! The dialects in which engines are spoken to. Each knows the words; time and processes are the player's.

mod allowed;
pub mod dxp;
pub mod hub;
pub mod hub1;
pub mod uci;
pub mod ugi;

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::limits::Go;
use super::link::{Failure, Link};
use super::referee::Scene;
use crate::board::Side;
use crate::rules::VariantId;

/// The dialects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// UCI with draughts in it: the dialect of this engine.
    #[default]
    Uci,
    /// The Hub protocol, version 2.
    Hub,
    /// The Hub protocol as Scan 2.0 speaks it.
    Hub1,
    /// The Universal Game Interface.
    Ugi,
    /// `DamExchange` over TCP.
    Dxp,
}

impl Protocol {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Uci, Self::Hub, Self::Hub1, Self::Ugi, Self::Dxp];

    /// The name that users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Hub => "hub",
            Self::Hub1 => "hub1",
            Self::Ugi => "ugi",
            Self::Dxp => "dxp",
        }
    }

    /// A speaker of it.
    pub fn dialect(self) -> Box<dyn Dialect> {
        match self {
            Self::Uci => Box::new(uci::Uci::default()),
            Self::Hub => Box::new(hub::Hub::default()),
            Self::Hub1 => Box::new(hub1::Hub1),
            Self::Ugi => Box::new(ugi::Ugi::default()),
            Self::Dxp => Box::new(dxp::Dxp::default()),
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that belongs to no dialect.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown protocol '{0}'; known are uci, hub, hub1, ugi, dxp")]
pub struct UnknownProtocol(String);

impl FromStr for Protocol {
    type Err = UnknownProtocol;

    fn from_str(text: &str) -> Result<Self, UnknownProtocol> {
        let known = |protocol: &Self| protocol.name().eq_ignore_ascii_case(text.trim());
        Self::ALL.into_iter().find(known).ok_or_else(|| UnknownProtocol(text.chars().take(40).collect()))
    }
}

/// What an engine is told at the start.
#[derive(Clone, Debug)]
pub struct Wishes<'a> {
    /// Which game it is to play.
    pub variant: VariantId,
    /// Its options.
    pub options: &'a BTreeMap<String, String>,
    /// Whether it may think in the opponent's time.
    pub ponder: bool,
}

/// Who an engine says it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Identity {
    /// Its name, with the version.
    pub name: String,
    /// Its author.
    pub author: String,
}

/// A whole number that an engine lets be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spin {
    /// The option's name.
    pub name: String,
    /// Unless set.
    pub default: i64,
    /// Least.
    pub least: i64,
    /// Most.
    pub most: i64,
}

/// What an engine said about its search, from its own view.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Remarks {
    /// Score in hundredths of a man; ±30,000 less the plies for a forced win.
    pub score: Option<i32>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
}

/// The score of a win that is already there; one in n plies is n less.
pub const WIN: i32 = 30_000;
/// Scores from here on announce a forced win.
pub const LEAST_WIN: i32 = 29_000;

/// How an engine ends its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A move, and the reply it expects.
    Move {
        /// The move, in whatever notation.
        text: String,
        /// The expected reply.
        ponder: Option<String>,
    },
    /// It says that it has no move.
    NoMove,
    /// It gives up.
    Resigns,
    /// It claims a draw.
    ClaimsDraw,
    /// It ends the game in another way.
    Leaves(String),
}

/// A dialect, as the runner speaks it. Every method may block until its deadline.
pub trait Dialect: Send {
    /// Greets the engine, sets its options and waits until it is ready.
    ///
    /// # Errors
    /// If it does not greet back, lacks an option, does not take a value or cannot play the game.
    fn greet(&mut self, link: &mut Link, wishes: &Wishes<'_>, deadline: Instant)
    -> Result<Identity, Failure>;

    /// The whole numbers that the engine has said can be set; `None` if it does not say such things in this dialect.
    fn spins(&self) -> Option<Vec<Spin>> {
        None
    }

    /// Tells of a new game, in which the engine plays `side`.
    ///
    /// # Errors
    /// If it does not answer.
    fn new_game(
        &mut self,
        link: &mut Link,
        scene: &Scene,
        side: Side,
        deadline: Instant,
    ) -> Result<(), Failure>;

    /// Sends the position. The engine's clock does not run yet.
    ///
    /// # Errors
    /// If it does not answer.
    fn prepare(&mut self, link: &mut Link, scene: &Scene, go: &Go, deadline: Instant) -> Result<(), Failure>;

    /// Starts the search; the clock runs from here.
    ///
    /// # Errors
    /// If the engine is gone.
    fn go(&mut self, link: &mut Link, go: &Go) -> Result<(), Failure>;

    /// Reads a line of a searching engine: either a remark, or the answer.
    ///
    /// # Errors
    /// If the line makes no sense and the game cannot go on.
    fn read(&mut self, link: &mut Link, line: &str, remarks: &mut Remarks)
    -> Result<Option<Answer>, Failure>;

    /// The line that makes a search end; `None` if there is none.
    fn stop_line(&self) -> Option<&'static str> {
        Some("stop")
    }

    /// The words that start thinking in the opponent's time and that say that the guess was right; `None` if
    /// the dialect has none.
    fn ponder_lines(&self, _go: &Go) -> Option<(Vec<String>, &'static str)> {
        None
    }

    /// Asks for a sign of life.
    ///
    /// # Errors
    /// If none comes.
    fn ping(&mut self, link: &mut Link, deadline: Instant) -> Result<(), Failure>;

    /// Tells that the game is over.
    ///
    /// # Errors
    /// If the dialect expects an answer and none comes.
    fn end_game(&mut self, _link: &mut Link, _deadline: Instant) -> Result<(), Failure> {
        Ok(())
    }

    /// The line that ends the engine; `None` if closing the wire does.
    fn quit_line(&self) -> Option<&'static str> {
        Some("quit")
    }
}

/// Reads lines until one is `wanted`.
fn await_line(link: &mut Link, wanted: &'static str, deadline: Instant) -> Result<(), Failure> {
    loop {
        let (_, line) = link.receive(deadline, wanted)?;
        if line.trim() == wanted {
            return Ok(());
        }
    }
}

/// Reads lines until one is `wanted`, after options were sent. An engine that `complains` meanwhile has not taken them,
/// and would play with others than it was to be tried with.
fn await_ready(
    link: &mut Link,
    wanted: &'static str,
    deadline: Instant,
    complains: impl Fn(&str) -> bool,
) -> Result<(), Failure> {
    loop {
        let (_, line) = link.receive(deadline, wanted)?;
        let line = line.trim();
        if line == wanted {
            return Ok(());
        }
        if complains(line) {
            return Err(Failure::Protocol(format!("the engine says: {line}")));
        }
    }
}

/// Whole milliseconds, at least one: engines take zero for "no limit".
fn millis(time: Duration) -> u128 {
    time.as_millis().max(1)
}

/// Of the names that an engine has for games, the one that means this game.
fn own_name<'a>(names: impl IntoIterator<Item = &'a str>, variant: VariantId) -> Option<&'a str> {
    names.into_iter().find(|name| name.parse() == Ok(variant))
}
