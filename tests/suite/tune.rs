//! `damone tune`, driven as users drive it: a scripted engine that is the stronger the higher its level is
//! (`tests/fakes/engine.py`, Python 3), and the engine itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const DAMONE: &str = env!("CARGO_BIN_EXE_damone");

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tune").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// The command of the scripted engine.
fn fake(proto: &str, behaviour: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fakes/engine.py");
    format!("python3 '{}' {proto} {behaviour}", script.display())
}

fn command(engine: &str, words: &[&str]) -> Command {
    let mut command = Command::new(DAMONE);
    command.args(["tune", "--engine", engine, "--openings", "start"]).args(words).stdin(Stdio::null());
    command
}

fn run(engine: &str, words: &[&str]) -> Output {
    command(engine, words).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The value that a table gives a parameter.
fn value(table: &str, name: &str) -> f64 {
    let line = table.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{table}"));
    line.split("->").nth(1).and_then(|rest| rest.split_whitespace().next()).unwrap().parse().unwrap()
}

#[test]
fn the_stronger_setting_is_found_in_every_dialect() {
    for (proto, name) in [("uci", "Level of Skill"), ("ugi", "level of skill"), ("hub", "level")] {
        let each = format!("proto={proto}");
        let terms = ["--each", &each, "depth=1", "--iterations", "25", "--pairs-per-iteration", "1"];
        let output =
            run(&fake(proto, "ladder"), &[&terms[..], &["--r-end", "0.3", "--param", name]].concat());
        let (table, errors) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "{proto}: {errors}");
        let declared = if proto == "hub" { "level" } else { "Level of Skill" };
        assert!(value(&table, declared) > 8.0, "{proto}: {table}");
        assert!(table.contains(&format!("option.{declared}=9")), "{proto}: {table}");
        let lines = errors.lines().filter(|line| line.starts_with("iteration "));
        assert_eq!(lines.count(), 25, "{proto}: {errors}");
    }
}

#[test]
fn equal_settings_move_nothing() {
    let words =
        ["--each", "depth=1", "--iterations", "3", "--pairs-per-iteration", "2", "--concurrency", "2"];
    let output = run(&fake("uci", "good"), &[&words[..], &["--param", "Level of Skill=4"]].concat());
    let table = text(&output.stdout);
    assert!(output.status.success() && (value(&table, "Level of Skill") - 4.0).abs() < 1e-9, "{table}");
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    let good = fake("uci", "good");
    let cases: [(&str, &[&str], &str); 10] = [
        (
            &good,
            &["--param", "Contempt"],
            "no such whole number among its options, which are: Level of Skill",
        ),
        (&good, &["--param", "all"], "--features tune"),
        (&good, &["--param", "Level of Skill=3,1,20"], "takes 1 to 9 only"),
        (&good, &["--param", "Level of Skill", "--each", "option.Level of Skill=3"], "a value already"),
        (&good, &["--param", "Level of Skill", "--resume"], "--out"),
        (&good, &["--param", "Level of Skill", "--r-end", "0"], "--r-end"),
        (&good, &["--param", "Level of Skill", "--iterations", "0"], "--iterations"),
        (&good, &[], "--param"),
        (&good, &["--param", "x", "--each", "proto=dxp", "movetime=1"], "dxp has no words for options"),
        ("/no/such/program", &["--param", "x"], "/no/such/program"),
    ];
    for (engine, words, complaint) in cases {
        let output = run(engine, words);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {error}");
        assert!(error.contains(complaint), "{words:?}: {error}");
    }
}

/// The state in a file.
fn state(path: &Path) -> serde_json::Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).expect("a state is complete at any time")
}

#[test]
fn a_killed_tuning_is_resumed_without_losing_or_repeating_a_pair() {
    let folder = folder("resume");
    let terms = ["--each", "depth=1", "--iterations", "12", "--pairs-per-iteration", "3", "--r-end", "0.05"];
    let terms = [&terms[..], &["--param", "Level of Skill=3,1,9,1"]].concat();
    let ladder = fake("uci", "ladder");
    let with_file = |path: &Path, more: &[&str]| {
        let words = ["--out", path.to_str().unwrap()];
        command(&ladder, &[&terms[..], &words[..], more].concat())
    };
    let whole = folder.join("whole.json");
    assert!(with_file(&whole, &[]).output().unwrap().status.success());
    for signal in ["-KILL", "-INT"] {
        let path = folder.join(format!("broken{signal}.json"));
        let mut child = with_file(&path, &[]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let until = Instant::now() + Duration::from_secs(60);
        while !path.exists() || state(&path)["iteration"].as_u64() < Some(2) {
            assert!(Instant::now() < until, "nothing is written");
            std::thread::sleep(Duration::from_millis(2));
        }
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let status = child.wait().unwrap();
        assert_eq!(status.code(), (signal == "-INT").then_some(2));
        let done = state(&path)["iteration"].as_u64().unwrap();
        assert!((2..12).contains(&done), "{signal}: {done} iterations done");

        let refused = with_file(&path, &[]).output().unwrap();
        assert!(text(&refused.stderr).contains("--resume"), "{}", text(&refused.stderr));
        let other = with_file(&path, &["--resume", "--seed", "9"]).output().unwrap();
        assert!(text(&other.stderr).contains("other terms"), "{}", text(&other.stderr));

        let resumed = with_file(&path, &["--resume"]).output().unwrap();
        let errors = text(&resumed.stderr);
        assert!(resumed.status.success(), "{errors}");
        let lines = errors.lines().filter(|line| line.starts_with("iteration ")).count() as u64;
        assert_eq!(done + lines, 12, "{signal}: {errors}");
        assert_eq!(state(&path), state(&whole), "{signal}: as if it had never been broken off");
    }
    fs::write(&whole, "{}").unwrap();
    let spoilt = with_file(&whole, &["--resume"]).output().unwrap();
    assert!(text(&spoilt.stderr).contains("no state of a tuning"), "{}", text(&spoilt.stderr));
}

#[test]
fn our_own_options_are_tuned() {
    let words =
        ["--variant", "english", "--iterations", "2", "--pairs-per-iteration", "1", "--max-plies", "20"];
    let more = ["--each", "nodes=100", "option.Hash=1", "--param", "Contempt=0,-50,50,20"];
    let output = run(DAMONE, &[&words[..], &more].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("option.Contempt="), "{}", text(&output.stdout));
    if cfg!(feature = "tune") {
        let more = ["--each", "nodes=100", "option.Hash=1", "--param", "all"];
        let output = run(DAMONE, &[&words[..], &more].concat());
        assert!(text(&output.stdout).contains("    futility_margin = "), "{}", text(&output.stdout));
    }
}
