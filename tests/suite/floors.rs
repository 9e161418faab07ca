//! The floors: each module may use those below it and itself. In one crate the compiler does not mind, so this
//! test does.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules and their floors. Above them all stands `main`, which only calls the command line.
const FLOORS: [(&str, u8); 14] = [
    ("util", 0),
    ("board", 1),
    ("rules", 2),
    ("position", 3),
    ("notation", 4),
    ("eval", 5),
    ("tablebase", 5),
    ("search", 6),
    ("engine", 7),
    ("protocol", 8),
    ("tournament", 8),
    ("train", 9),
    ("cli", 10),
    ("main", 11),
];

/// The highest floor of the rules library.
const LIBRARY: u8 = 4;

/// What the rules library does without.
const NOT_IN_THE_LIBRARY: [&str; 10] = [
    "std::thread",
    "std::time",
    "std::io",
    "println!",
    "eprintln!",
    "print!",
    "dbg!",
    "anyhow",
    "crossbeam",
    "once_cell",
];

/// The one file that may name the crate with the traps.
const UCI_FILE: &str = "protocol/uci.rs";

fn floor(module: &str) -> Option<u8> {
    FLOORS.iter().find(|(name, _)| *name == module).map(|&(_, floor)| floor)
}

/// What is wrong with one file, as lines `FILE:LINE: …`. `file` is its path below `src`, with slashes.
fn offences(file: &str, source: &str) -> Vec<String> {
    let module = file.split('/').next().unwrap_or(file).trim_end_matches(".rs");
    if module == "lib" {
        return Vec::new();
    }
    let Some(own) = floor(module) else { return vec![format!("{file}:1: module {module} has no floor")] };
    let code = strip(source);
    let mut found = Vec::new();
    for (index, line) in code.lines().enumerate() {
        let place = format!("{file}:{}", index + 1);
        for used in modules_used(line, file) {
            match floor(&used) {
                None => found.push(format!("{place}: {used} has no floor")),
                Some(other) if used != module && other >= own => {
                    found.push(format!("{place}: {module} ({own}) uses {used} ({other})"));
                }
                Some(_) => {}
            }
        }
        if own <= LIBRARY {
            let named = NOT_IN_THE_LIBRARY.iter().filter(|word| has_word(line, word));
            found.extend(named.map(|word| format!("{place}: the rules library names {word}")));
        }
        if file != UCI_FILE && has_word(line, "vampirc_uci") {
            found.push(format!("{place}: only {UCI_FILE} may name vampirc_uci"));
        }
    }
    found
}

/// The top-level modules that a line names by `crate::` (or `damone::`, as the program does), also in braces.
fn modules_used(line: &str, file: &str) -> Vec<String> {
    let mut used = Vec::new();
    // From a file right below `src`, `super::` is the crate too.
    let roots: &[&str] =
        if file.contains('/') { &["crate::", "damone::"] } else { &["crate::", "damone::", "super::"] };
    for root in roots {
        for (at, _) in line.match_indices(root) {
            let whole = !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
            let rest = &line[at + root.len()..];
            if !whole || rest.starts_with('*') {
                continue;
            }
            let names = match rest.strip_prefix('{') {
                Some(list) => list.split('}').next().unwrap_or("").split(',').collect(),
                None => vec![rest],
            };
            let first = |name: &str| {
                let name = name.trim();
                name.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("").to_owned()
            };
            used.extend(names.into_iter().map(first).filter(|name| !name.is_empty()));
        }
    }
    used
}

/// Whether `word` stands in the line and is not part of a longer name.
fn has_word(line: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + word.len()..]);
        !before.ends_with(part) && (word == "crossbeam" || !after.starts_with(part))
    })
}

/// The source without comments, strings' contents and test modules, line numbers kept.
fn strip(source: &str) -> String {
    let mut code = String::new();
    let mut block_comment = false;
    let mut test_indent: Option<usize> = None;
    let mut test_next = false;
    for line in source.lines() {
        let mut text = String::new();
        let mut rest = line;
        loop {
            if block_comment {
                let Some(end) = rest.find("*/") else { break };
                rest = &rest[end + 2..];
                block_comment = false;
            }
            let comment = rest.find("//").unwrap_or(rest.len());
            match rest.find("/*") {
                Some(start) if start < comment => {
                    text.push_str(&rest[..start]);
                    rest = &rest[start + 2..];
                    block_comment = true;
                }
                _ => {
                    text.push_str(&rest[..comment]);
                    break;
                }
            }
        }
        let indent = text.len() - text.trim_start().len();
        let trimmed = text.trim();
        let in_test = test_indent.is_some();
        if test_indent == Some(indent) && trimmed == "}" {
            test_indent = None;
        } else if trimmed == "#[cfg(test)]" {
            test_next = true;
        } else if test_next && trimmed.starts_with("mod ") {
            test_next = false;
            if trimmed.ends_with('{') {
                test_indent = Some(indent);
            }
        } else if !in_test {
            test_next &= trimmed.starts_with("#[") || trimmed.is_empty();
            code.push_str(&text);
        }
        code.push('\n');
    }
    // A `use` in braces may run over several lines: join its names to the line where it begins.
    join_braces(&code)
}

/// Joins `use crate::{` lists to one line, adding the lines lost after it.
fn join_braces(code: &str) -> String {
    let mut out = String::new();
    let mut lost = 0;
    let mut open = false;
    for line in code.lines() {
        let line_opens = line.trim_end().ends_with("::{");
        out.push_str(if open { line.trim() } else { line });
        open = (open || line_opens) && !line.contains('}');
        if open {
            lost += 1;
            continue;
        }
        out.push('\n');
        out.push_str(&"\n".repeat(std::mem::take(&mut lost)));
    }
    out
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("src can be read") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn modules_use_lower_floors_only() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    assert!(files.len() > 40, "only {} files found", files.len());
    let mut found = Vec::new();
    for path in files {
        // A file that is all tests is declared by `#[cfg(test)] mod tests;`.
        if path.file_name().is_some_and(|name| name == "tests.rs") {
            continue;
        }
        let below = path.strip_prefix(&src).expect("below src");
        let name =
            below.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
        found.extend(offences(&name, &fs::read_to_string(&path).expect("a source can be read")));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_check_finds_what_it_should() {
    let offending = "\
//! crate::search in a comment is nothing.
use crate::board::Square;
use crate::{
    util::rng,
    engine::Engine,
};
/* crate::cli
   crate::cli */ use crate::search::Task;
fn f() { std::thread::yield_now(); }
#[cfg(test)]
mod tests {
    use crate::cli;
}
use std::time::Duration;
fn g() { println!(\"x\"); crate::nowhere::f(); }
use vampirc_uci::parse;
use crossbeam_channel::unbounded;
";
    let expected = [
        "position/game.rs:3: position (3) uses engine (7)",
        "position/game.rs:8: position (3) uses search (6)",
        "position/game.rs:9: the rules library names std::thread",
        "position/game.rs:14: the rules library names std::time",
        "position/game.rs:15: nowhere has no floor",
        "position/game.rs:15: the rules library names println!",
        "position/game.rs:16: only protocol/uci.rs may name vampirc_uci",
        "position/game.rs:17: the rules library names crossbeam",
    ];
    assert_eq!(offences("position/game.rs", offending), expected);
}

#[test]
fn neighbours_do_not_use_each_other_and_nobody_looks_up() {
    assert_eq!(offences("eval/mod.rs", "use crate::tablebase::probe;").len(), 1);
    assert_eq!(offences("engine/mod.rs", "use crate::protocol::render;").len(), 1);
    assert_eq!(offences("util.rs", "use super::board::Square;").len(), 1);
    assert_eq!(offences("new/mod.rs", "").len(), 1);
    assert_eq!(
        offences("protocol/uci.rs", "use vampirc_uci::parse_one;\nuse crate::engine::Event;"),
        [""; 0]
    );
    assert_eq!(offences("cli/mod.rs", "use std::time::Instant;\nuse crate::protocol;"), [""; 0]);
    assert_eq!(offences("main.rs", "fn main() { damone::cli::main() }"), [""; 0]);
}
