//! What can be asked of the engine and what it says: plain data, the same for every protocol.

use std::path::PathBuf;
use std::time::Duration;

use super::bench::BenchLine;
use super::options::LOG_FILE;
use crate::board::Side;
use crate::eval::{Terms, Wdl};
use crate::notation::hub::Numbering;
use crate::position::Outcome;
use crate::rules::VariantId;
use crate::search::{Bound, Score};

/// Something asked of the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Say who you are and what can be set.
    Hello,
    /// Say when everything asked before is done.
    IsReady,
    /// Give a sign of life.
    Ping,
    /// Say how the game stands.
    Query(Query),
    /// The next position belongs to another game: forget what was learnt from this one.
    NewGame,
    /// Set an option.
    SetOption {
        /// Its name.
        name: String,
        /// Its value; buttons have none.
        value: Option<String>,
    },
    /// Set up a position and play moves from it.
    Position(PositionSpec),
    /// Search the position.
    Go(GoSpec),
    /// Count the leaves below the position.
    Perft(u32),
    /// Search the fixed positions of one game or of all.
    Bench(Option<VariantId>),
    /// Describe the position.
    Display,
    /// Evaluate the position.
    Eval,
    /// List the commands.
    Help,
    /// Say more, or less, about what is being done.
    Debug(bool),
    /// End the running search.
    Stop,
    /// The move expected was played.
    PonderHit,
    /// End the program.
    Quit,
}

impl Command {
    /// Whether the command changes what a running search stands on, so that the search must end first.
    pub fn needs_rest(&self) -> bool {
        match self {
            // A search has nothing to do with the record of the talk.
            Self::SetOption { name, .. } => !name.eq_ignore_ascii_case(LOG_FILE),
            Self::NewGame | Self::Position(_) | Self::Go(_) | Self::Perft(_) | Self::Bench(_) => true,
            Self::Hello
            | Self::IsReady
            | Self::Ping
            | Self::Query(_)
            | Self::Display
            | Self::Eval
            | Self::Help
            | Self::Debug(_)
            | Self::Stop
            | Self::PonderHit
            | Self::Quit => false,
        }
    }
}

/// What can be asked about the game on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Query {
    /// Is the side to move the one that begins the game?
    FirstToMove,
    /// Is the game over?
    Over,
    /// Who won?
    Result,
}

/// How the game on the board stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The side to move.
    pub turn: Side,
    /// The side that begins the game from its start position.
    pub first: Side,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
    /// Whether the side to move has a legal move.
    pub can_move: bool,
}

/// A position as it was described.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionSpec {
    /// Where it begins.
    pub start: StartSpec,
    /// The moves from there, not yet understood.
    pub moves: Vec<String>,
}

/// The beginning of a described position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StartSpec {
    /// The start position of the game.
    Initial,
    /// A FEN, not yet understood.
    Fen(String),
    /// A Hub string, not yet understood. The moves behind it are written in the same numbering.
    Hub(String, Numbering),
}

/// The limits of a search as they were given.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoSpec {
    /// White's and Black's clock in milliseconds; may be negative.
    pub time: [Option<i64>; 2],
    /// White's and Black's increment in milliseconds.
    pub increment: [Option<i64>; 2],
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Look for a win in this many moves.
    pub mate: Option<u32>,
    /// Milliseconds for this move; may be negative.
    pub move_time: Option<i64>,
    /// Until told to stop.
    pub infinite: bool,
    /// In the opponent's time.
    pub ponder: bool,
    /// Only these moves, not yet understood.
    pub search_moves: Vec<String>,
    /// The clocks are those of the side that begins the game and of the other, not of White and Black.
    pub by_order: bool,
    /// How the moves of the answer are to be written.
    pub form: MoveForm,
}

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MoveForm {
    /// The canonical long form.
    #[default]
    Long,
    /// As the Hub protocol has them.
    Hub(Numbering),
}

impl GoSpec {
    /// Whether the search has no end of its own: it was said to be infinite, or nothing limits it.
    pub fn is_endless(&self) -> bool {
        let limited = self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.move_time.is_some()
            || self.time.iter().any(Option::is_some);
        self.infinite || !limited
    }
}

/// Something the engine says.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// The answer to [`Command::Hello`].
    Hello,
    /// The answer to [`Command::IsReady`].
    Ready,
    /// The answer to [`Command::Ping`].
    Pong,
    /// The answer to [`Command::Query`].
    Standing(Query, Standing),
    /// A line of analysis.
    Info(Info),
    /// The end of a search.
    Best(BestMove),
    /// A remark.
    Note(String),
    /// Something went wrong; nothing was changed.
    Error(String),
    /// The answer to [`Command::Display`].
    Description(Box<Description>),
    /// The answer to [`Command::Eval`].
    Evaluation(Evaluation),
    /// Leaves below one root move.
    PerftMove {
        /// The move.
        text: String,
        /// The count.
        nodes: u64,
    },
    /// Leaves below the root.
    PerftTotal {
        /// The count.
        nodes: u64,
        /// Since it was asked for.
        time: Duration,
    },
    /// One game of the bench is done.
    BenchLine(BenchLine),
    /// The whole bench is done.
    BenchTotal {
        /// Nodes of all games.
        nodes: u64,
        /// Time of all games.
        time: Duration,
    },
    /// The answer to [`Command::Help`].
    Help,
    /// From now on, keep a record of both directions in this file, or in none.
    Log(Option<PathBuf>),
    /// For that record: a line that came in.
    Received(String),
}

/// One line of analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Iteration, in plies.
    pub depth: u32,
    /// Deepest ply.
    pub sel_depth: u32,
    /// Place among the lines asked for, 1 the best.
    pub rank: usize,
    /// Score for the side to move.
    pub score: Score,
    /// What kind of score.
    pub bound: Bound,
    /// The chances of the side to move, if they are to be told.
    pub wdl: Option<Wdl>,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Since the search was asked for.
    pub time: Duration,
    /// Share of the table in use, per mille.
    pub hash_full: u32,
    /// Nodes that endgame tables answered; nothing without tables.
    pub tb_hits: Option<u64>,
    /// The moves.
    pub pv: Vec<String>,
}

impl Info {
    /// Nodes per second.
    pub fn speed(&self) -> u64 {
        speed(self.nodes, self.time)
    }
}

/// Nodes per second; times below a microsecond count as one.
pub fn speed(nodes: u64, time: Duration) -> u64 {
    let micros = time.as_micros().max(1);
    u64::try_from(u128::from(nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

/// The answer of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The move; `None` if there is no legal one.
    pub best: Option<String>,
    /// The reply expected.
    pub ponder: Option<String>,
}

/// The static evaluation of a position, in centipawns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The side to move.
    pub turn: Side,
    /// The parts of the handcrafted evaluation, for White and Black.
    pub terms: Terms,
    /// What the network says, which is then what the search goes by.
    pub net: Option<NetEvaluation>,
    /// What the search goes by, for the side to move.
    pub score: i32,
    /// The chances of the side to move that go with it.
    pub chances: Wdl,
}

/// A network's evaluation of a position, in centipawns for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetEvaluation {
    /// What the search goes by.
    pub score: i32,
    /// The same before it was clamped, or divided in endings that are hardly won.
    pub raw: i32,
    /// The output bucket, from 0.
    pub bucket: usize,
    /// Size of the hidden layer.
    pub hidden: usize,
    /// How the network was trained.
    pub facts: String,
    /// What each piece adds, as a board of numbers, several lines.
    pub board: String,
}

/// A position in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// The game.
    pub variant: VariantId,
    /// The board drawn, several lines.
    pub board: String,
    /// The FEN.
    pub fen: String,
    /// The hash key.
    pub key: u64,
    /// The side to move.
    pub turn: Side,
    /// The counters of the draw rules and their limits, in words; only those that the game has.
    pub counters: Vec<String>,
    /// How the game ended and why, or `None` if it goes on.
    pub outcome: Option<String>,
    /// The legal moves.
    pub moves: Vec<String>,
}
