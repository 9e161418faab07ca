//! Every example of `protocol.md`, and that of `README.md`, is run against the built program, and its table of chances is the one in use;
//! `UPDATE=1 cargo test --test suite protocol_md` writes that anew.

use std::fmt::Write as _;

use damone::eval::WdlModel;
use damone::rules::VariantId;

use crate::common::{Engine, PATIENCE, Wire, listening};
use std::time::Duration;

const DOCUMENT: &str = include_str!("../../protocol.md");
const README: &str = include_str!("../../README.md");

/// One example of a document.
struct Example {
    /// The file's name.
    file: &'static str,
    /// The number of the line on which it begins.
    start: usize,
    /// The arguments of `damone dxp` if it is one of that.
    dxp: Option<&'static str>,
    lines: Vec<&'static str>,
}

impl Example {
    /// Where the line of this index is to be found, for messages.
    fn place(&self, index: usize) -> String {
        format!("{}:{}", self.file, self.start + index + 1)
    }
}

fn examples(file: &'static str, document: &'static str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut inside = false;
    for (index, line) in document.lines().enumerate() {
        match line {
            _ if line == "```transcript" || line.starts_with("```transcript dxp") => {
                inside = true;
                let dxp = line.strip_prefix("```transcript dxp");
                found.push(Example { file, start: index + 1, dxp, lines: Vec::new() });
            }
            "```" => inside = false,
            _ if inside => found.last_mut().expect("an open example").lines.push(line),
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
    let never = ["readyok", "bestmove", "info string error", "pong", "done", "error"];
    !never.iter().any(|start| line.starts_with(start))
}

/// Plays an example of `DamExchange`: the one who sends is a peer on the wire.
fn play_dxp(example: &Example, arguments: &str) {
    let (_engine, port) = listening(&arguments.split_whitespace().collect::<Vec<_>>());
    let mut wire = Wire::to(port);
    for (index, line) in example.lines.iter().enumerate() {
        let place = example.place(index);
        if let Some(sent) = line.strip_prefix(" > ") {
            wire.send(sent);
        } else if let Some(pattern) = line.strip_prefix(" < ") {
            let got =
                wire.within(PATIENCE).unwrap_or_else(|| panic!("{place}: nothing came, expected {pattern}"));
            assert!(fits(pattern, &got), "{place}: expected {pattern}\nbut got {got}");
        } else {
            panic!("{place}: neither sent nor expected: {line}");
        }
    }
    let more = wire.within(Duration::from_millis(50));
    assert!(more.is_none_or(|more| more.starts_with('M')), "{}: nothing more was expected", example.place(0));
}

fn play(example: &Example) {
    let mut engine = Engine::start();
    let mut skipping = false;
    for (index, line) in example.lines.iter().enumerate() {
        let place = example.place(index);
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
    assert!(status.success(), "{}: {status}", example.place(0));
    let surplus: Vec<_> = rest.iter().filter(|line| !(skipping && may_be_left_out(line))).collect();
    assert!(surplus.is_empty(), "{}: nothing more was expected, but: {surplus:#?}", example.place(0));
}

#[test]
fn every_example_is_true() {
    let (protocol, readme) = (examples("protocol.md", DOCUMENT), examples("README.md", README));
    assert!(protocol.len() >= 15 && !readme.is_empty(), "only {} examples found", protocol.len());
    for example in protocol.iter().chain(&readme) {
        match example.dxp {
            Some(arguments) => play_dxp(example, arguments),
            None => play(example),
        }
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

/// The line above the rows of the table of chances.
const CHANCES: &str = "|---|---|---|---|---|\n| `tirana` ";

/// The table of chances, a row for each game.
fn chances() -> String {
    let mut rows = String::new();
    for id in VariantId::ALL {
        let WdlModel { full, bare } = WdlModel::of(id);
        let [full, bare] = [full, bare].map(|curve| format!("{:.1} | {:.1}", curve.half, curve.spread));
        writeln!(rows, "| `{}` | {full} | {bare} |", id.name()).expect("a string takes all");
    }
    rows
}

#[test]
fn the_chances_published_are_those_in_use() {
    let begin = DOCUMENT.find(CHANCES).expect("a table") + CHANCES.find('\n').expect("a line") + 1;
    let end = begin + DOCUMENT[begin..].find("\n\n").expect("an end") + 1;
    if std::env::var_os("UPDATE").is_some() {
        let text = [&DOCUMENT[..begin], &chances(), &DOCUMENT[end..]].concat();
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/protocol.md"), text).expect("written");
        return;
    }
    assert_eq!(DOCUMENT[begin..end], chances());
}
