//! The Universal Game Interface: UCI without the chess. Players are p1, who moves first in the game, and p2.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::time::Instant;

use super::{Answer, Dialect, Identity, Remarks, Spin, Wishes, await_line, millis, uci};
use crate::board::Side;
use crate::tournament::limits::Go;
use crate::tournament::link::{Failure, Link};
use crate::tournament::referee::Scene;

/// The dialect.
#[derive(Debug, Default)]
pub struct Ugi {
    options: Vec<uci::Declared>,
}

impl Dialect for Ugi {
    fn greet(
        &mut self,
        link: &mut Link,
        wishes: &Wishes<'_>,
        deadline: Instant,
    ) -> Result<Identity, Failure> {
        link.send("ugi")?;
        let (identity, options) = uci::listen(link, "ugiok", deadline)?;
        self.options = options;
        uci::configure(link, &self.options, wishes, deadline)?;
        Ok(identity)
    }

    fn spins(&self) -> Option<Vec<Spin>> {
        Some(uci::spins(&self.options))
    }

    fn new_game(&mut self, link: &mut Link, _: &Scene, _: Side, deadline: Instant) -> Result<(), Failure> {
        link.send("uginewgame")?;
        self.ping(link, deadline)
    }

    fn prepare(&mut self, link: &mut Link, scene: &Scene, _: &Go, deadline: Instant) -> Result<(), Failure> {
        link.send(&uci::position(scene))?;
        self.ping(link, deadline)
    }

    fn go(&mut self, link: &mut Link, go: &Go) -> Result<(), Failure> {
        link.send(&go_line(go))
    }

    fn read(&mut self, _: &mut Link, line: &str, remarks: &mut Remarks) -> Result<Option<Answer>, Failure> {
        // Mates are counted in plies here.
        Ok(uci::read(line, remarks, 1))
    }

    fn ping(&mut self, link: &mut Link, deadline: Instant) -> Result<(), Failure> {
        link.send("isready")?;
        await_line(link, "readyok", deadline)
    }
}

/// The `go` line. UGI knows one limit at a time; the first there is of clock, time, nodes, depth is sent.
fn go_line(go: &Go) -> String {
    if let Some(own) = go.own_clock() {
        // Without a clock of its own the opponent is said to have ours: engines expect all four numbers.
        let of = |side: Side| go.clocks.get(side.index()).copied().flatten().unwrap_or(own);
        let (p1, p2) = (of(go.first), of(!go.first));
        return format!(
            "go p1time {} p2time {} p1inc {} p2inc {}",
            millis(p1.remaining),
            millis(p2.remaining),
            p1.increment.as_millis(),
            p2.increment.as_millis()
        );
    }
    if let Some(time) = go.move_time {
        return format!("go movetime {}", millis(time));
    }
    if let Some(nodes) = go.nodes {
        return format!("go nodes {nodes}");
    }
    format!("go depth {}", go.depth.unwrap_or(1))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::tournament::limits::{Allowance, Limits};

    #[test]
    fn clocks_are_named_by_order_of_play() {
        let control = Some("60+1".parse().unwrap());
        let mut white = Allowance::new(Limits { control, ..Limits::default() });
        white.spend(std::time::Duration::from_secs(11));
        let black = Allowance::new(Limits { control, ..Limits::default() });
        let go = white.go(Side::White, Side::Black, black.clock());
        assert_eq!(go_line(&go), "go p1time 60000 p2time 50000 p1inc 1000 p2inc 1000");
    }
}
