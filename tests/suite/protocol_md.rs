//! Every example of `protocol.md` is run against the built program.

use crate::common::Engine;
use std::time::Duration;

const DOCUMENT: &str = include_str!("../../protocol.md");

/// The examples: the line on which each begins, and its lines.
fn examples() -> Vec<(usize, Vec<&'static str>)> {
    let mut found: Vec<(usize, Vec<&str>)> = Vec::new();
    let mut inside = false;
    for (index, line) in DOCUMENT.lines().enumerate() {
        match line {
            "```transcript" => {
                inside = true;
                found.push((index + 1, Vec::new()));
            }
            "```" => inside = false,
            _ if inside => found.last_mut().expect("an open example").1.push(line),
            _ => {}
        }
    }
    found
}

/// Whether a line fits a pattern in which `…` stands for any text.
fn fits(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split('…');
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// Whether `…` as a line may stand for this one.
fn may_be_left_out(line: &str) -> bool {
    !["readyok", "bestmove", "info string error"].iter().any(|start| line.starts_with(start))
}

fn play(start: usize, lines: &[&str]) {
    let mut engine = Engine::start();
    let mut skipping = false;
    for (index, line) in lines.iter().enumerate() {
        let place = format!("protocol.md:{}", start + index + 1);
        if let Some(sent) = line.strip_prefix(" > ") {
            engine.send(sent);
        } else if *line == " < …" {
            skipping = true;
        } else if let Some(pattern) = line.strip_prefix(" < ") {
            loop {
                let got = engine.line_within(crate::common::PATIENCE);
                let got = got.unwrap_or_else(|| panic!("{place}: nothing came, expected {pattern}"));
                // `Moves (0):` and its like: editors strip blanks at line ends.
                if fits(pattern.trim_end(), got.trim_end()) {
                    break;
                }
                assert!(skipping && may_be_left_out(&got), "{place}: expected {pattern}\nbut got {got}");
            }
            skipping = false;
        } else {
            panic!("{place}: neither sent nor expected: {line}");
        }
    }
    engine.send("quit");
    let (status, rest) = engine.finish(Duration::from_secs(10));
    assert!(status.success(), "protocol.md:{start}: {status}");
    let surplus: Vec<_> = rest.iter().filter(|line| !(skipping && may_be_left_out(line))).collect();
    assert!(surplus.is_empty(), "protocol.md:{start}: nothing more was expected, but: {surplus:#?}");
}

#[test]
fn every_example_is_true() {
    let examples = examples();
    assert!(examples.len() >= 15, "only {} examples found", examples.len());
    for (start, lines) in examples {
        play(start, &lines);
    }
}

#[test]
fn patterns_fit_what_they_should() {
    assert!(fits("bestmove …", "bestmove 32-28 ponder 1-2"));
    assert!(fits("a … b … c", "a x b y b z c"));
    assert!(fits("same", "same"));
    assert!(!fits("same", "same thing"));
    assert!(!fits("a … c", "a b"));
    assert!(!fits("bestmove …", "info"));
}
