//! What a player may spend on a move, and the clock that the runner keeps for it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::board::Side;

/// A time control: `[moves/]base[+increment]`, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Text", into = "String")]
pub struct TimeControl {
    /// Moves that `base` is for; `None` means the rest of the game.
    pub moves: Option<u32>,
    /// Seconds at the start, and again after `moves` moves.
    pub base: f64,
    /// Seconds added after each move.
    pub increment: f64,
}

/// A time control as a configuration file may write it: `"10+0.1"` or just `10`.
#[derive(Deserialize)]
#[serde(untagged)]
enum Text {
    Words(String),
    Number(f64),
}

/// A text that is no time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is no time control; expected [moves/]seconds[+increment], such as 10+0.1 or 40/60")]
pub struct BadTimeControl(String);

/// The longest time that is taken for one; larger numbers are mistakes.
const LONGEST: f64 = 1e7;

impl FromStr for TimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<Self, BadTimeControl> {
        let bad = || BadTimeControl(text.chars().take(40).collect());
        let (moves, times) = match text.trim().split_once('/') {
            Some((moves, times)) => (Some(moves.trim().parse::<u32>().map_err(|_| bad())?), times),
            None => (None, text.trim()),
        };
        let (base, increment) = times.split_once('+').unwrap_or((times, "0"));
        let seconds = |text: &str| text.trim().parse::<f64>().ok().filter(|s| (0.0..=LONGEST).contains(s));
        let (base, increment) = (seconds(base).ok_or_else(bad)?, seconds(increment).ok_or_else(bad)?);
        if moves == Some(0) || base + increment <= 0.0 {
            return Err(bad());
        }
        Ok(Self { moves, base, increment })
    }
}

impl TryFrom<Text> for TimeControl {
    type Error = BadTimeControl;

    fn try_from(text: Text) -> Result<Self, BadTimeControl> {
        match text {
            Text::Words(text) => text.parse(),
            Text::Number(seconds) => seconds.to_string().parse(),
        }
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base)?;
        if self.increment > 0.0 { write!(f, "+{}", self.increment) } else { Ok(()) }
    }
}

/// The limits of one player. A search ends at whichever is reached first.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Limits {
    /// The clock.
    pub control: Option<TimeControl>,
    /// Time for each move.
    pub move_time: Option<Duration>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
}

/// A running clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideClock {
    /// Time left.
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until `base` is added again.
    pub moves_to_go: Option<u32>,
}

/// What a player is told when it has to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Go {
    /// Who is to move.
    pub side: Side,
    /// The side that moves first in this game of draughts.
    pub first: Side,
    /// The clocks of White and Black, where there are any.
    pub clocks: [Option<SideClock>; 2],
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Nodes for this move.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
}

impl Go {
    /// The clock of the player to move.
    pub fn own_clock(&self) -> Option<SideClock> {
        self.clocks.get(self.side.index()).copied().flatten()
    }

    /// Time after which the move is late; `None` if it may take any time.
    pub fn budget(&self) -> Option<Duration> {
        let clock = self.own_clock().map(|clock| clock.remaining);
        [clock, self.move_time].into_iter().flatten().min()
    }
}

/// The limits of a player in a game, as they stand.
#[derive(Clone, Debug)]
pub struct Allowance {
    limits: Limits,
    clock: Option<SideClock>,
}

impl Allowance {
    /// Full.
    pub fn new(limits: Limits) -> Self {
        let clock = limits.control.map(|control| SideClock {
            remaining: Duration::from_secs_f64(control.base.max(control.increment)),
            increment: Duration::from_secs_f64(control.increment),
            moves_to_go: control.moves,
        });
        Self { limits, clock }
    }

    /// The clock.
    pub fn clock(&self) -> Option<SideClock> {
        self.clock
    }

    /// What the player is told, `other` being its opponent's clock.
    pub fn go(&self, side: Side, first: Side, other: Option<SideClock>) -> Go {
        let mut clocks = [None; 2];
        for (slot, owner) in clocks.iter_mut().zip(Side::BOTH) {
            *slot = if owner == side { self.clock } else { other };
        }
        let Limits { move_time, nodes, depth, .. } = self.limits;
        Go { side, first, clocks, move_time, nodes, depth }
    }

    /// Takes the time of a move from the clock. What was over the limit but tolerated costs nothing more.
    pub fn spend(&mut self, used: Duration) {
        let (Some(clock), Some(control)) = (&mut self.clock, self.limits.control) else { return };
        clock.remaining = clock.remaining.saturating_sub(used) + clock.increment;
        if let Some(left) = &mut clock.moves_to_go {
            *left -= 1;
            if *left == 0 {
                *left = control.moves.unwrap_or(1);
                clock.remaining += Duration::from_secs_f64(control.base);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        let read = |text: &str| text.parse::<TimeControl>();
        assert_eq!(read("10+0.1"), Ok(TimeControl { moves: None, base: 10.0, increment: 0.1 }));
        assert_eq!(read("40/60"), Ok(TimeControl { moves: Some(40), base: 60.0, increment: 0.0 }));
        assert_eq!(read(" 75/60+1 ").unwrap().to_string(), "75/60+1");
        for bad in ["", "x", "0", "0/5", "-1", "1e99", "inf", "nan", "5+", "1/2/3", "40/"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_clock_gains_increments_and_new_controls() {
        let control = Some("2/10+1".parse().unwrap());
        let mut allowance = Allowance::new(Limits { control, ..Limits::default() });
        allowance.spend(Duration::from_secs(4));
        let clock = allowance.clock().unwrap();
        assert_eq!((clock.remaining.as_secs(), clock.moves_to_go), (7, Some(1)));
        allowance.spend(Duration::from_secs(20));
        let clock = allowance.clock().unwrap();
        assert_eq!((clock.remaining.as_secs(), clock.moves_to_go), (11, Some(2)));
        let go = allowance.go(Side::Black, Side::White, None);
        assert_eq!(go.clocks[0], None);
        assert_eq!(go.budget(), Some(Duration::from_secs(11)));
    }
}
