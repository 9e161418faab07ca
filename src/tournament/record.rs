//! What is kept of a match: a header and a record per pair, each a line of JSON. Tables and game files are
//! made from these alone.

use serde::{Deserialize, Serialize};

use super::config::Terms;
use super::stats::PairResult;
use crate::board::Side;

/// The version of the records.
pub const VERSION: u32 = 1;

/// A line of a record file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Line {
    /// The first line.
    Match(Box<Header>),
    /// Every other line.
    Pair(Box<PairRecord>),
}

/// What the match is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the records.
    pub version: u32,
    /// The terms.
    pub terms: Terms,
    /// How many openings there were.
    pub openings: usize,
    /// A fingerprint of the openings.
    pub openings_hash: String,
    /// The part of the match that is recorded here.
    pub shard: Shard,
}

/// A part of a match: pairs whose number leaves `index` − 1 when divided by `count`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// From 1.
    pub index: usize,
    /// Parts in all.
    pub count: usize,
}

impl Shard {
    /// The whole match.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    /// Whether a pair belongs to this part.
    pub fn holds(self, pair: usize) -> bool {
        pair % self.count == self.index - 1
    }
}

/// A text that is no part.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is no part of a match; expected i/n with i from 1 to n")]
pub struct BadShard(String);

impl std::str::FromStr for Shard {
    type Err = BadShard;

    fn from_str(text: &str) -> Result<Self, BadShard> {
        let bad = || BadShard(text.to_owned());
        let (index, count) = text.split_once('/').ok_or_else(bad)?;
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| bad());
        let shard = Self { index: number(index)?, count: number(count)? };
        if (1..=shard.count).contains(&shard.index) { Ok(shard) } else { Err(bad()) }
    }
}

/// Two games from one opening.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PairRecord {
    /// Its number in the match, from 0.
    pub pair: usize,
    /// The opening's place in its file, from 1.
    pub opening: usize,
    /// The opening.
    pub fen: String,
    /// The engines, by their places in the terms: the first has White in the first game.
    pub engines: [usize; 2],
    /// The games.
    pub games: [GameRecord; 2],
}

impl PairRecord {
    /// The result for the first of its engines.
    pub fn result(&self) -> PairResult {
        let [first, second] = &self.games;
        PairResult::new(first.score.half_points(Side::White), second.score.half_points(Side::Black))
    }
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GameScore {
    /// White won.
    #[serde(rename = "1-0")]
    White,
    /// Black won.
    #[serde(rename = "0-1")]
    Black,
    /// Nobody won.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameScore {
    /// A win.
    pub fn win(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }

    /// 2 for a win of `side`, 1 for a draw.
    pub fn half_points(self, side: Side) -> u8 {
        match self {
            Self::Draw => 1,
            won if won == Self::win(side) => 2,
            _ => 0,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// By the rules.
    Rules,
    /// By agreement of scores.
    Adjudication,
    /// By the limit of plies.
    Length,
    /// A side gave up.
    Resignation,
    /// A side claimed a draw.
    DrawClaim,
    /// A side left the game.
    Abandoned,
    /// A move came too late.
    TimeLoss,
    /// No move came at all.
    Hang,
    /// An engine ended.
    Crash,
    /// An engine could not be started.
    NoStart,
    /// A move was not legal, or none was made where there was one.
    IllegalMove,
    /// An engine said something that made no sense.
    Protocol,
}

impl End {
    /// Whether an engine is to blame.
    pub fn is_fault(self) -> bool {
        !matches!(self, Self::Rules | Self::Adjudication | Self::Length | Self::Resignation | Self::DrawClaim)
    }
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The result.
    pub score: GameScore,
    /// How it ended.
    pub end: End,
    /// That in words.
    pub reason: String,
    /// The moves.
    pub moves: Vec<MoveRecord>,
    /// Milliseconds from the first move's start to the last one's end.
    pub wall: f64,
    /// What went wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

impl GameRecord {
    /// Milliseconds that both engines thought.
    pub fn thought(&self) -> f64 {
        self.moves.iter().map(|mv| mv.time).sum()
    }
}

/// A move with what its engine said about it; written as a list to keep records short.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "MoveTuple", into = "MoveTuple")]
pub struct MoveRecord {
    /// The move, in short form.
    pub text: String,
    /// Score in hundredths of a man, from the mover's view.
    pub score: Option<i32>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub time: f64,
}

type MoveTuple = (String, Option<i32>, Option<u32>, Option<u64>, f64);

impl From<MoveTuple> for MoveRecord {
    fn from((text, score, depth, nodes, time): MoveTuple) -> Self {
        Self { text, score, depth, nodes, time }
    }
}

impl From<MoveRecord> for MoveTuple {
    fn from(mv: MoveRecord) -> Self {
        (mv.text, mv.score, mv.depth, mv.nodes, mv.time)
    }
}

/// What went wrong in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// Whose fault it is.
    pub engine: String,
    /// The position.
    pub fen: String,
    /// The last lines exchanged.
    pub lines: Vec<String>,
}

/// Milliseconds with three decimals: more would only make records longer.
pub fn milliseconds(time: std::time::Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_the_match_once() {
        let parts: Vec<Shard> = (1..=3).map(|n| format!("{n}/3").parse().unwrap()).collect();
        for pair in 0..10 {
            assert_eq!(parts.iter().filter(|part| part.holds(pair)).count(), 1);
        }
        for bad in ["0/3", "4/3", "1", "a/b", "1/0"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }

    #[test]
    fn moves_are_short_lists() {
        let mv =
            MoveRecord { text: "32-28".into(), score: Some(-3), depth: Some(7), nodes: None, time: 1.25 };
        let text = serde_json::to_string(&mv).unwrap();
        assert_eq!(text, r#"["32-28",-3,7,null,1.25]"#);
        assert_eq!(serde_json::from_str::<MoveRecord>(&text).unwrap(), mv);
    }
}
