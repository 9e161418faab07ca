//! The first version of the Hub protocol, which Scan 2.0 speaks: fixed words in a fixed order.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::time::Instant;

use super::{Answer, Dialect, Identity, Remarks, Wishes, await_line, await_ready, millis};
use crate::board::Side;
use crate::rules::VariantId;
use crate::tournament::limits::Go;
use crate::tournament::link::{Failure, Link};
use crate::tournament::referee::Scene;

/// The dialect.
#[derive(Debug, Default)]
pub struct Hub1;

impl Dialect for Hub1 {
    fn greet(
        &mut self,
        link: &mut Link,
        wishes: &Wishes<'_>,
        deadline: Instant,
    ) -> Result<Identity, Failure> {
        if wishes.variant != VariantId::International {
            return Err(Failure::Protocol("hub1 knows international draughts only".to_owned()));
        }
        link.send("hub")?;
        let mut identity = Identity::default();
        loop {
            let (_, line) = link.receive(deadline, "wait")?;
            match line.trim().split_once(' ') {
                Some(("name", name)) => name.clone_into(&mut identity.name),
                Some(("author", author)) => author.clone_into(&mut identity.author),
                Some(("error", _)) => return Err(Failure::Protocol(line)),
                None if line.trim() == "wait" => break,
                _ => {}
            }
        }
        for (name, value) in wishes.options {
            link.send(&format!("set {name} {value}"))?;
        }
        link.send("init")?;
        await_ready(link, "ready", deadline, |line| line.split_whitespace().next() == Some("error"))?;
        Ok(identity)
    }

    fn new_game(&mut self, link: &mut Link, _: &Scene, _: Side, deadline: Instant) -> Result<(), Failure> {
        link.send("new")?;
        self.ping(link, deadline)
    }

    fn prepare(&mut self, link: &mut Link, scene: &Scene, go: &Go, _: Instant) -> Result<(), Failure> {
        // The side to move is a small letter here.
        let (turn, squares) = scene.start_hub.split_at(1.min(scene.start_hub.len()));
        link.send(&format!("pos {}{squares}", turn.to_ascii_lowercase()))?;
        for mv in &scene.moves {
            link.send(&format!("move {}", mv.hub))?;
        }
        limits(go).iter().try_for_each(|line| link.send(line))
    }

    fn go(&mut self, link: &mut Link, _: &Go) -> Result<(), Failure> {
        link.send("go")
    }

    fn read(&mut self, _: &mut Link, line: &str, remarks: &mut Remarks) -> Result<Option<Answer>, Failure> {
        read(line, remarks)
    }

    fn ping(&mut self, link: &mut Link, deadline: Instant) -> Result<(), Failure> {
        link.send("ping")?;
        await_line(link, "pong", deadline)
    }
}

/// The limits, in milliseconds. There is no limit of nodes: such a match needs a time or a depth instead.
fn limits(go: &Go) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(clock) = go.own_clock() {
        let moves = clock.moves_to_go.unwrap_or(0);
        let time = clock.remaining.saturating_sub(clock.increment);
        lines.push(format!("level {moves} {} {}", millis(time), clock.increment.as_millis()));
    }
    lines.extend(go.move_time.map(|time| format!("time {}", millis(time))));
    lines.extend(go.depth.map(|depth| format!("depth {depth}")));
    lines
}

/// `info depth mean-depth score nodes time speed pv…` and `move best [reply]`.
fn read(line: &str, remarks: &mut Remarks) -> Result<Option<Answer>, Failure> {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("info") => {
            let [depth, _, score, nodes] = [(); 4].map(|()| words.next());
            remarks.depth = depth.and_then(|n| n.parse().ok()).or(remarks.depth);
            remarks.score = score.and_then(|n| n.parse().ok()).or(remarks.score);
            remarks.nodes = nodes.and_then(|n| n.parse().ok()).or(remarks.nodes);
            Ok(None)
        }
        Some("move") => {
            let (text, ponder) = (words.next(), words.next().map(str::to_owned));
            Ok(Some(text.map_or(Answer::NoMove, |text| Answer::Move { text: text.to_owned(), ponder })))
        }
        Some("error") => Err(Failure::Protocol(format!("the engine says: {line}"))),
        _ => Ok(None),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::tournament::limits::{Allowance, Limits};

    #[test]
    fn answers_and_remarks_are_read() {
        let mut remarks = Remarks::default();
        assert_eq!(read("info 11 10.4 -7 24015 0.02 1.2 32-28 19-23", &mut remarks), Ok(None));
        assert_eq!(remarks, Remarks { score: Some(-7), depth: Some(11), nodes: Some(24_015) });
        let moved = Answer::Move { text: "28x19x23".into(), ponder: Some("14x23x19".into()) };
        assert_eq!(read("move 28x19x23 14x23x19", &mut remarks), Ok(Some(moved)));
        assert_eq!(read("move", &mut remarks), Ok(Some(Answer::NoMove)));
        assert!(read("error illegal move", &mut remarks).is_err());
    }

    #[test]
    fn limits_are_in_milliseconds() {
        let control = Some("10+0.5".parse().unwrap());
        let go = Allowance::new(Limits { control, ..Limits::default() }).go(Side::White, Side::White, None);
        assert_eq!(limits(&go), ["level 0 9500 500"]);
    }
}
