//! The positions with known solutions in `tests/data/tactics`, and `damone suite`, which searches them.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use damone::engine::{PositionSpec, StartSpec, session};
use damone::notation::epd;
use damone::rules::VariantId;
use serde_json::{Value, json};

/// The founding games, each with a file, and how many positions it has at least. Where problems are published with
/// their squares there are twenty or more.
const GAMES: [(VariantId, usize); 7] = [
    (VariantId::Tirana, 15),
    (VariantId::TiranaDesignation, 10),
    (VariantId::Arabic, 5),
    (VariantId::Turkish, 12),
    (VariantId::Italian, 5),
    (VariantId::International, 20),
    (VariantId::English, 20),
];

/// Nodes for each position in [`what_was_solved_stays_solved`].
const NODES: u32 = 20_000;

/// Ids, a line each: what need not be solved within [`NODES`], because it took the search more than a quarter of
/// them when the list was made. `UPDATE=1 cargo test --test suite tactics` makes it anew.
const UNSOLVED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/tactics/unsolved.txt");

/// The ids in [`UNSOLVED`].
fn excused() -> HashSet<String> {
    let text = fs::read_to_string(UNSOLVED).expect("the list is there");
    text.lines().map(str::to_owned).collect()
}

fn file(game: VariantId) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tactics").join(game.name()).with_extension("txt")
}

fn records(game: VariantId) -> Vec<epd::Record> {
    let text = fs::read_to_string(file(game)).expect("every founding game has a file");
    let read = |line: &str| epd::read(line).unwrap_or_else(|error| panic!("{game:?}: {line}: {error}"));
    text.lines().filter_map(read).collect()
}

fn suite(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damone"));
    command.arg("suite").args(arguments).stdin(Stdio::null()).output().expect("the program runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

#[test]
fn positions_and_moves_are_in_the_canonical_form() {
    let mut ids = HashSet::new();
    for (game, least) in GAMES {
        let records = records(game);
        assert!(records.len() >= least, "{game:?}: only {}", records.len());
        for record in records {
            let id = record.text("id").expect("every position has an id").to_owned();
            let mut session = session::open(game);
            let spec = PositionSpec { start: StartSpec::Fen(record.fen.clone()), moves: Vec::new() };
            session.set_position(&spec).unwrap_or_else(|error| panic!("{id}: {error}"));
            let description = session.describe();
            assert_eq!(description.fen, record.fen, "{id}");
            assert_eq!(description.outcome, None, "{id}");
            let best = record.operands("bm");
            for mv in best {
                assert!(description.moves.contains(mv), "{id}: {mv} is not among {:?}", description.moves);
            }
            assert!((1..description.moves.len()).contains(&best.len()), "{id}: it must be possible to fail");
            let claim = record.text("c0").expect("every position says what its moves do");
            assert!(claim.starts_with("wins") || claim.starts_with("draws"), "{id}: {claim}");
            assert!(record.text("c1").is_some_and(|source| source.len() > 10), "{id} names no source");
            assert!(ids.insert(id.clone()), "{id} stands twice");
        }
    }
    let gone: Vec<String> = excused().into_iter().filter(|id| !ids.contains(id)).collect();
    assert!(gone.is_empty(), "excused without being there: {gone:?}");
}

/// The ids of those that stay unsolved within so many nodes, by `damone suite`.
fn unsolved(nodes: u32) -> Vec<String> {
    let nodes = nodes.to_string();
    let mut all = Vec::new();
    for (game, _) in GAMES {
        let path = file(game);
        let output = suite(&[path.to_str().unwrap(), "--variant", game.name(), "--nodes", &nodes, "--json"]);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&output.stderr));
        let values: Vec<Value> =
            stdout(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let (sum, answers) = values.split_last().expect("a sum");
        assert_eq!(answers.len(), records(game).len());
        let unsolved = answers.iter().filter(|answer| answer["solved"] == false);
        let ids: Vec<&str> = unsolved.map(|answer| answer["id"].as_str().expect("an id")).collect();
        assert_eq!(*sum, json!({"of": answers.len(), "solved": answers.len() - ids.len()}));
        all.extend(ids.into_iter().map(str::to_owned));
    }
    all
}

#[test]
fn what_was_solved_stays_solved() {
    if std::env::var_os("UPDATE").is_some() {
        // More nodes may lose what fewer had found, so both must find it.
        let mut ids = unsolved(NODES / 4);
        let more = unsolved(NODES).into_iter().filter(|id| !ids.contains(id)).collect::<Vec<_>>();
        ids.extend(more);
        fs::write(UNSOLVED, ids.join("\n") + "\n").expect("the list can be written");
    }
    let excused = excused();
    let lost: Vec<String> = unsolved(NODES).into_iter().filter(|id| !excused.contains(id)).collect();
    assert!(lost.is_empty(), "no longer solved within {NODES} nodes: {lost:?}");
}

/// A file of these lines, alone in its folder.
fn written(name: &str, lines: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, lines).expect("the file can be written");
    path.to_str().expect("UTF-8").to_owned()
}

#[test]
fn a_line_for_each_position_and_the_sum() {
    let path = written(
        "suite-mixed.txt",
        "# Moves may be written in any form.\n\
         W:W39:B44 bm 39:50; id \"takes the last\";\n\
         \n\
         W:W31-50:B1-20. am 32-28 33-28 34-29 35-30 31-26 31-27 32-27 33-29; id \"the ninth\"\n\
         W:W31-50:B1-20 bm 35-30 31-26;",
    );
    let output = suite(&[&path, "--depth", "1"]);
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with("solved    takes the last  move 39x50  score mate 1  depth 1  time "),
        "{text}"
    );
    assert!(lines[0].contains("  found "), "{text}");
    assert!(lines[1].contains("the ninth  move "), "{text}");
    assert!(lines[2].contains("line 5  move "), "{text}");
    let solved = lines.iter().filter(|line| line.starts_with("solved")).count();
    assert_eq!(lines[3], format!("{solved} of 3 solved"));
    assert_eq!(output.status.code(), Some(i32::from(solved < 3)));
    for line in lines.iter().filter(|line| line.starts_with("unsolved")) {
        assert!(line.contains("  wanted 35-30 31-26") || line.contains("  to avoid 32-28 33-28"), "{line}");
    }
    assert!(output.stderr.is_empty());
}

#[test]
fn the_exit_status_says_whether_all_were_solved() {
    let good = written("suite-good.txt", "B:W17:B14 bm 14x21;");
    let output = suite(&[&good, "--variant", "english", "--depth", "3", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    let (answer, sum) = text.trim_end().split_once('\n').expect("two lines");
    let answer: Value = serde_json::from_str(answer).expect("JSON");
    assert_eq!((&answer["id"], &answer["bestmove"]), (&Value::from("line 1"), &Value::from("14x21")));
    assert_eq!(answer["score"]["mate"], 1);
    assert_eq!(answer["bm"], json!(["14x21"]));
    assert_eq!(sum, r#"{"of":1,"solved":1}"#);

    let bad = written("suite-bad.txt", "W:W39:B44 am 39x50;");
    let output = suite(&[&bad, "--depth", "3"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).ends_with("  to avoid 39x50\n0 of 1 solved\n"));
    assert!(output.stderr.is_empty());
}

#[test]
fn a_wrong_file_is_refused_before_anything_is_searched() {
    let complaint = |name: &str, lines: &str| {
        let output = suite(&[&written(name, lines), "--depth", "1"]);
        assert_eq!(output.status.code(), Some(2), "{lines}");
        assert!(output.stdout.is_empty(), "{lines}");
        String::from_utf8(output.stderr).expect("text")
    };
    let error = complaint("suite-illegal.txt", "W:W39:B44 bm 39x50;\n\nW:W39:B44 bm 39-33;\n");
    assert!(error.contains("suite-illegal.txt:3: bm: ") && error.contains("39-33"), "{error}");
    let error = complaint("suite-fen.txt", "W:W99:B44 bm 39x50;");
    assert!(error.contains("suite-fen.txt:1: fen: ") && error.contains("99"), "{error}");
    let error = complaint("suite-quote.txt", "W:W39:B44 bm 39x50; id \"open;");
    assert!(error.contains("suite-quote.txt:1: a quote is not closed"), "{error}");
    let error = complaint("suite-nothing.txt", "W:W39:B44 id \"what now\";");
    assert!(error.contains("suite-nothing.txt:1: neither"), "{error}");
    assert!(complaint("suite-empty.txt", "# nothing\n").contains("no positions"));
    let output = suite(&["nowhere.txt"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).expect("text").contains("nowhere.txt"));
}
