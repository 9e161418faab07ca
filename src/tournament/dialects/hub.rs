//! The Hub protocol, version 2: `command name=value name="value with blanks"`.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::time::{Duration, Instant};

use super::allowed::Allowed;
use super::{Answer, Dialect, Identity, Remarks, Spin, WIN, Wishes, await_line, await_ready, own_name};
use crate::board::Side;
use crate::tournament::limits::Go;
use crate::tournament::link::{Failure, Link};
use crate::tournament::referee::Scene;

/// A parameter as an engine declares it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Declared {
    name: String,
    value: String,
    kind: String,
    range: [String; 2],
    choices: Vec<String>,
}

impl Declared {
    /// As a whole number; nothing if it is none, or says no range.
    fn spin(&self) -> Option<Spin> {
        let number = |text: &str| text.parse().ok();
        let [least, most] = &self.range;
        let (default, least, most) = (number(&self.value)?, number(least)?, number(most)?);
        (self.kind == "int").then(|| Spin { name: self.name.clone(), default, least, most })
    }

    /// What it may be set to.
    fn allowed(&self) -> Allowed<'_> {
        let [least, most] = &self.range;
        match self.kind.as_str() {
            "int" => Allowed::whole(least, most),
            "bool" => Allowed::Truth,
            "enum" if !self.choices.is_empty() => Allowed::OneOf(&self.choices),
            _ => Allowed::Anything,
        }
    }
}

/// The dialect.
#[derive(Debug, Default)]
pub struct Hub {
    parameters: Vec<Declared>,
}

impl Dialect for Hub {
    fn greet(
        &mut self,
        link: &mut Link,
        wishes: &Wishes<'_>,
        deadline: Instant,
    ) -> Result<Identity, Failure> {
        link.send("hub")?;
        let mut identity = Identity::default();
        loop {
            let (_, line) = link.receive(deadline, "wait")?;
            let (command, arguments) = split(&line);
            let value = |name: &str| find(&arguments, name).unwrap_or_default().to_owned();
            match command {
                "id" => {
                    let words = [value("name"), value("version")];
                    identity.name = words.join(" ").trim().into();
                    identity.author = value("author");
                }
                "param" => {
                    let choices = value("values").split_whitespace().map(str::to_owned).collect();
                    let range = [value("min"), value("max")];
                    let (name, value, kind) = (value("name"), value("value"), value("type"));
                    self.parameters.push(Declared { name, value, kind, range, choices });
                }
                "error" => return Err(Failure::Protocol(line)),
                "wait" => break,
                _ => {}
            }
        }
        self.configure(link, wishes)?;
        link.send("init")?;
        await_ready(link, "ready", deadline, |line| split(line).0 == "error")?;
        Ok(identity)
    }

    fn spins(&self) -> Option<Vec<Spin>> {
        Some(self.parameters.iter().filter_map(Declared::spin).collect())
    }

    fn new_game(&mut self, link: &mut Link, _: &Scene, _: Side, deadline: Instant) -> Result<(), Failure> {
        link.send("new-game")?;
        self.ping(link, deadline)
    }

    fn prepare(&mut self, link: &mut Link, scene: &Scene, go: &Go, _: Instant) -> Result<(), Failure> {
        let moves: Vec<&str> = scene.moves.iter().map(|mv| mv.hub.as_str()).collect();
        if moves.is_empty() {
            link.send(&format!("pos pos={}", scene.start_hub))?;
        } else {
            link.send(&format!("pos pos={} moves=\"{}\"", scene.start_hub, moves.join(" ")))?;
        }
        levels(go).iter().try_for_each(|line| link.send(line))
    }

    fn go(&mut self, link: &mut Link, _: &Go) -> Result<(), Failure> {
        link.send("go think")
    }

    fn read(&mut self, _: &mut Link, line: &str, remarks: &mut Remarks) -> Result<Option<Answer>, Failure> {
        read(line, remarks)
    }

    fn ponder_lines(&self, _: &Go) -> Option<(Vec<String>, &'static str)> {
        Some((vec!["go ponder".to_owned()], "ponder-hit"))
    }

    fn ping(&mut self, link: &mut Link, deadline: Instant) -> Result<(), Failure> {
        link.send("ping")?;
        await_line(link, "pong", deadline)
    }
}

impl Hub {
    /// Sets the game and the parameters; only values that differ from the declared ones are sent.
    fn configure(&self, link: &mut Link, wishes: &Wishes<'_>) -> Result<(), Failure> {
        let declared = |name: &str| self.parameters.iter().find(|known| known.name == name);
        let given = |name: &str| wishes.options.contains_key(name);
        let mut settings: Vec<(&str, &str)> = Vec::new();
        match declared("variant") {
            Some(known) if !given("variant") => {
                let own = own_name(known.choices.iter().map(String::as_str), wishes.variant);
                let none = || Failure::Protocol(format!("the engine does not play {}", wishes.variant));
                settings.push(("variant", own.ok_or_else(none)?));
            }
            // Who declares no games plays the one that the protocol was made for.
            None if wishes.variant != crate::rules::VariantId::International => {
                return Err(Failure::Protocol(format!(
                    "the engine does not say that it plays {}",
                    wishes.variant
                )));
            }
            _ => {}
        }
        if !given("ponder") {
            settings.push(("ponder", if wishes.ponder { "true" } else { "false" }));
        }
        settings.retain(|(name, _)| declared(name).is_some());
        for (name, value) in wishes.options {
            let Some(known) = declared(name) else {
                return Err(Failure::Protocol(format!("the engine has no parameter '{name}'")));
            };
            known.allowed().check(name, value)?;
            settings.push((name, value));
        }
        for (name, value) in settings {
            if declared(name).is_none_or(|known| known.value != value) {
                link.send(&format!("set-param name={} value={}", quoted(name), quoted(value)))?;
            }
        }
        Ok(())
    }
}

/// The `level` lines. The increment is added before each move here, after it on our clock.
fn levels(go: &Go) -> Vec<String> {
    let seconds = |time: Duration| format!("{:.3}", time.as_secs_f64());
    let mut lines = Vec::new();
    if let Some(clock) = go.own_clock() {
        let moves = clock.moves_to_go.map(|moves| format!("moves={moves} ")).unwrap_or_default();
        let time = seconds(clock.remaining.saturating_sub(clock.increment));
        let increment = if clock.increment.is_zero() {
            String::new()
        } else {
            format!(" inc={}", seconds(clock.increment))
        };
        lines.push(format!("level {moves}time={time}{increment}"));
    }
    lines.extend(go.move_time.map(|time| format!("level move-time={}", seconds(time))));
    lines.extend(go.nodes.map(|nodes| format!("level nodes={nodes}")));
    lines.extend(go.depth.map(|depth| format!("level depth={depth}")));
    lines
}

fn read(line: &str, remarks: &mut Remarks) -> Result<Option<Answer>, Failure> {
    let (command, arguments) = split(line);
    let value = |name: &str| find(&arguments, name);
    match command {
        "info" => {
            remarks.depth = value("depth").and_then(|n| n.parse().ok()).or(remarks.depth);
            remarks.nodes = value("nodes").and_then(|n| n.parse().ok()).or(remarks.nodes);
            remarks.score = value("score").and_then(score).or(remarks.score);
            Ok(None)
        }
        "done" => {
            let ponder = value("ponder").filter(|text| !text.is_empty()).map(str::to_owned);
            let text = value("move").filter(|text| !text.is_empty());
            Ok(Some(text.map_or(Answer::NoMove, |text| Answer::Move { text: text.to_owned(), ponder })))
        }
        "error" => Err(Failure::Protocol(format!("the engine says: {line}"))),
        _ => Ok(None),
    }
}

/// A score in men. Scan's way to announce a win, 100 less a hundredth for every ply, becomes ours.
fn score(text: &str) -> Option<i32> {
    let men = text.replace(',', ".").parse::<f64>().ok().filter(|men| men.is_finite())?;
    let hundredths = (men * 100.0).round().clamp(-10_000.0, 10_000.0) as i32;
    Some(match hundredths {
        9_001.. => WIN - (10_000 - hundredths),
        ..=-9_001 => (hundredths + 10_000) - WIN,
        _ => hundredths,
    })
}

/// Splits a line into its command and arguments; an argument without a value has an empty one.
fn split(line: &str) -> (&str, Vec<(&str, &str)>) {
    let line = line.trim();
    let (command, mut rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let mut arguments = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return (command, arguments);
        }
        let end = rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(rest.len());
        let (name, tail) = rest.split_at(end);
        let Some(tail) = tail.strip_prefix('=') else {
            arguments.push((name, ""));
            rest = tail;
            continue;
        };
        let (value, tail) = match tail.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => tail.split_at(tail.find(char::is_whitespace).unwrap_or(tail.len())),
        };
        arguments.push((name, value));
        rest = tail;
    }
}

fn find<'a>(arguments: &[(&str, &'a str)], name: &str) -> Option<&'a str> {
    arguments.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
}

/// A value as it must be written. No quote can stand within one: there is no way to write it.
fn quoted(value: &str) -> String {
    let value = value.replace('"', "");
    let plain = !value.is_empty() && !value.contains(|c: char| c.is_whitespace() || c == '=');
    if plain { value } else { format!("\"{value}\"") }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::tournament::limits::{Allowance, Limits};

    #[test]
    fn lines_are_split() {
        let (command, arguments) = split("done move=28x19x23 ponder=\"17-22\" flag x=");
        assert_eq!(command, "done");
        assert_eq!(arguments, [("move", "28x19x23"), ("ponder", "17-22"), ("flag", ""), ("x", "")]);
        assert_eq!(split("param a=\"never closed").1, [("a", "never closed")]);
        assert_eq!(split("").0, "");
        assert_eq!(quoted("a b"), "\"a b\"");
        assert_eq!(quoted(""), "\"\"");
    }

    #[test]
    fn scores_are_in_men_and_wins_near_a_hundred() {
        let mut remarks = Remarks::default();
        read("info depth=21 mean-depth=20.8 score=-0.01 nodes=31261613 pv=\"32-28 17-22\"", &mut remarks)
            .unwrap();
        assert_eq!(remarks, Remarks { score: Some(-1), depth: Some(21), nodes: Some(31_261_613) });
        assert_eq!(score("99.95"), Some(WIN - 5));
        assert_eq!(score("-99.95"), Some(5 - WIN));
        assert_eq!(score("0,57"), Some(57));
        assert_eq!(score("x"), None);
        assert_eq!(read("done", &mut remarks), Ok(Some(Answer::NoMove)));
        assert!(read("error message=\"bad\"", &mut remarks).is_err());
    }

    #[test]
    fn the_increment_is_not_counted_twice() {
        let control = Some("9/10+1".parse().unwrap());
        let allowance = Allowance::new(Limits { control, depth: Some(3), ..Limits::default() });
        let go = allowance.go(Side::White, Side::White, None);
        assert_eq!(levels(&go), ["level moves=9 time=9.000 inc=1.000", "level depth=3"]);
    }
}
