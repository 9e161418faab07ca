//! `damone tablebase` as a user of it meets it: what it reads unless told how much, and what it refuses.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::common::program;

/// A folder with the tables of three pieces of English draughts.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tablebase-cli");
        let (done, said) = tablebase(&["build", "--pieces", "3"], &folder);
        assert!(done, "{said}");
        folder
    })
}

/// Whether `damone tablebase` succeeded, and all it said.
fn tablebase(words: &[&str], folder: &Path) -> (bool, String) {
    let (word, rest) = words.split_first().expect("a command");
    let common = ["--variant", "english", "--dir"];
    let output = program().arg("tablebase").arg(word).args(common).arg(folder).args(rest).output();
    let output = output.expect("it runs");
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).expect("text"))
}

#[test]
fn reading_takes_all_that_is_there() {
    // Two kings against one in the double corner.
    let (done, said) = tablebase(&["probe", "W:WK14,K15:BK1"], folder());
    assert!(done && said.starts_with("position  win"), "{said}");
    let (done, said) = tablebase(&["probe", "--pieces", "2", "W:WK14,K15:BK1"], folder());
    assert!(done && said.starts_with("position  not in the tables"), "{said}");
    let (done, said) = tablebase(&["verify"], folder());
    assert!(done && said.starts_with("at most 3 pieces: "), "{said}");
    let (done, said) = tablebase(&["stats"], folder());
    assert!(done && said.lines().count() == 3, "a heading, two and three pieces: {said}");
}

#[test]
fn nothing_is_verified_where_nothing_is() {
    for (words, reason) in [
        (&["verify", "--pieces", "1"][..], "2 to 7 pieces"),
        (&["verify", "--pieces", "8"], "2 to 7 pieces"),
        (&["build", "--pieces", "1"], "2 to 7 pieces"),
        (&["build", "--threads", "0"], "--threads"),
    ] {
        let (done, said) = tablebase(words, folder());
        assert!(!done && said.contains(reason), "{words:?}: {said}");
    }
    let empty = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tablebase-cli-empty");
    std::fs::create_dir_all(&empty).expect("made");
    let (done, said) = tablebase(&["verify"], &empty);
    assert!(!done && said.contains("no tables of english below"), "{said}");
    let analyse = ["analyse", "--variant", "english", "--depth", "1", "--tables"];
    let output = program().args(analyse).arg(&empty).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("no endgame tables of english below"), "{said}");
}
